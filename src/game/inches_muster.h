/* Mustering: a unit is given a goal on a table of inches, and a place is found for each of its figures.
 *
 * What is asked. A unit is a list of figures, each with its base, where it is, what it may spend and who is in its way.
 * The goal is a point of a surface. Each figure gets an end place so that
 *   - it can stand there, off terrain and off everybody in its way, margins included (an enemy's 1" is the margin of
 *     his body in the crowd), and can get there for what it may spend: by the exact reach from where it is, on foot
 *     or, where the unit cannot be placed so and the ask has prices for them, by links; or straight;
 *   - no two figures of the unit overlap. On the way they pass one another as if they were not there;
 *   - the unit holds together (`bond`): with CHAIN those that are at most `link` apart join all of them, with EACH
 *     every figure has another one at most `link` away; no two are more than `spread` apart; none is more than
 *     `leash` from the leader. Distances run from base edge to base edge, in space or in plan, and exactly that far
 *     is near enough;
 *   - some base comes within `near` of the goal.
 *
 * What is given. The unit is moved as it stands: the figure in its middle goes to the goal and the others keep their
 * places around it, as long as all that can be had. Where it cannot, each figure ends as near to that place of its as
 * is found, and a unit that does not hold together where it begins is drawn together first. Figures do not change
 * places with one another when both would rather not. Places are in whole units; an order is told in which they can be
 * moved one by one, nobody onto one who has yet to go. Equal questions have equal answers, on any machine.
 *
 * A figure can be fixed at a place: then the others are placed around it. So a placing is adjusted: one is put
 * elsewhere and fixed, and those that need to follow.
 *
 * What is not promised. Placing discs in a room is a search: of places strewn around the goal, in contact with walls
 * and figures, beside one another and on the ways to the goal. A place that exists can be missed (tests hold that to
 * less than one unit in a hundred), and the formation is a good one, not the best.
 *
 * A refusal says what stood in the way: the search is made again with one thing left out at a time, and what lets the
 * unit be placed is told, with the figure, the body or the solid and the lengths that show it.
 *
 * Rectangles keep their facing, stand as the rectangles that they are, and go where a disc can go: their `base` is one
 * for the circle around them. Those that slide also go as the rectangles that they are, straight or around corners
 * (space/table/rect_ways.h), all the way; ways that are partly the one and partly the other are not found.
 *
 * Invariant: what is told to be a placing has been checked as a whole, place by place and pair by pair. No allocation.
 *
 * Rejected: forces that push figures apart until they rest. They end where neither walls nor budgets were asked.
 */
#ifndef QM_GAME_INCHES_MUSTER_H
#define QM_GAME_INCHES_MUSTER_H

#include "game/inches.h"

#define QM__MUSTER_MAX 64 /* figures of a unit */

typedef struct qm__muster_figure {
    const qm__inch_base *base; /* one that walks; of a rectangle: for the circle around it, or a larger one */
    const qm__crowd *crowd; /* who is in its way: all but the unit itself, whose manner is PASS. Figures that share one
                               are quicker; one who begins within a margin needs its own, with that margin less */
    qm_place from;
    bool fixed; /* it ends at `to`, and the others around it: for one that was put by hand */
    qm_place to;
    qm__inch_ask ask;              /* what its movement costs and how much it has; risks as in reach */
    int32_t width, length, facing; /* a rectangle, as in qm__body; all 0 = it has the round base of its walker */
    const qm__inch_base *slides;   /* a rectangle that may get to a place by one straight slide, for its length in plan:
                                      a base for its centre, the smallest that there is; NULL = it does not */
    bool straight; /* it gets anywhere by a straight line over whatever is in the way, for its length in plan */
} qm__muster_figure;

typedef enum qm__muster_bond { QM__MUSTER_CHAIN = 0, QM__MUSTER_EACH } qm__muster_bond;

typedef struct qm__muster_ask {
    const qm__muster_figure *figures;
    uint16_t count;  /* 1 to QM__MUSTER_MAX */
    uint16_t leader; /* from 1; 0 = there is none */
    qm_place goal;
    int32_t near;   /* from the goal to the nearest base; 0 = a base covers it */
    uint8_t bond;   /* qm__muster_bond */
    bool plan;      /* distances are those in plan; else in space, bases at their own heights */
    int32_t link;   /* units; negative = they need not hold together */
    int32_t spread; /* … between any two; negative = any */
    int32_t leash;  /* … from the leader; negative = any */
    bool over;      /* it is known that on foot alone the unit cannot be placed: where some of it have prices for links,
                       places around the goal are asked for over these at once */
    bool brief;     /* a trial: the last and dearest places are not looked for, nor what stood in the way: LIMIT */
} qm__muster_ask;

/* What stood in the way; each says which members of the answer are told besides. */
typedef enum qm__muster_what {
    QM__MUSTER_PLACED = 0,
    QM__MUSTER_STUCK,  /* `figure` cannot be where it is: `why`, and `body` if it is one */
    QM__MUSTER_FIXED,  /* `figure` cannot end where it is fixed: `why`, and `body` if it is one; or it can stand there
                          (`why` is QM__FREE) and not get there: needed (-1: as with FAR), had */
    QM__MUSTER_CLOSED, /* nobody can stand within `near` of the goal: `why` is what is there; needed: how far off the
                          nearest place is (to the edge of the base, -1 = there is none), had: `near`. A body: `body` */
    QM__MUSTER_FAR, /* the goal is out of reach of all `count` figures; of these `figure` lacks least: needed (-1 = no
                       way leads there; over links: none for twice what it has), had. `at`: the place nearest to the
                       goal that anybody was found to get to, which can be the goal of another question */
    QM__MUSTER_MARGIN, /* `body` is kept off too far: with no margins there is a placing. `figure`: whom it stops;
                          needed: the margin, had: how near that figure would come */
    QM__MUSTER_BODY,   /* `body` is in the way: with nobody there, there is a placing. `figure`: whom it stops */
    QM__MUSTER_SHORT,  /* `count` figures do not have what it takes to hold together with the others at the goal; of
                          these `figure` lacks most: needed, had. `other`, `gap` and `most`: as with APART, where the
                          unit was torn least */
    QM__MUSTER_ROOM,   /* there is not enough room: only `count` figures found theirs, `figure` is the first without */
    QM__MUSTER_APART,  /* it does not hold together: `figure` and `other` end `gap` apart at the nearest, `most` is
                          allowed; `count` figures are on the side of `figure` */
    QM__MUSTER_LIMIT   /* memory did not suffice, or there are more figures than QM__MUSTER_MAX: nothing is known */
} qm__muster_what;

typedef struct qm__muster {
    uint8_t what;                    /* qm__muster_what */
    bool over;                       /* only over links was it placed */
    bool in_turn;                    /* moved in this order, nobody ends on one of the unit who has yet to go */
    uint16_t order[QM__MUSTER_MAX];  /* figures, from 1 */
    qm_place places[QM__MUSTER_MAX]; /* by figure */
    int32_t costs[QM__MUSTER_MAX];   /* … of getting there */
    uint16_t figure, other;          /* from 1; 0 = none */
    uint16_t count;
    uint16_t body; /* its id in the crowd; 0 with what has none */
    int32_t needed, had;
    int32_t gap, most;
    qm_place at;
    qm__obstruction why;
} qm__muster;

/* How much memory placing takes, for units whose figures have some of these bases, with so many bodies in a crowd. */
size_t qm__muster_size(const qm__inch_base *bases, uint16_t base_count, uint32_t body_count);
/* Whether a placing was found; the answer is filled in any case. */
bool qm__muster_find(const qm__muster_ask *ask, void *memory, size_t size, qm__muster *out);
/* The same unit again, asked for like the last time but that some may spend less, in memory that nobody has used since
 * it was placed: among the places that are known from then, whose costs are still what they were. False = among these
 * there is no placing (`out` is not filled): others may be found anew. */
bool qm__muster_again(const qm__muster_ask *ask, void *memory, qm__muster *out);
/* Before that: leaves out those of the places known to which a figure, from 0, may not go by what only the caller knows. */
void qm__muster_strike(void *memory, uint16_t figure, bool (*gets_there)(void *context, uint16_t figure, qm_place place),
                       void *context);

#endif
