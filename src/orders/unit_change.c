/* What the host sets of a living unit: profile, team, heading, rank, user data, speed, and whether
 * it is a ghost. The calls run between ticks. A refused call leaves the unit as it was.
 *
 * A body shows its unit's radius, layer and team, so these are set there too, and the neighbour
 * lists, which are made for the radius of a body, are made anew. */
#include "orders/path_following.h"
#include "world/ground.h"
#include "world/ranks.h"
#include "world/recording.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/transitions.h"
#include "world/unit_store.h"

/* The unit, on the map or stowed; NULL with what is wrong. */
static unit *unit_to_set(const sidle_world *world, sidle_unit_id id, sidle_result *bad) {
    unit *u = world ? unit_named_anywhere(world, id) : NULL;
    *bad = !world ? SIDLE_ERROR_ARGUMENT : !u ? SIDLE_ERROR_STALE : SIDLE_OK;
    return u;
}

/* The field is set: the unit looks in the next tick, and the recorder gets the two words of the
 * value. */
static sidle_result set_done(sidle_world *world, unit *u, recorded_field field, uint32_t low,
                             uint32_t high) {
    if (unit_is_under_way(u) && field != FIELD_USER) u->flags |= UNIT_LOOK;
    grid_body_changed(world, u);
    RECORD(world, CALL_SET, WORDS_OF_UNIT(id_of(u)), field, low, high);
    return SIDLE_OK;
}

static sidle_result profile_refusal(const sidle_world *world, const unit *u, sidle_profile_id id) {
    const sidle_profile *p = profile_named(world, id);
    if (!p) return SIDLE_ERROR_STALE;
    bool fits = unit_is_stowed(world, u) || disc_fits(world, p, u->position);
    return fits ? SIDLE_OK : SIDLE_ERROR_NO_ROOM;
}

sidle_result sidle_unit_set_profile(sidle_world *world, sidle_unit_id id,
                                    sidle_profile_id profile) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (!bad) bad = profile_refusal(world, u, profile);
    if (bad) return bad;
    sidle_profile old = *profile_of(world, u);
    u->profile = (uint16_t)profile_index(profile);
    ground_renew(world, u);
    const sidle_profile *p = profile_of(world, u);
    world->bodies.largest = max_float(world->bodies.largest, p->radius);
    world->lists.stale = true;
    /* Searches read the radius of the body, which the next sort renews. */
    if (!unit_is_stowed(world, u)) grid_stray(world, body_of(world, u));
    unit_change_profile(u, &old, p, true);
    return set_done(world, u, FIELD_PROFILE, profile.index, 0);
}

sidle_result sidle_unit_set_team(sidle_world *world, sidle_unit_id id, uint32_t team) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (bad) return bad;
    uint32_t *own = &world->bodies.team[body_of(world, u)];
    world->bodies.teams |= *own != team && world->living > 1;
    *own = team;
    return set_done(world, u, FIELD_TEAM, team, 0);
}

/* The drive keeps the velocity along the heading, so both turn. A unit at rest has the zero along
 * its heading, which tells that it is still (spatial_grid.c). */
static void take_heading(const sidle_world *world, unit *u, sidle_vec2 direction) {
    float speed = vec_dot(u->velocity, u->heading);
    bool rests = u->velocity.x == 0 && u->velocity.y == 0;
    u->heading = direction;
    if (rests) speed = u->flags & UNIT_REVERSES ? -0.0f : 0;
    u->velocity = vec_scale(u->heading, speed);
    if (unit_is_under_way(u)) return;
    u->facing = vec(0, 0);
    path_predict(world, u, u->velocity);
}

sidle_result sidle_unit_set_heading(sidle_world *world, sidle_unit_id id, sidle_vec2 heading) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (bad) return bad;
    if (!vec_finite(heading)) return SIDLE_ERROR_NOT_FINITE;
    sidle_vec2 direction = vec_direction(heading, vec(0, 0));
    if (direction.x == 0 && direction.y == 0) return SIDLE_ERROR_ARGUMENT;
    take_heading(world, u, direction);
    return set_done(world, u, FIELD_HEADING, WORDS_OF_POINT(heading));
}

/* Errors: RANK, MEMORY. */
static sidle_result exchange_rank(sidle_world *world, unit *u, uint32_t asked) {
    uint32_t taken;
    sidle_result bad = ranks_take(world, asked, &taken);
    if (bad) return bad;
    ranks_give(world, u->rank);
    u->rank = taken;
    return SIDLE_OK;
}

sidle_result sidle_unit_set_rank(sidle_world *world, sidle_unit_id id, uint32_t rank) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (!bad && rank != u->rank) bad = exchange_rank(world, u, rank);
    return bad ? bad : set_done(world, u, FIELD_RANK, rank, 0);
}

sidle_result sidle_unit_set_user(sidle_world *world, sidle_unit_id id, uint64_t user) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (!bad) bad = units_reserve_users(world, user);
    if (bad) return bad;
    if (world->users) world->users[u->slot] = user;
    return set_done(world, u, FIELD_USER, WORDS_OF_LONG(user));
}

sidle_result sidle_unit_set_speed_factor(sidle_world *world, sidle_unit_id id, float factor) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (bad) return bad;
    if (!isfinite(factor)) return SIDLE_ERROR_NOT_FINITE;
    if (factor < 0 || factor > SIDLE_MAX_SPEED_FACTOR) return SIDLE_ERROR_ARGUMENT;
    if (factor != 1) bad = units_reserve_speeds(world);
    if (bad) return bad;
    ground_set_own_speed(world, u, factor);
    return set_done(world, u, FIELD_SPEED_FACTOR, word_of_float(factor), 0);
}

/* Others may stand where a ghost was. */
sidle_result sidle_unit_set_ghost(sidle_world *world, sidle_unit_id id, bool ghost) {
    sidle_result bad;
    unit *u = unit_to_set(world, id, &bad);
    if (bad) return bad;
    if (u->ghost != ghost) {
        u->ghost = ghost;
        world->lists.stale = true;
        if (!unit_is_under_way(u)) unit_settle(u);
    }
    return set_done(world, u, FIELD_GHOST, ghost, 0);
}
