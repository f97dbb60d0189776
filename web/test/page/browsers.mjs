// The page in Firefox and WebKit: it loads, plays, edits, undoes, saves and tells why, at both sizes and in both themes:
// page/browsers.mjs PAGE SIDLE FIREFOX WEBKIT_DRIVER. With SIDLE_PICTURES it leaves pictures of each state in that folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFirefox } from './firefox.mjs';
import { faultsOf, noteFirstTick, spotOnMap } from './inside.mjs';
import { openWebKit } from './webkit.mjs';

const [file, native, firefox, webkit] = process.argv.slice(2), address = pathToFileURL(resolve(file)).href;
const SIZES = { desktop: [1280, 800], phone: [390, 800] };
let passed = 0, failed = 0;

/** Asks until the answer is good: a browser may handle a click after it has answered. */
async function until(ask, good = Boolean) {
  let found;
  for (const end = Date.now() + 20000; Date.now() < end;) {
    found = await ask();
    if (good(found)) return;
    await new Promise((done) => { setTimeout(done, 50); });
  }
  throw new Error(`${ask} gives ${JSON.stringify(found)}`);
}
const comes = (ask, expected) => until(ask, (found) => found === expected);

const press = async (page, selector) => page.click(...await page.run((one) => {
  const { left, top, width, height } = document.querySelector(one).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}, selector));
const tool = (page, name) => press(page, `label:has([name=tool][value=${name}])`);
const clickMap = async (page, x, y) => page.click(...await page.run(spotOnMap, [x, y, 'a']));
const count = (page) => page.run(() => globalThis.playground.session.a.count);
const order = (page) => page.run(() => globalThis.playground.session.a.sceneUnit(0).order);
const text = (page, selector) => page.run((one) => document.querySelector(one).textContent, selector);

/** On a small screen what stands elsewhere beside the map is in a sheet. */
const openSheet = async (page, small, name) => { if (small) await press(page, `.sheets [data-sheet=${name}]`); };

/** Draws a scene, plays it, and looks at a unit. shoot(name) takes a picture. */
async function use(page, { small, shoot }) {
  await page.run(() => { const scene = document.getElementById('scene'); scene.value = 'empty'; scene.dispatchEvent(new Event('change')); });
  await until(() => page.run(() => globalThis.playground.name === 'empty'));
  await tool(page, 'drop');
  await clickMap(page, 10, 20);
  await comes(() => count(page), 20);
  await shoot('drop');
  await press(page, '#undo');
  await comes(() => count(page), 0);
  await page.key('y', { control: true });
  await comes(() => count(page), 20);
  await page.key('a', { control: true });
  await tool(page, 'order');
  await clickMap(page, 50, 20);
  await comes(() => order(page), 'go');
  await page.key('z', { control: true });
  await comes(() => order(page), 'none');
  await page.key('y', { control: true });
  await comes(() => order(page), 'go');
  await press(page, '#play');
  await until(() => page.run(() => globalThis.playground.session.tick > 30));
  await press(page, '#play');
  await until(() => page.run(() => !globalThis.playground.playing));
  await page.run(() => globalThis.playground.goTo(120));
  await tool(page, 'select');
  await page.key('Escape');
  const [x, y] = await page.run(() => [...globalThis.playground.session.a.units().positions].slice(0, 2));
  await clickMap(page, x, y);
  await openSheet(page, small, 'panel');
  await until(() => text(page, '#unit'), (words) => /It looked \d+\.\d u ahead/.test(words));
  await shoot('why');
}

/** The file that is saved runs natively to the same hash. It is the last that is done: WebKit shows a bar of downloads
 * then, and moves the page under the pointer. */
async function save(page, { small, folder }) {
  const path = join(folder, 'empty.map'), hash = await page.run(() => { globalThis.playground.goTo(120); return globalThis.playground.session.a.hash; });
  await openSheet(page, small, 'more');
  await press(page, '#export-map');
  await until(() => existsSync(path) && statSync(path).size > 0); // at first it is empty, then another file takes its place
  assert.equal(JSON.parse(execFileSync(native, ['run', path, '--seconds', '4', '--json', '-'], { encoding: 'utf8' })).hash, hash);
}

/** The page as it comes, used, as it comes back, and saved. */
async function visit(page, { name, theme, ...others }) {
  await page.go(address);
  await until(() => page.run(() => globalThis.firstTick));
  console.log(`${name}: the first tick is shown ${Math.round(await page.run(() => globalThis.firstTick))} ms after the page was asked for`);
  assert.equal(await page.run(() => document.documentElement.dataset.theme), theme);
  await until(() => page.run(() => globalThis.playground.session.tick > 20));
  await others.shoot('first');
  assert.deepEqual(await page.run(faultsOf, others.small ? 44 : 24), []);
  await use(page, others);
  assert.deepEqual(await page.complaints(), []);
  await until(() => page.run(() => localStorage.getItem('sidle.work')));
  await page.go(address);
  await until(() => text(page, '#status'), (words) => /as you left it/.test(words));
  await comes(() => count(page), 20);
  assert.deepEqual(await page.complaints(), []);
  await save(page, others);
}

/** After two frames the page shows what was done. */
async function picture(page, name) {
  await page.run(() => { globalThis.drawn = false; requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.drawn = true; })); });
  await until(() => page.run(() => globalThis.drawn));
  const shown = await page.picture();
  if (process.env.SIDLE_PICTURES) writeFileSync(join(process.env.SIDLE_PICTURES, `${name.replaceAll(/[ ,]+/g, '-')}.png`), shown);
}

async function tryPage(name, { open, program, theme, size }) {
  const folder = mkdtempSync(join(tmpdir(), 'sidle-browser-')), page = await open(program, { theme, folder, first: noteFirstTick });
  try {
    await page.resize(...SIZES[size]);
    await visit(page, { name, theme, small: size === 'phone', folder, shoot: (state) => picture(page, `${name} ${state}`) });
  } finally {
    await page.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What WebKit's driver answers when the process of the page has crashed. On some machines every other visit does. */
const CRASHED = /page crash|invalid session|unknown error/;

async function test(name, given, tries = 5) {
  try {
    await tryPage(name, given);
    passed++;
  } catch (error) {
    if (tries > 1 && CRASHED.test(error.message)) {
      console.log(`${name}: the browser itself has crashed; once more`);
      return test(name, given, tries - 1);
    }
    failed++;
    console.log(`FAILED: ${name}: ${error.stack.slice(0, 1500)}`);
  }
}

for (const [engine, open, program] of [['Firefox', openFirefox, firefox], ['WebKit', openWebKit, webkit]])
  for (const size of Object.keys(SIZES))
    for (const theme of ['light', 'dark']) await test(`${engine}, ${size}, ${theme}`, { open, program, theme, size });
console.log(`web: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
