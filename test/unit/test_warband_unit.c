/* warband: how far units may go, what keeps them from moving and running, who is in whose way, and what their checks
 * are. Units stand on a bare table that is put together here, so that nothing but these rules is tried.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/drive.h"
#include "quickmarch/quickmarch.h"
#include "rules/warband/declared.h"

enum { ADA = 1, BO, CY, DEE, FIGURES = 4, BASE = 492, TALL = 1250, APART = 2 * BASE };

/* Ada and Cy are of Red, Bo and Dee of Blue. */
typedef struct bench {
    qm_scenario scenario;
    qm__family family;
    qm_rules_facts facts;
    wb_data data;
    qm__side sides[2];
    qm__figure figures[FIGURES];
    int32_t values[FIGURES][WB_FIGURE_FIELDS];
    struct {
        qm_state head;
        wb_unit units[FIGURES];
    } state;
    qm_order order;
    qm_verdict verdict;
} bench;

static const wb_settings standards = {
#define WB_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered) .name = (standard),
#include "rules/warband/settings.def"
#undef WB_SETTING
};

/* All well and far apart. */
static void open_bench(bench *b) {
    static const char *const names[FIGURES] = {"Ada", "Bo", "Cy", "Dee"};
    memset(b, 0, sizeof *b);
    b->facts = (qm_rules_facts){.space = QM_SPACE_TABLE,
                                .reasons = qm__wb_reasons,
                                .terms = qm__wb_terms,
                                .rolls = qm__wb_rolls,
                                .reason_count = WB_REASON_COUNT};
    b->family.facts = &b->facts;
    b->data.set = standards;
    b->sides[0] = (qm__side){"Red", 1u << 1};
    b->sides[1] = (qm__side){"Blue", 1u << 2};
    for (uint16_t i = 0; i < FIGURES; i++) {
        int32_t *values = b->values[i];
        values[WB_MOVE] = 6000;
        values[WB_AGILITY] = 8;
        values[WB_RADIUS] = BASE;
        values[WB_HEIGHT] = TALL;
        values[WB_WOUNDS] = 1;
        b->figures[i] = (qm__figure){.name = names[i], .text = "", .side = (uint16_t)(i % 2 + 1), .values = values};
        b->state.units[i].x = b->state.units[i].y = 10000 + 15000 * i;
    }
    b->scenario = (qm_scenario){.family = &b->family,
                                .sides = b->sides,
                                .figures = b->figures,
                                .side_count = 2,
                                .figure_count = FIGURES,
                                .figures_at = offsetof(bench, state.units) - offsetof(bench, state),
                                .compiled = &b->data};
}

static wb_unit *unit(bench *b, uint16_t figure) {
    return &b->state.units[figure - 1];
}

/* Puts one beside another, so far from centre to centre along x. */
static void put(bench *b, uint16_t figure, uint16_t beside, int32_t dx, int32_t dz) {
    unit(b, figure)->x = unit(b, beside)->x + dx;
    unit(b, figure)->y = unit(b, beside)->y;
    unit(b, figure)->z = unit(b, beside)->z + dz;
}

static int32_t far(const bench *b, uint16_t order) {
    return qm__wb_allowance(&b->scenario, &b->state.head, ADA, order);
}

static uint16_t bars(const bench *b, uint16_t order, qm_reason out[WB_BARS_MAX]) {
    return qm__wb_bars(&b->scenario, &b->state.head, ADA, order, out);
}

/* One thing alone keeps Ada from it. */
static void assert_bar(const bench *b, uint16_t order, uint16_t kind) {
    qm_reason list[WB_BARS_MAX];
    assert_int_equal(bars(b, order, list), 1);
    assert_int_equal(list[0].kind, kind);
    assert_int_equal(list[0].figure, ADA);
}

static void assert_free(const bench *b, uint16_t order) {
    qm_reason list[WB_BARS_MAX];
    assert_int_equal(bars(b, order, list), 0);
}

/* -------------------------------------------------------------------------------------------------------- movement */

static void test_allowance(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    assert_int_equal(far(&b, WB_ORDER_MOVE), 6000);
    assert_int_equal(far(&b, WB_ORDER_RUN), 9000);
    assert_int_equal(far(&b, WB_ORDER_ENGAGE), 9000);
    b.values[ADA - 1][WB_MOVE] = 7000;
    assert_int_equal(far(&b, WB_ORDER_RUN), 10500); /* WB-11: fractions are kept */
    b.values[ADA - 1][WB_RUNNER] = 1;
    assert_int_equal(far(&b, WB_ORDER_RUN), 14000);
    assert_int_equal(far(&b, WB_ORDER_ENGAGE), 10500);
    b.values[ADA - 1][WB_UNDEAD] = 1;
    assert_int_equal(far(&b, WB_ORDER_RUN), 0);
    assert_int_equal(far(&b, WB_ORDER_ENGAGE), 10500);
    open_bench(&b);
    b.data.set.run_factor = 1000;
    b.data.set.run_bonus = 3000;
    assert_int_equal(far(&b, WB_ORDER_RUN), 9000);
    b.data.set.armour_move = 1000;
    assert_int_equal(far(&b, WB_ORDER_MOVE), 6000);
    b.values[ADA - 1][WB_ARMOURED] = 1;
    assert_int_equal(far(&b, WB_ORDER_MOVE), 5000);
    assert_int_equal(far(&b, WB_ORDER_RUN), 8000);
    b.data.set.armour_move = 7000;
    assert_int_equal(far(&b, WB_ORDER_MOVE), 0);
    assert_int_equal(far(&b, WB_ORDER_RUN), 0);
}

typedef struct ailing {
    uint8_t condition;
    int32_t word; /* of its setting */
    int32_t order;
    int32_t move;
    int32_t walks, runs;
} ailing;

static void test_condition(void **unused) {
    (void)unused;
    static const ailing list[] = {
        {WB_WELL, WB_STUNNED_MOVE_NONE, WB_STAGGER_ORDER_HALF_LAST, 7000, 7000, 10500},
        {WB_STAGGERED, WB_STAGGERED_MOVE_HALF, WB_STAGGER_ORDER_HALF_FIRST, 6000, 3000, 4500},
        {WB_STAGGERED, WB_STAGGERED_MOVE_HALF, WB_STAGGER_ORDER_HALF_LAST, 6000, 3000, 5000}, /* 9 is 4.5, 5 */
        {WB_STAGGERED, WB_STAGGERED_MOVE_HALF, WB_STAGGER_ORDER_HALF_FIRST, 7000, 4000, 6000},
        {WB_STAGGERED, WB_STAGGERED_MOVE_HALF, WB_STAGGER_ORDER_HALF_LAST, 7000, 4000, 6000}, /* 10.5 is 5.25, 6 */
        {WB_STAGGERED, WB_STAGGERED_MOVE_HALF, WB_STAGGER_ORDER_HALF_FIRST, 6001, 4000, 6000},
        {WB_STAGGERED, WB_STAGGERED_MOVE_HALF, WB_STAGGER_ORDER_HALF_FIRST, 400, 400, 600},
        {WB_STAGGERED, WB_STAGGERED_MOVE_FULL, WB_STAGGER_ORDER_HALF_FIRST, 6000, 6000, 9000},
        {WB_DAZED, WB_DAZED_MOVE_NONE, WB_STAGGER_ORDER_HALF_FIRST, 6000, 0, 0},
        {WB_DAZED, WB_DAZED_MOVE_ONE_INCH, WB_STAGGER_ORDER_HALF_FIRST, 6000, 1000, 1000},
        {WB_DAZED, WB_DAZED_MOVE_ONE_INCH, WB_STAGGER_ORDER_HALF_FIRST, 500, 500, 750},
        {WB_DAZED, WB_DAZED_MOVE_HALF, WB_STAGGER_ORDER_HALF_FIRST, 6000, 3000, 4500},
        {WB_STUNNED, WB_STUNNED_MOVE_NONE, WB_STAGGER_ORDER_HALF_FIRST, 6000, 0, 0},
        {WB_STUNNED, WB_STUNNED_MOVE_HALF, WB_STAGGER_ORDER_HALF_FIRST, 5000, 3000, 4500},
        {WB_STUNNED, WB_STUNNED_MOVE_FULL, WB_STAGGER_ORDER_HALF_FIRST, 5000, 5000, 7500},
        {WB_OUT, WB_STUNNED_MOVE_FULL, WB_STAGGER_ORDER_HALF_FIRST, 5000, 0, 0},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        bench b;
        open_bench(&b);
        unit(&b, ADA)->condition = list[i].condition;
        b.values[ADA - 1][WB_MOVE] = list[i].move;
        b.data.set.stagger_order = list[i].order;
        b.data.set.staggered_move = b.data.set.dazed_move = b.data.set.stunned_move = list[i].word;
        assert_int_equal(far(&b, WB_ORDER_MOVE), list[i].walks);
        assert_int_equal(qm__wb_move(&b.scenario, &b.state.head, ADA), list[i].walks);
        assert_int_equal(far(&b, WB_ORDER_RUN), list[i].runs);
    }
}

/* Of the undead, stunned counts as dazed, in movement and in what is told. */
static void test_undead(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    unit(&b, ADA)->condition = WB_STUNNED;
    assert_int_equal(qm__wb_condition(&b.scenario, &b.state.head, ADA), WB_STUNNED);
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_STUNNED);
    b.values[ADA - 1][WB_UNDEAD] = 1;
    assert_int_equal(qm__wb_condition(&b.scenario, &b.state.head, ADA), WB_DAZED);
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_STUNNED_UNDEAD);
    b.data.set.dazed_move = WB_DAZED_MOVE_HALF;
    assert_free(&b, WB_ORDER_MOVE);
    assert_int_equal(far(&b, WB_ORDER_MOVE), 3000);
}

/* ---------------------------------------------------------------------------------------------------- who may move */

static void test_moved(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    assert_free(&b, WB_ORDER_MOVE);
    assert_free(&b, WB_ORDER_RUN);
    unit(&b, ADA)->moved = 1;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_ALREADY_MOVED);
    open_bench(&b);
    unit(&b, ADA)->engaged = WB_ENGAGED_TRIED;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_TRIED_TO_ENGAGE);
    b.data.set.charge_bars = WB_CHARGE_BARS_MADE;
    assert_free(&b, WB_ORDER_MOVE);
    unit(&b, ADA)->engaged = WB_ENGAGED_CAME;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_HAS_ENGAGED);
    open_bench(&b);
    unit(&b, ADA)->condition = WB_DAZED;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_DAZED);
    b.data.set.dazed_move = WB_DAZED_MOVE_ONE_INCH;
    assert_free(&b, WB_ORDER_MOVE);
    unit(&b, ADA)->condition = WB_STAGGERED;
    assert_free(&b, WB_ORDER_MOVE);
    b.data.set.staggered_move = WB_STAGGERED_MOVE_NONE;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_STAGGERED);
    open_bench(&b);
    b.values[ADA - 1][WB_MOVE] = 0;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_NO_MOVE);
}

/* Bases that touch, and those a unit apart; one above the other. */
static void test_engaged(void **unused) {
    (void)unused;
    static const struct {
        int32_t dx, dz;
        bool engaged;
    } list[] = {{APART, 0, true},       {APART + 1, 0, false},    {APART, TALL - 1, true},   {APART, TALL, false},
                {-APART, -TALL, false}, {-APART, 1 - TALL, true}, {APART + 100000, 0, false}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        bench b;
        open_bench(&b);
        put(&b, BO, ADA, list[i].dx, list[i].dz);
        assert_int_equal(qm__wb_engaged_by(&b.scenario, &b.state.head, ADA, false), list[i].engaged ? BO : 0);
        assert_int_equal(qm__wb_engaged_by(&b.scenario, &b.state.head, BO, true), list[i].engaged ? ADA : 0);
        put(&b, CY, ADA, list[i].dx, list[i].dz); /* a friend in the same place engages nobody of its side */
        unit(&b, BO)->condition = WB_OUT;
        assert_int_equal(qm__wb_engaged_by(&b.scenario, &b.state.head, ADA, true), 0);
    }
}

static void test_leaving(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    put(&b, BO, ADA, APART, 0);
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_ENGAGED);
    assert_bar(&b, WB_ORDER_RELOAD, WB_REASON_ENGAGED);
    b.data.set.reload_engaged = WB_RELOAD_ENGAGED_YES;
    assert_free(&b, WB_ORDER_RELOAD);
    unit(&b, BO)->condition = WB_STAGGERED;
    assert_bar(&b, WB_ORDER_MOVE, WB_REASON_ENGAGED);
    b.data.set.engaged_move = WB_ENGAGED_MOVE_YES;
    assert_free(&b, WB_ORDER_MOVE);
    b.data.set.engaged_move = WB_ENGAGED_MOVE_NO;
    for (uint8_t condition = WB_DAZED; condition <= WB_STUNNED; condition++) {
        unit(&b, BO)->condition = condition;
        b.data.set.leave_downed = WB_LEAVE_DOWNED_YES;
        assert_free(&b, WB_ORDER_MOVE);
        b.data.set.leave_downed = WB_LEAVE_DOWNED_NO;
        assert_bar(&b, WB_ORDER_MOVE, WB_REASON_ENGAGED_DOWNED);
    }
    b.data.set.leave_downed = WB_LEAVE_DOWNED_YES;
    put(&b, DEE, ADA, -APART, 0); /* and one that stands */
    qm_reason list[WB_BARS_MAX];
    assert_int_equal(bars(&b, WB_ORDER_MOVE, list), 1);
    assert_int_equal(list[0].other, DEE);
}

/* --------------------------------------------------------------------------------------------------------- running */

static void test_run_barred(void **unused) {
    (void)unused;
    static const struct {
        int32_t dx, dz, had; /* had -1: may run */
    } list[] = {
        {8000 + APART, 0, 8000},    {8001 + APART, 0, -1},    {7400 + APART, 0, 7400},
        {4800 + APART, 6400, 8000}, {4800 + APART, 6402, -1}, {4800 + APART, -6400, 8000},
        {APART, 8000, 8000},        {APART, 8001, -1},        {0, 3000, 3000},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        bench b;
        open_bench(&b);
        put(&b, BO, ADA, list[i].dx, list[i].dz);
        put(&b, DEE, ADA, 30000, 0);
        if (list[i].had < 0) {
            assert_free(&b, WB_ORDER_RUN);
            continue;
        }
        qm_reason reasons[WB_BARS_MAX];
        assert_int_equal(bars(&b, WB_ORDER_RUN, reasons), 1);
        assert_int_equal(reasons[0].kind, WB_REASON_RUN_ENEMY);
        assert_int_equal(reasons[0].other, BO);
        assert_int_equal(reasons[0].needed, 8000);
        assert_int_equal(reasons[0].had, list[i].had);
        assert_free(&b, WB_ORDER_MOVE);
        put(&b, DEE, BO, 0, 1); /* the nearest is told */
        unit(&b, DEE)->x = unit(&b, ADA)->x + APART + 2000;
        unit(&b, DEE)->z = 0;
        assert_int_equal(bars(&b, WB_ORDER_RUN, reasons), 1);
        assert_int_equal(reasons[0].had, 2000);
        b.data.set.run_enemy = 0;
        assert_free(&b, WB_ORDER_RUN);
    }
}

static void test_run_others(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    put(&b, BO, ADA, 5000, 0);
    unit(&b, BO)->condition = WB_STUNNED;
    assert_bar(&b, WB_ORDER_RUN, WB_REASON_RUN_ENEMY);
    b.data.set.run_bar_downed = WB_RUN_BAR_DOWNED_IGNORED;
    assert_free(&b, WB_ORDER_RUN);
    unit(&b, BO)->condition = WB_STAGGERED;
    assert_bar(&b, WB_ORDER_RUN, WB_REASON_RUN_ENEMY);
    unit(&b, BO)->condition = WB_OUT;
    assert_free(&b, WB_ORDER_RUN);
    put(&b, CY, ADA, APART, 0); /* friends keep nobody */
    assert_free(&b, WB_ORDER_RUN);
    unit(&b, ADA)->treasure = 3;
    qm_reason list[WB_BARS_MAX];
    assert_int_equal(bars(&b, WB_ORDER_RUN, list), 1);
    assert_int_equal(list[0].kind, WB_REASON_RUN_TREASURE);
    assert_int_equal(list[0].item, 3);
    b.data.set.run_token = WB_RUN_TOKEN_FREE;
    assert_free(&b, WB_ORDER_RUN);
    b.values[ADA - 1][WB_UNDEAD] = 1;
    assert_bar(&b, WB_ORDER_RUN, WB_REASON_RUN_UNDEAD);
}

/* Everything at once fits, and is told in a verdict with its numbers. */
static void test_told(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    put(&b, BO, ADA, 7400 + APART, 0);
    put(&b, DEE, ADA, 0, APART);
    unit(&b, DEE)->condition = WB_OUT;
    qm_order_clear(&b.order, WB_ORDER_RUN, ADA);
    qm__judging j = {.scenario = &b.scenario, .state = &b.state.head, .order = &b.order, .verdict = &b.verdict};
    qm__wb_judge_may_move(&j);
    assert_int_equal(b.verdict.judgement, QM_LEGAL);
    qm__wb_judge_may_run(&j);
    assert_int_equal(b.verdict.judgement, QM_ILLEGAL);
    char array[200];
    qm_text out = qm_text_over(array, sizeof array);
    qm_reason_print(&b.scenario, &b.verdict.reasons[0], &out);
    assert_string_equal(array, "Ada may not run with Bo 7.4\" away: enemies must be more than 8\" away (WB-10)");
    put(&b, BO, ADA, APART, 0);
    *unit(&b, ADA) = (wb_unit){.x = unit(&b, ADA)->x,
                               .y = unit(&b, ADA)->y,
                               .condition = WB_STUNNED,
                               .engaged = WB_ENGAGED_CAME,
                               .moved = 1,
                               .treasure = 1};
    b.values[ADA - 1][WB_UNDEAD] = 1;
    b.values[ADA - 1][WB_MOVE] = 0;
    qm_reason list[WB_BARS_MAX];
    assert_int_equal(bars(&b, WB_ORDER_RUN, list), WB_BARS_MAX);
}

/* What is told of Ada, and by which clause; -1 = it is not told. */
static int32_t told(bench *b, uint16_t kind, uint16_t *clause) {
    qm_told list[QM_TOLD_MAX];
    const uint16_t count = qm__wb_told(&b->scenario, &b->state.head, ADA, list);
    for (uint16_t i = 0; i < count; i++) {
        if (list[i].kind == kind) {
            *clause = list[i].clause;
            return list[i].value;
        }
    }
    return -1;
}

/* By which clause Ada may not shoot; 0 = she may. */
static uint16_t shooting_bar(bench *b) {
    uint16_t clause = 0;
    const int32_t may = told(b, WB_TOLD_MAY_SHOOT, &clause);
    assert_int_equal(may, clause == 0);
    return clause;
}

static void test_shooting(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    uint16_t clause = 0;
    assert_int_equal(shooting_bar(&b), 0);
    assert_int_equal(told(&b, WB_TOLD_CASTING_PENALTY, &clause), -1); /* no caster */
    b.values[ADA - 1][WB_CASTER] = 1;
    assert_int_equal(told(&b, WB_TOLD_CASTING_PENALTY, &clause), 0);
    unit(&b, ADA)->ran = 1;
    assert_int_equal(shooting_bar(&b), 12);
    assert_int_equal(told(&b, WB_TOLD_CASTING_PENALTY, &clause), 2);
    assert_int_equal(clause, 12);
    b.data.set.run_shooting = WB_RUN_SHOOTING_FREE;
    assert_int_equal(shooting_bar(&b), 0);
    unit(&b, ADA)->unloaded = 1; /* which means nothing where there is no reloading */
    b.values[ADA - 1][WB_RELOADS] = 1;
    assert_int_equal(shooting_bar(&b), 0);
    assert_int_equal(told(&b, WB_TOLD_MAY_RELOAD, &clause), -1);
    b.data.set.reload = WB_RELOAD_INSTEAD;
    assert_int_equal(shooting_bar(&b), 32);
    assert_int_equal(told(&b, WB_TOLD_MAY_RELOAD, &clause), 1);
    assert_int_equal(clause, 32);
    unit(&b, ADA)->moved = 1;
    assert_int_equal(told(&b, WB_TOLD_MAY_RELOAD, &clause), 0);
    assert_int_equal(clause, 1);
    unit(&b, ADA)->moved = 0;
    unit(&b, ADA)->unloaded = 0;
    assert_int_equal(told(&b, WB_TOLD_MAY_RELOAD, &clause), 0);
    assert_int_equal(clause, 32);
    unit(&b, ADA)->engaged = WB_ENGAGED_TRIED;
    assert_int_equal(shooting_bar(&b), 1);
    assert_int_equal(told(&b, WB_TOLD_MAY_ENGAGE, &clause), 0);
    assert_int_equal(told(&b, WB_TOLD_MAY_CAST, &clause), 1);
    unit(&b, ADA)->engaged = WB_ENGAGED_NOT;
    assert_int_equal(told(&b, WB_TOLD_MAY_ENGAGE, &clause), 1);
    unit(&b, ADA)->condition = WB_DAZED;
    assert_int_equal(shooting_bar(&b), 3);
    assert_int_equal(told(&b, WB_TOLD_MAY_CAST, &clause), 0);
    assert_int_equal(clause, 3);
}

/* One entry for each enemy that is touched, and by which clause. */
static void test_told_contact(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    qm_told list[QM_TOLD_MAX];
    put(&b, BO, ADA, APART, 0);
    assert_int_equal(qm__wb_told(&b.scenario, &b.state.head, ADA, list), 6);
    assert_int_equal(list[0].kind, WB_TOLD_ENGAGED_WITH);
    assert_int_equal(list[0].value, BO);
    assert_int_equal(list[0].clause, 4);
    assert_int_equal(list[1].kind, WB_TOLD_MAY_ENGAGE);
    assert_int_equal(list[1].value, 0);
    assert_int_equal(list[1].clause, 4);
    unit(&b, BO)->condition = WB_STUNNED;
    assert_int_equal(qm__wb_told(&b.scenario, &b.state.head, ADA, list), 6);
    assert_int_equal(list[0].clause, 5);
    assert_int_equal(list[1].value, 1);
    put(&b, BO, ADA, APART + 1, 0); /* a unit apart */
    assert_int_equal(qm__wb_told(&b.scenario, &b.state.head, ADA, list), 5);
    unit(&b, ADA)->condition = WB_OUT;
    assert_int_equal(qm__wb_told(&b.scenario, &b.state.head, ADA, list), 0);
}

/* Water that nobody shoots from: in it is whose base has a part in it, or whose centre. */
static void test_shooting_ground(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    int32_t water[WB_TERRAIN_COLUMNS] = {0};
    qm__table_row row = {"deep water", water};
    qm__table_rows tables[WB_TABLE_COUNT] = {{&row, 1}, {0}};
    qm__corner corners[] = {{10491, 0, 0}, {20000, 0, 0}, {20000, 20000, 0}, {10491, 20000, 0}};
    qm__ring ring = {0, 4};
    qm__area area = {.name = "pond", .polygon = {0, 1, {10491, 0, 20000, 20000}, true, false}, .kind = 1};
    b.scenario.rules.tables = tables;
    b.scenario.table.corners = corners;
    b.scenario.table.corner_count = 4;
    b.scenario.table.rings = &ring;
    b.scenario.table.ring_count = 1;
    b.scenario.table.areas = &area;
    b.scenario.table.area_count = 1;
    assert_int_equal(shooting_bar(&b), 0);
    water[WB_TERRAIN_NO_SHOOTING] = 1;
    assert_int_equal(shooting_bar(&b), 12); /* a unit of the base is in it */
    unit(&b, ADA)->x--;
    assert_int_equal(shooting_bar(&b), 0);
    b.data.set.difficult_touch = WB_DIFFICULT_TOUCH_CENTRE;
    unit(&b, ADA)->x += 2;
    assert_int_equal(shooting_bar(&b), 0);
    unit(&b, ADA)->x = 10492;
    assert_int_equal(shooting_bar(&b), 12);
    unit(&b, ADA)->z = 1; /* above it */
    assert_int_equal(shooting_bar(&b), 0);
}

/* ----------------------------------------------------------------------------------------------------------- crowd */

static qm__body body(const bench *b, uint16_t i, uint16_t figure) {
    qm__body out;
    qm__wb_body(&b->scenario, &b->state.head, i, figure, &out);
    return out;
}

static void test_manners(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    assert_int_equal(body(&b, ADA, ADA).manner, QM__PASS);
    assert_int_equal(body(&b, BO, ADA).manner, QM__BLOCK);
    assert_int_equal(body(&b, CY, ADA).manner, QM__PASS_ONLY);
    assert_int_equal(body(&b, CY, ADA).id, CY);
    assert_int_equal(body(&b, CY, ADA).height, TALL);
    assert_int_equal(body(&b, CY, 0).manner, QM__BLOCK);
    unit(&b, BO)->condition = WB_STUNNED; /* enemies block in any state */
    assert_int_equal(body(&b, BO, ADA).manner, QM__BLOCK);
    put(&b, BO, CY, APART, 0); /* engaged with whomever it is */
    assert_int_equal(body(&b, CY, ADA).manner, QM__BLOCK);
    put(&b, BO, CY, APART + 1, 0);
    assert_int_equal(body(&b, CY, ADA).manner, QM__PASS_ONLY);
    for (uint8_t condition = WB_STAGGERED; condition <= WB_STUNNED; condition++) {
        unit(&b, CY)->condition = condition;
        b.data.set.downed_friends = WB_DOWNED_FRIENDS_BLOCK;
        assert_int_equal(body(&b, CY, ADA).manner, condition == WB_STAGGERED ? QM__PASS_ONLY : QM__BLOCK);
        b.data.set.downed_friends = WB_DOWNED_FRIENDS_PASS;
        assert_int_equal(body(&b, CY, ADA).manner, QM__PASS_ONLY);
    }
    assert_int_equal(body(&b, CY, ADA).column, 0);
    b.data.set.block_height = WB_BLOCK_HEIGHT_COLUMN;
    assert_int_equal(body(&b, CY, ADA).column, 1);
    b.values[ADA - 1][WB_ETHEREAL] = 1;
    assert_int_equal(body(&b, BO, ADA).manner, QM__PASS_ONLY);
    unit(&b, BO)->condition = WB_OUT;
    assert_int_equal(body(&b, BO, CY).manner, QM__PASS);
    assert_int_equal(body(&b, BO, CY).height, 0);
}

static void test_contact(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    const qm_place beside = {unit(&b, BO)->x + APART, unit(&b, BO)->y, 0};
    const qm_place clear = {beside.x + 1, beside.y, 0}, above = {beside.x, beside.y, TALL};
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, beside), BO);
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, DEE, beside), 0);
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, clear), 0);
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, above), 0);
    b.data.set.move_contact = WB_MOVE_CONTACT_DOWNED;
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, beside), BO);
    unit(&b, BO)->condition = WB_DAZED;
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, beside), 0);
    b.data.set.move_contact = WB_MOVE_CONTACT_NO;
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, beside), BO);
    unit(&b, BO)->condition = WB_OUT;
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, beside), 0);
    unit(&b, BO)->condition = WB_WELL;
    b.data.set.move_contact = WB_MOVE_CONTACT_YES;
    assert_int_equal(qm__wb_contact(&b.scenario, &b.state.head, ADA, beside), 0);
}

/* ---------------------------------------------------------------------------------------------------------- checks */

/* The check of Ada, whose terms add up to what she needs; how many terms are words. */
static wb_check check(const bench *b, wb_checked what, int32_t height, int words) {
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    const wb_check out = qm__wb_check(&b->scenario, &b->state.head, ADA, what, height, terms, &count);
    int sum = 0, told = 0;
    for (uint16_t i = 0; i < count; i++) {
        sum += terms[i].amount;
        told += terms[i].amount == 0;
    }
    assert_int_equal(sum, out.least);
    assert_int_equal(told, words);
    const wb_check quiet = qm__wb_check(&b->scenario, &b->state.head, ADA, what, height, NULL, NULL);
    assert_memory_equal(&quiet, &out, sizeof out);
    return out;
}

static void test_needed(void **unused) {
    (void)unused;
    static const struct {
        int32_t agility, fail, pass;
        int least;
    } list[] = {
        {8, 4, 20, 8},  {5, 4, 20, 5},    {4, 4, 20, 5}, {1, 4, 20, 5},   {20, 4, 20, 20}, {21, 4, 20, 20},
        {21, 4, 0, 21}, {100, 0, 0, 100}, {1, 0, 0, 1},  {8, 20, 15, 21}, {18, 4, 15, 15}, {3, 99, 20, 100},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        bench b;
        open_bench(&b);
        b.values[ADA - 1][WB_AGILITY] = list[i].agility;
        b.data.set.natural_fail = list[i].fail;
        b.data.set.natural_pass = list[i].pass;
        const wb_check made = check(&b, WB_CHECK_CLIMB, 0, 0);
        assert_int_equal(made.least, list[i].least);
        assert_int_equal(made.sides, 20);
        assert_int_equal(made.count, 1);
        assert_int_equal(made.edge, 0);
    }
}

static void test_edges(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    b.values[ADA - 1][WB_CLAWS] = 1;
    assert_int_equal(check(&b, WB_CHECK_CLIMB, 0, 1).edge, 1);
    assert_int_equal(check(&b, WB_CHECK_JUMP, 0, 0).edge, 0);
    b.values[ADA - 1][WB_AGILE] = 1;
    assert_int_equal(check(&b, WB_CHECK_CLIMB, 0, 2).edge, 1);
    assert_int_equal(check(&b, WB_CHECK_JUMP, 0, 1).edge, 1);
    unit(&b, ADA)->condition = WB_STAGGERED;
    assert_int_equal(check(&b, WB_CHECK_CLIMB, 0, 3).edge, 0); /* two for, one against */
    b.data.set.adv_stack = WB_ADV_STACK_MAJORITY;
    assert_int_equal(check(&b, WB_CHECK_CLIMB, 0, 3).edge, 1);
    assert_int_equal(check(&b, WB_CHECK_JUMP, 0, 2).edge, 0);
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 3).edge, -1);
    b.data.set.adv_stack = WB_ADV_STACK_CANCEL;
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 3).edge, 0);
    assert_int_equal(check(&b, WB_CHECK_LEDGE, 4000, 1).edge, 1); /* who makes it is dazed or stunned by then */
}

static void test_drops(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    assert_int_equal(check(&b, WB_CHECK_DROP, 3999, 0).edge, 0);
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 1).edge, -1);
    assert_int_equal(check(&b, WB_CHECK_LEDGE, 9000, 0).edge, 0); /* a plain one, whatever the height */
    assert_int_equal(check(&b, WB_CHECK_JUMP, 9000, 0).edge, 0);
    b.data.set.drop_penalty = 3;
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 0).edge, 0);
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 0).least, 11);
    assert_int_equal(check(&b, WB_CHECK_DROP, 3999, 0).least, 8);
    b.data.set.drop_penalty = 20;
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 0).least, 20); /* the natural pass */
    b.data.set.drop_high = 0;
    assert_int_equal(check(&b, WB_CHECK_DROP, 60000, 0).least, 8);
    assert_int_equal(check(&b, WB_CHECK_DROP, 7999, 0).count, 1);
    b.data.set.drop_checks = WB_DROP_CHECKS_PER_2_INCHES;
    assert_int_equal(check(&b, WB_CHECK_DROP, 1500, 0).count, 1);
    assert_int_equal(check(&b, WB_CHECK_DROP, 3999, 0).count, 1);
    assert_int_equal(check(&b, WB_CHECK_DROP, 4000, 1).count, 2);
    assert_int_equal(check(&b, WB_CHECK_DROP, 7999, 1).count, 3);
    assert_int_equal(check(&b, WB_CHECK_CLIMB, 8000, 0).count, 1);
}

static void assert_chance(wb_check made, double chance) {
    const double off = qm__wb_chance(&made) - chance;
    assert_true(off < 1e-12 && off > -1e-12);
}

static void test_chances(void **unused) {
    (void)unused;
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 8}, 13 / 20.0);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 8, .edge = 1}, 351 / 400.0);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 8, .edge = -1}, 169 / 400.0);
    assert_chance((wb_check){.count = 2, .sides = 20, .least = 8, .edge = -1}, 169 / 400.0 * 169 / 400.0);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 1, .edge = -1}, 1);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 20}, 1 / 20.0);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 21, .edge = 1}, 0);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 100}, 0);
    assert_chance((wb_check){.count = 1, .sides = 20, .least = 1, .fails = 1}, 0);
    assert_chance((wb_check){.count = 0, .sides = 20, .least = 12}, 1);
}

static void test_foreseen(void **unused) {
    (void)unused;
    bench b;
    open_bench(&b);
    unit(&b, ADA)->condition = WB_STAGGERED;
    b.verdict.chance = 1;
    qm_order_clear(&b.order, WB_ORDER_MOVE, ADA);
    qm__judging j = {.scenario = &b.scenario, .state = &b.state.head, .order = &b.order, .verdict = &b.verdict};
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    wb_check made = qm__wb_check(&b.scenario, &b.state.head, ADA, WB_CHECK_CLIMB, 0, terms, &count);
    made.count = 2;
    qm__wb_foresee(&j, 3, WB_ROLL_CLIMB, (qm_place){1000, 2500, 0}, &made, terms, count);
    assert_int_equal(b.verdict.check_count, 2);
    assert_int_equal(b.verdict.checks[1].leg, 3);
    const double off = b.verdict.chance - qm__wb_chance(&made);
    assert_true(off < 1e-12 && off > -1e-12);
    char array[200];
    qm_text out = qm_text_over(array, sizeof array);
    qm_check_print(&b.scenario, &b.verdict.checks[0], &out);
    assert_string_equal(array, "Ada to climb at 1,2.5: 2d20, the lower counts, needs 8 or more [8 Agility, staggered: "
                               "disadvantage], 42.3 % (WB-13)");
}

/* The dice that are rolled are those that were foreseen. */
static void test_rolled(void **unused) {
    (void)unused;
    static const struct {
        int8_t edge;
        uint8_t tape[3];
        bool passes;
    } list[] = {{0, {1, 8}, true},     {0, {1, 7}, false},      {1, {2, 7, 8}, true},
                {1, {2, 7, 7}, false}, {-1, {2, 20, 7}, false}, {-1, {2, 8, 9}, true}};
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const wb_check made = {.count = 1, .sides = 20, .least = 8, .edge = list[i].edge};
        qm__drive drive = {
            .mode = QM__DRIVE_PLAY, .given = list[i].tape, .given_length = (uint16_t)(1 + list[i].tape[0])};
        qm__run run = {.scenario = &b.scenario, .state = &b.state.head, .order = &b.order, .drive = &drive};
        assert_int_equal(qm__wb_roll(&run, ADA, WB_ROLL_JUMP, &made), list[i].passes);
        assert_false(drive.bad);
        assert_int_equal(drive.given_at, drive.given_length);
    }
    const wb_check hopeless = {.count = 1, .sides = 20, .least = 1, .fails = 1};
    qm__run run = {.scenario = &b.scenario, .state = &b.state.head, .order = &b.order}; /* and no dice at all */
    assert_false(qm__wb_roll(&run, ADA, WB_ROLL_JUMP, &hopeless));
}

/* Whether a hole is in a text outside of what may be left out. */
static bool always_has(const char *text, const char *hole) {
    int depth = 0;
    for (const char *c = text; *c; c++) {
        depth += (*c == '[') - (*c == ']');
        if (depth == 0 && strncmp(c, hole, strlen(hole)) == 0) {
            return true;
        }
    }
    return false;
}

/* Every reason with a length in it says whether that may be told while nobody may measure; where it may not, what is
 * told instead can do without. */
static void test_hidden_lengths(void **state) {
    (void)state;
    int hidden = 0;
    for (uint16_t kind = 1; kind < WB_REASON_COUNT; kind++) {
        const wb_reason_mark mark = qm__wb_reason_marks[kind];
        assert_int_equal(mark.lengths != WB_NO_LENGTH, strstr(qm__wb_reasons[kind].text, "_length}") != NULL);
        if (mark.lengths == WB_HIDDEN_LENGTH) {
            assert_in_range(mark.told_as, 1, WB_REASON_COUNT - 1);
            assert_false(always_has(qm__wb_reasons[mark.told_as].text, "{needed_length}"));
            assert_null(strstr(qm__wb_reasons[mark.told_as].text, "{value_length}"));
            hidden++;
        }
    }
    assert_true(hidden > 0);
    assert_true(always_has(qm__wb_reasons[WB_REASON_LANDING].text, "{needed_length}"));
    assert_false(always_has(qm__wb_reasons[WB_REASON_SIDEWAYS].text, "{needed_length}"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allowance),      cmocka_unit_test(test_condition),
        cmocka_unit_test(test_undead),         cmocka_unit_test(test_moved),
        cmocka_unit_test(test_engaged),        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_run_barred),     cmocka_unit_test(test_run_others),
        cmocka_unit_test(test_told),           cmocka_unit_test(test_shooting),
        cmocka_unit_test(test_told_contact),   cmocka_unit_test(test_manners),
        cmocka_unit_test(test_contact),        cmocka_unit_test(test_needed),
        cmocka_unit_test(test_edges),          cmocka_unit_test(test_drops),
        cmocka_unit_test(test_chances),        cmocka_unit_test(test_foreseen),
        cmocka_unit_test(test_rolled),         cmocka_unit_test(test_shooting_ground),
        cmocka_unit_test(test_hidden_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
