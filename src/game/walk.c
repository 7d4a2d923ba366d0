/* Where a run's rolls and choices go when no dice are thrown: a walk of outcomes gives classes along a path, and after
 * the end of a path or tape a fixed class is as good as any.
 *
 * Invariant: nothing here draws a die or touches a tape. It is apart from play.c so that a walk, which takes most of
 * the rolls there are, comes here by the shortest way.
 */
#include "base/hash.h"
#include "game/drive.h"

int qm__answer_beyond(qm__run *run, const qm__roll *roll) {
    qm__drive *drive = run->drive;
    drive->beyond++;
    const bool last = drive->beyond_last || drive->beyond > QM__BEYOND_MAX;
    if (roll->shape == QM__FACES) {
        memset(run->faces, last ? roll->sides : 1, roll->dice);
        return 0;
    }
    return last ? (int)qm__roll_classes(roll) - 1 : 0;
}

/* A walk gives the class its path says, and notes the first roll after it. */
static int walk_roll(qm__run *run, const qm__roll *roll) {
    qm__drive *drive = run->drive;
    if (drive->path_at < drive->path_length) {
        const int outcome = drive->path[drive->path_at++];
        if (roll->shape == QM__FACES) {
            run->faces[0] = (uint8_t)(outcome + 1);
        }
        if (drive->events) {
            const int low = roll->shape == QM__FACES ? outcome < roll->cuts[0] : outcome;
            qm__tell_roll(run, roll, qm__roll_counts(roll) ? low : 0, outcome, false);
        }
        return roll->shape == QM__FACES ? 0 : outcome;
    }
    if (!drive->captured) {
        drive->captured = 1;
        drive->next = *roll;
        uint64_t site = qm__hash(roll, sizeof *roll, (uint64_t)drive->path_length);
        if (drive->duel) {
            site = qm__hash(drive->duel->figures, drive->duel->count * sizeof drive->duel->figures[0], site);
        }
        drive->next_key = qm__position_key(run->scenario, run->state, qm__hash(run->vars, sizeof run->vars, site));
    }
    return qm__answer_beyond(run, roll);
}

int qm__roll_take(qm__run *run, const qm__roll *roll) {
    if (roll->dice == 0 && roll->shape == QM__COUNT) {
        return 0;
    }
    if (roll->dice == 0 && roll->shape == QM__POOL) {
        return roll->cuts[0] <= 0 ? 0 : 1;
    }
    return run->drive->mode == QM__DRIVE_WALK ? walk_roll(run, roll) : qm__play_roll(run, roll);
}

int qm__roll_take_telling(qm__run *run, const qm__roll *roll, const qm__roll_aside *aside) {
    run->aside = aside;
    const int outcome = qm__roll_take(run, roll);
    run->aside = NULL;
    return outcome;
}

int qm__walk_choice(qm__run *run, const qm__choice *choice) {
    qm__drive *drive = run->drive;
    switch ((qm_policy)drive->policy) {
    case QM_POLICY_AUTOMATIC:
        return choice->automatic;
    case QM_POLICY_FIRST:
        return 0;
    case QM_POLICY_LAST:
        return choice->count - 1;
    case QM_POLICY_UNIFORM:
        break;
    }
    const qm__roll pick = {.figure = choice->figure, .dice = 1, .sides = choice->count, .shape = QM__PICK};
    qm_events *const events = drive->events;
    drive->events = NULL; /* it is no roll anybody makes */
    const int taken = walk_roll(run, &pick);
    drive->events = events;
    return taken;
}
