/* From the JSON of a map to a drawing. Lengths of Tiled are pixels, ours are cells. */
#include "layer_data.h"
#include "scenes/terrain_names.h"
#include "terminal/output.h"
#include "terminal/spelling.h"
#include "tiled_map.h"
#include "xml_json.h"

#include <limits.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Tiles may be turned or flipped: the upper bits of their numbers. */
static const uint32_t TILE = 0x0fffffffu;

/* Layers within layers at most: a choice. */
enum { DEEPEST = 32 };

typedef struct tiled_reader {
    const char *file;
    complaints *to;
    drawing *into;
    json_t *map;
    double tile_width, tile_height; /* pixels */
    int *classes;                   /* stb_ds, by number of the tile; -1: none is told */
    char groups[64][2];             /* letters that have a group line, and those that need one */
} tiled_reader;

/* ---- values ---- */

static double number_of(json_t *object, const char *key) {
    json_t *value = json_object_get(object, key);
    if (json_is_string(value)) return strtod(json_string_value(value), NULL);
    return json_is_number(value) ? json_number_value(value) : 0;
}

static const char *text_of(json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* "class", or what older and newer versions call it. */
static const char *class_of(json_t *object) {
    const char *class = text_of(object, "class");
    return *class ? class : text_of(object, "type");
}

static json_t *property_of(json_t *object, const char *name) {
    json_t *property;
    size_t k;
    json_array_foreach(json_object_get(object, "properties"), k,
                       property) if (!strcmp(text_of(property, "name"),
                                             name)) return json_object_get(property, "value");
    return NULL;
}

/* The value of a property as text. */
static const char *property_text(json_t *value, char text[128]) {
    if (json_is_string(value)) return json_string_value(value);
    if (json_is_boolean(value)) return json_is_true(value) ? "yes" : "no";
    snprintf(text, 128, "%.9g", json_number_value(value));
    return text;
}

/* ---- terrain ---- */

/* The class that the object is said to be of; -1: it says none. Complains of an unknown one. */
static int terrain_of(const tiled_reader *r, json_t *object, const char *what) {
    json_t *property = property_of(object, "terrain");
    const char *name = property ? json_string_value(property) : NULL;
    if (!property) return terrain_named(class_of(object), strlen(class_of(object)));
    int class = name ? terrain_named(name, strlen(name)) : -1;
    if (class < 0)
        complain(r->to, r->file, 0, 0, "found the terrain '%s' of %s, expected a class%s",
                 name ? name : "", what,
                 did_you_mean("", name ? name : "", name ? strlen(name) : 0,
                              NAMES_OF(terrain_names(), SIDLE_TERRAIN_COUNT))
                     .text);
    return class;
}

static void take_tiles(tiled_reader *r, json_t *set, uint32_t first) {
    json_t *tile;
    size_t k;
    json_array_foreach(json_object_get(set, "tiles"), k, tile) {
        double number = first + number_of(tile, "id");
        int class = terrain_of(r, tile, "a tile");
        if (number < 1 || number > 1 << 20) continue;
        while (arrlenu(r->classes) <= (size_t)number) arrput(r->classes, -1);
        r->classes[(size_t)number] = class;
    }
}

/* A tileset may stand in a file of its own, beside the map. */
static void take_tileset(tiled_reader *r, json_t *set) {
    char path[PATH_MAX];
    const char *source = text_of(set, "source"), *slash = strrchr(r->file, '/');
    double given = number_of(set, "firstgid");
    uint32_t first = given >= 1 && given <= (double)TILE ? (uint32_t)given : 1;
    if (!*source) {
        take_tiles(r, set, first);
        return;
    }
    int folder = *source == '/' || !slash ? 0 : (int)(slash - r->file) + 1;
    snprintf(path, sizeof path, "%.*s%s", folder, r->file, source);
    json_t *read = tiled_json_of(path, r->to);
    if (read) take_tiles(r, read, first);
    json_decref(read);
}

static void take_cells(tiled_reader *r, json_t *layer) {
    drawing *d = r->into;
    size_t count = (size_t)d->width * d->height;
    int all = terrain_of(r, layer, "a layer");
    const char *name = text_of(layer, "name");
    if (all < 0) all = terrain_named(name, strlen(name));
    uint32_t *tiles = layer_data(r->file, layer, count, r->to);
    for (size_t k = 0; tiles && k < count; k++) {
        uint32_t tile = tiles[k] & TILE;
        int class = tile && tile < arrlenu(r->classes) ? r->classes[tile] : -1;
        if (class < 0) class = all;
        if (tile && class >= 0) d->cells[k] = (uint8_t) class;
        if (!tile || class >= 0) continue;
        complain(
            r->to, r->file, 0, 0,
            "found tile %u in the layer '%s', at cell %zu,%zu, expected its tileset or the layer "
            "to say its terrain",
            tile, name, k % d->width, k / d->width);
        break;
    }
    free(tiles);
}

/* ---- objects ---- */

static sidle_vec2 place_of(const tiled_reader *r, json_t *object, double dx, double dy) {
    return (sidle_vec2){(float)((number_of(object, "x") + dx) / r->tile_width),
                        (float)((number_of(object, "y") + dy) / r->tile_height)};
}

/* A group whose units or goals were drawn, and that has no object of its own, gets a line. */
static void note_group(tiled_reader *r, const char *letter) {
    int k = 0;
    while (k < 63 && *r->groups[k] && *r->groups[k] != *letter) k++;
    if (k < 63) *r->groups[k] = *letter;
}

static void take_property(json_t *object, const char *name, char *into, size_t size) {
    char text[128];
    json_t *found = property_of(object, name);
    snprintf(into, size, "%.*s", (int)size - 1, found ? property_text(found, text) : "");
}

static void add_unit(tiled_reader *r, json_t *object, sidle_vec2 at) {
    if (arrlenu(r->into->units) > SIDLE_MAX_UNITS)
        return; /* the world tells that there are too many */
    drawn_unit u = {.at = at};
    u.group[0] = *text_of(object, "name");
    take_property(object, "dies", u.dies, sizeof u.dies);
    take_property(object, "goal", u.goal, sizeof u.goal);
    take_property(object, "unloads", u.unloads, sizeof u.unloads);
    arrput(r->into->units, u);
}

/* A point is one unit; a rectangle has one in the middle of each cell that it covers. */
static void take_unit(tiled_reader *r, json_t *object) {
    sidle_vec2 low = place_of(r, object, 0, 0);
    sidle_vec2 high = place_of(r, object, number_of(object, "width"), number_of(object, "height"));
    note_group(r, text_of(object, "name"));
    if (high.x <= low.x && high.y <= low.y) {
        add_unit(r, object, low);
        return;
    }
    /* A tile object stands on its lower edge. */
    float up = json_object_get(object, "gid") ? high.y - low.y : 0;
    float left = fmaxf(floorf(low.x + 0.5f), 0), top = fmaxf(floorf(low.y - up + 0.5f), 0);
    float right = fminf(high.x - 0.25f, (float)r->into->width);
    float bottom = fminf(high.y - up - 0.25f, (float)r->into->height);
    for (float y = top; y < bottom; y++)
        for (float x = left; x < right; x++) add_unit(r, object, (sidle_vec2){x + 0.5f, y + 0.5f});
}

/* The aims and settings that are drawn: `KEY=` and what the shape says. */
static void write_shape(const tiled_reader *r, json_t *object, const char *key, FILE *out) {
    json_t *line = json_object_get(object, "polyline"), *point;
    size_t k;
    double width = number_of(object, "width"), height = number_of(object, "height");
    sidle_vec2 at = place_of(r, object, width / 2, height / 2);
    fprintf(out, " %s=", key);
    if (!line) line = json_object_get(object, "polygon");
    json_array_foreach(line, k, point) {
        sidle_vec2 p = place_of(r, object, number_of(point, "x"), number_of(point, "y"));
        fprintf(out, "%s%.7g,%.7g", k ? ";" : "", (double)p.x, (double)p.y);
    }
    if (!line) fprintf(out, "%.7g,%.7g", (double)at.x, (double)at.y);
    bool disc = !strcmp(key, "wander") || !strcmp(key, "approach");
    if (!line && disc) fprintf(out, ",%.7g", width / 2 / r->tile_width);
}

static const char *const SHAPES[] = {"goal", "via", "patrol", "wander", "flee", "approach"};
static const char *const CLASSES[] = {"unit", "group",  "profile", "edit", "goal",
                                      "via",  "patrol", "wander",  "flee", "approach"};

enum { SHAPE_COUNT = 6, CLASS_COUNT = 10 };

static bool is_shape(const char *class) {
    for (int k = 0; k < SHAPE_COUNT; k++)
        if (!strcmp(class, SHAPES[k])) return true;
    return false;
}

typedef void (*object_visitor)(tiled_reader *r, json_t *object, void *context);

static void visit(tiled_reader *r, json_t *holder, object_visitor visitor, void *context,
                  int depth) {
    json_t *layer, *object;
    size_t k, n;
    if (depth > DEEPEST) return;
    json_array_foreach(json_object_get(holder, "layers"), k, layer) {
        visit(r, layer, visitor, context, depth + 1);
        json_array_foreach(json_object_get(layer, "objects"), n, object)
            visitor(r, object, context);
    }
}

typedef struct group_line {
    const char *letter;
    FILE *out;
} group_line;

/* Adds what the object says of the group. */
static void add_to_group(tiled_reader *r, json_t *object, void *context) {
    group_line *g = context;
    const char *class = class_of(object);
    char text[128];
    json_t *property;
    size_t k;
    if (*text_of(object, "name") != *g->letter) return;
    if (is_shape(class)) write_shape(r, object, class, g->out);
    if (strcmp(class, "group") != 0) return;
    json_array_foreach(json_object_get(object, "properties"), k, property) {
        const char *name = text_of(property, "name");
        json_t *value = json_object_get(property, "value");
        bool flag = !strcmp(name, "stand") || !strcmp(name, "hold");
        if (flag)
            fprintf(g->out, " %s", name);
        else
            fprintf(g->out, " %s=%s", name, property_text(value, text));
    }
}

static void say_group(tiled_reader *r, const char *letter) {
    text_stream line;
    group_line g = {letter, text_begin(&line)};
    visit(r, r->map, add_to_group, &g, 0);
    char *text = text_end(&line);
    drawing_say(r->into, "group %s%s", letter, text);
    free(text);
}

static void take_profile(tiled_reader *r, json_t *object, void *context) {
    char text[128];
    text_stream whole;
    size_t k;
    json_t *property;
    (void)context;
    if (strcmp(class_of(object), "profile") != 0) return;
    FILE *out = text_begin(&whole);
    fprintf(out, "profile %s", text_of(object, "name"));
    /* like= comes first. */
    json_t *like = property_of(object, "like");
    if (like) fprintf(out, " like=%s", property_text(like, text));
    json_array_foreach(json_object_get(object, "properties"), k,
                       property) if (strcmp(text_of(property, "name"), "like") != 0)
        fprintf(out, " %s=%s", text_of(property, "name"),
                property_text(json_object_get(property, "value"), text));
    char *line = text_end(&whole);
    /* The words of a ladder or of classes stand apart in a config, and together in a fixture. */
    drawing_say(r->into, "%s", line);
    free(line);
}

static void take_edit(tiled_reader *r, json_t *object) {
    char at[128], class[128];
    sidle_vec2 low = place_of(r, object, 0, 0);
    sidle_vec2 high = place_of(r, object, number_of(object, "width"), number_of(object, "height"));
    json_t *time = property_of(object, "at"), *terrain = property_of(object, "terrain");
    drawing_say(r->into, "edit at=%s cells=%.0f,%.0f,%.0f,%.0f class=%s",
                time ? property_text(time, at) : "?", (double)low.x, (double)low.y,
                (double)(high.x - low.x), (double)(high.y - low.y),
                terrain ? property_text(terrain, class) : "?");
}

static void take_object(tiled_reader *r, json_t *object, void *context) {
    const char *class = class_of(object), *name = text_of(object, "name");
    bool known = false;
    (void)context;
    for (int k = 0; k < CLASS_COUNT; k++) known = known || !strcmp(class, CLASSES[k]);
    if (!known) {
        complain(
            r->to, r->file, 0, 0,
            "found the object %.0f of class '%s', expected unit, group, goal, via, patrol, wander, "
            "flee, approach, profile or edit%s",
            number_of(object, "id"), class,
            did_you_mean("", class, strlen(class), NAMES_OF(CLASSES, CLASS_COUNT)).text);
        return;
    }
    bool of_group = strcmp(class, "profile") != 0 && strcmp(class, "edit") != 0;
    if (of_group && strlen(name) != 1)
        complain(r->to, r->file, 0, 0,
                 "found the name '%s' of the %s %.0f, expected the letter of its group", name,
                 class, number_of(object, "id"));
    else if (!strcmp(class, "unit"))
        take_unit(r, object);
    else if (!strcmp(class, "edit"))
        take_edit(r, object);
    else if (of_group)
        note_group(r, name);
}

/* ---- the map ---- */

/* Properties of the map that are lines of a fixture; `expect` may have several lines. */
static void take_map_properties(tiled_reader *r) {
    static const char *const KEYS[] = {"cell", "seconds", "pathfinder"};
    char text[128];
    for (size_t k = 0; k < sizeof KEYS / sizeof *KEYS; k++) {
        json_t *value = property_of(r->map, KEYS[k]);
        if (value) drawing_say(r->into, "%s %s", KEYS[k], property_text(value, text));
    }
    const char *expect = json_string_value(property_of(r->map, "expect"));
    for (; expect && *expect; expect += strspn(expect, "\n")) {
        int length = (int)strcspn(expect, "\n");
        drawing_say(r->into, "expect %.*s", length, expect);
        expect += length;
    }
}

static void take_layers(tiled_reader *r, json_t *holder, int depth) {
    json_t *layer;
    size_t k;
    if (depth > DEEPEST) return;
    json_array_foreach(json_object_get(holder, "layers"), k, layer) {
        if (!strcmp(text_of(layer, "type"), "tilelayer")) take_cells(r, layer);
        take_layers(r, layer, depth + 1);
    }
}

static bool check_map(const tiled_reader *r) {
    double width = number_of(r->map, "width"), height = number_of(r->map, "height");
    json_t *infinite = json_object_get(r->map, "infinite");
    const char *shape = text_of(r->map, "orientation");
    if (strcmp(shape, "orthogonal") != 0)
        complain(r->to, r->file, 0, 0,
                 "found the orientation '%s', expected an orthogonal map of Tiled", shape);
    else if (json_is_true(infinite) ||
             (json_is_number(infinite) && json_number_value(infinite) > 0))
        complain(r->to, r->file, 0, 0,
                 "found an infinite map, expected one with a width and a height "
                 "(in Tiled: Map, Map Properties, Infinite)");
    else if (!(width >= 1 && height >= 1 && width <= SIDLE_MAX_CELLS && height <= SIDLE_MAX_CELLS))
        complain(r->to, r->file, 0, 0, "found %g x %g tiles, expected 1 to %d", width, height,
                 SIDLE_MAX_CELLS);
    else if (!(r->tile_width >= 1 && r->tile_height >= 1))
        complain(r->to, r->file, 0, 0, "found tiles of %g x %g pixels, expected some size",
                 r->tile_width, r->tile_height);
    else
        return true;
    return false;
}

static void take_map(tiled_reader *r) {
    json_t *set;
    size_t k;
    *r->into =
        drawing_make((uint32_t)number_of(r->map, "width"), (uint32_t)number_of(r->map, "height"));
    json_array_foreach(json_object_get(r->map, "tilesets"), k, set) take_tileset(r, set);
    take_layers(r, r->map, 0);
    take_map_properties(r);
    visit(r, r->map, take_profile, NULL, 0);
    visit(r, r->map, take_object, NULL, 0);
    for (int g = 0; g < 64 && *r->groups[g]; g++) say_group(r, r->groups[g]);
}

bool tiled_map_read(const char *file, drawing *into, complaints *to) {
    int before = to->count;
    tiled_reader r = {.file = file, .to = to, .into = into, .map = tiled_json_of(file, to)};
    *into = (drawing){0};
    if (r.map) {
        r.tile_width = number_of(r.map, "tilewidth");
        r.tile_height = number_of(r.map, "tileheight");
        if (check_map(&r)) take_map(&r);
    }
    json_decref(r.map);
    arrfree(r.classes);
    if (to->count > before) drawing_free(into);
    return to->count == before;
}
