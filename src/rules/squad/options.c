/* Options: the orders a unit can choose from, as a list of short rows in the family's own part of the search memory.
 *
 * What is listed: holding; moving as it stands, all models by the same way, in eight directions as far as the slowest
 * may go and half as far; where it cannot go so, to a goal in that direction, around which its models are placed; for
 * one that is too far apart, the two at its widest gap coming nearer to each other, or all of it beside one of them;
 * for one that a fall has torn apart, what it has to do if it may not hold;
 * shooting all weapons at an enemy unit; charging one, again as it stands, so far that it touches, or else with places
 * found for all; one model alone over a climb, leap or jump down. For nobody: the next round. Other moves, and fire
 * that is split, are legal too, and far too many to list.
 *
 * Invariant: every order given here has been judged legal, and none is given twice: edges in a row can lead over one
 * point. Nothing is stored but rows; an order is written when it is asked for.
 */
#include <string.h>

#include "base/angle.h"
#include "base/hash.h"
#include "game/place.h"
#include "rules/squad/move.h"
#include "rules/squad/shoot.h"
#include "space/table/links_inside.h"

enum { ROW_HOLD, ROW_REJOIN, ROW_SHIFT, ROW_GOAL, ROW_MEND, ROW_CHARGE, ROW_RUSH, ROW_SHOOT, ROW_LINK, ROW_NEXT };
/* ROW_MEND: who comes nearer; both may. Or all of the unit are placed beside one of the two: from here on, each side of
 * the one and of the other in turn. */
enum { MEND_ONE = 1, MEND_OTHER = 2, MEND_BOTH = MEND_ONE | MEND_OTHER, MEND_BESIDE };

typedef struct row {
    uint16_t figure; /* first of the unit; LINK: the model */
    uint8_t what, zero;
    uint32_t number; /* SHIFT, GOAL: direction; MEND: MEND_…; CHARGE, RUSH, SHOOT: first model of the target; LINK: the
                        link */
    uint32_t hash;   /* of its order */
} row;

typedef struct list {
    uint32_t count;
    uint32_t full; /* there was more than it holds */
    row rows[];
} list;

enum { ROWS_MAX = (SQ_LIST_SIZE - 16 - sizeof(list)) / sizeof(row), DIRECTIONS = 8, SHIFTS = 2 * DIRECTIONS };

typedef struct making {
    const qm_scenario *s;
    const qm_state *st;
    void *search;
    list *l;
} making;

/* --------------------------------------------------------------------------------------------------- rows as orders */

/* The height at which a model that goes straight gets to a point: on foot, or from above. */
static bool find_height(const making *m, uint16_t figure, qm__xy to, int32_t *z) {
    const sq_model *model = sq_at(m->s, m->st, figure);
    const qm__levels *levels = qm__inch_base_of(&sq_of(m->s)->inches, figure)->levels;
    const qm__spot from = {model->x, model->y, qm__level_of(levels, model->x, model->y, model->z)};
    int32_t level;
    if (sq_flies(m->s, figure)) {
        return qm__surface_below(&m->s->table, to.x, to.y, QM__COORDINATE_MAX, z) != QM__NOTHING;
    }
    if (from.level < 0 || !qm__walkable(levels, NULL, from, to, QM__SLACK, &level)) {
        return false;
    }
    *z = qm__level_height(levels, level);
    return true;
}

/* All models that have not moved go the same way. */
static bool write_shift(const making *m, uint16_t first, qm__xy by, qm_order *order) {
    const qm__troop *unit = sq_unit(m->s, first);
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_model *model = sq_at(m->s, m->st, i);
        if (model->out || model->gone) {
            continue;
        }
        const qm__xy to = {(double)(int32_t)(model->x + by.x), (double)(int32_t)(model->y + by.y)};
        int32_t z;
        if (to.x < 0 || to.y < 0 || to.x > m->s->table.width || to.y > m->s->table.depth ||
            !find_height(m, i, to, &z) || order->leg_count + 2 > QM_LEGS_MAX) {
            return false;
        }
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = i};
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_VIA, .to = {(int32_t)to.x, (int32_t)to.y, z}};
    }
    return order->leg_count > 0;
}

/* What a model may use up now. */
static int32_t allowance_of(const making *m, uint16_t figure) {
    return sq_game_of(m->s, m->st)->unfinished ? sq_at(m->s, m->st, figure)->left : sq_value(m->s, figure, SQ_MOVEMENT);
}

/* The least that any model may use up. */
static int32_t slowest(const making *m, uint16_t first) {
    const qm__troop *unit = sq_unit(m->s, first);
    int32_t least = INT32_MAX;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_model *model = sq_at(m->s, m->st, i);
        const int32_t here = allowance_of(m, i);
        least = !model->out && !model->gone && here < least ? here : least;
    }
    return least;
}

/* A little less far than it may go, so that rounding the ends takes no more than there is; false = nowhere. */
static bool find_shift(const making *m, const row *one, qm__xy *by) {
    const double length = (slowest(m, one->figure) - 2) / (one->number >= DIRECTIONS ? 2.0 : 1.0);
    const qm__turn turn = qm__turn_of((double)(one->number % DIRECTIONS) * (QM__PARTS / DIRECTIONS));
    *by = (qm__xy){turn.cos * length, turn.sin * length};
    return length > 0;
}

static bool write_direction(const making *m, const row *one, qm_order *order) {
    qm__xy by;
    qm_order_clear(order, SQ_ORDER_MOVE, one->figure);
    return find_shift(m, one, &by) && write_shift(m, one->figure, by, order);
}

/* The middle of the unit goes there, on the ground that is under it. */
static bool write_goal(const making *m, const row *one, qm_order *order) {
    const qm__troop *unit = sq_unit(m->s, one->figure);
    qm__xy by;
    double x = 0, y = 0;
    int32_t count = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_model *model = sq_at(m->s, m->st, i);
        if (!model->out) {
            x += model->x;
            y += model->y;
            count++;
        }
    }
    if (!find_shift(m, one, &by)) {
        return false;
    }
    qm_place goal = {(int32_t)(x / count + by.x), (int32_t)(y / count + by.y), 0};
    if (goal.x < 0 || goal.y < 0 || goal.x > m->s->table.width || goal.y > m->s->table.depth) {
        return false;
    }
    qm__surface_below(&m->s->table, goal.x, goal.y, sq_at(m->s, m->st, one->figure)->z + sq_set(m->s)->low_most,
                      &goal.z);
    qm_order_clear(order, SQ_ORDER_MOVE, one->figure);
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = goal};
    return true;
}

/* The two models at the gap for which a unit is too far apart; false = it keeps together. */
static bool find_gap(const making *m, uint16_t first, uint16_t pair[2]) {
    const sq_spacing spacing = qm__sq_spacing_now(m->s, m->st, sq_unit(m->s, first));
    pair[0] = spacing.coherent ? spacing.one : spacing.lone;
    pair[1] = spacing.coherent ? spacing.other : spacing.nearest;
    return !spacing.coherent || !spacing.gathered;
}

/* A leg that brings a model nearer to another by so much, or by what it may use up; how much that is. */
static double write_nearer(const making *m, uint16_t figure, uint16_t other, double by, qm_order *order) {
    const sq_model *from = sq_at(m->s, m->st, figure), *to = sq_at(m->s, m->st, other);
    const qm__xy here = {from->x, from->y}, there = {to->x, to->y};
    const double length = from->gone ? 0 : qm__least(by, allowance_of(m, figure));
    if (length < 1 || qm__apart(here, there) < 1) {
        return 0;
    }
    const qm__xy way = qm__along((qm__xy){0, 0}, qm__unit(qm__minus(there, here)), length);
    qm_place end = {from->x + (int32_t)way.x, from->y + (int32_t)way.y, 0}; /* whole units, and no farther */
    qm__surface_below(&m->s->table, end.x, end.y, from->z + sq_set(m->s)->low_most, &end.z);
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = figure};
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_WALK, .to = end};
    return length;
}

/* Half of what may be between two is left between them. */
static void write_coming(const making *m, uint32_t who, const uint16_t pair[2], qm_order *order) {
    const qm__body one = qm__sq_body_now(m->s, m->st, pair[0]), other = qm__sq_body_now(m->s, m->st, pair[1]);
    double by = qm__body_gap(&one, &other) - sq_set(m->s)->coherency_reach / 2.0;
    if (who & MEND_ONE) {
        by -= write_nearer(m, pair[0], pair[1], by, order);
    }
    if (who & MEND_OTHER) {
        write_nearer(m, pair[1], pair[0], by, order);
    }
}

/* All beside a model, in a direction, on the ground that it stands on; false = off the table. */
static bool write_beside(const making *m, uint16_t figure, uint32_t direction, qm_order *order) {
    const sq_model *at = sq_at(m->s, m->st, figure);
    const qm__body body = qm__sq_body_now(m->s, m->st, figure);
    const double away = qm__most(body.radius, qm__length((qm__xy){body.width / 2.0, body.length / 2.0})) +
                        sq_set(m->s)->coherency_reach / 2.0;
    const qm__turn turn = qm__turn_of((double)direction * (QM__PARTS / DIRECTIONS));
    const qm__xy to = {at->x + turn.cos * away, at->y + turn.sin * away};
    if (to.x < 0 || to.y < 0 || to.x > m->s->table.width || to.y > m->s->table.depth) {
        return false;
    }
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = {(int32_t)to.x, (int32_t)to.y, at->z}};
    return true;
}

static bool write_mend(const making *m, const row *one, qm_order *order) {
    uint16_t pair[2];
    qm_order_clear(order, SQ_ORDER_MOVE, one->figure);
    if (!find_gap(m, one->figure, pair)) {
        return false;
    }
    if (one->number >= MEND_BESIDE) {
        const uint32_t beside = one->number - MEND_BESIDE;
        return write_beside(m, pair[beside % 2], beside / 2, order);
    }
    write_coming(m, one->number, pair, order);
    return order->leg_count > 0;
}

/* As it stands, so far that the nearest two models of both units touch. */
static bool write_charge(const making *m, const row *one, qm_order *order) {
    const qm__troop *mine = sq_unit(m->s, one->figure), *theirs = sq_unit(m->s, (uint16_t)one->number);
    double least = QM__FAR;
    qm__xy by = {0, 0};
    for (uint16_t a = mine->first; a < mine->first + mine->count; a++) {
        for (uint16_t b = theirs->first; b < theirs->first + theirs->count; b++) {
            const qm__body from = qm__sq_body_now(m->s, m->st, a), to = qm__sq_body_now(m->s, m->st, b);
            const double gap = qm__body_gap(&from, &to);
            if (!sq_at(m->s, m->st, a)->out && !sq_at(m->s, m->st, b)->out && gap < least) {
                const qm__xy way = qm__unit(qm__minus((qm__xy){to.x, to.y}, (qm__xy){from.x, from.y}));
                least = gap;
                by = (qm__xy){way.x * gap, way.y * gap};
            }
        }
    }
    qm_order_clear(order, SQ_ORDER_CHARGE, one->figure);
    order->arguments[0] = (int32_t)one->number;
    return least > 0 && least < QM__FAR && write_shift(m, one->figure, by, order);
}

/* One model alone. */
static bool write_link(const making *m, const row *one, qm_order *order) {
    qm__inch_search *memory = qm__inch_begin(m->s, &sq_of(m->s)->inches, m->st, one->figure, m->search);
    qm_order_clear(order, SQ_ORDER_MOVE, sq_unit(m->s, one->figure)->first);
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = one->figure};
    return qm__inch_over(memory, &(qm__inch_ask){0}, one->number, qm__inch_here(memory), allowance_of(m, one->figure),
                         order);
}

static bool write_row(const making *m, const row *one, qm_order *order) {
    switch (one->what) {
    case ROW_REJOIN:
        return qm__sq_has_to_mend(m->s, m->st, one->figure, m->search, order);
    case ROW_SHIFT:
        return write_direction(m, one, order);
    case ROW_GOAL:
        return write_goal(m, one, order);
    case ROW_MEND:
        return write_mend(m, one, order);
    case ROW_CHARGE:
        return write_charge(m, one, order);
    case ROW_RUSH:
        qm_order_clear(order, SQ_ORDER_CHARGE, one->figure);
        order->arguments[0] = (int32_t)one->number;
        return true;
    case ROW_LINK:
        return write_link(m, one, order);
    case ROW_SHOOT:
        qm_order_clear(order, SQ_ORDER_SHOOT, one->figure);
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_AT, .thing = (uint16_t)one->number};
        return true;
    case ROW_HOLD:
        qm_order_clear(order, SQ_ORDER_HOLD, one->figure);
        return true;
    default:
        qm_order_clear(order, SQ_ORDER_NEXT, 0);
        return true;
    }
}

/* --------------------------------------------------------------------------------------------------------- the list */

/* `brief`: as trials are judged. */
static bool is_good(const making *m, const qm_order *order, bool brief) {
    qm_verdict verdict;
    union {
        sq_prepared move;
        sq_fire fire;
    } prepared;
    memset(&verdict, 0, sizeof verdict);
    verdict.chance = 1;
    qm__judging j = {.scenario = m->s,
                     .state = m->st,
                     .order = order,
                     .prepared = &prepared,
                     .search = m->search,
                     .verdict = &verdict,
                     .brief = brief};
    if (order->kind == SQ_ORDER_MOVE || order->kind == SQ_ORDER_CHARGE) {
        qm__sq_judge_move(&j);
    } else if (order->kind == SQ_ORDER_SHOOT) {
        qm__sq_judge_shoot(&j);
    } else {
        qm__sq_judge_turn(&j);
    }
    return verdict.judgement == QM_LEGAL;
}

static uint32_t hash_of(const qm_order *order) {
    uint64_t hash = qm__hash(order->arguments, sizeof order->arguments, order->kind);
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const qm_leg *leg = &order->legs[i];
        const int32_t parts[] = {leg->kind, leg->thing, leg->to.x, leg->to.y, leg->to.z};
        hash = qm__hash(parts, sizeof parts, hash);
    }
    return (uint32_t)(hash ^ hash >> 32);
}

/* All rows are of one unit. */
static bool is_same(const qm_order *a, const qm_order *b) {
    bool same = a->kind == b->kind && a->leg_count == b->leg_count &&
                memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0;
    for (uint16_t i = 0; i < a->leg_count && same; i++) {
        same = a->legs[i].kind == b->legs[i].kind && a->legs[i].thing == b->legs[i].thing &&
               qm__place_same(a->legs[i].to, b->legs[i].to);
    }
    return same;
}

static bool is_listed(const making *m, const row *one, const qm_order *order) {
    bool is = false;
    for (uint32_t i = 0; i < m->l->count && !is; i++) {
        qm_order other;
        is = m->l->rows[i].hash == one->hash && write_row(m, &m->l->rows[i], &other) && is_same(order, &other);
    }
    return is;
}

/* Whether it was legal. */
static bool add(making *m, row one) {
    qm_order order;
    if (!write_row(m, &one, &order)) {
        return false;
    }
    one.hash = hash_of(&order);
    if (is_listed(m, &one, &order)) {
        return true;
    }
    if (!is_good(m, &order, one.what != ROW_MEND)) {
        return false;
    }
    if (m->l->count < ROWS_MAX) {
        m->l->rows[m->l->count++] = one;
    } else {
        m->l->full = 1;
    }
    return true;
}

/* Whether a link begins so near, as the crow flies, that it may be worth a try. Low edges are leapt from by those who
 * stand up there, and nobody leaps where the two edges of a gap meet, the shortest flight of all: one walks there. */
static bool is_near(const making *m, uint16_t figure, const qm__links *links, const qm__link *link) {
    const sq_model *model = sq_at(m->s, m->st, figure);
    if (link->kind == QM__LINK_JUMP && qm__units(link->gap) == 0) {
        return false;
    }
    if (sq_is_low_leap(links, link) && model->z != qm__level_height(links->levels, link->from)) {
        return false;
    }
    return qm__sq_link_takes(model, link) <= allowance_of(m, figure) + QM__SLACK;
}

static void list_links(making *m, uint16_t figure) {
    const qm__inch_base *base = qm__inch_walks(&sq_of(m->s)->inches, figure);
    const sq_model *model = sq_at(m->s, m->st, figure);
    const bool takes = base && !model->out && !model->gone && !sq_flies(m->s, figure);
    for (uint32_t i = 0; takes && i < base->links->count; i++) {
        if (is_near(m, figure, base->links, &base->links->items[i])) {
            add(m, (row){.figure = figure, .what = ROW_LINK, .number = i});
        }
    }
}

/* What brings a unit together that is too far apart, or nearer together: one model alone or the other; else both; else
 * all of it. */
static void list_mends(making *m, uint16_t first) {
    uint16_t pair[2];
    bool listed = false;
    if (!find_gap(m, first, pair)) {
        return;
    }
    for (uint32_t i = MEND_ONE; i < MEND_BESIDE + 2 * DIRECTIONS && !(listed && i != MEND_OTHER); i++) {
        listed = add(m, (row){.figure = first, .what = ROW_MEND, .number = i}) || listed;
    }
}

static void list_unit(making *m, uint16_t figure) {
    const qm__troop *unit = sq_unit(m->s, figure);
    if (!add(m, (row){.figure = unit->first, .what = ROW_HOLD})) {
        add(m, (row){.figure = unit->first, .what = ROW_REJOIN});
    }
    for (uint16_t i = 0; i < m->s->unit_count; i++) {
        if (sq_hostile(m->s, figure, m->s->units[i].first)) {
            add(m, (row){.figure = unit->first, .what = ROW_SHOOT, .number = m->s->units[i].first});
        }
    }
    if (!qm__sq_unit_may(m->s, m->st, figure, SQ_ORDER_MOVE)) {
        return;
    }
    for (uint32_t i = 0; i < SHIFTS; i++) {
        if (!add(m, (row){.figure = unit->first, .what = ROW_SHIFT, .number = i}) && i < DIRECTIONS) {
            add(m, (row){.figure = unit->first, .what = ROW_GOAL, .number = i});
        }
    }
    list_mends(m, unit->first);
    for (uint16_t i = 0; i < m->s->unit_count; i++) {
        if (sq_hostile(m->s, figure, m->s->units[i].first)) {
            const row as_it_stands = {.figure = unit->first, .what = ROW_CHARGE, .number = m->s->units[i].first};
            if (!add(m, as_it_stands)) {
                add(m, (row){.figure = unit->first, .what = ROW_RUSH, .number = as_it_stands.number});
            }
        }
    }
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        list_links(m, i);
    }
}

uint32_t qm__sq_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    making m = {s, st, search, qm__inch_own(search)};
    m.l->count = m.l->full = 0;
    if (figure == 0) {
        add(&m, (row){.what = ROW_NEXT});
    } else if (qm__sq_unit_may(s, st, figure, SQ_ORDER_HOLD)) {
        list_unit(&m, figure);
    }
    return m.l->full ? QM__TOO_MANY : m.l->count;
}

bool qm__sq_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    const making m = {s, st, search, qm__inch_own(search)};
    return index < m.l->count && write_row(&m, &m.l->rows[index], order);
}
