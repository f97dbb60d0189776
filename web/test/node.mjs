// node.mjs PACKAGE SOURCE_ROOT SIDLE: the package under node, and its hashes beside those of the native command.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const [folder, root, native] = process.argv.slice(2);
const { SidleError, load, valueText, writeConfig, writeFixture } = await import(pathToFileURL(resolve(folder, 'sidle.js')));
const work = mkdtempSync(join(tmpdir(), 'sidle-web-'));
let passed = 0, failed = 0;

async function test(name, body) {
  try {
    await body();
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack}`);
  }
}

const map = (name) => readFileSync(join(root, 'maps', `${name}.map`), 'utf8');
const runNative = (...args) => JSON.parse(execFileSync(native, ['run', ...args, '--json', '-'], { encoding: 'utf8' }));

function run(play, ticks) {
  for (let k = 0; k < ticks; k++) assert.ok(play.tick(), play.said);
  return play.hash;
}

/** A scene as text, played natively and here. */
function sameAsNative(text, config, ...options) {
  const file = join(work, 'scene.map'), ini = join(work, 'config.ini');
  writeFileSync(file, text);
  writeFileSync(ini, config);
  return runNative(file, '--config', ini, ...options);
}

/** A map with these lines above it, and units of group a. */
const crew = (head, ...units) => `type octile\nheight 9\nwidth 30\nseconds 20\n${head}\n${units.map((unit) => `unit a ${unit}\n`).join('')}` +
  `map\n${`${'.'.repeat(30)}\n`.repeat(9)}`;

for (const name of ['doorway_two_way', 'chase', 'building', 'room', 'air_over_ground', 'meadow'])
  await test(`the hash of ${name} is the native one`, async () => {
    const expected = runNative(join(root, 'maps', `${name}.map`));
    const play = (await load()).play(map(name));
    assert.equal(run(play, expected.ticks), expected.hash);
    const figures = play.figures();
    assert.equal(figures.ticks, expected.ticks);
    assert.equal(figures.arrived, expected.arrived);
    assert.equal(figures.static_overlaps, 0);
    play.close();
  });

await test('so is that of a flow field, of another rate, of a generated scene and of a config', async () => {
  const sidle = await load();
  const bridge = join(root, 'maps', 'bridge.map');
  const flow = runNative(bridge, '--pathfinder', 'flow', '--hz', '20');
  assert.equal(run(sidle.play(map('bridge'), { pathfinder: 'flow', hz: 20 }), flow.ticks), flow.hash);
  const door = runNative('@door40', '--seed', '3');
  assert.equal(run(sidle.play('@door40', { seed: 3 }), door.ticks), door.hash);
  const config = readFileSync(join(root, 'maps', 'armies.ini'), 'utf8');
  const text = crew('hz 20\ngroup a goal=25,4', '1.5,2', '1.5,7'), native20 = sameAsNative(text, ''), slow = sidle.play(text);
  assert.equal(run(slow, native20.ticks), native20.hash);
  assert.equal(slow.hz, 20);
  assert.ok(native20.ticks > 100 && Math.abs(slow.seconds - native20.seconds) < 1e-5);
  const armed = runNative(join(root, 'maps', 'crossing.map'), '--config', join(root, 'maps', 'armies.ini'));
  const play = sidle.play(map('crossing'), { config });
  assert.equal(play.profile(2).radius, 1.5);
  assert.equal(run(play, armed.ticks), armed.hash);
});

/** What a fixture's text is written as, and the hashes of both after so many ticks. */
function rewritten(sidle, text, ticks) {
  const play = sidle.play(text), written = writeFixture(play), again = sidle.play(written, { config: writeConfig(play) });
  assert.equal(writeFixture(again), written);
  const hashes = [run(play, ticks), run(again, ticks)];
  play.close();
  again.close();
  return { written, hashes };
}

await test('a fixture that was written plays as the one that was read', async () => {
  const sidle = await load();
  const names = ['chase', 'building', 'patrol', 'mixed_radii', 'horde', 'bridge_too_far', 'flee', 'march', 'march_patrol', 'march_under_fire'];
  for (const [name, ticks] of [...names.map((name) => [name, 200]), ['two_bridges', 500]]) {
    const { hashes: [read, again] } = rewritten(sidle, map(name), ticks);
    assert.equal(again, read, name);
  }
});

await test('a written fixture has the rate, the later orders, and the units that are unloaded', async () => {
  const orders = 'order at=1 unit=1 goal=7,3.25\norder at=2.5 unit=3 stop';
  const text = crew(`hz 20\ncell 2.5\ngroup a goal=25,4 start=0.5\n${orders}`, '1.5,2', '1.5,7', '3.5,4.5 dies=9 unloads=2');
  const { written, hashes: [read, again] } = rewritten(await load(), text, 120);
  assert.equal(again, read);
  for (const line of ['hz 20', 'group a goal=25,4 start=0.5', ...orders.split('\n')]) assert.ok(written.includes(`\n${line}\n`), `${line}\n${written}`);
  assert.match(written, /\nunit [a-z] 3\.5,4\.5 dies=9 unloads=2\n/);
  const plain = rewritten(await load(), crew('group a goal=25,4 start=0.5', '1.5,2', '1.5,7', '3.5,4.5'), 120);
  assert.notEqual(plain.hashes[0], read);
  assert.ok(!plain.written.includes('hz'));
});

await test('a written march of units that are unloaded starts when it did', async () => {
  const sidle = await load(), landed = (unloads) => ['1.5,2', '3.5,4.5', '1.5,7'].map((at) => `${at} unloads=${unloads}`);
  for (const [start, unloads] of [[' start=3', 1], ['', 2]]) {
    const { written, hashes: [read, again] } = rewritten(sidle, crew(`group a goal=25,4 formation=line,0,0.5${start}`, ...landed(unloads)), 180);
    assert.equal(again, read);
    assert.match(written, new RegExp(`\\ngroup a goal=25,4 formation=line,0,0.5${start}\\nunit a 1.5,2 unloads=${unloads}\\n`));
    assert.notEqual(read, rewritten(sidle, crew('group a stand', ...landed(unloads)), 180).hashes[0]);
  }
});

await test('a written fixture has the classes of the host', async () => {
  const sidle = await load(), play = sidle.play(crew('group a goal=25,4', '1.5,2', '3.5,4.5'));
  assert.ok(play.set(0, 'passable', 'ground class6') && play.set(0, 'terrain_factor', 'class6:0.5'), play.said);
  const column = (x) => Array.from({ length: 8 }, (_, y) => [x, y]);
  assert.equal(play.paint([...column(9), ...column(10)], 'class5') + play.paint([[20, 3], [20, 4], [29, 8]], 'class6'), 19);
  const { written, hashes: [read, again] } = rewritten(sidle, writeFixture(play), 200);
  assert.match(written, /\nedit at=0 cells=9,0,2,1 class=class5\n/);
  assert.match(written, /\nedit at=0 cells=29,8,1,1 class=class6\n/);
  assert.equal(again, read);
  assert.equal(run(play, 200), read);
});

await test('a scene that was painted, filled and ordered here runs natively to the same hash', async () => {
  const sidle = await load();
  const play = sidle.play('type octile\nheight 20\nwidth 30\nseconds 20\nmap\n' + `${'.'.repeat(30)}\n`.repeat(20));
  const wall = Array.from({ length: 14 }, (_, y) => [15, y]);
  assert.equal(play.paint(wall, 'void'), 14);
  for (let k = 0; k < 8; k++) assert.ok(play.drop({ x: 3.25 + (k % 2), y: 3.1 + k, team: k % 2 }), play.said);
  assert.ok(play.order([0, 1, 2, 3, 4, 5], { order: 'go', x: 26.2, y: 4.7 }), play.said);
  assert.ok(play.order([6], { order: 'patrol', points: [{ x: 25, y: 15 }, { x: 3, y: 15 }] }), play.said);
  assert.ok(play.set(0, 'top_speed', '2.5') && play.set(0, 'ladder', 'wait push'), play.said);
  assert.ok(play.set(0, 'terrain_factor', 'swamp:0.5 ground:0.9'), play.said);
  assert.equal(play.words(0).terrain_factor, 'ground:0.9 swamp:0.5');
  const expected = sameAsNative(writeFixture(play, 'from the page'), writeConfig(play));
  assert.equal(run(play, expected.ticks), expected.hash);
  assert.ok(expected.ticks > 200 && expected.arrived === 1);
});

await test('a file that would play otherwise is not written', async () => {
  const play = (await load()).play('type octile\nheight 9\nwidth 30\nmap\n' + `${'.'.repeat(30)}\n`.repeat(9), { config: '[my tank]\nradius = 1\n' });
  assert.match(writeFixture(play) + writeConfig(play), /profile my_tank radius=1\n[^]*\[my_tank\]/);
  for (let k = 0; k < 4; k++) play.drop({ x: 3 + 5 * k, y: 4, group: k ? 2 : 1 });
  assert.ok(play.order([0], { order: 'pursue', targetGroup: 2 }), play.said);
  assert.match(writeFixture(play), /group a pursue=b/);
  play.order([1], { order: 'go', x: 20, y: 2 });
  assert.throws(() => writeFixture(play), /group 2 has 2 kinds/);
});

const field = (width, height) => `type octile\nheight ${height}\nwidth ${width}\nseconds 60\nmap\n${`${'.'.repeat(width)}\n`.repeat(height)}`;

/** A company of two profiles, which is sent in a wedge round a wall to face north. */
function company(sidle) {
  const play = sidle.play(field(60, 40), { config: '[default]\nradius = 0.4\n[large]\nradius = 0.8\ntop_speed = 1.5\n' });
  assert.equal(play.paint(Array.from({ length: 20 }, (_, y) => [30, y]), 'void'), 20);
  for (let k = 0; k < 12; k++)
    assert.ok(play.drop({ x: 5 + 2 * (k % 4), y: 5 + 2 * Math.floor(k / 4), profile: k % 3 ? 0 : 1 }), play.said);
  return play;
}

await test('a scripted march in formation runs natively to the same hash, and keeps its shape', async () => {
  const play = company(await load()), all = Array.from({ length: 12 }, (_, k) => k);
  const formation = { shape: 'wedge', gap: 0.7, facingX: 0.3, facingY: -1.1 };
  assert.ok(play.order(all, { order: 'go', x: 48, y: 12, formation }), play.said);
  const text = writeFixture(play);
  assert.match(text, /group a profile=large goal=48,12 formation=wedge,0,0\.7 facing=0\.3,-1\.1\n/);
  assert.match(text, /group b with=a\n/);
  assert.deepEqual(play.troop(play.sceneUnit(3).troop), { shape: 'wedge', columns: 0, gap: Math.fround(0.7), facingX: Math.fround(0.3), facingY: Math.fround(-1.1) });
  const expected = sameAsNative(text, writeConfig(play));
  assert.equal(run(play, expected.ticks), expected.hash);
  assert.ok(expected.arrived === 1 && expected.place_off < 0.5 && expected.arrival_spread < 3, JSON.stringify(expected));
  assert.ok(Math.abs(play.figures().place_off - expected.place_off) < 1e-6);
  // A wedge that faces north has its point there: the first row is one unit alone.
  const ahead = all.map((k) => play.state(k)).map(({ x, y }) => 0.3 * x - 1.1 * y).sort((a, b) => b - a);
  assert.ok(ahead[0] - ahead[1] > 0.8, ahead.slice(0, 3).join(' '));
});

await test('an order in formation in mid-run: a part of the company leaves it, and marches in another', async () => {
  const play = company(await load()), all = Array.from({ length: 12 }, (_, k) => k);
  run(play, 15);
  assert.ok(play.order(all, { order: 'go', x: 20, y: 30, formation: {} }), play.said);
  run(play, 60);
  const line = { shape: 'line', gap: 1, facingX: 1 }, part = all.slice(6);
  assert.ok(play.order(part, { order: 'go', x: 50, y: 30, formation: line }), play.said);
  assert.notEqual(play.sceneUnit(0).troop, play.sceneUnit(6).troop);
  assert.equal(play.sceneUnit(0).troop, play.sceneUnit(1).troop);
  run(play, 1800);
  const states = all.map((k) => play.state(k));
  assert.ok(states.every((s) => s.arrived), states.map((s) => s.decision).join());
  const xs = states.slice(6).map((s) => s.x), ys = states.slice(6).map((s) => s.y);
  assert.ok(Math.max(...xs) - Math.min(...xs) < 0.5, `a line that faces east stands on one x: ${xs}`);
  assert.ok(Math.max(...ys) - Math.min(...ys) > 8);
  assert.ok(states.slice(0, 6).every((s) => Math.hypot(s.x - 20, s.y - 30) < 8));
});

await test('an order in formation that cannot be given changes nothing, and says why', async () => {
  const play = company(await load()), before = writeFixture(play);
  const refused = (units, order, why) => {
    assert.equal(play.order(units, order), false);
    assert.match(play.said, why);
  };
  const heart = { x: 9, y: 9, formation: { shape: 'heart' } };
  assert.throws(() => play.order([0, 1], { order: 'go', ...heart }), /found the shape 'heart', expected one of box/);
  refused([0, 1], { order: 'go', x: 9, y: 9, formation: { gap: NaN } }, /no such formation/);
  assert.throws(() => play.places([0, 1], heart), /found the shape 'heart'/);
  assert.equal(play.places([0, 4000], { x: 9, y: 9 }), null);
  assert.match(play.said, /no such unit/);
  refused([0, 1], { order: 'go', x: 9, y: 9, formation: { columns: 1.5 } }, /no such formation/);
  refused([], { order: 'go', x: 9, y: 9, formation: {} }, /no such formation/);
  refused([0, 1], { order: 'go', x: 9, y: 9, formation: { gap: 65 } }, /./);
  refused([0, 1], { order: 'wander', x: 9, y: 9, range: 3, formation: {} }, /without waypoints, patrol or approach/);
  refused([0, 1], { order: 'go', x: 9, y: 9, points: [{ x: 8, y: 8 }], formation: {} }, /without waypoints/);
  assert.equal(writeFixture(play), before);
  run(play, 5);
  const { hash } = play;
  refused([0, 0], { order: 'go', x: 9, y: 9, formation: {} }, /./);
  assert.equal(play.hash, hash);
});

await test('congestion: who stands where, who is held up, and which way they go', async () => {
  const sidle = await load(), play = sidle.play(map('room'));
  run(play, 200);
  const { columns, rows, side, units, resting, held, flow, wanted } = play.congestion(4), scene = play.scene();
  assert.deepEqual([columns, rows, side], [Math.ceil(scene.width / 4), Math.ceil(scene.height / 4), 4]);
  const count = new Array(columns * rows).fill(0), { positions, gone } = play.units();
  for (let k = 0; k < play.count; k++)
    if (!gone[k]) count[Math.floor(positions[2 * k + 1] / 4) * columns + Math.floor(positions[2 * k] / 4)]++;
  assert.deepEqual([...units], count);
  assert.ok(held.some((n) => n > 3), 'a queue stands before the door');
  assert.ok(held.every((n, k) => n + resting[k] <= units[k]));
  assert.equal(flow.length, 2 * columns * rows);
  assert.ok(flow.every((v, k) => Math.abs(v) <= Math.abs(wanted[k]) + 4) && wanted.some((v) => v !== 0));
  assert.throws(() => play.congestion(0.1), (e) => e.code === 'ARGUMENT');
  const world = sidle.world();
  for (const team of [1, 1, 2]) world.create({ x: 10 + 3 * world.count, y: 10, team });
  const sum = (list) => list.reduce((a, b) => a + b, 0);
  assert.equal(sum(world.congestion(8).resting), 3);
  assert.equal(sum(world.congestion(8, { teams: [1] }).units), 2);
});

await test('a save brings back the run to the bit', async () => {
  const play = (await load()).play(map('doorway_two_way'));
  run(play, 100);
  const saved = play.save(), before = play.hash;
  play.drop({ x: 4.5, y: 4.5 });
  const after = run(play, 300);
  play.restore(saved);
  assert.equal(play.hash, before);
  assert.equal(play.ticks, 100);
  play.drop({ x: 4.5, y: 4.5 });
  assert.equal(run(play, 300), after);
});

await test('the way back: to a tick that was kept, and on to the same bits', async () => {
  const play = (await load()).play(map('doorway_two_way'));
  const on = (tick) => { while (play.ticks < tick) { play.keep(); play.tick(); } return play.hash; };
  assert.equal(play.kept(1000), -1);
  const at150 = on(150), at300 = on(300), figures = play.figures();
  assert.equal(play.kept(150), 120);
  assert.ok(play.back(120));
  assert.equal(play.ticks, 120);
  assert.ok(play.drop({ x: 4.5, y: 4.5 }), play.said);
  play.forget(121);
  assert.notEqual(on(150), at150);
  assert.ok(!play.back(150));
  assert.match(play.said, /was not kept/);
  assert.ok(play.back(120));
  assert.equal(on(150), at150);
  assert.equal(on(300), at300);
  const { us_per_unit_tick, ...again } = play.figures(), { us_per_unit_tick: time, ...first } = figures;
  assert.deepEqual(again, first);
  assert.ok(play.back(0));
  const start = play.start(), count = play.count;
  assert.ok(play.drop({ x: 4.5, y: 4.5 }));
  assert.equal(play.count, count + 1);
  assert.ok(play.begin(start));
  start.free();
  assert.equal(play.count, count);
  assert.equal(on(300), at300);
});

await test('later orders stay with their units where others are removed, or cut off with the map', async () => {
  const sidle = await load(), stands = ['28.5,2', '3.5,4.5', '28.5,7', '3.5,7'];
  const orders = [1, 2, 4, 3].map((unit) => `order at=1 unit=${unit} goal=${unit === 4 ? '25,8' : `9,${unit}`}`).join('\n');
  const laterOf = (play) => Array.from({ length: play.scene(true).later }, (_, k) => play.later(k)).map(({ unit, x, y }) => [unit, x, y]);
  const removed = sidle.play(crew(`group a stand\n${orders}`, ...stands)), cut = sidle.play(crew(`group a stand\n${orders}`, ...stands));
  assert.ok(removed.remove(2) && removed.remove(0), removed.said);
  assert.deepEqual(laterOf(removed), [[0, 9, 2], [1, 25, 8]]);
  assert.ok(cut.resize(20, 9), cut.said);
  assert.deepEqual(laterOf(cut), [[0, 9, 2], [1, 20, 8]]);
  for (const play of [removed, cut]) {
    const expected = sameAsNative(writeFixture(play), '');
    assert.equal(run(play, expected.ticks), expected.hash);
    assert.ok(Math.hypot(play.state(0).x - 9, play.state(0).y - 2) < 0.1);
  }
});

await test('a copy in another instance goes its own way', async () => {
  const sidle = await load(), other = await sidle.another();
  const a = sidle.play(map('doorway_two_way'));
  run(a, 50);
  const b = a.copyTo(other);
  assert.equal(b.hash, a.hash);
  assert.ok(b.set(0, 'top_speed', '1'));
  run(b, 300);
  assert.notEqual(run(a, 300), b.hash);
  assert.equal(b.profile(0).top_speed, 1);
  assert.equal(a.profile(0).top_speed, 2);
});

await test('what is wrong is told with its place, and changes nothing', async () => {
  const sidle = await load();
  assert.throws(() => sidle.play('type octile\nheight 2\nwidth 2\nmap\n..\n.?\n', { name: 'my.map' }),
    (e) => e instanceof SidleError && e.code === 'INPUT' && /^my\.map:6:2: found '\?', expected/.test(e.message));
  assert.throws(() => sidle.play(map('corner'), { config: '[default]\nradiuss = 1\n' }), /did you mean 'radius'/);
  const play = sidle.play(map('corner'));
  const before = play.hash;
  assert.equal(play.set(0, 'radius', '9999'), false);
  assert.match(play.said, /expected a number from 0.01/);
  assert.equal(play.drop({ x: -5, y: 3 }), false);
  assert.match(play.said, /expected it to fit/);
  assert.equal(play.order([0], { order: 'go', x: 1e9, y: 0 }), false);
  assert.equal(play.order([12345], { order: 'go', x: 1, y: 1 }), false);
  assert.equal(play.paint([[60000, 60000]], 'void'), 0);
  assert.equal(play.hash, before);
});

await test('live: units dropped in mid-run get orders, stop and go', async () => {
  const play = (await load()).play('type octile\nheight 10\nwidth 40\nmap\n' + `${'.'.repeat(40)}\n`.repeat(10));
  play.drop({ x: 2, y: 5 });
  run(play, 10);
  assert.ok(play.drop({ x: 2, y: 2 }));
  assert.ok(play.order([0, 1], { order: 'go', x: 37, y: 5 }), play.said);
  run(play, 120);
  assert.equal(play.state(1).order, 'go');
  assert.ok(play.paint([[20, 3], [20, 4], [20, 5], [20, 6]], 'void') === 4);
  run(play, 900);
  assert.equal(play.figures().arrived, 1);
  assert.ok(play.order([0], { order: 'none' }));
  assert.ok(play.remove(1));
  run(play, 30);
  assert.deepEqual([...play.units().gone], [0, 1]);
  assert.equal(play.state(1), null);
});

await test('the library itself: a unit goes round a wall by A*, and by a flow field', async () => {
  const sidle = await load();
  for (const byFlow of [false, true]) {
    const world = sidle.world({ width: 64, height: 64, timed: true });
    world.setCells(30, 0, 2, 40, 'void');
    const scout = world.addProfile({ radius: 0.3, top_speed: 3.5, ladder: ['wait', 'push'], passable: ['ground', 'swamp'] });
    assert.equal(world.profile(scout).passable, 3);
    world.setProfile(scout, { terrain_factor: { swamp: 0.5 } });
    assert.deepEqual(world.profile(scout).terrain_factor.slice(0, 3), [1, 0.5, 1]);
    const unit = world.create({ x: 5, y: 5, profile: scout, team: 2 });
    const paths = sidle.astar(world), flow = sidle.flowField(world);
    world.go(unit, 60, 5);
    if (!byFlow) world.path(unit, paths.find(scout, 5, 5, 60, 5));
    const seen = new Set();
    let arrival = null, over = false;
    while (world.tick < 3000 && world.state(unit).underWay) {
      const { x, y } = world.state(unit);
      if (byFlow) { const to = flow.point(scout, 60, 5, x, y); world.guide(unit, to.x, to.y); }
      world.step(1 / 30);
      for (const e of world.events()) { seen.add(e.type); arrival = e.arrival; over = e.orderOver; }
    }
    const { x, y, arrived, placeX, placeY, hasPlace } = world.state(unit);
    assert.ok(hasPlace && placeX === x && placeY === y);
    assert.ok(arrival === 'at_goal' && world.state(unit).arrival === arrival);
    assert.ok(arrived && Math.hypot(x - 60, y - 5) < 1, `${x},${y}`);
    assert.ok(seen.has('arrived') && over && !world.state(unit).stuck);
    world.face(unit, 0, 1);
    for (let k = 0; k < 60; k++) world.step(1 / 30);
    assert.ok(world.state(unit).headingY > 0.999);
    world.change(unit, { headingX: -1 });
    assert.equal(world.state(unit).headingX, -1);
    world.change(unit, { headingY: 1 });
    assert.equal(world.state(unit).headingY, 1);
    assert.equal(world.validate(), null);
    assert.deepEqual(world.inDisc(60, 5, 3).map((h) => h.unit), [unit]);
    assert.deepEqual(world.inDisc(60, 5, 3, { teams: [1] }), []);
    assert.equal(world.nearest(0, 0, 100, { teams: [2] }).length, 1);
    assert.equal(world.onRay(50, 5, 63, 5, 0).length, 1);
    const rows = world.read();
    assert.deepEqual([rows.rows, rows.ids[0], rows.positions[0]], [1, 1, Math.fround(x)]);
    assert.ok(Object.keys(world.phases()).includes('look'));
    paths.destroy();
    flow.destroy();
    world.destroy();
  }
});

/** A tree without src/command/insight makes no grids. */
const hasGrid = existsSync(join(root, 'src', 'command', 'insight', 'local_grid.c'));

if (hasGrid) await test('the grid that a unit saw has its neighbour and the wall in it', async () => {
  const play = (await load()).play('type octile\nheight 9\nwidth 20\nmap\n' + `${'.'.repeat(8)}@${'.'.repeat(11)}\n`.repeat(9));
  for (const x of [3.5, 5.5]) assert.ok(play.drop({ x, y: 4.5 }));
  assert.ok(play.order([0], { order: 'go', x: 7.2, y: 4.5 }));
  play.watch(0);
  run(play, 3);
  const { cell, rows, columns, values, directionX, x } = play.grid(), wide = 2 * columns + 1;
  assert.equal(values.length, (rows + 1) * wide);
  const ahead = (u) => values[Math.round(u / cell) * wide + columns];
  assert.ok(Math.abs(directionX - 1) < 0.01 && Math.abs(x - 3.5) < 0.3);
  assert.ok(ahead(5.5 - x) > 200 && ahead(0.5) === 0 && values.includes(0));
  play.watch(-1);
  assert.equal(play.grid(), null);
});

await test('wrong calls throw, with a code', async () => {
  const sidle = await load(), world = sidle.world();
  const unit = world.create({ x: 5, y: 5 });
  const code = (expected, call) => assert.throws(call, (e) => e instanceof SidleError && e.code === expected);
  code('NO_ROOM', () => world.create({ x: 0, y: 0 }));
  code('ARGUMENT', () => world.go(unit, 1e6, 3));
  code('NOT_FINITE', () => world.go(unit, NaN, 3));
  code('ARGUMENT', () => world.addProfile({ radius: 99 }));
  code('ARGUMENT', () => world.addProfile({ speeed: 1 }));
  code('ARGUMENT', () => world.setCells(0, 0, 1, 1, 'lava'));
  code('ARGUMENT', () => world.setAllies(1, [63]));
  world.setAllies(1, [2, 62]);
  assert.ok(world.areFriends(62, 1) && !world.areFriends(2, 62));
  assert.deepEqual([world.allies(1), world.allies(2), world.allies(3)], [[2, 62], [1], []]);
  code('NO_ORDER', () => world.path(unit, [[3, 3]]));
  world.remove(unit);
  code('STALE', () => world.go(unit, 3, 3));
  code('STALE', () => world.remove(unit));
  assert.equal(world.state(unit), null);
  const next = world.create({ x: 5, y: 5 });
  assert.ok(next !== unit && world.valid(next) && !world.valid(unit));
});

await test('a key that no option has is refused', async () => {
  const sidle = await load(), world = sidle.world(), unit = world.create({ x: 5, y: 5 }), play = sidle.play('@door20');
  const refused = (key, call) => assert.throws(call, (e) => e instanceof SidleError && e.message.startsWith(`found the key '${key}' of `));
  refused('widht', () => sidle.world({ widht: 3 }));
  refused('profle', () => world.create({ x: 1, y: 1, profle: 0 }));
  refused('speed', () => world.change(unit, { speed: 1 }));
  refused('range', () => world.approachPoint(unit, 3, 3, { range: 1 }));
  refused('team', () => world.inDisc(1, 1, 2, { team: [1] }));
  refused('rate', () => sidle.play('@door20', { rate: 20 }));
  refused('to', () => play.order([0], { order: 'go', to: [1, 2] }));
  refused('heading', () => play.order([0], { order: 'go', x: 1, y: 1, formation: { heading: 1 } }));
  refused('form', () => sidle.groups(world).go([unit], 9, 9, { form: 'box' }));
});

await test('groups of a world march in formation, and say what happens', async () => {
  const sidle = await load(), world = sidle.world({ width: 48, height: 32 }), groups = sidle.groups(world);
  world.setCells(22, 0, 2, 13, 'void');
  world.setCells(22, 19, 2, 13, 'void');
  const units = Array.from({ length: 16 }, (_, k) => world.create({ x: 6 + 1.5 * (k % 4), y: 13 + 1.5 * Math.floor(k / 4) }));
  const formation = { shape: 'box', columns: 8, gap: 0.5, facingX: 1 }, places = groups.places(units, 38, 16, formation);
  const group = groups.go(units, 38, 16, formation), { startX, startY, profile } = groups.state(group);
  groups.path(group, sidle.astar(world).find(profile, startX, startY, 38, 16));
  assert.deepEqual(groups.units(group), units);
  const seen = new Set();
  for (let k = 0; k < 1800 && groups.valid(group); k++) {
    groups.update(1 / 30);
    for (const event of groups.events()) seen.add(event.type);
    world.step(1 / 30);
  }
  assert.ok(seen.has('formed') && seen.has('broken') && seen.has('arrived'), [...seen].join());
  assert.equal(groups.state(group), null);
  for (const { x, y } of places)
    assert.ok(units.some((unit) => Math.hypot(world.state(unit).x - x, world.state(unit).y - y) < 0.2), `nobody at ${x}, ${y}`);
  const [first, ...others] = units, second = groups.patrol(others, [[10, 10], [10, 20]], { shape: 'column' });
  groups.join(second, [first]);
  assert.equal(groups.state(second).count, 16);
  groups.leave(first);
  assert.equal(groups.units(second).length, 15);
  groups.disband(second);
  assert.ok(!groups.valid(second));
  const third = groups.approachPoint(units, 24, 16, { most: 3 });
  assert.notEqual(groups.hash, '');
  assert.ok(groups.valid(third) && groups.approach(others, first, { most: 2 }) > 0);
  assert.throws(() => groups.go([0], 1, 1), (e) => e.code === 'STALE');
  assert.throws(() => groups.disband(12345), (e) => e.code === 'STALE');
  groups.destroy();
});

await test('the module is as small as the README says', async () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8'), wasm = readFileSync(join(folder, 'sidle.wasm'));
  const [, plain, packed] = /`sidle.wasm` has (\d+) kB, (\d+) kB packed by gzip/.exec(text).map(Number);
  const scripts = Number(/the scripts have (\d+) kB/.exec(text)[1]);
  const bytes = readdirSync(folder).filter((name) => name.endsWith('.js')).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  for (const [said, found] of [[plain, wasm.length / 1000], [packed, gzipSync(wasm, { level: 9 }).length / 1000], [scripts, bytes / 1000]])
    assert.ok(found <= said && found > 0.85 * said, `${found.toFixed(0)} kB, and the README says ${said}`);
});

await test('the table of parameters has ranges, help and words', async () => {
  const { params, figures, version } = await load();
  const by = (name) => params.find((p) => p.name === name);
  assert.ok(params.length > 30 && params.every((p) => p.help && p.name));
  assert.equal(valueText(by('queue'), by('queue').default), 'yes');
  assert.match(valueText(by('ladder'), by('ladder').default), /^(replan|wait|push)( (replan|wait|push))*$/);
  assert.ok(figures.some((f) => f.name === 'overlap' && f.better === 'low'));
  assert.match(version, /^\d+\.\d+\.\d+$/);
});

await test('the package and the library are of one version', async () => {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.equal(about.version, (await load()).version);
});

await test('the example of the README runs', async () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(text)[1];
  const file = join(work, 'example.mjs');
  writeFileSync(file, example.replace("'sidle'", JSON.stringify(pathToFileURL(resolve(folder, 'sidle.js')).href)));
  const out = execFileSync(process.execPath, [file], { encoding: 'utf8' });
  assert.match(out, /^\d+ [0-9a-f]{16}\n$/);
});

rmSync(work, { recursive: true });
console.log(`web: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
