#include "story.h"

static const char *const CALL_NAMES[CALL_KINDS] = {
    "go",      "hold",     "stop",           "patrol",         "pursue",
    "follow",  "approach", "approach_point", "evade",          "flee",
    "wander",  "face",     "group_go",       "group_approach", "die",
    "board",   "unload",   "teleport",       "build",          "raze",
    "upgrade", "speed",    "team",           "allies",         "mistake"};

/* An infantryman, a tank, a scout, a giant and an aircraft. */
static void make_kinds(game_story *s, dice *d) {
    for (int k = 0; k < KINDS; k++) s->kinds[k] = sidle_profile_default();
    s->kinds[1].radius = 1, s->kinds[1].top_speed = 1.5f, s->kinds[1].acceleration = 1.5f;
    s->kinds[1].turn_rate = roll_between(d, 30, 90), s->kinds[1].reverse = 0.5f;
    s->kinds[2].radius = 0.3f, s->kinds[2].top_speed = roll_between(d, 4, 20);
    s->kinds[2].acceleration = 12;
    s->kinds[3].radius = 1.6f, s->kinds[3].top_speed = 0.8f, s->kinds[3].acceleration = 1;
    s->kinds[3].turn_rate = 120, s->kinds[3].priority = 150;
    s->kinds[4].radius = 0.8f, s->kinds[4].top_speed = 5, s->kinds[4].turn_rate = 180;
    s->kinds[4].layer = 1, s->kinds[4].passable = SIDLE_PASS_ALL;
    for (int k = 0; k < KINDS; k++)
        for (int n = 0; n < SIDLE_TERRAIN_COUNT; n++)
            if (n == SIDLE_TERRAIN_SWAMP)
                s->kinds[k].terrain_factor[n] = roll_between(d, 0.3f, 1.2f);
}

static sidle_vec2 point_on_map(dice *d) {
    return (sidle_vec2){roll_between(d, 2, SIDE - 2), roll_between(d, 2, SIDE - 2)};
}

static game_call random_call(const game_story *s, dice *d, uint32_t tick) {
    /* Orders come far more often than deaths. */
    call_kind kind = (call_kind)roll(d, roll(d, 3) ? CALL_DIE : CALL_KINDS);
    return (game_call){.tick = tick,
                       .kind = kind,
                       .who = roll(d, s->unit_count),
                       .other = roll(d, s->unit_count),
                       .number = roll(d, 1000),
                       .point = point_on_map(d)};
}

game_story story_of_seed(uint64_t seed) {
    game_story s = {.seed = seed};
    dice d = {seed * 2654435761u + 12345};
    s.habit = (game_habit)(seed / 2 % HABITS); /* the seed also decides who are allies at the end */
    s.dt = 1 / roll_between(&d, 10, 60);
    s.ticks = (uint32_t)(40 / s.dt);
    make_kinds(&s, &d);
    s.wall_count = roll(&d, MOST_WALLS + 1);
    for (uint32_t k = 0; k < s.wall_count; k++)
        s.walls[k] = (game_wall){4 + roll(&d, SIDE - 16), 4 + roll(&d, SIDE - 16), 1 + roll(&d, 9),
                                 1 + roll(&d, 9)};
    s.unit_count = 4 + roll(&d, MOST_UNITS - 3);
    for (uint32_t k = 0; k < s.unit_count; k++)
        s.units[k] = (game_unit){
            .kind = roll(&d, KINDS), .team = roll(&d, TEAMS), .position = point_on_map(&d)};
    s.call_count = 64 + roll(&d, MOST_CALLS - 63);
    for (uint32_t k = 0; k < s.call_count; k++)
        s.calls[k] = random_call(&s, &d, (uint32_t)((uint64_t)s.ticks * k / s.call_count));
    return s;
}

void story_print(const game_story *s, FILE *out) {
    fprintf(out, "game %llu, habit %d, ticks of %.5f s\n", (unsigned long long)s->seed,
            (int)s->habit, (double)s->dt);
    for (uint32_t k = 0; k < s->wall_count; k++)
        fprintf(out, "  wall at %u,%u, %u by %u cells\n", s->walls[k].x, s->walls[k].y,
                s->walls[k].width, s->walls[k].height);
    for (uint32_t k = 0; k < s->unit_count; k++)
        if (!s->units[k].left_out)
            fprintf(out, "  unit %u: kind %u, team %u, at %.3f,%.3f\n", k, s->units[k].kind,
                    s->units[k].team, (double)s->units[k].position.x,
                    (double)s->units[k].position.y);
    for (uint32_t k = 0; k < s->call_count; k++) {
        const game_call *c = &s->calls[k];
        if (!c->left_out)
            fprintf(out, "  tick %u: %s, unit %u, other %u, number %u, point %.3f,%.3f\n", c->tick,
                    CALL_NAMES[c->kind], c->who, c->other, c->number, (double)c->point.x,
                    (double)c->point.y);
    }
}
