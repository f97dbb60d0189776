/* What differs: attributes are text, the cells of a layer stand in an element `data`, and the shape
 * of an object is an element. */
#include "xml_json.h"

#include "terminal/output.h"
#include "terminal/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_json(const char *file) {
    return has_ending(file, ".tmj") || has_ending(file, ".tsj") || has_ending(file, "json");
}

static json_t *read_json(const char *file, complaints *to) {
    json_error_t wrong;
    json_t *map = json_load_file(file, JSON_REJECT_DUPLICATES, &wrong);
    if (map && json_is_object(map)) return map;
    if (map)
        complain(to, file, 1, 1, "found JSON that is no object, expected a map of Tiled");
    else if (wrong.line < 1)
        complain(to, file, 0, 0, "cannot be read: %s", wrong.text);
    else
        complain(to, file, wrong.line, wrong.column, "found no JSON: %s", wrong.text);
    json_decref(map);
    return NULL;
}

#ifdef HAVE_LIBXML2

#include <libxml/parser.h>

static bool is(const xmlNode *node, const char *name) {
    return node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name);
}

/* A number where it is one: Tiled tells them apart by the name, and no name of ours needs that. */
static json_t *value_of_text(const char *text) {
    char *end;
    double number = strtod(text, &end);
    return *text && !*end ? json_real(number) : json_string(text);
}

static json_t *attributes_of(const xmlNode *node) {
    json_t *object = json_object();
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        xmlChar *text = xmlNodeGetContent((const xmlNode *)a);
        const char *name = (const char *)a->name;
        bool words = !strcmp(name, "name") || !strcmp(name, "type") || !strcmp(name, "class") ||
                     !strcmp(name, "value") || !strcmp(name, "source");
        json_object_set_new(object, name,
                            words ? json_string((const char *)text)
                                  : value_of_text((const char *)text));
        xmlFree(text);
    }
    return object;
}

static void append_to(json_t *object, const char *list, json_t *item) {
    json_t *items = json_object_get(object, list);
    if (!items) json_object_set_new(object, list, items = json_array());
    json_array_append_new(items, item);
}

static json_t *json_of(const xmlNode *node);

/* The values of a property may stand in its element, when they have several lines. */
static void take_properties(json_t *object, const xmlNode *node) {
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (!is(child, "property")) continue;
        json_t *property = attributes_of(child);
        if (!json_object_get(property, "value")) {
            xmlChar *text = xmlNodeGetContent(child);
            json_object_set_new(property, "value", json_string((const char *)text));
            xmlFree(text);
        }
        append_to(object, "properties", property);
    }
}

static void take_data(json_t *layer, const xmlNode *node) {
    json_t *data = attributes_of(node);
    const char *encoding = json_string_value(json_object_get(data, "encoding"));
    if (encoding) {
        xmlChar *text = xmlNodeGetContent(node);
        json_object_set_new(layer, "data", json_string((const char *)text));
        json_object_set(layer, "encoding", json_object_get(data, "encoding"));
        json_t *compression = json_object_get(data, "compression");
        if (compression) json_object_set(layer, "compression", compression);
        xmlFree(text);
    } else {
        json_t *tiles = json_array();
        for (const xmlNode *child = node->children; child; child = child->next) {
            if (!is(child, "tile")) continue;
            json_t *tile = attributes_of(child), *gid = json_object_get(tile, "gid");
            json_array_append_new(tiles, gid ? json_incref(gid) : json_integer(0));
            json_decref(tile);
        }
        json_object_set_new(layer, "data", tiles);
    }
    json_decref(data);
}

/* "X,Y X,Y" */
static json_t *points_of(const xmlNode *node) {
    json_t *points = json_array(), *attributes = attributes_of(node);
    const char *text = json_string_value(json_object_get(attributes, "points"));
    double x, y;
    int used;
    while (text && sscanf(text, " %lf,%lf%n", &x, &y, &used) == 2) {
        json_array_append_new(points, json_pack("{s:f,s:f}", "x", x, "y", y));
        text += used;
    }
    json_decref(attributes);
    return points;
}

static void take_child(json_t *object, const xmlNode *child) {
    if (is(child, "properties"))
        take_properties(object, child);
    else if (is(child, "data"))
        take_data(object, child);
    else if (is(child, "tileset"))
        append_to(object, "tilesets", json_of(child));
    else if (is(child, "tile"))
        append_to(object, "tiles", json_of(child));
    else if (is(child, "object"))
        append_to(object, "objects", json_of(child));
    else if (is(child, "polyline") || is(child, "polygon"))
        json_object_set_new(object, (const char *)child->name, points_of(child));
    else if (is(child, "point") || is(child, "ellipse"))
        json_object_set_new(object, (const char *)child->name, json_true());
    else if (is(child, "layer") || is(child, "objectgroup") || is(child, "group")) {
        json_t *layer = json_of(child);
        json_object_set_new(layer, "type",
                            json_string(is(child, "layer")   ? "tilelayer"
                                        : is(child, "group") ? "group"
                                                             : "objectgroup"));
        append_to(object, "layers", layer);
    }
}

static json_t *json_of(const xmlNode *node) {
    json_t *object = attributes_of(node);
    for (const xmlNode *child = node->children; child; child = child->next)
        if (child->type == XML_ELEMENT_NODE) take_child(object, child);
    return object;
}

static json_t *read_xml(const char *file, complaints *to) {
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
    xmlDoc *document = xmlReadFile(file, NULL, options);
    json_t *map = NULL;
    if (document) {
        map = json_of(xmlDocGetRootElement(document));
    } else {
        const xmlError *wrong = xmlGetLastError();
        int length = wrong && wrong->message ? (int)strcspn(wrong->message, "\n") : 0;
        complain(to, file, wrong && wrong->line > 0 ? wrong->line : 0, 0, "found no XML: %.*s",
                 length, length ? wrong->message : "");
    }
    xmlFreeDoc(document);
    xmlCleanupParser();
    return map;
}

#else

static json_t *read_xml(const char *file, complaints *to) {
    complain_of_machine(
        to, file,
        "this sidle was built without libxml2 (Debian: libxml2-dev), so it reads no "
        ".tmx; Tiled saves maps as .tmj, too");
    return NULL;
}

#endif

json_t *tiled_json_of(const char *file, complaints *to) {
    return is_json(file) ? read_json(file, to) : read_xml(file, to);
}

/* ---- from JSON to XML ---- */

static void write_text(FILE *out, const char *text) {
    for (; *text; text++) switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\n': fputs("&#10;", out); break;
        default: fputc(*text, out);
        }
}

static void write_attributes(FILE *out, json_t *object) {
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        if (json_is_object(value) || json_is_array(value) || json_is_boolean(value)) continue;
        if (!strcmp(key, "image") || !strncmp(key, "image", 5)) continue;
        fprintf(out, " %s=\"", key);
        if (json_is_string(value))
            write_text(out, json_string_value(value));
        else if (json_is_integer(value))
            fprintf(out, "%lld", (long long)json_integer_value(value));
        else
            fprintf(out, "%.9g", json_number_value(value));
        fputc('"', out);
    }
}

static void write_properties(FILE *out, json_t *object) {
    json_t *list = json_object_get(object, "properties"), *property;
    size_t k;
    if (!json_array_size(list)) return;
    fputs("<properties>", out);
    json_array_foreach(list, k, property) {
        fputs("<property", out);
        write_attributes(out, property);
        fputs("/>", out);
    }
    fputs("</properties>\n", out);
}

static void write_tileset(FILE *out, json_t *set) {
    json_t *tile;
    size_t k;
    fputs(" <tileset", out);
    write_attributes(out, set);
    fprintf(out, ">\n  <image source=\"");
    write_text(out, json_string_value(json_object_get(set, "image")));
    fprintf(out, "\" width=\"%lld\" height=\"%lld\"/>\n",
            (long long)json_integer_value(json_object_get(set, "imagewidth")),
            (long long)json_integer_value(json_object_get(set, "imageheight")));
    json_array_foreach(json_object_get(set, "tiles"), k, tile) {
        fputs("  <tile", out);
        write_attributes(out, tile);
        fputs(">", out);
        write_properties(out, tile);
        fputs("</tile>\n", out);
    }
    fputs(" </tileset>\n", out);
}

static void write_cells(FILE *out, json_t *layer) {
    long long width = (long long)json_integer_value(json_object_get(layer, "width"));
    json_t *list = json_object_get(layer, "data"), *cell;
    size_t k, count = json_array_size(list);
    fputs(" <layer id=\"1\"", out);
    fprintf(out, " name=\"%s\" width=\"%lld\" height=\"%lld\">\n  <data encoding=\"csv\">\n",
            json_string_value(json_object_get(layer, "name")), width,
            (long long)json_integer_value(json_object_get(layer, "height")));
    json_array_foreach(list, k, cell) {
        fprintf(out, "%lld%s", (long long)json_integer_value(cell), k + 1 < count ? "," : "");
        if ((long long)(k + 1) % width == 0) fputc('\n', out);
    }
    fputs("</data>\n </layer>\n", out);
}

static void write_object(FILE *out, json_t *object) {
    json_t *line = json_object_get(object, "polyline"), *point;
    size_t k;
    fputs("  <object", out);
    write_attributes(out, object);
    fputs(">", out);
    write_properties(out, object);
    if (json_is_true(json_object_get(object, "point"))) fputs("<point/>", out);
    if (json_is_true(json_object_get(object, "ellipse"))) fputs("<ellipse/>", out);
    if (line) fputs("<polyline points=\"", out);
    json_array_foreach(line, k, point)
        fprintf(out, "%s%.9g,%.9g", k ? " " : "", json_number_value(json_object_get(point, "x")),
                json_number_value(json_object_get(point, "y")));
    if (line) fputs("\"/>", out);
    fputs("</object>\n", out);
}

char *tiled_xml_of(json_t *map) {
    text_stream text;
    size_t k, n;
    json_t *item, *object;
    FILE *out = text_begin(&text);
    json_t *head = json_copy(map);
    json_object_del(head, "type");
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map", out);
    write_attributes(out, head);
    fputs(" infinite=\"0\">\n", out);
    json_decref(head);
    write_properties(out, map);
    json_array_foreach(json_object_get(map, "tilesets"), k, item) write_tileset(out, item);
    json_array_foreach(json_object_get(map, "layers"), k, item) {
        if (!json_object_get(item, "objects")) {
            write_cells(out, item);
            continue;
        }
        fprintf(out, " <objectgroup id=\"2\" name=\"%s\">\n",
                json_string_value(json_object_get(item, "name")));
        json_array_foreach(json_object_get(item, "objects"), n, object) write_object(out, object);
        fputs(" </objectgroup>\n", out);
    }
    fputs("</map>\n", out);
    return text_end(&text);
}
