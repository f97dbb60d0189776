//! The C library sidle as it is in C. The crate `sidle` is its safe form.
//!
//! Functions keep their names and take enumerators as numbers; types have Rust's names. What the headers
//! define as `static inline` functions are methods here.
use std::{ffi::CStr, fmt, mem::MaybeUninit};

include!(concat!(env!("OUT_DIR"), "/raw.rs"));

/// What a fill function of the library writes.
macro_rules! filled {
    ($type:ty, $fill:ident $(, $more:expr)*) => {{
        let mut made = MaybeUninit::<$type>::uninit();
        // A fill function with the layout of this struct writes all of it.
        unsafe {
            $fill(made.as_mut_ptr(), <$type>::LAYOUT $(, $more)*);
            made.assume_init()
        }
    }};
}

impl Default for WorldDef {
    fn default() -> Self {
        filled!(WorldDef, sidle_world_def_fill)
    }
}

impl Default for UnitDef {
    fn default() -> Self {
        filled!(UnitDef, sidle_unit_def_fill)
    }
}

impl Default for Formation {
    fn default() -> Self {
        filled!(Formation, sidle_formation_fill)
    }
}

impl Default for RecorderDef {
    fn default() -> Self {
        filled!(RecorderDef, sidle_recorder_def_fill)
    }
}

impl Profile {
    /// A profile for a unit with this radius (u) and top speed (u/s): the other lengths follow from
    /// the radius, the acceleration from the top speed.
    pub fn new(radius: f32, top_speed: f32) -> Self {
        filled!(Profile, sidle_profile_fill, radius, top_speed)
    }
}

/// The built-in profile.
impl Default for Profile {
    fn default() -> Self {
        Self::new(DEFAULT_RADIUS, DEFAULT_TOP_SPEED)
    }
}

/// At rest at the origin: see the header.
impl Default for Agent {
    fn default() -> Self {
        unsafe { sidle_agent_default() }
    }
}

impl Vec2 {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

impl From<(f32, f32)> for Vec2 {
    fn from((x, y): (f32, f32)) -> Self {
        Self { x, y }
    }
}

impl From<[f32; 2]> for Vec2 {
    fn from([x, y]: [f32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Vec2> for [f32; 2] {
    fn from(v: Vec2) -> Self {
        [v.x, v.y]
    }
}

impl UnitId {
    pub const NULL: Self = Self { slot: 0, generation: 0 };

    pub const fn is_null(self) -> bool {
        self.slot == 0
    }
}

impl GroupId {
    pub const NULL: Self = Self { slot: 0, generation: 0 };

    pub const fn is_null(self) -> bool {
        self.slot == 0
    }
}

impl ProfileId {
    /// The built-in profile of each world.
    pub const BUILT_IN: Self = Self { index: 0 };
}

impl Terrain {
    /// The bit of this class in a mask of classes, as in [`Profile::passable`].
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = unsafe { CStr::from_ptr(sidle_result_text(*self as u32)) };
        f.write_str(&text.to_string_lossy())
    }
}

impl std::error::Error for Error {}

impl Columns {
    /// Reads nothing.
    pub const fn none() -> Self {
        const NONE: Column = Column { to: std::ptr::null_mut(), stride: 0 };
        Self {
            ids: NONE,
            positions: NONE,
            headings: NONE,
            velocities: NONE,
            made: NONE,
            decisions: NONE,
            users: NONE,
            places: NONE,
        }
    }
}
