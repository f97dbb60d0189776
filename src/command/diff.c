/* `sidle diff`: where two recordings part. Both are replayed side by side. Two machines that were
 * told the same and went other ways replay to one world here: then the hashes part first, and the
 * next snapshots, which hold what either machine had, tell the field. */
#include "commands.h"
#include "recording_file.h"
#include "terminal/options.h"

static const char USAGE[] =
    "usage: sidle diff FILE FILE [--from TICK]\n"
    "\n"
    "Replays two recordings side by side, and says in which tick, unit or group, and field they\n"
    "part first. The exit status is 0 when they do not, 1 when they do, and 2 when a file is\n"
    "damaged or cut before that.\n";

static char **read_arguments(int argc, char **argv, uint32_t *from, complaints *to) {
    int first;
    const option_row rows[] = {
        {"from", "TICK", "starts from the last snapshots at or before this tick", OPTION_WHOLE,
         from, 0, UINT32_MAX},
    };
    const option_table table = {"diff", USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, to)) return NULL;
    if (argc - first == 2) return argv + first;
    complain(to, "sidle diff", 0, 0, "found %d files, expected two", argc - first);
    return NULL;
}

/* Both to the same tick, as their first snapshots may be of other ones. */
static bool catch_up(opened_recording both[2], complaints *to) {
    while (recording_at(&both[0]) != recording_at(&both[1])) {
        opened_recording *behind = &both[recording_at(&both[1]) < recording_at(&both[0])];
        if (sidle_replay_over(behind->replay)) {
            complain(to, behind->file, 0, 0, "ends at tick %llu, before the other one begins",
                     (unsigned long long)recording_at(behind));
            return false;
        }
        recording_tick(behind, to);
        if (to->count) return false;
    }
    return true;
}

/* Do the worlds differ now, or their groups? Says how. */
static bool worlds_part(const opened_recording both[2]) {
    const sidle_replay *a = both[0].replay, *b = both[1].replay;
    sidle_difference first;
    char text[300];
    if (!sidle_world_differs(sidle_replay_world(a), sidle_replay_world(b), &first) &&
        !sidle_groups_differ(sidle_replay_groups(a), sidle_replay_groups(b), &first))
        return false;
    sidle_difference_text(&first, text, sizeof text);
    printf("tick %llu, %s\n", (unsigned long long)recording_at(&both[0]), text);
    return true;
}

static bool hashes_part(const opened_recording both[2]) {
    bool whole[2];
    uint64_t a = sidle_replay_hash(both[0].replay, &whole[0]);
    uint64_t b = sidle_replay_hash(both[1].replay, &whole[1]);
    return whole[0] == whole[1] && a != b;
}

static void say_hashes_part(const opened_recording both[2]) {
    printf("tick %llu: the recorded hashes part, though both were told the same until then; what "
           "differs is in the next snapshots\n",
           (unsigned long long)recording_at(&both[0]));
}

/* Of two, one of which may be cut where the other one ends. */
static bool ends_together(opened_recording both[2], complaints *to) {
    bool over[2] = {sidle_replay_over(both[0].replay), sidle_replay_over(both[1].replay)};
    if (over[0] == over[1]) return true;
    recording_tick(&both[over[0]], to);
    if (!to->count)
        printf("tick %llu: %s ends here, and the other one goes on\n",
               (unsigned long long)recording_at(&both[over[1]]), both[over[1]].file);
    return false;
}

/* True: the recordings are the same to their end. */
static bool compare(opened_recording both[2], complaints *to) {
    bool told = false;
    if (!catch_up(both, to)) return false;
    if (worlds_part(both)) return false;
    while (!sidle_replay_over(both[0].replay) && !sidle_replay_over(both[1].replay)) {
        recording_tick(&both[0], to);
        recording_tick(&both[1], to);
        if (to->count || worlds_part(both)) return false;
        if (!told && hashes_part(both)) say_hashes_part(both), told = true;
    }
    if (told || !ends_together(both, to)) return false;
    printf("the recordings are the same to their end, tick %llu\n",
           (unsigned long long)recording_at(&both[0]));
    return true;
}

int command_diff(int argc, char **argv) {
    complaints to = {.out = stderr};
    uint32_t from = 0;
    opened_recording both[2] = {{0}};
    bool same = false;
    char **files = read_arguments(argc, argv, &from, &to);
    if (files) {
        recording_open(&both[0], files[0], from, NULL, &to);
        recording_open(&both[1], files[1], from, NULL, &to);
        if (!to.count) same = compare(both, &to);
        recording_close(&both[0]);
        recording_close(&both[1]);
    }
    if (to.count || !files) return status_of(&to);
    return same ? EXIT_DONE : EXIT_EXPECTATION;
}
