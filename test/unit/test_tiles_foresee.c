/* What tiles foresees: whom a figure sees and how far away, and what a declaration would come to if everybody else
 * stood still. The first is held against distances and lines by hand, the second against what resolving really comes
 * to. */
#include "support/tiles_hand.h"

enum { BOARDS = 400 };

/* ------------------------------------------------------------------------------------------------------------ sight */

static qm_sight sight_of(const table *t, uint16_t a, uint16_t b) {
    qm_sight sight;
    assert_int_equal(qm_see(t->s, t->st, a, b, t->scratch, &sight), QM_OK);
    return sight;
}

static void sight_counts_as_distances_do(void **state) {
    (void)state;
    draws d = {.seed = 112};
    asked a;
    uint32_t engaged = 0, blocked = 0, part = 0;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, false, "");
        for (int i = 0; i < a.h.count; i++) {
            const hand_figure *f = &a.h.figures[i], *self = &a.h.figures[0];
            const qm_sight there = sight_of(a.t, 1, (uint16_t)(i + 1)), back = sight_of(a.t, (uint16_t)(i + 1), 1);
            const bool hostile = f->side != self->side;
            assert_int_equal(there.distance, hand_distance(&a.h, self->x, self->y, f->x, f->y));
            assert_int_equal(there.hostile, hostile);
            assert_int_equal(there.engages,
                             hostile && f->condition != TL_DOWN && hand_adjacent(&a.h, self->x, self->y, f->x, f->y));
            assert_int_equal(there.engaged, there.engages);
            assert_int_equal(back.distance, there.distance);
            assert_int_equal(back.hostile, there.hostile);
            assert_int_equal(back.engages, there.engages);
            assert_int_equal(back.seen, there.seen);
            assert_int_equal(there.block.x != 0, i > 0 && there.seen == 0);
            engaged += there.engages;
            blocked += i > 0 && there.seen == 0;
            part += there.seen == 2;
        }
        end(a.t);
    }
    assert_true(engaged > 50 && blocked > 50 && part > 10);
}

/* Brok stands at `at` on a board of five by three with Ada at 0101; what she sees of him, and what is in between. */
static void sees(const char *rows, const char *walls, const char *at, int seen, int x, int y) {
    qm_text board = qm_text_growing(NULL), figures = qm_text_growing(NULL);
    qm_text_addf(&board, "\"rows\":[%s]," LEGEND ",\"walls\":[%s]", rows, walls);
    qm_text_addf(&figures, FIGURE("Ada", "Red", "0101") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"at\":\"%s\"}", at);
    table *t = begin_on(board.data, "", figures.data);
    const qm_sight there = sight_of(t, ADA, BROK), back = sight_of(t, BROK, ADA);
    assert_int_equal(there.seen, seen);
    assert_int_equal(back.seen, seen);
    assert_int_equal(there.block.x, x);
    assert_int_equal(there.block.y, y);
    end(t);
    qm_text_free(&board);
    qm_text_free(&figures);
}

#define PLAIN "\".....\",\".....\",\".....\""
#define WALL(at, side) "{\"at\":[\"" at "\"],\"side\":\"" side "\"}"

static void sight_is_blocked(void **state) {
    (void)state;
    sees(PLAIN, "", "0501", 1, 0, 0);
    sees("\"..r..\",\".....\",\".....\"", "", "0501", 1, 0, 0); /* rough ground hides nobody */
    sees("\"..#..\",\".....\",\".....\"", "", "0501", 0, 3, 1);
    sees("\"..#..\",\".....\",\".....\"", "", "0503", 1, 0, 0); /* the line passes below */
    sees(PLAIN, WALL("0101", "E"), "0201", 0, 2, 1);
    sees(PLAIN, WALL("0301", "E"), "0501", 0, 4, 1);
    sees(PLAIN, WALL("0101", "S"), "0501", 1, 0, 0);
    sees(PLAIN, "", "0303", 1, 0, 0);
    sees("\".....\",\"#....\",\".....\"", "", "0202", 2, 0, 0); /* past one side of the corner */
    sees("\".#...\",\"#....\",\".....\"", "", "0202", 0, 2, 2);
    sees("\".....\",\".#...\",\".....\"", "", "0303", 0, 2, 2);
    sees(PLAIN, WALL("0101", "E") "," WALL("0101", "S"), "0202", 0, 2, 2);
    sees(PLAIN, WALL("0101", "E"), "0202", 2, 0, 0);
    sees(PLAIN, WALL("0102", "E"), "0303", 2, 0, 0);
}

/* Nobody sees, or is next to, somebody who is off the board; who is down is seen and holds nobody. */
static void sight_of_those_gone(void **state) {
    (void)state;
    table *t = begin("", FIGURE("Ada", "Red", "0202") "," FIGURE("Brok", "Blue", "0302"));
    assert_true(sight_of(t, ADA, BROK).engages);
    body(t, BROK)->condition = TL_DOWN;
    assert_int_equal(sight_of(t, ADA, BROK).engages, 0);
    assert_int_equal(sight_of(t, ADA, BROK).seen, 1);
    body(t, BROK)->tile = 0;
    qm_sight sight;
    assert_int_equal(qm_see(t->s, t->st, ADA, BROK, t->scratch, &sight), QM_ERROR_GONE);
    assert_int_equal(qm_see(t->s, t->st, BROK, ADA, t->scratch, &sight), QM_ERROR_GONE);
    assert_int_equal(sight_of(t, ADA, ADA).seen, 0);
    end(t);
}

/* ----------------------------------------------------------------------------------- foreseen, and what comes of it */

/* Plays the order, then resolves with everybody else standing still. False if a die or a choice is wanted. */
static bool resolves(asked *a, const qm_order *order) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_played played;
    qm_order resolve;
    assert_int_equal(qm_play(a->t->s, a->t->st, a->t->scratch, &source, NULL, &played), QM_OK);
    qm_order_clear(&resolve, TL_ORDER_RESOLVE, 0);
    assert_true(body(a->t, 1)->declared && order->actor == 1);
    assert_true(judge_order(a, &resolve));
    a->t->told = (qm_events){a->t->events, TABLE_EVENTS, 0, 0};
    assert_int_equal(qm_play(a->t->s, a->t->st, a->t->scratch, &source, &a->t->told, &played), QM_OK);
    return played == QM_PLAYED_DONE;
}

/* Every tile of the foreseen way is entered in turn but those of friends, which are passed. */
static void check_steps(const asked *a, const qm_verdict *foreseen) {
    uint16_t at = 1;
    for (uint32_t i = 0; i < a->t->told.count; i++) {
        const qm_event *event = &a->t->told.items[i];
        if (event->kind != TL_EVENT_STEPPED) {
            continue;
        }
        while (at < foreseen->way_count && hand_friend_at(&a->h, foreseen->way[at].x - 1, foreseen->way[at].y - 1)) {
            at++;
        }
        assert_true(at < foreseen->way_count);
        assert_int_equal(event->at.x, foreseen->way[at].x);
        assert_int_equal(event->at.y, foreseen->way[at].y);
        at++;
    }
    assert_int_equal(at, foreseen->way_count);
}

/* The distance told is that to the nearest of those the order is about. */
static void check_distance(const asked *a, const qm_order *order, const qm_verdict *v) {
    const qm_place last = v->way[v->way_count - 1];
    int nearest = -1;
    for (int i = 1; i < a->h.count; i++) {
        const hand_figure *f = &a->h.figures[i];
        bool about = order->kind != TL_ORDER_AVOID && order->arguments[order->kind == TL_ORDER_KEEP] == i + 1;
        for (uint16_t leg = 0; leg < order->leg_count; leg++) {
            about |= order->legs[leg].kind == TL_LEG_FROM && order->legs[leg].thing == i + 1;
        }
        const int distance = hand_distance(&a->h, last.x - 1, last.y - 1, f->x, f->y);
        nearest = about && (nearest < 0 || distance < nearest) ? distance : nearest;
    }
    assert_int_equal(v->distance, nearest);
}

static void add_run(const asked *a, draws *d, qm_order *order) {
    if (order->kind != TL_ORDER_MOVE && order->kind != TL_ORDER_WITHDRAW && !a->h.figures[0].acted && one_in(d, 2)) {
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_RUN};
    }
}

typedef struct outcome {
    uint32_t settled[TL_ORDER_COUNT], diced, moved, caught;
} outcome;

/* Whether a way that steps away from foes is clear of them and then leads past foes again: it ends there, which no map
 * knows (section 8). */
static bool caught_again(const asked *a, const qm_verdict *v) {
    bool clear = false, caught = false;
    for (uint16_t i = 1; i + 1 < v->way_count; i++) {
        const bool watched = hand_watched(&a->h, v->way[i].x - 1, v->way[i].y - 1);
        caught |= clear && watched;
        clear |= !watched;
    }
    return caught;
}

static void check_foreseen(asked *a, const qm_order *order, outcome *total) {
    qm_state *before = malloc(qm_state_size(a->t->s));
    memcpy(before, a->t->st, qm_state_size(a->t->s));
    assert_true(judge_order(a, order));
    const qm_verdict foreseen = a->t->v;
    if (order->kind != TL_ORDER_MOVE && order->kind != TL_ORDER_WITHDRAW) {
        check_distance(a, order, &foreseen);
    }
    if (foreseen.check_count > 0) {
        total->diced++;
    } else if (caught_again(a, &foreseen)) {
        total->caught++;
    } else if (resolves(a, order)) {
        const qm_place last = foreseen.way[foreseen.way_count - 1];
        assert_int_equal(body(a->t, 1)->tile, tile_at(a->t, last.x, last.y));
        check_steps(a, &foreseen);
        total->settled[order->kind]++;
        total->moved += foreseen.way_count > 1;
    } else {
        total->diced++;
    }
    memcpy(a->t->st, before, qm_state_size(a->t->s));
    free(before);
}

static void foresee_boards(uint64_t seed, bool withdraws, const char *more, outcome *total) {
    draws d = {.seed = seed};
    asked a;
    static qm_order orders[ORDERS_MAX];
    for (int board = 0; board < BOARDS / 2; board++) {
        open_board(&a, &d, withdraws, more);
        const uint32_t count = list_options(&a, orders, ORDERS_MAX);
        for (uint32_t i = 0; i < count; i++) {
            switch (orders[i].kind) {
            case TL_ORDER_MOVE:
            case TL_ORDER_BESIDE:
            case TL_ORDER_KEEP:
            case TL_ORDER_AVOID:
            case TL_ORDER_WITHDRAW:
                add_run(&a, &d, &orders[i]);
                check_foreseen(&a, &orders[i], total);
                break;
            default:
                break;
            }
        }
        end(a.t);
    }
}

static void what_is_foreseen_comes_true(void **state) {
    (void)state;
    outcome total = {0};
    foresee_boards(113, false, "", &total);
    foresee_boards(114, false, ",\"avoid_distance\":\"exact\",\"avoid_adjacent\":\"away\",\"straight\":\"no\"", &total);
    foresee_boards(115, true, "", &total);
    assert_true(total.settled[TL_ORDER_MOVE] > 2000 && total.settled[TL_ORDER_WITHDRAW] > 1000);
    assert_true(total.settled[TL_ORDER_BESIDE] > 200 && total.settled[TL_ORDER_KEEP] > 300);
    assert_true(total.settled[TL_ORDER_AVOID] > 200 && total.moved > 3000 && total.diced > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_counts_as_distances_do),
        cmocka_unit_test(sight_is_blocked),
        cmocka_unit_test(sight_of_those_gone),
        cmocka_unit_test(what_is_foreseen_comes_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
