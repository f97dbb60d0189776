/* The picture is painted back to front: cells, trails, goals, then whatever the library draws of
 * its units. Shapes are painted by how much of each pixel they cover. */
#include "picture.h"

#include "support/checked_memory.h"
#include "terminal/output.h"

#include <math.h>
#include <stb_ds.h>
#include <stb_image_write.h>
#include <stdlib.h>
#include <string.h>

/* Pixels: SMALLEST and LARGEST of a cell. */
enum { SMALLEST = 1, LARGEST = 40, TRAIL_POINTS = 400, TRAIL_TOTAL = 2000000 };

typedef struct colour {
    uint8_t r, g, b;
} colour;

static const colour TERRAIN_COLOURS[SIDLE_TERRAIN_COUNT] = {
    {236, 231, 218}, {196, 200, 160}, {158, 190, 214}, {126, 156, 116}, {74, 76, 84}};

static const colour DECISION_COLOURS[SIDLE_DECISION_COUNT] = {{120, 124, 132}, /* standing */
                                                              {46, 134, 80},   /* free */
                                                              {42, 110, 190},  /* detour */
                                                              {228, 170, 32},  /* wait */
                                                              {150, 84, 180},  /* replan */
                                                              {220, 92, 34},   /* push */
                                                              {192, 32, 48}};  /* blocked */

static const colour INK = {40, 40, 44}, TRAIL = {70, 86, 150}, GOAL = {168, 60, 80};
static const colour ARRIVED = {132, 190, 146}, PAPER = {250, 248, 242};

struct picture {
    const scene *scene;
    float scale; /* pixels per u */
    int width, height;
    uint8_t *pixels;            /* RGB */
    sidle_vec2 **trails;        /* stb_ds by unit, of stb_ds points */
    bool *gone;                 /* stb_ds by unit */
    size_t stride, ticks, room; /* a point every stride ticks, at most room points a trail */
    const sidle_world *world;
    size_t drawn; /* units that are drawn or gone: they come by ascending slot */
};

/* ---- life ---- */

picture *picture_make(const scene *s, uint32_t size) {
    picture *p = checked_calloc(1, sizeof *p);
    float wide = (float)s->width * s->cell_size, high = (float)s->height * s->cell_size;
    p->scene = s;
    p->scale = (float)size / fmaxf(wide, high);
    p->scale = fminf(fmaxf(p->scale, SMALLEST / s->cell_size), LARGEST / s->cell_size);
    p->width = (int)fmaxf(wide * p->scale + 0.01f, 1);
    p->height = (int)fmaxf(high * p->scale + 0.01f, 1);
    p->stride = 1;
    p->room = TRAIL_TOTAL / (arrlenu(s->units) + 1);
    if (p->room > TRAIL_POINTS) p->room = TRAIL_POINTS;
    if (p->room < 8) p->room = 8;
    arrsetlen(p->trails, arrlenu(s->units));
    for (size_t k = 0; k < arrlenu(p->trails); k++) p->trails[k] = NULL;
    for (size_t k = 0; k < arrlenu(p->trails); k++) arrput(p->gone, false);
    return p;
}

void picture_free(picture *p) {
    if (!p) return;
    for (size_t k = 0; k < arrlenu(p->trails); k++) arrfree(p->trails[k]);
    arrfree(p->trails);
    arrfree(p->gone);
    free(p->pixels);
    free(p);
}

/* Keeps every second point. */
static void thin_out(picture *p) {
    for (size_t k = 0; k < arrlenu(p->trails); k++) {
        size_t kept = 0;
        for (size_t n = 0; n < arrlenu(p->trails[k]); n += 2)
            p->trails[k][kept++] = p->trails[k][n];
        if (kept) arrsetlen(p->trails[k], kept);
    }
    p->stride *= 2;
}

void picture_gone(picture *p, size_t unit) {
    p->gone[unit] = true;
}

void picture_trail(picture *p, const sidle_vec2 *positions, const bool *ordered) {
    if (p->ticks++ % p->stride) return;
    bool full = false;
    for (size_t k = 0; k < arrlenu(p->trails); k++) {
        if (!ordered[k] || p->gone[k]) continue;
        if (!arrlenu(p->trails[k])) arrput(p->trails[k], p->scene->units[k].position);
        arrput(p->trails[k], positions[k]);
        full = full || arrlenu(p->trails[k]) >= p->room;
    }
    if (full) thin_out(p);
}

/* ---- paint ---- */

static void blend(picture *p, int x, int y, colour c, float cover) {
    if (x < 0 || y < 0 || x >= p->width || y >= p->height || cover <= 0) return;
    uint8_t *pixel = p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    const uint8_t to[3] = {c.r, c.g, c.b};
    cover = fminf(cover, 1);
    for (int k = 0; k < 3; k++)
        pixel[k] = (uint8_t)((float)pixel[k] + ((float)to[k] - (float)pixel[k]) * cover + 0.5f);
}

/* In pixels; rim fades over one pixel. */
static void paint_disc(picture *p, float x, float y, float radius, colour c, float opacity) {
    for (int row = (int)(y - radius - 1); (float)row <= y + radius + 1; row++)
        for (int column = (int)(x - radius - 1); (float)column <= x + radius + 1; column++) {
            float distance = hypotf((float)column + 0.5f - x, (float)row + 0.5f - y);
            blend(p, column, row, c, opacity * (radius + 0.5f - distance));
        }
}

static void paint_line(picture *p, sidle_vec2 from, sidle_vec2 to, float width, colour c,
                       float opacity) {
    float ax = from.x * p->scale, ay = from.y * p->scale;
    float dx = to.x * p->scale - ax, dy = to.y * p->scale - ay, length2 = dx * dx + dy * dy;
    float half = width / 2, pad = half + 1;
    int x0 = (int)floorf(fminf(ax, ax + dx) - pad), x1 = (int)ceilf(fmaxf(ax, ax + dx) + pad);
    int y0 = (int)floorf(fminf(ay, ay + dy) - pad), y1 = (int)ceilf(fmaxf(ay, ay + dy) + pad);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float px = (float)x + 0.5f - ax, py = (float)y + 0.5f - ay;
            float share = length2 > 0 ? fminf(fmaxf((px * dx + py * dy) / length2, 0), 1) : 0;
            float distance = hypotf(px - share * dx, py - share * dy);
            blend(p, x, y, c, opacity * fminf(half + 0.5f - distance, 1));
        }
}

static void paint_cells(picture *p) {
    float cell = p->scene->cell_size * p->scale;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int32_t column = (int32_t)(((float)x + 0.5f) / cell),
                    row = (int32_t)(((float)y + 0.5f) / cell);
            colour c = TERRAIN_COLOURS[sidle_world_cell(p->world, column, row)];
            memcpy(p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x), &c, sizeof c);
        }
}

static void paint_trails(picture *p) {
    for (size_t k = 0; k < arrlenu(p->trails); k++) {
        size_t count = arrlenu(p->trails[k]);
        for (size_t n = 1; n < count; n++) {
            float age = (float)n / (float)count;
            paint_line(p, p->trails[k][n - 1], p->trails[k][n], 1.2f, TRAIL, 0.12f + 0.4f * age);
        }
    }
}

static void paint_cross(picture *p, sidle_vec2 at) {
    float arm = fmaxf(0.2f, 3 / p->scale);
    for (float way = -1; way <= 1; way += 2)
        paint_line(p, (sidle_vec2){at.x - arm, at.y - way * arm},
                   (sidle_vec2){at.x + arm, at.y + way * arm}, 1.2f, GOAL, 0.8f);
}

static void paint_ring(picture *p, sidle_vec2 centre, float radius) {
    enum { SIDES = 96 };
    sidle_vec2 from = {centre.x + radius, centre.y};
    for (int k = 1; k <= SIDES; k++) {
        float angle = 6.2831853f * (float)k / SIDES;
        sidle_vec2 to = {centre.x + radius * cosf(angle), centre.y + radius * sinf(angle)};
        paint_line(p, from, to, 1.2f, GOAL, 0.4f);
        from = to;
    }
}

/* Many units may share an area; its ring is painted once. */
static bool is_first_of_group(const scene *s, size_t unit) {
    return unit == 0 || s->units[unit].group != s->units[unit - 1].group;
}

static void paint_goals(picture *p) {
    const scene *s = p->scene;
    if (s->roam) return;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const scene_unit *u = &s->units[k];
        if (u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_FLEE) paint_cross(p, u->goal);
        for (size_t n = 0; n < arrlenu(u->patrol); n++) paint_cross(p, u->patrol[n]);
        if (u->order == SIDLE_ORDER_WANDER && is_first_of_group(s, k))
            paint_ring(p, u->goal, u->range);
    }
}

/* ---- what the library draws ---- */

/* Who was sent somewhere and rests has arrived; who waits for danger stands. */
static bool comes_to_rest(const scene_unit *u) {
    return !scene_unit_stands(u) && u->order != SIDLE_ORDER_EVADE;
}

static void draw_disc(void *context, sidle_role role, sidle_vec2 centre, float radius,
                      uint32_t value) {
    picture *p = context;
    if (role != SIDLE_ROLE_UNIT) return;
    float x = centre.x * p->scale, y = centre.y * p->scale, size = fmaxf(radius * p->scale, 1.5f);
    colour c = DECISION_COLOURS[value];
    while (p->gone[p->drawn]) p->drawn++;
    if (value == SIDLE_IDLE && comes_to_rest(&p->scene->units[p->drawn])) c = ARRIVED;
    p->drawn++;
    if (size > 3) paint_disc(p, x, y, size, INK, 1);
    paint_disc(p, x, y, size > 3 ? size - 1 : size, c, 1);
}

static void draw_line(void *context, sidle_role role, sidle_vec2 from, sidle_vec2 to) {
    picture *p = context;
    if (role == SIDLE_ROLE_HEADING && p->scale > 5) paint_line(p, from, to, 1.6f, INK, 0.9f);
    if (role == SIDLE_ROLE_BLOCKER && p->scale > 5)
        paint_line(p, from, to, 1.5f, DECISION_COLOURS[SIDLE_BLOCKED], 0.35f);
}

/* ---- the legend ---- */

/* Rows of three pixels, the top row in the highest bits. */
static uint16_t glyph(char c) {
    static const char LETTERS[] = "ABCDEFGHIKLNOPRSTUVW";
    static const uint16_t SHAPES[] = {025755, 065656, 034443, 065556, 074647, 074644, 034553,
                                      055755, 072227, 055655, 044447, 065555, 025552, 065644,
                                      065655, 034216, 072222, 055557, 055552, 055775};
    const char *found = c ? strchr(LETTERS, c) : NULL;
    return found ? SHAPES[found - LETTERS] : 0;
}

static int paint_text(picture *p, int x, int y, int size, const char *text) {
    for (; *text; text++, x += 4 * size)
        for (int bit = 0; bit < 15; bit++) {
            if (!(glyph(*text) >> (14 - bit) & 1)) continue;
            for (int k = 0; k < size * size; k++)
                blend(p, x + bit % 3 * size + k % size, y + bit / 3 * size + k / size, INK, 1);
        }
    return x;
}

static void paint_legend(picture *p) {
    static const char *const WORDS[] = {"STANDING", "FREE", "DETOUR",  "WAIT",
                                        "REPLAN",   "PUSH", "BLOCKED", "ARRIVED"};
    enum { WORD_COUNT = 8, SIZE = 2, LEFT = 8, HIGH = 22 };
    int wide = LEFT;
    for (int k = 0; k < WORD_COUNT; k++) wide += 26 + (int)strlen(WORDS[k]) * 4 * SIZE;
    if (wide > p->width || 3 * HIGH > p->height) return; /* no room for one on a small picture */
    for (int y = p->height - HIGH; y < p->height; y++)
        for (int x = 0; x < wide; x++) blend(p, x, y, PAPER, 0.85f);
    int x = LEFT, y = p->height - HIGH / 2;
    for (int k = 0; k < WORD_COUNT; k++) {
        colour c = k < SIDLE_DECISION_COUNT ? DECISION_COLOURS[k] : ARRIVED;
        paint_disc(p, (float)x + 5, (float)y, 5, c, 1);
        x = paint_text(p, x + 14, y - 5, SIZE, WORDS[k]) + 12;
    }
}

typedef struct destination {
    const char *file;
    complaints *to;
    bool written;
} destination;

static void write_png(void *context, void *bytes, int size) {
    destination *d = context;
    d->written = output_write(d->file, bytes, (size_t)size, d->to);
}

bool picture_write(picture *p, const sidle_world *world, const char *file, complaints *to) {
    const sidle_draw draw = {p, draw_disc, draw_line};
    free(p->pixels);
    p->pixels = checked_malloc(3 * (size_t)p->width * (size_t)p->height);
    p->world = world;
    p->drawn = 0;
    paint_cells(p);
    paint_trails(p);
    paint_goals(p);
    sidle_world_draw(world, &draw);
    paint_legend(p);
    destination d = {.file = file, .to = to};
    stbi_write_png_to_func(write_png, &d, p->width, p->height, 3, p->pixels, 3 * p->width);
    return d.written;
}
