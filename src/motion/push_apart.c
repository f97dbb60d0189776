/* Push-apart (source: Habr 453506) leads a unit out of the bodies that it passes through. It is
 * one-way: a unit moves only itself, and a standing unit is never moved. It is slower than the
 * drive: at most `range` * push coefficient, which is below 1. It leads aside and never back from
 * the point to which the unit drives, or a unit that squeezes through a gap would never get in. The
 * heading is not used for that, as a unit that turns on the spot must be pushed to a point behind
 * it, too. The contributions of the neighbours are summed in whole numbers, so the order in which
 * they are met does not matter. */
#include "motion/push_apart.h"

#include "base/lanes.h"
#include "motion/contact_rules.h"
#include "world/shown.h"
#include "world/spatial_grid.h"

/* Adds what one neighbour contributes. Of two moving units each gives way by half; a unit does all
 * of it beside a standing one, and nothing beside a friend that makes room for it in contact. If it
 * drove away from that friend in each tick, it would never come to rest, and the friend would wait
 * for it. `scale` is the push radius, as a share of the sum of radii. */
static void add_push(const sidle_world *world, uint8_t pass_mode, uint32_t k, uint32_t other,
                     float scale, vec_sum *sum) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other)) return;
    sidle_vec2 away = vec_sub(body_position(c, k), body_position(c, other));
    float near = (c->radius[k] + c->radius[other]) * scale, distance2 = vec_dot(away, away);
    if (distance2 >= near * near || !passes_through(world, pass_mode, k, other)) return;
    bool stands = body_stance(c, other);
    if (!stands && is_let_past(world, k, other)) return;
    float depth = (near - sqrtf(distance2)) * (stands ? 1 : 0.5f);
    sidle_vec2 direction = contact_direction(shown_at(world, k), shown_at(world, other));
    vec_sum_add(sum, vec_scale(direction, depth), c->radius[k]);
}

/* Filter: which of the four bodies from n on, a bit each, are so near to body k that add_push() may
 * have something to add? */
static uint32_t those_inside(const bodies *c, uint32_t k, uint32_t n, float scale) {
    lanes x = lanes_sub(lanes_all(c->x[k]), lanes_load(c->x + n));
    lanes y = lanes_sub(lanes_all(c->y[k]), lanes_load(c->y + n));
    lanes near =
        lanes_mul(lanes_add(lanes_all(c->radius[k]), lanes_load(c->radius + n)), lanes_all(scale));
    lanes distance2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
    return lanes_bits(lanes_less(distance2, lanes_mul(near, near)));
}

sidle_vec2 push_apart(const sidle_world *world, uint32_t k, const sidle_profile *p,
                      uint8_t pass_mode, sidle_vec2 ahead, float range) {
    if (pass_mode == PASS_NONE) return vec(0, 0);
    const bodies *c = &world->bodies;
    vec_sum sum = {0, 0};
    window w =
        grid_window(c, body_position(c, k), (c->radius[k] + c->largest) * p->tuning.push_radius);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t n = grid_run_first(c, w, y), end = grid_run_end(c, w, y); n < end;
             n += LANES) {
            uint32_t bits = those_inside(c, k, n, p->tuning.push_radius) & lanes_in_use(end - n);
            for (; bits; bits &= bits - 1)
                add_push(world, pass_mode, k, n + lowest_bit(bits), p->tuning.push_radius, &sum);
        }
    sidle_vec2 push =
        vec_truncate(vec_sum_total(sum, c->radius[k]), range * p->tuning.push_coefficient);
    float back = min_float(vec_dot(push, ahead), 0); /* <= 0, the part against that direction */
    return vec_sub(push, vec_scale(ahead, back));
}
