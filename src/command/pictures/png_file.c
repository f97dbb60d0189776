/* The encoder is that of stb. */
#include "png_file.h"

#include "support/checked_memory.h"
#include "terminal/output.h"

#include <stb_image_write.h>
#include <string.h>

typedef struct destination {
    const char *file;
    complaints *to;
    bool written;
} destination;

static void write_png(void *context, void *bytes, int size) {
    destination *d = context;
    d->written = output_write(d->file, bytes, (size_t)size, d->to);
}

typedef struct memory {
    uint8_t *bytes;
    size_t size;
} memory;

static void keep_png(void *context, void *bytes, int size) {
    memory *m = context;
    m->bytes = checked_malloc((size_t)size);
    m->size = (size_t)size;
    memcpy(m->bytes, bytes, m->size);
}

uint8_t *png_bytes(const canvas *c, size_t *size) {
    memory m = {0};
    stbi_write_png_to_func(keep_png, &m, c->width, c->height, 3, c->pixels, 3 * c->width);
    *size = m.size;
    return m.bytes;
}

bool png_write(const canvas *c, const char *file, complaints *to) {
    destination d = {.file = file, .to = to};
    stbi_write_png_to_func(write_png, &d, c->width, c->height, 3, c->pixels, 3 * c->width);
    return d.written;
}
