/* What became of an order on a table, when it was carried out: how much of its way was gone, falls, and the steps of
 * others.
 *
 * Found from the roles of the events alone, as stories on cells are (draw_story.h). The way is the one that was judged
 * (draw_inches.c): what was not gone of it is drawn otherwise, so that one picture shows both.
 *
 * Invariant: a fall begins where the last step or fall before it led, or where the figure was. Steps lead on along the
 * way, or off it; none leads back.
 */
#include "game/place.h"
#include "game/scenario.h"
#include "io/draw.h"

#define FALL 0xb3261eu
#define STEPPED 0x1f4e8cu
#define SMALLEST 10.0 /* radius of a base at least */

static qm_role role_of(const qm__page *page, const qm_event *event) {
    return event->kind == 0 ? QM_ROLE_NONE : (qm_role)page->scenario->family->facts->events[event->kind].role;
}

/* --------------------------------------------------------------------------------------------------------- the way
 */

bool qm__way_has(qm_place a, qm_place b, qm_place at) {
    const double dx = b.x - a.x, dy = b.y - a.y, px = at.x - a.x, py = at.y - a.y;
    const double square = dx * dx + dy * dy, part = square > 0 ? (px * dx + py * dy) / square : 0;
    const double t = part < 0 ? 0 : part > 1 ? 1 : part, ex = px - t * dx, ey = py - t * dy;
    return ex * ex + ey * ey <= 2 && (at.z == a.z || at.z == b.z);
}

/* Whether events of the family tell every step: else what they leave out was gone all the same. */
static bool tells_steps(const qm_rules_facts *facts) {
    bool found = false;
    for (uint16_t i = 1; i < facts->event_count && !found; i++) {
        found = facts->events[i].role == QM_ROLE_STEP;
    }
    return found;
}

/* The figure on its way. */
typedef struct tracing {
    const qm_verdict *verdict;
    qm__gone *gone;
    uint16_t piece; /* on which it is; 0 = it has not set out */
    qm_place here;
} tracing;

/* The piece of the way, from the one it is on, that leads to a place; 0 = the place is off it. One that comes down out
 * of the air is below the way. */
static uint16_t piece_to(const tracing *t, qm_place at) {
    for (int in_plan = 0; in_plan < 2; in_plan++) {
        for (uint16_t i = t->piece > 0 ? t->piece : 1; i < t->verdict->way_count; i++) {
            const qm_place from = i == t->piece ? t->here : t->verdict->way[i - 1], to = t->verdict->way[i];
            if (qm__way_has(from, to, in_plan ? (qm_place){at.x, at.y, to.z} : at)) {
                return i;
            }
        }
    }
    return 0;
}

/* A step: the way has been gone up to there. */
static void step_to(tracing *t, qm_place at) {
    const qm_place *way = t->verdict->way;
    uint16_t to = piece_to(t, at);
    to = (uint16_t)(to > 0 && qm__place_same(at, way[to - 1]) ? to - 1 : to);
    for (uint16_t i = t->piece; i <= to && to > 0; i++) {
        if (i > t->piece || t->gone->part[i] == QM__GONE_PART) {
            t->gone->part[i] = i < to || qm__place_same(at, way[i]) ? QM__GONE_WHOLE : QM__GONE_PART;
            t->gone->last = i;
            t->gone->end = at;
        }
    }
    t->piece = to > 0 ? to : t->piece;
    t->here = to > 0 ? at : t->here;
}

/* A fall to where a leg leads: the way may go on from there, but that piece was not gone. */
static void fall_to(tracing *t, qm_place at) {
    for (uint16_t i = (uint16_t)(t->piece + 1); i < t->verdict->way_count; i++) {
        if (qm__place_same(t->verdict->way[i], at)) {
            t->piece = i;
            t->here = at;
            return;
        }
    }
}

bool qm__find_played(const qm__page *page, qm__gone *out) {
    const qm__draw_facts *facts = page->facts;
    const qm_verdict *verdict = facts->verdict;
    if (!facts->story || !facts->order->actor || verdict->way_count < 2 ||
        !tells_steps(qm_scenario_family(page->scenario))) {
        return false;
    }
    *out = (qm__gone){.played = true, .arrives = true, .stands = verdict->way[0]};
    tracing t = {.verdict = verdict, .gone = out, .here = verdict->way[0]};
    for (uint32_t i = 0; i < facts->story_count; i++) {
        const qm_event *event = &facts->story[i];
        const qm_role role = role_of(page, event);
        if (event->figure == facts->order->actor && (role == QM_ROLE_STEP || role == QM_ROLE_FALL)) {
            (role == QM_ROLE_STEP ? step_to : fall_to)(&t, event->at);
            out->fell = role == QM_ROLE_FALL;
            out->stands = event->at;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- falls and others
 */

/* A line with a head at its end; a short one is its head alone. */
static void draw_arrow(qm__page *page, qm__point a, qm__point b, unsigned colour, const char *dashes) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = qm__root(dx * dx + dy * dy);
    const qm__point along = length > 0.1 ? (qm__point){dx / length, dy / length} : (qm__point){0, 1};
    const double back = length > 18 ? 14 : 0;
    for (int casing = 1; casing >= 0 && back > 0; casing--) {
        qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n", a.x, a.y,
                     b.x - along.x * back, b.y - along.y * back, casing ? 0xffffffu : colour, casing ? 10.0 : 5.0,
                     casing ? "" : dashes);
    }
    qm__page_add(page, "<path d=\"M%n %nl%n %nl%n %nZ\" fill=\"%k\" stroke=\"#ffffff\" stroke-width=\"2\"/>\n", b.x,
                 b.y, -along.x * 18 - along.y * 9, -along.y * 18 + along.x * 9, along.y * 18, -along.x * 18, colour);
    qm__line_keep(page, a, b);
}

static void draw_base(qm__page *page, uint16_t figure, qm__point at, unsigned colour) {
    const double base = page->facts->before[figure - 1].radius * page->scale,
                 radius = base < SMALLEST ? SMALLEST : base;
    qm__page_add(page,
                 "<circle cx=\"%n\" cy=\"%n\" r=\"%n\" fill=\"#ffffff\" fill-opacity=\"0.7\" stroke=\"%k\" "
                 "stroke-width=\"4\"/>\n",
                 at.x, at.y, radius, colour);
    qm__page_keep(page, (qm__page_box){at.x - radius, at.y - radius, radius * 2, radius * 2, QM__BOX_SHAPE});
}

static void draw_fall(qm__page *page, const qm_event *event, qm_place from) {
    const qm__point a = qm__page_place(page, from), b = qm__page_place(page, event->at);
    char words[40];
    qm_text text = qm_text_over(words, sizeof words);
    page->layer = QM__LAYER_PATH;
    draw_base(page, event->figure, b, FALL);
    draw_arrow(page, a, b, FALL, "");
    qm_text_add(&text, "falls ");
    qm__inches_print(from.z > event->at.z ? from.z - event->at.z : 0, &text);
    qm_text_add_char(&text, '"');
    page->layer = QM__LAYER_LABELS;
    qm__label_beside(page, a, b, (qm__type){19, true, FALL}, words);
    qm__page_sign(page, QM__SIGN_FALL);
}

/* The one who was ordered, or the unit. */
static bool is_ordered(const qm__page *page, uint16_t figure) {
    const uint16_t actor = page->facts->order->actor, unit = qm_figure_unit(page->scenario, actor);
    return figure == actor || (unit != 0 && qm_figure_unit(page->scenario, figure) == unit);
}

/* Somebody else than the one who was ordered. */
static void draw_other(qm__page *page, const qm_event *event, qm_place from) {
    const qm__point a = qm__page_place(page, from), b = qm__page_place(page, event->at);
    page->layer = QM__LAYER_PATH;
    draw_base(page, event->figure, b, STEPPED);
    draw_arrow(page, a, b, STEPPED, "");
    qm__page_sign(page, QM__SIGN_ANSWER);
}

void qm__draw_played(qm__page *page) {
    const qm__draw_facts *facts = page->facts;
    if (!facts->story) {
        return;
    }
    qm_place *now = qm__arena_array(page->arena, page->scenario->figure_count + 1u, sizeof *now);
    if (!now) {
        page->failed = true;
        return;
    }
    for (uint16_t i = 0; i < page->scenario->figure_count; i++) {
        now[i] = facts->before[i].at;
    }
    for (uint32_t i = 0; i < facts->story_count; i++) {
        const qm_event *event = &facts->story[i];
        const qm_role role = role_of(page, event);
        if (event->figure == 0 || (role != QM_ROLE_STEP && role != QM_ROLE_FALL)) {
            continue;
        }
        if (role == QM_ROLE_FALL) {
            draw_fall(page, event, now[event->figure - 1]);
        } else if (!is_ordered(page, event->figure)) {
            draw_other(page, event, now[event->figure - 1]);
        }
        now[event->figure - 1] = event->at;
    }
}

void qm__draw_played_sign(qm__page *page, qm__sign sign, qm__point at) {
    const unsigned colour = sign == QM__SIGN_FALL ? FALL : STEPPED;
    draw_arrow(page, (qm__point){at.x - 20, at.y}, (qm__point){at.x + 20, at.y}, colour, "");
}
