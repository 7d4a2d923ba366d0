/* How fast warband is in the streets of bench/tables/warband.json: a table of 44" × 60" with 30 solids on two storeys
 * and 24 units. Prints one line a figure: what was asked for, what was measured, and whether it holds.
 *
 *   bench_warband            all workloads, timed
 *   bench_warband NAME N     one workload, N rounds, nothing timed: for counting instructions under callgrind
 *
 * Orders and goals are strewn by a generator of this program: a unit is put anywhere that it can stand, and what it is
 * ordered is drawn until it is legal, so that nothing is chosen to be easy. Every question is asked of a state of its
 * own, several times, and the best time of each counts; then the mean, the median and the slowest of all of them are
 * told. What was answered is checked outside of the time that is measured.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/asking.h"
#include "machine/games.h"
#include "machine/machine.h"
#include "quickmarch/quickmarch.h"
#include "rules/warband/warband.h" /* for finding places to stand; what is timed is public */

enum {
    MOVES = 200,
    CHECKED = 40,
    PLANS = 120,
    UNITS = 24,
    RECORDED = 400,
    OUTCOMES = 2048,
    WAYS = 32,
    DRAWN = 40,
    PUT_TRIES = 1000
};
enum { RINGS = 4096, CORNERS = 200000 };

/* The table under the rules of one edition, with the move phase of each side. */
typedef struct board {
    qm_scenario *scenario;
    qm_scratch *scratch;
    void *search; /* for finding places */
    qm_state *moving[2];
    size_t state_size;
} board;

/* A question and the state that it is asked of. */
typedef struct question {
    const board *board;
    qm_state *state;
    qm_order order;
    qm_place goal;
    uint16_t figure;
} question;

typedef struct list {
    question *items;
    uint32_t count;
} list;

typedef struct field {
    board now, older;       /* by the edition in force, and by that of 2025 */
    board flying, ethereal; /* the first, with that trait for every unit */
    list drawn, routed, checked, units, fliers, ghosts, near, far;
    games here, shipped;
    uint64_t seed;
    uint32_t part; /* of as many questions as there are at most, one in so many is asked: counting takes long */
    double sum;    /* of answers, so that nothing is left out as unused */
    qm_verdict verdict;
    qm_odds_result odds;
    qm_outcome outcomes[OUTCOMES];
    qm_plan_way ways[WAYS];
    qm_reach_ring rings[RINGS];
    qm_reach_corner corners[CORNERS];
} field;

/* For choosing questions only; dice come from the library's own generator. */
static uint32_t below(field *f, uint32_t limit) {
    f->seed ^= f->seed << 13;
    f->seed ^= f->seed >> 7;
    f->seed ^= f->seed << 17;
    return (uint32_t)((f->seed >> 33) % limit);
}

/* ---------------------------------------------------------------------------------------------------------- loading */

static uint16_t order_kind(const qm_scenario *s, const char *name) {
    return qm_order_kind_named(qm_scenario_family(s), name);
}

static uint16_t leg_kind(const qm_scenario *s, const char *name) {
    const qm_rules_facts *family = qm_scenario_family(s);
    for (uint16_t i = 1; i < family->leg_count; i++) {
        if (strcmp(family->legs[i].name, name) == 0) {
            return i;
        }
    }
    machine_fail("no such kind of leg");
}

/* Judges an order; whether it is legal. */
static bool legal(field *f, const board *b, const qm_state *state, const qm_order *order) {
    return qm_judge(b->scenario, state, order, b->scratch, &f->verdict) == QM_OK && f->verdict.judgement == QM_LEGAL;
}

static bool play(field *f, const board *b, qm_state *state, const qm_order *order) {
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = below(f, 1000000)};
    qm_played played;
    return legal(f, b, state, order) && qm_play(b->scenario, state, b->scratch, &source, NULL, &played) == QM_OK;
}

/* Goes on to a side's move phase. */
static void go_on(field *f, const board *b, qm_state *state, uint16_t side) {
    const qm_rules_facts *family = qm_scenario_family(b->scenario);
    qm_order next;
    qm_order_clear(&next, order_kind(b->scenario, "next"), 0);
    do {
        if (!play(f, b, state, &next)) {
            machine_fail("the phases do not go on");
        }
    } while (strcmp(family->phases[qm_state_phase(state)], "move") != 0 ||
             qm_figure_side(b->scenario, qm_state_actor(b->scenario, state)) != side);
}

/* The table, with a trait for every unit unless it is NULL. */
static void read_table(const char *trait, qm_text *out) {
    qm_text file = qm_text_growing(NULL);
    if (qm_file_read(QM_SOURCE_DIR "/bench/tables/warband.json", NULL, &file, NULL) != QM_OK) {
        machine_fail("the table cannot be read");
    }
    static const char mark[] = "\"agility\":";
    for (const char *at = file.data; *at;) {
        const char *next = trait ? strstr(at, mark) : NULL;
        qm_text_add_bytes(out, at, next ? (size_t)(next - at) : strlen(at));
        if (!next) {
            break;
        }
        qm_text_addf(out, "\"%s\": true, %s", trait, mark);
        at = next + strlen(mark);
    }
    qm_text_free(&file);
}

static void load(field *f, board *b, const char *rulebook, const char *trait) {
    qm_diagnostics faults = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL;
    qm_text text = qm_text_growing(NULL);
    read_table(trait, &text);
    if (qm_rulebook_read_file(&rules, rulebook, NULL, NULL, &faults) != QM_OK ||
        qm_scenario_read_text(&b->scenario, text.data, text.length, "warband.json", rules, NULL, NULL, &faults) !=
            QM_OK) {
        games_tell_faults(&faults);
        machine_fail("the table cannot be read");
    }
    qm_text_free(&text);
    qm_diagnostics_free(&faults);
    qm_rulebook_free(rules);
    b->state_size = qm_state_size(b->scenario);
    b->scratch = machine_room(qm_scratch_size(b->scenario, 0));
    b->search = machine_room(wb_of(b->scenario)->inches.size);
    qm_scratch_start(b->scenario, b->scratch, 0);
    for (int side = 0; side < 2; side++) {
        b->moving[side] = machine_room(b->state_size);
        qm_state_start(b->scenario, b->moving[side]);
        go_on(f, b, b->moving[side], (uint16_t)(side + 1));
    }
}

/* --------------------------------------------------------------------------------------------------------- strewing */

static const int32_t heights[] = {0, 0, 0, 500, 1000, 1500, 2000, 3000, 3000, 3250, 5500, 6000, 6250};

static int32_t some_height(field *f) {
    return heights[below(f, sizeof heights / sizeof heights[0])];
}

static question *add_question(list *l, const board *b) {
    question *q = &l->items[l->count];
    q->board = b;
    q->state = machine_room(b->state_size);
    return q;
}

static list list_of(uint32_t capacity) {
    return (list){.items = machine_room(capacity * sizeof(question))};
}

static bool put(field *f, const board *b, qm_state *state, uint16_t figure, qm_place at) {
    qm_order order;
    qm_order_clear(&order, order_kind(b->scenario, "place"), 0);
    order.arguments[0] = figure;
    order.legs[order.leg_count++] = (qm_leg){.kind = leg_kind(b->scenario, "walk"), .to = at};
    return play(f, b, state, &order);
}

/* Whether a unit could stand at a place: asked before anything is ordered, because a refusal looks for the nearest
 * place where it could. */
static bool could_stand(const question *q, qm_place at) {
    const qm_scenario *s = q->board->scenario;
    const qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, q->state, q->figure, q->board->search);
    return qm__inch_can_be(search->base, &search->crowd, at, true, NULL);
}

static bool may_run(const question *q) {
    qm_reason bars[WB_BARS_MAX];
    return qm__wb_bars(q->board->scenario, q->state, q->figure, WB_ORDER_RUN, bars) == 0;
}

/* A unit of some side, anywhere on the table where it can stand and may move. */
static void strew_unit(field *f, question *q) {
    const board *b = q->board;
    qm_place at;
    int tries = 0;
    do {
        if (tries++ == PUT_TRIES) {
            machine_fail("no unit can be put anywhere");
        }
        const uint32_t side = below(f, 2);
        memcpy(q->state, b->moving[side], b->state_size);
        do {
            q->figure = (uint16_t)(1 + below(f, UNITS));
        } while (qm_figure_side(b->scenario, q->figure) != side + 1);
        do {
            at = (qm_place){(int32_t)below(f, 44001), (int32_t)below(f, 60001), some_height(f)};
        } while (!could_stand(q, at));
    } while (!put(f, b, q->state, q->figure, at));
    qm_order_clear(&q->order, order_kind(b->scenario, below(f, 2) && may_run(q) ? "run" : "move"), q->figure);
}

static qm_place where(const question *q) {
    qm_look look;
    qm_figure_look(q->board->scenario, q->state, q->figure, &look);
    return q->order.leg_count ? q->order.legs[q->order.leg_count - 1].to : look.at;
}

/* A place to stand at some distance, at the same height or another; false when none was drawn. */
static bool some_place(field *f, const question *q, int32_t least, int32_t most, qm_place *out) {
    const qm_place from = where(q);
    for (int tries = 0; tries < 100; tries++) {
        const int32_t x = (int32_t)below(f, (uint32_t)(2 * most + 1)) - most;
        const int32_t y = (int32_t)below(f, (uint32_t)(2 * most + 1)) - most;
        const int64_t square = (int64_t)x * x + (int64_t)y * y;
        *out = (qm_place){from.x + x, from.y + y, below(f, 4) ? from.z : some_height(f)};
        if (square >= (int64_t)least * least && square <= (int64_t)most * most && could_stand(q, *out)) {
            return true;
        }
    }
    return false;
}

/* Legs of a kind, one after the other, each as far as it is drawn; false when none is found that is legal. */
static bool strew_legs(field *f, question *q, const char *kind, uint16_t count, int32_t least, int32_t most) {
    for (int tries = 0; tries < 60 && q->order.leg_count < count; tries++) {
        qm_leg leg = {.kind = leg_kind(q->board->scenario, kind)};
        if (!some_place(f, q, least, most, &leg.to)) {
            return false;
        }
        q->order.legs[q->order.leg_count++] = leg;
        q->order.leg_count = (uint16_t)(q->order.leg_count - !legal(f, q->board, q->state, &q->order));
    }
    return q->order.leg_count == count && legal(f, q->board, q->state, &q->order);
}

/* Moves of four legs that have so many bends besides, where ways lead around something. */
static list strew_moves(field *f, const char *kind, int32_t least, int32_t most, uint16_t bends) {
    list l = list_of(MOVES);
    while (l.count < MOVES / f->part) {
        question *q = add_question(&l, &f->now);
        do {
            strew_unit(f, q);
        } while (!strew_legs(f, q, kind, 2, least, most) || f->verdict.way_count < 3 + bends / 2 ||
                 !strew_legs(f, q, kind, 4, least, most) || f->verdict.way_count < 5 + bends);
        l.count++;
    }
    return l;
}

/* Adds what leads over one more link with a check, within its share of the movement; false when none of those drawn
 * does. */
static bool add_check(field *f, question *q, qm_state *spare) {
    static qm_order ways[DRAWN];
    const board *b = q->board;
    const uint16_t legs = q->order.leg_count;
    qm_options_result options;
    memcpy(spare, q->state, b->state_size);
    if (legs > 0 && !put(f, b, spare, q->figure, where(q))) {
        return false;
    }
    const uint16_t checks = legs > 0 && legal(f, b, q->state, &q->order) ? f->verdict.check_count : 0;
    if (qm_options(b->scenario, spare, q->figure, b->scratch, &options) != QM_OK || options.count == 0) {
        return false;
    }
    for (int i = 0; i < DRAWN; i++) {
        qm_option(b->scenario, spare, b->scratch, below(f, options.count), &ways[i]);
    }
    for (int i = 0; i < DRAWN; i++) {
        q->order.leg_count = (uint16_t)(legs + ways[i].leg_count);
        memcpy(&q->order.legs[legs], ways[i].legs, ways[i].leg_count * sizeof(qm_leg));
        if (ways[i].leg_count > 0 && legal(f, b, q->state, &q->order) && f->verdict.check_count == checks + 1 &&
            5 * f->verdict.cost <= (checks + 2) * f->verdict.allowance) {
            return true;
        }
    }
    q->order.leg_count = legs;
    return false;
}

/* A unit where it can take one of the links around the place at which it was put; false when there is none. */
static bool strew_at_link(field *f, question *q) {
    const board *b = q->board;
    qm_options_result options;
    qm_order way;
    strew_unit(f, q);
    if (qm_options(b->scenario, q->state, q->figure, b->scratch, &options) != QM_OK || options.count == 0) {
        return false;
    }
    qm_option(b->scenario, q->state, b->scratch, below(f, options.count), &way);
    if (way.leg_count != 2 || !put(f, b, q->state, q->figure, way.legs[0].to)) {
        return false;
    }
    q->order.kind = order_kind(b->scenario, may_run(q) ? "run" : "move");
    return true;
}

/* Moves with four checks: climbs, drops and, by the edition that lets jumps be measured, jumps. */
static list strew_checks(field *f) {
    list l = list_of(CHECKED);
    while (l.count < CHECKED / f->part) {
        question *q = add_question(&l, l.count % 2 ? &f->older : &f->now);
        qm_state *spare = machine_room(q->board->state_size);
        int checks;
        do {
            for (checks = 0; checks < 4 && (checks > 0 || strew_at_link(f, q)) && add_check(f, q, spare);) {
                checks++;
            }
        } while (checks < 4);
        free(spare);
        l.count++;
    }
    return l;
}

/* All units where they are. */
static list all_units(const board *b) {
    list l = list_of(UNITS);
    while (l.count < UNITS) {
        question *q = add_question(&l, b);
        q->figure = (uint16_t)(++l.count);
        memcpy(q->state, b->moving[qm_figure_side(b->scenario, q->figure) - 1], b->state_size);
    }
    return l;
}

/* Goals where a unit could stand, every other one at another height: those it can get to, or those it cannot. */
static list strew_goals(field *f, bool any) {
    list l = list_of(PLANS);
    while (l.count < PLANS / f->part) {
        question *q = add_question(&l, &f->now);
        uint32_t count;
        do {
            do {
                strew_unit(f, q);
            } while (!some_place(f, q, 1000, 9000, &q->goal) || (l.count % 2 && q->goal.z == where(q).z));
            qm_plan(q->board->scenario, q->state, q->figure, q->goal, q->board->scratch, f->ways, WAYS, &count);
        } while ((count > 0) != any);
        l.count++;
    }
    return l;
}

/* --------------------------------------------------------------------------------------------------- recorded games */

/* What a unit does in a game: half of the time it walks somewhere, else it takes one of its options. */
static bool choose(field *f, question *q) {
    qm_options_result options;
    qm_order_clear(&q->order, order_kind(q->board->scenario, "move"), q->figure);
    if (below(f, 2) && strew_legs(f, q, "walk", 1, 2000, 6000)) {
        return true;
    }
    if (qm_options(q->board->scenario, q->state, q->figure, q->board->scratch, &options) != QM_OK ||
        options.count == 0) {
        return false;
    }
    return qm_option(q->board->scenario, q->state, q->board->scratch, below(f, options.count), &q->order) == QM_OK;
}

/* A game of the 24 units on this table, from its start. */
static void record(field *f) {
    games *g = &f->here;
    const board *b = &f->now;
    question q = {.board = b, .state = machine_room(b->state_size)};
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 9};
    *g = games_room(RECORDED);
    qm_state_start(b->scenario, q.state);
    while (g->count < RECORDED / f->part && !qm_state_ended(q.state)) {
        recorded *r = games_next(g);
        qm_played played;
        q.figure = qm_state_actor(b->scenario, q.state);
        if (q.figure == 0 || !choose(f, &q)) {
            qm_order_clear(&q.order, order_kind(b->scenario, "next"), 0);
        }
        *r = (recorded){.scenario = b->scenario, .scratch = b->scratch, .order = q.order, .fresh = g->count == 1};
        source.record = &r->tape;
        if (!legal(f, b, q.state, &r->order) ||
            qm_play(b->scenario, q.state, b->scratch, &source, NULL, &played) != QM_OK) {
            machine_fail("recording failed: an option was refused");
        }
        r->after = qm_state_hash(b->scenario, q.state);
    }
    g->state = q.state;
}

static const char *const logs[] = {"street", "street-2025", "ruin", "ruin-heavy", "chase", "chase-2025", "chase-typed"};

/* -------------------------------------------------------------------------------------------------------- workloads */

static void ask_judge(field *f, const list *l, uint32_t n) {
    const question *q = &l->items[n];
    qm_judge(q->board->scenario, q->state, &q->order, q->board->scratch, &f->verdict);
}

static void ask_drawn(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->drawn, n);
}

static void ask_routed(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->routed, n);
}

static void ask_checked(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->checked, n);
}

static void ask_odds(void *of, uint32_t n) {
    field *f = of;
    const board *b = f->checked.items[n].board;
    qm_odds(b->scenario, f->checked.items[n].state, b->scratch, QM_POLICY_AUTOMATIC, f->outcomes, OUTCOMES, &f->odds);
}

/* A move, and where it leads farther a run. */
static void ask_regions(field *f, const list *l, uint32_t n) {
    const question *q = &l->items[n];
    qm_reach_area area = {
        .rings = f->rings, .corners = f->corners, .ring_capacity = RINGS, .corner_capacity = CORNERS, .apart = 1};
    if (qm_reach_regions(q->board->scenario, q->state, q->figure, NULL, 0, q->board->scratch, &area) != QM_OK ||
        area.ring_count == 0) {
        machine_fail("a reach has failed");
    }
    f->sum += area.corner_count;
}

static void ask_reach(void *of, uint32_t n) {
    field *f = of;
    ask_regions(f, &f->units, n);
}

static void ask_reach_fly(void *of, uint32_t n) {
    field *f = of;
    ask_regions(f, &f->fliers, n);
}

static void ask_reach_ghost(void *of, uint32_t n) {
    field *f = of;
    ask_regions(f, &f->ghosts, n);
}

static void ask_plan(field *f, const list *l, uint32_t n) {
    const question *q = &l->items[n];
    uint32_t count = 0;
    qm_plan(q->board->scenario, q->state, q->figure, q->goal, q->board->scratch, f->ways, WAYS, &count);
    f->sum += count;
}

static void ask_near(void *of, uint32_t n) {
    field *f = of;
    ask_plan(f, &f->near, n);
}

static void ask_far(void *of, uint32_t n) {
    field *f = of;
    ask_plan(f, &f->far, n);
}

static void ask_here(void *of, uint32_t n) {
    field *f = of;
    games_replay(&f->here, n, &f->verdict);
}

static void ask_shipped(void *of, uint32_t n) {
    field *f = of;
    games_replay(&f->shipped, n, &f->verdict);
}

/* Before odds are asked for, the move is judged. */
static void judge_first(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->checked, n);
}

/* -------------------------------------------------------------------------------------------- whether it is right */

static void check_moves(field *f, const list *l, uint16_t checks) {
    for (uint32_t n = 0; n < l->count; n++) {
        ask_judge(f, l, n);
        if (f->verdict.judgement != QM_LEGAL || f->verdict.check_count != checks) {
            machine_fail("a move is not what it should be");
        }
    }
}

static void check_odds(field *f) {
    uint32_t outcomes = 0;
    for (uint32_t n = 0; n < f->checked.count; n++) {
        judge_first(f, n);
        ask_odds(f, n);
        const double off = f->odds.sum - 1;
        if (f->odds.too_many || f->odds.count < 2 || off > 1e-12 || off < -1e-12) {
            machine_fail("odds are not what they should be");
        }
        outcomes += f->odds.count;
    }
    printf("%u moves with four checks have %.1f outcomes on average, which sum to 1\n", f->checked.count,
           (double)outcomes / f->checked.count);
}

/* Every way must be legal, cost what it says and end at the goal. */
static void check_plans(field *f) {
    uint32_t ways = 0;
    for (uint32_t n = 0; n < f->near.count; n++) {
        const question *q = &f->near.items[n];
        uint32_t count = 0;
        qm_plan(q->board->scenario, q->state, q->figure, q->goal, q->board->scratch, f->ways, WAYS, &count);
        for (uint32_t i = 0; i < count; i++) {
            const qm_order *order = &f->ways[i].order;
            const qm_place end = order->legs[order->leg_count - 1].to;
            if (!legal(f, q->board, q->state, order) || f->verdict.cost != f->ways[i].cost || end.x != q->goal.x ||
                end.y != q->goal.y || end.z != q->goal.z) {
                machine_fail("a way is not what it should be");
            }
        }
        ways += count;
    }
    printf("%u goals have %.2f ways on average, all of them legal\n", f->near.count, (double)ways / f->near.count);
}

/* -------------------------------------------------------------------------------------------------------- measuring */

#define COUNT(member) offsetof(field, member.count)
static const asking workloads[] = {
    {"drawn", "a move of four drawn legs judged", ASKING_MEAN, 10, NULL, ask_drawn, COUNT(drawn)},
    {"routed", "a move of four routed legs judged", ASKING_MEAN, 150, NULL, ask_routed, COUNT(routed)},
    {"checked", "a move with four checks judged", ASKING_MEAN, 0, NULL, ask_checked, COUNT(checked)},
    {"odds", "exact odds of it", ASKING_MEAN, 50, judge_first, ask_odds, COUNT(checked)},
    {"reach", "reach of a move and a run by risk", ASKING_MEDIAN, 3000, NULL, ask_reach, COUNT(units)},
    {"reach-fly", "the same of one that flies", ASKING_MEDIAN, 3000, NULL, ask_reach_fly, COUNT(fliers)},
    {"reach-ethereal", "the same of one that is ethereal", ASKING_MEDIAN, 3000, NULL, ask_reach_ghost, COUNT(ghosts)},
    {"plan", "ways to a goal", ASKING_MEDIAN, 5000, NULL, ask_near, COUNT(near)},
    {"plan-none", "that there is no way to a goal", ASKING_MEDIAN, 0, NULL, ask_far, COUNT(far)},
    {"replay", "orders of a game here replayed", ASKING_RATE, 20000, NULL, ask_here, COUNT(here)},
    {"logs", "orders of shipped games replayed", ASKING_RATE, 20000, NULL, ask_shipped, COUNT(shipped)},
};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

/* -------------------------------------------------------------------------------------------------------------- all */

static void make(void *of, const char *name) {
    field *f = of;
    const bool all = !name;
    f->part = all ? 1 : 10;
    f->seed = 88172645463325252u;
    load(f, &f->now, QM_SOURCE_DIR "/rulebooks/warband.toml", NULL);
    load(f, &f->older, QM_SOURCE_DIR "/rulebooks/warband-2025.toml", NULL);
    if (all || strcmp(name, "drawn") == 0) {
        f->drawn = strew_moves(f, "via", 500, 2500, 0);
    }
    if (all || strcmp(name, "routed") == 0) {
        f->routed = strew_moves(f, "walk", 500, 4000, 2);
    }
    if (all || strcmp(name, "checked") == 0 || strcmp(name, "odds") == 0) {
        f->checked = strew_checks(f);
    }
    if (all || strcmp(name, "reach") == 0) {
        f->units = all_units(&f->now);
    }
    if (all || strcmp(name, "reach-fly") == 0) {
        load(f, &f->flying, QM_SOURCE_DIR "/rulebooks/warband.toml", "flying");
        f->fliers = all_units(&f->flying);
    }
    if (all || strcmp(name, "reach-ethereal") == 0) {
        load(f, &f->ethereal, QM_SOURCE_DIR "/rulebooks/warband.toml", "ethereal");
        f->ghosts = all_units(&f->ethereal);
    }
    if (all || strcmp(name, "plan") == 0) {
        f->near = strew_goals(f, true);
    }
    if (all || strcmp(name, "plan-none") == 0) {
        f->far = strew_goals(f, false);
    }
    if (all || strcmp(name, "replay") == 0) {
        record(f);
    }
    if (all || strcmp(name, "logs") == 0) {
        f->shipped = games_shipped("warband", logs, sizeof logs / sizeof logs[0], &f->verdict);
    }
}

static void check(void *of) {
    field *f = of;
    check_moves(f, &f->drawn, 0);
    check_moves(f, &f->routed, 0);
    check_moves(f, &f->checked, 4);
    check_odds(f);
    check_plans(f);
}

int main(int argc, char **argv) {
    static field f;
    const asking_all all = {workloads, WORKLOADS, "warband in streets of two storeys with 24 units", make, check};
    return asking_main(&all, &f, argc, argv);
}
