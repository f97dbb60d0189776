/* Writes snapshots and recordings for the readers to begin with: small fixtures of each kind, a
 * crowd with orders of every kind, queues and buildings, groups that march, and units whose speed
 * depends on the terrain. They are made anew each time, as another version has other bytes.
 *
 *   fuzz_seeds MAPS FOLDER       into FOLDER/snapshot and FOLDER/recording, which are there */
#include "../support/crowd.h"
#include "../support/group_story.h"
#include "../support/saved.h"
#include "../support/story.h"
#include "input/fixture.h"
#include "simulation/simulation.h"

#include <dirent.h>
#include <sidle/record.h>
#include <stb_ds.h>

enum { UNITS_MOST = 24, LONGEST = 1 << 15 /* bytes */, NAME = 1 << 10, CROWDS = 4, SPEEDS = 2 };

static const char *folder;
static uint32_t written;

/* ---- files ---- */

static void write_seed(const char *kind, const char *of, const void *bytes, size_t size) {
    char name[NAME];
    if (size > LONGEST) return;
    snprintf(name, sizeof name, "%s/%s/%s", folder, kind, of);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
        perror(name);
        exit(1);
    }
    written++;
}

static void write_snapshot(const sidle_world *world, const char *of) {
    saved s = save(world);
    write_seed("snapshot", of, s.bytes, s.size);
    free(s.bytes);
}

static sidle_recorder_def each(uint32_t ticks) {
    sidle_recorder_def def = sidle_recorder_def_default();
    def.snapshot_ticks = ticks;
    def.hash_ticks = 5;
    return def;
}

static sidle_recorder *begin_recording(sidle_world *world, uint32_t ticks) {
    const sidle_recorder_def def = each(ticks);
    sidle_recorder *recorder;
    assert_ok(sidle_recorder_create(world, &def, &recorder));
    return recorder;
}

static void write_recording(sidle_recorder *recorder, const char *of) {
    size_t size;
    assert_ok(sidle_recorder_end(recorder));
    const void *bytes = sidle_recorder_bytes(recorder, &size);
    write_seed("recording", of, bytes, size);
    sidle_recorder_destroy(recorder);
}

/* ---- worlds ---- */

/* A fixture after some ticks, and the ticks after those. */
static void seed_of_fixture(const char *file, const char *of) {
    complaints to = {.out = stderr};
    scene s = scene_make("scene");
    if (!fixture_read(file, &s, &to)) exit(1);
    sim_options options = {.hz = 30};
    sim *run = arrlenu(s.units) <= UNITS_MOST ? sim_open(&s, &options, &to) : NULL;
    for (int k = 0; run && k < 40; k++) sim_tick(run);
    if (run) {
        const sidle_recorder_def def = each(20);
        sidle_recorder *recorder;
        write_snapshot(sim_world(run), of);
        assert_ok(sim_record(run, &def, &recorder));
        for (int k = 0; k < 30; k++) sim_tick(run);
        write_recording(recorder, of);
    }
    sim_close(run);
    scene_free(&s);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void seeds_of_fixtures(const char *maps) {
    DIR *all = opendir(maps);
    char **names = NULL, file[NAME];
    if (!all) {
        perror(maps);
        exit(1);
    }
    for (struct dirent *one = readdir(all); one; one = readdir(all))
        if (strstr(one->d_name, ".map")) arrput(names, strdup(one->d_name));
    closedir(all);
    qsort(names, arrlenu(names), sizeof *names, by_name);
    for (size_t k = 0; k < arrlenu(names); k++) {
        snprintf(file, sizeof file, "%s/%s", maps, names[k]);
        seed_of_fixture(file, names[k]);
        free(names[k]);
    }
    arrfree(names);
}

/* Orders of every kind, edits, deaths and births, units that are stowed, profiles that come and go.
 */
static void seed_of_crowd(uint64_t seed) {
    char of[NAME];
    snprintf(of, sizeof of, "crowd-%u", (unsigned)seed);
    sidle_world *world = crowd_make(sidle_world_def_default(), 6 + 4 * (uint32_t)seed);
    dice d = {seed};
    for (uint32_t k = 0; k < 30 * seed; k++) {
        if (seed > 1) story_call(world, &d);
        crowd_step(world);
    }
    write_snapshot(world, of);
    sidle_recorder *recorder = begin_recording(world, 10);
    for (uint32_t k = 0; k < 24; k++) {
        story_call(world, &d);
        if (k == 15)
            (void)sidle_world_vacate(world, 4, 4, 6, 4, SIDLE_TERRAIN_VOID, 0, &(uint32_t){0});
        crowd_step(world);
    }
    write_recording(recorder, of);
    sidle_world_destroy(world);
}

/* Fast and slow ground of several classes, for units that queue and units that do not. */
static void seed_of_speeds(uint32_t queue) {
    char of[NAME];
    snprintf(of, sizeof of, "speeds-%u", queue);
    sidle_world *world = world_of("SSSSSSSSSSSSSS....\n"
                                  "SSSSSSSSSSSSSS....\n"
                                  ".......WWWW.......\n"
                                  ".......WWWW.......\n"
                                  "TTTTTTTT##TTTTTTTT\n"
                                  "..................\n"
                                  "........SS........\n"
                                  "..................\n");
    sidle_profile p = sidle_profile_default();
    p.queue = (uint8_t)queue;
    p.passable |= SIDLE_PASS(SIDLE_TERRAIN_SWAMP) | SIDLE_PASS(SIDLE_TERRAIN_WATER) |
                  SIDLE_PASS(SIDLE_TERRAIN_TREES);
    p.terrain_factor[SIDLE_TERRAIN_SWAMP] = 0.4f;
    p.terrain_factor[SIDLE_TERRAIN_TREES] = 0.6f;
    p.terrain_factor[SIDLE_TERRAIN_WATER] = 1.5f;
    sidle_profile_id kind = profile_in(world, &p);
    for (uint32_t k = 0; k < 6; k++) {
        sidle_unit_id id = unit_of(world, k % 3 ? kind : (sidle_profile_id){0},
                                   1 + 1.5f * (float)(k % 3), k < 3 ? 1.0f : 6.5f);
        assert_ok(sidle_unit_set_speed_factor(world, id, k == 4 ? 0.5f : 1));
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){16, 7.0f - (float)k}));
    }
    run(world, 0.8f);
    write_snapshot(world, of);
    sidle_recorder *recorder = begin_recording(world, 0);
    run(world, 1);
    write_recording(recorder, of);
    sidle_world_destroy(world);
}

/* Groups that march, with orders of every kind to them. */
static void seed_of_troops(uint64_t seed) {
    char of[NAME];
    snprintf(of, sizeof of, "troops-%u", (unsigned)seed);
    troops f = troops_make(4 + 2 * (uint32_t)seed);
    dice d = {seed};
    sidle_recorder *recorder = begin_recording(f.world, 10);
    for (uint32_t k = 0; k < 40; k++) {
        if (k < 6) troops_order(&f, &d, roll(&d, 4));
        if (k > 6) troops_call(&f, &d);
        troops_step(&f);
    }
    write_recording(recorder, of);
    write_snapshot(f.world, of);
    troops_end(&f);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "fuzz_seeds MAPS FOLDER\n");
        return 2;
    }
    folder = argv[2];
    seeds_of_fixtures(argv[1]);
    for (uint64_t k = 1; k <= CROWDS; k++) {
        seed_of_crowd(k);
        seed_of_troops(k);
    }
    for (uint32_t k = 0; k < SPEEDS; k++) seed_of_speeds(k);
    printf("seeds: %u snapshots and recordings\n", written);
    return written < 20;
}
