"""A search for better parameters as a study of Optuna, with the processes of Dask as its workers: the extra `study`.

    sidle-study @door50 maps/bridge.map --for stretch,arrived --storage sqlite:///door.db --trials 200 --workers 2

On one machine `sidle tune` is simpler. Trials are made in batches. Each value of a trial follows from the seed, the
number of the trial, and the results of the batches before. So the trials are the same with one worker or a hundred, in
one run or after a stop. The storage holds all trials: when the same command is given again, the study goes on from
there. If a worker dies, Dask gives its work to another one.
"""
import argparse
import contextlib
import dataclasses
import sys
import zlib

import optuna
from dask.distributed import Client, LocalCluster, as_completed
from optuna.trial import Trial, TrialState

from .scenes import Axis, CommandError, Problem, axes_of, cost_of, directions_of, play

UNSEEN = 1000  # added to the seed for scenes that the search has not seen, as in `sidle tune`


class Study:
    """The trials of a problem in a storage of Optuna (an URL, a storage object, or None: in memory)."""

    def __init__(self, problem, storage=None, name="sidle", batch=20):
        self.problem = problem
        self.batch = batch
        self.study = optuna.create_study(storage=storage, study_name=name, load_if_exists=True)
        if "question" not in self.study.user_attrs:
            self._begin()
        self._check_question()
        self.axes = [Axis(**axis) for axis in self.study.user_attrs["axes"]]
        self.directions = directions_of(problem)
        self._base = self.study.user_attrs["base"]

    def _question(self):
        """The settings that decide which trials are made. The path of the command and the workers do not."""
        question = {**dataclasses.asdict(self.problem), "batch": self.batch, "optuna": optuna.__version__}
        del question["command"]
        return {key: list(value) if isinstance(value, tuple) else value for key, value in question.items()}

    def _begin(self):
        axes = axes_of(self.problem)
        self.study.enqueue_trial({axis.name: axis.start for axis in axes}, skip_if_exists=True)
        self.study.set_user_attr("axes", [dataclasses.asdict(axis) for axis in axes])
        self.study.set_user_attr("base", play(self.problem, [{}])[0])
        self.study.set_user_attr("question", self._question())

    def _check_question(self):
        asked, stored = self._question(), self.study.user_attrs["question"]
        differing = [key for key in asked if asked[key] != stored.get(key)]
        if differing:
            raise ValueError(f"found the study of another search, which differs in {', '.join(differing)}")

    # ---- asking ----

    def _suggest(self, trial):
        """Gives the trial its values. After a stop a trial may have some: those stay."""
        for axis in self.axes:
            seed = zlib.crc32(f"{self.problem.seed}/{trial.number}/{axis.name}".encode())
            self.study.sampler = optuna.samplers.TPESampler(seed=seed)
            trial.suggest_float(axis.name, axis.low, axis.high, log=axis.log)

    def _ask(self, first, last):
        """Makes the trials from the one number to the other, those that are there already included."""
        trials = self.study.get_trials(deepcopy=False)
        for number in range(first, last):
            there = number < len(trials) and trials[number].state != TrialState.WAITING
            if there and trials[number].state.is_finished():
                continue
            self._suggest(Trial(self.study, trials[number]._trial_id) if there else self.study.ask())

    def _values(self, trial):
        """With four digits, so that what a config says is what was played."""
        return {axis.name: min(max(float(f"{trial.params[axis.name]:.4g}"), axis.low), axis.high)
                for axis in self.axes}

    # ---- playing ----

    def run(self, client, trials, progress=None):
        """Tries until there are so many trials. progress(done, best cost) is called after each."""
        for first in range(0, trials, self.batch):
            last = min(first + self.batch, trials)
            self._ask(first, last)
            batch = self.study.get_trials(deepcopy=False)[first:last]
            self._play(client, [trial for trial in batch if not trial.state.is_finished()], progress)

    def _play(self, client, trials, progress):
        """`sidle compare` plays two sets of values: so two trials are one piece of work."""
        pairs = [trials[k:k + 2] for k in range(0, len(trials), 2)]
        work = {client.submit(play, self.problem, [self._values(t) for t in pair], pure=False): pair
                for pair in pairs}
        for future in as_completed(work):
            for trial, found in zip(work[future], future.result()):
                self.study.tell(trial.number, cost_of(self.directions, self._base, found))
                if progress:
                    progress(len(self.finished()), self.best().value)

    # ---- the outcome ----

    def finished(self):
        return self.study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))

    def best(self):
        """Of trials of the same cost the first one."""
        return min(self.finished(), key=lambda trial: (trial.value, trial.number))

    def config(self):
        """The best values as a config of sidle, with what they gained, also on scenes of other seeds."""
        best, problem = self.best(), self.problem
        values = self._values(best)
        base, found = play(problem, [{}, values], problem.seed + UNSEEN)
        unseen = cost_of(self.directions, base, found)
        lines = [f"; sidle-study: the best of {len(self.finished())} sets of values for {','.join(problem.figures)}, "
                 f"{100 * best.value:+.1f} % (below 0 is better);",
                 f"; {100 * unseen:+.1f} % on seeds that the search has not seen. Scenes: {' '.join(problem.scenes)}.",
                 "", f"[{problem.profile}]", ""]
        for axis in self.axes:
            if abs(values[axis.name] - axis.start) > 1e-4 * abs(axis.start):
                lines += [f"; was {axis.start:.6g}", f"{axis.name} = {values[axis.name]!r}", ""]
        return "\n".join(lines) + "\n"


@contextlib.contextmanager
def workers(count, scheduler=None):
    """A client of so many processes here, or of the scheduler at this address."""
    with contextlib.ExitStack() as stack:
        if not scheduler:
            scheduler = stack.enter_context(LocalCluster(n_workers=count, threads_per_worker=1,
                                                         dashboard_address=None))
        yield stack.enter_context(Client(scheduler))


def _arguments(words):
    parser = argparse.ArgumentParser(prog="sidle-study", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="Options behind -- are for `sidle`, such as -- --seconds 30.")

    def commas(text):
        return tuple(text.split(","))

    parser.add_argument("scenes", nargs="+", help="files, or @name for a generated scene")
    parser.add_argument("--for", dest="figures", type=commas, required=True, help="figures to make better")
    parser.add_argument("--params", type=commas, default=(), help="parameters to search (all that are numbers)")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--span", type=float, default=4, help="a value may become so many times as large or small")
    parser.add_argument("--seeds", type=int, default=3, help="runs of each scene with other starts")
    parser.add_argument("--shifts", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="of the search and of the scenes")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--batch", type=int, default=20, help="trials that are made at once")
    parser.add_argument("--storage", help="URL of Optuna's storage, such as sqlite:///study.db (memory)")
    parser.add_argument("--name", default="sidle", help="of the study in the storage")
    parser.add_argument("--workers", type=int, default=1, help="processes on this machine")
    parser.add_argument("--scheduler", help="address of a scheduler of Dask, in place of --workers")
    parser.add_argument("--command", default="sidle", help="the command on the machines that play")
    parser.add_argument("--out", help="file for the best values (standard output)")
    return parser.parse_args(words)


def _show(trials):
    def progress(done, best):
        print(f"\r{done} of {trials}, best {100 * best:+.1f} %", end="\n" if done == trials else "", file=sys.stderr)
    return progress


def main(words=None):
    words = sys.argv[1:] if words is None else words
    own, others = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    given = vars(_arguments(own))
    fields = {field.name for field in dataclasses.fields(Problem)}
    problem = Problem(**{key: tuple(value) if isinstance(value, list) else value
                         for key, value in given.items() if key in fields}, options=tuple(others))
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        study = Study(problem, given["storage"], given["name"], given["batch"])
        with workers(given["workers"], given["scheduler"]) as client:
            study.run(client, given["trials"], _show(given["trials"]))
        text = study.config()
    except KeyboardInterrupt:
        sys.exit("sidle-study: stopped; with --storage the same command goes on")
    except (CommandError, ValueError) as wrong:
        sys.exit(f"sidle-study: {wrong}")
    if given["out"]:
        with open(given["out"], "w") as file:
            file.write(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
