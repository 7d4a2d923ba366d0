/* Lines of sight and lines of fire on a table. */
#include <string.h>

#include "game/place.h"
#include "game/print.h"
#include "game/scenario.h"
#include "io/draw_signs.h"

#define SIGHT 0x9a1f6bu
#define HIDDEN_DASHES " stroke-dasharray=\"3 6\""

/* ------------------------------------------------------------------------------------------------------------ sight */

/* Whole where all is seen, broken where some is, dotted where nothing is. */
static const char *sight_dashes(const qm_sight *sight) {
    return sight->seen == 1 ? "" : sight->seen == 2 ? " stroke-dasharray=\"14 6\"" : HIDDEN_DASHES;
}

void qm__sight_tell(const qm__page *page, const qm__sight_line *line, qm_text *out) {
    const qm_sight *sight = &line->sight;
    const char *who = qm_figure_name(page->scenario, line->from);
    const char *whom = qm_figure_name(page->scenario, line->to);
    if (sight->seen == 2) {
        qm_text_addf(out, "%s sees ", who);
        qm__print_percent(sight->fraction, out);
        qm_text_addf(out, " of %s", whom);
    } else {
        qm_text_addf(out, sight->seen ? "%s sees all of %s" : "%s does not see %s", who, whom);
    }
    if (!sight->unmeasured) {
        qm_text_add(out, " at a distance of ");
        qm__inches_print(sight->distance, out);
        qm_text_add_char(out, '"');
    }
    if (sight->hider_count > 0) {
        qm_text_add(out, "; ");
        qm_hiders_print(page->scenario, sight->hiders, sight->hider_count, sight->hiders_dropped, out);
    }
    qm_text_add_char(out, '.');
}

/* Around what hides the most. */
static void draw_hiding(qm__page *page, const qm_sight *sight) {
    if (sight->solid) {
        qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"4\" d=\"", SIGHT);
        qm__polygon_data(page, &page->table->prisms[sight->solid - 1].polygon);
        qm__page_add(page, "\"/>\n");
        qm__page_sign(page, QM__SIGN_HIDES);
    } else if (sight->blocker) {
        const qm_look *look = &page->facts->figures[sight->blocker - 1];
        const qm__point at = qm__page_place(page, look->at);
        const int32_t longer = look->length > look->width ? look->length : look->width;
        qm__page_add(page, "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"4\"/>\n",
                     at.x, at.y, (look->radius ? look->radius : longer / 2) * page->scale + 5, SIGHT);
        qm__page_sign(page, QM__SIGN_HIDES);
    }
}

/* Whether an earlier line has the same in its way. */
static bool hiding_drawn(const qm__page *page, uint32_t line) {
    const qm_sight *own = &page->facts->sights[line].sight;
    for (uint32_t i = 0; i < line; i++) {
        const qm_sight *other = &page->facts->sights[i].sight;
        if (other->solid == own->solid && other->blocker == own->blocker) {
            return true;
        }
    }
    return false;
}

static qm__point figure_point(const qm__page *page, uint16_t figure) {
    return qm__page_place(page, page->facts->figures[figure - 1].at);
}

static void draw_line(qm__page *page, qm__point a, qm__point b, bool casing, const char *dashes) {
    qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n", a.x, a.y, b.x,
                 b.y, casing ? 0xffffffu : SIGHT, casing ? 8.0 : 4.0, casing ? "" : dashes);
}

void qm__draw_sight(qm__page *page) {
    const qm__draw_facts *facts = page->facts;
    page->layer = QM__LAYER_PATH;
    for (uint32_t i = 0; i < facts->sight_count; i++) {
        if (!hiding_drawn(page, i)) {
            draw_hiding(page, &facts->sights[i].sight);
        }
    }
    for (int casing = 1; casing >= 0; casing--) {
        for (uint32_t i = 0; i < facts->sight_count; i++) {
            draw_line(page, figure_point(page, facts->sights[i].from), figure_point(page, facts->sights[i].to), casing,
                      sight_dashes(&facts->sights[i].sight));
        }
    }
    for (uint32_t i = 0; i < facts->sight_count; i++) {
        qm__page_sign(page, QM__SIGN_SIGHT);
        qm__line_keep(page, figure_point(page, facts->sights[i].from), figure_point(page, facts->sights[i].to));
    }
    page->layer = QM__LAYER_LABELS;
    for (uint32_t i = 0; i < facts->sight_count && facts->sights[i].told; i++) {
        char words[64];
        qm_text text = qm_text_over(words, sizeof words);
        qm__print_percent(facts->sights[i].sight.fraction, &text);
        qm_text_add(&text, " seen");
        qm__label_beside(page, figure_point(page, facts->sights[i].from), figure_point(page, facts->sights[i].to),
                         (qm__type){20, true, 0x7a1855}, words);
    }
}

/* ------------------------------------------------------------------------------------------------------------- fire */

/* Where a line towards a figure meets its base, all around as wide as it is at most. */
static qm__point before(const qm__page *page, uint16_t figure, qm__point from) {
    const qm_look *look = &page->facts->figures[figure - 1];
    const qm__point at = figure_point(page, figure);
    const double x = at.x - from.x, y = at.y - from.y, length = qm__root(x * x + y * y);
    const int32_t longer = look->length > look->width ? look->length : look->width;
    const double rest = length - (look->radius ? look->radius : longer / 2) * page->scale - 4;
    return rest > 0 ? (qm__point){from.x + x / length * rest, from.y + y / length * rest} : at;
}

static void draw_shot(qm__page *page, const qm_shot *shot, bool casing) {
    const qm__point a = figure_point(page, shot->figure), b = before(page, shot->target, a);
    const double x = b.x - a.x, y = b.y - a.y, length = qm__root(x * x + y * y);
    draw_line(page, a, b, casing, shot->waits ? HIDDEN_DASHES : "");
    if (!casing && length > 0) {
        qm__sign_head(page, b, (qm__point){x / length, y / length}, 16, SIGHT);
        qm__page_sign(page, shot->waits ? QM__SIGN_WAITS : QM__SIGN_FIRE);
        qm__line_keep(page, a, b);
    }
}

void qm__draw_fire(qm__page *page) {
    page->layer = QM__LAYER_PATH;
    for (int casing = 1; casing >= 0; casing--) {
        for (uint32_t i = 0; i < page->facts->shot_count; i++) {
            draw_shot(page, &page->facts->shots[i], casing);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------ signs */

void qm__draw_sight_sign(qm__page *page, qm__sign sign, qm__point at) {
    const qm__point a = {at.x - 20, at.y}, b = {at.x + 20, at.y};
    if (sign == QM__SIGN_HIDES) {
        qm__page_add(page, "<path d=\"M%n %nh36v22h-36Z\" fill=\"none\" stroke=\"%k\" stroke-width=\"4\"/>\n", a.x + 2,
                     at.y - 11, SIGHT);
        return;
    }
    qm__page_add(page, "<path d=\"M%n %nh%n\" fill=\"none\" stroke=\"%k\" stroke-width=\"4\"%s/>\n", a.x, a.y, 40.0,
                 SIGHT,
                 sign == QM__SIGN_SIGHT   ? sight_dashes(&page->facts->sights[0].sight)
                 : sign == QM__SIGN_WAITS ? HIDDEN_DASHES
                                          : "");
    if (sign != QM__SIGN_SIGHT) {
        qm__sign_head(page, b, (qm__point){1, 0}, 16, SIGHT);
    }
}
