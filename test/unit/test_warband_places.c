/* One place, three questions: on small tables, what an order to go there is judged to cost is what reach tells of the
 * place and what the cheapest way of a plan costs; and where no order may go there, neither tells of any.
 */
#include <stdio.h>

#include "rules/warband/declared.h"
#include "support/rings.h"
#include "support/table.h"

/* Quotation marks are written ' here. The first figure is Ada's, the second side's one is Bo. */
typedef struct place_case {
    const char *rules; /* settings besides that nobody runs, each after a comma */
    const char *prisms;
    const char *figures; /* Ada's values, and other figures */
    const char *order;   /* leads to the place … */
    qm_place at;
    int32_t cost; /* … for as much; -1 = it is illegal, and there is no other way */
} place_case;

static table *begin(const place_case *c) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(
        &text,
        "{'quickmarch':'scenario','version':1,'title':'t','rules':{'family':'warband','settings':{'run_enemy':60%s}},"
        "'board':{'width':24,'depth':16,'prisms':[%s]},'sides':['Red','Blue'],"
        "'figures':[{'name':'Ada','side':'Red',%s],'end':{'turns':9}}",
        c->rules, c->prisms, c->figures);
    for (char *p = text.data; *p; p++) {
        *p = *p == '\'' ? '"' : *p;
    }
    opened(t, load_text(t, &text, &wrong), &wrong);
    for (int i = 0; i < 3; i++) {
        GO(t, "next");
    }
    return t;
}

static void ask(const place_case *c) {
    enum { WAYS = 16 };
    qm_plan_way ways[WAYS];
    qm_reach_cost told;
    uint32_t count = 0;
    table *t = begin(c);
    const bool legal = judge(t, c->order);
    if (legal != (c->cost >= 0) || (legal && t->v.cost != c->cost)) {
        fail_msg("%s: judged %s, %d", c->order, legal ? "legal" : "illegal", (int)t->v.cost);
    }
    assert_int_equal(qm_reach_cost_at(t->s, t->st, ADA, c->at, t->scratch, &told), QM_OK);
    if (told.cost != c->cost) {
        fail_msg("%s: reach tells %d", c->order, (int)told.cost);
    }
    assert_int_equal(qm_plan(t->s, t->st, ADA, c->at, t->scratch, ways, WAYS, &count), QM_OK);
    if ((count > 0) != legal || (legal && ways[0].cost != c->cost)) {
        fail_msg("%s: %u ways, the first for %d", c->order, (unsigned)count, count ? (int)ways[0].cost : -1);
    }
    end(t);
}

#define BO "{'name':'Bo','side':'Blue','at':'20,14'}"

static const char roofs[] = "{'name':'west','box':[3,3,6,6],'top':2},{'name':'east','box':[8,3,11,6],'top':2}";

static void jumps_past_a_tall_ally(void **unused) {
    (void)unused;
    static const place_case cases[] = {
        /* It could be walked through; it is not jumped through, but past: a move of 2" leads no farther than over it.
         */
        {",'premeasure':'yes'",
         roofs,
         "'at':'6,4.5@2','move':2},{'name':'Cy','side':'Red','height':4,'at':'7,4.5','radius':0.5}," BO,
         "Ada move jump 8,4.5@2",
         {8000, 4500, 2000},
         -1},
        {",'premeasure':'yes'",
         roofs,
         "'at':'6,4.5@2','move':2},{'name':'Cy','side':'Red','height':2,'at':'7,4.5','radius':0.5}," BO,
         "Ada move jump 8,4.5@2",
         {8000, 4500, 2000},
         2000},
        {",'premeasure':'yes'",
         roofs,
         "'at':'6,4.5@2','move':2,'ethereal':true},{'name':'Cy','side':'Red','height':4,'at':'7,4.5','radius':0.5}," BO,
         "Ada move jump 8,4.5@2",
         {8000, 4500, 2000},
         2000},
        {"",
         roofs,
         "'at':'6,4.5@2','move':2.9},{'name':'Cy','side':'Red','height':4,'at':'7,4.5','radius':0.5}," BO,
         "Ada move drop 8,2.4",
         {8000, 2400, 0},
         -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ask(&cases[i]);
    }
}

/* A landing three inches long of which movement leads to one place, between those that are looked at first. */
static void a_climb_that_takes_all_movement(void **unused) {
    (void)unused;
    static const place_case exactly = {"",
                                       "{'name':'wall','box':[3.5,9,6.5,9.3],'top':5}",
                                       "'at':'4.4,10.3','radius':0.787}," BO,
                                       "Ada move 4.4,10.087 climb 4.4,9.3@5",
                                       {4400, 9300, 5000},
                                       6000};
    ask(&exactly);
}

/* Around the corner of the tower one walks along its face, which is where the climb begins: on a step that begins
 * farther along. */
static void a_foot_on_a_step(void **unused) {
    (void)unused;
    static const char tower[] = "{'name':'tower','box':[7.25,9.5,9.25,12.5],'top':4.5},"
                                "{'name':'step','box':[7.25,10,10.25,12],'top':1}";
    static const char *const starts[] = {"'at':'8.4,6.4','move':8,'radius':0.492}," BO,
                                         "'at':'9.742,7.998','move':6,'radius':0.492}," BO};
    static const int32_t costs[2][2] = {{7876, 7926}, {5994, -1}};
    for (int i = 0; i < 2; i++) {
        ask(&(place_case){
            "", tower, starts[i], "Ada move 9.742,10@1 climb 9.25,10@4.5", {9250, 10000, 4500}, costs[i][0]});
        ask(&(place_case){
            "", tower, starts[i], "Ada move 9.742,10.05@1 climb 9.25,10.05@4.5", {9250, 10050, 4500}, costs[i][1]});
    }
}

/* What carries an ethereal unit straight on ends half way, and it walks around as others do; up steps as well. */
static void an_ethereal_unit_walks_where_others_do(void **unused) {
    (void)unused;
    static const char blocks[] = "{'name':'high','box':[17,6.5,22,9.5],'top':5},"
                                 "{'name':'low','box':[16,9.5,18,13.5],'top':4.5}";
    static const char steps[] = "{'name':'step','box':[6,4,7,8],'top':1},{'name':'landing','box':[7,4,8,8],'top':2},"
                                "{'name':'stage','box':[8,4,11,8],'top':3}";
    static const char *const traits[] = {"", ",'ethereal':true"};
    for (int i = 0; i < 2; i++) {
        char figures[2][160];
        snprintf(figures[0], sizeof figures[0], "'at':'17.33,11.05@4.5','radius':0.492,'move':4%s}," BO, traits[i]);
        snprintf(figures[1], sizeof figures[1], "'at':'4,6','move':6%s}," BO, traits[i]);
        ask(&(place_case){"", blocks, figures[0], "Ada move 19,8@5", {19000, 8000, 5000}, 3491});
        ask(&(place_case){"", steps, figures[1], "Ada move 9,6@3", {9000, 6000, 3000}, 5000});
        ask(&(place_case){"", steps, figures[1], "Ada move via 9,6@3", {9000, 6000, 3000}, 5000});
    }
}

static const char block[] = "{'name':'block','box':[3,3.5,6,6.5],'top':3}";
static const char moth[] =
    "'at':'6.1,3','radius':0.492,'move':8,'flying':true,'ethereal':true},{'name':'Bo','side':'Blue','at':'10,3'}";

/* Walls are no obstacle to one that flies and is ethereal, in either edition, and it flies onto them as well. */
static void one_that_flies_through_walls(void **unused) {
    (void)unused;
    static const place_case cases[] = {
        {"", block, moth, "Ada move 6.1,10.95", {6100, 10950, 0}, 7950},
        {",'drop_reach':0", block, moth, "Ada move 6.1,6.999", {6100, 6999, 0}, 3999},
        {"", block, moth, "Ada move 6.1,11.001", {6100, 11001, 0}, -1},
        {"", block, moth, "Ada move fly 6.085,3.014@2.001 fly 4,5@3", {4000, 5000, 3000}, 5049},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ask(&cases[i]);
    }
}

/* Regions have what is behind walls too. */
static void regions_of_one_that_flies_through_walls(void **unused) {
    (void)unused;
    enum { RINGS = 512, CORNERS = 60000 };
    static qm_reach_ring rings[RINGS];
    static qm_reach_corner corners[CORNERS];
    table *t = begin(&(place_case){.rules = "", .prisms = block, .figures = moth});
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = RINGS, .corner_capacity = CORNERS};
    assert_int_equal(qm_reach_regions(t->s, t->st, ADA, NULL, 0, t->scratch, &area), QM_OK);
    for (int32_t y = 10900; y < 11100; y += 190) {
        int count = 0;
        for (uint32_t r = 0; r < area.ring_count; r++) {
            count += area.rings[r].z == 0 ? ring_winds(&area, &area.rings[r], (qm_place){6100, y, 0}, 4) : 0;
        }
        assert_int_equal(count, y < 11000);
    }
    end(t);
}

/* Where jumps cost nothing so many chains of them lead about that the search for ways meets a limit. What reach knows
 * to be out of reach has no way all the same. */
static void out_of_reach_of_a_search_that_meets_a_limit(void **unused) {
    (void)unused;
    ask(&(place_case){",'premeasure':'yes','jump_cost':'free'",
                      "{'name':'p0','box':[4.795,5.6,5.095,6.6],'top':2,'kind':'difficult'},"
                      "{'name':'p1','box':[7.6,6,8.6,8],'top':4.5},"
                      "{'name':'p3','box':[1.06,7.888,6.06,9.888],'top':2}",
                      "'at':'1.114,9.05@2','move':6,'agility':12,'mounted':true}," BO,
                      "Ada move 8.46,12.082",
                      {8460, 12082, 0},
                      -1});
}

/* Whoever asks why Ada cannot end on somebody is told the same: of an order, of the place and of ways to it. */
static void who_is_ended_on_is_told_alike(void **unused) {
    (void)unused;
    static const struct {
        const char *values;
        const char *place;
        qm_place at;
        uint16_t kind, other;
    } cases[] = {
        {"", "6,10", {6000, 10000, 0}, WB_REASON_ENDS_ON_ALLY, 2},
        {",'ethereal':true", "6.5,10", {6500, 10000, 0}, WB_REASON_ENDS_ON_ALLY, 2},
        {"", "12,10", {12000, 10000, 0}, WB_REASON_FIGURE, 3}, /* nobody walks through an enemy … */
        {"", "3,14", {3000, 14000, 0}, WB_REASON_FIGURE, 4},   /* … or through one who is stunned */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char figures[400], words[40];
        snprintf(
            figures, sizeof figures,
            "'at':'3,10','move':12%s},{'name':'Cy','side':'Red','at':'6,10'},{'name':'Bo','side':'Blue','at':'12,10'},"
            "{'name':'Di','side':'Red','at':'3,14','condition':'stunned'}",
            cases[i].values);
        table *t = begin(&(place_case){.rules = "", .prisms = "", .figures = figures});
        qm_standing standing;
        qm_order tried;
        snprintf(words, sizeof words, "Ada move %s", cases[i].place);
        assert_false(judge(t, words));
        assert_int_equal(t->v.reasons[0].kind, cases[i].kind);
        assert_int_equal(t->v.reasons[0].other, cases[i].other);
        assert_int_equal(qm_stand(t->s, t->st, ADA, cases[i].at, t->scratch, &standing), QM_OK);
        assert_int_equal(standing.why.kind, cases[i].kind);
        assert_int_equal(qm_plan_why(t->s, t->st, ADA, cases[i].at, t->scratch, &tried, &t->v), QM_OK);
        assert_int_equal(t->v.reasons[0].kind, cases[i].kind);
        assert_int_equal(t->v.reasons[0].other, cases[i].other);
        end(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_past_a_tall_ally),
        cmocka_unit_test(a_climb_that_takes_all_movement),
        cmocka_unit_test(a_foot_on_a_step),
        cmocka_unit_test(an_ethereal_unit_walks_where_others_do),
        cmocka_unit_test(one_that_flies_through_walls),
        cmocka_unit_test(regions_of_one_that_flies_through_walls),
        cmocka_unit_test(out_of_reach_of_a_search_that_meets_a_limit),
        cmocka_unit_test(who_is_ended_on_is_told_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
