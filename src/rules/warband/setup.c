/* Making a scenario ready to play: settings unpacked, kinds of terrain made into prices and bars, bases prepared for
 * the table, the first state completed, and everything wrong with it reported.
 *
 * Invariant: qm__wb_state_good holds for the first state and after every order; rule code relies on it and tests
 * nothing twice.
 */
#include <string.h>

#include "rules/warband/warband.h"

/* Legs and reasons of the table's geometry, in the words of this family. */
static const qm__inch_facts inch_facts = {
    .legs = {[QM__INCH_WALK] = WB_LEG_WALK,
             [QM__INCH_VIA] = WB_LEG_VIA,
             [QM__INCH_CLIMB] = WB_LEG_CLIMB,
             [QM__INCH_LADDER] = WB_LEG_LADDER,
             [QM__INCH_JUMP] = WB_LEG_JUMP,
             [QM__INCH_DROP] = WB_LEG_DROP},
    .reasons = {[QM__INCH_OFF_TABLE] = WB_REASON_OFF_TABLE,
                [QM__INCH_NO_SURFACE] = WB_REASON_NO_SURFACE,
                [QM__INCH_NOWHERE] = WB_REASON_NOWHERE,
                [QM__INCH_SOLID] = WB_REASON_SOLID,
                [QM__INCH_RAILING] = WB_REASON_RAILING,
                [QM__INCH_ON_SOLID] = WB_REASON_ON_SOLID,
                [QM__INCH_NOT_WHOLE] = WB_REASON_NOT_WHOLE,
                [QM__INCH_FIGURE] = WB_REASON_FIGURE,
                [QM__INCH_TOO_HIGH] = WB_REASON_TOO_HIGH,
                [QM__INCH_HEIGHT] = WB_REASON_HEIGHT,
                [QM__INCH_NO_WAY] = WB_REASON_NO_WAY,
                [QM__INCH_UNKNOWN] = WB_REASON_UNKNOWN,
                [QM__INCH_NO_LINK] = WB_REASON_NO_LINK,
                [QM__INCH_TAKE_OFF] = WB_REASON_TAKE_OFF,
                [QM__INCH_LANDING] = WB_REASON_LANDING,
                [QM__INCH_SIDEWAYS] = WB_REASON_SIDEWAYS,
                [QM__INCH_LONG] = WB_REASON_LONG,
                [QM__INCH_RISE] = WB_REASON_RISE,
                [QM__INCH_SHEER] = WB_REASON_SHEER,
                [QM__INCH_NO_LADDER] = WB_REASON_NO_LADDER,
                [QM__INCH_LADDER_AWAY] = WB_REASON_LADDER_AWAY},
    .far = WB_REASON_TOO_FAR,
    .body = qm__wb_body,
};

/* ------------------------------------------------------------------------------------------------------- diagnostics
 */

static void complain(const qm__where *where, const char *path, const char *message, qm_diagnostics *diagnostics) {
    qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where && where->file ? where->file : "", 0, 0, path, message);
}

static void complain_of_item(const qm_scenario *s, const qm__where *where, uint16_t item, qm_severity severity,
                             const char *member, const char *message, qm_diagnostics *diagnostics) {
    char path[48], text[200];
    qm_text path_text = qm_text_over(path, sizeof path), message_text = qm_text_over(text, sizeof text);
    qm_text_addf(&path_text, "items[%d].%s", item - 1, member);
    qm_text_addf(&message_text, "%s: %s", s->items[item - 1].name, message);
    qm_diagnostics_add(diagnostics, severity, where && where->file ? where->file : "",
                       where && where->item_lines ? where->item_lines[item - 1] : 0,
                       where && where->item_columns ? where->item_columns[item - 1] : 0, path, text);
}

/* ------------------------------------------------------------------------------------------------------------ terrain
 */

static bool is(const qm_scenario *s, uint16_t kind, int column) {
    return kind != 0 && s->rules.tables[WB_TABLE_TERRAIN].rows[kind - 1].values[column] != 0;
}

/* Solids that are barred: not stood on, not climbed, and no base overlaps them, however low they are. */
static void bar_solids(qm_scenario *s, wb_data *data) {
    for (uint16_t i = 0; i < s->table.prism_count; i++) {
        qm__prism *prism = &s->table.prisms[i];
        if (is(s, prism->kind, WB_TERRAIN_BARRED)) {
            prism->flags &= (uint16_t)~QM__PRISM_WALKABLE;
            prism->flags |= QM__PRISM_SHEER | QM__PRISM_IMPASSABLE;
            data->bars_any = true;
        }
    }
}

/* A difficult solid that can be walked over because it is no higher than a step. */
static bool is_low(const qm_scenario *s, const qm__prism *prism) {
    return is(s, prism->kind, WB_TERRAIN_DIFFICULT) && !is(s, prism->kind, WB_TERRAIN_BARRED) &&
           prism->top - prism->bottom <= wb_set(s)->step;
}

/* Such solids are difficult ground (low_difficult): areas as well, with their own outlines and heights. */
static qm_result make_low_areas(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    qm__table *table = &s->table;
    uint32_t count = table->area_count;
    for (uint16_t i = 0; i < table->prism_count; i++) {
        count += is_low(s, &table->prisms[i]);
    }
    if (count == table->area_count || wb_set(s)->low_difficult == WB_LOW_DIFFICULT_NO) {
        return QM_OK;
    }
    if (count > QM__AREAS_MAX) {
        complain(where, "board", "has more than 64 zones and low solids of difficult ground together", diagnostics);
        return QM_ERROR_INPUT;
    }
    qm__area *areas = qm__arena_array(&s->arena, count, sizeof *areas);
    if (!areas) {
        return QM_ERROR_MEMORY;
    }
    if (table->area_count > 0) {
        memcpy(areas, table->areas, table->area_count * sizeof *areas);
    }
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (is_low(s, prism)) {
            areas[table->area_count++] = (qm__area){.name = prism->name,
                                                    .polygon = prism->polygon,
                                                    .bottom = prism->bottom,
                                                    .top = prism->top,
                                                    .kind = prism->kind,
                                                    .made = 1};
        }
    }
    table->areas = areas;
    return QM_OK;
}

/* What difficult ground costs in itself: where it takes something off the movement once, nothing. */
static qm__area_price price_of(const wb_settings *set) {
    const bool entered = set->difficult_start == WB_DIFFICULT_START_FREE;
    qm__area_price price = {0};
    if (set->difficult_once == WB_DIFFICULT_ONCE_PER_AREA) {
        price.once = entered ? 0 : set->difficult_loss;
        price.entry = entered ? set->difficult_loss : 0;
    } else if (set->difficult_once == WB_DIFFICULT_ONCE_PER_INCH) {
        price.factor = set->difficult_factor;
    }
    return price;
}

static qm_result make_prices(qm_scenario *s, wb_data *data) {
    const uint16_t count = s->table.area_count;
    const bool once = data->set.difficult_once == WB_DIFFICULT_ONCE_YES;
    qm__area_price *loss = qm__arena_array(&s->arena, count, sizeof *loss);
    qm__area_price *closed = qm__arena_array(&s->arena, count, sizeof *closed);
    qm__area_price *toll = qm__arena_array(&s->arena, count, sizeof *toll);
    if (count > 0 && (!loss || !closed || !toll)) {
        return QM_ERROR_MEMORY;
    }
    for (uint16_t i = 0; i < count; i++) {
        const uint16_t kind = s->table.areas[i].kind;
        const uint64_t bit = (uint64_t)1 << i;
        data->drowns |= is(s, kind, WB_TERRAIN_DROWNS) ? bit : 0;
        if (is(s, kind, WB_TERRAIN_BARRED)) {
            data->barred |= bit;
            loss[i].entry = closed[i].entry = WB_CLOSED;
        } else if (is(s, kind, WB_TERRAIN_DIFFICULT)) {
            data->difficult |= bit;
            loss[i] = toll[i] = price_of(&data->set);
            closed[i].entry = WB_CLOSED;
        }
    }
    data->loss = data->barred || (data->difficult && !once) ? loss : NULL;
    data->closed = data->difficult && once ? closed : NULL;
    data->toll = data->difficult && !once ? toll : NULL;
    return QM_OK;
}

/* ----------------------------------------------------------------------------------------------------------- injuries
 */

/* Rows sorted by what they begin at. */
static qm_result read_injuries(const qm_scenario *s, wb_data *data, const qm__where *where,
                               qm_diagnostics *diagnostics) {
    const qm__table_rows *rows = &s->rules.tables[WB_TABLE_INJURIES];
    if (rows->count > sizeof data->injury_result) {
        complain(where, "rules.injuries", "has more than 16 rows", diagnostics);
        return QM_ERROR_INPUT;
    }
    for (uint16_t i = 0; i < rows->count; i++) {
        const int32_t *values = rows->rows[i].values;
        uint8_t at = data->injury_count++;
        for (; at > 0 && data->injury_from[at - 1] > values[WB_INJURY_FROM]; at--) {
            data->injury_from[at] = data->injury_from[at - 1];
            data->injury_result[at] = data->injury_result[at - 1];
        }
        data->injury_from[at] = (int16_t)values[WB_INJURY_FROM];
        data->injury_result[at] = (uint8_t)values[WB_INJURY_RESULT];
    }
    return QM_OK;
}

/* -------------------------------------------------------------------------------------------------------------- bases
 */

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/* Links are found for the longest flight of either kind; what a jump or a drop may be is asked when one is judged and
 * priced. With jumps measured by their gaps, centres are farther apart than that by a radius at each end; to the foot
 * of a ledge it is a radius. */
static qm__link_rules rules_of(const qm_scenario *s, const qm__walker *walker) {
    const wb_settings *set = wb_set(s);
    const int32_t back = set->jump_measure == WB_JUMP_MEASURE_GAP ? 2 * walker->radius : 0;
    const int32_t jump = set->jump_most > 0 ? set->jump_most + back : 0, drop = qm__wb_drop_most(set);
    const bool far = set->wall_running == WB_WALL_RUNNING_ON;
    const int32_t over = set->over_height == WB_OVER_HEIGHT_HEAD ? walker->height : 0;
    return (qm__link_rules){.jump_most = larger(jump, drop > 0 ? drop : walker->radius + 2),
                            .rise_most = set->jump_rise,
                            .clearance = over,
                            .over = over - set->over_clearance,
                            .low_bars = set->over_step == WB_OVER_STEP_NO,
                            .tall_bodies_bar = true,
                            .leeway = far ? s->table.width + s->table.depth : set->climb_leeway,
                            .climbs = true,
                            .overs = true,
                            .ladders = true,
                            .jumps = set->jump_most > 0,
                            .drops = true,
                            .drop_to_foot = drop == 0};
}

/* Large units have a large base, whatever smaller one was said or meant. */
static qm_result grow_large(qm_scenario *s, uint16_t figure) {
    if (!wb_value(s, figure, WB_LARGE) || wb_value(s, figure, WB_RADIUS) >= wb_set(s)->large_radius) {
        return QM_OK;
    }
    int32_t *values = qm__arena_array(&s->arena, WB_FIGURE_FIELDS, sizeof *values);
    if (!values) {
        return QM_ERROR_MEMORY;
    }
    memcpy(values, s->figures[figure - 1].values, WB_FIGURE_FIELDS * sizeof *values);
    values[WB_RADIUS] = wb_set(s)->large_radius;
    s->figures[figure - 1].values = values;
    return QM_OK;
}

static qm_result add_base(qm_scenario *s, wb_data *data, uint16_t figure) {
    const wb_settings *set = &data->set;
    qm__inch_mover mover = {.walker = {.radius = wb_value(s, figure, WB_RADIUS),
                                       .height = wb_value(s, figure, WB_HEIGHT),
                                       .step = set->step,
                                       .free_step = set->step,
                                       .whole = set->standing == WB_STANDING_WHOLE,
                                       .centre = set->difficult_touch == WB_DIFFICULT_TOUCH_CENTRE},
                            .areas = data->difficult | data->barred};
    if (mover.walker.height <=
        set->step) { /* it needs as much room as one just higher: walls are what is above a step */
        mover.walker.height = set->step + 1;
    }
    mover.links = rules_of(s, &mover.walker);
    return qm__inches_add(s, &data->inches, figure, &mover);
}

qm_result qm__wb_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    wb_data *data = qm__arena_alloc(&s->arena, sizeof *data);
    if (!data) {
        return QM_ERROR_MEMORY;
    }
    s->compiled = data;
    memcpy(&data->set, s->rules.settings, sizeof data->set);
    data->declared = wb_jumps_unmeasured(&data->set);
    bar_solids(s, data);
    qm_result result = make_low_areas(s, where, diagnostics);
    if (result == QM_OK) {
        result = make_prices(s, data);
    }
    if (result == QM_OK) {
        result = read_injuries(s, data, where, diagnostics);
    }
    if (result == QM_OK) {
        result = qm__inches_make(s, &inch_facts, &data->inches);
    }
    for (uint16_t i = 1; i <= s->figure_count && result == QM_OK; i++) {
        if (s->figures[i - 1].values) {
            result = grow_large(s, i);
            result = result == QM_OK ? add_base(s, data, i) : result;
        }
    }
    return result == QM_OK ? qm__inches_finish(s, &data->inches, WB_OWN_SIZE, where, diagnostics) : result;
}

void *qm__wb_measured(qm_scenario *s) {
    wb_data *data = wb_set(s)->premeasure != WB_PREMEASURE_YES ? qm__arena_alloc(&s->arena, sizeof *data) : NULL;
    if (data) {
        *data = *wb_of(s);
        data->set.premeasure = WB_PREMEASURE_YES;
    }
    return data;
}

size_t qm__wb_search_size(const qm_scenario *s) {
    return wb_of(s)->inches.size;
}

/* ----------------------------------------------------------------------------------------------------- the first state
 */

/* Treasure is with its holder, and each unit has at most one; or it lies on a surface. */
static void start_item(const qm_scenario *s, qm_state *st, uint16_t item, const qm__where *where,
                       qm_diagnostics *diagnostics) {
    wb_token *token = wb_token_at(s, st, item);
    wb_unit *unit = token->holder ? wb_at(s, st, token->holder) : NULL;
    int32_t z;
    if (unit && (!wb_present(unit) || unit->treasure != 0 || !wb_carries(s, token->holder))) {
        complain_of_item(s, where, item, QM_SEVERITY_ERROR, "holder",
                         !wb_present(unit)     ? "its holder is off the table"
                         : unit->treasure != 0 ? "its holder carries another treasure already"
                                               : "its holder is an animal, which carries none",
                         diagnostics);
    } else if (unit) {
        unit->treasure = item;
        token->x = token->y = token->z = 0;
    } else if (qm__surface_below(&s->table, token->x, token->y, token->z, &z) == QM__NOTHING || z != token->z) {
        complain_of_item(s, where, item, QM_SEVERITY_ERROR, "at", "lies on no surface", diagnostics);
    } else if (token->x == 0 && token->y == 0 && token->z == 0) { /* which is also what is left out */
        complain_of_item(s, where, item, QM_SEVERITY_WARNING, "at",
                         "lies in the corner, 0,0, where whatever has no place lies", diagnostics);
    }
}

static void start_unit(const qm_scenario *s, qm_state *st, uint16_t figure, const qm__where *where,
                       qm_diagnostics *diagnostics) {
    wb_unit *unit = wb_at(s, st, figure);
    const qm__inch_base *base = qm__inch_base_of(&wb_of(s)->inches, figure);
    if (unit->wounds >= wb_value(s, figure, WB_WOUNDS)) {
        qm__inch_report(s, where, figure, "lost", "has no wounds left: it is out", diagnostics);
    }
    if (!wb_present(unit)) {
        unit->x = unit->y = unit->z = 0;
        return;
    }
    const qm__spot spot = base ? qm__inch_spot(base, wb_place(unit)) : (qm__spot){.level = -1};
    if (qm__wb_in_barred(s, figure, wb_place(unit)).kind != 0) {
        qm__inch_report(s, where, figure, "at", "is in ground that nobody can enter", diagnostics);
    }
    if (spot.level >= 0 && wb_downed(unit) && (qm__areas_at(base->levels, spot) & wb_of(s)->drowns) != 0) {
        qm__inch_report(s, where, figure, "condition", "is in ground where the dazed and the stunned are incapacitated",
                        diagnostics);
    }
}

qm_result qm__wb_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    const size_t errors = diagnostics->errors;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        start_unit(s, st, i, where, diagnostics);
    }
    for (uint16_t i = 1; i <= s->item_count; i++) {
        start_item(s, st, i, where, diagnostics);
    }
    st->phase = WB_PHASE_START;
    const qm_result places = qm__inch_report_places(s, &wb_of(s)->inches, st, where, diagnostics);
    return places != QM_OK || diagnostics->errors > errors ? QM_ERROR_INPUT : QM_OK;
}

/* --------------------------------------------------------------------------------------------------------- invariants
 */

static bool unit_good(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const wb_unit *unit = wb_at(s, st, figure);
    const bool somewhere = unit->x != 0 || unit->y != 0 || unit->z != 0;
    if (unit->zero != 0 || unit->condition >= WB_CONDITIONS || unit->treasure > s->item_count) {
        return false;
    }
    if (!wb_present(unit)) {
        return !somewhere && unit->treasure == 0;
    }
    return unit->treasure == 0 || wb_token_at(s, st, unit->treasure)->holder == figure;
}

static bool token_good(const qm_scenario *s, const qm_state *st, uint16_t item) {
    const wb_token *token = wb_token_at(s, st, item);
    return token->zero == 0 && token->holder <= s->figure_count &&
           (token->holder == 0 || wb_at(s, st, token->holder)->treasure == item);
}

/* Ranges of single fields are checked by their declarations; this is about how they go together. */
bool qm__wb_state_good(const qm_scenario *s, const qm_state *st) {
    const wb_game *game = wb_game_of(s, st);
    const bool begun = st->phase != WB_PHASE_START;
    if (st->phase >= WB_PHASE_COUNT || (st->turn != 0) != begun || (game->side != 0) != begun ||
        game->side > s->side_count || game->zero[0] != 0 || game->zero[1] != 0 || game->zero[2] != 0) {
        return false;
    }
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (!unit_good(s, st, i)) {
            return false;
        }
    }
    for (uint16_t i = 1; i <= s->item_count; i++) {
        if (!token_good(s, st, i)) {
            return false;
        }
    }
    return qm__inch_check(s, &wb_of(s)->inches, st);
}
