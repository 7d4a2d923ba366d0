/* The track of one that engages: what has been paid anywhere on it, where it comes into difficult ground, and how far
 * it is gone by one that falls short.
 *
 * Invariant: costs along the track are those that the hops were judged with, ground paid by the area or by the inch
 * included; at the end of a hop they are the hop's own but for rounding.
 *
 * Rejected: spreading the cost of a hop evenly over its length. What a bog costs is paid in the bog.
 */
#include "game/place.h"
#include "rules/warband/engage.h"
#include "space/table/links_inside.h"

enum {
    BACK = 100,   /* units: who cannot stop where its movement ends is tried so much before, again and again … */
    HALVINGS = 24 /* … and then put forward again as far as it can stop, to less than a unit */
};
#define NEVER 1e12

static const qm__inch_base *base_of(const wb_track *track) {
    return qm__inch_base_of(&wb_of(track->s)->inches, track->figure);
}

/* ----------------------------------------------------------------------------------------------------------- places */

static qm__xy point_on(const wb_track *track, uint16_t piece, double part) {
    const qm__xy a = wb_flat(track->p->way[piece]), b = wb_flat(track->p->way[piece + 1]);
    return qm__along(a, qm__minus(b, a), part);
}

/* Whether a hop is gone straight, whatever is below or in the way: through the air, or through walls. */
static bool goes_straight(const wb_track *track, uint16_t hop) {
    return track->p->hops[hop].leg == WB_LEG_FLY || wb_value(track->s, track->figure, WB_ETHEREAL) != 0;
}

qm_place qm__wb_track_place(const wb_track *track, uint16_t hop, uint16_t piece, qm__xy at) {
    const qm__inch_base *base = base_of(track);
    const qm_place a = track->p->way[piece], b = track->p->way[piece + 1];
    const qm__spot begin = qm__inch_spot(base, a);
    int32_t level = begin.level;
    const bool flies = track->p->hops[hop].leg == WB_LEG_FLY;
    const bool walks = !flies && qm__walkable(base->levels, NULL, begin, at, QM__SLACK, &level);
    if (!walks && goes_straight(track, hop)) {
        const double length = qm__apart(wb_flat(a), wb_flat(b));
        const double part = length > 0 ? qm__apart(wb_flat(a), at) / length : 1;
        return (qm_place){qm__units(at.x), qm__units(at.y), qm__units(a.z + (b.z - a.z) * qm__least(part, 1))};
    }
    return qm__inch_place(base, at, level);
}

/* ------------------------------------------------------------------------------------------------------------ costs */

/* What the ground costs where a flight begins, and where it ends unless that is in the air. */
static double flight_toll(const wb_track *track, qm__spot from, qm__spot to, uint64_t *paid) {
    const qm__levels *levels = base_of(track)->levels;
    const qm__area_price *toll = wb_of(track->s)->toll;
    const uint64_t begun = qm__areas_at(levels, from), in = qm__areas_at(levels, to);
    double cost = 0;
    for (uint64_t left = toll ? begun | in : 0; left; left &= left - 1) {
        const int area = __builtin_ctzll(left);
        cost += *paid >> area & 1 ? 0 : toll[area].once;
        cost += (in & ~begun) >> area & 1 ? toll[area].entry : 0;
    }
    *paid |= begun | in;
    return cost;
}

/* What a piece costs up to a part of it; areas paid for once are noted in `paid`. */
static double piece_cost(const wb_track *track, uint16_t hop, uint16_t piece, double part, uint64_t *paid) {
    const qm__inch_base *base = base_of(track);
    const qm_place a = track->p->way[piece], b = track->p->way[piece + 1];
    const qm__xy to = point_on(track, piece, part);
    qm__spot from = qm__inch_spot(base, a);
    qm__traced traced;
    if (track->p->hops[hop].leg == WB_LEG_FLY) {
        const qm__spot end = qm__inch_spot(base, b);
        const double ground = flight_toll(track, from, part < 1 ? (qm__spot){.level = -1} : end, paid);
        return qm__length((qm__xy){qm__apart(wb_flat(a), to), (double)(b.z - a.z) * part}) + ground;
    }
    if (goes_straight(track, hop)) {
        return qm__wb_ghost_cost(track->s, base, from, qm__spot_at(to, from.level), paid);
    }
    if (!wb_of(track->s)->loss) {
        return qm__apart(wb_flat(a), to);
    }
    if (!qm__trace_joined(base->levels, NULL, &from, to, -1, &traced)) {
        return qm__apart(wb_flat(a), to);
    }
    return qm__walk_price(base->walks, wb_of(track->s)->loss, from, qm__spot_at(to, traced.level), paid);
}

double qm__wb_track_cost(const wb_track *track, uint16_t hop, uint16_t piece, double part) {
    uint64_t paid = track->paid[piece];
    return part > 0 ? track->costs[piece] + piece_cost(track, hop, piece, part, &paid) : track->costs[piece];
}

/* What has been paid up to the end of a hop, place by place. */
static void add_costs(wb_track *track, uint16_t hop) {
    const wb_hop *h = &track->p->hops[hop];
    const qm__inch_base *base = base_of(track);
    const qm__spot to = qm__inch_spot(base, h->to);
    const uint16_t start = wb_track_start(track, hop);
    uint64_t paid = track->paid[start];
    track->costs[start] = wb_track_paid(track, hop);
    for (uint16_t i = start; i < track->ends[hop]; i++) {
        const double cost = wb_goes_along(h) ? piece_cost(track, hop, i, 1, &paid) : 0;
        track->costs[i + 1] = track->costs[i] + cost;
        track->paid[i + 1] = paid;
    }
    track->paid[track->ends[hop]] |= to.level >= 0 ? qm__areas_at(base->levels, to) : 0;
}

void qm__wb_track(const qm_scenario *s, uint16_t figure, const wb_prepared *p, wb_track *track) {
    uint16_t at = 0;
    track->s = s;
    track->figure = figure;
    track->p = p;
    track->paid[0] = 0;
    for (uint16_t h = 0; h < p->hop_count; h++) {
        while (at + 1 < p->way_count && !qm__place_same(p->way[at], p->hops[h].to)) {
            at++;
        }
        track->ends[h] = at;
        add_costs(track, h);
    }
}

/* ------------------------------------------------------------------------------------------------- difficult ground */

/* Difficult areas that a piece has met up to a part of it; those in `inside` it began in and has not left yet. */
static uint64_t met_on(const wb_track *track, uint16_t hop, uint16_t piece, double part, uint64_t *inside) {
    const qm__inch_base *base = base_of(track);
    const qm__xy to = point_on(track, piece, part);
    qm__spot from = qm__inch_spot(base, track->p->way[piece]);
    qm__traced traced = {0};
    uint64_t met = 0;
    if (track->p->hops[hop].leg == WB_LEG_FLY) { /* only where it is on its feet */
        const qm__spot end = qm__inch_spot(base, qm__wb_track_place(track, hop, piece, to));
        met = (from.level >= 0 ? qm__areas_at(base->levels, from) : 0) |
              (end.level >= 0 ? qm__areas_at(base->levels, end) : 0);
        *inside &= end.level >= 0 ? qm__areas_at(base->levels, end) : 0;
    } else if (goes_straight(track, hop)) {
        met = qm__areas_along(base->levels, from.level, wb_flat(track->p->way[piece]), to);
        *inside &= qm__areas_at(base->levels, qm__spot_at(to, from.level));
    } else {
        const bool clear = qm__trace_joined(base->levels, NULL, &from, to, -1, &traced);
        met = traced.areas;
        *inside &= clear ? qm__areas_at(base->levels, qm__spot_at(to, traced.level)) : 0;
    }
    return met & wb_of(track->s)->difficult;
}

/* How much of a piece is gone before it meets such ground. */
static double dry_part(const wb_track *track, uint16_t hop, uint16_t piece, uint64_t inside) {
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double part = (low + high) / 2;
        uint64_t in = inside;
        if ((met_on(track, hop, piece, part, &in) & ~inside) != 0) {
            high = part;
        } else {
            low = part;
        }
    }
    return low;
}

double qm__wb_track_border(const wb_track *track) {
    const wb_data *data = wb_of(track->s);
    const qm__inch_base *base = base_of(track);
    const wb_prepared *p = track->p;
    if (p->loss == 0 || p->way_count == 0) {
        return NEVER;
    }
    const uint64_t begun = qm__areas_at(base->levels, qm__inch_spot(base, p->way[0])) & data->difficult;
    uint64_t inside = data->set.difficult_start == WB_DIFFICULT_START_FREE ? begun : 0;
    if ((begun & ~inside) != 0) {
        return 0;
    }
    for (uint16_t h = 0; h < p->hop_count; h++) {
        for (uint16_t i = wb_track_start(track, h); i < track->ends[h] && wb_goes_along(&p->hops[h]); i++) {
            const uint64_t before = inside;
            if ((met_on(track, h, i, 1, &inside) & ~before) != 0) {
                return qm__wb_track_cost(track, h, i, dry_part(track, h, i, before));
            }
        }
        const qm__spot to = qm__inch_spot(base, p->hops[h].to);
        const uint64_t in = to.level >= 0 ? qm__areas_at(base->levels, to) & data->difficult : 0;
        if (!wb_goes_along(&p->hops[h])) {
            inside = 0; /* who jumps back in comes in again */
            if (in != 0) {
                return wb_track_paid(track, h);
            }
        }
    }
    return NEVER;
}

/* --------------------------------------------------------------------------------------------------- falling short */

typedef struct stopping {
    qm__run *run;
    const wb_track *track;
    double limit;
    bool dry;
    uint64_t begun; /* areas that it starts in and does not pay for */
} stopping;

static bool could_stop(const stopping *s, qm_place at) {
    const qm__inch_base *base = base_of(s->track);
    const qm__spot spot = qm__inch_spot(base, at);
    const uint64_t wet = wb_of(s->track->s)->difficult & ~s->begun;
    return spot.level >= 0 && (!s->dry || (qm__areas_at(base->levels, spot) & wet) == 0) &&
           qm__wb_could_stop(s->run, s->track->figure, at);
}

/* How much of a piece there is movement for. */
static double paid_part(const stopping *s, uint16_t hop, uint16_t piece) {
    double low = 0, high = 1;
    if (qm__units(qm__wb_track_cost(s->track, hop, piece, 1)) <= s->limit) {
        return 1;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double part = (low + high) / 2;
        if (qm__wb_track_cost(s->track, hop, piece, part) <= s->limit) {
            low = part;
        } else {
            high = part;
        }
    }
    return low;
}

/* Where a flight that is broken off at a height comes down: straight below, if that is free, can be paid for, and is no
 * ground that would take something. */
static bool could_land(const stopping *s, double z, wb_mark *mark) {
    const qm__table *table = &s->track->s->table;
    const qm__inch_base *base = base_of(s->track);
    const qm__xy at = wb_flat(mark->at);
    int32_t ground;
    if (qm__surface_below(table, at.x, at.y, mark->at.z, &ground) == QM__NOTHING) {
        return false;
    }
    mark->at.z = ground;
    mark->cost += z - ground;
    const qm__walker *walker = qm__levels_walker(base->levels);
    const qm__spot spot = qm__inch_spot(base, mark->at);
    return mark->cost <= s->limit && spot.level >= 0 &&
           (qm__areas_at(base->levels, spot) & wb_of(s->track->s)->difficult & ~s->begun) == 0 &&
           qm__air_free(table, ground + walker->step, qm__units(z) + walker->height, at, at, walker->radius,
                        QM__SLACK) &&
           could_stop(s, mark->at);
}

/* Whether the unit could stop at a part of a piece, and where that is. */
static bool stops_at(const stopping *s, uint16_t hop, uint16_t piece, double part, wb_mark *out) {
    const qm_place a = s->track->p->way[piece], b = s->track->p->way[piece + 1];
    *out = (wb_mark){.hop = hop,
                     .piece = piece,
                     .cost = qm__wb_track_cost(s->track, hop, piece, part),
                     .at = part > 0 ? qm__wb_track_place(s->track, hop, piece, point_on(s->track, piece, part)) : a};
    if (s->track->p->hops[hop].leg == WB_LEG_FLY && (a.z != b.z || qm__inch_spot(base_of(s->track), a).level < 0)) {
        return could_land(s, a.z + (b.z - a.z) * part, out);
    }
    return could_stop(s, out->at);
}

/* The last place of a piece, up to a part of it, where the unit could stop; false if there is none. */
static bool last_stop(const stopping *s, uint16_t hop, uint16_t piece, double most, wb_mark *out) {
    const double length = qm__apart(wb_flat(s->track->p->way[piece]), wb_flat(s->track->p->way[piece + 1]));
    const double back = length > BACK ? BACK / length : 1;
    double good = most, bad = most;
    bool found = stops_at(s, hop, piece, good, out);
    while (!found && good > 0) {
        bad = good;
        good = good > back ? good - back : 0;
        found = stops_at(s, hop, piece, good, out);
    }
    for (int i = 0; i < HALVINGS && found && bad > good; i++) {
        wb_mark mark;
        if (stops_at(s, hop, piece, (good + bad) / 2, &mark)) {
            good = (good + bad) / 2;
            *out = mark;
        } else {
            bad = (good + bad) / 2;
        }
    }
    return found;
}

wb_mark qm__wb_track_stop(qm__run *run, const wb_track *track, double limit, bool dry) {
    const wb_prepared *p = track->p;
    const qm__inch_base *base = base_of(track);
    const bool free_start = wb_set(track->s)->difficult_start == WB_DIFFICULT_START_FREE;
    const stopping s = {.run = run,
                        .track = track,
                        .limit = limit,
                        .dry = dry,
                        .begun = free_start ? qm__areas_at(base->levels, qm__inch_spot(base, p->way[0])) : 0};
    uint16_t hop = 0;
    while (hop + 1 < p->hop_count && p->hops[hop].cost <= limit) {
        hop++;
    }
    while (p->hops[hop].within && p->hops[hop].cost > limit) { /* it does not begin a climb that it cannot end */
        hop--;
    }
    for (;; hop--) {
        wb_mark mark;
        uint16_t piece = wb_goes_along(&p->hops[hop]) ? track->ends[hop] : wb_track_start(track, hop);
        while (piece-- > wb_track_start(track, hop)) {
            const double most =
                qm__units(qm__wb_track_cost(track, hop, piece, 0)) <= limit ? paid_part(&s, hop, piece) : -1;
            if (most >= 0 && last_stop(&s, hop, piece, most, &mark)) {
                return mark;
            }
        }
        const uint16_t start = wb_track_start(track, hop);
        if (hop == 0 || could_stop(&s, p->way[start])) {
            return (wb_mark){hop, start, wb_track_paid(track, hop), p->way[start]};
        }
    }
}
