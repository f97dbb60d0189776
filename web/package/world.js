// A world of the library, and the reference pathfinders above it.
import { PARAMETERS, SidleError, hex, only } from './module.js';

export const TERRAINS = [
  'ground', 'swamp', 'water', 'trees', 'void', 'class5', 'class6', 'class7', 'class8', 'class9',
  'class10', 'class11', 'class12', 'class13', 'class14', 'class15',
];
export const DECISIONS = ['idle', 'free', 'detour', 'wait', 'replan', 'push', 'blocked'];
export const STEPS = ['none', 'replan', 'wait', 'push'];
export const ORDERS = [
  'none', 'go', 'hold', 'patrol', 'pursue', 'follow', 'evade', 'flee', 'wander', 'approach',
  'approach_point',
];
/** Of formations, by sidle_shape; those that need no offsets. */
export const SHAPES = ['box', 'line', 'column', 'wedge', 'disc', 'standing'];
export const EVENTS = [
  'waypoint', 'in_range', 'arrived', 'target_lost', 'blocked', 'path_wanted', 'pushing',
  'stuck', 'gets_on',
];
/** Where a unit rests that has arrived. */
export const ARRIVALS = ['at_goal', 'near_goal', 'in_range', 'no_room'];
const TYPES = ['float', 'whole', 'switch', 'terrain', 'ladder', 'classes'];
/** What change() sets, with the bits of unit_set. */
const CHANGES = { profile: 1, team: 2, headingX: 4, headingY: 4, rank: 8, user: 16, speedFactor: 32, ghost: 64 };
const UNIT = ['x', 'y', 'profile', 'headingX', 'headingY', 'team', 'rank', 'user'], RANGE = ['most', 'least', 'sight'];
const ALL_CLASSES = 2 ** TERRAINS.length - 1;

/** A number of a parameter as a person writes it: the shortest text that reads as this float. */
function floatText(value) {
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(Number(value.toPrecision(9)));
}

/** "2 swamp:0.5": the number that most classes have, then the others by name. */
function classesText(param, value) {
  const texts = (Array.isArray(value) ? value : TERRAINS.map(() => value)).map(floatText);
  const often = (text) => texts.filter((one) => one === text).length;
  const most = texts.reduce((best, text) => (often(text) > often(best) ? text : best));
  const others = TERRAINS.flatMap((name, k) => (texts[k] === most ? [] : [`${name}:${texts[k]}`]));
  return [...(most === floatText(param.default) && others.length ? [] : [most]), ...others].join(' ');
}

/** The value of a parameter in the words of a config. */
export function valueText(param, value) {
  if (param.type === 'switch') return value ? 'yes' : 'no';
  if (param.type === 'float') return floatText(value);
  if (param.type === 'whole') return String(value);
  if (param.type === 'classes') return classesText(param, value);
  if (param.type === 'terrain') {
    if (value === ALL_CLASSES) return 'all';
    return TERRAINS.filter((name, k) => (value >> k) & 1).join(' ') || 'none';
  }
  const steps = [];
  for (let rest = value; rest & 3; rest >>= 2) steps.push(STEPS[rest & 3]);
  return steps.join(' ') || 'ask';
}

/** The parameter table: one object a row. */
export function readParams(of) {
  return of.table(PARAMETERS).map(({ name, unit, meaning }, row) => {
    const at = of.reserve(32);
    of.call.param_numbers(row, at);
    const [type, min, max, value] = of.doubles(at, 4);
    return { row, name, type: TYPES[type], unit, min, max, default: value, help: meaning };
  });
}

/** In the module's memory: a profile whose lengths and acceleration follow from its radius and top speed. */
export function makeProfile(of, params, values) {
  const size = (name) => values[name] ?? params.find((p) => p.name === name).default;
  return of.call.profile_make(size('radius'), size('top_speed'));
}

/** Values by name, read from a profile in the module's memory. */
export function readProfile(of, params, at) {
  const values = {};
  for (const p of params)
    values[p.name] = p.type === 'classes'
      ? TERRAINS.map((_, k) => of.call.profile_value(at, p.row, k)) : of.call.profile_value(at, p.row, 0);
  return values;
}

const STATE = [
  'profile', 'team', 'rank', 'user', 'radius', 'speedFactor', 'x', 'y', 'velocityX', 'velocityY',
  'madeX', 'madeY', 'predictedX', 'predictedY', 'headingX', 'headingY', 'waypointX', 'waypointY',
  'order', 'target', 'goalX', 'goalY', 'waypoints', 'pathLeft', 'ghost', 'stowed', 'underWay',
  'arrived', 'decision', 'placeX', 'placeY', 'hasPlace', 'arrival', 'stuck',
];

const WHY = [
  'decision', 'tick', 'originX', 'originY', 'directionX', 'directionY', 'reach', 'hit', 'hitValue',
  'row', 'valueAhead', 'valueRight', 'offsetRight', 'valueLeft', 'offsetLeft', 'value', 'offset',
  'targetX', 'targetY', 'blocker', 'step', 'stepLeft',
];

function named(names, numbers) {
  const object = {};
  names.forEach((name, k) => { object[name] = numbers[k]; });
  return object;
}

export function readState(of, world, id) {
  const at = of.reserve(8 * STATE.length);
  if (of.call.unit_state(world, id, at)) return null;
  const state = named(STATE, of.doubles(at, STATE.length));
  for (const flag of ['ghost', 'stowed', 'underWay', 'arrived', 'hasPlace', 'stuck']) state[flag] = state[flag] !== 0;
  state.order = ORDERS[state.order] ?? state.order;
  state.decision = DECISIONS[state.decision];
  state.arrival = ARRIVALS[state.arrival];
  return state;
}

export function readWhy(of, world, id) {
  const at = of.reserve(8 * WHY.length);
  if (of.call.unit_why(world, id, at)) return null;
  const why = named(WHY, of.doubles(at, WHY.length));
  why.decision = DECISIONS[why.decision];
  why.step = STEPS[why.step];
  return why;
}

export function readWhyText(of, world, id) {
  const room = 512, at = of.reserve(room);
  return of.call.unit_why_text(world, id, at, room) ? of.text(at) : '';
}

const teamsMask = (teams) => teams.reduce((mask, team) => mask | 1n << BigInt(Math.min(team, 63)), 0n);

/** Rows of seven words, as sidle_congestion: three counts, two vectors. */
export function readCongestion(of, world, side, filter = {}) {
  const { teams = [], layers = 0 } = only(filter, ['teams', 'layers'], 'a filter');
  const ask = (at, capacity) => of.check(of.call.world_congestion(world, side, teamsMask(teams), layers, at + 8, capacity, at));
  let at = of.reserve(8);
  ask(at, 0);
  const [columns, rows] = of.wholes(at, 2), count = columns * rows;
  at = of.reserve(8 + 28 * count);
  ask(at, count);
  const counts = of.wholes(at + 8, 7 * count), speeds = of.floats(at + 8, 7 * count);
  return {
    side, columns, rows,
    units: Uint32Array.from({ length: count }, (_, k) => counts[7 * k]),
    resting: Uint32Array.from({ length: count }, (_, k) => counts[7 * k + 1]),
    held: Uint32Array.from({ length: count }, (_, k) => counts[7 * k + 2]),
    flow: Float32Array.from({ length: 2 * count }, (_, k) => speeds[7 * (k >> 1) + 3 + (k & 1)]),
    wanted: Float32Array.from({ length: 2 * count }, (_, k) => speeds[7 * (k >> 1) + 5 + (k & 1)]),
  };
}

export function readPath(of, world, id) {
  const most = 64, at = of.reserve(8 * most + 8);
  if (of.call.unit_path_left(world, id, at + 8, most, at)) return [];
  return of.readPoints(at + 8, Math.min(of.wholes(at, 1)[0], most));
}

/** A world. Units are numbers that stay theirs for good; calls that are refused throw SidleError. */
export class World {
  constructor(of, options = {}) {
    const { width = 64, height = 64, cellSize = 1, cells = null, units = 0, timed = false } =
      only(options, ['width', 'height', 'cellSize', 'cells', 'units', 'timed'], 'a world');
    this.of = of;
    this.clock = timed ? of.call.clock_make() : 0;
    const at = of.reserve(8 + (cells ? cells.length : 0));
    if (cells && cells.length !== width * height)
      throw new SidleError('ARGUMENT', `found ${cells.length} cells, expected ${width} x ${height}`);
    if (cells) of.bytes(at + 8, cells.length).set(cells);
    of.check(of.call.world_create(width, height, cellSize, cells ? at + 8 : 0, units, this.clock, at));
    this.at = of.wholes(at, 1)[0];
    this.columns = 0;
    this.capacity = 0;
  }

  destroy() {
    this.of.call.world_destroy(this.at);
    if (this.columns) this.of.call.memory_give(this.columns);
    this.at = this.columns = 0;
  }

  step(dt) { this.of.check(this.of.call.world_step(this.at, dt)); }
  get tick() { return this.of.call.world_tick(this.at); }
  get count() { return this.of.call.world_count(this.at); }
  /** 16 hexadecimal digits: the same on every machine. */
  get hash() { return hex(this.of.call.world_hash(this.at)); }
  /** A sentence about the first fault of the state; null when all is well. */
  validate() { return this.of.text(this.of.call.world_validate(this.at)) || null; }

  /** ms by phase since this was asked last, of a world made with `timed`. */
  phases() {
    if (!this.clock) return {};
    const at = this.of.reserve(64);
    this.of.call.clock_take(this.clock, at);
    const ms = {};
    this.of.doubles(at, 6).forEach((time, k) => { ms[this.of.text(this.of.call.phase_text(k))] = time; });
    return ms;
  }

  // ---- teams ----

  setAllies(team, allies) {
    this.of.check(this.of.call.world_set_allies(this.at, team, teamsMask(allies)));
  }
  allies(team) {
    return Array.from({ length: 63 }, (_, other) => other).filter((other) => other !== team && this.areFriends(team, other));
  }
  areFriends(team, other) { return this.of.call.world_are_friends(this.at, team, other) !== 0; }

  // ---- terrain ----

  setCells(x, y, width, height, terrain) {
    this.of.check(this.of.call.world_set_cells(this.at, x, y, width, height, classOf(terrain)));
  }
  cell(x, y) { return this.of.call.world_cell(this.at, x, y); }
  fits(profile, x, y) { return this.of.call.world_fits(this.at, profile, x, y) !== 0; }
  lineFits(profile, x, y, toX, toY) {
    return this.of.call.world_line_fits(this.at, profile, x, y, toX, toY) !== 0;
  }
  nearestFit(profile, x, y, reach, clearOfUnits = false) {
    const at = this.of.reserve(8);
    this.of.check(this.of.call.world_nearest_fit(this.at, profile, x, y, reach, clearOfUnits ? 1 : 0, at));
    return this.of.readPoints(at, 1)[0];
  }

  // ---- profiles ----

  #withProfile(base, values, use) {
    const { of } = this, params = readParams(of), profile = makeProfile(of, params, values);
    try {
      if (base >= 0) of.check(of.call.profile_get(this.at, base, profile));
      for (const [name, value] of Object.entries(values)) {
        const row = params.find((p) => p.name === name);
        if (!row) throw new SidleError('ARGUMENT', `found the key '${name}', expected a parameter`);
        numbersOf(row, value).forEach((number, k) => of.call.profile_put(profile, row.row, k, number));
      }
      const wrong = of.call.profile_wrong(profile, of.reserve(8));
      if (wrong >= 0) {
        const reason = of.text(of.wholes(of.scratch, 1)[0]);
        throw new SidleError('ARGUMENT', `${params[wrong].name}: ${reason}`);
      }
      return use(profile);
    } finally {
      of.call.memory_give(profile);
    }
  }

  /** A profile: the values that differ from the default, which follows from radius and top_speed; ladders and
   * classes as lists of words. */
  addProfile(values = {}) {
    return this.#withProfile(-1, values, (profile) => {
      const at = this.of.reserve(8);
      this.of.check(this.of.call.profile_add(this.at, profile, at));
      return this.of.wholes(at, 1)[0];
    });
  }
  /** Changes these values of a profile, for all its units. */
  setProfile(id, values) {
    this.#withProfile(id, values, (p) => this.of.check(this.of.call.profile_set(this.at, id, p)));
  }
  profile(id) {
    const params = readParams(this.of), profile = makeProfile(this.of, params, {});
    try {
      this.of.check(this.of.call.profile_get(this.at, id, profile));
      return readProfile(this.of, params, profile);
    } finally {
      this.of.call.memory_give(profile);
    }
  }
  releaseProfile(id) { this.of.check(this.of.call.profile_release(this.at, id)); }

  // ---- units ----

  create(unit) {
    const { x, y, profile = 0, headingX = 1, headingY = 0, team = 0, rank = 0, user = 0 } = only(unit, UNIT, 'a unit');
    const at = this.of.reserve(8);
    this.of.check(
      this.of.call.unit_create(this.at, profile, x, y, headingX, headingY, team, rank, user, at));
    return this.of.doubles(at, 1)[0];
  }
  remove(id) { this.of.check(this.of.call.unit_destroy(this.at, id)); }
  valid(id) { return this.of.call.unit_valid(this.at, id) !== 0; }
  /** All living units, by slot. */
  *units() {
    for (let id = this.of.call.unit_next(this.at, 0); id; id = this.of.call.unit_next(this.at, id)) yield id;
  }
  /** null for a unit that is no more. */
  state(id) { return readState(this.of, this.at, id); }
  change(id, values) {
    const { profile = 0, team = 0, headingX = 0, headingY = 0, rank = 0, user = 0, speedFactor = 1, ghost = false } =
      only(values, Object.keys(CHANGES), 'a change');
    const what = Object.keys(values).reduce((bits, name) => bits | CHANGES[name], 0);
    this.of.check(this.of.call.unit_set(this.at, id, what, profile, team, headingX, headingY, rank, user, speedFactor, ghost ? 1 : 0));
  }
  stow(id, pursuersWait = false) { this.of.check(this.of.call.unit_stow(this.at, id, pursuersWait ? 1 : 0)); }
  unstow(id, x, y) { this.of.check(this.of.call.unit_unstow(this.at, id, x, y)); }
  face(id, x, y) { this.of.check(this.of.call.unit_face(this.at, id, x, y)); }
  teleport(id, x, y) { this.of.check(this.of.call.unit_teleport(this.at, id, x, y)); }

  // ---- orders ----

  go(id, x, y) { this.of.check(this.of.call.unit_go(this.at, id, x, y)); }
  hold(id) { this.of.check(this.of.call.unit_hold(this.at, id)); }
  stop(id) { this.of.check(this.of.call.unit_stop(this.at, id)); }
  patrol(id, points) {
    this.of.check(this.of.call.unit_patrol(this.at, id, this.of.points(points), points.length));
  }
  pursue(id, target) { this.of.check(this.of.call.unit_pursue(this.at, id, target)); }
  follow(id, leader) { this.of.check(this.of.call.unit_follow(this.at, id, leader)); }
  evade(id, hunter) { this.of.check(this.of.call.unit_evade(this.at, id, hunter)); }
  approach(id, target, range = {}) {
    const { most = 0, least = 0, sight = 0 } = only(range, RANGE, 'a range');
    this.of.check(this.of.call.unit_approach(this.at, id, target, most, least, sight));
  }
  approachPoint(id, x, y, range = {}) {
    const { most = 0, least = 0, sight = 0 } = only(range, RANGE, 'a range');
    this.of.check(this.of.call.unit_approach_point(this.at, id, x, y, most, least, sight));
  }
  flee(id, x, y) { this.of.check(this.of.call.unit_flee(this.at, id, x, y)); }
  wander(id, x, y, radius) { this.of.check(this.of.call.unit_wander(this.at, id, x, y, radius)); }
  /** The way to the goal of the present order, without the goal. */
  path(id, points) {
    this.of.check(this.of.call.unit_path(this.at, id, this.of.points(points), points.length));
  }
  pathLeft(id) { return readPath(this.of, this.at, id); }
  guide(id, x, y) { this.of.check(this.of.call.unit_guide(this.at, id, x, y)); }
  answer(id, step) { this.of.check(this.of.call.unit_answer(this.at, id, STEPS.indexOf(step))); }

  // ---- reading ----

  /** What happened in the last step. */
  events() {
    const most = this.of.call.world_events(this.at, 0, 0);
    const at = this.of.reserve(72 * most + 72);
    this.of.call.world_events(this.at, most, at);
    const numbers = this.of.doubles(at, 9 * most), list = [];
    for (let k = 0; k < most; k++) {
      const [type, unit, other, x, y, value, user, arrival, over] = numbers.subarray(9 * k, 9 * k + 9);
      list.push({ type: EVENTS[type] ?? type, unit, other, x, y, value, user, arrival: ARRIVALS[arrival],
        orderOver: over !== 0 });
    }
    return list;
  }

  /** All units by slot, the unit of slot s in row s - 1, as views of the module's memory: good until
   * the next call. In a row without a unit, slots[row] is 0. */
  read() {
    const rows = this.of.call.world_read(this.at, 0, 0, 0, 0, 0, 0);
    if (rows > this.capacity) {
      if (this.columns) this.of.call.memory_give(this.columns);
      this.capacity = rows * 2;
      this.columns = this.of.call.memory_take(33 * this.capacity);
      if (!this.columns) throw new SidleError('MEMORY', 'the module has no more memory');
    }
    const [ids, positions, headings, made, decisions] = [0, 8, 16, 24, 32].map(
      (bytes) => this.columns + bytes * this.capacity);
    this.of.call.world_read(this.at, rows, ids, positions, headings, made, decisions);
    return {
      rows,
      ids: this.of.wholes(ids, 2 * rows),
      positions: this.of.floats(positions, 2 * rows),
      headings: this.of.floats(headings, 2 * rows),
      made: this.of.floats(made, 2 * rows),
      decisions: this.of.bytes(decisions, rows),
    };
  }

  why(id) { return readWhy(this.of, this.at, id); }
  whyText(id) { return readWhyText(this.of, this.at, id); }

  // ---- questions ----

  #ask(which, numbers, filter = {}) {
    const { teams = [], layers = 0, most = 256 } = only(filter, ['teams', 'layers', 'most'], 'a filter');
    const mask = teamsMask(teams);
    const at = this.of.reserve(32 + 48 * most);
    this.of.floats(at, 5).set(numbers);
    this.of.check(this.of.call.world_query(this.at, which, at, mask, layers, most, at + 32, at + 24));
    const count = Math.min(this.of.wholes(at + 24, 1)[0], most), hits = [];
    for (let k = 0; k < count; k++) {
      const [unit, x, y, distance, radius, team] = this.of.doubles(at + 32 + 48 * k, 6);
      hits.push({ unit, x, y, distance, radius, team });
    }
    return hits;
  }
  /** Units by distance; filter: {teams, layers, most}. */
  inDisc(x, y, radius, filter) { return this.#ask(0, [x, y, radius, 0, 0], filter); }
  inBox(x, y, toX, toY, filter) { return this.#ask(1, [x, y, toX, toY, 0], filter); }
  onRay(x, y, toX, toY, radius, filter) { return this.#ask(2, [x, y, toX, toY, radius], filter); }
  nearest(x, y, reach, filter) { return this.#ask(3, [x, y, reach, 0, 0], filter); }
  /** What goes on in square cells of this side, row by row; filter: {teams, layers}. */
  congestion(side, filter) { return readCongestion(this.of, this.at, side, filter); }
}

/** A class by its number or name. */
export function classOf(terrain) {
  const number = typeof terrain === 'number' ? terrain : TERRAINS.indexOf(terrain);
  if (number < 0) throw new SidleError('ARGUMENT', `found the class '${terrain}', expected one of ${TERRAINS.join(', ')}`);
  return number;
}

/** A value of a parameter as the numbers that the module takes: one, or one for each class. */
function numbersOf(param, value) {
  if (param.type !== 'classes') return [numberOf(param, value)];
  const numbers = TERRAINS.map((_, k) => (Array.isArray(value) ? value[k] : typeof value === 'number' ? value : param.default));
  if (typeof value === 'object' && !Array.isArray(value))
    for (const [name, number] of Object.entries(value)) numbers[classOf(name)] = number;
  return numbers;
}

/** A value of a parameter as the number that the module takes. */
function numberOf(param, value) {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (!Array.isArray(value)) return value;
  if (param.type === 'terrain') return value.reduce((mask, name) => mask | (1 << classOf(name)), 0);
  return value.reduce((ladder, step, k) => ladder | (STEPS.indexOf(step) << (2 * k)), 0);
}

/** A* over the world's cells. */
export class AStar {
  constructor(world) {
    this.of = world.of;
    this.at = this.of.call.astar_new(world.at);
  }
  /** Waypoints without the goal; null: there is no path. */
  find(profile, x, y, toX, toY) {
    const count = this.of.call.astar_path(this.at, profile, x, y, toX, toY);
    if (count < 0) return null;
    return count ? this.of.readPoints(this.of.call.astar_waypoints(this.at), count) : [];
  }
  /** The place nearest to the point where the disc fits; null: there is none. */
  nearest(profile, x, y) {
    const at = this.of.reserve(8);
    if (!this.of.call.astar_place(this.at, profile, x, y, at)) return null;
    return this.of.readPoints(at, 1)[0];
  }
  terrainChanged(x, y, width, height) { this.of.call.astar_changed(this.at, x, y, width, height); }
  destroy() { this.of.call.astar_end(this.at); }
}

/** Costs to goals, shared by all who go there. */
export class FlowField {
  constructor(world) {
    this.of = world.of;
    this.at = this.of.call.flow_new(world.at);
  }
  /** The point to guide a unit to that is at x,y; null: there is no path. */
  point(profile, goalX, goalY, x, y) {
    const at = this.of.reserve(8);
    if (!this.of.call.flow_point(this.at, profile, goalX, goalY, x, y, at)) return null;
    return this.of.readPoints(at, 1)[0];
  }
  /** u, the length of the way; null: there is none. */
  length(profile, goalX, goalY, x, y) {
    const length = this.of.call.flow_way(this.at, profile, goalX, goalY, x, y);
    return length < 0 ? null : length;
  }
  terrainChanged(x, y, width, height) { this.of.call.flow_changed(this.at, x, y, width, height); }
  /** Once a tick: frees the fields that nobody asks for. */
  tick() { this.of.call.flow_tick(this.at); }
  destroy() { this.of.call.flow_end(this.at); }
}
