/* All behaviours on one stage: the same at any rate, and the same bits on any machine. */
#include "steering.h"

/* Of every position, velocity and heading in ten seconds of each behaviour. */
#define GOLDEN UINT64_C(0x93e2d19fa40039e1)

/* ---- the same at any rate ---- */

/* One scene for each behaviour: who stands where, and what drives each of them. */
enum { CAST = 8, SAMPLES = 100 }; /* of 0.1 s */

typedef struct stage {
    sidle_agent all[CAST];
    uint32_t count, node;
    float time;
} stage;

typedef struct play {
    const char *name;
    uint32_t count;
    void (*set)(stage *s); /* NULL: all in a row, turned to the right, at rest */
    sidle_vec2 (*force)(stage *s, uint32_t who, float dt);
} play;

static const sidle_circle STONES[] = {{{5, 0.3f}, 1.5f}, {{10, -2}, 1}, {{13, 1}, 1.2f}};
static const sidle_vec2 ROUTE[] = {{3, 2}, {6, -2}, {8, 3}, {3, 5}, {0, 1}};

static void set_astray(stage *s) {
    set_velocity(&s->all[0], at(0.5f, 1.5f));
}

/* The second drives past, the first is after it or flees from it. */
static void set_chase(stage *s) {
    s->all[1] = agent_at(9, -6);
    set_velocity(&s->all[1], at(-0.4f, 1.1f));
}

static void set_cluster(stage *s) {
    for (uint32_t k = 0; k < s->count; k++)
        s->all[k].position = at(0.8f * (float)(k % 3), 0.7f * (float)(k / 3) + 0.1f * (float)k);
}

/* Two lines, each behind a slow one. */
static void set_lines(stage *s) {
    for (uint32_t k = 0; k < s->count; k++) {
        s->all[k] = agent_at(-1.3f * (float)(k / 2), 10 * (float)(k % 2));
        if (k < 2) s->all[k].max_speed = 0.8f;
    }
}

static void set_team(stage *s) {
    const sidle_vec2 places[] = {{0, 0}, {-2, 1}, {-2.2f, -1.3f}, {-4, 0.2f}};
    for (uint32_t k = 0; k < s->count; k++) s->all[k].position = places[k];
    s->all[0].max_speed = 1.5f;
}

static sidle_vec2 play_seek(stage *s, uint32_t who, float dt) {
    return sidle_steer_seek(&s->all[who], at(14, 3), dt);
}
static sidle_vec2 play_flee(stage *s, uint32_t who, float dt) {
    return sidle_steer_flee(&s->all[who], at(2, 1), dt);
}
static sidle_vec2 play_arrive(stage *s, uint32_t who, float dt) {
    return sidle_steer_arrive(&s->all[who], at(9, 3), 2, 0.05f, dt);
}
static sidle_vec2 play_pursue(stage *s, uint32_t who, float dt) {
    const sidle_agent *prey = &s->all[1];
    if (who) return at(0, 0);
    return sidle_steer_pursue(&s->all[0], prey->position, prey->velocity, FOR_EVER, dt);
}
static sidle_vec2 play_evade(stage *s, uint32_t who, float dt) {
    const sidle_agent *hunter = &s->all[1];
    if (who) return sidle_steer_seek(hunter, s->all[0].position, dt);
    return sidle_steer_evade(&s->all[0], hunter->position, hunter->velocity, FOR_EVER, dt);
}
static sidle_vec2 play_wander(stage *s, uint32_t who, float dt) {
    sidle_wander wander = WANDER;
    wander.seed += who;
    return sidle_steer_wander(&s->all[who], &wander, s->time, dt);
}
static sidle_vec2 play_avoid(stage *s, uint32_t who, float dt) {
    const sidle_agent *a = &s->all[who];
    return plus(sidle_steer_arrive(a, at(17, 0), 1, 0.05f, dt),
                sidle_steer_avoid(a, STONES, 3, SEE_AHEAD, MAX_AVOID));
}
static sidle_vec2 play_separation(stage *s, uint32_t who, float dt) {
    (void)dt;
    return sidle_steer_separation(&s->all[who], s->all, s->count, 2, 5);
}
static sidle_vec2 play_queue(stage *s, uint32_t who, float dt) {
    const sidle_agent *a = &s->all[who];
    sidle_queue_way way = who % 2 ? SIDLE_QUEUE_BRAKE : SIDLE_QUEUE_HARD_STOP;
    sidle_vec2 seek = sidle_steer_seek(a, at(1000, a->position.y), dt);
    sidle_vec2 queue = sidle_steer_queue(a, s->all, s->count, way, 1.2f, 0.8f, seek, dt);
    return plus(plus(seek, queue), sidle_steer_separation(a, s->all, s->count, 1.8f, 60));
}
static sidle_vec2 play_leader(stage *s, uint32_t who, float dt) {
    if (!who) return sidle_steer_follow_path(&s->all[0], ROUTE, 5, &s->node, 0.5f, 1, 0.05f, dt);
    return sidle_steer_follow_leader(&s->all[who], &s->all[0], s->all, s->count, &FOLLOW, dt);
}
static sidle_vec2 play_path(stage *s, uint32_t who, float dt) {
    return sidle_steer_follow_path(&s->all[who], ROUTE, 5, &s->node, 0.5f, 1, 0.05f, dt);
}

static const play PLAYS[] = {
    {"seek", 1, set_astray, play_seek},     {"flee", 1, set_astray, play_flee},
    {"arrive", 1, set_astray, play_arrive}, {"pursue", 2, set_chase, play_pursue},
    {"evade", 2, set_chase, play_evade},    {"wander", 8, NULL, play_wander},
    {"avoid", 1, NULL, play_avoid},         {"separation", 5, set_cluster, play_separation},
    {"queue", 8, set_lines, play_queue},    {"leader", 4, set_team, play_leader},
    {"path", 1, set_astray, play_path},
};
enum { PLAY_COUNT = sizeof PLAYS / sizeof PLAYS[0] };

static stage open_stage(const play *p) {
    stage s = {.count = p->count};
    for (uint32_t k = 0; k < p->count; k++) s.all[k] = agent_at(0, 3 * (float)k);
    if (p->set) p->set(&s);
    return s;
}

static void step_stage(stage *s, const play *p, float dt) {
    sidle_vec2 forces[CAST];
    for (uint32_t k = 0; k < s->count; k++) forces[k] = p->force(s, k, dt);
    for (uint32_t k = 0; k < s->count; k++) move(&s->all[k], forces[k], dt);
    s->time += dt;
}

typedef sidle_vec2 track[CAST][SAMPLES];

/* Where everybody is every 0.1 s. */
static void record(const play *p, int rate, track places) {
    stage s = open_stage(p);
    for (int k = 0; k < SAMPLES; k++) {
        for (int step = 0; step < rate / 10; step++) step_stage(&s, p, 1.0f / (float)rate);
        for (uint32_t who = 0; who < s.count; who++) places[who][k] = s.all[who].position;
    }
}

static float way_of(const sidle_vec2 *places) {
    float way = 0;
    for (int k = 1; k < SAMPLES; k++) way += apart(places[k - 1], places[k]);
    return way;
}

/* The largest distance between two tracks at one time, as a share of the way of him who has it. */
static float largest_gap(const play *p, track a, track b) {
    float worst = 0;
    for (uint32_t who = 0; who < p->count; who++) {
        float gap = 0;
        for (int k = 0; k < SAMPLES; k++) gap = larger(gap, apart(a[who][k], b[who][k]));
        worst = larger(worst, gap / way_of(b[who]));
    }
    return worst;
}

TEST(every_behaviour_drives_the_same_way_at_20_30_and_60_steps_a_second) {
    static track tracks[RATE_COUNT];
    float worst = 0;
    for (int k = 0; k < PLAY_COUNT; k++) {
        const play *p = &PLAYS[k];
        for (int rate = 0; rate < RATE_COUNT; rate++) record(p, RATES[rate], tracks[rate]);
        float gap = largest_gap(p, tracks[0], tracks[2]);
        gap = larger(gap, largest_gap(p, tracks[1], tracks[2]));
        gap = larger(gap, largest_gap(p, tracks[0], tracks[1]));
        print_message("%s: %.2f %% of the way\n", p->name, (double)gap * 100);
        worst = larger(worst, gap);
    }
    print_message("worst: %.2f %%\n", (double)worst * 100);
    assert_true(worst <= 0.02f);
}

/* ---- the same on any machine ---- */

static void feed(uint64_t *hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    *hash = (*hash ^ bits) * 0x9e3779b97f4a7c15u;
    *hash ^= *hash >> 29;
}

TEST(all_behaviours_give_the_same_bits_on_every_machine) {
    uint64_t hash = 0x57ee7;
    for (int k = 0; k < PLAY_COUNT; k++) {
        stage s = open_stage(&PLAYS[k]);
        for (int step = 0; step < 300; step++) {
            step_stage(&s, &PLAYS[k], TICK);
            for (uint32_t who = 0; who < s.count; who++) {
                const sidle_agent *a = &s.all[who];
                const float values[] = {a->position.x, a->position.y, a->velocity.x,
                                        a->velocity.y, a->heading.x,  a->heading.y};
                for (int n = 0; n < 6; n++) feed(&hash, values[n]);
            }
        }
    }
    if (hash != GOLDEN) fail_msg("the hash is 0x%016llx", (unsigned long long)hash);
}

TESTS_OF(rates)
