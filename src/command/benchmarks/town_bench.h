/* Many towns, task by task: which share of them is clean, and what is wrong in the others. */
#ifndef SIDLE_COMMAND_TOWN_BENCH_H
#define SIDLE_COMMAND_TOWN_BENCH_H

#include "terminal/complain.h"
#include "terminal/progress.h"
#include "town_play.h"

/* A town that is not clean. */
typedef struct town_bad {
    town_keys keys;
    town_verdict verdict;
} town_bad;

/* The worst towns, and how many of all were clean. */
enum { TOWN_WORST = 10 };
typedef struct town_worst {
    town_bad list[TOWN_WORST];
    size_t count;
    uint32_t scenes, clean;
} town_worst;

typedef struct town_bench_options {
    const char *const *tasks; /* by name; none: all, without those that draw a room if the
                                  map is the user's own */
    size_t task_count;
    uint32_t scenes, seed; /* of each task, with seeds from there on */
    uint32_t units;        /* of each scene; 0: as the seed has it */
    town_speeds speeds;    /* of each scene */
    uint32_t jobs;         /* scenes that are played at once */
    bool json;
    town_setting with;
    town_worst *worst; /* of town_bench; begins with zeros */
    progress *far;     /* gets a step a town; NULL for town_bench_task alone: it is not told */
} town_bench_options;

bool town_bench_wants(const town_bench_options *o, town_task task);

/* The keys of scene number k. */
town_keys town_bench_keys(town_task task, const town_bench_options *o, uint32_t k);

/* Plays `scenes` towns of the task; verdicts: one for each. False after a complaint. */
bool town_bench_task(town_task task, const town_bench_options *o, town_verdict *verdicts,
                     complaints *to);

/* Prints each scene that is not clean, with the command that plays it, and then the table. */
void town_bench(const town_bench_options *o, complaints *to);

/* For help texts: each task and what it is. */
void town_bench_tasks(FILE *out);

#endif
