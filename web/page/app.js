// The page as a whole: the scene that is played, what the user does to it, the time, and the loop that plays and draws.
import { THEMES } from './colours.js';
import { Camera } from './camera.js';
import { Editor } from './editor.js';
import { showFigures, showLegend, showPast, showTimes, showUnit } from './panels.js';
import { fromFragment, toFragment } from './share.js';
import { Session } from './session.js';
import { Sliders } from './sliders.js';
import { Autosave, storeTheme, storedTheme, storedWork } from './store.js';
import { Tools } from './tools.js';
import { View } from './view.js';
import { TERRAINS } from './sidle.js';

const FRAME_BUDGET = 24; // ms that a frame may spend on ticks, before the run falls behind
const PANEL_EVERY = 200; // ms
const START = 'river';
const EMPTY = `type octile\nheight 40\nwidth 60\nseconds 120\nmap\n${`${'.'.repeat(60)}\n`.repeat(40)}`;

const $ = (id) => document.getElementById(id);

export function selectTab(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(on));
    tab.tabIndex = on ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !on;
  }
}

export class App {
  constructor(sidle, maps) {
    Object.assign(this, { sidle, maps, camera: new Camera(), name: '', faults: '', imported: new Map() });
    this.show = {
      selected: new Set(), trails: true, goals: true, numbers: false, thoughts: true, congestion: false, colour: 'decision',
      version: 0, box: null, cells: null, facing: null, order: null,
    };
    this.views = [new View($('map-a'), this.camera), new View($('map-b'), this.camera)];
    this.editor = new Editor(this);
    this.tools = new Tools(this);
    for (const view of this.views) this.tools.attach(view);
    Object.assign(this, { playing: false, owed: 0, side: 0, pointer: null, ticksTimed: 0 }); // owed: ticks
    this.frames = { count: 0, since: 0, rate: 0, draw: 0 };
    this.autosave = new Autosave(this);
    this.sliders = new Sliders($('params'), sidle.params, (key, text) => this.setValue(key, text));
    this.setTheme(storedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'), false);
    showLegend($('legend'));
  }

  setTheme(theme, chosen = true) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    for (const view of this.views) view.theme = THEMES[theme];
    $('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
    if (chosen) storeTheme(theme);
  }

  // ---- the scene ----

  start(session) {
    this.session = session;
    this.setPlaying(false);
    this.owed = 0;
    this.show.selected = new Set();
    this.show.version++;
    this.editor.forget();
    for (const view of this.views) view.forget();
    this.setSplit(!!session.b);
    $('pathfinder').value = session.source.pathfinder;
    this.fit();
    this.showProfiles();
    this.refresh();
  }

  /** False: `faults` says what is wrong with it, a line each. */
  open(source, name) {
    try {
      this.start(new Session(this.sidle, source));
      this.name = name;
      this.say(`${name}: ${this.session.a.count} units.`);
      return true;
    } catch (error) {
      this.faults = error.message;
      const [first, ...others] = error.message.split('\n');
      this.say(others.length ? `${first}\nand ${others.length} more` : first, true);
      return false;
    }
  }

  openNamed(value) {
    const map = value === 'empty' ? EMPTY : value.startsWith('@') ? value : this.imported.get(value) ?? this.maps[value];
    if (map && this.open({ map, pathfinder: $('pathfinder').value }, value.replace(/^file:/, ''))) this.showScene(value);
  }

  /** The list of scenes has the name of what was imported. */
  showName(name, map) {
    const value = `file:${name}`;
    if (!this.imported.has(value)) $('scene').prepend(new Option(name, value));
    this.imported.set(value, map);
    this.name = name;
    this.showScene(value);
  }

  showScene(value) { $('scene').value = this.scene = value; }

  fileName() { return this.name.replaceAll(/[^\w-]+/g, '_').replace(/^_+/, '') || 'scene'; }

  /** The scene of the address, the last work, or the first scene, which plays by itself. */
  async openFirst() {
    try {
      const shared = await fromFragment(location.hash);
      if (shared) {
        this.start(await Session.fromJSON(this.sidle, shared));
        this.say('The scene of the link.');
        return;
      }
      if (this.session) return;
      if (await this.#bringBack()) return;
      this.openNamed(START);
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.setPlaying(true);
      this.say('Click a unit to see why it does what it does. Choose a scene, or draw your own from “empty”.');
    } catch (error) {
      if (!this.session) this.openNamed(START);
      this.say(`The link cannot be read: ${error.message}`, true);
    }
  }

  /** What was worked on when the page was closed. */
  async #bringBack() {
    const work = storedWork();
    if (!work?.session) return false;
    try {
      const session = await Session.fromJSON(this.sidle, work.session);
      this.start(session);
      this.showName(work.name, work.session.map);
      Object.assign(session, { saved: false, edits: 1 });
      this.say(`${work.name}: as you left it on ${new Date(work.when).toLocaleString()}. Choose a scene to begin anew.`);
      return true;
    } catch {
      return false; // of another version
    }
  }

  /** The same scene by another pathfinder, from the start. */
  async setPathfinder(pathfinder) {
    try {
      const { saved, edits } = this.session;
      this.start(await Session.fromJSON(this.sidle, { ...this.session.toJSON(), pathfinder, tick: 0 }));
      Object.assign(this.session, { saved, edits });
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
    const good = this.give({ kind: 'set', side: this.#oneSide, profile: this.profile, key, value: text });
    if (!good) this.showValues();
    else this.showValues(key);
    return good;
  }

  /** The side whose values are shown; null: there is one. */
  get #oneSide() { return this.session.b ? this.side : null; }

  /** A change of the start: the run begins anew. A refused one leaves the run where it is. */
  #changeStart(input) {
    const { session } = this, { tick } = session;
    session.goTo(0);
    const good = this.give(input);
    if (good) session.reset();
    else session.goTo(tick);
    this.jumped();
    return good;
  }

  undo() { this.#travel(this.session.undo(), 'Undone.', 'There is nothing to undo.'); }
  redo() { this.#travel(this.session.redo(), 'Done again.', 'There is nothing to do again.'); }

  #travel(done, good, none) {
    this.setPlaying(false);
    this.say(done ? good : none);
    if (!done) return;
    this.jumped();
    this.showProfiles();
  }

  select(units) {
    this.show.selected = new Set(units);
    if (units.length) this.say(`${this.show.selected.size} selected. The tool Order, or a right click, sends them.`);
    if (units.length === 1) selectTab('unit');
    this.refresh();
  }

  living() {
    const { gone, count } = this.session.a.units();
    return Array.from({ length: count }, (_, k) => k).filter((k) => !gone[k]);
  }

  livingSelected() {
    const { gone } = this.session.a.units();
    return [...this.show.selected].filter((k) => !gone[k]);
  }

  /** Another size of the map: the run begins anew. */
  resize(width, height) {
    if (!this.#changeStart({ kind: 'resize', width, height })) return;
    this.fit();
    this.say(`The map has ${width} x ${height} cells.`);
  }

  /** A profile with the values of the one that is shown, on each side with those of that side. */
  addProfile(name) {
    const { sides } = this.session, { profiles } = sides[0].scene(), like = this.profile;
    const names = Array.from({ length: profiles }, (_, k) => sides[0].profileName(k)), values = sides.map((play) => play.words(like));
    if (names.includes(name)) return this.say(`There is a profile '${name}' already.`, true);
    return this.session.together(() => {
      if (!this.give({ kind: 'profile', name })) return;
      sides.forEach((play, side) => {
        for (const [key, value] of Object.entries(values[side])) // those that follow from others may be right by now
          if (play.words(profiles)[key] !== value) this.give({ kind: 'set', side: this.session.b ? side : null, profile: profiles, key, value });
      });
      this.showProfiles();
      $('profile').value = $('drop-profile').value = String(profiles);
      this.showValues();
      this.say(`The profile '${name}' has the values of '${names[like]}' now: change them, and put units of it with the tool Units.`);
    });
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

  /** What the fields beside the tools say. */
  options() {
    const number = (id) => Math.min(Math.max(Number($(id).value) || 0, Number($(id).min)), Number($(id).max));
    return {
      order: $('order').value, range: number('range'), count: Math.round(number('count')), team: Math.round(number('team')),
      group: Math.round(number('group')), profile: Number($('drop-profile').value) || 0, terrain: Number($('terrain').value),
      brush: Math.round(number('brush')), formation: this.#formation(number('gap')), gap: number('gap'), queue: $('queue').checked,
    };
  }

  /** null: each unit goes by itself, or the order is one that has no formation. */
  #formation(gap) {
    if (!$('formation').value || $('formation').disabled) return null;
    const [facingX, facingY] = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[$('facing').value] ?? [0, 0];
    return { shape: $('formation').value, gap, facingX, facingY };
  }

  facts() { return this.views[0].facts(this.session.a, this.show.version); }

  setTool(tool) {
    this.tools.tool = tool;
    this.show.cells = null;
    document.querySelector(`[name=tool][value=${tool}]`).checked = true;
    for (const fieldset of document.querySelectorAll('[data-for]')) fieldset.hidden = !fieldset.dataset.for.split(' ').includes(tool);
  }

  toggle(id) { $(id).click(); }

  // ---- the camera, and the hand above the map ----

  fit() {
    const box = this.views[0].canvas.getBoundingClientRect();
    this.camera.fit(this.session.a.scene(), box.width, box.height);
  }

  zoom(factor) {
    const { width, height } = this.views[0].canvas.getBoundingClientRect();
    this.camera.zoom(factor, width / 2, height / 2, width, height);
  }

  /** The place beneath the pointer, in words; null: it is elsewhere. */
  point(at) {
    this.pointer = at && { x: at.x, y: at.y };
    const { width, height, cellSize } = this.session.a.scene(), x = Math.floor((at?.x ?? -1) / cellSize), y = Math.floor((at?.y ?? -1) / cellSize);
    const inside = x >= 0 && y >= 0 && x < width && y < height;
    $('pointer').textContent = inside ? `${at.x.toFixed(1)}, ${at.y.toFixed(1)} u · cell ${x},${y} · ${TERRAINS[this.session.a.cell(x, y)]}` : '';
  }

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
    if (this.playing !== on) this.say(on ? 'Playing.' : `Paused at ${this.session.a.seconds.toFixed(1)} s.`);
    this.playing = on;
    this.owed = 1; // the first tick comes with the next frame
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

  stepOnce() {
    this.setPlaying(false);
    this.step();
    this.refresh();
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
    if (this.playing) this.#playOn(passed);
    const begun = performance.now(), part = this.playing ? Math.min(this.owed, 1) : 1;
    this.session.sides.forEach((play, k) => this.views[k].draw(play, this.show, part, this.session.changes));
    this.frames.draw = 0.9 * this.frames.draw + 0.1 * (performance.now() - begun);
    this.frames.count++;
    if (now - this.frames.since > PANEL_EVERY) this.#slowFrame(now);
    requestAnimationFrame((time) => this.frame(time));
  }

  #playOn(passed) {
    this.owed += (passed / 1000) * this.session.hz * Number($('speed').value);
    const begun = performance.now();
    while (this.owed >= 1 && this.playing && this.step()) {
      this.owed -= 1;
      if (performance.now() - begun <= FRAME_BUDGET) continue;
      this.owed = Math.min(this.owed, 1);
      break;
    }
  }

  #slowFrame(now) {
    this.frames.rate = (1000 * this.frames.count) / (now - this.frames.since);
    this.frames.count = 0;
    this.frames.since = now;
    if (this.playing) this.refresh();
    this.autosave.look(now);
  }

  // ---- the panels ----

  refresh() {
    const { session } = this, scrub = $('scrub');
    scrub.max = Math.max(session.latest, session.tick);
    if (document.activeElement !== scrub || this.playing) scrub.value = session.tick;
    scrub.setAttribute('aria-valuetext', `${session.a.seconds.toFixed(1)} seconds`);
    $('clock').textContent = `${session.a.seconds.toFixed(1)} s`;
    $('undo').disabled = !session.history.length;
    $('redo').disabled = !session.undone.length;
    this.#refreshUnit();
    if (!$('panel-figures').hidden && $('measure').checked)
      showFigures($('figures'), this.sidle.figures, session.sides.map((play) => play.figures()));
    if (!$('panel-times').hidden && this.ticksTimed > 4) {
      showTimes($('times'), session.a.phases(), this.ticksTimed, this.frames.rate, this.frames.draw);
      this.ticksTimed = 0;
      $('size').textContent = `${session.a.count} units, ${session.hz} ticks a second. Times are those of A.`;
    }
  }

  /** Why the first of the selected units does what it does, and its last decisions on the time line. */
  #refreshUnit() {
    const { session } = this, [unit] = this.show.selected, side = session.sides[this.side] ? this.side : 0;
    const past = unit === undefined ? [] : session.decisions[side].of(unit, 10);
    showPast($('strip'), past, session.tick, Number($('scrub').max));
    if (!$('panel-unit').hidden)
      showUnit($('unit'), session.sides[side], unit, this.show.selected.size, past, { goTo: (tick) => this.goTo(tick), select: (k) => this.select([k]) });
  }

  get profile() { return Number($('profile').value) || 0; }

  showProfiles() {
    const play = this.session.a, { profiles } = play.scene();
    for (const id of ['profile', 'drop-profile']) {
      const before = $(id).value;
      $(id).replaceChildren(...Array.from({ length: profiles }, (_, k) => new Option(play.profileName(k), k)));
      $(id).value = Number(before) < profiles ? before || '0' : '0';
    }
    this.showValues();
  }

  showValues() {
    const { session } = this, own = session.sides[this.side] ?? session.a;
    const other = session.b ? session.sides[1 - this.side] : null;
    this.sliders.show(own.words(this.profile), own.defaultWords(this.profile), other?.words(this.profile));
  }

  /** The profile that is shown, as it follows from its radius and top speed. */
  setDefaults() {
    const play = this.session.sides[this.side];
    this.session.together(() => {
      for (const [key, text] of Object.entries(play.defaultWords(this.profile)))
        if (play.words(this.profile)[key] !== text) this.setValue(key, text);
    });
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
    this.fit();
    this.showValues();
    if (on) this.say('The sliders now set B. A stays as it is.');
  }

  // ---- links and values ----

  async share() {
    try {
      const fragment = await toFragment(this.session.toJSON());
      history.replaceState(null, '', fragment);
      await navigator.clipboard?.writeText(location.href).catch(() => {});
      this.session.saved = true;
      this.say(`The address holds the scene now (${fragment.length} characters).`);
      return fragment;
    } catch (error) {
      this.say(error.message, true);
      return '';
    }
  }

  importConfig(text) {
    const good = this.#changeStart({ kind: 'config', side: this.#oneSide, text });
    if (good) this.showProfiles();
    return good;
  }
}
