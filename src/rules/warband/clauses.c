/* The clauses of warband in our own words, WB-01 first: what both editions say, and where they part. Invariant: WB-n is
 * entry n-1, so that rule code can cite by number. */
#include "rules/warband/declared.h"

const qm_clause qm__wb_clauses[WB_CLAUSE_COUNT] = {
    {"WB-01", "Who may move", "The move",
     "In its side's movement phase each unit has one move, as long as its Move in inches or shorter. One that engaged "
     "earlier in the turn, with success or without, has none."},
    {"WB-02", "Who may move", "Stunned", "A stunned unit stays where it is."},
    {"WB-03", "Who may move", "Dazed",
     "A dazed unit stays where it is too, though tables differ on that; once it is merely staggered it has half its "
     "Move."},
    {"WB-04", "Who may move", "Engaged",
     "As long as its base touches an enemy who can fight back, one neither stunned nor dazed, a unit cannot move off."},
    {"WB-05", "Who may move", "Leaving the downed",
     "Contact with nobody but stunned and dazed enemies holds no one: the unit is free to go."},
    {"WB-06", "Moving", "Kinds of movement",
     "A run takes the place of a move and is bound by the same rules. In the course of either a unit climbs, jumps "
     "across gaps and jumps down as its way requires."},
    {"WB-07", "Moving", "Low terrain",
     "Rises and drops of an inch at most, counted from where the unit stands, are no obstacle and add nothing to the "
     "distance."},
    {"WB-08", "Moving", "Others in the way",
     "No way leads through an enemy, whatever state it is in, nor through an ally in combat; in 2026 an ally that is "
     "stunned or dazed is in the way as well. All other allies can be walked through."},
    {"WB-09", "Moving", "Room at the end",
     "Where a move ends there must be room: not on top of an ally, not even of one whose own move is still to come."},
    {"WB-10", "Running", "Who may run",
     "An enemy at 8 inches or less, measured straight through space, rules out running; so does, in 2026, a treasure "
     "that is being carried."},
    {"WB-11", "Running", "Length of a run",
     "Running stretches the move to one and a half times the Move, and halves of an inch are not rounded off."},
    {"WB-12", "Running", "After a run",
     "For the rest of the turn a unit that ran does not shoot, and its spells are harder to cast."},
    {"WB-13", "Climbing", "The climb",
     "An upright face is climbed, upwards or downwards, with one passed Agility check whatever its height; the height "
     "is then paid like any other movement. This check and all others of Agility are made with a d20 that must show "
     "the unit's Agility or more, of two with an advantage the higher, with a disadvantage the lower; in 2026 a 4 or "
     "less on it fails and a 20 passes."},
    {"WB-14", "Climbing", "A failed climb",
     "When the check fails the unit is left at the end of the face from which it set out and its movement is over. "
     "Climbing never makes it fall."},
    {"WB-15", "Climbing", "Somewhere to stand",
     "Only a place that holds the base can be the end of a movement; hanging on to a wall is none."},
    {"WB-16", "Climbing", "Within this turn",
     "In 2026 a climb is begun only with enough movement in hand to arrive at its end in the same turn."},
    {"WB-17", "Climbing", "Sideways",
     "On the way up or down a face a climber may drift aside by an inch in 2026, farther if the table agrees, and not "
     "at all in 2025."},
    {"WB-18", "Falling", "The injury roll",
     "Whoever falls rolls for injury, and each whole inch of height above the second adds 2. Low results are harmless, "
     "at least in 2025, and higher ones daze, stun or incapacitate."},
    {"WB-19", "Falling", "Where it lands",
     "The fallen unit is set down where its fall ends; if somebody is there, beside that one without touching. A die "
     "decides between spots that are equally fitting."},
    {"WB-20", "Falling", "Wounds",
     "Falls as such cost no wounds. In 2026 a unit with wounds to spare that would be incapacitated by one gives up a "
     "wound and is stunned; in 2025 the result stands."},
    {"WB-21", "Jumping across", "The gap",
     "Gaps of up to 3 inches, with a landing at most an inch higher, are jumped with an Agility check. In 2026 no "
     "check "
     "is needed for an inch or less; in 2025 every gap takes one, and the landing may not be much lower either."},
    {"WB-22", "Jumping across", "Declared unmeasured",
     "In 2026 take-off and landing are named before anyone measures, and what turns out too long or too high has "
     "failed without a roll. In 2025 measuring comes first and such a jump is not made."},
    {"WB-23", "Jumping across", "Afterwards",
     "A good jump is followed by whatever movement remains. A bad one ends in a fall to what lies below the take-off."},
    {"WB-24", "Jumping down", "The landing",
     "Leaving a height by jumping costs nothing for the way down. In 2026 the unit picks a landing no more than 3 "
     "inches away from its take-off; in 2025 it comes down right beside the face."},
    {"WB-25", "Jumping down", "Over what is below",
     "In 2026 such a jump clears all units and terrain between that do not rise above the one who jumps."},
    {"WB-26", "Jumping down", "The check",
     "A jump down takes one Agility check; in 2026 heights of 4 inches and more put it at a disadvantage."},
    {"WB-27", "Jumping down", "Afterwards",
     "Who passes the check can keep moving. Who fails it falls, at the spot where it meant to land, and goes no "
     "farther."},
    {"WB-28", "Ladders", "As ground",
     "Units go up and down ladders as if walking, running or engaging on the flat, and nobody rolls for it. In 2026 "
     "the height is paid for, in 2025 it is not."},
    {"WB-29", "Ladders", "Animals",
     "Ladders are closed to animals in 2025; in 2026 they manage one if they pass the check of a climb."},
    {"WB-30", "Ladders", "The whole ladder", "A ladder is taken from end to end within one movement or not at all."},
    {"WB-31", "Difficult ground", "What it takes",
     "In 2026 a unit whose way leads through difficult ground, be it much or little, has 2 inches less for that turn, "
     "taken off last of all."},
    {"WB-32", "Reloading", "In place of moving",
     "In 2025 a weapon that has to be made ready again is reloaded by giving up the move."},
    {"WB-33", "Variants", "What was considered",
     "Ideas that neither edition took up: more checks for deeper jumps, a harder check in the disadvantage's stead, "
     "worse injuries, falling from a failed climb down, and going along walls at will."},
    {"WB-34", "Ledges", "Beside a ledge",
     "In 2026 a unit that is dazed or stunned near a drop checks its Agility once, with no modifiers of the drop, and "
     "falls over the edge if that fails."},
    {"WB-35", "Contact", "Clear of enemies",
     "Passing close by an enemy is allowed, stopping against its base is not: contact is made by engaging alone."},
};
