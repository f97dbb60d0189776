/* Draws the time of a tick against the number of units as an SVG, with one curve for each figure
 * and its name at the curve's end. Both axes are logarithmic: times spread over three decades, and
 * growth with the number of units shows as a slope. */
#include "scale.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Pixels: of the picture, of the frame within, and of a line of text. */
enum { WIDE = 860, HIGH = 540, LEFT = 78, RIGHT = 730, TOP = 64, BOTTOM = 480, TEXT = 15 };

static const char STYLE[] =
    "<style>\n"
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:16px;font-weight:600}\n"
    ".note{fill:#59636e}.paper{fill:#ffffff}.grid{stroke:#d1d9e0;stroke-width:1}\n"
    "polyline{fill:none;stroke-linejoin:round}\n"
    "@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.note{fill:#9198a1}.paper{fill:#0d1117}"
    ".grid{stroke:#3d444d}}\n"
    "</style>\n";

/* Colours that show on white and on black. */
static const char ALL_COLOUR[] = "#1f7ae0", FLOOR_COLOUR[] = "#8b949e";
static const char *const PHASE_COLOURS[SIDLE_PHASE_COUNT] = {"#2da44e", "#b08800", "#8250df",
                                                             "#1b9aaa", "#d4419b", "#7d8f00"};
static const char *const PEER_COLOURS[SCALE_MOST_PEERS] = {"#e36209", "#d1242f", "#a0522d",
                                                           "#f0883e"};

typedef struct point {
    double units, ns;
} point;

typedef struct curve {
    const char *name, *colour, *dashes;
    double width;  /* pixels */
    point *points; /* stb_ds, by ascending number of units */
    double label;  /* pixels, where its name stands */
} curve;

typedef struct chart {
    FILE *out;
    double units[2], ns[2]; /* the lowest and the highest */
    double *sizes;          /* stb_ds: numbers of units, ascending */
    curve *curves;          /* stb_ds */
} chart;

/* ---- what is drawn ---- */

static bool is_drawn(const scale_row *row) {
    return !strncmp(row->scene, "scale", 5) && !strchr(row->scene, '+') && row->units > 0;
}

static int by_units(const void *a, const void *b) {
    size_t x = ((const scale_row *)a)->units, y = ((const scale_row *)b)->units;
    return (x > y) - (x < y);
}

/* The rows that are drawn, by number of units; a stb_ds array. */
static scale_row *drawn_rows(const scale_row *rows, size_t count) {
    scale_row *drawn = NULL;
    for (size_t k = 0; k < count; k++)
        if (is_drawn(&rows[k])) arrput(drawn, rows[k]);
    if (drawn) qsort(drawn, arrlenu(drawn), sizeof *drawn, by_units);
    return drawn;
}

/* offset: of the curve's figure in a row. */
static void add_curve(chart *c, const scale_row *rows, curve how, size_t offset) {
    for (size_t k = 0; k < arrlenu(rows); k++) {
        double ns = *(const double *)((const char *)&rows[k] + offset);
        point p = {(double)rows[k].units, ns};
        if (ns > 0) arrput(how.points, p);
    }
    if (how.points) arrput(c->curves, how);
}

static void add_curves(chart *c, const scale_options *o, const scale_row *rows) {
    for (size_t k = 0; k < o->peer_count; k++)
        add_curve(c, rows, (curve){o->peers[k].name, PEER_COLOURS[k], "", 2, NULL, 0},
                  offsetof(scale_row, peer_cold_ns) + k * sizeof(double));
    for (size_t k = 0; k < SIDLE_PHASE_COUNT; k++)
        add_curve(c, rows,
                  (curve){sidle_phase_text((sidle_phase)k), PHASE_COLOURS[k], "", 1.2, NULL, 0},
                  offsetof(scale_row, phase_ns) + k * sizeof(double));
    add_curve(c, rows, (curve){"floor", FLOOR_COLOUR, "5 4", 1.6, NULL, 0},
              offsetof(scale_row, floor_ns));
    add_curve(c, rows, (curve){"sidle", ALL_COLOUR, "", 3.2, NULL, 0},
              offsetof(scale_row, cold_ns));
}

/* ---- axes ---- */

/* The numbers 1, 2, 5, 10, 20, ... */
static double nice(int index) {
    static const double STEPS[] = {1, 2, 5};
    return STEPS[index % 3] * pow(10, index / 3);
}

static void fit(chart *c) {
    double low = 1e300, high = 0;
    int below = 0, above = 0;
    for (size_t k = 0; k < arrlenu(c->curves); k++)
        for (size_t p = 0; p < arrlenu(c->curves[k].points); p++) {
            low = fmin(low, c->curves[k].points[p].ns);
            high = fmax(high, c->curves[k].points[p].ns);
        }
    while (nice(below + 1) <= low) below++;
    while (nice(above) < high || above <= below) above++;
    c->ns[0] = nice(below);
    c->ns[1] = nice(above);
    c->units[0] = c->sizes[0];
    c->units[1] = fmax(arrlast(c->sizes), 2 * c->sizes[0]);
}

static double across(const chart *c, double units) {
    return LEFT + log(units / c->units[0]) / log(c->units[1] / c->units[0]) * (RIGHT - LEFT);
}

static double down(const chart *c, double ns) {
    double share = log(fmax(ns, c->ns[0]) / c->ns[0]) / log(c->ns[1] / c->ns[0]);
    return BOTTOM - share * (BOTTOM - TOP);
}

static void write_number(FILE *out, double number) {
    if (number >= 1000)
        fprintf(out, "%.0f,%03.0f", floor(number / 1000), fmod(number, 1000));
    else
        fprintf(out, "%.0f", number);
}

static void draw_axes(const chart *c) {
    for (int k = 0; nice(k) <= c->ns[1]; k++) {
        double y = down(c, nice(k));
        if (nice(k) < c->ns[0]) continue;
        fprintf(c->out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
        fprintf(c->out, "<text class=\"note\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">", LEFT - 8,
                y + 4);
        write_number(c->out, nice(k));
        fprintf(c->out, "</text>\n");
    }
    for (size_t k = 0; k < arrlenu(c->sizes); k++) {
        double x = across(c, c->sizes[k]);
        fprintf(c->out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, BOTTOM);
        fprintf(c->out, "<text class=\"note\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">", x,
                BOTTOM + 20);
        write_number(c->out, c->sizes[k]);
        fprintf(c->out, "</text>\n");
    }
    fprintf(c->out, "<text class=\"note\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">units</text>\n",
            (LEFT + RIGHT) / 2, BOTTOM + 44);
}

/* ---- curves ---- */

static int by_last(const void *a, const void *b) {
    double x = arrlast(((const curve *)a)->points).ns, y = arrlast(((const curve *)b)->points).ns;
    return (x < y) - (x > y);
}

/* A name stands at the end of its curve; names that would overlap are moved apart. */
static void place_labels(chart *c) {
    size_t count = arrlenu(c->curves);
    qsort(c->curves, count, sizeof *c->curves, by_last);
    for (size_t k = 0; k < count; k++)
        c->curves[k].label = down(c, arrlast(c->curves[k].points).ns);
    for (size_t k = 1; k < count; k++)
        c->curves[k].label = fmax(c->curves[k].label, c->curves[k - 1].label + TEXT);
    double limit = BOTTOM;
    for (size_t k = count; k-- > 0; limit = c->curves[k].label - TEXT)
        c->curves[k].label = fmin(c->curves[k].label, limit);
}

static void draw_curve(const chart *c, const curve *drawn) {
    fprintf(c->out, "<polyline stroke=\"%s\" stroke-width=\"%g\" stroke-dasharray=\"%s\" points=\"",
            drawn->colour, drawn->width, *drawn->dashes ? drawn->dashes : "none");
    for (size_t p = 0; p < arrlenu(drawn->points); p++)
        fprintf(c->out, "%s%.1f,%.1f", p ? " " : "", across(c, drawn->points[p].units),
                down(c, drawn->points[p].ns));
    fprintf(c->out, "\"/>\n");
    for (size_t p = 0; p < arrlenu(drawn->points); p++)
        fprintf(c->out, "<circle fill=\"%s\" r=\"%.1f\" cx=\"%.1f\" cy=\"%.1f\"/>\n", drawn->colour,
                drawn->width / 2 + 1, across(c, drawn->points[p].units),
                down(c, drawn->points[p].ns));
    fprintf(c->out, "<text x=\"%.1f\" y=\"%.1f\" style=\"fill:%s;font-weight:%d\">%s %.*f</text>\n",
            across(c, arrlast(drawn->points).units) + 10, drawn->label + 4, drawn->colour,
            drawn->width > 3 ? 700 : 400, drawn->name, arrlast(drawn->points).ns < 10,
            arrlast(drawn->points).ns);
}

static void draw(chart *c, const scale_options *o) {
    fprintf(c->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n%s", WIDE,
            HIGH, STYLE);
    fprintf(c->out, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", WIDE, HIGH);
    fprintf(c->out,
            "<text class=\"title\" x=\"%d\" y=\"26\">Time of a tick for each unit, ns</text>\n"
            "<text class=\"note\" x=\"%d\" y=\"46\">15 %% cover, all units under way; threads: "
            "%u; cold; thin, warm: the phases of a step; dashed: only sort and move</text>\n",
            LEFT, LEFT, o->threads);
    if (arrlenu(c->curves)) {
        fit(c);
        place_labels(c);
        draw_axes(c);
        for (size_t k = 0; k < arrlenu(c->curves); k++) draw_curve(c, &c->curves[k]);
    }
    fprintf(c->out, "</svg>\n");
}

void scale_plot(FILE *out, const scale_options *o, const scale_row *rows, size_t count) {
    chart c = {.out = out};
    scale_row *drawn = drawn_rows(rows, count);
    for (size_t k = 0; k < arrlenu(drawn); k++) arrput(c.sizes, (double)drawn[k].units);
    add_curves(&c, o, drawn);
    draw(&c, o);
    for (size_t k = 0; k < arrlenu(c.curves); k++) arrfree(c.curves[k].points);
    arrfree(c.curves);
    arrfree(c.sizes);
    arrfree(drawn);
}
