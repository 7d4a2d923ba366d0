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
    'draw --labels') COMPREPLY=($(compgen -W 'all edge none' -- "$word")); return ;;
    'replay --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    'validate --color') COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    esac
    case $command in
    judge) options='--explain --rules --set --after --dice --choose --seed --json --color --help' ;;
    play) options='--side --dice --save --script --seed --rules --set --color --help' ;;
    reach) options='--map --ascii --rules --set --after --dice --choose --seed --json --color --help' ;;
    odds) options='--policy --all --limit --sample --rules --set --after --dice --choose --seed --json --color --help' ;;
    plan) options='--rules --set --after --dice --choose --seed --json --color --help' ;;
    see) options='--rules --set --after --dice --choose --seed --json --color --help' ;;
    options) options='--count --rules --set --after --dice --choose --seed --json --color --help' ;;
    rules) options='--markdown --toml --set --json --color --help' ;;
    check) options='--coverage --flip --allow --strict --filter --verbose --rules --set --json --color --help' ;;
    compare) options='--set --cases --scenario --order --after --dice --choose --seed --json --color --help' ;;
    draw) options='--output --reach --threat --order --outcomes --width --labels --title --grey --no-legend --rules --set --after --dice --choose --seed --help' ;;
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
    rules|compare) COMPREPLY+=($(compgen -W "$(_quickmarch_names rulebooks .toml)" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'judge play reach odds plan see options rules check compare draw replay validate pipe help version completion man' -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")) ;;
    esac
}

complete -o filenames -F _quickmarch quickmarch
