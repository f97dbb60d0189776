// Scenes from files: the same hashes as natively, and files that are written.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crew, load, map, root, run, runNative, sameAsNative, test, writeConfig, writeFixture } from './helpers.mjs';

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

await test('a written fixture has the rate that its play was given', async () => {
  const sidle = await load(), text = crew('hz 20\ngroup a goal=25,4', '1.5,2', '1.5,7');
  for (const [hz, line] of [[0, 'hz 20'], [12.5, 'hz 12.5'], [60, 'hz 60'], [30, null]]) {
    const play = sidle.play(text, { hz }), written = writeFixture(play), again = sidle.play(written);
    assert.equal(written.match(/^hz .*$/m)?.[0] ?? null, line);
    assert.equal(again.hz, play.hz);
    assert.equal(run(again, 90), run(play, 90));
    play.close();
    again.close();
  }
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
