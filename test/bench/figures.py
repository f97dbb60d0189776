#!/usr/bin/env python3
"""The figures of test/bench/README.md and of README.md, from which the site draws its charts.

    figures.py ROOT BUILD PEERS SAVED [--scenes N] [--peer-scenes N] [--seed S]

Plays the commands of RUNS in the builds BUILD and PEERS (with -Dpeers=true) and writes their figures into the pages of
ROOT, between the marks `<!-- figures NAME -->` and `<!-- end -->`. What a command printed stays in the folder SAVED, behind
a line with the command. It is not played again while its file is there. SAVED is good for one commit. The runs with
several threads and cpu.txt may come from a machine with more cores. plot.py draws the picture from scale.json.
"""
import argparse
import json
import math
import os
import platform
import re
import shlex
import subprocess
import sys
import textwrap
import time
from pathlib import Path

PAGES = 'README.md', 'test/bench/README.md'

# Rows that ask for what peers have no notion of: to step aside, to march, to surround, the right of way.
SIDLE_ALONE = {'idle0.6', 'idle1.6', 'corridor_idle', 'march', 'march_gap', 'four_groups', 'surround', 'ambulance'}
SPANS = {'circle2': 30, 'single_file1': 5}  # rows that are played for each number up to this one
SCALE = ['1000', '2000', '5000', '10000', '20000', '50000', '100000', '10000+cell0.25', 'near10000', 'dense20000',
         'standing10000', 'resting10000', 'door_two_way1000', 'battle1000']
THREADS = [1, 2, 4, 8, 16]

RUNS = {
    'scoreboard.json': '{build}/sidle bench --json',
    'peers.json': '{peers}/test/bench/sidle-peers --json',
    'towns.txt': '{build}/sidle towns --scenes {scenes} --seed {seed} --jobs 2',
    'peer_towns.txt': '{peers}/test/bench/sidle-peers --towns --scenes {peer_scenes} --seed {seed}',
    'scale.json': '{peers}/test/bench/sidle-peers --scale --json ' + ' '.join(SCALE),
    **{f'threads{n}.json': f'{{build}}/sidle bench --scale --json --threads {n} 10000 50000 100000 door_two_way5000' for n in THREADS},
    'cpu.txt': 'lscpu',  # of the machine that played with THREADS
    'reading.txt': '{build}/test/bulk',
    'help.txt': '{build}/sidle run --help',
    'tasks.txt': '{build}/sidle towns --help',
}

# Of the scoreboard: heading, the figures by their names in the JSON, and how they are written.
COLUMNS = [
    ('reached', ['reached'], '{:.3f}'),
    ('at rest', ['arrived'], '{:.3f}'),
    ('last', ['reached_last'], '{:.0f} s'),
    ('stretch, of the slow', ['stretch_mean', 'stretch_p95'], '{:.2f}, {:.2f}'),
    ('travel', ['travel'], '{:.2f}'),
    ('overlap', ['overlap'], '{:.3f}'),
    ('longest', ['overlap_longest'], '{:.1f} s'),
    ('flips', ['flips'], '{:.2f}'),
    ('turning', ['turning'], '{:.2f}'),
    ('hard stops', ['hard_stops'], '{:.2f}'),
    ('displaced', ['displaced_max'], '{:.2f} u'),
]
# Without such units a cell stays empty.
NEEDS = {'reached': 'movers', 'at rest': 'movers', 'last': 'movers', 'stretch, of the slow': 'arrived', 'travel': 'reached'}

# Of README.md.
SHORT = {
    'circle100': 'a hundred across a circle',
    'blocks100': 'two blocks of 100 through each other',
    'door200': '200 through a door',
    'door_two_way100': '100 + 100 through a door, both ways',
    'point200': '200 sent to one point',
}


class Runs:
    """What the commands printed."""

    def __init__(self, options):
        self.root, self.folder, self.options = options.root, options.saved, vars(options)
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = self.folder / 'commit'
        if not kept.exists():
            kept.write_text(self.head())
        self.commit = kept.read_text().strip()

    def head(self):
        return self.output('git rev-parse --short HEAD').strip()

    def output(self, command):
        return subprocess.run(shlex.split(command), cwd=self.root, check=True, text=True, stdout=subprocess.PIPE).stdout

    def saved(self, name):
        """The command and what it printed."""
        file = self.folder / name
        if not file.exists():
            if self.head() != self.commit:
                sys.exit(f'figures.py: {self.folder} holds runs of {self.commit}: expected another folder for {self.head()}')
            command = RUNS[name].format(**self.options)
            print(command, flush=True)
            text = self.output(command)
            file.write_text(f'$ {command}\n{text}')
        command, text = file.read_text().split('\n', 1)
        return command[2:], text

    def text(self, name):
        return self.saved(name)[1]

    def json(self, name):
        return json.loads(self.text(name))

    def day(self, name):
        return time.strftime('%Y-%m-%d', time.gmtime((self.folder / name).stat().st_mtime))


def made_by(runs, *names):
    return '\n\n' + fill('By ' + ' and '.join(f'`{runs.saved(name)[0]}` ({runs.day(name)})' for name in names) + '.')


def fill(text):
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def table(head, rows):
    return '\n'.join('| ' + ' | '.join(row) + ' |' for row in [head, ['---'] * len(head), *rows])


def percent(share):
    """Rounded down: 100 % are all."""
    return f'{math.floor(1000 * share + 1e-6) / 10:g} %'


# ---- the scoreboard ----

def outcomes(runs):
    """Of each row: its scene, and a list of library and figures."""
    peers = runs.json('peers.json')
    for row in runs.json('scoreboard.json'):
        scene = row['scene']
        if '+' not in scene and not scene.startswith('scale'):  # those are turned, or of the time
            others = [] if scene in SIDLE_ALONE else [o for o in peers if o['scene'] == scene and o['by'] != 'sidle']
            yield scene, [('sidle', row), *((o['by'], o) for o in others)]


def scoreboard(runs):
    rows = []
    for scene, played in outcomes(runs):
        name = f'`@{scene}`' + (f' ... {SPANS[scene]}' if scene in SPANS else '')
        for by, o in played:
            rows.append([name, by, *(form.format(*(o[key] for key in keys)) if o[NEEDS.get(heading, 'units')] else ''
                                     for heading, keys, form in COLUMNS)])
    head = ['scene', 'by', *(heading for heading, _, _ in COLUMNS)]
    return table(head, rows) + made_by(runs, 'scoreboard.json', 'peers.json')


def meanings(runs):
    """What the columns of the scoreboard mean, in the words of the command's help."""
    lines = runs.text('help.txt').split('\nFigures, ')[1].splitlines()
    start = lines[1].index('meaning')
    said = {line.split()[0]: line[start:] for line in lines[2:]}
    return table(['column', 'meaning'], [[heading, '; '.join(said[key] for key in keys)] for heading, keys, _ in COLUMNS])


def short(runs):
    played = {scene: dict(by) for scene, by in outcomes(runs)}
    def cell(o):
        shares = f'{percent(o["reached"])}, {percent(o["arrived"])}'
        return f'{shares}, {o["reached_last"]:.0f} s, {o["overlap"]:.3f}, {o["turning"]:.2f}'
    rows = [[words, *(cell(played[scene][by]) for by in ('sidle', 'RVO2', 'Detour'))] for scene, words in SHORT.items()]
    return table(['scene', 'sidle', 'RVO2 (ORCA)', 'Detour Crowd'], rows)


# ---- random towns ----

def cells_of(text, first_heading):
    """The rows of a table, as dictionaries."""
    lines = re.search(rf'^\| {first_heading} \|.*\n\|-.*\n((?:\|.*\n?)*)', text, re.M)
    head, *rows = [[cell.strip() for cell in line.strip().strip('|').split('|')] for line in lines[0].strip().split('\n')]
    return [dict(zip(head, row)) for row in rows[1:]]


def town_rows(runs):
    return cells_of(runs.text('towns.txt'), 'task')


def towns(runs):
    meaning = dict(re.findall(r'^  (\w+) +(.*)$', runs.text('tasks.txt').split('\nTasks:\n')[1], re.M))
    peers = {(row['task'], row['by']): row for row in cells_of(runs.text('peer_towns.txt'), 'task')}
    def shares(task, by):
        row = peers.get((task, by))
        clean, home = (percent(int(row[key]) / int(row['scenes'])) if row else '' for key in ('clean', 'all home'))
        return f'{clean} ({home})' if row else ''
    lines = []
    for row in town_rows(runs):
        task = row['task']
        faults = '; '.join(f'{row[fault]} {fault}' for fault in list(row)[3:] if row[fault])
        lines.append([task, meaning[task], row['clean'], shares(task, 'RVO2'), shares(task, 'Detour'), faults])
    head = ['task', 'what the units do', 'sidle', 'RVO2', 'Detour', 'towns of sidle with a fault']
    return f'{all_towns(runs)}\n\n' + table(head, lines) + made_by(runs, 'towns.txt', 'peer_towns.txt')


def all_towns(runs):
    counts = re.findall(r'^# \w+: (\d+) of (\d+) clean$', runs.text('towns.txt'), re.M)
    clean, scenes = (sum(int(count[k]) for count in counts) for k in (0, 1))
    return f'Of {scenes:,} towns {clean:,} are clean, {100 * clean / scenes:.1f} %.'


def short_towns(runs):
    tasks = {}
    for row in sorted(town_rows(runs), key=lambda row: -float(row['clean'].split()[0])):
        tasks.setdefault(row['clean'], []).append(row['task'])
    parts = '; '.join(f'{", ".join(names)} {share}' for share, names in tasks.items())
    return fill(f'{all_towns(runs)} {parts[0].upper()}{parts[1:]}.')


# ---- the time of a tick ----

def scale(runs):
    measured = runs.json('scale.json')['rows']
    phases = list(measured[0]['phases'])
    rows = []
    for row in measured:
        cold = {'sidle': row['cold_ns_per_unit_tick'], **row['peers_cold']}
        times = [f'{cold[by]:.0f}' if by in cold else '' for by in ('sidle', 'RVO2', 'Detour high')]
        rows.append([f'`@{row["scene"]}`', f'{row["units"]}', *times, f'{row["ns_per_unit_tick"]:.0f}',
                     *(f'{row["phases"][name]:.1f}' for name in phases), f'{row["floor"]:.1f}', f'{row["bytes_per_unit"]:.0f}'])
    head = ['scene', 'units', 'sidle', 'RVO2', 'Detour', 'sidle, warm', *phases, 'floor', 'bytes a unit']
    return table(head, rows) + made_by(runs, 'scale.json')


def threads(runs):
    """With as many threads as the machine has cores, at most."""
    cpu = dict(re.findall(r'^(.*?): +(.*)$', runs.text('cpu.txt'), re.M))
    played = {n: runs.json(f'threads{n}.json')['rows'] for n in THREADS if n <= int(cpu['CPU(s)'])}
    phases = list(played[1][0]['phases'])
    rows = []
    for k, one in enumerate(played[1]):
        for n, row in ((n, of[k]) for n, of in played.items()):
            shares = (f'{row["phases"][name]:.1f}' + (f', {row["alone"][name]:.1f}' if n > 1 and row['alone'][name] >= .05 else '')
                      for name in phases)
            rows.append([f'`@{row["scene"]}`', f'{n}', f'{row["ns_per_unit_tick"]:.0f}',
                         f'{one["ns_per_unit_tick"] / row["ns_per_unit_tick"]:.1f}', *shares, f'{sum(row["waited"].values()):.1f}'])
    head = ['scene', 'threads', 'ns', 'times as fast', *phases, 'waits']
    command, of = runs.saved('threads1.json')[0].replace('--threads 1', '--threads N'), f'{cpu["CPU(s)"]} cores, {cpu["Model name"]}'
    return table(head, rows) + '\n\n' + fill(f'By `{command}` ({runs.day("threads1.json")}) on a machine with {of}.')


def reading(runs):
    found = re.findall(r'^  (.*?)  +([\d.]+) ms, memcpy of (\d+) bytes a unit +([\d.]+) ms', runs.text('reading.txt'), re.M)
    half = len(found) // 2  # first in the order of creation, then at random
    rows = [[what, size, ordered, at_random, copied]
            for (what, ordered, size, copied), (_, at_random, _, _) in zip(found[:half], found[half:])]
    head = ['columns', 'bytes a unit', 'created as they stand', 'created at random', '`memcpy` of as many bytes']
    return table(head, rows) + made_by(runs, 'reading.txt')


# ---- the pages ----

def about(runs):
    model = re.search(r'model name\s*: (.*)', Path('/proc/cpuinfo').read_text())
    compiler = runs.output('cc --version').split('\n')[0]
    return fill(f'All figures of sidle are of commit {runs.commit}; {platform.machine()}, {os.cpu_count()} cores{", " + model[1] if model else ""}, {compiler}.')


WRITERS = {'about': about, 'meanings': meanings, 'scoreboard': scoreboard, 'towns': towns, 'scale': scale, 'threads': threads,
           'reading': reading, 'short': short, 'short towns': short_towns}


def written(text, runs, found):
    """The page with its figures; adds the names of its marks to `found`."""
    def put_in(match):
        found.add(match[1])
        return f'<!-- figures {match[1]} -->\n\n{WRITERS[match[1]](runs)}\n\n<!-- end -->'
    return re.sub(r'<!-- figures ([\w ]+) -->\n.*?<!-- end -->', put_in, text, flags=re.S)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('root', type=Path)
    parser.add_argument('build')
    parser.add_argument('peers')
    parser.add_argument('saved', type=Path)
    parser.add_argument('--scenes', type=int, default=100)
    parser.add_argument('--peer-scenes', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    runs, found = Runs(options), set()
    texts = {options.root / page: written((options.root / page).read_text(encoding='utf-8'), runs, found) for page in PAGES}
    if found != WRITERS.keys():
        sys.exit(f'figures.py: found no mark for {", ".join(sorted(WRITERS.keys() - found))} in {" and ".join(PAGES)}')
    for file, text in texts.items():
        file.write_text(text, encoding='utf-8')


main()
