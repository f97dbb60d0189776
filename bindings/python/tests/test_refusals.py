"""The calls of `refusals` of generate/api.py, each with a host of its own: its good arguments are right."""
import ctypes
import itertools
import math
import sys
from pathlib import Path

import pytest
import sidle
from sidle import _raw as raw
from sidle.values import group_id, unit_id

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "generate"))
from api import GOOD, HUGE, INFINITE, NAN, NULL, ONE, STALE, Api, refusals, skipped  # noqa: E402

API = Api()
STRUCTS = {s["name"]: s for s in API.structs}
HANDLES = {h["name"] for h in API.handles}
RESULTS = {v["name"]: v["value"] for v in API.enum("sidle_result")["values"]}
CALLS = {name: list(calls) for name, calls in itertools.groupby(refusals(API), lambda call: call[0]["name"])}
NUMBERS = {"dt": 1 / 30, "rank": 77, "sight": 0, "passable": 1, "side": 16, "from": 0, "step": 2, "k": 1}
# What the unit needs to be for a call.
BEFORE = {"sidle_unit_face": sidle.Unit.stop, "sidle_unit_unstow": sidle.Unit.stow,
          "sidle_unit_unstow_near": sidle.Unit.stow}
# Only a unit with a question of its own accepts an answer.
NEVER_DONE = {"sidle_unit_answer"}


class Host:
    """A world with a unit that goes, a group of two others, a recording of it, and the arguments that a call needs."""

    def __init__(self):
        self.world = sidle.World(16, 16)
        self.unit, self.other, third = [self.world.create_unit((at, at)) for at in (5, 8, 11)]
        self.profile = self.world.add_profile(sidle.Profile(0.5, 2))
        self.unit.approach_point((12, 5), sidle.Range(most=1))
        self.groups = sidle.Groups(self.world)
        self.group = self.groups.go([self.other, third], (10, 10))
        with sidle.Recorder(self.world) as recorder:
            self.world.step()
            self.recording = recorder.bytes
        self.snapshots = {"world": self.world.save(), "groups": self.groups.save(), "replay": self.recording}
        self.kept = []

    def handle(self, name):
        if name == "sidle_replay":
            made = ctypes.c_void_p()
            buffer = ctypes.create_string_buffer(self.recording)
            raw.replay_create(None, ctypes.addressof(buffer), len(self.recording), 0, ctypes.byref(made))
            self.kept.append(buffer)
            return made.value
        if name == "sidle_recorder":
            self.recorder = sidle.Recorder(self.world)
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
            made = unit_id(self.unit)
        if name == "sidle_profile_id":
            made = raw.profile_id(self.profile)
        if name == "sidle_group_id":
            made = group_id(self.group)
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
        if name in ("target", "leader", "hunter", "unit"):
            return unit_id(self.other)
        if name == "heading":
            return raw.vec2(1, 0)
        if (function, name) == ("sidle_world_copy", "from"):
            self.copied = sidle.World(16, 16)
            return self.copied._pointer
        if kind.get("pointer"):
            return self.pointer(function, kind)
        if kind["name"] in STRUCTS:
            return self.struct(kind["name"])
        if name == "size":
            return len(self.snapshots[function.split("_")[1]]) if "load" in function or "create" in function else 4096
        return NUMBERS.get(name, 0 if name == "stride" else 1)


def bad(kind, value):
    """The values that stand for a bad one of this kind."""
    if value == NULL:
        return [None]
    if value == STALE:
        struct = getattr(raw, kind["name"].removeprefix("sidle_"))
        return [struct(9999, 7) if len(struct._fields_) > 1 else struct(9999)]
    if kind["name"] == "sidle_vec2":
        return {NAN: [raw.vec2(math.nan, 1)], INFINITE: [raw.vec2(1, math.inf)], HUGE: [raw.vec2(1e30, 1)]}[value]
    huge = [-1e30, 1e30] if kind["name"] in ("float", "double") else [0xFFFFFFFF]
    return {NAN: [math.nan], INFINITE: [-math.inf], HUGE: huge}[value]


def arguments_of(function, values):
    """The arguments of a call and their host, for each of the values that a bad one stands for."""
    choices = [[value] if value in (GOOD, ONE) else bad(param["type"], value)
               for param, value in zip(function["params"], values)]
    for chosen in itertools.product(*choices):
        host = Host()
        if function["name"] in BEFORE:
            BEFORE[function["name"]](host.unit)
        yield host, [host.value(function["name"], param) if one in (GOOD, ONE) else one
                     for param, one in zip(function["params"], chosen)]


@pytest.mark.parametrize("name", CALLS)
def test_wrong_argument_is_refused_as_documented(name):
    call = getattr(raw, name.removeprefix("sidle_"))
    for function, values, refused in CALLS[name]:
        for host, arguments in arguments_of(function, values):
            result = call(*arguments)
            if function["result"]["name"] == "sidle_result":
                allowed = {RESULTS[e["name"]] for e in function["errors"]} | (set() if refused else {0})
                assert result in allowed, f"{values}: {raw.Result(result)!r}"


@pytest.mark.parametrize("name", [name for name, calls in CALLS.items()
                                  if calls[0][0]["result"]["name"] == "sidle_result" and name not in NEVER_DONE])
def test_the_good_arguments_are_good(name):
    """So that nothing but the wrong one of the test above refuses a call."""
    function = CALLS[name][0][0]
    for host, arguments in arguments_of(function, [GOOD] * len(function["params"])):
        assert getattr(raw, name.removeprefix("sidle_"))(*arguments) == 0


@pytest.mark.parametrize("function", [f for f in API.functions if f["result"]["name"] == "void" and skipped(f)],
                         ids=lambda f: f["name"])
def test_null_may_be_destroyed(function):
    getattr(raw, function["name"].removeprefix("sidle_"))(None)
