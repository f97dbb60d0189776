#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool option_number(complaints *to, const char *option, const char *text, double low, double high,
                   double *value) {
    char *end;
    errno = 0;
    double found = strtod(text, &end);
    if (end == text || *end || errno || !isfinite(found) || found < low || found > high) {
        complain(to, option, 0, 0, "found '%s', expected a number from %.10g to %.10g", text, low,
                 high);
        return false;
    }
    *value = found;
    return true;
}

bool option_whole(complaints *to, const char *option, const char *text, double low, double high,
                  uint32_t *value) {
    double found;
    if (!option_number(to, option, text, low, high, &found)) return false;
    if (found != floor(found)) {
        complain(to, option, 0, 0, "found '%s', expected a whole number", text);
        return false;
    }
    *value = (uint32_t)found;
    return true;
}
