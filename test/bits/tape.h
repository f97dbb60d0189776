/* A tape: all calls that a host made to change worlds, scene by scene. record.c plays the fixtures
 * and the generated scenes here and writes the tape, play.c makes the same calls with the library
 * as any compiler built it for any machine. So what is compared is the library alone: neither the
 * pathfinder nor the C library of that machine has a part in it.
 *
 * A tape is a row of calls. A call is the number of the call, its result, how many words follow,
 * and these words; each is a number of 32 bits with the lowest byte first. Floats stand as their
 * bits. */
#ifndef SIDLE_TEST_BITS_TAPE_H
#define SIDLE_TEST_BITS_TAPE_H

#include "reads.h"

#include <inttypes.h>
#include <sidle/sidle.h>
#include <stdio.h>
#include <string.h>

typedef enum tape_call {
    TAPE_SCENE, /* its name, four characters a word */
    TAPE_WORLD,
    TAPE_END,
    TAPE_STEP,
    TAPE_PROFILE_ADD,
    TAPE_PROFILE_SET,
    TAPE_CELLS,
    TAPE_CREATE,
    TAPE_DESTROY,
    TAPE_SPEED,
    TAPE_GHOST,
    TAPE_STOW,
    TAPE_GO,
    TAPE_HOLD,
    TAPE_STOP,
    TAPE_PATROL,
    TAPE_PURSUE,
    TAPE_FOLLOW,
    TAPE_EVADE,
    TAPE_FLEE,
    TAPE_WANDER,
    TAPE_APPROACH,
    TAPE_APPROACH_POINT,
    TAPE_PATH,
    TAPE_GUIDE,
    TAPE_GROUPS,
    TAPE_GROUPS_END,
    TAPE_GROUPS_UPDATE,
    TAPE_GROUP_GO,
    TAPE_GROUP_PATROL,
    TAPE_GROUP_APPROACH,
    TAPE_GROUP_APPROACH_POINT,
    TAPE_GROUP_PATH,
    TAPE_CALLS
} tape_call;

/* Ticks between two digests that are printed, and those of the short form of a scene. */
enum { TAPE_TICKS = 30, TAPE_SHORT = 90 };

static inline uint32_t tape_bits(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline float tape_float(uint32_t bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* How a scene has fared so far: all its events, and each TAPE_TICKS the state and what a host reads
 * of it. */
typedef struct tape_digest {
    char scene[64];
    uint64_t sum;
    uint32_t ticks;
    const sidle_groups *groups; /* NULL: the scene has none */
} tape_digest;

static inline void tape_mix(tape_digest *d, uint64_t number) {
    reads_mix(&d->sum, number);
}

static inline void tape_mix_point(tape_digest *d, sidle_vec2 point) {
    tape_mix(d, (uint64_t)tape_bits(point.x) << 32 | tape_bits(point.y));
}

static inline void tape_mix_events(tape_digest *d, const sidle_world *world) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(world, &count);
    for (uint32_t k = 0; k < count; k++) {
        const sidle_event *e = &events[k];
        tape_mix(d, (uint64_t)e->type << 32 | e->value);
        tape_mix(d, (uint64_t)e->unit.generation << 32 | e->unit.slot);
        tape_mix(d, (uint64_t)e->other.generation << 32 | e->other.slot);
        tape_mix_point(d, e->point);
        tape_mix_point(d, e->position);
    }
}

static inline void tape_mix_group_events(tape_digest *d) {
    uint32_t count;
    const sidle_group_event *events = sidle_groups_events(d->groups, &count);
    for (uint32_t k = 0; k < count; k++) {
        tape_mix(d, (uint64_t)events[k].group.generation << 32 | events[k].group.slot);
        tape_mix(d, events[k].type);
        tape_mix_point(d, events[k].point);
    }
}

static inline void tape_mix_state(tape_digest *d, const sidle_world *world) {
    tape_mix(d, sidle_world_hash(world));
    if (d->groups) tape_mix(d, sidle_groups_hash(d->groups));
    tape_mix(d, reads_of(world, d->groups));
}

static inline void tape_print(const tape_digest *d) {
    printf("%s %" PRIu32 " %016" PRIx64 "\n", d->scene, d->ticks, d->sum);
}

/* A scene begins. */
static inline void tape_begin(tape_digest *d, const char *name) {
    *d = (tape_digest){.sum = 0};
    snprintf(d->scene, sizeof d->scene, "%s", name);
}

/* A step was made. */
static inline void tape_step(tape_digest *d, const sidle_world *world) {
    tape_mix_events(d, world);
    if (d->groups) tape_mix_group_events(d);
    if (++d->ticks % TAPE_TICKS) return;
    tape_mix_state(d, world);
    tape_print(d);
}

/* The world is about to end. */
static inline void tape_end(tape_digest *d, const sidle_world *world) {
    if (d->ticks % TAPE_TICKS == 0) return;
    tape_mix_state(d, world);
    tape_print(d);
}

#endif
