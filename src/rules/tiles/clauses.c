/* The clauses of tiles in our own words, TL-01 first. Invariant: TL-n is entry n-1, so that rule code can cite by
 * number. */
#include "rules/tiles/declared.h"

const qm_clause qm__tl_clauses[TL_CLAUSE_COUNT] = {
    {"TL-01", "Movement", "Tiles and base movement",
     "A tile measures two metres. How many tiles a figure moves in a turn depends on its race: four for most."},
    {"TL-02", "Movement", "Running",
     "A figure that gives up its action of the turn runs: half its base movement, rounded down, comes on top."},
    {"TL-03", "Ground", "Impeding ground", "Each tile of impeding ground is counted twice."},
    {"TL-04", "Ground", "Climbing, swimming, leaping",
     "Some tiles can only be climbed, swum or leapt; the rulebook says what that costs and which check it takes."},
    {"TL-05", "Ground", "Movement labels",
     "The label that goes with a race's movement may change what those modes cost; open ground it normally leaves "
     "alone."},
    {"TL-06", "Foes", "Adjacent foes stop movement",
     "Normal movement is over as soon as a foe is adjacent, whichever of the two came up; with one adjacent from the "
     "start there is no step at all."},
    {"TL-07", "Foes", "Jockeying",
     "Jockeying is a single step to a side of a foe at the same distance, and adjacent foes do not hinder it."},
    {"TL-08", "Foes", "Ignoring foes",
     "A figure can decide to ignore foes: they do not stop it, but whom it leaves may strike at once, and its Reflex "
     "suffers against them."},
    {"TL-09", "Declaring", "A tile", "A figure can declare the tile it wants to get to."},
    {"TL-10", "Declaring", "A figure",
     "Or it declares its movement in relation to another figure, next to it or at a distance, and follows as that one "
     "moves."},
    {"TL-11", "Declaring", "Intercept or avoid",
     "As the phase begins it can declare to intercept or to avoid instead."},
    {"TL-12", "Intercepting", "The area",
     "An interceptor names an area that a normal movement would bring it next to."},
    {"TL-13", "Intercepting", "The interruption",
     "When an enemy comes into the area, the interceptor may at once move next to it, and the enemy's movement ends."},
    {"TL-14", "Avoiding", "The distance",
     "An avoider names enemies and a distance, and ends its movement that far from the nearest of them."},
    {"TL-15", "Avoiding", "As far as possible",
     "Where the distance cannot be had, it ends where the nearest of them is as far away as can be."},
    {"TL-16", "Resolving", "All at once",
     "Everybody moves at the same time. Whatever conflicts with nothing is carried out first; a conflict is between "
     "declarations that cannot both come true."},
    {"TL-17", "Resolving", "The faster one", "In a conflict the one with more tiles of movement left has its way."},
    {"TL-18", "Resolving", "Equally fast",
     "With equal movement left either nobody has its way, where that treats both alike, or Reflex rolls against each "
     "other decide."},
    {"TL-19", "Withdrawing", "Who may withdraw",
     "Whoever has not moved in the movement phase, nor declared to intercept or avoid, may withdraw in the "
     "miscellaneous "
     "phase."},
    {"TL-20", "Withdrawing", "Away from foes",
     "Withdrawing is normal movement in which steps away from adjacent foes are allowed, until none of them is "
     "adjacent."},
    {"TL-21", "Resolving", "One figure to a tile", "No two figures end their movement on the same tile."},
};
