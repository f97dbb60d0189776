// Draws one side on a canvas: terrain, trails, units, what the selected unit thinks.
import { DECISION_COLOURS, FLOW_COLOURS, ROLES, TEAM_COLOURS, TERRAIN_COLOURS, heatColour, rgb } from './colours.js';

const HEADINGS = 16; // sprites by direction
const LARGEST_SPRITE = 26; // px of radius; larger units are few, and drawn one by one
const CROWD = 1000; // so many units are written into the picture's memory: a canvas call each costs more
const TRAIL_POINTS = 48, TRAIL_EVERY = 4; // ticks
const FLOW_EVERY = 5, FLOW_CELLS = 20000; // ticks; most squares of congestion
const PREVIEW_REST = 4; // times as long as places of a formation took, until they are asked anew
const TRAIL_UNITS = 600; // more leave no trails; of the selected neither
// Rings: the rim in px beneath and above, and what is inside.
const SELECTED = [{ under: 4, over: 2 }], PLACE = [{ under: 3, over: 1.5, inside: 'rgba(193,18,31,0.18)' }];

/** What both sides show: where the camera is, who is selected. */
export class Camera {
  constructor() {
    this.x = this.y = 0; // u, in the middle of the view
    this.scale = 16; // px a u
  }
  fit(scene, width, height) {
    const wide = scene.width * scene.cellSize, high = scene.height * scene.cellSize;
    this.x = wide / 2;
    this.y = high / 2;
    this.scale = Math.max(0.2, Math.min(width / wide, height / high) * 0.96);
  }
  zoom(factor, atX, atY, width, height) {
    const before = this.toWorld(atX, atY, width, height);
    this.scale = Math.min(400, Math.max(0.2, this.scale * factor));
    const after = this.toWorld(atX, atY, width, height);
    this.x += before.x - after.x;
    this.y += before.y - after.y;
  }
  toWorld(px, py, width, height) {
    return { x: this.x + (px - width / 2) / this.scale, y: this.y + (py - height / 2) / this.scale };
  }
}

/** Discs with their headings, or rings, drawn once for each size and colour. */
class Sprites {
  constructor(draw, headings, margin) {
    Object.assign(this, { draw, headings, margin, sheets: new Map() });
  }

  /** By lists of colours, and radii in half pixels. */
  sheet(radius, colours) {
    const size = Math.max(2, Math.round(2 * radius));
    let sheets = this.sheets.get(colours);
    if (!sheets) this.sheets.set(colours, sheets = new Map());
    let sheet = sheets.get(size);
    if (!sheet) {
      if (sheets.size > 24) sheets.clear();
      sheets.set(size, sheet = this.#draw(size / 2, colours));
    }
    return sheet;
  }

  #draw(radius, colours) {
    const side = 2 * Math.ceil(radius + this.margin);
    const canvas = document.createElement('canvas');
    canvas.width = side * this.headings;
    canvas.height = side * colours.length;
    const at = canvas.getContext('2d', { willReadFrequently: true });
    colours.forEach((colour, row) => {
      for (let k = 0; k < this.headings; k++) {
        at.save();
        at.translate(k * side + side / 2, row * side + side / 2);
        this.draw(at, radius, colour, (k * 2 * Math.PI) / this.headings);
        at.restore();
      }
    });
    const pixels = at.getImageData(0, 0, canvas.width, canvas.height).data;
    return { canvas, side, pixels: new Uint32Array(pixels.buffer), stride: canvas.width };
  }
}

const OUTSIDE = '#2b3037';

/** As an ImageData holds it. */
function packed(colour) {
  const [r, g, b] = rgb(colour);
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

/** In whole numbers, red and blue at once: in crowds most pixels of discs and rings are mixed. */
function mixed(under, over, alpha) {
  const share = alpha + (alpha >> 7), rest = 256 - share;
  const redBlue = ((Math.imul(under & 0xff00ff, rest) + Math.imul(over & 0xff00ff, share)) >>> 8) & 0xff00ff;
  const green = ((Math.imul(under & 0xff00, rest) + Math.imul(over & 0xff00, share)) >>> 8) & 0xff00;
  return (0xff000000 | redBlue | green) >>> 0;
}

function turnOf(angle) {
  return (Math.round((angle * HEADINGS) / (2 * Math.PI)) + HEADINGS) % HEADINGS;
}

function isDark(colour) {
  const [r, g, b] = rgb(colour);
  return 0.3 * r + 0.6 * g + 0.1 * b < 110;
}

function drawDisc(at, radius, colour, angle) {
  at.beginPath();
  at.arc(0, 0, Math.max(radius - 0.5, 0.6), 0, 2 * Math.PI);
  at.fillStyle = colour;
  at.fill();
  if (radius < 3) return;
  at.lineWidth = Math.min(1.5, radius / 5);
  at.strokeStyle = 'rgba(15,18,22,0.75)';
  at.stroke();
  at.beginPath();
  at.moveTo(0, 0);
  at.lineTo(Math.cos(angle) * radius * 0.9, Math.sin(angle) * radius * 0.9);
  at.strokeStyle = isDark(colour) ? '#ffffff' : '#15181c';
  at.lineWidth = Math.max(1, radius / 5);
  at.stroke();
}

function addRing(path, x, y, radius) {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Width of a rim as a share of that of large rings: those of a crowd seen from afar leave its units to be seen. */
function rimOf(radius, ratio) {
  return Math.min(1, Math.max(0.4, radius / (9 * ratio)));
}

function drawRings(at, path, { under, over, inside }, ratio) {
  if (inside) {
    at.fillStyle = inside;
    at.fill(path);
  }
  at.strokeStyle = '#ffffff';
  at.lineWidth = under * ratio;
  at.stroke(path);
  at.strokeStyle = '#c1121f';
  at.lineWidth = over * ratio;
  at.stroke(path);
}

/** Adds an arrow; one that is too short to see is left out. */
function arrow(path, x, y, dx, dy) {
  if (Math.hypot(dx, dy) < 2) return;
  path.moveTo(x, y);
  path.lineTo(x + dx, y + dy);
  path.moveTo(x + 0.65 * dx + 0.22 * dy, y + 0.65 * dy - 0.22 * dx);
  path.lineTo(x + dx, y + dy);
  path.lineTo(x + 0.65 * dx - 0.22 * dy, y + 0.65 * dy + 0.22 * dx);
}

export class View {
  constructor(canvas, camera) {
    this.canvas = canvas;
    this.camera = camera;
    this.at = canvas.getContext('2d', { alpha: false });
    this.sprites = new Sprites(drawDisc, HEADINGS, 1);
    this.terrain = document.createElement('canvas');
    this.forget();
  }

  /** Another play or another time: nothing of before is shown. */
  forget() {
    this.painted = -1;
    this.previous = null;
    this.trails = [];
    this.statics = null;
    this.preview = null;
    this.epoch = (this.epoch ?? 0) + 1;
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2), box = this.canvas.getBoundingClientRect();
    const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    if (this.ratio !== ratio) this.rings = new Sprites((at, radius, look) => {
      const path = new Path2D();
      addRing(path, 0, 0, radius);
      drawRings(at, path, look, ratio * rimOf(radius, ratio));
    }, 1, 2 * ratio + 1);
    this.ratio = ratio;
  }

  /** Before a tick: the places that the next frames go on from. */
  remember(play) {
    const { positions, count } = play.units();
    if (!this.previous || this.previous.length !== 2 * count) this.previous = new Float32Array(2 * count);
    this.previous.set(positions);
    if (play.ticks % TRAIL_EVERY) return;
    this.trails.push(new Float32Array(positions));
    if (this.trails.length > TRAIL_POINTS) this.trails.shift();
  }

  // ---- one frame ----

  /** share: how far the frame is from the tick before to the present one, 0 to 1. */
  draw(play, show, share, changes) {
    const { at, canvas } = this;
    this.resize();
    this.scale = this.camera.scale * this.ratio;
    this.left = this.camera.x - canvas.width / 2 / this.scale;
    this.top = this.camera.y - canvas.height / 2 / this.scale;
    at.setTransform(1, 0, 0, 1, 0, 0);
    const units = this.#places(play, share);
    if (units.count >= CROWD) {
      this.#drawCrowd(play, units, show, changes);
      if (show.congestion) at.drawImage(this.#congestionLayers(play, show, share).squares, 0, 0);
      if (show.trails) this.#drawTrails(units, show.selected);
      this.#drawGrid(play, units, show);
    } else {
      at.fillStyle = OUTSIDE;
      at.fillRect(0, 0, canvas.width, canvas.height);
      this.#drawTerrain(play, changes);
      if (show.congestion) at.drawImage(this.#congestionLayers(play, show, share).squares, 0, 0);
      if (show.trails) this.#drawTrails(units, show.selected);
      this.#drawGrid(play, units, show);
      this.#eachUnit(play, units, show, (...disc) => this.#drawDisc(...disc));
    }
    if (show.congestion) at.drawImage(this.layers.flow, 0, 0);
    const drawn = units.count >= CROWD ? LARGEST_SPRITE : 0; // smaller rings of a crowd are in its picture
    this.#drawRings(SELECTED, drawn, (use) => this.#eachSelected(play, units, show, use));
    if (show.thoughts && show.selected.size) this.#drawThoughts(play, units, [...show.selected][0]);
    if (show.box) this.#drawBox(show.box);
    if (show.order) this.#drawRings(PLACE, drawn, (use) => this.#eachPlace(play, show, use));
    if (show.facing) this.#drawFacing(show.facing);
    if (show.brush) this.#drawBrush(show.brush);
  }

  px(x) { return (x - this.left) * this.scale; }
  py(y) { return (y - this.top) * this.scale; }

  #drawTerrain(play, changes) {
    const scene = play.scene();
    if (this.painted !== changes) {
      this.painted = changes;
      this.terrain.width = scene.width;
      this.terrain.height = scene.height;
      const image = new ImageData(scene.width, scene.height);
      const colours = TERRAIN_COLOURS.map(rgb);
      for (let y = 0, k = 0; y < scene.height; y++)
        for (let x = 0; x < scene.width; x++, k++) {
          const [r, g, b] = colours[play.cell(x, y)];
          image.data.set([r, g, b, 255], 4 * k);
        }
      this.terrain.getContext('2d').putImageData(image, 0, 0);
    }
    const size = scene.cellSize * this.scale;
    this.at.imageSmoothingEnabled = false;
    this.at.drawImage(this.terrain, this.px(0), this.py(0), scene.width * size, scene.height * size);
    this.at.imageSmoothingEnabled = true;
    if (size >= 14) this.#drawGridLines(scene, size);
  }

  #drawGridLines(scene, size) {
    const { at } = this;
    at.beginPath();
    for (let x = 0; x <= scene.width; x++) {
      at.moveTo(this.px(x * scene.cellSize), this.py(0));
      at.lineTo(this.px(x * scene.cellSize), this.py(0) + scene.height * size);
    }
    for (let y = 0; y <= scene.height; y++) {
      at.moveTo(this.px(0), this.py(y * scene.cellSize));
      at.lineTo(this.px(0) + scene.width * size, this.py(y * scene.cellSize));
    }
    at.strokeStyle = 'rgba(0,0,0,0.06)';
    at.lineWidth = 1;
    at.stroke();
  }

  /** Places between the tick before and the present one. */
  #places(play, share) {
    const units = play.units(), { positions, count } = units;
    if (!this.shown || this.shown.length !== 2 * count) this.shown = new Float32Array(2 * count);
    const before = this.previous?.length === 2 * count ? this.previous : positions;
    for (let k = 0; k < 2 * count; k++) this.shown[k] = before[k] + (positions[k] - before[k]) * share;
    return { ...units, shown: this.shown };
  }

  /** Radius, team, group of each unit, read once: they change when the scene does. */
  facts(play, version) {
    if (this.statics?.count === play.count && this.statics.version === version) return this.statics;
    const count = play.count, profiles = play.scene().profiles;
    const radii = Array.from({ length: profiles }, (_, k) => play.profile(k).radius);
    const facts = { count, version, radius: new Float32Array(count), team: new Uint8Array(count), group: [], profile: [] };
    for (let k = 0; k < count; k++) {
      const unit = play.sceneUnit(k);
      facts.radius[k] = radii[unit.profile];
      facts.team[k] = unit.team % TEAM_COLOURS.length;
      facts.group.push(unit.group);
      facts.profile.push(unit.profile);
    }
    this.statics = facts;
    return facts;
  }

  /** Calls use(x, y, radius, row, angle, colours) for each unit in sight, in pixels. */
  #eachUnit(play, units, show, use) {
    const { scale, left, top } = this, { radius, team, group } = this.facts(play, show.version);
    const byTeam = show.colour === 'team', colours = byTeam ? TEAM_COLOURS : DECISION_COLOURS;
    const { shown, headings, gone, decisions, count } = units;
    const right = this.canvas.width, bottom = this.canvas.height;
    for (let k = 0; k < count; k++) {
      if (gone[k]) continue;
      const r = radius[k] * scale, x = (shown[2 * k] - left) * scale, y = (shown[2 * k + 1] - top) * scale;
      if (x < -r || y < -r || x > right + r || y > bottom + r) continue;
      const row = byTeam ? (team[k] || group[k]) % colours.length : decisions[k];
      use(x, y, r, row, Math.atan2(headings[2 * k + 1], headings[2 * k]), colours);
    }
  }

  #drawDisc(x, y, radius, row, angle, colours) {
    const { at } = this;
    if (radius > LARGEST_SPRITE) {
      at.setTransform(1, 0, 0, 1, x, y);
      drawDisc(at, radius, colours[row], angle);
      at.setTransform(1, 0, 0, 1, 0, 0);
      return;
    }
    const { canvas, side } = this.sprites.sheet(radius, colours);
    at.drawImage(canvas, turnOf(angle) * side, row * side, side, side, x - side / 2, y - side / 2, side, side);
  }

  // ---- a crowd: terrain and discs written pixel by pixel ----

  #drawCrowd(play, units, show, changes) {
    const { width, height } = this.canvas;
    if (this.image?.width !== width || this.image.height !== height) {
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.ground = new Uint32Array(width * height);
      this.groundOf = '';
    }
    const wanted = `${this.left} ${this.top} ${this.scale} ${changes} ${this.epoch}`;
    if (this.groundOf !== wanted) this.#fillGround(play);
    this.groundOf = wanted;
    this.pixels.set(this.ground);
    const large = [];
    this.#eachUnit(play, units, show, (x, y, radius, row, angle, colours) => {
      if (radius > LARGEST_SPRITE) large.push([x, y, radius, row, angle, colours]);
      else this.#blit(this.sprites.sheet(radius, colours), turnOf(angle), row, x, y);
    });
    const ring = (look) => (x, y, radius) => {
      if (radius <= LARGEST_SPRITE) this.#blit(this.rings.sheet(radius, look), 0, 0, x, y);
    };
    this.#eachSelected(play, units, show, ring(SELECTED));
    if (show.order) this.#eachPlace(play, show, ring(PLACE));
    this.at.putImageData(this.image, 0, 0);
    for (const disc of large) this.#drawDisc(...disc);
  }

  #fillGround(play) {
    const { width, height } = this.canvas, scene = play.scene(), size = scene.cellSize * this.scale;
    const colours = TERRAIN_COLOURS.map(packed), outside = packed(OUTSIDE), cells = new Uint8Array(scene.width * scene.height);
    for (let y = 0, k = 0; y < scene.height; y++) for (let x = 0; x < scene.width; x++, k++) cells[k] = play.cell(x, y);
    const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x + 0.5) / size + this.left / scene.cellSize));
    for (let y = 0, k = 0; y < height; y++) {
      const row = Math.floor((y + 0.5) / size + this.top / scene.cellSize), inside = row >= 0 && row < scene.height;
      for (let x = 0; x < width; x++, k++) {
        const column = columns[x];
        this.ground[k] = inside && column >= 0 && column < scene.width ? colours[cells[row * scene.width + column]] : outside;
      }
    }
  }

  #blit({ pixels, side, stride }, turn, row, x, y) {
    const { width, height } = this.canvas, to = this.pixels;
    const x0 = Math.round(x - side / 2), y0 = Math.round(y - side / 2);
    const left = Math.max(0, -x0), right = Math.min(side, width - x0), bottom = Math.min(side, height - y0);
    for (let j = Math.max(0, -y0); j < bottom; j++) {
      let from = (row * side + j) * stride + turn * side + left, at = (y0 + j) * width + x0 + left;
      for (let i = left; i < right; i++, from++, at++) {
        const colour = pixels[from], alpha = colour >>> 24;
        if (alpha === 255) to[at] = colour;
        else if (alpha) to[at] = mixed(to[at], colour, alpha);
      }
    }
  }

  // ---- congestion ----

  /** Asked anew each few ticks: it costs what a part of a step does. */
  #congestion(play, show, share) {
    const { ticks } = play, key = `${this.epoch} ${show.version} ${Math.floor(ticks / FLOW_EVERY)}`;
    const stale = this.jamsOf?.key !== key || (share === 1 && this.jamsOf.ticks !== ticks);
    if (stale) this.jamsOf = { key, ticks, ...this.#askCongestion(play, show) };
    return this.jamsOf;
  }

  /** In squares that hold some three by three units. */
  #askCongestion(play, show) {
    const { radius } = this.facts(play, show.version), { width, height, cellSize } = play.scene();
    const mean = radius.length ? radius.reduce((sum, r) => sum + r, 0) / radius.length : 0.5;
    const side = Math.max(cellSize, 6 * mean, cellSize * Math.sqrt((width * height) / FLOW_CELLS));
    const jams = play.congestion(side);
    let fastest = 1e-9;
    for (let k = 0; k < jams.wanted.length; k += 2) fastest = Math.max(fastest, Math.hypot(jams.wanted[k], jams.wanted[k + 1]));
    return { ...jams, fastest };
  }

  /** Squares beneath the units, and what stands above them; drawn anew when they or the camera have changed. */
  #congestionLayers(play, show, share) {
    const jams = this.#congestion(play, show, share), { width, height } = this.canvas;
    const key = `${this.left} ${this.top} ${this.scale} ${width} ${height}`;
    this.layers ??= { squares: document.createElement('canvas'), flow: document.createElement('canvas') };
    if (this.layers.jams === jams && this.layers.key === key) return this.layers;
    const [squares, flow] = [this.layers.squares, this.layers.flow].map((layer) => {
      Object.assign(layer, { width, height }); // which empties it
      return layer.getContext('2d');
    });
    this.#drawFlow(flow, this.#drawSquares(squares, jams));
    return Object.assign(this.layers, { jams, key });
  }

  /** Returns the arrows and numbers that belong to them. */
  #drawSquares(at, jams) {
    const size = jams.side * this.scale;
    const { moves, held, rests } = FLOW_COLOURS, arrows = [], numbers = [];
    for (let row = 0, k = 0; row < jams.rows; row++) {
      const path = new Path2D(); // of a row: a stroke takes the longer the more else is in its path
      arrows.push(path);
      for (let column = 0; column < jams.columns; column++, k++) {
        if (!jams.units[k]) continue;
        const x = this.px(column * jams.side), y = this.py(row * jams.side);
        if (x < -size || y < -size || x > this.canvas.width || y > this.canvas.height) continue;
        const stand = jams.held[k] + jams.resting[k], goes = jams.units[k] - stand;
        at.globalAlpha = 0.15 + 0.45 * Math.min(1, jams.units[k] / 9);
        at.fillStyle = goes > stand ? moves : jams.held[k] >= jams.resting[k] ? held : rests;
        at.fillRect(x, y, size, size);
        if (stand && size >= 26 * this.ratio) numbers.push([String(stand), x, y]);
        const length = (0.45 * size) / jams.fastest;
        arrow(path, x + size / 2, y + size / 2, jams.flow[2 * k] * length, jams.flow[2 * k + 1] * length);
      }
    }
    return { arrows, numbers, size };
  }

  /** Above the units: which way they go, and how many stand. */
  #drawFlow(at, { arrows, numbers, size }) {
    at.strokeStyle = '#15181c';
    at.lineWidth = Math.max(1, size / 24);
    for (const path of arrows) at.stroke(path);
    at.fillStyle = '#15181c';
    at.font = `600 ${11 * this.ratio}px system-ui, sans-serif`;
    at.textBaseline = 'top';
    at.lineWidth = 3 * this.ratio;
    at.strokeStyle = 'rgba(255,255,255,0.85)';
    for (const [text, x, y] of numbers) {
      at.strokeText(text, x + 2 * this.ratio, y + 2 * this.ratio);
      at.fillText(text, x + 2 * this.ratio, y + 2 * this.ratio);
    }
  }

  #drawTrails(units, selected) {
    const { at } = this, { count, gone } = units;
    const few = selected.size <= TRAIL_UNITS ? [...selected] : [];
    const who = count <= TRAIL_UNITS ? Array.from({ length: count }, (_, k) => k) : few;
    at.beginPath();
    for (const k of who) {
      if (gone[k]) continue;
      let begun = false;
      for (const points of this.trails) {
        if (2 * k >= points.length) continue;
        const x = this.px(points[2 * k]), y = this.py(points[2 * k + 1]);
        if (begun) at.lineTo(x, y); else at.moveTo(x, y);
        begun = true;
      }
      if (begun) at.lineTo(this.px(units.shown[2 * k]), this.py(units.shown[2 * k + 1]));
    }
    at.strokeStyle = 'rgba(20,40,80,0.35)';
    at.lineWidth = Math.max(1, 0.12 * this.scale);
    at.lineJoin = 'round';
    at.stroke();
  }

  // ---- rings ----

  /** Those of which the radius is more than `drawn` px; each(use) calls use(x, y, radius) for each ring. */
  #drawRings([look], drawn, each) {
    const path = new Path2D();
    each((x, y, radius) => { if (radius > drawn) addRing(path, x, y, radius); });
    drawRings(this.at, path, look, this.ratio);
  }

  #isInSight(x, y, radius) {
    return x >= -radius && y >= -radius && x <= this.canvas.width + radius && y <= this.canvas.height + radius;
  }

  #eachSelected(play, units, show, use) {
    const { radius } = this.facts(play, show.version), crowd = units.count >= CROWD;
    for (const k of show.selected) {
      if (k >= units.count || units.gone[k]) continue;
      const disc = radius[k] * this.scale, gap = crowd ? rimOf(1.5 * disc, this.ratio) : 1;
      const r = disc + 3 * gap * this.ratio;
      const x = this.px(units.shown[2 * k]), y = this.py(units.shown[2 * k + 1]);
      if (this.#isInSight(x, y, r)) use(x, y, r);
    }
  }

  // ---- the thoughts of one unit ----

  #line(points, colour, width, dash = []) {
    const { at } = this;
    at.beginPath();
    points.forEach((p, k) => (k ? at.lineTo(this.px(p.x), this.py(p.y)) : at.moveTo(this.px(p.x), this.py(p.y))));
    at.setLineDash(dash.map((length) => length * this.ratio));
    at.strokeStyle = 'rgba(255,255,255,0.8)';
    at.lineWidth = (width + 2) * this.ratio;
    at.stroke();
    at.strokeStyle = colour;
    at.lineWidth = width * this.ratio;
    at.stroke();
    at.setLineDash([]);
  }

  #drawThoughts(play, units, unit) {
    if (unit >= units.count || units.gone[unit]) return;
    const state = play.state(unit), why = play.why(unit);
    if (!state) return;
    if (state.underWay) {
      const goal = { x: state.goalX, y: state.goalY };
      this.#line([state, ...play.path(unit), goal], ROLES.path, 1.5, [6, 4]);
      if (state.hasPlace) this.#drawPlace(state);
    }
    if (why) this.#drawLook(play, units, why);
  }

  /** The disc on which the selected unit will rest. */
  #drawPlace(state) {
    const path = new Path2D();
    addRing(path, this.px(state.placeX), this.py(state.placeY), state.radius * this.scale);
    for (const [colour, width] of [['rgba(255,255,255,0.8)', 3.5], [ROLES.path, 1.5]]) {
      this.at.strokeStyle = colour;
      this.at.lineWidth = width * this.ratio;
      this.at.stroke(path);
    }
  }

  /** The cells that the selected unit reads; beneath the units, so that these keep their colours. */
  #drawGrid(play, units, show) {
    const [unit = -1] = show.thoughts ? show.selected : [];
    if (unit < 0 || unit >= units.count || units.gone[unit]) return;
    play.watch(unit);
    const grid = play.grid();
    if (!grid) return;
    const { at, scale } = this, size = grid.cell * scale + 0.6;
    at.save();
    at.translate(this.px(grid.x), this.py(grid.y));
    at.rotate(Math.atan2(grid.directionY, grid.directionX));
    const wide = 2 * grid.columns + 1;
    for (let row = 0; row <= grid.rows; row++)
      for (let column = -grid.columns; column <= grid.columns; column++) {
        const value = grid.values[row * wide + column + grid.columns];
        at.fillStyle = heatColour(value);
        at.fillRect((row - 0.5) * grid.cell * scale, (column - 0.5) * grid.cell * scale, size, size);
      }
    at.restore();
  }

  /** The trace to the waypoint, the two side traces, the point chosen, and who is in the way. */
  #drawLook(play, units, why) {
    const along = (ahead, across) => ({
      x: why.originX + why.directionX * ahead - why.directionY * across,
      y: why.originY + why.directionY * ahead + why.directionX * across,
    });
    this.#line([along(0, 0), along(why.hit > 0 ? why.hit : why.reach, 0)], ROLES.trace, 2.5);
    if (why.row > 0) {
      this.#line([along(why.row, 0), along(why.row, why.offsetLeft)], ROLES.side, 2.5);
      this.#line([along(why.row, 0), along(why.row, why.offsetRight)], ROLES.side, 2.5);
    }
    const blocker = why.blocker ? play.unitOf(why.blocker) : -1;
    if (blocker >= 0 && blocker < units.count) {
      const to = { x: units.shown[2 * blocker], y: units.shown[2 * blocker + 1] };
      this.#line([along(0, 0), to], ROLES.blocker, 1.5, [2, 3]);
    }
    const { at } = this, x = this.px(why.targetX), y = this.py(why.targetY), r = 5 * this.ratio;
    at.beginPath();
    at.arc(x, y, r, 0, 2 * Math.PI);
    at.fillStyle = ROLES.target;
    at.fill();
    at.strokeStyle = '#ffffff';
    at.lineWidth = 2 * this.ratio;
    at.stroke();
  }

  // ---- the hand ----

  #drawBox({ from, to }) {
    const { at } = this;
    at.strokeStyle = '#c1121f';
    at.lineWidth = 1.5 * this.ratio;
    at.fillStyle = 'rgba(193,18,31,0.08)';
    const box = [this.px(from.x), this.py(from.y), (to.x - from.x) * this.scale, (to.y - from.y) * this.scale];
    at.fillRect(...box);
    at.strokeRect(...box);
  }

  /** Of the order that is about to be given. Asked again when the hand or the units have moved, and for a large
   * group more rarely: it may take as long as a frame. */
  #askPlaces(play, order) {
    const began = performance.now(), before = this.preview, { ticks } = play;
    if (before && ((before.order === order && before.ticks === ticks) || began < before.next)) return before;
    const places = play.places(order.units, order), ended = performance.now();
    this.preview = { order, ticks, places, next: ended + PREVIEW_REST * (ended - began) };
    return this.preview;
  }

  /** Of the order that is about to be given. */
  #eachPlace(play, show, use) {
    const { order, places } = this.#askPlaces(play, show.order);
    if (!places || order.units.length !== places.length / 2) return;
    const { radius } = this.facts(play, show.version);
    order.units.forEach((unit, k) => {
      const r = Math.max(1, radius[unit] * this.scale - this.ratio), x = this.px(places[2 * k]), y = this.py(places[2 * k + 1]);
      if (this.#isInSight(x, y, r)) use(x, y, r);
    });
  }

  /** From the goal to where the formation is to face. */
  #drawFacing({ from, to }) {
    const { at } = this, path = new Path2D(), x = this.px(from.x), y = this.py(from.y);
    arrow(path, x, y, this.px(to.x) - x, this.py(to.y) - y);
    at.strokeStyle = '#ffffff';
    at.lineWidth = 5 * this.ratio;
    at.stroke(path);
    at.strokeStyle = '#c1121f';
    at.lineWidth = 2.5 * this.ratio;
    at.stroke(path);
  }

  #drawBrush({ x, y, size, cell }) {
    const low = (v) => (Math.floor(v / cell - (size - 1) / 2 + 1e-9)) * cell;
    this.at.strokeStyle = '#15181c';
    this.at.lineWidth = 1.5 * this.ratio;
    this.at.strokeRect(this.px(low(x)), this.py(low(y)), size * cell * this.scale, size * cell * this.scale);
  }
}
