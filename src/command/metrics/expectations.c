/* Compares an outcome with the `expect` lines of its fixture. */
#include "outcome.h"

#include <math.h>
#include <stb_ds.h>

/* Bounds are written in decimal, and figures are computed in binary: this share of the bound may be
 * missing, and no less than for a bound of 1e-6. */
static const double TOLERANCE = 1e-6;

static bool holds(const scene_expect *e, double value) {
    double tolerance = TOLERANCE * fmax(fabs(e->bound), 1e-6);
    switch (e->relation) {
    case EXPECT_EQUAL: return fabs(value - e->bound) <= tolerance;
    case EXPECT_AT_MOST: return value <= e->bound + tolerance;
    case EXPECT_AT_LEAST: return value >= e->bound - tolerance;
    }
    return false;
}

int outcome_expect(const outcome *o, const scene *s, FILE *out) {
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
                    value, EXPECT_SIGNS[e->relation], e->bound);
            failed++;
        }
    }
    return failed;
}
