/* The kinds of order and of leg, in the order of the enums in squad.h. Notation, help and documentation come from here:
 * "Rifles move Ann 12,8 Bo via 12,9 climb 12,9.5@3 face 90", "Rifles charge Boars Ann 14,8".
 *
 * Legs follow the name of the model whose they are; who is not named stays where it is, or with "to 20,15" is placed
 * around that: "Rifles move to 20,15 Ann 19,14". Places are legs and not
 * arguments, which cannot hold a place of a table. */
#include "rules/squad/declared.h"

/* clang-format off */
enum { UNIT = QM_ORDER_ACTOR | QM_ORDER_UNIT, MOVING = UNIT | QM_ORDER_LEGS };

const qm_order_kind qm__sq_orders[SQ_ORDER_COUNT] = {
    [SQ_ORDER_NONE] = {.name = "", .clauses = "", .text = ""},
    [SQ_ORDER_MOVE] = {"move", "SQ-01", "Moves: each model named, leg by leg, and the others to a goal.", MOVING, 0, {{0}}},
    [SQ_ORDER_CHARGE] = {"charge", "SQ-05", "Moves into contact with an enemy unit: each model named, leg by leg; where none is, one is found a place in contact and the others around it.", MOVING, 1,
                         {{"", QM_OPERAND_UNIT, NULL, false}}},
    [SQ_ORDER_SHOOT] = {"shoot", "SQ-19", "Shoots: with the weapons named at the unit named after them, or with all others.", MOVING, 0, {{0}}},
    [SQ_ORDER_HOLD] = {"hold", "SQ-01", "Ends its turn; or, where a move of it was broken off, ends that.", UNIT | QM_ORDER_IDLE, 0, {{0}}},
    [SQ_ORDER_NEXT] = {"next", "", "Begins the next round.", QM_ORDER_ADVANCE, 0, {{0}}},

    [SQ_ORDER_PLACE] = {"place", "SQ-04", "Puts a model somewhere.", QM_ORDER_LEGS | QM_ORDER_EDIT, 1,
                        {{"", QM_OPERAND_FIGURE, NULL, false}}},
    [SQ_ORDER_SET] = {"set", "", "Sets a value of a model.", QM_ORDER_EDIT, 3,
                      {{"", QM_OPERAND_FIGURE, NULL, false},
                       {"", QM_OPERAND_FIELD, NULL, false},
                       {"", QM_OPERAND_VALUE, NULL, false}}},
    [SQ_ORDER_REMOVE] = {"remove", "SQ-28", "Takes a model off the table.", QM_ORDER_EDIT, 1,
                         {{"", QM_OPERAND_FIGURE, NULL, false}}},
};

#define BIT(leg) (UINT32_C(1) << (leg))
enum { SHOTS = BIT(SQ_LEG_WITH) | BIT(SQ_LEG_AT), ALL = BIT(SQ_LEG_COUNT) - 2 };
const uint32_t qm__sq_order_legs[SQ_ORDER_COUNT] = {
    [SQ_ORDER_MOVE] = ALL & ~SHOTS,
    [SQ_ORDER_CHARGE] = ALL & ~SHOTS,
    [SQ_ORDER_SHOOT] = SHOTS,
    [SQ_ORDER_PLACE] = BIT(SQ_LEG_WALK),
};

const qm_leg_kind qm__sq_legs[SQ_LEG_COUNT] = {
    [SQ_LEG_NONE] = {.name = "", .keyword = "", .operand = QM_OPERAND_NONE, .clauses = "", .text = ""},
    [SQ_LEG_FIGURE] = {"model", "", QM_OPERAND_FIGURE, "SQ-01", "What follows is for this model."},
    [SQ_LEG_WALK] = {"walk", "", QM_OPERAND_PLACE, "SQ-01", "Goes there on foot by the shortest way; a model on a rectangular base goes straight, one that flies straight through the air."},
    [SQ_LEG_VIA] = {"via", "via", QM_OPERAND_PLACE, "SQ-01", "Goes straight there on foot, or through the air."},
    [SQ_LEG_FACE] = {"face", "face", QM_OPERAND_DIRECTION, "SQ-06", "Turns to face there."},
    [SQ_LEG_CLIMB] = {"climb", "climb", QM_OPERAND_PLACE, "SQ-08", "Climbs there, up or down, from beside the face."},
    [SQ_LEG_LEAP] = {"leap", "leap", QM_OPERAND_PLACE, "SQ-10", "Leaps there across a gap."},
    [SQ_LEG_DROP] = {"drop", "drop", QM_OPERAND_PLACE, "SQ-11", "Jumps down there."},
    [SQ_LEG_GOAL] = {"goal", "to", QM_OPERAND_PLACE, "SQ-01 SQ-02", "All who are not named go there, around this place: where they end is found for them, on foot where that can be, else over climbs, leaps and drops; straight for those who fly."},
    [SQ_LEG_WITH] = {"weapons", "with", QM_OPERAND_ROW, "SQ-19", "Shoots with all weapons of this kind, at the unit that is named next."},
    [SQ_LEG_AT] = {"target", "at", QM_OPERAND_UNIT, "SQ-19", "Shoots at this unit, with the weapons named before; where none are, with all that are not named."},
};
/* clang-format on */
