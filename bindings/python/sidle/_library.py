"""Finds the C library: the one in this package, or the file that SIDLE_LIBRARY names."""
import ctypes
import os
import sys
from pathlib import Path

NAMES = {"win32": "sidle.dll", "darwin": "libsidle.dylib"}


def load():
    beside = Path(__file__).parent / NAMES.get(sys.platform, "libsidle.so")
    return ctypes.CDLL(os.environ.get("SIDLE_LIBRARY") or str(beside))
