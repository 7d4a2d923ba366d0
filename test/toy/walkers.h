/* ramble: a toy family on a table. It shows that nothing outside a family asks for cells, and lets every command be
 * tried on a table before a real family stands on one.
 *
 * Its rules: in its turn a figure with a round base walks up to its movement, over steps of at most the setting `step`,
 * around solids and other figures; the height of steps costs nothing. A plain leg goes the shortest way to its end, a
 * leg "via" is one straight piece. Coming into ground of a kind may cost something once, or more by the inch. Figures
 * on rectangular bases stand where they are.
 *
 * Legs "climb", "ladder", "jump" and "drop" are links: they begin where the figure is and end at the place named.
 * Climbs, drops and jumps of more than a hop need a die at or under the figure's agility; who fails falls, and moves no
 * more.
 */
#ifndef QM_TEST_WALKERS_H
#define QM_TEST_WALKERS_H

#include "game/family.h"
#include "space/table/reach.h"
#include "space/table/sight.h"

extern const qm__family qm__family_ramble;

enum { RB_NONE, RB_WALK, RB_PASS, RB_NEXT, RB_PLACE, RB_ORDERS };
enum {
    RB_LEG_NONE,
    RB_LEG_WALK,
    RB_LEG_VIA,
    RB_LEG_FACE,
    RB_LEG_CLIMB, /* from here on links, in the order of qm__link_kind */
    RB_LEG_LADDER,
    RB_LEG_JUMP,
    RB_LEG_DROP,
    RB_LEGS
};
enum { RB_RADIUS, RB_HEIGHT, RB_MOVE, RB_WIDTH, RB_LENGTH, RB_AGILITY, RB_FIELDS };
enum {
    RB_STEP,
    RB_MARGIN,
    RB_WHOLE,
    RB_LEEWAY,
    RB_CLIMB,
    RB_LADDER,
    RB_HOP,
    RB_JUMP,
    RB_RISE,
    RB_STRAIGHT,
    RB_SETTINGS
};
enum { RB_LEGS_MAX = QM_LEGS_MAX, RB_DIE = 6, RB_CLAUSE_LINKS = 7 /* WK-08 and the next ones: by qm__link_kind */ };

enum {
    RB_REASON_NONE,
    RB_REASON_TURN,
    RB_REASON_FAR,
    RB_REASON_NO_LEG,
    RB_REASON_NOT_ROUND,
    RB_REASON_OFF_TABLE,
    RB_REASON_NO_SURFACE,
    RB_REASON_NOWHERE,
    RB_REASON_SOLID,
    RB_REASON_RAILING,
    RB_REASON_ON_SOLID,
    RB_REASON_NOT_WHOLE,
    RB_REASON_FIGURE,
    RB_REASON_TOO_HIGH,
    RB_REASON_HEIGHT,
    RB_REASON_NO_WAY,
    RB_REASON_UNKNOWN,
    RB_REASON_OVER,
    RB_REASON_WAITS,
    RB_REASON_NO_LINK,
    RB_REASON_TAKE_OFF,
    RB_REASON_LANDING,
    RB_REASON_SIDEWAYS,
    RB_REASON_LONG,
    RB_REASON_RISE,
    RB_REASON_SHEER,
    RB_REASON_NO_LADDER,
    RB_REASON_LADDER_AWAY,
    RB_REASONS
};

enum {
    RB_EV_NONE,
    RB_EV_WALKED,
    RB_EV_PLACED,
    RB_EV_TURNED,
    RB_EV_TURN,
    RB_EV_CLIMBED,
    RB_EV_LADDER,
    RB_EV_JUMPED,
    RB_EV_DROPPED,
    RB_EV_FELL,
    RB_EV_STAYED,
    RB_EV_ARRIVED,
    RB_EV_COUNT
};

/* One figure in play: 16 bytes. */
typedef struct rambler {
    int32_t x, y, z;
    uint16_t facing;
    uint8_t done, zero;
} rambler;
_Static_assert(sizeof(rambler) == 16, "no padding");

/* What is prepared for one size of base. */
typedef struct ramble_base {
    qm__walker walker;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__grounds *grounds;
    const qm__links *links;
} ramble_base;

/* What is prepared for a scenario. */
typedef struct ramble {
    ramble_base *bases;
    uint16_t base_count;
    uint16_t *base_of;            /* by figure, from 0: 1 + base; 0 = a rectangle */
    const qm__levels **levels_of; /* by figure, from 0: on which a rectangle stands */
    const qm__sights *sights;
    const qm__area_price *prices; /* NULL = nothing costs anything */
    qm__rims rims;
    size_t search_size;
} ramble;

/* Of an order that walks. */
typedef struct ramble_prepared {
    int32_t cost;
    uint32_t links[RB_LEGS_MAX]; /* by leg: 1 + the link taken */
    uint8_t checks[RB_LEGS_MAX]; /* 1 = it can fail */
} ramble_prepared;

/* For qm__link_pricing. */
typedef struct ramble_pricing {
    const qm_scenario *scenario;
    uint16_t figure;
} ramble_pricing;

enum {
    RB_WAYS = 12,        /* of a plan: there are as many chances as a route may have checks, and one */
    RB_OPTIONS_MAX = 512 /* links that may be options */
};

/* The search memory: this, then what walks, reach and sight need. */
typedef struct ramble_search {
    uint16_t figure; /* of the list of options */
    uint32_t option_count;
    uint32_t options[RB_OPTIONS_MAX]; /* links that are options, after the straight walks */
    qm__route routes[RB_WAYS];
    qm__body bodies[QM_FIGURES_MAX];
    qm__crowd crowd;
    qm__way way;
    qm__spot points[QM_WAY_MAX];
} ramble_search;

static inline rambler *ramble_at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(rambler));
}
static inline const ramble *ramble_of(const qm_scenario *s) {
    return s->compiled;
}
/* NULL for a rectangle. */
static inline const ramble_base *ramble_base_of(const qm_scenario *s, uint16_t figure) {
    const uint16_t base = ramble_of(s)->base_of[figure - 1];
    return base ? &ramble_of(s)->bases[base - 1] : NULL;
}
static inline int32_t ramble_value(const qm_scenario *s, uint16_t figure, int field) {
    return s->figures[figure - 1].values[field];
}
static inline qm_place ramble_place(const rambler *r) {
    return (qm_place){r->x, r->y, r->z};
}
/* A figure as a body in the way of another one; of nobody: 0. */
void ramble_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out);

/* walkers_stand.c: where figures may stand, and what is said of those that do not. */
bool ramble_check(const qm_scenario *s, const qm_state *st);
qm_result ramble_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics);
/* Whether a base stands at a place, or passes; why not: where no surface is open, what is there instead. */
bool ramble_can_be(const ramble_base *base, const qm__crowd *crowd, qm_place place, bool ending, qm__obstruction *why);
/* The nearest places to stand, as qm_standing tells them; how many. */
uint16_t ramble_nearest(const qm_scenario *s, const ramble_base *base, ramble_search *search, qm_place place,
                        qm_place out[QM_STANDS_MAX]);
void ramble_stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out);
/* Reports ladders that nobody can use: without headroom (an error), or too near to something (a warning). */
qm_result ramble_check_ladders(const qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics);
/* Says what is wrong with a member of a figure. */
void ramble_report(const qm_scenario *s, const qm__where *where, uint16_t figure, const char *member,
                   const char *message, qm_diagnostics *diagnostics);

/* Who may act now; 0 = the next turn is due. */
uint16_t ramble_actor(const qm_scenario *s, const qm_state *st);
/* Fills the bodies and the crowd of the search memory, in which everybody but `figure` is in the way. */
ramble_search *ramble_begin(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
/* Working memory behind it. */
void *ramble_scratch(ramble_search *search);
/* The place as a spot: level -1 where no surface has that height. */
qm__spot ramble_spot(const ramble_base *base, qm_place place);
void ramble_judge(qm__judging *j);
/* The legs of a walk, whoever's turn it is. */
void ramble_judge_walk(qm__judging *j);
/* Whether the order, which has legs, could be carried out if it were the figure's turn; and what it costs. */
bool ramble_way(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search, qm_plan_way *out);

/* walkers_links.c: links, their prices, and falls. */
/* A walk that is being judged. */
typedef struct ramble_walk {
    qm__judging *j;
    const ramble_base *base;
    ramble_search *search;
    qm__spot here;
    double cost;   /* length and what ground and links cost */
    uint64_t paid; /* areas that cost something once and were met */
    uint16_t leg;  /* from 1 */
    bool spent;    /* movement does not suffice for all of it … */
    qm_place end;  /* … and ends here */
} ramble_walk;
/* Refuses for what is in the way; for a reason of the leg at a place. */
void ramble_refuse(ramble_walk *w, const qm__obstruction *why, int32_t level);
qm_reason *ramble_refuse_at(ramble_walk *w, uint16_t kind, qm_place at);
/* Refuses because the base cannot be at the place, and tells the nearest ones where it stands. */
void ramble_refuse_place(ramble_walk *w, const qm__obstruction *why, qm_place place);
qm_place ramble_rounded(const ramble_base *base, qm__xy at, int32_t level);
/* Before a link is paid: whether movement ends here. */
void ramble_spend(ramble_walk *w, double cost);
bool ramble_go_link(ramble_walk *w, const qm_leg *leg);
int ramble_price(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]);
/* The band of prices for a length in plan; the last one for all that are longer. */
const qm__link_price *ramble_band(const qm__link_price *bands, int count, double length);
/* Where the actor comes to rest that takes a link from where it is and fails; false when there is no room below. */
bool ramble_fall(const qm_scenario *s, const qm_state *st, uint16_t figure, uint32_t link, void *search, qm_place *out);

/* walkers_play.c */
void ramble_play(qm__run *run);

/* walkers_ask.c: options, reach, plans and sight. */
uint32_t ramble_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
bool ramble_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order);
bool ramble_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t band_count, void *search, qm_reach_area *out);
bool ramble_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                 qm_reach_cost *out);
uint32_t ramble_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);
void ramble_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight);

#endif
