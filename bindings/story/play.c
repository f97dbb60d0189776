/* Plays a story through the C library: see README.md.
 *
 *     play STORY           checks the results of the calls and the hashes
 *     play --fill CALLS    adds them, and writes the story to standard output
 */
#include "read.h"

#include <inttypes.h>

typedef struct player {
    sidle_world *world;
    sidle_groups *groups;
    sidle_profile_id profiles[MOST];
    sidle_unit_id units[MOST];
    sidle_group_id group_ids[MOST];
    uint32_t profile_count, unit_count, group_count;
    void *saved_world, *saved_groups;
    size_t world_bytes, groups_bytes;
    uint32_t events, group_events; /* since the beginning */
} player;

static size_t to_place(const json_t *value) {
    json_int_t place = json_integer_value(value);
    if (place < 0 || place >= MOST) {
        fprintf(stderr, "a unit, profile or group has the number %" JSON_INTEGER_FORMAT "\n",
                place);
        exit(2);
    }
    return (size_t)place;
}

static sidle_unit_id unit(const player *p, const json_t *args, const char *name) {
    return p->units[to_place(member(args, name))];
}

static sidle_profile_id profile_id(const player *p, const json_t *args, const char *name) {
    return p->profiles[to_place(member(args, name))];
}

static sidle_group_id group_id(const player *p, const json_t *args) {
    return p->group_ids[to_place(member(args, "group"))];
}

static uint32_t unit_list(const player *p, const json_t *args, sidle_unit_id *ids) {
    const json_t *list = member(args, "ids");
    uint32_t count = checked_size(list);
    for (uint32_t k = 0; k < count; k++) ids[k] = p->units[to_place(json_array_get(list, k))];
    return count;
}

/* ---- the world, its terrain, teams and profiles ---- */

static sidle_result world_create(player *p, const json_t *args) {
    sidle_world_def def = sidle_world_def_default();
    def.width = whole(args, "width");
    def.height = whole(args, "height");
    def.cell_size = number(args, "cell_size");
    uint8_t *cells = malloc((size_t)def.width * def.height);
    for (uint32_t y = 0; y < def.height; y++) {
        const char *row = json_string_value(json_array_get(member(args, "cells"), y));
        for (uint32_t x = 0; x < def.width; x++) cells[y * def.width + x] = (uint8_t)(row[x] - '0');
    }
    def.cells = cells;
    sidle_result result = sidle_world_create(&def, &p->world);
    free(cells);
    return result ? result : sidle_groups_create(p->world, &p->groups);
}

static sidle_result world_set_allies(player *p, const json_t *args) {
    return sidle_world_set_allies(p->world, whole(args, "team"), whole(args, "allies"));
}

static sidle_result world_set_cells(player *p, const json_t *args) {
    return sidle_world_set_cells(p->world, whole(args, "x"), whole(args, "y"), whole(args, "width"),
                                 whole(args, "height"), (sidle_terrain)whole(args, "terrain"));
}

static sidle_result world_set_cell_list(player *p, const json_t *args) {
    const json_t *list = member(args, "cells");
    sidle_cell cells[MOST];
    uint32_t count = checked_size(list);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t numbers[3];
        for (uint32_t n = 0; n < 3; n++)
            numbers[n] = (uint32_t)json_integer_value(json_array_get(json_array_get(list, k), n));
        cells[k] = (sidle_cell){numbers[0], numbers[1], (sidle_terrain)numbers[2]};
    }
    return sidle_world_set_cell_list(p->world, cells, count);
}

static sidle_result world_vacate(player *p, const json_t *args) {
    uint32_t count;
    return sidle_world_vacate(p->world, whole(args, "x"), whole(args, "y"), whole(args, "width"),
                              whole(args, "height"), (sidle_terrain)whole(args, "terrain"),
                              number(args, "reach"), &count);
}

static sidle_result profile_add(player *p, const json_t *args) {
    sidle_profile made = profile(args);
    return sidle_profile_add(p->world, &made, &p->profiles[p->profile_count++]);
}

static sidle_result profile_set(player *p, const json_t *args) {
    sidle_profile made = profile(args);
    return sidle_profile_set(p->world, profile_id(p, args, "id"), &made);
}

/* ---- units ---- */

static sidle_result unit_create(player *p, const json_t *args) {
    sidle_unit_def def = sidle_unit_def_default();
    def.profile = profile_id(p, args, "profile");
    def.position = point(args, "position");
    def.heading = point(args, "heading");
    def.team = whole(args, "team");
    def.rank = whole(args, "rank");
    def.user = whole(args, "user");
    return sidle_unit_create(p->world, &def, &p->units[p->unit_count++]);
}

/* Calls about one unit, with their other arguments. */
#define UNIT_CALL(name, ...)                                                                       \
    static sidle_result unit_##name(player *p, const json_t *args) {                               \
        return sidle_unit_##name(p->world, unit(p, args, "id"), ##__VA_ARGS__);                    \
    }
UNIT_CALL(destroy)
UNIT_CALL(hold)
UNIT_CALL(stop)
UNIT_CALL(set_profile, profile_id(p, args, "profile"))
UNIT_CALL(set_team, whole(args, "team"))
UNIT_CALL(set_heading, point(args, "heading"))
UNIT_CALL(set_rank, whole(args, "rank"))
UNIT_CALL(set_user, whole(args, "user"))
UNIT_CALL(set_speed_factor, number(args, "factor"))
UNIT_CALL(set_ghost, truth(args, "ghost"))
UNIT_CALL(stow, (sidle_pursuers)whole(args, "pursuers"))
UNIT_CALL(unstow, point(args, "position"))
UNIT_CALL(teleport, point(args, "position"))
UNIT_CALL(face, point(args, "heading"))
UNIT_CALL(go, point(args, "goal"))
UNIT_CALL(pursue, unit(p, args, "target"))
UNIT_CALL(follow, unit(p, args, "leader"))
UNIT_CALL(evade, unit(p, args, "hunter"))
UNIT_CALL(flee, point(args, "danger"))
UNIT_CALL(wander, point(args, "centre"), number(args, "radius"))
UNIT_CALL(approach, unit(p, args, "target"), (sidle_range[]){range_of(args)})
UNIT_CALL(approach_point, point(args, "point"), (sidle_range[]){range_of(args)})
UNIT_CALL(set_range, (sidle_range[]){range_of(args)})
UNIT_CALL(set_guide, point(args, "waypoint"))
UNIT_CALL(set_pace, number(args, "speed"))
UNIT_CALL(reserve, whole(args, "sight"))
UNIT_CALL(answer, (sidle_step)whole(args, "step"))

static sidle_result unit_patrol(player *p, const json_t *args) {
    sidle_vec2 points[MOST];
    uint32_t count = to_points(member(args, "points"), points);
    return sidle_unit_patrol(p->world, unit(p, args, "id"), points, count);
}

static sidle_result unit_set_path(player *p, const json_t *args) {
    sidle_vec2 points[MOST];
    uint32_t count = to_points(member(args, "waypoints"), points);
    return sidle_unit_set_path(p->world, unit(p, args, "id"), points, count);
}

static sidle_result unit_go_near(player *p, const json_t *args) {
    sidle_vec2 points[MOST];
    uint32_t count = to_points(member(args, "waypoints"), points);
    return sidle_unit_go_near(p->world, unit(p, args, "id"), point(args, "goal"), points, count,
                              number(args, "reach"), NULL, NULL);
}

static sidle_result unit_teleport_near(player *p, const json_t *args) {
    return sidle_unit_teleport_near(p->world, unit(p, args, "id"), point(args, "position"),
                                    number(args, "reach"), &(sidle_filter){0}, NULL);
}

static sidle_result unit_unstow_near(player *p, const json_t *args) {
    return sidle_unit_unstow_near(p->world, unit(p, args, "id"), point(args, "position"),
                                  number(args, "reach"), &(sidle_filter){0}, NULL);
}

/* ---- many units ---- */

static sidle_result units_go(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_vec2 goals[MOST];
    uint32_t count = unit_list(p, args, ids);
    to_points(member(args, "goals"), goals);
    return sidle_units_go(p->world, ids, count, goals, sizeof *goals, NULL);
}

static sidle_result units_set_path(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_path paths[MOST];
    sidle_vec2 points[MOST];
    uint32_t count = unit_list(p, args, ids), used = 0;
    for (uint32_t k = 0; k < count; k++) {
        const json_t *path = json_array_get(member(args, "paths"), k);
        if (used + json_array_size(path) > MOST) exit(2);
        uint32_t length = to_points(path, points + used);
        paths[k] = (sidle_path){points + used, length};
        used += length;
    }
    return sidle_units_set_path(p->world, ids, count, paths, sizeof *paths, NULL);
}

static sidle_result units_set_guide(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_vec2 points[MOST];
    uint32_t count = unit_list(p, args, ids);
    to_points(member(args, "points"), points);
    return sidle_units_set_guide(p->world, ids, count, points, sizeof *points, NULL);
}

static sidle_result units_set_range(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_range ranges[MOST];
    uint32_t count = unit_list(p, args, ids);
    for (uint32_t k = 0; k < count; k++)
        ranges[k] = to_range(json_array_get(member(args, "ranges"), k));
    return sidle_units_set_range(p->world, ids, count, ranges, sizeof *ranges, NULL);
}

static sidle_result units_set_flow(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    uint32_t next[MOST], count = unit_list(p, args, ids);
    return sidle_units_set_flow(p->world, ids, count, (sidle_flow[]){flow(args, next)}, NULL);
}

/* ---- groups ---- */

static sidle_result group_go(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_vec2 offsets[MOST];
    sidle_formation form = formation(args, offsets);
    return sidle_group_go(p->groups, ids, unit_list(p, args, ids), point(args, "goal"), &form,
                          &p->group_ids[p->group_count++]);
}

static sidle_result group_patrol(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_vec2 offsets[MOST], points[MOST];
    sidle_formation form = formation(args, offsets);
    uint32_t count = to_points(member(args, "points"), points);
    return sidle_group_patrol(p->groups, ids, unit_list(p, args, ids), points, count, &form,
                              &p->group_ids[p->group_count++]);
}

static sidle_result group_approach(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_vec2 offsets[MOST];
    sidle_formation form = formation(args, offsets);
    return sidle_group_approach(p->groups, ids, unit_list(p, args, ids), unit(p, args, "target"),
                                (sidle_range[]){range_of(args)}, &form,
                                &p->group_ids[p->group_count++]);
}

static sidle_result group_approach_point(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    sidle_vec2 offsets[MOST];
    sidle_formation form = formation(args, offsets);
    return sidle_group_approach_point(p->groups, ids, unit_list(p, args, ids), point(args, "point"),
                                      (sidle_range[]){range_of(args)}, &form,
                                      &p->group_ids[p->group_count++]);
}

static sidle_result group_set_path(player *p, const json_t *args) {
    sidle_vec2 points[MOST];
    uint32_t count = to_points(member(args, "waypoints"), points);
    return sidle_group_set_path(p->groups, group_id(p, args), points, count);
}

static sidle_result group_set_flow(player *p, const json_t *args) {
    uint32_t next[MOST];
    return sidle_group_set_flow(p->groups, group_id(p, args), (sidle_flow[]){flow(args, next)});
}

static sidle_result group_join(player *p, const json_t *args) {
    sidle_unit_id ids[MOST];
    uint32_t count = unit_list(p, args, ids);
    return sidle_group_join(p->groups, group_id(p, args), ids, count);
}

static sidle_result group_leave(player *p, const json_t *args) {
    return sidle_group_leave(p->groups, unit(p, args, "unit"));
}

static sidle_result group_disband(player *p, const json_t *args) {
    return sidle_group_disband(p->groups, group_id(p, args));
}

/* ---- time ---- */

static sidle_result step(player *p, const json_t *args) {
    float dt = number(args, "dt");
    uint32_t steps = whole(args, "count"), count;
    for (uint32_t k = 0; k < steps; k++) {
        sidle_result result = sidle_groups_update(p->groups, dt);
        if (!result) result = sidle_world_step(p->world, dt);
        if (result) return result;
        sidle_world_events(p->world, &count);
        p->events += count;
        sidle_groups_events(p->groups, &count);
        p->group_events += count;
    }
    return SIDLE_OK;
}

static sidle_result save(player *p, const json_t *args) {
    (void)args;
    sidle_world_save(p->world, NULL, 0, &p->world_bytes);
    sidle_groups_save(p->groups, NULL, 0, &p->groups_bytes);
    p->saved_world = malloc(p->world_bytes);
    p->saved_groups = malloc(p->groups_bytes);
    sidle_result result =
        sidle_world_save(p->world, p->saved_world, p->world_bytes, &p->world_bytes);
    return result
               ? result
               : sidle_groups_save(p->groups, p->saved_groups, p->groups_bytes, &p->groups_bytes);
}

static sidle_result load(player *p, const json_t *args) {
    (void)args;
    sidle_result result = sidle_world_load(p->world, p->saved_world, p->world_bytes);
    return result ? result : sidle_groups_load(p->groups, p->saved_groups, p->groups_bytes);
}

/* ---- the player ---- */

typedef struct call {
    const char *name;
    sidle_result (*make)(player *, const json_t *);
} call;

#define CALL(name)                                                                                 \
    { #name, name }
static const call calls[] = {CALL(world_create),
                             CALL(world_set_allies),
                             CALL(world_set_cells),
                             CALL(world_set_cell_list),
                             CALL(world_vacate),
                             CALL(profile_add),
                             CALL(profile_set),
                             CALL(unit_create),
                             CALL(unit_destroy),
                             CALL(unit_hold),
                             CALL(unit_stop),
                             CALL(unit_set_profile),
                             CALL(unit_set_team),
                             CALL(unit_set_heading),
                             CALL(unit_set_rank),
                             CALL(unit_set_user),
                             CALL(unit_set_speed_factor),
                             CALL(unit_set_ghost),
                             CALL(unit_stow),
                             CALL(unit_unstow),
                             CALL(unit_unstow_near),
                             CALL(unit_teleport),
                             CALL(unit_teleport_near),
                             CALL(unit_face),
                             CALL(unit_go),
                             CALL(unit_go_near),
                             CALL(unit_patrol),
                             CALL(unit_pursue),
                             CALL(unit_follow),
                             CALL(unit_evade),
                             CALL(unit_flee),
                             CALL(unit_wander),
                             CALL(unit_approach),
                             CALL(unit_approach_point),
                             CALL(unit_set_range),
                             CALL(unit_set_path),
                             CALL(unit_set_guide),
                             CALL(unit_set_pace),
                             CALL(unit_reserve),
                             CALL(unit_answer),
                             CALL(units_go),
                             CALL(units_set_path),
                             CALL(units_set_guide),
                             CALL(units_set_range),
                             CALL(units_set_flow),
                             CALL(group_go),
                             CALL(group_patrol),
                             CALL(group_approach),
                             CALL(group_approach_point),
                             CALL(group_set_path),
                             CALL(group_set_flow),
                             CALL(group_join),
                             CALL(group_leave),
                             CALL(group_disband),
                             CALL(step),
                             CALL(save),
                             CALL(load)};

static const call *find(const char *name) {
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (strcmp(calls[k].name, name) == 0) return &calls[k];
    fprintf(stderr, "no call is named `%s`\n", name);
    exit(2);
}

static json_t *decimal(uint64_t hash) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, hash);
    return json_string(text);
}

/* What a call gives: its result, or the hashes and the number of events up to here. */
static json_t *outcome(player *p, const json_t *one) {
    const char *name = json_string_value(member(one, "call"));
    if (strcmp(name, "hash") != 0)
        return json_integer((json_int_t)find(name)->make(p, member(one, "args")));
    json_t *made = json_object();
    json_object_set_new(made, "world", decimal(sidle_world_hash(p->world)));
    json_object_set_new(made, "groups", decimal(sidle_groups_hash(p->groups)));
    json_object_set_new(made, "events", json_integer(p->events));
    json_object_set_new(made, "group_events", json_integer(p->group_events));
    return made;
}

/* The number of calls with another outcome than the story has; none when it is filled in. */
static int play(json_t *story, bool fill) {
    static player p = {.profile_count = 1}; /* the built-in one */
    int wrong = 0;
    size_t at;
    json_t *one;
    json_array_foreach(story, at, one) {
        json_t *found = outcome(&p, one), *expected = json_object_get(one, "result");
        if (fill) {
            json_object_set(one, "result", found);
        } else if (!json_equal(found, expected)) {
            char *is = json_dumps(found, JSON_ENCODE_ANY);
            char *should = expected ? json_dumps(expected, JSON_ENCODE_ANY) : NULL;
            fprintf(stderr, "call %zu (%s): the result is %s, the story has %s\n", at,
                    json_string_value(member(one, "call")), is, should ? should : "none");
            free(is);
            free(should);
            wrong++;
        }
        json_decref(found);
    }
    sidle_groups_destroy(p.groups);
    sidle_world_destroy(p.world);
    free(p.saved_world);
    free(p.saved_groups);
    return wrong;
}

int main(int argc, char **argv) {
    bool fill = argc == 3 && strcmp(argv[1], "--fill") == 0;
    json_error_t error;
    json_t *story = argc > 1 ? json_load_file(argv[argc - 1], 0, &error) : NULL;
    if (!story) {
        fprintf(stderr, "usage: play [--fill] STORY%s%s\n", argc > 1 ? ": " : "",
                argc > 1 ? error.text : "");
        return 2;
    }
    int wrong = play(story, fill);
    if (fill) json_dumpf(story, stdout, JSON_COMPACT);
    json_decref(story);
    return wrong ? 1 : 0;
}
