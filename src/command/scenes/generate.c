/* Reads the name of a generated scene and runs its generator. */
#include "generate.h"

#include "catalogue.h"
#include "terminal/spelling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number of digits and at most one point. Returns the text behind it, NULL when there is none. */
static const char *read_number(const char *text, double *number) {
    size_t digits = strspn(text, "0123456789"), length = digits;
    if (text[length] == '.') {
        size_t behind = strspn(text + length + 1, "0123456789");
        length += 1 + behind;
        digits += behind;
    }
    if (!digits) return NULL;
    *number = strtod(text, NULL);
    return text + length;
}

static void complain_unknown(const char *name, const char *text, complaints *to) {
    size_t count;
    const catalogue_entry *entries = catalogue(&count);
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "0123456789.+"), text);
    suggestion near = did_you_mean("@", word, strlen(word), NAMES_OF(entries, count));
    complain(to, name, 0, 0, "found no such scene, expected one of `sidle run --help`%s",
             near.text);
}

/* Cells must suit a unit of radius 0.5 u, and the walls must be whole numbers of them. */
static bool set_cell(generator *g, const catalogue_entry *e, const char *name, double size,
                     complaints *to) {
    double least = 0.5 / (double)SIDLE_MAX_RADIUS_CELLS;
    double parts = (double)e->coarsest_cell / fmax(size, least);
    g->cell = (float)size;
    if (!(size >= least && size <= 4)) {
        complain(to, name, 0, 0, "found cells of %g u, expected %g to 4", size, least);
        return false;
    }
    if (e->coarsest_cell > 0 && (parts < 1 || fabs(parts - round(parts)) > 1e-6)) {
        complain(to, name, 0, 0, "found cells of %g u, expected %g or a whole part of it", size,
                 (double)e->coarsest_cell);
        return false;
    }
    return true;
}

/* One modifier; the text is what follows its '+'. */
static bool read_modifier(generator *g, const catalogue_entry *e, const char *name,
                          const char *text, complaints *to) {
    int length = (int)strcspn(text, "+");
    double cell;
    if (length == 5 && !memcmp(text, "rot45", 5)) {
        g->rotated = true;
        if (!e->fixed) return true;
        complain(to, name, 0, 0, "found '+rot45', but this scene fills a square map");
    } else if (length == 5 && !memcmp(text, "shift", 5)) {
        g->shifted = true;
        if (!e->fixed && e->coarsest_cell <= 0) return true;
        complain(to, name, 0, 0, "found '+shift', but this scene %s",
                 e->fixed ? "fills a square map" : "has walls, which are whole cells");
    } else if (!strncmp(text, "cell", 4) && read_number(text + 4, &cell) == text + length)
        return set_cell(g, e, name, cell, to);
    else
        complain(to, name, 0, 0, "found '+%.*s', expected '+rot45', '+shift' or '+cell0.5'", length,
                 text);
    return false;
}

static bool read_count(const catalogue_entry *e, const char *name, const char **text,
                       double *number, complaints *to) {
    *number = 0;
    if (e->kind == NUMBER_NONE || e->kind == NUMBER_KEYS) return true;
    const char *end = read_number(*text, number);
    if (!end || (e->kind == NUMBER_WHOLE && memchr(*text, '.', (size_t)(end - *text)))) {
        complain(to, name, 0, 0, "found no %snumber behind '@%s'",
                 e->kind == NUMBER_WHOLE ? "whole " : "", e->name);
        return false;
    }
    if (*number < e->low || *number > e->high) {
        complain(to, name, 0, 0, "found %g, expected a number from %g to %g", *number, e->low,
                 e->high);
        return false;
    }
    *text = end;
    return true;
}

/* What follows the entry's name: the number, then the modifiers. */
static bool read_rest(generator *g, const catalogue_entry *e, const char *name, const char *text,
                      double *number, complaints *to) {
    if (e->kind == NUMBER_KEYS && !town_keys_read(&g->town, text, &text, name, to)) return false;
    if (!read_count(e, name, &text, number, to)) return false;
    for (; *text == '+' && e->kind != NUMBER_KEYS; text += strcspn(text, "+"))
        if (!read_modifier(g, e, name, ++text, to)) return false;
    if (!*text) return true;
    complain(to, name, 0, 0, "found '%s' behind the scene, expected its end or '+'", text);
    return false;
}

bool scene_generate(const char *name, uint32_t seed, scene *into, complaints *to) {
    generator g = {.into = into,
                   .random = seed,
                   .seed = seed,
                   .walls = {.terrain = SIDLE_TERRAIN_VOID},
                   .town = {.seed = seed}};
    const char *text = name + (*name == '@');
    double number;
    const catalogue_entry *e = catalogue_find(text, &text);
    if (!e) {
        complain_unknown(name, text, to);
        return false;
    }
    if (!read_rest(&g, e, name, text, &number, to)) return false;
    if (e->generate(&g, number)) return true;
    complain(to, name, 0, 0, "this scene needs more cells than %d a side", SIDLE_MAX_CELLS);
    return false;
}
