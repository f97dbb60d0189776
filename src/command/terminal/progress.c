/* The bar, the time left, and the signals. */
#include "progress.h"

#include "support/clock.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void ask_to_stop(int signal_number) {
    (void)signal_number;
    stopped = 1;
}

/* By the pace of what was played here. */
static void time_left(const progress *p, char text[32]) {
    double played = (double)(p->done - p->kept), left = (double)(p->of - p->done);
    double seconds = played > 0 ? (seconds_now() - p->began) / played * left : 0;
    if (played <= 0 || p->done >= p->of)
        *text = 0;
    else if (seconds < 90)
        snprintf(text, 32, ", %.0f s left", seconds);
    else if (seconds < 5400)
        snprintf(text, 32, ", %.0f min left", seconds / 60);
    else
        snprintf(text, 32, ", %.1f h left", seconds / 3600);
}

static void show(const progress *p) {
    enum { WIDE = 24 };
    char bar[WIDE + 1], left[32], line[160];
    if (!p->shown) return;
    for (uint32_t k = 0; k < WIDE; k++)
        bar[k] = (uint64_t)k * p->of < (uint64_t)p->done * WIDE ? '#' : '.';
    bar[WIDE] = 0;
    time_left(p, left);
    snprintf(line, sizeof line, "[%s] %u %%%s%s", bar,
             (unsigned)(100 * (uint64_t)p->done / (p->of ? p->of : 1)), left, p->more);
    fprintf(stderr, "\r%-79.79s", line);
}

progress progress_begin(uint32_t of, bool asked) {
    struct sigaction stop = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    progress p = {.shown = asked || isatty(STDERR_FILENO), .of = of, .began = seconds_now()};
    show(&p);
    return p;
}

static void advance(progress *p, uint32_t pieces, uint32_t kept) {
    flockfile(stderr);
    p->done += pieces;
    p->kept += kept;
    if (p->done > p->of) p->of = p->done;
    show(p);
    funlockfile(stderr);
}

void progress_step(progress *p) {
    advance(p, 1, 0);
}

void progress_keep(progress *p, uint32_t pieces) {
    advance(p, pieces, pieces);
}

void progress_clear(const progress *p) {
    if (p->shown) fprintf(stderr, "\r%79s\r", "");
}

void progress_end(progress *p) {
    show(p);
    if (p->shown) fputc('\n', stderr);
}

bool progress_stopped(void) {
    return stopped;
}

void progress_finish_anyway(void) {
    stopped = 0;
}
