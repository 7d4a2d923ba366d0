/* Playing on the toy family's table: turns, leg after leg, dice and falls. */
#include "toy/walkers.h"

static void play_next(qm__run *run) {
    qm_state *st = run->state;
    if (st->turn > 0) {
        qm__end_of_turn(run);
    }
    if (!st->ended) {
        st->phase = 1;
        qm__tell(run, RB_EV_TURN)->value = ++st->turn;
        for (uint16_t i = 1; i <= run->scenario->figure_count; i++) {
            ramble_at(run->scenario, st, i)->done = 0;
        }
    }
}

static void put(rambler *r, qm_place at) {
    r->x = at.x;
    r->y = at.y;
    r->z = at.z;
}

static bool goes_well(qm__run *run, uint16_t kind) {
    const int32_t agility = ramble_value(run->scenario, run->order->actor, RB_AGILITY);
    const qm__roll roll = {.kind = kind,
                           .figure = run->order->actor,
                           .dice = 1,
                           .sides = RB_DIE,
                           .shape = QM__UNDER,
                           .cuts = {(int16_t)agility},
                           .target = agility};
    return qm__roll_take(run, &roll) == 0;
}

static void fall(qm__run *run, rambler *r, uint32_t link) {
    const uint16_t figure = run->order->actor;
    const qm__inches *inches = ramble_inches(run->scenario);
    /* one who falls keeps off nobody by more than contact */
    qm__inch_search *memory = qm__inch_begin(run->scenario, inches, run->state, 0, run->search);
    qm__inch_fall landing;
    memory->crowd.self = (uint16_t)(figure - 1);
    qm__inch_fall_off(qm__inch_walks(inches, figure), &memory->crowd, link, (qm__xy){r->x, r->y}, 0,
                      qm__inch_scratch(memory), &landing);
    if (landing.count > 0) {
        put(r, landing.places[0]);
    }
    qm__tell(run, landing.count > 0 ? RB_EV_FELL : RB_EV_STAYED)->at = ramble_place(r);
}

/* False when the figure falls. */
static bool play_link(qm__run *run, rambler *r, uint16_t number) {
    const ramble_prepared *prepared = run->prepared;
    const qm_leg *leg = &run->order->legs[number];
    const uint16_t kind = (uint16_t)(leg->kind - RB_LEG_CLIMB + QM__LINK_CLIMB);
    if (prepared->checks[number] && !goes_well(run, kind)) {
        fall(run, r, prepared->links[number] - 1);
        return false;
    }
    put(r, leg->to);
    qm__tell(run, (uint16_t)(RB_EV_CLIMBED + kind - QM__LINK_CLIMB))->at = leg->to;
    return true;
}

static void play_legs(qm__run *run, rambler *r) {
    const qm_order *order = run->order;
    uint16_t last = order->kind == RB_PLACE ? RB_EV_PLACED : RB_EV_WALKED;
    bool moved = false;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const qm_leg *leg = &order->legs[i];
        if (leg->kind == RB_LEG_FACE) {
            r->facing = leg->thing;
            qm__tell(run, RB_EV_TURNED)->word = r->facing;
            continue;
        }
        moved = true;
        if (leg->kind >= RB_LEG_CLIMB && order->kind == RB_WALK) {
            last = RB_EV_ARRIVED;
            if (!play_link(run, r, i)) {
                return;
            }
        }
        put(r, leg->to);
    }
    if (moved) {
        qm_event *event = qm__tell(run, last);
        event->at = ramble_place(r);
        event->value = ((const ramble_prepared *)run->prepared)->cost;
    }
}

void ramble_play(qm__run *run) {
    const qm_order *order = run->order;
    if (order->kind == RB_NEXT) {
        play_next(run);
        return;
    }
    rambler *r = ramble_at(run->scenario, run->state, order->actor);
    r->done = order->kind == RB_PLACE ? r->done : 1;
    play_legs(run, r);
}
