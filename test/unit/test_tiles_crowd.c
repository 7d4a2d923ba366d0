/* tiles at its limits: a phase of 250 figures on the largest board, and boards full of figures that declare whatever
 * can be declared. Nothing is said about how long that takes; every state must be well formed, and nobody may share a
 * tile. */
#include "support/amount.h"
#include "support/tiles_game.h"

#include <stdio.h>

#include "base/random.h"

enum { SEED = 20, EVENTS_MAX = 20000 };

/* Where draws come from, and room for all that 250 figures can do in a phase. */
typedef struct chance {
    uint64_t index;
    qm_event *events;
} chance;

static chance begin_chance(void) {
    chance c = {.events = malloc(EVENTS_MAX * sizeof *c.events)};
    assert_non_null(c.events);
    return c;
}

static uint32_t draw(chance *c, uint32_t below) {
    return qm__random_below(SEED, &c->index, below);
}

/* No two figures that count stand on one tile (TL-21). */
static void check_apart(const table *t) {
    const uint32_t size = (uint32_t)t->s->tile.tile_count + 1;
    uint8_t *taken = calloc(size, 1);
    assert_non_null(taken);
    for (uint16_t f = 1; f <= t->s->figure_count; f++) {
        const tl_body *one = body(t, f);
        if (tl_present(one)) {
            assert_int_equal(taken[one->tile]++, 0);
        }
    }
    free(taken);
    assert_int_equal(qm_state_check(t->s, t->st), QM_OK);
}

/* Any declaration, legal or not, from a few numbers drawn. */
static void any_order(const table *t, chance *c, uint16_t figure, qm_order *order) {
    static const uint8_t kinds[] = {TL_ORDER_MOVE, TL_ORDER_MOVE,   TL_ORDER_MOVE,      TL_ORDER_BESIDE,
                                    TL_ORDER_KEEP, TL_ORDER_BESIDE, TL_ORDER_INTERCEPT, TL_ORDER_AVOID,
                                    TL_ORDER_STAY, TL_ORDER_STAND,  TL_ORDER_WITHDRAW};
    const qm__tile_board *board = &t->s->tile;
    const uint16_t tile = body(t, figure)->tile;
    const int column = qm__tile_column(board, tile), row = qm__tile_row(board, tile);
    qm_order_clear(order, kinds[draw(c, sizeof kinds)], figure);
    const uint16_t other = (uint16_t)(1 + draw(c, t->s->figure_count));
    if (order->kind == TL_ORDER_BESIDE) {
        order->arguments[0] = other;
    } else if (order->kind == TL_ORDER_KEEP) {
        order->arguments[0] = (int32_t)(1 + draw(c, 5));
        order->arguments[1] = other;
    } else if (order->kind == TL_ORDER_AVOID) {
        order->arguments[0] = (int32_t)(1 + draw(c, 5));
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_FROM, .thing = other};
    }
    const bool places =
        order->kind == TL_ORDER_MOVE || order->kind == TL_ORDER_INTERCEPT || order->kind == TL_ORDER_WITHDRAW;
    for (uint32_t n = places ? 1 + draw(c, 3) : 0; n > 0; n--) {
        const qm_place to = {column + (int32_t)draw(c, 7) - 2, row + (int32_t)draw(c, 7) - 2, 0};
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_TILE, .to = to};
    }
    if (draw(c, 4) == 0) {
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_RUN};
    }
    if (draw(c, 6) == 0) {
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_IGNORE, .thing = other};
    }
}

/* Judges and plays if it may be; dice and choices are drawn. */
static bool give(table *t, chance *c, const qm_order *order) {
    qm_played played;
    assert_int_equal(qm_judge(t->s, t->st, order, t->scratch, &t->v), QM_OK);
    if (!qm_verdict_playable(&t->v)) {
        return false;
    }
    qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = SEED, .index = c->index};
    t->told = (qm_events){c->events, EVENTS_MAX, 0, 0};
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->told, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    c->index = source.index;
    return true;
}

static void declare_all(table *t, chance *c, uint32_t *kinds) {
    for (uint16_t f = 1; f <= t->s->figure_count; f++) {
        qm_order order;
        bool done = !tl_present(body(t, f)) || body(t, f)->declared;
        for (int tries = 0; tries < 8 && !done; tries++) {
            any_order(t, c, f, &order);
            done = give(t, c, &order);
            kinds[order.kind] += done;
        }
        qm_order_clear(&order, TL_ORDER_STAY, f);
        if (!done) {
            give(t, c, &order); /* in the miscellaneous phase not everybody can */
        }
    }
}

static bool give_kind(table *t, chance *c, uint16_t kind) {
    qm_order order;
    qm_order_clear(&order, kind, 0);
    return give(t, c, &order);
}

/* Who stands up, lies down, or is out of it changes from turn to turn. */
static void shake(table *t, chance *c) {
    static const uint8_t conditions[] = {TL_UP, TL_UP, TL_UP, TL_UP, TL_UP, TL_PRONE};
    for (uint16_t f = 1; f <= t->s->figure_count; f++) {
        if (draw(c, 8) == 0 && body(t, f)->condition != TL_DOWN) {
            body(t, f)->condition = conditions[draw(c, sizeof conditions)];
        }
    }
}

typedef struct tally {
    uint32_t phases, kinds[TL_ORDER_COUNT], roles[QM_ROLE_COUNT];
} tally;

static void resolve_phase(table *t, chance *c, tally *total) {
    declare_all(t, c, total->kinds);
    if (!give_kind(t, c, TL_ORDER_RESOLVE)) {
        return;
    }
    check_apart(t);
    assert_int_equal(t->told.dropped, 0);
    total->phases++;
    for (uint32_t i = 0; i < t->told.count; i++) {
        total->roles[qm__tl_events[t->told.items[i].kind].role]++;
    }
}

static void play_turns(table *t, chance *c, uint32_t phases, tally *total) {
    const uint32_t until = total->phases + phases;
    for (int guard = 0; total->phases < until && guard < 100000; guard++) {
        switch (t->st->phase) {
        case TL_PHASE_DECLARE:
        case TL_PHASE_MISC:
            resolve_phase(t, c, total);
            break;
        default:
            break;
        }
        if (!give_kind(t, c, TL_ORDER_NEXT)) {
            continue;
        }
        check_apart(t);
        if (t->st->phase == TL_PHASE_DECLARE) {
            shake(t, c);
        } else if (t->st->turn % 4 == 3) { /* before all are next to foes and nothing moves any more */
            assert_int_equal(qm_state_start(t->s, t->st), QM_OK);
        }
    }
    assert_true(total->phases >= until);
}

/* ------------------------------------------------------------------------------------------------------- the boards */

/* The first `red` percent are on one side, the others on the other. */
static void add_figures(qm_text *out, int count, int columns, int apart, int red) {
    for (int i = 0; i < count; i++) {
        const int at = i * apart;
        qm_text_addf(out, "%s{\"name\":\"F%d\",\"side\":\"%s\",\"at\":\"", i > 0 ? "," : "", i + 1,
                     i < count * red / 100 ? "Red" : "Blue");
        const int column = 1 + at % columns, row = 1 + at / columns;
        char place[16];
        snprintf(place, sizeof place, columns > 99 ? "%03d%03d" : "%02d%02d", column % 1000, row % 1000);
        qm_text_addf(out, "%s\",\"reflex\":%d%s}", place, i % 6, i % 5 == 0 ? ",\"fleet\":true" : "");
    }
}

/* Sixteen by sixteen, with all kinds of ground; 250 of the 256 tiles are taken: hardly anybody can step, and whoever
 * can is wanted everywhere. */
static void test_full_board(void **unused) {
    (void)unused;
    qm_text figures = qm_text_growing(NULL);
    add_figures(&figures, 250, 16, 1, 40);
    table *t = begin_on("\"size\":[16,16]", SETTINGS("\"undeclared\":\"stand\",\"area_reach\":\"some\""), figures.data);
    qm_text_free(&figures);
    t->s->turn_limit = 0;
    chance c = begin_chance();
    tally total = {0};
    play_turns(t, &c, amount_of(20, 200), &total);
    print_message("full: %u phases, steps %u, blocked %u, conflicts %u\n", total.phases, total.roles[QM_ROLE_STEP],
                  total.roles[QM_ROLE_BLOCK], total.roles[QM_ROLE_CONFLICT]);
    assert_true(total.roles[QM_ROLE_STEP] > 0);
    free(c.events);
    end(t);
}

/* The same board with every second, third or sixth tile taken: thousands of phases, every kind of declaration, each
 * reading of how all go together. */
static void test_crowds(void **unused) {
    (void)unused;
    static const char board[] =
        "\"rows\":[\"................\",\"..r..w....c.....\",\"................\",\"....r....g......\","
        "\"................\",\"..w.......r.....\",\"................\",\"......c.........\","
        "\"................\",\"...r.....w......\",\"................\",\"........g.......\","
        "\"................\",\"....w.....r.....\",\"................\",\"................\"]," LEGEND
        ",\"walls\":[{\"at\":[\"0303\",\"0808\",\"0912\"],\"side\":\"E\"},"
        "{\"at\":[\"0505\",\"1208\"],\"side\":\"S\"}]";
    static const char *const rules[] = {
        "",
        SETTINGS("\"diagonals\":\"alternate\",\"tie\":\"standoff\",\"loser\":\"next_best\",\"meet\":\"mover_stops\""),
        SETTINGS("\"diagonals\":\"orthogonal\",\"tempo\":\"extent\",\"cross\":\"conflict\",\"follow\":\"no\""),
        SETTINGS("\"friends_pass\":\"no\",\"many\":\"all_roll\",\"pursuit\":\"from_start\",\"avoid_view\":\"beat\","
                 "\"mode_fail\":\"enters\",\"last_point\":\"enter\",\"intercept_inside\":\"yes\""),
        SETTINGS(
            "\"intercept_choice\":\"on_trigger\",\"intercept_pick\":\"ask\",\"tie\":\"ask\",\"prey_stops\":\"always\","
            "\"avoid_adjacent\":\"away\",\"withdraw_run\":\"yes\"")};
    static const int aparts[] = {2, 3, 6};
    tally total = {0};
    chance c = begin_chance();
    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
        for (size_t a = 0; a < sizeof aparts / sizeof aparts[0]; a++) {
            qm_text figures = qm_text_growing(NULL);
            add_figures(&figures, 200 / aparts[a], 16, aparts[a], 50);
            table *t = begin_on(board, rules[r], figures.data);
            qm_text_free(&figures);
            t->s->turn_limit = 0;
            play_turns(t, &c, amount_of(140, 2000), &total);
            end(t);
        }
    }
    free(c.events);
    print_message("crowds: %u phases", total.phases);
    for (int kind = TL_ORDER_STAY; kind <= TL_ORDER_WITHDRAW; kind++) {
        print_message(", %s %u", qm__tl_orders[kind].name, total.kinds[kind]);
        assert_enough(kind == TL_ORDER_STAY || total.kinds[kind] >= 50);
    }
    print_message("; conflicts %u, ties %u, interrupts %u, halts %u\n", total.roles[QM_ROLE_CONFLICT],
                  total.roles[QM_ROLE_TIE], total.roles[QM_ROLE_INTERRUPT], total.roles[QM_ROLE_HALT]);
    assert_enough(total.phases >= 2000);
    assert_enough(total.roles[QM_ROLE_CONFLICT] >= 1000 && total.roles[QM_ROLE_TIE] >= 200);
    assert_enough(total.roles[QM_ROLE_INTERRUPT] >= 50 && total.roles[QM_ROLE_HALT] >= 40);
}

/* The most figures on the largest board: spread out, and all of them in one corner. */
static void test_largest(void **unused) {
    (void)unused;
    static const int aparts[] = {160, 1};
    for (size_t a = 0; a < 2; a++) {
        qm_text figures = qm_text_growing(NULL);
        add_figures(&figures, 250, 200, aparts[a], 50);
        table *t = begin_on("\"size\":[200,200]", "", figures.data);
        qm_text_free(&figures);
        chance c = begin_chance();
        tally total = {0};
        play_turns(t, &c, 4, &total);
        print_message("largest: %u phases, steps %u, conflicts %u\n", total.phases, total.roles[QM_ROLE_STEP],
                      total.roles[QM_ROLE_CONFLICT]);
        assert_true(total.roles[QM_ROLE_STEP] > 100);
        free(c.events);
        end(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_board),
        cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
