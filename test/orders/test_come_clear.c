/* Units that come to rest inside others, or are set down there, move out of them by their own
 * drive. A body that stood clear before does not move by a bit, and in the end nobody moves. */
#include "bodies.h"
#include "measures.h"

static const sidle_profile_id PLAIN = {0};

/* ---- heaps ---- */

enum { SIZES = 7 };

/* Units that are created on one spot. */
typedef struct heap {
    const char *name;
    uint32_t width, height; /* cells of 1 u */
    bool corner;            /* two walls meet at 25, 25 */
    int count;
    sidle_vec2 at;
    float radii[SIZES]; /* u, in turn; none: that of the built-in profile */
    float seconds;      /* until they stand clear */
} heap;

static const heap HEAPS[] = {
    {"in the open", 40, 40, false, 50, {20, 20}, {0}, 10},
    {"sixty, more than get a place in one tick", 60, 60, false, 60, {30, 30}, {0}, 15},
    {"at the edge of the map", 40, 40, true, 50, {0.5f, 20}, {0}, 10},
    {"in a corner of the map", 40, 40, true, 50, {0.5f, 0.5f}, {0}, 10},
    {"in the corner of two walls", 40, 40, true, 50, {24.5f, 24.5f}, {0}, 10},
    {"beside a wall", 40, 40, true, 50, {26.5f, 17}, {0}, 10},
    {"in a corridor of 4", 80, 4, false, 50, {40, 2}, {0}, 10},
    {"in a corridor of 2", 80, 2, false, 20, {40, 0.9f}, {0}, 10},
    {"in a corridor of 1", 80, 1, false, 12, {40, 0.5f}, {0}, 10},
    {"at the end of a dead end", 80, 2, false, 10, {0.5f, 1}, {0}, 10},
    {"twelve of four sizes", 80, 80, false, 12, {40, 40}, {2, 0.25f, 0.5f, 1}, 10},
    /* Bodies of up to 2 u go up to 15 u from one spot, at 1.4 u/s. */
    {"of all sizes", 80, 80, false, 50, {40, 40}, {0.25f, 2, 0.5f, 1, 0.3f, 1.5f, 0.75f}, 20},
    {"of all, in a corner", 80, 80, false, 50, {2, 2}, {0.25f, 2, 0.5f, 1, 0.3f, 1.5f, 0.75f}, 40},
};

static void heap_up(sidle_world *world, const heap *h) {
    sidle_profile_id kinds[SIZES] = {PLAIN};
    int used = 0;
    for (; used < SIZES && h->radii[used] > 0; used++)
        kinds[used] = profile_of_radius(world, h->radii[used]);
    for (int k = 0; k < h->count; k++) unit_of(world, kinds[used ? k % used : 0], h->at.x, h->at.y);
}

TEST(a_heap_comes_clear) {
    for (size_t n = 0; n < sizeof HEAPS / sizeof *HEAPS; n++) {
        const heap *h = &HEAPS[n];
        sidle_world *world = open_world(h->width, h->height);
        if (h->corner) {
            assert_ok(sidle_world_set_cells(world, 25, 10, 1, 15, SIDLE_TERRAIN_TREES));
            assert_ok(sidle_world_set_cells(world, 10, 25, 16, 1, SIDLE_TERRAIN_TREES));
        }
        heap_up(world, h);
        assert_come_clear(world, h->seconds, h->name);
        sidle_world_destroy(world);
    }
}

/* Eight in a cell for four: walls hold all the same, and the unit outside stands. */
TEST(where_there_is_no_room_walls_and_neighbours_hold) {
    sidle_world *world = world_of("............\n"
                                  "............\n"
                                  "...TTTT.....\n"
                                  "...T..T.....\n"
                                  "...T..T.....\n"
                                  "...TTTT.....\n"
                                  "............\n");
    sidle_unit_id outside = unit_at(world, 2.5f, 4);
    heap_up(world, &(heap){.count = 8, .at = {5, 4}});
    run(world, 20);
    static bodies b;
    bodies_read(world, &b);
    for (uint32_t k = 0; k < b.count; k++)
        assert_true(sidle_world_fits(world, PLAIN, b.states[k].position));
    assert_same_place(world, outside, (sidle_vec2){2.5f, 4});
    sidle_world_destroy(world);
}

/* The farthest that anybody has gone in one step of 1/30 s, as a speed. */
static float fastest_step(sidle_world *world) {
    static bodies before, after;
    float most = 0;
    bodies_read(world, &before);
    assert_ok(sidle_world_step(world, TICK));
    bodies_read(world, &after);
    for (uint32_t k = 0; k < after.count; k++)
        most = fmaxf(most, distance(after.states[k].position, before.states[k].position) / TICK);
    return most;
}

TEST(whoever_comes_clear_is_no_faster_than_one_that_pushes) {
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    p.top_speed = 3;
    p.tuning.push_coefficient = 0.4f;
    sidle_profile_id id = profile_in(world, &p);
    for (int k = 0; k < 20; k++) unit_of(world, id, 20, 20);
    float fastest = 0;
    for (int k = 0; k < 300; k++) fastest = fmaxf(fastest, fastest_step(world));
    print_message("the fastest came clear at %.3f u/s\n", (double)fastest);
    assert_true(fastest > 0.1f && fastest <= 3 * (1 + 0.4f) + 1e-3f);
    assert_clear(world, "slowly");
    sidle_world_destroy(world);
}

/* ---- created or set down onto a body ---- */

enum standing { IDLE, HOLDING, ARRIVED, STANDINGS };

static sidle_unit_id stander(sidle_world *world, enum standing how, sidle_vec2 at) {
    sidle_unit_id id = unit_ranked(world, PLAIN, how == ARRIVED ? at.x - 3 : at.x, at.y, 9);
    if (how == HOLDING) assert_ok(sidle_unit_hold(world, id));
    if (how == ARRIVED) assert_ok(sidle_unit_go(world, id, at));
    run(world, 4);
    return id;
}

/* Whatever either of them did before; and though the lower rank of the newcomer wins ties. */
TEST(a_unit_set_down_onto_a_body_leaves_it) {
    static const sidle_vec2 OFF[] = {{0, 0}, {0.3f, 0}, {-0.7f, 0.2f}, {0, 0.95f}, {1e-6f, 0}};
    enum { CREATED = STANDINGS, OFFS = sizeof OFF / sizeof *OFF };
    for (int how = 0; how < STANDINGS; how++)
        for (int own = 0; own <= CREATED; own++)
            for (int k = 0; k < OFFS; k++) {
                sidle_world *world = open_world(40, 40);
                sidle_unit_id moves = NOBODY, stands;
                uint32_t rank = k % 2 ? 1 : 100;
                if (own != CREATED) moves = unit_ranked(world, PLAIN, 5, 5, rank);
                if (own == HOLDING) assert_ok(sidle_unit_hold(world, moves));
                if (own == ARRIVED) assert_ok(sidle_unit_go(world, moves, (sidle_vec2){6, 5}));
                stands = stander(world, (enum standing)how, (sidle_vec2){20, 20});
                sidle_vec2 stood = state_of(world, stands).position;
                sidle_vec2 at = {stood.x + OFF[k].x, stood.y + OFF[k].y};
                if (own == CREATED)
                    unit_ranked(world, PLAIN, at.x, at.y, rank);
                else
                    assert_ok(sidle_unit_teleport(world, moves, at));
                assert_come_clear(world, COME_CLEAR, "set down onto a body");
                assert_same_place(world, stands, stood);
                sidle_world_destroy(world);
            }
}

/* It faces a row inside which it was set down. Half a turn takes it 36 s, but push-apart leads it
 * back to its place at once. */
TEST(a_slow_turner_comes_clear_backwards) {
    for (float depth = 0.1f; depth < 0.8f; depth += 0.2f) {
        sidle_world *world = open_world(40, 40);
        sidle_profile p = sidle_profile_default();
        p.turn_rate = 5;
        for (int k = -1; k <= 1; k++) unit_at(world, 21, 20 + 1.01f * (float)k);
        run(world, 1);
        sidle_unit_id id = unit_of(world, profile_in(world, &p), 20 + depth, 20);
        assert_come_clear(world, 1, "a slow turner");
        assert_true(fabsf(state_of(world, id).position.x - 20) < 0.02f);
        sidle_world_destroy(world);
    }
}

/* A block of `rows` by `columns` stands, `pitch` apart; every third holds. The newcomers in it come
 * out through it. */
static void comes_out_of_block(int columns, int rows, float pitch, sidle_vec2 at, int newcomers) {
    enum { MOST = 81 };
    sidle_world *world = rows == 1 ? open_world(30, 1) : open_world(40, 40);
    sidle_unit_id block[MOST];
    sidle_vec2 stood[MOST];
    float x = rows == 1 ? 0.5f : 20 - pitch * (float)(columns / 2), y = rows == 1 ? 0.5f : x;
    for (int k = 0; k < columns * rows; k++) {
        stood[k] = (sidle_vec2){x + pitch * (float)(k % columns), y + pitch * (float)(k / columns)};
        block[k] = unit_at(world, stood[k].x, stood[k].y);
        if (k % 3 == 0) assert_ok(sidle_unit_hold(world, block[k]));
    }
    run(world, 1);
    for (int k = 0; k < newcomers; k++) unit_at(world, at.x, at.y);
    assert_come_clear(world, COME_CLEAR, "out of a block");
    for (int k = 0; k < columns * rows; k++) assert_same_place(world, block[k], stood[k]);
    sidle_world_destroy(world);
}

TEST(units_created_inside_a_standing_block_come_out_through_it) {
    comes_out_of_block(9, 9, 1.001f, (sidle_vec2){20.5f, 20.5f}, 1);
    comes_out_of_block(9, 9, 1.001f, (sidle_vec2){20, 20}, 1);
    comes_out_of_block(9, 9, 1.2f, (sidle_vec2){20.3f, 20.1f}, 1);
    comes_out_of_block(9, 9, 1.3f, (sidle_vec2){20.4f, 20.2f}, 6);
    comes_out_of_block(4, 1, 1.001f, (sidle_vec2){0.8f, 0.5f},
                       1); /* a full lane, open at one end */
}

TEST(units_whose_bodies_grow_come_clear) {
    sidle_world *world = open_world(40, 40);
    sidle_profile p = sidle_profile_default();
    sidle_profile_id id = profile_in(world, &p);
    for (int k = 0; k < 16; k++)
        unit_of(world, id, 15 + 1.05f * (float)(k % 4), 15 + 1.05f * (float)(k / 4));
    run(world, 1);
    p.radius = 0.8f;
    assert_ok(sidle_profile_set(world, id, &p));
    assert_come_clear(world, COME_CLEAR, "grown bodies");
    sidle_world_destroy(world);
}

/* ---- stopped inside each other ---- */

enum { HUNTERS = 30 };

/* Thirty pursue one that stands; each that comes within 4 u is stopped, or told to hold. */
TEST(hunters_that_are_stopped_come_clear_of_each_other) {
    for (int holds = 0; holds < 2; holds++) {
        sidle_world *world = open_world(60, 60);
        nobody_gives_way(world);
        const sidle_vec2 middle = {30, 30};
        sidle_unit_id prey = unit_at(world, middle.x, middle.y), ids[HUNTERS];
        bool stopped[HUNTERS] = {false};
        for (int k = 0; k < HUNTERS; k++) {
            ids[k] = unit_at(world, 8 + 1.3f * (float)(k % 6), 27 + 1.3f * (float)(k / 6));
            assert_ok(sidle_unit_pursue(world, ids[k], prey));
        }
        for (int tick = 0, left = HUNTERS; left && tick < 1200; tick++) {
            assert_ok(sidle_world_step(world, TICK));
            for (int k = 0; k < HUNTERS; k++) {
                if (stopped[k] || distance(state_of(world, ids[k]).position, middle) > 4) continue;
                assert_ok(holds ? sidle_unit_hold(world, ids[k]) : sidle_unit_stop(world, ids[k]));
                stopped[k] = true;
                left--;
            }
        }
        assert_come_clear(world, COME_CLEAR, holds ? "hunters that hold" : "stopped hunters");
        assert_same_place(world, prey, middle);
        sidle_world_destroy(world);
    }
}

/* ---- stopped again and again ---- */

/* Hunters that the host stops near their prey, a later one on the place of one that has stepped
 * aside for it. No two of them want the same place in the end. */
static void a_unit_stopped_on_the_place_of_one_aside(float radius, int count, float stop_at,
                                                     uint64_t seed) {
    enum { MOST = 40, COLUMNS = 6 };
    dice d = {seed};
    sidle_world *world = open_world(64, 64);
    sidle_profile p = sidle_profile_of(radius, roll_between(&d, 1.5f, 5));
    sidle_profile_id profile = profile_in(world, &p);
    sidle_unit_id prey = unit_of(world, profile, 44, 32), ids[MOST];
    assert_ok(sidle_unit_set_team(world, prey, 1));
    float step = 2.4f * radius;
    for (int k = 0; k < count; k++) {
        ids[k] = unit_of(world, profile, 4 + step * (float)(k % COLUMNS),
                         32 - 2 * step + step * (float)(k / COLUMNS));
        assert_ok(sidle_unit_pursue(world, ids[k], prey));
    }
    for (int t = 0; t < 60 * 30; t++) {
        step_valid(world);
        for (int k = 0; k < count; k++) {
            sidle_unit_state s = state_of(world, ids[k]);
            if (s.order && gap(world, ids[k], prey) < stop_at)
                assert_ok(sidle_unit_stop(world, ids[k]));
        }
    }
    for (int k = 0; k < count; k++) assert_ok(sidle_unit_stop(world, ids[k]));
    assert_come_clear(world, COME_CLEAR, "stopped hunters");
    sidle_world_destroy(world);
}

TEST(units_stopped_on_each_others_places_come_clear) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        a_unit_stopped_on_the_place_of_one_aside(0.5f, 30, 3 + 0.3f * (float)seed, seed);
        a_unit_stopped_on_the_place_of_one_aside(0.3f, 40, 2, 10 + seed);
        a_unit_stopped_on_the_place_of_one_aside(0.9f, 18, 4, 20 + seed);
    }
}

/* ---- inside enemies ---- */

/* A unit changes its team in the middle of a block and grows. It cannot get out, so it rests, and
 * the host hears so once; when its enemies have gone it goes on. */
static void taken_over_among_enemies(float radius, float pitch) {
    enum { SIDE = 8, COUNT = SIDE * SIDE, TAKEN = SIDE * SIDE / 2 + SIDE / 2 };
    sidle_world *world = open_world(60, 60);
    sidle_profile p = sidle_profile_of(0.5f, 2.5f), grown = sidle_profile_of(radius, 2);
    sidle_profile_id small = profile_in(world, &p), big = profile_in(world, &grown);
    sidle_unit_id ids[COUNT];
    for (int k = 0; k < COUNT; k++)
        ids[k] =
            unit_of(world, small, 24 + pitch * (float)(k % SIDE), 24 + pitch * (float)(k / SIDE));
    run(world, 1);
    assert_ok(sidle_unit_set_team(world, ids[TAKEN], 1));
    assert_ok(sidle_unit_set_profile(world, ids[TAKEN], big));
    run(world, 5);
    assert_ok(sidle_unit_go(world, ids[TAKEN], (sidle_vec2){8, 30}));
    int told = 0, gets_on = 0;
    float way = 0; /* u, in the last minute */
    for (int t = 0; t < 90 * 30; t++) {
        sidle_vec2 from = state_of(world, ids[TAKEN]).position;
        step_valid(world);
        if (t >= 30 * 30) way += distance(from, state_of(world, ids[TAKEN]).position);
        told += event_of(world, SIDLE_EVENT_STUCK, ids[TAKEN]) != NULL;
        gets_on += event_of(world, SIDLE_EVENT_GETS_ON, ids[TAKEN]) != NULL;
    }
    sidle_unit_state s = state_of(world, ids[TAKEN]);
    if (!is_kept(&s) || s.condition != SIDLE_CONDITION_SHUT_IN || way > radius ||
        told > 2 + gets_on)
        fail_msg("radius %.1f, pitch %.2f: condition %d, has driven %.2f u, told %d times",
                 (double)radius, (double)pitch, (int)s.condition, (double)way, told);
    for (int k = 0; k < COUNT; k++)
        if (k != TAKEN) assert_ok(sidle_unit_destroy(world, ids[k]));
    run(world, 40);
    assert_true(state_of(world, ids[TAKEN]).arrived);
    sidle_world_destroy(world);
}

TEST(a_unit_that_enemies_shut_in_rests_and_is_told) {
    const float radii[] = {0.5f, 0.6f, 0.8f, 1.2f, 2}, pitches[] = {1.02f, 1.2f, 1.5f};
    for (int r = 0; r < 5; r++)
        for (int p = 0; p < 3; p++) taken_over_among_enemies(radii[r], pitches[p]);
}

/* ---- the order of creation ---- */

/* A heap of three spots about two that stand; the k-th rank has the k-th place, whoever is first.
 * Two units alone are the smallest heap: only one of them moves. */
static void heap_in_order(int count, dice *order, sidle_vec2 *ends) {
    enum { MOST = 50 };
    sidle_world *world = open_world(40, 40);
    if (count > 2) {
        unit_ranked(world, PLAIN, 20, 20, 101);
        unit_ranked(world, PLAIN, 21.2f, 20.4f, 102);
        run(world, 1);
    }
    int turns[MOST];
    for (int k = 0; k < count; k++) {
        int n = order ? (int)roll(order, (uint32_t)k + 1) : k;
        turns[k] = turns[n];
        turns[n] = k;
    }
    sidle_unit_id ids[MOST];
    for (int k = 0; k < count; k++) {
        int n = turns[k];
        ids[n] = unit_ranked(world, PLAIN, 20 + 0.5f * (float)(n % 3), 20, 1 + (uint32_t)n);
    }
    run(world, COME_CLEAR);
    for (int n = 0; n < count; n++) ends[n] = state_of(world, ids[n]).position;
    sidle_world_destroy(world);
}

TEST(the_final_places_do_not_depend_on_the_order_of_creation) {
    sidle_vec2 one[50], other[50];
    for (int count = 2; count <= 50; count += 48) {
        heap_in_order(count, NULL, one);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            dice d = {seed};
            heap_in_order(count, &d, other);
            for (int n = 0; n < count; n++) assert_true(same_place(one[n], other[n]));
        }
        if (count > 2) continue;
        bool first = same_place(one[0], (sidle_vec2){20, 20});
        assert_true(first != same_place(one[1], (sidle_vec2){20.5f, 20}));
    }
}

TESTS_OF(come_clear)
