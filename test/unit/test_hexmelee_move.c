/* Movement of hexmelee, clause by clause: a rule where it bites and just outside, with given dice. Boards are columns
 * of hexes, so that 0305 0304 0303 is one straight row going north. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "quickmarch/io.h"
#include "rules/hexmelee/search.h"

enum { ADA = 1, BROK, CAT, DAN };
enum { N, NE, SE, S, SW, NW };

typedef struct table {
    qm_scenario *s;
    qm_state *st;
    qm_scratch *scratch;
    qm_verdict v;
    qm_order order;
    qm_event items[100];
    qm_events events;
} table;

/* The third column, from row 1 down, is `column`; the rest is open. Figures: Ada and Dan red, Brok and Cat blue. */
static table *lay(const char *column, const char *settings) {
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL;
    table *t = calloc(1, sizeof *t);
    assert_int_equal(qm_rulebook_named(&rules, "hexmelee", NULL, NULL, &wrong), QM_OK);
    char word[64];
    for (size_t i = 0; qm_words_at(settings, i, word, sizeof word) > 0; i++) {
        assert_int_equal(qm_rulebook_set_text(rules, word, &wrong), QM_OK);
    }
    qm_text_add(
        &text, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"t\",\"rules\":\"hexmelee\",\"board\":{\"space\":"
               "\"hex\",\"rows\":[");
    for (int r = 0; r < 14; r++) {
        qm_text_addf(&text, "%s\"..%c.....\"", r ? "," : "", (size_t)r < strlen(column) ? column[r] : '.');
    }
    qm_text_add(&text,
                "],\"legend\":{\".\":\"open\",\"P\":{\"terrain\":\"pit\",\"depth\":700},\"p\":\"shallow-pit\",\"W\":"
                "\"wall\",\"#\":\"solid\",\"s\":\"slippery\",\"f\":\"fire\",\"r\":\"rough\",\"D\":{\"terrain\":\"pit\","
                "\"depth\":250}}},\"sides\":[{\"name\":\"red\"},{\"name\":\"blue\"}],\"figures\":["
                "{\"name\":\"Ada\",\"side\":\"red\",\"at\":\"0801\",\"str\":12,\"dex\":11},"
                "{\"name\":\"Brok\",\"side\":\"blue\",\"at\":\"0803\",\"str\":12,\"dex\":10},"
                "{\"name\":\"Cat\",\"side\":\"blue\",\"at\":\"0805\",\"str\":12,\"dex\":10},"
                "{\"name\":\"Dan\",\"side\":\"red\",\"at\":\"0807\",\"str\":12,\"dex\":10}],"
                "\"items\":[{\"name\":\"axe\",\"weapon\":\"battleaxe\",\"at\":\"0114\"},{\"name\":\"rope\",\"rope\":3,"
                "\"at\":\"0214\"},{\"name\":\"dirk\",\"weapon\":\"dagger\",\"holder\":\"Ada\"}]}");
    const qm_result result = qm_scenario_read_text(&t->s, text.data, text.length, "t", rules, NULL, NULL, &wrong);
    if (result != QM_OK) {
        fail_msg("%s", wrong.count ? wrong.items[0].message : "cannot load");
    }
    qm_rulebook_free(rules);
    qm_diagnostics_free(&wrong);
    qm_text_free(&text);
    t->st = malloc(qm_state_size(t->s));
    t->scratch = malloc(qm_scratch_size(t->s, 0));
    assert_int_equal(qm_state_start(t->s, t->st), QM_OK);
    qm_scratch_start(t->s, t->scratch, 0);
    t->st->turn = 1;
    t->st->phase = HM_PHASE_MOVE;
    for (uint16_t f = ADA; f <= DAN; f++) {
        hm_body_at(t->s, t->st, f)->rank = (uint8_t)f;
    }
    return t;
}

static void clear(table *t) {
    qm_scenario_free(t->s);
    free(t->st);
    free(t->scratch);
    free(t);
}

static uint16_t hex(const table *t, const char *label) {
    qm_place place;
    assert_true(qm_place_read(t->s, label, 4, &place));
    return qm__hm_hex(t->s, place);
}

static hm_body *body(const table *t, uint16_t figure) {
    return hm_body_at(t->s, t->st, figure);
}

static hm_body *put(table *t, uint16_t figure, const char *label, int facing) {
    hm_body *b = body(t, figure);
    b->hex = hex(t, label);
    b->facing = (uint8_t)facing;
    qm__hm_refresh(t->s, t->st, figure);
    return b;
}

static bool judge(table *t, const char *line) {
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    if (qm_order_read(t->s, line, strlen(line), &t->order, &wrong) != QM_OK) {
        fail_msg("%s: %s", line, wrong.items[0].message);
    }
    qm_diagnostics_free(&wrong);
    assert_int_equal(qm_judge(t->s, t->st, &t->order, t->scratch, &t->v), QM_OK);
    return t->v.judgement == QM_LEGAL;
}

static const qm_reason *why(const table *t, uint16_t kind) {
    for (uint16_t i = 0; i < t->v.reason_count; i++) {
        if (t->v.reasons[i].kind == kind) {
            return &t->v.reasons[i];
        }
    }
    return NULL;
}

static bool refused(table *t, const char *line, uint16_t kind) {
    return !judge(t, line) && t->v.reason_count == 1 && t->v.reasons[0].kind == kind;
}

/* Plays with a tape; all of it must be used up, and no more asked for. */
static void play(table *t, const uint8_t *bytes, size_t length) {
    qm_tape tape = {.length = (uint16_t)length}, record;
    memcpy(tape.bytes, bytes, length);
    qm_source source = {.dice = QM_DICE_ASKED, .given = &tape, .record = &record};
    qm_played played;
    t->events = (qm_events){t->items, 100, 0, 0};
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(record.length, length);
    assert_int_equal(qm_state_check(t->s, t->st), QM_OK);
}
#define DO(t, line, ...)                                                                                               \
    do {                                                                                                               \
        assert_true(judge(t, line));                                                                                   \
        const uint8_t tape_[] = {0, __VA_ARGS__};                                                                      \
        play(t, tape_ + 1, sizeof tape_ - 1);                                                                          \
    } while (0)

static bool told(const table *t, uint16_t kind) {
    for (uint32_t i = 0; i < t->events.count; i++) {
        if (t->events.items[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------- distance, stopping
 */

static void distances(void **state) {
    (void)state;
    table *t = lay("", "");
    put(t, ADA, "0312", N);
    assert_true(judge(t, "Ada full 0302"));
    assert_int_equal(t->v.cost, 10);
    assert_int_equal(t->v.way_count, 11);
    assert_true(refused(t, "Ada full 0301", HM_REASON_TOO_FAR));
    assert_int_equal(t->v.reasons[0].needed, 11);
    assert_int_equal(t->v.reasons[0].had, 10);
    assert_true(judge(t, "Ada half 0307"));
    assert_true(refused(t, "Ada half 0306", HM_REASON_TOO_FAR));
    assert_true(judge(t, "Ada pace 0311 0310"));
    assert_true(refused(t, "Ada pace 0309", HM_REASON_TOO_MANY_HEXES));
    assert_true(judge(t, "Ada step 0311"));
    assert_true(refused(t, "Ada step 0310", HM_REASON_TOO_MANY_HEXES));
    assert_true(judge(t, "Ada full 0311"));
    assert_true(refused(t, "Ada still 0311", HM_REASON_BAD_LEG));
    assert_true(refused(t, "Brok still", HM_REASON_NOT_ON_MOVE));
    DO(t, "Ada half 0311 0310 face SE", );
    assert_int_equal(body(t, ADA)->hex, hex(t, "0310"));
    assert_int_equal(body(t, ADA)->facing, SE);
    assert_int_equal(body(t, ADA)->hexes, 2);
    assert_int_equal(body(t, ADA)->spent, 2);
    assert_int_equal(body(t, ADA)->move, HM_MOVE_DONE);
    assert_int_equal(qm__hm_actor(t->s, t->st), BROK);
    DO(t, "Brok step 0804", );
    assert_int_equal(body(t, BROK)->facing, S); /* the way it went */
    clear(t);
    t = lay("........r", "distance_by=mov");
    put(t, ADA, "0310", N);
    assert_true(refused(t, "Ada step 0309", HM_REASON_TOO_FAR));
    assert_true(judge(t, "Ada pace 0309"));
    clear(t);
}

static void slow_and_crawling(void **state) {
    (void)state;
    table *t = lay("........r", "");
    hm_body *ada = put(t, ADA, "0310", N);
    ada->position = HM_PRONE;
    assert_true(judge(t, "Ada full 0409 0408"));
    assert_true(refused(t, "Ada full 0409 0408 0407", HM_REASON_TOO_FAR));
    assert_true(judge(t, "Ada half 0409"));
    assert_true(refused(t, "Ada half 0409 0408", HM_REASON_TOO_FAR));
    ada->position = HM_KNEELING;
    DO(t, "Ada full 0309", );
    assert_int_equal(ada->position, HM_KNEELING);
    assert_true(ada->flags & HM_CRAWLED);
    clear(t);
    t = lay("........r",
            "armour.none.mov=1 crawl_position=down");
    ada = put(t, ADA, "0310", N);
    assert_true(qm__hm_mov(t->s, t->st, ADA) <= 1);
    assert_true(judge(t, "Ada full 0309")); /* two MOV: the one hex of HX-03 */
    assert_true(refused(t, "Ada full 0409 0408", HM_REASON_SLOW));
    ada->position = HM_KNEELING;
    DO(t, "Ada step 0409", );
    assert_int_equal(ada->position, HM_PRONE);
    clear(t);
    t = lay("........r", "armour.none.mov=1 slow_cost=counts crawl_when_slowed=zero");
    ada = put(t, ADA, "0310", N);
    assert_true(refused(t, "Ada full 0309", HM_REASON_TOO_FAR));
    assert_true(judge(t, "Ada full 0409"));
    ada->position = HM_PRONE;
    assert_true(refused(t, "Ada full 0409", HM_REASON_NO_CRAWLING));
    clear(t);
}

static void engaged_on_the_way(void **state) {
    (void)state;
    table *t = lay("", "");
    put(t, ADA, "0310", N);
    put(t, BROK, "0406", SW); /* fronts 0306, 0307 and 0407 */
    assert_true(judge(t, "Ada half 0309 0308 0307 face NE"));
    assert_true(refused(t, "Ada half 0309 0308 0307 0306", HM_REASON_STOPPED_ENGAGED));
    assert_true(judge(t, "Ada full 0309 0308 0208 0207 0206")); /* round his front */
    DO(t, "Ada half 0307", );
    assert_true(told(t, HM_EVENT_STOPPED));
    clear(t);
    t = lay("", "engagement=mutual");
    put(t, ADA, "0310", N);
    put(t, BROK, "0406", SW);
    assert_true(
        refused(t, "Ada half 0309 0308 0307 0306", HM_REASON_STOPPED_ENGAGED)); /* each has the other in front */
    put(t, ADA, "0407", N);
    put(t, BROK, "0308", N); /* has her in front, and she turns her back on him */
    assert_true(judge(t, "Ada pace 0307 0306"));
    clear(t);
    t = lay("", "engagement=mutual moving_front=any");
    put(t, ADA, "0407", N);
    put(t, BROK, "0308", N);
    assert_true(refused(t, "Ada pace 0307 0306", HM_REASON_STOPPED_ENGAGED));
    clear(t);
    t = lay("", "stop_when=engaging");
    put(t, ADA, "0310", N);
    put(t, BROK, "0307", N); /* looks away, but she comes up behind him */
    assert_true(refused(t, "Ada half 0309 0308 0208", HM_REASON_STOPPED_ENGAGING));
    assert_true(judge(t, "Ada half 0309 0308"));
    clear(t);
}

static void engaged_lists(void **state) {
    (void)state;
    table *t = lay("", "");
    put(t, ADA, "0310", N);
    put(t, BROK, "0309", S); /* fronts 0310 and its two neighbours */
    assert_true(refused(t, "Ada step 0410", HM_REASON_ENGAGED));
    assert_true(judge(t, "Ada still face SE"));
    assert_true(refused(t, "Ada shift 0311", HM_REASON_SHIFT_LOSES));
    assert_int_equal(t->v.reasons[0].other, BROK);
    assert_true(judge(t, "Ada shift 0409"));
    assert_false(judge(t, "Ada shift 0410 0409"));
    put(t, CAT, "0408", S); /* fronts 0409 */
    assert_true(refused(t, "Ada shift 0409", HM_REASON_SHIFT_GAINS));
    assert_int_equal(t->v.reasons[0].other, CAT);
    body(t, ADA)->position = HM_PRONE;
    assert_true(judge(t, "Ada shift 0209"));
    body(t, BROK)->hex = hex(t, "0101");
    assert_true(refused(t, "Ada shift 0209", HM_REASON_NOT_ENGAGED));
    clear(t);
    t = lay("", "shift_new_foes=at_least crawl_shift=no shift_body=no");
    put(t, ADA, "0310", N);
    put(t, BROK, "0309", S);
    put(t, CAT, "0408", S);
    assert_true(judge(t, "Ada shift 0409"));
    put(t, DAN, "0409", N)->position = HM_PRONE;
    assert_true(refused(t, "Ada shift 0409", HM_REASON_SHIFT_BODY));
    body(t, ADA)->position = HM_PRONE;
    assert_true(refused(t, "Ada shift 0209", HM_REASON_SHIFT_DOWN));
    clear(t);
}

/* ------------------------------------------------------------------------------------------------------ others, ground
 */

static void others_in_the_way(void **state) {
    (void)state;
    table *t = lay("", "");
    put(t, ADA, "0310", N);
    put(t, DAN, "0309", N);
    assert_true(refused(t, "Ada step 0309", HM_REASON_HEX_TAKEN));
    body(t, DAN)->position = HM_PRONE;
    assert_true(judge(t, "Ada step 0309"));
    assert_int_equal(t->v.check_count, 1);
    assert_int_equal(t->v.checks[0].target, 11);
    assert_int_equal(t->v.checks[0].dice, 3);
    assert_true(refused(t, "Ada pace 0309 0308", HM_REASON_STOPPED_BODY));
    DO(t, "Ada step 0309", 3, 4, 4, 4); /* 12 against 11 */
    assert_int_equal(body(t, ADA)->position, HM_PRONE);
    assert_true(told(t, HM_EVENT_STUMBLED));
    assert_int_equal(body(t, ADA)->under, 1);
    clear(t);
    t = lay("", "through_friends=yes body_stop=may");
    put(t, ADA, "0310", N);
    put(t, DAN, "0309", N);
    assert_true(judge(t, "Ada pace 0309 0308"));
    assert_true(refused(t, "Ada step 0309", HM_REASON_CANNOT_STOP));
    body(t, DAN)->position = HM_PRONE;
    DO(t, "Ada pace 0309 0308", 3, 4, 4, 3); /* 11 against 11 */
    assert_int_equal(body(t, ADA)->hex, hex(t, "0308"));
    assert_int_equal(body(t, ADA)->under, 0);
    clear(t);
}

static void ground_that_bites(void **state) {
    (void)state;
    table *t = lay("......ffs", "");
    put(t, ADA, "0310", N);
    assert_true(judge(t, "Ada half 0309 0308 0307 0306"));
    assert_int_equal(t->v.check_count, 1);
    DO(t, "Ada half 0309 0308 0307 0306", 3, 1, 1, 1);
    assert_int_equal(body(t, ADA)->hits, 4); /* two hexes of fire passed */
    clear(t);
    t = lay("......ffs", "");
    put(t, ADA, "0310", N);
    DO(t, "Ada half 0309 0308", 3, 1, 1, 1);
    assert_int_equal(body(t, ADA)->hits, 4); /* stopped in it */
    clear(t);
    t = lay("......ffs", "");
    put(t, ADA, "0310", N);
    DO(t, "Ada half 0309 0308 0307 0306", 3, 6, 5, 1); /* slips: 12 against 11 */
    assert_int_equal(body(t, ADA)->hex, hex(t, "0309"));
    assert_int_equal(body(t, ADA)->position, HM_PRONE);
    assert_int_equal(body(t, ADA)->spent, 1);
    assert_int_equal(body(t, ADA)->hits, 0);
    clear(t);
    t = lay("........s", "");
    put(t, ADA, "0310", N)->position = HM_PRONE;
    assert_true(judge(t, "Ada step 0309"));
    assert_int_equal(t->v.check_count, 0); /* crawling is safe */
    clear(t);
}

/* --------------------------------------------------------------------------------------------------------------- jumps
 */

static void jumps_by_width(void **state) {
    (void)state;
    static const char *const columns[] = {"", ".....P", ".....PP", ".....PPP", ".....PPPP"};
    static const char *const orders[] = {"", "Ada full jump 0305", "Ada full jump 0305", "Ada full jump 0305",
                                         "Ada full jump 0305"};
    static const char *const starts[] = {"", "0307", "0308", "0309", "0310"};
    static const int dice[] = {0, 2, 5, 8, 11};
    for (int width = 1; width <= 4; width++) {
        table *t = lay(columns[width], "");
        put(t, ADA, starts[width], N);
        if (width == 4) {
            assert_true(refused(t, orders[width], HM_REASON_TOO_WIDE));
            clear(t);
            t = lay(columns[width], "jump_wider=three_more landing_hex=free");
            put(t, ADA, starts[width], N);
        }
        assert_true(judge(t, orders[width]));
        assert_int_equal(t->v.cost, width == 4 ? 4 : width + 1);
        assert_int_equal(t->v.checks[0].dice, dice[width]);
        assert_int_equal(t->v.checks[0].target, 23);
        clear(t);
    }
    table *t = lay(".....P", "");
    put(t, ADA, "0307", N);
    assert_true(
        refused(t, "Ada step jump 0305", HM_REASON_TOO_MANY_HEXES)); /* a jump counts what it spans and the landing */
    assert_true(judge(t, "Ada pace jump 0305"));
    assert_true(refused(t, "Ada step 0306", HM_REASON_DEEP_PIT));
    assert_true(refused(t, "Ada full jump 0407", HM_REASON_NOTHING_TO_JUMP));
    assert_true(refused(t, "Ada full jump 0507", HM_REASON_NOT_A_ROW) || why(t, HM_REASON_NOTHING_TO_JUMP));
    put(t, CAT, "0305", N);
    assert_true(refused(t, "Ada full jump 0305", HM_REASON_JUMP_TAKEN));
    body(t, CAT)->position = HM_PRONE;
    assert_true(judge(t, "Ada full jump 0305"));
    assert_int_equal(t->v.check_count, 2);
    assert_true(refused(t, "Ada full jump 0305 0304", HM_REASON_STOPPED_BODY));
    body(t, ADA)->position = HM_KNEELING;
    assert_true(refused(t, "Ada full jump 0305", HM_REASON_JUMP_DOWN));
    clear(t);
}

static void missed_over_deep(void **state) {
    (void)state;
    table *t = lay(".....PP", "");
    hm_body *ada = put(t, ADA, "0308", N);
    DO(t, "Ada full jump 0305 0304", 5, 1, 1, 1, 1, 1); /* lands and goes on */
    assert_int_equal(ada->hex, hex(t, "0304"));
    assert_int_equal(ada->spent, 4);
    assert_int_equal(ada->hexes, 4);
    clear(t);

    t = lay(".....PP", "");
    ada = put(t, ADA, "0308", N); /* missed, grabbed, pulled up */
    DO(t, "Ada full jump 0305 0304", 5, 6, 6, 6, 6, 6, 3, 3, 4, 4, 0x81, 1, 4, 1, 1, 1, 1);
    assert_int_equal(ada->hex, hex(t, "0305"));
    assert_int_equal(ada->position, HM_PRONE);
    assert_int_equal(ada->hanging, 0);
    assert_int_equal(ada->fatigue + ada->hits, 0);
    clear(t);

    t = lay(".....PP", "");
    ada = put(t, ADA, "0308", N); /* grabbed, not pulled up: a hit; hangs */
    DO(t, "Ada full jump 0305", 5, 6, 6, 6, 6, 6, 3, 3, 4, 4, 0x81, 1, 4, 6, 6, 1, 1, 0x81, 1);
    assert_int_equal(ada->hex, hex(t, "0306"));
    assert_int_equal(ada->hanging, 1 + N);
    assert_int_equal(ada->hits, 1);
    ada->move = HM_MOVE_DUE; /* its next turn */
    assert_true(refused(t, "Ada step 0305", HM_REASON_HANGS));
    assert_true(judge(t, "Ada still"));
    put(t, CAT, "0305", N);
    assert_true(refused(t, "Ada pull-up", HM_REASON_RIM_TAKEN));
    put(t, CAT, "0801", N);
    assert_true(judge(t, "Ada pull-up"));
    assert_int_equal(t->v.checks[0].target, 11);  /* STR 12, a hit taken */
    DO(t, "Ada pull-up", 4, 3, 3, 3, 3, 0x81, 2); /* 12 against 11: fatigue this time */
    assert_int_equal(ada->fatigue, 1);
    ada->move = HM_MOVE_DUE;
    DO(t, "Ada let-go", 2, 3, 3); /* seven metres: two dice, no armour */
    assert_int_equal(ada->hanging, 0);
    assert_int_equal(ada->hits, 7);
    assert_int_equal(ada->position, HM_PRONE);
    clear(t);

    t = lay(".....PP", "");
    ada = put(t, ADA, "0308", N); /* not grabbed: a random hex, then the fall */
    DO(t, "Ada full jump 0305", 5, 6, 6, 6, 6, 6, 3, 6, 6, 6, 1, 1, 2, 1, 2);
    assert_int_equal(ada->hex, hex(t, "0307"));
    assert_int_equal(ada->hits, 3);
    assert_int_equal(ada->move, HM_MOVE_DONE);
    clear(t);

    t = lay(".....PP", "missed_hex=walls pulled_up=standing pull_up_tries=at_once pull_up_cost=fatigue");
    ada = put(t, ADA, "0308", N); /* two failures and a success in one turn */
    DO(t, "Ada full jump 0305", 5, 6, 6, 6, 6, 6, 3, 1, 1, 1, 0x81, 1, 4, 6, 6, 6, 6, 0x81, 1, 4, 6, 6, 6,
       6, 0x81, 1, 4, 1, 1, 1, 1);
    assert_int_equal(ada->position, HM_STANDING);
    assert_int_equal(ada->fatigue, 2);
    clear(t);
}

static void shallow_pits_and_walls(void **state) {
    (void)state;
    table *t = lay(".....pp", "");
    hm_body *ada = put(t, ADA, "0308", N);
    assert_true(judge(t, "Ada full 0307 0306 0305"));
    DO(t, "Ada full jump 0305", 5, 6, 6, 6, 6, 6, 1, 2, 1, 4); /* no grab; second hex; one die of damage */
    assert_int_equal(ada->hex, hex(t, "0306"));
    assert_int_equal(ada->hits, 4);
    clear(t);
    t = lay(".....pp", "shallow_exit=full_turn");
    ada = put(t, ADA, "0306", N);
    assert_true(refused(t, "Ada step 0305", HM_REASON_WHOLE_TURN));
    assert_true(judge(t, "Ada full 0305"));
    assert_int_equal(t->v.cost, 10);
    assert_false(judge(t, "Ada full 0307 0207"));
    assert_false(judge(t, "Ada full 0305 0304"));
    clear(t);
    t = lay(".....WW", "");
    ada = put(t, ADA, "0308", N);
    assert_true(refused(t, "Ada full 0307", HM_REASON_WALL));
    DO(t, "Ada full jump 0305", 5, 6, 6, 6, 6, 6, 1, 1);
    assert_int_equal(ada->hex, hex(t, "0307"));
    assert_int_equal(ada->position, HM_PRONE);
    assert_int_equal(ada->hits, 0);
    ada->position = HM_STANDING;
    ada->move = HM_MOVE_DUE;
    ada->hexes = ada->spent = 0;
    assert_true(refused(t, "Ada step 0306", HM_REASON_WALL));
    assert_true(judge(t, "Ada step 0308"));
    clear(t);
    t = lay(".....W", "wall_walk=yes wall_height_max=99");
    put(t, ADA, "0307", N);
    assert_true(judge(t, "Ada step 0306"));
    assert_true(refused(t, "Ada full jump 0305", HM_REASON_WALL_TOO_HIGH));
    clear(t);
}

static void jumps_over_bodies(void **state) {
    (void)state;
    table *t = lay("", "");
    hm_body *ada = put(t, ADA, "0308", N);
    put(t, DAN, "0307", N);
    assert_true(refused(t, "Ada full jump 0306", HM_REASON_NOTHING_TO_JUMP));
    body(t, DAN)->position = HM_PRONE;
    assert_true(judge(t, "Ada half jump 0306 0305"));
    assert_int_equal(t->v.cost, 5); /* three for the body, one for the landing, one on */
    assert_int_equal(t->v.checks[0].target, 11);
    DO(t, "Ada half jump 0306 0305", 3, 6, 6, 6);
    assert_int_equal(ada->hex, hex(t, "0307"));
    assert_int_equal(ada->position, HM_PRONE);
    clear(t);
    t = lay("", "body_jump_cost=all body_jump_miss=landing");
    ada = put(t, ADA, "0308", N);
    put(t, DAN, "0307", N)->position = HM_PRONE;
    assert_true(judge(t, "Ada half jump 0306"));
    assert_int_equal(t->v.cost, 3);
    DO(t, "Ada half jump 0306", 3, 6, 6, 6);
    assert_int_equal(ada->hex, hex(t, "0306"));
    assert_int_equal(ada->position, HM_PRONE);
    clear(t);
}

/* ------------------------------------------------------------------------------------------------- picking up, rising
 */

static void picking_up(void **state) {
    (void)state;
    table *t = lay(".....P", "");
    hm_body *ada = put(t, ADA, "0310", N);
    hm_thing_at(t->s, t->st, 1)->hex = hex(t, "0308");
    assert_true(judge(t, "Ada half 0309 0308 grab axe"));
    assert_int_equal(t->v.cost, 5);
    assert_true(refused(t, "Ada half 0309 0308 grab axe 0307", HM_REASON_TOO_FAR));
    assert_true(refused(t, "Ada full 0309 grab axe", HM_REASON_ITEM_ELSEWHERE));
    assert_true(refused(t, "Ada full 0309 0308 grab axe 0307 jump 0305", HM_REASON_JUMP_PICKUP));
    put(t, CAT, "0307", S); /* fronts 0308 */
    assert_true(refused(t, "Ada full 0309 0308 grab axe", HM_REASON_PICKUP_ENGAGED));
    put(t, CAT, "0801", S);
    DO(t, "Ada full 0309 0308 grab axe 0307", );
    assert_int_equal(ada->ready, 1);
    assert_int_equal(hm_thing_at(t->s, t->st, 1)->holder, ADA);
    assert_true((ada->flags & HM_BARRED) && (ada->flags & HM_GRABBED));
    assert_int_equal(ada->spent, 6);
    clear(t);
    for (int pass = 0; pass < 2; pass++) {
        t = lay("", "pickup_bars=roll");
        ada = put(t, ADA, "0310", N);
        hm_thing_at(t->s, t->st, 1)->hex = hex(t, "0308");
        assert_true(judge(t, "Ada half 0309 0308 snatch axe 0307"));
        assert_int_equal(t->v.cost, 3);
        DO(t, "Ada half 0309 0308 snatch axe 0307", 3, 5, (uint8_t)(pass ? 5 : 6), 1);
        assert_int_equal(hm_thing_at(t->s, t->st, 1)->holder, pass ? ADA : 0);
        assert_true(ada->flags & HM_BARRED);
        assert_int_equal(ada->snatch, 0);
        clear(t);
    }
}

static void standing_up(void **state) {
    (void)state;
    table *t = lay("", "");
    hm_body *ada = put(t, ADA, "0310", N);
    assert_true(refused(t, "Ada rise", HM_REASON_STANDS));
    ada->position = HM_PRONE;
    assert_true(refused(t, "Ada rise 0309", HM_REASON_RISE_TAKES_ALL));
    hm_body *dan = put(t, DAN, "0310", N);
    dan->under = 1;
    assert_true(refused(t, "Ada rise", HM_REASON_LIES_UNDER));
    put(t, DAN, "0801", N)->under = 0;
    DO(t, "Ada rise face S", );
    assert_int_equal(ada->position, HM_STANDING);
    assert_int_equal(ada->spent, 10);
    clear(t);
    t = lay("", "");
    ada = put(t, ADA, "0310", N);
    ada->position = HM_KNEELING;
    assert_true(judge(t, "Ada rise 0305"));
    assert_true(refused(t, "Ada rise 0304", HM_REASON_TOO_FAR));
    assert_true(judge(t, "Ada rise ready dirk"));
    assert_true(refused(t, "Ada rise ready dirk 0309", HM_REASON_RISE_OR_CHANGE));
    assert_true(refused(t, "Ada rise ready axe", HM_REASON_NOT_HELD));
    put(t, BROK, "0309", S);
    assert_true(judge(t, "Ada rise 0409"));
    assert_true(refused(t, "Ada rise 0311", HM_REASON_SHIFT_LOSES));
    DO(t, "Ada rise ready dirk", );
    assert_int_equal(ada->ready, 3);
    assert_int_equal(ada->position, HM_STANDING);
    clear(t);
}

/* ------------------------------------------------------------------------------------------------------- delays, turns
 */

static void delays(void **state) {
    (void)state;
    table *t = lay("", "");
    hm_body *ada = put(t, ADA, "0312", N);
    assert_true(refused(t, "Ada delay 0306", HM_REASON_DELAY_TOO_FAR));
    assert_true(refused(t, "Ada resume", HM_REASON_NOT_DELAYED));
    DO(t, "Ada delay 0307", );
    assert_int_equal(ada->move, HM_MOVE_DELAYED);
    assert_int_equal(qm__hm_actor(t->s, t->st), BROK);
    DO(t, "Brok still", );
    assert_int_equal(qm__hm_actor(t->s, t->st), ADA);
    assert_true(refused(t, "Ada step 0306", HM_REASON_DELAYED));
    assert_true(judge(t, "Ada resume 0302"));
    assert_true(refused(t, "Ada resume 0301", HM_REASON_DELAY_TOO_FAR));
    DO(t, "Ada wait", );
    assert_int_equal(qm__hm_actor(t->s, t->st), CAT);
    DO(t, "Cat still", );
    DO(t, "Ada resume 0306", );
    assert_int_equal(ada->move, HM_MOVE_DONE);
    assert_int_equal(ada->hexes, 6);
    clear(t);
    t = lay("", "delay_resume=half");
    ada = put(t, ADA, "0312", N);
    DO(t, "Ada delay 0309", );
    DO(t, "Brok still", );
    assert_true(judge(t, "Ada resume 0307"));
    assert_true(refused(t, "Ada resume 0306", HM_REASON_DELAY_TOO_FAR));
    clear(t);
    t = lay("", "delay=false chase_delay=barred");
    put(t, ADA, "0312", N);
    body(t, BROK)->chasing = ADA;
    assert_false(judge(t, "Ada delay"));
    assert_non_null(why(t, HM_REASON_NO_DELAY));
    assert_int_equal(why(t, HM_REASON_DELAY_QUARRY)->other, BROK);
    clear(t);
}

static void turning(void **state) {
    (void)state;
    table *t = lay("", "");
    put(t, ADA, "0310", N);
    assert_true(refused(t, "Ada turn S", HM_REASON_TURN_OWN_MOVE));
    clear(t);
    t = lay("", "turn_when=any_time");
    put(t, CAT, "0310", N);
    assert_true(refused(t, "Cat turn N", HM_REASON_FACES_ALREADY));
    DO(t, "Cat turn S", );
    assert_int_equal(body(t, CAT)->facing, S);
    assert_int_equal(qm__hm_actor(t->s, t->st), ADA);
    clear(t);
}

/* --------------------------------------------------------------------------------------------------------------- ropes
 */

static void ropes(void **state) {
    (void)state;
    table *t = lay(".....D", ""); /* two metres and a half: three turns */
    hm_body *ada = put(t, ADA, "0306", N);
    assert_true(refused(t, "Ada step 0305", HM_REASON_NO_CLIMBING_OUT));
    assert_true(refused(t, "Ada climb 0305", HM_REASON_NO_ROPE));
    assert_int_equal(t->v.reasons[0].needed, 3);
    assert_true(refused(t, "Ada climb 0304", HM_REASON_NOT_THE_RIM));
    hm_thing_at(t->s, t->st, 2)->holder = ADA;
    hm_thing_at(t->s, t->st, 2)->hex = 0;
    ada->position = HM_PRONE;
    assert_true(refused(t, "Ada climb 0305", HM_REASON_CLIMB_STANDING));
    ada->position = HM_STANDING;
    for (int turn = 1; turn <= 2; turn++) {
        DO(t, "Ada climb 0305", );
        assert_int_equal(ada->climbed, turn);
        assert_int_equal(ada->hex, hex(t, "0306"));
        ada->move = HM_MOVE_DUE;
    }
    assert_false(judge(t, "Ada climb 0307"));
    assert_non_null(why(t, HM_REASON_OTHER_RIM));
    assert_true(refused(t, "Ada step 0305", HM_REASON_ON_ROPE));
    put(t, CAT, "0305", N);
    assert_true(refused(t, "Ada climb 0305", HM_REASON_RIM_TAKEN));
    put(t, CAT, "0801", N);
    DO(t, "Ada climb 0305", );
    assert_int_equal(ada->hex, hex(t, "0305"));
    assert_int_equal(ada->climbing, 0);
    clear(t);
    t = lay(".....D", "rope=helper");
    ada = put(t, ADA, "0306", N);
    hm_thing_at(t->s, t->st, 2)->hex = 0;
    hm_thing_at(t->s, t->st, 2)->holder = ADA;
    assert_true(refused(t, "Ada climb 0305", HM_REASON_NO_ROPE));
    hm_thing_at(t->s, t->st, 2)->holder = DAN;
    put(t, DAN, "0307", N);
    DO(t, "Ada climb 0305", );
    ada->move = HM_MOVE_DUE;
    DO(t, "Ada let-go", 1, 5);
    assert_int_equal(ada->hits, 5);
    assert_int_equal(ada->climbed, 0);
    clear(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(slow_and_crawling),
        cmocka_unit_test(engaged_on_the_way),
        cmocka_unit_test(engaged_lists),
        cmocka_unit_test(others_in_the_way),
        cmocka_unit_test(ground_that_bites),
        cmocka_unit_test(jumps_by_width),
        cmocka_unit_test(missed_over_deep),
        cmocka_unit_test(shallow_pits_and_walls),
        cmocka_unit_test(jumps_over_bodies),
        cmocka_unit_test(picking_up),
        cmocka_unit_test(standing_up),
        cmocka_unit_test(delays),
        cmocka_unit_test(turning),
        cmocka_unit_test(ropes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
