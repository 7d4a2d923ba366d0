/* What a roster says of a unit, and what changes in play, of units and of treasure. Files, edits and the state's hash
 * all go by these lists.
 *
 * Who carries what is told by the item: its holder can be given in a file, and the unit's own note of it follows from
 * that when the game starts. */
#include <stddef.h>

#include "rules/warband/declared.h"

/* clang-format off */
#define TRAIT(field, cites, says) \
    {.name = field, .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = cites, .text = says}

const qm_field qm__wb_figure_fields[WB_FIGURE_FIELDS] = {
    [WB_MOVE] = {.name = "move", .type = QM_TYPE_LENGTH, .standard = 6000, .low = 0, .high = 60000, .unit = "inches",
                 .clauses = "WB-01", .text = "Its Move."},
    [WB_AGILITY] = {.name = "agility", .type = QM_TYPE_NUMBER, .standard = 10, .low = 1, .high = 100, .unit = "",
                    .clauses = "WB-13", .text = "What the die of its checks must show, or more: lower is better."},
    [WB_RADIUS] = {.name = "radius", .type = QM_TYPE_LENGTH, .standard = 492, .low = 1, .high = 6000,
                   .unit = "inches", .clauses = "WB-15",
                   .text = "Of its round base: 0.492 is a base of 25 mm, 0.787 one of 40 mm."},
    [WB_HEIGHT] = {.name = "height", .type = QM_TYPE_LENGTH, .standard = 1250, .low = 1, .high = 24000,
                   .unit = "inches", .clauses = "WB-08 WB-25", .text = "How tall it is. One no taller than a step still needs a little more than a step of room above it."},
    [WB_WOUNDS] = {.name = "wounds", .type = QM_TYPE_NUMBER, .standard = 1, .low = 1, .high = 100, .unit = "",
                   .clauses = "WB-20", .text = "How many wounds it has."},
    [WB_ANIMAL] = TRAIT("animal", "WB-10 WB-29", "Takes treasure only as the setting animal_treasure says, and ladders as animal_ladders does."),
    [WB_FLYING] = TRAIT("flying", "WB-06", "Flies: any way through the air, and ends on a surface."),
    [WB_ETHEREAL] = TRAIT("ethereal", "WB-08", "Passes through terrain and units, and does not end inside them."),
    [WB_MOUNTED] = TRAIT("mounted", "WB-13 WB-28",
                         "Climbs only as the setting mounted_climbs says, and takes ladders as mounted_ladders does."),
    [WB_AGILE] = TRAIT("agile", "WB-13", "Has an advantage in Agility checks."),
    [WB_CLAWS] = TRAIT("claws", "WB-13", "Has an advantage in climbing."),
    [WB_RUNNER] = TRAIT("runner", "WB-11", "Runs farther, as the setting runner_factor says."),
    [WB_UNDEAD] = TRAIT("undead", "WB-02 WB-10", "Runs only as the setting undead_run says, and stunned counts for it as undead_stunned does."),
    [WB_ARMOURED] = TRAIT("armoured", "WB-01", "Wears heavy armour, which takes armour_move off its Move."),
    [WB_RELOADS] = TRAIT("reloads", "WB-32", "Has a weapon that must be reloaded."),
    [WB_CASTER] = TRAIT("caster", "WB-12", "Casts spells."),
    [WB_LARGE] = TRAIT("large", "WB-15 WB-28",
                       "Has a base of the radius large_radius at least, and takes ladders as the setting large_ladders says."),
};

#define UNIT(member) .offset = offsetof(wb_unit, member), .size = sizeof(((wb_unit *)0)->member)
#define TOKEN(member) .offset = offsetof(wb_token, member), .size = sizeof(((wb_token *)0)->member)
#define PLACED .type = QM_TYPE_LENGTH, .low = -QM__COORDINATE_MAX, .high = QM__COORDINATE_MAX, .unit = "inches"
enum { START = QM_FIELD_START, EDIT = QM_FIELD_EDIT, QUIET = QM_FIELD_QUIET };
#define NOTE(field, member, cites, says) \
    {.name = field, .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = cites, .text = says, UNIT(member), \
     .flags = EDIT | QUIET}

const qm_field qm__wb_figure_state[WB_FIGURE_STATE_COUNT] = {
    {.name = "x", PLACED, .clauses = "WB-15", .text = "Where it is.", UNIT(x), .flags = QM_FIELD_REQUIRED | START},
    {.name = "y", PLACED, .clauses = "WB-15", .text = "Where it is.", UNIT(y), .flags = QM_FIELD_REQUIRED | START},
    {.name = "z", PLACED, .clauses = "WB-15", .text = "How high it stands.", UNIT(z),
     .flags = QM_FIELD_REQUIRED | START},
    {.name = "condition", .type = QM_TYPE_WORD, .high = WB_OUT, .words = WB_CONDITION_WORDS, .unit = "",
     .clauses = "WB-02 WB-03 WB-18", .text = "How it is; who is incapacitated is off the table.", UNIT(condition),
     .flags = START | EDIT},
    {.name = "lost", .type = QM_TYPE_NUMBER, .high = 100, .unit = "wounds", .clauses = "WB-20",
     .text = "Wounds that it has lost.", UNIT(wounds), .flags = START | EDIT,
     .yes = "{value} of its wounds lost", .no = "no wounds lost"},
    {.name = "engaged", .type = QM_TYPE_WORD, .high = 2, .words = "no tried made", .unit = "", .clauses = "WB-01",
     .text = "Whether it engaged in this turn. tried: it did not get there; made: it came into contact.",
     UNIT(engaged), .flags = EDIT | QUIET},
    NOTE("moved", moved, "WB-01", "Whether it has had its move of this turn."),
    NOTE("ran", ran, "WB-12", "Whether it ran in this turn."),
    NOTE("jumped", jumped, "WB-24", "Whether it came into contact in this turn by jumping down."),
    {.name = "unloaded", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "WB-32",
     .text = "Whether its weapon must be reloaded, where there is reloading.", UNIT(unloaded), .flags = START | EDIT},
    NOTE("intercepted", intercepted, "WB-01", "Whether it stepped into somebody's path in this turn."),
    {.name = "treasure", .type = QM_TYPE_ITEM, .unit = "", .clauses = "WB-10", .text = "The treasure it carries.",
     UNIT(treasure), .flags = QUIET},
};

const qm_field qm__wb_item_state[WB_ITEM_STATE_COUNT] = {
    {.name = "x", PLACED, .clauses = "WB-10", .text = "Where it lies.", TOKEN(x), .flags = START},
    {.name = "y", PLACED, .clauses = "WB-10", .text = "Where it lies.", TOKEN(y), .flags = START},
    {.name = "z", PLACED, .clauses = "WB-10", .text = "How high it lies.", TOKEN(z), .flags = START},
    {.name = "holder", .type = QM_TYPE_FIGURE, .unit = "", .clauses = "WB-10", .text = "Who carries it.",
     TOKEN(holder), .flags = START},
};
/* clang-format on */
