"""A world: terrain, teams, profiles and units."""
import ctypes
import weakref

import numpy as np

from . import _raw as raw
from .columns import Columns
from .handle import Handle
from .profile import Profile
from .queries import Queries
from .unit import Event, Unit
from .values import check, ids_of, number_of, points_of, read_bytes, read_text, rows_of, vec2


class World(Handle):
    """cells: an array of rows of terrain classes, which then gives width and height; without it all is ground.
    units: room for so many at once; it grows when needed. Closing a world closes its groups and recorders."""

    def __init__(self, width=64, height=64, cell_size=1, cells=None, units=0):
        self._parts = weakref.WeakSet()  # groups and recorders, which the world must outlive
        definition = raw.world_def()
        raw.world_def_fill(ctypes.byref(definition), raw.world_def.layout)
        if cells is not None:
            cells = np.ascontiguousarray(cells, np.uint8)
            if cells.ndim != 2:
                raise ValueError(f"found cells of {cells.shape}, expected rows of cells")
            height, width = cells.shape
            definition.cells = cells.ctypes.data
        definition.width, definition.height, definition.cell_size = width, height, cell_size
        definition.units = units
        super().__init__(raw.world_create, raw.world_destroy, ctypes.byref(definition))

    def close(self):
        for part in list(self._parts):
            part.close()
        super().close()

    # ---- time ----

    def step(self, dt=1 / 30):
        result = raw.world_step(self._pointer, dt)
        if result:
            check(result)

    @property
    def tick(self):
        return raw.world_tick(self._pointer)

    @property
    def events(self):
        """The events of the last step, as a list of Event."""
        count = ctypes.c_uint32()
        address = raw.world_events(self._pointer, ctypes.byref(count))
        if not count.value:
            return []
        return [Event(self, event) for event in (raw.event * count.value).from_address(address)]

    # ---- units ----

    def create_unit(self, position, profile=0, heading=(1, 0), team=0, rank=0, user=0):
        definition = raw.unit_def()
        raw.unit_def_fill(ctypes.byref(definition), raw.unit_def.layout)
        definition.profile.index = profile
        definition.position, definition.heading = tuple(position), tuple(heading)
        definition.team, definition.rank, definition.user = team, rank, user
        made = raw.unit_id()
        check(raw.unit_create(self._pointer, ctypes.byref(definition), ctypes.byref(made)))
        return Unit(self, number_of(made))

    def create_units(self, positions, profile=0, heading=(1, 0), team=0):
        """A unit at each of the positions. Returns an array of their ids."""
        return np.array([self.create_unit(at, profile, heading, team).id for at in positions], np.uint64)

    def unit(self, id):
        return Unit(self, id)

    def __len__(self):
        return raw.unit_count(self._pointer)

    def __iter__(self):
        """The living units, by slot."""
        after = raw.unit_next(self._pointer, raw.unit_id())
        while after.slot:
            yield Unit(self, number_of(after))
            after = raw.unit_next(self._pointer, after)

    # ---- many units at once ----

    def read(self, columns, units=None):
        """Fills the columns: of all units, row k is the unit in slot k + 1; of a list of units, row k is units[k]."""
        if units is None:
            columns.read_world(self._pointer)
        else:
            columns.read_units(self._pointer, units)
        return columns

    def columns(self, *names):
        """New columns with the present state of all units."""
        return self.read(Columns(*(names or ("ids", "positions"))))

    def _units(self, function, units, results, *arguments):
        ids = ids_of(units)
        if results is None:
            results = np.empty(len(ids), np.uint32)
        elif results.dtype != np.uint32 or results.shape != ids.shape or not results.flags.c_contiguous:
            raise ValueError("found other results, expected a packed array of uint32, one for each unit")
        function(self._pointer, ids.ctypes.data, len(ids), *arguments, results.ctypes.data)
        return results

    def units_go(self, units, goals, results=None):
        """An order to each unit. goals: one for each, or one for all. Returns an array of results, 0 for done, which
        may be given; the units that are refused are left as they were."""
        array, address, stride = rows_of(goals, len(units), np.float32, 2)
        return self._units(raw.units_go, units, results, address, stride)

    def units_set_guide(self, units, points, results=None):
        array, address, stride = rows_of(points, len(units), np.float32, 2)
        return self._units(raw.units_set_guide, units, results, address, stride)

    def units_set_range(self, units, ranges, results=None):
        """ranges: one Range for all units, or a list of one for each."""
        one = isinstance(ranges, raw.range)
        if not one:
            self._one_each(ranges, units, "ranges")
        array = ranges if one else (raw.range * len(units))(*ranges)
        stride = 0 if one else ctypes.sizeof(raw.range)
        return self._units(raw.units_set_range, units, results, ctypes.addressof(array), stride)

    def units_set_path(self, units, paths, results=None):
        """paths: a list with the waypoints of each unit."""
        self._one_each(paths, units, "paths")
        points = [points_of(path) for path in paths]
        array = (raw.path * len(points))(*[(address, count) for _, address, count in points])
        return self._units(raw.units_set_path, units, results, ctypes.addressof(array), ctypes.sizeof(raw.path))

    @staticmethod
    def _one_each(entries, units, name):
        if len(entries) != len(units):
            raise ValueError(f"found {len(entries)} {name}, expected {len(units)}")

    def units_set_flow(self, units, following, ahead=8, results=None):
        """following: for each cell the number of the next one, row by row: see raw.flow. Call it each tick."""
        following, flow = self._flow(following, ahead)
        return self._units(raw.units_set_flow, units, results, ctypes.byref(flow))

    def _flow(self, following, ahead):
        """The struct, and the array that it points to. The library cannot see how long that is."""
        following = np.ascontiguousarray(following, np.uint32)
        if following.size != self.width * self.height:
            raise ValueError(f"found {following.size} cells, expected {self.width * self.height}")
        return following, raw.flow(following.ctypes.data, ahead)

    # ---- terrain ----

    @property
    def width(self):
        return raw.world_width(self._pointer)

    @property
    def height(self):
        return raw.world_height(self._pointer)

    @property
    def cell_size(self):
        return raw.world_cell_size(self._pointer)

    def cell(self, x, y):
        return raw.world_cell(self._pointer, x, y)

    def set_cells(self, x, y, width, height, terrain):
        check(raw.world_set_cells(self._pointer, x, y, width, height, terrain))

    def set_cell_list(self, cells):
        """cells: (x, y, terrain) each."""
        array = (raw.cell * len(cells))(*[tuple(cell) for cell in cells])
        check(raw.world_set_cell_list(self._pointer, ctypes.addressof(array), len(cells)))

    def vacate(self, x, y, width, height, terrain, reach):
        """Orders units out of the rectangle. Returns how many are in it now."""
        count = ctypes.c_uint32()
        check(raw.world_vacate(self._pointer, x, y, width, height, terrain, reach, ctypes.byref(count)))
        return count.value

    def fits(self, profile, point):
        return raw.world_fits(self._pointer, raw.profile_id(profile), vec2(point))

    def line_fits(self, profile, start, end):
        return raw.world_line_fits(self._pointer, raw.profile_id(profile), vec2(start), vec2(end))

    def nearest_fit(self, profile, point, reach, clear_of=None):
        place = raw.vec2()
        check(raw.world_nearest_fit(self._pointer, raw.profile_id(profile), vec2(point), reach,
                                    clear_of and ctypes.byref(clear_of), ctypes.byref(place)))
        return place.x, place.y

    @property
    def query(self):
        return Queries(self)

    # ---- teams and profiles ----

    def set_allies(self, team, allies):
        """allies: a mask of teams, 1 << team each."""
        check(raw.world_set_allies(self._pointer, team, allies))

    def allies(self, team):
        return raw.world_allies(self._pointer, team)

    def are_friends(self, team, other):
        return raw.world_are_friends(self._pointer, team, other)

    def add_profile(self, profile):
        """Returns the id of the profile, a whole number; 0 is the built-in one."""
        made = raw.profile_id()
        profile.check()
        check(raw.profile_add(self._pointer, ctypes.byref(profile), ctypes.byref(made)))
        return made.index

    def set_profile(self, id, profile):
        check(raw.profile_set(self._pointer, raw.profile_id(id), ctypes.byref(profile)))

    def profile(self, id):
        profile = Profile()
        check(raw.profile_get(self._pointer, raw.profile_id(id), ctypes.byref(profile)))
        return profile

    def release_profile(self, id):
        check(raw.profile_release(self._pointer, raw.profile_id(id)))

    # ---- saving, hashes, checks ----

    def save(self):
        return read_bytes(raw.world_save, self._pointer)

    def load(self, snapshot):
        check(raw.world_load(self._pointer, snapshot, len(snapshot)))

    def copy_from(self, other):
        check(raw.world_copy(self._pointer, other._pointer))

    def hash(self):
        return raw.world_hash(self._pointer)

    def quick_hash(self):
        return raw.world_quick_hash(self._pointer)

    def validate(self):
        """None, or a sentence about the first fault in the state; for tests."""
        fault = raw.world_validate(self._pointer)
        return fault and fault.decode()

    def difference(self, other):
        """The first field in which the worlds differ, in words; None: they go on to the same bits."""
        found = raw.difference()
        if not raw.world_differs(self._pointer, other._pointer, ctypes.byref(found)):
            return None
        return read_text(raw.difference_text, ctypes.byref(found))
