"""One unit: a world and an id."""
import ctypes

import numpy as np

from . import _raw as raw
from .profile import Range
from .values import check, number_of, points_of, read_text, unit_id, vec2


class Unit:
    """A handle, as cheap to make and to copy as a number. `id` is a whole number; int(unit) is the same. Of a unit
    that was destroyed every call raises an Error with Result.STALE."""

    __slots__ = ("world", "id", "_id")

    def __init__(self, world, id):
        self.world = world
        self.id = int(id)
        self._id = unit_id(id)

    def __int__(self):
        return self.id

    def __eq__(self, other):
        return isinstance(other, Unit) and self.id == other.id and self.world is other.world

    def __hash__(self):
        return hash(self.id)

    def __repr__(self):
        return f"Unit({self.id & 0xFFFFFFFF}.{self.id >> 32})"

    def _call(self, function, *arguments):
        check(function(self.world._pointer, self._id, *arguments))

    # ---- state ----

    @property
    def valid(self):
        return raw.unit_valid(self.world._pointer, self._id)

    @property
    def state(self):
        """All that can be read of the unit, as a copy: see raw.unit_state."""
        state = raw.unit_state()
        self._call(raw.unit_get, ctypes.byref(state))
        return state

    @property
    def position(self):
        at = self.state.position
        return at.x, at.y

    @property
    def arrived(self):
        return self.state.arrived

    @property
    def path_left(self):
        """The remaining waypoints, without the goal."""
        count = ctypes.c_uint32()
        self._call(raw.unit_path_left, None, 0, ctypes.byref(count))
        left = np.empty((count.value, 2), np.float32)
        self._call(raw.unit_path_left, left.ctypes.data, count.value, ctypes.byref(count))
        return left

    @property
    def why(self):
        """The last look of the unit and its choice: see raw.why."""
        why = raw.why()
        self._call(raw.unit_why, ctypes.byref(why))
        return why

    @property
    def why_text(self):
        return read_text(raw.why_text, self.world._pointer, self._id)

    def hash(self):
        return raw.unit_hash(self.world._pointer, self._id)

    # ---- changes ----

    def destroy(self):
        self._call(raw.unit_destroy)

    def set_profile(self, profile):
        self._call(raw.unit_set_profile, raw.profile_id(profile))

    def set_team(self, team):
        self._call(raw.unit_set_team, team)

    def set_heading(self, heading):
        self._call(raw.unit_set_heading, vec2(heading))

    def set_rank(self, rank):
        self._call(raw.unit_set_rank, rank)

    def set_user(self, user):
        self._call(raw.unit_set_user, user)

    def set_speed_factor(self, factor):
        self._call(raw.unit_set_speed_factor, factor)

    def set_ghost(self, ghost):
        self._call(raw.unit_set_ghost, ghost)

    def stow(self, pursuers=raw.Pursuers.LOSE):
        self._call(raw.unit_stow, pursuers)

    def unstow(self, position):
        self._call(raw.unit_unstow, vec2(position))

    def unstow_near(self, position, reach, clear_of=None):
        """Returns the free point nearest to the position, where the unit is now."""
        return self._near(raw.unit_unstow_near, vec2(position), reach, clear_of)

    def teleport(self, position):
        self._call(raw.unit_teleport, vec2(position))

    def teleport_near(self, position, reach, clear_of=None):
        return self._near(raw.unit_teleport_near, vec2(position), reach, clear_of)

    def face(self, heading):
        self._call(raw.unit_face, vec2(heading))

    # ---- orders ----

    def go(self, goal):
        self._call(raw.unit_go, vec2(goal))

    def go_near(self, goal, reach, waypoints=(), clear_of=None):
        """Returns the point where the unit goes: the nearest free one to the goal."""
        points, address, count = points_of(waypoints)
        return self._near(raw.unit_go_near, vec2(goal), address, count, reach, clear_of)

    def hold(self):
        self._call(raw.unit_hold)

    def patrol(self, points):
        points, address, count = points_of(points)
        self._call(raw.unit_patrol, address, count)

    def pursue(self, target):
        self._call(raw.unit_pursue, unit_id(target))

    def approach(self, target, range=Range()):
        self._call(raw.unit_approach, unit_id(target), ctypes.byref(range))

    def approach_point(self, point, range=Range()):
        self._call(raw.unit_approach_point, vec2(point), ctypes.byref(range))

    def set_range(self, range):
        self._call(raw.unit_set_range, ctypes.byref(range))

    def follow(self, leader):
        self._call(raw.unit_follow, unit_id(leader))

    def evade(self, hunter):
        self._call(raw.unit_evade, unit_id(hunter))

    def flee(self, danger):
        self._call(raw.unit_flee, vec2(danger))

    def wander(self, centre, radius):
        self._call(raw.unit_wander, vec2(centre), radius)

    def stop(self):
        self._call(raw.unit_stop)

    def set_path(self, waypoints):
        points, address, count = points_of(waypoints)
        self._call(raw.unit_set_path, address, count)

    def set_guide(self, waypoint):
        self._call(raw.unit_set_guide, vec2(waypoint))

    def set_pace(self, speed):
        self._call(raw.unit_set_pace, speed)

    def reserve(self, sight=0):
        self._call(raw.unit_reserve, sight)

    def answer(self, step):
        self._call(raw.unit_answer, step)

    def _near(self, function, point, *arguments):
        *others, clear_of = arguments
        place = raw.vec2()
        self._call(function, point, *others, clear_of and ctypes.byref(clear_of), ctypes.byref(place))
        return place.x, place.y


class Event:
    """An event of the last step, about one unit: see EventType. point, position: (x, y) in u."""

    __slots__ = ("type", "unit", "other", "point", "value", "position", "user", "arrival", "order_over")

    def __init__(self, world, event):
        self.type = raw.EventType(event.type)
        self.unit = Unit(world, number_of(event.unit))
        other = number_of(event.other)
        self.other = Unit(world, other) if other else None
        self.point = event.point.x, event.point.y
        self.value = event.value
        self.position = event.position.x, event.position.y
        self.user = event.user
        self.arrival = raw.Arrival(event.arrival)
        self.order_over = bool(event.order_over)

    def __repr__(self):
        return f"<{self.type.name} {self.unit!r} at {self.point}>"
