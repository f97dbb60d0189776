// The page: what its buttons do, and the loop that plays and draws.
import { TERRAINS, load, valueText } from './sidle.js';
import { Session } from './session.js';
import { Camera, View } from './view.js';
import { Tools } from './tools.js';
import { Sliders } from './sliders.js';
import { showFigures, showLegend, showTimes, showUnit } from './panels.js';
import { fromFragment, saveFile, toFragment } from './share.js';

const FRAME_BUDGET = 24; // ms that a frame may spend on ticks, before the run falls behind
const PANEL_EVERY = 200; // ms
const START = 'bridge';
const MARCHES = ['go', 'patrol', 'approach']; // the orders that a group may get in formation
const GENERATED = [
  ['@scale5000', '5,000 units with random goals'], ['@scale1000', '1,000 units with random goals'],
  ['@circle100', '100 on a circle'], ['@blocks100', 'two blocks of 100'], ['@door200', '200 through a door'],
  ['@door_two_way60', 'a door, 60 from each side'], ['@hallway100', 'a hallway, 100 from each end'],
  ['@forest100', '100 through a forest'], ['@exits4_200', '200 leave by four doors'],
];

const $ = (id) => document.getElementById(id);
const maps = JSON.parse($('maps').textContent);
const empty = `type octile\nheight 40\nwidth 60\nseconds 120\nmap\n${`${'.'.repeat(60)}\n`.repeat(40)}`;

class App {
  constructor(sidle) {
    this.sidle = sidle;
    this.camera = new Camera();
    this.show = { selected: new Set(), trails: true, thoughts: true, congestion: false, colour: 'decision', version: 0, box: null, brush: null, facing: null, order: null };
    this.views = [new View($('map-a'), this.camera), new View($('map-b'), this.camera)];
    this.tools = new Tools(this);
    for (const view of this.views) this.tools.attach(view);
    this.playing = false;
    this.owed = 0; // ticks
    this.side = 0; // whose values the sliders show
    this.frames = { count: 0, since: 0, rate: 0, draw: 0 };
    this.ticksTimed = 0;
    this.sliders = new Sliders($('params'), sidle.params, (key, text) => this.setValue(key, text));
    showLegend($('legend'));
  }

  // ---- the scene ----

  start(session) {
    this.session = session;
    this.setPlaying(false);
    this.owed = 0;
    this.show.selected = new Set();
    this.show.version++;
    for (const view of this.views) view.forget();
    this.setSplit(!!session.b);
    $('pathfinder').value = session.source.pathfinder;
    fit(this);
    this.showProfiles();
    this.refresh();
  }

  open(source, name) {
    try {
      this.start(new Session(this.sidle, source));
      this.say(`${name}: ${this.session.a.count} units.`);
      return true;
    } catch (error) {
      this.say(error.message, true);
      return false;
    }
  }

  openNamed(value) {
    const map = value === 'empty' ? empty : value.startsWith('@') ? value : maps[value];
    if (map && this.open({ map, pathfinder: $('pathfinder').value }, value)) $('scene').value = value;
  }

  /** The same scene by another pathfinder, from the start. */
  async setPathfinder(pathfinder) {
    try {
      this.start(await Session.fromJSON(this.sidle, { ...this.session.toJSON(), pathfinder, tick: 0 }));
    } catch (error) {
      $('pathfinder').value = this.session.source.pathfinder;
      this.say(error.message, true);
    }
  }

  say(text, wrong = false) {
    $('status').textContent = text;
    $('status').classList.toggle('wrong', wrong);
  }

  // ---- what the user does ----

  give(input, quiet = false) {
    const good = this.session.give(input);
    this.show.version++;
    if (!good && !quiet) this.say(this.session.said || 'This could not be done.', true);
    if (good && input.kind !== 'paint') this.say('');
    this.refresh();
    return good;
  }

  setValue(key, text) {
    const good = this.give({ kind: 'set', side: this.session.b ? this.side : null, profile: this.profile, key, value: text });
    if (!good) this.showValues();
    else this.showValues(key);
    return good;
  }

  select(units) {
    this.show.selected = new Set(units);
    if (units.length) this.say(`${this.show.selected.size} selected. Right click, or the tool Order, sends them.`);
    if (units.length === 1) selectTab('unit');
    this.refresh();
  }

  removeSelected() {
    const units = [...this.show.selected];
    this.show.selected = new Set();
    if (units.length) this.give({ kind: 'remove', units });
  }

  /** Whether a unit of the profile fits, as far as terrain goes. */
  fits(profile, x, y) {
    const play = this.session.a, scene = play.scene(), size = scene.cellSize;
    const { radius, passable } = play.profile(profile);
    if (x < radius || y < radius || x > scene.width * size - radius || y > scene.height * size - radius) return false;
    for (let cy = Math.floor((y - radius) / size); cy <= Math.floor((y + radius) / size); cy++)
      for (let cx = Math.floor((x - radius) / size); cx <= Math.floor((x + radius) / size); cx++) {
        const dx = Math.max(cx * size - x, x - (cx + 1) * size, 0), dy = Math.max(cy * size - y, y - (cy + 1) * size, 0);
        if (Math.hypot(dx, dy) < radius && !((passable >> play.cell(cx, cy)) & 1)) return false;
      }
    return true;
  }

  options() {
    const number = (id) => Math.min(Math.max(Number($(id).value) || 0, Number($(id).min)), Number($(id).max));
    return {
      order: $('order').value, range: number('range'), count: Math.round(number('count')), team: Math.round(number('team')),
      group: Math.round(number('group')), profile: Number($('drop-profile').value) || 0, terrain: Number($('terrain').value),
      brush: Math.round(number('brush')), formation: this.formation(number('gap')),
    };
  }

  /** null: each unit goes by itself, or the order is one that has no formation. */
  formation(gap) {
    if (!$('formation').value || $('formation').disabled) return null;
    const [facingX, facingY] = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[$('facing').value] ?? [0, 0];
    return { shape: $('formation').value, gap, facingX, facingY };
  }

  facts() { return this.views[0].facts(this.session.a, this.show.version); }

  /** A ring where an order leads. */
  mark(x, y) {
    for (const view of this.views) {
      const ring = view.canvas.parentElement.querySelector('.mark'), box = view.canvas.getBoundingClientRect();
      const fresh = ring.cloneNode();
      fresh.hidden = false;
      fresh.style.left = `${(x - this.camera.x) * this.camera.scale + box.width / 2}px`;
      fresh.style.top = `${(y - this.camera.y) * this.camera.scale + box.height / 2}px`;
      ring.replaceWith(fresh);
    }
  }

  // ---- time ----

  setPlaying(on) {
    this.playing = on;
    $('play').textContent = on ? 'Pause' : 'Play';
    $('play').setAttribute('aria-pressed', String(on));
  }

  goTo(tick) {
    this.setPlaying(false);
    if (!this.session.goTo(tick)) this.say('There is no way back from here.', true);
    this.jumped();
  }

  /** The time is another one: nothing moves there from where it was. */
  jumped() {
    this.owed = 0;
    this.show.version++;
    for (const view of this.views) view.forget();
    const { count } = this.session.a;
    this.show.selected = new Set([...this.show.selected].filter((k) => k < count));
    this.refresh();
  }

  again() {
    this.session.again();
    this.jumped();
    this.showValues();
    this.setPlaying(true);
  }

  step() {
    const { session } = this, [unit = -1] = this.show.thoughts ? this.show.selected : [];
    session.sides.forEach((play, k) => {
      this.views[k].remember(play);
      play.watch(unit);
    });
    if (!session.step()) {
      this.setPlaying(false);
      this.say(session.a.said || 'The run cannot go on.', true);
      return false;
    }
    this.ticksTimed++;
    if (session.a.scene().edits && session.tick % 10 === 0) session.changes++;
    return true;
  }

  /** One frame: the ticks that are due, and the picture between the last two. */
  frame(now) {
    const passed = Math.min(now - (this.last ?? now), 100);
    this.last = now;
    if (this.wanted !== undefined) {
      const tick = this.wanted;
      this.wanted = undefined;
      this.goTo(tick);
    }
    if (this.playing) {
      this.owed += (passed / 1000) * this.session.hz * Number($('speed').value);
      const begun = performance.now();
      while (this.owed >= 1 && this.playing) {
        if (!this.step()) break;
        this.owed -= 1;
        if (performance.now() - begun > FRAME_BUDGET) this.owed = Math.min(this.owed, 1);
        if (performance.now() - begun > FRAME_BUDGET) break;
      }
    }
    const begun = performance.now(), share = this.playing ? Math.min(this.owed, 1) : 1;
    this.session.sides.forEach((play, k) => this.views[k].draw(play, this.show, share, this.session.changes));
    this.frames.draw = 0.9 * this.frames.draw + 0.1 * (performance.now() - begun);
    this.frames.count++;
    if (now - this.frames.since > PANEL_EVERY) this.#slowFrame(now);
    requestAnimationFrame((time) => this.frame(time));
  }

  #slowFrame(now) {
    this.frames.rate = (1000 * this.frames.count) / (now - this.frames.since);
    this.frames.count = 0;
    this.frames.since = now;
    if (this.playing) this.refresh();
  }

  // ---- the panels ----

  refresh() {
    const { session } = this;
    const scrub = $('scrub');
    scrub.max = Math.max(session.latest, session.tick);
    if (document.activeElement !== scrub || this.playing) scrub.value = session.tick;
    scrub.setAttribute('aria-valuetext', `${session.a.seconds.toFixed(1)} seconds`);
    $('clock').textContent = `${session.a.seconds.toFixed(1)} s`;
    const [unit] = this.show.selected;
    if (!$('panel-unit').hidden) showUnit($('unit'), session.sides[this.side] ?? session.a, unit, this.show.selected.size);
    if (!$('panel-figures').hidden && $('measure').checked)
      showFigures($('figures'), this.sidle.figures, session.sides.map((play) => play.figures()));
    if (!$('panel-times').hidden && this.ticksTimed > 4) {
      showTimes($('times'), session.a.phases(), this.ticksTimed, this.frames.rate, this.frames.draw);
      this.ticksTimed = 0;
      $('size').textContent = `${session.a.count} units, ${session.hz} ticks a second. Times are those of A.`;
    }
  }

  get profile() { return Number($('profile').value) || 0; }

  showProfiles() {
    const play = this.session.a, { profiles } = play.scene();
    for (const id of ['profile', 'drop-profile']) {
      const before = $(id).value;
      $(id).replaceChildren(...Array.from({ length: profiles }, (_, k) => new Option(play.profileName(k), k)));
      if (Number(before) < profiles) $(id).value = before || '0';
    }
    this.showValues();
  }

  showValues() {
    const { session } = this, own = session.sides[this.side] ?? session.a;
    const other = session.b ? session.sides[1 - this.side] : null;
    this.sliders.show(own.words(this.profile), other?.words(this.profile) ?? null);
  }

  setSplit(on) {
    $('split').checked = on;
    $('map-b').parentElement.hidden = !on;
    $('of-side').hidden = !on;
    const { width, height } = this.session.a.scene(), { classList } = document.querySelector('.panes');
    classList.toggle('two', on);
    classList.toggle('wide', on && width > 1.3 * height);
    if (!on) this.side = 0;
    document.querySelector(`[name=side][value="${this.side}"]`).checked = true;
  }

  async split(on) {
    if (on) await this.session.split(); else this.session.join();
    if (on) this.side = 1;
    this.setSplit(on);
    this.jumped();
    fit(this);
    this.showValues();
    if (on) this.say('The sliders now set B. A stays as it is.');
  }

  async share() {
    try {
      const fragment = await toFragment(this.session.toJSON());
      history.replaceState(null, '', fragment);
      await navigator.clipboard?.writeText(location.href).catch(() => {});
      this.say(`The address holds the scene now (${fragment.length} characters).`);
      return fragment;
    } catch (error) {
      this.say(error.message, true);
      return '';
    }
  }

  exported(name, pick) {
    try {
      const files = this.session.fixture();
      saveFile(name, pick(files));
      if (this.session.log.some((one) => one.kind !== 'set'))
        this.say('Saved as the scene starts: a file does not hold what was done during the run.');
    } catch (error) {
      this.say(error.message, true);
    }
  }

  async import(files) {
    for (const file of files) {
      const text = await file.text();
      if (!/\.ini$/i.test(file.name)) this.open({ map: text, name: file.name, pathfinder: $('pathfinder').value }, file.name);
      else if (this.importConfig(text)) this.say(`${file.name}: read.`);
    }
  }

  importConfig(text) {
    this.session.reset();
    const play = this.session.sides[this.side] ?? this.session.a;
    const good = play.config(text);
    if (!good) this.say(play.said, true);
    this.session.edited = true;
    this.session.forget();
    this.jumped();
    this.showProfiles();
    return good;
  }
}

// ---- buttons ----

function selectTab(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(on));
    tab.tabIndex = on ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !on;
  }
}

function connectTabs(app) {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  tabs.forEach((tab, k) => {
    tab.addEventListener('click', () => { selectTab(tab.id.slice(4)); app.refresh(); });
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(k + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  });
}

function setTool(app, tool) {
  app.tools.tool = tool;
  document.querySelector(`[name=tool][value=${tool}]`).checked = true;
}

function connectButtons(app) {
  const click = (id, use) => $(id).addEventListener('click', use);
  click('play', () => app.setPlaying(!app.playing));
  click('step', () => { app.setPlaying(false); app.step(); app.refresh(); });
  click('back', () => app.goTo(app.session.tick - 1));
  click('again', () => app.again());
  click('hold', () => app.tools.plainOrder('hold'));
  click('stop', () => app.tools.plainOrder('none'));
  click('remove', () => app.removeSelected());
  click('all', () => app.select(living(app)));
  click('share', () => app.share());
  click('export-map', () => app.exported('scene.map', (files) => files.map));
  click('export-ini', () => app.exported('values.ini', (files) => (app.side ? files.configB : files.config)));
  click('import', () => $('files').click());
  click('defaults', () => {
    for (const p of app.sidle.params) app.setValue(p.name, valueText(p, p.default));
  });
  click('keys-button', () => $('keys').showModal());
  $('files').addEventListener('change', async () => { await app.import([...$('files').files]); $('files').value = ''; });
  $('scrub').addEventListener('input', () => { app.setPlaying(false); app.wanted = Number($('scrub').value); });
  $('split').addEventListener('change', () => app.split($('split').checked));
  $('scene').addEventListener('change', () => app.openNamed($('scene').value));
  $('pathfinder').addEventListener('change', () => app.setPathfinder($('pathfinder').value));
  $('profile').addEventListener('change', () => app.showValues());
  $('measure').addEventListener('change', () => app.session.sides.forEach((play) => play.measure($('measure').checked)));
  $('order').addEventListener('change', () => {
    for (const id of ['formation', 'gap', 'facing']) $(id).disabled = !MARCHES.includes($('order').value);
  });
  for (const name of ['trails', 'thoughts', 'congestion']) $(name).addEventListener('change', () => { app.show[name] = $(name).checked; });
  $('colour').addEventListener('change', () => {
    app.show.colour = $('colour').value;
    $('legend').hidden = app.show.colour !== 'decision';
  });
  for (const radio of document.querySelectorAll('[name=tool]')) radio.addEventListener('change', () => setTool(app, radio.value));
  for (const radio of document.querySelectorAll('[name=side]'))
    radio.addEventListener('change', () => { app.side = Number(radio.value); app.showValues(); app.refresh(); });
}

function living(app) {
  const { gone, count } = app.session.a.units();
  return Array.from({ length: count }, (_, k) => k).filter((k) => !gone[k]);
}

/** Keys that work everywhere but where one types. */
function connectKeys(app) {
  const tools = ['select', 'order', 'drop', 'paint', 'pan'];
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches?.('input:not([type=radio]):not([type=checkbox]):not([type=range]), select, textarea');
    if (typing || $('keys').open) return;
    const withControl = event.ctrlKey || event.metaKey;
    const onButton = event.target.matches?.('button, summary, input');
    const key = event.key.toLowerCase();
    let used = true;
    if (withControl && key === 'a') app.select(living(app));
    else if (withControl && key === 'z') { if (app.session.undo()) app.jumped(); else app.say('There is nothing to undo.'); }
    else if (withControl || event.altKey) used = false;
    else if (key === ' ' && !onButton) app.setPlaying(!app.playing);
    else if (key === '.') { app.setPlaying(false); app.step(); app.refresh(); }
    else if (key === ',') app.goTo(app.session.tick - 1);
    else if (key === 'r') app.again();
    else if (key === 'f') fit(app);
    else if (key === 'c') $('congestion').click();
    else if (tools[Number(key) - 1]) setTool(app, tools[Number(key) - 1]);
    else used = false;
    if (used) event.preventDefault();
  });
}

function fit(app) {
  const box = app.views[0].canvas.getBoundingClientRect();
  app.camera.fit(app.session.a.scene(), box.width, box.height);
}

function fillSelects() {
  const group = (label, options) => {
    const one = document.createElement('optgroup');
    one.label = label;
    one.append(...options.map(([value, text]) => new Option(text, value)));
    return one;
  };
  $('scene').append(
    new Option('empty', 'empty'),
    group('maps', Object.keys(maps).map((name) => [name, name.replaceAll('_', ' ')])),
    group('generated', GENERATED),
  );
  $('terrain').append(...TERRAINS.slice(0, 5).map((name, k) => new Option(name, k)));
  $('terrain').value = '4';
}

async function begin() {
  const packed = globalThis.SIDLE_WASM;
  const sidle = await load(packed ? Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)) : undefined);
  fillSelects();
  const app = new App(sidle);
  globalThis.playground = app;
  connectButtons(app);
  connectTabs(app);
  connectKeys(app);
  await openFirst(app);
  addEventListener('hashchange', () => openFirst(app));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => { event.preventDefault(); app.import([...event.dataTransfer.files]); });
  requestAnimationFrame((time) => app.frame(time));
}

/** The scene of the address, or the first one. */
async function openFirst(app) {
  try {
    const shared = await fromFragment(location.hash);
    if (shared) {
      app.start(await Session.fromJSON(app.sidle, shared));
      app.say('The scene of the link.');
      return;
    }
  } catch (error) {
    app.say(`The link cannot be read: ${error.message}`, true);
    if (app.session) return;
    app.openNamed(START);
    app.say(`The link cannot be read: ${error.message}`, true);
    return;
  }
  if (!app.session) app.openNamed(START);
}

begin();
