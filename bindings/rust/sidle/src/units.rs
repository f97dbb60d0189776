//! Changes and orders of one unit.
use crate::world::{count, out};
use crate::*;

/// Makes methods that pass an id and some values on to the library.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) = $call:ident($($value:expr),*);)*) => {
        impl World {
            $($(#[$doc])*
            pub fn $name(&mut self, id: UnitId, $($arg: $type),*) -> Result<()> {
                check(unsafe { sys::$call(self.raw(), id, $($value),*) })
            })*
        }
    };
}

calls! {
    /// The id becomes stale.
    destroy() = sidle_unit_destroy();
    /// A unit at rest that overlaps others with its new radius or layer moves out of them.
    set_unit_profile(profile: ProfileId) = sidle_unit_set_profile(profile);
    /// From the next step on, it is a friend of that team and of its allies.
    set_team(team: u32) = sidle_unit_set_team(team);
    /// The unit has this course at once; [`World::face`] turns it at its turn rate.
    set_heading(heading: Vec2) = sidle_unit_set_heading(heading);
    /// Ranks decide ties, the lower one first. No two living units have the same.
    set_rank(rank: u32) = sidle_unit_set_rank(rank);
    /// A number for the host.
    set_user(user: u64) = sidle_unit_set_user(user);
    /// A factor of the profile's top speed, 0 to [`MAX_SPEED_FACTOR`]. At 0 the unit is stunned.
    set_speed_factor(factor: f32) = sidle_unit_set_speed_factor(factor);
    /// Ghosts and other units ignore each other.
    set_ghost(ghost: bool) = sidle_unit_set_ghost(ghost);
    /// Takes the unit off the map, for example into a transport.
    stow(pursuers: Pursuers) = sidle_unit_stow(pursuers as u32);
    /// Puts a stowed unit back on the map, where it goes on with its order.
    unstow(position: Vec2) = sidle_unit_unstow(position);
    /// The speed becomes 0, the order stays.
    teleport(position: Vec2) = sidle_unit_teleport(position);
    /// Turns a unit at rest to this heading, at its turn rate.
    face(heading: Vec2) = sidle_unit_face(heading);

    /// Drive to the goal, in a straight line until a path is given, and rest there.
    go(goal: Vec2) = sidle_unit_go(goal);
    /// Brake and stand, and make room for nobody.
    hold() = sidle_unit_hold();
    /// Go to the points in turn, for ever.
    patrol(points: &[Vec2]) = sidle_unit_patrol(points.as_ptr(), count(points)?);
    /// Drive to where the target will be.
    pursue(target: UnitId) = sidle_unit_pursue(target);
    /// Drive to the nearest point in range of the target, keep it in range, and rest there.
    approach(target: UnitId, range: &Range) = sidle_unit_approach(target, range);
    /// Drive to the nearest point in range of the point, and rest there.
    approach_point(point: Vec2, range: &Range) = sidle_unit_approach_point(point, range);
    /// Gives the present order a range.
    set_range(range: &Range) = sidle_unit_set_range(range);
    /// Keep `follow_distance` behind the leader, and out of its way.
    follow(leader: UnitId) = sidle_unit_follow(leader);
    /// Stand until the hunter is nearer than `flee_distance`, then run.
    evade(hunter: UnitId) = sidle_unit_evade(hunter);
    /// Run from the point.
    flee(danger: Vec2) = sidle_unit_flee(danger);
    /// Wander about inside the disc.
    wander(centre: Vec2, radius: f32) = sidle_unit_wander(centre, radius);
    /// The unit brakes and stands, and steps aside for the units that `give_way` names.
    stop() = sidle_unit_stop();
    /// Sets the path to the goal of the present order: the waypoints without the goal.
    set_path(waypoints: &[Vec2]) = sidle_unit_set_path(waypoints.as_ptr(), count(waypoints)?);
    /// For flow fields: the point to drive to next, as often as each tick.
    set_guide(waypoint: Vec2) = sidle_unit_set_guide(waypoint);
    /// Limits the speed (u/s) under the present order.
    set_pace(speed: f32) = sidle_unit_set_pace(speed);
    /// Allocates now what orders of the unit may need later. sight: classes of its ranges, or 0.
    reserve(sight: u32) = sidle_unit_reserve(sight);
    /// Tells a unit that other units block to wait or to push, in place of its ladder.
    answer(step: Step) = sidle_unit_answer(step as u32);
}

impl World {
    /// Creates a unit, which stands until it gets an order.
    pub fn create(&mut self, unit: &UnitDef) -> Result<UnitId> {
        let world = self.raw();
        out(|to| unsafe { sys::sidle_unit_create(world, unit, to) })
    }

    /// As [`World::go`] and [`World::set_path`], to the free point nearest to the goal, at most
    /// `reach` (u) from it. Returns that point. Without a filter, units are no obstacle.
    pub fn go_near(
        &mut self,
        id: UnitId,
        goal: Vec2,
        waypoints: &[Vec2],
        reach: f32,
        clear_of: Option<&Filter>,
    ) -> Result<Vec2> {
        let (world, filter) = (self.raw(), Filter::raw(clear_of));
        let (points, length) = (waypoints.as_ptr(), count(waypoints)?);
        out(|to| unsafe { sys::sidle_unit_go_near(world, id, goal, points, length, reach, filter.at(), to) })
    }

    /// As [`World::teleport`], to the free point nearest to the position. Returns that point.
    pub fn teleport_near(&mut self, id: UnitId, position: Vec2, reach: f32, clear_of: Option<&Filter>) -> Result<Vec2> {
        let (world, filter) = (self.raw(), Filter::raw(clear_of));
        out(|to| unsafe { sys::sidle_unit_teleport_near(world, id, position, reach, filter.at(), to) })
    }

    /// As [`World::unstow`], to the free point nearest to the position. Returns that point.
    pub fn unstow_near(&mut self, id: UnitId, position: Vec2, reach: f32, clear_of: Option<&Filter>) -> Result<Vec2> {
        let (world, filter) = (self.raw(), Filter::raw(clear_of));
        out(|to| unsafe { sys::sidle_unit_unstow_near(world, id, position, reach, filter.at(), to) })
    }
}
