"""An environment for training agents, in PettingZoo's parallel interface: the extra `environment`."""
import numpy as np
from gymnasium.spaces import Box
from pettingzoo import ParallelEnv

from . import _raw as raw
from .columns import Columns
from .profile import Profile
from .queries import Filter
from .world import World

TICK = 1 / 30  # s
TICKS = 3  # of the world in a step of the environment


class parallel_env(ParallelEnv):
    """Units that must reach their goals. Each agent is a unit; all are read and steered by one call a step.

    action: where to drive next, as a share of `view` on both axes, -1 .. 1. The planner of the unit still avoids the
    others on the way there.
    observation: the way to the goal (as a share of `view`, cut off at 10), velocity and heading, of the nearest
    `neighbours` their places and velocities relative to the unit (0 where there are fewer), and the cells within 2
    cells of the unit (1: the unit cannot stand there).
    reward: how much nearer the goal came, in u, and `arrival` once the unit is within its radius of the goal: then
    the agent is done, and the unit rests there. After `seconds` all agents are cut off.
    """

    metadata = {"name": "sidle_v0", "render_modes": [], "is_parallelizable": True}
    sight = 2  # cells

    def __init__(self, units=16, cells=None, width=32, height=32, profile=None, neighbours=4, view=4.0, seconds=60.0,
                 arrival=1.0):
        self.cells = np.zeros((height, width), np.uint8) if cells is None else np.asarray(cells, np.uint8)
        self.profile = profile or Profile()
        self.neighbours, self.view, self.arrival = neighbours, view, arrival
        self.steps = round(seconds / TICK / TICKS)
        self.possible_agents = [f"unit_{k}" for k in range(units)]
        self.render_mode = None
        self._numbers = {agent: k for k, agent in enumerate(self.possible_agents)}
        self._columns = Columns("positions", "velocities", "headings")
        walls = (self.profile.passable >> self.cells & 1) == 0
        self._walls = np.pad(walls, self.sight, constant_values=True).astype(np.float32)
        self._random = np.random.default_rng()
        size = 6 + 4 * neighbours + (2 * self.sight + 1) ** 2
        self._observation = Box(-np.inf, np.inf, (size,), np.float32)
        self._action = Box(-1, 1, (2,), np.float32)

    def observation_space(self, agent):
        return self._observation

    def action_space(self, agent):
        return self._action

    # ---- an episode ----

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.world = World(cells=self.cells)
        kind = self.world.add_profile(self.profile)
        count = len(self.possible_agents)
        starts, self._goals = self._free_points(count), self._free_points(count)
        self._ids = self.world.create_units(starts, kind)
        self.world.units_go(self._ids, self._goals)
        self.agents = self.possible_agents[:]
        self._step = 0
        self._read()
        return self._observations(), {agent: {} for agent in self.agents}

    def _free_points(self, count):
        """Random points where the units stand clear of each other and of walls."""
        places = World(cells=self.cells)
        kind = places.add_profile(self.profile)
        high = np.array(self.cells.shape[::-1], np.float32)
        points = []
        for at in self._random.random((count, 2), np.float32) * high:
            points.append(places.nearest_fit(kind, at, float(high.sum()), Filter(part=raw.Part.DISC)))
            places.create_unit(points[-1], kind)
        places.close()
        return np.array(points, np.float32)

    def step(self, actions):
        living = np.array([self._numbers[agent] for agent in self.agents], np.intp)
        wanted = np.array([actions[agent] for agent in self.agents], np.float32).reshape(-1, 2)
        before = self._distances(living)
        self._guide(living, wanted)
        for _ in range(TICKS):
            self.world.step(TICK)
        self._step += 1
        self._read()
        after = self._distances(living)
        done = after <= self.profile.radius
        self.world.units_set_guide(self._ids[living[done]], self._goals[living[done]])
        rewards = before - after + self.arrival * done
        result = (self._observations(), *(dict(zip(self.agents, values.tolist())) for values in
                                          (rewards, done, ~done & (self._step >= self.steps))),
                  {agent: {} for agent in self.agents})
        self.agents = [] if self._step >= self.steps else [a for a, over in zip(self.agents, done) if not over]
        return result

    def _guide(self, living, wanted):
        """A point within half a radius of the goal is the goal, so that the unit may come to rest there."""
        high = np.array(self.cells.shape[::-1], np.float32)
        points = np.clip(self._positions[living] + wanted * self.view, 0, np.nextafter(high, 0, dtype=np.float32))
        goals = self._goals[living]
        near = np.linalg.norm(points - goals, axis=1) < self.profile.radius / 2
        self.world.units_set_guide(self._ids[living], np.where(near[:, None], goals, points))

    def _distances(self, living):
        return np.linalg.norm(self._goals[living] - self._positions[living], axis=1)

    def _read(self):
        self.world.read(self._columns, self._ids)
        self._positions = self._columns.positions

    # ---- observations ----

    def _observations(self):
        living = [self._numbers[agent] for agent in self.agents]
        columns, speed = self._columns, max(self.profile.top_speed, 1e-6)
        to_goal = np.clip((self._goals - self._positions) / self.view, -10, 10)
        table = np.concatenate([to_goal, columns.velocities / speed, columns.headings, self._others(speed),
                                self._patches()], axis=1, dtype=np.float32)
        return {agent: table[k] for agent, k in zip(self.agents, living)}

    def _others(self, speed):
        """The nearest units of each: places and velocities relative to it."""
        at, velocities = self._positions, self._columns.velocities / speed
        count, most = len(at), min(self.neighbours, len(at) - 1)
        apart = at[None] - at[:, None]
        square = (apart ** 2).sum(axis=2)
        np.fill_diagonal(square, np.inf)
        nearest = np.argsort(square, axis=1, kind="stable")[:, :most]
        rows = np.arange(count)[:, None]
        seen = np.zeros((count, self.neighbours, 4), np.float32)
        seen[:, :most, :2] = apart[rows, nearest] / self.view
        seen[:, :most, 2:] = velocities[nearest] - velocities[:, None]
        return seen.reshape(count, -1)

    def _patches(self):
        x, y = np.floor(self._positions).astype(np.intp).T
        steps = np.arange(2 * self.sight + 1)
        return self._walls[y[:, None, None] + steps[:, None], x[:, None, None] + steps].reshape(len(x), -1)
