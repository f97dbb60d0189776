/* A rank above all that were ever given is free without a search, so a host that lets the world
 * number its units, or numbers them upwards itself, pays nothing. The first time that a lower rank
 * is asked for, the ranks of all living units go into a hash set (open addressing, linear probing),
 * and are kept there from then on. */
#include "world/ranks.h"

#include "base/memory.h"

enum { RANKS_AT_LEAST = 64 };

static uint32_t rank_slot(const rank_set *set, uint32_t rank) {
    return (rank * 2654435769u >> 7) & (set->room - 1);
}

/* Where the rank is, or would be. */
static uint32_t rank_find(const rank_set *set, uint32_t rank) {
    uint32_t at = rank_slot(set, rank);
    while (set->ranks[at] && set->ranks[at] != rank) at = (at + 1) & (set->room - 1);
    return at;
}

static void rank_insert(rank_set *set, uint32_t rank) {
    set->ranks[rank_find(set, rank)] = rank;
}

/* Room for one more than the living units, at most half full. */
static sidle_result rank_reserve(sidle_world *world) {
    rank_set *set = &world->ranks, made = {.room = RANKS_AT_LEAST};
    while (made.room < 2 * (world->living + 1)) made.room *= 2;
    if (set->room >= made.room) return SIDLE_OK;
    made.ranks = allocate(&world->alloc, made.room * sizeof *made.ranks);
    if (!made.ranks) return SIDLE_ERROR_MEMORY;
    memset(made.ranks, 0, made.room * sizeof *made.ranks);
    for (uint32_t k = 0; k < world->living; k++) rank_insert(&made, unit_at(world, k)->rank);
    ranks_free(world);
    *set = made;
    return SIDLE_OK;
}

sidle_result ranks_take(sidle_world *world, uint32_t asked, uint32_t *rank) {
    rank_set *set = &world->ranks;
    bool above = asked ? asked > world->next_rank : world->next_rank < UINT32_MAX;
    if (!above || set->room) {
        sidle_result failed = rank_reserve(world);
        if (failed) return failed;
    }
    if (above)
        *rank = asked ? asked : world->next_rank + 1;
    else if (asked)
        *rank = asked;
    else
        for (*rank = 1; set->ranks[rank_find(set, *rank)]; ++*rank) {
        }
    if (set->room) {
        if (set->ranks[rank_find(set, *rank)]) return SIDLE_ERROR_RANK;
        rank_insert(set, *rank);
    }
    if (*rank > world->next_rank) world->next_rank = *rank;
    return SIDLE_OK;
}

/* Those that follow without a gap, and would not be found across the new one, move up. */
void ranks_give(sidle_world *world, uint32_t rank) {
    rank_set *set = &world->ranks;
    if (!set->room) return;
    uint32_t mask = set->room - 1, gap = rank_find(set, rank);
    for (uint32_t at = (gap + 1) & mask; set->ranks[at]; at = (at + 1) & mask) {
        uint32_t home = rank_slot(set, set->ranks[at]);
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        set->ranks[gap] = set->ranks[at];
        gap = at;
    }
    set->ranks[gap] = 0;
}

void ranks_free(sidle_world *world) {
    release(&world->alloc, world->ranks.ranks, world->ranks.room * sizeof *world->ranks.ranks);
    world->ranks = (rank_set){.room = 0};
}
