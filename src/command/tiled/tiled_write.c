/* From a drawing to the JSON of a map, and to its file. */
#include "pictures/colours.h"
#include "pictures/png_file.h"
#include "scenes/terrain_names.h"
#include "support/checked_memory.h"
#include "terminal/output.h"
#include "terminal/text.h"
#include "tiled_map.h"
#include "xml_json.h"

#include <limits.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of a tile. */
enum { SIDE = 16 };

static const char TILES[] = "sidle-terrain.png";

static json_t *property(const char *name, const char *value) {
    return json_pack("{s:s,s:s,s:s}", "name", name, "type", "string", "value", value);
}

/* ---- the tiles ---- */

static json_t *tileset(void) {
    json_t *tiles = json_array();
    for (int k = 0; k < SIDLE_TERRAIN_COUNT; k++)
        json_array_append_new(tiles, json_pack("{s:i,s:[o]}", "id", k, "properties",
                                               property("terrain", terrain_names()[k])));
    return json_pack("{s:i,s:s,s:i,s:i,s:i,s:i,s:s,s:i,s:i,s:i,s:i,s:o}", "firstgid", 1, "name",
                     "terrain", "tilewidth", SIDE, "tileheight", SIDE, "tilecount",
                     SIDLE_TERRAIN_COUNT, "columns", SIDLE_TERRAIN_COUNT, "image", TILES,
                     "imagewidth", SIDE * SIDLE_TERRAIN_COUNT, "imageheight", SIDE, "margin", 0,
                     "spacing", 0, "tiles", tiles);
}

static bool write_tiles(const char *map, complaints *to) {
    char path[PATH_MAX];
    const char *slash = strrchr(map, '/');
    canvas c = {.width = SIDE * SIDLE_TERRAIN_COUNT, .height = SIDE};
    c.pixels = checked_malloc(3 * (size_t)c.width * (size_t)c.height);
    for (int y = 0; y < c.height; y++)
        for (int x = 0; x < c.width; x++) canvas_set(&c, x, y, TERRAIN_COLOURS[x / SIDE]);
    snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - map) + 1 : 0, map, TILES);
    bool good = png_write(&c, path, to);
    free(c.pixels);
    return good;
}

/* ---- objects ---- */

typedef struct tiled_writer {
    json_t *objects, *properties; /* of the map */
    char *expects;                /* lines, malloc'd */
    int id;
} tiled_writer;

static json_t *add_object(tiled_writer *w, const char *class, const char *name, double x,
                          double y) {
    json_t *object = json_pack("{s:i,s:s,s:s,s:f,s:f}", "id", ++w->id, "name", name, "type", class,
                               "x", x * SIDE, "y", y * SIDE);
    json_array_append_new(w->objects, object);
    return object;
}

static void add_property(json_t *object, const char *name, const char *value) {
    json_t *list = json_object_get(object, "properties");
    if (!list) json_object_set_new(object, "properties", list = json_array());
    json_array_append_new(list, property(name, value));
}

/* "X,Y;X,Y": the points of a line, from its first one. */
static void add_line(tiled_writer *w, const char *class, const char *name, const char *value) {
    double x, y, first_x = 0, first_y = 0;
    int used;
    json_t *points = json_array();
    for (int k = 0; sscanf(value, "%lf,%lf%n", &x, &y, &used) == 2; k++) {
        if (!k) first_x = x, first_y = y;
        json_array_append_new(
            points, json_pack("{s:f,s:f}", "x", (x - first_x) * SIDE, "y", (y - first_y) * SIDE));
        value += used;
        if (*value == ';') value++;
    }
    json_t *object = add_object(w, class, name, first_x, first_y);
    json_object_set_new(object, "polyline", points);
}

static void add_disc(tiled_writer *w, const char *class, const char *name, const char *value) {
    double x = 0, y = 0, r = 0;
    sscanf(value, "%lf,%lf,%lf", &x, &y, &r);
    json_t *object = add_object(w, class, name, x - r, y - r);
    json_object_set_new(object, "width", json_real(2 * r * SIDE));
    json_object_set_new(object, "height", json_real(2 * r * SIDE));
    json_object_set_new(object, "ellipse", json_true());
}

static void add_point(tiled_writer *w, const char *class, const char *name, const char *value) {
    double x = 0, y = 0;
    sscanf(value, "%lf,%lf", &x, &y);
    json_object_set_new(add_object(w, class, name, x, y), "point", json_true());
}

/* What is drawn becomes an object of its own, which the mouse can move; the rest a property. */
static void add_setting(tiled_writer *w, json_t *group, const char *name, const char *key,
                        const char *value) {
    bool disc =
        !strcmp(key, "wander") || (!strcmp(key, "approach") && strchr("0123456789.", *value));
    if (!strcmp(key, "via") || !strcmp(key, "patrol"))
        add_line(w, key, name, value);
    else if (disc)
        add_disc(w, key, name, value);
    else if (!strcmp(key, "goal") || !strcmp(key, "flee"))
        add_point(w, key, name, value);
    else
        add_property(group, key, value);
}

static void add_words(tiled_writer *w, const char *class, char *words) {
    char *rest, *name = strtok_r(words, " ", &rest), *word;
    json_t *object = add_object(w, class, name ? name : "", 0, -1 - w->id * 0.5);
    json_object_set_new(object, "point", json_true());
    while (name && (word = strtok_r(NULL, " ", &rest))) {
        char *equals = strchr(word, '=');
        if (equals) *equals = 0;
        add_setting(w, object, name, word, equals ? equals + 1 : "yes");
    }
}

static void add_edit(tiled_writer *w, char *words) {
    char *rest, *word;
    double x = 0, y = 0, width = 1, height = 1;
    json_t *object = add_object(w, "edit", "", 0, 0);
    for (word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        if (!value) continue;
        *value++ = 0;
        if (!strcmp(word, "cells")) sscanf(value, "%lf,%lf,%lf,%lf", &x, &y, &width, &height);
        if (!strcmp(word, "at")) add_property(object, "at", value);
        if (!strcmp(word, "class")) add_property(object, "terrain", value);
    }
    json_object_set_new(object, "x", json_real(x * SIDE));
    json_object_set_new(object, "y", json_real(y * SIDE));
    json_object_set_new(object, "width", json_real(width * SIDE));
    json_object_set_new(object, "height", json_real(height * SIDE));
}

static void add_expect(tiled_writer *w, const char *words) {
    size_t before = w->expects ? strlen(w->expects) : 0;
    w->expects = checked_realloc(w->expects, before + strlen(words) + 2);
    sprintf(w->expects + before, "%s%s", before ? "\n" : "", words);
}

static void add_head(tiled_writer *w, const char *line) {
    char *text = checked_strdup(line), *words = strchr(text, ' ');
    if (words) *words++ = 0;
    if (!words)
        ;
    else if (!strcmp(text, "group") || !strcmp(text, "profile"))
        add_words(w, text, words);
    else if (!strcmp(text, "edit"))
        add_edit(w, words);
    else if (!strcmp(text, "expect"))
        add_expect(w, words);
    else
        json_array_append_new(w->properties, property(text, words));
    free(text);
}

static void add_units(tiled_writer *w, const drawing *d) {
    for (size_t k = 0; k < arrlenu(d->units); k++) {
        const drawn_unit *u = &d->units[k];
        json_t *object = add_object(w, "unit", u->group, (double)u->at.x, (double)u->at.y);
        json_object_set_new(object, "point", json_true());
        if (*u->dies) add_property(object, "dies", u->dies);
        if (*u->goal) add_property(object, "goal", u->goal);
        if (*u->unloads) add_property(object, "unloads", u->unloads);
    }
}

/* ---- the map ---- */

static json_t *map_of(const drawing *d) {
    json_t *cells = json_array(), *layers;
    tiled_writer w = {.objects = json_array(), .properties = json_array()};
    int width = (int)d->width, height = (int)d->height;
    for (size_t k = 0; k < (size_t)d->width * d->height; k++)
        json_array_append_new(cells, json_integer(d->cells[k] + 1));
    for (size_t k = 0; k < arrlenu(d->heads); k++) add_head(&w, d->heads[k]);
    add_units(&w, d);
    if (w.expects) json_array_append_new(w.properties, property("expect", w.expects));
    free(w.expects);
    layers = json_pack(
        "[{s:s,s:i,s:s,s:i,s:i,s:i,s:i,s:i,s:b,s:o},{s:s,s:i,s:s,s:i,s:i,s:i,s:b,s:s,s:o}]", "type",
        "tilelayer", "id", 1, "name", "terrain", "width", width, "height", height, "x", 0, "y", 0,
        "opacity", 1, "visible", 1, "data", cells, "type", "objectgroup", "id", 2, "name", "units",
        "x", 0, "y", 0, "opacity", 1, "visible", 1, "draworder", "topdown", "objects", w.objects);
    json_t *map =
        json_pack("{s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:b,s:i,s:i}", "type", "map", "version", "1.8",
                  "orientation", "orthogonal", "renderorder", "right-down", "width", width,
                  "height", height, "tilewidth", SIDE, "tileheight", SIDE, "infinite", 0,
                  "nextlayerid", 3, "nextobjectid", w.id + 1);
    json_object_set_new(map, "layers", layers);
    json_object_set_new(map, "tilesets", json_pack("[o]", tileset()));
    json_object_set_new(map, "properties", w.properties);
    return map;
}

bool tiled_map_write(const char *file, const drawing *d, complaints *to) {
    json_t *map = map_of(d);
    char *text = has_ending(file, ".tmx") ? tiled_xml_of(map) : json_dumps(map, JSON_INDENT(1));
    if (!text) out_of_memory();
    bool good = output_write(file, text, strlen(text), to) && write_tiles(file, to);
    free(text);
    json_decref(map);
    return good;
}
