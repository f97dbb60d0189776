/* Follows the units from tick to tick. What a unit was told is void when it gets another order, and
 * when the unit moves that its order is about: then it has to rest again. */
#include "settling_state.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* ---- life ---- */

settling *settling_begin(size_t count) {
    settling *s = checked_calloc(1, sizeof *s);
    settling_grow(s, count);
    return s;
}

void settling_end(settling *s) {
    if (!s) return;
    arrfree(s->units);
    arrfree(s->unit_of);
    arrfree(s->samples);
    free(s);
}

void settling_grow(settling *s, size_t count) {
    while (arrlenu(s->units) < count)
        arrput(s->units, ((settled_unit){.told_at = -1, .void_at = -1, .rested_at = -1}));
    arrsetlen(s->samples, arrlenu(s->units));
}

void settling_take(settling *s, const settling *from) {
    s->time = from->time;
    copy_array(s->units, from->units);
    copy_array(s->unit_of, from->unit_of);
    arrsetlen(s->samples, arrlenu(s->units));
}

void settling_stopped(settling *s, size_t unit) {
    s->units[unit].stopped = true;
}

void settling_ordered(settling *s, size_t unit) {
    s->units[unit].renewed = true;
}

/* ---- course ---- */

static float distance(sidle_vec2 a, sidle_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

static void mark(settled_unit *u) {
    sidle_vec2 last = u->marks[(u->mark_next + SETTLING_MARKS - 1) % SETTLING_MARKS];
    if (u->mark_count && distance(last, u->now.position) < SETTLING_MARK * u->now.radius) return;
    u->marks[u->mark_next] = u->now.position;
    u->mark_next = (u->mark_next + 1) % SETTLING_MARKS;
    if (u->mark_count < SETTLING_MARKS) u->mark_count++;
}

sidle_vec2 settling_course(const settled_unit *u) {
    sidle_vec2 to = u->now.position, from = to;
    float way = 0;
    for (uint32_t back = 1; back <= u->mark_count && way < SETTLING_COURSE * u->now.radius;
         back++) {
        sidle_vec2 before = u->marks[(u->mark_next + SETTLING_MARKS - back) % SETTLING_MARKS];
        way += distance(before, from);
        from = before;
    }
    if (distance(from, to) < u->now.radius) return (sidle_vec2){0, 0};
    return (sidle_vec2){to.x - from.x, to.y - from.y};
}

/* ---- a tick ---- */

/* What the unit was told is void. */
static void forget(settled_unit *u) {
    u->told = SETTLING_NOTHING;
    u->told_at = u->rested_at = -1;
    u->way = u->farthest = 0;
}

/* The unit is new on the map. */
static void begin_here(settled_unit *u, double time) {
    forget(u);
    u->seen = true;
    u->ordered = false;
    u->heard = SETTLING_NOTHING;
    u->place = u->now.position;
    u->moved_at = time;
    u->moved = u->rests = false;
    u->mark_count = 0;
    mark(u);
}

static void tell(settled_unit *u, settling_word word, double time) {
    u->told = word;
    u->told_at = time;
    u->rested_at = -1;
    u->told_place = u->place = u->now.position;
    u->told_course = settling_course(u);
    u->way = u->farthest = 0;
}

/* The unit left its place by more than noise. */
static void move(settled_unit *u, double time) {
    bool sets_out = u->rests || u->way <= 0; /* some are asked for room as soon as they were told */
    if (sets_out && u->told) {
        u->starts += !u->now.idle;
        u->asides += u->now.idle;
    }
    if (u->told) u->way += (double)distance(u->place, u->now.position);
    u->place = u->now.position;
    u->moved_at = time;
    u->rests = false;
    mark(u);
}

static void follow(settled_unit *u, const settling_sample *now, double time) {
    bool was_absent = !u->seen || u->now.absent;
    u->now = *now;
    if (now->absent) return;
    if (was_absent) begin_here(u, time);
    if (now->new_order) {
        forget(u);
        u->heard = SETTLING_NOTHING;
    }
    float left = distance(u->place, now->position);
    u->moved = !(left <= SETTLING_NOISE * now->radius); /* also when it is no number */
    if (u->moved) move(u, time);
    if (u->told) u->farthest = fmaxf(u->farthest, distance(u->told_place, now->position));
    if (time - u->moved_at >= SETTLING_PAUSE) u->rests = true;
    if (u->rests && u->told && u->rested_at < 0) u->rested_at = u->moved_at;
}

/* What the unit hears in this tick, and what it was told by being at rest. */
static void hear(settled_unit *u, const settling_sample *now, double time) {
    if (now->absent) return;
    if (now->duty == SETTLING_ENDS || now->duty == SETTLING_FOLLOW) u->ordered = true;
    /* Where the event says why the unit has arrived, the reason is kept here. */
    if (now->word == SETTLING_DONE && !u->told) tell(u, SETTLING_DONE, time);
    if (now->word != SETTLING_NOTHING) u->heard = now->word;
    if (u->told) return;
    if (now->under_way) u->void_at = time;
    bool rests = u->rests && time - u->void_at >= SETTLING_PAUSE;
    bool idle = now->duty == SETTLING_IDLE && !u->ordered;
    bool follows = now->duty == SETTLING_FOLLOW && rests;
    bool heard = u->heard != SETTLING_NOTHING && rests;
    if (idle || follows || heard) tell(u, heard ? u->heard : SETTLING_DONE, time);
}

/* The unit that its order is about moved. What it heard before still holds once it rests again: the
 * library says it once for as long as it stays in range. */
static void release(settling *s, settled_unit *u) {
    int64_t target = u->now.target;
    if (target < 0 || u->now.absent || !s->units[target].moved) return;
    forget(u);
    u->void_at = s->time;
}

void settling_samples(settling *s, const settling_sample *samples, double time) {
    s->time = time;
    for (size_t k = 0; k < arrlenu(s->units); k++) follow(&s->units[k], &samples[k], time);
    for (size_t k = 0; k < arrlenu(s->units); k++) release(s, &s->units[k]);
    for (size_t k = 0; k < arrlenu(s->units); k++) hear(&s->units[k], &samples[k], time);
}

void settling_tick(settling *s, const sidle_world *world, const sidle_unit_id *ids, double time) {
    settling_read(s, world, ids, s->samples);
    settling_samples(s, s->samples, time);
}

bool settling_moved(const settling *s, size_t unit) {
    return s->units[unit].moved;
}

double settling_last_move(const settling *s, size_t unit) {
    return s->units[unit].moved_at;
}
