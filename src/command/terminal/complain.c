/* Prints complaints, one line each, safe for any terminal. */
#include "complain.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* After so many messages only their number is counted: a file that is wrong from end to end would
 * fill the terminal. A choice. */
enum { MOST_MESSAGES = 20, LONGEST_MESSAGE = 2048 };

/* How many bytes the UTF-8 character has that begins here; 0 when it is malformed or a control
 * character. */
static int character_length(const unsigned char *at) {
    if (at[0] < 0x80) return at[0] >= ' ' && at[0] != 0x7f;
    int length = at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    for (int k = 1; k < length; k++)
        if ((at[k] & 0xc0) != 0x80) return 0;
    bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool beyond = (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf4 && at[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

/* Messages quote input, which may hold anything. Bytes that are no printable UTF-8, and so could
 * control a terminal, become '?'. */
static void print_clean(FILE *out, const char *text) {
    while (*text) {
        int length = character_length((const unsigned char *)text);
        if (length)
            fwrite(text, 1, (size_t)length, out);
        else
            fputc('?', out);
        text += length ? length : 1;
    }
}

static void say(complaints *to, const char *file, int line, int column, const char *format,
                va_list arguments) {
    to->count++;
    if (!to->out || to->count > MOST_MESSAGES + 1) return;
    if (to->count == MOST_MESSAGES + 1) {
        fprintf(to->out, "%s: more errors follow; these are the first %d\n", file, MOST_MESSAGES);
        return;
    }
    fprintf(to->out, "%s", file);
    if (line) fprintf(to->out, ":%d", line);
    if (line && column) fprintf(to->out, ":%d", column);
    fprintf(to->out, ": ");
    char text[LONGEST_MESSAGE];
    vsnprintf(text, sizeof text, format, arguments);
    print_clean(to->out, text);
    fputc('\n', to->out);
}

void complain(complaints *to, const char *file, int line, int column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(to, file, line, column, format, arguments);
    va_end(arguments);
}

void complain_of_machine(complaints *to, const char *what, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(to, what, 0, 0, format, arguments);
    va_end(arguments);
    to->of_machine++;
}
