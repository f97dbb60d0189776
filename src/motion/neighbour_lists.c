/* Verlet lists (L. Verlet, Physical Review 159, 1967): each body lists the bodies that it may come
 * to touch, so that the contact solver does not search the grid in each iteration.
 *
 * Skin. A list holds all bodies within touching distance plus a skin, and stays valid for several
 * ticks: until some body may have travelled farther than half the skin. Where a single tick can
 * take a body that far, the skin is 0 and the lists are made anew in each tick. (The
 * distance that contact keeps between moving bodies is another thing: ROOM_LEFT.)
 *
 * Gap. Each list also keeps the way that was left to its nearest contact. Most bodies in the open
 * can be left out of a tick by this one byte, without a look at the list.
 *
 * Memory. The lists of a part share one array with room for NEIGHBOURS_A_UNIT entries a body. A
 * body that finds no room there has no list (UNLISTED), and the solver searches the grid for it:
 * slower, with the same result. */
#include "motion/neighbour_lists.h"

#include "base/lanes.h"

#include <assert.h>

/* The largest gap that a list can hold. */
enum { GAP_MAX = UINT8_MAX };

_Static_assert(ITEMS_A_PART *NEIGHBOURS_A_UNIT <= UINT16_MAX, "lists begin within their part");
_Static_assert(LISTED_MAX + LANES <= STOOD, "a number of entries is no reason to have no list");

/* Share of the width of a bucket: half the skin, at most. At full speed the lists stay valid for
 * five ticks of 1/30 s. Found by `sidle bench --scale`: with .125, three ticks, 10000 takes 5 %
 * more time and door_two_way200 3 %; dense5000 takes as long. With .25, seven ticks, dense5000
 * takes 33 % more, as its lists find no room. */
static const float HALF_SKIN = 0.19f;

/* u: how much nearer to the body another one may come while the lists are valid. With a skin that
 * is the skin, as they are valid for no longer; without one, it is what both go in this tick. */
static float approach_of(const contact_pass *p, uint32_t k) {
    return max_float(p->world->motions[k].range + p->farthest, 2 * p->world->lists.half_skin);
}

window neighbour_window(const contact_pass *p, uint32_t k) {
    const bodies *c = &p->world->bodies;
    float near = (c->radius[k] + c->largest) * (1 + ROOM_LEFT) + approach_of(p, k);
    return grid_window(c, vec(c->x[k], c->y[k]), near * ROUNDING_MARGIN);
}

/* The neighbours of one body while its list is made. */
typedef struct listing {
    uint32_t count;
    float gap; /* u: the way to the nearest contact, below 0 when that has begun */
    uint32_t body[LISTED_MAX + 1];
} listing;

/* Appends the bodies n to end, of one run of the grid, that may come to touch body k; false when
 * they are too many. */
static bool list_run(const bodies *c, uint32_t k, uint32_t n, uint32_t end, float approach,
                     listing *l) {
    const lanes x = lanes_all(c->x[k]), y = lanes_all(c->y[k]), radius = lanes_all(c->radius[k]);
    for (; n < end && l->count <= LISTED_MAX - LANES; n += LANES) {
        lanes dx = lanes_sub(lanes_load(c->x + n), x), dy = lanes_sub(lanes_load(c->y + n), y);
        lanes square = lanes_add(lanes_mul(dx, dx), lanes_mul(dy, dy));
        lanes touching =
            lanes_mul(lanes_add(lanes_load(c->radius + n), radius), lanes_all(1 + ROOM_LEFT));
        lanes near = lanes_add(touching, lanes_all(approach));
        lanes_mask may =
            lanes_at_most(square, lanes_mul(lanes_mul(near, near), lanes_all(ROUNDING_MARGIN)));
        uint32_t bits = lanes_bits(may) & lanes_in_use(end - n);
        if (k - n < LANES) bits &= ~(1u << (k - n));
        float gaps[LANES];
        if (bits) lanes_store(gaps, lanes_sub(lanes_sqrt(square), touching));
        for (; bits; bits &= bits - 1) {
            uint32_t lane = lowest_bit(bits);
            if (!on_one_layer(c, k, n + lane)) continue;
            l->body[l->count++] = n + lane;
            l->gap = min_float(l->gap, gaps[lane]);
        }
    }
    return n >= end;
}

/* Lists all bodies that may come to touch body k; false when they are too many. */
static bool list_neighbours(const contact_pass *p, uint32_t k, listing *l) {
    const bodies *c = &p->world->bodies;
    window w = neighbour_window(p, k);
    float approach = approach_of(p, k);
    l->count = 0;
    l->gap = FLT_MAX;
    for (int32_t y = w.y0; y <= w.y1; y++)
        if (!list_run(c, k, grid_run_first(c, w, y), grid_run_end(c, w, y), approach, l))
            return false;
    return true;
}

int16_t *neighbours_of(const sidle_world *world, uint32_t k) {
    return world->neighbours + (size_t)part_begin(k) * NEIGHBOURS_A_UNIT +
           world->neighbour_lists[k].at;
}

/* Writes the list as offsets from the first body of the part; false when one does not fit into 16
 * bits. */
static bool keep_list(int16_t *into, uint32_t first, const listing *l) {
    bool fits = true;
    for (uint32_t n = 0; n < l->count; n++) {
        int32_t offset = (int32_t)l->body[n] - (int32_t)first;
        into[n] = (int16_t)offset;
        fits &= into[n] == offset;
    }
    return fits;
}

static void list_part(void *work, uint32_t part) {
    const contact_pass *p = work;
    const sidle_world *world = p->world;
    span s = part_span(part, world->living);
    float gap_unit = world->lists.gap_unit;
    uint32_t used = 0, room = (s.end - s.first) * NEIGHBOURS_A_UNIT;
    listing l;
    for (uint32_t k = s.first; k < s.end; k++) {
        neighbour_list *v = &world->neighbour_lists[k];
        *v = (neighbour_list){.at = (uint16_t)used, .count = STOOD};
        if (body_stance(&world->bodies, k) == STANCE_STANDING) continue;
        if (!list_neighbours(p, k, &l) || l.count + LANES > room - used ||
            !keep_list(neighbours_of(world, k), s.first, &l)) {
            v->count = UNLISTED;
            continue;
        }
        float gap = l.gap / gap_unit;
        v->gap = (uint8_t)max_float(min_float(gap, GAP_MAX), 0);
        v->count = (uint8_t)l.count;
        used += l.count;
    }
    assert(used + LANES <= room);
    memset(world->neighbours + (size_t)s.first * NEIGHBOURS_A_UNIT + used, 0,
           LANES * sizeof *world->neighbours);
}

/* u: half the skin, as much as the bodies travel in whole ticks like this one: the rest would make
 * lists longer, and none of them valid for another tick. 0: not even for two ticks. */
static float half_skin_of(const contact_pass *p) {
    float most = HALF_SKIN * p->world->bodies.bucket, farthest = max_float(p->farthest, FLT_MIN);
    float ticks = min_float(most / farthest, INT16_MAX);
    if (ticks < 2) return 0;
    return (float)(int32_t)ticks * farthest * ROUNDING_MARGIN * ROUNDING_MARGIN;
}

void lists_update(contact_pass *p) {
    sidle_world *world = p->world;
    lists *l = &world->lists;
    for (uint32_t part = 0; part < parts_of(world->living); part++)
        p->farthest = max_float(p->farthest, world->sums[part].farthest);
    if (l->stale || (l->travelled + p->farthest) * ROUNDING_MARGIN > l->half_skin) {
        *l = (lists){.half_skin = half_skin_of(p)};
        /* A wider gap than two bodies can close while the lists are valid need not be told apart.
         */
        float widest = 2 * max_float(l->half_skin, p->farthest) * ROUNDING_MARGIN;
        l->gap_unit = max_float(widest, FLT_MIN) * ROUNDING_MARGIN / GAP_MAX;
        parts_run(world, list_part, p, world->living);
    }
    l->travelled += p->farthest;
    p->least_gap = 1 + (uint32_t)(2 * l->travelled * ROUNDING_MARGIN / l->gap_unit);
    assert(p->least_gap <= GAP_MAX);
}

bool touches_nobody(const contact_pass *p, uint32_t k) {
    const neighbour_list *v = &p->world->neighbour_lists[k];
    return v->count < STOOD && v->gap >= p->least_gap;
}
