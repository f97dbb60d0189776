/* The bodies of the stb libraries. They do not ask whether they got memory. */
#include "checked_memory.h"

#include <stdlib.h>

#define STBDS_REALLOC(context, memory, size) checked_realloc(memory, size)
#define STBDS_FREE(context, memory)          free(memory)
#define STB_DS_IMPLEMENTATION
#include <stb_ds.h>

#define STBIW_MALLOC(size)          checked_malloc(size)
#define STBIW_REALLOC(memory, size) checked_realloc(memory, size)
#define STBIW_FREE(memory)          free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
