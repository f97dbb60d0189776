/* What is done for many units in one call is what the calls for one unit do. */
#include "support.h"

#include <math.h>

enum { UNITS = 300 };

static bool same(sidle_vec2 a, sidle_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* A crowd in a jam before a door, some of it dead and born again. */
static sidle_world *crowd(sidle_unit_id ids[UNITS]) {
    sidle_world *world = open_world(50, 50);
    dice d = {4};
    assert_ok(sidle_world_set_cells(world, 30, 0, 1, 23, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 30, 25, 1, 25, SIDLE_TERRAIN_VOID));
    for (uint32_t k = 0; k < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position = (sidle_vec2){roll_between(&d, 2, 29), roll_between(&d, 2, 48)};
        def.user = 1000 + k;
        assert_ok(sidle_unit_create(world, &def, &ids[k]));
        if (k % 7 == 3) assert_ok(sidle_unit_destroy(world, ids[k - 1]));
    }
    for (uint32_t k = 0; k < UNITS; k++) {
        const sidle_vec2 door = {30.5f, 24};
        if (!sidle_unit_valid(world, ids[k])) continue;
        assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){40, 24}));
        assert_ok(sidle_unit_set_path(world, ids[k], &door, 1));
    }
    return world;
}

/* ---- reading ---- */

/* A host that keeps its own data of a unit beside what it reads. */
typedef struct entity {
    char own;
    sidle_unit_id id;
    sidle_vec2 position, heading, velocity, made;
    uint8_t decision;
    sidle_vec2 place;
    uint64_t user;
} entity;

static sidle_columns columns_of(entity *e) {
    return (sidle_columns){.ids = {&e->id, sizeof *e},
                           .positions = {&e->position, sizeof *e},
                           .headings = {&e->heading, sizeof *e},
                           .velocities = {&e->velocity, sizeof *e},
                           .made = {&e->made, sizeof *e},
                           .decisions = {&e->decision, sizeof *e},
                           .places = {&e->place, sizeof *e},
                           .users = {&e->user, sizeof *e}};
}

static void is_as_the_unit_says(const sidle_world *world, const entity *e, sidle_unit_id id) {
    sidle_unit_state s = state_of(world, id);
    assert_int_equal(e->id.generation, id.generation);
    assert_true(same(e->position, s.position) && same(e->heading, s.heading));
    assert_true(same(e->velocity, s.velocity) && same(e->made, s.made_velocity));
    assert_int_equal(e->decision, s.decision);
    assert_true(same(e->place, s.place));
    assert_int_equal(e->user, s.user);
    assert_int_equal(e->own, 'x');
}

TEST(all_units_are_read_into_the_rows_of_their_slots) {
    static sidle_unit_id ids[UNITS];
    static entity host[UNITS];
    sidle_world *world = crowd(ids);
    for (int tick = 0; tick < 200; tick++) {
        memset(host, 'x', sizeof host);
        if (tick == 100) assert_ok(sidle_unit_destroy(world, ids[17]));
        const sidle_columns to = columns_of(host);
        uint32_t rows, living = 0;
        assert_ok(sidle_world_read(world, &to, UNITS, &rows));
        assert_true(rows < UNITS && rows >= sidle_unit_count(world));
        for (uint32_t k = 0; k < rows; k++) {
            if (!host[k].id.slot) continue;
            living++;
            assert_int_equal(host[k].id.slot, k + 1);
            is_as_the_unit_says(world, &host[k], host[k].id);
        }
        assert_int_equal(living, sidle_unit_count(world));
        assert_int_equal(host[rows].own, 'x');
        assert_int_equal(host[rows].decision, 'x');
        assert_ok(sidle_world_step(world, TICK));
    }
    sidle_world_destroy(world);
}

enum { COLUMNS = 8 };

/* The columns whose bits are set; of the others nothing is written. */
static void read_some(const sidle_world *world, uint32_t which, entity host[UNITS]) {
    sidle_columns to = columns_of(host);
    sidle_column *columns[COLUMNS] = {&to.ids,  &to.positions, &to.headings, &to.velocities,
                                      &to.made, &to.decisions, &to.users,    &to.places};
    uint32_t rows;
    for (uint32_t n = 0; n < COLUMNS; n++)
        if (!(which >> n & 1u)) columns[n]->to = NULL;
    memset(host, 'x', UNITS * sizeof *host);
    assert_ok(sidle_world_read(world, &to, UNITS, &rows));
}

/* What is read of a unit does not depend on what else is. */
TEST(columns_are_read_in_any_company) {
    static sidle_unit_id ids[UNITS];
    static entity all[UNITS], some[UNITS];
    sidle_world *world = crowd(ids);
    for (int round = 0; round < 2; round++) {
        for (int tick = 0; tick < 40; tick++) assert_ok(sidle_world_step(world, TICK));
        if (round) assert_ok(sidle_unit_teleport(world, ids[4], (sidle_vec2){45, 5}));
        read_some(world, (1u << COLUMNS) - 1, all);
        for (uint32_t which = 0; which < 1u << COLUMNS; which++) {
            read_some(world, which, some);
            for (uint32_t k = 0; k < UNITS; k++) {
                entity expected;
                memset(&expected, 'x', sizeof expected);
                if (which & 1) expected.id = all[k].id;
                if (which & 2) expected.position = all[k].position;
                if (which & 4) expected.heading = all[k].heading;
                if (which & 8) expected.velocity = all[k].velocity;
                if (which & 16) expected.made = all[k].made;
                if (which & 32) expected.decision = all[k].decision;
                if (which & 64) expected.user = all[k].user;
                if (which & 128) expected.place = all[k].place;
                assert_memory_equal(&some[k], &expected, sizeof expected);
            }
        }
    }
    sidle_world_destroy(world);
}

TEST(a_list_is_read_in_its_order) {
    static sidle_unit_id ids[UNITS];
    static entity host[UNITS];
    sidle_world *world = crowd(ids);
    run(world, 3);
    memset(host, 'x', sizeof host);
    const sidle_columns to = columns_of(host);
    assert_ok(sidle_units_read(world, ids, UNITS, &to));
    for (uint32_t k = 0; k < UNITS; k++) {
        if (sidle_unit_valid(world, ids[k])) {
            is_as_the_unit_says(world, &host[k], ids[k]);
            continue;
        }
        assert_int_equal(host[k].id.slot, 0);
        assert_int_equal(host[k].decision, 'x'); /* the rest of the row stays */
    }
    /* Columns side by side, and few of them. */
    static sidle_vec2 positions[UNITS];
    const sidle_columns some = {.positions = {positions, 0}};
    uint32_t rows;
    assert_ok(sidle_world_read(world, &some, 5, &rows));
    for (uint32_t k = 0; k < 5; k++)
        if (sidle_unit_valid(world, ids[k]))
            assert_true(same(positions[ids[k].slot - 1], state_of(world, ids[k]).position));
    assert_true(rows > 5 && positions[5].x == 0);
    assert_int_equal(sidle_world_read(world, &some, 5, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_read(world, NULL, 5, &rows), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_units_read(world, NULL, 5, &some), SIDLE_ERROR_ARGUMENT);
    sidle_world_destroy(world);
}

TEST(the_velocity_made_is_the_way_of_the_last_step) {
    static sidle_unit_id ids[UNITS];
    sidle_world *world = crowd(ids);
    float off = 0;
    for (int tick = 0; tick < 300; tick++) {
        static sidle_vec2 before[UNITS];
        float dt = tick % 2 ? TICK : 0.05f;
        for (uint32_t k = 0; k < UNITS; k++)
            if (sidle_unit_valid(world, ids[k])) before[k] = state_of(world, ids[k]).position;
        assert_ok(sidle_world_step(world, dt));
        for (uint32_t k = 0; k < UNITS; k++) {
            if (!sidle_unit_valid(world, ids[k])) continue;
            sidle_unit_state s = state_of(world, ids[k]);
            assert_float_equal(s.made_velocity.x, (s.position.x - before[k].x) / dt, 1e-3);
            assert_float_equal(s.made_velocity.y, (s.position.y - before[k].y) / dt, 1e-3);
            off = fmaxf(off,
                        hypotf(s.made_velocity.x - s.velocity.x, s.made_velocity.y - s.velocity.y));
        }
    }
    assert_true(off > 0.3f); /* in a jam the drive wants what it does not get */
    assert_ok(sidle_unit_teleport(world, ids[0], (sidle_vec2){45, 45}));
    assert_true(same(state_of(world, ids[0]).made_velocity, (sidle_vec2){0, 0}));
    sidle_world_destroy(world);
}

/* ---- orders ---- */

TEST(orders_for_many_are_those_for_each) {
    static sidle_unit_id many[UNITS], each[UNITS];
    static sidle_result results[UNITS];
    static sidle_vec2 goals[UNITS], guides[UNITS];
    sidle_world *a = crowd(many), *b = crowd(each);
    dice d = {8};
    const sidle_vec2 way[] = {{20, 20}, {25, 24}}, rally = {5, 5}, off = {-1, -1};
    const sidle_path path = {way, 2}, wrong = {&off, 1};
    for (int k = 0; k < UNITS; k++) {
        goals[k] = (sidle_vec2){roll_between(&d, 2, 28), roll_between(&d, 2, 48)};
        guides[k] = (sidle_vec2){roll_between(&d, 2, 28), roll_between(&d, 2, 48)};
    }
    goals[10] = off;
    assert_int_equal(sidle_units_go(a, many, UNITS, goals, sizeof *goals, results),
                     SIDLE_ERROR_STALE);
    for (int k = 0; k < UNITS; k++)
        assert_int_equal(results[k], sidle_unit_go(b, each[k], goals[k]));
    assert_int_equal(results[10], SIDLE_ERROR_ARGUMENT);
    sidle_units_set_path(a, many, UNITS, &path, 0, results);
    for (int k = 0; k < UNITS; k++)
        assert_int_equal(results[k], sidle_unit_set_path(b, each[k], way, 2));
    sidle_units_set_guide(a, many + 100, 100, guides, sizeof *guides, results);
    for (int k = 0; k < 100; k++)
        assert_int_equal(results[k], sidle_unit_set_guide(b, each[100 + k], guides[k]));
    assert_int_equal(sidle_world_hash(a), sidle_world_hash(b));
    assert_ok(sidle_units_go(a, many, 2, &rally, 0, NULL));
    assert_int_equal(sidle_units_set_path(a, many, 2, &wrong, 0, NULL), SIDLE_ERROR_ARGUMENT);
    for (int k = 0; k < 2; k++) assert_ok(sidle_unit_go(b, each[k], rally));
    assert_int_equal(sidle_units_go(a, many, 2, NULL, 0, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_units_set_guide(NULL, many, 2, &rally, 0, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_hash(a), sidle_world_hash(b));
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

TEST(ranges_for_many_are_those_for_each) {
    static sidle_unit_id many[UNITS], each[UNITS];
    static sidle_result results[UNITS];
    sidle_world *a = crowd(many), *b = crowd(each);
    struct {
        char own;
        sidle_range range;
    } rows[UNITS];
    dice d = {15};
    uint32_t accepted = 0;
    for (int k = 0; k < UNITS; k++) {
        rows[k].range = (sidle_range){roll_between(&d, 1, 9), roll_between(&d, 0, 2), 0};
        if (k % 5) continue;
        sidle_unit_hold(a, many[k]), sidle_unit_hold(b, each[k]);
    }
    rows[11].range.most = NAN;
    assert_int_equal(sidle_units_set_range(a, many, UNITS, &rows[0].range, sizeof rows[0], results),
                     SIDLE_ERROR_NO_ORDER);
    for (int k = 0; k < UNITS; k++) {
        assert_int_equal(results[k], sidle_unit_set_range(b, each[k], &rows[k].range));
        accepted += results[k] == SIDLE_OK;
    }
    assert_true(accepted > UNITS / 2 && accepted < UNITS);
    assert_int_equal(results[11], SIDLE_ERROR_NOT_FINITE);
    const sidle_range one = {.most = 4}; /* for all */
    sidle_units_set_range(a, many, UNITS, &one, 0, results);
    for (int k = 0; k < UNITS; k++)
        assert_int_equal(results[k], sidle_unit_set_range(b, each[k], &one));
    assert_int_equal(sidle_units_set_range(a, many, 2, NULL, 0, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_units_set_range(a, NULL, 2, &one, 0, NULL), SIDLE_ERROR_ARGUMENT);
    assert_ok(sidle_units_set_range(a, NULL, 0, NULL, 0, NULL));
    assert_int_equal(sidle_world_hash(a), sidle_world_hash(b));
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* ---- flow fields ---- */

enum { SIDE = 40 };

/* Breadth first from the goal, by the four sides. */
static void make_field(const sidle_world *world, uint32_t goal, uint32_t next[SIDE * SIDE]) {
    static uint32_t line[SIDE * SIDE];
    uint32_t head = 0, tail = 0;
    for (int k = 0; k < SIDE * SIDE; k++) next[k] = SIDLE_FLOW_NONE;
    next[goal] = line[tail++] = goal;
    while (head < tail) {
        static const int DX[] = {1, -1, 0, 0}, DY[] = {0, 0, 1, -1};
        uint32_t at = line[head++];
        for (int k = 0; k < 4; k++) {
            int32_t x = (int32_t)(at % SIDE) + DX[k], y = (int32_t)(at / SIDE) + DY[k];
            uint32_t to = (uint32_t)(y * SIDE + x);
            if (sidle_world_cell(world, x, y) != SIDLE_TERRAIN_GROUND) continue;
            if (next[to] != SIDLE_FLOW_NONE) continue;
            next[to] = at;
            line[tail++] = to;
        }
    }
}

TEST(a_flow_field_leads_all_round_the_walls) {
    static uint32_t next[SIDE * SIDE];
    sidle_world *world = open_world(SIDE, SIDE);
    assert_ok(sidle_world_set_cells(world, 10, 0, 2, 30, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(world, 20, 10, 2, 30, SIDLE_TERRAIN_VOID));
    make_field(world, 5 * SIDE + 35, next);
    sidle_unit_id ids[20];
    sidle_result results[20];
    const sidle_vec2 goal = {35.5f, 5.5f};
    for (int k = 0; k < 20; k++)
        ids[k] = unit_at(world, 2 + 1.2f * (float)(k % 5), 3 + 1.2f * (float)(k / 5));
    assert_ok(sidle_units_go(world, ids, 20, &goal, 0, NULL));
    const sidle_flow flow = {next, 8};
    int arrived = 0;
    for (int tick = 0; tick < 60 * 30 && arrived < 20; tick++) {
        sidle_units_set_flow(world, ids, 20, &flow, results);
        assert_ok(sidle_world_step(world, TICK));
        arrived = 0;
        for (int k = 0; k < 20; k++) arrived += state_of(world, ids[k]).arrived;
    }
    assert_int_equal(arrived, 20);
    /* A unit that has arrived has no way; nor has one where the field has none. */
    sidle_units_set_flow(world, ids, 20, &flow, results);
    for (int k = 0; k < 20; k++) assert_int_equal(results[k], SIDLE_ERROR_NO_ORDER);
    assert_ok(sidle_unit_go(world, ids[3], (sidle_vec2){5, 5}));
    for (int k = 0; k < SIDE * SIDE; k++) next[k] = k % 2 ? SIDLE_FLOW_NONE : SIDE * SIDE;
    uint64_t before = sidle_world_hash(world);
    assert_int_equal(sidle_units_set_flow(world, ids + 3, 1, &flow, NULL), SIDLE_ERROR_ARGUMENT);
    const sidle_flow far = {next, SIDLE_FLOW_AHEAD + 1}, blind = {next, 0}, none = {NULL, 8};
    assert_int_equal(sidle_units_set_flow(world, ids, 20, &far, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_units_set_flow(world, ids, 20, &blind, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_units_set_flow(world, ids, 20, &none, NULL), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(sidle_world_hash(world), before);
    sidle_world_destroy(world);
}

/* The plain rule: of the cells ahead, the farthest whose centre the disc reaches in a straight
 * line, or else the next one; the goal of the unit for the cell of the goal. */
static sidle_vec2 guide_by_rule(const sidle_world *world, const sidle_unit_state *u,
                                const sidle_flow *flow) {
    float cell = sidle_world_cell_size(world);
    uint32_t at = (uint32_t)(u->position.y / cell) * SIDE + (uint32_t)(u->position.x / cell);
    sidle_vec2 guide = {0, 0};
    for (uint32_t k = 0; k < flow->ahead; k++) {
        uint32_t to = flow->next[at], x = to % SIDE, y = to / SIDE;
        bool is_goal = to == at || flow->next[to] == to;
        sidle_vec2 there = {((float)x + 0.5f) * cell, ((float)y + 0.5f) * cell};
        if (is_goal) there = u->goal;
        if (!k || sidle_world_line_fits(world, u->profile, u->position, there)) guide = there;
        if (is_goal) break;
        at = to;
    }
    return guide;
}

TEST(a_flow_field_guides_to_the_farthest_cell_in_sight) {
    static uint32_t next[SIDE * SIDE];
    const uint32_t aheads[] = {1, 2, 8, SIDLE_FLOW_AHEAD};
    dice d = {5};
    sidle_world *world = world_of_cells(1.5f, SIDE, SIDE);
    for (int k = 0; k < 25; k++)
        assert_ok(sidle_world_set_cells(world, 1 + roll(&d, SIDE - 4), 1 + roll(&d, SIDE - 4), 2, 3,
                                        SIDLE_TERRAIN_TREES));
    make_field(world, 30 * SIDE + 30, next);
    sidle_unit_id ids[40];
    uint32_t count = 0, near = 0, at_goal = 0;
    while (count < 40) {
        float x = roll_between(&d, 0, 1.5f * SIDE), y = roll_between(&d, 0, 1.5f * SIDE);
        sidle_unit_def unit = sidle_unit_def_default();
        unit.position = (sidle_vec2){x, y};
        if (next[(int)(y / 1.5f) * SIDE + (int)(x / 1.5f)] != SIDLE_FLOW_NONE)
            count += !sidle_unit_create(world, &unit, &ids[count]);
    }
    const sidle_vec2 goal = {45.5f, 45.3f};
    assert_ok(sidle_units_go(world, ids, count, &goal, 0, NULL));
    for (uint32_t k = 0; k < 4; k++) {
        const sidle_flow flow = {next, aheads[k]};
        assert_ok(sidle_units_set_flow(world, ids, count, &flow, NULL));
        for (uint32_t n = 0; n < count; n++) {
            sidle_unit_state u = state_of(world, ids[n]);
            sidle_vec2 expected = guide_by_rule(world, &u, &flow), is = u.waypoint;
            assert_float_equal(is.x, expected.x, 1e-4f);
            assert_float_equal(is.y, expected.y, 1e-4f);
            at_goal += expected.x == goal.x && expected.y == goal.y;
            near += hypotf(is.x - u.position.x, is.y - u.position.y) < 3;
        }
    }
    assert_true(at_goal > 5 && near > 40);
    sidle_world_destroy(world);
}

TESTS_OF(bulk)
