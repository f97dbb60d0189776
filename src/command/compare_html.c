/* The report for a browser: a table with the runs as dots, and pictures of the first run. */
#include "compare.h"
#include "pictures/heat.h"
#include "pictures/picture.h"
#include "pictures/png_file.h"
#include "support/checked_memory.h"
#include "terminal/output.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Pixels: of a picture, and of the dots of a figure. */
enum { PICTURE = 560, DOTS_WIDE = 220, DOTS_HIGH = 30 };

static const char HEAD[] =
    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>sidle compare</title><style>\n"
    "body{font:15px/1.45 sans-serif;margin:2em;color:#282828;background:#faf8f2;max-width:75em}\n"
    "td,th{padding:.15em .8em;text-align:right;border-bottom:1px solid #ddd}\n"
    "td:first-child,th:first-child,td:last-child{text-align:left}\n"
    ".better{color:#1c6b3c}.worse{color:#a81c2c}figure{display:inline-block;margin:.5em}\n"
    "img{max-width:35em}</style>\n";

static void write_text(FILE *out, const char *text) {
    for (; *text; text++) switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*text, out);
        }
}

/* ---- pictures ---- */

static void write_base64(FILE *out, const uint8_t *bytes, size_t size) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < size; k += 3) {
        uint32_t three = (uint32_t)bytes[k] << 16;
        if (k + 1 < size) three |= (uint32_t)bytes[k + 1] << 8;
        if (k + 2 < size) three |= bytes[k + 2];
        fputc(DIGITS[three >> 18], out);
        fputc(DIGITS[three >> 12 & 63], out);
        fputc(k + 1 < size ? DIGITS[three >> 6 & 63] : '=', out);
        fputc(k + 2 < size ? DIGITS[three & 63] : '=', out);
    }
}

static void write_canvas(FILE *out, const canvas *c, const char *words) {
    size_t size;
    uint8_t *png = png_bytes(c, &size);
    fputs("<figure><img alt=\"\" src=\"data:image/png;base64,", out);
    write_base64(out, png, size);
    fputs("\"><figcaption>", out);
    write_text(out, words);
    fputs("</figcaption></figure>\n", out);
    free(png);
}

typedef struct painter {
    picture *picture;
    heat *heat;
    double dt;
    FILE *out;
    const char *config;
    uint64_t
        last; /* the tick of the picture: that of the longest jam is not known, so the middle */
} painter;

static bool paint(void *context, sim *s) {
    painter *p = context;
    char words[256];
    if (sim_ticks(s)) heat_sample(p->heat, sim_world(s), p->dt);
    if (sim_ticks(s) != p->last) return true;
    snprintf(words, sizeof words, "%.100s, at %.1f s", p->config, (double)p->last * p->dt);
    write_canvas(p->out, picture_paint(p->picture, sim_world(s)), words);
    return true;
}

/* The first run once more: half way, and where units waited in it. */
static void write_pictures(FILE *out, const trial *t, const char *config) {
    char words[256];
    sim_options play = t->play;
    outcome result = {0};
    complaints to = {0};
    painter p = {.out = out, .config = config, .dt = 1 / (double)play.hz};
    p.picture = picture_make(&t->played, PICTURE);
    p.heat = heat_make(&t->played, "waiting", &to);
    p.last = (uint64_t)(t->result.ticks / 2);
    play.between = paint;
    play.context = &p;
    if (sim_run(&t->played, &play, p.picture, NULL, &result, &to)) {
        sidle_world_def def = sidle_world_def_default();
        sidle_world *empty = NULL;
        def.width = t->played.width;
        def.height = t->played.height;
        def.cell_size = t->played.cell_size;
        def.cells = t->played.cells;
        checked(sidle_world_create(&def, &empty));
        picture_heat(p.picture, p.heat);
        snprintf(words, sizeof words, "%.100s: where units waited", config);
        if (empty) write_canvas(out, picture_paint(p.picture, empty), words);
        sidle_world_destroy(empty);
    }
    picture_free(p.picture);
    heat_free(p.heat);
}

/* ---- the table ---- */

/* Before above, after below. */
static void write_dots(FILE *out, const comparison *c, const figure *f) {
    double low = INFINITY, high = -INFINITY;
    const trial *sides[2] = {c->before, c->after};
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < arrlenu(sides[side]); k++) {
            double value = figure_value(&sides[side][k].result, f);
            low = fmin(low, value);
            high = fmax(high, value);
        }
    fprintf(out, "<svg width=\"%d\" height=\"%d\">", DOTS_WIDE, DOTS_HIGH);
    for (int side = 0; side < 2; side++)
        for (size_t k = 0; k < arrlenu(sides[side]); k++) {
            double value = figure_value(&sides[side][k].result, f);
            double share = high > low ? (value - low) / (high - low) : 0.5;
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\" fill-opacity=\".6\"/>",
                    6 + share * (DOTS_WIDE - 12), side ? 22 : 8, side ? "#2a6ebe" : "#787c84");
        }
    fputs("</svg>", out);
}

static void write_row(FILE *out, const comparison *c, const figure *f) {
    static const char *const WORDS[] = {"", "unclear", "better", "worse"};
    contrast found = contrast_of(c, f);
    if (found.verdict == VERDICT_SAME) return;
    const char *word = WORDS[found.verdict];
    fprintf(out,
            "<tr class=\"%s\"><td>%s</td><td>%s</td><td>%.4g</td><td>%.4g</td><td>%.2g</td>"
            "<td>%.2g</td><td>%zu of %zu</td><td>",
            word, f->name, word, found.mean[0], found.mean[1], found.deviation[0],
            found.deviation[1], found.agreeing, found.runs);
    write_dots(out, c, f);
    fputs("</td><td>", out);
    write_text(out, f->meaning);
    fputs("</td></tr>\n", out);
}

static void write_scene(FILE *out, const comparison *c, const char *const names[2]) {
    size_t count, runs = arrlenu(c->before);
    const figure *all = figures(&count);
    fputs("<h2>", out);
    write_text(out, c->name);
    fprintf(out, "</h2><p>All jams resolved in %zu of %zu runs before, in %zu after.</p>\n",
            resolved_of(c->before), runs, resolved_of(c->after));
    fputs(
        "<table><tr><th>figure<th>verdict<th>before<th>after<th colspan=\"2\">spread<th>runs that "
        "agree<th>runs: before, after<th>meaning</tr>\n",
        out);
    for (size_t k = 0; k < count; k++)
        if (*all[k].good && strcmp(all[k].name, "us_per_unit_tick") != 0)
            write_row(out, c, &all[k]);
    fputs("</table>\n", out);
    write_pictures(out, &c->before[0], names[0]);
    write_pictures(out, &c->after[0], names[1]);
}

bool compare_html(const char *file, const comparison *list, const char *const names[2],
                  complaints *to) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) out_of_memory();
    fputs(HEAD, out);
    fputs("<h1>From ", out);
    write_text(out, names[0]);
    fputs(" to ", out);
    write_text(out, names[1]);
    fputs("</h1>\n", out);
    for (size_t k = 0; k < arrlenu(list); k++) write_scene(out, &list[k], names);
    fputs("</html>\n", out);
    fclose(out);
    if (!text) out_of_memory();
    bool good = output_write(file, text, size, to);
    free(text);
    return good;
}
