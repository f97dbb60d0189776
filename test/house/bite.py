#!/usr/bin/env python3
"""Do the tests bite? Plants small faults in the core, one at a time, and says which no test finds.

    bite.py [--count 100] [--seed 1] [--from 1] [--work FOLDER] [--only FILE[:LINE]] [--without TESTS] [--list]

Each fault is one change that a tired programmer could make: another comparison, an `and` for an `or`,
another sign, a constant that is off, a condition turned round, a result that is not told, a statement that
is missing. Faults are drawn by seed from all places of the core where one is possible. One that does not
compile, or compiles to the same machine code, is replaced by the next.

The tests are those of `meson test` that need no other machine, the fastest first, until one fails. Tests
that compare with a committed hash are left out: they find any change and explain none.

It works in a copy of the commit that is checked out, and takes about half a minute for each fault.
"""
import argparse
import collections
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOMS = ["base", "world", "orders", "planner", "motion", "groups", "queries", "steering", "."]
# The test of the arithmetic fails only where flags are wrong: test/bits/bits.sh compiles with such flags.
NOT_CORE = {"sidle.c", "arithmetic.c", "arithmetic.h"}

FAST = """version see stow buildings changes profiles ranks bystanders steering_agent steering_rates steering_wander ground
oncoming go blocked pursuit flight followers lines metrics ranges approach give_way tight_lanes rest piles place_claims
shared_goals places steering_leader steering_moving_target steering_obstacles steering_neighbours lost_ways way_round
enemies surround path led_units saving orders facing crowds_at_rest crowded_points properties promises rays planner
formations group_facing marches groups groups_snapshot small_ticks right_of_way steering_points bulk queries query_calls
congestion_cells host_calls world scenes terrain independence fixtures threads arrival recipes congestion past
scene_changes scaling groups_threads""".split()
# The first is longer than all of those together; the second is the bounds of the scoreboard, and takes minutes.
SLOW = ["faults", "bench"]
# These compile the core once more: built only for faults that the others do not find.
INSIDE = """claims clearance validate still queue contacts drive give_way_rules ladder_rules look_rules path_following
place_field target_rules lanes lanes_plain recorded_calls recording recording_damage hash snapshot
snapshot_damage""".split()
# What some of them run.
BESIDE = ["test/crowd_hash", "test/crowd_hash_plain", "test/fuzz/fuzz_driver"]
STORIES = [("calls", 150), ("crowd", 60), ("doors", 60), ("lone", 60)]
CPU_SECONDS, WALL_SECONDS = 600, 3600  # until it is known how long a test takes

# ---- faults ----

SWAPS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" < ", " > "), (r" > ", " < "),
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r"\+\+", "--"), (r"\bmin_float\(", "max_float("), (r"\bmax_float\(", "min_float("),
    (r"\bmin_int\(", "max_int("), (r"\bmax_int\(", "min_int("), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\breturn SIDLE_ERROR_\w+;", "return SIDLE_OK;"), (r"(?<=[( ])!(?=\w)", ""), (r" \| ", " & "), (r" & ", " | "),
    (r"\bcontinue;", "break;"), (r"\.x\b", ".y"), (r"\.y\b", ".x"),
]
SKIPPED = re.compile(r"^\s*(#|/?\*|//|typedef|static inline \w+ \w+\(|\}|SIDLE_INTERNAL|_Static_assert|assert\()")


def code_of(line):
    """The line without its comment and without what stands in quotes, of the same length."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda m: "_" * len(m.group()), line)
    return re.sub(r"/\*.*?(\*/|$)|//.*$", lambda m: "_" * len(m.group()), line)


# A prefetch changes no result, whatever it fetches.
COSTS_TIME_ALONE = re.compile(r"\bprefetch\w*\(|enum \{ CACHE_LINE")


def faults_of_line(line):
    """All changes of one line: (where, what stands there, what to put there)."""
    code = code_of(line)
    if SKIPPED.match(code) or not code.strip() or code.lstrip().startswith("*"):
        return
    for pattern, put in SWAPS:
        for m in re.finditer(pattern, code):
            yield m.start(), m.group(), put
    for m in re.finditer(r"(?<![\w.])(\d+\.\d*|\.\d+)f?(?![\w.])", code):
        number = m.group().rstrip("f")
        yield m.start(), m.group(), f"{float(number) * 1.5 if float(number) else 0.25}f"
    for m in re.finditer(r"(?<![\w.\[])(\d+)u?(?![\w.x])", code):
        yield m.start(), m.group(), str(int(m.group().rstrip("u")) + 1)
    m = re.match(r"(\s*)(else )?if \((.*)\)(?= [^|&=<>]|$)", code)
    if m and m.group(3).count("(") == m.group(3).count(")"):
        at, end = m.start(3), m.end(3)
        yield at, line[at:end], f"!({line[at:end]})"
    m = re.match(r"(\s+)([\w>.\[\]-]+ (=|[+|&-]=) .*|\w+\(.*\));$", code)
    if m and not re.match(r"(return|else|case|do)\b", m.group(2)):
        yield m.start(2), line[m.start(2):m.end(2)], "(void)0"


def core_files(root):
    for room in ROOMS:
        for path in sorted((root / "src" / room).glob("*.[ch]")):
            if path.name not in NOT_CORE:
                yield path


def all_faults(root):
    for path in core_files(root):
        comment = off = 0
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if re.match(r"#if.*SIDLE_CHECKED", line):
                off = 1
            if off:
                off = not line.startswith(("#else", "#endif"))
                continue
            begins = comment
            if "/*" in line and "*/" not in line[line.rindex("/*"):]:
                comment = 1
            elif "*/" in line:
                comment = 0
            if begins or comment:
                continue
            for at, was, put in faults_of_line(line):
                yield path.relative_to(root), number, at, was, put


# ---- building and running ----


class Bench:
    def __init__(self, source, folder, without):
        self.root = folder
        self.without = without
        self.build = folder / "build"
        if not self.build.exists():
            folder.mkdir(parents=True, exist_ok=True)
            archive = subprocess.run(["git", "-C", source, "archive", "HEAD"], check=True, stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
            self.leave_out_hashes()
            subprocess.run(["meson", "setup", "--buildtype", "plain", "-Dc_args=-O1 -w", "-Ddefault_library=shared",
                            self.build, folder], check=True, stdout=subprocess.DEVNULL)
        self.make([f"test/test_{n}" for n in FAST + SLOW + INSIDE] + BESIDE, must=True)
        # Shared: the tests need not be linked again for each fault.
        self.object = next(self.build.glob("libsidle.so.*.p/*.o"))
        self.core_library = self.object.parent.name.removesuffix(".p")
        self.plain = self.object.read_bytes()
        self.found_in = collections.Counter()
        self.seconds = {}  # of a processor, that a test took when it passed

    def leave_out_hashes(self):
        for path in (self.root / "test").rglob("test_*.c"):
            text = path.read_text()
            path.write_text(re.sub(r"\n *cmocka_unit_test\(\w*committed_hash\),", "", text))

    def make(self, targets, must=False):
        """False: it does not compile."""
        done = subprocess.run(["ninja", "-C", self.build, *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if must and done.returncode:
            sys.exit(done.stdout.decode())
        return done.returncode == 0

    def fails(self, *command):
        """A test that takes many times as long as without a fault hangs, and fails."""
        most = int(10 + 5 * self.seconds[command]) if command in self.seconds else CPU_SECONDS

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            done = subprocess.run(command, cwd=self.build, preexec_fn=limit, timeout=WALL_SECONDS,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode:
            return True
        self.seconds[command] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        return False

    def finder(self, path):
        """The first test that fails; None: all pass. Those come first that are called like the file, then those that
        have found most in its room."""
        room, is_of = path.parent, lambda name: name in path.stem or path.stem in name
        stories = [(f"stories of {style}", ["test/fuzz/fuzz_driver", style, "--random", str(many), "1"])
                   for style, many in STORIES]
        fast, slow, inside = ([(name, [f"test/test_{name}"]) for name in names if name not in self.without]
                              for names in (FAST, SLOW, INSIDE))
        fast.sort(key=lambda test: (not is_of(test[0]), -self.found_in[room, test[0]]))
        inside.sort(key=lambda test: not is_of(test[0]))
        groups = [fast, stories, inside]
        if any(is_of(name) for name in INSIDE):
            groups = [inside, fast, stories]
        for tests in (*groups, *([test] for test in slow)):
            if not self.make([self.core_library] + [c[0] for _, c in tests] + (BESIDE if tests is inside else [])):
                return "the build of the tests"
            for name, command in tests:
                if self.fails(self.build / command[0], *command[1:]):
                    return name
        return None

    def try_fault(self, fault):
        """What became of it: "found by NAME", "missed", or None when it is no fault."""
        path, number, at, was, put = fault
        file = self.root / path
        kept = file.read_text()
        lines = kept.split("\n")
        line = lines[number - 1]
        if COSTS_TIME_ALONE.match(line):
            return None
        lines[number - 1] = line[:at] + put + line[at + len(was):]
        try:
            file.write_text("\n".join(lines))
            if not self.make([self.core_library]) or self.object.read_bytes() == self.plain:
                return None
            name = self.finder(path)
            self.found_in[path.parent, name] += 1
            return f"found by {name}" if name else "missed"
        finally:
            file.write_text(kept)


def tell(fault, fate, root):
    path, number, at, was, put = fault
    line = (root / path).read_text().split("\n")[number - 1]
    print(f"{path}:{number}: {fate}\n  - {line.strip()}\n  + {(line[:at] + put + line[at + len(was):]).strip()}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="faults that are planted (100)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--from", type=int, default=1, dest="first", help="goes on with this one of them (1)")
    parser.add_argument("--work", help="folder for the copy; it is kept as it is, so that the next run is quicker")
    parser.add_argument("--only", help="only faults of this FILE, or of this FILE:LINE")
    parser.add_argument("--without", default="", help="tests that are not run, as bench,faults")
    parser.add_argument("--list", action="store_true", help="prints them and plants none")
    asked = parser.parse_args()
    source = Path(__file__).resolve().parent.parent.parent
    if not asked.list:
        bench = Bench(source, Path(asked.work or tempfile.mkdtemp()), asked.without.split(","))
        source = bench.root
    faults = sorted(set(all_faults(source)))
    random.Random(asked.seed).shuffle(faults)
    if asked.only:
        faults = [f for f in faults if asked.only in (str(f[0]), f"{f[0]}:{f[1]}")]
    faults = faults[asked.first - 1:]
    if asked.list:
        for fault in faults[:asked.count]:
            tell(fault, "a place for a fault", source)
        print(f"{len(faults)} places for faults")
        return 0
    found = missed = 0
    for number, fault in enumerate(faults, asked.first):
        if found + missed == asked.count:
            break
        fate = bench.try_fault(fault)
        if not fate:
            continue
        found, missed = found + (fate != "missed"), missed + (fate == "missed")
        tell(fault, f"{number}: {fate}", source)
    print(f"bite: {found} of {found + missed} faults found, {missed} missed")
    return 0 if found >= 0.9 * (found + missed) else 1


if __name__ == "__main__":
    sys.exit(main())
