/* The page of a picture: writing SVG, measuring text, keeping rectangles, and cells as points and outlines on the page.
 *
 * Widths of text are estimated from a table, because the picture is made without a typesetter: the table has the
 * advance widths of DejaVu Sans, the widest of the common sans faces, so an estimate is never too small where one of
 * those is used. Rejected: textLength attributes, which make every renderer stretch letters to fit.
 */
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "game/scenario.h"
#include "io/draw.h"

/* ------------------------------------------------------------------------------------------------------ writing */

static void add_coordinate(qm_text *out, double value) {
    /* Rounded here, so that -0.04 is written as 0. */
    const double scaled = value * 10.0 + (value < 0 ? -0.5 : 0.5);
    const int64_t tenths = (int64_t)scaled;
    const int64_t size = tenths < 0 ? -tenths : tenths;
    if (tenths < 0) {
        qm_text_add_char(out, '-');
    }
    qm_text_add_int(out, size / 10);
    if (size % 10 != 0) {
        qm_text_add_char(out, '.');
        qm_text_add_int(out, size % 10);
    }
}

static bool xml_allows(uint32_t code) {
    return code >= 0x20 ? code != 0xfffe && code != 0xffff : code == '\t' || code == '\n' || code == '\r';
}

void qm__xml_add(qm_text *out, const char *string, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        const size_t bytes = qm__utf8_decode(string + at, length - at, &code);
        if (bytes == 0 || !xml_allows(code)) {
            qm_text_add(out, "\xef\xbf\xbd");
        } else if (code == '&') {
            qm_text_add(out, "&amp;");
        } else if (code == '<') {
            qm_text_add(out, "&lt;");
        } else if (code == '>') {
            qm_text_add(out, "&gt;");
        } else if (code == '"') {
            qm_text_add(out, "&quot;");
        } else {
            qm_text_add_bytes(out, string + at, bytes);
        }
        at += bytes > 0 ? bytes : 1;
    }
}

static void add_colour(const qm__page *page, qm_text *out, unsigned colour) {
    if (page->options->grey) {
        const unsigned red = colour >> 16 & 0xff, green = colour >> 8 & 0xff, blue = colour & 0xff;
        const unsigned light = (299 * red + 587 * green + 114 * blue + 500) / 1000;
        colour = light << 16 | light << 8 | light;
    }
    static const char digits[] = "0123456789abcdef";
    qm_text_add_char(out, '#');
    for (int shift = 20; shift >= 0; shift -= 4) {
        qm_text_add_char(out, digits[colour >> shift & 15]);
    }
}

void qm__page_add(qm__page *page, const char *format, ...) {
    qm_text *out = &page->layers[page->layer];
    va_list arguments;
    va_start(arguments, format);
    for (const char *f = format; *f; f++) {
        if (*f != '%') {
            qm_text_add_char(out, *f);
            continue;
        }
        f++;
        if (*f == 'n') {
            add_coordinate(out, va_arg(arguments, double));
        } else if (*f == 'd') {
            qm_text_add_int(out, va_arg(arguments, int));
        } else if (*f == 'k') {
            add_colour(page, out, va_arg(arguments, unsigned));
        } else if (*f == 's') {
            qm_text_add(out, va_arg(arguments, const char *));
        } else {
            const char *string = va_arg(arguments, const char *);
            qm__xml_add(out, string, strlen(string));
        }
    }
    va_end(arguments);
}

/* --------------------------------------------------------------------------------------------------------- text */

#define ASCENT 0.78 /* of the size of the type: capitals and most accents */
#define DESCENT 0.24

/* Advance widths of the printable ASCII characters in hundredths of the size, rounded up. */
static const uint8_t plain_widths[95] = {32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37,  32, 34, 64, 64, 64,
                                         64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64,
                                         58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64,  62, 74, 69, 99, 69,
                                         62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36,  64, 64, 28, 28, 58,
                                         28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60,  53, 64, 34, 64, 84};
static const uint8_t bold_widths[95] = {
    35, 46, 53, 84, 70, 101, 88, 31,  46,  46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70,  70, 70,
    70, 70, 40, 40, 84, 84,  84, 59,  100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84, 86,
    74, 86, 78, 73, 69, 82,  78, 111, 78,  73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68,  44, 72,
    72, 35, 35, 67, 35, 105, 72, 69,  72,  72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72,  84};

double qm__text_width(const char *string, size_t length, double size, bool bold) {
    unsigned hundredths = 0;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        const size_t bytes = qm__utf8_decode(string + at, length - at, &code);
        if (bytes == 1 && code >= 32 && code < 127) {
            hundredths += (bold ? bold_widths : plain_widths)[code - 32];
        } else {
            /* Latin with accents is rarely as wide as a W; beyond it anything may come. */
            hundredths += bytes != 0 && code < 0x250 ? 111 : 141;
        }
        at += bytes > 0 ? bytes : 1;
    }
    return hundredths * size / 100.0;
}

static void write_text(qm__page *page, double x, double y, qm__text_anchor anchor, qm__type type, const char *string,
                       size_t length) {
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    qm__page_add(page, "<text x=\"%n\" y=\"%n\" font-size=\"%n\"%s%s", x, y, type.size, anchors[anchor],
                 type.bold ? " font-weight=\"bold\"" : "");
    if (type.colour != 0) {
        qm__page_add(page, " fill=\"%k\"", type.colour);
    }
    qm__page_add(page, ">");
    qm__xml_add(&page->layers[page->layer], string, length);
    qm__page_add(page, "</text>\n");
}

void qm__page_text(qm__page *page, double x, double y, qm__text_anchor anchor, qm__type type, const char *string,
                   size_t length) {
    const double width = qm__text_width(string, length, type.size, type.bold);
    const double left = anchor == QM__TEXT_START ? x : anchor == QM__TEXT_MIDDLE ? x - width / 2 : x - width;
    qm__page_keep(page, (qm__page_box){left, y - ASCENT * type.size, width, (ASCENT + DESCENT) * type.size, QM__BOX_TEXT});
    write_text(page, x, y, anchor, type, string, length);
}

size_t qm__text_line(const char *string, double width, qm__type type) {
    size_t at = 0, fits = 0, blank = 0;
    while (string[at] && string[at] != '\n') {
        const size_t bytes = qm__utf8_decode(string + at, strlen(string + at), NULL);
        const size_t next = at + (bytes > 0 ? bytes : 1);
        if (string[at] == ' ') {
            blank = at;
        } else if (qm__text_width(string, next, type.size, type.bold) > width) {
            return blank > 0 ? blank : fits > 0 ? fits : next;
        }
        fits = at = next;
    }
    return at;
}

void qm__page_paragraph(qm__page *page, double x, double indent, double width, qm__type type, const char *string) {
    const double leading = type.size * 1.36;
    bool first = true;
    while (*string) {
        const double in = first ? 0 : indent;
        const size_t length = qm__text_line(string, width - in, type);
        page->bottom += leading;
        qm__page_text(page, x + in, page->bottom - 0.3 * type.size, QM__TEXT_START, type, string, length);
        string += length;
        string += strspn(string, " \n");
        first = false;
    }
}

/* -------------------------------------------------------------------------------------------------------- boxes */

bool qm__page_keep(qm__page *page, qm__page_box box) {
    if (page->box_count == page->box_capacity) {
        const size_t capacity = page->box_capacity ? page->box_capacity * 2 : 256;
        qm__page_box *more = qm__arena_array(page->arena, capacity, sizeof *more);
        if (!more) {
            page->failed = true;
            return false;
        }
        if (page->box_count > 0) {
            memcpy(more, page->boxes, page->box_count * sizeof *more);
        }
        page->boxes = more;
        page->box_capacity = capacity;
    }
    page->boxes[page->box_count++] = box;
    return true;
}

bool qm__page_free(const qm__page *page, qm__page_box box, size_t first) {
    for (size_t i = 0; i < first; i++) {
        const qm__page_box *other = &page->boxes[i];
        if (box.x < other->x + other->width && other->x < box.x + box.width && box.y < other->y + other->height &&
            other->y < box.y + box.height) {
            return false;
        }
    }
    return true;
}

bool qm__page_holds(const qm__page *page, qm__page_box box) {
    return box.x >= 0 && box.x + box.width <= page->width && box.y >= page->top - 30 &&
           box.y + box.height <= page->bottom;
}

qm__page_box qm__label_box(const char *string, qm__type type, double x, double y) {
    const double width = qm__text_width(string, strlen(string), type.size, type.bold);
    const double height = (ASCENT + DESCENT) * type.size;
    return (qm__page_box){x - width / 2, y - height / 2, width, height, QM__BOX_TEXT};
}

void qm__label_put(qm__page *page, double x, double y, qm__type type, bool plate, const char *string) {
    const qm__page_box box = qm__label_box(string, type, x, y);
    if (plate) {
        qm__page_add(page, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"4\" ", box.x, box.y, box.width,
                     box.height);
        qm__page_add(page, "fill=\"#ffffff\" fill-opacity=\"0.8\"/>\n");
    }
    qm__page_text(page, x, box.y + ASCENT * type.size, QM__TEXT_MIDDLE, type, string, strlen(string));
}

bool qm__label_try(qm__page *page, double x, double y, qm__type type, bool plate, const char *string) {
    const qm__page_box box = qm__label_box(string, type, x, y);
    if (!qm__page_holds(page, box) || !qm__page_free(page, box, page->box_count)) {
        return false;
    }
    qm__label_put(page, x, y, type, plate, string);
    return true;
}

/* -------------------------------------------------------------------------------------------------------- cells */

qm__point qm__page_point(const qm__page *page, qm__point point) {
    return (qm__point){page->left + point.x * page->side, page->top + point.y * page->side};
}

qm__point qm__page_cell(const qm__page *page, qm__cell cell) {
    return qm__page_point(page, page->shape->centre(page->scenario, cell));
}

void qm__page_corners(const qm__page *page, qm__cell cell, qm__point out[QM__EDGES_MAX]) {
    page->shape->corners(page->scenario, cell, out);
    for (int i = 0; i < page->shape->edges; i++) {
        out[i] = qm__page_point(page, out[i]);
    }
}

qm__cell qm__page_cell_at(const qm__page *page, qm_place place) {
    return qm__cell_of(page->scenario, place);
}

/* One closed line around the set, from an edge where it ends: along the edge, then either the next edge of the same
 * cell or, where the next neighbour belongs to the set as well, the edge of that neighbour which begins in the same
 * corner.
 */
static void trace(qm__page *page, const uint16_t *member, uint16_t value, uint8_t *marks, qm__cell cell,
                  int direction) {
    const qm__cell_shape *shape = page->shape;
    const qm__cell first = cell;
    const int first_direction = direction;
    const char *command = "M";
    do {
        qm__point corners[QM__EDGES_MAX];
        qm__page_corners(page, cell, corners);
        marks[cell] |= (uint8_t)(1u << direction);
        const qm__point corner = corners[qm__edge_turn(shape, direction, -1)];
        qm__page_add(page, "%s%n %n", command, corner.x, corner.y);
        command = "L";
        direction = qm__edge_turn(shape, direction, 1);
        qm__cell next = shape->beside(page->scenario, cell, direction);
        while (next && member[next] == value) {
            cell = next;
            direction = qm__edge_turn(shape, direction, 1 - shape->edges / 2);
            next = shape->beside(page->scenario, cell, direction);
        }
    } while (cell != first || direction != first_direction);
    qm__page_add(page, "Z");
}

void qm__page_outline(qm__page *page, const uint16_t *member, uint16_t value, uint8_t *marks) {
    for (unsigned cell = 1; cell <= page->cells; cell++) {
        for (int direction = 0; direction < page->shape->edges && member[cell] == value; direction++) {
            const qm__cell other = page->shape->beside(page->scenario, (qm__cell)cell, direction);
            const bool edge = !other || member[other] != value;
            if (edge && !(marks[cell] >> direction & 1)) {
                trace(page, member, value, marks, (qm__cell)cell, direction);
            }
        }
    }
    memset(marks, 0, (size_t)page->cells + 1);
}

uint16_t *qm__page_members(qm__page *page) {
    uint16_t *member = qm__arena_array(page->arena, (size_t)page->cells + 1, sizeof *member);
    page->failed = page->failed || !member;
    return member;
}

size_t qm__page_nearest(const qm__page *page, qm__cell *list, size_t count, size_t max) {
    double x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        const qm__point at = qm__page_cell(page, list[i]);
        x += at.x / (double)count;
        y += at.y / (double)count;
    }
    const size_t wanted = count < max ? count : max;
    for (size_t front = 0; front < wanted; front++) {
        size_t nearest = front;
        double best = 1e30;
        for (size_t i = front; i < count; i++) {
            const qm__point at = qm__page_cell(page, list[i]);
            /* A trace of the cell's number makes equal distances different. */
            const double far = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y) + list[i] * 1e-3;
            if (far < best) {
                best = far;
                nearest = i;
            }
        }
        const qm__cell cell = list[nearest];
        list[nearest] = list[front];
        list[front] = cell;
    }
    return wanted;
}
