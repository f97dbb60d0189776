"""Charts of the committed tables (test/bench/README.md), as SVG in the page: bars that take the colours of its theme."""
import html
import re

PAGE = 'test/bench/README.md'
SERIES = {'sidle': 'sidle', 'RVO2': 'rvo2', 'Detour': 'detour', 'now': 'sidle', '0.2.0': 'earlier'}
# Of the scoreboard: column, unit, largest value shown, and whether more is better.
SCOREBOARD = {'arrived': ('arrived', '', 1), 'last': ('last arrival', 's', None), 'overlap': ('overlap', '', None),
              'turning': ('turning', 'rad/s', None), 'time': ('us', 'us', None)}


def chart(source, name):
    text = (source / PAGE).read_text(encoding='utf-8')
    if name == 'towns':
        return bars(towns(text), '%', 100)
    column, unit, most = SCOREBOARD[name]
    return bars(scoreboard(text, column), unit, most)


def table(text, first_heading):
    """The rows of the table with that first heading, as dictionaries."""
    lines = re.search(rf'^\| {first_heading} .*?(?=^[^|]|\Z)', text, re.M | re.S)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip().strip('|').split('|')] for line in lines]
    return [dict(zip(cells[0], row)) for row in cells[2:]]


def scoreboard(text, column):
    """Scenes that all three play: a list of scene and {series: value}."""
    scenes = {}
    for row in table(text, 'scene'):
        if row['by'] and row[column]:
            scenes.setdefault(row['scene'].replace('`', ''), {})[row['by']] = float(row[column].split()[0])
    return [(scene, values) for scene, values in scenes.items() if len(values) == 3]


def towns(text):
    found = {}
    for heading, series in re.findall(r'^(\|  ?\|.*)\n\|-.*\n((?:\|.*\n)+)', text, re.M):
        tasks = [cell.strip() for cell in heading.split('|')[2:-1]]
        for line in series.splitlines():
            by, *values = [cell.strip() for cell in line.split('|')[1:-1]]
            if by in SERIES:
                for task, value in zip(tasks, values):
                    if value.endswith('%'):
                        found.setdefault(task, {})[by] = float(value.split()[0])
    return list(found.items())


def bars(rows, unit, most):
    """Horizontal bars in groups, with a legend above."""
    names = list(dict.fromkeys(by for _, values in rows for by in values))
    most = most or max(value for _, values in rows for value in values.values())
    left, width, bar, gap = 130, 460, 11, 9  # of a phone's width, or little more
    parts, y = [], 24
    for k, by in enumerate(names):
        parts.append(f'<rect class="{SERIES[by]}" x="{left + 90 * k}" y="4" width="10" height="10"/>'
                     f'<text x="{left + 90 * k + 15}" y="13">{by}</text>')
    for label, values in rows:
        parts.append(f'<text x="{left - 8}" y="{y + bar * len(values) / 2 + 4}" text-anchor="end">{html.escape(label)}</text>')
        for by, value in values.items():
            length = (width - left - 65) * value / most
            parts.append(f'<rect class="{SERIES[by]}" x="{left}" y="{y}" width="{length:.1f}" height="{bar - 1}"/>'
                         f'<text class="value" x="{left + length + 4:.1f}" y="{y + bar - 1}">{value:g} {unit}</text>')
            y += bar
        y += gap
    axis = f'<line class="axis" x1="{left}" y1="20" x2="{left}" y2="{y}"/>'
    label = ', '.join(names)
    return f'<svg class="chart" viewBox="0 0 {width} {y}" role="img" aria-label="{label}">{axis}{"".join(parts)}</svg>'
