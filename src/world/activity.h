/* The activity of a unit: what it is doing. A unit has one activity at a time. transitions.c alone
 * changes it, by the table there; all other files ask by the predicates of unit.h.
 *
 * An activity is a set of aspects, so a predicate tests one bit for all activities that share it.
 * The aspects below 1 << 16 are bits of unit.flags; the others are fields of their own. Beside
 * its activity a unit has a mark (UNIT_CLEARS) as long as it may stand inside others. */
#ifndef SIDLE_ACTIVITY_H
#define SIDLE_ACTIVITY_H

enum aspects {
    ASPECT_UNDER_WAY = 2,  /* the unit wants to be elsewhere */
    ASPECT_ARRIVED = 4,    /* the unit rests at the end of its order */
    ASPECT_CLAIMS = 16384, /* cold.place is reserved for the unit: claims.c */
    ASPECT_AWAITS = 65536, /* unit.awaits: the target is stowed, and the unit waits for it */
    ASPECT_ASIDE = 131072, /* unit.aside: the unit has left its place for another: jam.c */

    ASPECTS_OF_FLAGS = ASPECT_UNDER_WAY | ASPECT_ARRIVED | ASPECT_CLAIMS,
    ASPECTS_TO_PLACE = ASPECT_UNDER_WAY | ASPECT_CLAIMS
};

enum activity {
    /* rests */
    ACTIVITY_AT_REST = 0,
    /* rests at the end of its order */
    ACTIVITY_ARRIVED = ASPECT_ARRIVED,
    /* waits for its stowed target */
    ACTIVITY_AWAITS = ASPECT_AWAITS,
    /* waits for its stowed target, and drives out of others to its place */
    ACTIVITY_AWAITS_CLEARING = ASPECTS_TO_PLACE | ASPECT_AWAITS,
    /* drives where its order leads */
    ACTIVITY_ON_ITS_WAY = ASPECT_UNDER_WAY,
    /* drives to its place: at the end of its order, or out of others */
    ACTIVITY_TO_PLACE = ASPECTS_TO_PLACE,
    /* has left its place for another unit, and drives back there when it can */
    ACTIVITY_ASIDE = ASPECTS_TO_PLACE | ASPECT_ASIDE
};

#endif
