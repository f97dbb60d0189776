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

/** The cells along one axis of the view, in pixels: where each starts and ends, where the grid line and the edge at its
 * start end, and where the edge at its end starts. */
function cellsOf(pixels, from, scale, cellSize, wide, thin) {
  const cells = [], size = cellSize * scale;
  let last = { cell: NaN };
  for (let k = 0; k < pixels; k++) {
    const at = ((k + 0.5) / scale + from) / cellSize, cell = Math.floor(at), before = (at - cell) * size;
    if (cell !== last.cell) cells.push(last = { cell, start: k, lineEnd: k, edgeEnd: k, edgeStart: k, end: k });
    last.end = k + 1;
    if (before < thin) last.lineEnd = last.end;
    if (before < wide) last.edgeEnd = last.end;
    if (size - before >= wide) last.edgeStart = last.end;
  }
  return cells;
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
    const columns = cellsOf(width, left, scale, this.cellSize, wide, thin), rows = cellsOf(height, top, scale, this.cellSize, wide, thin);
    // The edge is that of the higher class.
    const edgeOf = (own, beside) => edges[beside === 255 || own === 255 ? 0 : Math.max(own, beside)];
    const drawRow = (y, beside, onLine, row) => {
      for (let i = 0, next; i < columns.length; i = next) {
        const { cell: x, start, edgeEnd } = columns[i], own = this.at(x, y), other = this.at(x, beside), isLined = lined && own === 0 && other === 0;
        for (next = i + 1; next < columns.length && this.at(columns[next].cell, y) === own && this.at(columns[next].cell, beside) === other;) next++;
        const { cell: lastX, edgeStart, end } = columns[next - 1];
        pixels.fill(other !== own ? edgeOf(own, other) : isLined && onLine ? line : colours[own], row + start, row + end);
        if (isLined) for (let k = i; k < next; k++) pixels.fill(line, row + columns[k].start, row + columns[k].lineEnd);
        const before = this.at(x - 1, y), after = this.at(lastX + 1, y);
        if (before !== own) pixels.fill(edgeOf(own, before), row + start, row + edgeEnd);
        if (after !== own) pixels.fill(edgeOf(own, after), row + edgeStart, row + end);
      }
    };
    for (const { cell: y, start, lineEnd, edgeEnd, edgeStart, end } of rows)
      for (let j = start, next; j < end; j = next) {
        // As far as rows of pixels look the same.
        next = Math.min(...[lineEnd, edgeEnd, edgeStart, end].filter((k) => k > j));
        drawRow(y, j < edgeEnd ? y - 1 : j >= edgeStart ? y + 1 : y, j < lineEnd, j * width);
        for (let k = j + 1; k < next; k++) pixels.copyWithin(k * width, j * width, (j + 1) * width);
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
