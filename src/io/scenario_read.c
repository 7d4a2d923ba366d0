/* Scenario files: rules, sides, the end of the game; board and figures are read by their own files.
 *
 * Reading goes on as long as what follows can still make sense, so that one run shows every mistake: only without rules
 * (then no name means anything) does it stop at once.
 */
#include <string.h>

#include "base/name.h"
#include "game/cells.h"
#include "io/json.h"
#include "io/making.h"
#include "io/notation.h"

/* ---------------------------------------------------------------------------------------------------------- sides */

static const qm__value *side_name(const qm__making *m, const qm__value *entry, const qm__path *path) {
    static const char *const names[] = {"name", "allies"};
    if (entry->kind == QM__STRING) {
        return entry;
    }
    if (entry->kind != QM__OBJECT) {
        qm__fault(m->load, entry, path, "must be a name, or an object with \"name\" and \"allies\"");
        return NULL;
    }
    qm__check_keys(m->load, entry, path, names, 2);
    const qm__value *name = qm__value_get(entry, "name");
    return qm__expect(m->load, name, QM__STRING, entry, &(qm__path){path, "name", 0}) ? name : NULL;
}

static void add_side(qm__making *m, const qm__value *entry, const qm__path *path) {
    qm_scenario *s = m->scenario;
    const qm__value *name = side_name(m, entry, path);
    if (!name) {
        return;
    }
    if (!qm__name_valid(name->text, name->length) || qm__order_keyword(m->facts, name->text)) {
        qm__fault(m->load, name, path,
                  "\"%s\" is no name for a side: a letter, then letters, digits, '_' and '-', and no word "
                  "of the order notation",
                  name->text);
    } else if (qm_side_named(s, name->text) != 0) {
        qm__fault(m->load, name, path, "there is another side \"%s\"", name->text);
    } else if (s->side_count >= QM_SIDES_MAX) {
        qm__fault(m->load, name, path, "a scenario has at most %d sides", QM_SIDES_MAX);
    } else {
        qm__side *side = &s->sides[s->side_count++];
        side->name = qm__arena_string(&s->arena, name->text, name->length);
        side->friends = 1u << s->side_count;
    }
}

static void ally(qm__making *m, const qm__value *entry, const qm__path *up) {
    const qm__value *list = entry->kind == QM__OBJECT ? qm__value_get(entry, "allies") : NULL;
    const qm__value *name = entry->kind == QM__OBJECT ? qm__value_get(entry, "name") : NULL;
    const qm__path path = {up, "allies", 0};
    if (!list || !name || name->kind != QM__STRING || !qm__expect(m->load, list, QM__ARRAY, NULL, &path)) {
        return;
    }
    const uint16_t side = qm_side_named(m->scenario, name->text);
    size_t index = 0;
    for (const qm__value *one = list->first; one; one = one->next, index++) {
        const qm__path here = {&path, NULL, index};
        if (!qm__expect(m->load, one, QM__STRING, NULL, &here)) {
            continue;
        }
        const uint16_t other = qm_side_named(m->scenario, one->text);
        if (other == 0) {
            qm__fault(m->load, one, &here, "there is no side \"%s\"", one->text);
        } else if (side != 0) {
            m->scenario->sides[side - 1].friends |= 1u << other;
            m->scenario->sides[other - 1].friends |= 1u << side;
        }
    }
}

static void make_sides(qm__making *m) {
    const qm__path path = {NULL, "sides", 0};
    const qm__value *list = qm__value_get(m->root, "sides");
    qm_scenario *s = m->scenario;
    s->sides = qm__arena_array(&s->arena, QM_SIDES_MAX, sizeof *s->sides);
    if (!s->sides || !qm__expect(m->load, list, QM__ARRAY, m->root, &path)) {
        return;
    }
    size_t index = 0;
    for (const qm__value *entry = list->first; entry; entry = entry->next, index++) {
        add_side(m, entry, &(qm__path){&path, NULL, index});
    }
    index = 0;
    for (const qm__value *entry = list->first; entry; entry = entry->next, index++) {
        ally(m, entry, &(qm__path){&path, NULL, index});
    }
    if (list->count == 0) {
        qm__fault(m->load, list, &path, "a scenario needs at least one side");
    }
}

/* ------------------------------------------------------------------------------------------------------------ end */

static void read_places(qm__making *m, const qm__value *list, const qm__path *path, qm__zone *zone) {
    qm_place *places = qm__arena_array(&m->scenario->arena, list->count, sizeof *places);
    size_t index = 0;
    for (const qm__value *entry = list->first; places && entry; entry = entry->next, index++) {
        const qm__cell cell = qm__board_cell(m, entry, &(qm__path){path, NULL, index});
        if (cell != 0) {
            places[zone->place_count++] = qm__cell_place(m->scenario, cell);
        }
    }
    zone->places = places;
    if (list->count == 0) {
        qm__fault(m->load, list, path, "a zone needs at least one place");
    }
}

/* On a table a zone is an area of the board, by name. */
static uint16_t read_area(qm__making *m, const qm__value *entry, const qm__path *up) {
    const qm__table *table = &m->scenario->table;
    const qm__path path = {up, "area", 0};
    const qm__value *value = qm__value_get(entry, "area"), *places = qm__value_get(entry, "places");
    if (places) {
        qm__fault_key(m->load, places, &(qm__path){up, "places", 0},
                      "on a table a zone is not a list of places: \"area\" names a zone of the board");
        return 0;
    }
    if (!qm__expect(m->load, value, QM__STRING, entry, &path) || table->height_count == 0) {
        return 0;
    }
    const char *names[QM__AREAS_MAX];
    for (uint16_t i = 0; i < table->area_count; i++) {
        names[i] = table->areas[i].name;
        if (qm__same(names[i], value->text)) {
            return (uint16_t)(i + 1);
        }
    }
    char hint[100];
    qm_text text = qm_text_over(hint, sizeof hint);
    qm__suggest(&text, value->text, names, table->area_count);
    qm__fault(m->load, value, &path, "the board has no zone \"%s\"%s", value->text, hint);
    return 0;
}

static void add_zone(qm__making *m, const qm__value *entry, const qm__path *path) {
    static const char *const names[] = {"name", "places", "side", "turns"};
    static const char *const table_names[] = {"name", "area", "side", "turns", "places"};
    qm_scenario *s = m->scenario;
    const bool table = m->facts->space == QM_SPACE_TABLE;
    if (!qm__expect(m->load, entry, QM__OBJECT, NULL, path)) {
        return;
    }
    qm__check_keys(m->load, entry, path, table ? table_names : names, table ? 5 : 4);
    if (s->zone_count >= QM_ZONES_MAX) {
        qm__fault(m->load, entry, path, "a scenario has at most %d zones", QM_ZONES_MAX);
        return;
    }
    qm__zone *zone = &s->zones[s->zone_count];
    const char *name = qm__get_text(m->load, entry, "name", path, "zone");
    const char *side = qm__get_text(m->load, entry, "side", path, NULL);
    zone->name = qm__arena_string(&s->arena, name, strlen(name));
    zone->turns = (uint16_t)qm__get_int(m->load, entry, "turns", path, 1, 255, 1);
    zone->side = side ? qm_side_named(s, side) : 0;
    if (side && zone->side == 0) {
        qm__fault(m->load, qm__value_get(entry, "side"), &(qm__path){path, "side", 0}, "there is no side \"%s\"", side);
    }
    if (table) {
        zone->area = read_area(m, entry, path);
        s->zone_count++;
        return;
    }
    const qm__value *places = qm__value_get(entry, "places");
    const qm__path places_path = {path, "places", 0};
    if (qm__expect(m->load, places, QM__ARRAY, entry, &places_path) && qm__cell_count(s) > 0) {
        read_places(m, places, &places_path, zone);
    }
    s->zone_count++;
}

static void make_end(qm__making *m) {
    static const char *const names[] = {"turns", "last_standing", "zones"};
    const qm__path path = {NULL, "end", 0};
    const qm__value *end = qm__value_get(m->root, "end");
    m->scenario->last_standing = true;
    if (!end || !qm__expect(m->load, end, QM__OBJECT, NULL, &path)) {
        return;
    }
    qm__check_keys(m->load, end, &path, names, 3);
    m->scenario->turn_limit = (uint16_t)qm__get_int(m->load, end, "turns", &path, 1, 9999, 0);
    m->scenario->last_standing = qm__get_bool(m->load, end, "last_standing", &path, true);
    const qm__value *zones = qm__value_get(end, "zones");
    const qm__path zones_path = {&path, "zones", 0};
    size_t index = 0;
    if (zones && qm__expect(m->load, zones, QM__ARRAY, NULL, &zones_path)) {
        for (const qm__value *entry = zones->first; entry; entry = entry->next, index++) {
            add_zone(m, entry, &(qm__path){&zones_path, NULL, index});
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- all of it */

/* Whether settings contradict each other, which is told where they stand: in a case, in the scenario, or with no place
 * where they were given otherwise. */
static bool contradicts(const qm__making *m, const qm_rulebook *rulebook) {
    const qm__path path = {NULL, "rules", 0};
    const qm__value *rules = qm__value_get(m->root, "rules");
    const qm__value *own = rules && rules->kind == QM__OBJECT ? rules : NULL;
    const qm__value *patched = m->patch ? m->patch->settings : NULL;
    return (patched && qm__rulebook_contradicts(rulebook, m->patch->load, patched, NULL, m->patch->path, NULL) > 0) ||
           qm__rulebook_contradicts(rulebook, m->load, own ? qm__value_get(own, "settings") : NULL, own, &path, rules) > 0;
}

static qm_result start_scenario(qm__making *m, const qm_rulebook *instead) {
    qm_rulebook *rulebook = NULL;
    qm_result result = qm__rulebook_from(&rulebook, m->load, qm__value_get(m->root, "rules"), m->root, instead);
    if (result != QM_OK) {
        return result;
    }
    if (m->patch && m->patch->settings) {
        qm__rulebook_settings(rulebook, m->patch->load, m->patch->settings, &(qm__path){m->patch->path, "settings", 0});
    }
    if (contradicts(m, rulebook)) {
        qm_rulebook_free(rulebook);
        return QM_ERROR_INPUT;
    }
    result = qm__scenario_new(rulebook->rules.family, m->load->allocator, &m->scenario);
    if (result == QM_OK) {
        m->facts = m->scenario->family->facts;
        result = qm__rules_copy(&m->scenario->rules, &rulebook->rules, &m->scenario->arena);
    }
    qm_rulebook_free(rulebook);
    return result;
}

static const char *kept_text(qm__making *m, const char *key) {
    const char *text = qm__get_text(m->load, m->root, key, NULL, "");
    return qm__arena_string(&m->scenario->arena, text, strlen(text));
}

static qm_result finish(qm__making *m) {
    const size_t figures = m->scenario->figure_count, items = m->scenario->item_count;
    uint32_t *lines = qm__arena_array(m->load->arena, 4 * figures + 2 * items + 1, sizeof *lines);
    if (!lines) {
        return QM_ERROR_MEMORY;
    }
    uint32_t *columns = lines + figures, *at_lines = columns + figures, *at_columns = at_lines + figures;
    uint32_t *item_lines = at_columns + figures, *item_columns = item_lines + items;
    for (size_t i = 0; i < figures; i++) {
        const qm__value *object = m->figures[i].layers[0].object, *at = qm__value_get(object, "at");
        lines[i] = object->line;
        columns[i] = object->column;
        at = at ? at : m->figures[i].at;
        at_lines[i] = at ? at->line : object->line;
        at_columns[i] = at ? at->column : object->column;
    }
    for (size_t i = 0; i < items; i++) {
        const qm__value *at = m->items[i].row ? m->items[i].row : m->items[i].layer.object;
        item_lines[i] = at->line;
        item_columns[i] = at->column;
    }
    const qm__where where = {.file = m->load->file,
                             .figure_lines = lines,
                             .figure_columns = columns,
                             .at_lines = at_lines,
                             .at_columns = at_columns,
                             .item_lines = item_lines,
                             .item_columns = item_columns};
    return qm__scenario_finish(m->scenario, m->figure_start, m->item_start, &where, m->load->list);
}

/* Whether enough was read for the checks of the whole game to mean something, whatever else was wrong. */
static bool complete(const qm__making *m) {
    const qm_scenario *s = m->scenario;
    const bool cells = !qm__has_cells(m->facts->space) || (qm__cell_count(s) > 0 && s->cells && s->ground_count > 0);
    const bool table = m->facts->space != QM_SPACE_TABLE || s->table.height_count > 0;
    return cells && table && s->side_count > 0 && s->figure_count > 0 && m->figure_start && m->item_start;
}

static void make_board(qm__making *m) {
    const qm__value *board = qm__value_get(m->root, "board");
    switch (m->facts->space) {
    case QM_SPACE_HEX:
        qm__make_board_hex(m, board);
        break;
    case QM_SPACE_TILE:
        qm__make_board_tile(m, board);
        break;
    case QM_SPACE_TABLE:
        qm__make_board_table(m, board);
        break;
    case QM_SPACE_NONE:
        break;
    }
}

static void make_all(qm__making *m) {
    static const char *const names[] = {"quickmarch", "version",   "title",   "text",  "rules", "board", "sides",
                                        "rosters",    "templates", "figures", "items", "end",   "units"};
    qm__check_keys(m->load, m->root, NULL, names, sizeof names / sizeof names[0] - (m->facts->units ? 0 : 1));
    m->scenario->title = kept_text(m, "title");
    m->scenario->text = kept_text(m, "text");
    m->scenario->file = qm__arena_string(&m->scenario->arena, m->load->file, strlen(m->load->file));
    make_board(m);
    make_sides(m);
    qm__make_templates(m);
    qm__make_figures(m);
    make_end(m);
}

qm_result qm__scenario_build(qm_scenario **out, const qm__load *load, const qm__value *root, const qm_rulebook *instead,
                             const qm__patch *patch) {
    *out = NULL;
    const size_t errors = load->list->errors;
    qm__making m = {.load = load, .root = root, .patch = patch};
    if (!qm__check_head(load, root, "scenario") && (!root || root->kind != QM__OBJECT)) {
        return QM_ERROR_INPUT;
    }
    qm_result result = start_scenario(&m, instead);
    if (result == QM_OK) {
        make_all(&m);
        const bool good = load->list->errors == errors;
        result = m.scenario->arena.failed || load->arena->failed ? QM_ERROR_MEMORY
                 : good || complete(&m)                          ? finish(&m)
                                                                 : QM_ERROR_INPUT;
        result = result == QM_OK && !good ? QM_ERROR_INPUT : result;
    }
    if (result != QM_OK) {
        qm_scenario_free(m.scenario);
        return result;
    }
    *out = m.scenario;
    return QM_OK;
}

qm_result qm_scenario_read_text(qm_scenario **out, const char *text, size_t length, const char *name,
                                const qm_rulebook *instead, const qm_reader *reader, const qm_allocator *allocator,
                                qm_diagnostics *diagnostics) {
    *out = NULL;
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    const qm__load load = {name ? name : "", reader, allocator, &arena, diagnostics, NULL};
    const size_t before = diagnostics->count;
    qm__value *root = NULL;
    qm_result result = qm__json_read(text, length, load.file, &arena, diagnostics, &root);
    if (result == QM_OK) {
        result = qm__scenario_build(out, &load, root, instead, NULL);
    }
    qm__diagnostics_sort(diagnostics, before);
    qm__arena_free(&arena);
    return result;
}

qm_result qm_scenario_read_file(qm_scenario **out, const char *path, const qm_rulebook *instead,
                                const qm_reader *reader, const qm_allocator *allocator, qm_diagnostics *diagnostics) {
    *out = NULL;
    qm_text text = qm_text_growing(allocator);
    qm_result result = qm_file_read(path, reader, &text, diagnostics);
    if (result == QM_OK) {
        result = qm_scenario_read_text(out, text.data ? text.data : "", text.length, path, instead, reader, allocator,
                                       diagnostics);
    }
    qm_text_free(&text);
    return result;
}

/* ------------------------------------------------------------------------------------------------ rosters, kinds */

qm_result qm_roster_check(const char *text, size_t length, const char *name, const qm_reader *reader,
                          const qm_allocator *allocator, qm_diagnostics *diagnostics) {
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    const qm__load load = {name ? name : "", reader, allocator, &arena, diagnostics, NULL};
    const size_t errors = diagnostics->errors;
    const size_t before = diagnostics->count;
    qm__making m = {.load = &load};
    qm__value *root = NULL;
    qm_result result = qm__json_read(text, length, load.file, &arena, diagnostics, &root);
    if (result == QM_OK && qm__check_head(&load, root, "roster")) {
        static const char *const names[] = {"quickmarch", "version", "title", "text", "templates", "rules"};
        qm__check_keys(&load, root, NULL, names, sizeof names / sizeof names[0]);
        m.root = root;
        result = start_scenario(&m, NULL);
        if (result == QM_OK) {
            qm__make_templates(&m);
        }
    }
    if (result == QM_OK && diagnostics->errors > errors) {
        result = QM_ERROR_INPUT;
    }
    qm__diagnostics_sort(diagnostics, before);
    qm_scenario_free(m.scenario);
    qm__arena_free(&arena);
    return result;
}

/* Whether a text could begin a rulebook: with a comment, a name, or the header of a table. Two brackets in a row begin
 * no header of ours, but may well begin JSON. */
static bool begins_rulebook(const char *text, size_t length) {
    const char c = text[0];
    if (c == '[') {
        return length > 1 && text[1] != '[' && text[1] != '{' && text[1] != ']';
    }
    return c == '#' || c == '"' || c == '_' || c == '-' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

qm_file_kind qm_file_kind_of(const char *text, size_t length) {
    static const char *const kinds[] = {"scenario", "roster", "cases", "log"};
    /* A byte order mark is no part of any format, but what follows tells which reader should say so. */
    size_t at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
        at++;
    }
    if (at == length || text[at] != '{') {
        return at < length && begins_rulebook(text + at, length - at) ? QM_FILE_RULEBOOK : QM_FILE_UNKNOWN;
    }
    qm_file_kind kind = QM_FILE_UNKNOWN;
    qm__arena arena;
    qm__arena_init(&arena, NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm__value *root = NULL;
    if (qm__json_read(text, length, "", &arena, &list, &root) == QM_OK) {
        const qm__value *mark = qm__value_get(root, "quickmarch");
        for (int i = 0; mark && mark->kind == QM__STRING && i < 4; i++) {
            kind = qm__same(mark->text, kinds[i]) ? (qm_file_kind)(QM_FILE_SCENARIO + i) : kind;
        }
    }
    qm_diagnostics_free(&list);
    qm__arena_free(&arena);
    return kind;
}
