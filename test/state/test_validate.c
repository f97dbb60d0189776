/* A world that is broken in one place is found broken by sidle_world_validate; and a step in which
 * a phase writes what it lets units read of each other stops. */
#include "internals.h"
#include "support.h"

#include <setjmp.h>
#include <signal.h>

static sidle_world *world_of_two(void) {
    sidle_world *world = open_world(8, 4);
    for (int k = 0; k < 2; k++) unit_at(world, 2 + 4 * (float)k, 2);
    assert_ok(sidle_world_step(world, TICK));
    return world;
}

TEST(a_broken_world_is_found) {
    assert_non_null(sidle_world_validate(NULL));
    for (uint32_t what = 0, faults = 1; what < faults; what++) {
        sidle_world *world = world_of_two();
        assert_null(sidle_world_validate(world));
        faults = inside_break(world, what);
        if (!sidle_world_validate(world)) fail_msg("fault %u was not found", what);
        sidle_world_destroy(world);
    }
}

static jmp_buf before_step;

static void go_on(int signal) {
    (void)signal;
    longjmp(before_step, 1);
}

TEST(a_unit_at_rest_does_not_turn_back) {
    if (!inside_is_checked()) skip();
    sidle_world *world = world_of_two();
    void (*before)(int) = signal(SIGABRT, go_on);
    bool found = setjmp(before_step);
    if (!found) inside_misstep(world);
    signal(SIGABRT, before);
    assert_true(found);
    assert_null(sidle_world_validate(world));
    sidle_world_destroy(world);
}

/* ---- writes to what units show each other ---- */

/* A step in which the phase writes one such thing. */
typedef struct trespass {
    sidle_world *world;
    sidle_phase phase;
    uint32_t what, kinds;
} trespass;

static void write_in_phase(void *context, sidle_phase phase) {
    trespass *t = context;
    if (phase == t->phase) t->kinds = inside_write_shown(t->world, phase, t->what);
}

/* Two units in the open, far from each other; the first one pursues the other. */
static void begin_trespass(trespass *t) {
    sidle_world_def def = sidle_world_def_default();
    def.hooks.phase = write_in_phase;
    def.hooks.context = t;
    t->world = world_from(&def);
    sidle_profile queues = sidle_profile_default();
    queues.queue = 1;
    profile_in(t->world, &queues);
    sidle_unit_id hunter = unit_at(t->world, 10, 10), prey = unit_at(t->world, 50, 50);
    assert_ok(sidle_unit_pursue(t->world, hunter, prey));
}

/* Does the step stop? */
static bool is_found(trespass *t) {
    begin_trespass(t);
    void (*before)(int) = signal(SIGABRT, go_on);
    bool found = setjmp(before_step);
    if (!found) assert_ok(sidle_world_step(t->world, TICK));
    signal(SIGABRT, before);
    sidle_world_destroy(t->world);
    return found;
}

TEST(a_phase_that_writes_what_is_shown_is_found) {
    if (!inside_is_checked()) skip();
    trespass none = {.phase = SIDLE_PHASE_COUNT};
    assert_false(is_found(&none));
    const sidle_phase phases[] = {SIDLE_PHASE_TARGET, SIDLE_PHASE_LOOK, SIDLE_PHASE_MOVE,
                                  SIDLE_PHASE_CONTACT};
    for (uint32_t k = 0; k < sizeof phases / sizeof *phases; k++) {
        trespass t = {.phase = phases[k], .kinds = 1};
        for (; t.what < t.kinds; t.what++)
            if (!is_found(&t)) fail_msg("write %u in phase %u was not found", t.what, phases[k]);
    }
}

TESTS_OF(validate)
