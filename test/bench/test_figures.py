"""test_figures.py ROOT SIDLE: figures.py writes the pages from what commands printed, and the charts of the site show it.

Real output of sidle stands in for runs that take long: one row under the names of all, one town for each task.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

root, sidle = Path(sys.argv[1]).resolve(), sys.argv[2]
sys.path.insert(0, str(root / 'site/generate'))
import charts

PAGES = 'README.md', 'test/bench/README.md'
SCENES = 'circle100', 'blocks100', 'door200', 'door_two_way100', 'point200', 'march', 'door200+rot45'
failed = []


def expect(what, holds):
    print(f'{"ok" if holds else "FAILED"}: {what}')
    failed.extend([] if holds else [what])


def sidle_says(*words):
    return subprocess.run([sidle, *words], check=True, text=True, stdout=subprocess.PIPE).stdout


def git(work, *words):
    subprocess.run(['git', '-C', work, '-c', 'user.name=t', '-c', 'user.email=t@t', *words], check=True, stdout=subprocess.DEVNULL)


def outcomes(by, **changes):
    row = json.loads(sidle_says('bench', 'oncoming', '--json'))[0] | changes
    return [row | {'scene': scene, 'by': by} for scene in SCENES]


def scale(**changes):
    row = json.loads(sidle_says('bench', '--scale', '--json', '100'))['rows'][0]
    return {'rows': [row | {'cold_ns_per_unit_tick': 4711, 'peers_cold': {'RVO2': 4712, 'Detour high': 4713}} | changes]}


READING = """  positions   0.063 ms, memcpy of 8 bytes a unit  0.042 ms: 1.5 times
  positions   0.091 ms, memcpy of 8 bytes a unit  0.041 ms: 2.2 times
"""


def save(saved):
    saved.mkdir()
    peers = outcomes('RVO2', reached_last=4321, overlap=0.125, turning=0.25) + outcomes('Detour', arrived=0, reached=0)
    runs = {
        'scoreboard.json': json.dumps(outcomes('sidle', reached_last=1234)),
        'peers.json': json.dumps(peers),
        'towns.txt': sidle_says('towns', '--scenes', '1', '--units', '20'),
        'peer_towns.txt': '| task | by | scenes | all home | clean |\n|---|---|---|---|---|\n| swap | RVO2 | 8 | 4 | 1 |\n| swap | Detour | 8 | 2 | 0 |\n',
        'scale.json': json.dumps(scale()),
        'threads1.json': json.dumps(scale(ns_per_unit_tick=4714)),
        'threads2.json': json.dumps(scale(ns_per_unit_tick=2357)),
        'cpu.txt': 'CPU(s):                  2\nModel name:              a processor\n',
        'reading.txt': READING,
    }
    for name, text in runs.items():
        (saved / name).write_text(f'$ the command of {name}\n{text}')


def play(work):
    build = work / 'build'
    build.mkdir(exist_ok=True)
    (build / 'sidle').unlink(missing_ok=True)
    (build / 'sidle').symlink_to(Path(sidle).resolve())
    words = [sys.executable, root / 'test/bench/figures.py', work, build, 'peers', work / 'saved']
    return subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def main(work):
    for page in PAGES:
        (work / page).parent.mkdir(parents=True, exist_ok=True)
        (work / page).write_text((root / page).read_text(encoding='utf-8'), encoding='utf-8')
    git(work, 'init', '-q')
    git(work, 'commit', '-q', '--allow-empty', '-m', 'a commit')
    save(work / 'saved')
    ran = play(work)
    expect(f'the pages are written: {ran.stdout[-300:]}', ran.returncode == 0)
    readme, bench = ((work / page).read_text(encoding='utf-8') for page in PAGES)
    expect('the short table has what all three did', '1234 s' in readme and '4321 s' in readme)
    all_towns = f'Of {(work / "saved/towns.txt").read_text().count("of 1 clean")} towns'
    expect('all towns count', all_towns in readme and all_towns in bench)
    expect('each table stands beside its command', all(f'`the command of {name}`' in bench for name in
                                                       ('scoreboard.json', 'towns.txt', 'scale.json', 'threads1.json', 'reading.txt')))
    expect('threads are compared with one', re.search(r'\| 1 \| 4714 \| 1\.0 \|.*\n.*\| 2 \| 2357 \| 2\.0 \|', bench))
    expect('the machine with the threads is named', 'with 2 cores, a processor.' in bench)
    expect('peers do not play what they cannot do', bench.count('| `@march` |') == 1 and bench.count('| `@door200` |') == 3)
    expect('turned scenes are left out', 'rot45' not in bench)
    expect('what no unit did is left empty', '| `@door200` | Detour | 0.000 | 0.000 | 15 s |  |  |' in bench)
    expect('units are read in order and at random', '| positions | 8 | 0.063 | 0.091 | 0.042 |' in bench)
    expect('peers are clean in a share of their towns', '| 12.5 % (50 %) | 0 % (25 %) |' in bench)
    seen = {'arrived': '>0 <', 'last': '>4321 s<', 'towns': '>12.5 %<', 'time': '>4712 ns<', 'overlap': '>0.125 <', 'turning': '>0.25 rad/s<'}
    for name, value in seen.items():
        picture = charts.chart(work, name)
        expect(f'the chart {name} shows the table and the command', value in picture and '`the command of' in picture)

    (work / 'README.md').write_text('no marks')
    ran = play(work)
    expect('a page without a mark is refused', ran.returncode == 1 and 'found no mark for short, short towns' in ran.stdout)
    git(work, 'commit', '-q', '--allow-empty', '-m', 'another')
    (work / 'saved/help.txt').unlink()
    ran = play(work)
    expect('runs of two commits do not mix', ran.returncode == 1 and 'expected another folder' in ran.stdout)


if not shutil.which('git'):
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
print(f'figures: {len(failed)} failed')
sys.exit(1 if failed else 0)
