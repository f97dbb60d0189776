/* Memory or the end: what a subcommand asks for it gets, or the process ends with one line on
 * standard error and exit status 1. A command has nothing better to do without memory, and so its
 * code is spared a branch that nobody would test. */
#ifndef SIDLE_SUPPORT_CHECKED_MEMORY_H
#define SIDLE_SUPPORT_CHECKED_MEMORY_H

#include <sidle/sidle.h>
#include <stddef.h>

void *checked_malloc(size_t size);
void *checked_calloc(size_t count, size_t size);
void *checked_realloc(void *memory, size_t size);
char *checked_strdup(const char *text);
char *checked_strndup(const char *text, size_t length);

/* Ends the process when the library got no memory; any other result is handed on. */
sidle_result checked(sidle_result result);

/* Ends the process. */
_Noreturn void out_of_memory(void);

#endif
