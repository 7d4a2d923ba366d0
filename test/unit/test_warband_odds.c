/* How warband orders end, summed up by odds, against every face of every die played by itself. */
#include "rules/warband/declared.h"
#include "support/table.h"

/* Two roofs 2.8" apart, a terrace below one edge, and a wall too thin to stand on. */
#define BOARD                                                                                                          \
    "'width':40,'depth':30,'prisms':[{'name':'house','box':[10,10,16,18],'top':4},"                                    \
    "{'name':'barn','box':[18.8,10,25,18],'top':4},{'name':'terrace','box':[16,15,17.8,18],'top':2},"                    \
    "{'name':'wall','box':[30,10,30.2,18],'top':2,'walkable':false},{'name':'low','box':[32,4,36,8],'top':1.5},"        \
    "{'name':'high','box':[33,4,36,8],'bottom':1.5,'top':3}]"

static table *begin(const char *settings, const char *ada) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch':'scenario','version':1,'title':'t','rules':{'family':'warband','settings':{%s}},"
                 "'board':{" BOARD "},'sides':['red','blue'],'figures':["
                 "{'name':'Ada','side':'red',%s},{'name':'Bo','side':'blue','at':'38,2'}]}",
                 settings, ada);
    for (size_t i = 0; i < text.length; i++) {
        text.data[i] = text.data[i] == '\'' ? '"' : text.data[i];
    }
    opened(t, load_text(t, &text, &wrong), &wrong);
    while (t->st->phase != WB_PHASE_MOVE) {
        GO(t, "next");
    }
    return t;
}

/* ------------------------------------------------------------------------------------------------------ every face */

enum { PLACES = 64 };

/* Chances by the name of the end and the place, added up one played order at a time. */
typedef struct tally {
    table *t;
    const qm_state *before;
    const char *order;
    qm_tape tape;
    double ends[QM_ENDS_MAX];
    qm_odds_place places[QM_ENDS_MAX][PLACES];
    uint32_t place_counts[QM_ENDS_MAX];
    uint32_t played;
} tally;

static uint16_t kind_named(const table *t, const char *name) {
    const qm_rules_facts *facts = qm_scenario_family(t->s);
    for (uint16_t i = 1; i < facts->end_count; i++) {
        if (strcmp(facts->ends[i].name, name) == 0) {
            return i;
        }
    }
    fail_msg("there is no end named %s", name);
    return 0;
}

static void note(tally *y, double weight) {
    static const char *const names[] = {[WB_DAZED] = "dazed", [WB_STUNNED] = "stunned", [WB_OUT] = "incapacitated"};
    const wb_unit *ada = wb_at(y->t->s, y->t->st, ADA);
    const bool fell = event_of(y->t, WB_EVENT_FELL) || event_of(y->t, WB_EVENT_FELL_ON);
    const char *name = ada->condition >= WB_DAZED ? names[ada->condition] : fell ? "fallen" : "standing";
    const uint16_t kind = kind_named(y->t, name);
    const qm_place at = wb_place(ada);
    uint32_t i = 0;
    while (i < y->place_counts[kind] && memcmp(&y->places[kind][i].at, &at, sizeof at) != 0) {
        i++;
    }
    assert_true(i < PLACES);
    y->place_counts[kind] += i == y->place_counts[kind];
    y->places[kind][i].at = at;
    y->places[kind][i].chance += weight;
    y->ends[kind] += weight;
    y->played++;
}

/* Plays the order with the dice of the tape, and from there on with every face there is. */
static void every_face(tally *y, double weight) {
    table *t = y->t;
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_AUTOMATIC, .given = &y->tape};
    qm_played played;
    qm_wanted wanted;
    memcpy(t->st, y->before, qm_state_size(t->s));
    if (!judge(t, y->order)) {
        fail_msg("%s: %s", y->order, qm__wb_reasons[t->v.reasons[0].kind].name);
    }
    t->told = (qm_events){t->events, TABLE_EVENTS, 0, 0};
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->told, &played), QM_OK);
    if (played == QM_PLAYED_DONE) {
        note(y, weight);
        return;
    }
    assert_int_equal(qm_pending(t->s, t->st, &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.what, 1);
    const uint16_t length = y->tape.length;
    uint32_t all = 1;
    for (uint8_t i = 0; i < wanted.dice; i++) {
        all *= wanted.sides;
    }
    for (uint32_t faces = 0; faces < all; faces++) {
        y->tape.bytes[length] = wanted.dice;
        for (uint32_t i = 0, rest = faces; i < wanted.dice; i++, rest /= wanted.sides) {
            y->tape.bytes[length + 1 + i] = (uint8_t)(1 + rest % wanted.sides);
        }
        y->tape.length = (uint16_t)(length + 1 + wanted.dice);
        every_face(y, weight / all);
    }
    y->tape.length = length;
}

/* ------------------------------------------------------------------------------------------------------- comparing */

static bool near(double a, double b) {
    return a - b < 1e-12 && b - a < 1e-12;
}

static void compare_places(const tally *y, uint16_t kind, const qm_odds_end *end, const qm_odds_place *places) {
    double sum = 0;
    assert_int_equal(end->count, y->place_counts[kind]);
    for (uint32_t i = 0; i < end->count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < y->place_counts[kind]; k++) {
            found = found || (memcmp(&places[i].at, &y->places[kind][k].at, sizeof places[i].at) == 0 &&
                              near(places[i].chance, y->places[kind][k].chance));
        }
        assert_true(found);
        assert_true(i == 0 || places[i - 1].chance >= places[i].chance);
        sum += places[i].chance;
    }
    assert_true(near(sum, end->chance));
}

/* At least so many orders are played; so many ends can be. */
static void compare(const char *settings, const char *ada, const char *order, uint32_t played, uint32_t kinds) {
    table *t = begin(settings, ada);
    qm_state *before = malloc(qm_state_size(t->s));
    static qm_outcome outcomes[512];
    static qm_odds_place places[512 * QM_ENDS_MAX];
    qm_odds_result odds;
    qm_odds_ends_result ends;
    uint32_t possible = 0;
    double sum = 0;
    memcpy(before, t->st, qm_state_size(t->s));
    tally *y = calloc(1, sizeof *y);
    y->t = t;
    y->before = before;
    y->order = order;
    every_face(y, 1);
    assert_true(y->played >= played);
    memcpy(t->st, before, qm_state_size(t->s));
    assert_true(judge(t, order));
    assert_int_equal(qm_odds_ends(t->s, t->st, t->scratch, places, 512, &ends), QM_ERROR_USAGE); /* no odds yet */
    assert_int_equal(qm_odds_measured(t->s, t->st, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 512, &odds), QM_OK);
    assert_int_equal(qm_odds_ends(t->s, t->st, t->scratch, places, 512 * QM_ENDS_MAX, &ends), QM_OK);
    assert_int_equal(ends.figure, ADA);
    assert_int_equal(ends.count, qm_scenario_family(t->s)->end_count);
    for (uint16_t kind = 1; kind < ends.count; kind++) {
        const qm_odds_end *one = &ends.ends[kind];
        assert_true(near(one->chance, y->ends[kind]));
        assert_true(one->denominator == 0 || near((double)one->numerator / (double)one->denominator, one->chance));
        if (!qm_scenario_family(t->s)->ends[kind].gone) {
            compare_places(y, kind, one, places + one->first);
        }
        possible += one->chance > 0;
        sum += one->chance;
    }
    assert_true(near(sum, 1));
    assert_int_equal(possible, kinds);
    if (ends.place_count > 1) {
        assert_int_equal(qm_odds_ends(t->s, t->st, t->scratch, places, 1, &ends), QM_ERROR_LIMIT);
    }
    free(y);
    free(before);
    end(t);
}

static void ends_are_those_of_every_face(void **unused) {
    (void)unused;
    compare("", "'at':'16,12@4'", "Ada move jump 18.8,12@4", 30, 5);
    compare("", "'at':'16,12@4'", "Ada move drop 17.9,12", 400,
            5);                                                    /* landed well, and fallen there unhurt: one place */
    compare("", "'at':'9.508,12'", "Ada move climb 10,12@4", 20, 1); /* on top or below, standing all the same */
    compare("", "'at':'12,12@4'", "Ada move 15,12@4", 1, 1);
    compare("", "'at':'16,16@4'", "Ada move jump 18.8,16@4 20,16@4", 200, 5); /* onto the terrace, and from there on */
    compare("'fall_ends_move':'unhurt_goes_on','drop_high':0", "'at':'16,12@4'", "Ada move drop 17.9,12 17.9,8", 30, 5);
    compare("'fall_wounds':'stun'", "'at':'16,12@4','wounds':2", "Ada move jump 18.8,12@4", 30, 4);
    compare("'premeasure':'yes'", "'at':'16,12@4'", "Ada move jump 19.2,12@4", 20, 4); /* falls by itself */
    compare("", "'at':'29.508,12'", "Ada move climb 30.692,12", 20, 1);
}

static void only_orders_that_move_have_ends(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'16,12@4'");
    qm_outcome outcomes[8];
    qm_odds_place places[8];
    qm_odds_result odds;
    qm_odds_ends_result ends;
    assert_true(judge(t, "Ada stay"));
    assert_int_equal(qm_odds(t->s, t->st, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 8, &odds), QM_OK);
    assert_int_equal(qm_odds_ends(t->s, t->st, t->scratch, places, 8, &ends), QM_OK);
    assert_int_equal(ends.count, 0);
    end(t);
}

/* A stepped face: as many checks are told by reach, by a plan and by the verdict as are rolled, one for each of its
 * parts. */
static void checks_told_are_those_rolled(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'31.508,6'");
    const qm_place top = {33200, 6000, 3000};
    qm_reach_cost cost;
    qm_plan_way ways[4];
    uint32_t count = 0, rolls = 0;
    assert_int_equal(qm_reach_cost_at(t->s, t->st, ADA, top, t->scratch, &cost), QM_OK);
    assert_int_equal(cost.risk, QM_RISK_ANY);
    assert_int_equal(cost.by[QM_RISK_ONE].cost, -1);
    assert_true(near(cost.by[QM_RISK_ANY].chance, 0.55 * 0.55));
    assert_int_equal(qm_plan(t->s, t->st, ADA, top, t->scratch, ways, 4, &count), QM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ways[0].checks, 2);
    assert_int_equal(qm_judge(t->s, t->st, &ways[0].order, t->scratch, &t->v), QM_OK);
    assert_int_equal(t->v.check_count, 2);
    qm_tape tape = {4, {1, 20, 1, 20}};
    qm_source source = {.dice = QM_DICE_ASKED, .given = &tape};
    qm_played played;
    t->told = (qm_events){t->events, TABLE_EVENTS, 0, 0};
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->told, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    for (uint32_t i = 0; i < t->told.count; i++) {
        rolls += t->events[i].kind == 0;
    }
    assert_int_equal(rolls, 2);
    assert_int_equal(wb_at(t->s, t->st, ADA)->z, 3000);
    end(t);
}

/* The chance that an order ends with Ada on her feet, or unhurt after a fall, at a place. */
static double chance_at(table *t, const qm_order *order, qm_place goal) {
    qm_outcome outcomes[512];
    qm_odds_place places[512];
    qm_odds_result odds;
    qm_odds_ends_result ends;
    double chance = 0;
    assert_int_equal(qm_judge(t->s, t->st, order, t->scratch, &t->v), QM_OK);
    assert_int_equal(qm_odds(t->s, t->st, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 512, &odds), QM_OK);
    assert_int_equal(qm_odds_ends(t->s, t->st, t->scratch, places, 512, &ends), QM_OK);
    const uint16_t well[] = {kind_named(t, "standing"), kind_named(t, "fallen")};
    for (size_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < ends.ends[well[k]].count; i++) {
            const qm_odds_place *place = &places[ends.ends[well[k]].first + i];
            chance += memcmp(&place->at, &goal, sizeof goal) == 0 ? place->chance : 0;
        }
    }
    return chance;
}

/* What plans and reach tell is the chance of getting there, also by those who go on after a fall. */
static void compare_ways(const char *settings, const char *ada, qm_place goal, double safest) {
    table *t = begin(settings, ada);
    qm_plan_way ways[8];
    qm_reach_cost cost;
    uint32_t count = 0;
    assert_int_equal(qm_plan(t->s, t->st, ADA, goal, t->scratch, ways, 8, &count), QM_OK);
    assert_true(count > 0 && count <= 8);
    for (uint32_t i = 0; i < count; i++) {
        if (!near(chance_at(t, &ways[i].order, goal), ways[i].chance)) {
            fail_msg("%s: way %u: %f is told", settings, i, ways[i].chance);
        }
    }
    if (!near(ways[count - 1].chance, safest)) {
        fail_msg("%s: the safest has %f, not %f", settings, ways[count - 1].chance, safest);
    }
    assert_int_equal(qm_reach_cost_at(t->s, t->st, ADA, goal, t->scratch, &cost), QM_OK);
    assert_true(near(cost.best_chance, safest));
    assert_int_equal(cost.by[QM_RISK_NONE].cost, -1);
    end(t);
}

static void the_chance_of_a_way_is_to_arrive(void **unused) {
    (void)unused;
    const qm_place below = {17400, 9000, 0}, terrace = {17000, 16500, 2000}, beyond = {17400, 12000, 0};
#define GOES_ON "'fall_ends_move':'unhurt_goes_on'"
    compare_ways("", "'at':'16,12@4','move':3.5", below, 0.3025);
    compare_ways(GOES_ON, "'at':'16,12@4','move':3.5", below, 0.3025 + 0.6975 * 0.35);
    compare_ways(GOES_ON, "'at':'16,12@4','move':3.5", beyond, 0.3025 + 0.6975 * 0.35); /* where it falls */
    compare_ways(GOES_ON ",'drop_high':0,'drop_checks':'per_2_inches'", "'at':'16,12@4','move':3.5", below,
                 0.3025 + 0.6975 * 0.35);
    compare_ways(GOES_ON, "'at':'15.5,16.5@4'", terrace, 0.55); /* who lands there badly falls on over its edge */
    compare_ways(GOES_ON ",'ledge':'off'", "'at':'15.5,16.5@4'", terrace, 0.55 + 0.45 * 0.55);
    compare_ways(GOES_ON ",'ledge':'off','short_fall':'nothing'", "'at':'15.5,16.5@4'", terrace, 1);
    compare_ways(GOES_ON ",'climb_down_fail':'fall'", "'at':'16,12@4','move':9,'agility':15", below, 0.3 + 0.7 * 0.35);
}

static void ends_read_as_a_table(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'16,12@4'");
    qm_outcome outcomes[16];
    qm_odds_place places[64];
    qm_odds_result odds;
    qm_odds_ends_result ends;
    qm_text text = qm_text_growing(NULL);
    assert_true(judge(t, "Ada move drop 17.9,12"));
    assert_int_equal(qm_odds(t->s, t->st, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 16, &odds), QM_OK);
    assert_int_equal(qm_odds_ends(t->s, t->st, t->scratch, places, 64, &ends), QM_OK);
    qm_odds_ends_print(t->s, &ends, places, &text);
    assert_string_equal(text.data, "standing      30.25 %  121/400    at 17.9,12\n"
                                   "fallen        24.41 %  1953/8000  at 17.9,12\n"
                                   "dazed         10.46 %  837/8000   at 17.9,12\n"
                                   "stunned       10.46 %  837/8000   at 17.9,12\n"
                                   "incapacitated 24.41 %  1953/8000\n");
    qm_text_free(&text);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_those_of_every_face),
        cmocka_unit_test(only_orders_that_move_have_ends),
        cmocka_unit_test(checks_told_are_those_rolled),
        cmocka_unit_test(the_chance_of_a_way_is_to_arrive),
        cmocka_unit_test(ends_read_as_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
