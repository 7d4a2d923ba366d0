/* The resolution of simultaneous movement, for the inside: what its files share. The procedure is that of
 * docs/rules/tiles-resolution.md; section numbers below are those of that page.
 *
 *   resolve.c  the phase as a whole, beats, and what comes after steps (3, 5, 9, 10)
 *   way.c      laying ways tile by tile, with the die for ties (2)
 *   want.c     what each figure wants, closed steps, passing friends, checks (4)
 *   clash.c    who is in conflict with whom in a beat, and who may follow whom (5)
 *   settle.c   settling conflicts (6)
 *   call.c     interceptors (7)
 *
 * Contract with odds: whatever later code depends on is in the state before a die is thrown. Everything about a figure is in
 * its tl_work; what only lives in a local variable while dice are thrown is hashed into extra->trace (tl_note).
 */
#ifndef QM_RULES_TILES_RESOLVE_H
#define QM_RULES_TILES_RESOLVE_H

#include "rules/tiles/search.h"

typedef struct tl_phase {
    qm__run *run;
    const qm_scenario *s;
    qm_state *st;
    const tl_settings *set;
    tl_body *bodies; /* bodies[0] is figure 1; the state's own */
    tl_extra *extra;
    tl_table table;
} tl_phase;

static inline tl_body *tl_figure(const tl_phase *p, uint16_t figure) {
    return p->bodies + figure - 1;
}

/* Notes in the state what a local variable holds that a die decided. */
static inline void tl_note(tl_phase *p, uint32_t value) {
    p->extra->trace = (p->extra->trace ^ value) * 0x9E3779B1u + 1u;
}

static inline qm_event *tl_tell(const tl_phase *p, uint16_t kind, uint16_t figure, uint16_t other, uint16_t tile, int value) {
    qm_event *event = qm__tell(p->run, kind);
    event->figure = figure;
    event->other = other;
    event->at = qm__tl_place(p->s, tile);
    event->value = value;
    return event;
}

/* Takes part in the beats of the level that moves now. */
static inline bool tl_goes(const tl_phase *p, const tl_body *body) {
    return (body->work.flags & TL_GOING) != 0 && body->work.level == p->extra->level;
}
/* Goes to a declared tile along a laid way. */
static inline bool tl_has_way(const tl_body *body) {
    return (body->plan.what == TL_MOVE || body->plan.what == TL_WITHDRAW) && !(body->work.flags & (TL_CALLED | TL_LOST));
}
/* Goes by a relation, as a pursuer might. */
static inline bool tl_has_relation(const tl_body *body) {
    return (body->plan.what == TL_BESIDE || body->plan.what == TL_KEEP) && !(body->work.flags & (TL_CALLED | TL_LOST));
}
/* The foes a figure may step away from (8), or NULL. */
const uint8_t *qm__tl_named(const tl_phase *p, const tl_body *body);
/* Whether foes next to the tile where it stands do not hold it there (meet = mover_stops, section 3). */
bool qm__tl_unheld(const tl_phase *p, const tl_body *body);
/* The tile that the wanted step leads to. Only where it wants one. */
static inline uint16_t tl_target(const tl_body *body) {
    return body->work.way[body->work.way_at + body->work.through - 1];
}
/* Whether a figure wants a step that is complete in this beat: the last beat of it, or any with tempo = extent. */
static inline bool tl_completes(const tl_phase *p, const tl_work *w) {
    return w->through && (p->set->tempo == TL_TEMPO_EXTENT || w->cost - w->paid <= 1);
}
/* Movement is over for it. */
static inline void tl_stop(tl_body *body) {
    body->work.flags &= (uint16_t)~(TL_GOING | TL_ALERT | TL_BEGUN | TL_CHECKED | TL_ENTITLED);
    body->work.through = body->work.paid = body->work.cost = body->work.left = 0;
}

/* ------------------------------------------------------------------------------------------------------------ way.c */

/* One of several, all alike: by die. `kind` is the roll. */
unsigned qm__tl_pick(tl_phase *p, uint16_t kind, uint16_t figure, unsigned count);
/* A question for this figure from where it stands with what it has left. */
tl_seek qm__tl_seek(const tl_phase *p, uint16_t figure, tl_map map, uint16_t end);
/* Lays the way of a declared tile. */
void qm__tl_lay_declared(tl_phase *p, uint16_t figure);
/* Lays one more tile of the way to work.goal (a figure without a declared tile), on the map in work.map; `searched`: the last
 * search was this figure's on that map. False: the way ends there. */
bool qm__tl_lay_more(tl_phase *p, uint16_t figure, bool searched);
/* What a step over the next `through` tiles of the way costs in all, counting what was paid; 0: not affordable. */
uint8_t qm__tl_step_cost(const tl_phase *p, uint16_t figure, uint8_t through);

/* ----------------------------------------------------------------------------------------------------------- want.c */

/* Every figure of this level decides; notes TL_CLOSED and TL_IN_WAY. */
void qm__tl_want_all(tl_phase *p);
/* Whether the wanted step is closed as all stand now. */
bool qm__tl_step_closed(const tl_phase *p, uint16_t figure, uint8_t through);
/* Leads the wanted step on to the next tile of the way, and further as long as friends in the way hold that one; what results is
 * noted in on_through and on_cost. False: it cannot pass. */
bool qm__tl_pass_on(tl_phase *p, uint16_t figure);

/* ---------------------------------------------------------------------------------------------------------- clash.c */

typedef enum tl_clash_kind { TL_CLASH_TILE, TL_CLASH_PURSUIT, TL_CLASH_WAYS } tl_clash_kind;
/* Figures that can enter one tile in one beat: eight stand beside it, more may come by passing friends, but whoever comes from
 * farther off needs a friend in the way on every tile between; of 250 figures not half can be such movers. */
#define TL_CLASH_MEMBERS 123

/* A conflict. Pursuit: members are the pursuer and the fugitive. */
typedef struct tl_clash {
    uint8_t kind; /* tl_clash_kind */
    uint8_t count;
    uint8_t members[TL_CLASH_MEMBERS];
    uint8_t winner; /* figure; 0 = standoff */
    uint16_t tile;
} tl_clash;

_Static_assert(sizeof(tl_clash) == TL_CLASH_SIZE, "the search memory has room for conflicts of this size");

typedef struct tl_clashes {
    tl_clash *items;
    uint32_t count, capacity;
} tl_clashes;

/* Finds the movers of this beat, crosses, conflicts. Movers in conflict have TL_CONTENDS. */
void qm__tl_find_clashes(tl_phase *p, tl_clashes *clashes);
/* All pairs of pursuer and fugitive that are going (pursuit = from_start). */
void qm__tl_find_pursuits(tl_phase *p, tl_clashes *clashes);
/* Leaves TL_MOVER with those whose steps are carried out together. */
void qm__tl_follow(tl_phase *p);

/* --------------------------------------------------------------------------------------------------------- settle.c */

void qm__tl_settle(tl_phase *p, tl_clashes *clashes);
/* Reflex against each other; returns the index of the winner. */
unsigned qm__tl_reflex(tl_phase *p, const uint8_t *figures, unsigned count);

/* ----------------------------------------------------------------------------------------------------------- call.c */

/* ignore_intercept = halts: who entered an area right beside its interceptor is halted though it ignores it. */
void qm__tl_halt_beside(tl_phase *p);
/* Calls the interceptors whose areas were entered in this beat. */
void qm__tl_call(tl_phase *p);
/* The called ones of this level have moved: their preys halt, and time goes on one level up. */
void qm__tl_calls_over(tl_phase *p);

#endif
