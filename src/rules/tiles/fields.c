/* What a roster says of a figure, and what changes of it in play. Files, edits, the state's hash and what other sides
 * see all go by these lists.
 *
 * What the resolution notes while it runs (tl_work) is not declared: it is zero whenever anybody can look.
 */
#include <stddef.h>

#include "rules/tiles/declared.h"

/* clang-format off */
#define DICE(field, cites, says) \
    {.name = field, .type = QM_TYPE_NUMBER, .standard = 3, .low = 0, .high = 16, .unit = "dice", \
     .clauses = cites, .text = says}

const qm_field qm__tl_figure_fields[TL_FIGURE_FIELDS] = {
    [TL_LABEL] = {.name = "label", .type = QM_TYPE_ROW, .standard = 1, .table = "labels", .unit = "",
                  .clauses = "TL-05", .text = "The label of its movement."},
    [TL_MOVEMENT] = {.name = "movement", .type = QM_TYPE_NUMBER, .standard = 0, .low = 0, .high = 9, .unit = "tiles",
                     .clauses = "TL-01", .text = "Base movement; 0 = that of its label."},
    [TL_FLEET] = {.name = "fleet", .type = QM_TYPE_FLAG, .standard = 0, .low = 0, .high = 1, .unit = "",
                  .clauses = "TL-01",
                  .text = "Whether it is fleet of foot: one tile more, which running does not count."},
    [TL_REFLEX] = {.name = "reflex", .type = QM_TYPE_NUMBER, .standard = 3, .low = 0, .high = 8, .unit = "dice",
                   .clauses = "TL-18", .text = "Dice of its Reflex rolls."},
    [TL_CLIMB] = DICE("climb", "TL-04", "Dice to climb."),
    [TL_SWIM] = DICE("swim", "TL-04", "Dice to swim."),
    [TL_LEAP] = DICE("leap", "TL-04", "Dice to leap."),
    [TL_ARMOUR] = {.name = "armour", .type = QM_TYPE_ROW, .standard = 1, .table = "armour", .unit = "",
                   .clauses = "TL-04", .text = "Armour worn."},
};

#define BODY(member) .offset = offsetof(tl_body, member), .size = sizeof(((tl_body *)0)->member)
#define ENTRY(list, n) .offset = offsetof(tl_body, plan.list) + (n) * sizeof(((tl_body *)0)->plan.list[0]), \
                       .size = sizeof(((tl_body *)0)->plan.list[0])
enum { START = QM_FIELD_START, EDIT = QM_FIELD_EDIT, QUIET = QM_FIELD_QUIET,
       SECRET = QM_FIELD_HIDDEN | QM_FIELD_QUIET };

#define NOTE(field, member, cites, says) \
    {.name = field, .type = QM_TYPE_FLAG, .low = 0, .high = 1, .unit = "", .clauses = cites, .text = says, \
     BODY(member), .flags = QUIET}
#define TILE(n, field) \
    {.name = field, .type = QM_TYPE_PLACE, .unit = "", .clauses = "TL-09 TL-12 TL-15", \
     .text = "Declared: a tile of the way, of the area, or of the order of preference.", ENTRY(tiles, n), \
     .flags = SECRET}
#define FOE(n, field) \
    {.name = field, .type = QM_TYPE_FIGURE, .unit = "", .clauses = "TL-13 TL-14 TL-20", \
     .text = "Declared: whom it avoids, intercepts or withdraws from.", ENTRY(foes, n), .flags = SECRET}
#define IGNORED(n, field) \
    {.name = field, .type = QM_TYPE_FIGURE, .unit = "", .clauses = "TL-08", .text = "Declared: whom it ignores.", \
     ENTRY(ignored, n), .flags = SECRET}

const qm_field qm__tl_figure_state[TL_FIGURE_STATE_COUNT] = {
    {.name = "at", .type = QM_TYPE_PLACE, .unit = "", .clauses = "TL-21",
     .text = "The tile it is on; none: off the board.", BODY(tile),
     .flags = QM_FIELD_REQUIRED | START | EDIT},
    {.name = "condition", .type = QM_TYPE_WORD, .low = 0, .high = 2, .words = "up prone down", .unit = "",
     .clauses = "TL-01", .text = "How it is; who is down counts for nothing on the board.", BODY(condition),
     .flags = START | EDIT},
    {.name = "acted", .type = QM_TYPE_FLAG, .low = 0, .high = 1, .unit = "", .clauses = "TL-02",
     .text = "Whether its action of this turn is spent.", BODY(acted), .flags = START | EDIT},
    NOTE("declared", declared, "TL-16", "Whether it has declared in this phase, whatever that is."),
    NOTE("moved", moved, "TL-19", "Whether it left its tile in this turn, or stood up."),
    NOTE("tried", tried, "TL-19", "Whether it declared a movement in this turn."),
    NOTE("special", special, "TL-19", "Whether it declared intercept or avoid in this turn."),
    NOTE("jockeyed", jockeyed, "TL-07", "Whether it jockeyed in this turn."),
    NOTE("called", called, "TL-13", "Whether it was called as an interceptor in this turn."),
    {.name = "what", .type = QM_TYPE_WORD, .low = 0, .high = TL_WITHDRAW,
     .words = "nothing stay move beside keep intercept avoid stand withdraw", .unit = "", .clauses = "TL-16",
     .text = "Declared: what it is going to do.", BODY(plan.what), .flags = SECRET},
    {.name = "run", .type = QM_TYPE_FLAG, .low = 0, .high = 1, .unit = "", .clauses = "TL-02",
     .text = "Declared: whether it runs.", BODY(plan.run), .flags = SECRET},
    {.name = "distance", .type = QM_TYPE_NUMBER, .low = 0, .high = 200, .unit = "tiles", .clauses = "TL-10 TL-14",
     .text = "Declared: the distance it keeps.", BODY(plan.distance), .flags = SECRET},
    {.name = "other", .type = QM_TYPE_FIGURE, .unit = "", .clauses = "TL-10",
     .text = "Declared: the figure it moves in relation to.", BODY(plan.other), .flags = SECRET},
    TILE(0, "tile1"), TILE(1, "tile2"), TILE(2, "tile3"), TILE(3, "tile4"), TILE(4, "tile5"), TILE(5, "tile6"),
    TILE(6, "tile7"), TILE(7, "tile8"), TILE(8, "tile9"), TILE(9, "tile10"), TILE(10, "tile11"), TILE(11, "tile12"),
    FOE(0, "foe1"), FOE(1, "foe2"), FOE(2, "foe3"), FOE(3, "foe4"), FOE(4, "foe5"), FOE(5, "foe6"), FOE(6, "foe7"),
    FOE(7, "foe8"),
    IGNORED(0, "ignored1"), IGNORED(1, "ignored2"), IGNORED(2, "ignored3"), IGNORED(3, "ignored4"),
    IGNORED(4, "ignored5"), IGNORED(5, "ignored6"), IGNORED(6, "ignored7"), IGNORED(7, "ignored8"),
};
/* clang-format on */
