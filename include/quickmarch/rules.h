/* Quickmarch: what a family of rules declares about itself.
 *
 * A family (hexmelee, tiles, warband) is one implementation of a game's rules. Everything about it that is not code is declared in
 * the constant tables below: its clauses, settings, tables, fields, kinds of order, reasons, events, rolls, terms and what it tells of figures. Files,
 * notation, error texts, help and documentation are all made from these tables, so nothing is said twice.
 *
 * Every list is counted from 1 (entry 0 is unused or absent, and 0 means "none"), and every name is a stable string.
 */
#ifndef QUICKMARCH_RULES_H
#define QUICKMARCH_RULES_H

#include "quickmarch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One rule of a rulebook, in our own words. */
typedef struct qm_clause {
    const char *id;      /* "HX-12" */
    const char *section; /* "Jumping" */
    const char *title;   /* a few words */
    const char *text;    /* one or two sentences */
} qm_clause;

/* The type of a setting, a column of a table or a field. All values are held as int32. */
typedef enum qm_type {
    QM_TYPE_NUMBER = 1, /* a whole number */
    QM_TYPE_LENGTH,     /* 1/1000 inch; files give inches with at most three places */
    QM_TYPE_FACTOR,     /* 1/1000; files give a decimal with at most three places */
    QM_TYPE_FLAG,       /* 0 or 1; files give true or false */
    QM_TYPE_WORD,       /* one of `words`, held as its index from 0 */
    QM_TYPE_DICE,       /* "2d+1", held packed: see qm_dice_pack */
    QM_TYPE_ROW,        /* a row of the table named by `table`, held as its number from 1; 0 = none */
    QM_TYPE_PLACE,      /* a place of the space: fields only, held as the space packs it; on tables three LENGTHs x, y, z instead */
    QM_TYPE_DIRECTION,  /* a direction of the space: 0 to 5 on hexes, 0 to 7 on tiles, 0 to 65535 on tables */
    QM_TYPE_TOWARD,     /* a direction or none, held as 1 + direction; 0 = none */
    QM_TYPE_FIGURE,     /* a figure's id */
    QM_TYPE_ITEM        /* an item's id */
} qm_type;

/* How a setting came to be; `quickmarch rules` groups by it. */
typedef enum qm_origin {
    QM_ORIGIN_READING = 1, /* the text is open; the words are the ways to read it, the default first */
    QM_ORIGIN_FACT,        /* a number the text refers to and does not contain */
    QM_ORIGIN_VARIANT,     /* a change the authors thought of; off by default */
    QM_ORIGIN_MEETING,     /* what happens where clauses meet or all are silent */
    QM_ORIGIN_HOUSE        /* for house rules; off by default */
} qm_origin;

/* A setting of a rulebook file, declared once. */
typedef struct qm_setting {
    const char *name;   /* as in the file: "pull_up_cost" */
    qm_type type;       /* NUMBER, LENGTH, FACTOR, FLAG, WORD or DICE */
    qm_origin origin;
    int32_t standard;   /* the default */
    int32_t low, high;  /* the range of numbers, lengths and factors; for words 0 and the last index */
    const char *words;  /* WORD: names separated by one space, in the order of their values; else NULL */
    const char *unit;   /* "hexes", "dice", ""; never NULL */
    const char *clauses; /* ids separated by one space: "HX-05 HX-11" */
    const char *text;   /* a sentence; for words, what each one means */
    const char *unoffered; /* words the catalogue knows and this version does not offer; NULL if none */
} qm_setting;

/* A named value of a row, a figure, an item, or of their state. */
typedef struct qm_field {
    const char *name;
    qm_type type;
    int32_t standard;
    int32_t low, high;
    const char *words;  /* WORD: as in qm_setting */
    const char *table;  /* ROW: the table's name */
    const char *unit;
    const char *clauses; /* may be "" */
    const char *text;
    uint16_t offset;    /* state fields: the place in the figure's or item's state, bytes; values and columns: unused */
    uint8_t size;       /* state fields: 1, 2 or 4 bytes, signed for a NUMBER that may be negative, else unsigned */
    uint8_t flags;      /* QM_FIELD_… */
    const char *yes;    /* state fields: what texts about outcomes say when it has become so, or another number than 0, with
                           the holes {value} {value_length} {other}; NULL = its name and its value */
    const char *no;     /* … and when it is so no longer, or 0 again; never NULL where `yes` is not */
} qm_field;

enum {
    QM_FIELD_REQUIRED = 1, /* a file must give it */
    QM_FIELD_START = 2,    /* state: a scenario file may give its value at the start */
    QM_FIELD_EDIT = 4,     /* state: a game-master edit may set it */
    QM_FIELD_HIDDEN = 8,   /* state: only the figure's own side sees it, as long as the family says it is hidden */
    QM_FIELD_QUIET = 16,   /* state: book-keeping, left out of texts about outcomes; columns: what a row's name says already */
    QM_FIELD_HERE = 32     /* state: left out of texts about outcomes in which the figure leaves the table */
};

/* A row of a table as the family ships it. */
typedef struct qm_row {
    const char *name;
    const int32_t *values; /* one for each column */
} qm_row;

/* A table of a rulebook file: [weapons.dagger] … A file may change a row's columns and add rows. */
typedef struct qm_table {
    const char *name;
    const char *clauses;
    const char *text;
    const qm_field *columns;
    uint16_t column_count;
    uint16_t row_count;
    const qm_row *rows;
} qm_table;

/* What an argument or a leg of an order names. */
typedef enum qm_operand {
    QM_OPERAND_NONE = 0,
    QM_OPERAND_FIGURE,
    QM_OPERAND_SIDE,
    QM_OPERAND_ITEM,
    QM_OPERAND_PLACE,
    QM_OPERAND_DIRECTION,
    QM_OPERAND_NUMBER,
    QM_OPERAND_WORD,   /* one of the words listed */
    QM_OPERAND_FIELD,  /* the name of a figure's state field (edits) */
    QM_OPERAND_VALUE,  /* a value of the field before it (edits) */
    QM_OPERAND_UNIT,   /* a unit by its name, held as the id of its first figure */
    QM_OPERAND_ROW     /* a row of a table, held as its number from 1: of a leg the table after which it is named, of an argument
                          the one in `words` */
} qm_operand;

typedef struct qm_argument {
    const char *keyword; /* written before it ("with"); "" if it stands alone */
    qm_operand operand;
    const char *words;   /* WORD: as in qm_setting; ROW: the table's name */
    bool optional;       /* only with a keyword, or as the last one */
} qm_argument;

#define QM_ARGUMENTS_MAX 4

/* A kind of order. */
typedef struct qm_order_kind {
    const char *name;    /* "half" */
    const char *clauses; /* what allows it */
    const char *text;    /* a sentence */
    uint8_t flags;       /* QM_ORDER_… */
    uint8_t argument_count;
    qm_argument arguments[QM_ARGUMENTS_MAX]; /* after the actor, if the kind has one */
} qm_order_kind;

enum {
    QM_ORDER_ACTOR = 1,   /* begins with a figure's name: "Ada half 0304" */
    QM_ORDER_LEGS = 2,    /* may have legs */
    QM_ORDER_EDIT = 4,    /* a game-master edit */
    QM_ORDER_ADVANCE = 8, /* brings the next phase or turn */
    QM_ORDER_HIDDEN = 16, /* other sides learn only that it was given; takes no dice and asks nothing, or they would learn more */
    QM_ORDER_IDLE = 32,   /* the figure lets its chance go by: what is ordered for those who are to rest */
    QM_ORDER_UNIT = 64    /* with ACTOR: given to a unit, "Rifles march Ann 0304"; the actor is its first figure, also when that
                             one is out of play. Only where `units` is set */
};

/* A kind of leg. The plain one (walk) has an empty keyword and just names its end. Beside a plain one that ends in a place
 * another may have an empty keyword and name a FIGURE: in orders of units that figure's legs begin there, as in "Rifles march Ann
 * 0304 0305 Bo 0405". */
typedef struct qm_leg_kind {
    const char *name;    /* "jump"; of a ROW the name of its table, "weapons" */
    const char *keyword; /* as written; "" for the plain leg */
    qm_operand operand;  /* PLACE, DIRECTION, ITEM, FIGURE, UNIT, ROW or NONE */
    const char *clauses;
    const char *text;
} qm_leg_kind;

/* Texts with holes: {figure} {other} {item} {at} {to} {needed} {had} {value} {side} {word}… are filled from the reason or event.
 * {unit} and {other_unit} are the units of {figure} and {other}. {value_signed} has its sign also where it is positive. The name
 * of a table, as in {weapons}, is the row of it with the number `word`. What stands in [brackets] is left out when its first
 * hole has nothing to be filled with: nobody, or 0.
 * On tables also {needed_length} {had_length} {value_length}, in inches, and {solid}: the name of prism number `word`, counted
 * from 1; 0 is the ground, a number beyond the last prism the edge of the table. {solid_kind} is its kind of terrain; {ground}
 * is zone number `word` with its kind, "pit (lava)". {phase} is the name of phase number `word`. */

/* Why an order is illegal, or left to a person. */
typedef struct qm_reason_kind {
    const char *name;    /* "hex-occupied" */
    const char *clauses; /* the first is the one cited first */
    const char *text;    /* "{figure} cannot enter {at}: {other} stands there" */
} qm_reason_kind;

/* What a picture of many moves at once makes of an event, and which members of the event it looks at. Those marked "shown"
 * are only drawn; all others also stand in the account below the board, in the words of their kind. */
typedef enum qm_role {
    QM_ROLE_NONE = 0,  /* nothing is drawn: it is told where it comes up, if it is about a figure */
    QM_ROLE_END,       /* shown: nothing at all (somebody has arrived, a phase is over) */
    QM_ROLE_GOAL,      /* shown: `figure` wants to get to `at`, or with no place to `other`; the last one told counts. Told
                          before the first beat it was declared, and is in the account */
    QM_ROLE_REFUGE,    /* the same of one who keeps away from others and has chosen `at` for that; the last one of each
                          figure is in the account */
    QM_ROLE_AREA,      /* shown: `at` is one place of the area that `figure` watches; one event for each place, and a text
                          that ends with {at}, so that more places can follow it */
    QM_ROLE_BEAT,      /* shown: a beat begins; steps up to the next one happen together and have one number. Beats without
                          any step are not counted. Without such events every figure's steps are counted by themselves */
    QM_ROLE_STEP,      /* shown: `figure` enters `at` from wherever it was */
    QM_ROLE_WAIT,      /* `figure` begins a slow step and is still where it was */
    QM_ROLE_CONFLICT,  /* `figure` and `other` both want `at`, or with no place exclude each other where they are; `value`
                          and `needed` are what `figure` and `other` have left. Three or more: more such events with the
                          same place; with no `other` it adds `figure` alone. Told again before it is settled it is the
                          same conflict */
    QM_ROLE_WON,       /* `figure` gets its way over `other`, at `at` as in the conflict */
    QM_ROLE_LOST,      /* `figure` does not, because of `other`, at `at` as in the conflict */
    QM_ROLE_TIE,       /* the conflict of `figure` and `other` over `at` is even and settled by dice: rolls and the one who
                          won follow */
    QM_ROLE_STANDOFF,  /* the conflict of `figure` and `other` over `at` is even and nobody gets it */
    QM_ROLE_STOP,      /* `figure` moves no further, next to `other` */
    QM_ROLE_INTERRUPT, /* `figure` moves at once because `other` has entered `at`; its steps from here on are drawn as such */
    QM_ROLE_HALT,      /* the movement of `figure` is ended by `other` who has come next to it */
    QM_ROLE_BLOCK,     /* `figure` cannot enter `at`, where `other` (0: nobody) stands */
    QM_ROLE_FALL       /* on tables: `figure` falls to `at` from wherever it was */
} qm_role;

enum { QM_ROLE_COUNT = QM_ROLE_FALL + 1 };

/* Something that happened. */
typedef struct qm_event_kind {
    const char *name; /* "fell" */
    const char *clauses;
    const char *text;
    uint8_t role; /* qm_role */
} qm_event_kind;

/* A roll the rules call for. */
typedef struct qm_roll_kind {
    const char *name; /* "jump" */
    const char *clauses;
    const char *text;    /* what is rolled: "to jump"; as of a reason, with holes that only checks ahead fill */
    const char *classes; /* what the rule distinguishes, by name, in the order of the classes, where they are few: "pass fail" */
} qm_roll_kind;

/* A choice that comes up in the middle of an order. */
typedef struct qm_choice_kind {
    const char *name; /* "pull-up-cost" */
    const char *clauses;
    const char *text;    /* the question: "{figure} failed to pull up: what does it cost?" */
    const char *options; /* fixed options by name: "hit fatigue"; NULL: the options are figures or items; "": places */
} qm_choice_kind;

/* A named part of a number: what is added and why. */
typedef struct qm_term_kind {
    const char *name; /* "from the side" */
    const char *clauses;
} qm_term_kind;

/* Something that a family tells of a figure because other parts of the game hang on it, though it is no field of the state but
 * follows from all of it: whether it may shoot, and with whom it is engaged. */
typedef struct qm_told_kind {
    const char *name;    /* "may_shoot" */
    qm_type type;        /* FLAG, NUMBER, LENGTH or FIGURE */
    const char *clauses; /* those that it can rest on; may be "" */
    const char *text;    /* a sentence */
    const char *yes;     /* what people are told, of flags when it is so and of numbers unless they are 0; "" = nothing. Holes:
                            {value} {value_length} {other} */
    const char *no;      /* … of flags when it is not so; "" = nothing */
} qm_told_kind;

/* How an order can end for the figure that acts: what odds sum up besides single outcomes. Every outcome has one of these. */
typedef struct qm_end_kind {
    const char *name; /* "fallen" */
    const char *text; /* a sentence */
    bool gone;        /* the figure is out of play then, and nowhere */
} qm_end_kind;

#define QM_ENDS_MAX 12 /* kinds of a family, with the unused one */

/* The kind of space a family is played on. */
typedef enum qm_space { QM_SPACE_NONE = 0, QM_SPACE_HEX, QM_SPACE_TILE, QM_SPACE_TABLE } qm_space;
/* What people call one place of a board on this space, and several: "hex" and "hexes", "tile" and "tiles"; elsewhere "place"
 * and "places". */
QM_API const char *qm_cell_word(qm_space space);
QM_API const char *qm_cell_words(qm_space space);

/* All that a family declares. Counts include the unused entry 0 of `orders`, `legs`, `reasons`, `events`, `rolls`, `choices`,
 * `terms`, `told` and `ends`; clauses, settings, tables and fields are counted from 0 and have no unused entry. */
typedef struct qm_rules_facts {
    const char *name;        /* "hexmelee" */
    const char *title;       /* for people */
    const char *text;        /* a paragraph */
    const char *edition;     /* what the family's own rules are called beside other editions: "2026"; may be NULL */
    uint32_t rules_version;  /* raised whenever behaviour changes */
    qm_space space;
    const char *const *phases; /* names of the phases, by number; 0 is before the first turn */
    uint16_t phase_count;      /* the highest number */
    const qm_clause *clauses;
    const qm_setting *settings;
    const qm_table *tables;
    const qm_field *figure_fields; /* what a roster says of a figure */
    const qm_field *figure_state;  /* what changes in play */
    const qm_field *item_fields;
    const qm_field *item_state;
    const qm_order_kind *orders;
    const uint32_t *order_legs; /* by kind of order, a bit for each kind of leg it takes; NULL = all take all */
    const qm_leg_kind *legs;
    const qm_reason_kind *reasons;
    const qm_event_kind *events;
    const qm_roll_kind *rolls;
    const qm_choice_kind *choices;
    const qm_term_kind *terms;
    const qm_told_kind *told;
    const qm_end_kind *ends;
    uint16_t clause_count, setting_count, table_count;
    uint16_t figure_field_count, figure_state_count, item_field_count, item_state_count;
    uint16_t order_count, leg_count, reason_count, event_count, roll_count, choice_count, term_count, told_count,
        end_count;
    uint16_t reason_over;    /* the reason given when the game is over */
    uint16_t reason_pending; /* … and while another order waits for an answer */
    uint16_t terrain_table; /* index of the table whose rows are kinds of terrain; its columns may be overridden per legend entry */
    uint32_t fixed_tables;  /* bit t: the rows of table t can be changed, and none can be added */
    bool units;             /* figures act by units: see qm_unit_count */
    bool judges_places;     /* orders may name places off the board, and are refused with a reason; else such a name is not read */
    /* Words for people; any may be NULL. */
    const char *cost_unit;       /* what costs of movement are counted in: "MOV" */
    const char *threat;          /* what the places of qm_threat are to a figure, after its name: "has in its front" */
    const char *const *postures; /* names of the postures its figures can have, by qm_posture, NULL for all others; NULL: all
                                    of them, by the ordinary names */
} qm_rules_facts;

/* The families that are built in. */
QM_API size_t qm_family_count(void);
QM_API const qm_rules_facts *qm_family_at(size_t index);          /* NULL beyond the end */
QM_API const qm_rules_facts *qm_family_named(const char *name);   /* NULL if there is none */
/* A clause by id in a family (NULL if unknown). */
QM_API const qm_clause *qm_clause_named(const qm_rules_facts *family, const char *id);
/* The index of a setting, -1 = there is none of that name. */
QM_API int qm_setting_named(const qm_rules_facts *family, const char *name);
/* The n-th word (from 0) of a list of words; copies into out, returns its length, 0 beyond the end. */
QM_API size_t qm_words_at(const char *words, size_t index, char *out, size_t capacity);
/* The index of a word in a list, or -1. */
QM_API int qm_words_find(const char *words, const char *word);

/* Dice in one int32: count (0 to 63), sides (2 to 255; 0 stands for 6 in files), add (-512 to 511). */
QM_API int32_t qm_dice_pack(int count, int sides, int add);
QM_API void qm_dice_unpack(int32_t packed, int *count, int *sides, int *add);

#ifdef __cplusplus
}
#endif
#endif
