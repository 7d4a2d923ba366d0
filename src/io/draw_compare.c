/* A picture of a comparison: the same orders under different rules, a column for each of the rules.
 *
 * Every plan is a page of its own, as wide as its column, drawn by what draws single pictures; here they are set side
 * by side on a page that has the title, the orders and one legend for all. Rejected: one drawing after the other in one
 * file, in which patterns and legends come as often as there are plans.
 *
 * Invariant: plans are of one board at one scale, so one set of patterns serves all of them, and texts of different
 * plans cannot meet.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"
#include "quickmarch/io.h"

#define OUTCOMES_MAX 4096
#define NOTE "\xe2\x89\xa0 is not the same in all plans of the row."

typedef struct sheet {
    const qm_draw_comparison *comparison;
    qm_draw_options options; /* of the sheet */
    qm_draw_options inside;  /* of a plan */
    qm__draw_facts none;
    qm__arena *arena;
    qm__page page;
    qm_text plans;
} sheet;

/* ------------------------------------------------------------------------------------------------------------ facts */

static qm_result find_plan(sheet *s, const qm_draw_plan *plan, qm__draw_facts *facts) {
    if (!plan->state) {
        return QM_OK;
    }
    qm_draw_options options = s->inside;
    options.order = &plan->order;
    options.outcomes = OUTCOMES_MAX;
    const qm_result result = qm__draw_find(plan->scenario, plan->state, plan->scratch, &options, s->arena, facts);
    if (result == QM_OK) {
        facts->order_text = ""; /* the sheet has it, above the row */
    }
    return result;
}

/* All outcomes were found, to be compared; the likeliest are listed. */
static void list_likeliest(qm__draw_facts *facts, uint32_t most) {
    for (uint32_t i = most; i < facts->outcome_count; i++) {
        facts->more_chance += facts->outcomes[i].chance;
        facts->more_outcomes++;
    }
    facts->outcome_count = facts->outcome_count < most ? facts->outcome_count : most;
}

static qm_result find_row(sheet *s, const qm_draw_plan *plans, qm__draw_facts *facts) {
    const uint16_t columns = s->comparison->columns;
    for (uint16_t i = 0; i < columns; i++) {
        const qm_result result = find_plan(s, &plans[i], &facts[i]);
        if (result != QM_OK) {
            return result;
        }
        list_likeliest(&facts[i], s->comparison->outcomes);
    }
    for (uint16_t i = 0; i < columns; i++) {
        qm__draw_rival *rivals = qm__arena_array(s->arena, columns, sizeof *rivals);
        if (!rivals) {
            return QM_ERROR_MEMORY;
        }
        for (uint16_t k = 0; k < columns; k++) {
            if (k != i && plans[k].state) {
                rivals[facts[i].rival_count++] = (qm__draw_rival){plans[k].scenario, &facts[k]};
            }
        }
        facts[i].rivals = rivals;
    }
    return QM_OK;
}

/* ------------------------------------------------------------------------------------------------------------ plans */

static void draw_unknown(qm__page *page) {
    qm__draw_title(page);
    qm__page_paragraph(page, QM__PAGE_MARGIN, 0, qm__column_width(page), (qm__type){25, false, 0},
                       "These rules do not know such a position.");
}

/* What the plan has that needs explaining is explained on the sheet. */
static void take_signs(sheet *s, const qm__page *plan) {
    qm__page *page = &s->page;
    page->signs |= plan->signs;
    page->patterns |= plan->patterns;
    page->sides |= plan->sides;
    page->area_sides |= plan->area_sides;
    page->faces = page->faces || plan->faces;
    page->side = plan->side > page->side ? plan->side : page->side;
    page->failed = page->failed || plan->failed;
}

/* Draws one plan below all that is there; gives its height. */
static double draw_plan(sheet *s, size_t index, const qm__draw_facts *facts) {
    const qm_draw_comparison *all = s->comparison;
    const size_t column = index % all->columns;
    const qm_draw_plan *plan = &all->plans[index];
    qm__page page;
    s->inside.title = all->headings[column];
    s->inside.order = &plan->order;
    qm__page_begin(&page, plan->scenario, facts, &s->inside, s->arena);
    if (plan->state) {
        qm__page_draw(&page);
    } else {
        draw_unknown(&page);
    }
    char prefix[40];
    qm_text name = qm_text_over(prefix, sizeof prefix);
    qm_text_addf(&name, "qm-plan%zu-", index + 1);
    qm_text_add(&s->plans, "<g transform=\"translate(");
    qm_text_add_decimal(&s->plans, (double)column * page.width, 1);
    qm_text_add_char(&s->plans, ' ');
    qm_text_add_decimal(&s->plans, s->page.bottom, 1);
    qm_text_add(&s->plans, ")\">\n");
    qm__page_write_layers(&page, prefix, &s->plans);
    qm_text_add(&s->plans, "</g>\n");
    take_signs(s, &page);
    qm__page_end(&page);
    return page.bottom;
}

static void draw_order(sheet *s, uint16_t row) {
    qm__page *page = &s->page;
    const qm_draw_plan *plan = &s->comparison->plans[(size_t)row * s->comparison->columns];
    for (uint16_t i = 1; i < s->comparison->columns && !plan->state; i++) { /* without one there need be no order */
        plan++;
    }
    qm_text text = qm_text_growing(s->arena->allocator);
    if (row > 0) {
        qm__page_add(page, "<path d=\"M%n %nh%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"3\"/>\n", QM__PAGE_MARGIN,
                     page->bottom, qm__column_width(page), 0x888888u);
        page->bottom += 12;
    }
    if (plan->state) {
        qm_order_print(plan->scenario, &plan->order, &text);
    }
    qm__page_paragraph(page, QM__PAGE_MARGIN, 24, qm__column_width(page), (qm__type){34, true, 0},
                       text.data ? text.data : "");
    page->failed = page->failed || text.truncated;
    qm_text_free(&text);
}

static qm_result draw_row(sheet *s, uint16_t row) {
    const uint16_t columns = s->comparison->columns;
    const size_t first = (size_t)row * columns;
    qm__draw_facts *facts = qm__arena_array(s->arena, columns, sizeof *facts);
    if (!facts) {
        return QM_ERROR_MEMORY;
    }
    const qm_result result = find_row(s, &s->comparison->plans[first], facts);
    if (result != QM_OK) {
        return result;
    }
    draw_order(s, row);
    double height = 0;
    for (uint16_t i = 0; i < columns; i++) {
        const double own = draw_plan(s, first + i, &facts[i]);
        height = own > height ? own : height;
    }
    s->page.bottom += height;
    return QM_OK;
}

/* ------------------------------------------------------------------------------------------------------------ sheet */

static void draw_foot(sheet *s) {
    qm__page *page = &s->page;
    qm__page_add(page, "<path d=\"M%n %nh%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"3\"/>\n", QM__PAGE_MARGIN,
                 page->bottom, qm__column_width(page), 0x888888u);
    page->bottom += 12;
    qm__draw_legend(page);
    qm__page_paragraph(page, QM__PAGE_MARGIN, 0, qm__column_width(page), (qm__type){25, false, 0}, NOTE);
    page->bottom += QM__PAGE_MARGIN * 0.6;
}

static qm_result draw_sheet(sheet *s, qm_text *out) {
    qm__page *page = &s->page;
    qm_result result = QM_OK;
    qm__draw_title(page);
    for (uint16_t row = 0; row < s->comparison->rows && result == QM_OK; row++) {
        result = draw_row(s, row);
    }
    if (result != QM_OK) {
        return result;
    }
    draw_foot(s);
    qm__page_write_head(page, out);
    qm_text_add_bytes(out, s->plans.data ? s->plans.data : "", s->plans.length);
    qm__page_write_layers(page, "qm-", out);
    qm_text_add(out, "</svg>\n");
    return page->failed || s->plans.truncated ? QM_ERROR_MEMORY : QM_OK;
}

static bool sensible(const qm_draw_comparison *all) {
    if (!all->plans || !all->headings || all->columns < 1 || all->columns > QM_DRAW_COLUMNS_MAX || all->rows < 1 ||
        all->width > QM_DRAW_WIDTH_MAX || all->width / all->columns < QM_DRAW_WIDTH_MIN) {
        return false;
    }
    bool one_family = true;
    for (size_t i = 0; i < (size_t)all->rows * all->columns && one_family; i++) {
        one_family = all->plans[i].scenario && all->plans[i].scratch &&
                     all->plans[i].scenario->family == all->plans[0].scenario->family;
    }
    return one_family;
}

qm_result qm_draw_compare(const qm_draw_comparison *comparison, qm_text *out) {
    if (!comparison || !out || !sensible(comparison)) {
        return QM_ERROR_USAGE;
    }
    qm__arena arena;
    qm__arena_init(&arena, out->fixed ? NULL : out->allocator);
    sheet s = {.comparison = comparison,
               .options = {.title = comparison->title, .width = comparison->width, .grey = comparison->grey},
               .inside = {.width = (uint16_t)(comparison->width / comparison->columns),
                          .grey = comparison->grey,
                          .outcomes = 1,
                          .ends = true},
               .arena = &arena,
               .plans = qm_text_growing(arena.allocator)};
    s.none.order = &comparison->plans[0].order; /* so that the arrows of ways are defined */
    qm__page_begin(&s.page, comparison->plans[0].scenario, &s.none, &s.options, &arena);
    qm_result result = draw_sheet(&s, out);
    qm__page_end(&s.page);
    qm_text_free(&s.plans);
    result = result == QM_OK && (arena.failed || out->truncated) ? QM_ERROR_MEMORY : result;
    qm__arena_free(&arena);
    return result;
}
