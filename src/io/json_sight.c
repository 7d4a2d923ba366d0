/* What a unit could shoot at another, as JSON. */
#include "io/json_face.h"
#include "io/json_table.h"

static void weapon_object(qm__json_writer *w, const qm_scenario *s, const qm_weapon_sight *weapon) {
    qm__json_object_begin(w);
    qm__json_member(w, "weapon", qm_row_name(s, qm_table_named(s, "weapons"), weapon->row));
    if (weapon->why.kind != 0) {
        qm__json_key(w, "why");
        qm__reason_object(w, s, &weapon->why);
    } else {
        qm__length_member(w, "nearest", weapon->nearest, true);
    }
    qm__json_member_int(w, "short_models", weapon->near_models);
    qm__json_member_int(w, "short_dice", weapon->near_dice);
    qm__json_member_int(w, "long_models", weapon->far_models);
    qm__json_member_int(w, "long_dice", weapon->far_dice);
    qm__json_member_int(w, "close_dice", weapon->close_dice);
    qm__json_member_int(w, "other_models", weapon->other_models);
    if (weapon->unsighted + weapon->out_of_arc + weapon->out_of_range > 0) {
        qm__json_member_int(w, "unsighted", weapon->unsighted);
        qm__json_member_int(w, "out_of_arc", weapon->out_of_arc);
        qm__json_member_int(w, "out_of_range", weapon->out_of_range);
    }
    qm__json_member_int(w, "targets", weapon->targets);
    if (weapon->doubtful > 0) {
        qm__json_member_int(w, "doubtful", weapon->doubtful);
    }
    if (weapon->best) {
        qm__figure_member(w, s, "best", weapon->best);
        qm__figure_member(w, s, "best_of", weapon->best_of);
        qm__chance_member(w, "best_fraction", weapon->best_fraction);
    }
    qm__json_object_end(w);
}

static void model_object(qm__json_writer *w, const qm_scenario *s, const qm_model_sight *model) {
    qm__json_object_begin(w);
    qm__json_member(w, "figure", qm_figure_name(s, model->figure));
    qm__length_member(w, "distance", model->distance, true);
    qm__chance_member(w, "fraction", model->fraction);
    qm__figure_member(w, s, "best", model->best);
    qm__json_member_int(w, "seers", model->seers);
    if (model->doubters > 0) {
        qm__json_member_int(w, "doubters", model->doubters);
    }
    qm__json_member_int(w, "cover", model->cover);
    if (model->cover_solid) {
        qm__json_member(w, "solid", qm_solid_name(s, model->cover_solid));
    } else if (model->cover_area) {
        qm__json_member(w, "zone", qm_area_name(s, model->cover_area));
    }
    qm__hiders_member(w, s, model->hiders, model->hider_count, model->hiders_dropped);
    qm__json_object_end(w);
}

void qm_unit_sight_write_json(const qm_scenario *scenario, uint16_t a, uint16_t b, const qm_unit_sight *sight,
                              qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "a", qm_actor_name(scenario, a));
    qm__json_member(&w, "b", qm_actor_name(scenario, b));
    qm__length_member(&w, "distance", sight->distance, true);
    qm__arcs_member(&w, sight->arcs);
    qm__json_member_bool(&w, "hostile", sight->hostile != 0);
    if (sight->fights) {
        qm__json_member(&w, "fights", qm_actor_name(scenario, sight->fights));
    }
    qm__json_key(&w, "weapons");
    qm__json_array_begin(&w);
    for (uint16_t i = 0; i < sight->weapon_count; i++) {
        weapon_object(&w, scenario, &sight->weapons[i]);
    }
    qm__json_array_end(&w);
    qm__json_key(&w, "models");
    qm__json_array_begin(&w);
    for (uint16_t i = 0; i < sight->model_count; i++) {
        model_object(&w, scenario, &sight->models[i]);
    }
    qm__json_array_end(&w);
    qm__json_object_end(&w);
}
