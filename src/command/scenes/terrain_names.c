/* What configs, fixtures and drawn maps call a class. */
#include "terrain_names.h"

#include <sidle/types.h>
#include <string.h>
#include <strings.h>

static const char *const TERRAINS[] = {
    "ground", "swamp",  "water",   "trees",   "void",    "class5",  "class6",  "class7",
    "class8", "class9", "class10", "class11", "class12", "class13", "class14", "class15"};

_Static_assert(sizeof TERRAINS / sizeof *TERRAINS == SIDLE_TERRAIN_COUNT, "a name for each class");

int terrain_named(const char *name, size_t length) {
    for (int k = 0; k < SIDLE_TERRAIN_COUNT; k++)
        if (strlen(TERRAINS[k]) == length && !strncasecmp(TERRAINS[k], name, length)) return k;
    return -1;
}

const char *const *terrain_names(void) {
    return TERRAINS;
}
