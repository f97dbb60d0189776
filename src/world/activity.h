/* The activity of a unit: what it is doing. A unit has one activity at a time. transitions.c alone
 * changes it, by the table there; all other files ask by the predicates of unit.h. Of a unit that
 * drives back to its place, other files may change the aim, between the place and a corner before
 * it: both are ASPECT_BACK.
 *
 * An activity is a set of aspects, so a predicate tests one bit for all activities that share it.
 * The aspects below 1 << 16 are bits of unit.flags; the others are fields of their own, or
 * follow from the aim. */
#ifndef SIDLE_ACTIVITY_H
#define SIDLE_ACTIVITY_H

enum aspects {
    ASPECT_UNDER_WAY = 2,  /* the unit wants to be elsewhere */
    ASPECT_ARRIVED = 4,    /* the unit rests at the end of its order */
    ASPECT_CLAIMS = 16384, /* cold.place is reserved for the unit: claims.c */
    ASPECT_CLEARS = 32768, /* the unit rests, perhaps inside others, or drives out of them to its
                              place: place_want.c */
    ASPECT_AWAITS = 65536, /* unit.awaits: the target is stowed, and the unit waits for it */
    ASPECT_ASIDE = 131072, /* unit.aside: the unit has left its place for another: jam.c */
    ASPECT_BACK = 262144,  /* beside ASPECT_ASIDE: unit.aim leads back to the place */

    ASPECTS_OF_FLAGS = ASPECT_UNDER_WAY | ASPECT_ARRIVED | ASPECT_CLAIMS | ASPECT_CLEARS,
    ASPECTS_TO_PLACE = ASPECT_UNDER_WAY | ASPECT_CLAIMS,
    ASPECTS_CLEARING = ASPECTS_TO_PLACE | ASPECT_CLEARS,
    ASPECTS_BACK = ASPECTS_TO_PLACE | ASPECT_ASIDE | ASPECT_BACK
};

enum activity {
    /* rests */
    ACTIVITY_AT_REST = 0,
    /* rests, perhaps inside others */
    ACTIVITY_AT_REST_INSIDE = ASPECT_CLEARS,
    /* rests at the end of its order */
    ACTIVITY_ARRIVED = ASPECT_ARRIVED,
    /* rests at the end of its order, perhaps inside others */
    ACTIVITY_ARRIVED_INSIDE = ASPECT_ARRIVED | ASPECT_CLEARS,
    /* waits for its stowed target */
    ACTIVITY_AWAITS = ASPECT_AWAITS,
    /* waits for its stowed target, perhaps inside others */
    ACTIVITY_AWAITS_INSIDE = ASPECT_AWAITS | ASPECT_CLEARS,
    /* waits for its stowed target, and drives out of others */
    ACTIVITY_AWAITS_CLEARING = ASPECTS_CLEARING | ASPECT_AWAITS,
    /* drives where its order leads */
    ACTIVITY_ON_ITS_WAY = ASPECT_UNDER_WAY,
    /* drives to its place at the end of its order */
    ACTIVITY_TO_PLACE = ASPECTS_TO_PLACE,
    /* drives out of others, to its place */
    ACTIVITY_COMES_CLEAR = ASPECTS_CLEARING,
    /* drives out of others, and has lost its place */
    ACTIVITY_CLEARS_NOWHERE = ASPECT_UNDER_WAY | ASPECT_CLEARS,
    /* makes room for another unit, and keeps its place */
    ACTIVITY_ASIDE = ASPECTS_TO_PLACE | ASPECT_ASIDE,
    /* drives back to its place */
    ACTIVITY_COMES_BACK = ASPECTS_BACK,
    /* drives back to its place through others */
    ACTIVITY_BACK_THROUGH = ASPECTS_BACK | ASPECT_CLEARS
};

#endif
