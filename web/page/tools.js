// The hand on the map: mouse, pen and fingers become calls of the editor and moves of the camera.
import { MARCHES } from './editor.js';

const LONG_PRESS = 500; // ms, a finger that rests orders, as the right button does
const SLOP = 6; // px, within which a press is a click
const PAINTS = ['paint', 'line', 'rectangle', 'fill'];

const turned = (from, to) => ({ x: to.x - from.x, y: to.y - from.y });

export class Tools {
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
    listen('pointerleave', () => { this.app.point(null); this.app.show.cells = null; });
    listen('contextmenu', (e) => e.preventDefault());
    listen('wheel', (e) => this.#wheel(e, view), { passive: false });
    listen('dblclick', (e) => { if (this.tool === 'select') this.app.editor.selectKind(this.#place(e, view), this.#sight(view)); });
  }

  #place(event, view) {
    const box = view.canvas.getBoundingClientRect();
    const px = event.clientX - box.left, py = event.clientY - box.top;
    return { px, py, ...this.app.camera.toWorld(px, py, box.width, box.height) };
  }

  /** The corners of what is seen. */
  #sight(view) {
    const { width, height } = view.canvas.getBoundingClientRect(), { camera } = this.app;
    return [camera.toWorld(0, 0, width, height), camera.toWorld(width, height, width, height)];
  }

  #down(event, view) {
    const at = this.#place(event, view);
    view.canvas.focus({ preventScroll: true });
    view.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.#endStroke();
      this.press = this.app.show.order = this.app.show.cells = null;
      this.pinch = this.#spread();
      return;
    }
    const pan = this.tool === 'pan' || event.button === 1;
    this.press = { from: at, last: at, button: event.button, pan, moved: false, shift: event.shiftKey };
    if (this.#orders(this.press)) this.app.show.order = this.app.editor.preview(at, null);
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
    const at = this.#place(event, view), { app, press } = this;
    app.point(at);
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2 && this.pinch) this.#pinchTo(view);
    this.#showCells(press ? press.from : at, at);
    if (!press) return;
    if (Math.hypot(at.px - press.from.px, at.py - press.from.py) > SLOP) {
      press.moved = true;
      clearTimeout(this.hold);
    }
    if (press.pan) app.camera.move(at.px - press.last.px, at.py - press.last.py);
    else if (this.tool === 'paint' && press.button === 0) this.#stroke(press.last, at);
    else if (this.#turns(press)) {
      app.show.facing = { from: press.from, to: at };
      app.show.order = app.editor.preview(press.from, turned(press.from, at));
    } else if (this.tool === 'select' && press.button === 0 && press.moved) app.show.box = { from: press.from, to: at };
    press.last = at;
  }

  /** The cells that the tool would paint; while a fill is moved about, the one beneath the hand. */
  #showCells(from, to) {
    const { app } = this;
    if (!PAINTS.includes(this.tool) || this.press?.pan || this.press?.button === 2) app.show.cells = null;
    else {
      const tool = this.tool === 'fill' ? 'rectangle' : this.tool;
      app.show.cells = { size: app.session.a.scene().cellSize, terrain: app.options().terrain, list: app.editor.cells(tool, this.tool === 'fill' ? to : from, to) };
    }
  }

  #orders({ button, pan }) {
    return !pan && (button === 2 || (button === 0 && this.tool === 'order'));
  }

  /** Is it a drag from the goal to where the formation is to face? */
  #turns(press) {
    return press.moved && this.#orders(press) && MARCHES.includes(this.app.options().order);
  }

  #pinchTo(view) {
    const now = this.#spread(), { camera } = this.app, box = view.canvas.getBoundingClientRect();
    camera.move(now.x - this.pinch.x, now.y - this.pinch.y);
    camera.zoom(now.apart / Math.max(1, this.pinch.apart), now.x, now.y, box.width, box.height);
    this.pinch = now;
  }

  #up(event, view) {
    const at = this.#place(event, view), { press } = this, { editor } = this.app;
    this.#cancel(event);
    if (!press || press.pan) return;
    const queued = press.shift || this.app.options().queue;
    if (this.#turns(press)) editor.order(press.from, { facing: turned(press.from, at), queued });
    else if (this.#orders(press)) editor.order(press.from, { queued });
    else if (this.tool === 'select' && press.moved) editor.selectBox(press.from, at, press.shift);
    else if (['line', 'rectangle', 'fill'].includes(this.tool)) this.#said(editor.paint(this.tool, press.from, at));
    else if (!press.moved) this.act(at, press.shift);
  }

  #cancel(event) {
    this.fingers.delete(event.pointerId);
    clearTimeout(this.hold);
    this.#endStroke();
    this.press = null;
    if (this.fingers.size < 2) this.pinch = null;
    Object.assign(this.app.show, { box: null, facing: null, order: null });
  }

  #stroke(from, to) {
    if (!this.strokeSaid) this.strokeSaid = !this.#said(this.app.editor.paint('paint', from, to));
    else this.app.editor.paint('paint', from, to);
  }

  #said(good) {
    if (!good) this.app.say('A unit stands there that could not be on that ground.');
    return good;
  }

  #endStroke() {
    this.app.session.gesture(false);
    this.strokeSaid = false;
  }

  #longPress() {
    const { press } = this;
    if (!press) return;
    this.press = null;
    Object.assign(this.app.show, { box: null, order: null, cells: null });
    this.#endStroke();
    this.app.editor.order(press.from, { queued: this.app.options().queue });
  }

  #wheel(event, view) {
    event.preventDefault();
    const box = view.canvas.getBoundingClientRect(), at = this.#place(event, view);
    this.app.camera.zoom(Math.exp(-event.deltaY * 0.0015), at.px, at.py, box.width, box.height);
  }

  /** The tool at one point: a click, or Enter at the middle of the map. */
  act(at, add) {
    const { editor } = this.app;
    if (this.tool === 'drop') editor.drop(at);
    else if (this.tool === 'order') editor.order(at, { queued: add || this.app.options().queue });
    else if (PAINTS.includes(this.tool)) this.#said(this.app.session.together(() => editor.paint(this.tool, at, at)));
    else if (this.tool === 'select') editor.selectAt(at, add);
  }
}
