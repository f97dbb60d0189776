/* The picture is painted from back to front: cells, trails, goals, then what the library draws of
 * its units, then below the map the legend of the colours. */
#include "picture.h"

#include "canvas.h"
#include "colours.h"
#include "png_file.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

/* Points of one trail at most and at least, and of all trails together: 16 MB. A choice. */
enum { TRAIL_POINTS = 400, TRAIL_LEAST = 8, TRAIL_TOTAL = 2000000 };

/* Pixels: the width of thin lines, and the size of a unit below which it gets no outline. */
static const float THIN = 1.2f, OUTLINED = 5;

/* Pixels per u above which headings and blockers are drawn: below, they would hide the units. */
static const float DETAILED = 5;

struct picture {
    const scene *scene;
    float scale;       /* pixels per u */
    sidle_vec2 corner; /* u, of the upper left pixel */
    int map_height;    /* pixels; the legend stands below */
    canvas canvas;
    canvas map;           /* its upper part */
    uint32_t teams;       /* bits: colours of teams in the scene */
    sidle_vec2 **trails;  /* stb_ds by unit, of stb_ds points */
    bool *gone;           /* stb_ds by unit: it was destroyed */
    size_t stride, ticks; /* a trail gets a point every stride ticks */
    size_t room;          /* points that a trail holds at most */
    size_t tail;          /* points of a trail that are painted, the latest; 0: all */
    size_t marked;        /* a unit of the scene, from 1 on; 0: none */
    const heat *heat;     /* NULL, or what is painted in place of the trails */
    const sidle_world *world;
};

/* ---- life ---- */

static int legend_height(picture *p);

picture *picture_make(const scene *s, uint32_t size, const picture_crop *crop) {
    picture *p = checked_calloc(1, sizeof *p);
    picture_crop whole = {0, 0, (float)s->width, (float)s->height};
    if (!crop) crop = &whole;
    float wide = crop->width * s->cell_size, high = crop->height * s->cell_size;
    p->scene = s;
    p->scale = (float)size / fmaxf(wide, high);
    p->corner = (sidle_vec2){crop->x * s->cell_size, crop->y * s->cell_size};
    p->canvas.width = (int)fmaxf(wide * p->scale + 0.01f, 1);
    p->map_height = (int)fmaxf(high * p->scale + 0.01f, 1);
    for (size_t k = 0; k < arrlenu(s->units); k++)
        p->teams |= 1u << s->units[k].team % TEAM_COLOUR_COUNT;
    p->canvas.height = p->map_height + legend_height(p);
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

static sidle_vec2 pixel_of(const picture *p, sidle_vec2 at) {
    return (sidle_vec2){(at.x - p->corner.x) * p->scale, (at.y - p->corner.y) * p->scale};
}

/* In u. */
static void paint_line(picture *p, sidle_vec2 from, sidle_vec2 to, float width, colour paint,
                       float opacity) {
    canvas_line(&p->map, pixel_of(p, from), pixel_of(p, to), width, paint, opacity);
}

static void paint_cells(picture *p) {
    for (int y = 0; y < p->map.height; y++)
        for (int x = 0; x < p->map.width; x++) {
            float across = p->corner.x + ((float)x + 0.5f) / p->scale;
            float down = p->corner.y + ((float)y + 0.5f) / p->scale;
            int32_t column = (int32_t)(across / p->scene->cell_size);
            int32_t row = (int32_t)(down / p->scene->cell_size);
            canvas_set(&p->map, x, y, TERRAIN_COLOURS[sidle_world_cell(p->world, column, row)]);
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
    canvas_ring(&p->map, pixel_of(p, centre), radius * p->scale, THIN, GOAL, 0.4f);
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

static bool has_teams(const picture *p) {
    return (p->teams & (p->teams - 1)) != 0;
}

/* The ring is in the colour of the team; in a scene of one team it is dark. */
static void paint_unit(picture *p, sidle_vec2 at, float size, uint32_t team, colour decision) {
    float ring = fmaxf(1, 0.16f * size);
    if (size > OUTLINED && has_teams(p)) {
        canvas_disc(&p->map, at.x, at.y, size, TEAM_COLOURS[team % TEAM_COLOUR_COUNT]);
        size -= ring;
    }
    if (size > OUTLINED) canvas_disc(&p->map, at.x, at.y, size, INK);
    canvas_disc(&p->map, at.x, at.y, size > OUTLINED ? size - 1 : size, decision);
}

static void paint_mark(picture *p, sidle_vec2 at, float radius) {
    float ring = fmaxf(2 * radius, 12 / p->scale);
    for (int k = 0; k < 3; k++) paint_ring(p, at, ring + (float)k / p->scale);
}

static void draw_disc(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 centre,
                      float radius, uint32_t value) {
    picture *p = context;
    sidle_unit_state state;
    if (role == SIDLE_ROLE_PLACE && p->scale > DETAILED) paint_ring(p, centre, radius);
    if (role != SIDLE_ROLE_UNIT || sidle_unit_get(p->world, unit, &state)) return;
    /* The units of a scene were created in its order, and no others. */
    bool arrived = scene_unit_has_arrived(&p->scene->units[unit.slot - 1], &state);
    paint_unit(p, pixel_of(p, centre), fmaxf(radius * p->scale, 1.5f), state.team,
               arrived ? ARRIVED : DECISION_COLOURS[value]);
    if (unit.slot == p->marked) paint_mark(p, centre, radius);
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

/* Pixels of its letters: they grow with the picture. */
static float letters_of(const picture *p) {
    return fminf(fmaxf((float)p->canvas.width / 70, 11), 26);
}

/* One sign with its word, in the next line where it does not fit into this one. */
static void legend_item(picture *p, sidle_vec2 *at, bool painted, colour fill, const colour *ring,
                        const char *word) {
    float size = letters_of(p), radius = 0.42f * size;
    float wide = 1.2f * size + canvas_text(NULL, 0, 0, size, INK, word);
    if (at->x > size && at->x + wide > (float)p->canvas.width)
        *at = (sidle_vec2){0.6f * size, at->y + 1.5f * size};
    if (painted) {
        sidle_vec2 sign = {at->x + radius, at->y - 0.36f * size};
        if (ring) canvas_disc(&p->canvas, sign.x, sign.y, radius, *ring);
        canvas_disc(&p->canvas, sign.x, sign.y, ring ? 0.6f * radius : radius, fill);
        canvas_text(&p->canvas, at->x + 1.1f * size, at->y, size, INK, word);
    }
    at->x += wide + 0.9f * size;
}

/* Walks over the legend; the y at which it ends. */
static float lay_legend(picture *p, bool painted) {
    float size = letters_of(p);
    sidle_vec2 at = {0.6f * size, (float)p->map_height + 1.4f * size};
    for (int k = 0; k < SIDLE_DECISION_COUNT; k++)
        legend_item(p, &at, painted, DECISION_COLOURS[k], NULL, DECISION_WORDS[k]);
    legend_item(p, &at, painted, ARRIVED, NULL, "has arrived");
    for (uint32_t k = 0; has_teams(p) && k < TEAM_COLOUR_COUNT; k++) {
        char word[32];
        if (!(p->teams >> k & 1u)) continue;
        snprintf(word, sizeof word, "team %u", k);
        legend_item(p, &at, painted, PAPER, &TEAM_COLOURS[k], word);
    }
    return at.y + 0.7f * size;
}

/* A strip of the colours, and their words. */
static void paint_heat_legend(picture *p) {
    char words[128];
    float size = letters_of(p), foot = (float)p->map_height + 1.4f * size;
    int left = (int)(0.6f * size), wide = (int)(6 * size), high = (int)(0.8f * size);
    for (int k = 0; k < wide; k++)
        canvas_fill(&p->canvas, left + k, (int)foot - high, 1, high,
                    heat_colour((float)k / (float)wide));
    heat_words(p->heat, words, sizeof words);
    canvas_text(&p->canvas, (float)(left + wide) + 0.6f * size, foot, size, INK, words);
}

/* Pixels; 0 where there is no font for its words. */
static int legend_height(picture *p) {
    if (canvas_text(NULL, 0, 0, 12, INK, "x") <= 0) return 0;
    return (int)(lay_legend(p, false) - (float)p->map_height);
}

static void paint_legend(picture *p) {
    if (p->canvas.height == p->map_height) return;
    canvas_fill(&p->canvas, 0, p->map_height, p->canvas.width, p->canvas.height - p->map_height,
                PAPER);
    if (p->heat)
        paint_heat_legend(p);
    else
        lay_legend(p, true);
}

/* ---- the picture ---- */

void picture_tail(picture *p, size_t points) {
    p->tail = points;
}

void picture_mark(picture *p, size_t unit) {
    p->marked = unit;
}

void picture_heat(picture *p, const heat *h) {
    p->heat = h;
}

const canvas *picture_paint(picture *p, const sidle_world *world) {
    const sidle_draw draw = {p, draw_disc, draw_line};
    size_t bytes = 3 * (size_t)p->canvas.width * (size_t)p->canvas.height;
    if (!p->canvas.pixels) p->canvas.pixels = checked_malloc(bytes);
    p->world = world;
    p->map = (canvas){p->canvas.width, p->map_height, p->canvas.pixels};
    paint_cells(p);
    if (p->heat)
        heat_paint(p->heat, &p->map, p->scale, p->corner);
    else
        paint_trails(p);
    paint_goals(p);
    if (!p->heat) sidle_world_draw(world, &draw);
    paint_legend(p);
    return &p->canvas;
}

bool picture_write(picture *p, const sidle_world *world, const char *file, complaints *to) {
    return png_write(picture_paint(p, world), file, to);
}
