/* Strewing places at which figures of a unit could end.
 *
 * Four sowings, each only when those before it did not suffice: the formation itself; a lattice of half a base around
 * the goal with places on the ways of those who do not get there; a wider and a finer lattice with the places in
 * contact with walls and figures that are nearest to its points where nobody can stand; and, where a search has put
 * figures where little is wrong, places close to these and in contact with them.
 *
 * Invariant: places are in whole units, and those that are not where a figure is are clear with care.
 */
#include "game/inches_muster_inside.h"

#include "base/angle.h"
#include "space/table/nearest.h"

/* Farther from the goal than this, in plan, nobody can end. */
static double farthest(const qm__muster_work *w) {
    const qm__muster_ask *ask = w->ask;
    const double base = 2 * qm__muster_widest(w);
    const double by_link =
        ask->link >= 0 && ask->bond == QM__MUSTER_CHAIN ? (ask->count - 1) * (ask->link + base) : 1e9;
    const double by_spread = ask->spread >= 0 ? ask->spread + base : 1e9;
    const double most = ask->near + base + qm__least(by_link, by_spread);
    const qm__table *table = qm__levels_table(ask->figures[0].base->levels);
    return qm__least(most, (double)table->width + table->depth);
}

/* The nearest of the whole-unit places around one that is clear. */
static bool find_whole(const qm__muster_work *w, uint16_t kind, const qm__crowd *crowd, qm__spot near, qm_place *out) {
    qm__xy points[QM__WHOLE_NEAR];
    qm__whole_near((qm__xy){near.x, near.y}, points);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        *out = qm__inch_place(qm__muster_kind(w, kind)->base, points[i], near.level);
        if (qm__muster_clear(w, kind, crowd, *out)) {
            return true;
        }
    }
    return false;
}

static uint32_t chain_of(qm_place place) {
    const uint32_t mixed =
        (uint32_t)place.x * 0x9e3779b1u ^ (uint32_t)place.y * 0x85ebca6bu ^ (uint32_t)place.z * 0xc2b2ae35u;
    return (mixed ^ mixed >> 15) % QM__MUSTER_CHAINS;
}

static bool has_place(const qm__muster_work *w, qm_place place) {
    uint16_t at = w->chains[chain_of(place)];
    while (at && !qm__place_same(w->places[at - 1], place)) {
        at = w->before[at - 1];
    }
    return at != 0;
}

static bool is_full(const qm__muster_work *w) {
    return w->count >= (w->strewn ? QM__MUSTER_PLACES : QM__MUSTER_STREWN);
}

static bool add_place(qm__muster_work *w, qm_place place) {
    if (is_full(w)) {
        return false;
    }
    uint16_t *chain = &w->chains[chain_of(place)];
    w->before[w->count] = *chain;
    w->places[w->count++] = place;
    *chain = (uint16_t)w->count;
    return true;
}

/* Forgets all places from a number on: those strewn last, which are first in their chains. */
static void drop_places(qm__muster_work *w, uint32_t count) {
    while (w->count > count) {
        w->count--;
        w->chains[chain_of(w->places[w->count])] = w->before[w->count];
    }
}

/* Nearest to a spot, with a crowd of its own. */
static int nearest_in(qm__muster_work *w, uint16_t kind, const qm__crowd *crowd, qm_place place, double limit,
                      qm_place out[QM_STANDS_MAX]) {
    const qm__muster_figure *figure = qm__muster_kind(w, kind);
    const qm__levels *levels = figure->base->levels;
    const qm__rect rect = qm__muster_rect(figure);
    const qm__nearest_ask ask = {.levels = levels,
                                 .crowd = crowd,
                                 .spot = {place.x, place.y, qm__level_at(levels, place.z)},
                                 .limit = limit,
                                 .margin = -1,
                                 .rect = qm__muster_is_rect(figure) ? &rect : NULL};
    qm__spot spots[QM__NEAREST_MAX];
    double distance;
    bool exhausted = false;
    int count = 0;
    if (ask.spot.level < 0) {
        return 0;
    }
    const int found = qm__nearest_places(&ask, w->scratch, w->scratch_size, spots, &distance, &exhausted);
    for (int i = 0; i < found && count < QM_STANDS_MAX; i++) {
        count += find_whole(w, kind, crowd, spots[i], &out[count]);
    }
    return count;
}

int qm__muster_nearest(qm__muster_work *w, uint16_t kind, qm_place place, double limit, qm_place out[QM_STANDS_MAX]) {
    return nearest_in(w, kind, &w->crowd, place, limit, out);
}

static void add_nearest(qm__muster_work *w, uint16_t kind, const qm__crowd *crowd, qm_place place, double limit) {
    qm_place found[QM_STANDS_MAX];
    const int count = nearest_in(w, kind, crowd, place, limit, found);
    for (int i = 0; i < count; i++) {
        if (!has_place(w, found[i])) {
            add_place(w, found[i]);
        }
    }
}

void qm__muster_strew_formation(qm__muster_work *w) {
    const qm_place goal = w->ask->goal;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const qm__muster_figure *f = &w->ask->figures[i];
        const qm_place flat = qm__inch_place(f->base, w->targets[i], -1);
        add_place(w, f->fixed ? f->to : (qm_place){flat.x, flat.y, goal.z});
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        add_place(w, w->ask->figures[i].from);
    }
}

/* A lattice around the goal, ring by ring: of triangles, in which most bases find room, or of squares, in which four
 * are nearest to one another. */
typedef struct lattice {
    qm__xy middle;
    double side;
    bool squares;
    int32_t ring, edge, step; /* where it is: the step of an edge of a ring */
} lattice;

static qm__xy lattice_next(lattice *l) {
    static const qm__xy hexagon[6] = {{1, 0},  {0.5, 0.8660254037844386},   {-0.5, 0.8660254037844386},
                                      {-1, 0}, {-0.5, -0.8660254037844386}, {0.5, -0.8660254037844386}};
    static const qm__xy square[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const qm__xy *corners = l->squares ? square : hexagon;
    const int32_t edges = l->squares ? 4 : 6;
    const qm__xy a = corners[l->edge], b = corners[(l->edge + 1) % edges];
    const qm__xy at = qm__along(qm__along(l->middle, a, l->side * (l->ring - l->step)), b, l->side * l->step);
    if (++l->step >= l->ring) {
        l->step = 0;
        l->edge++;
    }
    if (l->edge == edges || l->ring == 0) {
        l->edge = 0;
        l->ring++;
    }
    return at;
}

/* How near to the middle the ring is that it is at. */
static double lattice_far(const lattice *l) {
    return l->ring * l->side * (l->squares ? 0.7071067811865476 : 0.8660254037844386);
}

static lattice lattice_of(const qm__muster_work *w, double side, bool squares) {
    return (lattice){.middle = {w->ask->goal.x, w->ask->goal.y}, .side = side, .squares = squares};
}

static double base_width(const qm__muster_figure *figure) {
    const int32_t narrow = figure->width < figure->length ? figure->width : figure->length;
    return qm__muster_is_rect(figure) ? narrow : 2 * figure->base->mover.walker.radius;
}

/* Heights at which somebody can end, seen from the goal. */
static bool height_counts(const qm__muster_work *w, int32_t z, double far) {
    const double rise = z < w->ask->goal.z ? (double)w->ask->goal.z - z : (double)z - w->ask->goal.z;
    return w->ask->plan || rise <= far;
}

/* Adds places of a lattice, at all heights that count, where a kind can stand: at most so many, no farther than
 * that. */
static void strew_lattice(qm__muster_work *w, uint16_t kind, lattice l, uint32_t most, double far) {
    const qm__levels *levels = qm__muster_kind(w, kind)->base->levels;
    const bool fresh = w->kind_count == 1 && w->count <= 2u * w->ask->count;
    const double high = farthest(w);
    for (uint32_t added = 0; added < most && lattice_far(&l) <= far;) {
        const qm_place ground = qm__inch_place(qm__muster_kind(w, kind)->base, lattice_next(&l), -1);
        for (int k = 0; k < qm__level_count(levels); k++) {
            const qm_place place = {ground.x, ground.y, qm__level_height(levels, k)};
            if (height_counts(w, place.z, high) && (fresh || !has_place(w, place)) &&
                qm__muster_clear(w, kind, &w->crowd, place)) {
                added += add_place(w, place);
            }
        }
        if (is_full(w)) {
            return;
        }
    }
}

/* The point of a way at a length from its start. */
static qm__xy way_at(const qm__way *way, double length, int32_t *level) {
    qm__xy at = {way->from.x, way->from.y};
    *level = way->from.level;
    for (uint32_t i = 0; i < way->count; i++) {
        const qm__piece *piece = &way->pieces[i];
        const double part = piece->length > 0 ? qm__clamp(length / piece->length, 0, 1) : 1;
        if (part < 1 && piece->radius > 0) {
            const qm__turn t = qm__turn_of_radians(piece->sweep * part);
            const qm__xy arm = qm__minus(piece->from, piece->centre);
            return qm__plus(piece->centre, (qm__xy){arm.x * t.cos - arm.y * t.sin, arm.x * t.sin + arm.y * t.cos});
        }
        if (part < 1) {
            return qm__along(piece->from, qm__minus(piece->to, piece->from), part);
        }
        at = piece->to;
        *level = piece->level;
        length -= piece->length;
    }
    return at;
}

/* Finds the way of a figure to another place on foot; false = there is none, or it is so short that it does not matter.
 */
static bool find_way(qm__muster_work *w, uint16_t figure, qm_place to) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    const qm__walk_ask ask = {.from = qm__inch_spot(f->base, f->from),
                              .to = qm__inch_spot(f->base, to),
                              .crowd = &w->crowd,
                              .bodies = w->kind_count == 1 ? qm__muster_ready(w) : NULL, /* else not kept for long */
                              .prices = f->ask.prices,
                              .limit = 1e9};
    qm__walked walked;
    if (ask.to.level < 0 || w->exhausted) {
        return false;
    }
    qm__walk_find(f->base->walks, &ask, w->scratch, &w->way, &walked);
    return walked.found && !w->way.cut && walked.cost > 0.7 * f->ask.allowance;
}

/* The same for one that goes straight, all along at the height of that place. */
static bool make_straight(qm__muster_work *w, uint16_t figure, qm_place to) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    const qm__xy from = qm__muster_start(w, figure), end = {to.x, to.y};
    const int32_t level = qm__inch_spot(f->base, to).level;
    w->way.from = qm__spot_at(from, level);
    w->way.count = 1;
    w->way.length = qm__apart(from, end);
    w->way.pieces[0] = (qm__piece){.from = from, .to = end, .length = w->way.length, .level = level};
    return w->way.length > 0.7 * f->ask.allowance;
}

/* Places on the way of a figure that was found, the last ones that it can afford foremost. */
static void strew_along(qm__muster_work *w, uint16_t figure) {
    static const double parts[] = {1, 0.9998, 0.95, 0.9, 0.8, 0.7, 0.55, 0.4, 0.2};
    const qm__muster_figure *f = &w->ask->figures[figure];
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        int32_t level;
        const qm__xy at = way_at(&w->way, parts[i] * qm__least(w->way.length, f->ask.allowance), &level);
        qm_place place;
        if (level >= 0 && find_whole(w, w->kind_of[figure], &w->crowd, qm__spot_at(at, level), &place)) {
            add_place(w, place);
        }
    }
}

/* Places on the ways of a figure to another place. */
static void strew_ways(qm__muster_work *w, uint16_t figure, qm_place to) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    if ((f->straight || f->slides) && make_straight(w, figure, to)) {
        strew_along(w, figure);
    }
    if (!f->straight && find_way(w, figure, to)) {
        strew_along(w, figure);
    }
}

/* --------------------------------------------------------------------------------------------------------- over links
 */

/* The point of an arc or a straight stretch that is nearest to another. */
static qm__xy nearest_on(const qm__curve *curve, qm__xy p) {
    if (curve->radius == 0) {
        return qm__along(curve->a, qm__minus(curve->b, curve->a), qm__nearest_part(curve->a, curve->b, p));
    }
    const qm__xy to_a = qm__minus(curve->a, curve->centre), to_b = qm__minus(curve->b, curve->centre);
    const qm__xy to_p = qm__minus(p, curve->centre);
    const bool after = qm__cross(to_a, to_p) >= 0, before = qm__cross(to_p, to_b) >= 0;
    if (qm__cross(to_a, to_b) >= 0 ? after && before : after || before) {
        return qm__along(curve->centre, qm__unit(to_p), curve->radius);
    }
    return qm__apart(p, curve->a) < qm__apart(p, curve->b) ? curve->a : curve->b;
}

/* A link as a figure takes it that goes straight to it: where it lands, and what is left there. */
typedef struct landing {
    qm__xy at;
    int32_t level;
    double left;
} landing;

/* The same from a point of the take-off; false = it is too dear, or may not be taken. */
static bool take_off(const qm__muster_work *w, uint16_t figure, uint32_t number, qm__xy off, landing *out) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    const qm__links *links = f->base->links;
    const qm__link *link = &links->items[number];
    qm__link_price bands[QM__BANDS_MAX];
    const int count = f->ask.pricing(f->ask.context, links, number, bands);
    const qm__xy on = nearest_on(&link->on, off);
    const double length = qm__apart(off, on);
    int band = 0;
    while (band + 1 < count && bands[band].up_to < length) {
        band++;
    }
    const double cost = count > 0 ? bands[band].cost + bands[band].per_unit * length : 0;
    *out = (landing){on, link->to,
                     qm__muster_budget(w, figure) - qm__apart(qm__muster_start(w, figure), off) - cost + QM__SLACK};
    return count > 0 && bands[band].chance > 0 && out->left >= 0;
}

/* The last places between a landing and where the figure wants to be that it can afford, if it does not get there and
 * comes within a base of it. */
static void strew_behind(qm__muster_work *w, uint16_t figure, const landing *l, qm__xy to) {
    static const double parts[] = {1, 0.9998};
    const qm__xy way = qm__minus(to, l->at);
    const double length = qm__length(way);
    if (l->left >= length || l->left + 2 * qm__muster_widest(w) < length) {
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const qm__xy at = qm__along(l->at, way, parts[i] * l->left / length);
        qm_place place;
        if (find_whole(w, w->kind_of[figure], &w->crowd, qm__spot_at(at, l->level), &place) && !has_place(w, place)) {
            add_place(w, place);
        }
    }
}

/* Links are taken where the figure gets to soonest, where it is nearest to its end, and on the line between. */
static void strew_link(qm__muster_work *w, uint16_t figure, uint32_t number, qm__xy to) {
    const qm__curve *off = &w->ask->figures[figure].base->links->items[number].off;
    const qm__xy from = qm__muster_start(w, figure), first = nearest_on(off, from), last = nearest_on(off, to);
    const double before = qm__apart(from, first), behind = qm__apart(to, last);
    const double part = before + behind > 0 ? before / (before + behind) : 0;
    const qm__xy points[] = {first, nearest_on(off, qm__along(first, qm__minus(last, first), part)), last};
    for (int i = 0; i < 3; i++) {
        landing l;
        if (take_off(w, figure, number, points[i], &l)) {
            strew_behind(w, figure, &l, to);
        }
    }
}

/* Places behind links of a figure that has prices for them. */
static void strew_over(qm__muster_work *w, uint16_t figure, qm_place goal) {
    const qm__links *links = w->ask->figures[figure].base->links;
    const double high = farthest(w);
    for (uint32_t i = 0; links && i < links->count && !is_full(w); i++) {
        const qm__link *link = &links->items[i];
        const double away = qm__apart(nearest_on(&link->off, qm__muster_start(w, figure)), qm__muster_start(w, figure));
        if (away <= qm__muster_budget(w, figure) && height_counts(w, qm__level_height(links->levels, link->to), high)) {
            strew_link(w, figure, i, (qm__xy){goal.x, goal.y});
            strew_link(w, figure, i, w->targets[figure]);
        }
    }
}

/* Where ways to the goal end for a kind: at the goal, or beside it. */
static qm_place end_of_ways(qm__muster_work *w, uint16_t kind) {
    qm_place found[QM_STANDS_MAX];
    const qm_place goal = w->ask->goal;
    if (qm__muster_clear(w, kind, &w->crowd, goal) || qm__muster_nearest(w, kind, goal, farthest(w), found) == 0) {
        return goal;
    }
    add_place(w, found[0]);
    return found[0];
}

void qm__muster_strew_near(qm__muster_work *w) {
    const uint32_t most = 60 + 8u * w->ask->count;
    for (uint16_t kind = 0; kind < w->kind_count; kind++) {
        qm__muster_prepare(w, kind);
        const qm_place end = end_of_ways(w, kind);
        strew_lattice(w, kind, lattice_of(w, base_width(qm__muster_kind(w, kind)) / 2 + 2, false), most, farthest(w));
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] == kind) {
                strew_ways(w, i, end);
            }
            if (w->kind_of[i] == kind && !qm__muster_on_foot(w, i) && !(w->left_out & QM__MUSTER_NO_BUDGETS)) {
                strew_over(w, i, end);
            }
        }
    }
}

/* The places nearest to points of the lattice on the goal's height where nobody can stand: in corridors, on ledges and
 * in corners these are the only ones. */
static void strew_edges(qm__muster_work *w, uint16_t kind, uint32_t most) {
    const double side = base_width(qm__muster_kind(w, kind)) / 2 + 2;
    const double far = qm__least(farthest(w), 2 * qm__muster_packed(w) + 3000);
    lattice l = lattice_of(w, side, false);
    for (uint32_t asked = 0; asked < most && lattice_far(&l) <= far;) {
        qm_place place = qm__inch_place(qm__muster_kind(w, kind)->base, lattice_next(&l), -1);
        place.z = w->ask->goal.z;
        if (!qm__muster_clear(w, kind, &w->crowd, place)) {
            add_nearest(w, kind, &w->crowd, place, 2 * side);
            asked++;
        }
    }
}

/* Places all round a figure, as far as it could go and less far. */
static void strew_rays(qm__muster_work *w, uint16_t figure) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    for (int turn = 0; turn < 16; turn++) {
        const qm__turn t = qm__turn_of(turn * QM__PARTS / 16.0);
        for (int part = 2; part <= 4; part++) {
            const double away = (f->ask.allowance - 1) * part / 4.0;
            const qm_place flat =
                qm__inch_place(f->base, qm__along(qm__muster_start(w, figure), (qm__xy){t.cos, t.sin}, away), -1);
            const qm_place place = {flat.x, flat.y, f->from.z};
            if (!has_place(w, place) && qm__muster_clear(w, w->kind_of[figure], &w->crowd, place)) {
                add_place(w, place);
            }
        }
    }
}

void qm__muster_strew_wide(qm__muster_work *w) {
    const uint32_t share = w->kind_count < 4 ? w->kind_count : 4;
    for (uint16_t kind = 0; kind < w->kind_count; kind++) {
        qm__muster_prepare(w, kind);
        const double side = base_width(qm__muster_kind(w, kind)) / 2 + 2;
        strew_edges(w, kind, 160 / share);
        strew_lattice(w, kind, lattice_of(w, side / 2, false), 200 / share, qm__muster_packed(w) + 1000);
        strew_lattice(w, kind, lattice_of(w, side, true), 150 / share, qm__muster_packed(w) + 1000);
        strew_lattice(w, kind, lattice_of(w, side, false), 400 / share, farthest(w));
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] == kind) {
                strew_rays(w, i);
            }
        }
    }
}

/* Places beside that of a figure, from a hair's breadth on. */
static void strew_beside(qm__muster_work *w, uint16_t figure) {
    static const double steps[] = {4, 16, 64, 250};
    const qm_place from = w->places[w->at[figure]];
    for (int turn = 0; turn < 8; turn++) {
        const qm__turn t = qm__turn_of(turn * QM__PARTS / 8.0);
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            const qm__xy at = qm__along((qm__xy){from.x, from.y}, (qm__xy){t.cos, t.sin}, steps[i]);
            const qm_place flat = qm__inch_place(w->ask->figures[figure].base, at, -1);
            const qm_place place = {flat.x, flat.y, from.z};
            if (qm__muster_clear(w, w->kind_of[figure], &w->crowd, place)) {
                add_place(w, place);
            }
        }
    }
}

/* Places in contact with the other figures where they are put. */
static void strew_contacts(qm__muster_work *w, uint16_t figure) {
    const uint16_t kind = w->kind_of[figure];
    const qm_place target = qm__inch_place(w->ask->figures[figure].base, w->targets[figure], -1);
    qm__crowd crowd = {.bodies = w->bodies, .count = w->crowd.count, .self = UINT16_MAX};
    for (uint16_t k = 0; k < w->ask->count; k++) {
        if (k != figure) {
            w->bodies[crowd.count] = w->put[k];
            w->bodies[crowd.count++].manner = QM__PASS_ONLY;
        }
    }
    add_nearest(w, kind, &crowd, (qm_place){target.x, target.y, w->ask->goal.z}, 6000);
    add_nearest(w, kind, &crowd, w->ask->goal, 6000);
    for (uint16_t k = 0; k < w->ask->count; k++) {
        add_nearest(w, kind, &crowd, w->places[w->at[k]], 4000);
    }
}

void qm__muster_strew_close(qm__muster_work *w) {
    qm_place now[QM__MUSTER_MAX];
    for (uint16_t i = 0; i < w->ask->count; i++) {
        now[i] = w->places[w->at[i]];
    }
    w->strewn = w->strewn ? w->strewn : w->count;
    drop_places(w, w->strewn);
    w->known = w->count;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->at[i] = (int32_t)w->count;
        add_place(w, now[i]);
    }
    for (uint16_t kind = 0; kind < w->kind_count; kind++) {
        qm__muster_prepare(w, kind);
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] == kind) {
                strew_beside(w, i);
            }
        }
        for (uint16_t i = 0; i < w->ask->count && !is_full(w); i++) {
            if (w->kind_of[i] == kind) {
                strew_contacts(w, i);
            }
        }
    }
}
