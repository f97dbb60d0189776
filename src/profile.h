/* Bounds that keep one look small; sidle_profile_check holds profiles to them. */
#ifndef SIDLE_PROFILE_H
#define SIDLE_PROFILE_H

#include <sidle/sidle.h>
#include <string.h>

enum { LOOK_ROWS_MAX = 256, LOOK_COLUMNS_MAX = 64 };

#endif
