/* Units in each other's way make room: those that rest in range move on for those that come, and a
 * crowd lets one through to a free place. The tests of give_way have the simple cases. */
#include "measures.h"

/* ---- attack in rooms ---- */

/* A square grid of rooms; most walls between two of them have a door. */
enum { SIDE = 5, ROOMS = SIDE * SIDE, TARGETS = 5, ATTACKERS = 40, SCENES = 6, WALLED = -1 };

typedef struct rooms {
    sidle_world *world;
    int size;            /* cells of half a u, without the wall */
    int door[2][ROOMS];  /* to the room on the right and to that below: its first cell, or WALLED */
    int width[2][ROOMS]; /* cells */
} rooms;

static sidle_vec2 middle_of_door(const rooms *r, int down, int room) {
    float step = 0.5f * (float)(r->size + 1);
    float along = 0.5f * ((float)r->door[down][room] + 0.5f * (float)r->width[down][room]);
    float x = (float)(room % SIDE) * step, y = (float)(room / SIDE) * step;
    float wall = step - 0.25f;
    return down ? (sidle_vec2){x + along, y + wall} : (sidle_vec2){x + wall, y + along};
}

static void build_wall(rooms *r, dice *d, int down, int room) {
    int x = room % SIDE * (r->size + 1), y = room / SIDE * (r->size + 1);
    r->width[down][room] = 3 + (int)roll(d, 4);
    r->door[down][room] =
        roll(d, 5) ? 2 + (int)roll(d, (uint32_t)(r->size - 4 - r->width[down][room])) : WALLED;
    for (int k = 0; k <= r->size; k++) {
        int off = k - r->door[down][room];
        if (r->door[down][room] != WALLED && off >= 0 && off < r->width[down][room]) continue;
        int cx = down ? x + k : x + r->size, cy = down ? y + r->size : y + k;
        assert_ok(
            sidle_world_set_cells(r->world, (uint32_t)cx, (uint32_t)cy, 1, 1, SIDLE_TERRAIN_VOID));
    }
}

static rooms rooms_of(dice *d, int size) {
    uint32_t cells = (uint32_t)(SIDE * (size + 1));
    rooms r = {.world = world_of_cells(0.5f, cells, cells), .size = size};
    for (int room = 0; room < ROOMS; room++)
        for (int down = 0; down < 2; down++) build_wall(&r, d, down, room);
    return r;
}

static int room_at(const rooms *r, sidle_vec2 at) {
    float step = 0.5f * (float)(r->size + 1);
    return (int)(at.y / step) * SIDE + (int)(at.x / step);
}

/* The room behind a wall, and its door; WALLED: none. */
static int next_room(const rooms *r, int room, int wall, sidle_vec2 *door) {
    static const int STEP[] = {1, SIDE, -1, -SIDE};
    int next = room + STEP[wall], first = wall < 2 ? room : next;
    if (next < 0 || next >= ROOMS || (wall % 2 == 0 && next / SIDE != room / SIDE)) return WALLED;
    if (r->door[wall % 2][first] == WALLED) return WALLED;
    *door = middle_of_door(r, wall % 2, first);
    return next;
}

/* The doors from one room to another, by a search in width; WALLED: there is no way. */
static int way_between(const rooms *r, int from, int to, sidle_vec2 *doors) {
    int back[ROOMS], queue[ROOMS], first = 0, count = 1;
    sidle_vec2 door[ROOMS];
    for (int k = 0; k < ROOMS; k++) back[k] = WALLED;
    back[to] = to;
    queue[0] = to;
    for (; first < count; first++)
        for (int wall = 0; wall < 4; wall++) {
            sidle_vec2 at;
            int next = next_room(r, queue[first], wall, &at);
            if (next == WALLED || back[next] != WALLED) continue;
            back[next] = queue[first];
            door[next] = at;
            queue[count++] = next;
        }
    if (back[from] == WALLED) return WALLED;
    int steps = 0;
    for (int room = from; room != to; room = back[room]) doors[steps++] = door[room];
    return steps;
}

/* Is there so much room (u) about the point, from rim to rim? */
static bool stands_free(const sidle_world *world, sidle_profile_id profile, sidle_vec2 at,
                        float room, const sidle_unit_id *ids, int count, float radius) {
    if (!sidle_world_fits(world, profile, at)) return false;
    for (int k = 0; k < 16; k++) {
        float angle = 0.3926991f * (float)k;
        sidle_vec2 about = {at.x + room * cosf(angle), at.y + room * sinf(angle)};
        if (!sidle_world_fits(world, profile, about)) return false;
    }
    for (int k = 0; k < count; k++)
        if (distance(state_of(world, ids[k]).position, at) < 2 * radius + room) return false;
    return true;
}

/* How many of the attackers are out of range in the end. */
static int out_of_range(uint32_t seed, int size, float radius, float most) {
    dice d = {seed};
    rooms r = rooms_of(&d, size);
    sidle_profile p = sidle_profile_of(radius, 3);
    sidle_profile_id profile = profile_in(r.world, &p);
    const sidle_range range = {most, 0, SIDLE_PASS(SIDLE_TERRAIN_GROUND)};
    sidle_unit_id all[TARGETS + ATTACKERS];
    float extent = 0.5f * (float)(SIDE * (size + 1));
    int count = 0, whom[ATTACKERS], out = 0;
    while (count < TARGETS + ATTACKERS) {
        bool attacks = count >= TARGETS;
        sidle_vec2 at = {roll_between(&d, 0, extent), roll_between(&d, 0, extent)}, way[ROOMS];
        if (!stands_free(r.world, profile, at, attacks ? 0.02f : 4 * radius, all, count, radius))
            continue;
        int target = (int)roll(&d, TARGETS), steps = 0;
        if (attacks)
            steps = way_between(&r, room_at(&r, at),
                                room_at(&r, state_of(r.world, all[target]).position), way);
        if (steps == WALLED) continue;
        all[count] = unit_in_team(r.world, profile, attacks, at.x, at.y);
        if (!attacks) assert_ok(sidle_unit_hold(r.world, all[count]));
        if (attacks) {
            whom[count - TARGETS] = target;
            assert_ok(sidle_unit_approach(r.world, all[count], all[target], &range));
            assert_ok(sidle_unit_set_path(r.world, all[count], way, (uint32_t)steps));
        }
        count++;
    }
    run(r.world, 150);
    for (int k = 0; k < ATTACKERS; k++)
        out += gap(r.world, all[TARGETS + k], all[whom[k]]) > most + 0.01f;
    sidle_world_destroy(r.world);
    return out;
}

TEST(attackers_in_rooms_come_into_range) {
    static const struct {
        int size;
        float radius, most;
    } SIZES[] = {{19, 0.5f, 4}, {16, 0.4f, 3}, {23, 0.6f, 5}};
    int out = 0, all = 0;
    for (uint32_t seed = 1; seed <= SCENES; seed++)
        for (int n = 0; n < 3; n++, all += ATTACKERS)
            out += out_of_range(1000 * seed + (uint32_t)n, SIZES[n].size, SIZES[n].radius,
                                SIZES[n].most);
    print_message("%d of %d attackers rest out of range\n", out, all);
    /* The goal is one in a hundred; the bound is passed by chance once in a thousand runs. */
    assert_true(out <= all / 100 + 9);
}

/* ---- a lane ---- */

enum { LANE_MOST = 20, LANE_LONG = 40, FIELD = 30 };

typedef struct lane_scene {
    uint32_t seed;
    int a_side, cells; /* units; cells of half a u: width of the lane */
    float radius, speed;
} lane_scene;

typedef struct lane_course {
    int through;            /* units at their goals at last */
    float seconds, deepest; /* s, until the last one was there; u, of any two */
} lane_course;

/* A lane of 20 u between two fields. */
static sidle_world *lane_between_fields(const lane_scene *s) {
    uint32_t high = FIELD, lane = FIELD / 2 - (uint32_t)s->cells / 2;
    sidle_world *world = world_of_cells(0.5f, LANE_LONG + 2 * FIELD, high);
    for (uint32_t y = 0; y < high; y++)
        if (y < lane || y >= lane + (uint32_t)s->cells)
            assert_ok(sidle_world_set_cells(world, FIELD, y, LANE_LONG, 1, SIDLE_TERRAIN_VOID));
    return world;
}

static sidle_vec2 free_point(dice *d, bool right, const sidle_vec2 *taken, int count, float apart) {
    for (;;) {
        float x = roll_between(d, 1.5f, 11), off = right ? 0.5f * (LANE_LONG + FIELD) + 2 : 0;
        sidle_vec2 at = {x + off, roll_between(d, 1.5f, 13.5f)};
        int k = 0;
        while (k < count && distance(taken[k], at) > apart) k++;
        if (k == count) return at;
    }
}

static void enter_lane(sidle_world *world, sidle_profile_id profile, bool right, sidle_vec2 at,
                       sidle_vec2 goal, float middle, sidle_unit_id *id) {
    float ends[] = {0.5f * FIELD - 1, 0.5f * (FIELD + LANE_LONG) + 1};
    sidle_vec2 way[] = {{ends[right], middle}, {ends[!right], middle}};
    *id = unit_of(world, profile, at.x, at.y);
    assert_ok(sidle_unit_go(world, *id, goal));
    assert_ok(sidle_unit_set_path(world, *id, way, 2));
}

static float deepest_of(const sidle_world *world, const sidle_unit_id *ids, int count) {
    float deepest = 0;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++) deepest = fmaxf(deepest, -gap(world, ids[a], ids[b]));
    return deepest;
}

/* Units of both fields go to points of their own in the other one. */
static lane_course lane_course_of(const lane_scene *s) {
    dice d = {s->seed};
    sidle_world *world = lane_between_fields(s);
    sidle_profile p = sidle_profile_of(s->radius, s->speed);
    sidle_profile_id profile = profile_in(world, &p);
    float middle = 0.5f * ((float)(FIELD / 2 - s->cells / 2) + 0.5f * (float)s->cells);
    sidle_unit_id ids[LANE_MOST];
    sidle_vec2 starts[LANE_MOST], goals[LANE_MOST];
    int count = 2 * s->a_side;
    for (int k = 0; k < count; k++) {
        starts[k] = free_point(&d, k % 2, starts, k, 2.1f * s->radius);
        goals[k] = free_point(&d, k % 2 == 0, goals, k, 2.1f * s->radius);
        enter_lane(world, profile, k % 2, starts[k], goals[k], middle, &ids[k]);
    }
    lane_course c = {0};
    for (int tick = 0; tick < 30 * 240 && c.through < count; tick++) {
        assert_ok(sidle_world_step(world, TICK));
        c.deepest = fmaxf(c.deepest, deepest_of(world, ids, count));
        c.seconds = (float)tick / 30;
        c.through = 0;
        for (int k = 0; k < count; k++)
            c.through += distance(state_of(world, ids[k]).position, goals[k]) < 2 * s->radius;
    }
    sidle_world_destroy(world);
    return c;
}

/* Where no two can pass, one backs out, with those behind it. The bound of the time: two drives on
 * the whole way (50 u), one for each direction, 2 u for each unit, and 10 s for those that meet. */
TEST(friends_come_through_a_lane_without_overlap) {
    static const lane_scene SCENES_OF[] = {
        {1, 1, 2, 0.45f, 3}, {2, 2, 2, 0.4f, 2},  {3, 3, 2, 0.45f, 4}, {4, 4, 2, 0.35f, 3},
        {5, 5, 2, 0.45f, 3}, {6, 5, 3, 0.65f, 2}, {7, 8, 2, 0.45f, 3}, {8, 3, 3, 0.7f, 3}};
    int shallow = 0, all = 0;
    for (size_t n = 0; n < sizeof SCENES_OF / sizeof *SCENES_OF; n++)
        for (uint32_t seed = 0; seed < 3; seed++, all++) {
            lane_scene s = SCENES_OF[n];
            s.seed += 100 * seed;
            lane_course c = lane_course_of(&s);
            float most = (100 + 4 * (float)s.a_side) / s.speed + 10;
            if (c.through != 2 * s.a_side || c.seconds > most)
                fail_msg("%d a side, radius %g, seed %u: %d through after %g s, not %g", s.a_side,
                         (double)s.radius, s.seed, c.through, (double)c.seconds, (double)most);
            shallow += c.deepest < 0.25f * s.radius;
        }
    print_message("%d of %d lanes without an overlap that shows\n", shallow, all);
    assert_true(8 * shallow >= 7 * all);
}

/* ---- more attackers than the range holds ---- */

/* Attackers with a range about one target that holds, on open ground. Returns the share of the time
 * in which they drive. */
static float attackers_about_one_target(uint32_t seed, int count, float radius, float most) {
    enum { MOST = 60, COLUMNS = 6 };
    dice d = {seed};
    sidle_world *world = open_world(80, 80);
    sidle_profile p = sidle_profile_of(radius, roll_between(&d, 1.5f, 4));
    sidle_profile_id profile = profile_in(world, &p);
    sidle_unit_id target = unit_of(world, profile, 50, 40), ids[MOST];
    const sidle_range range = {most, 0, 0};
    assert_ok(sidle_unit_set_team(world, target, 1));
    assert_ok(sidle_unit_hold(world, target));
    float step = 4.2f * radius;
    for (int k = 0; k < count; k++) {
        float x = 10 + step * (float)(k % COLUMNS), y = 30 + step * (float)(k / COLUMNS);
        ids[k] = unit_of(world, profile, x, y);
        assert_ok(sidle_unit_approach(world, ids[k], target, &range));
    }
    run(world, 90);
    float way = 0, seconds = 30;
    int in_range = 0;
    for (int t = 0; t < (int)seconds * 30; t++) {
        assert_ok(sidle_world_step(world, TICK));
        for (int k = 0; k < count; k++) {
            sidle_vec2 v = state_of(world, ids[k]).velocity;
            way += hypotf(v.x, v.y) / 30;
        }
    }
    for (int k = 0; k < count; k++) in_range += gap(world, ids[k], target) < most + 0.01f;
    float share = way / (seconds * (float)count * p.top_speed);
    print_message("%d attackers, radius %g, range %g: %d in range; they drive %.3f of the time\n",
                  count, (double)radius, (double)most, in_range, (double)share);
    /* Discs about a disc: six of its size touch it, and seven stand a little off it. */
    assert_true(in_range >= 5);
    sidle_world_destroy(world);
    return share;
}

/* Those that find no room rest behind the others. When they asked those in range to move on, all
 * milled about the target for ever: they drove a third of the time, and four were in range. */
TEST(attackers_without_room_rest_behind_the_others) {
    static const struct {
        int count;
        float radius, range;
    } CASES[] = {{24, 0.5f, 0.3f}, {24, 0.4f, 0.5f}, {30, 0.6f, 1}, {60, 0.5f, 2}};
    enum { SEEDS = 4 };
    for (uint32_t n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        float share = 0;
        for (uint32_t seed = 1; seed <= SEEDS; seed++)
            share += attackers_about_one_target(10 * n + seed, CASES[n].count, CASES[n].radius,
                                                CASES[n].range);
        assert_true(share < 0.25f * SEEDS);
    }
}

TESTS_OF(jam)
