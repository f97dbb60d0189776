//! Calls each function with null pointers, stale ids and numbers outside their range: the library
//! refuses the call with an error that it documents, and goes on.
use sidle_sys::*;
use std::{
    collections::HashMap,
    mem::zeroed,
    os::raw::{c_char, c_void},
    ptr::null_mut,
};

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// Values that a call may get for each parameter but the bad one: live objects, and zeros for all else.
struct Live {
    world: *mut World,
    groups: *mut Groups,
    recorder: *mut Recorder,
    replay: *mut Replay,
    zeros: Vec<Vec<u64>>,
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
            zeros: Vec::new(),
            wrong: Vec::new(),
            calls: 0,
        };
        unsafe {
            let def = WorldDef::default();
            check(sidle_world_create(&def, &mut live.world)).unwrap();
            check(sidle_groups_create(live.world, &mut live.groups)).unwrap();
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

    /// A live object, or a buffer of zeros.
    fn give<T: Pointer>(&mut self) -> T {
        self.zeros.push(vec![0; 4096]);
        let known: HashMap<&str, *mut c_void> = HashMap::from([
            ("World", self.world.cast()),
            ("Groups", self.groups.cast()),
            ("Recorder", self.recorder.cast()),
            ("Replay", self.replay.cast()),
        ]);
        let name = T::target().rsplit("::").next().unwrap();
        T::from(*known.get(name).unwrap_or(&self.zeros.last_mut().unwrap().as_mut_ptr().cast()))
    }

    fn refused(&mut self, text: &str, documented: &[u32], may_pass: bool, call: impl FnOnce(&mut Self) -> u32) {
        println!("{}", text); // the last line, should the call crash: cargo test -- --nocapture
        let result = call(self);
        self.calls += 1;
        let expected = documented.contains(&result) || (may_pass && result == 0);
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

trait Pointer {
    fn from(pointer: *mut c_void) -> Self;
    fn target() -> &'static str;
}

impl<T> Pointer for *mut T {
    fn from(pointer: *mut c_void) -> Self {
        pointer.cast()
    }
    fn target() -> &'static str {
        std::any::type_name::<T>()
    }
}

impl<T> Pointer for *const T {
    fn from(pointer: *mut c_void) -> Self {
        pointer.cast()
    }
    fn target() -> &'static str {
        std::any::type_name::<T>()
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

#[test]
fn each_function_refuses_bad_arguments_with_a_documented_error() {
    let mut live = Live::new();
    unsafe { all_calls(&mut live) };
    assert!(live.calls > 300, "only {} calls", live.calls);
    assert!(live.wrong.is_empty(), "{} of {} calls:\n{}", live.wrong.len(), live.calls, live.wrong.join("\n"));
}
