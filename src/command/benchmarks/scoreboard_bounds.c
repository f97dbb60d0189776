#include "scoreboard_bounds.h"

#include "chance.h"

#include <math.h>
#include <string.h>

/* The chance that a check of all rows fails though nothing has changed; all figures share it
 * equally (Bonferroni). A choice: with a tenth of it a fault takes six seeds in place of five. */
static const double FALSE_ALARM = 0.01;

/* The share by which the mean stretch of a rotated or shifted scene may differ from the plain one.
 * A choice; the difference is the part of the behaviour that depends on the grid. */
static const double ALIKE = 0.1;

/* The room above the mean that a figure has in any case: less is seen by nobody. It counts in rows
 * that have hardly any spread. */
static const struct {
    const char *figure;
    double room;
} RESOLUTIONS[] = {
    {"stretch_mean", 0.01},    /* of the time of a free drive */
    {"stretch_p95", 0.02},     /* the same, of one unit in twenty */
    {"stretch_first", 0.02},   /* the same, of a few units */
    {"overlap", 0.002},        /* of the time: in a drive of 30 s two ticks */
    {"overlap_open", 0.002},   /* the same */
    {"overlap_longest", 0.3},  /* s */
    {"max_penetration", 0.05}, /* u: a tenth of a radius, from where on an overlap counts */
    {"flips", 0.005},          /* a second: each unit once in 200 s */
    {"turning", 0.02},         /* rad/s: about a degree a second */
    {"makespan", 0.5},         /* s */
    {"settling", 0.5},         /* s */
    {SCORE_MISSED, 0.001},     /* one unit of a thousand */
    {"away_max", 0.05},        /* u: a tenth of a radius */
    {"place_off_max", 0.05},   /* u: the same */
    {"reform", 0.5},           /* s */
    {"arrival_spread", 0.5},   /* s */
    {"ring_open", 0.05},       /* of the places round a target: less than one of them */
    {"caught_first", 0.5},     /* s */
};

static double resolution(const char *name) {
    for (size_t k = 0; k < sizeof RESOLUTIONS / sizeof *RESOLUTIONS; k++)
        if (!strcmp(RESOLUTIONS[k].figure, name)) return RESOLUTIONS[k].room;
    return 0;
}

const score_published *score_published_of(const char *row, const char *name) {
    for (size_t k = 0; k < SCORE_PUBLISHED_COUNT; k++)
        if (!strcmp(SCORE_PUBLISHED[k].row, row) && !strcmp(SCORE_PUBLISHED[k].figure, name))
            return &SCORE_PUBLISHED[k];
    return NULL;
}

double score_bound(const score_published *p) {
    return fmax(p->largest, p->mean + resolution(p->figure));
}

double score_figure(const outcome *o, const char *name) {
    double value = 0;
    if (!strcmp(name, SCORE_MISSED)) return 1 - o->arrived;
    outcome_value(o, name, &value);
    return value;
}

uint32_t score_figure_count(void) {
    size_t rows;
    uint32_t count = 0;
    const score_row *row = score_rows(&rows);
    for (size_t k = 0; k < rows; k++) {
        count += row[k].like != NULL;
        for (const char *const *f = row[k].figures; *f; f++) count++;
    }
    return count;
}

bool score_is_fault(uint32_t published, uint32_t beyond, uint32_t seeds) {
    return chance_of_so_many(0, published, beyond, seeds) < FALSE_ALARM / score_figure_count();
}

/* ---- one seed ---- */

static bool exceeds(double value, double most) {
    return value > most + 1e-9;
}

static int broken(const score_row *row, const char *what, double value, FILE *out) {
    if (!exceeds(value, 0)) return 0;
    if (out) fprintf(out, "@%s: found %s = %g, expected 0\n", row->scene, what, value);
    return 1;
}

static bool keeps(const score_row *row, const char *name) {
    for (const char *const *f = row->figures; *f; f++)
        if (!strcmp(*f, name)) return true;
    return false;
}

/* The rules without exceptions. */
static int broken_rules(const score_row *row, const outcome *o, FILE *out) {
    int count = broken(row, "static_overlaps", o->static_overlaps, out);
    if (row->part == SCORE_SCALE) return count;
    if (!keeps(row, SCORE_MISSED)) count += broken(row, SCORE_MISSED, 1 - o->arrived, out);
    count += broken(row, "displaced_max", o->displaced_max, out);
    return count + broken(row, "end_speed", o->end_speed, out);
}

void score_add(score_tally *t, const outcome *o, const outcome *like, FILE *out) {
    const char *const *figures = t->row->figures;
    t->seeds++;
    t->faults += broken_rules(t->row, o, out);
    for (int k = 0; figures[k]; k++) {
        const score_published *p = score_published_of(t->row->scene, figures[k]);
        double value = score_figure(o, figures[k]);
        if (p && !exceeds(value, score_bound(p))) continue;
        t->least[k] = t->beyond[k] ? fmin(t->least[k], value) : value;
        t->beyond[k]++;
    }
    if (like) t->unlike += exceeds(fabs(o->stretch_mean / like->stretch_mean - 1), ALIKE);
}

/* ---- all seeds ---- */

bool score_is_open(const score_tally *t) {
    if (t->faults || t->seeds >= SCORE_SEEDS) return false;
    for (int k = 0; t->row->figures[k]; k++)
        if (t->beyond[k] == t->seeds) return true;
    return t->unlike == t->seeds;
}

/* One figure of the row. */
static bool is_at_fault(const score_tally *t, int k, FILE *out) {
    const char *row = t->row->scene, *name = t->row->figures[k];
    const score_published *p = score_published_of(row, name);
    if (p && !score_is_fault(p->seeds, t->beyond[k], t->seeds)) return false;
    if (out && p)
        fprintf(out, "@%s: found %s >= %g in %u of %u seeds, expected at most %g\n", row, name,
                t->least[k], t->beyond[k], t->seeds, score_bound(p));
    else if (out)
        fprintf(out, "@%s: found no published %s, expected `sidle bench --renew` to be run\n", row,
                name);
    return true;
}

static bool is_unlike(const score_tally *t, FILE *out) {
    bool fault = score_is_fault(SCORE_PUBLISHED_SEEDS, t->unlike, t->seeds);
    if (fault && out)
        fprintf(out, "@%s: found a stretch_mean over %g %% off that of @%s in %u of %u seeds\n",
                t->row->scene, 100 * ALIKE, t->row->like, t->unlike, t->seeds);
    return fault;
}

int score_faults(const score_tally *t, FILE *out) {
    int faults = t->faults + is_unlike(t, out);
    for (int k = 0; t->row->figures[k]; k++) faults += is_at_fault(t, k, out);
    return faults;
}
