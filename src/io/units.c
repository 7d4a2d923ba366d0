/* Units of a scenario: figures that act as one, told together.
 *
 * What a unit's entry says holds for each of its figures unless that one's own entry says otherwise; so it is one more
 * layer between figure and template (templates.c). Its list of places is taken apart into layers of one member each: a
 * place with a fault is then reported where it stands, by the code that reads every other place.
 */
#include <string.h>

#include "io/making.h"

/* One unit being read. */
typedef struct unit_draft {
    const qm__value *entry;
    const qm__path *path;
    const char *name;
    const qm__value *places;  /* "at" as a list, else NULL */
    const qm__value *figures; /* the entries of its figures, or NULL */
    size_t count;
    bool named; /* it has a good name, so that names of figures can be made from it */
} unit_draft;

void qm__unit_add(qm__making *m, const char *name, uint16_t first) {
    qm_scenario *s = m->scenario;
    s->units[s->unit_count++] = (qm__troop){.name = qm__arena_string(&s->arena, name, strlen(name)),
                                            .first = first,
                                            .count = (uint16_t)(s->figure_count - first + 1)};
    for (uint16_t i = first; i <= s->figure_count; i++) {
        s->figures[i - 1].unit = s->unit_count;
    }
}

/* ------------------------------------------------------------------------------------------------------- how many */

/* Takes one of the members that tell how many figures there are into account. */
static void tell_count(const qm__making *m, unit_draft *unit, const qm__value *value, const char *key, size_t count) {
    const qm__path path = {unit->path, key, 0};
    if (count == 0) {
        qm__fault(m->load, value, &path, "a unit has at least one figure");
    } else if (count > QM_PARTS_MAX) {
        qm__fault(m->load, value, &path, "a unit has at most %d figures", QM_PARTS_MAX);
    } else if (unit->count > 0 && unit->count != count) {
        qm__fault(m->load, value, &path, "tells of %zu figure%s, but what stands before it of %zu", count,
                  count == 1 ? "" : "s", unit->count);
    }
    /* With what all of them have the reader can go on. */
    unit->count = unit->count == 0 || count < unit->count ? count : unit->count;
    unit->count = unit->count > QM_PARTS_MAX ? QM_PARTS_MAX : unit->count;
}

/* The members in the order of the file. False when there is nothing to go on with. */
static bool count_figures(const qm__making *m, unit_draft *unit) {
    const size_t errors = m->load->list->errors;
    for (const qm__value *value = unit->entry->first; value; value = value->next) {
        const qm__path path = {unit->path, value->key, 0};
        if (strcmp(value->key, "count") == 0) {
            const int64_t count = qm__get_int(m->load, unit->entry, "count", unit->path, 1, QM_PARTS_MAX, 0);
            if (count > 0) {
                tell_count(m, unit, value, "count", (size_t)count);
            }
        } else if (strcmp(value->key, "at") == 0 && value->kind == QM__ARRAY) {
            unit->places = value;
            tell_count(m, unit, value, "at", value->count);
        } else if (strcmp(value->key, "figures") == 0 && qm__expect(m->load, value, QM__ARRAY, NULL, &path)) {
            unit->figures = value;
            tell_count(m, unit, value, "figures", value->count);
        }
    }
    if (unit->count == 0 && m->load->list->errors == errors) {
        qm__fault(m->load, unit->entry, unit->path,
                  "how many figures it has is missing: \"count\", a list \"at\" of places, or a list \"figures\"");
    }
    return unit->count > 0;
}

/* -------------------------------------------------------------------------------------------------------- figures */

/* The layer that has nothing but the place from the unit's list. */
static void add_place(qm__making *m, qm__figure_draft *draft, const unit_draft *unit, const qm__value *place) {
    qm__value *object = qm__value_new(m->load->arena, QM__OBJECT, place->line, place->column);
    qm__value *member = qm__arena_copy(m->load->arena, place, sizeof *place);
    if (object && member) {
        member->key = "at";
        member->key_length = 2;
        member->next = NULL;
        qm__value_insert(m->load->arena, object, member);
        draft->at = member;
        qm__add_layer(draft, (qm__layer){object, m->load, unit->path});
    }
}

/* "Rifles-3" */
static const char *made_name(const qm__making *m, const unit_draft *unit, size_t index) {
    char array[QM_NAME_MAX + 32];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_addf(&text, "%s-%zu", unit->name, index + 1);
    const char *kept = qm__arena_string(m->load->arena, array, strlen(array));
    return kept ? kept : "";
}

/* Its own name, or one made from the unit's. */
static const char *member_name(const qm__making *m, const unit_draft *unit, const qm__value *own, const qm__path *path,
                               size_t index) {
    const qm__value *given = qm__value_get(own, "name");
    const char *name = given ? qm__get_text(m->load, own, "name", path, "(no name)") : made_name(m, unit, index);
    const qm__path name_path = {given ? path : unit->path, "name", 0};
    const qm__value *at = given ? given : qm__value_get(unit->entry, "name");
    if (given && given->kind != QM__STRING) {
        return name;
    }
    if (given && unit->count > 1 && strcmp(name, unit->name) == 0) {
        qm__fault(m->load, at, &name_path, "only the figure of a unit of one may have the unit's name");
    } else if (given || unit->named) {
        qm__check_name(m, m->load, name, at, &name_path, m->scenario->figure_count, 0);
    }
    return name;
}

/* The side of the unit, unless the figure has something to say about that; 0: as its layers tell. */
static uint16_t side_of(const qm__making *m, const unit_draft *unit, const qm__value *own, size_t index) {
    const bool tells =
        qm__value_get(own, "side") || (qm__value_get(own, "template") && !qm__value_get(unit->entry, "side"));
    return index > 0 && !tells ? m->scenario->figures[m->scenario->figure_count - 1].side : 0;
}

static bool draft_member(qm__making *m, const unit_draft *unit, const qm__value *own, const qm__value *place,
                         size_t index) {
    const qm__path *list = own ? qm__path_keep(m->load, unit->path, "figures", 0) : NULL;
    const qm__path *path = own ? qm__path_keep(m->load, list, NULL, index) : unit->path;
    if (own && !qm__expect(m->load, own, QM__OBJECT, NULL, path)) {
        own = NULL;
    }
    qm__figure_draft *draft = qm__figure_begin(m, own ? own : unit->entry, path);
    if (!draft) {
        return false;
    }
    qm__figure_name(m, draft, member_name(m, unit, own, path, index));
    size_t from = 0;
    if (own) {
        const qm__layer layer = {own, m->load, path};
        qm__check_figure_keys(m, &layer, false);
        from = draft->layer_count;
        qm__add_layer(draft, layer);
    }
    if (place) {
        add_place(m, draft, unit, place);
    }
    from = qm__value_get(own, "template") ? from : draft->layer_count;
    qm__add_layer(draft, (qm__layer){unit->entry, m->load, unit->path});
    qm__follow_templates(m, draft, from);
    const uint16_t side = index > 0 ? m->scenario->figures[m->scenario->figure_count - 1].side : 0;
    qm__figure_end(m, draft, side_of(m, unit, own, index));
    if (side != 0 && m->scenario->figures[m->scenario->figure_count - 1].side != side) {
        qm__fault(m->load, qm__value_get(own, "side") ? qm__value_get(own, "side") : own, &(qm__path){path, "side", 0},
                  "the figures of a unit are of one side");
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- units */

/* Says what is wrong with a unit's name, and whether names can be made from it. */
static void check_unit_name(const qm__making *m, unit_draft *unit) {
    const qm__value *at = qm__value_get(unit->entry, "name");
    const qm__path path = {unit->path, "name", 0};
    const size_t errors = m->load->list->errors;
    qm__check_name(m, m->load, unit->name, at, &path, m->scenario->figure_count, 0);
    bool all = unit->figures != NULL;
    for (const qm__value *own = unit->figures ? unit->figures->first : NULL; own; own = own->next) {
        all = all && qm__value_get(own, "name");
    }
    if (m->load->list->errors == errors && !all && strlen(made_name(m, unit, unit->count - 1)) > QM_NAME_MAX) {
        qm__fault(m->load, at, &path, "is too long for names of its figures, such as \"%s\"",
                  made_name(m, unit, unit->count - 1));
    }
    unit->named = m->load->list->errors == errors;
}

static void make_unit(qm__making *m, const qm__value *entry, const qm__path *path) {
    unit_draft unit = {.entry = entry, .path = path};
    if (!path || !qm__expect(m->load, entry, QM__OBJECT, NULL, path)) {
        return;
    }
    qm__check_figure_keys(m, &(qm__layer){entry, m->load, path}, true);
    unit.name = qm__get_text(m->load, entry, "name", path, NULL);
    if (!unit.name) {
        if (!qm__value_get(entry, "name")) {
            qm__fault(m->load, entry, &(qm__path){path, "name", 0}, "is missing");
        }
        unit.name = "unit";
    }
    if (!count_figures(m, &unit)) {
        return;
    }
    if (qm__value_get(entry, "name")) {
        check_unit_name(m, &unit);
    }
    const uint16_t first = (uint16_t)(m->scenario->figure_count + 1);
    const qm__value *own = unit.figures ? unit.figures->first : NULL, *place = unit.places ? unit.places->first : NULL;
    bool room = true;
    for (size_t i = 0; room && i < unit.count; i++) {
        room = draft_member(m, &unit, own, place, i);
        own = own ? own->next : NULL;
        place = place ? place->next : NULL;
    }
    if (m->scenario->figure_count >= first) {
        qm__unit_add(m, unit.name, first);
    }
}

void qm__make_units(qm__making *m, const qm__value *list) {
    const qm__path *path = qm__path_keep(m->load, NULL, "units", 0);
    size_t index = 0;
    if (path && qm__expect(m->load, list, QM__ARRAY, NULL, path)) {
        for (const qm__value *entry = list->first; entry; entry = entry->next, index++) {
            make_unit(m, entry, qm__path_keep(m->load, path, NULL, index));
        }
    }
}
