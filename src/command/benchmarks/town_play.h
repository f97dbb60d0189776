/* Plays one town and judges it: does everybody come to rest, is told so, and stays there? */
#ifndef SIDLE_COMMAND_TOWN_PLAY_H
#define SIDLE_COMMAND_TOWN_PLAY_H

#include "metrics/settling.h"
#include "scenes/scene.h"
#include "scenes/town_keys.h"
#include "simulation/simulation.h"
#include "terminal/complain.h"

/* What may be wrong with a scene beyond what is wrong with its units. */
typedef enum town_fault {
    TOWN_LATE = SETTLING_REASON_COUNT, /* over twice as late as with places of their own */
    TOWN_IN_WALLS,                     /* a unit overlaps terrain */
    TOWN_STANDS,                       /* on patrol: a unit stands for long */
    TOWN_FEW_LEGS,                     /* on patrol: under half of what it makes alone */
    TOWN_GIVEN_UP,                     /* rests, though the observer finds a way and room */
    TOWN_APART,                        /* has arrived apart from the crowd about its goal */
    TOWN_FAULT_COUNT
} town_fault;

/* A few words; the reasons of settling.h come first. */
const char *town_fault_text(int fault);

typedef struct town_verdict {
    uint32_t units;
    bool clean;
    uint32_t faults[TOWN_FAULT_COUNT]; /* units */
    size_t first;                      /* the first unit with a fault, counted from 1; 0: none */
    double overlap;                    /* the deepest at rest, as a share of both radii */
    double moved;                      /* u, the farthest that a unit went after it was told */
    double done;                       /* s, when the last one was done; below 0: never */
    double allowed;                    /* s, when the last one had to be done */
    double played;                     /* s */
} town_verdict;

/* What is brought in place of what the seed chooses. */
typedef struct town_setting {
    const scene *own; /* NULL, or kinds of units, ticks a second and perhaps a map: town_make */
    sim_pathfinder pathfinder;
    bool congestion;
    float cut_corners; /* cells */
    sim_habit habit;
} town_setting;

/* The options of `sidle run` that play a town in this way, each behind a blank. */
enum { TOWN_OPTIONS = 96 };
void town_options_text(const town_setting *with, char options[TOWN_OPTIONS]);

/* The town, and how it is played. with: NULL for a town of its seed alone. False: the map that was
 * brought has no room for it. */
bool town_set_up(const town_keys *keys, const town_setting *with, scene *played, sim_options *play);

/* False after a complaint. A town that has no room, or that the user stopped, was played for 0 s.
 */
bool town_play(const town_keys *keys, const town_setting *with, town_verdict *v, complaints *to);

/* The verdict in words, without the name of the scene. */
enum { TOWN_WORDS = 320 };
void town_verdict_words(const town_verdict *v, char words[TOWN_WORDS]);

#endif
