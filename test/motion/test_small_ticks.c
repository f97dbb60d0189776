/* Whatever a definition may hold moves, anywhere in a world, at any dt that a step allows, and
 * takes the time that it takes at 30 Hz; what could not is refused. */
#include "support.h"

static const float EXTENT = 16384; /* u: a world as long as 16384 default units side by side */

/* ---- what is refused ---- */

static sidle_result make_world(uint32_t width, uint32_t height, float cell) {
    sidle_world_def def = sidle_world_def_default();
    def.width = width;
    def.height = height;
    def.cell_size = cell;
    sidle_world *world;
    sidle_result result = sidle_world_create(&def, &world);
    assert_true((world != NULL) == (result == SIDLE_OK));
    sidle_world_destroy(world);
    return result;
}

TEST(a_world_in_which_floats_are_too_coarse_is_refused) {
    assert_int_equal(make_world(SIDLE_MAX_CELLS, 16, 128), SIDLE_OK);
    assert_int_equal(make_world(16, SIDLE_MAX_CELLS, 128), SIDLE_OK);
    assert_int_equal(make_world(163, 16, SIDLE_MAX_CELL), SIDLE_OK);
    assert_int_equal(make_world(SIDLE_MAX_CELLS, 16, SIDLE_MAX_CELL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(make_world(16, SIDLE_MAX_CELLS, SIDLE_MAX_CELL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(make_world(SIDLE_MAX_CELLS, 16, 128.1f), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(make_world(16, SIDLE_MAX_CELLS, 128.1f), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(make_world(164, 16, SIDLE_MAX_CELL), SIDLE_ERROR_ARGUMENT);
}

/* The built-in profile suits any world; of others the smallest and the largest are told. */
TEST(a_unit_that_does_not_suit_the_world_is_refused) {
    static const struct {
        uint32_t width;
        float cell, least, most; /* cells; u */
    } WORLDS[] = {{64, 1, 0.01f, 4}, {64, 64, 0.25f, 256}, {8192, 64, 1, 256}, {8192, 128, 2, 512}};
    for (size_t k = 0; k < sizeof WORLDS / sizeof *WORLDS; k++) {
        sidle_world_def def = sidle_world_def_default();
        def.width = WORLDS[k].width;
        def.cell_size = WORLDS[k].cell;
        sidle_world *world;
        sidle_profile_id id;
        sidle_profile p = sidle_profile_default();
        assert_ok(sidle_world_create(&def, &world));
        p.view_distance = p.tuning.look_cell = 64;
        p.top_speed = 100;
        for (p.radius = WORLDS[k].least; p.radius <= WORLDS[k].most; p.radius *= 2)
            assert_ok(sidle_profile_add(world, &p, &id));
        p.radius = WORLDS[k].most * 1.001f;
        assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_ARGUMENT);
        p.radius = WORLDS[k].least * 0.999f;
        assert_int_equal(sidle_profile_add(world, &p, &id), SIDLE_ERROR_ARGUMENT);
        sidle_unit_id at = unit_at(world, WORLDS[k].cell, WORLDS[k].cell);
        assert_true(state_of(world, at).radius >= WORLDS[k].least);
        sidle_world_destroy(world);
    }
}

static sidle_profile profile_of(float top_speed, float acceleration, float turn_rate) {
    sidle_profile p = sidle_profile_default();
    p.top_speed = top_speed;
    p.acceleration = acceleration;
    p.turn_rate = turn_rate;
    return p;
}

/* A top speed of more than 20,000 radii a second, or one that takes more than 200 s to reach. */
TEST(a_profile_too_fast_for_its_size_or_acceleration_is_refused) {
    static const float GOOD[][2] = {{10000, 1000}, {2, 0.02f}, {1000, 8}, {20, 0.11f}, {0, 0.01f}};
    static const float BAD[][2] = {
        {10001, 1000}, {2.1f, 0.01f}, {1000, 4.9f}, {20, 0.09f}, {1000, 0.01f}};
    for (size_t k = 0; k < 5; k++) {
        sidle_profile good = profile_of(GOOD[k][0], GOOD[k][1], 720);
        sidle_profile bad = profile_of(BAD[k][0], BAD[k][1], 720);
        const sidle_param *param;
        const char *reason;
        assert_ok(sidle_profile_check(&good, &param, &reason));
        assert_int_equal(sidle_profile_check(&bad, &param, &reason), SIDLE_ERROR_ARGUMENT);
        assert_true(k || !strcmp(param->name, "top_speed"));
        assert_non_null(reason);
    }
}

/* ---- alone ---- */

/* A strip of the largest width, a few u high. */
static sidle_world *strip(void) {
    return world_of_cells(EXTENT / SIDLE_MAX_CELLS, SIDLE_MAX_CELLS, 12);
}

typedef struct trip {
    sidle_profile profile;
    sidle_vec2 from, to, heading;
} trip;

/* s until it arrives; infinite when it has not after `most` s. */
static float time_of(const trip *t, float dt, float most) {
    sidle_world *world = strip();
    sidle_unit_id id = unit_facing(world, profile_in(world, &t->profile), t->from, t->heading);
    assert_ok(sidle_unit_go(world, id, t->to));
    float time = INFINITY;
    for (uint32_t k = 1; (double)k * (double)dt < (double)most; k++) {
        assert_ok(sidle_world_step(world, dt));
        if (!event_of(world, SIDLE_EVENT_ARRIVED, id)) continue;
        time = (float)((double)k * (double)dt);
        sidle_vec2 at = state_of(world, id).position;
        assert_true(hypotf(at.x - t->to.x, at.y - t->to.y) <=
                    t->profile.tuning.arrival_radius + 1e-3f);
        break;
    }
    sidle_world_destroy(world);
    return time;
}

static const float DTS[] = {0.001f, 0.004f, 1.0f / 60, 0.05f, 0.1f, 0.25f};

/* Within 2 % of the time at 30 Hz, and a tick. What it takes at that rate must be finite. */
static void assert_same_time(const trip *t) {
    float at_30 = time_of(t, TICK, 1200);
    for (size_t k = 0; k < sizeof DTS / sizeof *DTS; k++) {
        float slack = 0.02f * at_30 + (DTS[k] > TICK ? DTS[k] : TICK);
        float time = time_of(t, DTS[k], at_30 + 2 * slack);
        if (fabsf(time - at_30) <= slack) continue;
        fail_msg("top speed %g, acceleration %g, turn rate %g, from %g to %g: %g s at dt %g, %g s "
                 "at 30 Hz",
                 (double)t->profile.top_speed, (double)t->profile.acceleration,
                 (double)t->profile.turn_rate, (double)t->from.x, (double)t->to.x, (double)time,
                 (double)DTS[k], (double)at_30);
    }
}

/* u, a way that takes about so many seconds from rest to rest. */
static float way_in(float seconds, float top_speed, float acceleration) {
    float start = top_speed / acceleration; /* s, to gain and to lose the top speed once each */
    float way =
        start < seconds ? top_speed * (seconds - start) : 0.25f * acceleration * seconds * seconds;
    return fminf(way, 0.8f * EXTENT);
}

static trip eastwards(float from, float seconds, float top_speed, float acceleration) {
    float way = way_in(seconds, top_speed, acceleration);
    if (from < 0) from = EXTENT - 8 - way;
    return (trip){.profile = profile_of(top_speed, acceleration, 720),
                  .from = {from, 11.3f},
                  .to = {from + way, 11.3f},
                  .heading = {1, 0}};
}

/* There and back, turning before it sets out, and 3 u to the north of east, where neither
 * coordinate alone may round away. */
TEST(a_unit_at_the_far_end_of_the_largest_world_moves) {
    static const struct {
        float speed, turn_rate, slant; /* u/s; degrees/s; of the way */
    } ROWS[] = {{0.05f, 720, 0}, {0.3f, 720, 0}, {2, 720, 0},         {1, 1, 0},
                {1, 5, 0},       {1, 60, 0},     {0.05f, 720, 0.05f}, {2, 720, 0.05f}};
    for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        trip t = eastwards(-1, 40, ROWS[k].speed, 8);
        t.profile.turn_rate = ROWS[k].turn_rate;
        if (ROWS[k].turn_rate < 720) t.heading = (sidle_vec2){0, -1};
        if (ROWS[k].slant > 0) t.from.y = 18;
        t.to.y = t.from.y - ROWS[k].slant * (t.to.x - t.from.x);
        assert_same_time(&t);
        trip back = t;
        back.from = t.to, back.to = t.from;
        back.heading.x = -t.heading.x;
        assert_same_time(&back);
    }
}

TEST(any_profile_takes_the_same_time_at_any_tick) {
    dice d = {7};
    for (int k = 0; k < 24; k++) {
        float speed = expf(roll_between(&d, logf(0.05f), logf(1000)));
        float start = expf(roll_between(&d, logf(0.002f), logf(150)));
        float acceleration = fminf(fmaxf(0.01f, speed / start), 100000);
        float from = roll(&d, 2) ? -1 : roll_between(&d, 2, 3000);
        trip t = eastwards(from, 40, speed, acceleration);
        t.profile.turn_rate = expf(roll_between(&d, logf(20), logf(100000)));
        assert_ok(sidle_profile_check(&t.profile, NULL, NULL));
        assert_same_time(&t);
    }
}

/* ---- with others ---- */

enum { ROUND = 5 };

/* s until the last of five on a circle of 12 u has come to the opposite point; infinite when one
 * has not after `most` s. */
static float five_on_a_circle(float acceleration, float dt, float most) {
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.acceleration = acceleration;
    sidle_profile_id kind = profile_in(world, &p);
    sidle_unit_id ids[ROUND];
    for (int k = 0; k < ROUND; k++) {
        static const float X[] = {1, 0.309017f, -0.809017f, -0.809017f, 0.309017f};
        static const float Y[] = {0, 0.951057f, 0.587785f, -0.587785f, -0.951057f};
        ids[k] = unit_of(world, kind, 20 + 12 * X[k], 20 + 12 * Y[k]);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){20 - 12 * X[k], 20 - 12 * Y[k]}));
    }
    int left = ROUND;
    uint32_t tick = 0;
    while (left && (double)tick * (double)dt < (double)most) {
        assert_ok(sidle_world_step(world, dt));
        tick++;
        for (int k = 0; k < ROUND; k++)
            left -= event_of(world, SIDLE_EVENT_ARRIVED, ids[k]) != NULL;
    }
    sidle_world_destroy(world);
    return left ? INFINITY : (float)((double)tick * (double)dt);
}

TEST(five_on_a_circle_arrive_at_the_same_time_at_any_rate) {
    static const float ACCELERATIONS[] = {0.1f, 0.5f, 8};
    /* They meet in the middle: who makes way for whom may differ, most where they are sluggish. */
    static const float MAY_DIFFER[] = {0.1f, 0.05f, 0.05f};
    static const int RATES[] = {20, 60, 250, 1000};
    for (size_t n = 0; n < sizeof ACCELERATIONS / sizeof *ACCELERATIONS; n++) {
        float at_30 = five_on_a_circle(ACCELERATIONS[n], TICK, 120);
        bool same = true;
        for (size_t k = 0; k < sizeof RATES / sizeof *RATES; k++) {
            float time = five_on_a_circle(ACCELERATIONS[n], 1.0f / (float)RATES[k], 120);
            print_message("acceleration %g: %.2f s at 30 Hz, %.2f s at %d Hz\n",
                          (double)ACCELERATIONS[n], (double)at_30, (double)time, RATES[k]);
            same = same && fabsf(time - at_30) <= MAY_DIFFER[n] * at_30;
        }
        assert_true(same);
    }
}

/* The drive keeps its word on how long it takes to gain and to lose speed, at 30 Hz too. */
TEST(a_way_takes_what_its_acceleration_says) {
    static const float ALL[] = {0.001f, 0.004f, 1.0f / 60, TICK, 0.05f};
    for (size_t k = 0; k < sizeof ALL / sizeof *ALL; k++) {
        trip t = eastwards(20, 20, 2, 0.5f); /* 4 s up, 12 s at 2 u/s, 4 s down */
        float time = time_of(&t, ALL[k], 60);
        print_message("20 s of way take %.2f s at dt %g\n", (double)time, (double)ALL[k]);
        assert_true(time > 20 * 0.95f && time < 20 * 1.05f);
    }
}

TEST(bodies_part_at_the_far_end_at_any_tick) {
    static const float ALL[] = {0.001f, TICK, 0.25f};
    for (size_t k = 0; k < sizeof ALL / sizeof *ALL; k++)
        for (int crawls = 0; crawls < 2; crawls++) {
            sidle_world *world = strip();
            sidle_profile p = sidle_profile_default();
            if (crawls) p.top_speed = 0.3f;
            sidle_profile_id kind = profile_in(world, &p);
            sidle_unit_id stands = unit_at(world, EXTENT - 30, 12);
            assert_ok(sidle_world_step(world, ALL[k]));
            sidle_unit_id comes = unit_of(world, kind, EXTENT - 29.6f, 12.1f);
            for (uint32_t n = 0; n < (uint32_t)(10 / ALL[k]); n++)
                assert_ok(sidle_world_step(world, ALL[k]));
            sidle_vec2 a = state_of(world, stands).position, b = state_of(world, comes).position;
            assert_true(a.x == EXTENT - 30 && a.y == 12);
            float apart = hypotf(b.x - a.x, b.y - a.y);
            if (apart < 0.995f || apart > 1.1f)
                fail_msg("%.4f u apart after 10 s at dt %g", (double)apart, (double)ALL[k]);
            sidle_world_destroy(world);
        }
}

TESTS_OF(small_ticks)
