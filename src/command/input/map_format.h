/* The format of maps as a page, from the tables by which they are read. */
#ifndef SIDLE_COMMAND_MAP_FORMAT_H
#define SIDLE_COMMAND_MAP_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

void map_format_print(FILE *out, bool markdown);

#endif
