/* A story with every call of the library that may take memory, told with an allocator that refuses:
 * a new call gets its line in one of the chapters. */
#ifndef SIDLE_TEST_FAULTS_H
#define SIDLE_TEST_FAULTS_H

#include "support.h"

enum {
    FIRST_TROOP = 72, /* more than a world has room for at first */
    TROOP = 130,      /* so that all that grows grows twice */
    LONG_WAY = 9,     /* waypoints: more than a short way has room for */
    CALLS_MOST = 2000
};

typedef struct supply {
    size_t requests, refused, in_use;
    size_t refuse_at; /* this request is refused, from 1 on; 0: none */
    bool for_good;    /* and all requests after it */
    bool empty;       /* every request is refused now */
} supply;

typedef struct trace {
    uint64_t digests[CALLS_MOST]; /* after each call */
    uint32_t calls;
} trace;

typedef struct life {
    supply supply;
    sidle_world *world;
    sidle_groups *groups;
    sidle_group_id group;
    sidle_unit_id ids[TROOP], left[TROOP]; /* left: those that a call for many has not served */
    uint32_t units, left_count, calls;
    sidle_profile_id profiles[12];
    const char *chapter;
    bool each_call_first_without; /* each call is made first without any memory */
    trace *known;                 /* the undisturbed life; NULL: this is it */
    trace *own;
} life;

typedef sidle_result call(life *l, uint32_t n);

/* What a refusal must leave alone. */
typedef enum care {
    ALL_OR_NOTHING, /* the call does all, or says MEMORY and has changed nothing */
    ONE_BY_ONE,     /* a call for many units: the others are served */
    NEEDS_NONE,     /* the call does without memory, though it may ask for some */
} care;

/* The world of this definition takes its memory from the life's supply. */
sidle_world_def faults_def(life *l);

/* Makes a call, and makes it again when it was refused; fails unless the world is then the one of
 * the undisturbed life. */
void faults_make(life *l, care of, call *made, uint32_t n);
void faults_make_many(life *l, care of, call *made, uint32_t first, uint32_t end, uint32_t by);
void faults_step(life *l, uint32_t count);

/* The chapters, in their order. */
void faults_birth(life *l);
void faults_orders(life *l);
void faults_changes(life *l);
void faults_many(life *l);
void faults_buildings(life *l);
void faults_saving(life *l);
void faults_growth(life *l);
void faults_groups(life *l);
void faults_recording(life *l);

/* The first that is not SIDLE_OK, if there is one. */
static inline sidle_result first_of(sidle_result a, sidle_result b) {
    return a ? a : b;
}

#endif
