/* The rank of a unit decides ties, so no two living units may have the same.
 *
 * A rank above all that were ever given is free without a search, so a host that lets the world
 * number its units, or numbers them upwards itself, pays nothing. The first time that a host asks
 * for a lower rank, the ranks of all living units go into a hash set (open addressing, linear
 * probing), and are kept there from then on. */
#include "world/ranks.h"

#include "base/memory.h"

/* Smallest room of the set; a choice. */
enum { RANKS_AT_LEAST = 64 };

/* Where a rank belongs: multiplicative hashing, 2^32 / the golden ratio (Knuth, TAOCP 3, 6.4). */
static uint32_t rank_home(const rank_set *set, uint32_t rank) {
    return (rank * 2654435769u >> 7) & (set->room - 1);
}

/* Where the rank is, or where it would be inserted. The set is at most half full, so the search
 * ends soon. */
static uint32_t rank_find(const rank_set *set, uint32_t rank) {
    uint32_t at = rank_home(set, rank);
    while (set->ranks[at] && set->ranks[at] != rank) at = (at + 1) & (set->room - 1);
    return at;
}

static void rank_insert(rank_set *set, uint32_t rank) {
    assert(rank);
    set->ranks[rank_find(set, rank)] = rank;
}

/* Makes the set, or a larger one, so that it stays at most half full with one more rank. Errors:
 * MEMORY. */
static sidle_result rank_reserve(sidle_world *world) {
    rank_set *set = &world->ranks, made = {.room = RANKS_AT_LEAST};
    uint32_t living = world->living + world->stowed;
    while (made.room < 2 * (living + 1)) made.room *= 2;
    if (set->room >= made.room) return SIDLE_OK;
    made.ranks = allocate(&world->alloc, made.room * sizeof *made.ranks);
    if (!made.ranks) return SIDLE_ERROR_MEMORY;
    memset(made.ranks, 0, made.room * sizeof *made.ranks);
    for (uint32_t k = 0; k < living; k++) rank_insert(&made, unit_at(world, k)->rank);
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

/* Removes the rank without a tombstone: a rank that follows without a gap moves into the gap, if a
 * search from its home would stop there (Knuth, TAOCP 3, 6.4, algorithm R). */
void ranks_give(sidle_world *world, uint32_t rank) {
    rank_set *set = &world->ranks;
    if (!set->room) return;
    uint32_t mask = set->room - 1, gap = rank_find(set, rank);
    assert(set->ranks[gap] == rank);
    for (uint32_t at = (gap + 1) & mask; set->ranks[at]; at = (at + 1) & mask) {
        uint32_t home = rank_home(set, set->ranks[at]);
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        set->ranks[gap] = set->ranks[at];
        gap = at;
    }
    set->ranks[gap] = 0;
}

sidle_result ranks_check(sidle_world *world, bool *unique) {
    *unique = true;
    ranks_free(world);
    sidle_result failed = rank_reserve(world);
    if (failed) return failed;
    uint32_t count = 0, living = world->living + world->stowed;
    for (uint32_t k = 0; k < world->ranks.room; k++) count += world->ranks.ranks[k] != 0;
    *unique = count == living;
    ranks_free(world); /* made again when it is needed */
    return SIDLE_OK;
}

void ranks_free(sidle_world *world) {
    release(&world->alloc, world->ranks.ranks, world->ranks.room * sizeof *world->ranks.ranks);
    world->ranks = (rank_set){.room = 0};
}
