/* The report of a comparison: what got better and worse, a table with the runs as dots, the films
 * of the first run side by side, and where its units waited. */
#include "compare.h"
#include "report.h"
#include "terminal/output.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* Pixels of the dots of a figure. */
enum { DOTS_WIDE = 150, DOTS_HIGH = 30 };

/* ---- films ---- */

static void write_films(report *r, const comparison *c, const char *const names[2]) {
    heat *heats[2];
    char words[256];
    double end = fmax(c->sides[0][0].result.seconds, c->sides[1][0].result.seconds);
    report_pairs_begin(r);
    for (int side = 0; side < 2; side++) {
        heats[side] = heat_make(&c->sides[side]->played, "waiting", &(complaints){0});
        snprintf(words, sizeof words, "%.200s", names[side]);
        report_film(r, &c->sides[side]->played, &c->sides[side]->play, end, words, 0, heats[side]);
    }
    for (int side = 0; side < 2; side++) {
        snprintf(words, sizeof words, "%.160s: units waited %.1f s in all, most where it is red",
                 names[side], heat_total(heats[side]));
        report_heat(r, &c->sides[side]->played, heats[side], words);
        heat_free(heats[side]);
    }
    report_pairs_end(r);
}

/* ---- the table ---- */

/* Before above, after below. */
static void write_dots(FILE *out, const comparison *c, const figure *f) {
    double low = INFINITY, high = -INFINITY;
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < arrlenu(c->sides[side]); k++) {
            double value = figure_value(&c->sides[side][k].result, f);
            low = fmin(low, value);
            high = fmax(high, value);
        }
    fprintf(out, "<svg width=\"%d\" height=\"%d\">", DOTS_WIDE, DOTS_HIGH);
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < arrlenu(c->sides[side]); k++) {
            double value = figure_value(&c->sides[side][k].result, f);
            double share = high > low ? (value - low) / (high - low) : 0.5;
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\" fill-opacity=\".6\"/>",
                    6 + share * (DOTS_WIDE - 12), side ? 22 : 8, side ? "#0072b2" : "#e69f00");
        }
    fputs("</svg>", out);
}

static void write_row(report *r, const comparison *c, const figure *f, verdict wanted) {
    static const char *const WORDS[] = {"", "unclear", "better", "worse"};
    contrast found = contrast_of(c, f);
    if (found.verdict != wanted) return;
    const char *word = WORDS[found.verdict];
    fprintf(r->out,
            "<tr class=\"%s\"><td>%s</td><td>%s</td><td>%.4g</td><td>%.4g</td><td>%.2g</td>"
            "<td>%.2g</td><td>%zu of %zu</td><td>",
            word, f->name, word, found.mean[0], found.mean[1], found.deviation[0],
            found.deviation[1], found.agreeing, found.runs);
    write_dots(r->out, c, f);
    fputs("</td><td>", r->out);
    report_text(r, f->meaning);
    fputs("</td></tr>\n", r->out);
}

static void write_scene(report *r, const comparison *c, const char *const names[2]) {
    static const verdict ORDER[] = {VERDICT_BETTER, VERDICT_WORSE, VERDICT_UNCLEAR};
    size_t count, runs = arrlenu(c->sides[0]);
    const figure *all = figures(&count);
    fputs("<h2>", r->out);
    report_text(r, c->name);
    fprintf(r->out, "</h2><p>All jams resolved in %zu of %zu runs before, in %zu after.</p>\n",
            resolved_of(c->sides[0]), runs, resolved_of(c->sides[1]));
    write_films(r, c, names);
    fputs("<table><tr><th>figure<th>verdict<th>before<th>after<th colspan=\"2\">spread<th>runs "
          "that agree<th>runs: before, after<th>meaning</tr>\n",
          r->out);
    for (int k = 0; k < 3; k++)
        for (size_t n = 0; n < count; n++)
            if (figure_is_told(&all[n])) write_row(r, c, &all[n], ORDER[k]);
    fputs("</table>\n", r->out);
}

bool compare_html(const char *file, const comparison *list, const char *const names[2],
                  complaints *to) {
    char title[256];
    text_stream said;
    report r;
    snprintf(title, sizeof title, "From %.100s to %.100s", names[0], names[1]);
    report_begin(&r, title);
    compare_sum(text_begin(&said), list, names);
    char *words = text_end(&said);
    fputs("<p>", r.out);
    report_text(&r, words);
    fputs("</p>\n", r.out);
    free(words);
    for (size_t k = 0; k < arrlenu(list); k++) write_scene(&r, &list[k], names);
    return report_end(&r, file, to);
}
