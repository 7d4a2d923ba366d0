/* Figures and items of a picture, and their names.
 *
 * A side is told by the shape and the tone of its figures, a posture by how the shape is cut: whole when standing,
 * smaller with a bar when low, flattened when lying, crossed when dead. Whoever hangs is at the edge of its cell, with
 * two hands over the rim. Colour only repeats it. Names are placed greedily, each in the first free spot of a fixed
 * list around its figure, then farther away with a leader line; a name without any spot becomes a number in the figure
 * and an entry of the key. Rejected: an optimiser over all names, which gains little on boards with room and is hard to
 * keep stable from one edit of a scenario to the next.
 */
#include <string.h>

#include "base/angle.h"
#include "game/scenario.h"
#include "io/draw.h"

#define SMALLEST 9.0             /* half the height of a figure on a table at least */
#define STANDING 0.46            /* half the height of a standing figure, in cell sides */
#define INNER 0.8660254037844386 /* from the middle of a cell to an edge, in the same */

typedef struct side_look {
    unsigned fill, line;
    int corners; /* of its shape; 0: round */
    bool turned; /* stands on a corner */
} side_look;

static side_look look_of_side(uint16_t side) {
    static const side_look looks[QM_SIDES_MAX] = {
        {0xf9d8d2, 0x7a1616, 0, false}, {0x24477d, 0x0a1a33, 4, false}, {0xf5e7a8, 0x5c4a00, 4, true},
        {0x3d6b4a, 0x12301c, 6, false}, {0xe8d5ee, 0x4a2058, 3, false}, {0x4a4a4a, 0x111111, 3, true},
        {0xf7cda6, 0x663300, 6, true},  {0x274b66, 0x0a1c2a, 8, false},
    };
    return looks[(side + QM_SIDES_MAX - 1) % QM_SIDES_MAX];
}

static bool is_dark(unsigned colour) {
    return 299 * (colour >> 16 & 0xff) + 587 * (colour >> 8 & 0xff) + 114 * (colour & 0xff) < 128000;
}

/* Corners of the shapes that are not round, on a circle of radius 1. */
static size_t shape_corners(side_look look, const double (**out)[2]) {
    static const double square[][2] = {{-0.83, -0.83}, {0.83, -0.83}, {0.83, 0.83}, {-0.83, 0.83}};
    static const double diamond[][2] = {{0, -1.12}, {1.12, 0}, {0, 1.12}, {-1.12, 0}};
    static const double hexagon[][2] = {{-0.5, -0.87}, {0.5, -0.87}, {1, 0}, {0.5, 0.87}, {-0.5, 0.87}, {-1, 0}};
    static const double standing[][2] = {{0, -1}, {0.87, -0.5}, {0.87, 0.5}, {0, 1}, {-0.87, 0.5}, {-0.87, -0.5}};
    static const double up[][2] = {{0, -1.15}, {1.05, 0.75}, {-1.05, 0.75}};
    static const double down[][2] = {{0, 1.15}, {-1.05, -0.75}, {1.05, -0.75}};
    static const double octagon[][2] = {{-0.41, -1}, {0.41, -1}, {1, -0.41}, {1, 0.41},
                                        {0.41, 1},   {-0.41, 1}, {-1, 0.41}, {-1, -0.41}};
    switch (look.corners) {
    case 3:
        *out = look.turned ? down : up;
        return 3;
    case 4:
        *out = look.turned ? diamond : square;
        return 4;
    case 6:
        *out = look.turned ? standing : hexagon;
        return 6;
    default:
        *out = octagon;
        return 8;
    }
}

static void draw_shape(qm__page *page, side_look look, qm__point at, double rx, double ry, double line, bool dashed) {
    const char *dash = dashed ? " stroke-dasharray=\"5 3\"" : "";
    if (look.corners == 0) {
        qm__page_add(page, "<ellipse cx=\"%n\" cy=\"%n\" rx=\"%n\" ry=\"%n\"", at.x, at.y, rx, ry);
    } else {
        const double(*corners)[2];
        const size_t count = shape_corners(look, &corners);
        qm__page_add(page, "<path d=\"");
        for (size_t i = 0; i < count; i++) {
            qm__page_add(page, "%s%n %n", i == 0 ? "M" : "L", at.x + corners[i][0] * rx, at.y + corners[i][1] * ry);
        }
        qm__page_add(page, "Z\" stroke-linejoin=\"round\"");
    }
    qm__page_add(page, " fill=\"%k\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n", look.fill, look.line, line, dash);
}

/* How far the rim of a shape is from its middle in a direction: the edge that the ray meets. */
static double rim_of(side_look look, double rx, double ry, qm__point d) {
    const double(*c)[2] = NULL;
    const size_t count = look.corners ? shape_corners(look, &c) : 0;
    for (size_t i = 0; i < count; i++) {
        const double *p = c[i], *q = c[(i + 1) % count];
        const double px = p[0] * rx, py = p[1] * ry, ex = q[0] * rx - px, ey = q[1] * ry - py;
        const double cross = d.x * ey - d.y * ex;
        const double along = cross != 0 ? (px * ey - py * ex) / cross : -1,
                     part = cross != 0 ? (px * d.y - py * d.x) / cross : -1;
        if (along > 0 && part >= 0 && part <= 1) {
            return along;
        }
    }
    /* An ellipse; exact for a circle and along its axes. */
    return d.x * d.x * rx + d.y * d.y * ry;
}

/* An arrow head on the rim, pointing where the figure faces. */
static void draw_facing(qm__page *page, side_look look, qm__point at, double rx, double ry, qm__point d) {
    const double large = rx < 20 ? 0.75 : 0.55; /* small figures need a larger arrow */
    const double rim = rim_of(look, rx, ry, d), base = rim - rx * 0.1, tip = rim + rx * large, half = rx * large;
    const qm__point across = {-d.y * half, d.x * half};
    qm__page_add(page,
                 "<path d=\"M%n %nL%n %nL%n %nZ\" fill=\"%k\" stroke=\"#ffffff\" stroke-width=\"%n\" "
                 "stroke-linejoin=\"round\"/>\n",
                 at.x + d.x * base + across.x, at.y + d.y * base + across.y, at.x + d.x * tip, at.y + d.y * tip,
                 at.x + d.x * base - across.x, at.y + d.y * base - across.y, look.line, rx < 16 ? 1.2 : 2.4);
}

static void draw_posture(qm__page *page, side_look look, qm_posture posture, qm__point at, double radius) {
    const double line = radius < 16 ? 1.6 : 3;
    const unsigned mark = is_dark(look.fill) ? 0xffffff : 0x000000;
    switch (posture) {
    case QM_POSTURE_GONE:
        return;
    case QM_POSTURE_STANDING:
        draw_shape(page, look, at, radius, radius, line, false);
        return;
    case QM_POSTURE_LOW:
        draw_shape(page, look, at, radius * 0.8, radius * 0.8, line, false);
        qm__page_add(page, "<path d=\"M%n %nh%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n",
                     at.x - radius * 0.45, at.y + radius * 0.25, radius * 0.9, mark, line * 1.3);
        return;
    case QM_POSTURE_PRONE:
        draw_shape(page, look, at, radius, radius * 0.48, line, false);
        return;
    case QM_POSTURE_OUT:
        draw_shape(page, look, at, radius, radius * 0.48, line, true);
        qm__page_add(page, "<path d=\"M%n %nl%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n",
                     at.x - radius * 0.4, at.y + radius * 0.25, radius * 0.8, -radius * 0.5, mark, line);
        return;
    case QM_POSTURE_DEAD:
        draw_shape(page, look, at, radius, radius * 0.48, line * 0.7, false);
        qm__page_add(page, "<path d=\"M%n %nl%n %nm0 %nl%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n",
                     at.x - radius * 0.6, at.y - radius * 0.6, radius * 1.2, radius * 1.2, -radius * 1.2, -radius * 1.2,
                     radius * 1.2, 0x000000u, line * 1.2);
        return;
    }
}

void qm__draw_figure_sign(qm__page *page, uint16_t side, qm_posture posture, qm__point at, double radius,
                          const qm__point *direction) {
    const side_look look = look_of_side(side);
    draw_posture(page, look, posture, at, radius);
    if (direction) {
        draw_facing(page, look, at, posture == QM_POSTURE_LOW ? radius * 0.8 : radius,
                    posture == QM_POSTURE_PRONE ? radius * 0.48
                    : posture == QM_POSTURE_LOW ? radius * 0.8
                                                : radius,
                    *direction);
    }
}

void qm__draw_ghost_sign(qm__page *page, uint16_t side, qm__point at, double radius) {
    side_look look = look_of_side(side);
    look.fill = 0xffffff;
    draw_shape(page, look, at, radius, radius, radius < 16 ? 1.6 : 2.4, true);
}

unsigned qm__side_colour(uint16_t side) {
    return look_of_side(side).line;
}

void qm__draw_hanging_sign(qm__page *page, qm__point at, double radius, qm__point direction) {
    const qm__point d = direction, rim = {at.x + d.x * radius, at.y + d.y * radius};
    const double half = radius * 0.75, over = radius * 0.45;
    for (int broad = 1; broad >= 0; broad--) {
        qm__page_add(page, "<path d=\"");
        for (int hand = -1; hand <= 1; hand += 2) {
            const double x = rim.x - d.y * half * hand, y = rim.y + d.x * half * hand;
            qm__page_add(page, "M%n %nL%n %n", x - d.x * over, y - d.y * over, x + d.x * over, y + d.y * over);
        }
        qm__page_add(page, "\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" stroke-linecap=\"round\"/>\n",
                     broad ? 0xffffffu : 0x000000u, radius * 0.3 + (broad ? 4 : 0));
    }
}

void qm__draw_item_sign(qm__page *page, qm__point at, double radius) {
    qm__page_add(page,
                 "<path d=\"M%n %nl%n %nM%n %nl%n %n\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"%n\" "
                 "stroke-linecap=\"round\"/>\n",
                 at.x - radius, at.y + radius, radius * 2, -radius * 2, at.x - radius * 0.75, at.y + radius * 0.15,
                 radius * 0.6, radius * 0.6, radius * 0.9);
    qm__page_add(page,
                 "<path d=\"M%n %nl%n %nM%n %nl%n %n\" fill=\"none\" stroke=\"#000000\" stroke-width=\"%n\" "
                 "stroke-linecap=\"round\"/>\n",
                 at.x - radius, at.y + radius, radius * 2, -radius * 2, at.x - radius * 0.75, at.y + radius * 0.15,
                 radius * 0.6, radius * 0.6, radius * 0.4);
}

/* ----------------------------------------------------------------------------------------------- on the board */

/* Where the n-th of several in one cell is drawn, and how large. */
typedef struct spot {
    qm__point at;
    double radius;
} spot;

static bool lies(uint8_t posture) {
    return posture == QM_POSTURE_PRONE || posture == QM_POSTURE_OUT || posture == QM_POSTURE_DEAD;
}

static qm__point direction_of(const qm__page *page, qm__cell cell, int facing) {
    if (page->table) {
        const qm__turn turn = qm__turn_of(facing);
        return (qm__point){turn.cos, -turn.sin};
    }
    return page->shape->toward(page->scenario, cell, facing);
}

/* 1 + the direction in which a figure hangs; 0: it does not. */
static int hanging_of(const qm__page *page, uint16_t figure) {
    return page->facts->hanging ? page->facts->hanging[figure - 1] : 0;
}

/* At the edge of the cell, beside others who hang there; small enough to keep off whoever is in the middle of the cell.
 */
static spot hanging_spot(const qm__page *page, qm__cell cell, int hanging, int before, int beside, bool alone) {
    const double radius = alone ? 0.32 : beside > 1 ? 0.25 / beside : 0.2;
    const double along = (before + 0.5) / beside * 0.5 - 0.25, out = INNER - radius;
    const qm__point centre = qm__page_cell(page, cell), d = direction_of(page, cell, hanging - 1);
    return (spot){
        {centre.x + (d.x * out - d.y * along) * page->side, centre.y + (d.y * out + d.x * along) * page->side},
        radius * page->side};
}

/* On a table a figure is where it is, and as large as its base. */
static spot table_spot(const qm__page *page, const qm_look *look) {
    const int32_t less = look->width < look->length ? look->width : look->length;
    const double radius = (look->radius ? look->radius : less / 2) * page->scale;
    return (spot){qm__page_place(page, look->at), radius < SMALLEST ? SMALLEST : radius};
}

void qm__page_turned(qm__page *page, const qm_look *look, qm__point at, int32_t facing) {
    static const double corners[4][2] = {{0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}};
    const qm__turn turn = qm__turn_of(facing < 0 ? 0 : facing);
    for (int i = 0; i < 4; i++) {
        const double along = corners[i][0] * look->length * page->scale,
                     across = corners[i][1] * look->width * page->scale;
        qm__page_add(page, "%s%n %n", i == 0 ? "M" : "L", at.x + along * turn.cos - across * turn.sin,
                     at.y - along * turn.sin - across * turn.cos);
    }
    qm__page_add(page, "Z");
}

/* The base of a figure on a table, true to scale. */
static void draw_base(qm__page *page, const qm_look *look) {
    const qm__point at = qm__page_place(page, look->at);
    if (look->radius > 0) {
        qm__page_add(page,
                     "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"#000000\" "
                     "stroke-width=\"1.5\"/>\n",
                     at.x, at.y, look->radius * page->scale);
        return;
    }
    const qm__turn turn = qm__turn_of(look->facing < 0 ? 0 : look->facing);
    qm__page_add(page, "<path fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"#000000\" stroke-width=\"1.5\" d=\"");
    qm__page_turned(page, look, at, look->facing);
    qm__page_add(page, "\"/>\n");
    /* Texts keep off it: squares along its length, as wide as it. */
    const double half = look->width * page->scale * 0.6; /* it is turned */
    const int pieces = look->length / (look->width > 0 ? look->width : 1) + 1;
    for (int i = 0; i <= pieces && half > 0; i++) {
        const double along = (look->length * page->scale - 2 * half) * ((double)i / pieces - 0.5);
        qm__page_keep(page, (qm__page_box){at.x + along * turn.cos - half, at.y - along * turn.sin - half, half * 2,
                                           half * 2, QM__BOX_SHAPE});
    }
}

/* Whoever lies is drawn before whoever stands, low in the cell when it is shared; whoever hangs takes no room there. */
static spot spot_of(const qm__page *page, uint16_t figure) {
    const qm_look *look = &page->facts->figures[figure - 1];
    if (page->table) {
        return table_spot(page, look);
    }
    const qm__cell cell = qm__page_cell_at(page, look->at);
    const int hanging = hanging_of(page, figure);
    int before = 0, beside = 0, all = 0;
    for (uint16_t f = 1; f <= page->scenario->figure_count; f++) {
        const qm_look *other = &page->facts->figures[f - 1];
        if (other->posture == QM_POSTURE_GONE || qm__page_cell_at(page, other->at) != cell) {
            continue;
        }
        all++;
        if (hanging_of(page, f) == hanging) {
            beside++;
            before += hanging || lies(other->posture) == lies(look->posture) ? f < figure : !lies(other->posture);
        }
    }
    if (hanging) {
        return hanging_spot(page, cell, hanging, before, beside, all <= 1);
    }
    const qm__point centre = qm__page_cell(page, cell);
    if (beside <= 1) {
        return (spot){centre, STANDING * page->side};
    }
    const double step = 0.9 / beside;
    return (spot){{centre.x, centre.y + (-0.45 + step / 2 + before * step) * page->side},
                  STANDING * page->side * 1.4 / beside};
}

static void draw_figure(qm__page *page, uint16_t figure) {
    const qm_look *look = &page->facts->figures[figure - 1];
    const qm__cell cell = qm__page_cell_at(page, look->at);
    const spot s = spot_of(page, figure);
    if (page->table) {
        draw_base(page, look);
    }
    const bool faces = look->facing >= 0 && (page->table || look->facing < page->shape->directions) &&
                       look->posture != QM_POSTURE_OUT && look->posture != QM_POSTURE_DEAD;
    const qm__point direction = faces ? direction_of(page, cell, look->facing) : (qm__point){0, 0};
    qm__draw_figure_sign(page, look->side, (qm_posture)look->posture, s.at, page->table ? s.radius * 0.72 : s.radius,
                         faces ? &direction : NULL);
    const double tall = lies(look->posture) ? s.radius * 0.6 : s.radius;
    qm__page_keep(page, (qm__page_box){s.at.x - s.radius, s.at.y - tall, s.radius * 2, tall * 2, QM__BOX_SHAPE});
    if (faces) {
        const double half = s.radius * 0.3, out = s.radius * 1.3;
        qm__page_keep(page, (qm__page_box){s.at.x + direction.x * out - half, s.at.y + direction.y * out - half,
                                           half * 2, half * 2, QM__BOX_SHAPE});
    }
    const int hanging = hanging_of(page, figure);
    if (hanging) {
        const qm__point d = direction_of(page, cell, hanging - 1);
        const double half = s.radius * 0.9;
        qm__draw_hanging_sign(page, s.at, s.radius, d);
        qm__page_sign(page, QM__SIGN_HANGS);
        qm__page_keep(page, (qm__page_box){s.at.x + d.x * s.radius - half, s.at.y + d.y * s.radius - half, half * 2,
                                           half * 2, QM__BOX_SHAPE});
    }
    page->sides |= 1u << look->side;
    page->faces = page->faces || look->facing >= 0;
    if (look->posture >= QM_POSTURE_LOW) {
        qm__page_sign(page, (qm__sign)(QM__SIGN_LOW + (look->posture - QM_POSTURE_LOW)));
    }
}

static bool on_board(const qm__page *page, const qm_look *look) {
    return look->posture != QM_POSTURE_GONE && look->holder == 0 && (page->table || qm__page_cell_at(page, look->at));
}

static bool cell_taken(const qm__page *page, qm__cell cell) {
    for (uint16_t f = 0; f < page->scenario->figure_count; f++) {
        if (on_board(page, &page->facts->figures[f]) && qm__page_cell_at(page, page->facts->figures[f].at) == cell) {
            return true;
        }
    }
    return false;
}

/* Items of one cell lie side by side, beside a figure if there is one; on a table they are where they are. */
static qm__point item_spot(const qm__page *page, uint16_t item) {
    if (page->table) {
        return qm__page_place(page, page->facts->items[item - 1].at);
    }
    const qm__cell cell = qm__page_cell_at(page, page->facts->items[item - 1].at);
    int before = 0;
    for (uint16_t i = 1; i < item; i++) {
        const qm_look *other = &page->facts->items[i - 1];
        before += on_board(page, other) && qm__page_cell_at(page, other->at) == cell;
    }
    const qm__point centre = qm__page_cell(page, cell);
    const double x = cell_taken(page, cell) ? 0.62 : 0.0;
    return (qm__point){centre.x + (x - 0.3 * before) * page->side, centre.y + (x > 0 ? 0.3 : 0.0) * page->side};
}

void qm__draw_figures(qm__page *page) {
    page->layer = QM__LAYER_FIGURES;
    for (uint16_t i = 1; i <= page->scenario->item_count; i++) {
        if (on_board(page, &page->facts->items[i - 1])) {
            const qm__point at = item_spot(page, i);
            const double radius = page->side * 0.2;
            qm__draw_item_sign(page, at, radius);
            qm__page_sign(page, QM__SIGN_ITEM);
            qm__page_keep(page, (qm__page_box){at.x - radius, at.y - radius, radius * 2, radius * 2, QM__BOX_SHAPE});
        }
    }
    for (int standing = 0; standing < 2; standing++) {
        for (uint16_t f = 1; f <= page->scenario->figure_count; f++) {
            const qm_look *look = &page->facts->figures[f - 1];
            if (on_board(page, look) && lies(look->posture) != (standing == 1)) {
                draw_figure(page, f);
            }
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- names */

/* A name close by: below, above, right, left, then at the corners. */
static bool place_near(qm__page *page, spot s, qm__type type, const char *name) {
    const qm__page_box box = qm__label_box(name, type, 0, 0);
    const double gap = 2, x = s.radius + gap + box.width / 2, y = s.radius + gap + box.height / 2;
    const double far = s.radius * 1.65 + gap + box.height / 2, wide = s.radius * 1.65 + gap + box.width / 2;
    const double spots[][2] = {{0, y},         {0, -y},         {x, 0},          {-x, 0},
                               {0, far},       {0, -far},       {wide, 0},       {-wide, 0},
                               {x * 0.8, y},   {-x * 0.8, y},   {x * 0.8, -y},   {-x * 0.8, -y},
                               {x * 0.9, far}, {-x * 0.9, far}, {x * 0.9, -far}, {-x * 0.9, -far}};
    for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++) {
        if (qm__label_try(page, s.at.x + spots[i][0], s.at.y + spots[i][1], type, true, name)) {
            return true;
        }
    }
    return false;
}

#define LEADER_PIECES 10

/* Whether a line from the rim of the figure to the label runs over nothing; keeps its pieces if so. */
static bool draw_leader(qm__page *page, spot s, double x, double y) {
    qm__page_box pieces[LEADER_PIECES];
    for (int i = 0; i < LEADER_PIECES; i++) {
        const double t = (i + 0.5) / LEADER_PIECES;
        const qm__page_box piece = {s.at.x + (x - s.at.x) * t - 2, s.at.y + (y - s.at.y) * t - 2, 4, 4, QM__BOX_LINE};
        const double dx = piece.x + 2 - s.at.x, dy = piece.y + 2 - s.at.y;
        if (dx * dx + dy * dy > s.radius * s.radius * 2.2 && !qm__page_free(page, piece, page->box_count)) {
            return false;
        }
        pieces[i] = piece;
    }
    for (int i = 0; i < LEADER_PIECES; i++) {
        qm__page_keep(page, pieces[i]);
    }
    const qm__page_layer layer = page->layer;
    page->layer = QM__LAYER_LEADERS;
    qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\"/>\n", s.at.x,
                 s.at.y, x, y);
    page->layer = layer;
    return true;
}

/* A name farther away, with a line to its figure. */
static bool place_far(qm__page *page, spot s, qm__type type, const char *name) {
    static const double around[][2] = {{0, 1},   {0, -1},   {1, 0.5},  {-1, 0.5},  {1, -0.5}, {-1, -0.5},
                                       {0.6, 1}, {-0.6, 1}, {0.6, -1}, {-0.6, -1}, {1, 0},    {-1, 0}};
    const qm__page_box box = qm__label_box(name, type, 0, 0);
    for (int ring = 0; ring < 3; ring++) {
        const double reach = s.radius + (1.0 + ring * 0.7) * (page->side > 30 ? page->side : 30);
        for (size_t i = 0; i < sizeof around / sizeof around[0]; i++) {
            const double x = s.at.x + around[i][0] * (reach + box.width / 2), y = s.at.y + around[i][1] * reach;
            const qm__page_box there = qm__label_box(name, type, x, y);
            const double end_y = around[i][1] > 0 ? there.y : around[i][1] < 0 ? there.y + there.height : y;
            const double end_x = around[i][0] > 0.9 ? there.x : around[i][0] < -0.9 ? there.x + there.width : x;
            if (qm__page_holds(page, there) && qm__page_free(page, there, page->box_count) &&
                draw_leader(page, s, end_x, around[i][0] > 0.9 || around[i][0] < -0.9 ? y : end_y)) {
                return qm__label_try(page, x, y, type, true, name);
            }
        }
    }
    return false;
}

/* A number inside the figure; its name goes into the key. */
static void key_figure(qm__page *page, uint16_t figure, spot s) {
    char number[16];
    qm_text text = qm_text_over(number, sizeof number);
    page->keyed[page->keyed_count++] = figure;
    qm_text_add_int(&text, page->keyed_count);
    const qm_look *look = &page->facts->figures[figure - 1];
    const unsigned colour = is_dark(look_of_side(look->side).fill) ? 0xffffff : 0x000000;
    double size = s.radius * (lies(look->posture) ? 0.85 : 1.2);
    const double room = s.radius * 1.7, width = qm__text_width(number, text.length, size, true);
    size = width > room ? size * room / width : size;
    qm__page_text(page, s.at.x, s.at.y + size * 0.36, QM__TEXT_MIDDLE, (qm__type){size, true, colour}, number,
                  text.length);
}

static void name_items(qm__page *page, qm__type type) {
    for (uint16_t i = 1; i <= page->scenario->item_count; i++) {
        if (on_board(page, &page->facts->items[i - 1])) {
            const spot s = {item_spot(page, i), page->side * 0.2};
            const char *name = page->scenario->items[i - 1].name;
            if (!place_near(page, s, type, name)) {
                place_far(page, s, type, name);
            }
        }
    }
}

/* On a table with its height, where the plan does not tell it. */
static const char *name_of(qm__page *page, uint16_t figure) {
    const char *name = page->scenario->figures[figure - 1].name;
    if (!page->table) {
        return name;
    }
    char words[QM_NAME_MAX + 32];
    qm_text text = qm_text_over(words, sizeof words);
    qm_text_add(&text, name);
    const size_t plain = text.length;
    qm__level_add(page, page->facts->figures[figure - 1].at, &text);
    if (text.length > plain) {
        qm__page_sign(page, QM__SIGN_LEVEL);
    }
    const char *copy = qm__arena_string(page->arena, words, text.length);
    page->failed = page->failed || !copy;
    return copy ? copy : name;
}

void qm__draw_names(qm__page *page) {
    page->layer = QM__LAYER_LABELS;
    double size = page->side * 0.36;
    size = size < 20 ? 20 : size > 26 ? 26 : size;
    const qm__type type = {size, true, 0}, small = {size * 0.85, false, 0};
    page->keyed = qm__arena_array(page->arena, (size_t)page->scenario->figure_count + 1, sizeof *page->keyed);
    if (!page->keyed) {
        page->failed = true;
        return;
    }
    for (uint16_t f = 1; f <= page->scenario->figure_count; f++) {
        if (on_board(page, &page->facts->figures[f - 1])) {
            const spot s = spot_of(page, f);
            const char *name = name_of(page, f);
            if (!place_near(page, s, type, name) && !place_far(page, s, type, name)) {
                key_figure(page, f, s);
            }
        }
    }
    name_items(page, small);
}
