/* Memory of the groups, from the allocator of the world, and groups by id. The memory grows when
 * orders are given, and never in an update. */
#include "groups/troop.h"

/* The arrays of the scratch memory; a potential has one entry more than there are units. */
#define SCRATCH_ARRAYS(X)                                                                          \
    X(slots) X(from) X(of_unit) X(of_slot) X(least) X(matched) X(way) X(taken) X(used) X(units)

sidle_result scratch_reserve(sidle_groups *g, uint32_t count) {
    workspace *s = &g->scratch;
    if (count <= s->room) return SIDLE_OK;
    uint32_t room = 2 * s->room > count ? 2 * s->room : count;
    workspace more = {.room = room};
    bool good = true;
#define GET(array)                                                                                 \
    more.array = allocate(&g->alloc, (room + 1) * sizeof *more.array);                             \
    good = good && more.array;
    SCRATCH_ARRAYS(GET)
#undef GET
    workspace old = g->scratch;
    g->scratch = more;
    if (!good) {
        scratch_free(g);
        g->scratch = old;
        return SIDLE_ERROR_MEMORY;
    }
    more = g->scratch;
    g->scratch = old;
    scratch_free(g);
    g->scratch = more;
    return SIDLE_OK;
}

void scratch_free(sidle_groups *g) {
    workspace *s = &g->scratch;
#define GIVE(array) release(&g->alloc, s->array, (s->room + 1) * sizeof *s->array);
    SCRATCH_ARRAYS(GIVE)
#undef GIVE
    *s = (workspace){.room = 0};
}

sidle_result membership_reserve(sidle_groups *g, uint32_t slot) {
    if (slot < g->group_of_room) return SIDLE_OK;
    uint32_t room = 2 * g->group_of_room > slot ? 2 * g->group_of_room : slot + 64;
    size_t old = g->group_of_room * sizeof *g->group_of;
    if (!reallocate(&g->alloc, (void **)&g->group_of, old, old, room * sizeof *g->group_of))
        return SIDLE_ERROR_MEMORY;
    memset(g->group_of + g->group_of_room, 0, (room - g->group_of_room) * sizeof *g->group_of);
    g->group_of_room = room;
    return SIDLE_OK;
}

/* ---- the table ---- */

sidle_result groups_make(sidle_world *world, sidle_groups **groups) {
    sidle_allocator alloc = sidle_world_allocator(world);
    sidle_groups *g = allocate(&alloc, sizeof *g);
    if (!g) return SIDLE_ERROR_MEMORY;
    *g = (sidle_groups){.world = world, .alloc = alloc};
    *groups = g;
    return SIDLE_OK;
}

void groups_free(sidle_groups *g) {
    for (uint32_t k = 0; k < g->count; k++) troop_clear(g, &g->list[k]);
    release(&g->alloc, g->list, g->room * sizeof *g->list);
    release(&g->alloc, g->group_of, g->group_of_room * sizeof *g->group_of);
    release(&g->alloc, g->events, g->event_room * sizeof *g->events);
    scratch_free(g);
    sidle_allocator alloc = g->alloc;
    release(&alloc, g, sizeof *g);
}

sidle_group_id troop_id(const sidle_groups *g, const troop *t) {
    return (sidle_group_id){(uint32_t)(t - g->list) + 1, t->generation};
}

troop *troop_named(const sidle_groups *g, sidle_group_id id) {
    if (!g || !id.slot || id.slot > g->count) return NULL;
    troop *t = &g->list[id.slot - 1];
    return t->stage != TROOP_FREE && t->generation == id.generation ? t : NULL;
}
