/* More rows or columns than this would make one look cost more than a bodies; sidle_profile_check
 * holds profiles to it. */
#ifndef SIDLE_PROFILE_H
#define SIDLE_PROFILE_H

#include <sidle/sidle.h>
#include <string.h>

enum { LOOK_ROWS_MAX = 256, LOOK_COLUMNS_MAX = 64 };

#endif
