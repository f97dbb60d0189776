/* The functions of a world, grouped by what they serve.
 *
 * A world is used by one thread at a time; several worlds may live side by side. Pointers that a
 * function returns stay good until the next call that changes the world, events until the next
 * step. */
#ifndef SIDLE_WORLD_H
#define SIDLE_WORLD_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- results ---- */

/* One sentence for a result; never NULL. */
SIDLE_API const char *sidle_result_text(sidle_result result);

/* SIDLE_VERSION_NUMBER of the library that runs. */
SIDLE_API uint32_t sidle_version(void);

/* ---- world ---- */

/* What the default function calls: fills the definition of a host that was compiled with this
 * layout. Of another layout, nothing but the cookie is written. */
SIDLE_API void sidle_world_def_fill(sidle_world_def *def, uint32_t layout);

static inline sidle_world_def sidle_world_def_default(void) {
    sidle_world_def def;
    sidle_world_def_fill(&def, SIDLE_LAYOUT(sidle_world_def));
    return def;
}

/* Makes a world. Errors: ARGUMENT (also when it is larger than SIDLE_MAX_EXTENT), NOT_FINITE,
 * DEFINITION, MEMORY; then *world is NULL. ARITHMETIC: the library was compiled, or the thread is
 * set, so that results would not be the same bits as on other machines (contraction to fma, another
 * order of sums, excess precision, denormal numbers taken for 0, another rounding). */
SIDLE_API sidle_result sidle_world_create(const sidle_world_def *def, sidle_world **world);

/* The allocator of the world, for what a host keeps beside it; of NULL the default one. */
SIDLE_API sidle_allocator sidle_world_allocator(const sidle_world *world);

/* Gives all memory back. NULL is allowed. */
SIDLE_API void sidle_world_destroy(sidle_world *world);

/* Of bodies a step promises: no unit moves farther than its speed allows, gains speed faster than
 * its acceleration, or turns faster than its turn rate; it loses speed faster only to a body, a
 * wall, or the end of a push by others. No unit goes into an enemy that it may not pass. What the
 * host changes, teleports included, is not bound by that.
 *
 * Advances all units by dt seconds, SIDLE_MIN_DT <= dt <= SIDLE_MAX_DT. Lockstep games pass the
 * same dt on every machine. Errors: ARGUMENT, NOT_FINITE; MEMORY only in the first step after units
 * were created. */
SIDLE_API sidle_result sidle_world_step(sidle_world *world, float dt);

/* The name of a phase, for tables of times; never NULL. */
SIDLE_API const char *sidle_phase_text(sidle_phase phase);

/* Steps made so far. */
SIDLE_API uint64_t sidle_world_tick(const sidle_world *world);

/* A 64-bit hash of the whole state that decides the future: the same on every machine. Of a crowd
 * that moves it costs less than a twentieth of a step. */
SIDLE_API uint64_t sidle_world_hash(const sidle_world *world);

/* What happened in the last step, by ascending slot; good until the next step, whatever is created,
 * ordered or answered in between. *count may be 0. A step tells at most one
 * event for every seven units that the world has room for, and 256; what is over, those with the
 * highest slots, is told by the next steps. */
SIDLE_API const sidle_event *sidle_world_events(const sidle_world *world, uint32_t *count);

/* ---- terrain ---- */

/* Sets a rectangle of cells: a building goes up or down. The cost grows with the rectangle, and
 * after units came or went with their number, but not with the map. Errors: ARGUMENT (outside the
 * map, unknown class); NO_ROOM when a unit that cannot pass the class stands there:
 * sidle_query_cells tells which, sidle_world_vacate asks them to leave. */
SIDLE_API sidle_result sidle_world_set_cells(sidle_world *world, uint32_t x, uint32_t y,
                                             uint32_t width, uint32_t height,
                                             sidle_terrain terrain);

/* Sets single cells, all of them or none, each to a class of its own; of a cell that stands there
 * twice the later entry counts. Errors: as above, for any of the cells. */
SIDLE_API sidle_result sidle_world_set_cell_list(sidle_world *world, const sidle_cell *cells,
                                                 uint32_t count);

/* The class of a cell; SIDLE_VOID outside the map. */
SIDLE_API sidle_terrain sidle_world_cell(const sidle_world *world, int32_t x, int32_t y);

SIDLE_API uint32_t sidle_world_width(const sidle_world *world);  /* cells */
SIDLE_API uint32_t sidle_world_height(const sidle_world *world); /* cells */
SIDLE_API float sidle_world_cell_size(const sidle_world *world); /* u */

/* Does the disc of this profile fit at the point, on terrain alone? Touching is fitting. False for
 * points that are not finite and for unknown profiles. */
SIDLE_API bool sidle_world_fits(const sidle_world *world, sidle_profile_id profile,
                                sidle_vec2 point);

/* Does it fit all along the line? Pathfinders smooth their paths with this. */
SIDLE_API bool sidle_world_line_fits(const sidle_world *world, sidle_profile_id profile,
                                     sidle_vec2 from, sidle_vec2 to);

/* ---- teams ---- */

/* Sets the allies of a team: SIDLE_TEAM(...) | ...; 0: none, as in a new world. An alliance holds
 * both ways: the team becomes an ally of each team in the mask, and of no other one. Units of
 * allied teams are friends, as units of one team are: they step aside for each other, a unit with a
 * higher priority has the right of way, and a unit whose ladder says push goes through friends.
 * Other units are enemies, as solid as walls unless the profile has push_enemies. The host may call
 * this at any time, and it takes effect in the next step. The bit of the team itself is ignored.
 * Errors: ARGUMENT (a team of 63 or above). */
SIDLE_API sidle_result sidle_world_set_allies(sidle_world *world, uint32_t team, uint64_t allies);

/* The mask of the allies of a team, without the team itself. */
SIDLE_API uint64_t sidle_world_allies(const sidle_world *world, uint32_t team);

/* Are units of these two teams friends? True for one team, and for allied teams. */
SIDLE_API bool sidle_world_are_friends(const sidle_world *world, uint32_t team, uint32_t other);

/* ---- profiles ---- */

/* The parameter table, one row a parameter, in the order of sidle_profile. */
SIDLE_API const sidle_param *sidle_params(uint32_t *count);

/* As sidle_world_def_fill. */
SIDLE_API void sidle_profile_fill(sidle_profile *profile, uint32_t layout);

/* The built-in profile. */
static inline sidle_profile sidle_profile_default(void) {
    sidle_profile profile;
    sidle_profile_fill(&profile, SIDLE_LAYOUT(sidle_profile));
    return profile;
}

/* Is every number in its range, and does the whole fit together? On an error *param names the first
 * row of the table that is wrong, and *reason (one sentence) says why; both may be NULL.
 * Errors: ARGUMENT, NOT_FINITE, DEFINITION. */
SIDLE_API sidle_result sidle_profile_check(const sidle_profile *profile, const sidle_param **param,
                                           const char **reason);

/* Adds a profile. Errors: those of sidle_profile_check; ARGUMENT when the radius is over
 * SIDLE_MAX_RADIUS_CELLS cells, or under SIDLE_MIN_RADIUS_CELLS cells or SIDLE_MIN_RADIUS_SHARE of
 * the world; LIMIT; MEMORY. */
SIDLE_API sidle_result sidle_profile_add(sidle_world *world, const sidle_profile *profile,
                                         sidle_profile_id *id);

/* Changes a profile for all its units at once, from the next step on. Errors: those of
 * sidle_profile_add; STALE; MEMORY; NO_ROOM when one of its units would no longer fit where it is.
 */
SIDLE_API sidle_result sidle_profile_set(sidle_world *world, sidle_profile_id id,
                                         const sidle_profile *profile);

/* Releases a profile that no living unit has: its id is stale, and its place free for another one.
 * The cost grows with the number of units. Errors: ARGUMENT, STALE; IN_USE (also the built-in one).
 */
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

/* As sidle_world_def_fill. */
SIDLE_API void sidle_change_fill(sidle_change *change, uint32_t layout);

static inline sidle_change sidle_change_default(void) {
    sidle_change change;
    sidle_change_fill(&change, SIDLE_LAYOUT(sidle_change));
    return change;
}

/* Changes a living unit: all that change->what names, or nothing on an error. The unit keeps its
 * order, its path and its history, and looks in the next tick. With a larger profile, or one of
 * another layer, a unit at rest may stand inside others: it leaves them by itself. A unit at rest
 * keeps its new heading, unless it rests in range of its target: it faces that. Errors: ARGUMENT
 * (an unknown bit of what, a heading of length 0, a speed outside its range), NOT_FINITE,
 * DEFINITION, STALE (the unit or the profile), NO_ROOM (terrain, for the disc of the new profile),
 * RANK, MEMORY (a rank). */
SIDLE_API sidle_result sidle_unit_change(sidle_world *world, sidle_unit_id id,
                                         const sidle_change *change);

/* One field of a change. Errors: those of sidle_unit_change. */
SIDLE_API sidle_result sidle_unit_set_profile(sidle_world *world, sidle_unit_id id,
                                              sidle_profile_id profile);
SIDLE_API sidle_result sidle_unit_set_team(sidle_world *world, sidle_unit_id id, uint32_t team);
SIDLE_API sidle_result sidle_unit_set_heading(sidle_world *world, sidle_unit_id id,
                                              sidle_vec2 heading);
SIDLE_API sidle_result sidle_unit_set_rank(sidle_world *world, sidle_unit_id id, uint32_t rank);
SIDLE_API sidle_result sidle_unit_set_user(sidle_world *world, sidle_unit_id id, uint64_t user);
SIDLE_API sidle_result sidle_unit_set_speed(sidle_world *world, sidle_unit_id id, float factor);
SIDLE_API sidle_result sidle_unit_set_ghost(sidle_world *world, sidle_unit_id id, bool ghost);

/* Takes the unit off the map: it boards a transport, burrows, is carried. It keeps its id, order,
 * path and rank, and nobody sees or meets it; terrain may change where it was. It can be read,
 * changed (a profile without a look at terrain) and destroyed; all other calls about it return
 * STOWED. Errors: ARGUMENT, STALE, STOWED.
 */
SIDLE_API sidle_result sidle_unit_stow(sidle_world *world, sidle_unit_id id,
                                       sidle_pursuers pursuers);

/* Puts a stowed unit back on the map. It goes on with its order from there, as after a teleport.
 * Errors: ARGUMENT (not stowed), NOT_FINITE, STALE, NO_ROOM. */
SIDLE_API sidle_result sidle_unit_unstow(sidle_world *world, sidle_unit_id id, sidle_vec2 position);

/* The unit turns on the spot to this heading, within its turn rate. One that has stepped aside for
 * others faces so when it is back. It keeps to that until it drives again; a unit that rests in
 * range of its target faces the target instead. Errors: ARGUMENT (under way, a heading of length
 * 0), NOT_FINITE, STALE, STOWED. */
SIDLE_API sidle_result sidle_unit_face(sidle_world *world, sidle_unit_id id, sidle_vec2 heading);

/* Living units, stowed ones included. */
SIDLE_API uint32_t sidle_unit_count(const sidle_world *world);

/* The living unit that follows `after` by slot, the first for the null id; null at the end. */
SIDLE_API sidle_unit_id sidle_unit_next(const sidle_world *world, sidle_unit_id after);

/* Teleports: the unit keeps its order and comes to rest. Errors: NOT_FINITE, STALE, STOWED,
 * NO_ROOM. */
SIDLE_API sidle_result sidle_unit_teleport(sidle_world *world, sidle_unit_id id,
                                           sidle_vec2 position);

/* ---- orders ---- */

/* A new order replaces the one before it and stays until it is done, replaced or stopped, whatever
 * happens on the way. Orders that are about another unit end with it: an event tells. Each of them
 * only says where the unit wants to be; how it gets there among the others is the same for all.
 * A point must lie on the map; that it can be reached is not asked.
 * Errors: NOT_FINITE, STALE and STOWED (the unit, or the other), ARGUMENT (a point outside the map;
 * the other is the unit itself); MEMORY for what is more than to go or to hold, only the first time
 * for a unit. */

/* Go to the goal, for now in a straight line, and stand there. Once it has arrived, the unit steps
 * aside for those whom give_way names, and returns. */
SIDLE_API sidle_result sidle_unit_go(sidle_world *world, sidle_unit_id id, sidle_vec2 goal);

/* Brake, stand and make room for nobody, whatever give_way says: nobody moves a unit that holds. (A
 * unit that comes to rest inside others, by whatever order, first comes clear of them by its own
 * drive, at push_coefficient of its top speed.) */
SIDLE_API sidle_result sidle_unit_hold(sidle_world *world, sidle_unit_id id);

/* Go to the points one after the other, then from the last to the first again, for ever; with one
 * point, to and fro between it and the place where the order was given. The points are copied. Many
 * units may share a point: it is reached within one radius, or where others that take it up let the
 * unit come no nearer. A unit whose next point is not in sight asks for a path. Errors also:
 * ARGUMENT (count not 1 .. SIDLE_MAX_WAYPOINTS), MEMORY. */
SIDLE_API sidle_result sidle_unit_patrol(sidle_world *world, sidle_unit_id id,
                                         const sidle_vec2 *points, uint32_t count);

/* Go where the target will be when the unit gets there, at most foresight ahead. It goes straight
 * while terrain allows and by the last path or guide otherwise; it asks for a new path when its own
 * leads too far from the target. It rests beside a target that stands, or behind others that rest
 * there for the same target, and goes on when the target does. */
SIDLE_API sidle_result sidle_unit_pursue(sidle_world *world, sidle_unit_id id,
                                         sidle_unit_id target);

/* Approach: come into the range of the target, as far as it must and no farther, and stand there. A
 * target that moves out of range is approached again, with its own velocity once in range, so this
 * also follows at a distance; from one that comes too near the unit backs off. In range or out of
 * it, SIDLE_EVENT_IN_RANGE tells when it comes in, and SIDLE_EVENT_ARRIVED when it rests. Where it
 * finds no room in its range for its patience it rests out of range: SIDLE_ARRIVAL_NO_ROOM. It
 * stays there until the target moves, or until it gets another order. Errors also: ARGUMENT (null,
 * numbers outside their range, unknown classes). */
SIDLE_API sidle_result sidle_unit_approach(sidle_world *world, sidle_unit_id id,
                                           sidle_unit_id target, const sidle_range *range);

/* The same with a point of the map, and done once the unit rests in range. */
SIDLE_API sidle_result sidle_unit_approach_point(sidle_world *world, sidle_unit_id id,
                                                 sidle_vec2 point, const sidle_range *range);

/* Gives the unit's present order a range, until the next order. What it means:
 * - go: it is done in range; the unit approaches its goal from now on, by the path or the guide
 *   that it has
 * - approach: the new range, to a unit or to a point
 * - pursue: the target is caught in range; the unit rests there, keeps up or backs off as one that
 *   approaches, and leads its target until then
 * - patrol: a point is reached within `most`; least is 0
 * - follow: the place is `most` behind the leader, or where terrain leaves no room nearer, but not
 *   nearer than `least`; sight is 0
 * - evade, flee: in place of flee_distance, the danger is fled when it is nearer than `least`,
 *   until it is farther than `most`; sight is 0
 *
 * Errors: ARGUMENT (null, numbers outside their range, unknown classes, or what the order takes no
 * account of), NOT_FINITE, STALE, STOWED, MEMORY; NO_ORDER for an order of another kind, or none.
 * sidle_units_set_range (bulk.h) does it for many. */
SIDLE_API sidle_result sidle_unit_set_range(sidle_world *world, sidle_unit_id id,
                                            const sidle_range *range);

/* Follow: keep to the place follow_distance behind the leader, and out of the way before it. */
SIDLE_API sidle_result sidle_unit_follow(sidle_world *world, sidle_unit_id id,
                                         sidle_unit_id leader);

/* Evade: stand until the hunter is nearer than flee_distance, then run from the place where the two
 * would meet, along walls and out of corners as far as the unit sees. */
SIDLE_API sidle_result sidle_unit_evade(sidle_world *world, sidle_unit_id id, sidle_unit_id hunter);

/* Run from the point in the same way, and be done a quarter of flee_distance beyond that. */
SIDLE_API sidle_result sidle_unit_flee(sidle_world *world, sidle_unit_id id, sidle_vec2 danger);

/* Wander about inside the disc (radius in u, above 0), at wander_pace; from outside it the unit
 * goes to the centre first. */
SIDLE_API sidle_result sidle_unit_wander(sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
                                         float radius);

/* The way to the goal of the present order: waypoints without the goal itself, copied; they replace
 * those left. count 0 is a straight line. A path is refused, and the old one stays, only while the
 * unit is in a jam of units, terrain leaves the old path open, and the new one is longer than
 * detour_max times what was left, and 2 u. Errors: ARGUMENT (a point outside the map, more than
 * SIDLE_MAX_WAYPOINTS), NOT_FINITE, STALE, STOWED, NO_ORDER, MEMORY, REFUSED_TOO_LONG. */
SIDLE_API sidle_result sidle_unit_path(sidle_world *world, sidle_unit_id id,
                                       const sidle_vec2 *waypoints, uint32_t count);

/* The waypoints that are left of the path, without the goal: the first one is the unit's next
 * point. Of a guided unit it is the guide alone, unless that is the goal. Writes at most `capacity`
 * of them to the host's array (which may be NULL when capacity is 0); *count becomes the number
 * that there are: 0 for a unit that goes straight, and for one that is not under way. Errors:
 * ARGUMENT, STALE, STOWED; then nothing is written. */
SIDLE_API sidle_result sidle_unit_path_left(const sidle_world *world, sidle_unit_id id,
                                            sidle_vec2 *waypoints, uint32_t capacity,
                                            uint32_t *count);

/* For flow fields: the one point to drive to next, told as often as each tick. The unit drives
 * through it without braking; passing it is not told. The goal itself as point ends in arrival.
 * Errors: ARGUMENT (outside the map), NOT_FINITE, STALE, STOWED, NO_ORDER. */
SIDLE_API sidle_result sidle_unit_guide(sidle_world *world, sidle_unit_id id, sidle_vec2 waypoint);

/* Takes the memory now that orders of the unit may ask for later, but for that of paths and rounds;
 * `sight`: classes through which a range will have it see, or 0. Changes nothing else.
 * Errors: ARGUMENT (no classes), STALE, STOWED, MEMORY. */
SIDLE_API sidle_result sidle_unit_reserve(sidle_world *world, sidle_unit_id id, uint32_t sight);

/* Bounds the speed (u/s, 0 or more) of a unit under its present order, as in a convoy: it drives no
 * faster than this. The bound is kept as a share of its top speed, rounded to 1/4094, and changes
 * with that. At 0 the unit stands, and sets out with the next bound. It looks no sooner for that,
 * so that the host may tell it each tick. Errors: ARGUMENT, NOT_FINITE, STALE, STOWED, NO_ORDER. */
SIDLE_API sidle_result sidle_unit_pace(sidle_world *world, sidle_unit_id id, float speed);

/* Ends the order: the unit brakes and stands. As one without an order it may step aside for those
 * whom give_way names. Errors: STALE, STOWED. */
SIDLE_API sidle_result sidle_unit_stop(sidle_world *world, sidle_unit_id id);

/* Answers a unit that is blocked by units in place of its ladder: WAIT or PUSH from now on for its
 * profile's time. Errors: ARGUMENT (another step), STALE, STOWED, NO_ORDER (not blocked by units).
 */
SIDLE_API sidle_result sidle_unit_answer(sidle_world *world, sidle_unit_id id, sidle_step step);

#ifdef __cplusplus
}
#endif

#endif
