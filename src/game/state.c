/* States: fields by their declaration, checking, hashing, and what a side may know.
 *
 * Invariant: everything here goes by the family's tables of fields; the only bytes read directly are those of the head.
 */
#include <string.h>

#include "base/hash.h"
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
        } else if (fields[i].type == QM_TYPE_PLACE && scenario->family->facts->space == QM_SPACE_HEX) {
            low = 0;
            high = scenario->hex.hex_count;
        }
        if (low < high && (value < low || value > high)) {
            return false;
        }
    }
    return true;
}

static bool pending_ok(const qm_scenario *scenario, const qm_state *state) {
    const qm__pending *pending = (const void *)((const unsigned char *)state + scenario->pending_at);
    const qm_rules_facts *facts = scenario->family->facts;
    return state->pending == 0 ||
           (state->pending == 1 && pending->kind >= 1 && pending->kind < facts->order_count &&
            pending->actor <= scenario->figure_count && pending->leg_count <= scenario->legs_max &&
            pending->tape_length <= scenario->tape_max && pending->wanted.what >= 1 && pending->wanted.what <= 2 &&
            pending->wanted.option_count <= 16);
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

void qm_item_look(const qm_scenario *scenario, const qm_state *state, uint16_t item, qm_look *out) {
    *out = (qm_look){.facing = -1};
    if (item >= 1 && item <= scenario->item_count) {
        scenario->family->item_look(scenario, state, item, out);
    }
}

void qm_figure_describe(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_text *out) {
    if (figure >= 1 && figure <= scenario->figure_count) {
        scenario->family->describe(scenario, state, figure, out);
    }
}

/* ------------------------------------------------------------------------------------------------------- projection */

static bool same_camp(const qm_scenario *scenario, uint16_t side, uint16_t figure) {
    return side == scenario->figures[figure - 1].side;
}

static bool hidden_from(const qm_scenario *scenario, uint16_t side, uint16_t kind, uint16_t actor) {
    return side != 0 && actor != 0 && (scenario->family->facts->orders[kind].flags & QM_ORDER_HIDDEN) != 0 &&
           !same_camp(scenario, side, actor);
}

/* A waiting order of another side whose kind is hidden is blanked, down to who is asked. */
static void hide_pending(const qm_scenario *scenario, qm_state *state, uint16_t side) {
    qm__pending *pending = (void *)((unsigned char *)state + scenario->pending_at);
    if (state->pending && hidden_from(scenario, side, pending->kind, pending->actor)) {
        const uint16_t kept = pending->kind;
        memset(pending, 0, scenario->state_size - scenario->pending_at);
        pending->kind = kept;
        pending->wanted.what = 2;
    }
}

void qm_project_order(const qm_scenario *scenario, uint16_t side, qm_order *order, qm_verdict *verdict, qm_events *events) {
    if (!order || !hidden_from(scenario, side, order->kind, order->actor)) {
        return;
    }
    qm_order_clear(order, order->kind, order->actor);
    if (verdict) {
        *verdict = (qm_verdict){.judgement = verdict->judgement, .chance = 1.0};
    }
    if (events) {
        events->count = events->dropped = 0;
    }
}

qm_result qm_project(const qm_scenario *scenario, const qm_state *state, uint16_t side, qm_state *out) {
    if (!scenario || !state || !out || side > scenario->side_count) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    memmove(out, state, scenario->state_size);
    if (side == 0) {
        return QM_OK;
    }
    const qm_rules_facts *facts = scenario->family->facts;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        void *block = qm__figure_at(scenario, out, i, scenario->family->figure_state_size);
        for (size_t f = 0; f < facts->figure_state_count && !same_camp(scenario, side, i); f++) {
            if (facts->figure_state[f].flags & QM_FIELD_HIDDEN) {
                qm__field_set(block, &facts->figure_state[f], facts->figure_state[f].standard);
            }
        }
    }
    hide_pending(scenario, out, side);
    out->mark = 0; /* it follows the hidden orders too */
    return QM_OK;
}
