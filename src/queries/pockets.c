/* What a building shuts in: a disc may stand beside the site, and have no way from there once the
 * site is built.
 *
 * A flood over points half a cell apart, middles and corners of cells: on one of them lies the
 * middle line of each lane between cells, so a disc gets through each straight lane in which it
 * fits. It begins at all points beside the site and gives each region a number. The window of the
 * flood grows until one region at most goes on beyond it, or until it reaches as far as the host
 * wants to send units. So the work is nearly none where nothing is shut in. Regions that go on are
 * open, and where none does the largest one; the others are pockets. */
#include "queries/pockets.h"

#include "base/memory.h"

static size_t points_of(const pockets *p) {
    return (size_t)p->wide * (size_t)p->tall;
}

static sidle_vec2 point_at(const pockets *p, uint32_t n) {
    float half = 0.5f * p->world->terrain.cell;
    int32_t x = p->left + (int32_t)n % p->wide, y = p->top + (int32_t)n / p->wide;
    return vec((float)x * half, (float)y * half);
}

/* Does the disc fit there, clear of the site? */
static bool is_passed(const pockets *p, uint32_t n) {
    sidle_vec2 at = point_at(p, n);
    float dx = max_float(max_float(p->low.x - at.x, at.x - p->high.x), 0);
    float dy = max_float(max_float(p->low.y - at.y, at.y - p->high.y), 0);
    float radius = p->profile->radius;
    return dx * dx + dy * dy >= radius * radius && disc_fits(p->world, p->profile, at);
}

/* Of a point: it lies in no region beside the site, or in one that leaves the window. The other
 * regions are numbered from 2 on. */
enum { REGION_NONE = 0, REGION_GOES_ON = 1 };

/* Numbers the region of a free point that has none yet. */
static void flood_region(pockets *p, uint32_t from) {
    uint32_t held = 1;
    uint16_t region = (uint16_t)(REGION_GOES_ON + ++p->count);
    bool leaves = false;
    p->regions[from] = region;
    p->queue[0] = from;
    for (uint32_t next = 0; next < held; next++) {
        uint32_t n = p->queue[next];
        int32_t x = (int32_t)n % p->wide, y = (int32_t)n / p->wide;
        const bool is_inside[] = {x > 0, x + 1 < p->wide, y > 0, y + 1 < p->tall};
        const int32_t by[] = {-1, 1, -p->wide, p->wide};
        for (int k = 0; k < 4; k++) {
            uint32_t to = n + (uint32_t)by[k];
            leaves = leaves || !is_inside[k];
            if (!is_inside[k] || p->regions[to] || !is_passed(p, to)) continue;
            p->regions[to] = region;
            p->queue[held++] = to;
        }
    }
    for (uint32_t k = 0; leaves && k < held; k++) p->regions[p->queue[k]] = REGION_GOES_ON;
    p->going_on += leaves;
    if (held <= p->largest) return;
    p->largest = held;
    p->open = region;
}

/* The points from `low` to `high` (u) that lie on the map. */
static void set_window(pockets *p, sidle_vec2 low, sidle_vec2 high) {
    const terrain *t = &p->world->terrain;
    float half = 0.5f * t->cell;
    p->left = (int32_t)max_float(low.x / half, 0);
    p->top = (int32_t)max_float(low.y / half, 0);
    int32_t right = (int32_t)min_float(high.x / half + 1, (float)(2 * t->width));
    int32_t bottom = (int32_t)min_float(high.y / half + 1, (float)(2 * t->height));
    p->wide = right - p->left + 1;
    p->tall = bottom - p->top + 1;
    p->is_map = !p->left && !p->top && right == 2 * t->width && bottom == 2 * t->height;
}

/* Floods what lies beside the site, as far as the window reaches. */
static void flood_window(pockets *p, float beside) {
    p->count = p->going_on = p->largest = 0;
    for (uint32_t n = 0; n < points_of(p) && p->count < UINT16_MAX - REGION_GOES_ON; n++) {
        sidle_vec2 at = point_at(p, n);
        bool is_beside = at.x >= p->low.x - beside && at.x <= p->high.x + beside &&
                         at.y >= p->low.y - beside && at.y <= p->high.y + beside;
        if (is_beside && !p->regions[n] && is_passed(p, n)) flood_region(p, n);
    }
    if (p->going_on) p->open = REGION_GOES_ON;
}

static sidle_result take_window(pockets *p, float margin) {
    const sidle_allocator *alloc = &p->world->alloc;
    set_window(p, vec_sub(p->low, vec(margin, margin)), vec_add(p->high, vec(margin, margin)));
    p->regions = allocate(alloc, points_of(p) * sizeof *p->regions);
    p->queue = allocate(alloc, points_of(p) * sizeof *p->queue);
    if (p->regions && p->queue) {
        memset(p->regions, 0, points_of(p) * sizeof *p->regions);
        return SIDLE_OK;
    }
    pockets_release(p);
    return SIDLE_ERROR_MEMORY;
}

sidle_result pockets_find(pockets *p, const sidle_world *world, const sidle_profile *profile,
                          sidle_vec2 low, sidle_vec2 high, float reach) {
    *p = (pockets){.world = world, .profile = profile, .low = low, .high = high};
    float beside = profile->radius + world->terrain.cell;
    for (float margin = 2 * beside;; margin *= 2) {
        sidle_result bad = take_window(p, margin);
        if (bad) return bad;
        flood_window(p, beside);
        if (p->going_on < 2 || p->is_map || margin > reach) return SIDLE_OK;
        pockets_release(p);
    }
}

void pockets_release(pockets *p) {
    const sidle_allocator *alloc = &p->world->alloc;
    release(alloc, p->regions, points_of(p) * sizeof *p->regions);
    release(alloc, p->queue, points_of(p) * sizeof *p->queue);
    p->regions = NULL;
    p->queue = NULL;
}

bool pockets_hold(const pockets *p, sidle_vec2 at) {
    float half = 0.5f * p->world->terrain.cell;
    int32_t x = (int32_t)(at.x / half) - p->left, y = (int32_t)(at.y / half) - p->top;
    for (int k = 0; k < 4; k++) {
        int32_t column = x + k % 2, row = y + k / 2;
        if (column < 0 || row < 0 || column >= p->wide || row >= p->tall) continue;
        uint32_t n = (uint32_t)(row * p->wide + column);
        if (p->regions[n] == REGION_NONE || p->regions[n] == p->open) continue;
        if (disc_fits_along(p->world, p->profile, at, point_at(p, n), 1)) return true;
    }
    return false;
}
