// Orders in formation, drawn with the mouse.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { click, download, drag, look, picture, runNative, scene, spot, test, ticks, tool } from './page_kit.mjs';

/** A drag of the right button. */
async function dragRight(page, from, to) {
  await page.mouse.move(...await spot(page, ...from));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...await spot(page, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2));
  await page.mouse.move(...await spot(page, ...to));
  await page.mouse.up({ button: 'right' });
}

await test('an order in formation: drawn with the right button, kept by undo, the link and the file', async (page) => {
  await scene(page, 'empty');
  await tool(page, 'paint');
  await drag(page, [30, 1], [30, 20]);
  await tool(page, 'drop');
  await page.fill('#count', '15');
  await click(page, 8, 10);
  await page.selectOption('#formation', 'wedge');
  await page.fill('#gap', '0.75');
  await dragRight(page, [50, 12], [50, 5]);
  const formed = () => page.evaluate(() => {
    const { a } = globalThis.playground.session, { troop, order } = a.sceneUnit(14);
    return { order, ...(troop ? a.troop(troop) : {}) };
  });
  const wedge = await formed();
  assert.deepEqual([wedge.order, wedge.shape, wedge.gap], ['go', 'wedge', 0.75]);
  assert.ok(wedge.facingY < -3 && Math.abs(wedge.facingX) < 0.5, JSON.stringify(wedge));
  await page.keyboard.press('Control+z');
  assert.equal((await formed()).order, 'none');
  await page.selectOption('#facing', 'north');
  await click(page, 50, 12, { button: 'right' });
  assert.deepEqual([(await formed()).facingX, (await formed()).facingY], [0, -1]);
  const values = await download(page, '#export-ini'), map = await download(page, '#export-map');
  assert.match(readFileSync(map, 'utf8'), /formation=wedge,0,0\.75 facing=0,-1/);
  const expected = runNative(map, '--config', values);
  assert.equal(expected.arrived, 1);
  await ticks(page, expected.ticks);
  assert.equal((await look(page)).hash, expected.hash);
  // In mid-run, as a line; a link brings it back.
  await page.selectOption('#formation', 'line');
  await click(page, 20, 30, { button: 'right' });
  await ticks(page, 100);
  assert.equal((await formed()).shape, 'line');
  const before = await look(page);
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#s='));
  await page.reload();
  await page.waitForFunction(() => globalThis.playground?.session);
  assert.deepEqual(await look(page), before);
  assert.equal((await formed()).shape, 'line');
});

await test('while the button is down the places of a formation are shown, and there the units go', async (page) => {
  const shown = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const { show, views, session } = globalThis.playground;
    done({ asked: !!show.order, places: show.order && [...views[0].preview.places ?? []], order: session.a.sceneUnit(0).order });
  }))));
  const hold = async (x, y) => { await page.mouse.move(...await spot(page, x, y)); await page.mouse.down({ button: 'right' }); };
  await scene(page, 'empty');
  await tool(page, 'drop');
  await page.fill('#count', '12');
  await click(page, 8, 20);
  const plain = await picture(page), { hash } = await look(page);
  await hold(40, 20);
  assert.equal((await shown()).asked, false, 'without a formation');
  await page.mouse.up({ button: 'right' });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+a');
  await page.selectOption('#formation', 'line');
  await hold(40, 20);
  const along = await shown();
  assert.equal(along.places.length, 24);
  assert.equal(along.order, 'none', 'nothing is ordered yet');
  assert.notEqual(await picture(page), plain);
  assert.ok(Math.max(...along.places.filter((v, k) => k % 2 === 0)) - 40 < 1, 'the line faces along the way');
  await page.mouse.move(...await spot(page, 40, 15));
  await page.mouse.move(...await spot(page, 40, 12));
  const turned = await shown();
  assert.ok(Math.max(...turned.places.filter((v, k) => k % 2 === 0)) - 40 > 5, 'it turns with the hand');
  assert.equal((await look(page)).hash, hash, 'to look changes nothing');
  await page.mouse.up({ button: 'right' });
  const after = await shown();
  assert.deepEqual([after.asked, after.order], [false, 'go']);
  await ticks(page, 900);
  const { at } = await look(page);
  const away = (k) => Math.min(...[...Array(12).keys()].map((n) => Math.hypot(at[2 * n] - turned.places[k], at[2 * n + 1] - turned.places[k + 1])));
  for (let k = 0; k < 24; k += 2) assert.ok(away(k) < 0.3, `${away(k)} u from a place that was shown to a unit`);
  await page.selectOption('#order', 'approach');
  await hold(20, 20);
  assert.equal((await shown()).asked, false, 'who approaches has no place');
  await page.mouse.up({ button: 'right' });
}, '');

await test('a formation is for orders that have one, and without it each goes by itself', async (page) => {
  await scene(page, 'crossing');
  await page.keyboard.press('Control+a');
  const troop = () => page.evaluate(() => globalThis.playground.session.a.sceneUnit(0).troop);
  await click(page, 20, 10, { button: 'right' });
  assert.equal(await troop(), 0);
  await page.selectOption('#formation', 'disc');
  await page.selectOption('#order', 'wander');
  assert.ok(await page.isDisabled('#formation'));
  await click(page, 20, 10, { button: 'right' });
  assert.equal(await troop(), 0);
  await page.selectOption('#order', 'patrol');
  assert.ok(await page.isEnabled('#formation'));
  await click(page, 20, 10, { button: 'right' });
  assert.ok(await troop() > 0);
  await page.selectOption('#formation', '');
  await click(page, 20, 10, { button: 'right' });
  assert.equal(await troop(), 0);
});
