/* Bodies at rest that overlap: when they do, and which of the two has to leave. */
#include "orders/overlap.h"

#include "world/place.h"
#include "world/shown.h"

/* Share of the smaller radius: an overlap of less depth counts as touching. Two units rest up to
 * ON_PLACE off places that overlap as much as places may. */
static const float TOUCHING_DEPTH = SIDLE_PLACES_TOUCH + 2 * ON_PLACE;

bool gives_up_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other) || !body_stance(c, other)) return false;
    if (!body_clears(c, other)) return true;
    return body_clears(c, k) && unit_before(shown_at(world, other), shown_at(world, k));
}

bool overlap_at_rest(const bodies *c, uint32_t k, sidle_vec2 at, uint32_t other, sidle_vec2 its) {
    float depth = TOUCHING_DEPTH * min_float(c->radius[k], c->radius[other]);
    float least = c->radius[k] + c->radius[other] - depth;
    sidle_vec2 apart = vec_sub(at, its);
    return vec_dot(apart, apart) < least * least;
}
