//! Reading a world.
use crate::world::out;
use crate::*;
use std::{ffi::CStr, ptr, slice};

/// A slice of the library's memory.
unsafe fn lent<'a, T>(first: *const T, count: u32) -> &'a [T] {
    if count == 0 {
        &[]
    } else {
        slice::from_raw_parts(first, count as usize)
    }
}

/// A text of the library's `..._text` calls.
pub(crate) fn text(call: impl Fn(*mut std::os::raw::c_char, usize) -> usize) -> String {
    let mut bytes = vec![0_u8; call(ptr::null_mut(), 0) + 1];
    call(bytes.as_mut_ptr().cast(), bytes.len());
    bytes.pop();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Fills a list of the caller by a call that writes at most `capacity` entries, and tells how many there are.
pub(crate) fn list<T: Clone>(into: &mut Vec<T>, call: impl Fn(*mut T, u32, *mut u32) -> u32) -> Result<()> {
    into.clear();
    let mut count = 0;
    loop {
        let capacity = u32::try_from(into.capacity()).unwrap_or(u32::MAX);
        check(call(into.as_mut_ptr(), capacity, &mut count))?;
        if count <= capacity {
            // The call has written this many.
            unsafe { into.set_len(count as usize) };
            return Ok(());
        }
        into.reserve(count as usize);
    }
}

impl View {
    /// Steps made so far.
    pub fn tick(&self) -> u64 {
        unsafe { sys::sidle_world_tick(self.world) }
    }

    /// A hash of all state on which the future depends: the same on every machine.
    pub fn hash(&self) -> u64 {
        unsafe { sys::sidle_world_hash(self.world) }
    }

    /// A hash for each tick of a large crowd: see `sidle_world_quick_hash`.
    pub fn quick_hash(&self) -> u64 {
        unsafe { sys::sidle_world_quick_hash(self.world) }
    }

    /// A hash of one unit; 0 for a stale id.
    pub fn unit_hash(&self, id: UnitId) -> u64 {
        unsafe { sys::sidle_unit_hash(self.world, id) }
    }

    /// The events of the last step, by ascending slot.
    pub fn events(&self) -> &[Event] {
        let mut count = 0;
        unsafe { lent(sys::sidle_world_events(self.world, &mut count), count) }
    }

    // ---- terrain, teams, profiles ----

    /// Cells.
    pub fn width(&self) -> u32 {
        unsafe { sys::sidle_world_width(self.world) }
    }

    /// Cells.
    pub fn height(&self) -> u32 {
        unsafe { sys::sidle_world_height(self.world) }
    }

    /// u.
    pub fn cell_size(&self) -> f32 {
        unsafe { sys::sidle_world_cell_size(self.world) }
    }

    /// The class of a cell; [`Terrain::VOID`] outside the map.
    pub fn cell(&self, x: i32, y: i32) -> Terrain {
        Terrain(unsafe { sys::sidle_world_cell(self.world, x, y) })
    }

    /// Does a disc of this profile fit on the terrain at the point?
    pub fn fits(&self, profile: ProfileId, point: Vec2) -> bool {
        unsafe { sys::sidle_world_fits(self.world, profile, point) }
    }

    /// Does it fit everywhere along the line?
    pub fn line_fits(&self, profile: ProfileId, from: Vec2, to: Vec2) -> bool {
        unsafe { sys::sidle_world_line_fits(self.world, profile, from, to) }
    }

    /// The mask of the allies of a team.
    pub fn allies(&self, team: u32) -> u64 {
        unsafe { sys::sidle_world_allies(self.world, team) }
    }

    /// True for one team, and for allied teams.
    pub fn are_friends(&self, team: u32, other: u32) -> bool {
        unsafe { sys::sidle_world_are_friends(self.world, team, other) }
    }

    /// A copy of a profile.
    pub fn profile(&self, id: ProfileId) -> Result<Profile> {
        out(|to| unsafe { sys::sidle_profile_get(self.world, id, to) })
    }

    // ---- units ----

    /// Number of living units, stowed ones included.
    pub fn unit_count(&self) -> usize {
        unsafe { sys::sidle_unit_count(self.world) as usize }
    }

    /// Is there a living unit with this id?
    pub fn contains(&self, id: UnitId) -> bool {
        unsafe { sys::sidle_unit_valid(self.world, id) }
    }

    /// All that can be read of a unit.
    pub fn unit(&self, id: UnitId) -> Result<UnitState> {
        out(|to| unsafe { sys::sidle_unit_get(self.world, id, to) })
    }

    /// The living units by slot.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let next = move |after: &UnitId| {
            let id = unsafe { sys::sidle_unit_next(self.world, *after) };
            (!id.is_null()).then_some(id)
        };
        std::iter::successors(next(&UnitId::NULL), next)
    }

    /// Reads the waypoints that are left, without the goal, into a list that is cleared first.
    pub fn path_left(&self, id: UnitId, waypoints: &mut Vec<Vec2>) -> Result<()> {
        list(waypoints, |to, capacity, count| unsafe { sys::sidle_unit_path_left(self.world, id, to, capacity, count) })
    }

    /// What the unit read at its last look, and what it chose.
    pub fn why(&self, id: UnitId) -> Result<Why> {
        out(|to| unsafe { sys::sidle_unit_why(self.world, id, to) })
    }

    /// The same in words; empty for a stale id.
    pub fn why_text(&self, id: UnitId) -> String {
        text(|to, size| unsafe { sys::sidle_why_text(self.world, id, to, size) })
    }

    // ---- checks ----

    /// The first fault of the whole state, which is a defect of the library. Slow: for tests.
    pub fn validate(&self) -> std::result::Result<(), String> {
        let fault = unsafe { sys::sidle_world_validate(self.world) };
        if fault.is_null() {
            return Ok(());
        }
        Err(unsafe { CStr::from_ptr(fault) }.to_string_lossy().into_owned())
    }

    /// The first field in which two worlds differ, in words.
    pub fn difference(&self, other: &View) -> Option<String> {
        let mut first = std::mem::MaybeUninit::<sys::Difference>::uninit();
        let differs = unsafe { sys::sidle_world_differs(self.world, other.world, first.as_mut_ptr()) };
        differs.then(|| text(|to, size| unsafe { sys::sidle_difference_text(first.as_ptr(), to, size) }))
    }

    // ---- groups ----

    /// Is there a group with this id?
    pub fn contains_group(&self, group: GroupId) -> bool {
        unsafe { sys::sidle_group_valid(self.groups, group) }
    }

    /// All that can be read of a group.
    pub fn group(&self, group: GroupId) -> Result<GroupState> {
        out(|to| unsafe { sys::sidle_group_get(self.groups, group, to) })
    }

    /// The groups by slot.
    pub fn groups(&self) -> impl Iterator<Item = GroupId> + '_ {
        let next = move |after: &GroupId| {
            let id = unsafe { sys::sidle_group_next(self.groups, *after) };
            (!id.is_null()).then_some(id)
        };
        std::iter::successors(next(&GroupId::NULL), next)
    }

    /// Reads the units of a group into a list that is cleared first.
    pub fn group_units(&self, group: GroupId, ids: &mut Vec<UnitId>) -> Result<()> {
        list(ids, |to, capacity, count| unsafe { sys::sidle_group_units(self.groups, group, to, capacity, count) })
    }

    /// The state of a unit in its group.
    pub fn member(&self, unit: UnitId) -> Result<MemberState> {
        out(|to| unsafe { sys::sidle_group_member(self.groups, unit, to) })
    }

    /// The events of the groups in the last step.
    pub fn group_events(&self) -> &[GroupEvent] {
        let mut count = 0;
        unsafe { lent(sys::sidle_groups_events(self.groups, &mut count), count) }
    }

    /// A hash of all state of the groups on which the future depends.
    pub fn groups_hash(&self) -> u64 {
        unsafe { sys::sidle_groups_hash(self.groups) }
    }
}
