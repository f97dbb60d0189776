"""How a kind of unit moves."""
import ctypes

from . import _raw as raw
from .values import Error


def _set(struct, fields):
    for name, value in fields.items():
        field = getattr(struct, name)
        if isinstance(field, (ctypes.Array, raw.tuning)):
            _set_inner(field, value)
        else:
            setattr(struct, name, value)


def _set_inner(field, value):
    if isinstance(value, dict):
        _set(field, value)
    elif isinstance(field, ctypes.Array):
        field[:] = list(value)
    else:
        raise TypeError(f"found {type(value).__name__}, expected a dict of fields")


class Profile(raw.profile):
    """Radius (u) and top speed (u/s) alone make a unit that walks well: the other lengths follow from the radius,
    the acceleration from the top speed. Other fields may be given by name, those of the planner as a dict:

        Profile(0.5, 3, patience=2, tuning={"threshold": 0.4})
    """

    __slots__ = ()

    def __init__(self, radius=raw.DEFAULT_RADIUS, top_speed=raw.DEFAULT_TOP_SPEED, **fields):
        super().__init__()
        raw.profile_fill(ctypes.byref(self), raw.profile.layout, radius, top_speed)
        _set(self, fields)

    def check(self):
        """Raises an Error that names the first wrong parameter and the reason."""
        row, reason = ctypes.c_void_p(), ctypes.c_char_p()
        result = raw.profile_check(ctypes.byref(self), ctypes.byref(row), ctypes.byref(reason))
        if result:
            name = raw.param.from_address(row.value).name.decode() + ": " if row.value else ""
            raise Error(result, name + (reason.value or b"").decode())


class Range(raw.range):
    """Distance from the rim of the unit to a point or to the rim of its target, u: `least` .. `most`. sight: the
    classes that the unit can see through, as a mask; 0: sight is not required."""

    __slots__ = ()


def parameters():
    """The rows of the parameter table: name, type, unit, min, max, default_value, follows, help, offset."""
    count = ctypes.c_uint32()
    address = raw.params(ctypes.byref(count))
    return list((raw.param * count.value).from_address(address))
