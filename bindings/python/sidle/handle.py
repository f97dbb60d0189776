"""Owners of objects of the library."""
import ctypes

from .values import check


class Handle:
    """Makes an object of the library, and destroys it once: by close(), at the end of a `with` block, or with the
    last reference. A call after that raises ValueError."""

    def __init__(self, create, destroy, *arguments):
        made = ctypes.c_void_p()
        check(create(*arguments, ctypes.byref(made)))
        self._pointer = made.value
        self._destroy = destroy

    def __getattr__(self, name):
        # Only close() removes the pointer, so that calls of an open object pay nothing for this check.
        if name == "_pointer":
            raise ValueError(f"this {type(self).__name__} is closed")
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def close(self):
        pointer = self.__dict__.pop("_pointer", None)
        if pointer:
            self._destroy(pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()
