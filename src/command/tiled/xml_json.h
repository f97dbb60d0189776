/* Tiled writes one map in two ways: .tmx is XML, .tmj is JSON. Each becomes the JSON of the other,
 * so that one reader and one writer do for both. */
#ifndef SIDLE_COMMAND_XML_JSON_H
#define SIDLE_COMMAND_XML_JSON_H

#include "terminal/complain.h"

#include <jansson.h>

/* Of a map or a tileset: the JSON that Tiled would have written. NULL after a complaint. */
json_t *tiled_json_of(const char *file, complaints *to);

/* The XML of a map in JSON, to be freed. */
char *tiled_xml_of(json_t *map);

#endif
