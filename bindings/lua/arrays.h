/* Arrays of the state of many units: sidle.arrays. */
#ifndef SIDLE_LUA_ARRAYS_H
#define SIDLE_LUA_ARRAYS_H

#include "boxes.h"
#include "values.h"

enum { COLUMNS = 8 };

static const struct column {
    const char *name;
    size_t offset; /* in sidle_columns */
    size_t size;   /* of an entry */
    kind kind;
} columns[COLUMNS] = {
    {"ids", offsetof(sidle_columns, ids), sizeof(sidle_unit_id), KIND_ID},
    {"positions", offsetof(sidle_columns, positions), sizeof(sidle_vec2), KIND_POINT},
    {"headings", offsetof(sidle_columns, headings), sizeof(sidle_vec2), KIND_POINT},
    {"velocities", offsetof(sidle_columns, velocities), sizeof(sidle_vec2), KIND_POINT},
    {"made", offsetof(sidle_columns, made), sizeof(sidle_vec2), KIND_POINT},
    {"decisions", offsetof(sidle_columns, decisions), 1, KIND_BYTE},
    {"users", offsetof(sidle_columns, users), sizeof(uint64_t), KIND_LONG},
    {"places", offsetof(sidle_columns, places), sizeof(sidle_vec2), KIND_POINT},
};

/* Columns of a world, filled in place. They grow with the world; reading allocates nothing else. */
typedef struct arrays {
    sidle_columns to;
    bool wanted[COLUMNS];
    uint32_t rows, capacity;
} arrays;

static sidle_column *column_at(arrays *all, int at) {
    return (sidle_column *)((char *)&all->to + columns[at].offset);
}

static int column_named(lua_State *L, int at) {
    const char *name = luaL_checkstring(L, at);
    for (int k = 0; k < COLUMNS; k++)
        if (!strcmp(name, columns[k].name)) return k;
    return luaL_argerror(L, at, "not the name of a column");
}

/* sidle.arrays("ids", "positions", ...) */
static int make_arrays(lua_State *L) {
    int count = lua_gettop(L);
    arrays *made = lua_newuserdata(L, sizeof *made);
    memset(made, 0, sizeof *made);
    luaL_getmetatable(L, "sidle.arrays");
    lua_setmetatable(L, -2);
    for (int k = 1; k <= count; k++) made->wanted[column_named(L, k)] = true;
    return 1;
}

static arrays *to_arrays(lua_State *L, int at) {
    return luaL_checkudata(L, at, "sidle.arrays");
}

static int free_arrays(lua_State *L) {
    arrays *all = to_arrays(L, 1);
    for (int k = 0; k < COLUMNS; k++) free(column_at(all, k)->to);
    memset(all, 0, sizeof *all);
    return 0;
}

static void grow(lua_State *L, arrays *all, uint32_t rows) {
    if (rows <= all->capacity) return;
    uint32_t capacity = rows + rows / 2 + 64;
    all->rows = all->capacity = 0;
    for (int k = 0; k < COLUMNS; k++) {
        if (!all->wanted[k]) continue;
        void *to = realloc(column_at(all, k)->to, capacity * columns[k].size);
        if (!to) luaL_error(L, "not enough memory");
        column_at(all, k)->to = to;
    }
    all->capacity = capacity;
}

/* world:read(arrays): the number of rows; the unit in slot s is in row s. */
static int read_world(lua_State *L) {
    const sidle_world *world = to_world(L, 1);
    arrays *all = to_arrays(L, 2);
    uint32_t rows;
    sidle_result result = sidle_world_read(world, &all->to, all->capacity, &rows);
    if (result == SIDLE_OK && rows > all->capacity) {
        grow(L, all, rows);
        result = sidle_world_read(world, &all->to, all->capacity, &rows);
    }
    if (result != SIDLE_OK) return refuse(L, result);
    all->rows = rows;
    push_whole(L, rows);
    return 1;
}

/* world:units_read(ids, arrays): ids[k] in row k. */
static int read_units(lua_State *L) {
    const sidle_world *world = to_world(L, 1);
    uint32_t count;
    sidle_unit_id *ids = to_units(L, 2, &count);
    arrays *all = to_arrays(L, 3);
    grow(L, all, count);
    sidle_result result = sidle_units_read(world, ids, count, &all->to);
    if (result != SIDLE_OK) return refuse(L, result);
    all->rows = count;
    push_whole(L, count);
    return 1;
}

static const char *entry(lua_State *L, arrays *all, int column, uint32_t row) {
    const char *to = column_at(all, column)->to;
    if (!to)
        luaL_error(L, "the arrays have no column '%s', or were not read", columns[column].name);
    if (row < 1 || row > all->rows)
        luaL_error(L, "row %d is not one of %d", (int)row, (int)all->rows);
    return to + (row - 1) * columns[column].size;
}

/* arrays:positions(row): x and y; the same for the other columns. The upvalue is the column. */
static int at_row(lua_State *L) {
    int column = (int)lua_tointeger(L, lua_upvalueindex(1));
    const char *from = entry(L, to_arrays(L, 1), column, to_whole(L, 2));
    if (columns[column].kind == KIND_POINT) {
        push_point(L, *(const sidle_vec2 *)from);
        return 2;
    }
    push_value(L, columns[column].kind, from);
    return 1;
}

/* arrays:fill("positions", table): writes the column into the table, x1, y1, x2, ...; returns the
 * table. */
static int fill_table(lua_State *L) {
    arrays *all = to_arrays(L, 1);
    int column = column_named(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 3);
    if (!all->rows) return 1;
    const char *from = entry(L, all, column, 1);
    if (columns[column].kind == KIND_POINT) {
        push_points(L, 3, (const sidle_vec2 *)from, all->rows);
        return 1;
    }
    for (uint32_t k = 0; k < all->rows; k++) {
        push_value(L, columns[column].kind, from + k * columns[column].size);
        lua_rawseti(L, 3, (int)k + 1);
    }
    return 1;
}

/* arrays:pointer("positions"): for ffi.cast of LuaJIT; valid until the next read. */
static int pointer_of(lua_State *L) {
    arrays *all = to_arrays(L, 1);
    lua_pushlightuserdata(L, (void *)entry(L, all, column_named(L, 2), 1));
    return 1;
}

static int count_rows(lua_State *L) {
    push_whole(L, to_arrays(L, 1)->rows);
    return 1;
}

#endif
