/* The module `sidle` for Lua 5.1 to 5.4 and LuaJIT: worlds, groups, recordings and arrays of units
 * as userdata. calls.h has the calls that follow from the description of the interface by rule.
 */
#include "arrays.h"
#include "boxes.h"
#include "values.h"

#define MOST 64 /* hits that a query returns if the host does not say how many */

/* ---- flow fields, formations and paths ---- */

typedef struct flow {
    sidle_flow flow;
    uint32_t cells;
    uint32_t next[];
} flow;

/* sidle.flow(next [, ahead]): next[1] is the next cell of cell 0. */
static int make_flow(lua_State *L) {
    uint32_t cells = length(L, 1, 1), ahead = lua_isnoneornil(L, 2) ? 8 : to_whole(L, 2);
    flow *made = lua_newuserdata(L, sizeof *made + cells * sizeof *made->next);
    made->flow = (sidle_flow){made->next, ahead};
    made->cells = cells;
    for (uint32_t k = 0; k < cells; k++) {
        lua_rawgeti(L, 1, (int)k + 1);
        made->next[k] = to_whole(L, -1);
        lua_pop(L, 1);
    }
    luaL_getmetatable(L, "sidle.flow");
    lua_setmetatable(L, -2);
    return 1;
}

static const sidle_world *world_of_groups(lua_State *L) {
    return to_box(L, 1, "sidle.groups")->owner->pointer;
}

static const sidle_flow *to_flow(lua_State *L, int at, const sidle_world *world) {
    const flow *one = luaL_checkudata(L, at, "sidle.flow");
    if (one->cells < (uint64_t)sidle_world_width(world) * sidle_world_height(world))
        luaL_error(L, "the flow has fewer cells than the map");
    return &one->flow;
}

static void to_profile(lua_State *L, int at, sidle_profile *profile);

/* The table also has `offsets`: {x1, y1, ...}. They stay on the stack. */
static void to_formation(lua_State *L, int at, uint32_t units, sidle_formation *formation);

/* A list of paths, each {x1, y1, ...}. */
static sidle_path *to_paths(lua_State *L, int at, uint32_t *count) {
    *count = length(L, at, 1);
    sidle_path *paths = room(L, *count, sizeof *paths);
    int memory = lua_gettop(L) + 1;
    lua_newtable(L);
    for (uint32_t k = 0; k < *count; k++) {
        lua_rawgeti(L, at, (int)k + 1);
        paths[k].waypoints = to_points(L, lua_gettop(L), &paths[k].count);
        lua_rawseti(L, memory, (int)k + 1);
        lua_pop(L, 1);
    }
    return paths;
}

#include "calls.h"

static int refuse(lua_State *L, sidle_result result) {
    lua_pushnil(L);
    lua_pushstring(L, sidle_result_text(result));
    lua_pushstring(L, result_names[result]);
    return 3;
}

static void write_results(lua_State *L, int at, const sidle_result *results, uint32_t count) {
    if (!lua_istable(L, at)) return;
    for (uint32_t k = 0; k < count; k++) {
        lua_pushstring(L, result_names[results[k]]);
        lua_rawseti(L, at, (int)k + 1);
    }
}

static void to_formation(lua_State *L, int at, uint32_t units, sidle_formation *formation) {
    to_struct(L, at, &layout_formation, formation);
    if (!lua_istable(L, at)) return;
    lua_getfield(L, at, "offsets");
    if (lua_isnil(L, -1)) return;
    uint32_t count;
    formation->offsets = to_points(L, lua_gettop(L), &count);
    if (formation->shape == SIDLE_SHAPE_OFFSETS && count < units)
        luaL_error(L, "the formation has fewer offsets than units");
}

/* ---- worlds ---- */

/* The classes of the cells: a string with a byte for each. */
static const uint8_t *to_cells(lua_State *L, int at, const sidle_world_def *def) {
    size_t size;
    lua_getfield(L, at, "cells");
    if (lua_isnil(L, -1)) return NULL;
    const char *cells = luaL_checklstring(L, -1, &size);
    if (size != (uint64_t)def->width * def->height)
        luaL_error(L, "expected width * height cells, found %f", (double)size);
    return (const uint8_t *)cells;
}

/* sidle.world{width =, height =, cell_size =, units =, cells =} */
static int make_world(lua_State *L) {
    sidle_world_def def;
    lua_settop(L, 1);
    to_struct(L, 1, &layout_world_def, &def);
    if (lua_istable(L, 1)) def.cells = to_cells(L, 1, &def);
    box *made = push_box(L, "sidle.world", destroy_world, NULL);
    sidle_world *world;
    sidle_result result = sidle_world_create(&def, &world);
    if (result != SIDLE_OK) return refuse(L, result);
    made->pointer = world;
    return 1;
}

/* world:copy(from) */
static int copy_world(lua_State *L) {
    return give(L, sidle_world_copy(to_world(L, 1), to_world(L, 2)));
}

static int push_difference(lua_State *L, bool differs, const sidle_difference *first) {
    char text[1024];
    if (differs) sidle_difference_text(first, text, sizeof text);
    lua_pushstring(L, differs ? text : NULL);
    return 1;
}

/* world:difference(other): nil, or the first one in words. */
static int difference_of_worlds(lua_State *L) {
    sidle_difference first;
    bool differs = sidle_world_differs(to_world(L, 1), to_world(L, 2), &first);
    return push_difference(L, differs, &first);
}

/* world:query_congestion(side [, filter]): columns, rows, and a list of cells. */
static int congestion(lua_State *L) {
    lua_settop(L, 3);
    const sidle_world *world = to_world(L, 1);
    float side = (float)luaL_checknumber(L, 2);
    sidle_filter filter;
    to_struct(L, 3, &layout_filter, &filter);
    uint32_t columns, rows;
    sidle_result result = sidle_query_congestion(world, side, &filter, NULL, 0, &columns, &rows);
    if (result != SIDLE_OK) return refuse(L, result);
    sidle_congestion *cells = room(L, (size_t)columns * rows, sizeof *cells);
    sidle_query_congestion(world, side, &filter, cells, (size_t)columns * rows, &columns, &rows);
    push_whole(L, columns);
    push_whole(L, rows);
    push_structs(L, 0, &layout_congestion, cells, columns * rows);
    return 3;
}

/* ---- events ---- */

/* The events of one step: the same table in each turn, filled anew. Upvalues: a copy of the events,
 * the next one, and the table. */
static int next_event(lua_State *L, const layout *of) {
    size_t bytes = lua_objlen(L, lua_upvalueindex(1)),
           at = (size_t)lua_tonumber(L, lua_upvalueindex(2));
    const char *events = lua_touserdata(L, lua_upvalueindex(1));
    if ((at + 1) * of->size > bytes) return 0;
    lua_pushnumber(L, (lua_Number)(at + 1));
    lua_replace(L, lua_upvalueindex(2));
    lua_pushvalue(L, lua_upvalueindex(3));
    write_struct(L, of, events + at * of->size);
    return 1;
}

static int next_unit_event(lua_State *L) {
    return next_event(L, &layout_event);
}

static int next_group_event(lua_State *L) {
    return next_event(L, &layout_group_event);
}

static int nothing(lua_State *L) {
    (void)L;
    return 0;
}

/* at: of a table to fill; if there is none, a new one is. */
static int iterate(lua_State *L, int at, lua_CFunction next, const void *events, size_t bytes) {
    if (!bytes) {
        lua_pushcfunction(L, nothing);
        return 1;
    }
    memcpy(lua_newuserdata(L, bytes), events, bytes);
    lua_pushinteger(L, 0);
    push_table(L, at);
    lua_pushcclosure(L, next, 3);
    return 1;
}

/* for event in world:events([table]) do */
static int events_of_world(lua_State *L) {
    uint32_t count;
    lua_settop(L, 2);
    const sidle_event *events = sidle_world_events(to_world(L, 1), &count);
    return iterate(L, 2, next_unit_event, events, count * sizeof *events);
}

/* for event in groups:events([table]) do */
static int events_of_groups(lua_State *L) {
    uint32_t count;
    lua_settop(L, 2);
    const sidle_group_event *events = sidle_groups_events(to_groups(L, 1), &count);
    return iterate(L, 2, next_group_event, events, count * sizeof *events);
}

/* ---- groups ---- */

/* world:groups() */
static int make_groups(lua_State *L) {
    box *world = to_box(L, 1, "sidle.world"),
        *made = push_box(L, "sidle.groups", destroy_groups, world);
    sidle_groups *groups;
    sidle_result result = sidle_groups_create(world->pointer, &groups);
    if (result != SIDLE_OK) return refuse(L, result);
    made->pointer = groups;
    return 1;
}

/* groups:difference(other) */
static int difference_of_groups(lua_State *L) {
    sidle_difference first;
    bool differs = sidle_groups_differ(to_groups(L, 1), to_groups(L, 2), &first);
    return push_difference(L, differs, &first);
}

/* ---- recordings ---- */

/* world:record{snapshot_ticks =, hash_ticks =} */
static int make_recorder(lua_State *L) {
    sidle_recorder_def def;
    lua_settop(L, 2);
    box *world = to_box(L, 1, "sidle.world");
    to_struct(L, 2, &layout_recorder_def, &def);
    box *made = push_box(L, "sidle.recorder", destroy_recorder, world);
    sidle_recorder *recorder;
    sidle_result result = sidle_recorder_create(world->pointer, &def, &recorder);
    if (result != SIDLE_OK) return refuse(L, result);
    made->pointer = recorder;
    return 1;
}

/* recorder:finish() */
static int finish(lua_State *L) {
    return give(L, sidle_recorder_end(to_recorder(L, 1)));
}

/* recorder:bytes() */
static int recorded(lua_State *L) {
    size_t size;
    const char *bytes = sidle_recorder_bytes(to_recorder(L, 1), &size);
    lua_pushlstring(L, size ? bytes : "", size);
    return 1;
}

/* Bytes that a replay reads, and the replay. */
static void destroy_bytes(box *one) {
    free(one->pointer);
}

/* sidle.replay(bytes [, from]) */
static int make_replay(lua_State *L) {
    size_t size;
    lua_settop(L, 2);
    const char *bytes = luaL_checklstring(L, 1, &size);
    uint64_t from = lua_isnil(L, 2) ? 0 : to_long(L, 2);
    box *copy = push_box(L, "sidle.bytes", destroy_bytes, NULL);
    copy->pointer = malloc(size ? size : 1);
    if (!copy->pointer) luaL_error(L, "not enough memory");
    memcpy(copy->pointer, bytes, size);
    box *made = push_box(L, "sidle.replay", destroy_replay, copy);
    sidle_replay *replay;
    sidle_result result = sidle_replay_create(NULL, copy->pointer, size, from, &replay);
    if (result != SIDLE_OK) return refuse(L, result);
    made->pointer = replay;
    return 1;
}

/* replay:world(): to read, not to change. */
static int world_of_replay(lua_State *L) {
    box *replay = to_box(L, 1, "sidle.replay"),
        *made = push_box(L, "sidle.world", destroy_nothing, replay);
    made->pointer = (void *)sidle_replay_world(replay->pointer);
    return 1;
}

/* replay:hash(): the hash, and whether it is that of world:hash(). */
static int hash_of_replay(lua_State *L) {
    bool all;
    push_hash(L, sidle_replay_hash(to_replay(L, 1), &all));
    lua_pushboolean(L, all);
    return 2;
}

/* ---- profiles ---- */

static float number_or(lua_State *L, int at, const char *name, float otherwise) {
    lua_getfield(L, at, name);
    float found = lua_isnil(L, -1) ? otherwise : (float)number(L, -1, name);
    lua_pop(L, 1);
    return found;
}

/* What follows from the radius and the top speed of the table, and then what else the table has. */
static void to_profile(lua_State *L, int at, sidle_profile *profile) {
    luaL_checktype(L, at, LUA_TTABLE);
    *profile = sidle_profile_of(number_or(L, at, "radius", SIDLE_DEFAULT_RADIUS),
                                number_or(L, at, "top_speed", SIDLE_DEFAULT_TOP_SPEED));
    read_struct(L, at, &layout_profile, profile);
}

/* sidle.profile_check{...}: true, or nil, a sentence, the name of the result, and that of the
 * parameter. */
static int check_profile(lua_State *L) {
    sidle_profile profile;
    const sidle_param *param = NULL;
    const char *reason = NULL;
    to_profile(L, 1, &profile);
    sidle_result result = sidle_profile_check(&profile, &param, &reason);
    if (result == SIDLE_OK) return give(L, result);
    refuse(L, result);
    if (reason) {
        lua_pushstring(L, reason);
        lua_replace(L, -3);
    }
    lua_pushstring(L, param ? param->name : NULL);
    return 4;
}

/* sidle.params(): the parameter table. */
static int list_params(lua_State *L) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    push_structs(L, 0, &layout_param, rows, count);
    return 1;
}

/* ---- masks ---- */

/* sidle.pass(class, ...): the mask of these classes of terrain. */
static int pass(lua_State *L) {
    uint32_t mask = 0;
    for (int at = 1; at <= lua_gettop(L); at++)
        mask |= SIDLE_PASS((uint32_t)whole(L, at, NULL, 0, 31));
    push_whole(L, mask);
    return 1;
}

/* sidle.teams(team, ...): the mask of these teams. */
static int teams(lua_State *L) {
    uint64_t mask = 0;
    for (int at = 1; at <= lua_gettop(L); at++) mask |= SIDLE_TEAM(to_whole(L, at));
    push_long(L, mask);
    return 1;
}

/* ---- the module ---- */

static const luaL_Reg module_more[] = {
    {"world", make_world},   {"arrays", make_arrays}, {"flow", make_flow},
    {"replay", make_replay}, {"params", list_params}, {"profile_check", check_profile},
    {"pass", pass},          {"teams", teams},        {NULL, NULL}};
static const luaL_Reg world_more[] = {{"copy", copy_world},
                                      {"difference", difference_of_worlds},
                                      {"query_congestion", congestion},
                                      {"events", events_of_world},
                                      {"read", read_world},
                                      {"units_read", read_units},
                                      {"groups", make_groups},
                                      {"record", make_recorder},
                                      {NULL, NULL}};
static const luaL_Reg groups_more[] = {
    {"difference", difference_of_groups}, {"events", events_of_groups}, {NULL, NULL}};
static const luaL_Reg recorder_more[] = {{"finish", finish}, {"bytes", recorded}, {NULL, NULL}};
static const luaL_Reg replay_more[] = {
    {"world", world_of_replay}, {"hash", hash_of_replay}, {NULL, NULL}};
static const luaL_Reg arrays_more[] = {
    {"fill", fill_table}, {"pointer", pointer_of}, {"rows", count_rows}, {NULL, NULL}};
static const luaL_Reg none[] = {{NULL, NULL}};

/* Sets the functions in the table at the top of the stack. */
static void set_functions(lua_State *L, const luaL_Reg *list) {
    for (; list->name; list++) {
        lua_pushcfunction(L, list->func);
        lua_setfield(L, -2, list->name);
    }
}

/* Sets a function that ends the userdata of a type; the type is its upvalue. */
static void set_end(lua_State *L, const char *type, lua_CFunction end, const char *name) {
    lua_pushstring(L, type);
    lua_pushcclosure(L, end, 1);
    lua_setfield(L, -2, name);
}

/* A type of userdata. Leaves its methods at the top of the stack. */
static void add_type(lua_State *L, const char *type, lua_CFunction end, const luaL_Reg *calls,
                     const luaL_Reg *more) {
    luaL_newmetatable(L, type);
    if (end) {
        set_end(L, type, end, "__gc");
        set_end(L, type, end, "__close");
    }
    lua_newtable(L);
    if (end) set_end(L, type, end, "close");
    set_functions(L, calls);
    set_functions(L, more);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_remove(L, -2);
}

int luaopen_sidle(lua_State *L);

int luaopen_sidle(lua_State *L) {
    add_type(L, "sidle.world", close_box, world_calls, world_more);
    add_type(L, "sidle.groups", close_box, groups_calls, groups_more);
    add_type(L, "sidle.recorder", close_box, none, recorder_more);
    add_type(L, "sidle.replay", close_box, replay_calls, replay_more);
    add_type(L, "sidle.bytes", close_box, none, none);
    add_type(L, "sidle.flow", NULL, none, none);
    add_type(L, "sidle.arrays", free_arrays, none, arrays_more);
    for (int k = 0; k < COLUMNS; k++) {
        lua_pushinteger(L, k);
        lua_pushcclosure(L, at_row, 1);
        lua_setfield(L, -2, columns[k].name);
    }
    lua_newtable(L);
    set_functions(L, module_calls);
    set_functions(L, module_more);
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++) {
        if (constants[k].value == (double)(uint32_t)constants[k].value)
            push_whole(L, (uint64_t)constants[k].value);
        else
            lua_pushnumber(L, constants[k].value);
        lua_setfield(L, -2, constants[k].name);
    }
    lua_newtable(L); /* the names of the results, by number */
    for (int k = 0; k < SIDLE_RESULT_COUNT; k++) {
        lua_pushstring(L, result_names[k]);
        lua_rawseti(L, -2, k);
    }
    lua_setfield(L, -2, "RESULTS");
    return 1;
}
