/* A long day: thousands of units under random orders, some in groups that march, are split and
 * reinforced, on ground where buildings come and go, while some die and others are born. After each
 * step the whole state of the world and of the groups must be sound; no step and no update of the
 * groups asks for memory once the world has seen its largest number of units, and what they hold
 * stays flat; nobody who can reach the goal stands for two minutes without a word to the host, and
 * no group does.
 *
 *   soak [UNITS [SECONDS [SEED]]]     10000 units for 150 s: 1,500,000 unit-seconds
 *
 * The same arguments play the same day. */
#include "soak.h"

#include <inttypes.h>
#include <math.h>
#include <stb_ds.h>
#include <string.h>

/* Share of the ground that units cover; in ten such crowds, nobody is far from a neighbour. */
static const float COVER = 0.12f;
/* What a world holds grows while groups and paths are larger than any before; a leak of one small
 * block a second would be more than this. */
static const double GROWTH = 1.1;

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

/* ---- the ground and the people ---- */

static void make_ground(soak *s) {
    for (uint32_t k = s->side * s->side / 160; k > 0; k--) {
        uint32_t width = 1 + below(s, 4), height = 1 + below(s, 4);
        uint32_t x = below(s, s->side - width), y = below(s, s->side - height);
        must(s, sidle_world_set_cells(s->world, x, y, width, height, SIDLE_TERRAIN_TREES),
             "a wood");
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

/* Each unit has the memory that its orders will need before the day begins: an order with a state
 * of its own, and as long a path as most. What grows then is no first use: of 1,000 units a quarter
 * have had no such order after 80 s. */
static void have_all_order(soak *s) {
    sidle_vec2 way[PATH_POINTS];
    for (uint32_t k = 0; k < s->units; k++) {
        sidle_unit_state state;
        must(s, sidle_unit_get(s->world, s->bodies[k].id, &state), "a unit that was born");
        for (int n = 0; n < PATH_POINTS; n++) way[n] = state.position;
        must(s, sidle_unit_patrol(s->world, s->bodies[k].id, way, 3), "the first patrol");
        must(s, sidle_unit_go(s->world, s->bodies[k].id, state.position), "the first order");
        must(s, sidle_unit_set_path(s->world, s->bodies[k].id, way, PATH_POINTS), "the first path");
        must(s, sidle_unit_stop(s->world, s->bodies[k].id), "the first stop");
    }
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
    have_all_order(s);
    s->finder = astar_make(s->world);
    must(s, sidle_groups_create(s->world, &s->groups), "the groups");
}

/* ---- what the host does ---- */

static void gets_on(soak *s, body *b, sidle_vec2 position) {
    b->from = position;
    b->since = s->time;
}

/* A path to the goal of the order; false when there is none. */
static bool find_path(soak *s, body *b, const sidle_unit_state *state) {
    sidle_vec2 *way = NULL;
    bool found = astar_find(s->finder, state->profile, state->position, state->goal, NULL, 0, &way);
    if (found) {
        sidle_result result = sidle_unit_set_path(s->world, b->id, way, (uint32_t)arrlenu(way));
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

/* Most units of a group are left to it. */
static void order(soak *s, uint32_t k) {
    body *b = &s->bodies[k];
    sidle_unit_state state = state_of(s, b);
    sidle_member_state m;
    if (state.stowed || (in_group(s, b->id, &m) && below(s, 4))) return;
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
        sidle_member_state m;
        if (state.stowed || !state.under_way || state.target.slot) continue;
        if (in_group(s, b->id, &m) && m.member == SIDLE_MEMBER_MARCHES) continue;
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
    case 1:
        must(s, sidle_unit_set_speed_factor(s->world, b->id, 0.5f + share(s)), "a speed");
        break;
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
        must(
            s,
            sidle_world_set_cells(s->world, at->x, at->y, BUILDING, BUILDING, SIDLE_TERRAIN_GROUND),
            "a ruin");
        at->built = false;
        s->torn++;
    } else {
        at->x = 1 + below(s, s->side - BUILDING - 2);
        at->y = 1 + below(s, s->side - BUILDING - 2);
        sidle_world_vacate(s->world, at->x, at->y, BUILDING, BUILDING, SIDLE_TERRAIN_VOID, 20,
                           &left);
        at->built =
            !sidle_world_set_cells(s->world, at->x, at->y, BUILDING, BUILDING, SIDLE_TERRAIN_VOID);
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
        if (events[k].type == SIDLE_EVENT_PATH_WANTED) b->asks = true;
    }
}

/* ---- what must hold ---- */

static void check_step(soak *s) {
    const char *broken = sidle_world_validate(s->world);
    if (!broken) broken = sidle_groups_validate(s->groups);
    if (broken) fault(s, broken);
}

/* Who wants to be elsewhere, could get there, is not stunned, and has neither moved nor said why.
 */
static void check_unit(soak *s, body *b) {
    sidle_unit_state u = state_of(s, b);
    sidle_member_state m;
    float dx = u.position.x - b->from.x, dy = u.position.y - b->from.y;
    bool goes = u.order == SIDLE_ORDER_GO || u.order == SIDLE_ORDER_PATROL;
    if (in_group(s, b->id, &m) && m.member == SIDLE_MEMBER_MARCHES) goes = false; /* it is led */
    if (!goes || !u.under_way || u.stowed || b->hopeless || u.speed_factor <= 0 || b->asks ||
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
    for (uint32_t k = 0; k < hands && n % GROUP_TICKS == 0; k++) groups_change(s);
    answer(s);
    s->stepping = n > HZ;
    must(s, sidle_groups_update(s->groups, 1.0f / HZ), "an update of the groups");
    s->stepping = false;
    groups_read_events(s);
    s->stepping = n > HZ;
    must(s, sidle_world_step(s->world, 1.0f / HZ), "a step");
    s->stepping = false;
    s->time += 1.0 / HZ;
    read_events(s);
    check_step(s);
    if (n % HZ) return;
    for (uint32_t k = 0; k < s->units; k++) check_unit(s, &s->bodies[k]);
    sidle_group_id group = {0, 0};
    while ((group = sidle_group_next(s->groups, group)).slot) groups_check(s, group);
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
    printf("groups: %" PRIu64 " orders, %" PRIu64 " units taken out of others by them, %" PRIu64
           " joined, %" PRIu64 " events, %" PRIu64 " groups over; the longest stand: %.0f s\n",
           s->marches, s->split, s->joined, s->group_events, s->ended, s->group_longest);
    printf("hash: %016" PRIx64 ", groups %016" PRIx64 "\n", sidle_world_hash(s->world),
           sidle_groups_hash(s->groups));
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
    if (!s.marches || !s.joined || !s.split || !s.ended) fault(&s, "the groups have done nothing");
    sidle_groups_destroy(s.groups);
    sidle_world_destroy(s.world);
    if (s.bytes) fault(&s, "memory is not given back");
    astar_free(s.finder);
    arrfree(s.who);
    arrfree(s.companies);
    free(s.bodies);
    printf("soak: %d passed, %d failed\n", !s.faults, !!s.faults);
    return s.faults > 0;
}
