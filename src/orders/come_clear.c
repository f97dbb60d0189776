/* A unit that comes to rest inside others, or is put there, comes clear of them by its own drive:
 * to the nearest place where its disc touches none of those that keep theirs, through whatever
 * stands in between, and as slowly as push-apart. It is at rest all the while, so nothing else
 * moves it.
 *
 * Those keep their places that were clear when they came to rest. Of two that are not, the one that
 * wins ties keeps its place, so a pile comes apart from the first one outwards. Each leaves
 * the nearest places to those that choose before it: else all of a pile would go to the same one.
 * Units that have arrived at
 * the same goal make room for each other by contact. */
#include "orders/come_clear.h"

#include "world/spatial_grid.h"
#include "world/terrain.h"

/* Of the smaller radius: what is less deep is touching. */
static const float CLEAR_LEAST = 0.005f;

/* Of the sum of radii: the air that is looked for, more than rounding takes away. */
static const float CLEAR_AIR = 0.001f;

/* Rings of places about the unit: the first ones a quarter of its radius apart, then each wider
 * than the one before by a tenth, up to about forty radii. */
enum { RINGS_EVEN = 16, RINGS = 40, SPOKES = 64, SPOKES_NEAR = 16 };

/* Places that a heap may take before a unit chooses; those of a larger heap choose again later. */
enum { TAKEN = 64 };

static const float RING_FIRST = 0.25f, RING_GROWS = 1.1f;

/* A quarter of the directions of the wide rings. */
static const sidle_vec2 SPOKE[SPOKES / 4] = {{1, 0},
                                             {0.99518473f, 0.09801714f},
                                             {0.98078528f, 0.19509032f},
                                             {0.95694034f, 0.29028468f},
                                             {0.92387953f, 0.38268343f},
                                             {0.88192126f, 0.47139674f},
                                             {0.83146961f, 0.55557023f},
                                             {0.77301045f, 0.63439328f},
                                             {0.70710678f, 0.70710678f},
                                             {0.63439328f, 0.77301045f},
                                             {0.55557023f, 0.83146961f},
                                             {0.47139674f, 0.88192126f},
                                             {0.38268343f, 0.92387953f},
                                             {0.29028468f, 0.95694034f},
                                             {0.19509032f, 0.98078528f},
                                             {0.09801714f, 0.99518473f}};

static sidle_vec2 spoke(uint32_t k) {
    sidle_vec2 way = SPOKE[k % (SPOKES / 4)];
    for (uint32_t quarter = 0; quarter < k / (SPOKES / 4); quarter++) way = vec_right(way);
    return way;
}

/* Does the other body keep its place, so that the unit of this one has to come clear of it? */
static bool keeps_its_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) return false;
    const unit *u = unit_at(world, k), *it = unit_at(world, other);
    if (body_clears(c, other) && (!body_clears(c, k) || unit_before(u, it))) return false;
    bool both = body_stance(c, k) == STANCE_ARRIVED && body_stance(c, other) == STANCE_ARRIVED;
    return !both || !share_goal(world, u, it);
}

/* Is the unit clear of all that keep their places? */
static bool is_clear(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float radius = c->radius[k];
    window w = grid_window(c, u->position, radius + c->largest);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = grid_row_first(c, w, y); other < grid_row_end(c, w, y); other++) {
            float least = CLEAR_LEAST * min_float(radius, c->radius[other]);
            float reach = radius + c->radius[other] - least;
            sidle_vec2 apart = vec_sub(u->position, body_place(c, other));
            if (vec_dot(apart, apart) < reach * reach && keeps_its_place(world, k, other))
                return false;
        }
    return true;
}

/* Would the unit be clear there of all that stand? Those that come clear themselves go elsewhere.
 */
static bool is_free(const sidle_world *world, const unit *u, sidle_vec2 place) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    window w = grid_window(c, place, (c->radius[k] + c->largest) * (1 + CLEAR_AIR));
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = grid_row_first(c, w, y); other < grid_row_end(c, w, y); other++) {
            float reach = (c->radius[k] + c->radius[other]) * (1 + 0.5f * CLEAR_AIR);
            sidle_vec2 apart = vec_sub(place, body_place(c, other));
            if (vec_dot(apart, apart) >= reach * reach || body_clears(c, other)) continue;
            if (keeps_its_place(world, k, other)) return false;
        }
    return true;
}

static bool is_good(const sidle_world *world, const unit *u, sidle_vec2 place) {
    const sidle_profile *p = profile_of(world, u);
    return terrain_inside(&world->terrain, place) && is_free(world, u, place) &&
           terrain_line_fits(&world->terrain, p->passable, u->position, place, p->radius);
}

/* How many of those that come clear of the same heap choose before the unit. */
static uint32_t place_in_heap(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u), before = 0;
    window w = grid_window(c, u->position, c->radius[k] + c->largest);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = grid_row_first(c, w, y); other < grid_row_end(c, w, y); other++) {
            if (!body_clears(c, other) || !keeps_its_place(world, k, other)) continue;
            float reach = c->radius[k] + c->radius[other];
            before += vec_distance(u->position, body_place(c, other)) < reach;
        }
    return before;
}

static bool is_taken(const sidle_vec2 *taken, uint32_t count, sidle_vec2 place, float radius) {
    for (uint32_t n = 0; n < count; n++)
        if (vec_distance(taken[n], place) < 2 * radius) return true;
    return false;
}

/* The nearest good place that those of the heap leave which choose before the unit; the place of
 * the unit itself when none is found. */
static sidle_vec2 nearest_good_place(const sidle_world *world, const unit *u) {
    float radius = profile_of(world, u)->radius, distance = 0;
    uint32_t before = place_in_heap(world, u), count = 0;
    sidle_vec2 taken[TAKEN];
    for (uint32_t ring = 0; ring < RINGS; ring++) {
        distance = ring < RINGS_EVEN ? distance + RING_FIRST * radius : distance * RING_GROWS;
        uint32_t every = ring < RINGS_EVEN ? SPOKES / SPOKES_NEAR : 1;
        for (uint32_t k = 0; k < SPOKES; k += every) {
            sidle_vec2 place = vec_add(u->position, vec_scale(spoke(k), distance));
            if (is_taken(taken, count, place, radius) || !is_good(world, u, place)) continue;
            if (count == before || count == TAKEN) return place;
            taken[count++] = place;
        }
    }
    return count ? taken[count - 1] : u->position;
}

/* Beside a single body the shortest way out is straight away from it. */
static bool straight_out(const sidle_world *world, const unit *u, sidle_vec2 *place) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u), found = 0, deepest = 0;
    window w = grid_window(c, u->position, c->radius[k] + c->largest);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = grid_row_first(c, w, y); other < grid_row_end(c, w, y); other++) {
            float reach = c->radius[k] + c->radius[other];
            if (vec_distance(u->position, body_place(c, other)) >= reach) continue;
            if (!keeps_its_place(world, k, other)) continue;
            found++;
            deepest = other;
        }
    if (found != 1) return false;
    sidle_vec2 away = vec_sub(u->position, body_place(c, deepest));
    float distance = vec_length(away), reach = c->radius[k] + c->radius[deepest];
    if (distance < CLEAR_LEAST * reach) return false;
    *place = vec_add(body_place(c, deepest), vec_scale(away, reach * (1 + CLEAR_AIR) / distance));
    return is_good(world, u, *place);
}

void rest_look(const sidle_world *world, unit *u) {
    bool brakes = u->velocity.x != 0 || u->velocity.y != 0;
    if (brakes || !body_stance(&world->bodies, body_of(world, u))) {
        u->flags |= UNIT_LOOK; /* to others it was still under way */
        return;
    }
    unit_unmark(u, UNIT_LOOK);
    if (is_clear(world, u)) {
        unit_unmark(u, UNIT_CLEARS);
        u->heads_for = u->position;
        return;
    }
    if (!(u->flags & UNIT_CLEARS)) rest_begin(u);
    if (!rest_goes(u) || !is_good(world, u, u->heads_for)) {
        if (!straight_out(world, u, &u->heads_for)) u->heads_for = nearest_good_place(world, u);
    }
    if (rest_goes(u)) u->flags |= UNIT_LOOK; /* no farther than needed */
}

bool rest_searches(const unit *u) {
    bool brakes = u->velocity.x != 0 || u->velocity.y != 0;
    return u->flags & UNIT_CLEARS && !brakes && !rest_goes(u);
}

sidle_vec2 rest_step(const sidle_profile *p, const unit *u, float dt) {
    sidle_vec2 to = vec_sub(u->heads_for, u->position);
    return vec_truncate(to, p->top_speed * p->push_coefficient * dt);
}
