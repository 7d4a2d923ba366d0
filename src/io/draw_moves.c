/* A story on the board: where everybody was, the way each one went with its beats, where it wanted to go, what was
 * contested and by whom, who was stopped, and who moved out of turn.
 *
 * Order of drawing: watched areas and bursts lie lowest, then ghosts, dashed wishes, and the tracks, those who won a
 * conflict last, so that a bold line is never crossed out by another. Bars and letters come on top. Letters look for a
 * free spot around the place they belong to, with their text if they have one, else without, else not at all: the
 * account below has them all.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw_signs.h"
#include "io/draw_story.h"

#define STANDING 0.46 /* half the height of a figure, in hex sides */
#define SMALLEST 22   /* side of a hex, below which beats are not numbered */

static const unsigned dark = 0x1a1a1a;

/* --------------------------------------------------------------------------------------------------------- tracks */

typedef struct line {
    qm__point *points; /* on the page, from the start to where the arrow ends */
    size_t count;
    unsigned colour;
    double thick;
} line;

static unsigned colour_of(const qm__page *page, const qm__figure_track *track) {
    return qm__side_colour(page->scenario->figures[track->figure - 1].side);
}

static qm__point shifted(const qm__page *page, const qm__figure_track *track, qm__cell cell) {
    return qm__point_plus(qm__page_cell(page, cell), track->lane, page->side);
}

/* The cell of a track before its first step, or after so many. */
static qm__cell cell_after(const qm__figure_track *track, uint32_t steps) {
    return steps ? track->steps[steps - 1].to : track->start;
}

/* The same as a point of its line. Its ends are shifted across the line only: an arrow's head would else be pushed into
 * the figure it ends at. */
static qm__point point_after(const qm__page *page, const qm__figure_track *track, uint32_t steps) {
    const qm__cell here = cell_after(track, steps);
    const bool first = steps == 0, last = steps == track->step_count;
    if (track->step_count == 0 || (!first && !last)) {
        return shifted(page, track, here);
    }
    const qm__cell next = cell_after(track, first ? 1 : steps - 1);
    if (next == here) {
        return shifted(page, track, here);
    }
    const qm__point at = qm__page_cell(page, here), d = qm__point_toward(at, qm__page_cell(page, next)),
                    across = {-d.y, d.x};
    return qm__point_plus(at, across, (track->lane.x * across.x + track->lane.y * across.y) * page->side);
}

static bool somebody_at(const qm__page *page, qm__cell cell) {
    for (uint16_t i = 0; i < page->scenario->figure_count; i++) {
        const qm_look *look = &page->facts->figures[i];
        if (look->posture != QM_POSTURE_GONE && qm__page_cell_at(page, look->at) == cell) {
            return true;
        }
    }
    return false;
}

static double thickness(const qm__page *page, const qm__figure_track *track) {
    const double plain = page->side < 40 ? 3 : 5;
    return track->interrupts ? plain * 2.2 : track->won ? plain * 2 : plain;
}

/* The points of a track; the last one is off the figure that stands there. */
static line line_of(qm__page *page, const qm__figure_track *track) {
    line l = {.colour = colour_of(page, track), .thick = thickness(page, track)};
    l.points = qm__arena_array(page->arena, (size_t)track->step_count + 1, sizeof *l.points);
    if (!l.points) {
        page->failed = true;
        return l;
    }
    l.points[l.count++] = point_after(page, track, 0);
    for (uint32_t i = 1; i <= track->step_count; i++) {
        const qm__point at = point_after(page, track, i);
        if (qm__point_distance(at, l.points[l.count - 1]) > 1) {
            l.points[l.count++] = at;
        }
    }
    if (l.count > 1) {
        const qm__point last = l.points[l.count - 1], d = qm__point_toward(last, l.points[l.count - 2]);
        l.points[l.count - 1] = qm__point_plus(last, d, (STANDING + 0.1) * page->side);
    }
    return l;
}

static void keep_around(qm__page *page, qm__point at, double radius) {
    qm__page_keep(page, (qm__page_box){at.x - radius, at.y - radius, radius * 2, radius * 2, QM__BOX_SHAPE});
}

static void draw_track(qm__page *page, const qm__figure_track *track) {
    const line l = line_of(page, track);
    if (l.count < 2) {
        return;
    }
    const qm__point tip = l.points[l.count - 1], d = qm__point_toward(l.points[l.count - 2], tip);
    const double head = qm__clamp(l.thick * 2.6, page->side * 0.22 < 10 ? 10 : page->side * 0.22,
                                   page->side * 0.4 < 12 ? 12 : page->side * 0.4);
    l.points[l.count - 1] = qm__point_plus(tip, d, -head * 0.8);
    qm__sign_strokes(page, l.points, l.count, l.thick, track->interrupts, l.colour);
    qm__sign_head(page, tip, d, head, l.colour);
    keep_around(page, qm__point_plus(tip, d, -head * 0.5), head * 0.4);
    qm__page_sign(page, track->interrupts ? QM__SIGN_INTERRUPT : track->won ? QM__SIGN_WON : QM__SIGN_MOVE);
}

/* Keeps the place of a line, so that no text is put on it. */
static void keep_line(qm__page *page, qm__point a, qm__point b) {
    const double length = qm__point_distance(a, b);
    for (double along = 5; along < length; along += 10) {
        const qm__point at = qm__point_plus(a, qm__point_toward(a, b), along);
        qm__page_keep(page, (qm__page_box){at.x - 5, at.y - 5, 10, 10, QM__BOX_LINE});
    }
}

/* The number of a beat on the middle of its line, or a little before or after it, or else close beside it. */
static void number_step(qm__page *page, const qm__figure_track *track, qm__point a, qm__point b, uint16_t beat) {
    static const double spots[][2] = {{0.5, 0},    {0.4, 0},   {0.6, 0},    {0.3, 0},   {0.7, 0},    {0.2, 0},
                                      {0.8, 0},    {0.1, 0},   {0.9, 0},    {0.5, 1.1}, {0.5, -1.1}, {0.5, 1.6},
                                      {0.5, -1.6}, {0.5, 2.2}, {0.5, -2.2}, {0.9, 1.6}, {0.9, -1.6}, {0.2, 1.1},
                                      {0.2, -1.1}, {0.2, 1.6}, {0.2, -1.6}};
    const qm__point d = qm__point_toward(a, b);
    char number[8];
    qm_text text = qm_text_over(number, sizeof number);
    qm_text_add_int(&text, beat);
    const double radius = qm__clamp(page->side * 0.17, 9, 13);
    const qm__type type = {radius * 1.45, true, 0};
    const double wide = qm__text_width(number, text.length, type.size, true) / 2 + 3;
    const double half = text.length > 1 && wide > radius ? wide : radius;
    for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++) {
        const double along = spots[i][0], off = spots[i][1] * radius;
        const qm__point at = {a.x + (b.x - a.x) * along - d.y * off, a.y + (b.y - a.y) * along + d.x * off};
        const qm__page_box box = {at.x - half, at.y - radius, half * 2, radius * 2, QM__BOX_SHAPE};
        if (qm__page_free(page, box, page->box_count)) {
            qm__page_keep(page, box);
            qm__page_add(page,
                         "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"%n\" fill=\"#ffffff\" stroke=\"%k\" "
                         "stroke-width=\"2\"/>\n",
                         box.x, box.y, box.width, box.height, radius, colour_of(page, track));
            qm__page_text(page, at.x, at.y + type.size * 0.36, QM__TEXT_MIDDLE, type, number, text.length);
            return;
        }
    }
}

/* Of the first line the part outside the ghost counts, of the last one that before the arrow's head. */
static void number_track(qm__page *page, const qm__figure_track *track) {
    for (uint32_t i = 0; i < track->step_count && page->side >= SMALLEST; i++) {
        if (cell_after(track, i) != cell_after(track, i + 1)) {
            qm__point a = point_after(page, track, i), b = point_after(page, track, i + 1);
            const qm__point d = qm__point_toward(a, b);
            a = i == 0 ? qm__point_plus(a, d, STANDING * page->side) : a;
            b = i + 1 == track->step_count ? qm__point_plus(b, d, -(STANDING + 0.4) * page->side) : b;
            number_step(page, track, a, b, track->steps[i].beat);
        }
    }
}

/* From where it ended to where it wanted to go, unless it got there. */
static void draw_goal(qm__page *page, const qm__figure_track *track) {
    const unsigned colour = colour_of(page, track);
    const qm__cell goal = qm__track_goal(page->story, track);
    if (track->goal && track->refuge) {
        qm__sign_refuge(page, qm__page_cell(page, track->goal), page->side * 0.7, colour);
        qm__page_sign(page, QM__SIGN_REFUGE);
    }
    if (!goal || (track->follows && page->shape->near(page->scenario, goal, track->end))) {
        return;
    }
    const bool taken = somebody_at(page, goal);
    const qm__point from = qm__page_cell(page, track->end);
    const qm__point to = taken ? qm__page_cell(page, goal) : shifted(page, track, goal);
    const qm__point d = qm__point_toward(from, to), a = qm__point_plus(from, d, (STANDING + 0.06) * page->side);
    const qm__point b = qm__point_plus(to, d, -(taken ? STANDING + 0.12 : 0.16) * page->side);
    qm__sign_wish(page, a, b, page->side < 40 ? 2.5 : 4, colour);
    keep_line(page, a, b);
    if (!taken) {
        const double radius = qm__clamp(page->side * 0.16, 5, 13);
        qm__sign_target(page, to, radius, colour);
        keep_around(page, to, radius);
    }
    qm__page_sign(page, QM__SIGN_WISH);
}

static double start_radius(const qm__page *page, const qm__figure_track *track) {
    return page->side * (somebody_at(page, track->start) ? 0.66 : STANDING * 0.9);
}

/* Where it was, around whoever came there meanwhile; that outline is no hindrance to numbers, only to later texts. */
static void draw_start(qm__page *page, const qm__figure_track *track) {
    if (!track->start || track->start == track->end) {
        return;
    }
    const double radius = start_radius(page, track);
    const qm__point at = qm__page_cell(page, track->start);
    qm__draw_ghost_sign(page, page->scenario->figures[track->figure - 1].side, at, radius);
    if (!somebody_at(page, track->start)) {
        keep_around(page, at, radius);
    }
    qm__page_sign(page, QM__SIGN_START);
}

static void draw_tracks(qm__page *page) {
    const uint16_t figures = page->scenario->figure_count;
    const qm__figure_track *tracks = page->story->tracks;
    page->layer = QM__LAYER_PATH;
    for (uint16_t i = 0; i < figures; i++) {
        draw_start(page, &tracks[i]);
    }
    for (uint16_t i = 0; i < figures; i++) {
        draw_goal(page, &tracks[i]);
    }
    for (int bold = 0; bold < 2; bold++) {
        for (uint16_t i = 0; i < figures; i++) {
            if ((tracks[i].won || tracks[i].interrupts) == (bold == 1)) {
                draw_track(page, &tracks[i]);
            }
        }
    }
    page->layer = QM__LAYER_LABELS;
    for (uint16_t i = 0; i < figures; i++) {
        number_track(page, &tracks[i]);
    }
    for (uint16_t i = 0; i < figures; i++) {
        const line l = line_of(page, &tracks[i]);
        for (size_t k = 1; k < l.count; k++) {
            keep_line(page, l.points[k - 1], l.points[k]);
        }
        if (l.count > 1) {
            keep_around(page, qm__page_cell(page, tracks[i].start), start_radius(page, &tracks[i]));
        }
    }
}

/* ---------------------------------------------------------------------------------------------------------- areas */

static void draw_areas(qm__page *page) {
    page->layer = QM__LAYER_ZONES;
    for (uint16_t side = 1; side <= page->scenario->side_count; side++) {
        const uint16_t value = (uint16_t)(side + 1);
        bool any = false;
        for (uint32_t cell = 1; cell <= page->cells; cell++) {
            if (page->story->area[cell] == value) {
                any = true;
                page->busy[cell] = 1;
            }
        }
        if (!any) {
            continue;
        }
        const qm__pattern pattern = qm__threat_pattern(side);
        page->patterns |= 1u << pattern;
        page->area_sides |= 1u << side;
        qm__page_add(page,
                     "<path fill=\"url(#qm-%s)\" fill-rule=\"evenodd\" stroke=\"%k\" stroke-width=\"3\" "
                     "stroke-dasharray=\"10 5\" d=\"",
                     qm__pattern_name(pattern), qm__pattern_colour(pattern));
        qm__page_outline(page, page->story->area, value, page->marks);
        qm__page_add(page, "\"/>\n");
    }
}

/* ---------------------------------------------------------------------------------------------------------- notes */

/* A contested place has one star, however often it is fought over. */
static void draw_contest(qm__page *page, uint32_t index) {
    const qm__note *note = &page->story->notes[index];
    for (uint32_t i = 0; i < index; i++) {
        if (note->at && page->story->notes[i].role == QM_ROLE_CONFLICT && page->story->notes[i].at == note->at) {
            return;
        }
    }
    qm__sign_burst(page, qm__page_point(page, note->where), page->side * (note->at ? 0.82 : 0.42));
    qm__page_sign(page, QM__SIGN_CONTEST);
}

/* The claimants by what they have left, most first. */
static void sort_claimants(const qm__note *note, uint16_t order[QM__CLAIMANTS_MAX]) {
    for (uint16_t i = 0; i < note->figure_count; i++) {
        uint16_t at = i;
        for (; at > 0 && note->left[order[at - 1]] < note->left[i]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

/* "Ada 3 > 2 Brok", "Ada 3 = 3 Brok > 1 Cole", and who got it where the numbers do not say. */
static void print_claim(const qm__page *page, const qm__note *note, qm_text *out) {
    uint16_t order[QM__CLAIMANTS_MAX] = {0};
    sort_claimants(note, order);
    for (uint16_t i = 0; i < note->figure_count; i++) {
        const char *name = qm_figure_name(page->scenario, note->figures[order[i]]);
        const int left = (int)note->left[order[i]];
        if (i == 0) {
            qm_text_add(out, name);
        }
        if (left < 0) {
            qm_text_addf(out, "%s%s", i > 0 ? ", " : "", i > 0 ? name : "");
        } else if (i == 0) {
            qm_text_addf(out, " %d", left);
        } else {
            qm_text_addf(out, " %s %d %s", left < note->left[order[i - 1]] ? ">" : "=", left, name);
        }
    }
    if (note->standoff) {
        qm_text_add(out, note->figure_count > 2 ? ": nobody" : ": neither");
    } else if (note->winner && (note->tie || note->winner != note->figures[order[0]])) {
        qm_text_addf(out, ": %s wins", qm_figure_name(page->scenario, note->winner));
    }
}

/* A letter with a sign and a text beside it. */
typedef struct tag {
    char letter;
    qm__sign sign; /* QM__SIGN_COUNT: none */
    const char *text;
    double half; /* of the height */
    qm__type type;
} tag;

static double tag_width(const tag *t) {
    const double signs = t->sign == QM__SIGN_COUNT ? 1 : 2;
    const double words = *t->text ? qm__text_width(t->text, strlen(t->text), t->type.size, t->type.bold) + 10 : 0;
    return signs * (t->half * 2 + 3) + words;
}

static void put_tag(qm__page *page, const tag *t, qm__page_box box) {
    qm__point at = {box.x + t->half + 1, box.y + box.height / 2};
    qm__page_keep(page, (qm__page_box){box.x, box.y, box.width, box.height, QM__BOX_SHAPE});
    if (*t->text) {
        qm__page_add(
            page,
            "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"4\" fill=\"#ffffff\" fill-opacity=\"0.9\" "
            "stroke=\"%k\" stroke-width=\"1.5\"/>\n",
            box.x, box.y, box.width, box.height, dark);
    }
    qm__draw_badge(page, at, t->half - 1, t->letter);
    qm__page_sign(page, QM__SIGN_NOTE);
    if (t->sign != QM__SIGN_COUNT) {
        at.x += t->half * 2 + 3;
        (t->sign == QM__SIGN_DIE ? qm__sign_die : qm__sign_lightning)(page, at, t->half - 2);
        qm__page_sign(page, t->sign);
    }
    if (*t->text) {
        qm__page_text(page, at.x + t->half + 4, at.y + t->type.size * 0.36, QM__TEXT_START, t->type, t->text,
                      strlen(t->text));
    }
}

/* A thin line from a tag that is far from its place. */
static void lead(qm__page *page, qm__page_box box, qm__point to, double off) {
    const qm__point from = {qm__clamp(to.x, box.x, box.x + box.width), qm__clamp(to.y, box.y, box.y + box.height)};
    if (qm__point_distance(from, to) <= off + 6) {
        return;
    }
    const qm__point end = qm__point_plus(to, qm__point_toward(from, to), -off);
    const qm__page_layer layer = page->layer;
    page->layer = QM__LAYER_LEADERS;
    qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"2\"/>\n", from.x, from.y,
                 end.x, end.y, dark);
    page->layer = layer;
}

/* The nearest free spot around a point, `off` away at least; above and below before beside. */
static bool place_tag(qm__page *page, const tag *t, qm__point at, double off) {
    static const double around[][2] = {{0, -1},  {0, 1},    {1, 0},    {-1, 0},    {0.6, -1}, {-0.6, -1},
                                       {0.6, 1}, {-0.6, 1}, {1, -0.7}, {-1, -0.7}, {1, 0.7},  {-1, 0.7}};
    const double width = tag_width(t), height = t->half * 2;
    for (int ring = 0; ring < 6; ring++) {
        const double away = off + ring * 0.3 * page->side;
        for (size_t i = 0; i < sizeof around / sizeof around[0]; i++) {
            const double x = at.x + around[i][0] * (away + width / 2), y = at.y + around[i][1] * (away + height / 2);
            const qm__page_box box = {x - width / 2, y - height / 2, width, height, QM__BOX_SHAPE};
            if (qm__page_holds(page, box) && qm__page_free(page, box, page->box_count)) {
                lead(page, box, at, off);
                put_tag(page, t, box);
                return true;
            }
        }
    }
    return false;
}

static void draw_note(qm__page *page, const qm__note *note) {
    char text[160];
    qm_text words = qm_text_over(text, sizeof text);
    const bool conflict = note->role == QM_ROLE_CONFLICT;
    if (conflict) {
        print_claim(page, note, &words);
    }
    const double half = qm__clamp(page->side * 0.2, 11, 15);
    const qm__sign sign = note->role == QM_ROLE_INTERRUPT ? QM__SIGN_INTERRUPT
                          : note->tie && !note->standoff  ? QM__SIGN_DIE
                                                          : QM__SIGN_COUNT;
    tag t = {note->letter, sign, conflict ? text : "", half, {half * 1.35, true, 0}};
    const qm__point at = qm__page_point(page, note->where);
    const double off = page->side * (conflict ? (note->at ? 0.62 : 0.44) : note->at ? STANDING + 0.06 : 0.1);
    if (!note->letter || place_tag(page, &t, at, off)) {
        return;
    }
    t.text = "";
    place_tag(page, &t, at, off);
}

static void draw_bars(qm__page *page) {
    const double half = qm__clamp(page->side * 0.28, 7, 26), thick = page->side < 40 ? 4 : 7;
    page->layer = QM__LAYER_FIGURES;
    for (uint32_t i = 0; i < page->story->bar_count; i++) {
        const qm__bar *bar = &page->story->bars[i];
        const qm__point at = qm__page_point(page, bar->at);
        qm__sign_bar(page, at, bar->toward, half, thick);
        const double x = half * (bar->toward.y < 0 ? -bar->toward.y : bar->toward.y) + thick / 2;
        const double y = half * (bar->toward.x < 0 ? -bar->toward.x : bar->toward.x) + thick / 2;
        qm__page_keep(page, (qm__page_box){at.x - x, at.y - y, x * 2, y * 2, QM__BOX_SHAPE});
        qm__page_sign(page, QM__SIGN_BAR);
    }
}

void qm__draw_story(qm__page *page) {
    page->story = qm__story_find(page);
    if (!page->story) {
        return;
    }
    draw_areas(page);
    page->layer = QM__LAYER_PATH;
    for (uint32_t i = 0; i < page->story->note_count; i++) {
        if (page->story->notes[i].role == QM_ROLE_CONFLICT) {
            draw_contest(page, i);
        }
    }
    draw_bars(page);
    draw_tracks(page);
    page->layer = QM__LAYER_LABELS;
    /* Those with words first: they need the most room. */
    for (int words = 1; words >= 0; words--) {
        for (uint32_t i = 0; i < page->story->note_count; i++) {
            if ((page->story->notes[i].role == QM_ROLE_CONFLICT) == (words == 1)) {
                draw_note(page, &page->story->notes[i]);
            }
        }
    }
}
