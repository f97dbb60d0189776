//! Snapshots as bytes, recordings, and replays.
use crate::view::text;
use crate::world::out;
use crate::*;
use std::{ffi::c_void, ptr, slice};

/// Replaces the bytes by what a call of the library writes.
fn bytes(into: &mut Vec<u8>, call: impl Fn(*mut c_void, usize, *mut usize) -> u32) -> Result<()> {
    into.clear();
    let mut needed = 0;
    loop {
        match check(call(into.as_mut_ptr().cast(), into.capacity(), &mut needed)) {
            Err(Error::Buffer) => into.reserve(needed),
            result => {
                result?;
                // The call has written this many.
                unsafe { into.set_len(needed) };
                return Ok(());
            }
        }
    }
}

impl View {
    /// Writes the whole state of the world into a list that is cleared first. The bytes are the
    /// same on every machine.
    pub fn save(&self, into: &mut Vec<u8>) -> Result<()> {
        bytes(into, |to, size, needed| unsafe { sys::sidle_world_save(self.world, to, size, needed) })
    }

    /// Writes the state of the groups.
    pub fn save_groups(&self, into: &mut Vec<u8>) -> Result<()> {
        bytes(into, |to, size, needed| unsafe { sys::sidle_groups_save(self.groups, to, size, needed) })
    }
}

impl World {
    /// Replaces the state of the world by the saved one, ids included.
    pub fn load(&mut self, saved: &[u8]) -> Result<()> {
        check(unsafe { sys::sidle_world_load(self.raw(), saved.as_ptr().cast(), saved.len()) })
    }

    /// Replaces the state of the groups by the saved one. Load their world first.
    pub fn load_groups(&mut self, saved: &[u8]) -> Result<()> {
        check(unsafe { sys::sidle_groups_load(self.raw_groups(), saved.as_ptr().cast(), saved.len()) })
    }

    /// Copies the state of another world into this one; groups are not copied.
    pub fn copy_from(&mut self, other: &View) -> Result<()> {
        check(unsafe { sys::sidle_world_copy(self.raw(), other.world) })
    }

    // ---- recording ----

    /// Starts recording all calls that change the world. `snapshot_ticks`: ticks between snapshots
    /// (0: one at the beginning), `hash_ticks`: ticks between hashes (0: none).
    pub fn start_recording(&mut self, snapshot_ticks: u32, hash_ticks: u32) -> Result<()> {
        let def = sys::RecorderDef { snapshot_ticks, hash_ticks, ..sys::RecorderDef::default() };
        let world = self.raw();
        self.recorder = out(|to| unsafe { sys::sidle_recorder_create(world, &def, to) })?;
        Ok(())
    }

    /// Ends the recording and returns its bytes. [`Error::Argument`]: there is none.
    pub fn end_recording(&mut self) -> Result<Vec<u8>> {
        let recorder = std::mem::replace(&mut self.recorder, ptr::null_mut());
        let ended = check(unsafe { sys::sidle_recorder_end(recorder) });
        let mut size = 0;
        let first = unsafe { sys::sidle_recorder_bytes(recorder, &mut size) };
        let made = ended.map(|()| unsafe { slice::from_raw_parts(first.cast::<u8>(), size) }.to_vec());
        unsafe { sys::sidle_recorder_destroy(recorder) };
        made
    }
}

/// A recording that is played again, and compared with what was recorded.
#[derive(Debug)]
pub struct Replay {
    raw: *mut sys::Replay,
    view: View,
    /// The library reads them until the replay is dropped.
    _bytes: Box<[u8]>,
}

unsafe impl Send for Replay {}

impl Drop for Replay {
    fn drop(&mut self) {
        unsafe { sys::sidle_replay_destroy(self.raw) }
    }
}

impl Replay {
    /// Starts at the last snapshot at or before the tick `from`.
    pub fn new(recording: impl Into<Box<[u8]>>, from: u64) -> Result<Self> {
        let bytes = recording.into();
        let (first, size) = (bytes.as_ptr().cast(), bytes.len());
        let raw = out(|to| unsafe { sys::sidle_replay_create(ptr::null(), first, size, from, to) })?;
        let view = View { world: ptr::null_mut(), groups: ptr::null_mut() };
        let mut made = Self { raw, view, _bytes: bytes };
        made.look();
        Ok(made)
    }

    /// The library may make the world and the groups anew in a tick.
    fn look(&mut self) {
        unsafe {
            self.view.world = sys::sidle_replay_world(self.raw) as *mut _;
            self.view.groups = sys::sidle_replay_groups(self.raw) as *mut _;
        }
    }

    /// Makes the recorded calls up to the next step, and that step. [`Error::Differs`]: the replay
    /// diverged from the recording; it may go on.
    pub fn tick(&mut self) -> Result<()> {
        let result = check(unsafe { sys::sidle_replay_tick(self.raw) });
        self.look();
        result
    }

    /// Is the replay over: at the end of the recording, or at an error?
    pub fn over(&self) -> bool {
        unsafe { sys::sidle_replay_over(self.raw) }
    }

    /// The world after the last tick.
    pub fn world(&self) -> &View {
        &self.view
    }

    /// The last error in words; empty without one.
    pub fn text(&self) -> String {
        text(|to, size| unsafe { sys::sidle_replay_text(self.raw, to, size) })
    }
}
