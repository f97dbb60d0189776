/* The Moving AI maps that some tests use when they are at hand: in the folder that SIDLE_MOVINGAI
 * names, else in shared/movingai beside the source. They are never part of the project. */
#ifndef SIDLE_TEST_MOVINGAI_H
#define SIDLE_TEST_MOVINGAI_H

#include "support.h"

#include <unistd.h>

/* False, with a message, when the file is not there. */
static inline bool movingai_file(const char *name, char path[512]) {
    const char *folder = getenv("SIDLE_MOVINGAI");
    if (folder)
        snprintf(path, 512, "%s/%s", folder, name);
    else
        snprintf(path, 512, "%s/../shared/movingai/%s", SIDLE_SOURCE_ROOT, name);
    if (access(path, R_OK) == 0) return true;
    print_message("skipped: %s is not here\n", path);
    return false;
}

#endif
