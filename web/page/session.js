// What is played: one or two sides (A and B) on one scene, what the user did and when, and the way
// back to any tick. Before the first tick the user changes the scene itself; later inputs are kept
// with their tick, so that the run can be played again from any tick that the module has kept.
import { Decisions } from './decisions.js';
import { writeConfig, writeFixture } from './sidle.js';

const UNDO_STEPS = 64;

export class Session {
  /** source: {map, config, pathfinder, hz, seed}, as for Sidle.play. */
  constructor(sidle, source) {
    this.sidle = sidle;
    this.source = { config: '', pathfinder: 'astar', hz: 0, seed: 0, ...source };
    this.log = []; // {tick, side, kind, ...}, by tick; side null: both
    this.edited = false; // the start is not that of the source
    this.saved = true; // a file or a link holds all of it
    this.undone = []; // what redo gives again, the last one first
    this.history = []; // {starts}: the start before a change of it; {input}: of the log
    this.changes = 0; // counts what alters the terrain, for the view
    this.edits = 0; // counts what is to be saved
    const { map, config, pathfinder, hz, seed, name = 'scene.map' } = this.source;
    this.sides = [sidle.play(map, { config, pathfinder, hz, seed, name })];
    this.decisions = [new Decisions(), new Decisions()];
    this.forget();
  }

  get a() { return this.sides[0]; }
  get b() { return this.sides[1] ?? null; }
  get tick() { return this.a.ticks; }
  get hz() { return this.a.hz; }

  // ---- time ----

  /** Drops the way back: the start has changed. */
  forget() {
    for (const play of this.sides) play.forget();
    for (const one of this.decisions) one.forget();
    this.latest = this.tick;
  }

  /** One tick of all sides, with the inputs that were given then. False: a side cannot go on. */
  step() {
    for (const play of this.sides) play.keep();
    const now = this.tick;
    for (const input of this.log) if (input.tick === now && !input.done) this.#apply(input);
    for (const input of this.log) input.done = false;
    const good = this.sides.map((play) => play.tick()).every(Boolean);
    this.sides.forEach((play, k) => this.decisions[k].note(play));
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
    if (target < this.tick && !this.#rewind(target)) return false;
    while (this.tick < target && this.step());
    return true;
  }

  /** To a tick of the past, before its inputs. */
  #rewind(tick) {
    const from = this.#kept(tick);
    if (from < 0) return false;
    for (const play of this.sides) play.back(from);
    for (const one of this.decisions) one.back(from);
    for (const input of this.log) input.done = false;
    this.changes++;
    while (this.tick < tick && this.step());
    return true;
  }

  // ---- what the user does ----

  #apply(input) {
    let good = false;
    this.sides.forEach((play, k) => {
      if (input.side !== null && input.side !== k) return;
      good = perform(play, input) || good;
    });
    if (input.kind === 'paint' || input.kind === 'resize') this.changes++;
    return good;
  }

  /** Returns whether it was done; `said` tells why not. */
  give(input) {
    const good = this.#take({ tick: this.tick, side: null, ...input });
    if (good) this.#dropStarts(this.undone.splice(0));
    return good;
  }

  #take(input) {
    const start = this.tick === 0;
    const kept = start && this.#keepStart();
    // What is kept of a tick is without the inputs of that tick: these are given again.
    if (!start) for (const play of this.sides) play.keep();
    const good = this.#apply(input);
    this.said = good ? '' : this.sides.filter((_, k) => input.side === null || input.side === k).map((play) => play.said).find(Boolean) ?? '';
    if (!good) {
      if (kept) this.#dropStarts(this.history.splice(-1));
      if (kept) this.gestureKept = false;
      return false;
    }
    this.edits++;
    if (start || input.kind !== 'order') this.saved = false;
    if (start) {
      this.edited = true;
      this.forget();
      return true;
    }
    // Values may be tried in the past of an order; what else is done there changes what follows.
    if (input.kind !== 'set') this.log = this.log.filter((one) => one.tick <= this.tick);
    this.#parts();
    input.done = true;
    this.log.push(input);
    this.log.sort((p, q) => p.tick - q.tick);
    this.#remember({ input });
    return true;
  }

  /** What followed this tick is of another future. */
  #parts() {
    for (const play of this.sides) play.forget(this.tick + 1);
    this.latest = this.tick;
  }

  /** Gestures of many inputs, such as a stroke of paint, are undone in one. */
  gesture(on) {
    this.inGesture = on;
    this.gestureKept = false;
  }

  /** All that is done meanwhile is undone in one. */
  together(act) {
    this.gesture(true);
    try {
      return act();
    } finally {
      this.gesture(false);
    }
  }

  // ---- undo and redo ----

  #keepStart() {
    if (this.inGesture && this.gestureKept) return false;
    this.#remember({ starts: this.sides.map((play) => play.start()) });
    return true;
  }

  #remember(change) {
    change.joined = this.inGesture && this.gestureKept && !!change.input;
    this.gestureKept = true;
    this.history.push(change);
    if (this.history.length > UNDO_STEPS) this.#dropStarts(this.history.splice(0, 1));
  }

  #dropStarts(changes) {
    for (const { starts = [] } of changes) for (const start of starts) start.free();
  }

  /** Takes back the last change: of the start, or of the run, to whose time it goes back. */
  undo() {
    const change = this.history.pop();
    if (!change) return false;
    if (change.starts) this.undone.push({ starts: this.#exchange(change) });
    else {
      if (!this.#rewind(change.input.tick)) return false;
      this.log = this.log.filter((one) => one !== change.input);
      this.#parts();
      this.undone.push(change);
    }
    this.edits++;
    if (change.joined) this.undo();
    return true;
  }

  redo() {
    const change = this.undone.pop();
    if (!change) return false;
    if (change.starts) this.history.push({ starts: this.#exchange(change) });
    else {
      const { done, ...input } = change.input;
      this.goTo(input.tick);
      if (this.#take(input)) this.history.at(-1).joined = change.joined;
    }
    this.edits++;
    if (this.undone.at(-1)?.joined) this.redo();
    return true;
  }

  /** Begins with these starts; returns those that were. */
  #exchange(change) {
    this.goTo(0);
    const before = this.sides.map((play) => play.start());
    change.starts.forEach((start, k) => this.sides[k]?.begin(start));
    this.#dropStarts([change]);
    this.log = [];
    this.changes++;
    this.forget();
    return before;
  }

  #dropHistory() {
    this.#dropStarts(this.history.splice(0));
    this.#dropStarts(this.undone.splice(0));
  }

  /** From the start, with the values that the profiles have now; orders come again at their time. */
  again() {
    const values = this.sides.map((play) => valuesOf(play));
    if (this.tick > 0 && !this.goTo(0)) return;
    this.log = this.log.filter((one) => one.kind !== 'set');
    this.history = this.history.filter(({ input }) => input?.kind !== 'set');
    const changed = this.sides.map((play, k) => differences(valuesOf(play), values[k]));
    if (changed.some((list) => list.length)) this.#keepStart();
    this.sides.forEach((play, k) => {
      for (const [profile, key, text] of changed[k]) play.set(profile, key, text);
    });
    this.forget();
  }

  /** From the start without anything that was done since. */
  reset() {
    this.goTo(0);
    this.log = [];
    this.history = this.history.filter(({ starts }) => starts);
    this.forget();
  }

  // ---- A and B ----

  async split() {
    if (this.b) return;
    const now = this.tick;
    this.goTo(0);
    this.#dropHistory();
    this.forget(); // it would be copied
    this.sides.push(this.a.copyTo(await this.sidle.another()));
    this.goTo(now);
  }

  join() {
    this.#dropHistory();
    this.sides.length = 1;
    this.log = this.log.filter((one) => one.side !== 1);
  }

  // ---- what is shared ----

  /** All that is needed to see this again, as JSON. */
  toJSON() {
    if (this.a.scene(true).roam && this.edited) throw new Error('a generated scene whose units roam can be shared only as it came');
    const asNamed = this.a.scene(true).roam;
    return {
      v: 1,
      ...this.source,
      map: asNamed ? this.source.map : writeFixture(this.a),
      config: asNamed ? writeConfig(this.a) : '',
      log: this.log.map(({ done, ...input }) => input),
      b: this.b ? differences(valuesOf(this.a, true), valuesOf(this.b, true)) : null,
      tick: this.tick,
    };
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
    return { map: writeFixture(this.a), config: writeConfig(this.a), configB: this.b ? writeConfig(this.b) : null };
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
    case 'resize': return play.resize(input.width, input.height);
    case 'config': return play.config(input.text);
    default: return false;
  }
}

/** The parameters of all profiles in words: [profile][key]. */
export function valuesOf(play, ofStart = false) {
  const { profiles } = play.scene(ofStart);
  return Array.from({ length: profiles }, (_, k) => play.words(k, ofStart));
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
