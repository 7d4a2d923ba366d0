/* Declarations of tiles: who may declare what and when, every reason for a refusal, what a verdict shows, what is
 * written down, and that no verdict gives away what others declared. */
#include "support/tiles_game.h"

/* In the movement phase, with declarations to be made. */
static table *open_phase(const char *board, const char *rules, const char *figures) {
    table *t = begin_on(board, rules, figures);
    GO(t, "next");
    return t;
}

static table *ready(const char *rules, const char *figures) {
    return open_phase(BOARD, rules, figures);
}

static void to_phase(table *t, uint8_t phase) {
    t->st->phase = phase;
    for (uint16_t f = 1; f <= t->s->figure_count; f++) {
        body(t, f)->declared = 0;
        memset(&body(t, f)->plan, 0, sizeof(tl_declaration));
    }
}

static void put(table *t, uint16_t figure, int column, int row) {
    body(t, figure)->tile = tile_at(t, column, row);
}

static void legal(table *t, const char *text) {
    if (!judge(t, text)) {
        fail_msg("%s: %s", text, qm__tl_reasons[t->v.reasons[0].kind].name);
    }
}

/* The way shown, as labels: "0202 0302". */
static void way_is(const table *t, const char *wanted) {
    char text[256];
    qm_text way = qm_text_over(text, sizeof text);
    for (uint16_t i = 0; i < t->v.way_count; i++) {
        qm_text_add(&way, i ? " " : "");
        qm_place_print(t->s, t->v.way[i], &way);
    }
    assert_string_equal(text, wanted);
}

static void costs(const table *t, int32_t cost, int32_t allowance) {
    assert_int_equal(t->v.unit, 1);
    assert_int_equal(t->v.cost, cost);
    assert_int_equal(t->v.allowance, allowance);
}

static bool cites(const table *t, const char *text, const char *id) {
    qm_order order;
    uint16_t clauses[32];
    read_order(t, text, &order);
    const size_t count = qm_verdict_clauses(t->s, &order, &t->v, clauses, 32);
    for (size_t i = 0; i < count && i < 32; i++) {
        if (strcmp(qm__tl_clauses[clauses[i]].id, id) == 0) {
            return true;
        }
    }
    return false;
}

/* Why the way ends, and the line that says so; "" where there is none. */
static void ends(table *t, const char *text, qm_ending ending, uint16_t ender, const char *line) {
    char words[400];
    qm_text out = qm_text_over(words, sizeof words);
    qm_order order;
    read_order(t, text, &order);
    legal(t, text);
    qm_verdict_print(t->s, &order, &t->v, &out);
    assert_int_equal(t->v.ending, ending);
    assert_int_equal(t->v.ender, ender);
    const char *said = strstr(words, "  would end");
    assert_string_equal(said ? said : "", line);
}

static bool near(double a, double b) {
    return a - b < 1e-12 && b - a < 1e-12;
}

/* ----------------------------------------------------------------------------------------------- who, and when */

static void only_those_on_the_board_declare(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    body(t, ADA)->condition = TL_DOWN;
    refused(t, "Ada stay", TL_REASON_DOWN);
    body(t, ADA)->tile = 0;
    assert_int_equal(refused(t, "Ada stay", TL_REASON_NOT_ON_BOARD)->figure, ADA);
    assert_int_equal(t->v.reason_count, 1);
    legal(t, "Dan stay");
    end(t);
}

static void each_phase_has_its_declarations(void **unused) {
    (void)unused;
    table *t = begin("", FOUR);
    refused(t, "Ada stay", TL_REASON_NOT_BEGUN);
    GO(t, "next");
    assert_int_equal(t->st->phase, TL_PHASE_DECLARE);
    legal(t, "Ada stay");
    legal(t, "Ada move 0203");
    legal(t, "Ada beside Dan");
    legal(t, "Ada keep 3 from Brok");
    legal(t, "Ada intercept 0303");
    legal(t, "Ada avoid 4 from Brok");
    refused(t, "Ada withdraw 0203", TL_REASON_WRONG_PHASE);
    to_phase(t, TL_PHASE_MELEE);
    refused(t, "Ada stay", TL_REASON_WRONG_PHASE);
    refused(t, "Ada withdraw 0203", TL_REASON_WRONG_PHASE);
    to_phase(t, TL_PHASE_MISC);
    legal(t, "Ada stay");
    legal(t, "Ada withdraw 0203");
    refused(t, "Ada move 0203", TL_REASON_WRONG_PHASE);
    refused(t, "Ada intercept 0303", TL_REASON_WRONG_PHASE);
    to_phase(t, TL_PHASE_OVER);
    refused(t, "Ada stay", TL_REASON_WRONG_PHASE);
    end(t);
}

static void intercept_and_avoid_may_come_first(void **unused) {
    (void)unused;
    table *t = ready(SETTINGS("\"declare_special\":\"first\""), FOUR);
    assert_int_equal(t->st->phase, TL_PHASE_ANNOUNCE);
    refused(t, "Ada stay", TL_REASON_SPECIAL_EARLY);
    refused(t, "Ada move 0203", TL_REASON_SPECIAL_EARLY);
    refused(t, "Ada withdraw 0203", TL_REASON_WRONG_PHASE);
    GO(t, "Ada avoid 4 from Brok");
    refused(t, "Ada intercept 0303", TL_REASON_ALREADY_DECLARED);
    GO(t, "next");
    refused(t, "Dan intercept 0207", TL_REASON_SPECIAL_LATE);
    refused(t, "Dan avoid 4 from Brok", TL_REASON_SPECIAL_LATE);
    refused(t, "Ada stay", TL_REASON_ANNOUNCED);
    GO(t, "Dan stay");
    end(t);
}

static void one_declares_once(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    GO(t, "Ada move 0203 run ignore Brok");
    assert_non_null(event_of(t, TL_EVENT_DECLARED));
    assert_int_equal(t->told.count, 1);
    assert_int_equal(event_of(t, TL_EVENT_DECLARED)->at.x, 0);
    assert_int_equal(body(t, ADA)->acted, 0);
    refused(t, "Ada stay", TL_REASON_ALREADY_DECLARED);
    assert_int_equal(body(t, ADA)->plan.what, TL_MOVE);
    end(t);
}

/* In a projection a declaration of the other side is there and blank; it may be assumed. */
static void an_unknown_declaration_may_be_assumed(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    GO(t, "Brok move 0807");
    qm_state *seen = calloc(1, qm_state_size(t->s));
    assert_int_equal(qm_project(t->s, t->st, 1, seen), QM_OK);
    memcpy(t->st, seen, qm_state_size(t->s));
    free(seen);
    assert_int_equal(body(t, BROK)->declared, 1);
    assert_int_equal(body(t, BROK)->plan.what, TL_NOTHING);
    GO(t, "Brok beside Ada");
    assert_int_equal(body(t, BROK)->plan.what, TL_BESIDE);
    refused(t, "Brok stay", TL_REASON_ALREADY_DECLARED);
    end(t);
}

/* --------------------------------------------------------------------------------------------- what is written down */

static void the_whole_declaration_is_written_down(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    GO(t, "Ada avoid 4 from Brok from Cat 0302 0402 run ignore Cat");
    const tl_declaration *d = &body(t, ADA)->plan;
    assert_int_equal(d->what, TL_AVOID);
    assert_int_equal(d->distance, 4);
    assert_int_equal(d->run, 1);
    assert_int_equal(d->foes[0], BROK);
    assert_int_equal(d->foes[1], CAT);
    assert_int_equal(d->foes[2], 0);
    assert_int_equal(d->tiles[0], tile_at(t, 3, 2));
    assert_int_equal(d->tiles[1], tile_at(t, 4, 2));
    assert_int_equal(d->tiles[2], 0);
    assert_int_equal(d->ignored[0], CAT);
    GO(t, "Dan keep 3 from Brok");
    assert_int_equal(body(t, DAN)->plan.other, BROK);
    assert_int_equal(body(t, DAN)->plan.distance, 3);
    assert_int_equal(body(t, DAN)->declared, 1);
    end(t);
}

/* ------------------------------------------------------------------------------------------------------------- legs */

static void legs_belong_to_their_orders(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    assert_int_equal(refused(t, "Ada stay 0203", TL_REASON_WRONG_TILE_STAY)->leg, 1);
    assert_int_equal(refused(t, "Ada move 0203 from Brok", TL_REASON_WRONG_FOE_MOVE)->leg, 2);
    refused(t, "Ada move 0203 for Brok", TL_REASON_WRONG_FOE_MOVE);
    refused(t, "Ada beside Dan 0203", TL_REASON_WRONG_TILE_BESIDE);
    refused(t, "Ada intercept 0303 from Brok", TL_REASON_WRONG_FOE_INTERCEPT);
    refused(t, "Ada avoid 4 from Brok for Cat", TL_REASON_WRONG_FOE_AVOID);
    refused(t, "Ada move 0203 away Brok", TL_REASON_WRONG_FOE_MOVE);
    refused(t, "Ada stay run", TL_REASON_RUNS_STAY);
    refused(t, "Ada intercept 0303 run", TL_REASON_RUNS_INTERCEPT);
    assert_int_equal(refused(t, "Ada move 0203 run run", TL_REASON_TWICE_RUN)->leg, 3);
    legal(t, "Ada stay ignore Brok");
    assert_true(cites(t, "Ada stay ignore Brok", "TL-08"));
    body(t, ADA)->condition = TL_PRONE;
    refused(t, "Ada stand run", TL_REASON_RUNS_STAND);
    to_phase(t, TL_PHASE_MISC);
    refused(t, "Ada withdraw 0203 ignore Brok", TL_REASON_WRONG_FOE_WITHDRAW);
    refused(t, "Ada withdraw 0203 run", TL_REASON_RUNS_WITHDRAW);
    end(t);
}

static void running_needs_the_action(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    legal(t, "Ada move 0203 run");
    costs(t, 1, 6);
    assert_true(cites(t, "Ada move 0203 run", "TL-02"));
    body(t, ADA)->acted = 1;
    refused(t, "Ada move 0203 run", TL_REASON_ACTED);
    refused(t, "Ada beside Dan run", TL_REASON_ACTED);
    refused(t, "Ada avoid 4 from Brok run", TL_REASON_ACTED);
    legal(t, "Ada move 0203");
    costs(t, 1, 4);
    end(t);
    t = ready(SETTINGS("\"avoid_run\":\"no\",\"intercept_run\":\"yes\",\"withdraw_run\":\"yes\""), FOUR);
    refused(t, "Ada avoid 4 from Brok run", TL_REASON_RUNS_AVOID);
    legal(t, "Ada intercept 0902 run"); /* next to 0802 it could get with six tiles */
    refused(t, "Ada intercept 0902", TL_REASON_AREA_OUT_OF_REACH);
    to_phase(t, TL_PHASE_MISC);
    legal(t, "Ada withdraw 0802 run");
    end(t);
}

static void foes_are_foes_and_there(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    assert_int_equal(refused(t, "Ada stay ignore Dan", TL_REASON_NOT_HOSTILE_IGNORE)->other, DAN);
    refused(t, "Ada avoid 3 from Dan", TL_REASON_NOT_HOSTILE_FROM);
    refused(t, "Ada intercept 0303 for Dan", TL_REASON_NOT_HOSTILE_FOR);
    refused(t, "Ada stay ignore Ada", TL_REASON_SELF_IGNORE);
    refused(t, "Ada stay ignore Brok ignore Brok", TL_REASON_TWICE_IGNORE);
    refused(t, "Ada avoid 3 from Brok from Brok", TL_REASON_TWICE_FROM);
    refused(t, "Ada avoid 3", TL_REASON_NO_FOES);
    refused(t, "Ada beside Ada", TL_REASON_SELF);
    refused(t, "Ada keep 3 from Ada", TL_REASON_SELF);
    body(t, BROK)->condition = TL_DOWN;
    assert_int_equal(refused(t, "Ada beside Brok", TL_REASON_GONE)->other, BROK);
    refused(t, "Ada avoid 3 from Brok", TL_REASON_GONE_FROM);
    refused(t, "Ada stay ignore Brok", TL_REASON_GONE_IGNORE);
    legal(t, "Ada avoid 3 from Cat");
    legal(t, "Ada beside Cat ignore Cat");
    end(t);
}

static void nine_foes_are_too_many(void **unused) {
    (void)unused;
    qm_text figures = qm_text_growing(NULL), order = qm_text_growing(NULL);
    qm_text_add(&figures, ONE("\"at\":\"0102\""));
    qm_text_add(&order, "Ada avoid 3");
    for (int i = 1; i <= 9; i++) {
        qm_text_addf(&figures, ",{\"name\":\"F%d\",\"side\":\"Blue\",\"at\":\"%02d09\"}", i, i);
    }
    table *t = ready("", figures.data);
    for (int i = 1; i <= 9; i++) {
        qm_text_addf(&order, " from F%d", i);
        if (i == 8) {
            legal(t, order.data);
        }
    }
    const qm_reason *reason = refused(t, order.data, TL_REASON_TOO_MANY_FROM);
    assert_int_equal(reason->needed, 9);
    assert_int_equal(reason->had, 8);
    qm_text_free(&figures);
    qm_text_free(&order);
    end(t);
}

static void tiles_that_cannot_be(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    refused(t, "Ada move", TL_REASON_NO_TILE);
    refused(t, "Ada move 0202", TL_REASON_SAME_TILE);
    assert_int_equal(refused(t, "Ada move 0302 0302", TL_REASON_TWICE_WAY)->leg, 2);
    legal(t, "Ada move 0302 0202"); /* there and back */
    way_is(t, "0202 0302 0202");
    const qm_reason *barred = refused(t, "Ada move 0201 0101", TL_REASON_BARRED);
    assert_int_equal(barred->leg, 2);
    assert_int_equal(barred->at.x, 1);
    refused(t, "Ada avoid 3 from Brok 0101", TL_REASON_BARRED);
    refused(t, "Ada avoid 3 from Brok 0203 0203", TL_REASON_TWICE_PREFERENCE);
    refused(t, "Ada intercept 0303 0304 0303", TL_REASON_TWICE_AREA);
    legal(t, "Ada move 0302 0202 0302 0202 0302 0202 0302 0202 0302 0202 0302 0202");
    const qm_reason *reason =
        refused(t, "Ada move 0302 0202 0302 0202 0302 0202 0302 0202 0302 0202 0302 0202 0302", TL_REASON_WAY_TOO_LONG);
    assert_int_equal(reason->needed, 13);
    assert_int_equal(reason->had, 12);
    reason = refused(t, "Ada avoid 3 from Brok 0201 0202 0203 0204 0205 0206 0207 0301 0302 0303 0304 0305 0306",
                     TL_REASON_TOO_MANY_TILES);
    assert_int_equal(reason->needed, 13);
    end(t);
    t = ready(SETTINGS("\"path\":\"cheapest\""), FOUR);
    refused(t, "Ada move 0302 0402", TL_REASON_WAY_GIVEN);
    legal(t, "Ada move 0402");
    end(t);
}

/* The refusal, in words. */
static void says(table *t, const char *order, const char *wanted) {
    char text[256];
    qm_text words = qm_text_over(text, sizeof text);
    assert_false(judge(t, order));
    qm_reason_print(t->s, &t->v.reasons[0], &words);
    assert_string_equal(text, wanted);
}

/* What does not belong to an order is named, and the clause cited is that order's alone. */
static void refusals_say_what_and_where(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    says(t, "Ada stay 0203", "a tile, 0203, does not belong to stay (TL-16)");
    says(t, "Ada keep 3 from Brok 1203", "a tile, 1203, does not belong to keep (TL-10)");
    says(t, "Ada move 0203 for Brok", "move names foes after ignore alone, and Brok is named otherwise (TL-09)");
    says(t, "Ada intercept 0303 run", "run does not belong to intercept: Ada cannot run with that (TL-02, TL-12)");
    says(t, "Ada stay run", "run does not belong to stay: Ada cannot run with that (TL-02)");
    says(t, "Ada intercept 0303 0303", "0303 is named twice for the area (TL-12)");
    says(t, "Ada stay ignore Brok ignore Brok", "Brok is named twice after ignore (TL-08)");
    says(t, "Ada stay ignore Dan", "Dan, named after ignore, is no foe of Ada (TL-08)");
    says(t, "Ada intercept 0303 for Dan", "Dan, named after for, is no foe of Ada (TL-13)");
    says(t, "Ada avoid 3 from Dan", "Dan, named after from, is no foe of Ada (TL-14)");
    body(t, BROK)->tile = 0;
    says(t, "Ada intercept 0303 for Brok", "Brok, named after for, is not on the board, or is down (TL-13)");
    to_phase(t, TL_PHASE_MISC);
    says(t, "Ada withdraw 0203 run", "run does not belong to withdraw: Ada cannot run with that (TL-02, TL-20)");
    says(t, "Ada withdraw 0203 away Dan", "Dan, named after away, is no foe of Ada (TL-20)");
    says(t, "Ada withdraw 0203 ignore Cat", "withdraw names foes after away alone, and Cat is named otherwise (TL-20)");
    end(t);
}

/* A tile that the board does not have is refused by the clause it was named under. */
static void tiles_off_the_board(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    says(t, "Ada move 1303", "there is no tile 1303 on this board (TL-09)");
    says(t, "Ada intercept 1001", "there is no tile 1001 on this board (TL-12)");
    says(t, "Ada avoid 3 from Brok 0110", "there is no tile 0110 on this board (TL-14)");
    assert_int_equal(refused(t, "Ada move 0203 9999", TL_REASON_OFF_BOARD_WAY)->leg, 2);
    assert_int_equal(t->v.reason_count, 1);
    assert_int_equal(t->v.reasons[0].at.x, 99);
    says(t, "place Ada 1001", "there is no tile 1001 on this board");
    to_phase(t, TL_PHASE_MELEE);
    says(t, "Ada jockey 1001", "there is no tile 1001 on this board (TL-07)");
    to_phase(t, TL_PHASE_MISC);
    says(t, "Ada withdraw 1001", "there is no tile 1001 on this board (TL-20)");
    end(t);
}

/* Nothing is held back: all that is wrong is told. */
static void all_reasons_are_told(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    GO(t, "Ada stay");
    body(t, ADA)->acted = 1;
    refused(t, "Ada move 0202 run ignore Dan from Brok", TL_REASON_ALREADY_DECLARED);
    assert_non_null(reason_of(t, TL_REASON_SAME_TILE));
    assert_non_null(reason_of(t, TL_REASON_ACTED));
    assert_non_null(reason_of(t, TL_REASON_NOT_HOSTILE_IGNORE));
    assert_non_null(reason_of(t, TL_REASON_WRONG_FOE_MOVE));
    assert_int_equal(t->v.reason_count, 5);
    end(t);
}

/* ------------------------------------------------------------------------------------------------------------- ways */

static void exactly_the_movement_and_one_more(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    legal(t, "Ada move 0602");
    costs(t, 4, 4);
    way_is(t, "0202 0302 0402 0502 0602");
    legal(t, "Ada move 0702");
    costs(t, 5, 4);
    way_is(t, "0202 0302 0402 0502 0602");
    legal(t, "Ada move 0702 run");
    costs(t, 5, 6);
    legal(t, "Ada move 0203 0602"); /* over a tile named */
    costs(t, 5, 4);
    way_is(t, "0202 0203 0302 0402 0502");
    end(t);
    t = ready(SETTINGS("\"unreachable\":\"refuse\""), FOUR);
    legal(t, "Ada move 0602");
    const qm_reason *reason = refused(t, "Ada move 0606 0702", TL_REASON_UNREACHABLE);
    assert_int_equal(reason->leg, 2);
    assert_int_equal(reason->needed, 9); /* rough ground on the straight way */
    assert_int_equal(reason->had, 4);
    refused(t, "Ada move 0702", TL_REASON_UNREACHABLE);
    legal(t, "Ada move 0702 run");
    end(t);
}

static void prone_figures_crawl(void **unused) {
    (void)unused;
    table *t = ready("", ONE("\"at\":\"0505\",\"condition\":\"prone\"") "," FIGURE("Brok", "Blue", "0901"));
    legal(t, "Ada move 0506");
    costs(t, 1, 1);
    legal(t, "Ada move 0507");
    costs(t, 2, 1);
    way_is(t, "0505 0506");
    legal(t, "Ada move 0507 run");
    costs(t, 2, 3);
    legal(t, "Ada stand");
    refused(t, "Brok stand", TL_REASON_NOT_PRONE);
    end(t);
}

#define LINE(rows) "\"rows\":[" rows "]," LEGEND
#define ADA_AT(at, rest) ONE("\"at\":\"" at "\"" rest)

static void impeding_ground_and_the_last_point(void **unused) {
    (void)unused;
    table *t = open_phase(LINE("\"...r.\""), "", ADA_AT("0101", ",\"movement\":4"));
    legal(t, "Ada move 0401");
    costs(t, 4, 4);
    assert_true(cites(t, "Ada move 0401", "TL-03"));
    legal(t, "Ada move 0501");
    costs(t, 5, 4);
    end(t);
    t = open_phase(LINE("\"...r.\""), "", ADA_AT("0101", ",\"movement\":3"));
    legal(t, "Ada move 0401");
    costs(t, 4, 3);
    way_is(t, "0101 0201 0301");
    end(t);
    t = open_phase(LINE("\"...r.\""), SETTINGS("\"last_point\":\"enter\""), ADA_AT("0101", ",\"movement\":3"));
    legal(t, "Ada move 0401");
    costs(t, 3, 3);
    way_is(t, "0101 0201 0301 0401");
    legal(t, "Ada move 0501");
    way_is(t, "0101 0201 0301 0401");
    assert_true(t->v.cost > t->v.allowance);
    end(t);
    /* with nothing left it cannot be entered */
    t = open_phase(LINE("\"...r.\""), SETTINGS("\"last_point\":\"enter\""), ADA_AT("0101", ",\"movement\":2"));
    legal(t, "Ada move 0401");
    way_is(t, "0101 0201 0301");
    assert_true(t->v.cost > t->v.allowance);
    end(t);
}

static void corners_between_blocks(void **unused) {
    (void)unused;
    static const char two[] = LINE("\".#\",\"#.\""), one[] = LINE("\".#\",\"..\"");
    table *t = open_phase(two, "", ADA_AT("0101", ""));
    assert_int_equal(refused(t, "Ada move 0202", TL_REASON_NO_WAY)->at.x, 2);
    end(t);
    t = open_phase(two, SETTINGS("\"corners\":\"free\""), ADA_AT("0101", ""));
    legal(t, "Ada move 0202");
    costs(t, 1, 4);
    end(t);
    t = open_phase(one, "", ADA_AT("0101", ""));
    legal(t, "Ada move 0202");
    costs(t, 1, 4);
    end(t);
    t = open_phase(one, SETTINGS("\"corners\":\"none_blocked\""), ADA_AT("0101", ""));
    legal(t, "Ada move 0202");
    costs(t, 2, 4);
    way_is(t, "0101 0102 0202");
    end(t);
    t = open_phase(one, SETTINGS("\"diagonals\":\"orthogonal\""), ADA_AT("0101", ""));
    legal(t, "Ada move 0202");
    costs(t, 2, 4);
    end(t);
    t = open_phase(LINE("\"....\",\"....\",\"....\",\"....\""), SETTINGS("\"diagonals\":\"alternate\""),
                   ADA_AT("0101", ""));
    legal(t, "Ada move 0404");
    costs(t, 4, 4);
    way_is(t, "0101 0202 0303 0404");
    end(t);
}

static void walls_close_and_part(void **unused) {
    (void)unused;
    static const char board[] = LINE("\"...\",\"...\"") ",\"walls\":[{\"at\":[\"0101\"],\"side\":\"E\"}]";
    table *t = open_phase(board, "", FIGURE("Ada", "Red", "0101") "," FIGURE("Brok", "Blue", "0201"));
    legal(t, "Ada move 0301"); /* Brok is not adjacent over the wall; beyond it he stops her */
    assert_true(cites(t, "Ada move 0301", "TL-06"));
    legal(t, "Ada intercept 0102");
    put(t, BROK, 2, 2);
    assert_int_equal(refused(t, "Ada intercept 0102", TL_REASON_NEXT_TO_FOE)->other, BROK);
    legal(t, "Ada intercept 0102 ignore Brok");
    end(t);
    t = open_phase(board, SETTINGS("\"through_walls\":\"yes\""),
                   FIGURE("Ada", "Red", "0101") "," FIGURE("Brok", "Blue", "0201"));
    refused(t, "Ada intercept 0102", TL_REASON_NEXT_TO_FOE);
    end(t);
}

static void foes_on_the_way(void **unused) {
    (void)unused;
    static const char lane[] = LINE("\"......\"");
    static const char two[] = FIGURE("Ada", "Red", "0101") "," FIGURE("Brok", "Blue", "0301");
    table *t = open_phase(lane, "", two);
    legal(t, "Ada move 0401"); /* Brok may be gone by then */
    costs(t, 3, 4);
    way_is(t, "0101 0201");
    ends(t, "Ada move 0401", QM_ENDS_BEFORE, BROK, "  would end at 0201, before 0301, where Brok stands\n");
    assert_true(cites(t, "Ada move 0401", "TL-06"));
    assert_true(cites(t, "Ada move 0401", "TL-21"));
    legal(t, "Ada move 0301"); /* and so may he from there */
    way_is(t, "0101 0201");
    ends(t, "Ada move 0301", QM_ENDS_BEFORE, BROK, "  would end at 0201, before 0301, where Brok stands\n");
    end(t);
    t = open_phase(lane, SETTINGS("\"unreachable\":\"refuse\",\"held\":\"refuse\""), two);
    refused(t, "Ada move 0401", TL_REASON_CUT_OFF);
    assert_null(reason_of(t, TL_REASON_UNREACHABLE));
    assert_int_equal(refused(t, "Ada move 0301", TL_REASON_HELD)->other, BROK);
    legal(t, "Ada move 0201");
    refused(t, "Ada move 0601", TL_REASON_UNREACHABLE);
    end(t);
    /* a friend can be passed, and where it stands is held as well */
    t = open_phase(lane, SETTINGS("\"unreachable\":\"refuse\",\"held\":\"refuse\""),
                   FIGURE("Ada", "Red", "0101") "," FIGURE("Dan", "Red", "0301"));
    legal(t, "Ada move 0401");
    refused(t, "Ada move 0301", TL_REASON_HELD);
    end(t);
    t = open_phase(lane, SETTINGS("\"unreachable\":\"refuse\",\"friends_pass\":\"no\""),
                   FIGURE("Ada", "Red", "0101") "," FIGURE("Dan", "Red", "0301"));
    refused(t, "Ada move 0401", TL_REASON_CUT_OFF);
    legal(t, "Ada move 0301");
    end(t);
    t = open_phase(LINE("\"..#..\""), "", ADA_AT("0101", ""));
    assert_int_equal(refused(t, "Ada move 0201 0501", TL_REASON_NO_WAY)->leg, 2);
    end(t);
}

/* Where the movement would end is shown, and why: next to a foe, before a friend, where the movement is spent. */
static void where_it_would_end(void **unused) {
    (void)unused;
    static const char field[] = LINE("\"......\",\"......\",\"......\"");
    static const char two[] = FIGURE("Ada", "Red", "0102") "," FIGURE("Brok", "Blue", "0502");
    table *t = open_phase(field, "", two);
    ends(t, "Ada move 0402", QM_ENDS_THERE, 0, "");
    ends(t, "Ada move 0602", QM_ENDS_NEXT_TO, BROK, "  would end at 0402, next to Brok\n");
    assert_true(cites(t, "Ada move 0602", "TL-06"));
    way_is(t, "0102 0202 0302 0402");
    ends(t, "Ada move 0502", QM_ENDS_BEFORE, BROK, "  would end at 0402, before 0502, where Brok stands\n");
    assert_true(cites(t, "Ada move 0502", "TL-21"));
    costs(t, 4, 4);
    ends(t, "Ada move 0502 ignore Brok", QM_ENDS_BEFORE, BROK, "  would end at 0402, before 0502, where Brok stands\n");
    ends(t, "Ada move 0602 run ignore Brok", QM_ENDS_THERE, 0, "");
    put(t, BROK, 2, 2);
    ends(t, "Ada move 0302", QM_ENDS_NEXT_TO, BROK, "  would end at 0102, next to Brok\n");
    way_is(t, "0102");
    end(t);
    t = open_phase(field, "", FIGURE("Ada", "Red", "0102") "," FIGURE("Brok", "Red", "0502"));
    ends(t, "Ada move 0502", QM_ENDS_BEFORE, BROK, "  would end at 0402, before 0502, where Brok stands\n");
    assert_false(cites(t, "Ada move 0502", "TL-06"));
    ends(t, "Ada move 0602", QM_ENDS_BEFORE, BROK, "  would end at 0402, before 0502, where Brok stands\n");
    ends(t, "Ada move 0602 run", QM_ENDS_THERE, 0, "");
    put(t, BROK, 1, 1);
    ends(t, "Ada move 0602", QM_ENDS_SPENT, 0, "  would end at 0502, as far as its movement goes\n");
    end(t);
}

/* The straightest of equally cheap ways, then the first direction. */
static void ties_between_ways(void **unused) {
    (void)unused;
    static const char open[] = LINE("\"...\",\"...\",\"...\"");
    table *t = open_phase(open, SETTINGS("\"diagonals\":\"orthogonal\""), ADA_AT("0101", ""));
    legal(t, "Ada move 0303");
    way_is(t, "0101 0201 0202 0302 0303");
    end(t);
    t = open_phase(open, SETTINGS("\"straight\":\"no\""), ADA_AT("0101", ""));
    legal(t, "Ada move 0301");
    way_is(t, "0101 0201 0301"); /* E before SE */
    legal(t, "Ada move 0103");
    way_is(t, "0101 0202 0103"); /* SE before S */
    end(t);
    t = open_phase(open, "", ADA_AT("0101", ""));
    legal(t, "Ada move 0103");
    way_is(t, "0101 0102 0103");
    end(t);
}

static void checks_lie_ahead(void **unused) {
    (void)unused;
    static const char rows[] = LINE("\".cwg.\"");
    table *t = open_phase(rows, "", ADA_AT("0101", ",\"movement\":8,\"swim\":2,\"armour\":\"heavy\",\"leap\":0"));
    legal(t, "Ada move 0201 0501");
    costs(t, 7, 8);
    assert_int_equal(t->v.check_count, 3);
    const qm_check *climb = &t->v.checks[0], *swim = &t->v.checks[1], *leap = &t->v.checks[2];
    assert_int_equal(climb->roll, TL_ROLL_CLIMB);
    assert_int_equal(climb->leg, 1);
    assert_int_equal(climb->at.x, 2);
    assert_int_equal(climb->dice, 3);
    assert_int_equal(climb->sides, 10);
    assert_int_equal(climb->target, 1);
    assert_int_equal(climb->term_count, 1);
    assert_true(near(climb->chance, 0.875));
    assert_int_equal(swim->roll, TL_ROLL_SWIM);
    assert_int_equal(swim->leg, 2);
    assert_int_equal(swim->term_count, 2);
    assert_int_equal(swim->terms[1].kind, TL_TERM_ARMOUR);
    assert_int_equal(swim->terms[1].amount, -4);
    assert_true(near(swim->chance, 0.19)); /* tens alone */
    assert_int_equal(leap->roll, TL_ROLL_LEAP);
    assert_int_equal(leap->dice, 0);
    assert_true(near(leap->chance, 0.0));
    assert_true(near(t->v.chance, 0.0));
    /* where the movement ends, so do the checks */
    body(t, ADA)->condition = TL_PRONE;
    legal(t, "Ada move 0501");
    assert_int_equal(t->v.check_count, 0);
    way_is(t, "0101");
    end(t);
    t = open_phase(rows, "", ADA_AT("0101", ",\"label\":\"polyped\""));
    legal(t, "Ada move 0201");
    costs(t, 1, 3);
    assert_int_equal(t->v.checks[0].dice, 4);
    assert_int_equal(t->v.checks[0].terms[1].kind, TL_TERM_LABEL);
    assert_int_equal(t->v.checks[0].terms[1].amount, 1);
    assert_true(near(t->v.chance, 0.9375));
    assert_true(cites(t, "Ada move 0201", "TL-05"));
    end(t);
    t = open_phase(rows, SETTINGS("\"reflex_point\":10"), ADA_AT("0101", ",\"climb\":1"));
    legal(t, "Ada move 0201");
    assert_true(near(t->v.chance, 0.1));
    end(t);
}

/* ----------------------------------------------------------------------------------------------- relations, avoiding
 */

static void beside_and_keep_show_where_it_would_go(void **unused) {
    (void)unused;
    table *t = ready("", FOUR); /* Ada 0202, Brok 0808, Cat 0802, Dan 0208 */
    legal(t, "Ada beside Cat");
    costs(t, 4, 4);
    way_is(t, "0202 0302 0402 0502 0602");
    legal(t, "Ada beside Cat run");
    costs(t, 5, 6);
    legal(t, "Ada keep 4 from Cat");
    costs(t, 2, 4);
    way_is(t, "0202 0302 0402");
    legal(t, "Ada keep 6 from Cat");
    costs(t, 0, 4);
    way_is(t, "0202");
    legal(t, "Ada keep 20 from Cat");
    costs(t, 1, 4); /* one column further */
    const qm_reason *reason = refused(t, "Ada keep 21 from Cat", TL_REASON_KEEP_RANGE);
    assert_int_equal(reason->needed, 21);
    assert_int_equal(reason->had, 20);
    refused(t, "Ada keep 0 from Cat", TL_REASON_KEEP_RANGE);
    refused(t, "Ada avoid 0 from Cat", TL_REASON_AVOID_RANGE);
    refused(t, "Ada avoid 21 from Cat", TL_REASON_AVOID_RANGE);
    put(t, CAT, 3, 2); /* held by her, Ada stays */
    legal(t, "Ada keep 3 from Cat");
    costs(t, 0, 4);
    legal(t, "Ada keep 3 from Cat ignore Cat");
    costs(t, 3, 4); /* down to 0205 */
    end(t);
}

/* Beside means adjacent: over a wall it is not. */
static void beside_counts_walls(void **unused) {
    (void)unused;
    static const char board[] = LINE("\"...\",\"...\"") ",\"walls\":[{\"at\":[\"0101\"],\"side\":\"E\"}]";
    table *t = open_phase(board, "", FIGURE("Ada", "Red", "0101") "," FIGURE("Dan", "Red", "0201"));
    legal(t, "Ada beside Dan");
    costs(t, 1, 4);
    legal(t, "Ada keep 1 from Dan");
    costs(t, 0, 4);
    end(t);
}

static void avoid_leads_to_the_best_tile(void **unused) {
    (void)unused;
    static const char lane[] = LINE("\".........\"");
    static const char two[] = FIGURE("Ada", "Red", "0501") "," FIGURE("Brok", "Blue", "0701");
    table *t = open_phase(lane, "", two);
    legal(t, "Ada avoid 2 from Brok"); /* far enough */
    costs(t, 0, 4);
    legal(t, "Ada avoid 4 from Brok");
    way_is(t, "0501 0401 0301");
    legal(t, "Ada avoid 9 from Brok"); /* as far as can be */
    way_is(t, "0501 0401 0301 0201 0101");
    put(t, BROK, 6, 1);
    legal(t, "Ada avoid 4 from Brok"); /* next to him: no step */
    costs(t, 0, 4);
    legal(t, "Ada avoid 4 from Brok ignore Brok");
    costs(t, 3, 4);
    end(t);
    t = open_phase(lane, SETTINGS("\"avoid_distance\":\"exact\",\"avoid_adjacent\":\"away\""), two);
    put(t, BROK, 9, 1);
    legal(t, "Ada avoid 3 from Brok");
    way_is(t, "0501 0601");
    put(t, BROK, 6, 1);
    legal(t, "Ada avoid 3 from Brok");
    way_is(t, "0501 0401 0301");
    end(t);
    /* two tiles equally good: the owner's order, else the one numbered first */
    static const char field[] = LINE("\"...\",\"...\",\"...\"");
    t = open_phase(field, "", FIGURE("Ada", "Red", "0202") "," FIGURE("Brok", "Blue", "0302"));
    legal(t, "Ada avoid 2 from Brok ignore Brok");
    way_is(t, "0202 0102"); /* the straight neighbour is the nearest to her own */
    legal(t, "Ada avoid 2 from Brok ignore Brok 0103 0101");
    way_is(t, "0202 0103");
    end(t);
}

/* --------------------------------------------------------------------------------------------------------- intercept
 */

static void areas_have_a_size_and_a_reach(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    refused(t, "Ada intercept", TL_REASON_NO_AREA);
    legal(t, "Ada intercept 0301 0302 0303 0401 0402 0403 0501 0502 0503");
    const qm_reason *reason =
        refused(t, "Ada intercept 0301 0302 0303 0401 0402 0403 0501 0502 0503 0504", TL_REASON_AREA_TOO_LARGE);
    assert_int_equal(reason->needed, 10);
    assert_int_equal(reason->had, 9);
    legal(t, "Ada intercept 0702"); /* four tiles to 0602, and next to it */
    reason = refused(t, "Ada intercept 0702 0902", TL_REASON_AREA_OUT_OF_REACH);
    assert_int_equal(reason->leg, 2);
    assert_int_equal(reason->at.x, 9);
    legal(t, "Ada intercept 0303 for Brok for Cat");
    legal(t, "Ada intercept 0202"); /* where it stands, from beside */
    end(t);
    t = ready(SETTINGS("\"area_reach\":\"some\",\"area_max\":2"), FOUR);
    legal(t, "Ada intercept 0702 0902");
    refused(t, "Ada intercept 0802 0902", TL_REASON_AREA_OUT_OF_REACH);
    assert_int_equal(t->v.reason_count, 1);
    refused(t, "Ada intercept 0301 0302 0303", TL_REASON_AREA_TOO_LARGE);
    end(t);
}

static void an_area_is_reached_where_it_could_end(void **unused) {
    (void)unused;
    static const char lane[] = LINE("\"......\"");
    table *t = open_phase(lane, "", ADA_AT("0101", ",\"movement\":2") "," FIGURE("Dan", "Red", "0301"));
    refused(t, "Ada intercept 0401", TL_REASON_AREA_OUT_OF_REACH); /* Dan holds the only tile for it */
    legal(t, "Ada intercept 0301");
    put(t, DAN - 2, 6, 1);
    legal(t, "Ada intercept 0401");
    end(t);
}

/* --------------------------------------------------------------------------------------------------------- withdraw */

static void who_has_moved_does_not_withdraw(void **unused) {
    (void)unused;
    table *t = ready("", FOUR);
    to_phase(t, TL_PHASE_MISC);
    body(t, ADA)->tried = 1;
    legal(t, "Ada withdraw 0203");
    costs(t, 1, 4);
    body(t, ADA)->moved = 1;
    refused(t, "Ada withdraw 0203", TL_REASON_HAS_MOVED);
    legal(t, "Ada stay");
    body(t, ADA)->moved = body(t, ADA)->tried = 0;
    body(t, ADA)->special = 1;
    refused(t, "Ada withdraw 0203", TL_REASON_HAS_SPECIAL);
    refused(t, "Dan withdraw", TL_REASON_NO_TILE);
    end(t);
    t = ready(SETTINGS("\"moved\":\"declared\""), FOUR);
    to_phase(t, TL_PHASE_MISC);
    body(t, ADA)->tried = 1;
    refused(t, "Ada withdraw 0203", TL_REASON_HAS_MOVED);
    end(t);
}

/* Ada at 0505 with Brok to her right, in the miscellaneous phase. */
static table *beset(const char *rules, bool prone) {
    table *t = ready(rules, FOUR);
    to_phase(t, TL_PHASE_MISC);
    put(t, ADA, 5, 5);
    put(t, BROK, 6, 5);
    body(t, ADA)->condition = prone ? TL_PRONE : TL_UP; /* one tile */
    return t;
}

static void withdrawing_begins_with_a_step_away(void **unused) {
    (void)unused;
    table *t = beset("", false);
    refused(t, "Ada withdraw 0405", TL_REASON_NOT_AWAY);
    legal(t, "Ada withdraw 0405 away Brok");
    costs(t, 1, 4);
    legal(t, "Ada withdraw 0504 away Brok"); /* away first, then back next to him */
    costs(t, 2, 4);
    legal(t, "Ada withdraw 0105 away Brok"); /* clear of him, and on */
    costs(t, 4, 4);
    assert_int_equal(refused(t, "Ada withdraw 0405 away Cat", TL_REASON_NOT_ADJACENT)->other, CAT);
    refused(t, "Ada withdraw 0405 away Dan", TL_REASON_NOT_HOSTILE_AWAY);
    end(t);
    t = beset("", true);
    legal(t, "Ada withdraw 0405 away Brok");
    legal(t, "Ada withdraw 0406 away Brok");
    assert_int_equal(refused(t, "Ada withdraw 0504 away Brok", TL_REASON_NOT_AWAY)->at.x, 5);
    put(t, CAT, 5, 4);
    legal(t, "Ada withdraw 0405 away Brok"); /* next to Cat it would stop */
    refused(t, "Ada withdraw 0405 away Brok away Cat", TL_REASON_NOT_AWAY);
    legal(t, "Ada withdraw 0406 away Brok away Cat");
    end(t);
}

static void other_readings_of_stepping_away(void **unused) {
    (void)unused;
    table *t = beset(SETTINGS("\"directly_away\":\"straight\""), true);
    legal(t, "Ada withdraw 0405 away Brok");
    refused(t, "Ada withdraw 0406 away Brok", TL_REASON_NOT_AWAY);
    put(t, CAT, 5, 4);
    legal(t, "Ada withdraw 0405 away Brok away Cat"); /* straight from the one, no nearer to the other */
    end(t);
    t = beset(SETTINGS("\"withdraw_partial\":\"no\""), true);
    put(t, CAT, 5, 4);
    refused(t, "Ada withdraw 0405 away Brok", TL_REASON_NOT_AWAY);
    legal(t, "Ada withdraw 0406 away Brok away Cat");
    end(t);
}

/* ----------------------------------------------------------------------------------------------------------- secrecy
 */

/* The verdicts on one side's declarations are the same whatever the other has declared. */
static void verdicts_give_nothing_away(void **unused) {
    (void)unused;
    static const char *const theirs[] = {"Brok stay", "Brok move 0505 run ignore Ada", "Brok beside Ada",
                                         "Brok avoid 3 from Ada", "Brok intercept 0707"};
    static const char *const ours[] = {"Ada move 0505",         "Ada beside Brok",    "Ada keep 2 from Brok",
                                       "Ada avoid 5 from Brok", "Ada intercept 0303", "Ada move 0808",
                                       "Ada move 0909",         "Ada intercept 0909"};
    for (size_t o = 0; o < sizeof ours / sizeof *ours; o++) {
        char texts[5][1024];
        for (size_t i = 0; i < 5; i++) {
            table *t = ready(SETTINGS("\"held\":\"refuse\",\"unreachable\":\"refuse\""), FOUR);
            qm_order order;
            GO(t, theirs[i]);
            read_order(t, ours[o], &order);
            judge(t, ours[o]);
            qm_text text = qm_text_over(texts[i], sizeof texts[i]);
            qm_verdict_print(t->s, &order, &t->v, &text);
            for (uint16_t w = 0; w < t->v.way_count; w++) {
                qm_place_print(t->s, t->v.way[w], &text);
            }
            end(t);
            assert_string_equal(texts[i], texts[0]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_those_on_the_board_declare),
        cmocka_unit_test(each_phase_has_its_declarations),
        cmocka_unit_test(intercept_and_avoid_may_come_first),
        cmocka_unit_test(one_declares_once),
        cmocka_unit_test(an_unknown_declaration_may_be_assumed),
        cmocka_unit_test(the_whole_declaration_is_written_down),
        cmocka_unit_test(legs_belong_to_their_orders),
        cmocka_unit_test(running_needs_the_action),
        cmocka_unit_test(foes_are_foes_and_there),
        cmocka_unit_test(nine_foes_are_too_many),
        cmocka_unit_test(tiles_that_cannot_be),
        cmocka_unit_test(refusals_say_what_and_where),
        cmocka_unit_test(tiles_off_the_board),
        cmocka_unit_test(all_reasons_are_told),
        cmocka_unit_test(exactly_the_movement_and_one_more),
        cmocka_unit_test(prone_figures_crawl),
        cmocka_unit_test(impeding_ground_and_the_last_point),
        cmocka_unit_test(corners_between_blocks),
        cmocka_unit_test(walls_close_and_part),
        cmocka_unit_test(foes_on_the_way),
        cmocka_unit_test(where_it_would_end),
        cmocka_unit_test(ties_between_ways),
        cmocka_unit_test(checks_lie_ahead),
        cmocka_unit_test(beside_and_keep_show_where_it_would_go),
        cmocka_unit_test(beside_counts_walls),
        cmocka_unit_test(avoid_leads_to_the_best_tile),
        cmocka_unit_test(areas_have_a_size_and_a_reach),
        cmocka_unit_test(an_area_is_reached_where_it_could_end),
        cmocka_unit_test(who_has_moved_does_not_withdraw),
        cmocka_unit_test(withdrawing_begins_with_a_step_away),
        cmocka_unit_test(other_readings_of_stepping_away),
        cmocka_unit_test(verdicts_give_nothing_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
