/* The cells of a layer of Tiled, in each of the ways that it writes them. */
#ifndef SIDLE_COMMAND_LAYER_DATA_H
#define SIDLE_COMMAND_LAYER_DATA_H

#include "terminal/complain.h"

#include <jansson.h>
#include <stdint.h>

/* The numbers of the tiles, count of them, to be freed; 0: an empty cell. NULL after a complaint.
 */
uint32_t *layer_data(const char *file, json_t *layer, size_t count, complaints *to);

#endif
