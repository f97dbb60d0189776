/* Headway: a unit does not run into the one ahead. It drives no faster than that one goes, and so
 * much faster as closes the gap within the profile's headway:
 *
 *     speed <= speed of the one ahead along the way + gap / headway
 *
 * That is the car-following model of L. Pipes (An Operational Analysis of Traffic Dynamics, J.
 * Applied Physics 24, 274, 1953). Without it a crowd is kept apart by contact alone, which turns
 * each unit at each touch: before a door the direction of travel turned at 2.3 rad/s, with it at
 * 0.9, the units overlapped a fourth as long, and the last one came through no later (door200).
 *
 * Only units that go the same way count. Crossing and oncoming ones are the planner's: braking for
 * them cost a fifth of the time on circle100. */
#include "planner/headway.h"

#include "base/measures.h"
#include "planner/candidates.h"
#include "world/shown.h"

/* Of both radii: a unit ahead that lies farther aside is passed. At 1 units side by side hold each
 * other up; with less a unit pushes the one ahead aside (door_two_way100: last arrival after 113 s
 * at .9, 109 s at .7). */
static const float ABREAST = 0.7f;

/* What one unit asks about those before it. */
typedef struct road {
    const sidle_world *world;
    const unit *u;
    const sidle_profile *profile;
    uint32_t self;
    sidle_vec2 direction; /* length 1, to the drive target */
    float pace;           /* u/s, of the unit */
} road;

/* Filter: which bodies of the batch may hold the unit up? Those that are ahead, in its lane, and no
 * farther than the gap that counts; with p from the unit to the body:
 *
 *     kept = p . direction > 0 && |p . right| <= ABREAST * radii
 *            && p . direction <= radii + pace * headway
 */
static void keep_those_ahead(const road *r, candidates *p) {
    const bodies *c = &r->world->bodies;
    const lanes from_x = lanes_all(r->u->position.x), from_y = lanes_all(r->u->position.y);
    const lanes ahead_x = lanes_all(r->direction.x), ahead_y = lanes_all(r->direction.y);
    const lanes own = lanes_all(r->profile->radius), width = lanes_all(ABREAST);
    const lanes gap = lanes_all(r->pace * r->profile->headway);
    uint64_t bits = 0;
    for (uint32_t g = 0; g < p->groups; g++) {
        uint32_t k = p->first[g];
        lanes x = lanes_sub(lanes_load(c->x + k), from_x),
              y = lanes_sub(lanes_load(c->y + k), from_y);
        lanes along = lanes_add(lanes_mul(x, ahead_x), lanes_mul(y, ahead_y));
        lanes across = lanes_abs(lanes_sub(lanes_mul(y, ahead_x), lanes_mul(x, ahead_y)));
        lanes radii = lanes_add(lanes_load(c->radius + k), own);
        lanes beyond = lanes_max(lanes_sub(across, lanes_mul(width, radii)),
                                 lanes_sub(along, lanes_add(radii, gap)));
        lanes outside = lanes_max(beyond, lanes_sub(lanes_all(FLT_MIN), along));
        bits = candidates_append(bits, lanes_at_most(outside, lanes_all(0)));
    }
    candidates_keep(p, bits, r->world->living);
}

/* Does the body of another unit hold this one up? */
static bool is_on_road(const road *r, uint32_t k) {
    const bodies *c = &r->world->bodies;
    if (k == r->self || !on_one_layer(c, k, r->self)) return false;
    const shown *other = shown_at(r->world, k);
    if (body_stance(c, k)) return false;
    if (unit_has_trait(r->u, TRAIT_HUNTS) && same_unit(unit_target(r->u), shown_id(other)))
        return false;
    if (has_way_over(r->world, r->self, k)) return false;
    return vec_dot(shown_heading(other), r->direction) >= COS_AHEAD;
}

/* u/s: how fast the unit may drive behind the body, which the filter has kept. */
static float speed_behind(const road *r, uint32_t k) {
    const bodies *c = &r->world->bodies;
    sidle_vec2 to = vec_sub(body_position(c, k), r->u->position);
    float along = vec_dot(to, r->direction), across = vec_dot(to, vec_right(r->direction));
    if (along < COS_AHEAD * vec_length(to) || !is_on_road(r, k)) return r->pace;
    float radii = r->profile->radius + c->radius[k];
    float touching = sqrtf(max_float(radii * radii - across * across, 0));
    float close = max_float(along - touching, 0) / r->profile->headway;
    return close + max_float(vec_dot(body_predicted(c, k), r->direction), 0);
}

void headway_keep(const sidle_world *world, unit *u, const sidle_profile *p) {
    u->brake = 0;
    bool drives =
        u->decision == SIDLE_DECISION_FREE || u->decision == SIDLE_DECISION_DETOUR || unit_waits(u);
    sidle_vec2 to = vec_sub(u->drive_target, u->position);
    if (!drives || !u->cold->look.hit || p->headway <= 0 || (to.x == 0 && to.y == 0)) return;
    road r = {.world = world,
              .u = u,
              .profile = p,
              .self = body_of(world, u),
              .direction = vec_direction(to, u->heading),
              .pace = unit_pace(world, u)};
    const bodies *c = &world->bodies;
    float slowest = r.pace;
    float reach = (p->radius + c->largest + r.pace * p->headway) * ROUNDING_MARGIN;
    candidates near;
    candidates_begin(&near, c, grid_window(c, u->position, reach));
    for (;;) {
        keep_those_ahead(&r, &near);
        while (near.bits) slowest = min_float(slowest, speed_behind(&r, candidates_take(&near)));
        if (candidates_done(&near)) break;
        candidates_next(&near, c);
    }
    u->brake = r.pace - slowest;
}
