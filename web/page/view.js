// Draws one side on a canvas, in one path for every number of units. Terrain, units and what lies beneath them are
// written pixel by pixel into one picture (raster.js); the few lines and words above them are the canvas's own.
import { Bodies } from './bodies.js';
import { THEMES, packed } from './colours.js';
import { Flow } from './flow.js';
import { Ground } from './ground.js';
import { Raster } from './raster.js';
import { drawGrid, drawThoughts } from './thoughts.js';

const MOST_PIXELS = 2.6e6; // of a picture: on larger screens it has fewer pixels than these
const PREVIEW_REST = 4; // times as long as places of a formation took, until they are asked anew
const NUMBERS_FROM = 6, MOST_NUMBERS = 600, MOST_GOALS = 80, MOST_FLAGS = 24; // px of radius; units; goals

export class View {
  constructor(canvas, camera) {
    this.canvas = canvas;
    this.camera = camera;
    // Such a canvas stays in plain memory, where the picture is: nothing goes to a graphics card and back.
    this.at = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    this.bodies = new Bodies();
    this.ground = new Ground();
    this.flow = new Flow();
    this.theme = THEMES.light;
  }

  /** Another play or another time: nothing of before is shown. */
  forget() {
    this.bodies.forget();
    this.ground.forget();
    this.flow.forget();
    this.preview = null;
  }

  remember(play) { this.bodies.remember(play); }
  facts(play, version) { return this.bodies.facts(play, version); }

  #resize() {
    const box = this.canvas.getBoundingClientRect(), most = Math.sqrt(MOST_PIXELS / Math.max(1, box.width * box.height));
    this.ratio = Math.min(window.devicePixelRatio || 1, 2, most);
    this.width = Math.max(1, Math.round(box.width * this.ratio));
    this.height = Math.max(1, Math.round(box.height * this.ratio));
    if (this.canvas.width !== this.width || this.canvas.height !== this.height) Object.assign(this.canvas, { width: this.width, height: this.height });
    if (this.raster?.width !== this.width || this.raster.height !== this.height) this.raster = new Raster(this.width, this.height);
    this.scale = this.camera.scale * this.ratio;
    this.left = this.camera.x - this.width / 2 / this.scale;
    this.top = this.camera.y - this.height / 2 / this.scale;
  }

  /** One frame. part: how far it is from the tick before to the present one, 0 to 1. */
  draw(play, show, part, changes) {
    this.#resize();
    const { raster, bodies, flow } = this, facts = bodies.facts(play, show.version);
    const [first = -1] = show.thoughts ? show.selected : [], ground = this.ground.picture(play, this, changes);
    // What allocates in the module is asked first: it may move the memory that the units are read from.
    const grid = first >= 0 && first < play.count ? this.#grid(play, first) : null;
    if (show.congestion) flow.ask(play, facts, part === 1);
    if (show.order) this.#askPlaces(play, show.order);
    const units = bodies.places(play, part), thinker = first < units.count && !units.gone[first] ? first : -1;
    raster.pixels.set(ground.pixels);
    if (show.congestion) flow.drawSquares(this);
    if (show.trails) bodies.drawTrails(this, units, facts, show.selected);
    if (grid && thinker >= 0) drawGrid(this, grid);
    bodies.draw(this, units, facts, show);
    bodies.drawRings(this, units, facts, show.selected);
    if (show.order) this.#drawPlaces(facts);
    if (show.congestion) flow.drawArrows(this);
    this.at.putImageData(raster.image, 0, 0);
    if (show.goals) this.#drawGoals(play, units, show.selected);
    if (thinker >= 0) drawThoughts(this, play, units, thinker);
    if (show.congestion) flow.drawNumbers(this);
    if (show.numbers) this.#drawNumbers(units, facts);
    if (show.box) this.box(show.box, this.theme.select);
    if (show.facing) this.arrow(show.facing.from, show.facing.to);
    if (show.cells) this.#drawCells(show.cells);
  }

  // ---- places on the screen ----

  px(x) { return (x - this.left) * this.scale; }
  py(y) { return (y - this.top) * this.scale; }
  inSight(x, y, around) { return x >= -around && y >= -around && x <= this.width + around && y <= this.height + around; }

  // ---- lines of constant width, with a halo that parts them from what is beneath ----

  stroke(colour, width, dash = []) {
    const { at } = this;
    at.setLineDash(dash.map((length) => length * this.ratio));
    for (const [style, wide] of [[this.theme.halo, width + 2], [colour, width]]) {
      at.strokeStyle = style;
      at.lineWidth = wide * this.ratio;
      at.stroke();
    }
    at.setLineDash([]);
  }

  polyline(points, colour, width, dash) {
    this.at.beginPath();
    points.forEach((p, k) => (k ? this.at.lineTo(this.px(p.x), this.py(p.y)) : this.at.moveTo(this.px(p.x), this.py(p.y))));
    this.stroke(colour, width, dash);
  }

  circle(x, y, radius, colour, width) {
    this.at.beginPath();
    this.at.arc(this.px(x), this.py(y), radius * this.scale, 0, 2 * Math.PI);
    this.stroke(colour, width);
  }

  /** Its radius is in px. */
  dot(x, y, radius, colour) {
    this.at.beginPath();
    this.at.arc(this.px(x), this.py(y), radius * this.ratio, 0, 2 * Math.PI);
    this.at.fillStyle = colour;
    this.stroke(this.theme.halo, 1);
    this.at.fill();
  }

  arrow(from, to) {
    const dx = to.x - from.x, dy = to.y - from.y;
    this.polyline([from, to], this.theme.select, 2.5);
    this.polyline([-1, 0, 1].map((side) => (side ? { x: to.x - 0.25 * dx + side * 0.15 * dy, y: to.y - 0.25 * dy - side * 0.15 * dx } : to)), this.theme.select, 2.5);
  }

  box({ from, to }, colour) {
    this.polyline([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from], colour, 1.5);
  }

  /** At a place on the screen, size in px. */
  text(words, x, y, size, align = 'center') {
    const { at } = this;
    Object.assign(at, { font: `600 ${size * this.ratio}px system-ui, sans-serif`, textAlign: align, textBaseline: 'middle', lineJoin: 'round' });
    Object.assign(at, { strokeStyle: this.theme.halo, lineWidth: 3 * this.ratio, fillStyle: this.theme.ink });
    at.strokeText(words, x, y);
    at.fillText(words, x, y);
  }

  // ---- what is shown of units ----

  #grid(play, unit) {
    play.watch(unit);
    const grid = play.grid();
    return grid && { ...grid, values: grid.values.slice() };
  }

  #drawNumbers(units, facts) {
    let left = MOST_NUMBERS;
    this.bodies.each(this, units, facts, (k, x, y, r) => {
      if (r >= NUMBERS_FROM * this.ratio && left-- > 0) this.text(String(k + 1), x, y, Math.min(13, Math.max(9, r / this.ratio)));
    });
  }

  /** A flag at each goal of the selected units, a dot where there are many, and a ring on the place that a unit has there. */
  #drawGoals(play, units, selected) {
    const goals = new Map();
    for (const k of [...selected].slice(0, MOST_GOALS)) {
      if (k >= units.count || units.gone[k]) continue;
      const state = play.state(k), given = play.sceneUnit(k);
      const now = state && (state.order !== 'none' || play.ticks > 0) ? state : given; // before the first tick the scene has the order
      if (!['go', 'approach_point', 'flee', 'patrol', 'wander'].includes(now.order)) continue;
      for (const { x, y } of now.order === 'patrol' ? given.points : [{ x: now.goalX, y: now.goalY }]) goals.set(`${x},${y}`, { x, y });
      if (state?.hasPlace && state.underWay) this.circle(state.placeX, state.placeY, state.radius, this.theme.place, 1);
    }
    for (const goal of goals.values()) if (goals.size > MOST_FLAGS) this.dot(goal.x, goal.y, 2.5, this.theme.target); else this.#flag(goal);
  }

  #flag({ x, y }) {
    const { at, ratio } = this, px = this.px(x), py = this.py(y), high = 18 * ratio;
    at.beginPath();
    at.moveTo(px, py);
    at.lineTo(px, py - high);
    at.lineTo(px + 0.7 * high, py - 0.75 * high);
    at.lineTo(px, py - 0.5 * high);
    at.fillStyle = this.theme.target;
    this.stroke(this.theme.target, 1.5);
    at.fill();
    this.dot(x, y, 2.5, this.theme.target);
  }

  // ---- what the hand is about to do ----

  /** Asked again when the hand or the units have moved, and for a large group more rarely: it may take as long as a frame. */
  #askPlaces(play, order) {
    const began = performance.now(), before = this.preview, { ticks } = play;
    if (before && ((before.order === order && before.ticks === ticks) || began < before.next)) return;
    const { units, ...goal } = order, places = play.places(units, goal), ended = performance.now();
    this.preview = { order, ticks, places, next: ended + PREVIEW_REST * (ended - began) };
  }

  #drawPlaces(facts) {
    const { order, places } = this.preview, colour = packed(this.theme.select);
    if (!places || order.units.length !== places.length / 2) return;
    order.units.forEach((unit, k) => {
      const r = Math.max(1, facts.radius[unit] * this.scale - this.ratio), x = this.px(places[2 * k]), y = this.py(places[2 * k + 1]);
      if (this.inSight(x, y, r)) this.raster.ring(x, y, r, 1.5 * this.ratio, colour, 46);
    });
  }

  /** The cells that a tool would change, in the colour that they would have. */
  #drawCells({ list, size, terrain }) {
    const { at } = this;
    at.beginPath();
    for (const [x, y] of list) at.rect(this.px(x * size), this.py(y * size), size * this.scale, size * this.scale);
    at.globalAlpha = 0.75;
    at.fillStyle = this.theme.terrain[terrain];
    at.fill();
    at.globalAlpha = 1;
    if (list.length > 30) return;
    at.strokeStyle = this.theme.edge[Math.min(terrain, 4)];
    at.lineWidth = this.ratio;
    at.stroke();
  }
}
