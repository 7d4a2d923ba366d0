/* Standing on the toy family's table: whether figures stand where they are, and why not. Round bases ask the levels
 * that are prepared for them; rectangles, which never walk, are looked at solid by solid. */
#include "toy/walkers.h"

#include <string.h>

void ramble_report(const qm_scenario *s, const qm__where *where, uint16_t figure, const char *member,
                   const char *message, qm_diagnostics *diagnostics) {
    char array[48];
    qm_text field = qm_text_over(array, sizeof array), text = qm_text_growing(NULL);
    qm_text_addf(&field, "figures[%u].%s", figure - 1u, member);
    qm_text_addf(&text, "%s: %s", s->figures[figure - 1].name, message);
    qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where ? where->file : "",
                       where ? where->figure_lines[figure - 1] : 0, where ? where->figure_columns[figure - 1] : 0,
                       array, text.data ? text.data : message);
    qm_text_free(&text);
}

/* A solid that a rectangle is in, by more than touching; -1 = none. */
static int32_t solid_around(const qm_scenario *s, const qm__body *body) {
    const int32_t step = s->rules.settings[RB_STEP];
    qm__body inner = *body;
    inner.width -= 2;
    inner.length -= 2;
    for (uint32_t i = 0; i < s->table.prism_count; i++) {
        const qm__prism *prism = &s->table.prisms[i];
        const int32_t low = body->z + (prism->flags & QM__PRISM_IMPASSABLE ? 0 : step);
        if (prism->top > low && prism->bottom < body->z + body->height &&
            qm__prism_body_distance_plan(&s->table, prism, &inner) <= 0) {
            return (int32_t)i;
        }
    }
    return -1;
}

static bool off_table(const qm__table *table, const qm__body *body, qm__xy *at) {
    qm__xy corners[4];
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        *at = corners[i];
        if (at->x < -QM__SLACK || at->y < -QM__SLACK || at->x > table->width + QM__SLACK ||
            at->y > table->depth + QM__SLACK) {
            return true;
        }
    }
    return false;
}

/* A rectangle needs a surface under its centre, and room. */
static bool rectangle_stands(const qm_scenario *s, const qm__body *bodies, uint16_t figure, qm__obstruction *why) {
    const qm__body *a = &bodies[figure - 1];
    int32_t z = 0;
    *why = (qm__obstruction){.what = QM__NO_SURFACE, .prism = QM__NOTHING, .at = {a->x, a->y}};
    if (qm__surface_below(&s->table, a->x, a->y, a->z, &z) == QM__NOTHING || z != a->z) {
        return false;
    }
    qm__xy corner;
    if (off_table(&s->table, a, &corner)) {
        *why = (qm__obstruction){.what = QM__OFF_TABLE, .prism = QM__BORDER, .at = corner};
        return false;
    }
    const int32_t solid = solid_around(s, a);
    if (solid >= 0) {
        *why = (qm__obstruction){.what = QM__IN_PRISM, .prism = solid, .at = {a->x, a->y}};
        return false;
    }
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        const qm__body *b = &bodies[i - 1];
        if (i != figure && qm__heights_overlap(a->z, a->height, b->z, b->height) && qm__body_gap(a, b) < -QM__SLACK) {
            *why = (qm__obstruction){
                .what = QM__BODY, .body = (uint16_t)(i - 1), .prism = QM__NOTHING, .at = {a->x, a->y}};
            return false;
        }
    }
    return true;
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
    const qm__spot spot = ramble_spot(base, at);
    *why = (qm__obstruction){.what = QM__NO_SURFACE, .prism = QM__NOTHING, .at = {at.x, at.y}};
    return spot.level >= 0 && qm__stands(base->levels, &crowd, spot, QM__SLACK, why);
}

bool ramble_check(const qm_scenario *s, const qm_state *st) {
    qm__obstruction why;
    bool good = true;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        good = good && stands(s, st, i, &why);
    }
    return good;
}

/* "Ada: cannot stand at 6,6: wall is in the way of Ada at 6,6 (WK-03)" */
static void report_place(const qm_scenario *s, const qm_state *st, const qm__where *where, uint16_t figure,
                         const qm__obstruction *why, qm_diagnostics *diagnostics) {
    const qm_place at = ramble_place(ramble_at(s, st, figure));
    qm_order order;
    qm_verdict verdict;
    qm__judging j = {.scenario = s, .state = st, .order = &order, .verdict = &verdict};
    ramble_walk w = {.j = &j, .base = ramble_base_of(s, figure)};
    qm_text text = qm_text_growing(NULL);
    memset(&verdict, 0, sizeof verdict);
    qm_order_clear(&order, RB_PLACE, figure);
    ramble_refuse(&w, why, -1);
    verdict.reasons[0].at.z = at.z;
    qm_text_add(&text, "cannot stand at ");
    qm_place_print(s, at, &text);
    qm_text_add(&text, ": ");
    qm_reason_print(s, &verdict.reasons[0], &text);
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
