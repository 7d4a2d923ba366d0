/* A table drawn with characters: a plan, y upwards, in which a character is so much of the table wide and twice that
 * high, as characters are. At half an inch a base of an inch is just wide enough for the tag of its figure.
 *
 *      0         5         10
 *    5 +--------------------+
 *      |    44444   mmm     |
 *      |RAd 44444   mmm  B!!|
 *      |    44444           |
 *    2 |         .          |
 *
 * What is highest at the middle of a character is drawn there; solids narrower than a character or two are drawn where
 * they touch one, for a wall that is not seen is worse than one that is too thick. Figures go over all that, whatever
 * is above them: whose tag is covered by another's is told below.
 *
 * Rejected: outlines of solids with lines, which at this size are mostly corners.
 */
#include <string.h>

#include "game/place.h"
#include "io/board_text.h"
#include "io/draw.h"
#include "space/table/body.h"

enum {
    MARGIN = 4,            /* characters left of the plan */
    RULED = 5,             /* inches between the numbers of a ruler */
    TABLE_LINE_MAX = 240,  /* characters in a line */
    TABLE_LINES_MAX = 240, /* lines */
};
#define INCH 1000

/* ------------------------------------------------------------------------------------------------------------ scale */

qm__sketch_plan qm__sketch_plan_of(const qm_scenario *scenario, int width) {
    static const int32_t scales[] = {500, 1000, 2000, 5000, 10000, 20000, 50000, 100000};
    const qm__table *table = &scenario->table;
    const int room = (width > 0 && width < TABLE_LINE_MAX ? width : TABLE_LINE_MAX) - MARGIN - 2;
    size_t i = 0;
    while (i + 1 < sizeof scales / sizeof *scales &&
           (table->width > (int64_t)room * scales[i] || table->depth > (int64_t)TABLE_LINES_MAX * 2 * scales[i])) {
        i++;
    }
    const int32_t scale = scales[i];
    return (qm__sketch_plan){.scale = scale,
                             .depth = table->depth,
                             .columns = (int)((table->width + scale - 1) / scale),
                             .rows = (int)((table->depth + 2 * scale - 1) / (2 * scale))};
}

static int line_width(const qm__sketch *d) {
    return MARGIN + d->plan.columns + 2;
}

static int column_of(const qm__sketch *d, int32_t x) {
    const int column = (int)(x / d->plan.scale);
    return column < 0 ? 0 : column >= d->plan.columns ? d->plan.columns - 1 : column;
}

static int row_of(const qm__sketch *d, int32_t y) {
    const int row = (int)((d->plan.depth - y) / (2 * d->plan.scale));
    return row < 0 ? 0 : row >= d->plan.rows ? d->plan.rows - 1 : row;
}

/* ----------------------------------------------------------------------------------------------------------- ground */

/* How broad a polygon is about: twice its area over its outline, which for a long wall is its thickness. */
static double breadth_of(const qm__table *table, const qm__polygon *polygon) {
    double area = 0, outline = 0;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        for (uint32_t i = 0; i < ring->count; i++) {
            const qm__corner *a = &table->corners[ring->first + i],
                             *b = &table->corners[ring->first + (i + 1) % ring->count];
            const double dx = b->x - a->x, dy = b->y - a->y;
            area += ((double)a->x * b->y - (double)b->x * a->y) / 2;
            outline += qm__root(dx * dx + dy * dy);
        }
    }
    return 2 * area / outline;
}

static bool in_box(const qm__box *box, double x, double y, double by) {
    return x >= box->x0 - by && x <= box->x1 + by && y >= box->y0 - by && y <= box->y1 + by;
}

/* Whether a polygon is drawn in the character around a point. */
static bool covers(const qm__sketch *d, const qm__polygon *polygon, double x, double y) {
    const qm__table *table = &d->scenario->table;
    const double half = d->plan.scale / 2.0;
    if (!in_box(&polygon->box, x, y, 2 * half)) {
        return false;
    }
    if (breadth_of(table, polygon) >= 2 * half) {
        return qm__polygon_side(table, polygon, x, y) >= 0;
    }
    return qm__polygon_has(table, polygon, x, y + half, half) || qm__polygon_has(table, polygon, x, y - half, half);
}

/* The solid that is seen from above there; NULL: the ground is. */
static const qm__prism *highest_at(const qm__sketch *d, double x, double y) {
    const qm__table *table = &d->scenario->table;
    const qm__prism *highest = NULL;
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->top > (highest ? highest->top : 0) && covers(d, &prism->polygon, x, y)) {
            highest = prism;
        }
    }
    return highest;
}

/* Its height in inches, rounded up, so that nothing that rises above the ground is drawn as 0. */
static char height_sign(const qm__prism *prism) {
    const int32_t inches = (prism->top + INCH - 1) / INCH;
    return !(prism->flags & QM__PRISM_WALKABLE) ? '#' : inches > 9 ? '+' : (char)('0' + inches);
}

/* The letter of a kind of ground: the first of its name, or else of the alphabet, that no kind before it has. */
static char free_letter(const char *name, const char *taken) {
    const char *const from[] = {name, "abcdefghijklmnopqrstuvwxyz"};
    for (size_t n = 0; n < 2; n++) {
        for (const char *c = from[n]; *c; c++) {
            if (*c >= 'a' && *c <= 'z' && !strchr(taken, *c)) {
                return *c;
            }
        }
    }
    return '?';
}

/* Zones of one kind share a letter; those of no kind have none. */
static void letter_zones(qm__sketch *d) {
    const qm__table *table = &d->scenario->table;
    char taken[QM__AREAS_MAX + 1] = "";
    size_t count = 0;
    for (uint16_t i = 0; i < table->area_count; i++) {
        uint16_t same = 0;
        while (same < i && table->areas[same].kind != table->areas[i].kind) {
            same++;
        }
        d->zone_signs[i] = 0;
        if (same < i) {
            d->zone_signs[i] = d->zone_signs[same];
        } else if (table->areas[i].kind) {
            d->zone_signs[i] = free_letter(qm__zone_kind(d->scenario, (uint16_t)(i + 1)), taken);
            taken[count++] = d->zone_signs[i];
        }
    }
}

/* The letter of a zone that lies on the surface at that height, an asterisk where a side has to hold one; 0: none. */
static char zone_sign(const qm__sketch *d, double x, double y, int32_t z) {
    const qm__table *table = &d->scenario->table;
    char sign = 0;
    for (uint16_t i = 0; i < table->area_count; i++) {
        const qm__area *area = &table->areas[i];
        if (z < area->bottom || z > area->top || !covers(d, &area->polygon, x, y)) {
            continue;
        }
        if (area->kind) {
            return d->zone_signs[i];
        }
        sign = qm__area_is_objective(d->scenario, i) ? '*' : sign;
    }
    return sign;
}

/* Whether a number of a ruler belongs to the stretch of so much from `low` on. */
static bool is_ruled(int32_t low, int32_t size, int32_t pitch) {
    return low >= 0 && (low + pitch - 1) / pitch * pitch < low + size;
}

/* Inches between the numbers of a ruler: as many as leave them apart. */
static int32_t pitch_of(const qm__sketch *d) {
    return d->plan.scale <= INCH ? RULED * INCH : 10 * d->plan.scale;
}

/* An objective leaves every second character to what lies there, such as the height of the roof that it is. */
static void draw_ground(qm__sketch *d, int row) {
    const int32_t y = qm__sketch_y(&d->plan, row);
    for (int c = 0; c < d->plan.columns; c++) {
        const int32_t x = qm__sketch_x(&d->plan, c);
        const qm__prism *prism = highest_at(d, x, y);
        const char zone = zone_sign(d, x, y, prism ? prism->top : 0);
        if (zone && (zone != '*' || (c + row) % 2 == 0)) {
            qm__sketch_put(d, MARGIN + 1 + c, zone, zone == '*' ? QM__TONE_MARK : QM__TONE_GROUND);
        } else if (prism) {
            qm__sketch_put(d, MARGIN + 1 + c, height_sign(prism), QM__TONE_FRAME);
        } else if (c > 0 && is_ruled(c * d->plan.scale, d->plan.scale, pitch_of(d)) &&
                   is_ruled(y - d->plan.scale, 2 * d->plan.scale, pitch_of(d))) {
            qm__sketch_put(d, MARGIN + 1 + c, '.', QM__TONE_FRAME);
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- who is where */

static void draw_things(qm__sketch *d, int row) {
    const qm__table *table = &d->scenario->table;
    for (uint16_t i = 0; i < table->ladder_count; i++) {
        if (row_of(d, table->ladders[i].foot_y) == row) {
            qm__sketch_put(d, MARGIN + 1 + column_of(d, table->ladders[i].foot_x), '=', QM__TONE_GROUND);
        }
    }
    for (uint16_t i = 0; i < d->scenario->item_count; i++) {
        const qm_look *look = &d->items[i];
        if (look->posture != QM_POSTURE_GONE && look->holder == 0 && row_of(d, look->at.y) == row) {
            qm__sketch_put(d, MARGIN + 1 + column_of(d, look->at.x), '!', QM__TONE_ITEM);
        }
    }
}

/* The first of the two characters of a tag. */
static int tag_column(const qm__sketch *d, const qm_look *look) {
    const int column = (int)((look->at.x + d->plan.scale / 2) / d->plan.scale) - 1;
    return column < 0 ? 0 : column > d->plan.columns - 2 ? d->plan.columns - 2 : column;
}

/* Whose tag goes over whose: that of who acts, then who is higher up. */
static bool goes_over(const qm__sketch *d, uint16_t a, uint16_t b) {
    const qm_look *first = &d->figures[a - 1], *second = &d->figures[b - 1];
    if ((a == d->actor) != (b == d->actor)) {
        return a == d->actor;
    }
    return first->at.z != second->at.z ? first->at.z > second->at.z : a < b;
}

static bool drawn_at(const qm__sketch *d, uint16_t figure, int row) {
    const qm_look *look = &d->figures[figure - 1];
    return look->posture != QM_POSTURE_GONE && row_of(d, look->at.y) == row;
}

bool qm__sketch_covered(const qm__sketch *d, uint16_t figure) {
    const qm_look *look = &d->figures[figure - 1];
    const int row = row_of(d, look->at.y), column = tag_column(d, look);
    for (uint16_t i = 1; i <= d->scenario->figure_count && look->posture != QM_POSTURE_GONE; i++) {
        const int apart = tag_column(d, &d->figures[i - 1]) - column;
        if (i != figure && drawn_at(d, i, row) && apart > -2 && apart < 2 && goes_over(d, i, figure)) {
            return true;
        }
    }
    return false;
}

/* Whether a base lies over a point. */
static bool base_has(const qm_look *look, double x, double y) {
    const qm__body body = {.x = look->at.x,
                           .y = look->at.y,
                           .radius = look->radius,
                           .width = look->width,
                           .length = look->length,
                           .facing = look->facing};
    return qm__body_point_distance(&body, (qm__xy){x, y}) < 0;
}

/* Bases wider than a tag, with the mark of their side. */
static void draw_bases(qm__sketch *d, int row) {
    const int32_t y = qm__sketch_y(&d->plan, row);
    for (uint16_t i = 1; i <= d->scenario->figure_count; i++) {
        const qm_look *look = &d->figures[i - 1];
        for (int c = 0; c < d->plan.columns && look->posture != QM_POSTURE_GONE && look->side; c++) {
            if (base_has(look, qm__sketch_x(&d->plan, c), y)) {
                qm__sketch_put(d, MARGIN + 1 + c, d->side_marks[look->side - 1], qm__sketch_figure_tone(d, i));
            }
        }
    }
}

static bool is_tag(const qm__sketch *d, int row, int column) {
    for (uint16_t i = 1; i <= d->scenario->figure_count; i++) {
        const int begin = tag_column(d, &d->figures[i - 1]);
        if (drawn_at(d, i, row) && (column == begin || column == begin + 1)) {
            return true;
        }
    }
    return false;
}

/* Tags, and before each the mark of its side where that covers nobody else's. */
static void draw_tags(qm__sketch *d, int row) {
    for (uint16_t i = 1; i <= d->scenario->figure_count; i++) {
        if (!drawn_at(d, i, row) || qm__sketch_covered(d, i)) {
            continue;
        }
        const qm_look *look = &d->figures[i - 1];
        const int column = tag_column(d, look);
        const uint8_t tone = qm__sketch_figure_tone(d, i);
        qm__sketch_text(d, MARGIN + 1 + column, d->tags[i - 1], tone);
        if (look->side && column > 0 && !is_tag(d, row, column - 1)) {
            qm__sketch_put(d, MARGIN + column, d->side_marks[look->side - 1], tone);
        }
    }
}

/* Marks hide nobody, and nothing that lies there. */
static void draw_marks(qm__sketch *d, int row) {
    for (size_t i = 0; i < d->options->mark_count; i++) {
        const qm_board_mark *mark = &d->options->marks[i];
        const int column = column_of(d, mark->at.x);
        for (int k = 0; row_of(d, mark->at.y) == row && mark->label[k] && column + k < d->plan.columns; k++) {
            const uint8_t tone = d->line[MARGIN + 1 + column + k].tone;
            if (tone != QM__TONE_ITEM && tone < QM__TONE_BODY) {
                qm__sketch_put(d, MARGIN + 1 + column + k, mark->label[k], mark->warn ? QM__TONE_WARN : QM__TONE_MARK);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------ frame */

static void put_number(qm__sketch *d, int x, int number) {
    char digits[12];
    qm_text text = qm_text_over(digits, sizeof digits);
    qm_text_add_int(&text, number);
    qm__sketch_text(d, x, digits, QM__TONE_LABEL);
}

static void draw_ruler(qm__sketch *d) {
    for (int32_t x = 0; x <= d->scenario->table.width; x += pitch_of(d)) {
        put_number(d, MARGIN + 1 + (int)(x / d->plan.scale), (int)(x / INCH));
    }
    qm__sketch_line(d, line_width(d) + 6);
}

static void draw_border(qm__sketch *d) {
    for (int x = MARGIN + 1; x < line_width(d) - 1; x++) {
        qm__sketch_put(d, x, '-', QM__TONE_FRAME);
    }
    qm__sketch_put(d, MARGIN, '+', QM__TONE_FRAME);
    qm__sketch_put(d, line_width(d) - 1, '+', QM__TONE_FRAME);
    qm__sketch_line(d, line_width(d));
}

/* The number that belongs to a row: of its lower border, or of an inch above that. */
static void number_row(qm__sketch *d, int row) {
    const int32_t low = d->plan.depth - 2 * (row + 1) * d->plan.scale, pitch = pitch_of(d);
    if (is_ruled(low, 2 * d->plan.scale, pitch)) {
        const int number = (int)((low + pitch - 1) / pitch * pitch / INCH);
        put_number(d, number > 999 ? 0 : number > 99 ? 1 : number > 9 ? 2 : 3, number);
    }
}

void qm__sketch_table(qm__sketch *d) {
    d->plan = qm__sketch_plan_of(d->scenario, d->options->width);
    letter_zones(d);
    draw_ruler(d);
    draw_border(d);
    for (int row = 0; row < d->plan.rows; row++) {
        draw_ground(d, row);
        draw_things(d, row);
        draw_bases(d, row);
        draw_tags(d, row);
        draw_marks(d, row);
        number_row(d, row);
        qm__sketch_put(d, MARGIN, '|', QM__TONE_FRAME);
        qm__sketch_put(d, line_width(d) - 1, '|', QM__TONE_FRAME);
        qm__sketch_line(d, line_width(d));
    }
    draw_border(d);
}

/* ----------------------------------------------------------------------------------------------------------- legend */

static void print_kinds(const qm__sketch *d) {
    const qm__table *table = &d->scenario->table;
    int count = 0;
    for (uint16_t i = 0; i < table->area_count; i++) {
        bool told = d->zone_signs[i] == 0;
        for (uint16_t k = 0; k < i && !told; k++) {
            told = table->areas[k].kind == table->areas[i].kind;
        }
        if (!told) {
            qm_text_addf(d->out, "%s%c %s", count++ == 0 ? "ground: " : ", ", d->zone_signs[i],
                         qm__zone_kind(d->scenario, (uint16_t)(i + 1)));
        }
    }
    qm_text_add(d->out, count > 0 ? "\n" : "");
}

static void print_covered(const qm__sketch *d) {
    int count = 0;
    for (uint16_t i = 1; i <= d->scenario->figure_count; i++) {
        if (qm__sketch_covered(d, i)) {
            qm_text_addf(d->out, "%s%s %s", count++ == 0 ? "behind another: " : ", ", d->tags[i - 1],
                         d->scenario->figures[i - 1].name);
        }
    }
    qm_text_add(d->out, count > 0 ? "\n" : "");
}

void qm__sketch_table_legend(const qm__sketch *d) {
    qm_text_add(d->out, "; a character is ");
    qm__inches_print(d->plan.scale, d->out);
    qm_text_add(d->out, "\" wide and ");
    qm__inches_print(2 * d->plan.scale, d->out);
    qm_text_add(d->out, "\" high\n");
    if (d->scenario->table.prism_count > 0) {
        qm_text_addf(d->out, "digits: how high a solid is, in inches rounded up; # nobody can stand on it%s\n",
                     d->scenario->table.ladder_count > 0 ? "; = foot of a ladder" : "");
    }
    print_kinds(d);
    print_covered(d);
}
