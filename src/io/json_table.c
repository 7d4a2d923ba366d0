/* Answers that only tables have, as JSON: the regions that a figure can reach, what a place costs, whether a figure
 * stands there, the links that it could take, and what hides another. */
#include "io/json_table.h"

#include "game/place.h"
#include "io/json_face.h"

static void inches(qm__json_writer *w, int32_t length) {
    qm__json_decimal(w, length / 1000.0, 3);
}

static void ring_object(qm__json_writer *w, const qm_reach_area *area, const qm_reach_ring *ring) {
    const qm_reach_corner *corners = area->corners;
    qm__json_object_begin(w);
    qm__json_key(w, "height");
    inches(w, ring->z);
    qm__json_key(w, "cost");
    inches(w, ring->cost);
    qm__json_member_bool(w, "hole", ring->hole != 0);
    if (ring->effort) {
        qm__json_member_bool(w, "effort", true);
    }
    if (area->apart) {
        qm__json_member_int(w, "checks", ring->risk);
    }
    qm__json_key(w, "at");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < ring->count; i++) {
        qm__json_array_begin(w);
        inches(w, corners[ring->first + i].x);
        inches(w, corners[ring->first + i].y);
        qm__json_array_end(w);
    }
    qm__json_array_end(w);
    qm__json_object_end(w);
}

/* Why a figure can go nowhere: it never moves, or not now. */
static void immobile_members(qm__json_writer *w, const qm_scenario *scenario, const qm_state *state,
                             qm_scratch *scratch, uint16_t figure) {
    qm_look look;
    qm_standing standing;
    qm_figure_look(scenario, state, figure, &look);
    if (qm_stand(scenario, state, figure, look.at, scratch, &standing) == QM_OK) {
        qm__why_members(w, scenario, state, scratch, figure, look.at);
        qm__standing_members(w, scenario, &standing);
    }
}

void qm_reach_area_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint16_t figure,
                              const qm_reach_area *area, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "figure", qm_figure_name(scenario, figure));
    qm__json_key(&w, "regions");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; i < area->ring_count; i++) {
        ring_object(&w, area, &area->rings[i]);
    }
    qm__json_array_end(&w);
    if (area->sure) {
        qm__json_member_bool(&w, "sure", true);
    }
    if (area->approximate) {
        qm__json_member_bool(&w, "approximate", true);
    }
    if (area->untold) {
        qm__json_member_bool(&w, "untold", true);
    } else if (area->ring_count == 0) {
        immobile_members(&w, scenario, state, scratch, figure);
    }
    qm__left_out_member(&w, scenario, area->ring_count > 0);
    qm__json_object_end(&w);
}

void qm__stands_member(qm__json_writer *w, const qm_scenario *scenario, const qm_place *places, uint16_t count) {
    if (count == 0) {
        return;
    }
    qm__json_key(w, "stands");
    qm__json_array_begin(w);
    for (uint16_t i = 0; i < count; i++) {
        qm__place_string(w, scenario, places[i]);
    }
    qm__json_array_end(w);
}

void qm__standing_members(qm__json_writer *w, const qm_scenario *scenario, const qm_standing *standing) {
    if (!standing || standing->stands) {
        return;
    }
    qm_text why = qm_text_growing(NULL);
    qm_reason_print(scenario, &standing->why, &why);
    qm__json_member(w, "why", why.data ? why.data : "");
    qm_text_free(&why);
    qm__stands_member(w, scenario, standing->nearest, standing->nearest_count);
}

/* "KEY":0.55, or null where it is not known. */
static void chance_or_null(qm__json_writer *w, const char *key, double chance) {
    if (chance >= 0) {
        qm__chance_member(w, key, chance);
    } else {
        qm__json_key(w, key);
        qm__json_null(w);
    }
}

/* The ways by risk, those of a higher one only where they are cheaper. */
static void risk_members(qm__json_writer *w, const qm_reach_cost *cost) {
    chance_or_null(w, "chance", cost->by[cost->risk].chance);
    chance_or_null(w, "best_chance", cost->best_chance);
    qm__json_key(w, "ways");
    qm__json_array_begin(w);
    for (uint32_t risk = 0; risk <= cost->risk; risk++) {
        const qm_reach_way *way = &cost->by[risk];
        if (way->cost < 0 || (risk > 0 && way->cost == way[-1].cost && way->effort == way[-1].effort)) {
            continue;
        }
        qm__json_object_begin(w);
        qm__json_member_int(w, "checks", risk);
        qm__json_key(w, "cost");
        inches(w, way->cost);
        if (way->effort) {
            qm__json_member_bool(w, "effort", true);
        }
        chance_or_null(w, "chance", way->chance);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

void qm_reach_cost_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint16_t figure,
                              qm_place place, const qm_reach_cost *cost, const qm_standing *standing, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "figure", qm_figure_name(scenario, figure));
    qm__json_key(&w, "at");
    qm__place_string(&w, scenario, place);
    qm__json_key(&w, "cost");
    if (cost->cost < 0) {
        qm__json_null(&w);
    } else {
        inches(&w, cost->cost);
    }
    if (cost->effort) {
        qm__json_member_bool(&w, "effort", true);
    }
    if (cost->cost >= 0) {
        risk_members(&w, cost);
    }
    if (cost->approximate) {
        qm__json_member_bool(&w, "approximate", true);
    }
    if (cost->untold) {
        qm__json_member_bool(&w, "untold", true);
    } else if (cost->cost < 0) {
        qm__why_members(&w, scenario, state, scratch, figure, place);
    }
    if (cost->cost < 0) { /* else whoever stands there now goes away with the figure */
        qm__standing_members(&w, scenario, standing);
    }
    qm__left_out_member(&w, scenario, false);
    qm__json_object_end(&w);
}

static void inches_member(qm__json_writer *w, const char *key, int32_t length) {
    qm__json_key(w, key);
    inches(w, length);
}

static void stretch_member(qm__json_writer *w, const qm_scenario *scenario, const char *key,
                           const qm_stretch *stretch) {
    qm__json_key(w, key);
    qm__json_object_begin(w);
    qm__json_key(w, "a");
    qm__place_string(w, scenario, stretch->a);
    if (!qm__place_same(stretch->a, stretch->b)) {
        qm__json_key(w, "b");
        qm__place_string(w, scenario, stretch->b);
    }
    if (stretch->bulge) {
        inches_member(w, "bulge", stretch->bulge);
    }
    qm__json_object_end(w);
}

static void link_object(qm__json_writer *w, const qm_scenario *scenario, const qm_link *link) {
    qm__json_object_begin(w);
    qm__json_member(w, "leg", qm_scenario_family(scenario)->legs[link->leg].name);
    stretch_member(w, scenario, "from", &link->from);
    stretch_member(w, scenario, "to", &link->to);
    inches_member(w, "rise", link->rise);
    inches_member(w, "least", link->least);
    inches_member(w, "most", link->most);
    if (link->gap) {
        inches_member(w, "gap", link->gap);
    }
    if (link->over) {
        inches_member(w, "over", link->over);
    }
    inches_member(w, "below", link->below);
    if (link->solid) {
        qm__json_member(w, "solid", qm_solid_name(scenario, link->solid));
    }
    if (link->some) {
        qm__json_member_bool(w, "some", true);
    }
    qm__json_object_end(w);
}

void qm_links_write_json(const qm_scenario *scenario, uint16_t figure, const qm_link *links, uint32_t count,
                         qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "figure", qm_figure_name(scenario, figure));
    qm__json_key(&w, "links");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; i < count; i++) {
        link_object(&w, scenario, &links[i]);
    }
    qm__json_array_end(&w);
    qm__left_out_member(&w, scenario, false);
    qm__json_object_end(&w);
}

void qm__arcs_member(qm__json_writer *w, uint8_t arcs) {
    static const char *const names[] = {"front", "left", "rear", "right"};
    qm__json_key(w, "arcs");
    qm__json_array_begin(w);
    for (unsigned i = 0; i < 4; i++) {
        if ((uint32_t)arcs >> i & 1u) {
            qm__json_string(w, names[i]);
        }
    }
    qm__json_array_end(w);
}

void qm__hiders_member(qm__json_writer *w, const qm_scenario *scenario, const qm_hider *hiders, uint16_t count,
                       uint16_t dropped) {
    qm__json_key(w, "hiders");
    qm__json_array_begin(w);
    for (uint16_t i = 0; i < count; i++) {
        const qm_hider *hider = &hiders[i];
        qm__json_object_begin(w);
        qm__json_member(w, hider->solid ? "solid" : "figure",
                        hider->solid ? qm_solid_name(scenario, hider->solid) : qm_figure_name(scenario, hider->figure));
        qm__chance_member(w, "hides", hider->hides);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
    if (dropped > 0) {
        qm__json_member_int(w, "hiders_dropped", dropped);
    }
}

void qm__table_sight_members(qm__json_writer *w, const qm_scenario *scenario, const qm_sight *sight) {
    qm__arcs_member(w, sight->arcs);
    if (sight->best != 0) {
        static const char *const visible[] = {"no", "yes", "in doubt"};
        qm__json_member(w, "visible", visible[sight->visible < 3 ? sight->visible : 0]);
        qm__figure_member(w, scenario, "best", sight->best);
        qm__chance_member(w, "best_fraction", sight->best_fraction);
    }
    qm__chance_member(w, "fraction", sight->fraction);
    if (sight->solid != 0) {
        qm__json_member(w, "solid", qm_solid_name(scenario, sight->solid));
    }
    qm__hiders_member(w, scenario, sight->hiders, sight->hider_count, sight->hiders_dropped);
}
