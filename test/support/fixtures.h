/* Fixtures of the folder maps, and runs of them. */
#ifndef SIDLE_TEST_FIXTURES_H
#define SIDLE_TEST_FIXTURES_H

#include "input/fixture.h"
#include "scenes/generate.h"
#include "simulation/simulation.h"
#include "support.h"

/* By its name, with or without its ending. */
static inline scene fixture(const char *name) {
    char file[512];
    snprintf(file, sizeof file, "%s/maps/%s%s", SIDLE_SOURCE_ROOT, name,
             strchr(name, '.') ? "" : ".map");
    scene s = scene_make(file);
    complaints to = {.out = stderr};
    assert_true(fixture_read(file, &s, &to));
    return s;
}

static inline scene generated(const char *name, uint32_t seed) {
    scene s = scene_make(name);
    complaints to = {.out = stderr};
    assert_true(scene_generate(name, seed, &s, &to));
    return s;
}

static inline outcome run_with(const scene *s, const sim_options *options) {
    complaints to = {.out = stderr};
    outcome o = {0};
    assert_true(sim_run(s, options, NULL, NULL, &o, &to));
    return o;
}

static inline outcome run_by(const scene *s, sim_pathfinder pathfinder) {
    return run_with(s, &(sim_options){.hz = 30, .pathfinder = pathfinder});
}

#endif
