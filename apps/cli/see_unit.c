/* quickmarch see, for units: what one could shoot at another, weapon by weapon, and what it sees of each model. */
#include "common.h"
#include "see.h"

static void print_length(qm_text *out, int32_t length) {
    qm_text_add_decimal(out, length / 1000.0, 3);
    qm_text_add_char(out, '"');
}

/* "3 models, 6 dice" */
static void print_count(qm_text *out, uint16_t models, uint16_t dice) {
    qm_text_addf(out, "%u model%s, %u %s", models, models == 1 ? "" : "s", dice, dice == 1 ? "die" : "dice");
}

/* What keeps models back, each by its own reason: "1 out of range, 2 without sight". */
static void print_barred(const qm_weapon_sight *weapon, qm_text *out) {
    const uint16_t counts[] = {weapon->out_of_range, weapon->out_of_arc, weapon->unsighted};
    static const char *const words[] = {"out of range", "with nobody in an arc", "seeing too little"};
    const char *before = " (";
    for (int i = 0; i < 3; i++) {
        if (counts[i] > 0) {
            qm_text_addf(out, "%s%u %s", before, counts[i], words[i]);
            before = ", ";
        }
    }
    qm_text_add(out, before[0] == ',' ? ")" : "");
}

/* Whether not all are kept back by the same. */
static bool differ(const qm_weapon_sight *weapon) {
    return (weapon->out_of_range > 0) + (weapon->out_of_arc > 0) + (weapon->unsighted > 0) > 1;
}

/* "; R2 sees most, 38.2 % of O1" */
static void print_best(const qm_scenario *s, const qm_weapon_sight *weapon, qm_text *out) {
    if (weapon->best) {
        qm_text_addf(out, "; %s sees most, ", qm_figure_name(s, weapon->best));
        cli_percent(out, weapon->best_fraction, 0);
        qm_text_addf(out, " of %s", qm_figure_name(s, weapon->best_of));
    }
}

static void print_weapon(const cli_table *table, const qm_weapon_sight *weapon, qm_text *out) {
    const qm_scenario *s = table->scenario;
    qm_text_addf(out, "  %s: ", qm_row_name(s, qm_table_named(s, "weapons"), weapon->row));
    if (weapon->why.kind != 0) {
        qm_text_add(out, "cannot shoot: ");
        qm_reason_print(s, &weapon->why, out);
        if (differ(weapon)) { /* the reason is that of the one who comes nearest to shooting */
            print_barred(weapon, out);
        }
        print_best(s, weapon, out);
        qm_text_add_char(out, '\n');
        return;
    }
    if (weapon->near_models > 0) {
        print_count(out, weapon->near_models, weapon->near_dice);
        qm_text_add(out, " at short range");
    }
    if (weapon->far_models > 0) {
        qm_text_add(out, weapon->near_models > 0 ? ", " : "");
        print_count(out, weapon->far_models, weapon->far_dice);
        qm_text_add(out, " at long range");
    }
    if (weapon->close_dice > 0) {
        qm_text_addf(out, ", %u of the dice at point blank, where cover is lost", weapon->close_dice);
    }
    if (weapon->other_models > 0) {
        qm_text_addf(out, ", %u cannot shoot", weapon->other_models);
        print_barred(weapon, out);
    }
    qm_text_addf(out, "; %u can be hit, the nearest at ", weapon->targets);
    print_length(out, weapon->nearest);
    if (weapon->doubtful > 0) {
        qm_text_addf(out, "; whether %u of them can is for the players to decide", weapon->doubtful);
    }
    print_best(s, weapon, out);
    qm_text_add_char(out, '\n');
}

static void print_cover(const cli_table *table, const qm_model_sight *model, qm_text *out) {
    if (model->cover != 0) {
        qm_text_addf(out, ", cover %s%d (%s)", model->cover > 0 ? "+" : "", model->cover,
                     model->cover_solid ? qm_solid_name(table->scenario, model->cover_solid)
                                        : qm_area_name(table->scenario, model->cover_area));
    }
}

static void print_model(const cli_table *table, const qm_model_sight *model, qm_text *out) {
    qm_text_addf(out, "  %s: ", qm_figure_name(table->scenario, model->figure));
    print_length(out, model->distance);
    qm_text_add(out, ", ");
    if (model->best) {
        cli_percent(out, model->fraction, 0);
    }
    qm_text_addf(out, "%sseen by %s", model->best ? " " : "",
                 model->best ? qm_figure_name(table->scenario, model->best) : "nobody");
    if (model->hider_count > 0) {
        qm_text_add(out, " (");
        qm_hiders_print(table->scenario, model->hiders, model->hider_count, model->hiders_dropped, out);
        qm_text_add_char(out, ')');
    }
    if (model->seers > 0) {
        qm_text_addf(out, ", enough by %u", model->seers);
    } else if (model->doubters == 0 && model->best) {
        qm_text_add(out, ", enough by nobody");
    }
    if (model->doubters > 0) {
        qm_text_addf(out, ", in doubt for %u", model->doubters);
    }
    print_cover(table, model, out);
    qm_text_add_char(out, '\n');
}

static void print_unit(const cli_args *args, const cli_table *table, uint16_t a, uint16_t b, const qm_unit_sight *sight,
                       qm_text *out) {
    cli_paint(args, out, CLI_BOLD, qm_actor_name(table->scenario, a));
    qm_text_add(out, " → ");
    cli_paint(args, out, CLI_BOLD, qm_actor_name(table->scenario, b));
    qm_text_add(out, ": nearest ");
    print_length(out, sight->distance);
    cli_print_arcs(sight->arcs, out);
    qm_text_add(out, sight->hostile ? ", enemy" : ", no enemy");
    if (sight->fights) {
        qm_text_addf(out, ", in melee with %s", qm_actor_name(table->scenario, sight->fights));
    }
    qm_text_add_char(out, '\n');
    for (uint16_t i = 0; sight->hostile && i < sight->weapon_count; i++) { /* nobody shoots at friends */
        print_weapon(table, &sight->weapons[i], out);
    }
    for (uint16_t i = 0; i < sight->model_count; i++) {
        print_model(table, &sight->models[i], out);
    }
}

qm_result cli_see_unit(const cli_args *args, cli_table *table, uint16_t a, uint16_t b, cli_json *json, qm_text *out) {
    qm_unit_sight sight;
    const qm_result result = qm_see_unit(table->scenario, table->state, a, b, table->scratch, &sight);
    if (result != QM_OK || sight.model_count == 0) {
        return result;
    }
    if (args->json) {
        cli_json_raw(json, NULL);
        qm_unit_sight_write_json(table->scenario, a, b, &sight, out);
    } else {
        print_unit(args, table, a, b, &sight, out);
    }
    return QM_OK;
}

qm_result cli_see_units(const cli_args *args, cli_table *table, uint16_t a, qm_text *out) {
    cli_json json = {.out = out};
    qm_result result = QM_OK;
    if (args->json) {
        cli_json_open(&json, NULL, '[');
    }
    for (uint16_t unit = 1; unit <= qm_unit_count(table->scenario) && result == QM_OK; unit++) {
        uint16_t first, count;
        qm_unit_figures(table->scenario, unit, &first, &count);
        if (qm_sides_hostile(table->scenario, qm_figure_side(table->scenario, a),
                             qm_figure_side(table->scenario, first))) {
            result = cli_see_unit(args, table, a, first, &json, out);
        }
    }
    if (args->json) {
        cli_json_close(&json, ']');
    }
    return result;
}

bool cli_names_unit(const qm_scenario *scenario, const char *name) {
    return qm_sees_units(scenario) && qm_unit_named(scenario, name) != 0;
}
