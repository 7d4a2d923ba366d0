/* Searching ways over hexes, by walking and by jumping.
 *
 * Sure ways are searched first, cheapest first. Then risky ones: in layers by number of checks, each from cheap to
 * dear, or with SAFEST from the best chance down. So a way settled later is worth keeping only if it is cheaper than
 * all before it in its hex, which leaves a few labels a hex and all ways worth choosing from. Rejected: a search by
 * cost that keeps what is safer; it settles many risky ways to hexes that a sure one reaches a little later.
 *
 * A hex may be reached in two ways that matter: free to go on, or stopped there; only free ones are extended. Rejected:
 * one label a hex, which loses destinations when the way with the fewest checks is too long to go on from.
 *
 * Where the board burns, hits count between checks and MOV: within each layer the ways that burn come last, by the
 * heap. In a search for safe ways, where they may bring the figure down, see search_fire.c.
 *
 * Ways are compared by MOV and then by hexes. Where hexes are limited apart from MOV, a dearer way of fewer hexes is
 * kept as well.
 */
#include "rules/hexmelee/search.h"

#include <string.h>

typedef struct walkabout {
    hm_search *q;
    const hm_mover *m;
    unsigned flags;
    uint16_t goal;
    bool two;    /* hexes are limited apart from MOV: fewer of them are worth something by themselves */
    bool defer;  /* every jump needs a roll, so none makes a sure way */
    bool plain;  /* of ways over plain ground the first to come to a hex is the best */
    bool quick;  /* nothing special is asked of sure ways over plain ground: see spread */
    bool fire;   /* safe ways on a board that burns: see search_fire.c */
    int landing; /* the least a landing costs */
    int ties;    /* 1: ways of equal MOV may differ in hexes */
    int layer;   /* being settled; 0 = sure ways */
    int budget;  /* most MOV */
} walkabout;

/* Whether one label of the heap goes before another: the better chance (if that is looked for), then fewer checks, then
 * fewer hits, then the lower cost. */
static bool goes_before(const hm_search *q, const hm_label *a, const hm_label *b) {
    if (q->safest && a->chance != b->chance) {
        return a->chance > b->chance;
    }
    if (a->checks != b->checks) {
        return a->checks < b->checks;
    }
    return a->hits != b->hits ? a->hits < b->hits : hm_rank_of(a) < hm_rank_of(b);
}

static void heap_push(hm_search *q, uint16_t number) {
    const hm_label *label = &q->labels[number];
    uint32_t at = q->heap_count++;
    while (at > 0 && goes_before(q, label, &q->labels[q->heap[(at - 1) / 2]])) {
        q->heap[at] = q->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->heap[at] = number;
}

static uint16_t heap_pop(hm_search *q) {
    const uint16_t top = q->heap[0], moved = q->heap[--q->heap_count];
    const hm_label *label = &q->labels[moved];
    uint32_t at = 0;
    for (uint32_t child = 1; child < q->heap_count; child = 2 * at + 1) {
        if (child + 1 < q->heap_count && goes_before(q, &q->labels[q->heap[child + 1]], &q->labels[q->heap[child]])) {
            child++;
        }
        if (!goes_before(q, &q->labels[q->heap[child]], label)) {
            break;
        }
        q->heap[at] = q->heap[child];
        at = child;
    }
    q->heap[at] = moved;
    return top;
}

/* Whether the movement may end by this way. */
static bool may_end(const walkabout *w, const hm_label *label, const hm_cell *cell) {
    if (!(w->flags & HM_SEARCH_PICKUP) || (label->flags & HM_LABEL_PASS)) {
        return !(label->flags & HM_LABEL_PASS);
    }
    const bool engaged = label->parent != 0 && (cell->engaged >> label->direction & 1u);
    return !engaged && !(label->flags & HM_LABEL_WHOLE);
}

/* A way that burns: kept unless another is as good in every respect. The label is the last one
 * made, so that it can be dropped again. */
static void await_in_fire(const walkabout *w, uint16_t number, const hm_label *label, const hm_cell *cell) {
    hm_search *q = w->q;
    const bool lost = (label->flags & HM_LABEL_STOPPED) && !may_end(w, label, cell); /* it leads nowhere */
    if (lost || qm__hm_fire_beaten(q, label, 0)) {
        q->label_count--;
        return;
    }
    qm__hm_fire_chain(q, number);
    heap_push(q, number);
}

/* A label waits for its turn. Sure ways that do not burn bar dearer ones at once; others only when settled, as some may
 * still come before them. */
static inline void await(const walkabout *w, uint16_t number, hm_label *label, hm_cell *cell) {
    hm_search *q = w->q;
    if (label->hits) {
        await_in_fire(w, number, label, cell);
        return;
    }
    if (label->checks && q->safest) {
        heap_push(q, number);
        return;
    }
    uint16_t *head = &q->heads[label->checks % HM_LAYERS][label->cost];
    label->next = *head;
    *head = number;
    q->queued++;
    if (label->checks == 0 && !(label->flags & HM_LABEL_STOPPED) && !w->two) {
        cell->best_free = hm_rank_of(label);
    }
}

/* A way that may be worth something gets a label. */
static void push(const walkabout *w, const hm_label *made, hm_cell *cell) {
    hm_search *q = w->q;
    const bool stopped = (made->flags & HM_LABEL_STOPPED) != 0;
    if (hm_rank_of(made) >= (stopped ? cell->best_any : cell->best_free) &&
        !(w->two && !stopped && made->hexes < cell->few)) {
        return;
    }
    if (q->label_count >= q->label_max) {
        q->full = true;
        return;
    }
    const uint16_t number = ++q->label_count;
    q->labels[number] = *made;
    await(w, number, &q->labels[number], cell);
}

/* Hits of a way that goes on from here: those of the ground it leaves, if it entered that in this movement (HX-02). */
static inline uint16_t hits_on(const hm_search *q, const hm_label *from) {
    return (uint16_t)(from->hits + (from->parent != 0 ? q->grounds[q->codes[from->hex]].hits_passing : 0));
}

static double save_chance(const hm_mover *m, uint16_t hex, int dice) {
    return qm__hm_save_chance(m->s, dice, qm__hm_mover_dex(m, hex));
}

/* Adds the checks of an arrival to a label, in the order the judge announces them. */
static void add_checks(const hm_mover *m, hm_label *label, unsigned checks) {
    if ((checks & HM_CHECK_GROUND) != 0) {
        label->checks++;
        label->chance *= save_chance(m, label->hex, hm_ground_at(m->s, label->hex)->save_dice);
    }
    if ((checks & HM_CHECK_BODY) != 0) {
        label->checks++;
        label->chance *= save_chance(m, label->hex, m->d->set.body_dice);
    }
}

/* Whether no way of so much MOV can be worth anything in a hex. An equal one can only where MOV and hexes part. */
static inline bool no_gain(const walkabout *w, const hm_cell *cell, int least) {
    const int worth = least - w->ties;
    return !w->two && worth >= cell->best_free >> 8 && worth >= cell->best_any >> 8;
}

static void try_jump(const walkabout *w, uint16_t number, uint16_t to) {
    const hm_mover *m = w->m;
    const hm_label *from = &w->q->labels[number];
    const hm_cell *cell = hm_cell_at(w->q, to);
    hm_leap leap;
    /* A jump costs at least the hexes it spans: where that is no gain, it need not be weighed. */
    const int least = from->cost + qm__hex_distance(&m->s->hex, from->hex, to) - 1;
    if (least > w->budget || no_gain(w, cell, least) || cell->upright ||
        w->q->grounds[w->q->codes[to]].what != HM_WHAT_OPEN || !qm__hm_leap_judge(m, from->hex, to, &leap)) {
        return;
    }
    const int cost = from->cost + leap.cost, hexes = from->hexes + leap.width + 1;
    if (cost > w->budget || hexes > m->hexes_max) {
        return;
    }
    hm_label made = {.chance = from->chance,
                     .hex = to,
                     .parent = number,
                     .cost = (uint8_t)cost,
                     .hexes = (uint8_t)hexes,
                     .checks = from->checks,
                     .direction = leap.direction,
                     .entered = (uint8_t)leap.landing.cost,
                     .hits = hits_on(w->q, from),
                     .flags = (uint8_t)((from->flags & HM_LABEL_WHOLE) | HM_LABEL_JUMP | HM_LABEL_JUMPED |
                                        (leap.landing.stops ? HM_LABEL_STOPPED : 0))};
    if (leap.dice) {
        made.checks++;
        made.chance *= qm__hm_save_chance(m->s, leap.dice, leap.target);
    }
    add_checks(m, &made, leap.landing.checks);
    push(w, &made, hm_cell_at(w->q, to));
}

/* Jumps that begin towards `next`, a hex with something to jump over: along the row, as wide as may be. */
static void try_row(const walkabout *w, uint16_t number, uint16_t next, int direction) {
    const hm_mover *m = w->m;
    /* a jump costs at least the hexes it spans, and the landing if that is paid */
    const int least = w->q->labels[number].cost + w->landing, most = w->budget - least;
    uint16_t to = next;
    for (int width = 1; width <= HM_SPAN_MAX && width <= most; width++) {
        const uint8_t what = w->q->grounds[w->q->codes[to]].what;
        if (what == HM_WHAT_SOLID || (what == HM_WHAT_OPEN && width > 1)) {
            return;
        }
        to = m->s->hex.neighbours[to][direction];
        if (to == 0) {
            return;
        }
        if (!no_gain(w, hm_cell_at(w->q, to), least + width)) {
            try_jump(w, number, to);
        }
    }
}

/* With jump_line = any: every hex around at the distance of a jump. */
static void try_all_around(const walkabout *w, uint16_t number) {
    const hm_mover *m = w->m;
    const uint16_t hex = w->q->labels[number].hex;
    uint16_t ring[6 * 6];
    for (int radius = 2; radius <= 6; radius++) {
        const size_t count = qm__hex_ring(&m->s->hex, hex, radius, ring, sizeof ring / sizeof *ring);
        for (size_t i = 0; i < count; i++) {
            try_jump(w, number, ring[i]);
        }
    }
}

/* A step that is not simply onto free, plain ground. */
static void step_with_care(const walkabout *w, uint16_t number, uint16_t to, int direction, hm_cell *cell) {
    const hm_mover *m = w->m;
    const hm_label *from = &w->q->labels[number];
    const bool climbs = w->q->grounds[w->q->codes[from->hex]].what == HM_WHAT_PIT; /* at a price of its own */
    const int least = from->cost + (climbs ? 1 : w->q->grounds[w->q->codes[to]].cost);
    if (least > w->budget || no_gain(w, cell, least)) {
        return;
    }
    const hm_spot spot = {cell->upright, cell->body, (cell->care & HM_CARE_FRIEND) != 0, cell->engaged};
    hm_entry entry;
    qm__hm_enter(m, from->hex, to, direction, &spot, from->parent == 0 && !m->moved, &entry);
    const int cost = from->cost + entry.cost;
    if (entry.reason || cost > w->budget || (m->shift && spot.body && m->d->set.shift_body == HM_SHIFT_BODY_NO)) {
        return;
    }
    hm_label made = {.chance = from->chance,
                     .hex = to,
                     .parent = number,
                     .cost = (uint8_t)cost,
                     .hexes = (uint8_t)(from->hexes + 1),
                     .checks = from->checks,
                     .direction = (uint8_t)direction,
                     .entered = (uint8_t)entry.cost,
                     .hits = hits_on(w->q, from),
                     .flags = (uint8_t)((from->flags & (HM_LABEL_WHOLE | HM_LABEL_JUMPED)) |
                                        (entry.stops ? HM_LABEL_STOPPED : 0) | (entry.pass ? HM_LABEL_PASS : 0) |
                                        (entry.whole_turn ? HM_LABEL_WHOLE : 0))};
    add_checks(m, &made, entry.checks);
    push(w, &made, cell);
}

/* The same but for fewer hexes; in a search for safe ways no less safe. */
static bool shorter(const walkabout *w, const hm_label *a, const hm_label *b) {
    return a->cost == b->cost && a->hexes < b->hexes && a->checks == b->checks && a->hits == b->hits &&
           !((w->flags & HM_SEARCH_SAFEST) && a->chance < b->chance);
}

/* Notes a way that is cheaper than all before it to its hex, or as cheap and shorter. */
static void record(const walkabout *w, uint16_t number, hm_cell *cell) {
    hm_search *q = w->q;
    const hm_label *label = &q->labels[number];
    if (w->fire && label->checks) { /* ways that burn may have come before it */
        cell->best_any = hm_rank_of(label);
        qm__hm_fire_end(q, w->m, number, w->goal);
        return;
    }
    const bool fresh = cell->first == 0, instead = !fresh && shorter(w, label, &q->labels[cell->last]);
    if (!fresh && !instead && label->cost >= q->labels[cell->last].cost) {
        return;
    }
    if (w->goal == label->hex && instead) {
        q->found[q->found_count - 1] = number;
    } else if ((w->goal ? label->hex == w->goal : fresh) && q->found_count < q->found_max) {
        q->found[q->found_count++] = w->goal ? number : label->hex;
    }
    if (fresh || (instead && cell->first == cell->last)) {
        cell->first = number;
    }
    cell->last = number;
    cell->best_any = hm_rank_of(label);
}

/* A step onto free, plain ground: nearly all of them, so the label is written in place. */
static inline void step_plainly(const walkabout *w, uint16_t number, const hm_label *from, uint16_t to, int direction,
                                unsigned hits, hm_cell *cell) {
    hm_search *q = w->q;
    const unsigned cost = from->cost + 1u, hexes = from->hexes + 1u;
    const unsigned stopped = (unsigned)cell->engaged >> direction & 1u;
    if ((cost << 8 | hexes) >= (stopped ? cell->best_any : cell->best_free) &&
        !(w->two && !stopped && hexes < cell->few)) {
        return;
    }
    if (q->label_count >= q->label_max) {
        q->full = true;
        return;
    }
    const uint16_t made = ++q->label_count;
    hm_label *label = &q->labels[made];
    label->chance = from->chance;
    label->hex = to;
    label->parent = number;
    label->cost = (uint8_t)cost;
    label->hexes = (uint8_t)hexes;
    label->checks = from->checks;
    label->direction = (uint8_t)direction;
    label->entered = 1;
    label->hits = (uint16_t)hits;
    label->flags = (uint8_t)((from->flags & (HM_LABEL_WHOLE | HM_LABEL_JUMPED)) | (stopped ? HM_LABEL_STOPPED : 0u));
    await(w, made, label, cell);
}

/* Jumps from a hex: towards every pit, wall and body beside it. */
static void extend_by_jumps(const walkabout *w, uint16_t number, unsigned edges) {
    const hm_mover *m = w->m;
    const uint16_t *neighbours = m->s->hex.neighbours[w->q->labels[number].hex];
    unsigned towards = edges;
    for (int d = 0; d < 6 && w->q->bodies; d++) {
        if (neighbours[d] != 0 && hm_cell_at(w->q, neighbours[d])->body) {
            towards |= 1u << d;
        }
    }
    if (towards && m->d->set.jump_line == HM_JUMP_LINE_ANY) {
        try_all_around(w, number);
        return;
    }
    for (int d = 0; d < 6; d++) {
        if (towards >> d & 1u) {
            try_row(w, number, neighbours[d], d);
        }
    }
}

/* Directions to try, and how many. */
typedef struct ways_on {
    uint8_t list[6];
    uint8_t count;
} ways_on;

/* The directions worth going on in after a step in a direction. The other three lead where the hex before could have
 * led as well, at less cost: back to it, and to the two hexes beside it. */
static const ways_on ahead[6] = {{{5, 0, 1}, 3}, {{0, 1, 2}, 3}, {{1, 2, 3}, 3},
                                 {{2, 3, 4}, 3}, {{3, 4, 5}, 3}, {{4, 5, 0}, 3}};
static const ways_on everywhere = {{0, 1, 2, 3, 4, 5}, 6};

/* A sure way goes on over plain ground that nobody threatens: most of any search, so it is spelled out here. Directions
 * that need more thought are left in `on`. */
static void spread(const walkabout *w, uint16_t number, const hm_label *from, const uint16_t *neighbours, ways_on *on) {
    hm_search *q = w->q;
    const uint16_t rank = (uint16_t)(hm_rank_of(from) + 0x0101);
    const unsigned cost = from->cost + 1u;
    const hm_label base = {.chance = from->chance,
                           .parent = number,
                           .cost = (uint8_t)cost,
                           .hexes = (uint8_t)(from->hexes + 1),
                           .entered = 1,
                           .flags = (uint8_t)(from->flags & (HM_LABEL_WHOLE | HM_LABEL_JUMPED))};
    uint16_t *head = &q->heads[0][cost];
    const unsigned count = on->count;
    on->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t d = on->list[i];
        const uint16_t to = neighbours[d];
        hm_cell *cell = hm_cell_at(q, to);
        if (cell->care | cell->engaged) {
            on->list[on->count++] = d;
            continue;
        }
        if (rank >= cell->best_free) {
            continue;
        }
        if (q->label_count >= q->label_max) {
            q->full = true;
            return;
        }
        const uint16_t made = ++q->label_count;
        hm_label *label = &q->labels[made];
        *label = base;
        label->hex = to;
        label->direction = d;
        cell->best_free = rank;
        if (w->plain) { /* nothing better can come: it is noted at once */
            cell->first = cell->last = made;
            cell->best_any = rank;
            q->found[q->found_count++] = to;
        } else if (cost == (unsigned)w->budget) {
            record(w, made, cell); /* the end of its reach: everything cheaper is known by now */
        }
        if (cost < (unsigned)w->budget) {
            label->next = *head;
            *head = made;
            q->queued++;
        }
    }
}

static void extend(const walkabout *w, uint16_t number) {
    const hm_mover *m = w->m;
    hm_search *q = w->q;
    const hm_label *from = &q->labels[number]; /* labels never move */
    const uint16_t *neighbours = m->s->hex.neighbours[from->hex];
    const hm_ground *ground = &q->grounds[q->codes[from->hex]];
    const bool level = ground->what != HM_WHAT_PIT;
    const bool forward = from->parent != 0 && !(from->flags & HM_LABEL_JUMP) && !m->by_entry && level;
    const unsigned hits = from->hits + (from->parent != 0 ? ground->hits_passing : 0u);
    ways_on on = forward ? ahead[from->direction] : everywhere;
    if (from->hexes >= m->hexes_max) {
        on.count = 0;
    } else if (w->quick && !from->checks && !hits && level) {
        spread(w, number, from, neighbours, &on);
    }
    for (int i = 0; i < on.count; i++) {
        const int d = on.list[i];
        const uint16_t to = neighbours[d];
        if (to == 0) {
            continue;
        }
        hm_cell *cell = hm_cell_at(q, to);
        if (!cell->care && level) {
            step_plainly(w, number, from, to, d, hits, cell);
        } else {
            step_with_care(w, number, to, d, cell);
        }
    }
    const unsigned edges = m->d->edges[from->hex];
    if ((edges || q->bodies) && level && m->jumps && (w->flags & HM_SEARCH_JUMPS)) {
        if (w->layer == 0 && w->defer && !from->hits) { /* once all sure ways are known, few jumps are worth weighing */
            q->labels[number].next = q->deferred;
            q->deferred = number;
        } else {
            extend_by_jumps(w, number, edges);
        }
    }
}

static void settle(const walkabout *w, uint16_t number) {
    const hm_label *label = &w->q->labels[number];
    hm_cell *cell = hm_cell_at(w->q, label->hex);
    const uint16_t rank = hm_rank_of(label);
    if (rank < cell->best_any && may_end(w, label, cell)) {
        record(w, number, cell);
    }
    const bool good = label->checks || label->hits || w->two ? rank < cell->best_free : rank == cell->best_free;
    if ((good || (w->two && label->hexes < cell->few)) && !(label->flags & HM_LABEL_STOPPED)) {
        cell->best_free = rank < cell->best_free ? rank : cell->best_free;
        cell->few = label->hexes < cell->few ? label->hexes : cell->few;
        if (label->cost < w->budget) { /* no hex is free */
            extend(w, number);
        }
    }
}

/* The same for a way of await_in_fire. What bars it are ways that do not burn and are no riskier, and any that beats it
 * in every respect. */
static void settle_in_fire(const walkabout *w, uint16_t number) {
    const hm_label *label = &w->q->labels[number];
    const hm_cell *cell = hm_cell_at(w->q, label->hex);
    const bool stopped = (label->flags & HM_LABEL_STOPPED) != 0;
    const bool barred = hm_rank_of(label) >= (stopped ? cell->best_any : cell->best_free) &&
                        !(w->two && !stopped && label->hexes < cell->few);
    if (barred || qm__hm_fire_beaten(w->q, label, number)) {
        return;
    }
    if (may_end(w, label, cell)) {
        qm__hm_fire_end(w->q, w->m, number, w->goal);
    }
    if (!stopped && label->cost < w->budget) {
        extend(w, number);
    }
}

static void settle_layer(const walkabout *w) {
    uint16_t *heads = w->q->heads[w->layer % HM_LAYERS];
    for (int cost = 0; cost <= w->budget; cost++) {
        while (heads[cost]) {
            const uint16_t number = heads[cost];
            heads[cost] = w->q->labels[number].next;
            w->q->queued--;
            settle(w, number);
        }
    }
}

void qm__hm_search_run(hm_search *q, const hm_mover *m, uint16_t start, unsigned flags, uint16_t goal) {
    walkabout w = {
        .q = q, .m = m, .flags = flags, .goal = goal, .budget = m->mov_max < HM_COST_MAX ? m->mov_max : HM_COST_MAX};
    w.two = m->hexes_max < w.budget;
    w.quick = !w.two && !m->by_entry;
    w.fire = m->d->burns && (flags & HM_SEARCH_SAFEST);
    q->by_hexes = w.two;
    w.ties = q->bodies || m->d->dear || m->d->set.landing_hex == HM_LANDING_HEX_FREE;
    const hm_settings *set = &m->d->set;
    w.landing = set->landing_hex == HM_LANDING_HEX_PAID && set->body_jump_mov >= 2;
    w.plain = w.quick && !w.ties && !goal;
    w.defer = set->jump_dice_1 > 0 && set->jump_dice_2 > 0 && set->jump_dice_3 > 0 && set->body_dice > 0;
    q->queued = q->heap_count = 0;
    q->deferred = 0;
    q->found_count = 0;
    q->safest = (flags & HM_SEARCH_SAFEST) != 0;
    if (m->d->burns) {
        memset(q->chains, 0, q->cell_count * sizeof q->chains[0]);
    }
    for (int layer = 0; layer < HM_LAYERS; layer++) {
        memset(q->heads[layer], 0, ((size_t)w.budget + 1) * sizeof q->heads[0][0]);
    }
    const hm_label root = {.chance = 1.0, .hex = start};
    push(&w, &root, hm_cell_at(q, start));
    for (; (q->queued > 0 || (q->heap_count > 0 && !q->safest)) && w.layer < 250; w.layer++) {
        settle_layer(&w);
        while (q->deferred != 0) {
            const uint16_t number = q->deferred;
            q->deferred = q->labels[number].next;
            extend_by_jumps(&w, number, m->d->edges[q->labels[number].hex]);
        }
        while (!q->safest && q->heap_count > 0 && q->labels[q->heap[0]].checks == w.layer) {
            settle(&w, heap_pop(q)); /* ways of so many checks that burn */
        }
    }
    while (q->heap_count > 0) {
        const uint16_t number = heap_pop(q);
        if (q->labels[number].hits) {
            settle_in_fire(&w, number);
        } else {
            settle(&w, number);
        }
    }
}
