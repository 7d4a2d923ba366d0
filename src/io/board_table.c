/* The board of a scenario on a table: its size, prisms, ladders and zones.
 *
 * A part that cannot be read is left out, so that one run tells the faults of all others; the table is then not used.
 * What is wrong with the geometry is found by qm__table_finish and told by board_table_fault.c.
 *
 * Rejected: reading corners straight into growing arrays. The tree of values knows all counts, so limits are told
 * before anything is read and the arrays have their size at once.
 */
#include "io/board_table.h"

#include <string.h>

#include "base/name.h"
#include "game/place.h"
#include "space/table/body.h"

enum { FAULTS_MAX = 2 * (QM__PRISMS_MAX + QM__AREAS_MAX + QM__LADDERS_MAX), NAME_MAX_BYTES = 63 };
enum { FLAT = 2000 }; /* units: a ladder leads no farther across than that, or than up */

/* One part of the board while it is read. */
typedef struct part {
    qm__table_draft *draft;
    const qm__value *entry;
    const qm__path *path;
    qm__load load; /* about this part: its name */
    bool good;
} part;

/* Reports a fault of a part, after its name. */
static void fault_part(part *p, const qm__value *at, const qm__path *path, const char *message) {
    qm__fault(&p->load, at, path, "%s", message);
    p->good = false;
}

/* ---------------------------------------------------------------------------------------------------------- numbers */

/* A length in inches, within ±10,000. */
static int32_t read_inches(part *p, const qm__value *value, const qm__path *path) {
    char space[64], message[120];
    qm_text text = qm_text_over(message, sizeof message);
    const char *fault = qm__value_decimal_fault(value, 3, space);
    int64_t number = 0;
    if (!fault) {
        qm__value_decimal(value, 3, &number);
        if (number <= QM__COORDINATE_MAX && number >= -QM__COORDINATE_MAX) {
            return (int32_t)number;
        }
        fault = "lies beyond ±10,000 inches";
    }
    qm_text_addf(&text, "%.40s%s%s", value->kind == QM__NUMBER ? value->text : "", value->kind == QM__NUMBER ? " " : "",
                 fault);
    fault_part(p, value, path, message);
    return 0;
}

static int32_t read_height(part *p, const char *key, int32_t otherwise) {
    const qm__value *value = qm__value_get(p->entry, key);
    return value ? read_inches(p, value, &(qm__path){p->path, key, 0}) : otherwise;
}

/* A list of numbers of one of two lengths. */
static bool read_list(part *p, const qm__value *value, const qm__path *path, size_t least, size_t most,
                      const char *what, int32_t *out) {
    if (value->kind != QM__ARRAY || value->count < least || value->count > most) {
        fault_part(p, value, path, what);
        return false;
    }
    size_t i = 0;
    for (const qm__value *one = value->first; one; one = one->next, i++) {
        out[i] = read_inches(p, one, &(qm__path){path, NULL, i});
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- names and kinds */

static bool name_good(const char *name, size_t length) {
    bool good = length > 0 && length <= NAME_MAX_BYTES;
    for (size_t i = 0; i < length; i++) {
        good = good && (unsigned char)name[i] >= ' ' && name[i] != 127;
    }
    return good;
}

/* The name that the file gives, or one like "prism 3". */
static void read_name(part *p, const char *word, size_t number) {
    qm_scenario *s = p->draft->making->scenario;
    char made[32];
    qm_text text = qm_text_over(made, sizeof made);
    qm_text_addf(&text, "%s %zu", word, number);
    const char *name = qm__arena_string(&s->arena, made, strlen(made));
    p->load.about = name ? name : word;
    const qm__value *value = qm__value_get(p->entry, "name");
    const qm__path path = {p->path, "name", 0};
    if (!value) {
        return;
    }
    if (value->kind != QM__STRING || !name_good(value->text, value->length)) {
        fault_part(p, value, &path, "its name must be a string of 1 to 63 bytes without control characters");
        return;
    }
    name = qm__arena_string(&s->arena, value->text, value->length);
    p->load.about = name ? name : p->load.about;
}

/* A row of the terrain table; 0 = none. */
static uint16_t read_kind(part *p) {
    qm__making *m = p->draft->making;
    const qm__value *value = qm__value_get(p->entry, "kind");
    const qm__path path = {p->path, "kind", 0};
    int32_t row = 0;
    if (value && m->facts->table_count == 0) {
        fault_part(p, value, &path, "these rules have no kinds of terrain");
    } else if (value) {
        const qm_table *table = &m->facts->tables[m->facts->terrain_table];
        const qm__declared declared = {.name = "kind", .type = QM_TYPE_ROW, .table = table->name, .unit = ""};
        const qm__names names = {&m->scenario->rules, m->scenario};
        p->good &= qm__declared_read(&p->load, &declared, &names, value, &path, &row);
    }
    return (uint16_t)row;
}

static bool read_flag(part *p, const char *key, bool otherwise) {
    const qm__value *value = qm__value_get(p->entry, key);
    if (value && value->kind != QM__BOOL) {
        fault_part(p, value, &(qm__path){p->path, key, 0}, "must be true or false");
    }
    return value && value->kind == QM__BOOL ? value->truth : otherwise;
}

/* --------------------------------------------------------------------------------------------------------- polygons */

static void add_corner(qm__table *table, int32_t x, int32_t y) {
    table->corners[table->corner_count++] = (qm__corner){.x = x, .y = y};
    table->rings[table->ring_count - 1].count++;
}

static void begin_ring(qm__table *table, qm__polygon *polygon) {
    polygon->first_ring = polygon->ring_count == 0 ? table->ring_count : polygon->first_ring;
    polygon->ring_count++;
    table->rings[table->ring_count++] = (qm__ring){.first = table->corner_count};
}

static void read_ring(part *p, const qm__value *list, const qm__path *path, qm__polygon *polygon) {
    qm__table *table = p->draft->table;
    if (list->kind != QM__ARRAY) {
        fault_part(p, list, path, "must be a list of corners, each [x, y]");
        return;
    }
    if (list->count > QM__RING_CORNERS_MAX) {
        fault_part(p, list, path, "has more than 500 corners");
        return;
    }
    begin_ring(table, polygon);
    size_t index = 0;
    for (const qm__value *corner = list->first; corner; corner = corner->next, index++) {
        int32_t xy[2] = {0, 0};
        read_list(p, corner, &(qm__path){path, NULL, index}, 2, 2, "a corner is two numbers, [x, y]", xy);
        add_corner(table, xy[0], xy[1]);
    }
}

static void fault_box(part *p, const qm__value *box, const qm__path *path, const int32_t c[4]) {
    const qm_scenario *scenario = p->draft->making->scenario;
    char message[160];
    qm_text text = qm_text_over(message, sizeof message);
    qm_text_add(&text, "a box has no area unless x0 is less than x1 and y0 less than y1; this one goes from ");
    qm_place_print(scenario, (qm_place){c[0], c[1], 0}, &text);
    qm_text_add(&text, " to ");
    qm_place_print(scenario, (qm_place){c[2], c[3], 0}, &text);
    fault_part(p, box, path, message);
}

static void read_box(part *p, const qm__value *box, const qm__path *path, qm__polygon *polygon) {
    qm__table *table = p->draft->table;
    int32_t c[4] = {0};
    if (!read_list(p, box, path, 4, 4, "a box is four numbers, [x0, y0, x1, y1]", c) || !p->good) {
        return;
    }
    if (c[0] >= c[2] || c[1] >= c[3]) {
        fault_box(p, box, path, c);
        return;
    }
    begin_ring(table, polygon);
    add_corner(table, c[0], c[1]);
    add_corner(table, c[2], c[1]);
    add_corner(table, c[2], c[3]);
    add_corner(table, c[0], c[3]);
}

static void read_polygon(part *p, qm__polygon *polygon) {
    const qm__value *at = qm__value_get(p->entry, "at"), *box = qm__value_get(p->entry, "box");
    const qm__value *holes = qm__value_get(p->entry, "holes");
    const qm__path holes_path = {p->path, "holes", 0};
    if ((at != NULL) == (box != NULL)) {
        fault_part(p, p->entry, p->path,
                   at ? "has both \"at\", its corners, and \"box\"" : "needs either \"at\", its corners, or \"box\"");
        return;
    }
    if (at) {
        read_ring(p, at, &(qm__path){p->path, "at", 0}, polygon);
    } else {
        read_box(p, box, &(qm__path){p->path, "box", 0}, polygon);
    }
    if (holes && holes->kind != QM__ARRAY) {
        fault_part(p, holes, &holes_path, "must be a list of holes, each a list of corners");
    } else if (holes && holes->count > QM__HOLES_MAX) {
        fault_part(p, holes, &holes_path, "has more than 32 holes");
    } else if (holes && p->good) {
        size_t index = 0;
        for (const qm__value *hole = holes->first; hole; hole = hole->next, index++) {
            read_ring(p, hole, &(qm__path){&holes_path, NULL, index}, polygon);
        }
    }
}

/* The height of a railing: a number above 0, or true for one inch; 0 for false and null. */
static int32_t read_rail(part *p, const qm__value *value, const qm__path *path) {
    if (value->kind == QM__BOOL) {
        return value->truth ? QM__RAIL_STANDARD : 0;
    }
    const int32_t height = value->kind == QM__NULL ? 0 : read_inches(p, value, path);
    if (height < 0) {
        fault_part(p, value, path, "a railing's height is not below 0");
    }
    return height;
}

/* Warns of what is allowed and most likely a slip: a part's name and words about it. */
static void warn_part(part *p, const qm__value *at, const qm__path *path, const char *words) {
    char field[QM__FIELD_MAX];
    qm_text text = qm_text_over(field, sizeof field);
    qm__path_print(path, &text);
    qm__report(p->load.list, QM_SEVERITY_WARNING, p->load.file, at->line, at->column, field, "%s%s", p->load.about,
               words);
}

/* A railing on a top that nobody stands on keeps nobody from falling. */
static void warn_rail(part *p, const qm__value *value, const qm__path *path) {
    warn_part(p, value, path,
              " has a railing on a top that cannot be stood on (\"walkable\" is false): it only makes the edge higher");
}

/* "rail" is all around, along holes too; "rails" lists the edges of the outline. */
static void read_rails(part *p, const qm__polygon *polygon) {
    qm__table *table = p->draft->table;
    const qm__value *all = qm__value_get(p->entry, "rail"), *list = qm__value_get(p->entry, "rails");
    const qm__path all_path = {p->path, "rail", 0}, list_path = {p->path, "rails", 0};
    if (all && list) {
        fault_part(p, list, &list_path, "has \"rail\" already, which is a railing all around");
    } else if (all) {
        const int32_t height = read_rail(p, all, &all_path);
        const uint32_t first = table->rings[polygon->first_ring].first;
        for (uint32_t i = first; i < table->corner_count; i++) {
            table->corners[i].rail = height;
        }
    } else if (list && (list->kind != QM__ARRAY || list->count != table->rings[polygon->first_ring].count)) {
        char message[120];
        qm_text text = qm_text_over(message, sizeof message);
        qm_text_addf(&text, "must be a list with one entry for each edge of the outline, which has %u",
                     (unsigned)table->rings[polygon->first_ring].count);
        fault_part(p, list, &list_path, message);
    } else if (list) {
        qm__corner *corner = table->corners + table->rings[polygon->first_ring].first;
        size_t index = 0;
        for (const qm__value *rail = list->first; rail; rail = rail->next, index++) {
            corner[index].rail = read_rail(p, rail, &(qm__path){&list_path, NULL, index});
        }
    }
}

static bool has_rail(const qm__table *table, const qm__polygon *polygon) {
    bool found = false;
    for (uint32_t i = table->rings[polygon->first_ring].first; i < table->corner_count; i++) {
        found = found || table->corners[i].rail > 0;
    }
    return found;
}

/* ------------------------------------------------------------------------------------------------------------ parts */

/* Keeps the words of a part that was read; else takes back what it added. */
static bool keep(part *p, qm__table_source *source, size_t number, size_t index, const qm__table *before) {
    if (!p->good) {
        p->draft->broken = true;
        p->draft->table->corner_count = before->corner_count;
        p->draft->table->ring_count = before->ring_count;
        return false;
    }
    source->entries[number] = p->entry;
    source->indexes[number] = index;
    return true;
}

static void add_prism(part *p, size_t index) {
    static const char *const keys[] = {"name",      "at",    "box",        "holes", "bottom", "top", "walkable",
                                       "climbable", "sight", "impassable", "rails", "rail",   "kind"};
    qm__table *table = p->draft->table;
    const qm__table before = *table;
    qm__prism prism = {0};
    read_name(p, "prism", index + 1);
    qm__check_keys(&p->load, p->entry, p->path, keys, sizeof keys / sizeof keys[0]);
    read_polygon(p, &prism.polygon);
    if (!qm__value_get(p->entry, "top")) {
        fault_part(p, p->entry, &(qm__path){p->path, "top", 0}, "is missing: how high it reaches");
    }
    prism.bottom = read_height(p, "bottom", 0);
    prism.top = read_height(p, "top", 0);
    prism.kind = read_kind(p);
    const qm__declared sight = {.name = "sight", .type = QM_TYPE_WORD, .words = "blocks clear", .unit = ""};
    const qm__value *word = qm__value_get(p->entry, "sight");
    int32_t clear = 0;
    if (word) {
        p->good &= qm__declared_read(&p->load, &sight, NULL, word, &(qm__path){p->path, "sight", 0}, &clear);
    }
    prism.flags =
        (uint16_t)((read_flag(p, "walkable", true) ? QM__PRISM_WALKABLE : 0) |
                   (read_flag(p, "climbable", true) ? 0 : QM__PRISM_SHEER) |
                   (read_flag(p, "impassable", false) ? QM__PRISM_IMPASSABLE : 0) | (clear ? QM__PRISM_CLEAR : 0));
    prism.name = p->load.about;
    if (p->good) {
        read_rails(p, &prism.polygon);
    }
    if (p->good && !(prism.flags & QM__PRISM_WALKABLE) && has_rail(table, &prism.polygon)) {
        const char *key = qm__value_get(p->entry, "rail") ? "rail" : "rails";
        warn_rail(p, qm__value_get(p->entry, key), &(qm__path){p->path, key, 0});
    }
    if (keep(p, &p->draft->prisms, table->prism_count, index, &before)) {
        table->prisms[table->prism_count++] = prism;
    }
}

static void add_area(part *p, size_t index) {
    static const char *const keys[] = {"name", "at", "box", "holes", "bottom", "top", "kind"};
    qm__table *table = p->draft->table;
    const qm__table before = *table;
    qm__area area = {0};
    read_name(p, "zone", index + 1);
    qm__check_keys(&p->load, p->entry, p->path, keys, sizeof keys / sizeof keys[0]);
    read_polygon(p, &area.polygon);
    area.bottom = read_height(p, "bottom", 0);
    area.top = read_height(p, "top", area.bottom);
    area.kind = read_kind(p);
    area.name = p->load.about;
    if (keep(p, &p->draft->areas, table->area_count, index, &before)) {
        table->areas[table->area_count++] = area;
    }
}

static void read_end(part *p, const char *key, size_t least, const char *what, int32_t out[3]) {
    const qm__value *value = qm__value_get(p->entry, key);
    const qm__path path = {p->path, key, 0};
    if (!value) {
        fault_part(p, p->entry, &path, "is missing");
    } else {
        read_list(p, value, &path, least, 3, what, out);
    }
}

/* A ladder costs its height, however far apart its ends are in plan: one that leads farther across than up. */
static void warn_flat(part *p, const int32_t foot[3], const int32_t head[3]) {
    const double length = qm__apart((qm__xy){foot[0], foot[1]}, (qm__xy){head[0], head[1]});
    const qm__value *value = qm__value_get(p->entry, "head");
    char array[120];
    qm_text text = qm_text_over(array, sizeof array);
    if (value && length > FLAT && length > (double)head[2] - foot[2]) {
        qm_text_add(&text, ": its head is ");
        qm__inches_print((int32_t)(length + 0.5), &text);
        qm_text_add(&text, "\" in plan from its foot, and only its height will count as movement");
        warn_part(p, value, &(qm__path){p->path, "head", 0}, array);
    }
}

static void add_ladder(part *p, size_t index) {
    static const char *const keys[] = {"name", "foot", "head"};
    qm__table *table = p->draft->table;
    int32_t foot[3] = {0}, head[3] = {0};
    read_name(p, "ladder", index + 1);
    qm__check_keys(&p->load, p->entry, p->path, keys, sizeof keys / sizeof keys[0]);
    read_end(p, "foot", 2, "the foot of a ladder is [x, y] or [x, y, height]", foot);
    read_end(p, "head", 3, "the head of a ladder is [x, y, height]", head);
    warn_flat(p, foot, head);
    if (keep(p, &p->draft->ladders, table->ladder_count, index, table)) {
        table->ladders[table->ladder_count++] =
            (qm__ladder){p->load.about, foot[0], foot[1], foot[2], head[0], head[1], head[2]};
    }
}

/* ------------------------------------------------------------------------------------------------------------ lists */

typedef struct list_kind {
    const char *key, *word; /* "prisms", "prism" */
    size_t most;
    void (*add)(part *p, size_t index);
} list_kind;

enum { PRISMS, ZONES, LADDERS, LISTS };
static const list_kind lists[LISTS] = {[PRISMS] = {"prisms", "prism", QM__PRISMS_MAX, add_prism},
                                       [ZONES] = {"zones", "zone", QM__AREAS_MAX, add_area},
                                       [LADDERS] = {"ladders", "ladder", QM__LADDERS_MAX, add_ladder}};

static size_t length_of(const qm__value *list) {
    return list && list->kind == QM__ARRAY ? list->count : 0;
}

/* The list of a kind, NULL when there is none or it cannot be read. */
static const qm__value *find_list(const qm__table_draft *d, const qm__value *board, const list_kind *kind) {
    const qm__path path = {&qm__board_path, kind->key, 0};
    const qm__value *list = qm__value_get(board, kind->key);
    if (!list || !qm__expect(d->making->load, list, QM__ARRAY, NULL, &path)) {
        return NULL;
    }
    if (list->count > kind->most) {
        qm__fault(d->making->load, list, &path, "has %zu %ss; a table has at most %zu", list->count, kind->word,
                  kind->most);
        return NULL;
    }
    return list;
}

/* Rings and corners that the parts of a list can need. */
static void count_corners(const qm__value *list, size_t *rings, size_t *corners) {
    for (const qm__value *entry = list ? list->first : NULL; entry; entry = entry->next) {
        const qm__value *holes = qm__value_get(entry, "holes");
        *rings += 1 + length_of(holes);
        *corners += 4 + length_of(qm__value_get(entry, "at"));
        for (const qm__value *hole = length_of(holes) ? holes->first : NULL; hole; hole = hole->next) {
            *corners += length_of(hole);
        }
    }
}

static bool take_source(qm__table_draft *d, qm__table_source *source, size_t count) {
    source->entries = qm__arena_array(d->making->load->arena, count, sizeof *source->entries);
    source->indexes = qm__arena_array(d->making->load->arena, count, sizeof *source->indexes);
    return source->entries && source->indexes;
}

static bool take_memory(qm__table_draft *d, const qm__value *const found[LISTS]) {
    qm__arena *arena = &d->making->scenario->arena;
    qm__table *table = d->table;
    size_t rings = 0, corners = 0;
    count_corners(found[PRISMS], &rings, &corners);
    count_corners(found[ZONES], &rings, &corners);
    table->rings = qm__arena_array(arena, rings, sizeof *table->rings);
    table->corners = qm__arena_array(arena, corners, sizeof *table->corners);
    table->prisms = qm__arena_array(arena, length_of(found[PRISMS]), sizeof *table->prisms);
    table->areas = qm__arena_array(arena, length_of(found[ZONES]), sizeof *table->areas);
    table->ladders = qm__arena_array(arena, length_of(found[LADDERS]), sizeof *table->ladders);
    return take_source(d, &d->prisms, length_of(found[PRISMS])) && take_source(d, &d->areas, length_of(found[ZONES])) &&
           take_source(d, &d->ladders, length_of(found[LADDERS])) && !arena->failed;
}

static void read_parts(qm__table_draft *d, const list_kind *kind, const qm__value *list) {
    const qm__path path = {&qm__board_path, kind->key, 0};
    size_t index = 0;
    for (const qm__value *entry = list ? list->first : NULL; entry; entry = entry->next, index++) {
        const qm__path here = {&path, NULL, index};
        part p = {.draft = d, .entry = entry, .path = &here, .load = *d->making->load, .good = true};
        if (qm__expect(d->making->load, entry, QM__OBJECT, NULL, &here)) {
            kind->add(&p, index);
        } else {
            d->broken = true;
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- the board */

static int32_t read_side(qm__making *m, const qm__value *board, const char *key) {
    const qm__path path = {&qm__board_path, key, 0};
    const qm__declared declared = {
        .name = key, .type = QM_TYPE_LENGTH, .low = 1000, .high = QM__COORDINATE_MAX, .unit = "inches"};
    const qm__value *value = qm__value_get(board, key);
    int32_t side = 0;
    if (!value) {
        qm__fault(m->load, board, &path, "is missing: how many inches the table measures");
    } else if (!qm__declared_read(m->load, &declared, NULL, value, &path, &side)) {
        return 0;
    }
    return side;
}

/* Names are told apart in messages and by zones of the end. */
static void check_names(qm__table_draft *d, const list_kind *kind, const qm__table_source *source, size_t count,
                        const char *(*name)(const qm__table *, size_t)) {
    const qm__path path = {&qm__board_path, kind->key, 0};
    for (size_t i = 1; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (qm__same(name(d->table, i), name(d->table, j))) {
                qm__fault(d->making->load, source->entries[i], &(qm__path){&path, NULL, source->indexes[i]},
                          "there is another %s \"%s\"", kind->word, name(d->table, i));
                d->broken = true;
                break;
            }
        }
    }
}

static const char *prism_name(const qm__table *table, size_t i) {
    return table->prisms[i].name;
}

static const char *area_name(const qm__table *table, size_t i) {
    return table->areas[i].name;
}

static const char *ladder_name(const qm__table *table, size_t i) {
    return table->ladders[i].name;
}

static void finish(qm__table_draft *d) {
    qm__table_error *errors = qm__arena_array(d->making->load->arena, FAULTS_MAX, sizeof *errors);
    uint32_t count = 0;
    if (!errors) {
        return;
    }
    check_names(d, &lists[PRISMS], &d->prisms, d->table->prism_count, prism_name);
    check_names(d, &lists[ZONES], &d->areas, d->table->area_count, area_name);
    check_names(d, &lists[LADDERS], &d->ladders, d->table->ladder_count, ladder_name);
    const bool good = qm__table_finish(d->table, &d->making->scenario->arena, errors, FAULTS_MAX, &count);
    qm__table_faults(d, errors, count);
    if (!good || d->broken) {
        d->table->height_count = 0; /* there is no table */
    }
}

void qm__make_board_table(qm__making *m, const qm__value *board) {
    static const char *const keys[] = {"space", "width", "depth", "prisms", "ladders", "zones"};
    qm__table_draft draft = {.making = m, .table = &m->scenario->table};
    const qm__value *found[LISTS];
    if (!qm__board_begin(m, board, keys, sizeof keys / sizeof keys[0])) {
        return;
    }
    draft.table->width = read_side(m, board, "width");
    draft.table->depth = read_side(m, board, "depth");
    for (size_t i = 0; i < LISTS; i++) {
        found[i] = find_list(&draft, board, &lists[i]);
        draft.broken = draft.broken || (!found[i] && qm__value_get(board, lists[i].key));
    }
    if (!take_memory(&draft, found)) {
        return;
    }
    for (size_t i = 0; i < LISTS; i++) {
        read_parts(&draft, &lists[i], found[i]);
    }
    if (draft.table->corner_count > QM__CORNERS_MAX) {
        qm__fault(m->load, board, &qm__board_path, "the polygons have %u corners; a table has at most %d",
                  (unsigned)draft.table->corner_count, QM__CORNERS_MAX);
        return;
    }
    finish(&draft);
}
