/* All machines come to the same bits as long as each sum, product, quotient and root is rounded for
 * itself, to the nearest float, in the order in which it is written. What a compiler was told can
 * spoil that, and so can how the host has set the processor. The same flags compile these few sums,
 * with the same functions, so that what goes wrong elsewhere goes wrong here: a host learns it
 * when it makes a world, and not from machines that drift apart. */
#include "base/arithmetic.h"

#include "base/lanes.h"
#include "base/vec.h"

/* No compiler knows the value. */
static float unknown(float value) {
    volatile float hidden = value;
    return hidden;
}

/* As bits: comparing is arithmetic, too. */
static bool is_float(float found, uint32_t bits) {
    volatile float rounded = found;
    float kept = rounded;
    uint32_t its;
    memcpy(&its, &kept, sizeof its);
    return its == bits;
}

/* The square of 1 + 2^-12 is no float. Two of them cancel out when both are rounded; not when one
 * goes into the difference as it is, as fma takes it, or registers wider than a float. */
static bool rounds_products(void) {
    sidle_vec2 a = vec(unknown(1 + 0x1p-12f), unknown(1 + 0x1p-12f));
    sidle_vec2 b = vec(unknown(1 + 0x1p-12f), unknown(-1 - 0x1p-12f));
    float four[LANES];
    lanes2 each_a = {lanes_all(a.x), lanes_all(a.y)}, each_b = {lanes_all(b.x), lanes_all(b.y)};
    lanes_store(four, lanes2_dot(each_a, each_b));
    bool holds = is_float(vec_dot(a, b), 0) && is_float(vec_turned(a, b).y, 0);
    for (int k = 0; k < LANES; k++) holds = holds && is_float(four[k], 0);
    return holds;
}

/* What is too small for a sum is lost, and does not come back when the large term is taken away. */
static bool keeps_order(void) {
    float one = unknown(1), small = unknown(0x1p-25f), terms[2 * LANES], sum = 0;
    float back = (one + small) - one;
    for (int k = 0; k < 2 * LANES; k++) terms[k] = unknown(k == 0 ? 0x1p24f : 1);
    for (int k = 0; k < 2 * LANES; k++) sum += terms[k];
    lanes group = lanes_sub(lanes_add(lanes_all(one), lanes_all(small)), lanes_all(one));
    lanes_store(terms, group);
    return is_float(back, 0) && is_float(sum, 0x4b800000) && is_float(terms[0], 0) &&
           is_float(terms[LANES - 1], 0);
}

/* 3 / 15 is not 3 times the float nearest to 1 / 15; nor is it so for 6 and 7. */
static bool divides(void) {
    float by = unknown(15), four[LANES];
    lanes_store(four, lanes_div(lanes_of(unknown(3), unknown(6), unknown(7), by), lanes_all(by)));
    return is_float(unknown(3) / by, 0x3e4ccccd) && is_float(unknown(6) / by, 0x3ecccccd) &&
           is_float(unknown(7) / by, 0x3eeeeeef) && is_float(unknown(7) / 15.0f, 0x3eeeeeef) &&
           is_float(four[0], 0x3e4ccccd) && is_float(four[1], 0x3ecccccd) &&
           is_float(four[2], 0x3eeeeeef) && is_float(four[3], 0x3f800000);
}

static bool takes_roots(void) {
    float two = unknown(2), four[LANES];
    lanes_store(four, lanes_sqrt(lanes_all(two)));
    return is_float(sqrtf(two), 0x3fb504f3) && is_float(four[0], 0x3fb504f3) &&
           is_float(vec_length(vec(unknown(1), unknown(3))), 0x404a62c2) &&
           is_float(1.0f / sqrtf(unknown(3)), 0x3f13cd3a);
}

/* Halfway to the nearest even float, and below the smallest normal one. */
static bool rounds_to_nearest(void) {
    float one = unknown(1), half = unknown(0x1p-24f), next = unknown(1 + 0x1p-23f);
    return is_float(one + half, 0x3f800000) && is_float(next + half, 0x3f800002) &&
           is_float(-one - half, 0xbf800000) && is_float(unknown(FLT_MIN) * 0.5f, 0x00400000) &&
           is_float(unknown(0x1p-149f) + unknown(0x1p-149f), 2) &&
           is_float(unknown(-0.0f) + unknown(-0.0f), 0x80000000) &&
           is_float(unknown(-0.0f) + 0.0f, 0);
}

static bool knows_what_is_no_number(void) {
    float huge = unknown(FLT_MAX), more = huge * 2, none = more - more;
    return !vec_finite(vec(more, 0)) && !vec_finite(vec(0, none)) && none != none;
}

bool arithmetic_holds(void) {
    return rounds_products() && keeps_order() && divides() && takes_roots() &&
           rounds_to_nearest() && knows_what_is_no_number();
}
