/* The tables of tiles as shipped: movement labels, modes, armour, terrain. Every number is a fact from outside the text
 * of the rules, so a rulebook file may change each of them and add rows, but not to the modes: the rules know these
 * three. Columns are in the order of the enums in tiles.h. */
#include "rules/tiles/declared.h"

#define COUNT(list) (uint16_t)(sizeof(list) / sizeof(list)[0])
/* clang-format off */
#define ROW(name, ...) {name, (const int32_t[]){__VA_ARGS__}}
#define NUMBER(column, normal, least, most, of, cites, says) \
    {.name = column, .type = QM_TYPE_NUMBER, .standard = normal, .low = least, .high = most, .unit = of, \
     .clauses = cites, .text = says}

static const qm_field label_columns[TL_LABEL_COLUMNS] = {
    [TL_LABEL_MOVEMENT] = NUMBER("movement", 4, 1, 9, "tiles", "TL-01", "Base movement."),
    [TL_LABEL_OPEN] = NUMBER("open", 0, -5, 5, "tiles", "TL-05", "Added to the cost of a tile of open ground."),
    [TL_LABEL_CLIMB] = NUMBER("climb", 0, -5, 5, "tiles", "TL-05", "Added to the cost of climbing."),
    [TL_LABEL_SWIM] = NUMBER("swim", 0, -5, 5, "tiles", "TL-05", "Added to the cost of swimming."),
    [TL_LABEL_LEAP] = NUMBER("leap", 0, -5, 5, "tiles", "TL-05", "Added to the cost of leaping."),
    [TL_LABEL_CLIMB_DICE] = NUMBER("climb_dice", 0, -8, 8, "dice", "TL-05", "Dice more to climb."),
    [TL_LABEL_SWIM_DICE] = NUMBER("swim_dice", 0, -8, 8, "dice", "TL-05", "Dice more to swim."),
    [TL_LABEL_LEAP_DICE] = NUMBER("leap_dice", 0, -8, 8, "dice", "TL-05", "Dice more to leap."),
};
static const qm_row label_rows[] = {
    /*             tiles open climb swim leap dice dice dice */
    ROW("biped",   4,    0,   0,    0,   0,   0,   0,   0),
    ROW("polyped", 3,    0,   -1,   0,   0,   1,   0,   0),
};

static const qm_field mode_columns[TL_MODE_COLUMNS] = {
    [TL_MODE_COST] = NUMBER("cost", 2, 1, 6, "tiles", "TL-04", "What a tile counts."),
    [TL_MODE_DIFFICULTY] = NUMBER("difficulty", 1, 0, 16, "points", "TL-04",
                                  "Points that its check takes; 0 = no check."),
};
static const qm_row mode_rows[] = {ROW("climb", 2, 1), ROW("swim", 2, 1), ROW("leap", 2, 1)};

static const qm_field armour_columns[TL_ARMOUR_COLUMNS] = {
    [TL_ARMOUR_SWIM] = NUMBER("swim", 0, -9, 9, "", "TL-04", "Added to every die of a swimming check."),
};
static const qm_row armour_rows[] = {ROW("none", 0), ROW("light", -1), ROW("heavy", -4)};

static const qm_field terrain_columns[TL_TERRAIN_COLUMNS] = {
    [TL_TERRAIN_COUNTS] = NUMBER("counts", 1, 1, 6, "tiles", "TL-03",
                                 "What a tile counts; more than one is impeding ground. A mode has a cost of its own."),
    [TL_TERRAIN_BARRED] = {.name = "barred", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "TL-16",
                           .text = "Whether nobody can enter it."},
    [TL_TERRAIN_MODE] = {.name = "mode", .type = QM_TYPE_WORD, .high = TL_MODE_COUNT - 1,
                         .words = "none climb swim leap", .unit = "", .clauses = "TL-04",
                         .text = "How it is entered; none: on foot."},
};
static const qm_row terrain_rows[] = {
    /*           counts barred mode */
    ROW("open",  1,     0,     TL_MODE_NONE),
    ROW("rough", 2,     0,     TL_MODE_NONE),
    ROW("block", 1,     1,     TL_MODE_NONE),
    ROW("cliff", 1,     0,     TL_MODE_CLIMB),
    ROW("water", 1,     0,     TL_MODE_SWIM),
    ROW("gap",   1,     0,     TL_MODE_LEAP),
};
/* clang-format on */

const qm_table qm__tl_tables[TL_TABLE_COUNT] = {
    [TL_TABLE_LABELS] = {"labels", "TL-01 TL-05", "Labels of movement: how a race gets about.", label_columns,
                         TL_LABEL_COLUMNS, COUNT(label_rows), label_rows},
    [TL_TABLE_MODES] = {"modes", "TL-04",
                        "Modes of movement besides walking. They can be changed, and none can be added.", mode_columns,
                        TL_MODE_COLUMNS, COUNT(mode_rows), mode_rows},
    [TL_TABLE_ARMOUR] = {"armour", "TL-04", "Armour a figure can wear.", armour_columns, TL_ARMOUR_COLUMNS,
                         COUNT(armour_rows), armour_rows},
    [TL_TABLE_TERRAIN] = {"terrain", "TL-03 TL-04", "Kinds of ground; a legend may change the columns for its board.",
                          terrain_columns, TL_TERRAIN_COLUMNS, COUNT(terrain_rows), terrain_rows},
};
