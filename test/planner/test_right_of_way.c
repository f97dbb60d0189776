/* Right of way: units under way with a lower priority yield, before doors, in crossings and in
 * traffic of their own way. With equal priorities nothing is different. */
#include "measures.h"

enum { STARTS = 8, EACH = 50, MOST = 2 * EACH + 40 };

typedef struct traffic {
    sidle_world *world;
    sidle_unit_id ids[MOST];
    sidle_vec2 goals[MOST];
    uint32_t count, worst; /* overlap of the ambulance, in thousandths of radii */
} traffic;

static sidle_profile_id kind(sidle_world *world, uint32_t priority, float top_speed) {
    sidle_profile p = sidle_profile_default();
    p.priority = priority;
    p.top_speed = top_speed;
    return profile_in(world, &p);
}

static void add(traffic *t, sidle_profile_id profile, uint32_t team, sidle_vec2 at,
                sidle_vec2 goal) {
    t->ids[t->count] = unit_in_team(t->world, profile, team, at.x, at.y);
    t->goals[t->count++] = goal;
}

/* The first unit of the traffic is the ambulance. */
static void measure_overlap(traffic *t) {
    sidle_unit_state a = state_of(t->world, t->ids[0]);
    for (uint32_t k = 1; k < t->count; k++) {
        sidle_unit_state b = state_of(t->world, t->ids[k]);
        float radii = a.radius + b.radius;
        float share = 1000 * (radii - distance(a.position, b.position)) / radii;
        if (share > (float)t->worst) t->worst = (uint32_t)share;
    }
}

/* s until the ambulance has arrived. */
static float drive(traffic *t, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) {
        assert_ok(sidle_world_step(t->world, TICK));
        measure_overlap(t);
        if (state_of(t->world, t->ids[0]).arrived) return (float)k / 30;
    }
    return seconds;
}

static void end(traffic *t) {
    assert_null(sidle_world_validate(t->world));
    sidle_world_destroy(t->world);
}

/* Fifty from each side through a door 3 u wide; the ambulance starts behind those on the left. Each
 * start puts the others a little elsewhere. */
static traffic door(uint32_t ambulance, uint32_t others, int start) {
    traffic t = {.world = open_world(60, 40)};
    wall_with_door(t.world, 29, 2, 18, 3, SIDLE_TERRAIN_VOID);
    sidle_profile_id first = kind(t.world, ambulance, 2), rest = kind(t.world, others, 2);
    add(&t, first, 0, (sidle_vec2){6, 19.5f}, (sidle_vec2){54, 19.5f});
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t k = 0; k < EACH; k++) {
            float x = 9 + 0.013f * (float)start + 1.6f * (float)(k / 10),
                  y = 11 + 1.8f * (float)(k % 10);
            float to = 55 - 1.6f * (float)(k / 10);
            sidle_vec2 here = {side ? 60 - x : x, y}, there = {side ? 60 - to : to, y};
            add(&t, rest, 0, here, there);
        }
    for (uint32_t k = 0; k < t.count; k++) {
        bool right = t.goals[k].x > 30;
        const sidle_vec2 way[] = {{right ? 27.5f : 32.5f, 19.5f}, {right ? 32.5f : 27.5f, 19.5f}};
        assert_ok(sidle_unit_go(t.world, t.ids[k], t.goals[k]));
        assert_ok(sidle_unit_set_path(t.world, t.ids[k], way, 2));
    }
    return t;
}

/* A street 6 u wide, full of slow ones that go the same way; the ambulance is behind them. */
static traffic street(uint32_t ambulance, uint32_t others, uint32_t team) {
    traffic t = {.world = street_world(140, 20, 7, 6, SIDLE_TERRAIN_VOID)};
    sidle_profile_id first = kind(t.world, ambulance, 2), rest = kind(t.world, others, 0.8f);
    add(&t, first, 0, (sidle_vec2){5, 10}, (sidle_vec2){85, 10});
    for (uint32_t k = 0; k < 100; k++) {
        float x = 9 + 1.3f * (float)(k / 5), y = 7.6f + 1.2f * (float)(k % 5);
        add(&t, rest, team, (sidle_vec2){x, y}, (sidle_vec2){x + 95, y});
    }
    for (uint32_t k = 0; k < t.count; k++) assert_ok(sidle_unit_go(t.world, t.ids[k], t.goals[k]));
    return t;
}

/* Two streams of sixty cross before the ambulance, each 14 u wide, and begin at x. */
static traffic crossing(uint32_t ambulance, uint32_t others, float begin) {
    traffic t = {.world = open_world(80, 80)};
    sidle_profile_id first = kind(t.world, ambulance, 2), rest = kind(t.world, others, 2);
    add(&t, first, 0, (sidle_vec2){5, 40}, (sidle_vec2){75, 40});
    for (uint32_t k = 0; k < 120; k++) {
        bool down = k % 2;
        float x = begin + 1.15f * (float)(k / 2 % 12), y = 1.25f * (float)(k / 24);
        sidle_vec2 at = {x, down ? 18 + y : 62 - y};
        add(&t, rest, 0, at, (sidle_vec2){x, 80 - at.y});
    }
    for (uint32_t k = 0; k < t.count; k++) assert_ok(sidle_unit_go(t.world, t.ids[k], t.goals[k]));
    return t;
}

/* Measured, eight starts: 46 s among equals, 25 to 30 s first; 24 s with nobody in the way. */
TEST(it_is_first_through_a_door_from_both_sides) {
    traffic equal = door(100, 100, 0), low = door(100, 50, 0);
    float waits = drive(&equal, 200), lower = drive(&low, 200);
    uint32_t brushes = 0, worst = 0;
    for (int start = 0; start < STARTS; start++) {
        traffic first = door(200, 100, start);
        float drives = drive(&first, 200);
        assert_true(drives < 0.67f * waits);
        if (!start) assert_true(lower == drives); /* which is higher counts, not by how much */
        brushes += first.worst;
        worst = first.worst > worst ? first.worst : worst;
        end(&first);
    }
    print_message("door: %.1f s, %.1f s with the right of way; brushes by %u, %u at most\n",
                  (double)waits, (double)lower, brushes / STARTS, worst);
    /* Nobody is run over: those in the door get out of the way within their acceleration, and are
     * brushed until then, by 83 to 96 thousandths of both radii on the average. */
    assert_true(brushes <= 150 * STARTS && worst <= equal.worst + 300);
    end(&equal), end(&low);
}

/* Measured, mean of twelve: 37.3 s among equals, 35.8 s first, and less than 36.3 s always; 35 s
 * with nobody in the way. The ambulance brushes others by 9 thousandths of both radii at most, and
 * by 1.3 in the mean. (While contact moved others at once and not within their acceleration: 35.5
 * s, 36 s, 15 and 2.4.) */
TEST(it_keeps_its_course_in_a_crossing) {
    enum { SCENES = 12 };
    const float alone = 35; /* s */
    float waits = 0, drives = 0;
    uint32_t brushed = 0, worst = 0;
    for (uint32_t k = 0; k < SCENES; k++) {
        float begin = 30 + 0.07f * (float)k;
        traffic equal = crossing(100, 100, begin), first = crossing(200, 100, begin);
        float took = drive(&first, 100);
        assert_true(took < 36.5f);
        worst = first.worst > worst ? first.worst : worst;
        brushed += first.worst;
        drives += took / SCENES, waits += drive(&equal, 100) / SCENES;
        end(&equal), end(&first);
    }
    print_message("crossing: %.1f s, %.1f s with the right of way, brushes by %u, in all %u\n",
                  (double)waits, (double)drives, worst, brushed);
    /* It loses at most half of the time that it would lose among equals. */
    assert_true(drives < 36 && drives - alone <= 0.5f * (waits - alone));
    assert_true(brushed <= 5 * SCENES && worst <= 16);
}

/* Measured: 90.6 s among equals, 47.1 s first; 40 s with nobody in the way. */
TEST(slow_traffic_lets_it_pass) {
    traffic equal = street(100, 100, 0), first = street(200, 100, 0);
    float waits = drive(&equal, 200), drives = drive(&first, 200);
    print_message("street: %.1f s, %.1f s with the right of way\n", (double)waits, (double)drives);
    assert_true(waits > 85 && drives < 55);
    assert_true(first.worst < 50);
    end(&equal), end(&first);
}

static uint64_t digest(const traffic *t) {
    uint64_t d = 1;
    for (uint32_t k = 0; k < t->count; k++) {
        sidle_unit_state s = state_of(t->world, t->ids[k]);
        uint32_t bits[4];
        memcpy(bits, &s.position, 8);
        memcpy(bits + 2, &s.velocity, 8);
        for (int n = 0; n < 4; n++) d = (d ^ bits[n]) * 0x100000001b3u;
    }
    return d;
}

/* What priorities mean nothing: those of all alike, and those against another team. */
TEST(equals_and_enemies_are_as_ever) {
    traffic alike[] = {door(100, 100, 0), door(0, 0, 0), door(255, 255, 0)};
    traffic enemies[] = {street(100, 100, 1), street(255, 0, 1), street(0, 255, 1)};
    for (int k = 0; k < 3; k++) {
        drive(&alike[k], 20);
        drive(&enemies[k], 20);
        assert_true(digest(&alike[k]) == digest(&alike[0]));
        assert_true(digest(&enemies[k]) == digest(&enemies[0]));
    }
    for (int k = 0; k < 3; k++) end(&alike[k]), end(&enemies[k]);
}

TESTS_OF(right_of_way)
