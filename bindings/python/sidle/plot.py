"""Pictures of a world by matplotlib: the extra `plot`."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import EllipseCollection, LineCollection

from . import _raw as raw
from .columns import Columns

COLOURS = {raw.Terrain.GROUND: (0.96, 0.95, 0.91), raw.Terrain.SWAMP: (0.75, 0.78, 0.62),
           raw.Terrain.WATER: (0.62, 0.76, 0.88), raw.Terrain.TREES: (0.55, 0.70, 0.52),
           raw.Terrain.VOID: (0.27, 0.27, 0.29)}
OTHER_GROUND = (0.87, 0.83, 0.74)


def _ground(world, axes):
    size = world.cell_size
    cells = [[COLOURS.get(world.cell(x, y), OTHER_GROUND) for x in range(world.width)] for y in range(world.height)]
    axes.imshow(np.array(cells), extent=(0, world.width * size, world.height * size, 0), interpolation="nearest")


def draw(world, axes=None):
    """Draws terrain, units by their team, and their velocities: one second of each. Returns the axes."""
    axes = plt.gca() if axes is None else axes
    _ground(world, axes)
    units = world.query.box((-raw.MAX_EXTENT,) * 2, (raw.MAX_EXTENT,) * 2)
    if len(units):
        widths = 2 * units["radius"]
        axes.add_collection(EllipseCollection(widths, widths, 0 * widths, units="xy", offsets=units["position"],
                                              transOffset=axes.transData, edgecolors="black", linewidths=0.5,
                                              facecolors=[f"C{team % 10}" for team in units["team"]]))
        moves = world.read(Columns("velocities"), units["unit"]).velocities
        axes.quiver(*units["position"].T, *moves.T, angles="xy", scale_units="xy", scale=1, width=0.002)
    return axes


def trails(positions, axes=None, **style):
    """Draws the ways of units: positions is an array of ticks, units and x, y, as read in each tick."""
    axes = plt.gca() if axes is None else axes
    axes.add_collection(LineCollection(np.swapaxes(positions, 0, 1), **{"linewidths": 0.8, "alpha": 0.7, **style}))
    return axes
