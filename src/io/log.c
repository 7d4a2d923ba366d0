/* Logs: a game written down, and played again from what was written.
 *
 * A log carries its scenario, so it is complete by itself; the hash after every order tells the first place where a
 * replay goes another way. Dice and choices stand in two lists as people read them: the order knows which is due
 * (script.c).
 */
#include <string.h>

#include "base/name.h"
#include "io/game.h"
#include "io/json.h"
#include "io/json_write.h"
#include "io/making.h"
#include "io/notation.h"

/* --------------------------------------------------------------------------------------------------------- writing */

/* 64-bit numbers are strings: not every reader of JSON keeps that many bits. */
static void member_hash(qm__json_writer *w, const char *key, uint64_t value) {
    char array[20];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_addf(&text, "%016llx", (unsigned long long)value);
    qm__json_member(w, key, array);
}

static void write_dice(qm__json_writer *w, const qm_tape *tape) {
    if (!qm__tape_has(tape, false)) {
        return;
    }
    qm__json_key(w, "dice");
    qm__json_array_begin(w);
    for (size_t at = 0; at < tape->length;) {
        const size_t count = tape->bytes[at] & ~(unsigned)QM_TAPE_CHOICE;
        if (!(tape->bytes[at] & QM_TAPE_CHOICE)) {
            qm__json_array_begin(w);
            for (size_t i = 0; i < count; i++) {
                qm__json_int(w, tape->bytes[at + 1 + i]);
            }
            qm__json_array_end(w);
        }
        at += 1 + count;
    }
    qm__json_array_end(w);
}

static void write_choices(qm__json_writer *w, const char *names) {
    char word[64];
    if (!names[0]) {
        return;
    }
    qm__json_key(w, "choices");
    qm__json_array_begin(w);
    for (size_t i = 0; qm_words_at(names, i, word, sizeof word) > 0; i++) {
        qm__json_string(w, word);
    }
    qm__json_array_end(w);
}

/* Whether an order, standing or taken back, is hidden from the side. */
static bool veiled(const qm_game *game, uint16_t side, const qm__entry *entry) {
    return entry->hidden && side != 0 && qm_figure_side(game->scenario, entry->order.actor) != side;
}

/* How many of the orders that a mark takes back the side knows of. Going back from the mark, an earlier mark on the way
 * says how many of the orders before it did not stand any more. */
static uint32_t known_undone(const qm_game *game, uint16_t side, uint32_t mark) {
    uint32_t left = game->entries[mark].undo, gone = 0, known = 0;
    for (uint32_t i = mark; left > 0 && i-- > 0;) {
        const qm__entry *entry = &game->entries[i];
        if (entry->undo > 0) {
            gone += entry->undo;
        } else if (gone > 0) {
            gone--;
        } else {
            left--;
            known += veiled(game, side, entry) ? 0 : 1;
        }
    }
    return known;
}

/* As the side may know it; 0 = whole, with the state afterwards. */
static void write_entry(const qm_game *game, uint16_t side, const qm__entry *entry, qm__json_writer *w) {
    char array[QM_ORDER_TEXT_MAX + 1];
    qm_text text = qm_text_over(array, sizeof array);
    qm__json_object_begin(w);
    if (entry->undo > 0) {
        qm__json_key(w, "undo");
        qm__json_int(w, entry->undo);
    } else {
        qm_order_print(game->scenario, &entry->order, &text);
        qm__json_member(w, "order", array);
        write_dice(w, &entry->tape);
        write_choices(w, entry->choices);
        if (entry->waiting) {
            qm__json_key(w, "waiting");
            qm__json_bool(w, true);
        } else if (side == 0) {
            member_hash(w, "state", entry->state);
        }
    }
    qm__json_object_end(w);
}

/* The order that waits, as the last entry. */
static void write_pending(const qm_game *game, uint16_t side, qm__json_writer *w) {
    qm_wanted wanted;
    qm__entry entry = {.waiting = true, .choices = ""};
    if (qm_pending(game->scenario, game->state, &wanted, &entry.order, &entry.tape) != QM_OK || wanted.what == 0) {
        return;
    }
    qm_text names = qm_text_growing(qm__game_allocator(game));
    const size_t size = qm_state_size(game->scenario);
    qm_state *copy = qm__resize(qm__game_allocator(game), NULL, 0, size);
    qm_verdict verdict;
    if (copy && qm__tape_has(&entry.tape, true)) {
        memcpy(copy, game->before, size);
        if (qm_judge(game->scenario, copy, &entry.order, game->scratch, &verdict) == QM_OK) {
            qm__script_names(game->scenario, copy, game->scratch, &entry.tape, &names);
        }
    }
    entry.choices = names.data ? names.data : "";
    write_entry(game, side, &entry, w);
    if (copy) {
        qm__resize(qm__game_allocator(game), copy, size, 0);
    }
    qm_text_free(&names);
}

/* Everything but the entries and the scenario, each on a line of its own. */
static void write_head(const qm_game *game, uint16_t side, qm_text *out) {
    qm_text rules = qm_text_growing(qm__game_allocator(game));
    qm_scenario_rules(game->scenario, &rules);
    qm_text_add(out,
                "{\n  \"quickmarch\": \"log\",\n  \"version\": 1,\n  \"library\": \"" QM_VERSION "\",\n  \"rules\": ");
    qm_json_write_string(rules.data ? rules.data : "", out);
    if (side != 0) {
        qm_text_add(out, ",\n  \"projection\": ");
        qm_json_write_string(qm_side_name(game->scenario, side), out);
    } else {
        qm_text_addf(out, ",\n  \"seed\": \"%llu\",\n  \"drawn\": \"%llu\"", (unsigned long long)game->seed,
                     (unsigned long long)game->index);
    }
    qm_text_addf(out, ",\n  \"dice_from\": \"%s\",\n  \"scenario_hash\": \"%016llx\",\n",
                 game->dice == QM_DICE_ASKED ? "table" : "generator",
                 (unsigned long long)qm_scenario_hash(game->scenario));
    qm_text_free(&rules);
}

static qm__json_writer begin_entry(bool *first, qm_text *out) {
    qm_text_add(out, *first ? "\n    " : ",\n    ");
    *first = false;
    return qm__json_write_to(out, false);
}

/* What is hidden from the side stands behind all that it knows, each figure once and in the order of figures: neither
 * when something was declared nor whether it was taken back and declared anew can be told from it. */
static void write_hidden(const qm_game *game, uint16_t side, bool *first, qm_text *out) {
    for (uint16_t figure = 1; side != 0 && figure <= qm_figure_count(game->scenario); figure++) {
        bool hides = false;
        for (uint32_t i = 0; i < game->live_count && !hides; i++) {
            const qm__entry *entry = &game->entries[game->live[i]];
            hides = entry->order.actor == figure && veiled(game, side, entry);
        }
        if (hides) {
            qm__json_writer w = begin_entry(first, out);
            qm__json_object_begin(&w);
            qm__json_member(&w, "hidden", qm_figure_name(game->scenario, figure));
            qm__json_object_end(&w);
        }
    }
}

static void write_entries(const qm_game *game, uint16_t side, bool waiting, qm_text *out) {
    bool first = true;
    for (uint32_t i = 0; i < game->entry_count; i++) {
        qm__entry entry = game->entries[i];
        const bool mark = entry.undo > 0;
        entry.undo = mark ? known_undone(game, side, i) : 0;
        if (mark ? entry.undo > 0 : !veiled(game, side, &entry)) {
            qm__json_writer w = begin_entry(&first, out);
            write_entry(game, side, &entry, &w);
        }
    }
    if (waiting) {
        qm__json_writer w = begin_entry(&first, out);
        write_pending(game, side, &w);
    }
    write_hidden(game, side, &first, out);
}

/* An entry a line, so that two logs can be compared line by line; the scenario last, because it is long. */
qm_result qm_game_write_for(const qm_game *game, uint16_t side, qm_text *out) {
    qm_wanted wanted;
    qm_order order;
    bool waiting = qm_pending(game->scenario, game->state, &wanted, &order, NULL) == QM_OK && wanted.what != 0;
    if (side > qm_side_count(game->scenario)) {
        return QM_ERROR_USAGE;
    }
    if (waiting) { /* of a hidden order not even that it waits */
        qm_project_order(game->scenario, game->state, side, &order, NULL, NULL);
        waiting = order.kind != 0;
    }
    write_head(game, side, out);
    qm_text_add(out, "  \"entries\": [");
    write_entries(game, side, waiting, out);
    qm_text_add(out, "\n  ],\n");
    if (side == 0) {
        qm_text_addf(out, "  \"state\": \"%016llx\",\n",
                     (unsigned long long)qm_state_hash(game->scenario, game->state));
    }
    qm_text_add(out, "  \"scenario\": ");
    qm_scenario_write_json(game->scenario, out);
    qm_text_add(out, "\n}\n");
    return out->truncated ? QM_ERROR_MEMORY : QM_OK;
}

qm_result qm_game_write(const qm_game *game, qm_text *out) {
    return qm_game_write_for(game, 0, out);
}

qm_result qm_game_save(const qm_game *game, const char *path, qm_diagnostics *diagnostics) {
    qm_text text = qm_text_growing(qm__game_allocator(game));
    qm_result result = qm_game_write(game, &text);
    if (result == QM_OK) {
        result = qm_file_write(path, text.data, text.length, diagnostics);
    }
    qm_text_free(&text);
    return result;
}

/* --------------------------------------------------------------------------------------------------------- reading */

typedef struct replaying {
    const qm__load *load;
    qm_game *game;
    qm_replay *replay;
    bool other_rules;
    bool asked; /* the caller named the rules: then a difference is his answer and needs no warning */
} replaying;

static bool read_number(const qm__load *load, const qm__value *root, const char *key, int base, uint64_t *out) {
    const char *text = qm__get_text(load, root, key, NULL, NULL);
    uint64_t value = 0;
    size_t length = 0;
    for (; text && text[length]; length++) {
        const char c = text[length];
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
        if (digit >= base || value > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base) {
            qm__fault(load, qm__value_get(root, key), &(qm__path){NULL, key, 0},
                      "must be a number of 64 bits in a string");
            return false;
        }
        value = value * (uint64_t)base + (uint64_t)digit;
    }
    *out = value;
    return length > 0;
}

/* Notes the first difference. */
static bool diverge(replaying *r, uint32_t at, const qm__value *entry, qm_divergence divergence, const char *message) {
    qm_replay *replay = r->replay;
    replay->at = at;
    replay->divergence = (uint8_t)divergence;
    qm_text order = qm_text_over(replay->order, sizeof replay->order),
            text = qm_text_over(replay->text, sizeof replay->text);
    const qm__value *given = qm__value_get(entry, "order");
    qm_text_add(&order, given && given->kind == QM__STRING ? given->text : "");
    qm_text_add(&text, message);
    const qm__path entries = {NULL, "entries", 0}, here = {&entries, NULL, at > 0 ? at - 1 : 0};
    if (!r->other_rules) {
        qm__fault(r->load, entry, &here, "%s", message);
    } else if (!r->asked) {
        char field[QM__FIELD_MAX];
        qm_text path = qm_text_over(field, sizeof field);
        qm__path_print(&here, &path);
        qm__report(r->load->list, QM_SEVERITY_WARNING, r->load->file, entry->line, entry->column, field,
                   "under the rules in force the game stops before this entry: %s", message);
    }
    return false;
}

static void say_reasons(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    qm_text_add(out, verdict->judgement == QM_ILLEGAL ? "the order is illegal now: "
                                                      : "the order is left to a person now: ");
    for (size_t i = 0; i < verdict->reason_count; i++) {
        qm_text_add(out, i == 0 ? "" : "; ");
        qm_reason_print(scenario, &verdict->reasons[i], out);
    }
}

/* A recorded hash that the state does not have. */
static bool state_differs(replaying *r, const qm__value *entry, const qm__path *path, uint64_t now) {
    char array[20];
    qm_text text = qm_text_over(array, sizeof array);
    const char *recorded = qm__get_text(r->load, entry, "state", path, NULL);
    qm_text_addf(&text, "%016llx", (unsigned long long)now);
    return recorded && !qm__same(recorded, array);
}

/* Plays one entry. False at the first difference, with the game as it was before. */
static bool replay_order(replaying *r, const qm__value *entry, uint32_t at, const qm__path *path) {
    qm_game *game = r->game;
    const qm_scenario *s = game->scenario;
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    const char *text = qm__get_text(r->load, entry, "order", path, "");
    const bool waiting = qm__get_bool(r->load, entry, "waiting", path, false);
    qm_order order;
    qm_verdict verdict;
    qm_tape tape = {0};
    size_t where = 0;
    if (!qm__order_parse(s, text, strlen(text), &order, &where, &fault)) {
        return diverge(r, at, entry, QM_REPLAY_UNREADABLE, message);
    }
    if (qm_judge(s, game->state, &order, game->scratch, &verdict) != QM_OK) {
        return diverge(r, at, entry, QM_REPLAY_STATE, "an order is given while another one waits");
    }
    if (!qm_verdict_playable(&verdict)) {
        say_reasons(s, &verdict, &fault);
        return diverge(r, at, entry, QM_REPLAY_ILLEGAL, message);
    }
    game->measures = verdict.unmeasured != QM_MEASURED;
    memcpy(game->before, game->state, qm_state_size(s));
    const qm__scripted played = qm__script_play(s, game->state, game->scratch, qm__value_get(entry, "dice"),
                                                qm__value_get(entry, "choices"), &tape, NULL, &fault);
    if (played != (waiting ? QM__SCRIPT_WAITING : QM__SCRIPT_DONE)) {
        memcpy(game->state, game->before, qm_state_size(s));
        return diverge(r, at, entry, QM_REPLAY_DICE,
                       message[0] ? message : "the order does not wait for anything more");
    }
    const uint64_t now = qm_state_hash(s, game->state);
    if (!waiting && state_differs(r, entry, path, now)) {
        qm_text_add(&fault, "it leads to another state than was recorded; here: ");
        qm_state_difference(s, game->before, game->state, &fault);
        memcpy(game->state, game->before, qm_state_size(s));
        return diverge(r, at, entry, QM_REPLAY_STATE, message);
    }
    if (waiting && !entry->next) {
        return true; /* still waiting: the state holds it */
    }
    qm__entry *added = qm__game_append(game);
    if (!added) {
        return false;
    }
    added->order = order;
    added->tape = tape;
    added->waiting = waiting;
    added->state = now;
    qm_text names = qm_text_growing(qm__game_allocator(game));
    const qm__value *choices = qm__value_get(entry, "choices");
    for (const qm__value *choice = choices ? choices->first : NULL; choice; choice = choice->next) {
        qm_text_addf(&names, "%s%s", names.length ? " " : "", choice->text);
    }
    added->choices = qm__arena_string(&game->arena, names.data ? names.data : "", names.length);
    qm__game_veil(game, game->live_count);
    qm__game_measured(game, game->live_count);
    qm_text_free(&names);
    return added->choices != NULL;
}

static bool replay_undo(replaying *r, const qm__value *entry, uint32_t at, const qm__path *path) {
    const int64_t count = qm__get_int(r->load, entry, "undo", path, 1, r->game->live_count, 0);
    if (count == 0) {
        return diverge(r, at, entry, QM_REPLAY_UNREADABLE, "more orders are taken back than were given");
    }
    return qm__game_mark(r->game, (uint32_t)count) == QM_OK && qm__game_rebuild(r->game) == QM_OK;
}

/* True when every entry was replayed without a difference. */
static bool replay_entries(replaying *r, const qm__value *entries) {
    static const char *const names[] = {"order", "dice", "choices", "state", "waiting", "undo"};
    const qm__path path = {NULL, "entries", 0};
    uint32_t at = 1;
    for (const qm__value *entry = entries->first; entry; entry = entry->next, at++) {
        const qm__path here = {&path, NULL, at - 1};
        const size_t errors = r->load->list->errors;
        if (!qm__expect(r->load, entry, QM__OBJECT, NULL, &here)) {
            return diverge(r, at, entry, QM_REPLAY_UNREADABLE, "the entry is no object");
        }
        qm__check_keys(r->load, entry, &here, names, sizeof names / sizeof names[0]);
        static const char *const lists[] = {"dice", "choices"};
        for (size_t i = 0; i < 2; i++) {
            const qm__value *list = qm__value_get(entry, lists[i]);
            if (list) {
                qm__expect(r->load, list, QM__ARRAY, NULL, &(qm__path){&here, lists[i], 0});
            }
        }
        if (r->load->list->errors > errors) {
            return diverge(r, at, entry, QM_REPLAY_UNREADABLE, "the entry has members that do not belong there");
        }
        const bool undo = qm__value_get(entry, "undo") != NULL;
        if (!(undo ? replay_undo(r, entry, at, &here) : replay_order(r, entry, at, &here))) {
            return false;
        }
        r->replay->replayed++;
    }
    return true;
}

/* The state at the end, which also covers an order that waits. */
static bool replay_end(replaying *r, const qm__value *root) {
    if (!state_differs(r, root, NULL, qm_state_hash(r->game->scenario, r->game->state))) {
        return true;
    }
    return diverge(r, r->replay->entries, root, QM_REPLAY_STATE, "the game ends in another state than was recorded");
}

static qm_result load_scenario(const qm__load *load, const qm__value *root, const qm_rulebook *instead,
                               qm_scenario **out) {
    const qm__value *scenario = qm__value_get(root, "scenario");
    const qm__path path = {NULL, "scenario", 0};
    if (scenario && scenario->kind == QM__STRING) {
        const char *file = qm__path_beside(load->arena, load->file, scenario->text);
        return file ? qm_scenario_read_file(out, file, instead, load->reader, load->allocator, load->list)
                    : QM_ERROR_MEMORY;
    }
    if (!qm__expect(load, scenario, QM__OBJECT, root, &path)) {
        return QM_ERROR_INPUT;
    }
    /* What the scenario itself changes is part of the log's own rules, and these are to be replaced: only the family
     * stays. */
    qm__value *rules = qm__value_get(scenario, "rules");
    const qm__value *family = qm__value_get(rules, "family");
    if (instead && family && family->kind == QM__STRING) {
        rules->kind = QM__STRING;
        rules->text = family->text;
        rules->length = family->length;
    }
    return qm__scenario_build(out, load, scenario, instead, NULL);
}

/* The first word of an identity is the family: orders and states of one family mean nothing in another. */
static bool same_family(const qm__load *load, const qm__value *root, const qm_scenario *scenario) {
    const char *then = qm__get_text(load, root, "rules", NULL, ""), *now = qm_scenario_family(scenario)->name;
    const size_t length = strcspn(then, " ");
    if (length == strlen(now) && memcmp(then, now, length) == 0) {
        return true;
    }
    qm__fault(load, qm__value_get(root, "rules"), &(qm__path){NULL, "rules", 0},
              "the log was played under rules of the family \"%.*s\", and its scenario is one of \"%s\"",
              length < 40 ? (int)length : 40, then, now);
    return false;
}

/* Whether the rules in force are the log's; says so where the caller did not ask for others. */
static bool same_rules(const qm__load *load, const qm__value *root, const qm_scenario *scenario,
                       const qm_rulebook *instead) {
    qm_text now = qm_text_growing(load->allocator);
    qm_scenario_rules(scenario, &now);
    const char *then = qm__get_text(load, root, "rules", NULL, "");
    const bool same = qm__same(then, now.data);
    if (!same && !instead) {
        const qm__value *at = qm__value_get(root, "rules");
        qm__report(load->list, QM_SEVERITY_WARNING, load->file, at ? at->line : 0, at ? at->column : 0, "rules",
                   "the log was played under \"%s\", it is replayed under \"%s\"", then, now.data);
    }
    qm_text_free(&now);
    return same;
}

/* What a side may know of a game is not enough to play it again. */
static bool is_whole(const qm__load *load, const qm__value *root) {
    const qm__value *side = qm__value_get(root, "projection");
    if (side) {
        qm__fault(load, side, &(qm__path){NULL, "projection", 0},
                  "this log is only what %.60s may know of a game, without what is hidden; it cannot be played again",
                  side->kind == QM__STRING ? side->text : "one side");
    }
    return !side;
}

/* Members that nothing is made of here must be right all the same: a log is refused as a whole or read as a whole. */
static void check_texts(const qm__load *load, const qm__value *root) {
    static const char *const names[] = {"library", "rules", "dice_from", "scenario_hash", "state"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        qm__get_text(load, root, names[i], NULL, NULL);
    }
    if (!qm__value_get(root, "rules")) {
        qm__fault(load, root, NULL, "\"rules\" is missing");
    }
    const qm__value *from = qm__value_get(root, "dice_from");
    if (from && from->kind == QM__STRING && !qm__same(from->text, "generator") && !qm__same(from->text, "table")) {
        qm__fault(load, from, &(qm__path){NULL, "dice_from", 0}, "must be \"generator\" or \"table\"");
    }
}

static qm_result replay_all(qm_game **out, const qm__load *load, const qm__value *root, const qm_rulebook *instead,
                            qm_replay *replay) {
    static const char *const names[] = {"quickmarch", "version",       "library", "rules", "seed",    "drawn",
                                        "dice_from",  "scenario_hash", "entries", "state", "scenario"};
    qm_scenario *scenario = NULL;
    qm_game *game = NULL;
    uint64_t seed = 0, drawn = 0;
    const size_t errors = load->list->errors;
    qm__check_keys(load, root, NULL, names, sizeof names / sizeof names[0]);
    check_texts(load, root);
    const qm__value *entries = qm__value_get(root, "entries");
    const bool readable = qm__expect(load, entries, QM__ARRAY, root, &(qm__path){NULL, "entries", 0});
    const bool numbers = read_number(load, root, "seed", 10, &seed) && read_number(load, root, "drawn", 10, &drawn);
    if (readable && !numbers && load->list->errors == errors) {
        qm__fault(load, root, NULL, "\"seed\" and \"drawn\" are missing");
    }
    qm_result result = load->list->errors > errors ? QM_ERROR_INPUT : load_scenario(load, root, instead, &scenario);
    if (result == QM_OK) {
        result = qm_game_new(&game, scenario, seed, load->allocator);
    }
    if (result != QM_OK) {
        qm_scenario_free(scenario);
        return result;
    }
    game->owned = scenario;
    game->index = drawn;
    game->dice = qm__same(qm__get_text(load, root, "dice_from", NULL, ""), "table") ? QM_DICE_ASKED : QM_DICE_GENERATED;
    if (!same_family(load, root, scenario)) {
        qm_game_free(game);
        return QM_ERROR_INPUT;
    }
    replaying r = {load, game, replay, !same_rules(load, root, scenario, instead), instead != NULL};
    replay->entries = (uint32_t)entries->count;
    replay->other_rules = r.other_rules;
    const bool good = replay_entries(&r, entries) && replay_end(&r, root);
    const bool faulty = load->list->errors > errors;
    if (faulty || (!good && replay->at == 0)) {
        qm_game_free(game);
        return faulty ? QM_ERROR_INPUT : QM_ERROR_MEMORY;
    }
    *out = game;
    return QM_OK;
}

qm_result qm_game_read_text(qm_game **game, const char *text, size_t length, const char *name,
                            const qm_rulebook *instead, const qm_reader *reader, const qm_allocator *allocator,
                            qm_diagnostics *diagnostics, qm_replay *replay) {
    *game = NULL;
    qm_replay unused;
    replay = replay ? replay : &unused;
    memset(replay, 0, sizeof *replay);
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    const qm__load load = {name ? name : "", reader, allocator, &arena, diagnostics, NULL};
    const size_t before = diagnostics->count;
    qm__value *root = NULL;
    qm_result result = qm__json_read(text, length, load.file, &arena, diagnostics, &root);
    if (result == QM_OK) {
        result = qm__check_head(&load, root, "log") && is_whole(&load, root)
                     ? replay_all(game, &load, root, instead, replay)
                     : QM_ERROR_INPUT;
    }
    qm__diagnostics_sort(diagnostics, before);
    qm__arena_free(&arena);
    return result;
}

qm_result qm_game_read_file(qm_game **game, const char *path, const qm_rulebook *instead, const qm_reader *reader,
                            const qm_allocator *allocator, qm_diagnostics *diagnostics, qm_replay *replay) {
    *game = NULL;
    qm_text text = qm_text_growing(allocator);
    qm_result result = qm_file_read(path, reader, &text, diagnostics);
    if (result == QM_OK) {
        result = qm_game_read_text(game, text.data ? text.data : "", text.length, path, instead, reader, allocator,
                                   diagnostics, replay);
    }
    qm_text_free(&text);
    return result;
}
