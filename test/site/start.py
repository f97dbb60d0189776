"""start.py SOURCE PAGE: does what the page to start from says, in a folder with the clone: saves each example under its
name, with the function that draws it where the page has one, and runs the commands. Rust, Python and JavaScript are
left to the tests of their bindings, which run the same examples: they would fetch packages. A language without its tool
is left out; where CI is set, this is a failure."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import dedent

NEEDS = {'C': 'cc', 'C++': 'c++', 'C#': 'mcs', 'Lua': 'lua5.4'}
SAYS = {'C': 'arrived after', 'C++': 'at 36', 'C#': 'Arrived at 20,12', 'Lua': 'arrived at 20,12'}
DRAWS = {'C': f'{16 * "."}TT{18 * "."}o...\n', 'C#': f'\n{20 * "."}o{11 * "."}\n'}  # the row of the unit at its goal


def drawn(code, text, function):
    """The example with the function that draws it, put where the page says, without the time between two pictures."""
    before = re.search(r'before the line `(.*?)`', text)[1]
    call, step = re.search(r'`([^`]*)`\s+after\s+the\s+line\s+`(.*?)`', text).groups()
    assert before in code and step in code
    whole = code.replace(before, function + before).replace(step, step + call)
    return re.sub(r'leep\(\d+\)', 'leep(0)', whole)


def main(source, page):
    parts = re.split(r'^=== "(.*)"$', page.read_text(encoding='utf-8'), flags=re.M)[1:]
    for language, text in zip(parts[::2], parts[1::2]):
        if language not in NEEDS:
            continue
        if not shutil.which(NEEDS[language]):
            print(f'{"FAILED: " if os.environ.get("CI") else ""}left out: {language}, without {NEEDS[language]}')
            continue
        text = dedent(text)
        name = re.search(r'Save it as `(.*?)`', text)[1]
        code, shell, *function = re.findall(r'^```\w+\n(.*?)^```$', text, re.M | re.S)
        with tempfile.TemporaryDirectory() as folder:
            for entry in source.iterdir():
                Path(folder, entry.name).symlink_to(entry)
            Path(folder, name).write_text(drawn(code, text, *function) if function else code, encoding='utf-8')
            run = subprocess.run(['sh', '-ec', shell], cwd=folder, capture_output=True, text=True)
        good = run.returncode == 0 and SAYS[language] in run.stdout and DRAWS.get(language, '') in run.stdout
        print(f'ok {language}' if good else f'FAILED: {language}: {run.stdout[-300:]} {run.stderr[-600:]}')


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
