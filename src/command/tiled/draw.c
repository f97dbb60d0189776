/* Chooses the reader by the name, and reads pictures: the decoder is that of stb, for PNG alone. */
#include "draw.h"

#include "support/checked_memory.h"
#include "terminal/text.h"
#include "tiled_map.h"

#include <stdlib.h>

#define STBI_MALLOC(size)          checked_malloc(size)
#define STBI_REALLOC(memory, size) checked_realloc(memory, size)
#define STBI_FREE(memory)          free(memory)
#define STBI_ONLY_PNG
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS 8192
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

/* White and clear are ground, black is void, blue water, green trees, olive swamp; other colours
 * are what they are nearest to. Also the colours of our own pictures. */
typedef struct ink {
    uint8_t r, g, b, class;
} ink;

static const ink INKS[] = {
    {255, 255, 255, SIDLE_TERRAIN_GROUND}, {236, 231, 218, SIDLE_TERRAIN_GROUND},
    {0, 0, 0, SIDLE_TERRAIN_VOID},         {74, 76, 84, SIDLE_TERRAIN_VOID},
    {0, 0, 255, SIDLE_TERRAIN_WATER},      {158, 190, 214, SIDLE_TERRAIN_WATER},
    {0, 128, 0, SIDLE_TERRAIN_TREES},      {0, 255, 0, SIDLE_TERRAIN_TREES},
    {126, 156, 116, SIDLE_TERRAIN_TREES},  {128, 128, 0, SIDLE_TERRAIN_SWAMP},
    {196, 200, 160, SIDLE_TERRAIN_SWAMP}};

static uint8_t class_of(const uint8_t *rgba) {
    int best = 0, least = INT32_MAX;
    if (rgba[3] < 128) return SIDLE_TERRAIN_GROUND;
    for (size_t k = 0; k < sizeof INKS / sizeof *INKS; k++) {
        int r = rgba[0] - INKS[k].r, g = rgba[1] - INKS[k].g, b = rgba[2] - INKS[k].b;
        int distance = r * r + g * g + b * b;
        if (distance < least) least = distance, best = (int)k;
    }
    return INKS[best].class;
}

static bool read_picture(const char *file, drawing *into, complaints *to) {
    int width, height, channels;
    uint8_t *pixels = stbi_load(file, &width, &height, &channels, 4);
    if (!pixels) {
        const char *reason = stbi_failure_reason();
        complain(to, file, 0, 0, "found no PNG of at most %d x %d pixels, expected one: %s",
                 SIDLE_MAX_CELLS, SIDLE_MAX_CELLS, reason ? reason : "unknown");
        return false;
    }
    *into = drawing_make((uint32_t)width, (uint32_t)height);
    for (size_t k = 0; k < (size_t)width * (size_t)height; k++)
        into->cells[k] = class_of(pixels + 4 * k);
    stbi_image_free(pixels);
    return true;
}

bool draws(const char *file) {
    return *file != '@' && (has_ending(file, ".tmx") || has_ending(file, ".tmj") ||
                            has_ending(file, ".json") || has_ending(file, ".png"));
}

bool draw(const char *file, drawing *into, complaints *to) {
    return has_ending(file, ".png") ? read_picture(file, into, to) : tiled_map_read(file, into, to);
}
