/* The program of a room: it runs the files of tests that its arguments name, or all of them.
 *
 *   test_orders                     all
 *   test_orders go ranges           test_go.c and test_ranges.c
 *   test_orders go 'a_unit_*'       tests of test_go.c by a pattern
 *
 * The build says which files are in the room: TEST_FILES(TEST_FILE) is TEST_FILE(go) and so on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE(name) int name##_tests(void);
TEST_FILES(DECLARE)

typedef struct test_file {
    const char *name;
    int (*run)(void);
} test_file;

#define ENTRY(name) {#name, name##_tests},
static const test_file FILES[] = {TEST_FILES(ENTRY)};
enum { COUNT = sizeof FILES / sizeof *FILES };

static const test_file *file_named(const char *name) {
    for (int k = 0; k < COUNT; k++)
        if (!strcmp(FILES[k].name, name)) return &FILES[k];
    return NULL;
}

static int run(const test_file *file) {
    printf("---- %s ----\n", file->name);
    fflush(stdout);
    return file->run();
}

int main(int count, char **words) {
    int failed = 0, named = 0;
    for (int k = 1; k < count; k++) {
        bool pattern = strchr(words[k], '*');
        if (pattern) cmocka_set_test_filter(words[k]);
        named += !pattern;
        if (pattern || file_named(words[k])) continue;
        fprintf(stderr, "%s: there is no test_%s.c in this room\n", words[0], words[k]);
        return 2;
    }
    for (int k = 0; k < COUNT && !named; k++) failed += run(&FILES[k]);
    for (int k = 1; k < count; k++)
        if (file_named(words[k])) failed += run(file_named(words[k]));
    if (!failed) return 0;
    fflush(stdout);
    _Exit(1); /* a test that has failed has freed nothing: no word on lost memory */
}
