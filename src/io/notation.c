/* Order notation: "Ada half 0304 0305 face NE". The grammar is in docs/formats/notation.md.
 *
 * Everything comes from the kinds of order and leg a family declares; here is only how words follow one another. A
 * word's meaning follows from its place, never from guessing: names of figures and units cannot be keywords, so the
 * first word tells whether an actor is named.
 *
 * Invariant: an order that was read prints, and what was printed reads back to an equal order.
 */
#include "io/notation.h"

#include <string.h>

#include "base/name.h"
#include "base/utf8.h"
#include "game/cells.h"

/* The words still to be read. */
typedef struct words {
    const qm_scenario *scenario;
    const char *text;
    size_t length;
    size_t at;   /* start of the word that is next; length at the end */
    size_t size; /* its bytes */
    qm_text *fault;
} words;

static void next_word(words *w) {
    w->at += w->size;
    while (w->at < w->length && (w->text[w->at] == ' ' || w->text[w->at] == '\t')) {
        w->at++;
    }
    w->size = 0;
    while (w->at + w->size < w->length && w->text[w->at + w->size] != ' ' && w->text[w->at + w->size] != '\t') {
        w->size++;
    }
}

static bool at_end(const words *w) {
    return w->size == 0;
}

static bool is_word(const words *w, const char *word) {
    return w->size == strlen(word) && memcmp(w->text + w->at, word, w->size) == 0;
}

/* The next word as a string, cut if it is longer than any name can be. */
static const char *word_text(const words *w, char out[64]) {
    const size_t size = w->size < 63 ? w->size : qm__utf8_boundary(w->text + w->at, 63);
    memcpy(out, w->text + w->at, size);
    out[size] = '\0';
    return out;
}

/* "expected WHAT, but found …" */
static bool expected(words *w, const char *what) {
    char word[64];
    if (at_end(w)) {
        qm_text_addf(w->fault, "expected %s, but the order ends here", what);
    } else {
        qm_text_addf(w->fault, "expected %s, but found \"%s\"", what, word_text(w, word));
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------- operands */

static const char *operand_words(qm_operand operand) {
    switch (operand) {
    case QM_OPERAND_NONE:
        return "nothing";
    case QM_OPERAND_FIGURE:
        return "a figure's name";
    case QM_OPERAND_SIDE:
        return "a side's name";
    case QM_OPERAND_ITEM:
        return "an item's name";
    case QM_OPERAND_PLACE:
        return "a place";
    case QM_OPERAND_DIRECTION:
        return "a direction";
    case QM_OPERAND_NUMBER:
        return "a whole number";
    case QM_OPERAND_WORD:
        return "a word";
    case QM_OPERAND_FIELD:
        return "the name of a value that can be set";
    case QM_OPERAND_VALUE:
        return "a value";
    case QM_OPERAND_UNIT:
        return "a unit's name";
    case QM_OPERAND_ROW:
        return "a row of a table";
    }
    return "";
}

/* The declaration that reads an operand which is a value of a type of its own. */
static qm__declared declared_for(qm_operand operand, const char *list) {
    qm__declared declared = {.name = "", .unit = ""};
    switch (operand) {
    case QM_OPERAND_FIGURE:
        declared.type = QM_TYPE_FIGURE;
        break;
    case QM_OPERAND_ITEM:
        declared.type = QM_TYPE_ITEM;
        break;
    case QM_OPERAND_PLACE:
        declared.type = QM_TYPE_PLACE;
        break;
    case QM_OPERAND_DIRECTION:
        declared.type = QM_TYPE_DIRECTION;
        break;
    case QM_OPERAND_WORD:
        declared.type = QM_TYPE_WORD;
        declared.words = list;
        break;
    case QM_OPERAND_ROW:
        declared.type = QM_TYPE_ROW;
        declared.table = list;
        break;
    case QM_OPERAND_UNIT:
    case QM_OPERAND_NUMBER:
    case QM_OPERAND_NONE:
    case QM_OPERAND_SIDE:
    case QM_OPERAND_FIELD:
    case QM_OPERAND_VALUE:
        declared.type = QM_TYPE_NUMBER;
        break;
    }
    return declared;
}

static bool read_unit(words *w, int32_t *out) {
    const qm_scenario *scenario = w->scenario;
    char word[64];
    const uint16_t unit = qm_unit_named(scenario, word_text(w, word));
    if (unit != 0) {
        *out = scenario->units[unit - 1].first;
        return true;
    }
    const char *names[QM_FIGURES_MAX];
    for (uint16_t i = 0; i < scenario->unit_count; i++) {
        names[i] = scenario->units[i].name;
    }
    qm_text_addf(w->fault, "there is no unit \"%s\"", word);
    const uint16_t figure = qm_figure_named(scenario, word);
    if (figure != 0) {
        qm_text_addf(w->fault, ": that is a figure of %s", qm_actor_name(scenario, figure));
    } else {
        qm__suggest(w->fault, word, names, scenario->unit_count);
    }
    return false;
}

/* Edits may set the fields that say so. */
static int field_named(const qm_rules_facts *facts, const char *name) {
    for (int i = 0; i < facts->figure_state_count; i++) {
        if ((facts->figure_state[i].flags & QM_FIELD_EDIT) && qm__same(facts->figure_state[i].name, name)) {
            return i;
        }
    }
    return -1;
}

static bool read_field(words *w, int32_t *out) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    char word[64];
    *out = field_named(facts, word_text(w, word));
    if (*out >= 0) {
        return true;
    }
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < facts->figure_state_count && count < 64; i++) {
        if (facts->figure_state[i].flags & QM_FIELD_EDIT) {
            names[count++] = facts->figure_state[i].name;
        }
    }
    qm_text_addf(w->fault, "\"%s\" is no value that can be set", word);
    qm__suggest(w->fault, word, names, count);
    qm_text_add(w->fault, "; there is ");
    qm__list_names(w->fault, names, count);
    return false;
}

static bool read_place(words *w, qm_place *out) {
    if (qm_place_read(w->scenario, w->text + w->at, w->size, out) ||
        qm__place_beyond_read(w->scenario, w->text + w->at, w->size, out)) {
        return true;
    }
    char word[64];
    int32_t unused = 0;
    const qm__names names = {&w->scenario->rules, w->scenario};
    const qm__declared declared = declared_for(QM_OPERAND_PLACE, NULL);
    switch (w->scenario->family->facts->space) {
    case QM_SPACE_HEX:
    case QM_SPACE_TILE: /* only to say what is wrong with it */
        qm__declared_parse(&declared, &names, w->text + w->at, w->size, &unused, w->fault);
        return false;
    case QM_SPACE_TABLE:
        qm__place_fault(word_text(w, word), w->fault);
        return false;
    case QM_SPACE_NONE:
        break;
    }
    return expected(w, "a place");
}

/* Whether there is a word for an operand, and not "none": an order that names a figure names one, only a value may be
 * none. */
static bool has_word(words *w, qm_operand operand, const char *list) {
    if (at_end(w) && operand == QM_OPERAND_WORD && list) {
        qm_text_addf(w->fault, "expected one of: %s; but the order ends here", list);
        return false;
    }
    if (at_end(w) && operand == QM_OPERAND_ROW && list) {
        qm_text_addf(w->fault, "expected a row of the table %s, but the order ends here", list);
        return false;
    }
    const bool none = operand != QM_OPERAND_VALUE && operand != QM_OPERAND_WORD && operand != QM_OPERAND_FIELD &&
                      operand != QM_OPERAND_SIDE && is_word(w, "none");
    return (!at_end(w) && !none) || expected(w, operand_words(operand));
}

/* Reads the next word as an operand. `list` are the words of a WORD, or the table of a ROW; `before` is the argument
 * before it, for a VALUE of that field. */
static bool read_operand(words *w, qm_operand operand, const char *list, int32_t before, int32_t *out) {
    if (!has_word(w, operand, list)) {
        return false;
    }
    const qm_rules_facts *facts = w->scenario->family->facts;
    const qm__names names = {&w->scenario->rules, w->scenario};
    char word[64];
    if (operand == QM_OPERAND_FIELD) {
        return read_field(w, out);
    }
    if (operand == QM_OPERAND_UNIT) {
        return read_unit(w, out);
    }
    if (operand == QM_OPERAND_SIDE) {
        *out = qm_side_named(w->scenario, word_text(w, word));
        return *out != 0 || expected(w, "a side's name");
    }
    if (operand == QM_OPERAND_VALUE && (before < 0 || before >= facts->figure_state_count)) {
        return expected(w, "a field before the value");
    }
    if (operand == QM_OPERAND_PLACE) {
        qm_place place;
        const bool good = read_place(w, &place);
        *out = place.x | place.y << 16; /* as arguments hold it; none on a table do */
        return good;
    }
    const qm__declared declared =
        operand == QM_OPERAND_VALUE ? qm__declared_field(&facts->figure_state[before]) : declared_for(operand, list);
    return qm__declared_parse(&declared, &names, w->text + w->at, w->size, out, w->fault);
}

/* ----------------------------------------------------------------------------------------------- arguments, legs */

static bool read_argument(words *w, const qm_order_kind *kind, size_t i, qm_order *order) {
    const qm_argument *argument = &kind->arguments[i];
    if (argument->keyword[0]) {
        if (!is_word(w, argument->keyword)) {
            char what[64];
            qm_text text = qm_text_over(what, sizeof what);
            qm_text_addf(&text, "\"%s\"", argument->keyword);
            return argument->optional || expected(w, what);
        }
        next_word(w);
    } else if (argument->optional && at_end(w)) {
        return true;
    }
    int32_t value = 0;
    if (!read_operand(w, argument->operand, argument->words, i > 0 ? order->arguments[i - 1] : -1, &value)) {
        return false;
    }
    order->arguments[i] = value;
    next_word(w);
    return true;
}

static void list_legs(const qm_rules_facts *facts, qm_text *out) {
    const char *names[32];
    size_t count = 0;
    for (size_t i = 1; i < facts->leg_count && count < 32; i++) {
        names[count++] = facts->legs[i].keyword[0] ? facts->legs[i].keyword : operand_words(facts->legs[i].operand);
    }
    qm__list_names(out, names, count);
}

/* Of two legs without a keyword the one that names a figure, if the word does or is at least no place. */
static bool begins_figure(const words *w) {
    char word[64];
    const char first = w->text[w->at];
    return (first >= 'A' && first <= 'Z') || qm_figure_named(w->scenario, word_text(w, word)) != 0;
}

/* The keyword of a leg that was meant, perhaps. */
static void suggest_leg(const words *w, const qm_rules_facts *facts) {
    const char *names[32];
    char word[64];
    size_t count = 0;
    for (size_t i = 1; i < facts->leg_count && count < 32; i++) {
        if (facts->legs[i].keyword[0]) {
            names[count++] = facts->legs[i].keyword;
        }
    }
    if (!at_end(w)) {
        qm__suggest(w->fault, word_text(w, word), names, count);
    }
}

/* After a word that should have named a figure: of a unit, where there is a keyword that one follows, that is it. */
static void suggest_unit(const words *w, const qm_rules_facts *facts) {
    char word[64];
    for (uint16_t i = 1; i < facts->leg_count && qm_unit_named(w->scenario, word_text(w, word)) != 0; i++) {
        if (facts->legs[i].operand == QM_OPERAND_UNIT && facts->legs[i].keyword[0]) {
            qm_text_addf(w->fault, ", which is named after \"%s\"", facts->legs[i].keyword);
            return;
        }
    }
}

static bool read_leg(words *w, qm_order *order) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    uint16_t kind = 0, plain = 0, figure = 0;
    for (uint16_t i = 1; i < facts->leg_count && kind == 0; i++) {
        const bool named = !facts->legs[i].keyword[0] && facts->legs[i].operand == QM_OPERAND_FIGURE;
        figure = named ? i : figure;
        plain = facts->legs[i].keyword[0] || named ? plain : i;
        kind = facts->legs[i].keyword[0] && is_word(w, facts->legs[i].keyword) ? i : 0;
    }
    plain = figure != 0 && (plain == 0 || begins_figure(w)) ? figure : plain;
    if (kind != 0) {
        next_word(w);
    } else if (plain == figure && figure != 0) {
        kind = figure;
    } else if (plain == 0 || (w->text[w->at] >= 'a' && w->text[w->at] <= 'z')) {
        /* Places begin with a digit here; a word in small letters was meant as a keyword. */
        char what[200];
        qm_text text = qm_text_over(what, sizeof what);
        list_legs(facts, &text);
        expected(w, what);
        suggest_leg(w, facts);
        return false;
    }
    if (order->leg_count >= w->scenario->legs_max) {
        qm_text_addf(w->fault, "an order has at most %d legs", w->scenario->legs_max);
        return false;
    }
    qm_leg *leg = &order->legs[order->leg_count];
    *leg = (qm_leg){.kind = kind ? kind : plain};
    const qm_operand operand = facts->legs[leg->kind].operand;
    int32_t value = 0;
    if (operand == QM_OPERAND_PLACE) {
        if (!has_word(w, operand, NULL) || !read_place(w, &leg->to)) {
            return false;
        }
        next_word(w);
    } else if (operand != QM_OPERAND_NONE) {
        if (!read_operand(w, operand, facts->legs[leg->kind].name, -1, &value)) {
            if (operand == QM_OPERAND_FIGURE) {
                suggest_unit(w, facts);
            }
            return false;
        }
        leg->thing = (uint16_t)value;
        next_word(w);
    }
    order->leg_count++;
    return true;
}

/* ---------------------------------------------------------------------------------------------------- the order */

static bool fault_kind(words *w, bool actor) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    const char *names[128];
    size_t count = 0;
    for (size_t i = 1; i < facts->order_count && count < 128; i++) {
        if (((facts->orders[i].flags & QM_ORDER_ACTOR) != 0) == actor) {
            names[count++] = facts->orders[i].name;
        }
    }
    char word[64];
    if (at_end(w)) {
        qm_text_add(w->fault, "expected what to do: ");
    } else {
        qm_text_addf(w->fault, "\"%s\" is no order", word_text(w, word));
        qm__suggest(w->fault, word, names, count);
        qm_text_add(w->fault, "; there is ");
    }
    qm__list_names(w->fault, names, count);
    return false;
}

/* Whether a part of a movement begins here: its keyword, or a place where legs need none. */
static bool begins_leg(const words *w) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    char message[QM__MESSAGE_MAX], word[64];
    for (size_t i = 1; i < facts->leg_count; i++) {
        qm_text fault = qm_text_over(message, sizeof message);
        qm_place place;
        const bool plain = !facts->legs[i].keyword[0] && facts->legs[i].operand == QM_OPERAND_PLACE;
        if (plain ? qm__place_parse(w->scenario, word_text(w, word), &place, &fault) : is_word(w, facts->legs[i].keyword)) {
            return true;
        }
    }
    return false;
}

/* A leg where an order should stand: which order it could be a part of. */
static bool fault_leg(words *w) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    char word[64];
    for (size_t i = 1; i < facts->order_count; i++) {
        const uint8_t needed = QM_ORDER_ACTOR | QM_ORDER_LEGS;
        if ((facts->orders[i].flags & needed) == needed && facts->orders[i].argument_count == 0) {
            qm_text_addf(w->fault, "\"%s\" is a part of a movement, whose kind comes first: \"%s %s\"",
                         word_text(w, word), facts->orders[i].name, word);
            return false;
        }
    }
    return fault_kind(w, true);
}

/* The first word is neither a figure or unit nor an order. */
static bool fault_first(words *w) {
    const qm_scenario *scenario = w->scenario;
    const qm_rules_facts *facts = scenario->family->facts;
    if (at_end(w)) {
        return expected(w, facts->units ? "a unit's name or an order such as \"next\""
                                        : "a figure's name or an order such as \"next\"");
    }
    const char *names[QM_FIGURES_MAX + 128];
    size_t count = 0;
    char word[64];
    for (uint16_t i = 0; i < scenario->figure_count && !facts->units; i++) {
        names[count++] = scenario->figures[i].name;
    }
    for (uint16_t i = 0; i < scenario->unit_count; i++) {
        names[count++] = scenario->units[i].name;
    }
    for (size_t i = 1; i < facts->order_count && count < QM_FIGURES_MAX + 128; i++) {
        if (!(facts->orders[i].flags & QM_ORDER_ACTOR)) {
            names[count++] = facts->orders[i].name;
        }
    }
    qm_text_addf(w->fault, "\"%s\" is neither a %s nor an order", word_text(w, word), facts->units ? "unit" : "figure");
    qm__suggest(w->fault, word, names, count);
    return false;
}

static uint16_t kind_here(const words *w) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    for (uint16_t i = 1; i < facts->order_count; i++) {
        if (is_word(w, facts->orders[i].name)) {
            return i;
        }
    }
    return 0;
}

/* An order of a unit is given to one by name, any other to a figure. */
static bool fits_actor(words *w, uint16_t kind, uint16_t actor, const char *name) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    const bool by_unit = (facts->orders[kind].flags & QM_ORDER_UNIT) != 0;
    if (!actor || (by_unit ? qm_unit_named(w->scenario, name) : qm_figure_named(w->scenario, name)) != 0) {
        return true;
    }
    if (by_unit) {
        qm_text_addf(w->fault, "\"%s\" is given to a unit, and %s is a figure of %s", facts->orders[kind].name, name,
                     qm_actor_name(w->scenario, actor));
    } else {
        qm_text_addf(w->fault, "\"%s\" is given to a figure, and %s is a unit", facts->orders[kind].name, name);
    }
    return false;
}

static bool read_kind(words *w, qm_order *order) {
    const qm_rules_facts *facts = w->scenario->family->facts;
    char word[64];
    const uint16_t actor = w->size <= QM_NAME_MAX ? qm_actor_named(w->scenario, word_text(w, word)) : 0;
    if (actor != 0) {
        next_word(w);
    }
    const uint16_t kind = kind_here(w);
    if (kind == 0) {
        return !actor ? fault_first(w) : !at_end(w) && begins_leg(w) ? fault_leg(w) : fault_kind(w, true);
    }
    const bool wants_actor = (facts->orders[kind].flags & QM_ORDER_ACTOR) != 0;
    if (wants_actor != (actor != 0)) {
        qm_text_addf(w->fault, wants_actor ? "\"%s\" needs a %s before it" : "\"%s\" is given without a %s before it",
                     facts->orders[kind].name, facts->units ? "unit" : "figure");
        return false;
    }
    if (!fits_actor(w, kind, actor, word)) {
        return false;
    }
    qm_order_clear(order, kind, actor);
    next_word(w);
    return true;
}

/* Words are left over: what could have stood here instead? */
static bool fault_rest(words *w, const qm_order_kind *kind, const qm_order *order) {
    char what[200];
    qm_text text = qm_text_over(what, sizeof what);
    for (size_t i = 0; i < kind->argument_count; i++) {
        if (kind->arguments[i].optional && kind->arguments[i].keyword[0] && order->arguments[i] == 0) {
            qm_text_addf(&text, "\"%s\" or ", kind->arguments[i].keyword);
        }
    }
    qm_text_add(&text, "the end of the order");
    return expected(w, what);
}

bool qm__order_parse(const qm_scenario *scenario, const char *text, size_t length, qm_order *order, size_t *at,
                     qm_text *fault) {
    words w = {.scenario = scenario, .text = text, .length = length, .fault = fault};
    *order = (qm_order){0};
    *at = 0;
    if (length > QM_ORDER_TEXT_MAX) {
        qm_text_addf(fault, "an order has at most %d bytes", QM_ORDER_TEXT_MAX);
        return false;
    }
    next_word(&w);
    bool good = read_kind(&w, order);
    const qm_order_kind *kind = &scenario->family->facts->orders[order->kind];
    for (size_t i = 0; good && i < kind->argument_count; i++) {
        good = read_argument(&w, kind, i, order);
    }
    while (good && !at_end(&w) && (kind->flags & QM_ORDER_LEGS)) {
        good = read_leg(&w, order);
    }
    if (good && !at_end(&w)) {
        good = fault_rest(&w, kind, order);
    }
    *at = w.at;
    return good;
}

qm_result qm_order_read(const qm_scenario *scenario, const char *text, size_t length, qm_order *order,
                        qm_diagnostics *diagnostics) {
    if (!scenario || !text || !order) {
        return QM_ERROR_USAGE;
    }
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    size_t at = 0;
    if (qm__order_parse(scenario, text, length, order, &at, &fault)) {
        return QM_OK;
    }
    const uint32_t column = (uint32_t)qm__utf8_count(text, at) + 1;
    qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, "", 1, column, "", message);
    return QM_ERROR_INPUT;
}

bool qm__order_keyword(const qm_rules_facts *facts, const char *word) {
    bool found = qm__same(word, "none");
    for (size_t i = 1; i < facts->order_count && !found; i++) {
        found = qm__same(facts->orders[i].name, word);
        for (size_t a = 0; a < facts->orders[i].argument_count; a++) {
            found = found || qm__same(facts->orders[i].arguments[a].keyword, word);
        }
    }
    for (size_t i = 1; i < facts->leg_count && !found; i++) {
        found = qm__same(facts->legs[i].keyword, word);
    }
    return found;
}

/* ------------------------------------------------------------------------------------------------------- printing */

static void print_operand(const qm_scenario *scenario, qm_operand operand, const char *list, int32_t before,
                          int32_t value, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    const qm__names names = {&scenario->rules, scenario};
    if (operand == QM_OPERAND_PLACE) {
        qm_place_print(scenario, (qm_place){value & 0xffff, value >> 16, 0}, out);
    } else if (operand == QM_OPERAND_FIELD) {
        qm_text_add(out, value >= 0 && value < facts->figure_state_count ? facts->figure_state[value].name : "?");
    } else if (operand == QM_OPERAND_SIDE) {
        qm_text_add(out, qm_side_name(scenario, (uint16_t)value));
    } else if (operand == QM_OPERAND_UNIT) {
        qm_text_add(out, qm_actor_name(scenario, (uint16_t)value));
    } else if (operand == QM_OPERAND_VALUE) {
        if (before >= 0 && before < facts->figure_state_count) {
            const qm__declared declared = qm__declared_field(&facts->figure_state[before]);
            qm__declared_print(&declared, &names, value, out);
        }
    } else if (operand != QM_OPERAND_NONE) {
        const qm__declared declared = declared_for(operand, list);
        qm__declared_print(&declared, &names, value, out);
    }
}

static void print_arguments(const qm_scenario *scenario, const qm_order *order, qm_text *out) {
    const qm_order_kind *kind = &scenario->family->facts->orders[order->kind];
    for (size_t i = 0; i < kind->argument_count; i++) {
        const qm_argument *argument = &kind->arguments[i];
        if (argument->optional && order->arguments[i] == 0) {
            continue;
        }
        qm_text_addf(out, "%s%s ", argument->keyword[0] ? " " : "", argument->keyword);
        print_operand(scenario, argument->operand, argument->words, i > 0 ? order->arguments[i - 1] : -1,
                      order->arguments[i], out);
    }
}

void qm_order_print(const qm_scenario *scenario, const qm_order *order, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    const bool known = order->kind != 0 && order->kind < facts->order_count;
    if (order->actor != 0) {
        const bool by_figure = known && !(facts->orders[order->kind].flags & QM_ORDER_UNIT);
        qm_text_addf(out, "%s ", (by_figure ? qm_figure_name : qm_actor_name)(scenario, order->actor));
    }
    if (!known) {
        qm_text_add(out, "?"); /* hidden, in a projection */
        return;
    }
    qm_text_add(out, facts->orders[order->kind].name);
    print_arguments(scenario, order, out);
    for (size_t i = 0; i < order->leg_count && i < QM_LEGS_MAX; i++) {
        const qm_leg *leg = &order->legs[i];
        const qm_leg_kind *kind = &facts->legs[leg->kind < facts->leg_count ? leg->kind : 0];
        qm_text_addf(out, "%s%s%s", kind->keyword[0] ? " " : "", kind->keyword,
                     kind->operand == QM_OPERAND_NONE ? "" : " ");
        if (kind->operand == QM_OPERAND_PLACE) {
            qm_place_print(scenario, leg->to, out);
        } else {
            print_operand(scenario, kind->operand, kind->name, -1, leg->thing, out);
        }
    }
}
