/* A lane is a way in which two units cannot pass each other. Where two stand before each other in
 * one, the way of the one back to a wider place is the way of the other ahead. So each looks along
 * its own path for the first place that is wide enough for both: that far the other one would have
 * to back out. The one with the shorter such way goes on, and the other one backs out, with those
 * behind it (jam.c). One in the lane goes before one at its mouth, which has room to
 * step aside. Where neither finds a place nobody backs out, and they push through each other. */
#include "jam/lane.h"

#include "orders/path_following.h"
#include "orders/target.h"
#include "world/shown.h"
#include "world/terrain.h"

/* Mathematics: a diagonal, and a little. */
#define DIAGONAL 1.5f

/* Mathematics: halvings of an interval until a part of 1 in 64 is left. */
enum { RADIUS_HALVINGS = 6 };

/* u, of the largest disc that fits at the point, where one of that radius does not. */
static float clear_radius(const sidle_world *world, const sidle_profile *p, sidle_vec2 at,
                          float most) {
    float least = 0;
    for (int n = 0; n < RADIUS_HALVINGS; n++) {
        float radius = 0.5f * (least + most);
        bool fits = terrain_fits(&world->terrain, p->passable, at, radius);
        least = fits ? radius : least;
        most = fits ? most : radius;
    }
    return least;
}

/* Is the ground about the point, which is on the way of the unit, wide enough for both units side
 * by side? Then a disc that is as wide as both fits as far from the nearest wall as that takes, or
 * in the corner of two walls. As for a look, an overlap below the profile's `graze` is none. */
static bool is_wide_at(const sidle_world *world, const unit *u, uint32_t k, sidle_vec2 at) {
    const sidle_profile *p = profile_of(world, u);
    float both = (p->radius + world->bodies.radius[k]) * (1 - 0.5f * p->tuning.graze);
    if (terrain_fits(&world->terrain, p->passable, at, both)) return true;
    float off = both - clear_radius(world, p, at, both);
    for (uint32_t n = 0; n < 2 * TURNS; n++) {
        sidle_vec2 to = vec_turned(vec(n < TURNS ? off : DIAGONAL * off, 0), TURN[n % TURNS]);
        if (terrain_fits(&world->terrain, p->passable, vec_add(at, to), both)) return true;
    }
    return false;
}

bool lane_is_blocked(const sidle_world *world, const unit *u, uint32_t k) {
    if (!u->cold->escalation.active || !stands_still(world, u)) return false;
    return !is_wide_at(world, u, k, u->position);
}

/* Diameters along the path of the unit to the first place where it and that of body k can pass each
 * other; MOST_ASKED: there is none so near, and no more units could back out. The way to a guide or
 * a target may lead through terrain, and then says nothing. */
static int way_out(const sidle_world *world, const unit *u, uint32_t k) {
    const sidle_profile *p = profile_of(world, u);
    float step = p->radius + world->bodies.radius[k];
    sidle_vec2 at = u->position;
    int steps = 0;
    for (uint32_t n = u->cold->path->next; n <= u->cold->path->count; n++) {
        sidle_vec2 to = path_point_at(u, n), direction = vec_direction(vec_sub(to, at), vec(1, 0));
        for (; vec_distance(at, to) > step; at = vec_add(at, vec_scale(direction, step))) {
            if (steps == MOST_ASKED || is_wide_at(world, u, k, at)) return steps;
            if (!terrain_fits(&world->terrain, p->passable, at, 0.5f * p->radius))
                return MOST_ASKED;
            steps++;
        }
    }
    return is_wide_at(world, u, k, at) ? steps : MOST_ASKED;
}

/* u: from the unit to the next point of its path that does not lie under it. */
static sidle_vec2 way_ahead_of(const sidle_world *world, const unit *u) {
    sidle_vec2 way = vec_sub(u->path_point, u->position);
    float radius = profile_of(world, u)->radius;
    for (uint32_t n = u->cold->path->next; n < u->cold->path->count; n++) {
        if (vec_length(way) > 2 * radius) break;
        way = vec_sub(path_point_at(u, n + 1), u->position);
    }
    return way;
}

bool lane_is_left_by(const sidle_world *world, const unit *u, uint32_t k) {
    const unit *other = unit_at(world, k);
    sidle_vec2 its_way = way_ahead_of(world, other);
    if (vec_dot(u->cold->look.direction, its_way) >= 0) return false;
    if (u->opens_lane && unit_yields(other))
        return !is_wide_at(world, u, k, u->position) || !is_wide_at(world, u, k, other->position);
    if (is_wide_at(world, u, k, u->position)) return false;
    if (is_wide_at(world, u, k, other->position)) return true;
    int own = way_out(world, u, k), its = way_out(world, other, body_of(world, u));
    if (own == MOST_ASKED) return false;
    return own != its ? own < its : unit_before(shown_of(u), shown_of(other));
}
