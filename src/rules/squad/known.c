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
