/* A unit that comes to rest inside others, or is put there by the host, comes clear of them: it
 * asks for the nearest place where it overlaps nobody (places.c), and drives there by itself. On
 * its way it passes through the bodies inside which it stood.
 *
 * A body that was clear when it came to rest keeps its place. Of two bodies that were not, the one
 * that wins ties keeps its place, so a heap comes apart from its first unit outwards. */
#include "orders/come_clear.h"

#include "orders/overlap.h"
#include "orders/place_want.h"
#include "world/spatial_grid.h"
#include "world/transitions.h"

#include <assert.h>

/* Is the unit clear of all bodies that keep their places? */
static bool is_clear(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float radius = c->radius[k];
    window w = grid_window(c, u->position, radius + c->largest);
    FOR_EACH_BODY (c, w, other)
        if (overlap_at_rest(c, k, u->position, other, body_position(c, other)) &&
            gives_up_place(world, k, other))
            return false;
    return true;
}

/* Has the unit been ordered to stop, and not come to a stand yet? */
static bool still_rolls(const unit *u) {
    return u->velocity.x != 0 || u->velocity.y != 0;
}

void come_clear_look(const sidle_world *world, unit *u) {
    assert(!unit_is_under_way(u));
    if (still_rolls(u) || !body_stance(&world->bodies, body_of(world, u))) {
        u->flags |= UNIT_LOOK; /* as the tick began, it was still under way */
        return;
    }
    unit_unmark(u, UNIT_LOOK);
    if (is_clear(world, u)) {
        unit_mark_clear(u);
        return;
    }
    place_ask(world, u);
}
