/* Carrying out movement: the steps that judging prepared, one after the other, with their dice.
 *
 * Nothing is weighed again here; a step either goes well or ends the movement. What a later step depends on is in the
 * state (a figure that has fallen is prone), never in a local variable, so that odds can merge equal positions.
 */
#include "rules/hexmelee/move.h"

static uint8_t add_to(uint8_t value, int more) {
    const int sum = value + more;
    return (uint8_t)(sum < HM_COUNT_MAX ? sum : HM_COUNT_MAX);
}

void qm__hm_arrive(qm__run *run, uint16_t hex, uint8_t facing) {
    qm__hm_come_down(run, run->order->actor, hex, facing);
}

void qm__hm_come_down(qm__run *run, uint16_t figure, uint16_t hex, uint8_t facing) {
    const qm_scenario *s = run->scenario;
    hm_body *body = hm_body_at(s, run->state, figure);
    const uint16_t count = s->figure_count;
    const hm_body *other = hm_body_at(s, run->state, 1);
    uint8_t under = 0;
    for (uint16_t f = 1; f <= count; f++, other++) {
        if (other->hex == hex && f != figure && !other->hanging && other->under >= under) {
            under = (uint8_t)(other->under < HM_COUNT_MAX ? other->under + 1 : HM_COUNT_MAX);
        }
    }
    body->hex = hex;
    body->facing = facing;
    body->under = under;
    qm__hm_refresh(s, run->state, figure);
}

bool qm__hm_move_save(qm__run *run, uint16_t roll, uint16_t hex, int dice) {
    const hm_move_plan *plan = run->prepared;
    const int target = plan->ground_dex ? plan->dex + hm_ground_at(run->scenario, hex)->dex : plan->dex;
    return qm__hm_save(run, roll, run->order->actor, dice, target);
}

/* Able to go on: conscious, holding on to nothing, not fallen, and with no missed jump behind it (that ends the move
 * even of one who keeps its feet). */
static bool going(const qm__run *run) {
    const hm_move_plan *plan = run->prepared;
    const hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    return hm_active(body) && body->move != HM_MOVE_DONE && !body->hanging &&
           (body->position != HM_PRONE || plan->crawling);
}

static void tell_moved(qm__run *run, uint16_t hex) {
    const hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    const hm_move_plan *plan = run->prepared;
    const uint16_t kind = run->order->kind == HM_SHIFT ? HM_EVENT_SHIFTED
                          : plan->crawling             ? HM_EVENT_CRAWLED
                                                       : HM_EVENT_MOVED;
    qm_event *event = qm__tell(run, kind);
    event->at = qm__hm_place(run->scenario, hex);
    event->value = body->spent;
}

/* Ground that hurts: so many hits for passing through, so many for stopping (HX-02). */
static void burn(qm__run *run, bool stopping) {
    const hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    const hm_ground *ground = hm_ground_at(run->scenario, body->hex);
    const int hits = stopping ? ground->hits_stopping : ground->hits_passing;
    if (hits == 0 || body->hex == 0) {
        return;
    }
    qm_event *event = qm__tell(run, HM_EVENT_BURNED);
    event->at = qm__hm_place(run->scenario, body->hex);
    event->value = hits;
    qm__hm_hurt(run, run->order->actor, hits);
}

/* Footing on arrival: the ground first, then whoever lies there (HX-02, HX-35). */
static void keep_footing(qm__run *run, const hm_step *step) {
    const qm_scenario *s = run->scenario;
    if ((step->checks & HM_CHECK_GROUND) &&
        !qm__hm_move_save(run, HM_ROLL_GROUND, step->hex, hm_ground_at(s, step->hex)->save_dice)) {
        qm__hm_fall_over(run, run->order->actor, HM_EVENT_SLIPPED);
    } else if ((step->checks & HM_CHECK_BODY) &&
               !qm__hm_move_save(run, HM_ROLL_BODY, step->hex, hm_of(s)->set.body_dice)) {
        qm__hm_fall_over(run, run->order->actor, HM_EVENT_STUMBLED);
    }
}

/* One walked hex. Places in between are passed without looking who else is there: nobody is, or the step has a check.
 */
static void walk(qm__run *run, const hm_step *step, bool last) {
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    body->spent = add_to(body->spent, step->cost);
    body->hexes = add_to(body->hexes, 1);
    if (!step->checks && !last) {
        body->hex = step->hex;
        body->facing = step->facing;
        return;
    }
    qm__hm_arrive(run, step->hex, step->facing);
    tell_moved(run, step->hex);
    keep_footing(run, step);
}

static void jump(qm__run *run, const hm_step *step) {
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    body->spent = add_to(body->spent, step->cost);
    body->hexes = add_to(body->hexes, step->width + 1);
    if (qm__hm_play_jump(run, step) == HM_WENT_ON) {
        keep_footing(run, step);
    }
}

static bool is_passage(const hm_step *step) {
    return step->kind == HM_STEP_WALK || step->kind == HM_STEP_JUMP || step->kind == HM_STEP_BODY_JUMP;
}

static void turn_to(qm__run *run, uint8_t facing) {
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    if (body->facing != facing) {
        body->facing = facing;
        qm__tell(run, HM_EVENT_FACED)->word = facing;
    }
}

/* A walk that is followed by nothing but walking needs no telling of its own. */
static bool ends_here(const hm_move_plan *plan, uint16_t index) {
    return index + 1 == plan->step_count || plan->steps[index + 1].kind != HM_STEP_WALK;
}

static void play_steps(qm__run *run) {
    const hm_move_plan *plan = run->prepared;
    const hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    const uint8_t before = body->hexes;
    for (uint16_t i = 0; i < plan->step_count && going(run); i++) {
        const hm_step *step = &plan->steps[i];
        if (is_passage(step) && body->hexes != before) { /* only ground entered in this movement counts as passed */
            burn(run, false);
            if (!going(run)) {
                qm__hm_arrive(run, body->hex, body->facing);
                break;
            }
        }
        switch (step->kind) {
        case HM_STEP_WALK:
            walk(run, step, ends_here(plan, i));
            break;
        case HM_STEP_JUMP:
        case HM_STEP_BODY_JUMP:
            jump(run, step);
            break;
        case HM_STEP_GRAB:
        case HM_STEP_SNATCH:
            qm__hm_play_pickup(run, step);
            break;
        case HM_STEP_FACE:
            turn_to(run, step->facing);
            break;
        }
    }
}

/* ---------------------------------------------------------------------------------------------------- whole movements
 */

/* Standing up: from lying it is the whole movement, from kneeling a beginning (HX-39, HX-40, HX-46). */
static void rise(qm__run *run) {
    const hm_move_plan *plan = run->prepared;
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    const bool low = body->position != HM_PRONE;
    body->position = HM_STANDING;
    body->flags |= (uint16_t)(low ? HM_ROSE | HM_ROSE_LOW : HM_ROSE);
    body->spent = add_to(body->spent, plan->whole);
    qm__tell(run, low ? HM_EVENT_ROSE_LOW : HM_EVENT_ROSE);
    if (plan->item) {
        body->ready = plan->item;
        body->flags |= HM_CHANGED;
        qm__tell(run, HM_EVENT_CHANGED_WEAPON)->item = plan->item;
    }
}

/* A kneeling figure that has crawled may have to be down now (HX-39); either way it shows only its rear (HX-28). */
static void after_crawling(qm__run *run) {
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    body->flags |= HM_CRAWLED;
    if (hm_of(run->scenario)->set.crawl_position == HM_CRAWL_POSITION_DOWN) {
        body->position = HM_PRONE;
    }
}

static void finish(qm__run *run) {
    const hm_move_plan *plan = run->prepared;
    const uint16_t kind = run->order->kind, figure = run->order->actor;
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    if (plan->engaged && going(run)) {
        qm_event *event = qm__tell(run, plan->engages ? HM_EVENT_STOPPED_ENGAGING : HM_EVENT_STOPPED);
        event->at = qm__hm_place(run->scenario, body->hex);
        event->other = plan->engages;
    }
    qm__hm_play_snatch_roll(run);
    if (kind == HM_DELAY && going(run)) {
        body->move = HM_MOVE_DELAYED;
        qm__tell(run, HM_EVENT_DELAYED)->at = qm__hm_place(run->scenario, body->hex);
    } else {
        body->move = HM_MOVE_DONE;
    }
}

static void play_walk(qm__run *run) {
    const hm_move_plan *plan = run->prepared;
    const uint16_t kind = run->order->kind;
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    const uint8_t before = body->hexes;
    if (plan->was_engaged) {
        body->flags |= HM_ENGAGED_MOVE;
    }
    if (kind == HM_RISE) {
        rise(run);
    } else if (kind == HM_RESUME) {
        qm__tell(run, HM_EVENT_RESUMED);
    } else if (kind == HM_STILL && !body->hanging && !body->climbing) {
        qm__tell(run, HM_EVENT_STOOD_STILL);
    } else if (kind == HM_STILL) {
        qm__tell(run, HM_EVENT_HANGS_ON)->at =
            qm__hm_place(run->scenario, body->hanging ? hm_rim(run->scenario, body) : body->climbing);
    }
    play_steps(run);
    if (plan->crawling && body->hexes != before && hm_active(body)) {
        after_crawling(run);
    }
    if (!body->hanging && !body->climbing && (kind != HM_RESUME || body->hexes != before)) {
        burn(run, true);
    }
    finish(run);
}

static void play_turn(qm__run *run) {
    turn_to(run, (uint8_t)run->order->arguments[0]);
    qm__hm_after_change(run);
}

void qm__hm_play_move(qm__run *run) {
    const uint16_t figure = run->order->actor;
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    switch (run->order->kind) {
    case HM_TURN: /* no move: whose chance it is stays as it was */
        play_turn(run);
        return;
    case HM_WAIT:
        qm__tell(run, HM_EVENT_WAITED);
        qm__hm_move_finished(run, figure);
        return;
    case HM_PULL_UP:
        qm__hm_play_pull_up(run);
        body->move = HM_MOVE_DONE;
        break;
    case HM_LET_GO:
        qm__hm_play_let_go(run);
        body->move = HM_MOVE_DONE;
        break;
    case HM_CLIMB:
        qm__hm_play_climb(run);
        body->move = HM_MOVE_DONE;
        break;
    default:
        play_walk(run);
        break;
    }
    qm__hm_move_finished(run, figure);
    qm__hm_after_change(run);
}
