"""The reference, from the description of the interface (bindings/sidle_api.json)."""
import html
import json
import re

HEADERS = {'types': 'Types', 'world': 'World and units', 'query': 'Queries', 'bulk': 'Many units at once', 'group': 'Groups',
           'save': 'Saving', 'record': 'Recording', 'debug': 'Debugging', 'steering': 'Steering without a world'}
KINDS = ('functions', 'structs', 'enums', 'callbacks', 'constants', 'handles')


def pages(source):
    """Path and text of each page."""
    api = json.loads((source / 'bindings' / 'sidle_api.json').read_text(encoding='utf-8'))
    where = {thing['name']: thing['header'] for kind in KINDS for thing in api[kind]}
    where.update((value['name'], e['header']) for e in api['enums'] for value in e['values'])
    anchors = {value['name']: e['name'] for e in api['enums'] for value in e['values']}
    anchors.update((c['name'], 'constants') for c in api['constants'])

    def link(match):
        name = match[0]
        anchor = anchors.get(name, name).lower()
        return f'[`{name}`]({where[name]}.md#{anchor})' if name in where else f'`{name}`'

    def plain(text):
        words = re.split(r'(\b(?:sidle|SIDLE)_\w+)', text)
        return ''.join(re.sub(r'\w+', link, word) if k % 2 else re.sub(r'([*_|\\\[\]])', r'\\\1', html.escape(word, quote=False))
                       for k, word in enumerate(words))

    def prose(text):
        parts = re.split(r'(`[^`]*`)', text.replace('\n- ', '\n\n- ', 1))
        return ''.join(part if k % 2 else plain(part) for k, part in enumerate(parts))

    written = {f'reference/{header}.md': page(api, header, title, prose) for header, title in HEADERS.items()}
    written['reference/index.md'] = index(api)
    return written


def index(api):
    lines = ['# Reference', '', 'All functions by their headers, whose texts these are. Lengths are in units of the world (u), times in',
             'seconds. [All results](types.md#sidle_result) that a call may return stand in one table.', '']
    for header, title in HEADERS.items():
        lines += [f'## {title}', '', f'`#include <sidle/{header}.h>`', '']
        lines += [f'- [`{f["name"]}`]({header}.md#{f["name"]})' for f in api['functions'] if f['header'] == header]
        if header == 'types':
            types = [t['name'] for t in api['structs'] + api['enums'] if t['header'] == header]
            lines += [f'- [`{name}`]({header}.md#{name})' for name in types]
        lines.append('')
    return '\n'.join(lines)


def page(api, header, title, prose):
    lines = [f'# {title}', '', f'`#include <sidle/{header}.h>`', '']
    section = None
    for f in (f for f in api['functions'] if f['header'] == header):
        if f['section'] != section:
            section = f['section']
            lines += [f'## Functions: {section}' if section else '## Functions', '']
        lines += [f'### {f["name"]}', '', '```c', signature(f), '```', '', prose(f['doc']), '']
        if f.get('errors'):
            lines += ['| refused with | when |', '|---|---|']
            lines += [f'| {prose(e["name"])} | {prose(e.get("when", ""))} |' for e in f['errors']]
            lines.append('')
    for s in (s for s in api['structs'] if s['header'] == header):
        lines += [f'## {s["name"]}', '', prose(s['doc']), '', '| field | type | meaning |', '|---|---|---|']
        lines += [f'| `{field["name"]}` | `{declared(field["type"])}` | {prose(field["doc"])} |' for field in s['fields']]
        lines.append('')
    for e in (e for e in api['enums'] if e['header'] == header):
        lines += [f'## {e["name"]}', '', prose(e['doc']), '', '| name | value | meaning |', '|---|---|---|']
        lines += [f'| `{v["name"]}` | {v["value"]} | {prose(v["doc"])} |' for v in e['values']]
        lines.append('')
    for c in (c for c in api['callbacks'] if c['header'] == header):
        lines += [f'## {c["name"]}', '', f'`{c["type"]}`', '', prose(c['doc']), '']
    for h in (h for h in api['handles'] if h['header'] == header):
        lines += [f'## {h["name"]}', '', 'A handle: the host holds a pointer to it.', '']
    constants = [c for c in api['constants'] if c['header'] == header]
    if constants:
        lines += ['## Constants', '', '| name | value | meaning |', '|---|---|---|']
        lines += [f'| `{c["name"]}` | {c["value"]} | {prose(c["doc"])} |' for c in constants]
    return '\n'.join(lines) + '\n'


def declared(kind):
    name = kind.get('of') or kind['name']
    text = ('const ' if kind.get('const') else '') + name.replace('_Bool', 'bool') + (' *' if kind.get('pointer') else '')
    return text + (f'[{kind["array"]}]' if 'array' in kind else '')


def signature(f):
    parts = []
    for p in f['params']:
        text = declared(p['type'])
        parts.append(text + ('' if text.endswith('*') else ' ') + p['name'])
    result = declared(f['result'])
    return f'{result}{"" if result.endswith("*") else " "}{f["name"]}({", ".join(parts) or "void"});'
