/* Searching ways over hexes: cells, labels and the list of options, all in the caller's search memory.
 *
 * A label is one way of getting to a hex (with what it has cost, how many checks, what chance of all going well) and
 * its parent. Cells carry a stamp, so that nothing has to be cleared between two searches.
 */
#ifndef QM_RULES_HEXMELEE_SEARCH_H
#define QM_RULES_HEXMELEE_SEARCH_H

#include "rules/hexmelee/move.h"

/* Not simply free, plain ground; who stands there is a friend of the mover. */
enum { HM_CARE = 1, HM_CARE_FRIEND = 2 };

typedef struct hm_cell {
    uint16_t stamp;        /* the search it belongs to; all else means nothing otherwise */
    uint8_t upright, body; /* marks: figures there */
    uint16_t first, last;  /* labels: the first settled as an end of the movement, and the cheapest; 0 = none */
    uint16_t best_free;    /* least rank of a way that can go on from here; sure ways count as soon as they wait */
    uint16_t best_any;     /* rank of `last` */
    uint8_t engaged;       /* as in hm_spot */
    uint8_t care;          /* HM_CARE_… */
    uint8_t few;           /* least hexes settled of a way that can go on from here */
    uint8_t zero;
} hm_cell;
_Static_assert(QM_FIGURES_MAX < 256, "a cell keeps figures in a byte");
#define HM_RANK_NONE UINT16_MAX
_Static_assert(sizeof(hm_cell) == 16, "cells are many: a board of 30 by 30 has to stay in the first cache");

enum { HM_LABEL_JUMP = 1, HM_LABEL_STOPPED = 2, HM_LABEL_WHOLE = 4, HM_LABEL_PASS = 8, HM_LABEL_JUMPED = 16 };
/* JUMP: the last part is a jump; JUMPED: some part is; WHOLE: some part takes a full move of its own */

typedef struct hm_label {
    double chance; /* that every check on the way goes well */
    uint16_t hex, parent, next;
    uint8_t cost, hexes, checks, direction, flags;
    uint8_t entered; /* cost of the last hex alone */
    uint16_t hits;   /* of burning ground passed through, its last hex not counted */
    uint16_t prior;  /* where the board burns: the label before it in its hex; 0 = none */
} hm_label;

/* What ways to one hex are compared by: MOV, then hexes. */
static inline uint16_t hm_rank_of(const hm_label *label) {
    return (uint16_t)(label->cost << 8 | label->hexes);
}

/* A group of options that differ only in the facing at the end. */
typedef struct hm_row {
    uint32_t first;  /* number of its first option */
    uint16_t label;  /* the way; 0 = no movement */
    uint16_t item;   /* grabbed, snatched or made ready; climbing: the rim */
    uint8_t kind;    /* of order */
    uint8_t leg;     /* HM_LEG_GRAB, HM_LEG_SNATCH or 0 */
    uint8_t facings; /* bit d: may end facing d; 0 = one option without a say in it */
    uint8_t facing;  /* the facing without a face leg */
} hm_row;

enum { HM_LAYERS = 4, HM_COST_MAX = 250, HM_REGION_MAX = QM__HEX_SIDE_MAX * QM__HEX_SIDE_MAX };

struct hm_search {
    const qm_scenario *s;
    const hm_ground *grounds; /* the scenario's, at hand */
    const uint8_t *codes;     /* ground of each hex */
    const uint8_t *care;      /* which hexes are not plain ground */
    uint16_t stamp;
    uint32_t cell_count; /* hexes + 1; 0 = fresh memory */
    size_t total;        /* bytes of all parts */
    uint32_t row_count, row_max, option_count;
    uint32_t act_count; /* orders of action at the end of the list */
    uint32_t act_max;
    uint16_t label_count, label_max;
    uint16_t found_count, found_max;
    uint16_t figure;    /* whose options are listed */
    uint16_t next_only; /* the one option is "next" */
    uint32_t queued;    /* labels waiting */
    uint16_t deferred;  /* sure ways whose jumps are still to be tried */
    bool full;          /* something did not fit: what was found is not all */
    bool bodies;        /* somebody lies where the mover could come */
    bool safest;        /* the search under way is for safe ways */
    bool by_hexes;      /* … and hexes are limited apart from MOV */
    hm_cell *cells;
    hm_label *labels; /* from 1 */
    uint16_t *found;  /* hexes where the movement can end, in the order they were settled */
    uint16_t *heap;   /* risky labels of a search for safe ways, the safest on top; of other searches those that burn */
    uint16_t *chains; /* ways that burn, for each hex: the last label, with those before it in `prior` */
    uint32_t heap_count;
    hm_row *rows;
    qm_order *acts;
    hm_mover mover;
    uint16_t heads[HM_LAYERS][HM_COST_MAX + 1];
};

/* Cuts up the memory on first use and forgets all labels. */
hm_search *qm__hm_search_begin(const qm_scenario *s, void *memory);
/* New cells with the mover's surroundings marked; labels of earlier searches stay. */
void qm__hm_search_mark(hm_search *q, hm_mover *m);

enum { HM_SEARCH_JUMPS = 1, HM_SEARCH_SAFEST = 2, HM_SEARCH_PICKUP = 4 };
/* Searches from `start`. `first` of a hex is then the way with the fewest checks (among those the one with the fewest
 * hits of burning ground, then the cheapest, then the one of fewest hexes),
 * with PICKUP only ways that end neither engaged nor by taking the whole turn, with SAFEST the
 * one with the best chance (a way without checks before all); `last` is the cheapest. With a `goal` (0 = none) `found`
 * gets the labels settled there instead of all hexes: with SAFEST each is cheaper and riskier than the one before. */
void qm__hm_search_run(hm_search *q, const hm_mover *m, uint16_t start, unsigned flags, uint16_t goal);

static inline hm_cell *hm_cell_at(hm_search *q, uint16_t hex) {
    hm_cell *cell = &q->cells[hex];
    if (cell->stamp != q->stamp) {
        *cell = (hm_cell){.stamp = q->stamp,
                          .best_free = HM_RANK_NONE,
                          .best_any = HM_RANK_NONE,
                          .few = UINT8_MAX,
                          .care = q->care[hex]};
    }
    return cell;
}

/* search_fire.c: safe ways where the board burns, so that hits count beside chance, checks, MOV and hexes. */
/* Whether another way to the hex of `label` than number `except` is as good in every respect. */
bool qm__hm_fire_beaten(const hm_search *q, const hm_label *label, uint16_t except);
/* Notes a label in its hex; and, when it is settled, as an end of the movement. */
void qm__hm_fire_chain(hm_search *q, uint16_t number);
void qm__hm_fire_end(hm_search *q, const hm_mover *m, uint16_t number, uint16_t goal);
/* Hits of a way if the movement ends with it, and the chance that it ends there as it should. */
int qm__hm_end_hits(const hm_mover *m, const hm_label *label);
double qm__hm_end_chance(const hm_mover *m, const hm_label *label);

/* Writes the legs of a way; false if they are too many. */
bool qm__hm_way_legs(const qm_scenario *s, const hm_search *q, uint16_t label, qm_order *order);
/* The kind of order that reach and plans are about (FULL stands for all free moves); 0 = the figure cannot move now. */
int qm__hm_free_kind(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Starts a search for that figure and kind of order, with its mover in the search memory. */
hm_search *qm__hm_search_for(const qm_scenario *s, const qm_state *st, uint16_t figure, int kind, void *memory);
/* The same without forgetting the labels of searches before it. */
void qm__hm_search_aim(hm_search *q, const qm_scenario *s, const qm_state *st, uint16_t figure, int kind);
/* Runs it from where the figure is. */
void qm__hm_search_go(hm_search *q, unsigned flags, uint16_t goal);
/* Bit d: the way may end facing d under this kind of order; 0: not at all. */
unsigned qm__hm_end_facings(const hm_search *q, int kind, uint16_t label);
/* Whether a shift to `hex`, ending with `facing`, keeps the engagement as it must be (HX-47). `other` is who is lost or
 * new. */
uint16_t qm__hm_shift_reason(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint8_t facing,
                             uint16_t *other);

#endif
