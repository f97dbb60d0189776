/* The tests of a file list themselves, in the order of their lines: TEST(a_thing_holds) { ... },
 * and TESTS_OF(go) at the end of test_go.c. */
#ifndef SIDLE_TEST_TESTS_H
#define SIDLE_TEST_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#define UNUSED __attribute__((unused))

enum { TESTS_MOST = 128 };

static UNUSED struct CMUnitTest tests_here[TESTS_MOST];
static UNUSED size_t tests_count;

/* A test that is run with `of` in *state. */
static UNUSED void list_test(const char *name, CMUnitTestFunction run, const void *of) {
    if (tests_count == TESTS_MOST) abort();
    tests_here[tests_count++] = (struct CMUnitTest){name, run, NULL, NULL, (void *)(uintptr_t)of};
}

static UNUSED int run_listed(const char *file) {
    return _cmocka_run_group_tests(file, tests_here, tests_count, NULL, NULL);
}

#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor(1000 + __LINE__))) static void list_##name(void) {                  \
        list_test(#name, name, NULL);                                                              \
    }                                                                                              \
    static void name(UNUSED void **state)

#define TESTS_OF(file)                                                                             \
    int file##_tests(void) {                                                                       \
        return run_listed(#file);                                                                  \
    }

#endif
