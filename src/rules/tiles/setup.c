/* Making a scenario ready to play: its numbers unpacked, steps and adjacency of every tile found, its first state
 * completed, and everything wrong with it reported.
 *
 * Invariant: qm__tl_check holds for the first state and after every order; rule code relies on it and tests nothing
 * twice.
 */
#include <string.h>

#include "game/cells.h"
#include "rules/tiles/declared.h"

/* --------------------------------------------------------------------------------------------------- diagnostics */

typedef struct report {
    const qm_scenario *s;
    const qm__where *where;
    qm_diagnostics *list;
} report;

/* One complaint about a figure and one of its fields. */
static void complain(const report *r, uint16_t figure, const char *field, const char *message, const char *name) {
    char path[64], text[200];
    qm_text path_text = qm_text_over(path, sizeof path), message_text = qm_text_over(text, sizeof text);
    const qm__where *w = r->where;
    qm_text_addf(&path_text, "figures[%d].%s", figure - 1, field);
    qm_text_addf(&message_text, "%s: %s%s", qm_figure_name(r->s, figure), message, name);
    qm_diagnostics_add(r->list, QM_SEVERITY_ERROR, w && w->file ? w->file : "",
                       w && w->figure_lines ? w->figure_lines[figure - 1] : 0,
                       w && w->figure_columns ? w->figure_columns[figure - 1] : 0, path, text);
}

/* One about the scenario as a whole. */
static void complain_of(const report *r, const char *path, const char *message) {
    qm_diagnostics_add(r->list, QM_SEVERITY_ERROR, r->where && r->where->file ? r->where->file : "", 0, 0, path,
                       message);
}

/* ----------------------------------------------------------------------------------------------- figures and ground */

static const int32_t *row_values(const qm_scenario *s, int table, int32_t row) {
    const qm__table_rows *rows = &s->rules.tables[table];
    return row >= 1 && row <= rows->count ? rows->rows[row - 1].values : NULL;
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

/* Dice of a pool are at most as many as a figure can have by itself. */
enum { POOL_MAX = 16 };

static void compile_stat(const qm_scenario *s, uint16_t figure, tl_stat *stat) {
    static const int dice[TL_MODE_COUNT] = {0, TL_CLIMB, TL_SWIM, TL_LEAP};
    static const int more[TL_MODE_COUNT] = {0, TL_LABEL_CLIMB_DICE, TL_LABEL_SWIM_DICE, TL_LABEL_LEAP_DICE};
    const int32_t *values = s->figures[figure - 1].values;
    const int32_t *label = row_values(s, TL_TABLE_LABELS, values[TL_LABEL]);
    const int32_t *armour = row_values(s, TL_TABLE_ARMOUR, values[TL_ARMOUR]);
    stat->side = (uint8_t)s->figures[figure - 1].side;
    stat->base = (uint8_t)(values[TL_MOVEMENT] != 0 ? values[TL_MOVEMENT] : label ? label[TL_LABEL_MOVEMENT] : 0);
    stat->fleet = (uint8_t)values[TL_FLEET];
    stat->reflex = (uint8_t)values[TL_REFLEX];
    for (int mode = TL_MODE_NONE; label && mode < TL_MODE_COUNT; mode++) {
        stat->label[mode] = (int8_t)label[TL_LABEL_OPEN + mode];
    }
    for (int mode = TL_MODE_CLIMB; mode < TL_MODE_COUNT; mode++) {
        stat->pool[mode] = (uint8_t)clamp(values[dice[mode]] + (label ? label[more[mode]] : 0), 0, POOL_MAX);
    }
    stat->shift[TL_MODE_SWIM] = (int8_t)(armour ? armour[TL_ARMOUR_SWIM] : 0);
    for (uint16_t other = 1; other <= s->figure_count; other++) {
        if (qm__hostile(s, stat->side, s->figures[other - 1].side)) {
            stat->hostile[other >> 6] |= (uint64_t)1 << (other & 63u);
        }
    }
}

static void compile_ground(const qm_scenario *s, const int32_t *values, tl_ground *ground) {
    ground->barred = (uint8_t)values[TL_TERRAIN_BARRED];
    ground->counts = (uint8_t)values[TL_TERRAIN_COUNTS];
    ground->mode = (uint8_t)values[TL_TERRAIN_MODE];
    ground->impeding = ground->mode == TL_MODE_NONE && ground->counts > 1;
    if (ground->mode != TL_MODE_NONE) {
        ground->difficulty = (uint8_t)row_values(s, TL_TABLE_MODES, ground->mode)[TL_MODE_DIFFICULTY];
    }
}

/* TL-03, TL-04, TL-05: what a step onto the ground costs the figure; 0 = barred. */
static uint8_t step_cost(const qm_scenario *s, const tl_stat *stat, const tl_ground *ground) {
    int cost = ground->counts;
    if (ground->barred) {
        return 0;
    }
    if (ground->mode != TL_MODE_NONE) {
        cost = row_values(s, TL_TABLE_MODES, ground->mode)[TL_MODE_COST];
    }
    if (!ground->impeding) {
        cost += stat->label[ground->mode];
    }
    return (uint8_t)clamp(cost, 1, TL_MOVEMENT_MAX);
}

/* TL-01, TL-02: nobody may ever have more tiles in a phase than ways are made for. */
static void check_movement(const report *r, const tl_settings *set, uint16_t figure, const tl_stat *stat) {
    const int walking = stat->base + stat->fleet, prone = set->prone_movement;
    if ((walking > prone ? walking : prone) + stat->base / 2 > TL_MOVEMENT_MAX) {
        complain(r, figure, "movement", "could run more than 15 tiles in a phase", "");
    }
}

/* --------------------------------------------------------------------------------------------------------- the board
 */

/* What there is to know of the step from a tile in one direction; see tl_data. */
static void compile_step(const qm_scenario *s, tl_data *data, uint16_t tile, int d) {
    const qm__tile_board *board = &s->tile;
    const uint16_t next = qm__tile_neighbour(board, tile, d);
    const uint8_t bit = (uint8_t)(1u << d);
    bool walled[2];
    if (next == 0 || (qm__tile_diagonal(d) && data->set.diagonals == TL_DIAGONALS_ORTHOGONAL)) {
        return;
    }
    const int closed = qm__tile_walls_beside(board, tile, d, walled);
    const bool parted = closed == 2;
    if (!parted || data->set.through_walls == TL_THROUGH_WALLS_YES) {
        data->adjacent[tile] |= bit;
    }
    if (!data->grounds[s->cells[next]].barred && (qm__tile_diagonal(d) || !parted)) {
        data->steps[tile] |= bit;
    }
    if (!qm__tile_diagonal(d)) {
        data->open[tile] |= data->steps[tile] & bit;
        return;
    }
    uint16_t beside[2];
    int blocked = 0;
    qm__tile_corners(board, tile, d, beside);
    for (int i = 0; i < 2; i++) {
        if (walled[i] || data->grounds[s->cells[beside[i]]].barred) {
            const bool before = beside[i] == qm__tile_neighbour(board, tile, d - 1);
            data->closed[tile] |= (uint8_t)(1u << (before ? d - 1 : d));
            blocked++;
        }
    }
    if (tl_corner_open(&data->set, blocked)) {
        data->open[tile] |= data->steps[tile] & bit;
    }
}

static tl_data *take_data(qm_scenario *s) {
    qm__arena *arena = &s->arena;
    const size_t tiles = (size_t)s->tile.tile_count + 1;
    tl_data *data = qm__arena_alloc(arena, sizeof *data);
    if (!data || !(data->stats = qm__arena_array(arena, s->figure_count, sizeof *data->stats)) ||
        !(data->grounds = qm__arena_array(arena, s->ground_count, sizeof *data->grounds)) ||
        !(data->costs = qm__arena_array(arena, (size_t)s->figure_count * s->ground_count, sizeof *data->costs)) ||
        !(data->steps = qm__arena_array(arena, tiles, sizeof *data->steps)) ||
        !(data->closed = qm__arena_array(arena, tiles, sizeof *data->closed)) ||
        !(data->open = qm__arena_array(arena, tiles, sizeof *data->open)) ||
        !(data->adjacent = qm__arena_array(arena, tiles, sizeof *data->adjacent))) {
        return NULL;
    }
    return data;
}

qm_result qm__tl_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    const report r = {.s = s, .where = where, .list = diagnostics};
    const size_t errors = diagnostics->errors;
    if (s->tile.tile_count == 0 || s->ground_count == 0 || !s->cells) {
        complain_of(&r, "board", "tiles needs a board of tiles");
        return QM_ERROR_INPUT;
    }
    tl_data *data = take_data(s);
    if (!data) {
        return QM_ERROR_MEMORY;
    }
    memcpy(&data->set, s->rules.settings, sizeof data->set);
    for (uint16_t g = 0; g < s->ground_count; g++) {
        compile_ground(s, s->grounds[g].values, &data->grounds[g]);
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        compile_stat(s, f, &data->stats[f - 1]);
        check_movement(&r, &data->set, f, &data->stats[f - 1]);
        for (uint16_t g = 0; g < s->ground_count; g++) {
            data->costs[(size_t)(f - 1) * s->ground_count + g] = step_cost(s, &data->stats[f - 1], &data->grounds[g]);
        }
    }
    for (uint32_t tile = 1; tile <= s->tile.tile_count; tile++) {
        for (int d = 0; d < 8; d++) {
            compile_step(s, data, (uint16_t)tile, d);
        }
    }
    s->compiled = data;
    return diagnostics->errors > errors ? QM_ERROR_INPUT : QM_OK;
}

/* ---------------------------------------------------------------------------------------------------------- questions
 */

bool qm__tl_adjacent(const qm_scenario *s, uint16_t a, uint16_t b) {
    const int d = qm__tile_direction_to(&s->tile, a, b);
    return d != QM__TILE_NOWHERE && ((unsigned)tl_of(s)->adjacent[a] >> d & 1u) != 0;
}

qm_place qm__tl_place(const qm_scenario *s, uint16_t tile) {
    return qm__cell_place(s, tile);
}

uint16_t qm__tl_tile(const qm_scenario *s, qm_place place) {
    return qm__cell_of(s, place);
}

uint16_t qm__tl_argument(const qm_scenario *s, const qm_order *order, int index) {
    return qm__tl_tile(s, tl_argument_place(order, index));
}

uint16_t qm__tl_declared_end(const tl_declaration *plan) {
    uint16_t end = 0;
    for (size_t i = 0; i < TL_TILES_MAX && plan->tiles[i] != 0; i++) {
        end = plan->tiles[i];
    }
    return end;
}

int qm__tl_movement(const qm_scenario *s, const tl_body *body, uint16_t figure, bool running) {
    const tl_stat *stat = tl_stat_of(s, figure);
    const int walking = body->condition == TL_PRONE ? tl_of(s)->set.prone_movement : stat->base + stat->fleet;
    return walking + (running ? stat->base / 2 : 0);
}

/* ----------------------------------------------------------------------------------------------- the first state */

/* TL-21; who is down is in nobody's way. */
static uint16_t shares_with(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t below) {
    const tl_body *body = tl_body_at(s, st, figure);
    for (uint16_t other = 1; other < below && tl_present(body); other++) {
        const tl_body *there = tl_body_at(s, st, other);
        if (other != figure && tl_present(there) && there->tile == body->tile) {
            return other;
        }
    }
    return 0;
}

qm_result qm__tl_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    const report r = {.s = s, .where = where, .list = diagnostics};
    const size_t errors = diagnostics->errors;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const tl_body *body = tl_body_at(s, st, f);
        const uint16_t other = shares_with(s, st, f, f);
        if (body->tile != 0 && tl_ground_at(s, body->tile)->barred) {
            complain(&r, f, "at", "stands on barred ground", "");
        }
        if (other != 0) {
            complain(&r, f, "at", "is on the same tile as ", qm_figure_name(s, other));
        }
    }
    st->phase = TL_PHASE_START;
    return diagnostics->errors > errors ? QM_ERROR_INPUT : QM_OK;
}

/* ----------------------------------------------------------------------------------------------------- invariants */

static bool all_zero(const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        if (at[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Who has not declared has no plan. One who has declared may seem to have none: then it is concealed. */
static bool body_ok(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const tl_body *body = tl_body_at(s, st, figure);
    const bool declaring =
        st->phase == TL_PHASE_ANNOUNCE || st->phase == TL_PHASE_DECLARE || st->phase == TL_PHASE_MISC;
    if (!all_zero(&body->work, sizeof body->work) ||
        !all_zero(body->plan.zero, sizeof body->plan.zero)) {
        return false;
    }
    if (body->declared ? !declaring || !tl_present(body) : !all_zero(&body->plan, sizeof body->plan)) {
        return false;
    }
    if (body->tile != 0 && tl_ground_at(s, body->tile)->barred) {
        return false;
    }
    return shares_with(s, st, figure, figure) == 0;
}

/* Ranges of single fields are checked by their declarations; this is about how they go together. */
bool qm__tl_check(const qm_scenario *s, const qm_state *st) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (!body_ok(s, st, f)) {
            return false;
        }
    }
    if (st->phase == TL_PHASE_ANNOUNCE && tl_of(s)->set.declare_special != TL_DECLARE_SPECIAL_FIRST) {
        return false;
    }
    return all_zero(qm__extra(s, st), sizeof(tl_extra)) && st->phase < TL_PHASE_COUNT &&
           (st->turn == 0) == (st->phase == TL_PHASE_START);
}
