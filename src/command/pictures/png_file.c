/* The encoder is that of stb. It does not check what its allocator returns, so it gets one that
 * ends the process when there is no memory. */
#include "png_file.h"

#include "support/checked_memory.h"
#include "terminal/output.h"

#include <stdlib.h>

#define STBIW_MALLOC(size)          checked_malloc(size)
#define STBIW_REALLOC(memory, size) checked_realloc(memory, size)
#define STBIW_FREE(memory)          free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

uint8_t *png_bytes(const canvas *c, size_t *size) {
    int length;
    uint8_t *bytes =
        stbi_write_png_to_mem(c->pixels, 3 * c->width, c->width, c->height, 3, &length);
    if (!bytes) out_of_memory();
    *size = (size_t)length;
    return bytes;
}

bool png_write(const canvas *c, const char *file, complaints *to) {
    size_t size;
    uint8_t *bytes = png_bytes(c, &size);
    bool written = output_write(file, bytes, size, to);
    free(bytes);
    return written;
}
