/* Rulebook files: a family, what it extends, settings and rows of tables.
 *
 * A file is a chain of changes on a family's defaults: each link is read completely before the next is laid over it, so
 * a rulebook in memory always has every setting. The tree may come from TOML or, inside a scenario, from JSON: both are
 * read here.
 *
 * Invariant: a rulebook never holds a value outside its declared range.
 */
#include "io/rulebook.h"

#include <string.h>

#include "base/name.h"
#include "io/toml.h"
#include "rules/registry.h"

/* The files being read, innermost first: who extends whom. */
typedef struct chain {
    const struct chain *by;
    const char *file;
    int depth;
} chain;

static qm_result find_base(qm_rulebook **out, const qm__load *load, const char *name, const qm__value *at,
                           const qm__path *path, const chain *by);

/* ------------------------------------------------------------------------------------------------ making, copying */

qm_result qm__rulebook_of(qm_rulebook **out, const qm__family *family, const qm_allocator *allocator) {
    *out = NULL;
    qm_rulebook *rulebook = qm__resize(allocator, NULL, 0, sizeof *rulebook);
    if (!rulebook) {
        return QM_ERROR_MEMORY;
    }
    memset(rulebook, 0, sizeof *rulebook);
    if (allocator) {
        rulebook->allocator = *allocator;
    }
    qm__arena_init(&rulebook->arena, rulebook->allocator.resize ? &rulebook->allocator : NULL);
    rulebook->title = rulebook->text = rulebook->file = "";
    const qm_result result = qm__rules_default(&rulebook->rules, family, &rulebook->arena);
    if (result != QM_OK) {
        qm_rulebook_free(rulebook);
        return result;
    }
    *out = rulebook;
    return QM_OK;
}

void qm_rulebook_free(qm_rulebook *rulebook) {
    if (!rulebook) {
        return;
    }
    const qm_allocator allocator = rulebook->allocator;
    qm__arena_free(&rulebook->arena);
    qm__resize(allocator.resize ? &allocator : NULL, rulebook, sizeof *rulebook, 0);
}

static const char *copy_string(qm__arena *arena, const char *string) {
    const char *copy = qm__arena_string(arena, string, strlen(string));
    return copy ? copy : "";
}

qm_result qm__rules_copy(qm__rules *out, const qm__rules *rules, qm__arena *arena) {
    const qm_rules_facts *facts = rules->family->facts;
    out->family = rules->family;
    out->edition = copy_string(arena, rules->edition);
    out->settings = qm__arena_copy(arena, rules->settings, facts->setting_count * sizeof(int32_t));
    out->tables = qm__arena_array(arena, facts->table_count, sizeof(qm__table_rows));
    for (size_t t = 0; out->tables && t < facts->table_count; t++) {
        const qm__table_rows *from = &rules->tables[t];
        qm__table_rows *to = &out->tables[t];
        to->count = from->count;
        to->rows = qm__arena_array(arena, from->count, sizeof(qm__table_row));
        for (size_t r = 0; to->rows && r < from->count; r++) {
            to->rows[r].name = copy_string(arena, from->rows[r].name);
            to->rows[r].values =
                qm__arena_copy(arena, from->rows[r].values, facts->tables[t].column_count * sizeof(int32_t));
        }
    }
    return arena->failed ? QM_ERROR_MEMORY : QM_OK;
}

qm_result qm_rulebook_copy(qm_rulebook **out, const qm_rulebook *rulebook, const qm_allocator *allocator) {
    qm_result result = qm__rulebook_of(out, rulebook->rules.family, allocator);
    if (result == QM_OK) {
        qm_rulebook *copy = *out;
        copy->title = copy_string(&copy->arena, rulebook->title);
        copy->text = copy_string(&copy->arena, rulebook->text);
        copy->file = copy_string(&copy->arena, rulebook->file);
        result = qm__rules_copy(&copy->rules, &rulebook->rules, &copy->arena);
        if (result != QM_OK) {
            qm_rulebook_free(copy);
            *out = NULL;
        }
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------ settings, rows */

/* " (there are jump_most, jump_rise and others)": those that begin with the same word. */
static void suggest_alike(const qm_rules_facts *facts, const char *name, qm_text *out) {
    enum { SHOWN = 6 };
    const size_t length = strcspn(name, "_.");
    size_t count = 0;
    for (size_t i = 0; i < facts->setting_count && length > 0; i++) {
        if (strncmp(facts->settings[i].name, name, length) == 0 && facts->settings[i].name[length] == '_') {
            if (count < SHOWN) {
                qm_text_addf(out, "%s%s", count == 0 ? " (there are " : ", ", facts->settings[i].name);
            }
            count++;
        }
    }
    qm_text_add(out, count > SHOWN ? " and others)" : count > 0 ? ")" : "");
}

void qm__suggest_setting(const qm_rules_facts *facts, const char *name, qm_text *out) {
    size_t best = SIZE_MAX;
    const size_t limit = qm__name_limit(name);
    const char *found = NULL;
    for (size_t i = 0; i < facts->setting_count; i++) {
        const size_t distance = qm__name_distance(name, facts->settings[i].name, limit);
        if (distance <= limit && distance < best) {
            best = distance;
            found = facts->settings[i].name;
        }
    }
    if (found) {
        qm_text_addf(out, " (did you mean \"%s\"?)", found);
    } else {
        suggest_alike(facts, name, out);
    }
}

/* A word the catalogue knows and this version does not offer deserves its own message. */
static bool is_unoffered(const qm_setting *setting, const qm__value *value) {
    return setting->unoffered && value->kind == QM__STRING && qm_words_find(setting->unoffered, value->text) >= 0;
}

void qm__rulebook_settings(qm_rulebook *rulebook, const qm__load *load, const qm__value *settings,
                           const qm__path *path) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    if (!settings || !qm__expect(load, settings, QM__OBJECT, settings, path)) {
        return;
    }
    for (const qm__value *member = settings->first; member; member = member->next) {
        const qm__path here = {path, member->key, 0};
        const int index = qm_setting_named(facts, member->key);
        if (index < 0) {
            char hint[100];
            qm_text text = qm_text_over(hint, sizeof hint);
            qm__suggest_setting(facts, member->key, &text);
            qm__fault_key(load, member, &here, "%s has no such setting%s", facts->name, hint);
        } else if (is_unoffered(&facts->settings[index], member)) {
            qm__fault(load, member, &here, "\"%s\" is a known reading that this version does not offer", member->text);
        } else {
            const qm__declared declared = qm__declared_setting(&facts->settings[index]);
            const qm__names names = {&rulebook->rules, NULL};
            qm__declared_read(load, &declared, &names, member, &here, &rulebook->rules.settings[index]);
        }
    }
}

bool qm__rulebook_fixed(const qm_rulebook *rulebook, size_t table, const char *row) {
    return (rulebook->rules.family->facts->fixed_tables >> table & 1u) != 0 &&
           qm__row_named(&rulebook->rules.tables[table], row) == 0;
}

/* The row, made with standard values if it is new; NULL when memory or the limit does not allow it. */
qm__table_row *qm__rulebook_row(qm_rulebook *rulebook, size_t table, const char *name) {
    const qm_table *declared = &rulebook->rules.family->facts->tables[table];
    qm__table_rows *rows = &rulebook->rules.tables[table];
    const uint16_t found = qm__row_named(rows, name);
    if (found != 0) {
        return &rows->rows[found - 1];
    }
    if (rows->count >= QM__ROWS_MAX) {
        return NULL;
    }
    qm__table_row *grown = qm__arena_array(&rulebook->arena, rows->count + 1u, sizeof *grown);
    int32_t *values = qm__arena_array(&rulebook->arena, declared->column_count, sizeof *values);
    if (!grown || !values) {
        return NULL;
    }
    memcpy(grown, rows->rows, rows->count * sizeof *grown);
    for (size_t c = 0; c < declared->column_count; c++) {
        values[c] = declared->columns[c].standard;
    }
    grown[rows->count] = (qm__table_row){.name = copy_string(&rulebook->arena, name), .values = values};
    rows->rows = grown;
    rows->count++;
    return &grown[rows->count - 1];
}

int qm__column_named(const qm_table *table, const char *name) {
    for (int i = 0; i < table->column_count; i++) {
        if (qm__same(table->columns[i].name, name)) {
            return i;
        }
    }
    return -1;
}

static void fault_column(const qm__load *load, const qm_table *table, const qm__value *member, const qm__path *path) {
    char hint[100];
    const char *names[64];
    size_t count = 0;
    for (; count < table->column_count && count < 64; count++) {
        names[count] = table->columns[count].name;
    }
    qm_text text = qm_text_over(hint, sizeof hint);
    qm__suggest(&text, member->key, names, count);
    qm__fault_key(load, member, path, "the table %s has no such column%s", table->name, hint);
}

static void fault_fixed(const qm__load *load, const qm_table *table, const qm__value *row, const qm__path *path) {
    char list[200];
    const char *names[64];
    size_t count = 0;
    for (; count < table->row_count && count < 64; count++) {
        names[count] = table->rows[count].name;
    }
    qm_text text = qm_text_over(list, sizeof list);
    qm__list_names(&text, names, count);
    qm__fault_key(load, row, path, "the table %s has only %s, and no row can be added", table->name, list);
}

static void read_row(qm_rulebook *rulebook, const qm__load *load, size_t table, const qm__value *given,
                     const qm__path *path) {
    const qm_table *declared = &rulebook->rules.family->facts->tables[table];
    if (!qm__name_valid(given->key, given->key_length)) {
        qm__fault_key(load, given, path, "a row's name is a letter, then letters, digits, '_' and '-', at most %d",
                      QM_NAME_MAX);
        return;
    }
    if (!qm__expect(load, given, QM__OBJECT, NULL, path)) {
        return;
    }
    if (qm__rulebook_fixed(rulebook, table, given->key)) {
        fault_fixed(load, declared, given, path);
        return;
    }
    const bool is_new = qm__row_named(&rulebook->rules.tables[table], given->key) == 0;
    qm__table_row *row = qm__rulebook_row(rulebook, table, given->key);
    if (!row) {
        qm__fault_key(load, given, path, "a table has at most %d rows", QM__ROWS_MAX);
        return;
    }
    for (const qm__value *member = given->first; member; member = member->next) {
        const qm__path here = {path, member->key, 0};
        const int column = qm__column_named(declared, member->key);
        if (column < 0) {
            fault_column(load, declared, member, &here);
            continue;
        }
        const qm__declared type = qm__declared_field(&declared->columns[column]);
        const qm__names names = {&rulebook->rules, NULL};
        qm__declared_read(load, &type, &names, member, &here, &row->values[column]);
    }
    for (size_t c = 0; is_new && c < declared->column_count; c++) {
        if ((declared->columns[c].flags & QM_FIELD_REQUIRED) && !qm__value_get(given, declared->columns[c].name)) {
            qm__fault_key(load, given, path, "a new row needs the column %s", declared->columns[c].name);
        }
    }
}

static void read_table(qm_rulebook *rulebook, const qm__load *load, size_t table, const qm__value *given,
                       const qm__path *up) {
    const qm__path path = {up, given->key, 0};
    if (!qm__expect(load, given, QM__OBJECT, NULL, &path)) {
        return;
    }
    for (const qm__value *row = given->first; row; row = row->next) {
        read_row(rulebook, load, table, row, &(qm__path){&path, row->key, 0});
    }
}

/* ---------------------------------------------------------------------------------------------------- one object */

static const char *const heads[] = {"family", "edition", "extends", "title", "text", "settings"};
enum { HEADS = sizeof heads / sizeof heads[0] };

/* Lays the object's changes over the rulebook. */
static void apply(qm_rulebook *rulebook, const qm__load *load, const qm__value *object, const qm__path *up) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    const char *names[HEADS + 64];
    size_t count = HEADS;
    memcpy(names, heads, sizeof heads);
    for (size_t t = 0; t < facts->table_count && count < HEADS + 64; t++) {
        names[count++] = facts->tables[t].name;
    }
    qm__check_keys(load, object, up, names, count);
    rulebook->title = copy_string(&rulebook->arena, qm__get_text(load, object, "title", up, rulebook->title));
    rulebook->text = copy_string(&rulebook->arena, qm__get_text(load, object, "text", up, rulebook->text));
    rulebook->rules.edition =
        copy_string(&rulebook->arena, qm__get_text(load, object, "edition", up, rulebook->rules.edition));
    qm__rulebook_settings(rulebook, load, qm__value_get(object, "settings"), &(qm__path){up, "settings", 0});
    for (size_t t = 0; t < facts->table_count; t++) {
        const qm__value *given = qm__value_get(object, facts->tables[t].name);
        if (given) {
            read_table(rulebook, load, t, given, up);
        }
    }
}

static void list_families(qm_text *out) {
    size_t count = 0;
    const qm__family *const *list = qm__family_list(&count);
    for (size_t i = 0; i < count; i++) {
        qm_text_addf(out, "%s%s", i == 0 ? "" : ", ", list[i]->facts->name);
    }
}

/* The rules an object starts from: what it extends, else its family. */
static qm_result base_of(qm_rulebook **out, const qm__load *load, const qm__value *object, const qm__path *up,
                         const chain *by) {
    const char *extends = qm__get_text(load, object, "extends", up, NULL);
    const char *family = qm__get_text(load, object, "family", up, NULL);
    if (extends) {
        const qm__path path = {up, "extends", 0};
        const qm_result result = find_base(out, load, extends, qm__value_get(object, "extends"), &path, by);
        if (result == QM_OK && family && !qm__same(family, (*out)->rules.family->facts->name)) {
            qm__fault(load, qm__value_get(object, "family"), &(qm__path){up, "family", 0},
                      "is \"%s\", but \"%s\" is of the family %s", family, extends, (*out)->rules.family->facts->name);
        }
        return result;
    }
    if (!family) {
        qm__fault(load, object, up, "a rulebook needs \"family\" or \"extends\"");
        return QM_ERROR_INPUT;
    }
    const qm__family *found = qm__family_find(family);
    if (!found) {
        char known[200];
        qm_text text = qm_text_over(known, sizeof known);
        list_families(&text);
        qm__fault(load, qm__value_get(object, "family"), &(qm__path){up, "family", 0},
                  "there is no family \"%s\"; there is %s", family, known);
        return QM_ERROR_INPUT;
    }
    return qm__rulebook_of(out, found, load->allocator);
}

static qm_result settle(qm_rulebook **out, qm_result result, const qm__load *load, size_t errors) {
    if (result == QM_OK && *out && (*out)->arena.failed) {
        result = QM_ERROR_MEMORY;
    }
    if (result == QM_OK && load->list->errors > errors) {
        result = QM_ERROR_INPUT;
    }
    if (result != QM_OK) {
        qm_rulebook_free(*out);
        *out = NULL;
    }
    return result;
}

static qm_result read_object(qm_rulebook **out, const qm__load *load, const qm__value *object, const chain *by) {
    *out = NULL;
    const size_t errors = load->list->errors;
    qm_result result = base_of(out, load, object, NULL, by);
    if (result == QM_OK) {
        apply(*out, load, object, NULL);
        qm__rulebook_contradicts(*out, load, qm__value_get(object, "settings"), object, NULL, object);
        (*out)->file = copy_string(&(*out)->arena, load->file ? load->file : "");
    }
    return settle(out, result, load, errors);
}

/* --------------------------------------------------------------------------------------------------------- files */

static qm_result read_toml(qm_rulebook **out, const qm__load *load, const char *text, size_t length, const chain *by) {
    qm__value *object = NULL;
    *out = NULL;
    const qm_result result = qm__toml_read(text, length, load->file, load->arena, load->list, &object);
    return result == QM_OK ? read_object(out, load, object, by) : result;
}

static void fault_cycle(const qm__load *load, const char *path, const qm__value *at, const qm__path *field,
                        const chain *by) {
    char message[QM__MESSAGE_MAX];
    qm_text text = qm_text_over(message, sizeof message);
    const chain *links[QM_EXTENDS_MAX + 1];
    int count = 0;
    for (const chain *link = by; link && count <= QM_EXTENDS_MAX; link = link->by) {
        links[count++] = link;
        if (qm__same(link->file, path)) {
            break;
        }
    }
    while (count > 0) {
        qm_text_addf(&text, "%s extends ", links[--count]->file);
    }
    qm__fault(load, at, field, "rulebooks extend one another in a circle: %s%s", message, path);
}

/* Reads one file if it is there. QM_ERROR_FILE, silently, if it is not. */
static qm_result try_file(qm_rulebook **out, const qm__load *load, const char *path, const qm__value *at,
                          const qm__path *field, const chain *by) {
    if (!path) {
        return QM_ERROR_MEMORY;
    }
    qm_text text = qm_text_growing(load->allocator);
    qm_result result = qm__file_get(load->reader, path, QM__TOML_SIZE_MAX, &text);
    const chain here = {by, path, by ? by->depth + 1 : 1};
    bool circle = false;
    for (const chain *link = by; link; link = link->by) {
        circle = circle || qm__same(link->file, path);
    }
    if (result == QM_OK && circle) {
        fault_cycle(load, path, at, field, by);
        result = QM_ERROR_INPUT;
    } else if (result == QM_OK && here.depth > QM_EXTENDS_MAX) {
        qm__fault(load, at, field, "more than %d rulebooks build on one another", QM_EXTENDS_MAX);
        result = QM_ERROR_INPUT;
    } else if (result == QM_OK) {
        qm__load inner = *load;
        inner.file = path;
        result = read_toml(out, &inner, text.data ? text.data : "", text.length, &here);
        result =
            result == QM_ERROR_FILE ? QM_ERROR_INPUT : result; /* a file it extends is missing, and that was reported */
    } else if (result == QM_ERROR_LIMIT) {
        qm__report(load->list, QM_SEVERITY_ERROR, path, 0, 0, "", "a rulebook has at most %zu bytes",
                   QM__TOML_SIZE_MAX);
    }
    qm_text_free(&text);
    return result;
}

/* NAME, then NAME.toml. */
static qm_result try_name(qm_rulebook **out, const qm__load *load, const char *from, const char *name,
                          const qm__value *at, const qm__path *field, const chain *by) {
    const char *path = qm__path_beside(load->arena, from, name);
    qm_result result = try_file(out, load, path, at, field, by);
    if (result == QM_ERROR_FILE) {
        const size_t length = strlen(path);
        char *longer = qm__arena_alloc(load->arena, length + 6);
        if (!longer) {
            return QM_ERROR_MEMORY;
        }
        memcpy(longer, path, length);
        memcpy(longer + length, ".toml", 6);
        result = try_file(out, load, longer, at, field, by);
    }
    return result;
}

/* A file of that name beside the one that names it, then in the folders where rulebooks are looked for. */
static qm_result try_folders(qm_rulebook **out, const qm__load *load, const char *name, const qm__value *at,
                             const qm__path *field, const chain *by) {
    qm_result result = try_name(out, load, load->file, name, at, field, by);
    const char *const *search = load->reader ? load->reader->search : NULL;
    for (; result == QM_ERROR_FILE && search && *search && !strchr(name, '/'); search++) {
        char *folder = qm__arena_alloc(load->arena, strlen(*search) + 2);
        if (!folder) {
            return QM_ERROR_MEMORY;
        }
        memcpy(folder, *search, strlen(*search));
        folder[strlen(*search)] = '/';
        result = try_name(out, load, folder, name, at, field, by);
    }
    return result;
}

/* FAMILY-NAME */
static const char *edition_file(const qm__load *load, const qm_rules_facts *family, const char *name) {
    const size_t length = strlen(family->name) + strlen(name) + 2;
    char *file = qm__arena_alloc(load->arena, length);
    if (file) {
        qm_text text = qm_text_over(file, length);
        qm_text_addf(&text, "%s-%s", family->name, name);
    }
    return file;
}

/* An edition of a family: what its own rules are called, or a file that is named after both. */
static qm_result try_edition(qm_rulebook **out, const qm__load *load, const qm__family *family, const char *name,
                             const qm__value *at, const qm__path *field, const chain *by) {
    const char *own = family->facts->edition, *file = edition_file(load, family->facts, name);
    if (!file) {
        return QM_ERROR_MEMORY;
    }
    if (own && (qm__same(own, name) || qm__same(edition_file(load, family->facts, own), name))) {
        return qm__rulebook_of(out, family, load->allocator);
    }
    return try_folders(out, load, file, at, field, by);
}

/* The edition of that name, whichever family has it. Two of them are a fault. */
static qm_result find_edition(qm_rulebook **out, const qm__load *load, const char *name, const qm__value *at,
                              const qm__path *field, const chain *by) {
    size_t count = 0;
    const qm__family *const *list = qm__family_list(&count);
    const qm__family *found = NULL;
    qm_result result = QM_ERROR_FILE;
    for (size_t i = 0; i < count && !strchr(name, '/'); i++) {
        qm_rulebook *one = NULL;
        const qm_result tried = try_edition(&one, load, list[i], name, at, field, by);
        if (tried == QM_ERROR_FILE) {
            continue;
        }
        if (tried == QM_OK && found) {
            qm__fault(load, at, field, "\"%s\" is an edition of %s and of %s: write %s-%s or %s-%s", name,
                      found->facts->name, list[i]->facts->name, found->facts->name, name, list[i]->facts->name, name);
            result = QM_ERROR_INPUT;
        } else {
            result = tried;
        }
        if (result != QM_OK) {
            qm_rulebook_free(*out);
            qm_rulebook_free(one);
            *out = NULL;
            return result;
        }
        *out = one;
        found = list[i];
    }
    return result;
}

static qm_result find_base(qm_rulebook **out, const qm__load *load, const char *name, const qm__value *at,
                           const qm__path *path, const chain *by) {
    *out = NULL;
    const qm__family *family = qm__family_find(name);
    if (family) {
        return qm__rulebook_of(out, family, load->allocator);
    }
    qm_result result = try_folders(out, load, name, at, path, by);
    if (result == QM_ERROR_FILE) {
        result = find_edition(out, load, name, at, path, by);
    }
    if (result == QM_ERROR_FILE) {
        char known[200];
        qm_text text = qm_text_over(known, sizeof known);
        list_families(&text);
        qm__fault(load, at, path,
                  "there is no rulebook \"%s\": it is no built-in family (%s) and no edition, and no file was found; "
                  "'quickmarch rules --editions' lists what there is",
                  name, known);
    }
    return result;
}

/* -------------------------------------------------------------------------------------------------- public doors */

qm_result qm_rulebook_read_text(qm_rulebook **out, const char *text, size_t length, const char *name,
                                const qm_reader *reader, const qm_allocator *allocator, qm_diagnostics *diagnostics) {
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    const qm__load load = {name ? name : "", reader, allocator, &arena, diagnostics, NULL};
    const chain here = {NULL, qm__path_beside(&arena, NULL, load.file), 1};
    const qm_result result = read_toml(out, &load, text, length, &here);
    qm__arena_free(&arena);
    return result;
}

qm_result qm_rulebook_read_file(qm_rulebook **out, const char *path, const qm_reader *reader,
                                const qm_allocator *allocator, qm_diagnostics *diagnostics) {
    *out = NULL;
    qm_text text = qm_text_growing(allocator);
    qm_result result = qm_file_read(path, reader, &text, diagnostics);
    if (result == QM_OK) {
        result =
            qm_rulebook_read_text(out, text.data ? text.data : "", text.length, path, reader, allocator, diagnostics);
    }
    qm_text_free(&text);
    return result;
}

qm_result qm_rulebook_named(qm_rulebook **out, const char *name, const qm_reader *reader, const qm_allocator *allocator,
                            qm_diagnostics *diagnostics) {
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    const qm__load load = {"", reader, allocator, &arena, diagnostics, NULL};
    const qm_result result = find_base(out, &load, name, NULL, NULL, NULL);
    qm__arena_free(&arena);
    return result;
}

/* A base name that `instead` replaces is not looked up; only a family's name is compared, so that a wrong one is
 * noticed. */
static qm_result stand_in(qm_rulebook **out, const qm__load *load, const char *name, const qm__value *at,
                          const qm_rulebook *instead) {
    const qm__family *family = name ? qm__family_find(name) : NULL;
    if (family && family != instead->rules.family) {
        qm__fault(load, at, &(qm__path){NULL, "rules", 0},
                  "the scenario is for %s, but the rulebook given is of the family %s", name,
                  instead->rules.family->facts->name);
        *out = NULL;
        return QM_ERROR_INPUT;
    }
    return qm_rulebook_copy(out, instead, load->allocator);
}

qm_result qm__rulebook_from(qm_rulebook **out, const qm__load *load, const qm__value *rules, const qm__value *parent,
                            const qm_rulebook *instead) {
    *out = NULL;
    const size_t errors = load->list->errors;
    const qm__path path = {NULL, "rules", 0};
    if (!rules || (rules->kind != QM__STRING && rules->kind != QM__OBJECT)) {
        qm__fault(load, rules ? rules : parent, &path,
                  "must name a rulebook, or be an object with \"extends\" and \"settings\"");
        return QM_ERROR_INPUT;
    }
    if (rules->kind == QM__STRING) {
        return instead ? stand_in(out, load, rules->text, rules, instead)
                       : find_base(out, load, rules->text, rules, &path, NULL);
    }
    qm_result result;
    if (instead) {
        const char *extends = qm__get_text(load, rules, "extends", &path, NULL);
        const char *family = qm__get_text(load, rules, "family", &path, extends);
        result = stand_in(out, load, family, rules, instead);
    } else {
        result = base_of(out, load, rules, &path, NULL);
    }
    if (result == QM_OK) {
        apply(*out, load, rules, &path);
    }
    return settle(out, result, load, errors);
}
