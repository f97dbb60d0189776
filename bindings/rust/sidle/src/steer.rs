//! The classic steering behaviours, as pure functions beside the world: a force comes out.
//!
//! Add up the forces, each times a weight, in a fixed order, and give the sum to [`step`]. Where a
//! function takes others, the agent may be one of them if it is a reference into that slice.
use crate::*;

/// The length of a slice, as far as the library counts.
fn most<T>(slice: &[T]) -> u32 {
    u32::try_from(slice.len()).unwrap_or(u32::MAX)
}

/// Moves the agent by the force: see `sidle_steer_move`.
pub fn step(agent: &mut Agent, force: Vec2, dt: f32) -> Result<()> {
    check(unsafe { sys::sidle_steer_move(agent, force, dt) })
}

/// The force that leads from the agent's velocity to the desired one.
pub fn towards(agent: &Agent, desired: Vec2, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_towards(agent, desired, dt) }
}

/// To the target at full speed.
pub fn seek(agent: &Agent, target: Vec2, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_seek(agent, target, dt) }
}

/// Away from the target at full speed.
pub fn flee(agent: &Agent, target: Vec2, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_flee(agent, target, dt) }
}

/// To the target, to stop there.
pub fn arrive(agent: &Agent, target: Vec2, slowing_radius: f32, tolerance: f32, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_arrive(agent, target, slowing_radius, tolerance, dt) }
}

/// Where the target will be when an agent with this top speed gets there.
pub fn intercept(position: Vec2, max_speed: f32, target: Vec2, velocity: Vec2, foresight: f32) -> Vec2 {
    unsafe { sys::sidle_steer_intercept(position, max_speed, target, velocity, foresight) }
}

/// Seeks the intercept point.
pub fn pursue(agent: &Agent, target: Vec2, velocity: Vec2, foresight: f32, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_pursue(agent, target, velocity, foresight, dt) }
}

/// Flees the point where the two could meet soonest.
pub fn evade(agent: &Agent, target: Vec2, velocity: Vec2, foresight: f32, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_evade(agent, target, velocity, foresight, dt) }
}

/// The point that a wandering agent seeks at this time (s).
pub fn wander_point(position: Vec2, heading: Vec2, wander: &Wander, time: f64) -> Vec2 {
    unsafe { sys::sidle_steer_wander_point(position, heading, wander, time) }
}

/// Seeks that point.
pub fn wander(agent: &Agent, wander: &Wander, time: f64, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_wander(agent, wander, time, dt) }
}

/// Round the nearest circle that threatens.
pub fn avoid(agent: &Agent, obstacles: &[Circle], see_ahead: f32, max_avoid_force: f32) -> Vec2 {
    unsafe { sys::sidle_steer_avoid(agent, obstacles.as_ptr(), most(obstacles), see_ahead, max_avoid_force) }
}

/// Away from all others within the radius.
pub fn separation(agent: &Agent, others: &[Agent], radius: f32, max_separation: f32) -> Vec2 {
    unsafe { sys::sidle_steer_separation(agent, others.as_ptr(), most(others), radius, max_separation) }
}

/// Is another within the radius of the point `queue_ahead` (u) before the agent?
pub fn someone_ahead(agent: &Agent, others: &[Agent], queue_ahead: f32, radius: f32) -> bool {
    unsafe { sys::sidle_steer_someone_ahead(agent, others.as_ptr(), most(others), queue_ahead, radius) }
}

/// Brakes while another is ahead. `sum` is that of all other forces but separation.
pub fn queue(
    agent: &Agent,
    others: &[Agent],
    way: QueueWay,
    queue_ahead: f32,
    radius: f32,
    sum: Vec2,
    dt: f32,
) -> Vec2 {
    let (first, count) = (others.as_ptr(), most(others));
    unsafe { sys::sidle_steer_queue(agent, first, count, way as u32, queue_ahead, radius, sum, dt) }
}

/// The place `behind` (u) behind a leader.
pub fn place_behind(leader: Vec2, leader_heading: Vec2, behind: f32) -> Vec2 {
    unsafe { sys::sidle_steer_place_behind(leader, leader_heading, behind) }
}

/// The direction out of the way of a leader, if the position is in it.
pub fn out_of_the_way(
    position: Vec2,
    leader: Vec2,
    leader_velocity: Vec2,
    leader_heading: Vec2,
    ahead: f32,
    width: f32,
) -> Option<Vec2> {
    let mut aside = Vec2::default();
    let (velocity, heading) = (leader_velocity, leader_heading);
    let in_the_way =
        unsafe { sys::sidle_steer_in_the_way(position, leader, velocity, heading, ahead, width, &mut aside) };
    in_the_way.then_some(aside)
}

/// To the place behind the leader, apart from the others, out of the leader's way.
pub fn follow_leader(agent: &Agent, leader: &Agent, others: &[Agent], follow: &Follow, dt: f32) -> Vec2 {
    unsafe { sys::sidle_steer_follow_leader(agent, leader, others.as_ptr(), most(others), follow, dt) }
}

/// Seeks the nodes of a path in turn, from `node` on, and arrives at the last one.
pub fn follow_path(
    agent: &Agent,
    path: &[Vec2],
    node: &mut u32,
    radius: f32,
    slowing_radius: f32,
    tolerance: f32,
    dt: f32,
) -> Vec2 {
    let (first, count) = (path.as_ptr(), most(path));
    unsafe { sys::sidle_steer_follow_path(agent, first, count, node, radius, slowing_radius, tolerance, dt) }
}
