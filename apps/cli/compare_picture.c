/* quickmarch compare -o: a picture of the compared orders, one plan for each rulebook side by side.
 *
 * Positions are copied as orders are added, because those of a game go on changing. Invariant: nothing is written
 * unless the whole picture was made.
 */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "quickmarch/draw.h"

enum { PLAN_WIDTH = 148, OUTCOMES = 8 };

struct cli_picture {
    const comparison *c;
    const char *path;
    uint16_t width;
    uint16_t rows;
    qm_draw_plan *plans; /* the scratches are those of the tables */
    qm_state *states[CLI_PICTURE_ORDERS_MAX * CLI_COMPARE_MAX];
};

cli_picture *cli_picture_start(const comparison *c, int *status) {
    const char *path = cli_value(c->args, "output");
    uint64_t width = PLAN_WIDTH * (uint64_t)c->count;
    if (!path) {
        if (cli_has(c->args, "width") || cli_has(c->args, "grey")) {
            *status = cli_usage(c->args->command, "--width and --grey are of the picture: name it with -o X.svg");
        }
        return NULL;
    }
    if (!cli_number(c->args, "width", QM_DRAW_WIDTH_MIN * (uint64_t)c->count, QM_DRAW_WIDTH_MAX, &width)) {
        *status = CLI_BAD;
        return NULL;
    }
    cli_picture *picture = calloc(1, sizeof *picture);
    qm_draw_plan *plans = calloc(CLI_PICTURE_ORDERS_MAX * CLI_COMPARE_MAX, sizeof *plans);
    if (!picture || !plans) {
        free(picture);
        free(plans);
        *status = cli_fail(c->args, path, QM_ERROR_MEMORY, NULL);
        return NULL;
    }
    *picture = (cli_picture){.c = c, .path = path, .width = (uint16_t)width, .plans = plans};
    return picture;
}

int cli_picture_add(cli_picture *picture, const cli_table *tables, const cli_compared *one) {
    const comparison *c = picture->c;
    if (picture->rows == CLI_PICTURE_ORDERS_MAX) {
        return cli_usage(c->args->command, "a picture shows at most %d orders: name those you want with --only N",
                         CLI_PICTURE_ORDERS_MAX);
    }
    for (size_t b = 0; b < c->count; b++) {
        const size_t at = picture->rows * c->count + b, size = qm_state_size(tables[b].scenario);
        const qm_scenario *scenario = tables[b].scenario;
        picture->plans[at] =
            (qm_draw_plan){.scenario = cli_has(c->args, "measured") ? qm_scenario_measured(scenario) : scenario,
                           .scratch = tables[b].scratch};
        picture->plans[at].order = one->answers[b].order;
        if (!one->answers[b].judged) {
            continue;
        }
        picture->states[at] = malloc(size);
        if (!picture->states[at]) {
            return cli_fail(c->args, picture->path, QM_ERROR_MEMORY, NULL);
        }
        memcpy(picture->states[at], tables[b].state, size);
        picture->plans[at].state = picture->states[at];
    }
    picture->rows++;
    return CLI_YES;
}

/* Where it goes to standard output, it goes there alone, or into the JSON. */
static int deliver(const cli_picture *picture, qm_text *svg) {
    const comparison *c = picture->c;
    const bool here = strcmp(picture->path, "-") == 0;
    if (!here) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        const qm_result result = qm_file_write(picture->path, svg->data, svg->length, &list);
        const int status = result == QM_OK ? CLI_YES : cli_fail(c->args, picture->path, result, &list);
        qm_diagnostics_free(&list);
        if (status != CLI_YES) {
            return status;
        }
    }
    if (c->json) {
        cli_json_open(c->json, "picture", '{');
        cli_json_text(c->json, here ? "svg" : "file", here ? svg->data : picture->path);
        cli_json_int(c->json, "width", picture->width);
        cli_json_int(c->json, "bytes", (int64_t)svg->length);
        cli_json_close(c->json, '}');
    } else if (here) {
        qm_text_clear(c->out);
        qm_text_add_bytes(c->out, svg->data, svg->length);
    }
    return CLI_YES;
}

int cli_picture_finish(cli_picture *picture) {
    const comparison *c = picture->c;
    if (picture->rows == 0) {
        return cli_usage(c->args->command, "none of these orders of the game differs: there is nothing to draw");
    }
    char short_names[CLI_COMPARE_MAX][CLI_COMPARE_NAME];
    const char *names[CLI_COMPARE_MAX];
    for (size_t b = 0; b < c->count; b++) {
        cli_compare_name(c, b, short_names[b]);
        names[b] = short_names[b];
    }
    const qm_draw_comparison all = {.headings = names,
                                    .plans = picture->plans,
                                    .columns = (uint16_t)c->count,
                                    .rows = picture->rows,
                                    .width = picture->width,
                                    .outcomes = OUTCOMES,
                                    .grey = cli_has(c->args, "grey")};
    qm_text svg = qm_text_growing(NULL);
    const qm_result result = qm_draw_compare(&all, &svg);
    const int status = result == QM_OK ? deliver(picture, &svg) : cli_fail(c->args, picture->path, result, NULL);
    qm_text_free(&svg);
    return status;
}

void cli_picture_free(cli_picture *picture) {
    if (picture) {
        for (size_t i = 0; i < CLI_PICTURE_ORDERS_MAX * CLI_COMPARE_MAX; i++) {
            free(picture->states[i]);
        }
        free(picture->plans);
        free(picture);
    }
}
