/* The look schedule: a look is the dearest thing that a unit does, so a unit looks once in its
 * profile's look_interval, and less often where a look can find nothing new. The looks of units are
 * spread over the ticks by their ranks. An event that changes everything (a new order, an answer,
 * an edit of the terrain) sets UNIT_LOOK, and the unit looks in the next tick. */
#include "planner/look_schedule.h"

#include "base/measures.h"
#include "world/patience.h"

#include <assert.h>

/* Look intervals: from one look to the next, at most, while what the look has found is far off, and
 * of a unit at rest inside others that has found no free place. The means of 8 seeds on circle 100,
 * blocks 2x100, door 200 and point 200 stayed at 3, with a third fewer instructions. At 3
 * maps/building takes 31 s instead of 26 s; at 8 maps/crossing takes 29 s instead of 20 s. */
enum { INTERVALS_FAR_OFF = 5 };

/* Look intervals: the same for a unit that waits for another one in a queue. At 1 29 units of
 * maps/doorway_two_way set out again after arrival; at 3 door 200 takes 99.6 s instead of 96 s. */
enum { INTERVALS_IN_QUEUE = 2 };

/* Look intervals: until the unit meets what its look has found, for each interval that it may let
 * pass. At 5 13 units of maps/bridge set out again after arrival. */
static const float AHEAD_A_LOOK = 2.5f;

/* Intervals until the unit's next look. The head of a queue and a blocked unit look at each one. */
static uint64_t intervals_until_look(const sidle_world *world, const unit *u,
                                     const sidle_profile *p) {
    if (unit_is_kept(u) && !unit_is_under_way(u) && !unit_clears(u))
        return (uint64_t)max_float(
            patience_of(p) / max_float(p->tuning.look_interval, SIDLE_MIN_DT), 1);
    if (!unit_is_under_way(u)) return INTERVALS_FAR_OFF;
    if (unit_yields(u)) return 1;
    bool goes = unit_has_trait(u, TRAIT_GOES_BY_PATH);
    float top_speed = unit_top_speed(world, u);
    if (!goes || u->queue_state || p->tuning.look_interval <= 0 || top_speed <= 0) return 1;
    if (unit_waits(u) && u->waits_for) return INTERVALS_IN_QUEUE;
    bool drives = u->decision == SIDLE_DECISION_FREE || u->decision == SIDLE_DECISION_DETOUR;
    if (!drives || u->cold->escalation.active) return 1;
    if (!u->cold->look.hit) return INTERVALS_FAR_OFF;
    float until = (float)u->cold->look.hit * p->tuning.look_cell / top_speed;
    float looks = 1 + until / (AHEAD_A_LOOK * p->tuning.look_interval);
    return looks < INTERVALS_FAR_OFF ? (uint64_t)looks : INTERVALS_FAR_OFF;
}

/* The next tick of the unit's own residue: tick + rank divisible by the ticks between its looks. */
void look_schedule_next(const sidle_world *world, unit *u, const sidle_profile *p, float dt) {
    float ticks = min_float(p->tuning.look_interval / dt, 1e6f);
    uint64_t every = (uint64_t)max_float(ticks + 0.5f, 1);
    every *= intervals_until_look(world, u, p);
    u->look_next = (uint32_t)(world->tick + every - (world->tick + u->rank) % every);
}

/* The list is filled without a branch on each unit, as whether a unit looks is hard to predict. */
uint32_t look_schedule_list(const sidle_world *world, span part, float dt, uint32_t *list) {
    assert(part.end - part.first <= ITEMS_A_PART);
    uint32_t count = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        unit *u = unit_at(world, k);
        bool turn = (int32_t)((uint32_t)world->tick - u->look_next) >= 0;
        bool looks = turn | (u->flags / UNIT_LOOK & 1u);
        u->elapsed = unit_is_under_way(u) ? u->elapsed + dt : 0;
        list[count] = k;
        count += looks & (((u->flags & (ASPECT_UNDER_WAY | UNIT_CLEARS)) != 0) | unit_is_kept(u));
        if (!unit_is_under_way(u)) unit_be_idle(u);
    }
    return count;
}
