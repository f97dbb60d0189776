// What the tools do to the scene: ground, units, orders, copies and control groups. The hand (tools.js) and the keys say
// where; this says what becomes of it.

const ABOUT_GROUP = ['pursue', 'follow', 'approach', 'evade'];
export const MARCHES = ['go', 'patrol', 'approach']; // the orders that a group may get in formation

const faced = (formation, facing) => (facing ? { ...formation, facingX: facing.x, facingY: facing.y } : formation);

export class Editor {
  /** app: {session, show, camera, give, say, select, options(), facts()} */
  constructor(app) {
    this.app = app;
    this.groups = new Map(); // by digit: numbers of units
    this.copied = null;
  }

  get play() { return this.app.session.a; }

  /** Another scene: its units are others. */
  forget() { this.groups.clear(); }

  // ---- ground ----

  /** Cells under a brush of so many cells on its way, [x, y]. */
  #way(from, to, brush) {
    const { cellSize: size, width, height } = this.play.scene(), seen = new Set(), cells = [];
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (size * 0.5)));
    const low = (v) => Math.floor(v / size - (brush - 1) / 2 + 1e-9);
    for (let k = 0; k <= steps; k++) {
      const left = low(from.x + ((to.x - from.x) * k) / steps), top = low(from.y + ((to.y - from.y) * k) / steps);
      for (let y = Math.max(0, top); y < Math.min(height, top + brush); y++)
        for (let x = Math.max(0, left); x < Math.min(width, left + brush); x++) {
          if (!seen.has(y * width + x)) cells.push([x, y]);
          seen.add(y * width + x);
        }
    }
    return cells;
  }

  #rectangle(from, to) {
    const { cellSize: size, width, height } = this.play.scene(), cells = [];
    const bound = (v, most) => Math.min(Math.max(Math.floor(v / size), 0), most - 1);
    const [left, right] = [bound(Math.min(from.x, to.x), width), bound(Math.max(from.x, to.x), width)];
    const [top, bottom] = [bound(Math.min(from.y, to.y), height), bound(Math.max(from.y, to.y), height)];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) cells.push([x, y]);
    return cells;
  }

  /** All cells of one class that hang together, side by side, about the point. */
  #region(at) {
    const { cellSize, width, height } = this.play.scene(), x = Math.floor(at.x / cellSize), y = Math.floor(at.y / cellSize);
    if (x < 0 || y < 0 || x >= width || y >= height) return [];
    const cells = [...Array(width * height).keys()].map((k) => this.play.cell(k % width, Math.floor(k / width)));
    const own = cells[y * width + x], found = [[x, y]];
    cells[y * width + x] = -1;
    for (let k = 0; k < found.length; k++)
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const nextX = found[k][0] + dx, nextY = found[k][1] + dy;
        if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height || cells[nextY * width + nextX] !== own) continue;
        cells[nextY * width + nextX] = -1;
        found.push([nextX, nextY]);
      }
    return found;
  }

  /** The cells that a tool would paint between two points. */
  cells(tool, from, to) {
    if (tool === 'fill') return this.#region(to);
    if (tool === 'rectangle') return this.#rectangle(from, to);
    return this.#way(tool === 'line' ? from : to, to, this.app.options().brush);
  }

  /** Paints; false: units stand on all of it that could not be there. */
  paint(tool, from, to) {
    const { app } = this, { terrain, brush } = app.options();
    const all = tool === 'paint' ? this.#way(from, to, brush) : this.cells(tool, from, to);
    const cells = all.filter(([x, y]) => this.play.cell(x, y) !== terrain);
    return !cells.length || app.give({ kind: 'paint', cells, terrain }, true);
  }

  // ---- units ----

  /** A block of units about the point. */
  drop(at) {
    const { count, profile, team, group } = this.app.options(), { radius } = this.play.profile(profile);
    const wide = Math.ceil(Math.sqrt(count)), high = Math.ceil(count / wide);
    this.#add(Array.from({ length: count }, (_, k) => ({
      x: at.x + ((k % wide) - (wide - 1) / 2) * 2.3 * radius, y: at.y + (Math.floor(k / wide) - (high - 1) / 2) * 2.3 * radius, profile, team, group,
    })));
  }

  #add(all) {
    const { app } = this, before = this.play.count, units = all.filter(({ profile, x, y }) => app.fits(profile, x, y));
    if (!units.length) app.say('No unit of that size fits there.');
    else if (app.give({ kind: 'drop', units })) app.select(Array.from({ length: this.play.count - before }, (_, k) => before + k));
  }

  copy() {
    const { positions } = this.play.units(), units = this.app.livingSelected();
    if (!units.length) return this.app.say('Select units first, then copy them.');
    const middle = (axis) => units.reduce((sum, k) => sum + positions[2 * k + axis], 0) / units.length, x = middle(0), y = middle(1);
    this.copied = units.map((k) => {
      const { profile, team, group } = this.play.sceneUnit(k);
      return { x: positions[2 * k] - x, y: positions[2 * k + 1] - y, profile, team, group };
    });
    return this.app.say(`${units.length} copied. Ctrl+V puts them at the pointer.`);
  }

  paste(at) {
    if (!this.copied) this.app.say('There is nothing to paste: copy units first.');
    else this.#add(this.copied.map((unit) => ({ ...unit, x: at.x + unit.x, y: at.y + unit.y })).filter(({ profile }) => profile < this.play.scene().profiles));
  }

  remove() {
    const units = [...this.app.show.selected];
    this.app.show.selected = new Set();
    this.groups.clear(); // the numbers of units change
    if (units.length) this.app.give({ kind: 'remove', units });
  }

  // ---- selection ----

  unitAt(at) {
    const units = this.play.units(), { radius } = this.app.facts();
    let best = -1, nearest = 8 / this.app.camera.scale;
    for (let k = 0; k < units.count; k++) {
      if (units.gone[k]) continue;
      const distance = Math.hypot(units.positions[2 * k] - at.x, units.positions[2 * k + 1] - at.y) - radius[k];
      if (distance < nearest) [nearest, best] = [distance, k];
    }
    return best;
  }

  #in(from, to, good = () => true) {
    const { count, gone, positions } = this.play.units(), found = [];
    const [left, right, top, bottom] = [Math.min(from.x, to.x), Math.max(from.x, to.x), Math.min(from.y, to.y), Math.max(from.y, to.y)];
    for (let k = 0; k < count; k++) {
      const x = positions[2 * k], y = positions[2 * k + 1];
      if (!gone[k] && x >= left && x <= right && y >= top && y <= bottom && good(k)) found.push(k);
    }
    return found;
  }

  selectAt(at, add) {
    const unit = this.unitAt(at), before = add ? [...this.app.show.selected] : [];
    this.app.select(unit < 0 ? before : [...before, unit]);
  }

  selectBox(from, to, add) { this.app.select([...(add ? this.app.show.selected : []), ...this.#in(from, to)]); }

  /** All units in sight with the profile and team of the unit there. */
  selectKind(at, [from, to]) {
    const unit = this.unitAt(at), { profile, team } = this.app.facts();
    if (unit >= 0) this.app.select(this.#in(from, to, (k) => profile[k] === profile[unit] && team[k] === team[unit]));
  }

  /** The unit so many numbers on, of those that live. */
  selectNext(step) {
    const { count, gone, positions } = this.play.units(), [now = step > 0 ? -1 : count] = this.app.show.selected;
    for (let n = 1, k = now + step; n <= count; n++, k += step) {
      k = (k + count) % count;
      if (gone[k]) continue;
      this.app.select([k]);
      Object.assign(this.app.camera, { x: positions[2 * k], y: positions[2 * k + 1] });
      return;
    }
  }

  setGroup(digit) {
    this.groups.set(digit, this.app.livingSelected());
    this.app.say(`Group ${digit}: ${this.groups.get(digit).length} units. The key ${digit} selects them.`);
  }

  selectGroup(digit) {
    const { gone, count } = this.play.units(), units = this.groups.get(digit)?.filter((k) => k < count && !gone[k]);
    if (units?.length) this.app.select(units);
    else this.app.say(`There is no group ${digit}: select units, then Ctrl+${digit}.`);
  }

  // ---- orders ----

  onMap({ x, y }) {
    const { width, height, cellSize } = this.play.scene();
    return { x: Math.min(Math.max(x, 0), width * cellSize), y: Math.min(Math.max(y, 0), height * cellSize) };
  }

  /** The formation of the panel; a drag makes a box of units that have none. */
  #formation(facing) {
    const { order, formation } = this.app.options();
    if (!MARCHES.includes(order)) return null;
    return formation ?? (facing ? { shape: 'box', gap: this.app.options().gap } : null);
  }

  /** For the view: the units, and where the order in formation would send them; null: it has no places. */
  preview(at, facing) {
    const units = this.app.livingSelected(), formation = this.#formation(facing);
    if (!formation || !units.length || this.app.options().order === 'approach') return null;
    return { units, ...this.onMap(at), formation: faced(formation, facing) };
  }

  /** The order of the panel, at the point: about the group of the unit there, where it is about one. A
   * formation faces that way, or as the panel says. queued: after what the units do already. */
  order(at, { facing = null, queued = false } = {}) {
    const { app } = this, { order, range } = app.options(), units = app.livingSelected(), { x, y } = this.onMap(at);
    if (!units.length) return app.say('Select units first, then give the order.');
    if (queued && order === 'go') return this.#queue(units, { x, y });
    const given = { order, x, y, range, targetGroup: 0, points: [] }, formation = this.#formation(facing);
    if (formation) given.formation = faced(formation, facing);
    if (ABOUT_GROUP.includes(order) && !this.#aim(given, at, units)) return false;
    if (order === 'patrol') {
      const { positions } = this.play.units();
      given.points = [{ x, y }, { x: positions[2 * units[0]], y: positions[2 * units[0] + 1] }];
    }
    if (!app.give({ kind: 'order', units, order: given })) return false;
    app.mark(x, y);
    app.say(`${units.length} ${units.length === 1 ? 'unit' : 'units'}: ${given.order.replace('_', ' ')}${formation ? `, as a ${formation.shape}` : ''}, ${x.toFixed(1)}, ${y.toFixed(1)}.`);
    return true;
  }

  /** Fills in the group that the order is about; false, with words: there is none. */
  #aim(given, at, units) {
    const { app } = this, unit = this.unitAt(at), group = unit < 0 ? 0 : this.play.sceneUnit(unit).group;
    if (group) given.targetGroup = group;
    else if (given.order === 'approach') given.order = 'approach_point';
    else app.say('This order is about a group: point at a unit of another group.');
    const own = group && units.some((k) => this.play.sceneUnit(k).group === group);
    if (own) app.say('Units cannot be ordered about their own group.');
    return !own && (group || given.order === 'approach_point');
  }

  /** A further goal of units that go: the paths between the goals become one path. */
  #queue(units, goal) {
    const { app, play } = this, plans = new Map(), routes = new Map();
    const plan = (profile, from, to) => {
      const key = [profile, from.x, from.y, to.x, to.y].join();
      if (!plans.has(key)) plans.set(key, play.plan(profile, from.x, from.y, to.x, to.y) ?? []);
      return plans.get(key);
    };
    const { positions } = play.units();
    for (const k of units) {
      const unit = play.sceneUnit(k), state = play.state(k), goes = unit.order === 'go' && (play.ticks === 0 || state.underWay);
      const before = { x: goes ? unit.goalX : positions[2 * k], y: goes ? unit.goalY : positions[2 * k + 1] };
      const first = !goes ? [] : play.ticks > 0 ? play.path(k) : unit.points.length ? unit.points : plan(unit.profile, unit, before);
      const points = [...first, ...(goes ? [before] : []), ...plan(unit.profile, before, goal)], key = JSON.stringify(points);
      if (!routes.has(key)) routes.set(key, { points, units: [] });
      routes.get(key).units.push(k);
    }
    const good = app.session.together(() => [...routes.values()].map((route) =>
      app.give({ kind: 'order', units: route.units, order: { order: 'go', ...goal, points: route.points } })).some(Boolean));
    if (good) {
      app.mark(goal.x, goal.y);
      app.say('Queued: after the goals that these units have.');
    }
    return good;
  }

  plainOrder(order) {
    const units = this.app.livingSelected();
    if (units.length) this.app.give({ kind: 'order', units, order: { order } });
  }
}
