/* Compares what the system tells of the files: an editor writes a file in place, or puts another
 * one of its name there. */
#include "reload.h"

#include "support/checked_memory.h"
#include "support/clock.h"
#include "terminal/output.h"

#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* s for which a file that was saved has to stay as it is until it is read. An editor that writes in
 * place empties the file first: an empty config is a good one, of which all values are the
 * defaults. A choice: far longer than that takes, and no longer than the eye needs to get back to
 * the units. */
#define SETTLED 0.15

typedef struct stamp {
    struct timespec time;
    off_t size;
    ino_t file;
} stamp;

struct reload {
    const char *name;
    const load_options *options;
    stamp *stamps; /* stb_ds: of the scene's file, then of the configs */
    bool scene_saved;
    bool unread;    /* a file was saved and has not been read */
    double noticed; /* s of the clock: then it was seen to be another one */
};

/* All zeros for what is no file. */
static stamp stamp_of(const char *file) {
    struct stat at;
    stamp s;
    memset(&s, 0, sizeof s);
    if (stat(file, &at)) return s;
    s.time = at.st_mtim;
    s.size = at.st_size;
    s.file = at.st_ino;
    return s;
}

static bool same(const stamp *a, const stamp *b) {
    return a->time.tv_sec == b->time.tv_sec && a->time.tv_nsec == b->time.tv_nsec &&
           a->size == b->size && a->file == b->file;
}

reload *reload_make(const char *name, const load_options *options) {
    reload *r = checked_calloc(1, sizeof *r);
    *r = (reload){.name = name, .options = options};
    arrput(r->stamps, stamp_of(name));
    for (size_t k = 0; k < arrlenu(options->configs); k++)
        arrput(r->stamps, stamp_of(options->configs[k]));
    return r;
}

void reload_free(reload *r) {
    if (!r) return;
    arrfree(r->stamps);
    free(r);
}

static void look(reload *r) {
    for (size_t k = 0; k < arrlenu(r->stamps); k++) {
        stamp now = stamp_of(k ? r->options->configs[k - 1] : r->name);
        if (same(&now, &r->stamps[k])) continue;
        r->stamps[k] = now;
        r->scene_saved = r->scene_saved || k == 0;
        r->unread = true;
        r->noticed = seconds_now();
    }
}

reload_result reload_poll(reload *r, scene *fresh, char **errors) {
    text_stream said;
    look(r);
    if (!r->unread || seconds_now() - r->noticed < SETTLED) return RELOAD_NONE;
    r->unread = false;
    complaints to = {.out = text_begin(&said)};
    bool good = load_scene(r->name, r->options, fresh, &to);
    *errors = text_end(&said);
    if (!good) return RELOAD_BAD;
    free(*errors);
    *errors = NULL;
    return RELOAD_READ;
}

void reload_seen(reload *r) {
    look(r);
    r->unread = r->scene_saved = false;
}

bool reload_scene_saved(reload *r) {
    bool saved = r->scene_saved;
    r->scene_saved = false;
    return saved;
}
