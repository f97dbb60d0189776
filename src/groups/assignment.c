/* Which unit takes which place: the sum of the squares of the ways is the least. Squares let no
 * unit go much farther than the others, and of two units that set out together and go straight for
 * the same time none meets the other: of two ways that met, the exchange would be shorter.
 *
 * Exact: shortest augmenting paths with potentials (R. Jonker, A. Volgenant, A Shortest Augmenting
 * Path Algorithm for Dense and Sparse Linear Assignment Problems, Computing 38, 1987), in whole
 * numbers, so that no order of sums matters. Beyond SIDLE_EXACT_ASSIGNMENT units: both sides sorted
 * along the common way, then pairs exchanged while that helps. */
#include "groups/troop.h"

#include "base/measures.h"
#include "base/sort.h"

/* Mark: the cost of a place for another kind of unit, more than any sum of others with ways of up
 * to 50,000 radii. A hundred of them have room in 64 bits. */
#define ASSIGN_NEVER ((int64_t)1 << 56)

static bool same_kind(const trooper *a, const trooper *b) {
    return a->radius == b->radius && a->passable == b->passable;
}

static int64_t way_cost(const workspace *s, const trooper *units, uint32_t unit, uint32_t slot) {
    if (!same_kind(&units[unit], &units[slot])) return ASSIGN_NEVER;
    sidle_vec2 by = vec_scale(vec_sub(s->slots[slot], s->from[unit]), s->steps);
    int64_t x = (int64_t)by.x, y = (int64_t)by.y;
    return x * x + y * y;
}

/* ---- exact ---- */

/* One step of the search for the next unit's path: takes `column` into the tree and returns the
 * column that is nearest to it then. Columns count from 1; 0 stands for the new unit. */
static uint32_t grow_tree(workspace *s, const trooper *units, uint32_t count, uint32_t column) {
    uint32_t row = s->matched[column], best = 0;
    int64_t least = INT64_MAX;
    s->used[column] = 1;
    for (uint32_t j = 1; j <= count; j++) {
        if (s->used[j]) continue;
        int64_t cost = way_cost(s, units, row - 1, j - 1) - s->of_unit[row] - s->of_slot[j];
        if (cost < s->least[j]) {
            s->least[j] = cost;
            s->way[j] = column;
        }
        if (s->least[j] < least) {
            least = s->least[j];
            best = j;
        }
    }
    for (uint32_t j = 0; j <= count; j++) {
        if (s->used[j]) {
            s->of_unit[s->matched[j]] += least;
            s->of_slot[j] -= least;
        } else {
            s->least[j] -= least;
        }
    }
    return best;
}

static void match_exactly(workspace *s, const trooper *units, uint32_t count) {
    for (uint32_t k = 0; k <= count; k++) {
        s->of_unit[k] = s->of_slot[k] = 0;
        s->matched[k] = s->way[k] = 0;
    }
    for (uint32_t row = 1; row <= count; row++) {
        for (uint32_t j = 0; j <= count; j++) {
            s->least[j] = INT64_MAX;
            s->used[j] = 0;
        }
        s->matched[0] = row;
        uint32_t column = 0;
        do column = grow_tree(s, units, count, column);
        while (s->matched[column]);
        while (column) {
            s->matched[column] = s->matched[s->way[column]];
            column = s->way[column];
        }
    }
    for (uint32_t j = 1; j <= count; j++) s->taken[s->matched[j] - 1] = j - 1;
}

/* ---- nearly ---- */

static bool key_before(const void *of, uint32_t a, uint32_t b) {
    const float *keys = of;
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
}

/* Sorts the numbers 0 .. count - 1 by keys, equal ones by number. */
static void sort_by_keys(uint32_t *numbers, uint32_t count, const float *keys) {
    for (uint32_t k = 0; k < count; k++) numbers[k] = k;
    sort_numbers(numbers, count, key_before, keys);
}

/* Units of one kind stand side by side in the list. The k-th of them along the axis takes the k-th
 * of their places. Leaves the units in that order in `way`. */
static void match_sorted(workspace *s, const trooper *units, uint32_t count, sidle_vec2 axis) {
    float *keys = (float *)s->least; /* as wide as two floats */
    for (uint32_t first = 0, next; first < count; first = next) {
        next = first + 1;
        while (next < count && same_kind(&units[next], &units[first])) next++;
        uint32_t size = next - first;
        for (uint32_t k = 0; k < size; k++) keys[k] = vec_dot(s->from[first + k], axis);
        sort_by_keys(s->way + first, size, keys);
        for (uint32_t k = 0; k < size; k++) keys[k] = vec_dot(s->slots[first + k], axis);
        sort_by_keys(s->matched, size, keys);
        for (uint32_t k = 0; k < size; k++) {
            s->way[first + k] += first;
            s->taken[s->way[first + k]] = first + s->matched[k];
        }
    }
}

/* Exchanges the places of two units where that is shorter in sum. */
static bool exchange_places(workspace *s, const trooper *units, uint32_t a, uint32_t b) {
    if (!same_kind(&units[a], &units[b])) return false;
    uint32_t to_a = s->taken[a], to_b = s->taken[b];
    int64_t now = way_cost(s, units, a, to_a) + way_cost(s, units, b, to_b);
    if (way_cost(s, units, a, to_b) + way_cost(s, units, b, to_a) >= now) return false;
    s->taken[a] = to_b;
    s->taken[b] = to_a;
    return true;
}

static sidle_vec2 mean_of(const sidle_vec2 *points, uint32_t count) {
    sidle_vec2 sum = {0, 0};
    for (uint32_t k = 0; k < count; k++) sum = vec_add(sum, points[k]);
    return vec_scale(sum, 1 / (float)count);
}

static void match_nearly(workspace *s, const trooper *units, uint32_t count) {
    sidle_vec2 way = vec_sub(mean_of(s->slots, count), mean_of(s->from, count));
    sidle_vec2 axis = direction_of(way, vec(1, 0));
    for (int round = 0;; round++) {
        /* By turns along and across the way, so that each unit meets those beside it. */
        bool changed = false;
        if (round == 0) match_sorted(s, units, count, axis);
        float *keys = (float *)s->least;
        sidle_vec2 by = round % 2 ? vec_right(axis) : axis;
        for (uint32_t k = 0; k < count; k++) keys[k] = vec_dot(s->from[k], by);
        sort_by_keys(s->way, count, keys);
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t n = k + 1; n < count && n <= k + SIDLE_EXACT_ASSIGNMENT; n++)
                changed |= exchange_places(s, units, s->way[k], s->way[n]);
        if (!changed && round > 1) return;
    }
}

/* ---- both ---- */

void assign_slots(workspace *s, const trooper *units, uint32_t count) {
    s->steps = 1 / (IMPERCEPTIBLE * units[0].radius);
    if (count <= SIDLE_EXACT_ASSIGNMENT)
        match_exactly(s, units, count);
    else
        match_nearly(s, units, count);
    for (uint32_t k = 0; k < count; k++) s->from[k] = s->slots[s->taken[k]];
    memcpy(s->slots, s->from, count * sizeof *s->slots);
}
