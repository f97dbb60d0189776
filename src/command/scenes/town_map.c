/* Draws the maps of towns. Widths are in radii of the largest unit; a passage is as many whole
 * cells wide as that takes. */
#include "town.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* radii: streets, doors, and the share of doors that are narrow. */
static const float STREET_LEAST = 4, STREET_MOST = 12, DOOR_LEAST = 3, DOOR_MOST = 6, NARROW = 2.2f,
                   NARROW_SHARE = 0.15f;

uint32_t town_cells(const town *t, float radii) {
    return (uint32_t)fmaxf(1, ceilf(radii * t->ratio - 1e-3f));
}

static int32_t cells_between(town *t, float low, float high) {
    return (int32_t)town_cells(t, town_between(t, low, high));
}

/* A passage of that width was drawn. */
static int32_t passage(town *t, float radii) {
    t->narrowest = fminf(t->narrowest, radii);
    return (int32_t)town_cells(t, radii);
}

static int32_t street(town *t) {
    return passage(t, town_between(t, STREET_LEAST, STREET_MOST));
}

static int32_t door(town *t) {
    return passage(t,
                   town_chance(t, NARROW_SHARE) ? NARROW : town_between(t, DOOR_LEAST, DOOR_MOST));
}

/* ---- shapes ---- */

void town_fill(town *t, int32_t x, int32_t y, int32_t width, int32_t height, sidle_terrain class) {
    scene *s = t->into;
    for (int32_t row = y < 0 ? 0 : y; row < y + height && row < (int32_t)s->height; row++)
        for (int32_t column = x < 0 ? 0 : x; column < x + width && column < (int32_t)s->width;
             column++)
            s->cells[(size_t)row * s->width + (size_t)column] = (uint8_t) class;
}

static void fill_disc(town *t, int32_t x, int32_t y, int32_t radius, sidle_terrain class) {
    for (int32_t row = -radius; row <= radius; row++)
        for (int32_t column = -radius; column <= radius; column++)
            if (row * row + column * column <= radius * radius)
                town_fill(t, x + column, y + row, 1, 1, class);
}

/* A frame of walls, `thick` cells wide, about the inside. */
static void frame(town *t, int32_t x, int32_t y, int32_t width, int32_t height, int32_t thick) {
    town_fill(t, x - thick, y - thick, width + 2 * thick, height + 2 * thick, SIDLE_TERRAIN_VOID);
    town_fill(t, x, y, width, height, SIDLE_TERRAIN_GROUND);
}

/* A door in the middle third of one side of such a frame. */
static void gate(town *t, int32_t x, int32_t y, int32_t width, int32_t height, int32_t thick,
                 int32_t wide) {
    uint32_t side = town_pick(t, 4);
    int32_t along = side % 2 ? height : width, at = (along - wide) / 2;
    if (along > wide + 2) at = 1 + (int32_t)town_pick(t, (uint32_t)(along - wide - 1));
    switch (side) {
    case 0: town_fill(t, x + at, y - thick, wide, thick, SIDLE_TERRAIN_GROUND); break;
    case 1: town_fill(t, x + width, y + at, thick, wide, SIDLE_TERRAIN_GROUND); break;
    case 2: town_fill(t, x + at, y + height, wide, thick, SIDLE_TERRAIN_GROUND); break;
    default: town_fill(t, x - thick, y + at, thick, wide, SIDLE_TERRAIN_GROUND); break;
    }
}

void town_draw_room(town *t, sidle_vec2 about, float inner, float wide) {
    int32_t side = (int32_t)town_cells(t, inner), apron = (int32_t)town_cells(t, STREET_LEAST);
    int32_t x = (int32_t)(about.x / t->into->cell_size) - side / 2;
    int32_t y = (int32_t)(about.y / t->into->cell_size) - side / 2;
    town_fill(t, x - apron, y - apron, side + 2 * apron, side + 2 * apron, SIDLE_TERRAIN_GROUND);
    frame(t, x, y, side, side, 1);
    if (wide > 0) gate(t, x, y, side, side, 1, passage(t, wide));
}

/* ---- kinds of maps ---- */

/* A few rocks on open ground. */
static void draw_plain(town *t) {
    for (uint32_t rocks = town_pick(t, 9); rocks > 0; rocks--) {
        int32_t x = (int32_t)town_pick(t, t->side), y = (int32_t)town_pick(t, t->side);
        fill_disc(t, x, y, cells_between(t, 0.5f, 4), SIDLE_TERRAIN_VOID);
    }
}

/* A quarter: a block of houses, sometimes open or with a blind alley in it. */
static void draw_block(town *t, int32_t x, int32_t y, int32_t width, int32_t height) {
    if (town_chance(t, 0.12f)) return; /* a square */
    town_fill(t, x, y, width, height, SIDLE_TERRAIN_VOID);
    int32_t alley = street(t);
    if (alley + 2 >= width || !town_chance(t, 0.35f)) return;
    int32_t at = 1 + (int32_t)town_pick(t, (uint32_t)(width - alley - 1));
    int32_t deep = (int32_t)((float)height * town_between(t, 0.4f, 0.9f));
    town_fill(t, x + at, town_chance(t, 0.5f) ? y : y + height - deep, alley, deep,
              SIDLE_TERRAIN_GROUND);
}

/* Where each strip between two streets begins and ends; stb_ds. */
static int32_t *strips(town *t) {
    int32_t *list = NULL;
    for (int32_t at = street(t); at < (int32_t)t->side; at = arrlast(list) + street(t)) {
        arrput(list, at);
        arrput(list, at + cells_between(t, 10, 25));
    }
    return list;
}

static void draw_streets(town *t) {
    int32_t *columns = strips(t), *rows = strips(t);
    for (size_t c = 0; c < arrlenu(columns); c += 2)
        for (size_t r = 0; r < arrlenu(rows); r += 2)
            draw_block(t, columns[c], rows[r], columns[c + 1] - columns[c], rows[r + 1] - rows[r]);
    arrfree(columns);
    arrfree(rows);
}

/* A wall through the room from side to side, with a door or two, and both parts are divided again.
 * Across: it divides the width. */
static void divide(town *t, int32_t x, int32_t y, int32_t width, int32_t height) {
    bool across = width > height;
    int32_t along = across ? width : height, deep = across ? height : width;
    int32_t least = (int32_t)town_cells(t, 12);
    if (along < 2 * least + 1 || (along < 4 * least && town_chance(t, 0.2f))) return;
    int32_t at = least + (int32_t)town_pick(t, (uint32_t)(along - 2 * least));
    town_fill(t, across ? x + at : x, across ? y : y + at, across ? 1 : width, across ? height : 1,
              SIDLE_TERRAIN_VOID);
    divide(t, x, y, across ? at : width, across ? height : at);
    divide(t, across ? x + at + 1 : x, across ? y : y + at + 1, across ? width - at - 1 : width,
           across ? height : height - at - 1);
    for (uint32_t doors = 1 + town_pick(t, 3); doors > 0; doors--) {
        int32_t wide = door(t),
                before = (int32_t)town_pick(t, (uint32_t)(deep - wide > 1 ? deep - wide : 1));
        /* The way to the door is free of walls that end at it. */
        int32_t free = (int32_t)town_cells(t, 3);
        if (across)
            town_fill(t, x + at - free, y + before, 2 * free + 1, wide, SIDLE_TERRAIN_GROUND);
        else
            town_fill(t, x + before, y + at - free, wide, 2 * free + 1, SIDLE_TERRAIN_GROUND);
    }
}

static void draw_rooms(town *t) {
    divide(t, 0, 0, (int32_t)t->side, (int32_t)t->side);
}

/* Walled yards, each with a gate or two, on open ground. */
static void draw_courtyards(town *t) {
    int32_t side = (int32_t)t->side;
    for (uint32_t yards = 2 + town_pick(t, 5); yards > 0; yards--) {
        int32_t width = cells_between(t, 12, 28), height = cells_between(t, 12, 28);
        int32_t thick = cells_between(t, 0.5f, 2), apron = street(t);
        if (width + 2 * apron >= side || height + 2 * apron >= side) continue;
        int32_t x = apron + (int32_t)town_pick(t, (uint32_t)(side - width - 2 * apron));
        int32_t y = apron + (int32_t)town_pick(t, (uint32_t)(side - height - 2 * apron));
        frame(t, x, y, width, height, thick);
        for (uint32_t gates = 1 + town_pick(t, 2); gates > 0; gates--)
            gate(t, x, y, width, height, thick, door(t));
    }
}

/* How many of the eight about a lump of rock are rock; beyond the map all are. */
static int rocks_about(const uint8_t *rock, int32_t across, int32_t x, int32_t y) {
    int count = 0;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < across && y + dy < across;
            count += (dx || dy) && (!inside || rock[(y + dy) * across + x + dx]);
        }
    return count;
}

/* Lumps of rock by a cellular automaton, each as wide as a passage has to be. */
static void draw_caves(town *t) {
    int32_t lump = passage(t, town_between(t, 3, 5)), across = (int32_t)t->side / lump;
    uint8_t *rock = checked_calloc((size_t)(across * across) * 2, 1),
            *next = rock + across * across;
    for (int32_t k = 0; k < across * across; k++) rock[k] = town_chance(t, 0.42f);
    for (int round = 0; round < 3; round++) {
        for (int32_t k = 0; k < across * across; k++) {
            int about = rocks_about(rock, across, k % across, k / across);
            next[k] = about > 4 || (about == 4 && rock[k]);
        }
        memcpy(rock, next, (size_t)(across * across));
    }
    for (int32_t k = 0; k < across * across; k++)
        if (rock[k])
            town_fill(t, k % across * lump, k / across * lump, lump, lump, SIDLE_TERRAIN_VOID);
    free(rock);
}

/* Trees of random size, one to a plot, so that there is always a way between two. */
static void draw_forest(town *t) {
    int32_t most = cells_between(t, 1, 4), gap = passage(t, town_between(t, NARROW, 6));
    int32_t plot = most + gap;
    for (int32_t y = 0; y < (int32_t)t->side; y += plot)
        for (int32_t x = 0; x < (int32_t)t->side; x += plot) {
            int32_t size = 1 + (int32_t)town_pick(t, (uint32_t)most), free = most - size + 1;
            int32_t dx = (int32_t)town_pick(t, (uint32_t)free);
            int32_t dy = (int32_t)town_pick(t, (uint32_t)free);
            if (town_chance(t, 0.7f)) town_fill(t, x + dx, y + dy, size, size, SIDLE_TERRAIN_TREES);
        }
}

/* Opens the wall between two chambers of the maze that lie side by side. */
static void open_wall(town *t, int32_t from, int32_t to, int32_t across, int32_t wide,
                      int32_t thick) {
    int32_t first = from < to ? from : to, pitch = wide + thick;
    int32_t x = first % across * pitch, y = first / across * pitch;
    bool right = (from < to ? to - from : from - to) == 1;
    town_fill(t, x, y, right ? wide + pitch : wide, right ? wide : wide + pitch,
              SIDLE_TERRAIN_GROUND);
}

/* A random chamber beside this one that was not visited; -1: all were. */
static int32_t unvisited_beside(town *t, const uint8_t *visited, int32_t at, int32_t across) {
    static const int32_t X[] = {1, 0, -1, 0}, Y[] = {0, 1, 0, -1};
    uint32_t first = town_pick(t, 4);
    for (uint32_t k = 0; k < 4; k++) {
        int32_t x = at % across + X[(first + k) % 4], y = at / across + Y[(first + k) % 4];
        if (x < 0 || y < 0 || x >= across || y >= across || visited[y * across + x]) continue;
        return y * across + x;
    }
    return -1;
}

/* Streets that branch and end blind: a depth-first maze, with some walls opened once more. */
static void draw_maze(town *t) {
    int32_t wide = passage(t, town_between(t, STREET_LEAST, 10)), thick = cells_between(t, 1, 4);
    int32_t across = ((int32_t)t->side + thick) / (wide + thick), *trail = NULL;
    uint8_t *visited = checked_calloc((size_t)(across * across), 1);
    town_fill(t, 0, 0, (int32_t)t->side, (int32_t)t->side, SIDLE_TERRAIN_VOID);
    visited[0] = 1;
    for (arrput(trail, 0); arrlenu(trail);) {
        int32_t at = arrlast(trail), next = unvisited_beside(t, visited, at, across);
        if (next < 0) {
            if (town_chance(t, 0.1f) && at % across + 1 < across)
                open_wall(t, at, at + 1, across, wide, thick);
            (void)arrpop(trail);
            continue;
        }
        open_wall(t, at, next, across, wide, thick);
        visited[next] = 1;
        arrput(trail, next);
    }
    arrfree(trail);
    free(visited);
}

/* Islands in water, each with a bridge to the one before. */
static void draw_islands(town *t) {
    int32_t x = 0, y = 0, least = (int32_t)town_cells(t, 10), room = (int32_t)t->side - 2 * least;
    town_fill(t, 0, 0, (int32_t)t->side, (int32_t)t->side, SIDLE_TERRAIN_WATER);
    for (uint32_t k = 0, count = 3 + town_pick(t, 4); k < count; k++) {
        int32_t to_x = least + (int32_t)town_pick(t, (uint32_t)room);
        int32_t to_y = least + (int32_t)town_pick(t, (uint32_t)room), wide = door(t);
        fill_disc(t, to_x, to_y, cells_between(t, 10, 24), SIDLE_TERRAIN_GROUND);
        if (k) {
            int32_t left = x < to_x ? x : to_x, top = y < to_y ? y : to_y;
            town_fill(t, left, to_y, abs(to_x - x) + wide, wide, SIDLE_TERRAIN_GROUND);
            town_fill(t, x, top, wide, abs(to_y - y) + wide, SIDLE_TERRAIN_GROUND);
        }
        x = to_x;
        y = to_y;
    }
}

void town_draw(town *t, town_map kind) {
    static void (*const DRAW[])(town *) = {
        [TOWN_MAP_PLAIN] = draw_plain, [TOWN_MAP_STREETS] = draw_streets,
        [TOWN_MAP_ROOMS] = draw_rooms, [TOWN_MAP_COURTYARDS] = draw_courtyards,
        [TOWN_MAP_CAVES] = draw_caves, [TOWN_MAP_FOREST] = draw_forest,
        [TOWN_MAP_MAZE] = draw_maze,   [TOWN_MAP_ISLANDS] = draw_islands};
    scene *s = t->into;
    free(s->cells);
    s->width = s->height = t->side;
    s->cells = checked_calloc((size_t)s->width * s->height, 1);
    t->narrowest = STREET_MOST;
    DRAW[kind](t);
}
