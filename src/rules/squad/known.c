/* What a move that was broken off may still lead over: what its first order led over, and nothing new.
 *
 * Solids that are crossed or climbed and areas are noted by a bit each. A gap is known by what is left and the height
 * that is landed on: another one at the same roof is new, and so is leaping where the first order jumped down. Who was to
 * leap may jump down there instead, where a failed leap leads as well: so those left on a roof can follow one who fell.
 * What no check is rolled for is not noted; it is free to all.
 */
#include "rules/squad/move.h"

static bool is_flown(uint8_t kind) {
    return kind == SQ_HAZARD_LEAP || kind == SQ_HAZARD_DROP;
}

static uint8_t *bits_of(sq_game *game, uint8_t kind) {
    return kind == SQ_HAZARD_LOW ? game->low : game->climbed;
}

bool qm__sq_is_known(sq_game *game, uint8_t kind, uint16_t thing, int32_t z) {
    if (kind == SQ_HAZARD_GROUND) {
        return game->areas >> (thing - 1) & 1u;
    }
    if (!is_flown(kind)) {
        return (uint32_t)bits_of(game, kind)[thing / 8] >> thing % 8 & 1u;
    }
    bool known = false;
    for (uint16_t i = 0; i < SQ_FLOWN_MAX && game->flown[i].kind && !known; i++) {
        const sq_flown *flown = &game->flown[i];
        const bool into = flown->kind == SQ_HAZARD_LEAP && kind == SQ_HAZARD_DROP;
        known = flown->thing == thing && (into || (flown->kind == kind && flown->z == z));
    }
    return known;
}

/* There is room: an order has no more hazards, and one given anew none that are not known. */
static void note_flown(sq_game *game, const sq_hazard *hazard) {
    uint16_t n = 0;
    while (n < SQ_FLOWN_MAX && game->flown[n].kind) {
        n++;
    }
    if (n < SQ_FLOWN_MAX) {
        game->flown[n] = (sq_flown){.z = hazard->z, .thing = hazard->thing, .kind = hazard->kind};
    }
}

void qm__sq_note_hazards(sq_game *game, const sq_prepared *p) {
    for (uint16_t i = 0; i < p->hazard_count; i++) {
        const sq_hazard *hazard = &p->hazards[i];
        if (hazard->kind == SQ_HAZARD_GROUND) {
            game->areas |= (uint64_t)1 << (hazard->thing - 1);
        } else if (!is_flown(hazard->kind)) {
            bits_of(game, hazard->kind)[hazard->thing / 8] |= (uint8_t)(1u << hazard->thing % 8);
        } else if (hazard->rolls && !qm__sq_is_known(game, hazard->kind, hazard->thing, hazard->z)) {
            note_flown(game, hazard);
        }
    }
}

/* Whether one may get on foot to a link at which nothing is rolled for, as far as is known without looking for a way. */
static bool has_sure_link(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const sq_pricing sure = {s, st, figure, true};
    const qm__inch_base *base = qm__inch_base_of(&sq_of(s)->inches, figure);
    const sq_model *m = sq_at(s, st, figure);
    const bool climbs = !m->out && !m->gone && sq_round(s, figure) && !sq_flies(s, figure) && base->links;
    qm__link_price out[QM__BANDS_MAX];
    bool has = false;
    for (uint32_t i = 0; climbs && i < base->links->count && !has; i++) {
        const qm__link *link = &base->links->items[i];
        const qm__spot off = {link->off.a.x, link->off.a.y, link->from};
        has = qm__sq_link_takes(m, link) <= m->left + QM__SLACK && qm__sq_price(&sure, base->links, i, out) > 0 &&
              !qm__walks_part(base->walks, sq_spot(base->levels, sq_place(m)), off);
    }
    return has;
}

bool qm__sq_leads_surely(const qm_scenario *s, const qm_state *st, uint16_t first) {
    const qm__troop *unit = sq_unit(s, first);
    bool any = false;
    for (uint16_t i = unit->first; i < unit->first + unit->count && !any; i++) {
        any = sq_game_of(s, st)->unfinished && has_sure_link(s, st, i);
    }
    return any;
}
