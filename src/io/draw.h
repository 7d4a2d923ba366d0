/* Pictures, for the inside: the page, its layers, its texts and the facts that are drawn.
 *
 * All lengths on the page are in tenths of a millimetre, y grows downwards. Things are drawn in any order into layers,
 * and the layers are joined at the end, so that what must be decided late (a leader line under a figure) can still lie
 * low.
 *
 * Invariant: every text of a picture goes through qm__page_text, which keeps its rectangle in `boxes`; on the board a
 * text is only written where its rectangle is free. So "no two texts overlap" is a property of that list, and is tested
 * there.
 */
#ifndef QM_IO_DRAW_H
#define QM_IO_DRAW_H

#include "base/arena.h"
#include "base/root.h"
#include "game/cells.h"
#include "quickmarch/draw.h"

/* ---------------------------------------------------------------------------------------------------------- facts */

/* One way an order can end, in words. */
typedef struct qm__draw_outcome {
    double chance;
    uint64_t numerator, denominator; /* both 0: not exact */
    const char *text;
} qm__draw_outcome;

/* A place where the figure of an order can end; or one that takes a check, and the chance of getting there by the
 * safest way. */
typedef struct qm__draw_end {
    qm_place at;
    double chance;
} qm__draw_end;
#define QM__ENDS_MAX 16 /* are drawn, those of the likeliest outcomes */

/* A line of sight. */
typedef struct qm__sight_line {
    uint16_t from, to;
    bool told; /* in words too: of units, how much is seen of each figure */
    qm_sight sight;
} qm__sight_line;

/* The same order in another plan of a comparison. */
typedef struct qm__draw_rival {
    const qm_scenario *scenario;
    const struct qm__draw_facts *facts;
} qm__draw_rival;

/* All that is known of the position and drawn; found once, so that drawing asks no more questions. */
typedef struct qm__draw_facts {
    const qm_look *figures, *items; /* [0] is figure 1 */
    const uint8_t *hanging; /* [0] is figure 1: 1 + the direction it hangs towards, 0: none; NULL: nobody hangs */
    const qm_reach_place *reach;
    uint32_t reach_count;
    const qm_reach_area *area; /* tables: the regions of all bands, cheapest first; NULL: none */
    const int32_t *bands;      /* … and their costs */
    uint32_t region_bands;
    bool by_risk; /* … of moving and of running, each by risk; bands are not drawn */
    const qm__draw_end *spots;  /* … chances of getting somewhere */
    uint32_t spot_count;
    const qm_link *links; /* tables: those that a figure could take */
    uint32_t link_count;
    const qm__sight_line *sights; /* tables: of the figures or units in the options, those to be told first */
    uint32_t sight_count;
    const qm_shot *shots; /* tables: of the order, no two on the same line */
    uint32_t shot_count;
    qm_place **threats;    /* [0] is figure 1; NULL where nothing is hatched */
    uint32_t *threat_counts;
    const qm_order *order; /* NULL: none */
    const char *order_text;
    const qm_verdict *verdict;
    const qm__draw_outcome *outcomes;
    uint32_t outcome_count; /* listed */
    uint32_t more_outcomes; /* not listed */
    double more_chance;     /* of those */
    bool too_many;          /* the odds were not found */
    bool supposed;          /* … or are as in qm_odds_result */
    const char *policy;     /* who answered choices; NULL where there were none */
    const qm_odds_ends_result *sums; /* of all outcomes by how the figure ends; NULL: there are none */
    qm__draw_end *ends;     /* NULL: they are not drawn */
    uint32_t end_count;
    const qm__draw_rival *rivals; /* what is not the same there is marked; NULL: none */
    uint32_t rival_count;
    const qm_event
        *story; /* what happened when the order was carried out; NULL: that is not drawn. Then `figures` are */
    uint32_t story_count;  /* after it */
    const qm_look *before; /* the figures before the story */
    bool story_likely;     /* it is the most likely outcome: the first of them */
    const qm_forecast_result *forecast; /* drawn instead of the board and all else; NULL: none */
} qm__draw_facts;

/* A story taken apart: see draw_story.h. */
typedef struct qm__story qm__story;

/* ---------------------------------------------------------------------------------------------------- draw_cells.c */

#define QM__EDGES_MAX 6

typedef qm__hex_point qm__point;

/* The outline of the cells of one kind of space. All lengths are in hex sides, and a tile is as broad as a hex is from
 * edge to edge, so that signs made for the one fit into the other. Edges are counted clockwise; the edge i runs from
 * corner i - 1 to corner i. Functions take cells of the board. */
typedef struct qm__cell_shape {
    int edges;      /* of a cell */
    int directions; /* in which a figure can face */
    qm__point (*centre)(const qm_scenario *scenario, qm__cell cell);
    void (*corners)(const qm_scenario *scenario, qm__cell cell, qm__point out[QM__EDGES_MAX]);
    qm__point (*extent)(const qm_scenario *scenario); /* of the whole board */
    qm__point (*pitch)(const qm_scenario *scenario);  /* from one column to the next, and from one row to the next */
    qm__cell (*beside)(const qm_scenario *scenario, qm__cell cell, int edge); /* the cell behind an edge, or none */
    bool (*walled)(const qm_scenario *scenario, qm__cell cell, int edge);     /* has a wall on that edge */
    qm__point (*toward)(const qm_scenario *scenario, qm__cell cell, int direction); /* a vector of length 1 */
    /* Whether one step leads from a to b; and how long a line from a to b is taken to be. */
    bool (*near)(const qm_scenario *scenario, qm__cell a, qm__cell b);
    double (*span)(const qm_scenario *scenario, qm__cell a, qm__cell b);
    /* From the middle of a cell to that of its coordinates, if these are so broad; they may be below as well. */
    qm__point (*label)(const qm_scenario *scenario, double width);
} qm__cell_shape;

/* NULL where the space has no cells, and so no pictures. */
const qm__cell_shape *qm__cell_shape_of(const qm_scenario *scenario);

static inline int qm__edge_turn(const qm__cell_shape *shape, int edge, int edges) {
    return (edge + edges + shape->edges) % shape->edges;
}

/* ----------------------------------------------------------------------------------------------------------- page */

#define QM__PAGE_MARGIN 50.0

typedef enum qm__page_layer {
    QM__LAYER_GROUND,
    QM__LAYER_ZONES, /* reach and threat */
    QM__LAYER_GRID,  /* and the borders of objectives */
    QM__LAYER_PATH,
    QM__LAYER_LEADERS,
    QM__LAYER_FIGURES,
    QM__LAYER_LABELS,
    QM__LAYER_CAPTIONS, /* title, key, legend, captions: all outside the board */
    QM__LAYER_COUNT
} qm__page_layer;

typedef enum qm__box_kind {
    QM__BOX_TEXT,
    QM__BOX_SHAPE, /* a figure, a badge: texts keep away from it */
    QM__BOX_LINE   /* a piece of a leader line */
} qm__box_kind;

typedef struct qm__page_box {
    double x, y, width, height; /* x and y of its upper left corner */
    qm__box_kind kind;
} qm__page_box;

/* Fill patterns; each is defined in the file only if it occurs. */
typedef enum qm__pattern {
    QM__PATTERN_NONE,
    QM__PATTERN_CHEVRONS,
    QM__PATTERN_RUBBLE,
    QM__PATTERN_WAVES,
    QM__PATTERN_SPECKS,
    QM__PATTERN_FLAMES,
    QM__PATTERN_BRICKS,
    QM__PATTERN_BLOCKS,
    QM__PATTERN_RUNGS,
    QM__PATTERN_PLUSES,
    QM__PATTERN_RINGS,
    QM__PATTERN_SQUARES,
    QM__PATTERN_RISK,
    QM__PATTERN_THREAT, /* four ways of hatching, for the sides in turn */
    QM__PATTERN_THREAT_BACK,
    QM__PATTERN_THREAT_UPRIGHT,
    QM__PATTERN_THREAT_LEVEL,
    QM__PATTERN_CHECK, /* reach on tables: with one check, with more */
    QM__PATTERN_CHECKS,
    QM__PATTERN_COUNT
} qm__pattern;

/* Signs that a legend explains only if they occur; the first are the postures from QM_POSTURE_LOW on, in order. */
typedef enum qm__sign {
    QM__SIGN_LOW,
    QM__SIGN_PRONE,
    QM__SIGN_OUT,
    QM__SIGN_DEAD,
    QM__SIGN_HANGS,
    QM__SIGN_ITEM,
    QM__SIGN_RISK,
    QM__SIGN_STOP,
    QM__SIGN_EFFORT,
    QM__SIGN_STEP,
    QM__SIGN_JUMP,
    QM__SIGN_BADGE,
    QM__SIGN_WALL,
    QM__SIGN_START,
    QM__SIGN_MOVE,
    QM__SIGN_WON,
    QM__SIGN_WISH,
    QM__SIGN_REFUGE,
    QM__SIGN_CONTEST,
    QM__SIGN_DIE,
    QM__SIGN_INTERRUPT,
    QM__SIGN_BAR,
    QM__SIGN_NOTE,
    QM__SIGN_HEIGHT,
    QM__SIGN_CLOSED,
    QM__SIGN_BARRED,
    QM__SIGN_FLOOR,
    QM__SIGN_RAILING,
    QM__SIGN_LADDER,
    QM__SIGN_SIGHT,
    QM__SIGN_HIDES,
    QM__SIGN_FIRE,
    QM__SIGN_WAITS,
    QM__SIGN_CLEAR,
    QM__SIGN_LEVEL,
    QM__SIGN_LINK,
    QM__SIGN_FLIGHT,
    QM__SIGN_END,
    QM__SIGN_ASKED,
    QM__SIGN_LAPSED,
    QM__SIGN_AREA,
    QM__SIGN_ELSEWHERE,
    QM__SIGN_FALL,
    QM__SIGN_ANSWER,
    QM__SIGN_CHANCE,
    QM__SIGN_CLIMBS, /* along an edge */
    QM__SIGN_JUMPS,
    QM__SIGN_DROPS,
    QM__SIGN_RISES,
    QM__SIGN_COUNT
} qm__sign;
_Static_assert(QM__SIGN_DEAD - QM__SIGN_LOW == QM_POSTURE_DEAD - QM_POSTURE_LOW, "each low posture has its sign");

#define QM__COST_BANDS_MAX 4

typedef struct qm__page {
    const qm_scenario *scenario;
    const qm_draw_options *options;
    const qm__draw_facts *facts;
    const qm__cell_shape *shape; /* of the board's cells */
    uint32_t cells;              /* how many there are */
    qm__arena *arena;
    qm_text layers[QM__LAYER_COUNT];
    qm__page_layer layer;   /* written to now */
    double width;           /* of the page */
    double left, top;       /* of the board */
    double side;            /* of a hex, and what goes with a tile of the same breadth: see draw_cells.c; on tables the
                               size of signs */
    const qm__table *table; /* NULL: the board has cells */
    double scale;           /* tables: lengths on the page for 1/1000 inch */
    const uint8_t *raised;  /* tables: 1 for each prism with room below it */
    double bottom;          /* all above is taken */
    qm__page_box *boxes;
    size_t box_count, box_capacity;
    bool failed;            /* memory ran out */
    uint8_t *busy;          /* cells with a pattern under them, where a text needs a plate */
    uint8_t *marks;         /* working memory of outlines, all zero */
    uint32_t patterns;      /* bit n: pattern n occurs */
    uint64_t signs;         /* bit n: sign n occurs */
    uint32_t sides;         /* bit n: side n has figures on the board */
    uint32_t threat_sides;  /* bit n: side n has hatched cells */
    uint32_t area_sides;    /* bit n: side n watches an area */
    bool faces;             /* somebody on the board has a facing */
    const qm__story *story; /* NULL: none */
    uint16_t *keyed;        /* figures whose name is in the key, in order of their numbers */
    uint16_t keyed_count;
    int32_t band_low[QM__COST_BANDS_MAX], band_high[QM__COST_BANDS_MAX]; /* costs */
    int band_count;
    uint32_t risks; /* bit n: of reach by risk the kind n occurs, 2 × risk + running */
} qm__page;

/* ------------------------------------------------------------------------------------------------- draw_page.c */

/* Writes to the current layer: %n a double with at most one place, %d an int, %s a string as it is, %t a string escaped
 * for XML, %k a colour as 0xRRGGBB (an unsigned), made grey where the picture is. */
void qm__page_add(qm__page *page, const char *format, ...);
/* A string for XML: what is not valid UTF-8 or not allowed in XML becomes U+FFFD. */
void qm__xml_add(qm_text *out, const char *string, size_t length);

/* Width of a text set in the pictures' typeface: never less than it is in DejaVu Sans, Verdana or Arial. */
double qm__text_width(const char *string, size_t length, double size, bool bold);

typedef enum qm__text_anchor { QM__TEXT_START, QM__TEXT_MIDDLE, QM__TEXT_END } qm__text_anchor;
typedef struct qm__type {
    double size;
    bool bold;
    unsigned colour;
} qm__type;
/* How many bytes of a string go on a line of this width: whole words if possible, else whole characters, at least one.
 * */
size_t qm__text_line(const char *string, double width, qm__type type);
/* One line of text with its baseline at y; keeps its box. */
void qm__page_text(qm__page *page, double x, double y, qm__text_anchor anchor, qm__type type, const char *string,
                   size_t length);
/* A paragraph below all that is there; lines after the first are indented by `indent` more. */
void qm__page_paragraph(qm__page *page, double x, double indent, double width, qm__type type, const char *string);

bool qm__page_keep(qm__page *page, qm__page_box box);
/* Whether no box overlaps the rectangle; `first` boxes of the list are looked at. */
bool qm__page_free(const qm__page *page, qm__page_box box, size_t first);
/* Whether a rectangle lies on the board's part of the page. */
bool qm__page_holds(const qm__page *page, qm__page_box box);
/* The box of one line of text centred on a point. */
qm__page_box qm__label_box(const char *string, qm__type type, double x, double y);
/* Writes a text centred there if its box is free and on the board's part of the page; on a light plate if `plate`. */
bool qm__label_try(qm__page *page, double x, double y, qm__type type, bool plate, const char *string);

/* The same without looking. */
void qm__label_put(qm__page *page, double x, double y, qm__type type, bool plate, const char *string);

qm__point qm__page_cell(const qm__page *page, qm__cell cell);
void qm__page_corners(const qm__page *page, qm__cell cell, qm__point out[QM__EDGES_MAX]);
qm__cell qm__page_cell_at(const qm__page *page, qm_place place);
/* A point given in hex sides from the upper left of the board. */
qm__point qm__page_point(const qm__page *page, qm__point point);
/* The outline of a set of cells (member[cell] == value) as the data of a path, clockwise, with its holes. `marks` is
 * one byte a cell (from 0 to hex_count) of working memory and left all zero. */
void qm__page_outline(qm__page *page, const uint16_t *member, uint16_t value, uint8_t *marks);
/* An array for a set of cells (from 0 to hex_count), all 0; NULL when memory ran out, which the page then knows. */
uint16_t *qm__page_members(qm__page *page);
/* Brings the cells of a list that lie nearest to its middle to the front, the nearest first, at most `max` of them;
 * gives how many. */
size_t qm__page_nearest(const qm__page *page, qm__cell *list, size_t count, size_t max);

static inline void qm__page_sign(qm__page *page, qm__sign sign) {
    page->signs |= UINT64_C(1) << sign;
}

/* ------------------------------------------------------------------------------------------------ draw_ground.c */

/* How a kind of ground looks. */
typedef struct qm__ground_look {
    const char *name;
    unsigned tone; /* 0xRRGGBB */
    qm__pattern pattern;
    unsigned edge; /* colour of the outline; 0xffffff: none */
    bool whole;    /* drawn as one area, without borders between its cells */
    bool hollow;   /* ticks along the inner side of its outline, as maps have them */
} qm__ground_look;
qm__ground_look qm__ground_look_of(const qm__page *page, uint16_t ground);
/* The look of a kind of ground by its name; `row` picks one of the patterns for the unknown. */
qm__ground_look qm__ground_look_named(const char *name, uint16_t row);
void qm__draw_ground(qm__page *page);
/* Walls between cells; depth and height as texts in the areas that have them; coordinates in or beside the cells. */
void qm__draw_walls(qm__page *page);
void qm__draw_depths(qm__page *page);
void qm__draw_edge_labels(qm__page *page);
void qm__draw_cell_labels(qm__page *page);
/* "3 m", from the columns depth and height of the terrain table; false if the ground has neither. `sign` is '-' or '+'.
 * */
bool qm__ground_level(const qm_scenario *scenario, uint16_t ground, char *sign, char out[24]);
/* The name of a pattern: url(#qm-NAME). */
const char *qm__pattern_name(qm__pattern pattern);
unsigned qm__pattern_colour(qm__pattern pattern);
/* The definitions of all patterns that occur. */
void qm__draw_patterns(const qm__page *page, qm_text *out);

/* ------------------------------------------------------------------------------------------------- draw_zones.c */

void qm__draw_reach(qm__page *page);
void qm__draw_threats(qm__page *page);
/* The borders of the scenario's objectives, and later their names. */
void qm__draw_objectives(qm__page *page);
void qm__draw_objective_names(qm__page *page);
/* How the border of an objective is drawn, as attributes; or with `casing` the white line under it. */
void qm__objective_border(qm__page *page, bool casing);
/* The name of an objective on its plate, centred there; false if there is no room. */
bool qm__objective_tag(qm__page *page, double x, double y, const char *name);
/* "83%", never 0% or 100% for what is neither. */
void qm__percent(double chance, char out[16]);
/* The tint of a band of costs, and the hatching of a side. */
unsigned qm__band_tone(int band);
qm__pattern qm__threat_pattern(uint16_t side);

/* ----------------------------------------------------------------------------------------------- draw_figures.c */

/* A figure's sign at a point of the page; `radius` is half of its height when it stands. `direction` is a vector of
 * length 1 or NULL. */
void qm__draw_figure_sign(qm__page *page, uint16_t side, qm_posture posture, qm__point at, double radius,
                          const qm__point *direction);
/* The hands of a figure that hangs there, over the rim in that direction. */
void qm__draw_hanging_sign(qm__page *page, qm__point at, double radius, qm__point direction);
void qm__draw_item_sign(qm__page *page, qm__point at, double radius);
/* Where a figure was: its outline, dashed. */
void qm__draw_ghost_sign(qm__page *page, uint16_t side, qm__point at, double radius);
/* The darker colour of a side, for lines. */
unsigned qm__side_colour(uint16_t side);
/* The corners of a rectangular base as a path: of the size of this one, at a point of the page, facing there. */
void qm__page_turned(qm__page *page, const qm_look *look, qm__point at, int32_t facing);
void qm__draw_figures(qm__page *page);
/* Names beside figures and items, once everything else that matters has its place. */
void qm__draw_names(qm__page *page);

/* -------------------------------------------------------------------------------------------------- draw_path.c */

void qm__draw_path(qm__page *page);

/* ------------------------------------------------------------------------------------------------- draw_parts.c */

/* Draws an order by way of `draw`, which for a unit sees one figure after the other (its way, its legs, its reasons, in a
 * verdict without parts) and at last what belongs to none of them, and the checks. */
void qm__draw_parts(qm__page *page, void (*draw)(qm__page *page));
/* The letter of a check: A to Z, then a to z. */
char qm__check_letter(size_t check);
void qm__draw_badge(qm__page *page, qm__point at, double half, char letter);

/* -------------------------------------------------------------------------------------------------- draw_ends.c */

/* Adds a place to the ends of the facts; more than fit are left out. */
void qm__ends_add(qm__draw_facts *facts, qm_place at, double chance);
/* The places where the order can end, each with its chance. */
void qm__draw_ends(qm__page *page);
/* Their sign: not where the order leads. */
void qm__draw_elsewhere_sign(qm__page *page, qm__point at);

/* ------------------------------------------------------------------------------------------------ draw_differ.c */

/* Whether the verdict, one of its checks, reasons or clauses, or an outcome is another one in the other plans of a
 * comparison. */
bool qm__verdict_differs(const qm__page *page);
bool qm__check_differs(const qm__page *page, size_t check);
bool qm__reason_differs(const qm__page *page, size_t reason);
bool qm__clause_differs(const qm__page *page, uint16_t clause);
bool qm__outcome_differs(const qm__page *page, const qm__draw_outcome *outcome);
#define QM__DIFFERS " \xe2\x89\xa0" /* a sign of inequality, behind what differs */

/* ------------------------------------------------------------------------------------------------- draw_moves.c */

/* The story of the page: areas, tracks, conflicts and their letters. */
void qm__draw_story(qm__page *page);
/* The signs of a story as the legend shows them, from QM__SIGN_START to QM__SIGN_NOTE, around a point. */
void qm__draw_story_sign(qm__page *page, qm__sign sign, uint16_t side, qm__point at);

/* ------------------------------------------------------------------------------------------------- draw_risk.c */

/* Reach on a table by risk; later the spots. */
void qm__draw_risks(qm__page *page);
void qm__draw_risk_spots(qm__page *page);
void qm__draw_spot_sign(qm__page *page, qm__point at);
/* How places are shown that take so many checks, and a run or not. */
unsigned qm__risk_tone(uint32_t effort, uint32_t risk);
qm__pattern qm__risk_pattern(uint32_t risk);
/* Places of which a chance is worth telling, one in each piece that takes a check; at most `max`. */
uint32_t qm__risk_spots(const qm__table *table, const qm_reach_area *area, qm_place *out, uint32_t max);

/* --------------------------------------------------------------------- draw_table.c, draw_inches.c, draw_levels.c */

/* Everything that is drawn of a board without cells, from the lay-out on. */
void qm__draw_table(qm__page *page);
/* The signs of a table as the legend shows them, from QM__SIGN_HEIGHT on. */
void qm__draw_table_sign(qm__page *page, qm__sign sign, qm__point at);
qm__point qm__page_place(const qm__page *page, qm_place place);
/* A polygon of the table as the data of a path. */
void qm__polygon_data(qm__page *page, const qm__polygon *polygon);
/* Two poles and rungs between two points; short ones are drawn longer, around their middle. */
void qm__draw_rungs(qm__page *page, qm__point foot, qm__point head);
/* Reach, the way of an order. */
void qm__draw_regions(qm__page *page);
void qm__draw_table_path(qm__page *page);
/* draw_sight.c: lines of sight, and those of fire of an order; and their signs, from QM__SIGN_SIGHT to QM__SIGN_WAITS. */
void qm__draw_sight(qm__page *page);
void qm__draw_fire(qm__page *page);
void qm__draw_sight_sign(qm__page *page, qm__sign sign, qm__point at);
/* draw_links.c: the links that a figure could take, later their heights; and their signs, from QM__SIGN_CLIMBS on. */
void qm__draw_links(qm__page *page);
void qm__draw_link_heights(qm__page *page);
void qm__draw_link_sign(qm__page *page, qm__sign sign, qm__point at);
/* A text beside a line, from its middle outwards, where there is room; and a line that texts keep off. */
bool qm__label_beside(qm__page *page, qm__point a, qm__point b, qm__type type, const char *words);
void qm__line_keep(qm__page *page, qm__point a, qm__point b);
/* How much of the way of an order is gone: of each piece, which ends at the point of its number. */
enum { QM__GONE_NOT, QM__GONE_PART, QM__GONE_WHOLE };
typedef struct qm__gone {
    uint8_t part[QM_WAY_MAX];
    uint16_t last;   /* piece that is gone; 0 = none */
    bool arrives;    /* it ends with an arrow */
    bool played;     /* the order was carried out */
    bool fell;       /* … and the last of it was a fall */
    qm_place end;    /* of the piece that is gone in part */
    qm_place stands; /* where the figure is when it was carried out */
} qm__gone;
/* draw_played.c: how much of the way was gone; false: it was not carried out, or that is not told. Whether a point lies
 * on a piece of a way, but for rounding. Falls and the steps of others, and their signs. */
bool qm__find_played(const qm__page *page, qm__gone *out);
bool qm__way_has(qm_place a, qm_place b, qm_place at);
void qm__draw_played(qm__page *page);
void qm__draw_played_sign(qm__page *page, qm__sign sign, qm__point at);
/* Those of the signs of ways that are lines: from QM__SIGN_LINK on. */
void qm__draw_inches_sign(qm__page *page, qm__sign sign, qm__point at);
/* What a line of sight tells, in words. */
void qm__sight_tell(const qm__page *page, const qm__sight_line *line, qm_text *out);
/* The name of a row of the terrain table. */
const char *qm__terrain_name(const qm_scenario *scenario, uint16_t row);
/* Finds which prisms have room below them, for page->raised. */
void qm__find_raised(qm__page *page);
/* Texts inside of shapes: the names of objectives and zones, the heights of reach and of solids. */
void qm__draw_area_names(qm__page *page);
void qm__draw_region_heights(qm__page *page);
/* How far a place is inside of the region that a ring belongs to; negative: outside of it. */
double qm__region_room(const qm_reach_area *area, const qm_reach_ring *of, double x, double y);
void qm__draw_heights(qm__page *page);
/* Whether the objectives of the scenario have this area, numbered from 0. */
bool qm__area_is_objective(const qm_scenario *scenario, uint32_t area);
/* How high a figure stands, as "@3", where a plan would not tell: above the ground, or below something. */
void qm__level_add(const qm__page *page, qm_place at, qm_text *out);

/* ----------------------------------------------------------------------------------------------- draw_caption.c */

void qm__draw_title(qm__page *page);
void qm__draw_key(qm__page *page);
void qm__draw_captions(qm__page *page);
/* The width of a page between its margins. */
double qm__column_width(const qm__page *page);

/* ---------------------------------------------------------------------------------------------- draw_forecast.c */

/* The charts of the facts' forecast. */
void qm__draw_forecast(qm__page *page);
/* As qm_draw_forecast, with the rectangles. */
qm_result qm__draw_forecast_page(const qm_scenario *scenario, const qm_forecast_result *forecast,
                                 const qm_draw_options *options, qm_text *out, qm__page_box *boxes, size_t max,
                                 size_t *box_count);

/* ------------------------------------------------------------------------------------------------ draw_legend.c */

void qm__draw_legend(qm__page *page);

/* -------------------------------------------------------------------------------------------------------- draw.c */

/* Finds the facts; they are in the arena. QM_ERROR_USAGE as qm_draw_svg. */
qm_result qm__draw_find(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                        const qm_draw_options *options, qm__arena *arena, qm__draw_facts *facts);
/* A page of `options->width` for these facts, with nothing on it; its layers are freed with qm__page_end. */
void qm__page_begin(qm__page *page, const qm_scenario *scenario, const qm__draw_facts *facts,
                    const qm_draw_options *options, qm__arena *arena);
/* Draws everything. */
void qm__page_draw(qm__page *page);
/* The file up to its layers: size, title, patterns. */
void qm__page_write_head(const qm__page *page, qm_text *out);
/* The layers, each in a group named with the prefix. */
void qm__page_write_layers(qm__page *page, const char *prefix, qm_text *out);
void qm__page_end(qm__page *page);

/* Draws from facts. `boxes` (may be NULL) gets the rectangles of all texts, at most `max`; *box_count (may be NULL)
 * becomes how many there are. */
qm_result qm__draw_page(const qm_scenario *scenario, const qm__draw_facts *facts, const qm_draw_options *options,
                        qm_text *out, qm__page_box *boxes, size_t max, size_t *box_count);
/* As qm_draw_svg, with the rectangles. */
qm_result qm__draw_svg(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                       const qm_draw_options *options, qm_text *out, qm__page_box *boxes, size_t max,
                       size_t *box_count);

#endif
