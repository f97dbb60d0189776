/* Chooses the reader by the name, and applies what the user set beside it. */
#include "load.h"

#include "config.h"
#include "fixture.h"
#include "scenario.h"
#include "scenes/catalogue.h"
#include "scenes/generate.h"
#include "terminal/text.h"
#include "tiled/draw.h"

#include <limits.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool load_configure(scene *into, const load_options *options, complaints *to) {
    int before = to->count;
    for (size_t k = 0; k < arrlenu(options->configs); k++)
        config_read(options->configs[k], into, to);
    for (size_t k = 0; k < arrlenu(options->sets); k++) config_set(options->sets[k], into, to);
    return to->count == before;
}

/* A name that is no file may be that of a generated scene. */
static bool lacks_at(const char *name, complaints *to) {
    const char *rest;
    const catalogue_entry *e = catalogue_find(name, &rest);
    if (!e || access(name, F_OK) == 0 || rest[strspn(rest, "0123456789.")]) return false;
    complain(to, name, 0, 0, "found no such file; did you mean '@%s'?", name);
    return true;
}

/* Messages about what was drawn name the line of the fixture that it becomes: `sidle convert`
 * writes that. */
static bool read_drawing(const char *name, scene *into, complaints *to) {
    char file[PATH_MAX];
    drawing d;
    if (!draw(name, &d, to)) return false;
    char *text = drawing_text(&d);
    snprintf(file, sizeof file, "%s, as a fixture", name);
    bool good = fixture_read_text(file, text, into, to);
    free(text);
    drawing_free(&d);
    return good;
}

bool load_scene(const char *name, const load_options *options, scene *out, complaints *to) {
    bool scenario = has_ending(name, ".scen"), good;
    *out = scene_make(name);
    if (scenario) /* configured first: which problems become units depends on the radius */
        good = load_configure(out, options, to) &&
               scen_read(name, options->map, options->units, out, to);
    else if (name[0] == '@')
        good = scene_generate(name, options->seed, out, to) && load_configure(out, options, to);
    else if (draws(name))
        good = read_drawing(name, out, to) && load_configure(out, options, to);
    else
        good =
            !lacks_at(name, to) && fixture_read(name, out, to) && load_configure(out, options, to);
    if (!good) scene_free(out);
    if (good && options->hz && *options->hz <= 0) *options->hz = out->hz;
    return good;
}
