/* The rules of contact: which of two bodies gives way, by which share of their overlap, and at
 * which distance contact begins. Two bodies under way share the overlap. A body at rest stays, and
 * one under way goes round it; contact begins at touching then, or close formations would keep out
 * their last units. Each body asks for itself, so that no body has to write to another one.
 *
 * Exceptions stand in gives_way_under_way() and gives_way(). A unit that pushes through gives way
 * to no other one, and units under way give way to it entirely. A hunter gives way to its prey
 * entirely. A unit that squeezes through standing bodies meets them only inside. Of two under way
 * the one with the right of way keeps its course, and the other one takes nearly all of the
 * overlap, pushing or not. A unit that has stepped aside yields to its friends in the same way;
 * where a wall keeps it from doing so, both share the overlap. */
#include "motion/contact_rules.h"

#include "world/terrain.h"

/* Share of the overlap: a unit under way that gives way moves by this share of it, and the unit
 * with the right of way by the rest. At 1 maps/builder overlaps .016 instead of 0. */
#define YIELDS 0.9f

/* ---- which bodies a unit may enter ---- */

/* The pass mode says which bodies a unit may enter. It follows from the unit's decision alone, and
 * this file is what the decision to push through means for motion; when a unit decides so, and when
 * it stops, is in planner/push_through.c.
 *
 * A unit that pushes through drives through other bodies as if they were free cells. Contact gives
 * it no share of the overlap, so the others give way to it entirely, and push-apart leads it out of
 * the bodies that do not.
 *
 * Squeezing through is the smaller form: a unit on a detour that leads through a gap between
 * standing bodies, too narrow for it, passes through those bodies and through no others. How far it
 * may enter them is its profile's threshold; contact holds it there.
 *
 * A unit that drives out of bodies inside which it came to rest (places/place_want.c) passes
 * through bodies in the same way as a unit that pushes.
 *
 * Enemies stay solid to all of them, unless the profile says otherwise. */

uint8_t pass_mode_of(enum stance stance, const unit *u) {
    if (!(u->flags & (UNIT_TIGHT | UNIT_CLEARS)) && u->decision != SIDLE_DECISION_PUSH)
        return PASS_NONE;
    /* Arithmetic in place of branches: what such a unit does is random to the branch predictor. */
    uint32_t squeezes = u->flags / UNIT_TIGHT & (u->decision == SIDLE_DECISION_DETOUR);
    uint32_t comes_clear = u->flags / UNIT_CLEARS & u->flags / ASPECT_UNDER_WAY & 1u;
    uint32_t pushes = (u->decision == SIDLE_DECISION_PUSH) | comes_clear;
    uint32_t pass_mode = pushes ? PASS_PUSHES : squeezes * PASS_SQUEEZES;
    return (uint8_t)(stance ? PASS_NONE : pass_mode);
}

bool is_solid_enemy(const sidle_world *world, uint32_t k, uint32_t other) {
    return is_spared_enemy(&world->bodies, shown_profile(world, shown_at(world, k)), k, other);
}

bool passes_through(const sidle_world *world, uint8_t pass_mode, uint32_t k, uint32_t other) {
    if (pass_mode == PASS_NONE || is_solid_enemy(world, k, other)) return false;
    return pass_mode == PASS_PUSHES || body_stance(&world->bodies, other);
}

/* ---- which body gives way ---- */

sidle_vec2 contact_direction(const shown *self, const shown *other) {
    static const sidle_vec2 DIRECTIONS[4] = {
        {1, 0}, {0.70710678f, 0.70710678f}, {0, 1}, {-0.70710678f, 0.70710678f}};
    sidle_vec2 away = vec_sub(shown_position(self), shown_position(other));
    float distance = vec_length(away);
    if (distance > SHORTEST_WAY) return vec_scale(away, 1 / distance);
    /* Two units on the same spot part in opposite directions, which their ranks choose. */
    sidle_vec2 direction = DIRECTIONS[(shown_rank(self) ^ shown_rank(other)) & 3u];
    return unit_before(self, other) ? direction : vec_scale(direction, -1);
}

static bool pursues(const sidle_world *world, uint32_t k, uint32_t other) {
    return world->motions[k].hunts &&
           same_unit(shown_target(shown_at(world, k)), shown_id(shown_at(world, other)));
}

/* A hunter gives way to its prey entirely, or the prey would never come to its goal. */
static float share_in_hunt(const sidle_world *world, uint32_t k, uint32_t other, float share) {
    bool hunts = pursues(world, k, other), hunted = pursues(world, other, k);
    return hunts == hunted ? share : hunts ? 1 : 0;
}

bool is_let_past(const sidle_world *world, uint32_t k, uint32_t other) {
    bool aside = shown_is_aside(shown_at(world, k)), its = shown_is_aside(shown_at(world, other));
    return its && !aside && are_friends(&world->bodies, k, other);
}

/* Is a wall in the way of the unit of body k, out of the way of the other one? */
static bool is_held_by_wall(const sidle_world *world, uint32_t k, uint32_t other) {
    const sidle_profile *p = shown_profile(world, shown_at(world, k));
    sidle_vec2 away = contact_direction(shown_at(world, k), shown_at(world, other));
    sidle_vec2 there = vec_add(body_position(&world->bodies, k), vec_scale(away, p->radius));
    return !terrain_fits(&world->terrain, p->passable, there, LOOK_SLACK * p->radius);
}

/* A unit that has stepped aside yields to its friends under way. */
static bool goes_first(const sidle_world *world, uint32_t k, uint32_t other) {
    if (is_let_past(world, k, other)) return !is_held_by_wall(world, other, k);
    return !is_let_past(world, other, k) && has_way_over(world, k, other);
}

/* Does the unit squeeze through a gap beside a friend that has stepped aside? Unlike in
 * is_let_past(), the unit may be on its own way back. */
static bool squeezes_beside(const sidle_world *world, uint32_t k, uint32_t other) {
    return world->motions[k].pass_mode == PASS_SQUEEZES && shown_is_aside(shown_at(world, other)) &&
           are_friends(&world->bodies, k, other);
}

static bool gives_way_under_way(const sidle_world *world, uint32_t k, uint32_t other,
                                contact *with) {
    const motion *own = &world->motions[k], *its = &world->motions[other];
    bool lands = shown_lands(shown_at(world, k)) || shown_lands(shown_at(world, other));
    bool in_gap = squeezes_beside(world, k, other) || squeezes_beside(world, other, k);
    *with = (contact){.share = 0.5f, .margin = !lands && !in_gap};
    bool first = goes_first(world, k, other), yields = goes_first(world, other, k);
    if (first || yields) with->share = first ? 1 - YIELDS : YIELDS;
    if (its->pass_mode == PASS_PUSHES && !first && !is_solid_enemy(world, other, k))
        with->share = 1;
    if (own->hunts || its->hunts) with->share = share_in_hunt(world, k, other, with->share);
    return own->pass_mode != PASS_PUSHES || yields || is_solid_enemy(world, k, other);
}

bool gives_way(const sidle_world *world, uint32_t k, uint32_t other, contact *with) {
    if (world->motions[k].stance) return false;
    if (!world->motions[other].stance) return gives_way_under_way(world, k, other, with);
    uint8_t pass_mode = world->motions[k].pass_mode;
    bool passes = passes_through(world, pass_mode, k, other);
    *with = (contact){.share = 1, .passes = passes};
    return pass_mode != PASS_PUSHES || !passes;
}
