/* Feeds a reader, and looks at what it says and makes. */
#define _GNU_SOURCE /* memfd_create */
#include "readers.h"

#include "input/config.h"
#include "input/fixture.h"
#include "input/scenario.h"
#include "recording_file.h"
#include "simulation/simulation.h"

#include <stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is played must be small: a map of 8192 cells a side with a thousand units is no error. */
enum { CELLS_MOST = 4096, UNITS_MOST = 60, TICKS = 8, MESSAGES_MOST = 21, NAME = 64 };

const char *reader_name(reader_kind kind) {
    static const char *const NAMES[] = {"map", "scenario", "config", "snapshot", "recording"};
    return NAMES[kind];
}

void reader_fail(const char *what, const char *said) {
    fprintf(stderr, "broken: %s\n%s\n", what, said);
    abort();
}

/* ---- files in memory ---- */

/* A file without a place in the file system, under the name that the system has for it. */
static int make_file(const uint8_t *data, size_t size, char name[NAME]) {
    int handle = memfd_create("fuzz", 0);
    if (handle < 0 || write(handle, data, size) != (ssize_t)size) {
        perror("a file of the test");
        exit(2);
    }
    snprintf(name, NAME, "/proc/self/fd/%d", handle);
    return handle;
}

/* Where the line "===" stands, which parts a scenario from its map; the end of the data if nowhere.
 */
static size_t find_parting(const uint8_t *data, size_t size) {
    for (size_t k = 0; k + 5 <= size; k++)
        if (!memcmp(data + k, "\n===\n", 5)) return k;
    return size;
}

static bool read_scenario(const uint8_t *data, size_t size, scene *s, complaints *to) {
    size_t end = find_parting(data, size), behind = end + 5 < size ? end + 5 : size;
    char own[NAME], map[NAME];
    int handle = make_file(data, end, own),
        map_handle = make_file(data + behind, size - behind, map);
    bool good = scen_read(own, map, UNITS_MOST, s, to);
    close(handle);
    close(map_handle);
    return good;
}

/* As `sidle replay` does, which prints what parts, and complains of what is damaged. */
static bool read_recording(const char *name, complaints *to) {
    opened_recording o = {.file = name};
    bool good = recording_open(&o, name, 0, NULL, to);
    for (sidle_result result = SIDLE_OK; good && !sidle_replay_over(o.replay);) {
        result = recording_tick(&o, to);
        good = !result || result == SIDLE_ERROR_DIFFERS;
    }
    recording_close(&o);
    return good;
}

static bool read_by(reader_kind kind, const uint8_t *data, size_t size, scene *s, complaints *to) {
    char name[NAME];
    int handle = make_file(data, size, name);
    bool good = kind == READER_MAP         ? fixture_read(name, s, to)
                : kind == READER_CONFIG    ? config_read(name, s, to)
                : kind == READER_RECORDING ? read_recording(name, to)
                                           : read_scenario(data, size, s, to);
    close(handle);
    return good;
}

/* ---- what must hold ---- */

/* Each complaint is one line of printable characters that begins with the name of a file. */
static void check_complaints(const char *said, int count) {
    int lines = 0, most = count < MESSAGES_MOST ? count : MESSAGES_MOST;
    for (const char *at = said; *at; at = strchr(at, '\n') + 1) {
        if (!strchr(at, '\n')) reader_fail("a complaint is no whole line", said);
        if (strncmp(at, "/proc/self/fd/", 14)) reader_fail("a complaint names no file", said);
        lines += strncmp(at + strcspn(at, ":\n"), ": note: ", 8) != 0;
    }
    for (const char *at = said; *at; at++)
        if ((unsigned char)*at < ' ' && *at != '\n')
            reader_fail("a complaint holds a control byte", said);
    if (lines != most) reader_fail("complaints are not one line each", said);
}

static void play_scene(const scene *s) {
    complaints to = {.out = NULL};
    if (s->width * s->height > CELLS_MOST || arrlenu(s->units) > UNITS_MOST) return;
    if (!sim_check(s, &to)) return;
    sim_options options = {.hz = 30};
    sim *run = sim_open(s, &options, &to);
    for (int k = 0; k < TICKS && run; k++)
        if (!sim_tick(run)) reader_fail("a scene that was read cannot be played", s->name);
    if (run) {
        const char *fault = sidle_world_validate(sim_world(run));
        if (fault) reader_fail("a scene that was read ends in a broken world", fault);
    }
    sim_close(run);
}

void reader_play(reader_kind kind, const uint8_t *data, size_t size) {
    /* A scenario names its map. It must not open what happens to stand on this machine. */
    if (kind == READER_SCENARIO && memchr(data, '/', find_parting(data, size))) return;
    if (kind == READER_SNAPSHOT) {
        snapshot_play(data, size);
        return;
    }
    /* The command ends where there is no memory. */
    if (kind == READER_RECORDING && !recording_play(data, size)) return;
    char *said = NULL;
    size_t length = 0;
    complaints to = {.out = open_memstream(&said, &length)};
    scene s = scene_make("scene");
    bool good = to.out && read_by(kind, data, size, &s, &to);
    fclose(to.out);
    if (good != (to.count == 0)) reader_fail("a file is refused without a complaint", said);
    check_complaints(said, to.count);
    for (size_t k = 0; good && k < arrlenu(s.profiles); k++)
        if (sidle_profile_check(&s.profiles[k].values, NULL, NULL))
            reader_fail("a profile that was read is wrong", s.profiles[k].name);
    if (good && kind <= READER_SCENARIO) play_scene(&s);
    scene_free(&s);
    free(said);
}
