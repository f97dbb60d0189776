/* One table describes every figure; what reads it never names one. The hash is no figure: nobody
 * compares it by size. */
#include "outcome.h"

#include "terminal/spelling.h"

#include <math.h>
#include <stb_ds.h>
#include <string.h>

typedef struct figure {
    const char *name; /* a dot leads into an object of the JSON */
    size_t offset;
    bool whole;
    const char *unit; /* "" for a bare number or a share of 1 */
    const char *good; /* which way is better; "" for a figure that is neither */
    const char *meaning;
} figure;

#define FIGURE(name) #name, offsetof(outcome, name)
#define DECISION(name, decision)                                                                   \
    "decisions." #name, offsetof(outcome, decisions) + (decision) * sizeof(double)

enum { REAL = false, WHOLE = true };

static const figure FIGURES[] = {
    /* clang-format off */
    {FIGURE(units), WHOLE, "units", "", "all that are in the scene"},
    {FIGURE(movers), WHOLE, "units", "", "those that are given a goal"},
    {FIGURE(arrived), REAL, "", "high", "share of the movers that came to their goal in time"},
    {FIGURE(seconds), REAL, "s", "", "time that was played"},
    {FIGURE(ticks), WHOLE, "ticks", "", "steps that were played"},
    {FIGURE(makespan), REAL, "s", "low", "when the last one came; the time played when not all did"},
    {FIGURE(stretch_mean), REAL, "x", "low", "time to the goal as a multiple of a free drive's"},
    {FIGURE(stretch_p95), REAL, "x", "low", "the same for the slowest twentieth"},
    {FIGURE(overlap), REAL, "", "low", "share of the time a unit on its way is over 10 % of its radius inside another"},
    {FIGURE(overlap_open), REAL, "", "low", "the same while it touches nobody who only stands"},
    {FIGURE(max_penetration), REAL, "u", "low", "how deep a unit on its way was inside another at most"},
    {FIGURE(static_overlaps), WHOLE, "unit-ticks", "low", "a unit inside a wall or off the map; has to be 0"},
    {FIGURE(displaced_mean), REAL, "u", "low", "how far units that stand or hold were moved from their places"},
    {FIGURE(displaced_max), REAL, "u", "low", "the same for the one that was moved farthest"},
    {FIGURE(flips), REAL, "/s", "low", "how often a unit on its way reverses: jitter"},
    {FIGURE(settling), REAL, "s", "low", "from the first one that comes until nobody moves"},
    {FIGURE(end_speed), REAL, "u/s", "low", "mean speed in the last second of those with an order to move"},
    {FIGURE(caught), REAL, "", "", "share of the pursued whom a hunter touched, within a quarter of its radius"},
    {FIGURE(caught_first), REAL, "s", "low", "when the first was touched, from its hunter's order; else the time played"},
    {FIGURE(strayed), REAL, "u", "low", "how far outside its area a wanderer was at most, once it had been inside"},
    {FIGURE(behind), REAL, "u", "low", "mean distance of followers from their leader at the end"},
    {FIGURE(lost), WHOLE, "orders", "", "that ended because the unit they were about was gone"},
    {DECISION(free, SIDLE_FREE), WHOLE, "unit-ticks", "", "nothing in the way"},
    {DECISION(detour, SIDLE_DETOUR), WHOLE, "unit-ticks", "", "around somebody"},
    {DECISION(wait, SIDLE_WAIT), WHOLE, "unit-ticks", "", "blocked by units, waiting"},
    {DECISION(replan, SIDLE_REPLAN), WHOLE, "unit-ticks", "", "blocked by units, asking for a path"},
    {DECISION(push, SIDLE_PUSH), WHOLE, "unit-ticks", "", "blocked by units, pushing through"},
    {DECISION(blocked, SIDLE_BLOCKED), WHOLE, "unit-ticks", "", "blocked by terrain"},
    {FIGURE(replans), WHOLE, "paths", "", "paths that the host found anew for units that asked"},
    {FIGURE(unreachable), WHOLE, "units", "", "movers that had no way to their goal at the end"},
    {FIGURE(skipped), WHOLE, "problems", "", "of the scenario, left out: they start or end where the profile cannot be"},
    {FIGURE(us_per_unit_tick), REAL, "us", "low", "processor time of a unit's tick, with several threads the time that passes: median over the ticks"},
    /* clang-format on */
};

enum { FIGURE_COUNT = sizeof FIGURES / sizeof FIGURES[0] };

static double value_of(const outcome *o, const figure *f) {
    return *(const double *)((const char *)o + f->offset);
}

bool outcome_value(const outcome *o, const char *name, double *value) {
    for (int k = 0; k < FIGURE_COUNT; k++)
        if (!strcmp(FIGURES[k].name, name)) {
            *value = value_of(o, &FIGURES[k]);
            return true;
        }
    return false;
}

const char *outcome_nearest(const char *name) {
    const char *names[FIGURE_COUNT];
    for (int k = 0; k < FIGURE_COUNT; k++) names[k] = FIGURES[k].name;
    return nearest_word(name, names, FIGURE_COUNT);
}

/* Where nobody came there is no stretch. */
static bool has(const outcome *o, const figure *f) {
    bool stretch =
        f->offset == offsetof(outcome, stretch_mean) || f->offset == offsetof(outcome, stretch_p95);
    return !stretch || o->arrived > 0;
}

outcome outcome_mean(const outcome *of, size_t count) {
    outcome mean = {0};
    for (int k = 0; k < FIGURE_COUNT; k++) {
        double sum = 0, runs = 0;
        for (size_t run = 0; run < count; run++) {
            if (!has(&of[run], &FIGURES[k])) continue;
            sum += value_of(&of[run], &FIGURES[k]);
            runs++;
        }
        if (runs > 0) *(double *)((char *)&mean + FIGURES[k].offset) = sum / runs;
    }
    return mean;
}

/* ---- JSON ---- */

static json_t *number_of(const outcome *o, const figure *f) {
    double value = value_of(o, f);
    if (!isfinite(value)) return json_null(); /* JSON has no word for it */
    return f->whole ? json_integer((json_int_t)value) : json_real(value);
}

static void put(json_t *into, const outcome *o, const figure *f) {
    const char *dot = strchr(f->name, '.');
    if (!dot) {
        json_object_set_new(into, f->name, number_of(o, f));
        return;
    }
    char group[32];
    snprintf(group, sizeof group, "%.*s", (int)(dot - f->name), f->name);
    json_t *inner = json_object_get(into, group);
    if (!inner) {
        inner = json_object();
        json_object_set_new(into, group, inner);
    }
    json_object_set_new(inner, dot + 1, number_of(o, f));
}

json_t *outcome_json(const outcome *o, const char *name) {
    json_t *json = json_object();
    char hash[17];
    json_object_set_new(json, "scene", json_string(name));
    for (int k = 0; k < FIGURE_COUNT; k++) put(json, o, &FIGURES[k]);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)o->hash);
    json_object_set_new(json, "hash", json_string(hash));
    return json;
}

/* ---- summary ---- */

static void decision_shares(FILE *out, const outcome *o) {
    static const char *const NAMES[SIDLE_DECISION_COUNT] = {"",       "free", "detour", "wait",
                                                            "replan", "push", "blocked"};
    double sum = 0;
    for (int k = SIDLE_FREE; k < SIDLE_DECISION_COUNT; k++) sum += o->decisions[k];
    fprintf(out, "  decisions ");
    for (int k = SIDLE_FREE; k < SIDLE_DECISION_COUNT; k++)
        fprintf(out, "%s %.1f %%%s", NAMES[k], sum > 0 ? 100 * o->decisions[k] / sum : 0,
                k + 1 < SIDLE_DECISION_COUNT ? ", " : "\n");
}

static bool has_order(const scene *s, sidle_order order) {
    for (size_t k = 0; k < arrlenu(s->units); k++)
        if (s->units[k].order == order) return true;
    return false;
}

static void summary_of_goals(FILE *out, const outcome *o) {
    fprintf(out, "%.0f of %.0f movers arrived", round(o->arrived * o->movers), o->movers);
    if (o->unreachable > 0) fprintf(out, " (%.0f have no way)", o->unreachable);
    fprintf(out, ", the last after %.1f s; ", o->makespan);
}

static void summary_of_orders(FILE *out, const outcome *o, const scene *s) {
    if (has_order(s, SIDLE_ORDER_PURSUE))
        fprintf(out, "  hunters   touched %.0f %% of their prey, the first after %.1f s\n",
                100 * o->caught, o->caught_first);
    if (has_order(s, SIDLE_ORDER_FOLLOW))
        fprintf(out, "  followers %.1f u from their leader at the end, on average\n", o->behind);
    if (has_order(s, SIDLE_ORDER_WANDER))
        fprintf(out, "  wanderers at most %.2f u outside their area\n", o->strayed);
    if (o->lost > 0) fprintf(out, "  lost      %.0f orders, their target gone\n", o->lost);
}

void outcome_summary(FILE *out, const outcome *o, const scene *s) {
    fprintf(out, "%s: ", s->name);
    if (o->movers > 0) summary_of_goals(out, o);
    fprintf(out, "%.0f units, %.1f s run", o->units, o->seconds);
    if (o->skipped > 0)
        fprintf(out, "; %.0f problem%s skipped", o->skipped, o->skipped > 1 ? "s" : "");
    fputc('\n', out);
    if (o->movers > 0)
        fprintf(out,
                "  way       %.2f times a free drive on average, %.2f for the slowest twentieth\n",
                o->stretch_mean, o->stretch_p95);
    summary_of_orders(out, o, s);
    fprintf(out,
            "  bodies    overlap in %.2f %% of the time, at most by %.2f u; walls: %.0f times\n",
            100 * o->overlap, o->max_penetration, o->static_overlaps);
    fprintf(out, "  standing  displaced by %.2f u on average, %.2f u at most\n", o->displaced_mean,
            o->displaced_max);
    fprintf(out, "  jitter    %.3f reversals per unit and second; speed at the end %.3f u/s\n",
            o->flips, o->end_speed);
    decision_shares(out, o);
    fprintf(out, "  replans   %.0f\n", o->replans);
    fprintf(out, "  cost      %.2f us per unit and tick\n", o->us_per_unit_tick);
    fprintf(out, "  hash      %016llx\n", (unsigned long long)o->hash);
}

void outcome_explain(FILE *out, bool markdown) {
    const char *line = markdown ? "| `%s` | %s | %s | %s |\n" : "%-18s %-11s %-7s %s\n";
    fprintf(out, markdown ? "| %s | %s | %s | %s |\n|---|---|---|---|\n" : line, "figure", "unit",
            "better", "meaning");
    for (int k = 0; k < FIGURE_COUNT; k++)
        fprintf(out, line, FIGURES[k].name, FIGURES[k].unit, FIGURES[k].good, FIGURES[k].meaning);
}

/* ---- expectations ---- */

static bool holds(const scene_expect *e, double value) {
    double slack = 1e-6 * fmax(fabs(e->bound), 1e-6);
    switch (e->relation) {
    case EXPECT_EQUAL: return fabs(value - e->bound) <= slack;
    case EXPECT_AT_MOST: return value <= e->bound + slack;
    case EXPECT_AT_LEAST: return value >= e->bound - slack;
    }
    return false;
}

int outcome_expect(const outcome *o, const scene *s, FILE *out) {
    static const char *const RELATIONS[] = {"=", "<=", ">="};
    int failed = 0;
    for (size_t k = 0; k < arrlenu(s->expects); k++) {
        const scene_expect *e = &s->expects[k];
        double value;
        if (!outcome_value(o, e->metric, &value)) {
            fprintf(out, "%s:%d: found the metric '%s', expected one of the JSON's names\n",
                    s->name, e->line, e->metric);
            failed++;
        } else if (!holds(e, value)) {
            fprintf(out, "%s:%d: found %s = %g, expected %s %g\n", s->name, e->line, e->metric,
                    value, RELATIONS[e->relation], e->bound);
            failed++;
        }
    }
    return failed;
}
