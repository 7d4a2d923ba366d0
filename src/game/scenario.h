/* The inside of a scenario and of a state.
 *
 * A scenario is made once by io (through scenario_build.h), then never changes. A state is one block of bytes:
 *
 *     head | figures × figure_state_size | items × item_state_size | the family's extra | pending order, its tape and wish
 *
 * Invariant: no pointer and no padding in a state, every byte defined, so that memcpy clones and hashing compares.
 */
#ifndef QM_GAME_SCENARIO_H
#define QM_GAME_SCENARIO_H

#include "base/arena.h"
#include "quickmarch/ask.h"
#include "space/hex.h"
#include "space/table/table.h"
#include "space/tile.h"

typedef struct qm__family qm__family;

/* A row of a table in force: its columns' values. */
typedef struct qm__table_row {
    const char *name;
    int32_t *values;
} qm__table_row;

typedef struct qm__table_rows {
    qm__table_row *rows; /* rows[0] is row number 1 */
    uint16_t count;
} qm__table_rows;

/* Settings and tables in force. */
typedef struct qm__rules {
    const qm__family *family;
    const char *edition;     /* name of the rulebook file or "" */
    int32_t *settings;       /* one for each declared setting */
    qm__table_rows *tables;  /* one for each declared table */
} qm__rules;

typedef struct qm__figure {
    const char *name;
    const char *text;        /* for people; may be "" */
    uint16_t side;
    uint16_t unit;           /* from 1; 0 where the family has none */
    const int32_t *values;   /* one for each figure field */
} qm__figure;

/* Figures that act as one. */
typedef struct qm__troop {
    const char *name;
    uint16_t first, count;   /* its figures */
} qm__troop;

typedef struct qm__item {
    const char *name;
    const int32_t *values;   /* one for each item field */
} qm__item;

typedef struct qm__side {
    const char *name;
    uint32_t friends;        /* bit n: side n is not an enemy (its own bit is set) */
} qm__side;

/* A kind of ground on this board: a row of the terrain table with the legend's changes. */
typedef struct qm__ground {
    const char *name;        /* the row's name */
    uint16_t row;            /* in the terrain table, from 1 */
    char sign;               /* as drawn in the file */
    const int32_t *values;   /* one for each column of the terrain table */
} qm__ground;

/* An objective: a side that alone has figures in it at the end of `turns` turns running wins. */
typedef struct qm__zone {
    const char *name;
    const qm_place *places;
    uint16_t place_count;
    uint16_t area;           /* on a table, instead of places: the area of the table that it is, from 1 */
    uint16_t side;           /* only this side can win by it; 0 = any */
    uint16_t turns;
} qm__zone;

struct qm_scenario {
    qm_allocator allocator;
    qm__arena arena;         /* owns everything below */
    const qm__family *family;
    qm__rules rules;
    const char *title, *text, *file;
    uint64_t hash;

    qm__side *sides;         /* sides[0] is side 1, and so on for figures and items */
    qm__figure *figures;
    qm__item *items;
    qm__troop *units;
    uint16_t side_count, figure_count, item_count, unit_count;

    qm__hex_board hex;       /* with QM_SPACE_HEX */
    qm__tile_board tile;     /* with QM_SPACE_TILE */
    qm__table table;         /* with QM_SPACE_TABLE; kinds of prisms and areas are rows of the terrain table */
    uint8_t *cells;          /* ground of each hex or tile, by index; these count from 1, cells[0] is 0 */
    qm__ground *grounds;     /* grounds[0] is what a cell of 0 means */
    uint16_t ground_count;

    uint16_t turn_limit;     /* 0 = none */
    bool last_standing;      /* ends when all sides still in the fight are friends */
    bool contested;          /* the roster has enemies in it: else there is nobody to outlast */
    qm__zone zones[QM_ZONES_MAX];
    uint16_t zone_count;

    uint32_t figures_at, items_at, extra_at, pending_at, state_size; /* layout of a state, in bytes */
    uint16_t legs_max, tape_max; /* limits of a pending order */

    void *compiled;          /* the family's own prepared data */
    const qm_scenario *measured; /* see qm_scenario_measured */
    qm_state *start;         /* the first state */
};

#define QM__STATE_LAYOUT 0x314d5101u /* layout version 1 */

/* The head of a state: 64 bytes. */
struct qm_state {
    uint32_t layout;
    uint32_t size;
    uint64_t scenario;       /* its hash */
    uint64_t mark;           /* of the orders and dice that led here: tells clones that went different ways apart */
    uint32_t revision;       /* orders played; goes up with every change */
    uint32_t zero;
    /* From here on the bytes say what the position is; above, where it came from (QM__STATE_BODY). */
    uint16_t turn;
    uint8_t phase;
    uint8_t ended;           /* 0 no, 1 turn limit, 2 last side standing, 3 zone */
    uint8_t winner;
    uint8_t pending;         /* 1 = an order waits */
    uint8_t zero2[2];
    uint8_t zone_side[QM_ZONES_MAX];  /* who holds it */
    uint8_t zone_turns[QM_ZONES_MAX]; /* for how many turns running */
    uint8_t reserve[8];
};
#define QM__STATE_BODY 32
_Static_assert(sizeof(qm_state) == 64 && offsetof(qm_state, turn) == QM__STATE_BODY, "the head of a state has no padding");

/* A waiting order at pending_at: this head, then legs_max legs, then tape_max bytes of tape. */
typedef struct qm__pending {
    uint16_t kind, actor, leg_count, tape_length;
    int32_t arguments[QM_ARGUMENTS_MAX];
    qm_wanted wanted;
} qm__pending;

static inline void *qm__figure_at(const qm_scenario *scenario, const qm_state *state, uint16_t figure, size_t stride) {
    return (unsigned char *)(uintptr_t)state + scenario->figures_at + (size_t)(figure - 1) * stride;
}
static inline void *qm__item_at(const qm_scenario *scenario, const qm_state *state, uint16_t item, size_t stride) {
    return (unsigned char *)(uintptr_t)state + scenario->items_at + (size_t)(item - 1) * stride;
}
static inline void *qm__extra(const qm_scenario *scenario, const qm_state *state) {
    return (unsigned char *)(uintptr_t)state + scenario->extra_at;
}
static inline bool qm__hostile(const qm_scenario *scenario, uint16_t side_a, uint16_t side_b) {
    return (scenario->sides[side_a - 1].friends >> side_b & 1u) == 0;
}

/* Reads and writes a state field of a figure or item whose state begins at `block`. */
int32_t qm__field_get(const void *block, const qm_field *field);
void qm__field_set(void *block, const qm_field *field, int32_t value);

/* ------------------------------------------------------------------------------------------------- building (io) */

/* Makes an empty scenario whose rules have the family's defaults. */
qm_result qm__scenario_new(const qm__family *family, const qm_allocator *allocator, qm_scenario **out);
/* Computes layout, compiles the family's data, validates what is game-wide, makes the start state from the values given in
 * `figure_start` and `item_start` (one int32 for each state field, standard values where the file said nothing), hashes.
 * Every error goes to `diagnostics`; `where` gives the places in the file. */
typedef struct qm__where {
    const char *file;
    const uint32_t *figure_lines, *figure_columns; /* one for each figure */
    const uint32_t *at_lines, *at_columns; /* of its place; of the figure itself where it names none */
    const uint32_t *item_lines, *item_columns;
} qm__where;
/* How many figures stand by themselves: those before the first unit that a file has to tell of. */
uint16_t qm__lone_figures(const qm_scenario *scenario);
qm_result qm__scenario_finish(qm_scenario *scenario, const int32_t *figure_start, const int32_t *item_start,
                              const qm__where *where, qm_diagnostics *diagnostics);
/* Fills settings and tables with the family's defaults; everything from the arena. */
qm_result qm__rules_default(qm__rules *rules, const qm__family *family, qm__arena *arena);

#endif
