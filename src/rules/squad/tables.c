/* The tables of squad as shipped: kinds of ground and of solids, weapons, and what weapons are mounted on. A rulebook
 * file may change every number and add rows. Columns are in the order of the enums in squad.h. */
#include "rules/squad/declared.h"

#define COUNT(list) (uint16_t)(sizeof(list) / sizeof(list)[0])
/* clang-format off */
#define ROW(name, ...) {name, (const int32_t[]){__VA_ARGS__}}
#define FLAG(column, cites, says) \
    {.name = column, .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = cites, .text = says}
#define LENGTH(column, least, cites, says) \
    {.name = column, .type = QM_TYPE_LENGTH, .low = least, .high = 120000, .unit = "inches", .clauses = cites, .text = says}
#define NUMBER(column, least, most, cites, says) \
    {.name = column, .type = QM_TYPE_NUMBER, .low = least, .high = most, .unit = "", .clauses = cites, .text = says}

static const qm_field terrain_columns[SQ_TERRAIN_COLUMNS] = {
    [SQ_TERRAIN_DIFFICULT] = FLAG("difficult", "SQ-07", "Whether crossing it calls for an Initiative check, as an obstacle does."),
    [SQ_TERRAIN_ROAD] = FLAG("road", "SQ-01", "Whether models that begin and end on it move road_bonus farther."),
    [SQ_TERRAIN_COVER] = {.name = "cover", .type = QM_TYPE_WORD, .high = SQ_COVER_NEGATIVE,
                          .words = "none soft hard fortified negative", .unit = "", .clauses = "SQ-26",
                          .text = "The cover it gives."},
};
static const qm_row terrain_rows[] = {
    /*                    difficult road cover */
    ROW("open",           0,        0,   SQ_COVER_NONE),
    ROW("light_woodland", 0,        0,   SQ_COVER_SOFT),
    ROW("dense_woodland", 1,        0,   SQ_COVER_HARD),
    ROW("rubble",         1,        0,   SQ_COVER_SOFT),
    ROW("ruins",          1,        0,   SQ_COVER_HARD),
    ROW("barricade",      0,        0,   SQ_COVER_SOFT),
    ROW("hedge",          0,        0,   SQ_COVER_SOFT),
    ROW("wall",           0,        0,   SQ_COVER_HARD),
    ROW("bunker",         0,        0,   SQ_COVER_FORTIFIED),
    ROW("exposed",        0,        0,   SQ_COVER_NEGATIVE),
    ROW("difficult",      1,        0,   SQ_COVER_NONE),
    ROW("road",           0,        1,   SQ_COVER_NONE),
};

static const qm_field weapon_columns[SQ_WEAPON_COLUMNS] = {
    [SQ_WEAPON_SHORT] = LENGTH("short", 0, "SQ-13 SQ-23", "Its short range; within it nothing is taken off Accuracy."),
    [SQ_WEAPON_LONG] = LENGTH("long", 0, "SQ-13", "Its long range; 0 = it is used in melee alone."),
    [SQ_WEAPON_ATTACKS] = NUMBER("attacks", 0, 99, "SQ-21", "How many dice it rolls to hit."),
    [SQ_WEAPON_AP] = NUMBER("ap", -20, 20, "SQ-26", "What it takes off a Save."),
    [SQ_WEAPON_INDIRECT] = FLAG("indirect", "SQ-15", "Whether it shoots without a line of sight."),
    [SQ_WEAPON_EXTRA_ON] = NUMBER("extra_hit", 0, 100, "SQ-22", "A hit roll of this or less makes more hits; 0 = none does."),
    [SQ_WEAPON_EXTRA] = {.name = "extra_hits", .type = QM_TYPE_NUMBER, .standard = 1, .high = 9, .unit = "",
                         .clauses = "SQ-22", .text = "How many more hits that makes, plain ones."},
    [SQ_WEAPON_PIERCE_ON] = NUMBER("pierce", 0, 100, "SQ-22", "A hit roll of this or less has more AP; 0 = none does."),
    [SQ_WEAPON_PIERCE] = {.name = "pierce_ap", .type = QM_TYPE_NUMBER, .standard = 1, .high = 20, .unit = "",
                          .clauses = "SQ-22", .text = "How much more AP that is."},
    [SQ_WEAPON_REROLL_MISSES] = FLAG("reroll_misses", "SQ-21", "Whether each miss is rolled once more."),
};
#define RANGED(name, near, far, attacks, ap, indirect) ROW(name, near, far, attacks, ap, indirect, 0, 1, 0, 1, 0)
static const qm_row weapon_rows[] = {
    RANGED("none",        0,     0,     0, 0, 0),
    RANGED("sword",       0,     0,     1, 1, 0),
    RANGED("bow",         12000, 24000, 1, 1, 0),
    RANGED("crossbow",    12000, 24000, 1, 2, 0),
    RANGED("longbow",     15000, 30000, 1, 1, 1),
    RANGED("rifle",       12000, 24000, 1, 1, 0),
    RANGED("repeater",    12000, 24000, 2, 1, 0),
    RANGED("machine_gun", 18000, 36000, 4, 2, 0),
    RANGED("pistol",      6000,  12000, 1, 0, 0),
};

static const qm_field mount_columns[SQ_MOUNT_COLUMNS] = {
    [SQ_MOUNT_FORWARD] = LENGTH("forward", -120000, "SQ-18", "How far before the middle of the base the mount is; less than 0: behind it."),
    [SQ_MOUNT_LEFT] = LENGTH("left", -120000, "SQ-18", "How far to the left of the middle; less than 0: to the right."),
    [SQ_MOUNT_BARREL] = LENGTH("barrel", 0, "SQ-18", "Length of the barrel, from the end of which is measured; 0 = it has none, and the mount counts. It points to the middle of the arc that it is used in."),
    [SQ_MOUNT_IN_FRONT] = FLAG("in_front", "SQ-16", "Whether its weapon can be used in the front arc …"),
    [SQ_MOUNT_IN_LEFT] = FLAG("in_left", "SQ-16", "… in the left arc …"),
    [SQ_MOUNT_IN_RIGHT] = FLAG("in_right", "SQ-16", "… in the right arc …"),
    [SQ_MOUNT_IN_REAR] = FLAG("in_rear", "SQ-16", "… in the rear arc."),
};
static const qm_row mount_rows[] = {
    /*              forward left  barrel front left right rear */
    ROW("none",     0,      0,    0,     1,    1,   1,    1),
    ROW("hull",     1000,   0,    500,   1,    0,   0,    0),
    ROW("turret",   0,      0,    1500,  1,    1,   1,    1),
    ROW("left",     0,      1000, 0,     0,    1,   0,    0),
    ROW("right",    0,     -1000, 0,     0,    0,   1,    0),
    ROW("rear",    -1000,   0,    0,     0,    0,   0,    1),
};
/* clang-format on */

const qm_table qm__sq_tables[SQ_TABLE_COUNT] = {
    [SQ_TABLE_TERRAIN] = {"terrain", "SQ-07 SQ-26", "Kinds of ground and of solids.", terrain_columns,
                          SQ_TERRAIN_COLUMNS, COUNT(terrain_rows), terrain_rows},
    [SQ_TABLE_WEAPONS] = {"weapons", "SQ-13 SQ-21", "Weapons and what they can do. The first row stands for none.",
                          weapon_columns, SQ_WEAPON_COLUMNS, COUNT(weapon_rows), weapon_rows},
    [SQ_TABLE_MOUNTS] =
        {"mounts", "SQ-16 SQ-18",
         "Where a weapon sits on its model and in which arcs it can be used. The first row is for weapons that are "
         "carried: from the middle of the base, all around.",
         mount_columns, SQ_MOUNT_COLUMNS, COUNT(mount_rows), mount_rows},
};
