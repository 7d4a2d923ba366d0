/* The clauses of squad in our own words. The number is the place in the list: SQ-01 is entry 0. */
#include "rules/squad/declared.h"

const qm_clause qm__sq_clauses[SQ_CLAUSE_COUNT] = {
    {"SQ-01", "Movement", "How far",
     "When its unit moves, every model may go as far as its own Movement, whichever way it likes."},
    {"SQ-02", "Movement", "Coherency",
     "After the move the models of the unit keep together: none is cut off from the others by more than 2 inches."},
    {"SQ-03", "Movement", "Spread", "After the move no two models of the unit have more than 6 inches between them."},
    {"SQ-04", "Movement", "Friends", "Friendly models can be walked through, and nobody ends on top of one."},
    {"SQ-05", "Movement", "Enemies",
     "No model comes to an inch from an enemy or nearer, at any point of its way, except to the unit that it charges."},
    {"SQ-06", "Movement", "Facing",
     "The unit may face any way when it has moved, unless turning takes a part of it farther than it may move."},
    {"SQ-07", "Terrain", "Low obstacles",
     "Going over an obstacle at most 2 inches high calls for an Initiative check. Passing it costs nothing, failing it "
     "takes 2 inches off the movement of this action."},
    {"SQ-08", "Terrain", "Climbs out of reach",
     "The height of a climb is measured before it is tried: a unit that cannot get to the top with its movement does "
     "not try."},
    {"SQ-09", "Terrain", "The climb",
     "A climb calls for an Initiative check. Passing it costs nothing but the height; failing it leaves half of the "
     "movement that remained, and where that is too little for the climb there is none."},
    {"SQ-10", "Terrain", "Leaps",
     "A gap no longer than the movement left may be leapt, with an Initiative check: across if it is passed, else down "
     "to what lies below the gap."},
    {"SQ-11", "Terrain", "Jumping and falling down",
     "Whoever goes down more than 3 inches at once, on purpose or not, makes an Initiative check; after passing it the "
     "move goes on."},
    {"SQ-12", "Terrain", "A bad fall", "When that check fails, each model of the unit must make a Save roll."},
    {"SQ-13", "Shooting", "Range", "A target must be inside the long range of the weapon that shoots at it."},
    {"SQ-14", "Shooting", "Melees", "Nobody shoots at enemies who are in melee with friends."},
    {"SQ-15", "Shooting", "Sight",
     "A model shoots at what it sees from its own eyes; a model that shows a third of itself or less is not seen."},
    {"SQ-16", "Shooting", "Arcs",
     "Around a unit there are four arcs, front, left, right and rear. They go by its front, which is settled before "
     "the "
     "game."},
    {"SQ-17", "Shooting", "Several arcs",
     "A target that is in more than one arc counts in the one the shooter prefers."},
    {"SQ-18", "Shooting", "Mounted weapons",
     "What a mounted weapon reaches, how far and in which arc, is measured from the end of its barrel, or from its "
     "mount "
     "where it has none."},
    {"SQ-19", "Shooting", "Who shoots at whom",
     "A unit may use all its weapons. Weapons of one kind all shoot at one unit, and whoever shoots at several units "
     "says so before the first roll."},
    {"SQ-20", "Shooting", "Impossible shots",
     "Shots that cannot be made may be declared. They are made if the target can be shot at by the time, else not."},
    {"SQ-21", "Shooting", "To hit",
     "Each attack of a weapon is a die of ten, and each that shows no more than the Accuracy is a hit."},
    {"SQ-22", "Shooting", "Extra hits",
     "Hits added by an ability are ordinary hits of the weapon, and nothing else is triggered by them."},
    {"SQ-23", "Shooting", "Long range", "Beyond short range Accuracy is 1 less."},
    {"SQ-24", "Saves", "Who takes a hit",
     "The defender gives each hit to one of the models that could be shot at by that attack."},
    {"SQ-25", "Saves", "Ignored hits",
     "After a hit has been given, an ability may ignore it. A unit uses a single such ability, its best."},
    {"SQ-26", "Saves", "Save rolls",
     "A hit is stopped by a die of ten that shows no more than the Save, from which the weapon's AP has been taken and "
     "to which cover was added."},
    {"SQ-27", "Saves", "Wounds", "A hit that is not stopped costs the model a wound, and its last one kills it."},
    {"SQ-28", "Saves", "Casualties", "Models without wounds are taken off the table."},
    {"SQ-29", "Saves", "Tens",
     "A 10 fails every check and Save. By how much a Save was failed is then 10 less the Save, so it may be less than "
     "nothing."},
    {"SQ-30", "Saves", "Point blank", "Against shots from 3 inches or less cover is of no use."},
};
