/* Random maps, radii, speeds, edits and orders; after every tick the hard invariants must hold:
 * no disc overlaps an impassable cell, who stands is not moved, no NaN, no order is lost. */
#include "measures.h"
#include "support.h"

#include <math.h>

enum { SIZE = 32, UNITS = 60, TICKS = 240 };

typedef struct history {
    sidle_world *world;
    dice dice;
    float dt;
    sidle_unit_id units[UNITS];
    sidle_vec2 before[UNITS];
    sidle_order order[UNITS]; /* before the tick */
    float pace[UNITS];        /* factor of its top speed before the tick */
    bool stood[UNITS];        /* had nowhere to go and no speed before the tick */
    bool inside[UNITS];       /* and stood inside another one */
    bool fled[UNITS];         /* its last order was to flee */
    int changes, refused_changes, stowed, in_range, arrivals, jams, edits, refused_edits, moved,
        lost, caught, cleared, ranges, refused_ranges;
} history;

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll(d, 4) ? roll_between(d, 0.25f, 1) : roll_between(d, 0.25f, 4);
    p.top_speed = roll(d, 4) ? roll_between(d, 0, 8) : roll_between(d, 0, 300);
    p.acceleration = roll(d, 2) ? 8 : roll_between(d, 0.5f, 10000);
    p.turn_rate = roll(d, 2) ? 720 : roll_between(d, 20, 5000);
    p.tuning.look_cell = roll_between(d, 0.2f, 1);
    p.tuning.look_interval = roll_between(d, 0, 0.5f);
    p.tuning.push_radius = roll_between(d, 0, 2);
    p.tuning.push_coefficient = roll_between(d, 0, 0.99f);
    p.tuning.threshold = roll_between(d, 0, 1);
    p.wait_time = roll_between(d, 0, 2);
    p.push_time = roll_between(d, 0, 2);
    p.layer = roll(d, 4) == 0;
    p.passable = roll(d, 3) ? p.passable : SIDLE_PASS_ALL;
    p.queue = roll(d, 2);
    p.give_way = roll(d, SIDLE_GIVE_WAY_COUNT);
    p.priority = roll(d, 2) ? 100 : roll(d, 256);
    p.reverse = roll(d, 2) ? 0 : roll_between(d, 0, 1);
    p.foresight = roll_between(d, 0, 20);
    p.flee_distance = roll_between(d, 0.1f, 40);
    p.tuning.wander_pace = roll_between(d, 0.01f, 1);
    p.tuning.wander_distance = roll_between(d, 0.5f, 8);
    p.tuning.wander_radius = p.tuning.wander_distance * roll_between(d, 0.2f, 0.9f);
    p.follow_distance = roll_between(d, 0.1f, 8);
    p.follow_clear = roll_between(d, 0, 10);
    for (int k = 0; k < SIDLE_LADDER_STEPS; k++) p.ladder[k] = 0;
    for (uint32_t k = 0, steps = roll(d, 5); k < steps; k++)
        p.ladder[k] = (uint8_t)(1 + roll(d, 3));
    for (int k = 0; k < SIDLE_TERRAIN_COUNT && roll(d, 2); k++)
        p.terrain_factor[k] = roll_between(d, 0.05f, 4);
    return p;
}

static history random_history(uint64_t seed) {
    history h = {.dice = {seed}};
    dice *d = &h.dice;
    char picture[SIZE * (SIZE + 1) + 1], *c = picture;
    uint32_t walls = roll(d, 15);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) *c++ = roll(d, 100) < walls ? "#TW"[roll(d, 3)] : '.';
        *c++ = '\n';
    }
    *c = 0;
    h.world = world_of(picture);
    h.dt = (const float[]){1 / 60.0f, TICK, 0.1f, SIDLE_MAX_DT}[roll(d, 4)];
    sidle_profile_id profiles[5] = {{0}};
    for (int k = 1; k < 5; k++) {
        sidle_profile p = random_profile(d);
        profiles[k] = profile_in(h.world, &p);
    }
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profiles[roll(d, 5)];
        def.team = roll(d, 2);
        def.position = (sidle_vec2){roll_between(d, 0, SIZE), roll_between(d, 0, SIZE)};
        if (roll(d, 6) == 0 && k) def.position = h.before[0]; /* on the same spot */
        if (sidle_unit_create(h.world, &def, &h.units[k]))
            k--;
        else
            h.before[k] = def.position;
    }
    return h;
}

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 0, SIZE), roll_between(d, 0, SIZE)};
}

/* A range that does not suit the order is refused, and leaves the world as it was. */
static void give_range(history *h, sidle_unit_id id, const sidle_range *range) {
    uint64_t before = sidle_world_hash(h->world);
    bool refused = sidle_unit_set_range(h->world, id, range);
    if (refused) assert_true(sidle_world_hash(h->world) == before);
    h->ranges += !refused;
    h->refused_ranges += refused;
}

/* One of the orders that are more than a goal. */
static void give_order(history *h, uint32_t k) {
    dice *d = &h->dice;
    sidle_unit_id id = h->units[k];
    sidle_vec2 points[3] = {somewhere(d), somewhere(d), somewhere(d)};
    sidle_unit_id other = h->units[roll(d, UNITS)];
    bool stowed = state_of(h->world, other).stowed;
    sidle_result itself = other.slot == id.slot ? SIDLE_ERROR_ARGUMENT
                          : stowed              ? SIDLE_ERROR_STOWED
                                                : SIDLE_OK;
    uint32_t order = roll(d, 9);
    sidle_range range = {roll_between(d, 0, 8), 0,
                         roll(d, 3) ? 0 : SIDLE_PASS(SIDLE_TERRAIN_GROUND)};
    range.least = roll(d, 2) ? 0 : range.most * roll_between(d, 0, 1);
    h->fled[k] = order == 5;
    switch (order) {
    case 0: assert_ok(sidle_unit_hold(h->world, id)); break;
    case 1: assert_ok(sidle_unit_patrol(h->world, id, points, 1 + roll(d, 3))); break;
    case 2: assert_int_equal(sidle_unit_pursue(h->world, id, other), itself); break;
    case 3: assert_int_equal(sidle_unit_follow(h->world, id, other), itself); break;
    case 4: assert_int_equal(sidle_unit_evade(h->world, id, other), itself); break;
    case 5: assert_ok(sidle_unit_flee(h->world, id, points[0])); break;
    case 6: assert_int_equal(sidle_unit_approach(h->world, id, other, &range), itself); break;
    case 7: assert_ok(sidle_unit_approach_point(h->world, id, points[0], &range)); break;
    default: assert_ok(sidle_unit_wander(h->world, id, points[0], roll_between(d, 0.1f, 9)));
    }
    if (roll(d, 2)) give_range(h, id, &range);
}

/* A change that is refused leaves the world as it was. */
static void change(history *h, uint32_t k) {
    dice *d = &h->dice;
    sidle_unit_id id = h->units[k];
    uint64_t before = sidle_world_hash(h->world);
    bool refused = false;
    switch (roll(d, 6)) {
    case 0: /* the last one there is not */
        refused = sidle_unit_set_profile(h->world, id, (sidle_profile_id){roll(d, 6)});
        break;
    case 1: assert_ok(sidle_unit_set_team(h->world, id, roll(d, 2))); break;
    case 2:
        assert_ok(sidle_unit_set_heading(h->world, id, (sidle_vec2){roll_between(d, -1, 1), 0.1f}));
        break;
    case 3: refused = sidle_unit_set_rank(h->world, id, roll(d, 2) ? 0 : roll(d, 200)); break;
    case 4:
        assert_ok(
            sidle_unit_set_speed_factor(h->world, id, roll(d, 3) ? roll_between(d, 0, 3) : 0));
        break;
    default: assert_ok(sidle_unit_set_ghost(h->world, id, roll(d, 2)));
    }
    if (refused) assert_true(sidle_world_hash(h->world) == before);
    h->changes += !refused;
    h->refused_changes += refused;
}

/* The unit leaves the map, or comes back. */
static void stow_or_unstow(history *h, uint32_t k) {
    dice *d = &h->dice;
    if (state_of(h->world, h->units[k]).stowed) {
        sidle_unit_unstow(h->world, h->units[k], somewhere(d));
    } else {
        assert_ok(sidle_unit_stow(h->world, h->units[k], (sidle_pursuers)roll(d, 2)));
        h->stowed++;
    }
}

/* The unit dies, and another is born somewhere, maybe in its slot. */
static void replace(history *h, uint32_t k) {
    sidle_unit_def def = sidle_unit_def_default();
    def.position = somewhere(&h->dice);
    sidle_unit_id born;
    if (sidle_unit_create(h->world, &def, &born)) return;
    assert_ok(sidle_unit_destroy(h->world, h->units[k]));
    h->units[k] = born;
    h->fled[k] = false;
}

/* What a host may do between two ticks. */
static void meddle(history *h) {
    dice *d = &h->dice;
    uint32_t k = roll(d, UNITS);
    sidle_unit_id id = h->units[k];
    sidle_vec2 path[3] = {somewhere(d), somewhere(d), somewhere(d)};
    uint32_t what = roll(d, 15);
    if (what == 12) change(h, k);
    if (what == 13) stow_or_unstow(h, k);
    if (what == 14)
        sidle_unit_set_speed_factor(h->world, id, 1), sidle_unit_set_ghost(h->world, id, false);
    if (what >= 12) return;
    /* A stowed unit takes no orders. */
    if (state_of(h->world, id).stowed) {
        assert_int_equal(sidle_unit_go(h->world, id, path[0]), SIDLE_ERROR_STOWED);
        return;
    }
    switch (what) {
    case 0:
    case 1:
    case 2:
        assert_ok(sidle_unit_go(h->world, id, somewhere(d)));
        h->fled[k] = false;
        break;
    case 3: sidle_unit_set_path(h->world, id, path, roll(d, 4)); break;
    case 4: sidle_unit_set_guide(h->world, id, path[0]); break;
    case 5: sidle_unit_answer(h->world, id, (sidle_step)roll(d, 5)); break;
    case 6:
        if (roll(d, 4))
            replace(h, k);
        else
            assert_ok(sidle_unit_stop(h->world, id));
        break;
    case 9:
    case 10: give_order(h, k); break;
    case 7: sidle_unit_teleport(h->world, id, path[1]); break;
    case 8: {
        uint32_t x = roll(d, SIZE), y = roll(d, SIZE);
        bool refused = sidle_world_set_cells(h->world, x, y, 1 + roll(d, SIZE - x) / 8,
                                             1 + roll(d, SIZE - y) / 8,
                                             (sidle_terrain)roll(d, SIDLE_TERRAIN_COUNT));
        h->edits += !refused;
        h->refused_edits += refused;
        break;
    }
    default: {
        sidle_profile p = random_profile(d);
        sidle_profile_set(h->world, (sidle_profile_id){1 + roll(d, 4)}, &p);
        break;
    }
    }
}

/* By how much does the disc overlap the nearest impassable cell? Own arithmetic, in double. */
static double overlap_with_terrain(const sidle_world *world, sidle_unit_id id) {
    sidle_unit_state s = state_of(world, id);
    sidle_profile p;
    assert_ok(sidle_profile_get(world, s.profile, &p));
    double radius = (double)p.radius, px = (double)s.position.x, py = (double)s.position.y;
    double deepest = 0;
    for (int y = (int)floor(py - radius); y <= (int)floor(py + radius); y++)
        for (int x = (int)floor(px - radius); x <= (int)floor(px + radius); x++) {
            bool inside = x >= 0 && y >= 0 && x < SIZE && y < SIZE;
            if (inside && p.passable >> sidle_world_cell(world, x, y) & 1u) continue;
            double dx = fmax(fmax(x - px, px - (x + 1)), 0);
            double dy = fmax(fmax(y - py, py - (y + 1)), 0);
            deepest = fmax(deepest, radius - sqrt(dx * dx + dy * dy));
        }
    return deepest;
}

static bool all_finite(sidle_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

/* An order ends in arrival, with its target, or by the host. */
static void check_order(history *h, int k, const sidle_unit_state *s) {
    bool arrived = event_of(h->world, SIDLE_EVENT_ARRIVED, h->units[k]);
    bool lost = event_of(h->world, SIDLE_EVENT_TARGET_LOST, h->units[k]);
    bool ends = h->order[k] == SIDLE_ORDER_GO || h->order[k] == SIDLE_ORDER_FLEE ||
                h->order[k] == SIDLE_ORDER_APPROACH_POINT;
    bool is_over = lost || (arrived && ends);
    assert_int_equal(s->order, is_over ? SIDLE_ORDER_NONE : h->order[k]);
    h->in_range += event_of(h->world, SIDLE_EVENT_IN_RANGE, h->units[k]) != NULL;
    if (h->order[k] == SIDLE_ORDER_GO) assert_int_equal(s->under_way, !arrived);
    if (h->order[k] == SIDLE_ORDER_NONE || h->order[k] == SIDLE_ORDER_HOLD)
        assert_true(!arrived && !lost && !s->under_way);
    if (arrived) assert_true(!s->under_way && s->arrived);
    h->arrivals += arrived;
    h->lost += lost;
    h->caught += event_of(h->world, SIDLE_EVENT_IN_RANGE, h->units[k]) != NULL;
}

/* Of the smaller radius: less deep is touching, and no reason to move. */
static const float INSIDE_LEAST = 0.0045f;

/* Does it rest inside another one, so that it may come clear by its own drive? */
static bool rests_inside(const history *h, int unit) {
    sidle_unit_state s = state_of(h->world, h->units[unit]);
    sidle_profile p, its;
    assert_ok(sidle_profile_get(h->world, s.profile, &p));
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_state o = state_of(h->world, h->units[k]);
        assert_ok(sidle_profile_get(h->world, o.profile, &its));
        if (k == unit || (o.under_way && o.speed_factor > 0) || its.layer != p.layer) continue;
        if (s.ghost || o.ghost || o.stowed) continue;
        float touching = INSIDE_LEAST * fminf(s.radius, o.radius);
        if (distance(s.position, o.position) < s.radius + o.radius - touching) return true;
    }
    return false;
}

/* Push-apart helps it out of those inside which it stands. */
static void assert_comes_clear_by_its_drive(const history *h, int unit, const sidle_unit_state *s) {
    sidle_profile p;
    assert_ok(sidle_profile_get(h->world, s->profile, &p));
    float fastest = (1 + p.tuning.push_coefficient) * p.top_speed * h->pace[unit];
    float most = fastest * h->dt * 1.001f + 1e-5f;
    float moved = distance(s->position, h->before[unit]);
    if (moved > most)
        fail_msg("unit %d comes clear by %g u in a tick, %g u is the most it can", unit,
                 (double)moved, (double)most);
}

/* A unit at rest may step aside for others by itself, unless it holds or its profile says never. */
static bool may_step_aside(const history *h, const sidle_unit_state *s) {
    sidle_profile p;
    assert_ok(sidle_profile_get(h->world, s->profile, &p));
    return p.give_way != SIDLE_GIVE_WAY_NEVER && s->order != SIDLE_ORDER_HOLD;
}

static void tick_and_check(history *h) {
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_state s = state_of(h->world, h->units[k]);
        h->pace[k] = s.speed_factor * s.terrain_factor;
        h->before[k] = s.position;
        h->order[k] = s.order;
        bool stays = s.order == SIDLE_ORDER_NONE || s.order == SIDLE_ORDER_HOLD;
        h->stood[k] = stays && s.velocity.x == 0 && s.velocity.y == 0 && !may_step_aside(h, &s);
        bool leaves = s.place.x != s.position.x || s.place.y != s.position.y; /* for its place */
        h->inside[k] = h->stood[k] && (leaves || rests_inside(h, k));
    }
    assert_ok(sidle_world_step(h->world, h->dt));
    const char *fault = sidle_world_validate(h->world);
    if (fault) fail_msg("%s", fault);
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_state s = state_of(h->world, h->units[k]);
        assert_true(all_finite(s.position) && all_finite(s.velocity) &&
                    all_finite(s.predicted_velocity));
        assert_float_equal(s.heading.x * s.heading.x + s.heading.y * s.heading.y, 1, 1e-3f);
        if (!s.stowed) assert_true(overlap_with_terrain(h->world, h->units[k]) < 1e-4);
        if (h->inside[k]) {
            assert_comes_clear_by_its_drive(h, k, &s);
            h->cleared += s.position.x != h->before[k].x || s.position.y != h->before[k].y;
        } else if (h->stood[k]) {
            if (s.position.x != h->before[k].x || s.position.y != h->before[k].y)
                fail_msg("unit %d at rest moved from %.5f, %.5f to %.5f, %.5f", k,
                         (double)h->before[k].x, (double)h->before[k].y, (double)s.position.x,
                         (double)s.position.y);
        } else
            h->moved++;
        check_order(h, k, &s);
        h->jams += s.decision == SIDLE_DECISION_PUSH;
    }
}

static void the_invariants_hold_whatever_the_host_does(void **state) {
    (void)state;
    int runs = getenv("SIDLE_LONG") ? 1000 : 60;
    history sum = {.world = NULL};
    for (int run = 0; run < runs; run++) {
        history h = random_history((uint64_t)run);
        for (int tick = 0; tick < TICKS; tick++) {
            meddle(&h);
            meddle(&h);
            tick_and_check(&h);
        }
        sum.changes += h.changes;
        sum.refused_changes += h.refused_changes;
        sum.stowed += h.stowed;
        sum.in_range += h.in_range;
        sum.arrivals += h.arrivals;
        sum.jams += h.jams;
        sum.edits += h.edits;
        sum.refused_edits += h.refused_edits;
        sum.moved += h.moved;
        sum.cleared += h.cleared;
        sum.lost += h.lost;
        sum.caught += h.caught;
        sum.ranges += h.ranges;
        sum.refused_ranges += h.refused_ranges;
        sidle_world_destroy(h.world);
    }
    /* The histories were worth it. */
    assert_true(sum.changes > runs * 5 && sum.refused_changes > runs);
    assert_true(sum.stowed > runs * 5 && sum.in_range > runs);
    assert_true(sum.arrivals > runs * 5);
    assert_true(sum.jams > runs);
    assert_true(sum.edits > runs * 5 && sum.refused_edits > runs * 2);
    assert_true(sum.moved > runs * 1000);
    assert_true(sum.cleared > runs);
    assert_true(sum.lost > runs && sum.caught > runs);
    assert_true(sum.ranges > runs * 5 && sum.refused_ranges > runs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_invariants_hold_whatever_the_host_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
