/* What is kept of each unit between two ticks. */
#ifndef SIDLE_COMMAND_SETTLING_STATE_H
#define SIDLE_COMMAND_SETTLING_STATE_H

#include "settling.h"

/* Share of its radius by which a unit has to leave its place before it counts as moved. Contacts
 * shift bodies at rest by less; a tenth of a radius is what a clean unit may move in all. */
#define SETTLING_NOISE 0.02f

/* s without a move after which a unit rests, and at the end of the run rests for good. A unit that
 * squeezes by another one stops for less than the first. */
#define SETTLING_PAUSE 0.5
#define SETTLING_QUIET 1.0

/* Marks lie half a radius apart or more. The course leads from the first mark that is four radii of
 * way behind the unit, or from the oldest. */
enum { SETTLING_MARKS = 9 };
#define SETTLING_MARK   0.5f
#define SETTLING_COURSE 4.0f

typedef struct settled_unit {
    settling_sample now; /* of the last tick */
    sidle_vec2 place;    /* u, where it was when it moved last */
    double moved_at;     /* s */
    bool moved;          /* in the last tick */
    bool seen, rests;
    bool ordered;        /* it had an order that ends at rest */
    settling_word told;  /* NOTHING: not yet */
    settling_word heard; /* IN_RANGE and OVER count as told once it rests */
    double told_at;      /* s */
    double void_at;   /* s, when it was last under way, or its word became void; below 0: never */
    double rested_at; /* s, when it moved last before it rested, once told; below 0: not yet */
    sidle_vec2 told_place;   /* u */
    sidle_vec2 told_course;  /* u, of any length; 0: none */
    double way;              /* u, that it went since it was told */
    float farthest;          /* u, from told_place */
    uint32_t starts, asides; /* after it was told: under way, and while idle */
    sidle_vec2 marks[SETTLING_MARKS];
    uint32_t mark_count, mark_next;
    /* of the world, for settling_read */
    sidle_order order; /* the last one that was not NONE */
    sidle_unit_id target;
    bool was_over;         /* it had no order in the last tick */
    bool kept;             /* it rested under its order in the last tick: observer.h */
    bool stopped, renewed; /* by the host since the last tick */
} settled_unit;

struct settling {
    settled_unit *units;      /* stb_ds */
    uint32_t *unit_of;        /* stb_ds, index + 1 by slot of the world; 0: none */
    settling_sample *samples; /* stb_ds, scratch of settling_tick */
    double time;              /* s */
};

/* The way on which the unit came; 0 when it came less than a radius. */
sidle_vec2 settling_course(const settled_unit *u);

#endif
