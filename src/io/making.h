/* A scenario in the making: what the parts of its reader share.
 *
 * scenario_read.c leads (rules, sides, end); board_hex.c or board_tile.c with the help of board_cells.c, or
 * board_table.c, reads the board, templates.c templates, roster.c figures and items, units.c units.
 */
#ifndef QM_IO_MAKING_H
#define QM_IO_MAKING_H

#include "io/rulebook.h"

/* Changes a case makes to a scenario before it is loaded. */
typedef struct qm__patch {
    const qm__load *load;      /* the case's file */
    const qm__value *settings; /* an object, or NULL */
    const qm__value *figures;  /* an object of objects by name, or NULL */
    const qm__path *path;      /* of the case */
} qm__patch;

/* One object that says something about a figure or item: itself, its template, … */
typedef struct qm__layer {
    const qm__value *object;
    const qm__load *load;
    const qm__path *path;
} qm__layer;

typedef struct qm__template {
    const char *name;
    qm__layer layer;
} qm__template;

#define QM__LAYERS_MAX (QM_EXTENDS_MAX + 4)

typedef struct qm__figure_draft {
    const char *name;
    qm__layer layers[QM__LAYERS_MAX]; /* the first that says something wins */
    size_t layer_count;
    const qm__value *at; /* its place in the list of its unit, or NULL */
} qm__figure_draft;

typedef struct qm__item_draft {
    const char *name;
    const char *brief;    /* how its owner's entry may call it: the row it is */
    qm__layer layer;      /* object: NULL when the file gave only the row's name */
    const qm__value *row; /* that string */
    uint16_t owner;       /* figure, 0 = none */
} qm__item_draft;

typedef struct qm__making {
    const qm__load *load;
    const qm__value *root;
    const qm__patch *patch; /* may be NULL */
    qm_scenario *scenario;
    const qm_rules_facts *facts;
    qm__template *templates;
    size_t template_count, template_max;
    qm__figure_draft *figures;
    qm__item_draft *items;
    size_t item_count;
    int32_t *figure_start, *item_start; /* start values, one for each state field */
} qm__making;

/* Reads a scenario from its tree. */
qm_result qm__scenario_build(qm_scenario **out, const qm__load *load, const qm__value *root, const qm_rulebook *instead,
                             const qm__patch *patch);

/* The path of the member "board". */
extern const qm__path qm__board_path;

/* The characters and the size of a board. */
typedef struct qm__board_draft {
    uint16_t grounds_of[128]; /* by character: 1 + ground, 0 = not in the legend */
    int columns, rows;
} qm__board_draft;

void qm__make_board_hex(qm__making *making, const qm__value *board);
void qm__make_board_tile(qm__making *making, const qm__value *board);
void qm__make_board_table(qm__making *making, const qm__value *board);
/* The steps of reading a board of cells. First: is it an object with these members, of the scenario's space? */
bool qm__board_begin(qm__making *making, const qm__value *board, const char *const *keys, size_t key_count);
/* A member that is one of several words, by its number; `otherwise` where it is missing or wrong. */
int qm__board_word(qm__making *making, const qm__value *board, const char *key, const char *words, int otherwise);
/* Second: legend and size, and memory for the ground; false after a fault. Then the caller makes the board. */
bool qm__board_measure(qm__making *making, const qm__value *board, qm__board_draft *draft);
/* Third: rows and patches. */
void qm__board_fill(qm__making *making, const qm__value *board, const qm__board_draft *draft);
/* One cell of a list of places; 0 after a fault, and for "none". */
uint16_t qm__board_cell(qm__making *making, const qm__value *place, const qm__path *path);

/* The names of the state that a file may set; three fields that are a place on a table have one name, "at". */
size_t qm__start_names(const qm_rules_facts *facts, const qm_field *fields, size_t field_count, const char **names,
                       size_t max);
/* Templates of the scenario and of its rosters. */
void qm__make_templates(qm__making *making);
void qm__make_figures(qm__making *making);
/* The next figure, without a layer yet; NULL, after saying so, when there is no room for another. */
qm__figure_draft *qm__figure_begin(qm__making *making, const qm__value *at, const qm__path *path);
/* Names it and adds what a case changes of it. */
void qm__figure_name(qm__making *making, qm__figure_draft *draft, const char *name);
/* Side (0: as its layers say) and text, once all layers are there; then it counts as a figure. */
void qm__figure_end(qm__making *making, qm__figure_draft *draft, uint16_t side);
/* Says what is wrong with the name of a figure, item or unit, of which there are so many already. */
void qm__check_name(const qm__making *making, const qm__load *load, const char *name, const qm__value *at,
                    const qm__path *path, size_t figures, size_t items);
/* The unit that the figures from `first` on are. */
void qm__unit_add(qm__making *making, const char *name, uint16_t first);
/* Units of several figures, after the figures that stand by themselves. */
void qm__make_units(qm__making *making, const qm__value *list);
/* The first layer that has the member; where none has, NULL and the figure's first layer. */
const qm__value *qm__look_up(const qm__figure_draft *draft, const char *key, const qm__layer **layer);
void qm__add_layer(qm__figure_draft *draft, qm__layer layer);
/* Adds the layers of the templates that one of the layers names. */
void qm__follow_templates(const qm__making *making, qm__figure_draft *draft, size_t from);
/* Reports members that no figure's entry has; `unit`: no unit's. */
void qm__check_figure_keys(const qm__making *making, const qm__layer *layer, bool unit);
/* A path step that lives as long as the load. */
const qm__path *qm__path_keep(const qm__load *load, const qm__path *up, const char *key, size_t index);

#endif
