/* What a tick costs each unit: sidle phase by phase, the floor beneath every crowd, and other
 * libraries where they are built in. Times are those that pass, not the processor's, and only those
 * of the steps: orders, new goals and the like are the host's. */
#ifndef SIDLE_COMMAND_SCALE_H
#define SIDLE_COMMAND_SCALE_H

#include "scenes/scene.h"
#include "terminal/complain.h"

enum { SCALE_HZ = 30, SCALE_MOST_PEERS = 4, SCALE_NAME = 64 };

/* Another library. */
typedef struct scale_peer {
    const char *name;
    size_t most_units; /* it gives no result for more in a reasonable time; 0: for any number */
    void *(*begin)(const scene *played, complaints *to); /* NULL after a complaint */
    double (*tick)(void *run, float dt); /* what its step took, ns; negative: it failed */
    void (*end)(void *run);
} scale_peer;

typedef struct scale_options {
    uint32_t threads;        /* that sidle has, 1 to POOL_MOST_THREADS */
    const scale_peer *peers; /* at most SCALE_MOST_PEERS */
    size_t peer_count;
    bool json;
    const char *plot;          /* file for a picture, or NULL */
    const char *const *scenes; /* names, or numbers that stand for @scaleN; none: all */
    size_t scene_count;
} scale_options;

/* ns are for each unit and tick: the mean over the ticks of the middle one of three stretches. */
typedef struct scale_row {
    char scene[SCALE_NAME]; /* without '@' */
    size_t units;
    double ns;
    double phase_ns[SIDLE_PHASE_COUNT];
    double floor_ns;
    double peer_ns[SCALE_MOST_PEERS]; /* 0: not measured */
    double unit_bytes;                /* each unit's, with what it adds to the world's arrays */
    double cell_bytes;                /* each map cell's, of the world with its profiles alone */
    double allocations;               /* in the steps that were measured */
} scale_row;

/* Is there such a scene? */
bool scale_knows(const char *name, complaints *to);

bool scale_measure(const char *name, const scale_options *o, scale_row *row, complaints *to);

/* Measures the scenes and prints a table, or JSON; writes the picture. False after a complaint. */
bool scale_report(const scale_options *o, complaints *to);

/* The time against the number of units, of the rows @scaleN, as SVG. False when it cannot be
 * written. */
bool scale_plot(FILE *out, const scale_options *o, const scale_row *rows, size_t count);

#endif
