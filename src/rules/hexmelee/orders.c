/* The kinds of order and of leg, in the order of the enums in hexmelee.h. Notation, help and documentation come from here. */
#include "rules/hexmelee/declared.h"

enum { ACTING = QM_ORDER_ACTOR, MOVING = QM_ORDER_ACTOR | QM_ORDER_LEGS };

const qm_order_kind hm_orders[HM_ORDER_COUNT] = {
    [HM_ORDER_NONE] = {.name = "", .clauses = "", .text = ""},
    [HM_STILL] = {"still", "HX-38 HX-25", "Stands still; it may turn.", MOVING, 0, {{0}}},
    [HM_STEP] = {"step", "HX-41", "Moves one hex.", MOVING, 0, {{0}}},
    [HM_PACE] = {"pace", "HX-42", "Moves up to two hexes.", MOVING, 0, {{0}}},
    [HM_HALF] = {"half", "HX-43", "Moves up to half its MOV, rounded up.", MOVING, 0, {{0}}},
    [HM_FULL] = {"full", "HX-44", "Moves up to its MOV.", MOVING, 0, {{0}}},
    [HM_SHIFT] = {"shift", "HX-47", "Engaged: moves one hex and stays engaged with the same enemies.", MOVING, 0, {{0}}},
    [HM_RISE] = {"rise", "HX-39 HX-40 HX-46",
                 "Stands up; from kneeling it may then ready another weapon, or move by half (engaged: shift).", MOVING, 1,
                 {{"ready", QM_OPERAND_ITEM, NULL, true}}},
    [HM_DELAY] = {"delay", "HX-45", "Moves up to half its MOV and breaks off for now.", MOVING, 0, {{0}}},
    [HM_RESUME] = {"resume", "HX-45", "Goes on after a delay.", MOVING, 0, {{0}}},
    [HM_WAIT] = {"wait", "HX-45", "Goes on delaying.", ACTING, 0, {{0}}},
    [HM_PULL_UP] = {"pull-up", "HX-15", "Tries to pull itself up at the rim it hangs from.", ACTING, 0, {{0}}},
    [HM_LET_GO] = {"let-go", "HX-15 HX-16", "Lets go of the rim and falls.", ACTING, 0, {{0}}},
    [HM_CLIMB] = {"climb", "HX-18", "Climbs a rope out of a pit, to the hex at the rim.", ACTING, 1,
                  {{"", QM_OPERAND_PLACE, NULL, false}}},
    [HM_TURN] = {"turn", "HX-25", "Turns where it is.", ACTING, 1, {{"", QM_OPERAND_DIRECTION, NULL, false}}},

    [HM_ATTACK] = {"attack", "HX-26 HX-10", "Strikes with what is ready, or with the item named.", ACTING, 2,
                   {{"", QM_OPERAND_FIGURE, NULL, false}, {"with", QM_OPERAND_ITEM, NULL, true}}},
    [HM_SHOOT] = {"shoot", "HX-10 HX-26 HX-27", "Shoots a missile weapon, and may drop after that.", ACTING, 3,
                  {{"", QM_OPERAND_FIGURE, NULL, false},
                   {"with", QM_OPERAND_ITEM, NULL, true},
                   {"then", QM_OPERAND_WORD, "stay kneel prone", true}}},
    [HM_THROW] = {"throw", "HX-10 HX-26", "Throws a weapon.", ACTING, 2,
                  {{"", QM_OPERAND_ITEM, NULL, false}, {"at", QM_OPERAND_FIGURE, NULL, false}}},
    [HM_DODGE] = {"dodge", "HX-10", "Dodges missiles until the turn is over.", ACTING, 0, {{0}}},
    [HM_DEFEND] = {"defend", "HX-10", "Wards off blows with its ready weapon until the turn is over.", ACTING, 0, {{0}}},
    [HM_DROP] = {"drop", "HX-27 HX-10", "Drops to its knees or lies down.", ACTING, 1,
                 {{"", QM_OPERAND_WORD, "kneel prone", false}}},
    [HM_READY] = {"ready", "HX-10", "Takes a weapon it carries into its hand.", ACTING, 1,
                  {{"", QM_OPERAND_ITEM, NULL, false}}},
    [HM_PICK_UP] = {"pick-up", "HX-10 HX-28", "Picks up what lies in its hex or beside it.", ACTING, 1,
                    {{"", QM_OPERAND_ITEM, NULL, false}}},
    [HM_DISENGAGE] = {"disengage", "HX-37", "Instead of acting moves one hex away from its enemies.", MOVING, 0, {{0}}},
    [HM_PASS] = {"pass", "HX-09", "Does nothing.", ACTING, 0, {{0}}},

    [HM_CHASE] = {"chase", "HX-07", "Says that the first figure chases the second.", 0, 2,
                  {{"", QM_OPERAND_FIGURE, NULL, false}, {"", QM_OPERAND_FIGURE, NULL, false}}},
    [HM_UNCHASE] = {"unchase", "HX-07", "Says that the figure chases nobody any more.", 0, 1,
                    {{"", QM_OPERAND_FIGURE, NULL, false}}},
    [HM_NEXT] = {"next", "HX-06 HX-08", "Begins the next turn or phase.", QM_ORDER_ADVANCE, 0, {{0}}},

    /* The facing is a leg and not an argument: an argument left out is 0, which is also a direction. */
    [HM_EDIT_PLACE] = {"place", "", "Puts a figure on a hex; a leg may say which way it faces.",
                       QM_ORDER_EDIT | QM_ORDER_LEGS, 2,
                       {{"", QM_OPERAND_FIGURE, NULL, false}, {"", QM_OPERAND_PLACE, NULL, false}}},
    [HM_EDIT_SET] = {"set", "", "Sets a value of a figure.", QM_ORDER_EDIT, 3,
                     {{"", QM_OPERAND_FIGURE, NULL, false},
                      {"", QM_OPERAND_FIELD, NULL, false},
                      {"", QM_OPERAND_VALUE, NULL, false}}},
    [HM_EDIT_GIVE] = {"give", "", "Gives an item to a figure.", QM_ORDER_EDIT, 2,
                      {{"", QM_OPERAND_ITEM, NULL, false}, {"", QM_OPERAND_FIGURE, NULL, false}}},
    [HM_EDIT_LAY] = {"lay", "", "Lays an item on a hex.", QM_ORDER_EDIT, 2,
                     {{"", QM_OPERAND_ITEM, NULL, false}, {"", QM_OPERAND_PLACE, NULL, false}}},
    [HM_EDIT_REMOVE] = {"remove", "", "Takes a figure off the board.", QM_ORDER_EDIT, 1,
                        {{"", QM_OPERAND_FIGURE, NULL, false}}},
};

const qm_leg_kind hm_legs[HM_LEG_COUNT] = {
    [HM_LEG_NONE] = {.name = "", .keyword = "", .operand = QM_OPERAND_NONE, .clauses = "", .text = ""},
    [HM_LEG_WALK] = {"walk", "", QM_OPERAND_PLACE, "HX-01", "Moves to a hex, by the shortest legal way if it is not the next one."},
    [HM_LEG_JUMP] = {"jump", "jump", QM_OPERAND_PLACE, "HX-12 HX-21 HX-36", "Jumps to a hex over what lies between."},
    [HM_LEG_GRAB] = {"grab", "grab", QM_OPERAND_ITEM, "HX-22", "Picks up a weapon in this hex for certain, for 3 MOV."},
    [HM_LEG_SNATCH] = {"snatch", "snatch", QM_OPERAND_ITEM, "HX-23", "Picks up a weapon in this hex by a roll after the movement."},
    [HM_LEG_FACE] = {"face", "face", QM_OPERAND_DIRECTION, "HX-25", "Turns."},
};
