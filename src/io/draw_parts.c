/* An order of a unit in a picture: figure after figure, each as if it were ordered by itself.
 *
 * The ways of one figure are drawn by draw_path.c and draw_inches.c, which know nothing of parts: here the order and
 * its verdict are cut up for them. Checks are lettered through the whole order, so they come once, at the end.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"

/* The legs of one figure: those behind its name, up to the next name. Where the order has none for it, it has no legs,
 * and all of its way is walked. Gives the number, among these, of a leg that has this number in the whole order. */
static uint16_t cut_legs(const qm_scenario *scenario, const qm_order *whole, uint16_t figure, uint16_t leg,
                         qm_order *out) {
    const qm_leg_kind *kinds = qm_scenario_family(scenario)->legs;
    bool own = false;
    uint16_t number = 0;
    qm_order_clear(out, whole->kind, figure);
    memcpy(out->arguments, whole->arguments, sizeof out->arguments);
    for (uint16_t i = 0; i < whole->leg_count; i++) {
        const qm_leg_kind *kind = &kinds[whole->legs[i].kind];
        if (!*kind->keyword && kind->operand == QM_OPERAND_FIGURE) {
            own = whole->legs[i].thing == figure;
        } else if (own) {
            out->legs[out->leg_count++] = whole->legs[i];
            number = i + 1 == leg ? out->leg_count : number;
        }
    }
    return number;
}

/* What the verdict says of one figure. */
static void cut_verdict(const qm_verdict *whole, const qm_part *part, qm_verdict *out) {
    *out = (qm_verdict){.unit = whole->unit, .cost = part->cost, .allowance = part->allowance, .chance = 1};
    out->unmeasured = whole->unmeasured;
    out->way_count = part->count;
    memcpy(out->way, whole->way + part->first, part->count * sizeof *out->way);
    for (uint16_t i = 0; i < whole->reason_count; i++) {
        if (whole->reasons[i].figure == part->figure) {
            out->reasons[out->reason_count++] = whole->reasons[i];
        }
    }
    out->judgement = out->reason_count > 0 ? QM_ILLEGAL : QM_LEGAL;
}

/* Reasons about nobody who has a part, such as one who could not even set out; and the checks. */
static void cut_rest(const qm_verdict *whole, qm_verdict *out) {
    *out = (qm_verdict){.judgement = QM_ILLEGAL, .chance = 1};
    for (uint16_t i = 0; i < whole->reason_count; i++) {
        bool told = false;
        for (uint16_t p = 0; p < whole->part_count; p++) {
            told = told || whole->parts[p].figure == whole->reasons[i].figure;
        }
        if (!told) {
            out->reasons[out->reason_count++] = whole->reasons[i];
        }
    }
    out->check_count = whole->check_count;
    memcpy(out->checks, whole->checks, whole->check_count * sizeof *out->checks);
}

void qm__draw_parts(qm__page *page, void (*draw)(qm__page *page)) {
    const qm__draw_facts *whole = page->facts;
    if (!whole->verdict || whole->verdict->part_count == 0) {
        draw(page);
        return;
    }
    qm_verdict *verdict = qm__arena_alloc(page->arena, sizeof *verdict);
    qm_order *order = qm__arena_alloc(page->arena, sizeof *order);
    if (!verdict || !order) {
        page->failed = true;
        return;
    }
    qm__draw_facts part = *whole;
    part.verdict = verdict;
    part.order = order;
    page->facts = &part;
    for (uint16_t i = 0; i < whole->verdict->part_count; i++) {
        const qm_part *one = &whole->verdict->parts[i];
        cut_verdict(whole->verdict, one, verdict);
        verdict->reasons[0].leg = cut_legs(page->scenario, whole->order, one->figure, verdict->reasons[0].leg, order);
        draw(page);
    }
    cut_rest(whole->verdict, verdict);
    qm_order_clear(order, whole->order->kind, 0);
    draw(page);
    page->facts = whole;
}
