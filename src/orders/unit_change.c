/* What the host changes of a living unit: profile, team, heading, rank, user data, speed, and
 * whether it is a ghost. The calls
 * run between ticks. All of a change is checked before any of it is made, so a refused change
 * leaves the unit as it was; the rank comes last of the checks, as taking it is a change already.
 *
 * A body shows its unit's radius, layer and team, so a change is copied there, and the neighbour
 * lists, which are made for the radius of a body, are made anew. */
#include "orders/path_following.h"
#include "world/ground.h"
#include "world/ranks.h"
#include "world/recording.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

enum { CHANGE_COOKIE = 0x51d1e004 ^ SIDLE_LAYOUT(sidle_change) };

void sidle_change_fill(sidle_change *change, uint32_t layout) {
    change->cookie = 0;
    if (layout != SIDLE_LAYOUT(sidle_change)) return;
    *change = (sidle_change){.cookie = CHANGE_COOKIE, .heading = {1, 0}, .speed_factor = 1};
}

/* ---- what is refused ---- */

static sidle_result heading_refusal(sidle_vec2 heading) {
    if (!vec_finite(heading)) return SIDLE_ERROR_NOT_FINITE;
    sidle_vec2 direction = vec_direction(heading, vec(0, 0));
    return direction.x == 0 && direction.y == 0 ? SIDLE_ERROR_ARGUMENT : SIDLE_OK;
}

static sidle_result speed_refusal(float speed) {
    if (!isfinite(speed)) return SIDLE_ERROR_NOT_FINITE;
    return speed >= 0 && speed <= SIDLE_MAX_SPEED_FACTOR ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

static sidle_result profile_refusal(const sidle_world *world, const unit *u, sidle_profile_id id) {
    const sidle_profile *p = profile_named(world, id);
    if (!p) return SIDLE_ERROR_STALE;
    bool fits = unit_is_stowed(world, u) ||
                terrain_fits(&world->terrain, p->passable, u->position, p->radius);
    return fits ? SIDLE_OK : SIDLE_ERROR_NO_ROOM;
}

static sidle_result change_refusal(const sidle_world *world, const unit *u, const sidle_change *c) {
    if (c->cookie != CHANGE_COOKIE) return SIDLE_ERROR_DEFINITION;
    sidle_result bad = c->what & ~SIDLE_CHANGE_ALL ? SIDLE_ERROR_ARGUMENT : SIDLE_OK;
    if (!bad && c->what & SIDLE_CHANGE_HEADING) bad = heading_refusal(c->heading);
    if (!bad && c->what & SIDLE_CHANGE_SPEED_FACTOR) bad = speed_refusal(c->speed_factor);
    if (!bad && c->what & SIDLE_CHANGE_PROFILE) bad = profile_refusal(world, u, c->profile);
    return bad;
}

/* Errors: RANK, MEMORY. */
static sidle_result change_rank(sidle_world *world, unit *u, uint32_t asked) {
    if (asked == u->rank) return SIDLE_OK;
    uint32_t taken;
    sidle_result bad = ranks_take(world, asked, &taken);
    if (bad) return bad;
    ranks_give(world, u->rank);
    u->rank = taken;
    return SIDLE_OK;
}

/* ---- what is changed ---- */

static void change_profile(sidle_world *world, unit *u, sidle_profile_id id) {
    sidle_profile old = *profile_of(world, u);
    u->profile = (uint16_t)profile_index(id);
    ground_renew(world, u);
    const sidle_profile *p = profile_of(world, u);
    world->bodies.largest = max_float(world->bodies.largest, p->radius);
    world->lists.stale = true;
    /* Searches read the radius of the body, which the next sort renews. */
    if (!unit_is_stowed(world, u)) grid_stray(world, body_of(world, u));
    if (p->give_way == SIDLE_GIVE_WAY_NEVER || p->radius != old.radius) unit_rest_here(u);
    if (p->radius != old.radius || p->layer != old.layer) unit_release_place(u);
    bool may_overlap = p->radius > old.radius || p->layer != old.layer;
    if (may_overlap && !(u->flags & UNIT_UNDER_WAY)) come_clear_begin(u);
}

static void change_team(sidle_world *world, const unit *u, uint32_t team) {
    uint32_t *own = &world->bodies.team[body_of(world, u)];
    world->bodies.teams |= *own != team && world->living > 1;
    *own = team;
}

/* The drive keeps the velocity along the heading, so both turn. A unit at rest has the zero along
 * its heading, which tells that it is still (spatial_grid.c). */
static void change_heading(const sidle_world *world, unit *u, sidle_vec2 heading) {
    float speed = vec_dot(u->velocity, u->heading);
    bool rests = u->velocity.x == 0 && u->velocity.y == 0;
    u->heading = vec_direction(heading, vec(1, 0));
    if (rests) speed = u->flags & UNIT_REVERSES ? -0.0f : 0;
    u->velocity = vec_scale(u->heading, speed);
    if (u->flags & UNIT_UNDER_WAY) return;
    u->drive_target = vec(0, 0);
    path_predict(world, u, u->velocity);
}

static void change_speed(const sidle_world *world, unit *u, float factor) {
    ground_set_own_speed(world, u, factor);
}

/* Others may stand where a ghost was. */
static void change_ghost(sidle_world *world, unit *u, bool ghost) {
    if (u->ghost == ghost) return;
    u->ghost = ghost;
    world->lists.stale = true;
    if (!(u->flags & UNIT_UNDER_WAY)) come_clear_begin(u);
}

sidle_result sidle_unit_change(sidle_world *world, sidle_unit_id id, const sidle_change *change) {
    if (!world || !change) return SIDLE_ERROR_ARGUMENT;
    unit *u = unit_named_anywhere(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    sidle_result bad = change_refusal(world, u, change);
    if (!bad && change->what & SIDLE_CHANGE_RANK) bad = change_rank(world, u, change->rank);
    if (bad) return bad;
    if (change->what & SIDLE_CHANGE_PROFILE) change_profile(world, u, change->profile);
    if (change->what & SIDLE_CHANGE_TEAM) change_team(world, u, change->team);
    if (change->what & SIDLE_CHANGE_HEADING) change_heading(world, u, change->heading);
    if (change->what & SIDLE_CHANGE_USER) world->users[u->slot] = change->user;
    if (change->what & SIDLE_CHANGE_SPEED_FACTOR) change_speed(world, u, change->speed_factor);
    if (change->what & SIDLE_CHANGE_GHOST) change_ghost(world, u, change->ghost);
    if (u->flags & UNIT_UNDER_WAY && change->what & ~SIDLE_CHANGE_USER) u->flags |= UNIT_LOOK;
    grid_body_changed(world, u);
    RECORD(world, CALL_CHANGE, WORDS_OF_UNIT(id), change->what, change->profile.index, change->team,
           WORDS_OF_POINT(change->heading), change->rank, WORDS_OF_LONG(change->user),
           word_of_float(change->speed_factor), change->ghost);
    return SIDLE_OK;
}

/* ---- one field ---- */

sidle_result sidle_unit_set_profile(sidle_world *world, sidle_unit_id id,
                                    sidle_profile_id profile) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_PROFILE;
    change.profile = profile;
    return sidle_unit_change(world, id, &change);
}

sidle_result sidle_unit_set_team(sidle_world *world, sidle_unit_id id, uint32_t team) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_TEAM;
    change.team = team;
    return sidle_unit_change(world, id, &change);
}

sidle_result sidle_unit_set_heading(sidle_world *world, sidle_unit_id id, sidle_vec2 heading) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_HEADING;
    change.heading = heading;
    return sidle_unit_change(world, id, &change);
}

sidle_result sidle_unit_set_rank(sidle_world *world, sidle_unit_id id, uint32_t rank) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_RANK;
    change.rank = rank;
    return sidle_unit_change(world, id, &change);
}

sidle_result sidle_unit_set_user(sidle_world *world, sidle_unit_id id, uint64_t user) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_USER;
    change.user = user;
    return sidle_unit_change(world, id, &change);
}

sidle_result sidle_unit_set_speed_factor(sidle_world *world, sidle_unit_id id, float factor) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_SPEED_FACTOR;
    change.speed_factor = factor;
    return sidle_unit_change(world, id, &change);
}

sidle_result sidle_unit_set_ghost(sidle_world *world, sidle_unit_id id, bool ghost) {
    sidle_change change = sidle_change_default();
    change.what = SIDLE_CHANGE_GHOST;
    change.ghost = ghost;
    return sidle_unit_change(world, id, &change);
}
