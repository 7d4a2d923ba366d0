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
    draw) options='--output --reach --by --links --see --target --threat --order --rolled --measured --outcomes --width --labels --title --grey --no-legend --rules --set --side --after --dice --choose --seed --json --help' ;;
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
    rules) COMPREPLY+=($(compgen -W "$(_quickmarch_names rulebooks .toml) hexmelee HX-01 HX-02 HX-03 HX-04 HX-05 HX-06 HX-07 HX-08 HX-09 HX-10 HX-11 HX-12 HX-13 HX-14 HX-15 HX-16 HX-17 HX-18 HX-19 HX-20 HX-21 HX-22 HX-23 HX-24 HX-25 HX-26 HX-27 HX-28 HX-29 HX-30 HX-31 HX-32 HX-33 HX-34 HX-35 HX-36 HX-37 HX-38 HX-39 HX-40 HX-41 HX-42 HX-43 HX-44 HX-45 HX-46 HX-47 HX-48 save_dex auto_results auto_pass_2 auto_fail_2 auto_pass_3 auto_fail_3 auto_pass_4 auto_fail_4 auto_pass_5 auto_fail_5 auto_pass_8 auto_fail_8 running_mov running_in_armour slow_mov slow_option slow_cost crawl_mov crawl_when_slowed stop_when initiative initiative_die chase_slot chase_delay chase_ring shoot_hexes ready_hexes strike_part late_engaged idle_figures kneeling_engages engager landing_hex jump_dice_1 jump_dice_2 jump_dice_3 jump_dice_more jump_wider wall_height_max jump_line flight_engages land_on_body missed_hex missed_wall deep_pit grab_dice pull_up_dice pull_up_price pull_up_cost pull_up_tries pulled_up hanging fall_metres fall_dice fall_rounding fall_armour fall_growth fall_action fallen_engaged pit_landing fall_on_hurts rope climb_metres shallow_exit pit_adjacent pit_engagement wall_walk pickup_mov pickup_cost snatch_dice pickup_bars pickup_engaged pickup_jump turn_when turn_engages missile_arc rear_only engagement moving_front side_bonus rear_bonus_dex rear_bonus kneel_bonus kneel_penalty regular prone_bonus position_bonus through_friends body_stop body_dice body_jump_mov body_jump_cost body_jump_miss crawl_body_roll same_hex stand_under stand_then crawl_position step_hexes pace_hexes distance_by delay delay_until delay_resume delay_engaged delay_order shift_new_foes crawl_shift shift_body disengage attack_dice triple_at double_at hit_at miss_at drop_at break_at guard_dice guard_hit_at guard_miss_at guard_drop_at guard_break_at thrown_dex missile_hexes missile_dex weak_weapon weak_weapon_dex bare_hands_1 bare_str_1 bare_hands_2 bare_str_2 bare_hands_3 bare_str_3 bare_hands_4 figures_block_shots sight_height pick_up_from engaged_shot engaged_dodge engaged_drop prone_shot helpless_side change_then wound_hits wound_dex wound_fall_hits weak_str weak_dex unconscious_str death armour shields weapons terrain loads squad SQ-01 SQ-02 SQ-03 SQ-04 SQ-05 SQ-06 SQ-07 SQ-08 SQ-09 SQ-10 SQ-11 SQ-12 SQ-13 SQ-14 SQ-15 SQ-16 SQ-17 SQ-18 SQ-19 SQ-20 SQ-21 SQ-22 SQ-23 SQ-24 SQ-25 SQ-26 SQ-27 SQ-28 SQ-29 SQ-30 actions moves shots measure standing check_die check_passes check_fails checks_by failure_hits check_time coherency_reach coherency spread_most enemy_reach inside_inch pass_engaged torn broken unmendable melee_reach turning low_most low_loss low_height step_down obstacle_checks short_cross difficult_loss road_bonus agile_most climb_from climb_reach climb_slide halving penalty_order climb_down leap_rise leap_spends leap_test flight_inch fall_inch drop_free drop_cost after_fall range_from seen_parts sight_doubt stance models_block arcs recheck long_penalty valid_target hit_assignment negate_scope cover_soft cover_hard cover_fortified cover_negative cover_near margin_save close_range close_negative engaged_shoots volley lost_target band_by mixed one_saves mounts tiles TL-01 TL-02 TL-03 TL-04 TL-05 TL-06 TL-07 TL-08 TL-09 TL-10 TL-11 TL-12 TL-13 TL-14 TL-15 TL-16 TL-17 TL-18 TL-19 TL-20 TL-21 diagonals last_point corners through_walls mode_fail slow_step prone_movement declare declare_special undeclared path straight held unreachable tempo friends_pass meet cross follow loser tie many resettle pursuit reflex_point ignore_reflex area_reach area_max intercept_choice interceptors intercept_pick prey_stops intercept_stops intercept_chain intercept_inside intercept_contest intercept_run ignore_intercept avoid_distance avoid_view avoid_mutual avoid_adjacent avoid_run avoid_tie avoid_max jockey_reach moved directly_away withdraw_then withdraw_partial withdraw_run withdraw_order labels modes warband WB-01 WB-02 WB-03 WB-04 WB-05 WB-06 WB-07 WB-08 WB-09 WB-10 WB-11 WB-12 WB-13 WB-14 WB-15 WB-16 WB-17 WB-18 WB-19 WB-20 WB-21 WB-22 WB-23 WB-24 WB-25 WB-26 WB-27 WB-28 WB-29 WB-30 WB-31 WB-32 WB-33 WB-34 WB-35 charge_bars stunned_move dazed_move undead_stunned staggered_move engaged_move leave_downed stagger_order step large_radius downed_friends move_contact block_height occupied_top run_factor run_bonus run_enemy run_bar run_bar_downed run_token run_shooting run_casting runner_factor undead_run run_declared natural_fail natural_pass adv_stack check_places climb_needs_reach climb_leeway leeway_cost mounted_climbs climb_down_fail wall_running over_wall climb_steps injury_die fall_free fall_each fall_bonus injury_extra injury_low injury_reads short_fall fall_wounds fall_ends_move fall_to fall_chain fall_crowded token_drop jump_most jump_rise free_gap jump_height jump_measure jump_distance premeasure jump_too_far jump_cost jump_short across_down narrow_rise across_over drop_reach drop_as_jump jump_down_horizontal land_on over_height over_step over_clearance drop_high drop_checks drop_penalty ladder_height animal_ladders mounted_ladders large_ladders other_ladders difficult_once difficult_factor difficult_touch difficult_start difficult_late low_difficult ledge ledge_within ledge_drop engage_factor engage_die engage_half engage_full intercept_reach treasure_clear animal_treasure armour_move reload reload_engaged injuries" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'judge play reach odds plan see options rules check compare draw replay validate pipe help version completion man' -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")) ;;
    esac
}

complete -o filenames -F _quickmarch quickmarch
