/* Shapes on a canvas of pixels. */
#include "canvas.h"

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

void canvas_fill(canvas *c, int x, int y, int width, int height, colour paint) {
    for (int row = y; row < y + height; row++)
        for (int column = x; column < x + width; column++) canvas_mix(c, column, row, paint, 1);
}

/* The rim fades over one pixel. */
void canvas_disc(canvas *c, float x, float y, float radius, colour paint) {
    for (int row = (int)(y - radius - 1); (float)row <= y + radius + 1; row++)
        for (int column = (int)(x - radius - 1); (float)column <= x + radius + 1; column++) {
            float distance = hypotf((float)column + 0.5f - x, (float)row + 0.5f - y);
            canvas_mix(c, column, row, paint, radius + 0.5f - distance);
        }
}

void canvas_ring(canvas *c, sidle_vec2 middle, float radius, float width, colour paint,
                 float opacity) {
    float outer = radius + width / 2 + 1;
    int left = (int)fmaxf(middle.x - outer, 0), top = (int)fmaxf(middle.y - outer, 0);
    float right = fminf(middle.x + outer, (float)c->width - 1);
    float bottom = fminf(middle.y + outer, (float)c->height - 1);
    for (int y = top; (float)y <= bottom; y++)
        for (int x = left; (float)x <= right; x++) {
            float distance = hypotf((float)x + 0.5f - middle.x, (float)y + 0.5f - middle.y);
            float cover = width / 2 + 0.5f - fabsf(distance - radius);
            canvas_mix(c, x, y, paint, opacity * fminf(cover, 1));
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
