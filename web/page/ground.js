// The terrain as a picture of the size of the view, drawn anew when the camera or the map has changed. Edges between
// classes have the same width on the screen at every scale, and each class a pattern of its own beside its colour.
import { packed } from './colours.js';
import { Raster } from './raster.js';

const VOID = 4, TREES = 3, WATER = 2, SWAMP = 1;
const EDGE = 1.5, PATTERN_FROM = 7, LINES_FROM = 14; // px: width of an edge; of a cell that has a pattern, and grid lines

/** 0 to 1, the same for the same cell. */
function chance(x, y, salt) {
  let h = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca77) ^ Math.imul(salt + 1, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32;
}

/** Of each pixel of a row or column: its cell, and how far it is from the cells before and after, px. */
function axis(pixels, from, scale, cellSize) {
  const cell = new Int32Array(pixels), before = new Float32Array(pixels), after = new Float32Array(pixels), size = cellSize * scale;
  for (let k = 0; k < pixels; k++) {
    const at = ((k + 0.5) / scale + from) / cellSize;
    cell[k] = Math.floor(at);
    before[k] = (at - cell[k]) * size;
    after[k] = size - before[k];
  }
  return { cell, before, after };
}

export class Ground {
  constructor() { this.forget(); }

  forget() {
    this.key = '';
    this.read = -1;
  }

  /** The picture for this view: {left, top, scale, ratio, theme, width, height}. */
  picture(play, view, changes) {
    const { width, height, left, top, scale, ratio, theme } = view;
    if (this.read !== changes) this.#read(play, changes);
    const key = [width, height, left, top, scale, ratio, theme.outside, changes].join();
    if (this.key === key) return this.raster;
    this.key = key;
    if (this.raster?.width !== width || this.raster.height !== height) this.raster = new Raster(width, height);
    this.#fill(view);
    if (this.cellSize * scale >= PATTERN_FROM * ratio) this.#patterns(view);
    return this.raster;
  }

  #read(play, changes) {
    const { width, height, cellSize } = play.scene();
    this.read = changes;
    Object.assign(this, { columns: width, rows: height, cellSize, cells: new Uint8Array(width * height) });
    for (let y = 0, k = 0; y < height; y++) for (let x = 0; x < width; x++, k++) this.cells[k] = play.cell(x, y);
  }

  /** Outside the map: 255. */
  at(x, y) {
    return x < 0 || y < 0 || x >= this.columns || y >= this.rows ? 255 : this.cells[y * this.columns + x];
  }

  #fill({ width, height, left, top, scale, ratio, theme }) {
    const { pixels } = this.raster, size = this.cellSize * scale;
    const colours = Uint32Array.from({ length: 256 }, (_, k) => packed(theme.terrain[k] ?? theme.outside));
    const edges = Uint32Array.from({ length: 256 }, (_, k) => packed(theme.edge[k === 255 ? 0 : Math.min(k, VOID)])), line = packed(theme.line), lined = size >= LINES_FROM * ratio;
    const wide = Math.min(EDGE * ratio, size / 3), thin = Math.max(1, ratio / 2);
    const across = axis(width, left, scale, this.cellSize), down = axis(height, top, scale, this.cellSize);
    let like = -1; // the row of cells that the row of pixels before shows; -1: an edge is near
    for (let j = 0, k = 0; j < height; j++) {
      const y = down.cell[j], up = down.before[j], low = down.after[j], nearRow = up < wide || low < wide || up < thin;
      if (!nearRow && like === y) {
        pixels.copyWithin(k, k - width, k);
        k += width;
        continue;
      }
      like = nearRow ? -1 : y;
      for (let i = 0; i < width; i++, k++) {
        const x = across.cell[i], back = across.before[i], ahead = across.after[i], own = this.at(x, y);
        pixels[k] = colours[own];
        if (!nearRow && back >= wide && ahead >= wide) continue;
        // A pixel is of an edge when a near neighbour is of another class; the edge is that of the higher class.
        const next = back < wide ? this.at(x - 1, y) : ahead < wide ? this.at(x + 1, y) : own;
        const beside = next !== own ? next : up < wide ? this.at(x, y - 1) : low < wide ? this.at(x, y + 1) : own;
        if (beside !== own) pixels[k] = edges[beside === 255 || own === 255 ? 0 : Math.max(own, beside)];
        else if (lined && own === 0 && (back < thin || up < thin)) pixels[k] = line;
      }
    }
  }

  #patterns({ width, height, left, top, scale, ratio, theme }) {
    const size = this.cellSize * scale, { raster } = this;
    const first = (from) => Math.max(0, Math.floor(from / this.cellSize)), end = (from, pixels, most) => Math.min(most, Math.ceil((from + pixels / scale) / this.cellSize));
    const lastX = end(left, width, this.columns), lastY = end(top, height, this.rows), inset = EDGE * ratio;
    const marks = theme.mark.map(packed);
    for (let y = first(top); y < lastY; y++)
      for (let x = first(left); x < lastX; x++) {
        const class_ = this.at(x, y);
        if (class_ === 0) continue;
        const px = (x * this.cellSize - left) * scale, py = (y * this.cellSize - top) * scale, mark = marks[class_];
        const within = (part) => inset + (size - 2 * inset) * part;
        if (class_ === TREES)
          for (let k = 0; k < 2; k++) {
            const r = size * (0.16 + 0.1 * chance(x, y, k));
            raster.disc(px + within(0.28 + 0.44 * chance(x, y, k + 4)), py + within(0.28 + 0.44 * chance(x, y, k + 8)), r, mark);
          }
        else if (class_ === WATER || class_ === SWAMP) {
          const length = size * (class_ === WATER ? 0.5 : 0.25), from = within(0.1 + 0.4 * chance(x, y, 1)), at = within(0.2 + 0.6 * chance(x, y, 2));
          raster.line(px + from, py + at, px + from + length, py + at, Math.max(1, size * 0.06), mark);
        } else if (class_ >= VOID) raster.line(px + within(0.15), py + within(0.85), px + within(0.85), py + within(0.15), Math.max(1, size * 0.05), mark);
      }
  }
}
