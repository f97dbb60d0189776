/* Parameter values as text, by the table of the library. */
#ifndef SIDLE_COMMAND_PARAMETERS_H
#define SIDLE_COMMAND_PARAMETERS_H

#include "scenes/scene.h"
#include "terminal/complain.h"

/* Where a setting was written, for messages; 0: not in a file. */
typedef struct place {
    const char *file;
    int line, column; /* the column of the value */
    int key_column;
} place;

/* Sets profile.key = value. Complains with a suggestion of an unknown key, and of a value that is
 * not of the parameter's type or outside its range; then nothing is set. */
bool params_set(sidle_profile *profile, const char *key, const char *value, place at,
                complaints *to);

/* Do the settings of a profile fit together? */
bool params_fit(const scene_profile *profile, place at, complaints *to);

/* The class of that name ("ground"); -1: none. */
int terrain_named(const char *name, size_t length);

void params_print(FILE *out, bool markdown);

#endif
