/* What a case expects, compared with what came: verdict, odds, state. Every difference is told, not only the first. */
#include <string.h>

#include "base/name.h"
#include "game/place.h"
#include "io/case.h"
#include "io/declared.h"
#include "io/json_face.h"

const char *qm__case_text(const qm__value *value) {
    switch (value->kind) {
    case QM__NULL:
        return "none";
    case QM__BOOL:
        return value->truth ? "true" : "false";
    case QM__NUMBER:
    case QM__STRING:
        return value->text;
    case QM__ARRAY:
    case QM__OBJECT:
        break;
    }
    return "";
}

/* --------------------------------------------------------------------------------------------------------- chances */

static bool read_digits(const char **at, double *out, int *count) {
    *out = 0;
    *count = 0;
    for (; **at >= '0' && **at <= '9' && *count < 18; (*at)++, (*count)++) {
        *out = *out * 10 + (**at - '0');
    }
    return *count > 0;
}

/* "5/36", or a decimal: what it is, and by how much a chance may be off to be right to the places given. */
static bool read_chance(const char *text, double *wanted, double *slack) {
    double whole = 0, other = 0, unit = 1;
    int digits = 0;
    const char *at = text;
    bool readable = read_digits(&at, &whole, &digits);
    *wanted = whole;
    *slack = 1e-9;
    if (readable && *at == '/') {
        at++;
        readable = read_digits(&at, &other, &digits) && other > 0;
        *wanted = readable ? whole / other : 0;
    } else if (readable && *at == '.') {
        at++;
        readable = read_digits(&at, &other, &digits);
        for (int i = 0; i < digits; i++) {
            unit /= 10;
        }
        *wanted = whole + other * unit;
        *slack = unit / 2 + 1e-12;
    }
    return readable && *at == '\0' && *wanted <= 1;
}

bool qm__chance_readable(const char *text) {
    double wanted, slack;
    return read_chance(text, &wanted, &slack);
}

/* The form of the text was checked when the file was read. */
static void compare_chance(qm__case_run *run, const char *what, const qm__value *value, double chance) {
    double wanted, slack;
    read_chance(qm__case_text(value), &wanted, &slack);
    if (chance > wanted + slack || chance < wanted - slack) {
        char now[32];
        qm_text text = qm_text_over(now, sizeof now);
        qm_text_add_decimal(&text, chance, 9);
        qm__case_mismatch(run, "%s is %s, expected %s", what, now, qm__case_text(value));
    }
}

static void compare_int(qm__case_run *run, const char *what, const qm__value *value, int64_t now) {
    int64_t wanted = 0;
    if (value && (!qm__value_int(value, &wanted) || wanted != now)) {
        qm__case_mismatch(run, "%s is %lld, expected %s", what, (long long)now, qm__case_text(value));
    }
}

/* A number of movement: inches where the verdict counts in them. */
static void compare_cost(qm__case_run *run, const char *what, const qm__value *value, int32_t now) {
    int64_t wanted = 0;
    if (run->verdict.unit != 2) {
        compare_int(run, what, value, now);
    } else if (value && (!qm__value_decimal(value, 3, &wanted) || wanted != now)) {
        char array[32];
        qm_text text = qm_text_over(array, sizeof array);
        qm__inches_print(now, &text);
        qm__case_mismatch(run, "%s is %s, expected %s", what, array, qm__case_text(value));
    }
}

static void compare_name(qm__case_run *run, const char *what, const qm__value *value, const char *now) {
    if (value && !qm__same(qm__case_text(value), now)) {
        qm__case_mismatch(run, "%s is %s, expected %s", what, now, qm__case_text(value));
    }
}

/* --------------------------------------------------------------------------------------------------------- verdict */

static bool lists(const qm__value *list, const char *name) {
    for (const qm__value *one = list ? list->first : NULL; one; one = one->next) {
        if (one->kind == QM__STRING && qm__same(one->text, name)) {
            return true;
        }
    }
    return false;
}

/* The reasons or warnings named are exactly those given, in any order; `what` is one of them. */
static void compare_reasons(qm__case_run *run, const char *what, const qm__value *wanted, const qm_reason *given,
                            size_t count) {
    const qm_rules_facts *facts = run->scenario->family->facts;
    for (size_t i = 0; wanted && i < count; i++) {
        const char *name = facts->reasons[given[i].kind].name;
        if (!lists(wanted, name)) {
            char text[300];
            qm_text words = qm_text_over(text, sizeof text);
            qm_reason_print(run->scenario, &given[i], &words);
            qm__case_mismatch(run, "unexpected %s %s: %s", what, name, text);
        }
    }
    for (const qm__value *one = wanted ? wanted->first : NULL; one; one = one->next) {
        bool found = false, known = false;
        for (size_t i = 1; i < facts->reason_count; i++) {
            known = known || qm__same(facts->reasons[i].name, one->text);
        }
        for (size_t i = 0; i < count; i++) {
            found = found || qm__same(facts->reasons[given[i].kind].name, one->text);
        }
        if (!found) {
            qm__case_mismatch(run, known ? "the %s %s is missing" : "there is no %s named %s", what, one->text);
        }
    }
}

static void compare_cites(qm__case_run *run, const qm__value *expect) {
    const qm_rules_facts *facts = run->scenario->family->facts;
    uint16_t clauses[64];
    size_t count = qm_verdict_clauses(run->scenario, &run->order, &run->verdict, clauses, 64);
    count = count < 64 ? count : 64;
    for (size_t i = 0; i < count; i++) {
        if (clauses[i] < QM_CASE_CLAUSES_MAX) {
            run->result->asserted[clauses[i]] = 1;
        }
        if (lists(qm__value_get(expect, "uncited"), facts->clauses[clauses[i]].id)) {
            qm__case_mismatch(run, "%s is cited, and should not be", facts->clauses[clauses[i]].id);
        }
    }
    const qm__value *cites = qm__value_get(expect, "cites");
    for (const qm__value *one = cites ? cites->first : NULL; one; one = one->next) {
        bool found = false;
        for (size_t i = 0; i < count; i++) {
            found = found || qm__same(facts->clauses[clauses[i]].id, one->text);
        }
        if (!found) {
            qm__case_mismatch(run, "%s is not cited", one->text);
        }
    }
}

static void compare_class(qm__case_run *run, const qm__value *wanted, const qm_check *check, size_t index) {
    const qm_check_class *now = &check->classes[index];
    char name[48], what[64];
    qm_words_at(run->scenario->family->facts->rolls[check->roll].classes, now->outcome, name, sizeof name);
    qm_text text = qm_text_over(what, sizeof what);
    qm_text_addf(&text, "classes[%zu] of a check", index);
    compare_name(run, what, qm__value_get(wanted, "outcome"), name);
    compare_int(run, what, qm__value_get(wanted, "from"), now->from);
    compare_int(run, what, qm__value_get(wanted, "to"), now->to);
    compare_cost(run, what, qm__value_get(wanted, "length"), now->length);
    if (qm__value_get(wanted, "chance")) {
        compare_chance(run, what, qm__value_get(wanted, "chance"), now->chance);
    }
}

static void compare_classes(qm__case_run *run, const qm__value *classes, const qm_check *check) {
    if (classes && classes->count != check->class_count) {
        qm__case_mismatch(run, "a check has %u classes, expected %zu", (unsigned)check->class_count, classes->count);
    }
    size_t index = 0;
    for (const qm__value *one = classes ? classes->first : NULL; one && index < check->class_count; one = one->next) {
        compare_class(run, one, check, index++);
    }
}

static void compare_check(qm__case_run *run, const qm__value *wanted, size_t index) {
    const qm_rules_facts *facts = run->scenario->family->facts;
    const qm_check *check = &run->verdict.checks[index];
    char what[64], place[QM__PLACE_TEXT_SIZE];
    static const char *const names[] = {"dice", "sides", "target", "leg"};
    const int64_t numbers[] = {check->dice, check->sides, check->target, check->leg};
    qm_text label = qm_text_over(place, sizeof place);
    qm_place_print(run->scenario, check->at, &label);
    for (size_t i = 0; i < 4; i++) {
        qm_text text = qm_text_over(what, sizeof what);
        qm_text_addf(&text, "checks[%zu].%s", index, names[i]);
        compare_int(run, what, qm__value_get(wanted, names[i]), numbers[i]);
    }
    compare_name(run, "the roll of a check", qm__value_get(wanted, "roll"), facts->rolls[check->roll].name);
    compare_name(run, "the figure of a check", qm__value_get(wanted, "figure"),
                 qm_figure_name(run->scenario, check->figure));
    compare_name(run, "what counts in a check", qm__value_get(wanted, "over"), qm__over_word(check->over));
    compare_name(run, "the place of a check", qm__value_get(wanted, "at"), place);
    const qm__value *chance = qm__value_get(wanted, "chance");
    if (chance) {
        qm_text text = qm_text_over(what, sizeof what);
        qm_text_addf(&text, "checks[%zu].chance", index);
        compare_chance(run, what, chance, check->chance);
    }
    compare_classes(run, qm__value_get(wanted, "classes"), check);
}

static void compare_checks(qm__case_run *run, const qm__value *checks) {
    if (!checks) {
        return;
    }
    if (checks->count != run->verdict.check_count) {
        qm__case_mismatch(run, "there are %u checks ahead, expected %zu", (unsigned)run->verdict.check_count,
                          checks->count);
    }
    size_t index = 0;
    for (const qm__value *one = checks->first; one && index < run->verdict.check_count; one = one->next) {
        compare_check(run, one, index++);
    }
}

static void compare_way(qm__case_run *run, const char *what, const qm__value *way, const qm_place *places,
                        size_t count) {
    bool same = !way || way->count == count;
    size_t index = 0;
    qm_text now = qm_text_growing(run->result->mismatches.allocator);
    for (const qm__value *one = way ? way->first : NULL; same && one; one = one->next, index++) {
        char label[QM__PLACE_TEXT_SIZE];
        qm_text text = qm_text_over(label, sizeof label);
        qm_place_print(run->scenario, places[index], &text);
        same = qm__same(label, one->text);
    }
    if (!same) {
        for (size_t i = 0; i < count; i++) {
            qm_text_add(&now, i == 0 ? "" : " ");
            qm_place_print(run->scenario, places[i], &now);
        }
        qm__case_mismatch(run, "the way%s is %s", what, now.data ? now.data : "empty");
    }
    qm_text_free(&now);
}

/* What one figure of a unit does; of it what is given. */
static void compare_part(qm__case_run *run, const qm__value *wanted, const qm_part *part) {
    static const char *const names[] = {"cost", "allowance", "end", "facing"};
    char what[4][QM_NAME_MAX + 32], place[QM__PLACE_TEXT_SIZE], facing[32], of[QM_NAME_MAX + 8];
    for (size_t i = 0; i < 4; i++) {
        qm_text text = qm_text_over(what[i], sizeof what[i]);
        qm_text_addf(&text, "%s of %s", names[i], wanted->key);
    }
    qm_text end = qm_text_over(place, sizeof place), toward = qm_text_over(facing, sizeof facing),
            name = qm_text_over(of, sizeof of);
    qm_place_print(run->scenario, part->end, &end);
    qm_direction_print(run->scenario, part->facing < 0 ? 0 : part->facing, &toward);
    qm_text_addf(&name, " of %s", wanted->key);
    compare_cost(run, what[0], qm__value_get(wanted, "cost"), part->cost);
    compare_cost(run, what[1], qm__value_get(wanted, "allowance"), part->allowance);
    compare_name(run, what[2], qm__value_get(wanted, "end"), place);
    compare_name(run, what[3], qm__value_get(wanted, "facing"), part->facing < 0 ? "none" : facing);
    compare_way(run, of, qm__value_get(wanted, "way"), run->verdict.way + part->first, part->count);
    const qm__value *chosen = qm__value_get(wanted, "chosen");
    if (chosen && chosen->truth != ((part->flags & QM_PART_CHOSEN) != 0)) {
        qm__case_mismatch(run, "where %s ends is %s", wanted->key, chosen->truth ? "as ordered" : "found for it");
    }
}

/* Parts by the names of their figures; null: it has none. */
static void compare_parts(qm__case_run *run, const qm__value *parts) {
    for (const qm__value *one = parts ? parts->first : NULL; one; one = one->next) {
        const qm_part *part = NULL;
        for (size_t i = 0; i < run->verdict.part_count && !part; i++) {
            const qm_part *here = &run->verdict.parts[i];
            part = qm__same(qm_figure_name(run->scenario, here->figure), one->key) ? here : NULL;
        }
        if (!part != (one->kind == QM__NULL)) {
            qm__case_mismatch(run, part ? "%s has a part in it" : "%s has no part in it", one->key);
        } else if (part) {
            compare_part(run, one, part);
        }
    }
}

static const char *judgement_name(uint16_t judgement) {
    return judgement == QM_LEGAL ? "legal" : judgement == QM_ILLEGAL ? "illegal" : "cannot-judge";
}

void qm__expect_verdict(qm__case_run *run, const qm__value *expect) {
    const qm__value *verdict = qm__value_get(expect, "verdict");
    const char *wanted = verdict ? verdict->text : "legal", *now = judgement_name(run->verdict.judgement);
    if (!qm__same(wanted, now)) {
        qm_text why = qm_text_growing(run->result->mismatches.allocator);
        for (size_t i = 0; i < run->verdict.reason_count; i++) {
            qm_text_add(&why, i == 0 ? ": " : "; ");
            qm_reason_print(run->scenario, &run->verdict.reasons[i], &why);
        }
        qm__case_mismatch(run, "the verdict is %s, expected %s%s", now, wanted, why.data ? why.data : "");
        qm_text_free(&why);
    }
    if (!expect) {
        return;
    }
    compare_reasons(run, "reason", qm__value_get(expect, "reasons"), run->verdict.reasons, run->verdict.reason_count);
    compare_reasons(run, "warning", qm__value_get(expect, "warnings"), run->verdict.warnings,
                    run->verdict.judgement == QM_LEGAL ? run->verdict.warning_count : 0);
    compare_cites(run, expect);
    compare_cost(run, "cost", qm__value_get(expect, "cost"), run->verdict.cost);
    compare_cost(run, "allowance", qm__value_get(expect, "allowance"), run->verdict.allowance);
    compare_int(run, "hits", qm__value_get(expect, "hits"), run->verdict.hits);
    const qm__value *chance = qm__value_get(expect, "chance");
    if (chance) {
        compare_chance(run, "chance", chance, run->verdict.chance);
    }
    compare_way(run, "", qm__value_get(expect, "way"), run->verdict.way, run->verdict.way_count);
    compare_parts(run, qm__value_get(expect, "parts"));
    compare_checks(run, qm__value_get(expect, "checks"));
}

/* ------------------------------------------------------------------------------------------------------------ odds */

/* One condition, "Ada.position=prone". */
typedef struct condition {
    const qm_field *field;
    uint16_t figure, item; /* one of them */
    char sign[3];
    int32_t value;
    bool is_place; /* `field` is the first of three that hold a place on a table */
    qm_place place;
} condition;

#define CONDITIONS_MAX 8

static const qm_field *field_named(const qm_field *list, size_t count, const char *name, size_t length) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(list[i].name) == length && memcmp(list[i].name, name, length) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

/* Finds a figure's or an item's field; NULL if there is none. On a table "at" is the first of the three that hold a
 * place. */
static const qm_field *find_field(const qm_scenario *s, const char *thing, const char *field, size_t length,
                                  uint16_t *figure, uint16_t *item, bool *is_place) {
    const qm_rules_facts *facts = s->family->facts;
    *figure = qm_figure_named(s, thing);
    *item = *figure ? 0 : qm_item_named(s, thing);
    const qm_field *list = *figure ? facts->figure_state : *item ? facts->item_state : NULL;
    const size_t count = *figure ? facts->figure_state_count : *item ? facts->item_state_count : 0;
    const int at = length == 2 && memcmp(field, "at", 2) == 0 ? qm__at_field(facts, list, count) : -1;
    *is_place = at >= 0;
    return at >= 0 ? &list[at] : field_named(list, count, field, length);
}

static const void *block_of(const qm_scenario *s, const qm_state *state, uint16_t figure, uint16_t item) {
    return figure ? qm__figure_at(s, state, figure, s->family->figure_state_size)
                  : qm__item_at(s, state, item, s->family->item_state_size);
}

static int32_t field_now(const qm_scenario *s, const qm_state *state, const qm_field *field, uint16_t figure,
                         uint16_t item) {
    return qm__field_get(block_of(s, state, figure, item), field);
}

/* A place is there or it is not: none is less than another. */
static bool read_place_condition(const qm_scenario *s, const char *text, size_t length, condition *out,
                                 qm_text *fault) {
    char word[QM__PLACE_TEXT_SIZE];
    qm_text copy = qm_text_over(word, sizeof word);
    qm_text_add_bytes(&copy, text, length);
    if (qm_words_find("= !=", out->sign) < 0) {
        qm_text_add(fault, "a place is compared with = or !=");
        return false;
    }
    return qm__place_parse(s, word, &out->place, fault);
}

static bool read_condition(const qm_scenario *s, const char *text, size_t length, condition *out, qm_text *fault) {
    char name[QM_NAME_MAX + 1];
    const char *dot = memchr(text, '.', length);
    const size_t before = dot ? (size_t)(dot - text) : length;
    if (!dot || before > QM_NAME_MAX) {
        qm_text_add(fault, "a condition is written as NAME.field=value");
        return false;
    }
    memcpy(name, text, before);
    name[before] = '\0';
    const char *field = dot + 1, *end = text + length;
    const size_t field_length = strcspn(field, "=!<> ");
    const char *sign = field + field_length;
    out->field = sign < end ? find_field(s, name, field, field_length, &out->figure, &out->item, &out->is_place) : NULL;
    if (!out->field) {
        qm_text_addf(fault, "there is no %s.%.*s", name, (int)field_length, field);
        return false;
    }
    const bool two = sign + 1 < end && sign[1] == '=';
    out->sign[0] = *sign;
    out->sign[1] = two ? '=' : '\0';
    out->sign[2] = '\0';
    if (qm_words_find("= != < > <= >=", out->sign) < 0) {
        qm_text_add(fault, "a condition compares with =, !=, <, >, <= or >=");
        return false;
    }
    const char *value = sign + (two ? 2 : 1);
    if (out->is_place) {
        return read_place_condition(s, value, (size_t)(end - value), out, fault);
    }
    const qm__declared declared = qm__declared_field(out->field);
    const qm__names names = {&s->rules, s};
    return qm__declared_parse(&declared, &names, value, (size_t)(end - value), &out->value, fault);
}

/* Conditions joined by " & ". */
static size_t read_conditions(const qm_scenario *s, const char *text, condition list[CONDITIONS_MAX], qm_text *fault) {
    size_t count = 0;
    while (*text) {
        const char *next = strstr(text, " & ");
        const size_t length = next ? (size_t)(next - text) : strlen(text);
        if (count == CONDITIONS_MAX || !read_condition(s, text, length, &list[count++], fault)) {
            return 0;
        }
        text += length + (next ? 3 : 0);
    }
    return count;
}

static bool holds(const qm_scenario *s, const qm_state *state, const condition *c) {
    if (c->is_place) {
        const qm_place place = qm__at_get(block_of(s, state, c->figure, c->item), c->field);
        return qm__place_same(place, c->place) == (c->sign[0] == '=');
    }
    const int32_t now = field_now(s, state, c->field, c->figure, c->item);
    switch (c->sign[0]) {
    case '=':
        return now == c->value;
    case '!':
        return now != c->value;
    case '<':
        return c->sign[1] ? now <= c->value : now < c->value;
    default:
        return c->sign[1] ? now >= c->value : now > c->value;
    }
}

void qm__expect_odds(qm__case_run *run, const qm__value *odds, qm_outcome *outcomes) {
    const qm_scenario *s = run->scenario;
    qm_odds_result result;
    const qm_result answer =
        qm_odds_measured(s, run->state, run->scratch, QM_POLICY_AUTOMATIC, outcomes, QM__CASE_OUTCOMES, &result);
    if (answer != QM_OK || result.too_many) {
        qm__case_mismatch(run, "the odds cannot be told: %s",
                          answer != QM_OK ? qm_result_text(answer) : "too many outcomes");
        return;
    }
    for (const qm__value *one = odds->first; one; one = one->next) {
        condition list[CONDITIONS_MAX];
        char message[QM__MESSAGE_MAX];
        qm_text fault = qm_text_over(message, sizeof message);
        const size_t count = read_conditions(s, one->key, list, &fault);
        if (count == 0) {
            qm__case_mismatch(run, "odds \"%s\": %s", one->key, message);
            continue;
        }
        double chance = 0;
        for (uint32_t i = 0; i < result.count; i++) {
            bool all = qm_odds_outcome(s, run->state, run->scratch, &outcomes[i], run->after, NULL) == QM_OK;
            for (size_t c = 0; all && c < count; c++) {
                all = holds(s, run->after, &list[c]);
            }
            chance += all ? outcomes[i].chance : 0;
        }
        qm__case_mix(run, &chance, sizeof chance);
        qm_text what = qm_text_over(message, sizeof message);
        qm_text_addf(&what, "the chance of %s", one->key);
        compare_chance(run, message, one, chance);
    }
}

/* ----------------------------------------------------------------------------------------------------------- state */

bool qm__expects_play(const qm__value *expect) {
    static const char *const names[] = {"events", "no_events", "state", "actor", "turn",  "phase",
                                        "winner", "ended",     "hides", "told",  "untold"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found = found || qm__value_get(expect, names[i]);
    }
    return found;
}

/* A place on a table, which three fields hold. */
static void compare_at(qm__case_run *run, const qm__value *thing, const qm__value *one, qm_place now) {
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    qm_place wanted;
    if (!qm__place_parse(run->scenario, qm__case_text(one), &wanted, &fault)) {
        qm__case_mismatch(run, "%s.%s: %s", thing->key, one->key, message);
    } else if (!qm__place_same(wanted, now)) {
        qm_text text = qm_text_over(message, sizeof message);
        qm_place_print(run->scenario, now, &text);
        qm__case_mismatch(run, "%s.%s is %s, expected %s", thing->key, one->key, message, qm__case_text(one));
    }
}

static void compare_fields(qm__case_run *run, const qm__value *thing) {
    const qm_scenario *s = run->scenario;
    for (const qm__value *one = thing->kind == QM__OBJECT ? thing->first : NULL; one; one = one->next) {
        uint16_t figure = 0, item = 0;
        bool is_place = false;
        const qm_field *field = find_field(s, thing->key, one->key, one->key_length, &figure, &item, &is_place);
        if (!field) {
            qm__case_mismatch(run, "there is no %s.%s", thing->key, one->key);
            continue;
        }
        if (is_place) {
            compare_at(run, thing, one, qm__at_get(block_of(s, run->state, figure, item), field));
            continue;
        }
        char message[QM__MESSAGE_MAX];
        qm_text fault = qm_text_over(message, sizeof message);
        const qm__declared declared = qm__declared_field(field);
        const qm__names names = {&s->rules, s};
        int32_t wanted = 0;
        const int32_t now = field_now(s, run->state, field, figure, item);
        if (!qm__declared_parse(&declared, &names, qm__case_text(one), strlen(qm__case_text(one)), &wanted, &fault)) {
            qm__case_mismatch(run, "%s.%s: %s", thing->key, one->key, message);
        } else if (wanted != now) {
            qm_text text = qm_text_over(message, sizeof message);
            qm__declared_print(&declared, &names, now, &text);
            qm__case_mismatch(run, "%s.%s is %s, expected %s", thing->key, one->key, message, qm__case_text(one));
        }
    }
}

/* Exactly the figures listed keep what they declared from other sides. It is part of the fingerprint only where a case
 * asks for it: nothing else that a case compares depends on who may see what. */
static void compare_hides(qm__case_run *run, const qm__value *wanted) {
    const qm_scenario *s = run->scenario;
    for (const qm__value *one = wanted ? wanted->first : NULL; one; one = one->next) {
        if (qm_figure_named(s, one->text) == 0) {
            qm__case_mismatch(run, "there is no figure \"%s\"", one->text);
        }
    }
    for (uint16_t i = 1; wanted && i <= qm_figure_count(s); i++) {
        const bool hides = qm_state_hides(s, run->state, i);
        qm__case_mix(run, &hides, sizeof hides);
        if (hides != lists(wanted, qm_figure_name(s, i))) {
            qm__case_mismatch(run, "what %s declared is %s other sides, and should be %s", qm_figure_name(s, i),
                              hides ? "hidden from" : "open to", hides ? "open" : "hidden");
        }
    }
}

void qm__expect_play(qm__case_run *run, const qm__value *expect) {
    const qm_scenario *s = run->scenario;
    const qm_rules_facts *facts = s->family->facts;
    qm__expect_events(run, qm__value_get(expect, "events"), qm__value_get(expect, "no_events"));
    const qm__value *state = qm__value_get(expect, "state");
    for (const qm__value *thing = state ? state->first : NULL; thing; thing = thing->next) {
        if (qm_figure_named(s, thing->key) == 0 && qm_item_named(s, thing->key) == 0) {
            qm__case_mismatch(run, "there is no figure or item \"%s\"", thing->key);
        } else {
            compare_fields(run, thing);
        }
    }
    const uint16_t actor = qm_state_actor(s, run->state), winner = qm_state_winner(run->state);
    compare_name(run, "the next actor", qm__value_get(expect, "actor"), actor ? qm_actor_name(s, actor) : "none");
    compare_name(run, "the winner", qm__value_get(expect, "winner"), winner ? qm_side_name(s, winner) : "none");
    compare_name(run, "ended", qm__value_get(expect, "ended"), qm_state_ended(run->state) ? "true" : "false");
    compare_name(run, "the phase", qm__value_get(expect, "phase"),
                 facts->phases ? facts->phases[qm_state_phase(run->state)] : "");
    compare_int(run, "the turn", qm__value_get(expect, "turn"), qm_state_turn(run->state));
    compare_hides(run, qm__value_get(expect, "hides"));
    qm__expect_told(run, qm__value_get(expect, "told"), true);
    qm__expect_told(run, qm__value_get(expect, "untold"), false);
}
