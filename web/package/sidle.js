// sidle: local movement of many units beneath a pathfinder, as WebAssembly.
import { Instance, SidleError, compile } from './module.js';
import { ARRIVALS, AStar, DECISIONS, EVENTS, FlowField, ORDERS, SHAPES, STEPS, TERRAINS, World, readParams, valueText } from './world.js';
import { Groups } from './groups.js';
import { Play, readFigures } from './play.js';
import { writeConfig, writeFixture } from './fixture.js';

/** The library in one instance of the module. Worlds of one instance share its memory. */
export class Sidle {
  constructor(instance) {
    this.instance = instance;
    this.params = readParams(instance);
    this.figures = readFigures(instance);
    const number = instance.call.version();
    this.version = `${Math.floor(number / 10000)}.${Math.floor(number / 100) % 100}.${number % 100}`;
  }
  world(options) { return new World(this.instance, options); }
  astar(world) { return new AStar(world); }
  flowField(world) { return new FlowField(world); }
  /** Groups of the world's units, which march in formation. */
  groups(world) { return new Groups(world); }
  /** Plays a fixture's text or a generated scene. */
  play(map, options) { return new Play(this.instance, map, options); }
  /** Generated scenes, as the command lists them. */
  scenes() {
    const lines = [];
    for (let k = 0, at; (at = this.instance.call.scene_line(k)); k++) lines.push(this.instance.text(at));
    return lines;
  }
  /** Another instance of the same module, with a memory of its own. */
  async another() { return new Sidle(await Instance.make(this.instance.module)); }
}

/** Loads the library. source: bytes, a response, a compiled module; without it sidle.wasm beside this file. */
export async function load(source) {
  return new Sidle(await Instance.make(await compile(source)));
}

export {
  ARRIVALS, AStar, DECISIONS, EVENTS, FlowField, Groups, ORDERS, Play, SHAPES, STEPS, SidleError, TERRAINS, World, valueText, writeConfig,
  writeFixture,
};
