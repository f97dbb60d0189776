"""The state of many units as arrays of NumPy, which one call of the library fills."""
import ctypes

import numpy as np

from . import _raw as raw
from .values import check, ids_of

# What the library writes into each column: a dtype, and numbers in a row.
KINDS = {"ids": (np.uint64, 1), "positions": (np.float32, 2), "headings": (np.float32, 2),
         "velocities": (np.float32, 2), "made": (np.float32, 2), "decisions": (np.uint8, 1), "users": (np.uint64, 1),
         "places": (np.float32, 2)}


class Columns:
    """The columns to read, by name: ids, positions, headings, velocities, made, decisions, users, places.

        columns = Columns("ids", "positions")
        world.read(columns)
        columns.positions[columns.living]

    The arrays are those that the library writes to: no copy is made, and the next read fills them again. They are
    replaced only when the world has room for more units."""

    def __init__(self, *names):
        wrong = set(names) - set(KINDS)
        if wrong or not names:
            raise ValueError(f"found {sorted(wrong)}, expected some of {list(KINDS)}")
        self.names = names
        self.rows = -1
        self._arrays = {}
        self._columns = raw.columns()
        self._address = ctypes.addressof(self._columns)
        self._count = ctypes.c_uint32()
        self._count_address = ctypes.addressof(self._count)
        self._grow(0)

    def _grow(self, capacity):
        self.capacity = capacity
        for name in self.names:
            dtype, width = KINDS[name]
            array = np.zeros((capacity, width) if width > 1 else capacity, dtype)
            self._arrays[name] = array
            getattr(self._columns, name).to = array.ctypes.data
        self._show(0)

    def _show(self, rows):
        if rows != self.rows:
            self.rows = rows
            for name, array in self._arrays.items():
                setattr(self, name, array[:rows])

    @property
    def living(self):
        """Which rows have a unit; needs the column ids."""
        return self.ids != 0

    def read_world(self, pointer):
        """Row k is the unit in slot k + 1. Of a row without a unit only the id is written, as 0."""
        check(raw.world_read(pointer, self._address, self.capacity, self._count_address))
        rows = self._count.value
        if rows > self.capacity:
            self._grow(rows + rows // 4)
            check(raw.world_read(pointer, self._address, self.capacity, self._count_address))
        self._show(rows)

    def read_units(self, pointer, units):
        ids = ids_of(units)
        if len(ids) > self.capacity:
            self._grow(len(ids))
        check(raw.units_read(pointer, ids.ctypes.data, len(ids), self._address))
        self._show(len(ids))
