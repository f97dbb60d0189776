/* Crowds that are sent to one goal come to rest about it, whatever the ground, the sizes of the
 * units and the length of a tick. One table of scenes, and the same checks for each scene. */
#include "measures.h"
#include "sent_crowd.h"

/* Share of the ground that a crowd at rest covers: about 0.57 in the open, less in a street. */
static const float PACKING = 0.5f;

/* The same of the inner half: a crowd leaves no holes. */
static const float FULL = 0.45f;

/* Radii by which a crowd leans to the side from which it comes. */
static const float LEANS = 4;

typedef struct rectangle {
    uint32_t x, y, width, height; /* cells */
} rectangle;

/* Rows of `columns` units, `dx` apart, with `dy` between the rows. With no columns it is a ring of
 * radius dx about x, y. */
typedef struct block {
    int count, columns;
    float x, y, dx, dy; /* u */
    bool holds;         /* they have no order but to hold */
} block;

typedef struct scene {
    const char *name;
    float cell;                      /* u; 0: 1 */
    uint32_t width, height;          /* cells */
    rectangle walls[2], openings[2]; /* openings lie inside the walls */
    block blocks[2];
    float radii[3];  /* u, in turn; none: that of the built-in profile */
    float turn_rate; /* degrees a second; 0: that of the built-in profile */
    bool fixed;      /* nobody gives way */
    sidle_vec2 goal, path[2];
    float range;    /* u; above 0 they approach the goal so far */
    int starts;     /* so often it is played, each with other ticks and distances; 0: once */
    float most;     /* s until everybody rests */
    int full[2];    /* the fewest and the most that are told that there is no room */
    float farthest; /* u from the goal, where even those rest; 0: anywhere */
    bool hidden;    /* the crowd reaches round a corner */
} scene;

static const scene SCENES[] = {
    /* Few. */
    {"two", .width = 40, .height = 20, .blocks = {{2, 1, 10, 9, 0, 2}}, .goal = {30, 10},
     .starts = 2, .most = 20},
    {"two vehicles of one side", .width = 80, .height = 60,
     .blocks = {{1, 1, 10, 26, 0, 0}, {1, 1, 12, 32, 0, 0}}, .radii = {1.6f}, .turn_rate = 45,
     .goal = {45, 30}, .starts = 2, .most = 60},
    {"two vehicles of two sides", .width = 80, .height = 60,
     .blocks = {{1, 1, 10, 26, 0, 0}, {1, 1, 70, 50, 0, 0}}, .radii = {1.6f}, .turn_rate = 45,
     .goal = {45, 30}, .starts = 2, .most = 60},
    {"two in a dead end", .width = 40, .height = 1, .blocks = {{2, 2, 20, 0.5f, 4, 0}},
     .goal = {0.5f, 0.5f}, .starts = 2, .most = 60},
    /* In the open. */
    {"20 in the open", .width = 100, .height = 80, .blocks = {{20, 5, 5, 37, 1.3f, 1.3f}},
     .goal = {70, 40}, .starts = 4, .most = 60},
    {"150 in the open", .width = 100, .height = 80, .blocks = {{150, 13, 5, 32, 1.3f, 1.3f}},
     .goal = {70, 40}, .starts = 2, .most = 90},
    {"a ring", .width = 80, .height = 80,
     .blocks = {{60, 0, 40, 40, 26, 0}, {60, 0, 40, 40, 28, 0}}, .goal = {40, 40}, .most = 90},
    {"into a corner", .width = 60, .height = 60, .blocks = {{60, 8, 30, 30, 1.2f, 1.2f}},
     .goal = {0.5f, 0.5f}, .starts = 2, .most = 90},
    {"within a range", .width = 48, .height = 48, .blocks = {{24, 4, 4, 18, 1.2f, 1.2f}},
     .goal = {34, 24}, .range = 6, .starts = 2, .most = 60},
    {"beside a crowd that holds", .width = 70, .height = 60, .walls = {{40, 0, 20, 60}},
     .blocks = {{231, 11, 29.25f, 19.8f, 1.02f, 1.02f, .holds = true}, {1, 1, 38.9f, 30.4f, 0, 0}},
     .goal = {65, 30}, .most = 40, .full = {1, 1}},
    /* In streets. */
    {"80 in a street of 4", .width = 110, .height = 4, .blocks = {{80, 27, 1, 0.5f, 1.15f, 1.5f}},
     .goal = {75, 2}, .starts = 2, .most = 150},
    {"both ends of a street of 5", .width = 120, .height = 5,
     .blocks = {{60, 15, 2, 0.6f, 1.15f, 1.25f}, {60, 15, 100, 0.6f, 1.15f, 1.25f}},
     .goal = {60, 2.5f}, .starts = 2, .most = 200},
    {"a T of streets", .width = 84, .height = 50, .walls = {{0, 4, 40, 46}, {44, 4, 40, 46}},
     .blocks = {{40, 14, 2, 0.6f, 1.2f, 1.2f}, {40, 14, 66, 0.6f, 1.2f, 1.2f}}, .goal = {42, 30},
     .path = {{42, 2}, {42, 6}}, .hidden = true, .most = 150},
    /* Through doors and necks. */
    {"close behind a gate", .width = 100, .height = 80, .walls = {{50, 0, 1, 38}, {50, 42, 1, 38}},
     .blocks = {{150, 25, 10, 36, 1.2f, 1.2f}}, .goal = {53, 40}, .path = {{48, 40}, {52, 40}},
     .hidden = true, .most = 150},
    {"through a doorway, where nobody gives way", .width = 70, .height = 40,
     .walls = {{35, 0, 1, 18}, {35, 22, 1, 18}}, .blocks = {{48, 8, 8, 16, 1.2f, 1.2f}},
     .fixed = true, .goal = {52, 20}, .path = {{33, 20}, {38, 20}}, .starts = 2, .most = 60},
    {"through a neck of 2", .width = 80, .height = 80, .walls = {{0, 44, 39, 6}, {41, 44, 39, 6}},
     .blocks = {{80, 12, 34, 34, 1.1f, 1.1f}}, .goal = {40, 62}, .path = {{40, 42}, {40, 52}},
     .starts = 2, .most = 150},
    {"large ones through a neck of 5", .width = 80, .height = 80,
     .walls = {{0, 44, 38, 6}, {43, 44, 37, 6}}, .blocks = {{40, 9, 31, 30, 2.2f, 2.2f}},
     .radii = {1}, .goal = {40, 62}, .path = {{40, 42}, {40, 52}}, .starts = 2, .most = 150},
    {"all sizes through a neck of 5", .width = 80, .height = 80,
     .walls = {{0, 44, 38, 6}, {43, 44, 37, 6}}, .blocks = {{120, 14, 28, 26, 1.76f, 1.76f}},
     .radii = {0.5f, 0.3f, 0.8f}, .goal = {40, 62}, .path = {{40, 42}, {40, 52}}, .starts = 4,
     .most = 150, .full = {0, 6}},
    /* Without room for all. */
    {"two that shut each other out", .width = 40, .height = 1,
     .blocks = {{1, 1, 5.3f, 0.5f, 0, 0}, {1, 1, 4.1f, 0.5f, 0, 0}}, .radii = {0.45f, 0.44f},
     .goal = {0.5f, 0.5f}, .starts = 4, .most = 40, .full = {0, 1}},
    {"to an island", .width = 80, .height = 60, .walls = {{44, 14, 32, 32}},
     .openings = {{54, 24, 12, 12}}, .blocks = {{60, 10, 8, 26, 1.2f, 1.2f}}, .goal = {60, 30},
     .most = 90, .full = {60, 60}, .farthest = 40},
    {"90 into a room for 60", .width = 50, .height = 40, .walls = {{40, 15, 10, 10}},
     .openings = {{41, 16, 9, 8}, {40, 18, 1, 4}}, .blocks = {{90, 15, 4, 14, 1.2f, 1.2f}},
     .goal = {46, 20}, .path = {{38, 20}, {42.5f, 20}}, .hidden = true, .most = 100,
     .full = {0, 90}, .farthest = 24},
    {"straight for a wall with a neck", .width = 80, .height = 80,
     .walls = {{0, 44, 38, 6}, {42, 44, 38, 6}}, .blocks = {{400, 26, 26.25f, 42, 1.1f, -1.1f}},
     .goal = {40, 62}, .most = 300, .full = {0, 100}},
    {"on both sides of a board", .cell = 0.125f, .width = 320, .height = 320,
     .walls = {{0, 160, 320, 1}},
     .blocks = {{24, 12, 14, 24, 1.1f, 1.1f}, {24, 12, 14, 15.9f, 1.1f, 1.1f}}, .goal = {20, 20.7f},
     .most = 120, .full = {24, 24}},
};

/* ---- setting a scene ---- */

/* Ticks a second, of the starts of a scene. */
static const float RATES[] = {30, 10, 60, 7};

static bool has_path(const scene *s) {
    return s->path[0].x > 0;
}

static void order_all(crowd *c, const scene *s, int first) {
    const sidle_range range = {.most = s->range};
    if (s->range <= 0) {
        send(c, first, s->goal, s->path, has_path(s) ? 2 : 0);
        return;
    }
    for (int k = first; k < c->count; k++)
        assert_ok(sidle_unit_approach_point(c->world, c->ids[k], s->goal, &range));
}

static sidle_profile_id kind_of(sidle_world *world, const scene *s, int k) {
    sidle_profile p = sidle_profile_default();
    p.radius = s->radii[k] > 0 ? s->radii[k] : p.radius;
    if (s->turn_rate > 0) {
        p.turn_rate = s->turn_rate;
        p.acceleration = 1; /* u/s^2, of a vehicle */
    }
    if (s->fixed) p.give_way = SIDLE_GIVE_WAY_NEVER;
    return profile_in(world, &p);
}

/* Each start sets the units a little farther apart. */
static void add_units(crowd *c, const block *b, const sidle_profile_id kinds[3], int used,
                      int start) {
    float wider = 1 + 0.006f * (float)start;
    for (int k = 0; k < b->count; k++) {
        float angle = 6.2831853f * (float)k / (float)b->count;
        float along = b->columns ? (float)(k % b->columns) : cosf(angle);
        float across = b->columns ? (float)(k / b->columns) * b->dy : sinf(angle) * b->dx;
        add(c, kinds[c->count % used], b->x + along * b->dx * wider, b->y + across);
        if (b->holds) assert_ok(sidle_unit_hold(c->world, c->ids[c->count - 1]));
    }
}

static void set_rectangle(sidle_world *world, const rectangle *r, sidle_terrain terrain) {
    if (r->width == 0) return;
    assert_ok(sidle_world_set_cells(world, r->x, r->y, r->width, r->height, terrain));
}

/* Returns the first unit that has an order: those before it hold. */
static int set_scene(crowd *c, const scene *s, int start) {
    c->world = world_of_cells(s->cell > 0 ? s->cell : 1, s->width, s->height);
    c->tick = 1 / RATES[start % 4];
    for (int k = 0; k < 2; k++) set_rectangle(c->world, &s->walls[k], SIDLE_TERRAIN_VOID);
    for (int k = 0; k < 2; k++) set_rectangle(c->world, &s->openings[k], SIDLE_TERRAIN_GROUND);
    sidle_profile_id kinds[3];
    int used = 1;
    while (used < 3 && s->radii[used] > 0) used++;
    for (int k = 0; k < used; k++) kinds[k] = kind_of(c->world, s, k);
    for (int k = 0; k < 2; k++) add_units(c, &s->blocks[k], kinds, used, start);
    int first = s->blocks[0].holds ? s->blocks[0].count : 0;
    order_all(c, s, first);
    return first;
}

/* ---- what holds for each scene ---- */

/* u^2 of ground in sight of the goal, no farther from it than that. */
static float ground_within(const crowd *c, const scene *s, sidle_profile_id eye, float most) {
    float cell = s->cell > 0 ? s->cell : 1, ground = 0;
    for (uint32_t n = 0; n < s->width * s->height; n++) {
        sidle_vec2 at = {cell * ((float)(n % s->width) + 0.5f),
                         cell * ((float)(n / s->width) + 0.5f)};
        if (distance(at, s->goal) < most && sidle_world_line_fits(c->world, eye, at, s->goal))
            ground += cell * cell;
    }
    return ground;
}

/* u^2 that those cover that have an order and rest no farther from the goal than that. */
static float covered_within(const crowd *c, const scene *s, int first, float most) {
    float covered = 0;
    for (int k = first; k < c->count; k++) {
        sidle_unit_state u = state_of(c->world, c->ids[k]);
        if (distance(u.position, s->goal) < most) covered += 3.14159265f * u.radius * u.radius;
    }
    return covered;
}

/* u from the goal: within it there is as much ground in sight of the goal as the crowd needs. */
static float reach_of(const crowd *c, const scene *s, sidle_profile_id eye, int first) {
    float needs = covered_within(c, s, first, INFINITY) / PACKING, reach = 0.5f;
    while (reach < 100 && ground_within(c, s, eye, reach) < needs) reach += 0.5f;
    return reach;
}

/* Those that hold, and those that nobody may move once they were told. */
static void assert_nobody_is_moved(const crowd *c, const scene *s, int first,
                                   const sidle_vec2 *held) {
    for (int k = 0; k < first; k++) assert_same_place(c->world, c->ids[k], held[k]);
    for (int k = first; k < c->count && s->fixed; k++)
        if (c->told[k]) assert_same_place(c->world, c->ids[k], c->told_at[k]);
}

/* Those that rest under their order, as there is no room for them. */
static int kept_of(const crowd *c) {
    int kept = 0;
    for (int k = 0; k < c->count; k++) {
        sidle_unit_state u = state_of(c->world, c->ids[k]);
        kept += u.under_way && u.stuck;
    }
    return kept;
}

static void play_until_rest(crowd *c, const scene *s, int first) {
    static sidle_vec2 held[BODIES_MOST];
    float seconds = 0, still = 0;
    for (int k = 0; k < first; k++) held[k] = state_of(c->world, c->ids[k]).position;
    for (; still < (kept_of(c) ? 4 : 1); seconds += c->tick) {
        step(c);
        still = moving(c) ? 0 : still + c->tick;
        assert_nobody_is_moved(c, s, first, held);
        if (seconds > s->most)
            fail_msg("%s: %d of %d still move after %g s", s->name, moving(c), c->count,
                     (double)seconds);
    }
    print_message("%s at %g Hz: %.0f s of %g, %d told, %d kept\n", s->name, 1.0 / (double)c->tick,
                  (double)seconds, (double)s->most, c->arrived, kept_of(c));
}

static void assert_is_where_it_belongs(const crowd *c, const scene *s, int k, float reach,
                                       sidle_profile_id eye) {
    sidle_unit_state u = state_of(c->world, c->ids[k]);
    float away = distance(u.position, s->goal);
    if (u.under_way && u.stuck) return;
    if (!c->told[k]) fail_msg("%s: unit %u was never told", s->name, c->ids[k].slot);
    assert_true(u.arrived && u.arrival == c->arrival[k]);
    assert_true(s->farthest <= 0 || away < s->farthest);
    if (distance(u.position, c->told_at[k]) > 0.1f * u.radius)
        fail_msg("%s: unit %u was told %g u away", s->name, c->ids[k].slot,
                 (double)distance(u.position, c->told_at[k]));
    if (away > reach)
        fail_msg("%s: unit %u is %g u from the goal, beyond %g u", s->name, c->ids[k].slot,
                 (double)away, (double)reach);
    if (!s->hidden && !sidle_world_line_fits(c->world, eye, u.position, s->goal))
        fail_msg("%s: unit %u has arrived at %g, %g, out of sight of its goal", s->name,
                 c->ids[k].slot, (double)u.position.x, (double)u.position.y);
}

static void assert_arrivals(const crowd *c, const scene *s, int first) {
    sidle_profile_id eye = profile_of_radius(c->world, 0.05f); /* as thin as a line */
    float reach = s->range > 0 ? s->range : reach_of(c, s, eye, first), radius = 0;
    int full = kept_of(c);
    assert_int_equal(c->arrived + full, c->count - first);
    if (full < s->full[0] || full > s->full[1])
        fail_msg("%s: %d are kept, as there is no room", s->name, full);
    assert_true(c->why[SIDLE_ARRIVAL_AT_GOAL] <= 1);
    assert_int_equal(c->why[SIDLE_ARRIVAL_IN_RANGE], s->range > 0 ? c->count : 0);
    for (int k = first; k < c->count; k++) {
        radius = fmaxf(radius, state_of(c->world, c->ids[k]).radius);
        assert_is_where_it_belongs(c, s, k, reach + LEANS * radius, eye);
    }
    float inner = 0.5f * reach, ground = ground_within(c, s, eye, inner);
    bool is_crowd = c->count - first >= 20 && s->range <= 0 && s->full[0] == 0;
    if (is_crowd && covered_within(c, s, first, inner) < FULL * ground)
        fail_msg("%s: they leave holes within %g u of the goal", s->name, (double)inner);
}

/* The same order again ends at once, and moves nobody. */
static void assert_is_content(crowd *c, const scene *s, int first) {
    static sidle_vec2 stood[BODIES_MOST];
    for (int k = 0; k < c->count; k++) stood[k] = state_of(c->world, c->ids[k]).position;
    forget_events(c);
    order_all(c, s, first);
    for (float seconds = 0; seconds < 2; seconds += c->tick) step(c);
    assert_int_equal(c->arrived, c->count - first);
    for (int k = 0; k < c->count; k++)
        assert_true(distance(stood[k], state_of(c->world, c->ids[k]).position) < 0.05f);
}

static void play(const scene *s, int start) {
    crowd c = {.count = 0};
    int first = set_scene(&c, s, start);
    play_until_rest(&c, s, first);
    assert_come_clear(c.world, 5, s->name); /* friends that made room return */
    assert_arrivals(&c, s, first);
    if (s->full[1] == 0) assert_is_content(&c, s, first);
    sidle_world_destroy(c.world);
}

TEST(crowds_come_to_rest_about_their_goal) {
    for (size_t n = 0; n < sizeof SCENES / sizeof *SCENES; n++)
        for (int start = 0; start == 0 || start < SCENES[n].starts; start++)
            play(&SCENES[n], start);
}

/* A friend that patrols through a crowd pushes those aside that wait on their places. Each of them
 * is told all the same that it rests, for now or for good, though the friend comes back again and
 * again: after 101 s at most. All have arrived after 282 s at most. When they also waited for each
 * unit that was pushed off its place, it took up to 252 s until they were told. */
TEST(a_crowd_through_which_a_friend_patrols_is_told) {
    enum { SIDE = 4, CROWD = SIDE * SIDE };
    const sidle_vec2 far_end = {0, 2.4f};
    enum { TOLD = 120, ARRIVED = 300 }; /* s */
    for (int walker = 0; walker < CROWD; walker++) {
        crowd c = {.world = open_world(24, 16), .tick = 0.1f};
        add_block(&c, CROWD, SIDE, 1, 3.2f, 1.36f);
        send(&c, 0, (sidle_vec2){0, 0}, NULL, 0);
        sidle_unit_id enemy = unit_at(c.world, 1.2f, 1.9f);
        assert_ok(sidle_unit_set_team(c.world, enemy, 1));
        assert_ok(sidle_unit_patrol(c.world, c.ids[walker], &far_end, 1));
        bool told[CROWD] = {false};
        told[walker] = true;
        for (int n = 0; n < 10 * ARRIVED; n++) {
            step(&c);
            for (int k = 0; k < CROWD && n < 10 * TOLD; k++) {
                sidle_unit_state s = state_of(c.world, c.ids[k]);
                told[k] |= s.arrived || s.stuck;
            }
        }
        for (int k = 0; k < CROWD; k++) assert_true(told[k]);
        assert_int_equal(c.arrived, CROWD - 1);
        sidle_world_destroy(c.world);
    }
}

/* Where all end depends on their ranks alone. */
static void gather(bool backwards, sidle_vec2 ends[50]) {
    sidle_world *world = open_world(70, 40);
    sidle_unit_id ids[50];
    for (int n = 0; n < 50; n++) {
        int k = backwards ? 49 - n : n;
        float x = k % 2 ? 8 + 1.2f * (float)(k / 10) : 60 - 1.2f * (float)(k / 10);
        ids[k] = unit_ranked(world, (sidle_profile_id){0}, x, 14 + 1.2f * (float)(k % 10),
                             1 + (uint32_t)(k * 7 % 50));
    }
    for (int k = 0; k < 50; k++) assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){35, 20}));
    run(world, 25);
    for (int k = 0; k < 50; k++) ends[k] = state_of(world, ids[k]).position;
    sidle_world_destroy(world);
}

TEST(places_do_not_depend_on_the_order_of_creation) {
    sidle_vec2 one[50], other[50];
    gather(false, one);
    gather(true, other);
    for (int k = 0; k < 50; k++) assert_true(same_place(one[k], other[k]));
}

TESTS_OF(crowds_at_rest)
