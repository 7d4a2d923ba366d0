/* Moves and charges carried out: checks, what failures do to the rest of the move, and where each model ends.
 *
 * A move goes like this: what is rolled for before anybody moves is rolled (SQ-07, SQ-09); if that leaves too little
 * for the order, its side may give it anew; then one model after the other goes its way. Leaps and jumps down are
 * rolled for when the first model gets there, and bind all that were to do the same: when one has fallen,
 * those whom a failure binds go next, so that what is asked about a unit that is torn apart is about the others alone.
 *
 * Invariant: what a failed check leaves is in the state before the next roll: `left` and `gone` of the models, and the
 * bits of hazards that were rolled for and that failed. All of it is cleared when the move is over, but for a move that
 * is broken off.
 */
#include <string.h>

#include "rules/squad/move.h"

enum { INCH = 1000 };

static qm_event *tell_at(qm__run *run, uint16_t kind, uint16_t figure, qm_place at) {
    qm_event *told = qm__tell(run, kind);
    told->figure = figure;
    told->at = at;
    return told;
}

/* The meeting of a model with a hazard; NULL = it does not meet it. */
static const sq_meet *meeting(const sq_prepared *p, const sq_path *path, uint16_t hazard) {
    for (uint16_t h = path->first_hop; h < path->first_hop + path->hop_count; h++) {
        for (uint16_t i = p->hops[h].first_meet; i < p->hops[h].first_meet + p->hops[h].meet_count; i++) {
            if (p->meets[i].hazard == hazard) {
                return &p->meets[i];
            }
        }
    }
    return NULL;
}

/* Where a model comes to the face that a hazard is about, whoever rolls for it; NULL = it does not climb there. */
static const sq_meet *climbing(const sq_prepared *p, const sq_path *path, uint16_t thing) {
    const sq_meet *found = NULL;
    for (uint16_t i = 0; i < p->hazard_count && !found; i++) {
        const bool same = p->hazards[i].kind == SQ_HAZARD_CLIMB && p->hazards[i].thing == thing;
        found = same ? meeting(p, path, i) : NULL;
    }
    return found;
}

/* ----------------------------------------------------------------------------------------------------------- losses */

/* What half of the movement beyond `spent` leaves in all. */
static int32_t halved(const sq_settings *set, int32_t left, int32_t spent) {
    const int32_t rest = left > spent ? left - spent : 0, half = rest / 2;
    return left > spent ? spent + (set->halving == SQ_HALVING_DOWN ? half / INCH * INCH : half) : left;
}

/* Whom a failure of a hazard hits: all of the unit, or those who meet it (only the one who rolled, if each does). Those
 * who have moved already are past it. */
static bool is_hit(const qm__run *run, const sq_prepared *p, uint16_t figure, uint16_t number) {
    const sq_settings *set = sq_set(run->scenario);
    const sq_model *m = sq_at(run->scenario, run->state, figure);
    const sq_path *path = sq_path_of(p, figure);
    if (m->out || m->gone) {
        return false;
    }
    if (set->failure_hits == SQ_FAILURE_HITS_UNIT) {
        return true;
    }
    return path && meeting(p, path, number) != NULL;
}

static int32_t loss_at(const qm_scenario *s, uint8_t kind) {
    return kind == SQ_HAZARD_GROUND ? sq_set(s)->difficult_loss : sq_set(s)->low_loss;
}

/* What a model has lost so far at obstacles and in difficult ground, of what it had. */
static int32_t lost_at(const qm__run *run, const sq_prepared *p, uint16_t figure) {
    const uint64_t failed = sq_game_of(run->scenario, run->state)->failed;
    int32_t lost = 0;
    for (uint16_t i = 0; i < p->hazard_count; i++) {
        const bool counts = failed >> i & 1u && p->hazards[i].kind < SQ_HAZARD_CLIMB && is_hit(run, p, figure, i);
        lost += counts ? loss_at(run->scenario, p->hazards[i].kind) : 0;
    }
    return lost;
}

/* A failed climb of one that has used up so much at its foot. Halved first, what was lost before comes off after it. */
static int32_t left_of_climb(const qm__run *run, const sq_prepared *p, uint16_t figure, int32_t left, int32_t spent) {
    const sq_settings *set = sq_set(run->scenario);
    const sq_path *path = sq_path_of(p, figure);
    const int32_t had = path ? path->allowance : sq_value(run->scenario, figure, SQ_MOVEMENT);
    const bool first = set->penalty_order == SQ_PENALTY_ORDER_HALVE_FIRST;
    const int32_t lost = first ? lost_at(run, p, figure) : 0, all = left + lost < had ? left + lost : had;
    const int32_t rest = halved(set, all, spent) - lost;
    return rest > 0 ? rest : 0;
}

/* One model bears a failure. What it has used up when it gets to the face is not halved; one that does not climb there
 * has all of it before it. */
static void lose(qm__run *run, const sq_prepared *p, uint16_t figure, uint16_t number) {
    const sq_hazard *hazard = &p->hazards[number];
    sq_model *m = sq_at(run->scenario, run->state, figure);
    if (hazard->kind == SQ_HAZARD_CLIMB) {
        const sq_path *path = sq_path_of(p, figure);
        const sq_meet *meet = path ? climbing(p, path, hazard->thing) : NULL;
        m->left = left_of_climb(run, p, figure, m->left, meet ? meet->spent : 0);
    } else {
        const int32_t loss = loss_at(run->scenario, hazard->kind);
        m->left = m->left > loss ? m->left - loss : 0;
    }
}

static void tell_failure(qm__run *run, const sq_hazard *hazard) {
    const sq_settings *set = sq_set(run->scenario);
    const bool one = set->checks_by == SQ_CHECKS_BY_MODEL && set->failure_hits == SQ_FAILURE_HITS_MODELS;
    static const uint16_t kinds[][2] = {
        [SQ_HAZARD_LOW] = {SQ_EVENT_CROSS_FAILED, SQ_EVENT_CROSS_FAILED_ONE},
        [SQ_HAZARD_GROUND] = {SQ_EVENT_GROUND_FAILED, SQ_EVENT_GROUND_FAILED_ONE},
        [SQ_HAZARD_CLIMB] = {SQ_EVENT_CLIMB_FAILED, SQ_EVENT_CLIMB_FAILED_ONE},
    };
    qm_event *told = qm__tell(run, kinds[hazard->kind][one]);
    told->figure = hazard->figure;
    told->word = hazard->thing;
    told->value = loss_at(run->scenario, hazard->kind);
}

/* ----------------------------------------------------------------------------------------------------------- checks */

/* Who rolls for a hazard now: the first of those who are yet to come to it; one of checks_by = model is one model's. */
static uint16_t roller(const qm__run *run, const sq_prepared *p, uint16_t number) {
    for (uint16_t i = 0; i < p->path_count; i++) {
        const sq_model *m = sq_at(run->scenario, run->state, p->paths[i].figure);
        if (!m->out && !m->gone && meeting(p, &p->paths[i], number)) {
            return p->paths[i].figure;
        }
    }
    return p->hazards[number].figure;
}

/* Whether a hazard goes well; it is rolled for the first time that it is met. */
static bool goes_well(qm__run *run, const sq_prepared *p, uint16_t number) {
    sq_game *game = sq_game_of(run->scenario, run->state);
    const sq_hazard *hazard = &p->hazards[number];
    const uint64_t bit = (uint64_t)1 << number;
    if (hazard->rolls && !(game->rolled & bit)) {
        const bool well = qm__sq_roll(run, qm__sq_roll_of(hazard->kind), roller(run, p, number), hazard->stat);
        game->rolled |= bit;
        game->failed |= well ? 0 : bit;
    }
    return !(game->failed & bit);
}

static bool is_lossy(const sq_hazard *hazard) {
    return hazard->kind <= SQ_HAZARD_CLIMB;
}

/* SQ-07, SQ-09: rolled once, and what a failure costs is taken off at once. Whether it has just failed. */
static bool settle_loss(qm__run *run, const sq_prepared *p, uint16_t number) {
    const sq_game *game = sq_game_of(run->scenario, run->state);
    const qm__troop *unit = sq_unit(run->scenario, run->order->actor);
    const bool before = game->rolled >> number & 1u;
    if (!is_lossy(&p->hazards[number]) || before || !p->hazards[number].rolls || goes_well(run, p, number)) {
        return false;
    }
    tell_failure(run, &p->hazards[number]);
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (is_hit(run, p, i, number)) {
            lose(run, p, i, number);
        }
    }
    return true;
}

/* In the order in which the paths meet them, or climbs first. */
static void settle_before(qm__run *run, const sq_prepared *p) {
    const bool climbs_first = sq_set(run->scenario)->penalty_order == SQ_PENALTY_ORDER_HALVE_FIRST;
    for (uint16_t i = 0; i < p->hazard_count && climbs_first; i++) {
        if (p->hazards[i].kind == SQ_HAZARD_CLIMB) {
            settle_loss(run, p, i);
        }
    }
    for (uint16_t i = 0; i < p->hazard_count; i++) {
        settle_loss(run, p, i);
    }
}

/* -------------------------------------------------------------------------------------------------------- given anew
 */

/* Models that fell and may go on are noted until their side has said how. */
static void set_fallen(qm__run *run, uint16_t figure, bool is) {
    const uint32_t number = (uint32_t)(figure - sq_unit(run->scenario, figure)->first), bit = 1u << number % 32;
    int32_t *bits = &run->vars[number < 32 ? SQ_VAR_FALLEN : SQ_VAR_FALLEN_HIGH];
    *bits = (int32_t)(is ? (uint32_t)*bits | bit : (uint32_t)*bits & ~bit);
}

static bool has_fallen(const qm__run *run, uint16_t figure) {
    const uint32_t number = (uint32_t)(figure - sq_unit(run->scenario, figure)->first);
    return (uint32_t)run->vars[number < 32 ? SQ_VAR_FALLEN : SQ_VAR_FALLEN_HIGH] >> number % 32 & 1u;
}

/* They are yet to go, or the rest of their way lapses. */
static void release_fallen(qm__run *run, bool go) {
    const qm__troop *unit = sq_unit(run->scenario, run->order->actor);
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (has_fallen(run, i)) {
            set_fallen(run, i, false);
            sq_at(run->scenario, run->state, i)->gone = !go;
            sq_at(run->scenario, run->state, i)->fell = go;
            if (!go) {
                qm__tell(run, SQ_EVENT_LAPSED_FALLEN)->figure = i;
            }
        }
    }
}

/* Whether its side gives the rest of the move anew. */
static bool is_anew(qm__run *run, uint16_t choice) {
    const uint16_t first = run->order->actor;
    const qm__choice asked = {
        .kind = choice, .figure = first, .side = run->scenario->figures[first - 1].side, .count = 2};
    return qm__choose(run, &asked) != 0;
}

/* From here on the rest of the move is another one. */
static void break_off(qm__run *run, const sq_prepared *p) {
    sq_game *game = sq_game_of(run->scenario, run->state);
    qm__sq_note_hazards(game, p);
    release_fallen(run, true);
    game->rolled = game->failed = 0;
    game->unfinished = game->active = run->order->actor;
    game->target = p->target;
}

/* Asks the side whether the rest of the move is given anew; if so it is broken off here. */
static bool breaks_off(qm__run *run, const sq_prepared *p, uint16_t choice, uint16_t event) {
    if (!is_anew(run, choice)) {
        return false;
    }
    break_off(run, p);
    qm__tell(run, event);
    return true;
}

/* Whether movement that was lost leaves too little for the path of somebody yet to move. */
static bool is_short(const qm__run *run, const sq_prepared *p) {
    bool is = false;
    for (uint16_t i = 0; i < p->path_count; i++) {
        const sq_model *m = sq_at(run->scenario, run->state, p->paths[i].figure);
        is = is || (!m->gone && !m->out && p->paths[i].cost > m->left);
    }
    return is;
}

/* Whether the unit would be torn apart if those yet to move ended where they were ordered to. */
static bool will_be_torn(const qm__run *run, const sq_prepared *p, uint16_t *waiting) {
    const qm_scenario *s = run->scenario;
    const qm__troop *unit = sq_unit(s, run->order->actor);
    qm__body bodies[QM_PARTS_MAX];
    uint16_t count = 0;
    *waiting = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_model *m = sq_at(s, run->state, i);
        const sq_path *path = m->gone ? NULL : sq_path_of(p, i);
        if (!m->out) {
            *waiting = (uint16_t)(*waiting + !m->gone);
            bodies[count++] = path ? qm__sq_body_at(s, i, path->end, path->facing) : qm__sq_body_now(s, run->state, i);
        }
    }
    const sq_spacing spacing = qm__sq_spacing(s, bodies, count);
    return !spacing.coherent || !spacing.gathered;
}

/* ------------------------------------------------------------------------------------------------------------- hops */

/* How a hop ends: done, or the model stops for good: after a jump down, for want of movement, before a climb, or in a
 * gap, unharmed or not. */
typedef enum ended { GOES_ON, STOPS, SHORT, UNCLIMBED, FELL, FELL_BADLY } ended;

static ended stop(qm__run *run, const sq_prepared *p, uint16_t figure, const sq_hop *hop, const sq_stop *how) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    sq_put(m, qm__sq_stop_on(run, figure, p, hop, how->spent, m->left));
    tell_at(run, how->event, figure, sq_place(m));
    return how->event == SQ_EVENT_NO_CLIMB ? UNCLIMBED : SHORT;
}

/* SQ-12: the unit, or those who came down there. */
static void save_all(qm__run *run, uint16_t figure) {
    const qm__troop *unit = sq_unit(run->scenario, figure);
    const bool all = sq_set(run->scenario)->failure_hits == SQ_FAILURE_HITS_UNIT;
    qm__tell(run, all ? SQ_EVENT_FALL_FAILED : SQ_EVENT_FALL_FAILED_ONE)->figure = figure;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (!sq_at(run->scenario, run->state, i)->out && (all || i == figure)) {
            qm__sq_save(run, i);
        }
    }
}

/* SQ-11 for one who has come down: a check, once for all who share it, and what its failure does. Whether the model
 * goes on. */
static ended come_down(qm__run *run, const sq_prepared *p, uint16_t figure, uint16_t number) {
    const sq_settings *set = sq_set(run->scenario);
    const bool first = !(sq_game_of(run->scenario, run->state)->rolled >> number & 1u);
    if (goes_well(run, p, number)) {
        return GOES_ON;
    }
    if (first || set->failure_hits == SQ_FAILURE_HITS_MODELS) {
        save_all(run, figure);
    }
    const bool out = sq_at(run->scenario, run->state, figure)->out;
    return out || set->after_fall == SQ_AFTER_FALL_ENDS ? STOPS : GOES_ON;
}

/* One who fell and may go on does as far as its order still makes sense. If movement is left for another way, that is
 * noted. */
static void go_on(qm__run *run, const sq_prepared *p, uint16_t figure, const sq_hop *hop) {
    const sq_path *path = sq_path_of(p, figure);
    sq_model *m = sq_at(run->scenario, run->state, figure);
    const uint16_t next = (uint16_t)(hop - p->hops + 1), end = (uint16_t)(path->first_hop + path->hop_count);
    int32_t spent = hop->cost;
    if (!qm__sq_walk_on(run, figure, &p->hops[next], (uint16_t)(end - next), &spent) && m->left > spent) {
        m->left -= spent;
        set_fallen(run, figure, true);
    }
}

/* SQ-10: the leap failed. A deep fall has its own check, or counts as one that failed. The check is that of the fall
 * from this edge, and has no hazard of its own: it is rolled for each leap that fails, once for all who share that. */
static ended fall_short(qm__run *run, const sq_prepared *p, uint16_t figure, const sq_hop *hop, uint16_t number) {
    const sq_settings *set = sq_set(run->scenario);
    const sq_hazard *hazard = &p->hazards[number];
    sq_game *game = sq_game_of(run->scenario, run->state);
    const uint64_t bit = (uint64_t)1 << (SQ_HAZARDS_MAX + number);
    qm__tell(run, SQ_EVENT_LEAP_FAILED)->figure = figure;
    const int32_t depth = qm__sq_fall(run, figure, hop);
    sq_model *m = sq_at(run->scenario, run->state, figure);
    m->left = set->leap_spends == SQ_LEAP_SPENDS_ALL ? hop->cost : m->left;
    const bool first = depth > set->drop_free && !(game->rolled & bit);
    if (first) {
        const bool well = set->leap_test == SQ_LEAP_TEST_SECOND && qm__sq_roll(run, SQ_ROLL_DROP, figure, hazard->stat);
        game->rolled |= bit;
        game->failed |= well ? 0 : bit;
    }
    const bool bad = depth > set->drop_free && (game->failed & bit) != 0;
    if (bad && (first || set->failure_hits == SQ_FAILURE_HITS_MODELS)) {
        save_all(run, figure);
    }
    if (m->out || (bad && set->after_fall == SQ_AFTER_FALL_ENDS)) {
        return FELL_BADLY;
    }
    if (depth > 0) {
        go_on(run, p, figure, hop);
    }
    return FELL;
}

/* What a model meets on one hop. */
static ended meet_all(qm__run *run, const sq_prepared *p, uint16_t figure, const sq_hop *hop) {
    const sq_model *m = sq_at(run->scenario, run->state, figure);
    const sq_path *path = sq_path_of(p, figure);
    for (uint16_t i = hop->first_meet; i < hop->first_meet + hop->meet_count; i++) {
        const sq_meet *meet = &p->meets[i];
        int32_t left = qm__sq_left_on(run, path, hop, m->left);
        sq_stop short_of;
        const bool stops = qm__sq_stops_at(run->scenario, p, hop, meet, left, &short_of);
        const bool tries = left >= meet->spent && (!stops || short_of.spent > meet->spent); /* SQ-08: or no attempt */
        if (tries && settle_loss(run, p, meet->hazard)) { /* it stays there if nothing is left */
            run->vars[SQ_VAR_USED] = meet->spent;
            qm__sq_stay_off(run, p, path);
            left = qm__sq_left_on(run, path, hop, m->left);
        }
        if (qm__sq_stops_at(run->scenario, p, hop, meet, left, &short_of)) {
            return stop(run, p, figure, hop, &short_of);
        }
        if (p->hazards[meet->hazard].kind == SQ_HAZARD_LEAP && m->left >= hop->cost &&
            !goes_well(run, p, meet->hazard)) {
            return fall_short(run, p, figure, hop, meet->hazard);
        }
    }
    return GOES_ON;
}

/* The jump down at the end of a hop, if it has one. */
static ended land(qm__run *run, const sq_prepared *p, uint16_t figure, const sq_hop *hop) {
    ended how = GOES_ON;
    for (uint16_t i = hop->first_meet; i < hop->first_meet + hop->meet_count && how == GOES_ON; i++) {
        if (p->hazards[p->meets[i].hazard].kind == SQ_HAZARD_DROP && p->hazards[p->meets[i].hazard].rolls) {
            how = come_down(run, p, figure, p->meets[i].hazard);
        }
    }
    return how;
}

static ended play_hop(qm__run *run, const sq_prepared *p, uint16_t figure, const sq_hop *hop) {
    static const uint16_t events[SQ_LEG_COUNT] = {[SQ_LEG_WALK] = SQ_EVENT_WALKED,
                                                  [SQ_LEG_VIA] = SQ_EVENT_WALKED,
                                                  [SQ_LEG_CLIMB] = SQ_EVENT_CLIMBED,
                                                  [SQ_LEG_LEAP] = SQ_EVENT_LEAPT,
                                                  [SQ_LEG_DROP] = SQ_EVENT_DROPPED};
    sq_model *m = sq_at(run->scenario, run->state, figure);
    const sq_path *path = sq_path_of(p, figure);
    if (qm__sq_left_on(run, path, hop, m->left) < 0) {
        tell_at(run, SQ_EVENT_STOPPED, figure, sq_place(m));
        return SHORT;
    }
    m->facing = sq_round(run->scenario, figure) ? m->facing : hop->facing;
    const ended met = meet_all(run, p, figure, hop);
    if (met != GOES_ON) {
        return met;
    }
    sq_stop short_of;
    if (qm__sq_stops_on(hop, qm__sq_left_on(run, path, hop, m->left), &short_of)) {
        return stop(run, p, figure, hop, &short_of);
    }
    sq_put(m, hop->to);
    const uint16_t event = sq_flies(run->scenario, figure) ? SQ_EVENT_FLEW : events[hop->leg];
    tell_at(run, event, figure, hop->to)->value = hop->cost;
    return land(run, p, figure, hop);
}

/* ------------------------------------------------------------------------------------------------------------ models
 */

/* Makes sure that a model that has come to rest has room there. */
static void settle_down(qm__run *run, uint16_t figure) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    if (m->out || qm__sq_free_at(run, figure, sq_place(m))) {
        return;
    }
    sq_put(m, qm__sq_nearest_free(run, figure, sq_place(m)));
    tell_at(run, SQ_EVENT_PUSHED, figure, sq_place(m));
}

/* Whether it fell into a gap. */
static bool play_path(qm__run *run, const sq_prepared *p, const sq_path *path) {
    static const uint16_t lapses[] = {[STOPS] = SQ_EVENT_LAPSED,
                                      [SHORT] = SQ_EVENT_LAPSED_SHORT,
                                      [UNCLIMBED] = SQ_EVENT_LAPSED_CLIMB,
                                      [FELL] = SQ_EVENT_LAPSED_FALLEN,
                                      [FELL_BADLY] = SQ_EVENT_LAPSED};
    const uint16_t figure = path->figure;
    sq_model *m = sq_at(run->scenario, run->state, figure);
    ended how = m->out ? STOPS : GOES_ON;
    uint16_t i = 0;
    for (; i < path->hop_count && how == GOES_ON; i++) {
        how = play_hop(run, p, figure, &p->hops[path->first_hop + i]);
    }
    const bool fell = how == FELL || how == FELL_BADLY;
    run->vars[SQ_VAR_USED] = 0;
    if (m->out) {
        return fell;
    }
    if (how != GOES_ON && i < path->hop_count && !has_fallen(run, figure)) {
        qm__tell(run, lapses[how])->figure = figure;
    }
    m->facing = qm__sq_facing_at(run, path, sq_place(m), m->facing, m->left);
    if (m->facing != path->began) {
        qm_event *told = qm__tell(run, SQ_EVENT_TURNED);
        told->figure = figure;
        told->word = m->facing;
    }
    m->gone = 1;
    settle_down(run, figure);
    return fell;
}

bool qm__sq_is_bound(const qm__run *run, const sq_prepared *p, const sq_path *path) {
    const uint64_t failed = sq_game_of(run->scenario, run->state)->failed;
    bool is = false;
    for (uint16_t i = 0; i < p->hazard_count && !is; i++) {
        is = failed >> i & 1u && !is_lossy(&p->hazards[i]) && meeting(p, path, i) != NULL;
    }
    return is;
}

/* SQ-10, SQ-11: what failed binds all who declared it. The first of them who has not moved; NULL = none. */
static const sq_path *next_bound(const qm__run *run, const sq_prepared *p) {
    for (uint16_t i = 0; i < p->path_count; i++) {
        const sq_model *m = sq_at(run->scenario, run->state, p->paths[i].figure);
        if (!m->gone && !m->out && qm__sq_is_bound(run, p, &p->paths[i])) {
            return &p->paths[i];
        }
    }
    return NULL;
}

/* One who has not gone goes, and if he falls, all who are bound by that; whether he did. After losses that were met on
 * the way those who are left mend what they can. */
static bool play_paths(qm__run *run, const sq_prepared *p, const sq_path *path) {
    if (sq_set(run->scenario)->check_time == SQ_CHECK_TIME_AS_MET && is_short(run, p)) {
        qm__sq_hold_back(run, p);
    }
    const bool fell = !sq_at(run->scenario, run->state, path->figure)->gone && play_path(run, p, path);
    for (const sq_path *next = next_bound(run, p); fell && next; next = next_bound(run, p)) {
        play_path(run, p, next);
    }
    return fell;
}

/* ------------------------------------------------------------------------------------------------------- the whole */

void qm__sq_forget_unfinished(const qm_scenario *s, qm_state *st) {
    sq_game *game = sq_game_of(s, st);
    game->unfinished = game->target = 0;
    game->rolled = game->failed = game->areas = 0;
    memset(game->low, 0, sizeof game->low);
    memset(game->climbed, 0, sizeof game->climbed);
    memset(game->flown, 0, sizeof game->flown);
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        sq_at(s, st, i)->left = 0;
        sq_at(s, st, i)->gone = 0;
        sq_at(s, st, i)->fell = 0;
    }
}

static bool tell_contact(qm__run *run) {
    const qm__troop *unit = sq_unit(run->scenario, run->order->actor);
    bool any = false;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const uint16_t enemy = qm__sq_touched(run->scenario, run->state, i);
        if (enemy) {
            qm_event *told = qm__tell(run, SQ_EVENT_CONTACT);
            told->figure = i;
            told->other = enemy;
            any = true;
        }
    }
    return any;
}

/* The move is over, and its action is spent. */
static void finish(qm__run *run, uint16_t target) {
    const qm_scenario *s = run->scenario;
    const uint16_t first = run->order->actor;
    sq_model *m = sq_at(s, run->state, first);
    const qm__troop *unit = sq_unit(s, first);
    if (target && !tell_contact(run)) {
        qm__tell(run, SQ_EVENT_CHARGE_FAILED)->other = target;
        qm__sq_end_off(run, target);
    }
    m->charged = (uint8_t)(m->charged + (target != 0));
    qm__sq_forget_unfinished(s, run->state);
    m->moves++;
    qm__tell(run, SQ_EVENT_ENDED);
    const sq_spacing spacing = qm__sq_spacing_now(s, run->state, unit);
    if (qm__sq_present(s, run->state, unit) < run->vars[SQ_VAR_PRESENT]) {
        qm__sq_after_casualties(run, first);
    } else if (!spacing.coherent || !spacing.gathered) {
        qm__tell(run, SQ_EVENT_APART);
    }
    run->vars[SQ_VAR_PRESENT] = 0;
    qm__sq_spend_action(run);
}

void qm__sq_end_unfinished(qm__run *run) {
    finish(run, sq_game_of(run->scenario, run->state)->target);
}

/* What each model may use up: those of an unfinished move know it. */
static void set_out(qm__run *run, const sq_prepared *p) {
    const qm_scenario *s = run->scenario;
    const qm__troop *unit = sq_unit(s, run->order->actor);
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_path *path = sq_path_of(p, i);
        sq_model *m = sq_at(s, run->state, i);
        if (!m->out && !sq_game_of(s, run->state)->unfinished) {
            m->left = path ? path->allowance : sq_value(s, i, SQ_MOVEMENT);
        }
    }
}

/* Whether two of the unit share a place just now: one has gone to where another is yet to leave. */
static bool is_crowded(const qm__run *run) {
    const qm_scenario *s = run->scenario;
    const qm__troop *unit = sq_unit(s, run->order->actor);
    bool is = false;
    for (uint16_t a = unit->first; a < unit->first + unit->count; a++) {
        for (uint16_t b = unit->first; b < a && !is; b++) {
            const qm__body one = qm__sq_body_now(s, run->state, a), other = qm__sq_body_now(s, run->state, b);
            is = !sq_at(s, run->state, a)->out && !sq_at(s, run->state, b)->out && qm__sq_overlap(s, &one, &other);
        }
    }
    return is;
}

/* Breaks the move off if those yet to move can mend a unit that is torn apart; what they can do. */
static bool breaks_off_to_mend(qm__run *run, const sq_prepared *p, sq_prepared *mending) {
    const qm__troop *unit = sq_unit(run->scenario, run->order->actor);
    sq_game *game = sq_game_of(run->scenario, run->state);
    const sq_game was = *game;
    const int32_t fallen = run->vars[SQ_VAR_FALLEN], high = run->vars[SQ_VAR_FALLEN_HIGH];
    qm_order order;
    break_off(run, p);
    if (qm__sq_find_mending(run->scenario, run->state, unit->first, run->search, mending, &order)) {
        return true;
    }
    *game = was;
    run->vars[SQ_VAR_FALLEN] = fallen;
    run->vars[SQ_VAR_FALLEN_HIGH] = high;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (has_fallen(run, i)) {
            sq_at(run->scenario, run->state, i)->gone = 1;
            sq_at(run->scenario, run->state, i)->fell = 0;
        }
    }
    return false;
}

/* How a move goes on after a fall. */
typedef enum after { AS_ORDERED, ANEW, MENDING } after;

/* A fall may have torn the unit apart: those yet to move mend it if they can, at the places that are found or as their
 * side orders them anew; if they cannot, their side says whether they go on. It is settled once: what is found leads
 * nobody over anything that could fail. */
static after mend(qm__run *run, const sq_prepared *p, sq_prepared *mending) {
    uint16_t waiting;
    if (sq_set(run->scenario)->torn == SQ_TORN_STAY || run->vars[SQ_VAR_ASKED] || !will_be_torn(run, p, &waiting) ||
        waiting == 0 || is_crowded(run)) {
        return AS_ORDERED;
    }
    run->vars[SQ_VAR_ASKED] = 1;
    if (!breaks_off_to_mend(run, p, mending)) {
        return breaks_off(run, p, SQ_CHOICE_MEND, SQ_EVENT_MENDING) ? ANEW : AS_ORDERED;
    }
    const bool anew = is_anew(run, SQ_CHOICE_MEND_FOUND);
    qm__tell(run, anew ? SQ_EVENT_MENDING_NOW : SQ_EVENT_MENDED);
    return anew ? ANEW : MENDING;
}

/* SQ-10: whether those who fell and may go on are given another way; else the rest of theirs lapses. It waits until
 * nobody shares a place. */
static bool is_to_go_on(qm__run *run, const sq_prepared *p) {
    if ((run->vars[SQ_VAR_FALLEN] == 0 && run->vars[SQ_VAR_FALLEN_HIGH] == 0) || is_crowded(run)) {
        return false;
    }
    if (breaks_off(run, p, SQ_CHOICE_FALLEN, SQ_EVENT_GOING_ON)) {
        return true;
    }
    release_fallen(run, false);
    return false;
}

/* One model after the other, until all have gone or the rest of the move is another one. */
static after play_all(qm__run *run, const sq_prepared *p, sq_prepared *mending) {
    after how = AS_ORDERED;
    for (uint16_t i = 0; i < p->path_count && how == AS_ORDERED; i++) {
        const bool fell = play_paths(run, p, &p->paths[i]);
        how = fell ? mend(run, p, mending) : AS_ORDERED;
        how = how == AS_ORDERED && is_to_go_on(run, p) ? ANEW : how;
    }
    return how;
}

void qm__sq_play_move(qm__run *run) {
    const sq_prepared *p = run->prepared;
    const bool anew = sq_game_of(run->scenario, run->state)->unfinished != 0;
    const uint16_t target = p->target;
    const bool charges = run->order->kind == SQ_ORDER_CHARGE; /* one that was broken off can go on as a move */
    qm__tell(run, charges ? SQ_EVENT_CHARGES : SQ_EVENT_MOVES)->other = charges ? target : 0;
    set_out(run, p);
    run->vars[SQ_VAR_PRESENT] = qm__sq_present(run->scenario, run->state, sq_unit(run->scenario, run->order->actor));
    if (sq_set(run->scenario)->check_time == SQ_CHECK_TIME_BEFORE && !anew) {
        settle_before(run, p);
        if (is_short(run, p)) {
            if (breaks_off(run, p, SQ_CHOICE_SHORTEN, SQ_EVENT_BROKEN_OFF)) {
                return;
            }
            qm__sq_hold_back(run, p);
        }
    }
    sq_prepared mending;
    const after how = play_all(run, p, &mending);
    if (how == MENDING) { /* the state says what is found: whoever has moved stays, and what is left to the others */
        run->prepared = &mending;
        play_all(run, &mending, NULL);
    }
    if (how != ANEW) {
        release_fallen(run, false);
        finish(run, target);
    }
    run->prepared = p;
}
