/* Tangents found in the course of a search: those to and from bodies that are not prepared, and to and from the points
 * strewn along the borders of areas.
 *
 * Nothing is prepared for them, so each is traced when its label is taken from the queue (QM__CHECK_PIECE). From a body
 * the terrain is looked up in the lists of the cells that its circle lies in; a tangent belongs to the cell where it
 * leaves, so that none is found twice.
 *
 * Invariant: of the points strewn along a border those are left out at which no cheapest way can bend between the next
 * ones, give or take BEND_MORE. Rejected: to leave them all in; all see each other, and a search would take most of its
 * time with them.
 */
#include "space/table/walk_search.h"

#define AT_BORDER 0.2  /* units: what is no farther from a border counts as outside */
#define BEND_MORE 0.05 /* the sine of an angle, given away when bends are left out */

/* Whether a way that comes to a point of a row along a border, and goes on to a place, could bend there: the place on
 * the border where it would be cheapest is no farther than the next points. */
static bool could_bend(const qm__shore_side *side, qm__xy before, qm__xy at, qm__xy after) {
    const qm__xy in = qm__minus(at, before), on = qm__minus(after, at);
    const double d_in = qm__most(qm__length(in), 1), d_on = qm__most(qm__length(on), 1);
    const double w_in = qm__dot(in, side->out) > AT_BORDER ? side->inner : side->outer;
    const double w_on = qm__dot(on, side->out) < -AT_BORDER ? side->inner : side->outer;
    const double sine_in = qm__cross(side->out, in) / d_in, sine_on = qm__cross(side->out, on) / d_on;
    const double slope = w_in * sine_in - w_on * sine_on;
    const double bow = w_in * (1 - sine_in * sine_in) / d_in + w_on * (1 - sine_on * sine_on) / d_on;
    const double most = side->apart * bow + BEND_MORE;
    return slope < most && slope > -most;
}

/* A tangent to a lane found on the way: it has yet to be traced. */
static void queue_found(qm__search *s, uint32_t from, const qm__span *span, uint32_t lane, const qm__outlook *grid,
                        uint32_t cell) {
    static const uint64_t not_known = UINT64_MAX;
    const qm__walk_label *label = &s->labels[from];
    const qm__span *to = qm__field_span(&s->field, lane / 2);
    const unsigned side = label->lane & 1;
    qm__tangent t;
    qm__xy leaves;
    if (qm__lane_idle(to, lane) ||
        (to->centre.x == span->centre.x && to->centre.y == span->centre.y && to->radius == span->radius)) {
        return;
    }
    if (!qm__lanes_tangent(span, side, to, lane & 1, &t, &leaves) ||
        (grid && qm__outlook_cell(grid, leaves.x, leaves.y) != cell)) {
        return;
    }
    if (span->kind == QM__ANCHOR_SHORE) {
        const qm__shore_side *border =
            &s->cold->sides[label->lane / 2 - s->field.walks->span_count - s->cold->side_first];
        const qm__spot before = qm__piece_begin(s, label);
        if (!border->end && !could_bend(border, (qm__xy){before.x, before.y}, span->centre, t.at)) {
            return;
        }
    }
    t.from = label->lane;
    t.to = lane;
    const double turn = qm__turn_to(span, side, label->angle, t.leave, label->until);
    if (turn >= 0) {
        qm__queue_tangent(s, &(qm__leaving){.from = from,
                                            .span = span,
                                            .turn = turn,
                                            .tangent = &t,
                                            .check = QM__CHECK_PIECE,
                                            .areas = &not_known});
    }
}

void qm__queue_cold(qm__search *s, uint32_t from) {
    const qm__walks *walks = s->field.walks;
    const uint32_t terrain = 2 * walks->span_count, lane = s->labels[from].lane;
    const qm__span *span = qm__field_span(&s->field, lane / 2);
    for (uint32_t i = terrain; i < s->lane_count; i++) {
        queue_found(s, from, span, i, NULL, 0);
    }
    if (lane < terrain) {
        return;
    }
    const qm__outlook *grid = &walks->outlooks[s->isle];
    for (qm__outlook_cells at = qm__outlook_around(grid, span); qm__outlook_next(&at);) {
        for (uint32_t i = grid->first[at.cell]; i < grid->first[at.cell + 1]; i++) {
            queue_found(s, from, span, grid->lanes[i], grid, at.cell);
        }
    }
}
