"""Prints ns of processor time a unit and tick: 10,000 units go to far goals, and all positions are read in each tick.
bindings/overhead.c does the same in C.

    overhead.py [TICKS]
"""
import sys
import time

import numpy as np
import sidle

SIDE = 100


def main(ticks=300):
    world = sidle.World(512, 512)
    rows, columns = np.divmod(np.arange(SIDE * SIDE), SIDE)
    starts = np.stack([4 + 2 * columns, 4 + 2 * rows], axis=1).astype(np.float32)
    world.units_go(world.create_units(starts), starts + 300)
    read = sidle.Columns("positions")
    world.step()
    begin, total = time.process_time_ns(), 0
    for _ in range(ticks):
        world.step()
        total += world.read(read).positions.sum()
    spent = time.process_time_ns() - begin
    print(f"{spent / ticks / len(starts):.1f} ns a unit and tick, hash {world.hash()}, sum {total:.6g}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
