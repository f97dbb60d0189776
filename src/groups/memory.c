/* Memory of the groups, from the allocator of the world. It grows when orders are given, and never
 * in an update. */
#include "groups/troop.h"

void groups_release(sidle_groups *g, void *block, size_t size) {
    if (block) g->alloc.release(g->alloc.context, block, size);
}

bool groups_regrow(sidle_groups *g, void **block, size_t old_size, size_t used, size_t new_size) {
    void *grown = g->alloc.allocate(g->alloc.context, new_size);
    if (!grown) return false;
    if (used) memcpy(grown, *block, used);
    groups_release(g, *block, old_size);
    *block = grown;
    return true;
}

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
    more.array = g->alloc.allocate(g->alloc.context, (room + 1) * sizeof *more.array);             \
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
#define GIVE(array) groups_release(g, s->array, (s->room + 1) * sizeof *s->array);
    SCRATCH_ARRAYS(GIVE)
#undef GIVE
    *s = (workspace){.room = 0};
}

sidle_result membership_reserve(sidle_groups *g, uint32_t slot) {
    if (slot < g->group_of_room) return SIDLE_OK;
    uint32_t room = 2 * g->group_of_room > slot ? 2 * g->group_of_room : slot + 64;
    size_t old = g->group_of_room * sizeof *g->group_of;
    if (!groups_regrow(g, (void **)&g->group_of, old, old, room * sizeof *g->group_of))
        return SIDLE_ERROR_MEMORY;
    memset(g->group_of + g->group_of_room, 0, (room - g->group_of_room) * sizeof *g->group_of);
    g->group_of_room = room;
    return SIDLE_OK;
}
