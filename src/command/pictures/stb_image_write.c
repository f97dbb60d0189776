/* The body of stb_image_write. It does not check what its allocator returns, so it gets one that
 * ends the process when there is no memory. */
#include "support/checked_memory.h"

#include <stdlib.h>

#define STBIW_MALLOC(size)          checked_malloc(size)
#define STBIW_REALLOC(memory, size) checked_realloc(memory, size)
#define STBIW_FREE(memory)          free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
