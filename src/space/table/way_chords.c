/* Whole points by an arc, and the best way over them.
 *
 * Some hundred whole points lie almost on a circle, on each radian of a base of half an inch. A chord between two of
 * them dips inside; the slack bears that, if its ends lie outside enough. Chords are no longer than their arc if the
 * ends do not lie too far outside. Which points to take is found backwards, from where the arc is left: for each, by
 * how much the path from there is longer than the way, and something for each point that has to be typed.
 *
 * Invariant: no chord comes nearer to the centre than the care of the manner, unless one of its ends is as near.
 * Rejected: the corners of a tangent polygon, rounded. They are longer than the arc, by a thousandth of an inch for
 * most turns. And the farthest good point each time: that leads to points from which there is none.
 */
#include "space/table/way_chords.h"

#include "base/angle.h"

#define BESIDE 12.0 /* units: so far before and behind an arc its points may lie, beside the tangents there */
#define ROW 0.6     /* units outside of the circle at which is looked too, for points that far */
#define ONE_ROW 0.3 /* … which is not needed up to here */
#define SAME 1e-9   /* units */

/* Units: care, inside and outside as in qm__chords; `depth`: how far the middle of a chord lies within its ends when a
 * point more is just not worth its while; `look`: along the arc between two looks for whole points, so that none that
 * lies near enough is missed. The first does for most arcs, and is quick because few points lie so near. */
static const struct manner {
    double care, inside, outside, depth, look;
} manners[QM__CHORD_MANNERS] = {{0.46, 0, 0.22, 0.8, 0.85},  {0.45, 0.1, 0.3, 0.8, 0.75},
                                {0.45, 0.25, 0.25, 0.25, 0.6}, {0.45, 0.3, 0.75, 0.4, 0.4},
                                {0.48, 0.45, 0.3, 0.05, 0.4},  {0.48, 0.45, 0.75, 0.05, 0.4},
                                {0.48, 0.2, 1.05, 0.3, 0.4}};

/* ---------------------------------------------------------------------------------------------------------- places */

static qm__xy turned(const qm__piece *piece, qm__xy out, double along) {
    const double angle = along / piece->radius;
    const qm__turn turn = qm__turn_of_radians(piece->sweep < 0 ? -angle : angle);
    return (qm__xy){out.x * turn.cos - out.y * turn.sin, out.x * turn.sin + out.y * turn.cos};
}

static qm__xy onwards(const qm__piece *piece, qm__xy out) {
    return piece->sweep < 0 ? (qm__xy){out.y, -out.x} : qm__left(out);
}

/* The direction from the centre to a place on the arc, or to the end that it is beyond. */
static qm__xy outwards(const qm__piece *piece, double along) {
    return turned(piece, qm__unit(qm__minus(piece->from, piece->centre)), qm__clamp(along, 0, piece->length));
}

static qm__xy place_along(const qm__piece *piece, double along, double outside) {
    const qm__xy out = outwards(piece, along);
    return qm__along(qm__along(piece->centre, out, piece->radius + outside), onwards(piece, out),
                     along - qm__clamp(along, 0, piece->length));
}

/* How far outside a point near a place along the arc lies. */
static double outside_of(const qm__piece *piece, qm__xy out, qm__xy p, double along) {
    const qm__xy from = qm__minus(p, piece->centre);
    return (along < 0 || along > piece->length ? qm__dot(from, out) : qm__length(from)) - piece->radius;
}

/* Where along the arc it lies. */
static double along_of(const qm__piece *piece, qm__xy out, qm__xy p, double along) {
    const qm__xy from = qm__minus(p, piece->centre);
    const double ahead = qm__dot(from, onwards(piece, out));
    if (along < 0 || along > piece->length) {
        return qm__clamp(along, 0, piece->length) + ahead;
    }
    return along + piece->radius * qm__angle_of(qm__dot(from, out), ahead);
}

static double longest_chord(const qm__piece *piece, double depth) {
    return qm__least(qm__root(8 * piece->radius * depth), 2 * piece->radius);
}

qm__xy qm__arc_ahead(const qm__piece *piece, double along) {
    return place_along(piece, qm__least(along + longest_chord(piece, 0.2), piece->length), 0);
}

/* ---------------------------------------------------------------------------------------------------------- chords */

/* Whether a straight piece passes the centre on the right side, and as far off as it must, or as its ends do; with its
 * length. */
static bool keeps_off(const qm__chords *c, qm__xy a, qm__xy b, double *length) {
    const qm__xy centre = c->arc->piece->centre, ab = qm__minus(b, a), ac = qm__minus(centre, a);
    const double left = qm__cross(ab, ac), inner = c->arc->piece->sweep < 0 ? -left : left;
    const double most = c->arc->piece->radius - c->care - SAME;
    *length = qm__length(ab);
    if (inner < 0 || inner >= most * *length) {
        return inner >= 0;
    }
    const double ends = qm__least(qm__length(ac), qm__apart(b, centre)) - SAME, limit = qm__least(most, ends);
    return limit <= 0 || qm__point_segment_square(centre, a, b) >= limit * limit;
}

bool qm__chords_leave(const qm__chords *c, qm__xy from, double along) {
    double length;
    return c->arc->piece->length - qm__most(along, 0) <= c->longest && keeps_off(c, from, c->arc->next, &length);
}

/* By how much a path that leaves from a point is longer than the way. */
static double leaving(const qm__chords *c, qm__xy from, double along) {
    return qm__apart(from, c->arc->next) - (c->arc->piece->length - along) - qm__apart(c->arc->piece->to, c->arc->next);
}

/* What a path over a chord to a node is worth; false if there is no such chord. */
static bool worth(const qm__chords *c, qm__xy from, double along, const qm__chord_node *to, double *value) {
    double length;
    if (to->along - qm__most(along, 0) > c->longest || to->to_go >= 1e29 || !keeps_off(c, from, to->at, &length)) {
        return false;
    }
    *value = length - (to->along - along) + c->each + to->to_go;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- the points
 */

static void add_node(qm__chords *c, qm__xy out, double along, double row) {
    const qm__piece *piece = c->arc->piece;
    const double over = along - qm__clamp(along, 0, piece->length);
    const qm__xy on = qm__along(qm__along(piece->centre, out, piece->radius + row), onwards(piece, out), over);
    const qm__xy p = {qm__whole(on.x), qm__whole(on.y)};
    const double outside = outside_of(piece, out, p, along);
    if (outside < -c->inside || outside > c->outside || c->count == QM__CHORD_NODES) {
        return;
    }
    for (uint32_t i = c->count; i > 0 && i + 6 > c->count; i--) {
        if (c->nodes[i - 1].at.x == p.x && c->nodes[i - 1].at.y == p.y) {
            return;
        }
    }
    along = along_of(piece, out, p, along);
    uint32_t at = c->count++;
    for (; at > 0 && c->nodes[at - 1].along > along; at--) {
        c->nodes[at] = c->nodes[at - 1];
    }
    c->nodes[at] = (qm__chord_node){.at = p, .along = along};
}

/* Collects the points from a place along the arc on, as many as there is room for. */
static void collect(qm__chords *c, double from) {
    const qm__piece *piece = c->arc->piece;
    const double low = -qm__least(BESIDE, c->arc->before / 2);
    const double high = piece->length + qm__least(BESIDE, c->arc->behind / 2);
    const qm__turn turn = qm__turn_of_radians((piece->sweep < 0 ? -c->look : c->look) / piece->radius);
    double s = qm__most(low, from);
    qm__xy out = outwards(piece, s);
    c->count = 0;
    for (; s <= high && c->count + 2 <= QM__CHORD_NODES; s += c->look) {
        add_node(c, out, s, 0);
        if (c->outside > ONE_ROW) {
            add_node(c, out, s, ROW);
        }
        if (s >= 0 && s + c->look <= piece->length) {
            out = (qm__xy){out.x * turn.cos - out.y * turn.sin, out.x * turn.sin + out.y * turn.cos};
        } else {
            out = outwards(piece, s + c->look);
        }
    }
    c->known = s > high ? 1e30 : s;
}

/* Finds, backwards, how good the rest of the path is from each point. Where points farther on are not known yet, the
 * last of these are as good as the way. */
static void value_nodes(qm__chords *c) {
    for (uint32_t i = c->count; i-- > 0;) {
        qm__chord_node *node = &c->nodes[i];
        node->best = i;
        node->to_go = node->along > c->known - c->longest / 2 ? 0 : 1e30;
        if (qm__chords_leave(c, node->at, node->along)) {
            node->to_go = qm__least(node->to_go, leaving(c, node->at, node->along));
        }
        double value;
        for (uint32_t k = i + 1; k < c->count && c->nodes[k].along - qm__most(node->along, 0) <= c->longest; k++) {
            if (worth(c, node->at, node->along, &c->nodes[k], &value) && value < node->to_go) {
                node->to_go = value;
                node->best = k;
            }
        }
    }
}

void qm__chords_begin(qm__chords *c, const qm__arc *arc, uint32_t manner) {
    const struct manner *how = &manners[manner];
    c->arc = arc;
    c->care = how->care;
    c->inside = how->inside;
    c->outside = how->outside;
    c->look = qm__least(how->look, arc->piece->radius);
    c->each = 4.0 / 3 * how->depth * qm__root(how->depth * 8 / arc->piece->radius);
    c->longest = longest_chord(arc->piece, how->care + how->outside);
    c->known = -1e30;
    c->count = 0;
}

/* The number of the node at a point, from which the best chord is known; the count if there is none. */
static uint32_t node_at(const qm__chords *c, qm__xy p) {
    uint32_t i = 0;
    while (i < c->count && (c->nodes[i].at.x != p.x || c->nodes[i].at.y != p.y || c->nodes[i].best == i)) {
        i++;
    }
    return i;
}

static bool best_chord(const qm__chords *c, qm__xy from, double along, qm__chord *chord) {
    const double above = chord->value;
    const uint32_t after = chord->node, known = above <= -1e30 ? node_at(c, from) : c->count;
    if (known < c->count) {
        chord->node = c->nodes[known].best;
        return worth(c, from, along, &c->nodes[chord->node], &chord->value);
    }
    double value;
    chord->value = 1e30;
    for (uint32_t i = 0; i < c->count; i++) {
        const bool ahead = c->nodes[i].along > along && (c->nodes[i].at.x != from.x || c->nodes[i].at.y != from.y);
        if (ahead && worth(c, from, along, &c->nodes[i], &value) && value < chord->value &&
            (value > above || (value >= above && i > after))) {
            chord->value = value;
            chord->node = i;
        }
    }
    return chord->value < 1e30;
}

bool qm__chord_next(qm__chords *c, qm__xy from, double along, qm__chord *chord) {
    if (qm__most(along, 0) + c->longest > c->known) {
        collect(c, along);
        value_nodes(c);
    }
    if (!best_chord(c, from, along, chord)) {
        return false;
    }
    const qm__chord_node *node = &c->nodes[chord->node];
    chord->to = node->at;
    chord->along = node->along;
    chord->ideal = place_along(c->arc->piece, node->along, c->outside);
    chord->next = qm__chords_leave(c, node->at, node->along) ? c->arc->next : qm__arc_ahead(c->arc->piece, node->along);
    return true;
}
