/* The frame of tiles: what it declares, loading, costs and adjacency, phases, jockeying, edits, what a table shows, and
 * what stays hidden. */
#include "support/tiles_game.h"

/* ------------------------------------------------------------------------------------------------------- declared */

static void declared_tables(void **state) {
    (void)state;
    const qm_rules_facts *facts = qm_family_named("tiles");
    assert_ptr_equal(facts, qm__family_tiles.facts);
    check_declared(facts, "TL", 21);
    for (size_t i = 0; i < facts->setting_count; i++) {
        const qm_setting *setting = &facts->settings[i];
        assert_true(setting->type == QM_TYPE_WORD || setting->type == QM_TYPE_NUMBER);
        if (setting->type == QM_TYPE_WORD) {
            assert_int_equal(setting->standard, 0);
            assert_true(setting->high > 0 || setting->unoffered); /* one word alone is a row not offered in full */
        }
        assert_true(setting->clauses[0] != 0);
    }
    for (uint16_t i = 1; i < facts->order_count; i++) {
        const bool declares = i <= TL_ORDER_WITHDRAW;
        assert_int_equal((facts->orders[i].flags & QM_ORDER_HIDDEN) != 0, declares);
    }
}

static void citations_exist(void **state) {
    (void)state;
    check_citations(qm_family_named("tiles"));
}

/* The parts of a declaration lie where the struct has them, none over another, and are all hidden. */
static void declaration_is_hidden(void **state) {
    (void)state;
    uint8_t covered[sizeof(tl_body)] = {0};
    for (size_t i = 0; i < TL_FIGURE_STATE_COUNT; i++) {
        const qm_field *field = &qm__tl_figure_state[i];
        const bool inside = field->offset >= offsetof(tl_body, plan);
        assert_int_equal((field->flags & QM_FIELD_HIDDEN) != 0, inside);
        assert_int_equal(i >= TL_STATE_PUBLIC, inside);
        for (size_t b = 0; b < field->size; b++) {
            assert_int_equal(covered[field->offset + b]++, 0);
        }
    }
    for (size_t b = offsetof(tl_body, plan); b < offsetof(tl_body, plan.zero); b++) {
        assert_int_equal(covered[b], 1);
    }
}

/* -------------------------------------------------------------------------------------------------------- loading */

static void refuses(const char *rules, const char *figures, const char *field, const char *part) {
    table t = {0};
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    const qm_result loaded = load_on(&t, BOARD, rules, figures, &wrong);
    expect_fault(&t, loaded, &wrong, 0, field, part);
}

static void bad_scenarios(void **state) {
    (void)state;
    refuses("", ONE("\"at\":\"0101\""), "figures[0].at", "barred");
    refuses("", ONE("\"at\":\"1001\""), "figures[0].at", "");
    refuses("", "{\"name\":\"Ada\",\"side\":\"Red\"}", "figures[0].at", "missing");
    refuses("", FIGURE("Ada", "Red", "0202") "," FIGURE("Brok", "Blue", "0202"), "figures[1].at", "same tile as Ada");
    refuses("", ONE("\"at\":\"0202\",\"movement\":10"), "movement", "");
    refuses("", ONE("\"at\":\"0202\",\"what\":\"stay\""), "figures[0]", "");
    refuses(",\"modes\":{\"burrow\":{\"cost\":3}}", ONE("\"at\":\"0202\""), "rules.modes.burrow",
            "has only climb, swim or leap, and no row can be added");
    refuses(SETTINGS("\"prone_movement\":14"), ONE("\"at\":\"0202\""), "figures[0].movement", "15");
    refuses(SETTINGS("\"avoid_tie\":\"ask\""), ONE("\"at\":\"0202\""), "avoid_tie", "does not offer");
    refuses(SETTINGS("\"interceptors\":\"ask\""), ONE("\"at\":\"0202\""), "interceptors", "does not offer");
    refuses(SETTINGS("\"area_max\":13"), ONE("\"at\":\"0202\""), "area_max", "");
    /* who is down is in nobody's way; the greatest movement there is */
    table *t = begin(SETTINGS("\"prone_movement\":13"),
                     FIGURE("Ada", "Red", "0202") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"at\":\"0202\","
                                                  "\"condition\":\"down\"}");
    assert_int_equal(body(t, BROK)->condition, TL_DOWN);
    end(t);
    t = begin("", ONE("\"at\":\"0202\",\"movement\":9,\"fleet\":true"));
    assert_int_equal(qm__tl_movement(t->s, body(t, ADA), ADA, true), 14);
    end(t);
}

static void movement(void **state) {
    (void)state;
    table *t = begin("", FIGURE("Ada", "Red", "0202") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"at\":\"0404\",\"label\":"
                                                      "\"polyped\",\"fleet\":true,\"condition\":\"prone\"}");
    assert_int_equal(qm__tl_movement(t->s, body(t, ADA), ADA, false), 4);
    assert_int_equal(qm__tl_movement(t->s, body(t, ADA), ADA, true), 6);
    assert_int_equal(qm__tl_movement(t->s, body(t, BROK), BROK, false), 1); /* prone, whatever else */
    assert_int_equal(qm__tl_movement(t->s, body(t, BROK), BROK, true), 2);  /* and half of 3, rounded down */
    body(t, BROK)->condition = TL_UP;
    assert_int_equal(qm__tl_movement(t->s, body(t, BROK), BROK, false), 4);
    assert_int_equal(qm__tl_movement(t->s, body(t, BROK), BROK, true), 5);
    end(t);
}

static void costs(void **state) {
    (void)state;
    table *t = begin("", FIGURE("Ada", "Red", "0202") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"at\":\"0404\",\"label\":"
                                                      "\"polyped\",\"armour\":\"heavy\",\"climb\":16}");
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 1, 1)), 0);
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 2, 1)), 1);
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 3, 3)), 2);
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 7, 9)), 2);
    assert_int_equal(tl_cost(t->s, BROK, tile_at(t, 7, 9)), 1);
    assert_int_equal(tl_cost(t->s, BROK, tile_at(t, 8, 9)), 2);
    assert_true(tl_ground_at(t->s, tile_at(t, 3, 3))->impeding);
    assert_false(tl_ground_at(t->s, tile_at(t, 7, 9))->impeding);
    assert_int_equal(tl_ground_at(t->s, tile_at(t, 9, 9))->mode, TL_MODE_LEAP);
    assert_int_equal(tl_ground_at(t->s, tile_at(t, 9, 9))->difficulty, 1);
    assert_int_equal(tl_stat_of(t->s, ADA)->pool[TL_MODE_CLIMB], 3);
    assert_int_equal(tl_stat_of(t->s, BROK)->pool[TL_MODE_CLIMB], 16); /* one more by the label, and no more than 16 */
    assert_int_equal(tl_stat_of(t->s, BROK)->shift[TL_MODE_SWIM], -4);
    assert_int_equal(tl_stat_of(t->s, BROK)->shift[TL_MODE_CLIMB], 0);
    assert_true(tl_hostile(t->s, ADA, BROK));
    assert_false(tl_hostile(t->s, ADA, ADA));
    end(t);
    /* a label may touch open ground, and a cost is never below 1 */
    t = begin(",\"labels\":{\"biped\":{\"open\":1,\"climb\":-5}},\"modes\":{\"climb\":{\"difficulty\":0}}",
              ONE("\"at\":\"0202\""));
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 2, 1)), 2);
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 3, 3)), 2); /* impeding ground is not open ground */
    assert_int_equal(tl_cost(t->s, ADA, tile_at(t, 7, 9)), 1);
    assert_int_equal(tl_ground_at(t->s, tile_at(t, 7, 9))->difficulty, 0);
    end(t);
}

/* ---------------------------------------------------------------------------------------------------------- walls */

/* A wall east of 0202 and one south of it; a block at 0402. */
#define WALLED                                                                                                         \
    "\"rows\":[\".....\",\"...#.\",\".....\",\".....\"]," LEGEND ",\"walls\":[{\"at\":[\"0202\"],\"side\":\"E\"},"     \
    "{\"at\":[\"0202\"],\"side\":\"S\"}]"
enum { N, NE, E, SE, S, SW, W, NW };

static bool bit(uint8_t bits, int d) {
    return (bits >> d & 1) != 0;
}

static void steps_and_walls(void **state) {
    (void)state;
    table *t = begin_on(WALLED, "", ONE("\"at\":\"0101\""));
    const tl_data *data = tl_of(t->s);
    const uint16_t mid = tile_at(t, 2, 2), east = tile_at(t, 3, 2), south = tile_at(t, 2, 3), se = tile_at(t, 3, 3);
    assert_int_equal(data->steps[mid],
                     0xff & ~(1 << E | 1 << S)); /* walls stop straight steps, corners are left aside */
    assert_false(bit(data->steps[east], W));
    assert_false(bit(data->steps[east], E)); /* barred */
    assert_int_equal(data->steps[tile_at(t, 1, 1)], 1 << E | 1 << SE | 1 << S);
    /* south-east of 0202 both sides are closed: over 0302 by the wall east, over 0203 by the wall south */
    assert_true(bit(data->closed[mid], SE - 1) && bit(data->closed[mid], SE));
    /* north-east only the side over 0302 is (bit of the direction itself: over E) */
    assert_false(bit(data->closed[mid], NE - 1));
    assert_true(bit(data->closed[mid], NE));
    /* north-west from 0303 over 0203 and 0302: back the same way */
    assert_true(bit(data->closed[se], NW - 1) && bit(data->closed[se], NW));
    /* from 0301 south-east: over the north side 0401 it is open, over 0302 too; from 0302 north-east, over 0402 it is
     * barred */
    assert_false(bit(data->closed[tile_at(t, 3, 1)], SE - 1));
    assert_true(bit(data->closed[east], NE) && !bit(data->closed[east], NE - 1));
    assert_false(qm__tl_adjacent(t->s, mid, east));
    assert_false(qm__tl_adjacent(t->s, mid, se));
    assert_false(qm__tl_adjacent(t->s, se, mid));
    assert_true(qm__tl_adjacent(t->s, mid, tile_at(t, 3, 1))); /* one side of the corner is enough */
    assert_true(qm__tl_adjacent(t->s, south, east));           /* over 0303 */
    assert_false(qm__tl_adjacent(t->s, mid, mid));
    assert_false(qm__tl_adjacent(t->s, mid, tile_at(t, 4, 2)));
    end(t);
    t = begin_on(WALLED, SETTINGS("\"through_walls\":\"yes\""), ONE("\"at\":\"0101\""));
    assert_true(qm__tl_adjacent(t->s, tile_at(t, 2, 2), tile_at(t, 3, 2)));
    assert_true(qm__tl_adjacent(t->s, tile_at(t, 2, 2), tile_at(t, 3, 3)));
    assert_false(bit(tl_of(t->s)->steps[tile_at(t, 2, 2)], E)); /* and still nobody walks through */
    end(t);
    t = begin_on(WALLED, SETTINGS("\"diagonals\":\"orthogonal\""), ONE("\"at\":\"0101\""));
    assert_false(qm__tl_adjacent(t->s, tile_at(t, 2, 2), tile_at(t, 3, 1)));
    assert_int_equal(tl_of(t->s)->steps[tile_at(t, 2, 2)], 1 << N | 1 << W);
    assert_int_equal(tl_distance(t->s, tile_at(t, 1, 1), tile_at(t, 3, 3)), 4);
    end(t);
    t = begin_on(WALLED, SETTINGS("\"diagonals\":\"alternate\""), ONE("\"at\":\"0101\""));
    assert_true(qm__tl_adjacent(t->s, tile_at(t, 2, 2), tile_at(t, 3, 1)));
    assert_int_equal(tl_distance(t->s, tile_at(t, 1, 1), tile_at(t, 3, 3)), 3);
    end(t);
}

/* ------------------------------------------------------------------------------------------------------- notation */

static void notation(void **state) {
    (void)state;
    static const char *const orders[] = {"Ada stay ignore Brok",
                                         "Ada move 0304 0506 run ignore Brok ignore Cat",
                                         "Ada beside Brok run",
                                         "Ada keep 3 from Brok",
                                         "Ada keep 3 from Brok run ignore Cat",
                                         "Ada intercept 0304 0305 for Brok for Cat",
                                         "Ada avoid 4 from Brok from Cat 0101 0202",
                                         "Ada stand",
                                         "Ada withdraw 0304 0405 away Brok away Cat",
                                         "Ada jockey 0304",
                                         "Ada jockey 0304 around Brok",
                                         "Ada act",
                                         "resolve",
                                         "next",
                                         "place Ada 0304",
                                         "set Ada condition prone",
                                         "set Ada at 0304",
                                         "remove Ada"};
    table *t = begin("", FOUR);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        char line[QM_ORDER_TEXT_MAX + 1];
        qm_text text = qm_text_over(line, sizeof line);
        qm_order order;
        read_order(t, orders[i], &order);
        qm_order_print(t->s, &order, &text);
        assert_string_equal(line, orders[i]);
    }
    qm_order order;
    read_order(t, "Ada avoid 4 from Brok from Cat 0101", &order);
    assert_int_equal(order.arguments[0], 4);
    assert_int_equal(order.leg_count, 3);
    assert_int_equal(order.legs[1].kind, TL_LEG_FROM);
    assert_int_equal(order.legs[1].thing, CAT);
    read_order(t, "Ada keep 3 from Brok", &order);
    assert_int_equal(order.arguments[1], BROK);
    assert_int_equal(order.leg_count, 0);
    assert_int_equal(qm_order_read(t->s, "Ada keep 3", 10, &order, NULL), QM_ERROR_INPUT);
    /* a tile off the board is read and judged, unless there could be none of that name on any board */
    read_order(t, "Ada move 1010", &order);
    assert_int_equal(order.legs[0].to.x, 10);
    assert_int_equal(order.legs[0].to.y, 10);
    assert_int_equal(qm_order_read(t->s, "Ada move 0010", 13, &order, NULL), QM_ERROR_INPUT);
    assert_int_equal(qm_order_read(t->s, "Ada move 1000", 13, &order, NULL), QM_ERROR_INPUT);
    assert_int_equal(qm_order_read(t->s, "Ada move 101", 12, &order, NULL), QM_ERROR_INPUT);
    assert_int_equal(qm_order_read(t->s, "Ada move 01010", 14, &order, NULL), QM_ERROR_INPUT);
    end(t);
}

/* --------------------------------------------------------------------------------------------------------- phases */

static void turn_of_phases(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    assert_int_equal(t->st->phase, TL_PHASE_START);
    ACTOR_IS(t, 0);
    refused(t, "resolve", TL_REASON_NOT_BEGUN);
    refused(t, "Ada act", TL_REASON_NOT_BEGUN);
    refused(t, "Ada jockey 0203", TL_REASON_NOT_BEGUN);
    GO(t, "next");
    assert_int_equal(t->st->turn, 1);
    assert_int_equal(t->st->phase, TL_PHASE_DECLARE);
    assert_non_null(event_of(t, TL_EVENT_TURN));
    refused(t, "next", TL_REASON_RESOLVE_FIRST);
    refused(t, "Ada jockey 0203", TL_REASON_WRONG_PHASE);
    /* red first, then blue, whoever is named between them */
    ACTOR_IS(t, ADA);
    GO(t, "Ada stay");
    ACTOR_IS(t, DAN);
    const qm_reason *reason = refused(t, "resolve", TL_REASON_UNDECLARED);
    assert_int_equal(reason->other, BROK);
    assert_int_equal(reason->needed, 3);
    GO(t, "Dan stay");
    ACTOR_IS(t, BROK);
    GO(t, "Brok stay");
    GO(t, "Cat stay");
    ACTOR_IS(t, 0);
    GO(t, "resolve");
    assert_int_equal(t->st->phase, TL_PHASE_MELEE);
    assert_non_null(event_of(t, TL_EVENT_REVEALED_STAY));
    assert_false(body(t, ADA)->declared);
    assert_int_equal(body(t, ADA)->plan.what, TL_NOTHING);
    ACTOR_IS(t, 0);
    refused(t, "resolve", TL_REASON_WRONG_PHASE);
    GO(t, "next");
    assert_int_equal(t->st->phase, TL_PHASE_MISC);
    ACTOR_IS(t, ADA); /* has not moved, so it may withdraw */
    refused(t, "resolve", TL_REASON_NOTHING_DECLARED);
    refused(t, "next", TL_REASON_UNDECLARED); /* everybody who may withdraw has a say */
    GO(t, "Ada stay");
    ACTOR_IS(t, DAN);
    refused(t, "next", TL_REASON_RESOLVE_FIRST); /* even to stay: whether it is that is secret */
    refused(t, "resolve", TL_REASON_UNDECLARED);
    GO(t, "Dan stay");
    GO(t, "Brok stay");
    GO(t, "Cat stay");
    GO(t, "resolve");
    assert_int_equal(t->st->phase, TL_PHASE_OVER);
    refused(t, "resolve", TL_REASON_WRONG_PHASE);
    GO(t, "next");
    assert_int_equal(t->st->turn, 2);
    assert_int_equal(t->st->phase, TL_PHASE_DECLARE);
    end(t);
}

static void undeclared_stand(void **state) {
    (void)state;
    table *t = begin(SETTINGS("\"undeclared\":\"stand\""), FOUR);
    GO(t, "next");
    GO(t, "resolve");
    assert_int_equal(t->st->phase, TL_PHASE_MELEE);
    GO(t, "next");
    GO(t, "next"); /* nobody has declared to withdraw: straight on */
    assert_int_equal(t->st->turn, 2);
    assert_int_equal(t->st->phase, TL_PHASE_DECLARE);
    for (int turn = 2; turn < 9; turn++) {
        GO(t, "resolve");
        GO(t, "next");
        GO(t, "next");
    }
    GO(t, "resolve");
    GO(t, "next");
    GO(t, "next"); /* the ninth turn was the last */
    assert_true(qm_state_ended(t->st));
    assert_int_equal(t->st->phase, TL_PHASE_OVER);
    refused(t, "next", TL_REASON_GAME_OVER);
    end(t);
}

static void announcing_first(void **state) {
    (void)state;
    table *t = begin(SETTINGS("\"declare_special\":\"first\",\"undeclared\":\"stand\""), FOUR);
    GO(t, "next");
    assert_int_equal(t->st->phase, TL_PHASE_ANNOUNCE);
    ACTOR_IS(t, 0);
    refused(t, "resolve", TL_REASON_WRONG_PHASE);
    GO(t, "Ada avoid 5 from Brok");
    assert_false(qm_state_hides(t->s, t->st, ADA)); /* announced is open */
    GO(t, "next");
    assert_int_equal(t->st->phase, TL_PHASE_DECLARE);
    assert_true(body(t, ADA)->declared);
    assert_false(qm_state_hides(t->s, t->st, ADA));
    assert_true(qm_state_hides(t->s, t->st, DAN));
    ACTOR_IS(t, DAN);
    GO(t, "resolve");
    assert_true(body(t, ADA)->special && body(t, ADA)->tried);
    GO(t, "next");
    ACTOR_IS(t, DAN); /* Ada may not withdraw any more */
    end(t);
}

/* TL-02: running spends the action; facts: standing up is the movement. */
static void running_and_standing(void **state) {
    (void)state;
    table *t = begin(SETTINGS("\"undeclared\":\"stand\""),
                     FIGURE("Ada", "Red", "0202") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"at\":\"0808\",\"condition\":"
                                                  "\"prone\"}");
    GO(t, "next");
    GO(t, "Ada move 0802 run");
    GO(t, "Brok stand");
    GO(t, "resolve");
    assert_true(body(t, ADA)->acted && body(t, ADA)->tried && body(t, ADA)->moved);
    assert_int_equal(body(t, ADA)->tile, tile_at(t, 8, 2));
    assert_non_null(event_of(t, TL_EVENT_RAN));
    assert_int_equal(body(t, BROK)->condition, TL_UP);
    assert_true(body(t, BROK)->moved);
    assert_non_null(event_of(t, TL_EVENT_STOOD));
    refused(t, "Ada act", TL_REASON_HAS_ACTED);
    GO(t, "Brok act");
    assert_true(body(t, BROK)->acted);
    GO(t, "next");
    ACTOR_IS(t, 0); /* both have moved */
    GO(t, "next");
    assert_false(body(t, ADA)->acted || body(t, ADA)->moved || body(t, BROK)->acted);
    /* who acts before declaring has nothing left to run with; who has declared does not act */
    GO(t, "Ada act");
    refused(t, "Ada move 0202 run", TL_REASON_ACTED);
    GO(t, "Brok stay");
    refused(t, "Brok act", TL_REASON_ALREADY_DECLARED);
    end(t);
}

/* ------------------------------------------------------------------------------------------------------ jockeying */

static table *in_melee(const char *rules, const char *figures) {
    table *t = begin(rules, figures);
    t->st->turn = 1;
    t->st->phase = TL_PHASE_MELEE;
    return t;
}

static void jockeying(void **state) {
    (void)state;
    table *t = in_melee("", FIGURE("Ada", "Red", "0505") "," FIGURE("Brok", "Blue", "0504") "," FIGURE(
                                "Cat", "Blue", "0705") "," FIGURE("Dan", "Red", "0404"));
    assert_true(judge(t, "Ada jockey 0605"));
    assert_int_equal(t->v.way_count, 2);
    refused(t, "Ada jockey 0506", TL_REASON_OTHER_DISTANCE);
    refused(t, "Ada jockey 0507", TL_REASON_NOT_A_STEP);
    assert_int_equal(refused(t, "Ada jockey 0504", TL_REASON_OCCUPIED)->other, BROK);
    assert_int_equal(refused(t, "Ada jockey 0404", TL_REASON_OCCUPIED)->other, DAN);
    const qm_reason *reason = refused(t, "Ada jockey 0605 around Cat", TL_REASON_TOO_FAR);
    assert_int_equal(reason->needed, 2);
    assert_int_equal(reason->had, 1);
    refused(t, "Ada jockey 0605 around Dan", TL_REASON_NOT_HOSTILE_AROUND);
    refused(t, "Ada jockey 0605 around Ada", TL_REASON_SELF_AROUND);
    GO(t, "remove Cat");
    refused(t, "Ada jockey 0605 around Cat", TL_REASON_GONE_AROUND);
    GO(t, "Ada jockey 0605 around Brok");
    assert_int_equal(body(t, ADA)->tile, tile_at(t, 6, 5));
    assert_int_equal(event_of(t, TL_EVENT_JOCKEYED)->other, BROK);
    assert_false(body(t, ADA)->moved);
    refused(t, "Ada jockey 0505", TL_REASON_JOCKEYED);
    GO(t, "set Ada condition down");
    refused(t, "Ada jockey 0505", TL_REASON_DOWN);
    GO(t, "remove Ada");
    refused(t, "Ada jockey 0505", TL_REASON_NOT_ON_BOARD);
    end(t);
    /* farther away where the rulebook says so; ground that calls for a check; nobody there; a wall between */
    t = in_melee(SETTINGS("\"jockey_reach\":2"), FIGURE("Ada", "Red", "0607") "," FIGURE("Brok", "Blue", "0807"));
    assert_true(judge(t, "Ada jockey 0608"));
    end(t);
    t = in_melee("", FIGURE("Ada", "Red", "0608") "," FIGURE("Brok", "Blue", "0708"));
    refused(t, "Ada jockey 0709", TL_REASON_NEEDS_CHECK);
    end(t);
    t = in_melee("", FIGURE("Ada", "Red", "0608"));
    refused(t, "Ada jockey 0609", TL_REASON_NO_FOE);
    end(t);
    t = begin_on(WALLED, "", FIGURE("Ada", "Red", "0202") "," FIGURE("Brok", "Blue", "0302"));
    t->st->turn = 1;
    t->st->phase = TL_PHASE_MELEE;
    refused(t, "Ada jockey 0201", TL_REASON_PARTED);
    refused(t, "Ada jockey 0203", TL_REASON_NOT_A_STEP);
    end(t);
}

/* ---------------------------------------------------------------------------------------------------------- edits */

static void edits(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    refused(t, "place Ada 0101", TL_REASON_NO_STANDING_THERE);
    assert_int_equal(refused(t, "place Ada 0808", TL_REASON_PLACE_TAKEN)->other, BROK);
    assert_int_equal(refused(t, "set Ada at 0808", TL_REASON_PLACE_TAKEN)->other, BROK);
    GO(t, "set Brok condition down");
    GO(t, "place Ada 0808"); /* who is down is in nobody's way … */
    assert_int_equal(refused(t, "set Brok condition up", TL_REASON_PLACE_TAKEN)->other, ADA); /* … until it gets up */
    GO(t, "set Ada at 0303");
    assert_int_equal(body(t, ADA)->tile, tile_at(t, 3, 3));
    GO(t, "set Brok condition prone");
    GO(t, "remove Dan");
    assert_int_equal(body(t, DAN)->tile, 0);
    refused(t, "remove Dan", TL_REASON_NOT_ON_BOARD);
    GO(t, "set Ada acted true");
    /* what was declared by somebody an edit touches is taken back */
    GO(t, "next");
    assert_true(body(t, ADA)->acted); /* the first turn goes by what the file and the game master said */
    GO(t, "Brok stay");
    GO(t, "Ada stay");
    GO(t, "set Ada condition prone");
    assert_false(body(t, ADA)->declared);
    assert_true(body(t, BROK)->declared);
    /* values out of range, and fields that are nobody's business */
    qm_order order;
    read_order(t, "set Ada condition prone", &order);
    order.arguments[2] = 7;
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_non_null(reason_of(t, TL_REASON_BAD_VALUE));
    order.arguments[1] = TL_STATE_PUBLIC;
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_non_null(reason_of(t, TL_REASON_NOT_EDITABLE));
    read_order(t, "place Ada 0304", &order);
    order.arguments[1] = 0x00630063;
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_non_null(reason_of(t, TL_REASON_OFF_BOARD));
    /* the last side on its feet has won */
    GO(t, "set Brok condition down");
    assert_false(qm_state_ended(t->st));
    GO(t, "remove Cat");
    assert_true(qm_state_ended(t->st));
    assert_int_equal(qm_state_winner(t->st), 1);
    end(t);
}

/* --------------------------------------------------------------------------------------------- shown and hidden */

static void says(const table *t, const qm_state *st, uint16_t figure, const char *wanted) {
    char line[400];
    qm_text text = qm_text_over(line, sizeof line);
    qm_figure_describe(t->s, st, figure, &text);
    assert_string_equal(line, wanted);
}

static void shown(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    qm_look look;
    qm_figure_look(t->s, t->st, ADA, &look);
    assert_int_equal(look.posture, QM_POSTURE_STANDING);
    assert_int_equal(look.at.x, 2);
    assert_int_equal(look.facing, -1);
    assert_false(look.may_act);
    says(t, t->st, ADA, "movement 4 (running 6) Reflex 3");
    GO(t, "next");
    qm_figure_look(t->s, t->st, ADA, &look);
    assert_true(look.may_act);
    GO(t, "Ada move 0304 0507 run ignore Brok");
    says(t, t->st, ADA, "movement 4 (running 6) Reflex 3, declared: to 0304 0507, running, ignoring Brok");
    qm_figure_look(t->s, t->st, ADA, &look);
    assert_false(look.may_act);
    GO(t, "Dan avoid 4 from Brok from Cat 0209");
    says(t, t->st, DAN,
         "movement 4 (running 6) Reflex 3, declared: to avoid at distance 4 from Brok Cat, best at 0209");
    GO(t, "set Brok condition down");
    says(t, t->st, BROK, "movement 4 (running 6) Reflex 3, down");
    qm_figure_look(t->s, t->st, BROK, &look);
    assert_int_equal(look.posture, QM_POSTURE_OUT);
    GO(t, "remove Brok");
    says(t, t->st, BROK, "movement 4 (running 6) Reflex 3, off the board");
    end(t);
}

static char *json_of(const table *t, const qm_state *st) {
    qm_text text = qm_text_growing(NULL);
    qm_state_write_json(t->s, st, &text);
    return text.data;
}

/* Two games that differ in what Ada declared look the same to the other side, and what is empty is not written down. */
static void hidden(void **state) {
    (void)state;
    table *a = begin("", FOUR), *b = begin("", FOUR);
    qm_state *seen_a = calloc(1, qm_state_size(a->s)), *seen_b = calloc(1, qm_state_size(b->s));
    char *plain = json_of(a, a->st);
    assert_null(strstr(plain, "\"what\""));
    assert_null(strstr(plain, "tile1"));
    assert_non_null(strstr(plain, "\"declared\":false"));
    free(plain);
    GO(a, "next");
    GO(b, "next");
    GO(a, "Ada move 0304 run");
    GO(b, "Ada intercept 0303 0304 for Brok ignore Cat");
    char *own = json_of(a, a->st);
    assert_non_null(strstr(own, "\"what\":\"move\""));
    assert_non_null(strstr(own, "\"tile1\":\"0304\""));
    assert_null(strstr(own, "tile2"));
    free(own);
    assert_int_equal(qm_project(a->s, a->st, 2, seen_a), QM_OK);
    assert_int_equal(qm_project(b->s, b->st, 2, seen_b), QM_OK);
    assert_memory_equal(seen_a, seen_b, qm_state_size(a->s));
    assert_int_equal(qm_state_check(a->s, seen_a), QM_OK);
    assert_true(tl_body_at(a->s, seen_a, ADA)->declared);
    assert_int_equal(tl_body_at(a->s, seen_a, ADA)->plan.what, TL_NOTHING);
    says(a, seen_a, ADA, "movement 4 (running 6) Reflex 3, declared");
    char *other = json_of(a, seen_a);
    assert_null(strstr(other, "\"what\""));
    free(other);
    /* its own side sees it */
    assert_int_equal(qm_project(a->s, a->st, 1, seen_b), QM_OK);
    assert_int_equal(tl_body_at(a->s, seen_b, ADA)->plan.what, TL_MOVE);
    /* what is concealed cannot be resolved */
    memcpy(a->st, seen_a, qm_state_size(a->s));
    GO(a, "Dan stay");
    GO(a, "Brok stay");
    GO(a, "Cat stay");
    assert_int_equal(refused(a, "resolve", TL_REASON_CONCEALED)->other, ADA);
    /* open declarations are open */
    end(b);
    b = begin(SETTINGS("\"declare\":\"open\""), FOUR);
    GO(b, "next");
    GO(b, "Ada stay");
    assert_false(qm_state_hides(b->s, b->st, ADA));
    free(seen_a);
    free(seen_b);
    end(a);
    end(b);
}

/* TL-18 left to the game master: the verdict says so, the order can be played, and the choice is asked. */
static void left_to_a_person(void **state) {
    (void)state;
    table *t = begin(SETTINGS("\"tie\":\"ask\""), FIGURE("Ada", "Red", "0205") "," FIGURE("Brok", "Blue", "0805"));
    GO(t, "next");
    GO(t, "Ada move 0505");
    GO(t, "Brok move 0505");
    assert_true(judge(t, "resolve"));
    assert_int_equal(t->v.judgement, QM_CANNOT_JUDGE);
    assert_int_equal(t->v.asks, 1);
    assert_non_null(reason_of(t, TL_REASON_ASKED));
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_played played;
    qm_wanted wanted;
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(qm_pending(t->s, t->st, &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.what, 2);
    assert_int_equal(wanted.kind, TL_CHOICE_TIE);
    assert_int_equal(wanted.side, 0);
    const uint8_t standoff = 2;
    assert_int_equal(qm_answer(t->s, t->st, t->scratch, &standoff, 1, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(t->st->phase, TL_PHASE_MELEE);
    assert_int_not_equal(body(t, ADA)->tile, tile_at(t, 5, 5));
    assert_int_not_equal(body(t, BROK)->tile, tile_at(t, 5, 5));
    end(t);
}

static void ends_at(table *t, const char *order, int column, int row, uint16_t nearest, int32_t distance) {
    assert_true(judge(t, order));
    const qm_place at = t->v.way[t->v.way_count - 1];
    assert_int_equal(at.x, column);
    assert_int_equal(at.y, row);
    assert_int_equal(t->v.nearest, nearest);
    assert_int_equal(t->v.distance, distance);
}

/* Where a distance is the matter the verdict says where it would end, and how far from whom. */
static void verdict_tells_the_end(void **state) {
    (void)state;
    table *t =
        begin("", FIGURE("Ada", "Red", "0502") "," FIGURE("Brok", "Blue", "0505") "," FIGURE("Cat", "Blue", "0902"));
    GO(t, "next");
    ends_at(t, "Ada avoid 3 from Brok", 5, 2, BROK, 3);          /* it is far enough away */
    ends_at(t, "Ada avoid 4 from Brok", 5, 1, BROK, 4);          /* one step */
    ends_at(t, "Ada avoid 5 from Brok from Cat", 5, 1, BROK, 4); /* as far as can be, with the fewest steps */
    ends_at(t, "Ada keep 2 from Cat", 7, 2, CAT, 2);
    ends_at(t, "Ada beside Brok", 5, 4, BROK, 1);
    char words[400];
    qm_order order;
    qm_text text = qm_text_over(words, sizeof words);
    read_order(t, "Ada beside Brok", &order);
    qm_verdict_print(t->s, &order, &t->v, &text);
    assert_non_null(strstr(words, "would end at 0504, 1 tile from Brok\n"));
    assert_true(judge(t, "Ada move 0509")); /* as far as its movement goes */
    assert_int_equal(t->v.nearest, 0);
    end(t);
}

static void shipped_scenarios(void **state) {
    (void)state;
    static const char *const paths[] = {"scenarios/tiles-skirmish.json", "scenarios/tiles-pass.json"};
    for (size_t i = 0; i < 2; i++) {
        qm_scenario *s = NULL;
        qm_diagnostics wrong = qm_diagnostics_make(NULL);
        assert_int_equal(qm_scenario_read_file(&s, paths[i], NULL, NULL, NULL, &wrong), QM_OK);
        assert_int_equal(wrong.count, 0);
        qm_scenario_free(s);
        qm_diagnostics_free(&wrong);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declared_tables),
        cmocka_unit_test(citations_exist),
        cmocka_unit_test(declaration_is_hidden),
        cmocka_unit_test(bad_scenarios),
        cmocka_unit_test(movement),
        cmocka_unit_test(costs),
        cmocka_unit_test(steps_and_walls),
        cmocka_unit_test(notation),
        cmocka_unit_test(turn_of_phases),
        cmocka_unit_test(undeclared_stand),
        cmocka_unit_test(announcing_first),
        cmocka_unit_test(running_and_standing),
        cmocka_unit_test(jockeying),
        cmocka_unit_test(edits),
        cmocka_unit_test(shown),
        cmocka_unit_test(hidden),
        cmocka_unit_test(left_to_a_person),
        cmocka_unit_test(verdict_tells_the_end),
        cmocka_unit_test(shipped_scenarios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
