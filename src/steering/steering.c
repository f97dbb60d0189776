/* The classic steering behaviours as plain functions. Source: F. Bevilacqua, "Understanding
 * Steering Behaviors", after C. Reynolds, "Steering Behaviors For Autonomous Characters". Nothing
 * is kept between two calls: all that a function needs is in its arguments.
 *
 * The source counts in frames: it takes the difference between the desired velocity and the present
 * one as the force of a frame, so the path depends on the frame rate. Here that difference decays
 * with a time constant, the agent's response. The force is mass * difference / response, a first
 * order lag, and paths at 20, 30 and 60 steps a second are the same to within 2 %.
 *
 * Sums run in the order of the array, and no libm function but sqrtf is used, so results are the
 * same bits on every machine. */
#include <sidle/steering.h>

#include "base/vec.h"

/* Share of the other forces that the brake takes away. The value is that of the source. */
static const float BRAKE_SHARE = 0.8f;

/* Share of the queue's radius over which braking sets in. Found with a queue at 20 and at 60 steps
 * a second: braking that sets in all at once goes stop and go, and paths differ by 3 %; with the
 * rim they differ by 0.9 %. */
static const float QUEUE_RIM = 0.25f;

/* s: the response of the hard stop. In the source it leaves 0.3 of the velocity after a frame; this
 * leaves a third after 1/30 s. It is also the longest step that the behaviours are made for, 1/20
 * s: no step can follow a shorter response, so paths would differ. Above it the stop is not hard.
 */
static const float HARD_STOP_RESPONSE = 0.05f;

/* The square of a greater length is beyond the range of a float (3.4e38). */
static const float LONGEST = 1e18f;

static const sidle_vec2 NOTHING = {0, 0};

/* ---- the agent ---- */

sidle_agent sidle_agent_default(void) {
    return (sidle_agent){.heading = {1, 0},
                         .radius = 0.5f,
                         .mass = 1,
                         .max_speed = 2,
                         .max_force = 8,
                         .response = 0.1f};
}

static bool agent_finite(const sidle_agent *a) {
    return vec_finite(a->position) && vec_finite(a->velocity) && vec_finite(a->heading) &&
           isfinite(a->radius) && isfinite(a->mass) && isfinite(a->max_speed) &&
           isfinite(a->max_force) && isfinite(a->response);
}

static bool agent_in_range(const sidle_agent *a) {
    return a->mass > 0 && a->radius >= 0 && a->max_speed >= 0 && a->max_force >= 0 &&
           a->response >= 0;
}

/* As vec_truncate, also for huge vectors: their length would be infinite, and the result 0. */
static sidle_vec2 truncated(sidle_vec2 a, float limit) {
    float largest = max_float(fabsf(a.x), fabsf(a.y));
    return vec_truncate(largest > LONGEST ? vec_scale(a, LONGEST / largest) : a, limit);
}

sidle_result sidle_steer_move(sidle_agent *agent, sidle_vec2 force, float dt) {
    if (!agent) return SIDLE_ERROR_ARGUMENT;
    if (!agent_finite(agent) || !vec_finite(force) || !isfinite(dt)) return SIDLE_ERROR_NOT_FINITE;
    if (!agent_in_range(agent) || !(dt > 0)) return SIDLE_ERROR_ARGUMENT;
    sidle_agent moved = *agent;
    sidle_vec2 gain = vec_scale(truncated(force, agent->max_force), dt / agent->mass);
    moved.velocity = truncated(vec_add(agent->velocity, gain), agent->max_speed);
    moved.position = vec_add(agent->position, vec_scale(moved.velocity, dt));
    moved.heading = vec_direction(moved.velocity, agent->heading);
    if (!agent_finite(&moved)) return SIDLE_ERROR_NOT_FINITE;
    *agent = moved;
    return SIDLE_OK;
}

/* ---- towards and away from a point ---- */

sidle_vec2 sidle_steer_towards(const sidle_agent *agent, sidle_vec2 desired, float dt) {
    float rate = agent->mass / max_float(agent->response, dt);
    return vec_scale(vec_sub(desired, agent->velocity), rate);
}

sidle_vec2 sidle_steer_seek(const sidle_agent *agent, sidle_vec2 target, float dt) {
    sidle_vec2 direction = vec_direction(vec_sub(target, agent->position), NOTHING);
    return sidle_steer_towards(agent, vec_scale(direction, agent->max_speed), dt);
}

sidle_vec2 sidle_steer_flee(const sidle_agent *agent, sidle_vec2 target, float dt) {
    sidle_vec2 direction = vec_direction(vec_sub(agent->position, target), agent->heading);
    return sidle_steer_towards(agent, vec_scale(direction, agent->max_speed), dt);
}

/* u: the least slowing radius within which the agent can stop. A speed that falls linearly with the
 * distance asks for a braking force of up to mass * max_speed^2 / radius. With the lag of the
 * response, distance and velocity form a damped oscillator, which does not overshoot as long as the
 * response is at most a quarter of radius / max_speed (critical damping). */
static float stopping_radius(const sidle_agent *a, float dt) {
    float by_response = 4 * a->max_speed * max_float(a->response, dt);
    float by_force = a->max_speed * a->max_speed * a->mass;
    return a->max_force > 0 ? max_float(by_response, by_force / a->max_force) : by_response;
}

sidle_vec2 sidle_steer_arrive(const sidle_agent *agent, sidle_vec2 target, float slowing_radius,
                              float tolerance, float dt) {
    sidle_vec2 to = vec_sub(target, agent->position);
    float distance = vec_length(to);
    if (distance <= tolerance) return sidle_steer_towards(agent, NOTHING, dt);
    float radius = max_float(slowing_radius, stopping_radius(agent, dt));
    float speed = distance < radius ? agent->max_speed * distance / radius : agent->max_speed;
    return sidle_steer_towards(agent, vec_scale(vec_direction(to, NOTHING), speed), dt);
}

/* ---- a moving target ---- */

sidle_vec2 sidle_steer_intercept(sidle_vec2 position, float max_speed, sidle_vec2 target,
                                 sidle_vec2 target_velocity, float foresight) {
    float distance = vec_distance(position, target);
    float time = distance < max_speed * foresight ? distance / max_speed : foresight;
    return vec_add(target, vec_scale(target_velocity, time));
}

sidle_vec2 sidle_steer_pursue(const sidle_agent *agent, sidle_vec2 target,
                              sidle_vec2 target_velocity, float foresight, float dt) {
    sidle_vec2 point = sidle_steer_intercept(agent->position, agent->max_speed, target,
                                             target_velocity, foresight);
    return sidle_steer_seek(agent, point, dt);
}

sidle_vec2 sidle_steer_evade(const sidle_agent *agent, sidle_vec2 target,
                             sidle_vec2 target_velocity, float foresight, float dt) {
    float closing = agent->max_speed + vec_length(target_velocity);
    sidle_vec2 point =
        sidle_steer_intercept(agent->position, closing, target, target_velocity, foresight);
    return sidle_steer_flee(agent, point, dt);
}

/* ---- wander ---- */

/* The value of the noise, from -1 to 1, at the start of an interval. The hash is the finalizer of
 * SplitMix64 (source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number
 * Generators"). Each of its steps can be undone, so two intervals of a seed never have the same 64
 * bits. */
static float noise_node(uint32_t seed, uint32_t interval) {
    uint64_t bits = ((uint64_t)seed << 32 | interval) + 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    bits ^= bits >> 31;
    return (float)(int32_t)(bits >> 40) / 8388607.5f - 1;
}

/* Value noise: between two nodes the smoothstep polynomial 3 t^2 - 2 t^3 blends their values, so
 * the rate of change is 0 at each node and has no jumps. */
static float noise(uint32_t seed, double at) {
    double bounded = at > 0 ? at < 4e9 ? at : 4e9 : 0; /* the range of a uint32_t */
    uint32_t interval = (uint32_t)bounded;
    float t = (float)(bounded - interval), share = t * t * (3 - 2 * t);
    float from = noise_node(seed, interval), to = noise_node(seed, interval + 1);
    return from + (to - from) * share;
}

sidle_vec2 sidle_steer_wander_point(sidle_vec2 position, sidle_vec2 heading,
                                    const sidle_wander *wander, double time) {
    /* The rational form of the circle needs no sine or cosine: with t the tangent of half the
     * angle, the cosine is (1 - t^2) / (1 + t^2) and the sine 2 t / (1 + t^2). From -1 to 1, t
     * gives the half of the circle that lies ahead. */
    float t = noise(wander->seed, time / wander->interval), scale = wander->radius / (1 + t * t);
    float forward = wander->distance + (1 - t * t) * scale, aside = 2 * t * scale;
    sidle_vec2 to = vec_add(vec_scale(heading, forward), vec_scale(vec_right(heading), aside));
    return vec_add(position, to);
}

sidle_vec2 sidle_steer_wander(const sidle_agent *agent, const sidle_wander *wander, double time,
                              float dt) {
    /* The circle turns with the heading, and at a crawl a single force turns the heading far. How
     * far the agent turns would then depend on the number of steps: paths at 20 and 60 steps a
     * second differed by 21 %, now by 1 %. So a slow agent takes a smaller circle, by the ratio
     * that keeps the turn rate at that of full speed. The noise is taken at the middle of the step.
     */
    float speed = vec_length(agent->velocity), response = max_float(agent->response, dt);
    float gain = agent->max_force / agent->mass * response;
    float desired = min_float(speed + gain, agent->max_speed);
    float next = speed + (desired - speed) * dt / response;
    sidle_wander circle = *wander;
    if (desired > 0) circle.radius *= next / desired;
    sidle_vec2 point =
        sidle_steer_wander_point(agent->position, agent->heading, &circle, time + 0.5 * dt);
    sidle_vec2 direction = vec_direction(vec_sub(point, agent->position), agent->heading);
    return sidle_steer_towards(agent, vec_scale(direction, desired), dt);
}

/* ---- obstacles ---- */

static bool within(sidle_vec2 a, sidle_vec2 b, float distance) {
    return vec_distance(a, b) <= distance;
}

/* The stretch ahead of an agent that its disc will sweep. */
typedef struct stretch {
    sidle_vec2 from;      /* u, where the agent is */
    sidle_vec2 direction; /* of length 1 */
    float length;         /* u, from 0 to see_ahead */
    float radius;         /* u, of the agent */
} stretch;

static sidle_vec2 point_nearest_to(const stretch *s, sidle_vec2 centre) {
    float along = vec_dot(vec_sub(centre, s->from), s->direction);
    along = min_float(max_float(along, 0), s->length);
    return vec_add(s->from, vec_scale(s->direction, along));
}

static bool touches_at(const stretch *s, sidle_vec2 point, const sidle_circle *c) {
    return within(point, c->centre, c->radius + s->radius);
}

/* The circle that the stretch touches whose rim is nearest to the agent; of two at the same
 * distance the first in the array. NULL when there is none. */
static const sidle_circle *nearest_threat(const stretch *s, const sidle_circle *obstacles,
                                          uint32_t count) {
    const sidle_circle *nearest = NULL;
    float least = 0;
    for (uint32_t k = 0; k < count; k++) {
        const sidle_circle *c = &obstacles[k];
        float distance = vec_distance(s->from, c->centre) - c->radius;
        if (nearest && distance >= least) continue;
        if (!touches_at(s, point_nearest_to(s, c->centre), c)) continue;
        nearest = c;
        least = distance;
    }
    return nearest;
}

sidle_vec2 sidle_steer_avoid(const sidle_agent *agent, const sidle_circle *obstacles,
                             uint32_t count, float see_ahead, float max_avoid_force) {
    float speed = vec_length(agent->velocity);
    stretch s = {.from = agent->position,
                 .direction = vec_direction(agent->velocity, NOTHING),
                 .length = see_ahead * min_float(speed / agent->max_speed, 1),
                 .radius = agent->radius};
    if (vec_dot(s.direction, s.direction) <= 0) return NOTHING;
    const sidle_circle *threat = nearest_threat(&s, obstacles, count);
    if (!threat) return NOTHING;
    bool inside = touches_at(&s, s.from, threat);
    sidle_vec2 from = inside ? s.from : point_nearest_to(&s, threat->centre);
    sidle_vec2 away = vec_direction(vec_sub(from, threat->centre), vec_right(s.direction));
    return vec_scale(away, max_avoid_force);
}

/* ---- among others ---- */

/* Two agents on one spot have no direction from each other. They part along x, and the one that
 * comes first in the array goes left; `parting` is the direction for this agent. */
sidle_vec2 sidle_steer_separation(const sidle_agent *agent, const sidle_agent *others,
                                  uint32_t count, float radius, float max_separation) {
    sidle_vec2 sum = NOTHING, parting = {1, 0};
    for (uint32_t k = 0; k < count; k++) {
        if (&others[k] == agent) {
            parting = vec(-1, 0);
            continue;
        }
        sidle_vec2 away = vec_sub(agent->position, others[k].position);
        float distance = vec_length(away);
        if (!(distance < radius)) continue;
        sum = vec_add(sum, vec_scale(vec_direction(away, parting), 1 - distance / radius));
    }
    return vec_scale(vec_truncate(sum, 1), max_separation);
}

/* u: the distance from the point to the nearest centre of another agent. */
static float distance_to_nearest(sidle_vec2 point, const sidle_agent *agent,
                                 const sidle_agent *others, uint32_t count) {
    float least = FLT_MAX;
    for (uint32_t k = 0; k < count; k++)
        if (&others[k] != agent) least = min_float(vec_distance(point, others[k].position), least);
    return least;
}

/* The same for the point queue_ahead (u) before the agent. */
static float distance_ahead(const sidle_agent *agent, const sidle_agent *others, uint32_t count,
                            float queue_ahead) {
    sidle_vec2 ahead = vec_add(agent->position, vec_scale(agent->heading, queue_ahead));
    return distance_to_nearest(ahead, agent, others, count);
}

bool sidle_steer_someone_ahead(const sidle_agent *agent, const sidle_agent *others, uint32_t count,
                               float queue_ahead, float radius) {
    return distance_ahead(agent, others, count, queue_ahead) <= radius;
}

sidle_vec2 sidle_steer_queue(const sidle_agent *agent, const sidle_agent *others, uint32_t count,
                             sidle_queue_way way, float queue_ahead, float radius, sidle_vec2 sum,
                             float dt) {
    float nearest = distance_ahead(agent, others, count, queue_ahead);
    if (!(nearest <= radius)) return NOTHING;
    sidle_agent braked = *agent;
    bool crowded = distance_to_nearest(agent->position, agent, others, count) <= radius;
    if (way == SIDLE_QUEUE_HARD_STOP)
        braked.response = HARD_STOP_RESPONSE;
    else if (crowded)
        braked.response = min_float(agent->response, HARD_STOP_RESPONSE);
    sidle_vec2 force = sidle_steer_towards(&braked, NOTHING, dt);
    if (way == SIDLE_QUEUE_BRAKE) force = vec_sub(force, vec_scale(sum, BRAKE_SHARE));
    return vec_scale(force, min_float((radius - nearest) / (QUEUE_RIM * radius), 1));
}

/* ---- a leader ---- */

sidle_vec2 sidle_steer_place_behind(sidle_vec2 leader, sidle_vec2 leader_heading, float behind) {
    return vec_sub(leader, vec_scale(leader_heading, behind));
}

bool sidle_steer_in_the_way(sidle_vec2 position, sidle_vec2 leader, sidle_vec2 leader_velocity,
                            sidle_vec2 leader_heading, float ahead, float width,
                            sidle_vec2 *aside) {
    if (!(vec_dot(leader_velocity, leader_heading) > 0)) return false;
    sidle_vec2 from = vec_sub(position, leader), right = vec_right(leader_heading);
    float along = min_float(max_float(vec_dot(from, leader_heading), 0), ahead);
    if (!within(from, vec_scale(leader_heading, along), width)) return false;
    *aside = vec_dot(from, right) < 0 ? vec_scale(right, -1) : right;
    return true;
}

sidle_vec2 sidle_steer_follow_leader(const sidle_agent *agent, const sidle_agent *leader,
                                     const sidle_agent *others, uint32_t count,
                                     const sidle_follow *follow, float dt) {
    sidle_vec2 aside, force;
    if (sidle_steer_in_the_way(agent->position, leader->position, leader->velocity, leader->heading,
                               follow->ahead, follow->width, &aside)) {
        force = sidle_steer_towards(agent, vec_scale(aside, agent->max_speed), dt);
    } else {
        sidle_vec2 place =
            sidle_steer_place_behind(leader->position, leader->heading, follow->behind);
        force = sidle_steer_arrive(agent, place, follow->slowing_radius, follow->tolerance, dt);
    }
    return vec_add(force, sidle_steer_separation(agent, others, count, follow->separation,
                                                 follow->max_separation));
}

/* ---- a path ---- */

/* Has the agent been within the radius of the node at any time in the last step? A fast agent jumps
 * over a small node, so the whole segment since the last step counts. */
static bool passes_node(const sidle_agent *a, sidle_vec2 node, float radius, float dt) {
    sidle_vec2 step = vec_scale(a->velocity, dt), back = vec_sub(a->position, node);
    float length2 = vec_dot(step, step);
    float share = length2 > 0 ? min_float(max_float(vec_dot(back, step) / length2, 0), 1) : 0;
    return within(back, vec_scale(step, share), radius);
}

sidle_vec2 sidle_steer_follow_path(const sidle_agent *agent, const sidle_vec2 *path, uint32_t count,
                                   uint32_t *node, float radius, float slowing_radius,
                                   float tolerance, float dt) {
    if (!count) return sidle_steer_towards(agent, NOTHING, dt);
    if (*node >= count) *node = count - 1;
    while (*node + 1 < count && passes_node(agent, path[*node], radius, dt)) ++*node;
    if (*node + 1 < count) return sidle_steer_seek(agent, path[*node], dt);
    return sidle_steer_arrive(agent, path[*node], slowing_radius, tolerance, dt);
}
