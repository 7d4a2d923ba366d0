/* How near a base comes to others while it turns where it is: against the least of all facings on the way. */
#include "rules/squad/move.h"
#include "support/table.h"

#include "base/angle.h"
#include "base/random.h"

static const char scenario[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Turns\",\"rules\":\"squad\","
    "\"board\":{\"space\":\"table\",\"width\":24,\"depth\":18},\"sides\":[\"red\",\"blue\"],\"units\":["
    "{\"name\":\"Van\",\"side\":\"red\",\"width\":2,\"length\":4,\"at\":[\"6,6\"]},"
    "{\"name\":\"Dan\",\"side\":\"blue\",\"radius\":0.5,\"at\":[\"14,6\"]},"
    "{\"name\":\"Fay\",\"side\":\"blue\",\"width\":1,\"length\":2,\"at\":[\"14,12\"]}]}";

/* The least of the facings in steps that are too short for a corner to come a unit nearer in between. */
static double least_of(const qm_scenario *s, qm__body body, int32_t turn, const qm__body *other) {
    enum { STEP = 2 };
    double least = QM__FAR;
    const int32_t from = body.facing, far = turn < 0 ? -turn : turn;
    for (int32_t by = 0; by <= far; by = by + STEP > far && by < far ? far : by + STEP) {
        body.facing = (from + (turn < 0 ? -by : by) + QM__PARTS) % QM__PARTS;
        least = qm__least(least, qm__sq_distance(s, &body, other));
    }
    return least;
}

static void test_turns(void **unused) {
    (void)unused;
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    opened(t, qm_scenario_read_text(&t->s, scenario, strlen(scenario), "t.json", NULL, NULL, NULL, &wrong), &wrong);
    uint64_t dice = 0;
    int between = 0;
    for (int i = 0; i < 150; i++) {
        const qm_place at = {9000 + (int32_t)qm__random_below(7, &dice, 10000),
                             6000 + (int32_t)qm__random_below(7, &dice, 10000), 0};
        const uint16_t facing = (uint16_t)qm__random_below(7, &dice, QM__PARTS);
        const uint16_t to = (uint16_t)qm__random_below(7, &dice, QM__PARTS);
        const qm__body body = qm__sq_body_at(t->s, 1, at, facing);
        const qm__body other = qm__sq_body_now(t->s, t->st, (uint16_t)(2 + i % 2));
        const int32_t turn = qm__sq_turn_by(facing, to);
        const qm__body turned = qm__sq_body_at(t->s, 1, at, to);
        const double told = qm__sq_turn_distance(t->s, &body, turn, &other);
        const double ends = qm__least(qm__sq_distance(t->s, &body, &other), qm__sq_distance(t->s, &turned, &other));
        const double least = least_of(t->s, body, turn, &other);
        if (told > least + 0.01 || told < least - 0.5) {
            fail_msg("turn %d: %.3f, and the least of all facings is %.3f", i, told, least);
        }
        between += told < ends - 1;
    }
    assert_true(between > 20); /* where the ends alone would not have told */
    end(t);
}

static void test_shorter_way(void **unused) {
    (void)unused;
    assert_int_equal(qm__sq_turn_by(0, QM__PARTS / 4), QM__PARTS / 4);
    assert_int_equal(qm__sq_turn_by(0, 3 * QM__PARTS / 4), -QM__PARTS / 4);
    assert_int_equal(qm__sq_turn_by(QM__PARTS - 1, 1), 2);
    assert_int_equal(qm__sq_turn_by(1, QM__PARTS - 1), -2);
    assert_int_equal(qm__sq_turn_by(0, QM__PARTS / 2), QM__PARTS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_shorter_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
