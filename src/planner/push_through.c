/* Push through: the last rung of the usual escalation. The unit drives to the smallest value of its
 * side traces, as if that were below the threshold (source: Habr 453506), and contact lets it pass
 * through the bodies that it meets.
 *
 * The rule has two halves, in two rooms. Whether the unit pushes, and until when, is decided here,
 * once a look, and is the decision SIDLE_DECISION_PUSH. Which bodies then let it in is asked by
 * each contact of each tick, for the pass mode that follows from the decision:
 * motion/contact_rules.c.
 *
 * Pushing lasts for push_time, and longer while the unit still touches another body: one that gave
 * up inside another body would stay there (in the first sketch of this planner pushes of 1 s let
 * arrivals fall to 0.49 .. 0.88). Only a unit that gets no nearer for long gives up all the same,
 * and tries the rest of the ladder. Terrain and enemies as solid as walls are never pushed
 * through. */
#include "planner/push_through.h"

#include "planner/oncoming.h"
#include "world/patience.h"
#include "world/shown.h"
#include "world/spatial_grid.h"

/* Does an enemy as solid as a wall leave nothing else to be met? Past one the unit may push between
 * friends. */
static bool meets_enemies_alone(const sidle_world *world, const unit *u) {
    return u->cold->look.value >= SIDLE_VALUE_UNIT && meets_spared_enemy(world, u);
}

/* Is the unit in the way of this one to be left to itself? Units under way go on, or are asked to
 * make room. So the unit pushes through those only when it has got no nearer for its patience, at
 * the second turn of that rung, or in a lane. At the first turn 100 units on each side of a door
 * took 91 s instead of 103 s, and overlapped 8 times as long (means of 20 seeds). Streams that met
 * in a street drove through each other (test_oncoming.c). */
static bool leaves_to_itself(const sidle_world *world, const unit *u, const sidle_profile *p) {
    if (u->cold->look.blocker_stance != STANCE_UNDER_WAY) return false;
    if (is_out_of_patience(u, p) || u->cold->escalation.again) return false;
    return !oncoming_finds_lane(world, u, p);
}

bool push_through_allowed(const sidle_world *world, const unit *u, const sidle_profile *p) {
    return !leaves_to_itself(world, u, p) && !meets_enemies_alone(world, u);
}

/* Does the unit's disc overlap that of a body that it can pass through? */
static bool overlaps_a_body(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t self = body_of(world, u);
    const sidle_profile *p = profile_of(world, u);
    float radius = p->radius;
    window w = grid_window(c, u->position, radius + c->largest);
    FOR_EACH_BODY (c, w, k) {
        if (k == self || !on_one_layer(c, k, self) || is_spared_enemy(c, p, self, k)) continue;
        sidle_vec2 apart = vec_sub(body_position(c, k), u->position);
        float radii_sum = radius + c->radius[k];
        if (vec_dot(apart, apart) < radii_sum * radii_sum) return true;
    }
    return false;
}

bool push_through_continues(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const escalation *e = &u->cold->escalation;
    if (!e->active || e->step != SIDLE_STEP_PUSH) return false;
    bool in_time = e->step_left > 0;
    if (pushes_in_vain(u, p) && !in_time) return false;
    if (u->cold->look.hit && in_time) return true;
    return overlaps_a_body(world, u);
}
