/* Settings of a config, split as inih does: a comment begins with ; or #, behind a value with a
 * blank and ;. */
#include "ini.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_LINE = 200 }; /* as inih */

/* Cuts the blanks off both ends. */
static char *stripped(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
    return text;
}

static void cut_comment(char *text) {
    for (char *at = text; *at; at++)
        if (*at == ';' && at > text && isspace((unsigned char)at[-1])) *at = 0;
}

/* False: the line is none. */
static int take_line(char *line, ini_handler handler, void *user) {
    char *text = stripped(line);
    if (!*text || *text == ';' || *text == '#' || *text == '[') return 1;
    char *between = strpbrk(text, "=:");
    if (!between) return 0;
    *between = 0;
    cut_comment(between + 1);
    return handler(user, "", stripped(text), stripped(between + 1));
}

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user) {
    char line[LONGEST_LINE];
    int number = 0, wrong = 0;
    while (reader(line, sizeof line, stream)) {
        number++;
        if (!take_line(line, handler, user) && !wrong) wrong = number;
    }
    return wrong;
}
