"""Columns are the arrays that the library writes to, and bulk orders read the arrays of the host."""
import numpy as np
import pytest
import sidle


@pytest.fixture
def world():
    with sidle.World(64, 64) as made:
        yield made


def test_rows_are_units_by_slot_and_dead_ones_have_no_id(world):
    ids = world.create_units([(4, 4), (8, 4), (12, 4)])
    world.unit(ids[1]).destroy()
    columns = world.columns("ids", "positions")
    assert columns.ids.tolist() == [ids[0], 0, ids[2]]
    assert columns.positions[columns.living].tolist() == [[4, 4], [12, 4]]


def test_columns_agree_with_the_state_of_each_unit(world):
    ids = world.create_units([(4, 4), (20, 20), (40, 9)])
    world.units_go(ids, (30, 30))
    for _ in range(20):
        world.step()
    columns = world.columns("positions", "headings", "velocities", "made", "decisions", "users", "places")
    for k, id in enumerate(ids):
        state = world.unit(id).state
        for name, field in (("positions", state.position), ("headings", state.heading), ("velocities", state.velocity),
                            ("made", state.made_velocity), ("places", state.place)):
            assert getattr(columns, name)[k].tolist() == [field.x, field.y], name
        assert columns.decisions[k] == state.decision
        assert columns.users[k] == state.user


def test_reading_again_makes_no_copy_and_no_new_array(world):
    ids = world.create_units([(4, 4), (8, 4)])
    columns = world.columns("positions")
    positions, address = columns.positions, columns.positions.ctypes.data
    world.units_go(ids, (40, 40))
    world.step()
    world.step()
    world.read(columns)
    assert columns.positions is positions and positions.ctypes.data == address
    assert positions[0, 0] > 4


def test_columns_grow_with_the_world(world):
    world.create_units([(4, 4)])
    columns = world.columns("ids")
    world.create_units([(8 + 2 * (k % 20), 8 + 2 * (k // 20)) for k in range(100)])
    assert len(world.read(columns).ids) == 101
    assert columns.living.all()


def test_units_of_a_list_are_read_in_its_order(world):
    ids = world.create_units([(4, 4), (8, 4), (12, 4)])
    columns = world.read(sidle.Columns("positions"), ids[::-1])
    assert columns.positions[:, 0].tolist() == [12, 8, 4]


def test_unknown_column_is_refused():
    with pytest.raises(ValueError, match="'speed'"):
        sidle.Columns("speed")


def test_goals_may_be_part_of_a_larger_array(world):
    ids = world.create_units([(4, 4), (8, 4)])
    table = np.zeros((2, 5), np.float32)
    table[:, 1:3] = [[30, 30], [40, 20]]
    assert world.units_go(ids, table[:, 1:3]).tolist() == [0, 0]
    assert [(u.state.goal.x, u.state.goal.y) for u in world] == [(30, 30), (40, 20)]


def test_goals_with_x_and_y_apart_are_read_rightly(world):
    ids = world.create_units([(4, 4), (8, 4)])
    assert world.units_go(ids, np.array([[30, 40], [31, 20]], np.float32).T).tolist() == [0, 0]
    assert [(u.state.goal.x, u.state.goal.y) for u in world] == [(30, 31), (40, 20)]


def test_one_goal_with_x_and_y_apart_is_the_goal_of_all(world):
    ids = world.create_units([(4, 4), (8, 4), (12, 4)])
    column = np.array([[30, 40], [31, 20]], np.float32)[:, 0]
    assert world.units_go(ids, column).tolist() == [0, 0, 0]
    assert [(u.state.goal.x, u.state.goal.y) for u in world] == [(30, 31)] * 3


def test_refused_unit_leaves_the_others_their_order(world):
    ids = world.create_units([(4, 4), (8, 4), (12, 4)])
    world.unit(ids[1]).stow()
    results = np.empty(3, np.uint32)
    assert world.units_go(ids, (30, 30), results) is results
    assert results.tolist() == [0, sidle.Result.STOWED, 0]


@pytest.mark.parametrize("goals", [[[1, 1]] * 3, [[1, 1, 1]] * 2, [1, 1, 1]])
def test_goals_of_another_shape_are_refused(world, goals):
    ids = world.create_units([(4, 4), (8, 4)])
    with pytest.raises(ValueError):
        world.units_go(ids, goals)


def test_paths_guides_and_ranges_of_many(world):
    ids = world.create_units([(4, 4), (8, 4)])
    world.units_go(ids, [[40, 40], [50, 50]])
    world.units_set_path(ids, [[(10, 30)], [(20, 4), (30, 8)]])
    assert [unit.path_left.tolist() for unit in world] == [[[10, 30]], [[20, 4], [30, 8]]]
    world.units_set_guide(ids, [[6, 6], [9, 9]])
    assert [unit.path_left.tolist() for unit in world] == [[[6, 6]], [[9, 9]]]
    assert world.units_set_range(ids, [sidle.Range(most=3), sidle.Range(most=-1)]).tolist() == [0, 1]


@pytest.mark.parametrize("count", [1, 3])
def test_ranges_and_paths_must_be_one_for_each_unit(world, count):
    ids = world.create_units([(4, 4), (8, 4)])
    with pytest.raises(ValueError, match=f"found {count} ranges, expected 2"):
        world.units_set_range(ids, [sidle.Range(most=3)] * count)
    with pytest.raises(ValueError, match=f"found {count} paths, expected 2"):
        world.units_set_path(ids, [[(10, 30)]] * count)


def test_ids_in_several_rows_are_refused(world):
    ids = world.create_units([(4, 4), (8, 4), (12, 4), (16, 4)]).reshape(2, 2)
    with pytest.raises(ValueError, match="one row of ids"):
        world.units_go(ids, [[30, 30], [40, 40]])


def test_flow_must_have_a_number_for_each_cell(world):
    ids = world.create_units([(4, 4)])
    world.units_go(ids, (40, 40))
    with pytest.raises(ValueError, match="expected 4096"):
        world.units_set_flow(ids, np.zeros(10, np.uint32))
