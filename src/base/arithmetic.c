/* All machines compute the same bits as long as each sum, product, quotient and root is rounded on
 * its own, to the nearest float, in the order in which the source has it. Compiler flags can break
 * that (fused multiply-add, reassociation, reciprocals), and so can the state of the processor
 * (another rounding mode, flush to zero).
 *
 * sidle_world_create therefore computes a few sums whose results give each of these away. They are
 * compiled with the same flags and use the same functions as the rest of the core, so what goes
 * wrong there goes wrong here. The host gets SIDLE_ERROR_ARITHMETIC at once, instead of two
 * machines that diverge after an hour. */
#include "base/arithmetic.h"

#include "base/lanes.h"
#include "base/vec.h"

/* Hides a value from the compiler, which would otherwise compute the results itself. */
static float at_run_time(float value) {
    volatile float hidden = value;
    return hidden;
}

/* Compares the bits, as a comparison of floats is arithmetic too. */
static bool is_float(float found, uint32_t bits) {
    volatile float rounded = found;
    float kept = rounded;
    uint32_t its;
    memcpy(&its, &kept, sizeof its);
    return its == bits;
}

/* The square of 1 + 2^-12 needs more digits than a float has. The difference of two such squares is
 * 0 when both are rounded, but not when fma or a wider register keeps one of them exact. */
static bool rounds_products(void) {
    sidle_vec2 a = vec(at_run_time(1 + 0x1p-12f), at_run_time(1 + 0x1p-12f));
    sidle_vec2 b = vec(at_run_time(1 + 0x1p-12f), at_run_time(-1 - 0x1p-12f));
    float four[LANES];
    lanes2 each_a = {lanes_all(a.x), lanes_all(a.y)}, each_b = {lanes_all(b.x), lanes_all(b.y)};
    lanes_store(four, lanes2_dot(each_a, each_b));
    bool holds = is_float(vec_dot(a, b), 0) && is_float(vec_turned(a, b).y, 0);
    for (int k = 0; k < LANES; k++) holds = holds && is_float(four[k], 0);
    return holds;
}

/* A term that is too small for a sum is lost, and does not come back when the large term is
 * subtracted again. A compiler that reorders the sum keeps it. */
static bool keeps_order_of_sums(void) {
    float one = at_run_time(1), small = at_run_time(0x1p-25f), terms[2 * LANES], sum = 0;
    float back = (one + small) - one;
    for (int k = 0; k < 2 * LANES; k++) terms[k] = at_run_time(k == 0 ? 0x1p24f : 1);
    for (int k = 0; k < 2 * LANES; k++) sum += terms[k];
    lanes group = lanes_sub(lanes_add(lanes_all(one), lanes_all(small)), lanes_all(one));
    lanes_store(terms, group);
    return is_float(back, 0) && is_float(sum, 0x4b800000) && is_float(terms[0], 0) &&
           is_float(terms[LANES - 1], 0);
}

/* 3 / 15 differs in its last bit from 3 times the float nearest to 1 / 15, and so do 6 / 15 and
 * 7 / 15: a compiler that multiplies by the reciprocal is found out. */
static bool rounds_quotients(void) {
    float by = at_run_time(15), four[LANES];
    lanes_store(four, lanes_div(lanes_of(at_run_time(3), at_run_time(6), at_run_time(7), by),
                                lanes_all(by)));
    return is_float(at_run_time(3) / by, 0x3e4ccccd) && is_float(at_run_time(6) / by, 0x3ecccccd) &&
           is_float(at_run_time(7) / by, 0x3eeeeeef) &&
           is_float(at_run_time(7) / 15.0f, 0x3eeeeeef) && is_float(four[0], 0x3e4ccccd) &&
           is_float(four[1], 0x3ecccccd) && is_float(four[2], 0x3eeeeeef) &&
           is_float(four[3], 0x3f800000);
}

/* Approximate roots, or reciprocal roots, differ in their last bits. */
static bool rounds_roots(void) {
    float two = at_run_time(2), four[LANES];
    lanes_store(four, lanes_sqrt(lanes_all(two)));
    return is_float(sqrtf(two), 0x3fb504f3) && is_float(four[0], 0x3fb504f3) &&
           is_float(vec_length(vec(at_run_time(1), at_run_time(3))), 0x404a62c2) &&
           is_float(1.0f / sqrtf(at_run_time(3)), 0x3f13cd3a);
}

/* The rounding mode is to nearest, ties to even; numbers below the smallest normal one and negative
 * zero are kept. */
static bool rounds_to_nearest(void) {
    float one = at_run_time(1), half = at_run_time(0x1p-24f), next = at_run_time(1 + 0x1p-23f);
    return is_float(one + half, 0x3f800000) && is_float(next + half, 0x3f800002) &&
           is_float(-one - half, 0xbf800000) && is_float(at_run_time(FLT_MIN) * 0.5f, 0x00400000) &&
           is_float(at_run_time(0x1p-149f) + at_run_time(0x1p-149f), 2) &&
           is_float(at_run_time(-0.0f) + at_run_time(-0.0f), 0x80000000) &&
           is_float(at_run_time(-0.0f) + 0.0f, 0);
}

/* Infinity and NaN are recognised, which -ffinite-math-only takes away. */
static bool knows_non_finite(void) {
    float huge = at_run_time(FLT_MAX), more = huge * 2, none = more - more;
    return !vec_finite(vec(more, 0)) && !vec_finite(vec(0, none)) && none != none;
}

bool arithmetic_holds(void) {
    return rounds_products() && keeps_order_of_sums() && rounds_quotients() && rounds_roots() &&
           rounds_to_nearest() && knows_non_finite();
}
