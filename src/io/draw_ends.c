/* Where the figure of an order can end, by its odds: a mark at each place and the chance beside it.
 *
 * Where the order leads has its sign already, and where the figure stands there is the figure: these two get only their
 * chance. Outcomes that differ in something else than the place are one here; the captions tell them apart.
 */
#include "game/place.h"
#include "game/print.h"
#include "game/scenario.h"
#include "io/draw.h"

#define HALF 9.0
#define MARK 0xa01010u

void qm__ends_add(qm__draw_facts *facts, qm_place at, double chance) {
    for (uint32_t i = 0; i < facts->end_count; i++) {
        if (qm__place_same(facts->ends[i].at, at)) {
            facts->ends[i].chance += chance;
            return;
        }
    }
    if (facts->end_count < QM__ENDS_MAX) {
        facts->ends[facts->end_count++] = (qm__draw_end){at, chance};
    }
}

void qm__draw_elsewhere_sign(qm__page *page, qm__point at) {
    qm__page_add(page, "<path d=\"M%n %nl%n %nl%n %nl%n %nZ\" fill=\"%k\" stroke=\"#ffffff\" stroke-width=\"2.5\"/>\n",
                 at.x, at.y - HALF, HALF, HALF, -HALF, HALF, -HALF, -HALF, MARK);
}

/* False for a place that is not on the board. */
static bool point_of(const qm__page *page, qm_place place, qm__point *out) {
    if (page->table) {
        *out = qm__page_place(page, place);
        return true;
    }
    const qm__cell cell = qm__page_cell_at(page, place);
    if (cell) {
        *out = qm__page_cell(page, cell);
    }
    return cell != 0;
}

/* On a table a mark stands where it is; in a hex or tile it keeps off the step that is numbered there. */
static qm__point spot_for(const qm__page *page, qm__point at) {
    static const double around[][2] = {{0, 0},       {0.5, 0.3}, {-0.5, 0.3}, {0.5, -0.3},
                                       {-0.5, -0.3}, {0, 0.55},  {0, -0.55}};
    for (size_t i = 0; i < sizeof around / sizeof around[0] && !page->table; i++) {
        const qm__point spot = {at.x + around[i][0] * page->side, at.y + around[i][1] * page->side};
        if (qm__page_free(page, (qm__page_box){spot.x - HALF, spot.y - HALF, HALF * 2, HALF * 2, QM__BOX_SHAPE},
                          page->box_count)) {
            return spot;
        }
    }
    return at;
}

/* "4.1 %" near its place: the nearest spot that is free. */
static void put_chance(qm__page *page, qm__point at, double chance) {
    static const double around[][2] = {{1, 0},     {-1, 0},     {0, 1},      {0, -1},
                                       {0.8, 0.8}, {-0.8, 0.8}, {0.8, -0.8}, {-0.8, -0.8}};
    char words[32];
    qm_text text = qm_text_over(words, sizeof words);
    qm__print_percent(chance, &text);
    const qm__type type = {19, true, 0};
    const double half = qm__label_box(words, type, 0, 0).width / 2, height = 10;
    const double stand = page->table ? HALF + 6 : page->side * 0.5;
    for (int ring = 0; ring < 6; ring++) {
        const double away = stand + ring * 12;
        for (size_t i = 0; i < sizeof around / sizeof around[0]; i++) {
            const double x = at.x + around[i][0] * (away + half), y = at.y + around[i][1] * (away + height);
            if (qm__label_try(page, x, y, type, true, words)) {
                return;
            }
        }
    }
}

/* Whether the way that is drawn leads there: of a unit that of the figure the order is held by. */
static bool way_leads(const qm_verdict *verdict, uint16_t actor, qm_place place) {
    for (uint16_t i = 0; i < verdict->part_count; i++) {
        if (verdict->parts[i].figure == actor) {
            return qm__place_same(verdict->parts[i].end, place);
        }
    }
    return verdict->part_count == 0 && verdict->way_count > 0 &&
           qm__place_same(verdict->way[verdict->way_count - 1], place);
}

void qm__draw_ends(qm__page *page) {
    const qm__draw_facts *facts = page->facts;
    if (facts->end_count == 0) {
        return;
    }
    const qm_verdict *verdict = facts->verdict;
    const qm_place start = facts->figures[facts->order->actor - 1].at;
    page->layer = QM__LAYER_LABELS;
    for (uint32_t i = 0; i < facts->end_count; i++) {
        const qm_place place = facts->ends[i].at;
        const bool led = way_leads(verdict, facts->order->actor, place);
        qm__point at;
        if (led || qm__place_same(start, place) || !point_of(page, place, &at)) {
            continue;
        }
        at = spot_for(page, at);
        qm__draw_elsewhere_sign(page, at);
        qm__page_keep(page, (qm__page_box){at.x - HALF, at.y - HALF, HALF * 2, HALF * 2, QM__BOX_SHAPE});
        qm__page_sign(page, QM__SIGN_ELSEWHERE);
    }
    for (uint32_t i = 0; i < facts->end_count; i++) {
        qm__point at;
        if (facts->ends[i].chance < 1 && point_of(page, facts->ends[i].at, &at)) {
            put_chance(page, at, facts->ends[i].chance);
        }
    }
}
