/* The check that no phase writes what it lets units read of each other: shown.h has the list. It
 * costs a pass over all units before and after the phases, so only builds with SIDLE_CHECKED have
 * it. */
#include "world/shown.h"

#ifdef SIDLE_CHECKED

/* Four bytes at a time, each into all bits of the sum. The sum is compared with another one of the
 * same machine and is stored nowhere, so byte order does not matter. */
static uint64_t sum_bytes(uint64_t sum, const void *memory, size_t bytes) {
    const uint8_t *at = memory;
    while (bytes) {
        uint32_t word = 0;
        size_t taken = bytes < sizeof word ? bytes : sizeof word;
        memcpy(&word, at, taken);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
        at += taken;
        bytes -= taken;
    }
    return sum;
}

#define ADD(field) sum = sum_bytes(sum, &(field), sizeof(field))

static uint64_t sum_bodies(uint64_t sum, const bodies *b, size_t living) {
    sum = sum_bytes(sum, b->x, living * sizeof *b->x);
    sum = sum_bytes(sum, b->y, living * sizeof *b->y);
    sum = sum_bytes(sum, b->vx, living * sizeof *b->vx);
    sum = sum_bytes(sum, b->vy, living * sizeof *b->vy);
    sum = sum_bytes(sum, b->moved, living * sizeof *b->moved);
    sum = sum_bytes(sum, b->team, living * sizeof *b->team);
    sum = sum_bytes(sum, b->radius, living * sizeof *b->radius);
    return sum_bytes(sum, b->filter_bits, living * sizeof *b->filter_bits);
}

static uint64_t sum_unit(uint64_t sum, const sidle_world *world, const unit *u,
                         enum shown_phases phases) {
    uint32_t slot = u->slot; /* bit-fields have no address */
    ADD(slot);
    ADD(u->generation);
    ADD(u->rank);
    ADD(u->profile);
    ADD(u->position);
    ADD(u->cold->order->target);
    if (phases == SHOWN_TO_LOOK) {
        ADD(u->heading);
        if (!world->queue_entries || is_still(&world->bodies, body_of(world, u))) return sum;
        ADD(world->motions[body_of(world, u)].next_point_then);
        ADD(world->motions[body_of(world, u)].asked_then);
        return sum;
    }
    ADD(u->order);
    ADD(u->goal);
    ADD(u->cold->order->centre);
    uint32_t waits_for = u->waits_for, aside = u->aside;
    ADD(waits_for);
    ADD(aside);
    if (aside) ADD(u->cold->place);
    const speed_factors factors = speed_factors_of(world, u);
    ADD(factors.all);
    return sum;
}

uint64_t shown_sum(const sidle_world *world, enum shown_phases phases) {
    uint64_t sum = sum_bodies(0, &world->bodies, world->living);
    for (uint32_t k = 0; k < world->living; k++)
        sum = sum_unit(sum, world, unit_at(world, k), phases);
    return sum;
}

#undef ADD
#endif
