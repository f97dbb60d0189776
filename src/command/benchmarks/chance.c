#include "chance.h"

#include <math.h>

/* The logarithm of the number of ways to choose k of n. */
static double log_choices(uint32_t n, uint32_t k) {
    return lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0);
}

double chance_of_so_many(uint32_t hits, uint32_t published, uint32_t bad, uint32_t played) {
    uint32_t all = hits + bad, most = all < played ? all : played;
    double sum = 0;
    for (uint32_t k = bad; k <= most; k++) /* of the bad runs among the played ones */
        if (all - k <= published)
            sum += exp(log_choices(played, k) + log_choices(published, all - k) -
                       log_choices(played + published, all));
    return fmin(sum, 1);
}
