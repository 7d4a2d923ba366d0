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

#include "game/inches.h"

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

/* What is prepared for a scenario. */
typedef struct ramble {
    qm__inches inches;
    const qm__area_price *prices; /* NULL = nothing costs anything */
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

enum { RB_OPTIONS_MAX = 512 /* links that may be options */ };

/* Its own part of the search memory: the list of options. */
typedef struct ramble_search {
    uint16_t figure;
    uint32_t option_count;
    uint32_t options[RB_OPTIONS_MAX]; /* links that are options, after the straight walks */
} ramble_search;

static inline rambler *ramble_at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(rambler));
}
static inline const ramble *ramble_of(const qm_scenario *s) {
    return s->compiled;
}
static inline const qm__inches *ramble_inches(const qm_scenario *s) {
    return &ramble_of(s)->inches;
}
static inline int32_t ramble_value(const qm_scenario *s, uint16_t figure, int field) {
    return s->figures[figure - 1].values[field];
}
static inline qm_place ramble_place(const rambler *r) {
    return (qm_place){r->x, r->y, r->z};
}
/* A figure as a body in the way of another one; of nobody: 0. */
void ramble_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out);

/* Who may act now; 0 = the next turn is due. */
uint16_t ramble_actor(const qm_scenario *s, const qm_state *st);

/* walkers_judge.c: judging, and what links cost. */
void ramble_judge(qm__judging *j);
/* Whether the order, which has legs, could be carried out if it were the figure's turn; and what it costs. */
bool ramble_way(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search, qm_plan_way *out);
int ramble_price(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]);

/* walkers_play.c */
void ramble_play(qm__run *run);

/* walkers_ask.c: options, reach and plans. */
uint32_t ramble_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
bool ramble_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order);
bool ramble_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t band_count, void *search, qm_reach_area *out);
bool ramble_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                 qm_reach_cost *out);
uint32_t ramble_links(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity);
uint32_t ramble_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);

#endif
