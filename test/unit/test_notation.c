/* Order notation: what reads, what is refused and where, and that printing and reading are inverse. */
#include "support/duel.h"

#include <stdbool.h>

static int set_up(void **state) {
    *state = scenario_from(duel_text);
    return 0;
}

static int tear_down(void **state) {
    qm_scenario_free(*state);
    return 0;
}

static void reads_as(const qm_scenario *scenario, const char *text, const char *printed) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order, again;
    const qm_result result = qm_order_read(scenario, text, strlen(text), &order, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_text out = qm_text_growing(NULL);
    qm_order_print(scenario, &order, &out);
    assert_string_equal(out.data, printed);
    assert_int_equal(qm_order_read(scenario, out.data, out.length, &again, &list), QM_OK);
    assert_true(qm_order_equal(&order, &again));
    qm_text_free(&out);
    qm_diagnostics_free(&list);
}

static void refuses(const qm_scenario *scenario, const char *text, uint32_t column, const char *words) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    assert_int_equal(qm_order_read(scenario, text, strlen(text), &order, &list), QM_ERROR_INPUT);
    assert_int_equal(list.count, 1);
    if (list.items[0].column != column || !strstr(list.items[0].message, words)) {
        print_diagnostics(&list);
    }
    assert_int_equal(list.items[0].column, column);
    assert_non_null(strstr(list.items[0].message, words));
    qm_diagnostics_free(&list);
}

static void reads_every_form(void **state) {
    const qm_scenario *s = *state;
    reads_as(s, "Ada still", "Ada still");
    reads_as(s, "  Ada \t half   0304 0305 face NE  ", "Ada half 0304 0305 face NE");
    reads_as(s, "Ada full jump 0505 grab axe face N", "Ada full jump 0505 grab axe face N");
    reads_as(s, "next", "next");
    reads_as(s, "Ada attack Bo", "Ada attack Bo");
    reads_as(s, "Ada attack Bo with Ada-dagger", "Ada attack Bo with Ada-dagger");
    reads_as(s, "Ada shoot Bo then prone", "Ada shoot Bo then prone");
    reads_as(s, "Ada throw Ada-dagger at Bo", "Ada throw Ada-dagger at Bo");
    reads_as(s, "Ada drop kneel", "Ada drop kneel");
    reads_as(s, "place Ada 0101 face N", "place Ada 0101 face N");
    reads_as(s, "set Ada position prone", "set Ada position prone");
    reads_as(s, "set Ada hits 3", "set Ada hits 3");
    reads_as(s, "set Ada ready none", "set Ada ready none");
    reads_as(s, "give axe Bo", "give axe Bo");
}

/* A word that says what is the case anyway is left out when printing. */
static void leaves_out_what_is_default(void **state) {
    reads_as(*state, "Ada shoot Bo then stay", "Ada shoot Bo");
}

static void tells_what_was_expected(void **state) {
    const qm_scenario *s = *state;
    refuses(s, "", 1, "expected a figure's name");
    refuses(s, "Adda half 0304", 1, "did you mean \"Ada\"");
    refuses(s, "Ada hlaf 0304", 5, "did you mean \"half\"");
    refuses(s, "Ada half jmup 0304", 10, "did you mean \"jump\"");
    refuses(s, "Ada", 4, "expected what to do");
    refuses(s, "Ada 0304", 5, "\"0304\" is a part of a movement, whose kind comes first: \"");
    refuses(s, "Ada jump 0304", 5, " jump\"");
    refuses(s, "half 0304", 1, "needs a figure before it");
    refuses(s, "Ada next", 5, "without a figure");
    refuses(s, "Ada half 0904", 10, "off the board");
    refuses(s, "Ada half 34", 10, "no place");
    refuses(s, "Ada half 0304 jmp 0505", 15, "jump");
    refuses(s, "Ada half face", 14, "a direction");
    refuses(s, "Ada half face E", 15, "no direction of this board");
    refuses(s, "Ada attack", 11, "a figure's name");
    refuses(s, "Ada attack none", 12, "a figure's name");
    refuses(s, "Ada attack Bo wiht axe", 15, "\"with\" or the end");
    refuses(s, "Ada throw axe Bo", 15, "\"at\"");
    refuses(s, "Ada drop down", 10, "kneel or prone");
    refuses(s, "next 0304", 6, "the end of the order");
    refuses(s, "set Ada at 0304", 9, "no value that can be set");
    refuses(s, "set Ada hits many", 14, "no number");
    refuses(s, "set Ada position lying", 18, "standing");
    refuses(s,
            "\xc3\x84"
            "da half",
            1, "neither a figure nor an order");
}

static void bounds_the_number_of_legs(void **state) {
    char text[QM_ORDER_TEXT_MAX + 10] = "Ada full";
    for (int i = 0; i < 64; i++) {
        strcat(text, " 0304");
    }
    reads_as(*state, text, text);
    strcat(text, " 0304");
    refuses(*state, text, (uint32_t)strlen("Ada full") + 5 * 64 + 2, "at most 64 legs");
    memset(text, ' ', sizeof text - 1);
    text[QM_ORDER_TEXT_MAX + 1] = '\0';
    refuses(*state, text, 1, "at most 8000 bytes");
}

/* A seeded walk over random orders of every kind: whatever prints must read back equal. */
static void round_trips_random_orders(void **state) {
    const qm_scenario *s = *state;
    const qm_rules_facts *facts = qm_scenario_family(s);
    uint32_t seed = 12345;
    for (int round = 0; round < 5000; round++) {
        seed = seed * 1664525u + 1013904223u;
        const uint16_t kind = (uint16_t)(1 + (seed >> 8) % (facts->order_count - 1u));
        qm_order order;
        qm_order_clear(&order, kind, facts->orders[kind].flags & QM_ORDER_ACTOR ? 1 + (seed >> 16) % 2 : 0);
        for (size_t i = 0; i < facts->orders[kind].argument_count; i++) {
            const qm_argument *argument = &facts->orders[kind].arguments[i];
            const bool absent = argument->optional && (seed >> (20 + i) & 1u);
            switch (argument->operand) {
            case QM_OPERAND_FIGURE:
            case QM_OPERAND_ITEM:
            case QM_OPERAND_SIDE:
            case QM_OPERAND_UNIT:
            case QM_OPERAND_ROW:
                order.arguments[i] = absent ? 0 : 1 + (int32_t)(seed >> 12) % 2;
                break;
            case QM_OPERAND_PLACE:
                order.arguments[i] = (1 + (int32_t)(seed >> 10) % 8) | (1 + (int32_t)(seed >> 14) % 6) << 16;
                break;
            case QM_OPERAND_FIELD:
                order.arguments[i] = 1; /* facing, then a direction */
                break;
            case QM_OPERAND_NONE:
            case QM_OPERAND_DIRECTION:
            case QM_OPERAND_NUMBER:
            case QM_OPERAND_WORD:
            case QM_OPERAND_VALUE:
                order.arguments[i] = (int32_t)(seed >> 9) % 2;
                break;
            }
        }
        const uint16_t legs = facts->orders[kind].flags & QM_ORDER_LEGS ? (uint16_t)(seed >> 24) % 5 : 0;
        for (; order.leg_count < legs; order.leg_count++) {
            qm_leg *leg = &order.legs[order.leg_count];
            seed = seed * 1664525u + 1013904223u;
            *leg = (qm_leg){.kind = (uint16_t)(1 + (seed >> 8) % (facts->leg_count - 1u))};
            if (facts->legs[leg->kind].operand == QM_OPERAND_PLACE) {
                leg->to = (qm_place){1 + (int32_t)((seed >> 11) % 8), 1 + (int32_t)((seed >> 19) % 6), 0};
            } else {
                leg->thing = (uint16_t)(1 + (seed >> 13) % 2);
            }
        }
        qm_text text = qm_text_growing(NULL);
        qm_order again;
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_order_print(s, &order, &text);
        const qm_result result = qm_order_read(s, text.data, text.length, &again, &list);
        if (result != QM_OK || !qm_order_equal(&order, &again)) {
            print_message("%s\n", text.data);
            print_diagnostics(&list);
        }
        assert_int_equal(result, QM_OK);
        assert_true(qm_order_equal(&order, &again));
        qm_text_free(&text);
        qm_diagnostics_free(&list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_form),          cmocka_unit_test(leaves_out_what_is_default),
        cmocka_unit_test(tells_what_was_expected),   cmocka_unit_test(bounds_the_number_of_legs),
        cmocka_unit_test(round_trips_random_orders),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
