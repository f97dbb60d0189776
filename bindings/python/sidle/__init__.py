"""Local movement of many units beneath a pathfinder: the C library sidle for Python.

World, Unit, Profile and Groups are what a host uses each day; Columns reads many units into arrays of NumPy. Below
them lies sidle._raw, the functions and structs of C with their texts. sidle.plot, sidle.environment and sidle.study
need the extras plot, environment and study.
"""
from . import _raw as raw
from ._raw import (Arrival, Decision, EventType, GiveWay, GroupEventType, Member, MotionKind, Order, Part, Pursuers,
                   Result, Shape, Step, Terrain)
from .columns import Columns
from .groups import Formation, Groups
from .profile import Profile, Range, parameters
from .queries import Filter
from .recording import Recorder
from .unit import Event, Unit
from .values import Error
from .world import World

__all__ = ["Arrival", "Columns", "Decision", "Error", "Event", "EventType", "Filter", "Formation", "GiveWay",
           "GroupEventType", "Groups", "Member", "MotionKind", "Order", "Part", "Profile", "Pursuers", "Range",
           "Recorder", "Result", "Shape", "Step", "Terrain", "Unit", "World", "parameters", "raw"]
