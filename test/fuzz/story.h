/* A story: a stream of bytes becomes calls on the public API. The first two records of eight bytes
 * set the scene, each further one is one thing that a host does. A record means the same wherever
 * it stands, so that a stream stays a story when records come, go or change places.
 *
 *   decode.c      reads the records: the scene, the numbers, what is called
 *   host*.c       make the calls, and expect what the headers say of each
 *   tell.c        tells them as C
 *   invariants*.c say after each step what must hold
 *   lone.c        one unit alone on free ground, at a dt and at 30 Hz
 *   troops.c      groups
 *
 * SIDLE_STORY=1 in the environment prints a story as a C program while it is played. */
#ifndef SIDLE_FUZZ_STORY_H
#define SIDLE_FUZZ_STORY_H

#include <math.h>
#include <sidle/sidle.h>

static inline bool is_finite(sidle_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

enum { PROFILES = 100, NEVER_MADE = 60000 }; /* profiles at most; the index of none */
enum { FIGURES = 40, RECORD = 8, HEADER = 2 * RECORD, LONGEST_STORY = HEADER + 80 * RECORD };

typedef enum story_style {
    STYLE_CALLS,  /* any call with any argument, any profile, any map */
    STYLE_CROWD,  /* sensible kinds of units in the open and among pillars */
    STYLE_DOORS,  /* the same before doors, which others hold or walls close */
    STYLE_LONE,   /* see lone.c */
    STYLE_TROOPS, /* see troops.c */
    STYLE_COUNT
} story_style;

/* What the story knows of a unit, beside what the world says. */
typedef struct figure {
    sidle_unit_id id; /* stays when the unit is gone, for calls with a stale id */
    bool alive;
    bool was_known;        /* `was` is from before this very step */
    sidle_unit_state was;  /* before the step */
    sidle_unit_state now;  /* after it */
    sidle_profile profile; /* of the unit, as it is now */
    sidle_order kind;      /* the last order given, also when it is over */
    sidle_vec2 danger;     /* of the last flight from a point */
    float calm;            /* s, at rest in its place, clear of all others */
    bool rested_clear;     /* has been calm since it came to rest, for long enough to know it */
    bool guided;           /* to a point that the host does not move on */
    bool wants_path;       /* asked, and was not answered */
    uint32_t told;         /* bit per event type, of the last step */
    uint32_t order_over;   /* 1: an event of the last step said so */
    float asked;           /* s, for so long more it may begin to step aside */
    float returns;         /* s, for so long more it may begin to return, if it is aside */
    bool aside;            /* has begun to step aside since it came to rest */
    float quiet;           /* s, without an event, a call or progress */
    float least;           /* u, the least way left so far; < 0: not measured */
    float walled;          /* s, blocked by terrain without a break */
    float still;           /* s, under way alone on free ground and not moving as it could */
    sidle_vec2 still_from; /* u, where that began */
} figure;

typedef struct story {
    sidle_world *world;
    story_style style;
    figure figures[FIGURES];
    uint32_t profiles;
    sidle_profile_id profile_ids[PROFILES];
    float cell, width, height;           /* u */
    uint32_t door_x, door_y, door_cells; /* cells; the door that can be walled up */
    bool answers;                        /* each step the host answers who asked for a path */
    float overlap[FIGURES][FIGURES];     /* s, both at rest inside each other */
    float depth[FIGURES][FIGURES];       /* u, that an enemy may be inside one that holds */
    double seconds;                      /* of the story */
    double work;                         /* unit ticks that are left */
    uint64_t hash;                       /* before the call */
    size_t bytes, blocks;                /* the world's memory */
    bool steps;                          /* the call is a step */
    bool memory_fails;                   /* for the next call */
    char call[2800];                     /* the call that is made */
} story;

/* A field of a unit that the host sets. */
typedef enum setting_field {
    SET_PROFILE,
    SET_TEAM,
    SET_HEADING,
    SET_RANK,
    SET_SPEED_FACTOR,
    SET_GHOST,
    SET_COUNT
} setting_field;

/* The number: of the profile, the team or the rank; 1 for a ghost. */
typedef struct setting {
    setting_field field;
    uint32_t number;
    sidle_vec2 heading;
    float factor;
} setting;

/* Plays the stream; a broken invariant ends the program. */
void story_play(story_style style, const uint8_t *data, size_t size);
void lone_play(const uint8_t *data, size_t size);
void troops_play(const uint8_t *data, size_t size);

/* ---- decode.c ---- */

const char *style_name(story_style style);

/* A profile with the parameter in this row changed; value 0 .. 255 spans its range, or in a wild
 * story also what lies beyond. */
void decode_row(sidle_profile *profile, uint32_t row, uint8_t value, bool wild);

/* ---- tell.c ---- */

bool story_told(void);
void story_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Ends the program, unless SIDLE_FUZZ_SKIP names this invariant: a list with commas of those that
 * are known to be broken, so that others can be seen behind them. */
void story_fail(const story *s, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Begins a program that does what the story does. */
void tell_world(const sidle_world_def *def, const uint8_t *cells);
void tell_profile(const char *name, const sidle_profile *profile);

/* ---- host.c, host_orders.c, host_reads.c ---- */

bool host_world(story *s, sidle_world_def *def);
void host_end(story *s);
void host_step(story *s, float dt);
void host_create(story *s, sidle_unit_def def);
void host_destroy(story *s, uint32_t who);
void host_place(story *s, uint32_t who, sidle_vec2 point);
void host_go(story *s, uint32_t who, sidle_vec2 goal);
void host_hold(story *s, uint32_t who);
void host_stop(story *s, uint32_t who);
void host_patrol(story *s, uint32_t who, const sidle_vec2 *points, uint32_t count);
/* To pursue, to follow or to evade. */
void host_target(story *s, uint32_t who, sidle_order order, uint32_t other);
void host_flee(story *s, uint32_t who, sidle_vec2 danger);
void host_wander(story *s, uint32_t who, sidle_vec2 centre, float radius);
/* To approach another unit, or a point for who == other. */
void host_approach(story *s, uint32_t who, uint32_t other, sidle_vec2 point, sidle_range range);
void host_range(story *s, uint32_t who, sidle_range range);
/* The number of a profile is one of the story's numbers, as in all calls here. */
void host_set(story *s, uint32_t who, setting set);
void host_stow(story *s, uint32_t who, sidle_pursuers pursuers);
void host_unstow(story *s, uint32_t who, sidle_vec2 point);
void host_path(story *s, uint32_t who, const sidle_vec2 *points, uint32_t count);
void host_guide(story *s, uint32_t who, sidle_vec2 point);
void host_answer(story *s, uint32_t who, sidle_step step);
void host_allies(story *s, uint32_t team, uint64_t allies);
void host_cells(story *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                sidle_terrain terrain);
void host_profile_add(story *s, const sidle_profile *profile);
void host_profile_set(story *s, uint32_t index, const sidle_profile *profile);
void host_profile_release(story *s, uint32_t index);
sidle_profile_id host_profile_id(const story *s, uint32_t index);
/* Calls that only read, and calls with nothing in them. */
void host_reads(story *s, uint32_t who, sidle_vec2 point, uint8_t what);
void host_asks(story *s, uint32_t who, sidle_vec2 point, uint8_t what, uint8_t more);
void host_reads_all(story *s);
void host_nonsense(story *s, uint32_t who, uint8_t what);
/* A path over the cells, for who is under way. */
void host_finds_path(story *s, uint32_t who);

/* ---- invariants*.c ---- */

void invariants_before(story *s);
void invariants_after(story *s, float dt);
/* All rest clear of each other, and nobody has an order. */
bool invariants_quiet(const story *s);
/* The host did something to a unit, or to all. */
void invariants_touched(story *s, uint32_t who);
void invariants_changed(story *s);
/* No disc overlaps terrain, all numbers are numbers. */
void invariants_state(story *s);

#endif
