/* States: fields by their declaration, checking, hashing, and what a side may know.
 *
 * Invariant: everything here goes by the family's tables of fields; the only bytes read directly are those of the head.
 */
#include <string.h>

#include "base/hash.h"
#include "game/cells.h"
#include "game/drive.h"
#include "game/family.h"
#include "game/scratch.h"

int32_t qm__field_get(const void *block, const qm_field *field) {
    const unsigned char *at = (const unsigned char *)block + field->offset;
    const bool is_signed = field->type == QM_TYPE_NUMBER && field->low < 0;
    if (field->size == 1) {
        return is_signed ? (int8_t)*at : *at;
    }
    if (field->size == 2) {
        uint16_t value;
        memcpy(&value, at, 2);
        return is_signed ? (int16_t)value : value;
    }
    int32_t value;
    memcpy(&value, at, 4);
    return value;
}

void qm__field_set(void *block, const qm_field *field, int32_t value) {
    unsigned char *at = (unsigned char *)block + field->offset;
    if (field->size == 1) {
        *at = (unsigned char)value;
    } else if (field->size == 2) {
        const uint16_t small = (uint16_t)value;
        memcpy(at, &small, 2);
    } else {
        memcpy(at, &value, 4);
    }
}

size_t qm_state_size(const qm_scenario *scenario) {
    return scenario->state_size;
}

qm_result qm_state_start(const qm_scenario *scenario, qm_state *state) {
    if (!scenario || !state) {
        return QM_ERROR_USAGE;
    }
    memcpy(state, scenario->start, scenario->state_size);
    return QM_OK;
}

/* Every value of a field must lie in the range its declaration gives. */
static bool fields_ok(const qm_scenario *scenario, const void *block, const qm_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int32_t value = qm__field_get(block, &fields[i]);
        int32_t low = fields[i].low, high = fields[i].high;
        if (fields[i].type == QM_TYPE_FIGURE || fields[i].type == QM_TYPE_ITEM) {
            low = 0;
            high = fields[i].type == QM_TYPE_FIGURE ? scenario->figure_count : scenario->item_count;
        } else if (fields[i].type == QM_TYPE_PLACE && qm__has_cells(scenario->family->facts->space)) {
            low = 0;
            high = (int32_t)qm__cell_count(scenario);
        }
        if (low < high && (value < low || value > high)) {
            return false;
        }
    }
    return true;
}

/* How many pools a roll that is wanted may have, or options a choice. */
static uint8_t most_options(const qm_rules_facts *facts, const qm_wanted *wanted) {
    const bool known = wanted->what == 2 && wanted->kind < facts->choice_count;
    const char *options = known ? facts->choices[wanted->kind].options : NULL;
    return wanted->what == 1 ? QM_POOLS_MAX : options && options[0] == '\0' ? QM_OPTION_PLACES : 16;
}

static bool pending_ok(const qm_scenario *scenario, const qm_state *state) {
    const qm__pending *pending = (const void *)((const unsigned char *)state + scenario->pending_at);
    const qm_rules_facts *facts = scenario->family->facts;
    return state->pending == 0 ||
           (state->pending == 1 && pending->kind >= 1 && pending->kind < facts->order_count &&
            pending->actor <= scenario->figure_count && pending->leg_count <= scenario->legs_max &&
            pending->tape_length <= scenario->tape_max && pending->wanted.what >= 1 && pending->wanted.what <= 2 &&
            pending->wanted.option_count <= most_options(facts, &pending->wanted) &&
            pending->wanted.dice <= QM_FACES_MAX && pending->wanted.over <= QM_OVER_EACH);
}

qm_result qm_state_check(const qm_scenario *scenario, const qm_state *state) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (!qm__fits(scenario, state) || state->phase > facts->phase_count || state->ended > 3 ||
        state->winner > scenario->side_count || !pending_ok(scenario, state)) {
        return QM_ERROR_STATE;
    }
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        if (!fields_ok(scenario, qm__figure_at(scenario, state, i, scenario->family->figure_state_size), facts->figure_state,
                       facts->figure_state_count)) {
            return QM_ERROR_STATE;
        }
    }
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        if (!fields_ok(scenario, qm__item_at(scenario, state, i, scenario->family->item_state_size), facts->item_state,
                       facts->item_state_count)) {
            return QM_ERROR_STATE;
        }
    }
    return scenario->family->check(scenario, state) ? QM_OK : QM_ERROR_STATE;
}

/* Whether a state of the one means the same in the other: figures, items, sides and places are numbered alike. */
static bool alike(const qm_scenario *a, const qm_scenario *b) {
    if (a->family != b->family || a->figure_count != b->figure_count || a->item_count != b->item_count ||
        a->side_count != b->side_count || a->zone_count != b->zone_count || a->figures_at != b->figures_at ||
        a->items_at != b->items_at || a->extra_at != b->extra_at || a->pending_at != b->pending_at ||
        qm__cell_count(a) != qm__cell_count(b)) {
        return false;
    }
    bool same = true;
    for (uint16_t i = 1; i <= a->side_count && same; i++) {
        same = strcmp(qm_side_name(a, i), qm_side_name(b, i)) == 0;
    }
    for (uint16_t i = 1; i <= a->figure_count && same; i++) {
        same = strcmp(qm_figure_name(a, i), qm_figure_name(b, i)) == 0 &&
               strcmp(qm_actor_name(a, i), qm_actor_name(b, i)) == 0;
    }
    for (uint16_t i = 1; i <= a->item_count && same; i++) {
        same = strcmp(qm_item_name(a, i), qm_item_name(b, i)) == 0;
    }
    return same;
}

qm_result qm_state_carry(const qm_scenario *from, const qm_state *state, const qm_scenario *to, qm_state *out) {
    if (!from || !state || !to || !out) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(from, state) || !alike(from, to)) {
        return QM_ERROR_STATE;
    }
    if (state->pending) {
        return QM_ERROR_PENDING;
    }
    memcpy(out, to->start, to->state_size);
    out->mark = state->mark;
    out->revision = state->revision;
    memcpy((unsigned char *)out + QM__STATE_BODY, (const unsigned char *)state + QM__STATE_BODY,
           to->pending_at - QM__STATE_BODY);
    return qm_state_check(to, out);
}

/* ----------------------------------------------------------------------------------------------------------- hashes */

uint64_t qm__position_key(const qm_scenario *scenario, const qm_state *state, uint64_t seed) {
    return qm__hash((const unsigned char *)state + QM__STATE_BODY, scenario->pending_at - QM__STATE_BODY, seed);
}

static uint64_t hash_value(uint64_t hash, int32_t value) {
    const uint32_t v = (uint32_t)value;
    const char bytes[4] = {(char)(v & 255u), (char)(v >> 8 & 255u), (char)(v >> 16 & 255u), (char)(v >> 24)};
    return qm__hash_text(hash, bytes, 4);
}

static uint64_t hash_fields(uint64_t hash, const void *block, const qm_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash = hash_value(hash, qm__field_get(block, &fields[i]));
    }
    return hash;
}

/* The canonical encoding: turn, phase, end and winner, then every declared field in order, then the order that waits. */
uint64_t qm_state_hash(const qm_scenario *scenario, const qm_state *state) {
    const qm_rules_facts *facts = scenario->family->facts;
    uint64_t hash = hash_value(QM__HASH_TEXT_START, state->turn);
    hash = hash_value(hash, state->phase);
    hash = hash_value(hash, state->ended);
    hash = hash_value(hash, state->winner);
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        hash = hash_fields(hash, qm__figure_at(scenario, state, i, scenario->family->figure_state_size), facts->figure_state,
                           facts->figure_state_count);
    }
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        hash = hash_fields(hash, qm__item_at(scenario, state, i, scenario->family->item_state_size), facts->item_state,
                           facts->item_state_count);
    }
    hash = hash_value(hash, state->pending);
    if (state->pending) {
        const qm__pending *pending = (const void *)((const unsigned char *)state + scenario->pending_at);
        const char *tape = (const char *)(pending + 1) + scenario->legs_max * sizeof(qm_leg);
        hash = hash_value(hash_value(hash, pending->kind), pending->actor);
        hash = qm__hash_text(hash, tape, pending->tape_length);
    }
    return hash;
}

/* -------------------------------------------------------------------------------------------------------- accessors */

uint32_t qm_state_revision(const qm_state *state) {
    return state->revision;
}

uint16_t qm_state_turn(const qm_state *state) {
    return state->turn;
}

uint16_t qm_state_phase(const qm_state *state) {
    return state->phase;
}

bool qm_state_ended(const qm_state *state) {
    return state->ended != 0;
}

uint16_t qm_state_winner(const qm_state *state) {
    return state->winner;
}

uint16_t qm_state_actor(const qm_scenario *scenario, const qm_state *state) {
    return state->ended ? 0 : scenario->family->actor(scenario, state);
}

int32_t qm_figure_state(const qm_scenario *scenario, const qm_state *state, uint16_t figure, size_t field) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (figure < 1 || figure > scenario->figure_count || field >= facts->figure_state_count) {
        return 0;
    }
    return qm__field_get(qm__figure_at(scenario, state, figure, scenario->family->figure_state_size),
                         &facts->figure_state[field]);
}

int32_t qm_item_state(const qm_scenario *scenario, const qm_state *state, uint16_t item, size_t field) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (item < 1 || item > scenario->item_count || field >= facts->item_state_count) {
        return 0;
    }
    return qm__field_get(qm__item_at(scenario, state, item, scenario->family->item_state_size), &facts->item_state[field]);
}

void qm_figure_look(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_look *out) {
    *out = (qm_look){.facing = -1};
    if (figure >= 1 && figure <= scenario->figure_count) {
        scenario->family->look(scenario, state, figure, out);
    }
}

bool qm_in_play(const qm_scenario *scenario, const qm_state *state, uint16_t figure) {
    uint16_t first = figure, count = figure >= 1 && figure <= scenario->figure_count;
    bool there = false;
    if (qm_figure_unit(scenario, figure) != 0) {
        qm_unit_figures(scenario, qm_figure_unit(scenario, figure), &first, &count);
    }
    for (uint16_t i = first; i < first + count && !there; i++) {
        qm_look look;
        qm_figure_look(scenario, state, i, &look);
        there = look.posture != QM_POSTURE_GONE;
    }
    return there;
}

void qm_item_look(const qm_scenario *scenario, const qm_state *state, uint16_t item, qm_look *out) {
    *out = (qm_look){.facing = -1};
    if (item >= 1 && item <= scenario->item_count) {
        scenario->family->item_look(scenario, state, item, out);
    }
}

size_t qm_figure_told(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_told *out, size_t capacity) {
    qm_told told[QM_TOLD_MAX];
    if (!scenario->family->told || figure < 1 || figure > scenario->figure_count) {
        return 0;
    }
    const size_t count = scenario->family->told(scenario, state, figure, told);
    for (size_t i = 0; i < count && i < capacity; i++) {
        out[i] = told[i];
    }
    return count;
}

/* What the family says of its numbers, and then what is told of it. */
void qm_figure_describe(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_text *out) {
    qm_told told[QM_TOLD_MAX];
    if (figure < 1 || figure > scenario->figure_count) {
        return;
    }
    scenario->family->describe(scenario, state, figure, out);
    const size_t count = qm_figure_told(scenario, state, figure, told, QM_TOLD_MAX);
    for (size_t i = 0; i < count; i++) {
        char words[200];
        qm_text text = qm_text_over(words, sizeof words);
        qm_told_print(scenario, &told[i], &text);
        qm_text_addf(out, "%s%s", text.length > 0 ? ", " : "", words);
    }
}

/* ------------------------------------------------------------------------------------------------------- projection */

static qm__pending *pending_in(const qm_scenario *scenario, const qm_state *state) {
    return (void *)((unsigned char *)(uintptr_t)state + scenario->pending_at);
}

static bool order_kind_has(const qm_scenario *scenario, uint16_t kind, unsigned flag) {
    const qm_rules_facts *facts = scenario->family->facts;
    return kind < facts->order_count && (facts->orders[kind].flags & flag) != 0;
}

static bool can_hide(const qm_rules_facts *facts) {
    bool hidden = false;
    for (size_t i = 0; i < facts->figure_state_count && !hidden; i++) {
        hidden = (facts->figure_state[i].flags & QM_FIELD_HIDDEN) != 0;
    }
    for (size_t i = 1; i < facts->order_count && !hidden; i++) {
        hidden = (facts->orders[i].flags & QM_ORDER_HIDDEN) != 0;
    }
    return hidden;
}

/* An order that advances the game and waits has begun to reveal: what it wants tells of what was hidden. */
bool qm_state_hides(const qm_scenario *scenario, const qm_state *state, uint16_t figure) {
    const qm__family *family = scenario->family;
    if (figure < 1 || figure > scenario->figure_count || !can_hide(family->facts) ||
        (state->pending && order_kind_has(scenario, pending_in(scenario, state)->kind, QM_ORDER_ADVANCE))) {
        return false;
    }
    return !family->hides || family->hides(scenario, state, figure);
}

bool qm_state_unmeasured(const qm_scenario *scenario, const qm_state *state) {
    return scenario->family->unmeasured && scenario->family->unmeasured(scenario, state);
}

/* Allies are no exception: what one side declares only that side knows. */
static bool veiled(const qm_scenario *scenario, const qm_state *state, uint16_t side, uint16_t figure) {
    return side != 0 && qm_figure_side(scenario, figure) != side && qm_state_hides(scenario, state, figure);
}

static bool order_veiled(const qm_scenario *scenario, const qm_state *state, uint16_t side, uint16_t kind,
                         uint16_t actor) {
    return order_kind_has(scenario, kind, QM_ORDER_HIDDEN) && veiled(scenario, state, side, actor);
}

/* The kind goes as well: whether a figure declared to stay or to run is as hidden as where to. */
void qm_project_order(const qm_scenario *scenario, const qm_state *state, uint16_t side, qm_order *order,
                      qm_verdict *verdict, qm_events *events) {
    if (!order || !order_veiled(scenario, state, side, order->kind, order->actor)) {
        return;
    }
    qm_order_clear(order, 0, order->actor);
    if (verdict) {
        *verdict = (qm_verdict){.judgement = verdict->judgement, .chance = 1.0};
    }
    if (events) {
        events->count = events->dropped = 0;
    }
}

/* Keeps what is declared and public; hidden fields get their standard, and bytes that no field declares are cleared, since
 * nobody can say whether they are hidden. */
static void blank_figure(const qm_scenario *scenario, qm_state *state, uint16_t figure) {
    const qm_rules_facts *facts = scenario->family->facts;
    const size_t size = scenario->family->figure_state_size;
    unsigned char *block = qm__figure_at(scenario, state, figure, size);
    for (size_t byte = 0; byte < size; byte++) {
        bool shown = false;
        for (size_t f = 0; f < facts->figure_state_count && !shown; f++) {
            const qm_field *field = &facts->figure_state[f];
            shown = !(field->flags & QM_FIELD_HIDDEN) && byte >= field->offset &&
                    byte < (size_t)field->offset + field->size;
        }
        block[byte] = shown ? block[byte] : 0;
    }
    for (size_t f = 0; f < facts->figure_state_count; f++) {
        if (facts->figure_state[f].flags & QM_FIELD_HIDDEN) {
            qm__field_set(block, &facts->figure_state[f], facts->figure_state[f].standard);
        }
    }
}

qm_result qm_project(const qm_scenario *scenario, const qm_state *state, uint16_t side, qm_state *out) {
    if (!scenario || !state || !out || side > scenario->side_count) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    if (out != state) {
        memcpy(out, state, scenario->state_size);
    }
    if (side == 0) {
        return QM_OK;
    }
    qm__pending *pending = pending_in(scenario, out);
    if (out->pending && order_veiled(scenario, out, side, pending->kind, pending->actor)) {
        memset(pending, 0, scenario->state_size - scenario->pending_at); /* not even that it waits */
        out->pending = 0;
    }
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        if (veiled(scenario, out, side, i)) {
            blank_figure(scenario, out, i);
            out->revision = 0; /* it counts hidden orders too */
        }
    }
    /* The mark follows hidden orders too. One made of what is left tells projections of different positions apart, and from
     * the states themselves. */
    out->mark = qm__position_key(scenario, out, side);
    return QM_OK;
}
