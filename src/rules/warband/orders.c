/* The kinds of order and of leg, in the order of the enums in warband.h. Notation, help and documentation come from
 * here: "Ada move 12.5,8 climb 12.5,9@3 jump 15,9@3", "Ada engage Bo".
 *
 * Places are legs and not arguments, which cannot hold a place of a table: `place` has a unit and a leg, `lay` an item
 * and a leg. Edits begin with their verb, as those of every family.
 */
#include "rules/warband/declared.h"

/* clang-format off */
enum { ACTING = QM_ORDER_ACTOR, MOVING = QM_ORDER_ACTOR | QM_ORDER_LEGS };

const qm_order_kind qm__wb_orders[WB_ORDER_COUNT] = {
    [WB_ORDER_NONE] = {.name = "", .clauses = "", .text = ""},
    [WB_ORDER_MOVE] = {"move", "WB-01 WB-06", "Moves, leg by leg.", MOVING, 0, {{0}}},
    [WB_ORDER_RUN] = {"run", "WB-06 WB-11", "Runs, leg by leg.", MOVING, 0, {{0}}},
    [WB_ORDER_STAY] = {"stay", "WB-01", "Lets its move go by.", ACTING | QM_ORDER_IDLE, 0, {{0}}},
    [WB_ORDER_RELOAD] = {"reload", "WB-32", "Reloads its weapon in place of moving.", ACTING, 0, {{0}}},
    [WB_ORDER_ENGAGE] = {"engage", "WB-01", "Engages an enemy, over the legs named; without any by the shortest way that takes no check, or else the likeliest.", MOVING, 1,
                         {{"", QM_OPERAND_FIGURE, NULL, false}}},
    [WB_ORDER_TAKE] = {"take", "WB-10", "Picks up treasure that it touches, in upkeep.", ACTING, 1,
                       {{"", QM_OPERAND_ITEM, NULL, false}}},
    [WB_ORDER_LEAVE] = {"leave", "WB-10", "Puts down the treasure it carries.", ACTING, 0, {{0}}},
    [WB_ORDER_NEXT] = {"next", "", "Begins the next phase or turn.", QM_ORDER_ADVANCE, 0, {{0}}},

    [WB_ORDER_PLACE] = {"place", "WB-15", "Puts a unit somewhere.", QM_ORDER_LEGS | QM_ORDER_EDIT, 1,
                        {{"", QM_OPERAND_FIGURE, NULL, false}}},
    [WB_ORDER_SET] = {"set", "", "Sets a value of a unit.", QM_ORDER_EDIT, 3,
                      {{"", QM_OPERAND_FIGURE, NULL, false},
                       {"", QM_OPERAND_FIELD, NULL, false},
                       {"", QM_OPERAND_VALUE, NULL, false}}},
    [WB_ORDER_GIVE] = {"give", "", "Gives a treasure to a unit.", QM_ORDER_EDIT, 2,
                       {{"", QM_OPERAND_ITEM, NULL, false}, {"", QM_OPERAND_FIGURE, NULL, false}}},
    [WB_ORDER_LAY] = {"lay", "", "Puts a treasure down somewhere, whoever had it.", QM_ORDER_LEGS | QM_ORDER_EDIT, 1,
                      {{"", QM_OPERAND_ITEM, NULL, false}}},
    [WB_ORDER_REMOVE] = {"remove", "", "Takes a unit off the table; what it carried is left there.", QM_ORDER_EDIT, 1,
                         {{"", QM_OPERAND_FIGURE, NULL, false}}},
};

const qm_leg_kind qm__wb_legs[WB_LEG_COUNT] = {
    [WB_LEG_NONE] = {.name = "", .keyword = "", .operand = QM_OPERAND_NONE, .clauses = "", .text = ""},
    [WB_LEG_WALK] = {"walk", "", QM_OPERAND_PLACE, "WB-01", "Goes there on foot by the cheapest way."},
    [WB_LEG_VIA] = {"via", "via", QM_OPERAND_PLACE, "WB-01", "Goes straight there on foot."},
    [WB_LEG_CLIMB] = {"climb", "climb", QM_OPERAND_PLACE, "WB-13", "Climbs there, up or down, from beside the face."},
    [WB_LEG_LADDER] = {"ladder", "ladder", QM_OPERAND_PLACE, "WB-28", "Takes the ladder there, up or down."},
    [WB_LEG_JUMP] = {"jump", "jump", QM_OPERAND_PLACE, "WB-21", "Jumps there across a gap."},
    [WB_LEG_DROP] = {"drop", "drop", QM_OPERAND_PLACE, "WB-24", "Jumps down there."},
    [WB_LEG_FLY] = {"fly", "fly", QM_OPERAND_PLACE, "WB-06", "Flies straight there, if it has wings."},
};
/* clang-format on */
