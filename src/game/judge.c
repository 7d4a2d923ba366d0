/* Judging: an order in, a verdict out, and the order left prepared in the scratch.
 *
 * Invariant: judging changes nothing but the scratch and the verdict. What makes no sense at all (a kind that does not
 * exist, a figure that is not there) is a usage error; everything the rules have a word about is an illegal verdict.
 */
#include <string.h>

#include "base/name.h"
#include "game/place.h"
#include "game/scratch.h"

/* ------------------------------------------------------------------------------------------------------- scratch */

static uint32_t padded(size_t size) {
    return (uint32_t)((size + 15) & ~(size_t)15);
}

enum { LEAVES_STANDARD = 4096, LEAVES_MAX = 1 << 20, NODE_SIZE = 80 };

static uint32_t table_slots(uint32_t leaves) {
    uint32_t slots = 64;
    while (slots < leaves * 2) {
        slots *= 2;
    }
    return slots;
}

/* Cuts the memory up; gives the whole size. */
static size_t cut(const qm_scenario *scenario, qm_scratch *scratch, uint32_t leaves) {
    if (leaves == 0) {
        leaves = LEAVES_STANDARD;
    }
    if (leaves > LEAVES_MAX) {
        leaves = LEAVES_MAX;
    }
    scratch->leaves = leaves;
    scratch->table_size = table_slots(leaves);
    scratch->prepared_at = padded(sizeof *scratch);
    scratch->search_at = scratch->prepared_at + padded(scenario->family->prepared_size);
    scratch->state_at = scratch->search_at + padded(scenario->family->search_size(scenario));
    scratch->odds_state_at = scratch->state_at + padded(scenario->state_size);
    scratch->nodes_at = scratch->odds_state_at + padded(scenario->state_size);
    scratch->table_at = scratch->nodes_at + padded((size_t)leaves * NODE_SIZE);
    return (size_t)scratch->table_at + (size_t)scratch->table_size * sizeof(uint32_t);
}

size_t qm_scratch_size(const qm_scenario *scenario, uint32_t leaves) {
    qm_scratch measured;
    return cut(scenario, &measured, leaves);
}

void qm_scratch_start(const qm_scenario *scenario, qm_scratch *scratch, uint32_t leaves) {
    memset(scratch, 0, sizeof *scratch);
    const size_t size = cut(scenario, scratch, leaves);
    /* search memory relies on starting clean, so that a query need not clear it */
    memset((unsigned char *)scratch + sizeof *scratch, 0, size - sizeof *scratch);
    scratch->scenario = scenario->hash;
}

/* --------------------------------------------------------------------------------------------------------- orders */

void qm_order_clear(qm_order *order, uint16_t kind, uint16_t actor) {
    order->kind = kind;
    order->actor = actor;
    order->leg_count = 0;
    order->zero = 0;
    memset(order->arguments, 0, sizeof order->arguments);
}

bool qm_order_equal(const qm_order *a, const qm_order *b) {
    return a->kind == b->kind && a->actor == b->actor && a->leg_count == b->leg_count &&
           memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0 &&
           memcmp(a->legs, b->legs, a->leg_count * sizeof(qm_leg)) == 0;
}

static int32_t word_count(const char *words) {
    int32_t count = words && *words ? 1 : 0;
    for (; words && *words; words++) {
        count += *words == ' ';
    }
    return count;
}

/* Whether a unit is known by this figure. */
static bool is_first(const qm_scenario *scenario, int32_t figure) {
    const uint16_t unit = figure >= 1 && figure <= scenario->figure_count ? scenario->figures[figure - 1].unit : 0;
    return unit != 0 && scenario->units[unit - 1].first == figure;
}

static int32_t row_count(const qm_scenario *scenario, const char *table) {
    const qm_rules_facts *facts = scenario->family->facts;
    for (size_t i = 0; table && i < facts->table_count; i++) {
        if (qm__same(facts->tables[i].name, table)) {
            return scenario->rules.tables[i].count;
        }
    }
    return 0;
}

/* `words`: of a WORD its words, of a ROW its table. */
static bool operand_ok(const qm_scenario *scenario, qm_operand operand, const char *words, int32_t value,
                       bool optional) {
    if (optional && value == 0) {
        return true;
    }
    switch (operand) {
    case QM_OPERAND_FIGURE:
        return value >= 1 && value <= scenario->figure_count;
    case QM_OPERAND_SIDE:
        return value >= 1 && value <= scenario->side_count;
    case QM_OPERAND_ITEM:
        return value >= 1 && value <= scenario->item_count;
    case QM_OPERAND_DIRECTION:
        return value >= 0 && value < qm__direction_count(scenario);
    case QM_OPERAND_FIELD:
        return value >= 0 && value < scenario->family->facts->figure_state_count;
    case QM_OPERAND_WORD:
        return value >= 0 && value < word_count(words);
    case QM_OPERAND_UNIT:
        return is_first(scenario, value);
    case QM_OPERAND_ROW:
        return value >= 1 && value <= row_count(scenario, words);
    case QM_OPERAND_NONE:
    case QM_OPERAND_PLACE:
    case QM_OPERAND_NUMBER:
    case QM_OPERAND_VALUE:
        return true;
    }
    return false;
}

static bool legs_ok(const qm_scenario *scenario, const qm_order *order) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (order->leg_count > scenario->legs_max || order->leg_count > QM_LEGS_MAX) {
        return false;
    }
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const qm_leg *leg = &order->legs[i];
        if (leg->kind < 1 || leg->kind >= facts->leg_count || !qm__place_tells(scenario, leg->to) ||
            !operand_ok(scenario, facts->legs[leg->kind].operand, facts->legs[leg->kind].name, leg->thing, false)) {
            return false;
        }
    }
    return true;
}

static bool order_ok(const qm_scenario *scenario, const qm_order *order) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (order->kind < 1 || order->kind >= facts->order_count) {
        return false;
    }
    const qm_order_kind *kind = &facts->orders[order->kind];
    const bool acts = (kind->flags & QM_ORDER_ACTOR) != 0;
    if (acts ? order->actor < 1 || order->actor > scenario->figure_count : order->actor != 0) {
        return false;
    }
    if ((kind->flags & QM_ORDER_UNIT) && !is_first(scenario, order->actor)) {
        return false;
    }
    for (size_t i = 0; i < kind->argument_count; i++) {
        const qm_argument *argument = &kind->arguments[i];
        if (!operand_ok(scenario, argument->operand, argument->words, order->arguments[i], argument->optional)) {
            return false;
        }
    }
    return order->leg_count == 0 || ((kind->flags & QM_ORDER_LEGS) && legs_ok(scenario, order));
}

/* Legs whose kind names a thing keep it in `thing`; an order is copied without the legs it does not have. */
static void copy_order(qm_order *to, const qm_order *from) {
    memcpy(to, from, offsetof(qm_order, legs) + from->leg_count * sizeof(qm_leg));
}

/* -------------------------------------------------------------------------------------------------------- judging */

static void start_verdict(qm_verdict *verdict) {
    verdict->judgement = QM_LEGAL;
    verdict->reason_count = verdict->check_count = verdict->cited_count = verdict->way_count = 0;
    verdict->unit = verdict->reasons_dropped = verdict->checks_dropped = 0;
    verdict->cost = verdict->allowance = verdict->hits = 0;
    verdict->asks = verdict->nearest = 0;
    verdict->distance = 0;
    verdict->ending = QM_ENDS_THERE;
    verdict->ender = 0;
    verdict->before = (qm_place){0};
    verdict->approximate = verdict->way_dropped = verdict->stand_count = 0;
    verdict->unmeasured = verdict->part_count = verdict->warning_count = verdict->warnings_dropped = 0;
    verdict->zero = 0;
    memset(verdict->unmeasured_legs, 0, sizeof verdict->unmeasured_legs);
    verdict->chance = 1.0;
}

void qm__judge_again(const qm_scenario *scenario, const qm_state *state, const qm_order *order, qm_scratch *scratch,
                     qm_verdict *verdict) {
    start_verdict(verdict);
    if (order != &scratch->order) {
        copy_order(&scratch->order, order);
    }
    qm__judging judging = {.scenario = scenario,
                           .state = state,
                           .order = &scratch->order,
                           .prepared = qm__scratch_part(scratch, scratch->prepared_at),
                           .search = qm__scratch_part(scratch, scratch->search_at),
                           .verdict = verdict,
                           .scratch = scratch};
    const qm_rules_facts *facts = scenario->family->facts;
    if (state->pending || state->ended) {
        qm__refuse(&judging, state->pending ? facts->reason_pending : facts->reason_over);
    } else {
        scenario->family->judge(&judging);
    }
    scratch->prepared = 1;
    scratch->judgement = (uint8_t)(qm_verdict_playable(verdict) ? QM_LEGAL : verdict->judgement);
    scratch->mark = state->mark;
    scratch->revision = state->revision;
    scratch->node_count = 0;
}

bool qm_verdict_playable(const qm_verdict *verdict) {
    return verdict->judgement == QM_LEGAL || (verdict->judgement == QM_CANNOT_JUDGE && verdict->asks);
}

qm_result qm__prepared_fits(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch) {
    if (!scenario || !state || !scratch || scratch->scenario != scenario->hash || !scratch->prepared) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    if (state->pending) {
        return QM_ERROR_PENDING;
    }
    if (scratch->mark != state->mark || scratch->revision != state->revision) {
        return QM_ERROR_STALE;
    }
    return scratch->judgement == QM_LEGAL ? QM_OK : QM_ERROR_ILLEGAL;
}

qm_result qm_judge(const qm_scenario *scenario, const qm_state *state, const qm_order *order, qm_scratch *scratch,
                   qm_verdict *verdict) {
    if (!scenario || !state || !order || !scratch || !verdict || scratch->scenario != scenario->hash) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    if (!order_ok(scenario, order)) {
        return QM_ERROR_USAGE;
    }
    qm__judge_again(scenario, state, order, scratch, verdict);
    return QM_OK;
}

static void add_warning(qm_verdict *verdict, const qm_reason *reason) {
    if (verdict->warning_count < QM_WARNINGS_MAX) {
        verdict->warnings[verdict->warning_count++] = *reason;
    } else {
        verdict->warnings_dropped++;
    }
}

/* From a leg on that is found not to be made nothing is rolled any more. */
static void drop_checks(qm_verdict *verdict, uint16_t leg) {
    uint16_t kept = 0;
    for (uint16_t i = 0; i < verdict->check_count; i++) {
        if (verdict->checks[i].leg < leg) {
            verdict->checks[kept++] = verdict->checks[i];
        }
    }
    verdict->check_count = kept;
    verdict->chance = 0;
}

qm_result qm_judge_measured(const qm_scenario *scenario, const qm_state *state, const qm_order *order,
                            qm_scratch *scratch, qm_verdict *verdict) {
    if (!scenario || !scratch || scenario->measured == scenario) {
        return qm_judge(scenario, state, order, scratch, verdict);
    }
    qm_verdict *told = &scratch->verdict;
    qm_result result = qm_judge(scenario->measured, state, order, scratch, told);
    if (result == QM_OK) {
        result = qm_judge(scenario, state, order, scratch, verdict);
    }
    if (result != QM_OK || verdict->judgement != QM_LEGAL) {
        return result;
    }
    if (told->judgement == QM_LEGAL) {
        *verdict = *told;
        return QM_OK;
    }
    for (uint16_t i = 0; i < told->reason_count; i++) {
        add_warning(verdict, &told->reasons[i]);
        if (told->reasons[i].leg != 0) {
            drop_checks(verdict, told->reasons[i].leg);
        }
    }
    return QM_OK;
}

/* -------------------------------------------------------------------------------------- what families call (family.h)
 */

static qm_reason *add_reason(qm__judging *judging, uint16_t kind) {
    qm_verdict *verdict = judging->verdict;
    qm_reason *slot = &verdict->reasons[QM_REASONS_MAX - 1];
    if (verdict->reason_count < QM_REASONS_MAX) {
        slot = &verdict->reasons[verdict->reason_count++];
    } else {
        verdict->reasons_dropped++; /* the last one gives way */
    }
    *slot = (qm_reason){.kind = kind, .figure = judging->order->actor};
    return slot;
}

qm_reason *qm__refuse(qm__judging *judging, uint16_t kind) {
    judging->verdict->judgement = QM_ILLEGAL;
    return add_reason(judging, kind);
}

qm_reason *qm__warn(qm__judging *judging, uint16_t kind) {
    qm_verdict *verdict = judging->verdict;
    const qm_reason fresh = {.kind = kind, .figure = judging->order->actor};
    add_warning(verdict, &fresh);
    return &verdict->warnings[verdict->warning_count - 1];
}

qm_reason *qm__leave_to_person(qm__judging *judging, uint16_t kind) {
    if (judging->verdict->judgement == QM_LEGAL) {
        judging->verdict->judgement = QM_CANNOT_JUDGE;
    }
    return add_reason(judging, kind);
}

qm_reason *qm__leave_to_choice(qm__judging *judging, uint16_t kind) {
    judging->verdict->asks = 1;
    return qm__leave_to_person(judging, kind);
}

qm_check *qm__foresee(qm__judging *judging, uint16_t roll) {
    qm_verdict *verdict = judging->verdict;
    qm_check *slot = &verdict->checks[QM_CHECKS_MAX - 1];
    if (verdict->check_count < QM_CHECKS_MAX) {
        slot = &verdict->checks[verdict->check_count++];
    } else {
        verdict->checks_dropped++;
    }
    slot->roll = roll;
    slot->leg = 0;
    slot->figure = judging->order->actor;
    slot->more = slot->other = slot->word = 0;
    slot->dice = slot->sides = slot->over = 0;
    slot->at = (qm_place){0};
    slot->target = 0;
    slot->term_count = slot->class_count = 0;
    slot->chance = 1.0;
    return slot;
}

void qm__term(qm_term *terms, uint16_t *count, uint16_t kind, int amount) {
    if (amount != 0 && *count < QM_TERMS_MAX) {
        terms[(*count)++] = (qm_term){.kind = kind, .amount = (int16_t)amount};
    }
}

void qm__term_word(qm_term *terms, uint16_t *count, uint16_t kind) {
    if (*count < QM_TERMS_MAX) {
        terms[(*count)++] = (qm_term){.kind = kind};
    }
}

void qm__term_ability(qm_term *terms, uint16_t *count, uint16_t kind, uint8_t by, uint8_t on) {
    if (*count < QM_TERMS_MAX) {
        terms[(*count)++] = (qm_term){.kind = kind, .by = by, .on = on};
    }
}

void qm__cite(qm__judging *judging, uint16_t clause) {
    qm_verdict *verdict = judging->verdict;
    for (size_t i = 0; i < verdict->cited_count; i++) {
        if (verdict->cited[i] == clause) {
            return;
        }
    }
    if (verdict->cited_count < QM_CITED_MAX) {
        verdict->cited[verdict->cited_count++] = clause;
    }
}

void qm__way_add(qm__judging *judging, qm_place place) {
    qm_verdict *verdict = judging->verdict;
    qm_part *part = verdict->part_count > 0 ? &verdict->parts[verdict->part_count - 1] : NULL;
    const uint16_t own = part ? part->count : verdict->way_count;
    if (own < QM_WAY_MAX && verdict->way_count < QM_WAYS_MAX) {
        verdict->way[verdict->way_count++] = place;
    } else {
        verdict->way_dropped++;
        return;
    }
    if (part) {
        part->count++;
    }
}

qm_part *qm__part_add(qm__judging *judging, uint16_t figure) {
    qm_verdict *verdict = judging->verdict;
    const bool room = verdict->part_count < QM_PARTS_MAX; /* a part a figure fits, as a unit has no more of them */
    qm_part *part = &verdict->parts[room ? verdict->part_count++ : QM_PARTS_MAX - 1];
    *part = (qm_part){.figure = figure, .first = verdict->way_count, .facing = -1};
    return part;
}

/* ------------------------------------------------------------------------------------------------------- citations */

typedef struct clause_list {
    const qm_rules_facts *facts;
    uint16_t *out;
    size_t max, count;
} clause_list;

static void list_clause(clause_list *list, uint16_t clause) {
    for (size_t i = 0; i < list->count && i < list->max; i++) {
        if (list->out[i] == clause) {
            return;
        }
    }
    if (list->count < list->max) {
        list->out[list->count] = clause;
    }
    list->count++;
}

/* Ids separated by spaces, as tables have them. */
static void list_ids(clause_list *list, const char *ids) {
    char id[24];
    for (size_t n = 0; ids && qm_words_at(ids, n, id, sizeof id) > 0; n++) {
        const qm_clause *clause = qm_clause_named(list->facts, id);
        if (clause) {
            list_clause(list, (uint16_t)(clause - list->facts->clauses));
        }
    }
}

size_t qm_verdict_clauses(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict, uint16_t *out,
                          size_t max) {
    const qm_rules_facts *facts = scenario->family->facts;
    clause_list list = {.facts = facts, .out = out, .max = max};
    for (size_t i = 0; i < verdict->reason_count; i++) {
        list_ids(&list, facts->reasons[verdict->reasons[i].kind].clauses);
    }
    for (size_t i = 0; i < verdict->warning_count && verdict->judgement == QM_LEGAL; i++) {
        list_ids(&list, facts->reasons[verdict->warnings[i].kind].clauses);
    }
    for (size_t i = 0; i < verdict->cited_count; i++) {
        list_clause(&list, verdict->cited[i]);
    }
    for (size_t i = 0; i < verdict->check_count; i++) {
        const qm_check *check = &verdict->checks[i];
        list_ids(&list, facts->rolls[check->roll].clauses);
        for (size_t t = 0; t < check->term_count; t++) {
            list_ids(&list, facts->terms[check->terms[t].kind].clauses);
        }
    }
    if (verdict->judgement == QM_LEGAL && order) {
        list_ids(&list, facts->orders[order->kind].clauses);
    }
    return list.count;
}
