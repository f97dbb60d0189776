/* What the tests of the readers share: files and complaints as strings, and scenes that are
 * refused. */
#ifndef SIDLE_TEST_INPUT_FILES_H
#define SIDLE_TEST_INPUT_FILES_H

#include "input/scenario.h"
#include "support.h"

#include <stb_ds.h>
#include <unistd.h>

static char file_name[64];

static char map_name[64];

/* A file with this content; its name stays the same for the whole run. */
static inline const char *file_with_bytes(const char *content, size_t size) {
    FILE *out = fopen(file_name, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(content, 1, size, out), size);
    fclose(out);
    return file_name;
}

static inline const char *file_with(const char *content) {
    return file_with_bytes(content, strlen(content));
}

/* Runs the tests of this file, with files of this name; they are gone when it ends. */
static inline int run_with_files(const char *name) {
    snprintf(file_name, sizeof file_name, "%s_%ld.tmp", name, (long)getpid());
    snprintf(map_name, sizeof map_name, "%s_%ld.map", name, (long)getpid());
    int failed = run_listed(name);
    unlink(file_name);
    unlink(map_name);
    return failed;
}

typedef struct said {
    complaints to;
    char *text;
    size_t size;
} said;

static inline void listen(said *s) {
    *s = (said){.text = NULL};
    s->to.out = open_memstream(&s->text, &s->size);
}

/* What was complained of, the file called FILE; to be freed. */
static char *heard(said *s) {
    fclose(s->to.out);
    char *plain = calloc(1, s->size + 1), *out = plain;
    for (const char *at = s->text; *at;) {
        size_t length = strlen(file_name);
        if (!strncmp(at, file_name, length)) {
            strcpy(out, "FILE");
            out += 4;
            at += length;
        } else
            *out++ = *at++;
    }
    free(s->text);
    return plain;
}

typedef struct row {
    const char *content, *message;
} row;

typedef bool reader(const char *file, scene *into, complaints *to);

/* The scene of a file with which nothing is wrong. */
static inline scene good_scene(reader *read, const char *file) {
    scene into = scene_make("test");
    complaints to = {.out = stderr};
    assert_true(read(file, &into, &to));
    assert_int_equal(to.count, 0);
    return into;
}

/* The reader refuses the file with this message. */
static inline void refuse(reader *read, const char *file, const char *expected) {
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(read(file, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, expected);
    free(message);
    scene_free(&into);
}

/* A test: the reader refuses each of the rows. */
#define REFUSED(name, read, ...)                                                                   \
    TEST(name) {                                                                                   \
        static const row ROWS[] = {__VA_ARGS__};                                                   \
        for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++)                                    \
            refuse(read, file_with(ROWS[k].content), ROWS[k].message);                             \
    }

/* A small fixture. */
#define MAP3  "map\n...\n...\n...\n"
#define HEAD3 "type octile\nheight 3\nwidth 3\n"

static inline void write_map(void) {
    FILE *out = fopen(map_name, "w");
    assert_non_null(out);
    fputs("type octile\nheight 4\nwidth 6\nmap\n......\n..@...\n......\n......\n", out);
    fclose(out);
}

static inline bool scen_reader(const char *file, scene *into, complaints *to) {
    write_map();
    return scen_read(file, map_name, 0, into, to);
}

#define PROBLEM(a, b, c, d) "0\tmaps/x.map\t6\t4\t" #a "\t" #b "\t" #c "\t" #d "\t1.5\n"

#endif
