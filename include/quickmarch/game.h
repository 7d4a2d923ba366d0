/* Quickmarch: scenario, state, orders, verdicts, play, odds.
 *
 *   scenario (immutable: rules in force, board, rosters)
 *     + state (plain bytes, copied with memcpy)
 *     + order ("Ada half 0304 0305 face NE")
 *     --qm_judge--> verdict: legal or not, clauses, cost, checks ahead; leaves the order prepared in the scratch
 *     --qm_play---> the next state and events, or "waiting" for a roll or a choice
 *
 * A minimal program (examples/hello.c has it whole):
 *
 *   qm_scenario *scenario;  qm_scenario_read_file(&scenario, "scenarios/skirmish.json", NULL, NULL, NULL,
 * &diagnostics); qm_state *state = malloc(qm_state_size(scenario));             qm_state_start(scenario, state);
 *   qm_scratch *scratch = malloc(qm_scratch_size(scenario, 0));    qm_scratch_start(scenario, scratch, 0);
 *   qm_order_read(scenario, text, strlen(text), &order, &diagnostics);         "Ada half 0304 0305"
 *   qm_judge(scenario, state, &order, scratch, &verdict);
 *   qm_play(scenario, state, scratch, &source, &events, &played);
 *
 * What can be asked before an order is given (options, reach, plans, sight) is in quickmarch/ask.h, reading files and
 * notation in quickmarch/io.h, a game with undo and log in quickmarch/session.h.
 *
 * A scenario is read-only and may be shared between threads; each thread needs its own scratch.
 */
#ifndef QUICKMARCH_GAME_H
#define QUICKMARCH_GAME_H

#include "quickmarch/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QM_FIGURES_MAX 250 /* in one scenario */
#define QM_ITEMS_MAX 250
#define QM_SIDES_MAX 8
#define QM_LEGS_MAX 256  /* of an order; a family may take fewer */
#define QM_TAPE_MAX 1024 /* bytes of dice and choices that one order may take */
#define QM_ZONES_MAX 8   /* objective zones */
#define QM_NAME_MAX 31   /* bytes of a figure's, item's, unit's or side's name */
#define QM_PARTS_MAX 64  /* figures of one unit */

/* --------------------------------------------------------------------------------------------------- scenario */

typedef struct qm_scenario qm_scenario;

QM_API void qm_scenario_free(qm_scenario *scenario);
QM_API const qm_rules_facts *qm_scenario_family(const qm_scenario *scenario);
QM_API const char *qm_scenario_title(const qm_scenario *scenario);
/* Hash over everything the scenario contains, rules included. */
QM_API uint64_t qm_scenario_hash(const qm_scenario *scenario);
/* The same scenario for a game master who measures everything, whatever its rules forbid before an order is given: to ask
 * about reach, links, plans, options and sight. States and scratches of the one fit the other, and it lives as long. The
 * scenario itself where its rules forbid nothing. Orders are judged by qm_judge_measured and played on the scenario. */
QM_API const qm_scenario *qm_scenario_measured(const qm_scenario *scenario);
/* The rules in force: "hexmelee 1" and the settings that differ from that version's defaults, in canonical form. */
QM_API void qm_scenario_rules(const qm_scenario *scenario, qm_text *out);
QM_API int32_t qm_scenario_setting(const qm_scenario *scenario, size_t setting); /* index as in the family's list */

/* Figures, items and sides are numbered from 1 in the order of the file. A name of 0 or beyond the end is "". */
QM_API uint16_t qm_figure_count(const qm_scenario *scenario);
QM_API uint16_t qm_item_count(const qm_scenario *scenario);
QM_API uint16_t qm_side_count(const qm_scenario *scenario);
QM_API const char *qm_figure_name(const qm_scenario *scenario, uint16_t figure);
QM_API const char *qm_item_name(const qm_scenario *scenario, uint16_t item);
QM_API const char *qm_side_name(const qm_scenario *scenario, uint16_t side);
QM_API uint16_t qm_figure_named(const qm_scenario *scenario, const char *name); /* 0 if there is none */
QM_API uint16_t qm_item_named(const qm_scenario *scenario, const char *name);
QM_API uint16_t qm_side_named(const qm_scenario *scenario, const char *name);
QM_API uint16_t qm_figure_side(const qm_scenario *scenario, uint16_t figure);
/* Units: figures of one side that act as one, where the family does so (`units` in its facts); elsewhere there are
 * none, and every figure's unit is 0. Units are numbered from 1, their figures one after the other; a figure that
 * stands by itself in the file is a unit of one with its own name. */
QM_API uint16_t qm_unit_count(const qm_scenario *scenario);
QM_API const char *qm_unit_name(const qm_scenario *scenario, uint16_t unit);  /* "" for 0 and beyond the end */
QM_API uint16_t qm_unit_named(const qm_scenario *scenario, const char *name); /* 0 if there is none */
QM_API uint16_t qm_figure_unit(const qm_scenario *scenario, uint16_t figure);
/* The first figure of a unit and how many it has; 0 and 0 if there is no such unit. */
QM_API void qm_unit_figures(const qm_scenario *scenario, uint16_t unit, uint16_t *first, uint16_t *count);
/* What whoever acts is called: a figure's unit where there are units, else the figure. And the other way: the figure of
 * that name, else the first figure of the unit of that name; 0 if there is neither. */
QM_API const char *qm_actor_name(const qm_scenario *scenario, uint16_t figure);
QM_API uint16_t qm_actor_named(const qm_scenario *scenario, const char *name);
/* Whether two sides are enemies (a side is no enemy of itself or of its allies). */
QM_API bool qm_sides_hostile(const qm_scenario *scenario, uint16_t a, uint16_t b);
/* A figure's value by the index of the field in the family's figure_fields. */
QM_API int32_t qm_figure_value(const qm_scenario *scenario, uint16_t figure, size_t field);

/* A place. Hexes and tiles: x = column, y = row, from 1, z = 0. Tables: 1/1000 inch. No place: all zero. */
typedef struct qm_place {
    int32_t x, y, z;
} qm_place;

/* "0304" on hexes and tiles; "12.5,8@3" on tables: x, y and the height in inches with at most three decimals, "12.5,8"
 * at height 0. */
QM_API void qm_place_print(const qm_scenario *scenario, qm_place place, qm_text *out);
QM_API bool qm_place_read(const qm_scenario *scenario, const char *text, size_t length, qm_place *out);
/* The name of a solid of a table, numbered from 1 in the order of the file; "" on other spaces and beyond the end. */
QM_API const char *qm_solid_name(const qm_scenario *scenario, uint16_t solid);
/* The same for areas of a table, its zones. */
QM_API const char *qm_area_name(const qm_scenario *scenario, uint16_t area);
/* "NE". On tables a direction is a part of a turn, 0 to 65535, counted from +x towards +y, and has no name but its
 * number of degrees with at most three decimals: "90" is +y, 16384. Every part prints as the shortest number that reads
 * back as that part. */
QM_API void qm_direction_print(const qm_scenario *scenario, int direction, qm_text *out);
QM_API const char *qm_direction_name(const qm_scenario *scenario, int direction);            /* "" on tables */
QM_API int qm_direction_named(const qm_scenario *scenario, const char *text, size_t length); /* -1 if unknown */

/* The name of a row of a table of the rules in force, both counted as the family does: tables from 0, rows from 1; "" beyond
 * the end. And the number of a table by its name, -1 if there is none. */
QM_API const char *qm_row_name(const qm_scenario *scenario, int table, uint16_t row);
QM_API int qm_table_named(const qm_scenario *scenario, const char *name);

/* ------------------------------------------------------------------------------------------------------ state */

/* All that can change, as plain bytes without pointers or padding. Clone with memcpy of qm_state_size bytes. */
typedef struct qm_state qm_state;

QM_API size_t qm_state_size(const qm_scenario *scenario);
/* The state at the start of the scenario. */
QM_API qm_result qm_state_start(const qm_scenario *scenario, qm_state *state);
/* QM_OK when the bytes are a well-formed state of this scenario: layout, hash, ranges, and what the family requires. */
QM_API qm_result qm_state_check(const qm_scenario *scenario, const qm_state *state);
/* The same position under other rules: `to` is the scenario of `from`, loaded with another rulebook. QM_ERROR_STATE when
 * it is another scenario, or when these rules do not know such a position; QM_ERROR_PENDING while an order waits. `out` is
 * no part of `state`. */
QM_API qm_result qm_state_carry(const qm_scenario *from, const qm_state *state, const qm_scenario *to, qm_state *out);
/* A hash over the canonical encoding: equal on every machine. */
QM_API uint64_t qm_state_hash(const qm_scenario *scenario, const qm_state *state);
QM_API uint32_t qm_state_revision(const qm_state *state); /* orders played so far; see qm_project */
QM_API uint16_t qm_state_turn(const qm_state *state);     /* from 1; 0 before the first */
QM_API uint16_t qm_state_phase(const qm_state *state);    /* index into the family's phases */
QM_API bool qm_state_ended(const qm_state *state);
QM_API uint16_t
qm_state_winner(const qm_state *state); /* the first winning side; its allies win too; 0 = nobody (yet) */
/* Whose order is expected: a figure, or 0 when the phase is over and an order like "next" is due. */
QM_API uint16_t qm_state_actor(const qm_scenario *scenario, const qm_state *state);
/* A field of a figure's or an item's state, by index in the family's figure_state or item_state. */
QM_API int32_t qm_figure_state(const qm_scenario *scenario, const qm_state *state, uint16_t figure, size_t field);
QM_API int32_t qm_item_state(const qm_scenario *scenario, const qm_state *state, uint16_t item, size_t field);

/* What a table shows of a figure or item, whatever the family. */
typedef enum qm_posture {
    QM_POSTURE_GONE = 0, /* not on the board */
    QM_POSTURE_STANDING,
    QM_POSTURE_LOW, /* kneeling and the like */
    QM_POSTURE_PRONE,
    QM_POSTURE_OUT, /* unconscious: lies there */
    QM_POSTURE_DEAD /* a body */
} qm_posture;

typedef struct qm_look {
    qm_place at;
    int32_t facing;        /* a direction of the space; -1 = none */
    uint8_t posture;       /* qm_posture; items: STANDING when they lie on the board */
    uint8_t side;          /* 0 for items */
    uint16_t holder;       /* items: the figure that has it; 0 = lies on the board or is gone */
    bool may_act;          /* has still something to do in this phase */
    int32_t radius;        /* tables: of a round base, 1/1000 inch; 0 = it has a rectangular one, or none */
    int32_t width, length; /* tables: of a rectangular base, across and along its facing */
} qm_look;

QM_API void qm_figure_look(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_look *out);
/* Whether a figure is in play: on the board, or with it another of its unit. Questions about others end with
 * QM_ERROR_GONE. */
QM_API bool qm_in_play(const qm_scenario *scenario, const qm_state *state, uint16_t figure);
QM_API void qm_item_look(const qm_scenario *scenario, const qm_state *state, uint16_t item, qm_look *out);
/* One line of numbers for people: "STR 12/12 DEX 10 (eDEX 8) MOV 8, broadsword ready". */
QM_API void qm_figure_describe(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_text *out);

/* Something that holds for a figure now, that no field of the state says by itself and that phases to come hang on: whether
 * it may shoot, with whom it is engaged. */
typedef struct qm_told {
    uint16_t kind;   /* index into the family's told */
    uint16_t clause; /* the one that makes it so: 1 + its index in the family's clauses; 0 = none does */
    int32_t value;   /* of the kind's type: 0 or 1, a number, 1/1000 inch, a figure */
} qm_told;

#define QM_TOLD_MAX (QM_FIGURES_MAX + 16) /* of one figure, in any family */

/* What is told of a figure, in the order of the family's list; of some kinds there are several, such as one for each enemy
 * that it is engaged with. Writes at most `capacity` and returns how many there are: none in families that tell nothing,
 * and none of a figure that is out of play. */
QM_API size_t qm_figure_told(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_told *out,
                             size_t capacity);
/* "may not shoot": part of a sentence; nothing where there is nothing to say. qm_figure_describe ends with all of them. */
QM_API void qm_told_print(const qm_scenario *scenario, const qm_told *told, qm_text *out);

/* ------------------------------------------------------------------------------------------------------ order */

typedef struct qm_leg {
    uint16_t kind;  /* index into the family's legs; from 1 */
    uint16_t thing; /* figure, item, direction, row, or first figure of a unit, where the kind names one */
    qm_place to;    /* where it ends, where the kind names a place */
} qm_leg;

typedef struct qm_order {
    uint16_t kind;  /* index into the family's orders; from 1 */
    uint16_t actor; /* figure, of a unit its first one; 0 where the kind has none */
    uint16_t leg_count;
    uint16_t zero; /* keeps the layout free of padding */
    int32_t
        arguments[QM_ARGUMENTS_MAX]; /* as the kind lists them; places packed as x | y << 16; optional and absent: 0 */
    qm_leg legs[QM_LEGS_MAX];        /* only leg_count of them mean anything */
} qm_order;

/* An order without legs or arguments. */
QM_API void qm_order_clear(qm_order *order, uint16_t kind, uint16_t actor);
QM_API bool qm_order_equal(const qm_order *a, const qm_order *b);
/* The index of a kind by name, 0 if unknown. */
QM_API uint16_t qm_order_kind_named(const qm_rules_facts *family, const char *name);

/* ---------------------------------------------------------------------------------------------------- verdict */

typedef enum qm_judgement { QM_LEGAL = 0, QM_ILLEGAL = 1, QM_CANNOT_JUDGE = 2 } qm_judgement;

/* Why an order is not legal, or a warning of one that is. Which members mean something is told by the text of its
 * kind. */
typedef struct qm_reason {
    uint16_t kind;   /* index into the family's reasons */
    uint16_t leg;    /* the leg concerned, from 1; 0 = the order */
    uint16_t figure; /* usually the actor */
    uint16_t other;  /* another figure */
    uint16_t item;
    uint16_t word; /* a number for {word}: see the kind's text */
    qm_place at;
    int32_t needed, had;
    int32_t value; /* of a warning: what comes of it, as how deep the fall is */
} qm_reason;

#define QM_TERMS_MAX 10
#define QM_ROLL_TERMS_MAX 4
#define QM_EVENT_CLAUSES_SIZE 256 /* room for the clauses of an event as text */

/* One part of a number: base 11, +2 from the side … */
typedef struct qm_term {
    uint16_t kind; /* index into the family's terms */
    int16_t amount;
    uint8_t by, on; /* of an ability, whose amount is 0: what it adds, on dice of `on` or less; 0 = it is none */
} qm_term;

/* How the dice of a roll are read. */
typedef enum qm_over {
    QM_OVER_NOT = 0, /* added up, at or under the target or as the roll's text says; pools: points */
    QM_OVER_ONE,     /* one die must show the target or more */
    QM_OVER_HIGHER,  /* two dice, and the higher must */
    QM_OVER_LOWER,   /* two dice, and the lower must */
    QM_OVER_EACH,    /* every die by itself: how many show the target or less is what counts */
    QM_OVER_CLASS    /* which of the check's classes it comes to is what counts; there is no target */
} qm_over;

/* What one class of a roll leads to, of a roll that tells more than two apart. Its name is among the roll's classes. */
typedef struct qm_check_class {
    uint16_t outcome;  /* the class, from 0 */
    uint16_t from, to; /* the lowest and the highest total of the dice that are of it */
    uint16_t zero;
    int32_t length; /* how far the figure goes then, in 1/1000 inch */
    double chance;
} qm_check_class;

#define QM_CHECK_CLASSES_MAX 4

/* A roll that lies ahead if the order is carried out and all before it goes well. */
typedef struct qm_check {
    uint16_t roll;   /* index into the family's rolls */
    uint16_t leg;    /* from 1; 0 = the order as a whole */
    uint16_t figure; /* who rolls */
    uint16_t more;   /* figures that roll these dice together with it */
    uint16_t other;  /* whom it is rolled against, of a unit the first figure; 0 = nobody, or the rules do not tell */
    uint16_t word;   /* what the text of the roll says it means, as of a reason */
    uint8_t dice, sides;
    qm_place at;
    int32_t target; /* the number to roll at or under; or over, as `over` or the roll's text says */
    uint16_t term_count;
    uint8_t over;                /* qm_over */
    qm_term terms[QM_TERMS_MAX]; /* they add up to the target; those of amount 0 are no numbers: their name says all */
    double chance; /* of going well; of dice that are counted (EACH) that at least one does; 1 where nothing can fail;
                      negative where it is not told, as whether they are rolled hangs on what goes before */
    uint16_t class_count; /* 0 = it goes well or fails, and that is all */
    qm_check_class classes[QM_CHECK_CLASSES_MAX]; /* those that can come up, ascending */
} qm_check;

#define QM_REASONS_MAX 12
#define QM_WARNINGS_MAX 8
#define QM_CHECKS_MAX 24
#define QM_CITED_MAX 16
#define QM_STANDS_MAX 9
#define QM_WAY_MAX (QM_LEGS_MAX + 1) /* of one figure: so that a way that is told can be given back leg by leg */
#define QM_WAYS_MAX 1025             /* of all parts of an order together */

/* Why movement would end where it does, if nobody else moved. */
typedef enum qm_ending {
    QM_ENDS_THERE = 0, /* where the order says, or the family does not tell */
    QM_ENDS_SPENT,     /* there is no movement left for the rest of the way */
    QM_ENDS_NEXT_TO,   /* next to `ender`, who lets it go no further */
    QM_ENDS_BEFORE,    /* before the place `before`, which `ender` holds (0: to which the step is closed) */
    QM_ENDS_CLEAR      /* as soon as nobody is next to it */
} qm_ending;

/* Some rules forbid to measure before an order is declared. Then nothing that is told before tells the distance, whether
 * it suffices, nor what hangs on it; once the order is played, its events do. */
typedef enum qm_unmeasured {
    QM_MEASURED = 0,     /* the cost is all of it */
    QM_UNMEASURED_PART,  /* the cost is that of the rest */
    QM_UNMEASURED_WHOLE  /* the cost is 0 and means nothing */
} qm_unmeasured;

enum {
    QM_PART_CHOSEN = 1 /* where it ends was not ordered but found for it */
};

/* What one figure does in an order of a unit. */
typedef struct qm_part {
    uint16_t figure;
    uint16_t flags;          /* QM_PART_… */
    uint16_t first, count;   /* its places in the verdict's `way`, from where it stands to where it ends; 0: it stays */
    qm_place end;            /* where it would be after the order */
    int32_t facing;          /* … and face; -1 = as before, or it has none */
    int32_t cost, allowance; /* its own movement, in the verdict's unit */
} qm_part;

/* The answer to "may I do this, what does it cost, what can go wrong?" */
typedef struct qm_verdict {
    uint16_t judgement; /* qm_judgement */
    uint16_t reason_count;
    uint16_t check_count;
    uint16_t cited_count;
    uint16_t way_count;
    uint16_t unit;            /* of cost: 0 = none, 1 = hexes or tiles, 2 = 1/1000 inch */
    uint16_t reasons_dropped; /* found beyond the limit */
    uint16_t checks_dropped;
    int32_t cost, allowance; /* movement taken, and what there was; with parts that of the one with the least left */
    int32_t hits;            /* that are certain on the way: ground that burns */
    uint16_t asks;    /* CANNOT_JUDGE: 1 = it can be played, and asks the game master what the rules do not say */
    uint16_t nearest; /* where the order is about keeping a distance: of those it concerns the one nearest to where it
                         would end, if nobody else moved; 0 = it is about no distance */
    int32_t distance; /* … and how far from the end of the way that one is */
    uint16_t ending;  /* qm_ending: why the way below ends before the one that was asked for, and that `cost` is of */
    uint16_t ender;
    qm_place before;
    uint16_t approximate; /* tables: 1 = ground that costs by the inch could be met, so the cost is at most 0.5 % more
                             than that of the cheapest way; 0 = no way costs less */
    uint16_t way_dropped; /* places passed beyond the limit: they are not told */
    uint16_t stand_count; /* tables: the order would end where the figure cannot stand; below are the nearest places
                             where it can, as in qm_standing */
    uint16_t unmeasured;  /* qm_unmeasured: what of the cost may not be measured before the order is given */
    uint16_t part_count;  /* orders of units: what each figure does, below; no figure has two parts */
    uint16_t warning_count; /* of a legal order: what cannot go well though it may be tried; never what may not be
                               measured before the order is given */
    uint16_t warnings_dropped;
    uint16_t zero;
    uint32_t unmeasured_legs[QM_LEGS_MAX / 32]; /* bit i % 32 of i / 32: neither length nor rise of leg i of the order
                                                   may be told before it is given */
    double chance;                /* that every check ahead goes well and no certain hit brings the figure down */
    uint16_t cited[QM_CITED_MAX]; /* indexes into the family's clauses: all that decided this */
    qm_reason reasons[QM_REASONS_MAX];
    qm_reason warnings[QM_WARNINGS_MAX]; /* their kinds are among the family's reasons */
    qm_check checks[QM_CHECKS_MAX];
    qm_place stands[QM_STANDS_MAX];
    qm_part parts[QM_PARTS_MAX];
    qm_place way[QM_WAYS_MAX]; /* places passed, in order, from the start; with parts, part after part */
} qm_verdict;

/* Working memory for one thread: the prepared order, copies of the state, search tables. */
typedef struct qm_scratch qm_scratch;

/* Bytes needed; `leaves` is the limit for odds (0 = 4096). */
QM_API size_t qm_scratch_size(const qm_scenario *scenario, uint32_t leaves);
QM_API void qm_scratch_start(const qm_scenario *scenario, qm_scratch *scratch, uint32_t leaves);

/* Judges an order. Changes nothing but the scratch, where the order is left prepared for qm_play and qm_odds. */
QM_API qm_result qm_judge(const qm_scenario *scenario, const qm_state *state, const qm_order *order,
                          qm_scratch *scratch, qm_verdict *verdict);
/* The same for a game master: of an order that can be played the verdict tells what may not be measured before it is
 * given, too. Where what follows would then be refused, the order is judged as it would be when given, and the reasons
 * are warnings. What is left prepared is the order as it would be given. */
QM_API qm_result qm_judge_measured(const qm_scenario *scenario, const qm_state *state, const qm_order *order,
                                   qm_scratch *scratch, qm_verdict *verdict);
/* Whether an order with this verdict can be played: it is legal, or what the rules leave to a person is asked on the
 * way. */
QM_API bool qm_verdict_playable(const qm_verdict *verdict);
/* Every clause the verdict rests on, without repeats: those noted, those of its reasons, checks and terms, and of the
 * order's kind. Writes indexes into the family's clauses, at most `max`, and returns how many there are. */
QM_API size_t qm_verdict_clauses(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict,
                                 uint16_t *out, size_t max);
/* Sentences, one a line, with clauses: "illegal: … (HX-34)". */
QM_API void qm_verdict_print(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict,
                             qm_text *out);
/* Of a legal order, where a distance is the matter or it does not get where it wants: "would end at 0304, 5 tiles from
 * Bo"; else nothing. */
QM_API void qm_verdict_end_print(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out);
QM_API void qm_reason_print(const qm_scenario *scenario, const qm_reason *reason, qm_text *out);
QM_API void qm_check_print(const qm_scenario *scenario, const qm_check *check, qm_text *out);
/* How many of its checks go well or fail: dice that are counted, and those that are only told apart, do neither. */
QM_API size_t qm_verdict_can_fail(const qm_verdict *verdict);
/* "Ann: 2 of 3 to 0301, facing E" */
QM_API void qm_part_print(const qm_scenario *scenario, const qm_verdict *verdict, const qm_part *part, qm_text *out);

/* ------------------------------------------------------------------------------------------------------- play */

/* Dice and choices in the order they were wanted. Each entry is one byte of count (with QM_TAPE_CHOICE set for a
 * choice, whose count is 1) followed by that many bytes: faces, or the option taken, from 1. */
enum { QM_TAPE_CHOICE = 0x80 };
typedef struct qm_tape {
    uint16_t length;
    uint8_t bytes[QM_TAPE_MAX];
} qm_tape;

#define QM_FACES_MAX 64 /* in one roll */
#define QM_POOLS_MAX 8

/* Dice that are not added up: every face of `least` or more is a point. One pool: a figure rolls for points. Two and
 * more: they are rolled against each other, until one has more points than every other; only that deciding round
 * counts, and its faces stand pool after pool. Where no round could ever decide, all pools have 0 dice, and one die of
 * as many sides as there are pools picks one of them, in this order. */
typedef struct qm_pools {
    uint16_t figures[QM_POOLS_MAX];
    uint8_t dice[QM_POOLS_MAX];
    int8_t least[QM_POOLS_MAX]; /* 1 or less: every face; more than the sides: none */
} qm_pools;

#define QM_OPTION_PLACES 8 /* a choice among places has at most so many */

/* A roll or choice that is wanted now. */
typedef struct qm_wanted {
    uint8_t what;  /* 0 nothing, 1 a roll, 2 a choice */
    uint8_t dice;  /* roll: how many faces, of all pools together */
    uint8_t sides; /* roll: of 1 to sides each */
    union {
        uint8_t option_count; /* choice: options are numbered from 1 */
        uint8_t pool_count;   /* roll: 0 = the faces are added up or count by themselves */
    };
    uint16_t kind;   /* index into the family's rolls or choices */
    uint16_t figure; /* who rolls or chooses; with several pools the first of them, and `other` the second */
    uint16_t side;   /* which side must answer; 0 = the game master, who also rolls for pools of several sides */
    uint16_t other;
    int32_t target; /* roll: as in qm_check; of a pool: the points needed; choice: a number that its text tells */
    uint8_t over;   /* roll: qm_over */
    uint8_t measured; /* 1 = a distance has been told that may not be measured before the order is given: it stands */
    uint8_t automatic; /* choice: the option that the family itself would take, from 1 */
    uint8_t term_count; /* roll: terms that add up to the target */
    qm_place at; /* roll: where it is rolled, while the state still has the figure where the order began; 0 = no place */
    union {
        uint16_t options[16]; /* choice among figures or items: their ids; fixed options: 1, 2, … */
        qm_place places[QM_OPTION_PLACES]; /* choice among places */
        qm_pools pools;       /* roll */
        qm_term terms[QM_ROLL_TERMS_MAX]; /* roll without pools */
    };
} qm_wanted;

/* Where dice and choices come from. */
typedef enum qm_dice_mode {
    QM_DICE_GENERATED = 0, /* from seed and index: same seed and index, same dice, on any machine */
    QM_DICE_ASKED = 1      /* each roll is asked for: play stops and waits */
} qm_dice_mode;
typedef enum qm_choice_mode {
    QM_CHOICES_ASKED = 0,     /* play stops and waits */
    QM_CHOICES_AUTOMATIC = 1, /* the family's automatic answer */
    QM_CHOICES_RANDOM = 2     /* drawn from the generator */
} qm_choice_mode;
typedef struct qm_source {
    uint8_t dice;    /* qm_dice_mode */
    uint8_t choices; /* qm_choice_mode */
    uint64_t seed;
    uint64_t index;       /* advanced by every die drawn */
    qm_tape *record;      /* if set, emptied first and filled with all that was rolled and chosen */
    const qm_tape *given; /* if set, taken first; when it has ended, dice and choices come as set above */
} qm_source;

/* Something that happened, in order. Which members mean something is told by the text of its kind. */
typedef struct qm_event {
    uint16_t kind; /* index into the family's events; 0 = a roll, described by the members below it */
    uint16_t figure, other, item;
    uint16_t word;
    uint16_t leg;
    qm_place at;
    int32_t value;   /* rolls: the total, with what the terms add, or the die that counts; with pools the points, of the
                        winner where there are several */
    int32_t needed;  /* rolls: the target */
    uint16_t roll;   /* index into the family's rolls, for kind 0 */
    uint8_t outcome; /* rolls: the class, from 0; with several pools which of them won */
    uint8_t dice, sides; /* how many faces there are; 0 dice in an outcome of odds */
    uint8_t pool_count;  /* as in qm_wanted */
    uint8_t over;        /* rolls: qm_over */
    uint8_t term_count;
    uint8_t target_terms, zero; /* rolls: 1 = the terms add up to the target */
    qm_term terms[QM_ROLL_TERMS_MAX]; /* rolls: what is added to the dice, else; those of amount 0 as in qm_check */
    uint8_t faces[QM_FACES_MAX];
    qm_pools pools;
} qm_event;

/* The caller's array for events. */
typedef struct qm_events {
    qm_event *items;
    uint32_t capacity;
    uint32_t count;
    uint32_t dropped; /* happened beyond the capacity */
} qm_events;

typedef enum qm_played { QM_PLAYED_DONE = 0, QM_PLAYED_WAITING = 1 } qm_played;

/* Plays the order that the last qm_judge left in the scratch. DONE: the state is the next one. WAITING: the state is as
 * before but holds the order as pending; qm_pending tells what is wanted. A source of all-generated dice and non-asked
 * choices never waits. `events` may be NULL. */
QM_API qm_result qm_play(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, qm_source *source,
                         qm_events *events, qm_played *played);
/* What a waiting order wants; `what` is 0 when nothing is pending. `order` and `tape` may be NULL. */
QM_API qm_result qm_pending(const qm_scenario *scenario, const qm_state *state, qm_wanted *wanted, qm_order *order,
                            qm_tape *tape);
/* Answers what is pending: faces for a roll, one option for a choice. Events are those of the whole order when it is
 * DONE. QM_ERROR_DICE, and nothing is changed, when they do not fit, or do not settle it. */
QM_API qm_result qm_answer(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const uint8_t *values,
                           size_t count, qm_source *source, qm_events *events, qm_played *played);
/* Whether faces (as many as are wanted) settle a roll: all do, but those of pools against each other in which the most
 * points are shared, so that all roll again. */
QM_API bool qm_faces_settle(const qm_wanted *wanted, const uint8_t *faces);
/* Takes a waiting order back, if no die has been taken for it yet and nothing was measured that may not be measured
 * before it is given (else QM_ERROR_PENDING). */
QM_API qm_result qm_withdraw(const qm_scenario *scenario, qm_state *state);

QM_API void qm_event_print(const qm_scenario *scenario, const qm_event *event, qm_text *out);
/* The same without its clauses. */
QM_API void qm_event_say(const qm_scenario *scenario, const qm_event *event, qm_text *out);
/* The ids of its clauses, those of what a roll adds to its dice too, with a space between. */
QM_API void qm_event_clauses(const qm_scenario *scenario, const qm_event *event, qm_text *out);
QM_API void qm_wanted_print(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out);
/* The name of an option of a choice: "fatigue", or a figure's or item's name. */
QM_API void qm_option_print(const qm_scenario *scenario, const qm_wanted *wanted, size_t option, qm_text *out);

/* ------------------------------------------------------------------------------------------------------- odds */

typedef enum qm_policy {
    QM_POLICY_AUTOMATIC = 0, /* the family's own answer to each choice */
    QM_POLICY_UNIFORM,       /* every option alike */
    QM_POLICY_FIRST,
    QM_POLICY_LAST
} qm_policy;
QM_API const char *qm_policy_name(qm_policy policy);

/* One way it can end: all paths of dice that lead to the same state. */
typedef struct qm_outcome {
    double chance;
    uint64_t numerator, denominator; /* exact and reduced, when the denominator fits; else both 0 */
    uint32_t path;                   /* for qm_odds_outcome */
    uint32_t paths;                  /* how many merged paths led here */
} qm_outcome;

typedef struct qm_odds_result {
    uint32_t count; /* outcomes written */
    uint32_t nodes; /* rolls walked */
    bool too_many;  /* the limit was met; nothing is written: sample instead */
    uint8_t policy; /* qm_policy that answered choices */
    bool had_choices;
    bool supposed; /* they hang on a distance that may not be measured yet, and suppose that it suffices */
    uint32_t before; /* qm_odds_failing: the rolls of an outcome up to the one that fails, with it */
    double sum;      /* of all chances; 1 within 1e-12 */
} qm_odds_result;

/* Exact odds of the order that the last qm_judge left in the scratch, most likely first: as far as whoever declares it
 * may know them. Of an order that is not wholly measured (qm_unmeasured) they are those of its checks, supposing that
 * every such distance suffices and that nobody steps in on the way. */
QM_API qm_result qm_odds(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_policy policy,
                         qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result);
/* The same with everything measured, for a game master and for the worked examples of a rulebook: these tell what
 * qm_play does. Not for the eyes of whoever has still to declare the order. */
QM_API qm_result qm_odds_measured(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                  qm_policy policy, qm_outcome *outcomes, uint32_t capacity, qm_odds_result *result);
/* What failing one check of that order leads to: the odds when all checks before it go well and this one (from 0, of the
 * verdict of that qm_judge) fails, by themselves, so that they add up to 1. Supposes what qm_odds supposes. No outcomes
 * where it is never rolled for, or where dice that are no checks decide before it. */
QM_API qm_result qm_odds_failing(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                 const qm_verdict *verdict, uint16_t check, qm_policy policy, qm_outcome *outcomes,
                                 uint32_t capacity, qm_odds_result *result);
/* The state and events of one outcome of the last of these three on this scratch. Either may be NULL. */
QM_API qm_result qm_odds_outcome(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                 const qm_outcome *outcome, qm_state *after, qm_events *events);

/* A place where the figure of an order can end. */
typedef struct qm_odds_place {
    qm_place at;
    uint32_t zero;
    double chance;
    uint64_t numerator, denominator; /* as in qm_outcome */
} qm_odds_place;

/* One way in which the figure of an order can end, and where. */
typedef struct qm_odds_end {
    double chance; /* 0 = it cannot end so */
    uint64_t numerator, denominator;
    uint32_t first, count; /* its places, likeliest first; none where the figure is gone */
} qm_odds_end;

typedef struct qm_odds_ends_result {
    uint16_t figure;    /* of the order */
    uint16_t count;     /* as many as the family has kinds of ends, from 1; 0 = the order does not end for a figure */
    uint32_t place_count;
    qm_odds_end ends[QM_ENDS_MAX]; /* by kind, in the family's order; their chances add up to 1 within 1e-12 */
} qm_odds_ends_result;

/* How and where the figure of the order ends, summed up over all outcomes of the last qm_odds, qm_odds_measured or
 * qm_odds_failing of the scratch. QM_ERROR_LIMIT when there are more places than `capacity`. */
QM_API qm_result qm_odds_ends(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch,
                              qm_odds_place *places, uint32_t capacity, qm_odds_ends_result *result);
/* A small table: "standing  55 %  11/20  at 18.8,12@3", a line for each end that can be; nothing if there are none. */
QM_API void qm_odds_ends_print(const qm_scenario *scenario, const qm_odds_ends_result *ends, const qm_odds_place *places,
                               qm_text *out);

/* --------------------------------------------------------------------------------------------------- forecast */

#define QM_SPREADS_MAX 16

/* How likely each value of a number is that the dice of an order decide: hits, figures lost … */
typedef struct qm_spread {
    const char *name;      /* in the family's words: "hits" */
    uint16_t figure;       /* whom it is about, of a unit its first figure; 0 = the order as a whole */
    int32_t low;           /* the first value */
    uint32_t count;        /* values are low, low + 1, … */
    const double *chances; /* one for each; they add up to 1 within 1e-9. NULL and no values: too many ways, see below */
} qm_spread;

typedef struct qm_forecast_result {
    uint32_t count;   /* 0: the order has nothing to forecast */
    uint8_t policy;   /* qm_policy that answers choices */
    bool had_choices; /* it was asked */
    bool too_many;    /* they can come about in too many ways to be reckoned: the spreads tell which numbers they are */
    uint64_t samples; /* 0: the chances are exact; else shares of so many plays, which qm_sample_error goes with */
    qm_spread spreads[QM_SPREADS_MAX];
} qm_forecast_result;

/* Exact distributions of what matters of the order that the last qm_judge left in the scratch, without the list of
 * every outcome: for orders with so many dice that qm_odds has too many. The chances are in the scratch and hold until
 * it is used for something else; the order stays prepared. QM_ERROR_USAGE in families that have no forecasts. Where their
 * memory does not suffice it is `too_many`. */
QM_API qm_result qm_forecast(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_policy policy,
                             qm_forecast_result *out);
/* The chance of this value or more, and the mean. */
QM_API double qm_spread_at_least(const qm_spread *spread, int32_t value);
QM_API double qm_spread_mean(const qm_spread *spread);

/* What these numbers came to in one play of the order, for whoever counts them in many: a value for each spread of a
 * forecast, from all the events of the play. QM_ERROR_USAGE in families that do not tell. */
QM_API qm_result qm_forecast_tally(const qm_scenario *scenario, const qm_forecast_result *forecast,
                                   const qm_events *events, int32_t *values);
/* Half the width of the interval around a share of samples that holds the chance in 95 of 100 samplings. */
QM_API double qm_sample_error(double share, uint64_t samples);

/* One who shoots in an order. */
typedef struct qm_shot {
    uint16_t figure;
    uint16_t target; /* the nearest figure that it may hit; of shots that wait the nearest of those it shoots at */
    uint16_t weapon; /* row of the family's weapons, from 1 */
    uint16_t waits;  /* 1 = it cannot shoot as things are */
} qm_shot;
/* All who shoot in the order that the last qm_judge left in the scratch; the order stays prepared. *count is how many there
 * are, of which `capacity` are written: none in orders of another kind. QM_ERROR_USAGE in families where nobody shoots. */
QM_API qm_result qm_shots(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_shot *shots,
                          uint32_t capacity, uint32_t *count);

/* ------------------------------------------------------------------------------------------------- projection */

/* Whether what this figure keeps hidden (fields and orders that the family marks so: a declaration) is hidden from
 * other sides in this state. False from the moment it is revealed, and always in families that hide nothing. */
QM_API bool qm_state_hides(const qm_scenario *scenario, const qm_state *state, uint16_t figure);
/* Whether the rules forbid to measure in this state how far enemies are apart. An order after which it is allowed tells
 * more than could be known before it, as dice do. */
QM_API bool qm_state_unmeasured(const qm_scenario *scenario, const qm_state *state);
/* What a side may know: a copy of the state with everything hidden from that side blanked; what allies hide is blanked
 * too. Questions asked for a side are asked of this copy, so no answer can leak. How many orders were played is not
 * told either while something is hidden from the side: the copy's revision is 0 then. Side 0 is the game master and
 * sees all. */
QM_API qm_result qm_project(const qm_scenario *scenario, const qm_state *state, uint16_t side, qm_state *out);
/* What a side may know of an order that was given, in the state as it stands now: nothing but its actor (the kind
 * becomes 0), no verdict but whether it was legal, and no events, if its kind is a hidden one and another side's figure
 * still hides it; else all. Any of the last three may be NULL. */
QM_API void qm_project_order(const qm_scenario *scenario, const qm_state *state, uint16_t side, qm_order *order,
                             qm_verdict *verdict, qm_events *events);

#ifdef __cplusplus
}
#endif
#endif
