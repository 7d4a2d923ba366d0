/* The legend of a board drawn as text: sides, signs, kinds of ground, items and zones. Only what is on the board is
 * told. */
#include <string.h>

#include "io/board_text.h"
#include "io/declared.h"

static bool unit_in_name(const char *unit, const char *name) {
    char small[16] = {0};
    for (size_t i = 0; unit[i] && i + 1 < sizeof small; i++) {
        small[i] = unit[i] >= 'A' && unit[i] <= 'Z' ? (char)(unit[i] - 'A' + 'a') : unit[i];
    }
    return !*small || strstr(name, small);
}

/* "o pit (depth 300 cm)": the name and what differs from ordinary ground, but for a word that the name says already. */
static void print_ground(const qm__sketch *d, const qm__ground *ground) {
    const qm_scenario *scenario = d->scenario;
    const qm_rules_facts *facts = scenario->family->facts;
    const qm_table *table = &facts->tables[facts->terrain_table];
    const qm__names names = {.rules = &scenario->rules, .scenario = scenario};
    qm_text_addf(d->out, "%c %s", ground->sign, ground->name);
    int told = 0;
    for (uint16_t i = 0; i < table->column_count; i++) {
        const qm_field *column = &table->columns[i];
        if (ground->values[i] == column->standard || (column->flags & QM_FIELD_QUIET)) {
            continue;
        }
        const qm__declared declared = qm__declared_field(column);
        qm_text_addf(d->out, "%s%s ", told++ == 0 ? " (" : ", ", column->name);
        qm__declared_print(&declared, &names, ground->values[i], d->out);
        if (!unit_in_name(column->unit, column->name)) {
            qm_text_addf(d->out, " %s", column->unit);
        }
    }
    qm_text_add(d->out, told > 0 ? ")" : "");
}

static void print_grounds(const qm__sketch *d) {
    const qm_scenario *scenario = d->scenario;
    bool used[256] = {0};
    for (uint32_t cell = 1; cell <= qm__cell_count(scenario); cell++) {
        used[scenario->cells[cell]] = true;
    }
    int told = 0;
    bool listed[256] = {0}; /* by sign: patches of the same ground share one */
    for (uint16_t i = 0; i < scenario->ground_count; i++) {
        const unsigned char sign = (unsigned char)scenario->grounds[i].sign;
        if (used[i] && !qm__sketch_plain(scenario, &scenario->grounds[i]) && (!listed[sign] || sign == '#')) {
            listed[sign] = true;
            qm_text_add(d->out, told++ == 0 ? "ground: " : "; ");
            print_ground(d, &scenario->grounds[i]);
        }
    }
    qm_text_add(d->out, told > 0 ? "\n" : "");
}

static void print_items(const qm__sketch *d) {
    int told = 0;
    for (uint16_t i = 0; i < d->scenario->item_count; i++) {
        if (d->items[i].posture != QM_POSTURE_GONE && d->items[i].holder == 0) {
            qm_text_addf(d->out, "%s%s at ", told++ == 0 ? "on the ground (!): " : ", ", d->scenario->items[i].name);
            qm_place_print(d->scenario, d->items[i].at, d->out);
        }
    }
    qm_text_add(d->out, told > 0 ? "\n" : "");
}

static void print_zones(const qm__sketch *d) {
    for (uint16_t z = 0; z < d->scenario->zone_count; z++) {
        const qm__zone *zone = &d->scenario->zones[z];
        const uint8_t holder = d->state->zone_side[z];
        qm_text_addf(d->out, "zone (*): %s, to be held for %u %s", zone->name, zone->turns,
                     zone->turns == 1 ? "turn" : "turns");
        if (zone->side) {
            qm_text_addf(d->out, " by %s", qm_side_name(d->scenario, zone->side));
        }
        if (holder) {
            qm_text_addf(d->out, "; %s has held it for %u", qm_side_name(d->scenario, holder), d->state->zone_turns[z]);
        }
        qm_text_add_char(d->out, '\n');
    }
}

/* There are families whose figures face nowhere. */
static bool figures_face(const qm_rules_facts *facts) {
    for (size_t i = 0; i < facts->figure_state_count; i++) {
        if (facts->figure_state[i].type == QM_TYPE_DIRECTION) {
            return true;
        }
    }
    return false;
}

static bool any_wall(const qm_scenario *scenario) {
    for (uint32_t tile = 1; tile <= scenario->tile.tile_count; tile++) {
        if (scenario->tile.walls[tile]) {
            return true;
        }
    }
    return false;
}

/* The signs of those postures that figures of this family can have. */
static void print_postures(const qm__sketch *d) {
    static const char *const ordinary[QM_POSTURE_DEAD + 1] = {[QM_POSTURE_LOW] = "kneeling",
                                                              [QM_POSTURE_PRONE] = "prone",
                                                              [QM_POSTURE_OUT] = "unconscious",
                                                              [QM_POSTURE_DEAD] = "dead"};
    const char *const *known = d->scenario->family->facts->postures;
    const char *const *names = known ? known : ordinary;
    int told = 0;
    for (int i = QM_POSTURE_LOW; i <= QM_POSTURE_DEAD; i++) {
        if (names[i]) {
            qm_text_addf(d->out, "%s%c %s", told++ == 0 ? "; " : ", ", qm__sketch_posture((qm_posture)i), names[i]);
        }
    }
}

static void print_cell_signs(const qm__sketch *d) {
    if (figures_face(d->scenario->family->facts)) {
        qm_text_addf(d->out, "; %s facing", d->options->ascii ? "digit of a keypad" : "arrow");
    }
    print_postures(d);
    qm_text_addf(d->out, "; & several in the %s\n", qm__cell_word(d->scenario));
    if (any_wall(d->scenario)) {
        qm_text_add(d->out, "lines between tiles: walls\n");
    }
    print_grounds(d);
}

void qm__sketch_legend(const qm__sketch *d) {
    qm_text_add(d->out, "sides: ");
    for (uint16_t i = 0; i < d->scenario->side_count; i++) {
        if (d->options->color) {
            qm_text_add(d->out, qm__sketch_tone((uint8_t)(QM__TONE_SIDE + i)));
        }
        qm_text_addf(d->out, "%s%c %s%s", i > 0 ? "  " : "", d->side_marks[i], d->scenario->sides[i].name,
                     d->options->color ? qm__sketch_tone(QM__TONE_PLAIN) : "");
    }
    if (d->scenario->family->facts->space == QM_SPACE_TABLE) {
        qm__sketch_table_legend(d);
    } else {
        print_cell_signs(d);
    }
    print_items(d);
    print_zones(d);
}
