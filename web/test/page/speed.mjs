// What the page costs.
import assert from 'node:assert/strict';
import { look, playTo, runNative, scene, test, threadTime } from './helpers.mjs';

/** For some seconds: frames and ticks, frames a second, and ms of the main thread for a frame. */
async function rateOf(page, seconds = 2.5) {
  const spent = await threadTime(page), before = await spent();
  const [frames, ticks, ms] = await page.evaluate(async (wanted) => {
    const { session } = globalThis.playground, from = performance.now(), tick = session.tick;
    let count = 0;
    for (; performance.now() < from + wanted; count++) await new Promise(requestAnimationFrame);
    return [count, session.tick - tick, performance.now() - from];
  }, 1000 * seconds);
  return { frames, ticks, rate: (1000 * frames) / ms, cost: (await spent() - before) / frames };
}

await test('5,000 units at 60 frames and 30 ticks a second leave time on the main thread', async (page) => {
  await scene(page, '@scale5000');
  const { cost: frame } = await rateOf(page);
  await page.click('#play');
  await page.waitForTimeout(1000);
  const moving = await rateOf(page), tick = Math.max(0, moving.frames * (moving.cost - frame)) / moving.ticks;
  const share = (60 * frame + 30 * tick) / 10;
  console.log(`5,000 units: ${frame.toFixed(1)} ms a frame, ${tick.toFixed(1)} ms a tick: ${share.toFixed(0)} % of the main thread`);
  assert.ok(share < 100);
});

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

