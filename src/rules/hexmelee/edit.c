/* Game-master edits: putting figures and items somewhere, setting values, taking figures off the board.
 *
 * An edit changes what it names and nothing it does not have to. One consequence it has: a figure without the STR to be
 * well is not, as if the game had begun so. Falls and the like are for the game master to add.
 * What must stay true all the same: nobody in solid ground, nobody in hand who is not held, the
 * end of the game, and whose turn it is.
 */
#include "rules/hexmelee/declared.h"

enum { ON_FIGURE, TO_PLACE };     /* place FIGURE PLACE */
enum { OF_FIGURE, FIELD, VALUE }; /* set FIGURE FIELD VALUE */
enum { THE_ITEM, TO };            /* give ITEM FIGURE, lay ITEM PLACE */

static uint16_t place_argument(const qm_scenario *s, const qm_order *order, int index) {
    const uint32_t packed = (uint32_t)order->arguments[index];
    return qm__hm_hex(s, (qm_place){.x = (int32_t)(packed & 0xffffu), .y = (int32_t)(packed >> 16)});
}

/* ------------------------------------------------------------------------------------------------------- judging */

/* HX-34: one who does not lie needs a hex without another who does not lie. */
static void judge_spot(qm__judging *j, uint16_t figure, uint16_t hex) {
    const hm_body *body = hm_body_at(j->scenario, j->state, figure);
    if (hex == 0) {
        qm__refuse(j, HM_REASON_OFF_BOARD)->figure = figure;
        return;
    }
    if (hm_ground_at(j->scenario, hex)->what == HM_WHAT_SOLID) {
        qm_reason *reason = qm__refuse(j, HM_REASON_NO_STANDING_THERE);
        reason->figure = figure;
        reason->at = qm__hm_place(j->scenario, hex);
    }
    const bool lies = body->condition == HM_UNCONSCIOUS || body->condition == HM_DEAD || body->position == HM_PRONE;
    const uint16_t other = lies ? 0 : qm__hm_upright_in(j->scenario, j->state, hex, figure);
    if (other != 0) {
        qm_reason *reason = qm__refuse(j, HM_REASON_PLACE_TAKEN);
        reason->figure = figure;
        reason->other = other;
        reason->at = qm__hm_place(j->scenario, hex);
    }
}

static void judge_place(qm__judging *j) {
    judge_spot(j, (uint16_t)j->order->arguments[ON_FIGURE], place_argument(j->scenario, j->order, TO_PLACE));
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        if (j->order->legs[i].kind != HM_LEG_FACE) {
            qm__refuse(j, HM_REASON_ONLY_FACING)->leg = (uint16_t)(i + 1);
        }
    }
}

/* The highest value of a field; figures and items have theirs from the scenario. */
static int32_t field_high(const qm_scenario *s, const qm_field *field) {
    switch (field->type) {
    case QM_TYPE_FIGURE:
        return s->figure_count;
    case QM_TYPE_ITEM:
        return s->item_count;
    case QM_TYPE_PLACE:
        return s->hex.hex_count;
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
    case QM_TYPE_FLAG:
    case QM_TYPE_WORD:
    case QM_TYPE_DICE:
    case QM_TYPE_ROW:
    case QM_TYPE_DIRECTION:
    case QM_TYPE_TOWARD:
        break;
    }
    return field->high;
}

static void refuse_value(qm__judging *j, uint16_t figure, int32_t nearest, int32_t value) {
    qm_reason *reason = qm__refuse(j, HM_REASON_BAD_VALUE);
    reason->figure = figure;
    reason->needed = nearest;
    reason->had = value;
}

/* Values that are in range and still make no sense for this figure. */
static void judge_sense(qm__judging *j, uint16_t figure, const qm_field *field, int32_t value) {
    const qm_scenario *s = j->scenario;
    const hm_body *body = hm_body_at(s, j->state, figure);
    if (field->offset == offsetof(hm_body, ready) && value != 0) {
        const hm_thing *thing = hm_thing_at(s, j->state, (uint16_t)value);
        if (thing->holder != figure) {
            qm_reason *reason = qm__refuse(j, HM_REASON_NOT_HELD);
            reason->figure = figure;
            reason->item = (uint16_t)value;
        } else if (thing->broken) {
            qm__refuse(j, HM_REASON_ITEM_BROKEN)->item = (uint16_t)value;
        }
    } else if (field->offset == offsetof(hm_body, chasing) && value == figure) {
        qm__refuse(j, HM_REASON_CHASE_SELF)->figure = figure;
    } else if (field->offset == offsetof(hm_body, condition) && (value == HM_AWAY) != (body->hex == 0)) {
        refuse_value(j, figure, body->hex == 0 ? HM_AWAY : HM_DEAD, value); /* remove and place do that */
    } else if (field->offset == offsetof(hm_body, position) && value != HM_PRONE && body->hex != 0) {
        const uint16_t other = hm_lies(body) ? qm__hm_upright_in(s, j->state, body->hex, figure) : 0;
        if (other != 0) {
            qm_reason *reason = qm__refuse(j, HM_REASON_PLACE_TAKEN);
            reason->figure = figure;
            reason->other = other;
            reason->at = qm__hm_place(s, body->hex);
        }
    }
}

static void judge_set(qm__judging *j) {
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    const qm_field *field = &qm__hm_figure_state[j->order->arguments[FIELD]];
    const int32_t value = j->order->arguments[VALUE], high = field_high(j->scenario, field);
    if ((field->flags & QM_FIELD_EDIT) == 0) {
        qm__refuse(j, HM_REASON_NOT_EDITABLE)->figure = figure;
    } else if (value < field->low || value > high) {
        refuse_value(j, figure, value < field->low ? field->low : high, value);
    } else {
        judge_sense(j, figure, field, value);
    }
}

void qm__hm_judge_edit(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    switch (j->order->kind) {
    case HM_EDIT_PLACE:
        judge_place(j);
        return;
    case HM_EDIT_SET:
        judge_set(j);
        return;
    case HM_EDIT_GIVE: {
        const hm_body *body = hm_body_at(s, j->state, (uint16_t)j->order->arguments[TO]);
        if (body->condition == HM_AWAY) {
            qm__refuse(j, HM_REASON_NOT_ON_BOARD)->figure = (uint16_t)j->order->arguments[TO];
        }
        return;
    }
    case HM_EDIT_LAY: {
        const uint16_t hex = place_argument(s, j->order, TO);
        if (hex == 0) {
            qm__refuse(j, HM_REASON_OFF_BOARD);
        } else if (hm_ground_at(s, hex)->what == HM_WHAT_SOLID) {
            qm__refuse(j, HM_REASON_NO_STANDING_THERE)->at = qm__hm_place(s, hex);
        }
        return;
    }
    case HM_EDIT_REMOVE: {
        const uint16_t figure = (uint16_t)j->order->arguments[ON_FIGURE];
        if (hm_body_at(s, j->state, figure)->hex == 0) {
            qm__refuse(j, HM_REASON_NOT_ON_BOARD)->figure = figure;
        }
        return;
    }
    }
}

/* ------------------------------------------------------------------------------------------------------- playing */

/* The later one in a hex lies on top. */
static uint8_t on_top_of(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex) {
    int top = -1;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const hm_body *body = hm_body_at(s, st, f);
        if (f != figure && body->hex == hex && body->under > top) {
            top = body->under;
        }
    }
    return (uint8_t)(top < UINT8_MAX ? top + 1 : top);
}

static void play_place(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[ON_FIGURE];
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    body->hex = place_argument(run->scenario, run->order, TO_PLACE);
    body->under = on_top_of(run->scenario, run->state, figure, body->hex);
    body->hanging = 0;
    body->climbed = 0;
    body->climbing = 0;
    if (body->condition == HM_AWAY) {
        body->condition = HM_WELL;
    }
    qm__hm_settle(run->scenario, run->state, figure);
    for (uint16_t i = 0; i < run->order->leg_count; i++) {
        body->facing = (uint8_t)run->order->legs[i].thing;
    }
    qm_event *told = qm__tell(run, HM_EVENT_PLACED);
    told->figure = figure;
    told->at = qm__hm_place(run->scenario, body->hex);
    qm__hm_refresh(run->scenario, run->state, figure);
}

static void play_set(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[OF_FIGURE];
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    const qm_field *field = &qm__hm_figure_state[run->order->arguments[FIELD]];
    qm__field_set(body, field, run->order->arguments[VALUE]);
    qm__hm_settle(run->scenario, run->state, figure);
    if (body->condition == HM_UNCONSCIOUS || body->condition == HM_DEAD) {
        body->position = HM_PRONE;
        body->hanging = 0;
        body->climbed = 0;
        body->climbing = 0;
    }
    qm__tell(run, HM_EVENT_SET)->figure = figure;
    qm__hm_refresh(run->scenario, run->state, figure);
}

/* Takes an item out of the hand of whoever has it. */
static hm_thing *let_loose(qm__run *run, uint16_t item) {
    hm_thing *thing = hm_thing_at(run->scenario, run->state, item);
    if (thing->holder != 0) {
        hm_body *holder = hm_body_at(run->scenario, run->state, thing->holder);
        holder->ready = holder->ready == item ? 0 : holder->ready;
    }
    thing->holder = 0;
    thing->hex = 0;
    return thing;
}

static void play_give(qm__run *run) {
    const uint16_t item = (uint16_t)run->order->arguments[THE_ITEM], figure = (uint16_t)run->order->arguments[TO];
    let_loose(run, item)->holder = figure;
    qm_event *told = qm__tell(run, HM_EVENT_GIVEN);
    told->figure = figure;
    told->item = item;
}

static void play_lay(qm__run *run) {
    const uint16_t item = (uint16_t)run->order->arguments[THE_ITEM];
    const uint16_t hex = place_argument(run->scenario, run->order, TO);
    let_loose(run, item)->hex = hex;
    qm_event *told = qm__tell(run, HM_EVENT_LAID);
    told->item = item;
    told->at = qm__hm_place(run->scenario, hex);
}

static void play_remove(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[ON_FIGURE];
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    body->hex = 0;
    body->under = 0;
    body->condition = HM_AWAY;
    body->move = HM_MOVE_DONE;
    body->acted = 1;
    body->chasing = 0;
    body->snatch = 0;
    body->hanging = 0;
    body->climbed = 0;
    body->climbing = 0;
    qm__tell(run, HM_EVENT_REMOVED)->figure = figure;
    qm__hm_refresh(run->scenario, run->state, figure);
}

void qm__hm_play_edit(qm__run *run) {
    switch (run->order->kind) {
    case HM_EDIT_PLACE:
        play_place(run);
        break;
    case HM_EDIT_SET:
        play_set(run);
        break;
    case HM_EDIT_GIVE:
        play_give(run);
        break;
    case HM_EDIT_LAY:
        play_lay(run);
        break;
    case HM_EDIT_REMOVE:
        play_remove(run);
        break;
    }
    qm__hm_after_change(run);
    qm__end_if_decided(run);
}
