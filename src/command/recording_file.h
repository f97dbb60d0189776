/* Recordings as files: one that a run writes, and those that are replayed. */
#ifndef SIDLE_COMMAND_RECORDING_FILE_H
#define SIDLE_COMMAND_RECORDING_FILE_H

#include "simulation/simulation.h"

typedef struct recording_file recording_file;

/* Opens the file to write to; NULL after a complaint. The file grows with the run, so that it is of
 * use also when the run does not come to its end. */
recording_file *recording_file_open(const char *file, complaints *to);

/* Before the first tick, and harmless later: records the run. False after a complaint. */
bool recording_file_begin(recording_file *f, sim *s);

/* After the run, whose world is no more; NULL is allowed. Tells `out`, unless that is NULL, how
 * long the recording is. Complains when it is not whole. Frees it. */
void recording_file_end(recording_file *f, FILE *out);

/* A recording that is replayed. */
typedef struct opened_recording {
    const char *file;
    char *bytes;
    size_t size;
    sidle_replay *replay;
} opened_recording;

/* From the last snapshot at or before the tick. False after a complaint. */
bool recording_open(opened_recording *o, const char *file, uint64_t from,
                    const sidle_world_def *def, complaints *to);
void recording_close(opened_recording *o);

/* The next tick. A damaged recording, and whatever else ends it too early, is complained of. */
sidle_result recording_tick(opened_recording *o, complaints *to);

/* Ticks that the replay has made. */
uint64_t recording_at(const opened_recording *o);

#endif
