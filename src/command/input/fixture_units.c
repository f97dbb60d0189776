/* The units of a fixture, placed by the letters of the picture and by `unit` lines, and what can be
 * checked of the groups once all of them are known. */
#include "fixture_reader.h"

#include <math.h>
#include <stb_ds.h>

/* Is the point (cells) on the map? Not when one of its numbers is NaN. */
static bool inside(const scene *s, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= (float)s->width && p.y <= (float)s->height;
}

static void check_inside(const groups *g, int line, int column, const char *what,
                         sidle_vec2 cells) {
    if (inside(g->into, cells)) return;
    complain(g->from->to, g->from->file, line, column,
             "found %s at %g,%g, expected it inside %u x %u cells", what, (double)cells.x,
             (double)cells.y, g->into->width, g->into->height);
}

static sidle_vec2 scaled(sidle_vec2 cells, float size) {
    return (sidle_vec2){cells.x * size, cells.y * size};
}

static sidle_vec2 *scaled_points(const sidle_vec2 *cells, float size) {
    sidle_vec2 *points = NULL;
    for (size_t k = 0; k < arrlenu(cells); k++) arrput(points, scaled(cells[k], size));
    return points;
}

/* The troop of the group; 0: it has no formation. */
static uint32_t troop_of(groups *g, group *of) {
    if (!of->in_formation || of->troop) return of->troop;
    scene_troop t = {of->formation};
    t.formation.heading = of->facing;
    t.formation.gap *= g->into->cell_size;
    arrput(g->into->troops, t);
    of->troop = (uint32_t)arrlenu(g->into->troops);
    return of->troop;
}

static void place_unit(groups *g, uint32_t number, sidle_vec2 cells, float dies, int line,
                       int column) {
    group *of = &g->list[number - 1];
    /* What the order is about: that of the group with which it marches. */
    group *by = of->with ? &g->list[groups_number(g, of->with) - 1] : of;
    float size = g->into->cell_size;
    sidle_vec2 to = by->to;
    if (by->relative) {
        to = (sidle_vec2){to.x + cells.x, to.y + cells.y};
        check_inside(g, line, column, "a unit with its goal", to);
    }
    scene_unit u = {.position = scaled(cells, size),
                    .profile = of->profile,
                    .team = of->team,
                    .group = number,
                    .letter = of->letter,
                    .troop = troop_of(g, by),
                    .order = by->aim.order,
                    .start = by->start,
                    .dies = dies != 0 ? dies : of->dies,
                    .goal = scaled(to, size),
                    .range = by->range * size,
                    .via = scaled_points(by->via, size),
                    .patrol = scaled_points(by->patrol, size),
                    .target_group = groups_number(g, by->other),
                    .line = line,
                    .column = column};
    of->units++;
    arrput(g->into->units, u);
}

bool groups_place(groups *g, char letter, uint32_t x, uint32_t y) {
    uint32_t number = groups_number(g, letter);
    sidle_vec2 middle = {(float)x + 0.5f, (float)y + 0.5f};
    if (number) place_unit(g, number, middle, 0, g->from->number, (int)x + 1);
    return number != 0;
}

static void place_extras(groups *g) {
    for (size_t k = 0; k < arrlenu(g->extras); k++) {
        const extra_unit *e = &g->extras[k];
        check_inside(g, e->line, e->column, "a unit", e->cells);
        if (!inside(g->into, e->cells)) continue;
        place_unit(g, groups_number(g, e->letter), e->cells, e->dies, e->line, e->column);
        scene_unit *u = &arrlast(g->into->units);
        u->unloads = e->unloads;
        u->start = fmaxf(u->start, e->unloads);
        if (!e->has_goal) continue;
        check_inside(g, e->line, e->goal_column, "a goal", e->goal);
        u->goal = scaled(e->goal, g->into->cell_size);
    }
}

/* ---- what only the whole file can tell ---- */

static void check_others(const groups *g, const group *of) {
    uint32_t number = groups_number(g, of->other);
    if (number && g->list[number - 1].units) return;
    complain(g->from->to, g->from->file, of->line, of->aim.column, "found '%c', expected %s",
             of->other, number ? "a group that has a unit" : "the letter of a group");
}

static void check_formation(const groups *g, const group *of) {
    bool fits = (of->aim.order == SIDLE_ORDER_GO && !of->relative && !arrlenu(of->via)) ||
                of->aim.order == SIDLE_ORDER_PATROL || of->aim.order == SIDLE_ORDER_APPROACH ||
                of->aim.order == SIDLE_ORDER_APPROACH_POINT;
    if (fits) return;
    complain(g->from->to, g->from->file, of->line, of->formation_column,
             "found a formation, expected goal=, patrol= or approach= beside it, and no via=");
}

static void check_group(const groups *g, const group *of) {
    int line = of->line;
    if (of->aim.order == SIDLE_ORDER_GO && !of->relative)
        check_inside(g, line, of->aim.column, "a goal", of->to);
    if (of->aim.order == SIDLE_ORDER_FLEE)
        check_inside(g, line, of->aim.column, "a danger", of->to);
    if (of->aim.order == SIDLE_ORDER_APPROACH_POINT)
        check_inside(g, line, of->aim.column, "a point", of->to);
    if (of->aim.order == SIDLE_ORDER_WANDER)
        check_inside(g, line, of->aim.column, "an area", of->to);
    for (size_t k = 0; k < arrlenu(of->via); k++)
        check_inside(g, line, of->via_column, "a waypoint", of->via[k]);
    for (size_t k = 0; k < arrlenu(of->patrol); k++)
        check_inside(g, line, of->aim.column, "a point of a patrol", of->patrol[k]);
    if (arrlenu(of->via) && of->aim.order != SIDLE_ORDER_GO)
        complain(g->from->to, g->from->file, line, of->via_column,
                 "found waypoints, expected goal= or move= beside them");
    if (of->in_formation)
        check_formation(g, of);
    else if (of->facing_column)
        complain(g->from->to, g->from->file, line, of->facing_column,
                 "found a direction, expected formation= beside it");
    if (of->with && of->start > 0)
        complain(g->from->to, g->from->file, line, of->aim.column,
                 "found a start, expected it beside the formation");
    if (of->other) check_others(g, of);
}

void groups_finish(groups *g) {
    place_extras(g);
    for (size_t k = 0; k < arrlenu(g->list); k++) check_group(g, &g->list[k]);
}
