/* The table of fields: all that a world keeps from one step to the next, a row a field. The hash
 * (hash.c), the snapshot (snapshot.c), the checks of a value (validate.c), and the names and values
 * that tell two worlds apart (field_list.c) are made from these rows and from nothing else, so a
 * new field is entered here and nowhere besides. What is no row is made anew from the rows: the
 * bodies but for their lasting arrays, clearance, the spatial grid, neighbour lists, sums of parts,
 * the set of ranks, the order of units in memory. It may change no result (test_snapshot.c).
 *
 * F(name, kind, most, place, when)
 *   name   an identifier, by which a difference is told
 *   kind   how the value is fed, written and checked: see below
 *   most   largest value that there can be; of a float largest amount
 *   place  where it is
 *   when   whether anything reads it; what nothing reads is neither hashed nor written, and is 0 in
 *          a world that was loaded. It may ask for the place of any row above it.
 * K(...)   the same for what decides nothing and is for the host's eyes: written, but not hashed.
 *
 * Rows of a unit name `w`, the world; `u`, its record; `c`, its cold half; `o`, its order state;
 * `s`, its speed factors; `q`, its queue entry; `user`, what the host keeps with it; `b` and `k`,
 * the bodies and its index there. Small rows that stand together share a word of the hash; those of
 * a unit are hashed as hash.c says. */
#ifndef SIDLE_FIELDS_H
#define SIDLE_FIELDS_H

#include "world/parameters.h"
#include "world/state.h"

#include <string.h>

/* ---- kinds ---- */

/* U(bits) is a whole number without a sign, I8 one with a sign; F32 and F64 are floats; VEC is two
 * F32, x first; ID is the slot and the generation of an id; PAIR is two whole numbers of 16 bits
 * with a sign; SLOT is a slot in the bits that a unit has for it. A macro of a kind is named by it:
 * VALUE_##kind and the like. */

/* Bits of a value in a word of the hash; a snapshot has room for them in whole bytes. */
#define BITS_U(bits) (bits)
#define BITS_SLOT    32
#define BITS_I8      8
#define BITS_PAIR    32
#define BITS_F32     32
#define BITS_F64     64
#define BITS_VEC     64
#define BITS_ID      64

/* The name of a kind, in the mark of the table: see snapshot_table(). */
#define TEXT_U(bits) "U" #bits
#define TEXT_SLOT    "SLOT"
#define TEXT_I8      "I8"
#define TEXT_PAIR    "PAIR"
#define TEXT_F32     "F32"
#define TEXT_F64     "F64"
#define TEXT_VEC     "VEC"
#define TEXT_ID      "ID"

/* ---- values ---- */

/* A value of each kind as a whole number, the same on every machine. */

static inline uint64_t value_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t value_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t value_of_vec(sidle_vec2 value) {
    return load_pair(&value);
}

static inline uint64_t value_of_id(sidle_unit_id value) {
    return load_pair(&value);
}

static inline uint64_t value_of_pair(fraction value) {
    return (uint64_t)(uint16_t)value.x | (uint64_t)(uint16_t)value.y << 16;
}

#define VALUE_WHOLE(place) ((uint64_t)(place))
#define VALUE_U(bits)      VALUE_WHOLE
#define VALUE_SLOT(place)  VALUE_WHOLE(place)
#define VALUE_I8(place)    ((uint64_t)(uint8_t)(place))
#define VALUE_PAIR(place)  value_of_pair(place)
#define VALUE_F32(place)   value_of_float(place)
#define VALUE_F64(place)   value_of_double(place)
#define VALUE_VEC(place)   value_of_vec(place)
#define VALUE_ID(place)    value_of_id(place)

/* The way back, into a place that has room for it. */

static inline float float_of_value(uint64_t value) {
    uint32_t bits = (uint32_t)value;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline double double_of_value(uint64_t value) {
    double number;
    memcpy(&number, &value, sizeof number);
    return number;
}

static inline sidle_vec2 vec_of_value(uint64_t value) {
    return vec(float_of_value(value), float_of_value(value >> 32));
}

static inline sidle_unit_id id_of_value(uint64_t value) {
    return (sidle_unit_id){(uint32_t)value, (uint32_t)(value >> 32)};
}

static inline fraction pair_of_value(uint64_t value) {
    return (fraction){(int16_t)(uint16_t)value, (int16_t)(uint16_t)(value >> 16)};
}

#define TAKE_WHOLE(place, value, bits) ((place) = (value) & (UINT64_MAX >> (64 - (bits))))
#define TAKE_U(bits)                   TAKE_WHOLE
#define TAKE_SLOT(place, value, bits)  ((place) = (value)&ID_SLOT_BITS)
#define TAKE_I8(place, value, bits)    ((place) = (int8_t)(uint8_t)(value))
#define TAKE_PAIR(place, value, bits)  ((place) = pair_of_value(value))
#define TAKE_F32(place, value, bits)   ((place) = float_of_value(value))
#define TAKE_F64(place, value, bits)   ((place) = double_of_value(value))
#define TAKE_VEC(place, value, bits)   ((place) = vec_of_value(value))
#define TAKE_ID(place, value, bits)    ((place) = id_of_value(value))

/* May a field have that value? NaN is within no limit. */

static inline bool float_fits(float number, float most) {
    return number <= most && number >= -most;
}

static inline bool double_fits(double number, double most) {
    return number <= most && number >= -most;
}

static inline bool vec_fits(sidle_vec2 value, float most) {
    return float_fits(value.x, most) && float_fits(value.y, most);
}

#define FITS_WHOLE(value, most) ((value) <= (uint64_t)(most))
#define FITS_U(bits)            FITS_WHOLE
#define FITS_SLOT(value, most)  FITS_WHOLE(value, most)
#define FITS_I8(value, most)    FITS_WHOLE(value, most)
#define FITS_PAIR(value, most)  FITS_WHOLE(value, most)
#define FITS_F32(value, most)   float_fits(float_of_value(value), most)
#define FITS_F64(value, most)   double_fits(double_of_value(value), most)
#define FITS_VEC(value, most)   vec_fits(vec_of_value(value), most)
#define FITS_ID(value, most)    FITS_WHOLE((uint32_t)(value), most)

/* A row that is left out, where another table takes it. */
#define NO_FIELD(name, kind, most, place, when)

/* ---- limits ---- */

/* u and u/s, far beyond all that a unit reaches: a point before a fast target, a path of all its
 * waypoints, what contact leaves of a shove in the shortest step. */
#define MOST_FAR    1e9f
#define MOST_LENGTH 1e12f
#define MOST_SPEED  2e6f
#define MOST_SHOVED 1e8f
/* s: 30 years. */
#define MOST_TIME 1e9f
/* u: of positions, goals and waypoints, which lie on the map. */
#define MOST_POINT SIDLE_MAX_EXTENT

/* ---- the world ---- */

#define WORLD_FIELDS(F, K)                                                                         \
    F(tick, U(64), UINT64_MAX, w->tick, true)                                                      \
    F(next_rank, U(32), UINT32_MAX, w->next_rank, true)                                            \
    K(room, U(32), SIDLE_MAX_UNITS, w->room,                                                       \
      true) /* how many events a step tells depends on it */                                       \
    K(slots, U(32), w->room, w->slots, true)                                                       \
    K(living, U(32), w->slots, w->living, true)                                                    \
    K(stowed, U(32), w->slots, w->stowed, true)                                                    \
    K(profiles, U(32), SIDLE_MAX_PROFILES, w->profile_count, true)                                 \
    K(events, U(32), SIDLE_MAX_UNITS, w->event_count, true)                                        \
    K(alliances, U(8), SIDLE_ALLIED_TEAMS, w->bodies.alliances, true)                              \
    K(queues, U(1), 1, w->any_queues, true)                                                        \
    K(last_dt, F32, SIDLE_MAX_DT, w->last_dt, true)

/* Of a team that has allies. */
#define ALLIANCE_FIELDS(F, K)                                                                      \
    F(allied_team, U(8), SIDLE_ALLIED_TEAMS - 1, team, true)                                       \
    F(allies, U(64), SIDLE_TEAM(SIDLE_ALLIED_TEAMS) - 1, allies, true)

#define TERRAIN_FIELDS(F, K)                                                                       \
    F(width, U(16), SIDLE_MAX_CELLS, t->width, true)                                               \
    F(height, U(16), SIDLE_MAX_CELLS, t->height, true)                                             \
    F(cell, F32, SIDLE_MAX_CELL, t->cell, true)

/* Of a place for a profile. The values of one that is in use are those of the table of parameters.
 */
#define PROFILE_FIELDS(F, K)                                                                       \
    F(generation, U(16), UINT16_MAX, p->generation, true)                                          \
    F(released, U(1), 1, p->released, true)

/* ---- a unit ---- */

/* Of a free slot, in the order in which they were freed. */
#define FREE_FIELDS(F, K)                                                                          \
    F(slot, SLOT, w->slots - 1, u->slot, true)                                                     \
    F(generation, U(32), UINT32_MAX, u->generation, true)

/* Of a living unit. */
#define UNIT_FIELDS(F, K)                                                                          \
    F(generation, U(32), UINT32_MAX, u->generation, true)                                          \
    F(profile, U(16), w->profile_count - 1, u->profile, true)                                      \
    F(order, U(8), ORDERS - 1, u->order, true)                                                     \
    F(decision, U(3), SIDLE_DECISION_COUNT - 1, u->decision, true)                                 \
    F(queue_state, U(2), QUEUE_GOES, u->queue_state, true)                                         \
    F(aim, U(3), AIM_YIELD, u->aim, true)                                                          \
    F(speed, F32, SIDLE_MAX_SPEED_FACTOR, s.all, true)                                             \
    F(own_speed, F32, SIDLE_MAX_SPEED_FACTOR, s.own, true)                                         \
    F(speed_kind, U(2), SPEED_CHANGED, u->speed_kind, true)                                        \
    F(ghost, U(1), 1, u->ghost, true)                                                              \
    F(awaited, U(1), 1, u->awaited, true)                                                          \
    F(awaits, U(1), 1, u->awaits, true)                                                            \
    F(aside, U(1), 1, u->aside, true)                                                              \
    F(pace, U(12), PACE_BITS, u->pace, true)                                                       \
    F(flags, U(16), UINT16_MAX, u->flags, true)                                                    \
    F(events, U(12), EVENT_BITS, u->events, true)                                                  \
    F(rank, U(32), w->next_rank, u->rank, true)                                                    \
    F(team, U(32), UINT32_MAX, b->team[k], true)                                                   \
    F(waits_for, U(21), w->slots, u->waits_for, true)                                              \
    F(position, VEC, MOST_POINT, u->position, true)                                                \
    F(heading, VEC, 2, u->heading, true)                                                           \
    F(velocity, VEC, MOST_SPEED, u->velocity, true)                                                \
    F(brake, F32, MOST_SPEED, u->brake, true)                                                      \
    F(asked, F32, MOST_TIME, u->asked, true)                                                       \
    F(elapsed, F32, MOST_TIME, u->elapsed, true)                                                   \
    F(predicted_x, F32, MOST_SHOVED, b->vx[k], true)                                               \
    F(predicted_y, F32, MOST_SHOVED, b->vy[k], true)                                               \
    F(moved, VEC, MOST_SHOVED, b->moved[k], true)                                                  \
    F(carry, PAIR, UINT32_MAX, b->carry[k], true)                                                  \
    F(goal, VEC, MOST_POINT, u->goal, true)                                                        \
    F(drive_target, VEC, MOST_FAR, u->drive_target, true)                                          \
    F(guide, VEC, MOST_POINT, u->path_point, u->flags &UNIT_GUIDED)                                \
    F(corner, VEC, MOST_FAR, c->corner,                                                            \
      unit_is_under_way(u) || unit_has_trait(u, TRAIT_MOVES_GOAL))                                 \
    F(place, VEC, MOST_POINT, c->place, unit_claims_place(u))                                      \
    F(way_left, F32, MOST_LENGTH, c->way_left, u->aim == AIM_ROUND)                                \
    F(yield_point, VEC, MOST_POINT, c->yield_point, unit_yields(u))                                \
    F(yield_left, F32, MOST_TIME, c->yield_left, unit_yields(u))                                   \
    F(arrival, U(2), SIDLE_ARRIVAL_COUNT - 1, u->arrival, true)                                    \
    F(look_next, U(32), UINT32_MAX, u->look_next, unit_awaits_look(u))                             \
    F(stood, U(1), 1, u->stood, true)                                                              \
    F(opens_lane, U(1), 1, u->opens_lane, true)                                                    \
    F(goes_past, U(1), 1, u->goes_past, true)                                                      \
    F(look_origin, VEC, MOST_POINT, c->look_origin, true)                                          \
    F(look_direction, VEC, 2, c->look.direction, true)                                             \
    F(look_blocker, ID, w->slots, c->look.blocker, true)                                           \
    F(look_reach, F32, MOST_FAR, c->look.reach, true)                                              \
    F(look_hit, U(16), LOOK_ROWS_MAX, c->look.hit, true)                                           \
    F(look_row, U(16), LOOK_ROWS_MAX, c->look.row, true)                                           \
    F(look_hit_value, U(8), UINT8_MAX, c->look.hit_value, true)                                    \
    F(look_ahead, U(8), UINT8_MAX, c->look.ahead, true)                                            \
    F(look_right, U(8), UINT8_MAX, c->look.right, true)                                            \
    F(look_left, U(8), UINT8_MAX, c->look.left, true)                                              \
    F(look_value, U(8), UINT8_MAX, c->look.value, true)                                            \
    F(look_right_at, I8, UINT8_MAX, c->look.right_at, true)                                        \
    F(look_left_at, I8, UINT8_MAX, c->look.left_at, true)                                          \
    F(look_stance, U(2), STANCE_STILL, c->look.blocker_stance, true)                               \
    F(look_choice, U(2), CHOICE_LEFT, c->look.choice, true)                                        \
    F(look_asks, U(1), 1, c->look.asks, true)                                                      \
    F(look_held, U(1), 1, c->look.held, true)                                                      \
    F(look_drives, U(2), DRIVES_IN_VAIN, c->look.drives, true)                                     \
    F(progress_nearest, F32, MOST_LENGTH, c->progress.nearest, true)                               \
    F(progress_stalled, F32, MOST_STALL, c->progress.stalled, true)                                \
    F(step_left, F32, MOST_TIME, c->escalation.step_left, true)                                    \
    F(unblocked, F32, MOST_TIME, c->escalation.unblocked, true)                                    \
    F(backoff, F32, MOST_TIME, c->escalation.backoff, true)                                        \
    F(backoff_left, F32, MOST_TIME, c->escalation.backoff_left, true)                              \
    F(side, I8, UINT8_MAX, c->escalation.side, true)                                               \
    F(rung, U(7), SIDLE_LADDER_STEPS, c->escalation.rung, true)                                    \
    F(again, U(1), 1, c->escalation.again, true)                                                   \
    F(step, U(8), SIDLE_STEP_COUNT - 1, c->escalation.step, true)                                  \
    F(escalates, U(1), 1, c->escalation.active, true)                                              \
    F(relies, U(1), 1, c->escalation.relies, true)                                                 \
    F(no_way, U(1), 1, c->escalation.no_way, true)                                                 \
    F(went_round, U(1), 1, c->escalation.went_round, true)                                         \
    F(held, U(1), 1, c->escalation.held, true)                                                     \
    F(no_path, U(1), 1, c->escalation.no_path, true)                                               \
    F(refused, U(1), 1, c->escalation.refused, true)                                               \
    F(queue_head, U(32), w->slots, q->head, w->queue_entries)                                      \
    F(queue_held, F32, MOST_TIME, q->held, w->queue_entries)                                       \
    K(look_tick, U(32), UINT32_MAX, c->look_tick, true)                                            \
    K(user, U(64), UINT64_MAX, user, true)

/* Of a unit that reads its order state. */
#define ORDER_FIELDS(F, K)                                                                         \
    F(target, ID, w->slots, o->target, unit_has_target(u) || unit_has_lost_target(u))              \
    F(centre, VEC, MOST_POINT, o->centre, true)                                                    \
    F(clock, F64, MOST_TIME, o->clock, true)                                                       \
    F(area_radius, F32, FLT_MAX, o->area_radius, true)                                             \
    F(halt, F32, MOST_FAR, o->steer_target.halt, true)                                             \
    F(goal_then, VEC, MOST_POINT, o->goal_then, true)                                              \
    F(steer_point, VEC, MOST_FAR, o->steer_target.point, true)                                     \
    F(steer_velocity, VEC, MOST_SHOVED, o->steer_target.velocity, true)                            \
    K(ranged, U(8), 1, o->ranged, true)                                                            \
    F(range_most, F32, MOST_POINT, o->range.most,                                                  \
      o->ranged || unit_has_trait(u, TRAIT_KEEPS_RANGE))                                           \
    F(range_least, F32, MOST_POINT, o->range.least,                                                \
      o->ranged || unit_has_trait(u, TRAIT_KEEPS_RANGE))                                           \
    F(range_sight, U(32), SIDLE_PASS_ALL, o->range.sight,                                          \
      o->ranged || unit_has_trait(u, TRAIT_KEEPS_RANGE))

/* Of a list of points: the path of a unit, and the round of one that patrols. The points follow. */
#define ROUTE_FIELDS(F, K)                                                                         \
    F(count, U(32), SIDLE_MAX_WAYPOINTS + 1, r->count, true)                                       \
    F(next, U(32), r->count, r->next, true)                                                        \
    F(passed, U(32), r->next, r->passed, true)

/* An event of the last step. */
#define EVENT_FIELDS(F, K)                                                                         \
    K(type, U(8), SIDLE_EVENT_COUNT - 1, e->type, true)                                            \
    K(unit, ID, w->slots, e->unit, true)                                                           \
    K(other, ID, w->slots, e->other, true)                                                         \
    K(point, VEC, MOST_FAR, e->point, true)                                                        \
    K(value, U(8), UINT8_MAX, e->value, true)                                                      \
    K(event_position, VEC, MOST_POINT, e->position, true)                                          \
    K(event_user, U(64), UINT64_MAX, e->user, true)                                                \
    K(event_arrival, U(2), SIDLE_ARRIVAL_COUNT - 1, e->arrival, true)                              \
    K(order_over, U(1), 1, e->order_over, true)                                                    \
    K(event_condition, U(3), SIDLE_CONDITION_COUNT - 1, e->condition, true)

#endif
