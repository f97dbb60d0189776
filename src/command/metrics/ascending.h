/* The order of numbers for qsort, for medians and percentiles. */
#ifndef SIDLE_COMMAND_ASCENDING_H
#define SIDLE_COMMAND_ASCENDING_H

/* Of two doubles, the smaller one first. */
static inline int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
