/* What a way on foot leads over: low obstacles, and difficult ground. Each is met once by a model, where it first comes
 * to it; which models share a roll is settled when the hazard is noted.
 *
 * Invariant: meets of a path are in the order in which the model comes to them.
 */
#include "rules/squad/move.h"

/* --------------------------------------------------------------------------------------------------------- hazards */

uint16_t qm__sq_roll_of(uint8_t kind) {
    static const uint16_t rolls[] = {[SQ_HAZARD_LOW] = SQ_ROLL_OBSTACLE,
                                     [SQ_HAZARD_GROUND] = SQ_ROLL_GROUND,
                                     [SQ_HAZARD_CLIMB] = SQ_ROLL_CLIMB,
                                     [SQ_HAZARD_LEAP] = SQ_ROLL_LEAP,
                                     [SQ_HAZARD_DROP] = SQ_ROLL_DROP};
    return rolls[kind];
}

static bool is_crossed(uint8_t kind) {
    return kind == SQ_HAZARD_LOW || kind == SQ_HAZARD_GROUND;
}

/* Whether two meetings are one hazard. */
static bool is_same(const sq_going *g, const sq_hazard *a, const sq_hazard *b) {
    const bool alone = g->set->checks_by == SQ_CHECKS_BY_MODEL;
    if ((alone && a->figure != b->figure) || a->rolls != b->rolls) {
        return false;
    }
    if (g->set->obstacle_checks == SQ_OBSTACLE_CHECKS_ONCE && is_crossed(a->kind) && is_crossed(b->kind)) {
        return true;
    }
    return a->kind == b->kind && a->thing == b->thing && a->z == b->z;
}

/* The number of a hazard; SQ_HAZARDS_MAX after a reason. */
static uint16_t find_hazard(sq_going *g, const sq_hazard *wanted, qm_place at) {
    sq_prepared *p = g->prepared;
    for (uint16_t i = 0; i < p->hazard_count; i++) {
        if (is_same(g, &p->hazards[i], wanted)) {
            return i;
        }
    }
    if (p->hazard_count == SQ_HAZARDS_MAX) {
        qm_reason *reason = qm__sq_refuse_at(g, SQ_REASON_TOO_MANY, at);
        reason->needed = SQ_HAZARDS_MAX + 1;
        reason->had = SQ_HAZARDS_MAX;
        return SQ_HAZARDS_MAX;
    }
    p->hazards[p->hazard_count] = *wanted;
    if (wanted->rolls) { /* the unit's Initiative is that of most, and may not be the model's own */
        const bool own = wanted->stat == sq_value(g->s, wanted->figure, SQ_INITIATIVE);
        qm__sq_foresee(g->j, qm__sq_roll_of(wanted->kind), wanted->figure, g->leg, at, wanted->stat,
                       own ? SQ_TERM_INITIATIVE : SQ_TERM_UNIT_INITIATIVE);
    }
    return p->hazard_count++;
}

sq_meet *qm__sq_note_meet(sq_going *g, sq_hop *hop, uint8_t kind, uint16_t thing, int32_t z, bool rolls, double spent,
                          qm_place at) {
    sq_prepared *p = g->prepared;
    const qm__troop *unit = sq_unit(g->s, g->figure);
    const bool known = g->anew && qm__sq_is_known(sq_game_of(g->s, g->st), kind, thing, z);
    const bool alone = g->set->checks_by == SQ_CHECKS_BY_MODEL;
    if (g->anew && rolls && !known) { /* what no check is rolled for is never new */
        qm__sq_refuse_at(g, SQ_REASON_NEW_HAZARD, at);
        return NULL;
    }
    const sq_hazard wanted = {
        .kind = kind,
        .rolls = rolls && !(known && (is_crossed(kind) || kind == SQ_HAZARD_CLIMB)),
        .thing = thing,
        .figure = g->figure,
        .stat = (int16_t)(alone ? sq_value(g->s, g->figure, SQ_INITIATIVE) : qm__sq_initiative(g->s, g->st, unit)),
        .z = z};
    const uint16_t hazard = find_hazard(g, &wanted, at);
    if (hazard == SQ_HAZARDS_MAX) {
        return NULL;
    }
    if (p->meet_count == SQ_MEETS_MAX) {
        qm_reason *reason = qm__sq_refuse_at(g, SQ_REASON_TOO_MANY, at);
        reason->needed = SQ_MEETS_MAX + 1;
        reason->had = SQ_MEETS_MAX;
        return NULL;
    }
    sq_meet *meet = &p->meets[p->meet_count++];
    hop->meet_count++;
    *meet = (sq_meet){.hazard = hazard, .spent = qm__units(spent), .across = INT32_MAX};
    return meet;
}

/* ------------------------------------------------------------------------------------------------------ on the way */

/* The meeting of this model with a hazard, if there was one. */
static sq_meet *met(const sq_going *g, uint8_t kind, uint16_t thing) {
    sq_prepared *p = g->prepared;
    for (uint16_t i = p->hops[g->path->first_hop].first_meet; i < p->meet_count; i++) {
        const sq_hazard *hazard = &p->hazards[p->meets[i].hazard];
        if (hazard->kind == kind && hazard->thing == thing) {
            return &p->meets[i];
        }
    }
    return NULL;
}

static bool is_checked(const sq_going *g, int32_t height) {
    return !sq_value(g->s, g->figure, SQ_HOVER) &&
           (!sq_value(g->s, g->figure, SQ_AGILE) || height > g->set->agile_most);
}

/* SQ-08 for a low obstacle on which the path ends (climb_from): the height is paid, and movement must suffice. */
static bool climb_low(sq_going *g, sq_hop *hop, uint16_t thing, int32_t rise, double *cost, qm_place at) {
    const double has = g->set->climb_reach == SQ_CLIMB_REACH_LEFT ? g->path->allowance - *cost
                                                                  : (double)sq_value(g->s, g->figure, SQ_MOVEMENT);
    if (rise > has + QM__SLACK) {
        return qm__sq_refuse_lengths(g, SQ_REASON_CLIMB_SHORT, at, rise, has);
    }
    sq_meet *meet = qm__sq_note_meet(g, hop, SQ_HAZARD_CLIMB, thing, 0, is_checked(g, rise), *cost, at);
    if (meet) {
        meet->height = rise;
        *cost += rise;
    }
    return meet != NULL;
}

/* What is used up at a border, which is met by the slack beyond it. */
static double before_border(double cost) {
    return qm__most(cost - QM__SLACK, 0);
}

/* One step up or down, made when *cost is used up; heights that count are added. */
static bool note_step(sq_going *g, sq_hop *hop, uint16_t thing, int32_t rise, double *cost, qm_place at) {
    const bool ends = rise > 0 && thing == g->end_thing && at.z + rise == g->end_z;
    if (g->set->climb_from == SQ_CLIMB_FROM_ANY && ends) {
        return climb_low(g, hop, thing, rise, cost, at);
    }
    const double begun = before_border(*cost), done = begun + sq_step_cost(g->s, rise);
    *cost += sq_step_cost(g->s, rise);
    sq_meet *meet = met(g, SQ_HAZARD_LOW, thing);
    if (meet) {
        meet->across = rise < 0 ? qm__units(done) : INT32_MAX; /* open again when it comes back up */
        return true;
    }
    if (!is_checked(g, rise < 0 ? -rise : rise) || (rise < 0 && g->set->step_down == SQ_STEP_DOWN_FREE)) {
        return true;
    }
    meet = qm__sq_note_meet(g, hop, SQ_HAZARD_LOW, thing, 0, true, begun, at);
    if (meet) {
        meet->height = rise;
        meet->across = rise < 0 ? qm__units(done) : INT32_MAX;
    }
    return meet != NULL;
}

/* A straight piece that is being noted: what part of it has been gone, and how much is used up then. */
typedef struct noting {
    sq_going *g;
    const qm__levels *levels;
    sq_hop *hop;
    qm__xy from, to;
    double length, gone;
    double *cost;
} noting;

static void go_to(noting *n, double part) {
    *n->cost += n->length * (part - n->gone);
    n->gone = part;
}

static qm_place place_on(const noting *n, int32_t level) {
    const qm__xy at = qm__along(n->from, qm__minus(n->to, n->from), n->gone);
    return (qm_place){(int32_t)at.x, (int32_t)at.y, qm__level_height(n->levels, level)};
}

/* The difficult ground that the base comes to next on a stretch of one level, up to a part of the piece; 0 = none. */
static uint16_t next_ground(const noting *n, int32_t level, double end, double *part) {
    const uint64_t difficult = sq_of(n->g->s)->difficult;
    uint16_t next = 0;
    for (uint16_t i = 0; i < n->g->s->table.area_count; i++) {
        if (difficult >> i & 1u && !met(n->g, SQ_HAZARD_GROUND, (uint16_t)(i + 1))) {
            const double at = qm__area_met(n->levels, level, i, n->from, n->to, n->gone, end);
            next = at <= end && (next == 0 || at < *part) ? (uint16_t)(i + 1) : next;
            *part = next == i + 1 ? at : *part;
        }
    }
    return next;
}

static bool note_grounds(noting *n, int32_t level, double end) {
    sq_going *g = n->g;
    const bool free = sq_value(g->s, g->figure, SQ_HOVER) || sq_value(g->s, g->figure, SQ_STRIDER);
    double part = 0;
    for (uint16_t area; !free && (area = next_ground(n, level, end, &part)) != 0;) {
        go_to(n, part);
        sq_meet *meet =
            qm__sq_note_meet(g, n->hop, SQ_HAZARD_GROUND, area, 0, true, before_border(*n->cost), place_on(n, level));
        if (!meet) {
            return false;
        }
        meet->across = meet->spent;
    }
    return true;
}

/* One straight piece. */
static bool note_piece(sq_going *g, const qm__levels *levels, sq_hop *hop, qm_place from, qm_place to, double *cost) {
    const qm__spot begin = sq_spot(levels, from), end = sq_spot(levels, to);
    noting n = {g, levels, hop, {from.x, from.y}, {to.x, to.y}, 0, 0, cost};
    qm__traced traced = {0};
    int32_t level = begin.level;
    n.length = qm__apart(n.from, n.to);
    qm__trace_named(levels, NULL, begin, end, &traced);
    for (uint16_t i = 0; i < traced.step_count && i < QM__STEPS_MAX; i++) {
        const qm__step_told *step = &traced.steps[i];
        const uint16_t thing = (uint16_t)(step->prism >= 0 ? step->prism + 1 : 0);
        if (!note_grounds(&n, level, step->part)) {
            return false;
        }
        go_to(&n, step->part);
        level = step->to;
        if (!note_step(g, hop, thing, qm__level_height(levels, level) - qm__level_height(levels, step->from), cost,
                       place_on(&n, step->from))) {
            return false;
        }
    }
    if (!note_grounds(&n, level, 1)) {
        return false;
    }
    go_to(&n, 1);
    return true;
}

bool qm__sq_note_crossings(sq_going *g, const qm__levels *levels, sq_hop *hop, double *cost) {
    const qm_place *points = &g->prepared->points[hop->first_point];
    for (uint16_t i = 1; i < hop->point_count; i++) {
        if (!note_piece(g, levels, hop, points[i - 1], points[i], cost)) {
            return false;
        }
    }
    return true;
}
