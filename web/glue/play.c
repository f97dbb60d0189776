/* Plays a scene by the code of the command: the same reader, player and pathfinder, so that a run
 * here gives the bits of `sidle run`.
 *
 * There are two scenes. `start` is what a file would hold. A run has a copy of it, which live
 * orders, drops and values change. Before the first tick a change is one of the start itself, and
 * the run is made anew. */
#include "glue.h"

#include "files.h"

#include "input/config.h"
#include "input/fixture.h"
#include "input/parameters.h"
#include "metrics/outcome.h"
#include "scenes/catalogue.h"
#include "scenes/generate.h"
#include "simulation/past.h"
#include "simulation/simulation.h"
#include "support/checked_memory.h"

#if __has_include("insight/local_grid.h")
#include "insight/local_grid.h"
#define HAS_GRID 1
#else
#define HAS_GRID 0
#endif

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Most complaints that a call tells, bytes. */
enum { SAID = 4096 };

/* Bytes of the moments that are kept, in all. A choice: with two sides, as much again as the page
 * needs without them. */
enum { PAST_BYTES = 96 << 20 };

typedef struct play {
    scene start, now;
    sim *sim;
    past *past;
    sim_options options;
    sidle_world_def from;
    phase_clock clock;
    complaints to;
    bool begun; /* the run has made a tick */
    bool measured;
    uint8_t *decisions; /* stb_ds, by scene unit */
    uint8_t *arrived;   /* the same */
#if HAS_GRID
    int32_t watched; /* number of the unit whose grids are made, from 1; 0: none */
    bool of_look;    /* the grid is that of its last look */
    surroundings seen;
    local_grid grid;
#endif
} play;

static char said[SAID];

/* ---- complaints ---- */

static void listen(complaints *to) {
    memset(said, 0, sizeof said);
    to->count = 0;
    to->out = fmemopen(said, sizeof said - 1, "w");
}

/* True when there were none. */
static bool heard(complaints *to) {
    if (to->out) fclose(to->out);
    to->out = NULL;
    return to->count == 0;
}

/* What was wrong with the last call, a line each. */
EXPORT(play_said) const char *play_said(void) {
    return said;
}

static int32_t say(const char *words) {
    snprintf(said, sizeof said, "%s", words);
    return 0;
}

static int32_t say_result(sidle_result result) {
    return result ? say(sidle_result_text(result)) : 1;
}

/* ---- life ---- */

static bool begin(play *p) {
    past_forget(p->past, 0);
    sim_close(p->sim);
    scene_free(&p->now);
    p->now = scene_copy(&p->start);
    p->begun = false;
#if HAS_GRID
    p->of_look = false;
#endif
    listen(&p->to);
    p->sim = sim_open(&p->now, &p->options, &p->to);
    if (p->sim) sim_measure(p->sim);
    return heard(&p->to) && p->sim;
}

/* Begins anew after a refused change, and keeps what was said of it. Returns 0. */
static int32_t begin_refused(play *p) {
    char why[SAID];
    memcpy(why, said, sizeof why);
    begin(p);
    memcpy(said, why, sizeof why);
    return 0;
}

EXPORT(play_close) void play_close(play *p) {
    past_free(p->past);
    sim_close(p->sim);
    scene_free(&p->now);
    scene_free(&p->start);
    arrfree(p->decisions);
    arrfree(p->arrived);
#if HAS_GRID
    surroundings_free(&p->seen);
    local_grid_free(&p->grid);
#endif
    free(p);
}

static bool read_scene(play *p, const char *name, const char *text, uint32_t length,
                       uint32_t seed) {
    listen(&p->to);
    p->start = scene_make(name);
    if (*name == '@') {
        scene_generate(name, seed, &p->start, &p->to);
    } else {
        file_set(name, text, length);
        fixture_read(name, &p->start, &p->to);
    }
    return heard(&p->to);
}

static bool read_config(scene *into, const char *text, uint32_t length) {
    complaints to = {0};
    listen(&to);
    file_set("config", text, length);
    if (length) config_read("config", into, &to);
    return heard(&to);
}

/* The scene of a fixture's text, or a generated one by its name; config may be empty. hz: ticks per
 * second; 0: those of the scene. NULL: play_said tells why. */
EXPORT(play_open)
play *play_open(const char *name, const char *text, uint32_t length, const char *config,
                uint32_t config_length, uint32_t pathfinder, float hz, uint32_t seed) {
    play *p = checked_calloc(1, sizeof *p);
    p->past = past_make(PAST_BYTES);
    p->from = sidle_world_def_default();
    p->from.hooks = phase_hooks(&p->clock);
    p->options = (sim_options){.pathfinder = (sim_pathfinder)pathfinder,
                               .hz = hz,
                               .seed = seed,
                               .threads = 1,
                               .from = &p->from};
    p->measured = true;
    bool good =
        read_scene(p, name, text, length, seed) && read_config(&p->start, config, config_length);
    if (hz <= 0) p->options.hz = p->start.hz;
    if (good && begin(p)) return p;
    play_close(p);
    return NULL;
}

/* Back to the start. */
EXPORT(play_restart) int32_t play_restart(play *p) {
    return begin(p);
}

/* ---- the local grid ---- */

#if HAS_GRID
static sidle_unit_id watched_id(const play *p) {
    const scene_world *on = sim_units(p->sim);
    size_t number = (size_t)p->watched;
    return number && number <= arrlenu(on->ids) ? on->ids[number - 1] : (sidle_unit_id){0, 0};
}

/* From now on the grid of this unit is made whenever it looks; -1: of none. */
EXPORT(play_watch) void play_watch(play *p, int32_t unit) {
    if (p->watched != unit + 1) p->of_look = false;
    p->watched = unit + 1;
}

/* Row by row from the unit on, NULL when there is none: origin, direction, cell, rows, columns to
 * one side. The grid of the last look, or of the look that the unit would make now. */
EXPORT(play_grid) const uint8_t *play_grid(play *p, double *out) {
    const sidle_world *w = sim_world(p->sim);
    if (!p->of_look &&
        (!surroundings_take(&p->seen, w, watched_id(p)) || !local_grid_now(&p->grid, w, &p->seen)))
        return NULL;
    const local_grid *g = &p->grid;
    double numbers[] = {(double)g->why.origin.x,
                        (double)g->why.origin.y,
                        (double)g->why.direction.x,
                        (double)g->why.direction.y,
                        (double)g->cell,
                        g->rows,
                        g->columns};
    memcpy(out, numbers, sizeof numbers);
    return g->values;
}

/* A look reads the bodies as its tick began. */
static bool tick_watched(play *p) {
    if (!p->watched) return sim_tick(p->sim);
    bool seen = surroundings_take(&p->seen, sim_world(p->sim), watched_id(p));
    bool good = sim_tick(p->sim);
    if (seen && local_grid_make(&p->grid, sim_world(p->sim), &p->seen)) p->of_look = true;
    return good;
}
#else
static bool tick_watched(play *p) {
    return sim_tick(p->sim);
}
#endif

/* 1; 0: the run ends here, and play_said tells why. */
EXPORT(play_tick) int32_t play_tick(play *p) {
    p->begun = true;
    listen(&p->to);
    bool good = tick_watched(p);
    if (good && p->measured) sim_measure(p->sim);
    return heard(&p->to) && good;
}

/* Figures cost as much as a step or two; without them play_figures tells nothing true. */
EXPORT(play_measure) void play_measure(play *p, uint32_t measured) {
    p->measured = measured != 0;
}

/* ---- there and back ---- */

/* Before a tick: keeps the run as it is now, if this tick is one to be kept. */
EXPORT(play_keep) void play_keep(play *p) {
    past_keep(p->past, p->sim, &p->now);
}

/* The last tick up to that one which was kept; -1: none. */
EXPORT(play_kept) double play_kept(const play *p, double tick) {
    uint64_t found;
    return tick >= 0 && past_nearest(p->past, (uint64_t)tick, &found) ? (double)found : -1;
}

/* Back to a tick that was kept. */
EXPORT(play_back) int32_t play_back(play *p, double tick) {
    if (play_kept(p, tick) != tick) return say("that tick was not kept");
    past_go_back(p->past, p->sim, &p->now, (uint64_t)tick);
    p->begun = tick > 0;
#if HAS_GRID
    p->of_look = false;
#endif
    return 1;
}

/* Drops what was kept from that tick on: it is of another future. */
EXPORT(play_forget) void play_forget(play *p, double from) {
    past_forget(p->past, (uint64_t)from);
}

/* The start as it is, for play_begin. It is given back by start_free. */
EXPORT(play_start) scene *play_start(const play *p) {
    scene *start = checked_malloc(sizeof *start);
    *start = scene_copy(&p->start);
    return start;
}

EXPORT(start_free) void start_free(scene *start) {
    scene_free(start);
    free(start);
}

/* Begins anew with that start. */
EXPORT(play_begin) int32_t play_begin(play *p, const scene *start) {
    scene_free(&p->start);
    p->start = scene_copy(start);
    return begin(p);
}

/* ---- what changes ---- */

static void free_orders(scene_unit *u) {
    arrfree(u->via);
    arrfree(u->patrol);
}

static const scene_world *units_of(const play *p) {
    return sim_units(p->sim);
}

EXPORT(play_drop)
int32_t play_drop(play *p, float x, float y, uint32_t profile, uint32_t team, uint32_t group) {
    if (profile >= arrlenu(p->now.profiles)) return say("there is no such profile");
    if (!isfinite(x) || !isfinite(y)) return say("a place has two numbers");
    scene_unit u = {.position = {x, y}, .profile = profile, .team = team, .group = group};
    arrput(p->now.units, u);
    listen(&p->to);
    bool good = sim_units_added(p->sim);
    heard(&p->to);
    if (!p->begun) past_forget(p->past, 0);
    if (!p->begun && good) arrput(p->start.units, u);
    /* What was refused is no unit of a scene that has not begun. */
    if (!p->begun && !good) begin_refused(p);
    return good;
}

/* Drops the later orders of a unit that goes, and renumbers those of the units behind it. */
static void forget_unit(scene *s, uint32_t unit) {
    size_t kept = 0;
    for (size_t k = 0; k < arrlenu(s->later); k++) {
        scene_later l = s->later[k];
        if (l.unit == unit) continue;
        if (l.unit > unit) l.unit--;
        s->later[kept++] = l;
    }
    arrsetlen(s->later, kept);
}

EXPORT(play_remove) int32_t play_remove(play *p, uint32_t unit) {
    if (unit >= arrlenu(p->now.units)) return say("there is no such unit");
    if (p->begun) {
        sim_remove(p->sim, unit);
        return 1;
    }
    free_orders(&p->start.units[unit]);
    arrdel(p->start.units, unit);
    forget_unit(&p->start, unit);
    return begin(p);
}

static void set_order(scene_unit *u, sidle_order order, uint32_t troop, sidle_vec2 goal,
                      float range, uint32_t target_group, const sidle_vec2 *points,
                      uint32_t count) {
    free_orders(u);
    u->via = u->patrol = NULL;
    u->order = order;
    u->troop = troop;
    u->goal = goal;
    u->range = range;
    u->target_group = target_group;
    u->start = 0;
    for (uint32_t k = 0; k < count; k++)
        if (order == SIDLE_ORDER_PATROL)
            arrput(u->patrol, points[k]);
        else
            arrput(u->via, points[k]);
}

static void stop(play *p, const uint32_t *units, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        sidle_unit_stop((sidle_world *)(size_t)sim_world(p->sim), units_of(p)->ids[units[k]]);
}

static bool marches(sidle_order order, uint32_t points) {
    return (order == SIDLE_ORDER_GO && !points) || (order == SIDLE_ORDER_PATROL && points) ||
           order == SIDLE_ORDER_APPROACH || order == SIDLE_ORDER_APPROACH_POINT;
}

/* A place for each of the units that live, in their order; their number into *living. */
static sidle_result places_of(play *p, const uint32_t *units, uint32_t count,
                              const sidle_formation *f, sidle_vec2 goal, sidle_vec2 *places,
                              uint32_t *living) {
    sidle_groups *groups = NULL;
    sidle_unit_id *ids = NULL;
    for (uint32_t k = 0; k < count; k++)
        if (!units_of(p)->gone[units[k]]) arrput(ids, units_of(p)->ids[units[k]]);
    *living = (uint32_t)arrlenu(ids);
    sidle_result result = checked(sidle_groups_create(units_of(p)->world, &groups));
    if (!result) result = sidle_group_places(groups, ids, *living, goal, f, places);
    sidle_groups_destroy(groups);
    arrfree(ids);
    return result;
}

/* Is there a place for each of the units about each of the points? The order itself is given in the
 * next tick, when it is too late to refuse it. */
static sidle_result places_fit(play *p, const uint32_t *units, uint32_t count,
                               const sidle_formation *f, const sidle_vec2 *points,
                               uint32_t point_count) {
    uint32_t living;
    sidle_result result = SIDLE_OK;
    sidle_vec2 *places = checked_malloc(count * sizeof *places);
    for (uint32_t k = 0; k < point_count && !result; k++)
        result = places_of(p, units, count, f, points[k], places, &living);
    free(places);
    return result;
}

static const char NO_FORMATION[] = "there is no such formation";

/* Where an order in formation to the point would send each of the units that live: places, in their
 * order. Returns how many these are; 0, with words: none. Nothing is ordered. */
EXPORT(play_places)
uint32_t play_places(play *p, const uint32_t *units, uint32_t count, float x, float y,
                     const float *formation, sidle_vec2 *places) {
    sidle_formation f;
    uint32_t living = 0;
    for (uint32_t k = 0; k < count; k++)
        if (units[k] >= arrlenu(p->now.units)) return (uint32_t)say("there is no such unit");
    if (!formation_of_numbers(formation, &f)) return (uint32_t)say(NO_FORMATION);
    sidle_result result = places_of(p, units, count, &f, point(x, y), places, &living);
    return result ? (uint32_t)say(sidle_result_text(result)) : living;
}

/* A troop of the scene for the units. 0, with words: they cannot have the order in formation. */
static uint32_t add_troop(play *p, scene *into, const uint32_t *units, uint32_t count,
                          sidle_order order, sidle_vec2 goal, const sidle_vec2 *points,
                          uint32_t point_count, const float *numbers) {
    scene_troop troop;
    if (!marches(order, point_count)) {
        say("units in formation go without waypoints, patrol or approach");
        return 0;
    }
    if (!count || !formation_of_numbers(numbers, &troop.formation)) {
        say(NO_FORMATION);
        return 0;
    }
    /* What they approach may stand where they cannot: their own place does for the check. */
    if (order == SIDLE_ORDER_APPROACH) goal = units_of(p)->positions[units[0]];
    bool patrols = order == SIDLE_ORDER_PATROL;
    sidle_result result = places_fit(p, units, count, &troop.formation, patrols ? points : &goal,
                                     patrols ? point_count : 1);
    if (result) {
        say_result(result);
        return 0;
    }
    arrput(into->troops, troop);
    return (uint32_t)arrlenu(into->troops);
}

/* One order for many units: a sidle_order, its point and range, or the group that it is about. The
 * points are waypoints of `go`, or those of a patrol. formation: the units march in it, see
 * formation_of_numbers; NULL: each by itself. NONE: the units stop. */
EXPORT(play_order)
int32_t play_order(play *p, const uint32_t *units, uint32_t count, uint32_t order, float x, float y,
                   float range, uint32_t target_group, const sidle_vec2 *points,
                   uint32_t point_count, const float *formation) {
    for (uint32_t k = 0; k < count; k++)
        if (units[k] >= arrlenu(p->now.units)) return say("there is no such unit");
    if (order >= SIDLE_ORDER_COUNT || !isfinite(x) || !isfinite(y))
        return say("there is no such order");
    float width = (float)p->now.width * p->now.cell_size;
    float height = (float)p->now.height * p->now.cell_size;
    if (x < 0 || y < 0 || x > width || y > height) return say("the point is not on the map");
    scene *into = p->begun ? &p->now : &p->start;
    uint32_t troop = 0;
    if (formation) {
        troop = add_troop(p, into, units, count, (sidle_order)order, point(x, y), points,
                          point_count, formation);
        if (!troop) return 0;
    }
    for (uint32_t k = 0; k < count; k++)
        set_order(&into->units[units[k]], (sidle_order)order, troop, point(x, y), range,
                  target_group, points, point_count);
    if (!p->begun) return begin(p);
    if (troop) sim_troops_added(p->sim);
    if (order == SIDLE_ORDER_NONE) stop(p, units, count);
    sim_orders_changed(p->sim, units, count);
    return 1;
}

/* Cells become one class, each where no unit stands in its way; returns how many did. x,y pairs. */
EXPORT(play_paint)
uint32_t play_paint(play *p, const uint16_t *cells, uint32_t count, uint32_t terrain) {
    uint32_t painted = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t x = cells[2 * k], y = cells[2 * k + 1];
        if (x >= p->now.width || y >= p->now.height) continue;
        size_t at = (size_t)y * p->now.width + x;
        if (sim_set_cells(p->sim, x, y, 1, 1, (sidle_terrain)terrain)) continue;
        p->now.cells[at] = (uint8_t)terrain;
        if (!p->begun) p->start.cells[at] = (uint8_t)terrain;
        painted++;
    }
    if (painted && p->begun)
        sim_orders_changed(p->sim, NULL, 0); /* paths may be needed now */
    else if (painted)
        begin(p);
    return painted;
}

/* ---- the size of the map ---- */

static void move_onto(sidle_vec2 *point, sidle_vec2 size) {
    point->x = fminf(point->x, size.x);
    point->y = fminf(point->y, size.y);
}

/* Units beyond the new size go, and goals there move to its edge. */
static void cut_units(scene *s, sidle_vec2 size) {
    size_t kept = 0;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit u = s->units[k];
        float radius = s->profiles[u.profile].values.radius;
        if (u.position.x > size.x - radius || u.position.y > size.y - radius) {
            free_orders(&u);
            forget_unit(s, (uint32_t)kept);
            continue;
        }
        move_onto(&u.goal, size);
        for (size_t n = 0; n < arrlenu(u.via); n++) move_onto(&u.via[n], size);
        for (size_t n = 0; n < arrlenu(u.patrol); n++) move_onto(&u.patrol[n], size);
        s->units[kept++] = u;
    }
    arrsetlen(s->units, kept);
    for (size_t k = 0; k < arrlenu(s->later); k++) move_onto(&s->later[k].goal, size);
}

/* Changes during the run that do not fit the map any more go too. */
static void cut_edits(scene *s) {
    size_t kept = 0;
    for (size_t k = 0; k < arrlenu(s->edits); k++) {
        scene_edit e = s->edits[k];
        if (e.x + e.width <= s->width && e.y + e.height <= s->height) s->edits[kept++] = e;
    }
    arrsetlen(s->edits, kept);
}

/* Another size of the map before the first tick; what is new is ground. */
EXPORT(play_resize) int32_t play_resize(play *p, uint32_t width, uint32_t height) {
    if (p->begun) return say("the size can be changed before the first tick");
    if (!width || !height || width > SIDLE_MAX_CELLS || height > SIDLE_MAX_CELLS)
        return say("the size is 1 to 8192 cells each way");
    scene before = p->start, *s = &p->start;
    *s = scene_copy(&before);
    free(s->cells);
    s->cells = checked_calloc((size_t)width * height, 1);
    for (uint32_t y = 0; y < height && y < before.height; y++)
        memcpy(s->cells + (size_t)y * width, before.cells + (size_t)y * before.width,
               width < before.width ? width : before.width);
    s->width = width;
    s->height = height;
    cut_edits(s);
    cut_units(s, point((float)width * s->cell_size, (float)height * s->cell_size));
    if (begin(p)) {
        scene_free(&before);
        return 1;
    }
    scene_free(s);
    *s = before;
    return begin_refused(p);
}

/* A parameter by its name, as in a config. */
EXPORT(play_set)
int32_t play_set(play *p, uint32_t profile, const char *key, const char *value) {
    if (profile >= arrlenu(p->now.profiles)) return say("there is no such profile");
    scene_profile *of = &p->now.profiles[profile];
    scene_profile before = *of;
    listen(&p->to);
    place at = {.file = of->name};
    bool good = params_set(of, key, value, at, &p->to) && params_fit(of, at, &p->to);
    heard(&p->to);
    sidle_result result = good ? sim_profile_changed(p->sim, profile) : SIDLE_OK;
    if (!good || result) {
        *of = before;
        return good ? say_result(result) : 0;
    }
    if (p->begun) return 1;
    scene_profile_copy(&p->start.profiles[profile], of);
    return begin(p);
}

/* Returns its number; -1: the scene has as many as it can. */
EXPORT(play_profile_add) int32_t play_profile_add(play *p, const char *name) {
    int found = scene_profile_find(&p->now, name, strlen(name));
    if (found >= 0) return found;
    if (!p->begun) past_forget(p->past, 0);
    if (!p->begun) scene_profile_add(&p->start, name, strlen(name));
    return scene_profile_add(&p->now, name, strlen(name));
}

/* The profiles of a config, before the first tick. */
EXPORT(play_config) int32_t play_config(play *p, const char *text, uint32_t length) {
    scene tried = scene_copy(&p->start);
    if (!read_config(&tried, text, length)) {
        scene_free(&tried);
        return 0;
    }
    scene before = p->start;
    p->start = tried;
    if (begin(p)) {
        scene_free(&before);
        return 1;
    }
    scene_free(&p->start);
    p->start = before;
    return begin_refused(p);
}

/* ---- what is seen ---- */

EXPORT(play_world) const sidle_world *play_world(const play *p) {
    return sim_world(p->sim);
}

EXPORT(play_count) uint32_t play_count(const play *p) {
    return (uint32_t)arrlenu(p->now.units);
}

EXPORT(play_positions) const sidle_vec2 *play_positions(const play *p) {
    return units_of(p)->positions;
}

EXPORT(play_headings) const sidle_vec2 *play_headings(const play *p) {
    return units_of(p)->headings;
}

EXPORT(play_gone) const bool *play_gone(const play *p) {
    return units_of(p)->gone;
}

EXPORT(play_decisions) const uint8_t *play_decisions(play *p) {
    const scene_world *on = units_of(p);
    arrsetlen(p->decisions, arrlenu(on->ids));
    sidle_columns to = {.decisions = {p->decisions, 0}};
    sidle_units_read(on->world, on->ids, (uint32_t)arrlenu(on->ids), &to);
    return p->decisions;
}

/* By unit: 1 where it rests and its order is done. */
EXPORT(play_arrived) const uint8_t *play_arrived(play *p) {
    const scene_world *on = units_of(p);
    arrsetlen(p->arrived, arrlenu(on->ids));
    for (size_t k = 0; k < arrlenu(on->ids); k++) {
        sidle_unit_state state;
        bool there = !sidle_unit_get(on->world, on->ids[k], &state);
        p->arrived[k] = there && scene_unit_has_arrived(&p->now.units[k], &state);
    }
    return p->arrived;
}

EXPORT(play_unit_id) double play_unit_id(const play *p, uint32_t unit) {
    return number_of_id(units_of(p)->ids[unit]);
}

/* Which unit of the scene it is; -1 for the null id. */
EXPORT(play_unit_of) int32_t play_unit_of(const play *p, double id) {
    const scene_world *on = units_of(p);
    uint32_t slot = id_of_number(id).slot;
    return slot && slot < arrlenu(on->unit_of) ? (int32_t)on->unit_of[slot] : -1;
}

static const scene *scene_of(const play *p, uint32_t of_start) {
    return of_start ? &p->start : &p->now;
}

/* Of the scene: width, height, cell size, seconds, units, profiles, edits, straight, roam, hz,
 * congestion, later orders. */
EXPORT(play_scene) void play_scene(const play *p, uint32_t of_start, double *out) {
    const scene *s = scene_of(p, of_start);
    double numbers[] = {s->width,
                        s->height,
                        (double)s->cell_size,
                        (double)s->seconds,
                        (double)arrlenu(s->units),
                        (double)arrlenu(s->profiles),
                        (double)arrlenu(s->edits),
                        s->straight,
                        s->roam,
                        (double)s->hz,
                        s->congestion,
                        (double)arrlenu(s->later)};
    memcpy(out, numbers, sizeof numbers);
}

EXPORT(play_cells) const uint8_t *play_cells(const play *p, uint32_t of_start) {
    return scene_of(p, of_start)->cells;
}

EXPORT(play_cell) uint32_t play_cell(const play *p, int32_t x, int32_t y) {
    return sidle_world_cell(sim_world(p->sim), x, y);
}

/* The number in the world of a profile that units of the scene have. */
EXPORT(play_world_profile) uint32_t play_world_profile(const play *p, uint32_t profile) {
    return units_of(p)->profiles[profile].index;
}

EXPORT(play_profile_name) const char *play_profile_name(const play *p, uint32_t profile) {
    return p->now.profiles[profile].name;
}

EXPORT(play_profile)
const sidle_profile *play_profile(const play *p, uint32_t of_start, uint32_t profile) {
    return &scene_of(p, of_start)->profiles[profile].values;
}

/* What a fixture writes of the profile, as it was at the start; to be given back. */
EXPORT(play_profile_changes) char *play_profile_changes(const play *p, uint32_t profile) {
    return params_changes(&p->start, profile);
}

/* Of a unit: x, y, profile, team, group, order, start, dies, goal x and y, range, target group,
 * waypoints, points of the patrol, troop, unloads. */
EXPORT(play_scene_unit)
void play_scene_unit(const play *p, uint32_t of_start, uint32_t unit, double *out) {
    const scene_unit *u = &scene_of(p, of_start)->units[unit];
    double numbers[] = {(double)u->position.x,
                        (double)u->position.y,
                        u->profile,
                        u->team,
                        u->group,
                        u->order,
                        (double)u->start,
                        (double)u->dies,
                        (double)u->goal.x,
                        (double)u->goal.y,
                        (double)u->range,
                        u->target_group,
                        (double)arrlenu(u->via),
                        (double)arrlenu(u->patrol),
                        u->troop,
                        (double)u->unloads};
    memcpy(out, numbers, sizeof numbers);
}

/* Of a troop, by its number from 1: shape, columns, gap, heading x and y. */
EXPORT(play_troop)
void play_troop(const play *p, uint32_t of_start, uint32_t troop, double *out) {
    const sidle_formation *f = &scene_of(p, of_start)->troops[troop - 1].formation;
    double numbers[] = {f->shape, f->columns, (double)f->gap, (double)f->heading.x,
                        (double)f->heading.y};
    memcpy(out, numbers, sizeof numbers);
}

EXPORT(play_unit_points)
const sidle_vec2 *play_unit_points(const play *p, uint32_t of_start, uint32_t unit) {
    const scene_unit *u = &scene_of(p, of_start)->units[unit];
    return u->order == SIDLE_ORDER_PATROL ? u->patrol : u->via;
}

/* Time, x, y, width, height, class. */
EXPORT(play_edit) void play_edit(const play *p, uint32_t edit, double *out) {
    const scene_edit *e = &p->start.edits[edit];
    double numbers[] = {(double)e->time, e->x, e->y, e->width, e->height, e->terrain};
    memcpy(out, numbers, sizeof numbers);
}

/* An order that a unit gets after its first one: time, unit, order, goal x and y. */
EXPORT(play_later) void play_later(const play *p, uint32_t number, double *out) {
    const scene_later *l = &p->start.later[number];
    double numbers[] = {(double)l->time, l->unit, l->order, (double)l->goal.x, (double)l->goal.y};
    memcpy(out, numbers, sizeof numbers);
}

/* ---- figures ---- */

EXPORT(play_figures) void play_figures(play *p, double *out) {
    outcome o;
    sim_outcome(p->sim, &o);
    size_t count;
    const figure *rows = figures(&count);
    for (size_t k = 0; k < count; k++) out[k] = figure_value(&o, &rows[k]);
}

/* ms of each phase since it was asked last. */
EXPORT(play_phases) void play_phases(play *p, double *ms) {
    phase_take(&p->clock, ms);
}

/* ---- generated scenes ---- */

EXPORT(scene_line) const char *scene_line(uint32_t number) {
    size_t count;
    const char *const *lines = catalogue_lines(&count);
    return number < count ? lines[number] : NULL;
}
