"""commands.py SOURCE PAGES BUILD SIDLE: each command in a block `sh` of a page is there: subcommands and options of
sidle stand in its help, scripts and maps in the repository, tests in the list of meson; all else is a known tool."""
import json
import re
import subprocess
import sys
from pathlib import Path

TOOLS = set('sudo sed head meson ninja cargo cc c++ g++ python3 python cd npm tar luarocks pip mkdir cp mcs mono node xdg-open '
            'parallel godot ./host lua5.4 venv/bin/pip venv/bin/python'.split())
BUILT_ELSEWHERE = {'build-peers/test/bench/sidle-peers', 'build/src/examples/detour_host', 'play', 'sidle-study'}


def commands(text):
    for block in re.findall(r'^ *```sh\n(.*?)^ *```$', text, re.M | re.S):
        for line in block.replace('\\\n', ' ').splitlines():
            words = []
            for word in re.findall(r"'[^']*'|\"[^\"]*\"|&&|[|;]|[^\s|;]+", re.sub(r'(^|\s)#.*|[()]', '', line)):
                if word in ('&&', '|', ';'):
                    yield words
                    words = []
                elif words or not re.match(r'[A-Z_]+=', word):
                    words.append(word)
            yield words


class Checker:
    def __init__(self, source, build, sidle):
        self.source, self.sidle, self.helps = source, sidle, {}
        listed = subprocess.run(['meson', 'introspect', build, '--tests'], capture_output=True, text=True, check=True).stdout
        self.suites = {test['name']: {suite.split(':')[-1] for suite in test['suite']} for test in json.loads(listed)}
        self.programs = {test['cmd'][0] for test in json.loads(listed)}
        self.build = build

    def help_of(self, command):
        if command not in self.helps:
            run = subprocess.run([self.sidle, command, '--help'], capture_output=True, text=True)
            self.helps[command] = run.stdout if run.returncode == 0 else None
        return self.helps[command]

    def fault(self, words):
        name = words[0]
        if name in ('build/sidle', 'sidle'):
            return self.fault_of_sidle(words[1:])
        if name == 'meson' and words[1:2] == ['test'] and '--benchmark' not in words:
            return self.fault_of_test([word.strip('"') for word in words[4:]])
        if name in TOOLS or name in BUILT_ELSEWHERE:
            return None
        there = self.build / name[6:] if name.startswith('build/') else self.source / name
        return None if there.exists() or str(there) in self.programs else f'no command {name}'

    def fault_of_test(self, words):
        """Without --suite, meson test runs the quick suite alone."""
        suite = words[words.index('--suite') + 1] if '--suite' in words else 'quick'
        named = [word for word in words if word[0].isalpha() and word != suite]
        if not any(suite in suites for suites in self.suites.values()):
            return f'no suite {suite}'
        return next((f'no test {n} in the suite {suite}' for n in named if suite not in self.suites.get(n, ())), None)

    def fault_of_sidle(self, words):
        help = self.help_of(words[0])
        if help is None:
            return f'sidle has no {words[0]}'
        for word in words[1:]:
            if word.startswith('--') and not re.search(rf'{re.escape(word.split("=")[0])}\b', help):
                return f'sidle {words[0]} has no {word}'
            if re.match(r'(maps|site|test)/', word) and not list(self.source.glob(word)):
                return f'no file {word}'
        return None


def main(source, pages, build, sidle):
    checker, found = Checker(source, build, sidle), 0
    for page in sorted(pages.rglob('*.md')):
        for words in filter(None, commands(page.read_text(encoding='utf-8'))):
            found += 1
            fault = checker.fault(words)
            if fault:
                print(f'FAILED: {page.relative_to(pages)}: {" ".join(words)}: {fault}')
    print('ok commands' if found > 100 else f'FAILED: only {found} commands')


main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
