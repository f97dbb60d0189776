"""Recording the calls of a host, for `sidle replay` and for bug reports."""
import ctypes

from . import _raw as raw
from .handle import Handle
from .values import check


class Recorder(Handle):
    """Records every call that changes the world, from now to end()."""

    def __init__(self, world, snapshot_ticks=300, hash_ticks=30):
        definition = raw.recorder_def()
        raw.recorder_def_fill(ctypes.byref(definition), raw.recorder_def.layout)
        definition.snapshot_ticks, definition.hash_ticks = snapshot_ticks, hash_ticks
        super().__init__(raw.recorder_create, raw.recorder_destroy, world._pointer, ctypes.byref(definition))
        world._parts.add(self)

    @property
    def bytes(self):
        """The recording so far."""
        size = ctypes.c_size_t()
        address = raw.recorder_bytes(self._pointer, ctypes.byref(size))
        return ctypes.string_at(address, size.value) if address else b""

    def end(self):
        """Raises an Error when the recording is incomplete."""
        check(raw.recorder_end(self._pointer))
