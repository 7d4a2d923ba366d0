/* Sight: the visible fraction of a target, and who hides the rest. See sight.h.
 *
 * Every solid and body whose box meets the view is first looked at alone: what it hides by itself is its weight among
 * the blockers, and whoever hides nothing is dropped. Only when two or more are left is the union of their shadows
 * needed.
 *
 * Invariant: a query reads the table and writes the caller's memory, which holds every edge there is; nothing is cut
 * off but the list of blockers, and that is told. Rejected: a grid over the solids. A view is a thin triangle, and four
 * comparisons with its box drop nearly every solid.
 */
#include "space/table/sight.h"

#include "space/table/sight_inside.h"
#include "space/table/sight_solids.h"

/* The box of a view in plan. */
typedef struct view_box {
    double x0, y0, x1, y1;
} view_box;

typedef struct query {
    qm__view view;
    view_box box;
    qm__shade_work work;
    double area;        /* of the rectangle */
    double seen;        /* past the last thrower by itself */
    qm__seen_hull hull; /* of that */
    bool dark;          /* somebody hides all of it */
    qm__seen *out;
} query;

/* ------------------------------------------------------------------------------------------------------- memory */

static size_t edges_for(const qm__sights *sights, uint32_t body_count) {
    return sights->corner_count + (size_t)body_count * QM__ROUND_EDGES;
}

size_t qm__sight_scratch_size(const qm__sights *sights, uint32_t body_count) {
    const size_t edges = edges_for(sights, body_count);
    return edges * (sizeof(qm__shade_edge) + sizeof(uint32_t)) + (3 * edges + 2) * sizeof(double) +
           (2 * edges + 2) * sizeof(qm__shade_border) + ((size_t)sights->count + body_count) * sizeof(qm__thrower);
}

/* Arrays of doubles and such first, whole numbers last, so that everything is aligned. */
static void lay_out(qm__shade_work *work, const qm__sights *sights, uint32_t body_count, void *scratch) {
    const size_t edges = edges_for(sights, body_count);
    work->edges = scratch;
    work->borders = (qm__shade_border *)(void *)(work->edges + edges);
    work->marks = (double *)(void *)(work->borders + 2 * edges + 2);
    work->throwers = (qm__thrower *)(void *)(work->marks + 3 * edges + 2);
    work->active = (uint32_t *)(void *)(work->throwers + sights->count + body_count);
    work->edge_count = work->thrower_count = 0;
}

qm_result qm__sights_make(const qm__table *table, qm__arena *arena, const qm__sights **out) {
    qm__sights *sights = qm__arena_alloc(arena, sizeof *sights);
    qm__solid *solids = qm__arena_array(arena, table->prism_count, sizeof *solids);
    if (!sights || !solids) {
        return QM_ERROR_MEMORY;
    }
    *sights = (qm__sights){.table = table, .solids = solids};
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const qm__box *box = &prism->polygon.box;
        if (prism->flags & QM__PRISM_CLEAR) {
            continue;
        }
        solids[sights->count++] = (qm__solid){box->x0, box->y0, box->x1, box->y1, prism->bottom, prism->top, i};
        for (uint32_t j = 0; j < prism->polygon.ring_count; j++) {
            sights->corner_count += table->rings[prism->polygon.first_ring + j].count;
        }
    }
    *out = sights;
    return QM_OK;
}

/* --------------------------------------------------------------------------------------------------------- views */

/* Half of a body's width as seen along a direction whose left is `left`. */
static double half_width(const qm__body *body, qm__xy left) {
    if (body->radius > 0) {
        return body->radius;
    }
    qm__xy corners[4];
    double most = 0;
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        const double across = qm__dot(qm__minus(corners[i], (qm__xy){body->x, body->y}), left);
        most = qm__most(most, qm__most(across, -across));
    }
    return most;
}

/* False when the eye is above, below or inside the target, or the target has no size: nothing can be between. */
static bool look(query *ask, qm__eye eye, const qm__body *target) {
    qm__view *view = &ask->view;
    const qm__xy to = {target->x - eye.x, target->y - eye.y};
    const double distance = qm__length(to);
    if (!(distance > 0) || qm__body_point_distance(target, (qm__xy){eye.x, eye.y}) <= QM__TOUCHING) {
        return false;
    }
    const qm__xy ahead = {to.x / distance, to.y / distance};
    const qm__xy left = qm__left(ahead);
    *view = (qm__view){
        .eye = {eye.x, eye.y},
        .eye_z = eye.z,
        .ahead = {ahead.x / distance, ahead.y / distance},
        .left = left,
        .distance = distance,
        .half = half_width(target, left),
        .low = target->z - eye.z,
        .high = target->z - eye.z + target->height,
    };
    const qm__xy side = {left.x * view->half, left.y * view->half};
    const qm__xy a = qm__plus((qm__xy){target->x, target->y}, side),
                 b = qm__minus((qm__xy){target->x, target->y}, side);
    ask->box = (view_box){qm__least(eye.x, qm__least(a.x, b.x)), qm__least(eye.y, qm__least(a.y, b.y)),
                          qm__most(eye.x, qm__most(a.x, b.x)), qm__most(eye.y, qm__most(a.y, b.y))};
    ask->area = 2 * view->half * (view->high - view->low);
    return ask->area > 0;
}

/* The product of a direction with the corner of a box of this half size that is farthest along it. */
static double extent(qm__xy direction, double half_x, double half_y) {
    return (direction.x < 0 ? -direction.x : direction.x) * half_x +
           (direction.y < 0 ? -direction.y : direction.y) * half_y;
}

/* Whether a box can hide anything: it meets the triangle of the view, and at its depth the heights that are looked
 * through. */
static bool in_view(const query *ask, const qm__solid *solid) {
    const qm__view *view = &ask->view;
    if (solid->x0 >= ask->box.x1 || solid->x1 <= ask->box.x0 || solid->y0 >= ask->box.y1 || solid->y1 <= ask->box.y0) {
        return false;
    }
    const qm__xy centre = {0.5 * (solid->x0 + solid->x1) - view->eye.x, 0.5 * (solid->y0 + solid->y1) - view->eye.y};
    const double half_x = 0.5 * (solid->x1 - solid->x0), half_y = 0.5 * (solid->y1 - solid->y0);
    const qm__xy from_right = qm__along(view->left, view->ahead, view->half);
    const qm__xy from_left = qm__along((qm__xy){-view->left.x, -view->left.y}, view->ahead, view->half);
    if (qm__dot(centre, from_right) + extent(from_right, half_x, half_y) <= 0 ||
        qm__dot(centre, from_left) + extent(from_left, half_x, half_y) <= 0) {
        return false;
    }
    const double depth = qm__dot(centre, view->ahead), deep = extent(view->ahead, half_x, half_y);
    const double near = qm__most(depth - deep, 0), far = qm__least(depth + deep, 1);
    if (near >= far) {
        return false;
    }
    return solid->top - view->eye_z > qm__least(view->low * near, view->low * far) &&
           solid->bottom - view->eye_z < qm__most(view->high * near, view->high * far);
}

/* ------------------------------------------------------------------------------------------------------ blockers */

/* Blockers come in the order of their numbers, so one goes behind all that hide as much. */
static void tell_blocker(qm__seen *out, qm__blocker blocker) {
    uint32_t at = out->blocker_count;
    while (at > 0 && out->blockers[at - 1].hides < blocker.hides - QM__SIGHT_SLACK) {
        at--;
    }
    if (out->blocker_count == QM__SIGHT_BLOCKERS_MAX) {
        out->blockers_dropped++;
    } else {
        out->blocker_count++;
    }
    for (uint32_t i = out->blocker_count; i-- > at + 1;) {
        out->blockers[i] = out->blockers[i - 1];
    }
    if (at < out->blocker_count) {
        out->blockers[at] = blocker;
    }
}

/* Looks past the thrower whose edges begin at `first` alone; it stays if it hides anything. */
static void weigh(query *ask, uint32_t first, qm__blocker blocker) {
    if (ask->work.edge_count == first) {
        return;
    }
    qm__seen_hull hull;
    const double seen = qm__shade_seen(&ask->view, &ask->work, first, &hull);
    blocker.hides = qm__clamp(1 - seen / ask->area, 0, 1);
    if (blocker.hides <= QM__SIGHT_SLACK) {
        ask->work.edge_count = first;
        return;
    }
    ask->work.thrower_count++;
    ask->seen = seen;
    ask->hull = hull;
    ask->dark = ask->dark || blocker.hides >= 1 - QM__SIGHT_SLACK;
    tell_blocker(ask->out, blocker);
}

static void weigh_solids(query *ask, const qm__sights *sights) {
    for (uint32_t i = 0; i < sights->count; i++) {
        const qm__solid *solid = &sights->solids[i];
        if (in_view(ask, solid)) {
            const uint32_t first = ask->work.edge_count;
            ask->work.throwers[ask->work.thrower_count] =
                (qm__thrower){solid->bottom - ask->view.eye_z, solid->top - ask->view.eye_z};
            qm__shade_add_polygon(&ask->view, &ask->work, sights->table, &sights->table->prisms[solid->prism].polygon);
            weigh(ask, first, (qm__blocker){.prism = solid->prism});
        }
    }
}

static void weigh_body(query *ask, const qm__body *body, uint16_t number) {
    /* Half of a rectangle's sides together is more than half of its diagonal. */
    const double reach = body->radius > 0 ? body->radius : 0.5 * ((double)body->width + body->length);
    const double bottom = body->z, top = bottom + body->height;
    const qm__solid around = {body->x - reach, body->y - reach, body->x + reach, body->y + reach, bottom, top,
                              QM__NOTHING};
    if (!in_view(ask, &around)) {
        return;
    }
    const uint32_t first = ask->work.edge_count;
    ask->work.throwers[ask->work.thrower_count] = (qm__thrower){bottom - ask->view.eye_z, top - ask->view.eye_z};
    if (body->radius > 0) {
        qm__shade_add_round(&ask->view, &ask->work, body);
    } else {
        qm__xy corners[4];
        qm__body_corners(body, corners);
        qm__shade_add_corners(&ask->view, &ask->work, corners, 4);
    }
    weigh(ask, first, (qm__blocker){.prism = QM__NOTHING, .body = number});
}

/* ------------------------------------------------------------------------------------------------------- answers */

static void tell(const query *ask, double seen, const qm__seen_hull *hull) {
    const qm__view *view = &ask->view;
    const double fraction = seen / ask->area, width = 2 * view->half, height = view->high - view->low;
    if (fraction <= QM__SIGHT_SLACK || hull->from > hull->to) {
        return; /* all is zero */
    }
    ask->out->fraction = fraction >= 1 - QM__SIGHT_SLACK ? 1 : fraction;
    ask->out->left = qm__clamp((view->half - hull->to) / width, 0, 1);
    ask->out->right = qm__clamp((view->half - hull->from) / width, 0, 1);
    ask->out->bottom = qm__clamp((hull->low - view->low) / height, 0, 1);
    ask->out->top = qm__clamp((hull->high - view->low) / height, 0, 1);
}

void qm__sight_find(const qm__sights *sights, qm__eye eye, const qm__body *target, const qm__body *bodies,
                    uint16_t body_count, uint16_t skip_a, uint16_t skip_b, void *scratch, qm__seen *out) {
    query ask = {.out = out};
    *out = (qm__seen){0};
    if (!look(&ask, eye, target)) {
        out->fraction = out->right = out->top = 1;
        return;
    }
    lay_out(&ask.work, sights, body_count, scratch);
    weigh_solids(&ask, sights);
    for (uint16_t i = 0; i < body_count; i++) {
        if (i != skip_a && i != skip_b) {
            weigh_body(&ask, &bodies[i], i);
        }
    }
    if (ask.work.thrower_count == 0) {
        out->fraction = out->right = out->top = 1;
    } else if (!ask.dark) {
        if (ask.work.thrower_count > 1) {
            ask.seen = qm__shade_seen(&ask.view, &ask.work, 0, &ask.hull);
        }
        tell(&ask, ask.seen, &ask.hull);
    }
}

bool qm__sight_at_least(const qm__seen *seen, int numerator, int denominator) {
    return seen->fraction >= (double)numerator / denominator - QM__SIGHT_SLACK;
}
