/* The body of stb_image, for PNG alone. */
#include "support/checked_memory.h"

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
