// What a program in TypeScript may write, and what not.
import { type Groups, type Play, type ProfileValues, type Sidle, type UnitId, SidleError, load, writeFixture } from 'sidle';

const sidle: Sidle = await load(new Uint8Array());
const world = sidle.world({ width: 32, height: 32, cells: new Uint8Array(1024) });
const profile = world.addProfile({ radius: 0.4, queue: false, ladder: ['wait', 'push'], passable: ['ground'] });
const unit: UnitId = world.create({ x: 1, y: 2, profile });
world.go(unit, 5, 5);
world.path(unit, [[1, 2], { x: 3, y: 4 }]);
const state = world.state(unit);
if (state) world.guide(unit, state.x + state.headingX, state.y);
for (const event of world.events()) if (event.type === 'path_wanted') world.answer(event.unit, 'push');
const reach: number | undefined = world.why(unit)?.reach;
const play: Play = sidle.play('@door20', { pathfinder: 'flow', hz: 20 });
const text: string = writeFixture(play, 'note') + String(reach);
play.order([0, 1], { order: 'go', x: 5, y: 5, formation: { shape: 'wedge', gap: 1, facingY: -1 } });
const held: number = play.congestion(4).held[0] + world.congestion(4, { teams: [1] }).units[0];
const groups: Groups = sidle.groups(world);
const troop = groups.patrol([unit], [[1, 2], { x: 3, y: 4 }], { shape: 'column', columns: 2 });
const formed: boolean | undefined = groups.state(troop)?.formed;
const values: ProfileValues = { terrain_factor: { swamp: 0.5 }, queue: formed };
world.setProfile(profile, values);
const radius: number | number[] = world.profile(profile).radius;
play.set(0, 'top_speed', play.words(0).radius);
const wrong = new SidleError();
const code: string = wrong.code + text + String(held);

// @ts-expect-error an order has a name of the list
play.order([0], { order: 'attack' });
// @ts-expect-error a formation has a shape of the list
play.order([0], { order: 'go', formation: { shape: 'heart' } });
// @ts-expect-error a unit has a place
world.create({ x: 1 });
// @ts-expect-error a class is a name of the list, or a number
world.setCells(0, 0, 1, 1, 'lava');
// @ts-expect-error the hash is read only
world.hash = code;
// @ts-expect-error a profile has the values of the parameter table
world.addProfile({ top_sped: 3 });
// @ts-expect-error a speed is a number
world.addProfile({ top_speed: '3' });
// @ts-expect-error a ladder has steps of the list
world.addProfile({ ladder: ['jump'] });
// @ts-expect-error so in the words of a config
play.set(0, 'top_sped', 3);
// @ts-expect-error an option of a world is of the list
sidle.world({ widht: 3 });
// @ts-expect-error a group is ordered with a shape of the list
groups.go([unit], 1, 2, { shape: 'heart' });
