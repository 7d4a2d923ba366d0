/* Playing an order with written dice and choices.
 *
 * A tape keeps dice and choices in the order they were wanted; people write them in two lists. The order itself tells
 * which is due: it is played with everything asked for, and each wish takes the next entry of its list.
 */
#include "io/script.h"

#include <string.h>

#include "base/name.h"

/* Faces for a roll; 0 and a fault if they do not fit. */
static size_t faces_from(const qm__value *group, const qm_wanted *wanted, uint8_t values[256], qm_text *fault) {
    size_t count = 0;
    if (group->kind != QM__ARRAY || group->count != wanted->dice) {
        qm_text_addf(fault, "the roll wants %u dice, not %zu", (unsigned)wanted->dice,
                     group->kind == QM__ARRAY ? group->count : (size_t)1);
        return 0;
    }
    for (const qm__value *face = group->first; face; face = face->next) {
        int64_t number = 0;
        if (!qm__value_int(face, &number) || number < 1 || number > wanted->sides) {
            qm_text_addf(fault, "a die has the faces 1 to %u", (unsigned)wanted->sides);
            return 0;
        }
        values[count++] = (uint8_t)number;
    }
    if (!qm_faces_settle(wanted, values)) {
        qm_text_add(fault, "nobody leads in this round: give the one that decides");
        return 0;
    }
    return count;
}

static size_t option_from(const qm_scenario *scenario, const qm__value *name, const qm_wanted *wanted,
                          uint8_t values[256], qm_text *fault) {
    char list[300];
    qm_text listed = qm_text_over(list, sizeof list);
    for (size_t i = 1; i <= wanted->option_count; i++) {
        char option[64];
        qm_text text = qm_text_over(option, sizeof option);
        qm_option_print(scenario, wanted, i, &text);
        if (name->kind == QM__STRING && qm__same(name->text, option)) {
            values[0] = (uint8_t)i;
            return 1;
        }
        qm_text_addf(&listed, "%s%s", i == 1 ? "" : ", ", option);
    }
    qm_text_addf(fault, "the choice is one of: %s", list);
    return 0;
}

static void say_wanted(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *fault) {
    qm_text_add(fault,
                wanted->what == 1 ? "a roll is wanted that is not given: " : "a choice is wanted that is not given: ");
    qm_wanted_print(scenario, wanted, fault);
}

qm__scripted qm__script_play(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const qm__value *dice,
                             const qm__value *choices, qm_tape *tape, qm_events *events, qm_text *fault) {
    const qm__value *next_dice = dice ? dice->first : NULL, *next_choice = choices ? choices->first : NULL;
    tape->length = 0;
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED, .record = tape};
    qm_played played = QM_PLAYED_DONE;
    qm_result result = qm_play(scenario, state, scratch, &source, events, &played);
    while (result == QM_OK && played == QM_PLAYED_WAITING) {
        qm_wanted wanted;
        result = qm_pending(scenario, state, &wanted, NULL, NULL);
        const qm__value **next = wanted.what == 1 ? &next_dice : &next_choice;
        if (result == QM_OK && !*next) {
            say_wanted(scenario, &wanted, fault);
            return next_dice || next_choice ? QM__SCRIPT_BAD : QM__SCRIPT_WAITING;
        }
        uint8_t values[256];
        const size_t count = result != QM_OK    ? 0
                             : wanted.what == 1 ? faces_from(*next, &wanted, values, fault)
                                                : option_from(scenario, *next, &wanted, values, fault);
        if (count == 0) {
            return QM__SCRIPT_BAD;
        }
        *next = (*next)->next;
        result = qm_answer(scenario, state, scratch, values, count, &source, events, &played);
    }
    if (result != QM_OK) {
        qm_text_add(fault, qm_result_text(result));
        return QM__SCRIPT_BAD;
    }
    if (next_dice || next_choice) {
        qm_text_addf(fault, "more %s are given than the order takes", next_dice ? "dice" : "choices");
        return QM__SCRIPT_BAD;
    }
    return QM__SCRIPT_DONE;
}

bool qm__tape_has(const qm_tape *tape, bool choices) {
    for (size_t at = 0; at < tape->length; at += 1u + (tape->bytes[at] & ~(unsigned)QM_TAPE_CHOICE)) {
        if (((tape->bytes[at] & QM_TAPE_CHOICE) != 0) == choices) {
            return true;
        }
    }
    return false;
}

void qm__script_names(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const qm_tape *tape,
                      qm_text *out) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_played played = QM_PLAYED_DONE;
    qm_result result = qm_play(scenario, state, scratch, &source, NULL, &played);
    size_t at = 0;
    while (result == QM_OK && played == QM_PLAYED_WAITING && at < tape->length) {
        qm_wanted wanted;
        const size_t count = tape->bytes[at] & ~(unsigned)QM_TAPE_CHOICE;
        const uint8_t *values = tape->bytes + at + 1;
        result = qm_pending(scenario, state, &wanted, NULL, NULL);
        if (result == QM_OK && wanted.what == 2) {
            qm_text_add(out, out->length > 0 ? " " : "");
            qm_option_print(scenario, &wanted, values[0], out);
        }
        if (result == QM_OK) {
            result = qm_answer(scenario, state, scratch, values, count, &source, NULL, &played);
        }
        at += 1 + count;
    }
}
