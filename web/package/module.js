// The WebAssembly module: how it is loaded, and how texts and numbers pass its door.

/** What a refused call throws: `code` is the name of the result in types.h without SIDLE_ERROR_. */
export class SidleError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'SidleError';
    this.code = code;
  }
}

/** The object itself; a key that is none of these is refused. */
export function only(given, keys, what) {
  for (const key of Object.keys(given))
    if (!keys.includes(key)) throw new SidleError('ARGUMENT', `found the key '${key}' of ${what}, expected ${keys.join(', ')}`);
  return given;
}

const RESULTS = [
  'OK', 'ARGUMENT', 'NOT_FINITE', 'DEFINITION', 'MEMORY', 'STALE', 'RANK', 'LIMIT', 'NO_ROOM',
  'NO_ORDER', 'REFUSED_TOO_LONG', 'IN_USE', 'STOWED', 'ARITHMETIC', 'BUFFER', 'SNAPSHOT', 'VERSION',
];

/** The tables of the module: see Instance.table. */
export const PARAMETERS = 0;
export const FIGURES = 1;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The five functions of the system that the C library asks for: the time, and words on stderr. */
function system(memoryOf) {
  let line = '';
  const write = (fd, vectors, count, written) => {
    const view = new DataView(memoryOf().buffer);
    let total = 0;
    for (let k = 0; k < count; k++) {
      const from = view.getUint32(vectors + 8 * k, true);
      const length = view.getUint32(vectors + 8 * k + 4, true);
      line += decoder.decode(new Uint8Array(memoryOf().buffer, from, length));
      total += length;
    }
    const lines = line.split('\n');
    line = lines.pop();
    for (const text of lines) console.warn(text);
    view.setUint32(written, total, true);
    return 0;
  };
  const time = (clock, precision, out) => {
    const now = BigInt(Math.round(performance.now() * 1e6));
    new DataView(memoryOf().buffer).setBigUint64(out, now, true);
    return 0;
  };
  const end = (status) => {
    throw new SidleError('MEMORY', `the module has ended with status ${status}`);
  };
  return { clock_time_get: time, fd_close: () => 8, fd_seek: () => 8, fd_write: write, proc_exit: end };
}

/** Bytes, a response, a compiled module, or nothing: sidle.wasm beside this file. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source) return WebAssembly.compile(await (await source).arrayBuffer());
  const url = new URL('./sidle.wasm', import.meta.url);
  if (url.protocol !== 'file:') return compile(fetch(url));
  if (typeof process === 'undefined')
    throw new SidleError('ARGUMENT', 'a page from file:// cannot read sidle.wasm: serve it, or give its bytes to load()');
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(url));
}

/** One instance: a memory of its own, and all worlds in it. */
export class Instance {
  static async make(module) {
    const self = new Instance();
    const wasi = system(() => self.memory);
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
    self.module = module;
    self.call = instance.exports;
    self.memory = instance.exports.memory;
    self.call._initialize();
    self.room = 0;
    self.scratch = 0;
    self.reserve(4096);
    return self;
  }

  /** A place for arguments and results of at least so many bytes; good until the next call. */
  reserve(bytes) {
    if (bytes > this.room) {
      if (this.scratch) this.call.memory_give(this.scratch);
      this.room = bytes * 2;
      this.scratch = this.call.memory_take(this.room);
      if (!this.scratch) throw new SidleError('MEMORY', 'the module has no more memory');
    }
    return this.scratch;
  }

  bytes(at, length) { return new Uint8Array(this.memory.buffer, at, length); }
  floats(at, length) { return new Float32Array(this.memory.buffer, at, length); }
  doubles(at, length) { return new Float64Array(this.memory.buffer, at, length); }
  wholes(at, length) { return new Uint32Array(this.memory.buffer, at, length); }

  /** The text that ends with a zero. */
  text(at) {
    if (!at) return '';
    const bytes = new Uint8Array(this.memory.buffer);
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** Calls use(place, length) with texts that stand in the module's memory meanwhile. */
  withTexts(texts, use) {
    const encoded = texts.map((text) => encoder.encode(text));
    const at = this.call.memory_take(encoded.reduce((sum, one) => sum + one.length + 1, 0));
    if (!at) throw new SidleError('MEMORY', 'the module has no more memory');
    try {
      let next = at;
      const places = encoded.map((one) => {
        const place = next;
        this.bytes(place, one.length).set(one);
        this.bytes(place + one.length, 1)[0] = 0;
        next += one.length + 1;
        return place;
      });
      return use(places, encoded.map((one) => one.length));
    } finally {
      this.call.memory_give(at);
    }
  }

  /** The words of one of the module's tables, a row each: {name, unit, better, meaning}. */
  table(number) {
    return Array.from({ length: this.call.table_rows(number) }, (_, row) => {
      const [name, unit, better, meaning] = [0, 1, 2, 3].map((column) => this.text(this.call.table_text(number, row, column)));
      return { name, unit, better, meaning };
    });
  }

  /** Points [x, y] or {x, y} as floats in the module; one call's worth. */
  points(list) {
    const at = this.reserve(8 * list.length + 8);
    this.writePoints(at, list);
    return at;
  }
  writePoints(at, list) {
    const to = this.floats(at, 2 * list.length);
    list.forEach((p, k) => {
      to[2 * k] = Array.isArray(p) ? p[0] : p.x;
      to[2 * k + 1] = Array.isArray(p) ? p[1] : p.y;
    });
  }

  /** Points of the module as {x, y}. */
  readPoints(at, count) {
    const from = this.floats(at, 2 * count);
    return Array.from({ length: count }, (_, k) => ({ x: from[2 * k], y: from[2 * k + 1] }));
  }

  /** Throws unless the result is SIDLE_OK. */
  check(result) {
    if (result) throw new SidleError(RESULTS[result] ?? `${result}`, this.text(this.call.result_text(result)));
  }

  /** All of the memory: the state of every world in it. */
  save() {
    return { memory: new Uint8Array(this.memory.buffer).slice(), scratch: this.scratch, room: this.room };
  }

  /** Back to what save() gave, of this instance or another one of the module. */
  restore({ memory, scratch, room }) {
    const missing = memory.length - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(missing / 65536);
    new Uint8Array(this.memory.buffer).set(memory);
    this.scratch = scratch;
    this.room = room;
  }
}

export const hex = (hash) => BigInt.asUintN(64, hash).toString(16).padStart(16, '0');
