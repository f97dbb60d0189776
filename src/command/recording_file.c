/* Recordings as files. */
#include "recording_file.h"

#include "support/checked_memory.h"
#include "terminal/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct recording_file {
    const char *file;
    FILE *out;
    complaints *to;
    sidle_recorder *recorder;
    uint64_t size;
    int wrong; /* the errno of what could not be written, or 0 */
};

/* ---- writing ---- */

recording_file *recording_file_open(const char *file, complaints *to) {
    FILE *out = fopen(file, "wb");
    if (!out) {
        complain(to, file, 0, 0, "cannot be written: %s", strerror(errno));
        return NULL;
    }
    recording_file *f = checked_calloc(1, sizeof *f);
    *f = (recording_file){.file = file, .out = out, .to = to};
    return f;
}

static bool write_bytes(void *context, const void *bytes, size_t size) {
    recording_file *f = context;
    errno = 0;
    if (fwrite(bytes, 1, size, f->out) != size) f->wrong = errno ? errno : EIO;
    f->size += size;
    return !f->wrong;
}

bool recording_file_begin(recording_file *f, sim *s) {
    if (f->recorder) return true;
    sidle_recorder_def def = sidle_recorder_def_default();
    def.write = write_bytes;
    def.context = f;
    return !sim_record(s, &def, &f->recorder);
}

void recording_file_end(recording_file *f, FILE *out) {
    if (!f) return;
    sidle_result result = f->recorder ? sidle_recorder_end(f->recorder) : SIDLE_OK;
    errno = 0;
    if (fclose(f->out) && !f->wrong) f->wrong = errno ? errno : EIO;
    if (f->wrong)
        complain_of_machine(f->to, f->file, "cannot be written: %s", strerror(f->wrong));
    else if (result)
        complain_of_machine(f->to, f->file, "is not whole: %s", sidle_result_text(result));
    else if (out && f->recorder)
        fprintf(out, "recorded %llu bytes in %s\n", (unsigned long long)f->size, f->file);
    sidle_recorder_destroy(f->recorder);
    free(f);
}

/* ---- reading ---- */

bool recording_open(opened_recording *o, const char *file, uint64_t from,
                    const sidle_world_def *def, complaints *to) {
    *o = (opened_recording){.file = file};
    o->bytes = bytes_of(file, &o->size, to);
    if (!o->bytes) return false;
    sidle_result result = sidle_replay_create(def, o->bytes, o->size, from, &o->replay);
    if (result == SIDLE_ERROR_MEMORY) out_of_memory();
    if (result == SIDLE_ERROR_RECORDING)
        complain(to, file, 0, 0,
                 "found no recording, or one that is damaged from the beginning, expected a file "
                 "of `sidle run --record`");
    else if (result)
        complain(to, file, 0, 0, "cannot be replayed: %s", sidle_result_text(result));
    return !result;
}

void recording_close(opened_recording *o) {
    sidle_replay_destroy(o->replay);
    free(o->bytes);
}

sidle_result recording_tick(opened_recording *o, complaints *to) {
    char text[300];
    sidle_result result = sidle_replay_tick(o->replay);
    if (result == SIDLE_ERROR_MEMORY) out_of_memory();
    if (!result || result == SIDLE_ERROR_DIFFERS) return result;
    sidle_replay_text(o->replay, text, sizeof text);
    complain(to, o->file, 0, 0, "%s", *text ? text : sidle_result_text(result));
    return result;
}

uint64_t recording_at(const opened_recording *o) {
    return sidle_world_tick(sidle_replay_world(o->replay));
}
