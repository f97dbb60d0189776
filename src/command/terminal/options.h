/* Numbers behind the options of a subcommand. */
#ifndef SIDLE_COMMAND_OPTIONS_H
#define SIDLE_COMMAND_OPTIONS_H

#include "complain.h"

#include <stdbool.h>
#include <stdint.h>

/* Both complain, and leave the value alone, when the text is no such number from low to high. */
bool option_number(complaints *to, const char *option, const char *text, double low, double high,
                   double *value);
bool option_whole(complaints *to, const char *option, const char *text, double low, double high,
                  uint32_t *value);

#endif
