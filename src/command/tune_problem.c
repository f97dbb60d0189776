/* Names, ranges, and what a set of values is worth. */
#include "tune_problem.h"

#include "input/parameters.h"
#include "terminal/spelling.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* bindings/python/sidle/scenes.py has the same three numbers.
 *
 * A figure that is smaller than this at the start is compared with this: half of nothing is no
 * gain. An arrival that is missed weighs so many times as much as its share. Choices. */
static const double LEAST_BASE = 0.01, ARRIVAL = 10;

/* What values that do not fit together cost. */
static const double IMPOSSIBLE = 1000;

/* What a unit is, and not how it moves: a game decides that. */
static const char *const GIVEN[] = {"radius", "top_speed", "acceleration", "turn_rate", "layer"};

/* ---- names ---- */

static const figure *figure_named(const char *name, size_t length) {
    size_t count;
    const figure *all = figures(&count);
    for (int mean = 0; mean <= 1; mean++)
        for (size_t k = 0; k < count; k++) {
            const char *rest = all[k].name + length;
            if (strncmp(all[k].name, name, length) != 0 || !*all[k].good) continue;
            if (!strcmp(rest, mean ? "_mean" : "")) return &all[k];
        }
    return NULL;
}

static bool is_number(const sidle_param *row) {
    return row->type == SIDLE_PARAM_FLOAT;
}

static void unknown_param(const tune_problem *p, const char *name, size_t length) {
    const char *names[64];
    uint32_t count, known = 0;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count && known < 64; k++)
        if (is_number(&rows[k])) names[known++] = rows[k].name;
    complain(p->to, "--params", 0, 0, "found '%.*s', expected a parameter that is a number%s",
             (int)length, name, did_you_mean("", name, length, NAMES_OF(names, known)).text);
}

static void unknown_figure(const tune_problem *p, const char *name, size_t length) {
    const char *names[64];
    size_t count, known = 0;
    const figure *all = figures(&count);
    for (size_t k = 0; k < count && known < 64; k++)
        if (*all[k].good) names[known++] = all[k].name;
    complain(p->to, "--for", 0, 0,
             "found '%.*s', expected a figure that can be better (`sidle run --help` lists them)%s",
             (int)length, name, did_you_mean("", name, length, NAMES_OF(names, known)).text);
}

static void add_axis(tune_problem *p, const sidle_param *row) {
    tune_axis a = {.row = row};
    arrput(p->axes, a);
}

static void take_params(tune_problem *p, const char *params) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; !params && k < count; k++) {
        bool given = false;
        for (size_t n = 0; n < sizeof GIVEN / sizeof *GIVEN; n++)
            given = given || !strcmp(GIVEN[n], rows[k].name);
        if (!given && is_number(&rows[k])) add_axis(p, &rows[k]);
    }
    while (params && *params) {
        size_t length = strcspn(params, ",");
        const sidle_param *row = params_row(params, length);
        if (row && is_number(row))
            add_axis(p, row);
        else
            unknown_param(p, params, length);
        params += length + (params[length] == ',');
    }
}

/* Shares are searched from end to end; other values about where they are. */
static void set_range(tune_axis *a, const sidle_profile *values, double span) {
    float start;
    memcpy(&start, (const char *)values + a->row->offset, sizeof start);
    double least = (double)a->row->min, most = (double)a->row->max;
    a->start = (double)start;
    a->low = most <= 1 ? least : fmax(least, fmin(a->start / span, a->start * span));
    a->high = most <= 1 ? most : fmin(most, fmax(a->start / span, a->start * span));
    if (a->start == 0 && most > 1) a->high = fmin(most, 1);
}

bool tune_problem_name(tune_problem *p, const char *names, const char *params) {
    int before = p->to->count;
    while (*names) {
        size_t length = strcspn(names, ",");
        const figure *f = figure_named(names, length);
        if (f)
            arrput(p->wanted, f);
        else
            unknown_figure(p, names, length);
        names += length + (names[length] == ',');
    }
    take_params(p, params);
    if (p->to->count == before && !(arrlenu(p->wanted) && arrlenu(p->axes)))
        complain(p->to, "sidle tune", 0, 0,
                 "found nothing to search for, expected --for and --params");
    return p->to->count == before;
}

/* ---- scenes ---- */

static int profile_of(const tune_problem *p, const scene *s) {
    return scene_profile_find(s, p->profile, strlen(p->profile));
}

/* Values of a profile that no unit has change nothing. */
static bool uses_profile(const tune_problem *p, const scene *s) {
    int found = profile_of(p, s);
    if (found >= 0 && scene_uses_profile(s, (size_t)found)) return true;
    char used[256] = "";
    for (size_t k = 0; k < arrlenu(s->profiles); k++)
        if (scene_uses_profile(s, k))
            snprintf(used + strlen(used), sizeof used - strlen(used), "%s%s", *used ? ", " : "",
                     s->profiles[k].name);
    complain(p->to, s->name, 0, 0,
             "found no unit of the profile '%s', expected --profile with one "
             "that each scene uses: here %s",
             p->profile, *used ? used : "none");
    return false;
}

/* The start is what the first scene and its configs say. */
static bool take_start(tune_problem *p) {
    for (size_t k = 0; k < arrlenu(p->scenes); k++)
        if (!uses_profile(p, &p->trials[p->scenes[k].first].played)) return false;
    const scene *s = &p->trials[0].played;
    for (size_t k = 0; k < arrlenu(p->axes); k++)
        set_range(&p->axes[k], &s->profiles[profile_of(p, s)].values, p->span);
    return true;
}

bool tune_problem_load(tune_problem *p, char **files, int count, const trial_options *o) {
    for (int k = 0; k < count; k++) {
        tune_scene s = {.name = files[k], .first = arrlenu(p->trials)};
        if (!trials_add(&p->trials, files[k], o, p->to)) return false;
        s.count = arrlenu(p->trials) - s.first;
        arrput(p->scenes, s);
    }
    return take_start(p);
}

bool tune_problem_start(tune_problem *p) {
    if (!trials_play(p->trials, p->pool, &p->far, p->to)) return false;
    for (size_t k = 0; k < arrlenu(p->scenes); k++)
        p->scenes[k].base = tune_outcome(p, &p->scenes[k]);
    return true;
}

void tune_problem_free(tune_problem *p) {
    trials_free(p->trials);
    arrfree(p->axes);
    arrfree(p->wanted);
    arrfree(p->scenes);
    pool_free(p->pool);
}

/* ---- values ---- */

/* Four digits, so that what a config says is what was played. */
double tune_value(const tune_axis *a, double share) {
    char text[32];
    double at = fmin(fmax(share, 0), 1), value = a->low + (a->high - a->low) * at;
    if (a->low > 0 && a->row->max > 1) value = a->low * pow(a->high / a->low, at);
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

double tune_place(const tune_axis *a, double value) {
    if (a->high <= a->low) return 0;
    double share = a->low > 0 && a->row->max > 1 ? log(value / a->low) / log(a->high / a->low)
                                                 : (value - a->low) / (a->high - a->low);
    return fmin(fmax(share, 0), 1);
}

bool tune_give(const tune_problem *p, trial *trials, const double *places) {
    for (size_t k = 0; k < arrlenu(trials); k++) {
        scene *s = &trials[k].played;
        scene_profile *profile = &s->profiles[profile_of(p, s)];
        for (size_t n = 0; n < arrlenu(p->axes); n++) {
            const tune_axis *a = &p->axes[n];
            float value = (float)tune_value(a, places[n]);
            value = fminf(fmaxf(value, a->row->min), a->row->max);
            memcpy((char *)&profile->values + a->row->offset, &value, sizeof value);
            scene_profile_give(profile, a->row);
        }
        if (sidle_profile_check(&profile->values, NULL, NULL)) return false;
    }
    return true;
}

outcome tune_outcome(const tune_problem *p, const tune_scene *s) {
    outcome *list = NULL;
    for (size_t k = 0; k < s->count; k++) arrput(list, p->trials[s->first + k].result);
    outcome mean = outcome_mean(list, s->count);
    arrfree(list);
    return mean;
}

double tune_cost(tune_problem *p, const double *places, bool *good) {
    double sum = 0;
    *good = true;
    if (!tune_give(p, p->trials, places)) {
        progress_keep(&p->far, (uint32_t)arrlenu(p->trials));
        return IMPOSSIBLE;
    }
    *good = trials_play(p->trials, p->pool, &p->far, p->to);
    for (size_t k = 0; *good && k < arrlenu(p->scenes); k++) {
        outcome now = tune_outcome(p, &p->scenes[k]);
        for (size_t n = 0; n < arrlenu(p->wanted); n++) {
            double before = figure_value(&p->scenes[k].base, p->wanted[n]);
            double change = figure_value(&now, p->wanted[n]) - before;
            bool high = !strcmp(p->wanted[n]->good, "high");
            sum += (high ? -ARRIVAL * change : change) / fmax(fabs(before), LEAST_BASE);
        }
    }
    return sum / (double)(arrlenu(p->scenes) * arrlenu(p->wanted));
}
