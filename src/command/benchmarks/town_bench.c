/* Plays towns side by side: each is a world of its own. */
#include "town_bench.h"

#include "examples/thread_pool.h"
#include "support/checked_memory.h"
#include "terminal/output.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A town, and what came of it. */
typedef struct town_job {
    town_keys keys;
    const town_setting *with;
    progress *far; /* NULL: it is not told */
    town_verdict *verdict;
    bool good;
} town_job;

static void play_job(void *work, uint32_t part) {
    town_job *job = (town_job *)work + part;
    complaints to = {.out = stderr};
    *job->verdict = (town_verdict){.done = -1};
    job->good = progress_stopped() || town_play(&job->keys, job->with, job->verdict, &to);
    if (job->far) progress_step(job->far);
}

town_keys town_bench_keys(town_task task, const town_bench_options *o, uint32_t k) {
    return (town_keys){.task = task,
                       .map = TOWN_MAP_COUNT,
                       .units = o->units,
                       .seed = o->seed + k,
                       .speeds = o->speeds};
}

bool town_bench_task(town_task task, const town_bench_options *o, town_verdict *verdicts,
                     complaints *to) {
    town_job *list = checked_calloc(o->scenes, sizeof *list);
    pool *p = pool_make(o->jobs);
    for (uint32_t k = 0; k < o->scenes; k++)
        list[k] = (town_job){town_bench_keys(task, o, k), &o->with, o->far, &verdicts[k], false};
    pool_run(p, play_job, list, o->scenes);
    pool_free(p);
    for (uint32_t k = 0; k < o->scenes; k++) to->count += !list[k].good; /* told already */
    free(list);
    return !to->count;
}

void town_bench_tasks(FILE *out) {
    for (int k = 0; k < TOWN_TASK_COUNT; k++)
        fprintf(out, "  %-12s %s\n", town_task_name((town_task)k), town_task_help((town_task)k));
}

/* ---- the table ---- */

/* The counts of one task. */
typedef struct town_row {
    uint32_t scenes, clean;
    uint32_t faults[TOWN_FAULT_COUNT]; /* scenes with that fault */
} town_row;

static town_row row_of(const town_verdict *verdicts, uint32_t scenes) {
    town_row row = {0};
    for (uint32_t k = 0; k < scenes; k++) {
        row.scenes += verdicts[k].played > 0;
        row.clean += verdicts[k].clean;
        for (int f = 1; f < TOWN_FAULT_COUNT; f++) row.faults[f] += verdicts[k].faults[f] > 0;
    }
    return row;
}

static bool is_bad(const town_verdict *v) {
    return v->played > 0 && !v->clean;
}

/* ---- the worst ---- */

/* Units at fault as a share of all, and more where they never come to rest. */
static double badness(const town_verdict *v) {
    double faults = 0;
    for (int k = 1; k < TOWN_FAULT_COUNT; k++) faults += v->faults[k];
    return faults / fmax(1, v->units) + (v->done < 0);
}

static void keep_worst(const town_bench_options *o, town_task task, const town_verdict *verdicts) {
    for (uint32_t k = 0; k < o->scenes; k++) {
        if (!is_bad(&verdicts[k])) continue;
        town_bad found = {town_bench_keys(task, o, k), verdicts[k]};
        town_bad *list = o->worst->list;
        size_t slot = o->worst->count < TOWN_WORST ? o->worst->count++ : TOWN_WORST;
        for (; slot > 0 && badness(&found.verdict) > badness(&list[slot - 1].verdict); slot--)
            if (slot < TOWN_WORST) list[slot] = list[slot - 1];
        if (slot < TOWN_WORST) list[slot] = found;
    }
}

/* ---- words ---- */

/* Tells what is wrong with each town that is not clean, and returns it as JSON where that is asked
 * for. */
static json_t *tell_faults(const town_verdict *verdicts, town_task task,
                           const town_bench_options *o) {
    char name[TOWN_NAME], words[TOWN_WORDS], options[TOWN_OPTIONS];
    json_t *list = o->json ? json_array() : NULL;
    town_options_text(&o->with, options);
    for (uint32_t k = 0; k < o->scenes; k++) {
        if (!is_bad(&verdicts[k])) continue;
        town_keys keys = town_bench_keys(task, o, k);
        town_name(&keys, name);
        town_verdict_words(&verdicts[k], words);
        if (list)
            json_array_append_new(list, json_pack("{s:s,s:i,s:s}", "scene", name, "seed",
                                                  (int)keys.seed, "wrong", words));
        else if (o->with.own)
            printf("%s, seed %u: %s\n", town_task_name(task), keys.seed, words);
        else
            printf("sidle run %s%s  # %s\n", name, options, words);
    }
    return list;
}

static double share_of(const town_row *row) {
    return row->scenes ? (double)row->clean / (double)row->scenes : 0;
}

static json_t *row_json(town_task task, const town_row *row, json_t *faults) {
    return json_pack("{s:s,s:i,s:i,s:f,s:o}", "task", town_task_name(task), "scenes",
                     (int)row->scenes, "clean", (int)row->clean, "share", share_of(row), "wrong",
                     faults);
}

static void print_head(void) {
    printf("\n| task | scenes | clean |");
    for (int f = 1; f < TOWN_FAULT_COUNT; f++) printf(" %s |", town_fault_text(f));
    printf("\n|---|---|---|");
    for (int f = 1; f < TOWN_FAULT_COUNT; f++) printf("---|");
    printf("\n");
}

static void print_row(town_task task, const town_row *row) {
    printf("| %s | %u | %.1f %% |", town_task_name(task), row->scenes, 100 * share_of(row));
    for (int f = 1; f < TOWN_FAULT_COUNT; f++)
        row->faults[f] ? printf(" %u |", row->faults[f]) : printf(" |");
    printf("\n");
}

bool town_bench_wants(const town_bench_options *o, town_task task) {
    bool of_room = task == TOWN_OVERFULL || task == TOWN_UNREACHABLE;
    for (size_t k = 0; k < o->task_count; k++)
        if (!strcmp(o->tasks[k], town_task_name(task))) return true;
    return !o->task_count && !(of_room && o->with.own && o->with.own->cells);
}

void town_bench(const town_bench_options *o, complaints *to) {
    town_verdict *verdicts = checked_calloc(o->scenes, sizeof *verdicts);
    town_row rows[TOWN_TASK_COUNT] = {{0}};
    json_t *list = o->json ? json_array() : NULL;
    for (int k = 0; k < TOWN_TASK_COUNT && !to->count; k++) {
        town_task task = (town_task)k;
        if (!town_bench_wants(o, task) || !town_bench_task(task, o, verdicts, to)) continue;
        rows[k] = row_of(verdicts, o->scenes);
        o->worst->scenes += rows[k].scenes;
        o->worst->clean += rows[k].clean;
        keep_worst(o, task, verdicts);
        if (!o->json) progress_clear(o->far);
        json_t *faults = tell_faults(verdicts, task, o);
        if (list)
            json_array_append_new(list, row_json(task, &rows[k], faults));
        else
            printf("# %s: %u of %u clean\n", town_task_name(task), rows[k].clean, rows[k].scenes);
        fflush(stdout); /* what is known so far, if the rest is interrupted */
    }
    if (!o->json) print_head();
    for (int k = 0; k < TOWN_TASK_COUNT && !o->json; k++)
        if (rows[k].scenes) print_row((town_task)k, &rows[k]);
    if (list) output_json(NULL, list, JSON_INDENT(2) | JSON_REAL_PRECISION(9), to);
    free(verdicts);
}
