/* What one stage does to one unit when hits are given one by one: die by die, over positions and hits so far.
 *
 * Dice are independent of each other and each hit is settled before the next, so a die is one linear step on the table
 * of chances. What a die does in a position (misses, saved hits, wounds) is worked out once for each batch and
 * position. Also here: the sets that both ways of reckoning use, and what a batch needs to know before it throws.
 *
 * Invariant: the chances in a table of rows add up to 1 after each die.
 */
#include <string.h>

#include "base/hash.h"
#include "rules/squad/volley_parts.h"

/* ------------------------------------------------------------------------------------------------------------- sets */

uint32_t qm__sq_bag_put(sq_bag *bag, const uint16_t *key) {
    const size_t size = bag->width * sizeof *key;
    uint32_t slot = (uint32_t)qm__hash(key, size, 0) & bag->mask;
    for (; bag->slots[slot] != 0; slot = (slot + 1) & bag->mask) {
        if (memcmp(sq_key(bag, bag->slots[slot] - 1), key, size) == 0) {
            return bag->slots[slot] - 1;
        }
    }
    if (bag->count == bag->limit) {
        return SQ_NONE;
    }
    const uint32_t number = bag->count++;
    memcpy(bag->keys + (size_t)number * bag->width, key, size);
    bag->slots[slot] = number + 1;
    bag->slot_of[number] = slot;
    if (bag->weights != NULL) {
        bag->weights[number] = 0;
    }
    return number;
}

void qm__sq_bag_empty(sq_bag *bag) {
    for (uint32_t i = 0; i < bag->count; i++) {
        bag->slots[bag->slot_of[i]] = 0;
    }
    bag->count = 0;
}

double *qm__sq_row(sq_rows *rows, uint32_t state) {
    uint32_t row = rows->row_of[state];
    if (row == SQ_NONE) {
        if (rows->count == rows->limit) {
            return NULL;
        }
        row = rows->count++;
        rows->row_of[state] = row;
        rows->states[row] = state;
        memset(rows->chances + (size_t)row * rows->width, 0, rows->width * sizeof *rows->chances);
    }
    return rows->chances + (size_t)row * rows->width;
}

void qm__sq_rows_empty(sq_rows *rows) {
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->row_of[rows->states[i]] = SQ_NONE;
    }
    rows->count = 0;
}

void qm__sq_add_scaled(double *restrict to, const double *restrict from, uint32_t count, double factor) {
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4) { /* four at a time, which compilers put into vector registers even at -O2 */
        const double a = from[i] * factor, b = from[i + 1] * factor, c = from[i + 2] * factor, d = from[i + 3] * factor;
        to[i] += a;
        to[i + 1] += b;
        to[i + 2] += c;
        to[i + 3] += d;
    }
    for (; i < count; i++) {
        to[i] += from[i] * factor;
    }
}

/* Puts a model's wounds where they belong among like models before it, which are in order already. */
static void sort_in(uint16_t *wounds, const uint8_t *like, uint64_t settled, uint32_t model) {
    uint32_t at = model;
    for (uint32_t i = model; i-- > like[model];) {
        if ((settled >> i & 1) == 0 || like[i] != like[model]) {
            continue;
        }
        if (wounds[i] >= wounds[at]) {
            return;
        }
        const uint16_t swapped = wounds[at];
        wounds[at] = wounds[i];
        wounds[i] = swapped;
        at = i;
    }
}

uint32_t qm__sq_position(sq_work *work, uint32_t unit, const uint16_t *wounds, uint64_t settled) {
    uint16_t key[SQ_VOLLEY_MODELS + 1] = {(uint16_t)unit};
    const uint32_t count = work->volley->units[unit].count;
    memcpy(key + 1, wounds, count * sizeof *key);
    for (uint32_t i = 1; work->any_like[unit] && i < count; i++) {
        if ((settled >> i & 1) != 0) {
            sort_in(key + 1, work->like[unit], settled, i);
        }
    }
    const uint32_t state = qm__sq_bag_put(&work->units, key);
    work->full |= state == SQ_NONE;
    return state;
}

/* ------------------------------------------------------------------------------------------------- before the throw */

static void throw_of(const sq_volley_rules *rules, const sq_batch *batch, sq_throw *out) {
    int misses = 0;
    bool again = false;
    for (int face = 1; face <= 10; face++) {
        const sq_die die = qm__sq_die(rules, batch, face, false);
        misses += !die.hit;
        again |= die.again;
    }
    /* A face comes up at once or, where misses are thrown again, after any of them: in hundredths. */
    const double each = (again ? 10 + misses : 10) / 100.0;
    out->miss = (again ? misses * misses : misses * 10) / 100.0;
    out->count = 0;
    for (int face = 1; face <= 10; face++) {
        const sq_die die = qm__sq_die(rules, batch, face, true);
        if (!die.hit) {
            continue;
        }
        uint32_t at = 0;
        while (at < out->count && out->kinds[at].ap >= die.ap &&
               (out->kinds[at].ap != die.ap || out->kinds[at].extra != die.extra)) {
            at++;
        }
        if (at == out->count || out->kinds[at].ap != die.ap || out->kinds[at].extra != die.extra) {
            memmove(&out->kinds[at + 1], &out->kinds[at], (out->count - at) * sizeof out->kinds[0]);
            out->kinds[at].chance = 0;
            out->kinds[at].ap = die.ap;
            out->kinds[at].extra = die.extra;
            out->count++;
        }
        out->kinds[at].chance += each;
    }
}

void qm__sq_aim(const sq_work *work, uint32_t unit, uint32_t state, const sq_list *list, uint32_t batch, sq_aim *aim) {
    const sq_target_unit *target = &work->volley->units[unit];
    const uint64_t alive = qm__sq_alive(sq_wounds(work, state), target->count);
    uint64_t any = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        any |= list->batches[i].valid & alive;
    }
    aim->batch = &list->batches[batch];
    aim->unit = unit;
    aim->valid = qm__sq_valid(work->rules, list->batches, list->count, batch, alive);
    throw_of(work->rules, aim->batch, &aim->throw);
    for (uint32_t i = 0; i < target->count; i++) {
        if ((aim->valid >> i & 1) == 0) {
            continue;
        }
        const int ignore = qm__sq_ignore(work->rules, target, any, i);
        for (uint32_t kind = 0; kind <= SQ_PLAIN; kind++) {
            const int ap = kind < aim->throw.count ? aim->throw.kinds[kind].ap : aim->batch->ap;
            const int needed = qm__sq_save_needed(&target->models[i], ap, aim->batch->cover[i]);
            aim->risks[kind][i] = (int16_t)qm__sq_risk(work->rules, &target->models[i], ignore, needed);
        }
    }
}

uint64_t qm__sq_takers(const sq_work *work, uint64_t valid, int *alike) {
    const uint64_t may = qm__sq_may_take(work->rules, valid, work->stakes);
    *alike = 1;
    if (work->rules->policy != QM_POLICY_UNIFORM) {
        return UINT64_C(1) << qm__sq_takes(work->rules, may, work->stakes);
    }
    for (uint64_t left = may & (may - 1); left != 0; left &= left - 1) {
        ++*alike;
    }
    return may;
}

/* ------------------------------------------------------------------------------------------------- one die, one hit */

/* Where the hits of one die have led so far. */
enum { SPOTS_MAX = 512 };
typedef struct spot {
    double chance;
    uint32_t state;
} spot;
typedef struct spots {
    spot of[SPOTS_MAX];
    uint32_t count;
} spots;

static void spots_add(sq_work *work, spots *to, uint32_t state, double chance) {
    for (uint32_t i = 0; i < to->count; i++) {
        if (to->of[i].state == state) {
            to->of[i].chance += chance;
            return;
        }
    }
    if (to->count == SPOTS_MAX || state == SQ_NONE) {
        work->full = true;
        return;
    }
    to->of[to->count++] = (spot){chance, state};
}

/* A hit given to one model of a position. */
static void take(sq_work *work, const sq_aim *aim, uint32_t state, uint32_t model, int risk, double chance, spots *to) {
    if (risk < SQ_RISK_WHOLE) {
        spots_add(work, to, state, chance * (SQ_RISK_WHOLE - risk) / SQ_RISK_WHOLE);
    }
    if (risk > 0) {
        uint16_t wounds[SQ_VOLLEY_MODELS];
        memcpy(wounds, sq_wounds(work, state), work->volley->units[aim->unit].count * sizeof *wounds);
        wounds[model]--;
        spots_add(work, to, qm__sq_position(work, aim->unit, wounds, UINT64_MAX), chance * risk / SQ_RISK_WHOLE);
    }
}

/* One hit in one position: the defender gives it to somebody, who saves it or not. */
static void hit_in(sq_work *work, const sq_aim *aim, uint32_t kind, const spot *from, spots *to) {
    const uint16_t *wounds = sq_wounds(work, from->state);
    const uint32_t count = work->volley->units[aim->unit].count;
    const uint64_t valid = aim->valid & qm__sq_alive(wounds, count);
    if (valid == 0) {
        spots_add(work, to, from->state, from->chance); /* nobody is left to take it */
        return;
    }
    const int16_t *risks = aim->risks[kind];
    for (uint32_t i = 0; i < count; i++) {
        if ((valid >> i & 1) != 0) {
            work->stakes[i] = qm__sq_stake(wounds[i], risks[i], NULL);
        }
    }
    int alike;
    const uint64_t takers = qm__sq_takers(work, valid, &alike);
    for (uint32_t i = 0; i < count; i++) {
        if ((takers >> i & 1) != 0) {
            take(work, aim, from->state, i, risks[i], from->chance / alike, to);
        }
    }
}

static void hit(sq_work *work, const sq_aim *aim, uint32_t kind, const spots *from, spots *to) {
    to->count = 0;
    for (uint32_t i = 0; i < from->count && !work->full; i++) {
        hit_in(work, aim, kind, &from->of[i], to);
    }
}

static void step_add(sq_work *work, uint32_t from, uint32_t state, uint32_t hits, double chance) {
    for (uint32_t i = from; i < work->step_count; i++) {
        if (work->steps[i].state == state && work->steps[i].hits == hits) {
            work->steps[i].chance += chance;
            return;
        }
    }
    if (work->step_count == work->step_limit) {
        work->full = true;
        return;
    }
    work->steps[work->step_count++] = (sq_step){chance, state, hits};
}

/* Everything one die of the batch can do in a position. */
static void steps_in(sq_work *work, const sq_aim *aim, uint32_t state) {
    const sq_throw *throw = &aim->throw;
    const uint32_t from = work->step_count;
    if (throw->miss > 0) {
        step_add(work, from, state, 0, throw->miss);
    }
    for (uint32_t kind = 0; kind < throw->count; kind++) {
        const uint32_t hits = 1u + throw->kinds[kind].extra;
        spots at[2]; /* before and after each hit, by turns */
        at[0].count = 1;
        at[0].of[0] = (spot){throw->kinds[kind].chance, state};
        for (uint32_t i = 0; i < hits; i++) { /* SQ-22: after the first, plain ones */
            hit(work, aim, i == 0 ? kind : SQ_PLAIN, &at[i % 2], &at[(i + 1) % 2]);
        }
        for (uint32_t i = 0; i < at[hits % 2].count; i++) {
            step_add(work, from, at[hits % 2].of[i].state, hits, at[hits % 2].of[i].chance);
        }
    }
    work->step_from[state] = from;
    work->step_end[state] = work->step_count;
}

/* -------------------------------------------------------------------------------------------------------- the stage */

/* One die: rows[0] to rows[1], which change places. `most`: hits so far at most. */
static bool throw_die(sq_work *work, const sq_aim *aim, uint32_t most) {
    sq_rows *from = &work->rows[0], *to = &work->rows[1];
    for (uint32_t row = 0; row < from->count; row++) {
        const uint32_t state = from->states[row];
        const double *chances = from->chances + (size_t)row * from->width;
        if (work->step_from[state] == SQ_NONE) {
            steps_in(work, aim, state);
        }
        if (work->full) {
            return false;
        }
        for (uint32_t i = work->step_from[state]; i < work->step_end[state]; i++) {
            const sq_step step = work->steps[i];
            double *into = qm__sq_row(to, step.state);
            if (into == NULL) {
                work->full = true;
                return false;
            }
            qm__sq_add_scaled(into + step.hits, chances, most + 1, step.chance);
        }
    }
    qm__sq_rows_empty(from);
    const sq_rows swapped = *from;
    *from = *to;
    *to = swapped;
    return true;
}

static uint32_t most_of(const sq_throw *throw) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < throw->count; i++) {
        most = throw->kinds[i].extra + 1u > most ? throw->kinds[i].extra + 1u : most;
    }
    return most;
}

bool qm__sq_stage_singly(sq_work *work, uint32_t unit, uint32_t state, const sq_list *lists, uint32_t count) {
    qm__sq_rows_empty(&work->rows[0]);
    qm__sq_row(&work->rows[0], state)[0] = 1;
    uint32_t most = 0;
    for (uint32_t list = 0; list < count; list++) {
        for (uint32_t batch = 0; batch < lists[list].count; batch++) {
            sq_aim aim;
            qm__sq_aim(work, unit, state, &lists[list], batch, &aim);
            if (aim.valid == 0) {
                continue;
            }
            for (uint32_t i = 0; i < work->units.limit; i++) {
                work->step_from[i] = SQ_NONE;
            }
            work->step_count = 0;
            for (uint32_t die = 0; die < aim.batch->dice; die++) {
                if (!throw_die(work, &aim, most)) {
                    return false;
                }
                most += most_of(&aim.throw);
            }
        }
    }
    return true;
}
