/* Chooses the reader by the name. */
#include "draw.h"

#include "mask.h"
#include "tiled_map.h"

#include <string.h>

static bool ends_in(const char *file, const char *ending) {
    size_t length = strlen(file), wanted = strlen(ending);
    return length > wanted && !strcmp(file + length - wanted, ending);
}

bool draws(const char *file) {
    return *file != '@' && (ends_in(file, ".tmx") || ends_in(file, ".tmj") ||
                            ends_in(file, ".json") || ends_in(file, ".png"));
}

bool draw(const char *file, drawing *into, complaints *to) {
    return ends_in(file, ".png") ? mask_read(file, into, to) : tiled_map_read(file, into, to);
}
