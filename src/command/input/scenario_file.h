/* The file of a scenario: its problems, line by line, and the map that they are on. */
#ifndef SIDLE_COMMAND_SCENARIO_FILE_H
#define SIDLE_COMMAND_SCENARIO_FILE_H

#include "terminal/complain.h"

#include <sidle/types.h>
#include <stdbool.h>

enum { SCENARIO_LONGEST_LINE = 1024 };

typedef struct problem {
    sidle_vec2 start, goal; /* cells */
    int line, column, goal_column;
    bool used; /* it became a unit, or it never can: its start is taken */
} problem;

typedef struct scenario_file {
    const char *file;
    char map[SCENARIO_LONGEST_LINE]; /* path in the file */
    int map_line;
    uint32_t width, height; /* as the file says */
    problem *problems;      /* stb_ds */
    complaints *to;
} scenario_file;

/* Reads r->file. Complains of every error; false when there was one. */
bool scenario_file_read(scenario_file *r);

void scenario_file_free(scenario_file *r);

#endif
