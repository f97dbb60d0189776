/* Terrain is a grid of classes. A profile says which classes a unit may enter, as a mask, so each
 * mask in use has a clearance grid: the distance from each cell to the nearest cell that the mask
 * forbids (a distance transform in king's moves, Rosenfeld and Pfaltz 1966). The grid answers "does
 * a disc fit here" for every radius at once, unless a wall is near; only then are single cells
 * looked at. An edit renews only the cells within CLEARANCE_CAP of it, so its cost does not grow
 * with the map. The same distances of blocks of cells see as far over fine cells: a disc on open
 * ground reads one byte, and the bytes of all blocks stay in the cache.
 *
 * Invariant: terrain_slide starts from a disc that fits and returns one that fits. It tests the
 * very position that it returns, with the same comparison as terrain_fits, so rounding cannot leak
 * a disc into a wall. */
#include "world/terrain.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>

/* Cells, the largest clearance that is kept. It must exceed the largest radius by more than a cell,
 * or the largest discs would look at single cells everywhere; a larger cap only makes edits dearer.
 */
enum { CLEARANCE_CAP = 8 };

_Static_assert(CLEARANCE_CAP > (int)SIDLE_MAX_RADIUS_CELLS + 1,
               "the quick test must cover every radius");

/* Cells, by which a disc may overlap a cell and still counts as touching it: the rounding of
 * positions on maps of a thousand cells. Found with 4155 random drives of lone units: without it 8
 * to 14 of them never arrived, held up by corridors as wide as their disc. Larger values let discs
 * show inside walls. */
static const float TOUCH = 4e-5f;

/* ---- cells ---- */

/* The column or row of a coordinate: floor, by truncation and a correction. The coordinate is
 * within a few cells of the map, so it fits into an integer. */
static int32_t cell_of(const terrain *t, float coordinate) {
    float scaled = coordinate / t->cell;
    int32_t whole = (int32_t)scaled;
    return (float)whole > scaled ? whole - 1 : whole;
}

bool terrain_inside(const terrain *t, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= (float)t->width * t->cell &&
           p.y <= (float)t->height * t->cell;
}

sidle_result terrain_points_refusal(const terrain *t, const sidle_vec2 *points, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        if (!vec_finite(points[k])) return SIDLE_ERROR_NOT_FINITE;
        if (!terrain_inside(t, points[k])) return SIDLE_ERROR_ARGUMENT;
    }
    return SIDLE_OK;
}

float terrain_extent(const terrain *t) {
    return (float)max_int(t->width, t->height) * t->cell;
}

float terrain_fractions(const terrain *t) {
    float extent = power_of_two(terrain_extent(t));
    const float halves = 16777216.0f,
                most = 65536.0f; /* of last places in a coordinate; fractions */
    return halves / extent * most;
}

/* ---- clearance ---- */

/* Distances in king's moves to the nearest cell that is 0, or to the outside; by cell or by block.
 */
typedef struct distances {
    uint8_t *of;
    int32_t width, height;
} distances;

/* Cells x0 <= x < x1, y0 <= y < y1, or so many blocks. */
typedef struct area {
    int32_t x0, y0, x1, y1;
} area;

static distances distances_of_cells(const terrain *t, uint32_t mask) {
    return (distances){terrain_clearance_grid(t, mask), t->width, t->height};
}

static distances distances_of_blocks(const terrain *t, uint32_t mask) {
    return (distances){terrain_clearance_grid(t, mask) + (size_t)t->width * (size_t)t->height,
                       terrain_blocks(t->width), terrain_blocks(t->height)};
}

/* Bytes of a clearance grid. */
static size_t size_of_grid(const terrain *t) {
    return (size_t)t->width * (size_t)t->height +
           (size_t)terrain_blocks(t->width) * (size_t)terrain_blocks(t->height);
}

/* The area with so much more on each side, as far as there are cells. */
static area widened(distances d, area a, int32_t by) {
    return (area){max_int(a.x0 - by, 0), max_int(a.y0 - by, 0), min_int(a.x1 + by, d.width),
                  min_int(a.y1 + by, d.height)};
}

static uint8_t *distance_at(distances d, int32_t x, int32_t y) {
    return &d.of[(size_t)y * (size_t)d.width + (size_t)x];
}

/* The outside is impassable. */
static uint8_t distance_of(distances d, int32_t x, int32_t y) {
    return x < 0 || y < 0 || x >= d.width || y >= d.height ? 0 : *distance_at(d, x, y);
}

static uint8_t least4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    uint8_t ab = a < b ? a : b, cd = c < d ? c : d;
    return ab < cd ? ab : cd;
}

/* A neighbour has the distance `nearest`, so the cell has at most one more. */
static void lower(uint8_t *cell, uint8_t nearest) {
    if (nearest + 1 < *cell) *cell = (uint8_t)(nearest + 1);
}

/* Renews the distances of an area, whose cells are 0 or CLEARANCE_CAP. Two sweeps, forwards and
 * backwards, give the exact distance in king's moves; those around the area are taken as they
 * stand. */
static void renew_distances(distances d, area a) {
    for (int32_t y = a.y0; y < a.y1; y++)
        for (int32_t x = a.x0; x < a.x1; x++)
            lower(distance_at(d, x, y),
                  least4(distance_of(d, x - 1, y), distance_of(d, x - 1, y - 1),
                         distance_of(d, x, y - 1), distance_of(d, x + 1, y - 1)));
    for (int32_t y = a.y1 - 1; y >= a.y0; y--)
        for (int32_t x = a.x1 - 1; x >= a.x0; x--)
            lower(distance_at(d, x, y),
                  least4(distance_of(d, x + 1, y), distance_of(d, x + 1, y + 1),
                         distance_of(d, x, y + 1), distance_of(d, x - 1, y + 1)));
}

/* Is the whole block on the map, and has it no impassable cell? */
static bool is_free_block(distances cells, int32_t x, int32_t y) {
    if ((x + 1) * BLOCK > cells.width || (y + 1) * BLOCK > cells.height) return false;
    for (int32_t row = y * BLOCK; row < (y + 1) * BLOCK; row++)
        if (memchr(distance_at(cells, x * BLOCK, row), 0, BLOCK)) return false;
    return true;
}

/* Renews the clearance of a mask wherever a change of these cells may have changed it. */
static void renew_clearance(const terrain *t, uint32_t mask, area changed) {
    distances cells = distances_of_cells(t, mask), blocks = distances_of_blocks(t, mask);
    area near = widened(cells, changed, CLEARANCE_CAP);
    for (int32_t y = near.y0; y < near.y1; y++)
        for (int32_t x = near.x0; x < near.x1; x++) {
            size_t at = (size_t)y * (size_t)t->width + (size_t)x;
            cells.of[at] = mask >> t->classes[at] & 1u ? CLEARANCE_CAP : 0;
        }
    renew_distances(cells, near);
    area in = {changed.x0 / BLOCK, changed.y0 / BLOCK, terrain_blocks(changed.x1),
               terrain_blocks(changed.y1)};
    for (int32_t y = in.y0; y < in.y1; y++)
        for (int32_t x = in.x0; x < in.x1; x++)
            *distance_at(blocks, x, y) = is_free_block(cells, x, y);
    near = widened(blocks, in, CLEARANCE_CAP);
    for (int32_t y = near.y0; y < near.y1; y++)
        for (int32_t x = near.x0; x < near.x1; x++)
            if (*distance_at(blocks, x, y)) *distance_at(blocks, x, y) = CLEARANCE_CAP;
    renew_distances(blocks, near);
}

float terrain_clearance(const terrain *t, uint32_t mask, sidle_vec2 p) {
    distances d = distances_of_cells(t, mask);
    return (float)(distance_of(d, cell_of(t, p.x), cell_of(t, p.y)) - 1) * t->cell;
}

float terrain_room(const terrain *t, uint32_t mask, sidle_vec2 p) {
    int32_t x = cell_of(t, p.x), y = cell_of(t, p.y);
    bool inside = x >= 0 && y >= 0 && x < t->width && y < t->height;
    if (!inside) return -t->cell;
    return terrain_room_at(t, terrain_clearance_grid(t, mask), (uint32_t)x, (uint32_t)y);
}

float terrain_clearance_max(const terrain *t) {
    return (float)(CLEARANCE_CAP - 1) * t->cell;
}

/* ---- making and editing ---- */

/* What a cell adds to the sum of all classes. Ground adds nothing, as most cells are that. */
static uint64_t cell_share(size_t cell, uint8_t class) {
    uint64_t share = ((uint64_t)cell << 8 | class) * 0x9e3779b97f4a7c15u;
    share = (share ^ share >> 29) * 0xbf58476d1ce4e5b9u;
    return class == SIDLE_TERRAIN_GROUND ? 0 : share ^ share >> 32;
}

static void set_class(terrain *t, size_t cell, uint8_t class) {
    t->sum += cell_share(cell, class) - cell_share(cell, t->classes[cell]);
    t->classes[cell] = class;
}

uint64_t terrain_sum(const terrain *t) {
    uint64_t sum = 0;
    for (size_t k = 0; k < (size_t)t->width * (size_t)t->height; k++)
        sum += cell_share(k, t->classes[k]);
    return sum;
}

sidle_result terrain_make(terrain *t, const sidle_world_def *def) {
    size_t cells = (size_t)def->width * def->height;
    *t = (terrain){
        .width = (int32_t)def->width, .height = (int32_t)def->height, .cell = def->cell_size};
    t->classes = allocate(&def->alloc, cells);
    if (!t->classes) return SIDLE_ERROR_MEMORY;
    if (def->cells)
        memcpy(t->classes, def->cells, cells);
    else
        memset(t->classes, SIDLE_TERRAIN_GROUND, cells);
    t->sum = terrain_sum(t);
    return SIDLE_OK;
}

sidle_result terrain_copy(terrain *t, const terrain *from, const sidle_allocator *alloc) {
    sidle_world_def def = {.width = (uint32_t)from->width,
                           .height = (uint32_t)from->height,
                           .cell_size = from->cell,
                           .cells = from->classes,
                           .alloc = *alloc};
    return terrain_make(t, &def);
}

bool terrain_same(const terrain *a, const terrain *b) {
    size_t cells = (size_t)a->width * (size_t)a->height;
    return a->width == b->width && a->height == b->height && a->cell == b->cell &&
           a->sum == b->sum && memcmp(a->classes, b->classes, cells) == 0;
}

void terrain_free(terrain *t, const sidle_allocator *alloc) {
    size_t cells = (size_t)t->width * (size_t)t->height;
    release(alloc, t->classes, cells);
    for (uint32_t page = 0; page < MASK_PAGES; page++) {
        uint8_t **grids = t->clearance[page];
        for (uint32_t k = 0; k < MASKS_A_PAGE && grids; k++)
            release(alloc, grids[k], size_of_grid(t));
        release(alloc, grids, MASKS_A_PAGE * sizeof *grids);
    }
}

/* The page of the mask, which is made if there is none; NULL: no memory. */
static uint8_t **page_of(terrain *t, const sidle_allocator *alloc, uint32_t mask) {
    uint8_t ***page = &t->clearance[mask / MASKS_A_PAGE];
    if (*page) return *page;
    *page = allocate(alloc, MASKS_A_PAGE * sizeof **page);
    for (uint32_t k = 0; k < MASKS_A_PAGE && *page; k++) (*page)[k] = NULL;
    return *page;
}

sidle_result terrain_use(terrain *t, const sidle_allocator *alloc, uint32_t mask) {
    uint8_t **page = page_of(t, alloc, mask);
    if (!page) return SIDLE_ERROR_MEMORY;
    uint8_t **grid = &page[mask % MASKS_A_PAGE];
    if (*grid) return SIDLE_OK;
    *grid = allocate(alloc, size_of_grid(t));
    if (!*grid) return SIDLE_ERROR_MEMORY;
    renew_clearance(t, mask, (area){0, 0, t->width, t->height});
    return SIDLE_OK;
}

sidle_result terrain_use_all(terrain *t, const terrain *from, const sidle_allocator *alloc) {
    sidle_result result = SIDLE_OK;
    for (uint32_t page = 0; page < MASK_PAGES; page++)
        for (uint32_t k = 0; k < MASKS_A_PAGE && from->clearance[page] && !result; k++)
            if (from->clearance[page][k]) result = terrain_use(t, alloc, page * MASKS_A_PAGE + k);
    return result;
}

static void renew_about(const terrain *t, area changed) {
    for (uint32_t mask = 0; mask < MASK_PAGES * MASKS_A_PAGE; mask++) {
        if (!t->clearance[mask / MASKS_A_PAGE]) {
            mask += MASKS_A_PAGE - 1;
            continue;
        }
        if (terrain_clearance_grid(t, mask)) renew_clearance(t, mask, changed);
    }
}

void terrain_set(terrain *t, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t class) {
    assert(x >= 0 && y >= 0 && x + width <= t->width && y + height <= t->height);
    for (int32_t row = y; row < y + height; row++)
        for (int32_t column = x; column < x + width; column++)
            set_class(t, (size_t)row * (size_t)t->width + (size_t)column, class);
    renew_about(t, (area){x, y, x + width, y + height});
}

/* Cells that lie together are renewed together. A cell that lies apart is renewed alone: what
 * another edit makes wrong at the edge of its window is more than CLEARANCE_CAP from that edit, or
 * is renewed with it. */
void terrain_set_list(terrain *t, const sidle_cell *cells, uint32_t count) {
    int32_t x0 = t->width, y0 = t->height, x1 = 0, y1 = 0;
    for (uint32_t k = 0; k < count; k++) {
        int32_t x = (int32_t)cells[k].x, y = (int32_t)cells[k].y;
        set_class(t, (size_t)y * (size_t)t->width + (size_t)x, (uint8_t)cells[k].terrain);
        x0 = min_int(x0, x), y0 = min_int(y0, y);
        x1 = max_int(x1, x + 1), y1 = max_int(y1, y + 1);
    }
    const uint64_t side = 2 * CLEARANCE_CAP, apart = (side + 1) * (side + 1) * count;
    if (!count) return;
    if (((uint64_t)(x1 - x0) + side) * ((uint64_t)(y1 - y0) + side) <= apart) {
        renew_about(t, (area){x0, y0, x1, y1});
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        int32_t x = (int32_t)cells[k].x, y = (int32_t)cells[k].y;
        renew_about(t, (area){x, y, x + 1, y + 1});
    }
}

/* ---- a disc against cells ---- */

typedef struct box {
    float x0, y0, x1, y1; /* u */
} box;

static box cell_box(const terrain *t, int32_t x, int32_t y) {
    return (box){(float)x * t->cell, (float)y * t->cell, (float)(x + 1) * t->cell,
                 (float)(y + 1) * t->cell};
}

/* The offset from the nearest point of the box to p; 0 inside. */
static sidle_vec2 from_box(box b, sidle_vec2 p) {
    float dx = p.x < b.x0 ? p.x - b.x0 : p.x > b.x1 ? p.x - b.x1 : 0;
    float dy = p.y < b.y0 ? p.y - b.y0 : p.y > b.y1 ? p.y - b.y1 : 0;
    return vec(dx, dy);
}

/* Touching is not overlapping, and less than TOUCH is touching: a disc as wide as a corridor must
 * get in, whatever the size of a cell. */
static bool overlaps(box b, sidle_vec2 p, float radius) {
    sidle_vec2 apart = from_box(b, p);
    float within = radius - TOUCH * (b.x1 - b.x0);
    return vec_dot(apart, apart) < within * within;
}

bool terrain_fits(const terrain *t, uint32_t mask, sidle_vec2 p, float radius) {
    if (!terrain_inside(t, p)) return false;
    if (terrain_room(t, mask, p) >= radius) return true;
    int32_t x0 = cell_of(t, p.x - radius), x1 = cell_of(t, p.x + radius);
    int32_t y0 = cell_of(t, p.y - radius), y1 = cell_of(t, p.y + radius);
    for (int32_t y = y0; y <= y1; y++)
        for (int32_t x = x0; x <= x1; x++)
            if (!terrain_passable(t, mask, x, y) && overlaps(cell_box(t, x, y), p, radius))
                return false;
    return true;
}

/* ---- a disc that moves: `share` is always a share of the move, 0 to 1 ---- */

static sidle_vec2 along(sidle_vec2 from, sidle_vec2 by, float share) {
    return vec_add(from, vec_scale(by, share));
}

/* The share at which the centre is nearest to the box. The distance to a box is convex along a line
 * and has its minimum at an end, or where a corner projects onto the line. */
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

/* Halvings of a move of about a cell until a step is below the precision of a float. */
enum { HALVINGS = 22 };

/* The largest share, up to `limit`, that the disc can move before it overlaps the box: bisection.
 */
static float free_share(box b, sidle_vec2 from, sidle_vec2 by, float radius, float limit) {
    float low = 0, high = nearest_share(b, from, by);
    if (high > limit) high = limit;
    if (!overlaps(b, along(from, by, high), radius)) return limit;
    for (int k = 0; k < HALVINGS; k++) {
        float middle = 0.5f * (low + high);
        if (overlaps(b, along(from, by, middle), radius))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* The share of the move after which a wall stops the disc; 1 when none does. *wall points from that
 * wall to the disc. The caller cuts long moves into pieces of about a cell, as all cells of the
 * bounding box are visited. */
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
            if (terrain_passable(t, mask, x, y)) continue;
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
    /* Sphere tracing (Hart 1996): where the clearance allows it, the disc jumps ahead by as much.
     */
    while (done < length) {
        sidle_vec2 at = along(from, direction, done);
        float room = terrain_room(t, mask, at) - radius;
        float piece = min_float(t->cell, length - done);
        if (room < piece) {
            if (sweep(t, mask, at, vec_scale(direction, piece), radius, &wall) < 1) return false;
            room = piece;
        }
        done += room;
    }
    return true;
}

/* Moves the disc by one straight piece of about a cell at most. *rest is the part of the piece
 * beyond a wall, projected onto the wall; 0 when the piece is done. */
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

/* Of a cell: a disc that has so much more room than it moves need not ask whether it fits there.
 * Ten times the rounding of a position, as a map is at most 8192 cells wide. */
static const float FREE_MARGIN = 0.01f;

sidle_vec2 terrain_slide(const terrain *t, uint32_t mask, sidle_vec2 from, sidle_vec2 by,
                         float radius, bool *touched) {
    enum { SLIDES = 3 }; /* a disc in a corner meets two walls; the third slide ends there */
    *touched = false;
    float length = vec_length(by), room = radius + length + FREE_MARGIN * t->cell;
    if (length < TERRAIN_SHORT * t->cell && terrain_clearance(t, mask, from) >= room)
        return vec_add(from, by);
    if (!(length > 0)) return from;
    int32_t pieces = 1 + (int32_t)(length / t->cell);
    sidle_vec2 piece = vec_scale(by, 1.0f / (float)pieces);
    for (int32_t k = 0; k < pieces; k++) {
        sidle_vec2 rest = piece;
        for (int slide = 0; slide < SLIDES && vec_dot(rest, rest) > 0; slide++)
            from = slide_piece(t, mask, from, rest, radius, &rest, touched);
    }
    return from;
}
