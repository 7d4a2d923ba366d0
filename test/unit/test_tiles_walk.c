/* Where a verdict of tiles says that a movement would end, held against what resolving comes to when everybody else
 * stands still: any tile of boards drawn at random, whoever is in the way, with foes minded and ignored. */
#include "support/tiles_hand.h"

enum { BOARDS = 200 };

typedef struct tally {
    uint32_t endings[QM_ENDS_CLEAR + 1], diced;
} tally;

/* Plays the order that was judged, then resolves. False if a die is wanted. */
static bool resolves(asked *a) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_played played;
    qm_order resolve;
    assert_int_equal(qm_play(a->t->s, a->t->st, a->t->scratch, &source, NULL, &played), QM_OK);
    qm_order_clear(&resolve, TL_ORDER_RESOLVE, 0);
    assert_true(judge_order(a, &resolve));
    a->t->told = (qm_events){a->t->events, TABLE_EVENTS, 0, 0};
    assert_int_equal(qm_play(a->t->s, a->t->st, a->t->scratch, &source, &a->t->told, &played), QM_OK);
    return played == QM_PLAYED_DONE;
}

/* What resolving tells of the end is what was foreseen. */
static void check_account(const asked *a, const qm_verdict *v) {
    const qm_event *stopped = event_of(a->t, TL_EVENT_STOPPED), *blocked = event_of(a->t, TL_EVENT_BLOCKED);
    switch ((qm_ending)v->ending) {
    case QM_ENDS_THERE:
    case QM_ENDS_SPENT:
        assert_null(blocked);
        break;
    case QM_ENDS_NEXT_TO:
        assert_non_null(stopped);
        assert_int_equal(stopped->other, v->ender);
        break;
    case QM_ENDS_BEFORE:
        assert_true(stopped || blocked || event_of(a->t, TL_EVENT_BARRED));
        if (blocked) {
            assert_int_equal(blocked->other, v->ender);
            assert_int_equal(blocked->at.x, v->before.x);
            assert_int_equal(blocked->at.y, v->before.y);
        }
        break;
    case QM_ENDS_CLEAR:
        assert_non_null(event_of(a->t, TL_EVENT_CLEAR));
        break;
    }
}

static void check_end(asked *a, const qm_order *order, tally *total) {
    qm_state *before = malloc(qm_state_size(a->t->s));
    memcpy(before, a->t->st, qm_state_size(a->t->s));
    if (judge_order(a, order)) {
        const qm_verdict v = a->t->v;
        const qm_place last = v.way[v.way_count - 1];
        if (v.check_count == 0 && resolves(a)) {
            assert_int_equal(body(a->t, 1)->tile, tile_at(a->t, last.x, last.y));
            check_account(a, &v);
            total->endings[v.ending]++;
        } else {
            total->diced++;
        }
    }
    memcpy(a->t->st, before, qm_state_size(a->t->s));
    free(before);
}

/* Ignores some of the foes. */
static void ignore_some(const asked *a, draws *d, qm_order *order) {
    for (int i = 1; i < a->h.count; i++) {
        if (a->h.figures[i].side != 0 && a->h.figures[i].condition != TL_DOWN && one_in(d, 3)) {
            order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_IGNORE, .thing = (uint16_t)(i + 1)};
        }
    }
}

static void walk_boards(uint64_t seed, bool withdraws, const char *more, tally *total) {
    draws d = {.seed = seed};
    asked a;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, withdraws, more);
        for (int tile = 0; tile < HAND_TILES; tile++) {
            const bool runs = a.running > a.walking && one_in(&d, 2);
            qm_order order = order_to(&a, withdraws ? TL_ORDER_WITHDRAW : TL_ORDER_MOVE, tile, runs);
            if (!withdraws && one_in(&d, 2)) {
                ignore_some(&a, &d, &order);
            }
            check_end(&a, &order, total);
        }
        end(a.t);
    }
}

static void movement_ends_where_it_is_foreseen(void **state) {
    (void)state;
    tally total = {0};
    walk_boards(131, false, "", &total);
    walk_boards(132, false, ",\"meet\":\"mover_stops\",\"straight\":\"no\"", &total);
    assert_true(total.endings[QM_ENDS_THERE] > 1000 && total.endings[QM_ENDS_SPENT] > 300);
    assert_true(total.endings[QM_ENDS_NEXT_TO] > 500 && total.endings[QM_ENDS_BEFORE] > 200);
}

static void withdrawing_ends_where_it_is_foreseen(void **state) {
    (void)state;
    tally total = {0};
    walk_boards(133, true, "", &total);
    walk_boards(134, true, ",\"withdraw_then\":\"stops\"", &total);
    walk_boards(135, true, ",\"meet\":\"mover_stops\"", &total);
    assert_true(total.endings[QM_ENDS_THERE] > 1000 && total.endings[QM_ENDS_NEXT_TO] > 20);
    assert_true(total.endings[QM_ENDS_BEFORE] > 100 && total.endings[QM_ENDS_CLEAR] > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movement_ends_where_it_is_foreseen),
        cmocka_unit_test(withdrawing_ends_where_it_is_foreseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
