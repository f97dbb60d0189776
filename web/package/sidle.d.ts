/** Lengths are in world units (u), times in seconds. x grows to the right, y downwards. */

export type Terrain =
  | 'ground' | 'swamp' | 'water' | 'trees' | 'void' | 'class5' | 'class6' | 'class7' | 'class8'
  | 'class9' | 'class10' | 'class11' | 'class12' | 'class13' | 'class14' | 'class15';
export type Decision = 'idle' | 'free' | 'detour' | 'wait' | 'replan' | 'push' | 'blocked';
export type Step = 'none' | 'replan' | 'wait' | 'push';
export type Order =
  | 'none' | 'go' | 'hold' | 'patrol' | 'pursue' | 'follow' | 'evade' | 'flee' | 'wander' | 'approach'
  | 'approach_point';
/** Of a formation; standing: as the units stand now. */
export type Shape = 'box' | 'line' | 'column' | 'wedge' | 'disc' | 'standing';
export type EventType =
  | 'waypoint' | 'in_range' | 'arrived' | 'target_lost' | 'blocked' | 'path_wanted' | 'pushing'
  | 'stuck' | 'gets_on';
/** Where a unit rests that has arrived: sidle_arrival in types.h. */
export type Arrival = 'at_goal' | 'near_goal' | 'in_range' | 'no_room';
export type Point = { x: number; y: number };
export type PointLike = Point | [number, number];

/** Names a unit; 0 names none. The number of a unit that was removed names none for good. */
export type UnitId = number;
/** Names a profile of a world; 0 is the built-in one. */
export type ProfileId = number;

export declare const TERRAINS: readonly Terrain[];
export declare const DECISIONS: readonly Decision[];
export declare const STEPS: readonly Step[];
export declare const ORDERS: readonly Order[];
export declare const SHAPES: readonly Shape[];
export declare const ARRIVALS: readonly Arrival[];
export declare const EVENTS: readonly EventType[];

/** What a refused call throws. `code`: a result of types.h without SIDLE_ERROR_, or INPUT. */
export declare class SidleError extends Error {
  readonly code: string;
}

/** A row of the parameter table. */
export interface Param {
  row: number;
  name: string;
  type: 'float' | 'whole' | 'switch' | 'terrain' | 'ladder' | 'classes';
  /** "" for a bare number */
  unit: string;
  min: number;
  max: number;
  /** terrain: the mask of classes; ladder: two bits a step, the first lowest */
  default: number;
  help: string;
}

/** A figure of a run. */
export interface Figure {
  name: string;
  unit: string;
  better: '' | 'low' | 'high';
  meaning: string;
}

/*PROFILE_VALUES*/
/** Of a profile, as it is read: switches as 0 and 1, terrain as a mask, ladders as two bits a step, classes as a list. */
export type ProfileNumbers = { [name in keyof ProfileValues]-?: number | number[] };

export interface UnitState {
  profile: ProfileId;
  team: number;
  rank: number;
  user: number;
  radius: number;
  /** of the top speed of the profile */
  speedFactor: number;
  x: number;
  y: number;
  velocityX: number;
  velocityY: number;
  /** how far it came in the last step, by its time: extrapolate from this */
  madeX: number;
  madeY: number;
  predictedX: number;
  predictedY: number;
  headingX: number;
  headingY: number;
  waypointX: number;
  waypointY: number;
  order: Order;
  target: UnitId;
  goalX: number;
  goalY: number;
  waypoints: number;
  pathLeft: number;
  ghost: boolean;
  stowed: boolean;
  underWay: boolean;
  arrived: boolean;
  decision: Decision;
  /** u, where the unit will rest, as it knows by now; at rest its position */
  placeX: number;
  placeY: number;
  /** the unit has that place, which no other one takes */
  hasPlace: boolean;
  /** where it rests when it has arrived */
  arrival: Arrival;
  /** it came no nearer to its goal for twice its patience */
  stuck: boolean;
}

/** What a unit read at its last look and made of it: sidle_why in debug.h. */
export interface Why {
  decision: Decision;
  tick: number;
  originX: number;
  originY: number;
  directionX: number;
  directionY: number;
  reach: number;
  /** u to the first cell that is not free; below 0: none */
  hit: number;
  hitValue: number;
  row: number;
  valueAhead: number;
  valueRight: number;
  offsetRight: number;
  valueLeft: number;
  offsetLeft: number;
  value: number;
  offset: number;
  targetX: number;
  targetY: number;
  blocker: UnitId;
  step: Step;
  stepLeft: number;
}

export interface SidleEvent {
  type: EventType;
  unit: UnitId;
  other: UnitId;
  x: number;
  y: number;
  value: number;
  user: number;
  /** of an event 'arrived': where the unit rests */
  arrival: Arrival;
  /** with this event the order is over */
  orderOver: boolean;
}

export interface WorldOptions {
  /** cells; 64 */
  width?: number;
  height?: number;
  /** u; 1 */
  cellSize?: number;
  /** width * height classes, row by row; all ground */
  cells?: Uint8Array;
  /** room for so many from the beginning; it grows */
  units?: number;
  /** keeps the times of the phases of a step */
  timed?: boolean;
}

export interface Filter {
  teams?: number[];
  /** bits of layers; 0: all */
  layers?: number;
  /** most hits to return; 256 */
  most?: number;
}

export interface Hit {
  unit: UnitId;
  x: number;
  y: number;
  distance: number;
  radius: number;
  team: number;
}

/** What goes on in the square cells of a coarse grid over the map, row by row: where a jam is, and
 * which way it moves. Copies. */
export interface Congestion {
  /** u */
  side: number;
  columns: number;
  rows: number;
  /** by cell: units in it; of these those that want to be nowhere else, and those that are held up */
  units: Uint32Array;
  resting: Uint32Array;
  held: Uint32Array;
  /** pairs, u/s: what those under way made in the last step, and what they would make with nobody
   * in their way */
  flow: Float32Array;
  wanted: Float32Array;
}

/** All units by slot: the unit of row k has ids[2 k] = k + 1, and a row without a unit 0. Pairs of
 * floats. Views of the module's memory, good until the next call. */
export interface Rows {
  rows: number;
  ids: Uint32Array;
  positions: Float32Array;
  headings: Float32Array;
  made: Float32Array;
  decisions: Uint8Array;
}

export interface Range {
  most?: number;
  least?: number;
  sight?: number;
}

export declare class World {
  private constructor();
  destroy(): void;
  /** 0.001 to 0.25 s */
  step(dt: number): void;
  readonly tick: number;
  readonly count: number;
  /** 16 hexadecimal digits, the same on every machine */
  readonly hash: string;
  validate(): string | null;
  phases(): Record<string, number>;

  /** The teams that are friends of this one, which holds both ways; [] for none. Teams 0 to 62. */
  setAllies(team: number, allies: number[]): void;
  /** The teams that are friends of this one, without itself. */
  allies(team: number): number[];
  areFriends(team: number, other: number): boolean;
  setCells(x: number, y: number, width: number, height: number, terrain: Terrain | number): void;
  cell(x: number, y: number): number;
  fits(profile: ProfileId, x: number, y: number): boolean;
  lineFits(profile: ProfileId, x: number, y: number, toX: number, toY: number): boolean;
  nearestFit(profile: ProfileId, x: number, y: number, reach: number, clearOfUnits?: boolean): Point;

  addProfile(values?: ProfileValues): ProfileId;
  setProfile(id: ProfileId, values: ProfileValues): void;
  profile(id: ProfileId): ProfileNumbers;
  releaseProfile(id: ProfileId): void;

  create(unit: {
    x: number; y: number; profile?: ProfileId; headingX?: number; headingY?: number; team?: number;
    rank?: number; user?: number;
  }): UnitId;
  remove(id: UnitId): void;
  valid(id: UnitId): boolean;
  units(): Generator<UnitId, void, undefined>;
  state(id: UnitId): UnitState | null;
  /** Sets these fields in the order profile, team, heading, rank, user, speedFactor, ghost, up to the first that is
   * refused: then it throws. The half of a heading that is missing is 0. */
  change(id: UnitId, values: {
    profile?: ProfileId; team?: number; headingX?: number; headingY?: number; rank?: number; user?: number;
    speedFactor?: number; ghost?: boolean;
  }): void;
  stow(id: UnitId, pursuersWait?: boolean): void;
  unstow(id: UnitId, x: number, y: number): void;
  /** A unit at rest turns to the heading x, y, of any length but 0. */
  face(id: UnitId, x: number, y: number): void;
  teleport(id: UnitId, x: number, y: number): void;

  go(id: UnitId, x: number, y: number): void;
  hold(id: UnitId): void;
  stop(id: UnitId): void;
  patrol(id: UnitId, points: PointLike[]): void;
  pursue(id: UnitId, target: UnitId): void;
  follow(id: UnitId, leader: UnitId): void;
  evade(id: UnitId, hunter: UnitId): void;
  approach(id: UnitId, target: UnitId, range?: Range): void;
  approachPoint(id: UnitId, x: number, y: number, range?: Range): void;
  flee(id: UnitId, x: number, y: number): void;
  wander(id: UnitId, x: number, y: number, radius: number): void;
  path(id: UnitId, points: PointLike[]): void;
  pathLeft(id: UnitId): Point[];
  guide(id: UnitId, x: number, y: number): void;
  answer(id: UnitId, step: 'wait' | 'push'): void;

  events(): SidleEvent[];
  read(): Rows;
  /** null when the unit has not looked since its last order */
  why(id: UnitId): Why | null;
  whyText(id: UnitId): string;
  inDisc(x: number, y: number, radius: number, filter?: Filter): Hit[];
  inBox(x: number, y: number, toX: number, toY: number, filter?: Filter): Hit[];
  onRay(x: number, y: number, toX: number, toY: number, radius: number, filter?: Filter): Hit[];
  nearest(x: number, y: number, reach: number, filter?: Filter): Hit[];
  /** side: u, at least a cell of the map */
  congestion(side: number, filter?: Omit<Filter, 'most'>): Congestion;
}

/** A reference pathfinder. */
export declare class AStar {
  private constructor();
  /** waypoints without the goal; null: there is no path */
  find(profile: ProfileId, x: number, y: number, toX: number, toY: number): Point[] | null;
  nearest(profile: ProfileId, x: number, y: number): Point | null;
  terrainChanged(x: number, y: number, width: number, height: number): void;
  destroy(): void;
}

/** A reference flow field: to be asked for each unit each tick, then World.guide. */
export declare class FlowField {
  private constructor();
  point(profile: ProfileId, goalX: number, goalY: number, x: number, y: number): Point | null;
  length(profile: ProfileId, goalX: number, goalY: number, x: number, y: number): number | null;
  terrainChanged(x: number, y: number, width: number, height: number): void;
  tick(): void;
  destroy(): void;
}

/** Places of units that get one order. */
export interface Formation {
  /** box */
  shape?: Shape;
  /** abreast, of box and column; 0: the shape's own number */
  columns?: number;
  /** u between discs, 0 to 4096; 0.5 */
  gap?: number;
  /** where it faces at the goal, any length; 0,0: along the way */
  facingX?: number;
  facingY?: number;
}

/** Names a group; 0 names none. The number of a group that is over names none for good. */
export type GroupId = number;

export interface GroupState {
  count: number;
  /** of these: cut off, each on its own way */
  following: number;
  /** units abreast before and in a gap; 0 in its own shape */
  abreast: number;
  /** false: each unit goes to its own place */
  marching: boolean;
  /** all that march are in their places */
  formed: boolean;
  anchorX: number;
  anchorY: number;
  headingX: number;
  headingY: number;
  goalX: number;
  goalY: number;
  /** of its largest unit: plan the path of the group for it, from startX, startY */
  profile: ProfileId;
  startX: number;
  startY: number;
  /** u, from the anchor to the goal */
  pathLeft: number;
  /** u/s, of the anchor */
  speed: number;
  /** u, how far marching units are from their places */
  offMean: number;
  offMost: number;
}

export interface GroupEvent {
  type: 'formed' | 'broken' | 'waypoint' | 'arrived' | 'path_wanted' | 'target_lost' | 'empty';
  group: GroupId;
  x: number;
  y: number;
}

/** Groups of a world: one order for many units, in formation. Call update(dt) before each step. */
export declare class Groups {
  private constructor();
  destroy(): void;
  update(dt: number): void;
  readonly hash: string;
  /** The units leave their former groups and become one that goes there. */
  go(units: UnitId[], x: number, y: number, formation?: Formation): GroupId;
  patrol(units: UnitId[], points: PointLike[], formation?: Formation): GroupId;
  approach(units: UnitId[], target: UnitId, range?: Range, formation?: Formation): GroupId;
  approachPoint(units: UnitId[], x: number, y: number, range?: Range, formation?: Formation): GroupId;
  /** The way of the group to its present goal, without the goal. */
  path(group: GroupId, points: PointLike[]): void;
  /** Where that order would send each of the units. Nothing is ordered. */
  places(units: UnitId[], x: number, y: number, formation?: Formation): Point[];
  join(group: GroupId, units: UnitId[]): void;
  /** The unit goes on to its place by itself. */
  leave(unit: UnitId): void;
  disband(group: GroupId): void;
  valid(group: GroupId): boolean;
  /** null for a group that is over */
  state(group: GroupId): GroupState | null;
  units(group: GroupId): UnitId[];
  /** What happened in the last update. */
  events(): GroupEvent[];
}

export interface PlayOptions {
  /** an INI file of profiles */
  config?: string;
  /** the scene's name in messages */
  name?: string;
  pathfinder?: 'astar' | 'flow';
  /** ticks a second; those of the scene, mostly 30 */
  hz?: number;
  seed?: number;
}

export interface SceneUnit {
  x: number;
  y: number;
  profile: number;
  team: number;
  group: number;
  order: Order;
  start: number;
  /** s; 0: never; -1: when a hunter touches it */
  dies: number;
  goalX: number;
  goalY: number;
  range: number;
  targetGroup: number;
  via: number;
  patrol: number;
  /** number of the troop in which it marches; 0: it goes by itself */
  troop: number;
  /** s, until when it is stowed; 0: it is on the map from the start */
  unloads: number;
  points: Point[];
}

/** Passabilities about a unit: 0 free, 254 a unit's centre, 255 terrain. Row by row ahead from x,y;
 * each row from `columns` to the left to as many to the right. A view, good until the next call. */
export interface LookGrid {
  x: number;
  y: number;
  directionX: number;
  directionY: number;
  cell: number;
  rows: number;
  columns: number;
  values: Uint8Array;
}

/** The start of a play, as it was when it was asked for. */
export interface Start {
  free(): void;
}

export interface Saved {
  readonly memory: Uint8Array;
  readonly scratch: number;
  readonly room: number;
}

/** A fixture or a generated scene, played as the command plays it. Units have their numbers in the
 * scene. Calls that can be refused return false, and `said` tells why; a key or a name that there is not throws. */
export declare class Play {
  private constructor();
  close(): void;
  readonly params: Param[];
  readonly hz: number;
  readonly said: string;
  tick(): boolean;
  restart(): boolean;
  measure(on: boolean): void;
  readonly ticks: number;
  readonly seconds: number;
  /** that of `sidle run` after as many ticks */
  readonly hash: string;
  phases(): { name: string; ms: number }[];
  figures(): Record<string, number>;

  drop(unit: { x: number; y: number; profile?: number; team?: number; group?: number }): boolean;
  remove(unit: number): boolean;
  order(units: ArrayLike<number>, order: {
    order: Order; x?: number; y?: number; range?: number; targetGroup?: number; points?: Point[];
    /** the units march in it: go without points, patrol, approach, approach_point */
    formation?: Formation | null;
  }): boolean;
  /** where that order would send the units that live, [x, y, x, y ...] in their order; null: it cannot be */
  places(units: ArrayLike<number>, order: { x: number; y: number; formation?: Formation }): Float32Array | null;
  paint(cells: [number, number][], terrain: Terrain | number): number;
  set(profile: number, key: keyof ProfileValues, value: string | number): boolean;
  addProfile(name: string): number;
  /** Another size of the map, before the first tick: units beyond it go, and what is new is ground. */
  resize(width: number, height: number): boolean;
  /** Waypoints by A* without the goal, about terrain alone; null: there is no path. */
  plan(profile: number, x: number, y: number, toX: number, toY: number): Point[] | null;
  config(text: string): boolean;

  scene(ofStart?: boolean): {
    width: number; height: number; cellSize: number; seconds: number; units: number; profiles: number;
    edits: number; straight: boolean; roam: boolean;
    /** ticks a second that the scene suggests */
    hz: number;
    /** the pathfinder leads units round jams */
    congestion: boolean;
    /** how many orders units get after their first ones: later() */
    later: number;
  };
  cells(ofStart?: boolean): Uint8Array;
  /** the class of a cell as it is now */
  cell(x: number, y: number): number;
  profileName(profile: number): string;
  /** what a fixture writes of the profile: " key=value" for each value that does not follow */
  profileChanges(profile: number): string;
  profile(profile: number, ofStart?: boolean): ProfileNumbers;
  /** the same in the words of a config */
  words(profile: number, ofStart?: boolean): Record<keyof ProfileValues, string>;
  /** what a profile of this radius and top speed has by default, in the words of a config */
  defaultWords(profile: number): Record<keyof ProfileValues, string>;
  sceneUnit(unit: number, ofStart?: boolean): SceneUnit;
  troop(troop: number, ofStart?: boolean): Required<Formation>;
  later(number: number): { time: number; unit: number; order: 'go' | 'none'; x: number; y: number };
  edit(number: number): { time: number; x: number; y: number; width: number; height: number; terrain: Terrain };

  readonly count: number;
  units(): {
    count: number; positions: Float32Array; headings: Float32Array; gone: Uint8Array; decisions: Uint8Array;
  };
  /** By unit: 1 where it rests and its order is done. */
  arrived(): Uint8Array;
  id(unit: number): UnitId;
  unitOf(id: UnitId): number;
  state(unit: number): UnitState | null;
  why(unit: number): Why | null;
  whyText(unit: number): string;
  path(unit: number): Point[];
  congestion(side: number, filter?: Omit<Filter, 'most'>): Congestion;
  /** from now on the grid of this unit is made whenever it looks; -1: of none */
  watch(unit: number): void;
  /** what the watched unit saw at its last look, or would see now */
  grid(): LookGrid | null;

  /** Before a tick: keeps the run as it is, at some ticks. */
  keep(): void;
  /** The last tick up to this one that was kept; -1: none. */
  kept(tick: number): number;
  /** Back to a tick that was kept. */
  back(tick: number): boolean;
  /** Drops what was kept from that tick on. */
  forget(from?: number): void;
  /** The start as it is now, for begin(); to be freed. */
  start(): Start;
  begin(start: Start): boolean;

  /** The whole memory of the instance: keep one play in it. */
  save(): Saved;
  restore(saved: Saved): void;
  /** This play in another instance of the same module: the same state, its own memory. */
  copyTo(other: Sidle): Play;
}

export declare class Sidle {
  private constructor();
  readonly version: string;
  readonly params: Param[];
  readonly figures: Figure[];
  world(options?: WorldOptions): World;
  astar(world: World): AStar;
  flowField(world: World): FlowField;
  groups(world: World): Groups;
  play(map: string, options?: PlayOptions): Play;
  scenes(): string[];
  /** Another instance of the same module, with a memory of its own. */
  another(): Promise<Sidle>;
}

export declare function load(
  source?: ArrayBuffer | ArrayBufferView | Response | Promise<Response> | WebAssembly.Module,
): Promise<Sidle>;
/** The value of a parameter in the words of a config. */
export declare function valueText(param: Param, value: number): string;
/** The scene's start as a fixture, for `sidle run`; note: comment lines. A fixture does not hold the pathfinder `flow`. */
export declare function writeFixture(play: Play, note?: string): string;
/** All profiles of the scene's start as an INI file. */
export declare function writeConfig(play: Play): string;
