/* Texts with holes, and the words of numbers: filled and printed the same in verdicts (print.c) and events
 * (print_events.c).
 */
#include "game/print.h"

#include <string.h>

#include "base/name.h"

/* What on a table a number means: a prism counted from 1, or what has no number. */
static const char *solid_name(const qm_scenario *scenario, uint16_t word) {
    if (word == 0) {
        return "the ground";
    }
    return word <= scenario->table.prism_count ? qm_solid_name(scenario, word) : "the edge of the table";
}

/* "pit (lava)" */
static void print_ground(const qm_scenario *scenario, uint16_t word, qm_text *out) {
    if (word >= 1 && word <= scenario->table.area_count) {
        qm_text_addf(out, "%s (%s)", scenario->table.areas[word - 1].name, qm__zone_kind(scenario, word));
    }
}

static const char *phase_name(const qm_scenario *scenario, uint16_t phase) {
    const qm_rules_facts *facts = scenario->family->facts;
    return facts->phases && phase <= facts->phase_count ? facts->phases[phase] : "";
}

void qm__print_length(int32_t length, qm_text *out) {
    qm__inches_print(length, out);
    qm_text_add_char(out, '"');
}

/* The row number `word` of the table that a hole names; a hole that names nothing stays. */
static void print_row(const qm__filling *f, const char *hole, size_t length, qm_text *out) {
    const qm_rules_facts *facts = f->scenario->family->facts;
    for (size_t i = 0; i < facts->table_count; i++) {
        const qm__table_rows *rows = &f->scenario->rules.tables[i];
        const char *name = facts->tables[i].name;
        if (strlen(name) == length && memcmp(name, hole, length) == 0 && f->word >= 1 && f->word <= rows->count) {
            qm_text_add(out, rows->rows[f->word - 1].name);
            return;
        }
    }
    qm_text_add_char(out, '{');
    qm_text_add_bytes(out, hole, length);
    qm_text_add_char(out, '}');
}

static void fill(const qm__filling *f, const char *hole, size_t length, qm_text *out) {
    static const char *const names[] = {"figure",     "other",        "item", "at",        "needed", "had",
                                        "value",      "direction",    "word", "side",      "solid",  "needed_length",
                                        "had_length", "value_length", "unit", "other_unit", "solid_kind", "ground",
                                        "value_signed", "phase"};
    size_t which = 0;
    while (which < sizeof names / sizeof names[0] &&
           (strlen(names[which]) != length || memcmp(names[which], hole, length))) {
        which++;
    }
    switch (which) {
    case 0:
        qm_text_add(out, f->figure ? qm_figure_name(f->scenario, f->figure) : "nobody");
        return;
    case 1:
        qm_text_add(out, f->other ? qm_figure_name(f->scenario, f->other) : "nobody");
        return;
    case 2:
        qm_text_add(out, f->item ? qm_item_name(f->scenario, f->item) : "nothing");
        return;
    case 3:
        qm_place_print(f->scenario, f->at, out);
        return;
    case 4:
        qm_text_add_int(out, f->needed);
        return;
    case 5:
        qm_text_add_int(out, f->had);
        return;
    case 6:
        qm_text_add_int(out, f->value);
        return;
    case 7:
        qm_direction_print(f->scenario, f->word, out);
        return;
    case 8:
        qm_text_add_int(out, f->word);
        return;
    case 9:
        qm_text_add(out, qm_side_name(f->scenario, f->word));
        return;
    case 10:
        qm_text_add(out, solid_name(f->scenario, f->word));
        return;
    case 11:
        qm__print_length(f->needed, out);
        return;
    case 12:
        qm__print_length(f->had, out);
        return;
    case 13:
        if (f->value == QM__UNMEASURED) {
            qm_text_add(out, "not measured yet");
        } else {
            qm__print_length(f->value, out);
        }
        return;
    case 14:
        qm_text_add(out, f->figure ? qm_actor_name(f->scenario, f->figure) : "nobody");
        return;
    case 15:
        qm_text_add(out, f->other ? qm_actor_name(f->scenario, f->other) : "nobody");
        return;
    case 16:
        qm_text_add(out, qm__solid_kind(f->scenario, f->word));
        return;
    case 17:
        print_ground(f->scenario, f->word, out);
        return;
    case 18:
        qm_text_addf(out, "%s%d", f->value > 0 ? "+" : "", (int)f->value);
        return;
    case 19:
        qm_text_add(out, phase_name(f->scenario, f->word));
        return;
    default:
        print_row(f, hole, length, out);
    }
}

/* Whether there is nothing to fill a hole with. */
static bool is_empty(const qm__filling *f, const char *hole) {
    static const char *const names[] = {"{figure", "{other", "{item", "{solid", "{word", "{needed", "{had", "{value"};
    const int32_t values[] = {f->figure, f->other, f->item, f->word, f->word, f->needed, f->had, f->value};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(hole, names[i], strlen(names[i])) == 0) {
            return values[i] == 0;
        }
    }
    return false;
}

/* Also "at {at}[, where {other} is]": what is in brackets is left out when its first hole has nothing. */
void qm__print_filled(const qm__filling *f, const char *text, qm_text *out) {
    while (*text) {
        const size_t plain = strcspn(text, "{[]");
        qm_text_add_bytes(out, text, plain);
        text += plain;
        if (*text == '[') {
            const size_t hole = strcspn(text, "{]");
            const char *end = strchr(text, ']');
            text += is_empty(f, text + hole) && end ? (size_t)(end - text) : 1;
            continue;
        }
        if (*text == ']') {
            text++;
            continue;
        }
        const char *end = *text ? strchr(text, '}') : NULL;
        if (!end) {
            qm_text_add(out, text);
            return;
        }
        fill(f, text + 1, (size_t)(end - text - 1), out);
        text = end + 1;
    }
}

void qm__print_rolled(const qm_scenario *scenario, uint16_t roll, qm_text *out) {
    const qm__filling f = {.scenario = scenario};
    qm__print_filled(&f, scenario->family->facts->rolls[roll].text, out);
}

/* " (HX-12, HX-13)" */
void qm__print_clauses(const char *clauses, qm_text *out) {
    if (!clauses || !*clauses) {
        return;
    }
    qm_text_add(out, " (");
    for (const char *c = clauses; *c; c++) {
        qm_text_add(out, *c == ' ' ? ", " : (const char[]){*c, 0});
    }
    qm_text_add_char(out, ')');
}

void qm__print_percent(double chance, qm_text *out) {
    qm_text_add_percent(out, chance, 1);
    qm_text_add(out, " %");
}

/* "6 or more" */
void qm__print_least(int least, int sides, qm_text *out) {
    if (least <= 1 || least > sides) {
        qm_text_add(out, least <= 1 ? "every face" : "no face");
    } else if (least == sides) {
        qm_text_add_int(out, least);
    } else {
        qm_text_addf(out, "%d or more", least);
    }
}

/* ", each needs 3 or less" */
static void print_each(int32_t target, int sides, qm_text *out) {
    if (target < 1 || target >= sides) {
        qm_text_add(out, target < 1 ? ", no face will do" : ", every face will do");
    } else {
        qm_text_addf(out, target == 1 ? ", each needs %d" : ", each needs %d or less", (int)target);
    }
}

/* " against 23", ", the higher counts, needs 8 or more" */
void qm__print_target(qm_over over, int32_t target, int sides, qm_text *out) {
    switch (over) {
    case QM_OVER_NOT:
        qm_text_addf(out, " against %d", (int)target);
        return;
    case QM_OVER_HIGHER:
    case QM_OVER_LOWER:
        qm_text_add(out, over == QM_OVER_HIGHER ? ", the higher counts" : ", the lower counts");
        break;
    case QM_OVER_EACH:
        print_each(target, sides, out);
        return;
    case QM_OVER_CLASS:
        return;
    case QM_OVER_ONE:
        break;
    }
    if (target <= 1 || target > sides) {
        qm_text_add(out, target <= 1 ? ", every face will do" : ", no face will do");
        return;
    }
    qm_text_add(out, ", needs ");
    qm__print_least(target, sides, out);
}

/* " at 0305" */
void qm__print_roll_place(const qm_scenario *scenario, qm_place at, qm_text *out) {
    if (at.x != 0 || at.y != 0) {
        qm_text_add(out, " at ");
        qm_place_print(scenario, at, out);
    }
}
