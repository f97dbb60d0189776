/* What the commands take, told to a manual page and to shells: of the same tables as the help. */
#ifndef SIDLE_COMMAND_DESCRIBE_H
#define SIDLE_COMMAND_DESCRIBE_H

#include "terminal/options.h"

/* Calls the describer with the table of each subcommand. */
void describe_all(option_describer describer, void *context);

#endif
