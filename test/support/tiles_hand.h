/* Small boards of tiles drawn at random, and the rules of movement over them once more, by hand: every way a figure
 * could take is walked step by step, and nothing is searched cleverly.
 *
 * Written from docs/rules/tiles-resolution.md alone: it shares no code with the family, so that what the family answers
 * can be held against it. Columns and rows count from 0 here. */
#ifndef QM_TEST_TILES_HAND_H
#define QM_TEST_TILES_HAND_H

#include "base/random.h"
#include "support/tiles_game.h"

enum { HAND_SIDE = 6, HAND_TILES = HAND_SIDE * HAND_SIDE, HAND_FIGURES = 6, HAND_COSTS = 12 };

/* Draws from a fixed seed. */
typedef struct draws {
    uint64_t seed, index;
} draws;

static inline int draw(draws *d, int below) {
    return (int)qm__random_below(d->seed, &d->index, (uint32_t)below);
}
static inline bool one_in(draws *d, int count) {
    return draw(d, count) == 0;
}

typedef struct hand_figure {
    int x, y, side, base, condition;
    bool fleet, acted, polyped, heavy;
    int dice[3]; /* climb, swim, leap */
} hand_figure;

typedef struct hand {
    int diagonals, last_point, corners, friends_pass, through_walls, directly_away, withdraw_partial, withdraw_run;
    int path, held, mode_cost[3], difficulty[3];
    char ground[HAND_SIDE][HAND_SIDE + 1];                        /* by row */
    bool east[HAND_SIDE][HAND_SIDE], south[HAND_SIDE][HAND_SIDE]; /* walls on these edges of a tile */
    hand_figure figures[HAND_FIGURES];                            /* the first is the one asked for */
    int count;
    int who[HAND_SIDE][HAND_SIDE]; /* by row: index of the figure that counts there, -1 = none */
} hand;

/* ---------------------------------------------------------------------------------------------------------- drawing */

static inline void draw_ground(hand *h, draws *d) {
    static const char kinds[] = "......rrr##ccwwg";
    const int rough = draw(d, 4);
    for (int y = 0; y < HAND_SIDE; y++) {
        for (int x = 0; x < HAND_SIDE; x++) {
            h->ground[y][x] = rough == 0 ? '.' : kinds[draw(d, rough == 1 ? 11 : 16)];
            h->east[y][x] = x + 1 < HAND_SIDE && one_in(d, 9);
            h->south[y][x] = y + 1 < HAND_SIDE && one_in(d, 9);
            h->who[y][x] = -1;
        }
    }
}

static inline void draw_figure(hand *h, draws *d, int index) {
    hand_figure *f = &h->figures[index];
    do {
        f->x = draw(d, HAND_SIDE);
        f->y = draw(d, HAND_SIDE);
    } while (h->ground[f->y][f->x] == '#' || h->who[f->y][f->x] >= 0);
    f->side = index < 2 ? index : draw(d, 2); /* one foe at least */
    f->base = 2 + draw(d, 3);
    f->fleet = one_in(d, 4);
    f->acted = one_in(d, 3);
    f->condition = one_in(d, 8) ? TL_PRONE : index > 1 && one_in(d, 8) ? TL_DOWN : TL_UP;
    f->polyped = one_in(d, 4);
    f->heavy = one_in(d, 4);
    for (int mode = 0; mode < 3; mode++) {
        f->dice[mode] = draw(d, 6);
    }
    if (f->condition != TL_DOWN) {
        h->who[f->y][f->x] = index;
    }
}

static inline void draw_hand(hand *h, draws *d) {
    *h = (hand){.diagonals = draw(d, 3),
                .last_point = draw(d, 2),
                .corners = draw(d, 3),
                .friends_pass = draw(d, 2),
                .through_walls = one_in(d, 4),
                .directly_away = draw(d, 2),
                .withdraw_partial = draw(d, 2),
                .withdraw_run = draw(d, 2),
                .path = one_in(d, 4)};
    for (int mode = 0; mode < 3; mode++) {
        h->mode_cost[mode] = 1 + draw(d, 3);
        h->difficulty[mode] = one_in(d, 4) ? 0 : 1 + one_in(d, 4);
    }
    draw_ground(h, d);
    h->count = 2 + draw(d, HAND_FIGURES - 1);
    for (int i = 0; i < h->count; i++) {
        draw_figure(h, d, i);
    }
}

/* ---------------------------------------------------------------------------------------------------- as a scenario */

static inline void write_walls(const hand *h, qm_text *out) {
    int count = 0;
    qm_text_add(out, ",\"walls\":[");
    for (int y = 0; y < HAND_SIDE; y++) {
        for (int x = 0; x < HAND_SIDE; x++) {
            for (int south = 0; south < 2; south++) {
                if (south ? h->south[y][x] : h->east[y][x]) {
                    qm_text_addf(out, "%s{\"at\":[\"%02d%02d\"],\"side\":\"%s\"}", count++ ? "," : "", x + 1, y + 1,
                                 south ? "S" : "E");
                }
            }
        }
    }
    qm_text_add(out, "]");
}

static inline void write_figure(const hand *h, int index, qm_text *out) {
    static const char *const conditions[] = {"up", "prone", "down"};
    const hand_figure *f = &h->figures[index];
    qm_text_addf(out,
                 "%s{\"name\":\"F%d\",\"side\":\"%s\",\"at\":\"%02d%02d\",\"movement\":%d,\"fleet\":%s,\"acted\":%s,"
                 "\"condition\":\"%s\",\"label\":\"%s\",\"armour\":\"%s\",\"climb\":%d,\"swim\":%d,\"leap\":%d}",
                 index ? "," : "", index + 1, f->side ? "Blue" : "Red", f->x + 1, f->y + 1, f->base,
                 f->fleet ? "true" : "false", f->acted ? "true" : "false", conditions[f->condition],
                 f->polyped ? "polyped" : "biped", f->heavy ? "heavy" : "none", f->dice[0], f->dice[1], f->dice[2]);
}

/* `more`: settings that are not drawn, each after a comma. */
static inline void write_rules(const hand *h, const char *more, qm_text *out) {
    static const char *const diagonals[] = {"one", "orthogonal", "alternate"};
    static const char *const corners[] = {"one_blocked", "free", "none_blocked"};
    static const char *const modes[] = {"climb", "swim", "leap"};
    qm_text_addf(out,
                 SETTINGS("\"diagonals\":\"%s\",\"last_point\":\"%s\",\"corners\":\"%s\",\"friends_pass\":\"%s\","
                          "\"through_walls\":\"%s\",\"directly_away\":\"%s\",\"withdraw_partial\":\"%s\","
                          "\"withdraw_run\":\"%s\",\"path\":\"%s\",\"undeclared\":\"stand\"%s") ",\"modes\":{",
                 diagonals[h->diagonals], h->last_point ? "enter" : "blocked", corners[h->corners],
                 h->friends_pass ? "no" : "yes", h->through_walls ? "yes" : "no",
                 h->directly_away ? "straight" : "farther", h->withdraw_partial ? "no" : "yes",
                 h->withdraw_run ? "yes" : "no", h->path ? "cheapest" : "declared", more);
    for (int mode = 0; mode < 3; mode++) {
        qm_text_addf(out, "%s\"%s\":{\"cost\":%d,\"difficulty\":%d}", mode ? "," : "", modes[mode], h->mode_cost[mode],
                     h->difficulty[mode]);
    }
    qm_text_add(out, "}");
}

/* The table of what was drawn, before the first turn. */
static inline table *begin_hand(const hand *h, const char *more) {
    qm_text board = qm_text_growing(NULL), rules = qm_text_growing(NULL), figures = qm_text_growing(NULL);
    qm_text_add(&board, "\"rows\":[");
    for (int y = 0; y < HAND_SIDE; y++) {
        qm_text_addf(&board, "%s\"%s\"", y ? "," : "", h->ground[y]);
    }
    qm_text_add(&board, "]," LEGEND);
    write_walls(h, &board);
    write_rules(h, more, &rules);
    for (int i = 0; i < h->count; i++) {
        write_figure(h, i, &figures);
    }
    table *t = begin_on(board.data, rules.data, figures.data);
    qm_text_free(&board);
    qm_text_free(&rules);
    qm_text_free(&figures);
    return t;
}

/* -------------------------------------------------------------------------------------------------- tiles and steps */

static inline int hand_distance(const hand *h, int x, int y, int to_x, int to_y) {
    const int dx = abs(to_x - x), dy = abs(to_y - y), more = dx > dy ? dx : dy, less = dx > dy ? dy : dx;
    return h->diagonals == TL_DIAGONALS_ONE          ? more
           : h->diagonals == TL_DIAGONALS_ORTHOGONAL ? more + less
                                                     : more + less / 2;
}

static inline bool hand_on(int x, int y) {
    return x >= 0 && y >= 0 && x < HAND_SIDE && y < HAND_SIDE;
}

/* Whether a wall stands between two tiles side by side. */
static inline bool hand_wall(const hand *h, int x, int y, int to_x, int to_y) {
    return to_x > x ? h->east[y][x] : to_x < x ? h->east[to_y][to_x] : to_y > y ? h->south[y][x] : h->south[to_y][to_x];
}

/* Whether walls close the side of a corner that leads over the tile `over`. */
static inline bool hand_side_walled(const hand *h, int x, int y, int over_x, int over_y, int to_x, int to_y) {
    return hand_wall(h, x, y, over_x, over_y) || hand_wall(h, over_x, over_y, to_x, to_y);
}

static inline bool hand_adjacent(const hand *h, int x, int y, int to_x, int to_y) {
    if (hand_distance(h, x, y, to_x, to_y) != 1) {
        return false;
    }
    if (h->through_walls) {
        return true;
    }
    if (x == to_x || y == to_y) {
        return !hand_wall(h, x, y, to_x, to_y);
    }
    return !hand_side_walled(h, x, y, to_x, y, to_x, to_y) || !hand_side_walled(h, x, y, x, to_y, to_x, to_y);
}

/* A foe of the one asked for counts on the tile. */
static inline bool hand_foe_at(const hand *h, int x, int y) {
    return h->who[y][x] >= 0 && h->figures[h->who[y][x]].side != h->figures[0].side;
}
static inline bool hand_friend_at(const hand *h, int x, int y) {
    return h->who[y][x] > 0 && !hand_foe_at(h, x, y);
}
/* It could end there: the ground is not barred, and nobody else stands there. */
static inline bool hand_ends_on(const hand *h, int x, int y) {
    return h->ground[y][x] != '#' && h->who[y][x] <= 0;
}

static inline bool hand_watched(const hand *h, int x, int y) {
    for (int i = 1; i < h->count; i++) {
        const hand_figure *f = &h->figures[i];
        if (f->condition != TL_DOWN && f->side != h->figures[0].side && hand_adjacent(h, x, y, f->x, f->y)) {
            return true;
        }
    }
    return false;
}

/* How many sides of the corner that a diagonal step passes are blocked, as the one asked for sees it. */
static inline int hand_blocked(const hand *h, int x, int y, int to_x, int to_y) {
    int blocked = 0;
    blocked += hand_side_walled(h, x, y, to_x, y, to_x, to_y) || h->ground[y][to_x] == '#' || hand_foe_at(h, to_x, y);
    blocked += hand_side_walled(h, x, y, x, to_y, to_x, to_y) || h->ground[to_y][x] == '#' || hand_foe_at(h, x, to_y);
    return blocked;
}

/* Section 8: a step away from the foes next to the tile it leaves. It names the foes next to where it began. */
static inline bool hand_steps_away(const hand *h, int x, int y, int to_x, int to_y) {
    const hand_figure *self = &h->figures[0];
    bool named_some = false, opposite = false;
    for (int i = 1; i < h->count; i++) {
        const hand_figure *f = &h->figures[i];
        if (f->condition == TL_DOWN || f->side == self->side || !hand_adjacent(h, x, y, f->x, f->y)) {
            continue;
        }
        if (!hand_adjacent(h, self->x, self->y, f->x, f->y)) {
            return false; /* next to one that it does not name it has stopped */
        }
        named_some = true;
        opposite = opposite || (to_x - x == x - f->x && to_y - y == y - f->y);
        const int now = hand_distance(h, x, y, f->x, f->y), then = hand_distance(h, to_x, to_y, f->x, f->y);
        if (h->directly_away ? then < now : then <= now) {
            return false;
        }
    }
    return named_some && (!h->directly_away || opposite);
}

typedef enum hand_refusal { HAND_FINE, HAND_NO_STEP, HAND_CORNER, HAND_HELD, HAND_STOPPED } hand_refusal;

/* The step to a tile next to it, cost aside. */
static inline hand_refusal hand_step(const hand *h, bool withdraws, int x, int y, int to_x, int to_y) {
    const bool diagonal = x != to_x && y != to_y;
    if (!hand_on(to_x, to_y) || h->ground[to_y][to_x] == '#' || abs(to_x - x) > 1 || abs(to_y - y) > 1 ||
        (x == to_x && y == to_y) || (diagonal && h->diagonals == TL_DIAGONALS_ORTHOGONAL) ||
        (!diagonal && hand_wall(h, x, y, to_x, to_y))) {
        return HAND_NO_STEP;
    }
    if (hand_watched(h, x, y) && !(withdraws && hand_steps_away(h, x, y, to_x, to_y))) {
        return HAND_STOPPED;
    }
    if (hand_foe_at(h, to_x, to_y) || (h->friends_pass && hand_friend_at(h, to_x, to_y))) {
        return HAND_HELD;
    }
    const int blocked = diagonal ? hand_blocked(h, x, y, to_x, to_y) : 0;
    return (h->corners == TL_CORNERS_ONE_BLOCKED && blocked == 2) ||
                   (h->corners == TL_CORNERS_NONE_BLOCKED && blocked > 0)
               ? HAND_CORNER
               : HAND_FINE;
}

/* -------------------------------------------------------------------------------------------------- cost and chance */

static inline int hand_mode(char ground) {
    return ground == 'c' ? 0 : ground == 'w' ? 1 : ground == 'g' ? 2 : -1;
}

static inline int hand_cost(const hand *h, int x, int y) {
    const int mode = hand_mode(h->ground[y][x]);
    if (mode < 0) {
        return h->ground[y][x] == 'r' ? 2 : 1;
    }
    const int cost = h->mode_cost[mode] - (mode == 0 && h->figures[0].polyped);
    return cost < 1 ? 1 : cost;
}

static inline bool hand_checks(const hand *h, int x, int y) {
    const int mode = hand_mode(h->ground[y][x]);
    return mode >= 0 && h->difficulty[mode] > 0;
}

/* At most two points are asked for: so the chance to have none, or just one, is taken off. */
static inline double hand_chance(const hand *h, int x, int y) {
    if (!hand_checks(h, x, y)) {
        return 1.0;
    }
    const hand_figure *f = &h->figures[0];
    const int mode = hand_mode(h->ground[y][x]), dice = f->dice[mode] + (mode == 0 && f->polyped);
    const double point = mode == 1 && f->heavy ? 0.1 : 0.5;
    double none = 1.0, one = 0.0;
    for (int i = 0; i < dice; i++) {
        one = one * (1.0 - point) + none * point;
        none *= 1.0 - point;
    }
    const double chance = 1.0 - none - (h->difficulty[mode] > 1 ? one : 0.0);
    return chance > 0.0 ? chance : 0.0;
}

static inline int hand_movement(const hand *h, bool runs) {
    const hand_figure *f = &h->figures[0];
    return (f->condition == TL_PRONE ? 1 : f->base + f->fleet) + (runs ? f->base / 2 : 0);
}

/* What a step costs with so much left, `diagonals` having been taken before; -1 = too much. */
static inline int hand_pays(const hand *h, int x, int y, int to_x, int to_y, int diagonals, int left) {
    const bool second = h->diagonals == TL_DIAGONALS_ALTERNATE && x != to_x && y != to_y && diagonals % 2 == 1;
    const int cost = hand_cost(h, to_x, to_y) + second;
    if (cost <= left) {
        return cost;
    }
    return h->last_point && h->ground[to_y][to_x] == 'r' && left > 0 ? left : -1;
}

/* ----------------------------------------------------------------------------------------------------- all the ways */

/* What walking every way found out about one tile: the best chance for each cost (negative: not for that), with and
 * without ways that have a check. */
typedef struct hand_end {
    double chance[HAND_COSTS];
    bool sure[HAND_COSTS];
} hand_end;

typedef struct hand_ways {
    hand_end ends[HAND_SIDE][HAND_SIDE];
    bool withdraws;
    int limit;
    uint32_t corners, friends, last_points, stops; /* met on the way */
} hand_ways;

static inline void hand_walk(const hand *h, hand_ways *w, int x, int y, int paid, int diagonals, double chance,
                             bool sure) {
    hand_end *here = &w->ends[y][x];
    here->chance[paid] = chance > here->chance[paid] ? chance : here->chance[paid];
    here->sure[paid] |= sure;
    w->friends += hand_friend_at(h, x, y);
    for (int to = 0; to < 9 && paid < w->limit; to++) {
        const int to_x = x + to % 3 - 1, to_y = y + to / 3 - 1;
        const hand_refusal refusal = hand_step(h, w->withdraws, x, y, to_x, to_y);
        w->corners += refusal == HAND_CORNER;
        w->stops += refusal == HAND_STOPPED;
        const int cost = refusal == HAND_FINE ? hand_pays(h, x, y, to_x, to_y, diagonals, w->limit - paid) : -1;
        if (cost > 0) {
            w->last_points += cost < hand_cost(h, to_x, to_y);
            hand_walk(h, w, to_x, to_y, paid + cost, diagonals + (x != to_x && y != to_y),
                      chance * hand_chance(h, to_x, to_y), sure && !hand_checks(h, to_x, to_y));
        }
    }
}

/* Walks all ways of the one asked for with so much movement. */
static inline void hand_walk_all(const hand *h, bool withdraws, int limit, hand_ways *w) {
    *w = (hand_ways){.withdraws = withdraws, .limit = limit};
    for (int i = 0; i < HAND_TILES * HAND_COSTS; i++) {
        w->ends[i / HAND_COSTS / HAND_SIDE][i / HAND_COSTS % HAND_SIDE].chance[i % HAND_COSTS] = -1.0;
    }
    hand_walk(h, w, h->figures[0].x, h->figures[0].y, 0, 0, 1.0, true);
}

/* Follows one way with so much movement: whether every step of it can be taken; its cost, chance and checks. */
static inline bool hand_follow(const hand *h, bool withdraws, int limit, const qm_place *way, int count, int *cost,
                               double *chance, int *checks) {
    int diagonals = 0;
    *cost = *checks = 0;
    *chance = 1.0;
    for (int i = 1; i < count; i++) {
        const int x = way[i - 1].x - 1, y = way[i - 1].y - 1, to_x = way[i].x - 1, to_y = way[i].y - 1;
        const bool fine = hand_step(h, withdraws, x, y, to_x, to_y) == HAND_FINE;
        const int paid = fine ? hand_pays(h, x, y, to_x, to_y, diagonals, limit - *cost) : -1;
        if (paid < 0) {
            return false;
        }
        *cost += paid;
        *chance *= hand_chance(h, to_x, to_y);
        *checks += hand_checks(h, to_x, to_y);
        diagonals += x != to_x && y != to_y;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------- asking about a board */

enum { ORDERS_MAX = 256 }; /* options on so small a board */

/* Everything about one board: as drawn, the table, what is answered, and all ways walked. */
typedef struct asked {
    hand h;
    table *t;
    bool withdraws;
    int walking, running; /* movement; running is no more than walking if it cannot run */
    qm_reach_place places[HAND_TILES];
    uint32_t count;
    hand_ways walk, run;
} asked;

static inline bool near(double a, double b) {
    return a - b < 1e-5 && b - a < 1e-5;
}

static inline qm_place place_of(int tile) {
    return (qm_place){.x = tile % HAND_SIDE + 1, .y = tile / HAND_SIDE + 1};
}

static inline const qm_reach_place *place_at(const asked *a, int tile) {
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->places[i].at.x == tile % HAND_SIDE + 1 && a->places[i].at.y == tile / HAND_SIDE + 1) {
            return &a->places[i];
        }
    }
    return NULL;
}

static inline bool judge_order(asked *a, const qm_order *order) {
    assert_int_equal(qm_judge(a->t->s, a->t->st, order, a->t->scratch, &a->t->v), QM_OK);
    return a->t->v.judgement == QM_LEGAL;
}

static inline qm_order order_to(const asked *a, uint16_t kind, int tile, bool runs) {
    qm_order order;
    qm_order_clear(&order, kind, 1);
    order.legs[order.leg_count++] = (qm_leg){.kind = TL_LEG_TILE, .to = place_of(tile)};
    if (runs) {
        order.legs[order.leg_count++] = (qm_leg){.kind = TL_LEG_RUN};
    }
    for (int i = 1; i < a->h.count && kind == TL_ORDER_WITHDRAW; i++) {
        const hand_figure *f = &a->h.figures[i], *self = &a->h.figures[0];
        if (f->side != self->side && f->condition != TL_DOWN && hand_adjacent(&a->h, self->x, self->y, f->x, f->y)) {
            order.legs[order.leg_count++] = (qm_leg){.kind = TL_LEG_AWAY, .thing = (uint16_t)(i + 1)};
        }
    }
    return order;
}

/* Opens a board in the phase of declarations, or with `withdraws` in the miscellaneous one, nobody having moved. */
static inline void open_board(asked *a, draws *d, bool withdraws, const char *more) {
    draw_hand(&a->h, d);
    a->withdraws = withdraws;
    a->t = begin_hand(&a->h, more);
    GO(a->t, "next");
    if (withdraws) {
        GO(a->t, "resolve");
        GO(a->t, "next");
        assert_int_equal(a->t->st->phase, TL_PHASE_MISC);
    }
    const bool can_run = !a->h.figures[0].acted && (!withdraws || a->h.withdraw_run);
    a->walking = hand_movement(&a->h, false);
    a->running = hand_movement(&a->h, can_run);
    assert_int_equal(qm_reach(a->t->s, a->t->st, 1, true, a->t->scratch, a->places, HAND_TILES, &a->count), QM_OK);
}

static inline uint32_t list_options(asked *a, qm_order *orders, uint32_t max) {
    qm_options_result result;
    assert_int_equal(qm_options(a->t->s, a->t->st, 1, a->t->scratch, &result), QM_OK);
    assert_in_range(result.count, 1, max);
    for (uint32_t i = 0; i < result.count; i++) {
        assert_int_equal(qm_option(a->t->s, a->t->st, a->t->scratch, i, &orders[i]), QM_OK);
        for (uint32_t k = 0; k < i; k++) {
            assert_memory_not_equal(&orders[k], &orders[i], sizeof orders[i]);
        }
    }
    assert_int_equal(qm_option(a->t->s, a->t->st, a->t->scratch, result.count, &orders[0]), QM_ERROR_USAGE);
    assert_int_equal(qm_option(a->t->s, a->t->st, a->t->scratch, 0, &orders[0]), QM_OK);
    for (uint32_t i = 0; i < result.count; i++) {
        assert_true(judge_order(a, &orders[i]));
    }
    return result.count;
}

#endif
