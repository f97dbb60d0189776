/* `sidle replay`: plays a recording again, and holds each tick against it. */
#include "commands.h"
#include "examples/thread_pool.h"
#include "recording_file.h"
#include "terminal/options.h"

static const char USAGE[] =
    "usage: sidle replay FILE [OPTIONS]\n"
    "\n"
    "Plays a recording of `sidle run --record`, or of a host's sidle_recorder, and holds each\n"
    "tick against it. The exit status is 0 when all is the same, 1 when the world goes another\n"
    "way than the recorded one, and 2 when the file is damaged or cut.\n";

typedef struct arguments {
    uint32_t from, threads;
} arguments;

static const char *read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    const option_row rows[] = {
        {"from", "TICK", "starts from the last snapshot at or before this tick", OPTION_WHOLE,
         &a->from, 0, UINT32_MAX},
        {"threads", "N", "threads that share each step; the results are the same", OPTION_WHOLE,
         &a->threads, 1, POOL_MOST_THREADS},
    };
    const option_table table = {"replay", USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, to)) return NULL;
    if (argc - first == 1) return argv[first];
    complain(to, "sidle replay", 0, 0, "found %d files, expected one", argc - first);
    return NULL;
}

/* True: all of it is as recorded. */
static bool replay_all(opened_recording *o, complaints *to) {
    char text[300];
    uint64_t first = recording_at(o);
    sidle_result result = SIDLE_OK;
    while (!result && !sidle_replay_over(o->replay)) result = recording_tick(o, to);
    if (!result)
        printf("%s: ticks %llu to %llu are as recorded, hash %016llx\n", o->file,
               (unsigned long long)first, (unsigned long long)recording_at(o),
               (unsigned long long)sidle_world_hash(sidle_replay_world(o->replay)));
    sidle_replay_text(o->replay, text, sizeof text);
    if (result == SIDLE_ERROR_DIFFERS) printf("%s: %s\n", o->file, text);
    return !result;
}

static int replay(const char *file, const arguments *a, complaints *to) {
    opened_recording o = {0};
    sidle_world_def def = sidle_world_def_default();
    pool *threads = sim_threads(a->threads, to);
    if (threads) def.hooks = pool_hooks(threads);
    bool good = threads && recording_open(&o, file, a->from, &def, to) && replay_all(&o, to);
    recording_close(&o);
    pool_free(threads);
    return to->count ? status_of(to) : good ? EXIT_DONE : EXIT_EXPECTATION;
}

int command_replay(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.threads = 1};
    const char *file = read_arguments(argc, argv, &a, &to);
    return file ? replay(file, &a, &to) : status_of(&to);
}
