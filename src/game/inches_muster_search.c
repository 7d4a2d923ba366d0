/* Which figure of a unit goes to which place.
 *
 * Figures are put one after the other, the one in the middle first and those with the fewest places next, each where
 * least is wrong and, of such places, nearest to where it would be. Then each in turn goes to the place that is best
 * while the others stay, until nothing is wrong. What is wrong is a length: how far two overlap, how much is missing to
 * hold together; so that a figure between two parts of a unit that are too far apart is drawn into the gap, and a
 * second one after it. Where nobody can better anything alone, what is wrong there counts more from then on, so that
 * the others make room. Nothing is drawn by chance.
 *
 * Invariant: every figure is put at a place that it can get to, or at none.
 *
 * Rejected: to match figures with a set of places that was chosen before. Which places hold together depends on who can
 * get to them.
 */
#include "game/inches_muster_inside.h"

#define CLASH 500.0 /* units: two who overlap are at least this wrong */
#define EVEN 1e-6
#define NEAR 0.1 /* units: lengths that differ by less are equal; whoever judges allows the slack */

#define PATIENCE 30 /* rounds in which nothing gets better */

/* How wrong a place is, and how far off where the figure would be. */
typedef struct score {
    double wrong, off;
} score;

static bool better(score a, score b) {
    return a.wrong < b.wrong - EVEN || (a.wrong <= b.wrong + EVEN && a.off < b.off - EVEN);
}

static double beyond(double length, double limit) {
    return length > limit + NEAR ? length - limit : 0;
}

/* --------------------------------------------------------------------------------------------------------- measuring
 */

qm__body qm__muster_body(const qm__muster_work *w, uint16_t figure, qm_place place) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    return (qm__body){.x = place.x,
                      .y = place.y,
                      .z = place.z,
                      .radius = f->width > 0 ? 0 : f->base->mover.walker.radius,
                      .width = f->width,
                      .length = f->length,
                      .facing = f->facing,
                      .height = f->base->mover.walker.height,
                      .manner = QM__PASS_ONLY};
}

double qm__muster_distance(const qm__muster_ask *ask, const qm__body *a, const qm__body *b) {
    return ask->plan ? qm__body_distance_plan(a, b) : qm__body_distance_space(a, b);
}

double qm__muster_goal_distance(const qm__muster_ask *ask, const qm__body *body) {
    const double plan = qm__most(qm__body_point_distance(body, (qm__xy){ask->goal.x, ask->goal.y}), 0);
    return ask->plan ? plan : qm__length((qm__xy){plan, (double)body->z - ask->goal.z});
}

double qm__muster_overlap(const qm__body *a, const qm__body *b) {
    if (!qm__heights_overlap(a->z, a->height, b->z, b->height)) {
        return 0;
    }
    const double gap = qm__body_gap(a, b);
    return gap < -QM__CARE ? -gap : 0;
}

/* How much is wrong between two figures: they overlap, or are too far apart whatever the others do. */
static double pair_wrong(const qm__muster_work *w, uint16_t a, uint16_t b, const qm__body *body_a,
                         const qm__body *body_b, double apart) {
    const qm__muster_ask *ask = w->ask;
    double wrong = 0;
    /* of two that overlap one is less than its height above the other */
    if ((apart < body_a->height || apart < body_b->height) && !(w->left_out & QM__MUSTER_OVERLAP)) {
        const double overlap = qm__muster_overlap(body_a, body_b);
        wrong += overlap > 0 ? CLASH + overlap : 0;
    }
    if (!(w->left_out & QM__MUSTER_LOOSE)) {
        wrong += ask->spread >= 0 ? beyond(apart, ask->spread) : 0;
        wrong += ask->leash >= 0 && (a + 1 == ask->leader || b + 1 == ask->leader) ? beyond(apart, ask->leash) : 0;
    }
    return wrong;
}

static bool must_bond(const qm__muster_work *w) {
    return w->ask->link >= 0 && w->ask->count > 1 && !(w->left_out & QM__MUSTER_LOOSE);
}

uint16_t qm__muster_parts(const qm__muster_work *w, uint16_t without, uint16_t parts[QM__MUSTER_MAX]) {
    uint16_t stack[QM__MUSTER_MAX], count = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        parts[i] = UINT16_MAX;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->at[i] < 0 || i == without || parts[i] != UINT16_MAX) {
            continue;
        }
        uint16_t depth = 0;
        parts[i] = count;
        stack[depth++] = i;
        while (depth > 0) {
            const uint16_t k = stack[--depth];
            for (uint16_t j = 0; j < w->ask->count; j++) {
                if (w->at[j] >= 0 && j != without && parts[j] == UINT16_MAX &&
                    beyond(w->apart[k][j], w->ask->link) == 0) {
                    parts[j] = count;
                    stack[depth++] = j;
                }
            }
        }
        count++;
    }
    return count;
}

/* How much is missing to one bond: the gaps of the shortest tree over all parts, or with EACH those to the nearest. */
static double bond_wrong(const qm__muster_work *w) {
    double nearest[QM__MUSTER_MAX], wrong = 0;
    bool joined[QM__MUSTER_MAX] = {false};
    const uint16_t n = w->ask->count;
    for (uint16_t i = 0; i < n; i++) {
        nearest[i] = QM__FAR;
        for (uint16_t k = 0; k < n; k++) {
            const bool counts = w->ask->bond == QM__MUSTER_EACH ? k != i : k == 0;
            nearest[i] = counts ? qm__least(nearest[i], w->apart[i][k]) : nearest[i];
        }
    }
    if (w->ask->bond == QM__MUSTER_EACH) {
        for (uint16_t i = 0; i < n; i++) {
            wrong += beyond(nearest[i], w->ask->link);
        }
        return wrong;
    }
    joined[0] = true;
    for (uint16_t step = 1; step < n; step++) {
        uint16_t next = n;
        for (uint16_t i = 0; i < n; i++) {
            next = !joined[i] && (next == n || nearest[i] < nearest[next]) ? i : next;
        }
        joined[next] = true;
        wrong += beyond(nearest[next], w->ask->link);
        for (uint16_t i = 0; i < n; i++) {
            nearest[i] = qm__least(nearest[i], w->apart[next][i]);
        }
    }
    return wrong;
}

static double goal_wrong(const qm__muster_work *w, uint16_t without) {
    double least = QM__FAR;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->at[i] >= 0 && i != without) {
            least = qm__least(least, qm__muster_goal_distance(w->ask, &w->put[i]));
        }
    }
    return beyond(least, w->ask->near);
}

bool qm__muster_goal_costs(const qm__muster_work *w, int32_t *costs) {
    bool any = false;
    for (uint32_t k = 0; k < w->known; k++) {
        for (uint16_t i = 0; i < w->ask->count; i++) {
            const int32_t cost = w->costs[i][k];
            const qm__body body = qm__muster_body(w, i, w->places[k]);
            const bool there = cost >= 0 && beyond(qm__muster_goal_distance(w->ask, &body), w->ask->near) == 0;
            any |= there;
            if (costs) {
                costs[i] = k == 0 ? -1 : costs[i];
                costs[i] = there && (costs[i] < 0 || cost < costs[i]) ? cost : costs[i];
            }
        }
    }
    return any;
}

double qm__muster_wrong(const qm__muster_work *w, bool goal) {
    double wrong = goal ? goal_wrong(w, UINT16_MAX) : 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        for (uint16_t k = 0; k < i; k++) {
            wrong += pair_wrong(w, i, k, &w->put[i], &w->put[k], w->apart[i][k]);
        }
    }
    return wrong + (must_bond(w) ? bond_wrong(w) : 0);
}

void qm__muster_put(qm__muster_work *w, uint16_t figure, int32_t place) {
    w->at[figure] = place;
    w->put[figure] = qm__muster_body(w, figure, w->places[place]);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->at[i] >= 0) {
            const double apart = i == figure ? 0 : qm__muster_distance(w->ask, &w->put[figure], &w->put[i]);
            w->apart[figure][i] = w->apart[i][figure] = apart;
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- best place
 */

/* One figure while the others stay. */
typedef struct turn {
    const qm__muster_work *w;
    uint16_t figure;
    uint16_t part_count;
    uint16_t parts[QM__MUSTER_MAX];
    double alone[QM__MUSTER_MAX]; /* EACH: how far the others' nearest is without this one */
    bool bonds, sees_goal;        /* it has to be bonded; somebody else is at the goal */
} turn;

static turn begin_turn(const qm__muster_work *w, uint16_t figure) {
    turn t = {.w = w, .figure = figure, .bonds = must_bond(w), .sees_goal = goal_wrong(w, figure) == 0};
    t.part_count = t.bonds ? qm__muster_parts(w, figure, t.parts) : 0;
    for (uint16_t i = 0; i < w->ask->count && t.bonds && w->ask->bond == QM__MUSTER_EACH; i++) {
        t.alone[i] = QM__FAR;
        for (uint16_t k = 0; k < w->ask->count && w->at[i] >= 0; k++) {
            const bool counts = k != i && k != figure && w->at[k] >= 0;
            t.alone[i] = counts ? qm__least(t.alone[i], w->apart[i][k]) : t.alone[i];
        }
    }
    return t;
}

/* What is missing to its bonds when it is so far from the others. */
static double turn_bond(const turn *t, const double apart[QM__MUSTER_MAX]) {
    const qm__muster_work *w = t->w;
    double nearest[QM__MUSTER_MAX], least = QM__FAR, wrong = 0;
    for (uint16_t i = 0; i < t->part_count; i++) {
        nearest[i] = QM__FAR;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->at[i] < 0 || i == t->figure) {
            continue;
        }
        least = qm__least(least, apart[i]);
        if (w->ask->bond == QM__MUSTER_EACH) {
            wrong += beyond(qm__least(t->alone[i], apart[i]), w->ask->link);
        } else {
            nearest[t->parts[i]] = qm__least(nearest[t->parts[i]], apart[i]);
        }
    }
    if (w->ask->bond == QM__MUSTER_EACH) {
        return least < QM__FAR ? wrong + beyond(least, w->ask->link) : wrong;
    }
    for (uint16_t i = 0; i < t->part_count; i++) {
        wrong += beyond(nearest[i], w->ask->link);
    }
    return wrong;
}

/* Where budgets are left out: how much more than it has a place costs a figure. That counts several times as much as
 * being off, so that those go farther than they can who have to. */
static double overspent(const qm__muster_work *w, uint16_t figure, uint32_t number) {
    return 4 * beyond(w->costs[figure][number], w->ask->figures[figure].ask.allowance);
}

/* How far a place is off where the figure would be. */
static double off_at(const turn *t, uint32_t number) {
    const qm_place place = t->w->places[number];
    const qm__xy off = qm__minus((qm__xy){place.x, place.y}, t->w->targets[t->figure]);
    const double rise = (double)place.z - t->w->ask->goal.z;
    return qm__length(off) + (rise < 0 ? -rise : rise) + overspent(t->w, t->figure, number);
}

/* How wrong a place is. Looks no further once that is more than `most`: then it is told to be more. */
static double wrong_at(const turn *t, uint32_t number, double most) {
    const qm__muster_work *w = t->w;
    const qm__body body = qm__muster_body(w, t->figure, w->places[number]);
    double apart[QM__MUSTER_MAX], wrong = 0;
    if (!t->sees_goal) {
        wrong = w->goal_weight * beyond(qm__muster_goal_distance(w->ask, &body), w->ask->near);
    }
    for (uint16_t i = 0; i < w->ask->count && wrong <= most; i++) {
        if (w->at[i] >= 0 && i != t->figure) {
            apart[i] = qm__muster_distance(w->ask, &body, &w->put[i]);
            wrong += w->weights[t->figure][i] * pair_wrong(w, t->figure, i, &body, &w->put[i], apart[i]);
        }
    }
    if (t->bonds && wrong <= most) {
        wrong += w->bond_weight * turn_bond(t, apart);
    }
    return wrong;
}

/* The best place for a figure, which it may be at already; -1 = it can get to none. Of places that are farther off than
 * the best so far only those matter that are less wrong, and nothing is less wrong than not at all. */
static int32_t best_place(const qm__muster_work *w, uint16_t figure, int32_t barred) {
    const turn t = begin_turn(w, figure);
    const int32_t now = w->at[figure];
    score best = {QM__FAR, QM__FAR};
    int32_t place = now == barred ? -1 : now;
    if (place >= 0) {
        best = (score){wrong_at(&t, (uint32_t)place, QM__FAR), off_at(&t, (uint32_t)place)};
    }
    for (uint32_t k = 0; k < w->known; k++) {
        if (w->costs[figure][k] < 0 || (int32_t)k == barred) {
            continue;
        }
        score s = {0, off_at(&t, k)};
        if (place >= 0 && !better(s, best)) {
            continue;
        }
        s.wrong = wrong_at(&t, k, s.off < best.off - EVEN ? best.wrong + EVEN : best.wrong - EVEN);
        if (place < 0 || better(s, best)) {
            best = s;
            place = (int32_t)k;
        }
    }
    return place;
}

/* ------------------------------------------------------------------------------------------------------------ search
 */

static void even_weights(qm__muster_work *w) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        for (uint16_t k = 0; k < w->ask->count; k++) {
            w->weights[i][k] = 1;
        }
    }
    w->bond_weight = w->goal_weight = 1;
}

static void note_best(qm__muster_work *w, double wrong) {
    if (wrong < w->best_wrong) {
        w->best_wrong = wrong;
        for (uint16_t i = 0; i < w->ask->count; i++) {
            w->best[i] = w->at[i];
        }
    }
}

static void take_best(qm__muster_work *w) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        qm__muster_put(w, i, w->best[i]);
    }
}

/* Those that have the fewest places first, behind the one in the middle. */
static void first_order(const qm__muster_work *w, uint16_t order[QM__MUSTER_MAX]) {
    uint32_t places[QM__MUSTER_MAX];
    for (uint16_t i = 0; i < w->ask->count; i++) {
        places[i] = i == w->middle ? 0 : 1;
        for (uint32_t k = 0; k < w->known && i != w->middle; k++) {
            places[i] += w->costs[i][k] >= 0;
        }
        uint16_t at = i;
        for (; at > 0 && places[order[at - 1]] > places[i]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static bool put_first(qm__muster_work *w) {
    uint16_t order[QM__MUSTER_MAX];
    first_order(w, order);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->at[i] = -1;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const int32_t place = best_place(w, order[i], -1);
        if (place < 0) {
            return false;
        }
        qm__muster_put(w, order[i], place);
    }
    return true;
}

/* Each figure goes to its best place once; whether anybody went. */
static bool go_round(qm__muster_work *w) {
    bool moved = false;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const int32_t place = best_place(w, i, -1);
        if (place != w->at[i]) {
            qm__muster_put(w, i, place);
            moved = true;
        }
    }
    return moved;
}

/* What is wrong now counts more from now on, and one figure, another one each time, has to leave its place. */
static void stir(qm__muster_work *w, int times) {
    const uint16_t n = w->ask->count;
    for (uint16_t i = 0; i < n; i++) {
        for (uint16_t k = 0; k < i; k++) {
            if (pair_wrong(w, i, k, &w->put[i], &w->put[k], w->apart[i][k]) > 0) {
                w->weights[i][k] = w->weights[k][i] += 1;
            }
        }
    }
    w->bond_weight += must_bond(w) && bond_wrong(w) > 0;
    w->goal_weight += goal_wrong(w, UINT16_MAX) > 0;
    if (times % 3 == 2) {
        const uint16_t leaves = (uint16_t)(times / 3 % n);
        const int32_t place = best_place(w, leaves, w->at[leaves]);
        if (place >= 0) {
            qm__muster_put(w, leaves, place);
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- polishing
 */

static double off_target(const qm__muster_work *w, uint16_t figure, int32_t place) {
    const qm__xy off = qm__minus((qm__xy){w->places[place].x, w->places[place].y}, w->targets[figure]);
    return qm__dot(off, off);
}

static bool alike(const qm__muster_work *w, uint16_t a, uint16_t b) {
    const qm__muster_figure *one = &w->ask->figures[a], *other = &w->ask->figures[b];
    const bool led = w->ask->leash >= 0 && (a + 1 == w->ask->leader || b + 1 == w->ask->leader);
    return !led && one->width == other->width && one->length == other->length && one->facing == other->facing &&
           one->base->mover.walker.radius == other->base->mover.walker.radius &&
           one->base->mover.walker.height == other->base->mover.walker.height;
}

/* Two that are alike change places where both together are then nearer to where they would be. */
static bool exchange(qm__muster_work *w) {
    bool moved = false;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        for (uint16_t k = 0; k < i; k++) {
            const int32_t a = w->at[i], b = w->at[k];
            if (alike(w, i, k) && w->costs[i][b] >= 0 && w->costs[k][a] >= 0 &&
                off_target(w, i, b) + off_target(w, k, a) < off_target(w, i, a) + off_target(w, k, b) - 1) {
                qm__muster_put(w, i, b);
                qm__muster_put(w, k, a);
                moved = true;
            }
        }
    }
    return moved;
}

static void polish(qm__muster_work *w) {
    even_weights(w);
    for (int round = 0; round < 4; round++) {
        const bool exchanged = exchange(w);
        if (!go_round(w) && !exchanged) {
            return;
        }
    }
}

bool qm__muster_as_formed(qm__muster_work *w) {
    even_weights(w);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->at[i] = -1;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->costs[i][i] < 0 || overspent(w, i, i) > 0) {
            return false;
        }
        qm__muster_put(w, i, i);
    }
    return qm__muster_wrong(w, true) == 0;
}

bool qm__muster_search(qm__muster_work *w, int rounds, bool anew) {
    int stirs = 0, since = 0;
    even_weights(w);
    w->best_wrong = QM__FAR;
    if (anew && !put_first(w)) {
        return false;
    }
    for (int round = 0; round < rounds && since < PATIENCE; round++) {
        const double wrong = qm__muster_wrong(w, true);
        since = wrong < w->best_wrong - 1 ? 0 : since + 1;
        note_best(w, wrong);
        if (wrong == 0) {
            polish(w);
            return true;
        }
        if (!go_round(w)) {
            stir(w, stirs++);
        }
    }
    note_best(w, qm__muster_wrong(w, true));
    take_best(w);
    return w->best_wrong == 0;
}
