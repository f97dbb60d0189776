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
 * A unit that drives out of bodies inside which it came to rest (orders/place_want.c) passes
 * through bodies in the same way as a unit that pushes.
 *
 * Enemies stay solid to all of them, unless the profile says otherwise. */
#include "motion/pass_mode.h"

#include "world/shown.h"

uint8_t pass_mode_of(enum stance stance, const unit *u) {
    if (!(u->flags & (UNIT_TIGHT | ASPECT_CLEARS)) && u->decision != SIDLE_DECISION_PUSH)
        return PASS_NONE;
    /* Arithmetic in place of branches: what such a unit does is random to the branch predictor. */
    uint32_t squeezes = u->flags / UNIT_TIGHT & (u->decision == SIDLE_DECISION_DETOUR);
    uint32_t comes_clear = u->flags / ASPECT_CLEARS & u->flags / ASPECT_UNDER_WAY & 1u;
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
