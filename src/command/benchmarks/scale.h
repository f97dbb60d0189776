/* What a tick costs for each unit: the library phase by phase, the floor that no crowd can go
 * below, and other libraries (peers) where they are built in. Times are of the steps
 * alone: orders, paths and new goals are the host's. One thread is measured by its processor time,
 * several by the time that passes. */
#ifndef SIDLE_COMMAND_SCALE_H
#define SIDLE_COMMAND_SCALE_H

#include "scenes/scene.h"
#include "terminal/complain.h"

enum { SCALE_HZ = 30, SCALE_MOST_PEERS = 4, SCALE_NAME = 64 };

/* Another library that is measured on the same scenes. */
typedef struct scale_peer {
    const char *name;
    size_t most_units; /* it gives no result for more units in a reasonable time; 0: no limit */
    void *(*begin)(const scene *played, complaints *to); /* NULL after a complaint */
    double (*tick)(void *run, float dt); /* ns that its step took; below 0: it failed */
    void (*end)(void *run);
} scale_peer;

typedef struct scale_options {
    uint32_t threads;        /* for the library alone, 1 to POOL_MOST_THREADS */
    const scale_peer *peers; /* at most SCALE_MOST_PEERS */
    size_t peer_count;
    bool json;
    const char *const *scenes; /* names, or numbers that stand for @scaleN; none: a fixed list */
    size_t scene_count;
} scale_options;

/* Times are in ns for each unit and tick: of the means of three stretches of ticks the middle one.
 */
typedef struct scale_row {
    char scene[SCALE_NAME]; /* without '@' */
    size_t units;
    double ns;
    double cold_ns; /* after a host that has read each unit, one by one, before the tick */
    double phase_ns[SIDLE_PHASE_COUNT];
    double alone_ns[SIDLE_PHASE_COUNT];  /* of these: one thread works, with several threads */
    double waited_ns[SIDLE_PHASE_COUNT]; /* of these: a thread on average waits for others */
    double floor_ns;
    double peer_ns[SCALE_MOST_PEERS]; /* 0: not measured */
    double peer_cold_ns[SCALE_MOST_PEERS];
    double unit_bytes;  /* memory for each unit, with its share of the world's arrays */
    double cell_bytes;  /* memory for each cell, of a world with profiles and no units */
    double allocations; /* during the measured steps */
} scale_row;

/* Is there such a scene? False after a complaint. */
bool scale_knows(const char *name, complaints *to);

/* Measures one scene. False after a complaint. */
bool scale_measure(const char *name, const scale_options *o, scale_row *row, complaints *to);

/* Measures the scenes and prints a table or JSON. False after a complaint. */
bool scale_report(const scale_options *o, complaints *to);

#endif
