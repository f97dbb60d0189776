// Writes fixtures (.map) and configs (.ini) that the command reads.
import { TERRAINS } from './world.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFHIJKLMNPQRUVXYZ';
const CELLS = ['.', 'S', 'W', 'T', '@']; // by class; those of the host have no character

/** The shortest text that the reader, which scales by the cell size, turns into this float. */
function cellsText(value, size) {
  for (let digits = 1; digits < 17; digits++) {
    const text = String(Number((value / size).toPrecision(digits)));
    if (Math.fround(Math.fround(Number(text)) * Math.fround(size)) === value) return text;
  }
  return String(value / size);
}

/** The shortest text that reads as this float. */
function numberText(value) {
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(Number(value.toPrecision(9)));
}

/** A profile's name as one word: a fixture has no way to write another. */
const nameOf = (play, profile) => play.profileName(profile).replaceAll(/[\s=#]+/g, '_');

/** All profiles of the scene as an INI file. */
export function writeConfig(play) {
  const { profiles } = play.scene(true);
  const out = ['; Profiles, written by the playground. Read them with --config.'];
  for (let k = 0; k < profiles; k++) {
    out.push('', `[${nameOf(play, k)}]`);
    // Every number is written, as another default of the scene must not shine through.
    for (const [name, text] of Object.entries(play.words(k, true))) out.push(`${name} = ${text}`);
  }
  return `${out.join('\n')}\n`;
}

function aimOf(unit, size) {
  const point = (p) => `${cellsText(p.x, size)},${cellsText(p.y, size)}`;
  const goal = point({ x: unit.goalX, y: unit.goalY });
  const via = unit.points.length && unit.order === 'go' ? ` via=${unit.points.map(point).join(';')}` : '';
  switch (unit.order) {
    case 'go': return `goal=${goal}${via}`;
    case 'hold': return 'hold';
    case 'patrol': return `patrol=${unit.points.map(point).join(';')}`;
    case 'flee': return `flee=${goal}`;
    case 'wander': return `wander=${goal},${cellsText(unit.range, size)}`;
    case 'approach_point': return `approach=${goal},${cellsText(unit.range, size)}`;
    case 'pursue': case 'follow': case 'evade': return `${unit.order}=${unit.targetGroup}`;
    case 'approach': return `approach=${unit.targetGroup},${cellsText(unit.range, size)}`;
    default: return 'stand';
  }
}

/** formation= and facing= of a troop. The reader scales the gap as all lengths. */
function formationOf(play, number, size) {
  const f = play.troop(number, true);
  if (f.gap / size > 64) throw new Error(`a gap of ${f.gap} u is ${f.gap / size} cells; a fixture holds 64 at most`);
  const facing = f.facingX || f.facingY ? ` facing=${numberText(f.facingX)},${numberText(f.facingY)}` : '';
  return ` formation=${f.shape},${f.columns},${cellsText(f.gap, size)}${facing}`;
}

const isAbout = (order) => ['pursue', 'follow', 'evade', 'approach'].includes(order);

/** Units that differ in nothing but their place are a group; the key says what they have in common. */
function groupsOf(play, size) {
  const groups = new Map();
  const { units } = play.scene(true);
  for (let k = 0; k < units; k++) {
    const unit = play.sceneUnit(k, true);
    if (unit.start <= unit.unloads) unit.start = 0; // the reader takes the later of both
    const key = JSON.stringify([unit.profile, unit.team, unit.group, unit.start, unit.troop, aimOf(unit, size)]);
    if (!groups.has(key)) groups.set(key, { first: unit, units: [] });
    groups.get(key).units.push({ ...unit, number: k });
    groups.get(key).letter ??= LETTERS[groups.size - 1];
  }
  if (groups.size > LETTERS.length)
    throw new Error(`the scene has ${groups.size} different groups; a fixture has letters for ${LETTERS.length}`);
  const letterOf = (number) => {
    const found = [...groups.values()].filter((g) => g.first.group === number);
    if (found.length !== 1)
      throw new Error(`group ${number} has ${found.length || 'no'} kinds of units; in a fixture one that others hunt or follow has one kind`);
    return found[0].letter;
  };
  return { groups, letterOf };
}

function endOf(unit) {
  const dies = unit.dies ? ` dies=${unit.dies < 0 ? 'caught' : numberText(unit.dies)}` : '';
  return unit.unloads ? `${dies} unloads=${numberText(unit.unloads)}` : dies;
}

/** Orders that units get after their first ones. */
function laterOrders(play, size) {
  return Array.from({ length: play.scene(true).later }, (_, k) => {
    const { time, unit, order, x, y } = play.later(k);
    const what = order === 'go' ? `goal=${cellsText(x, size)},${cellsText(y, size)}` : 'stop';
    return `order at=${numberText(time)} unit=${unit + 1} ${what}`;
  });
}

/** The rows of a picture, and the edits at the start that make the classes of the host, which no character has. */
export function pictureOf(cells, width) {
  const rows = [], edits = [];
  for (let from = 0; from < cells.length; from += width) {
    const row = cells.subarray(from, from + width);
    rows.push(Array.from(row, (class_) => CELLS[class_] ?? '.').join(''));
    for (let x = 0, end; x < width; x = end) {
      for (end = x + 1; end < width && row[end] === row[x];) end++;
      if (row[x] >= CELLS.length) edits.push(`edit at=0 cells=${x},${from / width},${end - x},1 class=${TERRAINS[row[x]]}`);
    }
  }
  return { rows, edits };
}

/** The scene's start as a fixture. Throws where the format cannot hold it. */
export function writeFixture(play, note = '') {
  const s = play.scene(true), size = s.cellSize;
  const out = ['type octile', `height ${s.height}`, `width ${s.width}`];
  for (const line of note.split('\n').filter(Boolean)) out.push(`# ${line}`);
  if (size !== 1) out.push(`cell ${numberText(size)}`);
  out.push(`seconds ${numberText(s.seconds)}`);
  if (play.hz !== 30) out.push(`hz ${numberText(play.hz)}`);
  if (s.straight || s.congestion) out.push(`pathfinder ${s.straight ? 'none' : 'congestion'}`);
  if (s.roam) throw new Error('a scene whose units roam has no fixture: their goals are random');
  for (let k = 0; k < s.profiles; k++) {
    const changes = play.profileChanges(k);
    if (k > 0 || changes) out.push(`profile ${nameOf(play, k)}${changes}`);
  }
  const { groups, letterOf } = groupsOf(play, size);
  const lines = [], leaders = new Map(); // by troop: the letter of the group that has its order
  for (const g of groups.values()) {
    const u = g.first;
    const aim = isAbout(u.order)
      ? aimOf(u, size).replace(/=\d+/, `=${letterOf(u.targetGroup)}`) : aimOf(u, size);
    const profile = u.profile ? ` profile=${nameOf(play, u.profile)}` : '';
    const start = u.start ? ` start=${numberText(u.start)}` : '', leader = leaders.get(u.troop);
    const formation = u.troop ? formationOf(play, u.troop, size) : '';
    const does = leader ? `with=${leader}` : `${aim}${formation}${start}`;
    if (u.troop && !leader) leaders.set(u.troop, g.letter);
    out.push(`group ${g.letter}${profile} ${does}${u.team ? ` team=${u.team}` : ''}`);
    for (const one of g.units) lines[one.number] = `unit ${g.letter} ${cellsText(one.x, size)},${cellsText(one.y, size)}${endOf(one)}`;
  }
  const { rows, edits } = pictureOf(play.cells(true), s.width);
  out.push(...lines, ...edits);
  for (let k = 0; k < s.edits; k++) {
    const e = play.edit(k);
    out.push(`edit at=${numberText(e.time)} cells=${e.x},${e.y},${e.width},${e.height} class=${e.terrain}`);
  }
  out.push(...laterOrders(play, size), 'map', ...rows);
  return `${out.join('\n')}\n`;
}
