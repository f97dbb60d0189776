/* The `expect` lines of a fixture: bounds that the figures of its run have to keep. */
#include "fixture_reader.h"
#include "metrics/outcome.h"
#include "support/checked_memory.h"

#include <stb_ds.h>
#include <string.h>

static bool read_relation(fixture_reader *r, word relation, expect_relation *into) {
    for (int k = EXPECT_EQUAL; k <= EXPECT_AT_LEAST; k++)
        if (word_is(relation, EXPECT_SIGNS[k])) {
            *into = (expect_relation)k;
            return true;
        }
    found_expected(&r->lines, relation, "FIGURE =|<=|>= NUMBER");
    return false;
}

static void unknown_figure(const fixture_reader *r, word metric, const char *name) {
    const char *near = outcome_nearest(name);
    complain_at(&r->lines, metric.at, "found '%.*s', expected a figure of the JSON%s%s%s",
                LINES_QUOTED, name, near ? "; did you mean '" : " (`sidle run --help` lists them)",
                near ? near : "", near ? "'?" : "");
}

/* Does the figure have a bound of this kind already? */
static bool is_bounded(const scene *s, const scene_expect *e) {
    for (size_t k = 0; k < arrlenu(s->expects); k++)
        if (s->expects[k].relation == e->relation && !strcmp(s->expects[k].metric, e->metric))
            return true;
    return false;
}

static void keep_expect(fixture_reader *r, scene_expect e, word metric) {
    outcome none = {0};
    double value;
    e.metric = checked_strndup(metric.at, metric.length);
    if (!outcome_value(&none, e.metric, &value))
        unknown_figure(r, metric, e.metric);
    else if (is_bounded(r->into, &e))
        found_again(&r->lines, metric);
    arrput(r->into->expects, e);
}

void fixture_read_expect(fixture_reader *r, const char *at) {
    word metric, relation, bound;
    scene_expect e = {.line = r->lines.number};
    next_word(&at, &metric);
    next_word(&at, &relation);
    next_word(&at, &bound);
    if (!read_relation(r, relation, &e.relation)) return;
    if (!number_of(bound, -1e12, 1e12, &e.bound)) {
        found_expected(&r->lines, bound, "a number");
        return;
    }
    expect_end(&r->lines, at);
    keep_expect(r, e, metric);
}
