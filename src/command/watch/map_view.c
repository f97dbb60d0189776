/* From cells and units to characters. */
#include "map_view.h"

#include <math.h>
#include <stb_ds.h>

/* Characters: how far from a unit a click still means it. */
static const float NEAR_CLICK = 2.5f;

static const float SCALE_LEAST = 0.125f, SCALE_MOST = 256;

/* ---- what part ---- */

static void centre_on(map_view *v, float x, float y) {
    v->left = x - 0.5f * v->scale * (float)v->width;
    v->top = y - v->scale * (float)v->height;
}

static void show_whole(map_view *v, const scene *s) {
    float across = (float)s->width / (float)v->width;
    float down = (float)s->height / (2 * (float)v->height);
    v->scale = SCALE_LEAST;
    while (v->scale < fmaxf(across, down) && v->scale < SCALE_MOST) v->scale *= 1.25f;
    v->scale = fmaxf(fmaxf(across, down), fminf(v->scale, 1));
    if (v->scale <= 1 && v->scale > 0.5f && fmaxf(across, down) <= 1) v->scale = 1;
    if (fmaxf(across, down) <= 0.5f) v->scale = 0.5f;
    centre_on(v, 0.5f * (float)s->width, 0.5f * (float)s->height);
}

void map_view_fit(map_view *v, const player *p, int width, int height) {
    const scene *s = player_scene(p);
    sidle_unit_state state;
    int64_t unit = player_selected(p);
    v->width = width > 1 ? width : 1;
    v->height = height > 1 ? height : 1;
    if (v->whole) show_whole(v, s);
    if (v->follows && unit != NO_UNIT && player_unit(p, (size_t)unit, &state))
        centre_on(v, state.position.x / s->cell_size, state.position.y / s->cell_size);
}

void map_view_zoom(map_view *v, float by) {
    float x = v->left + 0.5f * v->scale * (float)v->width;
    float y = v->top + v->scale * (float)v->height;
    v->scale = fminf(fmaxf(v->scale * by, SCALE_LEAST), SCALE_MOST);
    v->whole = false;
    centre_on(v, x, y);
}

void map_view_move(map_view *v, float across, float down) {
    v->left += across * v->scale;
    v->top += 2 * down * v->scale;
    v->whole = false;
    v->follows = false;
}

/* ---- terrain ---- */

static glyph glyph_of_class(sidle_terrain class) {
    switch (class) {
    case SIDLE_TERRAIN_GROUND: return (glyph){'.', PAINT_PLAIN, false, false};
    case SIDLE_TERRAIN_SWAMP: return (glyph){'"', PAINT_SWAMP, false, false};
    case SIDLE_TERRAIN_WATER: return (glyph){'~', PAINT_WATER, false, false};
    case SIDLE_TERRAIN_TREES: return (glyph){'^', PAINT_TREES, false, false};
    case SIDLE_TERRAIN_VOID: return (glyph){'#', PAINT_WALL, false, false};
    default: return (glyph){':', PAINT_OTHER_CLASS, false, false};
    }
}

/* The character shows the class of the cells that it covers most of; walls win a tie, as a door
 * that is drawn shut is seen to be too small for the view. */
static glyph glyph_of_ground(const map_view *v, const player *p, int x, int y) {
    enum { PARTS = 3 };
    const scene *s = player_scene(p);
    int counts[SIDLE_TERRAIN_COUNT] = {0}, best = SIDLE_TERRAIN_GROUND;
    for (int k = 0; k < PARTS * PARTS; k++) {
        float cx = v->left + v->scale * ((float)x + ((float)(k % PARTS) + 0.5f) / PARTS);
        float cy = v->top + 2 * v->scale * ((float)y + ((float)(k / PARTS) + 0.5f) / PARTS);
        bool outside = cx < 0 || cy < 0 || cx >= (float)s->width || cy >= (float)s->height;
        if (outside && k == PARTS * PARTS / 2) return (glyph){' ', PAINT_PLAIN, false, false};
        if (!outside) counts[sidle_world_cell(player_world(p), (int32_t)cx, (int32_t)cy)]++;
    }
    for (int k = 0; k < SIDLE_TERRAIN_COUNT; k++)
        if (counts[k] > counts[best] || (k == SIDLE_TERRAIN_VOID && counts[k] == counts[best]))
            best = k;
    return glyph_of_class((sidle_terrain)best);
}

/* ---- units ---- */

char unit_letter(const scene_unit *u) {
    if (u->letter) return u->letter;
    return u->group ? (char)('a' + (u->group - 1) % 26) : 'o';
}

/* Where a point (u) is seen; false outside the view. */
static bool place_of(const map_view *v, const scene *s, sidle_vec2 at, int *x, int *y) {
    *x = (int)floorf((at.x / s->cell_size - v->left) / v->scale);
    *y = (int)floorf((at.y / s->cell_size - v->top) / (2 * v->scale));
    return *x >= 0 && *y >= 0 && *x < v->width && *y < v->height;
}

static void mark(const map_view *v, const scene *s, glyph *into, sidle_vec2 at, char letter) {
    int x, y;
    if (place_of(v, s, at, &x, &y))
        into[y * v->width + x] = (glyph){letter, PAINT_GOAL, true, false};
}

/* Where the selected unit goes: + its next point, X the end, o its place. */
static void draw_way(const map_view *v, const player *p, glyph *into) {
    sidle_unit_state state;
    int64_t unit = player_selected(p);
    if (unit == NO_UNIT || !player_unit(p, (size_t)unit, &state) || !state.under_way) return;
    if (state.has_place) mark(v, player_scene(p), into, state.place, 'o');
    mark(v, player_scene(p), into, state.goal, 'X');
    if (state.waypoint.x != state.goal.x || state.waypoint.y != state.goal.y)
        mark(v, player_scene(p), into, state.waypoint, '+');
}

static void draw_unit(const map_view *v, const player *p, size_t unit, glyph *into) {
    const scene *s = player_scene(p);
    const scene_unit *u = &s->units[unit];
    sidle_unit_state state;
    int x, y;
    if (!player_unit(p, unit, &state) || !place_of(v, s, state.position, &x, &y)) return;
    bool selected = (int64_t)unit == player_selected(p);
    glyph *at = &into[y * v->width + x];
    if (at->reversed && !selected) return;
    bool arrived = scene_unit_has_arrived(u, &state);
    uint8_t painted = (uint8_t)(arrived ? PAINT_ARRIVED : PAINT_DECISION + (int)state.decision);
    *at = (glyph){unit_letter(u), painted, true, selected};
}

void map_view_draw(const map_view *v, const player *p, glyph *into) {
    for (int y = 0; y < v->height; y++)
        for (int x = 0; x < v->width; x++) into[y * v->width + x] = glyph_of_ground(v, p, x, y);
    draw_way(v, p, into);
    for (size_t k = 0; k < arrlenu(player_scene(p)->units); k++) draw_unit(v, p, k, into);
}

int64_t map_view_unit_at(const map_view *v, const player *p, int x, int y) {
    const scene *s = player_scene(p);
    int64_t best = NO_UNIT;
    float nearest = NEAR_CLICK;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        sidle_unit_state state;
        if (!player_unit(p, k, &state)) continue;
        float dx = (state.position.x / s->cell_size - v->left) / v->scale - (float)x - 0.5f;
        float dy = (state.position.y / s->cell_size - v->top) / (2 * v->scale) - (float)y - 0.5f;
        float distance = hypotf(dx, 2 * dy);
        if (distance < nearest) nearest = distance, best = (int64_t)k;
    }
    return best;
}
