/* The best places to take the links of a chain: a sum of distances, made least.
 *
 * The cost of a chain as a function of where its take-offs and landings lie on their curves is convex for straight
 * curves: a sum of lengths of straight pieces, and of tangents to circles with the arcs after them (whose slope and
 * curvature at the free end are those of a piece that ends where the tangent touches). It is made least by Newton's
 * method within the bounds of the curves. A longest flight is kept by a price on what is beyond it, which is raised,
 * for all flights at once, until all are kept (the method of multipliers).
 *
 * Lengths are softened by SOFT at zero, so that slopes exist everywhere; the costs told are computed without it.
 * Rejected: one place after the other in turn, which crawls when a thin wall's two faces are close together.
 */
#include "base/angle.h"
#include "space/table/routes_inside.h"
#include "space/table/walk_inside.h"

#define SOFT 1e-3    /* units */
#define CALM 1e-8    /* units: no more than this to be gained is nothing */
#define STALLED 1e-3 /* units: when so much is promised and nothing gained, a piece without length is in the way */
#define ENOUGH 1e-6  /* units: a limit kept to this is kept */
enum { VARS = 2 * QM__CHAIN_MAX, STEPS_MAX = 60, STEPS_FEW = 6, PULLS_MAX = 40 };

/* A place with its derivatives along its curve. */
typedef struct place {
    qm__xy at, d, dd;
    int var; /* -1 = it cannot move */
} place;

/* A sum with its slopes and curvatures. What a variable has to do with others than its neighbours is nothing, as each
 * piece lies between two places that follow each other. */
typedef struct total {
    double soft; /* what lengths are softened by */
    double value;
    double slope[VARS], bend[VARS];
    double next[VARS]; /* the curvature of a variable with the one after it */
} total;

static place fixed_place(qm__xy at) {
    return (place){at, {0, 0}, {0, 0}, -1};
}

static place place_on(const qm__curve *curve, qm__xy u, double length, double s, int var) {
    if (length <= 0) {
        return (place){curve->a, {0, 0}, {0, 0}, var};
    }
    if (curve->radius <= 0) {
        return (place){qm__along(curve->a, u, s), u, {0, 0}, var};
    }
    const qm__xy at = qm__curve_point(curve, s / length), out = qm__unit(qm__minus(at, curve->centre));
    return (place){at, qm__left(out), {-out.x / curve->radius, -out.y / curve->radius}, var};
}

/* How a cost grows with the length of a piece: its first and second derivative. */
typedef struct growth {
    double slope, bend;
} growth;

/* Adds what a piece in direction u (away from the place: sign -1) of some length costs, along the place's own curve. */
static void add_place(total *sum, const place *p, qm__xy u, double sign, double length, growth g) {
    if (p->var < 0) {
        return;
    }
    const double along = qm__dot(u, p->d);
    sum->slope[p->var] += sign * g.slope * along;
    sum->bend[p->var] += g.slope / length * (qm__dot(p->d, p->d) - along * along) + g.bend * along * along +
                         sign * g.slope * qm__dot(u, p->dd);
}

/* Adds the slopes and curvatures of a piece from p to q, which comes after p. */
static void add_growth(total *sum, const place *p, const place *q, qm__xy u, double length, growth g) {
    add_place(sum, p, u, -1, length, g);
    add_place(sum, q, u, 1, length, g);
    if (p->var >= 0 && q->var >= 0) {
        const double along = qm__dot(u, p->d) * qm__dot(u, q->d);
        sum->next[p->var] -= g.slope / length * (qm__dot(p->d, q->d) - along) + g.bend * along;
    }
}

/* The (soft) length of q - p - shift. */
static double soft_length(const total *sum, const place *p, const place *q, qm__xy shift, qm__xy *u) {
    const qm__xy v = qm__minus(qm__minus(q->at, p->at), shift);
    const double length = qm__root(qm__dot(v, v) + sum->soft * sum->soft);
    *u = (qm__xy){v.x / length, v.y / length};
    return length;
}

static void add_piece(total *sum, const place *p, const place *q, double weight) {
    qm__xy u;
    const double length = soft_length(sum, p, q, (qm__xy){0, 0}, &u);
    sum->value += weight * length;
    add_growth(sum, p, q, u, length, (growth){weight, 0});
}

/* Adds the varying part of a link. Beyond its limit a unit costs `pull`, and more by as much as it is beyond. */
static void add_link(total *sum, const qm__leg *leg, const place *off, const place *on, double stiff) {
    qm__xy u;
    const double length = soft_length(sum, off, on, leg->shift, &u);
    const double force = stiff > 0 ? leg->pull + stiff * (length - leg->most - ENOUGH / 2) : 0;
    growth g = {leg->per_unit, 0};
    sum->value += leg->per_unit * length;
    if (force > 0) {
        sum->value += force * force / (2 * stiff);
        g = (growth){leg->per_unit + force, stiff};
    }
    if (g.slope > 0) {
        add_growth(sum, off, on, u, length, g);
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
        add_piece(sum, coming ? p : &at, coming ? &at : p, 1);
        return;
    }
    const qm__xy touch = qm__along(bend->centre, qm__left(direction), -bend->side * bend->radius);
    const qm__xy from = qm__minus(bend->at, bend->centre), to = qm__minus(touch, bend->centre);
    const double turned = qm__angle_of(qm__dot(from, to), qm__cross(from, to)) * bend->side;
    sum->value += length + bend->radius * (coming ? -turned : turned);
    add_place(sum, p, direction, coming ? -1 : 1, qm__most(length, SOFT), (growth){1, 0});
}

static void add_hike(total *sum, const qm__hike *hike, const place *p, const place *q) {
    if (hike->direct) {
        add_piece(sum, p, q, 1);
        return;
    }
    add_bend(sum, p, &hike->first, true);
    add_bend(sum, q, &hike->last, false);
}

/* The directions of straight curves, which do not change while a chain is solved. */
typedef struct courses {
    qm__xy off[QM__CHAIN_MAX], on[QM__CHAIN_MAX];
} courses;

static courses courses_of(const qm__chain *chain) {
    courses c;
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        c.off[i] = leg->off.radius > 0 ? (qm__xy){0, 0} : qm__unit(qm__minus(leg->off.b, leg->off.a));
        c.on[i] = leg->on.radius > 0 ? (qm__xy){0, 0} : qm__unit(qm__minus(leg->on.b, leg->on.a));
    }
    return c;
}

static void evaluate(const qm__chain *chain, const courses *c, double soft, double stiff, total *out) {
    *out = (total){.soft = soft};
    place last = fixed_place(chain->start);
    int var = 0;
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        const int on_var = leg->tied ? var : var + 1;
        const place off = place_on(&leg->off, c->off[i], leg->off_length, leg->s, var);
        const place on = place_on(&leg->on, c->on[i], leg->on_length, leg->tied ? leg->s : leg->t, on_var);
        var = on_var + 1;
        add_hike(out, &chain->hikes[i], &last, &off);
        if (!leg->tied) {
            add_link(out, leg, &off, &on, stiff);
        }
        last = on;
    }
    if (chain->to_goal) {
        const place goal = fixed_place(chain->goal);
        if (chain->toll < 1) {
            add_piece(out, &last, &goal, chain->toll);
        } else {
            add_hike(out, &chain->hikes[chain->count], &last, &goal);
        }
    }
}

/* Solves (m + lift I) x = -g for the free variables, m having a diagonal and what is beside it; false when m is not
 * positive. */
static bool newton_step(const total *s, const bool *held, int n, double lift, double *x) {
    double pivot[VARS], factor[VARS];
    for (int i = 0; i < n; i++) {
        const double beside = i > 0 && !held[i] && !held[i - 1] ? s->next[i - 1] : 0;
        factor[i] = i > 0 ? beside / pivot[i - 1] : 0;
        pivot[i] = (held[i] ? 1 : s->bend[i] + lift) - factor[i] * beside;
        if (!(pivot[i] > 0)) {
            return false;
        }
        x[i] = (held[i] ? 0 : -s->slope[i]) - (i > 0 ? factor[i] * x[i - 1] : 0);
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = x[i] / pivot[i] - (i + 1 < n ? factor[i + 1] * x[i + 1] : 0);
    }
    return true;
}

/* The variables as an array, their upper bounds, and back. */
static int read_vars(const qm__chain *chain, double *x, double *bound) {
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
    return n;
}

static void write_vars(qm__chain *chain, const double *x) {
    int n = 0;
    for (int i = 0; i < chain->count; i++) {
        qm__leg *leg = &chain->legs[i];
        leg->s = x[n++];
        leg->t = leg->tied ? leg->s : x[n++];
    }
}

/* Newton's method within the bounds, from where the chain is. False when it has not come to rest after so many steps.
 */
static bool descend(qm__chain *chain, double soft, double stiff, int steps) {
    double x[VARS] = {0}, bound[VARS] = {0}, next[VARS] = {0}, step[VARS] = {0};
    bool held[VARS];
    total here, there;
    const int n = read_vars(chain, x, bound);
    const courses c = courses_of(chain);
    evaluate(chain, &c, soft, stiff, &here);
    for (int round = 0; round < steps; round++) {
        double steep = 0, scale = 0;
        for (int i = 0; i < n; i++) {
            held[i] = (x[i] <= 0 && here.slope[i] >= 0) || (x[i] >= bound[i] && here.slope[i] <= 0);
            steep += held[i] ? 0 : here.slope[i] * here.slope[i];
            scale = qm__most(scale, here.bend[i]);
        }
        if (steep < 1e-22) {
            return true;
        }
        double lift = 1e-12 * scale + 1e-15;
        while (!newton_step(&here, held, n, lift, step)) {
            lift = lift < 1e-9 ? 1e-9 : lift * 10;
        }
        double promised = 0;
        for (int i = 0; i < n; i++) {
            promised -= here.slope[i] * step[i];
        }
        if (promised < CALM) {
            return true;
        }
        bool better = false;
        for (double k = 1; k > 1e-9 && !better; k /= 4) {
            double down = 0;
            for (int i = 0; i < n; i++) {
                next[i] = qm__clamp(x[i] + k * step[i], 0, bound[i]);
                down += here.slope[i] * (next[i] - x[i]);
            }
            write_vars(chain, next);
            evaluate(chain, &c, soft, stiff, &there);
            better = there.value <= here.value + 1e-4 * down && there.value < here.value;
        }
        if (!better) {
            write_vars(chain, x);
            return promised < STALLED;
        }
        const double gained = here.value - there.value;
        for (int i = 0; i < n; i++) {
            x[i] = next[i];
        }
        here = there;
        if (gained < 1e-6) {
            return promised < STALLED;
        }
    }
    return false;
}

void qm__legs_place(qm__chain *chain) {
    const courses c = courses_of(chain);
    for (int i = 0; i < chain->count; i++) {
        qm__leg *leg = &chain->legs[i];
        leg->a = place_on(&leg->off, c.off[i], leg->off_length, leg->s, 0).at;
        leg->b = place_on(&leg->on, c.on[i], leg->on_length, leg->t, 0).at;
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
        plain.legs[i].per_unit = 0;
    }
    const courses c = courses_of(chain);
    evaluate(&plain, &c, SOFT, 0, &all);
    double cost = all.value + qm__legs_cost(chain);
    for (int i = 0; i < chain->count + (chain->to_goal ? 1 : 0); i++) {
        cost += chain->hikes[i].rest;
    }
    return cost;
}

/* How much the links of a chain are too long, at most. */
static double excess(const qm__chain *chain) {
    double most = 0;
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        most = leg->tied ? most : qm__most(most, varying(leg) - leg->most);
    }
    return most;
}

/* How far they are from where they are to be: too long, or shorter than they may be although something is asked for
 * their length. Along arcs the least may jump past the limit while that is raised. */
static double amiss(const qm__chain *chain) {
    double most = excess(chain);
    for (int i = 0; i < chain->count; i++) {
        const qm__leg *leg = &chain->legs[i];
        most = leg->tied || leg->pull <= 0 ? most : qm__most(most, leg->most - varying(leg));
    }
    return most;
}

/* Comes to the least from anywhere. Where a piece has no length at its best, the steps come to that slowly: then by
 * lengths that are softened less and less. */
static void settle_down(qm__chain *chain, double stiff) {
    if (!descend(chain, SOFT, stiff, STEPS_FEW)) {
        for (double soft = 100; soft > SOFT; soft /= 20) {
            descend(chain, soft, stiff, STEPS_MAX);
        }
        descend(chain, SOFT, stiff, STEPS_MAX);
    }
    qm__legs_place(chain);
}

bool qm__chain_solve(qm__chain *chain) {
    for (int i = 0; i < chain->count; i++) {
        chain->legs[i].pull = 0;
    }
    settle_down(chain, 0);
    double stiff = 0.01, off = excess(chain);
    for (int round = 0; round < PULLS_MAX && off > ENOUGH; round++) {
        settle_down(chain, stiff);
        for (int i = 0; i < chain->count; i++) {
            qm__leg *leg = &chain->legs[i];
            if (!leg->tied) {
                leg->pull = qm__most(0, leg->pull + stiff * (varying(leg) - leg->most - ENOUGH / 2));
            }
        }
        const double left = amiss(chain);
        stiff *= left > off / 8 ? 8 : 1;
        off = left;
    }
    return excess(chain) <= ENOUGH;
}

double qm__chain_floor(const qm__chain *chain) {
    qm__chain straight = *chain;
    double less = (VARS + 1) * SOFT;
    for (int i = 0; i < chain->count;
         i++) { /* with the chord for each arc all is convex; it is off by no more than this */
        qm__leg *leg = &straight.legs[i];
        if (leg->on.radius > 0) {
            const double half = qm__apart(leg->on.a, leg->on.b) / 2, radius = leg->on.radius;
            const double off = radius - qm__root(qm__most(0, radius * radius - half * half));
            leg->t *= 2 * half / leg->on_length;
            leg->on.radius = 0;
            leg->on_length = 2 * half;
            leg->most += off;
            less += (1 + leg->per_unit) * off;
        }
    }
    return qm__chain_solve(&straight) ? qm__chain_cost(&straight) - less : QM__FAR;
}

bool qm__chain_begin(qm__chain *chain) {
    bool found = qm__chain_solve(chain);
    double cost = found ? qm__chain_cost(chain) : QM__FAR;
    for (int i = 0; i < 2 * chain->count; i++) {
        qm__chain other = *chain;
        qm__leg *leg = &other.legs[i / 2];
        if (leg->on.radius <= 0) {
            continue;
        }
        leg->t = i % 2 ? leg->on_length : 0;
        leg->s = leg->off_length * qm__curve_nearest(&leg->off, i % 2 ? leg->on.b : leg->on.a);
        if (qm__chain_solve(&other) && qm__chain_cost(&other) < cost) {
            *chain = other;
            cost = qm__chain_cost(chain);
            found = true;
        }
    }
    return found;
}
