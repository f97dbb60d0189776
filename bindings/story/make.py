#!/usr/bin/env python3
"""Writes the story that each binding plays: the calls of one host, as JSON, to standard output.

    make.py > calls.json

The story has no random input: its numbers come from the generator below, so that every run writes the same
bytes. The results of the calls and the hashes are not in it; play.c adds them. README.md tells what a call
looks like.
"""
import json
from collections import deque

WIDTH, HEIGHT = 72, 48
GROUND, SWAMP, WATER, TREES, VOID, ROAD = range(6)
DT = 0.03333333507180214  # s, the float nearest to 1/30
TEAMS = 3
UNITS = 60
ROUNDS = 150  # of 10 ticks each
ROUNDS_A_HASH = 10


class Dice:
    """A linear congruential generator (Knuth, MMIX), of which the high bits are used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % count

    def between(self, low, high):
        """A number in steps of 1/64, which every float holds exactly."""
        return low + self.below(int((high - low) * 64) + 1) / 64

    def of(self, choices):
        return choices[self.below(len(choices))]

    def point(self):
        return [self.between(1, WIDTH - 1), self.between(1, HEIGHT - 1)]

    def some(self, items, count):
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]


def put(cells, x, y, width, height, kind):
    for row in cells[y:y + height]:
        row[x:x + width] = [kind] * width


def terrain():
    """Two walls with gaps, a swamp, a pond, a wood and a road."""
    cells = [[GROUND] * WIDTH for _ in range(HEIGHT)]
    fill = lambda *rectangle: put(cells, *rectangle)
    fill(52, 10, 14, 3, ROAD)
    fill(24, 0, 1, 20, VOID)
    fill(24, 27, 1, HEIGHT - 27, VOID)
    fill(48, 6, 1, 36, VOID)
    fill(4, 34, 12, 9, SWAMP)
    fill(30, 4, 7, 6, WATER)
    fill(56, 30, 8, 8, TREES)
    return cells


def flow_to(cells, goal):
    """For each cell the next one on the shortest way to the goal, by breadth-first search over four neighbours."""
    none = 2**32 - 1
    start = goal[1] * WIDTH + goal[0]
    following = [none] * (WIDTH * HEIGHT)
    following[start] = start
    queue = deque([goal])
    while queue:
        x, y = queue.popleft()
        for at in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            inside = 0 <= at[0] < WIDTH and 0 <= at[1] < HEIGHT
            cell = at[1] * WIDTH + at[0]
            if inside and following[cell] == none and cells[at[1]][at[0]] == GROUND:
                following[cell] = y * WIDTH + x
                queue.append(at)
    return {"next": following, "ahead": 8}


class Story:
    def __init__(self, seed):
        self.dice = Dice(seed)
        self.calls = []
        self.cells = terrain()
        self.flows = [(goal, flow_to(self.cells, goal)) for goal in ((8, 8), (64, 40))]
        self.units = 0
        self.groups = 0
        self.profiles = 1  # the built-in one
        self.stowed = 0
        self.destroyed = set()

    def call(self, name, **args):
        self.calls.append({"call": name, "args": args})

    # ---- what the dice choose ----

    def unit(self):
        return self.dice.below(self.units)

    def several(self, most):
        """Living units: a group with a destroyed one is refused. Other calls may name destroyed units."""
        living = [k for k in range(self.units) if k not in self.destroyed]
        return self.dice.some(living, 2 + self.dice.below(most - 1))

    def open_point(self):
        """A point with open ground around it, for units of all sizes."""
        while True:
            point = self.dice.point()
            x, y = (int(c) for c in point)
            inside = 2 <= x < WIDTH - 2 and 2 <= y < HEIGHT - 2
            around = [cell for row in self.cells[y - 2:y + 3] for cell in row[x - 2:x + 3]]
            if inside and all(cell == GROUND for cell in around):
                return point

    def range(self, least=True):
        most = self.dice.between(1, 6)
        return {"most": most, "least": self.dice.between(0, most / 2) if least else 0,
                "sight": self.dice.of([0, 0b101111])}

    def points(self, least, most):
        return [self.dice.point() for _ in range(least + self.dice.below(most - least + 1))]

    def formation(self, count):
        shape = self.dice.below(7)
        made = {"shape": shape, "columns": self.dice.of([0, 0, 3]), "gap": self.dice.between(0.25, 1.5),
                "heading": self.dice.of([[0, 0], [0, 0], [1, 0], [-1, 2]]),
                "march": self.dice.below(4) > 0, "keep_places": self.dice.below(2) > 0}
        if shape == 6:
            made["offsets"] = [[-3 * (k // 4), 3 * (k % 4)] for k in range(count)]
        return made

    # ---- the beginning ----

    def begin(self):
        self.call("world_create", width=WIDTH, height=HEIGHT, cell_size=1,
                  cells=["".join(map(str, row)) for row in self.cells])
        self.call("world_set_allies", team=0, allies=0b010)
        self.add_profile(0.375, 3)
        self.add_profile(0.5, 2, give_way=2, priority=5, queue=0)
        self.add_profile(0.75, 1.5, push_enemies=1, ladder=[2, 3, 1, 0], tuning={"threshold": 0.5, "look_interval": 0.25})
        self.add_profile(1.25, 1, passable=0b100011, layer=0, turn_rate=90,
                         terrain_factor=[1, 0.5] + [1] * 14, tuning={"detour_max": 4, "waypoint_radius": 2})
        while self.units < UNITS:
            self.create()

    def add_profile(self, radius, top_speed, **fields):
        self.call("profile_add", radius=radius, top_speed=top_speed, fields=fields)
        self.profiles += 1

    def create(self):
        self.call("unit_create", profile=self.dice.below(self.profiles), position=self.open_point(),
                  heading=self.dice.of([[1, 0], [0, 1], [-2, 1]]), team=self.units % TEAMS, rank=0,
                  user=1000 + self.units)
        self.units += 1

    # ---- what the host does between two steps ----

    def order(self):
        dice, who = self.dice, self.unit()
        kind = dice.below(16)
        if kind < 5:
            self.call("unit_go", id=who, goal=dice.point())
            if dice.below(2):
                self.call("unit_set_path", id=who, waypoints=self.points(0, 3))
        elif kind == 5:
            self.call("unit_patrol", id=who, points=self.points(1, 4))
        elif kind == 6:
            self.call("unit_pursue", id=who, target=self.unit())
        elif kind == 7:
            self.call("unit_approach", id=who, target=self.unit(), range=self.range())
        elif kind == 8:
            self.call("unit_approach_point", id=who, point=dice.point(), range=self.range())
        elif kind == 9:
            self.call("unit_follow", id=who, leader=self.unit())
        elif kind == 10:
            self.call("unit_evade", id=who, hunter=self.unit())
        elif kind == 11:
            self.call("unit_flee", id=who, danger=dice.point())
        elif kind == 12:
            self.call("unit_wander", id=who, centre=dice.point(), radius=dice.between(2, 8))
        elif kind == 13:
            self.call(dice.of(["unit_hold", "unit_stop"]), id=who)
        elif kind == 14:
            self.call("unit_go_near", id=who, goal=dice.point(), waypoints=self.points(0, 2), reach=8)
        else:
            self.call("unit_set_range", id=who, range=self.range(least=dice.below(2)))

    def steer(self):
        """Changes what a unit does under its order."""
        dice, who = self.dice, self.unit()
        kind = dice.below(6)
        if kind == 0:
            self.call("unit_set_guide", id=who, waypoint=dice.point())
        elif kind == 1:
            self.call("unit_set_pace", id=who, speed=dice.between(0, 2))
        elif kind == 2:
            self.call("unit_answer", id=who, step=dice.of([2, 3]))
        elif kind == 3:
            self.call("unit_face", id=who, heading=dice.of([[0, 1], [-1, 0], [3, 2]]))
        elif kind == 4:
            self.call("unit_reserve", id=who, sight=0b11)
        else:
            self.call("unit_set_path", id=who, waypoints=self.points(0, 4))

    def change(self):
        """Sets one field of a unit."""
        dice, who = self.dice, self.unit()
        kind = dice.below(8)
        if kind == 0:
            self.call("unit_set_profile", id=who, profile=dice.below(self.profiles))
        elif kind == 1:
            self.call("unit_set_team", id=who, team=dice.below(TEAMS))
        elif kind == 2:
            self.call("unit_set_heading", id=who, heading=dice.of([[1, 1], [0, -1]]))
        elif kind == 3:
            self.call("unit_set_rank", id=who, rank=1 + dice.below(200))
        elif kind == 4:
            self.call("unit_set_user", id=who, user=dice.below(2**31))
        elif kind == 5:
            self.call("unit_set_speed_factor", id=who, factor=dice.of([0, 0.5, 1, 1, 1.5]))
        elif kind == 6:
            self.call("unit_set_ghost", id=who, ghost=dice.below(2) > 0)
        else:
            self.call("profile_set", id=1 + dice.below(self.profiles - 1), radius=dice.of([0.375, 0.5, 0.625]),
                      top_speed=dice.between(1, 3), fields={"give_way": dice.below(3), "patience": dice.between(4, 12)})

    def place(self):
        """Takes units off the map, puts them back, teleports, destroys and creates them."""
        dice, who = self.dice, self.unit()
        kind = dice.below(8)
        if kind < 2:
            self.call("unit_stow", id=who, pursuers=dice.below(2))
            self.stowed = who
        elif kind == 2:
            self.call("unit_unstow_near", id=self.stowed, position=dice.point(), reach=6)
        elif kind == 3:
            self.call("unit_unstow", id=self.stowed, position=dice.point())
        elif kind == 4:
            self.call("unit_teleport", id=who, position=dice.point())
        elif kind == 5:
            self.call("unit_teleport_near", id=who, position=dice.point(), reach=6)
        elif kind == 6:
            self.call("unit_destroy", id=who)
            self.destroyed.add(who)
        else:
            self.create()

    def build(self):
        """Changes the terrain or the teams."""
        dice = self.dice
        kind = dice.below(5)
        x, y = dice.below(WIDTH - 4), dice.below(HEIGHT - 4)
        if kind == 0:
            self.set_cells(x, y, 1 + dice.below(3), VOID)
        elif kind == 1:
            self.set_cells(x, y, 4, dice.of([GROUND, ROAD, SWAMP]))
        elif kind == 2:
            self.call("world_set_cell_list", cells=[[x + k % 2, y + k, dice.of([GROUND, TREES])] for k in range(4)])
        elif kind == 3:
            self.call("world_vacate", x=x, y=y, width=4, height=4, terrain=VOID, reach=10)
        else:
            self.call("world_set_allies", team=dice.below(TEAMS), allies=dice.below(2**TEAMS))

    def set_cells(self, x, y, side, terrain):
        self.call("world_set_cells", x=x, y=y, width=side, height=side, terrain=terrain)
        put(self.cells, x, y, side, side, terrain)

    def many(self):
        """Orders many units in one call."""
        dice, ids = self.dice, self.several(12)
        goal, flow = dice.of(self.flows)
        kind = dice.below(5)
        goals = [[goal[0] + 0.5, goal[1] + 0.5] if kind == 4 else dice.point() for _ in ids]
        self.call("units_go", ids=ids, goals=goals)
        if kind == 1:
            self.call("units_set_path", ids=ids, paths=[self.points(0, 3) for _ in ids])
        elif kind == 2:
            self.call("units_set_guide", ids=ids, points=[dice.point() for _ in ids])
        elif kind == 3:
            self.call("units_set_range", ids=ids, ranges=[self.range() for _ in ids])
        elif kind == 4:
            self.call("units_set_flow", ids=ids, flow=flow)

    def company(self):
        """Makes a group, or changes one."""
        dice, ids = self.dice, self.several(10)
        kind = dice.below(9)
        formation = self.formation(len(ids))
        if kind < 3:
            self.call("group_go", ids=ids, goal=dice.point(), formation=formation)
        elif kind == 3:
            self.call("group_patrol", ids=ids, points=self.points(1, 3), formation=formation)
        elif kind == 4:
            self.call("group_approach", ids=ids, target=self.unit(), range=self.range(), formation=formation)
        elif kind == 5:
            self.call("group_approach_point", ids=ids, point=dice.point(), range=self.range(), formation=formation)
        self.groups += kind < 6
        if kind >= 6 and self.groups:
            self.change_group(max(self.groups - 1 - dice.below(2), 0))

    def change_group(self, group):
        kind = self.dice.below(5)
        if kind == 0:
            self.call("group_join", group=group, ids=self.several(3))
        elif kind == 1:
            self.call("group_leave", unit=self.unit())
        elif kind == 2:
            self.call("group_disband", group=self.dice.below(self.groups))
        elif kind == 3:
            self.call("group_set_path", group=group, waypoints=self.points(0, 3))
        else:
            self.call("group_set_flow", group=group, flow=self.dice.of(self.flows)[1])

    # ---- the whole ----

    def round(self, number):
        for _ in range(3):
            self.order()
        for chance, act in ((2, self.steer), (2, self.change), (3, self.place), (3, self.build), (4, self.many),
                            (2, self.company)):
            if not self.dice.below(chance):
                act()
        self.call("step", dt=DT, count=10)
        if (number + 1) % ROUNDS_A_HASH == 0:
            self.call("hash")

    def play(self):
        self.begin()
        for number in range(ROUNDS):
            if number == ROUNDS // 2:
                self.call("save")
            if number == ROUNDS // 2 + 7:
                self.call("load")
            self.round(number)
        return self.calls


def main():
    print("[")
    print(",\n".join(json.dumps(call, separators=(",", ":")) for call in Story(43).play()))
    print("]")


main()
