// The panels beside the map: the selected unit, the figures of A and B, the times of the phases.
import { ARRIVED_COLOUR, DECISION_COLOURS } from './colours.js';
import { DECISIONS } from './sidle.js';

const SHOWN = [
  'arrived', 'stretch_mean', 'stretch_p95', 'overlap', 'overlap_longest', 'turning', 'hard_stops', 'flips', 'travel',
  'settling', 'settled', 'restarts', 'rest_overlap', 'clean', 'replans', 'static_overlaps', 'makespan', 'caught',
];

function cell(tag, text, className = '') {
  const one = document.createElement(tag);
  one.textContent = text;
  if (className) one.className = className;
  return one;
}

function amount(value) {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** Rows of figures, and in words which side is better. */
export function showFigures(table, figures, sides) {
  const head = document.createElement('tr');
  head.append(cell('th', 'figure'), ...sides.map((_, k) => cell('th', 'AB'[k])));
  if (sides.length > 1) head.append(cell('th', 'better'));
  const rows = SHOWN.map((name) => figures.find((f) => f.name === name)).filter(Boolean).map((figure) => {
    const row = document.createElement('tr');
    const title = cell('th', figure.name.replaceAll('_', ' '));
    title.scope = 'row';
    title.title = `${figure.meaning}${figure.unit ? `, ${figure.unit}` : ''}`;
    // Without an arrival there is neither a stretch nor a travel, and nothing settles.
    const known = (one) => one.arrived > 0 || !/^stretch|^travel|^settling/.test(figure.name);
    const values = sides.map((one) => (known(one) ? one[figure.name] : NaN));
    row.append(title, ...values.map((v) => cell('td', amount(v))));
    if (sides.length > 1) row.append(cell('td', better(figure, values), 'better'));
    return row;
  });
  table.replaceChildren(head, ...rows);
}

function better({ better: way }, [a, b]) {
  if (!way || amount(a) === amount(b) || Number.isNaN(a + b)) return '';
  return (a < b) === (way === 'low') ? 'A' : 'B';
}

export function showLegend(root) {
  const rows = [...DECISIONS.map((name, k) => [name, DECISION_COLOURS[k]]), ['arrived', ARRIVED_COLOUR]];
  root.replaceChildren(...rows.map(([name, colour]) => {
    const item = cell('li', name), dot = document.createElement('i');
    dot.style.background = colour;
    item.prepend(dot);
    return item;
  }));
}

/** What was the way when it decided: each fact a sentence. */
function seen(why) {
  const share = (value) => (value >= 255 ? 'terrain' : value === 0 ? 'nothing' : `a value of ${(value / 254).toFixed(2)}`);
  const facts = [`It looked ${why.reach.toFixed(1)} u ahead, from ${why.originX.toFixed(1)}, ${why.originY.toFixed(1)}.`];
  if (why.hit < 0) return [...facts, 'The trace to its next point is free.'];
  facts.push(`The trace meets ${share(why.hitValue)} after ${why.hit.toFixed(1)} u.`);
  if (why.row > 0)
    for (const [side, offset, value] of [['left', why.offsetLeft, why.valueLeft], ['right', why.offsetRight, why.valueRight]])
      facts.push(`To the ${side} the side trace ends ${Math.abs(offset).toFixed(1)} u aside, at ${share(value)}.`);
  if (why.offset) facts.push(`It chose the ${why.offset < 0 ? 'left' : 'right'}, ${Math.abs(why.offset).toFixed(1)} u aside.`);
  return facts;
}

function button(text, act, className = '') {
  const one = cell('button', text, className);
  one.addEventListener('click', act);
  return one;
}

/** Colours and words of the last decisions; each leads to its tick. */
function pastList(past, hz, goTo) {
  const list = document.createElement('ol');
  list.className = 'past';
  list.append(...[...past].reverse().map(({ tick, decision }) => {
    const item = document.createElement('li'), line = button('', () => goTo(tick)), dot = document.createElement('i');
    dot.style.background = DECISION_COLOURS[decision];
    line.append(dot, DECISIONS[decision], cell('span', `${(tick / hz).toFixed(1)} s`));
    item.append(line);
    return item;
  }));
  return list;
}

/** The decisions as stretches above the time line. */
export function showPast(strip, past, now, most) {
  const spans = past.map(({ tick, decision }, k) => {
    const span = document.createElement('i'), end = past[k + 1]?.tick ?? now;
    span.style.cssText = `left:${(100 * tick) / most}%;width:${(100 * Math.max(0, end - tick)) / most}%;background:${DECISION_COLOURS[decision]}`;
    return span;
  });
  strip.replaceChildren(...spans);
}

/** act: {goTo(tick), select(unit)}. */
export function showUnit(root, play, unit, count, past, act) {
  const state = unit === undefined || unit >= play.count ? null : play.state(unit);
  root.dataset.unit = state ? unit : '';
  if (!state) {
    root.replaceChildren(cell('p', unit === undefined ? 'Select a unit to see what it thinks.' : 'This unit is no more.', 'quiet'));
    return;
  }
  const scene = play.sceneUnit(unit), list = document.createElement('dl'), why = play.why(unit), words = document.createElement('ul');
  const add = (name, value) => list.append(cell('dt', name), cell('dd', value));
  add('unit', count > 1 ? `${unit + 1} (of ${count} selected)` : `${unit + 1}`);
  add('profile', `${play.profileName(scene.profile)}, team ${scene.team}, group ${scene.group || 'none'}`);
  add('order', state.order.replace('_', ' '));
  add('decision', state.decision);
  add('place', `${state.x.toFixed(2)}, ${state.y.toFixed(2)} u`);
  add('speed', `${Math.hypot(state.madeX, state.madeY).toFixed(2)} u/s`);
  if (state.underWay) add('way left', `${state.pathLeft.toFixed(1)} u`);
  if (why && state.underWay) words.append(...seen(why).map((fact) => cell('li', fact)));
  const blocker = why?.blocker ? play.unitOf(why.blocker) : -1;
  if (blocker >= 0 && state.underWay) {
    const line = cell('li', 'In its way is ');
    line.append(button(`unit ${blocker + 1}`, () => act.select(blocker), 'link'));
    words.append(line);
  }
  const keep = root.querySelector('.past button:focus'), kept = keep && [...root.querySelectorAll('.past button')].indexOf(keep);
  root.replaceChildren(cell('p', play.whyText(unit) || 'It stands.', 'why'), words, cell('h3', 'Its last decisions'), pastList(past, play.hz, act.goTo), cell('h3', 'Itself'), list);
  if (keep) root.querySelectorAll('.past button')[kept]?.focus();
}

/** ms a tick by phase: a bar each. */
export function showTimes(root, phases, ticks, frames, draw) {
  const total = phases.reduce((sum, p) => sum + p.ms, 0), most = Math.max(...phases.map((p) => p.ms), 1e-9);
  const rows = phases.map(({ name, ms }) => {
    const row = document.createElement('tr'), bar = document.createElement('td'), fill = document.createElement('i');
    fill.style.width = `${(100 * ms) / most}%`;
    bar.className = 'bar';
    bar.append(fill);
    const title = cell('th', name);
    title.scope = 'row';
    row.append(title, cell('td', ticks ? `${(ms / ticks).toFixed(2)} ms` : '–'), bar);
    return row;
  });
  const sum = document.createElement('tr');
  sum.append(cell('th', 'step'), cell('td', ticks ? `${(total / ticks).toFixed(2)} ms` : '–'),
    cell('td', `${frames.toFixed(0)} frames/s, drawn in ${draw.toFixed(1)} ms`));
  root.replaceChildren(...rows, sum);
}
