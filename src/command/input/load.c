/* Chooses the reader by the name, and applies what the user set beside it. */
#include "load.h"

#include "config.h"
#include "fixture.h"
#include "scenario.h"
#include "scenes/generate.h"

#include <stb_ds.h>
#include <string.h>

bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

static bool configure(scene *into, const load_options *options, complaints *to) {
    int before = to->count;
    for (size_t k = 0; k < arrlenu(options->configs); k++)
        config_read(options->configs[k], into, to);
    for (size_t k = 0; k < arrlenu(options->sets); k++) config_set(options->sets[k], into, to);
    return to->count == before;
}

bool load_scene(const char *name, const load_options *options, scene *out, complaints *to) {
    bool scenario = has_ending(name, ".scen"), good;
    *out = scene_make(name);
    if (scenario) /* configured first: which problems become units depends on the radius */
        good =
            configure(out, options, to) && scen_read(name, options->map, options->units, out, to);
    else if (name[0] == '@')
        good = scene_generate(name, options->seed, out, to) && configure(out, options, to);
    else
        good = fixture_read(name, out, to) && configure(out, options, to);
    if (!good) scene_free(out);
    return good;
}
