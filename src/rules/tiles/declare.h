/* One declaration being judged, for the inside: declare.c judges it, legs.c reads its legs.
 *
 * Invariant: every refusal goes through the functions below, so that leg, tile and figure are told in one way.
 */
#ifndef QM_RULES_TILES_DECLARE_H
#define QM_RULES_TILES_DECLARE_H

#include "rules/tiles/foresee.h"

typedef struct tl_declaring {
    qm__judging *j;
    const qm_scenario *s;
    const tl_settings *set;
    const tl_body *body;
    uint16_t figure, kind;
    tl_declaration d;
    uint16_t tile_legs[TL_TILES_MAX]; /* the leg that named each tile, from 1 */
    uint16_t tiles, foes, ignored;    /* how many were named, those beyond the limits too */
    tl_table table;
} tl_declaring;

static inline bool tl_fine(const tl_declaring *c) {
    return c->j->verdict->judgement == QM_LEGAL;
}

static inline qm_reason *tl_refuse_leg(tl_declaring *c, uint16_t reason, uint16_t leg) {
    qm_reason *r = qm__refuse(c->j, reason);
    r->leg = leg;
    return r;
}

static inline qm_reason *tl_refuse_at(tl_declaring *c, uint16_t reason, uint16_t leg, uint16_t tile) {
    qm_reason *r = tl_refuse_leg(c, reason, leg);
    r->at = qm__tl_place(c->s, tile);
    return r;
}

static inline void tl_refuse_other(tl_declaring *c, uint16_t reason, uint16_t leg, uint16_t other) {
    tl_refuse_leg(c, reason, leg)->other = other;
}

static inline void tl_refuse_number(tl_declaring *c, uint16_t reason, int32_t needed, int32_t had) {
    qm_reason *r = qm__refuse(c->j, reason);
    r->needed = needed;
    r->had = had;
}

/* legs.c: reads every leg into the declaration, and refuses each that does not fit by itself. */
void qm__tl_read_legs(tl_declaring *c);

#endif
