// What is played: one or two sides (A and B) on one scene, what the user did and when, and the way
// back to any tick. Before the first tick the user changes the scene itself; later inputs are kept
// with their tick, so that the run can be played again from any tick that the module has kept.
import { writeConfig, writeFixture } from './sidle.js';

const UNDO_STEPS = 8;

export class Session {
  /** source: {map, config, pathfinder, hz, seed}, as for Sidle.play. */
  constructor(sidle, source) {
    this.sidle = sidle;
    this.source = { config: '', pathfinder: 'astar', hz: 30, seed: 0, ...source };
    this.log = []; // {tick, side, kind, ...}, by tick; side null: both
    this.edited = false;
    this.undos = [];
    this.changes = 0; // counts what alters the terrain, for the view
    this.sides = [sidle.play(this.source.map, this.source)];
    this.forget();
  }

  get a() { return this.sides[0]; }
  get b() { return this.sides[1] ?? null; }
  get tick() { return this.a.ticks; }
  get hz() { return this.source.hz; }

  // ---- time ----

  /** Drops the way back: the start has changed. */
  forget() {
    for (const play of this.sides) play.forget();
    this.latest = this.tick;
  }

  /** One tick of all sides, with the inputs that were given then. False: a side cannot go on. */
  step() {
    for (const play of this.sides) play.keep();
    const now = this.tick;
    for (const input of this.log) if (input.tick === now && !input.done) this.#apply(input);
    for (const input of this.log) input.done = false;
    const good = this.sides.map((play) => play.tick()).every(Boolean);
    this.latest = Math.max(this.latest, this.tick);
    return good;
  }

  /** The last tick up to this one that all sides have kept; below 0: none. */
  #kept(tick) {
    let from = tick;
    for (let before; before !== from && from >= 0;) {
      before = from;
      from = Math.min(...this.sides.map((play) => play.kept(from)));
    }
    return from;
  }

  /** To any tick, back to the nearest one that was kept, forward by playing on. */
  goTo(tick) {
    const target = Math.max(0, Math.round(tick));
    if (target < this.tick) {
      const from = this.#kept(target);
      if (from < 0) return false;
      for (const play of this.sides) play.back(from);
      for (const input of this.log) input.done = false;
      this.changes++;
    }
    while (this.tick < target && this.step());
    return true;
  }

  // ---- what the user does ----

  #apply(input) {
    let good = false;
    this.sides.forEach((play, k) => {
      if (input.side !== null && input.side !== k) return;
      good = perform(play, input) || good;
    });
    if (input.kind === 'paint') this.changes++;
    return good;
  }

  /** Returns whether it was done; `said` tells why not. */
  give(input) {
    const full = { tick: this.tick, side: null, ...input };
    const start = this.tick === 0;
    if (start) this.#keepUndo();
    // What is kept of a tick is without the inputs of that tick: these are given again.
    else for (const play of this.sides) play.keep();
    const good = this.#apply(full);
    this.said = good ? '' : this.sides.map((play) => play.said).find(Boolean) ?? '';
    if (!good) {
      if (start) this.#dropUndos(this.undos.splice(-1));
      return false;
    }
    if (start) {
      this.edited = true;
      this.forget();
      return true;
    }
    // Values may be tried in the past of an order; what else is done there changes what follows.
    if (full.kind !== 'set') this.log = this.log.filter((one) => one.tick <= this.tick);
    for (const play of this.sides) play.forget(this.tick + 1);
    this.latest = this.tick;
    full.done = true;
    this.log.push(full);
    this.log.sort((p, q) => p.tick - q.tick);
    return true;
  }

  /** Gestures of many inputs, such as a stroke of paint, are undone in one. */
  gesture(on) {
    this.inGesture = on;
    this.gestureKept = false;
  }

  #keepUndo() {
    if (this.inGesture && this.gestureKept) return;
    this.gestureKept = true;
    this.undos.push(this.sides.map((play) => play.start()));
    if (this.undos.length > UNDO_STEPS) this.#dropUndos(this.undos.splice(0, 1));
  }

  #dropUndos(undos) {
    for (const starts of undos) for (const start of starts) start.free();
  }

  /** Takes back the last change of the start. */
  undo() {
    const starts = this.undos.pop();
    if (!starts) return false;
    starts.forEach((start, k) => this.sides[k]?.begin(start));
    this.#dropUndos([starts]);
    this.log = [];
    this.changes++;
    this.forget();
    return true;
  }

  /** From the start, with the values that the profiles have now; orders come again at their time. */
  again() {
    const values = this.sides.map((play) => valuesOf(play));
    if (this.tick > 0 && !this.goTo(0)) return;
    this.log = this.log.filter((one) => one.kind !== 'set');
    this.sides.forEach((play, k) => {
      for (const [profile, key, text] of differences(valuesOf(play), values[k])) play.set(profile, key, text);
    });
    this.forget();
  }

  /** From the start without anything that was done since. */
  reset() {
    this.goTo(0);
    this.log = [];
    this.forget();
  }

  // ---- A and B ----

  async split() {
    if (this.b) return;
    const now = this.tick;
    this.goTo(0);
    this.#dropUndos(this.undos.splice(0));
    this.forget(); // it would be copied
    this.sides.push(this.a.copyTo(await this.sidle.another()));
    this.goTo(now);
  }

  join() {
    this.#dropUndos(this.undos.splice(0));
    this.sides.length = 1;
    this.log = this.log.filter((one) => one.side !== 1);
  }

  // ---- what is shared ----

  /** All that is needed to see this again, as JSON. */
  toJSON() {
    const now = this.tick;
    this.goTo(0);
    try {
      const asNamed = this.a.scene(true).roam;
      if (asNamed && this.edited)
        throw new Error('a generated scene whose units roam can be shared only as it came');
      const second = this.b ? differences(valuesOf(this.a), valuesOf(this.b)) : null;
      return {
        v: 1,
        ...this.source,
        map: asNamed ? this.source.map : writeFixture(this.a),
        config: asNamed ? writeConfig(this.a) : '',
        log: this.log.map(({ done, ...input }) => input),
        b: second,
        tick: now,
      };
    } finally {
      this.goTo(now);
    }
  }

  static async fromJSON(sidle, json) {
    const { v, log = [], b, tick = 0, ...source } = json;
    if (v !== 1 || typeof source.map !== 'string' || !Array.isArray(log)) throw new Error('this link holds no scene');
    const session = new Session(sidle, source);
    if (b) {
      await session.split();
      for (const [profile, key, text] of b) session.b.set(profile, key, text);
      session.forget();
    }
    session.log = log.map((input) => ({ side: null, ...input, done: false }));
    session.goTo(tick);
    return session;
  }

  /** The start as it would be read from a file. */
  fixture() {
    const now = this.tick;
    this.goTo(0);
    try {
      return { map: writeFixture(this.a), config: writeConfig(this.a), configB: this.b ? writeConfig(this.b) : null };
    } finally {
      this.goTo(now);
    }
  }
}

function perform(play, input) {
  switch (input.kind) {
    case 'paint': return play.paint(input.cells, input.terrain) > 0;
    case 'drop': return input.units.map((unit) => play.drop(unit)).some(Boolean);
    case 'order': return play.order(input.units, input.order);
    case 'remove': return [...input.units].sort((p, q) => q - p).map((unit) => play.remove(unit)).some(Boolean);
    case 'set': return play.set(input.profile, input.key, input.value);
    case 'profile': return play.addProfile(input.name) >= 0;
    default: return false;
  }
}

/** The parameters of all profiles in words: [profile][key]. */
export function valuesOf(play) {
  const { profiles } = play.scene();
  return Array.from({ length: profiles }, (_, k) => play.words(k));
}

/** [[profile, key, text]] of what `to` has otherwise. */
export function differences(from, to) {
  const list = [];
  to.forEach((words, profile) => {
    for (const [key, text] of Object.entries(words))
      if (from[profile]?.[key] !== text) list.push([profile, key, text]);
  });
  return list;
}
