/* What the command writes: a file is there whole or not at all, and output that was lost is never
 * counted as success. */
#ifndef SIDLE_COMMAND_OUTPUT_H
#define SIDLE_COMMAND_OUTPUT_H

#include "complain.h"

#include <stdbool.h>
#include <stddef.h>

/* First thing in main: from here on a write that fails returns instead of killing the process, and
 * no file that is opened takes the place of a standard stream that was closed. */
void output_begin(void);

/* Last thing in main: the exit status, which is EXIT_MACHINE, after a message, when the process
 * wanted to end with EXIT_DONE but standard output was lost. */
int output_end(int status);

/* Sends on what was printed. True when standard output has failed: who has minutes of work left may
 * stop. */
bool output_lost(void);

/* Could a file of that name be written? Asked before minutes are spent on what it shall hold. False
 * after a complaint. */
bool output_allowed(const char *file, complaints *to);

/* Writes the file: into a temporary one beside it, which takes its name when all is written.
 * Devices and pipes are written straight. False after a complaint; then a file of that name is what
 * it was before, or empty when its folder takes no new files. */
bool output_write(const char *file, const void *bytes, size_t size, complaints *to);

#endif
