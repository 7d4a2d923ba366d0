/* The clauses of hexmelee in our own words, HX-01 first. Invariant: HX-n is entry n-1, so that rule code can cite by
 * number. */
#include "rules/hexmelee/declared.h"

const qm_clause qm__hm_clauses[HM_CLAUSE_COUNT] = {
    {"HX-01", "Allowance and order", "Movement allowance",
     "A figure's MOV says how many hexes it can move in a turn; an ordinary human has MOV 10."},
    {"HX-02", "Allowance and order", "Adjusted MOV",
     "Armour sets the base of MOV, the Running skill adds to it, the load carried caps it, and bad conditions on the "
     "board come "
     "last."},
    {"HX-03", "Allowance and order", "One hex is always possible",
     "However low its MOV has become, a figure can always move one hex and carry out an option."},
    {"HX-04", "Allowance and order", "Crawling",
     "On its knees or lying, a figure can crawl with an allowance of 2. What lowers MOV leaves that alone until MOV is "
     "one or "
     "less."},
    {"HX-05", "Allowance and order", "Engagement stops movement",
     "Movement ends in the hex where the figure becomes engaged."},
    {"HX-06", "Allowance and order", "Initiative", "In the movement phase figures move in the order of initiative."},
    {"HX-07", "Allowance and order", "Chases",
     "Whoever is being chased moves before the pursuer. The players say what is a chase."},
    {"HX-08", "Allowance and order", "Order of actions",
     "Outside the movement phase figures act in the order of their effective DEX, highest first."},
    {"HX-09", "Rule of thumb", "Distance and circumstances decide",
     "What a figure may do depends on how far it has moved this turn and on how it stands now, not on the option it "
     "chose "
     "earlier: one that shifted and is no longer engaged is a free figure that moved one hex."},
    {"HX-10", "Rule of thumb", "After one hex at most",
     "A free figure that moved no more than a hex may shoot, ready a weapon, drop, dodge, or strike at someone within "
     "its "
     "reach with a ready melee weapon or bare hands."},
    {"HX-11", "Jumping", "Price of a jump", "A jump costs the hexes it spans and nothing on top."},
    {"HX-12", "Jumping", "Roll for a jump",
     "A jump over one, two or three hexes of pit or wall is a saving roll of 2, 5 or 8 dice against STR and DEX "
     "together."},
    {"HX-13", "Jumping", "Missed jump",
     "A missed jump ends in the pit or on top of the wall; where that is several hexes wide, chance says in which."},
    {"HX-14", "Jumping", "Grabbing the far side",
     "Who misses a jump over a pit of more than two metres rolls 3 dice against DEX to catch the far rim."},
    {"HX-15", "Jumping", "Pulling oneself up",
     "A figure hanging at the rim may try to pull itself up with 4 dice against STR; every failed try costs a hit or a "
     "point "
     "of fatigue."},
    {"HX-16", "Falling", "Damage of a fall", "A fall does one die of damage for every five metres."},
    {"HX-17", "Falling", "Armour and falls", "Of the damage of a fall armour takes away two hits at the most."},
    {"HX-18", "Falling", "Out of a deep pit",
     "There is no climbing out of a pit of more than two metres except by a rope, at a metre a turn."},
    {"HX-19", "Falling", "Shooting and deep pits",
     "Into a pit of more than two metres one can shoot only from right beside it, and out of it only at what is right "
     "beside "
     "it on level ground."},
    {"HX-20", "Falling", "Falls that grow faster", "A variant: the damage of a fall grows faster than its height."},
    {"HX-21", "Actions during movement", "Jumping on the move", "A jump can be part of a move."},
    {"HX-22", "Actions during movement", "Sure pick-up on the run",
     "A free figure can pick up a dropped weapon as it moves: for 3 MOV it has it for certain and may go on."},
    {"HX-23", "Actions during movement", "Pick-up in passing",
     "Or it merely moves through the hex, and once its movement is over 3 dice against effective DEX tell whether it "
     "has the "
     "weapon; that takes no MOV."},
    {"HX-24", "Actions during movement", "Pick-up is the action",
     "A figure that picked up a weapon on the run takes no other action in that turn."},
    {"HX-25", "Facing and position", "Facing",
     "A figure faces one of the six sides of its hex and can turn in the movement phase whether it moves or not."},
    {"HX-26", "Facing and position", "Attacks go forward", "A figure attacks only into the hexes in front of it."},
    {"HX-27", "Facing and position", "Positions",
     "A figure stands, kneels or lies; of its own will it changes that only by dropping, standing up or shooting."},
    {"HX-28", "Facing and position", "Nothing but rear",
     "Who crawls or is picking up a weapon counts as attacked from the rear, wherever the attack comes from."},
    {"HX-29", "Facing and position", "Engagement",
     "A figure engages enemies that are in its front hexes, and is engaged by enemies that have it in theirs."},
    {"HX-30", "Facing and position", "No engagement among friends", "Figures of one side do not engage each other."},
    {"HX-31", "Facing and position", "Side and rear",
     "A melee attack gains 2 DEX from a side hex of the target, an attack from its rear hex 4."},
    {"HX-32", "Facing and position", "Kneeling in a fight",
     "With regular weapons a kneeling figure is attacked at +2 DEX and itself attacks at -2."},
    {"HX-33", "Facing and position", "Lying in a fight",
     "With regular weapons a figure that lies is attacked at +4 DEX and cannot attack at all."},
    {"HX-34", "Moving onto others", "One to a hex",
     "There is ordinarily one figure in a hex, and no way through a figure that stands or kneels."},
    {"HX-35", "Moving onto others", "Onto a body",
     "A hex where somebody lies may be entered; the figure stops there and falls unless 3 dice against DEX go well."},
    {"HX-36", "Moving onto others", "Over a body",
     "Somebody who lies can also be jumped over for 3 MOV, with the same roll."},
    {"HX-37", "Options", "Which list applies",
     "Whether a figure is free or engaged is settled when its own chance to move comes; until then the moves of others "
     "can "
     "change it."},
    {"HX-38", "Options", "Stand still", "A figure need not move."},
    {"HX-39", "Options", "Standing up from lying",
     "Getting up from lying, fallen or crawling takes the whole movement of a turn."},
    {"HX-40", "Options", "Standing up from kneeling",
     "A free figure that gets up from kneeling, squatting or sitting has a half move or a change of weapons left."},
    {"HX-41", "Options", "Step", "A free figure may move one hex."},
    {"HX-42", "Options", "Pace", "A free figure may move up to two hexes."},
    {"HX-43", "Options", "Half move", "A free figure may move up to half of its MOV, rounded up."},
    {"HX-44", "Options", "Full move", "A free figure may move up to its whole MOV."},
    {"HX-45", "Options", "Delay",
     "Having moved no more than half of its MOV, a free figure may break off for the time being and see what others "
     "do."},
    {"HX-46", "Options", "Engaged and standing up",
     "An engaged figure that gets up from kneeling has only a shift or a change of weapons left."},
    {"HX-47", "Options", "Shift",
     "An engaged figure may move one hex, for the price of a step, to a hex in the front of every enemy that engages "
     "it."},
    {"HX-48", "Rule of thumb", "Who engages no more", "Whoever is dead, has fallen or is gone engages nobody."},
};
