// What is played: the same bits as natively, there and back, links, files, A and B.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { click, download, drag, dragRight, look, picture, playTo, root, runNative, scene, spot, status, test, ticks, tool, work } from './helpers.mjs';

await test('the hash of a map is that of the native command', async (page) => {
  for (const name of ['doorway', 'corner']) {
    await scene(page, name);
    const expected = runNative(join(root, 'maps', `${name}.map`));
    await ticks(page, expected.ticks);
    assert.equal((await look(page)).hash, expected.hash);
  }
});

await test('paint, drop, order, play: and the file that is exported runs natively to the same hash', async (page) => {
  await scene(page, 'empty');
  await tool(page, 'paint');
  await drag(page, [30, 5], [30, 33]);
  const wall = await page.evaluate(() => [10, 20, 30].map((y) => globalThis.playground.session.a.cell(30, y)));
  assert.deepEqual(wall, [4, 4, 4]);
  await tool(page, 'drop');
  await page.fill('#count', '9');
  await page.fill('#team', '1');
  await click(page, 8, 15);
  await page.fill('#group', '2');
  await click(page, 50, 15);
  assert.equal((await look(page)).count, 18);
  await tool(page, 'select');
  await drag(page, [3, 10], [13, 20]);
  assert.equal(await page.evaluate(() => globalThis.playground.show.selected.size), 9);
  await click(page, 51, 25, { button: 'right' });
  await drag(page, [45, 10], [56, 20]);
  await page.selectOption('#order', 'patrol');
  await click(page, 8, 30, { button: 'right' });
  const values = await download(page, '#export-ini'), map = await download(page, '#export-map');
  const expected = runNative(map, '--config', values, '--seconds', '35');
  await ticks(page, expected.ticks);
  assert.equal(expected.ticks, 1050);
  assert.equal((await look(page)).hash, expected.hash);
  assert.ok(expected.arrived > 0.4, 'those who go arrive');
});

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

await test('places of 5,000 units are shown, and asked for in a fifth of the time at most', async (page) => {
  await scene(page, '@scale5000');
  await page.keyboard.press('Control+a');
  await page.selectOption('#formation', 'box');
  await page.evaluate(() => {
    const { a } = globalThis.playground.session, places = a.places.bind(a);
    globalThis.asked = [];
    a.places = (...order) => {
      const begun = performance.now(), found = places(...order), ended = performance.now();
      globalThis.asked.push({ begun, ended, found: found?.length });
      return found;
    };
  });
  const [x, y] = await spot(page, 80, 80);
  await page.mouse.move(x, y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(x + 30, y);
  for (let k = 0; k < 200 && await page.evaluate(() => globalThis.asked.length) < 4; k++) await page.mouse.move(x + 60, y + k);
  const asked = await page.evaluate(() => globalThis.asked);
  await page.mouse.up({ button: 'right' });
  assert.ok(asked.length >= 2 && asked.every(({ found }) => found === 10000));
  for (let k = 1; k < asked.length; k++) {
    const took = asked[k - 1].ended - asked[k - 1].begun, rest = asked[k].begun - asked[k - 1].ended;
    assert.ok(rest > 3.5 * took, `${took} ms of places, and again after ${rest} ms`);
  }
});

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

await test('congestion is shown where units are held up, by a switch and by a key', async (page) => {
  for (const name of ['room', '@scale1000']) {
    await scene(page, name);
    await ticks(page, 200);
    const plain = await picture(page), { hash } = await look(page);
    await page.check('#congestion');
    const shown = await picture(page);
    assert.notEqual(shown, plain);
    await page.click('#step');
    assert.notEqual(await picture(page), shown);
    await page.click('#back');
    assert.equal((await look(page)).hash, hash, 'to look changes nothing');
    await page.focus('#map-a');
    await page.keyboard.press('c');
    assert.equal(await page.isChecked('#congestion'), false);
    assert.equal(await picture(page), plain);
  }
});

await test('a slider changes its parameter at once, and a wrong number is refused in words', async (page) => {
  await ticks(page, 30);
  const before = await look(page, 'top_speed');
  await page.focus('#p-top_speed');
  for (let k = 0; k < 30; k++) await page.keyboard.press('ArrowRight');
  const after = await look(page, 'top_speed');
  assert.ok(Number(after.value) > Number(before.value), `${before.value} to ${after.value}`);
  assert.notEqual(after.hash, before.hash);
  assert.equal(await page.inputValue('#p-top_speed + input'), after.value);
  await page.fill('#p-radius + input', '9999');
  await page.keyboard.press('Tab');
  assert.match(await status(page), /found '9999' for radius, expected a number from 0.01/);
  assert.equal(await page.inputValue('#p-radius + input'), '0.5');
  assert.match(await page.textContent('#h-radius'), /at most 4 cells/);
  assert.equal(await page.locator('.param').count(), await page.evaluate(() => globalThis.playground.sidle.params.length));
});

await test('time goes back and on again to the same bits, with what was done on the way', async (page) => {
  await scene(page, 'doorway_two_way');
  await ticks(page, 70);
  await page.evaluate(() => globalThis.playground.give({ kind: 'order', units: [0, 1, 2], order: { order: 'go', x: 3, y: 3 } }));
  await ticks(page, 60);
  await page.evaluate(() => globalThis.playground.setValue('top_speed', '3'));
  await ticks(page, 70);
  const end = await look(page);
  await page.focus('#scrub');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => globalThis.playground.session.tick === 0);
  const start = await look(page);
  assert.notEqual(start.hash, end.hash);
  await page.keyboard.press('End');
  await page.waitForFunction(() => globalThis.playground.session.tick === 200);
  assert.equal((await look(page)).hash, end.hash);
  await page.click('#back');
  assert.equal((await look(page)).tick, 199);
  await page.click('#step');
  assert.equal((await look(page)).hash, end.hash);
  await page.evaluate(() => globalThis.playground.goTo(65));
  await page.evaluate(() => globalThis.playground.goTo(200));
  assert.equal((await look(page)).hash, end.hash);
});

await test('a link holds the scene, what was done, both sets of values, and the time', async (page) => {
  await scene(page, 'bridge');
  await tool(page, 'paint');
  await drag(page, [5, 5], [12, 5]);
  await page.check('#split');
  await page.waitForFunction(() => globalThis.playground.session.b);
  await page.evaluate(() => globalThis.playground.setValue('wait_time', '0.5'));
  await ticks(page, 50);
  await page.evaluate(() => globalThis.playground.give({ kind: 'order', units: [3], order: { order: 'hold' } }));
  await ticks(page, 150);
  const before = await look(page);
  assert.notEqual(before.hash, before.hashB);
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#s='));
  await page.reload();
  await page.waitForFunction(() => globalThis.playground?.session);
  assert.deepEqual(await look(page), before);
  assert.match(await status(page), /link/);
  assert.ok(await page.isVisible('#map-b'));
});

await test('a broken link is told, and the page works all the same', async (page) => {
  assert.match(await status(page), /link cannot be read/);
  assert.ok((await look(page)).count > 0);
}, '#s=AAAA');

await test('A and B: the same orders, other values, figures side by side', async (page) => {
  await scene(page, '@door_two_way60');
  await page.check('#split');
  await page.waitForFunction(() => globalThis.playground.session.b);
  await ticks(page, 20);
  const same = await look(page);
  assert.equal(same.hash, same.hashB);
  await page.fill('#p-top_speed + input', '1');
  await page.keyboard.press('Tab');
  const speeds = await page.evaluate(() => globalThis.playground.session.sides.map((play) => play.words(0).top_speed));
  assert.deepEqual(speeds, ['2', '1']);
  await ticks(page, 300);
  await page.click('#tab-figures');
  const row = await page.locator('#figures tr', { hasText: 'stretch mean' }).locator('td').allTextContents();
  assert.equal(row.length, 3);
  assert.ok((await page.textContent('#figures')).includes('static overlaps'));
  await page.uncheck('#split');
  assert.equal(await page.evaluate(() => globalThis.playground.session.sides.length), 1);
});

await test('what is done in a tick that is kept is done once when it comes again', async (page) => {
  await scene(page, 'crossing');
  await ticks(page, 60);
  await tool(page, 'drop');
  await click(page, 20, 14);
  await page.selectOption('#order', 'go');
  await page.keyboard.press('Control+a');
  await ticks(page, 100);
  const later = await look(page);
  await page.evaluate(() => globalThis.playground.goTo(60));
  await ticks(page, 100);
  assert.deepEqual(await look(page), later);
  await page.evaluate(() => globalThis.playground.goTo(0));
  await ticks(page, 160);
  assert.deepEqual(await look(page), later);
});

await test('files come in: a map, a config; a wrong one is told with its line', async (page) => {
  await page.setInputFiles('#files', join(root, 'maps', 'overtaking.map'));
  await page.waitForFunction(() => /overtaking/.test(document.getElementById('status').textContent));
  await page.setInputFiles('#files', join(root, 'maps', 'armies.ini'));
  await page.waitForFunction(() => /armies.ini: read/.test(document.getElementById('status').textContent));
  assert.ok((await page.locator('#profile option').allTextContents()).includes('tank'));
  const bad = join(work, 'bad.map');
  writeFileSync(bad, readFileSync(join(root, 'maps', 'overtaking.map'), 'utf8').replace('seconds', 'secnods'));
  const before = await look(page);
  await page.setInputFiles('#files', bad);
  await page.click('#discard');
  await page.waitForFunction(() => document.getElementById('status').classList.contains('wrong'));
  assert.match(await status(page), /^bad\.map:\d+:1: found 'secnods'/);
  assert.equal((await look(page)).hash, before.hash);
});

await test('the same scene by flow fields is the native run by flow fields', async (page) => {
  const map = join(root, 'maps', 'bridge.map');
  const expected = runNative(map, '--pathfinder', 'flow');
  await page.selectOption('#pathfinder', 'flow');
  await page.waitForFunction(() => globalThis.playground.session.source.pathfinder === 'flow');
  await ticks(page, expected.ticks);
  assert.equal((await look(page)).hash, expected.hash);
});

await test('keys alone: drop, select, order, play, pause, undo', async (page) => {
  await scene(page, 'empty');
  await page.focus('#map-a');
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  assert.equal((await look(page)).count, 20);
  await page.keyboard.press('Control+a');
  for (let k = 0; k < 4; k++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('o');
  await page.keyboard.press('Enter');
  await page.keyboard.press(' ');
  await page.waitForFunction(() => globalThis.playground.session.tick > 20);
  await page.keyboard.press(' ');
  assert.equal(await page.textContent('#play'), 'Play');
  const { at } = await look(page);
  assert.ok(at[0] > 28, 'the units are under way');
  await page.keyboard.press('r');
  await page.keyboard.press(' ');
  await page.evaluate(() => globalThis.playground.goTo(0));
  await page.keyboard.press('Delete');
  assert.equal((await look(page)).count, 0);
  await page.keyboard.press('Control+z');
  assert.equal((await look(page)).count, 20);
});

await test('fingers: one drops, two move and zoom, a long touch orders', async (page) => {
  await scene(page, 'empty');
  await tool(page, 'drop');
  await page.touchscreen.tap(...await spot(page, 20, 20));
  assert.equal((await look(page)).count, 20);
  const client = await page.context().newCDPSession(page), scale = await page.evaluate(() => globalThis.playground.camera.scale);
  const [x, y] = await spot(page, 30, 20);
  const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  await touch('touchStart', [x - 30, y]);
  await touch('touchStart', [x - 30, y], [x + 30, y]);
  await touch('touchMove', [x - 60, y], [x + 60, y]);
  await touch('touchEnd');
  assert.ok(await page.evaluate(() => globalThis.playground.camera.scale) > 1.8 * scale);
  await tool(page, 'select');
  await touch('touchStart', [x, y]);
  await page.waitForTimeout(800);
  await touch('touchEnd');
  await ticks(page, 30);
  assert.equal(await page.evaluate(() => globalThis.playground.session.a.sceneUnit(0).order), 'go');
}, '', { hasTouch: true });

