/* The bodies: what units may know of each other during a tick, as a struct of arrays.
 *
 * Body k is the body of the unit at world->units[k]. The arrays are sorted by position (see
 * spatial_grid.c), so a search near a point reads a few runs of contiguous memory, four bodies to a
 * vector register. They hold the state at the beginning of the tick until its last phase renews
 * them, so neither the order of units nor that of threads can change a result. */
#ifndef SIDLE_BODIES_H
#define SIDLE_BODIES_H

#include "base/vec.h"
#include "world/unit.h"

/* What a body does for others: it is under way; it stands, so that nothing moves it; it is still:
 * it stands, and this tick leaves its unit as it is. */
enum stance { STANCE_UNDER_WAY, STANCE_STANDING, STANCE_STILL };

/* The part of a shift, the displacement of one tick, that is too small to show in a position. Far
 * from the origin a float position rounds such a shift away, and a slow unit in short ticks would
 * never move, so the unit carries it into the next tick. */
typedef struct fraction {
    int16_t x, y; /* see terrain_fractions() */
} fraction;

/* So many units may stand in memory elsewhere than the last sort has put them before a query sorts
 * them again. A choice: a query looks at each of them, and a host that creates units one by one and
 * asks before each has a sort for so many. */
enum { STRAYS_MAX = 64 };

typedef struct bodies {
    /* By body. Each array has room for one group of lanes beyond its last entry. The arrays that
     * are marked `lasting` hold state that is kept nowhere else; the others are copied from the
     * units. */
    float *x, *y;          /* u, position */
    float *vx, *vy;        /* u/s, predicted velocity; lasting */
    sidle_vec2 *moved;     /* u, displacement in the last tick; lasting */
    uint32_t *team;        /* lasting */
    fraction *carry;       /* of the shift, for the next tick; lasting */
    float *radius;         /* u */
    uint16_t *filter_bits; /* layer, stance, queue state, coming clear, ghost: see
                              filter_bits_of() */
    uint32_t *starts;      /* by bucket: its first body; then the number of bodies; then one more
                              entry, which the counting sort needs */
    size_t starts_room;    /* bytes */
    int32_t width, height; /* buckets, >= 1 */
    float bucket;          /* u, side of a bucket */
    float per_bucket;      /* 1 / bucket */
    float largest;         /* u, the largest radius */
    float fastest;         /* u/s, upper bound of all predicted speeds */
    float drift;           /* u, >= 0, upper bound of how far a body is from where it was sorted */
    bool teams;            /* there is, or was, more than one team */
    bool refit;            /* units came or went: the next sort chooses the size of a bucket anew */
    bool stale;            /* the bodies have to be sorted before the next search of a step */
    uint32_t sorted;       /* bodies that the last sort has put into the buckets */
    uint32_t stray_count;  /* strays; STRAYS_MAX + 1: too many, or never sorted */
    /* Indices of the units that were created, put in the place of a destroyed one, or teleported
     * since the last sort. Only their units say where they are. */
    uint32_t strays[STRAYS_MAX];
    uint32_t alliances; /* number of teams that have allies; lasting */
    /* By team, SIDLE_TEAM(...) | ... of its allies. An alliance holds both ways. Lasting. */
    uint64_t allies[SIDLE_ALLIED_TEAMS];
} bodies;

/* u, position. */
static inline sidle_vec2 body_position(const bodies *b, uint32_t k) {
    return (sidle_vec2){b->x[k], b->y[k]};
}

/* u/s, predicted velocity. */
static inline sidle_vec2 body_predicted(const bodies *b, uint32_t k) {
    return (sidle_vec2){b->vx[k], b->vy[k]};
}

static inline void body_predict(const bodies *b, uint32_t k, sidle_vec2 velocity) {
    b->vx[k] = velocity.x;
    b->vy[k] = velocity.y;
}

/* ---- filter bits ---- */

/* The filter bits of a body say in one word what most searches ask of others. The bits 4 to 7 are
 * the layer. Those below, of a body under way, are its queue state and FILTER_PUSHES; of a body at
 * rest they are FILTER_RESTS and more. A ghost has the bit beyond the layer. */
enum {
    FILTER_STILL = 2,
    FILTER_CLEARS = 4,
    FILTER_PUSHES = 4,
    FILTER_RESTS = 8,
    FILTER_GHOST = 256
};

static inline uint16_t filter_bits_of(uint32_t layer, enum stance stance, uint8_t queue_state,
                                      bool pushes, bool clears) {
    static const uint8_t RESTS[] = {
        [STANCE_STANDING] = FILTER_RESTS, [STANCE_STILL] = FILTER_RESTS | FILTER_STILL};
    uint32_t rests = RESTS[stance] | (clears ? FILTER_CLEARS : 0u);
    uint32_t under_way = queue_state | (pushes ? FILTER_PUSHES : 0u);
    return (uint16_t)(layer << 4 | (stance == STANCE_UNDER_WAY ? under_way : rests));
}

/* The stance without STANCE_STILL, which counts as STANCE_STANDING here. */
static inline enum stance body_stance(const bodies *b, uint32_t k) {
    return (enum stance)(b->filter_bits[k] / FILTER_RESTS & 1u);
}

static inline bool is_still(const bodies *b, uint32_t k) {
    return (b->filter_bits[k] & (FILTER_RESTS | FILTER_STILL)) == (FILTER_RESTS | FILTER_STILL);
}

/* Does the body come clear of others inside which it came to rest? */
static inline bool body_clears(const bodies *b, uint32_t k) {
    return (b->filter_bits[k] & (FILTER_RESTS | FILTER_CLEARS)) == (FILTER_RESTS | FILTER_CLEARS);
}

static inline enum queue_state body_queue_state(const bodies *b, uint32_t k) {
    return b->filter_bits[k] & FILTER_RESTS ? QUEUE_NONE
                                            : (enum queue_state)(b->filter_bits[k] & 3u);
}

/* Does the body push through others? */
static inline bool body_pushes(const bodies *b, uint32_t k) {
    return (b->filter_bits[k] & (FILTER_RESTS | FILTER_PUSHES)) == FILTER_PUSHES;
}

/* The layer whose bodies this one sees and meets, in filter bits. A ghost meets nobody: as the body
 * that asks it gets a bit that no body shows, so that two ghosts differ as well. */
static inline uint32_t layer_met_by(const bodies *b, uint32_t k) {
    uint32_t own = b->filter_bits[k];
    return (own | (own & FILTER_GHOST) << 1) >> 4;
}

static inline bool is_on_layer(const bodies *b, uint32_t k, uint32_t layer) {
    return (uint32_t)b->filter_bits[k] >> 4 == layer;
}

/* May the two bodies see and meet each other? */
static inline bool on_one_layer(const bodies *b, uint32_t k, uint32_t other) {
    return is_on_layer(b, other, layer_met_by(b, k));
}

static inline void bodies_take_alliances(bodies *to, const bodies *from) {
    to->alliances = from->alliances;
    memcpy(to->allies, from->allies, sizeof to->allies);
}

static inline bool teams_are_friends(const bodies *b, uint32_t team, uint32_t other) {
    if (team == other) return true;
    if (!b->alliances || team >= SIDLE_ALLIED_TEAMS || other >= SIDLE_ALLIED_TEAMS) return false;
    return b->allies[team] >> other & 1u;
}

/* Are both bodies of one team, or of teams that are allied? */
static inline bool are_friends(const bodies *b, uint32_t k, uint32_t other) {
    return teams_are_friends(b, b->team[k], b->team[other]);
}

/* Is the other body an enemy that is as solid as a wall to a unit of this profile? */
static inline bool is_spared_enemy(const bodies *b, const sidle_profile *p, uint32_t k,
                                   uint32_t other) {
    return b->teams && !p->push_enemies && !are_friends(b, k, other);
}

#endif
