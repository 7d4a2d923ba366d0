/* How likely a model gets to where its way leads: all falls of the dice of an order, carried out.
 *
 * A check that fails need not keep a model from its goal: what is left can suffice, a climb that is halved too. So what
 * can happen is played, by the code that plays the order, and the chances are added with which the model is there in
 * the end; it is what the odds of the order come to.
 *
 * Invariant: nothing but working memory changes. Rejected: to work out from the hazards of a way what failures leave.
 * That would be the rules a second time.
 */
#include <string.h>

#include "game/drive.h"
#include "rules/squad/move.h"

enum { DEPTH = 48 /* rolls in a row */, RUNS = 4096 };

/* The rolls up to some point, and the class that each came to. */
typedef struct falling_dice {
    uint16_t count;
    uint8_t path[DEPTH];
    qm__roll rolls[DEPTH];
    bool idle[DEPTH]; /* a Save of another model: where this one gets to does not hang on it */
    double chance[DEPTH + 1];
} falling_dice;

static void run_once(const qm__run *order, const qm_state *from, const falling_dice *dice, qm__drive *drive) {
    qm__run run = *order;
    qm__drive_clear(drive);
    drive->mode = QM__DRIVE_WALK;
    drive->path = dice->path;
    drive->path_length = dice->count;
    run.drive = drive;
    memset(run.vars, 0, sizeof run.vars);
    memcpy(run.state, from, run.scenario->pending_at);
    qm__sq_play_move(&run);
}

static void weigh_last(falling_dice *dice) {
    const uint16_t last = (uint16_t)(dice->count - 1);
    uint64_t weight = 1, total = 1;
    if (!dice->idle[last]) {
        qm__roll_weight(&dice->rolls[last], dice->path[last], &weight, &total);
    }
    dice->chance[dice->count] = dice->chance[last] * ((double)weight / (double)total);
}

/* One roll more, in its first class. */
static void add_roll(falling_dice *dice, const qm__roll *roll, bool idle) {
    dice->rolls[dice->count] = *roll;
    dice->idle[dice->count] = idle;
    dice->path[dice->count++] = 0;
    weigh_last(dice);
}

/* The next fall of the dice; false after the last. */
static bool turn_on(falling_dice *dice) {
    while (dice->count > 0) {
        const uint16_t last = (uint16_t)(dice->count - 1);
        const uint32_t classes = dice->idle[last] ? 1 : qm__roll_classes(&dice->rolls[last]);
        if (dice->path[last] + 1u < classes) {
            dice->path[last]++;
            weigh_last(dice);
            return true;
        }
        dice->count--;
    }
    return false;
}

double qm__sq_arrival(const sq_arriving *a) {
    falling_dice dice = {.chance = {1}};
    qm__drive drive;
    double chance = 0;
    const bool lone = sq_set(a->scenario)->broken == SQ_BROKEN_NEXT_MOVE; /* casualties take nobody else with them */
    qm__run run = {
        .scenario = a->scenario, .state = a->memory, .order = a->order, .prepared = a->prepared, .search = a->search};
    for (int runs = 0; runs < RUNS; runs++) {
        run_once(&run, a->state, &dice, &drive);
        if (drive.captured && dice.count == DEPTH) {
            return -1;
        }
        if (drive.captured) {
            add_roll(&dice, &drive.next, lone && drive.next.kind == SQ_ROLL_SAVE && drive.next.figure != a->figure);
            continue;
        }
        const sq_model *m = sq_at(a->scenario, run.state, a->figure);
        const bool there = !m->out && m->x == a->goal.x && m->y == a->goal.y && m->z == a->goal.z;
        chance += there ? dice.chance[dice.count] : 0;
        if (!turn_on(&dice)) {
            return chance;
        }
    }
    return -1;
}
