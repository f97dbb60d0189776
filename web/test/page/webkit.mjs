// WebKitGTK on a screen that nobody sees, by WebDriver. It tells nothing of the console: the page keeps it itself.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const KEYS = { Control: '\uE009', Escape: '\uE00C' }; // by WebDriver
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => done(port)); });
});

function keepComplaints() {
  const list = globalThis.complaints = [];
  for (const kind of ['warn', 'error']) console[kind] = (...words) => list.push(words.join(' '));
  addEventListener('error', (event) => list.push(event.message || `no ${event.target.src ?? event.target.href}`), true);
  addEventListener('unhandledrejection', (event) => list.push(String(event.reason)));
}

/** The page with functions that run before all else. */
function withFirst(address, folder, ...first) {
  const copy = join(folder, 'page.html'), page = readFileSync(fileURLToPath(address), 'utf8');
  writeFileSync(copy, page.replace('<head>', () => `<head><script>${first.map((one) => `(${one})();`).join('')}</script>`));
  return pathToFileURL(copy).href;
}

/** One call of WebDriver after the other. */
function caller(port) {
  const root = `http://127.0.0.1:${port}`;
  return async (method, path, body) => {
    const answer = await fetch(root + path, { method, body: body && JSON.stringify(body) }), { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
}

async function begin(call) {
  for (let k = 0; ; k++) {
    try {
      return (await call('POST', '/session', { capabilities: {} })).sessionId;
    } catch (error) {
      if (k === 50 || error.message.includes('session')) throw error;
      await pause(100); // until the driver listens
    }
  }
}

/** folder: where downloads go; first: runs in each page before all else. */
export async function openWebKit(driver, { theme, folder, first }) {
  const port = await freePort(), call = caller(port);
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita' };
  writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1400x1000x24', driver, `--port=${port}`], { env, stdio: 'ignore', detached: true });
  let runs = true;
  const stop = () => { if (runs) process.kill(-child.pid); runs = false; };
  process.on('exit', stop); // also after an error
  const session = `/session/${await begin(call)}`, send = (path, body) => call('POST', session + path, body);
  const run = (inside, ...args) => send('/execute/sync', { script: `return (${inside}).apply(null, arguments)`, args });
  const act = (type, id, actions) => send('/actions', { actions: [{ type, id, actions }] });
  return {
    run,
    go: (address) => send('/url', { url: withFirst(address, folder, keepComplaints, first) }),
    async resize(width, height) {
      for (let k = 0, bars = 0, missing = 0; k < 20 && (missing || !k); k++) {
        await send('/window/rect', { width, height: height + bars });
        await pause(100); // until the page has that size
        bars += missing = height - await run(() => innerHeight); // what the window has above and below it
      }
    },
    click: (x, y) => act('pointer', 'mouse', [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 },
    ]),
    key(name, { control = false } = {}) {
      const keys = [...(control ? [KEYS.Control] : []), KEYS[name] ?? name];
      return act('key', 'keys', [...keys.map((value) => ({ type: 'keyDown', value })), ...keys.reverse().map((value) => ({ type: 'keyUp', value }))]);
    },
    picture: async () => Buffer.from(await call('GET', `${session}/screenshot`), 'base64'),
    complaints: () => run(() => globalThis.complaints),
    async close() {
      await call('DELETE', session).catch(() => {}); // a browser that has crashed has none
      stop();
    },
  };
}
