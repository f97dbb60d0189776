/* The classic steering behaviours: a set of pure functions beside the world. Values go in, a force
 * comes out; nothing is kept. A world's orders are made of the same points and directions.
 *
 * Source: F. Bevilacqua, "Understanding Steering Behaviors", after C. Reynolds, "Steering Behaviors
 * For Autonomous Characters". Where the series counts in frames, here time is in seconds, and a
 * path at 20, 30 or 60 steps a second is the same to within 2 % of its length.
 *
 * Use: add up the forces that you want, each times a weight of yours, in a fixed order; then give
 * the sum to sidle_steer_move. It truncates the sum to max_force, divides it by the mass, adds that
 * to the velocity and truncates this to max_speed.
 *
 *     sidle_vec2 seek = sidle_steer_seek(&a, target, dt);
 *     sidle_vec2 avoid = sidle_steer_avoid(&a, obstacles, count, 4, 40);
 *     sidle_steer_move(&a, (sidle_vec2){seek.x + avoid.x, seek.y + avoid.y}, dt);
 *
 * The functions ignore walls, and bodies may pass through each other: use a world to prevent that.
 * An array of others may contain the agent itself. It is left out if `agent` points to its entry in
 * the array; a copy of it counts as another agent. An array of count 0 may be null. Numbers must be
 * finite and dt above 0. Only sidle_steer_move checks that; the other functions calculate with what
 * they get. Forces are in mass * u/s2; results are the same bits on every machine. */
#ifndef SIDLE_STEERING_H
#define SIDLE_STEERING_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sidle_agent {
    sidle_vec2 position; /* u */
    sidle_vec2 velocity; /* u/s */
    sidle_vec2 heading;  /* of length 1: the direction of the velocity, kept at rest */
    float radius;        /* u */
    float mass;          /* above 0; of mass 1 a force is an acceleration */
    float max_speed;     /* u/s */
    float max_force;     /* mass * u/s2 */
    float response;      /* s, 0 or more: the time constant with which a wrong velocity is put right
                            while max_force allows; 0: in one step */
} sidle_agent;

typedef struct sidle_circle {
    sidle_vec2 centre; /* u */
    float radius;      /* u */
} sidle_circle;

/* At rest at the origin, heading (1, 0); radius 0.5, mass 1, max_speed 2, max_force 8, response
 * 0.1. */
SIDLE_API sidle_agent sidle_agent_default(void);

/* velocity' = truncate(velocity + truncate(force, max_force) / mass * dt, max_speed);
 * position' = position + velocity' * dt; the heading follows the velocity. On an error the agent
 * stays as it was. Errors: ARGUMENT (null; mass or dt not above 0; radius, response or a limit
 * below 0), NOT_FINITE (any number that goes in or would come out). */
SIDLE_API sidle_result sidle_steer_move(sidle_agent *agent, sidle_vec2 force, float dt);

/* ---- towards and away from a point ---- */

/* The force that leads from the agent's velocity to the desired one (u/s):
 * mass * (desired - velocity) / max(response, dt). All other functions that have a desired velocity
 * call this one. */
SIDLE_API sidle_vec2 sidle_steer_towards(const sidle_agent *agent, sidle_vec2 desired, float dt);

/* desired = normalize(target - position) * max_speed; on the very point: rest. It passes the target
 * at full speed and comes back: to stop there use arrive. */
SIDLE_API sidle_vec2 sidle_steer_seek(const sidle_agent *agent, sidle_vec2 target, float dt);

/* desired = normalize(position - target) * max_speed; from the very point: along the heading. */
SIDLE_API sidle_vec2 sidle_steer_flee(const sidle_agent *agent, sidle_vec2 target, float dt);

/* desired = direction * max_speed * min(distance / slowing_radius, 1), and 0 inside the tolerance.
 * slowing_radius (u) is widened where the agent could not stop in time: to max_speed^2 * mass /
 * max_force, and to 4 * max_speed * max(response, dt). So the agent stops within the tolerance (u,
 * above 0) and never passes the point, unless it comes faster than this speed from the start. The
 * widest of the three radii is also the least distance at which to change from seek to arrive. */
SIDLE_API sidle_vec2 sidle_steer_arrive(const sidle_agent *agent, sidle_vec2 target,
                                        float slowing_radius, float tolerance, float dt);

/* ---- a moving target ---- */

/* u: where the target will be when the agent gets there: target + velocity * T with
 * T = min(distance / max_speed, foresight). foresight is in seconds; 0 gives the target itself. */
SIDLE_API sidle_vec2 sidle_steer_intercept(sidle_vec2 position, float max_speed, sidle_vec2 target,
                                           sidle_vec2 target_velocity, float foresight);

/* Seeks the intercept point. */
SIDLE_API sidle_vec2 sidle_steer_pursue(const sidle_agent *agent, sidle_vec2 target,
                                        sidle_vec2 target_velocity, float foresight, float dt);

/* Flees the point where the two could meet soonest: that of intercept with max_speed plus the speed
 * of the target. (With max_speed alone, as in the source, the point of a fast hunter lies beyond
 * the agent, which would flee towards the hunter.) With a hunter straight behind, evade equals
 * flee. */
SIDLE_API sidle_vec2 sidle_steer_evade(const sidle_agent *agent, sidle_vec2 target,
                                       sidle_vec2 target_velocity, float foresight, float dt);

/* ---- wander ---- */

/* The agent seeks a point on a circle ahead of it; the point swings to and fro by seeded noise, on
 * the half of the circle that is farther ahead. */
typedef struct sidle_wander {
    uint32_t seed;
    float distance; /* u, from the agent to the circle's centre, above the radius */
    float radius;   /* u, of the circle: the wider, the sharper it turns, by up to radius / distance
                       / response rad/s. Beyond max_force / mass / max_speed rad/s the path depends
                       on dt */
    float interval; /* s, above 0: between two values of the noise, smooth in between */
} sidle_wander;

/* u: the point that an agent at this position seeks at this time (s, 0 or more). The result depends
 * only on the arguments, not on how often the host calls this. */
SIDLE_API sidle_vec2 sidle_steer_wander_point(sidle_vec2 position, sidle_vec2 heading,
                                              const sidle_wander *wander, double time);

/* Seeks that point. The circle is smaller for a slow agent: from rest it sets off along its
 * heading. */
SIDLE_API sidle_vec2 sidle_steer_wander(const sidle_agent *agent, const sidle_wander *wander,
                                        double time, float dt);

/* ---- obstacles ---- */

/* ahead = position + direction * see_ahead * speed / max_speed. A circle threatens when the stretch
 * from the position to ahead comes within the sum of its radius and the agent's. The one whose rim
 * is nearest gives normalize(p - centre) * max_avoid_force, where p is the point of the stretch
 * nearest to its centre, or the position if that is already too near; if p is the very centre, the
 * force is to the right. No force when none threatens. (The source tests only the two ends and the
 * middle of the stretch, and pushes from ahead: it misses small circles, and beyond a centre it
 * pushes inwards.)
 *
 * An agent that stands, or turns on the spot, gets exactly 0. see_ahead is in u. Make it no longer
 * than the way that is left, or the agent also avoids circles beyond its goal. A max_avoid_force of
 * 2 * mass * max_speed / max(response, dt) outweighs any seek. L and T shapes made of circles
 * defeat it, as in the source. */
SIDLE_API sidle_vec2 sidle_steer_avoid(const sidle_agent *agent, const sidle_circle *obstacles,
                                       uint32_t count, float see_ahead, float max_avoid_force);

/* ---- among others ---- */

/* Away from everybody whose centre is within radius (u): the sum of direction * (1 - distance /
 * radius) over them, truncated to 1, times max_separation. Two agents on the same spot part along
 * x, the first one in the array to the left; an agent outside the array goes to the right. The
 * force has no desired velocity: used alone, it does not slow the agent down again. */
SIDLE_API sidle_vec2 sidle_steer_separation(const sidle_agent *agent, const sidle_agent *others,
                                            uint32_t count, float radius, float max_separation);

/* Is somebody's centre within radius (u) of the point queue_ahead (u) before the agent? */
SIDLE_API bool sidle_steer_someone_ahead(const sidle_agent *agent, const sidle_agent *others,
                                         uint32_t count, float queue_ahead, float radius);

typedef enum sidle_queue_way {
    SIDLE_QUEUE_BRAKE,    /* -0.8 * sum, and the velocity put to rest at the agent's response */
    SIDLE_QUEUE_HARD_STOP /* the velocity put to rest at a response of 0.05 s: to a third of it in
                             1/30 s (in the source 0.3) */
} sidle_queue_way;

/* Waits behind others in a line: 0 if nobody is ahead (as above), else a braking force, which grows
 * to its full size over the outer quarter of the radius. With SIDLE_QUEUE_BRAKE, another agent
 * within radius of this one shortens the response to that of the hard stop, if that is shorter.
 *
 * `sum` is the sum of all other forces without separation. Add the result to it, and separation
 * last, so that the brake does not cancel it; without separation the crush at a door remains. */
SIDLE_API sidle_vec2 sidle_steer_queue(const sidle_agent *agent, const sidle_agent *others,
                                       uint32_t count, sidle_queue_way way, float queue_ahead,
                                       float radius, sidle_vec2 sum, float dt);

/* ---- a leader ---- */

/* u: the place `behind` (u) behind a leader. */
SIDLE_API sidle_vec2 sidle_steer_place_behind(sidle_vec2 leader, sidle_vec2 leader_heading,
                                              float behind);

/* Is the position in the way of a leader that moves: within `width` (u) of the line from it, along
 * its heading, to the point `ahead` (u) before it? Then *aside is the direction, of length 1,
 * at a right angle away from that line; for a position on the very line: to the right. Else *aside
 * is unchanged. Nobody is in the way of a leader that does not move along its heading. */
SIDLE_API bool sidle_steer_in_the_way(sidle_vec2 position, sidle_vec2 leader,
                                      sidle_vec2 leader_velocity, sidle_vec2 leader_heading,
                                      float ahead, float width, sidle_vec2 *aside);

typedef struct sidle_follow {
    float behind;         /* u, from the leader to the place that is sought; more than width */
    float slowing_radius; /* u, about that place */
    float tolerance;      /* u, about that place */
    float ahead;          /* u, of the leader's way that followers keep clear */
    float width;          /* u, to each side of it */
    float separation;     /* u, radius of separation from others: more than two radii */
    float max_separation; /* force of it */
} sidle_follow;

/* Arrives at the place behind the leader, keeps apart from the others, and while in the leader's
 * way desires max_speed aside instead. The leader may stand in the array of others. */
SIDLE_API sidle_vec2 sidle_steer_follow_leader(const sidle_agent *agent, const sidle_agent *leader,
                                               const sidle_agent *others, uint32_t count,
                                               const sidle_follow *follow, float dt);

/* ---- a path ---- */

/* Seeks the nodes one after the other, from *node on, and arrives at the last. A node is passed
 * within radius (u) of it, also between two steps; *node is moved on, never beyond the last.
 * Several may be passed at once. A node missed by a wide turn is sought again. With count 0 the
 * force brings the agent to rest. */
SIDLE_API sidle_vec2 sidle_steer_follow_path(const sidle_agent *agent, const sidle_vec2 *path,
                                             uint32_t count, uint32_t *node, float radius,
                                             float slowing_radius, float tolerance, float dt);

#ifdef __cplusplus
}
#endif

#endif
