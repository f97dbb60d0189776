/* Where a disc on a straight way first meets a cell that it may not enter. A cell and the disc meet
 * where the disc's centre enters the cell grown by the radius: a box with rounded corners, which is
 * two boxes and four circles. So the place is computed and not searched for, and a radius of 0 is
 * the plain case of one box. Touching is not meeting, as everywhere. */
#include "queries/search.h"
#include "world/terrain.h"

/* Cells, by which a disc may overlap a cell and still only touches it: that of terrain.c. */
static const float TOUCHES = 4e-5f;

typedef struct straight_way {
    sidle_vec2 from, direction; /* u; length 1, or 0 for a way without length */
    float length, radius;       /* u */
} straight_way;

/* Where the way enters a shape. */
typedef struct entry_point {
    float distance; /* u along the way; INFINITY: nowhere */
    sidle_vec2 normal;
} entry_point;

static entry_point sooner(entry_point a, entry_point b) {
    return b.distance < a.distance ? b : a;
}

static const entry_point NOWHERE = {INFINITY, {0, 0}};

/* A box without its sides, but for the low ones that are marked. */
typedef struct solid {
    sidle_vec2 low, high; /* u */
    bool low_x, low_y;    /* the low side across this axis belongs to it */
} solid;

/* Narrows the stretch of the way that lies between two lines across one axis. False: it has no part
 * there. */
static bool narrow(float from, float along, float low, float high, bool with_low, float *enters,
                   float *leaves) {
    if (along == 0) return (from > low || (with_low && from == low)) && from < high;
    float a = (low - from) / along, b = (high - from) / along;
    *enters = max_float(*enters, min_float(a, b));
    *leaves = min_float(*leaves, max_float(a, b));
    return *enters < *leaves;
}

/* A way that begins inside enters at 0, with the side by which it would have come. */
static entry_point enter_box(const straight_way *w, const solid *s) {
    sidle_vec2 d = w->direction;
    float enters = -INFINITY, leaves = INFINITY;
    if (!narrow(w->from.x, d.x, s->low.x, s->high.x, s->low_x, &enters, &leaves)) return NOWHERE;
    float by_x = enters;
    if (!narrow(w->from.y, d.y, s->low.y, s->high.y, s->low_y, &enters, &leaves)) return NOWHERE;
    if (leaves <= 0 || enters > w->length) return NOWHERE;
    sidle_vec2 normal = enters > by_x ? vec(0, d.y < 0 ? 1 : -1) : vec(d.x < 0 ? 1 : -1, 0);
    return (entry_point){max_float(enters, 0), normal};
}

static entry_point enter_circle(const straight_way *w, sidle_vec2 centre, float radius) {
    sidle_vec2 apart = vec_sub(centre, w->from);
    float along = vec_dot(apart, w->direction), radius2 = radius * radius;
    float across = vec_dot(apart, vec_right(w->direction));
    bool inside = vec_dot(apart, apart) < radius2;
    if (!inside && (along <= 0 || across * across >= radius2)) return NOWHERE;
    float enters = inside ? 0 : max_float(along - sqrtf(radius2 - across * across), 0);
    if (enters > w->length) return NOWHERE;
    sidle_vec2 at = vec_add(w->from, vec_scale(w->direction, enters));
    return (entry_point){enters, vec_direction(vec_sub(at, centre), vec(0, 0))};
}

/* A point that moves along the edge between two cells meets them only if it may enter neither. */
static entry_point enter_cell(const straight_way *w, const terrain *t, uint32_t passable, int32_t x,
                              int32_t y) {
    sidle_vec2 low = vec((float)x * t->cell, (float)y * t->cell);
    sidle_vec2 high = vec((float)(x + 1) * t->cell, (float)(y + 1) * t->cell);
    float r = max_float(w->radius - TOUCHES * t->cell, 0);
    if (r == 0) {
        solid cell = {low, high, !terrain_passable(t, passable, x - 1, y),
                      !terrain_passable(t, passable, x, y - 1)};
        return enter_box(w, &cell);
    }
    sidle_vec2 more_x = vec(r, 0), more_y = vec(0, r);
    solid wide = {vec_sub(low, more_x), vec_add(high, more_x), false, false};
    solid tall = {vec_sub(low, more_y), vec_add(high, more_y), false, false};
    entry_point first = sooner(enter_box(w, &wide), enter_box(w, &tall));
    first = sooner(first, enter_circle(w, low, r));
    first = sooner(first, enter_circle(w, high, r));
    first = sooner(first, enter_circle(w, vec(low.x, high.y), r));
    return sooner(first, enter_circle(w, vec(high.x, low.y), r));
}

/* The cells about a part of the way; those beyond the map are one ring, as more are not met. */
static window cells_about(const terrain *t, const straight_way *w, float from, float to) {
    sidle_vec2 a = vec_add(w->from, vec_scale(w->direction, from));
    sidle_vec2 b = vec_add(w->from, vec_scale(w->direction, to));
    float more = w->radius / t->cell + 1;
    float x0 = min_float(a.x, b.x) / t->cell - more, x1 = max_float(a.x, b.x) / t->cell + more;
    float y0 = min_float(a.y, b.y) / t->cell - more, y1 = max_float(a.y, b.y) / t->cell + more;
    float wide = (float)t->width, tall = (float)t->height;
    return (window){(int32_t)max_float(x0, -1), (int32_t)max_float(y0, -1),
                    (int32_t)min_float(x1, wide), (int32_t)min_float(y1, tall)};
}

/* Keeps the first cell that the disc meets; of equal ones the first by row. */
static void meet_cells(const terrain *t, const straight_way *w, uint32_t passable, window about,
                       sidle_wall *wall, float *first) {
    for (int32_t y = about.y0; y <= about.y1; y++)
        for (int32_t x = about.x0; x <= about.x1; x++) {
            if (terrain_passable(t, passable, x, y)) continue;
            entry_point at = enter_cell(w, t, passable, x, y);
            if (!(at.distance < *first)) continue;
            *first = at.distance;
            wall->normal = at.normal;
            wall->x = x;
            wall->y = y;
        }
}

/* Goes along the way in pieces, so that only cells near it are looked at. */
static float first_meeting(const terrain *t, const straight_way *w, uint32_t passable,
                           sidle_wall *wall) {
    float first = INFINITY, piece = max_float(t->cell, w->radius);
    int32_t pieces = 1 + (int32_t)(w->length / piece);
    for (int32_t k = 0; k < pieces && !(first <= (float)k * piece); k++)
        meet_cells(t, w, passable, cells_about(t, w, (float)k * piece, (float)(k + 1) * piece),
                   wall, &first);
    return first;
}

void search_wall(const sidle_world *world, sidle_vec2 from, sidle_vec2 to, float radius,
                 uint32_t passable, sidle_wall *wall) {
    const terrain *t = &world->terrain;
    float length = vec_distance(from, to);
    straight_way w = {from, vec_direction_of(vec_sub(to, from), length, vec(0, 0)), length, radius};
    *wall = (sidle_wall){.x = -1, .y = -1, .terrain = SIDLE_TERRAIN_VOID};
    float first = terrain_inside(t, from) ? first_meeting(t, &w, passable, wall) : 0;
    wall->hit = first <= length;
    wall->distance = wall->hit ? first : length;
    wall->share = wall->hit && length > 0 ? wall->distance / length : wall->hit ? 0 : 1;
    wall->point = wall->hit ? vec_add(from, vec_scale(w.direction, first)) : to;
    if (wall->hit) wall->terrain = sidle_world_cell(world, wall->x, wall->y);
}

sidle_result sidle_query_terrain(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                                 float radius, uint32_t passable, sidle_wall *wall) {
    if (!world || !wall || passable & ~SIDLE_PASS_ALL) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = search_shape_refusal(from, to, radius);
    if (!bad) search_wall(world, from, to, radius, passable, wall);
    return bad;
}
