/* Overlaps of bodies with terrain and with each other, measured from positions alone. Nothing of
 * the library's own tests is used, so that a mistake there shows in the figures. */
#include "metrics_state.h"

#include <math.h>
#include <stb_ds.h>
#include <string.h>

/* u, that a disc may overlap a cell by: positions are floats, 3e-5 u apart below 512 u. */
static const float WALL_SLACK = 1e-4f;

/* ---- terrain ---- */

static bool blocked(const metrics *m, const track *t, int32_t x, int32_t y) {
    const scene *s = m->scene;
    /* The disc is on the map: cells beyond its edge are only touched. */
    if (x < 0 || y < 0 || x >= (int32_t)s->width || y >= (int32_t)s->height) return false;
    return !(t->passable >> m->cells[(size_t)y * s->width + (size_t)x] & 1u);
}

bool metrics_overlaps_terrain(const metrics *m, const track *t, sidle_vec2 p) {
    float cell = m->scene->cell_size, reach = t->radius - WALL_SLACK;
    float wide = (float)m->scene->width * cell, high = (float)m->scene->height * cell;
    /* Asked first: the number of a cell far outside the map would not fit into an integer. */
    if (!(p.x >= reach && wide - p.x >= reach && p.y >= reach && high - p.y >= reach)) return true;
    int32_t x0 = (int32_t)floorf((p.x - reach) / cell), x1 = (int32_t)floorf((p.x + reach) / cell);
    int32_t y0 = (int32_t)floorf((p.y - reach) / cell), y1 = (int32_t)floorf((p.y + reach) / cell);
    for (int32_t y = y0; y <= y1; y++)
        for (int32_t x = x0; x <= x1; x++) {
            if (!blocked(m, t, x, y)) continue;
            float dx = fmaxf(fmaxf((float)x * cell - p.x, p.x - (float)(x + 1) * cell), 0);
            float dy = fmaxf(fmaxf((float)y * cell - p.y, p.y - (float)(y + 1) * cell), 0);
            if (dx * dx + dy * dy < reach * reach) return true;
        }
    return false;
}

/* ---- other bodies ---- */

static int32_t clamped(float value, int32_t limit) {
    if (!(value > 0)) return 0;
    return value >= (float)limit ? limit - 1 : (int32_t)value;
}

static uint32_t bucket_of(const metrics *m, sidle_vec2 p) {
    int32_t x = clamped(p.x / m->bucket, m->columns), y = clamped(p.y / m->bucket, m->rows);
    return (uint32_t)(y * m->columns + x);
}

void metrics_sort(metrics *m, const sidle_vec2 *positions) {
    size_t buckets = arrlenu(m->buckets);
    memset(m->buckets, 0, buckets * sizeof *m->buckets);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) m->buckets[bucket_of(m, positions[k])]++;
    for (size_t b = 1; b < buckets; b++) m->buckets[b] += m->buckets[b - 1];
    for (size_t k = arrlenu(m->tracks); k-- > 0;)
        m->sorted[--m->buckets[bucket_of(m, positions[k])]] = (uint32_t)k;
}

body_overlap metrics_overlap_of(const metrics *m, const sidle_vec2 *positions, size_t unit) {
    const track *t = &m->tracks[unit];
    int32_t x = clamped(positions[unit].x / m->bucket, m->columns);
    int32_t y = clamped(positions[unit].y / m->bucket, m->rows);
    body_overlap e = {0, false};
    for (int32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < m->rows; row++) {
        int32_t first = row * m->columns + (x > 0 ? x - 1 : 0);
        int32_t last = row * m->columns + (x + 1 < m->columns ? x + 1 : x);
        for (uint32_t k = m->buckets[first]; k < m->buckets[last + 1]; k++) {
            uint32_t other = m->sorted[k];
            const track *o = &m->tracks[other];
            if (other == unit || o->gone || o->layer != t->layer) continue;
            float dx = positions[other].x - positions[unit].x;
            float dy = positions[other].y - positions[unit].y;
            float reach = t->radius + o->radius, distance2 = dx * dx + dy * dy;
            if (distance2 >= reach * reach) continue;
            e.deepest = fmaxf(e.deepest, reach - sqrtf(distance2));
            if (scene_unit_stands(&m->scene->units[other])) e.with_standing = true;
        }
    }
    return e;
}
