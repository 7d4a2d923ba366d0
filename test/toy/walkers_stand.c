/* Standing on the toy family's table: whether figures stand where they are, and why not. Round bases ask the levels
 * that are prepared for them, and so do rectangles, which never walk. */
#include "toy/walkers.h"

#include <string.h>

#include "game/place.h"
#include "space/table/nearest.h"

void ramble_report(const qm_scenario *s, const qm__where *where, uint16_t figure, const char *member,
                   const char *message, qm_diagnostics *diagnostics) {
    char array[48];
    qm_text field = qm_text_over(array, sizeof array), text = qm_text_growing(NULL);
    qm_text_addf(&field, "figures[%u].%s", figure - 1u, member);
    qm_text_addf(&text, "%s: %s", s->figures[figure - 1].name, message);
    const bool at = where && strcmp(member, "at") == 0;
    const uint32_t *lines = at ? where->at_lines : where ? where->figure_lines : NULL;
    const uint32_t *columns = at ? where->at_columns : where ? where->figure_columns : NULL;
    qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where ? where->file : "", lines ? lines[figure - 1] : 0,
                       columns ? columns[figure - 1] : 0, array, text.data ? text.data : message);
    qm_text_free(&text);
}

/* A rectangle needs a surface under its centre, and room. */
static bool rectangle_stands(const qm_scenario *s, const qm__body *bodies, uint16_t figure, qm__obstruction *why) {
    const qm__body *a = &bodies[figure - 1];
    const qm__levels *levels = ramble_of(s)->levels_of[figure - 1];
    const qm__rect rect = {a->width, a->length, a->facing};
    const qm__crowd crowd = {.bodies = bodies, .count = s->figure_count, .self = (uint16_t)(figure - 1)};
    int32_t z;
    const bool on = qm__surface_below(&s->table, a->x, a->y, a->z, &z) != QM__NOTHING && z == a->z;
    const qm__spot spot = {a->x, a->y, on ? qm__level_at(levels, z) : -1};
    const bool good = qm__rect_stands(levels, &crowd, &rect, spot, QM__SLACK, why);
    if (why->what != QM__OFF_TABLE) { /* that names a corner, all else the figure's place */
        why->at = (qm__xy){a->x, a->y};
    }
    return good;
}

/* What is where no surface is open: a solid around the place, or one whose top cannot be stood on. */
static void why_no_surface(const qm__table *table, qm_place place, qm__obstruction *why) {
    *why = (qm__obstruction){.what = QM__NO_SURFACE, .prism = QM__NOTHING, .at = {place.x, place.y}};
    if (place.x < 0 || place.y < 0 || place.x > table->width || place.y > table->depth) {
        why->what = QM__OFF_TABLE;
        why->prism = QM__BORDER;
        return;
    }
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->bottom <= place.z && prism->top >= place.z &&
            qm__polygon_has(table, &prism->polygon, place.x, place.y, -QM__SLACK)) {
            why->what = prism->top > place.z ? QM__IN_PRISM : QM__ON_PRISM;
            why->prism = (int32_t)i;
            return;
        }
    }
}

bool ramble_can_be(const ramble_base *base, const qm__crowd *crowd, qm_place place, bool ending, qm__obstruction *why) {
    const qm__spot spot = ramble_spot(base, place);
    if (spot.level < 0) {
        why_no_surface(qm__levels_table(base->levels), place, why);
        return false;
    }
    return ending ? qm__stands(base->levels, crowd, spot, QM__SLACK, why)
                  : qm__passes(base->levels, crowd, spot, QM__SLACK, why);
}

/* The level nearest to a height. */
static int level_near(const qm__levels *levels, int32_t z) {
    int best = 0;
    for (int k = 1; k < qm__level_count(levels); k++) {
        const int64_t now = (int64_t)qm__level_height(levels, k) - z,
                      then = (int64_t)qm__level_height(levels, best) - z;
        best = (now < 0 ? -now : now) < (then < 0 ? -then : then) ? k : best;
    }
    return best;
}

/* Adds a place in whole units. */
static uint16_t add_nearest(const ramble_base *base, const qm__crowd *crowd, qm__spot spot, qm_place *out, uint16_t n) {
    qm__spot whole;
    if (n < QM_STANDS_MAX && qm__whole_stand(base->levels, crowd, spot, &whole)) {
        out[n++] = ramble_rounded(base, (qm__xy){whole.x, whole.y}, whole.level);
    }
    return n;
}

uint16_t ramble_nearest(const qm_scenario *s, const ramble_base *base, ramble_search *search, qm_place place,
                        qm_place out[QM_STANDS_MAX]) {
    const int32_t any_height = 2 * QM__COORDINATE_MAX;
    const double limit = (double)s->table.width + s->table.depth;
    const size_t size = qm__nearest_size(base->levels, s->figure_count);
    const qm__nearest_ask ask = {.levels = base->levels,
                                 .crowd = &search->crowd,
                                 .spot = {place.x, place.y, level_near(base->levels, place.z)},
                                 .limit = limit,
                                 .margin = -1};
    qm__spot spots[QM__NEAREST_MAX], other;
    double distance;
    bool exhausted;
    uint16_t count = 0;
    const int found = qm__nearest_places(&ask, ramble_scratch(search), size, spots, &distance, &exhausted);
    for (int i = 0; i < found; i++) {
        count = add_nearest(base, &search->crowd, spots[i], out, count);
    }
    if (qm__nearest_stand(base->levels, &search->crowd, ask.spot, any_height, limit, ramble_scratch(search), size,
                          &other) &&
        other.level != ask.spot.level) {
        count = add_nearest(base, &search->crowd, other, out, count);
    }
    return count;
}

/* Whether a figure stands where it is. */
static bool stands(const qm_scenario *s, const qm_state *st, uint16_t figure, qm__obstruction *why) {
    qm__body bodies[QM_FIGURES_MAX];
    const ramble_base *base = ramble_base_of(s, figure);
    const qm_place at = ramble_place(ramble_at(s, st, figure));
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        ramble_body(s, st, i, 0, &bodies[i - 1]);
    }
    if (!base) {
        return rectangle_stands(s, bodies, figure, why);
    }
    const qm__crowd crowd = {.bodies = bodies, .count = s->figure_count, .self = (uint16_t)(figure - 1)};
    return ramble_can_be(base, &crowd, at, true, why);
}

bool ramble_check(const qm_scenario *s, const qm_state *st) {
    qm__obstruction why;
    bool good = true;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        good = good && stands(s, st, i, &why);
    }
    return good;
}

/* Why a figure cannot stand at a place, as a reason; NULL: because it stays where it is. */
static qm_reason reason_of(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place at,
                           const qm__obstruction *why) {
    qm_order order;
    qm_verdict verdict;
    qm__judging j = {.scenario = s, .state = st, .order = &order, .verdict = &verdict};
    ramble_walk w = {.j = &j, .base = ramble_base_of(s, figure)};
    memset(&verdict, 0, sizeof verdict);
    qm_order_clear(&order, RB_PLACE, figure);
    if (why) {
        ramble_refuse(&w, why, -1);
        verdict.reasons[0].at.z = at.z;
    } else {
        qm__refuse(&j, RB_REASON_NOT_ROUND);
    }
    return verdict.reasons[0];
}

void ramble_stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out) {
    const ramble_base *base = ramble_base_of(s, figure);
    ramble_search *memory = ramble_begin(s, st, figure, search);
    qm__obstruction why;
    if (!base) {
        out->why = reason_of(s, st, figure, place, NULL);
    } else if (ramble_can_be(base, &memory->crowd, place, true, &why)) {
        out->stands = 1;
    } else {
        why.at = (qm__xy){place.x, place.y};
        out->why = reason_of(s, st, figure, place, &why);
        out->nearest_count = ramble_nearest(s, base, memory, place, out->nearest);
    }
}

/* "; the nearest place is 6,4.5"; nothing for a rectangle, and where there is none. */
static void add_nearest_place(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place at, qm_text *out) {
    const ramble_base *base = ramble_base_of(s, figure);
    qm_place nearest[QM_STANDS_MAX];
    qm__arena arena;
    qm__arena_init(&arena, s->arena.allocator);
    void *search = base ? qm__arena_alloc(&arena, ramble_of(s)->search_size) : NULL;
    if (search && ramble_nearest(s, base, ramble_begin(s, st, figure, search), at, nearest) > 0) {
        qm_text_add(out, "; the nearest place is ");
        qm_place_print(s, nearest[0], out);
    }
    qm__arena_free(&arena);
}

/* "Ada: cannot stand at 6,6: wall is in the way of Ada at 6,6 (WK-03); the nearest place is 6,4.5" */
static void report_place(const qm_scenario *s, const qm_state *st, const qm__where *where, uint16_t figure,
                         const qm__obstruction *why, qm_diagnostics *diagnostics) {
    const qm_place at = ramble_place(ramble_at(s, st, figure));
    const qm_reason reason = reason_of(s, st, figure, at, why);
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, "cannot stand at ");
    qm_place_print(s, at, &text);
    qm_text_add(&text, ": ");
    qm_reason_print(s, &reason, &text);
    add_nearest_place(s, st, figure, at, &text);
    ramble_report(s, where, figure, "at", text.data ? text.data : "cannot stand there", diagnostics);
    qm_text_free(&text);
}

qm_result ramble_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    qm_result result = QM_OK;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        const rambler *r = ramble_at(s, st, i);
        qm__obstruction why;
        const bool unknown =
            r->x == 0 && r->y == 0 && r->z == 0 && diagnostics->errors > 0; /* its place could not be read */
        if (!unknown && !stands(s, st, i, &why)) {
            report_place(s, st, where, i, &why, diagnostics);
            result = QM_ERROR_INPUT;
        }
    }
    return result;
}

/* ---------------------------------------------------------------------------------------------------------- ladders */

/* The solid above a place that leaves too little room for the lowest figure; -1 = none. */
static int32_t ceiling_over(const qm_scenario *s, qm_place at, int32_t *height) {
    const ramble *r = ramble_of(s);
    *height = r->bases[0].walker.height;
    for (uint16_t i = 1; i < r->base_count; i++) {
        *height = r->bases[i].walker.height < *height ? r->bases[i].walker.height : *height;
    }
    for (uint32_t i = 0; i < s->table.prism_count; i++) {
        const qm__prism *prism = &s->table.prisms[i];
        if (prism->bottom >= at.z && prism->bottom < at.z + *height && prism->top > prism->bottom &&
            qm__polygon_has(&s->table, &prism->polygon, at.x, at.y, -QM__SLACK)) {
            return (int32_t)i;
        }
    }
    return -1;
}

static bool somebody_fits(const qm_scenario *s, qm_place at, qm__obstruction *why) {
    const ramble *r = ramble_of(s);
    const qm__crowd nobody = {0};
    bool fits = false;
    for (uint16_t i = 0; i < r->base_count && !fits; i++) {
        fits = ramble_can_be(&r->bases[i], &nobody, at, false, why);
    }
    return fits;
}

/* "rope: its head at 7,5@3 has no headroom: lid begins 0.5" above, and nobody is lower than 1.5"" */
static bool report_ladder(const qm_scenario *s, const qm__where *where, uint16_t number, bool head,
                          const qm__obstruction *why, qm_diagnostics *diagnostics) {
    const qm__ladder *ladder = &s->table.ladders[number];
    const qm_place at = head ? (qm_place){ladder->head_x, ladder->head_y, ladder->head_z}
                             : (qm_place){ladder->foot_x, ladder->foot_y, ladder->foot_z};
    int32_t height;
    const int32_t ceiling = ceiling_over(s, at, &height);
    char array[48];
    qm_text field = qm_text_over(array, sizeof array), text = qm_text_growing(NULL);
    qm_text_addf(&field, "board.ladders[%u].%s", number, head ? "head" : "foot");
    qm_text_addf(&text, "%s: its %s at ", ladder->name, head ? "head" : "foot");
    qm_place_print(s, at, &text);
    if (ceiling >= 0) {
        qm_text_addf(&text, " has no headroom: %s begins ", s->table.prisms[ceiling].name);
        qm__inches_print(s->table.prisms[ceiling].bottom - at.z, &text);
        qm_text_add(&text, "\" above, and nobody is lower than ");
        qm__inches_print(height, &text);
        qm_text_add_char(&text, '"');
    } else {
        qm_text_addf(&text, " is of no use: %s is too near for every base here",
                     why->prism >= 0 ? s->table.prisms[why->prism].name : "the edge of the table");
    }
    qm_diagnostics_add(diagnostics, ceiling >= 0 ? QM_SEVERITY_ERROR : QM_SEVERITY_WARNING, where ? where->file : "", 0,
                       0, array, text.data ? text.data : "is of no use");
    qm_text_free(&text);
    return ceiling < 0;
}

qm_result ramble_check_ladders(const qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    bool good = true;
    for (uint16_t i = 0; i < s->table.ladder_count && ramble_of(s)->base_count > 0; i++) {
        const qm__ladder *ladder = &s->table.ladders[i];
        qm__obstruction why;
        if (!somebody_fits(s, (qm_place){ladder->foot_x, ladder->foot_y, ladder->foot_z}, &why)) {
            good &= report_ladder(s, where, i, false, &why, diagnostics);
        }
        if (!somebody_fits(s, (qm_place){ladder->head_x, ladder->head_y, ladder->head_z}, &why)) {
            good &= report_ladder(s, where, i, true, &why, diagnostics);
        }
    }
    return good ? QM_OK : QM_ERROR_INPUT;
}
