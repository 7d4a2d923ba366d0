/* Reach of warband by risk, against plans and judging: on the shipped scenarios, at random places, for units that walk,
 * fly and go through walls. What is told of a place is what its ways are judged to be; what is in a region of some risk
 * can be reached with it, and of units that walk, nothing else can.
 */
#include <stdio.h>

#include "rules/warband/declared.h"
#include "support/rings.h"
#include "support/table.h"

#include "base/random.h"

enum { RINGS = 4096, CORNERS = 200000, WAYS = 32 };
static qm_reach_ring rings[RINGS];
static qm_reach_corner corners[CORNERS];

/* A shipped scenario under a rulebook, in the move phase of its first or second side. */
static table *open_shipped(const char *name, const char *rulebook, int side) {
    table *t = calloc(1, sizeof *t);
    char path[256], book_path[256];
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_rulebook *book = NULL;
    snprintf(path, sizeof path, "scenarios/warband-%s.json", name);
    snprintf(book_path, sizeof book_path, "rulebooks/%s.toml", rulebook);
    assert_int_equal(qm_rulebook_read_file(&book, book_path, NULL, NULL, &wrong), QM_OK);
    opened(t, qm_scenario_read_file(&t->s, path, book, NULL, NULL, &wrong), &wrong);
    qm_rulebook_free(book);
    for (int i = 0; i < (side == 1 ? 3 : 8); i++) {
        GO(t, "next");
    }
    return t;
}

static qm_reach_area regions_of(const table *t, uint16_t figure) {
    qm_reach_area area = {
        .rings = rings, .corners = corners, .ring_capacity = RINGS, .corner_capacity = CORNERS, .apart = 1};
    assert_int_equal(qm_reach_regions(t->s, t->st, figure, NULL, 0, t->scratch, &area), QM_OK);
    return area;
}

/* How often rings of a kind wind around a place; -1: it lies near to one of them. */
static int winds(const qm_reach_area *area, uint32_t effort, uint32_t risk, qm_place at) {
    int count = 0;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        const bool is = ring->effort == effort && ring->risk == risk && ring->z == at.z;
        const int around = is ? ring_winds(area, ring, at, 12) : 0;
        if (around == RING_NEAR) {
            return -1;
        }
        count += around;
    }
    return count;
}

/* What came up: every kind of place has to. */
typedef struct seen {
    int places[2][QM_RISKS]; /* by running, and risk of the cheapest way */
    int safer;               /* a dearer way with fewer checks is told too */
    int nowhere, ways, fewer;
} seen;

/* ------------------------------------------------------------------------------------------------- ways of one place
 */

/* Legs of the order judged last that can fail: how many. */
static uint32_t risk_judged(const table *t) {
    uint32_t risk = 0;
    uint16_t leg = 0;
    for (size_t i = 0; i < t->v.check_count; i++) {
        risk += t->v.checks[i].chance < 1 && t->v.checks[i].leg != leg;
        leg = t->v.checks[i].leg;
    }
    return risk < QM_RISK_ANY ? risk : QM_RISK_ANY;
}

static void costs_are_in_order(const qm_reach_cost *told) {
    const qm_reach_way *any = &told->by[QM_RISK_ANY];
    assert_int_equal(told->cost, any->cost);
    assert_int_equal(told->effort, any->effort);
    for (uint32_t i = 1; i < QM_RISKS; i++) {
        const qm_reach_way *fewer = &told->by[i - 1], *more = &told->by[i];
        assert_true(fewer->cost < 0 || (more->cost >= 0 && more->effort <= fewer->effort));
        assert_true(fewer->cost < 0 || more->effort < fewer->effort || more->cost <= fewer->cost);
    }
    for (uint32_t i = 0; i < QM_RISKS; i++) {
        assert_true(told->by[i].chance <= told->best_chance);
        assert_true(told->by[i].cost >= 0 || told->by[i].chance < 0);
    }
    assert_true(told->by[QM_RISK_NONE].cost < 0 || (told->by[QM_RISK_NONE].chance == 1 && told->best_chance == 1));
    assert_true(told->cost < 0 || told->risk == QM_RISK_NONE || told->by[told->risk - 1].cost < 0 ||
                told->by[told->risk - 1].cost > told->cost || told->by[told->risk - 1].effort > told->effort);
}

/* All that a figure may move, or run, as an order that stays where it is tells it. */
static int32_t all_movement(table *t, uint16_t figure, bool runs) {
    char order[80];
    qm_text text = qm_text_over(order, sizeof order);
    qm_order read;
    qm_look look;
    qm_figure_look(t->s, t->st, figure, &look);
    qm_text_addf(&text, "%s %s ", qm_figure_name(t->s, figure), runs ? "run" : "move");
    qm_place_print(t->s, look.at, &text);
    read_order(t, order, &read);
    assert_int_equal(qm_judge(t->s, t->st, &read, t->scratch, &t->v), QM_OK);
    return t->v.allowance;
}

/* What a place costs, and by what chances, is what the ways of its plan are judged to be. */
static qm_reach_cost place_agrees(table *t, uint16_t figure, qm_place at, seen *s) {
    static qm_plan_way ways[WAYS];
    uint32_t count = 0;
    qm_reach_cost told;
    const qm_result asked = qm_reach_cost_at(t->s, t->st, figure, at, t->scratch, &told);
    const qm_result planned = qm_plan(t->s, t->st, figure, at, t->scratch, ways, WAYS, &count);
    assert_true(asked == QM_OK || asked == QM_ERROR_LIMIT);
    costs_are_in_order(&told);
    if (asked != QM_OK || planned != QM_OK || (count > 0 && ways[0].cut)) {
        return told;
    }
    double best = -1;
    if (told.approximate && count == 0 && told.cost + 5 >= all_movement(t, figure, told.effort)) {
        return told; /* by the inch a cost is right to some thousandths: just enough for it may be just too little */
    }
    if ((told.cost >= 0) != (count > 0)) {
        fail_msg("%s to %d,%d@%d: told %d of %d%s, ways %u", qm_figure_name(t->s, figure), at.x, at.y, at.z, told.cost,
                 all_movement(t, figure, told.effort), told.approximate ? " or so" : "", count);
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(qm_judge(t->s, t->st, &ways[i].order, t->scratch, &t->v), QM_OK);
        assert_int_equal(t->v.judgement, QM_LEGAL);
        assert_true(t->v.chance == ways[i].chance);
        assert_int_equal(t->v.cost, ways[i].cost);
        const qm_reach_way *by = &told.by[risk_judged(t)];
        const uint32_t runs = ways[i].order.kind == WB_ORDER_RUN;
        assert_true(by->cost >= 0 && (by->effort < runs || (by->effort == runs && by->cost <= ways[i].cost + 2)));
        if (by->cost == ways[i].cost && by->effort == runs && risk_judged(t) == told.risk) {
            assert_true(by->chance >= 0);
        }
        best = ways[i].chance > best ? ways[i].chance : best;
    }
    assert_true(best == told.best_chance || (told.best_chance >= best && told.best_chance <= 1));
    s->ways += (int)count;
    s->nowhere += told.cost < 0;
    if (told.cost >= 0) {
        s->places[told.effort][told.risk]++;
        s->safer += told.risk > QM_RISK_NONE && told.by[told.risk - 1].cost >= 0;
    }
    return told;
}

/* ----------------------------------------------------------------------------------------------------------- regions
 */

/* Whoever walks can end just where regions say; others at least there. */
static void regions_agree(const qm_reach_area *area, const qm_reach_cost *told, qm_place at, bool walks, seen *s) {
    for (uint32_t effort = 0; effort < 2; effort++) {
        for (uint32_t risk = 0; risk < QM_RISKS; risk++) {
            const uint32_t told_risk = risk < area->risk ? risk : area->risk;
            const int inside = winds(area, effort, told_risk, at);
            const qm_reach_way *way = &told->by[risk];
            const bool reached = way->cost >= 0 && way->effort <= effort;
            if (inside >= 0 && (effort == 0 || area->rings[area->ring_count - 1].effort)) {
                assert_in_range(inside, 0, 1);
                s->fewer += reached && !inside;
                if (inside != reached && (inside || walks)) {
                    fail_msg("%d,%d@%d, risk %u, effort %u: inside %d, told %d", at.x, at.y, at.z, risk, effort, inside,
                             way->cost);
                }
            }
        }
    }
}

/* Anywhere around a figure; or, of the rings of its regions, in the box of one, or beside one of its corners. */
static qm_place random_place(const qm_reach_area *area, const qm__table *board, qm_place from, uint64_t seed,
                             uint64_t *at) {
    const uint32_t what = qm__random_below(seed, at, 8);
    const qm_reach_ring *ring = &area->rings[qm__random_below(seed, at, area->ring_count)];
    const qm_reach_corner *a = &area->corners[ring->first + qm__random_below(seed, at, ring->count)];
    const qm_reach_corner *b = &area->corners[ring->first + qm__random_below(seed, at, ring->count)];
    if (what == 0) {
        return (qm_place){from.x - 10000 + (int32_t)qm__random_below(seed, at, 20001),
                          from.y - 10000 + (int32_t)qm__random_below(seed, at, 20001),
                          board->heights[qm__random_below(seed, at, board->height_count)]};
    }
    if (what <= 2) {
        return (qm_place){a->x - 40 + (int32_t)qm__random_below(seed, at, 81),
                          a->y - 40 + (int32_t)qm__random_below(seed, at, 81), ring->z};
    }
    const int32_t part = (int32_t)qm__random_below(seed, at, 1001), other = (int32_t)qm__random_below(seed, at, 1001);
    return (qm_place){a->x + (b->x - a->x) / 1000 * part, a->y + (b->y - a->y) / 1000 * other, ring->z};
}

static void figure_agrees(table *t, uint16_t figure, uint64_t seed, int count, seen *s) {
    const bool walks = !wb_value(t->s, figure, WB_FLYING) && !wb_value(t->s, figure, WB_ETHEREAL);
    const qm_reach_area area = regions_of(t, figure);
    uint64_t at = 0;
    qm_look look;
    qm_figure_look(t->s, t->st, figure, &look);
    for (int i = 0; i < count && area.ring_count > 0; i++) {
        const qm_place place = random_place(&area, &t->s->table, look.at, seed, &at);
        const qm_reach_cost told = place_agrees(t, figure, place, s);
        regions_agree(&area, &told, place, walks, s);
    }
}

static void scenario_agrees(const char *name, const char *rulebook, int side, int count, seen *s) {
    table *t = open_shipped(name, rulebook, side);
    for (uint16_t figure = 1; figure <= t->s->figure_count; figure++) {
        if (t->s->figures[figure - 1].side == side) {
            figure_agrees(t, figure, figure * 977u + (uint64_t)side, count, s);
        }
    }
    end(t);
}

static void reach_plans_and_verdicts_agree(void **unused) {
    (void)unused;
    static const char *const names[] = {"street", "ruin", "chase"}, *const books[] = {"warband", "warband-2025"};
    seen s = {0};
    for (int i = 0; i < 12; i++) {
        scenario_agrees(names[i / 4], books[i / 2 % 2], 1 + i % 2, 8, &s);
    }
    print_message("moving %d %d %d, running %d %d %d, safer ways %d, ways %d, nowhere %d, outside of regions %d\n",
                  s.places[0][0], s.places[0][1], s.places[0][2], s.places[1][0], s.places[1][1], s.places[1][2],
                  s.safer, s.ways, s.nowhere, s.fewer);
    for (uint32_t risk = 0; risk < QM_RISKS; risk++) {
        assert_true(s.places[0][risk] > 0 && s.places[1][risk] > 0);
    }
    assert_true(s.safer > 0);
}

/* Quotation marks are written ' below: a house with a canopy and a bridge to a tower, a wall, crates, a tree; Bo stands
 * in between. */
static const char board[] =
    "'board':{'width':30,'depth':24,'prisms':["
    "{'name':'house','box':[6,6,13,12],'top':3},{'name':'tower','box':[18,7,22,11],'top':6},"
    "{'name':'bridge','box':[13,8,18,9.5],'bottom':2.7,'top':3},"
    "{'name':'canopy','box':[6,12,12,14],'bottom':2,'top':2.3,'walkable':false},"
    "{'name':'wall','box':[14,13,14.5,20],'top':5,'walkable':false,'climbable':false},"
    "{'name':'crate','box':[16,14,18,16],'top':1},{'name':'chest','box':[18,14,20,16],'top':1.8},"
    "{'name':'tree','at':[[24,15],[26,16],[25,18.5],[23,17]],'top':4}]}";

/* Houses in steps, up to four faces in a row, low steps between some of them, and a ladder. */
static const char steps[] =
    "'board':{'width':30,'depth':24,'prisms':["
    "{'name':'porch','box':[6,4,13,6],'top':1.5},{'name':'house','box':[6,6,13,8],'top':3},"
    "{'name':'attic','box':[6,8,13,10],'top':4.5},{'name':'roof','box':[6,10,13,12],'top':6},"
    "{'name':'sill','box':[16,5,20,6.5],'top':1.2},{'name':'plinth','box':[16,6.5,20,8],'top':2},"
    "{'name':'shed','box':[16,8,20,11],'top':3.4},{'name':'crate','box':[14,9,15,10],'top':1.4}],"
    "'ladders':[{'name':'ladder','foot':[10,5.492,1.5],'head':[10,6,3]}]}";

/* A wall between two bogs, one of which laps over a third, and a crate. */
static const char mud[] =
    "'board':{'width':30,'depth':24,'prisms':["
    "{'name':'wall','box':[12,2,12.5,18],'top':3,'walkable':false,'climbable':false},"
    "{'name':'crate','box':[18,10,20,12],'top':1}],"
    "'zones':[{'name':'bog','box':[6,3,9,9],'kind':'difficult'},{'name':'mire','box':[14,5,18,8],'kind':'difficult'},"
    "{'name':'fen','box':[16,7,19,14],'kind':'difficult'}]}";

static table *open_own(const char *board_text, const char *settings, const char *trait) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch':'scenario','version':1,'title':'t','rules':{'extends':'warband'%s},%s,"
                 "'sides':['Red','Blue'],'figures':[{'name':'Ada','side':'Red','at':'3,3','radius':0.5,'%s':true},"
                 "{'name':'Bo','side':'Blue','at':'16,12','radius':0.5}],'end':{'turns':9}}",
                 settings, board_text, trait);
    for (char *c = text.data; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    opened(t, load_text(t, &text, &wrong), &wrong);
    for (int i = 0; i < 3; i++) {
        GO(t, "next");
    }
    return t;
}

/* Puts Ada at a place or the nearest one where she can stand; false when there is none. */
static bool put_ada(table *t, qm_place at, qm_place *put) {
    qm_standing standing;
    char text[64];
    qm_text order = qm_text_over(text, sizeof text);
    assert_int_equal(qm_stand(t->s, t->st, 1, at, t->scratch, &standing), QM_OK);
    if (!standing.stands && standing.nearest_count == 0) {
        return false;
    }
    *put = standing.stands ? at : standing.nearest[0];
    qm_text_add(&order, "place Ada ");
    qm_place_print(t->s, *put, &order);
    GO(t, text);
    return true;
}

/* Somewhere on the board, at one of its heights or on the ground. */
static qm_place somewhere(const qm__table *area, int n, uint64_t *at) {
    const int32_t x = (int32_t)qm__random_below(3, at, 30000), y = (int32_t)qm__random_below(3, at, 24000);
    const int32_t z = area->heights[qm__random_below(3, at, area->height_count)];
    return (qm_place){x, y, n % 2 ? z : 0};
}

/* From wherever they can stand: on roofs, below the bridge, beside the wall. */
static void those_who_go_straight_agree(void **unused) {
    (void)unused;
    static const char *const traits[] = {"flying", "ethereal"};
    for (int i = 0; i < 2; i++) {
        table *t = open_own(board, "", traits[i]);
        uint64_t at = 0;
        seen s = {0};
        int high = 0, below = 0;
        for (int n = 0; n < 24; n++) {
            const qm_place from = somewhere(&t->s->table, n, &at);
            qm_place put;
            if (!put_ada(t, n == 0 ? (qm_place){15500, 8750, 0} : from, &put)) {
                continue;
            }
            high += put.z > 0;
            below += put.z == 0 && put.x > 13000 && put.x < 18000 && put.y > 8000 && put.y < 9500;
            figure_agrees(t, 1, 31u + (uint64_t)n, 24, &s);
        }
        print_message("%s: %d on something, %d below the bridge, %d ways, %d places outside of regions\n", traits[i],
                      high, below, s.ways, s.fewer);
        assert_true(high > 2 && below > 0 && s.places[0][QM_RISK_NONE] > 50 && s.places[1][QM_RISK_NONE] > 20);
        end(t);
    }
}

/* Two ladders, the nearer of them in the mud, and a face between them. */
static const char ladders[] =
    "'board':{'width':30,'depth':24,'prisms':[{'name':'house','box':[8,6,20,11],'top':2}],"
    "'ladders':[{'name':'wet','foot':[13,5.492],'head':[13,6,2]},{'name':'dry','foot':[15.2,5.492],'head':[15.2,6,2]}],"
    "'zones':[{'name':'mud','box':[12.3,4,13.6,6],'kind':'difficult'}]}";

/* Plans have the ways whose costs are told of a place, those that leave most movement, and shorter ones too (WB-31). */
static void plans_have_the_ways_that_reach_tells_of(void **unused) {
    (void)unused;
    static qm_plan_way ways[WAYS];
    const qm_place goal = {13500, 6500, 2000};
    table *t = open_own(ladders, "", "runner");
    uint32_t count = 0;
    qm_reach_cost told;
    qm_place put;
    assert_true(put_ada(t, (qm_place){13000, 3000, 0}, &put));
    assert_int_equal(qm_reach_cost_at(t->s, t->st, 1, goal, t->scratch, &told), QM_OK);
    assert_int_equal(qm_plan(t->s, t->st, 1, goal, t->scratch, ways, WAYS, &count), QM_OK);
    /* by the wet ladder, which is nearer; by the dry one; and up the face */
    assert_true(count > 1 && ways[0].lost > 0 && ways[0].cost < ways[1].cost);
    for (int risk = QM_RISK_NONE; risk <= QM_RISK_ONE; risk++) {
        const qm_plan_way *best = NULL;
        for (uint32_t i = 0; i < count; i++) {
            const bool counts = risk == QM_RISK_ONE || ways[i].chance >= 1;
            best = counts && (!best || ways[i].cost + ways[i].lost < best->cost + best->lost) ? &ways[i] : best;
        }
        assert_non_null(best);
        assert_int_equal(best->cost, told.by[risk].cost);
        assert_int_equal(best->lost, 0);
    }
    end(t);
}

/* Jumps down that cost nothing, one after the other, lead farther than the movement; and beside each of them there is a
 * climb, which the movement is too little for. */
static void jumps_down_lead_farther_than_the_movement(void **unused) {
    (void)unused;
    static qm_plan_way ways[WAYS];
    table *t = open_own("'board':{'width':30,'depth':24,'prisms':[{'name':'low','box':[9,2,11,10],'top':2},"
                        "{'name':'high','box':[11,2,14,10],'top':4}]}",
                        ",'settings':{'drop_reach':0,'jump_down_horizontal':'free'}", "undead");
    uint32_t count = 0;
    qm_reach_cost told;
    qm_place put;
    assert_true(put_ada(t, (qm_place){11500, 6000, 4000}, &put));
    assert_int_equal(qm_plan(t->s, t->st, 1, (qm_place){4900, 6000, 0}, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(qm_reach_cost_at(t->s, t->st, 1, (qm_place){4900, 6000, 0}, t->scratch, &told), QM_OK);
    print_message("%u ways, the first costs %d with %u checks\n", (unsigned)count, ways[0].cost, ways[0].checks);
    assert_true(count == 1 && ways[0].order.kind == WB_ORDER_MOVE && ways[0].checks == 2);
    assert_int_equal(ways[0].cost, 5600);
    assert_int_equal(told.cost, 5600);
    end(t);
}

/* The same where difficult ground is paid for in all ways that there are. */
static void those_who_go_straight_pay(void **unused) {
    (void)unused;
    static const char *const traits[] = {"flying", "ethereal"};
    static const char *const words[] = {"'difficult_once':'yes'", "'difficult_once':'per_area'",
                                        "'difficult_once':'per_area','difficult_start':'free'",
                                        "'difficult_once':'per_inch'"};
    for (int i = 0; i < 8; i++) {
        char settings[128];
        qm_text text = qm_text_over(settings, sizeof settings);
        qm_text_addf(&text, ",'settings':{%s}", words[i / 2]);
        table *t = open_own(mud, settings, traits[i % 2]);
        uint64_t at = 0;
        seen s = {0};
        for (int n = 0; n < 10; n++) {
            const qm_place from = somewhere(&t->s->table, n, &at);
            qm_place put;
            if (put_ada(t, n == 0 ? (qm_place){9000, 5000, 0} : n == 1 ? (qm_place){15000, 6000, 0} : from, &put)) {
                figure_agrees(t, 1, 83u + (uint64_t)n, 16, &s);
            }
        }
        print_message("%s, %s: %d ways, %d places outside of regions\n", traits[i % 2], words[i / 2], s.ways, s.fewer);
        assert_true(s.places[0][QM_RISK_NONE] > 20 && s.places[1][QM_RISK_NONE] > 10);
        end(t);
    }
}

/* Where faces that follow each other have one check between them (climb_steps), regions, costs and plans know it. */
static void stepped_faces_agree(void **unused) {
    (void)unused;
    table *t = open_own(steps, ",'settings':{'climb_steps':'whole','drop_reach':0,'drop_high':1}", "runner");
    uint64_t at = 0;
    seen s = {0};
    for (int n = 0; n < 24; n++) {
        const qm_place from = somewhere(&t->s->table, n, &at);
        qm_place put;
        if (put_ada(t, n == 0 ? (qm_place){9500, 3500, 0} : n == 1 ? (qm_place){9500, 11000, 6000} : from, &put)) {
            figure_agrees(t, 1, 211u + (uint64_t)n, 24, &s);
        }
    }
    qm_place foot;
    assert_true(put_ada(t, (qm_place){9500, 3500, 0}, &foot));
    const qm_reach_cost top = place_agrees(t, 1, (qm_place){9500, 8000, 4500}, &s);
    assert_int_equal(top.risk, QM_RISK_ONE);
    assert_true(top.by[QM_RISK_ONE].cost == 9000 && top.best_chance == 0.55);
    print_message("stepped: %d %d %d and %d %d %d, %d ways\n", s.places[0][0], s.places[0][1], s.places[0][2],
                  s.places[1][0], s.places[1][1], s.places[1][2], s.ways);
    assert_true(s.places[0][QM_RISK_ONE] > 20 && s.places[1][QM_RISK_ONE] > 10);
    end(t);
}

/* --------------------------------------------------------------------------------------------------- goals too far off
 */

/* Asks for ways of a side's units to goals all over a table, on the ground and on roofs: every one is known to have a
 * way or none. How many there were, and how many of them have none. */
static void plans_are_known(table *t, int32_t step, int asked[2]) {
    static qm_plan_way ways[WAYS];
    const uint16_t figures = qm_figure_count(t->s);
    for (int32_t n = 0; n < 100 * figures; n++) {
        const qm_place at = {500 + n % 10 * step, 500 + n / 10 % 10 * step, 0};
        const uint16_t figure = (uint16_t)(n / 100 + 1);
        qm_standing standing;
        uint32_t count = 0;
        if (qm_figure_side(t->s, figure) != 1 || qm_stand(t->s, t->st, figure, at, t->scratch, &standing) != QM_OK ||
            (!standing.stands && standing.nearest_count == 0)) {
            continue;
        }
        const qm_place goal = standing.stands ? at : standing.nearest[standing.nearest_count - 1];
        if (qm_plan(t->s, t->st, figure, goal, t->scratch, ways, WAYS, &count) != QM_OK) {
            fail_msg("%s to %d,%d@%d: not known", qm_figure_name(t->s, figure), goal.x, goal.y, goal.z);
        }
        asked[0]++;
        asked[1] += count == 0;
    }
}

/* Around a corner of a roof jumps down come to borders of difficult ground at arcs, and each change of one is found
 * once. */
static void goals_too_far_off_are_refused(void **unused) {
    (void)unused;
    static const char *const names[] = {"street", "ruin", "chase", "kennels"};
    int asked[2] = {0};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        table *t = open_shipped(names[i], "warband", 1);
        plans_are_known(t, 4700, asked);
        end(t);
    }
    print_message("goals: %d, without a way %d\n", asked[0], asked[1]);
    assert_true(asked[0] > 500 && asked[1] > 300);
    table *t = open_shipped("street", "warband", 1);
    qm_plan_way ways[4];
    qm_order tried;
    uint32_t count = 1;
    const qm_place goal = {9840, 5020, 0};
    const uint16_t hild = qm_figure_named(t->s, "Hild");
    assert_int_equal(qm_plan(t->s, t->st, hild, goal, t->scratch, ways, 4, &count), QM_OK);
    assert_int_equal(count, 0);
    assert_int_equal(qm_plan_why(t->s, t->st, hild, goal, t->scratch, &tried, &t->v), QM_OK);
    assert_int_equal(t->v.reason_count, 1);
    assert_true(t->v.reasons[0].needed == 9953 && t->v.reasons[0].had == 9000);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reach_plans_and_verdicts_agree),
                                       cmocka_unit_test(goals_too_far_off_are_refused),
                                       cmocka_unit_test(those_who_go_straight_agree),
                                       cmocka_unit_test(those_who_go_straight_pay),
                                       cmocka_unit_test(plans_have_the_ways_that_reach_tells_of),
                                       cmocka_unit_test(jumps_down_lead_farther_than_the_movement),
                                       cmocka_unit_test(stepped_faces_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
