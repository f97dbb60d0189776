// What the browser keeps of the last work, so that a closed page loses nothing, and which theme was chosen.

const WORK = 'sidle.work', THEME = 'sidle.theme', AFTER = 1500; // ms after the last change

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser may forbid it to a page from a file
  }
}

function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export const storedTheme = () => read(THEME);
export const storeTheme = (theme) => write(THEME, theme);

/** {name, when, session}, or null. */
export function storedWork() {
  try {
    return JSON.parse(read(WORK));
  } catch {
    return null;
  }
}

/** Called every 200 ms: keeps the work some time after its last change. */
export class Autosave {
  constructor(app) {
    Object.assign(this, { app, session: null, edits: 0, due: 0 });
  }

  look(now) {
    const { session } = this.app;
    if (this.session && session !== this.session) write(WORK, null); // another scene has its place
    if (session !== this.session) Object.assign(this, { session, edits: 0, due: 0 });
    if (session.edits !== this.edits) Object.assign(this, { edits: session.edits, due: now + AFTER });
    if (!this.due || now < this.due) return;
    this.due = 0;
    this.keep();
  }

  keep() {
    const { app } = this;
    try {
      const good = write(WORK, JSON.stringify({ name: app.name, when: Date.now(), session: app.session.toJSON() }));
      if (!good && !this.told) app.say('The browser keeps no copy of this work: export it before the page is closed.', true);
      this.told = !good;
    } catch {
      write(WORK, null); // what has no fixture is not kept
    }
  }
}
