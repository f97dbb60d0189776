"""Groups: one order for many units, a place for each, and a march in formation."""
import ctypes

import numpy as np

from . import _raw as raw
from .handle import Handle
from .profile import Range
from .values import check, group_id, ids_of, number_of, points_of, read_bytes, unit_id, vec2


class Formation(raw.formation):
    """offsets: for Shape.OFFSETS, a point for each unit, x ahead, y to the right."""

    def __init__(self, shape=raw.Shape.BOX, columns=0, gap=0.5, heading=(0, 0), march=True, keep_places=False,
                 offsets=None):
        super().__init__()
        raw.formation_fill(ctypes.byref(self), raw.formation.layout)
        self.shape, self.columns, self.gap, self.heading = shape, columns, gap, tuple(heading)
        self.march, self.keep_places = march, keep_places
        if offsets is not None:
            self._kept, self.offsets, self.count = points_of(offsets)


class GroupEvent:
    """An event of the last update, about one group: see GroupEventType."""

    __slots__ = ("type", "group", "point")

    def __init__(self, event):
        self.type = raw.GroupEventType(event.type)
        self.group = number_of(event.group)
        self.point = event.point.x, event.point.y

    def __repr__(self):
        return f"<{self.type.name} group {self.group & 0xFFFFFFFF} at {self.point}>"


class Groups(Handle):
    """The groups of a world. Call update() before each step of the world, with the same dt. A group is named by a
    whole number. Units may be a list of units or ids, or an array of ids."""

    def __init__(self, world):
        super().__init__(raw.groups_create, raw.groups_destroy, world._pointer)
        self.world = world
        world._parts.add(self)

    def update(self, dt=1 / 30):
        check(raw.groups_update(self._pointer, dt))

    @property
    def events(self):
        """The events of the last update, as a list of GroupEvent."""
        count = ctypes.c_uint32()
        address = raw.groups_events(self._pointer, ctypes.byref(count))
        if not count.value:
            return []
        return [GroupEvent(event) for event in (raw.group_event * count.value).from_address(address)]

    # ---- orders: each makes the units a group and returns its id ----

    def _order(self, function, units, arguments, formation):
        ids = ids_of(units)
        formation = self._formation(formation, len(ids))
        made = raw.group_id()
        check(function(self._pointer, ids.ctypes.data, len(ids), *arguments, ctypes.byref(formation),
                       ctypes.byref(made)))
        return number_of(made)

    @staticmethod
    def _formation(formation, count):
        """The library reads one offset a unit, and cannot see how many there are."""
        formation = Formation() if formation is None else formation
        if formation.offsets and formation.count != count:
            raise ValueError(f"found {formation.count} offsets, expected {count}")
        return formation

    def go(self, units, goal, formation=None):
        return self._order(raw.group_go, units, (vec2(goal),), formation)

    def patrol(self, units, points, formation=None):
        points, address, count = points_of(points)
        return self._order(raw.group_patrol, units, (address, count), formation)

    def approach(self, units, target, range=Range(), formation=None):
        return self._order(raw.group_approach, units, (unit_id(target), ctypes.byref(range)), formation)

    def approach_point(self, units, point, range=Range(), formation=None):
        return self._order(raw.group_approach_point, units, (vec2(point), ctypes.byref(range)), formation)

    def places(self, units, goal, formation=None):
        """A place for each unit, as an array of points; no order is given."""
        ids = ids_of(units)
        formation = self._formation(formation, len(ids))
        places = np.empty((len(ids), 2), np.float32)
        check(raw.group_places(self._pointer, ids.ctypes.data, len(ids), vec2(goal), ctypes.byref(formation),
                               places.ctypes.data))
        return places

    def set_path(self, group, waypoints):
        points, address, count = points_of(waypoints)
        check(raw.group_set_path(self._pointer, group_id(group), address, count))

    def set_flow(self, group, following, ahead=8):
        following, flow = self.world._flow(following, ahead)
        check(raw.group_set_flow(self._pointer, group_id(group), ctypes.byref(flow)))

    # ---- members ----

    def join(self, group, units):
        ids = ids_of(units)
        check(raw.group_join(self._pointer, group_id(group), ids.ctypes.data, len(ids)))

    def leave(self, unit):
        check(raw.group_leave(self._pointer, unit_id(unit)))

    def disband(self, group):
        check(raw.group_disband(self._pointer, group_id(group)))

    def valid(self, group):
        return raw.group_valid(self._pointer, group_id(group))

    def __iter__(self):
        """The ids of the groups, by slot."""
        after = raw.group_next(self._pointer, raw.group_id())
        while after.slot:
            yield number_of(after)
            after = raw.group_next(self._pointer, after)

    def units(self, group):
        """The units of the group, as an array of ids."""
        count = ctypes.c_uint32()
        check(raw.group_units(self._pointer, group_id(group), None, 0, ctypes.byref(count)))
        ids = np.empty(count.value, np.uint64)
        check(raw.group_units(self._pointer, group_id(group), ids.ctypes.data, len(ids), ctypes.byref(count)))
        return ids

    def member(self, unit):
        """The state of a unit in its group: see raw.member_state."""
        state = raw.member_state()
        check(raw.group_member(self._pointer, unit_id(unit), ctypes.byref(state)))
        return state

    def state(self, group):
        """See raw.group_state."""
        state = raw.group_state()
        check(raw.group_get(self._pointer, group_id(group), ctypes.byref(state)))
        return state

    # ---- saving, hashes, checks ----

    def save(self):
        return read_bytes(raw.groups_save, self._pointer)

    def load(self, snapshot):
        """Load the world of the groups first."""
        check(raw.groups_load(self._pointer, snapshot, len(snapshot)))

    def hash(self):
        return raw.groups_hash(self._pointer)

    def validate(self):
        fault = raw.groups_validate(self._pointer)
        return fault and fault.decode()
