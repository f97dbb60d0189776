/* A long day: thousands of units under random orders, on ground where buildings come and go, while
 * some die and others are born. After each step the whole state of the world must be sound; no step
 * asks for memory once the world has seen its largest number of units, and what it holds stays
 * flat; nobody who can reach the goal stands for two minutes without a word to the host.
 *
 *   soak [UNITS [SECONDS [SEED]]]     10000 units for 150 s: 1,500,000 unit-seconds
 *
 * The same arguments play the same day. */
#include "pathfinding/astar.h"
#include "support/random.h"

#include <inttypes.h>
#include <math.h>
#include <sidle/sidle.h>
#include <stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Share of the ground that units cover; in ten such crowds, nobody is far from a neighbour. */
static const float COVER = 0.12f;
/* u, how far a goal is at most: so that paths are short, and many orders end. */
static const float FAR = 40;
/* What a world holds grows while units get the first order that needs a state, and longer paths
 * than before; a leak of one small block a second would be more than this. */
static const double GROWTH = 1.1;
/* u that a unit must come in the time in which it must, and that time (s). */
static const float WAY = 2, PATIENCE = 120;

enum {
    HZ = 30,
    KINDS = 3,
    BUILDING = 4,     /* cells a side */
    BUILDINGS = 60,   /* at most at a time */
    PATHS_A_TICK = 60 /* searches that the host makes */
};

typedef struct body {
    sidle_unit_id id;
    bool asks;       /* for a path; it gets one when its turn comes */
    bool hopeless;   /* there is no path to its goal */
    sidle_vec2 from; /* u, where it last was when it was known to get on */
    double since;    /* s */
} body;

typedef struct soak {
    sidle_world *world;
    astar *finder;
    uint64_t dice;
    uint32_t units, side, next_asker;
    body *bodies;
    uint32_t *who; /* by slot */
    struct site {
        uint32_t x, y;
        bool built;
    } sites[BUILDINGS];
    sidle_profile_id kinds[KINDS];
    size_t bytes, allocations, step_allocations, peak; /* peak: of the first half */
    bool stepping;
    double time, longest; /* s; longest that somebody stood */
    uint64_t orders, deaths, births, built, torn, events, refused;
    int faults;
} soak;

/* ---- memory ---- */

static void *take(void *context, size_t size) {
    soak *s = context;
    s->bytes += size;
    s->step_allocations += s->stepping;
    s->allocations++;
    return malloc(size);
}

static void give(void *context, void *memory, size_t size) {
    ((soak *)context)->bytes -= size;
    free(memory);
}

/* ---- numbers ---- */

static float share(soak *s) {
    return random_share(&s->dice);
}

static uint32_t below(soak *s, uint32_t end) {
    return (uint32_t)(share(s) * (float)end) % end;
}

static float clamp(float value, float high) {
    return value < 1 ? 1 : value > high - 1 ? high - 1 : value;
}

static sidle_vec2 near(soak *s, sidle_vec2 p, float reach) {
    float high = (float)s->side, dx = reach * (2 * share(s) - 1), dy = reach * (2 * share(s) - 1);
    return (sidle_vec2){clamp(p.x + dx, high), clamp(p.y + dy, high)};
}

static void must(const soak *s, sidle_result result, const char *what) {
    if (!result) return;
    fprintf(stderr, "soak: %.2f s: %s: %s\n", s->time, what, sidle_result_text(result));
    exit(1);
}

/* ---- the ground and the people ---- */

static void make_ground(soak *s) {
    for (uint32_t k = s->side * s->side / 160; k > 0; k--) {
        uint32_t width = 1 + below(s, 4), height = 1 + below(s, 4);
        uint32_t x = below(s, s->side - width), y = below(s, s->side - height);
        must(s, sidle_world_set_cells(s->world, x, y, width, height, SIDLE_TREES), "a wood");
    }
}

static void make_kinds(soak *s) {
    sidle_profile p = sidle_profile_default();
    p.radius = 0.4f;
    must(s, sidle_profile_add(s->world, &p, &s->kinds[1]), "a kind");
    p = sidle_profile_default();
    p.queue = 1;
    p.radius = 0.7f;
    p.top_speed = 3;
    must(s, sidle_profile_add(s->world, &p, &s->kinds[2]), "a kind");
}

static void give_birth(soak *s, uint32_t k) {
    sidle_unit_def def = sidle_unit_def_default();
    def.profile = s->kinds[below(s, KINDS)];
    def.team = below(s, 2);
    do def.position = (sidle_vec2){share(s) * (float)s->side, share(s) * (float)s->side};
    while (!sidle_world_fits(s->world, def.profile, def.position));
    body *b = &s->bodies[k];
    must(s, sidle_unit_create(s->world, &def, &b->id), "a birth");
    *b = (body){.id = b->id, .from = def.position, .since = s->time};
    while (arrlenu(s->who) <= b->id.slot) arrput(s->who, 0);
    s->who[b->id.slot] = k;
    s->births++;
}

static void make_world(soak *s) {
    sidle_world_def def = sidle_world_def_default();
    s->side = (uint32_t)sqrtf((float)s->units * 0.8f / COVER) + 20;
    def.width = def.height = s->side;
    def.alloc = (sidle_allocator){s, take, give};
    must(s, sidle_world_create(&def, &s->world), "the world");
    make_ground(s);
    make_kinds(s);
    s->bodies = calloc(s->units, sizeof *s->bodies);
    if (!s->bodies) must(s, SIDLE_ERROR_MEMORY, "the crowd");
    for (uint32_t k = 0; k < s->units; k++) give_birth(s, k);
    s->finder = astar_make(s->world);
}

/* ---- what the host does ---- */

static sidle_unit_state state_of(const soak *s, const body *b) {
    sidle_unit_state state;
    must(s, sidle_unit_get(s->world, b->id, &state), "a unit of the crowd");
    return state;
}

static void gets_on(soak *s, body *b, sidle_vec2 position) {
    b->from = position;
    b->since = s->time;
}

/* A path to the goal of the order; false when there is none. */
static bool find_path(soak *s, body *b, const sidle_unit_state *state) {
    sidle_vec2 *way = NULL;
    bool found = astar_find(s->finder, state->profile, state->position, state->goal, NULL, 0, &way);
    if (found) {
        sidle_result result = sidle_unit_path(s->world, b->id, way, (uint32_t)arrlenu(way));
        bool may = !result || result == SIDLE_REFUSED_TOO_LONG || result == SIDLE_ERROR_NO_ORDER;
        if (!may) must(s, result, "a path");
        s->refused += result == SIDLE_REFUSED_TOO_LONG;
    }
    arrfree(way);
    b->hopeless = !found;
    return found;
}

static sidle_result new_order(soak *s, body *b, const sidle_unit_state *state) {
    sidle_vec2 goal = near(s, state->position, FAR), p = state->position;
    uint32_t kind = below(s, 100);
    sidle_unit_id id = b->id, other = s->bodies[below(s, s->units)].id;
    bool alone = other.slot == id.slot;
    const sidle_vec2 round[] = {goal, near(s, p, FAR), p};
    const sidle_range range = {1 + 4 * share(s), 0.5f, 0};
    if (kind < 8) return sidle_unit_patrol(s->world, id, round, 1 + below(s, 3));
    if (kind < 12) return sidle_unit_flee(s->world, id, near(s, p, 5));
    if (kind < 18) return sidle_unit_wander(s->world, id, p, 2 + 8 * share(s));
    if (kind < 20) return sidle_unit_hold(s->world, id);
    if (kind < 22) return sidle_unit_stop(s->world, id);
    if (kind < 26) return sidle_unit_approach_point(s->world, id, goal, &range);
    if (kind < 32 && !alone) return sidle_unit_pursue(s->world, id, other);
    if (kind < 36 && !alone) return sidle_unit_follow(s->world, id, other);
    if (kind < 39 && !alone) return sidle_unit_evade(s->world, id, other);
    if (kind < 43 && !alone) return sidle_unit_approach(s->world, id, other, &range);
    return sidle_unit_go(s->world, id, goal);
}

static void order(soak *s, uint32_t k) {
    body *b = &s->bodies[k];
    sidle_unit_state state = state_of(s, b);
    if (state.stowed) return;
    sidle_result result = new_order(s, b, &state);
    if (result == SIDLE_ERROR_STOWED) return; /* whom it is about is off the map */
    must(s, result, "an order");
    b->asks = true;
    b->hopeless = false;
    gets_on(s, b, state.position);
    s->orders++;
}

/* The host has time for so many searches a tick, and serves who asks in turn. */
static void answer(soak *s) {
    uint32_t searches = 0;
    for (uint32_t n = 0; n < s->units && searches < PATHS_A_TICK; n++) {
        body *b = &s->bodies[s->next_asker++ % s->units];
        if (!b->asks) continue;
        b->asks = false;
        sidle_unit_state state = state_of(s, b);
        if (state.stowed || !state.under_way || state.target.slot) continue;
        find_path(s, b, &state);
        searches++;
    }
}

static void change_somebody(soak *s) {
    uint32_t k = below(s, s->units);
    body *b = &s->bodies[k];
    sidle_unit_state state = state_of(s, b);
    switch (below(s, 6)) {
    case 0:
        must(s, sidle_unit_destroy(s->world, b->id), "a death");
        s->deaths++;
        give_birth(s, k);
        break;
    case 1: must(s, sidle_unit_set_speed(s->world, b->id, 0.5f + share(s)), "a speed"); break;
    case 2: must(s, sidle_unit_set_ghost(s->world, b->id, share(s) < 0.1f), "a ghost"); break;
    case 3:
        if (!state.stowed) must(s, sidle_unit_stow(s->world, b->id, k % 2), "to stow");
        break;
    default:
        if (state.stowed && sidle_unit_unstow(s->world, b->id, state.position))
            return; /* a building stands there now: later */
    }
    gets_on(s, &s->bodies[k], state.position);
}

/* A building goes up once all have left its ground, and comes down when its turn comes again. */
static void build(soak *s, uint32_t n) {
    struct site *at = &s->sites[n % BUILDINGS];
    uint32_t left;
    if (at->built) {
        must(s, sidle_world_set_cells(s->world, at->x, at->y, BUILDING, BUILDING, SIDLE_GROUND),
             "a ruin");
        at->built = false;
        s->torn++;
    } else {
        at->x = 1 + below(s, s->side - BUILDING - 2);
        at->y = 1 + below(s, s->side - BUILDING - 2);
        sidle_world_vacate(s->world, at->x, at->y, BUILDING, BUILDING, SIDLE_VOID, 20, &left);
        at->built = !sidle_world_set_cells(s->world, at->x, at->y, BUILDING, BUILDING, SIDLE_VOID);
        s->built += at->built;
        if (!at->built) return;
    }
    astar_terrain_changed(s->finder, at->x, at->y, BUILDING, BUILDING);
}

static void read_events(soak *s) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(s->world, &count);
    s->events += count;
    for (uint32_t k = 0; k < count; k++) {
        if (!sidle_unit_valid(s->world, events[k].unit)) continue;
        body *b = &s->bodies[s->who[events[k].unit.slot]];
        gets_on(s, b, events[k].position);
        if (events[k].type == SIDLE_EVENT_REPLAN_WANTED) b->asks = true;
    }
}

/* ---- what must hold ---- */

static void fault(soak *s, const char *what) {
    if (s->faults++ < 10) printf("BROKEN at %.2f s: %s\n", s->time, what);
}

static void check_step(soak *s) {
    const char *broken = sidle_world_validate(s->world);
    if (broken) fault(s, broken);
}

/* Who wants to be elsewhere, could get there, is not stunned, and has neither moved nor said why.
 */
static void check_unit(soak *s, body *b) {
    sidle_unit_state u = state_of(s, b);
    float dx = u.position.x - b->from.x, dy = u.position.y - b->from.y;
    bool goes = u.order == SIDLE_ORDER_GO || u.order == SIDLE_ORDER_PATROL;
    if (!goes || !u.under_way || u.stowed || b->hopeless || u.speed <= 0 || b->asks ||
        dx * dx + dy * dy > WAY * WAY) {
        gets_on(s, b, u.position);
        return;
    }
    double stood = s->time - b->since;
    if (stood > s->longest) s->longest = stood;
    if (stood < (double)PATIENCE) return;
    sidle_vec2 *way = NULL;
    if (astar_find(s->finder, u.profile, u.position, u.goal, NULL, 0, &way)) {
        char why[300], text[600];
        sidle_why_text(s->world, b->id, why, sizeof why);
        snprintf(text, sizeof text, "unit %u at %.2f %.2f to %.2f %.2f stands for %.0f s: %s",
                 b->id.slot, (double)u.position.x, (double)u.position.y, (double)u.goal.x,
                 (double)u.goal.y, stood, why);
        fault(s, text);
    }
    arrfree(way);
    gets_on(s, b, u.position);
}

static void tick(soak *s, uint32_t n) {
    uint32_t hands = 1 + s->units / 600;
    for (uint32_t k = 0; k < hands; k++) order(s, below(s, s->units));
    if (n % 3 == 0)
        for (uint32_t k = 0; k < hands; k++) change_somebody(s);
    if (n % 10 == 0) build(s, n / 10);
    answer(s);
    s->stepping = n > HZ;
    must(s, sidle_world_step(s->world, 1.0f / HZ), "a step");
    s->stepping = false;
    s->time += 1.0 / HZ;
    read_events(s);
    check_step(s);
    for (uint32_t k = 0; k < s->units && n % HZ == 0; k++) check_unit(s, &s->bodies[k]);
}

static void tell(const soak *s) {
    printf("%u units, %.0f unit-seconds: %" PRIu64 " orders, %" PRIu64 " events, %" PRIu64
           " births, %" PRIu64 " deaths, %" PRIu64 " buildings up and %" PRIu64 " down, %" PRIu64
           " paths refused\n",
           s->units, s->time * s->units, s->orders, s->events, s->births, s->deaths, s->built,
           s->torn, s->refused);
    printf("memory: %zu bytes a unit, at most %zu in the first half; %zu requests in steps; the "
           "longest stand: %.0f s\n",
           s->bytes / s->units, s->peak / s->units, s->step_allocations, s->longest);
    printf("hash: %016" PRIx64 "\n", sidle_world_hash(s->world));
}

int main(int argc, char **argv) {
    static soak s;
    s.units = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 10000;
    uint32_t seconds = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 150;
    s.dice = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    if (!s.units || !seconds) {
        fputs("usage: soak [UNITS [SECONDS [SEED]]]\n", stderr);
        return 2;
    }
    make_world(&s);
    for (uint32_t n = 0; n < seconds * HZ; n++) {
        tick(&s, n);
        if (n < seconds * HZ / 2 && s.bytes > s.peak) s.peak = s.bytes;
    }
    tell(&s);
    if (s.step_allocations) fault(&s, "a step asked for memory");
    if ((double)s.bytes > GROWTH * (double)s.peak) fault(&s, "the memory grows");
    sidle_world_destroy(s.world);
    if (s.bytes) fault(&s, "memory is not given back");
    astar_free(s.finder);
    arrfree(s.who);
    free(s.bodies);
    printf("soak: %d passed, %d failed\n", !s.faults, !!s.faults);
    return s.faults > 0;
}
