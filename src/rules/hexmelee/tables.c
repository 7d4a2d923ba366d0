/* The tables of hexmelee as shipped: armour, shields, weapons, terrain, loads. Every number is a fact from outside the text of
 * the rules, so a rulebook file may change each of them and add rows. Columns are in the order of the enums in hexmelee.h. */
#include "rules/hexmelee/declared.h"

#define COUNT(list) (uint16_t)(sizeof(list) / sizeof(list)[0])
#define ROW(name, ...) {name, (const int32_t[]){__VA_ARGS__}}

static const qm_field armour_columns[HM_ARMOUR_COLUMNS] = {
    [HM_ARMOUR_MOV] = {.name = "mov", .type = QM_TYPE_NUMBER, .standard = 10, .low = 0, .high = 30, .unit = "MOV",
                       .clauses = "HX-02", .text = "MOV of an ordinary human who wears it."},
    [HM_ARMOUR_STOPS] = {.name = "stops", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 100, .unit = "hits",
                         .clauses = "HX-17", .text = "Hits it takes off each blow."},
    [HM_ARMOUR_DEX] = {.name = "dex", .type = QM_TYPE_NUMBER, .standard = 0, .low = -20, .high = 20, .unit = "DEX",
                       .clauses = "HX-02 HX-08", .text = "Added to DEX."},
};
static const qm_row armour_rows[] = {
    ROW("none", 10, 0, 0),    ROW("cloth", 10, 1, -1),     ROW("leather", 8, 2, -2),
    ROW("chain", 6, 3, -3),   ROW("half-plate", 6, 4, -4), ROW("plate", 6, 5, -5),
};

static const qm_field shield_columns[HM_SHIELD_COLUMNS] = {
    [HM_SHIELD_STOPS] = {.name = "stops", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 100, .unit = "hits",
                         .clauses = "", .text = "Hits it takes off each blow."},
    [HM_SHIELD_DEX] = {.name = "dex", .type = QM_TYPE_NUMBER, .standard = 0, .low = -20, .high = 20, .unit = "DEX",
                       .clauses = "HX-02 HX-08", .text = "Added to DEX."},
};
static const qm_row shield_rows[] = {ROW("none", 0, 0), ROW("small", 1, 0), ROW("large", 2, -1)};

static const qm_field weapon_columns[HM_WEAPON_COLUMNS] = {
    [HM_WEAPON_KIND] = {.name = "kind", .type = QM_TYPE_WORD, .standard = HM_WEAPON_MELEE, .low = 0, .high = 3,
                        .words = "melee pole thrown missile", .unit = "", .clauses = "HX-10 HX-26",
                        .text = "How it is used; thrown: in melee or thrown."},
    [HM_WEAPON_DAMAGE] = {.name = "damage", .type = QM_TYPE_DICE, .standard = HM_DICE(1, 0), .unit = "dice", .clauses = "",
                          .text = "Damage of a hit."},
    [HM_WEAPON_STR] = {.name = "str", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 100, .unit = "STR",
                       .clauses = "HX-10", .text = "STR it needs."},
};
static const qm_row weapon_rows[] = {
    ROW("dagger", HM_WEAPON_THROWN, HM_DICE(1, -1), 0),
    ROW("rapier", HM_WEAPON_MELEE, HM_DICE(1, 0), 9),
    ROW("club", HM_WEAPON_THROWN, HM_DICE(1, 0), 9),
    ROW("hammer", HM_WEAPON_THROWN, HM_DICE(1, 1), 10),
    ROW("shortsword", HM_WEAPON_MELEE, HM_DICE(2, -1), 11),
    ROW("mace", HM_WEAPON_MELEE, HM_DICE(2, -1), 11),
    ROW("broadsword", HM_WEAPON_MELEE, HM_DICE(2, 0), 12),
    ROW("morningstar", HM_WEAPON_MELEE, HM_DICE(2, 1), 13),
    ROW("two-handed-sword", HM_WEAPON_MELEE, HM_DICE(3, -1), 14),
    ROW("battleaxe", HM_WEAPON_MELEE, HM_DICE(3, 0), 15),
    ROW("spear", HM_WEAPON_POLE, HM_DICE(1, 1), 11),
    ROW("halberd", HM_WEAPON_POLE, HM_DICE(2, 0), 13),
    ROW("small-bow", HM_WEAPON_MISSILE, HM_DICE(1, -1), 9),
    ROW("horse-bow", HM_WEAPON_MISSILE, HM_DICE(1, 0), 10),
    ROW("longbow", HM_WEAPON_MISSILE, HM_DICE(1, 2), 11),
    ROW("light-crossbow", HM_WEAPON_MISSILE, HM_DICE(2, 0), 12),
    ROW("heavy-crossbow", HM_WEAPON_MISSILE, HM_DICE(3, 0), 15),
};

static const qm_field terrain_columns[HM_TERRAIN_COLUMNS] = {
    [HM_TERRAIN_WHAT] = {.name = "what", .type = QM_TYPE_WORD, .standard = HM_WHAT_OPEN, .low = 0, .high = 3,
                         .words = "open pit wall solid", .unit = "", .clauses = "HX-12 HX-13",
                         .text = "What it is; a solid hex is never entered nor jumped."},
    [HM_TERRAIN_COST] = {.name = "cost", .type = QM_TYPE_NUMBER, .standard = 1, .low = 1, .high = 30, .unit = "MOV",
                         .clauses = "HX-02", .text = "MOV to enter a hex of it."},
    [HM_TERRAIN_DEX] = {.name = "dex", .type = QM_TYPE_NUMBER, .standard = 0, .low = -50, .high = 50, .unit = "DEX",
                        .clauses = "HX-02", .text = "Added to the DEX of whoever is in it, and to shots through it."},
    [HM_TERRAIN_DEX_INTO] = {.name = "dex_into", .type = QM_TYPE_NUMBER, .standard = 0, .low = -50, .high = 50,
                             .unit = "DEX", .clauses = "HX-02", .text = "Added to attacks from outside on one in it."},
    [HM_TERRAIN_SAVE_DICE] = {.name = "save_dice", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 16,
                              .unit = "dice", .clauses = "HX-02",
                              .text = "Dice against DEX for each hex of it entered on foot, or fall; 0 = none."},
    [HM_TERRAIN_HITS_PASSING] = {.name = "hits_passing", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 100,
                                 .unit = "hits", .clauses = "HX-02", .text = "Hits for each hex of it passed."},
    [HM_TERRAIN_HITS_STOPPING] = {.name = "hits_stopping", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 100,
                                  .unit = "hits", .clauses = "HX-02", .text = "Hits for stopping in it."},
    [HM_TERRAIN_DEPTH] = {.name = "depth", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 60000, .unit = "cm",
                          .clauses = "HX-14 HX-16 HX-18", .text = "Depth of a pit."},
    [HM_TERRAIN_HEIGHT] = {.name = "height", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 60000, .unit = "cm",
                           .clauses = "HX-12", .text = "Height of a wall."},
    [HM_TERRAIN_SIGHT] = {.name = "blocks_sight", .type = QM_TYPE_FLAG, .standard = 0, .low = 0, .high = 1, .unit = "",
                          .clauses = "HX-26", .text = "Whether nobody can see or shoot through it."},
};
static const qm_row terrain_rows[] = {
    /*                 what          cost dex into save pass stop depth height sight */
    ROW("open",        HM_WHAT_OPEN,  1,  0,  0,  0,  0,  0,  0,   0,   0),
    ROW("rough",       HM_WHAT_OPEN,  2,  0,  0,  0,  0,  0,  0,   0,   0),
    ROW("broken",      HM_WHAT_OPEN,  1,  -2, 0,  0,  0,  0,  0,   0,   0),
    ROW("slippery",    HM_WHAT_OPEN,  1,  0,  0,  3,  0,  0,  0,   0,   0),
    ROW("shadow",      HM_WHAT_OPEN,  1,  -6, -4, 0,  0,  0,  0,   0,   0),
    ROW("fire",        HM_WHAT_OPEN,  1,  0,  0,  0,  2,  4,  0,   0,   0),
    ROW("pit",         HM_WHAT_PIT,   1,  0,  0,  0,  0,  0,  300, 0,   0),
    ROW("shallow-pit", HM_WHAT_PIT,   1,  0,  0,  0,  0,  0,  150, 0,   0),
    ROW("wall",        HM_WHAT_WALL,  1,  0,  0,  0,  0,  0,  0,   100, 0),
    ROW("solid",       HM_WHAT_SOLID, 1,  0,  0,  0,  0,  0,  0,   0,   1),
};

static const qm_field load_columns[HM_LOAD_COLUMNS] = {
    [HM_LOAD_TIMES] = {.name = "times", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 1000, .unit = "x STR",
                       .clauses = "HX-02",
                       .text = "The band reaches up to this many times STR; the lightest band ends just below it."},
    [HM_LOAD_MOV_MAX] = {.name = "mov_max", .type = QM_TYPE_NUMBER, .standard = 99, .low = 0, .high = 99, .unit = "MOV",
                         .clauses = "HX-02", .text = "MOV is at most this; above the heaviest band it is 1."},
    [HM_LOAD_DEX] = {.name = "dex", .type = QM_TYPE_NUMBER, .standard = 0, .low = -20, .high = 20, .unit = "DEX",
                     .clauses = "HX-02 HX-08", .text = "Added to DEX; above the heaviest band as in it."},
};
static const qm_row load_rows[] = {
    ROW("light", 4, 99, 0), ROW("medium", 6, 8, 0), ROW("heavy", 8, 6, -1), ROW("extreme", 10, 4, -2),
};

const qm_table hm_tables[HM_TABLE_COUNT] = {
    [HM_TABLE_ARMOUR] = {"armour", "HX-02 HX-17", "Armour a figure can wear.", armour_columns, HM_ARMOUR_COLUMNS,
                         COUNT(armour_rows), armour_rows},
    [HM_TABLE_SHIELDS] = {"shields", "HX-02", "Shields a figure can carry.", shield_columns, HM_SHIELD_COLUMNS,
                          COUNT(shield_rows), shield_rows},
    [HM_TABLE_WEAPONS] = {"weapons", "HX-10 HX-26", "Weapons; bare hands are settings.", weapon_columns, HM_WEAPON_COLUMNS,
                          COUNT(weapon_rows), weapon_rows},
    [HM_TABLE_TERRAIN] = {"terrain", "HX-02 HX-12", "Kinds of ground; a legend may change the columns for its board.",
                          terrain_columns, HM_TERRAIN_COLUMNS, COUNT(terrain_rows), terrain_rows},
    [HM_TABLE_LOADS] = {"loads", "HX-02", "Bands of load carried.", load_columns, HM_LOAD_COLUMNS, COUNT(load_rows),
                        load_rows},
};
