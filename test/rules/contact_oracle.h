/* The plain, slow contact solver: it compares all bodies with all, round by round, in scalar
 * floats, as the rules are written down. It knows nothing of the core: no lists, no spatial grid,
 * no lanes, no parts. */
#ifndef SIDLE_TEST_CONTACT_ORACLE_H
#define SIDLE_TEST_CONTACT_ORACLE_H

#include <sidle/sidle.h>

enum contact_stance { CONTACT_UNDER_WAY, CONTACT_STANDS };

/* Through which bodies a unit passes. */
enum contact_mode { CONTACT_SOLID, CONTACT_SQUEEZES /* past standing ones */, CONTACT_PUSHES };

typedef struct contact_body {
    sidle_vec2 place;    /* u, as the tick began */
    sidle_vec2 position; /* u, where the drive takes it, then where contacts leave it */
    sidle_vec2 last;     /* u, the way that the last tick took it */
    sidle_vec2 course;   /* of length 1, or 0 at rest */
    sidle_unit_id id;
    sidle_unit_id hunted; /* by this unit, or null */
    uint32_t rank, team, layer;
    enum contact_stance stance; /* one that comes clear of others stands */
    enum contact_mode mode;
    float radius, top_speed, threshold;
    float range;       /* u, the longest way that it may go in this tick */
    bool walled;       /* terrain may be in its way */
    bool rested;       /* as the tick began */
    bool aside;        /* it has stepped aside */
    bool lands;        /* on the last way to its place: others may touch it */
    bool passes_left;  /* of a body that it meets head on */
    bool push_enemies; /* enemies are not solid to it */
} contact_body;

typedef struct contact_scene {
    contact_body *bodies;
    uint32_t count;
    float dt;
    const void *context;
    /* u: where a step from the place of the body ends before terrain. */
    sidle_vec2 (*slide)(const void *context, uint32_t k, sidle_vec2 step, bool *touched);
    /* Does a disc of that share of its radius fit there? */
    bool (*fits)(const void *context, uint32_t k, sidle_vec2 at, float share);
} contact_scene;

/* What came up, so that a test can say that its scenes were worth it. */
typedef struct contact_tally {
    uint32_t touches, slips, passes, goes_round, hunts, held, turns, same_spots, yields, by_wall;
} contact_tally;

/* Solves the contacts of one tick: into the positions of the bodies. */
void contact_oracle(contact_scene *scene, contact_tally *tally);

#endif
