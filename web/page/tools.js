// The hand on the map: mouse, pen, fingers and keys become selections, inputs and camera moves.

const LONG_PRESS = 500; // ms, a finger that rests orders, as the right button does
const SLOP = 6; // px, within which a press is a click

const turned = (from, to) => ({ x: to.x - from.x, y: to.y - from.y });
const faced = (formation, facing) => (facing ? { ...formation, facingX: facing.x, facingY: facing.y } : formation);

export class Tools {
  /** app: {session, camera, show, give, say, options(), redraw} */
  constructor(app) {
    this.app = app;
    this.tool = 'select';
    this.fingers = new Map();
  }

  attach(view) {
    const { canvas } = view;
    const listen = (type, use, options) => canvas.addEventListener(type, (event) => use(event), options);
    listen('pointerdown', (e) => this.#down(e, view));
    listen('pointermove', (e) => this.#move(e, view));
    listen('pointerup', (e) => this.#up(e, view));
    listen('pointercancel', (e) => this.#cancel(e));
    listen('pointerleave', () => { this.app.show.brush = null; });
    listen('contextmenu', (e) => e.preventDefault());
    listen('wheel', (e) => this.#wheel(e, view), { passive: false });
    listen('keydown', (e) => this.#key(e, view));
  }

  #place(event, view) {
    const box = view.canvas.getBoundingClientRect();
    const px = event.clientX - box.left, py = event.clientY - box.top;
    return { px, py, ...this.app.camera.toWorld(px, py, box.width, box.height) };
  }

  // ---- pointers ----

  #down(event, view) {
    const at = this.#place(event, view);
    view.canvas.focus({ preventScroll: true });
    view.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.#endStroke();
      this.press = this.app.show.order = null;
      this.pinch = this.#spread();
      return;
    }
    const pan = this.tool === 'pan' || event.button === 1;
    this.press = { from: at, last: at, button: event.button, pan, moved: false, shift: event.shiftKey };
    if (this.#orders(this.press)) this.#preview(at);
    if (event.button === 2) return;
    if (event.pointerType === 'touch') this.hold = setTimeout(() => this.#longPress(), LONG_PRESS);
    if (!pan && this.tool === 'paint') {
      this.app.session.gesture(true);
      this.#stroke(at, at);
    }
  }

  #spread() {
    const [p, q] = [...this.fingers.values()];
    return { x: (p.px + q.px) / 2, y: (p.py + q.py) / 2, apart: Math.hypot(p.px - q.px, p.py - q.py) };
  }

  #move(event, view) {
    const at = this.#place(event, view), { app } = this;
    const { cellSize } = app.session.a.scene();
    app.show.brush = this.tool === 'paint' ? { x: at.x, y: at.y, size: app.options().brush, cell: cellSize } : null;
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2 && this.pinch) this.#pinchTo(view);
    const { press } = this;
    if (!press) return;
    if (Math.hypot(at.px - press.from.px, at.py - press.from.py) > SLOP) {
      press.moved = true;
      clearTimeout(this.hold);
    }
    if (press.pan) {
      app.camera.x -= (at.px - press.last.px) / app.camera.scale;
      app.camera.y -= (at.py - press.last.py) / app.camera.scale;
      press.last = at;
      return;
    }
    if (this.tool === 'paint' && press.button === 0) this.#stroke(press.last, at);
    if (this.#turns(press)) {
      app.show.facing = { from: press.from, to: at };
      this.#preview(press.from, turned(press.from, at));
    }
    if (this.tool === 'select' && press.button === 0 && press.moved) app.show.box = { from: press.from, to: at };
    press.last = at;
  }

  #orders({ button, pan }) {
    return !pan && (button === 2 || (button === 0 && this.tool === 'order'));
  }

  /** Is it a drag from the goal to where the formation is to face? */
  #turns(press) {
    return press.moved && this.#orders(press) && !!this.app.options().formation;
  }

  /** Shows the places to which the order that is about to be given sends the units. */
  #preview(at, facing = null) {
    const { app } = this, { order, formation } = app.options(), units = this.#living();
    const possible = formation && units.length && order !== 'approach';
    app.show.order = possible ? { units, ...this.#onMap(at), formation: faced(formation, facing) } : null;
  }

  #living() {
    const { gone } = this.app.session.a.units();
    return [...this.app.show.selected].filter((k) => !gone[k]);
  }

  #onMap(at) {
    const { width, height, cellSize } = this.app.session.a.scene();
    return { x: Math.min(Math.max(at.x, 0), width * cellSize), y: Math.min(Math.max(at.y, 0), height * cellSize) };
  }

  #pinchTo(view) {
    const now = this.#spread(), { camera } = this.app, box = view.canvas.getBoundingClientRect();
    camera.x -= (now.x - this.pinch.x) / camera.scale;
    camera.y -= (now.y - this.pinch.y) / camera.scale;
    camera.zoom(now.apart / Math.max(1, this.pinch.apart), now.x, now.y, box.width, box.height);
    this.pinch = now;
  }

  #up(event, view) {
    const at = this.#place(event, view), { press } = this;
    this.#cancel(event);
    if (!press || press.pan) return;
    if (this.#turns(press)) {
      this.order(press.from, turned(press.from, at));
    } else if (press.button === 2) {
      if (!press.moved) this.order(at);
    } else if (this.tool === 'select') {
      if (press.moved) this.#selectBox(press.from, at, press.shift); else this.#selectAt(at, press.shift);
    } else if (this.tool === 'drop' && !press.moved) {
      this.drop(at);
    } else if (this.tool === 'order' && !press.moved) {
      this.order(at);
    }
  }

  #cancel(event) {
    this.fingers.delete(event.pointerId);
    clearTimeout(this.hold);
    this.#endStroke();
    this.press = null;
    if (this.fingers.size < 2) this.pinch = null;
    this.app.show.box = this.app.show.facing = this.app.show.order = null;
  }

  #endStroke() {
    this.app.session.gesture(false);
    this.strokeSaid = false;
  }

  #longPress() {
    const { press } = this;
    if (!press) return;
    this.press = null;
    this.app.show.box = this.app.show.order = null;
    this.#endStroke();
    this.order(press.from);
  }

  #wheel(event, view) {
    event.preventDefault();
    const box = view.canvas.getBoundingClientRect(), at = this.#place(event, view);
    this.app.camera.zoom(Math.exp(-event.deltaY * 0.0015), at.px, at.py, box.width, box.height);
  }

  // ---- what a tool does ----

  /** All cells that the brush touches on its way. */
  #stroke(from, to) {
    const { app } = this, { brush, terrain } = app.options(), scene = app.session.a.scene();
    const size = scene.cellSize, seen = new Set(), cells = [];
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (size * 0.5)));
    for (let k = 0; k <= steps; k++) {
      const x = from.x + ((to.x - from.x) * k) / steps, y = from.y + ((to.y - from.y) * k) / steps;
      const low = (v) => Math.floor(v / size - (brush - 1) / 2 + 1e-9);
      for (let dy = 0; dy < brush; dy++)
        for (let dx = 0; dx < brush; dx++) {
          const cx = low(x) + dx, cy = low(y) + dy, key = cy * scene.width + cx;
          if (cx < 0 || cy < 0 || cx >= scene.width || cy >= scene.height || seen.has(key)) continue;
          seen.add(key);
          if (app.session.a.cell(cx, cy) !== terrain) cells.push([cx, cy]);
        }
    }
    if (!cells.length || app.give({ kind: 'paint', cells, terrain }, true) || this.strokeSaid) return;
    this.strokeSaid = true;
    app.say('A unit stands there that could not be on that ground.');
  }

  /** A block of units about the point. */
  drop(at) {
    const { app } = this, { count, profile, team, group } = app.options();
    const radius = app.session.a.profile(profile).radius, gap = 2.3 * radius;
    const wide = Math.ceil(Math.sqrt(count)), high = Math.ceil(count / wide), units = [];
    for (let k = 0; k < count; k++) {
      const x = at.x + ((k % wide) - (wide - 1) / 2) * gap, y = at.y + (Math.floor(k / wide) - (high - 1) / 2) * gap;
      if (app.fits(profile, x, y)) units.push({ x, y, profile, team, group });
    }
    if (!units.length) {
      app.say('No unit of that size fits there.');
      return;
    }
    const before = app.session.a.count;
    if (app.give({ kind: 'drop', units })) app.select(Array.from({ length: app.session.a.count - before }, (_, k) => before + k));
  }

  unitAt(at) {
    const { app } = this, units = app.session.a.units(), { radius } = app.facts();
    let best = -1, nearest = Infinity;
    for (let k = 0; k < units.count; k++) {
      if (units.gone[k]) continue;
      const distance = Math.hypot(units.positions[2 * k] - at.x, units.positions[2 * k + 1] - at.y) - radius[k];
      if (distance < nearest && distance < 8 / app.camera.scale) {
        nearest = distance;
        best = k;
      }
    }
    return best;
  }

  #selectAt(at, add) {
    const unit = this.unitAt(at);
    const before = add ? [...this.app.show.selected] : [];
    this.app.select(unit < 0 ? before : [...before, unit]);
  }

  #selectBox(from, to, add) {
    const { app } = this, units = app.session.a.units(), found = add ? [...app.show.selected] : [];
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    for (let k = 0; k < units.count; k++) {
      const x = units.positions[2 * k], y = units.positions[2 * k + 1];
      if (!units.gone[k] && x >= left && x <= right && y >= top && y <= bottom) found.push(k);
    }
    app.select(found);
  }

  /** The order of the panel, at the point: about the group of the unit there, where it is about one. A
   * formation faces that way, or as the panel says. */
  order(at, facing = null) {
    const { app } = this, { order, range, formation } = app.options(), units = [...app.show.selected];
    if (!units.length) {
      app.say('Select units first, then give the order.');
      return;
    }
    const { x, y } = this.#onMap(at);
    const given = { order, x, y, range, targetGroup: 0, points: [] };
    if (formation) given.formation = faced(formation, facing);
    if (['pursue', 'follow', 'approach', 'evade'].includes(order)) {
      const unit = this.unitAt(at), group = unit < 0 ? 0 : app.session.a.sceneUnit(unit).group;
      if (unit >= 0 && group) given.targetGroup = group;
      else if (order === 'approach') given.order = 'approach_point';
      else {
        app.say('This order is about a group: point at a unit of another group.');
        return;
      }
      if (given.targetGroup && units.some((k) => app.session.a.sceneUnit(k).group === group)) {
        app.say('Units cannot be ordered about their own group.');
        return;
      }
    }
    if (order === 'patrol') {
      const first = app.session.a.units().positions;
      given.points = [{ x, y }, { x: first[2 * units[0]], y: first[2 * units[0] + 1] }];
    }
    if (app.give({ kind: 'order', units, order: given })) app.mark(x, y);
  }

  plainOrder(order) {
    const units = [...this.app.show.selected];
    if (units.length) this.app.give({ kind: 'order', units, order: { order } });
  }

  // ---- keys, while the map has the focus ----

  #key(event, view) {
    const { app } = this, { camera } = app, box = view.canvas.getBoundingClientRect();
    const step = 60 / camera.scale, middle = { x: camera.x, y: camera.y };
    const actions = {
      ArrowLeft: () => { camera.x -= step; },
      ArrowRight: () => { camera.x += step; },
      ArrowUp: () => { camera.y -= step; },
      ArrowDown: () => { camera.y += step; },
      '+': () => camera.zoom(1.25, box.width / 2, box.height / 2, box.width, box.height),
      '=': () => camera.zoom(1.25, box.width / 2, box.height / 2, box.width, box.height),
      '-': () => camera.zoom(0.8, box.width / 2, box.height / 2, box.width, box.height),
      Enter: () => this.#act(middle, event.shiftKey),
      o: () => this.order(middle),
      h: () => this.plainOrder('hold'),
      s: () => this.plainOrder('none'),
      Delete: () => app.removeSelected(),
      Escape: () => app.select([]),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  /** The tool at the cross in the middle of the map. */
  #act(at, add) {
    if (this.tool === 'drop') this.drop(at);
    else if (this.tool === 'order') this.order(at);
    else if (this.tool === 'paint') this.#stroke(at, at);
    else this.#selectAt(at, add);
  }
}
