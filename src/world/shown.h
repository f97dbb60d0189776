/* What a unit shows: all that others may read of its record while a tick runs. The rest of the
 * record is private to the unit.
 *
 * What most searches ask of others stands in the arrays of the bodies (bodies.h). The fields here
 * are asked of a few units only, so they are read where they are. A copy as the tick began was
 * measured: 44 bytes a unit, which is 15 %, and in a crowd in the open (@scale1000) 1.4 % more
 * instructions, with 29 % more misses of the first cache. It is not needed, since no phase writes
 * what that phase may read:
 *
 *   in TARGET            position, heading, id, rank, profile, target, and whether it pursues
 *   in LOOK              all
 *   from MOVE to CONTACT all but the heading
 *   in END               nothing: the units write it
 *
 * A unit reads its own record by `unit *`, and any other by `const shown *`. That type has no
 * fields, so the functions below are the only way to what is behind it. A build with SIDLE_CHECKED
 * sums up all that is shown, bodies included, before and after the phases, and stops where one has
 * written to it (shown.c). */
#ifndef SIDLE_SHOWN_H
#define SIDLE_SHOWN_H

#include "world/state.h"

/* The same unit, as others see it. */
static inline const shown *shown_of(const unit *u) {
    return (const shown *)(const void *)u;
}

/* For the functions below alone. */
static inline const unit *record_behind(const shown *s) {
    return (const unit *)(const void *)s;
}

/* The unit of a body. */
static inline const shown *shown_at(const sidle_world *world, uint32_t k) {
    return shown_of(unit_at(world, k));
}

/* The unit of a slot, alive or not. */
static inline const shown *shown_of_slot(const sidle_world *world, uint32_t slot) {
    return shown_of(unit_of_slot(world, slot));
}

/* The living unit of that id; NULL when there is none. */
static inline const shown *shown_named(const sidle_world *world, sidle_unit_id id) {
    const unit *u = unit_named(world, id);
    return u ? shown_of(u) : NULL;
}

static inline uint32_t shown_body(const sidle_world *world, const shown *s) {
    return body_of(world, record_behind(s));
}

static inline uint32_t shown_slot(const shown *s) {
    return record_behind(s)->slot;
}

static inline sidle_unit_id shown_id(const shown *s) {
    return id_of(record_behind(s));
}

static inline uint32_t shown_rank(const shown *s) {
    return record_behind(s)->rank;
}

static inline const sidle_profile *shown_profile(const sidle_world *world, const shown *s) {
    return profile_of(world, record_behind(s));
}

/* u/s. */
static inline float shown_top_speed(const sidle_world *world, const shown *s) {
    return unit_top_speed(world, record_behind(s));
}

/* In TARGET: is the living unit of that id stowed, and are its pursuers to wait for it? */
static inline bool shown_is_awaited(const sidle_world *world, sidle_unit_id id) {
    const unit *u = unit_named_anywhere(world, id);
    return u && u->awaited;
}

/* u, as the tick began. */
static inline sidle_vec2 shown_position(const shown *s) {
    return record_behind(s)->position;
}

/* Length 1, as the tick began; in TARGET and LOOK. */
static inline sidle_vec2 shown_heading(const shown *s) {
    return record_behind(s)->heading;
}

/* u; from LOOK on. */
static inline sidle_vec2 shown_goal(const shown *s) {
    return record_behind(s)->goal;
}

/* The unit that the order is about, or null; from LOOK on. */
static inline sidle_unit_id shown_target(const shown *s) {
    return unit_target(record_behind(s));
}

/* Which of these traits the order of the unit has; from LOOK on. */
static inline uint32_t shown_has_trait(const shown *s, uint32_t traits) {
    return unit_has_trait(record_behind(s), traits);
}

/* Does the unit drive by itself, if it drives: see unit_is_by_itself()? From LOOK on. */
static inline bool shown_is_by_itself(const shown *s) {
    return unit_has_trait(record_behind(s), TRAIT_STAYS | TRAIT_IS_OVER | TRAIT_IS_LATER) ||
           unit_is_aside(record_behind(s));
}

/* Has the unit stepped aside for another one? From LOOK until PLACES. */
static inline bool shown_is_aside(const shown *s) {
    return unit_is_aside(record_behind(s));
}

/* u, the place to which a unit that has stepped aside returns. In LOOK, and until PLACES. */
static inline sidle_vec2 shown_place(const shown *s) {
    return record_behind(s)->cold->place;
}

/* Is the unit on the last way to its place? In CONTACT. */
static inline bool shown_lands(const shown *s) {
    return record_behind(s)->aim == AIM_PLACE;
}

/* Slot + 1 of the unit that this one waited for as the last tick ended; 0: none. From LOOK on. */
static inline uint32_t shown_waits_for(const shown *s) {
    return record_behind(s)->waits_for;
}

/* u, where a unit that is not still drives next, as the tick began: to the place that it claims, or
 * else to its path point. Its owner may change that. In LOOK, in a world with queues. */
static inline sidle_vec2 shown_next_point(const sidle_world *world, const shown *s) {
    uint32_t k = shown_body(world, s);
    assert(world->queue_entries && !is_still(&world->bodies, k));
    return world->motions[k].next_point_then;
}

/* s, unit.asked of the unit of a slot, as the tick began; 0 for one off the map. A still unit does
 * not change its own. In LOOK, in a world with queues. */
static inline float shown_asked(const sidle_world *world, uint32_t slot) {
    assert(world->queue_entries);
    uint32_t k = world->by_slot[slot];
    if (k >= world->living) return 0;
    return is_still(&world->bodies, k) ? unit_at(world, k)->asked : world->motions[k].asked_then;
}

/* Does unit a win a tie against unit b? Ranks are unique among the living; the slot is a backstop.
 */
static inline bool unit_before(const shown *a, const shown *b) {
    if (shown_rank(a) != shown_rank(b)) return shown_rank(a) < shown_rank(b);
    return shown_slot(a) < shown_slot(b);
}

/* Has the unit of body k the right of way over that of the other one? Only among friends. */
static inline bool has_way_over(const sidle_world *world, uint32_t k, uint32_t other) {
    if (!world->any_priority || !are_friends(&world->bodies, k, other)) return false;
    return shown_profile(world, shown_at(world, k))->priority >
           shown_profile(world, shown_at(world, other))->priority;
}

/* In TARGET: does the other unit pursue this one? Another thread may write the order right now,
 * when the target of the other unit is gone or the other unit has fled. Neither can be so while it
 * pursues this unit, so the answer is the same before and after the write. */
static inline bool shown_pursues(const shown *s, sidle_unit_id id) {
    uint8_t order = load_shared(&record_behind(s)->order);
    return order == SIDLE_ORDER_PURSUE && same_unit(record_behind(s)->cold->order->target, id);
}

/* From LOOK on: do, or did, the orders of both units lead to the same place? */
static inline bool share_goal(const sidle_world *world, const shown *of_a, const shown *of_b) {
    const unit *a = record_behind(of_a), *b = record_behind(of_b);
    if (unit_has_target(a)) return same_unit(unit_target(a), unit_target(b));
    float apart = vec_distance(a->goal, b->goal);
    if (apart >= profile_of(world, a)->radius) return false; /* most are, so it comes first */
    return unit_has_trait(a, TRAIT_SHARES_PLACE) && unit_has_trait(b, TRAIT_SHARES_PLACE) &&
           apart < profile_of(world, b)->radius;
}

/* From LOOK on: do both units come to rest about the same: where they share a goal, or where they
 * attack as friends? Two lines of 60 to 200 that attack, each unit the nearest enemy, overlap 11 %
 * of the time with it and 14 % without. */
static inline bool are_one_crowd(const sidle_world *world, const shown *of_a, const shown *of_b) {
    const unit *a = record_behind(of_a), *b = record_behind(of_b);
    bool attack = unit_has_trait(a, TRAIT_HUNTS) && unit_has_trait(b, TRAIT_HUNTS) &&
                  are_friends(&world->bodies, body_of(world, a), body_of(world, b));
    return attack || share_goal(world, of_a, of_b);
}

/* Has the last look of the unit met an enemy that is as solid as a wall? */
static inline bool meets_spared_enemy(const sidle_world *world, const unit *u) {
    uint32_t slot = u->cold->look.blocker.slot;
    return slot && is_spared_enemy(&world->bodies, profile_of(world, u), body_of(world, u),
                                   world->by_slot[slot - 1]);
}

/* ---- the check ---- */

/* The phases between which what is shown must not change. */
enum shown_phases { SHOWN_TO_LOOK, SHOWN_FROM_LOOK };

/* A sum of all that those phases may read of other units; 0 in a build without SIDLE_CHECKED. */
#ifdef SIDLE_CHECKED
SIDLE_INTERNAL uint64_t shown_sum(const sidle_world *world, enum shown_phases phases);
#else
static inline uint64_t shown_sum(const sidle_world *world, enum shown_phases phases) {
    (void)world, (void)phases;
    return 0;
}
#endif

#endif
