/* Takes the surroundings before each tick, and keeps them when the unit has looked in it. */
#include "last_look.h"

void last_look_before(last_look *l, const sidle_world *world, sidle_unit_id unit) {
    surroundings_take(&l->next, world, unit);
}

void last_look_after(last_look *l, const sidle_world *world) {
    if (!local_grid_make(&l->grid, world, &l->next)) return;
    surroundings before = l->then;
    l->then = l->next;
    l->next = before;
    l->known = true;
}

void last_look_free(last_look *l) {
    surroundings_free(&l->next);
    surroundings_free(&l->then);
    local_grid_free(&l->grid);
}
