/* What Lua owns of the library: a world, groups, a recorder or a replay, each as userdata. */
#ifndef SIDLE_LUA_BOXES_H
#define SIDLE_LUA_BOXES_H

#include "values.h"

/* A pointer of the library. What was made for a world keeps the world: it is destroyed when the
 * last of them lets go, in whatever order a host closes them or the garbage collector finds them.
 */
typedef struct box {
    void *pointer;
    void (*destroy)(struct box *);
    struct box *owner;
    uint32_t users;
} box;

static void release(box *one) {
    while (one && --one->users == 0) {
        box *owner = one->owner;
        one->destroy(one);
        free(one);
        one = owner;
    }
}

/* Pushes a userdata of this type for the pointer; on an error of Lua nothing leaks but the pointer.
 */
static box *push_box(lua_State *L, const char *type, void (*destroy)(box *), box *owner) {
    box **at = lua_newuserdata(L, sizeof *at);
    *at = calloc(1, sizeof **at);
    if (!*at) luaL_error(L, "not enough memory");
    (*at)->destroy = destroy;
    (*at)->owner = owner;
    (*at)->users = 1;
    if (owner) owner->users++;
    luaL_getmetatable(L, type);
    lua_setmetatable(L, -2);
    return *at;
}

/* The upvalue is the type. */
static int close_box(lua_State *L) {
    box **at = luaL_checkudata(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    release(*at);
    *at = NULL;
    return 0;
}

static box *to_box(lua_State *L, int at, const char *type) {
    box *one = *(box **)luaL_checkudata(L, at, type);
    if (!one) luaL_error(L, "the %s is closed", strchr(type, '.') + 1);
    return one;
}

static void destroy_world(box *one) {
    sidle_world_destroy(one->pointer);
}

static void destroy_groups(box *one) {
    sidle_groups_destroy(one->pointer);
}

static void destroy_recorder(box *one) {
    sidle_recorder_destroy(one->pointer);
}

static void destroy_replay(box *one) {
    sidle_replay_destroy(one->pointer);
}

static void destroy_nothing(box *one) {
    (void)one;
}

static sidle_world *to_world(lua_State *L, int at) {
    return to_box(L, at, "sidle.world")->pointer;
}

static sidle_groups *to_groups(lua_State *L, int at) {
    return to_box(L, at, "sidle.groups")->pointer;
}

static sidle_recorder *to_recorder(lua_State *L, int at) {
    return to_box(L, at, "sidle.recorder")->pointer;
}

static sidle_replay *to_replay(lua_State *L, int at) {
    return to_box(L, at, "sidle.replay")->pointer;
}

#endif
