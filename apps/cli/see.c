/* quickmarch see: what one figure has to do with another: distance, sight, arcs, engagement, and the numbers of an
 * attack. */
#include <string.h>

#include "see.h"

static const char *relation_name(uint8_t relation) {
    static const char *const names[] = {"", "front", "side", "rear"};
    return relation < 4 ? names[relation] : "";
}

static void print_seen(const cli_table *table, const qm_sight *sight, qm_text *out) {
    qm_text_add(out, sight->seen == 1 ? ", seen" : sight->seen == 2 ? ", seen in part" : ", not seen");
    if (sight->seen == 1) {
        return;
    }
    if (sight->seen == 2 && qm_scenario_family(table->scenario)->space == QM_SPACE_TABLE) {
        qm_text_add(out, ", ");
        cli_percent(out, sight->fraction, 0);
    }
    if (sight->hider_count > 0) {
        qm_text_add(out, " (");
        qm_hiders_print(table->scenario, sight->hiders, sight->hider_count, sight->hiders_dropped, out);
        qm_text_add_char(out, ')');
    } else if (sight->blocker) {
        qm_text_addf(out, " (%s is in between)", qm_figure_name(table->scenario, sight->blocker));
    } else if (sight->block.x != 0 || sight->block.y != 0) {
        qm_text_add(out, sight->wall ? " (a wall is in between, at " : " (");
        qm_place_print(table->scenario, sight->block, out);
        qm_text_add(out, sight->wall ? ")" : " is in between)");
    }
}

/* "  attack: 3d against 12 [11 DEX, +2 from the side], 74.1 %" */
static void print_attack(const cli_table *table, const qm_sight *sight, qm_text *out) {
    const qm_rules_facts *family = qm_scenario_family(table->scenario);
    if (sight->term_count == 0) {
        return;
    }
    int total = 0;
    for (size_t i = 0; i < sight->term_count; i++) {
        total += sight->terms[i].amount;
    }
    qm_text_addf(out, "  attack: %u dice against %d", sight->attack_dice, total);
    for (size_t i = 0; i < sight->term_count; i++) {
        const qm_term *term = &sight->terms[i];
        qm_text_addf(out, "%s%s%d %s", i == 0 ? " [" : ", ", i > 0 && term->amount > 0 ? "+" : "", term->amount,
                     family->terms[term->kind].name);
    }
    qm_text_add(out, "], ");
    cli_percent(out, sight->attack_chance, 0);
    qm_text_add_char(out, '\n');
}

void cli_print_arcs(uint8_t arcs, qm_text *out) {
    static const char *const words[] = {"in front", "to its left", "behind it", "to its right"};
    const char *before = ", ";
    for (unsigned i = 0; i < 4; i++) {
        if ((uint32_t)arcs >> i & 1u) {
            qm_text_addf(out, "%s%s", before, words[i]);
            before = " and ";
        }
    }
}

/* Of models of units: whether enough is seen to shoot, and by whom more is. */
static void print_visible(const cli_table *table, uint16_t a, const qm_sight *sight, qm_text *out) {
    if (sight->best == 0) {
        return;
    }
    qm_text_add(out, sight->visible == 1   ? ", enough to shoot"
                     : sight->visible == 2 ? ", enough to shoot if the players say so"
                                           : ", not enough to shoot");
    if (sight->best != a) {
        qm_text_addf(out, ", %s with the same equipment sees ", qm_figure_name(table->scenario, sight->best));
        cli_percent(out, sight->best_fraction, 0);
    }
}

static void print_sight(const cli_args *args, const cli_table *table, uint16_t a, uint16_t b, const qm_sight *sight,
                        qm_text *out) {
    const char *from = qm_figure_name(table->scenario, a), *to = qm_figure_name(table->scenario, b);
    const bool inches = qm_scenario_family(table->scenario)->space == QM_SPACE_TABLE;
    cli_paint(args, out, CLI_BOLD, from);
    qm_text_add(out, " → ");
    cli_paint(args, out, CLI_BOLD, to);
    qm_text_add(out, ": distance ");
    if (sight->unmeasured) {
        qm_text_add(out, "not measured yet");
    } else {
        qm_text_add_decimal(out, inches ? sight->distance / 1000.0 : sight->distance, 3);
        qm_text_add(out, inches ? "\"" : "");
    }
    print_seen(table, sight, out);
    print_visible(table, a, sight, out);
    cli_print_arcs(sight->arcs, out);
    qm_text_add(out, sight->arcs == 0 && sight->in_front ? ", in front" : "");
    if (sight->relation != 0) {
        qm_text_addf(out, ", at the %s of %s", relation_name(sight->relation), to);
    }
    qm_text_add(out, sight->hostile ? ", enemy" : ", no enemy");
    if (sight->engages && sight->engaged) {
        qm_text_add(out, ", they engage each other");
    } else if (sight->engages || sight->engaged) {
        qm_text_addf(out, ", %s engages %s", sight->engages ? from : to, sight->engages ? to : from);
    }
    qm_text_add_char(out, '\n');
    print_attack(table, sight, out);
}

/* Answers for one other figure. */
static qm_result see_one(const cli_args *args, cli_table *table, uint16_t a, uint16_t b, cli_json *json, qm_text *out) {
    qm_sight sight;
    const qm_result result = qm_see(table->scenario, table->state, a, b, table->scratch, &sight);
    if (result != QM_OK) {
        return result;
    }
    if (args->json) {
        cli_json_raw(json, NULL);
        qm_sight_write_json(table->scenario, a, b, &sight, out);
    } else {
        print_sight(args, table, a, b, &sight, out);
    }
    return QM_OK;
}

/* Answers for all others that are on the board, or (unit > 0) all of a unit. */
static qm_result see_all(const cli_args *args, cli_table *table, uint16_t a, uint16_t unit, qm_text *out) {
    cli_json json = {.out = out};
    qm_result result = QM_OK;
    if (args->json) {
        cli_json_open(&json, NULL, '[');
    }
    for (uint16_t b = 1; b <= qm_figure_count(table->scenario) && result == QM_OK; b++) {
        qm_look look;
        qm_figure_look(table->scenario, table->state, b, &look);
        if (b != a && look.posture != QM_POSTURE_GONE && (unit == 0 || qm_figure_unit(table->scenario, b) == unit)) {
            result = see_one(args, table, a, b, &json, out);
        }
    }
    if (args->json) {
        cli_json_close(&json, ']');
    }
    return result;
}

static int see(const cli_args *args, cli_table *table) {
    const uint16_t a = cli_figure(args, table, args->plain[1]);
    const uint16_t b = a && args->plain_count > 2 ? cli_figure(args, table, args->plain[2]) : 0;
    if (!a || (!b && args->plain_count > 2)) {
        return CLI_BAD;
    }
    const bool units = cli_names_unit(table->scenario, args->plain[1]);
    const bool of_unit = b && cli_names_unit(table->scenario, args->plain[2]);
    const uint16_t unit = of_unit ? qm_figure_unit(table->scenario, b) : 0;
    const bool same = b && qm_figure_unit(table->scenario, a) == qm_figure_unit(table->scenario, b);
    if ((a == b && !of_unit) || (units && same)) {
        return cli_usage(args->command, "name two different figures");
    }
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    const qm_result result = units && b      ? cli_see_unit(args, table, a, b, &json, &out)
                             : units         ? cli_see_units(args, table, a, &out)
                             : b && !of_unit ? see_one(args, table, a, b, &json, &out)
                                             : see_all(args, table, a, unit, &out);
    if (result != QM_OK) {
        qm_text_free(&out);
        return cli_fail(args, args->plain[1], result, NULL);
    }
    if (args->json) {
        qm_text_add_char(&out, '\n');
    } else if (out.length == 0) {
        qm_text_addf(&out, "%s is alone.\n", qm_figure_name(table->scenario, a));
    }
    return cli_put(&out, CLI_YES);
}

int cli_see(int argc, char **argv) {
    cli_args args;
    cli_table table;
    int status;
    if (!cli_args_read(&args, argc, argv, 2, 3, &status)) {
        return status;
    }
    status = cli_table_open(&table, &args, args.plain[0], 0);
    if (status == CLI_YES) {
        status = cli_measure(&args, &table, NULL);
    }
    if (status == CLI_YES) {
        status = see(&args, &table);
    }
    cli_table_close(&table);
    cli_args_free(&args);
    return status;
}
