// Groups of a world: one order for many units, and a march in formation.
import { SidleError, hex, only } from './module.js';
import { ORDERS, SHAPES } from './world.js';

const EVENTS = ['formed', 'broken', 'waypoint', 'arrived', 'path_wanted', 'target_lost', 'empty'];
const STATE = [
  'count', 'following', 'abreast', 'marching', 'formed', 'anchorX', 'anchorY', 'headingX', 'headingY', 'goalX', 'goalY', 'profile',
  'startX', 'startY', 'pathLeft', 'speed', 'offMean', 'offMost',
];

/** Bytes of a formation in the module, and how it is written there. */
export const FORMATION_BYTES = 20;
export function writeFormation(of, at, formation = {}) {
  const { shape = 'box', columns = 0, gap = 0.5, facingX = 0, facingY = 0 } =
    only(formation, ['shape', 'columns', 'gap', 'facingX', 'facingY'], 'a formation');
  if (!SHAPES.includes(shape)) throw new SidleError('ARGUMENT', `found the shape '${shape}', expected one of ${SHAPES.join(', ')}`);
  of.floats(at, 5).set([SHAPES.indexOf(shape), columns, gap, facingX, facingY]);
  return at;
}

/** A table of groups. Call update(dt) before each step of the world. */
export class Groups {
  constructor(world) {
    this.of = world.of;
    this.world = world;
    const at = this.of.reserve(8);
    this.of.check(this.of.call.groups_create(world.at, at));
    [this.at] = this.of.wholes(at, 1);
  }

  destroy() {
    this.of.call.groups_destroy(this.at);
    this.at = 0;
  }

  update(dt) { this.of.check(this.of.call.groups_update(this.at, dt)); }
  get hash() { return hex(this.of.call.groups_hash(this.at)); }

  /** Room for a result, units, points and a formation, written: their places. */
  #write(units, points, formation, more = 0) {
    const { of } = this, out = of.reserve(16 + 8 * units.length + 8 * points.length + FORMATION_BYTES + more);
    const ids = out + 8, to = ids + 8 * units.length, form = to + 8 * points.length;
    of.doubles(ids, units.length).set(units);
    of.writePoints(to, points);
    return { out, ids, to, form: writeFormation(of, form, formation), end: form + FORMATION_BYTES };
  }

  #march(order, units, points, formation) {
    const { of } = this, { out, ids, to, form } = this.#write(units, points, formation);
    of.check(of.call.groups_march(this.at, ids, units.length, ORDERS.indexOf(order), to, points.length, form, out));
    return of.doubles(out, 1)[0];
  }
  #approach(units, target, x, y, range, formation) {
    const { of } = this, { most = 0, least = 0, sight = 0 } = only(range, ['most', 'least', 'sight'], 'a range');
    const { out, ids, form } = this.#write(units, [], formation);
    of.check(of.call.groups_approach(this.at, ids, units.length, target, x, y, most, least, sight, form, out));
    return of.doubles(out, 1)[0];
  }

  /** The units become a group and go there. Returns it. */
  go(units, x, y, formation) { return this.#march('go', units, [{ x, y }], formation); }
  patrol(units, points, formation) { return this.#march('patrol', units, points, formation); }
  approach(units, target, range = {}, formation = {}) { return this.#approach(units, target, 0, 0, range, formation); }
  approachPoint(units, x, y, range = {}, formation = {}) { return this.#approach(units, 0, x, y, range, formation); }

  /** The way of the group to its present goal, without the goal: plan it from startX, startY of its state. */
  path(group, points) {
    this.of.check(this.of.call.group_path(this.at, group, this.of.points(points), points.length));
  }
  /** Where that order would send each of the units. Nothing is ordered. */
  places(units, x, y, formation) {
    const { of } = this, { ids, form, end } = this.#write(units, [], formation, 8 * units.length);
    of.check(of.call.groups_places(this.at, ids, units.length, x, y, form, end));
    return of.readPoints(end, units.length);
  }

  join(group, units) {
    const { ids } = this.#write(units, []);
    this.of.check(this.of.call.group_join(this.at, group, ids, units.length));
  }
  leave(unit) { this.of.check(this.of.call.group_leave(this.at, unit)); }
  disband(group) { this.of.check(this.of.call.group_disband(this.at, group)); }
  valid(group) { return this.of.call.group_valid(this.at, group) !== 0; }

  /** null for a group that is over. */
  state(group) {
    const at = this.of.reserve(8 * STATE.length);
    if (this.of.call.group_state(this.at, group, at)) return null;
    const numbers = this.of.doubles(at, STATE.length), state = Object.fromEntries(STATE.map((name, k) => [name, numbers[k]]));
    return { ...state, marching: state.marching !== 0, formed: state.formed !== 0 };
  }
  units(group) {
    const { count = 0 } = this.state(group) ?? {}, at = this.of.reserve(8 + 8 * count);
    this.of.check(this.of.call.group_units(this.at, group, at + 8, count, at));
    return [...this.of.doubles(at + 8, count)];
  }
  /** What happened in the last update. */
  events() {
    const most = this.of.call.groups_events(this.at, 0, 0), at = this.of.reserve(32 * most + 32);
    this.of.call.groups_events(this.at, most, at);
    const numbers = this.of.doubles(at, 4 * most);
    return Array.from({ length: most }, (_, k) => ({ type: EVENTS[numbers[4 * k]], group: numbers[4 * k + 1], x: numbers[4 * k + 2], y: numbers[4 * k + 3] }));
  }
}
