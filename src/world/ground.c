/* The speed of units on terrain. A unit's record holds one factor of its top speed, that of the
 * host times that of the class of cells below the unit's centre, so all that drives, looks ahead or
 * predicts by the top speed needs to know nothing of terrain. The record tells whether that factor
 * is 0, or both are 1, as they nearly always are; only else the factors are kept.
 *
 * Other units may read the factor while a tick runs, so it changes in the END phase, and between
 * ticks. */
#include "world/ground.h"

#include "world/spatial_grid.h"
#include "world/terrain.h"

bool ground_varies(const sidle_profile *p) {
    bool varies = false;
    for (int k = 0; k < SIDLE_TERRAIN_COUNT; k++) varies |= p->terrain_factor[k] != 1;
    return varies;
}

float ground_speed(const sidle_world *world, const unit *u) {
    const kept_profile *kept = &world->profiles[u->profile];
    if (!kept->varies || unit_is_stowed(world, u)) return 1;
    return kept->values.terrain_factor[terrain_class_at(&world->terrain, u->position)];
}

float ground_speed_due(const sidle_world *world, const unit *u) {
    float own = speed_factors_of(world, u).own, both = own * ground_speed(world, u);
    /* Terrain neither stuns a unit nor lets go one that is stunned. */
    both = max_float(min_float(both, SIDLE_MAX_SPEED_FACTOR), SIDLE_MIN_SPEED_FACTOR);
    return own > 0 ? both : 0;
}

void ground_set_speed(const sidle_world *world, unit *u, speed_factors factors) {
    u->speed_kind = ground_speed_kind(factors) & 3u;
    if (u->speed_kind != SPEED_FULL) world->speeds[u->slot] = factors;
}

void ground_renew(const sidle_world *world, unit *u) {
    speed_factors before = speed_factors_of(world, u);
    float speed = ground_speed_due(world, u);
    ground_set_speed(world, u, (speed_factors){speed, before.own});
    if (speed == before.all) return;
    if (unit_is_under_way(u)) u->flags |= UNIT_LOOK;
}

void ground_renew_profile(const sidle_world *world, uint32_t index) {
    if (!world->any_varies) return;
    for (uint32_t k = 0; k < world->living + world->stowed; k++)
        if (unit_at(world, k)->profile == index) ground_renew(world, unit_at(world, k));
}

void ground_renew_box(const sidle_world *world, sidle_vec2 low, sidle_vec2 high) {
    const bodies *b = &world->bodies;
    if (!world->any_varies) return;
    if (b->stray_count > STRAYS_MAX) {
        for (uint32_t k = 0; k < world->living; k++) ground_renew(world, unit_at(world, k));
        return;
    }
    sidle_vec2 middle = vec_scale(vec_add(low, high), 0.5f);
    window w = grid_window(b, middle, vec_distance(low, middle) + b->largest);
    FOR_EACH_BODY (b, w, k)
        if (k < world->living) ground_renew(world, unit_at(world, k));
    for (uint32_t n = 0; n < b->stray_count; n++)
        if (b->strays[n] < world->living) ground_renew(world, unit_at(world, b->strays[n]));
}

void ground_set_own_speed(const sidle_world *world, unit *u, float factor) {
    float all = speed_factors_of(world, u).all;
    float own = factor < SIDLE_MIN_SPEED_FACTOR ? 0 : factor;
    ground_set_speed(world, u, (speed_factors){all, own});
    ground_renew(world, u);
}
