"""The short form plays 24 trials; with SIDLE_LONG=1 it is 200."""
import json
import os
import re
import shutil
import signal
from pathlib import Path

import pytest

optuna = pytest.importorskip("optuna")
pytest.importorskip("distributed")

from distributed import LocalCluster  # noqa: E402
from sidle.scenes import ARRIVAL, IMPOSSIBLE, LEAST_BASE, Problem  # noqa: E402
from sidle.scenes import axes_of, cost_of, directions_of, play, say  # noqa: E402
from sidle.study import UNSEEN, Study, main, workers  # noqa: E402

COMMAND = os.environ.get("SIDLE_COMMAND") or shutil.which("sidle")
ROOT = Path(__file__).resolve().parents[3]
MAPS = ROOT / "maps"
TRIALS = 200 if os.environ.get("SIDLE_LONG") else 24
pytestmark = pytest.mark.skipif(not COMMAND, reason="needs the command sidle")


def problem(**fields):
    return Problem(**{"scenes": ("@door4",), "figures": ("stretch", "arrived"),
                      "params": ("threshold", "wait_time", "side_reach"), "seeds": 1, "options": ("--seconds", "40"),
                      "command": COMMAND, **fields})


class Stopped(Exception):
    pass


def outcome(study):
    return [(trial.number, trial.value, sorted(trial.params.items())) for trial in study.finished()]


def test_constants_are_those_of_the_sources_of_sidle_tune():
    problem_c, tune_c = ((ROOT / "src" / "command" / name).read_text() for name in ("tune_problem.c", "tune.c"))
    for name, value in (("LEAST_BASE", LEAST_BASE), ("ARRIVAL", ARRIVAL), ("IMPOSSIBLE", IMPOSSIBLE)):
        assert float(re.search(rf"\b{name} = ([0-9.]+)", problem_c)[1]) == value
    assert int(re.search(r"\bload\.seed \+= ([0-9]+);", tune_c)[1]) == UNSEEN


def value_at(axis, place):
    """As tune_value in src/command/tune_problem.c."""
    steps = axis.low * (axis.high / axis.low) ** place if axis.log else axis.low + (axis.high - axis.low) * place
    return float(f"{steps:.4g}")


@pytest.mark.parametrize("seconds", ["60", "2"], ids=["units arrive", "no unit arrives"])
def test_costs_are_those_of_sidle_tune(tmp_path, seconds):
    asked = problem(scenes=("@door4", str(MAPS / "doorway.map")), seeds=2, shifts=2, options=("--seconds", seconds),
                    figures=("stretch", "arrived", "turning", "overlap_longest"))
    state = tmp_path / "state.json"
    say(COMMAND, "tune", *asked.scenes, "--for", ",".join(asked.figures), "--params", ",".join(asked.params),
        "--evaluations", "6", "--state", str(state), *asked.options_of_play(0))
    axes, directions, base = axes_of(asked), directions_of(asked), play(asked, [{}])[0]
    costs = []
    for cost, places in json.loads(state.read_text())["tried"]:
        values = {axis.name: value_at(axis, at) for axis, at in zip(axes, places)}
        costs.append(cost)
        assert cost_of(directions, base, play(asked, [values])[0]) == pytest.approx(cost, abs=1e-6)
    assert len(set(costs)) > 2


def test_values_that_do_not_fit_together_are_costly_and_spoil_no_other_trial():
    asked = problem()
    fitting, wrong = {"wait_time": 3.0}, {"wait_time": 1e30}
    directions, base = directions_of(asked), play(asked, [{}])[0]
    costs = [cost_of(directions, base, found) for found in play(asked, [fitting, wrong])]
    assert costs == [cost_of(directions, base, play(asked, [fitting])[0]), IMPOSSIBLE]


def test_study_is_the_same_after_a_stop_and_the_death_of_a_worker(tmp_path):
    # Optuna guesses the first 10 trials: of four batches of 6 the last two learn from those before.
    asked, storage = problem(), f"sqlite:///{tmp_path}/study.db"
    with workers(1) as client:
        whole = Study(asked, batch=6)
        whole.run(client, TRIALS)
    with workers(2) as client:
        pids = client.run(os.getpid)

        def stop(done, best):
            if done == TRIALS // 2 + 1:  # in the middle of a batch
                raise Stopped

        def kill(done, best):
            if done == TRIALS * 3 // 4:
                os.kill(next(iter(pids.values())), signal.SIGKILL)

        with pytest.raises(Stopped):
            Study(asked, storage, batch=6).run(client, TRIALS, stop)
        broken = Study(asked, storage, batch=6)
        assert len(broken.finished()) == TRIALS // 2 + 1
        broken.run(client, TRIALS, kill)
        assert set(client.run(os.getpid).values()) != set(pids.values())
    assert len(broken.study.trials) == len(broken.finished()) == TRIALS
    assert outcome(broken) == outcome(whole)
    assert broken.config() == whole.config()
    assert whole.best().value < 0


def test_a_stored_study_of_another_search_is_refused(tmp_path):
    storage = f"sqlite:///{tmp_path}/study.db"
    Study(problem(), storage)
    with pytest.raises(ValueError, match="differs in seeds"):
        Study(problem(seeds=2), storage)


def test_program_uses_a_scheduler_and_writes_a_config_that_sidle_reads(tmp_path):
    best = tmp_path / "best.ini"
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        main(["@door4", "--for", "stretch", "--params", "threshold", "--trials", "4", "--seeds", "1", "--command",
              COMMAND, "--scheduler", cluster.scheduler_address, "--out", str(best), "--", "--seconds", "20"])
    assert "; sidle-study: the best of 4 sets" in best.read_text()
    say(COMMAND, "run", "@door4", "--seconds", "1", "--config", str(best))


def test_a_wrong_figure_is_told_in_the_words_of_the_command():
    with pytest.raises(SystemExit, match="stretchy"):
        main(["@door4", "--for", "stretchy", "--command", COMMAND])
