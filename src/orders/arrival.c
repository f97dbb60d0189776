/* A goal that another unit stands on is reached as near to it as discs can be. A goal that many
 * units share is reached by a unit that stands behind one of them which has reached it, and sees
 * the goal, when one of two things holds. The disc about the goal is full up to there. Or the unit
 * has got no nearer for a while, and all that share the goal would fill what can be seen from it up
 * to there: on a road fewer fit at a distance than in the open, but nobody arrives in the next
 * room. */
#include "orders/arrival.h"

#include "orders/path_following.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

/* A unit that stands nearer to the goal than this share of both radii leaves no place there. */
static const float COVERS = 0.8f;

/* Of both radii: what counts as touching the unit that stands on the goal. Contact ends a hair
 * outside. */
static const float TOUCHING = 1.02f;

/* Radii: nearer than this beyond touching counts as standing behind another unit. */
static const float BEHIND = 0.3f;

/* The share of the ground about the goal that bodies fill. From there on there is no place nearer
 * worth looking for. */
static const float PACKING = 0.67f;

/* The same for a unit that gets no nearer: a bodies that comes to rest is not packed that well. */
static const float PACKING_STUCK = 0.57f;

/* Of the radius: the disc that fits all along a line of look_result. */
static const float SIGHT = 1;

/* Units that share the goal count up to so many times as far away as the one that asks. */
static const float GATHER = 2;

static bool has_reached_goal_of(const sidle_world *world, uint32_t other, const unit *u) {
    const bodies *c = &world->bodies;
    return body_stance(c, other) == STANCE_ARRIVED && on_one_layer(c, body_of(world, u), other) &&
           share_goal(world, u, unit_at(world, other));
}

/* Of those that stand near a goal: which ones count? */
enum gathering { SHARING_AND_THERE, SHARING, AT_REST_THERE };

static bool counts(const sidle_world *world, const unit *u, uint32_t k, enum gathering which) {
    const bodies *c = &world->bodies;
    if (which == SHARING_AND_THERE) return has_reached_goal_of(world, k, u);
    if (!on_one_layer(c, body_of(world, u), k)) return false;
    return which == SHARING ? share_goal(world, u, unit_at(world, k)) : body_stance(c, k) != 0;
}

/* The sum of the squares of radii (u2), as a whole number, of those within the distance of the
 * goal.
 */
static int64_t gathered(const sidle_world *world, const unit *u, float distance,
                        enum gathering which) {
    const bodies *c = &world->bodies;
    int64_t sum = 0;
    window w = grid_window(c, u->goal, distance);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = grid_row_first(c, w, y); k < grid_row_end(c, w, y); k++) {
            if (vec_distance(body_place(c, k), u->goal) >= distance) continue;
            if (counts(world, u, k, which)) sum += whole_part(c->radius[k] * c->radius[k]);
        }
    return sum;
}

static bool is_full(const sidle_world *world, const unit *u, float away) {
    float radius = profile_of(world, u)->radius, inner = max_float(away - radius, 0);
    int64_t own = whole_part(radius * radius);
    return own + gathered(world, u, away, SHARING_AND_THERE) >= whole_part(PACKING * inner * inner);
}

/* Sixteen directions about the goal, by quarters. */
static const sidle_vec2 RAYS[4] = {
    {1, 0}, {0.92387953f, 0.38268343f}, {0.70710678f, 0.70710678f}, {0.38268343f, 0.92387953f}};

/* The ground within the distance that can be seen from the goal: the mean square (u2) of how far
 * the rays get, which is its area but for pi. */
static float seen_from_goal(const sidle_world *world, const unit *u, float distance) {
    const sidle_profile *p = profile_of(world, u);
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        sidle_vec2 ray = RAYS[k];
        for (int quarter = 0; quarter < 4; quarter++, ray = vec_right(ray)) {
            float free = terrain_line_length(&world->terrain, p->passable, u->goal, ray, distance);
            sum += free * free;
        }
    }
    return sum / 16;
}

static int64_t filled_by(const sidle_world *world, const unit *u, float away) {
    float inner = max_float(away - profile_of(world, u)->radius, 0);
    return whole_part(PACKING_STUCK * seen_from_goal(world, u, inner));
}

static bool would_fill(const sidle_world *world, const unit *u, float away) {
    return gathered(world, u, GATHER * away, SHARING) >= filled_by(world, u, away);
}

/* Do others rest on the goal, whatever theirs is, and all the way from there to the unit? */
static bool is_taken_by_others(const sidle_world *world, const unit *u, float away) {
    float radius = profile_of(world, u)->radius;
    return gathered(world, u, COVERS * 2 * radius, AT_REST_THERE) > 0 &&
           gathered(world, u, away, AT_REST_THERE) >= filled_by(world, u, away);
}

static bool sees_goal(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    return terrain_line_fits(&world->terrain, p->passable, u->position, u->goal, SIGHT * p->radius);
}

/* How the goal of a unit looks where another one stands at rest. */
typedef struct rest_place {
    bool covers; /* it leaves no place at the goal */
    bool shares; /* it has reached the same goal, and is nearer to it */
    bool nearer; /* it is nearer to the goal */
} rest_place;

static rest_place rests_before(const sidle_world *world, const unit *u, uint32_t k, bool stuck) {
    const bodies *c = &world->bodies;
    float radius = profile_of(world, u)->radius, reach = radius + c->radius[k];
    if (vec_distance(u->position, body_place(c, k)) > reach + BEHIND * radius)
        return (rest_place){.covers = false};
    float distance = vec_distance(u->position, u->goal);
    float its_distance = vec_distance(body_place(c, k), u->goal);
    return (rest_place){.covers = its_distance < (stuck ? 1 : COVERS) * reach &&
                                  distance <= TOUCHING * reach,
                        .shares = its_distance < distance && has_reached_goal_of(world, k, u),
                        .nearer = its_distance < distance};
}

static void choose_first(const unit **best, const unit *other, bool counts_too) {
    if (counts_too && (!*best || unit_before(other, *best))) *best = other;
}

sidle_unit_id arrival_behind(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, u);
    const sidle_unit_id goes_on = {0, 0};
    window w = grid_window(c, u->position, p->radius + c->largest + BEHIND * p->radius);
    const unit *best = NULL, *before = NULL;
    bool shared = false, stuck = u->cold->progress.stalled >= STUCK * p->patience;
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = grid_row_first(c, w, y); k < grid_row_end(c, w, y); k++) {
            const unit *other = unit_at(world, k);
            if (other == u || !on_one_layer(c, body_of(world, u), k)) continue;
            if (body_stance(c, k) == STANCE_UNDER_WAY) continue;
            rest_place r = rests_before(world, u, k, stuck);
            choose_first(&best, other, r.covers || r.shares);
            choose_first(&before, other, r.nearer);
            shared = shared || (r.shares && !r.covers);
        }
    if (best && !shared) return id_of(best);
    if (!best && !(stuck && before)) return goes_on;
    float away = vec_distance(u->position, u->goal);
    bool full = (best && is_full(world, u, away)) ||
                (stuck && (would_fill(world, u, away) || is_taken_by_others(world, u, away)));
    return full && sees_goal(world, u) ? id_of(best ? best : before) : goes_on;
}
