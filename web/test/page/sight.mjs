// What is seen: the first scene, both themes, small screens, contrast, names for screen readers, and why a unit does
// what it does.
import assert from 'node:assert/strict';
import { click, look, open, picture, scene, spot, status, test, ticks, tool } from './helpers.mjs';
import { faultsOf, noteFirstTick } from './inside.mjs';

const SIZES = { desktop: { width: 1280, height: 800 }, tablet: { width: 820, height: 1100 }, phone: { width: 390, height: 800 }, 'phone on its side': { width: 800, height: 390 } };

/** Opens the page as it comes, without another scene. */
async function first(options, body) {
  const page = await open('', { ...options, plain: true });
  try {
    await body(page);
  } finally {
    await page.close();
  }
}

await test('the first tick is shown within a second of asking for the page', async () => {
  let least = Infinity;
  for (let k = 0; k < 5 && least >= 1000; k++) // other programs may slow some of the loads down
    await first({ first: noteFirstTick }, async (page) => {
      await page.waitForFunction(() => globalThis.firstTick);
      least = Math.min(least, await page.evaluate(() => globalThis.firstTick));
    });
  console.log(`the first tick is shown ${least.toFixed(0)} ms after the page was asked for`);
  assert.ok(least < 1000);
});

await test('the first scene plays by itself, and rests for who wants no motion', async () => {
  await first({}, async (page) => {
    await page.waitForFunction(() => globalThis.playground.session.tick > 0);
    const shown = await picture(page);
    await page.waitForFunction(() => globalThis.playground.session.tick > 20);
    assert.notEqual(await picture(page), shown);
    const { decisions, teams } = await page.evaluate(() => {
      const { session } = globalThis.playground, facts = globalThis.playground.facts();
      return { decisions: new Set(session.a.units().decisions).size, teams: new Set(facts.rim).size };
    });
    assert.ok(decisions >= 2 && teams >= 5);
  });
  await first({ reducedMotion: 'reduce' }, async (page) => {
    await page.waitForTimeout(300);
    assert.equal((await look(page)).tick, 0);
  });
});

await test('what lies beyond the map has one colour, from the first row of pixels on', async (page) => {
  const [within, beyond] = await page.evaluate(async () => {
    const { camera } = globalThis.playground, canvas = document.getElementById('map-a'), colours = [];
    const high = canvas.getBoundingClientRect().height, frame = () => new Promise(requestAnimationFrame);
    camera.scale = 40; // px a u
    for (const top of [1.5, -0.5]) { // the view begins in the second row of cells, then in that above the map
      camera.y = high / 2 / camera.scale + top;
      await frame();
      await frame();
      colours.push([0, 1, 5, 10].map((y) => [...canvas.getContext('2d').getImageData(canvas.width / 2, y, 1, 1).data].join()));
    }
    return colours;
  });
  assert.equal(new Set(beyond).size, 1, beyond.join(' '));
  assert.notEqual(beyond[0], within[0]);
});

await test('the theme is that of the system, a switch and a key change it, and it is kept', async () => {
  const colour = (page) => page.evaluate(() => {
    const canvas = document.getElementById('map-a');
    return canvas.getContext('2d').getImageData(1, 1, 1, 1).data[0];
  });
  await first({ colorScheme: 'dark' }, async (page) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), 'dark');
    await picture(page);
    assert.ok(await colour(page) < 60);
    await page.click('#theme');
    assert.equal(await theme(), 'light');
    await picture(page);
    assert.ok(await colour(page) > 150);
    await page.reload();
    await page.waitForFunction(() => globalThis.playground?.session);
    assert.equal(await theme(), 'light');
    await page.keyboard.press('x');
    assert.equal(await theme(), 'dark');
  });
});

for (const [name, viewport] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark'])
    await test(`${name}, ${colorScheme}: all is reached, is large enough, stands out and has a name`, async (page) => {
      const small = viewport.width <= 900, least = small ? 44 : 24, faults = new Set();
      const look_ = async () => { for (const one of await page.evaluate(faultsOf, least)) faults.add(one); };
      await look_();
      for (const sheet of small ? ['options', 'panel', 'more'] : []) {
        await page.click(`.sheets [data-sheet=${sheet}]`);
        if (sheet === 'panel') await page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true; });
        await look_();
      }
      assert.deepEqual([...faults], []);
      if (small) await page.click('.sheets [data-sheet=more]');
      const map = await page.locator('#map-a').boundingBox();
      assert.ok(map.width * map.height > 0.4 * viewport.width * viewport.height, 'the map has most of the screen');
    }, '', { viewport, colorScheme, hasTouch: viewport.width <= 900 });

await test('a phone: drop, select, order and queue by touches alone', async (page) => {
  await scene(page, 'empty');
  const tap = async (x, y) => page.touchscreen.tap(...await spot(page, x, y));
  await tool(page, 'drop');
  await page.tap('.sheets [data-sheet=options]');
  await page.fill('#count', '4');
  await tap(10, 14);
  assert.equal((await look(page)).count, 4);
  await page.tap('.sheets [data-sheet=options]');
  assert.equal(await page.isVisible('#count'), false);
  await tool(page, 'order');
  await tap(40, 30);
  await page.tap('.sheets [data-sheet=options]');
  await page.check('#queue');
  await tap(10, 18);
  const { points } = await page.evaluate(() => globalThis.playground.session.a.sceneUnit(0));
  assert.equal(points.length, 1);
  await page.tap('#play');
  await page.waitForFunction(() => globalThis.playground.session.tick > 10);
}, '', { viewport: SIZES.phone, hasTouch: true });

await test('every tool has its key; the focus is seen, and the state is told', async (page) => {
  for (const [key, value] of Object.entries({ o: 'order', d: 'drop', b: 'paint', l: 'line', e: 'rectangle', g: 'fill', m: 'pan', v: 'select' })) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.querySelector('[name=tool]:checked').value), value);
  }
  assert.equal(await page.getAttribute('#status', 'aria-live'), 'polite');
  await page.focus('#map-a');
  await page.keyboard.press(' ');
  assert.match(await status(page), /Playing/);
  await page.keyboard.press(' ');
  assert.match(await status(page), /Paused at \d/);
  for (const id of ['play', 'scene', 'map-a', 'undo', 'tab-values']) {
    if (await page.isDisabled(`#${id}`)) continue;
    await page.focus(`#${id}`);
    await page.keyboard.press('Shift');
    const outline = await page.evaluate((name) => getComputedStyle(document.getElementById(name)).outlineWidth, id);
    assert.equal(outline, '3px', id);
  }
  await page.keyboard.press('?');
  assert.ok(await page.isVisible('#keys'));
  await page.keyboard.press('Escape');
  const reached = new Set();
  for (let k = 0; k < 100; k++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.name));
  }
  for (const id of ['scene', 'import', 'map-a', 'play', 'scrub', 'tool', 'order', 'tab-values']) assert.ok(reached.has(id), `${id} by Tab`);
});

await test('why: what a unit sees and decides in words, who is in its way, and its last decisions on the time line', async (page) => {
  await scene(page, 'crossing');
  await ticks(page, 260);
  const unit = await page.evaluate(() => {
    const { session } = globalThis.playground;
    return [...session.a.units().decisions].findIndex((d, k) => d === 2 && session.a.why(k)?.blocker);
  });
  assert.ok(unit >= 0);
  const { at } = await look(page);
  await click(page, at[2 * unit], at[2 * unit + 1]);
  const text = await page.textContent('#unit');
  assert.match(text, /It looked \d+\.\d u ahead/);
  assert.match(text, /The trace meets/);
  const past = await page.locator('#unit .past button').allTextContents();
  const true_ = await page.evaluate((k) => {
    const { session } = globalThis.playground, list = [];
    for (let tick = 1, last; tick <= 260; tick++) {
      session.goTo(tick);
      const now = session.a.units().decisions[k];
      if (now !== last) list.push({ tick, decision: now });
      last = now;
    }
    return list.slice(-10).reverse();
  }, unit);
  assert.equal(past.length, true_.length);
  true_.forEach(({ tick }, k) => assert.ok(past[k].endsWith(`${(tick / 30).toFixed(1)} s`), `${past[k]} and tick ${tick}`));
  assert.equal(await page.locator('#strip i').count(), true_.length);
  await page.locator('#unit .past button').nth(0).click();
  assert.equal((await look(page)).tick, true_[0].tick);
  await page.evaluate(() => globalThis.playground.goTo(260));
  const shown = await picture(page);
  await page.uncheck('#thoughts');
  assert.notEqual(await picture(page), shown);
  const link = page.locator('#unit .link');
  const number = Number((await link.textContent()).replace('unit ', ''));
  await link.click();
  assert.deepEqual(await page.evaluate(() => [...globalThis.playground.show.selected]), [number - 1]);
});
