"""Charts of the tables that test/bench/figures.py writes, as SVG in the page: bars that take the colours of its theme."""
import html
import re

PAGE = 'test/bench/README.md'
SERIES = {'sidle': 'sidle', 'RVO2': 'rvo2', 'Detour': 'detour'}
# The table, between its marks, the column of the scene and, of the scoreboard, of its figure; unit; largest value shown.
CHARTS = {
    'towns': ('towns', 'task', None, '%', 100),
    'arrived': ('scoreboard', 'scene', 'at rest', '', 1),
    'last': ('scoreboard', 'scene', 'last', 's', None),
    'overlap': ('scoreboard', 'scene', 'overlap', '', None),
    'turning': ('scoreboard', 'scene', 'turning', 'rad/s', None),
    'time': ('scale', 'scene', None, 'ns', None),
}


def chart(source, name):
    """The picture, and the command that made its figures."""
    section, label, column, unit, most = CHARTS[name]
    rows, made = table((source / PAGE).read_text(encoding='utf-8'), section)
    scenes = {}
    for row in rows:
        values = {row['by']: row[column]} if column else {by: row[by] for by in SERIES}
        known = {by: float(value.split()[0]) for by, value in values.items() if value}
        scenes.setdefault(row[label].replace('`', ''), {}).update(known)
    wanted = [(scene, values) for scene, values in scenes.items() if len(values) == len(SERIES) or name == 'towns']
    return f'{bars(wanted, unit, most)}\n\n{made}'


def table(text, section):
    """The rows of the table between those marks, as dictionaries, and the paragraph below it."""
    lines, made = re.search(rf'^<!-- figures {section} -->.*?^(\|.*?)\n\n(.*?)\n\n<!-- end -->', text, re.M | re.S).groups()
    head, _, *rows = [[cell.strip() for cell in line.strip().strip('|').split('|')] for line in lines.splitlines()]
    return [dict(zip(head, row)) for row in rows], made


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
