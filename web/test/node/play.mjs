// A play: orders in formation, congestion, saves, the way back, and changes in mid-run.
import assert from 'node:assert/strict';
import { crew, load, map, run, sameAsNative, SidleError, test, writeConfig, writeFixture } from './helpers.mjs';

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
  refused([0, 1], { order: 'go', x: 9, y: 9, formation: { gap: 4097 } }, /./);
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
