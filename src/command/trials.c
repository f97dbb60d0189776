/* Loads on one thread, as readers share memory; plays on several. */
#include "trials.h"

#include "simulation/scene_world.h"
#include "support/random.h"
#include "terminal/text.h"

#include <inttypes.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* u: as far as a seed moves the starts of generated scenes, see scenes/generator.c. */
static const float JITTER = 0.02f;

/* u, across and down, of the first shift: no simple parts of a cell. A choice. */
static const float SHIFT_X = 0.11f, SHIFT_Y = 0.07f;

/* A start where the unit does not fit stays where it is. */
static void move_start(const scene_world *on, scene *s, size_t unit, sidle_vec2 by) {
    sidle_vec2 *at = &s->units[unit].position;
    sidle_vec2 moved = {at->x + by.x, at->y + by.y};
    if (sidle_world_fits(on->world, scene_world_profile(on, unit), moved)) *at = moved;
}

static void disturb(scene *s, uint32_t seed, uint32_t shift, bool jitter) {
    scene_world on;
    uint64_t random = seed;
    if (scene_world_build_map(&on, s, NULL, &(complaints){0}))
        for (size_t k = 0; k < arrlenu(s->units); k++) {
            sidle_vec2 by = {SHIFT_X * (float)shift, SHIFT_Y * (float)shift};
            move_start(&on, s, k, by);
            by.x = JITTER * (2 * random_share(&random) - 1);
            by.y = JITTER * (2 * random_share(&random) - 1);
            if (jitter) move_start(&on, s, k, by);
        }
    scene_world_free(&on);
}

bool trials_add(trial **list, const char *name, const trial_options *o, complaints *to) {
    for (uint32_t k = 0; k < o->seeds * o->shifts; k++) {
        trial t = {.play = o->play};
        load_options load = o->load;
        load.hz = &t.play.hz;
        load.seed = o->load.seed + 1 + k % o->seeds;
        t.play.seed = load.seed;
        if (!load_scene(name, &load, &t.played, to)) return false;
        disturb(&t.played, load.seed, k / o->seeds, *name != '@');
        if (!sim_check(&t.played, to)) {
            scene_free(&t.played);
            return false;
        }
        arrput(*list, t);
    }
    return true;
}

/* ---- what decides them ---- */

static json_t *hash_json(uint64_t hash) {
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    return json_string(text);
}

/* A name, and what stands in that file; a generated scene has none. NULL: the name is not UTF-8. */
static json_t *file_json(const char *name) {
    size_t size;
    char *bytes = bytes_of(name, &size, &(complaints){0});
    uint64_t hash = bytes ? stbds_hash_bytes(bytes, size, 0) : 0;
    free(bytes);
    return json_pack("[s,o]", name, hash_json(hash));
}

/* The hash of the world when the first units have moved: builds that play the scene differently
 * differ in it, and so do worlds that start differently. */
static uint64_t hash_after_a_start(const trial *first) {
    enum { TICKS = 60 };
    sim *s = sim_open(&first->played, &first->play, &(complaints){0});
    for (int k = 0; s && k < TICKS; k++)
        if (!sim_tick(s)) break;
    uint64_t hash = s ? sidle_world_hash(sim_world(s)) : 0;
    if (s) sim_close(s);
    return hash;
}

json_t *trials_question(const char *name, const trial_options *o, const trial *first,
                        complaints *to) {
    json_t *files = json_array(), *sets = json_array();
    int bad = json_array_append_new(files, file_json(name));
    if (o->load.map) bad |= json_array_append_new(files, file_json(o->load.map));
    for (size_t k = 0; k < arrlenu(o->load.configs); k++)
        bad |= json_array_append_new(files, file_json(o->load.configs[k]));
    for (size_t k = 0; k < arrlenu(o->load.sets); k++)
        bad |= json_array_append_new(sets, json_string(o->load.sets[k]));
    if (bad)
        complain(to, name, 0, 0,
                 "found a name of a file or a --set that is not UTF-8, expected UTF-8: --state "
                 "keeps them in JSON");
    return json_pack("{s:s,s:o,s:o,s:o,s:i,s:i,s:i,s:i,s:i,s:b,s:f,s:f,s:f,s:i}", "version",
                     SIDLE_VERSION, "files", files, "sets", sets, "world",
                     hash_json(hash_after_a_start(first)), "units", (int)o->load.units, "seed",
                     (int)o->load.seed, "seeds", (int)o->seeds, "shifts", (int)o->shifts,
                     "pathfinder", (int)o->play.pathfinder, "congestion", (int)o->play.congestion,
                     "hz", (double)first->play.hz, "seconds", (double)o->play.seconds,
                     "cut_corners", (double)o->play.cut_corners, "habit", (int)o->play.habit);
}

/* ---- the runs ---- */

static bool goes_on(void *context, sim *s) {
    (void)context;
    (void)s;
    return !progress_stopped();
}

/* Several threads complain into the same stream, each by itself. */
static void play_one(void *work, uint32_t part) {
    trial *t = (trial *)work + part;
    if (t->known) return;
    complaints to = {.out = stderr};
    sim_options play = t->play;
    play.between = goes_on;
    memset(&t->result, 0, sizeof t->result);
    t->good = !progress_stopped() && sim_run(&t->played, &play, NULL, NULL, &t->result, &to) &&
              !progress_stopped();
    if (t->good) progress_step(t->far);
}

bool trials_play(trial *list, pool *p, progress *far, complaints *to) {
    uint32_t count = (uint32_t)arrlenu(list);
    for (uint32_t k = 0; k < count; k++) list[k].far = far;
    pool_run(p, play_one, list, count);
    for (uint32_t k = 0; k < count; k++)
        if (!list[k].good) {
            to->count += !progress_stopped(); /* told already */
            return false;
        }
    return true;
}

void trials_free(trial *list) {
    for (size_t k = 0; k < arrlenu(list); k++) scene_free(&list[k].played);
    arrfree(list);
}

bool trial_resolved(const trial *t) {
    return t->result.movers == 0 || t->result.arrived >= 1;
}
