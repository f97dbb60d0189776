// The keys: one table, by which they work and are listed.

const TOOLS = [['v', 'select'], ['o', 'order'], ['d', 'drop'], ['b', 'paint'], ['l', 'line'], ['e', 'rectangle'], ['g', 'fill'], ['m', 'pan']];
const NAMES = { drop: 'units', paint: 'brush', pan: 'move the map' };
const ZOOM = 1.25, STEP = 60; // px that an arrow moves the map

/** Rows of {keys, on, shown, does, act(app, event)}. on: where; "ctrl": with Ctrl or Cmd, "map": the map has the focus. */
const KEYS = [
  { keys: [' '], shown: 'Space', does: 'play and pause', act: (app) => app.setPlaying(!app.playing) },
  { keys: [','], shown: ', and .', does: 'one tick back, one tick on', act: (app) => app.goTo(app.session.tick - 1) },
  { keys: ['.'], act: (app) => app.stepOnce() },
  { keys: ['r'], shown: 'R', does: 'again from the start', act: (app) => app.again() },
  { shown: TOOLS.map(([key]) => key.toUpperCase()).join(', '), does: `the tools: ${TOOLS.map(([, tool]) => NAMES[tool] ?? tool).join(', ')}`, keys: [] },
  ...TOOLS.map(([key, tool]) => ({ keys: [key], act: (app) => app.setTool(tool) })),
  { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], on: 'ctrl', shown: 'Ctrl+1 to Ctrl+9', does: 'the selected units become that control group', act: (app, { key }) => app.editor.setGroup(key) },
  { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], shown: '1 to 9', does: 'selects the control group', act: (app, { key }) => app.editor.selectGroup(key) },
  { keys: ['a'], on: 'ctrl', shown: 'Ctrl+A', does: 'selects all', act: (app) => app.select(app.living()) },
  { keys: ['['], shown: '[ and ]', does: 'the unit before, the next unit', act: (app) => app.editor.selectNext(-1) },
  { keys: [']'], act: (app) => app.editor.selectNext(1) },
  { keys: ['escape'], shown: 'Esc', does: 'selects none', act: (app) => app.select([]) },
  { keys: ['z'], on: 'ctrl', shown: 'Ctrl+Z, Ctrl+Y', does: 'undo, redo', act: (app, { shiftKey }) => (shiftKey ? app.redo() : app.undo()) },
  { keys: ['y'], on: 'ctrl', act: (app) => app.redo() },
  { keys: ['c'], on: 'ctrl', shown: 'Ctrl+C, Ctrl+V', does: 'copy the selected units; paste them at the pointer', act: (app) => app.editor.copy() },
  { keys: ['v'], on: 'ctrl', act: (app) => app.editor.paste(app.pointer ?? app.camera) },
  { keys: ['h'], shown: 'H, S', does: 'the selected units hold; stop', act: (app) => app.editor.plainOrder('hold') },
  { keys: ['s'], act: (app) => app.editor.plainOrder('none') },
  { keys: ['delete', 'backspace'], shown: 'Delete', does: 'removes the selected units', act: (app) => app.editor.remove() },
  { keys: ['f'], shown: 'F', does: 'the whole map', act: (app) => app.fit() },
  { keys: ['c'], shown: 'C, N, T', does: 'shows congestion, numbers of units, trails', act: (app) => app.toggle('congestion') },
  { keys: ['n'], act: (app) => app.toggle('numbers') },
  { keys: ['t'], act: (app) => app.toggle('trails') },
  { keys: ['x'], shown: 'X', does: 'dark or light', act: (app) => app.setTheme(app.theme === 'dark' ? 'light' : 'dark') },
  { keys: ['?'], shown: '?', does: 'this list', act: () => document.getElementById('keys').showModal() },
  { keys: ['enter'], on: 'map', shown: 'Enter, on the map', does: 'the tool in the middle of the map; with Shift it adds or queues', act: (app, { shiftKey }) => app.tools.act({ x: app.camera.x, y: app.camera.y }, shiftKey) },
  { keys: ['arrowleft'], on: 'map', shown: 'arrows, + and −, on the map', does: 'move and zoom', act: (app) => app.camera.move(STEP, 0) },
  { keys: ['arrowright'], on: 'map', act: (app) => app.camera.move(-STEP, 0) },
  { keys: ['arrowup'], on: 'map', act: (app) => app.camera.move(0, STEP) },
  { keys: ['arrowdown'], on: 'map', act: (app) => app.camera.move(0, -STEP) },
  { keys: ['+', '='], on: 'map', act: (app) => app.zoom(ZOOM) },
  { keys: ['-'], on: 'map', act: (app) => app.zoom(1 / ZOOM) },
];

const HANDS = [
  ['click, drag', 'selects, with the tool Select; with Shift it adds'],
  ['double click', 'selects all of the kind in sight'],
  ['right click, long touch', 'gives the order to the selected units; with Shift after what they do already'],
  ['right drag', 'the order, in formation: from the goal to where it is to face'],
  ['wheel, two fingers, middle button', 'zoom and move the map'],
];

const row = (name, text) => {
  const line = document.createElement('tr'), head = document.createElement('th'), cell = document.createElement('td');
  Object.assign(head, { scope: 'row', textContent: name });
  cell.textContent = text;
  line.append(head, cell);
  return line;
};

export function connectKeys(app) {
  document.querySelector('#keys table').append(...HANDS.map((hand) => row(...hand)), ...KEYS.filter(({ shown }) => shown).map(({ shown, does }) => row(shown, does)));
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches?.('input:not([type=radio]):not([type=checkbox]):not([type=range]), select, textarea');
    if (typing || event.altKey || document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase(), ctrl = event.ctrlKey || event.metaKey, onMap = event.target.matches?.('canvas');
    if (key === ' ' && event.target.matches?.('button, summary, input')) return;
    const found = KEYS.find(({ keys, on }) => keys.includes(key) && (on === 'ctrl') === ctrl && (on !== 'map' || onMap));
    if (!found) return;
    if (ctrl && key === 'c' && String(getSelection())) return; // words of the page
    event.preventDefault();
    found.act(app, { key, shiftKey: event.shiftKey });
  });
}
