/* Behind a leader, and out of its way. */
#include "steering.h"

static void the_way_of_a_leader_is_the_strip_before_it(void **state) {
    (void)state;
    const sidle_vec2 leader = {1, 1}, velocity = {0, 2}, heading = {0, 1};
    sidle_vec2 aside = {9, 9};
    assert_same(sidle_steer_place_behind(leader, heading, 2), 1, -1);
    assert_true(sidle_steer_in_the_way(at(1.5f, 4), leader, velocity, heading, 5, 1, &aside));
    assert_same(aside, 1, 0);
    assert_true(sidle_steer_in_the_way(at(0.5f, 4), leader, velocity, heading, 5, 1, &aside));
    assert_same(aside, -1, 0);
    assert_true(sidle_steer_in_the_way(at(1, 4), leader, velocity, heading, 5, 1, &aside));
    assert_same(aside, -1, 0); /* from the very line to the right, which is left of the page */
    aside = at(9, 9);
    assert_false(sidle_steer_in_the_way(at(2.5f, 4), leader, velocity, heading, 5, 1, &aside));
    assert_false(sidle_steer_in_the_way(at(1, 8), leader, velocity, heading, 5, 1, &aside));
    assert_false(sidle_steer_in_the_way(at(1, -1), leader, velocity, heading, 5, 1, &aside));
    assert_false(sidle_steer_in_the_way(at(1, 4), leader, at(0, 0), heading, 5, 1, &aside));
    assert_same(aside, 9, 9);
}

enum { TEAM = 7 }; /* the leader is the first */
static float closest_pair(const sidle_agent *all, int count, bool leader_only) {
    float least = 1e9f;
    for (int k = 0; k < count; k++)
        for (int other = k + 1; other < count; other++) {
            float room = apart(all[k].position, all[other].position);
            if ((k == 0 || !leader_only) && room < least) least = room;
        }
    return least;
}

/* The leader drives the path, the others follow; returns how near any came to the leader. */
static float lead(sidle_agent *all, int count, const sidle_vec2 *path, uint32_t nodes,
                  float seconds, float dt) {
    uint32_t node = 0;
    float nearest = 1e9f;
    sidle_vec2 forces[TEAM];
    for (float time = 0; time < seconds; time += dt) {
        forces[0] = sidle_steer_follow_path(&all[0], path, nodes, &node, 0.5f, 2, 0.05f, dt);
        for (int k = 1; k < count; k++)
            forces[k] =
                sidle_steer_follow_leader(&all[k], &all[0], all, (uint32_t)count, &FOLLOW, dt);
        for (int k = 0; k < count; k++) move(&all[k], forces[k], dt);
        float room = closest_pair(all, count, true);
        nearest = room < nearest ? room : nearest;
    }
    return nearest;
}

static void gather_team(sidle_agent *all, dice *d) {
    for (int k = 0; k < TEAM; k++) {
        all[k] = agent_at(0, 0);
        if (k) all[k].max_speed = 2.4f; /* who follows must be able to catch up */
        do {
            if (k) all[k].position = plus(at(-4, 0), roll_point(d, -2.5f, 2.5f));
        } while (k && closest_pair(all, k + 1, false) < 1.1f);
    }
}

typedef struct team_result {
    float settled;   /* u, between the two nearest once the leader stands */
    float speed;     /* u/s, of the fastest then */
    float farthest;  /* u, from the place that all seek */
    float out, home; /* u, the nearest that any came to the leader on its way out, and when it turns
                        round and drives through them */
} team_result;

static team_result play_team(uint64_t seed, float dt) {
    const sidle_vec2 out[] = {{5, 0}, {9, 2}, {11, 6}, {11, 10}, {8, 14}, {3, 15}};
    const sidle_vec2 home[] = {{8, 14}, {11, 10}, {11, 6}, {9, 2}, {5, 0}};
    dice d = {seed};
    sidle_agent all[TEAM];
    gather_team(all, &d);
    team_result r = {.out = lead(all, TEAM, out, 6, 40, dt)};
    r.settled = closest_pair(all, TEAM, false);
    sidle_vec2 place = sidle_steer_place_behind(all[0].position, all[0].heading, FOLLOW.behind);
    for (int k = 0; k < TEAM; k++) {
        r.speed = larger(r.speed, length(all[k].velocity));
        if (k) r.farthest = larger(r.farthest, apart(all[k].position, place));
    }
    r.home = lead(all, TEAM, home, 5, 12, dt);
    return r;
}

static void followers_settle_behind_the_leader_and_clear_its_way(void **state) {
    (void)state;
    team_result worst = {.settled = 1e9f, .out = 1e9f, .home = 1e9f};
    for (int k = 0; k < 30 * RATE_COUNT; k++) {
        team_result r = play_team((uint64_t)(k / RATE_COUNT), 1.0f / (float)RATES[k % RATE_COUNT]);
        worst.settled = fminf(worst.settled, r.settled);
        worst.speed = larger(worst.speed, r.speed);
        worst.farthest = larger(worst.farthest, r.farthest);
        worst.out = fminf(worst.out, r.out);
        worst.home = fminf(worst.home, r.home);
    }
    print_message("leader: settled %.3f u apart, at %.2g u/s, %.2f u from the place at most; on "
                  "the way never nearer to the leader than %.3f u, turning round %.3f u\n",
                  (double)worst.settled, (double)worst.speed, (double)worst.farthest,
                  (double)worst.out, (double)worst.home);
    assert_true(worst.settled >= 1);
    assert_true(worst.speed < 0.05f); /* the one at the place trembles by a thousandth of a u */
    assert_true(worst.farthest < 2.5f);
    assert_true(worst.out >= 1);
    assert_true(worst.home >= 1);
}

int leader_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_of_a_leader_is_the_strip_before_it),
        cmocka_unit_test(followers_settle_behind_the_leader_and_clear_its_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
