//! Which units are where, and where there is room for one.
use crate::view::list;
use crate::world::out;
use crate::*;
use std::ptr;

/// A query finds the units that pass every field. The default passes all units.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// A mask of [`team_bit`]; 0: all.
    pub teams: u64,
    /// `1 << layer | ...`; 0: all.
    pub layers: u32,
    /// The part of a unit that must lie inside the shape.
    pub part: Part,
    /// Units at rest, under way, or any.
    pub motion: MotionKind,
    /// A mask of [`Terrain::bit`]: a ray ends at a cell of another class; 0: it ignores terrain.
    pub through: u32,
    /// Leaves this unit out; the null id leaves none out.
    pub except: UnitId,
}

impl Default for Filter {
    fn default() -> Self {
        Self { teams: 0, layers: 0, part: Part::Centre, motion: MotionKind::Any, through: 0, except: UnitId::NULL }
    }
}

/// A filter as the library takes it; `None` is a null pointer.
pub(crate) struct RawFilter(Option<sys::Filter>);

impl RawFilter {
    pub(crate) fn at(&self) -> *const sys::Filter {
        self.0.as_ref().map_or(ptr::null(), |filter| filter)
    }
}

impl Filter {
    pub(crate) fn raw(filter: Option<&Filter>) -> RawFilter {
        RawFilter(filter.map(|f| sys::Filter {
            teams: f.teams,
            layers: f.layers,
            part: f.part as u32,
            motion: f.motion as u32,
            through: f.through,
            except: f.except,
            accept: None,
            context: ptr::null_mut(),
        }))
    }
}

/// The queries clear the list of hits and fill it with all units found, the nearest first, those of
/// the same distance by rank. A list that is used again allocates nothing.
impl View {
    /// Units in a disc.
    pub fn query_disc(&self, centre: Vec2, radius: f32, filter: &Filter, hits: &mut Vec<Hit>) -> Result<()> {
        let filter = Filter::raw(Some(filter));
        list(hits, |to, capacity, count| unsafe {
            sys::sidle_query_disc(self.world, centre, radius, filter.at(), to, capacity, count)
        })
    }

    /// Units in the box from the corner `low` to `high`.
    pub fn query_box(&self, low: Vec2, high: Vec2, filter: &Filter, hits: &mut Vec<Hit>) -> Result<()> {
        let filter = Filter::raw(Some(filter));
        list(hits, |to, capacity, count| unsafe {
            sys::sidle_query_box(self.world, low, high, filter.at(), to, capacity, count)
        })
    }

    /// Units that a disc touches on its way from one point to the other.
    pub fn query_ray(&self, from: Vec2, to: Vec2, radius: f32, filter: &Filter, hits: &mut Vec<Hit>) -> Result<()> {
        let filter = Filter::raw(Some(filter));
        list(hits, |into, capacity, count| unsafe {
            sys::sidle_query_ray(self.world, from, to, radius, filter.at(), into, capacity, count)
        })
    }

    /// Units at rest in the disc that make no room for this unit, for a pathfinder.
    pub fn query_obstacles(&self, id: UnitId, centre: Vec2, radius: f32, hits: &mut Vec<Hit>) -> Result<()> {
        list(hits, |to, capacity, count| unsafe {
            sys::sidle_query_obstacles(self.world, id, centre, radius, to, capacity, count)
        })
    }

    /// At most `most` units nearest to the point, and at most `reach` (u) away.
    pub fn query_nearest(
        &self,
        point: Vec2,
        reach: f32,
        filter: &Filter,
        most: usize,
        hits: &mut Vec<Hit>,
    ) -> Result<()> {
        let filter = Filter::raw(Some(filter));
        hits.clear();
        hits.reserve(most);
        let (to, most) = (hits.as_mut_ptr(), u32::try_from(most).map_err(|_| Error::Argument)?);
        let found =
            out(|count| unsafe { sys::sidle_query_nearest(self.world, point, reach, filter.at(), to, most, count) })?;
        // The call has written this many.
        unsafe { hits.set_len(found as usize) };
        Ok(())
    }

    /// The units for which [`World::set_cells`] returns [`Error::NoRoom`].
    #[allow(clippy::too_many_arguments)] // the rectangle of set_cells
    pub fn query_cells(
        &self,
        x: u32,
        y: u32,
        width: u32,
        height: u32,
        terrain: Terrain,
        filter: &Filter,
        hits: &mut Vec<Hit>,
    ) -> Result<()> {
        let filter = Filter::raw(Some(filter));
        list(hits, |to, capacity, count| unsafe {
            sys::sidle_query_cells(self.world, x, y, width, height, terrain.0, filter.at(), to, capacity, count)
        })
    }

    /// The first cell that a disc meets on its way, whose class is not in the mask of passable ones.
    pub fn query_terrain(&self, from: Vec2, to: Vec2, radius: f32, passable: u32) -> Result<Wall> {
        out(|wall| unsafe { sys::sidle_query_terrain(self.world, from, to, radius, passable, wall) })
    }

    /// The point nearest to this one, at most `reach` (u) away, where a disc of the profile fits,
    /// clear of the units that pass the filter.
    pub fn nearest_fit(&self, profile: ProfileId, point: Vec2, reach: f32, clear_of: Option<&Filter>) -> Result<Vec2> {
        let filter = Filter::raw(clear_of);
        out(|place| unsafe { sys::sidle_world_nearest_fit(self.world, profile, point, reach, filter.at(), place) })
    }

    /// The traffic in square cells of this side, row by row, into a list that is cleared first.
    /// Returns the number of columns.
    pub fn query_congestion(&self, side: f32, filter: &Filter, cells: &mut Vec<Congestion>) -> Result<usize> {
        let filter = Filter::raw(Some(filter));
        let (mut columns, mut rows) = (0, 0);
        let mut call = |to: *mut Congestion, capacity| {
            let at = filter.at();
            check(unsafe { sys::sidle_query_congestion(self.world, side, at, to, capacity, &mut columns, &mut rows) })?;
            Ok((columns as usize, columns as usize * rows as usize))
        };
        let (columns, size) = call(ptr::null_mut(), 0)?;
        cells.clear();
        cells.reserve(size);
        call(cells.as_mut_ptr(), size)?;
        // The call has written this many.
        unsafe { cells.set_len(size) };
        Ok(columns)
    }
}
