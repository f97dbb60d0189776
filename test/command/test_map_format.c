/* The examples of `sidle help map`: each is a good map, and each key does something in its own. */
#include "input/fixture.h"
#include "input/fixture_keys.h"
#include "simulation/simulation.h"
#include "support.h"

#include <stb_ds.h>

enum { TEXT = 2048 };

static size_t line_length(const char *text) {
    size_t length = strcspn(text, "\n");
    return length + (text[length] == '\n');
}

/* The word of a line and, of a group, its letter. */
static size_t beginning_of(const char *line) {
    return strncmp(line, "group", 5) ? strcspn(line, " \n") : strlen("group a");
}

static bool has_line_like(const char *text, const char *line) {
    for (; *text; text += line_length(text))
        if (beginning_of(text) == beginning_of(line) && !strncmp(text, line, beginning_of(line)))
            return true;
    return false;
}

/* The map of the page with this example in it. */
static void example_map(const char *example, char text[TEXT]) {
    char *end = text;
    bool stands = !strcmp(example, "map");
    for (int k = 0; FIXTURE_EXAMPLE[k]; k++) {
        bool replaced = has_line_like(example, FIXTURE_EXAMPLE[k]);
        if (!replaced) end += sprintf(end, "%s\n", FIXTURE_EXAMPLE[k]);
        if (replaced && !stands) end += sprintf(end, "%s\n", example);
        stands = stands || replaced;
    }
    if (!stands) end += sprintf(end, "%s\n", example);
    sprintf(end, "%s", FIXTURE_EXAMPLE_PICTURE);
}

static bool begins(const char *text, const char *name, const char *ends) {
    size_t length = strlen(name);
    return !strncmp(text, name, length) && strchr(ends, text[length]);
}

/* Blanks the lines that begin with the key, or the key in the lines of its part. */
static void leave_out(const fixture_keys *part, const char *name, char *text) {
    for (char *line = text; *line; line += line_length(line)) {
        char *end = line + strcspn(line, "\n");
        if (!*part->line && begins(line, name, " \n")) memset(line, ' ', (size_t)(end - line));
        if (!*part->line || !begins(line, part->line, " ")) continue;
        for (char *at = line; at < end; at += strcspn(at, " \n") + 1)
            if (begins(at, name, "= \n")) memset(at, ' ', strcspn(at, " \n"));
    }
}

typedef struct played {
    bool good;
    size_t expects;
    outcome o;
} played;

static played play(const char *map, FILE *complaints_to) {
    char text[TEXT];
    strcpy(text, map);
    scene s = scene_make("example");
    complaints to = {.out = complaints_to};
    played p = {.good = fixture_read_text("example", text, &s, &to)};
    p.expects = arrlenu(s.expects);
    if (!(s.seconds > 0) || s.seconds > 12) s.seconds = 12;
    sim_options options = {.hz = s.hz > 0 ? s.hz : 30, .congestion = s.congestion};
    if (p.good) p.good = sim_check(&s, &to) && sim_run(&s, &options, NULL, NULL, &p.o, &to);
    if (p.good) p.good = outcome_expect(&p.o, &s, stderr) == 0;
    scene_free(&s);
    return p;
}

static bool differ(const played *a, const played *b) {
    return a->good != b->good || a->o.hash != b->o.hash || a->o.ticks != b->o.ticks ||
           a->expects != b->expects;
}

static void check_examples(const fixture_keys *part) {
    for (size_t k = 0; k < part->count; k++) {
        const fixture_key *key = &part->rows[k];
        char text[TEXT];
        example_map(key->example, text);
        played with = play(text, stderr);
        leave_out(part, key->name, text);
        played without = play(text, NULL);
        bool stand = !key->form && key->aim == SIDLE_ORDER_NONE && part == &FIXTURE_GROUP;
        if (!with.good || differ(&with, &without) == stand)
            print_error("the example of %s %s\n%s", part->line, key->name, text);
        assert_true(with.good);
        assert_int_equal(differ(&with, &without), !stand);
    }
}

TEST(each_example_plays_and_its_key_does_something) {
    static const fixture_keys *const PARTS[] = {&FIXTURE_LINES, &FIXTURE_GROUP, &FIXTURE_UNIT,
                                                &FIXTURE_ORDER, &FIXTURE_EDIT};
    for (size_t k = 0; k < sizeof PARTS / sizeof *PARTS; k++) check_examples(PARTS[k]);
}

TESTS_OF(map_format)
