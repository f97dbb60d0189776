/* Makes the calls of a tape, and prints how the scenes fare.
 *
 *   bits_play TAPE [THREADS]
 *
 * It needs the C library and sidle alone; threads, only where it was compiled with -DBITS_THREADS.
 * THREADS 0: the parts of each step are done one after the other, from the last to the first. */
#include "tape.h"

#include <stdlib.h>

#ifdef BITS_THREADS
#include "examples/thread_pool.h"
#endif

static FILE *tape;
static uint32_t *words, room, count;
static sidle_world *world;
static sidle_groups *groups;
static sidle_world_def def;
static tape_digest digest;

static void fail(const char *what) {
    fprintf(stderr, "%s, tick %" PRIu32 ": %s\n", digest.scene, digest.ticks, what);
    exit(1);
}

/* As realloc, of memory that there is. */
static void *enlarged(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory) fail("there is not enough memory");
    return memory;
}

/* False at the end of the tape. */
static bool read_word(uint32_t *word) {
    uint8_t b[4];
    if (fread(b, 1, sizeof b, tape) != sizeof b) return false;
    *word = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return true;
}

static bool read_call(uint32_t *call, uint32_t *result) {
    if (!read_word(call)) return false;
    if (!read_word(result) || !read_word(&count)) fail("the tape is cut off");
    if (count > room) {
        room = 2 * count;
        words = enlarged(words, room * sizeof *words);
    }
    for (uint32_t k = 0; k < count; k++)
        if (!read_word(&words[k])) fail("the tape is cut off");
    return true;
}

/* ---- arguments, by the place of their first word ---- */

static sidle_unit_id unit_in(uint32_t k) {
    return (sidle_unit_id){words[k], words[k + 1]};
}

static float float_in(uint32_t k) {
    return tape_float(words[k]);
}

static sidle_vec2 point_in(uint32_t k) {
    return (sidle_vec2){tape_float(words[k]), tape_float(words[k + 1])};
}

static const sidle_vec2 *points_in(uint32_t k, uint32_t *many) {
    static sidle_vec2 *points;
    *many = (count - k) / 2;
    points = enlarged(points, (*many + 1) * sizeof *points);
    for (uint32_t n = 0; n < *many; n++) points[n] = point_in(k + 2 * n);
    return points;
}

static const sidle_range *range_in(uint32_t k) {
    static sidle_range range;
    range = (sidle_range){float_in(k), float_in(k + 1), words[k + 2]};
    return &range;
}

static const sidle_profile *profile_in(void) {
    static sidle_profile profile;
    uint32_t rows, at = 0;
    const sidle_param *table = sidle_params(&rows);
    profile = sidle_profile_default();
    for (uint32_t k = 0; k < rows; k++) {
        char *field = (char *)&profile + table[k].offset;
        uint32_t many = table[k].type == SIDLE_PARAM_CLASSES ? SIDLE_TERRAIN_COUNT : 1;
        for (uint32_t n = 0; n < many; n++, at++)
            if (table[k].type == SIDLE_PARAM_LADDER)
                for (uint32_t step = 0; step < SIDLE_LADDER_STEPS; step++)
                    field[step] = (char)(words[at] >> 8 * step & 255);
            else
                memcpy(field + n * sizeof words[at], &words[at], sizeof words[at]);
    }
    return &profile;
}

/* ---- calls ---- */

static sidle_result begin_world(void) {
    sidle_world_def now = def;
    now.width = words[0];
    now.height = words[1];
    now.cell_size = float_in(2);
    now.units = words[3];
    uint8_t *cells = enlarged(NULL, words[4] + 1);
    for (uint32_t k = 0; k < words[4]; k++) cells[k] = (uint8_t)words[5 + k];
    if (words[4]) now.cells = cells;
    sidle_result result = sidle_world_create(&now, &world);
    free(cells);
    return result;
}

static sidle_result begin_scene(void) {
    char name[sizeof digest.scene + 1] = "";
    for (uint32_t k = 0; k < count && k < sizeof digest.scene / 4; k++)
        for (uint32_t n = 0; n < 4; n++) name[4 * k + n] = (char)(words[k] >> 8 * n & 255);
    tape_begin(&digest, name);
    return SIDLE_OK;
}

static sidle_result create(void) {
    sidle_unit_def unit = sidle_unit_def_default();
    sidle_unit_id id;
    unit.profile.index = words[0];
    unit.position = point_in(1);
    unit.heading = point_in(3);
    unit.team = words[5];
    unit.rank = words[6];
    return sidle_unit_create(world, &unit, &id);
}

static sidle_result step(void) {
    sidle_result result = sidle_world_step(world, float_in(0));
    tape_step(&digest, world);
    return result;
}

static sidle_result order(uint32_t call) {
    sidle_unit_id id = unit_in(0);
    uint32_t many;
    const sidle_vec2 *points = points_in(2, &many);
    switch (call) {
    case TAPE_GO: return sidle_unit_go(world, id, point_in(2));
    case TAPE_HOLD: return sidle_unit_hold(world, id);
    case TAPE_STOP: return sidle_unit_stop(world, id);
    case TAPE_PATROL: return sidle_unit_patrol(world, id, points, many);
    case TAPE_PURSUE: return sidle_unit_pursue(world, id, unit_in(2));
    case TAPE_FOLLOW: return sidle_unit_follow(world, id, unit_in(2));
    case TAPE_EVADE: return sidle_unit_evade(world, id, unit_in(2));
    case TAPE_FLEE: return sidle_unit_flee(world, id, point_in(2));
    case TAPE_WANDER: return sidle_unit_wander(world, id, point_in(2), float_in(4));
    case TAPE_APPROACH: return sidle_unit_approach(world, id, unit_in(2), range_in(4));
    case TAPE_APPROACH_POINT: return sidle_unit_approach_point(world, id, point_in(2), range_in(4));
    case TAPE_PATH: return sidle_unit_set_path(world, id, points, many);
    case TAPE_GUIDE: return sidle_unit_set_guide(world, id, point_in(2));
    default: fail("the tape has a call that this player does not know"); return SIDLE_OK;
    }
}

/* ---- groups ---- */

/* The units and the formation of an order; *at goes behind them. */
static const sidle_unit_id *group_in(uint32_t *at, uint32_t *many, sidle_formation *formation) {
    static sidle_unit_id *ids;
    *many = words[0];
    ids = enlarged(ids, (*many + 1) * sizeof *ids);
    for (uint32_t k = 0; k < *many; k++) ids[k] = unit_in(1 + 2 * k);
    const uint32_t form = 1 + 2 * *many;
    *formation = sidle_formation_default();
    formation->shape = (sidle_shape)words[form];
    formation->columns = words[form + 1];
    formation->gap = float_in(form + 2);
    formation->heading = point_in(form + 3);
    formation->march = words[form + 5];
    formation->keep_places = words[form + 6];
    *at = form + 8;
    if (!words[form + 7]) return ids;
    static sidle_vec2 *offsets;
    offsets = enlarged(offsets, (*many + 1) * sizeof *offsets);
    for (uint32_t k = 0; k < *many; k++, *at += 2) offsets[k] = point_in(*at);
    formation->offsets = offsets;
    return ids;
}

static sidle_result order_group(uint32_t call) {
    uint32_t at, many, point_count;
    sidle_formation formation;
    const sidle_unit_id *ids = group_in(&at, &many, &formation);
    const sidle_vec2 *points = points_in(at, &point_count);
    switch (call) {
    case TAPE_GROUP_GO: return sidle_group_go(groups, ids, many, point_in(at), &formation, NULL);
    case TAPE_GROUP_PATROL:
        return sidle_group_patrol(groups, ids, many, points, point_count, &formation, NULL);
    case TAPE_GROUP_APPROACH:
        return sidle_group_approach(groups, ids, many, unit_in(at), range_in(at + 2), &formation,
                                    NULL);
    default:
        return sidle_group_approach_point(groups, ids, many, point_in(at), range_in(at + 2),
                                          &formation, NULL);
    }
}

static sidle_result make_of_groups(uint32_t call) {
    sidle_result result = SIDLE_OK;
    uint32_t many;
    const sidle_vec2 *points;
    switch (call) {
    case TAPE_GROUPS:
        result = sidle_groups_create(world, &groups);
        digest.groups = groups;
        return result;
    case TAPE_GROUPS_END:
        sidle_groups_destroy(groups);
        digest.groups = groups = NULL;
        return SIDLE_OK;
    case TAPE_GROUPS_UPDATE: return sidle_groups_update(groups, float_in(0));
    case TAPE_GROUP_PATH:
        points = points_in(2, &many);
        return sidle_group_set_path(groups, (sidle_group_id){words[0], words[1]}, points, many);
    default: return order_group(call);
    }
}

static sidle_result make(uint32_t call) {
    if (call >= TAPE_GROUPS && call < TAPE_CALLS) return make_of_groups(call);
    sidle_profile_id profile;
    switch (call) {
    case TAPE_SCENE: return begin_scene();
    case TAPE_WORLD: return begin_world();
    case TAPE_END:
        tape_end(&digest, world);
        sidle_world_destroy(world);
        return SIDLE_OK;
    case TAPE_STEP: return step();
    case TAPE_PROFILE_ADD: return sidle_profile_add(world, profile_in(), &profile);
    case TAPE_PROFILE_SET:
        profile.index = words[count - 1];
        return sidle_profile_set(world, profile, profile_in());
    case TAPE_CELLS:
        return sidle_world_set_cells(world, words[0], words[1], words[2], words[3],
                                     (sidle_terrain)words[4]);
    case TAPE_CREATE: return create();
    case TAPE_DESTROY: return sidle_unit_destroy(world, unit_in(0));
    case TAPE_SPEED: return sidle_unit_set_speed_factor(world, unit_in(0), float_in(2));
    case TAPE_GHOST: return sidle_unit_set_ghost(world, unit_in(0), words[2]);
    case TAPE_STOW: return sidle_unit_stow(world, unit_in(0), (sidle_pursuers)words[2]);
    default: return order(call);
    }
}

/* ---- parts ---- */

static void run_backwards(void *context, sidle_task task, void *work, uint32_t parts) {
    (void)context;
    while (parts-- > 0) task(work, parts);
}

static sidle_hooks hooks_for(uint32_t threads) {
    if (threads == 0) return (sidle_hooks){.run = run_backwards};
#ifdef BITS_THREADS
    return pool_hooks(pool_make(threads));
#else
    if (threads > 1) fail("this player was compiled without threads");
    return (sidle_hooks){.run = NULL};
#endif
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fputs("usage: bits_play TAPE [THREADS]\n", stderr);
        return 2;
    }
    tape = fopen(argv[1], "rb");
    if (!tape) {
        perror(argv[1]);
        return 1;
    }
    def = sidle_world_def_default();
    def.hooks = hooks_for(argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1);
    uint32_t call, then;
    while (read_call(&call, &then)) {
        sidle_result now = make(call);
        if (now != (sidle_result)then) fail(sidle_result_text(now));
    }
    fclose(tape);
    return 0;
}
