/* Where figures of a unit could end: places strewn, and what getting to each of them costs each figure.
 *
 * Three sowings, each only when those before it did not suffice: the formation itself; a lattice of half a base around
 * the goal with places on the ways of those who do not get there; and a wider and a finer lattice with the places in
 * contact with walls and figures that are nearest to its points where nobody can stand. Whether a figure gets to a
 * place is asked of its exact reach, so nothing is lost there, and nothing has to be checked again.
 *
 * Invariant: places are in whole units; whoever is told a cost of one can end there.
 */
#include "game/inches_muster_inside.h"

#include "base/angle.h"
#include "space/table/nearest.h"

#define STRAY 400.0 /* units: gaps in a unit that has to be drawn together */

static const qm__muster_figure *figure_of(const qm__muster_work *w, uint16_t kind) {
    return &w->ask->figures[w->kinds[kind]];
}

static bool is_rect(const qm__muster_figure *figure) {
    return figure->width > 0;
}

static qm__rect rect_of(const qm__muster_figure *figure) {
    return (qm__rect){figure->width, figure->length, figure->facing};
}

/* ------------------------------------------------------------------------------------------------------------- begin
 */

static bool same_kind(const qm__muster_figure *a, const qm__muster_figure *b) {
    return a->base == b->base && a->crowd == b->crowd && a->width == b->width && a->length == b->length &&
           a->facing == b->facing;
}

static void find_kinds(qm__muster_work *w) {
    w->kind_count = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        uint16_t kind = 0;
        while (kind < w->kind_count && !same_kind(figure_of(w, kind), &w->ask->figures[i])) {
            kind++;
        }
        if (kind == w->kind_count) {
            w->kinds[w->kind_count++] = i;
        }
        w->kind_of[i] = kind;
    }
}

static qm__xy start_of(const qm__muster_work *w, uint16_t figure) {
    return (qm__xy){w->ask->figures[figure].from.x, w->ask->figures[figure].from.y};
}

static uint16_t middle_of(const qm__muster_work *w) {
    qm__xy sum = {0, 0};
    uint16_t best = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        sum = qm__plus(sum, start_of(w, i));
    }
    const qm__xy centre = {sum.x / w->ask->count, sum.y / w->ask->count};
    for (uint16_t i = 1; i < w->ask->count; i++) {
        best = qm__apart(start_of(w, i), centre) < qm__apart(start_of(w, best), centre) ? i : best;
    }
    return best;
}

static double widest(const qm__muster_work *w) {
    int32_t radius = 0;
    for (uint16_t i = 0; i < w->kind_count; i++) {
        const int32_t own = figure_of(w, i)->base->mover.walker.radius;
        radius = own > radius ? own : radius;
    }
    return radius;
}

/* How far the outermost of so many discs are from the middle one when they are packed in rings, with gaps. */
static double packed_radius(const qm__muster_work *w) {
    const double stray = w->ask->link >= 0 ? qm__least(STRAY, w->ask->link / 2.0) : STRAY;
    uint32_t rings = 0;
    while (3 * rings * (rings + 1) + 1 < w->ask->count) {
        rings++;
    }
    return rings * (2 * widest(w) + stray);
}

/* Farther from the goal than this, in plan, nobody can end. */
static double farthest(const qm__muster_work *w) {
    const qm__muster_ask *ask = w->ask;
    const double base = 2 * widest(w);
    const double by_link =
        ask->link >= 0 && ask->bond == QM__MUSTER_CHAIN ? (ask->count - 1) * (ask->link + base) : 1e9;
    const double by_spread = ask->spread >= 0 ? ask->spread + base : 1e9;
    const double most = ask->near + base + qm__least(by_link, by_spread);
    const qm__table *table = qm__levels_table(ask->figures[0].base->levels);
    return qm__least(most, (double)table->width + table->depth);
}

/* Whether the unit holds together where it begins. */
static bool holds_together(qm__muster_work *w) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->places[i] = w->ask->figures[i].from;
        w->at[i] = -1;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        qm__muster_put(w, i, i);
    }
    return qm__muster_wrong(w, false) == 0;
}

void qm__muster_begin(qm__muster_work *w, unsigned left_out) {
    const qm_place goal = w->ask->goal;
    double most = 0, scale = 1;
    w->prepared = w->left_out == left_out ? w->prepared : -1;
    w->left_out = left_out;
    find_kinds(w);
    w->middle = middle_of(w);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        most = qm__most(most, qm__apart(start_of(w, i), start_of(w, w->middle)));
    }
    if (!holds_together(w)) {
        scale = qm__least(1, packed_radius(w) / qm__most(most, 1));
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const qm__xy off = qm__minus(start_of(w, i), start_of(w, w->middle));
        w->targets[i] = qm__along((qm__xy){goal.x, goal.y}, off, scale);
    }
    w->count = w->known = 0;
}

/* --------------------------------------------------------------------------------------------------------- preparing
 */

static bool is_on_foot(const qm__muster_work *w, uint16_t figure) {
    return !w->ask->figures[figure].ask.pricing || (w->left_out & QM__MUSTER_ON_FOOT);
}

/* Whether a body can be in the way of any figure of a kind: on foot nobody gets farther than what he has. */
static bool concerns(const qm__muster_work *w, uint16_t kind, const qm__body *body) {
    if (w->left_out & QM__MUSTER_NO_BUDGETS) {
        return true;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const qm__muster_figure *figure = &w->ask->figures[i];
        const double keep = qm__body_widest(body, figure->base->mover.walker.radius) + figure->ask.allowance + 2;
        if (w->kind_of[i] == kind &&
            (!is_on_foot(w, i) || qm__apart(start_of(w, i), (qm__xy){body->x, body->y}) <= keep)) {
            return true;
        }
    }
    return false;
}

static void gather_bodies(qm__muster_work *w, uint16_t kind) {
    const qm__crowd *crowd = figure_of(w, kind)->crowd;
    uint16_t count = 0;
    for (uint16_t i = 0; crowd && i < crowd->count && !(w->left_out & QM__MUSTER_NO_BODIES); i++) {
        const qm__body *body = &crowd->bodies[i];
        if (i != crowd->self && body->manner != QM__PASS && concerns(w, kind, body)) {
            w->bodies[count] = *body;
            w->bodies[count].margin = w->left_out & QM__MUSTER_NO_MARGINS ? 0 : body->margin;
            count++;
        }
    }
    w->crowd = (qm__crowd){.bodies = w->bodies, .count = count, .self = UINT16_MAX};
}

bool qm__muster_prepare(qm__muster_work *w, uint16_t kind) {
    if (w->prepared == kind) {
        return true;
    }
    const qm__inch_base *base = figure_of(w, kind)->base;
    gather_bodies(w, kind);
    w->crowd.cells = qm__crowd_cells_make(base->levels, &w->crowd, w->cells_room);
    w->ready = qm__walks_crowd(base->walks, &w->crowd, w->ready_room, w->ready_size);
    w->exhausted |= !w->ready;
    w->prepared = w->ready ? kind : -1;
    return w->ready != NULL;
}

static double budget_of(const qm__muster_work *w, uint16_t figure) {
    const qm__table *table = qm__levels_table(w->ask->figures[figure].base->levels);
    const double all = 4.0 * ((double)table->width + table->depth), own = w->ask->figures[figure].ask.allowance;
    if (!(w->left_out & QM__MUSTER_NO_BUDGETS)) {
        return own;
    }
    return is_on_foot(w, figure) ? all : 2 * own; /* a reach over all links of a large table takes seconds */
}

const qm__reach *qm__muster_reach(qm__muster_work *w, uint16_t figure) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    const qm__reach_ask ask = {.from = qm__inch_spot(f->base, f->from),
                               .budget = budget_of(w, figure) + QM__SLACK,
                               .crowd = &w->crowd,
                               .bodies = w->ready,
                               .prices = f->ask.prices,
                               .links = is_on_foot(w, figure) ? NULL : f->base->links,
                               .pricing = is_on_foot(w, figure) ? NULL : f->ask.pricing,
                               .context = f->ask.context,
                               .may_end = true,
                               .risks_apart = f->ask.risks_apart,
                               .risks_limited = f->ask.risks_limited};
    const qm__reach *reach = qm__reach_make(f->base->grounds, &ask, w->scratch, w->scratch_size);
    w->exhausted |= !reach;
    return reach;
}

int32_t qm__muster_cost(const qm__muster_work *w, const qm__reach *reach, uint16_t figure, qm_place place) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    if (qm__muster_same(place, f->from)) {
        return 0;
    }
    const double budget = budget_of(w, figure), cost = qm__reach_cost(reach, qm__inch_spot(f->base, place));
    return cost < 0 || qm__units(cost) > budget ? -1 : qm__units(cost);
}

bool qm__muster_stands(const qm__muster_work *w, uint16_t kind, qm_place place, qm__obstruction *why) {
    const qm__muster_figure *figure = figure_of(w, kind);
    if (!is_rect(figure)) {
        return qm__inch_can_be(figure->base, &w->crowd, place, true, why);
    }
    const qm__rect rect = rect_of(figure);
    return qm__rect_stands(figure->base->levels, &w->crowd, &rect, qm__inch_spot(figure->base, place), QM__SLACK, why);
}

static bool learn_kind(qm__muster_work *w, uint16_t kind) {
    bool stands[QM__MUSTER_PLACES];
    if (!qm__muster_prepare(w, kind)) {
        return false;
    }
    for (uint32_t k = w->known; k < w->count; k++) {
        stands[k] = qm__muster_stands(w, kind, w->places[k], NULL);
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->kind_of[i] != kind) {
            continue;
        }
        const qm__reach *reach = qm__muster_reach(w, i);
        if (!reach) {
            return false;
        }
        const bool on_foot = is_on_foot(w, i);
        const double most = budget_of(w, i) + 1;
        for (uint32_t k = w->known; k < w->count; k++) {
            const qm__xy at = {w->places[k].x, w->places[k].y};
            const bool near = !on_foot || qm__apart(at, start_of(w, i)) <= most;
            const bool may = !w->ask->figures[i].fixed || qm__muster_same(w->places[k], w->ask->figures[i].to);
            w->costs[i][k] = stands[k] && near && may ? qm__muster_cost(w, reach, i, w->places[k]) : -1;
        }
    }
    return true;
}

bool qm__muster_learn(qm__muster_work *w) {
    bool good = true;
    /* the kind that is prepared first, so that one kind is prepared once */
    if (w->prepared >= 0) {
        good = learn_kind(w, (uint16_t)w->prepared);
    }
    const int done = w->prepared;
    for (uint16_t kind = 0; kind < w->kind_count && good; kind++) {
        good = kind == done || learn_kind(w, kind);
    }
    w->known = w->count;
    return good;
}

/* ---------------------------------------------------------------------------------------------------------- strewing
 */

static bool has_place(const qm__muster_work *w, qm_place place) {
    for (uint32_t i = 0; i < w->count; i++) {
        if (qm__muster_same(w->places[i], place)) {
            return true;
        }
    }
    return false;
}

static bool add_place(qm__muster_work *w, qm_place place) {
    if (w->count == QM__MUSTER_PLACES) {
        return false;
    }
    w->places[w->count++] = place;
    return true;
}

/* Nearest to a spot, with a crowd of its own. */
static int nearest_in(qm__muster_work *w, uint16_t kind, const qm__crowd *crowd, qm_place place, double limit,
                      qm_place out[QM_STANDS_MAX]) {
    const qm__muster_figure *figure = figure_of(w, kind);
    const qm__levels *levels = figure->base->levels;
    const qm__rect rect = rect_of(figure);
    const qm__nearest_ask ask = {.levels = levels,
                                 .crowd = crowd,
                                 .spot = {place.x, place.y, qm__level_at(levels, place.z)},
                                 .limit = limit,
                                 .margin = -1,
                                 .rect = is_rect(figure) ? &rect : NULL};
    qm__spot spots[QM__NEAREST_MAX], whole;
    double distance;
    bool exhausted = false;
    int count = 0;
    if (ask.spot.level < 0) {
        return 0;
    }
    const int found = qm__nearest_places(&ask, w->scratch, w->scratch_size, spots, &distance, &exhausted);
    for (int i = 0; i < found && count < QM_STANDS_MAX; i++) {
        if (ask.rect ? qm__rect_whole_stand(levels, crowd, &rect, spots[i], &whole)
                     : qm__whole_stand(levels, crowd, spots[i], &whole)) {
            out[count++] = qm__inch_place_of(figure->base, whole);
        }
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
    return is_rect(figure) ? narrow : 2 * figure->base->mover.walker.radius;
}

/* Heights at which somebody can end, seen from the goal. */
static bool height_counts(const qm__muster_work *w, int32_t z) {
    const double rise = z < w->ask->goal.z ? (double)w->ask->goal.z - z : (double)z - w->ask->goal.z;
    return w->ask->plan || rise <= farthest(w);
}

/* Adds places of a lattice, at all heights that count, where a kind can stand: at most so many, no farther than
 * that. */
static void strew_lattice(qm__muster_work *w, uint16_t kind, lattice l, uint32_t most, double far) {
    const qm__levels *levels = figure_of(w, kind)->base->levels;
    const bool fresh = w->kind_count == 1 && w->count <= 2u * w->ask->count;
    for (uint32_t added = 0; added < most && lattice_far(&l) <= far;) {
        const qm_place ground = qm__inch_place(figure_of(w, kind)->base, lattice_next(&l), -1);
        for (int k = 0; k < qm__level_count(levels); k++) {
            const qm_place place = {ground.x, ground.y, qm__level_height(levels, k)};
            if (height_counts(w, place.z) && qm__muster_stands(w, kind, place, NULL) &&
                (fresh || !has_place(w, place))) {
                added += add_place(w, place);
            }
        }
        if (w->count == QM__MUSTER_PLACES) {
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

/* Places on the way of a figure to another place, the last ones that it can afford foremost. */
static void strew_way(qm__muster_work *w, uint16_t figure, qm_place to) {
    static const double parts[] = {1, 0.9998, 0.95, 0.9, 0.8, 0.7, 0.55, 0.4, 0.2};
    const qm__muster_figure *f = &w->ask->figures[figure];
    const qm__walk_ask ask = {.from = qm__inch_spot(f->base, f->from),
                              .to = qm__inch_spot(f->base, to),
                              .crowd = &w->crowd,
                              .bodies = w->ready,
                              .prices = f->ask.prices,
                              .limit = 1e9};
    qm__walked walked;
    if (ask.to.level < 0) {
        return;
    }
    qm__walk_find(f->base->walks, &ask, w->scratch, &w->way, &walked);
    if (!walked.found || w->way.cut || walked.cost <= 0.7 * f->ask.allowance) {
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        int32_t level;
        qm__spot whole;
        const qm__xy at = way_at(&w->way, parts[i] * qm__least(w->way.length, f->ask.allowance), &level);
        const qm_place place = qm__inch_place(f->base, at, level);
        if (qm__muster_stands(w, w->kind_of[figure], place, NULL)) {
            add_place(w, place);
        } else if (!is_rect(f) && qm__whole_stand(f->base->levels, &w->crowd, qm__spot_at(at, level), &whole)) {
            add_place(w, qm__inch_place_of(f->base, whole));
        }
    }
}

/* Where ways to the goal end for a kind: at the goal, or beside it. */
static qm_place end_of_ways(qm__muster_work *w, uint16_t kind) {
    qm_place found[QM_STANDS_MAX];
    const qm_place goal = w->ask->goal;
    if (qm__muster_stands(w, kind, goal, NULL) || qm__muster_nearest(w, kind, goal, farthest(w), found) == 0) {
        return goal;
    }
    add_place(w, found[0]);
    return found[0];
}

void qm__muster_strew_near(qm__muster_work *w) {
    const uint32_t most = 60 + 8u * w->ask->count;
    for (uint16_t kind = 0; kind < w->kind_count && qm__muster_prepare(w, kind); kind++) {
        const qm_place end = end_of_ways(w, kind);
        strew_lattice(w, kind, lattice_of(w, base_width(figure_of(w, kind)) / 2 + 2, false), most, farthest(w));
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] == kind) {
                strew_way(w, i, end);
            }
        }
    }
}

/* The places nearest to points of the lattice on the goal's height where nobody can stand: in corridors, on ledges and
 * in corners these are the only ones. */
static void strew_edges(qm__muster_work *w, uint16_t kind, uint32_t most) {
    const double side = base_width(figure_of(w, kind)) / 2 + 2;
    const double far = qm__least(farthest(w), 2 * packed_radius(w) + 3000);
    lattice l = lattice_of(w, side, false);
    for (uint32_t asked = 0; asked < most && lattice_far(&l) <= far;) {
        qm_place place = qm__inch_place(figure_of(w, kind)->base, lattice_next(&l), -1);
        place.z = w->ask->goal.z;
        if (!qm__muster_stands(w, kind, place, NULL)) {
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
                qm__inch_place(f->base, qm__along(start_of(w, figure), (qm__xy){t.cos, t.sin}, away), -1);
            const qm_place place = {flat.x, flat.y, f->from.z};
            if (qm__muster_stands(w, w->kind_of[figure], place, NULL) && !has_place(w, place)) {
                add_place(w, place);
            }
        }
    }
}

void qm__muster_strew_wide(qm__muster_work *w) {
    const uint32_t share = w->kind_count < 4 ? w->kind_count : 4;
    for (uint16_t kind = 0; kind < w->kind_count && qm__muster_prepare(w, kind); kind++) {
        const double side = base_width(figure_of(w, kind)) / 2 + 2;
        strew_edges(w, kind, 160 / share);
        strew_lattice(w, kind, lattice_of(w, side / 2, false), 200 / share, packed_radius(w) + 1000);
        strew_lattice(w, kind, lattice_of(w, side, true), 150 / share, packed_radius(w) + 1000);
        strew_lattice(w, kind, lattice_of(w, side, false), 400 / share, farthest(w));
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] == kind) {
                strew_rays(w, i);
            }
        }
    }
}

void qm__muster_strew_contacts(qm__muster_work *w) {
    for (uint16_t kind = 0; kind < w->kind_count && qm__muster_prepare(w, kind); kind++) {
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] != kind) {
                continue;
            }
            qm__crowd crowd = {.bodies = w->bodies, .count = w->crowd.count, .self = UINT16_MAX};
            for (uint16_t k = 0; k < w->ask->count; k++) {
                if (k != i) {
                    w->bodies[crowd.count] = w->put[k];
                    w->bodies[crowd.count++].manner = QM__PASS_ONLY;
                }
            }
            const qm_place target = qm__inch_place(w->ask->figures[i].base, w->targets[i], -1);
            add_nearest(w, kind, &crowd, (qm_place){target.x, target.y, w->ask->goal.z}, 6000);
            add_nearest(w, kind, &crowd, w->ask->goal, 6000);
            for (uint16_t k = 0; k < w->ask->count; k++) {
                add_nearest(w, kind, &crowd, w->places[w->at[k]], 4000);
            }
        }
    }
}
