/* Copies of growing arrays (stb_ds). */
#ifndef SIDLE_SUPPORT_COPY_ARRAY_H
#define SIDLE_SUPPORT_COPY_ARRAY_H

#include <stb_ds.h>
#include <string.h>

/* Makes the one array what the other one is. Its entries are copied as they are. */
#define copy_array(to, from)                                                                       \
    do {                                                                                           \
        arrsetlen(to, arrlenu(from));                                                              \
        if (arrlenu(from)) memcpy((to), (from), arrlenu(from) * sizeof *(from));                   \
    } while (0)

#endif
