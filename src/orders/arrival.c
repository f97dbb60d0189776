/* Arrival by density. Two discs cannot stand on one point, so a unit that presses on to an occupied
 * goal would never come to rest, and a group sent to one point would jitter for ever. A unit under
 * orders therefore counts as arrived behind a resting unit that it touches, in three cases:
 *
 * Occupied. Another unit stands on the goal, and the unit is as near as two discs can be.
 *
 * Full. Many units share the goal, and the unit stands behind one of them that has arrived. The
 * discs of the arrived ones fill the circle about the goal, out to where the unit stands.
 *
 * Stuck. The unit has got no nearer for a while, and the units that share the goal, or those that
 * rest there for any reason, would fill the ground that can be seen from the goal out to the unit.
 * On a road that ground is smaller than in the open, so a column settles along it.
 *
 * A hunter that has looked for a place beside its target for long enough (surround.c) takes the
 * first one behind another that has arrived there.
 *
 * In the last two cases the unit must see its goal, or units pressed against a wall would arrive in
 * the room next to it. The tests hold the rules in test_arrival.c. */
#include "orders/arrival.h"

#include "orders/approach.h"
#include "orders/directions.h"
#include "orders/path_following.h"
#include "orders/surround.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

#include <assert.h>

/* Share of the sum of radii: a resting unit that is nearer to the goal than this leaves no place
 * there. Found on maps/doorway, where places of a formation are closed by others: units sent to one
 * circled for ever. Above it a unit stops beside a goal that still has room; below it circles. */
static const float OCCUPIES_GOAL = 0.8f;

/* Share of the sum of radii that counts as touching the unit on the goal. Contacts leave a gap of a
 * hair: at 1 a follower kept pushing into its standing leader. 1 % and 4 % above it give the same
 * as 2 % on point200, door200 and the fixtures. */
static const float TOUCHING = 1.02f;

/* Own radii beyond touching: a unit nearer than this stands behind the other one. At less than the
 * gap that contacts leave in a pressing crowd, nobody would be found to stand behind: at .15
 * point200 settles in 16.7 s instead of 15.7 s. At .6 it differs by no more than its seeds; door200
 * is the same at both. */
static const float BEHIND_GAP = 0.3f;

/* Share of the ground about the goal that discs fill when there is no place nearer worth looking
 * for. Found on the row point200: it was 0.57 until arrived units made room inwards by contact.
 * Below it a crowd settles loosely; towards 0.9, the densest packing of equal discs, it never
 * settles. */
static const float PACKING = 0.67f;

/* The same for a stuck unit: a crowd that comes to rest against others is packed less well. Lowered
 * from 0.65 when the whole scoreboard was first played, for the time until a group has settled. */
static const float PACKING_STUCK = 0.57f;

/* A stuck unit counts the sharers of its goal that are up to so many times as far away from the
 * goal as itself. At 1 the outermost units would count too few, much beyond it the units of a queue
 * that is still far away; but 1 and 4 give the same on point200, door200 and the fixtures. */
static const float SHARERS_WITHIN = 2;

static bool has_reached_goal_of(const sidle_world *world, uint32_t other, const unit *u) {
    const bodies *c = &world->bodies;
    return body_stance(c, other) == STANCE_ARRIVED && on_one_layer(c, body_of(world, u), other) &&
           share_goal(world, shown_of(u), shown_at(world, other));
}

/* Which bodies near the goal count: those that share it and have arrived, all that share it, or all
 * that rest, whatever their goal. */
enum counted { COUNT_ARRIVED_SHARERS, COUNT_SHARERS, COUNT_RESTING };

static bool is_counted(const sidle_world *world, const unit *u, uint32_t k, enum counted which) {
    const bodies *c = &world->bodies;
    if (which == COUNT_ARRIVED_SHARERS) return has_reached_goal_of(world, k, u);
    if (!on_one_layer(c, body_of(world, u), k)) return false;
    return which == COUNT_SHARERS ? share_goal(world, shown_of(u), shown_at(world, k))
                                  : body_stance(c, k) != STANCE_UNDER_WAY;
}

/* The area of the discs within the distance (u) of the goal, divided by pi: the sum of the squares
 * of their radii (u2). It is a whole number, so the order of the bodies does not matter. */
static int64_t area_at_goal(const sidle_world *world, const unit *u, float distance,
                            enum counted which) {
    const bodies *c = &world->bodies;
    int64_t sum = 0;
    window w = grid_window(c, u->goal, distance);
    FOR_EACH_BODY (c, w, k) {
        if (vec_distance(body_position(c, k), u->goal) >= distance) continue;
        if (is_counted(world, u, k, which)) sum += to_fixed_point(c->radius[k] * c->radius[k]);
    }
    return sum;
}

/* Do the arrived sharers and the unit itself fill the circle about the goal? */
static bool goal_is_full(const sidle_world *world, const unit *u, float goal_distance) {
    float radius = profile_of(world, u)->radius, inner = max_float(goal_distance - radius, 0);
    int64_t own = to_fixed_point(radius * radius);
    return own + area_at_goal(world, u, goal_distance, COUNT_ARRIVED_SHARERS) >=
           to_fixed_point(PACKING * inner * inner);
}

/* The ground within the distance (u) that can be seen from the goal, divided by pi: the mean square
 * (u2) of the free lengths of sixteen rays. */
static float ground_seen_from_goal(const sidle_world *world, const unit *u, float distance) {
    const sidle_profile *p = profile_of(world, u);
    float sum = 0;
    for (int k = 0; k < DIRECTIONS_A_QUARTER; k += 4) {
        sidle_vec2 ray = QUARTER[k];
        for (int quarter = 0; quarter < 4; quarter++, ray = vec_right(ray)) {
            float free = terrain_line_length(&world->terrain, p->passable, u->goal, ray, distance);
            sum += free * free;
        }
    }
    return sum / DIRECTIONS_A_QUARTER;
}

/* The area of discs, divided by pi (u2), that fills the seen ground out to a stuck unit. */
static int64_t area_that_fills(const sidle_world *world, const unit *u, float goal_distance) {
    float inner = max_float(goal_distance - profile_of(world, u)->radius, 0);
    return to_fixed_point(PACKING_STUCK * ground_seen_from_goal(world, u, inner));
}

static bool sharers_would_fill(const sidle_world *world, const unit *u, float goal_distance) {
    return area_at_goal(world, u, SHARERS_WITHIN * goal_distance, COUNT_SHARERS) >=
           area_that_fills(world, u, goal_distance);
}

/* Do units rest on the goal, and all the way from there to this unit? Their own goals may differ,
 * so no sharer needs to be among them. */
static bool is_taken_by_others(const sidle_world *world, const unit *u, float goal_distance) {
    float radius = profile_of(world, u)->radius;
    return area_at_goal(world, u, OCCUPIES_GOAL * 2 * radius, COUNT_RESTING) > 0 &&
           area_at_goal(world, u, goal_distance, COUNT_RESTING) >=
               area_that_fills(world, u, goal_distance);
}

static bool sees_goal(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    return terrain_line_fits(&world->terrain, p->passable, u->position, u->goal, p->radius);
}

/* What a resting body that the unit touches means to the unit's arrival. */
typedef struct resting_neighbour {
    bool occupies_goal; /* it leaves no place at the goal, and the unit is as near as can be */
    bool shares_goal;   /* it has arrived at the same goal, and is nearer to it */
    bool is_nearer;     /* it is nearer to the goal */
} resting_neighbour;

static resting_neighbour resting_neighbour_of(const sidle_world *world, const unit *u, uint32_t k,
                                              bool stuck) {
    const bodies *c = &world->bodies;
    float radius = profile_of(world, u)->radius, radii_sum = radius + c->radius[k];
    if (vec_distance(u->position, body_position(c, k)) > radii_sum + BEHIND_GAP * radius)
        return (resting_neighbour){.occupies_goal = false};
    float distance = vec_distance(u->position, u->goal);
    float its_distance = vec_distance(body_position(c, k), u->goal);
    return (resting_neighbour){
        .occupies_goal = its_distance < (stuck ? 1 : OCCUPIES_GOAL) * radii_sum &&
                         distance <= TOUCHING * radii_sum,
        .shares_goal = its_distance < distance && has_reached_goal_of(world, k, u),
        .is_nearer = its_distance < distance};
}

/* Of several neighbours, the one that wins ties is kept: the order of bodies must not matter. */
static void keep_first(const shown **first, const shown *other, bool qualifies) {
    if (qualifies && (!*first || unit_before(other, *first))) *first = other;
}

sidle_unit_id arrival_behind(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, u);
    const sidle_unit_id goes_on = {0, 0};
    window w = grid_window(c, u->position, p->radius + c->largest + BEHIND_GAP * p->radius);
    const shown *blocker = NULL, *nearer = NULL;
    bool shared = false, stuck = u->cold->progress.stalled >= STUCK * p->patience;
    bool over = surround_is_over(u);
    assert(u->flags & UNIT_UNDER_WAY);
    FOR_EACH_BODY (c, w, k) {
        if (body_stance(c, k) == STANCE_UNDER_WAY) continue; /* most are, so that is asked first */
        const shown *other = shown_at(world, k);
        if (other == shown_of(u) || !on_one_layer(c, body_of(world, u), k)) continue;
        resting_neighbour n = resting_neighbour_of(world, u, k, stuck);
        keep_first(&blocker, other, n.occupies_goal || n.shares_goal);
        keep_first(&nearer, other, n.is_nearer);
        shared = shared || (n.shares_goal && !n.occupies_goal);
    }
    /* A ring of units in range leaves the ground within it free. One that backs off does not
     * settle. */
    if (unit_has_trait(u, TRAIT_KEEPS_RANGE))
        return (stuck || over) && blocker && !approach_backs_off(u) ? shown_id(blocker) : goes_on;
    if (blocker && (!shared || over)) return shown_id(blocker);
    if (!blocker && !(stuck && nearer)) return goes_on;
    float away = vec_distance(u->position, u->goal);
    bool full =
        (blocker && goal_is_full(world, u, away)) ||
        (stuck && (sharers_would_fill(world, u, away) || is_taken_by_others(world, u, away)));
    return full && sees_goal(world, u) ? shown_id(blocker ? blocker : nearer) : goes_on;
}
