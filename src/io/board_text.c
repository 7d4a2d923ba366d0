/* The board as text: hexes drawn with characters, in both layouts.
 *
 *   columns   ____             rows   .' '. .' '.
 *            /↗Ad \____             |↗Ad  |0201 |
 *            \_R__/0201\            |  R  |~~~~~|
 *                 \~~~~/             '. .' '. .'
 *
 * A hex has two rows of characters: the upper one tells who is there (or the hex's number, or a mark), the lower one
 * the ground, the side of who is there and what lies there.
 *
 * Invariant: a line is made whole in a fixed buffer and then written, so drawing allocates nothing but the text.
 * Rejected: a canvas of the whole board, which a board of 200 by 200 makes large for no gain.
 */
#include <string.h>

#include "game/family.h"
#include "io/declared.h"
#include "quickmarch/board.h"

enum { GLYPHS_MAX = QM__HEX_SIDE_MAX * 8 + 16 }; /* of a line */
/* Glyphs: below 128 the character itself, from 128 on the arrow of a compass point. */
enum { ARROW = 128 };
enum {
    TONE_PLAIN,
    TONE_FRAME,
    TONE_LABEL,
    TONE_GROUND,
    TONE_ITEM,
    TONE_MARK,
    TONE_WARN,
    TONE_BODY,
    TONE_SIDE,
    TONE_ACTOR = TONE_SIDE + QM_SIDES_MAX,
    TONE_COUNT = TONE_ACTOR + QM_SIDES_MAX
};

typedef struct glyph {
    uint8_t sign, tone;
} glyph;

typedef struct drawing {
    const qm_scenario *scenario;
    const qm_state *state;
    const qm_board_options *options;
    qm_text *out;
    qm_look figures[QM_FIGURES_MAX], items[QM_ITEMS_MAX];
    char tags[QM_FIGURES_MAX][QM_TAG_SIZE];
    char side_marks[QM_SIDES_MAX];
    uint16_t actor;
    int inside, pitch;            /* characters inside a hex, and from one column to the next */
    int left, top, columns, rows; /* the part drawn, from 0 */
    glyph line[GLYPHS_MAX];
} drawing;

/* ---------------------------------------------------------------------------------------------------- tags, marks */

static bool letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool tag_taken(char (*tags)[QM_TAG_SIZE], uint16_t count, char first, char second) {
    for (uint16_t i = 0; i < count; i++) {
        if (tags[i][0] == first && tags[i][1] == second) {
            return true;
        }
    }
    return false;
}

/* First letter and the first other letter that makes it unique; then first letter and a digit; then any two signs. */
static void make_tag(const char *name, char (*tags)[QM_TAG_SIZE], uint16_t done) {
    static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char first = letter_or_digit(name[0]) ? upper(name[0]) : 'F';
    char *tag = tags[done];
    tag[0] = first;
    tag[2] = 0;
    for (size_t i = 1; name[0] && name[i]; i++) {
        if (letter_or_digit(name[i]) && !tag_taken(tags, done, first, name[i])) {
            tag[1] = name[i];
            return;
        }
    }
    for (size_t a = 0; a < sizeof signs; a++) {
        tag[0] = a == 0 ? first : signs[a - 1];
        for (size_t b = 0; b + 1 < sizeof signs; b++) {
            if (!tag_taken(tags, done, tag[0], signs[b])) {
                tag[1] = signs[b];
                return;
            }
        }
    }
}

static void make_tags(const qm_scenario *scenario, char (*tags)[QM_TAG_SIZE]) {
    for (uint16_t i = 0; i < scenario->figure_count; i++) {
        make_tag(scenario->figures[i].name, tags, i);
    }
}

/* Whether a side has the mark already, or ground is drawn with it: side marks stand on the ground. */
static bool mark_taken(const qm_scenario *scenario, const char *marks, uint16_t count, char mark) {
    for (uint16_t g = 0; g < scenario->ground_count; g++) {
        if (scenario->grounds[g].sign == mark) {
            return true;
        }
    }
    return memchr(marks, mark, count) != NULL;
}

static void make_side_marks(const qm_scenario *scenario, char *marks) {
    for (uint16_t i = 0; i < scenario->side_count; i++) {
        static const char others[] = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        const char *const from[] = {scenario->sides[i].name, others};
        marks[i] = 0;
        for (size_t n = 0; n < 2; n++) {
            for (const char *c = from[n]; *c && !marks[i]; c++) {
                if (letter_or_digit(*c) && !mark_taken(scenario, marks, i, upper(*c))) {
                    marks[i] = upper(*c);
                }
            }
        }
        marks[i] = marks[i] ? marks[i] : (char)('1' + i);
    }
}

void qm_figure_tag(const qm_scenario *scenario, uint16_t figure, char out[QM_TAG_SIZE]) {
    char tags[QM_FIGURES_MAX][QM_TAG_SIZE];
    memset(out, 0, QM_TAG_SIZE);
    if (scenario && figure >= 1 && figure <= scenario->figure_count) {
        make_tags(scenario, tags);
        memcpy(out, tags[figure - 1], QM_TAG_SIZE);
    }
}

char qm_side_mark(const qm_scenario *scenario, uint16_t side) {
    char marks[QM_SIDES_MAX];
    if (!scenario || side < 1 || side > scenario->side_count) {
        return 0;
    }
    make_side_marks(scenario, marks);
    return marks[side - 1];
}

/* -------------------------------------------------------------------------------------------------------- glyphs */

/* The compass point of a direction, clockwise from north: columns N NE SE S SW NW, rows NE E SE SW W NW. */
static const uint8_t points[2][6] = {{0, 1, 3, 4, 5, 7}, {1, 2, 3, 5, 6, 7}};
static const char *const arrows[8] = {"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"};
static const char keypad[9] = "89632147";

static const char *tone_code(uint8_t tone) {
    static const char *const codes[TONE_COUNT] = {[TONE_PLAIN] = "\033[0m",
                                                  [TONE_FRAME] = "\033[0;2m",
                                                  [TONE_LABEL] = "\033[0;2m",
                                                  [TONE_GROUND] = "\033[0;33m",
                                                  [TONE_ITEM] = "\033[0;1m",
                                                  [TONE_MARK] = "\033[0;32m",
                                                  [TONE_WARN] = "\033[0;33m",
                                                  [TONE_BODY] = "\033[0;2m",
                                                  [TONE_SIDE] = "\033[0;1;31m",
                                                  [TONE_SIDE + 1] = "\033[0;1;36m",
                                                  [TONE_SIDE + 2] = "\033[0;1;33m",
                                                  [TONE_SIDE + 3] = "\033[0;1;35m",
                                                  [TONE_SIDE + 4] = "\033[0;1;32m",
                                                  [TONE_SIDE + 5] = "\033[0;1;34m",
                                                  [TONE_SIDE + 6] = "\033[0;31m",
                                                  [TONE_SIDE + 7] = "\033[0;36m",
                                                  [TONE_ACTOR] = "\033[0;1;7;31m",
                                                  [TONE_ACTOR + 1] = "\033[0;1;7;36m",
                                                  [TONE_ACTOR + 2] = "\033[0;1;7;33m",
                                                  [TONE_ACTOR + 3] = "\033[0;1;7;35m",
                                                  [TONE_ACTOR + 4] = "\033[0;1;7;32m",
                                                  [TONE_ACTOR + 5] = "\033[0;1;7;34m",
                                                  [TONE_ACTOR + 6] = "\033[0;7;31m",
                                                  [TONE_ACTOR + 7] = "\033[0;7;36m"};
    return codes[tone];
}

static void put(drawing *d, int x, char sign, uint8_t tone) {
    if (x >= 0 && x < GLYPHS_MAX) {
        d->line[x] = (glyph){(uint8_t)sign, tone};
    }
}

static void put_text(drawing *d, int x, const char *text, uint8_t tone) {
    for (int i = 0; text[i]; i++) {
        put(d, x + i, text[i], tone);
    }
}

static void add_glyph(const drawing *d, glyph g) {
    if (g.sign < ARROW) {
        qm_text_add_char(d->out, (char)g.sign);
    } else if (d->options->ascii) {
        qm_text_add_char(d->out, keypad[g.sign - ARROW]);
    } else {
        qm_text_add(d->out, arrows[g.sign - ARROW]);
    }
}

/* Writes the line without blanks at its end, and empties it. */
static void end_line(drawing *d, int width) {
    int length = width;
    while (length > 0 && (d->line[length - 1].sign == ' ' || d->line[length - 1].sign == 0)) {
        length--;
    }
    uint8_t tone = TONE_PLAIN;
    for (int x = 0; x < length; x++) {
        glyph g = d->line[x];
        g.sign = g.sign ? g.sign : ' ';
        if (d->options->color && g.tone != tone && g.sign != ' ') {
            qm_text_add(d->out, tone_code(g.tone));
            tone = g.tone;
        }
        add_glyph(d, g);
    }
    if (d->options->color && tone != TONE_PLAIN) {
        qm_text_add(d->out, tone_code(TONE_PLAIN));
    }
    qm_text_add_char(d->out, '\n');
    memset(d->line, 0, sizeof d->line);
}

/* ------------------------------------------------------------------------------------------------ what is in a hex */

static bool same_place(qm_place a, qm_place b) {
    return a.x == b.x && a.y == b.y;
}

/* The figure to show: who stands before who lies, and who acts before all. */
static uint16_t figure_in(const drawing *d, qm_place at, int *count) {
    uint16_t shown = 0;
    *count = 0;
    for (uint16_t i = 0; i < d->scenario->figure_count; i++) {
        const qm_look *look = &d->figures[i];
        if (look->posture == QM_POSTURE_GONE || !same_place(look->at, at)) {
            continue;
        }
        (*count)++;
        if (shown == 0 || i + 1 == d->actor || (shown != d->actor && look->posture < d->figures[shown - 1].posture)) {
            shown = (uint16_t)(i + 1);
        }
    }
    return shown;
}

static bool item_in(const drawing *d, qm_place at) {
    for (uint16_t i = 0; i < d->scenario->item_count; i++) {
        if (d->items[i].posture != QM_POSTURE_GONE && d->items[i].holder == 0 && same_place(d->items[i].at, at)) {
            return true;
        }
    }
    return false;
}

static bool zone_in(const drawing *d, qm_place at) {
    for (uint16_t z = 0; z < d->scenario->zone_count; z++) {
        const qm__zone *zone = &d->scenario->zones[z];
        for (uint16_t i = 0; i < zone->place_count; i++) {
            if (same_place(zone->places[i], at)) {
                return true;
            }
        }
    }
    return false;
}

static const qm_board_mark *mark_in(const drawing *d, qm_place at) {
    for (size_t i = 0; i < d->options->mark_count; i++) {
        if (same_place(d->options->marks[i].at, at)) {
            return &d->options->marks[i];
        }
    }
    return NULL;
}

/* Ground drawn without a sign: the first row of the terrain table as it stands there. */
static bool plain_ground(const qm_scenario *scenario, const qm__ground *ground) {
    const qm_rules_facts *facts = scenario->family->facts;
    const qm_table *table = &facts->tables[facts->terrain_table];
    const qm__table_row *row = &scenario->rules.tables[facts->terrain_table].rows[0];
    return ground->row == 1 && memcmp(ground->values, row->values, table->column_count * sizeof(int32_t)) == 0;
}

static const char posture_signs[] = {[QM_POSTURE_GONE] = ' ',  [QM_POSTURE_STANDING] = ' ', [QM_POSTURE_LOW] = 'k',
                                     [QM_POSTURE_PRONE] = 'p', [QM_POSTURE_OUT] = 'u',      [QM_POSTURE_DEAD] = 'x'};

static uint8_t figure_tone(const drawing *d, uint16_t figure) {
    const qm_look *look = &d->figures[figure - 1];
    if (look->posture >= QM_POSTURE_OUT || look->side == 0) {
        return TONE_BODY;
    }
    return (uint8_t)((figure == d->actor ? TONE_ACTOR : TONE_SIDE) + look->side - 1);
}

/* The upper row of a hex: "↗Ad " or "0304" or a mark. */
static void draw_upper(drawing *d, int x, qm_place at) {
    int count;
    const uint16_t figure = figure_in(d, at, &count);
    const qm_board_mark *mark = mark_in(d, at);
    if (figure) {
        const qm_look *look = &d->figures[figure - 1];
        const uint8_t tone = figure_tone(d, figure);
        if (look->facing >= 0 && look->facing < 6 && look->posture <= QM_POSTURE_PRONE) {
            put(d, x, (char)(ARROW + points[d->scenario->hex.layout][look->facing]), tone);
        }
        put_text(d, x + 1, d->tags[figure - 1], tone);
        put(d, x + 3, posture_signs[look->posture], tone);
    } else if (mark) {
        put_text(d, x, mark->label, mark->warn ? TONE_WARN : TONE_MARK);
    } else {
        char label[QM__HEX_LABEL_SIZE];
        qm__hex_label(&d->scenario->hex, qm__hex_at(&d->scenario->hex, at.x - 1, at.y - 1), label);
        put_text(d, x, label, TONE_LABEL);
    }
}

/* The lower row: ground, and over it whether there are several figures, the side of the one shown, an item, a zone. */
static void draw_lower(drawing *d, int x, qm_place at, char plain) {
    const qm_scenario *scenario = d->scenario;
    const qm__ground *ground = &scenario->grounds[scenario->cells[qm__hex_at(&scenario->hex, at.x - 1, at.y - 1)]];
    const bool is_plain = plain_ground(scenario, ground);
    for (int i = 0; i < d->inside; i++) {
        put(d, x + i, is_plain ? plain : ground->sign, is_plain ? TONE_FRAME : TONE_GROUND);
    }
    int count;
    const uint16_t figure = figure_in(d, at, &count);
    if (count > 1) {
        put(d, x, '&', TONE_ITEM);
    }
    if (figure && d->figures[figure - 1].side) {
        put(d, x + 1, d->side_marks[d->figures[figure - 1].side - 1], figure_tone(d, figure));
    }
    if (item_in(d, at)) {
        put(d, x + 2, '!', TONE_ITEM);
    }
    if (zone_in(d, at)) {
        put(d, x + 3, '*', TONE_MARK);
    }
}

/* -------------------------------------------------------------------------------------------------------- layouts */

/* Whether a column (or row) counted from 0 is shoved by half a hex. */
static int shoved(const qm_scenario *scenario, int number) {
    return (scenario->hex.shove == QM__HEX_SHOVE_ODD) == (number % 2 == 0);
}

static qm_place place_at(const drawing *d, int column, int row) {
    return (qm_place){d->left + column + 1, d->top + row + 1, 0};
}

static void draw_columns(drawing *d) {
    const int width = d->columns * d->pitch + 1;
    for (int y = 0; y <= 2 * d->rows + 1; y++) {
        for (int c = 0; c < d->columns; c++) {
            const int t = y - shoved(d->scenario, d->left + c), x = c * d->pitch, row = t / 2;
            if (t < 0 || row > d->rows || (t % 2 != 0 && row == d->rows)) {
                continue;
            }
            if (t % 2 != 0) {
                put(d, x, '/', TONE_FRAME);
                put(d, x + d->pitch, '\\', TONE_FRAME);
                draw_upper(d, x + 1, place_at(d, c, row));
            } else if (row > 0) {
                put(d, x, '\\', TONE_FRAME);
                put(d, x + d->pitch, '/', TONE_FRAME);
                draw_lower(d, x + 1, place_at(d, c, row - 1), '_');
            } else {
                for (int i = 1; i <= d->inside; i++) {
                    put(d, x + i, '_', TONE_FRAME);
                }
            }
        }
        end_line(d, width);
    }
}

/* One slope of a roof: up like .-' or down like '-. over the width of half a hex. */
static void draw_slope(drawing *d, int x, int length, bool up) {
    for (int i = 0; i < length; i++) {
        const bool low = up ? i == 0 : i == length - 1, high = up ? i == length - 1 : i == 0;
        put(d, x + i, high ? '\'' : low ? '.' : '-', TONE_FRAME);
    }
}

static void draw_roofs(drawing *d, int row) {
    const int half = d->pitch / 2;
    for (int side = 0; side < 2; side++) { /* the hexes above the line, then those below it */
        const int r = row - 1 + side;
        if (r < 0 || r >= d->rows) {
            continue;
        }
        for (int c = 0; c < d->columns; c++) {
            const int x = c * d->pitch + half * shoved(d->scenario, d->top + r);
            draw_slope(d, x + 1, half - 1, side == 1);
            draw_slope(d, x + half + 1, half - 1, side == 0);
        }
    }
}

static void draw_rows(drawing *d) {
    const int half = d->pitch / 2, width = d->columns * d->pitch + half + 1;
    for (int r = 0; r <= d->rows; r++) {
        draw_roofs(d, r);
        end_line(d, width);
        for (int part = 0; r < d->rows && part < 2; part++) {
            for (int c = 0; c < d->columns; c++) {
                const int x = c * d->pitch + half * shoved(d->scenario, d->top + r);
                put(d, x, '|', TONE_FRAME);
                put(d, x + d->pitch, '|', TONE_FRAME);
                if (part == 0) {
                    draw_upper(d, x + 1, place_at(d, c, r));
                } else {
                    draw_lower(d, x + 1, place_at(d, c, r), ' ');
                }
            }
            end_line(d, width);
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- legend */

static bool unit_in_name(const char *unit, const char *name) {
    char small[16] = {0};
    for (size_t i = 0; unit[i] && i + 1 < sizeof small; i++) {
        small[i] = unit[i] >= 'A' && unit[i] <= 'Z' ? (char)(unit[i] - 'A' + 'a') : unit[i];
    }
    return !*small || strstr(name, small);
}

/* "o pit (depth 300 cm)": the name and what differs from ordinary ground, but for a word that is the name itself. */
static void print_ground(const drawing *d, const qm__ground *ground) {
    const qm_scenario *scenario = d->scenario;
    const qm_rules_facts *facts = scenario->family->facts;
    const qm_table *table = &facts->tables[facts->terrain_table];
    const qm__names names = {.rules = &scenario->rules, .scenario = scenario};
    qm_text_addf(d->out, "%c %s", ground->sign, ground->name);
    int told = 0;
    for (uint16_t i = 0; i < table->column_count; i++) {
        const qm_field *column = &table->columns[i];
        if (ground->values[i] == column->standard || column->type == QM_TYPE_WORD) {
            continue;
        }
        const qm__declared declared = qm__declared_field(column);
        qm_text_addf(d->out, "%s%s ", told++ == 0 ? " (" : ", ", column->name);
        qm__declared_print(&declared, &names, ground->values[i], d->out);
        if (!unit_in_name(column->unit, column->name)) {
            qm_text_addf(d->out, " %s", column->unit);
        }
    }
    qm_text_add(d->out, told > 0 ? ")" : "");
}

static void print_grounds(const drawing *d) {
    const qm_scenario *scenario = d->scenario;
    bool used[256] = {0};
    for (uint32_t hex = 1; hex <= scenario->hex.hex_count; hex++) {
        used[scenario->cells[hex]] = true;
    }
    int told = 0;
    bool listed[256] = {0}; /* by sign: patches of the same ground share one */
    for (uint16_t i = 0; i < scenario->ground_count; i++) {
        const unsigned char sign = (unsigned char)scenario->grounds[i].sign;
        if (used[i] && !plain_ground(scenario, &scenario->grounds[i]) && (!listed[sign] || sign == '#')) {
            listed[sign] = true;
            qm_text_add(d->out, told++ == 0 ? "ground: " : "; ");
            print_ground(d, &scenario->grounds[i]);
        }
    }
    qm_text_add(d->out, told > 0 ? "\n" : "");
}

static void print_items(const drawing *d) {
    int told = 0;
    for (uint16_t i = 0; i < d->scenario->item_count; i++) {
        if (d->items[i].posture != QM_POSTURE_GONE && d->items[i].holder == 0) {
            qm_text_addf(d->out, "%s%s at ", told++ == 0 ? "on the ground (!): " : ", ", d->scenario->items[i].name);
            qm_place_print(d->scenario, d->items[i].at, d->out);
        }
    }
    qm_text_add(d->out, told > 0 ? "\n" : "");
}

static void print_zones(const drawing *d) {
    for (uint16_t z = 0; z < d->scenario->zone_count; z++) {
        const qm__zone *zone = &d->scenario->zones[z];
        const uint8_t holder = d->state->zone_side[z];
        qm_text_addf(d->out, "zone (*): %s, to be held for %u %s", zone->name, zone->turns,
                     zone->turns == 1 ? "turn" : "turns");
        if (zone->side) {
            qm_text_addf(d->out, " by %s", qm_side_name(d->scenario, zone->side));
        }
        if (holder) {
            qm_text_addf(d->out, "; %s has held it for %u", qm_side_name(d->scenario, holder), d->state->zone_turns[z]);
        }
        qm_text_add_char(d->out, '\n');
    }
}

static void print_legend(const drawing *d) {
    qm_text_add(d->out, "sides: ");
    for (uint16_t i = 0; i < d->scenario->side_count; i++) {
        if (d->options->color) {
            qm_text_add(d->out, tone_code((uint8_t)(TONE_SIDE + i)));
        }
        qm_text_addf(d->out, "%s%c %s%s", i > 0 ? "  " : "", d->side_marks[i], d->scenario->sides[i].name,
                     d->options->color ? tone_code(TONE_PLAIN) : "");
    }
    qm_text_addf(d->out, "; %s facing; k kneeling, p prone, u unconscious, x dead; & several in the hex\n",
                 d->options->ascii ? "digit of a keypad" : "arrow");
    print_grounds(d);
    print_items(d);
    print_zones(d);
}

/* ------------------------------------------------------------------------------------------------------ the board */

void qm_board_size(const qm_scenario *scenario, int *columns, int *rows) {
    const bool hexes = scenario && scenario->family->facts->space == QM_SPACE_HEX;
    *columns = hexes ? scenario->hex.columns : 0;
    *rows = hexes ? scenario->hex.rows : 0;
}

/* Characters inside a hex: its label, and in rows one more, because a roof needs an odd number. */
static int inside_of(const qm_scenario *scenario) {
    const bool wide = scenario->hex.columns > 99 || scenario->hex.rows > 99;
    return (wide ? 6 : 4) + (scenario->hex.layout == QM__HEX_ROWS);
}

void qm_board_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height) {
    *width = *height = 0;
    if (scenario && scenario->family->facts->space == QM_SPACE_HEX && columns > 0 && rows > 0) {
        const bool in_rows = scenario->hex.layout == QM__HEX_ROWS;
        const int pitch = inside_of(scenario) + 1;
        *width = columns * pitch + 1 + (in_rows ? pitch / 2 : 0);
        *height = in_rows ? 3 * rows + 1 : 2 * rows + 2;
    }
}

/* Sets the part to draw; false when it is not on the board. */
static bool set_part(drawing *d) {
    const qm__hex_board *board = &d->scenario->hex;
    const qm_place from = d->options->from, to = d->options->to;
    if (from.x == 0 && from.y == 0) {
        d->columns = board->columns;
        d->rows = board->rows;
        return true;
    }
    d->left = from.x - 1;
    d->top = from.y - 1;
    d->columns = to.x - from.x + 1;
    d->rows = to.y - from.y + 1;
    return from.x >= 1 && from.y >= 1 && to.x >= from.x && to.y >= from.y && to.x <= board->columns &&
           to.y <= board->rows;
}

qm_result qm_board_print(const qm_scenario *scenario, const qm_state *state, const qm_board_options *options,
                         qm_text *out) {
    static const qm_board_options plain = {0};
    if (!scenario || !state || !out || scenario->family->facts->space != QM_SPACE_HEX) {
        return QM_ERROR_USAGE;
    }
    drawing d = {.scenario = scenario, .state = state, .options = options ? options : &plain, .out = out};
    if (!set_part(&d)) {
        return QM_ERROR_USAGE;
    }
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        qm_figure_look(scenario, state, i, &d.figures[i - 1]);
    }
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        qm_item_look(scenario, state, i, &d.items[i - 1]);
    }
    make_tags(scenario, d.tags);
    make_side_marks(scenario, d.side_marks);
    d.actor = qm_state_actor(scenario, state);
    d.inside = inside_of(scenario);
    d.pitch = d.inside + 1;
    if (scenario->hex.layout == QM__HEX_ROWS) {
        draw_rows(&d);
    } else {
        draw_columns(&d);
    }
    if (d.options->legend) {
        print_legend(&d);
    }
    return QM_OK;
}
