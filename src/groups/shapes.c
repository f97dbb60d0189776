/* The shapes of a formation. Rows are packed by the radii of their units, the largest first, so
 * that mixed radii stand without overlap and with the same gap between all rims. */
#include "groups/troop.h"

#include "base/rings.h"

/* Mathematics: height of an equilateral triangle of side 1. */
static const float HEX_ROW = 0.8660254f;

layout_extent shape_extent(const sidle_vec2 *slots, uint32_t count, bool turned) {
    layout_extent e = {0, 0, 0, 0};
    float farthest = 0;
    for (uint32_t k = 0; k < count; k++) {
        e.front = max_float(e.front, slots[k].x);
        e.rear = min_float(e.rear, slots[k].x);
        e.right = max_float(e.right, slots[k].y);
        e.left = min_float(e.left, slots[k].y);
        farthest = max_float(farthest, vec_length(slots[k]));
    }
    if (turned) e = (layout_extent){farthest, -farthest, -farthest, farthest};
    return e;
}

/* ---- rows ---- */

/* The smallest whole number whose square is no less. */
static uint32_t side_of_square(uint32_t count) {
    uint32_t side = 1;
    while (side * side < count) side++;
    return side;
}

static uint32_t row_size(const troop *t, uint32_t abreast, uint32_t row) {
    uint32_t columns = t->formation.columns;
    if (abreast) return abreast;
    switch (t->formation.shape) {
    case SIDLE_SHAPE_LINE: return t->count;
    case SIDLE_SHAPE_COLUMN: return columns ? columns : 2;
    case SIDLE_SHAPE_WEDGE: return row + 1;
    default: return columns ? columns : side_of_square(t->count);
    }
}

/* u between discs. */
static float gap_between(const troop *t, uint32_t abreast) {
    return abreast ? min_float(t->formation.gap, NARROW_GAP * troop_radius(t)) : t->formation.gap;
}

/* One row from unit `first` on, about y = 0. */
static void lay_row(const troop *t, uint32_t first, uint32_t size, float x, float gap,
                    sidle_vec2 *slots) {
    float width = 0;
    for (uint32_t k = 0; k < size; k++) width += 2 * t->units[first + k].radius + (k ? gap : 0);
    float y = -0.5f * width;
    for (uint32_t k = 0; k < size; k++) {
        float radius = t->units[first + k].radius;
        slots[first + k] = vec(x, y + radius);
        y += 2 * radius + gap;
    }
}

/* The first row has x = 0. The first unit of a row is its largest. */
static void lay_rows(const troop *t, uint32_t abreast, sidle_vec2 *slots) {
    float x = 0, gap = gap_between(t, abreast);
    uint32_t row = 0;
    for (uint32_t first = 0; first < t->count; row++) {
        uint32_t size = row_size(t, abreast, row);
        if (size > t->count - first) size = t->count - first;
        lay_row(t, first, size, x, gap, slots);
        first += size;
        if (first == t->count) break;
        x -= t->units[first - size].radius + t->units[first].radius + gap;
    }
}

/* ---- disc ---- */

static bool stands_clear(const troop *t, uint32_t k, sidle_vec2 p, const sidle_vec2 *slots,
                         float spacing) {
    for (uint32_t n = 0; n < k; n++) {
        float apart = t->units[n].radius + t->units[k].radius + t->formation.gap;
        if (vec_distance(slots[n], p) < max_float(apart, spacing) * GROUP_ROUNDING) return false;
    }
    return true;
}

/* The free point of a hexagonal lattice that is nearest to the middle. */
static sidle_vec2 lattice_point(const troop *t, uint32_t k, const sidle_vec2 *slots, float side,
                                float spacing) {
    sidle_vec2 best = {0, 0};
    float nearest = FLT_MAX;
    for (int32_t ring = 0; (float)ring * HEX_ROW * side < nearest; ring++)
        FOR_EACH_ON_RING (ring, column, row) {
            float shift = row % 2 ? 0.5f : 0;
            sidle_vec2 p = {((float)column + shift) * side, (float)row * HEX_ROW * side};
            float away = vec_length(p);
            if (away >= nearest || !stands_clear(t, k, p, slots, spacing)) continue;
            nearest = away;
            best = p;
        }
    return best;
}

/* Beyond an exact assignment a disc of mixed radii is packed by the largest one: the search by each
 * radius grows with the cube of their number. */
static void lay_disc(const troop *t, sidle_vec2 *slots) {
    float largest = t->units[0].radius, smallest = t->units[t->count - 1].radius;
    bool packed = largest > smallest && t->count <= SIDLE_EXACT_ASSIGNMENT;
    float side = 2 * (packed ? smallest : largest) + t->formation.gap;
    for (uint32_t k = 0; k < t->count; k++)
        slots[k] = lattice_point(t, k, slots, side, packed ? 0 : side);
}

/* ---- a layout ---- */

/* Puts the middle of the layout on (0,0). */
static void centre_slots(const troop *t, sidle_vec2 *slots) {
    sidle_vec2 low = slots[0], high = slots[0];
    for (uint32_t k = 1; k < t->count; k++) {
        low = vec(min_float(low.x, slots[k].x), min_float(low.y, slots[k].y));
        high = vec(max_float(high.x, slots[k].x), max_float(high.y, slots[k].y));
    }
    sidle_vec2 middle = vec_scale(vec_add(low, high), 0.5f);
    for (uint32_t k = 0; k < t->count; k++) slots[k] = vec_sub(slots[k], middle);
}

void shape_lay(const troop *t, uint32_t abreast, sidle_vec2 *slots) {
    bool own = t->formation.shape >= SIDLE_SHAPE_STANDING;
    if (!abreast && own) {
        for (uint32_t k = 0; k < t->count; k++) slots[k] = t->units[k].own;
    } else if (!abreast && t->formation.shape == SIDLE_SHAPE_DISC) {
        lay_disc(t, slots);
    } else {
        lay_rows(t, abreast, slots);
        if (!abreast) centre_slots(t, slots);
    }
    for (uint32_t k = 0; abreast && k < t->count; k++) slots[k].x += t->own.front;
}
