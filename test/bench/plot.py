#!/usr/bin/env python3
"""Draws the time of a tick against the number of units, from the JSON of `sidle bench --scale --json`, or of sidle-peers
with the same options:

    sidle bench --scale --json | test/bench/plot.py scale.svg

Growth with the number of units shows as a slope: both axes are logarithmic. It needs matplotlib."""
import json
import sys

import matplotlib.pyplot as plt

GREY = "#7d8590"  # shows on white and on black
plt.rcParams["svg.fonttype"] = "none"  # words as text, not as outlines


def curves_of(rows):
    """Name, line style and value of a row for each curve."""
    yield "sidle", {"linewidth": 3.2, "color": "#1f7ae0"}, lambda row: row["cold_ns_per_unit_tick"]
    yield "floor", {"linewidth": 1.6, "color": GREY, "linestyle": "--"}, lambda row: row["floor"]
    for phase in rows[0]["phases"]:
        yield phase, {"linewidth": 1.2}, lambda row: row["phases"][phase]
    for peer in sorted({peer for row in rows for peer in row["peers_cold"]}):
        yield peer, {"linewidth": 2}, lambda row: row["peers_cold"].get(peer)


def draw(measured, file):
    rows = [row for row in measured["rows"] if row["scene"].startswith("scale") and "+" not in row["scene"]]
    rows.sort(key=lambda row: row["units"])
    figure, axes = plt.subplots(figsize=(9, 5.6))
    for name, style, value in curves_of(rows):
        points = [(row["units"], value(row)) for row in rows if value(row)]
        if points:
            axes.loglog(*zip(*points), marker="o", markersize=3, label=f"{name} {points[-1][1]:.0f}", **style)
    axes.set_xlabel("units", color=GREY)
    axes.set_title("Time of a tick for each unit, ns; 15 % cover, all units under way; "
                   f"threads: {measured['threads']}; cold; thin, warm: the phases", color=GREY, fontsize=9)
    axes.tick_params(which="both", colors=GREY)
    axes.grid(color=GREY, alpha=0.3)
    lines = sorted(axes.get_lines(), key=lambda line: -line.get_ydata()[-1])
    axes.legend(handles=lines, loc="center left", bbox_to_anchor=(1, 0.5), labelcolor=GREY, framealpha=0)
    figure.savefig(file, transparent=True, bbox_inches="tight")


if len(sys.argv) != 2:
    sys.exit(__doc__)
draw(json.load(sys.stdin), sys.argv[1])
