// The units of a view: bodies with their headings, the rings about them, and their trails.
import { ARRIVED_COLOUR, DECISION_COLOURS, TEAM_COLOURS, packed, rgb } from './colours.js';

const RIM = 2.5, NOSE_FROM = 3.5, RIM_FROM = 3, RING_FROM = 6; // px: width of the team's rim; radii from which nose, rim and the ring of a selected unit are drawn
const TRAIL_POINTS = 40, TRAIL_EVERY = 4, TRAIL_UNITS = 600; // ticks; of more units only the selected leave trails, if these are no more
const NO_RIM = TEAM_COLOURS.length, ARRIVED = DECISION_COLOURS.length, FILLS = [...DECISION_COLOURS, ARRIVED_COLOUR];

const isDark = (colour) => {
  const [r, g, b] = rgb(colour);
  return 0.3 * r + 0.6 * g + 0.1 * b < 120;
};

/** The colour of each unit by its team, or by its group where all are of one team. */
function rimsOf({ team, group }) {
  if (new Set(team).size > 1) return Uint8Array.from(team, (k) => k % TEAM_COLOURS.length);
  return Uint8Array.from(group, (k) => (k ? (k - 1) % TEAM_COLOURS.length : NO_RIM));
}

export class Bodies {
  constructor() { this.forget(); }

  forget() {
    this.previous = this.statics = null;
    this.trails = [];
  }

  /** Before a tick: the places that the next frames go on from. */
  remember(play) {
    const { positions, count } = play.units();
    if (this.previous?.length !== 2 * count) this.previous = new Float32Array(2 * count);
    this.previous.set(positions);
    if (play.ticks % TRAIL_EVERY || count > 10 * TRAIL_UNITS) return;
    this.trails.push(new Float32Array(positions));
    if (this.trails.length > TRAIL_POINTS) this.trails.shift();
  }

  /** Places between the tick before and the present one. */
  places(play, part) {
    const arrived = play.arrived().slice(), units = play.units(), { positions, count } = units;
    if (this.shown?.length !== 2 * count) this.shown = new Float32Array(2 * count);
    const before = this.previous?.length === 2 * count ? this.previous : positions;
    for (let k = 0; k < 2 * count; k++) this.shown[k] = before[k] + (positions[k] - before[k]) * part;
    return { ...units, arrived, shown: this.shown };
  }

  /** Radius, profile, team, group and colour of the rim of each unit, read once: they change when the scene does. */
  facts(play, version) {
    if (this.statics?.count === play.count && this.statics.version === version) return this.statics;
    const { count } = play, radii = Array.from({ length: play.scene().profiles }, (_, k) => play.profile(k).radius);
    const facts = { count, version, radius: new Float32Array(count), group: new Uint16Array(count), profile: new Uint16Array(count), team: new Uint16Array(count) };
    for (let k = 0; k < count; k++) {
      const unit = play.sceneUnit(k);
      facts.radius[k] = radii[unit.profile];
      facts.profile[k] = unit.profile;
      facts.team[k] = unit.team;
      facts.group[k] = unit.group;
    }
    facts.rim = rimsOf(facts);
    this.statics = facts;
    return facts;
  }

  /** Calls use(unit, x, y, radius), in pixels, for each unit in sight. */
  each(view, units, facts, use) {
    const { left, top, scale, width, height } = view, { shown, gone, count } = units;
    for (let k = 0; k < count; k++) {
      if (gone[k]) continue;
      const r = facts.radius[k] * scale, x = (shown[2 * k] - left) * scale, y = (shown[2 * k + 1] - top) * scale;
      if (x >= -r && y >= -r && x <= width + r && y <= height + r) use(k, x, y, r);
    }
  }

  /** Of every pair of a decision (or arrival) and a team (or none), as Raster.body takes it. */
  #looks(view, byTeam) {
    const key = `${view.theme.rim}${byTeam}`;
    if (this.looksOf === key) return this.looks;
    this.looksOf = key;
    this.looks = FILLS.map((decision) => [...TEAM_COLOURS, FILLS[0]].map((team) => {
      const [fill, rim] = byTeam ? [team, decision] : [decision, team];
      return { fill: packed(fill), rim: packed(rim), outline: packed(view.theme.rim), nose: packed(isDark(fill) ? '#ffffff' : '#15181c') };
    }));
    this.bare = this.looks.map((row) => row.map((look) => ({ ...look, rim: look.fill, outline: look.fill, nose: 0 })));
    return this.looks;
  }

  /** Small bodies have no rim, and the smallest no nose; who has neither team nor group has no rim. A small one that
   * is selected has the rim of the selected in place of a ring. */
  draw(view, units, facts, { colour, selected }) {
    const byTeam = colour === 'team', looks = this.#looks(view, byTeam), { raster, ratio, theme } = view, { decisions, arrived, headings } = units;
    const chosen = packed(theme.select), mark = { fill: 0, rim: chosen, outline: chosen, nose: 0 };
    this.each(view, units, facts, (k, x, y, r) => {
      const radius = Math.max(r - 0.5, 0.7), team = facts.rim[k], does = arrived[k] ? ARRIVED : decisions[k], full = looks[does][team];
      if (r < RING_FROM * ratio && selected.has(k)) {
        mark.fill = full.fill;
        raster.body(x, y, radius + ratio, mark, 1.7 * ratio, 1, 0);
        return;
      }
      const look = r >= NOSE_FROM * ratio ? full : this.bare[does][team], rich = r >= RIM_FROM * ratio && (team !== NO_RIM || byTeam);
      const width = (rich ? Math.min(RIM * ratio, 0.28 * radius) : 0) + Math.min(1, 0.2 * radius);
      raster.body(x, y, radius, look, width, headings[2 * k], headings[2 * k + 1]);
    });
  }

  drawTrails(view, units, facts, selected) {
    const { raster, ratio } = view, { count, gone, shown } = units;
    const few = selected.size <= TRAIL_UNITS ? [...selected] : [];
    const who = count <= TRAIL_UNITS ? Array.from({ length: count }, (_, k) => k) : few;
    const colours = [...TEAM_COLOURS, FILLS[0]].map(packed), { trails } = this;
    for (const k of who) {
      if (gone[k] || k >= count) continue;
      let fromX = NaN, fromY = NaN;
      for (let n = 0; n <= trails.length; n++) {
        const points = n < trails.length ? trails[n] : shown;
        if (2 * k >= points.length) continue;
        const x = view.px(points[2 * k]), y = view.py(points[2 * k + 1]);
        if (Math.abs(x - fromX) + Math.abs(y - fromY) < ratio) continue;
        if (view.inSight(x, y, 40)) raster.line(fromX, fromY, x, y, 1.75 * ratio, colours[facts.rim[k]], Math.round((190 * n) / trails.length));
        fromX = x;
        fromY = y;
      }
    }
  }

  /** Rings about the selected units that are large enough. */
  drawRings(view, units, facts, selected) {
    const { raster, ratio, theme } = view, over = packed(theme.select), under = packed(theme.halo);
    for (const k of selected) {
      if (k >= units.count || units.gone[k]) continue;
      const disc = facts.radius[k] * view.scale, r = disc + 2.5 * ratio, x = view.px(units.shown[2 * k]), y = view.py(units.shown[2 * k + 1]);
      if (disc < RING_FROM * ratio || !view.inSight(x, y, r)) continue;
      raster.ring(x, y, r, 4 * ratio, under);
      raster.ring(x, y, r, 2 * ratio, over);
    }
  }
}
