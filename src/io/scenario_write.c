/* A scenario written out as one file that needs no other.
 *
 * Invariant: read back it has the same hash. Grounds keep their order, and each gets a character of its own, whatever
 * the file it came from used.
 */
#include <string.h>

#include "base/name.h"
#include "game/cells.h"
#include "game/place.h"
#include "io/board_table.h"
#include "io/rulebook.h"

/* What differs from the family's defaults, as the object "rules". */
static void write_rules(const qm_scenario *s, qm__json_writer *w) {
    const qm_rules_facts *facts = s->family->facts;
    const qm__names names = {&s->rules, NULL};
    qm__json_object_begin(w);
    qm__json_member(w, "family", facts->name);
    if (s->rules.edition[0]) {
        qm__json_member(w, "edition", s->rules.edition);
    }
    qm__json_key(w, "settings");
    qm__changed_settings_json(w, s);
    for (size_t t = 0; t < facts->table_count; t++) {
        const qm_table *table = &facts->tables[t];
        bool open = false;
        for (size_t r = 0; r < s->rules.tables[t].count; r++) {
            const qm__table_row *row = &s->rules.tables[t].rows[r];
            if (r < table->row_count &&
                memcmp(table->rows[r].values, row->values, table->column_count * sizeof(int32_t)) == 0) {
                continue;
            }
            if (!open) {
                qm__json_key(w, table->name);
                qm__json_object_begin(w);
                open = true;
            }
            qm__json_key(w, row->name);
            qm__json_object_begin(w);
            for (size_t c = 0; c < table->column_count; c++) {
                const qm__declared declared = qm__declared_field(&table->columns[c]);
                qm__json_key(w, declared.name);
                qm__declared_json(w, &declared, &names, row->values[c]);
            }
            qm__json_object_end(w);
        }
        if (open) {
            qm__json_object_end(w);
        }
    }
    qm__json_object_end(w);
}

/* ---------------------------------------------------------------------------------------------------------- board */

static const char signs[] =
    ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-/:;<=>?@[]^_`{|}~'";

/* The character of each kind of ground: the one it was drawn with, another one where that is taken, 0 when none is
 * left. */
static void choose_signs(const qm_scenario *s, char chosen[256]) {
    bool taken[128] = {false};
    memset(chosen, 0, 256);
    for (size_t g = 0; g < s->ground_count; g++) {
        const unsigned char sign = (unsigned char)s->grounds[g].sign;
        if (g == 0 || (sign < 128 && sign != '.' && strchr(signs, sign) && sign != 0 && !taken[sign])) {
            chosen[g] = g == 0 ? '.' : (char)sign;
            taken[(unsigned char)chosen[g]] = true;
        }
    }
    const char *next = signs;
    for (size_t g = 0; g < s->ground_count; g++) {
        while (!chosen[g] && *next && taken[(unsigned char)*next]) {
            next++;
        }
        if (!chosen[g] && *next) {
            chosen[g] = *next++;
        }
    }
}

static void write_ground(const qm_scenario *s, const qm__ground *ground, qm__json_writer *w) {
    const qm_rules_facts *facts = s->family->facts;
    const qm_table *table = &facts->tables[facts->terrain_table];
    const int32_t *standard = s->rules.tables[facts->terrain_table].rows[ground->row - 1].values;
    const qm__names names = {&s->rules, s};
    qm__json_member(w, "terrain", ground->name);
    for (size_t c = 0; c < table->column_count; c++) {
        if (ground->values[c] != standard[c]) {
            const qm__declared declared = qm__declared_field(&table->columns[c]);
            qm__json_key(w, declared.name);
            qm__declared_json(w, &declared, &names, ground->values[c]);
        }
    }
}

static void write_label(const qm_scenario *s, uint32_t cell, qm__json_writer *w) {
    char label[QM__CELL_LABEL_SIZE];
    qm__cell_label_write(s, (qm__cell)cell, label);
    qm__json_string(w, label);
}

/* Kinds of ground for which there is no character are written as patches by place. */
static void write_patches(const qm_scenario *s, const char chosen[256], qm__json_writer *w) {
    qm__json_key(w, "ground");
    qm__json_array_begin(w);
    for (size_t g = 0; g < s->ground_count; g++) {
        if (chosen[g]) {
            continue;
        }
        qm__json_object_begin(w);
        write_ground(s, &s->grounds[g], w);
        qm__json_key(w, "at");
        qm__json_array_begin(w);
        for (uint32_t cell = 1; cell <= qm__cell_count(s); cell++) {
            if (s->cells[cell] == g) {
                write_label(s, cell, w);
            }
        }
        qm__json_array_end(w);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void write_rows(const qm_scenario *s, const char chosen[256], qm__json_writer *w) {
    const int columns = qm__cell_columns(s), rows = qm__cell_rows(s);
    qm__json_key(w, "rows");
    qm__json_array_begin(w);
    for (int y = 0; y < rows; y++) {
        char row[QM__CELL_SIDE_MAX + 1];
        for (int x = 0; x < columns; x++) {
            const size_t ground = s->cells[qm__cell_at(s, x, y)];
            row[x] = chosen[ground] ? chosen[ground] : '.';
        }
        row[columns] = '\0';
        qm__json_string(w, row);
    }
    qm__json_array_end(w);
}

/* The walls on one side of tiles. */
static void write_walls_on(const qm_scenario *s, int side, qm__json_writer *w) {
    bool any = false;
    for (uint32_t tile = 1; tile <= s->tile.tile_count; tile++) {
        if (!qm__tile_wall(&s->tile, (qm__tile)tile, side)) {
            continue;
        }
        if (!any) {
            qm__json_object_begin(w);
            qm__json_key(w, "at");
            qm__json_array_begin(w);
            any = true;
        }
        write_label(s, tile, w);
    }
    if (any) {
        qm__json_array_end(w);
        qm__json_member(w, "side", qm__tile_direction_name(side));
        qm__json_object_end(w);
    }
}

/* Each wall once, told by the tile west or north of it. */
static void write_walls(const qm_scenario *s, qm__json_writer *w) {
    qm__json_key(w, "walls");
    qm__json_array_begin(w);
    write_walls_on(s, 2, w);
    write_walls_on(s, 4, w);
    qm__json_array_end(w);
}

static void write_board(const qm_scenario *s, qm__json_writer *w) {
    char chosen[256];
    choose_signs(s, chosen);
    qm__json_object_begin(w);
    qm__json_member(w, "space", qm__cell_word(s));
    if (s->family->facts->space == QM_SPACE_HEX) {
        qm__json_member(w, "orientation", s->hex.layout == QM__HEX_ROWS ? "rows" : "columns");
        qm__json_member(w, "shove", s->hex.shove == QM__HEX_SHOVE_ODD ? "odd" : "even");
    }
    write_rows(s, chosen, w);
    qm__json_key(w, "legend");
    qm__json_object_begin(w);
    for (size_t g = 0; g < s->ground_count && chosen[g]; g++) {
        const char key[2] = {chosen[g], '\0'};
        qm__json_key(w, key);
        qm__json_object_begin(w);
        write_ground(s, &s->grounds[g], w);
        qm__json_object_end(w);
    }
    qm__json_object_end(w);
    if (s->ground_count > sizeof signs - 1) {
        write_patches(s, chosen, w);
    }
    if (s->family->facts->space == QM_SPACE_TILE) {
        write_walls(s, w);
    }
    qm__json_object_end(w);
}

/* ------------------------------------------------------------------------------------------- sides, figures, items */

static void write_sides(const qm_scenario *s, qm__json_writer *w) {
    qm__json_array_begin(w);
    for (uint16_t i = 1; i <= s->side_count; i++) {
        qm__json_object_begin(w);
        qm__json_member(w, "name", s->sides[i - 1].name);
        qm__json_key(w, "allies");
        qm__json_array_begin(w);
        for (uint16_t j = 1; j <= s->side_count; j++) {
            if (j != i && !qm__hostile(s, i, j)) {
                qm__json_string(w, s->sides[j - 1].name);
            }
        }
        qm__json_array_end(w);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void write_values(const qm_scenario *s, const qm_field *fields, size_t count, const int32_t *values,
                         qm__json_writer *w) {
    const qm__names names = {&s->rules, s};
    for (size_t i = 0; i < count; i++) {
        if (values[i] != fields[i].standard || (fields[i].flags & QM_FIELD_REQUIRED)) {
            const qm__declared declared = qm__declared_field(&fields[i]);
            qm__json_key(w, declared.name);
            qm__declared_json(w, &declared, &names, values[i]);
        }
    }
}

/* The place on a table that three fields hold. */
static void write_at(const qm_scenario *s, const qm_field *first, const void *block, qm__json_writer *w) {
    const qm_place place = qm__at_get(block, first);
    const qm_place standard = {first[0].standard, first[1].standard, first[2].standard};
    if ((first->flags & QM_FIELD_START) && (!qm__place_same(place, standard) || (first->flags & QM_FIELD_REQUIRED))) {
        qm__json_key(w, "at");
        qm__place_value_json(w, s, place);
    }
}

static void write_start(const qm_scenario *s, const qm_field *fields, size_t count, const void *block,
                        qm__json_writer *w) {
    const qm__names names = {&s->rules, s};
    const int at = qm__at_field(s->family->facts, fields, count);
    for (size_t i = 0; i < count; i++) {
        if ((int)i == at) {
            write_at(s, &fields[i], block, w);
            i += 2;
            continue;
        }
        const int32_t value = qm__field_get(block, &fields[i]);
        if ((fields[i].flags & QM_FIELD_START) &&
            (value != fields[i].standard || (fields[i].flags & QM_FIELD_REQUIRED))) {
            const qm__declared declared = qm__declared_field(&fields[i]);
            qm__json_key(w, declared.name);
            qm__declared_json(w, &declared, &names, value);
        }
    }
}

/* The figures of a unit have its side. */
static void write_figure(const qm_scenario *s, uint16_t i, bool side, qm__json_writer *w) {
    const qm_rules_facts *facts = s->family->facts;
    const qm__figure *figure = &s->figures[i - 1];
    qm__json_object_begin(w);
    qm__json_member(w, "name", figure->name);
    if (side) {
        qm__json_member(w, "side", qm_side_name(s, figure->side));
    }
    if (figure->text && figure->text[0]) {
        qm__json_member(w, "text", figure->text);
    }
    write_values(s, facts->figure_fields, facts->figure_field_count, figure->values, w);
    write_start(s, facts->figure_state, facts->figure_state_count,
                qm__figure_at(s, s->start, i, s->family->figure_state_size), w);
    qm__json_object_end(w);
}

static void write_figures(const qm_scenario *s, uint16_t count, qm__json_writer *w) {
    qm__json_array_begin(w);
    for (uint16_t i = 1; i <= count; i++) {
        write_figure(s, i, true, w);
    }
    qm__json_array_end(w);
}

/* But for the first `lone`, which are figures by themselves. */
static void write_units(const qm_scenario *s, uint16_t lone, qm__json_writer *w) {
    qm__json_array_begin(w);
    for (uint16_t u = lone; u < s->unit_count; u++) {
        const qm__troop *unit = &s->units[u];
        qm__json_object_begin(w);
        qm__json_member(w, "name", unit->name);
        qm__json_member(w, "side", qm_side_name(s, qm_figure_side(s, unit->first)));
        qm__json_key(w, "figures");
        qm__json_array_begin(w);
        for (uint16_t i = 0; i < unit->count; i++) {
            write_figure(s, (uint16_t)(unit->first + i), false, w);
        }
        qm__json_array_end(w);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void write_items(const qm_scenario *s, qm__json_writer *w) {
    const qm_rules_facts *facts = s->family->facts;
    qm__json_array_begin(w);
    for (uint16_t i = 1; i <= s->item_count; i++) {
        qm__json_object_begin(w);
        qm__json_member(w, "name", s->items[i - 1].name);
        write_values(s, facts->item_fields, facts->item_field_count, s->items[i - 1].values, w);
        write_start(s, facts->item_state, facts->item_state_count,
                    qm__item_at(s, s->start, i, s->family->item_state_size), w);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void write_places(const qm_scenario *s, const qm__zone *zone, qm__json_writer *w) {
    qm__json_key(w, "places");
    qm__json_array_begin(w);
    for (size_t p = 0; p < zone->place_count; p++) {
        char label[16];
        qm_text text = qm_text_over(label, sizeof label);
        qm_place_print(s, zone->places[p], &text);
        qm__json_string(w, label);
    }
    qm__json_array_end(w);
}

static void write_end(const qm_scenario *s, qm__json_writer *w) {
    qm__json_object_begin(w);
    if (s->turn_limit) {
        qm__json_key(w, "turns");
        qm__json_int(w, s->turn_limit);
    }
    qm__json_key(w, "last_standing");
    qm__json_bool(w, s->last_standing);
    qm__json_key(w, "zones");
    qm__json_array_begin(w);
    for (size_t z = 0; z < s->zone_count; z++) {
        const qm__zone *zone = &s->zones[z];
        qm__json_object_begin(w);
        qm__json_member(w, "name", zone->name);
        if (zone->side) {
            qm__json_member(w, "side", qm_side_name(s, zone->side));
        }
        qm__json_key(w, "turns");
        qm__json_int(w, zone->turns);
        if (zone->area) {
            qm__json_member(w, "area", s->table.areas[zone->area - 1].name);
        } else {
            write_places(s, zone, w);
        }
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
    qm__json_object_end(w);
}

void qm_scenario_write_json(const qm_scenario *scenario, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "quickmarch", "scenario");
    qm__json_key(&w, "version");
    qm__json_int(&w, 1);
    qm__json_member(&w, "title", scenario->title);
    if (scenario->text[0]) {
        qm__json_member(&w, "text", scenario->text);
    }
    qm__json_key(&w, "rules");
    write_rules(scenario, &w);
    if (qm__has_cells(scenario->family->facts->space)) {
        qm__json_key(&w, "board");
        write_board(scenario, &w);
    } else if (scenario->family->facts->space == QM_SPACE_TABLE) {
        qm__json_key(&w, "board");
        qm__board_table_json(scenario, &w);
    }
    qm__json_key(&w, "sides");
    write_sides(scenario, &w);
    const uint16_t lone = qm__lone_figures(scenario);
    if (lone > 0) {
        qm__json_key(&w, "figures");
        write_figures(scenario, lone, &w);
    }
    if (lone < scenario->unit_count) {
        qm__json_key(&w, "units");
        write_units(scenario, lone, &w);
    }
    qm__json_key(&w, "items");
    write_items(scenario, &w);
    qm__json_key(&w, "end");
    write_end(scenario, &w);
    qm__json_object_end(&w);
}
