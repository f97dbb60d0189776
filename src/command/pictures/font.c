/* Words on a canvas, in a font of the system. */
#include "canvas.h"
#include "support/checked_memory.h"
#include "terminal/text.h"

#include <stdio.h>
#include <stdlib.h>

#define STBTT_malloc(size, user) ((void)(user), checked_malloc(size))
#define STBTT_free(memory, user) ((void)(user), free(memory))
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_truetype.h>
#pragma GCC diagnostic pop

/* Where Debian, Fedora, Arch and macOS keep a plain font. SIDLE_FONT names another one. */
static const char *const FILES[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf"};

static uint8_t *read_font(const char *file) {
    size_t size;
    return file ? (uint8_t *)bytes_of(file, &size, &(complaints){0}) : NULL;
}

/* NULL: the system has no font, and pictures have no words. Looked for once. */
static const stbtt_fontinfo *font(void) {
    static stbtt_fontinfo info;
    static enum { UNKNOWN, MISSING, FOUND } known;
    if (known != UNKNOWN) return known == FOUND ? &info : NULL;
    uint8_t *bytes = read_font(getenv("SIDLE_FONT"));
    for (size_t k = 0; !bytes && k < sizeof FILES / sizeof *FILES; k++) bytes = read_font(FILES[k]);
    known = bytes && stbtt_InitFont(&info, bytes, 0) ? FOUND : MISSING;
    if (known == MISSING) {
        fprintf(stderr,
                "sidle: found no font for the words in pictures (Debian: fonts-dejavu-core; "
                "SIDLE_FONT names one)\n");
        free(bytes);
    }
    return known == FOUND ? &info : NULL;
}

static void paint_glyph(canvas *c, const stbtt_fontinfo *f, int letter, float scale, float x,
                        float y, colour paint) {
    int left, top, right, bottom;
    float shift = x - (float)(int)x;
    stbtt_GetCodepointBitmapBoxSubpixel(f, letter, scale, scale, shift, 0, &left, &top, &right,
                                        &bottom);
    int wide = right - left, high = bottom - top;
    if (wide <= 0 || high <= 0) return;
    uint8_t *cover = checked_calloc((size_t)wide * (size_t)high, 1);
    stbtt_MakeCodepointBitmapSubpixel(f, cover, wide, high, wide, scale, scale, shift, 0, letter);
    for (int k = 0; k < wide * high; k++)
        canvas_mix(c, (int)x + left + k % wide, (int)y + top + k / wide, paint,
                   (float)cover[k] / 255);
    free(cover);
}

float canvas_text(canvas *c, float x, float y, float size, colour paint, const char *text) {
    const stbtt_fontinfo *f = font();
    float scale = f ? stbtt_ScaleForMappingEmToPixels(f, size) : 0;
    for (; f && *text; text++) {
        int letter = *text & 0x80 ? '?' : *text, advance, bearing;
        stbtt_GetCodepointHMetrics(f, letter, &advance, &bearing);
        if (c) paint_glyph(c, f, letter, scale, x, y, paint);
        x += scale * (float)(advance + stbtt_GetCodepointKernAdvance(f, letter, text[1] & 0x7f));
    }
    return x;
}
