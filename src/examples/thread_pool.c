/* A small job system. A step of a small world makes several passes of a few microseconds each, and
 * to hand one out must cost less than that. So no thread waits for a worker to wake up:
 *
 * - a pass opens a gate; each thread that comes while it is open takes parts off atomic counters;
 * - when all parts are taken, the gate closes, and only the workers inside are waited for;
 * - a worker that comes late finds the gate closed, and the pass has not waited for it.
 *
 * Each thread begins with a share of the parts, the same one in each pass, as the data of these
 * parts are in its cache; then it helps the other threads with theirs. A share may be larger than
 * the cache, so each pass begins where the one before has ended.
 *
 * The task of a pass is written only while the gate is closed and no worker inside. The gate is one
 * atomic word, so that opening, entering and closing cannot overlap. */
#include "thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

/* The gate's word: in its low bits how many workers are inside, then whether it is open, then the
 * number of the pass. */
#define GATE_INSIDE UINT64_C(0xffff)
#define GATE_OPEN   UINT64_C(0x10000)
#define GATE_PASS   UINT64_C(0x20000)

/* ns that a worker watches the gate before it sleeps. It has to be longer than from one pass of a
 * step to the next: otherwise each pass has to wake the workers, which takes longer than a small
 * pass. Much longer, and idle workers use up the processor between two steps. A choice between the
 * two. */
static const int64_t WATCH = 40000;

/* Turns of a waiting loop, far below a microsecond each: a worker reads the clock once in so many,
 * as reading it costs more than a turn, and the thread that steps yields its processor once in so
 * many. Choices. */
enum { TURNS_A_CLOCK = 32, TURNS_A_YIELD = 256 };

/* Bytes of a cache line: counters of different threads stand in different ones. */
enum { CACHE_LINE = 64 };

/* The parts that a thread begins with: from first to below end. */
typedef struct share {
    _Alignas(CACHE_LINE) atomic_uint next;
    uint32_t first, end;
} share;

typedef struct worker {
    pool *pool;
    uint32_t number; /* from 1 on; 0 is the thread that steps */
} worker;

struct pool {
    _Alignas(CACHE_LINE) _Atomic uint64_t gate;
    share shares[POOL_MOST_THREADS]; /* by thread */
    _Alignas(CACHE_LINE) sidle_task task;
    void *work;
    bool backwards;   /* the pass takes the parts of a share from the last to the first */
    atomic_flag busy; /* a pass is under way */
    atomic_uint sleepers;
    atomic_bool over;
    uint32_t workers;
    pthread_mutex_t mutex; /* of workers that fall asleep */
    pthread_cond_t wake;
    pthread_t threads[POOL_MOST_THREADS - 1];
    worker numbers[POOL_MOST_THREADS - 1];
};

/* ---- a pass ---- */

static void relax(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

static void take_parts(pool *p, uint32_t thread) {
    for (uint32_t k = 0; k <= p->workers; k++) {
        share *of = &p->shares[(thread + k) % (p->workers + 1)];
        for (uint32_t part; (part = atomic_fetch_add(&of->next, 1)) < of->end;)
            p->task(p->work, p->backwards ? of->first + of->end - 1 - part : part);
    }
}

static void wake_workers(pool *p) {
    if (!atomic_load(&p->sleepers)) return;
    pthread_mutex_lock(&p->mutex);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->mutex);
}

static void wait_for_workers_inside(pool *p) {
    for (uint32_t turn = 1; atomic_load(&p->gate) & GATE_INSIDE; turn++)
        if (turn % TURNS_A_YIELD)
            relax();
        else
            sched_yield(); /* a worker inside may be waiting for this very processor */
}

static void share_out(pool *p, sidle_task task, void *work, uint32_t parts) {
    p->task = task;
    p->work = work;
    p->backwards = !p->backwards;
    uint32_t threads = p->workers + 1;
    for (uint32_t k = 0; k < threads; k++) {
        p->shares[k].first = (uint32_t)((uint64_t)parts * k / threads);
        p->shares[k].end = (uint32_t)((uint64_t)parts * (k + 1) / threads);
        atomic_store(&p->shares[k].next, p->shares[k].first);
    }
    atomic_fetch_add(&p->gate, GATE_PASS | GATE_OPEN);
    wake_workers(p);
    take_parts(p, 0);
    atomic_fetch_sub(&p->gate, GATE_OPEN);
    wait_for_workers_inside(p);
}

void pool_run(pool *p, sidle_task task, void *work, uint32_t parts) {
    if (parts > 1 && p && p->workers && !atomic_flag_test_and_set(&p->busy)) {
        share_out(p, task, work, parts);
        atomic_flag_clear(&p->busy);
        return;
    }
    for (uint32_t part = 0; part < parts; part++) task(work, part);
}

/* ---- a worker ---- */

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static uint64_t pass_of(uint64_t gate) {
    return gate / GATE_PASS;
}

/* Is there an open pass that the worker has not taken part in, or is the pool to end? */
static bool has_news(pool *p, uint64_t last) {
    uint64_t gate = atomic_load(&p->gate);
    return ((gate & GATE_OPEN) && pass_of(gate) != last) || atomic_load(&p->over);
}

static bool watch(pool *p, uint64_t last) {
    for (int64_t end = nanoseconds() + WATCH; nanoseconds() < end;)
        for (int turn = 0; turn < TURNS_A_CLOCK; turn++, relax())
            if (has_news(p, last)) return true;
    return false;
}

/* The worker counts itself as a sleeper before it reads the gate for the last time, and the thread
 * that opens the gate counts the sleepers afterwards. So at least one of the two sees the other,
 * and no pass is slept through. */
static void sleep_until_news(pool *p, uint64_t last) {
    pthread_mutex_lock(&p->mutex);
    atomic_fetch_add(&p->sleepers, 1);
    while (!has_news(p, last)) pthread_cond_wait(&p->wake, &p->mutex);
    atomic_fetch_sub(&p->sleepers, 1);
    pthread_mutex_unlock(&p->mutex);
}

/* False when the gate has closed in the meantime; else *last is the pass that the worker takes part
 * in. */
static bool enter(pool *p, uint64_t *last) {
    uint64_t gate = atomic_load(&p->gate);
    while ((gate & GATE_OPEN) && pass_of(gate) != *last)
        if (atomic_compare_exchange_weak(&p->gate, &gate, gate + 1)) {
            *last = pass_of(gate);
            return true;
        }
    return false;
}

static void *work(void *context) {
    const worker *me = context;
    pool *p = me->pool;
    for (uint64_t last = 0; !atomic_load(&p->over);) {
        if (!watch(p, last)) sleep_until_news(p, last);
        if (!enter(p, &last)) continue;
        take_parts(p, me->number);
        atomic_fetch_sub(&p->gate, 1);
    }
    return NULL;
}

/* ---- life ---- */

pool *pool_make(uint32_t threads) {
    pool *p = aligned_alloc(CACHE_LINE, sizeof *p);
    if (!p) return NULL;
    *p = (pool){.busy = ATOMIC_FLAG_INIT};
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->wake, NULL);
    while (p->workers + 1 < threads) {
        worker *w = &p->numbers[p->workers];
        *w = (worker){p, p->workers + 1};
        if (pthread_create(&p->threads[p->workers], NULL, work, w)) {
            pool_free(p);
            return NULL;
        }
        p->workers++;
    }
    return p;
}

void pool_free(pool *p) {
    if (!p) return;
    atomic_store(&p->over, true);
    wake_workers(p);
    for (uint32_t k = 0; k < p->workers; k++) pthread_join(p->threads[k], NULL);
    pthread_cond_destroy(&p->wake);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

static void run(void *context, sidle_task task, void *of, uint32_t parts) {
    pool_run(context, task, of, parts);
}

sidle_hooks pool_hooks(pool *p) {
    if (!p || !p->workers) return (sidle_hooks){0};
    return (sidle_hooks){.context = p, .run = run};
}
