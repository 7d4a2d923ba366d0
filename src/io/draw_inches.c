/* What is asked of a table and drawn on it: how far a figure gets, the way of an order, a line of sight.
 *
 * Regions come as rings of each surface and each band of cost. A band is drawn as what it has beyond the cheaper one,
 * which lies inside of it, so that its tone is that of the legend. Surfaces are drawn upwards, each on a veil over what
 * is below; the outlines of all come last, so that what is reached below a floor can still be made out.
 */
#include <string.h>

#include "base/angle.h"
#include "game/place.h"
#include "game/scenario.h"
#include "io/draw.h"

#define LINE 0x1a1a1au
#define REACHED 0x2f5f2du
#define WRONG 0xb3261eu
#define LAPSED 0x666666u
#define LINK_DASHES " stroke-dasharray=\"10 7\""
#define ASKED_DASHES " stroke-dasharray=\"4 8\""
#define SMALLEST 10.0 /* radius of a base at the end of a way at least */

/* --------------------------------------------------------------------------------------------------------------- reach
 */

/* The rings of one surface and one cost as the data of a path; false if there are none. */
static bool region_data(qm__page *page, int32_t cost, int32_t z) {
    const qm_reach_area *area = page->facts->area;
    bool any = false;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        for (uint32_t i = 0; i < ring->count && ring->cost == cost && ring->z == z; i++) {
            const qm_reach_corner *corner = &area->corners[ring->first + i];
            const qm__point at = qm__page_place(page, (qm_place){corner->x, corner->y, z});
            qm__page_add(page, "%s%n %n%s", i == 0 ? "M" : "L", at.x, at.y, i + 1 == ring->count ? "Z" : "");
            any = true;
        }
    }
    return any;
}

static bool is_reached(const qm_reach_area *area, int32_t z) {
    for (uint32_t r = 0; r < area->ring_count; r++) {
        if (area->rings[r].z == z) {
            return true;
        }
    }
    return false;
}

static void fill_bands(qm__page *page, int32_t z) {
    const qm__draw_facts *facts = page->facts;
    const uint32_t count = facts->region_bands;
    if (z > 0) {
        qm__page_add(page, "<path fill=\"#ffffff\" fill-opacity=\"0.7\" fill-rule=\"evenodd\" d=\"");
        region_data(page, facts->bands[count - 1], z);
        qm__page_add(page, "\"/>\n");
    }
    for (uint32_t band = 0; band < count; band++) {
        qm__page_add(
            page,
            "<path fill=\"%k\" fill-opacity=\"0.6\" fill-rule=\"evenodd\" stroke=\"%k\" stroke-width=\"1.5\" d=\"",
            qm__band_tone((int)band), REACHED);
        region_data(page, facts->bands[band], z);
        if (band > 0) {
            region_data(page, facts->bands[band - 1], z);
        }
        qm__page_add(page, "\"/>\n");
    }
}

void qm__draw_regions(qm__page *page) {
    const qm__draw_facts *facts = page->facts;
    if (!facts->area) {
        return;
    }
    if (facts->by_risk) {
        qm__draw_risks(page);
        return;
    }
    page->layer = QM__LAYER_ZONES;
    page->band_count = (int)facts->region_bands;
    for (uint32_t band = 0; band < facts->region_bands; band++) {
        page->band_high[band] = facts->bands[band];
    }
    for (int outline = 0; outline < 2; outline++) {
        for (uint16_t h = 0; h < page->table->height_count; h++) {
            const int32_t z = page->table->heights[h];
            if (outline && is_reached(facts->area, z)) {
                qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"3\" d=\"", REACHED);
                region_data(page, facts->bands[facts->region_bands - 1], z);
                qm__page_add(page, "\"/>\n");
            } else if (is_reached(facts->area, z)) {
                fill_bands(page, z);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- the way
 */

/* The leg with a keyword of its own (a climb, a jump) that ends at a point of the way; NULL: it is walked to. Legs are
 * followed from the beginning, as a way may come to the same place again. */
static const qm_leg *link_to(const qm__page *page, uint16_t index) {
    const qm_order *order = page->facts->order;
    const qm_verdict *verdict = page->facts->verdict;
    uint16_t at = 1;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const qm_leg_kind *kind = &page->scenario->family->facts->legs[order->legs[i].kind];
        const bool stays = qm__place_same(verdict->way[at - 1], order->legs[i].to) &&
                           (at >= verdict->way_count || !qm__place_same(verdict->way[at], order->legs[i].to));
        if (kind->operand != QM_OPERAND_PLACE || stays) {
            continue;
        }
        while (at < verdict->way_count && !qm__place_same(verdict->way[at], order->legs[i].to)) {
            at++;
        }
        if (at++ >= index) {
            return at == index + 1 && *kind->keyword && strcmp(kind->keyword, "via") != 0 ? &order->legs[i] : NULL;
        }
    }
    return NULL;
}

/* Of a way that costs more than there is: the first of its points that is out of reach, and where movement ends before
 * it. Otherwise how many points there are. */
static uint16_t spent_before(const qm__page *page, qm_place *end) {
    const qm_verdict *verdict = page->facts->verdict;
    for (size_t r = 0; r < verdict->reason_count && verdict->unit == 2 && verdict->cost > verdict->allowance; r++) {
        const qm_reason *reason = &verdict->reasons[r];
        if (reason->needed != verdict->cost || reason->had != verdict->allowance) {
            continue;
        }
        *end = reason->at;
        for (uint16_t i = 1; i < verdict->way_count; i++) {
            if (qm__way_has(verdict->way[i - 1], verdict->way[i], reason->at) &&
                !qm__place_same(verdict->way[i], reason->at)) {
                return i;
            }
        }
    }
    return verdict->way_count;
}

void qm__line_keep(qm__page *page, qm__point a, qm__point b) {
    const double length = qm__root((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    const int pieces = (int)(length / 12) + 1;
    for (int i = 0; i <= pieces; i++) {
        const double x = a.x + (b.x - a.x) * i / pieces, y = a.y + (b.y - a.y) * i / pieces;
        qm__page_keep(page, (qm__page_box){x - 4, y - 4, 8, 8, QM__BOX_LINE});
    }
}

/* How much of the way is drawn as gone: what was, where the order was carried out; else all for which movement
 * suffices. */
static void find_gone(const qm__page *page, qm__gone *gone) {
    const qm_verdict *verdict = page->facts->verdict;
    qm_place end = {0};
    if (qm__find_played(page, gone)) {
        return;
    }
    const uint16_t spent = spent_before(page, &end);
    *gone = (qm__gone){.arrives = spent == verdict->way_count};
    for (uint16_t i = 1; i < verdict->way_count; i++) {
        gone->part[i] = i < spent                                                 ? QM__GONE_WHOLE
                        : i == spent && !qm__place_same(end, verdict->way[i - 1]) ? QM__GONE_PART
                                                                                  : QM__GONE_NOT;
        gone->last = gone->part[i] != QM__GONE_NOT ? i : gone->last;
    }
    gone->end = end;
}

/* Where a piece of the way ends as it was gone. */
static qm_place piece_end(const qm__page *page, const qm__gone *gone, uint16_t i) {
    return gone->part[i] == QM__GONE_PART ? gone->end : page->facts->verdict->way[i];
}

/* A stretch from one point of the way to another, as far as it is gone: white and broad, or dark; broken if it is a
 * link. */
static void draw_stretch(qm__page *page, const qm__gone *gone, uint16_t from, uint16_t to, bool link, bool casing) {
    const qm_verdict *verdict = page->facts->verdict;
    qm__page_add(page,
                 "<path fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" stroke-linecap=\"round\" "
                 "stroke-linejoin=\"round\"%s%s d=\"",
                 casing ? 0xffffffu : LINE, casing ? 9.0 : 4.0, link && !casing ? LINK_DASHES : "",
                 to == gone->last && gone->arrives && !casing ? " marker-end=\"url(#qm-arrow)\"" : "");
    for (uint16_t i = from; i <= to; i++) {
        const qm__point at = qm__page_place(page, i == from ? verdict->way[i] : piece_end(page, gone, i));
        qm__page_add(page, "%s%n %n", i == from ? "M" : "L", at.x, at.y);
        if (i > from && !casing) {
            qm__line_keep(page, qm__page_place(page, verdict->way[i - 1]), at);
        }
    }
    qm__page_add(page, "\"/>\n");
}

static void draw_stretches(qm__page *page, const qm__gone *gone, bool casing) {
    const qm_verdict *verdict = page->facts->verdict;
    for (uint16_t i = 1; i <= gone->last;) {
        const bool link = link_to(page, i) != NULL;
        uint16_t last = i;
        if (gone->part[i] == QM__GONE_NOT) {
            i++;
            continue;
        }
        while (!link && last < gone->last && gone->part[last] == QM__GONE_WHOLE &&
               gone->part[last + 1] != QM__GONE_NOT && !link_to(page, (uint16_t)(last + 1))) {
            last++;
        }
        draw_stretch(page, gone, (uint16_t)(i - 1), last, link, casing);
        qm__page_sign(page, !link                                        ? QM__SIGN_STEP
                            : verdict->way[i - 1].z == verdict->way[i].z ? QM__SIGN_FLIGHT
                                                                         : QM__SIGN_LINK);
        i = (uint16_t)(last + 1);
    }
}

/* Tries a text beside a line, from its middle outwards. */
bool qm__label_beside(qm__page *page, qm__point a, qm__point b, qm__type type, const char *words) {
    static const double parts[] = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}, away[] = {8, 22, 40};
    const double dx = b.x - a.x, dy = b.y - a.y, length = qm__root(dx * dx + dy * dy);
    const qm__point across = length > 0.1 ? (qm__point){-dy / length, dx / length} : (qm__point){1, 0};
    const qm__page_box box = qm__label_box(words, type, 0, 0);
    const double half =
        ((across.x < 0 ? -across.x : across.x) * box.width + (across.y < 0 ? -across.y : across.y) * box.height) / 2;
    for (size_t i = 0; i < sizeof parts / sizeof *parts * 6; i++) {
        const double part = parts[i % 7], off = (half + away[i / 14]) * (i / 7 % 2 == 0 ? 1 : -1);
        if (qm__label_try(page, a.x + dx * part + across.x * off, a.y + dy * part + across.y * off, type, true,
                          words)) {
            return true;
        }
    }
    return false;
}

/* A link with a difference in height has rungs, which show even where it has no length in plan; its keyword stands
 * beside it with the height, or the length of one on the level, if that may be told. */
static void mark_link(qm__page *page, uint16_t index, const qm_leg *leg) {
    const qm_verdict *verdict = page->facts->verdict;
    const uint32_t number = (uint32_t)(leg - page->facts->order->legs);
    const bool untold = (verdict->unmeasured_legs[number / 32] >> number % 32 & 1) != 0;
    const qm_place from = verdict->way[index - 1], to = verdict->way[index];
    const qm__point a = qm__page_place(page, from), b = qm__page_place(page, to);
    const qm__point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    char words[96];
    qm_text text = qm_text_over(words, sizeof words);
    qm_text_add(&text, page->scenario->family->facts->legs[leg->kind].keyword);
    page->layer = QM__LAYER_PATH;
    if (from.z != to.z) {
        const double dx = b.x - a.x, dy = b.y - a.y, length = qm__root(dx * dx + dy * dy),
                     part = length > 12 ? 6 / length : 0;
        qm__draw_rungs(page, (qm__point){middle.x - dx * part, middle.y - dy * part},
                       (qm__point){middle.x + dx * part, middle.y + dy * part});
        qm__page_keep(page, (qm__page_box){middle.x - 13, middle.y - 13, 26, 26, QM__BOX_SHAPE});
    }
    if (from.z != to.z && !untold) {
        qm_text_add(&text, to.z > from.z ? " +" : " \xe2\x88\x92");
        qm__inches_print(to.z > from.z ? to.z - from.z : from.z - to.z, &text);
        qm_text_add_char(&text, '"');
    } else if (from.z == to.z && !verdict->unmeasured) {
        const double dx = to.x - from.x, dy = to.y - from.y;
        qm_text_add_char(&text, ' ');
        qm__inches_print((int32_t)(qm__root(dx * dx + dy * dy) + 0.5), &text);
        qm_text_add_char(&text, '"');
    }
    page->layer = QM__LAYER_LABELS;
    qm__label_beside(page, a, b, (qm__type){19, true, LINE}, words);
}

static void draw_dotted(qm__page *page, qm__point from, qm__point to, qm__sign sign) {
    qm__page_add(
        page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"4\" stroke-linecap=\"round\"%s/>\n",
        from.x, from.y, to.x, to.y, sign == QM__SIGN_ASKED ? WRONG : LAPSED, ASKED_DASHES);
    qm__line_keep(page, from, to);
    qm__page_sign(page, sign);
}

/* The rest of a way: for which movement does not suffice, or that was not gone. */
static void draw_rest(qm__page *page, const qm__gone *gone) {
    const qm_verdict *verdict = page->facts->verdict;
    for (uint16_t i = 1; i < verdict->way_count; i++) {
        if (gone->part[i] != QM__GONE_WHOLE) {
            draw_dotted(page, qm__page_place(page, gone->part[i] == QM__GONE_PART ? gone->end : verdict->way[i - 1]),
                        qm__page_place(page, verdict->way[i]), gone->played ? QM__SIGN_LAPSED : QM__SIGN_ASKED);
        }
    }
}

/* What was asked for and is not allowed: from where the way ends on, straight from leg to leg. Beside plans in which it
 * may be allowed, also what is refused as a whole. */
static void draw_refused(qm__page *page) {
    const qm_verdict *verdict = page->facts->verdict;
    const qm_order *order = page->facts->order;
    uint16_t leg = verdict->reason_count > 0 ? verdict->reasons[0].leg : 0;
    const bool whole = page->facts->rivals && verdict->reason_count > 0 && order->actor && verdict->way_count < 2;
    if (!whole && (leg == 0 || verdict->way_count == 0)) {
        return;
    }
    leg = leg > 0 ? leg : 1;
    qm__point from = qm__page_place(page, whole ? page->facts->figures[order->actor - 1].at
                                                : verdict->way[verdict->way_count - 1]);
    for (uint16_t i = (uint16_t)(leg - 1); i < order->leg_count; i++) {
        if (page->scenario->family->facts->legs[order->legs[i].kind].operand != QM_OPERAND_PLACE) {
            continue;
        }
        const qm__point to = qm__page_place(page, order->legs[i].to);
        draw_dotted(page, from, to, QM__SIGN_ASKED);
        from = to;
    }
}

static void cross_out(qm__page *page, qm__point at) {
    qm__page_add(page, "<path d=\"M%n %nl20 20m0 -20l-20 20\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"10\"/>\n",
                 at.x - 10, at.y - 10);
    qm__page_add(page, "<path d=\"M%n %nl20 20m0 -20l-20 20\" fill=\"none\" stroke=\"%k\" stroke-width=\"5\"/>\n",
                 at.x - 10, at.y - 10, WRONG);
    qm__page_keep(page, (qm__page_box){at.x - 12, at.y - 12, 24, 24, QM__BOX_SHAPE});
}

/* The facing that an order ends with: the last one it names, or that of before. */
static int32_t last_facing(const qm__page *page, const qm_order *order, const qm_look *look) {
    const qm_leg_kind *kinds = qm_scenario_family(page->scenario)->legs;
    int32_t facing = look->facing;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        facing = kinds[order->legs[i].kind].operand == QM_OPERAND_DIRECTION ? order->legs[i].thing : facing;
    }
    return facing;
}

/* A rectangular base as it stands in the end, with a line from its middle to its front. */
static void draw_turned_end(qm__page *page, const qm_look *look, qm__point at, int32_t facing) {
    const qm__turn turn = qm__turn_of(facing < 0 ? 0 : facing);
    const double front = look->length * page->scale / 2;
    qm__page_add(page,
                 "<path fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"%k\" stroke-width=\"2\" "
                 "stroke-dasharray=\"5 3\" d=\"",
                 LINE);
    qm__page_turned(page, look, at, facing);
    qm__page_add(page, "M%n %nL%n %n\"/>\n", at.x, at.y, at.x + front * turn.cos, at.y - front * turn.sin);
}

/* One that fell is drawn with its fall, and one that has not moved is where it was. */
static void draw_end(qm__page *page, const qm__gone *gone) {
    const qm_verdict *verdict = page->facts->verdict;
    const qm_order *order = page->facts->order;
    if (verdict->way_count < 2 || !order->actor || verdict->judgement == QM_ILLEGAL ||
        (gone->played && (gone->fell || qm__place_same(gone->stands, verdict->way[0])))) {
        return;
    }
    const qm_look *look = &page->facts->figures[order->actor - 1];
    const double base = (look->radius ? look->radius : look->length / 2) * page->scale,
                 radius = base < SMALLEST ? SMALLEST : base;
    const qm__point at = qm__page_place(page, gone->played ? gone->stands : verdict->way[verdict->way_count - 1]);
    if (look->radius == 0 && look->length > 0) {
        draw_turned_end(page, look, at, last_facing(page, order, look));
    } else {
        qm__page_add(page,
                     "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"%k\" "
                     "stroke-width=\"2\" stroke-dasharray=\"5 3\"/>\n",
                     at.x, at.y, radius, LINE);
    }
    qm__page_keep(page, (qm__page_box){at.x - radius, at.y - radius, radius * 2, radius * 2, QM__BOX_SHAPE});
    qm__page_sign(page, QM__SIGN_END);
}

/* Beside its place if there is room, so that it does not hide a short link. */
static void draw_check(qm__page *page, qm__point place, char letter) {
    static const double off[][2] = {{-26, 0}, {26, 0},  {0, -26}, {0, 26},    {-24, -24}, {24, -24}, {-24, 24},
                                    {24, 24}, {-42, 0}, {42, 0},  {-42, -24}, {42, -24},  {-42, 24}, {42, 24},
                                    {0, -56}, {0, 56},  {-56, 0},   {56, 0}};
    qm__point at = place;
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        const qm__point beside = {place.x + off[i][0], place.y + off[i][1]};
        if (qm__page_free(page, (qm__page_box){beside.x - 14, beside.y - 14, 28, 28, QM__BOX_SHAPE}, page->box_count)) {
            at = beside;
            break;
        }
    }
    qm__draw_badge(page, at, 13, letter);
    qm__page_sign(page, QM__SIGN_BADGE);
    qm__page_keep(page, (qm__page_box){at.x - 14, at.y - 14, 28, 28, QM__BOX_SHAPE});
}

void qm__draw_table_path(qm__page *page) {
    if (!page->facts->order) {
        return;
    }
    const qm_verdict *verdict = page->facts->verdict;
    qm__gone gone;
    find_gone(page, &gone);
    page->layer = QM__LAYER_PATH;
    draw_end(page, &gone);
    draw_stretches(page, &gone, true);
    draw_stretches(page, &gone, false);
    draw_rest(page, &gone);
    draw_refused(page);
    page->layer = QM__LAYER_LABELS; /* above figures: it may be one of them that is in the way */
    for (size_t i = 0; i < verdict->reason_count; i++) {
        const qm_place at = verdict->reasons[i].at;
        if (at.x || at.y || at.z) {
            cross_out(page, qm__page_place(page, at));
        }
    }
    for (uint16_t i = 1; i < verdict->way_count; i++) {
        const qm_leg *link = link_to(page, i);
        if (link) {
            mark_link(page, i, link);
        }
    }
    page->layer = QM__LAYER_LABELS;
    for (size_t i = 0; i < verdict->check_count; i++) {
        const qm_place at = verdict->checks[i].at;
        const uint16_t who = verdict->checks[i].figure; /* a check without a place is made where its figure is */
        const bool placed = at.x || at.y || at.z || who == 0;
        draw_check(page, qm__page_place(page, placed ? at : page->facts->figures[who - 1].at), qm__check_letter(i));
    }
}

/* --------------------------------------------------------------------------------------------------------------- signs
 */

void qm__draw_inches_sign(qm__page *page, qm__sign sign, qm__point at) {
    const char *line = "<path d=\"M%n %nh%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"4\"%s/>\n";
    const double x = at.x - 20;
    if (sign == QM__SIGN_LINK || sign == QM__SIGN_FLIGHT) {
        qm__page_add(page, line, x, at.y, 40.0, LINE, LINK_DASHES);
        if (sign == QM__SIGN_LINK) {
            qm__draw_rungs(page, (qm__point){at.x - 6, at.y}, (qm__point){at.x + 6, at.y});
        }
    } else if (sign == QM__SIGN_END) {
        qm__page_add(page,
                     "<circle cx=\"%n\" cy=\"%n\" r=\"12\" fill=\"none\" stroke=\"%k\" stroke-width=\"2\" "
                     "stroke-dasharray=\"5 3\"/>\n",
                     at.x, at.y, LINE);
    } else if (sign == QM__SIGN_ASKED || sign == QM__SIGN_LAPSED) {
        qm__page_add(page, line, x, at.y, 40.0, sign == QM__SIGN_ASKED ? WRONG : LAPSED,
                     ASKED_DASHES " stroke-linecap=\"round\"");
    }
}
