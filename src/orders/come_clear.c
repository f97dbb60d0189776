/* A unit that comes to rest inside others, or is put there by the host, comes clear of them by its
 * own drive. It heads for the nearest place where its disc touches no body that keeps its place,
 * through whatever bodies stand in between, and as slowly as push-apart moves units. The unit is at
 * rest all the while, so neither contacts nor push-apart move it.
 *
 * A body that was clear when it came to rest keeps its place. Of two bodies that were not, the one
 * that wins ties keeps its place, so a heap comes apart from its first unit outwards. Each unit of
 * a heap leaves the nearest free places to those that choose before it; else all of them would go
 * to the same one. Units that have arrived at the same goal do nothing of this: contacts make room
 * between them. Those beside the target that they hunt do, as they keep their places.
 *
 * The search tries rings of places about the unit, from the inside out. Beside a single body no
 * search is needed: the nearest place lies straight away from it. */
#include "orders/come_clear.h"

#include "orders/directions.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

#include <assert.h>

/* Share of the smaller radius: an overlap of less depth counts as touching. It is a little more
 * than what contacts leave between units that have arrived. At 0 rounding keeps units searching for
 * ever; more leaves an overlap that can be seen. Half and double of it give the same on point200
 * and door200; maps/doorway ends 1 to 2 s later at both. */
static const float TOUCHING_DEPTH = 0.005f;

/* Share of the sum of radii: the gap to other bodies at the chosen place. It is more than rounding
 * takes away, and too little to be seen; half and double of it give the same on point200. */
static const float CLEAR_GAP = 0.001f;

/* The places tried lie on rings about the unit. The even rings are RING_FIRST of its radius apart
 * and have a place in 16 directions each. Beyond them, where directions lie farther apart, a ring
 * has 64 places and is RING_GROWS times as wide as the one before; the last one is about forty
 * radii away. Choices: finer rings find a place that is a little nearer, at the cost of one test of
 * the ground and of the grid a place. */
enum { RINGS_EVEN = 16, RINGS = 40, EVEN_RING_STRIDE = 4 };
static const float RING_FIRST = 0.25f, RING_GROWS = 1.1f;

/* Places that units of a heap may take before one of them chooses. It bounds the stack and the
 * search; in a larger heap the last units share a place and choose again later. 32 and 128 give the
 * same on point200 and the fixtures. */
enum { TAKEN_MAX = 64 };

static sidle_vec2 direction_of(uint32_t k) {
    assert(k < DIRECTIONS);
    sidle_vec2 direction = QUARTER[k % DIRECTIONS_A_QUARTER];
    for (uint32_t quarter = 0; quarter < k / DIRECTIONS_A_QUARTER; quarter++)
        direction = vec_right(direction);
    return direction;
}

/* Does the other body keep its place, so that the unit of body k has to come clear of it? */
static bool keeps_its_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) return false;
    const shown *own = shown_at(world, k), *its = shown_at(world, other);
    if (body_clears(c, other) && (!body_clears(c, k) || unit_before(own, its))) return false;
    bool both = body_stance(c, k) == STANCE_ARRIVED && body_stance(c, other) == STANCE_ARRIVED;
    bool keeps = shown_has_trait(own, TRAIT_HUNTS) && !shown_has_trait(own, TRAIT_KEEPS_RANGE);
    return !both || keeps || !share_goal(world, own, its);
}

/* Is the unit clear of all bodies that keep their places? */
static bool is_clear(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float radius = c->radius[k];
    window w = grid_window(c, u->position, radius + c->largest);
    FOR_EACH_BODY (c, w, other) {
        float depth = TOUCHING_DEPTH * min_float(radius, c->radius[other]);
        float least = radius + c->radius[other] - depth;
        sidle_vec2 apart = vec_sub(u->position, body_position(c, other));
        if (vec_dot(apart, apart) < least * least && keeps_its_place(world, k, other)) return false;
    }
    return true;
}

/* Would the unit be clear of all resting bodies there? Bodies that come clear themselves do not
 * count, as they leave. */
static bool is_free(const sidle_world *world, const unit *u, sidle_vec2 place) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    window w = grid_window(c, place, (c->radius[k] + c->largest) * (1 + CLEAR_GAP));
    FOR_EACH_BODY (c, w, other) {
        float least = (c->radius[k] + c->radius[other]) * (1 + 0.5f * CLEAR_GAP);
        sidle_vec2 apart = vec_sub(place, body_position(c, other));
        if (vec_dot(apart, apart) >= least * least || body_clears(c, other)) continue;
        if (keeps_its_place(world, k, other)) return false;
    }
    return true;
}

/* Can the unit drive to the place in a straight line, and is it clear there? */
static bool can_come_clear_at(const sidle_world *world, const unit *u, sidle_vec2 place) {
    const sidle_profile *p = profile_of(world, u);
    return terrain_inside(&world->terrain, place) && is_free(world, u, place) &&
           terrain_line_fits(&world->terrain, p->passable, u->position, place, p->radius);
}

/* The bodies that overlap the unit and keep their places. */
typedef struct overlap_count {
    uint32_t count;
    uint32_t coming_clear; /* of them: they come clear as well, and choose before the unit */
    uint32_t last;         /* body, the one found last; none when count is 0 */
} overlap_count;

static overlap_count overlaps_with(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    overlap_count o = {.count = 0};
    window w = grid_window(c, u->position, c->radius[k] + c->largest);
    FOR_EACH_BODY (c, w, other) {
        float radii_sum = c->radius[k] + c->radius[other];
        if (vec_distance(u->position, body_position(c, other)) >= radii_sum) continue;
        if (!keeps_its_place(world, k, other)) continue;
        o.count++;
        o.coming_clear += body_clears(c, other);
        o.last = other;
    }
    return o;
}

static bool is_taken(const sidle_vec2 *taken, uint32_t count, sidle_vec2 place, float radius) {
    for (uint32_t n = 0; n < count; n++)
        if (vec_distance(taken[n], place) < 2 * radius) return true;
    return false;
}

/* The nearest place where the unit is clear, after the units of its heap that choose first have
 * each taken one (`before` is their number); when there are fewer places, the last of them; when
 * there is none, the place where the unit is. */
static sidle_vec2 nearest_clear_place(const sidle_world *world, const unit *u, uint32_t before) {
    float radius = profile_of(world, u)->radius, distance = 0;
    uint32_t count = 0;
    sidle_vec2 taken[TAKEN_MAX];
    for (uint32_t ring = 0; ring < RINGS; ring++) {
        distance = ring < RINGS_EVEN ? distance + RING_FIRST * radius : distance * RING_GROWS;
        uint32_t stride = ring < RINGS_EVEN ? EVEN_RING_STRIDE : 1;
        for (uint32_t k = 0; k < DIRECTIONS; k += stride) {
            sidle_vec2 place = vec_add(u->position, vec_scale(direction_of(k), distance));
            if (is_taken(taken, count, place, radius) || !can_come_clear_at(world, u, place))
                continue;
            if (count == before || count == TAKEN_MAX) return place;
            taken[count++] = place;
        }
    }
    return count ? taken[count - 1] : u->position;
}

/* Inside a single body the nearest clear place lies straight away from it. False when there are
 * several, when both centres are the same point, or when that place is no good. */
static bool place_straight_away(const sidle_world *world, const unit *u, const overlap_count *o,
                                sidle_vec2 *place) {
    const bodies *c = &world->bodies;
    assert(o->coming_clear <= o->count);
    if (o->count != 1) return false;
    sidle_vec2 away = vec_sub(u->position, body_position(c, o->last));
    float distance = vec_length(away), radius = c->radius[body_of(world, u)];
    float radii_sum = radius + c->radius[o->last];
    if (distance < TOUCHING_DEPTH * radii_sum) return false;
    *place =
        vec_add(body_position(c, o->last), vec_scale(away, radii_sum * (1 + CLEAR_GAP) / distance));
    return can_come_clear_at(world, u, *place);
}

/* Has the unit been ordered to stop, and not come to a stand yet? */
static bool still_rolls(const unit *u) {
    return u->velocity.x != 0 || u->velocity.y != 0;
}

void come_clear_look(const sidle_world *world, unit *u) {
    assert(!(u->flags & UNIT_UNDER_WAY));
    if (still_rolls(u) || !body_stance(&world->bodies, body_of(world, u))) {
        u->flags |= UNIT_LOOK; /* as the tick began, it was still under way */
        return;
    }
    unit_unmark(u, UNIT_LOOK);
    if (is_clear(world, u)) {
        unit_unmark(u, UNIT_CLEARS);
        u->drive_target = u->position;
        return;
    }
    if (!(u->flags & UNIT_CLEARS)) come_clear_begin(u);
    if (!come_clear_drives(u) || !can_come_clear_at(world, u, u->drive_target)) {
        overlap_count o = overlaps_with(world, u);
        if (!place_straight_away(world, u, &o, &u->drive_target))
            u->drive_target = nearest_clear_place(world, u, o.coming_clear);
    }
    if (come_clear_drives(u)) u->flags |= UNIT_LOOK; /* it stops as soon as it is clear */
}

bool come_clear_searches(const unit *u) {
    return u->flags & UNIT_CLEARS && !still_rolls(u) && !come_clear_drives(u);
}

sidle_vec2 come_clear_shift(const sidle_profile *p, const unit *u, float dt) {
    assert(u->flags & UNIT_CLEARS);
    sidle_vec2 to = vec_sub(u->drive_target, u->position);
    return vec_truncate(to, unit_top_speed(p, u) * p->push_coefficient * dt);
}
