/* Recording the calls of a host, and replaying them: docs/saving.md shows how. A recording holds
 * snapshots, each call that changed the world, and hashes, and makes a good bug report: every
 * machine replays it to the same bits. */
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
    /* Stores the next bytes of the recording; false: it failed, and the recording ends there. Must
     * not call the world. NULL (default): the recorder keeps the bytes in memory of the world's
     * allocator, for sidle_recorder_bytes. */
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;           /* of write */
    uint32_t snapshot_ticks; /* ticks between snapshots, from which a replay can start; default 300;
                                0: only at the beginning */
    uint32_t hash_ticks;     /* ticks between calls of sidle_world_hash, with sidle_world_quick_hash
                                in all others; default 30; 0: no hashes */
} sidle_recorder_def;

/* As sidle_world_def_fill. */
SIDLE_API void sidle_recorder_def_fill(sidle_recorder_def *def, uint32_t layout);

static inline sidle_recorder_def sidle_recorder_def_default(void) {
    sidle_recorder_def def;
    sidle_recorder_def_fill(&def, SIDLE_LAYOUT(sidle_recorder_def));
    return def;
}

/* Starts recording the world, with a snapshot of its state. All calls that change the world are
 * recorded, with no further work for the host. Refused calls are left out; sidle_world_load and
 * sidle_world_copy are recorded as a snapshot of their result. The first table of groups of the
 * world is recorded by its own calls; of any other one, by its effect on the world. Recording never
 * changes the result of a call: if memory runs out or write fails, the recording ends there, and
 * sidle_recorder_end returns why. A world has one recorder at a time. Errors: ARGUMENT (also when
 * the world has a recorder), DEFINITION, MEMORY, WRITE; then *recorder is NULL. */
SIDLE_API sidle_result sidle_recorder_create(sidle_world *world, const sidle_recorder_def *def,
                                             sidle_recorder **recorder);

/* Ends the recording; destroying the world ends it, too. Returns SIDLE_OK, or why the recording is
 * incomplete. Errors: ARGUMENT; MEMORY; WRITE. */
SIDLE_API sidle_result sidle_recorder_end(sidle_recorder *recorder);

/* The bytes so far, of a recorder without a write function; valid until the next call of the world
 * or of the recorder. */
SIDLE_API const void *sidle_recorder_bytes(const sidle_recorder *recorder, size_t *size);

/* Ends the recording if it has not ended, and frees its memory. NULL is allowed. */
SIDLE_API void sidle_recorder_destroy(sidle_recorder *recorder);

/* ---- replaying ---- */

typedef struct sidle_replay sidle_replay;

/* Opens a recording. Its bytes must stay valid until the replay is destroyed. The replay starts
 * from the last undamaged snapshot at or before the tick `from`. def gives the allocator and the
 * hooks of its world; NULL: the defaults. Errors: ARGUMENT; DEFINITION; MEMORY; ARITHMETIC;
 * RECORDING (no recording, or no whole snapshot at the beginning); VERSION. */
SIDLE_API sidle_result sidle_replay_create(const sidle_world_def *def, const void *bytes,
                                           size_t size, uint64_t from, sidle_replay **replay);

/* Makes the recorded calls up to the next step, and that step, and compares the results with the
 * recording. On an error sidle_replay_text says more. Errors: ARGUMENT (also when the replay is
 * over); MEMORY; RECORDING (damaged or cut here); DIFFERS: the replay diverged from the recording.
 * After DIFFERS the replay may go on: the next snapshot brings it back to the recording. After any
 * other error it is over. */
SIDLE_API sidle_result sidle_replay_tick(sidle_replay *replay);

/* Is the replay over: at the end of the recording, or at an error? */
SIDLE_API bool sidle_replay_over(const sidle_replay *replay);

/* The world after the last tick. It is destroyed with the replay. */
SIDLE_API const sidle_world *sidle_replay_world(const sidle_replay *replay);

/* The groups of that world, as updated before that tick; valid until the next one. NULL: the
 * recorded host had none. */
SIDLE_API const sidle_groups *sidle_replay_groups(const sidle_replay *replay);

/* The hash in the recording of the last tick: *whole: sidle_world_hash, else
 * sidle_world_quick_hash. */
SIDLE_API uint64_t sidle_replay_hash(const sidle_replay *replay, bool *whole);

/* The last error in words, with its tick: "tick 312, unit 17: speed is 128 in the one and 192 in
 * the other"; empty without one. Buffer and result as for sidle_why_text; the words may change with
 * any version. */
SIDLE_API size_t sidle_replay_text(const sidle_replay *replay, char *buffer, size_t size);

/* Frees all memory of the replay. NULL is allowed. */
SIDLE_API void sidle_replay_destroy(sidle_replay *replay);

#ifdef __cplusplus
}
#endif

#endif
