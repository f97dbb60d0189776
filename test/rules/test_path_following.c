/* Passing waypoints and the points of patrols against their plain rules: units of random profiles
 * are put somewhere about their waypoint or goal, at random speeds, and go on from there. */
#include "internals.h"
#include "plain_vec.h"
#include "support.h"

#include <math.h>

enum { SCENES = 40, UNITS = 30, PUTS = 60, SIZE = 24, POINTS = 20 };

/* ---- the rules ---- */

/* A unit before it goes on, and what the rules make of it. */
typedef struct walker {
    sidle_world *world;
    sidle_unit_id id;
    sidle_profile profile;
    sidle_unit_state state;
    sidle_vec2 points[POINTS]; /* of its path */
    uint32_t count;
    sidle_vec2 patrol[3];
    uint32_t stops, stop; /* of the patrol: so many, and the one to which it goes */
} walker;

typedef struct outcome {
    uint32_t next, told;
    bool under_way, arrived, looks;
    sidle_vec2 goal, corner;
} outcome;

typedef struct tally {
    uint32_t passed, on_spot, wide, hidden, goals, stops, moved;
} tally;

static double speed_of(const inside_walk *w) {
    return hypot((double)w->velocity.x, (double)w->velocity.y);
}

static bool passes(const walker *w, const inside_walk *at, uint32_t next, double dt, tally *t) {
    const sidle_profile *p = &w->profile;
    sidle_vec2 here = w->points[next],
               after = next + 1 < w->count ? w->points[next + 1] : w->state.goal;
    double distance = apart(at->position, here), radius = (double)p->tuning.waypoint_radius;
    double wide = (double)inside_clearance(w->world, w->id, here) + 0.4 * (double)p->radius;
    bool on_spot = distance <= fmax(0.25 * (double)p->radius, speed_of(at) * dt);
    bool near = distance <= fmax(radius, fmin(wide, 2.2 * radius));
    bool sees = inside_sees(w->world, w->id, at->position, after, 0.75f);
    t->on_spot += on_spot && !(near && sees);
    t->wide += near && sees && distance > radius;
    t->hidden += near && !sees && !on_spot;
    return on_spot || (near && sees);
}

/* A patrol turns to its next point. Any other unit goes on until it has a place to rest on. */
static void reach_goal(const walker *w, const inside_walk *at, outcome *o, tally *t) {
    double distance = apart(at->position, w->state.goal);
    double radius = (double)w->profile.radius, arrival = (double)w->profile.tuning.arrival_radius;
    t->goals += distance <= arrival;
    if (w->state.order != SIDLE_ORDER_PATROL || distance > fmax(radius, arrival)) return;
    t->stops++;
    o->told |= 1u << SIDLE_EVENT_WAYPOINT;
    o->goal = w->patrol[(w->stop + 1) % w->stops];
    o->next = 0;
    o->corner = at->position;
    o->looks = true;
    if (!inside_sees(w->world, w->id, at->position, o->goal, 1))
        o->told |= 1u << SIDLE_EVENT_PATH_WANTED;
}

static outcome expected_of(const walker *w, const inside_walk *at, double dt, tally *t) {
    const sidle_unit_state *s = &w->state;
    outcome o = {.next = at->next,
                 .under_way = at->under_way,
                 .arrived = at->arrived,
                 .goal = s->goal,
                 .corner = at->corner};
    if (!at->under_way) return o;
    while (!s->guided && o.next < w->count && passes(w, at, o.next, dt, t)) {
        o.next++;
        o.corner = at->position;
        o.looks = true;
        o.told |= 1u << 11; /* beside the public events: waypoints were passed */
        t->passed++;
    }
    bool last =
        s->guided ? at->guide.x == s->goal.x && at->guide.y == s->goal.y : o.next >= w->count;
    if (last) reach_goal(w, at, &o, t);
    return o;
}

/* ---- units ---- */

static sidle_vec2 somewhere(dice *d) {
    return (sidle_vec2){roll_between(d, 0.5f, SIZE - 0.5f), roll_between(d, 0.5f, SIZE - 0.5f)};
}

static sidle_vec2 about(dice *d, sidle_vec2 point, float far) {
    float x = point.x + roll_between(d, -far, far), y = point.y + roll_between(d, -far, far);
    return (sidle_vec2){fminf(fmaxf(x, 0.1f), SIZE - 0.1f), fminf(fmaxf(y, 0.1f), SIZE - 0.1f)};
}

static sidle_profile random_profile(dice *d) {
    sidle_profile p = sidle_profile_default();
    p.radius = roll_between(d, 0.1f, 0.5f);
    p.top_speed = roll_between(d, 0.5f, 12);
    p.acceleration = roll_between(d, 1, 40);
    p.tuning.waypoint_radius = roll(d, 2) ? roll_between(d, 0.05f, 2) : 1.5f;
    p.tuning.arrival_radius = roll(d, 2) ? 0.05f : roll_between(d, 0.01f, 1.5f);
    p.turn_rate = 100000;
    return p;
}

/* Does the unit get from one point to the next? */
static bool gets_on(const walker *w, sidle_vec2 from, sidle_vec2 by, sidle_vec2 to) {
    return inside_sees(w->world, w->id, from, by, 0.75f) &&
           inside_sees(w->world, w->id, by, to, 0.75f);
}

static bool fits_all(const walker *w, const sidle_vec2 *points, int count) {
    bool fit = true;
    sidle_profile_id profile = state_of(w->world, w->id).profile;
    for (int k = 0; k < count; k++) fit = fit && sidle_world_fits(w->world, profile, points[k]);
    return fit;
}

/* A waypoint at which the disc does not fit moves to a point near by where it does, if there is one
 * in view. A waypoint at which it fits moves only if a wall hides the point before or after it, and
 * only to where both are in sight. A point beside it may have moved as well. */
static void read_moved_points(walker *w, tally *t) {
    sidle_vec2 left[POINTS];
    uint32_t count;
    sidle_unit_state s = state_of(w->world, w->id);
    assert_ok(sidle_unit_path_left(w->world, w->id, left, POINTS, &count));
    assert_int_equal(count, w->count);
    for (uint32_t k = 0; k < count; k++) {
        sidle_vec2 before = k ? left[k - 1] : s.position, own = w->points[k],
                   after = k + 1 < count ? left[k + 1] : s.goal,
                   first = k ? w->points[k - 1] : s.position,
                   next = k + 1 < count ? w->points[k + 1] : s.goal;
        bool moves = left[k].x != own.x || left[k].y != own.y;
        assert_true(sidle_world_fits(w->world, s.profile, left[k]));
        if (!moves || !fits_all(w, (sidle_vec2[]){own, next}, 2)) continue;
        assert_true(gets_on(w, before, left[k], after));
        if (!sidle_world_fits(w->world, s.profile, first)) continue;
        assert_false(gets_on(w, before, own, next) && gets_on(w, first, own, next));
        t->moved++;
    }
    memcpy(w->points, left, sizeof left);
}

/* A path of points close to each other now and then, so that one tick may pass many. */
static void lead(walker *w, dice *d, tally *t) {
    sidle_vec2 at = somewhere(d);
    float far = roll(d, 3) ? 4 : 0.05f;
    w->count = roll(d, POINTS + 1);
    for (uint32_t k = 0; k < w->count; k++) w->points[k] = at = about(d, at, far);
    if (sidle_unit_set_path(w->world, w->id, w->points, w->count))
        w->count = 0;
    else
        read_moved_points(w, t);
}

static void order(walker *w, dice *d, sidle_unit_id other, tally *t) {
    w->count = 0;
    uint32_t kind = roll(d, 8);
    if (kind == 0) {
        w->stops = 2 + roll(d, 2);
        for (uint32_t k = 0; k < w->stops; k++) w->patrol[k] = somewhere(d);
        assert_ok(sidle_unit_patrol(w->world, w->id, w->patrol, w->stops));
    } else if (kind == 1 && other.slot != w->id.slot) {
        assert_ok(roll(d, 2) ? sidle_unit_pursue(w->world, w->id, other)
                             : sidle_unit_flee(w->world, w->id, somewhere(d)));
    } else {
        assert_ok(sidle_unit_go(w->world, w->id, somewhere(d)));
        if (kind == 2) assert_ok(sidle_unit_set_guide(w->world, w->id, somewhere(d)));
        if (kind == 3)
            assert_ok(sidle_unit_set_guide(w->world, w->id, state_of(w->world, w->id).goal));
        if (kind > 3) lead(w, d, t);
    }
}

/* About the waypoint, or the goal, or where it was. */
static inside_walk put(const walker *w, dice *d) {
    inside_walk at = inside_walk_of(w->world, w->id);
    bool has_waypoint = at.under_way && at.next < w->count;
    sidle_vec2 point = has_waypoint && roll(d, 8) ? w->points[at.next] : w->state.goal;
    float far = has_waypoint ? 2.5f * w->profile.tuning.waypoint_radius
                             : 1.5f * fmaxf(w->profile.tuning.arrival_radius, w->profile.radius);
    at.position = about(d, point, roll(d, 3) ? far : 0.3f * far);
    if (!roll(d, 12)) at.position = point;
    float speed = w->profile.top_speed * (roll(d, 3) ? 0.2f : 1);
    at.velocity = about(d, (sidle_vec2){SIZE / 2, SIZE / 2}, speed);
    at.velocity.x -= SIZE / 2;
    at.velocity.y -= SIZE / 2;
    if (roll(d, 2)) at.velocity = (sidle_vec2){0, 0};
    at.moved = roll(d, 3) ? (sidle_vec2){0, 0.1f} : (sidle_vec2){0, 0};
    if (!roll(d, 3)) at.moved = (sidle_vec2){0.1f, 0};
    return at;
}

/* ---- the comparison ---- */

#define SAME(what, is, expected)                                                                   \
    if ((is) != (expected)) fail_msg(what " is %d and not %d", (int)(is), (int)(expected))

static void compare(walker *w, dice *d, float dt, tally *t) {
    w->state = state_of(w->world, w->id);
    inside_walk at = put(w, d);
    outcome o = expected_of(w, &at, (double)dt, t);
    inside_walk now = inside_advance(w->world, w->id, &at, dt);
    sidle_unit_state s = state_of(w->world, w->id);
    if (at.next != o.next || w->count) SAME("the waypoint", now.next, o.next);
    SAME("under way", now.under_way, o.under_way);
    SAME("arrived", now.arrived, o.arrived);
    SAME("what is told", now.told, o.told);
    SAME("looks", now.looks, o.looks);
    SAME("what is told of", now.passed, o.told >> 11 ? o.next - at.next : 0);
    if (apart(now.corner, o.corner) > 0)
        fail_msg("returns to %g, %g", (double)now.corner.x, (double)now.corner.y);
    if (apart(s.goal, o.goal) > 0) fail_msg("goes to %g, %g", (double)s.goal.x, (double)s.goal.y);
    if (o.told & 1u << SIDLE_EVENT_WAYPOINT && !o.arrived) {
        w->stop = (w->stop + 1) % w->stops;
        w->count = 0;
    }
}

static void play(uint64_t scene, tally *t) {
    dice d = {scene};
    char picture[SIZE * (SIZE + 1) + 1], *c = picture;
    uint32_t walls = roll(&d, 12);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) *c++ = roll(&d, 100) < walls ? '#' : '.';
        *c++ = '\n';
    }
    *c = 0;
    sidle_world *world = world_of(picture);
    walker walkers[UNITS];
    uint32_t count = 0;
    for (int k = 0; k < 4 * UNITS && count < UNITS; k++) {
        walker *w = &walkers[count];
        *w = (walker){.world = world, .profile = random_profile(&d)};
        sidle_unit_def def = sidle_unit_def_default();
        def.profile = profile_in(world, &w->profile);
        def.position = somewhere(&d);
        if (!sidle_unit_create(world, &def, &w->id)) count++;
    }
    float dt = scene % 2 ? TICK : 0.1f;
    for (uint32_t k = 0; k < count; k++)
        for (int n = 0; n < PUTS; n++) {
            if (n % 20 == 0) {
                walkers[k].stop = 0;
                order(&walkers[k], &d, walkers[0].id, t);
            }
            compare(&walkers[k], &d, dt, t);
        }
    sidle_world_destroy(world);
}

static void waypoints_are_passed_as_the_rules_say(void **state) {
    (void)state;
    tally t = {0};
    for (uint64_t scene = 0; scene < SCENES; scene++) play(scene, &t);
    print_message(
        "%u waypoints passed, %u of them on the spot, %u on wide ground; %u hidden; %u put on "
        "their goals; %u stops of patrols; %u waypoints moved round a corner\n",
        t.passed, t.on_spot, t.wide, t.hidden, t.goals, t.stops, t.moved);
    const uint32_t often[] = {t.passed, t.on_spot, t.wide, t.hidden, t.goals, t.stops, t.moved};
    for (size_t k = 0; k < sizeof often / sizeof *often; k++) assert_true(often[k] > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waypoints_are_passed_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
