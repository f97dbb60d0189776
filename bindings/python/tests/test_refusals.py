"""Each function of the raw layer, called with one wrong argument at a time, as sidle_api.json describes it.

Left out by rule:
- numbers that say how long an array of the host is (count, capacity, size, stride): the library cannot check them;
- null pointers that a text allows;
- what `skipped` of generate/api.py names: functions that free, and the pure ones of steering, which check nothing.
"""
import ctypes
import math
import sys
from pathlib import Path

import pytest
import sidle
from sidle import _raw as raw

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "generate"))
from api import Api, is_count, skipped  # noqa: E402

API = Api()
STRUCTS = {s["name"]: s for s in API.structs}
HANDLES = {h["name"] for h in API.handles}
RESULTS = {v["name"]: v["value"] for v in API.enum("sidle_result")["values"]}
MAY_BE_NULL = {"filter", "clear_of", "results", "group", "param", "reason"}
IDS = {"sidle_unit_id", "sidle_group_id", "sidle_profile_id"}
NUMBERS = {"dt": 1 / 30, "rank": 77, "sight": 0, "passable": 1, "side": 2, "from": 0, "step": 2, "k": 1}


class Host:
    """A world with two units, a group, a recording of it, and the arguments that a call needs."""

    def __init__(self):
        self.world = sidle.World(16, 16)
        self.unit = self.world.create_unit((5, 5))
        other = self.world.create_unit((8, 8))
        self.groups = sidle.Groups(self.world)
        self.group = self.groups.go([self.unit, other], (10, 10))
        with sidle.Recorder(self.world) as recorder:
            self.world.step()
            self.recording = recorder.bytes
        self.recorder = sidle.Recorder(self.world)
        self.snapshots = {"world": self.world.save(), "groups": self.groups.save(), "replay": self.recording}
        self.kept = []

    def handle(self, name):
        if name == "sidle_replay":
            made = ctypes.c_void_p()
            buffer = ctypes.create_string_buffer(self.recording)
            raw.replay_create(None, ctypes.addressof(buffer), len(self.recording), 0, ctypes.byref(made))
            self.kept.append(buffer)
            return made.value
        return getattr(self, name.removeprefix("sidle_"))._pointer

    def struct(self, name):
        made = getattr(raw, name.removeprefix("sidle_"))()
        if "layout" in STRUCTS[name]:
            numbers = (0.5, 2) if name == "sidle_profile" else ()
            getattr(raw, name.removeprefix("sidle_") + "_fill")(ctypes.byref(made), made.layout, *numbers)
        if name == "sidle_unit_def":
            made.position = (3, 3)
        if name == "sidle_agent":
            made = raw.agent_default()
        if name == "sidle_unit_id":
            made = raw.unit_id(self.unit.id & 0xFFFFFFFF, self.unit.id >> 32)
        if name == "sidle_group_id":
            made = raw.group_id(self.group & 0xFFFFFFFF, self.group >> 32)
        if name == "sidle_vec2":
            made = raw.vec2(5, 5)
        if name == "sidle_flow":
            following = (ctypes.c_uint32 * 256)(*range(256))
            self.kept.append(following)
            made = raw.flow(ctypes.addressof(following), 8)
        return made

    def pointer(self, function, kind):
        """To one entry, or to bytes."""
        name = kind["name"]
        if name in HANDLES and kind["pointer"] == 1:
            return self.handle(name)
        if name == "void" and kind["const"]:
            made = ctypes.create_string_buffer(self.snapshots[function.split("_")[1]])
        elif name in STRUCTS and kind["pointer"] == 1:
            made = self.struct(name)
        else:
            made = ctypes.create_string_buffer(4096)
        self.kept.append(made)
        return ctypes.addressof(made)

    def value(self, function, param):
        kind, name = param["type"], param["name"]
        if kind.get("pointer"):
            return self.pointer(function, kind)
        if kind["name"] in STRUCTS:
            return self.struct(kind["name"])
        if name == "size":
            return len(self.snapshots[function.split("_")[1]]) if "load" in function or "create" in function else 4096
        return NUMBERS.get(name, 0 if name == "stride" else 1)


def may_be_null(function, param):
    """place: only nearest_fit needs one; def: only a replay goes without; a fill function fills what there is."""
    name = function["name"]
    return (param["name"] in MAY_BE_NULL or name.endswith("_fill")
            or name.endswith("_near") and param["name"] in ("place", "waypoints")
            or (name, param["name"]) == ("sidle_replay_create", "def"))


def wrong_values(function, at):
    """Wrong values for a parameter: each with whether the call has to be refused."""
    param = function["params"][at]
    kind = param["type"]
    if kind.get("pointer"):
        return [] if may_be_null(function, param) else [(None, True)]
    if kind["name"] in IDS:
        struct = getattr(raw, kind["name"].removeprefix("sidle_"))
        return [(struct(9999, 7) if len(struct._fields_) > 1 else struct(9999), True)]
    if kind["name"] == "sidle_vec2":
        return [(raw.vec2(math.nan, 1), True), (raw.vec2(1, math.inf), True), (raw.vec2(1e30, 1), False)]
    if kind["name"] in ("float", "double"):
        return [(math.nan, True), (-math.inf, True), (-1e30, False), (1e30, False)]
    if is_count(function, at) or kind["name"] == "_Bool":
        return []
    return [(0xFFFFFFFF, False)]


def calls_of(function):
    """(arguments, must be refused, text) with one wrong argument each."""
    for k, param in enumerate(function["params"]):
        for wrong, refused in wrong_values(function, k):
            host = Host()
            arguments = [host.value(function["name"], p) for p in function["params"]]
            arguments[k] = wrong
            yield host, arguments, refused, f"{param['name']} = {wrong}"


@pytest.mark.parametrize("function", [f for f in API.functions if not skipped(f)], ids=lambda f: f["name"])
def test_wrong_argument_is_refused_as_documented(function):
    call = getattr(raw, function["name"].removeprefix("sidle_"))
    for host, arguments, refused, text in calls_of(function):
        result = call(*arguments)
        if function["result"]["name"] == "sidle_result":
            allowed = {RESULTS[e["name"]] for e in function["errors"]} | (set() if refused else {0})
            assert result in allowed, f"{text}: {raw.Result(result)!r}"


@pytest.mark.parametrize("function", [f for f in API.functions if f["result"]["name"] == "void" and skipped(f)],
                         ids=lambda f: f["name"])
def test_null_may_be_destroyed(function):
    getattr(raw, function["name"].removeprefix("sidle_"))(None)
