/* The inside of mustering: what is known of a unit while places are looked for. See inches_muster.h for the meaning.
 *
 * Places are strewn into one list, in whole units; for each figure it is known of each place what getting there costs,
 * or that it cannot. All that is geometry of the table is in these numbers: the search sees places and bodies alone.
 */
#ifndef QM_GAME_INCHES_MUSTER_INSIDE_H
#define QM_GAME_INCHES_MUSTER_INSIDE_H

#include "game/inches_muster.h"
#include "game/place.h"
#include "space/table/rect_ways.h"

#define QM__MUSTER_PLACES 2400
#define QM__MUSTER_STREWN 1600 /* … of which so many before anybody is put anywhere */
#define QM__MUSTER_CHAINS 1024 /* in which places are found again; a power of two */

/* What is left out, to see what stood in the way. */
enum {
    QM__MUSTER_NO_MARGINS = 1,
    QM__MUSTER_NO_BODIES = 2,
    QM__MUSTER_NO_BUDGETS = 4,
    QM__MUSTER_OVERLAP = 8,  /* figures of the unit may stand on one another */
    QM__MUSTER_LOOSE = 16,   /* they need not hold together */
    QM__MUSTER_ON_FOOT = 32, /* no links: these are asked for only when it cannot be done without */
    QM__MUSTER_BRIEF = 64    /* the last and dearest places are not looked for */
};

/* Figures of one kind have the same base and crowd, so what is prepared for one holds for all. */
typedef struct qm__muster_work {
    const qm__muster_ask *ask;
    unsigned left_out; /* bits */
    uint16_t middle;   /* the figure, from 0, that is to go to the goal */
    uint16_t kind_count;
    uint16_t kinds[QM__MUSTER_MAX];   /* the first figure of each kind */
    uint16_t kind_of[QM__MUSTER_MAX]; /* by figure */
    qm__xy targets[QM__MUSTER_MAX];   /* where each would be, had it its way */
    bool exhausted;
    bool links; /* some figure has prices for them */
    bool over;  /* places are looked for over them, too */

    qm_place places[QM__MUSTER_PLACES];
    uint32_t count;
    uint32_t known;                     /* … of which costs are known */
    uint32_t strewn;                    /* … that stay when closer ones are strewn again; 0 = all */
    uint16_t chains[QM__MUSTER_CHAINS]; /* places that are strewn, by what they hash to: 1 + the last one; 0 = none … */
    uint16_t before[QM__MUSTER_PLACES];               /* … and the one before each in its chain, likewise */
    int32_t costs[QM__MUSTER_MAX][QM__MUSTER_PLACES]; /* -1 = the figure cannot stand there or get there */

    /* what is prepared */
    int prepared; /* the kind; -1 = none */
    qm__body bodies[QM_FIGURES_MAX + QM__MUSTER_MAX];
    qm__crowd crowd;
    const qm__walks_bodies *ready; /* NULL = not yet: see qm__muster_ready */
    void *cells_room, *ready_room, *scratch;
    size_t ready_size, scratch_size;
    qm__way way;
    qm__rect_ways bent; /* of the rectangle whose reach was made last */

    /* the search: where figures are put */
    int32_t at[QM__MUSTER_MAX]; /* places; -1 = none yet */
    qm__body put[QM__MUSTER_MAX];
    double apart[QM__MUSTER_MAX][QM__MUSTER_MAX]; /* distances of those put */
    double weights[QM__MUSTER_MAX][QM__MUSTER_MAX], bond_weight, goal_weight;
    int32_t best[QM__MUSTER_MAX]; /* the places that were least wrong … */
    double best_wrong;            /* … and how much that is */
} qm__muster_work;

/* The first figure of a kind; where a figure begins. */
static inline const qm__muster_figure *qm__muster_kind(const qm__muster_work *work, uint16_t kind) {
    return &work->ask->figures[work->kinds[kind]];
}
static inline qm__xy qm__muster_start(const qm__muster_work *work, uint16_t figure) {
    return (qm__xy){work->ask->figures[figure].from.x, work->ask->figures[figure].from.y};
}
static inline bool qm__muster_is_rect(const qm__muster_figure *figure) {
    return figure->width > 0;
}
static inline qm__rect qm__muster_rect(const qm__muster_figure *figure) {
    return (qm__rect){figure->width, figure->length, figure->facing};
}

/* Whether a figure takes no links. */
static inline bool qm__muster_on_foot(const qm__muster_work *work, uint16_t figure) {
    return !work->ask->figures[figure].ask.pricing || (work->left_out & QM__MUSTER_ON_FOOT);
}

/* ------------------------------------------------------------------------------------------------------------ places
 */

/* Sorts figures into kinds and finds where each would be; forgets all places. */
void qm__muster_begin(qm__muster_work *work, unsigned left_out);
/* Gathers who is in the way of a kind. */
void qm__muster_prepare(qm__muster_work *work, uint16_t kind);
/* Those, prepared for walks, which is done when first asked for; NULL when memory did not suffice. */
const qm__walks_bodies *qm__muster_ready(qm__muster_work *work);
/* The reach of a figure of the kind that is prepared (NULL: one that goes straight needs none), false when memory did
 * not suffice; and what a place costs it as orders see it: -1 = out of reach. */
bool qm__muster_reach(qm__muster_work *work, uint16_t figure, const qm__reach **out);
int32_t qm__muster_cost(const qm__muster_work *work, const qm__reach *reach, uint16_t figure, qm_place place);
/* What a figure may spend. */
double qm__muster_budget(const qm__muster_work *work, uint16_t figure);
/* The largest radius of the unit, and how far from the middle one its figures are when they are packed with gaps. */
double qm__muster_widest(const qm__muster_work *work);
double qm__muster_packed(const qm__muster_work *work);
/* Whether a figure of that kind can end at a place, as orders see it. */
bool qm__muster_stands(const qm__muster_work *work, uint16_t kind, qm_place place, qm__obstruction *why);
/* The same with care, off a crowd: so are the places that are strewn. */
bool qm__muster_clear(const qm__muster_work *work, uint16_t kind, const qm__crowd *crowd, qm_place place);
/* The nearest places to one where a figure of that kind can end; how many. */
int qm__muster_nearest(qm__muster_work *work, uint16_t kind, qm_place place, double limit, qm_place out[QM_STANDS_MAX]);
/* Strews places: where all are and would be; around the goal and on the ways there, also over links; all that may be of
 * use. */
void qm__muster_strew_formation(qm__muster_work *work);
void qm__muster_strew_near(qm__muster_work *work);
void qm__muster_strew_wide(qm__muster_work *work);
/* … and those beside where figures are put now, and in contact with them, instead of such ones that were strewn before.
 */
void qm__muster_strew_close(qm__muster_work *work);
/* Learns what all new places cost; false when memory did not suffice. */
bool qm__muster_learn(qm__muster_work *work);
/* Learns of the formation alone what their own places cost the figures, and of no place that it is known; false when
 * some figure cannot end there, or something is wrong with the formation, or memory did not suffice. */
bool qm__muster_learn_formed(qm__muster_work *work);

/* ------------------------------------------------------------------------------------------------------------ search
 */

/* A figure as a body at a place. */
qm__body qm__muster_body(const qm__muster_work *work, uint16_t figure, qm_place place);
/* As bases are measured, and from one to the goal. */
double qm__muster_distance(const qm__muster_ask *ask, const qm__body *a, const qm__body *b);
double qm__muster_goal_distance(const qm__muster_ask *ask, const qm__body *body);
/* By how much two figures overlap, 0 = they do not. */
double qm__muster_overlap(const qm__body *a, const qm__body *b);
/* How much is wrong with where figures are put, in units (`goal`: the goal included); 0 = nothing. */
double qm__muster_wrong(const qm__muster_work *work, bool goal);
/* Whether anybody gets near enough to the goal, by the places that are known, and (unless NULL) what it costs each
 * figure at least; -1 = it does not. */
bool qm__muster_goal_costs(const qm__muster_work *work, int32_t *costs);
/* The parts of the unit (all that are put but one figure; count or more = all of them) that links join; how many. */
uint16_t qm__muster_parts(const qm__muster_work *work, uint16_t without, uint16_t parts[QM__MUSTER_MAX]);
void qm__muster_put(qm__muster_work *work, uint16_t figure, int32_t place);
/* Puts every figure at its own place of the formation; whether nothing is wrong with that. */
bool qm__muster_as_formed(qm__muster_work *work);
/* Searches, in so many rounds, among the places known, from where figures are put (`anew`: from nowhere); whether
 * nothing is wrong any more. If something is, figures are put where least is. */
bool qm__muster_search(qm__muster_work *work, int rounds, bool anew);
/* All of it, from strewing on. */
bool qm__muster_place(qm__muster_work *work, unsigned left_out);
/* Says what stood in the way; or true, when in looking for that a placing was found after all. */
bool qm__muster_explain(qm__muster_work *work, qm__muster *out);

#endif
