//! A world: its life, steps, terrain, teams, profiles and units.
use crate::*;
use std::{ops::Deref, ptr};

/// How large a world is, and what its cells are.
#[derive(Clone, Copy, Debug)]
pub struct WorldDef<'a> {
    /// Cells, 1 to [`MAX_CELLS`]; default 64.
    pub width: u32,
    /// Cells, 1 to [`MAX_CELLS`]; default 64.
    pub height: u32,
    /// u; default 1.
    pub cell_size: f32,
    /// The class of each cell, row by row; default all ground.
    pub cells: Option<&'a [u8]>,
    /// Room for this many units at once; it grows when needed; default 0.
    pub units: u32,
}

impl Default for WorldDef<'_> {
    fn default() -> Self {
        let sys::WorldDef { width, height, cell_size, units, .. } = sys::WorldDef::default();
        Self { width, height, cell_size, cells: None, units }
    }
}

impl WorldDef<'_> {
    fn raw(&self) -> Result<sys::WorldDef> {
        let entries = self.width as usize * self.height as usize;
        if self.cells.map_or(false, |cells| cells.len() != entries) {
            return Err(Error::Argument);
        }
        Ok(sys::WorldDef {
            width: self.width,
            height: self.height,
            cell_size: self.cell_size,
            cells: self.cells.map_or(ptr::null(), <[u8]>::as_ptr),
            units: self.units,
            ..sys::WorldDef::default()
        })
    }
}

/// What can be read of a world. A [`World`] is one, and so is the world of a [`Replay`].
#[derive(Debug)]
pub struct View {
    pub(crate) world: *mut sys::World,
    pub(crate) groups: *mut sys::Groups,
}

// The library has no state beside its worlds, and calls that take a const world may be made by
// several threads at once.
unsafe impl Send for View {}
unsafe impl Sync for View {}

/// A world with its units and its groups. All that reads it stands in [`View`].
///
/// A call that is refused leaves the world unchanged.
#[derive(Debug)]
pub struct World {
    view: View,
    pub(crate) recorder: *mut sys::Recorder,
}

unsafe impl Send for World {}
unsafe impl Sync for World {}

impl Deref for World {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

impl Drop for World {
    fn drop(&mut self) {
        unsafe {
            sys::sidle_recorder_destroy(self.recorder);
            sys::sidle_groups_destroy(self.view.groups);
            sys::sidle_world_destroy(self.view.world);
        }
    }
}

/// The length of a slice as the library counts.
pub(crate) fn count<T>(slice: &[T]) -> Result<u32> {
    u32::try_from(slice.len()).map_err(|_| Error::Argument)
}

/// The value that the call writes when it returns SIDLE_OK.
pub(crate) fn out<T>(call: impl FnOnce(*mut T) -> u32) -> Result<T> {
    let mut value = std::mem::MaybeUninit::uninit();
    check(call(value.as_mut_ptr()))?;
    Ok(unsafe { value.assume_init() })
}

impl World {
    /// A world without units.
    pub fn new(def: &WorldDef) -> Result<Self> {
        Self::of(&def.raw()?)
    }

    /// A world without units, whose steps run on threads of the host. They have the same result.
    pub fn on_threads(def: &WorldDef, run: Run) -> Result<Self> {
        Self::of(&sys::WorldDef { hooks: threads::hooks(run), ..def.raw()? })
    }

    fn of(raw: &sys::WorldDef) -> Result<Self> {
        let world = out(|to| unsafe { sys::sidle_world_create(raw, to) })?;
        let mut made = Self { view: View { world, groups: ptr::null_mut() }, recorder: ptr::null_mut() };
        made.view.groups = out(|to| unsafe { sys::sidle_groups_create(world, to) })?;
        Ok(made)
    }

    pub(crate) fn raw(&mut self) -> *mut sys::World {
        self.view.world
    }

    pub(crate) fn raw_groups(&mut self) -> *mut sys::Groups {
        self.view.groups
    }

    /// Moves the groups on, then all units, by `dt` seconds ([`MIN_DT`] to [`MAX_DT`]).
    pub fn step(&mut self, dt: f32) -> Result<()> {
        unsafe {
            check(sys::sidle_groups_update(self.raw_groups(), dt))?;
            check(sys::sidle_world_step(self.raw(), dt))
        }
    }

    // ---- terrain and teams ----

    /// Sets a rectangle of cells, to put up a building or take it down. [`Error::NoRoom`]: a unit
    /// that cannot pass the class stands there; see [`World::vacate`].
    pub fn set_cells(&mut self, x: u32, y: u32, width: u32, height: u32, terrain: Terrain) -> Result<()> {
        check(unsafe { sys::sidle_world_set_cells(self.raw(), x, y, width, height, terrain.0) })
    }

    /// Sets single cells, all or none.
    pub fn set_cell_list(&mut self, cells: &[Cell]) -> Result<()> {
        check(unsafe { sys::sidle_world_set_cell_list(self.raw(), cells.as_ptr(), count(cells)?) })
    }

    /// Orders the units that cannot pass the class out of a rectangle, and returns their number.
    /// Call it each second or so until that is 0, then set the cells.
    pub fn vacate(&mut self, x: u32, y: u32, width: u32, height: u32, terrain: Terrain, reach: f32) -> Result<u32> {
        let world = self.raw();
        out(|to| unsafe { sys::sidle_world_vacate(world, x, y, width, height, terrain.0, reach, to) })
    }

    /// Sets the allies of a team: a mask of [`team_bit`].
    pub fn set_allies(&mut self, team: u32, allies: u64) -> Result<()> {
        check(unsafe { sys::sidle_world_set_allies(self.raw(), team, allies) })
    }

    // ---- profiles ----

    /// Adds a profile for units to have.
    pub fn add_profile(&mut self, profile: &Profile) -> Result<ProfileId> {
        let world = self.raw();
        out(|to| unsafe { sys::sidle_profile_add(world, profile, to) })
    }

    /// Changes a profile for all its units, from the next step on.
    pub fn set_profile(&mut self, id: ProfileId, profile: &Profile) -> Result<()> {
        check(unsafe { sys::sidle_profile_set(self.raw(), id, profile) })
    }

    /// Releases a profile that no living unit has.
    pub fn release_profile(&mut self, id: ProfileId) -> Result<()> {
        check(unsafe { sys::sidle_profile_release(self.raw(), id) })
    }
}
