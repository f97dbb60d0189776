/* The parts of a step may run on any threads in any order, and not a bit of the outcome changes. */
#include "crowd.h"
#include "examples/thread_pool.h"
#include "support.h"

#include <math.h>

/* A sanitizer of threads takes twenty times as long, and sees a race at its first chance. */
#ifdef __SANITIZE_THREAD__
enum { UNITS = 1500, TICKS = 24, RESTING_TICKS = 60 };
#else
enum { UNITS = 1500, TICKS = 120, RESTING_TICKS = 180 };
#endif

enum { LONGEST = 200 }; /* ticks, of any scene here */

/* ---- what is compared ---- */

/* After each tick, so that a failure says when two runs parted. */
typedef struct course {
    uint64_t digests[LONGEST];
    uint32_t told[SIDLE_EVENT_COUNT]; /* events */
} course;

typedef course play(sidle_hooks hooks);

static void step(sidle_world *world, course *c, uint32_t tick) {
    uint32_t count;
    crowd_step(world);
    c->digests[tick] = crowd_digest(world, tick ? c->digests[tick - 1] : 0);
    const sidle_event *events = sidle_world_events(world, &count);
    for (uint32_t k = 0; k < count; k++) c->told[events[k].type]++;
}

static void assert_same_course(const course *one, const course *other, const char *how) {
    for (uint32_t tick = 0; tick < LONGEST; tick++)
        if (one->digests[tick] != other->digests[tick])
            fail_msg("%s: tick %u ends otherwise than in one thread", how, tick);
}

/* ---- scenes ---- */

static sidle_world *world_with(sidle_hooks hooks, uint32_t width, uint32_t height) {
    sidle_world_def def = sidle_world_def_default();
    def.width = width;
    def.height = height;
    def.hooks = hooks;
    return world_from(&def);
}

static course play_crowd(sidle_hooks hooks) {
    course c = {0};
    sidle_world_def def = sidle_world_def_default();
    def.hooks = hooks;
    sidle_world *world = crowd_make(def, UNITS);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        if (tick == TICKS / 2) crowd_thin(world, 10);
        step(world, &c, tick);
    }
    sidle_world_destroy(world);
    return c;
}

static const course *crowd_alone(void) {
    static course c;
    if (!c.digests[0]) c = play_crowd((sidle_hooks){0});
    return &c;
}

/* Queues that have come to their last leg, with orders of all kinds among them, which change as the
 * run goes on: who stands in line asks about the order of the one before it. Twenty-four ticks are
 * too few for that. */
enum { QUEUE = 900, QUEUE_TICKS = LONGEST, DOORS = 6 };

static sidle_vec2 beyond_door(int k) {
    return (sidle_vec2){76 + (float)(k % 7), 10 + 20 * (float)(k % DOORS) + 0.5f * (float)(k % 5)};
}

/* Everybody has an order of its own: a place, a round, one to pursue or to follow, or to run from.
 */
static void give_orders(sidle_world *world, const sidle_unit_id *ids, int first, int step) {
    for (int k = first; k < QUEUE; k += step) {
        sidle_vec2 goal = beyond_door(k), home = state_of(world, ids[k]).position;
        sidle_unit_id other = ids[(k + 7) % QUEUE];
        sidle_vec2 round[] = {goal, home};
        switch ((k / step + k) % 8) {
        case 0: assert_ok(sidle_unit_patrol(world, ids[k], round, 2)); break;
        case 1: assert_ok(sidle_unit_pursue(world, ids[k], other)); break;
        case 2: assert_ok(sidle_unit_follow(world, ids[k], other)); break;
        case 3: assert_ok(sidle_unit_flee(world, ids[k], home)); break;
        default: assert_ok(sidle_unit_go(world, ids[k], goal)); break;
        }
    }
}

static course play_queues(sidle_hooks hooks) {
    course c = {0};
    static sidle_unit_id ids[QUEUE];
    sidle_world *world = world_with(hooks, 100, 20 * DOORS);
    for (uint32_t y = 0; y < 20 * DOORS; y++)
        if (y % 20 < 8 || y % 20 >= 12)
            assert_ok(sidle_world_set_cells(world, 70, y, 2, 1, SIDLE_TERRAIN_TREES));
    sidle_profile p = sidle_profile_default();
    p.queue = 1;
    sidle_profile_id kind = profile_in(world, &p);
    for (int k = 0; k < QUEUE; k++)
        ids[k] = unit_of(world, kind, 69 - 1.05f * (float)(k / 110), 2 + 1.05f * (float)(k % 110));
    give_orders(world, ids, 0, 1);
    for (int tick = 0; tick < QUEUE_TICKS; tick++) {
        if (tick % 20 == 19) give_orders(world, ids, tick / 20, 20);
        step(world, &c, (uint32_t)tick);
    }
    sidle_world_destroy(world);
    return c;
}

/* Crowds that come to rest in many ways at once: about points, beside targets, in ranges, out of a
 * heap, and idle ones through which others pass. */
enum { RESTING = 900 };

static void send_to_rest(sidle_world *world, const sidle_unit_id *ids, int k) {
    static const sidle_range RANGE = {.most = 3, .least = 1};
    sidle_vec2 at = state_of(world, ids[k]).position;
    sidle_vec2 goal = {15 + 30 * floorf(at.x / 30), 15 + 30 * floorf(at.y / 30)};
    switch (k % 10) {
    case 0: break;
    case 1: assert_ok(sidle_unit_pursue(world, ids[k], ids[k - k % 40])); break;
    case 2: assert_ok(sidle_unit_approach(world, ids[k], ids[k - k % 40], &RANGE)); break;
    case 3: assert_ok(sidle_unit_approach_point(world, ids[k], goal, &RANGE)); break;
    case 4: assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){120 - at.x, at.y})); break;
    default: assert_ok(sidle_unit_go(world, ids[k], goal)); break;
    }
}

static course play_resting(sidle_hooks hooks) {
    course c = {0};
    static sidle_unit_id ids[RESTING];
    sidle_world *world = world_with(hooks, 120, 120);
    dice d = {3};
    for (int k = 0; k < RESTING; k++) {
        bool heap = k % 97 < 5;
        float x = heap ? 33 : roll_between(&d, 1, 119), y = heap ? 77 : roll_between(&d, 1, 119);
        ids[k] = unit_at(world, x, y);
    }
    for (int k = 0; k < RESTING; k++) send_to_rest(world, ids, k);
    for (int tick = 0; tick < RESTING_TICKS; tick++) {
        if (tick % 90 == 89)
            for (int k = tick / 90; k < RESTING; k += 7) send_to_rest(world, ids, k);
        step(world, &c, (uint32_t)tick);
    }
    sidle_world_destroy(world);
    return c;
}

/* ---- the tests ---- */

/* Else there would be little to race for. */
TEST(the_crowd_is_a_jam) {
    const course *c = crowd_alone();
    print_message("%u jams, %u push, %u ask for a path\n", c->told[SIDLE_EVENT_BLOCKED],
                  c->told[SIDLE_EVENT_PUSHING], c->told[SIDLE_EVENT_PATH_WANTED]);
    assert_true(c->told[SIDLE_EVENT_BLOCKED] > UNITS / 30);
    assert_true(c->told[SIDLE_EVENT_PUSHING] > UNITS / 30);
    assert_true(c->told[SIDLE_EVENT_TARGET_LOST] > UNITS / 100);
}

/* With 2 and 8 threads, or with each number up to 8. */
static void change_no_bit(play *scene, const course *alone, const char *name) {
    for (uint32_t threads = 2; threads <= 8; threads += getenv("SIDLE_LONG") ? 1 : 6) {
        pool *p = pool_make(threads);
        assert_non_null(p);
        course c = scene(pool_hooks(p));
        pool_free(p);
        assert_same_course(alone, &c, name);
    }
}

TEST(threads_change_no_bit) {
    course queues = play_queues((sidle_hooks){0}), resting = play_resting((sidle_hooks){0});
    change_no_bit(play_crowd, crowd_alone(), "a crowd");
    change_no_bit(play_queues, &queues, "queues");
    change_no_bit(play_resting, &resting, "units that come to rest");
}

static void run_backwards(void *context, sidle_task task, void *work, uint32_t parts) {
    (void)context;
    for (uint32_t part = parts; part-- > 0;) task(work, part);
}

/* Another order in each pass. */
static void run_shuffled(void *context, sidle_task task, void *work, uint32_t parts) {
    uint32_t order[UNITS];
    assert_true(parts <= UNITS);
    for (uint32_t k = 0; k < parts; k++) {
        uint32_t at = roll(context, k + 1);
        order[k] = order[at];
        order[at] = k;
    }
    for (uint32_t k = 0; k < parts; k++) task(work, order[k]);
}

TEST(the_order_of_parts_changes_no_bit) {
    course backwards = play_crowd((sidle_hooks){.run = run_backwards});
    assert_same_course(crowd_alone(), &backwards, "the last part first");
    dice d = {5};
    course shuffled = play_crowd((sidle_hooks){.context = &d, .run = run_shuffled});
    assert_same_course(crowd_alone(), &shuffled, "parts in any order");
}

/* Calls itself, and counts how often it was called. */
static void run_counted(void *context, sidle_task task, void *work, uint32_t parts) {
    ++*(uint32_t *)context;
    for (uint32_t part = 0; part < parts; part++) task(work, part);
}

/* A host's job system may be busy, or locked, while the host makes other calls. */
TEST(only_a_step_calls_the_hook_for_parts) {
    uint32_t calls = 0;
    sidle_world_def def = sidle_world_def_default();
    def.hooks = (sidle_hooks){.context = &calls, .run = run_counted};
    sidle_world *world = crowd_make(def, UNITS);
    crowd_step(world);
    assert_true(calls > 0);
    calls = 0;
    sidle_unit_state first = state_of(world, sidle_unit_next(world, NOBODY));
    sidle_profile thinner;
    assert_ok(sidle_profile_get(world, first.profile, &thinner));
    thinner.radius *= 0.5f;
    assert_ok(sidle_profile_set(world, first.profile, &thinner)); /* all units are sorted again */
    assert_int_equal(calls, 0);
    sidle_world_destroy(world);
}

/* A row of bystanders; the hunter of somebody who is no more at one end of it, and at the other a
 * new unit in that one's slot, which is after the hunter. Nothing it sees of the hunter may depend
 * on whether that has already noticed. */
static uint64_t hash_of_a_reborn_prey(sidle_hooks hooks) {
    enum { BYSTANDERS = 600 };
    sidle_world *world = world_with(hooks, 10, 4 + BYSTANDERS);
    sidle_unit_id hunter = unit_at(world, 2, 1), prey = unit_at(world, 9, 1);
    for (int k = 0; k < BYSTANDERS; k++) unit_at(world, 5, 3 + (float)k);
    assert_ok(sidle_unit_pursue(world, hunter, prey));
    run(world, 0.5f);
    assert_ok(sidle_unit_destroy(world, prey));
    sidle_unit_id reborn = unit_at(world, 8, BYSTANDERS + 3);
    assert_int_equal(reborn.slot, prey.slot);
    assert_ok(sidle_unit_pursue(world, reborn, hunter));
    assert_ok(sidle_world_step(world, TICK));
    uint64_t hash = sidle_world_hash(world);
    sidle_world_destroy(world);
    return hash;
}

TEST(a_new_unit_is_not_hunted_by_the_hunter_of_its_slot) {
    uint64_t forwards = hash_of_a_reborn_prey((sidle_hooks){0});
    uint64_t backwards = hash_of_a_reborn_prey((sidle_hooks){.run = run_backwards});
    assert_true(forwards == backwards);
}

/* ---- const calls ---- */

enum { ASKERS = 4, ASKED = 48 };

typedef struct asking {
    const sidle_world *world;
    uint64_t answers[ASKED];
} asking;

static uint64_t mixed(uint64_t sum, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (sum ^ bits) * 0x100000001b3u;
}

static uint64_t mixed_hits(uint64_t sum, const sidle_hit *hits, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        sum = mixed(mixed(sum, hits[k].unit.slot), (double)hits[k].distance);
    return sum;
}

/* Each asker makes calls of every kind that take a const world. */
static void ask(void *work, uint32_t part) {
    asking *a = work;
    const sidle_world *world = a->world;
    sidle_vec2 at = {3 + 2.5f * (float)(part % 8), 4 + 3 * (float)(part / 8)}, to = {20, 20}, place;
    sidle_hit hits[8];
    sidle_congestion cells[64];
    sidle_wall wall;
    uint32_t count, columns, rows;
    char words[128];
    uint64_t sum = part;
    sidle_unit_id id = {1 + part, 1};
    sidle_filter free_places = {.part = SIDLE_PART_PLACE};
    if (!sidle_query_disc(world, at, 4, NULL, hits, 8, &count))
        sum = mixed_hits(sum, hits, count < 8 ? count : 8);
    if (!sidle_query_nearest(world, at, 9, NULL, hits, 8, &count))
        sum = mixed_hits(sum, hits, count);
    if (!sidle_query_ray(world, at, to, 0.5f, NULL, hits, 8, &count)) sum = mixed(sum, count);
    if (!sidle_query_terrain(world, at, to, 0.5f, SIDLE_PASS(SIDLE_TERRAIN_GROUND), &wall))
        sum = mixed(sum, (double)wall.share);
    if (!sidle_world_nearest_fit(world, (sidle_profile_id){0}, at, 9, &free_places, &place))
        sum = mixed(mixed(sum, (double)place.x), (double)place.y);
    if (!sidle_query_congestion(world, 8, NULL, cells, 64, &columns, &rows))
        sum = mixed(sum, cells[part % (columns * rows)].units);
    if (!sidle_query_obstacles(world, id, at, 5, hits, 8, &count)) sum = mixed(sum, count);
    sum = mixed(sum, (double)sidle_why_text(world, id, words, sizeof words));
    a->answers[part] = sum ^ sidle_world_hash(world) ^ sidle_unit_hash(world, id);
}

static void assert_asked_at_once(pool *threads, const sidle_world *world) {
    asking alone = {.world = world}, at_once = {.world = world};
    pool_run(threads, ask, &at_once, ASKED);
    for (uint32_t k = 0; k < ASKED; k++) ask(&alone, k);
    for (uint32_t k = 0; k < ASKED; k++) assert_true(alone.answers[k] == at_once.answers[k]);
}

/* Right after units were created, after steps, and when units have been teleported and destroyed.
 */
TEST(const_calls_may_be_made_by_several_threads_at_once) {
    pool *threads = pool_make(ASKERS);
    sidle_world *world = open_world(64, 64);
    sidle_unit_id ids[300];
    for (uint32_t k = 0; k < 300; k++)
        ids[k] = unit_at(world, 2 + 1.5f * (float)(k % 20), 2 + 1.5f * (float)(k / 20));
    assert_asked_at_once(threads, world);
    for (uint32_t k = 0; k < 300; k++)
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){50, 50}));
    run(world, 2);
    assert_asked_at_once(threads, world);
    for (uint32_t k = 0; k < 200; k++) {
        sidle_vec2 to = {62 - 1.5f * (float)(k % 20), 62 - 1.5f * (float)(k / 20)};
        assert_ok(k % 4 ? sidle_unit_teleport(world, ids[k], to)
                        : sidle_unit_destroy(world, ids[k]));
    }
    assert_asked_at_once(threads, world);
    sidle_world_destroy(world);
    pool_free(threads);
}

TESTS_OF(threads)
