/* The table of commands. Whatever a command accepts is listed here and nowhere else; help, the man page and the
 * completion scripts are made from it. The examples work as they stand from the top of the source tree; a test runs
 * every one of them. */
#include <string.h>

#include "cli.h"

static const struct {
    unsigned taken_by;
    cli_option option;
} shared[] = {
    {CLI_TAKES_RULES,
     {"rules", 0, "RULEBOOK", NULL, "play by this rulebook (a family, an edition or a file) instead of the table's own"}},
    {CLI_TAKES_RULES,
     {"set", 0, "NAME=VALUE", NULL, "change a setting, or a cell of a table as TABLE.ROW.COLUMN=VALUE; repeatable"}},
    {CLI_TAKES_GAME,
     {"side", 0, "NAME", NULL, "ask as this side: of what it may know, without what others have declared and hide"}},
    {CLI_TAKES_GAME, {"after", 0, "ORDER", NULL, "play this order first; repeatable, in order"}},
    {CLI_TAKES_GAME,
     {"dice", 0, "FACES", NULL, "the dice of the --after orders as they come, such as 3,4,1; else they are rolled"}},
    {CLI_TAKES_GAME,
     {"choose", 0, "OPTION", NULL,
      "the answer to a choice of the --after orders, by name or number; repeatable; without it sides choose by "
      "themselves, and the game master is asked (status 3)"}},
    {CLI_TAKES_GAME, {"seed", 0, "N", NULL, "the seed of rolled dice (1): same seed, same dice, on any machine"}},
    {CLI_TAKES_JSON, {"json", 0, NULL, NULL, "answer in JSON, for programs"}},
    {CLI_TAKES_COLOR,
     {"color", 0, "WHEN", "auto always never",
      "colour: auto (on a terminal, unless NO_COLOR is set), always or never"}},
    {CLI_TAKES_HELP, {"help", 'h', NULL, NULL, "print this help"}},
};

enum {
    ANSWER = CLI_TAKES_JSON | CLI_TAKES_COLOR | CLI_TAKES_HELP,
    QUESTION = ANSWER | CLI_TAKES_RULES | CLI_TAKES_GAME
};

#define END                                                                                                            \
    { NULL, 0, NULL, NULL, NULL }

#define MEASURED                                                                                                       \
    {"measured", 0, NULL, NULL,                                                                                        \
     "for a game master: what distances come to that may not be measured before the order is given"}
static const cli_option judge_options[] = {
    MEASURED,
    {"explain", 0, NULL, NULL, "print every clause the verdict rests on in full"},
    END,
};
static const cli_option play_options[] = {
    {"side", 0, "NAME", NULL,
     "a side that sits at this keyboard; repeatable; the program plays the others; else all sit here"},
    {"dice", 0, "MODE", "roll type",
     "where dice come from: roll (the program rolls them) or type (typed in as they fall on the table)"},
    {"save", 0, "FILE", NULL, "save the game here after every order"},
    {"script", 0, NULL, NULL,
     "read commands from standard input without asking, for scripts; status 1 if one was refused"},
    {"seed", 0, "N", NULL, "the seed of the dice; else every game has dice of its own"},
    END,
};
static const cli_option measured_options[] = {MEASURED, END};
static const cli_option reach_options[] = {
    MEASURED,
    {"at", 0, "PLACE", NULL, "only what ending its movement at this place costs"},
    {"map", 0, NULL, NULL, "draw the board with the costs (or the places) instead of listing them; on a table the regions, below them"},
    {"threat", 0, NULL, NULL,
     "instead the places it threatens now: its front, or those it could watch as an interceptor"},
    {"links", 0, NULL, NULL,
     "on a table instead: the climbs, ladders, jumps and drops that it could take, from wherever they begin"},
    {"ascii", 0, NULL, NULL, "draw it with plain characters"},
    END,
};
static const cli_option odds_options[] = {
    {"policy", 0, "NAME", "automatic uniform first last",
     "who answers choices: the family's own way (automatic), or one of these"},
    {"all", 0, NULL, NULL, "list every outcome, not just the thirty most likely"},
    {"limit", 0, "N", NULL, "the most outcomes that are walked exactly (4096)"},
    {"sample", 0, "N", NULL, "play it N times instead and give shares with their error"},
    MEASURED,
    {"output", 'o', "FILE", NULL,
     "draw the forecast of the order, an SVG file; - for standard output and nothing else"},
    END,
};
static const cli_option options_options[] = {
    MEASURED,
    {"count", 0, NULL, NULL, "only say how many there are"},
    END,
};
static const cli_option rules_options[] = {
    {"editions", 0, NULL, NULL, "list the rulebooks and editions of each family, with file and what they are"},
    {"markdown", 0, NULL, NULL, "as a page of Markdown: docs/rules/ is made this way"},
    {"toml", 0, NULL, NULL, "as a complete rulebook file, every setting with its meaning"},
    {"set", 0, "NAME=VALUE", NULL, "change a setting, or a cell of a table as TABLE.ROW.COLUMN=VALUE; repeatable"},
    END,
};
static const cli_option check_options[] = {
    {"coverage", 0, NULL, NULL, "list for every clause the cases that show it; status 1 if one is not covered"},
    {"flip", 0, NULL, NULL, "turn every setting to its other values; status 1 if one changes no case"},
    {"allow", 0, "NAME", NULL, "with --flip: a setting that may change no case; repeatable"},
    {"strict", 0, NULL, NULL, "with --flip: every single word must change a case"},
    {"filter", 'k', "TEXT", NULL, "only cases with this in their name or file"},
    {"verbose", 'v', NULL, NULL, "also what passed, and which case shows what"},
    END,
};
static const cli_option draw_options[] = {
    {"output", 'o', "FILE", NULL, "the picture, an SVG file; - for standard output"},
    {"reach", 0, "FIGURE", NULL, "show where it can go, by cost and risk"},
    {"by", 0, "WHAT", "cost risk",
     "on a table: what the tones of --reach tell, cost or risk; else risk where a check leads anywhere, and cost where "
     "none does"},
    {"links", 0, "FIGURE", NULL, "on a table: show the climbs, ladders, jumps and drops that it could take"},
    {"see", 0, "FIGURE", NULL,
     "on a table: draw the line of sight of this figure, or those of all of a unit, to --target"},
    {"target", 0, "FIGURE", NULL, "whom --see looks at, a figure or a unit"},
    {"threat", 0, "FIGURE", NULL, "hatch the places it threatens; 'all' for everyone's"},
    {"order", 0, "ORDER", NULL,
     "show the way of an order with its checks, odds and clauses; of one that moves many at once, what happens"},
    {"rolled", 0, "FACES", NULL,
     "with such an order, or on a table with any: the dice it is shown with; else those of --seed if given, else its "
     "most likely outcome; on a table else only what can happen. An order that is measured only when it is given takes "
     "--measured for that"},
    MEASURED,
    {"outcomes", 0, "N", NULL, "list at most N outcomes of the order; 0 for none"},
    {"width", 0, "MM", NULL, "the width of the picture in millimetres"},
    {"labels", 0, "WHICH", "all edge none",
     "number all places (all), columns and rows at the edge (edge), or nothing (none); else whatever fits"},
    {"title", 0, "TEXT", NULL, "a title of your own; empty for none"},
    {"grey", 0, NULL, NULL, "tones of grey instead of colours"},
    {"no-legend", 0, NULL, NULL, "without the legend"},
    END,
};
static const cli_option replay_options[] = {
    {"orders", 0, NULL, NULL, "list the orders too"},
    END,
};
static const cli_option compare_options[] = {
    {"set", 0, "NAME=VALUE", NULL,
     "compare the first rulebook with a copy changed like this as well; repeatable, all in one copy"},
    {"cases", 0, "PATH", NULL, "the cases to run: a file or a folder; else the shipped ones"},
    {"all", 0, NULL, NULL,
     "list every case that differs, every outcome of an order (else twenty), and every order of a game"},
    {"scenario", 0, "SCENARIO", NULL, "with --order or --orders: ask about orders in this scenario instead"},
    {"order", 0, "ORDER", NULL,
     "with --scenario: an order whose verdicts and odds are compared; repeatable, each asked by itself"},
    {"orders", 0, "FILE", NULL,
     "with --scenario: more orders, one a line; or the log of a game, whose orders are asked in the positions in which "
     "they were given"},
    {"only", 0, "N", NULL, "with orders: only the one of this number; repeatable"},
    {"output", 'o', "FILE", NULL,
     "with orders: a picture too, an SVG file, a plan for each rulebook side by side; - for standard output"},
    {"width", 0, "MM", NULL, "the width of the picture in millimetres"},
    {"grey", 0, NULL, NULL, "the picture in tones of grey instead of colours"},
    {"measured", 0, NULL, NULL, "with orders: verdicts and odds as 'quickmarch odds --measured' has them, and the picture too"},
    END,
};

const cli_command cli_commands[] = {
    {"judge",
     cli_judge,
     "SCENARIO ORDER",
     "the verdict on an order",
     "Says whether an order is legal, what it costs, which checks lie ahead with their chances, and which clauses "
     "say so. SCENARIO is a file, the name of a shipped scenario, the log of a game (then the position at its end), "
     "or - for standard input. The exit status is 0 for legal, 1 for illegal and 3 if the rules leave it to a person.",
     QUESTION,
     judge_options,
     {"quickmarch judge skirmish 'Grim full 1203' --after next", "quickmarch judge skirmish next --explain",
      "quickmarch judge skirmish next --json"}},
    {"play",
     cli_play,
     "[SCENARIO|LOG]",
     "play in the terminal",
     "Plays a scenario, or goes on with a saved game, against others at the same keyboard: the board, the options, "
     "verdicts with their clauses, dice, choices, undo, saving and pictures of the position. Where declarations are "
     "hidden the screen is cleared "
     "before it changes hands, and shows each side what it may know. Without a terminal it shows the opening position "
     "and ends; with --json it prints the position and its options as JSON and ends. Programs that want to play on "
     "use 'quickmarch pipe'. With --script the status is 1 if an order or an answer was refused, or the input ended "
     "while an order waited, and 2 if a file could not be written.",
     CLI_TAKES_JSON | CLI_TAKES_COLOR | CLI_TAKES_HELP | CLI_TAKES_RULES,
     play_options,
     {"quickmarch play skirmish"}},
    {"reach",
     cli_reach,
     "SCENARIO FIGURE",
     "where a figure can go, at what cost",
     "Lists every place where the figure could end its movement now, with the cost of the cheapest way, the chance "
     "of arriving by it and by the safest way. On a table there is no list of places: it tells the regions of each "
     "surface, with their heights and areas, and with --json their outlines: those that take no check, one at most, "
     "any number, by moving and by running. Costs of regions are with what difficult ground takes off the movement; "
     "that of one place, as of a plan, is the length of the way. With --at it tells what one place costs, without a "
     "check and with some, "
     "and the chance of getting there (status 1 if the figure cannot end there). With --links it lists each climb, "
     "ladder, jump and drop of the table that the rules let the figure take, whatever movement it has and wherever it "
     "is: the stretch along which it begins, the one on which it ends, how much higher that is, how long it is in "
     "plan. Jumps that nobody may measure before they are declared are not told.",
     QUESTION,
     reach_options,
     {"quickmarch reach skirmish Ada --after next --map", "quickmarch reach warband-street Otto --links",
      "quickmarch reach tiles-skirmish Ada --threat --map"}},
    {"odds",
     cli_odds,
     "SCENARIO ORDER",
     "what can happen, with chances",
     "Walks every roll an order can lead to and lists the outcomes with their exact chances and what they change. "
     "Where the family tells how its orders end (warband: standing, fallen, dazed, stunned or incapacitated), a table of "
     "these with their places comes first, summed up over all outcomes. "
     "Where an order has a forecast, as one that counts many dice, it comes first: charts of the numbers that matter, "
     "with the chances of each value and of so many or more. If there are too many outcomes, nothing is guessed: raise "
     "--limit, or ask for --sample. Orders that roll dice of which every "
     "face counts, as for initiative, can only be sampled. Where all move at once, --after gives the declarations that "
     "are to be weighed against each other, those of the other side too. Of an order that the rules leave to the game "
     "master the odds are those under --policy, and the status is 3 as with judge. Where a distance may not be "
     "measured "
     "before the order is given, the odds suppose that it suffices and that nobody steps in; --measured tells all.",
     QUESTION,
     odds_options,
     {"quickmarch odds skirmish 'Grim full 1203 1103' --after next", "quickmarch odds skirmish next --sample 1000",
      "quickmarch odds squad-crossing 'Rifles shoot at Bows' --after next",
      "quickmarch odds tiles-pass resolve --set undeclared=stand --after next --after 'Una move 0905' --after 'Nan "
      "move "
      "0905' --after 'Rolf beside Una'"}},
    {"plan",
     cli_plan,
     "SCENARIO FIGURE GOAL",
     "ways to a place, short to safe",
     "Lists the ways to a place that can be ordered now, from the shortest to the safest; for a figure that is not on "
     "move, those it would have if its turn came now (not in warband, where plans are of the move phase). Below each way are its checks: the leg, the dice and what they "
     "need, the terms of that with their clauses, and what failing it leads to, all checks before it passed: where the "
     "figure is then, how far it falls, and the chance of each injury. (Of a way that cannot be ordered before the "
     "figure's turn has come they are not told.) On a table, where the figure could not stand there, it tells why and "
     "the nearest places where it could; in warband it tells of every goal without a way what is lacking: movement, a "
     "run that is barred, a check that cannot be made. Status 1 if there is none, and 2 if a limit of the search was met "
     "before one was found.",
     QUESTION,
     measured_options,
     {"quickmarch plan skirmish Grim 0801 --after next",
      "quickmarch plan warband-chase Anouk 18,1 --after next --after next --after next"}},
    {"see",
     cli_see,
     "SCENARIO A [B]",
     "distance, sight, arc",
     "Tells what figure A has to do with B, with all of unit B, or with every other figure: distance, whether it sees "
     "it, fronts, engagement, and the chance of an attack with what it has ready. Where units shoot and A names one: "
     "what it could shoot at unit B, or at every enemy unit, weapon by weapon, and how much it sees of each model and "
     "what covers it.",
     QUESTION,
     measured_options,
     {"quickmarch see skirmish Ada", "quickmarch see skirmish Ada Vera", "quickmarch see squad-crossing Rifles Bows"}},
    {"options",
     cli_options,
     "SCENARIO [FIGURE]",
     "the legal orders",
     "Lists the orders that are legal now for a figure, or for whoever is to act. On a table of inches, where there are "
     "endlessly many, it lists some in every direction, and single climbs and jumps; others, as of whole units over "
     "links, are legal too.",
     QUESTION,
     options_options,
     {"quickmarch options skirmish", "quickmarch options skirmish --after next --count"}},
    {"rules",
     cli_rules,
     "[FAMILY|RULEBOOK|EDITION|CLAUSE] [SETTING|TABLE]",
     "clauses, readings, settings",
     "Without an argument lists the families of rules with their rulebooks and editions. A family, rulebook or edition "
     "is printed with its clauses, settings and tables, a star where it differs from the family's own. The id of a "
     "clause prints that clause with the settings that turn it, all that cites it and the shipped cases that show it. "
     "The name of a setting prints what it is, its values, its standard, the editions that have it otherwise and its "
     "clauses: alone of every family that has one of the name, after a rulebook with its value there. The name of a "
     "table, or of a column, prints likewise what its columns mean, and its rows.",
     ANSWER,
     rules_options,
     {"quickmarch rules HX-12", "quickmarch rules 2025 free_gap", "quickmarch rules squad weapons",
      "quickmarch rules --toml hexmelee --set landing_hex=free"}},
    {"check",
     cli_check,
     "[CASES...]",
     "run worked cases",
     "Runs case files, or folders of them, or without an argument the shipped cases, and prints everything that does "
     "not match. The last line is 'cases: N passed, M failed'.",
     ANSWER | CLI_TAKES_RULES,
     check_options,
     {"quickmarch check cases", "quickmarch check -k jump -v"}},
    {"compare",
     cli_compare,
     "RULEBOOK [RULEBOOK...]",
     "what changes between rulebooks",
     "Compares rulebooks, each a file or the name of a family or an edition ('quickmarch rules --editions' lists them), "
     "with the first one: the settings and cells that differ, the worked cases that come out "
     "otherwise, counted by the clauses they show and then one by one, and how costs, chances and odds move. With "
     "orders "
     "it compares these instead: verdict, reasons, warnings, cost, checks and clauses under every rulebook side by side, the "
     "chance "
     "of each outcome, a star where something differs, and how many orders differ. All rulebooks judge an order in the "
     "same position: that of --scenario after the --after orders, which are played by the first rulebook; the orders "
     "of "
     "a game in those in which they were given, whatever else might have come of it. The exit status is 0, whether "
     "anything differs or not.",
     ANSWER | CLI_TAKES_GAME,
     compare_options,
     {"quickmarch compare hexmelee --set landing_hex=free",
      "quickmarch compare 2025 2026 later --scenario warband-chase --after next --after next "
      "--after "
      "next --order 'Corvin run 16,7@3' --order 'Anouk move 16,5@3 jump 17.5,5@4'",
      "quickmarch compare hexmelee --set terrain.slippery.save_dice=4 --scenario skirmish --order 'Grim full 1203 "
      "1103' "
      "--after next -o /tmp/compared.svg"}},
    {"draw",
     cli_draw,
     "SCENARIO",
     "a picture for a rulebook",
     "Draws the position as SVG for print: board, figures with facing, and if asked for the reach of a figure, the "
     "threatened places, the links of a table, or an order with its way, checks and odds. With --json it tells the "
     "file, its width in "
     "millimetres and its bytes; with -o - the picture is the member \"svg\".",
     CLI_TAKES_JSON | CLI_TAKES_HELP | CLI_TAKES_RULES | CLI_TAKES_GAME,
     draw_options,
     {"quickmarch draw skirmish -o - --reach Ada --grey"}},
    {"replay",
     cli_replay,
     "LOG",
     "replay a game and verify it",
     "Plays a log again and compares every recorded state. With --rules it is played by other rules. The first "
     "difference is named; the exit status is 1 then.",
     ANSWER | CLI_TAKES_RULES,
     replay_options,
     {"printf 'next\\nquit\\n' | quickmarch play --script --save /tmp/game.json",
      "quickmarch replay /tmp/game.json --orders"}},
    {"validate",
     cli_validate,
     "FILE...",
     "is this file right?",
     "Reads files of any kind of ours (rulebooks, scenarios, rosters, cases, logs) and says everything that is wrong "
     "with them, with file, line, column and field.",
     ANSWER,
     NULL,
     {"quickmarch validate scenarios/skirmish.json"}},
    {"pipe",
     cli_pipe,
     "",
     "JSON lines in, JSON lines out",
     "For other programs: reads one request a line from standard input and answers each with one line.",
     CLI_TAKES_HELP,
     NULL,
     {"echo '{\"id\":1,\"do\":\"load\",\"path\":\"skirmish\"}' | quickmarch pipe"}},
    {"help",
     cli_help,
     "[COMMAND]",
     "help on a command",
     "Prints the list of commands, or the help of one.",
     CLI_TAKES_HELP,
     NULL,
     {"quickmarch help judge"}},
    {"version",
     cli_version,
     "",
     "the version",
     "Prints the version of the program and of the families' rules.",
     CLI_TAKES_JSON | CLI_TAKES_HELP,
     NULL,
     {"quickmarch version"}},
    {"completion",
     cli_completion,
     "SHELL",
     "a completion script",
     "Prints the completion script for bash, zsh or fish.",
     CLI_TAKES_HELP,
     NULL,
     {"quickmarch completion bash"}},
    {"man",
     cli_man,
     "",
     "the manual page",
     "Prints the manual page, as a terminal's 'man -l -' shows it.",
     CLI_TAKES_HELP,
     NULL,
     {"quickmarch man"}},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL, {NULL}},
};

const cli_command *cli_command_named(const char *name) {
    for (const cli_command *command = cli_commands; command->name; command++) {
        if (strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}

const cli_option *cli_command_option(const cli_command *command, size_t n) {
    size_t own = 0;
    while (command->options && command->options[own].name) {
        if (own == n) {
            return &command->options[own];
        }
        own++;
    }
    n -= own;
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        if ((command->shared & shared[i].taken_by) && n-- == 0) {
            return &shared[i].option;
        }
    }
    return NULL;
}
