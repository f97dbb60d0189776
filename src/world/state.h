/* The data of a world, and what asks more than one of its parts.
 *
 * `units` is the lasting state (unit.h). The bodies stand in the same order and are what units may
 * know of each other (bodies.h); during a tick a unit reads of another one either its body, or what
 * its record shows, which no phase at that time writes (shown.h): src/README.md has the table of
 * phases and fields. So no unit sees half a phase, and neither the order of units nor that of
 * threads can change a result.
 *
 * A living unit has two numbers. Its slot is that of its id: it never changes, and names the cold
 * half and the queue entry. Its index `k` in `units` is also that of its body, its motion and its
 * neighbour list; it changes whenever units are sorted, and `by_slot` leads from the slot to it. */
#ifndef SIDLE_STATE_H
#define SIDLE_STATE_H

#include "world/bodies.h"
#include "world/terrain.h"
#include "world/unit.h"

#include <assert.h>
#include <sidle/record.h>

/* ---- what MOVE and CONTACT keep ---- */

/* The place that a unit claims, while places are given. */
typedef struct claim {
    sidle_vec2 place; /* u; a copy of cold.place, as a search reads many claims */
    uint32_t next;    /* the next claim in the list of its square */
} claim;

/* What the drive makes of a body in this tick, beside its new velocity and heading. The contact
 * solver corrects the position, and the unit takes it when the tick ends. */
typedef struct motion {
    union {
        sidle_vec2 position;        /* u, the disc fits the terrain there */
        sidle_vec2 next_point_then; /* from END to LOOK, in a world with queues, of a body that is
                                       not still: see shown_next_point() */
    };
    union {
        struct {
            sidle_vec2 course; /* direction to the waypoint, length 1; 0 for a body that stands */
            union {
                float range;      /* u, >= 0, no contact takes the body farther from its start */
                float asked_then; /* like next_point_then: see shown_asked() */
            };
        };
        claim claim; /* after contacts, of a unit that claims a place */
    };
    uint8_t pass_mode; /* enum pass_mode */
    uint8_t stance;    /* enum stance for contacts: as the tick began, but a body that comes clear
                          stands */
    bool plain : 1; /* the body is under way, hunts nobody, does not push through others, does not
                   land and is not aside: where no unit has the right of way, two such bodies share
                   their overlap */
    bool passes_left : 1;    /* the side on which the body passes others that it meets head on */
    bool open : 1;           /* all walls are at least a cell farther away than the radius */
    bool hunts : 1;          /* the unit pursues another unit */
    bool asks_or_claims : 1; /* from MOVE until places are given: the unit asks for a place, or
                                claims one, or has just lent its own */
    bool settles : 1;        /* after contacts, of a unit that claims a place: it has come there */
    bool impatient : 1; /* from a look until places are given: the patience of the unit that asks is
                           over, once more, so it wants another place */
    bool finds_none : 1;     /* while places are given: there is none that it can reach */
    bool waits_on_place : 1; /* the same: it lets others in before it comes to rest */
    bool keeps_place : 1;    /* the same: it has found none that is better than its own */
    bool as_driven : 1;      /* neither terrain nor contact has changed where the drive leads */
} motion;

/* Room for listed neighbours, on average over a part; the bodies of a part share it. A choice: a
 * disc has at most six neighbours of its own size that touch it, and the skin adds some. A body for
 * which there is no room left searches the grid instead, with the same result. */
enum { NEIGHBOURS_A_UNIT = 8 };

/* The Verlet list of one body: all bodies that it may touch before lists are made again. */
typedef struct neighbour_list {
    uint16_t at;   /* first entry, counted from the first entry of the part */
    uint8_t count; /* entries, or the reason why there are none: UNLISTED, STOOD */
    uint8_t gap;   /* 0 to 255, in units of lists.gap_unit: from the nearest neighbour's distance,
                      when the list was made, to the distance at which contact may begin, rounded
                      down; 255 also stands for more */
} neighbour_list;

/* How long the Verlet lists are good. They are made again when the bodies may have used up the
 * skin: Verlet, Phys. Rev. 159, 98 (1967). */
typedef struct lists {
    float half_skin; /* u, >= 0: a body may travel so far before the lists are made anew; two bodies
                        that both do come nearer by twice as much, which is the skin */
    float travelled; /* u, >= 0: no body has gone farther since the lists were made */
    float gap_unit;  /* u, > 0: the unit of neighbour_list.gap */
    bool stale;      /* the bodies were sorted anew, so the lists name wrong ones */
} lists;

/* ---- the world ---- */

/* In place of an index of a unit: none. */
#define NO_INDEX UINT32_MAX

/* A pass over many items is cut into parts of this many, which the host may run on several threads.
 * What one part writes, no other part reads or writes, so neither their order nor the threads can
 * change a result. How long they are does: large worlds search places for so many units a tick as
 * they have parts (places/places.c). A choice: a power of two and a multiple of the group of lanes;
 * a part is long enough that handing it to a thread costs little beside it, and ten thousand units
 * still make 40 parts to share out. An index within a part fits into a byte. */
enum { ITEMS_A_PART = 256 };

/* What a tick finds out about one part of the units. */
typedef struct part_sum {
    float fastest2;  /* u2/s2, the largest square of a predicted speed */
    float farthest;  /* u, upper bound of how far this tick takes a unit of the part */
    uint16_t awake;  /* units that are not still, as the sort and END count them, or 1 when one was
                        woken since; 0: a tick skips the part */
    bool steers;     /* some units may have orders that are more than a place to go to */
    uint8_t asked;   /* 0 or 1: some units ask for room in this tick */
    bool yields;     /* some units may make room: jam/jam.c */
    bool seeks;      /* some units ask for a place in this tick */
    bool claims;     /* some units may claim places */
    uint16_t listed; /* length of the part's list; 0 between two ticks */
} part_sum;

/* Some units of one part, counted from its first one: in contacts the bodies that an iteration
 * shoves, afterwards the units that ask for a place or claim one. One thread reads all sums in each
 * iteration, so the lists are not among them. */
typedef struct part_list {
    _Alignas(unit) uint8_t units[ITEMS_A_PART]; /* the sort keeps units in this memory */
} part_list;

/* A hash set of the ranks of living units, see ranks.c. */
typedef struct rank_set {
    uint32_t *ranks; /* 0: empty */
    uint32_t room;   /* a power of two; 0 until the set is needed */
} rank_set;

/* A profile of the world. An id of it is stale once it was released: the next profile at its index
 * has another generation. */
typedef struct kept_profile {
    sidle_profile values;
    uint16_t generation;
    uint8_t released; /* 0 or 1: the index is free */
    uint8_t varies;   /* 0 or 1: not all of values.terrain_factor is 1 */
} kept_profile;

struct sidle_world {
    sidle_allocator alloc;
    sidle_hooks hooks;
    terrain terrain;
    kept_profile *profiles; /* by index */
    uint32_t profile_count, profile_room;
    uint32_t profiles_released; /* of profile_count: indices that are free */
    unit *units; /* those on the map, sorted by position now and then; then the stowed ones; then
                    those of the free slots, the slot that was freed last first */
    cold *cold;  /* by slot */
    queue_entry *queue_entries; /* by slot; NULL until a profile queues */
    speed_factors *speeds;      /* by slot; NULL until the speed of a unit may change */
    bool any_queues;            /* a profile queues, or has queued */
    bool any_varies;            /* a profile is, or was, not of one speed on all terrain */
    bool any_priority;          /* a profile has, or had, another priority than the default */
    uint64_t *users;            /* by slot: the host's, side by side, as hosts read all of them;
                                   NULL until one is not 0 */
    uint32_t *by_slot;          /* index in `units` of the unit of a slot */
    uint32_t slots;             /* that were ever taken */
    uint32_t room;              /* units for which there is memory, >= slots */
    uint32_t living;            /* units on the map; living + stowed <= slots */
    uint32_t stowed;            /* living units off the map */
    uint32_t next_rank;         /* the highest rank that was ever given; 0: none yet */
    rank_set ranks;
    uint64_t tick;            /* number of steps so far */
    float last_dt;            /* s, of the last complete step; 0 before the first */
    sidle_recorder *recorder; /* NULL: the calls of the host are not recorded */
    const struct record_layer
        *layer;     /* what is recorded with the world: see recording.h; or NULL */
    bool steers;    /* some units may have orders that are more than a place to go to */
    bool backwards; /* one thread takes the parts of a pass from the last to the first: each pass
                       begins where the one before has ended, as those units are still in the cache
                     */
    bool stepping;  /* the host may run parts: sorts happen between two steps, too */
    bool looking;   /* predicted velocities must not be written: units read those of others */
    bodies bodies;
    motion *motions; /* by body; before MOVE they hold the permutation of the sort, and then what
                        units of a queue read of each other */
    neighbour_list *neighbour_lists; /* by body */
    int16_t *neighbours;             /* entries of the lists, as distances in `units`; each part has
                                        a stretch of NEIGHBOURS_A_UNIT entries for each of its units */
    uint8_t *due; /* by body: the contact iteration, from 1 on, that has to see to the body; after
                     contacts by the hash of a goal: units that ask for a place there; from END on
                     by slot: the unit has events to tell */
    uint32_t *askers; /* bodies of the units that ask for room in this tick: jam/jam.c */
    uint8_t *asked;   /* by body, in jam.c: 1 when the unit has got its point; else 0 */
    lists lists;
    struct field_points *place_points;  /* the one field of places, see places/place_field.h */
    uint32_t claim_columns, claim_rows; /* of the lists of claims: powers of two */
    float claims_moved;                 /* u, how far the tick takes any unit that claims a place */
    sidle_event *events; /* of the last step; holds the shoves of an iteration during contacts, and
                            lists of units while places are given */
    uint32_t event_count, event_room;
    part_sum *sums;            /* by part */
    part_list *lists_of_parts; /* by part */
};

/* ---- units and bodies ---- */

/* u, by part: the positions that a contact iteration gives to the bodies that it shoves. */
static inline sidle_vec2 *shoves_of(const sidle_world *world) {
    return (sidle_vec2 *)(void *)world->events;
}

/* The unit of a body. This function and the next two are for what a unit reads and writes of its
 * own record, and for work between ticks; other units' records are read as shown.h says. */
static inline unit *unit_at(const sidle_world *world, uint32_t k) {
    return &world->units[k];
}

/* The unit of a slot, alive or not. */
static inline unit *unit_of_slot(const sidle_world *world, uint32_t slot) {
    return &world->units[world->by_slot[slot]];
}

/* The body of a living unit. */
static inline uint32_t body_of(const sidle_world *world, const unit *u) {
    return (uint32_t)(u - world->units);
}

static inline const sidle_profile *profile_of(const sidle_world *world, const unit *u) {
    return &world->profiles[u->profile].values;
}

static inline speed_factors speed_factors_of(const sidle_world *world, const unit *u) {
    if (u->speed_kind == SPEED_FULL) return (speed_factors){1, 1};
    return world->speeds[u->slot];
}

/* u/s, the top speed of the unit: that of its profile times its own factor. */
static inline float unit_top_speed(const sidle_world *world, const unit *u) {
    float top_speed = profile_of(world, u)->top_speed;
    return u->speed_kind == SPEED_FULL ? top_speed : top_speed * world->speeds[u->slot].all;
}

/* u/s, the speed of the unit on a free way. */
static inline float unit_pace(const sidle_world *world, const unit *u) {
    float top_speed = unit_top_speed(world, u);
    if (u->pace) top_speed *= (float)(u->pace - 1) * (1.0f / PACE_ONE);
    if (!unit_has_trait(u, TRAIT_WANDERS)) return top_speed;
    return top_speed * profile_of(world, u)->tuning.wander_pace;
}

/* Does the disc of a unit of that profile fit at the point? */
static inline bool disc_fits(const sidle_world *world, const sidle_profile *p, sidle_vec2 at) {
    return terrain_fits(&world->terrain, p->passable, at, p->radius);
}

/* Does a disc of that share of the radius fit all along the straight line? */
static inline bool disc_fits_along(const sidle_world *world, const sidle_profile *p,
                                   sidle_vec2 from, sidle_vec2 to, float share) {
    return terrain_line_fits(&world->terrain, p->passable, from, to, p->radius * share);
}

/* An id is the index in its low half and the generation in its high half. */
enum { PROFILE_INDEX_BITS = 16 };

static inline uint32_t profile_index(sidle_profile_id id) {
    return id.index & ((1u << PROFILE_INDEX_BITS) - 1);
}

static inline sidle_profile_id profile_id(const sidle_world *world, uint32_t index) {
    uint32_t generation = world->profiles[index].generation;
    return (sidle_profile_id){generation << PROFILE_INDEX_BITS | index};
}

/* The profile of that id; NULL when there is none. */
static inline sidle_profile *profile_named(const sidle_world *world, sidle_profile_id id) {
    uint32_t index = profile_index(id);
    if (!world || index >= world->profile_count) return NULL;
    kept_profile *kept = &world->profiles[index];
    bool named = !kept->released && kept->generation == id.index >> PROFILE_INDEX_BITS;
    return named ? &kept->values : NULL;
}

static inline bool unit_is_stowed(const sidle_world *world, const unit *u) {
    return body_of(world, u) >= world->living;
}

/* The unit of that id on the map, or, with `more` as the number of stowed units, anywhere. */
static inline unit *unit_named_among(const sidle_world *world, sidle_unit_id id, uint32_t more) {
    if (id.slot == 0 || id.slot > world->slots) return NULL;
    unit *u = unit_of_slot(world, id.slot - 1);
    /* The flag UNIT_ALIVE would say the same, but another thread may write to the flags. */
    bool alive = world->by_slot[id.slot - 1] < world->living + more;
    return alive && u->generation == id.generation ? u : NULL;
}

/* u/s, the velocity that contacts, push-apart and terrain have left the body in the last step. */
static inline sidle_vec2 made_velocity(const sidle_world *world, uint32_t k) {
    return world->last_dt > 0 ? vec_scale(world->bodies.moved[k], 1.0f / world->last_dt)
                              : vec(0, 0);
}

/* The unit of that id on the map; NULL when there is none: the id is stale, or null, or the unit is
 * stowed. */
static inline unit *unit_named(const sidle_world *world, sidle_unit_id id) {
    return world ? unit_named_among(world, id, 0) : NULL;
}

/* The living unit of that id, on the map or stowed; NULL when there is none. */
static inline unit *unit_named_anywhere(const sidle_world *world, sidle_unit_id id) {
    return world ? unit_named_among(world, id, world->stowed) : NULL;
}

/* Why a call finds no unit of that id on the map. */
static inline sidle_result unit_refusal(const sidle_world *world, sidle_unit_id id) {
    return unit_named_anywhere(world, id) ? SIDLE_ERROR_STOWED : SIDLE_ERROR_STALE;
}

/* What the host keeps with the unit of a slot. */
static inline uint64_t user_of(const sidle_world *world, uint32_t slot) {
    return world->users ? world->users[slot] : 0;
}

/* ---- units that are still ---- */

/* Does END leave the unit as it is? It was still when the tick began, and has neither been roused
 * nor an event to tell. */
static inline bool sleeps_on(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    return is_still(&world->bodies, k) && !unit_is_aside(u) && !u->events;
}

/* Makes the motion of a still unit, which contacts read. */
static inline void keep_still_motion(const sidle_world *world, uint32_t k) {
    world->motions[k] = (motion){.position = body_position(&world->bodies, k)};
    world->motions[k].stance = STANCE_STANDING;
}

/* ---- moving units in memory ---- */

/* Whatever sorts or swaps units takes the body along with the unit, as some arrays of the bodies
 * hold state that is kept nowhere else. A new array of that kind is entered in the three functions
 * below, and in the list of arrays in unit_store.c. */

/* A unit with all that lasts of its body. */
typedef struct unit_with_body {
    unit unit;
    sidle_vec2 predicted, moved;
    uint32_t team;
    fraction carry;
} unit_with_body;

static inline unit_with_body unit_lift(const sidle_world *world, uint32_t k) {
    const bodies *b = &world->bodies;
    return (unit_with_body){.unit = world->units[k],
                            .predicted = body_predicted(b, k),
                            .moved = b->moved[k],
                            .team = b->team[k],
                            .carry = b->carry[k]};
}

static inline void unit_put(const sidle_world *world, uint32_t k, const unit_with_body *from) {
    const bodies *b = &world->bodies;
    world->units[k] = from->unit;
    body_predict(b, k, from->predicted);
    b->moved[k] = from->moved;
    b->team[k] = from->team;
    b->carry[k] = from->carry;
    world->by_slot[from->unit.slot] = k;
}

/* The same as unit_lift and unit_put, without a copy in between: with one a standing crowd takes 1
 * % more instructions. */
static inline void unit_move(const sidle_world *world, uint32_t from, uint32_t to) {
    const bodies *b = &world->bodies;
    world->units[to] = world->units[from];
    body_predict(b, to, body_predicted(b, from));
    b->moved[to] = b->moved[from];
    b->team[to] = b->team[from];
    b->carry[to] = b->carry[from];
    world->by_slot[world->units[to].slot] = to;
}

/* ---- parts ---- */

/* The items first <= k < end. */
typedef struct span {
    uint32_t first, end;
} span;

static inline uint32_t parts_of(uint32_t items) {
    return (items + ITEMS_A_PART - 1) / ITEMS_A_PART;
}

static inline span part_span(uint32_t part, uint32_t items) {
    uint32_t first = part * ITEMS_A_PART, left = items - first;
    return (span){first, first + (left < ITEMS_A_PART ? left : ITEMS_A_PART)};
}

/* Runs task(work, part) for all parts: by the host, if it has a hook for that, a step is under way
 * and there is something to share. Returns when all are done. */
static inline void parts_run(sidle_world *world, sidle_task task, void *work, uint32_t items) {
    uint32_t parts = parts_of(items);
    if (world->hooks.run && world->stepping && parts > 1) {
        world->hooks.run(world->hooks.context, task, work, parts);
        return;
    }
    world->backwards = !world->backwards;
    for (uint32_t n = 0; n < parts; n++) task(work, world->backwards ? parts - 1 - n : n);
}

#endif
