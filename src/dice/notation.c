/* Dice notation: reading and writing "2d6+1", "1d-1", "4d6kh3", "4d6kl3", "5d10>=6".
 *
 *     dice  = [number] "d" [number] ( [ ("kh" | "kl") number ] [ ("+" | "-") number ] | ">=" number )
 *
 * A missing first number is 1, a missing second one 6. A number starts with 1 to 9. What is printed always reads back
 * as the same spec.
 *
 * Rejected: blanks, capitals and other spellings ("2D6", "2 d 6", "2w6"). One way to write dice means that two rulebook
 * files compare as text.
 */
#include "quickmarch/dice.h"

#include <string.h>

/* The text being read, and the first complaint about it. */
typedef struct reader {
    const char *text;
    size_t at;
    qm_dice_error error;
} reader;

static bool refuse(reader *in, size_t at, const char *message) {
    if (in->error.message == NULL) {
        in->error = (qm_dice_error){at, message};
    }
    return false;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Takes the word if it comes next. */
static bool take(reader *in, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(in->text + in->at, word, length) != 0) {
        return false;
    }
    in->at += length;
    return true;
}

/* Reads a number of low to high; the complaint about one out of range points at its first digit. */
static bool read_number(reader *in, int32_t low, int32_t high, const char *out_of_range, int32_t *value) {
    const size_t start = in->at;
    if (!is_digit(in->text[start])) {
        return refuse(in, start, "a number is missing here");
    }
    if (in->text[start] == '0') {
        return refuse(in, start, "a number starts with 1 to 9");
    }
    int32_t number = 0;
    for (; is_digit(in->text[in->at]); in->at++) {
        number = number > high ? number : number * 10 + (in->text[in->at] - '0');
    }
    if (number < low || number > high) {
        return refuse(in, start, out_of_range);
    }
    *value = number;
    return true;
}

static const char too_many_outcomes[] = "too many different outcomes, at most 128 are possible";

static bool outcomes_fit(int32_t dice, int32_t sides) {
    return dice * (sides - 1) + 1 <= QM_DIST_MAX;
}

static bool read_keep(reader *in, int32_t count, qm_dice_spec *spec) {
    int32_t keep = 0;
    if (take(in, "kh")) {
        spec->kind = QM_DICE_KEEP_HIGH;
    } else if (take(in, "kl")) {
        spec->kind = QM_DICE_KEEP_LOW;
    } else {
        return true;
    }
    if (!read_number(in, 1, count, "more dice are kept than thrown", &keep)) {
        return false;
    }
    spec->keep = (uint16_t)keep;
    return true;
}

static bool read_add(reader *in, qm_dice_spec *spec) {
    const bool minus = in->text[in->at] == '-';
    if (!take(in, "+") && !take(in, "-")) {
        return true;
    }
    int32_t add = 0;
    if (!read_number(in, 1, QM_DICE_ADD_MAX, "the constant is at most 10000", &add)) {
        return false;
    }
    spec->add = minus ? -add : add;
    return true;
}

static bool read_dice(reader *in, qm_dice_spec *spec) {
    int32_t count = 1, sides = 6, at_least = 0;
    if (is_digit(in->text[in->at]) && !read_number(in, 1, QM_DICE_COUNT_MAX, "at most 100 dice are possible", &count)) {
        return false;
    }
    if (!take(in, "d")) {
        return refuse(in, in->at, "dice are written as 2d6+1, 1d-1, 4d6kh3, 4d6kl3 or 5d10>=6; a d is missing here");
    }
    const size_t sides_at = in->at;
    if (is_digit(in->text[in->at]) &&
        !read_number(in, 2, QM_DICE_SIDES_MAX, "a die has 2 to 128 sides", &sides)) {
        return false;
    }
    spec->count = (uint16_t)count;
    spec->sides = (uint16_t)sides;
    if (take(in, ">=")) {
        spec->kind = QM_DICE_POOL;
        if (!read_number(in, 1, sides, "no die has that face", &at_least)) {
            return false;
        }
        spec->at_least = (uint16_t)at_least;
    } else if (!read_keep(in, count, spec) || !read_add(in, spec)) {
        return false;
    }
    if (spec->kind != QM_DICE_POOL && !outcomes_fit(spec->keep ? spec->keep : count, sides)) {
        return refuse(in, sides_at, too_many_outcomes);
    }
    return in->text[in->at] == '\0' || refuse(in, in->at, "the dice should end here");
}

qm_result qm_dice_parse(const char *text, qm_dice_spec *spec, qm_dice_error *error) {
    if (!text || !spec) {
        return QM_ERROR_USAGE;
    }
    reader in = {text, 0, {0, NULL}};
    qm_dice_spec made;
    memset(&made, 0, sizeof made);
    if (!read_dice(&in, &made)) {
        if (error) {
            *error = in.error;
        }
        return QM_ERROR_INPUT;
    }
    *spec = made;
    return QM_OK;
}

void qm_dice_print(const qm_dice_spec *spec, qm_text *out) {
    qm_text_addf(out, "%ud%u", (unsigned)spec->count, (unsigned)spec->sides);
    switch (spec->kind) {
    case QM_DICE_SUM:
        break;
    case QM_DICE_KEEP_HIGH:
        qm_text_addf(out, "kh%u", (unsigned)spec->keep);
        break;
    case QM_DICE_KEEP_LOW:
        qm_text_addf(out, "kl%u", (unsigned)spec->keep);
        break;
    case QM_DICE_POOL:
        qm_text_addf(out, ">=%u", (unsigned)spec->at_least);
        break;
    }
    if (spec->add > 0) {
        qm_text_add_char(out, '+');
    }
    if (spec->add != 0) {
        qm_text_add_int(out, spec->add);
    }
}

/* A spec may come from memory that was never parsed, so its kind may be no kind at all. */
static bool is_kind(qm_dice_kind kind) {
    return kind == QM_DICE_SUM || kind == QM_DICE_KEEP_HIGH || kind == QM_DICE_KEEP_LOW || kind == QM_DICE_POOL;
}

const char *qm_dice_complaint(const qm_dice_spec *spec) {
    if (!spec || !is_kind(spec->kind)) {
        return "these are no dice";
    }
    const bool keeps = spec->kind == QM_DICE_KEEP_HIGH || spec->kind == QM_DICE_KEEP_LOW;
    const bool pool = spec->kind == QM_DICE_POOL;
    if (spec->count < 1 || spec->count > QM_DICE_COUNT_MAX) {
        return "1 to 100 dice are possible";
    }
    if (spec->sides < 2 || spec->sides > QM_DICE_SIDES_MAX) {
        return "a die has 2 to 128 sides";
    }
    if (keeps ? spec->keep < 1 || spec->keep > spec->count : spec->keep != 0) {
        return keeps ? "1 or more of the dice thrown are kept" : "only the keeping kinds keep dice";
    }
    if (pool ? spec->at_least < 1 || spec->at_least > spec->sides : spec->at_least != 0) {
        return pool ? "no die has that face" : "only a pool has a face to reach";
    }
    if (spec->add < -QM_DICE_ADD_MAX || spec->add > QM_DICE_ADD_MAX) {
        return "the constant is at most 10000 either way";
    }
    if (pool && spec->add != 0) {
        return "a pool counts dice and takes no constant";
    }
    if (!pool && !outcomes_fit(keeps ? spec->keep : spec->count, spec->sides)) {
        return too_many_outcomes;
    }
    return NULL;
}
