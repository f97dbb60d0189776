"""Scenes played by the command `sidle`, and the cost of a set of values on them, as `sidle tune` computes it."""
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .profile import parameters

# As in src/command/tune_problem.c: a smaller figure is compared with this; an arrival that is missed weighs so many
# times as much as its share; and the cost of values that do not fit together.
LEAST_BASE, ARRIVAL, IMPOSSIBLE = 0.01, 10, 1000

# Figures that a run says nothing about where this other figure is 0.
KNOWN_BY = {"stretch_mean": "arrived", "stretch_p95": "arrived", "travel": "reached"}


class CommandError(Exception):
    """The command `sidle` failed; the text is what it said."""


@dataclass(frozen=True)
class Axis:
    """A parameter that is searched: `low` .. `high`, and the value of the scene."""
    name: str
    low: float
    high: float
    start: float
    log: bool  # even steps are even factors


@dataclass(frozen=True)
class Problem:
    """What is searched for. The fields are those options of `sidle tune`; `options` are others that `sidle compare`
    and `sidle tune` both take, such as --seconds or --config. Scenes that are files must have the same path on
    every machine that plays them."""
    scenes: tuple
    figures: tuple
    params: tuple = ()
    profile: str = "default"
    span: float = 4
    seeds: int = 3
    shifts: int = 1
    seed: int = 0
    options: tuple = ()
    command: str = "sidle"

    def options_of_play(self, seed):
        """The options that `sidle tune` and `sidle compare` share."""
        return ["--seeds", str(self.seeds), "--shifts", str(self.shifts), "--seed", str(seed), *self.options]


def _run(*words):
    try:
        return subprocess.run(words, capture_output=True, text=True)
    except FileNotFoundError as missing:
        raise CommandError(f"{words[0]}: the command is not installed here") from missing


def _output_of(done):
    if done.returncode:
        raise CommandError(done.stderr.strip() or f"the command ended with status {done.returncode}")
    return done.stdout


def say(*words):
    """The output of a command line; a CommandError with its complaint when it fails."""
    return _output_of(_run(*words))


def axes_of(problem):
    """The ranges as `sidle tune` sets them, read from the state of a search that tries the start alone."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "state.json"
        chosen = ["--params", ",".join(problem.params)] if problem.params else []
        say(problem.command, "tune", *problem.scenes, "--for", ",".join(problem.figures), *chosen,
            "--profile", problem.profile, "--span", str(problem.span), "--evaluations", "1", "--state", str(state),
            "--out", str(Path(folder) / "best.ini"), *problem.options_of_play(problem.seed))
        axes = json.loads(state.read_text())["question"]["axes"]
    most = {row.name.decode(): row.max for row in parameters()}
    return [Axis(**axis, log=axis["low"] > 0 and most[axis["name"]] > 1) for axis in axes]


def directions_of(problem):
    """For each figure its full name, and 1 where less is better, -1 where more is: from the table of `sidle run
    --help`. As in `sidle tune`, `stretch` means stretch_mean."""
    lines = say(problem.command, "run", "--help").split("\n")
    head = next(k for k, line in enumerate(lines) if line.startswith("figure "))
    column = lines[head].index("better")
    table = {line.split(" ")[0]: line[column:column + 4].strip() for line in lines[head + 1:]}
    names = [next(name for name in (figure, figure + "_mean") if table.get(name)) for figure in problem.figures]
    return {name: -1 if table[name] == "high" else 1 for name in names}


def config_of(problem, values):
    return f"[{problem.profile}]\n" + "".join(f"{name} = {value!r}\n" for name, value in values.items())


def play(problem, sets, seed=None):
    """Plays all scenes with one or two sets of values. Returns the mean figures of each scene for each set; None for
    values that do not fit together."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{k}.ini" for k in range(len(sets))]
        for file, values in zip(files, sets):
            file.write_text(config_of(problem, values))
        done = _run(problem.command, "compare", str(files[0]), str(files[-1]), *problem.scenes, "--json",
                    *problem.options_of_play(problem.seed if seed is None else seed))
    if done.returncode == 2 and folder in done.stderr:
        return [None] if len(sets) == 1 else [play(problem, [values], seed)[0] for values in sets]
    found = json.loads(_output_of(done))
    return [[_mean(scene[side]) for scene in found] for side in ("before", "after")[:len(sets)]]


def _is_known(run, name):
    return run[name] is not None and (name not in KNOWN_BY or run[KNOWN_BY[name]] > 0)


def _mean(runs):
    """The mean of each figure over the runs that say something about it; of overlap_longest the largest."""
    mean = {}
    for name in (name for name, value in runs[0].items() if not isinstance(value, (str, dict))):
        values = [run[name] for run in runs if _is_known(run, name)] or [0]
        mean[name] = max(values) if name == "overlap_longest" else sum(values) / len(values)
    return mean


def cost_of(directions, base, found):
    """By how much the figures got worse, as a share of what they were, on average: below 0 is better."""
    if found is None:
        return IMPOSSIBLE
    total = 0
    for before, after in zip(base, found):
        for name, direction in directions.items():
            weight = ARRIVAL if direction < 0 else 1
            total += direction * weight * (after[name] - before[name]) / max(abs(before[name]), LEAST_BASE)
    return total / len(base) / len(directions)
