"""Values that pass between Python and the library: errors, ids, points, and arrays of them."""
import ctypes

import numpy as np

from . import _raw as raw


class Error(Exception):
    """A call was refused. `result` is the sidle.Result; the world is as it was before the call."""

    def __init__(self, result, more=""):
        self.result = raw.Result(result)
        text = raw.result_text(result).decode()
        super().__init__(f"{text}: {more}" if more else text)


def check(result):
    if result:
        raise Error(result)


# ---- ids ----

# An id of a unit or a group is a whole number in Python: the slot in its low 32 bits, the generation above. That is
# how the struct lies in memory, so that an array of ids is an array of uint64. 0 is the null id.


def unit_id(unit):
    number = int(unit)
    return raw.unit_id(number & 0xFFFFFFFF, number >> 32)


def group_id(group):
    return raw.group_id(group & 0xFFFFFFFF, group >> 32)


def number_of(struct):
    return struct.slot | struct.generation << 32


def ids_of(units):
    """An array of ids: of ids or units, without a copy where it is one already."""
    if not isinstance(units, np.ndarray):
        units = [int(unit) for unit in units]
    elif units.ndim != 1:
        raise ValueError(f"found ids of {units.shape}, expected one row of ids")
    return np.ascontiguousarray(units, np.uint64)


# ---- points ----


def vec2(point):
    return raw.vec2(point[0], point[1])


def points_of(points):
    """An array of points as the library reads it: a row each, packed."""
    array = np.ascontiguousarray(points, np.float32).reshape(-1, 2)
    return array, array.ctypes.data, len(array)


def rows_of(values, count, dtype, width):
    """One entry a unit, or one for all: the array, its address, and the bytes from a row to the next. An array
    whose rows lie apart, like a part of the columns of a larger one, is not copied."""
    array = np.asarray(values, dtype)
    if array.ndim == 1:
        array = array.reshape(1, width)
        stride = 0
    elif array.shape != (count, width):
        raise ValueError(f"found an array of {array.shape}, expected ({count}, {width}) or ({width},)")
    else:
        stride = array.strides[0]
    if array.strides[1] != array.itemsize or stride < 0:
        array = np.ascontiguousarray(array)
        stride = stride and array.strides[0]  # one entry for all stays one
    return array, array.ctypes.data, stride


# ---- structs as rows of arrays ----


def dtype_of(struct):
    """The dtype of an array of these structs: points are two floats, ids are whole numbers."""
    special = {raw.vec2: (np.float32, (2,)), raw.unit_id: np.uint64}
    names = [name for name, _ in struct._fields_]
    return np.dtype({"names": names, "formats": [special.get(kind, kind) for _, kind in struct._fields_],
                     "offsets": [getattr(struct, name).offset for name in names], "itemsize": ctypes.sizeof(struct)})


def read_text(call, *arguments):
    """The text of a call that returns the length of the whole text and writes what fits."""
    size = call(*arguments, None, 0) + 1
    buffer = ctypes.create_string_buffer(size)
    call(*arguments, ctypes.addressof(buffer), size)
    return buffer.value.decode()


def read_bytes(call, handle):
    """The bytes of a call that saves into a buffer."""
    needed = ctypes.c_size_t()
    call(handle, None, 0, ctypes.byref(needed))
    buffer = ctypes.create_string_buffer(max(needed.value, 1))
    check(call(handle, ctypes.addressof(buffer), needed.value, ctypes.byref(needed)))
    return buffer.raw[:needed.value]
