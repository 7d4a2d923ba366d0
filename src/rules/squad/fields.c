/* What a roster says of a model, and what changes in play. Files, edits and the state's hash all go by these lists. */
#include <stddef.h>

#include "rules/squad/declared.h"

/* clang-format off */
#define TRAIT(field, cites, says) \
    {.name = field, .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = cites, .text = says}
#define STAT(field, normal, least, most, cites, says) \
    {.name = field, .type = QM_TYPE_NUMBER, .standard = normal, .low = least, .high = most, .unit = "", .clauses = cites, .text = says}
#define SIZE(field, normal, least, most, cites, says) \
    {.name = field, .type = QM_TYPE_LENGTH, .standard = normal, .low = least, .high = most, .unit = "inches", .clauses = cites, .text = says}
#define ARM(field, rows, cites, says) \
    {.name = field, .type = QM_TYPE_ROW, .standard = SQ_ROW_NONE, .table = rows, .unit = "", .clauses = cites, .text = says}

const qm_field qm__sq_figure_fields[SQ_FIGURE_FIELDS] = {
    [SQ_MOVEMENT] = SIZE("movement", 6000, 0, 60000, "SQ-01", "Its Movement."),
    [SQ_ACCURACY] = STAT("accuracy", 6, -20, 20, "SQ-21", "What its dice to hit show at most."),
    [SQ_SAVE] = STAT("save", 7, -20, 20, "SQ-26", "What its Save rolls show at most."),
    [SQ_INITIATIVE] = STAT("initiative", 6, -20, 20, "SQ-07", "What its checks show at most."),
    [SQ_WOUNDS] = STAT("wounds", 1, 1, 99, "SQ-27", "How many wounds it has."),
    [SQ_RADIUS] = SIZE("radius", 492, 1, 6000, "SQ-04", "Of a round base: 0.492 is one of 25 mm, 0.787 one of 40 mm."),
    [SQ_WIDTH] = SIZE("width", 0, 0, 24000, "SQ-06", "Of a rectangular base, across its facing; 0 = its base is round."),
    [SQ_LENGTH] = SIZE("length", 0, 0, 24000, "SQ-06", "Of a rectangular base, along its facing; 0 = as its width."),
    [SQ_HEIGHT] = SIZE("height", 1250, 1, 24000, "SQ-15", "How tall it is. One no taller than low_most still needs a little more than that of room above it."),
    [SQ_EYES] = SIZE("eyes", 0, 0, 24000, "SQ-15", "How high its eyes are above its base; 0 = at its top."),
    [SQ_FLY] = TRAIT("fly", "SQ-01 SQ-04 SQ-05 SQ-07", "Goes straight through the air over terrain and models, without a check; where it ends it stands like all others."),
    [SQ_HOVER] = TRAIT("hover", "SQ-07", "Crosses low obstacles and difficult ground without a check."),
    [SQ_AGILE] = TRAIT("agile", "SQ-07", "Crosses obstacles up to agile_most high without a check."),
    [SQ_STRIDER] = TRAIT("strider", "SQ-07", "Crosses difficult ground without a check."),
    [SQ_EXTRA_ON] = STAT("extra_hit", 0, 0, 100, "SQ-22", "Its hit rolls of this or less make more hits, with every weapon; 0 = none do."),
    [SQ_EXTRA] = STAT("extra_hits", 1, 0, 9, "SQ-22", "How many more hits that makes, plain ones."),
    [SQ_PIERCE_ON] = STAT("pierce", 0, 0, 100, "SQ-22", "Its hit rolls of this or less have more AP, with every weapon; 0 = none do."),
    [SQ_PIERCE] = STAT("pierce_ap", 1, 0, 20, "SQ-22", "How much more AP that is."),
    [SQ_REROLL_MISSES] = TRAIT("reroll_misses", "SQ-21", "Rolls each miss once more, with every weapon."),
    [SQ_IGNORE] = STAT("ignore", 0, 0, 100, "SQ-25", "Ignores a hit on a roll of this or less, before its Save; a 10 ignores none, and 0 = never."),
    [SQ_REROLL_SAVES] = TRAIT("reroll_saves", "SQ-26", "Rolls each failed Save once more."),
    [SQ_WEAPON] = ARM("weapon", "weapons", "SQ-19", "A weapon of it."),
    [SQ_WEAPON + 1] = ARM("weapon_2", "weapons", "SQ-19", "A second weapon."),
    [SQ_WEAPON + 2] = ARM("weapon_3", "weapons", "SQ-19", "A third weapon."),
    [SQ_WEAPON + 3] = ARM("weapon_4", "weapons", "SQ-19", "A fourth weapon."),
    [SQ_MOUNT] = ARM("mount", "mounts", "SQ-18", "What its weapon is mounted on."),
    [SQ_MOUNT + 1] = ARM("mount_2", "mounts", "SQ-18", "What its second weapon is mounted on."),
    [SQ_MOUNT + 2] = ARM("mount_3", "mounts", "SQ-18", "What its third weapon is mounted on."),
    [SQ_MOUNT + 3] = ARM("mount_4", "mounts", "SQ-18", "What its fourth weapon is mounted on."),
};

#define STATE(member) .offset = offsetof(sq_model, member), .size = sizeof(((sq_model *)0)->member)
#define PLACED .type = QM_TYPE_LENGTH, .low = -QM__COORDINATE_MAX, .high = QM__COORDINATE_MAX, .unit = "inches"
enum { START = QM_FIELD_START, EDIT = QM_FIELD_EDIT, QUIET = QM_FIELD_QUIET };
#define NOTE(field, most, member, cites, says) \
    {.name = field, .type = QM_TYPE_NUMBER, .high = most, .unit = "", .clauses = cites, .text = says, STATE(member), .flags = QUIET}

const qm_field qm__sq_figure_state[SQ_FIGURE_STATE_COUNT] = {
    {.name = "x", PLACED, .clauses = "SQ-01", .text = "Where it is.", STATE(x), .flags = QM_FIELD_REQUIRED | START},
    {.name = "y", PLACED, .clauses = "SQ-01", .text = "Where it is.", STATE(y), .flags = QM_FIELD_REQUIRED | START},
    {.name = "z", PLACED, .clauses = "SQ-01", .text = "How high it stands.", STATE(z), .flags = QM_FIELD_REQUIRED | START},
    {.name = "facing", .type = QM_TYPE_DIRECTION, .high = 65535, .unit = "", .clauses = "SQ-06 SQ-16",
     .text = "Where its front is.", STATE(facing), .flags = START | EDIT},
    {.name = "lost", .type = QM_TYPE_NUMBER, .high = 99, .unit = "wounds", .clauses = "SQ-27",
     .text = "Wounds that it has lost.", STATE(lost), .flags = START | EDIT | QM_FIELD_HERE,
     .yes = "{value} of its wounds lost", .no = "no wounds lost"},
    {.name = "out", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "SQ-28",
     .text = "Whether it is a casualty, off the table.", STATE(out), .flags = START,
     .yes = "off the table", .no = "back on the table"},
    {.name = "left", .type = QM_TYPE_LENGTH, .high = 240000, .unit = "inches", .clauses = "SQ-07 SQ-09",
     .text = "How far it may go in all, in a move of its unit that is not over.", STATE(left), .flags = QUIET},
    {.name = "gone", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "SQ-01",
     .text = "Whether it has moved, in a move of its unit that is not over.", STATE(gone), .flags = QUIET},
    {.name = "done", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "SQ-01",
     .text = "Of the first model: whether its unit has had its turn.", STATE(done), .flags = EDIT | QUIET},
    NOTE("actions", 9, actions, "SQ-01", "Of the first model: actions that its unit has spent."),
    NOTE("moves", 9, moves, "SQ-01", "Of the first model: how many of them were moves or charges."),
    NOTE("shots", 9, shots, "SQ-19", "Of the first model: how many of them were spent on shooting."),
    NOTE("charged", 9, charged, "SQ-05", "Of the first model: how many of them were charges."),
};
/* clang-format on */
