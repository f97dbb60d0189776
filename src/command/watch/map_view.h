/* The map and the units as characters: what part of the map is seen, and what stands where. */
#ifndef SIDLE_COMMAND_MAP_VIEW_H
#define SIDLE_COMMAND_MAP_VIEW_H

#include "player.h"

typedef enum paint {
    PAINT_PLAIN,
    PAINT_WALL,
    PAINT_SWAMP,
    PAINT_WATER,
    PAINT_TREES,
    PAINT_OTHER_CLASS,
    PAINT_GOAL,
    PAINT_BAD,
    PAINT_HEAT, /* and HEAT_STEPS - 1 more, from cold to hot */
    PAINT_DECISION = PAINT_HEAT + 8,
    PAINT_ARRIVED = PAINT_DECISION + SIDLE_DECISION_COUNT,
    PAINT_COUNT
} paint;

enum { HEAT_STEPS = 8 };

typedef struct glyph {
    char letter;
    uint8_t paint;
    bool bold, reversed;
} glyph;

/* A character is twice as high as wide, so it shows twice as many cells down as across. */
typedef struct map_view {
    float left, top;   /* cells, of the upper left corner */
    float scale;       /* cells across a character */
    int width, height; /* characters */
    bool whole;        /* shows all of the map, whatever the size */
    bool follows;      /* keeps the selected unit in the middle */
} map_view;

/* Takes another size; moves and zooms as `whole` and `follows` say. */
void map_view_fit(map_view *v, const player *p, int width, int height);

/* by > 1 shows more of the map; the middle stays. */
void map_view_zoom(map_view *v, float by);
void map_view_move(map_view *v, float across, float down); /* characters */

/* Fills width * height glyphs, row by row. */
void map_view_draw(const map_view *v, const player *p, glyph *into);

/* The unit nearest to the character, at most two away; NO_UNIT. */
int64_t map_view_unit_at(const map_view *v, const player *p, int x, int y);

/* The letter of a unit: that of its group, or o. */
char unit_letter(const scene_unit *u);

#endif
