/* Facings: in which arcs of one figure another one lies, and how far a rectangle's corners travel when it turns.
 *
 * An arc is a cone from the mount point, at most half a turn wide, so it is where two half planes meet. A base lies in
 * it when some part does that is more than the slack from both borders. Invariant: turning or mirroring everything
 * turns or mirrors the answer.
 *
 * Travel is exact: the speed of a corner of a base that moves and turns at constant rates is the length of a fixed
 * vector plus a turning one, and the integral of that is elliptic (of the second kind), which duplication in Carlson's
 * symmetric form brings to full precision in about ten square roots. Rejected: adding up chords, which needs thousands
 * near a cusp, where the corner stands still for a moment.
 */
#include "base/angle.h"
#include "space/table/body.h"

/* ------------------------------------------------------------------------------------------------------------ arcs */

/* An arc, drawn in by a slack: what lies to the left of its right border and to the right of its left one. */
typedef struct sector {
    qm__xy apex;
    qm__xy right, left; /* unit vectors along the borders */
} sector;

static qm__xy direction(double parts) {
    const qm__turn turn = qm__turn_of(parts);
    return (qm__xy){turn.cos, turn.sin};
}

/* The arc `half` parts to both sides of a middle; the apex moves in until both borders have moved by the slack. */
static sector sector_of(qm__xy mount, int64_t middle, int32_t half, double slack) {
    const double in = slack / qm__turn_of(half).sin;
    return (sector){qm__along(mount, direction((double)middle), in), direction((double)(middle - half)),
                    direction((double)(middle + half))};
}
/* How far a point is on the inner side of each border. */
static double right_depth(const sector *arc, qm__xy p) {
    return qm__cross(arc->right, qm__minus(p, arc->apex));
}
static double left_depth(const sector *arc, qm__xy p) {
    return qm__cross(qm__minus(p, arc->apex), arc->left);
}

/* The square of the distance of a point from a ray. */
static double ray_square(qm__xy p, qm__xy start, qm__xy along) {
    const qm__xy from_start = qm__minus(p, start);
    const double part = qm__most(qm__dot(from_start, along), 0);
    const qm__xy rest = qm__along(from_start, along, -part);
    return qm__dot(rest, rest);
}

static bool arc_has_disc(const sector *arc, qm__xy centre, double radius) {
    if (right_depth(arc, centre) > 0 && left_depth(arc, centre) > 0) {
        return true;
    }
    const double square = radius * radius;
    return ray_square(centre, arc->apex, arc->right) < square || ray_square(centre, arc->apex, arc->left) < square;
}

/* Of what the right border leaves of the rectangle, some corner must be inside of the left one. */
static bool arc_has_corners(const sector *arc, const qm__xy corners[4]) {
    for (int i = 0; i < 4; i++) {
        const qm__xy a = corners[i], b = corners[(i + 1) % 4];
        const double a_depth = right_depth(arc, a), b_depth = right_depth(arc, b);
        if (a_depth > 0 && left_depth(arc, a) > 0) {
            return true;
        }
        if ((a_depth > 0) != (b_depth > 0)) {
            const qm__xy cut = qm__along(a, qm__minus(b, a), a_depth / (a_depth - b_depth));
            if (left_depth(arc, cut) > 0) {
                return true;
            }
        }
    }
    return false;
}

static bool arc_has(const sector *arc, const qm__body *target) {
    if (target->radius > 0) {
        return arc_has_disc(arc, (qm__xy){target->x, target->y}, target->radius);
    }
    qm__xy corners[4];
    qm__body_corners(target, corners);
    return arc_has_corners(arc, corners);
}

/* The arcs, drawn in by a slack, that a base has a part in. One of no width has none. */
static unsigned arcs_with(qm__xy mount, int32_t facing, int32_t half, const qm__body *target, double slack) {
    unsigned found = 0;
    for (int i = 0; i < 4; i++) {
        const int32_t own_half = i % 2 == 0 ? half : QM__PARTS / 4 - half;
        if (own_half > 0) {
            const sector here = sector_of(mount, (int64_t)facing + i * (QM__PARTS / 4), own_half, slack);
            found |= (unsigned)arc_has(&here, target) << i;
        }
    }
    return found;
}

unsigned qm__arcs_of(qm__xy mount, int32_t facing, int32_t half, const qm__body *target) {
    if (qm__body_point_distance(target, mount) < -QM__SLACK) {
        return QM__ARC_FRONT | QM__ARC_LEFT | QM__ARC_REAR | QM__ARC_RIGHT;
    }
    const unsigned found = arcs_with(mount, facing, half, target, QM__SLACK);
    return found ? found : arcs_with(mount, facing, half, target, 0); /* a base all within the slack of a border */
}

int32_t qm__corner_half(const qm__body *body) {
    if (body->radius > 0) {
        return QM__PARTS / 8;
    }
    const int32_t half = (int32_t)(qm__parts_of(body->length, body->width) + 0.5);
    return half < 1 ? 1 : half < QM__PARTS / 4 ? half : QM__PARTS / 4 - 1;
}

/* --------------------------------------------------------------------------------------------------------- turning */

/* The turn from one facing to another in parts, above -32768 to 32768. Half a turn goes to the left, but might as well
 * go to the right: what one corner travels then, the opposite one travels now. */
static int32_t short_way(int32_t from, int32_t to) {
    const int32_t turn = (int32_t)(((int64_t)to - from) & (QM__PARTS - 1));
    return turn > QM__PARTS / 2 ? turn - QM__PARTS : turn;
}

/* The integral from 0 to u of the root of 1 - m sin², for u of at most a quarter turn given by its cosine and sine,
 * with `rest` = 1 - m. In symmetric form it is s R_F(x, y, 1) - m s³ R_D(x, y, 1) / 3, x = c², y = 1 - m s². Each
 * duplication (adding the same lambda to x, y and z and dividing by 4) brings the three four times nearer together,
 * until a few terms of the series around their mean suffice. */
static double elliptic_quarter(double c, double s, double rest) {
    double x = c * c, y = x + rest * s * s, z = 1, sum = 0, scale = 1;
    if (x + y < 1e-26) { /* m is 1 and u a quarter turn: R_F is infinite there, but the integral is just the sine */
        return s;
    }
    while (qm__most(z, qm__most(x, y)) - qm__least(z, qm__least(x, y)) > 1e-3 * z) {
        const double root_x = qm__root(x), root_y = qm__root(y), root_z = qm__root(z);
        const double lambda = root_x * root_y + root_z * (root_x + root_y);
        sum += scale / (root_z * (z + lambda));
        scale /= 4;
        x = (x + lambda) / 4;
        y = (y + lambda) / 4;
        z = (z + lambda) / 4;
    }
    const double mean = (x + y + z) / 3, fx = 1 - x / mean, fy = 1 - y / mean, fz = -fx - fy;
    const double f2 = fx * fy - fz * fz, f3 = fx * fy * fz;
    const double f = (1 - f2 / 10 + f3 / 14 + f2 * f2 / 24) / qm__root(mean);
    const double heavy = (x + y + 3 * z) / 5, dx = 1 - x / heavy, dy = 1 - y / heavy, dz = -(dx + dy) / 3;
    const double d2 = dx * dy - 6 * dz * dz, d3 = (3 * dx * dy - 8 * dz * dz) * dz;
    const double d4 = 3 * (dx * dy - dz * dz) * dz * dz;
    const double series = 1 - 3 * d2 / 14 + d3 / 6 + 9 * d2 * d2 / 88 - 3 * d4 / 22;
    const double d = 3 * sum + scale * series / (heavy * qm__root(heavy));
    return s * (f - (1 - rest) * s * s * d / 3);
}

/* The same for any u, in parts: half turns are all alike. */
static double elliptic(double parts, double rest) {
    const double halves = parts / (QM__PARTS / 2);
    const int64_t whole = (int64_t)(halves + (halves < 0 ? -0.5 : 0.5));
    const qm__turn turn = qm__turn_of(parts - (double)whole * (QM__PARTS / 2));
    const double full = whole ? 2 * (double)whole * elliptic_quarter(0, 1, rest) : 0;
    return full + elliptic_quarter(turn.cos, turn.sin, rest);
}

/* How far a point travels that is carried along `way` and at the same time turned by `turn` parts about a centre from
 * which it lies at `arm`. Its speed is |way + spin|, the spin of a constant length and at right angles to the arm, so
 * with t the angle between the two, speed² = (way + spin)² - 4 way spin sin²(t / 2). */
static double travel(qm__xy way, qm__xy arm, int32_t turn) {
    const double straight = qm__length(way), radians = (turn < 0 ? -turn : turn) * (QM__PI / (QM__PARTS / 2));
    const double round = qm__length(arm) * radians;
    if (straight == 0 || round == 0) {
        return straight + round;
    }
    const qm__xy spin = turn > 0 ? qm__left(arm) : (qm__xy){arm.y, -arm.x};
    const double begin = qm__parts_of(qm__dot(way, spin), qm__cross(way, spin));
    const double most = straight + round, rest = (straight - round) / most * ((straight - round) / most);
    const double swept = elliptic((begin + turn) / 2, rest) - elliptic(begin / 2, rest);
    return 2 * most * (swept < 0 ? -swept : swept) / radians;
}

/* The corners as vectors from the centre; the centre itself for a round base, of which no point is marked. */
static void arms_of(const qm__body *body, qm__xy out[4]) {
    qm__body at_origin = *body;
    at_origin.x = at_origin.y = 0;
    qm__body_corners(&at_origin, out);
    for (int i = 0; body->radius > 0 && i < 4; i++) {
        out[i] = (qm__xy){0, 0};
    }
}

double qm__turn_travel(const qm__body *body, qm__xy to, int32_t facing) {
    const int32_t turn = short_way(body->facing, facing);
    const qm__xy way = {to.x - body->x, to.y - body->y};
    qm__xy arms[4];
    arms_of(body, arms);
    double most = 0;
    for (int i = 0; i < 4; i++) {
        most = qm__most(most, travel(way, arms[i], turn));
    }
    return most;
}

double qm__turn_displacement(const qm__body *body, qm__xy to, int32_t facing) {
    qm__body after = *body;
    after.facing = facing;
    const qm__xy way = {to.x - body->x, to.y - body->y};
    qm__xy before[4], behind[4];
    arms_of(body, before);
    arms_of(&after, behind);
    double most = 0;
    for (int i = 0; i < 4; i++) {
        most = qm__most(most, qm__length(qm__plus(way, qm__minus(behind[i], before[i]))));
    }
    return most;
}
