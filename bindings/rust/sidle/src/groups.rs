//! One order for many units, a place for each, and a march in formation.
use crate::bulk::flow;
use crate::world::{count, out};
use crate::*;

/// How the units of a group stand. The default is a box that marches.
#[derive(Clone, Copy, Debug)]
pub struct Formation<'a> {
    /// Default a box.
    pub shape: Shape,
    /// Units abreast, for a box and a column; 0: the default of the shape.
    pub columns: u32,
    /// u between discs; default 0.5.
    pub gap: f32,
    /// Of the formation at the goal, of any length; default zero: along the way.
    pub heading: Vec2,
    /// Default true; false: each unit goes to its place at its own speed.
    pub march: bool,
    /// Offsets: unit k gets offset k; default false: the nearest one.
    pub keep_places: bool,
    /// u, one a unit for [`Shape::Offsets`], x ahead, y to the right.
    pub offsets: &'a [Vec2],
}

impl Default for Formation<'_> {
    fn default() -> Self {
        let sys::Formation { shape, columns, gap, heading, march, keep_places, .. } = sys::Formation::default();
        Self { shape, columns, gap, heading, march, keep_places, offsets: &[] }
    }
}

impl Formation<'_> {
    /// For this many units: the library reads an offset for each.
    fn raw(&self, units: &[UnitId]) -> Result<sys::Formation> {
        if self.shape == Shape::Offsets && self.offsets.len() < units.len() {
            return Err(Error::Argument);
        }
        Ok(sys::Formation {
            shape: self.shape,
            columns: self.columns,
            gap: self.gap,
            heading: self.heading,
            march: self.march,
            keep_places: self.keep_places,
            offsets: self.offsets.as_ptr(),
            ..sys::Formation::default()
        })
    }
}

impl World {
    /// A place for each unit of a formation at the goal; no order is given.
    pub fn group_places(&mut self, ids: &[UnitId], goal: Vec2, formation: &Formation) -> Result<Vec<Vec2>> {
        let form = formation.raw(ids)?;
        let mut places = vec![Vec2::default(); ids.len()];
        let to = places.as_mut_ptr();
        check(unsafe { sys::sidle_group_places(self.raw_groups(), ids.as_ptr(), count(ids)?, goal, &form, to) })?;
        Ok(places)
    }

    /// Makes the units a group that goes to the goal.
    pub fn group_go(&mut self, ids: &[UnitId], goal: Vec2, formation: &Formation) -> Result<GroupId> {
        let (groups, form, most) = (self.raw_groups(), formation.raw(ids)?, count(ids)?);
        out(|to| unsafe { sys::sidle_group_go(groups, ids.as_ptr(), most, goal, &form, to) })
    }

    /// Makes the units a group that goes to the points in turn, for ever.
    pub fn group_patrol(&mut self, ids: &[UnitId], points: &[Vec2], formation: &Formation) -> Result<GroupId> {
        let (groups, form, most) = (self.raw_groups(), formation.raw(ids)?, count(ids)?);
        let (first, stops) = (points.as_ptr(), count(points)?);
        out(|to| unsafe { sys::sidle_group_patrol(groups, ids.as_ptr(), most, first, stops, &form, to) })
    }

    /// Makes the units a group that marches into range of the target.
    pub fn group_approach(
        &mut self,
        ids: &[UnitId],
        target: UnitId,
        range: &Range,
        formation: &Formation,
    ) -> Result<GroupId> {
        let (groups, form, most) = (self.raw_groups(), formation.raw(ids)?, count(ids)?);
        out(|to| unsafe { sys::sidle_group_approach(groups, ids.as_ptr(), most, target, range, &form, to) })
    }

    /// Makes the units a group that marches into range of the point.
    pub fn group_approach_point(
        &mut self,
        ids: &[UnitId],
        point: Vec2,
        range: &Range,
        formation: &Formation,
    ) -> Result<GroupId> {
        let (groups, form, most) = (self.raw_groups(), formation.raw(ids)?, count(ids)?);
        out(|to| unsafe { sys::sidle_group_approach_point(groups, ids.as_ptr(), most, point, range, &form, to) })
    }

    /// Sets the path of the anchor to the present goal.
    pub fn group_set_path(&mut self, group: GroupId, waypoints: &[Vec2]) -> Result<()> {
        let (points, length) = (waypoints.as_ptr(), count(waypoints)?);
        check(unsafe { sys::sidle_group_set_path(self.raw_groups(), group, points, length) })
    }

    /// The same with a flow field: see [`World::set_flow_of`].
    pub fn group_set_flow(&mut self, group: GroupId, next: &[u32], ahead: u32) -> Result<()> {
        let flow = flow(self, next, ahead)?;
        check(unsafe { sys::sidle_group_set_flow(self.raw_groups(), group, &flow) })
    }

    /// Adds units to a group.
    pub fn group_join(&mut self, group: GroupId, ids: &[UnitId]) -> Result<()> {
        check(unsafe { sys::sidle_group_join(self.raw_groups(), group, ids.as_ptr(), count(ids)?) })
    }

    /// Takes the unit out of its group.
    pub fn group_leave(&mut self, unit: UnitId) -> Result<()> {
        check(unsafe { sys::sidle_group_leave(self.raw_groups(), unit) })
    }

    /// Takes all units out of the group, which is over then.
    pub fn group_disband(&mut self, group: GroupId) -> Result<()> {
        check(unsafe { sys::sidle_group_disband(self.raw_groups(), group) })
    }
}
