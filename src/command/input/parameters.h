/* Parameters of a profile as text: each is read, checked and printed by the library's own table. */
#ifndef SIDLE_COMMAND_PARAMETERS_H
#define SIDLE_COMMAND_PARAMETERS_H

#include "scenes/scene.h"
#include "scenes/terrain_names.h"
#include "terminal/complain.h"

/* Where a setting was written, for messages; 0 when it was not in a file. */
typedef struct place {
    const char *file;
    int line, column; /* the column of the value */
    int key_column;
} place;

/* The row of that name; NULL: there is none. */
const sidle_param *params_row(const char *name, size_t length);

/* Sets profile.key = value. False, and nothing is set, after a complaint of an unknown key (with a
 * suggestion), or of a value of the wrong type or outside its range. */
bool params_set(scene_profile *profile, const char *key, const char *value, place at,
                complaints *to);

/* Do the values of the profile agree with each other? False after a complaint. */
bool params_fit(const scene_profile *profile, place at, complaints *to);

/* The value of the parameter as a config has it. Returns text. */
enum { PARAMS_TEXT = 384 };
char *params_text(const sidle_param *row, const sidle_profile *profile, char text[PARAMS_TEXT]);

/* What a fixture has to set, as " KEY=VALUE" for each, so that a reader makes the profile of it. To
 * be freed. */
char *params_changes(const scene *s, size_t profile);

/* Prints the table: name, default, unit, range and meaning of each parameter. */
void params_print(FILE *out, bool markdown);

#endif
