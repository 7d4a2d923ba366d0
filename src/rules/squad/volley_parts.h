/* What the files that reckon the odds of a volley share: sets of positions, and what one stage does to one unit.
 *
 * A position of a unit is the wounds left of its models, known by a number in the bag `units`. A stage is what is
 * thrown and resolved before anybody looks again who can shoot: one group, or at first all that can. What a stage does
 * to one unit that begins it in a given position is worked out by itself (volley_stage.c: hits one by one;
 * volley_piles.c: all hits first) as a joint table of position afterwards and hits; volley.c strings the stages
 * together.
 */
#ifndef QM_RULES_SQUAD_VOLLEY_PARTS_H
#define QM_RULES_SQUAD_VOLLEY_PARTS_H

#include "rules/squad/volley.h"

#define SQ_NONE UINT32_MAX

/* A set of keys of equal width; each has a number, in order of arrival. Keys do not move. */
typedef struct sq_bag {
    uint16_t *keys;
    uint32_t *slots;   /* a power of two: number + 1, 0 = free */
    uint32_t *slot_of; /* by number, so that emptying costs as much as is in it */
    double *weights;   /* by number; NULL where keys weigh nothing */
    uint32_t width, count, limit, mask;
} sq_bag;

/* The number of a key, which is added (weight 0) if it is new; SQ_NONE: the bag is full. */
uint32_t qm__sq_bag_put(sq_bag *bag, const uint16_t *key);
void qm__sq_bag_empty(sq_bag *bag);
static inline const uint16_t *sq_key(const sq_bag *bag, uint32_t number) {
    return bag->keys + (size_t)number * bag->width;
}

/* A table with a row of chances for some positions of a unit. */
typedef struct sq_rows {
    uint32_t *states; /* position of each row */
    uint32_t *row_of; /* by position; SQ_NONE = has none */
    double *chances;
    uint32_t width, count, limit;
} sq_rows;

/* The row of a position, which is added (all 0) if it has none yet; NULL: full. */
double *qm__sq_row(sq_rows *rows, uint32_t state);
void qm__sq_rows_empty(sq_rows *rows);

/* to += from × factor. The two do not overlap. */
void qm__sq_add_scaled(double *restrict to, const double *restrict from, uint32_t count, double factor);

/* Batches that a group can shoot. */
typedef struct sq_list {
    const sq_batch *batches;
    uint32_t count;
} sq_list;

/* One thing a die can do in some position: leads to the position `state` with so many more hits. */
typedef struct sq_step {
    double chance;
    uint32_t state, hits;
} sq_step;

typedef struct sq_work {
    const sq_volley *volley;
    const sq_volley_rules *rules;
    sq_bag units; /* key: number of the unit, then wounds of its models */
    uint8_t like[SQ_VOLLEY_UNITS]
                [SQ_VOLLEY_MODELS]; /* the first model that is as good as this one; see qm__sq_position */
    bool any_like[SQ_VOLLEY_UNITS];
    sq_rows
        rows[4]; /* one by one: [0] chances of hits by position, [1] the same one die later. All first: [0] hits and [1]
                  * unsaved hits by position, [2] and [3] while the saves of one pile after the other are thrown */
    sq_step *steps;      /* of the batch that throws */
    uint32_t *step_from; /* by position: its first step; SQ_NONE = not worked out */
    uint32_t *step_end;
    uint32_t step_count, step_limit;
    sq_bag piles[4];                   /* hits given and not yet saved */
    double *pile_chances;              /* room for a row */
    sq_stake stakes[SQ_VOLLEY_MODELS]; /* of the hit that is being given */
    bool full;                         /* a limit was met: the odds are not told */
} sq_work;

/* The position of a unit with these wounds. Among `settled` models, those that are alike in all that matters are put in
 * order, most wounds first, so that positions that differ only in which of them is hurt are one. SQ_NONE: full, and
 * noted. */
uint32_t qm__sq_position(sq_work *work, uint32_t unit, const uint16_t *wounds, uint64_t settled);
static inline const uint16_t *sq_wounds(const sq_work *work, uint32_t state) {
    return sq_key(&work->units, state) + 1;
}

/* What the dice of a batch can be, equal outcomes in one. The highest AP comes first. */
typedef struct sq_throw {
    struct {
        double chance;
        int16_t ap;
        uint8_t extra;
    } kinds[10];
    uint32_t count; /* kinds of hits */
    double miss;
} sq_throw;

/* A batch about to throw at a unit. */
enum { SQ_PLAIN = 10 }; /* beside the kinds of its throw: extra hits, with the base profile */
typedef struct sq_aim {
    const sq_batch *batch;
    uint32_t unit;
    uint64_t valid; /* living models that may be given its hits; 0 = it does not shoot */
    sq_throw throw;
    int16_t risks[SQ_PLAIN + 1][SQ_VOLLEY_MODELS]; /* of each valid model, from each kind of hit */
} sq_aim;
void qm__sq_aim(const sq_work *work, uint32_t unit, uint32_t state, const sq_list *list, uint32_t batch, sq_aim *aim);

/* Who takes a hit, of those that are valid and whose stakes are in `work`: one model or, if the policy is that all are
 * alike,
 * `*alike` of them. */
uint64_t qm__sq_takers(const sq_work *work, uint64_t valid, int *alike);

/* What lists of batches do to a unit in a position, into work->rows. False: full, and noted. */
bool qm__sq_stage_singly(sq_work *work, uint32_t unit, uint32_t state, const sq_list *lists, uint32_t count);
bool qm__sq_stage_piled(sq_work *work, uint32_t unit, uint32_t state, const sq_list *lists, uint32_t count);

/* Width of the keys of piles: cells (a model and a risk), dice used up, extra hits to come. */
enum { SQ_PILE_CELLS = 62, SQ_PILE_USED = SQ_PILE_CELLS, SQ_PILE_EXTRA, SQ_PILE_WIDTH };

#endif
