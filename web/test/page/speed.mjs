// What the page costs.
import assert from 'node:assert/strict';
import { look, playTo, runNative, scene, test } from './helpers.mjs';

/** ms of the main thread for a frame and for a tick, by its own clock: other programs do not add to it. */
async function cost(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (seconds) => {
    const read = async () => (await client.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000;
    const before = await read();
    const [frames, done] = await page.evaluate(async (ms) => {
      const { session } = globalThis.playground, from = session.tick, end = performance.now() + ms;
      let count = 0;
      for (; performance.now() < end; count++) await new Promise(requestAnimationFrame);
      return [count, session.tick - from];
    }, 1000 * seconds);
    return { frames, done, ms: await read() - before };
  };
  const still = await spent(2), frame = still.ms / still.frames;
  await page.click('#play');
  await spent(1);
  const moving = await spent(3);
  await page.click('#play');
  return { frame, tick: Math.max(0, moving.ms - moving.frames * frame) / moving.done };
}

await test('5,000 units at 60 frames and 30 ticks a second leave time on the main thread', async (page) => {
  await scene(page, '@scale5000');
  const { frame, tick } = await cost(page), share = (60 * frame + 30 * tick) / 10;
  console.log(`5,000 units: ${frame.toFixed(1)} ms a frame, ${tick.toFixed(1)} ms a tick: ${share.toFixed(0)} % of the main thread`);
  assert.ok(share < 100 && frame + tick < 1000 / 60 * 1.5);
});

/** ms of the processor that all of the browser takes for a frame: a canvas is also drawn outside of the main thread. */
async function workOf(page, seconds) {
  const client = await browser.newBrowserCDPSession();
  const read = async () => (await client.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
  const before = await read();
  const frames = await page.evaluate(async (ms) => {
    const end = performance.now() + ms;
    let count = 0;
    for (; performance.now() < end; count++) await new Promise(requestAnimationFrame);
    return count;
  }, 1000 * seconds);
  const spent = await read() - before;
  await client.detach();
  return spent / frames;
}

/** Frames a second for some seconds, and what of the main thread they would take at 60. */
async function rateOf(page, seconds = 2.5) {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => 1000 * (await client.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value;
  const before = await spent(), [frames, ms] = await page.evaluate(async (wanted) => {
    const from = performance.now();
    let count = 0;
    for (; performance.now() < from + wanted; count++) await new Promise(requestAnimationFrame);
    return [count, performance.now() - from];
  }, 1000 * seconds);
  return { rate: (1000 * frames) / ms, cost: (await spent() - before) / frames };
}

const STATES = {
  '': async () => {},
  'all selected': (page) => page.keyboard.press('Control+a'),
  'with congestion': async (page) => { await page.keyboard.press('Escape'); await page.check('#congestion'); },
  'with numbers, while the map moves': async (page) => {
    await page.uncheck('#congestion');
    await page.check('#numbers');
    await page.evaluate(() => { const move = () => { globalThis.playground.camera.move(Math.sin(performance.now() / 300), 0); requestAnimationFrame(move); }; move(); });
  },
};

// ms of the main thread for a frame with its part of the ticks: 60 a second, and with 500 units 30 at the least.
for (const [count, name, most] of [[500, '@circle500', 33], [5000, '@scale5000', 16.7]])
  await test(`${count} units are drawn in time in every state`, async (page) => {
    await page.evaluate((map) => globalThis.playground.open({ map, pathfinder: 'astar' }, map), name);
    await page.click('#play');
    for (const [state, enter] of Object.entries(STATES)) {
      await enter(page);
      await page.waitForTimeout(300);
      const { rate, cost: ms } = await rateOf(page);
      console.log(`${count} units ${state}: ${rate.toFixed(0)} frames a second, ${ms.toFixed(1)} ms of the main thread each`);
      assert.ok(ms < most * (state ? 2 : 1), `${count} units ${state}: ${ms} ms a frame`);
    }
  });

await test('5,000 units move, and are drawn', async (page) => {
  await scene(page, '@scale5000');
  await page.click('#tab-times');
  await playTo(page, 30);
  const before = await look(page);
  await playTo(page, 60);
  const after = await look(page);
  assert.equal(after.count, 5000);
  assert.ok(after.at.filter((v, k) => v !== before.at[k]).length > 5000);
  assert.match(await page.textContent('#times'), /look[\d.]+ ms/);
  const expected = runNative('@scale5000', '--seconds', '1');
  await page.evaluate(() => globalThis.playground.goTo(30));
  assert.equal((await look(page)).hash, expected.hash);
});

