// What one unit sees and decides, drawn: the cells that it reads, its traces, the point it chose, its path and goal.
import { heat } from './colours.js';

const HEAT = Array.from({ length: 256 }, (_, value) => heat(value));

/** The cells that the unit reads; beneath the units, so that these keep their colours. */
export function drawGrid(view, grid) {
  const { raster, scale } = view, size = grid.cell * scale, wide = 2 * grid.columns + 1;
  const reach = Math.hypot((grid.rows + 1) * size, (grid.columns + 1) * size);
  raster.shade(view.px(grid.x), view.py(grid.y), reach, (dx, dy) => {
    const row = Math.round((dx * grid.directionX + dy * grid.directionY) / size);
    const column = Math.round((dy * grid.directionX - dx * grid.directionY) / size);
    if (row < 0 || row > grid.rows || Math.abs(column) > grid.columns) return null;
    return HEAT[grid.values[row * wide + column + grid.columns]];
  });
}

export function drawThoughts(view, play, units, unit) {
  const state = play.state(unit), why = play.why(unit), { theme } = view;
  if (!state) return;
  if (state.underWay) {
    view.polyline([state, ...play.path(unit), { x: state.goalX, y: state.goalY }], theme.path, 1.5, [6, 4]);
    if (state.hasPlace) view.circle(state.placeX, state.placeY, state.radius, theme.place, 1.5);
  }
  if (why) drawLook(view, play, units, why);
}

/** The trace to the waypoint, the two side traces, the point chosen, and who is in the way. */
function drawLook(view, play, units, why) {
  const { theme } = view;
  const along = (ahead, across) => ({
    x: why.originX + why.directionX * ahead - why.directionY * across,
    y: why.originY + why.directionY * ahead + why.directionX * across,
  });
  view.polyline([along(0, 0), along(why.hit > 0 ? why.hit : why.reach, 0)], theme.trace, 2.5);
  if (why.row > 0)
    for (const offset of [why.offsetLeft, why.offsetRight]) view.polyline([along(why.row, 0), along(why.row, offset)], theme.trace, 2.5);
  const blocker = why.blocker ? play.unitOf(why.blocker) : -1;
  if (blocker >= 0 && blocker < units.count)
    view.polyline([along(0, 0), { x: units.shown[2 * blocker], y: units.shown[2 * blocker + 1] }], theme.blocker, 1.5, [2, 3]);
  view.dot(why.targetX, why.targetY, 5, theme.target);
}
