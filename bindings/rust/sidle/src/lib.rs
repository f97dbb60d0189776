#![doc = include_str!("../README.md")]
#![deny(missing_debug_implementations)]
#![warn(missing_docs)]

use sidle_sys as sys;

mod bulk;
mod groups;
mod queries;
mod saving;
pub mod steer;
mod threads;
mod units;
mod view;
mod world;

pub use bulk::{Columns, Outcome, Path};
pub use groups::Formation;
pub use queries::Filter;
pub use saving::Replay;
pub use sys::{
    Agent, Arrival, Cell, Circle, Congestion, Decision, Error, Event, EventType, Follow, GiveWay, GroupEvent,
    GroupEventType, GroupId, GroupState, Hit, Member, MemberState, MotionKind, Order, Part, Profile, ProfileId,
    Pursuers, QueueWay, Range, Shape, Step, Terrain, Tuning, UnitDef, UnitId, UnitState, Vec2, Wall, Wander, Why,
};
pub use sys::{
    ALLIED_TEAMS, FLOW_AHEAD, FLOW_NONE, MAX_CELLS, MAX_DT, MAX_EXTENT, MAX_GROUPS, MAX_GROUP_UNITS, MAX_SPEED_FACTOR,
    MAX_UNITS, MAX_WAYPOINTS, MIN_DT, MIN_SPEED_FACTOR, PASS_ALL, VALUE_STATIC, VALUE_UNIT,
};
pub use threads::Run;
pub use world::{View, World, WorldDef};

use sys::check;

/// The result of a call that can be refused.
pub type Result<T> = std::result::Result<T, Error>;

/// The bit of a team in a mask of teams; teams from 63 on share the last bit.
pub const fn team_bit(team: u32) -> u64 {
    1 << if team < 63 { team } else { 63 }
}

/// Version of the library: 203 is 0.2.3.
pub fn version() -> u32 {
    unsafe { sys::sidle_version() }
}
