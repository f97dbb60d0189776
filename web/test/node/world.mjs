// The library itself, its groups, refused calls, and the package as a whole.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { address, folder, load, root, run, SidleError, test, valueText, work } from './helpers.mjs';

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
  writeFileSync(file, example.replace("'sidle'", JSON.stringify(address)));
  const out = execFileSync(process.execPath, [file], { encoding: 'utf8' });
  assert.match(out, /^\d+ [0-9a-f]{16}\n$/);
});
