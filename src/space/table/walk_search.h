/* The search over lanes that shortest walks and spreading share: labels, their queue, and what makes one useless.
 *
 * A label is a way of coming to a lane. It makes another label of the same lane useless when going on round from it
 * gets to where the other begins and costs no more (what the other has paid for areas and it has not counts). Labels of
 * tangents that are known to be walkable are compared when they are found; those of pieces that have yet to be traced
 * when they are taken from the queue.
 */
#ifndef QM_SPACE_TABLE_WALK_SEARCH_H
#define QM_SPACE_TABLE_WALK_SEARCH_H

#include "base/angle.h"
#include "space/table/walk_inside.h"

#define QM__NO_LABEL UINT32_MAX
#define QM__GOAL_LANE UINT32_MAX

/* What has yet to be looked at when a label is taken from the queue. */
enum {
    QM__CHECK_NOTHING = 0,
    QM__CHECK_BODIES, /* a tangent of the terrain: whether bodies are in the way */
    QM__CHECK_PIECE,  /* everything */
    QM__CHECK_SEED    /* everything, and the angle is not known yet */
};

typedef struct qm__walk_label {
    double cost; /* at `angle` */
    double angle, until;
    double leave; /* on the parent's lane */
    qm__xy at;
    uint64_t areas;
    uint32_t lane;
    uint32_t parent; /* QM__NO_LABEL: from the seed */
    uint32_t next;   /* of the same lane */
    uint32_t seed;
    uint32_t told; /* spreading: its number among the arrivals */
    uint8_t check;
    uint8_t dead;
    uint16_t zero;
} qm__walk_label;

typedef struct qm__queued {
    double key;
    uint32_t label;
    uint32_t zero;
} qm__queued;

/* A straight piece from a lane to the goal. */
typedef struct qm__goal_piece {
    double length;
    double angle;   /* where it leaves */
    uint8_t known;  /* 1 = length and angle are */
    uint8_t traced; /* 0 not yet, 1 it can be walked, 2 not */
    uint16_t zero;
    uint32_t zero_2;
} qm__goal_piece;

typedef struct qm__lane_state {
    uint32_t first; /* label; QM__NO_LABEL */
    uint32_t goal;  /* goal piece; QM__NO_LABEL */
} qm__lane_state;

/* What areas cost in a question. */
typedef struct qm__pricing {
    const qm__area_price *prices;
    uint64_t once, entry, inch; /* areas with such a price; all 0: nothing costs anything */
    uint64_t twice;             /* of `entry`: those that a straight piece may come into more than once */
    bool strewn;                /* points are strewn for it: see qm__cold_shores */
    const qm__spot *near;       /* places near which they lie closer */
    uint32_t near_count;
} qm__pricing;

typedef struct qm__search {
    qm__field field;
    qm__pricing pricing;
    uint32_t lane_count;
    qm__lane_state *lanes;
    qm__walk_label *labels;
    qm__queued *queue;
    qm__goal_piece *goals;
    uint32_t label_count, label_capacity, queue_count;
    uint32_t goal_count;
    const qm__seed *seeds;
    const qm__spot *goal; /* NULL: spreading */
    int32_t isle;         /* on which it all happens */
    double limit;
    double slack_from, slack_to;
    qm__walks_bodies *cold; /* bodies without tangents, looked at on the way; NULL = none or prepared */
    bool exhausted;
} qm__search;

/* Lays out a search in scratch memory. */
size_t qm__search_size(const qm__walks *walks, uint32_t body_count);
/* Begins a search on an isle. A crowd that is not prepared is laid out cold, behind the rest of the scratch. The places
 * that `pricing` points to are only looked at here. */
void qm__search_start(qm__search *search, const qm__field *field, int32_t isle, const qm__pricing *pricing,
                      void *scratch);
/* Puts the straight pieces from a seed to all lanes it may see into the queue. */
void qm__search_seed(qm__search *search, uint32_t seed);
/* Remembers the pieces that lead to the goal. */
void qm__search_aim(qm__search *search, const qm__spot *goal);
/* Takes the best label from the queue, looks at what has yet to be looked at, and queues what follows from it. The
 * label, or QM__NO_LABEL at the end: nothing is left within the limit, or the scratch did not suffice (`exhausted`). A
 * label of the lane QM__GOAL_LANE is the goal. */
uint32_t qm__search_next(qm__search *search);

/* ---------------------------------------------------------------------------- inside of the search (walk_search.c) */

#define QM__BEHIND 1e-7 /* radians: an angle no further back than this is not behind */
/* How far one turns on from a to b, if b can be got to before `until`; negative if not. */
static inline double qm__turn_to(const qm__span *span, unsigned side, double a, double b, double until) {
    double turn = side == QM__SIDE_LEFT ? b - a : a - b;
    const double most = side == QM__SIDE_LEFT ? until - a : a - until;
    if (span->round && turn < -QM__BEHIND) {
        turn += 2 * QM__PI;
    }
    return turn < -QM__BEHIND || turn > most + QM__BEHIND ? -1 : qm__most(turn, 0);
}

/* A tangent by which a label is left. */
typedef struct qm__leaving {
    uint32_t from;        /* a label */
    const qm__span *span; /* its span */
    double turn;
    const qm__tangent *tangent;
    uint8_t check;
    bool own;              /* the tangent is one of the bodies */
    uint8_t *open;         /* qm__openness of a tangent that bodies have to do with; NULL = nothing is in its way */
    const uint64_t *areas; /* in which the base is on the tangent, UINT64_MAX = not known yet; NULL = none */
} qm__leaving;
/* Queues the label that a tangent leads to, if it can be of any use. */
void qm__queue_tangent(qm__search *search, const qm__leaving *leaving);
/* The place from which a label's straight piece begins. */
qm__spot qm__piece_begin(const qm__search *search, const qm__walk_label *label);
/* Cold searches (walk_found.c): tangents from a label to the lanes of bodies and shores; from one of these also to
 * those of the terrain that its circle may see. */
void qm__queue_cold(qm__search *search, uint32_t label);

/* ----------------------------------------------------------------------------------------- bodies (walk_bodies.c) */

/* Shores: points along the borders of areas with a price by the inch, where a way may bend as it comes in or goes out,
 * and at inner corners of those with a price for each entry, where one may bend that stays inside.
 * They are laid out with the bodies of a cold search; a way turns at them freely, so of their lanes only the left one
 * is used. */
#define QM__SHORES_MAX 384
void qm__cold_shores(const qm__walks *walks, qm__walks_bodies *bodies, const qm__pricing *pricing, int32_t isle);
/* Moves the points of a way found over shores to where it is cheapest; how much that saves. */
double qm__shores_settle(const qm__walks *walks, const qm__crowd *crowd, const qm__pricing *pricing, qm__way *way);
/* Whether a way turns freely at a span: a shore, or a gate (see qm__lay_gates). */
static inline bool qm__turns_freely(const qm__span *span) {
    return span->kind == QM__ANCHOR_SHORE || (span->kind == QM__ANCHOR_BODY && span->radius <= 0);
}
static inline bool qm__lane_idle(const qm__span *span, uint32_t lane) {
    return (lane & 1) == QM__SIDE_RIGHT && qm__turns_freely(span);
}

/* At most so many spans belong to bodies and shores. */
uint32_t qm__body_spans_most(const qm__walks *walks, uint32_t body_count);
/* Bodies of an isle laid out in a search's scratch without tangents; NULL when none is in the way. `everywhere`: those
 * of all isles, isle by isle, but points of borders on this one alone. What does not fit shows as `full`. */
size_t qm__cold_size(const qm__walks *walks, uint32_t body_count);
qm__walks_bodies *qm__cold_bodies(const qm__walks *walks, const qm__crowd *crowd, const qm__pricing *pricing,
                                  int32_t isle, bool everywhere, void *memory);
/* What is kept from a body on a level, 0 = it is not in the way. */
double qm__keep_at(const qm__walks *walks, const qm__crowd *crowd, uint16_t body, int32_t level);
/* Adds the points of an isle where what is kept from bodies meets borders: where ways change their level beside a body.
 * Spans of radius 0, all round, kind QM__ANCHOR_BODY. */
#define QM__GATES_EACH 32 /* there is room for so many for each body, together, */
#define QM__GATES_MORE 64 /* and for so many more */
void qm__lay_gates(const qm__walks *walks, qm__walks_bodies *bodies, int32_t isle);
/* Makes sure that what is in the way on a span of a body is known; what does not fit shows as bodies->full. */
void qm__cold_cuts(const qm__walks *walks, qm__walks_bodies *bodies, uint32_t span);
/* Looks at a tangent of prepared bodies, or (`own` false) of the terrain among them, and keeps what it sees. */
void qm__bodies_trace(const qm__field *field, const qm__tangent *tangent, bool own);
/* Whether bodies are in the way of a piece; levels differ by steps. */
bool qm__bodies_block(const qm__field *field, int32_t isle, int32_t level_a, int32_t level_b, qm__xy from, qm__xy to);

/* Whether a base can walk a piece among terrain and bodies (see qm__piece_walkable), at a glance: what is certainly in
 * the way, and pieces that stay on their level. */
qm__openness qm__field_glance(const qm__field *field, int32_t isle, qm__spot from, qm__xy to, int32_t to_level,
                              double slack);
/* The same, traced where that does not tell. */
bool qm__field_walkable(const qm__field *field, int32_t isle, qm__spot from, qm__xy to, int32_t to_level, double slack);
/* Adds what a body takes of a span, when so much is kept from it, and what terrain takes of a body's span (false =
 * everything). */
void qm__cut_by_body(qm__walks_bodies *bodies, const qm__span *span, const qm__body *body, double keep);
bool qm__cut_by_terrain(const qm__walks *walks, qm__walks_bodies *bodies, const qm__span *span);

/* ------------------------------------------------------------------------------------------- areas (walk_areas.c) */

void qm__pricing_make(const qm__walks *walks, const qm__area_price *prices, qm__pricing *out);
static inline bool qm__pricing_any(const qm__pricing *pricing) {
    return (pricing->once | pricing->entry | pricing->inch) != 0;
}
/* What coming into areas costs that had not been met before. */
double qm__once_price(const qm__pricing *pricing, uint64_t met);
/* Whether an area that costs something comes near a straight piece; if none does, the piece costs its length. */
bool qm__priced_near(const qm__levels *levels, const qm__pricing *pricing, qm__xy from, qm__xy to);
/* What a straight piece on which the base is in `areas` (UINT64_MAX: not known yet) costs beyond its length; adds to
 * `met`. Stepping to `to_level` at its end counts. */
double qm__piece_price(const qm__field *field, const qm__pricing *pricing, qm__spot from, qm__xy to, int32_t to_level,
                       uint64_t areas, uint64_t *met);
/* All that a straight piece by itself costs, with the areas where it begins. */
double qm__straight_price(const qm__walks *walks, const qm__pricing *pricing, qm__spot from, qm__spot to,
                          uint64_t *met);
/* The same as the first for going round a lane from one angle to another, and only the areas in which the base is on
 * the way. */
uint64_t qm__arc_areas(const qm__field *field, uint32_t lane, double from, double to);
double qm__arc_price(const qm__field *field, const qm__pricing *pricing, uint32_t lane, double from, double to,
                     uint64_t *met);

/* ------------------------------------------------------------------------------------------- bends (walk_bends.c) */

/* Joints of a piece at borders of areas that cost by the inch. */
#define QM__BENDS_MAX 6
typedef struct qm__bends {
    uint32_t count;
    uint16_t areas[QM__BENDS_MAX];
    qm__xy at[QM__BENDS_MAX];
} qm__bends;
/* Where a straight piece crosses such borders: the first ones, when there are more than fit. */
void qm__bends_find(const qm__levels *levels, const qm__pricing *pricing, qm__spot from, qm__xy to, qm__bends *out);
/* Slides all joints to where the piece is cheapest. Nothing is walked here. */
void qm__bends_settle(const qm__levels *levels, const qm__pricing *pricing, qm__spot from, qm__xy to, qm__bends *bends);
/* What the bent piece costs, its length and what areas cost; negative when it cannot be walked or does not cost less
 * than `limit`. Adds to `met`. */
double qm__bends_cost(const qm__field *field, const qm__pricing *pricing, qm__spot from, qm__spot to, double slack,
                      const qm__bends *bends, double limit, uint64_t *met);
/* The place on the border of an area, beginning at one near it, where the way from a to b costs least, by the unit
 * before and after it. */
qm__xy qm__bend_slide(const qm__levels *levels, uint32_t area, qm__xy at, qm__xy a, qm__xy b, double before,
                      double after);
/* Whether a place lies on the border of an area, and what direction leads away from the area there. */
bool qm__border_out(const qm__levels *levels, uint32_t area, qm__xy p, qm__xy *out);
/* The area with a price by the inch on whose border a place lies; -1 = none. */
int32_t qm__bend_area(const qm__levels *levels, const qm__pricing *pricing, qm__xy p);
/* What a straight piece on one level costs with prices by the inch alone. */
double qm__inch_price(const qm__levels *levels, const qm__pricing *pricing, int32_t level, qm__xy from, qm__xy to);

#endif
