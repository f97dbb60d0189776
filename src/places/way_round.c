/* A way round. The host's path says where to go, and a look finds a way between what is near.
 * Neither helps a unit that stands behind the post of a door, in a niche between two enemies that
 * rest, behind friends that fight there, or before a corner that its path cuts. Such a unit
 * searches what is in its view: a flood over a lattice (place_field.c) goes from where it is to the
 * first point from which the next point of its path, or its target, is in sight. Terrain bars the
 * way, and the enemies at rest that are as solid. Two kinds of units count all bodies at rest: one
 * that stands though its look finds nothing, and one that has run out of patience behind a friend
 * with another goal. Where bodies hide that point from all of the lattice, terrain alone counts.
 * The unit passes a waypoint on which one of these bodies stands.
 *
 * The unit drives to the first corner of that way, and searches again there. After a search in vain
 * it searches no more until it gets on, or asks the host for a path. Its stall is measured along
 * the first way round to a waypoint, so a unit that finds one way after the other gives up in the
 * end.
 *
 * A unit that drives back to the place that it has lent finds its way there alike.
 *
 * A point where the disc does not fit stands for the nearest point where it does, and the unit
 * passes it there. Waypoints are moved when the path is set (path_move_to_fit()); a point of a
 * patrol stays, and so does a waypoint on whose ground the host builds afterwards. */
#include "places/way_round.h"

#include "orders/path_following.h"
#include "orders/steer_target.h"
#include "places/claims.h"
#include "places/place_field.h"
#include "places/place_want.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

static bool is_at(const sidle_world *world, const unit *u, sidle_vec2 corner) {
    return path_is_at(u, profile_of(world, u), corner, world->last_dt);
}

/* u: the next point of its path, or the place to which it drives back. */
static sidle_vec2 next_point(const unit *u) {
    return unit_drives_back(u) ? u->cold->place : u->path_point;
}

bool way_round_ask(const sidle_world *world, unit *u) {
    bool by_path = unit_has_way(u) && unit_has_trait(u, TRAIT_GOES_BY_PATH | TRAIT_RESTS_BY_TARGET);
    bool may = unit_drives_back(u) || (by_path && !unit_claims_place(u));
    if (!may || u->cold->escalation.no_way) return false;
    /* To a goal in a wall there is no way: a place for that is sought when it comes into view. */
    if (!path_passes_point(u) && !disc_fits(world, profile_of(world, u), next_point(u)))
        return false;
    u->cold->escalation.seeks_way = true;
    u->flags |= UNIT_SEEKS;
    world->sums[body_of(world, u) / ITEMS_A_PART].seeks = true;
    return true;
}

/* Does the unit see its next point from where it is? With `held`: would its body get there, too? */
static bool sees_next_point(const sidle_world *world, const unit *u, bool held) {
    return disc_fits(world, profile_of(world, u), next_point(u)) &&
           way_is_clear(world, u, u->position, next_point(u), field_reach(profile_of(world, u)),
                        held);
}

void way_round_follow(const sidle_world *world, unit *u) {
    bool back = unit_drives_back(u) && u->aim == AIM_CORNER && is_at(world, u, u->cold->corner);
    if (back && !leads_straight_to(world, u, u->cold->place)) (void)way_round_ask(world, u);
    if (u->aim != AIM_ROUND) return;
    bool there = is_at(world, u, u->cold->corner), held = u->cold->escalation.held;
    if (!sees_next_point(world, u, held || !there) && !(there && !way_round_ask(world, u))) return;
    u->cold->escalation.held = false;
    unit_turn_to_path(u);
}

static void take_way(const sidle_world *world, unit *u, const found_way *way) {
    if (unit_drives_back(u)) {
        go_to_place(world, u, way->corner);
        unit_keep_waypoint(u);
        unit_drive_to(u, unit_waypoint(u));
        return;
    }
    float left = way->length + path_left_from(u, u->path_point);
    progress *g = &u->cold->progress;
    u->aim = AIM_ROUND;
    u->cold->corner = way->corner;
    u->cold->way_left = max_float(left - vec_distance(u->position, way->corner), 0);
    if (!u->cold->escalation.went_round) g->nearest = max_float(g->nearest, left);
    u->cold->escalation.went_round = true;
    if (unit_has_target(u)) steer_target_goes_round(u);
    unit_keep_waypoint(u);
    unit_decide(u, SIDLE_DECISION_FREE, unit_waypoint(u));
}

/* A unit that still drives along its way, and asked for one past friends, too, goes on there. */
static void find_no_way(const sidle_world *world, unit *u) {
    bool goes_on = !path_is_held(world, u) && !is_at(world, u, u->cold->corner);
    if (u->aim == AIM_ROUND && !goes_on) unit_turn_to_path(u);
    u->cold->escalation.no_way = true;
    u->cold->escalation.held = false;
    unit_keep_waypoint(u);
}

/* Bodies bar a little more than their discs, so that no step from point to point cuts one. */
static void bar_bodies(place_field *f, sidle_vec2 low, sidle_vec2 high) {
    const bodies *c = &f->world->bodies;
    float half_step = 0.5f * f->step;
    window w = grid_window_of_box(c, low, high);
    FOR_EACH_BODY (c, w, k) {
        bool owns = owns_place(f->world, body_of(f->world, f->u), k);
        float share = bars_way_round(f->world, f->u, k, owns, f->want.held),
              radii = f->profile->radius + c->radius[k];
        float within = share * radii;
        if (share <= 0) continue;
        within = sqrtf(within * within + half_step * half_step);
        field_mark(f, body_position(c, k), c->radius[k], within / radii);
    }
}

/* The unit has come near enough to a point where its disc does not fit. */
static void pass_tight_point(const sidle_world *world, unit *u) {
    if (u->cold->path->next < u->cold->path->count) {
        path_pass_waypoint(u);
        return;
    }
    unit_tell(u, SIDLE_EVENT_WAYPOINT);
    path_next_patrol_point(world, u);
}

/* So many waypoints ahead lie under bodies that bar the way. A way never leads into sight of one.
 */
static uint32_t covered_waypoints(const sidle_world *world, const unit *u, bool held) {
    const route *path = u->cold->path;
    uint32_t n = path->next;
    if (unit_drives_back(u) || u->flags & UNIT_GUIDED) return 0;
    while (n < path->count && way_is_covered_at(world, u, path->points[n], held)) n++;
    return n - path->next;
}

void way_round_grant(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    bool held = path_is_held(world, u) || u->cold->escalation.held;
    uint32_t covered = covered_waypoints(world, u, held);
    sidle_vec2 to = covered ? path_point_at(u, u->cold->path->next + covered) : next_point(u);
    bool tight = !disc_fits(world, profile_of(world, u), to);
    float passing = max_float(p->radius, p->tuning.waypoint_radius);
    place_want want = {.kind = WANT_CORNER, .centre = u->position, .held = held};
    place_field f;
    found_way way = {.length = 0};
    field_begin(&f, world, u, &want, bar_bodies);
    bool found = field_find_way(&f, u, to, held, &way);
    /* What keeps the unit from its corner keeps it from the same one again. */
    bool again = u->aim == AIM_ROUND && way.corner.x == u->cold->corner.x &&
                 way.corner.y == u->cold->corner.y;
    float away = vec_distance(u->position, way.corner);
    bool ends_there = tight && field_reaches(&f, to);
    if (found && ends_there && path_passes_point(u) && away <= passing)
        pass_tight_point(world, u);
    else if (found && !again && !is_at(world, u, way.corner)) {
        while (covered-- > 0) path_pass_waypoint(u);
        take_way(world, u, &way);
        u->cold->escalation.held = held;
    } else
        find_no_way(world, u);
}
