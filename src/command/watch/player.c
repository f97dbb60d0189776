/* A run with its past: the values that were read, and when. */
#include "player.h"

#include "input/reload.h"
#include "simulation/past.h"
#include "support/checked_memory.h"
#include "terminal/output.h"

#include <stb_ds.h>
#include <stdlib.h>

/* Bytes of the moments that are kept, in all. A choice. */
enum { PAST_BYTES = 192 << 20 };

/* Ticks within which a unit that is not at rest has looked. */
enum { BETWEEN_LOOKS = 60 };

/* Values that the run got at a tick. */
typedef struct retuning {
    uint64_t tick;
    scene values;
} retuning;

struct player {
    const char *name;
    const load_options *load;
    const sim_options *play;
    scene scene;
    sim *sim;
    past *past;
    reload *files;
    retuning *retunings; /* stb_ds, by ascending tick */
    char *message;
    bool bad;
    bool over; /* a step failed, or the time is up */
    int64_t selected;
    surroundings about;
    local_grid grid;
    bool has_grid;
};

/* ---- messages ---- */

static void say(player *p, bool bad, char *text) {
    free(p->message);
    p->message = text;
    p->bad = bad;
}

const char *player_message(const player *p) {
    return p->message ? p->message : "";
}

bool player_message_is_bad(const player *p) {
    return p->bad;
}

/* ---- life ---- */

static void forget_past(player *p) {
    for (size_t k = 0; k < arrlenu(p->retunings); k++) scene_free(&p->retunings[k].values);
    arrsetlen(p->retunings, 0);
    past_forget(p->past, 0);
}

player *player_open(const char *name, const load_options *load, const sim_options *play,
                    complaints *to) {
    player *p = checked_calloc(1, sizeof *p);
    *p = (player){.name = name, .load = load, .play = play, .selected = NO_UNIT};
    bool good = load_scene(name, load, &p->scene, to);
    if (good) p->sim = sim_open(&p->scene, play, to);
    if (!p->sim) {
        if (good) scene_free(&p->scene);
        free(p);
        return NULL;
    }
    p->files = reload_make(name, load);
    p->past = past_make(PAST_BYTES);
    return p;
}

void player_free(player *p) {
    if (!p) return;
    sim_close(p->sim);
    forget_past(p);
    past_free(p->past);
    arrfree(p->retunings);
    reload_free(p->files);
    surroundings_free(&p->about);
    local_grid_free(&p->grid);
    scene_free(&p->scene);
    free(p->message);
    free(p);
}

/* ---- the selected unit ---- */

/* The grid that it would read now. */
static void show_grid_of_now(player *p) {
    p->has_grid = false;
    if (p->selected == NO_UNIT) return;
    if (surroundings_take(&p->about, sim_world(p->sim), player_id(p, (size_t)p->selected)))
        p->has_grid = local_grid_now(&p->grid, sim_world(p->sim), &p->about);
}

void player_select(player *p, int64_t unit) {
    p->selected = unit;
    show_grid_of_now(p);
}

int64_t player_selected(const player *p) {
    return p->selected;
}

const local_grid *player_grid(const player *p) {
    return p->has_grid ? &p->grid : NULL;
}

/* ---- time ---- */

static double limit_of(const player *p) {
    return p->play->seconds > 0 ? (double)p->play->seconds : (double)p->scene.seconds;
}

bool player_at_end(const player *p) {
    return p->over || player_time(p) >= limit_of(p);
}

/* A moment of the same tick is kept after this, so it has these values. */
static void give_values_of_past(player *p) {
    for (size_t k = 0; k < arrlenu(p->retunings); k++)
        if (p->retunings[k].tick == sim_ticks(p->sim))
            sim_retune(p->sim, &p->scene, &p->retunings[k].values, &(complaints){0});
}

/* look: keeps the grid of the selected unit. */
static bool tick(player *p, bool look) {
    if (player_at_end(p)) return false;
    const sidle_world *world = sim_world(p->sim);
    bool seen = look && p->selected != NO_UNIT &&
                surroundings_take(&p->about, world, player_id(p, (size_t)p->selected));
    past_keep(p->past, p->sim, &p->scene);
    p->over = !sim_tick(p->sim);
    if (!p->over) give_values_of_past(p);
    sidle_unit_state state;
    if (seen && local_grid_make(&p->grid, world, &p->about)) p->has_grid = true;
    if (p->selected != NO_UNIT && !player_unit(p, (size_t)p->selected, &state)) p->has_grid = false;
    return !p->over;
}

bool player_tick(player *p) {
    return tick(p, true);
}

/* Back to a moment from which the run comes to the wanted tick, with the last look of the selected
 * unit on the way. */
static void go_back(player *p, uint64_t wanted) {
    uint64_t from = wanted;
    if (p->selected != NO_UNIT) from -= wanted < BETWEEN_LOOKS ? wanted : BETWEEN_LOOKS;
    if (!past_nearest(p->past, from, &from)) return;
    past_go_back(p->past, p->sim, &p->scene, from);
    p->over = false;
    show_grid_of_now(p);
}

void player_seek(player *p, uint64_t wanted) {
    if (wanted < player_now(p)) go_back(p, wanted);
    while (player_now(p) < wanted && tick(p, wanted - player_now(p) <= BETWEEN_LOOKS)) continue;
}

void player_restart(player *p) {
    text_stream said;
    scene fresh;
    complaints to = {.out = text_begin(&said)};
    sim *anew = NULL;
    scene before = p->scene;
    reload_seen(p->files);
    bool good = load_scene(p->name, p->load, &fresh, &to);
    if (good) {
        p->scene = fresh;
        anew = sim_open(&p->scene, p->play, &to);
        if (!anew) p->scene = before, scene_free(&fresh);
    }
    char *errors = text_end(&said);
    say(p, !anew, anew ? checked_strdup("read again from the files\n") : errors);
    if (!anew) return;
    free(errors);
    sim_close(p->sim);
    scene_free(&before);
    p->sim = anew;
    p->over = false;
    forget_past(p);
    if (p->selected >= (int64_t)arrlenu(p->scene.units)) p->selected = NO_UNIT;
    show_grid_of_now(p);
}

/* ---- files that were saved ---- */

/* A tick gets one set of values: the last. What came later than now is another future. */
static void remember(player *p, scene *values) {
    uint64_t now = player_now(p);
    while (arrlenu(p->retunings) && p->retunings[arrlenu(p->retunings) - 1].tick >= now) {
        retuning gone = arrpop(p->retunings);
        scene_free(&gone.values);
    }
    retuning given = {now, *values};
    arrput(p->retunings, given);
    past_forget(p->past, now);
}

static void take_values(player *p, scene *fresh) {
    text_stream said;
    complaints to = {.out = text_begin(&said)};
    bool good = sim_retune(p->sim, &p->scene, fresh, &to);
    char text[160], *errors = text_end(&said);
    const char *map = reload_scene_saved(p->files) ? "; r runs the map as it is now" : "";
    snprintf(text, sizeof text, "new values from %.2f s on%s\n", player_time(p), map);
    say(p, !good, good ? checked_strdup(text) : errors);
    if (good)
        free(errors), remember(p, fresh);
    else
        scene_free(fresh);
}

bool player_poll(player *p) {
    char *errors;
    scene fresh;
    reload_result result = reload_poll(p->files, &fresh, &errors);
    if (result == RELOAD_BAD) say(p, true, errors);
    if (result == RELOAD_READ) take_values(p, &fresh);
    return result != RELOAD_NONE;
}

/* ---- reading ---- */

const scene *player_scene(const player *p) {
    return &p->scene;
}

const sidle_world *player_world(const player *p) {
    return sim_world(p->sim);
}

uint64_t player_now(const player *p) {
    return sim_ticks(p->sim);
}

double player_time(const player *p) {
    return (double)sim_ticks(p->sim) / (double)p->play->hz;
}

sidle_unit_id player_id(const player *p, size_t unit) {
    return sim_unit(p->sim, unit);
}

bool player_unit(const player *p, size_t unit, sidle_unit_state *state) {
    return !sidle_unit_get(sim_world(p->sim), sim_unit(p->sim, unit), state) && !state->stowed;
}

bool player_in_trouble(const player *p, size_t unit) {
    sidle_unit_state state;
    return player_unit(p, unit, &state) &&
           (state.stuck || state.decision == SIDLE_DECISION_REPLAN ||
            state.decision == SIDLE_DECISION_PUSH || state.decision == SIDLE_DECISION_BLOCKED);
}

uint32_t player_arrived(const player *p, uint32_t *movers) {
    uint32_t arrived = 0;
    *movers = 0;
    for (size_t k = 0; k < arrlenu(p->scene.units); k++) {
        sidle_unit_state state;
        if (p->scene.units[k].order != SIDLE_ORDER_GO || !player_unit(p, k, &state)) continue;
        ++*movers;
        arrived += state.arrived;
    }
    return arrived;
}
