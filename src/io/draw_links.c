/* The links of a table that a figure could take: a thick line along the edge where each begins, and short arrows
 * towards where it lands.
 *
 * A rim has a climb, a drop and a jump at once, and one to every surface around. Of links of one kind and one rise that
 * begin on the same stretch only one is drawn, the one that leads out the least far; those of other kinds lie side by
 * side, each with arrows of its own form, in a place of their own along the line. A height is told once for each edge.
 *
 * Invariant: every link lies on a line that is drawn. Rejected: an arrow for every landing, which hides the table.
 */
#include "game/place.h"
#include "game/scenario.h"
#include "io/draw_signs.h"

#define CLIMBS 0x6b3410u
#define JUMPS 0x1f4e8cu
#define DROPS 0x8c1d5bu
#define PITCH 66.0 /* from one arrow to the next */
#define SHORTEST 14.0
#define LONGEST 26.0
#define TOUCH 2.0 /* units that one edge may be off another */

/* How a kind of link is drawn. */
typedef struct link_look {
    unsigned colour;
    double inwards; /* how far its line lies behind the edge */
    double phase;   /* where its arrows are, of each pitch */
    const char *dashes;
    qm__sign sign;
} link_look;

static link_look look_of(uint16_t kind, bool up) {
    switch ((qm_link_kind)kind) {
    case QM_LINK_CLIMB:
        return (link_look){CLIMBS, 0, up ? 0.5 : 0.2, "", QM__SIGN_CLIMBS};
    case QM_LINK_LADDER:
        return (link_look){CLIMBS, 0, 0.5, "", QM__SIGN_LADDER};
    case QM_LINK_JUMP:
        return (link_look){JUMPS, 12, 0.8, " stroke-dasharray=\"12 5\"", QM__SIGN_JUMPS};
    case QM_LINK_DROP:
        return (link_look){DROPS, 6, 0.5, " stroke-dasharray=\"4 3\"", QM__SIGN_DROPS};
    }
    return (link_look){0};
}

/* ----------------------------------------------------------------------------------------------------------- geometry
 */

static bool is_point(const qm_stretch *stretch) {
    return qm__place_same(stretch->a, stretch->b);
}

/* A point of a stretch, 0 to 1, on the page; arcs are taken for parabolas, which is as good to the eye. */
static qm__point point_of(const qm__page *page, const qm_stretch *stretch, double part) {
    const qm__point a = qm__page_place(page, stretch->a), b = qm__page_place(page, stretch->b);
    const qm__point along = {b.x - a.x, b.y - a.y};
    qm__point at = qm__point_plus(a, along, part);
    if (stretch->bulge && !is_point(stretch)) {
        const qm__point d = qm__point_toward(a, b), right = {-d.y, d.x};
        at = qm__point_plus(at, right, stretch->bulge * page->scale * 4 * part * (1 - part));
    }
    return at;
}

/* Out over the edge, of length 1: square to it, on the side where it lands. */
static qm__point outwards(const qm__page *page, const qm_link *link) {
    const qm__point from = point_of(page, &link->from, 0.5), to = point_of(page, &link->to, 0.5);
    if (is_point(&link->from)) {
        return qm__point_distance(from, to) > 0.1 ? qm__point_toward(from, to) : (qm__point){0, -1};
    }
    const qm__point d = qm__point_toward(point_of(page, &link->from, 0), point_of(page, &link->from, 1));
    const double side = (to.x - from.x) * -d.y + (to.y - from.y) * d.x;
    return side < 0 ? (qm__point){d.y, -d.x} : (qm__point){-d.y, d.x};
}

/* Whether a place lies on a straight stretch. */
static bool lies_on(qm_place at, const qm_stretch *stretch) {
    const qm__xy a = {stretch->a.x, stretch->a.y}, b = {stretch->b.x, stretch->b.y}, p = {at.x, at.y};
    return at.z == stretch->a.z && qm__point_segment_square(p, a, b) <= TOUCH * TOUCH;
}

static bool lies_within(const qm_stretch *inner, const qm_stretch *outer) {
    return inner->bulge == outer->bulge && lies_on(inner->a, outer) && lies_on(inner->b, outer) &&
           (inner->bulge == 0 || (qm__place_same(inner->a, outer->a) && qm__place_same(inner->b, outer->b)));
}

/* Whether a link is drawn with another one. */
static bool is_covered(const qm__page *page, uint32_t number) {
    const qm_link *link = &page->facts->links[number];
    const qm__point out = outwards(page, link);
    for (uint32_t i = 0; i < page->facts->link_count; i++) {
        const qm_link *other = &page->facts->links[i];
        if (i == number || other->kind != link->kind || other->rise != link->rise ||
            !lies_within(&link->from, &other->from)) {
            continue;
        }
        const qm__point there = outwards(page, other);
        const bool nearer = other->least < link->least || (other->least == link->least && i < number);
        if (out.x * there.x + out.y * there.y > 0 && (nearer || !lies_within(&other->from, &link->from))) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- arrows
 */

static void draw_head(qm__page *page, uint16_t kind, qm__point tip, qm__point d, unsigned colour) {
    if (kind != QM_LINK_DROP) {
        qm__sign_head(page, tip, d, 13, colour);
        return;
    }
    const qm__point base = qm__point_plus(tip, d, -9), across = {-d.y * 8, d.x * 8};
    for (int casing = 1; casing >= 0; casing--) {
        qm__page_add(page, "<path d=\"M%n %nL%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n",
                     base.x + across.x, base.y + across.y, tip.x, tip.y, base.x - across.x, base.y - across.y,
                     casing ? 0xffffffu : colour, casing ? 6.0 : 3.0);
    }
}

/* An arrow of so much length: of a climb with rungs, of a jump with a filled head, of a drop with an open one. */
static void draw_arrow(qm__page *page, uint16_t kind, qm__point from, qm__point d, double length, unsigned colour) {
    const qm__point tip = qm__point_plus(from, d, length), end = qm__point_plus(tip, d, kind == QM_LINK_DROP ? -2 : -9);
    const qm__point across = {-d.y * 6, d.x * 6};
    const double rungs = kind == QM_LINK_CLIMB ? (length - 9) / 2 : 0;
    for (int casing = 1; casing >= 0; casing--) {
        qm__page_add(page, "<path d=\"M%n %nL%n %n", from.x, from.y, end.x, end.y);
        for (int i = 0; i < 2 && rungs > 0; i++) {
            const qm__point at = qm__point_plus(from, d, rungs * (i + 0.7));
            qm__page_add(page, "M%n %nL%n %n", at.x - across.x, at.y - across.y, at.x + across.x, at.y + across.y);
        }
        qm__page_add(page, "\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n", casing ? 0xffffffu : colour,
                     casing ? 5.5 : 2.5);
    }
    draw_head(page, kind, tip, d, colour);
}

/* The line along the edge, `behind` it. */
static void draw_line(qm__page *page, const qm_stretch *stretch, qm__point behind, const link_look *look) {
    const int pieces = stretch->bulge ? 8 : 1;
    for (int casing = 1; casing >= 0; casing--) {
        qm__page_add(page, "<path d=\"");
        for (int i = 0; i <= pieces; i++) {
            const qm__point at = qm__point_plus(point_of(page, stretch, (double)i / pieces), behind, 1);
            qm__page_add(page, "%s%n %n", i ? "L" : "M", at.x, at.y);
        }
        qm__page_add(page, "\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n",
                     casing ? 0xffffffu : look->colour, casing ? 7.0 : 5.0, casing ? "" : look->dashes);
    }
    qm__line_keep(page, qm__point_plus(point_of(page, stretch, 0), behind, 1),
                  qm__point_plus(point_of(page, stretch, 1), behind, 1));
}

/* ------------------------------------------------------------------------------------------------------------- links
 */

/* From its one place to the other; the way back adds its own head. */
static void draw_ladder(qm__page *page, const qm_link *link) {
    const qm__point a = qm__page_place(page, link->from.a), b = qm__page_place(page, link->to.a);
    const qm__point d = outwards(page, link), middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double half = qm__point_distance(a, b) / 2 > LONGEST ? qm__point_distance(a, b) / 2 : LONGEST;
    if (link->rise > 0) {
        qm__draw_rungs(page, qm__point_plus(middle, d, 11 - half), qm__point_plus(middle, d, half - 11));
    }
    qm__sign_head(page, qm__point_plus(middle, d, half), d, 15, CLIMBS);
    qm__line_keep(page, a, b);
}

static void draw_link(qm__page *page, const qm_link *link) {
    const link_look look = look_of(link->kind, link->rise > 0);
    const qm__point out = outwards(page, link), behind = {-out.x * look.inwards, -out.y * look.inwards};
    const double length = qm__point_distance(point_of(page, &link->from, 0), point_of(page, &link->from, 1));
    const double far = link->least * page->scale;
    const double shaft = (far < SHORTEST || link->kind == QM_LINK_JUMP ? LONGEST : far > LONGEST ? LONGEST : far);
    const int arrows = (int)(length / PITCH) + 1;
    if (!is_point(&link->from)) {
        draw_line(page, &link->from, behind, &look);
    }
    for (int i = 0; i < arrows; i++) {
        const qm__point at = qm__point_plus(point_of(page, &link->from, (i + look.phase) / arrows), behind, 1);
        draw_arrow(page, link->kind, at, out, shaft + look.inwards, look.colour);
        qm__line_keep(page, at, qm__point_plus(at, out, shaft + look.inwards));
    }
    qm__page_sign(page, look.sign);
}

void qm__draw_links(qm__page *page) {
    page->layer = QM__LAYER_PATH;
    for (uint32_t i = 0; i < page->facts->link_count; i++) {
        const qm_link *link = &page->facts->links[i];
        if (link->kind == QM_LINK_LADDER) {
            draw_ladder(page, link);
        } else if (!is_covered(page, i)) {
            draw_link(page, link);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------ heights
 */

/* The edge that a link leads over: where a climb up ends, and where others begin. */
static const qm_stretch *edge_of(const qm_link *link) {
    return link->kind == QM_LINK_CLIMB && link->rise > 0 ? &link->to : &link->from;
}

/* Down, of what leads up and down. */
static int32_t height_of(const qm_link *link) {
    return link->kind == QM_LINK_CLIMB && link->rise > 0 ? -link->rise : link->rise;
}

static bool lies_beside(const qm_stretch *a, const qm_stretch *b) {
    const qm_place middle = {a->a.x + (a->b.x - a->a.x) / 2, a->a.y + (a->b.y - a->a.y) / 2, a->a.z};
    return lies_on(middle, b);
}

/* Whether the height is told with a link before, on the same edge. */
static bool is_told(const qm__page *page, uint32_t number) {
    const qm_link *link = &page->facts->links[number];
    for (uint32_t i = 0; i < number; i++) {
        const qm_link *other = &page->facts->links[i];
        if (height_of(other) == height_of(link) &&
            (lies_beside(edge_of(other), edge_of(link)) || lies_beside(edge_of(link), edge_of(other)))) {
            return true;
        }
    }
    return link->rise == 0 || (link->kind == QM_LINK_LADDER && link->rise < 0);
}

/* Beside its edge, on top of what is left or climbed if there is room; a ladder's beside it. */
static bool label_link(qm__page *page, const qm_link *link, const char *words) {
    const qm_stretch *edge = edge_of(link);
    const qm__type type = {17, true, look_of(link->kind, true).colour};
    const qm__point out = outwards(page, link), a = point_of(page, edge, 0), b = point_of(page, edge, 1);
    if (link->kind == QM_LINK_LADDER) {
        return qm__label_beside(page, a, point_of(page, &link->to, 0), type, words);
    }
    const double side = (b.x - a.x) * out.y - (b.y - a.y) * out.x; /* above 0: out is where labels are tried first */
    const bool first = (side > 0) == (edge == &link->to);
    return first ? qm__label_beside(page, a, b, type, words) : qm__label_beside(page, b, a, type, words);
}

void qm__draw_link_heights(qm__page *page) {
    page->layer = QM__LAYER_LABELS;
    for (uint32_t i = 0; i < page->facts->link_count; i++) {
        const qm_link *link = &page->facts->links[i];
        char words[24];
        qm_text text = qm_text_over(words, sizeof words);
        if (is_told(page, i)) {
            continue;
        }
        const bool both = link->kind == QM_LINK_CLIMB || link->kind == QM_LINK_LADDER;
        qm_text_add(&text, both ? "\xc2\xb1" : link->rise > 0 ? "+" : "\xe2\x88\x92");
        qm__inches_print(link->rise > 0 ? link->rise : -link->rise, &text);
        qm_text_add_char(&text, '"');
        if (label_link(page, link, words)) {
            qm__page_sign(page, QM__SIGN_RISES);
        }
    }
}

void qm__draw_link_sign(qm__page *page, qm__sign sign, qm__point at) {
    const uint16_t kind = sign == QM__SIGN_CLIMBS  ? QM_LINK_CLIMB
                          : sign == QM__SIGN_JUMPS ? QM_LINK_JUMP
                                                   : QM_LINK_DROP;
    const link_look look = look_of(kind, true);
    if (sign == QM__SIGN_RISES) {
        qm__page_text(page, at.x, at.y + 6, QM__TEXT_MIDDLE, (qm__type){17, true, CLIMBS},
                      "\xc2\xb1"
                      "3\"",
                      4);
        return;
    }
    qm__page_add(page, "<path d=\"M%n %nh40\" fill=\"none\" stroke=\"%k\" stroke-width=\"5\"%s/>\n", at.x - 20,
                 at.y + 11, look.colour, look.dashes);
    draw_arrow(page, kind, (qm__point){at.x, at.y + 11}, (qm__point){0, -1}, LONGEST, look.colour);
}
