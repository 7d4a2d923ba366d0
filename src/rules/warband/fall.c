/* Falls: landing, falling on over the next ledge, the injury roll and what comes of it; units that lose their footing
 * at a ledge; units and treasure taken off the table.
 *
 * Invariant: before every roll all that later code needs is in the state or in run->vars: how far the unit has fallen
 * so far, over which side it goes, and where it took off as long as its treasure may have to be put there. Every fall
 * ends lower than it began, so that no unit falls more often than there are heights on the table, whatever the dice
 * say.
 *
 * Rejected: falls worked out in full when the order is judged. Where one comes to rest depends on dice of the same
 * order: which of two places it landed at, and whether it kept its footing there.
 */
#include "game/place.h"
#include "rules/warband/warband.h"

enum { SIDES_MAX = 8 };

/* Edges whose directions differ by less than an eighth of a turn are one side of a ledge: the cosine, a little less. */
#define SAME_SIDE 0.7

/* A side over which a unit beside a ledge can go. */
typedef struct side {
    qm__xy edge;    /* the nearest point of it */
    qm__xy outward; /* length 1 */
    double distance;
    int32_t depth;
} side;

/* Where one who falls may land. */
typedef struct landing {
    const qm_place *places;
    int count;
    uint16_t onto; /* who was in the way; 0 = nobody */
    bool asks;     /* its side says at which; else a die */
} landing;

/* -------------------------------------------------------------------------------------------------- ledges (WB-34) */

static qm__xy outward_of(const qm__rim *rim) {
    const qm__xy left = qm__left(qm__minus(rim->b, rim->a));
    return qm__unit((qm__xy){-left.x, -left.y});
}

/* Puts a rim among the sides, nearest first; of those of one side the nearest stays. */
static int keep_side(side sides[SIDES_MAX], int count, const side *found) {
    int at = 0;
    while (at < count && sides[at].distance <= found->distance) {
        if (qm__dot(sides[at].outward, found->outward) > SAME_SIDE) {
            return count;
        }
        at++;
    }
    int kept = at;
    side farther[SIDES_MAX];
    int farther_count = 0;
    for (int i = at; i < count; i++) {
        if (qm__dot(sides[i].outward, found->outward) <= SAME_SIDE) {
            farther[farther_count++] = sides[i];
        }
    }
    if (kept < SIDES_MAX) {
        sides[kept++] = *found;
    }
    for (int i = 0; i < farther_count && kept < SIDES_MAX; i++) {
        sides[kept++] = farther[i];
    }
    return kept;
}

/* The sides of ledges that a unit at a place is beside: drops deep enough within the distance of its base, without a
 * railing or anything else between. Of a hole or a bend, edges that it would have to come to from the far side are
 * none. */
static int sides_beside(const qm_scenario *s, uint16_t figure, qm_place at, side sides[SIDES_MAX]) {
    const wb_settings *set = wb_set(s);
    const qm__rims *rims = &wb_of(s)->inches.rims;
    const qm__xy here = {at.x, at.y};
    const double limit = (double)set->ledge_within + wb_value(s, figure, WB_RADIUS) + QM__SLACK;
    int count = 0;
    for (uint32_t i = 0; i < rims->count && set->ledge == WB_LEDGE_CHECK; i++) {
        const qm__rim *rim = &rims->items[i];
        const bool within = rim->z == at.z && qm__dot(outward_of(rim), qm__minus(here, rim->a)) <= QM__SLACK;
        const double distance =
            within ? qm__rim_distance(&s->table, rims, i, here.x, here.y, at.z, set->ledge_drop, 0, limit) : -1;
        if (distance >= 0) {
            const double part = qm__nearest_part(rim->a, rim->b, here);
            const side found = {.edge = qm__along(rim->a, qm__minus(rim->b, rim->a), part),
                                .outward = outward_of(rim),
                                .distance = distance,
                                .depth = at.z - rim->below_z};
            count = keep_side(sides, count, &found);
        }
    }
    return count;
}

/* Whether it loses its footing. */
static bool slips(qm__run *run, uint16_t figure) {
    side sides[SIDES_MAX];
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    if (!wb_downed(u) || sides_beside(run->scenario, figure, wb_place(u), sides) == 0) {
        return false;
    }
    qm_event *told = qm__tell(run, WB_EVENT_AT_LEDGE);
    told->figure = figure;
    told->at = wb_place(u);
    told->value = sides[0].depth;
    const wb_check check = qm__wb_check(run->scenario, run->state, figure, WB_CHECK_LEDGE, 0, NULL, NULL);
    const bool kept = check.count == 0 || (!check.fails && qm__wb_roll(run, figure, WB_ROLL_LEDGE, &check));
    qm__tell(run, kept ? WB_EVENT_LEDGE_KEPT : WB_EVENT_LEDGE_LOST)->figure = figure;
    return !kept;
}

/* --------------------------------------------------------------------------------------------------------- landing */

static void tell_numbers(qm__run *run, uint16_t kind, uint16_t figure, qm_place at, int number) {
    qm_event *told = qm__tell(run, kind);
    told->figure = figure;
    told->at = at;
    told->value = number;
}

static int pick(qm__run *run, uint16_t kind, uint16_t figure, int count) {
    const qm__roll roll = {.kind = kind, .figure = figure, .dice = 1, .sides = (uint8_t)count, .shape = QM__PICK};
    return qm__roll_take(run, &roll);
}

/* Which of some places it lands at: a die decides, or its side (fall_crowded), which thinks of the first by itself. */
static int choose_place(qm__run *run, uint16_t figure, const landing *l) {
    const qm__choice choice = {.kind = WB_CHOICE_LAND,
                               .figure = figure,
                               .side = run->scenario->figures[figure - 1].side,
                               .count = (uint8_t)l->count,
                               .places = l->places};
    for (int i = 0; !l->asks && i < l->count; i++) {
        tell_numbers(run, WB_EVENT_MAY_LAND, figure, l->places[i], i + 1);
    }
    return l->asks ? qm__choose(run, &choice) : pick(run, WB_ROLL_LANDING, figure, l->count);
}

/* WB-19: at one of some places. How far it has fallen is in the vars. */
static void land(qm__run *run, uint16_t figure, const landing *l, bool on) {
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    const bool engaged = qm__wb_engaged_by(run->scenario, run->state, figure, true) != 0;
    run->vars[WB_VAR_FELL] = run->vars[WB_VAR_FELL] || figure == run->order->actor;
    wb_put(u, l->places[l->count > 1 ? choose_place(run, figure, l) : 0]);
    tell_numbers(run, on ? WB_EVENT_FELL_ON : WB_EVENT_FELL, figure, wb_place(u), run->vars[WB_VAR_HEIGHT]);
    if (l->onto) {
        qm_event *told = qm__tell(run, WB_EVENT_FELL_BESIDE);
        told->figure = figure;
        told->other = l->onto;
        if (wb_set(run->scenario)->fall_on_hurts == WB_FALL_ON_HURTS_BOTH_ROLL && run->vars[WB_VAR_STRUCK] == 0) {
            run->vars[WB_VAR_STRUCK] = l->onto;
            run->vars[WB_VAR_STRUCK_FROM] = run->vars[WB_VAR_HEIGHT];
        }
    }
    if (engaged && qm__wb_engaged_by(run->scenario, run->state, figure, true) == 0) {
        qm__tell(run, WB_EVENT_CONTACT_LOST)->figure = figure;
    }
}

static void tell_no_room(qm__run *run, uint16_t figure) {
    qm_event *told = qm__tell(run, WB_EVENT_NO_ROOM);
    told->figure = figure;
    told->at = wb_place(wb_at(run->scenario, run->state, figure));
}

static bool asks_for(const qm_scenario *s, const qm__inch_fall *fall) {
    return fall->onto != 0 && wb_set(s)->fall_crowded == WB_FALL_CROWDED_ASK;
}

/* Where one who goes over a side comes to rest. Nobody is in its way any more than anybody else. */
static void find_fall(qm__run *run, uint16_t figure, const side *over, qm__inch_fall *out) {
    const qm_scenario *s = run->scenario;
    const qm__inches *inches = &wb_of(s)->inches;
    const int32_t z = wb_at(s, run->state, figure)->z;
    qm__inch_search *search = qm__inch_begin(s, inches, run->state, 0, run->search);
    search->crowd.self = (uint16_t)(figure - 1);
    const bool ground = wb_set(s)->fall_to == WB_FALL_TO_GROUND; /* as if it fell from right above it */
    qm__inch_fall_from(qm__inch_base_of(inches, figure), &search->crowd, over->edge, ground ? 1 : z, over->outward,
                       WB_CLEAR, qm__inch_scratch(search), out);
    out->height = out->count ? z - out->places[0].z : 0;
    if (asks_for(s, out)) {
        qm__inch_fall_around(qm__inch_base_of(inches, figure), &search->crowd, over->edge, over->outward, WB_CLEAR,
                             qm__inch_scratch(search), out);
    }
}

/* Goes over one of the sides beside it: true when it has fallen. */
static bool go_over(qm__run *run, uint16_t figure, bool on) {
    side sides[SIDES_MAX];
    qm__inch_fall fall;
    const qm_place from = wb_place(wb_at(run->scenario, run->state, figure));
    const int count = sides_beside(run->scenario, figure, from, sides);
    if (count == 0) {
        return false;
    }
    for (int i = 0; count > 1 && i < count; i++) {
        const qm_place at = {qm__units(sides[i].edge.x), qm__units(sides[i].edge.y), from.z};
        tell_numbers(run, WB_EVENT_MAY_GO_OVER, figure, at, i + 1);
    }
    run->vars[WB_VAR_SIDE] = count > 1 ? 1 + pick(run, WB_ROLL_LEDGE_SIDE, figure, count) : 1;
    find_fall(run, figure, &sides[run->vars[WB_VAR_SIDE] - 1], &fall);
    if (fall.count == 0) {
        tell_no_room(run, figure);
    } else {
        run->vars[WB_VAR_HEIGHT] += fall.height;
        const landing l = {fall.places, fall.count, fall.onto, asks_for(run->scenario, &fall)};
        land(run, figure, &l, on);
    }
    run->vars[WB_VAR_SIDE] = 0;
    return fall.count != 0;
}

/* --------------------------------------------------------------------------------------------------- off the table */

void qm__wb_remove(qm__run *run, uint16_t figure, qm_place treasure_at) {
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    if (u->treasure) {
        qm_event *told = qm__tell(run, WB_EVENT_TREASURE_DROPPED);
        told->figure = figure;
        told->item = u->treasure;
        told->at = treasure_at;
        qm__wb_lay_down(run, figure, treasure_at);
    }
    u->condition = WB_OUT;
    wb_put(u, (qm_place){0, 0, 0});
    qm__end_if_decided(run);
}

/* Where the treasure of one who is incapacitated by a fall lies. */
static qm_place treasure_place(const qm__run *run, const wb_unit *u) {
    return wb_set(run->scenario)->token_drop == WB_TOKEN_DROP_TAKE_OFF
               ? (qm_place){run->vars[WB_VAR_X], run->vars[WB_VAR_Y], run->vars[WB_VAR_Z]}
               : wb_place(u);
}

static void note_take_off(qm__run *run, uint16_t figure) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    if (u->treasure && wb_set(run->scenario)->token_drop == WB_TOKEN_DROP_TAKE_OFF) {
        run->vars[WB_VAR_X] = u->x;
        run->vars[WB_VAR_Y] = u->y;
        run->vars[WB_VAR_Z] = u->z;
    }
}

static void forget_take_off(qm__run *run) {
    run->vars[WB_VAR_X] = run->vars[WB_VAR_Y] = run->vars[WB_VAR_Z] = 0;
}

static void take_off_table(qm__run *run, uint16_t figure, uint16_t event) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    qm_event *told = qm__tell(run, event);
    told->figure = figure;
    told->at = wb_place(u);
    qm__wb_remove(run, figure, treasure_place(run, u));
}

/* -------------------------------------------------------------------------------------------------- injury (WB-18) */

enum { BONUS_MAX = 10000 }; /* beyond every row of the table of injuries */

/* What the height of a fall adds to the injury roll. */
static int32_t height_bonus(const wb_settings *set, int32_t height) {
    const int64_t beyond = height > set->fall_free ? (height - set->fall_free) / set->fall_each : 0;
    return beyond * set->fall_bonus < BONUS_MAX ? (int32_t)(beyond * set->fall_bonus) : BONUS_MAX;
}

/* What a die does, WB_WELL = nothing. */
static uint8_t injury_of(const qm_scenario *s, int die, int32_t bonus) {
    const wb_data *d = wb_of(s);
    uint8_t result = d->set.injury_low == WB_INJURY_LOW_DAZED ? WB_DAZED : WB_WELL;
    const bool low = d->set.injury_reads == WB_INJURY_READS_DIE && d->injury_count > 0 && die < d->injury_from[0];
    for (uint8_t i = 0; i < d->injury_count && !low; i++) {
        if (die + bonus >= d->injury_from[i]) {
            result = d->injury_result[i];
        }
    }
    return result;
}

/* Rolls: a class for each stretch of faces that do the same, or for each face if there are more than a roll can tell
 * apart. */
static uint8_t roll_injury(qm__run *run, uint16_t figure, int32_t height) {
    const qm_scenario *s = run->scenario;
    const wb_settings *set = wb_set(s);
    const int faces = set->injury_die;
    const int32_t bonus = height_bonus(set, height) + set->injury_extra;
    qm__roll roll = {.kind = WB_ROLL_INJURY, .figure = figure, .dice = 1, .sides = (uint8_t)faces, .shape = QM__BANDS};
    enum { CUTS_MAX = sizeof roll.cuts / sizeof roll.cuts[0] };
    qm__roll_aside aside = {.term_count = 0};
    qm__term(aside.terms, &aside.term_count, WB_TERM_FALL, height_bonus(set, height));
    qm__term(aside.terms, &aside.term_count, WB_TERM_EXTRA, set->injury_extra);
    if (bonus != 0 && set->injury_reads == WB_INJURY_READS_DIE) {
        qm__term_word(aside.terms, &aside.term_count, WB_TERM_DIE);
    }
    for (int die = 1; die < faces; die++) {
        if (injury_of(s, die, bonus) == injury_of(s, die + 1, bonus)) {
            continue;
        }
        if (roll.cut_count == CUTS_MAX) {
            roll = (qm__roll){.kind = roll.kind, .figure = figure, .dice = 1, .sides = roll.sides, .shape = QM__SUM};
            return injury_of(s, 1 + qm__roll_take_telling(run, &roll, &aside), bonus);
        }
        roll.cuts[roll.cut_count++] = (int16_t)die;
    }
    const int band = qm__roll_take_telling(run, &roll, &aside);
    return injury_of(s, band == 0 ? 1 : roll.cuts[band - 1] + 1, bonus);
}

/* WB-20: what incapacitates costs a wound instead, where there is more than one left. */
static uint8_t spare(qm__run *run, uint16_t figure, uint8_t result) {
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    const int32_t left = wb_value(run->scenario, figure, WB_WOUNDS) - u->wounds;
    if (result != WB_OUT || left <= 1 || wb_set(run->scenario)->fall_wounds != WB_FALL_WOUNDS_STUN) {
        return result;
    }
    u->wounds++;
    qm__tell(run, WB_EVENT_WOUND_LOST)->figure = figure;
    return WB_STUNNED;
}

/* Who is stunned or dazed in some waters goes under. */
static bool drowns_at(const qm_scenario *s, const wb_unit *u, uint16_t figure, qm_place at) {
    const wb_data *d = wb_of(s);
    const qm__inch_base *base = qm__inch_base_of(&d->inches, figure);
    return wb_downed(u) && d->drowns != 0 && (qm__areas_at(base->levels, qm__inch_spot(base, at)) & d->drowns) != 0;
}

static void drown(qm__run *run, uint16_t figure) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    if (drowns_at(run->scenario, u, figure, wb_place(u))) {
        take_off_table(run, figure, WB_EVENT_DROWNED);
    }
}

_Static_assert(WB_EVENT_HURT_OUT - WB_EVENT_HURT_STAGGERED == WB_OUT - WB_STAGGERED, "an event for each condition");

/* Of a condition that it has and one that it comes to, the worse holds. */
static void suffer(qm__run *run, uint16_t figure, uint8_t result) {
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    const uint16_t event = (uint16_t)(WB_EVENT_HURT_STAGGERED + result - WB_STAGGERED);
    if (result == WB_OUT) {
        take_off_table(run, figure, event);
        return;
    }
    u->condition = result > u->condition ? result : u->condition;
    qm__tell(run, result == WB_WELL ? WB_EVENT_UNHURT : event)->figure = figure;
    drown(run, figure); /* also one that was dazed before it fell */
}

static bool rolls_injury(const wb_settings *set, int32_t height) {
    return height > set->fall_free || set->short_fall == WB_SHORT_FALL_ROLLS;
}

static void tell_bonus(qm__run *run, uint16_t figure, int32_t height) {
    const int32_t bonus = height_bonus(wb_set(run->scenario), height);
    if (bonus != 0) {
        qm_event *told = qm__tell(run, WB_EVENT_INJURY_BONUS);
        told->figure = figure;
        told->value = bonus;
        told->needed = height;
    }
}

/* The end of a fall, for the one who fell or the one below (`struck`): true when it has done something to the unit. */
static bool injure(qm__run *run, uint16_t figure, bool struck) {
    const int32_t height = run->vars[WB_VAR_HEIGHT];
    uint8_t result = WB_WELL;
    if (rolls_injury(wb_set(run->scenario), height)) {
        if (struck) {
            tell_numbers(run, WB_EVENT_STRUCK, figure, wb_place(wb_at(run->scenario, run->state, figure)), height);
        } else {
            tell_bonus(run, figure, height);
        }
        result = spare(run, figure, roll_injury(run, figure, height));
    }
    run->vars[WB_VAR_HEIGHT] = 0;
    suffer(run, figure, result);
    return result != WB_WELL;
}

/* ------------------------------------------------------------------------------------------------------ whole falls */

/* One that has landed falls on (WB-34), or is hurt, and then may lose its footing again: true when it was hurt. Each
 * time round it is lower than before. */
static bool come_down(qm__run *run, uint16_t figure) {
    const bool added = wb_set(run->scenario)->fall_chain == WB_FALL_CHAIN_ADDED;
    bool hurt = false;
    for (int left = run->scenario->table.height_count; left >= 0; left--) {
        if (added && left > 0 && go_over(run, figure, true)) {
            continue;
        }
        hurt =
            injure(run, figure, false) || hurt; /* who goes round again has been hurt: it is no matter of later dice */
        if (added || !hurt || !slips(run, figure) || !go_over(run, figure, false)) {
            break;
        }
    }
    forget_take_off(run);
    return hurt;
}

/* Whoever was fallen onto rolls as well (fall_on_hurts), and may go over a ledge for it, onto the next one. In one fall
 * only the first that is struck. */
static void hurt_struck(qm__run *run) {
    while (run->vars[WB_VAR_STRUCK] != 0) {
        const uint16_t figure = (uint16_t)run->vars[WB_VAR_STRUCK];
        run->vars[WB_VAR_HEIGHT] = run->vars[WB_VAR_STRUCK_FROM];
        run->vars[WB_VAR_STRUCK] = run->vars[WB_VAR_STRUCK_FROM] = 0;
        note_take_off(run, figure);
        if (!run->state->ended && wb_present(wb_at(run->scenario, run->state, figure)) && injure(run, figure, true) &&
            slips(run, figure) && go_over(run, figure, false)) {
            come_down(run, figure);
        }
        run->vars[WB_VAR_HEIGHT] = 0;
        forget_take_off(run);
    }
}

bool qm__wb_fall(qm__run *run, uint16_t figure, const wb_hop *hop) {
    const landing l = {hop->falls, hop->fall_count, hop->onto, hop->asks != 0};
    if (l.count == 0) {
        tell_no_room(run, figure);
        return false;
    }
    note_take_off(run, figure);
    run->vars[WB_VAR_HEIGHT] = hop->fall;
    land(run, figure, &l, false);
    const bool hurt = come_down(run, figure);
    run->vars[WB_VAR_HURT] = hurt;
    hurt_struck(run);
    run->vars[WB_VAR_HURT] = 0;
    return hurt;
}

void qm__wb_foresee_downed(qm__judging *j, uint16_t figure, uint8_t condition) {
    const wb_unit *u = wb_at(j->scenario, j->state, figure);
    const qm_place at = wb_place(u);
    wb_unit after = *u;
    side sides[SIDES_MAX];
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    after.condition = condition;
    if (condition <= u->condition || !wb_downed(&after) || drowns_at(j->scenario, &after, figure, at) ||
        sides_beside(j->scenario, figure, at, sides) == 0) {
        return;
    }
    const wb_check check = qm__wb_check(j->scenario, j->state, figure, WB_CHECK_LEDGE, 0, terms, &count);
    qm__wb_foresee(j, 0, WB_ROLL_LEDGE, at, &check, terms, count);
    j->verdict->checks[j->verdict->check_count - 1].figure = figure;
}

void qm__wb_downed(qm__run *run, uint16_t figure) {
    note_take_off(run, figure);
    drown(run, figure);
    if (slips(run, figure) && go_over(run, figure, false)) {
        come_down(run, figure);
    }
    forget_take_off(run);
    hurt_struck(run);
}

/* --------------------------------------------------------------------------------------------------- going on unhurt
 */

double qm__wb_unhurt(const qm_scenario *s, int32_t height) {
    const wb_settings *set = wb_set(s);
    const int32_t bonus = height_bonus(set, height) + set->injury_extra;
    int well = 0;
    for (int die = 1; die <= set->injury_die; die++) {
        well += injury_of(s, die, bonus) == WB_WELL;
    }
    return rolls_injury(set, height) ? (double)well / set->injury_die : 1;
}

double qm__wb_goes_on(const qm_scenario *s, const qm_state *st, uint16_t figure, const wb_hop *hop) {
    const wb_settings *set = wb_set(s);
    side sides[SIDES_MAX];
    if (set->fall_ends_move != WB_FALL_ENDS_MOVE_UNHURT_GOES_ON || hop->fail != WB_FAIL_FALLS || hop->goes_on ||
        drowns_at(s, wb_at(s, st, figure), figure, hop->to) ||
        (set->fall_chain == WB_FALL_CHAIN_ADDED && sides_beside(s, figure, hop->to, sides) > 0)) {
        return 0;
    }
    int there = 0;
    for (uint8_t i = 0; i < hop->fall_count; i++) {
        there += qm__place_same(hop->falls[i], hop->to);
    }
    return there == 0 ? 0 : qm__wb_unhurt(s, hop->fall) * there / hop->fall_count;
}
