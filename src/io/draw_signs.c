/* The signs of a story: what is drawn on the board and, small, in the legend.
 *
 * Every sign is told from the others by its form, not by its colour alone: pictures are also printed in grey.
 */
#include "io/draw_signs.h"

#include "io/draw_story.h"

static const unsigned burst_fill = 0xffe89a, dark = 0x1a1a1a;

/* A star around a contested place. */
void qm__sign_burst(qm__page *page, qm__point at, double radius) {
    static const double rays[16][2] = {
        {0, -1}, {0.28, -0.67}, {0.71, -0.71}, {0.67, -0.28}, {1, 0},  {0.67, 0.28},   {0.71, 0.71},   {0.28, 0.67},
        {0, 1},  {-0.28, 0.67}, {-0.71, 0.71}, {-0.67, 0.28}, {-1, 0}, {-0.67, -0.28}, {-0.71, -0.71}, {-0.28, -0.67}};
    qm__page_add(page, "<path d=\"");
    for (int i = 0; i < 16; i++) {
        qm__page_add(page, "%s%n %n", i ? "L" : "M", at.x + rays[i][0] * radius, at.y + rays[i][1] * radius);
    }
    qm__page_add(page, "Z\" fill=\"%k\" stroke=\"%k\" stroke-width=\"%n\" stroke-linejoin=\"round\"/>\n", burst_fill,
                 dark, radius < 20 ? 1.6 : 2.6);
}

/* A die that shows five. */
void qm__sign_die(qm__page *page, qm__point at, double half) {
    qm__page_add(page,
                 "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"%n\" fill=\"#ffffff\" stroke=\"#000000\" "
                 "stroke-width=\"2\"/>\n",
                 at.x - half, at.y - half, half * 2, half * 2, half * 0.35);
    for (int i = 0; i < 5; i++) {
        const double x = i == 4 ? 0 : i % 2 ? 0.5 : -0.5, y = i == 4 ? 0 : i < 2 ? 0.5 : -0.5;
        qm__page_add(page, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\"/>\n", at.x + x * half, at.y + y * half, half * 0.2);
    }
}

void qm__sign_lightning(qm__page *page, qm__point at, double half) {
    static const double zigzag[6][2] = {{0.25, -1}, {-0.6, 0.15}, {-0.05, 0.15},
                                        {-0.25, 1}, {0.6, -0.25}, {0.05, -0.25}};
    qm__page_add(page, "<path d=\"");
    for (int i = 0; i < 6; i++) {
        qm__page_add(page, "%s%n %n", i ? "L" : "M", at.x + zigzag[i][0] * half, at.y + zigzag[i][1] * half);
    }
    qm__page_add(page, "Z\" fill=\"%k\" stroke=\"#000000\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
                 0xffd21fu);
}

/* Across the way: broad and white, then dark. */
void qm__sign_bar(qm__page *page, qm__point at, qm__point d, double half, double thick) {
    const qm__point across = {-d.y, d.x}, a = qm__point_plus(at, across, half), b = qm__point_plus(at, across, -half);
    for (int broad = 1; broad >= 0; broad--) {
        qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n", a.x, a.y,
                     b.x, b.y, broad ? 0xffffffu : 0xa01010u, thick + (broad ? 5 : 0), " stroke-linecap=\"round\"");
    }
}

void qm__sign_head(qm__page *page, qm__point tip, qm__point d, double size, unsigned colour) {
    const qm__point base = qm__point_plus(tip, d, -size), across = {-d.y * size * 0.55, d.x * size * 0.55};
    qm__page_add(page,
                 "<path d=\"M%n %nL%n %nL%n %nZ\" fill=\"%k\" stroke=\"#ffffff\" stroke-width=\"2\" "
                 "stroke-linejoin=\"round\"/>\n",
                 tip.x, tip.y, base.x + across.x, base.y + across.y, base.x - across.x, base.y - across.y, colour);
}

/* The strokes of a line, from the lowest: a white casing, the line, and a white core where it is double. */
void qm__sign_strokes(qm__page *page, const qm__point *points, size_t count, double thick, bool twice,
                      unsigned colour) {
    for (int stroke = 0; stroke < (twice ? 3 : 2); stroke++) {
        qm__page_add(page, "<path d=\"");
        for (size_t i = 0; i < count; i++) {
            qm__page_add(page, "%s%n %n", i ? "L" : "M", points[i].x, points[i].y);
        }
        const double width = stroke == 0 ? thick + 5 : stroke == 1 ? thick : thick * 0.45;
        qm__page_add(page, "\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" stroke-linejoin=\"round\"/>\n",
                     stroke == 1 ? colour : 0xffffffu, width);
    }
}

void qm__sign_wish(qm__page *page, qm__point from, qm__point to, double thick, unsigned colour) {
    qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"%n\"/>\n", from.x,
                 from.y, to.x, to.y, thick + 4);
    qm__page_add(
        page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" stroke-dasharray=\"9 7\"/>\n",
        from.x, from.y, to.x, to.y, colour, thick);
}

void qm__sign_target(qm__page *page, qm__point at, double radius, unsigned colour) {
    qm__page_add(page,
                 "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"#ffffff\" stroke=\"%k\" stroke-width=\"3\"/>\n"
                 "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"%k\"/>\n",
                 at.x, at.y, radius, colour, at.x, at.y, radius * 0.4, colour);
}

void qm__sign_refuge(qm__page *page, qm__point at, double radius, unsigned colour) {
    for (int casing = 1; casing >= 0; casing--) {
        qm__page_add(page, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n",
                     at.x, at.y, radius, casing ? 0xffffffu : colour, casing ? 8.0 : 4.0,
                     casing ? "" : " stroke-dasharray=\"3 6\" stroke-linecap=\"round\"");
    }
}

void qm__draw_story_sign(qm__page *page, qm__sign sign, uint16_t side, qm__point at) {
    const unsigned colour = qm__side_colour(side);
    const qm__point line[2] = {{at.x - 20, at.y}, {at.x + 8, at.y}}, east = {1, 0}, tip = {at.x + 20, at.y};
    switch (sign) {
    case QM__SIGN_LOW:
    case QM__SIGN_PRONE:
    case QM__SIGN_OUT:
    case QM__SIGN_DEAD:
    case QM__SIGN_HANGS:
    case QM__SIGN_ITEM:
    case QM__SIGN_RISK:
    case QM__SIGN_STOP:
    case QM__SIGN_EFFORT:
    case QM__SIGN_STEP:
    case QM__SIGN_JUMP:
    case QM__SIGN_BADGE:
    case QM__SIGN_WALL:
    case QM__SIGN_HEIGHT:
    case QM__SIGN_CLOSED:
    case QM__SIGN_BARRED:
    case QM__SIGN_FLOOR:
    case QM__SIGN_RAILING:
    case QM__SIGN_LADDER:
    case QM__SIGN_SIGHT:
    case QM__SIGN_HIDES:
    case QM__SIGN_FIRE:
    case QM__SIGN_WAITS:
    case QM__SIGN_CLEAR:
    case QM__SIGN_LEVEL:
    case QM__SIGN_LINK:
    case QM__SIGN_FLIGHT:
    case QM__SIGN_END:
    case QM__SIGN_ASKED:
    case QM__SIGN_LAPSED:
    case QM__SIGN_AREA:
    case QM__SIGN_ELSEWHERE:
    case QM__SIGN_FALL:
    case QM__SIGN_ANSWER:
    case QM__SIGN_CHANCE:
    case QM__SIGN_CLIMBS:
    case QM__SIGN_JUMPS:
    case QM__SIGN_DROPS:
    case QM__SIGN_RISES:
    case QM__SIGN_COUNT:
        break;
    case QM__SIGN_START:
        qm__draw_ghost_sign(page, side, at, 13);
        break;
    case QM__SIGN_MOVE:
    case QM__SIGN_WON:
    case QM__SIGN_INTERRUPT:
        qm__sign_strokes(page, line, 2,
                         sign == QM__SIGN_MOVE  ? 4
                         : sign == QM__SIGN_WON ? 9
                                                : 10,
                         sign == QM__SIGN_INTERRUPT, colour);
        qm__sign_head(page, tip, east, 18, colour);
        if (sign == QM__SIGN_INTERRUPT) {
            qm__sign_lightning(page, (qm__point){at.x - 8, at.y}, 13);
        }
        break;
    case QM__SIGN_WISH:
        qm__sign_wish(page, line[0], line[1], 4, colour);
        qm__sign_target(page, (qm__point){at.x + 13, at.y}, 8, colour);
        break;
    case QM__SIGN_REFUGE:
        qm__sign_refuge(page, at, 12, colour);
        break;
    case QM__SIGN_CONTEST:
        qm__sign_burst(page, at, 16);
        break;
    case QM__SIGN_DIE:
        qm__sign_die(page, at, 12);
        break;
    case QM__SIGN_BAR:
        qm__sign_bar(page, at, east, 9, 6);
        break;
    case QM__SIGN_NOTE:
        qm__draw_badge(page, at, 13, 'A');
        break;
    }
}
