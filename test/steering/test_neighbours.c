/* Separation and queues. */
#include "steering.h"

static void separation_parts_two_on_the_same_spot(void **state) {
    (void)state;
    sidle_agent pair[2] = {agent_at(3, 3), agent_at(3, 3)};
    assert_same(sidle_steer_separation(&pair[0], pair, 2, 2, 10), -10, 0);
    assert_same(sidle_steer_separation(&pair[1], pair, 2, 2, 10), 10, 0);
    for (int k = 0; k < 60; k++) {
        sidle_vec2 forces[2];
        for (int i = 0; i < 2; i++) forces[i] = sidle_steer_separation(&pair[i], pair, 2, 2, 10);
        for (int i = 0; i < 2; i++) move(&pair[i], forces[i], TICK);
    }
    assert_true(pair[1].position.x - pair[0].position.x > 2);
}

static void separation_adds_up_and_leaves_the_agent_itself_out(void **state) {
    (void)state;
    sidle_agent all[4] = {agent_at(0, 0), agent_at(1, 0), agent_at(0, 1.5f), agent_at(2, 2)};
    assert_same(sidle_steer_separation(&all[0], all, 4, 2, 10), -5, -2.5f);
    assert_same(sidle_steer_separation(&all[0], all + 1, 3, 2, 10), -5, -2.5f);
    assert_same(sidle_steer_separation(&all[0], all, 1, 2, 10), 0, 0);
    assert_same(sidle_steer_separation(&all[0], NULL, 0, 2, 10), 0, 0);
    for (int k = 1; k < 4; k++) all[k].position = at(0.1f * (float)k, 0);
    assert_near(sidle_steer_separation(&all[0], all, 4, 2, 10), -10, 0, 1e-5f); /* truncated */
}

static void queue_brakes_for_those_ahead_alone(void **state) {
    (void)state;
    const sidle_vec2 sum = {10, 5};
    sidle_agent all[3] = {agent_at(0, 0), agent_at(-1.2f, 0), agent_at(0, 9)};
    set_velocity(&all[0], at(1, 0));
    assert_false(sidle_steer_someone_ahead(&all[0], all, 3, 1.2f, 0.8f));
    for (int way = 0; way < 2; way++)
        assert_same(sidle_steer_queue(&all[0], all, 3, (sidle_queue_way)way, 1.2f, 0.8f, sum, TICK),
                    0, 0);
    assert_false(sidle_steer_someone_ahead(&all[0], NULL, 0, 1.2f, 0.8f));
    assert_false(sidle_steer_someone_ahead(&all[0], all, 1, 0.1f, 0.8f)); /* not itself */
    all[1].position = at(1.3f, 0.3f);
    assert_true(sidle_steer_someone_ahead(&all[0], all, 3, 1.2f, 0.8f));
    /* -0.8 * sum, and 1 u/s in 0.1 s */
    assert_near(sidle_steer_queue(&all[0], all, 3, SIDLE_QUEUE_BRAKE, 1.2f, 0.8f, sum, TICK), -18,
                -4, 1e-4f);
    /* two thirds of the velocity in 1/30 s */
    assert_near(sidle_steer_queue(&all[0], all, 3, SIDLE_QUEUE_HARD_STOP, 1.2f, 0.8f, sum, TICK),
                -20, 0, 1e-4f);
    all[2].position = at(0, 0.5f); /* so near that brake stops as hard */
    assert_near(sidle_steer_queue(&all[0], all, 3, SIDLE_QUEUE_BRAKE, 1.2f, 0.8f, sum, TICK), -28,
                -4, 1e-4f);
}

/* A room of 20 by 16 with a door 3 agents wide in the middle of its right wall. */
enum { PEOPLE = 60, ROOM_WIDTH = 20, ROOM_HEIGHT = 16 };

typedef struct door_rule {
    bool separation, queue;
    sidle_queue_way way;
} door_rule;

typedef struct door_result {
    double overlapped; /* share of all time */
    int inside;        /* that never got out */
    float time;        /* s, until the last is out */
} door_result;

static void fill_room(sidle_agent *all, dice *d) {
    for (int k = 0; k < PEOPLE; k++) {
        bool free;
        do {
            free = true;
            float x = roll_between(d, 1, ROOM_WIDTH - 1);
            all[k] = agent_at(x, roll_between(d, 1, ROOM_HEIGHT - 1));
            for (int other = 0; other < k; other++)
                free &= apart(all[k].position, all[other].position) > 1.02f;
        } while (!free);
    }
}

static float clamp(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

static void keep_within_walls(sidle_agent *a, sidle_vec2 was) {
    float r = a->radius, low = 0.5f * ROOM_HEIGHT - 1.5f + r, high = 0.5f * ROOM_HEIGHT + 1.5f - r;
    sidle_vec2 *p = &a->position;
    p->y = clamp(p->y, r, ROOM_HEIGHT - r);
    bool in_doorway = was.x > ROOM_WIDTH - r || (p->y >= low && p->y <= high);
    p->x = clamp(p->x, r, in_doorway ? 1e9f : ROOM_WIDTH - r);
    if (p->x > ROOM_WIDTH - r && p->x < ROOM_WIDTH + r) p->y = clamp(p->y, low, high);
}

static sidle_vec2 door_force(const sidle_agent *a, const sidle_agent *all, uint32_t count,
                             door_rule rule, float dt) {
    const sidle_vec2 door = {ROOM_WIDTH + 0.5f, 0.5f * ROOM_HEIGHT};
    sidle_vec2 target = a->position.x < ROOM_WIDTH + 0.2f ? door : plus(door, at(9, 0));
    sidle_vec2 sum = sidle_steer_seek(a, target, dt);
    if (rule.queue)
        sum = plus(sum, sidle_steer_queue(a, all, count, rule.way, 1.2f, 0.8f, sum, dt));
    if (rule.separation) sum = plus(sum, sidle_steer_separation(a, all, count, 1.8f, 60));
    return sum;
}

static int overlapping(const sidle_agent *all, uint32_t count) {
    int found = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool overlaps = false;
        for (uint32_t other = 0; other < count; other++)
            overlaps |= other != k && apart(all[k].position, all[other].position) < 0.95f;
        found += overlaps;
    }
    return found;
}

static door_result leave_room(door_rule rule, uint64_t seed, float dt) {
    sidle_agent all[PEOPLE];
    sidle_vec2 forces[PEOPLE];
    dice d = {seed};
    fill_room(all, &d);
    uint32_t count = PEOPLE;
    double overlapped = 0, whole = 0;
    float time = 0;
    for (; count && time < 120; time += dt) {
        for (uint32_t k = 0; k < count; k++) forces[k] = door_force(&all[k], all, count, rule, dt);
        for (uint32_t k = 0; k < count; k++) {
            sidle_vec2 was = all[k].position;
            move(&all[k], forces[k], dt);
            keep_within_walls(&all[k], was);
        }
        uint32_t kept = 0; /* who is out is gone */
        for (uint32_t k = 0; k < count; k++)
            if (all[k].position.x < ROOM_WIDTH + 4) all[kept++] = all[k];
        count = kept;
        overlapped += overlapping(all, count);
        whole += count;
    }
    return (door_result){overlapped / whole, (int)count, time};
}

/* Means over five rooms at three rates. */
static door_result leave_rooms(const char *name, door_rule rule) {
    door_result mean = {0, 0, 0};
    double worst = 0;
    for (int k = 0; k < 5 * RATE_COUNT; k++) {
        door_result r =
            leave_room(rule, (uint64_t)(k / RATE_COUNT), 1.0f / (float)RATES[k % RATE_COUNT]);
        mean.overlapped += r.overlapped / (5 * RATE_COUNT);
        mean.inside += r.inside;
        mean.time += r.time / (5 * RATE_COUNT);
        worst = fmax(worst, r.overlapped);
    }
    print_message("door, %s: overlapped %.4f of the time (worst room %.4f), %d left inside, %.1f "
                  "s\n",
                  name, mean.overlapped, worst, mean.inside, (double)mean.time);
    assert_int_equal(mean.inside, 0);
    return mean;
}

static void a_queue_at_a_door_hardly_overlaps_and_all_get_out(void **state) {
    (void)state;
    door_result crush = leave_rooms("seek alone", (door_rule){false, false, SIDLE_QUEUE_BRAKE});
    door_result apart_only = leave_rooms("separation", (door_rule){true, false, SIDLE_QUEUE_BRAKE});
    door_result brake =
        leave_rooms("brake force and separation", (door_rule){true, true, SIDLE_QUEUE_BRAKE});
    door_result hard =
        leave_rooms("hard stop and separation", (door_rule){true, true, SIDLE_QUEUE_HARD_STOP});
    assert_true(crush.overlapped > 0.5);
    assert_true(brake.overlapped <= 0.2 * crush.overlapped);
    assert_true(brake.overlapped <= 0.2 * apart_only.overlapped);
    assert_true(hard.overlapped <= 0.2 * crush.overlapped);
    assert_true(hard.overlapped <= 0.6 * apart_only.overlapped);
}

int neighbours_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separation_parts_two_on_the_same_spot),
        cmocka_unit_test(separation_adds_up_and_leaves_the_agent_itself_out),
        cmocka_unit_test(queue_brakes_for_those_ahead_alone),
        cmocka_unit_test(a_queue_at_a_door_hardly_overlaps_and_all_get_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
