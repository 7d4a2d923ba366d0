/* Playing: running a family's rule code on dice from a tape, a generator or a person.
 *
 * Invariant: a state is changed only by a run that came to its end. A run that may have to wait, or whose tape may not fit, puts
 * a copy of the state aside first and takes it back if it did not. Rejected: suspending rule code half way (coroutines,
 * hand-made state machines): re-running from the tape keeps rule code straight and the state plain.
 */
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "game/drive.h"
#include "game/scratch.h"

/* ------------------------------------------------------------------------------------------------ faces to classes */

/* The class of a roll whose dice are added up, or of whose dice one counts. */
static int class_of_total(const qm__roll *roll, int total) {
    switch ((qm__shape)roll->shape) {
    case QM__UNDER:
        return total <= roll->cuts[0] ? 0 : 1;
    case QM__BANDS: {
        int outcome = 0;
        while (outcome < roll->cut_count && total > roll->cuts[outcome]) {
            outcome++;
        }
        return outcome;
    }
    case QM__SUM:
        return total - roll->dice;
    case QM__PICK:
        return total - 1;
    case QM__OVER:
        return total >= roll->cuts[0] ? 0 : 1;
    case QM__COUNT:
        return total;
    case QM__FACES:
    case QM__POOL:
    case QM__DUEL:
        break;
    }
    return 0;
}

/* The die that counts. */
static int kept(const qm__roll *roll, const uint8_t *faces) {
    int best = faces[0];
    for (size_t i = 1; i < roll->dice; i++) {
        best = (faces[i] > best) == (roll->cuts[1] == 0) ? faces[i] : best;
    }
    return best;
}

/* The class of faces, -1 for a round that decides nothing; *value is what they come to. */
static int class_of(const qm__roll *roll, const uint8_t *faces, int *value) {
    *value = 0;
    if (roll->shape == QM__POOL || roll->shape == QM__DUEL) {
        return qm__pools_class(roll, faces, value);
    }
    if (roll->shape == QM__OVER) {
        *value = kept(roll, faces);
    } else if (qm__roll_counts(roll)) {
        *value = roll->dice - qm__pool_points(faces, roll->dice, roll->cuts[0] + 1);
    } else if (roll->shape != QM__FACES) {
        for (size_t i = 0; i < roll->dice; i++) {
            *value += faces[i];
        }
    }
    return class_of_total(roll, *value);
}

/* ----------------------------------------------------------------------------------------------------- one roll */

static void record(qm__drive *drive, uint8_t head, const uint8_t *values, size_t count) {
    drive->trail = qm__hash(values, count, drive->trail + head);
    if (!drive->record) {
        return;
    }
    if (drive->record_length + 1u + count > drive->record_max) {
        drive->overlong = 1;
        return;
    }
    drive->record[drive->record_length] = head;
    memcpy(drive->record + drive->record_length + 1, values, count);
    drive->record_length = (uint16_t)(drive->record_length + 1u + count);
}

/* Takes the next entry of the given tape if there is one; it must have this head and values from 1 to `highest`. */
static bool take_given(qm__drive *drive, uint8_t head, uint8_t count, int highest, uint8_t *values) {
    if (drive->given_at >= drive->given_length) {
        return false;
    }
    const uint8_t *entry = drive->given + drive->given_at;
    const size_t left = (size_t)(drive->given_length - drive->given_at);
    bool fits = entry[0] == head && left > count;
    for (size_t i = 0; fits && i < count; i++) {
        fits = entry[1 + i] >= 1 && entry[1 + i] <= highest;
    }
    if (!fits) {
        drive->bad = 1;
        drive->given_at = drive->given_length;
        return false;
    }
    memcpy(values, entry + 1, count);
    drive->given_at = (uint16_t)(drive->given_at + 1 + count);
    return true;
}

static uint8_t over_of(const qm__roll *roll) {
    if (roll->shape != QM__OVER) {
        return qm__roll_counts(roll) ? QM_OVER_EACH : QM_OVER_NOT;
    }
    return roll->dice < 2 ? QM_OVER_ONE : roll->cuts[1] == 0 ? QM_OVER_HIGHER : QM_OVER_LOWER;
}

static void want_roll(const qm__run *run, const qm__roll *roll) {
    const qm_scenario *scenario = run->scenario;
    qm__drive *drive = run->drive;
    const uint16_t side = roll->figure ? scenario->figures[roll->figure - 1].side : 0;
    drive->wanted = (qm_wanted){.what = 1,
                                .dice = roll->dice,
                                .sides = roll->sides,
                                .kind = roll->kind,
                                .figure = roll->figure,
                                .side = drive->duel ? qm__duel_side(drive->duel, scenario) : side,
                                .other = roll->other,
                                .target = roll->target,
                                .over = over_of(roll),
                                .at = run->aside ? run->aside->at : (qm_place){0, 0, 0}};
    drive->wanted.pool_count = qm__pools_of(drive, roll, &drive->wanted.pools);
    const qm__roll_aside *aside = run->aside;
    for (uint16_t i = 0; aside && aside->of_target && i < aside->term_count && i < QM_ROLL_TERMS_MAX; i++) {
        drive->wanted.terms[drive->wanted.term_count++] = aside->terms[i];
    }
}

static void tell_aside(qm_event *event, const qm__roll_aside *aside, bool faces) {
    event->at = aside->at;
    event->target_terms = aside->of_target != 0;
    for (uint16_t i = 0; i < aside->term_count && i < QM_ROLL_TERMS_MAX; i++) {
        event->terms[event->term_count++] = aside->terms[i];
        event->value += faces && !aside->of_target ? aside->terms[i].amount : 0;
    }
}

void qm__tell_roll(qm__run *run, const qm__roll *roll, int total, int outcome, bool faces) {
    qm_event *event = qm__tell(run, 0);
    event->figure = roll->figure;
    event->other = roll->other;
    event->roll = roll->kind;
    event->value = total;
    event->needed = roll->target;
    event->outcome = (uint8_t)outcome;
    event->sides = roll->sides;
    event->over = over_of(roll);
    event->dice = faces ? roll->dice : 0;
    event->pool_count = qm__pools_of(run->drive, roll, &event->pools);
    if (faces) {
        memcpy(event->faces, run->faces, roll->dice);
    }
    if (run->aside) {
        tell_aside(event, run->aside, faces);
    }
}

void qm__draw_faces(qm__run *run, const qm__roll *roll) {
    for (size_t i = 0; i < roll->dice; i++) {
        run->faces[i] = (uint8_t)(qm__random_below(run->drive->seed, &run->drive->index, roll->sides) + 1);
    }
}

int qm__play_roll(qm__run *run, const qm__roll *roll) {
    qm__drive *drive = run->drive;
    if (drive->wanted.what != 0 || drive->bad) {
        return qm__answer_beyond(run, roll);
    }
    if (!take_given(drive, roll->dice, roll->dice, roll->sides, run->faces)) {
        if (drive->bad) {
            return qm__answer_beyond(run, roll);
        }
        if (drive->ask_dice) {
            want_roll(run, roll);
            return qm__answer_beyond(run, roll);
        }
        if (roll->shape == QM__DUEL) {
            qm__duel_draw(run, roll);
        } else {
            qm__draw_faces(run, roll);
        }
    }
    int value;
    const int outcome = class_of(roll, run->faces, &value);
    if (outcome < 0) {
        drive->bad = 1; /* the tape has a round after which all roll again */
        return qm__answer_beyond(run, roll);
    }
    record(drive, roll->dice, run->faces, roll->dice);
    if (drive->events) {
        qm__tell_roll(run, roll, value, outcome, true);
    }
    return outcome;
}

/* --------------------------------------------------------------------------------------------------- one choice */

static void want_choice(qm__drive *drive, const qm__choice *choice) {
    drive->wanted = (qm_wanted){.what = 2,
                                .option_count = choice->count,
                                .kind = choice->kind,
                                .figure = choice->figure,
                                .side = choice->side,
                                .other = choice->other,
                                .target = choice->value,
                                .automatic = (uint8_t)(choice->automatic + 1)};
    if (choice->places) {
        memcpy(drive->wanted.places, choice->places, choice->count * sizeof *choice->places);
        return;
    }
    for (size_t i = 0; i < choice->count; i++) {
        drive->wanted.options[i] = choice->options[i] ? choice->options[i] : (uint16_t)(i + 1);
    }
}

int qm__choose(qm__run *run, const qm__choice *choice) {
    qm__drive *drive = run->drive;
    drive->choices++;
    if (choice->count <= 1) {
        return 0;
    }
    if (drive->mode == QM__DRIVE_WALK) {
        return qm__walk_choice(run, choice);
    }
    if (drive->wanted.what != 0 || drive->bad) {
        drive->beyond++;
        return drive->beyond_last ? choice->count - 1 : 0;
    }
    uint8_t taken = 0;
    if (!take_given(drive, QM_TAPE_CHOICE | 1, 1, choice->count, &taken)) {
        if (drive->bad || drive->ask_choices) {
            if (!drive->bad) {
                want_choice(drive, choice);
            }
            return 0;
        }
        taken = drive->random_choices ? (uint8_t)(qm__random_below(drive->seed, &drive->index, choice->count) + 1)
                                      : (uint8_t)(choice->automatic + 1);
    }
    record(drive, QM_TAPE_CHOICE | 1, &taken, 1);
    return taken - 1;
}

/* All of it, in pieces that compilers clear with a few stores: for the whole they set up a loop that costs more. */
static void clear_event(qm_event *event) {
    memset(event, 0, offsetof(qm_event, faces));
    memset(event->faces, 0, sizeof event->faces);
    memset(&event->pools, 0, sizeof *event - offsetof(qm_event, pools));
}

qm_event *qm__tell(qm__run *run, uint16_t kind) {
    qm__drive *drive = run->drive;
    qm_event *slot = &drive->spare;
    if (drive->events && drive->wanted.what == 0) {
        if (drive->events->count < drive->events->capacity) {
            slot = &drive->events->items[drive->events->count++];
        } else {
            drive->events->dropped++;
        }
        clear_event(slot);
    }
    slot->kind = kind;
    slot->figure = run->order->actor;
    return slot;
}

bool qm__supposes(qm__run *run) {
    run->drive->supposed |= run->drive->suppose;
    return run->drive->suppose != 0;
}

void qm__measure(qm__run *run) {
    run->drive->measured |= run->drive->wanted.what == 0;
}

void qm__run_play(const qm_scenario *scenario, qm_state *state, const qm_scratch *scratch, qm__drive *drive) {
    qm__run run; /* whose faces mean nothing before the first roll, and are not worth clearing */
    run.scenario = scenario;
    run.state = state;
    run.order = &scratch->order;
    run.prepared = qm__scratch_part(scratch, scratch->prepared_at);
    run.search = qm__scratch_part(scratch, scratch->search_at);
    run.drive = drive;
    run.aside = NULL;
    memset(run.vars, 0, sizeof run.vars);
    scenario->family->play(&run);
    if (drive->mode == QM__DRIVE_WALK && !drive->captured && scenario->family->end) {
        drive->end = scenario->family->end(&run);
    }
}

/* ------------------------------------------------------------------------------------------------------- playing */

static void set_out(qm__drive *drive, const qm_source *source, qm_events *events, uint64_t trail) {
    qm__drive_clear(drive);
    drive->ask_dice = source->dice == QM_DICE_ASKED;
    drive->ask_choices = source->choices == QM_CHOICES_ASKED;
    drive->random_choices = source->choices == QM_CHOICES_RANDOM;
    drive->seed = source->seed;
    drive->index = source->index;
    drive->events = events;
    drive->trail = trail;
    if (events) {
        events->count = events->dropped = 0;
    }
}

bool qm__asks_game_master(const qm__judging *judging) {
    const qm_scratch *scratch = judging->scratch;
    qm_state *copy = qm__scratch_part(scratch, scratch->state_at);
    memcpy(copy, judging->state, judging->scenario->pending_at);
    qm__drive drive;
    set_out(&drive, &(qm_source){.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED}, NULL, 0);
    qm__run_play(judging->scenario, copy, scratch, &drive);
    return drive.wanted.what == 2 && drive.wanted.side == 0;
}

/* The order is over: the state is the next one. */
static void close_state(qm_state *state, const qm_order *order, const qm__drive *drive, const qm_state *before) {
    state->revision = before->revision + 1;
    state->pending = 0;
    state->mark = qm__hash(order, offsetof(qm_order, legs) + order->leg_count * sizeof(qm_leg), drive->trail);
}

static qm__pending *pending_of(const qm_scenario *scenario, const qm_state *state) {
    return (void *)((unsigned char *)(uintptr_t)state + scenario->pending_at);
}

static uint8_t *pending_tape(const qm_scenario *scenario, qm__pending *pending) {
    return (uint8_t *)(pending + 1) + scenario->legs_max * sizeof(qm_leg);
}

/* Notes in the state that the order waits. */
static void leave_pending(const qm_scenario *scenario, qm_state *state, const qm_order *order, const qm__drive *drive) {
    qm__pending *pending = pending_of(scenario, state);
    memset(pending, 0, scenario->state_size - scenario->pending_at);
    pending->kind = order->kind;
    pending->actor = order->actor;
    pending->leg_count = order->leg_count;
    pending->tape_length = drive->record_length;
    memcpy(pending->arguments, order->arguments, sizeof order->arguments);
    pending->wanted = drive->wanted;
    memcpy(pending + 1, order->legs, order->leg_count * sizeof(qm_leg));
    memcpy(pending_tape(scenario, pending), drive->record, drive->record_length);
    state->pending = 1;
}

static void clear_pending(const qm_scenario *scenario, qm_state *state) {
    memset(pending_of(scenario, state), 0, scenario->state_size - scenario->pending_at);
    state->pending = 0;
}

/* Runs in place after a copy was put aside, and takes the copy back unless the run came to its end. */
static qm_result play_carefully(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, qm_source *source,
                                qm__drive *drive, qm_played *played) {
    qm_state *copy = qm__scratch_part(scratch, scratch->state_at);
    memcpy(copy, state, scenario->pending_at);
    state->pending = 0;
    drive->record = scratch->tape.bytes;
    drive->record_max = scenario->tape_max;
    qm__run_play(scenario, state, scratch, drive);
    qm_result result = QM_OK;
    if (drive->bad || (drive->given_at < drive->given_length && drive->wanted.what == 0)) {
        result = QM_ERROR_DICE; /* wrong values, or more than the order takes */
    } else if (drive->overlong) {
        result = QM_ERROR_LIMIT;
    }
    if (result != QM_OK || drive->wanted.what != 0) {
        memcpy(state, copy, scenario->pending_at);
    }
    if (result != QM_OK) {
        return result;
    }
    source->index = drive->index;
    scratch->tape.length = drive->record_length;
    if (source->record) {
        memcpy(source->record->bytes, drive->record, drive->record_length);
        source->record->length = drive->record_length;
    }
    if (drive->wanted.what != 0) {
        drive->wanted.measured = drive->measured;
        leave_pending(scenario, state, &scratch->order, drive);
        *played = QM_PLAYED_WAITING;
        return QM_OK;
    }
    close_state(state, &scratch->order, drive, copy);
    if (copy->pending) {
        clear_pending(scenario, state);
    }
    return QM_OK;
}

qm_result qm_play(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, qm_source *source, qm_events *events,
                  qm_played *played) {
    const qm_result fit = source && played ? qm__prepared_fits(scenario, state, scratch) : QM_ERROR_USAGE;
    if (fit != QM_OK) {
        return fit;
    }
    *played = QM_PLAYED_DONE;
    qm__drive drive;
    set_out(&drive, source, events, state->mark);
    if (source->given) {
        drive.given = source->given->bytes;
        drive.given_length = source->given->length;
    }
    qm_result result = QM_OK;
    if (drive.ask_dice || drive.ask_choices || source->given || source->record) {
        result = play_carefully(scenario, state, scratch, source, &drive, played);
    } else {
        const qm_state before = *state;
        qm__run_play(scenario, state, scratch, &drive);
        close_state(state, &scratch->order, &drive, &before);
        source->index = drive.index;
    }
#if defined(QM_CHECKS)
    if (result == QM_OK && qm_state_check(scenario, state) != QM_OK) {
        return QM_ERROR_STATE;
    }
#endif
    return result;
}

/* ------------------------------------------------------------------------------------------------- pending orders */

qm_result qm_pending(const qm_scenario *scenario, const qm_state *state, qm_wanted *wanted, qm_order *order, qm_tape *tape) {
    if (!scenario || !state || !wanted) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    *wanted = (qm_wanted){0};
    if (!state->pending) {
        return QM_OK;
    }
    qm__pending *pending = pending_of(scenario, state);
    *wanted = pending->wanted;
    if (order) {
        qm_order_clear(order, pending->kind, pending->actor);
        order->leg_count = pending->leg_count;
        memcpy(order->arguments, pending->arguments, sizeof order->arguments);
        memcpy(order->legs, pending + 1, pending->leg_count * sizeof(qm_leg));
    }
    if (tape) {
        tape->length = pending->tape_length;
        memcpy(tape->bytes, pending_tape(scenario, pending), pending->tape_length);
    }
    return QM_OK;
}

static bool answer_fits(const qm_wanted *wanted, const uint8_t *values, size_t count) {
    const size_t due = wanted->what == 1 ? wanted->dice : 1;
    const uint8_t highest = wanted->what == 1 ? wanted->sides : wanted->option_count;
    bool fits = count == due;
    for (size_t i = 0; fits && i < count; i++) {
        fits = values[i] >= 1 && values[i] <= highest;
    }
    return fits && qm_faces_settle(wanted, values);
}

qm_result qm_answer(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const uint8_t *values, size_t count,
                    qm_source *source, qm_events *events, qm_played *played) {
    if (!scenario || !state || !scratch || !values || !source || !played || scratch->scenario != scenario->hash) {
        return QM_ERROR_USAGE;
    }
    qm_wanted wanted;
    qm_tape tape;
    qm_result result = qm_pending(scenario, state, &wanted, &scratch->order, &tape);
    if (result != QM_OK) {
        return result;
    }
    if (wanted.what == 0 || !answer_fits(&wanted, values, count) || tape.length + 1u + count > scenario->tape_max) {
        return QM_ERROR_DICE;
    }
    tape.bytes[tape.length] = wanted.what == 1 ? wanted.dice : QM_TAPE_CHOICE | 1;
    memcpy(tape.bytes + tape.length + 1, values, count);
    tape.length = (uint16_t)(tape.length + 1u + count);
    /* The order was legal when it was given and the state has not changed since. */
    qm_state *judged = qm__scratch_part(scratch, scratch->odds_state_at);
    memcpy(judged, state, scenario->state_size);
    clear_pending(scenario, judged);
    qm__judge_again(scenario, judged, &scratch->order, scratch, &scratch->verdict);
    if (scratch->judgement != QM_LEGAL) {
        return QM_ERROR_STATE;
    }
    *played = QM_PLAYED_DONE;
    qm__drive drive;
    set_out(&drive, source, events, state->mark);
    drive.given = tape.bytes;
    drive.given_length = tape.length;
    result = play_carefully(scenario, state, scratch, source, &drive, played);
    scratch->prepared = 0;
    return result;
}

qm_result qm_withdraw(const qm_scenario *scenario, qm_state *state) {
    if (!scenario || !state) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    const qm__pending *pending = pending_of(scenario, state);
    if (state->pending && (pending->tape_length > 0 || pending->wanted.measured)) {
        return QM_ERROR_PENDING;
    }
    clear_pending(scenario, state);
    return QM_OK;
}
