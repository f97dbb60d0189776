#include "files.h"

#include <errno.h>
#include <string.h>

static struct {
    const char *name, *text;
    size_t length;
} file;

void file_set(const char *name, const char *text, size_t length) {
    file.name = name;
    file.text = text;
    file.length = length;
}

FILE *file_open(const char *name, const char *mode) {
    (void)mode;
    if (file.name && !strcmp(name, file.name))
        return fmemopen((void *)(size_t)file.text, file.length, "r");
    errno = ENOENT;
    return NULL;
}
