import numpy as np
import pytest
import sidle

pytest.importorskip("matplotlib").use("Agg")
from matplotlib.figure import Figure  # noqa: E402

from sidle import plot  # noqa: E402


def pixels(figure):
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)


def test_picture_shows_ground_walls_and_units_by_team():
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    cells = np.zeros((8, 8), np.uint8)
    cells[:, 6:] = sidle.Terrain.VOID
    with sidle.World(cells=cells) as world:
        world.create_unit((3, 4), world.add_profile(sidle.Profile(2, 2)), team=1)
        figure = Figure(figsize=(4, 4), dpi=50)
        FigureCanvasAgg(figure)
        axes = plot.draw(world, figure.add_axes((0, 0, 1, 1)))
        plot.trails(np.array([[[1, 1]], [[2, 7]]]), axes)
        seen = pixels(figure)
    at = {name: seen[int(y * 25), int(x * 25)] for name, x, y in (("unit", 4, 4), ("wall", 7, 4), ("ground", 5.6, 7.4))}
    assert np.abs(at["unit"] - [255, 127, 14]).max() < 8
    assert at["wall"].max() < 90
    assert at["ground"].min() > 220
