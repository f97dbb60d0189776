/* Memory that is there: when the system gives none, the process ends with one line on standard
 * error and exit status 1. The command and the reference pathfinders could do nothing better
 * without memory, and their callers are spared a branch that no test would reach. */
#ifndef SIDLE_SUPPORT_CHECKED_MEMORY_H
#define SIDLE_SUPPORT_CHECKED_MEMORY_H

#include <sidle/sidle.h>
#include <stddef.h>

void *checked_malloc(size_t size);
void *checked_calloc(size_t count, size_t size);
void *checked_realloc(void *memory, size_t size);
void *checked_copy(const void *memory, size_t size);
char *checked_strdup(const char *text);
char *checked_strndup(const char *text, size_t length);

/* Ends the process when the library got no memory; returns any other result. */
sidle_result checked(sidle_result result);

/* Ends the process. */
_Noreturn void out_of_memory(void);

#endif
