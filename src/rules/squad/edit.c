/* What the game master does by hand: putting a model somewhere, setting a value, taking a model off the table. */
#include "rules/squad/declared.h"
#include "rules/squad/rect.h"

enum { OF_FIGURE, FIELD, VALUE }; /* set FIGURE FIELD VALUE; place FIGURE, remove FIGURE */

static sq_model *model_of(const qm_scenario *s, const qm_state *st, const qm_order *order) {
    return sq_at(s, st, (uint16_t)order->arguments[OF_FIGURE]);
}

/* Others of its unit are in the way of one that is put down; enemies are not kept off. */
static void judge_place(qm__judging *j) {
    if (j->order->leg_count != 1 || j->order->legs[0].kind != SQ_LEG_WALK) {
        qm__refuse(j, SQ_REASON_NO_PLACE);
        return;
    }
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    qm_standing standing = {0};
    qm__sq_stand(j->scenario, j->state, figure, j->order->legs[0].to, j->search, &standing);
    if (!standing.stands) {
        *qm__refuse(j, standing.why.kind) = standing.why;
        j->verdict->stand_count = standing.nearest_count;
        for (uint16_t i = 0; i < standing.nearest_count; i++) {
            j->verdict->stands[i] = standing.nearest[i];
        }
    }
}

static void judge_set(qm__judging *j) {
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    const qm_field *field = &qm__sq_figure_state[j->order->arguments[FIELD]];
    const int32_t value = j->order->arguments[VALUE], wounds = sq_value(j->scenario, figure, SQ_WOUNDS);
    const bool of_unit = field->offset == offsetof(sq_model, done);
    if ((field->flags & QM_FIELD_EDIT) == 0 || value < field->low || value > field->high ||
        (of_unit && sq_unit(j->scenario, figure)->first != figure)) {
        qm__refuse(j, SQ_REASON_EDIT_FIELD)->figure = figure;
    } else if (model_of(j->scenario, j->state, j->order)->out) {
        qm__refuse(j, SQ_REASON_EDIT_OUT)->figure = figure;
    } else if (field->offset == offsetof(sq_model, lost) && value >= wounds) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_EDIT_WOUNDS);
        reason->figure = figure;
        reason->needed = value;
        reason->had = wounds;
    } else if (field->offset == offsetof(sq_model, facing)) {
        qm__sq_rect_judge_facing(j, figure, (uint16_t)value);
    }
}

void qm__sq_judge_edit(qm__judging *j) {
    if (j->order->kind == SQ_ORDER_PLACE) {
        judge_place(j);
    } else if (j->order->kind == SQ_ORDER_SET) {
        judge_set(j);
    } else if (model_of(j->scenario, j->state, j->order)->out) {
        qm__refuse(j, SQ_REASON_REMOVE_GONE)->figure = (uint16_t)j->order->arguments[OF_FIGURE];
    }
}

/* One that was a casualty is back, with one wound; its unit may have its turn again when nobody else has. */
static void play_place(qm__run *run, uint16_t figure) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    sq_put(m, run->order->legs[0].to);
    if (m->out) {
        m->out = 0;
        m->lost = (uint8_t)(sq_value(run->scenario, figure, SQ_WOUNDS) - 1);
    }
    qm_event *told = qm__tell(run, SQ_EVENT_PLACED);
    told->figure = figure;
    told->at = sq_place(m);
    qm__sq_turn_after_edit(run, figure);
}

/* A unit whose turn has been taken or given back may leave the side whose turn it is with nobody to act. */
static void play_set(qm__run *run, uint16_t figure) {
    qm__field_set(sq_at(run->scenario, run->state, figure), &qm__sq_figure_state[run->order->arguments[FIELD]],
                  run->order->arguments[VALUE]);
    qm__tell(run, SQ_EVENT_SET)->figure = figure;
    qm__sq_turn_after_edit(run, figure);
}

void qm__sq_play_edit(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[OF_FIGURE];
    if (run->order->kind == SQ_ORDER_PLACE) {
        play_place(run, figure);
    } else if (run->order->kind == SQ_ORDER_SET) {
        play_set(run, figure);
    } else {
        qm__tell(run, SQ_EVENT_REMOVED)->figure = figure;
        qm__sq_remove(run, figure);
        qm__sq_after_casualties(run, figure);
        qm__sq_turn_after_edit(run, figure);
    }
}
