"""Queries: which units are where, and where terrain blocks the way."""
import ctypes

import numpy as np

from . import _raw as raw
from .values import check, dtype_of, unit_id, vec2

HIT = dtype_of(raw.hit)
CONGESTION = dtype_of(raw.congestion)
_ACCEPT = dict(raw.filter._fields_)["accept"]


class Filter(raw.filter):
    """Which units a query finds; without arguments all. teams, layers, through: masks. except_: a unit that is left
    out. accept(hit): called last; it may read the world but not change it, and an exception in it counts as False."""

    def __init__(self, teams=0, layers=0, part=raw.Part.CENTRE, motion=raw.MotionKind.ANY, through=0, except_=0,
                 accept=None):
        super().__init__(teams=teams, layers=layers, part=part, motion=motion, through=through)
        setattr(self, "except", unit_id(except_))
        if accept:
            self.accept = _ACCEPT(lambda _, hit: accept(raw.hit.from_address(hit)))


class Queries:
    """The queries of a world, as world.query. Units are found as an array of HIT: unit (its id), user, position,
    distance, radius, team, rank; the nearest first. `most` limits their number."""

    __slots__ = ("_world",)

    def __init__(self, world):
        self._world = world

    def _find(self, function, arguments, most):
        """Calls again with more room when the first call found more units than the array holds."""
        count = ctypes.c_uint32()
        room = 64 if most is None else most
        while True:
            hits = np.empty(room, HIT)
            check(function(self._world._pointer, *arguments, hits.ctypes.data, room, ctypes.byref(count)))
            if count.value <= room or most is not None:
                return hits[:min(count.value, room)]
            room = count.value

    def disc(self, centre, radius, filter=None, most=None):
        return self._find(raw.query_disc, (vec2(centre), radius, _optional(filter)), most)

    def box(self, low, high, filter=None, most=None):
        return self._find(raw.query_box, (vec2(low), vec2(high), _optional(filter)), most)

    def ray(self, start, end, radius=0, filter=None, most=None):
        return self._find(raw.query_ray, (vec2(start), vec2(end), radius, _optional(filter)), most)

    def obstacles(self, unit, centre, radius, most=None):
        return self._find(raw.query_obstacles, (unit_id(unit), vec2(centre), radius), most)

    def nearest(self, point, reach, most, filter=None):
        return self._find(raw.query_nearest, (vec2(point), reach, _optional(filter)), most)

    def cells(self, x, y, width, height, terrain, filter=None, most=None):
        return self._find(raw.query_cells, (x, y, width, height, terrain, _optional(filter)), most)

    def terrain(self, start, end, radius, passable):
        """The first cell on the way that is not passable: see raw.wall."""
        wall = raw.wall()
        check(raw.query_terrain(self._world._pointer, vec2(start), vec2(end), radius, passable, ctypes.byref(wall)))
        return wall

    def congestion(self, side, filter=None):
        """The traffic in square cells of this side, as an array of rows and columns of CONGESTION."""
        columns, rows = ctypes.c_uint32(), ctypes.c_uint32()
        sizes = ctypes.byref(columns), ctypes.byref(rows)
        pointer, which = self._world._pointer, _optional(filter)
        check(raw.query_congestion(pointer, side, which, None, 0, *sizes))
        cells = np.empty((rows.value, columns.value), CONGESTION)
        check(raw.query_congestion(pointer, side, which, cells.ctypes.data, cells.size, *sizes))
        return cells


def _optional(struct):
    return None if struct is None else ctypes.byref(struct)
