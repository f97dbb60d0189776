/* Where those end that are sent to one place: no farther from it than a disc of all of them would
 * reach, and never behind a wall, but for those that are told that there is no room for them. */
#include "bodies.h"

/* The share of a disc that a settled crowd fills, as a unit reckons it. */
static const float PACKING = 0.57f;

enum { MOST = 500, STARTS = 6 };

typedef struct gathering {
    sidle_world *world;
    sidle_vec2 goal;
    sidle_profile_id eye; /* as thin as a line */
    sidle_unit_id ids[MOST];
    int count;
    float largest; /* u, radius */
    float reach;   /* u from the goal, beyond which nobody has a reason to arrive */
    float farthest;
    int arrived, too_far, out_of_sight, no_room;
    bool has_no_room[MOST + 1]; /* by slot */
} gathering;

/* Of all gatherings of a test. */
typedef struct tally {
    int sent, no_room, too_far;
} tally;

static gathering gather(uint32_t width, uint32_t height, sidle_vec2 goal) {
    gathering g = {.world = open_world(width, height), .goal = goal};
    sidle_profile p = sidle_profile_default();
    p.radius = 0.05f;
    g.eye = profile_in(g.world, &p);
    return g;
}

static void send(gathering *g, sidle_profile_id kind, sidle_vec2 at) {
    assert_true(g->count < MOST);
    g->ids[g->count] = unit_of(g->world, kind, at.x, at.y);
    assert_ok(sidle_unit_go(g->world, g->ids[g->count++], g->goal));
}

/* All are there; how far a disc of them would reach, and three radii, as a crowd leans to the side
 * from which it comes. */
static void reckon(gathering *g) {
    float squares = 0;
    for (int k = 0; k < g->count; k++) {
        float radius = state_of(g->world, g->ids[k]).radius;
        squares += radius * radius;
        g->largest = fmaxf(g->largest, radius);
    }
    g->reach = sqrtf(squares / PACKING) + 3 * g->largest;
}

static bool is_too_far(gathering *g, sidle_vec2 at) {
    float away = hypotf(at.x - g->goal.x, at.y - g->goal.y);
    g->farthest = fmaxf(g->farthest, away);
    return away > g->reach;
}

static void watch(gathering *g) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(g->world, &count);
    for (uint32_t k = 0; k < count; k++) {
        if (events[k].type != SIDLE_EVENT_ARRIVED) continue;
        sidle_vec2 at = state_of(g->world, events[k].unit).position;
        g->arrived++;
        if (events[k].arrival == SIDLE_ARRIVAL_NO_ROOM) {
            g->no_room++;
            g->has_no_room[events[k].unit.slot] = true;
            continue;
        }
        g->too_far += is_too_far(g, at);
        g->out_of_sight += !sidle_world_line_fits(g->world, g->eye, at, g->goal);
    }
}

static int under_way(const gathering *g) {
    int count = 0;
    for (int k = 0; k < g->count; k++) count += state_of(g->world, g->ids[k]).under_way;
    return count;
}

/* Until all have arrived, at most for so many seconds. */
static float run_gathering(gathering *g, float seconds) {
    int tick = 0;
    reckon(g);
    while (g->arrived < g->count && tick < (int)(seconds * 30)) {
        assert_ok(sidle_world_step(g->world, TICK));
        watch(g);
        tick++;
    }
    return (float)tick * TICK;
}

/* It counts where they arrive and where they end: who comes later may shove those that are there,
 * but not out of the room. */
static void assert_gathered(gathering *g, float seconds, const char *scene, tally *t) {
    float took = run_gathering(g, seconds);
    for (int k = 0; k < g->count; k++) {
        sidle_unit_state s = state_of(g->world, g->ids[k]);
        if (!s.arrived || g->has_no_room[g->ids[k].slot]) continue;
        bool far = is_too_far(g, s.position);
        bool hidden = !sidle_world_line_fits(g->world, g->eye, s.position, g->goal);
        if (hidden && g->out_of_sight < 5)
            print_message("unit %u has arrived and is at %.1f, %.1f, out of sight of its goal\n",
                          s.rank, (double)s.position.x, (double)s.position.y);
        g->too_far += far;
        g->out_of_sight += hidden;
    }
    print_message(
        "%s: %d of %d arrived after %.0f s, at most %.1f u away (%.1f u allowed); %d have no "
        "room, %d are too far away\n",
        scene, g->arrived, g->count, (double)took, (double)g->farthest, (double)g->reach,
        g->no_room, g->too_far);
    t->sent += g->count;
    t->no_room += g->no_room;
    t->too_far += g->too_far;
    assert_int_equal(g->out_of_sight, 0);
    assert_int_equal(under_way(g), 0);
    sidle_world_destroy(g->world);
}

/* ---- through a neck ---- */

typedef struct neck {
    int count;
    float radii[3]; /* u, in turn; 0 ends them */
    uint32_t width, length;
    float seconds; /* s, the most that it may take */
} neck;

/* All start before a wall at y 44 with a neck in it about x = 40; the goal lies 12 u beyond.
 * `start` changes how close they stand: which of them plug a neck for others is up to chance. */
static gathering before_neck(const neck *n, int start) {
    gathering g = gather(80, 80, (sidle_vec2){40, 56 + (float)n->length});
    uint32_t left = 40 - n->width / 2;
    assert_ok(sidle_world_set_cells(g.world, 0, 44, left, n->length, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(g.world, left + n->width, 44, 80 - left - n->width, n->length,
                                    SIDLE_TERRAIN_TREES));
    sidle_profile_id kinds[3];
    uint32_t used = 0;
    float largest = 0;
    for (; used < 3 && n->radii[used] > 0; used++) {
        sidle_profile p = sidle_profile_default();
        p.radius = n->radii[used];
        kinds[used] = profile_in(g.world, &p);
        largest = fmaxf(largest, p.radius);
    }
    float pitch = (2.2f + 0.013f * (float)start) * largest;
    int columns = (int)ceilf(1.3f * sqrtf((float)n->count));
    for (int k = 0; k < n->count; k++) {
        float x = 40 + pitch * ((float)(k % columns) - 0.5f * (float)(columns - 1));
        float y = 42 - pitch * (float)(k / columns);
        const sidle_vec2 way[] = {{40, 42}, {40, 46 + (float)n->length}};
        send(&g, kinds[(uint32_t)k % used], (sidle_vec2){x, y});
        assert_ok(sidle_unit_set_path(g.world, g.ids[k], way, 2));
    }
    return g;
}

static void no_unit_arrives_before_the_neck_that_leads_to_the_goal(void **state) {
    (void)state;
    static const neck NECKS[] = {
        {.count = 400, .radii = {0.5f}, .width = 4, .length = 6, .seconds = 300},
        {.count = 250, .radii = {0.5f}, .width = 2, .length = 6, .seconds = 400},
        {.count = 400, .radii = {0.35f}, .width = 3, .length = 4, .seconds = 300},
        {.count = 100, .radii = {1}, .width = 5, .length = 6, .seconds = 300},
        {.count = 250, .radii = {0.5f, 0.3f, 0.8f}, .width = 5, .length = 6, .seconds = 300},
    };
    tally t = {.sent = 0};
    for (size_t k = 0; k < STARTS * sizeof NECKS / sizeof *NECKS; k++) {
        const neck *n = &NECKS[k / STARTS];
        gathering g = before_neck(n, (int)(k % STARTS));
        char scene[80];
        snprintf(scene, sizeof scene, "%d through a neck of %u u", n->count, n->width);
        assert_gathered(&g, n->seconds, scene, &t);
    }
    /* Some find none behind a neck that others plug: 237 of 8400, most of them of three sizes, and
     * 96 to 240 with changes that should not matter. It was 72 while contact threw plugs apart. */
    assert_true(t.no_room * 30 <= t.sent);
    /* Of 14 starts 2 of 19600 units, in a crowd of three sizes, rest .4 u beyond the reach: large
     * ones leave holes. */
    assert_true(t.too_far * 2000 <= t.sent);
}

/* Straight for the goal: those not before the neck wait there for a path, and are told in the end
 * that there is no room. Nobody arrives in another way on the wrong side. */
static void no_unit_on_a_straight_way_arrives_before_the_wall(void **state) {
    (void)state;
    static const neck NECK = {.count = 400, .radii = {0.5f}, .width = 4, .length = 6};
    for (int start = 0; start < STARTS; start++) {
        gathering g = before_neck(&NECK, start);
        for (int k = 0; k < g.count; k++)
            assert_ok(sidle_unit_set_path(g.world, g.ids[k], NULL, 0));
        run_gathering(&g, 120);
        print_message("straight: %d arrived, at most %.1f u away (%.1f u allowed)\n", g.arrived,
                      (double)g.farthest, (double)g.reach);
        assert_int_equal(g.too_far, 0);
        assert_int_equal(g.out_of_sight, 0);
        sidle_world_destroy(g.world);
    }
}

/* ---- a wall as thin as a board ---- */

/* Some stand close to it on the goal's side; those on the other side are nearer to them than a
 * hair, but not there. */
static void no_unit_arrives_behind_a_thin_wall(void **state) {
    (void)state;
    enum { SIDE = 24 };
    gathering g = {.world = world_of_cells(0.125f, 320, 320), .goal = {20, 20.7f}};
    sidle_profile p = sidle_profile_default();
    p.radius = 0.05f;
    g.eye = profile_in(g.world, &p);
    assert_ok(sidle_world_set_cells(g.world, 0, 160, 320, 1, SIDLE_TERRAIN_TREES));
    for (int k = 0; k < SIDE; k++) {
        float along = 14 + 1.1f * (float)(k % 12), row = 1.1f * (float)(k / 12);
        send(&g, (sidle_profile_id){0}, (sidle_vec2){along, 24 + row});
        send(&g, (sidle_profile_id){0}, (sidle_vec2){along, 17 - row});
    }
    run_gathering(&g, 60);
    int before = 0;
    for (int k = 0; k < g.count; k++) {
        sidle_unit_state s = state_of(g.world, g.ids[k]);
        if (s.position.y > 20) continue;
        before++;
        assert_true(s.under_way || g.has_no_room[g.ids[k].slot]);
    }
    assert_int_equal(before, SIDE);
    assert_int_equal(g.arrived - g.no_room, SIDE);
    assert_int_equal(g.out_of_sight, 0);
    sidle_world_destroy(g.world);
}

/* ---- in the open ---- */

/* Those that share a goal part by contact, which leaves a hair, and then stand still. */
static void assert_settled(sidle_world *world) {
    static bodies before, after;
    double deepest;
    run(world, 10);
    bodies_read(world, &before);
    bodies_overlaps(&before, &deepest);
    assert_true(deepest < 0.05);
    run(world, 5);
    bodies_read(world, &after);
    for (uint32_t n = 0; n < after.count; n++)
        assert_true(same_place(before.states[n].position, after.states[n].position));
}

static void a_crowd_sent_to_one_point_in_the_open_settles(void **state) {
    (void)state;
    static const int CROWDS[] = {20, 200, 400};
    for (size_t n = 0; n < sizeof CROWDS / sizeof *CROWDS; n++) {
        gathering g = gather(100, 80, (sidle_vec2){70, 40});
        int rows = (int)ceilf(sqrtf((float)CROWDS[n]));
        for (int k = 0; k < CROWDS[n]; k++)
            send(&g, (sidle_profile_id){0},
                 (sidle_vec2){5 + 1.3f * (float)(k / rows),
                              40 + 1.3f * ((float)(k % rows) - 0.5f * (float)rows)});
        run_gathering(&g, 120);
        print_message("%d in the open: at most %.1f u away (%.1f u allowed)\n", g.count,
                      (double)g.farthest, (double)g.reach);
        assert_int_equal(g.too_far, 0);
        assert_int_equal(under_way(&g), 0);
        assert_settled(g.world);
        sidle_world_destroy(g.world);
    }
}

/* From all sides to the middle. */
static void a_ring_sent_to_its_middle_settles(void **state) {
    (void)state;
    enum { RING = 120 };
    gathering g = gather(80, 80, (sidle_vec2){40, 40});
    for (int k = 0; k < RING; k++) {
        float angle = 6.2831853f * (float)k / RING;
        float radius = 26 + 1.5f * (float)(k % 3);
        send(&g, (sidle_profile_id){0},
             (sidle_vec2){40 + radius * cosf(angle), 40 + radius * sinf(angle)});
    }
    tally t = {.sent = 0};
    assert_gathered(&g, 90, "a ring", &t);
    assert_int_equal(t.no_room + t.too_far, 0);
}

/* A goal in a corner, and one beside a wall: a disc has no room there, but a part of one has. */
static void a_crowd_sent_into_a_corner_arrives(void **state) {
    (void)state;
    gathering g = gather(60, 60, (sidle_vec2){0.5f, 0.5f});
    for (int k = 0; k < 60; k++)
        send(&g, (sidle_profile_id){0},
             (sidle_vec2){30 + 1.2f * (float)(k % 8), 30 + 1.2f * (float)(k / 8)});
    run_gathering(&g, 90);
    assert_int_equal(under_way(&g), 0);
    assert_true(g.farthest < 2 * g.reach); /* a quarter of a disc is twice as wide */
    sidle_world_destroy(g.world);
}

int arrival_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_unit_arrives_before_the_neck_that_leads_to_the_goal),
        cmocka_unit_test(no_unit_on_a_straight_way_arrives_before_the_wall),
        cmocka_unit_test(no_unit_arrives_behind_a_thin_wall),
        cmocka_unit_test(a_crowd_sent_to_one_point_in_the_open_settles),
        cmocka_unit_test(a_ring_sent_to_its_middle_settles),
        cmocka_unit_test(a_crowd_sent_into_a_corner_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
