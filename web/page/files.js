// Files in and out: what is imported, what is wrong with it, the scene as text, and the question before work is lost.
import { saveFile } from './share.js';
import { tiledToFixture } from './tmx.js';

const $ = (id) => document.getElementById(id);

/** The value of the button that closed the dialog; '' by Esc. */
export function ask(dialog) {
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener('close', () => done(dialog.returnValue), { once: true }));
}

/** May another scene take the place of this one? */
export async function mayLeave(app) {
  if (app.session.saved || !app.session.edits) return true;
  const answer = await ask($('unsaved'));
  if (answer === 'export') {
    exportMap(app);
    exportValues(app);
  }
  return answer === 'discard' || (answer === 'export' && app.session.saved);
}

function exported(app, name, pick) {
  try {
    saveFile(name, pick(app.session.fixture()));
    const later = app.session.log.some((one) => one.kind !== 'set');
    app.say(`${name} is saved${later ? ' as the scene starts: a file does not hold what was done during the run' : ''}.`);
    return true;
  } catch (error) {
    app.say(error.message, true);
    return false;
  }
}

/** A map holds the whole scene; its values alone are no copy of the work. */
export function exportMap(app) {
  if (exported(app, `${app.fileName()}.map`, (files) => files.map)) app.session.saved = true;
}
export const exportValues = (app) => exported(app, `${app.fileName()}.ini`, (files) => (app.side ? files.configB : files.config));

const withoutEnd = (name) => name.replace(/\.\w+$/, '');

export async function importFiles(app, files) {
  for (const file of files) {
    const text = await file.text();
    if (/\.ini$/i.test(file.name)) {
      if (app.importConfig(text)) app.say(`${file.name}: read.`);
    } else if (await mayLeave(app)) await importMap(app, file.name, text);
  }
}

async function importMap(app, name, text) {
  try {
    const map = /\.tmx$/i.test(name) ? await tiledToFixture(name, text) : text;
    if (app.open({ map, name, pathfinder: $('pathfinder').value }, name)) app.showName(withoutEnd(name), map);
    else showText(app, name, map, app.faults);
  } catch (error) {
    app.say(error.message, true);
    showText(app, name, text, error.message);
  }
}

/** The text with what is wrong with it, a line each, which leads to its place. */
export function showText(app, name, text, faults = '') {
  $('text-title').textContent = name;
  $('source').value = text;
  showFaults(faults);
  $('text').onclose = null;
  $('read').onclick = () => {
    const source = $('source').value;
    if (!app.open({ map: source, name, pathfinder: $('pathfinder').value }, name)) return showFaults(app.faults);
    app.showName(withoutEnd(name), source);
    app.session.saved = false;
    app.session.edits++;
    return $('text').close();
  };
  $('text').showModal();
}

function showFaults(faults) {
  $('faults').replaceChildren(...faults.split('\n').filter(Boolean).map((fault) => {
    const item = document.createElement('li'), button = document.createElement('button'), [, line] = /^[^:]*:(\d+)/.exec(fault) ?? [];
    button.textContent = fault;
    button.onclick = () => goToLine(Number(line));
    item.append(button);
    return item;
  }));
}

function goToLine(line) {
  const source = $('source'), lines = source.value.split('\n');
  if (!(line >= 1 && line <= lines.length)) return;
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  source.focus();
  source.setSelectionRange(from, from + lines[line - 1].length);
  source.scrollTop = ((line - 4) * source.scrollHeight) / lines.length;
}
