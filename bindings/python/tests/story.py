"""Plays the story of all bindings through the package: see bindings/story/README.md.

    story.py STORY
"""
import json
import sys

import numpy as np
import sidle


class Player:
    """Each call of the story is a method or a row of the tables below; a refused call raises sidle.Error."""

    def __init__(self):
        self.profiles, self.units, self.groups_made = [0], [], []
        self.events = self.group_events = 0

    def unit(self, k):
        return self.units[k]

    def ids(self, numbers):
        return np.array([self.units[k].id for k in numbers], np.uint64)

    def range(self, a):
        return sidle.Range(**a["range"])

    def formation(self, a):
        return sidle.Formation(**a["formation"])

    # ---- calls with a result of their own ----

    def world_create(self, a):
        self.world = sidle.World(cell_size=a["cell_size"], cells=[[int(c) for c in row] for row in a["cells"]])
        self.groups = sidle.Groups(self.world)

    def profile(self, a):
        return sidle.Profile(a["radius"], a["top_speed"], **a["fields"])

    def profile_add(self, a):
        self.profiles.append(self.world.add_profile(self.profile(a)))

    def unit_create(self, a):
        self.units.append(sidle.Unit(self.world, 0))
        self.units[-1] = self.world.create_unit(**{**a, "profile": self.profiles[a["profile"]]})

    def group(self, order, *arguments):
        self.groups_made.append(0)
        self.groups_made[-1] = order(*arguments)

    def step(self, a):
        for _ in range(a["count"]):
            self.groups.update(a["dt"])
            self.group_events += len(self.groups.events)
            self.world.step(a["dt"])
            self.events += len(self.world.events)

    def save(self, a):
        self.saved = self.world.save(), self.groups.save()

    def load(self, a):
        self.world.load(self.saved[0])
        self.groups.load(self.saved[1])

    def hash(self, a):
        return {"world": str(self.world.hash()), "groups": str(self.groups.hash()), "events": self.events,
                "group_events": self.group_events}


def first_refused(results):
    refused = results[results != 0]
    return int(refused[0]) if len(refused) else 0


CALLS = {
    "world_set_allies": lambda p, a: p.world.set_allies(**a),
    "world_set_cells": lambda p, a: p.world.set_cells(**a),
    "world_set_cell_list": lambda p, a: p.world.set_cell_list(**a),
    "world_vacate": lambda p, a: p.world.vacate(**a),
    "profile_set": lambda p, a: p.world.set_profile(p.profiles[a["id"]], p.profile(a)),
    "unit_approach": lambda p, a: p.unit(a["id"]).approach(p.unit(a["target"]), p.range(a)),
    "unit_approach_point": lambda p, a: p.unit(a["id"]).approach_point(a["point"], p.range(a)),
    "unit_set_range": lambda p, a: p.unit(a["id"]).set_range(p.range(a)),
    "unit_set_profile": lambda p, a: p.unit(a["id"]).set_profile(p.profiles[a["profile"]]),
    "unit_pursue": lambda p, a: p.unit(a["id"]).pursue(p.unit(a["target"])),
    "unit_follow": lambda p, a: p.unit(a["id"]).follow(p.unit(a["leader"])),
    "unit_evade": lambda p, a: p.unit(a["id"]).evade(p.unit(a["hunter"])),
    "unit_teleport_near": lambda p, a: p.unit(a["id"]).teleport_near(a["position"], a["reach"], sidle.Filter()),
    "unit_unstow_near": lambda p, a: p.unit(a["id"]).unstow_near(a["position"], a["reach"], sidle.Filter()),
    "units_go": lambda p, a: first_refused(p.world.units_go(p.ids(a["ids"]), a["goals"])),
    "units_set_path": lambda p, a: first_refused(p.world.units_set_path(p.ids(a["ids"]), a["paths"])),
    "units_set_guide": lambda p, a: first_refused(p.world.units_set_guide(p.ids(a["ids"]), a["points"])),
    "units_set_range": lambda p, a: first_refused(
        p.world.units_set_range(p.ids(a["ids"]), [sidle.Range(**r) for r in a["ranges"]])),
    "units_set_flow": lambda p, a: first_refused(
        p.world.units_set_flow(p.ids(a["ids"]), a["flow"]["next"], a["flow"]["ahead"])),
    "group_go": lambda p, a: p.group(p.groups.go, p.ids(a["ids"]), a["goal"], p.formation(a)),
    "group_patrol": lambda p, a: p.group(p.groups.patrol, p.ids(a["ids"]), a["points"], p.formation(a)),
    "group_approach": lambda p, a: p.group(p.groups.approach, p.ids(a["ids"]), p.unit(a["target"]), p.range(a),
                                           p.formation(a)),
    "group_approach_point": lambda p, a: p.group(p.groups.approach_point, p.ids(a["ids"]), a["point"], p.range(a),
                                                 p.formation(a)),
    "group_join": lambda p, a: p.groups.join(p.groups_made[a["group"]], p.ids(a["ids"])),
    "group_leave": lambda p, a: p.groups.leave(p.unit(a["unit"])),
    "group_disband": lambda p, a: p.groups.disband(p.groups_made[a["group"]]),
    "group_set_path": lambda p, a: p.groups.set_path(p.groups_made[a["group"]], a["waypoints"]),
    "group_set_flow": lambda p, a: p.groups.set_flow(p.groups_made[a["group"]], a["flow"]["next"], a["flow"]["ahead"]),
}


def play_call(player, name, args):
    if hasattr(player, name):
        return getattr(player, name)(args)
    if name in CALLS:
        return CALLS[name](player, args)
    others = {key: value for key, value in args.items() if key != "id"}
    return getattr(player.unit(args["id"]), name.removeprefix("unit_"))(**others)


def result_of(player, name, args):
    """0 for a call that was made, whatever it returned; bulk calls and hashes return their results themselves."""
    try:
        found = play_call(player, name, args)
    except sidle.Error as refusal:
        return int(refusal.result)
    return found if name == "hash" or name.startswith("units_") else 0


def play(story):
    """Returns the number of hashes that were compared."""
    player = Player()
    for number, entry in enumerate(story):
        found = result_of(player, entry["call"], entry["args"])
        if found != entry.get("result", 0):
            raise AssertionError(f"call {number}, {entry['call']}: found {found}, expected {entry.get('result', 0)}")
    return sum(entry["call"] == "hash" for entry in story)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(f"{play(json.load(file))} hashes are those of the C library")
