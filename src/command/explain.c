/* `sidle explain`: why a unit does what it does at some time of a run, as text and as a picture. */
#include "commands.h"
#include "insight/local_grid.h"
#include "pictures/look_picture.h"
#include "scene_arguments.h"
#include "terminal/output.h"
#include "watch/grid_panel.h"

#include <math.h>
#include <stb_ds.h>
#include <string.h>

static const char USAGE[] =
    "usage: sidle explain FILE --unit N --at S [OPTIONS]\n"
    "\n"
    "Runs a scene up to the time S, and says why the unit N does what it does then: in words,\n"
    "with what its last look read, and with --png as a picture: the grid with its values, the\n"
    "three traces, the point that it hit (orange), and the point that the unit chose. Units\n"
    "count from 1.\n";

typedef struct arguments {
    scene_arguments scene;
    uint32_t unit, size;
    float at;
    const char *png;
} arguments;

static const char *read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    option_row rows[SCENE_ROWS + 4];
    const option_row own[] = {
        {"unit", "N", "which unit, from 1 on: as `sidle watch` names them (1)", OPTION_WHOLE,
         &a->unit, 1, SIDLE_MAX_UNITS},
        {"at", "S", "at which time, s (0)", OPTION_NUMBER, &a->at, 0, 1e6},
        {"png", "FILE", "picture of its last look", OPTION_TEXT, &a->png, 0, 0},
        {"size", "N", "pixels of the picture's side, 64 to 8192 (1000)", OPTION_WHOLE, &a->size, 64,
         8192},
    };
    scene_rows(&a->scene, rows);
    memcpy(rows + SCENE_ROWS, own, sizeof own);
    const option_table table = {"explain", USAGE, rows, sizeof rows / sizeof *rows, print_scenes};
    if (!options_read(&table, argc, argv, &first, to)) return NULL;
    scene_arguments_finish(&a->scene, to);
    const char *name = only_scene("sidle explain", argc, argv, first, to);
    if (name && a->png && !output_allowed(a->png, to)) return NULL;
    return name;
}

/* ---- words ---- */

static void say_value(const char *what, uint32_t value, const char *where) {
    if (value >= SIDLE_VALUE_STATIC)
        printf("%s terrain%s", what, where);
    else
        printf("%s %.2f%s", what, (double)value / SIDLE_VALUE_UNIT, where);
}

static void say_look(const sidle_why *w, double hz) {
    char where[64];
    printf("  its look    at %.2f s, from %.1f,%.1f, %.1f u ahead\n", (double)w->tick / hz,
           (double)w->origin.x, (double)w->origin.y, (double)w->reach);
    if (w->hit <= 0) {
        printf("  ahead       nothing in the way\n");
        return;
    }
    snprintf(where, sizeof where, ", %.1f u ahead", (double)w->hit);
    say_value("  ahead       hits", w->hit_value, where);
    if (w->blocker.slot) printf(", of unit %u", w->blocker.slot);
    say_value("\n  sides       ahead", w->value_ahead, "");
    snprintf(where, sizeof where, " at %.1f u", (double)-w->offset_left);
    say_value(", left", w->value_left, where);
    snprintf(where, sizeof where, " at %.1f u", (double)w->offset_right);
    say_value(", right", w->value_right, where);
    printf("\n  chosen      %.1f,%.1f\n", (double)w->target.x, (double)w->target.y);
}

static void say_grid(const local_grid *g) {
    enum { WIDE = 76, HIGH = 24 };
    glyph glyphs[WIDE * HIGH];
    int rows = grid_panel_draw(g, WIDE, HIGH, glyphs);
    puts("\n  its grid: ^ the unit, | the trace ahead, X what it hit, - the side traces, O the "
         "point\n"
         "  chosen, .:-=+*%@ how much is in the way, # terrain\n");
    for (int y = 0; y < rows; y++) {
        char line[WIDE + 1];
        int length = 0;
        for (int x = 0; x < WIDE; x++) {
            line[x] = glyphs[y * WIDE + x].letter;
            if (line[x] != ' ') length = x + 1;
        }
        printf("  %.*s\n", length, line);
    }
}

static void say_unit(const scene *played, const sidle_world *world, const arguments *a,
                     const sidle_unit_state *u, const char *why) {
    const scene_unit *from = &played->units[a->unit - 1];
    double hz = (double)a->scene.play.hz, time = (double)sidle_world_tick(world) / hz;
    printf("%s, unit %u of group %c, profile %s, at %.2f s: %s\n", played->name, a->unit,
           unit_letter(from), played->profiles[from->profile].name, time, why);
    printf("  position    %.1f,%.1f, at %.2f u/s, its next point %.1f,%.1f\n",
           (double)u->position.x, (double)u->position.y,
           (double)hypotf(u->velocity.x, u->velocity.y), (double)u->waypoint.x,
           (double)u->waypoint.y);
    if (u->under_way)
        printf("  its place   %.1f,%.1f%s\n", (double)u->place.x, (double)u->place.y,
               u->has_place ? "" : ", if that is free");
}

/* ---- the run ---- */

static void tell(const scene *played, sim *s, const last_look *l, const arguments *a,
                 complaints *to) {
    char why[1024];
    sidle_unit_state state;
    sidle_why look;
    sidle_unit_id id = sim_unit(s, a->unit - 1);
    if (sidle_unit_get(sim_world(s), id, &state)) {
        complain(to, played->name, 0, 0, "found no unit %u at %.2f s: it is no more", a->unit,
                 (double)a->at);
        return;
    }
    sidle_why_text(sim_world(s), id, why, sizeof why);
    say_unit(played, sim_world(s), a, &state, why);
    bool known = l->known && !sidle_unit_why(sim_world(s), id, &look);
    if (known) say_look(&look, (double)a->scene.play.hz);
    if (known) say_grid(&l->grid);
    if (a->png) look_picture_write(l, sim_world(s), why, a->size, a->png, to);
}

static bool run_to(sim *s, const arguments *a, last_look *l) {
    uint64_t last = (uint64_t)((double)a->at * (double)a->scene.play.hz + 0.5);
    sidle_unit_id id = sim_unit(s, a->unit - 1);
    last_look_before(l, sim_world(s), id);
    while (sim_ticks(s) < last) {
        last_look_before(l, sim_world(s), id);
        if (!sim_tick(s)) return false;
        last_look_after(l, sim_world(s));
    }
    return true;
}

static int explain(const char *name, const arguments *a, complaints *to) {
    scene played;
    last_look look = {0};
    if (!load_scene(name, &a->scene.load, &played, to)) return status_of(to);
    size_t units = arrlenu(played.units);
    if (a->unit > units)
        complain(to, "--unit", 0, 0, "found %u, expected 1 to %zu: the scene has so many", a->unit,
                 units);
    sim *s = to->count ? NULL : sim_open(&played, &a->scene.play, to);
    if (s && run_to(s, a, &look)) tell(&played, s, &look, a, to);
    last_look_free(&look);
    sim_close(s);
    scene_free(&played);
    return status_of(to);
}

int command_explain(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(), .unit = 1, .size = 1000};
    const char *name = read_arguments(argc, argv, &a, &to);
    int status = name ? explain(name, &a, &to) : status_of(&to);
    scene_arguments_free(&a.scene);
    return status;
}
