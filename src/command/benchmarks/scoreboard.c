/* The rows of the scoreboard, how they are played, and what they have to keep. Bounds are what the
 * default profile reaches as a mean over SCORE_SEEDS seeds, rounded up. Beside its bounds every row
 * but those for timing keeps: all units arrive, none overlaps a wall, none that stands is moved,
 * and in the end none moves. */
#include "scoreboard.h"

#include "scenes/generate.h"
#include "simulation/simulation.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* The share by which the mean stretch of a rotated or shifted scene may differ from the plain one.
 * A choice; the difference is the part of the behaviour that depends on the grid. */
static const double ALIKE = 0.1;

/* Share of its units that may miss the goal of a row: beyond the disc that they fill, or without
 * room. */
#define MISSED "1 - arrived"

/* The row is played with so many times as many seeds as others. */
#define SEEDS_TIMES "seeds, times"

#define STRETCH(most)                                                                              \
    { "stretch_mean", most }
#define OVERLAP(most)                                                                              \
    { "overlap", most }
#define LONGEST(most)                                                                              \
    { "overlap_longest", most }
#define FLIPS(most)                                                                                \
    { "flips", most }
#define TURNING(most)                                                                              \
    { "turning", most }
#define MAKESPAN(most)                                                                             \
    { "makespan", most }

static const score_row ROWS[] = {
    /* clang-format off */
    {"circle100", SCORE_MAIN, 0, NULL, {STRETCH(1.22), OVERLAP(0.005), FLIPS(0.01), TURNING(0.45)}},
    {"circle1000", SCORE_MAIN, 0, NULL, {STRETCH(1.16), OVERLAP(0.02), FLIPS(0.01), TURNING(0.5)}},
    {"blocks100", SCORE_MAIN, 0, NULL, {STRETCH(1.10), OVERLAP(0.005), FLIPS(0.01), TURNING(0.30)}},
    {"blocks400", SCORE_MAIN, 0, NULL, {STRETCH(1.10), OVERLAP(0.01), FLIPS(0.01), TURNING(0.6)}},
    {"through0.6", SCORE_MAIN, 0, NULL, {STRETCH(1.10), {"overlap_open", 0.01}, FLIPS(0.03), TURNING(0.3)}},
    {"through1.6", SCORE_MAIN, 0, NULL, {STRETCH(1.05), OVERLAP(0.01), FLIPS(0.01), TURNING(0.25)}},
    {"door200", SCORE_MAIN, 0, NULL, {STRETCH(1.75), OVERLAP(0.01), FLIPS(0.02), MAKESPAN(100), TURNING(0.4)}},
    {"door_two_way100", SCORE_MAIN, 0, NULL, {STRETCH(2.1), OVERLAP(0.02), FLIPS(0.05), MAKESPAN(100), TURNING(1)}},
    /* A unit that the crowd shuts in is rare: one seed of 25 showed it, with an overlap of 5 s. */
    {"point200", SCORE_MAIN, 0, NULL, {STRETCH(1.15), OVERLAP(0.005), LONGEST(1), FLIPS(0.01), {"settling", 16}, TURNING(0.1), {SEEDS_TIMES, 5}}},
    /* The last units rest on the side from which they come, some of them a little beyond the disc. */
    {"point1000", SCORE_MORE, 0, NULL, {STRETCH(1.65), OVERLAP(0.01), LONGEST(1.5), FLIPS(0.01), TURNING(0.2), {MISSED, 0.01}, MAKESPAN(75)}},
    {"circle2", SCORE_MAIN, 30, NULL, {STRETCH(1.25), {"stretch_p95", 1.4}, OVERLAP(0.005), FLIPS(0.01)}},
    {"oncoming", SCORE_MORE, 0, NULL, {STRETCH(1.05), OVERLAP(0), FLIPS(0)}},
    {"overtake", SCORE_MORE, 0, NULL, {STRETCH(1.05), OVERLAP(0), FLIPS(0)}},
    {"idle0.6", SCORE_MORE, 0, NULL, {STRETCH(1.10), OVERLAP(0.01), FLIPS(0.01), TURNING(0.35), {"away_max", 0.1}}},
    {"idle1.6", SCORE_MORE, 0, NULL, {STRETCH(1.10), OVERLAP(0.01), FLIPS(0.01), TURNING(0.15), {"away_max", 0.1}}},
    {"corridor_idle", SCORE_MORE, 0, NULL, {STRETCH(1.4), OVERLAP(0.02), FLIPS(0.2), {"away_max", 0.2}, MAKESPAN(25)}},
    {"squeeze3", SCORE_MORE, 0, NULL, {STRETCH(1.05), OVERLAP(0), FLIPS(0)}},
    {"four_way", SCORE_MORE, 0, NULL, {STRETCH(1.05), OVERLAP(0), FLIPS(0)}},
    {"hallway100", SCORE_MORE, 0, NULL, {STRETCH(1.15), OVERLAP(0.06), FLIPS(0.02)}},
    {"hallway_four_way100", SCORE_MORE, 0, NULL, {STRETCH(1.75), OVERLAP(0.06), FLIPS(0.03)}},
    {"bottleneck1000", SCORE_MORE, 0, NULL, {STRETCH(3), OVERLAP(0.02), FLIPS(0.05), TURNING(0.7)}},
    {"forest500", SCORE_MORE, 0, NULL, {STRETCH(1.1), OVERLAP(0.005), FLIPS(0.02)}},
    {"exits2_600", SCORE_MORE, 0, NULL, {STRETCH(3.5), OVERLAP(0.05), FLIPS(0.05)}},
    {"exits4_600", SCORE_MORE, 0, NULL, {STRETCH(3), OVERLAP(0.05), FLIPS(0.05)}},
    {"single_file1", SCORE_MORE, 5, NULL, {STRETCH(1.5), OVERLAP(0.08), LONGEST(2), FLIPS(0.05)}},
    {"merge", SCORE_MORE, 0, NULL, {STRETCH(1.3), OVERLAP(0.01), LONGEST(1), {"max_penetration", 0.25}, FLIPS(0.01), TURNING(0.4)}},
    {"surround", SCORE_MORE, 0, NULL, {OVERLAP(0.01), FLIPS(0.01), {"ring_open", 0.1}, {"caught_first", 11}}},
    {"ambulance", SCORE_MORE, 0, NULL, {STRETCH(1.8), {"stretch_first", 1.12}, OVERLAP(0.035), FLIPS(0.05), {SEEDS_TIMES, 3}}},
    {"mixed", SCORE_MORE, 0, NULL, {STRETCH(1.15), OVERLAP(0.01), FLIPS(0.01), TURNING(0.55)}},
    {"march", SCORE_MORE, 0, NULL, {STRETCH(1.65), OVERLAP(0), {"place_off_max", 0.1}, {"arrival_spread", 1}}},
    {"march_gap", SCORE_MORE, 0, NULL, {STRETCH(2.1), OVERLAP(0.005), {"reform", 10}, {"arrival_spread", 2}}},
    {"four_groups", SCORE_MORE, 0, NULL, {STRETCH(1.45), OVERLAP(0.005), {"place_off_max", 1}, {"arrival_spread", 2}}},
    {"column", SCORE_MORE,0, NULL, {STRETCH(1.12), OVERLAP(0.005), FLIPS(0.01), TURNING(0.3)}},
    {"corner", SCORE_MORE, 0, NULL, {STRETCH(1.4), OVERLAP(0.02), FLIPS(0.02), TURNING(0.35)}},
    {"circle100+rot45", SCORE_TURNED, 0, "circle100", {{NULL, 0}}},
    {"circle100+shift", SCORE_TURNED, 0, "circle100", {{NULL, 0}}},
    {"circle100+cell0.5", SCORE_TURNED, 0, "circle100", {{NULL, 0}}},
    {"circle100+cell2", SCORE_TURNED, 0, "circle100", {{NULL, 0}}},
    {"blocks400+rot45", SCORE_TURNED, 0, "blocks400", {{NULL, 0}}},
    {"blocks400+shift", SCORE_TURNED, 0, "blocks400", {{NULL, 0}}},
    {"through0.6+rot45", SCORE_TURNED, 0, "through0.6", {{NULL, 0}}},
    {"door200+rot45", SCORE_TURNED, 0, "door200", {{NULL, 0}}},
    {"door200+cell0.25", SCORE_TURNED, 0, "door200", {{NULL, 0}}},
    {"door_two_way100+rot45", SCORE_TURNED, 0, "door_two_way100", {{NULL, 0}}},
    {"door_two_way100+cell0.25", SCORE_TURNED, 0, "door_two_way100", {{NULL, 0}}},
    {"point200+rot45", SCORE_TURNED, 0, "point200", {{NULL, 0}}},
    {"scale1000", SCORE_SCALE, 0, NULL, {{NULL, 0}}},
    {"scale10000", SCORE_SCALE, 0, NULL, {{NULL, 0}}},
    {"scale50000", SCORE_SCALE, 0, NULL, {{NULL, 0}}},
    /* clang-format on */
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0], NAME = 64 };

const score_row *score_rows(size_t *count) {
    *count = ROW_COUNT;
    return ROWS;
}

const score_row *score_row_named(const char *name) {
    for (int k = 0; k < ROW_COUNT; k++)
        if (!strcmp(ROWS[k].scene, name + (*name == '@'))) return &ROWS[k];
    return NULL;
}

/* ---- runs ---- */

bool score_by_sidle(const scene *played, uint32_t seed, outcome *result, void *context,
                    complaints *to) {
    const uint32_t *threads = context;
    sim_options options = {.hz = SCORE_HZ, .seed = seed, .threads = threads ? *threads : 1};
    return sim_run(played, &options, NULL, NULL, result, to);
}

static bool play_scene(const char *name, uint32_t seed, score_player player, void *context,
                       outcome *result, complaints *to) {
    scene s = scene_make(name);
    bool good = scene_generate(name, seed, &s, to) && player(&s, seed, result, context, to);
    scene_free(&s);
    return good;
}

/* The number behind the name of a row that is played for many numbers. */
static int first_number(const score_row *row) {
    return atoi(row->scene + strcspn(row->scene, "0123456789"));
}

/* What the row says of itself under this name. */
static double number_of(const score_row *row, const char *name, double otherwise) {
    for (const score_bound *b = row->bounds; b->figure; b++)
        if (!strcmp(b->figure, name)) return b->most;
    return otherwise;
}

uint32_t score_runs(const score_row *row, uint32_t seeds) {
    if (row->last) return (uint32_t)(row->last - first_number(row) + 1);
    return row->part == SCORE_SCALE ? 1 : seeds * (uint32_t)number_of(row, SEEDS_TIMES, 1);
}

bool score_play(const score_row *row, uint32_t seeds, score_player player, void *context,
                outcome *mean, complaints *to) {
    outcome *results = NULL;
    bool good = true;
    int letters = (int)strcspn(row->scene, "0123456789");
    uint32_t runs = score_runs(row, seeds);
    for (uint32_t k = 0; good && k < runs; k++) {
        char name[NAME];
        outcome result = {0};
        if (row->last)
            snprintf(name, sizeof name, "@%.*s%d", letters, row->scene, first_number(row) + (int)k);
        else
            snprintf(name, sizeof name, "@%s", row->scene);
        good = play_scene(name, row->last ? 0 : k + 1, player, context, &result, to);
        if (good) arrput(results, result);
    }
    if (good) *mean = outcome_mean(results, arrlenu(results));
    arrfree(results);
    return good;
}

/* ---- what a row has to keep ---- */

static int exceeds(const char *name, const char *what, double value, double most, FILE *out) {
    if (value <= most + 1e-9) return 0;
    if (out) fprintf(out, "@%s: found %s = %g, expected at most %g\n", name, what, value, most);
    return 1;
}

int score_faults(const score_row *row, const outcome *mean, const outcome *like, FILE *out) {
    int faults = exceeds(row->scene, "static_overlaps", mean->static_overlaps, 0, out);
    if (row->part == SCORE_SCALE) return faults;
    faults += exceeds(row->scene, MISSED, 1 - mean->arrived, number_of(row, MISSED, 0), out);
    faults += exceeds(row->scene, "displaced_max", mean->displaced_max, 0, out);
    faults += exceeds(row->scene, "end_speed", mean->end_speed, 0, out);
    for (const score_bound *b = row->bounds; b->figure; b++) {
        double value;
        if (outcome_value(mean, b->figure, &value))
            faults += exceeds(row->scene, b->figure, value, b->most, out);
    }
    if (like)
        faults += exceeds(row->scene, "difference in stretch_mean",
                          fabs(mean->stretch_mean / like->stretch_mean - 1), ALIKE, out);
    return faults;
}

/* ---- the table ---- */

void score_head(FILE *out, bool with_library) {
    fprintf(
        out,
        "| %-26s |%s arrived | stretch mean / p95 | overlap | longest | flips | turning | facing | "
        "travel | hard stops | displaced | last arrival | settled | restarts | moved after | "
        "overlap at rest | off course | clean | end speed | us |\n",
        "scene", with_library ? " by     |" : "");
    fprintf(out,
            "|---|%s---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            with_library ? "---|" : "");
}

void score_line(FILE *out, const score_row *row, const char *library, const outcome *o) {
    char name[NAME];
    if (row->last)
        snprintf(name, sizeof name, "`@%s` ... %d", row->scene, row->last);
    else
        snprintf(name, sizeof name, "`@%s`", row->scene);
    fprintf(out, "| %-26s |", name);
    if (*library) fprintf(out, " %-6s |", library);
    if (row->part == SCORE_SCALE)
        fprintf(out, " | | %.3f | %.1f s | %.2f | %.2f | %.2f | | %.2f | | | | | | | | | |",
                o->overlap, o->overlap_longest, o->flips, o->turning, o->facing, o->hard_stops);
    else
        fprintf(out,
                " %.3f | %.2f / %.2f | %.3f | %.1f s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | "
                "%.0f s | %.0f s | %.0f | %.2f | %.3f / %.2f | %.0f | %.2f | "
                "%.3f |",
                o->arrived, o->stretch_mean, o->stretch_p95, o->overlap, o->overlap_longest,
                o->flips, o->turning, o->facing, o->travel, o->hard_stops, o->displaced_max,
                o->makespan, o->settled, o->restarts, o->moved_after, o->rest_overlap,
                o->rest_overlap_max, o->off_course, o->clean, o->end_speed);
    fprintf(out, " %.2f |\n", o->us_per_unit_tick);
}
