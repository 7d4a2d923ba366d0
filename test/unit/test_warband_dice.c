/* What is told of the dice of warband: where a check is rolled, in the verdict, while it is waited for and when it has
 * been rolled; and what an injury roll adds up. */
#include "rules/warband/declared.h"
#include "support/table.h"

/* A house 5" high with a ladder, another 2" off, and a fence; quotation marks are written ' for the eye. */
static table *begin(const char *settings, const char *ada) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(
        &text,
        "{'quickmarch':'scenario','version':1,'title':'t','rules':{'family':'warband','settings':{%s}},'board':{"
        "'space':'table','width':30,'depth':20,'prisms':[{'name':'house','box':[10,5,14,11],'top':5},"
        "{'name':'barn','box':[16,5,20,11],'top':5},{'name':'fence','box':[5,2,5.2,12],'top':2,"
        "'walkable':false}],'ladders':[{'name':'ladder','foot':[12,4.5],'head':[12,5,5]}]},"
        "'sides':['red','blue'],'figures':[{'name':'Ada','side':'red','radius':0.5,'move':12,%s},"
        "{'name':'Bo','side':'blue','at':'28,18'}],'end':{'last_standing':false}}",
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

static const qm_event *rolled(const table *t, uint16_t roll) {
    for (uint32_t i = 0; i < t->told.count; i++) {
        if (t->told.items[i].kind == 0 && t->told.items[i].roll == roll) {
            return &t->told.items[i];
        }
    }
    fail_msg("no such roll");
    return NULL;
}

static void says(const table *t, const qm_event *event, const char *wanted) {
    char array[256];
    qm_text text = qm_text_over(array, sizeof array);
    qm_event_print(t->s, event, &text);
    assert_string_equal(array, wanted);
}

/* ----------------------------------------------------------------------------------------------------------- places */

static void assert_place(qm_place at, qm_place wanted) {
    assert_int_equal(at.x, wanted.x);
    assert_int_equal(at.y, wanted.y);
    assert_int_equal(at.z, wanted.z);
}

static void every_kind_of_leg_is_rolled_for_where_it_begins(void **unused) {
    (void)unused;
    static const struct {
        const char *ada, *order;
        qm_place from;   /* where the leg with the check begins */
        qm_place second; /* of a second check, on top of a wall */
    } rows[] = {{"'at':'8,8'", "Ada move 9.5,8 climb 10,8@5", {9500, 8000, 0}, {0}},
                {"'at':'12,8@5'", "Ada move 10,8@5 climb 9.5,8", {10000, 8000, 5000}, {0}},
                {"'at':'3,8'", "Ada move 4.5,8 climb 5.7,8", {4500, 8000, 0}, {5100, 8000, 2000}},
                {"'at':'10,4','animal':true", "Ada move 12,4.5 ladder 12,5@5", {12000, 4500, 0}, {0}},
                {"'at':'12,8@5'", "Ada move 14,8@5 jump 16,8@5", {14000, 8000, 5000}, {0}},
                {"'at':'12,8@5'", "Ada move 10,8@5 drop 8,8", {10000, 8000, 5000}, {0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table *t = begin("", rows[i].ada);
        const qm_place start = wb_place(wb_at(t->s, t->st, ADA));
        assert_true(judge(t, rows[i].order));
        assert_true(t->v.check_count > 0);
        for (uint16_t n = 0; n < t->v.check_count; n++) {
            assert_place(t->v.checks[n].at, n == 0 ? rows[i].from : rows[i].second);
            assert_int_equal(t->v.checks[n].leg, 2);
        }
        qm_source source = {.dice = QM_DICE_ASKED};
        qm_played played;
        qm_wanted wanted;
        t->told = (qm_events){t->events, TABLE_EVENTS, 0, 0};
        assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->told, &played), QM_OK);
        assert_int_equal(played, QM_PLAYED_WAITING);
        assert_int_equal(qm_pending(t->s, t->st, &wanted, NULL, NULL), QM_OK);
        assert_place(wanted.at, rows[i].from);
        assert_place(event_of(t, WB_EVENT_WALKED)->at, rows[i].from);
        assert_place(wb_place(wb_at(t->s, t->st, ADA)), start); /* nothing has been done before it is done */
        while (played == QM_PLAYED_WAITING) {
            const uint8_t faces[] = {20, 20};
            assert_int_equal(qm_pending(t->s, t->st, &wanted, NULL, NULL), QM_OK);
            assert_int_equal(qm_answer(t->s, t->st, t->scratch, faces, wanted.dice, &source, &t->told, &played), QM_OK);
        }
        assert_place(rolled(t, t->v.checks[0].roll)->at, rows[i].from);
        const qm_place now = wb_place(wb_at(t->s, t->st, ADA));
        assert_memory_not_equal(&now, &rows[i].from, sizeof now);
        end(t);
    }
}

static void a_roll_reads_like_its_check(void **unused) {
    (void)unused;
    table *t = begin("", "'at':'8,8'");
    PLAY(t, "Ada move 9.5,8 climb 10,8@5", 1, 9);
    says(t, rolled(t, WB_ROLL_CLIMB), "Ada to climb at 9.5,8: 9, needs 10 or more: fail (WB-13)");
    char array[256];
    qm_text text = qm_text_over(array, sizeof array);
    qm_check_print(t->s, &t->v.checks[0], &text);
    assert_string_equal(array, "Ada to climb at 9.5,8: 1d20, needs 10 or more [10 Agility], 55 % (WB-13)");
    end(t);
}

/* ----------------------------------------------------------------------------------------------------- injury rolls */

static void an_injury_roll_says_what_it_adds_up(void **unused) {
    (void)unused;
    static const struct {
        const char *settings, *order, *bonus, *roll, *after;
        uint8_t die, total;
    } rows[] = {
        {"", "Ada move drop 9.5,8", "Ada fell 5\", which adds 6 to its injury roll (WB-18)",
         "Ada for the injury of the fall: 9 + 6 (height of the fall) = 15 (WB-18)", "Ada is stunned (WB-18)", 9, 15},
        {"'injury_extra':3", "Ada move drop 9.5,8", "Ada fell 5\", which adds 6 to its injury roll (WB-18)",
         "Ada for the injury of the fall: 2 + 6 (height of the fall) + 3 (heavier injuries) = 11 (WB-18, WB-33)",
         "Ada is unhurt (WB-18)", 2, 11},
        {"'fall_free':5,'injury_extra':3", "Ada move drop 9.5,8", NULL,
         "Ada for the injury of the fall: 9 + 3 (heavier injuries) = 12 (WB-18, WB-33)", "Ada is dazed (WB-18)", 9, 12},
        {"'fall_free':5", "Ada move drop 9.5,8", NULL, "Ada for the injury of the fall: 11 (WB-18)",
         "Ada is unhurt (WB-18)", 11, 11},
        {"'injury_reads':'die'", "Ada move drop 9.5,8", "Ada fell 5\", which adds 6 to its injury roll (WB-18)",
         "Ada for the injury of the fall: 11 + 6 (height of the fall) = 17 [a die below the lowest row counts alone] "
         "(WB-18)",
         "Ada is unhurt (WB-18)", 11, 17},
        {"'fall_each':0.001,'fall_bonus':100", "Ada move drop 9.5,8",
         "Ada fell 5\", which adds 10000 to its injury roll (WB-18)",
         "Ada for the injury of the fall: 1 + 10000 (height of the fall) = 10001 (WB-18)",
         "Ada is incapacitated and taken off the table (WB-18)", 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table *t = begin(rows[i].settings, "'at':'10,8@5'");
        PLAY(t, rows[i].order, 2, 1, 1, 1, rows[i].die);
        const qm_event *roll = rolled(t, WB_ROLL_INJURY);
        assert_int_equal(roll->faces[0], rows[i].die);
        assert_int_equal(roll->value, rows[i].total ? rows[i].total : 10001);
        says(t, roll, rows[i].roll);
        says(t, roll + 1, rows[i].after);
        if (rows[i].bonus) {
            says(t, event_of(t, WB_EVENT_INJURY_BONUS), rows[i].bonus);
        } else {
            assert_null(event_of(t, WB_EVENT_INJURY_BONUS));
        }
        end(t);
    }
}

static void programs_are_told_the_same(void **unused) {
    (void)unused;
    table *t = begin("'injury_extra':3", "'at':'10,8@5'");
    PLAY(t, "Ada move drop 9.5,8", 2, 1, 1, 1, 2);
    qm_text json = qm_text_growing(NULL);
    qm_events_write_json(t->s, &t->told, &json);
    assert_non_null(strstr(json.data, "\"roll\":\"drop\",\"dice\":[1,1]"));
    assert_non_null(strstr(json.data, "\"at\":\"10,8@5\""));
    assert_non_null(strstr(json.data, "\"dice\":[2],\"sides\":20,\"total\":11,\"target\":0,\"terms\":["
                                      "{\"term\":\"height of the fall\",\"amount\":6,\"clauses\":[\"WB-18\"]},"
                                      "{\"term\":\"heavier injuries\",\"amount\":3,\"clauses\":[\"WB-33\"]}]"));
    assert_non_null(strstr(json.data, "\"clauses\":[\"WB-18\",\"WB-33\"]"));
    qm_text_free(&json);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_leg_is_rolled_for_where_it_begins),
        cmocka_unit_test(a_roll_reads_like_its_check),
        cmocka_unit_test(an_injury_roll_says_what_it_adds_up),
        cmocka_unit_test(programs_are_told_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
