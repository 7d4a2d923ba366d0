/* How orders are written and what values fields take, in text and as JSON, from what a family declares.
 *
 * Help, the rules page and the JSON of a rulebook all come from here, so that no kind of order and no field can be
 * known to one of them and not to the others.
 */
#include "io/rulebook.h"

#include "game/place.h"
#include "io/facts_json.h"

static const char *operand_name(qm_operand operand, qm_space space) {
    switch (operand) {
    case QM_OPERAND_NONE:
        return "";
    case QM_OPERAND_FIGURE:
        return "FIGURE";
    case QM_OPERAND_SIDE:
        return "SIDE";
    case QM_OPERAND_ITEM:
        return "ITEM";
    case QM_OPERAND_PLACE:
        return space == QM_SPACE_HEX ? "HEX" : space == QM_SPACE_TILE ? "TILE" : "PLACE";
    case QM_OPERAND_DIRECTION:
        return "DIRECTION";
    case QM_OPERAND_NUMBER:
        return "NUMBER";
    case QM_OPERAND_WORD:
        return "WORD";
    case QM_OPERAND_FIELD:
        return "FIELD";
    case QM_OPERAND_VALUE:
        return "VALUE";
    case QM_OPERAND_UNIT:
        return "UNIT";
    case QM_OPERAND_ROW:
        return "ROW";
    }
    return "";
}

/* ------------------------------------------------------------------------------------------------------------ text */

/* "kneel|prone" */
static void add_words(const char *words, qm_text *out) {
    for (const char *c = words ? words : ""; *c; c++) {
        qm_text_add_char(out, *c == ' ' ? '|' : *c);
    }
}

/* A row is told by its table: "WEAPONS". */
static void add_operand(qm_operand operand, const char *table, qm_space space, qm_text *out) {
    if (operand != QM_OPERAND_ROW) {
        qm_text_add(out, operand_name(operand, space));
        return;
    }
    for (const char *c = table; *c; c++) {
        qm_text_add_char(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
    }
}

void qm_order_grammar(const qm_rules_facts *family, uint16_t kind, qm_text *out) {
    if (kind == 0 || kind >= family->order_count) {
        return;
    }
    const qm_order_kind *order = &family->orders[kind];
    const char *actor = order->flags & QM_ORDER_UNIT ? "UNIT " : "FIGURE ";
    qm_text_addf(out, "%s%s", order->flags & QM_ORDER_ACTOR ? actor : "", order->name);
    for (size_t i = 0; i < order->argument_count; i++) {
        const qm_argument *argument = &order->arguments[i];
        qm_text_addf(out, " %s%s%s", argument->optional ? "[" : "", argument->keyword, *argument->keyword ? " " : "");
        if (argument->operand == QM_OPERAND_WORD) {
            add_words(argument->words, out);
        } else {
            add_operand(argument->operand, argument->words, family->space, out);
        }
        qm_text_add(out, argument->optional ? "]" : "");
    }
    qm_text_add(out, order->flags & QM_ORDER_LEGS ? " {LEG}" : "");
}

void qm_leg_grammar(const qm_rules_facts *family, uint16_t kind, qm_text *out) {
    if (kind == 0 || kind >= family->leg_count) {
        return;
    }
    const qm_leg_kind *leg = &family->legs[kind];
    qm_text_addf(out, "%s%s", leg->keyword, *leg->keyword && leg->operand != QM_OPERAND_NONE ? " " : "");
    add_operand(leg->operand, leg->name, family->space, out);
}

void qm_field_grammar(const qm_field *field, qm_text *out) {
    const qm__declared declared = qm__declared_field(field);
    switch (field->type) {
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
        if (field->low == field->high) {
            qm_text_add(out, qm__type_name(field->type));
        } else {
            qm__declared_print(&declared, NULL, field->low, out);
            qm_text_add(out, " to ");
            qm__declared_print(&declared, NULL, field->high, out);
        }
        qm_text_addf(out, "%s%s", *field->unit ? " " : "", field->unit);
        return;
    case QM_TYPE_FLAG:
        qm_text_add(out, "true|false");
        return;
    case QM_TYPE_WORD:
        add_words(field->words, out);
        return;
    case QM_TYPE_ROW:
        qm_text_addf(out, "a row of %s", field->table);
        return;
    case QM_TYPE_DICE:
    case QM_TYPE_PLACE:
    case QM_TYPE_DIRECTION:
    case QM_TYPE_TOWARD:
    case QM_TYPE_FIGURE:
    case QM_TYPE_ITEM:
        qm_text_add(out, qm__type_name(field->type));
        return;
    }
}

/* ------------------------------------------------------------------------------------------------------------ JSON */

static void words(qm__json_writer *w, const char *key, const char *list) {
    char word[64];
    qm__json_key(w, key);
    qm__json_array_begin(w);
    for (size_t i = 0; list && qm_words_at(list, i, word, sizeof word) > 0; i++) {
        qm__json_string(w, word);
    }
    qm__json_array_end(w);
}

static void field_json(qm__json_writer *w, const qm__rules *rules, const qm_field *field, bool state) {
    const qm__declared declared = qm__declared_field(field);
    const qm__names names = {rules, NULL};
    qm__json_object_begin(w);
    qm__json_member(w, "name", field->name);
    qm__json_member(w, "type", qm__type_name(field->type));
    if (field->type <= QM_TYPE_ROW) {
        qm__json_key(w, "default");
        qm__declared_json(w, &declared, &names, field->standard);
    }
    if (field->type == QM_TYPE_WORD) {
        words(w, "words", field->words);
    } else if (field->type == QM_TYPE_ROW) {
        qm__json_member(w, "table", field->table);
    } else if (field->type <= QM_TYPE_FACTOR && field->low != field->high) {
        qm__json_key(w, "low");
        qm__declared_json(w, &declared, NULL, field->low);
        qm__json_key(w, "high");
        qm__declared_json(w, &declared, NULL, field->high);
    }
    qm__json_member(w, "unit", field->unit);
    if (state) {
        qm__json_member_bool(w, "start", field->flags & QM_FIELD_START);
        qm__json_member_bool(w, "edit", field->flags & QM_FIELD_EDIT);
    } else {
        qm__json_member_bool(w, "required", field->flags & QM_FIELD_REQUIRED);
    }
    words(w, "clauses", field->clauses);
    qm__json_member(w, "text", field->text);
    qm__json_object_end(w);
}

static void fields_json(qm__json_writer *w, const qm__rules *rules, const char *key, const qm_field *fields,
                        size_t count, bool state) {
    const int at = qm__at_field(rules->family->facts, fields, count);
    qm__json_key(w, key);
    qm__json_array_begin(w);
    for (size_t i = 0; i < count; i++) {
        if ((int)i == at) { /* files have one member for the three */
            const qm_field place = qm__at_declared(&fields[i]);
            field_json(w, rules, &place, state);
            i += 2;
            continue;
        }
        field_json(w, rules, &fields[i], state);
    }
    qm__json_array_end(w);
}

void qm__columns_json(qm__json_writer *w, const qm__rules *rules, size_t table) {
    const qm_table *declared = &rules->family->facts->tables[table];
    qm__json_key(w, "columns");
    qm__json_array_begin(w);
    for (size_t i = 0; i < declared->column_count; i++) {
        field_json(w, rules, &declared->columns[i], false);
    }
    qm__json_array_end(w);
}

/* Operands are named in small letters, as in the declarations; a row with its table. */
static void operand_json(qm__json_writer *w, qm_operand operand, const char *table) {
    char name[16];
    qm_text text = qm_text_over(name, sizeof name);
    for (const char *c = operand_name(operand, QM_SPACE_NONE); *c; c++) {
        qm_text_add_char(&text, (char)(*c - 'A' + 'a'));
    }
    qm__json_member(w, "operand", name);
    if (operand == QM_OPERAND_ROW) {
        qm__json_member(w, "table", table);
    }
}

static void argument_json(qm__json_writer *w, const qm_argument *argument) {
    qm__json_object_begin(w);
    qm__json_member(w, "keyword", argument->keyword);
    operand_json(w, argument->operand, argument->words);
    if (argument->operand == QM_OPERAND_WORD) {
        words(w, "words", argument->words);
    }
    qm__json_member_bool(w, "optional", argument->optional);
    qm__json_object_end(w);
}

static void order_json(qm__json_writer *w, const qm_rules_facts *facts, uint16_t kind) {
    const qm_order_kind *order = &facts->orders[kind];
    char array[200];
    qm_text grammar = qm_text_over(array, sizeof array);
    qm_order_grammar(facts, kind, &grammar);
    qm__json_object_begin(w);
    qm__json_member(w, "name", order->name);
    qm__json_member(w, "grammar", array);
    qm__json_member_bool(w, "actor", order->flags & QM_ORDER_ACTOR);
    if (facts->units) {
        qm__json_member_bool(w, "unit", order->flags & QM_ORDER_UNIT);
    }
    qm__json_key(w, "arguments");
    qm__json_array_begin(w);
    for (size_t i = 0; i < order->argument_count; i++) {
        argument_json(w, &order->arguments[i]);
    }
    qm__json_array_end(w);
    qm__json_member_bool(w, "legs", order->flags & QM_ORDER_LEGS);
    qm__json_member_bool(w, "edit", order->flags & QM_ORDER_EDIT);
    words(w, "clauses", order->clauses);
    qm__json_member(w, "text", order->text);
    qm__json_object_end(w);
}

static void leg_json(qm__json_writer *w, const qm_rules_facts *facts, uint16_t kind) {
    const qm_leg_kind *leg = &facts->legs[kind];
    char array[80];
    qm_text grammar = qm_text_over(array, sizeof array);
    qm_leg_grammar(facts, kind, &grammar);
    qm__json_object_begin(w);
    qm__json_member(w, "name", leg->name);
    qm__json_member(w, "grammar", array);
    qm__json_member(w, "keyword", leg->keyword);
    operand_json(w, leg->operand, leg->name);
    words(w, "clauses", leg->clauses);
    qm__json_member(w, "text", leg->text);
    qm__json_object_end(w);
}

static void told_json(qm__json_writer *w, const qm_told_kind *kind) {
    qm__json_object_begin(w);
    qm__json_member(w, "name", kind->name);
    qm__json_member(w, "type", qm__type_name(kind->type));
    words(w, "clauses", kind->clauses);
    qm__json_member(w, "text", kind->text);
    qm__json_object_end(w);
}

void qm__facts_json(qm__json_writer *w, const qm__rules *rules) {
    const qm_rules_facts *facts = rules->family->facts;
    fields_json(w, rules, "figure_fields", facts->figure_fields, facts->figure_field_count, false);
    fields_json(w, rules, "figure_state", facts->figure_state, facts->figure_state_count, true);
    fields_json(w, rules, "item_fields", facts->item_fields, facts->item_field_count, false);
    fields_json(w, rules, "item_state", facts->item_state, facts->item_state_count, true);
    qm__json_key(w, "orders");
    qm__json_array_begin(w);
    for (uint16_t i = 1; i < facts->order_count; i++) {
        order_json(w, facts, i);
    }
    qm__json_array_end(w);
    qm__json_key(w, "legs");
    qm__json_array_begin(w);
    for (uint16_t i = 1; i < facts->leg_count; i++) {
        leg_json(w, facts, i);
    }
    qm__json_array_end(w);
    qm__json_key(w, "told");
    qm__json_array_begin(w);
    for (uint16_t i = 1; i < facts->told_count; i++) {
        told_json(w, &facts->told[i]);
    }
    qm__json_array_end(w);
}
