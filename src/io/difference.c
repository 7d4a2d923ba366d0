/* What differs between two states, in words, field by field as the family declares them. */
#include <string.h>

#include "game/place.h"
#include "game/print.h"
#include "io/declared.h"
#include "quickmarch/io.h"

/* One figure or item, before and after. */
typedef struct compared {
    const void *before, *after;
    const qm_field *fields;
    size_t count;
    bool gone;   /* from the table */
    bool leaves; /* it was there before */
} compared;

/* "prone" and what else has words of its own, or "bruises 3" */
static void print_value(const qm_scenario *scenario, const qm_field *field, int32_t value, qm_text *out) {
    const qm__names names = {&scenario->rules, scenario};
    const qm__declared declared = qm__declared_field(field);
    if (field->yes) {
        const qm__filling f = {
            .scenario = scenario, .other = field->type == QM_TYPE_FIGURE ? (uint16_t)value : 0, .value = value};
        qm__print_filled(&f, value != 0 ? field->yes : field->no, out);
        return;
    }
    if (field->type != QM_TYPE_WORD) {
        qm_text_addf(out, "%s ", field->name);
    }
    qm__declared_print(&declared, &names, value, out);
}

/* The fields that differ, but for the place of one that is gone from the table. */
static void print_changes(const qm_scenario *scenario, const compared *c, qm_text *out) {
    const int at = qm__at_field(scenario->family->facts, c->fields, c->count);
    for (size_t i = 0; i < c->count; i++) {
        const qm_field *field = &c->fields[i];
        const int32_t value = qm__field_get(c->after, field);
        const bool place = (int)i == at;
        const qm_place now = place ? qm__at_get(c->after, field) : (qm_place){0};
        const bool nowhere =
            now.x == 0 && now.y == 0 && now.z == 0; /* off the table, or carried: the rest says which */
        const bool same = place ? nowhere || qm__place_same(qm__at_get(c->before, field), now)
                                : value == qm__field_get(c->before, field);
        i += place ? 2 : 0;
        if ((field->flags & QM_FIELD_QUIET) || same || (place && c->gone) ||
            ((field->flags & QM_FIELD_HERE) && c->leaves)) {
            continue;
        }
        qm_text_add(out, out->length > 0 ? ", " : "");
        if (place) {
            qm_text_add(out, "at ");
            qm_place_print(scenario, now, out);
        } else {
            print_value(scenario, field, value, out);
        }
    }
}

/* Those of whom the same is to be told, as they come one after the other: "Ada, Bo: prone". */
typedef struct telling {
    qm_text names, changes, next;
    qm_text *out;
    bool any;
} telling;

static void tell(telling *t) {
    if (t->names.length > 0) {
        qm_text_addf(t->out, "%s%s: %s", t->any ? "; " : "", t->names.data, t->changes.data);
        t->any = true;
    }
    qm_text_clear(&t->names);
}

static void compare(telling *t, const qm_scenario *scenario, const char *name, const compared *c) {
    qm_text_clear(&t->next);
    print_changes(scenario, c, &t->next);
    if (t->next.length == 0) {
        return;
    }
    if (t->names.length > 0 && strcmp(t->next.data, t->changes.data) == 0) {
        qm_text_addf(&t->names, ", %s", name);
        return;
    }
    tell(t);
    qm_text_add(&t->names, name);
    const qm_text last = t->changes;
    t->changes = t->next;
    t->next = last;
}

static bool is_gone(const qm_scenario *scenario, const qm_state *state, uint16_t figure) {
    qm_look look;
    qm_figure_look(scenario, state, figure, &look);
    return look.posture == QM_POSTURE_GONE;
}

void qm_state_difference(const qm_scenario *scenario, const qm_state *before, const qm_state *after, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    const size_t figure_size = scenario->family->figure_state_size, item_size = scenario->family->item_state_size;
    const qm_text empty = qm_text_growing(out->allocator);
    telling t = {empty, empty, empty, out, false};
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        const bool gone = is_gone(scenario, after, i);
        compare(&t, scenario, qm_figure_name(scenario, i),
                &(compared){qm__figure_at(scenario, before, i, figure_size),
                            qm__figure_at(scenario, after, i, figure_size), facts->figure_state,
                            facts->figure_state_count, gone, gone && !is_gone(scenario, before, i)});
    }
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        compare(&t, scenario, qm_item_name(scenario, i),
                &(compared){qm__item_at(scenario, before, i, item_size), qm__item_at(scenario, after, i, item_size),
                            facts->item_state, facts->item_state_count, false, false});
    }
    tell(&t);
    if (!t.any) {
        qm_text_add(out, "nothing changes");
    }
    out->truncated |= t.names.truncated || t.changes.truncated || t.next.truncated;
    qm_text_free(&t.names);
    qm_text_free(&t.changes);
    qm_text_free(&t.next);
}
