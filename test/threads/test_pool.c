/* The pool does every part of a task once, whoever does it, and lies down when nobody calls. */
#include "examples/thread_pool.h"
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MOST_PARTS = 1000 };

typedef struct tally {
    pool *pool;
    struct tally *inner;
    uint32_t inner_parts;
    uint32_t plain[MOST_PARTS]; /* written without protection: each part has its own */
    atomic_uint sum;
} tally;

static void count(void *work, uint32_t part) {
    tally *t = work;
    t->plain[part]++;
    atomic_fetch_add(&t->sum, 1);
}

static void assert_each_part_done(const tally *t, uint32_t parts, uint32_t times) {
    assert_int_equal(atomic_load(&t->sum), parts * times);
    for (uint32_t k = 0; k < MOST_PARTS; k++) assert_int_equal(t->plain[k], k < parts ? times : 0);
}

TEST(each_part_is_done_once) {
    static const uint32_t THREADS[] = {1, 2, 3, 8, POOL_MOST_THREADS};
    static const uint32_t PARTS[] = {0, 1, 2, 3, 7, 64, 65, MOST_PARTS};
    for (size_t t = 0; t < sizeof THREADS / sizeof *THREADS; t++) {
        pool *p = pool_make(THREADS[t]);
        assert_non_null(p);
        for (size_t k = 0; k < sizeof PARTS / sizeof *PARTS; k++) {
            tally all = {0};
            pool_run(p, count, &all, PARTS[k]);
            assert_each_part_done(&all, PARTS[k], 1);
        }
        pool_free(p);
    }
}

/* Passes follow each other faster than a worker leaves the one before. */
TEST(passes_in_quick_succession_do_not_mix) {
    for (uint32_t threads = 2; threads <= 5; threads++) {
        pool *p = pool_make(threads);
        tally all[3] = {0};
        for (uint32_t pass = 0; pass < 3000; pass++)
            pool_run(p, count, &all[pass % 3], 2 + 5 * (pass % 3));
        for (uint32_t k = 0; k < 3; k++) assert_each_part_done(&all[k], 2 + 5 * k, 1000);
        pool_free(p);
    }
}

static void pause_ms(long ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Who sleeps is woken by the next pass, and costs nothing until then. */
TEST(idle_workers_sleep) {
    pool *p = pool_make(4);
    tally all = {0};
    double spent = processor_time();
    for (uint32_t pass = 0; pass < 20; pass++) {
        pool_run(p, count, &all, 8);
        pause_ms(20);
    }
    assert_each_part_done(&all, 8, 20);
    assert_true(processor_time() - spent < 0.2); /* of 0.4 s */
    pool_free(p);
}

static void count_within(void *work, uint32_t part) {
    tally *t = work;
    count(t, part);
    pool_run(t->pool, count, &t->inner[part], t->inner_parts);
}

TEST(a_part_may_have_parts) {
    tally inner[5] = {0};
    tally outer = {.pool = pool_make(3), .inner = inner, .inner_parts = 7};
    for (int k = 0; k < 100; k++) pool_run(outer.pool, count_within, &outer, 5);
    assert_each_part_done(&outer, 5, 100);
    for (int k = 0; k < 5; k++) assert_each_part_done(&inner[k], 7, 100);
    pool_free(outer.pool);
}

static void *run_often(void *work) {
    tally *t = work;
    for (int k = 0; k < 1000; k++) pool_run(t->pool, count, t, 6);
    return NULL;
}

TEST(two_may_call_at_once) {
    tally mine = {.pool = pool_make(3)}, other = {.pool = mine.pool};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_often, &other), 0);
    run_often(&mine);
    pthread_join(thread, NULL);
    assert_each_part_done(&mine, 6, 1000);
    assert_each_part_done(&other, 6, 1000);
    pool_free(mine.pool);
}

TEST(one_thread_needs_no_hook) {
    pool *one = pool_make(1), *two = pool_make(2);
    assert_null(pool_hooks(NULL).run);
    assert_null(pool_hooks(one).run);
    assert_non_null(pool_hooks(two).run);
    tally all = {0}, alone = {0};
    pool_run(NULL, count, &alone, 9);
    assert_each_part_done(&alone, 9, 1);
    sidle_hooks hooks = pool_hooks(two);
    hooks.run(hooks.context, count, &all, 9);
    assert_each_part_done(&all, 9, 1);
    pool_free(one);
    pool_free(two);
    pool_free(NULL);
}

TESTS_OF(pool)
