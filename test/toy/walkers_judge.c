/* Judging on the toy family's table: leg by leg, and what links cost. */
#include "toy/walkers.h"

#include <string.h>

int ramble_price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    const ramble_pricing *p = context;
    const int32_t *settings = p->scenario->rules.settings;
    const qm__link *link = &links->items[number];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    const double chance = (double)ramble_value(p->scenario, p->figure, RB_AGILITY) / RB_DIE;
    int count = 0;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[count++] =
            (qm__link_price){.up_to = link->most, .cost = height * settings[RB_CLIMB] / 1000, .chance = chance};
        break;
    case QM__LINK_LADDER:
        out[count++] = (qm__link_price){.up_to = link->most, .cost = height * settings[RB_LADDER] / 1000, .chance = 1};
        break;
    case QM__LINK_JUMP:
        if (settings[RB_HOP] > 0) {
            out[count++] = (qm__link_price){.up_to = settings[RB_HOP], .per_unit = 1, .chance = 1};
        }
        if (settings[RB_HOP] < settings[RB_JUMP]) {
            out[count++] = (qm__link_price){.up_to = settings[RB_JUMP], .per_unit = 1, .chance = chance};
        }
        break;
    case QM__LINK_DROP:
        out[count++] = (qm__link_price){.up_to = link->most, .chance = chance};
        break;
    }
    return count;
}

/* Takes a link, with the check that it needs. */
static bool go_link(qm__trek *trek, const qm_leg *leg) {
    const qm_scenario *s = trek->j->scenario;
    const uint16_t figure = trek->j->order->actor;
    const qm__link_kind kind = (qm__link_kind)(leg->kind - RB_LEG_CLIMB + QM__LINK_CLIMB);
    const ramble_pricing pricing = {s, figure};
    ramble_prepared *prepared = trek->j->prepared;
    qm__inch_link link;
    qm__link_price bands[QM__BANDS_MAX];
    if (!qm__trek_ask(trek, kind, leg->to, true, &link)) {
        return false;
    }
    const int count = ramble_price(&pricing, trek->base->links, link.link, bands);
    const qm__link_price *band = qm__inch_band(bands, count, link.length);
    qm__cite(trek->j, (uint16_t)(RB_CLAUSE_LINKS + kind - QM__LINK_CLIMB));
    prepared->links[trek->leg - 1] = link.link + 1;
    prepared->checks[trek->leg - 1] = band->chance < 1;
    qm__trek_take(trek, &link, band->cost + band->per_unit * link.length);
    if (band->chance < 1) {
        qm_check *check = qm__foresee(trek->j, (uint16_t)kind);
        check->dice = 1;
        check->sides = RB_DIE;
        check->at = leg->to;
        check->leg = trek->leg;
        check->target = ramble_value(s, figure, RB_AGILITY);
        qm__term(check->terms, &check->term_count, 1, check->target);
        check->chance = band->chance;
        trek->j->verdict->chance *= band->chance;
    }
    return true;
}

/* The legs of a walk, whoever's turn it is. */
static void judge_walk(qm__judging *j) {
    qm__trek trek = {.prices = ramble_of(j->scenario)->prices,
                     .allowance = ramble_value(j->scenario, j->order->actor, RB_MOVE)};
    qm__trek_begin(&trek, j, ramble_inches(j->scenario));
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        const qm_leg *leg = &j->order->legs[i];
        trek.leg = (uint16_t)(i + 1);
        if ((leg->kind == RB_LEG_VIA && !qm__trek_straight(&trek, leg->to)) ||
            (leg->kind == RB_LEG_WALK && !qm__trek_walk(&trek, leg->to)) ||
            (leg->kind >= RB_LEG_CLIMB && leg->kind <= RB_LEG_DROP && !go_link(&trek, leg))) {
            return;
        }
    }
    qm__trek_end(&trek);
    ((ramble_prepared *)j->prepared)->cost = qm__units(trek.cost);
}

bool ramble_way(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search, qm_plan_way *out) {
    qm_verdict verdict;
    ramble_prepared prepared = {0};
    qm__judging j = {
        .scenario = s, .state = st, .order = order, .prepared = &prepared, .search = search, .verdict = &verdict};
    memset(&verdict, 0, sizeof verdict);
    verdict.chance = 1;
    judge_walk(&j);
    *out = (qm_plan_way){.order = *order,
                         .cost = verdict.cost,
                         .chance = verdict.chance,
                         .checks = verdict.check_count,
                         .approximate = (uint8_t)verdict.approximate};
    return verdict.judgement == QM_LEGAL;
}

void ramble_judge(qm__judging *j) {
    const uint16_t figure = j->order->actor;
    const qm__inches *inches = ramble_inches(j->scenario);
    memset(j->prepared, 0, sizeof(ramble_prepared));
    if (j->order->kind != RB_PLACE && figure != ramble_actor(j->scenario, j->state)) {
        qm__refuse(j, RB_REASON_TURN);
    } else if ((j->order->kind == RB_WALK || j->order->kind == RB_PLACE) && !qm__inch_walks(inches, figure)) {
        qm__refuse(j, RB_REASON_NOT_ROUND);
    } else if (j->order->kind == RB_WALK) {
        judge_walk(j);
    } else if (j->order->kind == RB_PLACE && (j->order->leg_count == 0 || j->order->legs[0].kind == RB_LEG_FACE)) {
        qm__refuse(j, RB_REASON_NO_LEG);
    } else if (j->order->kind == RB_PLACE) { /* an edit: anywhere the base stands */
        qm__inch_judge_put(j, inches, j->order->actor);
    }
}
