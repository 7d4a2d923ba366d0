/* The tables of warband as shipped: kinds of ground and of solids, and injuries. A rulebook file may change every
 * number and add rows. Columns are in the order of the enums in warband.h. */
#include "rules/warband/declared.h"

#define COUNT(list) (uint16_t)(sizeof(list) / sizeof(list)[0])
/* clang-format off */
#define ROW(name, ...) {name, (const int32_t[]){__VA_ARGS__}}
#define FLAG(column, cites, says) \
    {.name = column, .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = cites, .text = says}

static const qm_field terrain_columns[WB_TERRAIN_COLUMNS] = {
    [WB_TERRAIN_DIFFICULT] = FLAG("difficult", "WB-31", "Whether it is difficult ground."),
    [WB_TERRAIN_BARRED] = FLAG("barred", "WB-07 WB-13", "Whether it is impassable: not entered, crossed or climbed."),
    [WB_TERRAIN_DROWNS] = FLAG("drowns", "WB-18",
                               "Whether it is the end of a unit that is dazed or stunned there."),
    [WB_TERRAIN_COVER] = FLAG("cover", "", "Whether it gives cover to those in it: told to people, who shoot."),
    [WB_TERRAIN_NO_SHOOTING] = FLAG("no_shooting", "WB-12", "Whether nobody shoots from in it."),
};
static const qm_row terrain_rows[] = {
    /*               difficult barred drowns cover no_shooting */
    ROW("open",      0,        0,     0,     0,    0),
    ROW("difficult", 1,        0,     0,     0,    0),
};

static const qm_field injury_columns[WB_INJURY_COLUMNS] = {
    [WB_INJURY_FROM] = {.name = "from", .type = QM_TYPE_NUMBER, .standard = 1, .low = 1, .high = 1000, .unit = "",
                        .flags = QM_FIELD_REQUIRED, .clauses = "WB-18", .text = "The lowest result of this row, which holds up to the next one."},
    [WB_INJURY_RESULT] = {.name = "result", .type = QM_TYPE_WORD, .high = WB_CONDITIONS - 1,
                          .words = WB_CONDITION_WORDS, .unit = "", .clauses = "WB-18 WB-20",
                          .text = "What becomes of the unit."},
};
static const qm_row injury_rows[] = {
    /*                   from result */
    ROW("dazed",         12,  WB_DAZED),
    ROW("stunned",       15,  WB_STUNNED),
    ROW("incapacitated", 18,  WB_OUT),
};
/* clang-format on */

const qm_table qm__wb_tables[WB_TABLE_COUNT] = {
    [WB_TABLE_TERRAIN] = {"terrain", "WB-31", "Kinds of ground and of solids.", terrain_columns, WB_TERRAIN_COLUMNS,
                          COUNT(terrain_rows), terrain_rows},
    [WB_TABLE_INJURIES] =
        {"injuries", "WB-18",
         "What an injury roll does, by its result. Below the lowest row the setting injury_low holds.", injury_columns,
         WB_INJURY_COLUMNS, COUNT(injury_rows), injury_rows},
};
