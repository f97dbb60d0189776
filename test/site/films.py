"""films.py SOURCE SITE: each parameter of a profile has two films, and they differ."""
import json
import re
import sys
from pathlib import Path


def main(source, site):
    table = (source / 'docs/parameters.md').read_text(encoding='utf-8')
    parameters = re.findall(r'^\| `(\w+)`', table, re.M)
    films = json.loads((source / 'site' / 'films.json').read_text(encoding='utf-8'))
    names = [film['parameter'] for film in films]
    print('ok all' if names == parameters else f'FAILED: films of {set(parameters) ^ set(names)}, or in another order')
    for name in names:
        low, high = ((site / 'films' / f'{name}_{end}.mp4').read_bytes() for end in ('low', 'high'))
        print(f'ok {name}' if len(low) > 4000 and low != high else f'FAILED: the films of {name} are empty or alike')


main(Path(sys.argv[1]), Path(sys.argv[2]))
