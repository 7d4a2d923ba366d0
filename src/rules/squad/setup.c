/* Making a scenario ready to play: settings unpacked, kinds of ground sorted, bases prepared for the table, the first
 * state completed, and everything wrong with it reported.
 *
 * Invariant: qm__sq_state_good holds for the first state and after every order; rule code relies on it and tests
 * nothing twice.
 */
#include <string.h>

#include "game/print.h"
#include "rules/squad/squad.h"

/* Legs and reasons of the table's geometry, in the words of this family, which has no ladders. */
static const qm__inch_facts inch_facts = {
    .legs = {[QM__INCH_WALK] = SQ_LEG_WALK,
             [QM__INCH_VIA] = SQ_LEG_VIA,
             [QM__INCH_CLIMB] = SQ_LEG_CLIMB,
             [QM__INCH_JUMP] = SQ_LEG_LEAP,
             [QM__INCH_DROP] = SQ_LEG_DROP},
    .reasons = {[QM__INCH_OFF_TABLE] = SQ_REASON_OFF_TABLE,
                [QM__INCH_NO_SURFACE] = SQ_REASON_NO_SURFACE,
                [QM__INCH_NOWHERE] = SQ_REASON_NOWHERE,
                [QM__INCH_SOLID] = SQ_REASON_SOLID,
                [QM__INCH_RAILING] = SQ_REASON_RAILING,
                [QM__INCH_ON_SOLID] = SQ_REASON_ON_SOLID,
                [QM__INCH_NOT_WHOLE] = SQ_REASON_NOT_WHOLE,
                [QM__INCH_FIGURE] = SQ_REASON_FIGURE,
                [QM__INCH_TOO_HIGH] = SQ_REASON_TOO_HIGH,
                [QM__INCH_HEIGHT] = SQ_REASON_HEIGHT,
                [QM__INCH_NO_WAY] = SQ_REASON_NO_WAY,
                [QM__INCH_UNKNOWN] = SQ_REASON_UNKNOWN,
                [QM__INCH_NO_LINK] = SQ_REASON_NO_LINK,
                [QM__INCH_TAKE_OFF] = SQ_REASON_TAKE_OFF,
                [QM__INCH_LANDING] = SQ_REASON_LANDING,
                [QM__INCH_SIDEWAYS] = SQ_REASON_SIDEWAYS,
                [QM__INCH_LONG] = SQ_REASON_LONG,
                [QM__INCH_RISE] = SQ_REASON_RISE,
                [QM__INCH_SHEER] = SQ_REASON_SHEER,
                [QM__INCH_NO_LADDER] = SQ_REASON_NO_LADDER,
                [QM__INCH_LADDER_AWAY] = SQ_REASON_NO_LADDER},
    .far = SQ_REASON_TOO_FAR,
    .stays = SQ_REASON_RECTANGLE,
    .body = qm__sq_body,
};

/* ---------------------------------------------------------------------------------------------------------- compile */

static bool is(const qm_scenario *s, uint16_t kind, int column) {
    return kind != 0 && s->rules.tables[SQ_TABLE_TERRAIN].rows[kind - 1].values[column] != 0;
}

static void sort_areas(const qm_scenario *s, sq_data *data) {
    for (uint16_t i = 0; i < s->table.area_count; i++) {
        const uint64_t bit = (uint64_t)1 << i;
        data->difficult |= is(s, s->table.areas[i].kind, SQ_TERRAIN_DIFFICULT) ? bit : 0;
        data->roads |= is(s, s->table.areas[i].kind, SQ_TERRAIN_ROAD) ? bit : 0;
    }
}

/* Low obstacles are steps, each of which is told; one no taller than a step needs as much room as one just higher.
 * Leaps and jumps down go as far as the movement does; who leaps onto a low obstacle does not cross its edge. */
static qm_result add_base(qm_scenario *s, sq_data *data, uint16_t figure) {
    const sq_settings *set = &data->set;
    const int32_t height = sq_value(s, figure, SQ_HEIGHT);
    const qm__inch_mover mover = {.walker = {.radius = sq_round(s, figure) ? sq_value(s, figure, SQ_RADIUS) : 1,
                                             .height = height <= set->low_most ? set->low_most + 1 : height,
                                             .step = set->low_most,
                                             .free_step = 0,
                                             .whole = set->standing == SQ_STANDING_WHOLE},
                                  .links = {.jump_most = sq_value(s, figure, SQ_MOVEMENT),
                                            .rise_most = set->leap_rise,
                                            .climbs = true,
                                            .jumps = true,
                                            .jump_low = true,
                                            .drops = true},
                                  .stays = !sq_round(s, figure)};
    return qm__inches_add(s, &data->inches, figure, &mover);
}

/* A round base around a rectangular one, which walks and does nothing else. */
static qm_result add_around(qm_scenario *s, sq_data *data, uint16_t figure, uint16_t *out) {
    const qm__body body = qm__sq_body_at(s, figure, (qm_place){0}, 0);
    const uint16_t own = data->inches.base_of[figure - 1];
    qm__inch_mover mover = {.walker = data->inches.bases[own - 1].mover.walker};
    mover.walker.radius = (int32_t)qm__length((qm__xy){body.width / 2.0, body.length / 2.0}) + 2;
    const qm_result result = qm__inches_add(s, &data->inches, figure, &mover);
    *out = data->inches.base_of[figure - 1];
    data->inches.base_of[figure - 1] = own;
    return result;
}

/* Gives every model its base, and those on rectangles a second one. */
static qm_result add_bases(qm_scenario *s, sq_data *data) {
    data->inches.bases = qm__arena_array(&s->arena, 2 * (size_t)s->figure_count, sizeof *data->inches.bases);
    uint16_t *around = qm__arena_array(&s->arena, s->figure_count, sizeof *around);
    qm_result result = data->inches.bases && around ? QM_OK : QM_ERROR_MEMORY;
    for (uint16_t i = 1; i <= s->figure_count && result == QM_OK; i++) {
        if (s->figures[i - 1].values) {
            result = add_base(s, data, i);
            around[i - 1] = data->inches.base_of[i - 1];
            if (result == QM_OK && !sq_round(s, i)) {
                result = add_around(s, data, i, &around[i - 1]);
            }
        }
    }
    data->around.base_of = around;
    return result;
}

qm_result qm__sq_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    sq_data *data = qm__arena_alloc(&s->arena, sizeof *data);
    if (!data) {
        return QM_ERROR_MEMORY;
    }
    s->compiled = data;
    memcpy(&data->set, s->rules.settings, sizeof data->set);
    sort_areas(s, data);
    qm_result result = qm__inches_make(s, &inch_facts, &data->inches);
    result = result == QM_OK ? add_bases(s, data) : result;
    if (result != QM_OK) {
        return result;
    }
    qm__sq_goal_sizes(s, data);
    result =
        qm__inches_finish(s, &data->inches, SQ_OWN_SIZE + data->crowds_size + data->muster_size, where, diagnostics);
    uint16_t *around = data->around.base_of;
    data->around = data->inches;
    data->around.base_of = around;
    return result;
}

size_t qm__sq_search_size(const qm_scenario *s) {
    return sq_of(s)->inches.size;
}

/* -------------------------------------------------------------------------------------------------- the first state */

static void check_model(const qm_scenario *s, qm_state *st, uint16_t figure, const qm__where *where,
                        qm_diagnostics *diagnostics) {
    sq_model *m = sq_at(s, st, figure);
    if (!m->out && m->lost >= sq_value(s, figure, SQ_WOUNDS)) {
        qm__inch_report(s, where, figure, "lost", "has no wounds left: it is out", diagnostics);
    }
    if (sq_round(s, figure) && sq_value(s, figure, SQ_LENGTH) > 0) {
        qm__inch_report(s, where, figure, "length", "is of a rectangular base, which needs a width too", diagnostics);
    }
    if (sq_value(s, figure, SQ_EYES) > sq_value(s, figure, SQ_HEIGHT)) {
        qm__inch_report(s, where, figure, "eyes", "are higher than its height", diagnostics);
    }
    for (int slot = 0; slot < SQ_SLOTS; slot++) {
        if (sq_value(s, figure, SQ_MOUNT + slot) != SQ_ROW_NONE &&
            sq_value(s, figure, SQ_WEAPON + slot) == SQ_ROW_NONE) {
            qm__inch_report(s, where, figure,
                            slot == 0   ? "mount"
                            : slot == 1 ? "mount_2"
                            : slot == 2 ? "mount_3"
                                        : "mount_4",
                            "has no weapon on it", diagnostics);
        }
    }
    if (m->out) {
        m->x = m->y = m->z = 0;
    }
}

static void warn_apart(const qm_scenario *s, uint16_t figure, uint16_t other, double apart, int32_t most,
                       const char *clause, const qm__where *where, qm_diagnostics *diagnostics) {
    char array[200];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_add(&text, "begins ");
    qm__print_length(qm__units(apart), &text);
    qm_text_addf(&text, " from %s of its unit, and ", s->figures[other - 1].name);
    qm__print_length(most, &text);
    qm_text_addf(&text, " is the most (%s): its first move must mend that", clause);
    qm__inch_warn(s, where, figure, "at", array, diagnostics);
}

/* A unit can lose coherency in play, so one may begin without; mostly it is a slip. */
static void check_unit(const qm_scenario *s, const qm_state *st, const qm__troop *unit, const qm__where *where,
                       qm_diagnostics *diagnostics) {
    const sq_spacing spacing = qm__sq_spacing_now(s, st, unit);
    if (!spacing.coherent) {
        warn_apart(s, spacing.lone, spacing.nearest, spacing.gap, sq_set(s)->coherency_reach, "SQ-02", where,
                   diagnostics);
    } else if (!spacing.gathered) {
        warn_apart(s, spacing.other, spacing.one, spacing.spread, sq_set(s)->spread_most, "SQ-03", where, diagnostics);
    }
}

qm_result qm__sq_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    const size_t errors = diagnostics->errors;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        check_model(s, st, i, where, diagnostics);
    }
    st->phase = SQ_PHASE_START;
    const qm_result places = qm__inch_report_places(s, &sq_of(s)->inches, st, where, diagnostics);
    const bool good = places == QM_OK && diagnostics->errors == errors;
    for (uint16_t i = 0; i < s->unit_count && diagnostics->errors == 0; i++) { /* else places may be wrong */
        check_unit(s, st, &s->units[i], where, diagnostics);
    }
    return good ? QM_OK : QM_ERROR_INPUT;
}

/* ------------------------------------------------------------------------------------------------------- invariants */

static bool all_zero(const uint8_t *bytes, size_t count) {
    bool zero = true;
    for (size_t i = 0; i < count; i++) {
        zero = zero && bytes[i] == 0;
    }
    return zero;
}

static bool model_good(const qm_scenario *s, const qm_state *st, uint16_t figure, bool unfinished) {
    const sq_model *m = sq_at(s, st, figure);
    if (!all_zero(m->zero, sizeof m->zero) || (!unfinished && (m->left != 0 || m->gone != 0 || m->fell != 0))) {
        return false;
    }
    return m->out ? m->x == 0 && m->y == 0 && m->z == 0 : m->lost < sq_value(s, figure, SQ_WOUNDS);
}

/* A unit is known by its first model; 0 = none. */
static bool unit_good(const qm_scenario *s, uint16_t first) {
    return first == 0 || (first <= s->figure_count && sq_unit(s, first)->first == first);
}

/* Ranges of single fields are checked by their declarations; this is about how they go together. */
bool qm__sq_state_good(const qm_scenario *s, const qm_state *st) {
    const sq_game *game = sq_game_of(s, st);
    const bool begun = st->phase != SQ_PHASE_START;
    if (st->phase >= SQ_PHASE_COUNT || (st->turn != 0) != begun || (game->side != 0) != begun ||
        game->side > s->side_count || !unit_good(s, game->active) || !unit_good(s, game->unfinished) ||
        !unit_good(s, game->target) || game->rolled != 0 || game->failed != 0) {
        return false;
    }
    if (!game->unfinished &&
        (game->target || game->areas || !all_zero(game->low, sizeof game->low) ||
         !all_zero(game->climbed, sizeof game->climbed) || !all_zero((const uint8_t *)game->flown, sizeof game->flown))) {
        return false;
    }
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (!model_good(s, st, i,
                        game->unfinished && s->figures[i - 1].unit == s->figures[game->unfinished - 1].unit)) {
            return false;
        }
    }
    return qm__inch_check(s, &sq_of(s)->inches, st);
}
