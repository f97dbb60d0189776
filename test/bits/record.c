/* Writes the tape of all fixtures and of a generated scene of each kind, and prints how they fare.
 *
 *   bits_record TAPE [short]     short: the first TAPE_SHORT ticks of each
 *
 * The linker leads each call below here first (--wrap), so the command plays its scenes as ever. A
 * call that is missing here is not on the tape: then the tape fares differently on this very
 * machine.
 */
#include "../support/crowd.h"
#include "input/load.h"
#include "simulation/simulation.h"
#include "tape.h"
#include "terminal/text.h"

#include <dirent.h>
#include <stdlib.h>

enum { CALL_MOST = 1 << 22 /* words */, CROWD_UNITS = 400, CROWD_TICKS = 200 };

static FILE *tape;
static tape_digest digest;
static uint32_t words[CALL_MOST], count;

static void write_word(uint32_t word) {
    const uint8_t bytes[] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                             (uint8_t)(word >> 24)};
    if (fwrite(bytes, 1, sizeof bytes, tape) == sizeof bytes) return;
    perror("the tape");
    exit(1);
}

static void put(uint32_t word) {
    if (count == CALL_MOST) {
        fputs("a call is too long for the tape\n", stderr);
        exit(1);
    }
    words[count++] = word;
}

static void put_float(float number) {
    put(tape_bits(number));
}

static void put_point(sidle_vec2 point) {
    put_float(point.x);
    put_float(point.y);
}

static void put_points(const sidle_vec2 *points, uint32_t many) {
    for (uint32_t k = 0; k < many; k++) put_point(points[k]);
}

static void put_unit(sidle_unit_id id) {
    put(id.slot);
    put(id.generation);
}

static void put_range(const sidle_range *range) {
    put_float(range->most);
    put_float(range->least);
    put(range->sight);
}

/* A parameter is one word, or for each class of terrain one. */
static void put_profile(const sidle_profile *profile) {
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    for (uint32_t k = 0; k < rows; k++) {
        const char *field = (const char *)profile + table[k].offset;
        uint32_t many = table[k].type == SIDLE_PARAM_CLASSES ? SIDLE_TERRAIN_COUNT : 1;
        for (uint32_t n = 0; n < many; n++) {
            uint32_t word = 0;
            if (table[k].type == SIDLE_PARAM_LADDER)
                for (uint32_t step = 0; step < SIDLE_LADDER_STEPS; step++)
                    word |= (uint32_t)(uint8_t)field[step] << 8 * step;
            else
                memcpy(&word, field + n * sizeof word, sizeof word);
            put(word);
        }
    }
}

/* The call was made. What was put down since the last one are its arguments. */
static sidle_result made(tape_call call, sidle_result result) {
    write_word(call);
    write_word(result);
    write_word(count);
    for (uint32_t k = 0; k < count; k++) write_word(words[k]);
    count = 0;
    return result;
}

/* ---- the calls ---- */

#define WRAP(result, name, ...)                                                                    \
    result __real_##name(__VA_ARGS__);                                                             \
    result __wrap_##name(__VA_ARGS__);                                                             \
    result __wrap_##name(__VA_ARGS__)

WRAP(sidle_result, sidle_world_create, const sidle_world_def *def, sidle_world **world) {
    put(def->width);
    put(def->height);
    put_float(def->cell_size);
    put(def->units);
    uint32_t cells = def->cells ? def->width * def->height : 0;
    put(cells);
    for (uint32_t k = 0; k < cells; k++) put(def->cells[k]);
    return made(TAPE_WORLD, __real_sidle_world_create(def, world));
}

WRAP(void, sidle_world_destroy, sidle_world *world) {
    if (!world) return;
    tape_end(&digest, world);
    __real_sidle_world_destroy(world);
    made(TAPE_END, SIDLE_OK);
}

WRAP(sidle_result, sidle_world_step, sidle_world *world, float dt) {
    sidle_result result = __real_sidle_world_step(world, dt);
    tape_step(&digest, world);
    put_float(dt);
    return made(TAPE_STEP, result);
}

WRAP(sidle_result, sidle_profile_add, sidle_world *world, const sidle_profile *profile,
     sidle_profile_id *id) {
    put_profile(profile);
    return made(TAPE_PROFILE_ADD, __real_sidle_profile_add(world, profile, id));
}

WRAP(sidle_result, sidle_profile_set, sidle_world *world, sidle_profile_id id,
     const sidle_profile *profile) {
    put_profile(profile);
    put(id.index);
    return made(TAPE_PROFILE_SET, __real_sidle_profile_set(world, id, profile));
}

WRAP(sidle_result, sidle_world_set_cells, sidle_world *world, uint32_t x, uint32_t y,
     uint32_t width, uint32_t height, sidle_terrain terrain) {
    put(x);
    put(y);
    put(width);
    put(height);
    put(terrain);
    return made(TAPE_CELLS, __real_sidle_world_set_cells(world, x, y, width, height, terrain));
}

WRAP(sidle_result, sidle_unit_create, sidle_world *world, const sidle_unit_def *def,
     sidle_unit_id *id) {
    put(def->profile.index);
    put_point(def->position);
    put_point(def->heading);
    put(def->team);
    put(def->rank);
    return made(TAPE_CREATE, __real_sidle_unit_create(world, def, id));
}

/* A call with a unit alone, with a unit and one thing more, with a unit and points. */
#define WRAP_UNIT(call, name)                                                                      \
    WRAP(sidle_result, name, sidle_world *world, sidle_unit_id id) {                               \
        put_unit(id);                                                                              \
        return made(call, __real_##name(world, id));                                               \
    }
#define WRAP_WITH(type, put_it, call, name)                                                        \
    WRAP(sidle_result, name, sidle_world *world, sidle_unit_id id, type more) {                    \
        put_unit(id);                                                                              \
        put_it(more);                                                                              \
        return made(call, __real_##name(world, id, more));                                         \
    }
#define WRAP_POINT(call, name)  WRAP_WITH(sidle_vec2, put_point, call, name)
#define WRAP_TARGET(call, name) WRAP_WITH(sidle_unit_id, put_unit, call, name)
#define WRAP_POINTS(call, name)                                                                    \
    WRAP(sidle_result, name, sidle_world *world, sidle_unit_id id, const sidle_vec2 *points,       \
         uint32_t many) {                                                                          \
        put_unit(id);                                                                              \
        put_points(points, many);                                                                  \
        return made(call, __real_##name(world, id, points, many));                                 \
    }

WRAP_UNIT(TAPE_DESTROY, sidle_unit_destroy)
WRAP_WITH(float, put_float, TAPE_SPEED, sidle_unit_set_speed_factor)
WRAP_WITH(bool, put, TAPE_GHOST, sidle_unit_set_ghost)
WRAP_WITH(sidle_pursuers, put, TAPE_STOW, sidle_unit_stow)
WRAP_POINT(TAPE_GO, sidle_unit_go)
WRAP_UNIT(TAPE_HOLD, sidle_unit_hold)
WRAP_UNIT(TAPE_STOP, sidle_unit_stop)
WRAP_POINTS(TAPE_PATROL, sidle_unit_patrol)
WRAP_TARGET(TAPE_PURSUE, sidle_unit_pursue)
WRAP_TARGET(TAPE_FOLLOW, sidle_unit_follow)
WRAP_TARGET(TAPE_EVADE, sidle_unit_evade)
WRAP_POINT(TAPE_FLEE, sidle_unit_flee)
WRAP_POINTS(TAPE_PATH, sidle_unit_set_path)
WRAP_POINT(TAPE_GUIDE, sidle_unit_set_guide)

WRAP(sidle_result, sidle_unit_wander, sidle_world *world, sidle_unit_id id, sidle_vec2 centre,
     float radius) {
    put_unit(id);
    put_point(centre);
    put_float(radius);
    return made(TAPE_WANDER, __real_sidle_unit_wander(world, id, centre, radius));
}

WRAP(sidle_result, sidle_unit_approach, sidle_world *world, sidle_unit_id id, sidle_unit_id target,
     const sidle_range *range) {
    put_unit(id);
    put_unit(target);
    put_range(range);
    return made(TAPE_APPROACH, __real_sidle_unit_approach(world, id, target, range));
}

WRAP(sidle_result, sidle_unit_approach_point, sidle_world *world, sidle_unit_id id,
     sidle_vec2 point, const sidle_range *range) {
    put_unit(id);
    put_point(point);
    put_range(range);
    return made(TAPE_APPROACH_POINT, __real_sidle_unit_approach_point(world, id, point, range));
}

/* ---- groups ---- */

/* What groups call of their world is called inside the library, and so not on the tape. */

WRAP(sidle_result, sidle_groups_create, sidle_world *world, sidle_groups **groups) {
    sidle_result result = __real_sidle_groups_create(world, groups);
    digest.groups = *groups;
    return made(TAPE_GROUPS, result);
}

WRAP(void, sidle_groups_destroy, sidle_groups *groups) {
    if (!groups) return;
    __real_sidle_groups_destroy(groups);
    digest.groups = NULL;
    made(TAPE_GROUPS_END, SIDLE_OK);
}

WRAP(sidle_result, sidle_groups_update, sidle_groups *groups, float dt) {
    put_float(dt);
    return made(TAPE_GROUPS_UPDATE, __real_sidle_groups_update(groups, dt));
}

/* The units and their formation; what else the call has follows. */
static void put_group(const sidle_unit_id *ids, uint32_t many, const sidle_formation *formation) {
    put(many);
    for (uint32_t k = 0; k < many; k++) put_unit(ids[k]);
    put(formation->shape);
    put(formation->columns);
    put_float(formation->gap);
    put_point(formation->heading);
    put(formation->march);
    put(formation->keep_places);
    put(formation->shape == SIDLE_SHAPE_OFFSETS);
    if (formation->shape == SIDLE_SHAPE_OFFSETS) put_points(formation->offsets, many);
}

WRAP(sidle_result, sidle_group_go, sidle_groups *groups, const sidle_unit_id *ids, uint32_t many,
     sidle_vec2 goal, const sidle_formation *formation, sidle_group_id *group) {
    put_group(ids, many, formation);
    put_point(goal);
    return made(TAPE_GROUP_GO, __real_sidle_group_go(groups, ids, many, goal, formation, group));
}

WRAP(sidle_result, sidle_group_patrol, sidle_groups *groups, const sidle_unit_id *ids,
     uint32_t many, const sidle_vec2 *points, uint32_t point_count,
     const sidle_formation *formation, sidle_group_id *group) {
    put_group(ids, many, formation);
    put_points(points, point_count);
    return made(TAPE_GROUP_PATROL, __real_sidle_group_patrol(groups, ids, many, points, point_count,
                                                             formation, group));
}

WRAP(sidle_result, sidle_group_approach, sidle_groups *groups, const sidle_unit_id *ids,
     uint32_t many, sidle_unit_id target, const sidle_range *range,
     const sidle_formation *formation, sidle_group_id *group) {
    put_group(ids, many, formation);
    put_unit(target);
    put_range(range);
    return made(TAPE_GROUP_APPROACH,
                __real_sidle_group_approach(groups, ids, many, target, range, formation, group));
}

WRAP(sidle_result, sidle_group_approach_point, sidle_groups *groups, const sidle_unit_id *ids,
     uint32_t many, sidle_vec2 point, const sidle_range *range, const sidle_formation *formation,
     sidle_group_id *group) {
    put_group(ids, many, formation);
    put_point(point);
    put_range(range);
    return made(TAPE_GROUP_APPROACH_POINT, __real_sidle_group_approach_point(
                                               groups, ids, many, point, range, formation, group));
}

WRAP(sidle_result, sidle_group_set_path, sidle_groups *groups, sidle_group_id group,
     const sidle_vec2 *waypoints, uint32_t many) {
    put(group.slot);
    put(group.generation);
    put_points(waypoints, many);
    return made(TAPE_GROUP_PATH, __real_sidle_group_set_path(groups, group, waypoints, many));
}

/* ---- the scenes ---- */

/* One of each kind of the catalogue, some turned or in other cells; "flow " is played with guides.
 */
static const char *const SCENES[] = {
    "@circle100",
    "@circle60+rot45",
    "@circle60+shift",
    "@blocks100",
    "@through0.6",
    "@through1.6",
    "@door200",
    "@door60+cell0.25",
    "flow @door60",
    "@door_two_way100",
    "@point200",
    "@oncoming",
    "@overtake",
    "@squeeze3",
    "@four_way",
    "@hallway100",
    "@bottleneck300",
    "@forest200",
    "@exits2_200",
    "@exits4_100",
    "@single_file3",
    "@merge",
    "@corner",
    "@column",
    "@mixed",
    "@scale1000",
    "@dense600",
    "@standing500",
    "@hallway_four_way60",
    "@march",
    "@march_gap",
    "@four_groups",
};

/* s of the catalogue's scenes, of the fixtures. */
static const float SECONDS = 30, FIXTURE_SECONDS = 60;

static void begin_scene(const char *name) {
    tape_begin(&digest, name);
    for (size_t k = 0; k < sizeof digest.scene / 4; k++) {
        uint32_t word = 0;
        for (uint32_t n = 0; n < 4; n++)
            word |= (uint32_t)(uint8_t)digest.scene[4 * k + n] << 8 * n;
        put(word);
    }
    made(TAPE_SCENE, SIDLE_OK);
}

static void play(const char *file, const char *name, sim_pathfinder pathfinder, float seconds) {
    complaints to = {.out = stderr};
    sim_options options = {.hz = 30, .seconds = seconds, .pathfinder = pathfinder};
    load_options load = {.seed = 1};
    scene played;
    outcome o;
    if (load_scene(file, &load, &played, &to)) {
        if (options.seconds > played.seconds) options.seconds = played.seconds;
        begin_scene(name);
        sim_run(&played, &options, NULL, NULL, &o, &to);
        scene_free(&played);
    }
    if (to.count) exit(1);
}

static void play_crowd(void) {
    begin_scene("crowd");
    sidle_world *world = crowd_make(sidle_world_def_default(), CROWD_UNITS);
    for (uint32_t tick = 1; tick <= CROWD_TICKS; tick++) {
        if (tick == CROWD_TICKS / 2) crowd_thin(world, 10);
        crowd_step(world);
    }
    sidle_world_destroy(world);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void play_fixtures(float seconds) {
    DIR *folder = opendir(SIDLE_SOURCE_ROOT "/maps");
    char *names[200];
    size_t found = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder)) && found < 200;)
        if (has_ending(entry->d_name, ".map")) names[found++] = strdup(entry->d_name);
    if (folder) closedir(folder);
    qsort(names, found, sizeof *names, by_name);
    for (size_t k = 0; k < found; k++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/maps/%s", SIDLE_SOURCE_ROOT, names[k]);
        names[k][strlen(names[k]) - strlen(".map")] = 0;
        play(file, names[k], SIM_ASTAR, seconds);
        free(names[k]);
    }
}

int main(int argc, char **argv) {
    bool is_short = argc == 3 && !strcmp(argv[2], "short");
    if (argc != 2 && !is_short) {
        fputs("usage: bits_record TAPE [short]\n", stderr);
        return 2;
    }
    tape = fopen(argv[1], "wb");
    if (!tape) {
        perror(argv[1]);
        return 1;
    }
    float seconds = (float)TAPE_SHORT / 30;
    play_crowd();
    play_fixtures(is_short ? seconds : FIXTURE_SECONDS);
    for (size_t k = 0; k < sizeof SCENES / sizeof *SCENES; k++) {
        bool flows = !strncmp(SCENES[k], "flow ", 5);
        const char *name = strchr(SCENES[k], '@');
        char told[64];
        snprintf(told, sizeof told, "%s%s", name, flows ? "/flow" : "");
        play(name, told, flows ? SIM_FLOW : SIM_ASTAR, is_short ? seconds : SECONDS);
    }
    return fclose(tape) ? 1 : 0;
}
