/* Verlet lists: which bodies may come to touch which is listed once for a few ticks, with a skin
 * for how far they may go until the lists are made anew. */
#include "motion/neighbour_lists.h"

#include "base/lanes.h"

/* Slack that is as good as any. */
enum { SLACK_MOST = UINT8_MAX };

_Static_assert(ITEMS_A_PART *NEIGHBOURS_A_UNIT <= UINT16_MAX, "lists begin within their part");

/* Some way more than the rounding of ways and distances. */
static const float CONTACT_MARGIN = 1.001f;

/* Of a bucket's width: lists that are good for so far a way are not much longer than for one tick,
 * and good for several. */
static const float VERLET_SKIN = 0.125f;

/* u, so much nearer than when lists are made may somebody come to the body while they are good. */
static float approach_of(const contact_pass *p, uint32_t k) {
    return p->world->motions[k].range + p->farthest + 2 * p->world->lists.spare;
}

window neighbour_window(const contact_pass *p, uint32_t k) {
    const bodies *c = &p->world->bodies;
    float near = (c->radius[k] + c->largest) * (1 + SKIN) + approach_of(p, k);
    return grid_window(c, vec(c->x[k], c->y[k]), near * CONTACT_MARGIN);
}

/* All in a row of buckets that may come to touch the body. Who does, nobody can foretell, so they
 * are taken without a branch. */
static uint32_t list_row(const bodies *c, uint32_t k, uint32_t n, uint32_t end, float approach,
                         uint32_t *list, uint32_t count) {
    const lanes x = lanes_all(c->x[k]), y = lanes_all(c->y[k]), radius = lanes_all(c->radius[k]);
    for (; n < end && count <= LISTED_MAX - LANES; n += LANES) {
        lanes dx = lanes_sub(lanes_load(c->x + n), x), dy = lanes_sub(lanes_load(c->y + n), y);
        lanes square = lanes_add(lanes_mul(dx, dx), lanes_mul(dy, dy));
        lanes near = lanes_mul(lanes_add(lanes_load(c->radius + n), radius), lanes_all(1 + SKIN));
        near = lanes_add(near, lanes_all(approach));
        lanes_mask may =
            lanes_at_most(square, lanes_mul(lanes_mul(near, near), lanes_all(CONTACT_MARGIN)));
        uint32_t bits = lanes_bits(may) & lanes_in_use(end - n);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            list[count] = n + lane;
            count += (bits >> lane & 1u) & (n + lane != k) & on_one_layer(c, k, n + lane);
        }
    }
    return n < end ? UNLISTED : count;
}

/* All that may come to touch the body; UNLISTED when they are too many. */
static uint32_t list_neighbours(const contact_pass *p, uint32_t k, uint32_t *list) {
    const bodies *c = &p->world->bodies;
    window w = neighbour_window(p, k);
    float approach = approach_of(p, k);
    uint32_t count = 0;
    for (int32_t y = w.y0; y <= w.y1 && count != UNLISTED; y++)
        count =
            list_row(c, k, grid_row_first(c, w, y), grid_row_end(c, w, y), approach, list, count);
    return count;
}

/* u, from the nearest neighbour to where contact with it may begin. */
static float slack_of(const bodies *c, uint32_t k, const uint32_t *list, uint32_t count) {
    float slack = FLT_MAX;
    for (uint32_t n = 0; n < count; n++) {
        sidle_vec2 apart = vec(c->x[list[n]] - c->x[k], c->y[list[n]] - c->y[k]);
        float touching = (c->radius[k] + c->radius[list[n]]) * (1 + SKIN);
        slack = min_float(slack, vec_length(apart) - touching);
    }
    return slack;
}

int16_t *neighbours_of(const sidle_world *world, uint32_t k) {
    uint32_t first = k - k % ITEMS_A_PART;
    return world->neighbours + (size_t)first * NEIGHBOURS_A_UNIT + world->neighbour_lists[k].at;
}

/* False: some are too far away in the order of memory. */
static bool keep_list(int16_t *into, uint32_t k, const uint32_t *list, uint32_t count) {
    bool fits = true;
    for (uint32_t n = 0; n < count; n++) {
        int32_t off = (int32_t)list[n] - (int32_t)k;
        into[n] = (int16_t)off;
        fits &= into[n] == off;
    }
    return fits;
}

static void list_part(void *work, uint32_t part) {
    const contact_pass *p = work;
    const sidle_world *world = p->world;
    span s = part_span(part, world->living);
    float grain = world->lists.grain;
    uint32_t used = 0, room = (s.end - s.first) * NEIGHBOURS_A_UNIT, list[LISTED_MAX + 1];
    for (uint32_t k = s.first; k < s.end; k++) {
        neighbour_list *v = &world->neighbour_lists[k];
        *v = (neighbour_list){.at = (uint16_t)used, .count = STOOD};
        if (body_stance(&world->bodies, k) == STANCE_STANDING) continue;
        uint32_t count = list_neighbours(p, k, list);
        if (count == UNLISTED || count > room - used ||
            !keep_list(neighbours_of(world, k), k, list, count)) {
            v->count = UNLISTED;
            continue;
        }
        float slack = slack_of(&world->bodies, k, list, count) / grain;
        v->slack = (uint8_t)max_float(min_float(slack, SLACK_MOST), 0);
        v->count = (uint8_t)count;
        used += count;
    }
}

void list_all(contact_pass *p) {
    sidle_world *world = p->world;
    lists *l = &world->lists;
    for (uint32_t part = 0; part < parts_of(world->living); part++)
        p->farthest = max_float(p->farthest, world->sums[part].farthest);
    if (l->stale || (l->drift + p->farthest) * CONTACT_MARGIN > l->spare) {
        float spare = VERLET_SKIN * world->bodies.bucket;
        *l = (lists){.spare = 2 * p->farthest > spare ? 0 : spare};
        float most = max_float(2 * max_float(l->spare, p->farthest) * CONTACT_MARGIN, FLT_MIN);
        l->grain = most * CONTACT_MARGIN / SLACK_MOST;
        parts_run(world, list_part, p, world->living);
    }
    l->drift += p->farthest;
    p->clear = 1 + (uint32_t)(2 * l->drift * CONTACT_MARGIN / l->grain);
}

bool keeps_clear(const contact_pass *p, uint32_t k) {
    const neighbour_list *v = &p->world->neighbour_lists[k];
    return v->count < STOOD && v->slack >= p->clear;
}
