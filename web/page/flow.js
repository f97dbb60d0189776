// Congestion: squares over the map that say how many units are in them, which way they go, and who is held up.
import { FLOW_COLOURS, packed } from './colours.js';

const EVERY = 5, MOST_CELLS = 20000; // ticks between two questions; squares

export class Flow {
  constructor() { this.forget(); }

  forget() { this.jams = null; }

  /** Asked anew each few ticks: it costs what a part of a step does. */
  ask(play, facts, still) {
    const { ticks } = play, due = !this.jams || Math.floor(ticks / EVERY) !== Math.floor(this.jams.ticks / EVERY);
    if (due || this.jams.facts !== facts || (still && this.jams.ticks !== ticks))
      this.jams = { ticks, facts, ...this.#squares(play, facts) };
    return this.jams;
  }

  /** In squares that hold some three by three units. */
  #squares(play, { radius }) {
    const { width, height, cellSize } = play.scene();
    const mean = radius.length ? radius.reduce((sum, r) => sum + r, 0) / radius.length : 0.5;
    const jams = play.congestion(Math.max(cellSize, 6 * mean, cellSize * Math.sqrt((width * height) / MOST_CELLS)));
    let fastest = 1e-9;
    for (let k = 0; k < jams.wanted.length; k += 2) fastest = Math.max(fastest, Math.hypot(jams.wanted[k], jams.wanted[k + 1]));
    return { ...jams, fastest };
  }

  /** Calls use(square, x, y, stand) for each square in sight that holds units. */
  #each(view, use) {
    const { jams } = this, size = jams.side * view.scale;
    for (let row = 0, k = 0; row < jams.rows; row++)
      for (let column = 0; column < jams.columns; column++, k++) {
        const x = view.px(column * jams.side), y = view.py(row * jams.side);
        if (jams.units[k] && view.inSight(x, y, size)) use(k, x, y, jams.held[k] + jams.resting[k]);
      }
  }

  drawSquares(view) {
    const { jams } = this, size = jams.side * view.scale;
    const [moves, held, rests] = ['moves', 'held', 'rests'].map((name) => packed(FLOW_COLOURS[name]));
    this.#each(view, (k, x, y, stand) => {
      const colour = jams.units[k] - stand > stand ? moves : jams.held[k] >= jams.resting[k] ? held : rests;
      const right = Math.round(x + size), low = Math.round(y + size);
      view.raster.rectangle(Math.round(x), Math.round(y), right - Math.round(x), low - Math.round(y), colour, Math.round(255 * (0.15 + 0.45 * Math.min(1, jams.units[k] / 9))));
    });
  }

  /** Above the units: which way they go. */
  drawArrows(view) {
    const { jams } = this, size = jams.side * view.scale, ink = packed(view.theme.ink), wide = Math.max(1, 1.5 * view.ratio);
    this.#each(view, (k, x, y) => {
      const length = (0.45 * size) / jams.fastest, dx = jams.flow[2 * k] * length, dy = jams.flow[2 * k + 1] * length;
      const fromX = x + size / 2, fromY = y + size / 2, toX = fromX + dx, toY = fromY + dy;
      if (Math.hypot(dx, dy) < 2) return;
      view.raster.line(fromX, fromY, toX, toY, wide, ink);
      for (const side of [-1, 1]) view.raster.line(toX - 0.35 * dx + side * 0.22 * dy, toY - 0.35 * dy - side * 0.22 * dx, toX, toY, wide, ink);
    });
  }

  /** How many stand. */
  drawNumbers(view) {
    if (this.jams.side * view.scale < 26 * view.ratio) return;
    this.#each(view, (k, x, y, stand) => { if (stand) view.text(String(stand), x + 2 * view.ratio, y + 11 * view.ratio, 11, 'left'); });
  }
}
