/* Playing warband: falls and what they do, ledges, turns, treasure, reloading, edits, and engaging; with dice from a
 * tape. */
#include "rules/warband/declared.h"
#include "support/table.h"

/* A house with a broad and a narrow terrace, a tower, and a wall on the ground that hides what is behind it. Quotation
 * marks are written ' for the eye. */
#define BOARD                                                                                                          \
    "'width':44,'depth':44,'prisms':[{'name':'house','box':[10,10,16,18],'top':5},"                                    \
    "{'name':'terrace','box':[16,10,18,18],'top':2.5},{'name':'sill','box':[10,18,16,19.2],'top':2.5},"                \
    "{'name':'tower','box':[30,30,32,32],'top':6},{'name':'loft','box':[12,20.5,16,24],'top':5},{'name':'deck','box':" \
    "[20,34,26,40],'top':4,'rail':1},"                                                                                 \
    "{'name':'wall','box':[24,2,24.5,12],'top':4,'walkable':false}],"                                                  \
    "'zones':[{'name':'pond','box':[33,28,38,34],'kind':'pool'}]"
#define POOL "'terrain':{'pool':{'difficult':true,'drowns':true}}"

enum { BO = 2, CY, DEE };

/* Ada (red) where she is asked for; Bo and Dee are blue, Cy is red. */
static table *begin(const char *settings, const char *ada) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch':'scenario','version':1,'title':'t','rules':{'family':'warband'," POOL
                 ",'settings':{%s}},'board':{" BOARD "},'sides':['red','blue'],'figures':["
                 "{'name':'Ada','side':'red',%s},{'name':'Bo','side':'blue','at':'12,4'},"
                 "{'name':'Cy','side':'red','at':'40,40'},{'name':'Dee','side':'blue','at':'40,4'}],"
                 "'items':[{'name':'gold','at':'5,20.2'}],'end':{'turns':9,'last_standing':true}}",
                 settings, ada);
    for (size_t i = 0; i < text.length; i++) {
        text.data[i] = text.data[i] == '\'' ? '"' : text.data[i];
    }
    return opened(t, load_text(t, &text, &wrong), &wrong);
}

/* … up to a phase of the first turn. */
static table *begin_in(uint8_t phase, const char *settings, const char *ada) {
    table *t = begin(settings, ada);
    while (t->st->phase != phase) {
        GO(t, "next");
    }
    return t;
}

static const wb_unit *unit(const table *t, uint16_t figure) {
    return wb_at(t->s, t->st, figure);
}

static void at(const table *t, uint16_t figure, int32_t x, int32_t y, int32_t z) {
    assert_int_equal(unit(t, figure)->x, x);
    assert_int_equal(unit(t, figure)->y, y);
    assert_int_equal(unit(t, figure)->z, z);
}

static void refused(table *t, const char *text, uint16_t kind) {
    assert_false(judge(t, text));
    if (!reason_of(t, kind)) {
        fail_msg("%s: wanted %s, got %s", text, qm__wb_reasons[kind].name, qm__wb_reasons[t->v.reasons[0].kind].name);
    }
}

/* ------------------------------------------------------------------------------------------------------------ falls */

#define ON_HOUSE "'at':'16,12@5'"
#define DROP "Ada move drop 18.6,12"

static void a_bad_landing_is_rolled_for(void **unused) {
    (void)unused;
    static const struct {
        uint8_t die, condition;
    } rows[] = {{5, WB_WELL}, {6, WB_DAZED}, {8, WB_DAZED}, {9, WB_STUNNED}, {11, WB_STUNNED}, {12, WB_OUT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) { /* 5": three full inches beyond two, +6 */
        table *t = begin_in(WB_PHASE_MOVE, "", ON_HOUSE);
        PLAY(t, DROP, 2, 20, 9, 1, rows[i].die);
        assert_int_equal(unit(t, ADA)->condition, rows[i].condition);
        assert_int_equal(event_of(t, WB_EVENT_FELL)->value, 5000);
        assert_int_equal(event_of(t, WB_EVENT_INJURY_BONUS)->value, 6);
        assert_int_equal(unit(t, ADA)->moved, 1);
        if (rows[i].condition == WB_OUT) {
            at(t, ADA, 0, 0, 0);
        } else {
            at(t, ADA, 18600, 12000, 0);
        }
        end(t);
    }
}

static void a_bad_landing_is_on_the_spot_that_was_chosen(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "'ledge':'off'", ON_HOUSE);
    PLAY(t, "Ada move drop 17,12@2.5", 1, 9, 1, 1);
    at(t, ADA, 17000, 12000, 2500);
    assert_int_equal(event_of(t, WB_EVENT_FELL)->value, 2500);
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "", ON_HOUSE); /* in contact it is put off by as much as it takes */
    GO(t, "place Bo 19.584,12");
    PLAY(t, "Ada engage Bo drop 18.6,12", 2, 1, 1, 1, 1);
    assert_int_equal(unit(t, ADA)->z, 0);
    assert_int_equal(unit(t, ADA)->engaged, WB_ENGAGED_TRIED);
    assert_int_equal(qm__wb_engaged_by(t->s, t->st, ADA, true), 0);
    end(t);
}

static void readings_of_the_injury_roll(void **unused) {
    (void)unused;
    static const struct {
        const char *settings;
        uint8_t die, condition;
    } rows[] = {{"'injury_low':'dazed'", 2, WB_DAZED},          {"'injury_reads':'die'", 11, WB_WELL},
                {"'injury_reads':'die'", 12, WB_STUNNED},       {"'injury_extra':3", 8, WB_STUNNED},
                {"'fall_free':4,'fall_each':0.5", 8, WB_DAZED}, {"'fall_wounds':'chart'", 12, WB_OUT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table *t = begin_in(WB_PHASE_MOVE, rows[i].settings, ON_HOUSE ",'wounds':2");
        PLAY(t, DROP, 2, 1, 20, 1, rows[i].die);
        assert_int_equal(unit(t, ADA)->condition, rows[i].condition);
        assert_int_equal(unit(t, ADA)->wounds, rows[i].die == 12 && rows[i].condition == WB_STUNNED);
        end(t);
    }
}

static void wounds_are_lost_in_place_of_falling_out(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", ON_HOUSE ",'wounds':2");
    PLAY(t, DROP, 2, 1, 1, 1, 20);
    assert_int_equal(unit(t, ADA)->condition, WB_STUNNED);
    assert_int_equal(unit(t, ADA)->wounds, 1);
    assert_non_null(event_of(t, WB_EVENT_WOUND_LOST));
    end(t);
}

static void short_falls_may_do_nothing(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "'short_fall':'nothing','fall_free':5", ON_HOUSE);
    PLAY(t, DROP, 2, 1, 1);
    assert_int_equal(unit(t, ADA)->condition, WB_WELL);
    assert_non_null(event_of(t, WB_EVENT_UNHURT));
    end(t);
}

static void treasure_is_left_behind(void **unused) {
    (void)unused;
    static const struct {
        const char *settings;
        int32_t x, z;
    } rows[] = {{"", 18600, 0}, {"'token_drop':'take_off'", 16000, 5000}};
    for (size_t i = 0; i < 2; i++) {
        table *t = begin_in(WB_PHASE_MOVE, rows[i].settings, ON_HOUSE);
        GO(t, "give gold Ada");
        PLAY(t, DROP, 2, 1, 1, 1, 20);
        const wb_token *gold = wb_token_at(t->s, t->st, 1);
        assert_int_equal(gold->holder, 0);
        assert_int_equal(unit(t, ADA)->treasure, 0);
        assert_int_equal(gold->x, rows[i].x);
        assert_int_equal(gold->y, 12000);
        assert_int_equal(gold->z, rows[i].z);
        end(t);
    }
}

static void one_who_is_unhurt_may_go_on(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "'fall_ends_move':'unhurt_goes_on'", ON_HOUSE);
    PLAY(t, DROP " 20,12", 2, 1, 1, 1, 1);
    at(t, ADA, 20000, 12000, 0);
    end(t);
    t = begin_in(WB_PHASE_MOVE, "", ON_HOUSE);
    PLAY(t, DROP " 20,12", 2, 1, 1, 1, 1);
    at(t, ADA, 18600, 12000, 0);
    assert_non_null(event_of(t, WB_EVENT_LAPSED));
    end(t);
}

/* From the house to the loft, over the sill. */
#define AT_GAP "'at':'13,18@5'"
#define JUMP "Ada move jump 13,20.5@5"

static void jumps_are_measured_when_they_are_made(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", AT_GAP);
    PLAY(t, JUMP, 1, 10);
    at(t, ADA, 13000, 20500, 5000);
    assert_int_equal(event_of(t, WB_EVENT_JUMP_MEASURED)->value, 2500);
    end(t);
    t = begin_in(WB_PHASE_MOVE, "'ledge':'off'", AT_GAP);
    PLAY(t, JUMP " 13,22@5", 1, 9, 1, 1); /* to the sill, below the take-off */
    at(t, ADA, 13000, 18492, 2500);
    assert_non_null(event_of(t, WB_EVENT_JUMP_FAILED));
    assert_non_null(event_of(t, WB_EVENT_LAPSED));
    end(t);
    t = begin_in(WB_PHASE_MOVE, "'fall_to':'ground','ledge':'off'", AT_GAP);
    PLAY(t, JUMP, 1, 9, 1, 1);
    assert_int_equal(unit(t, ADA)->z, 0);
    assert_int_equal(event_of(t, WB_EVENT_FELL)->value, 5000);
    end(t);
    t = begin_in(WB_PHASE_MOVE, "", AT_GAP);
    PLAY(t, "Ada move jump 13,21.2@5", 1, 1); /* no check: it falls, over the sill to the ground */
    assert_int_equal(event_of(t, WB_EVENT_JUMP_TOO_LONG)->value, 3200);
    assert_int_equal(unit(t, ADA)->z, 0);
    end(t);
}

static void what_a_hidden_jump_leaves_is_all_there_is(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", AT_GAP);
    PLAY(t, JUMP " 13,22@5 15.9,22@5", 1, 20); /* 2.5 + 1.5 + 2.9 */
    at(t, ADA, 13000, 22000, 5000);
    assert_non_null(event_of(t, WB_EVENT_MOVE_SPENT));
    end(t);
    t = begin_in(WB_PHASE_MOVE, "'jump_cost':'free'", AT_GAP);
    PLAY(t, JUMP " 13,22@5 15.9,22@5", 1, 20);
    at(t, ADA, 15900, 22000, 5000);
    end(t);
}

static void a_failed_climb_leaves_it_where_it_began(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", "'at':'9.508,12'");
    PLAY(t, "Ada move climb 10,12@5", 1, 9);
    at(t, ADA, 9508, 12000, 0);
    assert_int_equal(unit(t, ADA)->moved, 1);
    assert_non_null(event_of(t, WB_EVENT_CLIMB_FAILED));
    end(t);
    t = begin_in(WB_PHASE_MOVE, "'climb_needs_reach':'no'", "'at':'9.508,12','move':4");
    GO(t, "Ada move climb 10,12@5");
    at(t, ADA, 9508, 12000, 0);
    assert_non_null(event_of(t, WB_EVENT_CLIMB_OUT_OF_REACH));
    end(t);
}

static void one_who_falls_on_another_is_put_beside_it(void **unused) {
    (void)unused;
    for (uint8_t face = 1; face <= 2; face++) {
        table *t = begin("", "'at':'31,31@6'");
        GO(t, "place Bo 32.492,31");
        PLAY(t, "set Ada condition dazed", 1, 1, 1, 2, 1, face, 1, 1);
        assert_int_equal(unit(t, ADA)->z, 0);
        assert_int_equal(unit(t, ADA)->y > 31000, face == 1);
        assert_int_equal(event_of(t, WB_EVENT_FELL_BESIDE)->other, BO);
        assert_int_equal(qm__wb_engaged_by(t->s, t->st, ADA, true), 0);
        end(t);
    }
}

static void falling_ends_contact(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'15,12@5'");
    GO(t, "place Bo 15,12.984@5");
    assert_int_equal(qm__wb_engaged_by(t->s, t->st, ADA, false), BO);
    PLAY(t, "set Ada condition dazed", 1, 1, 1, 1);
    assert_non_null(event_of(t, WB_EVENT_CONTACT_LOST));
    assert_int_equal(qm__wb_engaged_by(t->s, t->st, BO, true), 0);
    end(t);
}

static void who_is_dazed_in_water_goes_under(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", "'at':'32,31@6'");
    PLAY(t, "Ada move drop 34,31", 2, 1, 1, 1, 5); /* +8 */
    assert_int_equal(unit(t, ADA)->condition, WB_OUT);
    assert_non_null(event_of(t, WB_EVENT_DROWNED));
    end(t);
}

static double chance_of(table *t, uint8_t condition) {
    static qm_outcome outcomes[256];
    qm_odds_result odds;
    double chance = 0;
    qm_state *after = calloc(1, qm_state_size(t->s));
    assert_int_equal(qm_odds_measured(t->s, t->st, t->scratch, QM_POLICY_UNIFORM, outcomes, 256, &odds), QM_OK);
    assert_false(odds.too_many);
    assert_true(odds.sum > 1 - 1e-12 && odds.sum < 1 + 1e-12);
    for (uint32_t i = 0; i < odds.count; i++) {
        assert_int_equal(qm_odds_outcome(t->s, t->st, t->scratch, &outcomes[i], after, NULL), QM_OK);
        chance += wb_at(t->s, after, ADA)->condition == condition ? outcomes[i].chance : 0;
    }
    free(after);
    return chance;
}

static void odds_are_those_of_the_dice(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", ON_HOUSE);
    assert_true(judge(t, DROP));
    const double fails = 1 - 11.0 * 11 / 400; /* both dice show 10 or more */
    const double out = chance_of(t, WB_OUT) - fails * 9 / 20, dazed = chance_of(t, WB_DAZED) - fails * 3 / 20;
    assert_true(out > -1e-12 && out < 1e-12);
    assert_true(dazed > -1e-12 && dazed < 1e-12);
    end(t);
}

/* Two orders whose distances nobody may measure before, with everything near enough or not: odds for the one who
 * declares them are the same, suppose that it is, and tell no lengths; those for a game master differ. */
static void odds_before_measuring_suppose_that_it_suffices(void **unused) {
    (void)unused;
    static const struct {
        uint8_t phase;
        const char *ada, *place, *order;
        double measured; /* the chance to arrive */
    } rows[] = {{WB_PHASE_MOVE, "'at':'14,18@5'", NULL, "Ada move jump 14,20.5@5", 11.0 / 20},
                {WB_PHASE_MOVE, "'at':'14,18@5'", NULL, "Ada move jump 14,21.001@5", 0},
                {WB_PHASE_ENGAGE, "'at':'4,4'", "place Bo 13.984,4", "Ada engage Bo", 1},
                {WB_PHASE_ENGAGE, "'at':'4,4'", "place Bo 13.985,4", "Ada engage Bo", 0}};
    static qm_outcome outcomes[64];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table *t = begin_in(rows[i].phase, "", rows[i].ada);
        qm_state *after = calloc(1, qm_state_size(t->s));
        if (rows[i].place) {
            GO(t, rows[i].place);
        }
        assert_true(judge(t, rows[i].order));
        assert_int_equal(t->v.unmeasured, rows[i].place ? QM_UNMEASURED_WHOLE : QM_UNMEASURED_PART);
        assert_int_equal(t->v.cost, 0);
        for (int measured = 0; measured < 2; measured++) {
            qm_odds_result odds;
            double arrives = 0;
            assert_int_equal(
                (measured ? qm_odds_measured : qm_odds)(t->s, t->st, t->scratch, QM_POLICY_FIRST, outcomes, 64, &odds),
                QM_OK);
            assert_int_equal(odds.supposed, !measured);
            assert_true(odds.sum > 1 - 1e-12 && odds.sum < 1 + 1e-12);
            for (uint32_t o = 0; o < odds.count; o++) {
                qm_event list[32];
                qm_events events = {list, 32, 0, 0};
                assert_int_equal(qm_odds_outcome(t->s, t->st, t->scratch, &outcomes[o], after, &events), QM_OK);
                const wb_unit *ada = wb_at(t->s, after, ADA);
                const bool there = rows[i].place ? ada->engaged == WB_ENGAGED_CAME : ada->y > 20000;
                arrives += there ? outcomes[o].chance : 0;
                for (uint32_t e = 0; e < events.count; e++) {
                    assert_true(measured || list[e].kind != WB_EVENT_JUMP_MEASURED);
                    assert_true(measured || list[e].kind != WB_EVENT_JUMPED || list[e].value == QM__UNMEASURED);
                    assert_true(measured || list[e].kind != WB_EVENT_WALKED || list[e].value == QM__UNMEASURED);
                }
            }
            const double wanted = measured ? rows[i].measured : rows[i].place ? 1 : 11.0 / 20;
            assert_true(arrives > wanted - 1e-12 && arrives < wanted + 1e-12);
        }
        free(after);
        end(t);
    }
}

/* How far an enemy is, is measured by nobody until all have engaged. */
static void enemies_are_as_far_off_as_may_be_known(void **unused) {
    (void)unused;
    for (int yes = 0; yes < 2; yes++) {
        table *t = begin(yes ? "'premeasure':'yes'" : "", "'at':'4,4'");
        for (int i = 0; i < 12; i++) {
            qm_sight sight;
            const bool told = yes || t->st->phase == WB_PHASE_MOVE || t->st->phase == WB_PHASE_SHOOT;
            assert_int_equal(qm_see(t->s, t->st, ADA, BO, t->scratch, &sight), QM_OK);
            assert_int_equal(sight.unmeasured, !told);
            assert_int_equal(sight.distance, told ? 8000 - 984 : 0);
            assert_int_equal(qm_see(t->s, t->st, ADA, CY, t->scratch, &sight), QM_OK);
            assert_int_equal(sight.unmeasured, 0);
            assert_true(sight.distance > 0);
            GO(t, "next");
        }
        end(t);
    }
}

/* Where measuring is free, engaging tells what it takes, and where it ends if that is too much. */
static void engaging_is_measured_where_that_is_free(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_ENGAGE, "'premeasure':'yes'", "'at':'4,4'");
    GO(t, "place Bo 13.984,4");
    assert_true(judge(t, "Ada engage Bo"));
    assert_int_equal(t->v.unmeasured, QM_MEASURED);
    assert_int_equal(t->v.cost, 9000);
    assert_int_equal(t->v.allowance, 9000);
    assert_true(t->v.chance > 0.999);
    GO(t, "place Bo 13.985,4");
    assert_true(judge(t, "Ada engage Bo"));
    assert_int_equal(t->v.cost, 9001);
    assert_true(t->v.chance < 0.001);
    assert_int_equal(t->v.ending, QM_ENDS_SPENT);
    assert_int_equal(t->v.way[t->v.way_count - 1].x, 10000);
    GO(t, "Ada engage Bo");
    at(t, ADA, 10000, 4000, 0);
    end(t);
}

/* What odds say of every condition is what many games come to: nothing that was rolled is lost on the way. */
static void odds_are_those_of_many_games(void **unused) {
    (void)unused;
    enum { GAMES = 4000 };
    static const struct {
        const char *settings, *ada, *order;
    } rows[] = {
        {"'fall_ends_move':'unhurt_goes_on','drop_checks':'per_2_inches'", "'at':'16,12@5','agility':6,'wounds':2",
         "Ada move drop 18.6,12"},
        {"'fall_chain':'separate','token_drop':'take_off'", "'at':'13,18@5'", "Ada move jump 13,20.5@5 13,22@5"},
        {"", "'at':'31,31@6'", "set Ada condition stunned"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table *t = begin_in(WB_PHASE_MOVE, rows[i].settings, rows[i].ada);
        qm_state *kept = calloc(1, qm_state_size(t->s));
        int counts[WB_CONDITIONS] = {0};
        memcpy(kept, t->st, qm_state_size(t->s));
        qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = 7};
        for (int game = 0; game < GAMES; game++) {
            qm_played played;
            memcpy(t->st, kept, qm_state_size(t->s));
            assert_true(judge(t, rows[i].order));
            assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, NULL, &played), QM_OK);
            counts[unit(t, ADA)->condition]++;
        }
        memcpy(t->st, kept, qm_state_size(t->s));
        assert_true(judge(t, rows[i].order));
        for (uint8_t condition = 0; condition < WB_CONDITIONS; condition++) {
            const double off = chance_of(t, condition) - (double)counts[condition] / GAMES;
            assert_true(off > -0.03 && off < 0.03);
        }
        free(kept);
        end(t);
    }
}

/* ----------------------------------------------------------------------------------------------------------- ledges */

static void who_is_dazed_at_a_ledge_may_fall(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'15,12@5'");
    PLAY(t, "set Ada condition dazed", 1, 10);
    at(t, ADA, 15000, 12000, 5000);
    assert_int_equal(event_of(t, WB_EVENT_AT_LEDGE)->value, 2500);
    PLAY(t, "set Ada condition stunned", 1, 9, 1, 1);
    assert_int_equal(unit(t, ADA)->z, 2500);
    assert_int_equal(unit(t, ADA)->condition, WB_STUNNED);
    assert_int_equal(event_of(t, WB_EVENT_FELL)->value, 2500);
    end(t);
    t = begin("", "'at':'14,14@5'"); /* too far from every edge */
    GO(t, "set Ada condition dazed");
    end(t);
    t = begin("", "'at':'23,34.6@4'"); /* behind a railing */
    GO(t, "set Ada condition dazed");
    end(t);
    t = begin("'ledge':'off'", "'at':'15,12@5'");
    GO(t, "set Ada condition dazed");
    end(t);
}

static void a_unit_falls_on_over_the_next_ledge(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'13,17.5@5'");
    PLAY(t, "set Ada condition dazed", 1, 1, 1, 5);
    assert_int_equal(unit(t, ADA)->z, 0);
    assert_int_equal(event_of(t, WB_EVENT_FELL_ON)->value, 5000);
    assert_int_equal(event_of(t, WB_EVENT_INJURY_BONUS)->value, 6);
    end(t);
    t = begin("'fall_chain':'separate'", "'at':'13,17.5@5'");
    PLAY(t, "set Ada condition dazed", 1, 1, 1, 15, 1, 1, 1, 2); /* stunned, falls again, nothing more */
    assert_int_equal(unit(t, ADA)->z, 0);
    assert_int_equal(unit(t, ADA)->condition, WB_STUNNED);
    assert_null(event_of(t, WB_EVENT_INJURY_BONUS));
    end(t);
}

static void a_die_picks_one_of_several_sides(void **unused) {
    (void)unused;
    static const int32_t signs[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    bool met[4] = {false};
    for (uint8_t face = 1; face <= 4; face++) {
        table *t = begin("", "'at':'31,31@6'");
        PLAY(t, "set Ada condition dazed", 1, 1, 1, face, 1, 1);
        for (int i = 0; i < 4; i++) {
            const int32_t x = unit(t, ADA)->x - 31000, y = unit(t, ADA)->y - 31000;
            met[i] =
                met[i] || (x * signs[i][0] + y * signs[i][1] > 1400 && x * signs[i][1] == 0 && y * signs[i][0] == 0);
        }
        end(t);
    }
    assert_true(met[0] && met[1] && met[2] && met[3]);
    table *t = begin("", "'at':'31,31@6'");
    assert_true(judge(t, "set Ada condition dazed"));
    const double out = chance_of(t, WB_OUT) - 9.0 / 20 * 11 / 20; /* +8 */
    assert_true(out > -1e-12 && out < 1e-12);
    end(t);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

static void sides_take_turns_and_units_recover(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'5,20','condition':'stunned'");
    refused(t, "Ada stay", WB_REASON_NOT_BEGUN);
    GO(t, "next");
    assert_int_equal(wb_game_of(t->s, t->st)->side, 1);
    assert_int_equal(unit(t, ADA)->condition, WB_DAZED);
    refused(t, "Ada take gold", WB_REASON_TAKE_DOWNED);
    for (int turn = 0; turn < 2; turn++) {
        for (int phase = 0; phase < 5; phase++) {
            GO(t, "next");
        }
    }
    assert_int_equal(t->st->turn, 3);
    assert_int_equal(unit(t, ADA)->condition, WB_STAGGERED);
    while (t->st->turn == 3) {
        assert_int_equal(unit(t, ADA)->condition, WB_STAGGERED);
        GO(t, "next");
    }
    assert_int_equal(unit(t, ADA)->condition, WB_WELL);
    assert_int_equal(wb_game_of(t->s, t->st)->side, 2);
    refused(t, "Ada take gold", WB_REASON_NOT_ITS_TURN);
    end(t);
}

static void the_last_side_wins(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'5,20'");
    GO(t, "next");
    GO(t, "set Bo condition incapacitated");
    assert_int_equal(t->st->ended, 0);
    GO(t, "set Dee condition incapacitated");
    assert_int_equal(t->st->ended, 2);
    assert_int_equal(t->st->winner, 1);
    end(t);
}

static void a_unit_moves_once(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", "'at':'5,20'");
    refused(t, "Bo stay", WB_REASON_NOT_ITS_TURN);
    GO(t, "Ada stay");
    refused(t, "Ada stay", WB_REASON_ALREADY_MOVED);
    refused(t, "Ada take gold", WB_REASON_WRONG_PHASE);
    end(t);
}

static void weapons_are_reloaded_in_place_of_moving(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_MOVE, "", "'at':'5,20','reloads':true,'unloaded':true");
    refused(t, "Ada reload", WB_REASON_NO_RELOADING);
    end(t);
    t = begin_in(WB_PHASE_MOVE, "'reload':'instead'", "'at':'5,20','reloads':true,'unloaded':true");
    refused(t, "Cy reload", WB_REASON_NOTHING_TO_RELOAD);
    GO(t, "Ada reload");
    assert_int_equal(unit(t, ADA)->unloaded, 0);
    refused(t, "Ada reload", WB_REASON_LOADED);
    refused(t, "Ada stay", WB_REASON_ALREADY_MOVED);
    end(t);
}

static void treasure_is_taken_in_upkeep(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_UPKEEP, "", "'at':'5,20'");
    refused(t, "Cy take gold", WB_REASON_TAKE_AWAY);
    refused(t, "Ada leave", WB_REASON_LEAVE_NOTHING);
    GO(t, "place Bo 5,22.692"); /* its base is exactly 2" away */
    refused(t, "Ada take gold", WB_REASON_TAKE_ENEMY);
    GO(t, "place Bo 5,22.694");
    GO(t, "Ada take gold");
    assert_int_equal(unit(t, ADA)->treasure, 1);
    refused(t, "Ada take gold", WB_REASON_TAKE_SECOND);
    refused(t, "Cy take gold", WB_REASON_TAKE_HELD);
    GO(t, "Ada leave");
    assert_int_equal(wb_token_at(t->s, t->st, 1)->y, 20000);
    end(t);
    t = begin_in(WB_PHASE_UPKEEP, "", "'at':'5,20','animal':true");
    refused(t, "Ada take gold", WB_REASON_TAKE_ANIMAL);
    end(t);
}

/* ------------------------------------------------------------------------------------------------------------ edits */

static void the_game_master_changes_things(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'5,20','wounds':3");
    refused(t, "place Ada 12,12", WB_REASON_SOLID);
    refused(t, "set Ada lost 3", WB_REASON_EDIT_WOUNDS);
    GO(t, "set Ada lost 2");
    GO(t, "give gold Ada");
    refused(t, "give gold Ada", WB_REASON_GIVE_SAME);
    GO(t, "give gold Cy");
    assert_int_equal(unit(t, ADA)->treasure, 0);
    GO(t, "set Cy condition incapacitated");
    assert_int_equal(wb_token_at(t->s, t->st, 1)->x, 40000);
    refused(t, "give gold Cy", WB_REASON_GIVE_NOBODY);
    refused(t, "set Cy condition well", WB_REASON_EDIT_OUT);
    GO(t, "place Cy 12,12@5");
    at(t, CY, 12000, 12000, 5000);
    assert_int_equal(unit(t, CY)->condition, WB_WELL);
    end(t);
}

/* --------------------------------------------------------------------------------------------------------- engaging */

enum { CHOICE = QM_TAPE_CHOICE | 1, STEP = 1, WAIT };

static void engaging_ends_in_contact(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_ENGAGE, "", "'at':'5,4'");
    refused(t, "Ada engage Cy", WB_REASON_ENGAGE_FRIEND);
    refused(t, "Ada engage Bo 8,4", WB_REASON_ENGAGE_NO_CONTACT);
    assert_true(judge(t, "Ada engage Bo"));
    assert_int_equal(t->v.cost, 0);
    GO(t, "Ada engage Bo");
    at(t, ADA, 12000 - 984, 4000, 0);
    assert_int_equal(unit(t, ADA)->engaged, WB_ENGAGED_CAME);
    refused(t, "Ada engage Bo", WB_REASON_ENGAGE_TWICE);
    refused(t, "Ada engage Dee", WB_REASON_ENGAGE_ENGAGED);
    end(t);
}

static void who_falls_short_goes_a_part_of_the_way(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_ENGAGE, "", "'at':'6,22'");
    GO(t, "place Bo 6,40");
    GO(t, "Ada engage Bo");
    at(t, ADA, 6000, 28000, 0);
    assert_int_equal(unit(t, ADA)->engaged, WB_ENGAGED_TRIED);
    assert_non_null(event_of(t, WB_EVENT_FELL_SHORT));
    end(t);
}

static void who_does_not_see_rolls_for_the_distance(void **unused) {
    (void)unused;
    static const struct {
        uint8_t die, engaged;
        int32_t used;
    } rows[] = {{1, WB_ENGAGED_TRIED, 3000},
                {5, WB_ENGAGED_TRIED, 3000},
                {6, WB_ENGAGED_TRIED, 6000},
                {15, WB_ENGAGED_TRIED, 6000},
                {16, WB_ENGAGED_CAME, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table *t = begin_in(WB_PHASE_ENGAGE, "", "'at':'22,11'");
        GO(t, "place Bo 29,11"); /* around the end of the wall */
        assert_true(judge(t, "Ada engage Bo"));
        assert_int_equal(t->v.check_count, 1);
        assert_int_equal(t->v.checks[0].over, QM_OVER_CLASS);
        assert_int_equal(t->v.checks[0].class_count, 3);
        assert_true(t->v.checks[0].classes[2].chance == 0.25);
        assert_int_equal(qm_verdict_can_fail(&t->v), 0); /* nobody may know yet how far it has to go */
        PLAY(t, "Ada engage Bo", 1, rows[i].die);
        assert_int_equal(unit(t, ADA)->engaged, rows[i].engaged);
        if (rows[i].used) {
            assert_int_equal(event_of(t, WB_EVENT_WALKED)->value, rows[i].used);
        }
        end(t);
    }
}

static void an_enemy_steps_into_the_path(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_ENGAGE, "", "'at':'5,4'");
    GO(t, "place Dee 8,6");
    PLAY(t, "Ada engage Bo", CHOICE, WAIT);
    at(t, ADA, 12000 - 984, 4000, 0);
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "", "'at':'5,4'");
    GO(t, "place Dee 8,6");
    PLAY(t, "Ada engage Bo", CHOICE, STEP);
    at(t, DEE, 8000, 4000, 0);
    at(t, ADA, 8000 - 984, 4000, 0);
    assert_int_equal(event_of(t, WB_EVENT_CONTACT)->other, DEE);
    assert_int_equal(unit(t, DEE)->intercepted, 1);
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "'intercept_reach':0", "'at':'5,4'");
    GO(t, "place Dee 8,6");
    GO(t, "Ada engage Bo");
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "", "'at':'5,4'");
    GO(t, "place Dee 8,8"); /* cannot get near enough */
    GO(t, "Ada engage Bo");
    end(t);
}

/* Where Ada ends who engages Bo by a way, with Bo somewhere. */
static void falls_short_at(const char *settings, const char *ada, const char *bo, const char *order, int32_t x,
                           int32_t y) {
    table *t = begin_in(WB_PHASE_ENGAGE, settings, ada);
    GO(t, bo);
    GO(t, order);
    at(t, ADA, x, y, 0);
    assert_non_null(event_of(t, WB_EVENT_FELL_SHORT));
    end(t);
}

static void ground_is_paid_for_where_it_is(void **unused) {
    (void)unused;
    const char *ada = "'at':'30,29'", *bo = "place Bo 43,29", *order = "Ada engage Bo via 42.016,29";
    /* The pond begins 2.508" away, a radius before its edge at 33. */
    falls_short_at("", ada, bo, order, 34000, 29000);
    falls_short_at("'difficult_once':'per_area'", ada, bo, order, 34000, 29000);
    falls_short_at("'difficult_once':'per_inch'", ada, bo, order, 34254, 29000);
    falls_short_at("'difficult_loss':0", ada, bo, order, 36000, 29000);
    falls_short_at("'difficult_loss':4", ada, bo, order, 32508, 29000);
    /* Out of it, for one that starts in it. */
    ada = "'at':'35,29'", bo = "place Bo 20,29", order = "Ada engage Bo via 20.984,29";
    falls_short_at("", ada, bo, order, 31000, 29000);
    falls_short_at("'difficult_start':'free'", ada, bo, order, 29000, 29000);
}

static void it_stops_where_it_can_stand(void **unused) {
    (void)unused;
    /* Cy is passed, not ended on: she stops just before. */
    table *t = begin_in(WB_PHASE_ENGAGE, "", "'at':'6,22'");
    GO(t, "place Cy 6.3,28.5");
    GO(t, "place Bo 6,40");
    PLAY(t, "Ada engage Bo via 6,39.016", 1, 16); /* Cy hides him */
    at(t, ADA, 6000, 27563, 0); /* 0.937" before Cy in this direction is 0.984" from him */
    end(t);
    /* A flight is broken off where coming down can be paid for, too; one along the ground like a walk. */
    falls_short_at("", "'at':'6,22','flying':true", "place Bo 6,40", "Ada engage Bo fly 6,30@3 fly 6,39.016", 6000,
                   26158);
    falls_short_at("", "'at':'6,22','flying':true", "place Bo 6,40", "Ada engage Bo fly 6,39.016", 6000, 28000);
}

static void a_way_is_found_over_links(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_ENGAGE, "", "'at':'12,6'");
    GO(t, "place Bo 12,12@5"); /* on the house: no ladder leads there */
    assert_true(judge(t, "Ada engage Bo"));
    assert_int_equal(t->v.check_count, 2);
    assert_int_equal(t->v.checks[1].roll, WB_ROLL_CLIMB);
    assert_int_equal(t->v.cost, 0);
    PLAY(t, "Ada engage Bo", 1, 20);
    at(t, ADA, 12000, 9508, 0); /* 11.508" are too many: she goes 3.508" of her 6" to the face, and does not climb */
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "'premeasure':'yes'", "'at':'14,17@5'");
    GO(t, "place Bo 14,23@5"); /* across the gap to the loft, over the sill */
    assert_true(judge(t, "Ada engage Bo"));
    assert_int_equal(t->v.checks[0].roll, WB_ROLL_JUMP);
    PLAY(t, "Ada engage Bo", 1, 10);
    at(t, ADA, 14000, 22016, 5000);
    assert_int_equal(unit(t, ADA)->engaged, WB_ENGAGED_CAME);
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "", "'at':'12,6','mounted':true");
    GO(t, "place Bo 12,12@5");
    refused(t, "Ada engage Bo", WB_REASON_ENGAGE_NO_WAY);
    end(t);
}

static void contact_is_found_in_a_gap(void **unused) {
    (void)unused;
    /* Bo is in a corner of the table with others beside him: contact is left in fifteen degrees of the circle. */
    table *t = begin_in(WB_PHASE_ENGAGE, "'intercept_reach':0", "'at':'4,6'");
    GO(t, "place Bo 0.6,0.6");
    GO(t, "place Dee 1.584,0.6");
    GO(t, "place Cy 0.6,2.5");
    GO(t, "Ada engage Bo");
    assert_int_equal(unit(t, ADA)->engaged, WB_ENGAGED_CAME);
    assert_int_equal(event_of(t, WB_EVENT_CONTACT)->other, BO);
    assert_true(qm__wb_touches(t->s, t->st, ADA, wb_place(unit(t, ADA)), BO));
    end(t);
    t = begin_in(WB_PHASE_ENGAGE, "'intercept_reach':0", "'at':'4,6'"); /* … and then in none */
    GO(t, "place Bo 0.6,0.6");
    GO(t, "place Dee 1.584,0.6");
    GO(t, "place Cy 0.6,2.2");
    refused(t, "Ada engage Bo", WB_REASON_ENGAGE_NO_WAY);
    end(t);
}

static void a_jump_down_into_contact_is_an_attack(void **unused) {
    (void)unused;
    table *t = begin_in(WB_PHASE_ENGAGE, "", ON_HOUSE);
    GO(t, "place Bo 19.584,12");
    PLAY(t, "Ada engage Bo drop 18.6,12", 2, 10, 10);
    assert_int_equal(unit(t, ADA)->jumped, 1);
    assert_int_equal(unit(t, ADA)->engaged, WB_ENGAGED_CAME);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_landing_is_rolled_for),
        cmocka_unit_test(a_bad_landing_is_on_the_spot_that_was_chosen),
        cmocka_unit_test(readings_of_the_injury_roll),
        cmocka_unit_test(wounds_are_lost_in_place_of_falling_out),
        cmocka_unit_test(short_falls_may_do_nothing),
        cmocka_unit_test(treasure_is_left_behind),
        cmocka_unit_test(one_who_is_unhurt_may_go_on),
        cmocka_unit_test(jumps_are_measured_when_they_are_made),
        cmocka_unit_test(what_a_hidden_jump_leaves_is_all_there_is),
        cmocka_unit_test(a_failed_climb_leaves_it_where_it_began),
        cmocka_unit_test(one_who_falls_on_another_is_put_beside_it),
        cmocka_unit_test(falling_ends_contact),
        cmocka_unit_test(who_is_dazed_in_water_goes_under),
        cmocka_unit_test(odds_are_those_of_the_dice),
        cmocka_unit_test(odds_before_measuring_suppose_that_it_suffices),
        cmocka_unit_test(enemies_are_as_far_off_as_may_be_known),
        cmocka_unit_test(engaging_is_measured_where_that_is_free),
        cmocka_unit_test(odds_are_those_of_many_games),
        cmocka_unit_test(who_is_dazed_at_a_ledge_may_fall),
        cmocka_unit_test(a_unit_falls_on_over_the_next_ledge),
        cmocka_unit_test(a_die_picks_one_of_several_sides),
        cmocka_unit_test(sides_take_turns_and_units_recover),
        cmocka_unit_test(the_last_side_wins),
        cmocka_unit_test(a_unit_moves_once),
        cmocka_unit_test(weapons_are_reloaded_in_place_of_moving),
        cmocka_unit_test(treasure_is_taken_in_upkeep),
        cmocka_unit_test(the_game_master_changes_things),
        cmocka_unit_test(engaging_ends_in_contact),
        cmocka_unit_test(who_falls_short_goes_a_part_of_the_way),
        cmocka_unit_test(who_does_not_see_rolls_for_the_distance),
        cmocka_unit_test(an_enemy_steps_into_the_path),
        cmocka_unit_test(ground_is_paid_for_where_it_is),
        cmocka_unit_test(it_stops_where_it_can_stand),
        cmocka_unit_test(a_way_is_found_over_links),
        cmocka_unit_test(contact_is_found_in_a_gap),
        cmocka_unit_test(a_jump_down_into_contact_is_an_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
