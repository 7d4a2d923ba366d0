/* The board as text: tags of figures, marks of sides, what is in a cell, and the part to draw. How cells are laid out
 * is in board_text_hex.c and board_text_tile.c, how a table is drawn in board_text_table.c.
 *
 * Invariant: a line is made whole in a fixed buffer and then written, so drawing allocates nothing but the text.
 * Rejected: a canvas of the whole board, which a board of 200 by 200 makes large for no gain.
 */
#include "io/board_text.h"

#include <string.h>

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

static const char *const arrows[8] = {"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"};
static const char keypad[9] = "89632147";

const char *qm__sketch_tone(uint8_t tone) {
    static const char *const codes[QM__TONE_COUNT] = {[QM__TONE_PLAIN] = "\033[0m",
                                                      [QM__TONE_FRAME] = "\033[0;2m",
                                                      [QM__TONE_LABEL] = "\033[0;2m",
                                                      [QM__TONE_GROUND] = "\033[0;33m",
                                                      [QM__TONE_ITEM] = "\033[0;1m",
                                                      [QM__TONE_MARK] = "\033[0;32m",
                                                      [QM__TONE_WARN] = "\033[0;33m",
                                                      [QM__TONE_BODY] = "\033[0;2m",
                                                      [QM__TONE_SIDE] = "\033[0;1;31m",
                                                      [QM__TONE_SIDE + 1] = "\033[0;1;36m",
                                                      [QM__TONE_SIDE + 2] = "\033[0;1;33m",
                                                      [QM__TONE_SIDE + 3] = "\033[0;1;35m",
                                                      [QM__TONE_SIDE + 4] = "\033[0;1;32m",
                                                      [QM__TONE_SIDE + 5] = "\033[0;1;34m",
                                                      [QM__TONE_SIDE + 6] = "\033[0;31m",
                                                      [QM__TONE_SIDE + 7] = "\033[0;36m",
                                                      [QM__TONE_ACTOR] = "\033[0;1;7;31m",
                                                      [QM__TONE_ACTOR + 1] = "\033[0;1;7;36m",
                                                      [QM__TONE_ACTOR + 2] = "\033[0;1;7;33m",
                                                      [QM__TONE_ACTOR + 3] = "\033[0;1;7;35m",
                                                      [QM__TONE_ACTOR + 4] = "\033[0;1;7;32m",
                                                      [QM__TONE_ACTOR + 5] = "\033[0;1;7;34m",
                                                      [QM__TONE_ACTOR + 6] = "\033[0;7;31m",
                                                      [QM__TONE_ACTOR + 7] = "\033[0;7;36m"};
    return codes[tone];
}

void qm__sketch_put(qm__sketch *d, int x, char sign, uint8_t tone) {
    if (x >= 0 && x < QM__GLYPHS_MAX) {
        d->line[x] = (qm__glyph){(uint8_t)sign, tone};
    }
}

void qm__sketch_text(qm__sketch *d, int x, const char *text, uint8_t tone) {
    for (int i = 0; text[i]; i++) {
        qm__sketch_put(d, x + i, text[i], tone);
    }
}

static void add_glyph(const qm__sketch *d, qm__glyph g) {
    if (g.sign < QM__GLYPH_ARROW) {
        qm_text_add_char(d->out, (char)g.sign);
    } else if (d->options->ascii) {
        qm_text_add_char(d->out, keypad[g.sign - QM__GLYPH_ARROW]);
    } else {
        qm_text_add(d->out, arrows[g.sign - QM__GLYPH_ARROW]);
    }
}

void qm__sketch_line(qm__sketch *d, int width) {
    int length = width;
    while (length > 0 && (d->line[length - 1].sign == ' ' || d->line[length - 1].sign == 0)) {
        length--;
    }
    uint8_t tone = QM__TONE_PLAIN;
    for (int x = 0; x < length; x++) {
        qm__glyph g = d->line[x];
        g.sign = g.sign ? g.sign : ' ';
        if (d->options->color && g.tone != tone && g.sign != ' ') {
            qm_text_add(d->out, qm__sketch_tone(g.tone));
            tone = g.tone;
        }
        add_glyph(d, g);
    }
    if (d->options->color && tone != QM__TONE_PLAIN) {
        qm_text_add(d->out, qm__sketch_tone(QM__TONE_PLAIN));
    }
    qm_text_add_char(d->out, '\n');
    memset(d->line, 0, sizeof d->line);
}

/* ------------------------------------------------------------------------------------------------ what is in a cell */

static bool same_place(qm_place a, qm_place b) {
    return a.x == b.x && a.y == b.y;
}

/* The figure to show: who stands before who lies, and who acts before all. */
static uint16_t figure_in(const qm__sketch *d, qm_place at, int *count) {
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

static bool item_in(const qm__sketch *d, qm_place at) {
    for (uint16_t i = 0; i < d->scenario->item_count; i++) {
        if (d->items[i].posture != QM_POSTURE_GONE && d->items[i].holder == 0 && same_place(d->items[i].at, at)) {
            return true;
        }
    }
    return false;
}

static bool zone_in(const qm__sketch *d, qm_place at) {
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

static const qm_board_mark *mark_in(const qm__sketch *d, qm_place at) {
    for (size_t i = 0; i < d->options->mark_count; i++) {
        if (same_place(d->options->marks[i].at, at)) {
            return &d->options->marks[i];
        }
    }
    return NULL;
}

bool qm__sketch_plain(const qm_scenario *scenario, const qm__ground *ground) {
    const qm_rules_facts *facts = scenario->family->facts;
    const qm_table *table = &facts->tables[facts->terrain_table];
    const qm__table_row *row = &scenario->rules.tables[facts->terrain_table].rows[0];
    return ground->row == 1 && memcmp(ground->values, row->values, table->column_count * sizeof(int32_t)) == 0;
}

char qm__sketch_posture(qm_posture posture) {
    static const char signs[] = {[QM_POSTURE_GONE] = ' ',  [QM_POSTURE_STANDING] = ' ', [QM_POSTURE_LOW] = 'k',
                                 [QM_POSTURE_PRONE] = 'p', [QM_POSTURE_OUT] = 'u',      [QM_POSTURE_DEAD] = 'x'};
    return signs[posture];
}

uint8_t qm__sketch_figure_tone(const qm__sketch *d, uint16_t figure) {
    const qm_look *look = &d->figures[figure - 1];
    if (look->posture >= QM_POSTURE_OUT || look->side == 0) {
        return QM__TONE_BODY;
    }
    return (uint8_t)((figure == d->actor ? QM__TONE_ACTOR : QM__TONE_SIDE) + look->side - 1);
}

/* The glyph of the arrow for a direction of the board. */
static char arrow_of(const qm_scenario *scenario, int direction) {
    /* compass points on hexes: columns N NE SE S SW NW, rows NE E SE SW W NW */
    static const uint8_t points[2][6] = {{0, 1, 3, 4, 5, 7}, {1, 2, 3, 5, 6, 7}};
    const bool tiles = scenario->family->facts->space == QM_SPACE_TILE;
    return (char)(QM__GLYPH_ARROW + (tiles ? direction : points[scenario->hex.layout][direction]));
}

/* "↗Ad " or "0304" or a mark. */
void qm__sketch_upper(qm__sketch *d, int x, qm_place at) {
    int count;
    const uint16_t figure = figure_in(d, at, &count);
    const qm_board_mark *mark = mark_in(d, at);
    if (figure) {
        const qm_look *look = &d->figures[figure - 1];
        const uint8_t tone = qm__sketch_figure_tone(d, figure);
        if (look->facing >= 0 && look->facing < qm__cell_directions(d->scenario) && look->posture <= QM_POSTURE_PRONE) {
            qm__sketch_put(d, x, arrow_of(d->scenario, look->facing), tone);
        }
        qm__sketch_text(d, x + 1, d->tags[figure - 1], tone);
        qm__sketch_put(d, x + 3, qm__sketch_posture((qm_posture)look->posture), tone);
    } else if (mark) {
        qm__sketch_text(d, x, mark->label, mark->warn ? QM__TONE_WARN : QM__TONE_MARK);
    } else {
        char label[QM__CELL_LABEL_SIZE];
        qm__cell_label_write(d->scenario, qm__cell_of(d->scenario, at), label);
        qm__sketch_text(d, x, label, QM__TONE_LABEL);
    }
}

/* The ground, and over it whether there are several figures, the side of the one shown, an item, a zone. */
void qm__sketch_lower(qm__sketch *d, int x, qm_place at, char plain) {
    const qm_scenario *scenario = d->scenario;
    const qm__ground *ground = &scenario->grounds[scenario->cells[qm__cell_of(scenario, at)]];
    const bool is_plain = qm__sketch_plain(scenario, ground);
    for (int i = 0; i < d->inside; i++) {
        qm__sketch_put(d, x + i, is_plain ? plain : ground->sign, is_plain ? QM__TONE_FRAME : QM__TONE_GROUND);
    }
    int count;
    const uint16_t figure = figure_in(d, at, &count);
    if (count > 1) {
        qm__sketch_put(d, x, '&', QM__TONE_ITEM);
    }
    if (figure && d->figures[figure - 1].side) {
        qm__sketch_put(d, x + 1, d->side_marks[d->figures[figure - 1].side - 1], qm__sketch_figure_tone(d, figure));
    }
    if (item_in(d, at)) {
        qm__sketch_put(d, x + 2, '!', QM__TONE_ITEM);
    }
    if (zone_in(d, at)) {
        qm__sketch_put(d, x + 3, '*', QM__TONE_MARK);
    }
}

qm_place qm__sketch_place(const qm__sketch *d, int column, int row) {
    return (qm_place){d->left + column + 1, d->top + row + 1, 0};
}

/* ------------------------------------------------------------------------------------------------------ the board */

void qm_board_size(const qm_scenario *scenario, int *columns, int *rows) {
    *columns = scenario ? qm__cell_columns(scenario) : 0;
    *rows = scenario ? qm__cell_rows(scenario) : 0;
}

void qm_board_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height) {
    *width = *height = 0;
    if (!scenario || columns <= 0 || rows <= 0) {
        return;
    }
    switch (scenario->family->facts->space) {
    case QM_SPACE_HEX:
        qm__sketch_hex_extent(scenario, columns, rows, width, height);
        break;
    case QM_SPACE_TILE:
        qm__sketch_tile_extent(scenario, columns, rows, width, height);
        break;
    case QM_SPACE_NONE:
    case QM_SPACE_TABLE:
        break;
    }
}

bool qm_board_middle(const qm_scenario *scenario, int width, int column, int row, qm_place *out) {
    if (!scenario || !out || scenario->family->facts->space != QM_SPACE_TABLE || column < 0 || row < 0) {
        return false;
    }
    qm__sketch_plan plan = qm__sketch_plan_of(scenario, width);
    *out = (qm_place){qm__sketch_x(&plan, column), qm__sketch_y(&plan, row), 0};
    return column < plan.columns && row < plan.rows;
}

/* Sets the part to draw; false when it is not on the board. A table is drawn whole. */
static bool set_part(qm__sketch *d) {
    if (!qm__has_cells(d->scenario->family->facts->space)) {
        return d->options->from.x == 0 && d->options->from.y == 0;
    }
    const int columns = qm__cell_columns(d->scenario), rows = qm__cell_rows(d->scenario);
    const qm_place from = d->options->from, to = d->options->to;
    if (from.x == 0 && from.y == 0) {
        d->columns = columns;
        d->rows = rows;
        return true;
    }
    d->left = from.x - 1;
    d->top = from.y - 1;
    d->columns = to.x - from.x + 1;
    d->rows = to.y - from.y + 1;
    return from.x >= 1 && from.y >= 1 && to.x >= from.x && to.y >= from.y && to.x <= columns && to.y <= rows;
}

qm_result qm_board_print(const qm_scenario *scenario, const qm_state *state, const qm_board_options *options,
                         qm_text *out) {
    static const qm_board_options plain = {0};
    if (!scenario || !state || !out || scenario->family->facts->space == QM_SPACE_NONE) {
        return QM_ERROR_USAGE;
    }
    qm__sketch d = {.scenario = scenario, .state = state, .options = options ? options : &plain, .out = out};
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
    switch (scenario->family->facts->space) {
    case QM_SPACE_HEX:
        qm__sketch_hex(&d);
        break;
    case QM_SPACE_TILE:
        qm__sketch_tile(&d);
        break;
    case QM_SPACE_TABLE:
        qm__sketch_table(&d);
        break;
    case QM_SPACE_NONE:
        break;
    }
    if (d.options->legend) {
        qm__sketch_legend(&d);
    }
    return QM_OK;
}
