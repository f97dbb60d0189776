/* malloc and its kin, checked. */
#include "checked_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void out_of_memory(void) {
    fputs("sidle: there is not enough memory\n", stderr);
    exit(EXIT_FAILURE);
}

/* Some systems answer a request for nothing with NULL. */
static void *never_null(void *memory, size_t size) {
    if (!memory && size) out_of_memory();
    return memory;
}

void *checked_malloc(size_t size) {
    return never_null(malloc(size), size);
}

void *checked_calloc(size_t count, size_t size) {
    return never_null(calloc(count, size), count && size);
}

void *checked_realloc(void *memory, size_t size) {
    return never_null(realloc(memory, size), size);
}

void *checked_copy(const void *memory, size_t size) {
    void *copy = checked_malloc(size);
    if (size) memcpy(copy, memory, size);
    return copy;
}

char *checked_strdup(const char *text) {
    return never_null(strdup(text), 1);
}

char *checked_strndup(const char *text, size_t length) {
    return never_null(strndup(text, length), 1);
}

sidle_result checked(sidle_result result) {
    if (result == SIDLE_ERROR_MEMORY) out_of_memory();
    return result;
}
