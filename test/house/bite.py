#!/usr/bin/env python3
"""Do the tests bite? Plants small faults in the core, one at a time, and says which no test finds.

    bite.py [--count 100] [--seed 1] [--from 1] [--work FOLDER] [--only FILE[:LINE],...] [--longest 20] [--list]

Each fault is one change that a tired programmer could make: another comparison, an `and` for an `or`,
another sign, a constant that is off, a condition turned round, a result that is not told, a statement that
is missing. Faults are drawn by seed from all places of the core where one is possible. One that does not
compile, or compiles to the same machine code, is replaced by the next.

The tests are the programs of `meson test` that use the library: first those that are named like the file,
then the fastest, until one fails; those of its room, and those that have found faults of the room, count as
faster. Tests that compare with a committed hash find any change and explain none: the table of bits comes last, and
what it alone finds counts apart; the others are left out. So are, to save time, shell scripts, the tests of the
command, and tests that take longer than --longest seconds.

It works in a copy of the commit that is checked out. Each file of the core is compiled alone, so that a fault
costs the compilation of one file.
"""
import argparse
import collections
import json
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOMS = ["base", "world", "orders", "places", "jam", "planner", "motion", "groups", "queries", "steering", "replay", "."]
# The test of the arithmetic fails only where flags are wrong: test/bits/bits.sh compiles with such flags.
NOT_CORE = {"sidle.c", "arithmetic.c", "arithmetic.h"}

# The rooms of tests for each room of the core, where they have other names.
ROOMS_OF_TESTS = {"world": {"state", "api"}, "replay": {"state"}, "base": {"motion"}}
STORIES = [("calls", 150), ("crowd", 60), ("doors", 60), ("lone", 60)]
STORY_DRIVER = "test/fuzz/fuzz_driver"
# The table of hashes finds any change of a bit and explains none: it comes last, and counts apart.
RECORDER, HASHES = "test/bits/bits_record", "the table of bits alone"
# The core without vector registers, which the test `lanes` compares with the library.
OTHER_CORE = "test/crowd_hash_plain"
# Of a processor: until it is known how long a test takes; and of a clock, for a test that waits.
CPU_SECONDS, WALL_SECONDS = 600, 3600
TICK = 0.001  # no test takes no time
CORE_SECONDS = 6  # to compile the core as one unit

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


class Core:
    """The core as the tests load it: a shared library of files that are compiled one by one."""

    def __init__(self, build):
        self.build = build
        self.target = next(build.glob("libsidle.so.*.p")).name.removesuffix(".p")
        commands = subprocess.run(["ninja", "-C", build, "-t", "commands", self.target], check=True,
                                  stdout=subprocess.PIPE, text=True).stdout.splitlines()
        self.compile, self.link = (shlex.split(command) for command in commands[-2:])
        self.unit = self.compile[self.compile.index("-o") + 1]
        one = (build.parent / "src/sidle.c").read_text()
        self.files = [Path("src", name) for name in re.findall(r'^#include "(\S+\.c)"', one, re.M)]
        (build / "alone").mkdir(exist_ok=True)
        for file in self.files:
            if not self.compiled(file):
                sys.exit(f"{file} does not compile alone")
        self.plain = {file: self.object(file).read_bytes() for file in self.files}
        self.users = {file: self.object(file).with_suffix(".d").read_text() for file in self.files}

    def object(self, file):
        return self.build / "alone" / (str(file).replace("/", "_") + ".o")

    def compiled(self, file):
        out = self.object(file)
        put = {"-MF": str(out.with_suffix(".d")), "-MQ": str(out), "-o": str(out), "-c": f"../{file}"}
        command = [put.get(before, word) for before, word in zip(["", *self.compile], self.compile)]
        return subprocess.run(command, cwd=self.build, stderr=subprocess.DEVNULL).returncode == 0

    def changed(self, path):
        """Compiles the files that include this one. False: one does not compile, or nothing has changed."""
        files = [f for f in self.files if f == path or re.search(rf"\.\./{re.escape(str(path))}\s", self.users[f])]
        return (all([self.compiled(f) for f in files]) and
                any(self.object(f).read_bytes() != self.plain[f] for f in files))

    def linked(self):
        objects = [str(self.object(file)) for file in self.files]
        command = [w for word in self.link for w in (objects if word == self.unit else [word])]
        subprocess.run(command, cwd=self.build, check=True)

    def restored(self):
        for file, plain in self.plain.items():
            if not self.object(file).exists() or self.object(file).read_bytes() != plain:
                self.object(file).write_bytes(plain)


Test = collections.namedtuple("Test", "name room inside command")


class Bench:
    def __init__(self, source, folder, longest):
        self.root = folder
        self.build = folder / "build"
        if not self.build.exists():
            folder.mkdir(parents=True, exist_ok=True)
            archive = subprocess.run(["git", "-C", source, "archive", "HEAD"], check=True, stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
            self.leave_out_hashes()
            subprocess.run(["meson", "setup", "--buildtype", "plain", "-Dc_args=-O1 -w", "-Ddefault_library=shared",
                            self.build, folder], check=True, stdout=subprocess.DEVNULL)
        self.core = None
        self.hashes = Test(HASHES, "bits", None, (str(folder / "test/bits/bits.sh"), str(folder),
                                                  str(self.build / RECORDER), "--here"))
        self.tests = self.all_tests()
        self.found_in = collections.Counter()
        self.seconds = {}  # of a processor, that a test took when it passed
        self.time_tests(longest)

    def leave_out_hashes(self):
        for path in (self.root / "test").rglob("test_*.c"):
            text = path.read_text()
            text = re.sub(r"\n *cmocka_unit_test\(\w*committed_hash\),", "", text)
            path.write_text(re.sub(r"\bTEST\((\w*committed_hash)\)", r"static void \1(void **state)", text))

    def all_tests(self):
        """A file of tests is a test of its own. A program that does not load the library alone has a core of its own,
        which is compiled as one unit."""
        asked = subprocess.run(["meson", "introspect", self.build, "--tests"], check=True, stdout=subprocess.PIPE)
        rooms = {path.stem: path.parent.name for path in (self.root / "test").rglob("test_*.c")}
        files = set()  # (program, file of the room)
        for test in json.loads(asked.stdout):
            program, *names = Path(test["cmd"][0]).name, *test["cmd"][1:]
            files |= {(program, name) for name in names if f"test_{name}" in rooms} or {(program, None)}
        files = sorted((program, name or "") for program, name in files
                       if program.startswith("test_") and program != "test_command" and (name or program in rooms))
        if not self.make([f"test/{program}" for program, _ in files] + [STORY_DRIVER, OTHER_CORE, RECORDER]):
            sys.exit("the tests do not compile")
        self.core = Core(self.build)
        self.core.linked()
        tests = []
        for program, name in files:
            path = self.build / "test" / program
            inside = b"libsidle.so" not in path.read_bytes() or program.startswith("test_lanes")
            tests.append(Test(name or program.removeprefix("test_"), rooms[f"test_{name}" if name else program],
                              f"test/{program}" if inside else None, (str(path), *[name] * bool(name))))
        return tests + [Test(f"stories of {style}", "fuzz", None,
                             (str(self.build / STORY_DRIVER), style, "--random", str(many), "1"))
                        for style, many in STORIES]

    def time_tests(self, longest):
        """Keeps the tests that pass within `longest` seconds. A negative time: the test did not within so many."""
        kept = self.build / "seconds.json"
        known = json.loads(kept.read_text()) if kept.exists() else {}
        for test in self.tests:
            if -longest < known.get(test.name, -0.0) <= 0:
                known[test.name] = -longest if self.fails(test, longest) else self.seconds[test.name]
        kept.write_text(json.dumps(known))
        self.tests, left_out = ([test for test in self.tests if (0 < known[test.name] <= longest) == keeps]
                                for keeps in (True, False))
        print("left out, as they fail or take too long:", *[test.name for test in left_out], flush=True)
        self.seconds = {test.name: known[test.name] for test in self.tests}

    def make(self, targets):
        """False: it does not compile."""
        return subprocess.run(["ninja", "-C", self.build, "-j2", *targets], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def fails(self, test, most=CPU_SECONDS):
        """A test that takes many times as long as without a fault hangs, and fails."""
        if test.name in self.seconds:
            most = 10 + 5 * self.seconds[test.name]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, int(most) + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            done = subprocess.run(test.command, cwd=self.build, preexec_fn=limit, timeout=WALL_SECONDS,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode:
            return True
        self.seconds[test.name] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before + TICK
        return False

    def finder(self, path):
        """The first test that fails; None: all pass."""
        room = path.parent.name
        rooms = ROOMS_OF_TESTS.get(room, {room})

        def order(test):
            if test.name in path.stem or path.stem in test.name:
                return 0
            cost = self.seconds[test.name] + (CORE_SECONDS if test.inside else 0)
            near = test.room in rooms or test.name == room
            return cost * (1 if near else 3) / (1 + self.found_in[room, test.name])
        for test in sorted(self.tests, key=order):
            if test.inside and not self.make([test.inside] + [OTHER_CORE] * test.name.startswith("lanes")):
                return "the build of the tests"
            if self.fails(test):
                return test.name
        return HASHES if self.fails(self.hashes) else None

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
            if not self.core.changed(path):
                return None
            self.core.linked()
            name = self.finder(path)
            self.found_in[path.parent.name, name] += 1
            return f"found by {name}" if name else "missed"
        finally:
            file.write_text(kept)
            self.core.restored()


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
    parser.add_argument("--only", help="only faults of these files, folders or lines: src/groups,src/tick.c:40")
    parser.add_argument("--longest", type=float, default=20, help="leaves out tests that take longer (20 seconds)")
    parser.add_argument("--list", action="store_true", help="prints them and plants none")
    asked = parser.parse_args()
    source = Path(__file__).resolve().parent.parent.parent
    if not asked.list:
        bench = Bench(source, Path(asked.work or tempfile.mkdtemp()), asked.longest)
        source = bench.root
    faults = sorted(set(all_faults(source)))
    random.Random(asked.seed).shuffle(faults)
    if asked.only:
        only = set(asked.only.split(","))
        faults = [f for f in faults if only & {str(f[0]), f"{f[0]}:{f[1]}", str(f[0].parent)}]
    faults = faults[asked.first - 1:]
    if asked.list:
        for fault in faults[:asked.count]:
            tell(fault, "a place for a fault", source)
        print(f"{len(faults)} places for faults")
        return 0
    found = hashed = missed = 0
    for number, fault in enumerate(faults, asked.first):
        if found + hashed + missed == asked.count:
            break
        fate = bench.try_fault(fault)
        if not fate:
            continue
        by_hashes = fate.endswith(HASHES)
        hashed, missed = hashed + by_hashes, missed + (fate == "missed")
        found += not by_hashes and fate != "missed"
        tell(fault, f"{number}: {fate}", source)
    print(f"bite: {found} of {found + hashed + missed} faults found, {hashed} by {HASHES}, {missed} missed")
    return 0 if found + hashed >= 0.9 * (found + hashed + missed) else 1


if __name__ == "__main__":
    sys.exit(main())
