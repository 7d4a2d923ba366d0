/* Bases on a table of inches: what is prepared for a scenario, the memory of questions, and ladders that are of no use.
 *
 * Invariant: figures that go about alike share one base, so that a hundred of them cost no more than one. Rejected: to
 * share levels between bases that differ in their links alone; that is rare, and making them again is cheap beside
 * making links.
 */
#include "game/inches.h"

#include "game/place.h"
#include "space/table/nearest.h"
#include "space/table/rect_stand.h"

/* -------------------------------------------------------------------------------------------------------- preparing */

qm_result qm__inches_make(qm_scenario *scenario, const qm__inch_facts *facts, qm__inches *out) {
    *out = (qm__inches){.facts = facts};
    out->bases = qm__arena_array(&scenario->arena, scenario->figure_count, sizeof *out->bases);
    out->base_of = qm__arena_array(&scenario->arena, scenario->figure_count, sizeof *out->base_of);
    const qm_result result = out->bases && out->base_of
                                 ? qm__sights_make(&scenario->table, &scenario->arena, &out->sights)
                                 : QM_ERROR_MEMORY;
    return result == QM_OK ? qm__rims_make(&scenario->table, &scenario->arena, &out->rims) : result;
}

static bool same_walker(const qm__walker *a, const qm__walker *b) {
    return a->radius == b->radius && a->height == b->height && a->step == b->step && a->free_step == b->free_step &&
           a->whole == b->whole && a->centre == b->centre;
}

static bool same_links(const qm__link_rules *a, const qm__link_rules *b) {
    return a->jump_most == b->jump_most && a->rise_most == b->rise_most && a->clearance == b->clearance &&
           a->leeway == b->leeway && a->climbs == b->climbs && a->overs == b->overs && a->ladders == b->ladders &&
           a->jumps == b->jumps && a->drops == b->drops && a->jump_low == b->jump_low &&
           a->drop_to_foot == b->drop_to_foot && a->low_bars == b->low_bars &&
           a->tall_bodies_bar == b->tall_bodies_bar && a->over == b->over;
}

static bool same_mover(const qm__inch_mover *a, const qm__inch_mover *b) {
    return a->stays == b->stays && same_walker(&a->walker, &b->walker) &&
           (a->stays || (a->areas == b->areas && same_links(&a->links, &b->links)));
}

static qm_result make_base(qm_scenario *scenario, const qm__inches *inches, qm__inch_base *base) {
    const qm__inch_mover *mover = &base->mover;
    qm__arena *arena = &scenario->arena;
    qm_result result = qm__levels_make(&scenario->table, &mover->walker, arena, &base->levels);
    if (result == QM_OK && !mover->stays) {
        result = qm__walks_make(base->levels, mover->areas, arena, &base->walks);
    }
    if (result == QM_OK && !mover->stays) {
        result = qm__grounds_make(base->walks, arena, &base->grounds);
    }
    if (result == QM_OK && !mover->stays) {
        result = qm__links_make(base->walks, &inches->rims, &mover->links, arena, &base->links);
    }
    return result;
}

qm_result qm__inches_add(qm_scenario *scenario, qm__inches *inches, uint16_t figure, const qm__inch_mover *mover) {
    for (uint16_t i = 0; i < inches->base_count; i++) {
        if (same_mover(&inches->bases[i].mover, mover)) {
            inches->base_of[figure - 1] = (uint16_t)(i + 1);
            return QM_OK;
        }
    }
    qm__inch_base *base = &inches->bases[inches->base_count];
    base->mover = *mover;
    const qm_result result = make_base(scenario, inches, base);
    if (result == QM_OK) {
        inches->base_of[figure - 1] = ++inches->base_count;
    }
    return result;
}

/* ----------------------------------------------------------------------------------------------------------- memory */

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t rounded_up(size_t size) {
    return (size + 15) / 16 * 16;
}

static size_t scratch_needed(const qm_scenario *scenario, const qm__inches *inches) {
    const uint16_t count = scenario->figure_count;
    size_t most = qm__sight_scratch_size(inches->sights, count);
    for (uint16_t i = 0; i < inches->base_count; i++) {
        const qm__inch_base *base = &inches->bases[i];
        if (!base->walks) {
            most = larger(most, qm__rect_nearest_size(base->levels, count));
            continue;
        }
        most = larger(most, qm__walk_scratch_size(base->walks, count));
        most = larger(most, qm__route_scratch_size(base->walks, base->links, count));
        most = larger(most, qm__route_may_size(base->links));
        most = larger(most, qm__nearest_size(base->levels, count));
        most = larger(most, qm__fall_scratch_size(base->levels, count));
        most = larger(most, rounded_up(qm__reach_scratch_size(base->grounds, count, base->links)) +
                                qm__regions_size(base->grounds, count));
    }
    return most;
}

static size_t ready_needed(const qm_scenario *scenario, const qm__inches *inches) {
    size_t most = 0;
    for (uint16_t i = 0; i < inches->base_count; i++) {
        const qm__walks *walks = inches->bases[i].walks;
        most = larger(most, walks ? qm__walks_bodies_size(walks, scenario->figure_count) : 0);
    }
    return most;
}

qm__inch_search *qm__inch_begin(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state,
                                uint16_t figure, void *search) {
    qm__inch_search *out = (void *)((unsigned char *)qm__inch_own(search) + inches->own);
    const uint16_t count = scenario->figure_count;
    for (uint16_t i = 1; i <= count; i++) {
        inches->facts->body(scenario, state, i, figure, &out->bodies[i - 1]);
    }
    out->inches = inches;
    out->figure = figure;
    out->base = figure ? qm__inch_walks(inches, figure) : NULL;
    out->from = figure ? qm__inch_at(&out->bodies[figure - 1]) : (qm_place){0};
    out->crowd = (qm__crowd){.bodies = out->bodies, .count = count, .self = figure ? (uint16_t)(figure - 1) : count};
    return out;
}

void *qm__inch_scratch(qm__inch_search *search) {
    return qm__inch_own(search + 1);
}

const qm__walks_bodies *qm__inch_ready(qm__inch_search *search, const qm__frame *frame) {
    const qm__walks *walks = search->base->walks;
    unsigned char *memory = (unsigned char *)qm__inch_scratch(search) + search->inches->scratch;
    return qm__walks_crowd_within(walks, &search->crowd, frame, memory, search->inches->ready);
}

/* ---------------------------------------------------------------------------------------------------------- ladders */

/* The solid above a place that leaves too little room for the lowest figure that walks; -1 = none. */
static int32_t ceiling_over(const qm_scenario *scenario, const qm__inches *inches, qm_place at, int32_t *height) {
    *height = INT32_MAX;
    for (uint16_t i = 0; i < inches->base_count; i++) {
        const qm__inch_mover *mover = &inches->bases[i].mover;
        *height = !mover->stays && mover->walker.height < *height ? mover->walker.height : *height;
    }
    for (uint32_t i = 0; i < scenario->table.prism_count; i++) {
        const qm__prism *prism = &scenario->table.prisms[i];
        if (prism->bottom >= at.z && prism->bottom - at.z < *height && prism->top > prism->bottom &&
            qm__polygon_has(&scenario->table, &prism->polygon, at.x, at.y, -QM__SLACK)) {
            return (int32_t)i;
        }
    }
    return -1;
}

/* Whether the base of somebody who walks can be there; true when nobody does. */
static bool somebody_fits(const qm__inches *inches, qm_place at, qm__obstruction *why) {
    const qm__crowd nobody = {0};
    bool fits = false, asked = false;
    for (uint16_t i = 0; i < inches->base_count && !fits; i++) {
        if (inches->bases[i].walks) {
            fits = qm__inch_can_be(&inches->bases[i], &nobody, at, false, why);
            asked = true;
        }
    }
    return fits || !asked;
}

/* "rope: its head at 7,5@3 has no headroom: lid begins 0.5" above, and nobody is lower than 1.5"" */
static bool report_ladder(const qm_scenario *scenario, const qm__inches *inches, const qm__where *where,
                          uint16_t number, bool head, const qm__obstruction *why, qm_diagnostics *diagnostics) {
    const qm__table *table = &scenario->table;
    const qm__ladder *ladder = &table->ladders[number];
    const qm_place at = head ? (qm_place){ladder->head_x, ladder->head_y, ladder->head_z}
                             : (qm_place){ladder->foot_x, ladder->foot_y, ladder->foot_z};
    int32_t height;
    const int32_t ceiling = ceiling_over(scenario, inches, at, &height);
    char array[48];
    qm_text field = qm_text_over(array, sizeof array), text = qm_text_growing(NULL);
    qm_text_addf(&field, "board.ladders[%u].%s", number, head ? "head" : "foot");
    qm_text_addf(&text, "%s: its %s at ", ladder->name, head ? "head" : "foot");
    qm_place_print(scenario, at, &text);
    if (ceiling >= 0) {
        qm_text_addf(&text, " has no headroom: %s begins ", table->prisms[ceiling].name);
        qm__inches_print(table->prisms[ceiling].bottom - at.z, &text);
        qm_text_add(&text, "\" above, and nobody is lower than ");
        qm__inches_print(height, &text);
        qm_text_add_char(&text, '"');
    } else {
        const char *what = why->prism >= 0 ? table->prisms[why->prism].name : "the edge of the table";
        const bool hangs = why->what == QM__NOT_WHOLE;
        qm_text_addf(&text,
                     hangs          ? " is of no use: every base here would hang in the air there"
                     : why->railing ? " is of no use: the railing of %s is in the way of every base here"
                                    : " is of no use: %s is too near for every base here",
                     what);
    }
    qm_diagnostics_add(diagnostics, ceiling >= 0 ? QM_SEVERITY_ERROR : QM_SEVERITY_WARNING, where ? where->file : "", 0,
                       0, array, text.data ? text.data : "is of no use");
    qm_text_free(&text);
    return ceiling < 0;
}

static qm_result check_ladders(const qm_scenario *scenario, const qm__inches *inches, const qm__where *where,
                               qm_diagnostics *diagnostics) {
    bool good = true;
    for (uint16_t i = 0; i < scenario->table.ladder_count; i++) {
        const qm__ladder *ladder = &scenario->table.ladders[i];
        qm__obstruction why;
        if (!somebody_fits(inches, (qm_place){ladder->foot_x, ladder->foot_y, ladder->foot_z}, &why)) {
            good &= report_ladder(scenario, inches, where, i, false, &why, diagnostics);
        }
        if (!somebody_fits(inches, (qm_place){ladder->head_x, ladder->head_y, ladder->head_z}, &why)) {
            good &= report_ladder(scenario, inches, where, i, true, &why, diagnostics);
        }
    }
    return good ? QM_OK : QM_ERROR_INPUT;
}

qm_result qm__inches_finish(const qm_scenario *scenario, qm__inches *inches, size_t own, const qm__where *where,
                            qm_diagnostics *diagnostics) {
    inches->own = rounded_up(own);
    inches->scratch = rounded_up(scratch_needed(scenario, inches));
    inches->ready = ready_needed(scenario, inches);
    inches->size = inches->own + sizeof(qm__inch_search) + 32 + inches->scratch + inches->ready; /* 32: to align both */
    return check_ladders(scenario, inches, where, diagnostics);
}
