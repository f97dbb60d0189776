/* Tests whether the float arithmetic of this build and this thread is that of IEEE 754. See
 * arithmetic.c. */
#ifndef SIDLE_ARITHMETIC_H
#define SIDLE_ARITHMETIC_H

#include "base/compiler.h"

SIDLE_INTERNAL bool arithmetic_holds(void);

#endif
