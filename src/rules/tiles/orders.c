/* The kinds of order and of leg, in the order of the enums in tiles.h. Notation, help and documentation come from here.
 *
 * Declarations are hidden: other sides learn that a figure has declared, and nothing else. No order takes one back: that is
 * for undo, which leaves no trace that others could count.
 * `resolve` reveals, so it advances the game as `next` does.
 */
#include "rules/tiles/declared.h"

/* clang-format off */
enum { ACTING = QM_ORDER_ACTOR, DECLARING = QM_ORDER_ACTOR | QM_ORDER_LEGS | QM_ORDER_HIDDEN };

const qm_order_kind qm__tl_orders[TL_ORDER_COUNT] = {
    [TL_ORDER_NONE] = {.name = "", .clauses = "", .text = ""},
    [TL_ORDER_STAY] = {"stay", "TL-16", "Declares to stay; it may ignore foes.", DECLARING | QM_ORDER_IDLE, 0, {{0}}},
    [TL_ORDER_MOVE] = {"move", "TL-09", "Declares the tile to move to; tiles before it name the way.", DECLARING, 0,
                       {{0}}},
    [TL_ORDER_BESIDE] = {"beside", "TL-10", "Declares to move next to a figure.", DECLARING, 1,
                         {{"", QM_OPERAND_FIGURE, NULL, false}}},
    [TL_ORDER_KEEP] = {"keep", "TL-10", "Declares to move to a distance from a figure.", DECLARING, 2,
                       {{"", QM_OPERAND_NUMBER, NULL, false}, {"from", QM_OPERAND_FIGURE, NULL, false}}},
    [TL_ORDER_INTERCEPT] = {"intercept", "TL-11 TL-12", "Declares to intercept enemies that enter the tiles named.",
                            DECLARING, 0, {{0}}},
    [TL_ORDER_AVOID] = {"avoid", "TL-11 TL-14",
                        "Declares to avoid enemies at a distance; tiles named are preferred in that order.",
                        DECLARING, 1, {{"", QM_OPERAND_NUMBER, NULL, false}}},
    [TL_ORDER_STAND] = {"stand", "TL-01", "Declares to stand up, which uses the movement.", DECLARING, 0, {{0}}},
    [TL_ORDER_WITHDRAW] = {"withdraw", "TL-19 TL-20", "Declares the tile to withdraw to, in the miscellaneous phase.",
                           DECLARING, 0, {{0}}},
    [TL_ORDER_JOCKEY] = {"jockey", "TL-07", "Steps to a side of a foe, at the same distance.", ACTING, 2,
                         {{"", QM_OPERAND_PLACE, NULL, false}, {"around", QM_OPERAND_FIGURE, NULL, true}}},
    [TL_ORDER_ACT] = {"act", "TL-02", "Spends its action of this turn.", ACTING, 0, {{0}}},
    [TL_ORDER_RESOLVE] = {"resolve", "TL-16", "Reveals what was declared, and all move.", QM_ORDER_ADVANCE, 0, {{0}}},
    [TL_ORDER_NEXT] = {"next", "", "Begins the next phase or turn.", QM_ORDER_ADVANCE, 0, {{0}}},

    [TL_EDIT_PLACE] = {"place", "", "Puts a figure on a tile.", QM_ORDER_EDIT, 2,
                       {{"", QM_OPERAND_FIGURE, NULL, false}, {"", QM_OPERAND_PLACE, NULL, false}}},
    [TL_EDIT_SET] = {"set", "", "Sets a value of a figure.", QM_ORDER_EDIT, 3,
                     {{"", QM_OPERAND_FIGURE, NULL, false},
                      {"", QM_OPERAND_FIELD, NULL, false},
                      {"", QM_OPERAND_VALUE, NULL, false}}},
    [TL_EDIT_REMOVE] = {"remove", "", "Takes a figure off the board.", QM_ORDER_EDIT, 1,
                        {{"", QM_OPERAND_FIGURE, NULL, false}}},
};

const qm_leg_kind qm__tl_legs[TL_LEG_COUNT] = {
    [TL_LEG_NONE] = {.name = "", .keyword = "", .operand = QM_OPERAND_NONE, .clauses = "", .text = ""},
    [TL_LEG_TILE] = {"tile", "", QM_OPERAND_PLACE, "TL-09 TL-12 TL-15",
                     "A tile: of the way (the end last), of the area, or of the order of preference."},
    [TL_LEG_RUN] = {"run", "run", QM_OPERAND_NONE, "TL-02", "Runs, which spends the action of the turn."},
    [TL_LEG_IGNORE] = {"ignore", "ignore", QM_OPERAND_FIGURE, "TL-08", "Ignores a foe."},
    [TL_LEG_FROM] = {"from", "from", QM_OPERAND_FIGURE, "TL-14", "Avoids this enemy."},
    [TL_LEG_FOR] = {"for", "for", QM_OPERAND_FIGURE, "TL-13", "Intercepts this enemy; without any, all of them."},
    [TL_LEG_AWAY] = {"away", "away", QM_OPERAND_FIGURE, "TL-20", "Steps away from this foe."},
};
/* clang-format on */
