/* A step of a small world makes several passes of a few microseconds each. Handing one out must
 * cost less than that, so nobody waits for a worker to wake up:
 *
 * - a pass is a gate that opens; whoever comes while it is open takes parts off counters;
 * - when these have run out, the gate closes, and only those are waited for who are inside;
 * - a worker that comes late finds the gate closed, and nobody has missed it.
 *
 * Each thread begins with parts of its own, the same ones in each pass, as it has what they touch
 * in its cache; then it helps the others with theirs.
 *
 * What a pass is about is written only while the gate is closed and nobody inside. The gate is one
 * word, so that opening, entering and closing cannot overlap. */
#include "thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

/* The gate's word: who is inside, is it open, and which pass this is. */
#define GATE_INSIDE UINT64_C(0xffff)
#define GATE_OPEN   UINT64_C(0x10000)
#define GATE_PASS   UINT64_C(0x20000)

/* ns that a worker watches the gate before it sleeps: longer than from one pass of a step to the
 * next, shorter than anybody who pays for electricity would notice. */
static const int64_t WATCH = 40000;

/* Turns of a loop, far below a microsecond each: between two looks at the clock, and before the
 * thread that steps lets others have its processor. */
enum { TURNS_A_CLOCK = 32, TURNS_A_YIELD = 256, LINE = 64 };

/* The parts that a thread begins with. */
typedef struct share {
    _Alignas(LINE) atomic_uint next;
    uint32_t end;
} share;

typedef struct worker {
    pool *pool;
    uint32_t number; /* from 1 on; 0 is the thread that steps */
} worker;

struct pool {
    _Alignas(LINE) _Atomic uint64_t gate;
    share shares[POOL_MOST_THREADS]; /* by thread */
    _Alignas(LINE) sidle_task task;
    void *work;
    atomic_flag taken; /* somebody's pass is under way */
    atomic_uint sleepers;
    atomic_bool over;
    uint32_t workers;
    pthread_mutex_t mutex; /* of those who fall asleep */
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
            p->task(p->work, part);
    }
}

static void wake_workers(pool *p) {
    if (!atomic_load(&p->sleepers)) return;
    pthread_mutex_lock(&p->mutex);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->mutex);
}

static void wait_for_those_inside(pool *p) {
    for (uint32_t turn = 1; atomic_load(&p->gate) & GATE_INSIDE; turn++)
        if (turn % TURNS_A_YIELD)
            relax();
        else
            sched_yield(); /* perhaps it is this processor that somebody inside is waiting for */
}

static void share_out(pool *p, sidle_task task, void *work, uint32_t parts) {
    p->task = task;
    p->work = work;
    uint32_t threads = p->workers + 1;
    for (uint32_t k = 0; k < threads; k++) {
        p->shares[k].end = (uint32_t)((uint64_t)parts * (k + 1) / threads);
        atomic_store(&p->shares[k].next, (uint32_t)((uint64_t)parts * k / threads));
    }
    atomic_fetch_add(&p->gate, GATE_PASS | GATE_OPEN);
    wake_workers(p);
    take_parts(p, 0);
    atomic_fetch_sub(&p->gate, GATE_OPEN);
    wait_for_those_inside(p);
}

void pool_run(pool *p, sidle_task task, void *work, uint32_t parts) {
    if (parts > 1 && p->workers && !atomic_flag_test_and_set(&p->taken)) {
        share_out(p, task, work, parts);
        atomic_flag_clear(&p->taken);
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

/* Is there a pass that it has not taken part in? */
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

/* It counts as asleep before it looks at the gate for the last time, and who opens the gate counts
 * the sleepers afterwards: one of the two sees the other. */
static void sleep_until_news(pool *p, uint64_t last) {
    pthread_mutex_lock(&p->mutex);
    atomic_fetch_add(&p->sleepers, 1);
    while (!has_news(p, last)) pthread_cond_wait(&p->wake, &p->mutex);
    atomic_fetch_sub(&p->sleepers, 1);
    pthread_mutex_unlock(&p->mutex);
}

/* False when it has closed in the meantime; else *last is the pass that the worker takes part in.
 */
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
    pool *p = aligned_alloc(LINE, sizeof *p);
    if (!p) return NULL;
    *p = (pool){.taken = ATOMIC_FLAG_INIT};
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
