/* Game-master edits: putting units somewhere and taking them away, setting values, giving treasure and laying it down.
 *
 * An edit changes what it names. One thing comes of it by the rules: shooting, casting and melee are played without
 * this program and their results are entered here, so a unit that is set to be stunned or dazed may go under in water
 * or lose its footing at a ledge (WB-34), as it would if a fall had done it. What must stay true all the same:
 * everybody stands somewhere, nobody is out and on the table, a treasure is in one place, and the end of the game.
 */
#include "rules/warband/declared.h"

enum { OF_FIGURE, FIELD, VALUE }; /* set FIGURE FIELD VALUE; place FIGURE, remove FIGURE */
enum { THE_ITEM, TO };            /* give ITEM FIGURE */

/* ------------------------------------------------------------------------------------------------------- judging */

static void judge_place(qm__judging *j) {
    if (j->order->leg_count != 1 || j->order->legs[0].kind != WB_LEG_WALK) {
        qm__refuse(j, WB_REASON_NO_LEG);
        return;
    }
    const wb_data *data = wb_of(j->scenario);
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    const qm_reason barred = qm__wb_in_barred(j->scenario, figure, j->order->legs[0].to);
    qm__inch_judge_put(j, &data->inches, figure);
    if (barred.kind != 0) {
        *qm__refuse(j, barred.kind) = barred;
    }
}

static void judge_remove(qm__judging *j) {
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    if (!wb_present(wb_at(j->scenario, j->state, figure))) {
        qm__refuse(j, WB_REASON_REMOVE_GONE)->figure = figure;
    }
}

static void judge_set(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    const qm_field *field = &qm__wb_figure_state[j->order->arguments[FIELD]];
    const int32_t value = j->order->arguments[VALUE], wounds = wb_value(s, figure, WB_WOUNDS);
    if ((field->flags & QM_FIELD_EDIT) == 0 || value < field->low || value > field->high) {
        qm__refuse(j, WB_REASON_EDIT_FIELD)->figure = figure;
    } else if (!wb_present(wb_at(s, j->state, figure))) {
        qm__refuse(j, WB_REASON_EDIT_OUT)->figure = figure;
    } else if (field->offset == offsetof(wb_unit, unloaded) && wb_set(s)->reload == WB_RELOAD_NONE) {
        qm__refuse(j, WB_REASON_NO_RELOADING)->figure = figure;
    } else if (field->offset == offsetof(wb_unit, wounds) && value >= wounds) {
        qm_reason *reason = qm__refuse(j, WB_REASON_EDIT_WOUNDS);
        reason->figure = figure;
        reason->needed = value;
        reason->had = wounds;
    } else if (field->offset == offsetof(wb_unit, condition)) {
        qm__wb_foresee_downed(j, figure, (uint8_t)value);
    }
}

static void judge_give(qm__judging *j) {
    const uint16_t item = (uint16_t)j->order->arguments[THE_ITEM], figure = (uint16_t)j->order->arguments[TO];
    const wb_unit *u = wb_at(j->scenario, j->state, figure);
    if (!wb_present(u)) {
        qm__refuse(j, WB_REASON_GIVE_NOBODY)->figure = figure;
    } else if (u->treasure) {
        qm_reason *reason = qm__refuse(j, u->treasure == item ? WB_REASON_GIVE_SAME : WB_REASON_GIVE_SECOND);
        reason->figure = figure;
        reason->item = u->treasure;
    }
}

/* On whatever is there, be it ever so small. */
static void judge_lay(qm__judging *j) {
    const qm__table *table = &j->scenario->table;
    int32_t z;
    if (j->order->leg_count != 1 || j->order->legs[0].kind != WB_LEG_WALK) {
        qm__refuse(j, WB_REASON_NO_LEG);
        return;
    }
    const qm_place at = j->order->legs[0].to;
    if (at.x < 0 || at.y < 0 || at.x > table->width || at.y > table->depth ||
        qm__surface_below(table, at.x, at.y, at.z, &z) == QM__NOTHING || z != at.z) {
        qm_reason *reason = qm__refuse(j, WB_REASON_LAY_NOWHERE);
        reason->item = (uint16_t)j->order->arguments[THE_ITEM];
        reason->at = at;
    }
}

void qm__wb_judge_edit(qm__judging *j) {
    switch (j->order->kind) {
    case WB_ORDER_PLACE:
        judge_place(j);
        return;
    case WB_ORDER_SET:
        judge_set(j);
        return;
    case WB_ORDER_GIVE:
        judge_give(j);
        return;
    case WB_ORDER_REMOVE:
        judge_remove(j);
        return;
    default:
        judge_lay(j);
        return;
    }
}

/* ------------------------------------------------------------------------------------------------------- playing */

static void play_place(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[OF_FIGURE];
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    wb_put(u, run->order->legs[0].to);
    if (!wb_present(u)) {
        u->condition = WB_WELL;
    }
    qm_event *told = qm__tell(run, WB_EVENT_PLACED);
    told->figure = figure;
    told->at = wb_place(u);
}

static void play_remove(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[OF_FIGURE];
    qm__tell(run, WB_EVENT_REMOVED)->figure = figure;
    qm__wb_remove(run, figure, wb_place(wb_at(run->scenario, run->state, figure)));
}

static void play_set(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[OF_FIGURE];
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    const uint8_t before = u->condition;
    qm__field_set(u, &qm__wb_figure_state[run->order->arguments[FIELD]], run->order->arguments[VALUE]);
    if (u->condition == WB_OUT) {
        play_remove(run);
        return;
    }
    qm__tell(run, WB_EVENT_SET)->figure = figure;
    if (u->condition > before) {
        qm__wb_downed(run, figure);
    }
}

/* Whoever has it has it no more. */
static void take_away(qm__run *run, uint16_t item) {
    const uint16_t holder = wb_token_at(run->scenario, run->state, item)->holder;
    if (holder) {
        wb_at(run->scenario, run->state, holder)->treasure = 0;
    }
}

static void play_lay(qm__run *run) {
    const uint16_t item = (uint16_t)run->order->arguments[THE_ITEM];
    const qm_place at = run->order->legs[0].to;
    take_away(run, item);
    *wb_token_at(run->scenario, run->state, item) = (wb_token){.x = at.x, .y = at.y, .z = at.z};
    qm_event *told = qm__tell(run, WB_EVENT_LAID);
    told->item = item;
    told->at = at;
}

static void play_give(qm__run *run) {
    const uint16_t item = (uint16_t)run->order->arguments[THE_ITEM], figure = (uint16_t)run->order->arguments[TO];
    take_away(run, item);
    qm__wb_hold(run, figure, item);
    qm_event *told = qm__tell(run, WB_EVENT_GIVEN);
    told->figure = figure;
    told->item = item;
}

void qm__wb_play_edit(qm__run *run) {
    switch (run->order->kind) {
    case WB_ORDER_PLACE:
        play_place(run);
        return;
    case WB_ORDER_SET:
        play_set(run);
        return;
    case WB_ORDER_GIVE:
        play_give(run);
        return;
    case WB_ORDER_REMOVE:
        play_remove(run);
        return;
    default:
        play_lay(run);
        return;
    }
}
