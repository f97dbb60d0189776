"""The parameters in motion: the same scene with a low and a high value, from the table site/films.json. Only the build
with --films makes the films; without it the page has the commands."""
import html
import json
import os
import subprocess

SHOWN = ['--fps', '12', '--pace', '2', '--size', '400']  # twice as fast as in the game


def table(source, target, wanted):
    api = json.loads((source / 'bindings' / 'sidle_api.json').read_text(encoding='utf-8'))
    meaning = {p['name']: p['help'] for p in api['parameters']}
    films = json.loads((source / 'site' / 'films.json').read_text(encoding='utf-8'))
    return '\n'.join(entry(film, meaning[film['parameter']], source, target, wanted) for film in films)


def entry(film, meaning, source, target, wanted):
    name = film['parameter']
    lines = [f'## {name}', '', meaning[0].upper() + meaning[1:] + '.', '', film['seen'], '']
    figures, commands = [], []
    for value, end in zip(film['values'], ('low', 'high')):
        setting = f'{film["profile"]}.{name}={value}'
        file = f'films/{name}_{end}.mp4'
        arguments = ['run', f'site/scenes/{film["scene"]}.map', '--set', setting, '--seconds', str(film['seconds']), *SHOWN]
        quoted = [f"'{word}'" if ' ' in word else word for word in arguments]
        commands.append(f'build/sidle {" ".join(quoted)} --mp4 {name}_{end}.mp4')
        if wanted:
            make(arguments, source, target / file)
            figures.append(f'<figure><video src="{file}" loop muted playsinline controls preload="metadata"></video>'
                           f'<figcaption>{name} = {html.escape(value)}</figcaption></figure>')
    if figures:
        lines += [f'<div class="films">{"".join(figures)}</div>', '']
    return '\n'.join([*lines, '```sh', *commands, '```', ''])


def make(arguments, source, file):
    file.parent.mkdir(exist_ok=True)
    sidle = os.environ.get('SIDLE', source / 'build' / 'sidle')
    subprocess.run([sidle, *arguments, '--mp4', file], cwd=source, check=True, stdout=subprocess.DEVNULL)
