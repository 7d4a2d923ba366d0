/* quickmarch reach on a table: not places but regions of every surface, or what ending at one place costs; and
 * the links that a figure could take. */
#include <stdlib.h>

#include "common.h"

qm_result cli_regions_find(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                           qm_reach_area *out) {
    enum { LEAST = 1 << 15, MOST = 1 << 22 }; /* what does not fit is asked for once more: that is rare */
    qm_result result = QM_ERROR_LIMIT;
    *out = (qm_reach_area){0};
    for (uint32_t size = LEAST; size <= MOST && result == QM_ERROR_LIMIT; size *= 8) {
        cli_regions_free(out);
        out->apart = 1;
        out->ring_capacity = size / 16;
        out->corner_capacity = size;
        out->rings = calloc(out->ring_capacity, sizeof *out->rings);
        out->corners = calloc(out->corner_capacity, sizeof *out->corners);
        result = out->rings && out->corners ? qm_reach_regions(scenario, state, figure, NULL, 0, scratch, out)
                                            : QM_ERROR_MEMORY;
    }
    return result;
}

void cli_regions_free(qm_reach_area *area) {
    free(area->rings);
    free(area->corners);
    *area = (qm_reach_area){0};
}

/* The area of a ring in square inches, and the box around it. */
static double measure(const qm_reach_area *area, const qm_reach_ring *ring, qm_reach_corner *low,
                      qm_reach_corner *high) {
    const qm_reach_corner *corners = area->corners + ring->first;
    double doubled = 0;
    *low = *high = corners[0];
    for (uint32_t i = 0, before = ring->count - 1; i < ring->count; before = i++) {
        const qm_reach_corner a = corners[before], b = corners[i];
        doubled += (double)a.x * b.y - (double)b.x * a.y;
        *low = (qm_reach_corner){b.x < low->x ? b.x : low->x, b.y < low->y ? b.y : low->y};
        *high = (qm_reach_corner){b.x > high->x ? b.x : high->x, b.y > high->y ? b.y : high->y};
    }
    return (doubled < 0 ? -doubled : doubled) / 2e6;
}

static void inches(qm_text *out, const char *before, int32_t length) {
    qm_text_add(out, before);
    qm_text_add_decimal(out, length / 1000.0, 3);
}

/* "  height 3: 40.5 square inches, from 10,8 to 16,18"; of a hole "without 4.5 square inches, …" */
static void print_ring(const qm_reach_area *area, const qm_reach_ring *ring, qm_text *out) {
    qm_reach_corner low, high;
    const double size = measure(area, ring, &low, &high);
    inches(out, "  height ", ring->z);
    qm_text_add(out, ring->hole ? ": without " : ": ");
    qm_text_add_decimal(out, size, 2);
    inches(out, " square inches, from ", low.x);
    inches(out, ",", low.y);
    inches(out, " to ", high.x);
    inches(out, ",", high.y);
    qm_text_add(out, area->risk == QM_RISK_NONE && ring->effort ? ", running\n" : "\n");
}

/* The size of a region on the surface of a ring, by moving or by running and with some risk, without its holes. */
static double region_size(const qm_reach_area *area, const qm_reach_ring *of, uint32_t effort, uint32_t risk) {
    double size = 0;
    for (uint32_t i = 0; i < area->ring_count; i++) {
        const qm_reach_ring *ring = &area->rings[i];
        qm_reach_corner low, high;
        if (ring->z == of->z && ring->effort == effort && ring->risk == risk) {
            size += measure(area, ring, &low, &high) * (ring->hole ? -1 : 1);
        }
    }
    return size;
}

/* Whether a region is the same as one of a lower risk, or by moving, as far as it is told. */
static bool is_told(const qm_reach_area *area, const qm_reach_ring *ring) {
    const double size = region_size(area, ring, ring->effort, ring->risk) - 0.005;
    return (ring->risk > QM_RISK_NONE && size < region_size(area, ring, ring->effort, ring->risk - 1)) ||
           (ring->effort && size < region_size(area, ring, 0, ring->risk));
}

/* Where checks lead farther: by cost and risk, only surfaces of which they add something. */
static void print_by_risk(const qm_reach_area *area, qm_text *out) {
    static const char *const words[QM_RISKS] = {"without a check", "with one check at most",
                                                "with any number of checks"};
    const qm_reach_ring *last = NULL;
    for (uint32_t i = 0; i < area->ring_count; i++) {
        const qm_reach_ring *ring = &area->rings[i];
        if (is_told(area, ring)) {
            continue;
        }
        if (!last || last->risk != ring->risk || last->cost != ring->cost) {
            qm_text_addf(out, " %s%s, up to ", ring->effort ? "running, " : "", words[ring->risk]);
            inches(out, "", ring->cost);
            qm_text_add(out, "\":\n");
        }
        print_ring(area, ring, out);
        last = ring;
    }
}

/* Why a figure can go nowhere: it never moves, or not now. */
static void print_immobile(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                           qm_text *out) {
    qm_look look;
    qm_standing standing;
    qm_figure_look(scenario, state, figure, &look);
    if (qm_stand(scenario, state, figure, look.at, scratch, &standing) == QM_OK) {
        qm_plan_why_print(scenario, state, scratch, figure, look.at, &standing, out);
    }
}

static void print_left_out(const qm_scenario *scenario, const qm_reason *why, qm_text *out) {
    qm_text_add(out, "  ");
    qm_reason_print(scenario, why, out);
    qm_text_add_char(out, '\n');
}

void cli_left_out_note(const qm_scenario *scenario, qm_text *out) {
    qm_reason why;
    if (qm_left_out(scenario, &why)) {
        print_left_out(scenario, &why, out);
    }
}

void cli_regions_print(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                       const qm_reach_area *area, qm_text *out) {
    if (area->untold) {
        qm_text_add(out,
                    " can move, and regions are told for round bases alone: 'options' and 'plan' tell where to.\n");
        return;
    }
    if (area->ring_count == 0) {
        qm_text_add(out, " can get nowhere now.\n");
        print_immobile(scenario, state, figure, scratch, out);
        cli_left_out_note(scenario, out);
        return;
    }
    qm_text_add(out, " can end its movement here:\n");
    if (area->risk > QM_RISK_NONE) {
        print_by_risk(area, out);
    }
    for (uint32_t i = 0; i < area->ring_count && area->risk == QM_RISK_NONE; i++) {
        print_ring(area, &area->rings[i], out);
    }
    if (area->approximate) {
        qm_text_add(out,
                    "  approximate: some ground costs by the inch; a little beyond a border may be in reach too\n");
    }
    qm_reason why;
    if (qm_regions_left_out(scenario, &why)) {
        print_left_out(scenario, &why, out);
    }
}

void cli_regions_legend(const qm_reach_area *area, qm_text *out) {
    bool effort = false;
    for (uint32_t i = 0; i < area->ring_count; i++) {
        effort = effort || area->rings[i].effort;
    }
    qm_text_addf(out, "~ by moving, %s? only with a check on the way, %% with more than one",
                 effort ? "^ only at a run, " : "");
}

void cli_ways_note(const qm_plan_way *ways, uint32_t count, qm_text *out) {
    bool approximate = false, cut = false;
    for (uint32_t i = 0; i < count; i++) {
        approximate = approximate || ways[i].approximate;
        cut = cut || ways[i].cut;
    }
    if (approximate) {
        qm_text_add(out, "  approximate: some ground costs by the inch; the cheapest way costs at most 0.5 % less\n");
    }
    if (cut) {
        qm_text_add(out, "  the search met a limit: there may be a better way\n");
    }
}

/* " with one check: 55% to get there" */
static void print_risk(uint32_t risk, double chance, qm_text *out) {
    if (risk > QM_RISK_NONE) {
        qm_text_add(out, risk == QM_RISK_ONE ? " with one check" : " with several checks");
    }
    if (risk > QM_RISK_NONE && chance >= 0) {
        qm_text_add(out, ": ");
        cli_percent(out, chance, 0);
        qm_text_add(out, " to get there");
    }
}

/* The cheapest way, and below it safer ones that cost more. */
static void print_cost(const qm_reach_cost *found, qm_text *out) {
    double told = found->by[found->risk].chance;
    inches(out, " for ", found->cost);
    qm_text_add(out, found->effort ? "\", running" : "\"");
    qm_text_add(out, found->effort && found->risk > QM_RISK_NONE ? "," : "");
    print_risk(found->risk, told, out);
    qm_text_add(out, ".\n");
    for (uint32_t risk = found->risk; risk-- > QM_RISK_NONE;) {
        const qm_reach_way *way = &found->by[risk];
        if (way->cost >= 0 && (risk == QM_RISK_NONE || way->cost != way[-1].cost || way->effort != way[-1].effort)) {
            inches(out, "  for ", way->cost);
            qm_text_add(out, way->effort ? "\", running," : "\"");
            qm_text_add(out, risk == QM_RISK_NONE ? " without a check" : "");
            print_risk(risk, way->chance, out);
            qm_text_add_char(out, '\n');
            told = way->chance > told ? way->chance : told;
        }
    }
    if (found->best_chance > told) {
        qm_text_add(out, "  by the safest way: ");
        cli_percent(out, found->best_chance, 0);
        qm_text_add_char(out, '\n');
    }
}

int cli_cost_ask(const cli_args *args, cli_table *table, uint16_t figure, qm_place place) {
    qm_reach_cost found;
    qm_standing standing;
    qm_result result = qm_reach_cost_at(table->scenario, table->state, figure, place, table->scratch, &found);
    if (result == QM_OK) {
        result = qm_stand(table->scenario, table->state, figure, place, table->scratch, &standing);
    }
    if (result != QM_OK) {
        return cli_fail(args, args->plain[1], result, NULL);
    }
    const int32_t cost = found.cost;
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        qm_reach_cost_write_json(table->scenario, table->state, table->scratch, figure, place, &found, &standing, &out);
        qm_text_add_char(&out, '\n');
        return cli_put(&out, cost < 0 ? CLI_NO : CLI_YES);
    }
    cli_paint(args, &out, CLI_BOLD, qm_figure_name(table->scenario, figure));
    qm_text_add(&out, found.untold ? " finds no way to end its movement at "
                      : cost < 0   ? " cannot end its movement at "
                                   : " can end its movement at ");
    qm_place_print(table->scenario, place, &out);
    if (cost < 0) {
        qm_text_add(&out, found.untold ? " now; its base is rectangular, and not every way is looked for.\n" : " now.\n");
        qm_plan_why_print(table->scenario, table->state, table->scratch, figure, place, &standing, &out);
    } else {
        print_cost(&found, &out);
    }
    if (found.approximate) {
        qm_text_add(&out, cost < 0 ? "  approximate: some ground costs by the inch; it may be just in reach\n"
                                   : "  approximate: some ground costs by the inch; a little less may do\n");
    }
    cli_left_out_note(table->scenario, &out);
    return cli_put(&out, cost < 0 ? CLI_NO : CLI_YES);
}

static void print_map(const cli_args *args, const cli_table *table, const qm_reach_area *area, qm_text *out) {
    qm_board_options options = {.color = args->color, .ascii = cli_has(args, "ascii"), .legend = true};
    options.width = cli_terminal_width();
    qm_board_mark *marks = cli_regions_marks(table->scenario, area, options.width, &options.mark_count);
    options.marks = marks;
    qm_text_add_char(out, '\n');
    qm_board_print(table->scenario, table->state, &options, out);
    qm_text_add_char(out, '\n');
    cli_regions_legend(area, out);
    qm_text_add_char(out, '\n');
    free(marks);
}

int cli_regions_ask(const cli_args *args, cli_table *table, uint16_t figure) {
    qm_reach_area area;
    const qm_result result = cli_regions_find(table->scenario, table->state, figure, table->scratch, &area);
    if (result != QM_OK) {
        cli_regions_free(&area);
        return cli_fail(args, args->plain[1], result, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        qm_reach_area_write_json(table->scenario, table->state, table->scratch, figure, &area, &out);
        qm_text_add_char(&out, '\n');
    } else {
        cli_paint(args, &out, CLI_BOLD, qm_figure_name(table->scenario, figure));
        cli_regions_print(table->scenario, table->state, figure, table->scratch, &area, &out);
        if (cli_has(args, "map")) {
            print_map(args, table, &area, &out);
        }
    }
    cli_regions_free(&area);
    return cli_put(&out, CLI_YES);
}

qm_result cli_links_find(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                         qm_link **out, uint32_t *count) {
    *out = NULL;
    *count = 0;
    const qm_result result = qm_links(scenario, state, figure, scratch, NULL, 0, count);
    if (result != QM_ERROR_LIMIT) {
        return result;
    }
    *out = calloc(*count, sizeof **out);
    return *out ? qm_links(scenario, state, figure, scratch, *out, *count, count) : QM_ERROR_MEMORY;
}

int cli_links_ask(const cli_args *args, cli_table *table, uint16_t figure) {
    uint32_t count;
    qm_link *links;
    if (qm_scenario_family(table->scenario)->space != QM_SPACE_TABLE) {
        return cli_usage(args->command, "--links asks about a table; hexes and tiles have none");
    }
    if (cli_has(args, "at") || cli_has(args, "map")) {
        return cli_usage(args->command, "--links goes with neither --at nor --map; see quickmarch draw --help");
    }
    const qm_result result = cli_links_find(table->scenario, table->state, figure, table->scratch, &links, &count);
    if (result != QM_OK) {
        free(links);
        return cli_fail(args, args->plain[1], result, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        qm_links_write_json(table->scenario, figure, links, count, &out);
        qm_text_add_char(&out, '\n');
    } else {
        cli_paint(args, &out, CLI_BOLD, qm_figure_name(table->scenario, figure));
        qm_text_addf(&out, " could take %u link%s%s\n", (unsigned)count, count == 1 ? "" : "s", count ? ":" : ".");
    }
    for (uint32_t i = 0; i < count && !args->json; i++) {
        qm_text_add(&out, "  ");
        qm_link_print(table->scenario, &links[i], &out);
        qm_text_add_char(&out, '\n');
    }
    if (!args->json) {
        cli_left_out_note(table->scenario, &out);
    }
    free(links);
    return cli_put(&out, CLI_YES);
}
