/* How fast squad is in the streets of bench/tables/squad.json: a table of 44" × 60" with 30 solids on two storeys,
 * three units of ten models and 24 of one. Prints one line a figure: what was asked for, what was measured, and
 * whether it holds.
 *
 *   bench_squad            all workloads, timed
 *   bench_squad NAME N     one workload, N rounds, nothing timed: for counting instructions under callgrind
 *
 * Units are strewn over the ground by a generator of this program, and orders are drawn until they are legal, so that
 * nothing is chosen to be easy. Every question is asked of a state of its own, several times, and the best time of each
 * counts. What was answered is checked outside of the time that is measured.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/asking.h"
#include "machine/games.h"
#include "machine/machine.h"
#include "quickmarch/quickmarch.h"

enum { QUESTIONS = 100, BLOCKS = 100, MODELS = 10, ATTACKS = 40, TRIES = 100000 };

/* A question and the state that it is asked of. */
typedef struct question {
    qm_state *state;
    qm_order order;
} question;

typedef struct list {
    question *items;
    uint32_t count;
} list;

typedef struct spot {
    double x, y;
} spot;

typedef struct field {
    qm_scenario *scenario;
    qm_scratch *scratch;
    qm_state *begun, *after; /* the first round, and what is played on */
    size_t state_size;
    list drawn, placed, refused, volleys, split;
    games shipped;
    spot blocks[BLOCKS];   /* where a unit of ten has room, strewn over the table; its first model */
    spot units[3][MODELS]; /* where the models of the strewn units stand */
    uint64_t seed;
    uint32_t part; /* of as many questions as there are at most, one in so many is asked: counting takes long */
    double sum;    /* of answers, so that nothing is left out as unused */
    qm_verdict verdict;
} field;

enum { RIFLES, ORKS, BOARS };
static const char *const names[] = {"Rifles", "Orks", "Boars"};

/* For choosing questions only; dice come from the library's own generator. */
static double between(field *f, double low, double high) {
    f->seed ^= f->seed << 13;
    f->seed ^= f->seed >> 7;
    f->seed ^= f->seed << 17;
    return low + (high - low) * (double)((f->seed >> 33) % 1000001) / 1000000;
}

/* ---------------------------------------------------------------------------------------------------------- loading */

static bool is_legal(field *f, const qm_state *state, const qm_order *order) {
    return qm_judge(f->scenario, state, order, f->scratch, &f->verdict) == QM_OK && f->verdict.judgement == QM_LEGAL;
}

static void play(field *f, qm_state *state, uint64_t seed) {
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = seed};
    qm_played played;
    if (qm_play(f->scenario, state, f->scratch, &source, NULL, &played) != QM_OK || played != QM_PLAYED_DONE) {
        machine_fail("an order cannot be played");
    }
}

static qm_order order_of(const field *f, const char *text) {
    qm_order order;
    qm_diagnostics faults = qm_diagnostics_make(NULL);
    if (qm_order_read(f->scenario, text, strlen(text), &order, &faults) != QM_OK) {
        games_tell_faults(&faults);
        machine_fail(text);
    }
    qm_diagnostics_free(&faults);
    return order;
}

static void load(field *f) {
    qm_diagnostics faults = qm_diagnostics_make(NULL);
    if (qm_scenario_read_file(&f->scenario, QM_SOURCE_DIR "/bench/tables/squad.json", NULL, NULL, NULL, &faults) !=
        QM_OK) {
        games_tell_faults(&faults);
        machine_fail("the table cannot be read");
    }
    qm_diagnostics_free(&faults);
    f->state_size = qm_state_size(f->scenario);
    f->scratch = machine_room(qm_scratch_size(f->scenario, 0));
    f->begun = machine_room(f->state_size);
    f->after = machine_room(f->state_size);
    qm_scratch_start(f->scenario, f->scratch, 0);
    qm_state_start(f->scenario, f->begun);
    const qm_order next = order_of(f, "next");
    if (!is_legal(f, f->begun, &next)) {
        machine_fail("the first round does not begin");
    }
    play(f, f->begun, 1);
}

/* --------------------------------------------------------------------------------------------------------- strewing */

/* Puts a unit down in two loose rows; false where one of its models cannot stand. */
static bool put(field *f, qm_state *state, int unit, spot at) {
    for (int i = 0; i < MODELS; i++) {
        spot *here = &f->units[unit][i];
        char text[64];
        *here = (spot){at.x + i % 5 * 1.3 + between(f, -0.1, 0.1), at.y + i / 5 * 1.3 + between(f, -0.1, 0.1)};
        if (here->x < 0.5 || here->y < 0.5 || here->x > 43.5 || here->y > 59.5) {
            return false;
        }
        snprintf(text, sizeof text, "place %s-%d %.3f,%.3f", names[unit], i + 1, here->x, here->y);
        const qm_order order = order_of(f, text);
        if (!is_legal(f, state, &order)) {
            return false;
        }
        play(f, state, 1);
    }
    return true;
}

static void strew_blocks(field *f) {
    for (int count = 0; count < BLOCKS;) {
        f->blocks[count] = (spot){between(f, 0, 38), between(f, 0, 58)};
        memcpy(f->after, f->begun, f->state_size);
        count += put(f, f->after, RIFLES, f->blocks[count]);
    }
}

static spot anywhere(field *f) {
    return f->blocks[(int)between(f, 0, BLOCKS - 0.001)];
}

/* Somewhere not farther from a unit than this by either coordinate. */
static spot around(field *f, int unit, double far) {
    const spot from = f->units[unit][0];
    spot at;
    do {
        at = anywhere(f);
    } while (at.x < from.x - far || at.x > from.x + far || at.y < from.y - far || at.y > from.y + far);
    return at;
}

static void write_leg(qm_text *out, const char *keyword, double x, double y) {
    qm_text_addf(out, " %s", keyword);
    qm_text_add_decimal(out, x, 3);
    qm_text_add_char(out, ',');
    qm_text_add_decimal(out, y, 3);
}

/* A move of all models the same way: each straight by two pieces with a bend, or to a place by whatever way. */
static qm_order draw_move(field *f, bool paths) {
    static char text[8000];
    qm_text order = qm_text_over(text, sizeof text);
    const double aside = between(f, -0.2, 0.2); /* of the bend, as a part of the whole way */
    spot by;
    do {
        by = (spot){between(f, -5.5, 5.5), between(f, -5.5, 5.5)};
    } while (by.x * by.x + by.y * by.y > 5.5 * 5.5 || by.x * by.x + by.y * by.y < 4);
    qm_text_add(&order, "Rifles move");
    for (int i = 0; i < MODELS; i++) {
        const spot here = f->units[RIFLES][i];
        qm_text_addf(&order, " Rifles-%d", i + 1);
        if (paths) {
            write_leg(&order, "via ", here.x + by.x / 2 - aside * by.y, here.y + by.y / 2 + aside * by.x);
        }
        write_leg(&order, paths ? "via " : "", here.x + by.x, here.y + by.y);
    }
    return order_of(f, text);
}

static int bends(const field *f) {
    int count = 0;
    for (uint16_t i = 0; i < f->verdict.part_count; i++) {
        count += f->verdict.parts[i].count > 2;
    }
    return count;
}

static question *next_question(field *f, list *l) {
    if (!l->items) {
        l->items = machine_room(QUESTIONS * sizeof(question));
    }
    question *q = &l->items[l->count];
    q->state = q->state ? q->state : machine_room(f->state_size);
    memcpy(q->state, f->begun, f->state_size);
    return q;
}

static bool keep(field *f, list *l, const qm_state *state, const qm_order *order) {
    if (l->count == QUESTIONS / f->part) {
        return false;
    }
    question *q = next_question(f, l);
    memcpy(q->state, state, f->state_size);
    q->order = *order;
    l->count++;
    return true;
}

/* Moves of one kind: legal ones, at least every other one of those by places with a bend, and such as are refused. */
static void strew_moves(field *f, bool paths, list *good, list *bad) {
    for (int tries = 0; good->count < QUESTIONS / f->part; tries++) {
        memcpy(f->after, f->begun, f->state_size);
        if (tries == TRIES) {
            machine_fail("too few moves are legal");
        }
        if (!put(f, f->after, RIFLES, anywhere(f))) {
            continue;
        }
        for (int drawn = 0; drawn < 12; drawn++) {
            const qm_order order = draw_move(f, paths);
            if (!is_legal(f, f->after, &order)) {
                if (bad) {
                    keep(f, bad, f->after, &order);
                }
            } else if (paths || good->count % 2 == 0 || bends(f) > 0) {
                keep(f, good, f->after, &order);
                break;
            }
        }
    }
}

static int dice(const field *f) {
    int count = 0;
    for (uint16_t i = 0; i < f->verdict.check_count; i++) {
        count += f->verdict.checks[i].dice;
    }
    return count;
}

/* All ten machine guns at one unit, or those and a few pistols at another. */
static void strew_volleys(field *f, list *l, const char *text, bool two) {
    const qm_order order = order_of(f, text);
    for (int tries = 0; l->count < QUESTIONS / f->part; tries++) {
        if (tries == TRIES) {
            machine_fail("too few volleys are legal");
        }
        memcpy(f->after, f->begun, f->state_size);
        if (put(f, f->after, RIFLES, anywhere(f)) && put(f, f->after, ORKS, around(f, RIFLES, 14)) &&
            (!two || put(f, f->after, BOARS, around(f, RIFLES, 9))) && is_legal(f, f->after, &order) &&
            (two ? dice(f) > ATTACKS : dice(f) == ATTACKS)) {
            keep(f, l, f->after, &order);
        }
    }
}

static const char *const logs[] = {"crossing",       "crossing-models", "crowded",
                                   "crowded-models", "crowded-volleys", "crowded-typed"};

/* -------------------------------------------------------------------------------------------------------- workloads */

static void ask_judge(field *f, const list *l, uint32_t n) {
    qm_judge(f->scenario, l->items[n].state, &l->items[n].order, f->scratch, &f->verdict);
}

static void ask_drawn(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->drawn, n);
}

static void ask_placed(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->placed, n);
}

static void ask_refused(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->refused, n);
}

static void ask_sight(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->volleys, n);
}

static void ask_split(void *of, uint32_t n) {
    field *f = of;
    ask_judge(f, &f->split, n);
}

static void ask_see(void *of, uint32_t n) {
    field *f = of;
    const question *q = &f->volleys.items[n];
    qm_unit_sight sight;
    const uint16_t target = qm_figure_named(f->scenario, "Orks-1");
    if (qm_see_unit(f->scenario, q->state, q->order.actor, target, f->scratch, &sight) != QM_OK) {
        machine_fail("nothing is seen");
    }
    f->sum += sight.models[0].fraction;
}

/* The last of what is told is how many models are lost, and its chances must add up to 1. */
static void ask_forecast(void *of, uint32_t n) {
    field *f = of;
    qm_forecast_result told;
    (void)n;
    if (qm_forecast(f->scenario, f->after, f->scratch, QM_POLICY_AUTOMATIC, &told) != QM_OK || told.count < 4) {
        machine_fail("no forecast");
    }
    const double whole = qm_spread_at_least(&told.spreads[told.count - 1], told.spreads[told.count - 1].low);
    if (whole < 1 - 1e-9 || whole > 1 + 1e-9) {
        machine_fail("chances do not add up to 1");
    }
    f->sum += whole;
}

static void ask_play(void *of, uint32_t n) {
    field *f = of;
    play(f, f->after, n);
}

static void ask_shipped(void *of, uint32_t n) {
    field *f = of;
    games_replay(&f->shipped, n, &f->verdict);
}

/* Before an order is forecast or played, it is judged. */
static void judge_first(field *f, const list *l, uint32_t n) {
    ask_judge(f, l, n);
    memcpy(f->after, l->items[n].state, f->state_size);
}

static void judge_volley(void *of, uint32_t n) {
    field *f = of;
    judge_first(f, &f->volleys, n);
}

static void judge_split(void *of, uint32_t n) {
    field *f = of;
    judge_first(f, &f->split, n);
}

/* -------------------------------------------------------------------------------------------------------- measuring */

#define COUNT(member) offsetof(field, member.count)
static const asking workloads[] = {
    {"drawn", "a move of 10 by drawn paths judged", ASKING_MEAN, 100, NULL, ask_drawn, COUNT(drawn)},
    {"placed", "a move of 10 to places judged", ASKING_MEAN, 1000, NULL, ask_placed, COUNT(placed)},
    {"refused", "a move of 10 to places refused", ASKING_MEAN, 0, NULL, ask_refused, COUNT(refused)},
    {"sight", "10 models shooting at 10 judged", ASKING_MEAN, 2000, NULL, ask_sight, COUNT(volleys)},
    {"see", "what they could shoot, told", ASKING_MEAN, 0, NULL, ask_see, COUNT(volleys)},
    {"split", "the same at two units judged", ASKING_MEAN, 0, NULL, ask_split, COUNT(split)},
    {"forecast", "forecast of 40 attacks at 10 models", ASKING_MEAN, 1000, judge_volley, ask_forecast, COUNT(volleys)},
    {"forecast-split", "the same at two units", ASKING_MEAN, 0, judge_split, ask_forecast, COUNT(split)},
    {"play", "40 attacks at 10 models played", ASKING_MEAN, 0, judge_volley, ask_play, COUNT(volleys)},
    {"logs", "orders of shipped games replayed", ASKING_RATE, 5000, NULL, ask_shipped, COUNT(shipped)},
};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

static bool is_wanted(const char *name, const char *a, const char *b, const char *c, const char *d) {
    return !name || strcmp(name, a) == 0 || strcmp(name, b) == 0 || strcmp(name, c) == 0 || strcmp(name, d) == 0;
}

static void make(void *of, const char *name) {
    field *f = of;
    f->part = name ? 10 : 1;
    f->seed = 88172645463325252u;
    load(f);
    strew_blocks(f);
    if (is_wanted(name, "drawn", "", "", "")) {
        strew_moves(f, true, &f->drawn, NULL);
    }
    if (is_wanted(name, "placed", "refused", "", "")) {
        strew_moves(f, false, &f->placed, &f->refused);
    }
    if (is_wanted(name, "sight", "see", "forecast", "play")) {
        strew_volleys(f, &f->volleys, "Rifles shoot with machine_gun at Orks", false);
    }
    if (is_wanted(name, "split", "forecast-split", "", "")) {
        strew_volleys(f, &f->split, "Rifles shoot with machine_gun at Orks with pistol at Boars", true);
    }
    if (is_wanted(name, "logs", "", "", "")) {
        f->shipped = games_shipped("squad", logs, sizeof logs / sizeof logs[0], &f->verdict);
    }
}

/* How much there is to what is asked. */
static void tell_questions(field *f) {
    int bent = 0, checks = 0, lines = 0;
    for (uint32_t n = 0; n < f->placed.count; n++) {
        ask_placed(f, n);
        bent += bends(f);
        checks += f->verdict.check_count;
    }
    for (uint32_t n = 0; n < f->volleys.count; n++) {
        ask_sight(f, n);
        lines += f->verdict.check_count;
    }
    printf("%u moves to places: %.1f models of 10 go around something, %.2f checks; %u volleys: %.1f kinds of dice\n",
           f->placed.count, (double)bent / f->placed.count, (double)checks / f->placed.count, f->volleys.count,
           (double)lines / f->volleys.count);
}

static void check(void *of) {
    field *f = of;
    tell_questions(f);
}

int main(int argc, char **argv) {
    static field f;
    const asking_all all = {workloads, WORKLOADS, "squad in streets of two storeys with units of ten models", make,
                            check};
    return asking_main(&all, &f, argc, argv);
}
