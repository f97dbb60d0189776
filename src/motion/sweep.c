/* Continuous contact for fast units. Contacts compare where bodies are at the end of a tick. A unit
 * that goes farther in a tick than its own radius could be beyond a body by then, and be pushed out
 * on its far side. So the shift of such a unit ends where it first touches a body that it may not
 * enter: one that stands, or an enemy. An enemy under way goes on in the same tick: the shift ends
 * where that enemy may come to touch it. Two that are nearer than that keep to their halves of the
 * room between them, as in enemies.c. */
#include "motion/sweep.h"

#include "motion/contact_rules.h"
#include "world/shown.h"
#include "world/spatial_grid.h"

/* u: how far the unit may go in the direction (length 1) until it touches a body that stands at
 * `to` from it. A unit that is inside the body already may go on out of it. */
static float way_to_touch(sidle_vec2 to, float radii, sidle_vec2 direction) {
    float along = vec_dot(to, direction), past2 = vec_dot(to, to) - along * along;
    bool meets = along > 0 && past2 < radii * radii;
    return meets ? max_float(along - sqrtf(radii * radii - past2), 0) : FLT_MAX;
}

float reach_in_tick(const sidle_world *world, uint32_t k, const sidle_profile *p, float dt) {
    float made = world->last_dt > 0 ? vec_length(world->bodies.moved[k]) / world->last_dt : 0;
    return (made + p->acceleration * dt) * dt;
}

static float reach_of(const sidle_world *world, uint32_t other, float dt) {
    return reach_in_tick(world, other, shown_profile(world, shown_at(world, other)), dt);
}

/* u: how far the unit may go towards an enemy under way that is near. */
static float half_way_to(sidle_vec2 to, float radii, sidle_vec2 direction) {
    float distance = vec_length(to), along = vec_dot(to, direction);
    if (along <= 0 || distance <= 0) return FLT_MAX;
    return max_float(distance - radii, 0) * 0.5f * distance / along;
}

/* u: how far the unit may go before an enemy under way. */
static float way_before_enemy(sidle_vec2 to, float radii, float reach, sidle_vec2 direction) {
    bool is_near = vec_length(to) < radii + reach;
    return is_near ? half_way_to(to, radii, direction) : way_to_touch(to, radii + reach, direction);
}

float sweep_bodies(const sidle_world *world, uint32_t k, sidle_vec2 shift, float dt) {
    const bodies *c = &world->bodies;
    uint8_t pass_mode = pass_mode_of(body_stance(c, k), unit_at(world, k));
    float length = vec_length(shift), way = length;
    sidle_vec2 direction = vec_direction(shift, vec(1, 0)), at = body_position(c, k);
    sidle_vec2 end = vec_add(at, shift);
    float reach = c->radius[k] + c->largest + length; /* as far as others that are as fast come */
    window w =
        grid_window_of_box(c, vec(min_float(at.x, end.x) - reach, min_float(at.y, end.y) - reach),
                           vec(max_float(at.x, end.x) + reach, max_float(at.y, end.y) + reach));
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other)) continue;
        if (passes_through(world, pass_mode, k, other)) continue;
        sidle_vec2 to = vec_sub(body_position(c, other), at);
        float radii = c->radius[k] + c->radius[other];
        if (body_stance(c, other))
            way = min_float(way, way_to_touch(to, radii, direction));
        else if (is_solid_enemy(world, k, other))
            way =
                min_float(way, way_before_enemy(to, radii, reach_of(world, other, dt), direction));
    }
    return way;
}
