/* Scenarios: made once by io, complete and read-only after qm__scenario_finish.
 *
 * Invariant: the hash covers everything that can make two scenarios behave differently, rules included, so a state or a log
 * can tell that it belongs here. Titles and other texts are left out: correcting a spelling must not orphan a saved game.
 */
#include "game/scenario.h"

#include <string.h>

#include "base/hash.h"
#include "base/name.h"
#include "game/cells.h"
#include "game/place.h"

qm_result qm__rules_default(qm__rules *rules, const qm__family *family, qm__arena *arena) {
    const qm_rules_facts *facts = family->facts;
    rules->family = family;
    rules->edition = "";
    rules->settings = qm__arena_array(arena, facts->setting_count, sizeof(int32_t));
    rules->tables = qm__arena_array(arena, facts->table_count, sizeof(qm__table_rows));
    if (!rules->settings || !rules->tables) {
        return QM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < facts->setting_count; i++) {
        rules->settings[i] = facts->settings[i].standard;
    }
    for (size_t t = 0; t < facts->table_count; t++) {
        const qm_table *table = &facts->tables[t];
        qm__table_rows *rows = &rules->tables[t];
        rows->count = table->row_count;
        rows->rows = qm__arena_array(arena, table->row_count, sizeof(qm__table_row));
        for (size_t r = 0; rows->rows && r < table->row_count; r++) {
            rows->rows[r].name = table->rows[r].name;
            rows->rows[r].values = qm__arena_copy(arena, table->rows[r].values, table->column_count * sizeof(int32_t));
        }
        if (!rows->rows || arena->failed) {
            return QM_ERROR_MEMORY;
        }
    }
    return QM_OK;
}

qm_result qm__scenario_new(const qm__family *family, const qm_allocator *allocator, qm_scenario **out) {
    *out = NULL;
    if (!qm__places_fit(family->facts)) {
        return QM_ERROR_USAGE;
    }
    qm_scenario *scenario = qm__resize(allocator, NULL, 0, sizeof *scenario);
    if (!scenario) {
        return QM_ERROR_MEMORY;
    }
    memset(scenario, 0, sizeof *scenario);
    if (allocator) {
        scenario->allocator = *allocator;
    }
    qm__arena_init(&scenario->arena, scenario->allocator.resize ? &scenario->allocator : NULL);
    scenario->family = family;
    scenario->title = scenario->text = scenario->file = "";
    const qm_result result = qm__rules_default(&scenario->rules, family, &scenario->arena);
    if (result != QM_OK) {
        qm_scenario_free(scenario);
        return result;
    }
    *out = scenario;
    return QM_OK;
}

void qm_scenario_free(qm_scenario *scenario) {
    if (!scenario) {
        return;
    }
    const qm_allocator allocator = scenario->allocator;
    qm__arena_free(&scenario->arena);
    qm__resize(allocator.resize ? &allocator : NULL, scenario, sizeof *scenario, 0);
}

/* ------------------------------------------------------------------------------------------------------- finishing */

static uint32_t padded(size_t size) {
    return (uint32_t)((size + 7) & ~(size_t)7);
}

static void lay_out(qm_scenario *scenario) {
    const qm__family *family = scenario->family;
    size_t at = sizeof(qm_state);
    scenario->figures_at = padded(at);
    at = scenario->figures_at + (size_t)scenario->figure_count * family->figure_state_size;
    scenario->items_at = padded(at);
    at = scenario->items_at + (size_t)scenario->item_count * family->item_state_size;
    scenario->extra_at = padded(at);
    at = scenario->extra_at + (size_t)family->extra_size;
    scenario->pending_at = padded(at);
    scenario->legs_max = family->legs_max;
    const uint16_t tape = family->tape_max(scenario);
    scenario->tape_max = tape < QM_TAPE_MAX ? tape : QM_TAPE_MAX;
    at = scenario->pending_at + sizeof(qm__pending) + scenario->legs_max * sizeof(qm_leg) + scenario->tape_max;
    scenario->state_size = padded(at);
}

static uint64_t hash_ints(uint64_t hash, const int32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t v = (uint32_t)values[i];
        const char bytes[4] = {(char)(v & 255u), (char)(v >> 8 & 255u), (char)(v >> 16 & 255u), (char)(v >> 24)};
        hash = qm__hash_text(hash, bytes, 4);
    }
    return hash;
}

static uint64_t hash_int(uint64_t hash, int32_t value) {
    return hash_ints(hash, &value, 1);
}

static uint64_t hash_name(uint64_t hash, const char *name) {
    return qm__hash_text(hash, name, strlen(name) + 1);
}

static uint64_t hash_rules(uint64_t hash, const qm_scenario *scenario) {
    const qm_rules_facts *facts = scenario->family->facts;
    hash = hash_int(hash_name(hash, facts->name), (int32_t)facts->rules_version);
    hash = hash_ints(hash, scenario->rules.settings, facts->setting_count);
    for (size_t t = 0; t < facts->table_count; t++) {
        const qm__table_rows *rows = &scenario->rules.tables[t];
        for (size_t r = 0; r < rows->count; r++) {
            hash = hash_ints(hash_name(hash, rows->rows[r].name), rows->rows[r].values, facts->tables[t].column_count);
        }
    }
    return hash;
}

static uint64_t hash_polygon(uint64_t hash, const qm__table *table, const qm__polygon *polygon) {
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        hash = hash_int(hash, (int32_t)ring->count);
        for (uint32_t i = 0; i < ring->count; i++) {
            hash = hash_ints(hash, &table->corners[ring->first + i].x, 3);
        }
    }
    return hash;
}

static uint64_t hash_table(uint64_t hash, const qm__table *table) {
    const int32_t head[5] = {table->width, table->depth, table->prism_count, table->ladder_count, table->area_count};
    hash = hash_ints(hash, head, 5);
    for (size_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const int32_t numbers[5] = {prism->bottom, prism->top, prism->flags, prism->kind, (int32_t)prism->polygon.ring_count};
        hash = hash_polygon(hash_ints(hash_name(hash, prism->name), numbers, 5), table, &prism->polygon);
    }
    for (size_t i = 0; i < table->ladder_count; i++) {
        hash = hash_ints(hash_name(hash, table->ladders[i].name), &table->ladders[i].foot_x, 6);
    }
    for (size_t i = 0; i < table->area_count; i++) {
        const qm__area *area = &table->areas[i];
        const int32_t numbers[4] = {area->bottom, area->top, area->kind, (int32_t)area->polygon.ring_count};
        hash = hash_polygon(hash_ints(hash_name(hash, area->name), numbers, 4), table, &area->polygon);
    }
    return hash;
}

static uint64_t hash_board(uint64_t hash, const qm_scenario *scenario) {
    if (scenario->family->facts->space == QM_SPACE_TABLE) {
        return hash_table(hash, &scenario->table);
    }
    const int32_t head[4] = {qm__cell_columns(scenario), qm__cell_rows(scenario), (int32_t)scenario->hex.layout,
                             (int32_t)scenario->hex.shove};
    const size_t entries = (size_t)qm__cell_count(scenario) + 1;
    hash = hash_ints(hash, head, 4);
    if (scenario->cells) {
        hash = qm__hash_text(hash, (const char *)scenario->cells, entries);
    }
    if (scenario->tile.walls) {
        hash = qm__hash_text(hash, (const char *)scenario->tile.walls, entries);
    }
    const qm_rules_facts *facts = scenario->family->facts;
    for (size_t g = 0; g < scenario->ground_count; g++) {
        const qm__ground *ground = &scenario->grounds[g];
        hash = hash_ints(hash_name(hash, ground->name), ground->values, facts->tables[facts->terrain_table].column_count);
    }
    return hash;
}

static uint64_t hash_all(const qm_scenario *scenario) {
    const qm_rules_facts *facts = scenario->family->facts;
    uint64_t hash = hash_board(hash_rules(QM__HASH_TEXT_START, scenario), scenario);
    for (size_t i = 0; i < scenario->side_count; i++) {
        hash = hash_int(hash_name(hash, scenario->sides[i].name), (int32_t)scenario->sides[i].friends);
    }
    for (size_t i = 0; i < scenario->figure_count; i++) {
        const qm__figure *figure = &scenario->figures[i];
        hash = hash_int(hash_name(hash, figure->name), figure->side);
        hash = hash_ints(hash, figure->values, facts->figure_field_count);
    }
    for (size_t i = 0; i < scenario->item_count; i++) {
        hash = hash_ints(hash_name(hash, scenario->items[i].name), scenario->items[i].values, facts->item_field_count);
    }
    for (size_t i = 0; i < scenario->unit_count; i++) {
        hash = hash_int(hash_name(hash, scenario->units[i].name), scenario->units[i].count);
    }
    const int32_t end[3] = {scenario->turn_limit, scenario->last_standing, scenario->zone_count};
    hash = hash_ints(hash, end, 3);
    for (size_t z = 0; z < scenario->zone_count; z++) {
        const qm__zone *zone = &scenario->zones[z];
        hash = hash_int(hash_int(hash, zone->side), zone->turns);
        hash = zone->area ? hash_int(hash, zone->area) : hash;
        for (size_t p = 0; p < zone->place_count; p++) {
            hash = hash_ints(hash, &zone->places[p].x, 3);
        }
    }
    /* the start is everything else */
    return qm__hash_text(hash, (const char *)scenario->start + QM__STATE_BODY, scenario->state_size - QM__STATE_BODY);
}

static void set_fields(void *block, const qm_field *fields, size_t count, const int32_t *values) {
    for (size_t i = 0; i < count; i++) {
        qm__field_set(block, &fields[i], values ? values[i] : fields[i].standard);
    }
}

static qm_result make_start(qm_scenario *scenario, const int32_t *figure_start, const int32_t *item_start,
                            const qm__where *where, qm_diagnostics *diagnostics) {
    const qm_rules_facts *facts = scenario->family->facts;
    qm_state *state = qm__arena_alloc(&scenario->arena, scenario->state_size);
    if (!state) {
        return QM_ERROR_MEMORY;
    }
    state->layout = QM__STATE_LAYOUT;
    state->size = scenario->state_size;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        set_fields(qm__figure_at(scenario, state, i, scenario->family->figure_state_size), facts->figure_state,
                   facts->figure_state_count, figure_start ? figure_start + (size_t)(i - 1) * facts->figure_state_count : NULL);
    }
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        set_fields(qm__item_at(scenario, state, i, scenario->family->item_state_size), facts->item_state,
                   facts->item_state_count, item_start ? item_start + (size_t)(i - 1) * facts->item_state_count : NULL);
    }
    scenario->start = state;
    return scenario->family->start(scenario, state, where, diagnostics);
}

/* The scenario for those who may measure everything: itself, unless its rules forbid something. */
static void add_measured(qm_scenario *scenario) {
    void *compiled = scenario->family->measured ? scenario->family->measured(scenario) : NULL;
    qm_scenario *twin = compiled ? qm__arena_alloc(&scenario->arena, sizeof *twin) : NULL;
    scenario->measured = twin ? twin : scenario;
    if (twin) {
        *twin = *scenario;
        twin->compiled = compiled;
    }
}

uint16_t qm__lone_figures(const qm_scenario *scenario) {
    uint16_t count = 0;
    while (count < scenario->unit_count && scenario->units[count].count == 1 &&
           qm__same(scenario->units[count].name, scenario->figures[count].name)) {
        count++;
    }
    return scenario->unit_count > 0 ? count : scenario->figure_count;
}

qm_result qm__scenario_finish(qm_scenario *scenario, const int32_t *figure_start, const int32_t *item_start,
                              const qm__where *where, qm_diagnostics *diagnostics) {
    const size_t errors = diagnostics->errors;
    if (scenario->figure_count == 0) {
        qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where ? where->file : "", 0, 0, "figures",
                           "a scenario needs at least one figure");
    }
    for (uint16_t i = 1; i < scenario->figure_count && !scenario->contested; i++) {
        scenario->contested = qm__hostile(scenario, scenario->figures[0].side, scenario->figures[i].side);
    }
    qm_result result = scenario->family->compile(scenario, where, diagnostics);
    if (result == QM_OK || result == QM_ERROR_INPUT) {
        if (diagnostics->errors == errors) {
            lay_out(scenario);
            result = make_start(scenario, figure_start, item_start, where, diagnostics);
        }
    }
    if (result == QM_OK && (diagnostics->errors > errors || scenario->arena.failed)) {
        result = scenario->arena.failed ? QM_ERROR_MEMORY : QM_ERROR_INPUT;
    }
    if (result == QM_OK) {
        scenario->hash = hash_all(scenario);
        scenario->start->scenario = scenario->hash;
        add_measured(scenario);
        result = scenario->arena.failed ? QM_ERROR_MEMORY : QM_OK;
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------------- accessors */

const qm_rules_facts *qm_scenario_family(const qm_scenario *scenario) {
    return scenario->family->facts;
}

const char *qm_scenario_title(const qm_scenario *scenario) {
    return scenario->title;
}

const qm_scenario *qm_scenario_measured(const qm_scenario *scenario) {
    return scenario->measured;
}

uint64_t qm_scenario_hash(const qm_scenario *scenario) {
    return scenario->hash;
}

int32_t qm_scenario_setting(const qm_scenario *scenario, size_t setting) {
    return setting < scenario->family->facts->setting_count ? scenario->rules.settings[setting] : 0;
}

uint16_t qm_figure_count(const qm_scenario *scenario) {
    return scenario->figure_count;
}

uint16_t qm_item_count(const qm_scenario *scenario) {
    return scenario->item_count;
}

uint16_t qm_side_count(const qm_scenario *scenario) {
    return scenario->side_count;
}

const char *qm_figure_name(const qm_scenario *scenario, uint16_t figure) {
    return figure >= 1 && figure <= scenario->figure_count ? scenario->figures[figure - 1].name : "";
}

const char *qm_item_name(const qm_scenario *scenario, uint16_t item) {
    return item >= 1 && item <= scenario->item_count ? scenario->items[item - 1].name : "";
}

const char *qm_side_name(const qm_scenario *scenario, uint16_t side) {
    return side >= 1 && side <= scenario->side_count ? scenario->sides[side - 1].name : "";
}

uint16_t qm_figure_named(const qm_scenario *scenario, const char *name) {
    for (uint16_t i = scenario->figure_count; i > 0; i--) {
        if (qm__same(scenario->figures[i - 1].name, name)) {
            return i;
        }
    }
    return 0;
}

uint16_t qm_item_named(const qm_scenario *scenario, const char *name) {
    for (uint16_t i = scenario->item_count; i > 0; i--) {
        if (qm__same(scenario->items[i - 1].name, name)) {
            return i;
        }
    }
    return 0;
}

uint16_t qm_side_named(const qm_scenario *scenario, const char *name) {
    for (uint16_t i = scenario->side_count; i > 0; i--) {
        if (qm__same(scenario->sides[i - 1].name, name)) {
            return i;
        }
    }
    return 0;
}

uint16_t qm_figure_side(const qm_scenario *scenario, uint16_t figure) {
    return figure >= 1 && figure <= scenario->figure_count ? scenario->figures[figure - 1].side : 0;
}

bool qm_sides_hostile(const qm_scenario *scenario, uint16_t a, uint16_t b) {
    return a >= 1 && b >= 1 && a <= scenario->side_count && b <= scenario->side_count && qm__hostile(scenario, a, b);
}

int32_t qm_figure_value(const qm_scenario *scenario, uint16_t figure, size_t field) {
    const bool there = figure >= 1 && figure <= scenario->figure_count && field < scenario->family->facts->figure_field_count;
    return there ? scenario->figures[figure - 1].values[field] : 0;
}
