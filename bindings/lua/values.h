/* Values between Lua and sidle, the same for Lua 5.1 to 5.4 and LuaJIT.
 *
 * A unit or a group is one Lua number, generation * 2^21 + slot: a double holds it exactly, and it
 * can be the key of a table. A point is two numbers, x and y. A struct is a table with the fields
 * of C; what it leaves out has its default. A number of 64 bits is a Lua number where a double
 * holds it, else a string of decimal digits.
 */
#ifndef SIDLE_LUA_VALUES_H
#define SIDLE_LUA_VALUES_H

#include "sidle.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if LUA_VERSION_NUM >= 502
#define lua_objlen lua_rawlen
#endif

#define EXACT    9007199254740992.0 /* 2^53: doubles below are exact */
#define ID_SHIFT 2097152            /* 2^21: above the slots of units and of groups */

typedef enum kind {
    KIND_FLOAT,
    KIND_DOUBLE,
    KIND_BYTE,
    KIND_WHOLE, /* uint32_t, or an enum, or a profile */
    KIND_SIGNED,
    KIND_LONG,   /* uint64_t */
    KIND_SIZE,   /* size_t */
    KIND_BOOL,   /* bool */
    KIND_SWITCH, /* uint32_t, 0 or 1 */
    KIND_POINT,
    KIND_ID, /* of a unit or a group */
    KIND_TEXT,
    KIND_HAND, /* an array, which module.c reads */
    KIND_STRUCT
} kind;

typedef struct layout layout;

typedef struct field {
    const char *name;
    kind kind;
    uint32_t offset;
    uint32_t count; /* of an array; else 0 */
    const layout *of;
} field;

struct layout {
    const char *name;
    size_t size;
    void (*fill)(void *); /* its defaults; NULL: zeros */
    const field *fields;
    uint32_t count;
};

/* ---- numbers ---- */

/* Raises an error about an argument, or (at < 0) about the field or the list that the value stands
 * in. */
static void refuse_value(lua_State *L, int at, const char *name, const char *expected) {
    const char *text =
        lua_pushfstring(L, "%s expected, got %s", expected,
                        lua_isnumber(L, at) ? lua_tostring(L, at) : luaL_typename(L, at));
    if (at > 0) luaL_argerror(L, at, text);
    luaL_error(L, "bad argument: in '%s' %s", name, text);
}

static double number(lua_State *L, int at, const char *name) {
    if (!lua_isnumber(L, at)) refuse_value(L, at, name, "number");
    return (double)lua_tonumber(L, at);
}

static double whole(lua_State *L, int at, const char *name, double low, double high) {
    double found = number(L, at, name);
    if (!(found >= low && found <= high) || found != (double)(int64_t)found) {
        char expected[80];
        snprintf(expected, sizeof expected, "whole number from %.0f to %.0f", low, high);
        refuse_value(L, at, name, expected);
    }
    return found;
}

static uint32_t to_whole(lua_State *L, int at) {
    return (uint32_t)whole(L, at, "list", 0, UINT32_MAX);
}

static uint64_t long_of(lua_State *L, int at, const char *name) {
    if (lua_type(L, at) != LUA_TSTRING) return (uint64_t)whole(L, at, name, 0, EXACT - 1);
    uint64_t found = 0;
    for (const char *digit = lua_tostring(L, at); *digit; digit++) {
        if (*digit < '0' || *digit > '9' || found > (UINT64_MAX - (uint64_t)(*digit - '0')) / 10)
            refuse_value(L, at, name, "whole number of 64 bits");
        found = found * 10 + (uint64_t)(*digit - '0');
    }
    return found;
}

static uint64_t to_long(lua_State *L, int at) {
    return long_of(L, at, "list");
}

static void push_whole(lua_State *L, uint64_t value) {
#if LUA_VERSION_NUM >= 503
    lua_pushinteger(L, (lua_Integer)value);
#else
    lua_pushnumber(L, (lua_Number)value);
#endif
}

static void push_long(lua_State *L, uint64_t value) {
    char text[24];
    if (value < (uint64_t)EXACT) {
        push_whole(L, value);
    } else {
        snprintf(text, sizeof text, "%" PRIu64, value);
        lua_pushstring(L, text);
    }
}

/* A hash is a string in each case: hosts compare and print it. */
static void push_hash(lua_State *L, uint64_t hash) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, hash);
    lua_pushstring(L, text);
}

/* ---- ids and points ---- */

typedef struct id {
    uint32_t slot, generation;
} id;

static id id_of(lua_State *L, int at, const char *name) {
    uint64_t found = (uint64_t)whole(L, at, name, 0, EXACT - 1);
    return (id){(uint32_t)(found % ID_SHIFT), (uint32_t)(found / ID_SHIFT)};
}

static sidle_unit_id to_unit(lua_State *L, int at) {
    id one = id_of(L, at, "list");
    return (sidle_unit_id){one.slot, one.generation};
}

static sidle_group_id to_group(lua_State *L, int at) {
    id one = id_of(L, at, "list");
    return (sidle_group_id){one.slot, one.generation};
}

static void push_id(lua_State *L, uint32_t slot, uint32_t generation) {
    push_whole(L, (uint64_t)generation * ID_SHIFT + slot);
}

static sidle_vec2 to_point(lua_State *L, int at) {
    return (sidle_vec2){(float)luaL_checknumber(L, at), (float)luaL_checknumber(L, at + 1)};
}

static void push_point(lua_State *L, sidle_vec2 point) {
    lua_pushnumber(L, (lua_Number)point.x);
    lua_pushnumber(L, (lua_Number)point.y);
}

/* ---- results ---- */

/* Of a refused call: nil, one sentence, and the name of the result. */
static int refuse(lua_State *L, sidle_result result);

static int give(lua_State *L, sidle_result result) {
    if (result != SIDLE_OK) return refuse(L, result);
    lua_pushboolean(L, 1);
    return 1;
}

/* ---- structs ---- */

static void read_struct(lua_State *L, int at, const layout *of, void *to);

/* A number of the table at the top of the stack. */
static float number_of(lua_State *L, const char *name) {
    lua_getfield(L, -1, name);
    float found = (float)number(L, -1, name);
    lua_pop(L, 1);
    return found;
}

/* Reads the value at the top of the stack. */
static void read_value(lua_State *L, const field *of, void *to) {
    if (of->kind == KIND_FLOAT) {
        *(float *)to = (float)number(L, -1, of->name);
    } else if (of->kind == KIND_DOUBLE) {
        *(double *)to = number(L, -1, of->name);
    } else if (of->kind == KIND_BYTE) {
        *(uint8_t *)to = (uint8_t)whole(L, -1, of->name, 0, UINT8_MAX);
    } else if (of->kind == KIND_WHOLE) {
        *(uint32_t *)to = (uint32_t)whole(L, -1, of->name, 0, UINT32_MAX);
    } else if (of->kind == KIND_SIGNED) {
        *(int32_t *)to = (int32_t)whole(L, -1, of->name, INT32_MIN, INT32_MAX);
    } else if (of->kind == KIND_LONG) {
        *(uint64_t *)to = long_of(L, -1, of->name);
    } else if (of->kind == KIND_SIZE) {
        *(size_t *)to = (size_t)long_of(L, -1, of->name);
    } else if (of->kind == KIND_BOOL) {
        *(bool *)to = lua_toboolean(L, -1);
    } else if (of->kind == KIND_SWITCH) {
        *(uint32_t *)to = lua_isboolean(L, -1) ? (uint32_t)lua_toboolean(L, -1)
                                               : (uint32_t)whole(L, -1, of->name, 0, 1);
    } else if (of->kind == KIND_POINT) {
        if (!lua_istable(L, -1)) refuse_value(L, -1, of->name, "table with x and y");
        *(sidle_vec2 *)to = (sidle_vec2){number_of(L, "x"), number_of(L, "y")};
    } else if (of->kind == KIND_ID) {
        *(id *)to = id_of(L, -1, of->name);
    } else if (of->kind == KIND_STRUCT) {
        if (!lua_istable(L, -1)) refuse_value(L, -1, of->name, "table");
        read_struct(L, lua_gettop(L), of->of, to);
    }
}

static void read_field(lua_State *L, const field *of, char *to) {
    static const size_t sizes[] = {[KIND_FLOAT] = sizeof(float), [KIND_BYTE] = 1};
    if (!of->count) {
        read_value(L, of, to);
        return;
    }
    if (!lua_istable(L, -1)) refuse_value(L, -1, of->name, "table");
    for (uint32_t k = 0; k < of->count; k++) {
        lua_rawgeti(L, -1, (int)k + 1);
        if (!lua_isnil(L, -1)) read_value(L, of, to + k * sizes[of->kind]);
        lua_pop(L, 1);
    }
}

static const field *field_named(lua_State *L, const layout *of, const char *name) {
    for (uint32_t k = 0; k < of->count; k++)
        if (strcmp(of->fields[k].name, name) == 0) return &of->fields[k];
    luaL_error(L, "%s has no field '%s'", of->name, name);
    return NULL;
}

/* Sets the fields that the table has. */
static void read_struct(lua_State *L, int at, const layout *of, void *to) {
    luaL_checktype(L, at, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, at)) {
        if (lua_type(L, -2) != LUA_TSTRING) refuse_value(L, -2, of->name, "name of a field");
        const field *one = field_named(L, of, lua_tostring(L, -2));
        if (one->kind != KIND_TEXT && one->kind != KIND_HAND)
            read_field(L, one, (char *)to + one->offset);
        lua_pop(L, 1);
    }
}

/* The struct that a table stands for; nil stands for its defaults. */
static void to_struct(lua_State *L, int at, const layout *of, void *to) {
    if (of->fill)
        of->fill(to);
    else
        memset(to, 0, of->size);
    if (!lua_isnoneornil(L, at)) read_struct(L, at, of, to);
}

/* Pushes the table called name of the table at the top of the stack. Makes it if it is not there. */
static void enter(lua_State *L, const char *name) {
    lua_getfield(L, -1, name);
    if (lua_istable(L, -1)) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, name);
}

static void push_value(lua_State *L, kind kind, const void *from) {
    if (kind == KIND_FLOAT)
        lua_pushnumber(L, (lua_Number) * (const float *)from);
    else if (kind == KIND_DOUBLE)
        lua_pushnumber(L, *(const double *)from);
    else if (kind == KIND_BYTE)
        push_whole(L, *(const uint8_t *)from);
    else if (kind == KIND_WHOLE)
        push_whole(L, *(const uint32_t *)from);
    else if (kind == KIND_SIGNED)
        lua_pushinteger(L, *(const int32_t *)from);
    else if (kind == KIND_LONG)
        push_long(L, *(const uint64_t *)from);
    else if (kind == KIND_SIZE)
        push_long(L, *(const size_t *)from);
    else if (kind == KIND_BOOL)
        lua_pushboolean(L, *(const bool *)from);
    else if (kind == KIND_SWITCH)
        lua_pushboolean(L, *(const uint32_t *)from != 0);
    else if (kind == KIND_TEXT)
        lua_pushstring(L, *(const char *const *)from);
    else
        push_id(L, ((const id *)from)->slot, ((const id *)from)->generation);
}

/* Sets the fields of the table at the top of the stack. */
static void write_struct(lua_State *L, const layout *of, const void *from) {
    for (uint32_t k = 0; k < of->count; k++) {
        const field *one = &of->fields[k];
        const char *at = (const char *)from + one->offset;
        if (one->kind == KIND_POINT) {
            enter(L, one->name);
            push_point(L, *(const sidle_vec2 *)at);
            lua_setfield(L, -3, "y");
            lua_setfield(L, -2, "x");
            lua_pop(L, 1);
        } else if (one->kind == KIND_STRUCT) {
            enter(L, one->name);
            write_struct(L, one->of, at);
            lua_pop(L, 1);
        } else if (one->count) {
            enter(L, one->name);
            for (uint32_t n = 0; n < one->count; n++) {
                push_value(L, one->kind, at + n * (one->kind == KIND_FLOAT ? sizeof(float) : 1));
                lua_rawseti(L, -2, (int)n + 1);
            }
            lua_pop(L, 1);
        } else {
            push_value(L, one->kind, at);
            lua_setfield(L, -2, one->name);
        }
    }
}

/* Pushes the table at `at`; a new one if there is none, or for 0. */
static void push_table(lua_State *L, int at) {
    if (at && lua_istable(L, at))
        lua_pushvalue(L, at);
    else
        lua_newtable(L);
}

/* Pushes the struct into the table at `at`, or into a new one if there is none. */
static void push_struct_into(lua_State *L, int at, const layout *of, const void *from) {
    push_table(L, at);
    write_struct(L, of, from);
}

/* ---- lists ---- */

static uint32_t length(lua_State *L, int at, uint32_t numbers) {
    luaL_checktype(L, at, LUA_TTABLE);
    size_t count = lua_objlen(L, at);
    if (count % numbers) luaL_error(L, "bad argument #%d: expected x and y of each point", at);
    if (count / numbers > UINT32_MAX / 2) luaL_error(L, "bad argument #%d: too long", at);
    return (uint32_t)(count / numbers);
}

/* Memory for a list of entries, which the garbage collector frees. */
static void *room(lua_State *L, size_t count, size_t size) {
    return lua_newuserdata(L, count ? count * size : 1);
}

/* {x1, y1, x2, y2, ...} */
static sidle_vec2 *to_points(lua_State *L, int at, uint32_t *count) {
    *count = length(L, at, 2);
    sidle_vec2 *points = room(L, *count, sizeof *points);
    for (uint32_t k = 0; k < *count; k++) {
        lua_rawgeti(L, at, (int)(2 * k + 1));
        lua_rawgeti(L, at, (int)(2 * k + 2));
        points[k] = (sidle_vec2){(float)number(L, -2, "list"), (float)number(L, -1, "list")};
        lua_pop(L, 2);
    }
    return points;
}

static sidle_unit_id *to_units(lua_State *L, int at, uint32_t *count) {
    *count = length(L, at, 1);
    sidle_unit_id *units = room(L, *count, sizeof *units);
    for (uint32_t k = 0; k < *count; k++) {
        lua_rawgeti(L, at, (int)k + 1);
        units[k] = to_unit(L, -1);
        lua_pop(L, 1);
    }
    return units;
}

static void *to_structs(lua_State *L, int at, const layout *of, uint32_t *count) {
    *count = length(L, at, 1);
    char *made = room(L, *count, of->size);
    for (uint32_t k = 0; k < *count; k++) {
        lua_rawgeti(L, at, (int)k + 1);
        if (!lua_istable(L, -1)) refuse_value(L, -1, "list", of->name);
        to_struct(L, lua_gettop(L), of, made + k * of->size);
        lua_pop(L, 1);
    }
    return made;
}

/* One entry for each unit, or one for all: then the stride is 0. */
static size_t stride_of(lua_State *L, int at, uint32_t entries, uint32_t units, size_t size) {
    if (entries != 1 && entries != units)
        luaL_error(L, "bad argument #%d: expected one entry, or one for each unit", at);
    return entries == 1 ? 0 : size;
}

/* Writes the names of the results into the table, if there is one. */
static void write_results(lua_State *L, int at, const sidle_result *results, uint32_t count);

/* Writes the entries into the table at `at`, or into a new one, and pushes it. */
static void push_structs(lua_State *L, int at, const layout *of, const void *from, uint32_t count) {
    push_table(L, at);
    for (uint32_t k = 0; k < count; k++) {
        lua_rawgeti(L, -1, (int)k + 1);
        if (!lua_istable(L, -1)) {
            lua_pop(L, 1);
            lua_newtable(L);
        }
        write_struct(L, of, (const char *)from + k * of->size);
        lua_rawseti(L, -2, (int)k + 1);
    }
}

/* {x1, y1, ...} into the table at `at`, or into a new one, and pushes it. */
static void push_points(lua_State *L, int at, const sidle_vec2 *points, uint32_t count) {
    push_table(L, at);
    for (uint32_t k = 0; k < count; k++) {
        lua_pushnumber(L, (lua_Number)points[k].x);
        lua_rawseti(L, -2, (int)(2 * k + 1));
        lua_pushnumber(L, (lua_Number)points[k].y);
        lua_rawseti(L, -2, (int)(2 * k + 2));
    }
}

static void push_units(lua_State *L, int at, const sidle_unit_id *ids, uint32_t count) {
    push_table(L, at);
    for (uint32_t k = 0; k < count; k++) {
        push_id(L, ids[k].slot, ids[k].generation);
        lua_rawseti(L, -2, (int)k + 1);
    }
}

#endif
