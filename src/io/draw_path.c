/* An order in a picture: the way it takes with numbered steps, jumps as arcs, and a lettered badge where each check is
 * rolled.
 *
 * A leg that is not the family's plain one (its keyword is not empty) and ends in a place is drawn as a jump, and so is
 * a step of the way to a cell that is no neighbour; nothing here knows kinds of legs by name.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"

#define LINE 0x1a1a1au
#define RING 3.0 /* how much thicker the line around the last step is */

char qm__check_letter(size_t check) {
    return (char)(check < 26 ? 'A' + check : 'a' + check % 26);
}

/* Half the height of a numbered step. */
static double step_radius(const qm__page *page) {
    const double radius = page->side * 0.3;
    return radius < 10 ? 10 : radius > 17 ? 17 : radius;
}

/* The number of a step as large as one digit fits; the circle of a longer one is drawn out. */
static qm__type step_type(const qm__page *page) {
    return (qm__type){step_radius(page) * 1.5, true, 0};
}

/* A line or an arc, first broad and white and then dark, so that it stands out from any ground. */
static void stroke(qm__page *page, qm__point from, qm__point control, qm__point to, bool jump) {
    const double thick = page->side < 40 ? 4 : 6;
    qm__page_add(page, "<path d=\"M%n %nQ%n %n %n %n\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"%n\"/>\n",
                 from.x, from.y, control.x, control.y, to.x, to.y, thick + 5);
    qm__page_add(page,
                 "<path d=\"M%n %nQ%n %n %n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"%s "
                 "marker-end=\"url(#qm-arrow)\"/>\n",
                 from.x, from.y, control.x, control.y, to.x, to.y, LINE, thick,
                 jump ? " stroke-dasharray=\"14 7\"" : "");
}

/* The part of a curve up to t, after de Casteljau. */
static void cut(qm__point a, qm__point *control, qm__point *b, double t) {
    const qm__point p = {a.x + (control->x - a.x) * t, a.y + (control->y - a.y) * t};
    const qm__point q = {control->x + (b->x - control->x) * t, control->y + (b->y - control->y) * t};
    *control = p;
    *b = (qm__point){p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t};
}

#define PIECES 12

/* Keeps the place of a curve, so that no text is put on it. */
static void keep_curve(qm__page *page, qm__point a, qm__point control, qm__point b) {
    for (int i = 1; i < PIECES; i++) {
        qm__point c = control, at = b;
        cut(a, &c, &at, (double)i / PIECES);
        qm__page_keep(page, (qm__page_box){at.x - 5, at.y - 5, 10, 10, QM__BOX_LINE});
    }
}

/* A place of the way on the page. */
typedef struct stop {
    qm__cell cell;
    qm__point at; /* where its circle is drawn, or the middle of the cell */
    double half;  /* half the breadth of the circle, with its ring */
    char number[8];
    bool last;  /* where the way ends: has a thick ring */
    bool shown; /* has a circle */
} stop;

static void number_step(const qm__page *page, stop *s, size_t number) {
    const qm__type type = step_type(page);
    qm_text out = qm_text_over(s->number, sizeof s->number);
    qm_text_add_int(&out, (int64_t)number);
    const double half = qm__text_width(s->number, out.length, type.size, type.bold) / 2 + 4;
    s->half = (out.length > 1 && half > step_radius(page) ? half : step_radius(page)) + (s->last ? RING : 0);
}

/* From one place of the way to another, ending short of the circle there. */
static void draw_piece(qm__page *page, const stop *from, const stop *to, bool jump, bool only_keep) {
    const qm__point a = from->at;
    qm__point b = to->at, control = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double span = page->shape->span(page->scenario, from->cell, to->cell) * page->side;
    if (jump) {
        /* Jumps bend upwards, or to the right where they go straight up or down. */
        double px = (b.y - a.y) * 0.24, py = (a.x - b.x) * 0.24;
        if (py > 1 || (py > -1 && px < 0)) {
            px = -px;
            py = -py;
        }
        control.x += px;
        control.y += py;
        qm__page_sign(page, QM__SIGN_JUMP);
    }
    cut(a, &control, &b, 1 - (to->half + 4) / span);
    if (only_keep) {
        keep_curve(page, a, control, b);
    } else {
        stroke(page, a, control, b, jump);
    }
}

/* Finds room for the circle of a place: the middle of the cell, or off it where something stands. */
static void place_step(qm__page *page, stop *s) {
    static const double shifts[][2] = {{0, 0},   {0, -0.5}, {0.5, -0.25}, {-0.5, -0.25}, {0.5, 0.25}, {-0.5, 0.25},
                                       {0, 0.5}, {0, -0.6}, {0, 0.6},     {0.62, 0},     {-0.62, 0}};
    const double tall = step_radius(page) + (s->last ? RING : 0);
    const qm__point centre = s->at;
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0] && !s->shown; i++) {
        const qm__point at = {centre.x + shifts[i][0] * page->side, centre.y + shifts[i][1] * page->side};
        const qm__page_box box = {at.x - s->half, at.y - tall, s->half * 2, tall * 2, QM__BOX_SHAPE};
        if (qm__page_free(page, box, page->box_count)) {
            qm__page_keep(page, box);
            s->at = at;
            s->shown = true;
        }
    }
}

/* The ring at the end lies outside, so that it takes nothing from the number. */
static void draw_step(qm__page *page, const stop *s) {
    const qm__type type = step_type(page);
    const double line = s->last ? RING + 2 : 2, inset = line / 2 - 1;
    const double half = s->half - inset, tall = step_radius(page) + (s->last ? RING : 0) - inset;
    qm__page_add(page,
                 "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"%n\" fill=\"#ffffff\" stroke=\"%k\" "
                 "stroke-width=\"%n\"/>\n",
                 s->at.x - half, s->at.y - tall, half * 2, tall * 2, tall, LINE, line);
    qm__page_text(page, s->at.x, s->at.y + type.size * 0.36, QM__TEXT_MIDDLE, type, s->number, strlen(s->number));
    qm__page_sign(page, QM__SIGN_STEP);
}

void qm__draw_badge(qm__page *page, qm__point at, double half, char letter) {
    const char text[2] = {letter, 0};
    qm__page_add(page,
                 "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"3\" fill=\"#000000\" stroke=\"#ffffff\" "
                 "stroke-width=\"2\"/>\n",
                 at.x - half, at.y - half, half * 2, half * 2);
    const double size = half * 1.5;
    qm__page_text(page, at.x, at.y + size * 0.36, QM__TEXT_MIDDLE, (qm__type){size, true, 0xffffff}, text, 1);
}

/* A badge near the middle of its cell, where it covers nothing. */
static void place_badge(qm__page *page, qm__cell cell, char letter) {
    static const double around[][2] = {{0.6, -0.45}, {-0.6, -0.45}, {0.6, 0.45}, {-0.6, 0.45}, {0, 0.62},  {0, -0.62},
                                       {0.9, 0},     {-0.9, 0},     {0.9, -0.8}, {-0.9, -0.8}, {0.9, 0.8}, {-0.9, 0.8},
                                       {0, 1.1},     {0, -1.1},     {1.4, 0},    {-1.4, 0}};
    double half = page->side * 0.2;
    half = half < 11 ? 11 : half > 16 ? 16 : half;
    const qm__point centre = qm__page_cell(page, cell);
    for (size_t i = 0; i < sizeof around / sizeof around[0]; i++) {
        const qm__point at = {centre.x + around[i][0] * page->side, centre.y + around[i][1] * page->side};
        const qm__page_box box = {at.x - half, at.y - half, half * 2, half * 2, QM__BOX_SHAPE};
        if (qm__page_holds(page, box) && qm__page_free(page, box, page->box_count)) {
            qm__draw_badge(page, at, half, letter);
            qm__page_keep(page, box);
            qm__page_sign(page, QM__SIGN_BADGE);
            return;
        }
    }
}

static void cross_out(qm__page *page, qm__cell cell) {
    const qm__point at = qm__page_cell(page, cell);
    const double half = page->side * 0.5;
    for (int broad = 1; broad >= 0; broad--) {
        qm__page_add(page, "<path d=\"M%n %nl%n %nm0 %nl%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n",
                     at.x - half, at.y - half, half * 2, half * 2, -half * 2, -half * 2, half * 2,
                     broad ? 0xffffffu : 0xa01010u, broad ? 12.0 : 6.0);
    }
}

/* For each place of the way, from where the move to it goes: 1 + the index of the place before it, or of the one where
 * a jump takes off; 0 for what a jump flies over. */
static void find_pieces(const qm__page *page, size_t begins[QM_WAY_MAX], bool jumps[QM_WAY_MAX]) {
    const qm_order *order = page->facts->order;
    const qm_verdict *verdict = page->facts->verdict;
    const qm_leg_kind *kinds = qm_scenario_family(page->scenario)->legs;
    for (size_t i = 1; i < verdict->way_count; i++) {
        begins[i] = i;
        const qm__cell from = qm__page_cell_at(page, verdict->way[i - 1]), to = qm__page_cell_at(page, verdict->way[i]);
        jumps[i] = from && to && from != to && !page->shape->near(page->scenario, from, to);
    }
    size_t at = 0;
    for (size_t leg = 0; leg < order->leg_count; leg++) {
        const qm_leg_kind *kind = &kinds[order->legs[leg].kind];
        const qm__cell goal = kind->operand == QM_OPERAND_PLACE ? qm__page_cell_at(page, order->legs[leg].to) : 0;
        size_t end = at + 1;
        while (end < verdict->way_count && qm__page_cell_at(page, verdict->way[end]) != goal) {
            end++;
        }
        if (!goal || end >= verdict->way_count) {
            continue;
        }
        for (size_t i = at + 1; i <= end && *kind->keyword; i++) {
            begins[i] = i < end ? 0 : at + 1;
            jumps[i] = true;
        }
        at = end;
    }
}

typedef enum pass { PASS_PLACE, PASS_LINES, PASS_STEPS, PASS_KEEP, PASS_COUNT } pass;

/* First the circles find their places, then come the lines between them, then the circles upon these; at last the
 * places of the lines are kept, so that what comes later stays off them. */
static void draw_way(qm__page *page, const qm_verdict *verdict) {
    size_t begins[QM_WAY_MAX] = {0};
    bool jumps[QM_WAY_MAX] = {false};
    stop stops[QM_WAY_MAX] = {{0}};
    for (size_t i = 0; i < verdict->way_count; i++) {
        stops[i].cell = qm__page_cell_at(page, verdict->way[i]);
        stops[i].at = stops[i].cell ? qm__page_cell(page, stops[i].cell) : (qm__point){0, 0};
        stops[i].last = i + 1 == verdict->way_count;
        number_step(page, &stops[i], i);
    }
    find_pieces(page, begins, jumps);
    for (int now = 0; now < PASS_COUNT; now++) {
        for (size_t i = 1; i < verdict->way_count; i++) {
            const stop *from = begins[i] ? &stops[begins[i] - 1] : &stops[i];
            if (!from->cell || !stops[i].cell || from->cell == stops[i].cell) {
                continue;
            }
            switch ((pass)now) {
            case PASS_PLACE:
                place_step(page, &stops[i]);
                break;
            case PASS_STEPS:
                if (stops[i].shown) {
                    draw_step(page, &stops[i]);
                }
                break;
            case PASS_LINES:
            case PASS_KEEP:
                draw_piece(page, from, &stops[i], jumps[i], now == PASS_KEEP);
                break;
            case PASS_COUNT:
                break;
            }
        }
    }
}

void qm__draw_path(qm__page *page) {
    const qm_verdict *verdict = page->facts->verdict;
    page->layer = QM__LAYER_PATH;
    draw_way(page, verdict);
    for (size_t i = 0; i < verdict->reason_count; i++) {
        const qm__cell cell = qm__page_cell_at(page, verdict->reasons[i].at);
        if (cell) {
            cross_out(page, cell);
        }
    }
    page->layer = QM__LAYER_LABELS;
    for (size_t i = 0; i < verdict->check_count; i++) {
        const qm_check *check = &verdict->checks[i];
        qm__cell cell = qm__page_cell_at(page, check->at);
        if (!cell && check->figure) {
            cell = qm__page_cell_at(page, page->facts->figures[check->figure - 1].at);
        }
        if (cell) {
            place_badge(page, cell, qm__check_letter(i));
        }
    }
}
