/* The body of stb_ds, the growing arrays of the pathfinders and the command. It does not check what
 * its allocator returns, so it gets one that ends the process when there is no memory. */
#include "checked_memory.h"

#include <stdlib.h>

#define STBDS_REALLOC(context, memory, size) checked_realloc(memory, size)
#define STBDS_FREE(context, memory)          free(memory)
#define STB_DS_IMPLEMENTATION
#include <stb_ds.h>
