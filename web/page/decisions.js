// What each unit decided and when, of one side: the last changes, also of units that nobody had selected then.

const MOST = 64; // changes that are kept of a unit

export class Decisions {
  constructor() { this.forget(); }

  forget() {
    this.last = null;
    this.changes = []; // by unit: [{tick, decision}, ...], decision by its number
  }

  /** After a tick. */
  note(play) {
    const { decisions, count } = play.units(), tick = play.ticks, known = this.last?.length ?? 0;
    for (let k = 0; k < count; k++) {
      if (k < known && this.last[k] === decisions[k]) continue;
      const list = this.changes[k] ??= [];
      if (list.at(-1)?.decision === decisions[k]) continue;
      list.push({ tick, decision: decisions[k] });
      if (list.length > MOST) list.shift();
    }
    if (known === count) this.last.set(decisions);
    else this.last = new Uint8Array(decisions);
  }

  /** What was decided after that tick is of the future again. */
  back(tick) {
    this.last = null;
    for (const list of this.changes) while (list?.length && list.at(-1).tick > tick) list.pop();
  }

  /** Of a unit, the latest one last. */
  of(unit, most) { return (this.changes[unit] ?? []).slice(-most); }
}
