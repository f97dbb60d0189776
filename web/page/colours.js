// Colours that stay apart for the colour-blind (Okabe and Ito), each with its word beside it, and the two themes.

export const DECISION_COLOURS = ['#8a919c', '#0072b2', '#e69f00', '#f0e442', '#cc79a7', '#d55e00', '#111418'];
export const ARRIVED_COLOUR = '#009e73';
/** As in the pictures of the command, of teams; or of groups where all are of one team. */
export const TEAM_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#111418', '#f0e442'];
export const FLOW_COLOURS = { moves: '#0072b2', held: '#d55e00', rests: '#6b7280' };

const HOST_CLASSES = ['#d8c7b0', '#c9a98b', '#b08d74', '#94a3b8', '#a78bba', '#ba8b9d', '#8bbaa9', '#bab38b', '#9aa58b', '#8b95ba', '#777777'];

/** What the map is drawn with. terrain, mark (its pattern) and edge by class: ground, swamp, water, trees, void, the host's. */
export const THEMES = {
  light: {
    outside: '#cfd3da', edge: ['#8d8570', '#8b8450', '#3f86b0', '#4f7f45', '#3b4049'], line: '#d9d2c1', rim: '#20242b', ink: '#15181c', halo: '#ffffff', select: '#b3005e',
    terrain: ['#f1ecdf', '#d3cd9b', '#a9d0e6', '#a3c793', '#6b7280', ...HOST_CLASSES],
    mark: ['#f1ecdf', '#a8a268', '#7fb4d3', '#6f9f62', '#5b616d', ...HOST_CLASSES],
    path: '#7b3fb5', trace: '#00584a', target: '#c1121f', blocker: '#c1121f', place: '#7b3fb5',
  },
  dark: {
    outside: '#0b0e13', edge: ['#5a6577', '#8f9150', '#3f9fd0', '#4f9f70', '#9aa4b3'], line: '#2b3340', rim: '#e9edf3', ink: '#f2f5f9', halo: '#0b0e13', select: '#ff7ac8',
    terrain: ['#222a35', '#3d3f26', '#12405c', '#1f4a34', '#565f6d', ...HOST_CLASSES],
    mark: ['#222a35', '#66683a', '#1d5f86', '#2f6d4b', '#454d59', ...HOST_CLASSES],
    path: '#c9a2f2', trace: '#5fe0c0', target: '#ff6b74', blocker: '#ff6b74', place: '#c9a2f2',
  },
};

export function rgb(hex) {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** As the memory of a picture holds it. */
export function packed(colour) {
  const [r, g, b] = rgb(colour);
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

/** A passability, 0 to 254, or 255 for terrain: its colour, and how strong, 0 to 255. */
export function heat(value) {
  if (value >= 255) return { colour: packed('#1e2228'), alpha: 140 };
  const share = value / 254, level = (v) => Math.round(v).toString(16).padStart(2, '0');
  return { colour: packed(`#${level(120 + 110 * share)}${level(190 * (1 - share))}${level(70 * (1 - share))}`), alpha: Math.round(30 + 150 * share) };
}
