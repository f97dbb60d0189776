/* Terrain is a grid of classes. What a unit may enter is a mask of classes, so each mask in use has
 * a clearance grid of its own: the king's-walk distance from a cell to the nearest cell that the
 * mask forbids. It answers "does a disc fit here" for every radius at once, and an edit renews only
 * the cells within CLEARANCE_CAP of it, so its cost does not grow with the map.
 *
 * Invariant: terrain_slide starts from a disc that fits and returns one that fits. It tests the
 * very position that it returns, with the same comparison as terrain_fits, so rounding cannot leak
 * a disc into a wall. */
#include "world/terrain.h"

#include "base/memory.h"
#include "base/vec.h"

/* Far enough that a disc of the largest radius finds room without looking at single cells. */
enum { CLEARANCE_CAP = 8 };

_Static_assert(CLEARANCE_CAP > (int)SIDLE_MAX_RADIUS_CELLS + 1,
               "the quick test must cover every radius");

/* Cells, by which a disc may overlap another cell and still only touch it: the rounding of
 * positions on maps of a thousand cells. Where the sides of cells are no round numbers of u, the
 * rounding of coordinates (1/4,000,000 of the map's extent) comes on top. */
static const float TOUCH = 4e-5f;

/* ---- cells ---- */

static bool passable(const terrain *t, uint32_t mask, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) return false;
    return mask >> t->classes[(size_t)y * (size_t)t->width + (size_t)x] & 1u;
}

/* Floor for coordinates of a map: callers keep within a few cells of it. */
static int32_t cell_of(const terrain *t, float coordinate) {
    float scaled = coordinate / t->cell;
    int32_t whole = (int32_t)scaled;
    return (float)whole > scaled ? whole - 1 : whole;
}

bool terrain_inside(const terrain *t, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= (float)t->width * t->cell &&
           p.y <= (float)t->height * t->cell;
}

/* ---- clearance ---- */

static uint8_t neighbour(const terrain *t, const uint8_t *grid, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) return 0;
    return grid[(size_t)y * (size_t)t->width + (size_t)x];
}

static uint8_t least4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    uint8_t ab = a < b ? a : b, cd = c < d ? c : d;
    return ab < cd ? ab : cd;
}

static void lower(uint8_t *cell, uint8_t nearest) {
    if (nearest + 1 < *cell) *cell = (uint8_t)(nearest + 1);
}

/* Two sweeps give the exact king's-walk distance within the window; what lies around the window is
 * taken as it stands. */
static void renew_clearance(terrain *t, uint32_t mask, int32_t x0, int32_t y0, int32_t x1,
                            int32_t y1) {
    uint8_t *grid = t->clearance[mask];
    size_t width = (size_t)t->width;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = x0; x < x1; x++) {
            size_t at = (size_t)y * width + (size_t)x;
            grid[at] = mask >> t->classes[at] & 1u ? CLEARANCE_CAP : 0;
        }
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = x0; x < x1; x++)
            lower(&grid[(size_t)y * width + (size_t)x],
                  least4(neighbour(t, grid, x - 1, y), neighbour(t, grid, x - 1, y - 1),
                         neighbour(t, grid, x, y - 1), neighbour(t, grid, x + 1, y - 1)));
    for (int32_t y = y1 - 1; y >= y0; y--)
        for (int32_t x = x1 - 1; x >= x0; x--)
            lower(&grid[(size_t)y * width + (size_t)x],
                  least4(neighbour(t, grid, x + 1, y), neighbour(t, grid, x + 1, y + 1),
                         neighbour(t, grid, x, y + 1), neighbour(t, grid, x - 1, y + 1)));
}

float terrain_clearance(const terrain *t, uint32_t mask, sidle_vec2 p) {
    int32_t steps = neighbour(t, t->clearance[mask], cell_of(t, p.x), cell_of(t, p.y));
    return (float)(steps - 1) * t->cell;
}

/* ---- life and edits ---- */

sidle_result terrain_make(terrain *t, const sidle_world_def *def) {
    size_t cells = (size_t)def->width * def->height;
    *t = (terrain){(int32_t)def->width, (int32_t)def->height, def->cell_size, NULL, {NULL}};
    t->classes = allocate(&def->alloc, cells);
    if (!t->classes) return SIDLE_ERROR_MEMORY;
    if (def->cells)
        memcpy(t->classes, def->cells, cells);
    else
        memset(t->classes, SIDLE_GROUND, cells);
    return SIDLE_OK;
}

void terrain_free(terrain *t, const sidle_allocator *alloc) {
    size_t cells = (size_t)t->width * (size_t)t->height;
    release(alloc, t->classes, cells);
    for (uint32_t mask = 0; mask < TERRAIN_LAYERS; mask++)
        release(alloc, t->clearance[mask], cells);
}

sidle_result terrain_use(terrain *t, const sidle_allocator *alloc, uint32_t mask) {
    if (t->clearance[mask]) return SIDLE_OK;
    t->clearance[mask] = allocate(alloc, (size_t)t->width * (size_t)t->height);
    if (!t->clearance[mask]) return SIDLE_ERROR_MEMORY;
    renew_clearance(t, mask, 0, 0, t->width, t->height);
    return SIDLE_OK;
}

void terrain_set(terrain *t, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t class) {
    for (int32_t row = y; row < y + height; row++)
        memset(t->classes + (size_t)row * (size_t)t->width + (size_t)x, class, (size_t)width);
    for (uint32_t mask = 0; mask < TERRAIN_LAYERS; mask++)
        if (t->clearance[mask])
            renew_clearance(t, mask, max_int(x - CLEARANCE_CAP, 0), max_int(y - CLEARANCE_CAP, 0),
                            min_int(x + width + CLEARANCE_CAP, t->width),
                            min_int(y + height + CLEARANCE_CAP, t->height));
}

/* ---- a disc against cells ---- */

typedef struct box {
    float x0, y0, x1, y1; /* u */
} box;

static box cell_box(const terrain *t, int32_t x, int32_t y) {
    return (box){(float)x * t->cell, (float)y * t->cell, (float)(x + 1) * t->cell,
                 (float)(y + 1) * t->cell};
}

/* From the nearest point of the box to p; zero inside. */
static sidle_vec2 from_box(box b, sidle_vec2 p) {
    float dx = p.x < b.x0 ? p.x - b.x0 : p.x > b.x1 ? p.x - b.x1 : 0;
    float dy = p.y < b.y0 ? p.y - b.y0 : p.y > b.y1 ? p.y - b.y1 : 0;
    return vec(dx, dy);
}

/* Touching is not overlapping, nor is what rounding does to touching: a disc as wide as a corridor
 * must get in, whatever the size of a cell. */
static bool overlaps(box b, sidle_vec2 p, float radius) {
    sidle_vec2 apart = from_box(b, p);
    float within = radius - TOUCH * (b.x1 - b.x0);
    return vec_dot(apart, apart) < within * within;
}

bool terrain_fits(const terrain *t, uint32_t mask, sidle_vec2 p, float radius) {
    if (!terrain_inside(t, p)) return false;
    if (terrain_clearance(t, mask, p) >= radius) return true;
    int32_t x0 = cell_of(t, p.x - radius), x1 = cell_of(t, p.x + radius);
    int32_t y0 = cell_of(t, p.y - radius), y1 = cell_of(t, p.y + radius);
    for (int32_t y = y0; y <= y1; y++)
        for (int32_t x = x0; x <= x1; x++)
            if (!passable(t, mask, x, y) && overlaps(cell_box(t, x, y), p, radius)) return false;
    return true;
}

/* ---- a disc on its way ---- */

static sidle_vec2 along(sidle_vec2 from, sidle_vec2 by, float share) {
    return vec_add(from, vec_scale(by, share));
}

/* The share of the way at which the centre is nearest to the box. The distance to a box is convex
 * along a line and has its minimum at an end, or where a corner projects onto the line. */
static float nearest_share(box b, sidle_vec2 from, sidle_vec2 by) {
    const sidle_vec2 corners[4] = {{b.x0, b.y0}, {b.x1, b.y0}, {b.x0, b.y1}, {b.x1, b.y1}};
    float length2 = vec_dot(by, by), best_share = 0;
    sidle_vec2 apart = from_box(b, from);
    float best = vec_dot(apart, apart);
    for (int k = 0; k < 5; k++) {
        float share = k == 4 ? 1 : vec_dot(vec_sub(corners[k], from), by) / length2;
        if (!(share > 0 && share <= 1)) continue;
        apart = from_box(b, along(from, by, share));
        float distance2 = vec_dot(apart, apart);
        if (distance2 < best) best = distance2, best_share = share;
    }
    return best_share;
}

/* The largest share of the way, up to `limit`, that the disc can go before it overlaps the box. */
static float free_share(box b, sidle_vec2 from, sidle_vec2 by, float radius, float limit) {
    float low = 0, high = nearest_share(b, from, by);
    if (high > limit) high = limit;
    if (!overlaps(b, along(from, by, high), radius)) return limit;
    for (int k = 0; k < 22; k++) {
        float middle = 0.5f * (low + high);
        if (overlaps(b, along(from, by, middle), radius))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* How far the disc can go, as a share of the way, and what stops it: *wall points from the obstacle
 * to the disc. Ways longer than a few cells are for the callers to cut. */
static float sweep(const terrain *t, uint32_t mask, sidle_vec2 from, sidle_vec2 by, float radius,
                   sidle_vec2 *wall) {
    sidle_vec2 to = vec_add(from, by);
    int32_t x0 = cell_of(t, min_float(from.x, to.x) - radius);
    int32_t x1 = cell_of(t, max_float(from.x, to.x) + radius);
    int32_t y0 = cell_of(t, min_float(from.y, to.y) - radius);
    int32_t y1 = cell_of(t, max_float(from.y, to.y) + radius);
    float share = 1;
    for (int32_t y = y0; y <= y1; y++)
        for (int32_t x = x0; x <= x1; x++) {
            if (passable(t, mask, x, y)) continue;
            box b = cell_box(t, x, y);
            float free = free_share(b, from, by, radius, share);
            if (free >= share) continue;
            share = free;
            *wall = from_box(b, along(from, by, share));
        }
    return share;
}

bool terrain_line_fits(const terrain *t, uint32_t mask, sidle_vec2 from, sidle_vec2 to,
                       float radius) {
    if (!terrain_fits(t, mask, from, radius) || !terrain_fits(t, mask, to, radius)) return false;
    float length = vec_distance(from, to), done = 0;
    if (length <= 0) return true;
    sidle_vec2 direction = vec_scale(vec_sub(to, from), 1.0f / length), wall;
    while (done < length) {
        sidle_vec2 at = along(from, direction, done);
        float room = terrain_clearance(t, mask, at) - radius;
        float piece = min_float(t->cell, length - done);
        if (room < piece) {
            if (sweep(t, mask, at, vec_scale(direction, piece), radius, &wall) < 1) return false;
            room = piece;
        }
        done += room;
    }
    return true;
}

float terrain_line_length(const terrain *t, uint32_t mask, sidle_vec2 from, sidle_vec2 direction,
                          float most) {
    float done = 0;
    while (done < most) {
        sidle_vec2 at = along(from, direction, done);
        if (!terrain_inside(t, at) || !passable(t, mask, cell_of(t, at.x), cell_of(t, at.y)))
            return done;
        done += max_float(terrain_clearance(t, mask, at), 0.25f * t->cell);
    }
    return most;
}

/* One straight piece of at most a cell or so; *rest is what is left of it beyond a wall, turned
 * along the wall. */
static sidle_vec2 slide_piece(const terrain *t, uint32_t mask, sidle_vec2 from, sidle_vec2 by,
                              float radius, sidle_vec2 *rest, bool *touched) {
    sidle_vec2 wall = vec(0, 0);
    *rest = vec(0, 0);
    sidle_vec2 to = vec_add(from, by);
    float share = 1;
    if (terrain_clearance(t, mask, from) < radius + vec_length(by))
        share = sweep(t, mask, from, by, radius, &wall);
    if (share < 1) {
        *touched = true;
        to = along(from, by, share);
        sidle_vec2 normal = vec_direction(wall, vec(0, 0));
        sidle_vec2 left = vec_scale(by, 1 - share);
        float into = vec_dot(left, normal);
        *rest = into < 0 ? vec_sub(left, vec_scale(normal, into)) : vec(0, 0);
    }
    if (terrain_fits(t, mask, to, radius)) return to;
    *rest = vec(0, 0);
    return from;
}

sidle_vec2 terrain_slide(const terrain *t, uint32_t mask, sidle_vec2 from, sidle_vec2 by,
                         float radius, bool *touched) {
    enum { SLIDE_TURNS = 3 }; /* a disc in a corner meets two walls; the third turn ends it */
    *touched = false;
    if (vec_dot(by, by) < TERRAIN_SHORT * TERRAIN_SHORT * t->cell * t->cell &&
        terrain_clearance(t, mask, from) >= radius + t->cell)
        return vec_add(from, by);
    float length = vec_length(by);
    if (!(length > 0)) return from;
    int32_t pieces = 1 + (int32_t)(length / t->cell);
    sidle_vec2 piece = vec_scale(by, 1.0f / (float)pieces);
    for (int32_t k = 0; k < pieces; k++) {
        sidle_vec2 rest = piece;
        for (int turn = 0; turn < SLIDE_TURNS && vec_dot(rest, rest) > 0; turn++)
            from = slide_piece(t, mask, from, rest, radius, &rest, touched);
    }
    return from;
}
