/* Shapes on a canvas of pixels. */
#include "canvas.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static uint8_t *pixel_at(canvas *c, int x, int y) {
    return c->pixels + 3 * ((size_t)y * (size_t)c->width + (size_t)x);
}

void canvas_set(canvas *c, int x, int y, colour paint) {
    memcpy(pixel_at(c, x, y), &paint, sizeof paint);
}

void canvas_mix(canvas *c, int x, int y, colour paint, float cover) {
    if (x < 0 || y < 0 || x >= c->width || y >= c->height || cover <= 0) return;
    uint8_t *pixel = pixel_at(c, x, y);
    const uint8_t to[3] = {paint.r, paint.g, paint.b};
    cover = fminf(cover, 1);
    for (int k = 0; k < 3; k++)
        pixel[k] = (uint8_t)((float)pixel[k] + ((float)to[k] - (float)pixel[k]) * cover + 0.5f);
}

/* The rim fades over one pixel. */
void canvas_disc(canvas *c, float x, float y, float radius, colour paint) {
    for (int row = (int)(y - radius - 1); (float)row <= y + radius + 1; row++)
        for (int column = (int)(x - radius - 1); (float)column <= x + radius + 1; column++) {
            float distance = hypotf((float)column + 0.5f - x, (float)row + 0.5f - y);
            canvas_mix(c, column, row, paint, radius + 0.5f - distance);
        }
}

void canvas_line(canvas *c, sidle_vec2 from, sidle_vec2 to, float width, colour paint,
                 float opacity) {
    float dx = to.x - from.x, dy = to.y - from.y, length2 = dx * dx + dy * dy;
    float half = width / 2, pad = half + 1;
    int x0 = (int)floorf(fminf(from.x, from.x + dx) - pad);
    int x1 = (int)ceilf(fmaxf(from.x, from.x + dx) + pad);
    int y0 = (int)floorf(fminf(from.y, from.y + dy) - pad);
    int y1 = (int)ceilf(fmaxf(from.y, from.y + dy) + pad);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float px = (float)x + 0.5f - from.x, py = (float)y + 0.5f - from.y;
            float share = length2 > 0 ? fminf(fmaxf((px * dx + py * dy) / length2, 0), 1) : 0;
            float distance = hypotf(px - share * dx, py - share * dy);
            canvas_mix(c, x, y, paint, opacity * fminf(half + 0.5f - distance, 1));
        }
}

/* ---- letters ---- */

enum { DOTS_WIDE = 3, DOTS = 15, ADVANCE = DOTS_WIDE + 1 };

/* Five rows of three dots, the top row in the highest bits; nothing for an unknown letter. */
static uint16_t glyph(char c) {
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-%/()'";
    static const uint16_t SHAPES[] = {
        025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227, 011152,
        055655, 044447, 057755, 065555, 025552, 065644, 025563, 065655, 034216, 072222,
        055557, 055552, 055775, 055255, 055222, 071247, 075557, 026227, 071747, 071717,
        055711, 074717, 074757, 071111, 075757, 075717, 000002, 000024, 002020, 002024,
        000700, 051245, 011244, 024442, 042224, 022000};
    const char *found = c ? strchr(LETTERS, toupper((unsigned char)c)) : NULL;
    return found ? SHAPES[found - LETTERS] : 0;
}

int canvas_text(canvas *c, int x, int y, int size, colour paint, const char *text) {
    for (; *text; text++, x += ADVANCE * size)
        for (int dot = 0; dot < DOTS; dot++) {
            if (!(glyph(*text) >> (DOTS - 1 - dot) & 1)) continue;
            int left = x + dot % DOTS_WIDE * size, top = y + dot / DOTS_WIDE * size;
            for (int k = 0; k < size * size; k++)
                canvas_mix(c, left + k % size, top + k / size, paint, 1);
        }
    return x;
}
