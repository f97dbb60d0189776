/* Surrounding: units that hunt one target which stands do not stop behind the first ones that have
 * reached it, but go round to where room is.
 *
 * A unit comes to rest at a distance from its target, on a ring about it. When the place straight
 * before it is taken by a body at rest, the unit tries the places of that ring to both sides, the
 * nearer ones first; when the ring is full, those of the next ring, a diameter farther out, as long
 * as that is nearer than where the unit is. It drives to a place on the far side in steps, along a
 * circle about the target, so that it goes round the others. Without any place it settles where it
 * is (arrival.c).
 *
 * The places are chosen anew at each look, by what rests there as the tick began. A side is kept
 * while it has a free place, so that a unit does not swing to and fro. */
#include "orders/surround.h"

#include "orders/steer_target.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

/* Own radii: units farther away than this from the ring go straight on, as the first ones have not
 * come to rest yet. */
static const float NEAR_RING = 24;

/* Own radii between two places of a ring that are tried; rings; and places of one side at most. */
static const float PLACE_STEP = 0.5f;
enum { SURROUND_RINGS = 8, PLACES_A_SIDE = 128 };

/* Of both radii: a place is taken when a body at rest is nearer. A little less than touching, as
 * contacts leave a hair. */
static const float TAKEN_WITHIN = 0.98f;

/* Own radii: a ring has to be so much nearer than the unit is. */
static const float RING_NEARER = 0.5f;

/* Own radii: a unit no farther from a ring rests on it. */
static const float ON_RING = 0.4f;

/* Two places of a ring are so many diameters apart: hardly more than touching. */
static const float SIDE_BY_SIDE = 1.005f;

/* Cosine of 150 degrees: a place farther round is straight behind the target, and reached by the
 * side that the unit has taken. */
static const float STRAIGHT_BEHIND = -0.866f;

/* Cosine of 60 degrees: places farther round are driven to in steps, of 45 degrees each. */
static const float FAR_ROUND = 0.5f;

static bool is_taken_place(const sidle_world *world, uint32_t k, uint32_t target,
                           sidle_vec2 place) {
    const bodies *c = &world->bodies;
    window w = grid_window(c, place, c->radius[k] + c->largest);
    FOR_EACH_BODY (c, w, other) {
        if (other == k || other == target || !on_one_layer(c, k, other)) continue;
        if (body_stance(c, other) == STANCE_UNDER_WAY) continue;
        float least = (c->radius[k] + c->radius[other]) * TAKEN_WITHIN;
        sidle_vec2 apart = vec_sub(place, body_position(c, other));
        if (vec_dot(apart, apart) < least * least) return true;
    }
    return false;
}

/* What one search knows. */
typedef struct surrounding {
    const sidle_world *world;
    uint32_t body, target;
    sidle_vec2 centre, out; /* u, of the target; length 1, from there to the unit */
    float side;             /* 1 or -1: which is tried first */
} surrounding;

static bool is_room_at(const surrounding *c, const unit *u, sidle_vec2 place) {
    const sidle_profile *p = profile_of(c->world, u);
    const terrain *t = &c->world->terrain;
    return terrain_inside(t, place) && !is_taken_place(c->world, c->body, c->target, place) &&
           terrain_fits(t, p->passable, place, p->radius);
}

/* The direction of the nearest free place of the ring; false: there is none. */
static bool find_any_on_ring(const surrounding *c, const unit *u, float distance,
                             sidle_vec2 *direction) {
    float half = min_float(0.5f * PLACE_STEP * profile_of(c->world, u)->radius / distance, 0.5f);
    float scale = 1 / (1 + half * half);
    sidle_vec2 turn = vec((1 - half * half) * scale, 2 * half * scale), at = c->out;
    for (int n = 1; n <= PLACES_A_SIDE; n++) {
        sidle_vec2 next = vec_turned(at, turn);
        bool past = vec_dot(vec_right(c->out), at) * vec_dot(vec_right(c->out), next) < 0 &&
                    vec_dot(c->out, next) < 0;
        at = next;
        for (int k = 0; k < 2; k++) {
            float side = k ? -c->side : c->side;
            float along = vec_dot(at, c->out), across = vec_dot(at, vec_right(c->out));
            *direction = vec_add(vec_scale(c->out, along),
                                 vec_scale(vec_right(c->out), side * fabsf(across)));
            if (is_room_at(c, u, vec_add(c->centre, vec_scale(*direction, distance)))) return true;
        }
        if (past) break;
    }
    return false;
}

/* The hunter that rests on the ring and wins ties: the places of the ring are counted from it, so
 * that they fill the ring without gaps. NULL: there is none. */
static const shown *first_on_ring(const surrounding *c, const unit *u, float distance) {
    const bodies *b = &c->world->bodies;
    const shown *first = NULL;
    float radius = profile_of(c->world, u)->radius;
    window w = grid_window(b, c->centre, distance + ON_RING * radius);
    FOR_EACH_BODY (b, w, k) {
        float off = vec_distance(body_position(b, k), c->centre) - distance;
        if (k == c->body || fabsf(off) > ON_RING * radius) continue;
        if (body_stance(b, k) == STANCE_UNDER_WAY || b->radius[k] != radius) continue;
        const shown *other = shown_at(c->world, k);
        if (!same_unit(shown_target(other), unit_target(u))) continue;
        if (!first || unit_before(other, first)) first = other;
    }
    return first;
}

/* The nearest free place among those that lie side by side from the first one on. */
static bool find_beside_first(const surrounding *c, const unit *u, float distance,
                              const shown *first, sidle_vec2 *direction) {
    sidle_vec2 begin = vec_direction(vec_sub(shown_position(first), c->centre), c->out);
    float half = profile_of(c->world, u)->radius * SIDE_BY_SIDE / distance, best = -2;
    if (half > 0.99f) return false;
    sidle_vec2 step = vec(1 - 2 * half * half, 2 * half * sqrtf(1 - half * half));
    for (int side = 0; side < 2; side++, step.y = -step.y) {
        sidle_vec2 at = begin;
        for (int n = 0; n < PLACES_A_SIDE; n++) {
            float before = vec_dot(at, begin);
            at = vec_turned(at, step);
            if (vec_dot(at, begin) > before) break; /* more than half way round */
            float near = vec_dot(at, c->out);
            if (near <= best) continue;
            if (!is_room_at(c, u, vec_add(c->centre, vec_scale(at, distance)))) continue;
            best = near;
            *direction = at;
        }
    }
    return best > -2;
}

/* Straight ahead where nobody rests on the ring yet; else side by side with those that do; else
 * wherever a gap is. */
static bool find_on_ring(const surrounding *c, const unit *u, float distance,
                         sidle_vec2 *direction) {
    const shown *first = first_on_ring(c, u, distance);
    *direction = c->out;
    if (!first && is_room_at(c, u, vec_add(c->centre, vec_scale(c->out, distance)))) return true;
    return (first && find_beside_first(c, u, distance, first, direction)) ||
           find_any_on_ring(c, u, distance, direction);
}

/* The side on which the unit goes round already; at first its rank decides. */
static float side_of(const surrounding *c, const unit *u) {
    if (!surround_goes_round(u)) return u->rank % 2 ? 1 : -1;
    sidle_vec2 to = vec_sub(u->cold->order->steer_target.point, c->centre);
    return vec_dot(to, vec_right(c->out)) < 0 ? -1 : 1;
}

static bool go_to(const sidle_world *world, unit *u, sidle_vec2 point) {
    if (!fits_on_line_to(world, u, point)) return false;
    u->cold->order->steer_target = (steer_target){.point = point, .halt = HALT_AT_PLACE};
    u->aim = AIM_STEER_TARGET;
    return true;
}

uint32_t surround_behind(const sidle_world *world, const unit *u, const shown *target) {
    const bodies *b = &world->bodies;
    sidle_vec2 centre = shown_position(target);
    uint32_t count = 0, body = body_of(world, u);
    float away = vec_distance(u->position, centre), radius = profile_of(world, u)->radius;
    window w = grid_window(b, centre, away + NEAR_RING * radius);
    FOR_EACH_BODY (b, w, k) {
        float its = vec_distance(body_position(b, k), centre);
        if (k == body || its <= away || its > away + NEAR_RING * radius) continue;
        count += body_stance(b, k) == STANCE_UNDER_WAY &&
                 same_unit(shown_target(shown_at(world, k)), shown_id(target));
    }
    return count;
}

bool surround_aim(const sidle_world *world, unit *u, const shown *target, float distance,
                  bool straight) {
    float radius = profile_of(world, u)->radius, away;
    surrounding c = {.world = world,
                     .body = body_of(world, u),
                     .target = shown_body(world, target),
                     .centre = shown_position(target)};
    away = vec_distance(u->position, c.centre);
    c.out = vec_direction(vec_sub(u->position, c.centre), u->heading);
    c.side = side_of(&c, u);
    if (away > distance + NEAR_RING * radius || !target_stands(world, target)) return false;
    if (surround_is_over(u)) return false;
    for (int ring = 0; ring < SURROUND_RINGS; ring++, distance += 2 * radius) {
        if (ring && distance > away - RING_NEARER * radius) return false;
        sidle_vec2 direction;
        if (!find_on_ring(&c, u, distance, &direction)) continue;
        if (!ring && direction.x == c.out.x && direction.y == c.out.y)
            return straight && go_to(world, u, vec_add(c.centre, vec_scale(direction, distance)));
        if (vec_dot(direction, c.out) > FAR_ROUND)
            return go_to(world, u, vec_add(c.centre, vec_scale(direction, distance)));
        float side = vec_dot(vec_right(c.out), direction) < 0 ? -1 : 1;
        bool behind = vec_dot(direction, c.out) < STRAIGHT_BEHIND;
        const sidle_vec2 step = {0.70710678f, (behind ? c.side : side) * 0.70710678f};
        float wide = max_float(away, distance + 2 * radius);
        return go_to(world, u, vec_add(c.centre, vec_scale(vec_turned(c.out, step), wide)));
    }
    return false;
}
