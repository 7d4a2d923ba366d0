/* Quickmarch: files, notation and JSON.
 *
 * Reading never stops at the first mistake: everything found goes into the diagnostics, each with file, line, column
 * and field, and the call returns QM_ERROR_INPUT (the content is wrong) or QM_ERROR_FILE (a file is missing or cannot
 * be read). On any failure *out is NULL. The formats are described in docs/formats/, with a JSON schema each.
 *
 *   rulebook  family, edition, extends, settings and rows of tables           TOML subset   qm_rulebook_…
 *   scenario  rules, board, sides, figures, items, how it ends                JSON          qm_scenario_…
 *   notation  one order in one line: "Ada half 0304 0305 face NE"             text          qm_order_…
 *   log       a game: scenario, seed, orders, dice, choices                   JSON          quickmarch/session.h
 *   cases     worked examples: scenario, orders, dice, and what must follow   JSON          quickmarch/cases.h
 *
 * Everything here is made from what the families declare (quickmarch/rules.h); a new family needs no new reader or
 * writer.
 */
#ifndef QUICKMARCH_IO_H
#define QUICKMARCH_IO_H

#include "quickmarch/ask.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------- files */

/* Where files come from. NULL instead of a reader means the C library's files and no search directories. */
typedef struct qm_reader {
    /* Puts the whole file into `out` (already empty). QM_ERROR_FILE when it is not there or cannot be read,
     * QM_ERROR_LIMIT when it has more than `limit` bytes. NULL: the C library's files. */
    qm_result (*read)(void *user, const char *path, size_t limit, qm_text *out);
    void *user;
    /* Directories in which a rulebook named without a path is looked for (as NAME and as NAME.toml), ended by NULL. May
     * be NULL. */
    const char *const *search;
} qm_reader;

#define QM_FILE_MAX ((size_t)16 << 20) /* bytes of a file that will be read */
#define QM_EXTENDS_MAX 8               /* rulebooks, rosters and templates that build on one another */

/* Reads a whole file; a failure is reported in the diagnostics. "-" is an ordinary name here. */
QM_API qm_result qm_file_read(const char *path, const qm_reader *reader, qm_text *out, qm_diagnostics *diagnostics);
/* Writes a whole file: first under a temporary name beside it, then renamed, so that a reader finds the old or the new
 * content and never a part. */
QM_API qm_result qm_file_write(const char *path, const char *bytes, size_t length, qm_diagnostics *diagnostics);

/* ---------------------------------------------------------------------------------------------------- rulebooks */

/* The rules in force: a family with its settings and tables. */
typedef struct qm_rulebook qm_rulebook;

/* Reads a rulebook file, and those it extends. */
QM_API qm_result qm_rulebook_read_file(qm_rulebook **out, const char *path, const qm_reader *reader,
                                       const qm_allocator *allocator, qm_diagnostics *diagnostics);
/* The same from memory. `name` stands for the file in diagnostics and decides where relative names in `extends` start.
 */
QM_API qm_result qm_rulebook_read_text(qm_rulebook **out, const char *text, size_t length, const char *name,
                                       const qm_reader *reader, const qm_allocator *allocator,
                                       qm_diagnostics *diagnostics);
/* What a person means by a name: a built-in family, a file, or a name found in the search directories. */
QM_API qm_result qm_rulebook_named(qm_rulebook **out, const char *name, const qm_reader *reader,
                                   const qm_allocator *allocator, qm_diagnostics *diagnostics);
/* Rules from the text that identifies them (qm_rulebook_identity, qm_scenario_rules). */
QM_API qm_result qm_rulebook_identified(qm_rulebook **out, const char *identity, const qm_allocator *allocator,
                                        qm_diagnostics *diagnostics);
QM_API qm_result qm_rulebook_copy(qm_rulebook **out, const qm_rulebook *rulebook, const qm_allocator *allocator);
QM_API void qm_rulebook_free(qm_rulebook *rulebook);

QM_API const qm_rules_facts *qm_rulebook_family(const qm_rulebook *rulebook);
QM_API const char *qm_rulebook_title(const qm_rulebook *rulebook);   /* the family's where the file has none */
QM_API const char *qm_rulebook_edition(const qm_rulebook *rulebook); /* "" if it has none */
QM_API const char *qm_rulebook_text(const qm_rulebook *rulebook);    /* "" if it has none */
/* A setting by its index in the family's list. */
QM_API int32_t qm_rulebook_setting(const qm_rulebook *rulebook, size_t setting);
/* Changes a setting. QM_ERROR_USAGE when there is no such setting or the value is out of its range. */
QM_API qm_result qm_rulebook_set(qm_rulebook *rulebook, size_t setting, int32_t value);
/* Changes a setting or a column as a person writes it: "landing_hex=free", "weapons.dagger.damage=1d". */
QM_API qm_result qm_rulebook_set_text(qm_rulebook *rulebook, const char *assignment, qm_diagnostics *diagnostics);
/* After changes like these: reports settings and cells that contradict each other, and ends with QM_ERROR_INPUT if some
 * do. Files and scenarios that are read are looked at by themselves. */
QM_API qm_result qm_rulebook_check(const qm_rulebook *rulebook, qm_diagnostics *diagnostics);
/* Rows of a table by its index in the family's list; rows count from 1. */
QM_API uint16_t qm_rulebook_rows(const qm_rulebook *rulebook, size_t table);
QM_API const char *qm_rulebook_row_name(const qm_rulebook *rulebook, size_t table,
                                        uint16_t row); /* "" beyond the end */
QM_API int32_t qm_rulebook_row_value(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t column);
/* The text that identifies these rules, the same as qm_scenario_rules gives: family, rules version, and what differs
 * from the family's defaults, each after one space: "hexmelee 1 landing_hex=free weapons.dagger.damage=1d6". Editions
 * and titles do not count. */
QM_API void qm_rulebook_identity(const qm_rulebook *rulebook, qm_text *out);
/* As a rulebook file. With `all` every setting and row, each setting with what it means as a comment; without, only
 * what differs from the family's defaults. */
QM_API void qm_rulebook_write(const qm_rulebook *rulebook, bool all, qm_text *out);
/* A value as files and people write it: 3, 0.5, true, paid, 2d6-1. */
QM_API void qm_setting_print(const qm_setting *setting, int32_t value, qm_text *out);

/* ---------------------------------------------------------------------------------------------------- scenarios */

/* Reads a scenario file with its rosters and rulebooks. `instead` (may be NULL) takes the place of the rulebook the
 * scenario names and must be of the same family; settings that the scenario itself changes stay changed on top of it.
 */
QM_API qm_result qm_scenario_read_file(qm_scenario **out, const char *path, const qm_rulebook *instead,
                                       const qm_reader *reader, const qm_allocator *allocator,
                                       qm_diagnostics *diagnostics);
QM_API qm_result qm_scenario_read_text(qm_scenario **out, const char *text, size_t length, const char *name,
                                       const qm_rulebook *instead, const qm_reader *reader,
                                       const qm_allocator *allocator, qm_diagnostics *diagnostics);
/* The scenario as one file that needs no other: templates, rosters and rulebooks are written out. Read back it has the
 * same hash. */
QM_API void qm_scenario_write_json(const qm_scenario *scenario, qm_text *out);
/* The rules a scenario was loaded with. */
QM_API qm_result qm_scenario_rulebook(const qm_scenario *scenario, qm_rulebook **out, const qm_allocator *allocator);

/* What kind of file a text is, by its first member "quickmarch". */
typedef enum qm_file_kind {
    QM_FILE_UNKNOWN = 0,
    QM_FILE_RULEBOOK, /* not JSON, and has `family` or `extends` */
    QM_FILE_SCENARIO,
    QM_FILE_ROSTER,
    QM_FILE_CASES,
    QM_FILE_LOG
} qm_file_kind;
QM_API qm_file_kind qm_file_kind_of(const char *text, size_t length);
/* Reads a roster file for its own sake: against the rules of a family, without a scenario. */
QM_API qm_result qm_roster_check(const char *text, size_t length, const char *name, const qm_reader *reader,
                                 const qm_allocator *allocator, qm_diagnostics *diagnostics);

/* ------------------------------------------------------------------------------------------------------ notation */

/* Reads one order of at most QM_ORDER_TEXT_MAX bytes. A mistake is reported with its column and with what was expected
 * there (line 1, no file). The grammar is in docs/formats/notation.md. */
#define QM_ORDER_TEXT_MAX 8000
QM_API qm_result qm_order_read(const qm_scenario *scenario, const char *text, size_t length, qm_order *order,
                               qm_diagnostics *diagnostics);
/* Writes an order; read back it is equal. */
QM_API void qm_order_print(const qm_scenario *scenario, const qm_order *order, qm_text *out);

/* How a kind of order and a kind of leg are written: "FIGURE throw ITEM at FIGURE", "jump HEX". Capitals stand for
 * names and values, [ ] for what may be left out, | for a choice of words, {LEG} for any number of legs. */
QM_API void qm_order_grammar(const qm_rules_facts *family, uint16_t kind, qm_text *out);
QM_API void qm_leg_grammar(const qm_rules_facts *family, uint16_t kind, qm_text *out);
/* What values a field takes: "1 to 100", "standing|kneeling", "a row of armour". */
QM_API void qm_field_grammar(const qm_field *field, qm_text *out);

/* What differs between two states, in words: "Ada: at 0308, prone, hits 3". Book-keeping is left out. */
QM_API void qm_state_difference(const qm_scenario *scenario, const qm_state *before, const qm_state *after,
                                qm_text *out);

/* --------------------------------------------------------------------------------------------------------- JSON */

/* The answers as JSON values on one line, for programs. Each adds one value to `out`; nothing else is added around it.
 * Figures, items, sides, kinds and clauses are given by name, places and directions as in notation. Values of fields
 * are numbers, true or false, or words, as a scenario file has them. */

/* {"turn","phase","actor","ended","winner","revision","figures":{NAME:{field:value…}},"items":{…},"wanted"?} */
QM_API void qm_state_write_json(const qm_scenario *scenario, const qm_state *state, qm_text *out);
/* {"order","verdict","why":[…],"citations":[{"clause","title","text"}],"reasons":[…],"cost","allowance","chance","checks":[…],
 *  "way":[…],"parts"?:[…],"rules":{"rulebook","version","settings","identity"}} */
QM_API void qm_verdict_write_json(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict,
                                  qm_text *out);
/* [{"event","text","figure"?,…} or {"event":"roll","roll","dice":[faces],"total","target","outcome"}] */
QM_API void qm_events_write_json(const qm_scenario *scenario, const qm_events *events, qm_text *out);
/* {"what":"roll","roll","dice","sides","target",…} or {"what":"choice","choice","options":[…],…}; null when nothing is
 * wanted */
QM_API void qm_wanted_write_json(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out);
/* {"policy","had_choices","too_many","sum","ends"?:[{"end","chance","fraction"?,"places":[{"at","chance","fraction"?}]}],
 *  "outcomes":[{"chance","fraction"?,"what","events"}]}; the scratch still
 * holds the odds of the last qm_odds. `after` is qm_state_size bytes of working memory. */
QM_API qm_result qm_odds_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                    const qm_outcome *outcomes, const qm_odds_result *result, qm_state *after,
                                    qm_text *out);
/* For people: each number as a small chart, a line a value with its chance, that of so many or more, and a bar. Values
 * at the ends that have less than 1 in 2,000 between them share a line. */
QM_API void qm_forecast_print(const qm_scenario *scenario, const qm_forecast_result *forecast, qm_text *out);
/* {"policy","had_choices","spreads":[{"name","figure"? or "unit"?,"low","mean","chances":[…],"at_least":[…]}]} */
QM_API void qm_forecast_write_json(const qm_scenario *scenario, const qm_forecast_result *forecast, qm_text *out);
/* {"figure","places":[{"at","cost","sure_cost","chance","best_chance","stops","checks","hits"?,"effort"?}]} */
QM_API void qm_reach_write_json(const qm_scenario *scenario, uint16_t figure, const qm_reach_place *places,
                                uint32_t count, qm_text *out);
/* {"figure","regions":[{"height","cost","hole","at":[[x,y],…]}],"approximate"?,"untold"?,"reasons"?,"why"?,"stands"?}:
 * what qm_reach_regions gave for this state, in inches. Where there are no regions, "reasons" are those of qm_plan_why
 * for the place where the figure is, and "why" and "stands" tell that it could not even stand there. The order prepared
 * in the scratch is another one afterwards. */
QM_API void qm_reach_area_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                     uint16_t figure, const qm_reach_area *area, qm_text *out);
/* {"figure","at","cost","approximate"?,"untold"?,"reasons"?,"tried"?,"why"?,"stands"?}: what qm_reach_cost_at gave for
 * this state, in inches; the cost of a place out of reach (-1) is null, and then "reasons" and "tried" are as of
 * qm_plan; if the figure cannot stand there `standing` (may be NULL) tells why and where it can. The order prepared in
 * the scratch is another one afterwards. */
QM_API void qm_reach_cost_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                     uint16_t figure, qm_place place, const qm_reach_cost *cost,
                                     const qm_standing *standing, qm_text *out);
/* {"figure","links":[{"leg","from":{"a","b"?,"bulge"?},"to":{…},"rise","least","most","gap"?,"over"?,"below","solid"?,
 * "some"?},…]}: what qm_links gave, in inches */
QM_API void qm_links_write_json(const qm_scenario *scenario, uint16_t figure, const qm_link *links, uint32_t count,
                                qm_text *out);
/* {"figure","places":["0304",…]}: what qm_threat gave */
QM_API void qm_threat_write_json(const qm_scenario *scenario, uint16_t figure, const qm_place *places, uint32_t count,
                                 qm_text *out);
/* {"figure","options":["Ada still",…]}: the options that the last qm_options left in the scratch */
QM_API qm_result qm_options_write_json(const qm_scenario *scenario, const qm_state *state, uint16_t figure,
                                       qm_scratch *scratch, const qm_options_result *options, qm_text *out);
/* {"figure","goal","ways":[{"order","cost","chance","checks","hits"?,"approximate"?,"cut"?,"risks":[…]}],"reasons"?,
 * "tried"?,"why"?,"stands"?}: what qm_plan gave for this state. "risks" are the checks of the way as a verdict has them,
 * each with what failing it leads to, "fails":[{"chance","fraction"?,"events":[…]}]; they are left out where the order is
 * not legal at this moment. Where there is no way, "reasons" are those of qm_plan_why and "tried" is its order;
 * `standing` as above. The order prepared in the scratch is another one afterwards. */
QM_API void qm_plan_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint16_t figure,
                               qm_place goal, const qm_plan_way *ways, uint32_t count, const qm_standing *standing,
                               qm_text *out);
/* For people, indented lines: each check of an order with its terms and their clauses, and what failing it leads to. Nothing
 * for an order that is not legal now. The order is left prepared in the scratch. */
QM_API void qm_risks_print(const qm_scenario *scenario, const qm_state *state, const qm_order *order, qm_scratch *scratch,
                           qm_text *out);
/* Why there is no way to a goal, indented lines: what qm_plan_why tells; else, where the figure could not stand there, that.
 * `standing` may be NULL. Whether qm_plan_why told anything. */
QM_API bool qm_plan_why_print(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint16_t figure,
                              qm_place goal, const qm_standing *standing, qm_text *out);
/* {"a","b","distance","seen","in_front","relation","engages","engaged","hostile","blocker"?,"block"?,"wall"?,
 *  "attack"?}, on tables also "arcs", "fraction", "solid"? and "hiders":[{"solid" or "figure","hides"}]; of models of units
 *  also "visible", "best" and "best_fraction" */
QM_API void qm_sight_write_json(const qm_scenario *scenario, uint16_t a, uint16_t b, const qm_sight *sight,
                                qm_text *out);
/* {"a","b","distance","arcs","hostile","fights"?,"weapons":[{"weapon","why" or "nearest","short_models","short_dice",
 *  "long_models","long_dice","close_dice","other_models","unsighted"?,"out_of_arc"?,"out_of_range"?,"targets","doubtful"?}],
 *  "models":[{"figure","distance","fraction","best","seers","doubters"?,"cover","solid"?,"zone"?,"hiders"}]} */
QM_API void qm_unit_sight_write_json(const qm_scenario *scenario, uint16_t a, uint16_t b, const qm_unit_sight *sight,
                                     qm_text *out);
/* [{"severity","file","line","column","field","message"}] */
QM_API void qm_diagnostics_write_json(const qm_diagnostics *diagnostics, qm_text *out);
/* The settings and tables of a rulebook with their declarations, and what the family declares of figures, items and
 * orders: {"family","version","edition","identity","settings":[…],"tables":[…],"clauses":[…],"figure_fields":[…],
 * "figure_state":[…],"item_fields":[…],"item_state":[…],"orders":[…],"legs":[…]} */
QM_API void qm_rulebook_write_json(const qm_rulebook *rulebook, qm_text *out);
/* One of those settings, by its index in the family's list: {"name","type","origin","value","default","words"? or
 * "low","high","unoffered"?,"unit","clauses":[…],"text"} */
QM_API void qm_setting_write_json(const qm_rulebook *rulebook, size_t setting, qm_text *out);
/* One of those tables, likewise: {"name","text","clauses":[…],"columns":[…],"rows":{…}}; columns are told as fields of
 * figures are. */
QM_API void qm_table_write_json(const qm_rulebook *rulebook, size_t table, qm_text *out);

/* JSON for programs that speak it line by line: takes one request apart without another library. A value lives as long
 * as the document. Every function accepts NULL and answers "not there". */
typedef struct qm_json qm_json;
typedef struct qm_json_value qm_json_value;
QM_API qm_result qm_json_read(qm_json **out, const char *text, size_t length, const char *name,
                              const qm_allocator *allocator, qm_diagnostics *diagnostics);
QM_API void qm_json_free(qm_json *document);
QM_API const qm_json_value *qm_json_root(const qm_json *document);
QM_API const qm_json_value *qm_json_get(const qm_json_value *object, const char *key);
QM_API const qm_json_value *qm_json_at(const qm_json_value *array, size_t index);
QM_API size_t qm_json_count(const qm_json_value *value); /* elements or members; 0 for anything else */
QM_API const char *qm_json_key(const qm_json_value *object,
                               size_t index);                  /* the name of the n-th member, "" beyond the end */
QM_API const char *qm_json_string(const qm_json_value *value); /* NULL if it is no string, or has a zero byte in it */
QM_API bool qm_json_int(const qm_json_value *value, int64_t *out); /* false if it is no whole number */
QM_API bool qm_json_bool(const qm_json_value *value, bool *out);   /* false if it is neither true nor false */
QM_API bool qm_json_is_object(const qm_json_value *value);
QM_API bool qm_json_is_array(const qm_json_value *value);
/* The value as JSON on one line (for an id that goes back as it came, or an embedded scenario). NULL is written as
 * null. */
QM_API void qm_json_write(const qm_json_value *value, qm_text *out);
/* A string in quotes with what must be escaped. */
QM_API void qm_json_write_string(const char *string, qm_text *out);

#ifdef __cplusplus
}
#endif
#endif
