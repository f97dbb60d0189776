//! Many units in one call.
use crate::world::count;
use crate::*;
use std::{marker::PhantomData, mem::size_of};

/// The columns to read: slices of the host, into which the library writes. Use:
///
/// ```
/// # fn main() -> sidle::Result<()> {
/// use sidle::*;
/// let mut world = World::new(&WorldDef::default())?;
/// world.create(&UnitDef { position: Vec2::new(5.0, 5.0), ..UnitDef::default() })?;
/// let mut ids = [UnitId::NULL; 100];
/// let mut positions = [Vec2::default(); 100];
/// let rows = world.read(&mut Columns::new().ids(&mut ids).positions(&mut positions))?;
/// for (id, position) in ids.iter().zip(&positions[..rows]) {
///     println!("{:?} stands at {:?}", id, position);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Columns<'a> {
    raw: sys::Columns,
    rows: usize,
    slices: PhantomData<&'a mut ()>,
}

impl Default for Columns<'_> {
    fn default() -> Self {
        Self::new()
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {
        impl<'a> Columns<'a> {
            $($(#[$doc])*
            pub fn $name(mut self, to: &'a mut [$type]) -> Self {
                self.raw.$name = sys::Column { to: to.as_mut_ptr().cast(), stride: size_of::<$type>() };
                self.rows = self.rows.min(to.len());
                self
            })*
        }
    };
}

columns! {
    /// The null id in a row without a unit.
    ids: UnitId;
    /// u.
    positions: Vec2;
    /// Of length 1.
    headings: Vec2;
    /// u/s, of the drive.
    velocities: Vec2;
    /// u/s, the move of the last step over its dt: extrapolate with this one.
    made: Vec2;
    /// u, where the unit will come to rest.
    places: Vec2;
    /// Of the unit's definition.
    users: u64;
    /// A [`Decision`] as a number.
    decisions: u8;
}

impl Columns<'_> {
    /// Reads nothing.
    pub fn new() -> Self {
        Self { raw: sys::Columns::none(), rows: usize::MAX, slices: PhantomData }
    }

    fn capacity(&self) -> u32 {
        u32::try_from(self.rows).unwrap_or(u32::MAX)
    }
}

impl View {
    /// The number of rows that [`View::read`] needs to read all units.
    pub fn rows(&self) -> usize {
        let mut rows = 0;
        unsafe { sys::sidle_world_read(self.world, &sys::Columns::none(), 0, &mut rows) };
        rows as usize
    }

    /// Reads all living units: the one in slot s into row s - 1. In a row without a unit only the
    /// id is written. Returns the number of rows that were read; the shortest slice limits it.
    pub fn read(&self, to: &mut Columns) -> Result<usize> {
        let mut rows = 0;
        check(unsafe { sys::sidle_world_read(self.world, &to.raw, to.capacity(), &mut rows) })?;
        Ok(to.rows.min(rows as usize))
    }

    /// Reads the units of a list, `ids[k]` into row k. [`Error::Argument`]: a slice is shorter.
    pub fn read_units(&self, ids: &[UnitId], to: &mut Columns) -> Result<()> {
        if to.rows < ids.len() {
            return Err(Error::Argument);
        }
        check(unsafe { sys::sidle_units_read(self.world, ids.as_ptr(), count(ids)?, &to.raw) })
    }
}

/// Waypoints without the goal, as [`World::set_path_of`] takes them.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Path<'a> {
    #[allow(dead_code)] // the library reads it
    raw: sys::Path,
    points: PhantomData<&'a [Vec2]>,
}

impl<'a> Path<'a> {
    /// [`Error::Argument`]: more points than the library can count.
    pub fn new(waypoints: &'a [Vec2]) -> Result<Self> {
        let raw = sys::Path { waypoints: waypoints.as_ptr(), count: count(waypoints)? };
        Ok(Self { raw, points: PhantomData })
    }
}

/// The result for one unit of a bulk call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Outcome(u32);

impl Outcome {
    /// The result as that of a call for one unit.
    pub fn result(self) -> Result<()> {
        check(self.0)
    }
}

/// A flow field, if it has an entry for each cell of the world.
pub(crate) fn flow(view: &View, next: &[u32], ahead: u32) -> Result<sys::Flow> {
    if next.len() != view.width() as usize * view.height() as usize {
        return Err(Error::Argument);
    }
    Ok(sys::Flow { next: next.as_ptr(), ahead })
}

/// One entry for each unit, or one for all; the stride to the next.
fn stride<T>(ids: &[UnitId], entries: &[T]) -> Result<usize> {
    match entries.len() {
        1 => Ok(0),
        length if length == ids.len() => Ok(size_of::<T>()),
        _ => Err(Error::Argument),
    }
}

/// Room for a result of each unit, or null.
fn outcomes(ids: &[UnitId], to: Option<&mut [Outcome]>) -> Result<*mut u32> {
    match to {
        None => Ok(std::ptr::null_mut()),
        Some(slice) if slice.len() == ids.len() => Ok(slice.as_mut_ptr().cast()),
        Some(_) => Err(Error::Argument),
    }
}

/// Each call gives every unit of a list its order, in order. The slice has one entry a unit, or one
/// for all. The call returns the first error; the outcomes, if given, say which units were refused.
impl World {
    /// As [`World::go`].
    pub fn go_of(&mut self, ids: &[UnitId], goals: &[Vec2], results: Option<&mut [Outcome]>) -> Result<()> {
        let (step, to) = (stride(ids, goals)?, outcomes(ids, results)?);
        check(unsafe { sys::sidle_units_go(self.raw(), ids.as_ptr(), count(ids)?, goals.as_ptr(), step, to) })
    }

    /// As [`World::set_path`].
    pub fn set_path_of(&mut self, ids: &[UnitId], paths: &[Path], results: Option<&mut [Outcome]>) -> Result<()> {
        let (step, to) = (stride(ids, paths)?, outcomes(ids, results)?);
        let first = paths.as_ptr().cast();
        check(unsafe { sys::sidle_units_set_path(self.raw(), ids.as_ptr(), count(ids)?, first, step, to) })
    }

    /// As [`World::set_guide`].
    pub fn set_guide_of(&mut self, ids: &[UnitId], points: &[Vec2], results: Option<&mut [Outcome]>) -> Result<()> {
        let (step, to) = (stride(ids, points)?, outcomes(ids, results)?);
        check(unsafe { sys::sidle_units_set_guide(self.raw(), ids.as_ptr(), count(ids)?, points.as_ptr(), step, to) })
    }

    /// As [`World::set_range`].
    pub fn set_range_of(&mut self, ids: &[UnitId], ranges: &[Range], results: Option<&mut [Outcome]>) -> Result<()> {
        let (step, to) = (stride(ids, ranges)?, outcomes(ids, results)?);
        check(unsafe { sys::sidle_units_set_range(self.raw(), ids.as_ptr(), count(ids)?, ranges.as_ptr(), step, to) })
    }

    /// Guides the units by a flow field: for each cell the number of the next one (row by row), its
    /// own at the goal, or [`FLOW_NONE`]. `ahead`: cells to look ahead, 1 to [`FLOW_AHEAD`].
    pub fn set_flow_of(
        &mut self,
        ids: &[UnitId],
        next: &[u32],
        ahead: u32,
        results: Option<&mut [Outcome]>,
    ) -> Result<()> {
        let (flow, to) = (flow(self, next, ahead)?, outcomes(ids, results)?);
        check(unsafe { sys::sidle_units_set_flow(self.raw(), ids.as_ptr(), count(ids)?, &flow, to) })
    }
}
