/* What one stage does to one unit when all hits are given out before any is saved, evenly or as the defender likes.
 *
 * First the hits are piled up: a position here is, for every cell (a model and the risk a hit is to it), how many hits
 * lie there. The defender sees all hits and none of the saves; hits of a batch come highest AP first, so what matters
 * of its dice is how many were of each kind. These numbers are drawn one kind after the other, each from the dice the
 * kinds before have left; plain hits and extra hits are one and come last. Then the piles are saved, model after model,
 * into a table of wounds and unsaved hits. Rejected: dice in the order thrown, which makes as many piles as there are
 * orders of hits with and without more AP, for a volley that is thrown all at once.
 *
 * Invariant: the weights of a bag of piles add up to 1 between two kinds.
 */
#include <string.h>

#include "rules/squad/volley_parts.h"

typedef struct cell {
    uint32_t model;
    int risk;
} cell;

typedef struct piling {
    sq_work *work;
    uint32_t unit;
    const uint16_t *wounds; /* when the stage begins */
    cell cells[SQ_PILE_CELLS];
    uint32_t cell_count;
    sq_bag *now, *next, *carried, *spare;
} piling;

static void put(piling *p, sq_bag *bag, const uint16_t *key, double weight) {
    const uint32_t number = qm__sq_bag_put(bag, key);
    if (number == SQ_NONE) {
        p->work->full = true;
    } else {
        bag->weights[number] += weight;
    }
}

static void swap(sq_bag **a, sq_bag **b) {
    sq_bag *const swapped = *a;
    *a = *b;
    *b = swapped;
}

/* -------------------------------------------------------------------------------------------------- giving out hits */

static uint32_t cell_of(piling *p, uint32_t model, int risk) {
    for (uint32_t i = 0; i < p->cell_count; i++) {
        if (p->cells[i].model == model && p->cells[i].risk == risk) {
            return i;
        }
    }
    if (p->cell_count == SQ_PILE_CELLS) {
        p->work->full = true;
        return SQ_NONE;
    }
    p->cells[p->cell_count] = (cell){model, risk};
    return p->cell_count++;
}

static sq_stake stake_of(const piling *p, const uint16_t *key, uint32_t model, int risk) {
    sq_pile pile;
    qm__sq_pile_start(&pile, p->wounds[model]);
    for (uint32_t i = 0; i < p->cell_count; i++) {
        for (uint32_t hits = key[i]; p->cells[i].model == model && hits > 0; hits--) {
            qm__sq_pile_add(&pile, p->wounds[model], p->cells[i].risk);
        }
    }
    return qm__sq_stake(p->wounds[model], risk, &pile);
}

static void give_to(piling *p, const uint16_t *key, uint32_t model, int risk, double weight, sq_bag *into) {
    uint16_t given[SQ_PILE_WIDTH];
    memcpy(given, key, sizeof given);
    const uint32_t at = cell_of(p, model, risk);
    if (at != SQ_NONE) {
        given[at]++;
        put(p, into, given, weight);
    }
}

/* One hit of a kind, given to somebody. */
static void give(piling *p, const sq_aim *aim, uint32_t kind, const uint16_t *key, double weight, sq_bag *into) {
    const uint32_t count = p->work->volley->units[p->unit].count;
    const int16_t *risks = aim->risks[kind];
    for (uint32_t i = 0; i < count; i++) {
        if ((aim->valid >> i & 1) != 0) {
            p->work->stakes[i] = stake_of(p, key, i, risks[i]);
        }
    }
    int alike;
    const uint64_t takers = qm__sq_takers(p->work, aim->valid, &alike);
    for (uint32_t i = 0; i < count; i++) {
        if ((takers >> i & 1) != 0) {
            give_to(p, key, i, risks[i], weight / alike, into);
        }
    }
}

/* The chances that 0 to n of n dice are of a kind. From the likeliest number outwards, so that nothing that counts is
 * lost to underflow, and then made to add up to 1. */
static void numbers(uint32_t n, double chance, double *out) {
    if (chance <= 0 || chance >= 1) {
        memset(out, 0, (n + 1) * sizeof *out);
        out[chance <= 0 ? 0 : n] = 1;
        return;
    }
    const uint32_t likeliest = (uint32_t)((n + 1) * chance) > n ? n : (uint32_t)((n + 1) * chance);
    const double odds = chance / (1 - chance);
    double sum = 1;
    out[likeliest] = 1;
    for (uint32_t i = likeliest; i < n; i++) {
        sum += out[i + 1] = out[i] * odds * (n - i) / (i + 1);
    }
    for (uint32_t i = likeliest; i > 0; i--) {
        sum += out[i - 1] = out[i] / odds * i / (n - i + 1);
    }
    for (uint32_t i = 0; i <= n; i++) {
        out[i] /= sum;
    }
}

/* What each hit given adds to a key: dice used up, extra hits to come. */
typedef struct tally {
    uint32_t used, extra;
} tally;

/* From one pile: gives out 0 to `most` hits of a kind, each number as likely as `chances` says. Every end goes to
 * p->next. */
static void deal(piling *p, const sq_aim *aim, uint32_t kind, const uint16_t *start, double weight,
                 const double *chances, uint32_t most, tally done) {
    qm__sq_bag_empty(p->carried);
    put(p, p->carried, start, weight);
    for (uint32_t dealt = 0; dealt <= most && !p->work->full; dealt++) {
        qm__sq_bag_empty(p->spare);
        for (uint32_t i = 0; i < p->carried->count; i++) {
            const uint16_t *key = sq_key(p->carried, i);
            uint16_t end[SQ_PILE_WIDTH];
            memcpy(end, key, sizeof end);
            end[SQ_PILE_USED] = (uint16_t)(end[SQ_PILE_USED] + dealt * done.used);
            end[SQ_PILE_EXTRA] = (uint16_t)(end[SQ_PILE_EXTRA] + dealt * done.extra);
            put(p, p->next, end, p->carried->weights[i] * chances[dealt]);
            if (dealt < most) {
                give(p, aim, kind, key, p->carried->weights[i], p->spare);
            }
        }
        swap(&p->carried, &p->spare);
    }
}

/* Draws how many of the dice left are of a kind. Hits with more AP are given out at once; plain ones wait with the
 * extra hits. */
static void draw(piling *p, const sq_aim *aim, uint32_t kind, double chance) {
    const sq_throw *throw = &aim->throw;
    const bool plain = throw->kinds[kind].ap == aim->batch->ap;
    const uint32_t extra = throw->kinds[kind].extra;
    qm__sq_bag_empty(p->next);
    for (uint32_t i = 0; i < p->now->count && !p->work->full; i++) {
        double chances[SQ_VOLLEY_DICE + 1];
        const uint16_t *key = sq_key(p->now, i);
        const uint32_t left = aim->batch->dice - key[SQ_PILE_USED];
        numbers(left, chance, chances);
        if (!plain) {
            deal(p, aim, kind, key, p->now->weights[i], chances, left, (tally){1, extra});
        }
        for (uint32_t drawn = 0; plain && drawn <= left; drawn++) {
            uint16_t end[SQ_PILE_WIDTH];
            memcpy(end, key, sizeof end);
            /* After the last kind it does not matter any more, and piles that differ in nothing else are one. */
            end[SQ_PILE_USED] = (uint16_t)(kind + 1 == throw->count ? 0 : key[SQ_PILE_USED] + drawn);
            end[SQ_PILE_EXTRA] = (uint16_t)(end[SQ_PILE_EXTRA] + drawn * (1 + extra));
            put(p, p->next, end, p->now->weights[i] * chances[drawn]);
        }
    }
    swap(&p->now, &p->next);
}

/* The plain hits, when all dice are known: for each pile with more AP the chances of their number, then these given
 * out. */
static void deal_waiting(piling *p, const sq_aim *aim) {
    sq_rows *waiting = &p->work->rows[2]; /* by number of the pile; not in use before the saves */
    qm__sq_bag_empty(p->next);
    for (uint32_t i = 0; i < p->now->count; i++) {
        uint16_t key[SQ_PILE_WIDTH];
        memcpy(key, sq_key(p->now, i), sizeof key);
        const uint32_t hits = key[SQ_PILE_EXTRA], known = p->next->count;
        key[SQ_PILE_USED] = key[SQ_PILE_EXTRA] = 0;
        const uint32_t number = qm__sq_bag_put(p->next, key); /* there are no more of these than in p->now */
        double *row = waiting->chances + (size_t)number * waiting->width;
        if (number == known) {
            memset(row, 0, waiting->width * sizeof *row);
        }
        row[hits] += p->now->weights[i];
    }
    swap(&p->now, &p->next);
    qm__sq_bag_empty(p->next);
    for (uint32_t i = 0; i < p->now->count && !p->work->full; i++) {
        const double *row = waiting->chances + (size_t)i * waiting->width;
        uint32_t most = waiting->width - 1;
        while (most > 0 && row[most] == 0) {
            most--;
        }
        deal(p, aim, SQ_PLAIN, sq_key(p->now, i), 1, row, most, (tally){0, 0});
    }
    swap(&p->now, &p->next);
}

static void pile_batch(piling *p, const sq_aim *aim) {
    const sq_throw *throw = &aim->throw;
    double rest = throw->miss; /* chance that a die is of this kind or comes later, misses last */
    for (uint32_t kind = 0; kind < throw->count; kind++) {
        rest += throw->kinds[kind].chance;
    }
    for (uint32_t kind = 0; kind < throw->count && !p->work->full; kind++) {
        const bool last = kind + 1 == throw->count && throw->miss <= 0;
        draw(p, aim, kind, last ? 1 : throw->kinds[kind].chance / rest);
        rest -= throw->kinds[kind].chance;
    }
    if (!p->work->full) {
        deal_waiting(p, aim);
    }
}

/* ------------------------------------------------------------------------------------------------------------ saves */

/* The chances that 0 to `hits` of the hits piled on a model are not stopped; returns `hits`. */
static uint32_t unsaved_of(const piling *p, const uint16_t *key, uint32_t model, double *chances) {
    uint32_t hits = 0;
    chances[0] = 1;
    for (uint32_t i = 0; i < p->cell_count; i++) {
        const double fails = p->cells[i].risk / (double)SQ_RISK_WHOLE;
        const double holds = (SQ_RISK_WHOLE - p->cells[i].risk) / (double)SQ_RISK_WHOLE;
        for (uint32_t more = key[i]; p->cells[i].model == model && more > 0; more--) {
            hits++;
            chances[hits] = 0;
            for (uint32_t n = hits; n > 0; n--) {
                chances[n] = chances[n] * holds + chances[n - 1] * fails;
            }
            chances[0] *= holds;
        }
    }
    return hits;
}

/* The saves of one model's pile: rows[2] to rows[3], which change places. `thrown`: hits saved or not so far, these
 * not. */
static void save_model(piling *p, uint32_t model, const double *chances, uint32_t hits, uint32_t thrown) {
    sq_work *work = p->work;
    sq_rows *from = &work->rows[2], *to = &work->rows[3];
    const uint64_t settled = (UINT64_C(2) << model) - 1;
    for (uint32_t row = 0; row < from->count; row++) {
        const double *before = from->chances + (size_t)row * from->width;
        uint16_t wounds[SQ_VOLLEY_MODELS];
        memcpy(wounds, sq_wounds(work, from->states[row]), work->volley->units[p->unit].count * sizeof *wounds);
        const uint16_t had = wounds[model];
        double *after = NULL;
        for (uint32_t fell = 0; fell <= hits; fell++) {
            if (fell <= had) { /* beyond that the model is dead, and the position stays */
                wounds[model] = (uint16_t)(had - fell);
                const uint32_t state = qm__sq_position(work, p->unit, wounds, settled);
                after = state == SQ_NONE ? NULL : qm__sq_row(to, state);
            }
            if (after == NULL) {
                work->full = true;
                return;
            }
            for (uint32_t n = 0; n <= thrown; n++) {
                after[n + fell] += before[n] * chances[fell];
            }
        }
    }
    qm__sq_rows_empty(from);
    const sq_rows swapped = *from;
    *from = *to;
    *to = swapped;
}

/* The saves of all piles of one key, into rows[0] (hits) and rows[1] (unsaved). `chances`: room for one row. */
static void save_all(piling *p, const uint16_t *key, double weight, uint32_t state, double *chances) {
    sq_work *work = p->work;
    uint32_t thrown = 0;
    qm__sq_rows_empty(&work->rows[2]);
    qm__sq_row(&work->rows[2], state)[0] = 1;
    for (uint32_t model = 0; model < work->volley->units[p->unit].count && !work->full; model++) {
        const uint32_t hits = unsaved_of(p, key, model, chances);
        if (hits > 0) {
            save_model(p, model, chances, hits, thrown);
            thrown += hits;
        }
    }
    for (uint32_t row = 0; row < work->rows[2].count && !work->full; row++) {
        const double *ends = work->rows[2].chances + (size_t)row * work->rows[2].width;
        const uint32_t end = qm__sq_position(work, p->unit, sq_wounds(work, work->rows[2].states[row]), UINT64_MAX);
        double *by_hits = end == SQ_NONE ? NULL : qm__sq_row(&work->rows[0], end);
        double *by_unsaved = end == SQ_NONE ? NULL : qm__sq_row(&work->rows[1], end);
        if (by_hits == NULL || by_unsaved == NULL) {
            work->full = true;
            return;
        }
        for (uint32_t n = 0; n <= thrown; n++) {
            by_hits[thrown] += ends[n] * weight;
            by_unsaved[n] += ends[n] * weight;
        }
    }
}

bool qm__sq_stage_piled(sq_work *work, uint32_t unit, uint32_t state, const sq_list *lists, uint32_t count) {
    piling p = {.work = work, .unit = unit, .wounds = sq_wounds(work, state)};
    p.now = &work->piles[0], p.next = &work->piles[1], p.carried = &work->piles[2], p.spare = &work->piles[3];
    const uint16_t nothing[SQ_PILE_WIDTH] = {0};
    qm__sq_bag_empty(p.now);
    put(&p, p.now, nothing, 1);
    for (uint32_t list = 0; list < count && !work->full; list++) {
        for (uint32_t batch = 0; batch < lists[list].count && !work->full; batch++) {
            sq_aim aim;
            qm__sq_aim(work, unit, state, &lists[list], batch, &aim);
            if (aim.valid != 0 && aim.batch->dice > 0) {
                pile_batch(&p, &aim);
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        qm__sq_rows_empty(&work->rows[i]);
    }
    for (uint32_t i = 0; i < p.now->count && !work->full; i++) {
        save_all(&p, sq_key(p.now, i), p.now->weights[i], state, work->pile_chances);
    }
    return !work->full;
}
