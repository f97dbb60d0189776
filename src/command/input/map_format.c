/* Prints the format of maps. */
#include "map_format.h"

#include "fixture_keys.h"
#include "scenes/terrain_names.h"
#include "terminal/output.h"

#include <string.h>

static const fixture_keys *const PARTS[] = {&FIXTURE_LINES, &FIXTURE_GROUP, &FIXTURE_UNIT,
                                            &FIXTURE_ORDER, &FIXTURE_EDIT};

enum { PART_COUNT = sizeof PARTS / sizeof *PARTS, WIDTH = 79, INDENT = 6 };

/* Words in lines of at most WIDTH characters, each behind an indent. */
static void print_wrapped(FILE *out, const char *text, int indent) {
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column && column + 1 + length > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        column += column ? fprintf(out, " %.*s", length, text)
                         : fprintf(out, "%*s%.*s", indent, "", length, text);
        text += length;
        if (*text) text++;
    }
    fputc('\n', out);
}

/* KEY=FORM; behind the first word of a line a blank. */
static void key_text(const fixture_keys *part, const fixture_key *key, char text[80]) {
    const char *between = !key->form ? "" : part == &FIXTURE_LINES ? " " : "=";
    snprintf(text, 80, "%s%s%s", key->name, between, key->form ? key->form : "");
}

/* ---- plain ---- */

static void plain_key(FILE *out, const fixture_keys *part, const fixture_key *key) {
    char text[80];
    key_text(part, key, text);
    fprintf(out, "  %s\n", text);
    print_wrapped(out, key->help, INDENT);
    output_lines(out, "        ", key->example);
}

static void plain_part(FILE *out, const fixture_keys *part) {
    fprintf(out, "\n%s%s%s\n", *part->line ? part->line : "Lines", *part->form ? " " : "",
            part->form);
    if (part->about) print_wrapped(out, part->about, 0);
    for (size_t k = 0; k < part->count; k++) plain_key(out, part, &part->rows[k]);
}

/* ---- Markdown ---- */

/* A cell of a table: `|` would end it. */
static void print_cell(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '|') fputc('\\', out);
        fputc(*text, out);
    }
}

static void markdown_key(FILE *out, const fixture_keys *part, const fixture_key *key) {
    char text[80];
    key_text(part, key, text);
    fprintf(out, "| `");
    print_cell(out, text);
    fprintf(out, "` | ");
    print_cell(out, key->help);
    fprintf(out, " | ");
    for (const char *line = key->example; *line; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        fprintf(out, "%s`%.*s`", line == key->example ? "" : "<br>", (int)length, line);
        line += length;
    }
    fprintf(out, " |\n");
}

static void markdown_part(FILE *out, const fixture_keys *part) {
    if (*part->line)
        fprintf(out, "\n## `%s %s`\n\n", part->line, part->form);
    else
        fprintf(out, "\n## Lines\n\n");
    if (part->about) fprintf(out, "%s\n\n", part->about);
    fprintf(out, "| key | meaning | example |\n| --- | --- | --- |\n");
    for (size_t k = 0; k < part->count; k++) markdown_key(out, part, &part->rows[k]);
}

/* ---- both ---- */

static void print_picture(FILE *out, bool markdown) {
    fprintf(out, markdown ? "\n## Picture\n\n" : "\nPicture\n");
    for (int k = 0; k < FIXTURE_CLASS_COUNT; k++) {
        const fixture_class *c = &FIXTURE_CLASSES[k];
        fprintf(out, markdown ? "%s`%c`" : "%s%c", markdown ? "- " : "  ", c->characters[0]);
        if (c->characters[1]) fprintf(out, markdown ? " or `%c`" : " or %c", c->characters[1]);
        fprintf(out, ": %s\n", terrain_names()[c->class]);
    }
    fprintf(out, markdown ? "- " : "  ");
    fprintf(out, "another letter: ground, and a unit of that group in the middle of the cell\n");
}

static void print_example(FILE *out, bool markdown) {
    if (markdown) fprintf(out, "```\n");
    const char *before = markdown ? "" : "  ";
    for (int k = 0; FIXTURE_EXAMPLE[k]; k++) output_lines(out, before, FIXTURE_EXAMPLE[k]);
    output_lines(out, before, FIXTURE_EXAMPLE_PICTURE);
    if (markdown) fprintf(out, "```\n");
}

void map_format_print(FILE *out, bool markdown) {
    if (markdown) fprintf(out, "# The format of maps\n\n");
    static const char ABOUT[] =
        "A map is a text file: lines, then a picture with a character for each cell. It is a map "
        "of "
        "the Moving AI format with more lines. Coordinates are in cells, x to the right and y "
        "down, and 0,0 is the upper left corner of the picture; lengths of profiles are in u. "
        "Times are in seconds from the start. This is a whole map:";
    static const char EXAMPLES[] =
        "Each example below replaces the lines of this map that begin as it does, or stands above "
        "`map`.";
    print_wrapped(out, ABOUT, 0);
    fputc('\n', out);
    print_example(out, markdown);
    fputc('\n', out);
    print_wrapped(out, EXAMPLES, 0);
    for (size_t k = 0; k < PART_COUNT; k++) (markdown ? markdown_part : plain_part)(out, PARTS[k]);
    print_picture(out, markdown);
}
