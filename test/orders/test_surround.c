/* Those that hunt one target which stands spread round it; the target is not moved by a hair. */
#include "bodies.h"
#include "measures.h"

enum { HUNTERS = 40 };

typedef struct hunt {
    sidle_world *world;
    sidle_unit_id prey, ids[HUNTERS];
    sidle_vec2 stood; /* u, the prey at first */
    float radius;     /* u, of the prey */
} hunt;

/* A block of hunters on the left of a prey that holds. */
static hunt hunt_of(float radius) {
    hunt h = {.world = open_world(60, 60), .stood = {35, 30}, .radius = radius};
    h.prey = unit_of(h.world, profile_of_radius(h.world, radius), 35, 30);
    assert_ok(sidle_unit_hold(h.world, h.prey));
    for (int k = 0; k < HUNTERS; k++)
        h.ids[k] = unit_at(h.world, 10 + 1.3f * (float)(k % 5), 25 + 1.3f * (float)(k / 5));
    return h;
}

static float gap_to_prey(const hunt *h, int k) {
    sidle_vec2 at = state_of(h->world, h->ids[k]).position;
    return distance(at, state_of(h->world, h->prey).position) - h->radius - 0.5f;
}

static int within(const hunt *h, float most) {
    int count = 0;
    for (int k = 0; k < HUNTERS; k++) count += gap_to_prey(h, k) <= most;
    return count;
}

/* A quarter of the radius: what SIDLE_EVENT_IN_RANGE takes for a touch. */
static int touching(const hunt *h) {
    return within(h, 0.125f);
}

static void run_until_first_touch(const hunt *h) {
    for (int tick = 0; tick < 900; tick++) {
        if (touching(h)) return;
        assert_ok(sidle_world_step(h->world, TICK));
    }
    fail_msg("nobody touches the prey in 30 s");
}

/* They rest without overlap, and the prey is where it was. It ends the scene. */
static void assert_rests_about_one_that_stands(const hunt *h) {
    sidle_vec2 stands = state_of(h->world, h->prey).position;
    assert_memory_equal(&h->stood, &stands, sizeof stands);
    for (int k = 0; k < HUNTERS; k++) {
        sidle_unit_state s = state_of(h->world, h->ids[k]);
        assert_true(!s.under_way || is_kept(&s));
    }
    assert_clear(h->world, "about its prey");
    sidle_world_destroy(h->world);
}

static void pursue_all(const hunt *h) {
    for (int k = 0; k < HUNTERS; k++) assert_ok(sidle_unit_pursue(h->world, h->ids[k], h->prey));
}

/* No sixth of a circle about the prey is left empty by the second ring. */
static void assert_second_ring_is_closed(const hunt *h) {
    int all = 0;
    for (int side = 0; side < 6; side++) {
        float x = cosf(1.0471976f * (float)side), y = sinf(1.0471976f * (float)side);
        int second = 0;
        for (int k = 0; k < HUNTERS; k++) {
            sidle_vec2 at = state_of(h->world, h->ids[k]).position;
            float along = ((at.x - 35) * x + (at.y - 30) * y) / hypotf(at.x - 35, at.y - 30);
            float gap = gap_to_prey(h, k);
            second += along > 0.8660254f && gap > 0.125f && gap < 1.5f;
        }
        assert_true(second > 0);
        all += second;
    }
    assert_true(all >= 9); /* ten; twelve fit */
}

TEST(hunters_touch_their_prey_from_all_sides) {
    static const struct {
        float radius; /* u, of the prey */
        int fit;      /* as many hunters touch it at the same time */
    } PREYS[] = {{0.5f, 6}, {1, 9}, {2, 15}};
    for (int n = 0; n < 3; n++) {
        hunt h = hunt_of(PREYS[n].radius);
        pursue_all(&h);
        run_until_first_touch(&h);
        run(h.world, 10);
        assert_true(6 * touching(&h) >= 5 * PREYS[n].fit);
        run(h.world, 30);
        print_message("radius %g: %d of %d touch, %d in the second ring\n", (double)h.radius,
                      touching(&h), PREYS[n].fit, within(&h, 1.3f) - touching(&h));
        assert_true(6 * touching(&h) >= 5 * PREYS[n].fit);
        if (n == 0) assert_second_ring_is_closed(&h);
        assert_rests_about_one_that_stands(&h);
    }
}

TEST(all_come_within_range_where_they_fit) {
    hunt h = hunt_of(0.5f);
    const sidle_range range = {.most = 6};
    for (int k = 0; k < HUNTERS; k++)
        assert_ok(sidle_unit_approach(h.world, h.ids[k], h.prey, &range));
    run(h.world, 40);
    assert_int_equal(within(&h, 6.001f), HUNTERS);
    assert_rests_about_one_that_stands(&h);
}

/* How many touch depends on where the first ones come to rest: so eight scenes, and their mean. The
 * prey jumps away, or the ring lets it out, and closes again where it stands. */
TEST(a_prey_that_moves_is_surrounded_again) {
    enum { SCENES = 8 };
    int sum = 0;
    for (int scene = 0; scene < SCENES; scene++) {
        hunt h = hunt_of(0.5f);
        float k = (float)scene;
        assert_ok(
            sidle_unit_teleport(h.world, h.prey, (sidle_vec2){35 + 0.21f * k, 30 - 0.17f * k}));
        pursue_all(&h);
        run(h.world, 25);
        assert_true(touching(&h) >= 4);
        if (scene % 2)
            assert_ok(sidle_unit_teleport(h.world, h.prey, (sidle_vec2){45, 45 - 0.23f * k}));
        else {
            assert_ok(sidle_unit_go(h.world, h.prey, (sidle_vec2){48, 48 - 0.31f * k}));
            (void)await_event(h.world, SIDLE_EVENT_ARRIVED, h.prey, 20);
            run(h.world, 30);
        }
        run(h.world, 1);
        run_until_first_touch(&h);
        run(h.world, 10);
        assert_true(touching(&h) >= 3);
        sum += touching(&h);
        sidle_world_destroy(h.world);
    }
    print_message("%d touch it again in %d scenes\n", sum, SCENES);
    assert_true(2 * sum >= 9 * SCENES);
}

/* One hunter alone drives straight on, and a prey in a corner is touched from where there is room.
 */
TEST(a_prey_in_a_corner_is_touched_from_the_open_sides) {
    hunt h = hunt_of(0.5f);
    h.stood = (sidle_vec2){59.5f, 0.5f};
    assert_ok(sidle_unit_teleport(h.world, h.prey, h.stood));
    pursue_all(&h);
    run(h.world, 70);
    assert_true(touching(&h) >= 2);
    assert_rests_about_one_that_stands(&h);
}

/* A friend of the prey stands in the hunter's way: the place beside it touches the prey, too. */
TEST(a_place_beside_one_that_is_no_hunter_touches_the_prey) {
    sidle_world *world = open_world(40, 40);
    sidle_unit_id prey = unit_at(world, 20, 20), stands = unit_at(world, 18.98f, 20);
    sidle_unit_id hunter = unit_at(world, 14, 20);
    assert_ok(sidle_unit_hold(world, prey));
    assert_ok(sidle_unit_hold(world, stands));
    assert_ok(sidle_unit_pursue(world, hunter, prey));
    run(world, 1);
    sidle_vec2 place = state_of(world, hunter).waypoint, at = state_of(world, stands).position;
    float away = hypotf(place.x - 20, place.y - 20) - 1;
    assert_true(away > 0 && away < 0.05f);
    assert_true(hypotf(place.x - at.x, place.y - at.y) > 0.95f);
    (void)await_event(world, SIDLE_EVENT_IN_RANGE, hunter, 10);
    sidle_world_destroy(world);
}

/* s, until all of a crowd of two sizes are told: they touch their prey, or there is no room. */
static float time_to_surround(dice *d) {
    enum { COUNT = 24, MOST = 60 };
    sidle_world *world = open_world(64, 64);
    sidle_profile_id kinds[2];
    for (int k = 0; k < 2; k++) {
        sidle_profile p = sidle_profile_of((float)(k + 1) * roll_between(d, 0.4f, 0.8f), 3);
        kinds[k] = profile_in(world, &p);
    }
    sidle_unit_id units[COUNT], prey = unit_in_team(world, kinds[0], 1, 40, 32);
    assert_ok(sidle_unit_hold(world, prey));
    for (int k = 0; k < COUNT; k++) {
        sidle_profile_id kind = kinds[roll(d, 3) == 0];
        units[k] = unit_of(world, kind, 6 + 3.3f * (float)(k % 5), 24 + 3.3f * (float)(k / 5));
        assert_ok(sidle_unit_pursue(world, units[k], prey));
    }
    uint32_t told = 0;
    float passed = 0;
    for (; passed < MOST && told < COUNT; passed += TICK) {
        assert_ok(sidle_world_step(world, TICK));
        told = 0;
        for (int k = 0; k < COUNT; k++) {
            sidle_unit_state s = state_of(world, units[k]);
            told += s.arrived || (s.stuck && speed_of(world, units[k]) == 0);
        }
    }
    if (told < COUNT) fail_msg("%u of %u are told after %g s", told, COUNT, (double)passed);
    sidle_world_destroy(world);
    return passed;
}

/* A unit that touches its prey rests there. When it waited for those behind it, this took 21 s. */
TEST(a_ring_does_not_wait_for_those_behind_it) {
    enum { SCENES = 60 };
    dice d = {4};
    float sum = 0;
    for (int k = 0; k < SCENES; k++) sum += time_to_surround(&d);
    print_message("%.1f s on average\n", (double)sum / SCENES);
    assert_true(sum < 19.4f * SCENES);
}

TESTS_OF(surround)
