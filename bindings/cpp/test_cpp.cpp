/* What the header for C++ adds to the library: ownership, lists, results and lengths of arrays. */
#include "sidle.hpp"

#include <type_traits>

#include <csetjmp>
#include <cstdarg>

extern "C" {
#include <cmocka.h>
}

namespace {

constexpr float DT = 1 / 30.0f;

static_assert(!std::is_copy_constructible_v<sidle::World>, "one owner");
static_assert(std::is_nothrow_move_constructible_v<sidle::World>, "can be kept in a vector");
static_assert(sizeof(sidle::Status) == sizeof(sidle_result), "costs no more than a result");

template <class T> void holds(const T &result) {
    assert_true(static_cast<bool>(result));
}

template <class T> void fails(const T &result) {
    assert_false(static_cast<bool>(result));
}

sidle::World meadow() {
    return std::move(*sidle::World::create());
}

sidle::UnitId stand(sidle::World &world, float x, float y) {
    sidle::UnitDef def = sidle_unit_def_default();
    def.position = {x, y};
    auto made = world.create_unit(def);
    holds(made);
    return *made;
}

void a_world_is_moved_and_the_old_one_refuses_all_calls(void **) {
    sidle::World first = meadow();
    sidle::UnitId unit = stand(first, 5, 5);
    sidle::World second = std::move(first);
    holds(second.go(unit, {9, 5}));
    assert_int_equal(first.go(unit, {9, 5}).code(), SIDLE_ERROR_STALE);
    assert_int_equal(first.step(DT).code(), SIDLE_ERROR_ARGUMENT);
    assert_int_equal(first.unit_count(), 0);
    first = std::move(second);
    holds(first.contains(unit));
}

void a_world_that_cannot_be_created_refuses_all_calls(void **) {
    sidle::WorldDef def = sidle_world_def_default();
    def.width = 0;
    auto world = sidle::World::create(def);
    assert_int_equal(world.code(), SIDLE_ERROR_ARGUMENT);
    assert_string_equal(world.text(), sidle_result_text(SIDLE_ERROR_ARGUMENT));
    fails(world->step(DT));
    fails(world->add_profile(sidle_profile_default()));
}

void columns_are_read_into_arrays_of_the_host(void **) {
    sidle::World world = meadow();
    sidle::UnitId first = stand(world, 5, 5), second = stand(world, 8, 5);
    holds(world.destroy(first));
    std::vector<sidle::UnitId> ids(world.rows());
    std::vector<sidle::Vec2> positions(world.rows());
    auto rows = world.read(sidle::Columns().ids(ids).positions(positions));
    assert_int_equal(*rows, 2);
    holds(ids[0] == sidle::UnitId{} && ids[1] == second);
    holds(positions[1] == (sidle::Vec2{8, 5}));
}

void the_shortest_array_limits_the_rows(void **) {
    sidle::World world = meadow();
    sidle::UnitId ids[] = {stand(world, 5, 5), stand(world, 8, 5)};
    sidle::Vec2 positions[2] = {};
    std::uint64_t users[1] = {7};
    sidle::Columns columns;
    columns.positions(positions).users(users);
    assert_int_equal(*world.read(columns), 1);
    holds(users[0] == 0 && positions[1] == sidle::Vec2{});
    assert_int_equal(world.read(ids, columns).code(), SIDLE_ERROR_ARGUMENT);
}

void a_bulk_order_takes_one_goal_for_each_unit_or_one_for_all(void **) {
    sidle::World world = meadow();
    std::vector<sidle::UnitId> ids = {stand(world, 5, 5), stand(world, 8, 5), sidle::UnitId{}};
    std::vector<sidle::Vec2> goals = {{20, 20}};
    sidle_result results[3];
    assert_int_equal(world.go(ids, goals, results).code(), SIDLE_ERROR_STALE);
    assert_int_equal(results[1], SIDLE_OK);
    assert_int_equal(results[2], SIDLE_ERROR_STALE);
    holds(world.unit(ids[1])->goal == goals[0]);
    goals.resize(2);
    assert_int_equal(world.go(ids, goals).code(), SIDLE_ERROR_ARGUMENT);
    goals.resize(3, {20, 20});
    assert_int_equal(world.go(ids, goals, {results, 2}).code(), SIDLE_ERROR_ARGUMENT);
    std::vector<std::uint32_t> flow(100);
    assert_int_equal(world.set_flow(ids, flow, 8).code(), SIDLE_ERROR_ARGUMENT);
}

void a_list_becomes_what_is_found(void **) {
    sidle::World world = meadow();
    for (int k = 0; k < 20; k++) stand(world, 3 + 2 * static_cast<float>(k), 5);
    std::vector<sidle::Hit> hits;
    holds(world.query_disc({3, 5}, 100, sidle::Filter{}, hits));
    assert_int_equal(hits.size(), 20);
    holds(world.query_disc({3, 5}, 3, sidle::Filter{}, hits));
    assert_int_equal(hits.size(), 2);
    fails(world.query_disc({3, 5}, -1, sidle::Filter{}, hits));
    assert_int_equal(hits.size(), 0);
    std::vector<sidle::Congestion> cells;
    assert_int_equal(*world.query_congestion(16, sidle::Filter{}, cells), 4);
    assert_int_equal(cells.size(), 16);
}

void a_snapshot_brings_the_world_and_its_groups_back(void **) {
    sidle::World world = meadow(), other = meadow();
    std::vector<sidle::UnitId> ids = {stand(world, 5, 5), stand(world, 8, 5)};
    auto group = world.group_go(ids, {40, 40}, sidle_formation_default());
    holds(group);
    sidle::Bytes saved, saved_groups;
    holds(world.save(saved));
    holds(world.save_groups(saved_groups));
    holds(world.step(DT));
    assert_string_not_equal(other.difference(world).c_str(), "");
    holds(other.load(saved));
    holds(other.load_groups(saved_groups));
    holds(other.step(DT));
    assert_string_equal(other.difference(world).c_str(), "");
    holds(other.groups_hash() == world.groups_hash());
    std::vector<sidle::UnitId> members;
    holds(other.group_units(*group, members));
    assert_int_equal(members.size(), 2);
}

void a_recording_is_replayed_to_the_same_world(void **) {
    sidle::World world = meadow();
    sidle::UnitId unit = stand(world, 5, 5);
    holds(world.start_recording());
    assert_int_equal(world.start_recording().code(), SIDLE_ERROR_ARGUMENT);
    holds(world.go(unit, {20, 5}));
    for (int k = 0; k < 10; k++) holds(world.step(DT));
    auto recording = world.end_recording();
    holds(recording);
    auto replay = sidle::Replay::create(std::move(*recording));
    while (!replay->over()) holds(replay->tick());
    holds(replay->world().hash() == world.hash());
    assert_string_equal(replay->text().c_str(), "");
}

void words_say_why_a_unit_does_what_it_does(void **) {
    sidle::World world = meadow();
    sidle::UnitId unit = stand(world, 5, 5);
    std::string words = world.why_text(unit);
    assert_int_equal(words.size(), sidle_why_text(world.raw(), unit, nullptr, 0));
    assert_string_equal(world.why_text(sidle::UnitId{}).c_str(), "");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        cmocka_unit_test(a_world_is_moved_and_the_old_one_refuses_all_calls),
        cmocka_unit_test(a_world_that_cannot_be_created_refuses_all_calls),
        cmocka_unit_test(columns_are_read_into_arrays_of_the_host),
        cmocka_unit_test(the_shortest_array_limits_the_rows),
        cmocka_unit_test(a_bulk_order_takes_one_goal_for_each_unit_or_one_for_all),
        cmocka_unit_test(a_list_becomes_what_is_found),
        cmocka_unit_test(a_snapshot_brings_the_world_and_its_groups_back),
        cmocka_unit_test(a_recording_is_replayed_to_the_same_world),
        cmocka_unit_test(words_say_why_a_unit_does_what_it_does),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
