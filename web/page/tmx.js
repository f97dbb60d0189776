// Maps of Tiled (.tmx) as fixtures, as docs/tiled.md says: the same text as `sidle convert` writes. Tilesets and packed
// layers must be in the file; zstd is not unpacked by browsers.
import { pictureOf } from './fixture.js';
import { TERRAINS } from './sidle.js';

const DEEPEST = 32, TILE = 0x0fffffff, MOST = 8192;
const SHAPES = ['goal', 'via', 'patrol', 'wander', 'flee', 'approach'], CLASSES = ['unit', 'group', 'profile', 'edit', ...SHAPES];

const number = (node, name) => Number(node.getAttribute(name)) || 0;
const short = (value) => String(Number(Math.fround(value).toPrecision(7)));
const children = (node, ...names) => [...node.children].filter(({ tagName }) => names.includes(tagName));
const classOf = (node) => node.getAttribute('class') || node.getAttribute('type') || '';

/** The properties as [name, text]; a yes or no in the words of a fixture. */
function properties(node) {
  return children(node, 'properties').flatMap((list) => children(list, 'property')).map((one) => {
    const value = one.getAttribute('value') ?? one.textContent;
    return [one.getAttribute('name'), one.getAttribute('type') === 'bool' ? (value === 'true' ? 'yes' : 'no') : value];
  });
}

const property = (node, wanted) => properties(node).find(([name]) => name === wanted)?.[1];

async function unpack(bytes, how) {
  if (!how) return bytes;
  const format = { zlib: 'deflate', gzip: 'gzip' }[how];
  if (!format) throw new Error(`found the compression '${how}' of a layer, expected zlib, gzip or none: choose one in Tiled under Map, Map Properties`);
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer());
}

class Reader {
  constructor(name, text) {
    this.name = name;
    this.faults = [];
    const page = new DOMParser().parseFromString(text, 'text/xml'), map = page.documentElement;
    if (page.querySelector('parsererror') || map.tagName !== 'map') throw new Error(`${name}: found no map of Tiled, expected XML with an element <map>`);
    Object.assign(this, { map, width: number(map, 'width'), height: number(map, 'height') });
    this.tile = [number(map, 'tilewidth'), number(map, 'tileheight')];
    this.classes = new Map(); // by number of the tile
    this.heads = [];
    this.units = [];
    this.groups = [];
  }

  wrong(text) { this.faults.push(`${this.name}: ${text}`); }

  /** Class of the terrain that the node says; -1: none. */
  terrain(node, what) {
    const said = property(node, 'terrain');
    if (said === undefined) return TERRAINS.indexOf(classOf(node));
    if (!TERRAINS.includes(said)) this.wrong(`found the terrain '${said}' of ${what}, expected a class`);
    return TERRAINS.indexOf(said);
  }

  check() {
    const shape = this.map.getAttribute('orientation');
    if (shape !== 'orthogonal') this.wrong(`found the orientation '${shape}', expected an orthogonal map of Tiled`);
    else if (number(this.map, 'infinite')) this.wrong('found an infinite map, expected one with a width and a height (in Tiled: Map, Map Properties, Infinite)');
    else if (!(this.width >= 1 && this.height >= 1 && this.width <= MOST && this.height <= MOST)) this.wrong(`found ${this.width} x ${this.height} tiles, expected 1 to ${MOST}`);
    else if (!(this.tile[0] >= 1 && this.tile[1] >= 1)) this.wrong(`found tiles of ${this.tile[0]} x ${this.tile[1]} pixels, expected some size`);
    return !this.faults.length;
  }

  tilesets() {
    for (const set of children(this.map, 'tileset')) {
      if (set.getAttribute('source')) this.wrong(`found the tileset ${set.getAttribute('source')} in a file of its own, expected it in the map (in Tiled: Map, Embed Tilesets)`);
      for (const tile of children(set, 'tile')) this.classes.set(number(set, 'firstgid') + number(tile, 'id'), this.terrain(tile, 'a tile'));
    }
  }

  async layers(holder, depth = 0) {
    for (const layer of children(holder, 'layer', 'group', 'objectgroup')) {
      if (layer.tagName === 'layer') await this.#cells(layer);
      else if (depth < DEEPEST) await this.layers(layer, depth + 1);
    }
  }

  async #tiles(layer) {
    const [data] = children(layer, 'data'), encoding = data?.getAttribute('encoding');
    if (!data) return [];
    if (encoding === 'csv') return data.textContent.split(',').map(Number);
    if (encoding !== 'base64') return children(data, 'tile').map((tile) => number(tile, 'gid'));
    const packed = Uint8Array.from(atob(data.textContent.trim()), (c) => c.charCodeAt(0));
    const bytes = await unpack(packed, data.getAttribute('compression')), view = new DataView(bytes.buffer, bytes.byteOffset);
    return Array.from({ length: bytes.length >> 2 }, (_, k) => view.getUint32(4 * k, true));
  }

  async #cells(layer) {
    const name = layer.getAttribute('name') ?? '', said = this.terrain(layer, 'a layer'), all = said < 0 ? TERRAINS.indexOf(name) : said;
    const tiles = await this.#tiles(layer), count = this.width * this.height;
    if (tiles.length !== count) this.wrong(`found ${tiles.length} tiles in the layer '${name}', expected ${count}`);
    else tiles.every((full, k) => {
      const tile = full & TILE, own = this.classes.get(tile) ?? -1, class_ = own < 0 ? all : own;
      if (!tile) return true;
      if (class_ < 0) this.wrong(`found tile ${tile} in the layer '${name}', at cell ${k % this.width},${Math.floor(k / this.width)}, expected its tileset or the layer to say its terrain`);
      else this.cells[k] = class_;
      return class_ >= 0;
    });
  }

  settings() {
    for (const key of ['cell', 'seconds', 'pathfinder']) if (property(this.map, key) !== undefined) this.heads.push(`${key} ${property(this.map, key)}`);
    for (const line of (property(this.map, 'expect') ?? '').split('\n').filter(Boolean)) this.heads.push(`expect ${line}`);
  }

  objects(holder = this.map) {
    return children(holder, 'objectgroup', 'group').flatMap((layer) => (layer.tagName === 'group' ? this.objects(layer) : children(layer, 'object')));
  }

  at(object, dx = 0, dy = 0) { return [(number(object, 'x') + dx) / this.tile[0], (number(object, 'y') + dy) / this.tile[1]]; }

  read(object) {
    const class_ = classOf(object), name = object.getAttribute('name') ?? '';
    if (!CLASSES.includes(class_)) this.wrong(`found the object ${object.getAttribute('id')} of class '${class_}', expected ${CLASSES.join(', ')}`);
    else if (class_ === 'edit') this.#edit(object);
    else if (class_ !== 'profile') {
      if (name.length !== 1) this.wrong(`found the name '${name}' of the ${class_} ${object.getAttribute('id')}, expected the letter of its group`);
      else if (!this.groups.includes(name)) this.groups.push(name);
      if (class_ === 'unit' && name.length === 1) this.#unit(object, name);
    }
  }

  profile(object) {
    const list = properties(object), like = list.find(([name]) => name === 'like');
    const words = [...(like ? [like] : []), ...list.filter(([name]) => name !== 'like')].map(([name, value]) => ` ${name}=${value}`);
    this.heads.push(`profile ${object.getAttribute('name') ?? ''}${words.join('')}`);
  }

  /** A point is one unit; a rectangle has one in the middle of each cell that it covers. */
  #unit(object, name) {
    const [x, y] = this.at(object), [right, bottom] = this.at(object, number(object, 'width'), number(object, 'height'));
    const ends = ['goal', 'dies', 'unloads'].map((key) => [key, property(object, key)]).filter(([, value]) => value).map(([key, value]) => ` ${key}=${value}`).join('');
    const add = (ux, uy) => this.units.push(`unit ${name} ${short(ux)},${short(uy)}${ends}`);
    if (right <= x && bottom <= y) return add(x, y);
    const up = object.getAttribute('gid') ? bottom - y : 0; // a tile object stands on its lower edge
    const lastX = Math.min(right - 0.25, this.width), lastY = Math.min(bottom - up - 0.25, this.height);
    for (let cy = Math.max(Math.floor(y - up + 0.5), 0); cy < lastY; cy++)
      for (let cx = Math.max(Math.floor(x + 0.5), 0); cx < lastX; cx++) add(cx + 0.5, cy + 0.5);
    return undefined;
  }

  #edit(object) {
    const low = this.at(object), high = this.at(object, number(object, 'width'), number(object, 'height'));
    const cells = [...low, high[0] - low[0], high[1] - low[1]].map(Math.round);
    this.heads.push(`edit at=${property(object, 'at') ?? '?'} cells=${cells.join()} class=${property(object, 'terrain') ?? '?'}`);
  }

  #shape(object, key) {
    const [line] = children(object, 'polyline', 'polygon'), width = number(object, 'width');
    if (line) return ` ${key}=${line.getAttribute('points').trim().split(/\s+/).map((pair) => this.at(object, ...pair.split(',').map(Number)).map(short).join()).join(';')}`;
    const disc = ['wander', 'approach'].includes(key) ? `,${short(width / 2 / this.tile[0])}` : '';
    return ` ${key}=${this.at(object, width / 2, number(object, 'height') / 2).map(short).join()}${disc}`;
  }

  group(letter) {
    const words = this.objects().filter((object) => object.getAttribute('name') === letter).map((object) => {
      if (SHAPES.includes(classOf(object))) return this.#shape(object, classOf(object));
      if (classOf(object) !== 'group') return '';
      return properties(object).map(([name, value]) => (['stand', 'hold'].includes(name) ? ` ${name}` : ` ${name}=${value}`)).join('');
    });
    this.heads.push(`group ${letter}${words.join('')}`);
  }

  text() {
    const { rows, edits } = pictureOf(this.cells, this.width);
    return `${['type octile', `height ${this.height}`, `width ${this.width}`, ...this.heads, ...this.units, ...edits, 'map', ...rows].join('\n')}\n`;
  }
}

/** Throws what is wrong, a line each. */
export async function tiledToFixture(name, text) {
  const reader = new Reader(name, text);
  if (reader.check()) {
    reader.cells = new Uint8Array(reader.width * reader.height);
    reader.tilesets();
    await reader.layers(reader.map);
    reader.settings();
    for (const object of reader.objects()) if (classOf(object) === 'profile') reader.profile(object);
    for (const object of reader.objects()) reader.read(object);
    for (const letter of reader.groups) reader.group(letter);
  }
  if (reader.faults.length) throw new Error(reader.faults.join('\n'));
  return reader.text();
}
