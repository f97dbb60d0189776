/* The clock and the files. */
#include "live.h"

#include "input/reload.h"
#include "support/checked_memory.h"
#include "support/clock.h"

#include <stdlib.h>
#include <time.h>

struct live {
    scene *played;
    reload *files;
    double pace, hz;
    double began; /* s of the clock; below 0: not yet */
};

live *live_make(scene *played, const load_options *load, double pace, double hz) {
    live *l = checked_calloc(1, sizeof *l);
    *l = (live){.played = played,
                .files = reload_make(played->name, load),
                .pace = pace,
                .hz = hz,
                .began = -1};
    return l;
}

void live_free(live *l) {
    if (!l) return;
    reload_free(l->files);
    free(l);
}

static void wait_for(const live *l, double time) {
    double left = l->began + time / l->pace - seconds_now();
    if (left <= 0) return;
    struct timespec rest = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    nanosleep(&rest, NULL);
}

static void take_values(live *l, sim *s, double time) {
    complaints to = {.out = stderr};
    scene fresh;
    char *errors = NULL;
    reload_result result = reload_poll(l->files, &fresh, &errors);
    if (result == RELOAD_NONE) return;
    if (result == RELOAD_BAD) {
        fprintf(stderr, "%s", errors);
        fprintf(stderr, "%.2f s: the run goes on with the last good values\n", time);
        free(errors);
        return;
    }
    if (sim_retune(s, l->played, &fresh, &to)) fprintf(stderr, "%.2f s: new values\n", time);
    scene_free(&fresh);
}

void live_between(live *l, sim *s) {
    double time = (double)sim_ticks(s) / l->hz;
    if (l->began < 0) l->began = seconds_now();
    wait_for(l, time);
    take_values(l, s, time);
}
