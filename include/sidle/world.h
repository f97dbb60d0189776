/* The functions of a world, grouped by purpose.
 *
 * Calls that change a world, a step included, must be alone: one thread at a time. Between them
 * several threads may make calls that take a const world. A process may have several worlds. A
 * pointer that a function returns is valid until the next call that changes the world, the events
 * until the next step. */
#ifndef SIDLE_WORLD_H
#define SIDLE_WORLD_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- results ---- */

/* One sentence for a result; never NULL. */
SIDLE_API const char *sidle_result_text(sidle_result result);

/* SIDLE_VERSION_NUMBER of the library that is linked. */
SIDLE_API uint32_t sidle_version(void);

/* ---- world ---- */

/* Called by sidle_world_def_default: fills the definition of a host that was compiled with this
 * layout. For another layout it writes the cookie alone; NULL is ignored. */
SIDLE_API void sidle_world_def_fill(sidle_world_def *def, uint32_t layout);

static inline sidle_world_def sidle_world_def_default(void) {
    sidle_world_def def;
    sidle_world_def_fill(&def, SIDLE_LAYOUT(sidle_world_def));
    return def;
}

/* Creates a world. Errors: ARGUMENT (also when it is larger than SIDLE_MAX_EXTENT), NOT_FINITE,
 * DEFINITION, MEMORY; then *world is NULL. ARITHMETIC: the flags of the compiler, or the floating
 * point mode of the thread, would give other bits than on other machines (contraction to fma,
 * reordered sums, excess precision, denormal numbers flushed to 0, another rounding). */
SIDLE_API sidle_result sidle_world_create(const sidle_world_def *def, sidle_world **world);

/* The allocator of the world, for data that a host keeps beside it; for NULL the default one. */
SIDLE_API sidle_allocator sidle_world_allocator(const sidle_world *world);

/* Destroys the world and frees its memory. NULL is allowed. */
SIDLE_API void sidle_world_destroy(sidle_world *world);

/* Advances all units by dt seconds, SIDLE_MIN_DT <= dt <= SIDLE_MAX_DT. Lockstep games pass the
 * same dt on every machine. Errors: ARGUMENT, NOT_FINITE; MEMORY only in the first step after units
 * were created.
 *
 * In a step no unit moves farther than its speed allows, gains speed faster than its acceleration,
 * or turns faster than its turn rate. It loses speed faster only at a body or a wall, or when
 * others stop pushing it. No unit enters an enemy that it may not pass. Changes by the host, such
 * as a teleport, are exempt. */
SIDLE_API sidle_result sidle_world_step(sidle_world *world, float dt);

/* The name of a phase, for a profiler; never NULL. */
SIDLE_API const char *sidle_phase_text(sidle_phase phase);

/* Steps made so far. */
SIDLE_API uint64_t sidle_world_tick(const sidle_world *world);

/* A 64-bit hash of all state on which the future depends: the same on every machine. For a moving
 * crowd it costs less than a twentieth of a step. */
SIDLE_API uint64_t sidle_world_hash(const sidle_world *world);

/* The events of the last step, by ascending slot; valid until the next step, whatever other calls
 * are made in between. *count may be 0. A step returns at most 256 events, and one more for every
 * seven units that the world has room for; the next steps return the rest, which are those with the
 * highest slots. */
SIDLE_API const sidle_event *sidle_world_events(const sidle_world *world, uint32_t *count);

/* ---- terrain ---- */

/* Sets a rectangle of cells, to put up a building or take it down. The cost grows with the
 * rectangle (and with the number of units, if some were created or destroyed since the last step),
 * not with the map. Errors: ARGUMENT (outside the map, unknown class); NO_ROOM when a unit that
 * cannot pass the class stands there: sidle_query_cells lists those units, sidle_world_vacate
 * orders them away. */
SIDLE_API sidle_result sidle_world_set_cells(sidle_world *world, uint32_t x, uint32_t y,
                                             uint32_t width, uint32_t height,
                                             sidle_terrain terrain);

/* Sets single cells, all or none, each to its own class. If a cell is listed twice, the later entry
 * counts. Errors: those of sidle_world_set_cells. */
SIDLE_API sidle_result sidle_world_set_cell_list(sidle_world *world, const sidle_cell *cells,
                                                 uint32_t count);

/* The class of a cell; SIDLE_TERRAIN_VOID outside the map. */
SIDLE_API sidle_terrain sidle_world_cell(const sidle_world *world, int32_t x, int32_t y);

SIDLE_API uint32_t sidle_world_width(const sidle_world *world);  /* cells */
SIDLE_API uint32_t sidle_world_height(const sidle_world *world); /* cells */
SIDLE_API float sidle_world_cell_size(const sidle_world *world); /* u */

/* Does a disc of this profile fit at the point? Terrain alone counts, and a disc that touches a
 * wall fits. False for points that are not finite and for unknown profiles. */
SIDLE_API bool sidle_world_fits(const sidle_world *world, sidle_profile_id profile,
                                sidle_vec2 point);

/* Does it fit everywhere along the line? Use this to smooth paths. */
SIDLE_API bool sidle_world_line_fits(const sidle_world *world, sidle_profile_id profile,
                                     sidle_vec2 from, sidle_vec2 to);

/* ---- teams ---- */

/* Sets the allies of a team: SIDLE_TEAM(...) | ...; 0: none, as in a new world. Alliances are
 * mutual: the team becomes an ally of each team in the mask, and of no other one. Units of allied
 * teams are friends, like units of one team: they step aside for each other, a unit with a higher
 * priority has the right of way, and a unit that pushes through passes friends. All other units are
 * enemies, as solid as walls unless the profile has push_enemies. The change takes effect in the
 * next step. The bit of the team itself is ignored. Errors: ARGUMENT (a team of 63 or above). */
SIDLE_API sidle_result sidle_world_set_allies(sidle_world *world, uint32_t team, uint64_t allies);

/* The mask of the allies of a team, without the team itself. */
SIDLE_API uint64_t sidle_world_allies(const sidle_world *world, uint32_t team);

/* Are units of these two teams friends? True for one team, and for allied teams. */
SIDLE_API bool sidle_world_are_friends(const sidle_world *world, uint32_t team, uint32_t other);

/* ---- profiles ---- */

/* The parameter table, one row for each parameter of a profile and of its tuning. */
SIDLE_API const sidle_param *sidle_params(uint32_t *count);

/* As sidle_world_def_fill, for a unit with this radius (u) and top speed (u/s). A default that
 * follows from them is kept within its range. Numbers outside their range are refused when the
 * profile is checked or added. */
SIDLE_API void sidle_profile_fill(sidle_profile *profile, uint32_t layout, float radius,
                                  float top_speed);

/* A profile for a unit with this radius (u) and top speed (u/s): the other lengths follow from the
 * radius, the acceleration from the top speed. */
static inline sidle_profile sidle_profile_of(float radius, float top_speed) {
    sidle_profile profile;
    sidle_profile_fill(&profile, SIDLE_LAYOUT(sidle_profile), radius, top_speed);
    return profile;
}

/* The built-in profile, which new units have. In a world whose cells or extent ask for a smaller or
 * larger radius it is the profile of that radius, and as fast in radii a second. */
static inline sidle_profile sidle_profile_default(void) {
    return sidle_profile_of(SIDLE_DEFAULT_RADIUS, SIDLE_DEFAULT_TOP_SPEED);
}

/* Checks that every number is in its range and that they fit together. On an error *param is the
 * first wrong row of the table, and *reason says in one sentence why; both may be NULL. Errors:
 * ARGUMENT, NOT_FINITE, DEFINITION. */
SIDLE_API sidle_result sidle_profile_check(const sidle_profile *profile, const sidle_param **param,
                                           const char **reason);

/* Adds a profile. Errors: those of sidle_profile_check; ARGUMENT when the radius is over
 * SIDLE_MAX_RADIUS_CELLS cells, or under SIDLE_MIN_RADIUS_CELLS cells or SIDLE_MIN_RADIUS_SHARE of
 * the world; LIMIT; MEMORY. */
SIDLE_API sidle_result sidle_profile_add(sidle_world *world, const sidle_profile *profile,
                                         sidle_profile_id *id);

/* Changes a profile for all its units, from the next step on. Errors: those of sidle_profile_add;
 * STALE; MEMORY; NO_ROOM when one of its units would not fit where it stands. */
SIDLE_API sidle_result sidle_profile_set(sidle_world *world, sidle_profile_id id,
                                         const sidle_profile *profile);

/* Releases a profile that no living unit has. Its id becomes stale, and its index may be used
 * again. The cost grows with the number of units. Errors: ARGUMENT, STALE; IN_USE (also for the
 * built-in profile). */
SIDLE_API sidle_result sidle_profile_release(sidle_world *world, sidle_profile_id id);

/* Reads a profile. Errors: ARGUMENT, STALE. */
SIDLE_API sidle_result sidle_profile_get(const sidle_world *world, sidle_profile_id id,
                                         sidle_profile *profile);

/* ---- units ---- */

/* As sidle_world_def_fill. */
SIDLE_API void sidle_unit_def_fill(sidle_unit_def *def, uint32_t layout);

static inline sidle_unit_def sidle_unit_def_default(void) {
    sidle_unit_def def;
    sidle_unit_def_fill(&def, SIDLE_LAYOUT(sidle_unit_def));
    return def;
}

/* Errors: ARGUMENT, NOT_FINITE, DEFINITION, STALE (profile), NO_ROOM, RANK, LIMIT, MEMORY. */
SIDLE_API sidle_result sidle_unit_create(sidle_world *world, const sidle_unit_def *def,
                                         sidle_unit_id *id);

/* Errors: STALE. */
SIDLE_API sidle_result sidle_unit_destroy(sidle_world *world, sidle_unit_id id);

SIDLE_API bool sidle_unit_valid(const sidle_world *world, sidle_unit_id id);

/* Errors: ARGUMENT, STALE. */
SIDLE_API sidle_result sidle_unit_get(const sidle_world *world, sidle_unit_id id,
                                      sidle_unit_state *state);

/* These set one field of a living unit, on the map or stowed. The unit keeps its order and path,
 * and looks in the next tick. Errors of all: ARGUMENT, STALE; then the unit stays as it was. */

/* A unit at rest that overlaps others with its new radius or layer moves out of them by itself.
 * Errors also: STALE (the profile), NO_ROOM (the new disc does not fit where it stands). */
SIDLE_API sidle_result sidle_unit_set_profile(sidle_world *world, sidle_unit_id id,
                                              sidle_profile_id profile);

SIDLE_API sidle_result sidle_unit_set_team(sidle_world *world, sidle_unit_id id, uint32_t team);

/* heading: any length but 0. A driving unit keeps its speed and takes this course. A unit at rest
 * keeps the heading; if it rests in range of its target, it turns back to face the target. Errors
 * also: NOT_FINITE. */
SIDLE_API sidle_result sidle_unit_set_heading(sidle_world *world, sidle_unit_id id,
                                              sidle_vec2 heading);

/* rank: as in sidle_unit_def; the unit may have it already. Errors also: RANK, MEMORY. */
SIDLE_API sidle_result sidle_unit_set_rank(sidle_world *world, sidle_unit_id id, uint32_t rank);

/* Errors also: MEMORY. */
SIDLE_API sidle_result sidle_unit_set_user(sidle_world *world, sidle_unit_id id, uint64_t user);

/* factor: of the profile's top speed, 0 .. SIDLE_MAX_SPEED_FACTOR; 1 for a new unit. Less than
 * SIDLE_MIN_SPEED_FACTOR counts as 0. The unit behaves as if that were its top speed. At 0 it is
 * stunned: it brakes and stands, keeps its order, and asks for no path; others go round it. Errors
 * also: NOT_FINITE, MEMORY. */
SIDLE_API sidle_result sidle_unit_set_speed_factor(sidle_world *world, sidle_unit_id id,
                                                   float factor);

/* Ghosts and other units ignore each other, like workers at a mine. Terrain stops a ghost. A unit
 * that is no ghost any more moves out of the units that it overlaps. */
SIDLE_API sidle_result sidle_unit_set_ghost(sidle_world *world, sidle_unit_id id, bool ghost);

/* Takes the unit off the map, for example into a transport. It keeps its id, order, path and rank;
 * other units ignore it, and the terrain where it stood may change. It can be read, changed (a new
 * profile need not fit on the terrain) and destroyed; all other calls about it return STOWED.
 * Errors: ARGUMENT, STALE, STOWED. */
SIDLE_API sidle_result sidle_unit_stow(sidle_world *world, sidle_unit_id id,
                                       sidle_pursuers pursuers);

/* Puts a stowed unit back on the map, where it goes on with its order, as after a teleport. Errors:
 * ARGUMENT (not stowed), NOT_FINITE, STALE, NO_ROOM. */
SIDLE_API sidle_result sidle_unit_unstow(sidle_world *world, sidle_unit_id id, sidle_vec2 position);

/* Turns a unit at rest to this heading, at its turn rate. It keeps the heading until it drives
 * again. A unit that has stepped aside takes the heading when it is back; one that rests in range
 * of its target faces the target instead. Errors: ARGUMENT (under way, a heading of length 0),
 * NOT_FINITE, STALE, STOWED. */
SIDLE_API sidle_result sidle_unit_face(sidle_world *world, sidle_unit_id id, sidle_vec2 heading);

/* Number of living units, stowed ones included. */
SIDLE_API uint32_t sidle_unit_count(const sidle_world *world);

/* Iterates over the living units by slot: returns the one after `after`, the first one for the null
 * id, and the null id at the end. */
SIDLE_API sidle_unit_id sidle_unit_next(const sidle_world *world, sidle_unit_id after);

/* Teleports the unit: its speed becomes 0, it keeps its order. Errors: NOT_FINITE, STALE, STOWED,
 * NO_ROOM. */
SIDLE_API sidle_result sidle_unit_teleport(sidle_world *world, sidle_unit_id id,
                                           sidle_vec2 position);

/* ---- orders ---- */

/* A new order replaces the old one, and stays until it is done, replaced or stopped: no jam, no
 * wall and no time ends it (sidle_condition). The same order again, under way, changes nothing.
 * When the target of an order is destroyed, the order ends with SIDLE_EVENT_TARGET_LOST. An order
 * says where the unit is to be; all orders share the same way of getting there. A point must lie on
 * the map; it need not be reachable. Errors: NOT_FINITE, STALE and STOWED (the unit or the target),
 * ARGUMENT (a point outside the map; the target is the unit itself); MEMORY for all orders but go
 * and hold, only the first time for a unit. */

/* Go: drive to the goal, in a straight line until a path is given, and rest there. An arrived unit
 * steps aside for the units that give_way names, and returns. */
SIDLE_API sidle_result sidle_unit_go(sidle_world *world, sidle_unit_id id, sidle_vec2 goal);

/* Hold: brake and stand. The unit makes room for nobody, whatever give_way says, and no unit moves
 * it. (A unit that stops inside others, by any order, first moves out of them by its own drive, at
 * push_coefficient of its top speed.) */
SIDLE_API sidle_result sidle_unit_hold(sidle_world *world, sidle_unit_id id);

/* Patrol: go to the points in turn, from the last one to the first one again, for ever; with one
 * point, to and fro between it and the place where the order was given. The points are copied. A
 * point counts as reached within one radius, or as near as the crowd at a shared point lets the
 * unit come, if that is nearer to it than to the point before. A unit that does not see its next
 * point asks for a path. Errors also: ARGUMENT (count not 1 .. SIDLE_MAX_WAYPOINTS), MEMORY. */
SIDLE_API sidle_result sidle_unit_patrol(sidle_world *world, sidle_unit_id id,
                                         const sidle_vec2 *points, uint32_t count);

/* Pursue: drive to where the target will be, predicted for at most the time foresight. The unit
 * drives straight while terrain allows, else along its path or to its guide; on a new path it stays
 * while bodies at rest bar the straight way. Once it drives straight the path is used up. It asks
 * for a new one when the old one ends too far from the target. It rests beside a target that
 * stands, or behind others that rest there for the same target, and sets out again when the target
 * does. */
SIDLE_API sidle_result sidle_unit_pursue(sidle_world *world, sidle_unit_id id,
                                         sidle_unit_id target);

/* Approach: drive to the nearest point in range of the target, and rest there. When the target
 * moves out of range the unit follows, and in range it keeps up with the target's velocity; when
 * the target comes too near it backs off. SIDLE_EVENT_IN_RANGE is sent when the unit comes into
 * range, SIDLE_EVENT_ARRIVED when it rests. At rest in range it moves on within the range,
 * silently, for units that give_way names. A unit that finds no room in range within its patience
 * rests out of range, tells SIDLE_EVENT_STUCK, and goes on when a place there is free. Errors also:
 * ARGUMENT (null, numbers outside their range, unknown classes). */
SIDLE_API sidle_result sidle_unit_approach(sidle_world *world, sidle_unit_id id,
                                           sidle_unit_id target, const sidle_range *range);

/* Approach a point of the map. The order is done when the unit rests in range. */
SIDLE_API sidle_result sidle_unit_approach_point(sidle_world *world, sidle_unit_id id,
                                                 sidle_vec2 point, const sidle_range *range);

/* Gives the present order of the unit a range. It lasts until the next order. Its meaning:
 * - go: the order is done in range; the unit approaches its goal by its present path or guide
 * - approach: replaces the range
 * - pursue: the target is caught in range; there the unit rests, keeps up or backs off as with
 *   approach
 * - patrol: a point is reached within `most`; least must be 0
 * - follow: the place is `most` behind the leader, or nearer where terrain leaves no room, but at
 *   least `least`; sight must be 0
 * - evade, flee: in place of flee_distance, the unit runs when the danger is nearer than `least`,
 *   until it is farther than `most`; sight must be 0
 *
 * Errors: ARGUMENT (null, numbers outside their range, unknown classes, a field that must be 0),
 * NOT_FINITE, STALE, STOWED, MEMORY; NO_ORDER for no order, or one of another kind.
 * sidle_units_set_range (bulk.h) does it for many. */
SIDLE_API sidle_result sidle_unit_set_range(sidle_world *world, sidle_unit_id id,
                                            const sidle_range *range);

/* Follow: keep follow_distance behind the leader, and out of its way. */
SIDLE_API sidle_result sidle_unit_follow(sidle_world *world, sidle_unit_id id,
                                         sidle_unit_id leader);

/* Evade: stand until the hunter is nearer than flee_distance, then run from the point where both
 * would meet, along walls and out of corners as far as the unit sees. */
SIDLE_API sidle_result sidle_unit_evade(sidle_world *world, sidle_unit_id id, sidle_unit_id hunter);

/* Flee: run from the point in the same way. The order is done at 1.25 times flee_distance. */
SIDLE_API sidle_result sidle_unit_flee(sidle_world *world, sidle_unit_id id, sidle_vec2 danger);

/* Wander about inside the disc (radius in u, above 0) at wander_pace. A unit outside the disc goes
 * to its centre first. */
SIDLE_API sidle_result sidle_unit_wander(sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
                                         float radius);

/* Sets the path to the goal of the present order: the waypoints without the goal, copied. They
 * replace the remaining ones. count 0 is a straight line. A waypoint at which the unit does not
 * fit moves to the nearest point at which it does, no farther than the unit sees or 16 radii. One
 * from which a wall hides the point before or after it moves to the nearest point that sees both,
 * no farther than a diameter and a cell in x or y. Where there is none, it and the next waypoint,
 * if a wall is between them, both move aside by no more than that again. Otherwise it stays.
 * Errors: ARGUMENT (a point outside the map, more than SIDLE_MAX_WAYPOINTS), NOT_FINITE, STALE,
 * STOWED, NO_ORDER, MEMORY, REFUSED_TOO_LONG (units block the unit, terrain leaves its old path
 * open, and the new path is more than 4 radii longer than detour_max times the rest of the old one:
 * it keeps the old one). */
SIDLE_API sidle_result sidle_unit_set_path(sidle_world *world, sidle_unit_id id,
                                           const sidle_vec2 *waypoints, uint32_t count);

/* Reads the remaining waypoints of the path, without the goal; the first one is the unit's next
 * point. For a guided unit it is the guide, unless that is the goal. Writes at most `capacity` of
 * them to the host's array (which may be NULL when capacity is 0). *count becomes their number: 0
 * for a unit that drives straight to its goal, or is not under way. Errors: ARGUMENT, STALE,
 * STOWED; then nothing is written. */
SIDLE_API sidle_result sidle_unit_path_left(const sidle_world *world, sidle_unit_id id,
                                            sidle_vec2 *waypoints, uint32_t capacity,
                                            uint32_t *count);

/* For flow fields: sets the point to drive to next, as often as each tick. The unit drives through
 * it without braking, and no event is sent when it passes. With the goal as the point the unit
 * arrives there. Errors: ARGUMENT (outside the map), NOT_FINITE, STALE, STOWED, NO_ORDER. */
SIDLE_API sidle_result sidle_unit_set_guide(sidle_world *world, sidle_unit_id id,
                                            sidle_vec2 waypoint);

/* Allocates now what orders of the unit may need later, except paths and patrol routes. sight: the
 * classes that ranges will have in their sight, or 0. Changes nothing else. Errors: ARGUMENT (no
 * classes), STALE, STOWED, MEMORY. */
SIDLE_API sidle_result sidle_unit_reserve(sidle_world *world, sidle_unit_id id, uint32_t sight);

/* Limits the speed (u/s, 0 or more) of the unit under its present order, as in a convoy. The limit
 * is stored as a share of its top speed, rounded to 1/4094, and scales with it. At 0 the unit
 * stands until the next limit. The call is cheap: a host may make it each tick. Errors: ARGUMENT,
 * NOT_FINITE, STALE, STOWED, NO_ORDER. */
SIDLE_API sidle_result sidle_unit_set_pace(sidle_world *world, sidle_unit_id id, float speed);

/* Stop: ends the order. The unit brakes and stands, and steps aside for the units that give_way
 * names. Errors: STALE, STOWED. */
SIDLE_API sidle_result sidle_unit_stop(sidle_world *world, sidle_unit_id id);

/* Tells a unit that other units block to WAIT or to PUSH, in place of its ladder, for the time of
 * its profile; or with SIDLE_STEP_NONE a unit that wants a path that there is none: it rests, and
 * asks no more until it gets a path. Errors: ARGUMENT (another step), STALE, STOWED, NO_ORDER (not
 * blocked by units; NONE: no order that leads anywhere). */
SIDLE_API sidle_result sidle_unit_answer(sidle_world *world, sidle_unit_id id, sidle_step step);

#ifdef __cplusplus
}
#endif

#endif
