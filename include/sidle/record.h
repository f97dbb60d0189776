/* Recording what a host tells a world, and playing it again: docs/saving.md shows how. A recording
 * is a bug report: it holds snapshots, each call that changed the world, and hashes. It is the same
 * on every machine, and another one replays it to the same bits. */
#ifndef SIDLE_RECORD_H
#define SIDLE_RECORD_H

#include "group.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- recording ---- */

typedef struct sidle_recorder sidle_recorder;

typedef struct sidle_recorder_def {
    uint32_t cookie; /* set by sidle_recorder_def_default */
    /* Takes the next bytes of the recording, in one piece each time; false: it cannot, and the
     * recording ends there. Must not call the world. NULL (default): the recorder keeps them in
     * memory of the world's allocator, for sidle_recorder_bytes. */
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;           /* of write */
    uint32_t snapshot_ticks; /* a snapshot each so many ticks, from which a replay can start;
                                default 300; 0: the first one alone */
    uint32_t hash_ticks;     /* sidle_world_hash each so many ticks, sidle_world_quick_hash in the
                                others; default 30; 0: never */
} sidle_recorder_def;

/* As sidle_world_def_fill. */
SIDLE_API void sidle_recorder_def_fill(sidle_recorder_def *def, uint32_t layout);

static inline sidle_recorder_def sidle_recorder_def_default(void) {
    sidle_recorder_def def;
    sidle_recorder_def_fill(&def, SIDLE_LAYOUT(sidle_recorder_def));
    return def;
}

/* Records the world from now on, with a snapshot of it as it is. All calls that change the world
 * record themselves, whoever makes them: the host need not do, and cannot forget, anything. Calls
 * that were refused changed nothing and are left out; sidle_world_load and sidle_world_copy are
 * kept as a snapshot of what they made. The first table of groups of the world is recorded with it,
 * by its own calls; of further ones the recording has what they tell the world. Results of the
 * world's calls stay what they were: when memory or the host's sink fails, the recording ends there
 * and sidle_recorder_end tells. A world has one recorder at a time. Errors: ARGUMENT (also when the
 * world is recorded already), DEFINITION, MEMORY, WRITE; then *recorder is NULL. */
SIDLE_API sidle_result sidle_recorder_create(sidle_world *world, const sidle_recorder_def *def,
                                             sidle_recorder **recorder);

/* Writes the end of the recording, and lets go of the world; a world that is destroyed does so for
 * its recorder. Returns why the recording is not whole, or SIDLE_OK. Errors: ARGUMENT; MEMORY;
 * WRITE. */
SIDLE_API sidle_result sidle_recorder_end(sidle_recorder *recorder);

/* The bytes so far, of a recorder without a write function; they stay good until the next call of
 * the world, or of the recorder. */
SIDLE_API const void *sidle_recorder_bytes(const sidle_recorder *recorder, size_t *size);

/* Ends the recording if need be, and gives all memory back. NULL is allowed. */
SIDLE_API void sidle_recorder_destroy(sidle_recorder *recorder);

/* ---- replaying ---- */

typedef struct sidle_replay sidle_replay;

/* Opens a recording, whose bytes must stay where they are. The replay starts from the last snapshot
 * at or before the tick `from`, as far as the recording is whole. def gives the allocator and the
 * hooks of its world; NULL: the default's. Errors: ARGUMENT; DEFINITION; MEMORY; ARITHMETIC;
 * RECORDING (other bytes, or no whole snapshot at the beginning); VERSION. */
SIDLE_API sidle_result sidle_replay_create(const sidle_world_def *def, const void *bytes,
                                           size_t size, uint64_t from, sidle_replay **replay);

/* Makes the calls up to the next step, and that step, and holds all against the recording. What
 * came out is told by sidle_replay_text. Errors: ARGUMENT (also when the replay is over); MEMORY;
 * RECORDING (damaged or cut here); DIFFERS: the world went another way than the recorded one. After
 * DIFFERS the replay may go on, and goes the recorded way again from the next snapshot on. After
 * the others it is over. */
SIDLE_API sidle_result sidle_replay_tick(sidle_replay *replay);

/* Has all been replayed, or can no more be? */
SIDLE_API bool sidle_replay_over(const sidle_replay *replay);

/* The world as it is after the last tick; it is destroyed with the replay. */
SIDLE_API const sidle_world *sidle_replay_world(const sidle_replay *replay);

/* The groups of that world, as they were updated before that tick; NULL: the recorded host had
 * none. Good until the next tick. */
SIDLE_API const sidle_groups *sidle_replay_groups(const sidle_replay *replay);

/* The hash in the recording of the last tick: *whole: sidle_world_hash, else
 * sidle_world_quick_hash. */
SIDLE_API uint64_t sidle_replay_hash(const sidle_replay *replay, bool *whole);

/* What went wrong last, in words, with its tick: "tick 312, unit 17: speed is 128 in the one and
 * 192 in the other"; empty when nothing did. Buffer and result as those of sidle_why_text; the
 * words may change with any version. */
SIDLE_API size_t sidle_replay_text(const sidle_replay *replay, char *buffer, size_t size);

/* Gives all memory back. NULL is allowed. */
SIDLE_API void sidle_replay_destroy(sidle_replay *replay);

#ifdef __cplusplus
}
#endif

#endif
