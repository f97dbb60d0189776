//! Calls each function with null pointers, stale ids and numbers outside their range: the library
//! refuses the call with an error that it documents, and goes on.
use sidle_sys::*;
use std::{
    mem::zeroed,
    os::raw::{c_char, c_void},
    ptr::null_mut,
};

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// Good values: live objects and ids, definitions with their defaults, and zeros for all else.
struct Live {
    world: *mut World,
    groups: *mut Groups,
    recorder: *mut Recorder,
    replay: *mut Replay,
    unit: UnitId,
    group: GroupId,
    given: Vec<Vec<u64>>,
    wrong: Vec<String>,
    calls: u32,
}

impl Live {
    fn new() -> Self {
        let mut live = Live {
            world: null_mut(),
            groups: null_mut(),
            recorder: null_mut(),
            replay: null_mut(),
            unit: UnitId::NULL,
            group: GroupId::NULL,
            given: Vec::new(),
            wrong: Vec::new(),
            calls: 0,
        };
        unsafe {
            let def = WorldDef::default();
            check(sidle_world_create(&def, &mut live.world)).unwrap();
            let unit = UnitDef { position: Vec2::new(5.0, 5.0), ..UnitDef::default() };
            check(sidle_unit_create(live.world, &unit, &mut live.unit)).unwrap();
            check(sidle_groups_create(live.world, &mut live.groups)).unwrap();
            let (formation, goal) = (Formation::default(), Vec2::new(20.0, 20.0));
            check(sidle_group_go(live.groups, &live.unit, 1, goal, &formation, &mut live.group)).unwrap();
            check(sidle_recorder_create(live.world, &RecorderDef::default(), &mut live.recorder)).unwrap();
            check(sidle_recorder_end(live.recorder)).unwrap();
            let mut size = 0;
            let bytes = sidle_recorder_bytes(live.recorder, &mut size);
            let kept = std::slice::from_raw_parts(bytes as *const u8, size).to_vec().leak();
            let at = kept.as_ptr() as *const c_void;
            check(sidle_replay_create(&def, at, size, 0, &mut live.replay)).unwrap();
        }
        live
    }

    /// A pointer to a good value.
    fn give<T: Pointer>(&mut self) -> T {
        match T::target() {
            "World" => return T::from(self.world.cast()),
            "Groups" => return T::from(self.groups.cast()),
            "Recorder" => return T::from(self.recorder.cast()),
            "Replay" => return T::from(self.replay.cast()),
            _ => (),
        }
        let mut made = match T::target() {
            "UnitId" => words(self.unit),
            "WorldDef" => words(WorldDef::default()),
            "Profile" => words(Profile::default()),
            "UnitDef" => words(UnitDef::default()),
            "Formation" => words(Formation::default()),
            "RecorderDef" => words(RecorderDef::default()),
            _ => vec![0; 512],
        };
        let at = made.as_mut_ptr();
        self.given.push(made);
        T::from(at.cast())
    }

    fn refused(&mut self, text: &str, documented: &[u32], must_refuse: bool, call: impl FnOnce(&mut Self) -> u32) {
        println!("{}", text); // the last line, should the call crash: cargo test -- --nocapture
        let result = call(self);
        self.calls += 1;
        let expected = documented.contains(&result) || (!must_refuse && result == 0);
        if !expected {
            self.wrong.push(format!("{} returns {}", text, result));
        }
    }

    fn returns(&mut self, text: &str, call: impl FnOnce(&mut Self)) {
        println!("{}", text);
        call(self);
        self.calls += 1;
    }
}

/// The value at the beginning of a buffer that is long enough for all that a call writes.
fn words<T: Copy>(value: T) -> Vec<u64> {
    let mut made = vec![0; 512];
    assert!(std::mem::size_of::<T>() <= 4096);
    unsafe { std::ptr::write_unaligned(made.as_mut_ptr() as *mut T, value) };
    made
}

trait Pointer {
    fn from(pointer: *mut c_void) -> Self;
    /// The name of the type that it points to; of a pointer to a pointer, that of a pointer.
    fn target() -> &'static str;
}

fn name_of<T>() -> &'static str {
    let name = std::any::type_name::<T>();
    if name.starts_with('*') { name } else { name.rsplit("::").next().unwrap() }
}

impl<T> Pointer for *mut T {
    fn from(pointer: *mut c_void) -> Self {
        pointer.cast()
    }
    fn target() -> &'static str {
        name_of::<T>()
    }
}

impl<T> Pointer for *const T {
    fn from(pointer: *mut c_void) -> Self {
        pointer.cast()
    }
    fn target() -> &'static str {
        name_of::<T>()
    }
}

/// Ids of no unit, group or profile.
fn stale<T>() -> T {
    let bits = [77_u32, 9];
    assert!(std::mem::size_of::<T>() <= 8);
    unsafe { std::ptr::read_unaligned(bits.as_ptr() as *const T) }
}

fn nan<T: From<(f32, f32)>>() -> T {
    T::from((f32::NAN, f32::NAN))
}

fn huge<T: From<(f32, f32)>>() -> T {
    T::from((1e30, 1e30))
}

fn infinite<T: From<(f32, f32)>>() -> T {
    T::from((0.0, f32::INFINITY))
}

#[test]
fn each_function_refuses_bad_arguments_with_a_documented_error() {
    let mut live = Live::new();
    unsafe { all_calls(&mut live) };
    let lives = unsafe { sidle_unit_valid(live.world, live.unit) && sidle_group_valid(live.groups, live.group) };
    assert!(lives, "a refused call has ended the unit or its group");
    assert!(live.calls > 300, "only {} calls", live.calls);
    assert!(live.wrong.is_empty(), "{} of {} calls:\n{}", live.wrong.len(), live.calls, live.wrong.join("\n"));
}
