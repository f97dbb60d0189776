/* The local grid of a unit as characters: a heat map with its three traces. */
#ifndef SIDLE_COMMAND_GRID_PANEL_H
#define SIDLE_COMMAND_GRID_PANEL_H

#include "map_view.h"

/* Draws into at most width x height glyphs, row by row, `width` a row; the unit is in the middle of
 * the last row and looks up. A character holds the largest value of the cells that it stands for.
 * Returns the rows used. */
int grid_panel_draw(const local_grid *g, int width, int height, glyph *into);

#endif
