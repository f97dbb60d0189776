/* Which moments of a run are kept. */
#include "past.h"

#include "moment.h"
#include "support/checked_memory.h"

#include <stb_ds.h>
#include <stdlib.h>

/* Ticks between two moments, at first. A choice: what is between them is played again on the way
 * back, two seconds of the run at most; to keep a moment costs less than two ticks. */
enum { EVERY = 60 };

typedef struct kept {
    uint64_t tick;
    moment *moment;
} kept;

struct past {
    size_t most; /* bytes */
    uint64_t every;
    kept *kept; /* stb_ds, by ascending tick */
};

past *past_make(size_t bytes) {
    past *p = checked_calloc(1, sizeof *p);
    *p = (past){.most = bytes, .every = EVERY};
    return p;
}

void past_free(past *p) {
    if (!p) return;
    past_forget(p, 0);
    arrfree(p->kept);
    free(p);
}

/* Drops those that are not of a tick to be kept. */
static void thin_out(past *p) {
    size_t left = 0;
    for (size_t k = 0; k < arrlenu(p->kept); k++)
        if (p->kept[k].tick % p->every)
            moment_free(p->kept[k].moment);
        else
            p->kept[left++] = p->kept[k];
    arrsetlen(p->kept, left);
}

void past_keep(past *p, const sim *s, const scene *played) {
    uint64_t now = sim_ticks(s);
    size_t bytes = 0, count = arrlenu(p->kept);
    if (now % p->every || (count && p->kept[count - 1].tick >= now)) return;
    arrput(p->kept, ((kept){now, moment_of(s, played)}));
    for (size_t k = 0; k <= count; k++) bytes += moment_bytes(p->kept[k].moment);
    if (bytes <= p->most) return;
    p->every *= 2;
    thin_out(p);
}

/* How many moments there are before the tick. */
static size_t count_before(const past *p, uint64_t tick) {
    size_t count = arrlenu(p->kept);
    while (count && p->kept[count - 1].tick >= tick) count--;
    return count;
}

bool past_nearest(const past *p, uint64_t tick, uint64_t *found) {
    size_t count = count_before(p, tick + 1);
    if (count) *found = p->kept[count - 1].tick;
    return count > 0;
}

void past_go_back(past *p, sim *s, scene *played, uint64_t tick) {
    moment_restore(p->kept[count_before(p, tick)].moment, s, played);
}

void past_forget(past *p, uint64_t from) {
    size_t left = count_before(p, from);
    for (size_t k = left; k < arrlenu(p->kept); k++) moment_free(p->kept[k].moment);
    if (p->kept) arrsetlen(p->kept, left);
    if (!left) p->every = EVERY;
}
