// The playground in headless Chromium, as all tests of the page use it: page/run.mjs PAGE SOURCE_ROOT SIDLE CHROMIUM.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { spotOnMap } from './inside.mjs';

export const [file, root, native, executablePath] = process.argv.slice(2);
const address = pathToFileURL(resolve(file)).href;
export const work = mkdtempSync(join(tmpdir(), 'sidle-page-'));
export const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const wrong = []; // what the console complained of, in all tests
let passed = 0, failed = 0;

/** From now on a complaint of this page is a failure. */
export function watch(page) {
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) wrong.push(message.text()); });
  page.on('pageerror', (error) => wrong.push(error.message));
}

/** plain: the page as it comes; else with the scene bridge, unless the address holds one. first: runs before the page. */
export async function open(fragment = '', { plain = false, first, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  watch(page);
  if (first) await page.addInitScript(first);
  await page.goto(address + fragment);
  await page.waitForFunction(() => globalThis.playground?.session);
  if (!fragment && !plain) await scene(page, 'bridge');
  return page;
}

export async function test(name, body, fragment, options) {
  let page;
  try {
    page = await open(fragment, options);
    await body(page);
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack.slice(0, 1500)}`);
  } finally {
    await page?.close();
  }
}

export const status = (page) => page.textContent('#status');
export const look = (page, what) => page.evaluate((key) => {
  const { session } = globalThis.playground, play = session.a;
  return { tick: session.tick, hash: play.hash, count: play.count, latest: session.latest, hashB: session.b?.hash,
    at: [...play.units().positions], ...(key ? { value: play.words(0)[key] } : {}) };
}, what);

/** Where a point of the world is on the screen. */
export const spot = (page, x, y, map = 'a') => page.evaluate(spotOnMap, [x, y, map]);

export async function click(page, x, y, { shift = false, ...options } = {}) {
  if (shift) await page.keyboard.down('Shift');
  await page.mouse.click(...await spot(page, x, y), options);
  if (shift) await page.keyboard.up('Shift');
}

export async function drag(page, from, to) {
  await page.mouse.move(...await spot(page, ...from));
  await page.mouse.down();
  await page.mouse.move(...await spot(page, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2));
  await page.mouse.move(...await spot(page, ...to));
  await page.mouse.up();
}

/** A drag of the right button. */
export async function dragRight(page, from, to) {
  await page.mouse.move(...await spot(page, ...from));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...await spot(page, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2));
  await page.mouse.move(...await spot(page, ...to));
  await page.mouse.up({ button: 'right' });
}

export const tool = (page, name) => page.check(`[name=tool][value=${name}]`, { force: true });
/** Another scene, without what was done in this one. */
export async function scene(page, name) {
  await page.selectOption('#scene', name);
  if (await page.isVisible('#unsaved')) await page.click('#discard');
}
export const ticks = (page, count) => page.evaluate((n) => globalThis.playground.goTo(globalThis.playground.session.tick + n), count);

export async function playTo(page, tick) {
  await page.click('#play');
  await page.waitForFunction((t) => globalThis.playground.session.tick >= t, tick, { timeout: 120000 });
  await page.click('#play');
}

export async function download(page, button) {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  const path = join(work, saved.suggestedFilename());
  await saved.saveAs(path);
  return path;
}

export const picture = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.getElementById('map-a').toDataURL())))));
export const runNative = (...args) => JSON.parse(execFileSync(native, ['run', ...args, '--json', '-'], { encoding: 'utf8' }));


/** A function that tells the ms that the main thread of the page has worked: other programs do not add to it. */
export async function threadTime(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => 1000 * (await client.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value;
}

/** Ends all; the exit status says whether it was good. */
export async function finish() {
  await browser.close();
  rmSync(work, { recursive: true });
  if (wrong.length) {
    failed++;
    console.log(`FAILED: the console is silent: ${[...new Set(wrong)].join('\n').slice(0, 1000)}`);
  } else passed++;
  console.log(`web: ${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
