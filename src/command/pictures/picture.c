/* The picture is painted from back to front: cells, trails, goals, then what the library draws of
 * its units, then a legend of the colours. */
#include "picture.h"

#include "canvas.h"
#include "colours.h"
#include "png_file.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of a cell: fewer show nothing, and more are no clearer. */
enum { CELL_LEAST = 1, CELL_MOST = 40 };

/* Points of one trail at most and at least, and of all trails together: 16 MB. A choice. */
enum { TRAIL_POINTS = 400, TRAIL_LEAST = 8, TRAIL_TOTAL = 2000000 };

/* Pixels: the width of thin lines, and the size of a unit below which it gets no outline. */
static const float THIN = 1.2f, OUTLINED = 3;

/* Pixels per u above which headings and blockers are drawn: below, they would hide the units. */
static const float DETAILED = 5;

struct picture {
    const scene *scene;
    float scale; /* pixels per u */
    canvas canvas;
    sidle_vec2 **trails;  /* stb_ds by unit, of stb_ds points */
    bool *gone;           /* stb_ds by unit: it was destroyed */
    size_t stride, ticks; /* a trail gets a point every stride ticks */
    size_t room;          /* points that a trail holds at most */
    size_t tail;          /* points of a trail that are painted, the latest; 0: all */
    const heat *heat;     /* NULL, or what is painted in place of the trails */
    const sidle_world *world;
};

/* ---- life ---- */

picture *picture_make(const scene *s, uint32_t size) {
    picture *p = checked_calloc(1, sizeof *p);
    float wide = (float)s->width * s->cell_size, high = (float)s->height * s->cell_size;
    p->scene = s;
    p->scale = (float)size / fmaxf(wide, high);
    p->scale =
        fminf(fmaxf(p->scale, (float)CELL_LEAST / s->cell_size), (float)CELL_MOST / s->cell_size);
    p->canvas.width = (int)fmaxf(wide * p->scale + 0.01f, 1);
    p->canvas.height = (int)fmaxf(high * p->scale + 0.01f, 1);
    p->stride = 1;
    p->room = TRAIL_TOTAL / (arrlenu(s->units) + 1);
    if (p->room > TRAIL_POINTS) p->room = TRAIL_POINTS;
    if (p->room < TRAIL_LEAST) p->room = TRAIL_LEAST;
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
    free(p->canvas.pixels);
    free(p);
}

/* Keeps every second point of all trails, and from now on adds half as many. */
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

/* ---- terrain, trails and goals ---- */

/* In u. */
static void paint_line(picture *p, sidle_vec2 from, sidle_vec2 to, float width, colour paint,
                       float opacity) {
    sidle_vec2 begin = {from.x * p->scale, from.y * p->scale};
    sidle_vec2 end = {to.x * p->scale, to.y * p->scale};
    canvas_line(&p->canvas, begin, end, width, paint, opacity);
}

static void paint_cells(picture *p) {
    float cell = p->scene->cell_size * p->scale;
    for (int y = 0; y < p->canvas.height; y++)
        for (int x = 0; x < p->canvas.width; x++) {
            int32_t column = (int32_t)(((float)x + 0.5f) / cell),
                    row = (int32_t)(((float)y + 0.5f) / cell);
            colour c = TERRAIN_COLOURS[sidle_world_cell(p->world, column, row)];
            canvas_set(&p->canvas, x, y, c);
        }
}

static void paint_trails(picture *p) {
    for (size_t k = 0; k < arrlenu(p->trails); k++) {
        size_t count = arrlenu(p->trails[k]);
        size_t from = p->tail && count > p->tail ? count - p->tail : 1;
        for (size_t n = from; n < count; n++) {
            float age = (float)n / (float)count;
            paint_line(p, p->trails[k][n - 1], p->trails[k][n], THIN, TRAIL, 0.12f + 0.4f * age);
        }
    }
}

static void paint_cross(picture *p, sidle_vec2 at) {
    float arm = fmaxf(0.2f, 3 / p->scale);
    for (float way = -1; way <= 1; way += 2)
        paint_line(p, (sidle_vec2){at.x - arm, at.y - way * arm},
                   (sidle_vec2){at.x + arm, at.y + way * arm}, THIN, GOAL, 0.8f);
}

static void paint_ring(picture *p, sidle_vec2 centre, float radius) {
    enum { SIDES = 96 };
    sidle_vec2 from = {centre.x + radius, centre.y};
    for (int k = 1; k <= SIDES; k++) {
        float angle = 6.2831853f * (float)k / SIDES;
        sidle_vec2 to = {centre.x + radius * cosf(angle), centre.y + radius * sinf(angle)};
        paint_line(p, from, to, THIN, GOAL, 0.4f);
        from = to;
    }
}

/* The units of a group share their area; its ring is painted once. */
static bool is_first_of_group(const scene *s, size_t unit) {
    return unit == 0 || s->units[unit].group != s->units[unit - 1].group;
}

static void paint_goals(picture *p) {
    const scene *s = p->scene;
    if (s->roam) return;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const scene_unit *u = &s->units[k];
        if (u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_FLEE ||
            u->order == SIDLE_ORDER_APPROACH_POINT)
            paint_cross(p, u->goal);
        for (size_t n = 0; n < arrlenu(u->patrol); n++) paint_cross(p, u->patrol[n]);
        if (u->order == SIDLE_ORDER_WANDER && is_first_of_group(s, k))
            paint_ring(p, u->goal, u->range);
    }
}

/* ---- what the library draws ---- */

/* A unit that was sent somewhere and rests has arrived. A unit that evades rests until danger
 * comes: it only stands. */
static bool has_arrived_at_rest(const scene_unit *u) {
    return !scene_unit_stands(u) && u->order != SIDLE_ORDER_EVADE;
}

static void draw_disc(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 centre,
                      float radius, uint32_t value) {
    picture *p = context;
    if (role == SIDLE_ROLE_PLACE && p->scale > DETAILED) paint_ring(p, centre, radius);
    if (role != SIDLE_ROLE_UNIT) return;
    float x = centre.x * p->scale, y = centre.y * p->scale, size = fmaxf(radius * p->scale, 1.5f);
    colour c = DECISION_COLOURS[value];
    /* The units of a scene were created in its order, and no others. */
    if (value == SIDLE_DECISION_IDLE && has_arrived_at_rest(&p->scene->units[unit.slot - 1]))
        c = ARRIVED;
    if (size > OUTLINED) canvas_disc(&p->canvas, x, y, size, INK);
    canvas_disc(&p->canvas, x, y, size > OUTLINED ? size - 1 : size, c);
}

static void draw_line(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 from,
                      sidle_vec2 to) {
    (void)unit;
    picture *p = context;
    if (role == SIDLE_ROLE_HEADING && p->scale > DETAILED) paint_line(p, from, to, 1.6f, INK, 0.9f);
    if (role == SIDLE_ROLE_BLOCKER && p->scale > DETAILED)
        paint_line(p, from, to, 1.5f, DECISION_COLOURS[SIDLE_DECISION_BLOCKED], 0.35f);
}

/* ---- the legend ---- */

static void paint_legend(picture *p) {
    static const char *const WORDS[] = {"STANDING", "FREE", "DETOUR",  "WAIT",
                                        "REPLAN",   "PUSH", "BLOCKED", "ARRIVED"};
    enum { WORD_COUNT = 8, SIZE = 2, LEFT = 8, HIGH = 22 };
    int wide = LEFT;
    for (int k = 0; k < WORD_COUNT; k++) wide += 26 + (int)strlen(WORDS[k]) * 4 * SIZE;
    if (wide > p->canvas.width || 3 * HIGH > p->canvas.height)
        return; /* a small picture has no room for it */
    for (int y = p->canvas.height - HIGH; y < p->canvas.height; y++)
        for (int x = 0; x < wide; x++) canvas_mix(&p->canvas, x, y, PAPER, 0.85f);
    int x = LEFT, y = p->canvas.height - HIGH / 2;
    for (int k = 0; k < WORD_COUNT; k++) {
        colour c = k < SIDLE_DECISION_COUNT ? DECISION_COLOURS[k] : ARRIVED;
        canvas_disc(&p->canvas, (float)x + 5, (float)y, 5, c);
        x = canvas_text(&p->canvas, x + 14, y - 5, SIZE, INK, WORDS[k]) + 12;
    }
}

/* ---- the picture ---- */

void picture_tail(picture *p, size_t points) {
    p->tail = points;
}

void picture_heat(picture *p, const heat *h) {
    p->heat = h;
}

const canvas *picture_paint(picture *p, const sidle_world *world) {
    const sidle_draw draw = {p, draw_disc, draw_line};
    size_t bytes = 3 * (size_t)p->canvas.width * (size_t)p->canvas.height;
    if (!p->canvas.pixels) p->canvas.pixels = checked_malloc(bytes);
    p->world = world;
    paint_cells(p);
    if (p->heat)
        heat_paint(p->heat, &p->canvas, p->scale);
    else
        paint_trails(p);
    paint_goals(p);
    if (!p->heat) sidle_world_draw(world, &draw);
    if (!p->heat) paint_legend(p);
    return &p->canvas;
}

bool picture_write(picture *p, const sidle_world *world, const char *file, complaints *to) {
    return png_write(picture_paint(p, world), file, to);
}
