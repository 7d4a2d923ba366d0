/* The best places to take the links of a chain: a sum of distances, made least.
 *
 * The cost of a chain as a function of where its take-offs and landings lie on their curves is convex for straight
 * curves: a sum of lengths of straight pieces, and of tangents to circles with the arcs after them (whose slope and
 * curvature at the free end are those of a piece that ends where the tangent touches). It is made least by Newton's
 * method within the bounds of the curves. A longest flight is kept by a price on its length that is raised until it is
 * kept exactly.
 *
 * Lengths are softened by SOFT at zero, so that slopes exist everywhere; the costs told are computed without it.
 * Rejected: one place after the other in turn, which crawls when a thin wall's two faces are close together.
 */
#include "base/angle.h"
#include "space/table/routes_inside.h"
#include "space/table/walk_inside.h"

#define SOFT 1e-3   /* units */
#define ENOUGH 1e-6 /* units: a limit kept to this is kept */
#define PULL_MOST 1e8
enum { VARS = 2 * QM__CHAIN_MAX, STEPS_MAX = 60 };

/* A place with its derivatives along its curve. */
typedef struct place {
    qm__xy at, d, dd;
    int var; /* -1 = it cannot move */
} place;

typedef struct total {
    double value;
    double slope[VARS];
    double bend[VARS][VARS];
} total;

static place fixed_place(qm__xy at) {
    return (place){at, {0, 0}, {0, 0}, -1};
}

static place place_on(const qm__curve *curve, double length, double s, int var) {
    if (length <= 0) {
        return (place){curve->a, {0, 0}, {0, 0}, var};
    }
    if (curve->radius <= 0) {
        const qm__xy u = qm__unit(qm__minus(curve->b, curve->a));
        return (place){qm__along(curve->a, u, s), u, {0, 0}, var};
    }
    const qm__xy at = qm__curve_point(curve, s / length), out = qm__unit(qm__minus(at, curve->centre));
    return (place){at, qm__left(out), {-out.x / curve->radius, -out.y / curve->radius}, var};
}

/* Adds the slope g (a vector at the place) and the curvature w (I / length - u u / length) along the place's own curve.
 */
static void add_place(total *sum, const place *p, qm__xy g, qm__xy u, double w) {
    if (p->var < 0) {
        return;
    }
    const double along = qm__dot(u, p->d);
    sum->slope[p->var] += qm__dot(g, p->d);
    sum->bend[p->var][p->var] += w * (qm__dot(p->d, p->d) - along * along) + qm__dot(g, p->dd);
}

/* Adds weight × the (soft) length of q - p - shift. */
static void add_piece(total *sum, const place *p, const place *q, qm__xy shift, double weight) {
    const qm__xy v = qm__minus(qm__minus(q->at, p->at), shift);
    const double length = qm__root(qm__dot(v, v) + SOFT * SOFT), w = weight / length;
    const qm__xy u = {v.x / length, v.y / length};
    sum->value += weight * length;
    add_place(sum, p, (qm__xy){-weight * u.x, -weight * u.y}, u, w);
    add_place(sum, q, (qm__xy){weight * u.x, weight * u.y}, u, w);
    if (p->var >= 0 && q->var >= 0) {
        const double cross = w * (qm__dot(p->d, q->d) - qm__dot(u, p->d) * qm__dot(u, q->d));
        sum->bend[p->var][q->var] -= cross;
        sum->bend[q->var][p->var] -= cross;
    }
}

/* Adds a straight piece from a place to a bend, or (coming = false) from a bend to a place, with what the arc grows by.
 */
static void add_bend(total *sum, const place *p, const qm__bend *bend, bool coming) {
    qm__xy direction;
    double length;
    const bool found = coming
                           ? qm__tangent_of(p->at, 0, 1, bend->centre, bend->radius, bend->side, &direction, &length)
                           : qm__tangent_of(bend->centre, bend->radius, bend->side, p->at, 0, 1, &direction, &length);
    if (!found || bend->radius <= 0) { /* a point, or inside of the circle by rounding */
        const place at = fixed_place(found ? bend->centre : bend->at);
        add_piece(sum, p, &at, (qm__xy){0, 0}, 1);
        return;
    }
    const qm__xy touch = qm__along(bend->centre, qm__left(direction), -bend->side * bend->radius);
    const qm__xy from = qm__minus(bend->at, bend->centre), to = qm__minus(touch, bend->centre);
    const double turned = qm__angle_of(qm__dot(from, to), qm__cross(from, to)) * bend->side;
    sum->value += length + bend->radius * (coming ? -turned : turned);
    const double sign = coming ? -1 : 1;
    add_place(sum, p, (qm__xy){sign * direction.x, sign * direction.y}, direction, 1 / qm__most(length, SOFT));
}

static void add_hike(total *sum, const qm__hike *hike, const place *p, const place *q) {
    if (hike->direct) {
        add_piece(sum, p, q, (qm__xy){0, 0}, 1);
        return;
    }
    add_bend(sum, p, &hike->first, true);
    add_bend(sum, q, &hike->last, false);
}

static int vars_of(const qm__chain *chain) {
    int n = 0;
    for (int i = 0; i < chain->count; i++) {
        n += chain->legs[i].tied ? 1 : 2;
    }
    return n;
}

static void evaluate(const qm__chain *chain, total *out) {
    *out = (total){0};
    place last = fixed_place(chain->start);
    int var = 0;
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        const place off = place_on(&leg->off, leg->off_length, leg->s, var);
        const place on = place_on(&leg->on, leg->on_length, leg->tied ? leg->s : leg->t, leg->tied ? var : var + 1);
        var += leg->tied ? 1 : 2;
        add_hike(out, &chain->hikes[i], &last, &off);
        if (!leg->tied && leg->per_unit + leg->pull > 0) {
            add_piece(out, &off, &on, leg->shift, leg->per_unit + leg->pull);
        }
        last = on;
    }
    if (chain->to_goal) {
        const place goal = fixed_place(chain->goal);
        add_hike(out, &chain->hikes[chain->count], &last, &goal);
    }
}

/* Solves (m + lift I) x = -g for the free variables by Cholesky; false when m is not positive. */
static bool newton_step(const total *s, const bool *held, int n, double lift, double *x) {
    double m[VARS][VARS];
    for (int i = 0; i < n; i++) {
        x[i] = held[i] ? 0 : -s->slope[i];
        for (int j = 0; j <= i; j++) {
            m[i][j] = held[i] || held[j] ? (i == j ? 1 : 0) : s->bend[i][j] + (i == j ? lift : 0);
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double rest = m[i][j];
            for (int k = 0; k < j; k++) {
                rest -= m[i][k] * m[j][k];
            }
            if (i == j) {
                if (!(rest > 0)) {
                    return false;
                }
                m[i][i] = qm__root(rest);
            } else {
                m[i][j] = rest / m[j][j];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            x[i] -= m[i][k] * x[k];
        }
        x[i] /= m[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            x[i] -= m[k][i] * x[k];
        }
        x[i] /= m[i][i];
    }
    return true;
}

/* The variables as an array, their upper bounds, and back. */
static void read_vars(const qm__chain *chain, double *x, double *bound) {
    int n = 0;
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        bound[n] = leg->tied ? qm__least(leg->off_length, leg->on_length) : leg->off_length;
        x[n++] = leg->s;
        if (!leg->tied) {
            bound[n] = leg->on_length;
            x[n++] = leg->t;
        }
    }
}

static void write_vars(qm__chain *chain, const double *x) {
    int n = 0;
    for (int i = 0; i < chain->count; i++) {
        qm__leg *leg = &chain->legs[i];
        leg->s = x[n++];
        leg->t = leg->tied ? leg->s : x[n++];
    }
}

/* Newton's method within the bounds, from where the chain is. */
static void descend(qm__chain *chain) {
    const int n = vars_of(chain);
    double x[VARS] = {0}, bound[VARS] = {0}, next[VARS] = {0}, step[VARS] = {0};
    bool held[VARS];
    total here, there;
    read_vars(chain, x, bound);
    evaluate(chain, &here);
    for (int round = 0; round < STEPS_MAX; round++) {
        double steep = 0, scale = 0;
        for (int i = 0; i < n; i++) {
            held[i] = (x[i] <= 0 && here.slope[i] >= 0) || (x[i] >= bound[i] && here.slope[i] <= 0);
            steep += held[i] ? 0 : here.slope[i] * here.slope[i];
            scale = qm__most(scale, here.bend[i][i]);
        }
        if (steep < 1e-22) {
            return;
        }
        double lift = 1e-12 * scale + 1e-15;
        while (!newton_step(&here, held, n, lift, step)) {
            lift = lift < 1e-9 ? 1e-9 : lift * 10;
        }
        bool better = false;
        for (double k = 1; k > 1e-9 && !better; k /= 4) {
            double down = 0;
            for (int i = 0; i < n; i++) {
                next[i] = qm__clamp(x[i] + k * step[i], 0, bound[i]);
                down += here.slope[i] * (next[i] - x[i]);
            }
            write_vars(chain, next);
            evaluate(chain, &there);
            better = there.value <= here.value + 1e-4 * down && there.value < here.value;
        }
        if (!better) {
            write_vars(chain, x);
            return;
        }
        const double gained = here.value - there.value;
        for (int i = 0; i < n; i++) {
            x[i] = next[i];
        }
        here = there;
        if (gained < 1e-6) {
            return;
        }
    }
}

void qm__legs_place(qm__chain *chain) {
    for (int i = 0; i < chain->count; i++) {
        qm__leg *leg = &chain->legs[i];
        leg->a = place_on(&leg->off, leg->off_length, leg->s, 0).at;
        leg->b = place_on(&leg->on, leg->on_length, leg->t, 0).at;
    }
}

/* The varying part of a link's length. */
static double varying(const qm__leg *leg) {
    return leg->tied ? 0 : qm__length(qm__minus(qm__minus(leg->b, leg->a), leg->shift));
}

double qm__leg_plan(const qm__leg *leg) {
    return leg->tied ? leg->slide : leg->slide + varying(leg);
}

double qm__legs_cost(const qm__chain *chain) {
    double cost = 0;
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        cost += leg->fixed + leg->per_unit * qm__leg_plan(leg);
    }
    return cost;
}

double qm__chain_cost(const qm__chain *chain) {
    qm__chain plain = *chain;
    total all;
    for (int i = 0; i < plain.count; i++) {
        plain.legs[i].pull = plain.legs[i].per_unit = 0;
    }
    evaluate(&plain, &all);
    double cost = all.value + qm__legs_cost(chain);
    for (int i = 0; i < chain->count + (chain->to_goal ? 1 : 0); i++) {
        cost += chain->hikes[i].rest;
    }
    return cost;
}

static double solved_length(qm__chain *chain, int leg, double pull) {
    chain->legs[leg].pull = pull;
    descend(chain);
    qm__legs_place(chain);
    return varying(&chain->legs[leg]);
}

/* Raises the price on a flight's length until its limit is kept. */
static bool keep_limit(qm__chain *chain, int number) {
    const double most = chain->legs[number].most + ENOUGH / 2;
    double low = chain->legs[number].pull, low_over = varying(&chain->legs[number]) - most, high = low + 0.5, high_over;
    while ((high_over = solved_length(chain, number, high) - most) > 0) {
        if (high > PULL_MOST) {
            return high_over <= ENOUGH;
        }
        low = high;
        low_over = high_over;
        high *= 4;
    }
    int side = 0;
    for (int i = 0; i < 80 && high_over < -ENOUGH; i++) { /* false position, halving the end that stays */
        const double pull = i % 8 == 7 ? (low + high) / 2 : low + (high - low) * low_over / (low_over - high_over);
        const double over = solved_length(chain, number, pull) - most;
        if (over > 0) {
            low = pull;
            low_over = over;
            high_over *= side < 0 ? 0.5 : 1;
            side = -1;
        } else {
            high = pull;
            high_over = over;
            low_over *= side > 0 ? 0.5 : 1;
            side = 1;
        }
        if (high - low < 1e-14 * high) {
            break;
        }
    }
    solved_length(chain, number, high);
    return true;
}

bool qm__chain_solve(qm__chain *chain) {
    for (int i = 0; i < chain->count; i++) {
        chain->legs[i].pull = 0;
    }
    descend(chain);
    qm__legs_place(chain);
    bool kept = false;
    for (int round = 0; round < 8 && !kept; round++) {
        kept = true;
        for (int i = 0; i < chain->count; i++) {
            qm__leg *leg = &chain->legs[i];
            if (!leg->tied && varying(leg) > leg->most + ENOUGH) {
                kept = false;
                if (!keep_limit(chain, i)) {
                    return false;
                }
            }
        }
    }
    return kept;
}
