/* What the boards of all spaces with cells have in common: rows of characters with a legend, or a size, and patches of
 * ground by place. What only hexes or only tiles have is read by board_hex.c and board_tile.c, which lead.
 *
 * Blanks in a row are skipped, so that a drawing may be spaced out or shoved like the cells it shows. Every other
 * character is one cell and must be in the legend; the point is open ground unless the legend says otherwise.
 */
#include <string.h>

#include "base/name.h"
#include "game/cells.h"
#include "io/making.h"

#define GROUNDS_MAX 255
#define PATCH_SIGN '#' /* drawn for ground when no letter is left */

const qm__path qm__board_path = {NULL, "board", 0};

static const qm_table *terrain_of(const qm__making *m) {
    return &m->facts->tables[m->facts->terrain_table];
}

/* Adds a kind of ground: a row of the terrain table, changed by the columns that `changes` (may be NULL) gives. */
static int add_ground(qm__making *m, char sign, uint16_t row, const qm__value *changes, const qm__path *path) {
    qm_scenario *s = m->scenario;
    const qm_table *table = terrain_of(m);
    const qm__table_row *from = &s->rules.tables[m->facts->terrain_table].rows[row - 1];
    int32_t *values = qm__arena_copy(&s->arena, from->values, table->column_count * sizeof *values);
    if (!values || s->ground_count >= GROUNDS_MAX) {
        qm__fault(m->load, changes, path, "a board has at most %d kinds of ground", GROUNDS_MAX);
        return 0;
    }
    for (size_t c = 0; changes && c < table->column_count; c++) {
        const qm__value *given = qm__value_get(changes, table->columns[c].name);
        if (given) {
            const qm__declared declared = qm__declared_field(&table->columns[c]);
            const qm__names names = {&s->rules, s};
            qm__declared_read(m->load, &declared, &names, given, &(qm__path){path, declared.name, 0}, &values[c]);
        }
    }
    s->grounds[s->ground_count] = (qm__ground){.name = from->name, .row = row, .sign = sign, .values = values};
    return s->ground_count++;
}

/* The row of the terrain table that a string or the member "terrain" names; 0 after a fault. */
static uint16_t terrain_row(qm__making *m, const qm__value *value, const qm__path *path) {
    const qm_table *table = terrain_of(m);
    const qm__declared declared = {.name = "terrain", .type = QM_TYPE_ROW, .table = table->name, .unit = ""};
    const qm__names names = {&m->scenario->rules, m->scenario};
    int32_t row = 0;
    if (!qm__declared_read(m->load, &declared, &names, value, path, &row)) {
        return 0;
    }
    if (row == 0) {
        qm__fault(m->load, value, path, "must name a kind of terrain");
    }
    return (uint16_t)row;
}

static void check_ground_keys(qm__making *m, const qm__value *object, const qm__path *path, bool placed) {
    const qm_table *table = terrain_of(m);
    const char *names[66] = {"terrain", placed ? "at" : NULL};
    size_t count = 2;
    for (size_t c = 0; c < table->column_count && count < 66; c++) {
        names[count++] = table->columns[c].name;
    }
    qm__check_keys(m->load, object, path, names, count);
}

/* A legend entry or patch as a ground; -1 after a fault. */
static int read_ground(qm__making *m, char sign, const qm__value *value, const qm__path *path, bool placed) {
    if (value->kind == QM__STRING && !placed) {
        const uint16_t row = terrain_row(m, value, path);
        return row == 0 ? -1 : add_ground(m, sign, row, NULL, path);
    }
    if (!qm__expect(m->load, value, QM__OBJECT, NULL, path)) {
        return -1;
    }
    check_ground_keys(m, value, path, placed);
    const qm__value *terrain = qm__value_get(value, "terrain");
    const qm__path here = {path, "terrain", 0};
    if (!terrain) {
        qm__fault(m->load, value, &here, "is missing");
        return -1;
    }
    const uint16_t row = terrain_row(m, terrain, &here);
    return row == 0 ? -1 : add_ground(m, sign, row, value, path);
}

/* Fills `grounds_of` by character: 1 + ground, 0 = not in the legend. */
static void read_legend(qm__making *m, const qm__value *legend, const qm__path *up, uint16_t grounds_of[128]) {
    const qm__path path = {up, "legend", 0};
    m->scenario->grounds = qm__arena_array(&m->scenario->arena, GROUNDS_MAX, sizeof(qm__ground));
    if (!m->scenario->grounds || (legend && !qm__expect(m->load, legend, QM__OBJECT, NULL, &path))) {
        legend = NULL;
    }
    const qm__value *open = qm__value_get(legend, ".");
    if (m->scenario->grounds && m->scenario->rules.tables[m->facts->terrain_table].count > 0) {
        const int ground =
            open ? read_ground(m, '.', open, &(qm__path){&path, ".", 0}, false) : add_ground(m, '.', 1, NULL, NULL);
        grounds_of['.'] = (uint16_t)(ground + 1);
    }
    for (const qm__value *entry = legend ? legend->first : NULL; entry; entry = entry->next) {
        const qm__path here = {&path, entry->key, 0};
        const unsigned char sign = (unsigned char)entry->key[0];
        if (entry->key_length != 1 || sign <= ' ' || sign >= 127) {
            qm__fault_key(m->load, entry, &here, "a legend's names are single visible ASCII characters");
        } else if (entry != open) {
            const int ground = read_ground(m, (char)sign, entry, &here, false);
            /* A wrong entry still is one: the rows that use it are not wrong as well. */
            grounds_of[sign] = (uint16_t)(ground < 0 ? 1 : ground + 1);
        }
    }
}

static int cells_in(const qm__value *row) {
    int count = 0;
    for (size_t i = 0; i < row->length; i++) {
        count += row->text[i] != ' ';
    }
    return count;
}

/* Columns and rows of the board; false after a fault. */
static bool read_size(qm__making *m, const qm__value *board, const qm__path *path, int *columns, int *rows) {
    const qm__value *drawn = qm__value_get(board, "rows"), *size = qm__value_get(board, "size");
    const qm__path rows_path = {path, "rows", 0}, size_path = {path, "size", 0};
    if ((drawn != NULL) == (size != NULL)) {
        qm__fault(m->load, size ? size : board, path, "needs either \"rows\" or \"size\"");
        return false;
    }
    const qm__value *list = drawn ? drawn : size;
    if (!qm__expect(m->load, list, QM__ARRAY, NULL, drawn ? &rows_path : &size_path)) {
        return false;
    }
    int64_t numbers[2] = {0, 0};
    if (drawn) {
        const bool text = drawn->first && drawn->first->kind == QM__STRING;
        numbers[0] = text ? cells_in(drawn->first) : 0;
        numbers[1] = (int64_t)drawn->count;
    } else if (size->count != 2 || !qm__value_int(size->first, &numbers[0]) ||
               !qm__value_int(size->last, &numbers[1])) {
        qm__fault(m->load, size, &size_path, "must be two whole numbers: columns and rows");
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (numbers[i] < 1 || numbers[i] > QM__CELL_SIDE_MAX) {
            qm__fault(m->load, list, drawn ? &rows_path : &size_path, "the board has %lld %s; it must have 1 to %d",
                      (long long)numbers[i], i == 0 ? "columns" : "rows", QM__CELL_SIDE_MAX);
            return false;
        }
    }
    *columns = (int)numbers[0];
    *rows = (int)numbers[1];
    return true;
}

static void read_row(qm__making *m, const qm__value *row, const qm__path *path, int y, const uint16_t grounds_of[128]) {
    qm_scenario *s = m->scenario;
    if (!qm__expect(m->load, row, QM__STRING, NULL, path)) {
        return;
    }
    const int count = cells_in(row);
    if (count != qm__cell_columns(s)) {
        qm__fault(m->load, row, path, "has %d %s, the first row has %d", count, qm__cell_words(s), qm__cell_columns(s));
        return;
    }
    int x = 0;
    for (size_t i = 0; i < row->length; i++) {
        const unsigned char sign = (unsigned char)row->text[i];
        if (sign == ' ') {
            continue;
        }
        const uint16_t ground = sign < 128 ? grounds_of[sign] : 0;
        if (ground == 0) {
            const qm__value at = {.line = row->line, .column = row->column + 1 + (uint32_t)i};
            qm__fault(m->load, &at, path,
                      sign > ' ' && sign < 127 ? "the character '%c' is not in the legend"
                                               : "a character is not visible ASCII",
                      sign);
            return;
        }
        s->cells[qm__cell_at(s, x++, y)] = (uint8_t)(ground - 1);
    }
}

static bool sign_taken(const qm_scenario *s, size_t count, char sign) {
    for (size_t g = 0; g < count; g++) {
        if (s->grounds[g].sign == sign) {
            return true;
        }
    }
    return false;
}

/* A sign for the ground that a patch added: that of the same ground if there is one, else the first letter of its name
 * that no other ground has, else any. */
static void choose_sign(const qm__making *m, size_t ground) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const qm_scenario *s = m->scenario;
    qm__ground *added = &s->grounds[ground];
    for (size_t g = 0; g < ground; g++) {
        if (s->grounds[g].row == added->row &&
            memcmp(s->grounds[g].values, added->values, terrain_of(m)->column_count * sizeof(int32_t)) == 0) {
            added->sign = s->grounds[g].sign;
            return;
        }
    }
    const char *const from[] = {added->name, letters};
    for (size_t i = 0; i < 2; i++) {
        for (const char *c = from[i]; *c; c++) {
            if (strchr(letters, *c) && !sign_taken(s, ground, *c)) {
                added->sign = *c;
                return;
            }
        }
    }
}

/* Patches of ground by place, laid over the rows in the order of the file. */
static void read_patches(qm__making *m, const qm__value *list, const qm__path *up) {
    const qm__path path = {up, "ground", 0};
    if (!list || !qm__expect(m->load, list, QM__ARRAY, NULL, &path)) {
        return;
    }
    size_t index = 0;
    for (const qm__value *patch = list->first; patch; patch = patch->next, index++) {
        const qm__path here = {&path, NULL, index}, at_path = {&here, "at", 0};
        const int ground = read_ground(m, PATCH_SIGN, patch, &here, true);
        if (ground > 0) {
            choose_sign(m, (size_t)ground);
        }
        const qm__value *at = qm__value_get(patch, "at");
        if (ground < 0 || !qm__expect(m->load, at, QM__ARRAY, patch, &at_path)) {
            continue;
        }
        size_t n = 0;
        for (const qm__value *place = at->first; place; place = place->next, n++) {
            const uint16_t cell = qm__board_cell(m, place, &(qm__path){&at_path, NULL, n});
            if (cell != 0) {
                m->scenario->cells[cell] = (uint8_t)ground;
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------- for the spaces */

bool qm__board_begin(qm__making *m, const qm__value *board, const char *const *keys, size_t key_count) {
    if (!qm__expect(m->load, board, QM__OBJECT, m->root, &qm__board_path)) {
        return false;
    }
    qm__check_keys(m->load, board, &qm__board_path, keys, key_count);
    qm__board_word(m, board, "space", m->facts->space == QM_SPACE_TABLE ? "table" : qm__cell_word(m->scenario), 0);
    return true;
}

int qm__board_word(qm__making *m, const qm__value *board, const char *key, const char *words, int otherwise) {
    const qm__value *value = qm__value_get(board, key);
    const qm__declared declared = {.name = key, .type = QM_TYPE_WORD, .words = words, .unit = ""};
    int32_t index = otherwise;
    if (value) {
        qm__declared_read(m->load, &declared, NULL, value, &(qm__path){&qm__board_path, key, 0}, &index);
    }
    return index;
}

uint16_t qm__board_cell(qm__making *m, const qm__value *place, const qm__path *path) {
    const qm__declared declared = {.name = path->up->key, .type = QM_TYPE_PLACE, .unit = ""};
    const qm__names names = {&m->scenario->rules, m->scenario};
    int32_t cell = 0;
    return qm__declared_read(m->load, &declared, &names, place, path, &cell) ? (uint16_t)cell : 0;
}

bool qm__board_measure(qm__making *m, const qm__value *board, qm__board_draft *draft) {
    memset(draft, 0, sizeof *draft);
    read_legend(m, qm__value_get(board, "legend"), &qm__board_path, draft->grounds_of);
    if (!read_size(m, board, &qm__board_path, &draft->columns, &draft->rows)) {
        return false;
    }
    m->scenario->cells = qm__arena_alloc(&m->scenario->arena, (size_t)draft->columns * (size_t)draft->rows + 1);
    return m->scenario->cells != NULL;
}

void qm__board_fill(qm__making *m, const qm__value *board, const qm__board_draft *draft) {
    const qm__value *drawn = qm__value_get(board, "rows");
    const qm__path rows_path = {&qm__board_path, "rows", 0};
    size_t index = 0;
    for (const qm__value *row = drawn ? drawn->first : NULL; row; row = row->next, index++) {
        read_row(m, row, &(qm__path){&rows_path, NULL, index}, (int)index, draft->grounds_of);
    }
    read_patches(m, qm__value_get(board, "ground"), &qm__board_path);
}
