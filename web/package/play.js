// A scene played by the code of the `sidle` command: reader, player, pathfinder, figures.
import { FORMATION_BYTES, writeFormation } from './groups.js';
import { FIGURES, SidleError, hex, only } from './module.js';
import {
  AStar, DECISIONS, ORDERS, SHAPES, TERRAINS, classOf, makeProfile, readCongestion, readParams, readPath, readProfile, readState, readWhy,
  readWhyText, valueText,
} from './world.js';

const wordsOf = (params, values) => Object.fromEntries(params.map((p) => [p.name, valueText(p, values[p.name])]));

const UNIT = [
  'x', 'y', 'profile', 'team', 'group', 'order', 'start', 'dies', 'goalX', 'goalY', 'range',
  'targetGroup', 'via', 'patrol', 'troop', 'unloads',
];

/** The table of figures: name, unit, which way is better, meaning. */
export const readFigures = (of) => of.table(FIGURES);

export class Play {
  /** map: the text of a fixture, or the name of a generated scene (@door200). */
  constructor(of, map, options = {}) {
    const { config = '', name = 'scene.map', pathfinder = 'astar', hz = 0, seed = 0 } =
      only(options, ['config', 'name', 'pathfinder', 'hz', 'seed'], 'a play');
    this.of = of;
    this.params = readParams(of);
    this.figureRows = readFigures(of);
    const generated = map.startsWith('@');
    this.at = of.withTexts([generated ? map.trim() : name, generated ? '' : map, config],
      ([file, text, ini], [, length, iniLength]) =>
        of.call.play_open(file, text, length, ini, iniLength, pathfinder === 'flow' ? 1 : 0, hz, seed));
    if (!this.at) throw new SidleError('INPUT', this.said);
    this.hz = hz > 0 ? hz : this.scene().hz;
  }

  close() {
    this.of.call.play_close(this.at);
    this.at = 0;
  }

  /** What was wrong with the last call that was refused. */
  get said() { return this.of.text(this.of.call.play_said()).trim(); }

  // ---- time ----

  /** False, with `said`, when the run cannot go on. */
  tick() { return this.of.call.play_tick(this.at) !== 0; }
  restart() { return this.of.call.play_restart(this.at) !== 0; }
  /** Figures cost about as much as the step: a host that shows none may go without. */
  measure(on) { this.of.call.play_measure(this.at, on ? 1 : 0); }
  get world() { return this.of.call.play_world(this.at); }
  get ticks() { return this.of.call.world_tick(this.world); }
  get seconds() { return this.ticks / this.hz; }
  get hash() { return hex(this.of.call.world_hash(this.world)); }

  /** ms by phase since this was asked last. */
  phases() {
    const at = this.of.reserve(64);
    this.of.call.play_phases(this.at, at);
    return [...this.of.doubles(at, 6)].map((ms, k) => ({ name: this.of.text(this.of.call.phase_text(k)), ms }));
  }

  figures() {
    const count = this.figureRows.length, at = this.of.reserve(8 * count);
    this.of.call.play_figures(this.at, at);
    const numbers = this.of.doubles(at, count);
    return Object.fromEntries(this.figureRows.map(({ name }, k) => [name, numbers[k]]));
  }

  // ---- changes: of the start before the first tick, of the run from then on ----

  drop(unit) {
    const { x, y, profile = 0, team = 0, group = 0 } = only(unit, ['x', 'y', 'profile', 'team', 'group'], 'a unit');
    return this.of.call.play_drop(this.at, x, y, profile, team, group) !== 0;
  }
  remove(unit) { return this.of.call.play_remove(this.at, unit) !== 0; }

  /** One order for the units: {order, x, y, range, targetGroup, points, formation}. */
  order(units, given) {
    const { order, x = 0, y = 0, range = 0, targetGroup = 0, points = [], formation = null } =
      only(given, ['order', 'x', 'y', 'range', 'targetGroup', 'points', 'formation'], 'an order');
    const number = typeof order === 'number' ? order : ORDERS.indexOf(order);
    const { of } = this, at = of.reserve(4 * units.length + 8 * points.length + FORMATION_BYTES);
    of.wholes(at, units.length).set(units);
    const where = at + 4 * units.length;
    of.writePoints(where, points);
    const form = formation ? writeFormation(of, where + 8 * points.length, formation) : 0;
    return of.call.play_order(this.at, at, units.length, number >>> 0, x, y, range, targetGroup, where,
      points.length, form) !== 0;
  }

  /** Where an order in formation to that point would send the units, as [x, y, x, y ...] of those that live, in
   * their order; null, with `said`: it cannot be. Nothing is ordered. */
  places(units, goal) {
    const { x, y, formation = {} } = only(goal, ['x', 'y', 'formation'], 'places');
    const { of } = this, at = of.reserve(12 * units.length + FORMATION_BYTES), form = at + 4 * units.length, to = form + FORMATION_BYTES;
    of.wholes(at, units.length).set(units);
    const count = of.call.play_places(this.at, at, units.length, x, y, writeFormation(of, form, formation), to);
    return count ? of.floats(to, 2 * count).slice() : null;
  }

  /** Cells [[x, y], ...] become a class; those where a unit stands stay. Returns how many did. */
  paint(cells, terrain) {
    const at = this.of.reserve(4 * cells.length + 4);
    const to = new Uint16Array(this.of.memory.buffer, at, 2 * cells.length);
    cells.forEach(([x, y], k) => { to[2 * k] = x; to[2 * k + 1] = y; });
    return this.of.call.play_paint(this.at, at, cells.length, classOf(terrain));
  }

  /** A parameter, in the words of a config. */
  set(profile, key, value) {
    return this.of.withTexts([key, String(value)],
      ([name, text]) => this.of.call.play_set(this.at, profile, name, text)) !== 0;
  }
  addProfile(name) {
    return this.of.withTexts([name], ([at]) => this.of.call.play_profile_add(this.at, at));
  }
  /** Another size of the map, before the first tick: units beyond it go, and what is new is ground. */
  resize(width, height) { return this.of.call.play_resize(this.at, width, height) !== 0; }
  /** Waypoints by A* without the goal; null: there is no path. Terrain counts, units do not. */
  plan(profile, x, y, toX, toY) {
    const astar = new AStar({ of: this.of, at: this.world });
    try {
      return astar.find(this.of.call.play_world_profile(this.at, profile), x, y, toX, toY);
    } finally {
      astar.destroy();
    }
  }
  /** The profiles of an INI file, before the first tick. */
  config(text) {
    return this.of.withTexts([text], ([at], [length]) => this.of.call.play_config(this.at, at, length)) !== 0;
  }

  // ---- the scene ----

  scene(ofStart = false) {
    const at = this.of.reserve(96);
    this.of.call.play_scene(this.at, ofStart ? 1 : 0, at);
    const [width, height, cellSize, seconds, units, profiles, edits, straight, roam, hz, congestion, later] = this.of.doubles(at, 12);
    return {
      width, height, cellSize, seconds, units, profiles, edits, straight: !!straight, roam: !!roam, hz, congestion: !!congestion, later,
    };
  }
  /** Classes of all cells, row by row; a view, good until the next call. */
  cells(ofStart = false) {
    const { width, height } = this.scene(ofStart);
    return this.of.bytes(this.of.call.play_cells(this.at, ofStart ? 1 : 0), width * height);
  }
  /** The class of a cell as it is now; void outside the map. */
  cell(x, y) { return this.of.call.play_cell(this.at, x, y); }
  profileName(profile) { return this.of.text(this.of.call.play_profile_name(this.at, profile)); }
  profile(profile, ofStart = false) {
    return readProfile(this.of, this.params, this.of.call.play_profile(this.at, ofStart ? 1 : 0, profile));
  }
  /** What a fixture writes of the profile, as " key=value" for each. */
  profileChanges(profile) {
    const at = this.of.call.play_profile_changes(this.at, profile);
    const text = this.of.text(at);
    this.of.call.memory_give(at);
    return text;
  }
  /** The same in the words of a config. */
  words(profile, ofStart = false) {
    return wordsOf(this.params, this.profile(profile, ofStart));
  }
  /** What a profile of this radius and top speed has by default, in the words of a config. */
  defaultWords(profile) {
    const at = makeProfile(this.of, this.params, this.profile(profile));
    try {
      return wordsOf(this.params, readProfile(this.of, this.params, at));
    } finally {
      this.of.call.memory_give(at);
    }
  }
  sceneUnit(unit, ofStart = false) {
    const at = this.of.reserve(8 * UNIT.length), from = ofStart ? 1 : 0;
    this.of.call.play_scene_unit(this.at, from, unit, at);
    const read = {};
    const numbers = this.of.doubles(at, UNIT.length);
    UNIT.forEach((name, k) => { read[name] = numbers[k]; });
    const count = read.via + read.patrol;
    read.points = count ? this.of.readPoints(this.of.call.play_unit_points(this.at, from, unit), count) : [];
    read.order = ORDERS[read.order];
    return read;
  }
  /** The formation of a troop, by its number (SceneUnit.troop). */
  troop(troop, ofStart = false) {
    const at = this.of.reserve(40);
    this.of.call.play_troop(this.at, ofStart ? 1 : 0, troop, at);
    const [shape, columns, gap, facingX, facingY] = this.of.doubles(at, 5);
    return { shape: SHAPES[shape], columns, gap, facingX, facingY };
  }
  edit(number) {
    const at = this.of.reserve(48);
    this.of.call.play_edit(this.at, number, at);
    const [time, x, y, width, height, terrain] = this.of.doubles(at, 6);
    return { time, x, y, width, height, terrain: TERRAINS[terrain] };
  }
  /** An order that a unit gets after its first one. */
  later(number) {
    const at = this.of.reserve(40);
    this.of.call.play_later(this.at, number, at);
    const [time, unit, order, x, y] = this.of.doubles(at, 5);
    return { time, unit, order: ORDERS[order], x, y };
  }

  // ---- units, by their number in the scene ----

  get count() { return this.of.call.play_count(this.at); }
  /** Views of the module's memory: good until the next call that ticks or changes. */
  units() {
    const { of } = this, count = this.count;
    const decisions = of.call.play_decisions(this.at);
    return {
      count,
      positions: of.floats(of.call.play_positions(this.at), 2 * count),
      headings: of.floats(of.call.play_headings(this.at), 2 * count),
      gone: of.bytes(of.call.play_gone(this.at), count),
      decisions: of.bytes(decisions, count),
    };
  }
  /** By unit: 1 where it rests and its order is done. A view, as those of units(). */
  arrived() { return this.of.bytes(this.of.call.play_arrived(this.at), this.count); }
  id(unit) { return this.of.call.play_unit_id(this.at, unit); }
  unitOf(id) { return this.of.call.play_unit_of(this.at, id); }
  state(unit) { return readState(this.of, this.world, this.id(unit)); }
  why(unit) { return readWhy(this.of, this.world, this.id(unit)); }
  whyText(unit) { return readWhyText(this.of, this.world, this.id(unit)); }
  path(unit) { return readPath(this.of, this.world, this.id(unit)); }

  /** What goes on in square cells of this side: see World.congestion. */
  congestion(side, filter) { return readCongestion(this.of, this.world, side, filter); }

  /** From now on the grid of this unit is made whenever it looks; -1: of none. */
  watch(unit) { this.of.call.play_watch?.(this.at, unit); }
  /** What the watched unit saw at its last look, or would see now: passabilities row by row; null: nothing. */
  grid() {
    if (!this.of.call.play_grid) return null;
    const at = this.of.reserve(56), values = this.of.call.play_grid(this.at, at);
    if (!values) return null;
    const [x, y, directionX, directionY, cell, rows, columns] = this.of.doubles(at, 7);
    const count = (rows + 1) * (2 * columns + 1);
    return { x, y, directionX, directionY, cell, rows, columns, values: this.of.bytes(values, count) };
  }

  // ---- the way back ----

  /** Before a tick: keeps the run as it is, at some ticks (every 60th at first, fewer where memory grows short). */
  keep() { this.of.call.play_keep(this.at); }
  /** The last tick up to this one that was kept; -1: none. */
  kept(tick) { return this.of.call.play_kept(this.at, tick); }
  /** Back to a tick that was kept. */
  back(tick) { return this.of.call.play_back(this.at, tick) !== 0; }
  /** Drops what was kept from that tick on: what is done now leads elsewhere. */
  forget(from = 0) { this.of.call.play_forget(this.at, from); }

  /** The start as it is now, for begin(); to be freed. */
  start() {
    const at = this.of.call.play_start(this.at);
    return { at, free: () => this.of.call.start_free(at) };
  }
  /** Begins anew with a start of this play. */
  begin(start) { return this.of.call.play_begin(this.at, start.at) !== 0; }

  // ---- snapshots ----

  /** The state of the run: of everything in the module, so a host that takes them has one play in it. */
  save() { return this.of.save(); }
  restore(saved) { this.of.restore(saved); }

  /** This play in another instance of the same module: the same state, its own memory. */
  copyTo(other) {
    const of = other.instance;
    of.restore(this.save());
    return Object.assign(Object.create(Play.prototype), { of, hz: this.hz, params: this.params, figureRows: this.figureRows, at: this.at });
  }
}

export { DECISIONS, ORDERS, TERRAINS };
