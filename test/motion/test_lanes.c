/* Four floats at a time do what one float does, bit for bit: each operation for itself, in the form
 * that this program is built with, and whole runs of the library, one in each form. */
#include "base/lanes.h"
#include "support.h"

/* ---- values at the edges ---- */

static const float EDGES[] = {0.0f,        -0.0f, 1e-45f,      -1e-45f,  FLT_MIN,  -FLT_MIN,
                              1.0f,        -1.0f, 0.99999994f, 1.5f,     -1.5f,    255.0f,
                              16777217.0f, 3e8f,  FLT_MAX,     -FLT_MAX, INFINITY, -INFINITY};

enum { EDGE_COUNT = sizeof EDGES / sizeof *EDGES };

/* A pair in each lane at every position, and other pairs beside it. */
static void load_pairs(int first, int second, float a[LANES], float b[LANES]) {
    for (int k = 0; k < LANES; k++) {
        a[k] = EDGES[(first + k) % EDGE_COUNT];
        b[k] = EDGES[(second + 3 * k) % EDGE_COUNT];
    }
}

static bool both_nan(float a, float b) {
    return isnan(a) && isnan(b);
}

static void assert_same_bits(float found, float expected, const char *what) {
    if (both_nan(found, expected) || memcmp(&found, &expected, sizeof found) == 0) return;
    fail_msg("%s gives %a, not %a", what, (double)found, (double)expected);
}

static void assert_lanes(lanes found, const float expected[LANES], const char *what) {
    float each[LANES];
    lanes_store(each, found);
    for (int k = 0; k < LANES; k++) assert_same_bits(each[k], expected[k], what);
}

/* ---- one operation at a time ---- */

#define ASSERT_EACH(found, value)                                                                  \
    do {                                                                                           \
        float expected[LANES];                                                                     \
        for (int k = 0; k < LANES; k++) expected[k] = value;                                       \
        assert_lanes(found, expected, #found);                                                     \
    } while (0)

static void assert_arithmetic(const float x[LANES], const float y[LANES]) {
    lanes a = lanes_load(x), b = lanes_load(y);
    ASSERT_EACH(lanes_add(a, b), x[k] + y[k]);
    ASSERT_EACH(lanes_sub(a, b), x[k] - y[k]);
    ASSERT_EACH(lanes_mul(a, b), x[k] * y[k]);
    ASSERT_EACH(lanes_div(a, b), x[k] / y[k]);
    ASSERT_EACH(lanes_min(a, b), min_float(x[k], y[k]));
    ASSERT_EACH(lanes_max(a, b), max_float(x[k], y[k]));
    ASSERT_EACH(lanes_abs(a), fabsf(x[k]));
    ASSERT_EACH(lanes_sqrt(a), sqrtf(x[k]));
    ASSERT_EACH(lanes_all(x[2]), x[2]);
    ASSERT_EACH(lanes_of(x[0], x[1], x[2], x[3]), x[k]);
}

TEST(arithmetic_is_that_of_floats) {
    float a[LANES], b[LANES];
    for (int first = 0; first < EDGE_COUNT; first++)
        for (int second = 0; second < EDGE_COUNT; second++) {
            load_pairs(first, second, a, b);
            assert_arithmetic(a, b);
        }
}

static void assert_choices(const float x[LANES], const float y[LANES]) {
    lanes a = lanes_load(x), b = lanes_load(y);
    lanes_mask less = lanes_less(a, b), at_most = lanes_at_most(a, b);
    ASSERT_EACH(lanes_choose(less, a, b), x[k] < y[k] ? x[k] : y[k]);
    ASSERT_EACH(lanes_choose(at_most, b, a), x[k] <= y[k] ? y[k] : x[k]);
    ASSERT_EACH(lanes_only(less, a), x[k] < y[k] ? x[k] : 0);
    uint32_t bits_less = 0, bits_at_most = 0;
    for (int k = 0; k < LANES; k++) {
        bits_less |= (uint32_t)(x[k] < y[k]) << k;
        bits_at_most |= (uint32_t)(x[k] <= y[k]) << k;
    }
    assert_int_equal(lanes_bits(less), bits_less);
    assert_int_equal(lanes_bits(at_most), bits_at_most);
    assert_int_equal(lanes_bits(lanes_both(less, at_most)), bits_less & bits_at_most);
    assert_int_equal(lanes_bits(lanes_either(less, at_most)), bits_less | bits_at_most);
    assert_int_equal(lanes_bits(lanes_but(at_most, less)), bits_at_most & ~bits_less);
}

TEST(comparisons_and_choices_are_those_of_floats) {
    float a[LANES], b[LANES];
    for (int first = 0; first < EDGE_COUNT; first++)
        for (int second = 0; second < EDGE_COUNT; second++) {
            load_pairs(first, second, a, b);
            assert_choices(a, b);
        }
}

TEST(fractions_are_cut_off_towards_nothing) {
    static const float VALUES[][LANES] = {
        {0.0f, -0.0f, 1e-45f, -1e-45f},
        {0.99999994f, -0.99999994f, 1.0f, -1.0f},
        {1.9999999f, -1.9999999f, 8388607.5f, -8388607.5f},
        {16777216.0f, -16777216.0f, 2147483520.0f, -2147483648.0f}};
    for (size_t n = 0; n < sizeof VALUES / sizeof *VALUES; n++) {
        int32_t whole[LANES];
        lanes_whole(whole, lanes_load(VALUES[n]));
        for (int k = 0; k < LANES; k++) assert_int_equal(whole[k], (int32_t)VALUES[n][k]);
    }
}

TEST(bytes_hold_all_below_256) {
    for (int n = 0; n < 256; n++) {
        float value = (float)n;
        float x[LANES] = {value, value + 0.5f, nextafterf(value + 1, 0), n ? 255.99998f : 1e-45f};
        uint8_t bytes[LANES + 1] = {7, 7, 7, 7, 7};
        lanes_store_bytes(bytes, lanes_load(x));
        for (int k = 0; k < LANES; k++) assert_int_equal(bytes[k], (uint8_t)x[k]);
        assert_int_equal(bytes[LANES], 7);
    }
}

TEST(a_word_is_found_by_any_of_its_bits) {
    static const uint32_t WORDS[LANES] = {0, 1, 0x80000000u, 0xffffffffu};
    static const uint32_t BITS[] = {0, 1, 2, 0x80000000u, 0x80000001u, 0xffffffffu};
    for (size_t n = 0; n < sizeof BITS / sizeof *BITS; n++) {
        uint32_t expected = 0;
        for (uint32_t k = 0; k < LANES; k++)
            if (WORDS[k] & BITS[n]) expected |= 1u << k;
        assert_int_equal(lanes_bits(lanes_where(WORDS, BITS[n])), expected);
    }
}

/* ---- plane vectors ---- */

static void load_vectors(int first, int second, sidle_vec2 v[LANES]) {
    float x[LANES], y[LANES];
    load_pairs(first, second, x, y);
    for (int k = 0; k < LANES; k++) v[k] = vec(x[k], y[k]);
}

static lanes2 gathered(const sidle_vec2 v[LANES]) {
    return lanes2_from(&v[0], &v[1], &v[2], &v[3]);
}

static void assert_vectors(lanes2 found, const sidle_vec2 expected[LANES], const char *what) {
    sidle_vec2 v[LANES];
    lanes2_to(&v[0], &v[1], &v[2], &v[3], found);
    for (int k = 0; k < LANES; k++) {
        assert_same_bits(v[k].x, expected[k].x, what);
        assert_same_bits(v[k].y, expected[k].y, what);
    }
}

#define ASSERT_EACH_VECTOR(found, value)                                                           \
    do {                                                                                           \
        sidle_vec2 expected[LANES];                                                                \
        for (int k = 0; k < LANES; k++) expected[k] = value;                                       \
        assert_vectors(found, expected, #found);                                                   \
    } while (0)

static void assert_vector_arithmetic(const sidle_vec2 p[LANES], const sidle_vec2 q[LANES],
                                     const float s[LANES]) {
    lanes2 a = gathered(p), b = gathered(q);
    lanes by = lanes_load(s);
    ASSERT_EACH_VECTOR(a, p[k]); /* gathered and scattered */
    ASSERT_EACH(a.x, p[k].x);
    ASSERT_EACH(a.y, p[k].y);
    ASSERT_EACH_VECTOR(lanes2_add(a, b), vec_add(p[k], q[k]));
    ASSERT_EACH_VECTOR(lanes2_sub(a, b), vec_sub(p[k], q[k]));
    ASSERT_EACH_VECTOR(lanes2_scale(a, by), vec_scale(p[k], s[k]));
    ASSERT_EACH(lanes2_dot(a, b), vec_dot(p[k], q[k]));
    ASSERT_EACH(lanes2_length(a), vec_length(p[k]));
    ASSERT_EACH_VECTOR(lanes2_choose(lanes_less(a.x, by), a, b), p[k].x < s[k] ? p[k] : q[k]);
    ASSERT_EACH_VECTOR(lanes2_direction_of(a, lanes2_length(a), b), vec_direction(p[k], q[k]));
    ASSERT_EACH_VECTOR(lanes2_truncate(a, by), vec_truncate(p[k], s[k]));
}

TEST(vectors_are_those_of_floats) {
    sidle_vec2 a[LANES], b[LANES];
    float s[LANES], unused[LANES];
    for (int n = 0; n < EDGE_COUNT; n++)
        for (int first = 0; first < EDGE_COUNT; first++)
            for (int second = 0; second < EDGE_COUNT; second++) {
                load_vectors(first, second, a);
                load_vectors(second, first + n, b);
                load_pairs(n, first, s, unused);
                assert_vector_arithmetic(a, b, s);
            }
}

/* In the range of a map: a side of nothing may have either sign, and nobody asks which. */
TEST(a_side_is_that_of_the_right_hand) {
    dice d = {3};
    for (int n = 0; n < 1000; n++) {
        sidle_vec2 p[LANES], q[LANES];
        for (int k = 0; k < LANES; k++) {
            p[k] = vec(roll_between(&d, -50, 50), roll_between(&d, -50, 50));
            q[k] = vec(roll_between(&d, -50, 50), roll_between(&d, -50, 50));
        }
        ASSERT_EACH(lanes2_side(gathered(p), gathered(q)), vec_dot(vec_right(p[k]), q[k]));
    }
}

TEST(the_last_group_uses_its_first_lanes) {
    static const uint32_t IN_USE[] = {0, 1, 3, 7, 15, 15};
    for (uint32_t left = 0; left < 6; left++) assert_int_equal(lanes_in_use(left), IN_USE[left]);
    assert_int_equal(lanes_in_use(UINT32_MAX), 15);
    for (uint32_t bits = 1; bits < 16; bits++) {
        uint32_t lowest = 0;
        while (!(bits >> lowest & 1u)) lowest++;
        assert_int_equal(lowest_bit(bits), lowest);
    }
}

/* ---- whole runs ---- */

#ifdef CROWD_HASH

static char with_lanes[1024], without_lanes[1024];

static void fill_by(const char *path, char *to, size_t room) {
    FILE *from = popen(path, "r");
    assert_non_null(from);
    size_t length = fread(to, 1, room - 1, from);
    to[length] = '\0';
    assert_int_equal(pclose(from), 0);
    assert_non_null(strstr(to, "tick 200: "));
}

TEST(a_crowd_fares_the_same_with_and_without_vector_registers) {
    fill_by(CROWD_HASH, with_lanes, sizeof with_lanes);
    fill_by(CROWD_HASH_PLAIN, without_lanes, sizeof without_lanes);
    assert_string_equal(with_lanes, without_lanes);
}

#endif

TESTS_OF(lanes)

int main(void) {
    return lanes_tests();
}
