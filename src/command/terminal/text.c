/* Reads a text file into memory. */
#include "text.h"

#include "support/checked_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_FILE = 1 << 28 }; /* bytes */

/* Returns 0, or the errno of what went wrong. The text must be freed in either case. */
static int read_bytes(const char *file, char **text, size_t *size) {
    FILE *in = fopen(file, "rb");
    if (!in) return errno;
    int wrong = 0;
    size_t room = 0, got = 1;
    while (got && !wrong) {
        if (*size + 1 >= room) *text = checked_realloc(*text, room = 2 * room + 65536);
        *size += got = fread(*text + *size, 1, room - *size - 1, in);
        if (ferror(in)) wrong = errno;
        if (*size > LONGEST_FILE) wrong = EFBIG;
    }
    fclose(in);
    return wrong;
}

char *bytes_of(const char *file, size_t *size, complaints *to) {
    char *bytes = NULL;
    *size = 0;
    int wrong = read_bytes(file, &bytes, size);
    if (wrong == ENOMEM) out_of_memory();
    if (!wrong) return bytes;
    complain(to, file, 0, 0, "cannot be read: %s", strerror(wrong));
    free(bytes);
    return NULL;
}

char *text_of(const char *file, complaints *to) {
    size_t size;
    char *text = bytes_of(file, &size, to);
    if (text && memchr(text, 0, size)) {
        complain(to, file, 0, 0, "found a byte 0, expected a text file");
        free(text);
        text = NULL;
    }
    if (!text) return NULL;
    text[size] = 0;
    /* Some editors begin a file with a mark that says UTF-8. It is left out. */
    if (!strncmp(text, "\xef\xbb\xbf", 3)) memmove(text, text + 3, size - 2);
    return text;
}

bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

char *next_line_of(char **text) {
    char *line = *text, *end = strchr(line, '\n');
    if (!*line) return NULL;
    *text = end ? end + 1 : line + strlen(line);
    if (end) *end = 0;
    size_t length = strlen(line);
    if (length && line[length - 1] == '\r') line[length - 1] = 0;
    return line;
}
