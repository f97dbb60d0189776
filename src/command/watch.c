/* `sidle watch`: a scene in the terminal, to be stopped, stepped and changed while it runs. */
#include "commands.h"
#include "scene_arguments.h"
#include "support/clock.h"
#include "watch/screen.h"

#include <signal.h>
#include <stb_ds.h>
#include <string.h>

static const char USAGE[] =
    "usage: sidle watch FILE [OPTIONS]\n"
    "\n"
    "Shows a scene in the terminal while it runs. The configs and FILE are read again when they\n"
    "are saved: the units go on with the new values from the next tick. FILE is a fixture\n"
    "(.map), a Moving AI scenario (.scen) or a generated scene (@name). Keys:\n"
    "\n" SCREEN_KEYS;

typedef struct arguments {
    scene_arguments scene;
    bool paused;
    float pace, at;
} arguments;

static const char *read_arguments(int argc, char **argv, arguments *a, complaints *to) {
    int first;
    option_row rows[SCENE_ROWS + 3];
    const option_row own[] = {
        {"paused", NULL, "begins paused", OPTION_FLAG, &a->paused, 0, 0},
        {"pace", "N", "seconds of the run that pass in a second (1)", OPTION_NUMBER, &a->pace, 0.01,
         1000},
        {"at", "S", "begins at that time, s (0)", OPTION_NUMBER, &a->at, 0, 1e6},
    };
    scene_rows(&a->scene, rows);
    memcpy(rows + SCENE_ROWS, own, sizeof own);
    const option_table table = {"watch", USAGE, rows, sizeof rows / sizeof *rows, print_scenes};
    if (!options_read(&table, argc, argv, &first, to)) return NULL;
    scene_arguments_finish(&a->scene, to);
    return only_scene("sidle watch", argc, argv, first, to);
}

#ifdef HAVE_NCURSES

/* ---- keys ---- */

static bool is_on_map(const player *p, size_t unit) {
    sidle_unit_state state;
    return player_unit(p, unit, &state);
}

/* The next unit that is so; false when there is none. */
static bool select_beside(player *p, int64_t way, bool (*is_so)(const player *p, size_t unit)) {
    const scene *s = player_scene(p);
    int64_t count = (int64_t)arrlenu(s->units), unit = player_selected(p);
    if (unit == NO_UNIT && way < 0) unit = 0;
    for (int64_t k = 0; k < count; k++) {
        unit = (unit + way + count) % count;
        if (!is_so(p, (size_t)unit)) continue;
        player_select(p, unit);
        return true;
    }
    return false;
}

/* Where no unit is in trouble, the run goes on until one is. */
static void select_trouble(screen *s, player *p, screen_state *state) {
    static const double AHEAD = 60, PATIENCE = 2; /* s of the run, and of the user */
    double from = player_time(p), begin = seconds_now();
    bool found = select_beside(p, 1, player_in_trouble);
    while (!found && player_time(p) < from + AHEAD && seconds_now() < begin + PATIENCE &&
           player_tick(p))
        found = select_beside(p, 1, player_in_trouble);
    if (player_time(p) > from) state->paused = true;
    if (found)
        screen_follow(s);
    else
        snprintf(state->note, sizeof state->note, "no unit is in trouble from %.1f to %.1f s", from,
                 player_time(p));
}

static void seek_by(player *p, double seconds, double hz, screen_state *state) {
    double wanted = (double)player_now(p) + seconds * hz;
    player_seek(p, wanted > 0 ? (uint64_t)(wanted + 0.5) : 0);
    state->paused = true;
}

static void change_pace(screen_state *state, double factor) {
    double pace = state->pace * factor;
    if (pace >= 1.0 / 64 && pace <= 1024) state->pace = pace;
}

/* False: quit. */
static bool act(screen *s, player *p, screen_state *state, screen_key key, int64_t unit,
                double hz) {
    if (key != KEY_OF_NOTHING) *state->note = 0;
    switch (key) {
    case KEY_OF_QUIT: return false;
    case KEY_OF_PAUSE: state->paused = !state->paused; break;
    case KEY_OF_STEP: seek_by(p, 1 / hz, hz, state); break;
    case KEY_OF_STEP_BACK: seek_by(p, -1 / hz, hz, state); break;
    case KEY_OF_SECOND: seek_by(p, 1, hz, state); break;
    case KEY_OF_SECOND_BACK: seek_by(p, -1, hz, state); break;
    case KEY_OF_TEN: seek_by(p, 10, hz, state); break;
    case KEY_OF_TEN_BACK: seek_by(p, -10, hz, state); break;
    case KEY_OF_START: player_seek(p, 0); break;
    case KEY_OF_FASTER: change_pace(state, 2); break;
    case KEY_OF_SLOWER: change_pace(state, 0.5); break;
    case KEY_OF_NEXT: select_beside(p, 1, is_on_map); break;
    case KEY_OF_LAST: select_beside(p, -1, is_on_map); break;
    case KEY_OF_TROUBLE: select_trouble(s, p, state); break;
    case KEY_OF_RELOAD: player_restart(p); break;
    case KEY_OF_HELP: state->help = !state->help; break;
    case KEY_OF_POINT: player_select(p, unit); break;
    case KEY_OF_NOTHING: break;
    }
    return true;
}

/* ---- the loop ---- */

/* The ticks that are due; a machine that is too slow for the pace falls behind. */
static double run_on(player *p, double due) {
    double begin = seconds_now();
    for (; due >= 1; due--)
        if (!player_tick(p) || seconds_now() - begin > 0.05) return 0;
    return due;
}

static void watch(screen *s, player *p, screen_state *state, double hz) {
    enum { FRAME_MS = 33, PAUSED_MS = 200 };
    double due = 0, before = seconds_now();
    for (bool goes_on = true; goes_on && !screen_signal();) {
        player_poll(p);
        screen_draw(s, p, state);
        int64_t unit = NO_UNIT;
        screen_key key = screen_wait(s, p, state->paused ? PAUSED_MS : FRAME_MS, &unit);
        goes_on = act(s, p, state, key, unit, hz);
        double now = seconds_now();
        due = state->paused ? 0 : run_on(p, due + (now - before) * state->pace * hz);
        before = now;
    }
}

static int show(const char *name, const arguments *a, complaints *to) {
    player *p = player_open(name, &a->scene.load, &a->scene.play, to);
    if (!p) return status_of(to);
    screen *s = screen_open(to);
    screen_state state = {.paused = a->paused, .pace = (double)a->pace};
    if (a->at > 0) player_seek(p, (uint64_t)((double)a->at * (double)a->scene.play.hz + 0.5));
    if (s) watch(s, p, &state, (double)a->scene.play.hz);
    screen_close(s);
    player_free(p);
    int wanted = screen_signal();
    if (wanted) {
        signal(wanted, SIG_DFL);
        raise(wanted);
    }
    return status_of(to);
}

#else

static int show(const char *name, const arguments *a, complaints *to) {
    (void)name, (void)a;
    complain_of_machine(to, "sidle watch",
                        "this sidle was built without ncursesw (Debian: libncurses-dev); `sidle "
                        "run --png` makes pictures");
    return status_of(to);
}

#endif

int command_watch(int argc, char **argv) {
    complaints to = {.out = stderr};
    arguments a = {.scene = scene_arguments_default(), .pace = 1};
    const char *name = read_arguments(argc, argv, &a, &to);
    int status = name ? show(name, &a, &to) : status_of(&to);
    scene_arguments_free(&a.scene);
    return status;
}
