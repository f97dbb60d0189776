/* Units before a door wait in line. */
#include "measures.h"

enum { ROOM = 60 };

typedef struct door_room {
    sidle_world *world;
    sidle_unit_id ids[ROOM];
    sidle_vec2 places[ROOM];
    bool stood[ROOM];                /* in line: before the door, and told to wait */
    double overlaps, ticks, seconds; /* unit-ticks in the room */
} door_room;

/* The waypoint before the door: the line is ordered by the way to it. */
static const sidle_vec2 DOOR = {48.5f, 19.75f};

/* Sixty come in a block to a door as wide as two and a half of them. */
static void fill_room(door_room *r, uint32_t queue, uint64_t seed) {
    dice d = {seed};
    r->world = world_of_cells(0.5f, 200, 80);
    wall_with_door(r->world, 100, 4, 37, 5, SIDLE_TERRAIN_TREES);
    sidle_profile p = sidle_profile_default();
    p.queue = queue;
    sidle_profile_id profile = profile_in(r->world, &p);
    for (int k = 0; k < ROOM; k++) {
        float row = 1.5f * (float)(k / 10), y = 19.75f + 1.5f * ((float)(k % 10) - 4.5f);
        float x = 27.5f + row + roll_between(&d, -0.02f, 0.02f);
        r->ids[k] = unit_of(r->world, profile, x, y);
        sidle_vec2 goal = {96 - 3.5f * (float)(k / 10), 19.75f + 3 * ((float)(k % 10) - 4.5f)};
        sidle_vec2 through[] = {DOOR, {53.5f, 19.75f}};
        assert_ok(sidle_unit_go(r->world, r->ids[k], goal));
        assert_ok(sidle_unit_set_path(r->world, r->ids[k], through, 2));
    }
}

/* Overlaps in the room and in the doorway. Returns how many are not out of the room. */
static int watch_room(door_room *r) {
    int left = 0;
    for (int k = 0; k < ROOM; k++) r->places[k] = state_of(r->world, r->ids[k]).position;
    for (int k = 0; k < ROOM; k++) {
        bool inside = false;
        left += r->places[k].x <= 50;
        if (r->places[k].x > 53) continue;
        for (int n = 0; n < ROOM; n++)
            inside = inside || (n != k && distance(r->places[k], r->places[n]) < 0.95f);
        r->overlaps += inside;
        r->ticks++;
        r->stood[k] |= state_of(r->world, r->ids[k]).decision == SIDLE_DECISION_WAIT;
    }
    return left;
}

/* Until all are out; the share of unit-ticks with an overlap. */
static double empty_room(door_room *r, uint32_t queue, uint64_t seed) {
    *r = (door_room){.world = NULL};
    fill_room(r, queue, seed);
    do {
        assert_ok(sidle_world_step(r->world, TICK));
        r->seconds += (double)TICK;
        assert_true(r->seconds < 120);
    } while (watch_room(r));
    sidle_world_destroy(r->world);
    return r->overlaps / r->ticks;
}

TEST(a_jam_before_a_door_becomes_a_line) {
    static door_room line, crush;
    double with = 0, without = 0, seconds = 0, seconds_without = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        int stood = 0;
        with += empty_room(&line, 1, seed) / 3;
        without += empty_room(&crush, 0, seed) / 3;
        seconds += line.seconds / 3;
        seconds_without += crush.seconds / 3;
        for (int k = 0; k < ROOM; k++) stood += line.stood[k];
        print_message("%d stood in line\n", stood);
        assert_true(stood >= 20);
    }
    print_message("overlap with queue %.5f, without %.5f; all out after %.1f s and %.1f s\n", with,
                  without, seconds, seconds_without);
    assert_true(without > 0.001 && with <= without / 5);
    assert_true(seconds < 1.25 * seconds_without);
}

TEST(a_unit_told_to_push_leaves_its_line) {
    sidle_world *world = world_of("##################################################\n"
                                  "#......................##........................#\n"
                                  "#......................##........................#\n"
                                  "#................................................#\n"
                                  "#......................##........................#\n"
                                  "#......................##........................#\n"
                                  "##################################################\n");
    sidle_profile p = profile_with_step(SIDLE_STEP_NONE);
    p.queue = 1;
    sidle_profile_id profile = profile_in(world, &p);
    sidle_unit_id plug = unit_at(world, 24, 3.5f), ids[3];
    sidle_vec2 through[] = {{22, 3.5f}, {27, 3.5f}};
    assert_ok(sidle_unit_hold(world, plug));
    for (int k = 0; k < 3; k++) {
        ids[k] = unit_of(world, profile, 10 - 2 * (float)k, 3.5f);
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){40, 3.5f}));
        assert_ok(sidle_unit_set_path(world, ids[k], through, 2));
    }
    run(world, 12);
    /* Now and then it gives up a line that does not move. */
    for (int tick = 0; tick < 6 * 30 && state_of(world, ids[2]).decision != SIDLE_DECISION_WAIT;
         tick++)
        assert_ok(sidle_world_step(world, TICK));
    assert_int_equal(state_of(world, ids[2]).decision, SIDLE_DECISION_WAIT);
    assert_ok(sidle_unit_answer(world, ids[2], SIDLE_STEP_PUSH));
    run(world, 0.2f);
    assert_int_equal(state_of(world, ids[2]).decision, SIDLE_DECISION_PUSH);
    sidle_world_destroy(world);
}

/* Fifty go through a door 3 u wide; with a plug, units that hold close it. How many ask the host
 * for another path, which answers none? */
static int asks_before_a_door(bool plugged) {
    sidle_world *world = open_world(60, 30);
    wall_with_door(world, 30, 1, 13, 3, SIDLE_TERRAIN_VOID);
    for (int k = 0; k < 3 && plugged; k++)
        assert_ok(sidle_unit_hold(world, unit_at(world, 30.5f, 13.5f + (float)k)));
    enum { CROWD = 50 };
    sidle_unit_id ids[CROWD];
    sidle_vec2 through[] = {{28, 14.5f}, {33, 14.5f}};
    for (int k = 0; k < CROWD; k++) {
        ids[k] = unit_at(world, 5 + 1.2f * (float)(k % 10), 10 + 1.2f * (float)(k / 10));
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){50, 14.5f}));
        assert_ok(sidle_unit_set_path(world, ids[k], through, 2));
    }
    bool asked[CROWD] = {false};
    for (int tick = 0; tick < 30 * 30; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < CROWD; k++)
            asked[k] |= event_of(world, SIDLE_EVENT_PATH_WANTED, ids[k]) != NULL;
    }
    int count = 0;
    for (int k = 0; k < CROWD; k++) count += asked[k];
    sidle_world_destroy(world);
    return count;
}

TEST(a_jam_that_flows_leaves_the_pathfinder_alone) {
    int flows = asks_before_a_door(false), stands = asks_before_a_door(true);
    print_message("of 50 before a door %d ask for a path, and %d when it is held\n", flows, stands);
    assert_true(flows <= 5);
    assert_true(stands >= 25);
}

/* A host with a flow field tells another point each tick; that costs nobody its place in line. */
TEST(a_guide_that_moves_leaves_a_unit_its_place_in_line) {
    sidle_world *world = street_world(60, 20, 9, 2, SIDLE_TERRAIN_TREES);
    sidle_profile p = sidle_profile_default(), slow = p;
    p.queue = slow.queue = 1;
    slow.top_speed = 0.05f;
    sidle_unit_id first = unit_of(world, profile_in(world, &slow), 20, 10);
    sidle_profile_id queues = profile_in(world, &p);
    sidle_unit_id behind = unit_of(world, queues, 16, 10);
    assert_ok(sidle_unit_go(world, first, (sidle_vec2){50, 10}));
    assert_ok(sidle_unit_go(world, behind, (sidle_vec2){55, 10}));
    assert_ok(sidle_unit_set_guide(world, behind, (sidle_vec2){40, 10}));
    run(world, 4);
    assert_int_equal(state_of(world, behind).decision, SIDLE_DECISION_WAIT);
    uint64_t hash = sidle_world_hash(world);
    assert_ok(sidle_unit_set_guide(world, behind, (sidle_vec2){40.01f, 10}));
    assert_ok(sidle_unit_set_guide(world, behind, (sidle_vec2){40, 10}));
    assert_true(sidle_world_hash(world) == hash);
    sidle_world_destroy(world);
}

TESTS_OF(lines)
