/* Leaps: the best take-off for a landing, and the point that a landing seems to be reached from. */
#include "space/table/leap.h"

#define NARROW 1e-3 /* units: how near to the best take-off it is enough to come (what that costs is far less) */

#define OVER 1e-3 /* units: a flight may be so much too long, by rounding */

enum { STEPS_MAX = 40 };

/* How what a place of the take-off costs grows along it; where the ray to it points, and how far it is. */
static double way_slope(const qm__leap *l, qm__xy at, qm__xy *d, double *way) {
    const qm__fan *const fan = l->fan;
    const qm__xy v = qm__minus(at, fan->centre);
    const double square = qm__dot(v, v), under = square - fan->radius * fan->radius;
    *way = under > 0 ? qm__root(under) : 0;
    if (fan->radius <= 0) {
        return *way > 0 ? qm__dot(v, l->u) / *way : 0;
    }
    const double k = fan->turn * fan->radius, scale = under > 0 ? square : fan->radius * qm__root(square);
    *d = (qm__xy){(v.x * *way - v.y * k) / scale, (v.y * *way + v.x * k) / scale};
    return qm__dot(*d, l->u);
}

/* The same with the leap to a landing, whose foot on the line of the take-off is `foot` along it and `apart` from it.
 */
static double slope_at(const qm__leap *l, double s, double foot, double apart) {
    qm__xy d;
    double way;
    const double slope = way_slope(l, qm__along(l->a, l->u, s), &d, &way), aside = s - foot;
    if (l->slide > 0) {
        return slope + l->per_unit * (aside > 0 ? 1 : aside < 0 ? -1 : 0);
    }
    const double length = qm__root(aside * aside + apart * apart);
    return slope + (length > 0 ? l->per_unit * aside / length : 0);
}

/* What getting there and leaping costs. */
static double all_told(const qm__leap *l, double s, double foot, double apart) {
    qm__xy d = {0, 0};
    double way;
    const double aside = s - foot;
    way_slope(l, qm__along(l->a, l->u, s), &d, &way);
    const double turn = l->fan->radius > 0 ? qm__most(qm__fan_turn_to(l->fan, d), 0) : 0;
    const double length =
        l->slide > 0 ? l->slide + (aside < 0 ? -aside : aside) : qm__root(aside * aside + apart * apart);
    return l->cost + l->fan->radius * turn + way + l->fixed + l->per_unit * length;
}

/* Where a convex function is least between low and high, its slope changing its sign there: by false position, halving
 * the weight of an end that stays. */
static double least_between(const qm__leap *l, double low, double high, double foot, double apart) {
    double at_low = slope_at(l, low, foot, apart);
    if (at_low >= 0) {
        return low;
    }
    double at_high = slope_at(l, high, foot, apart);
    if (at_high <= 0) {
        return high;
    }
    for (int i = 0, stays = 0; i < STEPS_MAX && high - low > NARROW; i++) {
        const double part = at_low / (at_low - at_high), s = low + (high - low) * qm__clamp(part, 0.01, 0.99);
        const double here = slope_at(l, s, foot, apart);
        if (here < 0) {
            low = s, at_low = here;
            at_high *= stays < 0 ? 0.5 : 1;
            stays = -1;
        } else {
            high = s, at_high = here;
            at_low *= stays > 0 ? 0.5 : 1;
            stays = 1;
        }
        if (here < 1e-9 && here > -1e-9) {
            return s;
        }
    }
    return (low + high) / 2;
}

/* The same when a unit of the leap costs as much as one that is walked, from a point: the way there, mirrored if need
 * be, goes straight on. */
static double straight_through(const qm__leap *l, double low, double high, double foot, double apart) {
    const qm__xy v = qm__minus(l->fan->centre, l->a);
    const double own_foot = qm__dot(v, l->u), cross = qm__cross(l->u, v), own = cross < 0 ? -cross : cross;
    const double all = own + (apart < 0 ? -apart : apart);
    return all > QM__CARE ? qm__clamp(own_foot + (foot - own_foot) * own / all, low, high)
                          : least_between(l, low, high, foot, apart);
}

double qm__leap_cost(const qm__leap *l, qm__xy on, qm__xy *off) {
    const qm__xy v = qm__minus(on, l->a);
    const double foot = qm__dot(v, l->u), apart = qm__cross(l->u, v), most = l->most - l->slide;
    const double under = l->slide > 0 ? most * most : most * most - apart * apart;
    if (most < 0 || (l->slide <= 0 && qm__square(apart) > qm__square(most + OVER))) {
        return -1;
    }
    const double half = qm__root(qm__most(under, 0)); /* a gap as wide as the longest leap is leapt straight over */
    const double low = qm__most(0, foot - half), high = qm__least(l->length, foot + half);
    if (low > high + (l->slide > 0 ? QM__CARE : OVER)) {
        return -1;
    }
    double s = high;
    if (low < high && l->slide > 0 && foot > low && foot < high) { /* straight up, unless going aside gains more */
        qm__xy d;
        double way;
        const double slope = way_slope(l, qm__along(l->a, l->u, foot), &d, &way);
        s = slope > l->per_unit    ? least_between(l, low, foot, foot, apart)
            : slope < -l->per_unit ? least_between(l, foot, high, foot, apart)
                                   : foot;
    } else if (low < high && l->fan->radius <= 0 && l->per_unit == 1 && l->slide <= 0) {
        s = straight_through(l, low, high, foot, apart);
    } else if (low < high) {
        s = least_between(l, low, high, foot, apart);
    }
    *off = qm__along(l->a, l->u, s);
    return all_told(l, s, foot, apart);
}

double qm__leap_slope(const qm__leap *l, qm__xy off, qm__xy on) {
    const qm__xy v = qm__minus(on, l->a);
    return slope_at(l, qm__dot(qm__minus(off, l->a), l->u), qm__dot(v, l->u), qm__cross(l->u, v));
}

bool qm__apparent_source(qm__xy a, qm__xy b, const double costs[3], qm__xy *source, double *cost) {
    const double half = qm__apart(a, b) / 2, first = costs[1] - costs[0], all = costs[2] - costs[0];
    const double bend = 2 * (all - 2 * first); /* not below 0 when they are convex */
    if (half <= 0 || bend < -QM__LEAP_OFF) {
        return false;
    }
    /* Of the distance from a, of its foot along the line, and how far that is beside it. */
    const double over = 2 * half * half + 2 * first * first - all * all;
    if (over <= 0) {
        return false;
    }
    const double away = bend * QM__APPARENT_FAR > over ? over / bend : QM__APPARENT_FAR;
    const double foot = (half * half - 2 * away * first - first * first) / (2 * half);
    const double beside = away * away - foot * foot;
    if (beside <= 0) {
        return false;
    }
    const qm__xy u = qm__unit(qm__minus(b, a));
    *source = qm__along(qm__along(a, u, foot), qm__left(u), qm__root(beside));
    *cost = costs[0] - away;
    return true;
}
