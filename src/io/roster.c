/* Figures and items of a scenario.
 *
 * Names come first and values second, because a value may name any figure or item. What a figure's entry leaves open
 * comes from its unit (units.c) and its templates (templates.c).
 */
#include <string.h>

#include "base/name.h"
#include "game/place.h"
#include "io/making.h"
#include "io/notation.h"

static bool is_item_field(const qm_field *field) {
    return field->type == QM_TYPE_ITEM && (field->flags & QM_FIELD_START);
}

static size_t item_names(const qm_rules_facts *facts, const char **names, size_t max) {
    size_t count = 0;
    names[count++] = "name";
    for (size_t i = 0; i < facts->item_field_count && count < max; i++) {
        names[count++] = facts->item_fields[i].name;
    }
    count += qm__start_names(facts, facts->item_state, facts->item_state_count, names + count, max - count);
    for (size_t i = 0; i < facts->figure_state_count && count < max; i++) {
        if (is_item_field(&facts->figure_state[i])) {
            names[count++] = facts->figure_state[i].name;
        }
    }
    return count;
}

enum { NAMES_MAX = 160 };

/* ---------------------------------------------------------------------------------------------------------- names */

static bool name_taken(const qm__making *m, const char *name, size_t figures, size_t items) {
    for (size_t i = 0; i < figures; i++) {
        if (qm__same(m->scenario->figures[i].name, name)) {
            return true;
        }
    }
    for (size_t i = 0; i < items; i++) {
        if (qm__same(m->items[i].name, name)) {
            return true;
        }
    }
    return qm_unit_named(m->scenario, name) != 0;
}

void qm__check_name(const qm__making *m, const qm__load *load, const char *name, const qm__value *at,
                    const qm__path *path, size_t figures, size_t items) {
    if (!qm__name_valid(name, strlen(name))) {
        qm__fault(load, at, path, "\"%s\" is no name: a letter, then letters, digits, '_' and '-', at most %d in all",
                  name, QM_NAME_MAX);
    } else if (qm__order_keyword(m->facts, name)) {
        qm__fault(load, at, path, "\"%s\" is a word of the order notation and cannot be a name", name);
    } else if (name_taken(m, name, figures, items)) {
        qm__fault(load, at, path, "there is another %s \"%s\"",
                  m->facts->units ? "figure, unit or item" : "figure or item", name);
    }
}

/* ---------------------------------------------------------------------------------------------------------- items */

static int first_row_field(const qm_rules_facts *facts) {
    for (int i = 0; i < facts->item_field_count; i++) {
        if (facts->item_fields[i].type == QM_TYPE_ROW) {
            return i;
        }
    }
    return -1;
}

/* What an item is: the row it names, or "". */
static const char *item_brief(const qm__making *m, const qm__value *entry) {
    const int field = first_row_field(m->facts);
    const qm__value *row = entry->kind == QM__STRING ? entry
                           : field < 0               ? NULL
                                                     : qm__value_get(entry, m->facts->item_fields[field].name);
    return row && row->kind == QM__STRING ? row->text : "";
}

/* A name made from what the item is and who has it: "Ada-dagger", and "Ada-dagger-2" for the next. A long name of the
 * owner is cut so that the whole fits. */
static const char *made_name(const qm__making *m, const char *owner, const char *brief) {
    enum { NUMBER = 3 };
    char array[2 * QM_NAME_MAX];
    const char *what = brief[0] ? brief : "item";
    const size_t room = strlen(what) + 1 + NUMBER < QM_NAME_MAX ? QM_NAME_MAX - strlen(what) - 1 - NUMBER : 1;
    for (int n = 1; n < 100; n++) {
        qm_text text = qm_text_over(array, sizeof array);
        qm_text_addf(&text, "%.*s%s%s", (int)room, owner, owner[0] ? "-" : "", what);
        if (n > 1 || qm__order_keyword(m->facts, array)) {
            qm_text_addf(&text, "-%d", n);
        }
        if (!name_taken(m, array, m->scenario->figure_count, m->item_count)) {
            break;
        }
    }
    const char *kept = qm__arena_string(&m->scenario->arena, array, strlen(array));
    return kept ? kept : "";
}

static void add_item(qm__making *m, const qm__load *load, const qm__value *entry, const qm__path *path,
                     uint16_t owner) {
    const bool brief = entry->kind == QM__STRING;
    if (!brief && !qm__expect(load, entry, QM__OBJECT, NULL, path)) {
        return;
    }
    if (brief && first_row_field(m->facts) < 0) {
        qm__fault(load, entry, path, "must be an object");
        return;
    }
    if (m->item_count >= QM_ITEMS_MAX) {
        qm__fault(load, entry, path, "a scenario has at most %d items", QM_ITEMS_MAX);
        return;
    }
    const char *given = brief ? NULL : qm__get_text(load, entry, "name", path, NULL);
    const char *kind = item_brief(m, entry);
    const char *name = given ? qm__arena_string(&m->scenario->arena, given, strlen(given))
                             : made_name(m, owner ? m->scenario->figures[owner - 1].name : "", kind);
    const qm__value *at = given ? qm__value_get(entry, "name") : entry;
    const qm__path name_path = {path, "name", 0};
    if (name) {
        /* An item with a wrong name is still there, and the rest of its entry is looked at. */
        qm__check_name(m, load, name, at, given ? &name_path : path, m->scenario->figure_count, m->item_count);
        m->items[m->item_count++] =
            (qm__item_draft){name, kind, {brief ? NULL : entry, load, path}, brief ? entry : NULL, owner};
    }
    if (!brief) {
        const char *names[NAMES_MAX];
        qm__check_keys(load, entry, path, names, item_names(m->facts, names, NAMES_MAX));
    }
}

static void list_items(qm__making *m, const qm__load *load, const qm__value *list, const qm__path *path,
                       uint16_t owner) {
    size_t index = 0;
    if (list && qm__expect(load, list, QM__ARRAY, NULL, path)) {
        for (const qm__value *entry = list->first; entry; entry = entry->next, index++) {
            add_item(m, load, entry, qm__path_keep(load, path, NULL, index), owner);
        }
    }
}

/* The item a figure's entry means: by its name, or by what it is among its own. */
static uint16_t item_meant(const qm__making *m, uint16_t owner, const char *word) {
    for (size_t i = 0; i < m->item_count; i++) {
        if (qm__same(m->items[i].name, word)) {
            return (uint16_t)(i + 1);
        }
    }
    for (size_t i = 0; i < m->item_count; i++) {
        if (m->items[i].owner == owner && qm__same(m->items[i].brief, word)) {
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- values */

/* Reads one declared field of a figure through its layers. */
static void read_field(qm__making *m, uint16_t figure, const qm_field *field, int32_t *out) {
    const qm__figure_draft *draft = &m->figures[figure - 1];
    const qm__layer *layer = NULL;
    const qm__value *value = qm__look_up(draft, field->name, &layer);
    const qm__path path = {layer->path, field->name, 0};
    *out = field->standard;
    if (!value) {
        if (field->flags & QM_FIELD_REQUIRED) {
            qm__fault(layer->load, layer->object, &path, "is missing");
        }
        return;
    }
    const uint16_t item =
        field->type == QM_TYPE_ITEM && value->kind == QM__STRING ? item_meant(m, figure, value->text) : 0;
    if (item != 0) {
        *out = item;
        return;
    }
    const qm__declared declared = qm__declared_field(field);
    const qm__names names = {&m->scenario->rules, m->scenario};
    qm__declared_read(layer->load, &declared, &names, value, &path, out);
}

/* The place of a figure on a table, which three fields of its state hold. */
static void read_at(qm__making *m, uint16_t figure, const qm_field *first, int32_t out[3]) {
    const qm__layer *layer = NULL;
    const qm__value *value = qm__look_up(&m->figures[figure - 1], "at", &layer);
    const qm__path path = {layer->path, "at", 0};
    qm_place place = {first[0].standard, first[1].standard, first[2].standard};
    if (value) {
        qm__place_value_read(layer->load, m->scenario, value, &path, &place);
    } else if (first->flags & QM_FIELD_REQUIRED) {
        qm__fault(layer->load, layer->object, &path, "is missing");
    }
    memcpy(out, &place, sizeof place);
}

static void read_figure(qm__making *m, uint16_t figure) {
    qm_scenario *s = m->scenario;
    const qm_rules_facts *facts = m->facts;
    int32_t *values = qm__arena_array(&s->arena, facts->figure_field_count, sizeof *values);
    for (size_t i = 0; values && i < facts->figure_field_count; i++) {
        read_field(m, figure, &facts->figure_fields[i], &values[i]);
    }
    s->figures[figure - 1].values = values;
    int32_t *start = m->figure_start + (size_t)(figure - 1) * facts->figure_state_count;
    const size_t errors = m->load->list->errors;
    const int at = qm__at_field(facts, facts->figure_state, facts->figure_state_count);
    for (size_t i = 0; i < facts->figure_state_count; i++) {
        if ((facts->figure_state[i].flags & QM_FIELD_START) && (int)i == at) {
            read_at(m, figure, &facts->figure_state[i], &start[i]);
            i += 2;
        } else if (facts->figure_state[i].flags & QM_FIELD_START) {
            read_field(m, figure, &facts->figure_state[i], &start[i]);
        } else {
            start[i] = facts->figure_state[i].standard;
        }
    }
    /* What is only half known would be found to contradict itself; out of play it contradicts nothing. */
    for (size_t i = 0; m->load->list->errors > errors && i < facts->figure_state_count; i++) {
        start[i] = facts->figure_state[i].standard;
    }
}

/* {"weapon": "dagger", "ready": true}: the item is what that field of its holder's state names. */
static void read_item_marks(qm__making *m, uint16_t item, uint16_t holder) {
    const qm__item_draft *draft = &m->items[item - 1];
    for (size_t i = 0; draft->layer.object && i < m->facts->figure_state_count; i++) {
        const qm_field *field = &m->facts->figure_state[i];
        const qm__value *mark = is_item_field(field) ? qm__value_get(draft->layer.object, field->name) : NULL;
        const qm__path path = {draft->layer.path, field->name, 0};
        if (!mark || !qm__expect(draft->layer.load, mark, QM__BOOL, NULL, &path) || !mark->truth) {
            continue;
        }
        int32_t *slot = holder ? &m->figure_start[(size_t)(holder - 1) * m->facts->figure_state_count + i] : NULL;
        if (!slot) {
            qm__fault(draft->layer.load, mark, &path, "nobody has the item");
        } else if (*slot != 0 && *slot != item) {
            qm__fault(draft->layer.load, mark, &path, "%s has another item there already",
                      m->scenario->figures[holder - 1].name);
        } else {
            *slot = item;
        }
    }
}

static void read_item_field(qm__making *m, const qm__item_draft *draft, const qm_field *field, int32_t *out) {
    const qm__value *value = qm__value_get(draft->layer.object, field->name);
    const qm__path path = {draft->layer.path, field->name, 0};
    if (value) {
        const qm__declared declared = qm__declared_field(field);
        const qm__names names = {&m->scenario->rules, m->scenario};
        qm__declared_read(draft->layer.load, &declared, &names, value, &path, out);
    } else if ((field->flags & QM_FIELD_REQUIRED) && *out == field->standard) {
        qm__fault(draft->layer.load, draft->layer.object, &path, "is missing");
    }
}

/* The place of an item on a table, over the standard values. */
static void read_item_at(qm__making *m, const qm__item_draft *draft, int32_t out[3]) {
    const qm__value *value = qm__value_get(draft->layer.object, "at");
    qm_place place;
    if (value &&
        qm__place_value_read(draft->layer.load, m->scenario, value, &(qm__path){draft->layer.path, "at", 0}, &place)) {
        memcpy(out, &place, sizeof place);
    }
}

static void read_item(qm__making *m, uint16_t item) {
    const qm__item_draft *draft = &m->items[item - 1];
    const qm_rules_facts *facts = m->facts;
    qm_scenario *s = m->scenario;
    int32_t *values = qm__arena_array(&s->arena, facts->item_field_count, sizeof *values);
    int32_t *start = m->item_start + (size_t)(item - 1) * facts->item_state_count;
    const int row = first_row_field(facts);
    uint16_t holder = draft->owner;
    for (int i = 0; values && i < facts->item_field_count; i++) {
        values[i] = facts->item_fields[i].standard;
        if (draft->row && i == row) {
            const qm__declared declared = qm__declared_field(&facts->item_fields[i]);
            const qm__names names = {&s->rules, s};
            qm__declared_read(draft->layer.load, &declared, &names, draft->row, draft->layer.path, &values[i]);
        } else if (draft->layer.object) {
            read_item_field(m, draft, &facts->item_fields[i], &values[i]);
        }
    }
    bool held = false;
    const int at = qm__at_field(facts, facts->item_state, facts->item_state_count);
    for (size_t i = 0; i < facts->item_state_count; i++) {
        const qm_field *field = &facts->item_state[i];
        start[i] = field->standard;
        if (at >= 0 && (int)i >= at && (int)i <= at + 2) {
            if ((int)i == at + 2) {
                read_item_at(m, draft, &start[at]);
            }
            continue;
        }
        const bool holds = !held && field->type == QM_TYPE_FIGURE && (field->flags & QM_FIELD_START);
        if (holds) {
            start[i] = draft->owner;
        }
        if (draft->layer.object && (field->flags & QM_FIELD_START)) {
            read_item_field(m, draft, field, &start[i]);
        }
        if (holds) {
            holder = (uint16_t)start[i];
            held = true;
        }
    }
    s->items[item - 1] = (qm__item){draft->name, values};
    read_item_marks(m, item, holder);
}

/* -------------------------------------------------------------------------------------------------------- figures */

static uint16_t read_side(qm__making *m, const qm__figure_draft *draft) {
    const qm__layer *layer = NULL;
    const qm__value *value = qm__look_up(draft, "side", &layer);
    const qm__path path = {layer->path, "side", 0};
    if (!value) {
        if (m->scenario->side_count == 1) {
            return 1;
        }
        qm__fault(layer->load, layer->object, &path, "is missing");
        return 1;
    }
    if (!qm__expect(layer->load, value, QM__STRING, NULL, &path)) {
        return 1;
    }
    const uint16_t side = qm_side_named(m->scenario, value->text);
    if (side == 0) {
        const char *names[QM_SIDES_MAX];
        char hint[100];
        qm_text text = qm_text_over(hint, sizeof hint);
        for (size_t i = 0; i < m->scenario->side_count; i++) {
            names[i] = m->scenario->sides[i].name;
        }
        qm__suggest(&text, value->text, names, m->scenario->side_count);
        qm__fault(layer->load, value, &path, "there is no side \"%s\"%s", value->text, hint);
        return 1;
    }
    return side;
}

qm__figure_draft *qm__figure_begin(qm__making *m, const qm__value *at, const qm__path *path) {
    if (m->scenario->figure_count >= QM_FIGURES_MAX) {
        qm__fault(m->load, at, path, "a scenario has at most %d figures", QM_FIGURES_MAX);
        return NULL;
    }
    return &m->figures[m->scenario->figure_count];
}

void qm__figure_name(qm__making *m, qm__figure_draft *draft, const char *name) {
    const qm__value *patch = m->patch ? qm__value_get(m->patch->figures, name) : NULL;
    draft->name = name;
    if (patch && patch->kind == QM__OBJECT) {
        const qm__path *up = qm__path_keep(m->load, m->patch->path, "figures", 0);
        const qm__layer layer = {patch, m->patch->load, qm__path_keep(m->load, up, name, 0)};
        qm__check_figure_keys(m, &layer, false);
        qm__add_layer(draft, layer);
    }
}

void qm__figure_end(qm__making *m, qm__figure_draft *draft, uint16_t side) {
    qm_scenario *s = m->scenario;
    const qm__layer *layer = NULL;
    const qm__value *text = qm__look_up(draft, "text", &layer);
    const char *words = text && qm__expect(layer->load, text, QM__STRING, NULL, layer->path) ? text->text : "";
    s->figures[s->figure_count++] = (qm__figure){.name = qm__arena_string(&s->arena, draft->name, strlen(draft->name)),
                                                 .text = qm__arena_string(&s->arena, words, strlen(words)),
                                                 .side = side ? side : read_side(m, draft)};
}

/* Name, layers and side of one entry. */
static void draft_figure(qm__making *m, const qm__value *entry, const qm__path *path) {
    qm_scenario *s = m->scenario;
    qm__figure_draft *draft =
        qm__expect(m->load, entry, QM__OBJECT, NULL, path) ? qm__figure_begin(m, entry, path) : NULL;
    if (!draft) {
        return;
    }
    const qm__path name_path = {path, "name", 0};
    const char *name = qm__get_text(m->load, entry, "name", path, NULL);
    /* A figure without a good name is still a figure, and the rest of its entry is looked at. */
    if (name) {
        qm__check_name(m, m->load, name, qm__value_get(entry, "name"), &name_path, s->figure_count, 0);
    } else {
        if (!qm__value_get(entry, "name")) {
            qm__fault(m->load, entry, &name_path, "is missing");
        }
        name = "(no name)";
    }
    const qm__layer own = {entry, m->load, path};
    qm__check_figure_keys(m, &own, false);
    qm__figure_name(m, draft, name);
    qm__add_layer(draft, own);
    qm__follow_templates(m, draft, draft->layer_count - 1);
    qm__figure_end(m, draft, 0);
    if (m->facts->units) {
        qm__unit_add(m, name, s->figure_count);
    }
}

/* A case that changes a figure which is not there is mistaken. */
static void check_patch(const qm__making *m) {
    if (!m->patch || !m->patch->figures) {
        return;
    }
    const qm__path path = {m->patch->path, "figures", 0};
    if (!qm__expect(m->patch->load, m->patch->figures, QM__OBJECT, NULL, &path)) {
        return;
    }
    for (const qm__value *entry = m->patch->figures->first; entry; entry = entry->next) {
        const qm__path here = {&path, entry->key, 0};
        if (qm_figure_named(m->scenario, entry->key) == 0) {
            qm__fault_key(m->patch->load, entry, &here, "the scenario has no figure of this name");
        } else if (qm__expect(m->patch->load, entry, QM__OBJECT, NULL, &here) &&
                   (qm__value_get(entry, "name") || qm__value_get(entry, "template"))) {
            qm__fault(m->patch->load, entry, &here,
                      "neither the name nor the template of a figure can be changed here");
        }
    }
}

static void make_items(qm__making *m) {
    qm_scenario *s = m->scenario;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        const qm__layer *layer = NULL;
        const qm__value *list = qm__look_up(&m->figures[i - 1], "items", &layer);
        if (list) {
            list_items(m, layer->load, list, qm__path_keep(layer->load, layer->path, "items", 0), i);
        }
    }
    list_items(m, m->load, qm__value_get(m->root, "items"), qm__path_keep(m->load, NULL, "items", 0), 0);
    s->items = qm__arena_array(&s->arena, m->item_count, sizeof *s->items);
    m->item_start = qm__arena_array(m->load->arena, m->item_count * m->facts->item_state_count + 1u, sizeof(int32_t));
    for (size_t i = 0; s->items && i < m->item_count; i++) {
        s->items[i].name = m->items[i].name;
        s->item_count++;
    }
}

void qm__make_figures(qm__making *m) {
    const qm__path *path = qm__path_keep(m->load, NULL, "figures", 0);
    const qm__value *list = qm__value_get(m->root, "figures");
    const qm__value *units = m->facts->units ? qm__value_get(m->root, "units") : NULL;
    qm_scenario *s = m->scenario;
    if (!path || ((list || !units) && !qm__expect(m->load, list, QM__ARRAY, m->root, path))) {
        return;
    }
    s->figures = qm__arena_array(&s->arena, QM_FIGURES_MAX, sizeof *s->figures);
    m->figures = qm__arena_array(m->load->arena, QM_FIGURES_MAX, sizeof *m->figures);
    m->items = qm__arena_array(m->load->arena, QM_ITEMS_MAX, sizeof *m->items);
    s->units = m->facts->units ? qm__arena_array(&s->arena, QM_FIGURES_MAX, sizeof *s->units) : NULL;
    if (!s->figures || !m->figures || !m->items || (m->facts->units && !s->units)) {
        return;
    }
    size_t index = 0;
    for (const qm__value *entry = list ? list->first : NULL; entry; entry = entry->next, index++) {
        draft_figure(m, entry, qm__path_keep(m->load, path, NULL, index));
    }
    if (units) {
        qm__make_units(m, units);
    }
    check_patch(m);
    make_items(m);
    m->figure_start =
        qm__arena_array(m->load->arena, (size_t)s->figure_count * m->facts->figure_state_count + 1u, sizeof(int32_t));
    if (s->arena.failed || m->load->arena->failed) {
        return;
    }
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        read_figure(m, i);
    }
    for (uint16_t i = 1; i <= s->item_count; i++) {
        read_item(m, i);
    }
}
