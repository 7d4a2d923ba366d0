/* Exact odds: every way the dice of one order can fall, with equal positions merged.
 *
 * The walk is over nodes, level by level. A node is a roll met in a position after some path of classes; all paths that meet the
 * same roll in the same position after the same number of rolls are one node. Each class of each node is one re-run of the
 * rule code along the node's path, which ends at the next node or at an outcome. The prepared order makes re-runs cheap: only
 * dice code runs. Rejected: sampling (an estimate), and a second implementation of the rules that knows probabilities.
 *
 * Invariant: the chances of the nodes of one level and of the outcomes so far add up to 1.
 */
#include <string.h>

#include "base/divisor.h"
#include "base/hash.h"
#include "game/odds_inside.h"

typedef qm__node node;

typedef struct walk {
    const qm_scenario *scenario;
    const qm_state *start;
    qm_scratch *scratch;
    qm_state *state;
    node *nodes;
    uint32_t *table;
    uint32_t count, limit;
    uint8_t policy;
    bool suppose, supposed;
    bool had_choices, too_many;
} walk;

enum { DEPTH_MAX = 250 };

/* ------------------------------------------------------------------------------------------------------- fractions */

/* (a/b) × (c/d); 0 of 0 when it does not fit. */
static void fraction_times(uint64_t *a, uint64_t *b, uint64_t c, uint64_t d) {
    if (*b == 0 || d == 0 || *b > UINT64_MAX / d || (c != 0 && *a > UINT64_MAX / c)) {
        *a = *b = 0;
        return;
    }
    *a *= c;
    *b *= d;
}

void qm__fraction_plus(uint64_t *a, uint64_t *b, uint64_t c, uint64_t d) {
    if (*b == 0 || d == 0) {
        *a = *b = 0;
        return;
    }
    const uint64_t divisor = *b == d ? d : qm__common_divisor(*b, d);
    const uint64_t left = d / divisor, right = *b / divisor;
    if (*b > UINT64_MAX / left || *a > UINT64_MAX / left || c > UINT64_MAX / right || *a * left > UINT64_MAX - c * right) {
        *a = *b = 0;
        return;
    }
    *a = *a * left + c * right;
    *b *= left;
}

void qm__fraction_reduce(uint64_t *a, uint64_t *b) {
    const uint64_t divisor = *b != 0 ? qm__common_divisor(*a, *b) : 1;
    *a /= divisor;
    *b /= divisor;
}

/* ----------------------------------------------------------------------------------------------------------- nodes */

/* Adds a chance to the node with this key, which is made if it is new; NULL when there is no room. */
static node *meet(walk *w, uint64_t key, double chance, uint64_t numerator, uint64_t denominator) {
    const uint32_t mask = w->scratch->table_size - 1;
    uint32_t slot = (uint32_t)(key ^ key >> 32) & mask;
    while (w->table[slot] != 0) {
        node *known = &w->nodes[w->table[slot] - 1];
        if (known->key == key) {
            known->chance += chance;
            qm__fraction_plus(&known->numerator, &known->denominator, numerator, denominator);
            known->paths++;
            return known;
        }
        slot = (slot + 1) & mask;
    }
    if (w->count >= w->limit) {
        w->too_many = true;
        return NULL;
    }
    node *fresh = &w->nodes[w->count++];
    w->table[slot] = w->count;
    *fresh = (node){.key = key, .chance = chance, .numerator = numerator, .denominator = denominator, .paths = 1};
    return fresh;
}

/* The classes that lead to a node, from the start. */
static uint16_t path_to(const walk *w, uint32_t number, uint8_t *path) {
    uint16_t length = 0;
    for (uint32_t n = number; n != 0 && w->nodes[n - 1].depth > 0; n = w->nodes[n - 1].parent) {
        path[w->nodes[n - 1].depth - 1] = w->nodes[n - 1].outcome;
        length = w->nodes[n - 1].depth > length ? w->nodes[n - 1].depth : length;
    }
    return length;
}

static void run_path(walk *w, const uint8_t *path, uint16_t length, qm_events *events, qm__drive *drive) {
    qm__drive_clear(drive);
    drive->mode = QM__DRIVE_WALK;
    drive->policy = w->policy;
    drive->suppose = w->suppose;
    drive->path = path;
    drive->path_length = length;
    drive->events = events;
    memcpy(w->state, w->start, w->scenario->pending_at);
    qm__run_play(w->scenario, w->state, w->scratch, drive);
    w->had_choices |= drive->choices > 0;
    w->supposed |= drive->supposed;
}

/* How the path of a run that has come to an outcome is gone on. */
typedef struct step {
    const uint8_t *path;
    uint16_t length;
    uint32_t parent;
    double chance;
    uint64_t numerator, denominator;
} step;

/* Adds the chance of a step to a node; the node if it is a new one, else NULL. */
static node *add_to(walk *w, uint64_t key, const step *by, uint8_t what) {
    const uint32_t before = w->count;
    node *to = meet(w, key, by->chance, by->numerator, by->denominator);
    if (!to || w->count == before) {
        return NULL;
    }
    to->parent = by->parent;
    to->depth = by->length;
    to->outcome = by->length > 0 ? by->path[by->length - 1] : 0;
    to->what = what;
    return to;
}

/* Runs one path to its next node or outcome and notes the chance of it. */
static void follow(walk *w, const step *by) {
    qm__drive drive;
    run_path(w, by->path, by->length, NULL, &drive);
    if (drive.captured) {
        node *to = add_to(w, drive.next_key, by, QM__NODE_ROLL);
        if (to) {
            to->roll = drive.next;
            w->too_many = w->too_many || by->length >= DEPTH_MAX || qm__roll_classes(&drive.next) == 0;
        }
        return;
    }
    add_to(w, qm__position_key(w->scenario, w->state, UINT64_C(0x6c656166)), by, QM__NODE_LEAF); /* outcomes apart */
    if (drive.end.kind != 0) {
        node *to = add_to(w, qm__hash(&drive.end, sizeof drive.end, UINT64_C(0x656e64)), by, QM__NODE_END);
        if (to) {
            to->end = drive.end;
        }
    }
}

/* All classes of one node. */
static void expand(walk *w, uint32_t number) {
    uint8_t path[DEPTH_MAX + 1];
    const node here = w->nodes[number - 1];
    const uint16_t length = path_to(w, number, path);
    const uint32_t classes = qm__roll_classes(&here.roll);
    for (uint32_t outcome = 0; outcome < classes && !w->too_many; outcome++) {
        uint64_t weight, total, numerator = here.numerator, denominator = here.denominator;
        if (!qm__roll_weight(&here.roll, outcome, &weight, &total)) {
            numerator = denominator = 0;
        }
        if (weight == 0) {
            continue;
        }
        fraction_times(&numerator, &denominator, weight, total);
        path[length] = (uint8_t)outcome;
        follow(w, &(step){path, (uint16_t)(length + 1), number, here.chance * ((double)weight / (double)total), numerator,
                          denominator});
    }
}

/* ------------------------------------------------------------------------------------------------------- outcomes */

static void write_outcome(const node *from, uint32_t number, qm_outcome *to) {
    *to = (qm_outcome){.chance = from->chance,
                       .numerator = from->numerator,
                       .denominator = from->denominator,
                       .path = number,
                       .paths = from->paths};
    qm__fraction_reduce(&to->numerator, &to->denominator);
}

static bool before(const qm_outcome *a, const qm_outcome *b) {
    return a->chance > b->chance || (!(a->chance < b->chance) && a->path < b->path);
}

/* Most likely first, then as met. Shell sort: in place, no recursion, and the lists are short. */
static void sort_outcomes(qm_outcome *outcomes, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap /= 2) {
        for (uint32_t i = gap; i < count; i++) {
            const qm_outcome moving = outcomes[i];
            uint32_t at = i;
            for (; at >= gap && before(&moving, &outcomes[at - gap]); at -= gap) {
                outcomes[at] = outcomes[at - gap];
            }
            outcomes[at] = moving;
        }
    }
}

static walk start_walk(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint8_t policy,
                       bool suppose) {
    return (walk){.scenario = scenario,
                  .start = state,
                  .scratch = scratch,
                  .state = qm__scratch_part(scratch, scratch->odds_state_at),
                  .nodes = qm__scratch_part(scratch, scratch->nodes_at),
                  .table = qm__scratch_part(scratch, scratch->table_at),
                  .limit = scratch->leaves,
                  .policy = policy,
                  .suppose = suppose};
}

/* The table is left clean by every walk, so that starting one does not clear all of it. */
static void clean_table(walk *w) {
    const uint32_t mask = w->scratch->table_size - 1;
    if (w->count > w->scratch->table_size / 8) {
        memset(w->table, 0, w->scratch->table_size * sizeof *w->table);
        return;
    }
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t slot = (uint32_t)(w->nodes[i].key ^ w->nodes[i].key >> 32) & mask;
        while (w->table[slot] != 0) { /* a whole run of neighbours goes at once */
            w->table[slot] = 0;
            slot = (slot + 1) & mask;
        }
    }
}

/* Walks on from the nodes after the first `known`, which are walked already, and writes what comes of it. */
static qm_result walk_on(walk *w, uint32_t known, qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result) {
    uint32_t leaves = 0;
    for (uint32_t n = known + 1; n <= w->count && !w->too_many; n++) {
        if (w->nodes[n - 1].what == QM__NODE_ROLL) {
            expand(w, n);
            result->nodes++;
        }
        leaves += w->nodes[n - 1].what == QM__NODE_LEAF;
    }
    clean_table(w);
    result->had_choices = w->had_choices;
    result->supposed = w->supposed;
    w->scratch->node_count = w->too_many ? 0 : w->count;
    w->scratch->odds_policy = w->policy;
    w->scratch->odds_suppose = w->suppose;
    if (w->too_many) {
        result->too_many = true;
        return QM_OK;
    }
    if (leaves > capacity) {
        return QM_ERROR_LIMIT;
    }
    for (uint32_t n = known + 1; n <= w->count; n++) {
        if (w->nodes[n - 1].what == QM__NODE_LEAF) {
            write_outcome(&w->nodes[n - 1], n, &outcomes[result->count++]);
            result->sum += w->nodes[n - 1].chance;
        }
    }
    sort_outcomes(outcomes, result->count);
    return QM_OK;
}

/* What every question about odds begins with. */
static qm_result begin(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch, qm_policy policy,
                       const qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result) {
    if (!result || (!outcomes && capacity > 0) || policy > QM_POLICY_LAST) {
        return QM_ERROR_USAGE;
    }
    *result = (qm_odds_result){.policy = (uint8_t)policy};
    return qm__prepared_fits(scenario, state, scratch);
}

static qm_result find_odds(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_policy policy,
                           bool suppose, qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result) {
    const qm_result fit = begin(scenario, state, scratch, policy, outcomes, capacity, result);
    if (fit != QM_OK) {
        return fit;
    }
    walk w = start_walk(scenario, state, scratch, (uint8_t)policy, suppose);
    uint8_t nothing[1] = {0};
    follow(&w, &(step){nothing, 0, 0, 1.0, 1, 1});
    return walk_on(&w, 0, outcomes, capacity, result);
}

qm_result qm_odds(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_policy policy,
                  qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result) {
    return find_odds(scenario, state, scratch, policy, true, outcomes, capacity, result);
}

qm_result qm_odds_measured(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_policy policy,
                           qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result) {
    return find_odds(scenario, state, scratch, policy, false, outcomes, capacity, result);
}

/* -------------------------------------------------------------------------------------------------------- failing */

/* Whether a roll is the one that a check announced. */
static bool is_of(const qm_check *check, const qm__roll *roll) {
    return check->roll == roll->kind && check->figure == roll->figure && check->dice == roll->dice &&
           check->sides == roll->sides;
}

/* Whether a class of the roll of a check lets it go well; of dice that are just counted nothing does. */
static bool goes_well(const qm_check *check, const qm__roll *roll, uint32_t outcome) {
    switch ((qm__shape)roll->shape) {
    case QM__UNDER:
    case QM__POOL:
    case QM__OVER:
        return outcome == 0;
    case QM__BANDS: /* at or over the target, where the check says so */
        return check->over == QM_OVER_ONE && (outcome >= roll->cut_count || roll->cuts[outcome] >= check->target);
    case QM__SUM:
    case QM__PICK:
    case QM__FACES:
    case QM__DUEL:
    case QM__COUNT:
        break;
    }
    return false;
}

/* The best class of a roll that has one that goes well; UINT32_MAX = none does. */
static uint32_t best_class(const qm_check *check, const qm__roll *roll) {
    const uint32_t classes = qm__roll_classes(roll);
    const uint32_t best = roll->shape == QM__BANDS ? classes - 1 : 0;
    return classes > 0 && goes_well(check, roll, best) ? best : UINT32_MAX;
}

/* A node of the one path to the check: met for certain, and never again. */
static void add_step(walk *w, uint16_t depth, uint8_t outcome, const qm__roll *roll) {
    w->nodes[w->count] = (node){.key = depth, .parent = depth, .depth = depth, .outcome = outcome, .roll = *roll};
    w->count++;
}

/* Goes the path on which all checks before one go well, up to the roll of that one, which is then the last node. False
 * when it is not come to like that: nothing is rolled for it, or dice that are no checks decide before it. */
static bool walk_to(walk *w, const qm_verdict *verdict, uint16_t check, uint8_t path[DEPTH_MAX + 1]) {
    uint16_t length = 0, at = 0;
    while (length < DEPTH_MAX && w->count < w->limit) {
        qm__drive drive;
        run_path(w, path, length, NULL, &drive);
        while (drive.captured && at <= check && !is_of(&verdict->checks[at], &drive.next)) {
            at++;
        }
        if (!drive.captured || at > check) {
            return false;
        }
        add_step(w, length, length > 0 ? path[length - 1] : 0, &drive.next);
        if (at == check) {
            return true;
        }
        const uint32_t best = best_class(&verdict->checks[at++], &drive.next);
        if (best == UINT32_MAX) {
            return false;
        }
        path[length++] = (uint8_t)best;
    }
    return false;
}

/* All classes with which the check that the last node rolls for fails, as parts of all these. */
static void fail_last(walk *w, const qm_check *check, uint8_t path[DEPTH_MAX + 1]) {
    const uint32_t number = w->count;
    const qm__roll roll = w->nodes[number - 1].roll;
    const uint16_t length = w->nodes[number - 1].depth;
    const uint32_t classes = qm__roll_classes(&roll);
    uint64_t all = 0, weight, total;
    bool exact = true;
    for (uint32_t i = 0; i < classes; i++) {
        exact = qm__roll_weight(&roll, i, &weight, &total) && exact;
        all += goes_well(check, &roll, i) ? 0 : weight;
    }
    for (uint32_t i = 0; i < classes && !w->too_many; i++) {
        qm__roll_weight(&roll, i, &weight, &total);
        if (weight > 0 && !goes_well(check, &roll, i)) {
            path[length] = (uint8_t)i;
            follow(w, &(step){path, (uint16_t)(length + 1), number, (double)weight / (double)all, exact ? weight : 0,
                              exact ? all : 0});
        }
    }
}

qm_result qm_odds_failing(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                          const qm_verdict *verdict, uint16_t check, qm_policy policy, qm_outcome *outcomes,
                          uint32_t capacity, qm_odds_result *result) {
    qm_result fit = verdict && check < verdict->check_count && check < QM_CHECKS_MAX ? QM_OK : QM_ERROR_USAGE;
    if (fit == QM_OK) {
        fit = begin(scenario, state, scratch, policy, outcomes, capacity, result);
    }
    if (fit != QM_OK) {
        return fit;
    }
    walk w = start_walk(scenario, state, scratch, (uint8_t)policy, true);
    uint8_t path[DEPTH_MAX + 1];
    if (!walk_to(&w, verdict, check, path)) {
        scratch->node_count = 0;
        return QM_OK;
    }
    const uint32_t known = w.count;
    result->before = known;
    fail_last(&w, &verdict->checks[check], path);
    return walk_on(&w, known, outcomes, capacity, result);
}

qm_result qm_odds_outcome(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, const qm_outcome *outcome,
                          qm_state *after, qm_events *events) {
    const qm_result fit = qm__prepared_fits(scenario, state, scratch);
    if (fit != QM_OK) {
        return fit;
    }
    if (!outcome || outcome->path < 1 || outcome->path > scratch->node_count) {
        return QM_ERROR_USAGE;
    }
    walk w = start_walk(scenario, state, scratch, scratch->odds_policy, scratch->odds_suppose != 0);
    uint8_t path[DEPTH_MAX + 1];
    const uint16_t length = path_to(&w, outcome->path, path);
    if (events) {
        events->count = events->dropped = 0;
    }
    qm__drive drive;
    run_path(&w, path, length, events, &drive);
    if (after) {
        memcpy(after, state, scenario->state_size);
        memcpy(after, w.state, scenario->pending_at);
        after->revision = state->revision + 1;
        after->mark = 0; /* no game went this way */
    }
    return QM_OK;
}

const char *qm_policy_name(qm_policy policy) {
    switch (policy) {
    case QM_POLICY_AUTOMATIC:
        return "automatic";
    case QM_POLICY_UNIFORM:
        return "uniform";
    case QM_POLICY_FIRST:
        return "first";
    case QM_POLICY_LAST:
        return "last";
    }
    return "";
}
