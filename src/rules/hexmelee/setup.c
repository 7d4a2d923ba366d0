/* Making a scenario ready to play: its numbers unpacked, its first state completed, and everything wrong with it
 * reported.
 *
 * Invariant: qm__hm_check holds for the first state and after every order; rule code relies on it and tests nothing
 * twice.
 */
#include <string.h>

#include "rules/hexmelee/declared.h"

/* The initiative of all figures with equal dice (a byte a die and one for each sixteen, two for each draw) and a choice
 * for each ring of two must fit one order's tape. */
_Static_assert(QM_FIGURES_MAX + QM_FIGURES_MAX / HM_ROLL_DICE_MAX + 1 + 2 * QM_FIGURES_MAX + QM_FIGURES_MAX <= QM_TAPE_MAX,
               "a turn can begin");

/* --------------------------------------------------------------------------------------------------- diagnostics */

typedef struct report {
    const qm_scenario *s;
    const qm__where *where;
    qm_diagnostics *list;
} report;

/* One complaint about figure or item number `id` (from 1) and one of its fields. */
static void complain(const report *r, bool item, uint16_t id, const char *field, const char *message,
                     const char *name) {
    char path[64], text[200];
    qm_text path_text = qm_text_over(path, sizeof path), message_text = qm_text_over(text, sizeof text);
    const qm__where *w = r->where;
    const uint32_t *lines = w ? (item ? w->item_lines : w->figure_lines) : NULL;
    const uint32_t *columns = w ? (item ? w->item_columns : w->figure_columns) : NULL;
    qm_text_addf(&path_text, "%s[%d].%s", item ? "items" : "figures", id - 1, field);
    qm_text_addf(&message_text, "%s: %s%s", item ? qm_item_name(r->s, id) : qm_figure_name(r->s, id), message, name);
    qm_diagnostics_add(r->list, QM_SEVERITY_ERROR, w && w->file ? w->file : "", lines ? lines[id - 1] : 0,
                       columns ? columns[id - 1] : 0, path, text);
}

/* ------------------------------------------------------------------------------------------------------- compiling */

static const int32_t *row_values(const qm_scenario *s, int table, int32_t row) {
    const qm__table_rows *rows = &s->rules.tables[table];
    return row >= 1 && row <= rows->count ? rows->rows[row - 1].values : NULL;
}

/* HX-02: the lightest band the load fits in; of the lightest band the end itself is no longer part. NULL: above all
 * bands. */
static const int32_t *load_band(const qm_scenario *s, int32_t load, int32_t str) {
    const qm__table_rows *rows = &s->rules.tables[HM_TABLE_LOADS];
    const int32_t *best = NULL;
    int32_t lightest = INT32_MAX;
    for (uint16_t i = 0; i < rows->count; i++) {
        const int32_t times = rows->rows[i].values[HM_LOAD_TIMES];
        lightest = times < lightest ? times : lightest;
    }
    for (uint16_t i = 0; i < rows->count; i++) {
        const int32_t *band = rows->rows[i].values, end = band[HM_LOAD_TIMES] * str;
        const bool fits = band[HM_LOAD_TIMES] == lightest ? load < end : load <= end;
        if (fits && (!best || band[HM_LOAD_TIMES] < best[HM_LOAD_TIMES])) {
            best = band;
        }
    }
    return best;
}

/* DEX of the heaviest band, which counts above it too. */
static int32_t heaviest_dex(const qm_scenario *s) {
    const qm__table_rows *rows = &s->rules.tables[HM_TABLE_LOADS];
    int32_t times = -1, dex = 0;
    for (uint16_t i = 0; i < rows->count; i++) {
        if (rows->rows[i].values[HM_LOAD_TIMES] > times) {
            times = rows->rows[i].values[HM_LOAD_TIMES];
            dex = rows->rows[i].values[HM_LOAD_DEX];
        }
    }
    return dex;
}

static int16_t small(int32_t value) {
    return (int16_t)(value < -30000 ? -30000 : value > 30000 ? 30000 : value);
}

/* HX-01, HX-02: armour gives the base of MOV, Running adds, the load caps. The table tells the MOV of an ordinary human in each
 * armour; whoever has a MOV of its own loses as much of it as a human would beside the first row, which is no armour. */
static void compile_stat(const qm_scenario *s, const hm_settings *set, uint16_t figure, hm_stat *stat) {
    const int32_t *values = s->figures[figure - 1].values;
    const int32_t *armour = row_values(s, HM_TABLE_ARMOUR, values[HM_ARMOUR]);
    const int32_t *shield = row_values(s, HM_TABLE_SHIELDS, values[HM_SHIELD]);
    const int32_t *bare = row_values(s, HM_TABLE_ARMOUR, 1);
    const int32_t lost = armour ? bare[HM_ARMOUR_MOV] - armour[HM_ARMOUR_MOV] : 0;
    const int32_t own = values[HM_MOV] >= 0 ? values[HM_MOV] : bare[HM_ARMOUR_MOV];
    int32_t mov = own - lost;
    if (values[HM_RUNNING] && (values[HM_ARMOUR] <= 1 || set->running_in_armour == HM_RUNNING_IN_ARMOUR_ADDS)) {
        mov += set->running_mov;
    }
    const int32_t *band = load_band(s, values[HM_LOAD], values[HM_STR]);
    stat->one_hex_only = !band && s->rules.tables[HM_TABLE_LOADS].count > 0;
    const int32_t cap = stat->one_hex_only ? 1 : band ? band[HM_LOAD_MOV_MAX] : mov;
    stat->adjusted = lost != 0 || mov != own || mov > cap;
    mov = mov < cap ? mov : cap;
    stat->str = small(values[HM_STR]);
    stat->dex = small(values[HM_DEX]);
    stat->mov = small(mov > 0 ? mov : 0);
    stat->armour_dex = small(armour ? armour[HM_ARMOUR_DEX] : 0);
    stat->shield_dex = small(shield ? shield[HM_SHIELD_DEX] : 0);
    stat->load_dex = small(stat->one_hex_only ? heaviest_dex(s) : band ? band[HM_LOAD_DEX] : 0);
    stat->stops = small((armour ? armour[HM_ARMOUR_STOPS] : 0) + (shield ? shield[HM_SHIELD_STOPS] : 0));
    stat->side = (uint8_t)s->figures[figure - 1].side;
}

static void compile_ground(const int32_t *values, const hm_settings *set, hm_ground *ground) {
    ground->what = (uint8_t)values[HM_TERRAIN_WHAT];
    ground->cost = (uint8_t)values[HM_TERRAIN_COST];
    ground->dex = (int8_t)values[HM_TERRAIN_DEX];
    ground->dex_into = (int8_t)values[HM_TERRAIN_DEX_INTO];
    ground->save_dice = (uint8_t)values[HM_TERRAIN_SAVE_DICE];
    ground->hits_passing = (uint8_t)values[HM_TERRAIN_HITS_PASSING];
    ground->hits_stopping = (uint8_t)values[HM_TERRAIN_HITS_STOPPING];
    ground->depth = (uint16_t)values[HM_TERRAIN_DEPTH];
    ground->height = (uint16_t)values[HM_TERRAIN_HEIGHT];
    const bool high = ground->what == HM_WHAT_WALL && set->sight_height && ground->height >= set->sight_height;
    ground->sight = values[HM_TERRAIN_SIGHT] != 0 || high;
    ground->deep = ground->what == HM_WHAT_PIT && ground->depth > set->deep_pit;
    ground->plain = ground->what == HM_WHAT_OPEN && ground->cost == 1 && ground->save_dice == 0 && ground->dex == 0 &&
                    ground->hits_passing == 0 && ground->hits_stopping == 0;
}

/* Numbers each pit and each wall: hexes of the same sort that hang together have one number. */
static void number_pits(const qm_scenario *s, hm_data *data, uint16_t *stack) {
    uint16_t number = 0;
    for (uint32_t start = 1; start <= s->hex.hex_count; start++) {
        const uint8_t what = data->grounds[s->cells[start]].what;
        if ((what != HM_WHAT_PIT && what != HM_WHAT_WALL) || data->pits[start] != 0) {
            continue;
        }
        uint32_t count = 1;
        stack[0] = (uint16_t)start;
        data->pits[start] = ++number;
        while (count > 0) {
            const uint16_t hex = stack[--count];
            for (int d = 0; d < 6; d++) {
                const uint16_t next = qm__hex_neighbour(&s->hex, hex, d);
                if (next != 0 && data->pits[next] == 0 && data->grounds[s->cells[next]].what == what) {
                    data->pits[next] = number;
                    stack[count++] = next;
                }
            }
        }
    }
}

/* Where a jump could begin: beside a pit or a wall. */
static void find_edges(const qm_scenario *s, hm_data *data) {
    for (uint32_t hex = 1; hex <= s->hex.hex_count; hex++) {
        for (int d = 0; d < 6; d++) {
            const uint16_t next = qm__hex_neighbour(&s->hex, (uint16_t)hex, d);
            if (next != 0 && data->pits[next] != 0) {
                data->edges[hex] |= (uint8_t)(1u << d);
            }
        }
    }
}

qm_result qm__hm_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    qm__arena *arena = &s->arena;
    hm_data *data = qm__arena_alloc(arena, sizeof *data);
    const size_t cells = (size_t)s->hex.hex_count + 1;
    uint16_t *stack = qm__arena_array(arena, cells, sizeof *stack);
    if (!data || !stack || !(data->stats = qm__arena_array(arena, s->figure_count, sizeof *data->stats)) ||
        !(data->grounds = qm__arena_array(arena, s->ground_count, sizeof *data->grounds)) ||
        !(data->pits = qm__arena_array(arena, cells, sizeof *data->pits)) ||
        !(data->edges = qm__arena_array(arena, cells, sizeof *data->edges)) ||
        !(data->care = qm__arena_array(arena, cells, sizeof *data->care))) {
        return QM_ERROR_MEMORY;
    }
    const char *file = where && where->file ? where->file : "";
    if (s->hex.hex_count == 0 || s->ground_count == 0 || !s->cells) {
        qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, file, 0, 0, "board", "hexmelee needs a board of hexes");
        return QM_ERROR_INPUT;
    }
    data->row_part = (((uint64_t)1 << 32) + s->hex.columns - 1) / s->hex.columns;
    memcpy(&data->set, s->rules.settings, sizeof data->set);
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        compile_stat(s, &data->set, f, &data->stats[f - 1]);
    }
    for (uint16_t g = 0; g < s->ground_count; g++) {
        compile_ground(s->grounds[g].values, &data->set, &data->grounds[g]);
        data->dear |= data->grounds[g].cost > 1;
        data->burns |= data->grounds[g].hits_passing > 0 || data->grounds[g].hits_stopping > 0;
    }
    number_pits(s, data, stack);
    find_edges(s, data);
    data->care[0] = 1;
    for (uint32_t hex = 1; hex <= s->hex.hex_count; hex++) {
        data->care[hex] = !data->grounds[s->cells[hex]].plain;
    }
    s->compiled = data;
    return QM_OK;
}

/* ----------------------------------------------------------------------------------------------- the first state */

/* Whoever is not given a place is away; whoever cannot be well by its STR is not. */
void qm__hm_settle(const qm_scenario *s, qm_state *st, uint16_t figure) {
    const hm_settings *set = &hm_of(s)->set;
    hm_body *body = hm_body_at(s, st, figure);
    const int lower = set->death == HM_DEATH_BELOW ? 1 : 0, left = qm__hm_strength_left(s, st, figure);
    if (body->hex == 0) {
        body->condition = HM_AWAY;
    } else if (left <= -lower) {
        body->condition = HM_DEAD;
    } else if (left <= set->unconscious_str - lower && body->condition == HM_WELL) {
        body->condition = HM_UNCONSCIOUS;
    }
    if (body->condition != HM_WELL) {
        body->position = body->condition == HM_AWAY ? body->position : HM_PRONE;
        body->move = HM_MOVE_DONE;
        body->acted = 1;
    }
}

static void check_spot(const report *r, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(r->s, st, figure);
    if (body->hex == 0) {
        return;
    }
    if (hm_ground_at(r->s, body->hex)->what == HM_WHAT_SOLID) {
        complain(r, false, figure, "at", "stands in solid ground", "");
    }
    for (uint16_t other = 1; other < figure && !hm_lies(body) && !body->hanging; other++) {
        const hm_body *there = hm_body_at(r->s, st, other);
        if (there->hex == body->hex && !hm_lies(there) && !there->hanging) {
            complain(r, false, figure, "at", "is in the same hex as ", qm_figure_name(r->s, other));
        }
    }
}

/* A figure hangs in a deep pit at the rim of a hex that is no part of the pit. */
static bool hangs_rightly(const qm_scenario *s, const hm_body *body) {
    if (body->hex == 0 || !hm_ground_at(s, body->hex)->deep || body->condition != HM_WELL) {
        return false;
    }
    const uint16_t rim = qm__hex_neighbour(&s->hex, body->hex, body->hanging - 1);
    const uint8_t what = rim != 0 ? hm_ground_at(s, rim)->what : HM_WHAT_SOLID;
    return what == HM_WHAT_OPEN || what == HM_WHAT_WALL;
}

static void check_figure(const report *r, qm_state *st, uint16_t figure) {
    hm_body *body = hm_body_at(r->s, st, figure);
    if (body->hanging && !hangs_rightly(r->s, body)) {
        complain(r, false, figure, "hanging", "hangs where there is no rim of a deep pit", "");
    }
    if (body->hex != 0 && body->condition == HM_AWAY) {
        complain(r, false, figure, "condition", "is away and has a place on the board", "");
    }
    if (body->chasing == figure) {
        complain(r, false, figure, "chasing", "chases itself", "");
    }
    if (body->ready == 0) {
        return;
    }
    hm_thing *thing = hm_thing_at(r->s, st, body->ready);
    if (thing->holder == 0 && thing->hex == 0) {
        thing->holder = figure; /* what is in a hand is held, even where the file does not say so twice */
    }
    if (thing->holder != figure) {
        complain(r, false, figure, "ready", "does not have what it has ready: ", qm_item_name(r->s, body->ready));
    } else if (thing->broken) {
        complain(r, false, figure, "ready", "has something broken ready: ", qm_item_name(r->s, body->ready));
    }
}

static void check_item(const report *r, const qm_state *st, uint16_t item) {
    const hm_thing *thing = hm_thing_at(r->s, st, item);
    if (thing->holder != 0 && thing->hex != 0) {
        complain(r, true, item, "at", "lies on the board and is held by ", qm_figure_name(r->s, thing->holder));
    }
    if (thing->hex != 0 && hm_ground_at(r->s, thing->hex)->what == HM_WHAT_SOLID) {
        complain(r, true, item, "at", "lies in solid ground", "");
    }
}

/* Those who share a hex lie in the order of the roster, the one on its feet on top. */
static void stack_up(const qm_scenario *s, qm_state *st) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        hm_body *body = hm_body_at(s, st, f);
        int below = 0;
        for (uint16_t other = 1; other <= s->figure_count && body->hex != 0; other++) {
            const hm_body *there = hm_body_at(s, st, other);
            below +=
                other != f && there->hex == body->hex && (hm_lies(body) ? other < f && hm_lies(there) : hm_lies(there));
        }
        body->under = (uint8_t)below;
    }
}

qm_result qm__hm_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    const report r = {.s = s, .where = where, .list = diagnostics};
    const size_t errors = diagnostics->errors;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        qm__hm_settle(s, st, f);
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        check_spot(&r, st, f);
        check_figure(&r, st, f);
        qm__hm_refresh(s, st, f);
    }
    for (uint16_t i = 1; i <= s->item_count; i++) {
        check_item(&r, st, i);
    }
    stack_up(s, st);
    st->phase = HM_PHASE_START;
    return diagnostics->errors > errors ? QM_ERROR_INPUT : QM_OK;
}

/* ----------------------------------------------------------------------------------------------------- invariants */

static bool body_ok(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    const bool out = body->condition == HM_UNCONSCIOUS || body->condition == HM_DEAD;
    if ((body->hex == 0) != (body->condition == HM_AWAY) || (out && body->position != HM_PRONE) ||
        body->chasing == figure) {
        return false;
    }
    if (body->hex != 0 && hm_ground_at(s, body->hex)->what == HM_WHAT_SOLID) {
        return false;
    }
    if (body->hanging && !hangs_rightly(s, body)) {
        return false;
    }
    if (body->ready != 0) {
        const hm_thing *thing = hm_thing_at(s, st, body->ready);
        if (thing->holder != figure || thing->broken) {
            return false;
        }
    }
    return body->edex == qm__hm_edex_kept(s, st, figure);
}

/* Ranges of single fields are checked by their declarations; this is about how they go together. */
bool qm__hm_check(const qm_scenario *s, const qm_state *st) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (!body_ok(s, st, f)) {
            return false;
        }
    }
    for (uint16_t i = 1; i <= s->item_count; i++) {
        const hm_thing *thing = hm_thing_at(s, st, i);
        if (thing->holder != 0 && thing->hex != 0) {
            return false;
        }
    }
    return st->phase <= HM_PHASE_OVER && (st->turn == 0) == (st->phase == HM_PHASE_START);
}
