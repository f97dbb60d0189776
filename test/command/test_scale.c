/* What `sidle bench --scale` measures, on small crowds: that the figures are there and make sense,
 * not how large they are. */
#include "benchmarks/scale.h"

#include "support.h"

#include <math.h>
#include <stb_ds.h>

static scale_row measured(const char *name, const scale_options *o) {
    complaints to = {.out = stderr};
    scale_row row;
    assert_true(scale_measure(name, o, &row, &to));
    return row;
}

/* All is of the same ticks, but for the rounding of their sums and of the ns of each part. */
static const double ROUNDING = 1e-3;

/* 500 units are two parts, so of three threads one always waits while parts run. */
static void shares_of_threads_fit(const scale_row *row, uint32_t threads) {
    double by_one = 0;
    for (int p = 0; p < SIDLE_PHASE_COUNT; p++) {
        double all = row->phase_ns[p], alone = row->alone_ns[p], waited = row->waited_ns[p];
        if (threads == 1) {
            assert_true(alone == all && waited == 0);
            continue;
        }
        assert_true(alone >= 0 && alone <= all);
        assert_true(waited >= (all - alone) / 3 * (1 - ROUNDING));
        assert_true(alone + waited <= all);
        by_one += alone;
    }
    assert_true(threads == 1 || by_one > 0); /* events are told by one thread */
}

TEST(a_row_has_its_figures) {
    static const char *const NAMES[] = {"500",     "@scale500",  "dense500",
                                        "near500", "resting500", "standing500"};
    for (uint32_t threads = 1; threads <= 3; threads += 2)
        for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++) {
            scale_row row = measured(NAMES[k], &(scale_options){.threads = threads});
            double phases = 0;
            for (int p = 0; p < SIDLE_PHASE_COUNT; p++) {
                assert_true(row.phase_ns[p] >= 0);
                phases += row.phase_ns[p];
            }
            assert_int_equal(row.units, 500);
            assert_true(fabs(row.ns - phases) < ROUNDING * phases);
            assert_true(row.cold_ns > 0);
            assert_true(row.floor_ns > 0);
            shares_of_threads_fit(&row, threads);
            assert_true(row.unit_bytes > 50 && row.unit_bytes < 2000);
            assert_true(row.cell_bytes >= 1 && row.cell_bytes < 20);
            assert_int_equal(row.allocations, 0);
        }
}

TEST(a_number_is_a_scene) {
    assert_string_equal(measured("50", &(scale_options){.threads = 1}).scene, "scale50");
    assert_string_equal(measured("50+cell0.5", &(scale_options){.threads = 1}).scene,
                        "scale50+cell0.5");
    assert_string_equal(measured("@dense50", &(scale_options){.threads = 1}).scene, "dense50");
    complaints to = {.out = NULL};
    assert_false(scale_knows("nowhere5", &to));
    assert_false(scale_knows("0", &to));
    assert_int_equal(to.count, 2);
}

/* ---- others beside it ---- */

static int begun, ended, ticks;

static void *begin_peer(const scene *played, complaints *to) {
    (void)to;
    begun++;
    return (void *)(uintptr_t)played;
}

static double tick_peer(void *at, float dt) {
    const scene *played = at;
    assert_true(fabsf(dt * SCALE_HZ - 1) < 1e-6f);
    ticks++;
    return 5000.0 * (double)arrlenu(played->units);
}

static void end_peer(void *at) {
    (void)at;
    ended++;
}

TEST(a_peer_takes_part_up_to_its_size) {
    const scale_peer peers[] = {{"all", 0, begin_peer, tick_peer, end_peer},
                                {"small", 100, begin_peer, tick_peer, end_peer}};
    const scale_options o = {.threads = 1, .peers = peers, .peer_count = 2};
    scale_row row = measured("101", &o);
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 1);
    assert_true(fabs(row.peer_ns[0] - 5000) < 1e-6);
    assert_true(fabs(row.peer_cold_ns[0] - 5000) < 1e-6);
    assert_true(row.peer_ns[1] == 0);
    row = measured("100", &o);
    assert_int_equal(begun, 3);
    assert_int_equal(ended, 3);
    assert_true(fabs(row.peer_ns[1] - 5000) < 1e-6);
    assert_true(ticks > 100);
}

TESTS_OF(scale)
