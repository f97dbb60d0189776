/* Path following: where a unit is along the host's path, or by its guide, to the goal of its order;
 * when it sets out, when it has passed a waypoint, and when it has arrived.
 *
 * A waypoint is passed when the unit is near it and the point after it is in sight. Without the
 * second condition a unit would cut the corner that the waypoint leads around; with an exact
 * arrival instead of the first, a unit with a wide turn would orbit its waypoint. Where a crowd
 * takes up the waypoint, a unit is near it as soon as the crowd lets it come no nearer.
 *
 * A unit arrives when it has come to rest on the place that it claims (places.c). The order ends
 * then, or rests for as long as its target stands; no jam ever drops it. */
#include "orders/path_following.h"

#include "base/rings.h"
#include "orders/facing.h"
#include "orders/queue.h"
#include "orders/requests.h"
#include "world/patience.h"
#include "world/place_points.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/transitions.h"

#include <assert.h>

/* Waypoint radii: on wide ground a unit may pass a waypoint at so many of them at most. At 1 all
 * units go through one place, however wide the ground is: bottleneck1000, whose neck is ten radii
 * wide, takes 253 s instead of 200 s and turns at .64 rad/s instead of .48. At 2
 * maps/two_bridges takes 95 s instead of 79 s. */
static const float WIDEST = 2.2f;

/* Own radii: so far beyond the clearance of a waypoint a unit still passes it. At .25
 * bottleneck1000 takes 209 s instead of 200 s, at 1 184 s, but a unit leaves its queue before a
 * narrow door too early (exits2_600 takes 118 s instead of 113 s); door_two_way100 turns at .84 to
 * .91 rad/s. */
static const float BESIDE_CLEARANCE = 0.4f;

/* Share of its pace: a unit that makes less stands. At .25 a unit that turns slowly arrives beyond
 * its arrival_radius (test_small_ticks.c); at .002 six units of maps/bridge, and at .025 16 of
 * maps/standing_line, set out again after arrival. */
static const float HELD_BELOW = 0.1f;

float path_length(sidle_vec2 from, const sidle_vec2 *points, uint32_t count, sidle_vec2 goal) {
    float length = 0;
    for (uint32_t k = 0; k < count; k++) {
        length += vec_distance(from, points[k]);
        from = points[k];
    }
    return length + vec_distance(from, goal);
}

float path_left_of(const unit *u) {
    if (u->aim == AIM_PLACE) return vec_distance(u->position, u->cold->place);
    if (u->aim == AIM_CORNER) return path_length(u->position, &u->cold->corner, 1, u->cold->place);
    if (u->aim == AIM_ROUND) return vec_distance(u->position, u->cold->corner) + u->cold->way_left;
    return path_left_from(u, u->position);
}

bool is_content_within(const unit *u, float distance) {
    if (unit_has_trait(u, TRAIT_KEEPS_RANGE)) distance += u->cold->order->range.most;
    return vec_distance(u->position, u->goal) <= distance && path_left_of(u) <= distance;
}

float path_left_from(const unit *u, sidle_vec2 at) {
    if (u->aim == AIM_STEER_TARGET || u->aim == AIM_GOAL) return vec_distance(at, u->goal);
    if (u->flags & UNIT_GUIDED)
        return vec_distance(at, u->path_point) + vec_distance(u->path_point, u->goal);
    const route *path = u->cold->path;
    assert(path->next <= path->count);
    if (path->next == path->count) return vec_distance(at, u->goal);
    return vec_distance(at, path->points[path->next]) + route_ahead(path) +
           vec_distance(path->points[path->count - 1], u->goal);
}

/* Does the rest of the path lead from the point to the goal past all terrain? */
static bool is_open_from(const sidle_world *world, const unit *u, sidle_vec2 from) {
    const sidle_profile *p = profile_of(world, u);
    const route *path = u->cold->path;
    bool direct = u->aim == AIM_STEER_TARGET || u->aim == AIM_GOAL || u->flags & UNIT_GUIDED;
    for (uint32_t k = path->next; k < path->count && !direct; k++) {
        if (!disc_fits_along(world, p, from, path->points[k], LOOK_SLACK)) return false;
        from = path->points[k];
    }
    sidle_vec2 last = u->flags & UNIT_GUIDED ? u->path_point : u->goal;
    return disc_fits_along(world, p, from, last, LOOK_SLACK);
}

/* Others may have moved the unit a little aside since it turned to its next point, behind the
 * corner of a door: it finds its way round that. */
bool path_is_open(const sidle_world *world, const unit *u) {
    if (u->aim == AIM_ROUND) return is_open_from(world, u, u->path_point);
    return is_open_from(world, u, u->position) ||
           (u->aim == AIM_PATH && is_open_from(world, u, u->cold->turned_at));
}

bool fits_on_line_to(const sidle_world *world, const unit *u, sidle_vec2 point) {
    const sidle_profile *p = profile_of(world, u);
    return disc_fits_along(world, p, u->position, point, 1);
}

bool stands_still(const sidle_world *world, const unit *u) {
    float made = vec_length(made_velocity(world, body_of(world, u)));
    return made < HELD_BELOW * unit_pace(world, u);
}

bool path_is_held(const sidle_world *world, const unit *u) {
    const cold *m = u->cold;
    bool by_terrain = m->look.hit && !m->look.blocker.slot;
    float held = m->progress.stalled;
    if (!by_terrain) held = min_float(held, m->escalation.unblocked);
    return held >= patience_of(profile_of(world, u)) && stands_still(world, u);
}

bool path_goal_moves(const unit *u) {
    const steer_target *t = &u->cold->order->steer_target;
    if (unit_has_trait(u, TRAIT_RESTS_BY_TARGET))
        return t->halt < 0 || t->velocity.x != 0 || t->velocity.y != 0;
    return unit_has_trait(u, TRAIT_NEVER_ARRIVES);
}

float path_view(const sidle_profile *p, const unit *u, float dt) {
    return p->view_distance + 2 * vec_length(u->velocity) * dt;
}

sidle_vec2 path_point_at(const unit *u, uint32_t k) {
    const route *path = u->cold->path;
    return k < path->count ? path->points[k] : u->goal;
}

/* ---- waypoints that do not fit ---- */

/* The points of a path before and after one between them. */
typedef struct path_corner {
    sidle_vec2 before, after;
} path_corner;

/* Does the disc fit there, and at a corner that share of it also get there and on? */
static bool fits_in_path(const sidle_world *world, const sidle_profile *p, const path_corner *c,
                         sidle_vec2 at, float share) {
    if (!disc_fits(world, p, at)) return false;
    return !c || (disc_fits_along(world, p, c->before, at, share) &&
                  disc_fits_along(world, p, at, c->after, share));
}

/* By so many steps of that length (u), half a radius or more, a waypoint moves that may move that
 * far (u). It moves no farther than about as far as a search for a way round reaches, as a view or
 * a cell may be any number of radii. */
static int32_t steps_in(float far, float step) {
    return (int32_t)min_float(far / step, 0.5f * FIELD_SIDE);
}

/* The nearest point that fits, on rings around the point up to that far (u); at a corner one where
 * the whole disc gets on, or else what a look sees of it. The point itself stays where the disc
 * fits and a look gets on, or where there is no such point. The points of the rings are half a
 * radius to a radius apart. They lie on the edges and middle lines of cells that are no smaller
 * than the disc: so in lanes as wide as the disc, too. */
static sidle_vec2 fitting_point_near(const sidle_world *world, const sidle_profile *p,
                                     const path_corner *c, float far, sidle_vec2 point) {
    float half = 0.5f * world->terrain.cell, fine = 0.5f * p->radius, least = FLT_MAX;
    bool coarse = half > fine; /* cells are larger than the disc */
    float parts = (float)(int32_t)(coarse ? half / fine : fine / half), least_seen = FLT_MAX;
    float step = coarse ? half / parts : half * parts;
    int32_t rings = steps_in(far, step);
    int32_t column = (int32_t)(point.x / step + 0.5f), row = (int32_t)(point.y / step + 0.5f);
    sidle_vec2 best = point, seen = point;
    if (fits_in_path(world, p, c, point, LOOK_SLACK)) return point;
    for (int32_t ring = 0; ring <= rings && least == FLT_MAX; ring++)
        FOR_EACH_ON_RING (ring, x, y) {
            sidle_vec2 at = vec_scale(vec((float)(column + x), (float)(row + y)), step);
            float away = vec_distance(at, point);
            if (away >= least) continue;
            if (fits_in_path(world, p, c, at, 1))
                least = away, best = at;
            else if (away < least_seen && fits_in_path(world, p, c, at, LOOK_SLACK))
                least_seen = away, seen = at;
        }
    return least < FLT_MAX ? best : seen;
}

/* Two waypoints, and the points before and after them; of these the last one may lie where the disc
 * does not fit. */
typedef struct path_bend {
    sidle_vec2 at[4];
    int32_t legs; /* 3, or 2 without the last one */
} path_bend;

/* Does the disc fit at the two waypoints, and that share of it get from each point to the next? */
static bool leads_on(const sidle_world *world, const sidle_profile *p, const path_bend *b,
                     float share) {
    bool leads = disc_fits(world, p, b->at[1]) && disc_fits(world, p, b->at[2]);
    for (int32_t k = 0; k < b->legs && leads; k++)
        leads = disc_fits_along(world, p, b->at[k], b->at[k + 1], share);
    return leads;
}

/* Round the end of a wall, or in an S-bend, two waypoints are too near to the walls, and no place
 * for one of them alone is in sight of the other. So both move to the same side of the line between
 * them, or to opposite sides, by equal steps up to that far (u), until the whole disc gets from
 * point to point, or else what a look sees of it. */
static void move_aside(const sidle_world *world, unit *u, uint32_t k, float far) {
    const sidle_profile *p = profile_of(world, u);
    sidle_vec2 *points = u->cold->path->points, a = points[k], b = points[k + 1];
    path_bend to = {{k ? points[k - 1] : u->position, a, b, path_point_at(u, k + 2)}, 3};
    sidle_vec2 right = vec_right(vec_direction(vec_sub(b, a), vec(0, 0)));
    bool seen = disc_fits_along(world, p, a, b, LOOK_SLACK);
    if (seen || !disc_fits(world, p, to.at[0])) return;
    if (!disc_fits(world, p, to.at[3])) to.legs = 2;
    float step = 0.5f * p->radius;
    for (int32_t n = 1; n <= steps_in(far, step); n++)
        for (int32_t sides = 0; sides < 4; sides++) {
            sidle_vec2 aside = vec_scale(right, (float)n * (sides & 1 ? -step : step));
            to.at[1] = vec_add(a, aside);
            to.at[2] = vec_add(b, vec_scale(aside, sides & 2 ? -1 : 1));
            bool whole = leads_on(world, p, &to, 1);
            if (!whole && (seen || !leads_on(world, p, &to, LOOK_SLACK))) continue;
            points[k] = to.at[1], points[k + 1] = to.at[2];
            if (whole) return;
            seen = true;
        }
}

/* The pathfinder of the host may know another grid, or ignore the radius. A waypoint where the disc
 * does not fit, or which cuts a corner, stands for the nearest point that does neither. Two that a
 * wall still hides from each other then move aside. Such a
 * pathfinder is wrong by no more than a diameter and a cell; where a wall hides more than that, the
 * unit sees to it on its way. */
void path_move_to_fit(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    route *path = u->cold->path;
    path_corner c = {.before = u->position};
    float far = 2 * p->radius + world->terrain.cell;
    for (uint32_t k = 0; k < path->count; k++)
        path->points[k] = fitting_point_near(world, p, NULL, p->view_distance, path->points[k]);
    for (uint32_t k = 0; k < path->count; k++) {
        c.after = path_point_at(u, k + 1);
        if (disc_fits(world, p, c.after))
            path->points[k] = fitting_point_near(world, p, &c, far, path->points[k]);
        c.before = path->points[k];
    }
    for (uint32_t k = 0; k + 1 < path->count; k++) move_aside(world, u, k, far);
    if (path->count) route_filled(path, path->count);
}

/* ---- crowded points ---- */

/* A point on the way is passed, not occupied, so many units may share one. The
 * first of a crowd stands on it, and the others cannot. A unit has passed the point as well when it
 * is as near to it as the crowd lets it come: other bodies take every place for the unit on the
 * straight line from the point to where it is. A touch of the unit that is on the point is the
 * smallest such crowd.
 *
 * The search goes along the line from the point on, from body to body. A body takes a place that is
 * nearer than the sum R of both radii. Of the places on the line these are the ones up to a + h
 * from the point, where a is how far the body lies from the point along the line, c how far it lies
 * aside, and h^2 = R^2 - c^2. A gap of less than one radius counts as taken: so near a unit passes
 * a point that is free. */

typedef struct line_of_places {
    const sidle_world *world;
    const unit *u;
    sidle_vec2 point, direction; /* direction: of length 1, from the point to the unit */
} line_of_places;

/* u from the point: how far the places are taken by the bodies that take the place at `at` (u); 0:
 * it is free. */
static float taken_up_to(const line_of_places *l, float at) {
    const bodies *c = &l->world->bodies;
    uint32_t self = body_of(l->world, l->u);
    float radius = profile_of(l->world, l->u)->radius, end = 0;
    sidle_vec2 place = vec_add(l->point, vec_scale(l->direction, at));
    window w = grid_window(c, place, radius + c->largest);
    FOR_EACH_BODY (c, w, k) {
        if (k == self || !on_one_layer(c, k, self)) continue;
        sidle_vec2 to = vec_sub(body_position(c, k), place);
        float radii_sum = radius + c->radius[k], radii_sum2 = radii_sum * radii_sum;
        if (vec_dot(to, to) >= radii_sum2) continue;
        float aside = vec_dot(to, vec_right(l->direction));
        float half = sqrtf(max_float(radii_sum2 - aside * aside, 0));
        end = max_float(end, at + vec_dot(to, l->direction) + half);
    }
    return end;
}

bool point_is_crowded_up_to(const sidle_world *world, const unit *u, sidle_vec2 point) {
    const sidle_profile *p = profile_of(world, u);
    sidle_vec2 from = vec_sub(u->position, point);
    float length = vec_length(from);
    if (length > p->view_distance) return false;
    line_of_places l = {world, u, point, vec_direction_of(from, length, u->heading)};
    for (float at = p->radius; at < length;) {
        float end = taken_up_to(&l, at);
        if (end <= at) return false;
        at = end + p->radius;
    }
    return disc_fits_along(world, p, u->position, point, LOOK_SLACK);
}

/* ---- under way ---- */

static sidle_vec2 point_after_waypoint(const unit *u) {
    return path_point_at(u, u->cold->path->next + 1);
}

/* u: how far from the waypoint a unit may pass it. Where the ground about the waypoint is wide, as
 * before a broad neck, units pass it side by side. */
static float passing_distance(const sidle_world *world, const sidle_profile *p,
                              sidle_vec2 waypoint) {
    float clearance = terrain_clearance(&world->terrain, p->passable, waypoint);
    float wide =
        min_float(clearance + BESIDE_CLEARANCE * p->radius, WIDEST * p->tuning.waypoint_radius);
    return max_float(p->tuning.waypoint_radius, wide);
}

/* A unit that is held by a corner goes to the waypoint itself, which leads round it. */
static bool sees_point_after_waypoint(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float slack = path_is_held(world, u) ? 1 : LOOK_SLACK;
    return disc_fits_along(world, p, u->position, point_after_waypoint(u), slack);
}

bool path_is_at(const unit *u, const sidle_profile *p, sidle_vec2 point, float dt) {
    float near = max_float(AT_POINT * p->radius, vec_length(u->velocity) * dt);
    return vec_distance(u->position, point) <= near;
}

/* The unit is near the waypoint, and the point after it is in sight; or it is on the waypoint, as
 * nearly as one tick can tell. */
static bool passes_waypoint(const sidle_world *world, const unit *u, float dt) {
    const sidle_profile *p = profile_of(world, u);
    sidle_vec2 waypoint = u->cold->path->points[u->cold->path->next];
    float distance = vec_distance(u->position, waypoint);
    if (path_is_at(u, p, waypoint, dt)) return true;
    return distance <= WIDEST * p->tuning.waypoint_radius &&
           distance <= passing_distance(world, p, waypoint) && sees_point_after_waypoint(world, u);
}

void path_predict(const sidle_world *world, const unit *u, sidle_vec2 velocity) {
    if (!world->looking) body_predict(&world->bodies, body_of(world, u), velocity);
}

/* The unit rests where it is; on its place it is clear of others. In short ticks it still rolls a
 * little, as it brakes within its acceleration. */
static void come_to_rest(const sidle_world *world, unit *u) {
    float most = profile_of(world, u)->acceleration * max_float(world->last_dt, SIDLE_MIN_DT) *
                 ROUNDING_MARGIN;
    bool on_place = unit_claims_place(u);
    sidle_vec2 facing = facing_at_rest(world, u);
    unit_arrive(u);
    if (vec_length(u->velocity) <= most) u->velocity = vec(0, 0);
    u->cold->progress.stalled = 0;
    u->facing = facing;
    path_predict(world, u, u->velocity);
    if (!on_place) unit_settle(u);
    unit_be_idle(u);
    queue_done(u);
    unit_keep_waypoint(u);
}

void path_arrive(const sidle_world *world, unit *u) {
    assert(unit_is_under_way(u));
    bool by_itself = unit_is_by_itself(u);
    float stalled = u->cold->progress.stalled;
    come_to_rest(world, u);
    if (by_itself) {
        /* The host was told of that when the unit made room, or before: condition.c. */
        if (unit_is_kept(u))
            u->cold->progress.stalled = time_until_stuck(profile_of(world, u));
        else if (u->order == SIDLE_ORDER_APPROACH_POINT)
            store_shared(&u->order, ORDER_IN_RANGE);
        return;
    }
    if (unit_own_order_state(u)) u->cold->order->goal_then = u->goal;
    if (u->arrival == ARRIVAL_NONE) { /* its order goes on: condition.c */
        u->cold->progress.stalled = stalled;
        return;
    }
    unit_tell(u, SIDLE_EVENT_ARRIVED);
    if (u->order == SIDLE_ORDER_GO) u->order = ORDER_ARRIVED;
    if (u->order == SIDLE_ORDER_APPROACH_POINT) store_shared(&u->order, ORDER_IN_RANGE);
}

/* u: how near to its waypoint a unit passes it, or to its goal it asks for a place, at least. */
static float nearness(const sidle_profile *p, const unit *u, bool comes) {
    float near = max_float(max_float(WIDEST * p->tuning.waypoint_radius, p->radius),
                           p->tuning.arrival_radius);
    if (!comes) return near;
    float range = unit_has_trait(u, TRAIT_KEEPS_RANGE) ? u->cold->order->range.most : 0;
    return max_float(near, p->view_distance + range);
}

/* Is the next waypoint too far away to be passed in this tick, or to come into view? It is for most
 * units, and then nothing of the cold half of the unit has to be read. */
static bool waypoint_is_far(const sidle_profile *p, const unit *u, float dt) {
    bool comes = (u->flags & (UNIT_LAST_LEG | ASPECT_CLAIMS)) == UNIT_LAST_LEG;
    if (u->flags & UNIT_STEERS) return false;
    sidle_vec2 to = vec_sub(u->path_point, u->position);
    float near = nearness(p, u, comes), step2 = vec_dot(u->velocity, u->velocity) * dt * dt;
    /* The square of a sum is at most twice the sum of squares; here of near and two steps. */
    float reach2 = comes ? 2 * (near * near + 2 * (2 * step2)) : max_float(near * near, step2);
    return vec_dot(to, to) > reach2 * ROUNDING_MARGIN;
}

void path_go_straight(unit *u) {
    if (u->aim == AIM_ROUND) u->aim = AIM_PATH;
    if (u->aim != AIM_CORNER && u->aim != AIM_PLACE) u->cold->turned_at = u->position;
    u->cold->escalation.no_way = u->cold->escalation.went_round = u->cold->escalation.held = false;
}

/* The next waypoint is behind the unit, and the host is to be told of it. */
void path_pass_waypoint(unit *u) {
    route_pass(u->cold->path);
    u->cold->path->passed++;
    u->events |= EVENT_PASSED;
    queue_done(u); /* the queue was one before the waypoint */
    path_go_straight(u);
    u->flags |= UNIT_LOOK;
    unit_keep_waypoint(u);
}

void path_lead_back(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    route *path = u->cold->path;
    if (u->flags & UNIT_GUIDED || !disc_fits(world, p, u->position)) return;
    for (uint32_t n = path->next + 1; n-- > 0;) {
        if (!disc_fits_along(world, p, u->position, path_point_at(u, n), LOOK_SLACK)) continue;
        if (n == path->next) return;
        uint32_t back = path->next - n;
        path->passed = path->passed > back ? path->passed - back : 0;
        route_go_to(path, n);
        return;
    }
}

/* Passes the waypoints that the unit has reached. */
static void pass_waypoints(const sidle_world *world, unit *u, float dt) {
    route *path = u->cold->path;
    while (path->next < path->count && passes_waypoint(world, u, dt)) path_pass_waypoint(u);
}

/* Before a narrow place units come one after the other, as they stand in its queue. */
static bool may_pass_among_others(const sidle_world *world, const unit *u) {
    return u->cold->look.blocker.slot && u->aim == AIM_PATH && !(u->flags & UNIT_GUIDED) &&
           unit_has_way(u) && !unit_on_last_leg(u) && !queue_is_for_waypoint(world, u);
}

void path_pass_among_others(const sidle_world *world, unit *u) {
    if (may_pass_among_others(world, u) && point_is_crowded_up_to(world, u, unit_waypoint(u)) &&
        sees_point_after_waypoint(world, u))
        path_pass_waypoint(u);
}

/* Turns to the next point of the patrol when the unit is at the present one. */
static void pass_patrol_point(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    if (vec_distance(u->position, u->goal) > max_float(p->radius, p->tuning.arrival_radius)) return;
    unit_tell(u, SIDLE_EVENT_WAYPOINT);
    path_next_patrol_point(world, u);
}

/* Does the unit come into view of its goal? It asks for a place there, so it looks at once: a fast
 * one stands on its goal before its next look is due. */
static bool comes_into_view(const sidle_profile *p, const unit *u, float dt) {
    if ((u->flags & (UNIT_LAST_LEG | ASPECT_CLAIMS)) != UNIT_LAST_LEG) return false;
    sidle_vec2 to = vec_sub(u->goal, u->position), before = vec_add(to, vec_scale(u->velocity, dt));
    float range = unit_has_trait(u, TRAIT_KEEPS_RANGE) ? u->cold->order->range.most : 0;
    float view = p->view_distance + range;
    if (vec_dot(before, before) <= view * view) return false;
    float most = path_view(p, u, dt) + range;
    return vec_dot(to, to) <= most * most;
}

void path_advance(const sidle_world *world, unit *u, float dt) {
    if (!unit_is_under_way(u)) return;
    if (unit_claims_place(u)) {
        const motion *m = &world->motions[body_of(world, u)];
        facing_trail(world, u);
        if (m->settles && !m->waits_on_place) {
            path_arrive(world, u);
            return;
        }
    }
    const sidle_profile *p = profile_of(world, u);
    if (waypoint_is_far(p, u, dt) || unit_is_by_itself(u)) return;
    if (comes_into_view(p, u, dt)) u->flags |= UNIT_LOOK;
    if (u->aim == AIM_ROUND && path_is_at(u, p, u->cold->corner, dt)) u->flags |= UNIT_LOOK;
    if (!(u->flags & UNIT_GUIDED)) pass_waypoints(world, u, dt);
    if (u->order == SIDLE_ORDER_PATROL && unit_on_last_leg(u)) pass_patrol_point(world, u);
}

void path_set_out(const sidle_world *world, unit *u) {
    unit_set_out(u);
    unit_keep_waypoint(u);
    unit_decide(u, SIDLE_DECISION_FREE, unit_waypoint(u));
    if (u->velocity.x != 0 || u->velocity.y != 0) return;
    sidle_vec2 course = vec_direction(vec_sub(u->drive_target, u->position), vec(0, 0));
    path_predict(world, u, vec_scale(course, unit_pace(world, u)));
}

void path_stand(const sidle_world *world, unit *u) {
    unit_stand(u);
    unit_unmark(u, UNIT_LOOKED);
    unit_be_idle(u);
    path_predict(world, u, u->velocity);
}

void path_clear(unit *u) {
    route_clear(u->cold->path);
    path_go_straight(u);
    unit_unmark(u, UNIT_GUIDED);
}

void path_forget(unit *u) {
    queue_done(u);
    path_clear(u);
}

void path_resume(unit *u) {
    unit_rest_here(u);
    if (u->order == ORDER_GO_LATER) u->order = SIDLE_ORDER_GO;
}

void path_teleported(const sidle_world *world, unit *u) {
    queue_done(u);
    unit_rest_here(u);
    bool goes_on = unit_has_trait(u, TRAIT_RESTS_BY_TARGET) && !unit_awaits(u);
    goes_on |= unit_is_under_way(u) || unit_is_kept(u);
    path_resume(u);
    unit_stand(u);
    path_go_straight(u);
    unit_settle(u);
    if (!goes_on) return;
    path_start_afresh(u);
    path_set_out(world, u);
}

void path_next_patrol_point(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    path_forget(u);
    u->cold->order->goal_then = u->goal;
    route *patrol = u->cold->order->patrol;
    assert(u->order == SIDLE_ORDER_PATROL && patrol->count > 0);
    patrol->next = (patrol->next + 1) % patrol->count;
    u->goal = patrol->points[patrol->next];
    path_start_afresh(u);
    path_set_out(world, u);
    if (!disc_fits_along(world, p, u->position, u->goal, 1)) request_path_to_goal(u, p);
}

/* ---- beginning again ---- */

void path_start_afresh(unit *u) {
    /* A literal that names a bit alone leaves the bits beside it as they were, with tcc. */
    u->cold->escalation = (escalation){.step_left = 0};
    u->cold->progress = (progress){.nearest = 0};
    u->asked = 0;
    u->elapsed = 0;
    path_look_soon(u);
}

void path_replaced(unit *u, float left) {
    float *nearest = &u->cold->progress.nearest;
    /* 0 would mean that nothing is measured yet: a unit on its goal would never be stuck there. */
    u->cold->escalation.no_path = false;
    if (*nearest > 0) *nearest = max_float(*nearest + path_left_of(u) - left, FLT_MIN);
    path_look_soon(u);
}

void path_look_soon(unit *u) {
    /* The answer to a request ends the step that waits for it. */
    if (u->cold->escalation.step == SIDLE_STEP_REPLAN) u->cold->escalation.step_left = 0;
    u->flags |= UNIT_LOOK;
    unit_unmark(u, UNIT_LOOKED);
}
