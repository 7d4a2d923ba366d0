# bash completion for quickmarch. Made by: quickmarch completion bash
_quickmarch_names() {
    local folder=$1 ending=$2 file
    for file in "$folder"/*"$ending"; do
        [[ -e $file ]] && file=${file##*/} && printf '%s\n' "${file%"$ending"}"
    done
}

_quickmarch() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options=''
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W 'judge play reach odds plan see options rules check compare draw replay validate pipe help version completion man --help --version' -- "$word"))
        return
    fi
    case "$command $previous" in
    'judge --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'play --dice') COMPREPLY=($(compgen -W 'roll type' -- "$word")); return ;;
    'play --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'reach --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'odds --policy') COMPREPLY=($(compgen -W 'automatic uniform first last' -- "$word")); return ;;
    'odds --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'plan --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'see --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'options --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'rules --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'check --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'compare --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'draw --by') COMPREPLY=($(compgen -W 'cost risk' -- "$word")); return ;;
    'draw --labels') COMPREPLY=($(compgen -W 'all edge none' -- "$word")); return ;;
    'replay --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'validate --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    esac
    case $command in
    judge) options='--measured --explain --rules --set --side --after --dice --choose --seed --json --color --help' ;;
    play) options='--side --dice --save --script --seed --rules --set --json --color --help' ;;
    reach) options='--measured --at --map --threat --links --ascii --rules --set --side --after --dice --choose --seed --json --color --help' ;;
    odds) options='--policy --all --limit --sample --measured --output --rules --set --side --after --dice --choose --seed --json --color --help' ;;
    plan) options='--measured --rules --set --side --after --dice --choose --seed --json --color --help' ;;
    see) options='--measured --rules --set --side --after --dice --choose --seed --json --color --help' ;;
    options) options='--measured --count --rules --set --side --after --dice --choose --seed --json --color --help' ;;
    rules) options='--editions --markdown --toml --set --json --color --help' ;;
    check) options='--coverage --flip --allow --strict --filter --verbose --rules --set --json --color --help' ;;
    compare) options='--set --cases --all --scenario --order --orders --only --output --width --grey --measured --side --after --dice --choose --seed --json --color --help' ;;
    draw) options='--output --reach --by --links --see --target --threat --order --rolled --outcomes --width --labels --title --grey --no-legend --rules --set --side --after --dice --choose --seed --json --help' ;;
    replay) options='--orders --rules --set --json --color --help' ;;
    validate) options='--json --color --help' ;;
    pipe) options='--help' ;;
    help) options='--help' ;;
    version) options='--json --help' ;;
    completion) options='--help' ;;
    man) options='--help' ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        return
    fi
    COMPREPLY=($(compgen -f -- "$word"))
    case $command in
    judge|play|reach|odds|plan|see|options|draw) COMPREPLY+=($(compgen -W "$(_quickmarch_names scenarios .json)" -- "$word")) ;;
    compare) COMPREPLY+=($(compgen -W "$(_quickmarch_names rulebooks .toml)" -- "$word")) ;;
    rules) COMPREPLY+=($(compgen -W "$(_quickmarch_names rulebooks .toml) hexmelee HX-01 HX-02 HX-03 HX-04 HX-05 HX-06 HX-07 HX-08 HX-09 HX-10 HX-11 HX-12 HX-13 HX-14 HX-15 HX-16 HX-17 HX-18 HX-19 HX-20 HX-21 HX-22 HX-23 HX-24 HX-25 HX-26 HX-27 HX-28 HX-29 HX-30 HX-31 HX-32 HX-33 HX-34 HX-35 HX-36 HX-37 HX-38 HX-39 HX-40 HX-41 HX-42 HX-43 HX-44 HX-45 HX-46 HX-47 HX-48 squad SQ-01 SQ-02 SQ-03 SQ-04 SQ-05 SQ-06 SQ-07 SQ-08 SQ-09 SQ-10 SQ-11 SQ-12 SQ-13 SQ-14 SQ-15 SQ-16 SQ-17 SQ-18 SQ-19 SQ-20 SQ-21 SQ-22 SQ-23 SQ-24 SQ-25 SQ-26 SQ-27 SQ-28 SQ-29 SQ-30 tiles TL-01 TL-02 TL-03 TL-04 TL-05 TL-06 TL-07 TL-08 TL-09 TL-10 TL-11 TL-12 TL-13 TL-14 TL-15 TL-16 TL-17 TL-18 TL-19 TL-20 TL-21 warband WB-01 WB-02 WB-03 WB-04 WB-05 WB-06 WB-07 WB-08 WB-09 WB-10 WB-11 WB-12 WB-13 WB-14 WB-15 WB-16 WB-17 WB-18 WB-19 WB-20 WB-21 WB-22 WB-23 WB-24 WB-25 WB-26 WB-27 WB-28 WB-29 WB-30 WB-31 WB-32 WB-33 WB-34 WB-35" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'judge play reach odds plan see options rules check compare draw replay validate pipe help version completion man' -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")) ;;
    esac
}

complete -o filenames -F _quickmarch quickmarch
