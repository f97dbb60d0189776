/* How units come to rest: when each rests for good, when it was told that it is done, whether it
 * set out again afterwards, and how it stands at the end. It reads what a host can read, so that it
 * judges any run: of the command, of a bench, of another library.
 *
 *     settling *s = settling_begin(count);
 *     settling_tick(s, world, ids, time);         before the first step, then after each step
 *     settling_figures f = settling_finish(s);
 *     settling_end(s);
 *
 * A unit moves when it leaves the place where it was last seen by more than noise, 2 % of its
 * radius. It rests when it has not moved for half a second, and rests for good when it has not
 * moved in the last second of the run. */
#ifndef SIDLE_COMMAND_SETTLING_H
#define SIDLE_COMMAND_SETTLING_H

#include <sidle/sidle.h>

/* What the unit's order asks of it. */
typedef enum settling_duty {
    SETTLING_IDLE,   /* no order, or to hold: it may give way, and has to come back */
    SETTLING_ENDS,   /* the order ends at rest: go, flee, approach, pursue */
    SETTLING_FOLLOW, /* rests when its leader does; that it is not under way tells that it is done
                      */
    SETTLING_ENDLESS /* patrol, wander, evade: it need not come to rest */
} settling_duty;

/* What the unit was told in a tick. */
typedef enum settling_word {
    SETTLING_NOTHING,
    SETTLING_IN_RANGE, /* in range, or has caught its target: it is done once it rests */
    SETTLING_DONE,     /* arrived */
    SETTLING_OVER      /* stopped by the host, or its target is gone: done once it rests */
} settling_word;

/* A unit as a tick ended. */
typedef struct settling_sample {
    sidle_vec2 position; /* u */
    sidle_vec2 heading;  /* any length; 0: unknown, then nothing faces */
    sidle_vec2 front;    /* where the order has it face at rest; 0: the way it came */
    float radius;        /* u */
    uint32_t layer;
    settling_duty duty;
    settling_word word;
    int64_t target; /* the index of the unit that its order is about; -1: none */
    bool new_order; /* it got an order since the last tick: what it was told before is void */
    bool under_way;
    bool idle;     /* for the host: it has no order left, or rests in the range of its order */
    bool in_range; /* it rests in the range of its order, and may move on within it for others */
    bool absent;   /* destroyed or off the map */
    bool ghost;    /* it meets nobody */
} settling_sample;

/* A unit that was unloaded without an order is done where it finds room, not where it came out. */
static inline void settling_unloaded(settling_sample *s) {
    if (s->absent) return;
    s->duty = SETTLING_ENDS;
    s->word = SETTLING_OVER;
}

/* Why a unit is not clean; the first that applies. */
#define SETTLING_REASONS(X)                                                                        \
    X(CLEAN, "clean")                                                                              \
    X(MOVES, "still moving")                                                                       \
    X(UNDER_WAY, "standing, still under way")                                                      \
    X(NOT_TOLD, "at rest, not told")                                                               \
    X(OVERLAPS, "at rest inside another unit")                                                     \
    X(NOT_BACK, "not back at the place")                                                           \
    X(MOVED_AFTER, "moved after being told")

typedef enum settling_reason {
#define SETTLING_REASON_ID(name, text) SETTLING_##name,
    SETTLING_REASONS(SETTLING_REASON_ID)
#undef SETTLING_REASON_ID
        SETTLING_REASON_COUNT
} settling_reason;

/* One unit, as it stands now. */
typedef struct settling_result {
    bool judged;        /* present, and its order, if any, ends at rest */
    bool ordered;       /* it had an order that ends at rest */
    bool rests, told;   /* for good; that it is done. An idle unit counts as told */
    bool gave_way;      /* moved while idle, and is back within a tenth of its radius */
    bool away;          /* moved while idle, and is not back */
    bool arrived;       /* it was told so by its last order */
    bool waits;         /* rests under its order, as it gets no nearer to its goal */
    double settled;     /* s, when it moved last; below 0: it still moves */
    double told_at;     /* s; below 0: never */
    double came;        /* s, when it came to rest: as settled, but what it gave way afterwards does
                           not count when it is back. Below 0: it still moves */
    double done;        /* s, when it was told and rested; what it gave way afterwards does not
                           count when it is back. Below 0: never */
    uint32_t restarts;  /* how often it set out again after it was told and at rest. None of a
                           unit that gave way while idle and is back */
    double moved_after; /* u, the way that it went since it was told */
    double moved_off;   /* u, from where it was told to where it is */
    double off_course;  /* degrees, 0 .. 180; below 0: unknown */
    double overlap;     /* the deepest with a unit at rest, as a share of both radii */
    settling_reason reason;
} settling_result;

/* All judged units. Figures of no unit are 0. */
typedef struct settling_figures {
    uint32_t judged, ordered;     /* units: see settling_result */
    uint32_t rested, told;        /* of the ordered units */
    uint32_t gave_way;            /* units */
    uint32_t away;                /* units that gave way, and are not back */
    double settled, settled_mean; /* s: the time of the last ordered unit, below 0 while one still
                                     moves; the mean time of the ordered units at rest */
    double done;                  /* s: the last ordered unit; below 0 when one is not done */
    uint32_t restarts;
    double moved_after_mean, moved_after_max; /* u, of those that were told; units that gave way and
                                                 are back do not count */
    double moved_off_max;                     /* u, the same */
    uint32_t resting, overlapping;            /* units at rest, of any duty; those of them that
                                                 overlap by more than 2 % of both radii */
    double overlap_share, overlap_deepest;    /* of the resting; as a share of both radii */
    uint32_t faced;                           /* ordered units whose course is known */
    double off_course_mean, off_course_max;   /* degrees */
    uint32_t off_course_most;                 /* units that face over 90 degrees off */
    uint32_t reasons[SETTLING_REASON_COUNT];  /* judged units by reason */
    bool clean;                               /* every judged unit is */
} settling_figures;

typedef struct settling settling;

settling *settling_begin(size_t count);
void settling_end(settling *s);

/* Room for so many units in all, when some were added. */
void settling_grow(settling *s, size_t count);

/* Copies all that `from` has seen into `s`. */
void settling_take(settling *s, const settling *from);

/* Reads the units with these ids, and the events of the last step: as many as there is room for.
 * time: s since the run began, ascending. A null or stale id is a unit that is absent. */
void settling_tick(settling *s, const sidle_world *world, const sidle_unit_id *ids, double time);

/* The same in two steps, for a host that knows more than the world tells: what the world tells of
 * each unit, and the tick itself. A host of another library fills the samples by itself. */
void settling_read(settling *s, const sidle_world *world, const sidle_unit_id *ids,
                   settling_sample *samples);
void settling_samples(settling *s, const settling_sample *samples, double time);

/* The host stopped the unit, or gave it an order that its state does not show to be another one
 * (the same goal again). To be called between two ticks. */
void settling_stopped(settling *s, size_t unit);
void settling_ordered(settling *s, size_t unit);

/* Did the unit move in the last tick? When did it move last (s)? */
bool settling_moved(const settling *s, size_t unit);
double settling_last_move(const settling *s, size_t unit);

/* Sums up; may be called at any time. results: by unit, or NULL. */
settling_figures settling_finish(const settling *s, settling_result *results);

/* A few words for a reason; never NULL. */
const char *settling_reason_text(settling_reason reason);

#endif
