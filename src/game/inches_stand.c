/* Standing on a table of inches: whether figures can be where they are or would be, why not, and the nearest places
 * where they can. Round bases ask the levels that are prepared for them, and so do rectangles, which never walk.
 *
 * Invariant: why a figure cannot stand is told by the same code as why an order is refused. Rejected: texts of their
 * own for files; then a family would have to say everything twice.
 */
#include "game/inches.h"

#include <string.h>

#include "space/table/nearest.h"
#include "space/table/rect_stand.h"

qm__spot qm__inch_spot(const qm__inch_base *base, qm_place place) {
    return (qm__spot){place.x, place.y, qm__level_of(base->levels, place.x, place.y, place.z)};
}

qm_place qm__inch_place(const qm__inch_base *base, qm__xy at, int32_t level) {
    const double x = at.x < 0 ? at.x - 0.5 : at.x + 0.5, y = at.y < 0 ? at.y - 0.5 : at.y + 0.5;
    return (qm_place){(int32_t)x, (int32_t)y, level < 0 ? 0 : qm__level_height(base->levels, level)};
}

/* --------------------------------------------------------------------------------------------------- whether it can */

/* Solids at a place whose range of heights has it, a border counted in or (slack below 0) out; how many, and the first.
 */
static uint32_t solids_at(const qm__table *table, qm_place place, double slack, uint32_t *first) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->bottom <= place.z && prism->top >= place.z &&
            qm__polygon_has(table, &prism->polygon, place.x, place.y, slack)) {
            *first = count++ == 0 ? i : *first;
        }
    }
    return count;
}

/* What is where no surface is open: a solid around the place, or one whose top cannot be stood on. */
static void why_no_surface(const qm__table *table, qm_place place, qm__obstruction *why) {
    *why = (qm__obstruction){.what = QM__NO_SURFACE, .prism = QM__NOTHING, .at = {place.x, place.y}};
    if (place.x < 0 || place.y < 0 || place.x > table->width || place.y > table->depth) {
        why->what = QM__OFF_TABLE;
        why->prism = QM__BORDER;
        return;
    }
    uint32_t around = 0, beside = 0;
    const bool inside = solids_at(table, place, -QM__SLACK, &around) > 0;
    if (inside || solids_at(table, place, QM__SLACK, &beside) > 1) { /* between two that touch it is on their seam */
        const uint32_t number = inside ? around : beside;
        why->what = table->prisms[number].top > place.z ? QM__IN_PRISM : QM__ON_PRISM;
        why->prism = (int32_t)number;
    }
}

bool qm__inch_can_be(const qm__inch_base *base, const qm__crowd *crowd, qm_place place, bool ending,
                     qm__obstruction *why) {
    const qm__spot spot = qm__inch_spot(base, place);
    if (spot.level < 0) {
        if (why) {
            why_no_surface(qm__levels_table(base->levels), place, why);
        }
        return false;
    }
    return ending ? qm__stands(base->levels, crowd, spot, QM__SLACK, why)
                  : qm__passes(base->levels, crowd, spot, QM__SLACK, why);
}

/* A rectangle needs a surface under its centre, and room. */
static bool rectangle_stands(const qm__levels *levels, const qm__crowd *crowd, const qm__body *body,
                             qm__obstruction *why) {
    const qm__rect rect = {body->width, body->length, body->facing};
    int32_t z;
    const bool on =
        qm__surface_below(qm__levels_table(levels), body->x, body->y, body->z, &z) != QM__NOTHING && z == body->z;
    const qm__spot spot = {body->x, body->y, on ? qm__level_at(levels, z) : -1};
    const bool good = qm__rect_stands(levels, crowd, &rect, spot, QM__SLACK, why);
    if (why->what != QM__OFF_TABLE) { /* that names a corner, all else the figure's place */
        why->at = (qm__xy){body->x, body->y};
    }
    return good;
}

/* Whether a figure stands where it is; one that is not on the table does. */
static bool stands_now(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state, uint16_t figure,
                       qm_place *at, qm__obstruction *why) {
    qm__body bodies[QM_FIGURES_MAX];
    const qm__inch_base *base = qm__inch_base_of(inches, figure);
    const qm__body *body = &bodies[figure - 1];
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        inches->facts->body(scenario, state, i, 0, &bodies[i - 1]);
    }
    const qm__crowd crowd = {.bodies = bodies, .count = scenario->figure_count, .self = (uint16_t)(figure - 1)};
    *at = qm__inch_at(body);
    if (body->height == 0) {
        return true;
    }
    return body->radius > 0 ? qm__inch_can_be(base, &crowd, *at, true, why)
                            : rectangle_stands(base->levels, &crowd, body, why);
}

bool qm__inch_check(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state) {
    qm__obstruction why;
    qm_place at;
    bool good = true;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        good = good && stands_now(scenario, inches, state, i, &at, &why);
    }
    return good;
}

/* ---------------------------------------------------------------------------------------------------------- nearest */

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
static uint16_t add_nearest(const qm__nearest_ask *ask, qm__spot spot, qm_place *out, uint16_t n) {
    qm__spot whole;
    if (n < QM_STANDS_MAX && (ask->rect ? qm__rect_whole_stand(ask->levels, ask->crowd, ask->rect, spot, &whole)
                                        : qm__whole_stand(ask->levels, ask->crowd, spot, &whole))) {
        out[n++] = (qm_place){(int32_t)whole.x, (int32_t)whole.y, qm__level_height(ask->levels, whole.level)};
    }
    return n;
}

/* The nearest places at the height of a place, and the one at another height if that is nearer: of a rectangle with its
 * facing kept, or (NULL) of the disc of the levels' walker. */
static uint16_t nearest_of(const qm__levels *levels, const qm__rect *rect, qm__inch_search *search, qm_place place,
                           qm_place out[QM_STANDS_MAX]) {
    const int32_t any_height = 2 * QM__COORDINATE_MAX;
    const qm__crowd *crowd = &search->crowd;
    const qm__table *table = qm__levels_table(levels);
    void *scratch = qm__inch_scratch(search);
    const size_t size = rect ? qm__rect_nearest_size(levels, crowd->count) : qm__nearest_size(levels, crowd->count);
    const qm__nearest_ask ask = {.levels = levels,
                                 .crowd = crowd,
                                 .spot = {place.x, place.y, level_near(levels, place.z)},
                                 .limit = (double)table->width + table->depth,
                                 .margin = -1,
                                 .rect = rect};
    qm__spot spots[QM__NEAREST_MAX], other;
    double distance;
    bool exhausted;
    uint16_t count = 0;
    const int found = qm__nearest_places(&ask, scratch, size, spots, &distance, &exhausted);
    for (int i = 0; i < found; i++) {
        count = add_nearest(&ask, spots[i], out, count);
    }
    const bool any = rect
                         ? qm__rect_nearest(levels, crowd, rect, ask.spot, any_height, ask.limit, scratch, size, &other)
                         : qm__nearest_stand(levels, crowd, ask.spot, any_height, ask.limit, scratch, size, &other);
    return any && other.level != ask.spot.level ? add_nearest(&ask, other, out, count) : count;
}

uint16_t qm__inch_nearest(qm__inch_search *search, qm_place place, qm_place out[QM_STANDS_MAX]) {
    return nearest_of(search->base->levels, NULL, search, place, out);
}

/* ---------------------------------------------------------------------------------------------------------- telling */

/* Why a figure cannot stand at a place, as a reason. */
static qm_reason reason_of(const qm_scenario *scenario, const qm__inches *inches, uint16_t figure, qm_place at,
                           const qm__obstruction *why) {
    qm_order order;
    qm_verdict verdict;
    qm__judging j = {.scenario = scenario, .order = &order, .verdict = &verdict};
    qm__trek trek = {.j = &j, .inches = inches, .base = qm__inch_base_of(inches, figure)};
    memset(&verdict, 0, sizeof verdict);
    qm_order_clear(&order, 0, figure);
    qm__trek_stopped(&trek, why, -1)->at.z = at.z;
    return verdict.reasons[0];
}

void qm__inch_stand(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state, uint16_t figure,
                    qm_place place, void *search, qm_standing *out) {
    qm__inch_search *memory = qm__inch_begin(scenario, inches, state, figure, search);
    qm__obstruction why;
    if (!memory->base) {
        out->why = (qm_reason){.kind = inches->facts->stays, .figure = figure};
    } else if (qm__inch_can_be(memory->base, &memory->crowd, place, true, &why)) {
        out->stands = 1;
    } else {
        why.at = (qm__xy){place.x, place.y};
        out->why = reason_of(scenario, inches, figure, place, &why);
        out->nearest_count = qm__inch_nearest(memory, place, out->nearest);
    }
}

void qm__inch_judge_put(qm__judging *j, const qm__inches *inches, uint16_t figure) {
    qm__inch_search *search = qm__inch_begin(j->scenario, inches, j->state, figure, j->search);
    qm__trek trek = {.leg = 1, .j = j, .inches = inches, .base = search->base, .search = search};
    const qm_place to = j->order->legs[0].to;
    qm__obstruction why;
    if (!qm__inch_can_be(search->base, &search->crowd, to, true, &why)) {
        qm__trek_no_place(&trek, &why, to)->figure = figure;
    }
}

static void report(const qm_scenario *scenario, const qm__where *where, qm_severity severity, uint16_t figure,
                   const char *member, const char *message, qm_diagnostics *diagnostics) {
    char array[48];
    qm_text field = qm_text_over(array, sizeof array), text = qm_text_growing(NULL);
    const uint16_t lone = qm__lone_figures(scenario);
    if (figure <= lone) {
        qm_text_addf(&field, "figures[%u].%s", figure - 1u, member);
    } else {
        qm_text_addf(&field, "units[%u].%s", qm_figure_unit(scenario, figure) - 1u - lone, member);
    }
    qm_text_addf(&text, "%s: %s", scenario->figures[figure - 1].name, message);
    const bool at = where && strcmp(member, "at") == 0;
    const uint32_t *lines = at ? where->at_lines : where ? where->figure_lines : NULL;
    const uint32_t *columns = at ? where->at_columns : where ? where->figure_columns : NULL;
    qm_diagnostics_add(diagnostics, severity, where ? where->file : "", lines ? lines[figure - 1] : 0,
                       columns ? columns[figure - 1] : 0, array, text.data ? text.data : message);
    qm_text_free(&text);
}

void qm__inch_report(const qm_scenario *scenario, const qm__where *where, uint16_t figure, const char *member,
                     const char *message, qm_diagnostics *diagnostics) {
    report(scenario, where, QM_SEVERITY_ERROR, figure, member, message, diagnostics);
}

void qm__inch_warn(const qm_scenario *scenario, const qm__where *where, uint16_t figure, const char *member,
                   const char *message, qm_diagnostics *diagnostics) {
    report(scenario, where, QM_SEVERITY_WARNING, figure, member, message, diagnostics);
}

/* "; the nearest place is 6,4.5"; nothing where there is none. */
static void add_nearest_place(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state,
                              uint16_t figure, qm_place at, qm_text *out) {
    qm__body body;
    inches->facts->body(scenario, state, figure, 0, &body);
    const qm__rect rect = {body.width, body.length, body.facing}, *turned = body.radius > 0 ? NULL : &rect;
    const qm__levels *levels = qm__inch_base_of(inches, figure)->levels;
    qm_place nearest[QM_STANDS_MAX];
    qm__arena arena;
    qm__arena_init(&arena, scenario->arena.allocator);
    void *search = qm__arena_alloc(&arena, inches->size);
    if (search &&
        nearest_of(levels, turned, qm__inch_begin(scenario, inches, state, figure, search), at, nearest) > 0) {
        qm_text_add(out, "; the nearest place is ");
        qm_place_print(scenario, nearest[0], out);
    }
    qm__arena_free(&arena);
}

/* "Ada: cannot stand at 6,6: wall is in the way of Ada at 6,6; the nearest place is 6,4.5", with the clause. */
static void report_place(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state,
                         const qm__where *where, uint16_t figure, qm_place at, const qm__obstruction *why,
                         qm_diagnostics *diagnostics) {
    const qm_reason reason = reason_of(scenario, inches, figure, at, why);
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, "cannot stand at ");
    qm_place_print(scenario, at, &text);
    qm_text_add(&text, ": ");
    qm_reason_print(scenario, &reason, &text);
    add_nearest_place(scenario, inches, state, figure, at, &text);
    qm__inch_report(scenario, where, figure, "at", text.data ? text.data : "cannot stand there", diagnostics);
    qm_text_free(&text);
}

qm_result qm__inch_report_places(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state,
                                 const qm__where *where, qm_diagnostics *diagnostics) {
    qm_result result = QM_OK;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        qm__obstruction why;
        qm_place at;
        const bool good = stands_now(scenario, inches, state, i, &at, &why);
        /* one in the corner, where something is wrong with the file: its place could not be read */
        const bool unknown = at.x == 0 && at.y == 0 && at.z == 0 && diagnostics->errors > 0;
        if (!good && !unknown) {
            report_place(scenario, inches, state, where, i, at, &why, diagnostics);
            result = QM_ERROR_INPUT;
        }
    }
    return result;
}
