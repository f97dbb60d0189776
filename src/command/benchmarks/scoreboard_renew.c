#include "scoreboard_renew.h"

#include "examples/thread_pool.h"
#include "scoreboard_bounds.h"
#include "terminal/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] = "/* What each row of the scoreboard reached with the default profile, "
                           "figure by figure. Written by\n"
                           " * `meson compile -C build renew-rows`: do not edit. */\n"
                           "#include \"scoreboard_bounds.h\"\n"
                           "\n"
                           "const score_published SCORE_PUBLISHED[] = {\n"
                           "    /* clang-format off */\n"
                           "    /* row, figure, seeds, mean, deviation, largest */\n";

static const char END[] =
    "    /* clang-format on */\n"
    "};\n"
    "\n"
    "const size_t SCORE_PUBLISHED_COUNT = sizeof SCORE_PUBLISHED / sizeof *SCORE_PUBLISHED;\n";

/* The seeds of one row. */
typedef struct renewal {
    const score_row *row;
    outcome outcomes[SCORE_PUBLISHED_SEEDS];
    bool good[SCORE_PUBLISHED_SEEDS];
} renewal;

static void play_seed(void *work, uint32_t k) {
    renewal *r = work;
    complaints to = {.out = stderr};
    r->good[k] = score_play(r->row, k + 1, 1, score_by_sidle, NULL, &r->outcomes[k], &to);
}

static score_published summary(const renewal *r, const char *name) {
    score_published p = {r->row->scene, name, SCORE_PUBLISHED_SEEDS, 0, 0, 0};
    double squares = 0;
    for (int k = 0; k < SCORE_PUBLISHED_SEEDS; k++) {
        double value = score_figure(&r->outcomes[k], name);
        p.mean += value / SCORE_PUBLISHED_SEEDS;
        p.largest = k ? fmax(p.largest, value) : value;
    }
    for (int k = 0; k < SCORE_PUBLISHED_SEEDS; k++) {
        double off = score_figure(&r->outcomes[k], name) - p.mean;
        squares += off * off;
    }
    double deviation = sqrt(squares / (SCORE_PUBLISHED_SEEDS - 1));
    p.deviation = deviation > 1e-9 ? deviation : 0; /* less is rounding */
    return p;
}

/* The last of six digits is rounded up, so that the largest is no seed's excess over itself. */
static double rounded_up(double value) {
    if (value <= 0) return 0;
    double digit = pow(10, floor(log10(value)) - 5);
    return ceil(value / digit - 1e-6) * digit;
}

static void write_figure(FILE *out, const score_published *p) {
    fprintf(out, "    {\"%s\", \"%s\", %u, %.6g, %.4g, %.6g},\n", p->row, p->figure, p->seeds,
            p->mean, p->deviation, rounded_up(p->largest));
}

/* played: NULL for a row that stays as it is. */
static void write_row(FILE *out, const score_row *row, const renewal *played) {
    for (const char *const *f = row->figures; *f; f++) {
        const score_published *old = score_published_of(row->scene, *f);
        score_published renewed;
        if (played) renewed = summary(played, *f);
        if (played || old) write_figure(out, played ? &renewed : old);
    }
}

/* False: a seed could not be played, and its complaint is printed. */
static bool play_all(renewal *r, pool *p) {
    bool good = true;
    pool_run(p, play_seed, r, SCORE_PUBLISHED_SEEDS);
    for (int k = 0; k < SCORE_PUBLISHED_SEEDS; k++) good = good && r->good[k];
    return good;
}

bool score_renew(const char *file, const bool *wanted, uint32_t jobs, complaints *to) {
    size_t count;
    const score_row *rows = score_rows(&count);
    pool *p = pool_make(jobs);
    text_stream table;
    FILE *out = text_begin(&table);
    fputs(HEAD, out);
    for (size_t k = 0; k < count && !to->count; k++) {
        renewal r = {.row = &rows[k]};
        bool plays = wanted[k] && *rows[k].figures;
        if (plays && !play_all(&r, p)) to->count++;
        write_row(out, &rows[k], plays ? &r : NULL);
    }
    fputs(END, out);
    pool_free(p);
    char *text = text_end(&table);
    bool good = !to->count && output_write(file, text, strlen(text), to);
    free(text);
    return good;
}
