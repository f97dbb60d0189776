// Colours that stay apart for the colour-blind (Okabe and Ito), each with its word beside it.

export const DECISION_COLOURS = ['#8a919c', '#0072b2', '#e69f00', '#f0e442', '#cc79a7', '#d55e00', '#111418'];
export const TEAM_COLOURS = ['#2f6fb5', '#b5452f', '#2f8f5b', '#8a5fb0', '#b58a1e', '#2a8f9b', '#a8447e', '#5d6470'];
export const TERRAIN_COLOURS = [
  '#e9e4d6', '#b9b27f', '#8fbddb', '#6d9a62', '#454b54', '#d8c7b0', '#c9a98b', '#b08d74', '#94a3b8', '#a78bba',
  '#ba8b9d', '#8bbaa9', '#bab38b', '#9aa58b', '#8b95ba', '#777777',
];
export const FLOW_COLOURS = { moves: '#0072b2', held: '#d55e00', rests: '#6b7280' };
export const ROLES = { path: '#7b3fb5', trace: '#00584a', side: '#00584a', target: '#c1121f', blocker: '#c1121f' };

export function rgb(hex) {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** A passability, 0 to 254, or 255 for terrain. */
export function heatColour(value) {
  if (value >= 255) return 'rgba(30,34,40,0.55)';
  const share = value / 254;
  return `rgba(${Math.round(120 + 110 * share)},${Math.round(190 * (1 - share))},${Math.round(70 * (1 - share))},${(0.12 + 0.6 * share).toFixed(2)})`;
}
