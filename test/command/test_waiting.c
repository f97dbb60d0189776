/* What a run says of units whose orders are not fulfilled at its end, and of changes of the map
 * that units hold up. Each scene has a crowd of units in a box, on a map with walls. */
#include "fixtures.h"
#include "metrics/observer.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>

enum { WIDTH = 120, HEIGHT = 20, HZ = 30 };

static void is(double found, double expected) {
    assert_float_equal((float)found, (float)expected, 1e-6f);
}

static scene empty_scene(float seconds) {
    scene s = scene_make("test");
    s.width = WIDTH;
    s.height = HEIGHT;
    s.cells = checked_calloc(WIDTH * HEIGHT, 1);
    s.seconds = seconds;
    return s;
}

static void wall(scene *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    for (uint32_t row = y; row < y + height; row++)
        for (uint32_t k = x; k < x + width; k++) s->cells[row * WIDTH + k] = SIDLE_TERRAIN_VOID;
}

/* A unit in rows of four, from (3,4) on. */
static scene_unit *place(scene *s, sidle_order order) {
    size_t k = arrlenu(s->units);
    scene_unit u = {.position = {3 + 1.3f * (float)(k % 4), 4 + 1.3f * (float)(k / 4)},
                    .order = order};
    arrput(s->units, u);
    return &s->units[k];
}

static double waits_of(const outcome *o) {
    double sum = 0;
    for (int k = 0; k < SIDLE_CONDITION_COUNT; k++) sum += o->waits[k];
    return sum;
}

/* The goal lies in a wall: the crowd rests as near to it as it can, is told so, and has arrived. */
TEST(movers_that_were_told_near_their_goal_have_arrived) {
    for (uint32_t thick = 1; thick <= 4; thick++) {
        scene s = empty_scene(90);
        wall(&s, 30, 2, thick, 16);
        for (int k = 0; k < 36; k++)
            place(&s, SIDLE_ORDER_GO)->goal = (sidle_vec2){30 + 0.5f * (float)thick, 10};
        outcome o = run_by(&s, SIM_ASTAR);
        is(o.arrived + waits_of(&o) / 36, 1);
        assert_true(o.arrived > 0.9);
        is(o.given_up, 0);
        scene_free(&s);
    }
}

/* Beside a target there is room for six: the others wait, and there is nothing wrong with that. In
 * a range there is room for all. */
TEST(units_of_a_range_are_in_it_or_wait_for_room) {
    static const sidle_order ORDERS[] = {SIDLE_ORDER_PURSUE, SIDLE_ORDER_APPROACH,
                                         SIDLE_ORDER_APPROACH_POINT};
    for (int kind = 0; kind < 3; kind++) {
        scene s = empty_scene(90);
        for (int k = 0; k < 24; k++) {
            scene_unit *u = place(&s, ORDERS[kind]);
            if (kind < 2) u->target_group = 2;
            u->range = kind ? 4 : 0;
            u->goal = (sidle_vec2){28, 10};
        }
        scene_unit target = {
            .position = {28, 10}, .order = SIDLE_ORDER_HOLD, .group = 2, .team = 1};
        arrput(s.units, target);
        outcome o = run_by(&s, SIM_ASTAR);
        is(o.movers, 0);
        is(o.ranged, 24);
        is(o.in_range, kind ? 24 : 6);
        is(o.waits[SIDLE_CONDITION_NO_ROOM], 24 - o.in_range);
        is(o.judged, waits_of(&o));
        is(o.given_up, 0);
        is(o.clean, 1);
        scene_free(&s);
    }
}

/* The far end of a corridor closes while the unit is in it, and the host answers no request. Where
 * there is a way round the corridor, which the unit does not see, it is given up; where the map is
 * cut in two it waits, and that is right. */
TEST(a_unit_that_waits_though_there_is_a_way_is_given_up) {
    for (int cut = 0; cut < 2; cut++) {
        scene s = empty_scene(120);
        wall(&s, 6, 2, 96, 1);
        wall(&s, 6, 6, 96, 1);
        place(&s, SIDLE_ORDER_GO)->goal = (sidle_vec2){116, 4.5f};
        const scene_edit end = {
            .time = 30, .x = 101, .y = 2, .width = 1, .height = 5, .terrain = SIDLE_TERRAIN_VOID};
        const scene_edit half = {
            .time = 30, .x = 104, .width = 1, .height = HEIGHT, .terrain = SIDLE_TERRAIN_VOID};
        arrput(s.edits, end);
        if (cut) arrput(s.edits, half);
        outcome o = run_with(&s, &(sim_options){.hz = HZ, .habit = SIM_HABIT_SILENT});
        is(o.arrived, 0);
        is(waits_of(&o), 1);
        is(o.judged, 1);
        is(o.given_up, 1 - cut);
        is(o.clean, cut);
        is(o.given_up_units.count, 1 - cut);
        if (!cut) is(o.given_up_units.first[0], 1);
        scene_free(&s);
    }
}

/* Friends cover the ground about a goal before a wall. Behind the wall there is room: it is near
 * through a door beside the goal, and far round the end of the wall. */
TEST(room_behind_a_wall_is_no_room_near_the_goal) {
    for (int near = 0; near < 2; near++) {
        sidle_world *world = open_world(40, 40);
        wall_with_door(world, 20, 1, near ? 3 : 36, 3, SIDLE_TERRAIN_VOID);
        sidle_unit_id ids[64];
        size_t count = 0;
        for (int x = 0; x < 4; x++)
            for (int y = 0; y < 8; y++)
                ids[count++] = unit_at(world, 16.5f + (float)x, 0.5f + (float)y);
        sidle_unit_id last = ids[count++] = unit_at(world, 15.4f, 4.5f);
        assert_ok(sidle_unit_go(world, last, (sidle_vec2){19.4f, 4.5f}));
        const observer_range none = {-1, 0};
        is(observer_finds_room(world, ids, count, last, none), near);
        sidle_world_destroy(world);
    }
}

/* A row of enemies with a gap bars the way. The gap is a hundredth narrower than the unit: there is
 * no way, wherever the lattice lies. Or it is a little wider: there is one. */
TEST(a_gap_that_is_too_narrow_is_no_way) {
    for (int narrow = 0; narrow < 2; narrow++)
        for (int at = 0; at < (narrow ? 20 : 1); at++) {
            sidle_world *world = open_world(40, 20);
            sidle_unit_id ids[32];
            size_t count = 0;
            for (float y = narrow ? 0.995f : 1.001f; y < 9.5f; y++)
                for (int side = -1; side <= 1; side += 2) {
                    float beside = 10 + (float)side * y;
                    ids[count++] = unit_in_team(world, (sidle_profile_id){0}, 1, 20, beside);
                }
            sidle_unit_id last = ids[count++] = unit_at(world, 15 + 0.0125f * (float)at, 10);
            assert_ok(sidle_unit_go(world, last, (sidle_vec2){30, 10}));
            const observer_range none = {-1, 0};
            is(observer_finds_room(world, ids, count, last, none), !narrow);
            sidle_world_destroy(world);
        }
}

/* Units in a row from the goal on, half a unit apart, and one beyond a gap: it stands apart if the
 * gap has room for it. The goal may lie in a wall. */
TEST(a_unit_apart_from_the_crowd_about_its_goal_is_seen) {
    for (int walled = 0; walled < 2; walled++)
        for (float gap = 0.5f; gap < 2; gap += 1) {
            sidle_world *world = open_world(40, 20);
            if (walled) wall_with_door(world, 9, 1, 18, 1, SIDLE_TERRAIN_VOID);
            sidle_unit_id ids[9];
            float x = 10.6f;
            for (int k = 0; k < 9; k++, x += 1.5f) {
                if (k == 8) x += gap - 0.5f;
                ids[k] = unit_at(world, x, 10);
                assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){walled ? 9.5f : 10.6f, 10}));
            }
            for (int k = 0; k < 8; k++) assert_false(observer_stands_apart(world, ids, 9, ids[k]));
            is(observer_stands_apart(world, ids, 9, ids[8]), gap > 1);
            sidle_world_destroy(world);
        }
}

/* The goal lies in a block. Units on its two sides are each as near as they get, so neither stands
 * apart from the other; a unit farther off does. */
TEST(units_on_both_sides_of_a_goal_in_a_block_are_one_crowd) {
    for (uint32_t wide = 2; wide <= 12; wide += 2) {
        sidle_world *world = open_world(60, 20);
        sidle_unit_id ids[3];
        float half = 0.5f * (float)wide;
        assert_ok(sidle_world_set_cells(world, 30 - wide / 2, 8, wide, 4, SIDLE_TERRAIN_VOID));
        const float offs[] = {-half - 0.55f, half + 0.7f, half + 4};
        for (int k = 0; k < 3; k++) {
            ids[k] = unit_at(world, 30 + offs[k], 10);
            assert_ok(sidle_unit_go(world, ids[k], (sidle_vec2){30, 10}));
        }
        for (int k = 0; k < 3; k++) is(observer_stands_apart(world, ids, 3, ids[k]), k == 2);
        sidle_world_destroy(world);
    }
}

/* A gate in the way of a column closes when the last one is through. */
TEST(a_run_says_how_late_a_gate_closed) {
    for (int count = 4; count <= 20; count += 8) {
        scene s = empty_scene(90);
        wall(&s, 20, 0, 1, 9);
        wall(&s, 20, 11, 1, 9);
        for (int k = 0; k < count; k++)
            place(&s, SIDLE_ORDER_GO)->goal =
                (sidle_vec2){26 + 1.3f * (float)(k % 4), 4 + 1.3f * (float)(k / 4)};
        scene_edit early = {
            .time = 0.1f, .x = 0, .y = 0, .width = 1, .height = 1, .terrain = SIDLE_TERRAIN_VOID};
        scene_edit gate = {
            .time = 8, .x = 20, .y = 9, .width = 1, .height = 2, .terrain = SIDLE_TERRAIN_VOID};
        arrput(s.edits, early);
        arrput(s.edits, gate);
        outcome o = run_by(&s, SIM_ASTAR);
        print_message("%d units: %.2f s late\n", count, o.edit_wait);
        is(o.edits, 2);
        is(o.edits_open, 0);
        is(o.arrived, 1);
        assert_true(o.edit_wait > 0.2 && o.edit_wait < 20);
        assert_int_equal(o.late_edit.index, 1);
        assert_int_equal(o.late_edit.asked, 240);
        is((double)(o.late_edit.made - 240) / HZ, o.edit_wait);
        scene_free(&s);
    }
}

/* Under a unit that holds the ground never changes, and the run says so at its end. */
TEST(a_run_says_which_change_was_not_made) {
    scene s = empty_scene(10);
    place(&s, SIDLE_ORDER_HOLD);
    scene_edit under = {
        .time = 4, .x = 3, .y = 4, .width = 2, .height = 2, .terrain = SIDLE_TERRAIN_VOID};
    arrput(s.edits, under);
    outcome o = run_by(&s, SIM_ASTAR);
    is(o.edits, 1);
    is(o.edits_open, 1);
    assert_true(fabs(o.edit_wait - 6) < 0.05);
    assert_int_equal(o.late_edit.asked, 4 * HZ);
    assert_int_equal(o.late_edit.made, 0);
    scene_free(&s);
    s = empty_scene(3); /* it is not due before the run ends */
    place(&s, SIDLE_ORDER_HOLD);
    arrput(s.edits, under);
    o = run_by(&s, SIM_ASTAR);
    is(o.edits + o.edits_open + o.edit_wait, 0);
    scene_free(&s);
}

TESTS_OF(waiting)
