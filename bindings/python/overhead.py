"""What Python costs beside C: the program of bindings/overhead.c.

    overhead.py [TICKS]
"""
import sys
import time

import numpy as np
import sidle

SIDE, EXTENT = 100, 320


def main(ticks=300):
    world = sidle.World(EXTENT, EXTENT)
    rows, columns = np.divmod(np.arange(SIDE * SIDE), SIDE)
    starts = np.stack([10 + 3 * columns, 10 + 3 * rows], axis=1).astype(np.float32)
    world.units_go(world.create_units(starts), EXTENT - starts)
    read = sidle.Columns("positions")
    begin, total = time.process_time_ns(), 0
    for _ in range(ticks):
        world.step()
        total += world.read(read).positions.sum(dtype=np.float64)
    spent = time.process_time_ns() - begin
    print(f"Python: {spent / ticks / len(starts):.0f} ns a unit and tick, sum {total:.3f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
