/* What the commands share: arguments taken apart (args.c), files found and tables opened (open.c), output (output.c).
 *
 * Nothing here is kept between calls: every command owns what it opens and closes it.
 */
#ifndef QUICKMARCH_CLI_COMMON_H
#define QUICKMARCH_CLI_COMMON_H

#include "cli.h"
#include "quickmarch/board.h"
#include "quickmarch/cases.h"
#include "quickmarch/session.h"

/* ------------------------------------------------------------------------------------------------------ arguments */

typedef struct cli_given {
    const cli_option *option;
    const char *value; /* "" for a flag */
} cli_given;

/* A command line taken apart. */
typedef struct cli_args {
    const cli_command *command;
    const char **plain; /* what is no option, in order */
    size_t plain_count;
    cli_given *given;
    size_t given_count;
    bool json;
    bool color; /* of standard output */
} cli_args;

/* Takes the arguments of a command apart. True: go on. False: *status is the exit status; help or a complaint was
 * printed, and there is nothing to free. `least` and `most` limit the plain arguments. */
bool cli_args_read(cli_args *args, int argc, char **argv, size_t least, size_t most, int *status);
void cli_args_free(cli_args *args);
bool cli_has(const cli_args *args, const char *name);
/* The value of an option, the last one given; NULL if it was not. */
const char *cli_value(const cli_args *args, const char *name);
/* The n-th value of an option that may be repeated; NULL beyond the end. */
const char *cli_value_at(const cli_args *args, const char *name, size_t n);
/* A whole number option. False if it is none, after a complaint. Absent: *out is left alone. */
bool cli_number(const cli_args *args, const char *name, uint64_t low, uint64_t high, uint64_t *out);
/* The entry nearest to a misspelt word, or NULL. */
const char *cli_nearest(const char *word, const char *const *list, size_t count);
/* "quickmarch judge: message" to standard error, and the hint to --help; gives CLI_BAD. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_usage(const cli_command *command, const char *format, ...);
/* The help of a command. */
void cli_help_print(const cli_command *command, qm_text *out);

/* ---------------------------------------------------------------------------------------------------------- files */

#define CLI_PATH_MAX 1024

/* Where shipped files are looked for. The strings live in the structure; do not copy it. */
typedef struct cli_places {
    char directories[4][CLI_PATH_MAX];
    char rulebooks[4][CLI_PATH_MAX];
    const char *search[5];
    qm_reader reader; /* finds rulebooks by name */
} cli_places;

void cli_places_find(cli_places *places);
/* A file as a person names it: a path, or a name in the folder of one of the places, with or without the ending. True
 * when it is there; otherwise `out` is the name itself. */
bool cli_find(const cli_places *places, const char *folder, const char *name, const char *ending,
              char out[CLI_PATH_MAX]);
/* The first place that has the folder. */
bool cli_find_folder(const cli_places *places, const char *folder, char out[CLI_PATH_MAX]);
/* What kind of file a text is. A file that is called .json is no rulebook, however it begins. */
qm_file_kind cli_file_kind(const char *name, const char *text, size_t length);
/* Whether two names are one file. */
bool cli_same_file(const char *a, const char *b);
/* Reads a file, or standard input for "-". */
qm_result cli_read(const char *path, qm_text *out, qm_diagnostics *diagnostics);
/* Calls `each` with every file below a folder whose name has the ending, sorted by name. False if it cannot be read. */
bool cli_walk(const char *folder, const char *ending, bool (*each)(void *user, const char *path), void *user);

/* A rulebook by the name a person gives, with the --set options; NULL after printing what is wrong. */
qm_rulebook *cli_rulebook_open(const cli_args *args, const cli_places *places, const char *name);
/* What comes after cli_rulebook_named gave `result`: it complains, or makes the changes of --set. Frees the list. */
qm_rulebook *cli_rulebook_opened(const cli_args *args, const char *name, qm_result result, qm_rulebook *rulebook,
                                 qm_diagnostics *list);

/* Changes a rulebook by the --set options; false after saying what is wrong. */
bool cli_apply_sets(const cli_args *args, qm_rulebook *rulebook);

/* A table: a scenario, or a game from its log, with the rules and orders of the options. */
typedef struct cli_table {
    cli_places places;
    qm_scenario *owned; /* NULL when the scenario belongs to the game */
    qm_game *game;      /* from a log; else NULL */
    const qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
    uint32_t leaves;     /* the limit the scratch was made for */
    uint64_t dice_index; /* of the next die of the seed, after the --after orders */
    size_t choice_index; /* of the next answer of --choose */
    uint32_t diverged;   /* the entry of the log before which the game stopped, 0 = it was played to its end */
    char path[CLI_PATH_MAX];
} cli_table;

/* Opens what the first plain argument names, with --rules and --set, and plays the --after orders. Gives CLI_YES, or
 * the exit status after saying what is wrong. `leaves` is the limit for odds, 0 = the usual one. Always to be closed.
 */
int cli_table_open(cli_table *table, const cli_args *args, const char *name, uint32_t leaves);
/* The same under these rules, whatever the options say. `bare`: only the scenario is wanted; the position is that of
 * its start or of anywhere in a log, and that a log ends early under these rules is no matter. */
int cli_table_open_with(cli_table *table, const cli_args *args, const char *name, const qm_rulebook *rules, bool bare);
void cli_table_close(cli_table *table);
/* Plays the --after orders. Gives CLI_YES, or CLI_BAD after saying what is wrong. */
int cli_after(cli_table *table, const cli_args *args);
enum { CLI_DICE_MAX = 1000 };
/* Adds the faces in the value of an option, "3,4 2" with commas or blanks between, to those there are; false after a
 * complaint. */
bool cli_faces(const cli_args *args, const char *option, const char *text, uint8_t faces[CLI_DICE_MAX], size_t *count);
/* The option of a choice that a person names, by name or number from 1; 0 if there is none such. */
uint8_t cli_option_meant(const qm_scenario *scenario, const qm_wanted *wanted, const char *word);
/* Reads an order. Gives CLI_YES or CLI_BAD after saying what is wrong. */
int cli_order_read(const cli_args *args, const cli_table *table, const char *text, qm_order *order);
/* Whom a question by this name is about: a figure, or of a unit the first of its figures that is on the board; 0 =
 * nobody has that name. */
uint16_t cli_asked(const qm_scenario *scenario, const qm_state *state, const char *name);
/* A figure by name; 0 after saying what is wrong. */
uint16_t cli_figure(const cli_args *args, const cli_table *table, const char *name);
/* Gives CLI_BAD, after saying so, when an order of the table waits for dice or a choice: nothing else can be asked
 * then. */
int cli_settled(const cli_args *args, const cli_table *table);
/* The verdict for people, with the way taken. */
void cli_verdict_print(const cli_args *args, const cli_table *table, const qm_order *order, const qm_verdict *verdict,
                       qm_text *out);
/* What happened, told for people, from the event of that number on: those before it were told already. */
void cli_account(const qm_scenario *scenario, const qm_events *events, uint32_t from, qm_text *out);
/* What the places of qm_threat are to the figure: "has in its front". */
#define CLI_THREAT_MARK "(+)"
const char *cli_threat_words(const qm_scenario *scenario);
/* The exit status for a judgement. */
int cli_judgement_status(uint16_t judgement);

/* --------------------------------------------------------------------------------------------------------- output */

typedef enum cli_style { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_GOOD, CLI_WRONG, CLI_CARE, CLI_CITE } cli_style;

/* Whether a stream gets colour: asked for ("always", "never"), else on a terminal unless NO_COLOR is set. */
bool cli_colored(const char *asked, bool of_errors);
/* Adds text in a style, where there is colour. */
void cli_paint(const cli_args *args, qm_text *out, cli_style style, const char *text);
/* What movement costs: hexes or tiles, on tables inches. */
void cli_cost(qm_text *out, const qm_scenario *scenario, int32_t cost);
/* "97.2 %", padded on the left to `width` characters. */
/* ", supposing that …": what odds are told with that hang on a distance which may not be measured yet. */
extern const char cli_supposing[];
void cli_percent(qm_text *out, double chance, size_t width);
/* Blanks up to a width, at least one. */
void cli_pad(qm_text *out, size_t from, size_t width);
/* Words broken into lines of at most `width` characters, each indented; no newline at the end. */
void cli_wrap(qm_text *out, const char *text, size_t indent, size_t width);
/* Characters of a text: bytes that do not go on a code point. */
size_t cli_width(const char *text);
/* Characters in a line of the terminal; 0 where standard output is none. */
int cli_terminal_width(void);
/* Writes everything to standard output and frees the text. Gives `status`, or CLI_BAD if it could not be written. */
int cli_put(qm_text *out, int status);
/* Says on standard error why something could not be opened: every diagnostic, or the result's sentence if there is
 * none. With
 * --json an object {"error","message","diagnostics"} goes to standard output as well. Gives CLI_BAD. */
int cli_fail(const cli_args *args, const char *what, qm_result result, const qm_diagnostics *diagnostics);

/* -------------------------------------------------------------------------------------------------------- regions */

/* The regions that a figure can reach on a table (regions.c). Freed by the caller, also after a failure. */
qm_result cli_regions_find(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                           qm_reach_area *out);
void cli_regions_free(qm_reach_area *area);
/* In words, to follow the figure's name. */
void cli_regions_print(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                       const qm_reach_area *area, qm_text *out);
/* The same as marks for a board that is drawn with at most `width` characters in a line (regions_map.c).
 * NULL if there is no memory; the caller frees them. */
qm_board_mark *cli_regions_marks(const qm_scenario *scenario, const qm_reach_area *area, int width, size_t *count);
/* What the marks of an area mean. */
void cli_regions_legend(const qm_reach_area *area, qm_text *out);
/* Of a plan that met a limit and has no way. */
#define CLI_NO_WAY_KNOWN "the search met a limit before it found a way: there may be one"
/* What is to be known about ways beside themselves: that they are approximate, that there may be better ones. */
void cli_ways_note(const qm_plan_way *ways, uint32_t count, qm_text *out);
/* What is left out because nobody may measure it, if the rules are so: a line. (cli_regions_print tells what regions
 * leave out.) */
void cli_left_out_note(const qm_scenario *scenario, qm_text *out);
/* Of the places of qm_reach leaves only the one named. */
uint32_t cli_only_at(qm_reach_place *places, uint32_t count, qm_place at);
/* Answers quickmarch reach --at on a table. */
int cli_cost_ask(const cli_args *args, cli_table *table, uint16_t figure, qm_place place);
/* All links of a figure; the caller frees them, also when there is an error. */
qm_result cli_links_find(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                         qm_link **out, uint32_t *count);
/* Answers quickmarch reach --links. */
int cli_links_ask(const cli_args *args, cli_table *table, uint16_t figure);
/* Answers quickmarch reach on a table. */
int cli_regions_ask(const cli_args *args, cli_table *table, uint16_t figure);
/* How and where the figure of an order ends, summed up over the odds that the scratch holds; nothing where the family
 * does not tell. */
qm_result cli_ends_print(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch,
                         uint32_t outcomes, qm_text *out);
/* With --measured, questions about reach, plans, options and sight are asked of the table as one has it who measures
 * everything; *measured (NULL: it is for these) tells whether. CLI_YES, or the status after a complaint. */
int cli_measure(const cli_args *args, cli_table *table, bool *measured);
/* Warnings on standard error, where there are any. */
void cli_warn(const qm_diagnostics *diagnostics);

/* JSON written piece by piece: commas come by themselves. */
typedef struct cli_json {
    qm_text *out;
    bool comma;
} cli_json;

void cli_json_open(cli_json *json, const char *key, char bracket); /* key NULL inside arrays and at the top */
void cli_json_close(cli_json *json, char bracket);
void cli_json_text(cli_json *json, const char *key, const char *value);
void cli_json_int(cli_json *json, const char *key, int64_t value);
void cli_json_bool(cli_json *json, const char *key, bool value);
void cli_json_number(cli_json *json, const char *key, double value);
/* What follows is written by somebody else, straight into the text. */
void cli_json_raw(cli_json *json, const char *key);

#endif
