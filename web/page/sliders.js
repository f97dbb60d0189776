// A slider for each row of the parameter table. Its ends are those of the table, but lengths and speeds,
// which may be in any unit, end at 64 times their default; the field takes more. The default stands in the
// middle where that is possible, with a logarithmic upper half, as 0 to 1000 is no way to set 2.
import { STEPS, TERRAINS, valueText } from './sidle.js';

const STOPS = 1000;
const SIZES = ['radius', 'top_speed']; // from which other values follow

function endsOf({ unit, min, max, default: usual }) {
  if (!unit.startsWith('u') || !(usual > 0)) return { min, max };
  return { min: Math.max(min, -64 * usual), max: Math.min(max, 64 * usual) };
}

function scaleOf(param) {
  const { min, max } = endsOf(param), middle = param.default;
  const bent = middle > 0 && middle > min && max / middle > 4;
  if (!bent) return { toValue: (t) => min + (max - min) * t, toPlace: (v) => (v - min) / (max - min) };
  return {
    toValue: (t) => (t < 0.5 ? min + (middle - min) * 2 * t : middle * (max / middle) ** (2 * t - 1)),
    toPlace: (v) => (v < middle ? (0.5 * (v - min)) / (middle - min) : 0.5 + 0.5 * (Math.log(v / middle) / Math.log(max / middle))),
  };
}

const SECTIONS = [
  ['Body and drive', 'radius'], ['Looking', 'view_distance'], ['Deciding', 'threshold'], ['Keeping apart', 'push_radius'],
  ['When blocked', 'ladder'], ['Paths and arrival', 'waypoint_radius'], ['Hunting and fleeing', 'foresight'],
  ['Wandering', 'wander_pace'], ['Following', 'follow_distance'],
];

export class Sliders {
  /** change(key, text) gives a value; returns false when it was refused. */
  constructor(root, params, change) {
    this.root = root;
    this.rows = new Map();
    root.textContent = '';
    let into = root;
    for (const param of params) {
      const section = SECTIONS.find(([, first]) => first === param.name);
      if (section) into = this.#section(section[0]);
      this.rows.set(param.name, this.#row(into, param, change));
    }
  }

  #section(name) {
    const box = document.createElement('details');
    const head = document.createElement('summary');
    head.textContent = name;
    box.append(head);
    box.open = this.root.children.length < 1;
    this.root.append(box);
    return box;
  }

  #row(into, param, change) {
    const row = document.createElement('div');
    row.className = 'param';
    const label = document.createElement('label');
    label.htmlFor = `p-${param.name}`;
    label.textContent = param.name.replaceAll('_', ' ');
    const help = document.createElement('p');
    help.id = `h-${param.name}`;
    help.className = 'help';
    help.textContent = `${param.help}${rangeText(param)}`;
    row.append(label);
    const control = this[param.type === 'float' || param.type === 'whole' ? 'number' : param.type](row, param, change);
    row.append(help);
    into.append(row);
    return {
      param,
      show: (text, usual, other) => {
        row.classList.toggle('changed', text !== (SIZES.includes(param.name) ? valueText(param, param.default) : usual));
        row.classList.toggle('differs', other !== undefined && other !== text);
        control(text);
      },
    };
  }

  /** Shows the values of a profile. usual: those that follow from its radius and top speed; other: those of the other side. */
  show(words, usual, other) {
    for (const [name, row] of this.rows) row.show(words[name], usual[name], other?.[name]);
  }

  // ---- controls by type; each returns how to show a value ----

  number(row, param, change) {
    const { toValue, toPlace } = scaleOf(param);
    const slider = document.createElement('input'), field = document.createElement('input'), unit = document.createElement('span');
    slider.type = 'range';
    slider.min = 0;
    slider.max = STOPS;
    slider.id = `p-${param.name}`;
    field.inputMode = 'decimal';
    field.className = 'value';
    field.setAttribute('aria-label', `${param.name}, ${param.unit || 'number'}`);
    unit.textContent = param.unit;
    unit.className = 'unit';
    for (const one of [slider, field]) one.setAttribute('aria-describedby', `h-${param.name}`);
    const rounded = (v) => String(param.type === 'whole' ? Math.round(v) : Number(v.toPrecision(3)));
    slider.addEventListener('input', () => {
      const v = Math.min(param.max, Math.max(param.min, Number(rounded(toValue(slider.value / STOPS)))));
      field.value = String(v);
      slider.setAttribute('aria-valuetext', `${field.value} ${param.unit}`);
      change(param.name, field.value);
    });
    field.addEventListener('change', () => change(param.name, field.value));
    row.append(slider, field, unit);
    return (text) => {
      if (document.activeElement !== field) field.value = text;
      if (document.activeElement !== slider) slider.value = Math.round(STOPS * toPlace(Number(text)));
      slider.setAttribute('aria-valuetext', `${text} ${param.unit}`);
    };
  }

  switch(row, param, change) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.id = `p-${param.name}`;
    box.setAttribute('aria-describedby', `h-${param.name}`);
    box.addEventListener('change', () => change(param.name, box.checked ? 'yes' : 'no'));
    row.append(box);
    return (text) => { box.checked = text === 'yes'; };
  }

  /** A number for each class, as a config has them. */
  classes(row, param, change) {
    const field = document.createElement('input');
    field.id = `p-${param.name}`;
    field.className = 'words';
    field.setAttribute('aria-describedby', `h-${param.name}`);
    field.addEventListener('change', () => change(param.name, field.value));
    row.append(field);
    return (text) => { if (document.activeElement !== field) field.value = text; };
  }

  terrain(row, param, change) {
    const boxes = document.createElement('div');
    boxes.className = 'checks';
    boxes.id = `p-${param.name}`;
    const inputs = TERRAINS.slice(0, 5).map((name) => {
      const label = document.createElement('label'), box = document.createElement('input');
      box.type = 'checkbox';
      box.value = name;
      label.append(box, name);
      boxes.append(label);
      return box;
    });
    boxes.addEventListener('change', () => {
      const rest = this.hostClasses ?? [];
      change(param.name, [...inputs.filter((b) => b.checked).map((b) => b.value), ...rest].join(' ') || 'none');
    });
    row.append(boxes);
    return (text) => {
      const words = text === 'all' ? [...TERRAINS] : text.split(' ');
      this.hostClasses = words.filter((word) => TERRAINS.indexOf(word) >= 5);
      for (const b of inputs) b.checked = words.includes(b.value);
    };
  }

  ladder(row, param, change) {
    const box = document.createElement('div');
    box.className = 'checks';
    const selects = [0, 1, 2, 3].map((k) => {
      const select = document.createElement('select');
      if (k === 0) select.id = `p-${param.name}`;
      select.setAttribute('aria-label', `${param.name}, step ${k + 1}`);
      for (const name of [k ? '–' : 'ask', ...STEPS.slice(1)]) select.append(new Option(name, name));
      box.append(select);
      return select;
    });
    box.addEventListener('change', () => {
      const steps = selects.map((s) => s.value).filter((s) => STEPS.includes(s));
      change(param.name, steps.join(' ') || 'ask');
    });
    row.append(box);
    return (text) => {
      const words = text.split(' ');
      selects.forEach((s, k) => { s.value = STEPS.includes(words[k]) ? words[k] : k ? '–' : 'ask'; });
    };
  }
}

function rangeText({ type, min, max, unit }) {
  return ['float', 'whole', 'classes'].includes(type) ? ` (${Number(min.toPrecision(3))} to ${Number(max.toPrecision(6))}${unit ? ` ${unit}` : ''})` : '';
}
