/* The drive of four units at a time. See drive.c. */
#ifndef SIDLE_DRIVE_H
#define SIDLE_DRIVE_H

#include "base/lanes.h"
#include "world/state.h"

/* What the drive has to know of a unit: bits above those of unit.flags, in one word. */
enum drive_bits {
    STOPS = 1u << 16,  /* comes to rest at the point to which it drives */
    STEERS = 1u << 17, /* that point is a steer target and may move */
    DRIVES = 1u << 18, /* neither waits nor pushes nor rests */
    PUSHES = 1u << 20,
    HUNTS = 1u << 21, /* its order is about another unit */
    WANDERS = 1u << 22,
    PACED = 1u << 23 /* the host has changed its speed */
};

/* Four units that are computed at a time; the last unit fills the lanes that are not in use. */
typedef struct group {
    const sidle_world *world;
    uint32_t k[LANES], bits[LANES];
    unit *u[LANES];
    const sidle_profile *p[LANES];
} group;

#define OF_UNITS(field) lanes_of(g->u[0]->field, g->u[1]->field, g->u[2]->field, g->u[3]->field)
#define OF_UNITS2(field)                                                                           \
    lanes2_from(&g->u[0]->field, &g->u[1]->field, &g->u[2]->field, &g->u[3]->field)
#define OF_PROFILES(field) lanes_of(g->p[0]->field, g->p[1]->field, g->p[2]->field, g->p[3]->field)
#define FOR_EACH(function)                                                                         \
    lanes_of(function(g->world, g->u[0]), function(g->world, g->u[1]),                             \
             function(g->world, g->u[2]), function(g->world, g->u[3]))

/* What the drive makes of a group: length 1; u/s; the units that drive backwards. */
typedef struct driven {
    lanes2 heading, velocity;
    lanes_mask backwards;
} driven;

SIDLE_INTERNAL uint32_t drive_bits_of(const unit *u);

/* u/s: the top speed of the units. */
SIDLE_INTERNAL lanes top_speed_of(const group *g);

/* u/s: the speed of the units where nothing is in the way. */
SIDLE_INTERNAL lanes pace_of(const group *g);

/* u/s: the pace, less what the unit brakes for others ahead (planner/headway.c). */
SIDLE_INTERNAL lanes road_speed(const group *g, lanes pace);

/* A unit at rest turns to where it is to face, if it does not yet. */
SIDLE_INTERNAL void turn_at_rest(const sidle_profile *p, unit *u, float dt);

/* The drive of this tick: new heading and velocity. */
SIDLE_INTERNAL driven drive(const group *g, float dt);

#endif
