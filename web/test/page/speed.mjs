// What the page costs.
import assert from 'node:assert/strict';
import { look, picture, playTo, runNative, scene, test, threadTime } from './helpers.mjs';

/** For some seconds, in play or not: frames, ticks, frames a second, and ms of the main thread for a frame. */
async function rateOf(page, playing, seconds) {
  const spent = await threadTime(page);
  await page.evaluate((on) => globalThis.playground.setPlaying(on), playing);
  const before = await spent(), [frames, ticks, ms] = await page.evaluate(async (wanted) => {
    const { session } = globalThis.playground, from = performance.now(), tick = session.tick;
    let count = 0;
    for (; performance.now() < from + wanted; count++) await new Promise(requestAnimationFrame);
    return [count, session.tick - tick, performance.now() - from];
  }, 1000 * seconds);
  return { frames, ticks, rate: (1000 * frames) / ms, cost: (await spent() - before) / frames };
}

/** ms of the main thread for one of 60 frames a second, with its part of 30 ticks: where other programs slow the
 * frames down, each has more ticks than that. */
async function costOf(page) {
  const playing = await rateOf(page, true, 2.5), still = await rateOf(page, false, 1);
  const tick = (Math.max(0, playing.cost - still.cost) * playing.frames) / playing.ticks;
  return { ...playing, cost: still.cost + tick / 2 };
}

/** What the page shows at the moment, to tell that a state is on. */
const shown = (page) => page.evaluate(() => {
  const { show, views: [view], camera } = globalThis.playground, { jams } = view.flow;
  return { selected: show.selected.size, squares: jams ? jams.units.filter(Boolean).length : 0, numbers: show.numbers, body: camera.scale / 2, x: camera.x };
});

// How each state begins, and how it is known to be on; they follow each other.
const STATES = {
  'under way': [async () => {}, (on) => on.selected === 0 && !on.squares],
  'all of them selected': [(page) => page.keyboard.press('Control+a'), (on, count) => on.selected === count],
  'with congestion': [async (page) => { await page.keyboard.press('Escape'); await page.check('#congestion'); }, (on) => on.squares > 10 && on.selected === 0],
  'while the map moves': [async (page) => {
    await page.uncheck('#congestion');
    await page.evaluate(() => { const move = () => { globalThis.playground.camera.move(Math.sin(performance.now() / 300), 0); requestAnimationFrame(move); }; move(); });
  }, (on, count, before) => on.x !== before.x],
  'with numbers, near by': [async (page) => {
    await page.check('#numbers');
    await page.evaluate(() => { const { camera } = globalThis.playground; camera.scale = Math.max(camera.scale, 14); });
  }, (on) => on.numbers && on.body > 6],
};

// The most ms: under way, and in each other state.
for (const [count, name, ...most] of [[500, '@circle500', 8, 16], [5000, '@scale5000', 16.7, 33.3]])
  await test(`${count} units are drawn in time in every state`, async (page) => {
    await page.evaluate((map) => globalThis.playground.open({ map, pathfinder: 'astar' }, map), name);
    assert.equal((await look(page)).count, count);
    for (const [k, [state, [enter, isOn]]] of Object.entries(STATES).entries()) {
      const before = await shown(page);
      await enter(page);
      await page.evaluate(() => globalThis.playground.setPlaying(true));
      await page.waitForTimeout(300);
      assert.ok(isOn(await shown(page), count, before), `${state} is on: ${JSON.stringify(await shown(page))}`);
      const { frames, ticks, rate, cost } = await costOf(page);
      console.log(`${count} units ${state}: ${cost.toFixed(1)} ms of the main thread a frame (${rate.toFixed(0)} frames a second)`);
      assert.ok(ticks > 0.4 * frames, `${count} units ${state}: ${ticks} ticks in ${frames} frames`);
      assert.ok(cost < most[Math.min(k, 1)], `${count} units ${state}: ${cost} ms a frame`);
    }
  });

await test('5,000 units move as natively, and are drawn', async (page) => {
  await scene(page, '@scale5000');
  await page.click('#tab-times');
  await playTo(page, 30);
  const before = await look(page), drawn = await picture(page);
  await playTo(page, 60);
  const after = await look(page);
  assert.equal(after.count, 5000);
  assert.ok(after.at.filter((v, k) => v !== before.at[k]).length > 5000);
  assert.notEqual(await picture(page), drawn);
  assert.match(await page.textContent('#times'), /look[\d.]+ ms/);
  const expected = runNative('@scale5000', '--seconds', '1');
  await page.evaluate(() => globalThis.playground.goTo(30));
  assert.equal((await look(page)).hash, expected.hash);
});
