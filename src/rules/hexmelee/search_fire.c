/* Safe ways where the board burns: hits on the way count beside chance, checks, MOV and hexes (HX-02).
 *
 * A way through fire may be the cheaper one and a way round it the safer one, and whether hits bring a figure down
 * shows only at the end. So a way that burns is kept unless another one is as good in every respect; each hex has a
 * chain of them, and its ends are chosen by comparing. Ways that do not burn bar all that are settled later and not
 * cheaper, as on any board. Rejected: hits as a kind of check, which would price a burn like a roll.
 *
 * Invariant: of two labels in a chain neither beats the other when the second is made; one that is beaten later, before
 * its turn comes, is passed over then.
 */
#include "rules/hexmelee/search.h"

/* Checks before hits; in a search for safe ways each counts by itself. */
static bool no_riskier(const hm_search *q, const hm_label *a, const hm_label *b) {
    if (!q->safest) {
        return a->checks < b->checks || (a->checks == b->checks && a->hits <= b->hits);
    }
    return a->chance >= b->chance && a->checks <= b->checks && a->hits <= b->hits;
}

static bool no_longer(const hm_search *q, const hm_label *a, const hm_label *b) {
    return q->by_hexes ? a->cost <= b->cost && a->hexes <= b->hexes : hm_rank_of(a) <= hm_rank_of(b);
}

bool qm__hm_fire_beaten(const hm_search *q, const hm_label *label, uint16_t except) {
    const bool stopped = (label->flags & HM_LABEL_STOPPED) != 0;
    for (uint16_t i = q->chains[label->hex]; i != 0; i = q->labels[i].prior) {
        const hm_label *other = &q->labels[i];
        if (i != except && no_longer(q, other, label) && no_riskier(q, other, label) &&
            (stopped || !(other->flags & HM_LABEL_STOPPED))) {
            return true;
        }
    }
    return false;
}

void qm__hm_fire_chain(hm_search *q, uint16_t number) {
    hm_label *label = &q->labels[number];
    label->prior = q->chains[label->hex];
    q->chains[label->hex] = number;
}

int qm__hm_end_hits(const hm_mover *m, const hm_label *label) {
    const bool stays = label->parent == 0 && m->resumes; /* it burned there when it broke off */
    return label->hits + (stays ? 0 : hm_ground_at(m->s, label->hex)->hits_stopping);
}

double qm__hm_end_chance(const hm_mover *m, const hm_label *label) {
    return m->d->burns && hm_brings_down(m, qm__hm_end_hits(m, label)) ? 0.0 : label->chance;
}

/* By chance, checks, hits, MOV and hexes. */
static bool is_surer(const hm_mover *m, const hm_label *a, const hm_label *b) {
    const double chance_a = qm__hm_end_chance(m, a), chance_b = qm__hm_end_chance(m, b);
    if (chance_a != chance_b) {
        return chance_a > chance_b;
    }
    if (a->checks != b->checks) {
        return a->checks < b->checks;
    }
    return a->hits != b->hits ? a->hits < b->hits : hm_rank_of(a) < hm_rank_of(b);
}

/* By MOV, chance, checks, hits and hexes. */
static bool is_cheaper(const hm_mover *m, const hm_label *a, const hm_label *b) {
    const double chance_a = qm__hm_end_chance(m, a), chance_b = qm__hm_end_chance(m, b);
    if (a->cost != b->cost) {
        return a->cost < b->cost;
    }
    if (chance_a != chance_b) {
        return chance_a > chance_b;
    }
    if (a->checks != b->checks) {
        return a->checks < b->checks;
    }
    return a->hits != b->hits ? a->hits < b->hits : a->hexes < b->hexes;
}

void qm__hm_fire_end(hm_search *q, const hm_mover *m, uint16_t number, uint16_t goal) {
    const hm_label *label = &q->labels[number];
    hm_cell *cell = hm_cell_at(q, label->hex);
    if (goal ? label->hex == goal : cell->first == 0) {
        if (q->found_count < q->found_max) {
            q->found[q->found_count++] = goal ? number : label->hex;
        } else {
            q->full = true;
        }
    }
    if (cell->first == 0 || is_surer(m, label, &q->labels[cell->first])) {
        cell->first = number;
    }
    if (cell->last == 0 || is_cheaper(m, label, &q->labels[cell->last])) {
        cell->last = number;
    }
}
