/* The table of groups: its memory, and groups by id. */
#include "groups/troop.h"

sidle_result groups_make(sidle_world *world, sidle_groups **groups) {
    sidle_allocator alloc = sidle_world_allocator(world);
    sidle_groups *g = alloc.allocate(alloc.context, sizeof *g);
    if (!g) return SIDLE_ERROR_MEMORY;
    *g = (sidle_groups){.world = world, .alloc = alloc};
    *groups = g;
    return SIDLE_OK;
}

void groups_free(sidle_groups *g) {
    for (uint32_t k = 0; k < g->count; k++) troop_clear(g, &g->list[k]);
    groups_release(g, g->list, g->room * sizeof *g->list);
    groups_release(g, g->group_of, g->group_of_room * sizeof *g->group_of);
    groups_release(g, g->events, g->event_room * sizeof *g->events);
    scratch_free(g);
    sidle_allocator alloc = g->alloc;
    alloc.release(alloc.context, g, sizeof *g);
}

sidle_group_id troop_id(const sidle_groups *g, const troop *t) {
    return (sidle_group_id){(uint32_t)(t - g->list) + 1, t->generation};
}

troop *troop_named(const sidle_groups *g, sidle_group_id id) {
    if (!g || !id.slot || id.slot > g->count) return NULL;
    troop *t = &g->list[id.slot - 1];
    return t->stage != TROOP_FREE && t->generation == id.generation ? t : NULL;
}
