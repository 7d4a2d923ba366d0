/* The inside of a reach: what its parts share. */
#ifndef QM_SPACE_TABLE_REACH_INSIDE_H
#define QM_SPACE_TABLE_REACH_INSIDE_H

#include "space/table/fan.h"
#include "space/table/walk_search.h"

/* Takes bytes off a block of memory; NULL when there are not enough. Pieces are aligned to 16. */
typedef struct qm__block {
    char *at;
    size_t left;
} qm__block;
static inline size_t qm__padded(size_t size) {
    return (size + 15) / 16 * 16;
}
static inline qm__block qm__block_of(void *memory, size_t size) {
    const size_t skip = (16 - (uintptr_t)memory % 16) % 16;
    return skip <= size ? (qm__block){(char *)memory + skip, size - skip} : (qm__block){NULL, 0};
}
static inline void *qm__block_take(qm__block *block, size_t size) {
    const size_t bytes = qm__padded(size);
    if (!block->at || bytes > block->left) {
        block->at = NULL;
        return NULL;
    }
    void *const here = block->at;
    block->at += bytes;
    block->left -= bytes;
    return here;
}

/* Of a heap of sources to ask: the least that going by one can cost, and which it is. */
typedef struct qm__reach_turn {
    double least;
    uint32_t source; /* 4 × its number among its kind, + the kind (see reach_cost.c): new ones rename none */
    uint32_t zero;
} qm__reach_turn;

/* The image of a source behind a link that is taken straight ahead (a climb): what the source sees of the take-off goes
 * on from the landing as if the source, moved by as much as the link moves the base, saw through it. */
typedef struct qm__image {
    qm__fan fan; /* through the landing; `length` is not used */
    double cost; /* at its first ray, the link paid */
    uint64_t areas;
    uint32_t depth; /* links taken so far */
    int32_t isle;   /* of the landing, -1 = not known */
} qm__image;

enum { QM__RISKS_MAX = 9 }; /* so many numbers of links that can fail are told apart: no way has more than 8 links */

struct qm__reach {
    qm__area_price prices[QM__AREAS_MAX]; /* those of the question, without what cannot come up: see reach.c */
    const qm__grounds *grounds;
    qm__reach_ask ask; /* its crowd: the one below; its budget: what is settled, a little more than was asked */
    double most;       /* the budget of the question: what costs more is not told */
    qm__crowd crowd;   /* that of the question, in cells */
    qm__field field;
    qm__pricing pricing;
    double slack;          /* with which the start is left */
    int32_t isle;          /* of the start */
    qm__seed *seeds;       /* the first is the start */
    qm__arrival *arrivals; /* those of one spreading are sorted by lane, then by cost */
    qm__image *images;
    uint32_t seed_count, seed_max, arrival_count, arrival_max, image_count, image_max;
    qm__reach_turn *turns;    /* for asking costs */
    uint32_t *lately;         /* by level: the source that has answered last */
    void *search;             /* scratch for spreading */
    struct qm__reach *within; /* by how many links on the way can fail, at most: the same with fewer sources */
    uint32_t within_count;
};

/* How many numbers of links that can fail are told apart. */
static inline uint32_t qm__reach_apart(const qm__reach_ask *ask) {
    return ask->risks_apart < QM__RISKS_MAX ? ask->risks_apart : QM__RISKS_MAX;
}

/* What coming into areas from outside costs each time. */
static inline double qm__entry_price(const qm__pricing *pricing, uint64_t met) {
    double price = 0;
    for (uint64_t left = met & pricing->entry; left; left &= left - 1) {
        price += pricing->prices[__builtin_ctzll(left)].entry;
    }
    return price;
}

/* The cost of a place if it is below a limit; negative otherwise. `met`: areas that its cheapest way has met. */
double qm__reach_cost_below(const qm__reach *reach, qm__spot spot, double limit);
double qm__reach_cost_met(const qm__reach *reach, qm__spot spot, double limit, uint64_t *met);
/* Some cost of it below the limit, not always the least one: quicker. */
double qm__reach_some_below(const qm__reach *reach, qm__spot spot, double limit);
/* Spreads from some seeds, all on one isle, and adds the arrivals. False when memory did not suffice. */
bool qm__reach_spread(qm__reach *reach, const qm__seed *seeds, uint32_t count);
/* Areas at which the rays of a source at a place do not stop. */
uint64_t qm__reach_paid(const qm__reach *reach, uint64_t met, qm__spot at);
/* The fan of a seed, and that of an arrival, as far as the arrival is worth following; what is left of a budget is its
 * length. */
qm__fan qm__reach_seed_fan(const qm__reach *reach, const qm__seed *seed, double budget);
bool qm__reach_arrival_fan(const qm__reach *reach, uint32_t arrival, double budget, qm__fan *out);
/* The fan of an arrival on an arc, parted where the arc comes into areas that have yet to be paid for, or out of ones
 * that cost something each time: rays that leave it inside have come in. `left`: the parts that are yet to come. */
typedef struct qm__arc_parts {
    const qm__arrival *arrival;
    qm__fan left;
    double at, turn; /* so far it has turned, of so much */
    uint64_t about;  /* areas that it may come into */
    uint64_t before; /* those that it was in */
} qm__arc_parts;
qm__arc_parts qm__reach_arc_parts(const qm__reach *reach, const qm__arrival *arrival, const qm__fan *fan);
/* The next part, of which `length` is what is left behind what areas take; false when there is none. */
bool qm__reach_arc_next(const qm__reach *reach, qm__arc_parts *parts, qm__fan *out);
/* The ray of a fan through a place; false when there is none. */
typedef struct qm__source_ray {
    qm__xy start, d; /* where it leaves the circle, and its direction */
    double way;      /* to the place */
} qm__source_ray;
bool qm__fan_ray_to(const qm__fan *fan, qm__xy place, qm__source_ray *out);
/* How far a fan's first ray turns to a direction: from -1e-6 on, below a full turn. */
double qm__fan_turn_to(const qm__fan *fan, qm__xy d);
/* Whether a ray passes between a and b on its way to its place, and where. */
bool qm__ray_passes(const qm__source_ray *ray, qm__xy a, qm__xy b, double *way);
/* What a place costs at least by an image. */
static inline double qm__image_least(const qm__image *image, qm__xy place) {
    return image->cost + qm__apart(image->fan.centre, place) - image->fan.radius;
}
/* What a ray of an image costs that goes to a place; negative when there is none. `x`: where it passes the landing. */
double qm__image_way(const qm__image *image, qm__xy place, qm__xy *x);
/* Adds outlines of what the rays of a fan reach in and behind areas that cost by the inch, bent at their borders.
 * `arrival`: where the fan comes from, or NULL. False when memory did not suffice. */
bool qm__reach_slow(const qm__reach *reach, const qm__fan *fan, const qm__arrival *arrival, qm__outlines *out);
/* The same for rays that leave the arc of a fan, around a corner of such an area, into the area: at an angle with this
 * sine to the way out. What coming into the area costs has been paid. */
bool qm__reach_inwards(const qm__reach *reach, const qm__fan *fan, const qm__arrival *arrival, double sine,
                       qm__outlines *out);
/* The same for rays that all leave a straight border in one direction, after a part of a run along it. */
typedef struct qm__border_run {
    qm__spot from;
    qm__xy along, d; /* of length 1: of the run, and of the rays */
    double length;   /* of the run */
    double unit;     /* what a unit of it costs */
    double left;     /* what may be paid from its beginning on */
    uint64_t met;    /* areas that have been paid for once and for all */
} qm__border_run;
bool qm__reach_run(const qm__reach *reach, const qm__border_run *run, qm__outlines *out);
/* Closes slits in a ring of a region. The points are put in another order: those of each ring that it falls into stand
 * together. Returns how many there are, UINT32_MAX when there are more than `max`. */
typedef struct qm__seams {
    uint32_t *corners, *sizes; /* room for as many as a ring has points */
    double thin;               /* units: the mean width of regions that are none */
} qm__seams;
typedef struct qm__seam_ring {
    uint32_t first, count;
    bool hole;
} qm__seam_ring;
uint32_t qm__seams_close(const qm__seams *seams, qm__xy *points, uint32_t count, qm__seam_ring *rings, uint32_t max);
/* Follows links from all sources until nothing is gained. False when memory did not suffice. */
bool qm__reach_links(qm__reach *reach, qm__block *block);
size_t qm__reach_links_size(const qm__grounds *grounds, uint32_t body_count, const qm__links *links);
uint32_t qm__reach_most_seeds(const qm__links *links);
uint32_t qm__reach_most_images(const qm__links *links);

/* With what slack pieces to or from a place are walked: less care where it is itself less clear. */
double qm__reach_slack(const qm__reach *reach, qm__spot spot);

#endif
