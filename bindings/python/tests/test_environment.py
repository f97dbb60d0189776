import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import parallel_api_test, parallel_seed_test  # noqa: E402

from sidle.environment import parallel_env  # noqa: E402


def straight_on(env):
    """Actions that drive each agent towards its goal."""
    return {agent: np.clip(seen[:2], -1, 1) for agent, seen in env.seen.items()}


def play(env, seed):
    env.seen, _ = env.reset(seed=seed)
    rewards, done = {agent: 0 for agent in env.agents}, set()
    while env.agents:
        env.seen, gained, terminated, _, _ = env.step(straight_on(env))
        env.seen = {agent: env.seen[agent] for agent in env.agents}
        done |= {agent for agent, over in terminated.items() if over}
        for agent, reward in gained.items():
            rewards[agent] += reward
    return rewards, done


def test_passes_the_tests_of_pettingzoo():
    parallel_api_test(parallel_env(units=6, seconds=5), num_cycles=200)
    parallel_seed_test(lambda: parallel_env(units=4, seconds=2), num_cycles=30)


def test_agents_that_drive_straight_on_arrive():
    rewards, done = play(parallel_env(units=12), seed=3)
    assert len(done) == 12
    assert min(rewards.values()) > 1


def test_same_seed_gives_the_same_episode():
    one, two, other = (play(parallel_env(units=8, seconds=10), seed)[0] for seed in (5, 5, 6))
    assert one == two
    assert one != other


def test_agents_see_walls_and_neighbours():
    cells = np.zeros((8, 8))
    cells[:, 4] = 4
    env = parallel_env(units=2, cells=cells, neighbours=1)
    seen, _ = env.reset(seed=1)
    at = env.world.read(env._columns, env._ids).positions
    first = seen["unit_0"]
    np.testing.assert_allclose(first[6:8] * env.view, at[1] - at[0], atol=1e-5)
    patch = first[10:].reshape(5, 5)
    x = int(at[0][0])
    expected = [1.0 if column < 0 or column > 7 or column == 4 else 0.0 for column in range(x - 2, x + 3)]
    assert patch[2].tolist() == expected
