// The level editor: ground, units, orders, undo and redo, files in and out, and that no work is lost.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { click, download, drag, dragRight, look, native, root, runNative, scene, spot, status, test, ticks, tool, work } from './helpers.mjs';

const cells = (page, ...list) => page.evaluate((all) => all.map(([x, y]) => globalThis.playground.session.a.cell(x, y)), list);
const unit = (page, k) => page.evaluate((n) => globalThis.playground.session.a.sceneUnit(n), k);
const selected = (page) => page.evaluate(() => [...globalThis.playground.show.selected]);
const key = (page, keys) => page.keyboard.press(keys);

async function drop(page, x, y, count, fields = {}) {
  await tool(page, 'drop');
  for (const [id, value] of Object.entries({ count, ...fields })) await page.fill(`#${id}`, String(value));
  await click(page, x, y);
}

await test('brush, line, rectangle and fill change the ground; undo and redo take all of it there and back', async (page) => {
  await scene(page, 'empty');
  const shape = () => cells(page, [10, 10], [15, 10], [20, 10], [30, 30], [33, 32], [5, 5]);
  await tool(page, 'line');
  await page.fill('#brush', '1');
  await page.selectOption('#terrain', '2');
  await drag(page, [10.5, 10.5], [20.5, 10.5]);
  await tool(page, 'rectangle');
  await page.selectOption('#terrain', '4');
  await drag(page, [30.5, 30.5], [35.5, 33.5]);
  await tool(page, 'fill');
  await page.selectOption('#terrain', '1');
  await click(page, 5.5, 5.5);
  assert.deepEqual(await shape(), [2, 2, 2, 4, 4, 1]);
  await key(page, 'Control+z');
  assert.deepEqual(await shape(), [2, 2, 2, 4, 4, 0]);
  await page.click('#undo');
  assert.deepEqual(await shape(), [2, 2, 2, 0, 0, 0]);
  await key(page, 'Control+z');
  assert.deepEqual(await shape(), [0, 0, 0, 0, 0, 0]);
  assert.ok(await page.isDisabled('#undo'));
  await key(page, 'Control+y');
  await key(page, 'Control+Shift+Z');
  await page.click('#redo');
  assert.deepEqual(await shape(), [2, 2, 2, 4, 4, 1]);
  assert.ok(await page.isDisabled('#redo'));
});

await test('what is done in the run is undone at its time, and done again', async (page) => {
  await scene(page, 'crossing');
  await ticks(page, 45);
  await key(page, 'Control+a');
  await click(page, 20, 4, { button: 'right' });
  await page.evaluate(() => globalThis.playground.goTo(120));
  const end = await look(page);
  await key(page, 'Control+z');
  assert.equal((await look(page)).tick, 45);
  assert.equal(await page.evaluate(() => globalThis.playground.session.log.length), 0);
  await ticks(page, 75);
  assert.notEqual((await look(page)).hash, end.hash);
  await key(page, 'Control+y');
  assert.equal((await look(page)).tick, 45);
  await ticks(page, 75);
  assert.equal((await look(page)).hash, end.hash);
});

await test('another size of the map: units beyond it go, and undo brings them back', async (page) => {
  await scene(page, 'empty');
  await drop(page, 50, 30, 9);
  await drop(page, 10, 10, 4);
  await page.click('#resize');
  await page.fill('#columns', '40');
  await page.fill('#rows', '24');
  await page.click('#size-dialog .primary');
  await page.waitForFunction(() => globalThis.playground.session.a.scene().width === 40);
  assert.equal((await look(page)).count, 4);
  const map = await download(page, '#export-map');
  assert.match(readFileSync(map, 'utf8'), /height 24\nwidth 40\n/);
  execFileSync(native, ['check', map]);
  await key(page, 'Control+z');
  assert.equal((await look(page)).count, 13);
});

await test('a new profile has the values of the one that is shown, and its own from then on', async (page) => {
  await scene(page, 'empty');
  await page.fill('#p-top_speed + input', '3');
  await key(page, 'Tab');
  await page.click('#new-profile');
  await page.fill('#profile-name', 'tank');
  await page.click('#profile-dialog .primary');
  await page.waitForFunction(() => /tank/.test(document.getElementById('status').textContent));
  await page.fill('#p-radius + input', '1.2');
  await key(page, 'Tab');
  const values = await page.evaluate(() => [0, 1].map((k) => globalThis.playground.session.a.words(k)).map((w) => [w.top_speed, w.radius]));
  assert.deepEqual(values, [['3', '0.5'], ['3', '1.2']]);
  await drop(page, 20, 20, 3);
  assert.equal((await unit(page, 0)).profile, 1);
  const map = await download(page, '#export-map');
  assert.match(readFileSync(map, 'utf8'), /profile tank .*radius=1.2/);
});

const values = (page, profile, key) => page.evaluate(([n, name]) => globalThis.playground.session.sides.map((play) => play.words(n)[name]), [profile, key]);
const fillValue = async (page, id, text) => { await page.fill(`#p-${id} + input`, text); await key(page, 'Tab'); };
async function addProfile(page, name) {
  await page.click('#new-profile');
  await page.fill('#profile-name', name);
  await page.click('#profile-dialog .primary');
  await page.waitForFunction((text) => document.getElementById('status').textContent.startsWith(`The profile '${text}'`), name);
}

await test('a profile that follows the one that is shown is told so, and has the values of each side', async (page) => {
  await scene(page, 'empty');
  await addProfile(page, 'tank');
  await fillValue(page, 'top_speed', '3');
  await page.check('#split');
  await page.waitForFunction(() => globalThis.playground.session.b);
  await fillValue(page, 'top_speed', '5');
  assert.deepEqual(await values(page, 1, 'top_speed'), ['3', '5']);
  await addProfile(page, 'heavy');
  assert.match(await status(page), /^The profile 'heavy' has the values of 'tank' now/);
  assert.deepEqual(await values(page, 2, 'top_speed'), ['3', '5']);
  assert.equal(await page.inputValue('#p-top_speed + input'), '5');
  assert.deepEqual(await values(page, 0, 'top_speed'), ['2', '2']);
});

await test('a value is marked where it does not follow from radius and top speed, and the defaults follow from them', async (page) => {
  await scene(page, 'empty');
  const marked = () => page.$$eval('.param.changed label', (labels) => labels.map((label) => label.textContent));
  assert.deepEqual(await marked(), []);
  const [slow] = await values(page, 0, 'acceleration');
  await fillValue(page, 'top_speed', '3');
  assert.deepEqual(await marked(), ['top speed']);
  const [followed] = await values(page, 0, 'acceleration');
  assert.notEqual(followed, slow);
  await fillValue(page, 'acceleration', '5');
  assert.deepEqual(await marked(), ['top speed', 'acceleration']);
  await page.click('#defaults');
  assert.deepEqual(await marked(), ['top speed']);
  assert.deepEqual([await values(page, 0, 'top_speed'), await values(page, 0, 'acceleration')], [['3'], [followed]]);
  await key(page, 'Control+z');
  assert.deepEqual(await values(page, 0, 'acceleration'), ['5']);
});

await test('copy and paste, control groups, and a double click that selects the kind', async (page) => {
  await scene(page, 'empty');
  await drop(page, 8, 8, 4, { team: 1 });
  await drop(page, 8, 25, 4, { team: 2 });
  await tool(page, 'select');
  await drag(page, [4, 4], [12, 12]);
  await key(page, 'Control+1');
  await key(page, 'Control+c');
  await page.mouse.move(...await spot(page, 30, 10));
  await key(page, 'Control+v');
  assert.equal((await look(page)).count, 12);
  assert.deepEqual(await selected(page), [8, 9, 10, 11]);
  const { at } = await look(page);
  assert.ok(Math.abs(at[16] - at[0] - 22) < 0.2 && (await unit(page, 8)).team === 1);
  await key(page, 'Escape');
  await key(page, '1');
  assert.deepEqual(await selected(page), [0, 1, 2, 3]);
  await key(page, '2');
  assert.match(await status(page), /no group 2/);
  await page.mouse.dblclick(...await spot(page, at[0], at[1]));
  assert.deepEqual(await selected(page), [0, 1, 2, 3, 8, 9, 10, 11]);
  await key(page, ']');
  assert.deepEqual(await selected(page), [1]);
});

await test('shift queues orders: units go to one goal after the other, round walls', async (page) => {
  await scene(page, 'empty');
  await tool(page, 'rectangle');
  await drag(page, [25.5, 0.5], [27.5, 25.5]);
  await drop(page, 10, 10, 1);
  await click(page, 20, 10, { button: 'right' });
  await click(page, 40, 10, { button: 'right', shift: true });
  assert.match(await status(page), /Queued/);
  const { goalX, points } = await unit(page, 0);
  assert.ok(Math.abs(goalX - 40) < 0.2 && points.length > 2 && Math.abs(points[0].x - 20) < 0.2, JSON.stringify(points));
  const expected = runNative(await download(page, '#export-map'), '--seconds', '60');
  await ticks(page, 120);
  await click(page, 50, 30, { button: 'right', shift: true });
  await ticks(page, 1100);
  const { at } = await look(page);
  assert.ok(Math.hypot(at[0] - 50, at[1] - 30) < 0.5, `${at}`);
  assert.equal(expected.arrived, 1);
});

await test('a right drag sends a box that faces where the drag leads', async (page) => {
  await scene(page, 'empty');
  await drop(page, 10, 20, 9);
  await dragRight(page, [40, 20], [40, 10]);
  const { troop } = await unit(page, 0), form = await page.evaluate((n) => globalThis.playground.session.a.troop(n), troop);
  assert.equal(form.shape, 'box');
  assert.ok(form.facingY < -5 && Math.abs(form.facingX) < 1);
});

await test('the place beneath the pointer, numbers that are clicked, flags at goals', async (page) => {
  await scene(page, 'bridge');
  await page.mouse.move(...await spot(page, 29.4, 3.4));
  assert.match(await page.textContent('#pointer'), /^29\.4, 3\.4 u · cell 29,3 · water$/);
  const shot = () => page.screenshot({ clip: { x: 190, y: 60, width: 740, height: 600 } });
  await page.uncheck('#goals');
  const { at } = await look(page), plain = await shot();
  await page.check('#numbers');
  assert.notDeepEqual(await shot(), plain);
  await click(page, at[6], at[7]);
  assert.deepEqual(await selected(page), [3]);
  const without = await shot();
  await page.check('#goals');
  assert.notDeepEqual(await shot(), without);
});

/** Files as if they were dropped on the page. */
const dropFiles = (page, ...files) => page.evaluate((all) => {
  const data = new DataTransfer();
  for (const [name, text] of all) data.items.add(new File([text], name));
  document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
}, files);

await test('a map of Tiled that is dropped is what the command makes of it, and gives the scene its name', async (page) => {
  for (const name of ['doorway_two_way', 'patrol', 'march_gap']) {
    const tmx = join(work, `${name}.tmx`), map = join(work, `${name}.map`);
    execFileSync(native, ['convert', join(root, 'maps', `${name}.map`), tmx]);
    execFileSync(native, ['convert', tmx, map]);
    const expected = runNative(map, '--seconds', '5');
    await dropFiles(page, [`${name}.tmx`, readFileSync(tmx, 'utf8')]);
    await page.waitForFunction((wanted) => globalThis.playground.name === wanted, name);
    assert.equal(await page.evaluate(() => document.getElementById('scene').selectedOptions[0].text), name);
    assert.equal(await page.evaluate(() => globalThis.playground.session.source.map), readFileSync(map, 'utf8'));
    await ticks(page, expected.ticks);
    assert.equal((await look(page)).hash, expected.hash);
  }
  await scene(page, 'corner');
  await scene(page, 'file:patrol');
  assert.equal(await page.evaluate(() => globalThis.playground.name), 'patrol');
  assert.equal((await download(page, '#export-map')).split('/').at(-1), 'patrol.map');
  await dropFiles(page, ['odd.tmx', '<map orientation="hexagonal"/>']);
  await page.waitForFunction(() => document.querySelector('#faults button'));
  assert.match(await page.textContent('#faults'), /found the orientation 'hexagonal'/);
});

await test('a scene plays at its own rate, and so does its link', async (page) => {
  const text = readFileSync(join(root, 'maps', 'corner.map'), 'utf8').replace('\nmap\n', '\nhz 20\nmap\n'), file = join(work, 'slow.map');
  writeFileSync(file, text);
  const expected = runNative(file, '--seconds', '6');
  assert.equal(expected.ticks, 120);
  await dropFiles(page, ['slow.map', text]);
  await page.waitForFunction(() => globalThis.playground.name === 'slow');
  await ticks(page, 120);
  assert.equal((await look(page)).hash, expected.hash);
  assert.equal(await page.textContent('#clock'), '6.0 s');
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#s='));
  await page.reload();
  await page.waitForFunction(() => globalThis.playground?.session);
  assert.equal((await look(page)).hash, expected.hash);
  assert.equal(await page.textContent('#clock'), '6.0 s');
});

await test('what is wrong with a file is told a line each; a click leads there, and mended text is read', async (page) => {
  const text = readFileSync(join(root, 'maps', 'overtaking.map'), 'utf8').replace('seconds', 'secnods').replace(/move=/, 'mvoe=');
  const before = await look(page);
  await dropFiles(page, ['bad.map', text]);
  await page.waitForFunction(() => document.querySelectorAll('#faults button').length >= 2);
  const faults = await page.locator('#faults button').allTextContents();
  assert.ok(faults.every((fault) => /^bad\.map:\d+:\d+: found/.test(fault)), faults.join('\n'));
  await page.locator('#faults button').nth(0).click();
  const chosen = () => page.evaluate(() => { const s = document.getElementById('source'); return s.value.slice(s.selectionStart, s.selectionEnd); });
  assert.match(await chosen(), /^secnods/);
  assert.equal((await look(page)).hash, before.hash, 'the scene stays');
  await page.fill('#source', text.replace('secnods', 'seconds').replace('mvoe=', 'move='));
  await page.click('#read');
  assert.equal(await page.isVisible('#text'), false);
  assert.equal(await page.evaluate(() => globalThis.playground.name), 'bad');
  await page.click('#as-text');
  assert.match(await page.inputValue('#source'), /^type octile\n/);
});

await test('a config that is imported is undone; a wrong one leaves the run as it is', async (page) => {
  await scene(page, 'crossing');
  const profiles = () => page.locator('#profile option').allTextContents(), before = await profiles();
  await dropFiles(page, ['armies.ini', readFileSync(join(root, 'maps', 'armies.ini'), 'utf8')]);
  await page.waitForFunction(() => /armies.ini: read/.test(document.getElementById('status').textContent));
  const armed = await look(page, 'radius');
  assert.ok((await profiles()).includes('tank'));
  await key(page, 'Control+z');
  assert.deepEqual(await profiles(), before);
  assert.notEqual((await look(page)).hash, armed.hash);
  await key(page, 'Control+y');
  assert.deepEqual(await look(page, 'radius'), armed);
  await ticks(page, 30);
  await key(page, 'Control+a');
  await click(page, 20, 4, { button: 'right' });
  await ticks(page, 20);
  const { hash } = await look(page);
  await dropFiles(page, ['bad.ini', '[default]\nradiuss = 1\n']);
  await page.waitForFunction(() => /did you mean 'radius'/.test(document.getElementById('status').textContent));
  assert.deepEqual([(await look(page)).hash, (await look(page)).tick], [hash, 50]);
  await page.evaluate(() => globalThis.playground.goTo(0));
  await ticks(page, 50);
  assert.equal((await look(page)).hash, hash);
});

await test('values that are saved are no copy of the work: the page asks all the same', async (page) => {
  await scene(page, 'empty');
  await drop(page, 20, 20, 5);
  await download(page, '#export-ini');
  await page.selectOption('#scene', 'corner');
  await page.click('#stay');
  assert.equal((await look(page)).count, 5);
  await download(page, '#export-map');
  await page.selectOption('#scene', 'corner');
  await page.waitForFunction(() => globalThis.playground.name === 'corner');
});

await test('before another scene takes the place of work, the page asks', async (page) => {
  await scene(page, 'empty');
  await drop(page, 20, 20, 5);
  await page.selectOption('#scene', 'corner');
  await page.click('#stay');
  assert.equal((await look(page)).count, 5);
  assert.equal(await page.inputValue('#scene'), 'empty');
  await page.selectOption('#scene', 'corner');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#export-first')]);
  assert.equal(saved.suggestedFilename(), 'empty.map');
  await page.waitForFunction(() => globalThis.playground.name === 'corner');
  await page.selectOption('#scene', 'empty');
  assert.equal(await page.isVisible('#unsaved'), false, 'nothing was done');
});

await test('a page that is closed brings the work back when it is opened again', async (page) => {
  await scene(page, 'empty');
  await drop(page, 20, 20, 5);
  await page.waitForFunction(() => localStorage.getItem('sidle.work'), null, { timeout: 10000 });
  await page.reload();
  await page.waitForFunction(() => globalThis.playground?.session);
  assert.equal((await look(page)).count, 5);
  assert.match(await status(page), /empty: as you left it/);
  await page.selectOption('#scene', 'corner');
  assert.ok(await page.isVisible('#unsaved'));
  await page.click('#discard');
});
