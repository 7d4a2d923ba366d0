/* quickmarch play: the options of whoever is to act, in groups and numbered.
 *
 * The library lists every end of a move with each of the six facings, hundreds of them; people think of where to go
 * first. So orders that differ only in the last turn count as one here, and a facing can be added behind the number.
 *
 * Invariant: a number means the same order until the game changes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { SHORT_MAX = 6, LINES_MAX = 20, GROUPS_MAX = 64 };

static bool is_turn(const qm_rules_facts *family, const qm_leg *leg) {
    return family->legs[leg->kind].operand == QM_OPERAND_DIRECTION;
}

bool play_has_turns(const qm_rules_facts *family) {
    for (uint16_t i = 1; i < family->leg_count; i++) {
        if (family->legs[i].operand == QM_OPERAND_DIRECTION) {
            return true;
        }
    }
    return false;
}

/* The order without the turn at its end. */
static void strip(const qm_rules_facts *family, qm_order *order) {
    while (order->leg_count > 0 && is_turn(family, &order->legs[order->leg_count - 1])) {
        order->leg_count--;
    }
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * 0x100000001b3u;
}

static uint64_t key_of(const qm_order *order) {
    uint64_t hash = mix(mix(0xcbf29ce484222325u, order->kind), order->actor);
    for (size_t i = 0; i < QM_ARGUMENTS_MAX; i++) {
        hash = mix(hash, (uint32_t)order->arguments[i]);
    }
    for (size_t i = 0; i < order->leg_count; i++) {
        const qm_leg *leg = &order->legs[i];
        hash = mix(mix(mix(mix(hash, leg->kind), leg->thing), (uint32_t)leg->to.x), (uint32_t)leg->to.y);
    }
    return hash;
}

static qm_place end_of(const qm_rules_facts *family, const qm_order *order) {
    for (size_t i = order->leg_count; i-- > 0;) {
        if (family->legs[order->legs[i].kind].operand == QM_OPERAND_PLACE) {
            return order->legs[i].to;
        }
    }
    return (qm_place){0};
}

static bool add_entry(play *p, uint32_t option, const qm_order *order) {
    const uint64_t key = key_of(order);
    for (uint32_t i = p->entry_count; i-- > 0;) {
        if (p->entries[i].key == key && p->entries[i].kind == order->kind) {
            return true;
        }
    }
    if (p->entry_count == p->entry_capacity) {
        const uint32_t capacity = p->entry_capacity ? p->entry_capacity * 2 : 256;
        play_entry *entries = realloc(p->entries, capacity * sizeof *entries);
        if (!entries) {
            return false;
        }
        p->entries = entries;
        p->entry_capacity = capacity;
    }
    p->entries[p->entry_count++] =
        (play_entry){option, order->kind, key, end_of(qm_scenario_family(p->scenario), order)};
    return true;
}

static int by_kind(const void *a, const void *b) {
    const play_entry *x = a, *y = b;
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    return x->option < y->option ? -1 : x->option > y->option;
}

bool play_entries(play *p) {
    play_look(p);
    const qm_state *state = p->view;
    if (p->entries_known && p->entries_revision == qm_state_revision(play_state(p))) {
        return true;
    }
    qm_options_result found = {0};
    qm_scratch *scratch = qm_game_scratch(p->game);
    p->entry_count = p->option_count = 0;
    if (qm_options(p->scenario, state, 0, scratch, &found) != QM_OK) {
        return false;
    }
    for (uint32_t i = 0; i < found.count; i++) {
        qm_order order;
        if (qm_option(p->scenario, state, scratch, i, &order) != QM_OK) {
            return false;
        }
        strip(qm_scenario_family(p->scenario), &order);
        if (!add_entry(p, i, &order)) {
            return false;
        }
    }
    if (p->entry_count > 0) {
        qsort(p->entries, p->entry_count, sizeof *p->entries, by_kind);
    }
    p->option_count = found.count;
    p->entries_revision = qm_state_revision(play_state(p));
    p->entries_known = true;
    return true;
}

/* The order of an entry, without the turn at its end. */
static bool entry_order(play *p, uint32_t index, qm_order *order) {
    qm_options_result found;
    qm_scratch *scratch = qm_game_scratch(p->game);
    if (qm_options(p->scenario, p->view, 0, scratch, &found) != QM_OK ||
        qm_option(p->scenario, p->view, scratch, p->entries[index].option, order) != QM_OK) {
        return false;
    }
    strip(qm_scenario_family(p->scenario), order);
    return true;
}

/* -------------------------------------------------------------------------------------------------------- listing */

static uint32_t group_end(const play *p, uint32_t begin) {
    uint32_t end = begin;
    while (end < p->entry_count && p->entries[end].kind == p->entries[begin].kind) {
        end++;
    }
    return end;
}

/* The best chance of getting to a place by any order, 0 if that is not known. */
static double best_chance(play *p, qm_place at) {
    enum { PLACES_MAX = 40000 };
    if (!p->places_known || p->places_revision != qm_state_revision(play_state(p))) {
        p->places = p->places ? p->places : malloc(PLACES_MAX * sizeof *p->places);
        p->place_count = 0;
        if (!p->places || qm_reach(p->scenario, p->view, qm_state_actor(p->scenario, p->view), true, p->table.scratch,
                                   p->places, PLACES_MAX, &p->place_count) != QM_OK) {
            p->place_count = 0;
        }
        p->places_revision = qm_state_revision(play_state(p));
        p->places_known = true;
    }
    for (uint32_t i = 0; i < p->place_count; i++) {
        if (p->places[i].at.x == at.x && p->places[i].at.y == at.y) {
            return p->places[i].best_chance;
        }
    }
    return 0;
}

/* The list has the cheapest way to a place; where there is a safer one, it says how to see it. */
static void say_safer(play *p, qm_place at, double chance) {
    if (at.x != 0 && best_chance(p, at) > chance + 1e-6) {
        play_say(p, ", safer: plan ");
        qm_place_print(p->scenario, at, &p->out);
    }
}

/* "  12  Ada half 0304   cost 3, 97.2 %" */
static void entry_line(play *p, uint32_t index) {
    qm_order order;
    qm_verdict verdict;
    if (!entry_order(p, index, &order)) {
        return;
    }
    play_sayf(p, "  %3u  ", index + 1);
    qm_order_print(p->scenario, &order, &p->out);
    if (qm_judge(p->scenario, p->view, &order, p->table.scratch, &verdict) == QM_OK && verdict.judgement == QM_LEGAL) {
        if (verdict.unit != 0) {
            play_say(p, "  (cost ");
            cli_cost(&p->out, p->scenario, verdict.cost);
            if (verdict.nearest != 0 && verdict.way_count > 0) {
                play_say(p, ", to ");
                qm_place_print(p->scenario, verdict.way[verdict.way_count - 1], &p->out);
            }
            play_say(p, ")");
        }
        if (qm_verdict_can_fail(&verdict) > 0) { /* fire has no chance as a whole */
            play_say(p, "  ");
            cli_percent(&p->out, verdict.chance, 0);
            say_safer(p, p->entries[index].end, verdict.chance);
        }
    }
    play_say(p, "\n");
}

/* Where more than one of the side is still to act, how to be done with it at once. */
static void say_rest(play *p) {
    const uint16_t side = qm_figure_side(p->scenario, qm_state_actor(p->scenario, p->view));
    const int count = play_idle_count(p, side);
    if (count > 1) {
        const bool units = qm_figure_unit(p->scenario, qm_state_actor(p->scenario, p->view)) != 0;
        play_sayf(p, "  rest: the %d %s of %s that are still to act do nothing\n", count, units ? "units" : "figures",
                  qm_side_name(p->scenario, side));
    }
}

int play_idle_count(play *p, uint16_t side) {
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played = QM_PLAYED_DONE;
    qm_order order;
    uint16_t last = 0; /* whoever ends what was broken off, and then its turn, is one */
    int count = 0;
    memcpy(p->spare, p->view, qm_state_size(p->scenario));
    while (count < QM_FIGURES_MAX && played == QM_PLAYED_DONE && play_idle(p, p->spare, side, &order) &&
           qm_play(p->scenario, p->spare, p->table.scratch, &source, NULL, &played) == QM_OK) {
        count += order.actor != last;
        last = order.actor;
    }
    return count;
}

void play_groups(play *p) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    if (!play_entries(p)) {
        play_say(p, "The options cannot be listed.\n");
        return;
    }
    for (uint32_t begin = 0; begin < p->entry_count; begin = group_end(p, begin)) {
        const uint32_t count = group_end(p, begin) - begin;
        const char *name = family->orders[p->entries[begin].kind].name;
        if (count > SHORT_MAX) {
            play_sayf(p, "  %s: %u %s ('options %s': %u to %u)\n", name, count,
                      p->entries[begin + count - 1].end.x ? "places" : "ways", name, begin + 1, begin + count);
            continue;
        }
        for (uint32_t i = begin; i < begin + count; i++) {
            entry_line(p, i);
        }
    }
    say_rest(p);
    if (p->entry_count == 0) {
        play_say(p, "  (nothing: 'next' goes on if it is due)\n");
    } else if (p->entry_count == 1) {
        play_say(p, "Enter: that, as there is nothing else to do.\n");
    }
}

/* The numbers of a group on the board; the first order to a place is shown there. */
static void group_map(play *p, uint32_t begin, uint32_t end) {
    qm_board_mark *marks = calloc(end - begin, sizeof *marks);
    size_t count = 0;
    for (uint32_t i = begin; marks && i < end; i++) {
        if (p->entries[i].end.x == 0 || i >= 9999) {
            continue;
        }
        bool known = false;
        for (size_t k = 0; k < count && !known; k++) {
            known = marks[k].at.x == p->entries[i].end.x && marks[k].at.y == p->entries[i].end.y;
        }
        if (!known) {
            marks[count].at = p->entries[i].end;
            snprintf(marks[count].label, sizeof marks[count].label, "%u", (i + 1) % 10000);
            count++;
        }
    }
    if (count > SHORT_MAX) {
        const qm_rules_facts *family = qm_scenario_family(p->scenario);
        play_look(p);
        play_board(p, marks, count, false);
        play_sayf(p, "(numbers of the options%s)\n",
                  !play_has_turns(family)           ? ""
                  : family->space == QM_SPACE_TABLE ? "; 'NUMBER face 45' turns there"
                                                    : "; 'NUMBER face NE' turns there");
    }
    free(marks);
}

static void list_group(play *p, uint32_t begin) {
    const uint32_t end = group_end(p, begin);
    group_map(p, begin, end);
    for (uint32_t i = begin; i < end && i < begin + LINES_MAX; i++) {
        entry_line(p, i);
    }
    if (end - begin > LINES_MAX) {
        play_sayf(p, "  … and %u more, to %u\n", end - begin - LINES_MAX, end);
    }
}

/* ------------------------------------------------------------------------------------------ while nobody has to act */

/* Calls `each` with every order that a figure could give of its own accord. */
static void each_free(play *p, void (*each)(play *p, const qm_order *order, void *user), void *user) {
    qm_scratch *scratch = qm_game_scratch(p->game);
    for (uint16_t figure = 1; figure <= qm_figure_count(p->scenario); figure++) {
        qm_options_result found;
        qm_order order;
        const bool seen = !play_veiled(p) || qm_figure_side(p->scenario, figure) == p->viewer;
        if (!seen || qm_options(p->scenario, p->view, figure, scratch, &found) != QM_OK) {
            continue;
        }
        for (uint32_t i = 0; i < found.count; i++) {
            if (qm_option(p->scenario, p->view, scratch, i, &order) == QM_OK && order.actor == figure) {
                each(p, &order, user);
            }
        }
    }
}

typedef struct free_kinds {
    uint16_t last[64]; /* by kind: the figure named last */
    qm_text names[64];
} free_kinds;

static void note_free(play *p, const qm_order *order, void *user) {
    free_kinds *kinds = user;
    if (order->kind < 64 && kinds->last[order->kind] != order->actor) {
        qm_text *names = &kinds->names[order->kind];
        qm_text_addf(names, "%s%s", names->length > 0 ? ", " : "", qm_actor_name(p->scenario, order->actor));
        kinds->last[order->kind] = order->actor;
    }
}

void play_free(play *p) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    free_kinds kinds = {{0}, {{0}}};
    for (size_t i = 0; i < 64; i++) {
        kinds.names[i] = qm_text_growing(NULL);
    }
    each_free(p, note_free, &kinds);
    for (uint16_t i = 1; i < family->order_count && i < 64; i++) {
        if (kinds.names[i].length > 0) {
            play_sayf(p, "  %s: %s ('options %s')\n", family->orders[i].name, kinds.names[i].data,
                      family->orders[i].name);
        }
    }
    for (size_t i = 0; i < 64; i++) {
        qm_text_free(&kinds.names[i]);
    }
}

typedef struct free_list {
    uint16_t kind;
    int count;
} free_list;

static void list_free(play *p, const qm_order *order, void *user) {
    free_list *list = user;
    if (order->kind == list->kind && list->count++ < LINES_MAX) {
        play_say(p, "  ");
        qm_order_print(p->scenario, order, &p->out);
        play_say(p, "\n");
    }
}

/* Orders of a kind that figures could give although none has to; false if there are none. */
static bool list_kind_free(play *p, uint16_t kind) {
    free_list list = {.kind = kind};
    play_look(p);
    each_free(p, list_free, &list);
    if (list.count > LINES_MAX) {
        play_sayf(p, "  … and %d more\n", list.count - LINES_MAX);
    }
    return list.count > 0;
}

/* What one figure could do now, whoever is to act: to be typed, as numbers are of the one to act. */
static void list_figure(play *p, uint16_t figure) {
    const char *name = qm_actor_name(p->scenario, figure);
    qm_scratch *scratch = qm_game_scratch(p->game);
    qm_options_result found = {0};
    play_look(p);
    if (play_veiled(p) && qm_figure_side(p->scenario, figure) != p->viewer) {
        play_sayf(p, "%s is not of your side.\n", name);
        return;
    }
    const qm_result result = qm_options(p->scenario, p->view, figure, scratch, &found);
    if (result != QM_OK) {
        play_sayf(p, "%s: %s\n", name, qm_result_text(result));
        return;
    }
    if (found.count == 0) {
        play_sayf(p, "%s has nothing to choose from now; 'judge' with an order tells why.\n", name);
    }
    for (uint32_t i = 0; i < found.count && i < LINES_MAX; i++) {
        qm_order order;
        if (qm_option(p->scenario, p->view, scratch, i, &order) == QM_OK) {
            play_say(p, "  ");
            qm_order_print(p->scenario, &order, &p->out);
            play_say(p, "\n");
        }
    }
    if (found.count > LINES_MAX) {
        play_sayf(p, "  … and %u more\n", found.count - LINES_MAX);
    }
}

void play_list(play *p, const char *kind) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    if (play_wanted(p).what != 0) {
        play_say(p,
                 "An order waits for an answer; until it has it nothing else can be ordered. 'undo' takes it back.\n");
    }
    const uint16_t number = qm_order_kind_named(family, kind);
    const uint16_t figure = number == 0 ? qm_actor_named(p->scenario, kind) : 0;
    if (figure && play_wanted(p).what == 0 && !qm_state_ended(play_state(p))) {
        list_figure(p, figure);
        return;
    }
    const bool idle = play_actor(p) == 0 && play_wanted(p).what == 0 && !qm_state_ended(play_state(p));
    if (idle && number != 0 && list_kind_free(p, number)) {
        return;
    }
    if (!*kind || play_actor(p) == 0 || play_wanted(p).what != 0 || qm_state_ended(play_state(p))) {
        play_next_up(p);
        return;
    }
    if (!play_entries(p)) {
        play_say(p, "The options cannot be listed.\n");
        return;
    }
    for (uint32_t i = 0; number && i < p->entry_count; i++) {
        if (p->entries[i].kind == number) {
            list_group(p, i);
            return;
        }
    }
    play_sayf(p,
              number ? "'%s' is not possible now; 'judge' with an order tells why.\n"
                     : "There is no kind of order and no figure '%s'.\n",
              kind);
}

/* --------------------------------------------------------------------------------------------------------- picking */

bool play_pick(play *p, const char *line, qm_order *order, bool *fine) {
    const size_t digits = strspn(line, "0123456789");
    *fine = false;
    if (digits == 0 || (line[digits] != 0 && line[digits] != ' ')) {
        return false;
    }
    qm_place place;
    if (digits >= 4 && !line[digits] && qm_place_read(p->scenario, line, digits, &place)) {
        play_plan(p, line); /* a place, and no number of an option */
        return true;
    }
    const unsigned long number = digits < 8 ? strtoul(line, NULL, 10) : 0;
    if (play_wanted(p).what != 0 || qm_state_ended(play_state(p)) || play_actor(p) == 0 || !play_entries(p) ||
        number < 1 || number > p->entry_count || !entry_order(p, (uint32_t)number - 1, order)) {
        p->refused = true;
        play_sayf(p, "There is no option %.*s; there are %u.\n", (int)(digits < 20 ? digits : 20), line,
                  play_actor(p) ? p->entry_count : 0);
        return true;
    }
    const char *more = line + digits + strspn(line + digits, " ");
    if (!*more) {
        *fine = true;
        return true;
    }
    char text[PLAY_LINE_MAX * 2];
    qm_text whole = qm_text_over(text, sizeof text);
    qm_order_print(p->scenario, order, &whole);
    qm_text_addf(&whole, " %s", more);
    *fine = !whole.truncated && play_order_read(p, text, order);
    return true;
}
