/* The legend of a picture: what its colours, patterns and signs mean.
 *
 * Invariant: it has only what occurs in the picture, and its entries are measured before they are set, so columns come
 * out about equally high and no text runs into the next.
 */
#include <string.h>

#include "game/place.h"
#include "game/scenario.h"
#include "io/draw_story.h"

#define LEGEND_MAX 160
#define SWATCH 54 /* width of a swatch with the gap after it */
#define ROW 38
#define LEADING 32
#define COLUMN 440 /* width of a column of the legend at least */
#define GUTTER 24

static const qm__type body = {25, false, 0};

typedef enum entry_kind {
    ENTRY_SIDE,
    ENTRY_GROUND,
    ENTRY_BAND,
    ENTRY_RISK,
    ENTRY_THREAT,
    ENTRY_AREA,
    ENTRY_OBJECTIVE,
    ENTRY_SIGN
} entry_kind;

typedef struct entry {
    entry_kind kind;
    uint16_t value; /* side, ground, band, kind of reach by risk, side, side, zone, sign */
    char text[96];
} entry;

typedef struct legend {
    entry entries[LEGEND_MAX];
    size_t count;
} legend;

static qm_text new_entry(legend *list, entry_kind kind, uint16_t value) {
    entry *e = &list->entries[list->count < LEGEND_MAX ? list->count++ : LEGEND_MAX - 1];
    e->kind = kind;
    e->value = value;
    return qm_text_over(e->text, sizeof e->text);
}

/* Kinds of zones on a table: the value is their row. */
static void list_areas(const qm__page *page, legend *list) {
    for (uint32_t i = 0; i < page->table->area_count; i++) {
        const uint16_t kind = page->table->areas[i].kind;
        bool before = kind == 0;
        for (uint32_t k = 0; k < i && !before; k++) {
            before = page->table->areas[k].kind == kind;
        }
        if (!before) {
            qm_text text = new_entry(list, ENTRY_GROUND, kind);
            qm_text_add(&text, qm__terrain_name(page->scenario, kind));
        }
    }
}

static void list_grounds(const qm__page *page, legend *list) {
    if (page->table) {
        list_areas(page, list);
        return;
    }
    for (uint16_t ground = 0; ground < page->scenario->ground_count; ground++) {
        const qm__ground_look look = qm__ground_look_of(page, ground);
        const size_t cells = page->cells;
        bool occurs = false;
        for (size_t cell = 1; cell <= cells && !occurs; cell++) {
            occurs = page->scenario->cells[cell] == ground;
        }
        if (!occurs || look.tone == 0xffffff) {
            continue;
        }
        char sign = 0, level[24];
        qm_text text = new_entry(list, ENTRY_GROUND, ground);
        qm_text_add(&text, page->scenario->grounds[ground].name);
        if (qm__ground_level(page->scenario, ground, &sign, level)) {
            qm_text_addf(&text, ", %s %s", level, sign == '-' ? "deep" : "high");
        }
    }
}

static bool takes_running(const qm_reach_area *area, int32_t cost) {
    bool takes = false;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        takes = takes || (area->rings[r].cost == cost && area->rings[r].effort);
    }
    return takes;
}

static void list_bands(const qm__page *page, legend *list) {
    const char *name = qm_figure_name(page->scenario, page->options->reach);
    for (int band = 0; band < page->band_count; band++) {
        qm_text text = new_entry(list, ENTRY_BAND, (uint16_t)band);
        const int low = (int)page->band_low[band], high = (int)page->band_high[band];
        if (page->table) {
            qm_text_addf(&text, "%s: up to ", name);
            qm__inches_print(high, &text);
            qm_text_add(&text, takes_running(page->facts->area, high) ? "\", running" : "\"");
        } else if (low == high) {
            qm_text_addf(&text, "%s: cost %d", name, high);
        } else if (low == 0) {
            qm_text_addf(&text, "%s: cost up to %d", name, high);
        } else {
            qm_text_addf(&text, "%s: cost %d to %d", name, low, high);
        }
    }
}

/* "Ada moves 6": one check", or "Ada runs 9": …". */
static void list_risks(const qm__page *page, legend *list) {
    static const char *const words[QM_RISKS] = {"no check", "one check", "more checks"};
    const char *name = qm_figure_name(page->scenario, page->options->reach);
    for (uint16_t kind = 0; kind < 2 * QM_RISKS; kind++) {
        const bool runs = kind % 2 != 0;
        if (page->risks >> kind & 1) {
            qm_text text = new_entry(list, ENTRY_RISK, kind);
            qm_text_addf(&text, "%s %s ", name, runs ? "runs" : "moves");
            qm__inches_print(page->facts->bands[runs], &text);
            qm_text_addf(&text, "\": %s", words[kind / 2]);
        }
    }
}

static void list_signs(const qm__page *page, legend *list) {
    static const char *const texts[QM__SIGN_COUNT] = {
        [QM__SIGN_LOW] = "kneeling, sitting",
        [QM__SIGN_PRONE] = "lying",
        [QM__SIGN_OUT] = "unconscious",
        [QM__SIGN_DEAD] = "dead",
        [QM__SIGN_HANGS] = "hangs at the rim",
        [QM__SIGN_ITEM] = "dropped item",
        [QM__SIGN_RISK] = "needs luck: cost and chance of the cheapest way",
        [QM__SIGN_STOP] = "movement ends there",
        [QM__SIGN_EFFORT] = "only at a run, which spends the action",
        [QM__SIGN_STEP] = "way of the order",
        [QM__SIGN_JUMP] = "jump",
        [QM__SIGN_BADGE] = "check, explained below",
        [QM__SIGN_WALL] = "wall",
        [QM__SIGN_START] = "where a figure was",
        [QM__SIGN_MOVE] = "its way; steps with one number happen together",
        [QM__SIGN_WON] = "way of one who won a conflict",
        [QM__SIGN_WISH] = "where it wanted to go",
        [QM__SIGN_REFUGE] = "chosen to keep away",
        [QM__SIGN_CONTEST] = "contested, with the movement left",
        [QM__SIGN_DIE] = "even, settled by dice",
        [QM__SIGN_INTERRUPT] = "moves at once, out of turn",
        [QM__SIGN_BAR] = "stopped",
        [QM__SIGN_NOTE] = "told below",
        [QM__SIGN_HEIGHT] = "height of its top, in inches",
        [QM__SIGN_CLOSED] = "cannot be stood on",
        [QM__SIGN_BARRED] = "no base may reach over it",
        [QM__SIGN_FLOOR] = "has room below: from, to",
        [QM__SIGN_RAILING] = "railing",
        [QM__SIGN_LADDER] = "ladder",
        [QM__SIGN_SIGHT] = "line of sight, share seen",
        [QM__SIGN_HIDES] = "hides the most of it",
        [QM__SIGN_FIRE] = "shoots; the nearest it may hit",
        [QM__SIGN_WAITS] = "cannot shoot now, and waits",
        [QM__SIGN_CLEAR] = "can be seen through",
        [QM__SIGN_LEVEL] = "at this height",
        [QM__SIGN_LINK] = "climb, jump or drop",
        [QM__SIGN_FLIGHT] = "jump on one level",
        [QM__SIGN_END] = "its base at the end",
        [QM__SIGN_ASKED] = "refused; fails at the cross",
        [QM__SIGN_LAPSED] = "ordered, but not gone",
        [QM__SIGN_AREA] = "zone without a kind",
        [QM__SIGN_ELSEWHERE] = "where it can end instead",
        [QM__SIGN_FALL] = "fall, with these dice",
        [QM__SIGN_ANSWER] = "steps in, out of turn",
        [QM__SIGN_CHANCE] = "chance of getting to this spot, by the safest way",
        [QM__SIGN_CLIMBS] = "can be climbed, all along the line",
        [QM__SIGN_JUMPS] = "can be jumped off, over a gap",
        [QM__SIGN_DROPS] = "can be dropped off",
        [QM__SIGN_RISES] = "height of it, up or down",
    };
    for (uint16_t sign = 0; sign < QM__SIGN_COUNT; sign++) {
        if (page->signs >> sign & 1) {
            qm_text text = new_entry(list, ENTRY_SIGN, sign);
            qm_text_add(&text, texts[sign]);
        }
    }
}

static void list_objectives(const qm__page *page, legend *list) {
    for (uint16_t i = 0; i < page->scenario->zone_count; i++) {
        const qm__zone *zone = &page->scenario->zones[i];
        qm_text text = new_entry(list, ENTRY_OBJECTIVE, i);
        qm_text_addf(&text, "%s: objective of %s, held for %u turn%s", zone->name,
                     zone->side ? qm_side_name(page->scenario, zone->side) : "any side", (unsigned)zone->turns,
                     zone->turns == 1 ? "" : "s");
    }
}

static void list_all(const qm__page *page, legend *list) {
    list->count = 0;
    for (uint16_t side = 1; side <= page->scenario->side_count; side++) {
        if (page->sides >> side & 1) {
            qm_text text = new_entry(list, ENTRY_SIDE, side);
            qm_text_add(&text, qm_side_name(page->scenario, side));
        }
    }
    for (uint16_t side = 1; side <= page->scenario->side_count; side++) {
        if (page->threat_sides >> side & 1) {
            qm_text text = new_entry(list, ENTRY_THREAT, side);
            const char *who = page->options->threat == QM_DRAW_EVERYONE
                                  ? qm_side_name(page->scenario, side)
                                  : qm_figure_name(page->scenario, page->options->threat);
            const qm_rules_facts *facts = page->scenario->family->facts;
            if (facts->space == QM_SPACE_HEX || !facts->threat) { /* where figures have a front */
                qm_text_addf(&text, "front of %s", who);
            } else {
                qm_text_addf(&text, "what %s %s", who, facts->threat);
            }
        }
    }
    for (uint16_t side = 1; side <= page->scenario->side_count; side++) {
        if (page->area_sides >> side & 1) {
            qm_text text = new_entry(list, ENTRY_AREA, side);
            qm_text_addf(&text, "watched by %s", qm_side_name(page->scenario, side));
        }
    }
    list_objectives(page, list);
    list_grounds(page, list);
    list_bands(page, list);
    list_risks(page, list);
    list_signs(page, list);
}

static void swatch_rect(qm__page *page, double x, double y, const char *fill_start, unsigned fill, double opacity,
                        unsigned line) {
    qm__page_add(page, "<rect x=\"%n\" y=\"%n\" width=\"40\" height=\"26\" fill=\"", x, y);
    if (fill_start) {
        qm__page_add(page, "url(#qm-%s)", fill_start);
    } else {
        qm__page_add(page, "%k", fill);
    }
    qm__page_add(page, "\" fill-opacity=\"%n\" stroke=\"%k\" stroke-width=\"2\"/>\n", opacity, line);
}

static void swatch_sign(qm__page *page, qm__sign sign, double x, double y) {
    const qm__point at = {x + 20, y + 13};
    uint16_t side = 1;
    while (side < QM_SIDES_MAX && !(page->sides >> side & 1)) {
        side++;
    }
    switch (sign) {
    case QM__SIGN_LOW:
    case QM__SIGN_PRONE:
    case QM__SIGN_OUT:
    case QM__SIGN_DEAD:
        qm__draw_figure_sign(page, side, (qm_posture)(QM_POSTURE_LOW + (sign - QM__SIGN_LOW)), at,
                             sign == QM__SIGN_LOW ? 16 : 18, NULL);
        return;
    case QM__SIGN_HANGS: {
        const qm__point hands = {at.x, at.y + 4}, north = {0, -1};
        qm__page_add(page, "<path d=\"M%n %nh40\" fill=\"none\" stroke=\"%k\" stroke-width=\"3\"/>\n", x, y + 6,
                     0x555555u);
        qm__draw_figure_sign(page, side, QM_POSTURE_STANDING, hands, 11, NULL);
        qm__draw_hanging_sign(page, hands, 11, north);
        return;
    }
    case QM__SIGN_ITEM:
        qm__draw_item_sign(page, at, 11);
        return;
    case QM__SIGN_RISK:
        swatch_rect(page, x, y, "risk", 0, 1, 0x2f5f2d);
        return;
    case QM__SIGN_STOP:
        qm__page_add(page,
                     "<rect x=\"%n\" y=\"%n\" width=\"24\" height=\"26\" fill=\"none\" stroke=\"#000000\" "
                     "stroke-width=\"2\"/>\n",
                     x + 8, y);
        qm__page_text(page, at.x, at.y + 8, QM__TEXT_MIDDLE, (qm__type){22, true, 0}, "3", 1);
        return;
    case QM__SIGN_EFFORT:
        qm__page_text(page, at.x, at.y + 8, QM__TEXT_MIDDLE, (qm__type){22, true, 0}, "5r", 2);
        return;
    case QM__SIGN_STEP:
        qm__page_add(page,
                     "<path d=\"M%n %nh26\" fill=\"none\" stroke=\"#1a1a1a\" stroke-width=\"5\" "
                     "marker-end=\"url(#qm-arrow)\"/>\n",
                     x, at.y);
        return;
    case QM__SIGN_JUMP:
        qm__page_add(page,
                     "<path d=\"M%n %nq18 -26 36 0\" fill=\"none\" stroke=\"#1a1a1a\" stroke-width=\"4\" "
                     "stroke-dasharray=\"9 4\" marker-end=\"url(#qm-arrow)\"/>\n",
                     x, at.y + 10);
        return;
    case QM__SIGN_BADGE:
        qm__draw_badge(page, at, 13, 'A');
        return;
    case QM__SIGN_WALL:
        qm__page_add(page, "<path d=\"M%n %nh40\" fill=\"none\" stroke=\"%k\" stroke-width=\"9\"/>\n", x, at.y,
                     0x2a2420u);
        return;
    case QM__SIGN_START:
    case QM__SIGN_MOVE:
    case QM__SIGN_WON:
    case QM__SIGN_WISH:
    case QM__SIGN_REFUGE:
    case QM__SIGN_CONTEST:
    case QM__SIGN_DIE:
    case QM__SIGN_INTERRUPT:
    case QM__SIGN_BAR:
    case QM__SIGN_NOTE:
        qm__draw_story_sign(page, sign, side, at);
        return;
    case QM__SIGN_HEIGHT:
    case QM__SIGN_CLOSED:
    case QM__SIGN_BARRED:
    case QM__SIGN_FLOOR:
    case QM__SIGN_RAILING:
    case QM__SIGN_LADDER:
    case QM__SIGN_CLEAR:
    case QM__SIGN_LEVEL:
    case QM__SIGN_AREA:
        qm__draw_table_sign(page, sign, at);
        return;
    case QM__SIGN_SIGHT:
    case QM__SIGN_HIDES:
    case QM__SIGN_FIRE:
    case QM__SIGN_WAITS:
        qm__draw_sight_sign(page, sign, at);
        return;
    case QM__SIGN_LINK:
    case QM__SIGN_FLIGHT:
    case QM__SIGN_END:
    case QM__SIGN_ASKED:
    case QM__SIGN_LAPSED:
        qm__draw_inches_sign(page, sign, at);
        return;
    case QM__SIGN_ELSEWHERE:
        qm__draw_elsewhere_sign(page, at);
        return;
    case QM__SIGN_FALL:
    case QM__SIGN_ANSWER:
        qm__draw_played_sign(page, sign, at);
        return;
    case QM__SIGN_CHANCE:
        qm__draw_spot_sign(page, (qm__point){x + 6, at.y});
        qm__page_text(page, x + 14, at.y + 6, QM__TEXT_START, (qm__type){15, true, 0}, "75%", 3);
        return;
    case QM__SIGN_CLIMBS:
    case QM__SIGN_JUMPS:
    case QM__SIGN_DROPS:
    case QM__SIGN_RISES:
        qm__draw_link_sign(page, sign, at);
        return;
    case QM__SIGN_COUNT:
        return;
    }
}

static void draw_swatch(qm__page *page, const entry *e, double x, double y) {
    const qm__point at = {x + 20, y + 13}, east = {1, 0};
    switch (e->kind) {
    case ENTRY_SIDE:
        qm__draw_figure_sign(page, e->value, QM_POSTURE_STANDING, (qm__point){at.x - 5, at.y}, 15,
                             page->faces ? &east : NULL);
        return;
    case ENTRY_GROUND: {
        const qm__ground_look look = page->table
                                         ? qm__ground_look_named(qm__terrain_name(page->scenario, e->value), e->value)
                                         : qm__ground_look_of(page, e->value);
        swatch_rect(page, x, y, NULL, look.tone, 1, 0x555555);
        if (look.pattern != QM__PATTERN_NONE) {
            swatch_rect(page, x, y, qm__pattern_name(look.pattern), 0, 1, look.edge == 0xffffff ? 0x555555 : look.edge);
        }
        return;
    }
    case ENTRY_BAND:
        swatch_rect(page, x, y, NULL, qm__band_tone(e->value), 0.6, 0x2f5f2d);
        return;
    case ENTRY_RISK: {
        const uint32_t risk = e->value / 2;
        swatch_rect(page, x, y, NULL, qm__risk_tone(e->value % 2, risk), 0.8, 0x3a3a3a);
        if (risk > QM_RISK_NONE) {
            swatch_rect(page, x, y, qm__pattern_name(qm__risk_pattern(risk)), 0, 0.8, 0x3a3a3a);
        }
        return;
    }
    case ENTRY_THREAT:
    case ENTRY_AREA:
        swatch_rect(page, x, y, qm__pattern_name(qm__threat_pattern(e->value)), 0, 1, 0x555555);
        return;
    case ENTRY_OBJECTIVE:
        qm__page_add(page, "<rect x=\"%n\" y=\"%n\" width=\"37\" height=\"23\"", x + 1.5, y + 1.5);
        qm__objective_border(page, false);
        qm__page_add(page, "/>\n");
        return;
    case ENTRY_SIGN:
        swatch_sign(page, (qm__sign)e->value, x, y);
        return;
    }
}

/* Writes an entry, its text on as many lines as it takes; gives its height. Without `write` it is only measured. */
static double draw_entry(qm__page *page, const entry *e, double x, double y, double width, bool write) {
    const char *text = e->text;
    double height = ROW - LEADING;
    if (write) {
        draw_swatch(page, e, x, y);
    }
    while (*text) {
        const size_t length = qm__text_line(text, width - SWATCH, body);
        if (write) {
            qm__page_text(page, x + SWATCH, y + height + 22 - (ROW - LEADING), QM__TEXT_START, body, text, length);
        }
        height += LEADING;
        text += length;
        text += strspn(text, " ");
    }
    return height < ROW ? ROW : height;
}

/* Entries flow into columns of about equal height. */
void qm__draw_legend(qm__page *page) {
    legend *list = qm__arena_alloc(page->arena, sizeof *list);
    if (!list) {
        page->failed = true;
        return;
    }
    list_all(page, list);
    page->layer = QM__LAYER_CAPTIONS;
    double columns = (double)(int)(qm__column_width(page) / COLUMN);
    columns = columns < 1 ? 1 : columns;
    const double pitch = qm__column_width(page) / columns, top = page->bottom + 6;
    double all = 0;
    for (size_t i = 0; i < list->count; i++) {
        all += draw_entry(page, &list->entries[i], 0, 0, pitch - GUTTER, false);
    }
    double x = QM__PAGE_MARGIN, y = 0, tallest = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (y >= all / columns) {
            x += pitch;
            y = 0;
        }
        y += draw_entry(page, &list->entries[i], x, top + y, pitch - GUTTER, true);
        tallest = y > tallest ? y : tallest;
    }
    page->bottom = top + tallest + 6;
}
