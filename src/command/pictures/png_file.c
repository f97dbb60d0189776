/* The encoder is that of stb. */
#include "png_file.h"

#include "terminal/output.h"

#include <stb_image_write.h>

typedef struct destination {
    const char *file;
    complaints *to;
    bool written;
} destination;

static void write_png(void *context, void *bytes, int size) {
    destination *d = context;
    d->written = output_write(d->file, bytes, (size_t)size, d->to);
}

bool png_write(const canvas *c, const char *file, complaints *to) {
    destination d = {.file = file, .to = to};
    stbi_write_png_to_func(write_png, &d, c->width, c->height, 3, c->pixels, 3 * c->width);
    return d.written;
}
