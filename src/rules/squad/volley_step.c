/* The steps of a volley: what a face means, who may take a hit and who takes it, what saves. Play and odds both ask
 * here.
 *
 * Risks are whole thousandths, so that two models in the same danger compare as equal. Where hits are piled up before
 * any save the chances are products of many risks; there, differences below a part in 10^12 count as none. Rejected:
 * comparing doubles as they come, which would let the order of multiplications decide who dies.
 */
#include <string.h>

#include "rules/squad/volley.h"

int qm__sq_cover(int cover, bool close, bool malus_stays) {
    /* SQ-30: at 3" or less cover gives nothing; whether that goes for negative cover is a reading. */
    return close && !(cover < 0 && malus_stays) ? 0 : cover;
}

/* ------------------------------------------------------------------------------------------------------------- hits */

/* SQ-21, SQ-29: at or under the stat; a 10 fails always, a 1 passes where it does. */
static bool passes(int needed, int face, bool one_passes) {
    return face != 10 && (face <= needed || (face == 1 && one_passes));
}

sq_die qm__sq_die(const sq_volley_rules *rules, const sq_batch *batch, int face, bool thrown_again) {
    sq_die die = {.hit = passes(batch->accuracy, face, rules->one_hits), .ap = batch->ap};
    for (size_t i = 0; i < SQ_SHOT_ABILITIES; i++) {
        const sq_shot_ability *ability = &batch->abilities[i];
        if (!die.hit) {
            die.again |= ability->what == SQ_SHOT_REROLL_MISSES && !thrown_again;
        } else if (face <= ability->on && ability->what == SQ_SHOT_EXTRA_HITS) {
            die.extra = (uint8_t)(die.extra + ability->amount);
        } else if (face <= ability->on && ability->what == SQ_SHOT_MORE_AP) {
            die.ap = (int16_t)(die.ap + ability->amount);
        }
    }
    return die;
}

/* Puts the highest AP first; hits with the same AP are all alike. */
static void highest_first(int16_t *aps, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const int16_t ap = aps[i];
        uint32_t at = i;
        for (; at > 0 && aps[at - 1] < ap; at--) {
            aps[at] = aps[at - 1];
        }
        aps[at] = ap;
    }
}

uint32_t qm__sq_hits(const sq_volley_rules *rules, const sq_batch *batch, const uint8_t *faces, int16_t *aps,
                     uint32_t capacity) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->dice; i++) {
        const sq_die die = qm__sq_die(rules, batch, faces[i], true);
        for (int hit = 0; die.hit && hit <= die.extra; hit++, count++) {
            if (count < capacity) {
                aps[count] = hit == 0 ? die.ap : batch->ap; /* SQ-22: extra hits have the base profile */
            }
        }
    }
    if (rules->assignment != SQ_HITS_ONE_BY_ONE) {
        highest_first(aps, count < capacity ? count : capacity);
    }
    return count;
}

static bool same_batch(const sq_batch *a, const sq_batch *b) {
    return a->valid == b->valid && a->accuracy == b->accuracy && a->ap == b->ap &&
           memcmp(a->abilities, b->abilities, sizeof a->abilities) == 0 &&
           memcmp(a->cover, b->cover, sizeof a->cover) == 0;
}

uint32_t qm__sq_batches_unite(sq_batch *batches, uint16_t *into, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t same = 0;
        while (same < kept &&
               (!same_batch(&batches[same], &batches[i]) || batches[same].dice + batches[i].dice > SQ_VOLLEY_DICE)) {
            same++;
        }
        if (same < kept) {
            batches[same].dice = (uint16_t)(batches[same].dice + batches[i].dice);
        } else {
            batches[kept++] = batches[i];
        }
        if (into != NULL) {
            into[i] = (uint16_t)same;
        }
    }
    return kept;
}

/* -------------------------------------------------------------------------------------------------- who takes a hit */

uint64_t qm__sq_alive(const uint16_t *wounds, uint32_t count) {
    uint64_t alive = 0;
    for (uint32_t i = 0; i < count; i++) {
        alive |= (uint64_t)(wounds[i] > 0) << i;
    }
    return alive;
}

uint64_t qm__sq_valid(const sq_volley_rules *rules, const sq_batch *batches, uint32_t count, uint32_t batch,
                      uint64_t alive) {
    const uint64_t own = batches[batch].valid & alive;
    if (own == 0 || rules->by_shooter) {
        return own;
    }
    uint64_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        any |= batches[i].valid & alive; /* a batch that sees nobody living does not shoot, and adds nobody */
    }
    return any;
}

uint64_t qm__sq_may_take(const sq_volley_rules *rules, uint64_t valid, const sq_stake *stakes) {
    if (rules->assignment != SQ_HITS_SPREAD) {
        return valid;
    }
    uint64_t may = 0;
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < SQ_VOLLEY_MODELS && valid >> i != 0; i++) {
        if ((valid >> i & 1) != 0 && stakes[i].pending <= fewest) {
            may = stakes[i].pending < fewest ? UINT64_C(1) << i : may | UINT64_C(1) << i;
            fewest = stakes[i].pending;
        }
    }
    return may;
}

/* -1, 0, 1: a is less, the same, more. */
static int compare(double a, double b) {
    const double slack = 1e-12 * (a > b ? a : b);
    return a < b - slack ? -1 : a > b + slack;
}

uint32_t qm__sq_takes(const sq_volley_rules *rules, uint64_t may, const sq_stake *stakes) {
    uint32_t best = SQ_VOLLEY_MODELS;
    for (uint32_t i = 0; i < SQ_VOLLEY_MODELS && may >> i != 0; i++) {
        if ((may >> i & 1) == 0) {
            continue;
        }
        if (best == SQ_VOLLEY_MODELS || rules->policy == QM_POLICY_LAST) {
            best = i;
        } else if (rules->policy != QM_POLICY_FIRST) {
            const int lost = compare(stakes[i].lost, stakes[best].lost);
            if (lost < 0 || (lost == 0 && compare(stakes[i].wounded, stakes[best].wounded) < 0)) {
                best = i;
            }
        }
    }
    return best;
}

/* -------------------------------------------------------------------------------------------------- what a hit does */

int qm__sq_ignore(const sq_volley_rules *rules, const sq_target_unit *unit, uint64_t valid, uint32_t model) {
    const int own = unit->models[model].ignore;
    if (rules->ignore_by_hit) {
        return own;
    }
    /* SQ-25: one such ability for the unit, the best of those that can come into question. */
    for (uint32_t i = 0; i < unit->count; i++) {
        if ((valid >> i & 1) != 0 && unit->models[i].ignore > own) {
            return 0;
        }
    }
    return own;
}

int qm__sq_save_needed(const sq_target *target, int ap, int cover) {
    return target->save - ap + cover; /* SQ-26 */
}

bool qm__sq_saves(const sq_volley_rules *rules, int needed, int face) {
    return passes(needed, face, rules->one_saves);
}

int qm__sq_failed_by(const sq_target *target, int needed, int face, bool by_needed) {
    return face - (face == 10 && !by_needed ? target->save : needed);
}

int qm__sq_cut(int needed, bool one_passes) {
    const int least = one_passes ? 1 : 0;
    return needed > 9 ? 9 : needed < least ? least : needed;
}

int qm__sq_risk(const sq_volley_rules *rules, const sq_target *target, int ignore, int needed) {
    const int failing = 10 - qm__sq_cut(needed, rules->one_saves);
    return (10 - ignore) * (target->save_again ? failing * failing : failing * 10);
}

void qm__sq_pile_start(sq_pile *pile, uint32_t wounds) {
    pile->hits = 0;
    for (uint32_t i = 0; i < wounds; i++) {
        pile->unsaved[i] = i == 0;
    }
}

void qm__sq_pile_add(sq_pile *pile, uint32_t wounds, int risk) {
    const double fails = risk / (double)SQ_RISK_WHOLE, holds = (SQ_RISK_WHOLE - risk) / (double)SQ_RISK_WHOLE;
    pile->hits++;
    for (uint32_t i = wounds; i-- > 0;) {
        pile->unsaved[i] = pile->unsaved[i] * holds + (i > 0 ? pile->unsaved[i - 1] * fails : 0);
    }
}

sq_stake qm__sq_stake(uint32_t wounds, int risk, const sq_pile *pile) {
    const double fails = risk / (double)SQ_RISK_WHOLE;
    if (pile == NULL || pile->hits == 0) {
        return (sq_stake){.lost = wounds == 1 ? fails : 0, .wounded = fails};
    }
    double lives = 0;
    for (uint32_t i = 0; i < wounds; i++) {
        lives += pile->unsaved[i];
    }
    return (sq_stake){.lost = pile->unsaved[wounds - 1] * fails, .wounded = lives * fails, .pending = pile->hits};
}
