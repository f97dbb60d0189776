/* How far the reader of a fixture has come, and its parts, a file each. Each part reads one kind of
 * line from behind its first word; it complains of what is wrong and lets the reader go on. */
#ifndef SIDLE_COMMAND_FIXTURE_READER_H
#define SIDLE_COMMAND_FIXTURE_READER_H

#include "fixture_keys.h"

typedef struct group {
    char letter, other; /* other: the letter of the group that its order is about; 0: none */
    uint32_t profile, team;
    fixture_aim aim;
    char with; /* the letter of the group with which it marches; 0: none */
    bool in_formation;
    sidle_formation formation;
    sidle_vec2 facing;
    uint32_t troop;                      /* number in the scene, once it has a unit */
    int formation_column, facing_column; /* 0: not given */
    bool relative;                       /* `to` is an offset from where each unit starts */
    sidle_vec2 to;                       /* cells: the goal, the danger or the middle of the area */
    float range;                         /* cells, radius of the area; how near to come */
    sidle_vec2 *via, *patrol;            /* cells, stb_ds */
    float start, dies;                   /* s, or DIES_CAUGHT */
    uint32_t units;                      /* how many were placed */
    int line, via_column;
} group;

/* A `unit` line. It waits until the picture is read, as the cell size may stand below it. */
typedef struct extra_unit {
    char letter;
    sidle_vec2 cells;
    float dies;      /* s, or DIES_CAUGHT; 0: with its group */
    float unloads;   /* s; 0: it is on the map from the start */
    bool has_goal;   /* in place of that of its group */
    sidle_vec2 goal; /* cells */
    int line, column, goal_column;
} extra_unit;

typedef struct groups {
    const lines *from;
    scene *into;
    group *list;        /* stb_ds */
    extra_unit *extras; /* stb_ds */
} groups;

struct fixture_reader {
    lines lines;
    scene *into;
    groups groups;
    uint32_t seen;     /* bits: keys of a single value that were given, by their number */
    bool default_read; /* the `profile default` line was read */
};

void fixture_read_profile(fixture_reader *r, const char *at);
void fixture_read_edit(fixture_reader *r, const char *at);
void fixture_read_expect(fixture_reader *r, const char *at);
void fixture_read_order(fixture_reader *r, const char *at);
void fixture_read_group(fixture_reader *r, const char *at);
void fixture_read_unit(fixture_reader *r, const char *at);

/* Once all units are placed and the size of a cell is known. */
void fixture_check_orders(fixture_reader *r);

/* The rows behind `map`, up to the end of the file. */
void fixture_read_picture(fixture_reader *r);

/* ---- the groups: their lines are read by fixture_groups.c, their units placed by fixture_units.c
 * ---- */

/* Complains of a name that is none of a profile, with the nearest that is. */
void no_such_profile(const lines *from, const scene *s, word name);

void groups_free(groups *g);

/* The number of the group, from 1 on, as scenes number groups; 0 when there is none. */
uint32_t groups_number(const groups *g, char letter);

/* Places a unit of the letter's group in the middle of the cell; false when there is none. */
bool groups_place(groups *g, char letter, uint32_t x, uint32_t y);

/* Once the picture has been read: places the units of `unit` lines, behind those of the picture,
 * and complains of what only the whole file can tell. */
void groups_finish(groups *g);

#endif
