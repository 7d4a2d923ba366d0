/* Templates: of a scenario and of its rosters, and the layers that describe a figure.
 *
 * A figure is described by layers: what a case changes, its own entry, that of its unit, its template, that one's
 * template and so on; the first layer that has a field decides it. Copying a template's members into the figure's entry
 * was the alternative; a fault in a template would then be reported at the figure.
 */
#include <string.h>

#include "base/name.h"
#include "game/place.h"
#include "io/making.h"

const qm__path *qm__path_keep(const qm__load *load, const qm__path *up, const char *key, size_t index) {
    qm__path *path = qm__arena_alloc(load->arena, sizeof *path);
    if (path) {
        *path = (qm__path){up, key, index};
    }
    return path;
}

size_t qm__start_names(const qm_rules_facts *facts, const qm_field *fields, size_t field_count, const char **names,
                       size_t max) {
    const int at = qm__at_field(facts, fields, field_count);
    size_t count = 0;
    for (size_t i = 0; i < field_count && count < max; i++) {
        if (fields[i].flags & QM_FIELD_START) {
            names[count++] = (int)i == at ? "at" : fields[i].name;
        }
        i += (int)i == at ? 2 : 0;
    }
    return count;
}

/* Names a figure's entry may have: the fixed ones, its declared values, and the state a file may set. */
static size_t figure_names(const qm_rules_facts *facts, const char **names, size_t max) {
    static const char *const fixed[] = {"name", "side", "template", "text", "items"};
    size_t count = 0;
    for (; count < sizeof fixed / sizeof fixed[0]; count++) {
        names[count] = fixed[count];
    }
    for (size_t i = 0; i < facts->figure_field_count && count < max; i++) {
        names[count++] = facts->figure_fields[i].name;
    }
    return count + qm__start_names(facts, facts->figure_state, facts->figure_state_count, names + count, max - count);
}

enum { NAMES_MAX = 160 };

void qm__check_figure_keys(const qm__making *m, const qm__layer *layer, bool unit) {
    const char *names[NAMES_MAX + 2];
    size_t count = figure_names(m->facts, names, NAMES_MAX);
    if (unit) {
        names[count++] = "count";
        names[count++] = "figures";
    }
    qm__check_keys(layer->load, layer->object, layer->path, names, count);
}

/* ------------------------------------------------------------------------------------------------------ templates */

static const qm__template *template_named(const qm__making *m, const char *name) {
    for (size_t i = 0; i < m->template_count; i++) {
        if (qm__same(m->templates[i].name, name)) {
            return &m->templates[i];
        }
    }
    return NULL;
}

static void check_items(const qm__layer *layer) {
    const qm__path path = {layer->path, "items", 0};
    const qm__value *items = qm__value_get(layer->object, path.key);
    if (!items || !qm__expect(layer->load, items, QM__ARRAY, NULL, &path)) {
        return;
    }
    size_t index = 0;
    for (const qm__value *item = items->first; item; item = item->next, index++) {
        if (item->kind != QM__STRING) {
            qm__expect(layer->load, item, QM__OBJECT, NULL, &(qm__path){&path, NULL, index});
        }
    }
}

/* Reads the declared values of a template for their faults only: a template that nobody uses is checked as well. */
static void check_values(qm__making *m, const qm__layer *layer) {
    const qm__names names = {&m->scenario->rules, m->scenario};
    static const char *const texts[] = {"side", "template", "text"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        qm__get_text(layer->load, layer->object, texts[i], layer->path, NULL);
    }
    check_items(layer);
    for (size_t i = 0; i < m->facts->figure_field_count; i++) {
        const qm__declared declared = qm__declared_field(&m->facts->figure_fields[i]);
        const qm__value *value = qm__value_get(layer->object, declared.name);
        int32_t unused;
        if (value) {
            qm__declared_read(layer->load, &declared, &names, value, &(qm__path){layer->path, declared.name, 0},
                              &unused);
        }
    }
}

static void add_templates(qm__making *m, const qm__load *load, const qm__value *list) {
    const qm__path *path = qm__path_keep(load, NULL, "templates", 0);
    if (!list || !qm__expect(load, list, QM__OBJECT, NULL, path)) {
        return;
    }
    for (const qm__value *entry = list->first; entry; entry = entry->next) {
        const qm__path *here = qm__path_keep(load, path, entry->key, 0);
        if (!qm__expect(load, entry, QM__OBJECT, NULL, here)) {
            continue;
        }
        if (template_named(m, entry->key)) {
            qm__fault_key(load, entry, here, "there is another template of this name");
            continue;
        }
        if (m->template_count == m->template_max) {
            const size_t max = m->template_max * 2 + 8;
            qm__template *grown = qm__arena_array(load->arena, max, sizeof *grown);
            if (!grown) {
                return;
            }
            if (m->template_count > 0) {
                memcpy(grown, m->templates, m->template_count * sizeof *grown);
            }
            m->templates = grown;
            m->template_max = max;
        }
        qm__template *added = &m->templates[m->template_count++];
        *added = (qm__template){entry->key, {entry, load, here}};
        qm__check_figure_keys(m, &added->layer, false);
        check_values(m, &added->layer);
    }
}

static void read_roster(qm__making *m, const char *name, const qm__value *at, const qm__path *path) {
    static const char *const names[] = {"quickmarch", "version", "title", "text", "templates", "rules"};
    const char *file = qm__path_beside(m->load->arena, m->load->file, name);
    qm__load *load = qm__arena_copy(m->load->arena, m->load, sizeof *load);
    qm__value *roster = NULL;
    if (!file || !load) {
        return;
    }
    load->file = file;
    const qm_result result = qm__json_file(load, file, &roster);
    if (result == QM_ERROR_FILE) {
        qm__fault(m->load, at, path, "the roster \"%s\" cannot be read", name);
    }
    if (result != QM_OK || !qm__check_head(load, roster, "roster")) {
        return;
    }
    qm__check_keys(load, roster, NULL, names, sizeof names / sizeof names[0]);
    const char *rules = qm__get_text(load, roster, "rules", NULL, m->facts->name);
    if (!qm__same(rules, m->facts->name)) {
        qm__fault(load, qm__value_get(roster, "rules"), &(qm__path){NULL, "rules", 0},
                  "the roster is for %s, the scenario for %s", rules, m->facts->name);
    }
    add_templates(m, load, qm__value_get(roster, "templates"));
}

void qm__make_templates(qm__making *m) {
    const qm__path path = {NULL, "rosters", 0};
    const qm__value *rosters = qm__value_get(m->root, "rosters");
    size_t index = 0;
    if (rosters && qm__expect(m->load, rosters, QM__ARRAY, NULL, &path)) {
        for (const qm__value *name = rosters->first; name; name = name->next, index++) {
            const qm__path here = {&path, NULL, index};
            if (index < QM_EXTENDS_MAX && qm__expect(m->load, name, QM__STRING, NULL, &here)) {
                read_roster(m, name->text, name, &here);
            } else if (index == QM_EXTENDS_MAX) {
                qm__fault(m->load, name, &here, "a scenario has at most %d rosters", QM_EXTENDS_MAX);
            }
        }
    }
    add_templates(m, m->load, qm__value_get(m->root, "templates"));
}

/* --------------------------------------------------------------------------------------------------------- layers */

/* The first layer that has the member. */
const qm__value *qm__look_up(const qm__figure_draft *draft, const char *key, const qm__layer **layer) {
    for (size_t i = 0; i < draft->layer_count; i++) {
        const qm__value *value = qm__value_get(draft->layers[i].object, key);
        if (value) {
            *layer = &draft->layers[i];
            return value;
        }
    }
    *layer = draft->layer_count > 0 ? &draft->layers[0] : NULL;
    return NULL;
}

void qm__add_layer(qm__figure_draft *draft, qm__layer layer) {
    if (draft->layer_count < QM__LAYERS_MAX) {
        draft->layers[draft->layer_count++] = layer;
    }
}

/* Each template may name the next. */
void qm__follow_templates(const qm__making *m, qm__figure_draft *draft, size_t from) {
    for (int depth = 0;; depth++) {
        const qm__layer *last = &draft->layers[depth == 0 ? from : draft->layer_count - 1];
        const char *name = qm__get_text(last->load, last->object, "template", last->path, NULL);
        if (!name) {
            return;
        }
        const qm__path path = {last->path, "template", 0};
        const qm__value *at = qm__value_get(last->object, "template");
        const qm__template *found = template_named(m, name);
        if (!found) {
            const char *names[NAMES_MAX];
            size_t count = 0;
            char hint[100];
            qm_text text = qm_text_over(hint, sizeof hint);
            for (; count < m->template_count && count < NAMES_MAX; count++) {
                names[count] = m->templates[count].name;
            }
            qm__suggest(&text, name, names, count);
            qm__fault(last->load, at, &path, "there is no template \"%s\"%s", name, hint);
            return;
        }
        if (depth >= QM_EXTENDS_MAX) {
            qm__fault(last->load, at, &path, "more than %d templates build on one another, or they do so in a circle",
                      QM_EXTENDS_MAX);
            return;
        }
        qm__add_layer(draft, found->layer);
    }
}
