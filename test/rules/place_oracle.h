/* Where a unit finds a place to rest on, the plain way (src/places/place_field.c): all points of
 * the lattice, Dijkstra's algorithm with a scan of all of them for the next one, and each disc
 * tested against each other one. It knows terrain by what its host tells it. */
#ifndef SIDLE_TEST_PLACE_ORACLE_H
#define SIDLE_TEST_PLACE_ORACLE_H

#include <sidle/sidle.h>

enum { PLACE_SIDE = 64, PLACE_POINTS = PLACE_SIDE * PLACE_SIDE };

/* What the order says of the place. */
typedef struct place_wish {
    sidle_vec2 centre; /* u */
    float least, most; /* u, the distances from there that are as good as any */
    bool by_way;       /* else the way from the centre is what it costs */
    bool beside;       /* side by side on the ring of the distance `most` */
    bool nearest;      /* the nearest place, whatever it costs */
    bool through;      /* friends at rest bar no way */
    bool sees;         /* the centre is to be seen from there */
    bool exact;        /* no place off those distances will do */
    bool wide;         /* look farther, on a coarse lattice */
    bool alone;        /* nobody else goes there: the lattice is close */
} place_wish;

/* A place that is taken: of a body that rests there, or claimed by a unit. */
typedef struct place_disc {
    sidle_vec2 at;
    float radius; /* u */
    uint32_t rank;
    bool rests, is_target;
    float bars; /* share of both radii within which its body bars the way; 0: it does not */
} place_disc;

typedef struct place_scene {
    place_wish wish;
    sidle_vec2 position, from; /* u, of the unit; where it would come to a stand */
    sidle_vec2 own;            /* u, the place that it claims, if it keeps one */
    bool keeps;
    float held_up;      /* times its patience: for so long the unit has got no nearer */
    float radius, cell; /* u */
    const place_disc *discs;
    uint32_t count;
    const void *context;
    bool (*fits)(const void *context, sidle_vec2 at); /* the disc, on terrain and on the map */
    /* A disc of that share of the radius, all along the line. */
    bool (*line_fits)(const void *context, sidle_vec2 from, sidle_vec2 to, float share);
    sidle_vec2 (*slide)(const void *context, sidle_vec2 from, sidle_vec2 by); /* along walls */
    bool (*sees_centre)(const void *context, sidle_vec2 at);
} place_scene;

/* The points that are as good as any, and where a disc would stand for each. */
typedef struct place_answer {
    bool found, good[PLACE_POINTS], barred[PLACE_POINTS];
    sidle_vec2 at[PLACE_POINTS], begin; /* u; u, where the way of the unit begins */
    sidle_vec2 origin;
    float cost[PLACE_POINTS], step; /* u */
    bool own_is_best, moved, far;   /* what came up */
} place_answer;

void place_oracle(const place_scene *scene, place_answer *answer);

#endif
