// What the buttons do, and how the page begins.
import { App, selectTab } from './app.js';
import { MARCHES } from './editor.js';
import { ask, exportMap, exportValues, importFiles, mayLeave, showText } from './files.js';
import { connectKeys } from './keys.js';
import { TERRAINS, load } from './sidle.js';

const GENERATED = [
  ['@scale5000', '5,000 units with random goals'], ['@scale1000', '1,000 units with random goals'],
  ['@circle100', '100 on a circle'], ['@blocks100', 'two blocks of 100'], ['@door200', '200 through a door'],
  ['@door_two_way60', 'a door, 60 from each side'], ['@hallway100', 'a hallway, 100 from each end'],
  ['@forest100', '100 through a forest'], ['@exits4_200', '200 leave by four doors'],
];

const $ = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const maps = JSON.parse($('maps').textContent);

function connectTabs(app) {
  const tabs = all('[role=tab]');
  tabs.forEach((tab, k) => {
    tab.addEventListener('click', () => { selectTab(tab.id.slice(4)); app.refresh(); });
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(k + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  });
}

/** On small screens one of the sheets is open at a time; elsewhere all of them are beside the map. */
function connectSheets() {
  const buttons = all('[data-sheet]:is(button)');
  const open = (name) => {
    document.body.dataset.sheet = name;
    for (const button of buttons) button.setAttribute('aria-expanded', String(button.dataset.sheet === name));
  };
  for (const button of buttons) button.addEventListener('click', () => open(document.body.dataset.sheet === button.dataset.sheet ? '' : button.dataset.sheet));
}

async function changeScene(app, value) {
  app.showScene(app.scene); // until it is there
  if (await mayLeave(app)) app.openNamed(value);
}

async function askSize(app) {
  const { width, height } = app.session.a.scene();
  Object.assign($('columns'), { value: width });
  Object.assign($('rows'), { value: height });
  if (await ask($('size-dialog')) === 'good') app.resize(Number($('columns').value), Number($('rows').value));
}

async function askProfile(app) {
  $('profile-name').value = '';
  if (await ask($('profile-dialog')) === 'good') app.addProfile($('profile-name').value);
}

function showSource(app) {
  try {
    showText(app, `${app.fileName()}.map`, app.session.fixture().map);
  } catch (error) {
    app.say(error.message, true);
  }
}

function connectButtons(app) {
  const click = (id, use) => $(id).addEventListener('click', use), change = (id, use) => $(id).addEventListener('change', use);
  click('play', () => app.setPlaying(!app.playing));
  click('step', () => app.stepOnce());
  click('back', () => app.goTo(app.session.tick - 1));
  click('again', () => app.again());
  click('undo', () => app.undo());
  click('redo', () => app.redo());
  click('hold', () => app.editor.plainOrder('hold'));
  click('stop', () => app.editor.plainOrder('none'));
  click('remove', () => app.editor.remove());
  click('all', () => app.select(app.living()));
  click('copy', () => app.editor.copy());
  click('paste', () => app.editor.paste(app.pointer ?? app.camera));
  click('share', () => app.share());
  click('export-map', () => exportMap(app));
  click('export-ini', () => exportValues(app));
  click('import', () => $('files').click());
  click('as-text', () => showSource(app));
  click('text-close', () => $('text').close());
  click('resize', () => askSize(app));
  click('new-profile', () => askProfile(app));
  click('theme', () => app.setTheme(app.theme === 'dark' ? 'light' : 'dark'));
  click('defaults', () => app.setDefaults());
  click('keys-button', () => $('keys').showModal());
  change('files', async () => { await importFiles(app, [...$('files').files]); $('files').value = ''; });
  $('scrub').addEventListener('input', () => { app.setPlaying(false); app.wanted = Number($('scrub').value); });
  change('split', () => app.split($('split').checked));
  change('scene', () => changeScene(app, $('scene').value));
  change('pathfinder', () => app.setPathfinder($('pathfinder').value));
  change('profile', () => app.showValues());
  change('measure', () => app.session.sides.forEach((play) => play.measure($('measure').checked)));
  change('order', () => { for (const id of ['formation', 'gap', 'facing']) $(id).disabled = !MARCHES.includes($('order').value); });
  for (const name of ['trails', 'goals', 'numbers', 'thoughts', 'congestion']) change(name, () => { app.show[name] = $(name).checked; });
  change('colour', () => {
    app.show.colour = $('colour').value;
    $('legend').hidden = app.show.colour !== 'decision';
  });
  for (const radio of all('[name=tool]')) radio.addEventListener('change', () => app.setTool(radio.value));
  for (const radio of all('[name=side]')) radio.addEventListener('change', () => { app.side = Number(radio.value); app.showValues(); app.refresh(); });
}

function fillSelects() {
  const group = (label, options) => {
    const one = document.createElement('optgroup');
    one.label = label;
    one.append(...options.map(([value, text]) => new Option(text, value)));
    return one;
  };
  $('scene').append(
    new Option('empty', 'empty'),
    group('maps', Object.keys(maps).map((name) => [name, name.replaceAll('_', ' ')])),
    group('generated', GENERATED),
  );
  $('terrain').append(...TERRAINS.slice(0, 5).map((name, k) => new Option(name, k)));
  $('terrain').value = '4';
}

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

async function begin() {
  const sidle = await load(globalThis.SIDLE_WASM && bytesOf(globalThis.SIDLE_WASM));
  fillSelects();
  const app = new App(sidle, maps);
  globalThis.playground = app;
  connectButtons(app);
  connectTabs(app);
  connectSheets();
  connectKeys(app);
  app.setTool('select');
  await app.openFirst();
  addEventListener('hashchange', () => app.openFirst());
  addEventListener('resize', () => app.fit());
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => { event.preventDefault(); importFiles(app, [...event.dataTransfer.files]); });
  requestAnimationFrame((time) => app.frame(time));
}

begin();
