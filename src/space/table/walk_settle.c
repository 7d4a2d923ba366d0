/* Settling: the points of a way found over points strewn along borders are moved to where it is cheapest.
 *
 * A piece that crosses a border where no point was strewn is cut there; joints on borders slide along them (see
 * walk_bends.c), then every joint tries the places around it, nearer and nearer; those that are of no use are taken
 * out.
 *
 * Invariant: after every move the way can be walked and costs less than before.
 */
#include "space/table/walk_search.h"

#include "base/angle.h"

#include <string.h>

#define FIRST_MOVE 300.0 /* units: as far as points are strewn */
#define LAST_MOVE 2.0
#define ROUNDS 6   /* at most, with moves of one length */
#define SLIDES 20  /* rounds of sliding, at most */
#define CHORD 0.02 /* radians of an arc that is looked at as a straight piece */

typedef struct settling {
    qm__field field;
    const qm__pricing *pricing;
    qm__way *way;
    uint64_t met; /* areas that are paid for */
} settling;

static int32_t level_before(const qm__way *way, uint32_t i) {
    return i ? way->pieces[i - 1].level : way->from.level;
}

static qm__spot spot_of(qm__xy at, int32_t level) {
    return (qm__spot){at.x, at.y, level};
}

/* What a straight piece costs, the once-only prices of areas that the way has paid for left out. */
static double cost_of(const settling *s, qm__spot from, qm__xy to, int32_t level) {
    uint64_t met = s->met;
    return qm__apart((qm__xy){from.x, from.y}, to) +
           qm__piece_price(&s->field, s->pricing, from, to, level, UINT64_MAX, &met);
}

static double cost_over(const settling *s, uint32_t i, qm__xy at) {
    const qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    return cost_of(s, spot_of(in->from, level_before(s->way, i)), at, in->level) +
           cost_of(s, spot_of(at, in->level), out->to, out->level);
}

static bool can_walk(const settling *s, qm__spot from, qm__xy to, int32_t level) {
    return qm__piece_walkable(s->field.walks->levels, s->field.crowd, from, to, level, QM__CARE);
}

static bool can_meet(const settling *s, uint32_t i, qm__xy at) {
    const qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    return can_walk(s, spot_of(in->from, level_before(s->way, i)), at, in->level) &&
           can_walk(s, spot_of(at, in->level), out->to, out->level);
}

static bool is_joint(const qm__way *way, uint32_t i) {
    return i + 1 < way->count && way->pieces[i].radius == 0 && way->pieces[i + 1].radius == 0;
}

/* The next part of a piece at which it may come into or out of an area with a price by the inch. */
static double next_change(const settling *s, const qm__piece *piece, double after) {
    double part = 1;
    for (uint64_t left = s->pricing->inch; left; left &= left - 1) {
        part = qm__area_change(s->field.walks->levels, (uint32_t)__builtin_ctzll(left), piece->from, piece->to, after,
                               part);
    }
    return part;
}

static uint64_t slow_areas(const settling *s, const qm__piece *piece, double part) {
    const qm__xy at = qm__along(piece->from, qm__minus(piece->to, piece->from), part);
    uint64_t in = 0;
    for (uint64_t left = s->pricing->inch; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        in |= (uint64_t)qm__in_area(s->field.walks->levels, area, at) << area;
    }
    return in;
}

/* Cuts a straight piece in two where it first comes into or out of such an area: a search finds bends only where points
 * have been strewn. */
static void cut_piece(const settling *s, uint32_t i) {
    qm__way *way = s->way;
    qm__piece *piece = &way->pieces[i];
    double part = next_change(s, piece, 0), next;
    uint64_t in = slow_areas(s, piece, part / 2);
    for (; part < 1; part = next) {
        next = next_change(s, piece, part);
        const uint64_t beyond = slow_areas(s, piece, (part + next) / 2);
        if (beyond != in && part > 1e-3) {
            break;
        }
        in = beyond;
    }
    const qm__xy at = qm__along(piece->from, qm__minus(piece->to, piece->from), part);
    int32_t level;
    if (part > 1 - 1e-3 || way->count == QM__PIECES_MAX ||
        !qm__walkable(s->field.walks->levels, s->field.crowd, spot_of(piece->from, level_before(way, i)), at, QM__CARE,
                      &level) ||
        !can_walk(s, spot_of(at, level), piece->to, piece->level)) {
        return;
    }
    memmove(piece + 1, piece, (way->count - i) * sizeof *piece);
    way->count++;
    piece[0].to = piece[1].from = at;
    piece[0].level = level;
}

/* Moves the point between piece i and the next one to the best of eight places around it; false = it is best as it is.
 */
static bool move_joint(const settling *s, uint32_t i, double by) {
    qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    const qm__xy from = in->to;
    double now = cost_over(s, i, from);
    bool moved = false;
    for (int k = 0; k < 8; k++) {
        const qm__turn turn = qm__turn_of(QM__PARTS / 8 * k);
        const qm__xy at = {from.x + turn.cos * by, from.y + turn.sin * by};
        const double then = cost_over(s, i, at);
        if (then < now - 1e-6 && can_meet(s, i, at)) {
            now = then;
            in->to = out->from = at;
            moved = true;
        }
    }
    return moved;
}

/* Slides a joint along the border on which it lies; false = it is best as it is. */
static bool slide_joint(const settling *s, uint32_t i) {
    const qm__levels *levels = s->field.walks->levels;
    qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    const int32_t area = qm__bend_area(levels, s->pricing, in->to), level = level_before(s->way, i);
    if (area < 0) {
        return false;
    }
    const double before = qm__apart(in->from, in->to), after = qm__apart(in->to, out->to);
    const qm__xy at =
        qm__bend_slide(levels, (uint32_t)area, in->to, in->from, out->to,
                       before > 0 ? qm__inch_price(levels, s->pricing, level, in->from, in->to) / before : 1,
                       after > 0 ? qm__inch_price(levels, s->pricing, in->level, in->to, out->to) / after : 1);
    if (cost_over(s, i, at) >= cost_over(s, i, in->to) - 1e-6 || !can_meet(s, i, at)) {
        return false;
    }
    in->to = out->from = at;
    return true;
}

static void slide_joints(const settling *s) {
    bool moved = true;
    for (int round = 0; round < SLIDES && moved; round++) {
        moved = false;
        for (uint32_t i = 0; i + 1 < s->way->count; i++) {
            moved = (is_joint(s->way, i) && slide_joint(s, i)) || moved;
        }
    }
}

/* Takes out joints without which the way costs no more. */
static void join_pieces(const settling *s) {
    qm__way *way = s->way;
    for (uint32_t i = 0; i + 1 < way->count;) {
        qm__piece *in = &way->pieces[i], *out = in + 1;
        const qm__spot from = spot_of(in->from, level_before(way, i));
        const double less = is_joint(way, i) ? cost_over(s, i, in->to) - cost_of(s, from, out->to, out->level) : -1;
        if (less < -1e-6 || !can_walk(s, from, out->to, out->level)) {
            i++;
            continue;
        }
        out->from = in->from;
        memmove(in, out, (way->count - i - 1) * sizeof *in);
        way->count--;
    }
}

static double straight_cost(const settling *s) {
    double cost = 0;
    for (uint32_t i = 0; i < s->way->count; i++) {
        const qm__piece *piece = &s->way->pieces[i];
        const qm__spot from = spot_of(piece->from, level_before(s->way, i));
        cost += piece->radius > 0 ? 0 : cost_of(s, from, piece->to, piece->level);
    }
    return cost;
}

/* Puts right what a way tells besides its points. */
static void tell_again(const settling *s) {
    const qm__levels *levels = s->field.walks->levels;
    qm__way *way = s->way;
    way->length = 0;
    way->areas = qm__areas_at(levels, way->from);
    for (uint32_t i = 0; i < way->count; i++) {
        qm__piece *piece = &way->pieces[i];
        if (piece->radius > 0) {
            const int chords = (int)((piece->sweep < 0 ? -piece->sweep : piece->sweep) / CHORD) + 1;
            const int32_t level = i ? level_before(way, i) : piece->level; /* the last one may end with a step */
            qm__xy at = piece->from;
            for (int k = 1; k <= chords; k++) {
                const qm__turn by = qm__turn_of_radians(piece->sweep * k / chords);
                const qm__xy v = qm__minus(piece->from, piece->centre);
                const qm__xy to = {piece->centre.x + v.x * by.cos - v.y * by.sin,
                                   piece->centre.y + v.x * by.sin + v.y * by.cos};
                way->areas |= qm__areas_along(levels, level, at, to);
                at = to;
            }
        } else {
            piece->length = qm__apart(piece->from, piece->to);
            way->areas |= qm__piece_areas(levels, level_before(way, i), piece->from, piece->to);
        }
        way->length += piece->length;
    }
}

double qm__shores_settle(const qm__walks *walks, const qm__crowd *crowd, const qm__pricing *pricing, qm__way *way) {
    const settling s = {{walks, crowd, NULL}, pricing, way, way->areas};
    const double before = straight_cost(&s);
    for (uint32_t i = 0; i < way->count; i++) {
        if (way->pieces[i].radius == 0) {
            cut_piece(&s, i);
        }
    }
    slide_joints(&s);
    for (double by = FIRST_MOVE; by >= LAST_MOVE; by /= 2) {
        bool moved = true;
        for (int round = 0; round < ROUNDS && moved; round++) {
            moved = false;
            for (uint32_t i = 0; i + 1 < way->count; i++) {
                moved = (is_joint(way, i) && move_joint(&s, i, by)) || moved;
            }
        }
    }
    join_pieces(&s);
    slide_joints(&s);
    tell_again(&s);
    return before - straight_cost(&s) + qm__once_price(pricing, s.met & ~way->areas);
}
