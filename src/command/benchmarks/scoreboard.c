/* The rows of the scoreboard, which figures each has to keep, and how they are played. What their
 * bounds are: scoreboard_bounds.h. */
#include "scoreboard.h"

#include "scenes/generate.h"
#include "simulation/simulation.h"

#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

static const score_row ROWS[] = {
    /* clang-format off */
    {"circle100", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"circle1000", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"blocks100", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"blocks400", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"through0.6", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap_open", "flips", "turning"}},
    {"through1.6", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"door200", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "makespan", "turning"}},
    {"door_two_way100", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "flips", "makespan", "turning"}},
    /* The last units rest on the side from which they come, some of them a little beyond the disc: they are told that
     * they have arrived. */
    {"point1000", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "overlap_longest", "flips", "turning", "missed", "makespan"}},
    {"point200", SCORE_MAIN, 0, NULL, {"stretch_mean", "overlap", "overlap_longest", "flips", "settling", "turning"}},
    {"circle2", SCORE_MAIN, 30, NULL, {"stretch_mean", "stretch_p95", "overlap", "flips"}},
    {"oncoming", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"overtake", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"idle0.6", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "turning", "away_max"}},
    {"idle1.6", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "turning", "away_max"}},
    {"corridor_idle", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "away_max", "makespan"}},
    {"squeeze3", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"four_way", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"hallway100", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"hallway_four_way100", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"bottleneck1000", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"forest500", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"exits2_600", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"exits4_600", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips"}},
    {"single_file1", SCORE_MORE, 5, NULL, {"stretch_mean", "overlap", "overlap_longest", "flips"}},
    {"merge", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "overlap_longest", "max_penetration", "flips", "turning"}},
    {"surround", SCORE_MORE, 0, NULL, {"overlap", "flips", "ring_open", "caught_first"}},
    {"ambulance", SCORE_MORE, 0, NULL, {"stretch_mean", "stretch_first", "overlap", "flips"}},
    {"mixed", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"march", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "place_off_max", "arrival_spread"}},
    {"march_gap", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "reform", "arrival_spread"}},
    {"four_groups", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "place_off_max", "arrival_spread"}},
    {"column", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"corner", SCORE_MORE, 0, NULL, {"stretch_mean", "overlap", "flips", "turning"}},
    {"circle100+rot45", SCORE_TURNED, 0, "circle100", {NULL}},
    {"circle100+shift", SCORE_TURNED, 0, "circle100", {NULL}},
    {"circle100+cell0.5", SCORE_TURNED, 0, "circle100", {NULL}},
    {"circle100+cell2", SCORE_TURNED, 0, "circle100", {NULL}},
    {"blocks400+rot45", SCORE_TURNED, 0, "blocks400", {NULL}},
    {"blocks400+shift", SCORE_TURNED, 0, "blocks400", {NULL}},
    {"through0.6+rot45", SCORE_TURNED, 0, "through0.6", {NULL}},
    {"door200+rot45", SCORE_TURNED, 0, "door200", {NULL}},
    {"door200+cell0.25", SCORE_TURNED, 0, "door200", {NULL}},
    {"door_two_way100+rot45", SCORE_TURNED, 0, "door_two_way100", {NULL}},
    {"door_two_way100+cell0.25", SCORE_TURNED, 0, "door_two_way100", {NULL}},
    {"point200+rot45", SCORE_TURNED, 0, "point200", {NULL}},
    {"scale1000", SCORE_SCALE, 0, NULL, {NULL}},
    {"scale10000", SCORE_SCALE, 0, NULL, {NULL}},
    {"scale50000", SCORE_SCALE, 0, NULL, {NULL}},
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

uint32_t score_runs(const score_row *row, uint32_t seeds) {
    if (row->part == SCORE_SCALE) return 1;
    return row->last ? seeds * (uint32_t)(row->last - first_number(row) + 1) : seeds;
}

bool score_play(const score_row *row, uint32_t first, uint32_t count, score_player player,
                void *context, outcome *mean, complaints *to) {
    outcome *results = NULL;
    bool good = true;
    int letters = (int)strcspn(row->scene, "0123456789");
    uint32_t runs = score_runs(row, count), numbers = score_runs(row, 1);
    for (uint32_t k = 0; good && k < runs; k++) {
        char name[NAME];
        outcome result = {0};
        if (row->last)
            snprintf(name, sizeof name, "@%.*s%d", letters, row->scene,
                     first_number(row) + (int)(k % numbers));
        else
            snprintf(name, sizeof name, "@%s", row->scene);
        good = play_scene(name, first + k / numbers, player, context, &result, to);
        if (good) arrput(results, result);
    }
    if (good) *mean = outcome_mean(results, arrlenu(results));
    arrfree(results);
    return good;
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
