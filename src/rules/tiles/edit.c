/* Game-master edits: putting figures somewhere, setting values, taking figures off the board.
 *
 * An edit changes what it names and nothing it does not have to. One consequence it has: what the figure had declared
 * is taken back, since it was judged for a figure as it was before. What must stay true all the same: nobody on barred
 * ground, no two on one tile, and the end of the game.
 */
#include <string.h>

#include "rules/tiles/declared.h"

enum { ON_FIGURE, TO_PLACE };     /* place FIGURE PLACE, remove FIGURE */
enum { OF_FIGURE, FIELD, VALUE }; /* set FIGURE FIELD VALUE */

/* ------------------------------------------------------------------------------------------------------- judging */

/* TL-21: one who is not down needs a tile without another who is not down. */
static void judge_spot(qm__judging *j, uint16_t figure, uint16_t tile, uint8_t condition) {
    const qm_scenario *s = j->scenario;
    if (tl_ground_at(s, tile)->barred) {
        qm_reason *reason = qm__refuse(j, TL_REASON_NO_STANDING_THERE);
        reason->figure = figure;
        reason->at = qm__tl_place(s, tile);
    }
    for (uint16_t other = 1; other <= s->figure_count && condition != TL_DOWN; other++) {
        const tl_body *there = tl_body_at(s, j->state, other);
        if (other != figure && tl_present(there) && there->tile == tile) {
            qm_reason *reason = qm__refuse(j, TL_REASON_PLACE_TAKEN);
            reason->figure = figure;
            reason->other = other;
            reason->at = qm__tl_place(s, tile);
            return;
        }
    }
}

static void judge_place(qm__judging *j) {
    const uint16_t figure = (uint16_t)j->order->arguments[ON_FIGURE],
                   tile = qm__tl_argument(j->scenario, j->order, TO_PLACE);
    if (tile == 0) {
        qm_reason *reason = qm__refuse(j, TL_REASON_OFF_BOARD);
        reason->figure = figure;
        reason->at = tl_argument_place(j->order, TO_PLACE);
    } else {
        judge_spot(j, figure, tile, tl_body_at(j->scenario, j->state, figure)->condition);
    }
}

static void judge_set(qm__judging *j) {
    const uint16_t figure = (uint16_t)j->order->arguments[OF_FIGURE];
    const qm_field *field = &qm__tl_figure_state[j->order->arguments[FIELD]];
    const tl_body *body = tl_body_at(j->scenario, j->state, figure);
    const int32_t value = j->order->arguments[VALUE];
    const int32_t high = field->type == QM_TYPE_PLACE ? j->scenario->tile.tile_count : field->high;
    if ((field->flags & QM_FIELD_EDIT) == 0) {
        qm__refuse(j, TL_REASON_NOT_EDITABLE)->figure = figure;
    } else if (value < field->low || value > high) {
        qm_reason *reason = qm__refuse(j, TL_REASON_BAD_VALUE);
        reason->figure = figure;
        reason->needed = value < field->low ? field->low : high;
        reason->had = value;
    } else if (field->offset == offsetof(tl_body, tile) && value != 0) {
        judge_spot(j, figure, (uint16_t)value, body->condition);
    } else if (field->offset == offsetof(tl_body, condition) && body->tile != 0) {
        judge_spot(j, figure, body->tile, (uint8_t)value);
    }
}

void qm__tl_judge_edit(qm__judging *j) {
    switch (j->order->kind) {
    case TL_EDIT_PLACE:
        judge_place(j);
        return;
    case TL_EDIT_SET:
        judge_set(j);
        return;
    case TL_EDIT_REMOVE: {
        const uint16_t figure = (uint16_t)j->order->arguments[ON_FIGURE];
        if (tl_body_at(j->scenario, j->state, figure)->tile == 0) {
            qm__refuse(j, TL_REASON_NOT_ON_BOARD)->figure = figure;
        }
        return;
    }
    }
}

/* ------------------------------------------------------------------------------------------------------- playing */

void qm__tl_play_edit(qm__run *run) {
    const qm_order *order = run->order;
    const uint16_t figure = (uint16_t)order->arguments[ON_FIGURE];
    tl_body *body = tl_body_at(run->scenario, run->state, figure);
    qm_event *told = NULL;
    body->declared = 0;
    memset(&body->plan, 0, sizeof body->plan);
    switch (order->kind) {
    case TL_EDIT_PLACE:
        body->tile = qm__tl_argument(run->scenario, order, TO_PLACE);
        told = qm__tell(run, TL_EVENT_PLACED);
        told->at = qm__tl_place(run->scenario, body->tile);
        break;
    case TL_EDIT_SET:
        qm__field_set(body, &qm__tl_figure_state[order->arguments[FIELD]], order->arguments[VALUE]);
        told = qm__tell(run, TL_EVENT_SET);
        break;
    default: /* remove */
        body->tile = 0;
        told = qm__tell(run, TL_EVENT_REMOVED);
        break;
    }
    told->figure = figure;
    qm__end_if_decided(run);
}
