import ctypes
import importlib.metadata

import numpy as np
import pytest
import sidle
from sidle import raw


def walk(world, units, seconds=20):
    for _ in range(seconds * 30):
        world.step()
        if all(unit.arrived for unit in units):
            return


def test_structs_are_laid_out_as_in_c():
    structs = [kind for kind in vars(raw).values()
               if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and hasattr(kind, "size")]
    assert len(structs) > 30
    assert [kind.__name__ for kind in structs if ctypes.sizeof(kind) != kind.size] == []


def test_package_has_the_version_of_the_library():
    major, minor, patch = map(int, importlib.metadata.version("sidle").split("."))
    assert raw.version() == major * 10000 + minor * 100 + patch


@pytest.mark.filterwarnings("error")  # an error of __del__ is a warning
def test_cells_that_are_no_rows_are_refused():
    with pytest.raises(ValueError, match=r"found cells of \(5,\), expected rows of cells"):
        sidle.World(cells=np.zeros(5, np.uint8))


def test_unit_with_a_radius_and_a_speed_walks_to_its_goal():
    with sidle.World(32, 32) as world:
        unit = world.create_unit((4, 4), world.add_profile(sidle.Profile(0.4, 3)))
        unit.go((25, 20))
        walk(world, [unit])
        assert unit.arrived
        assert unit.position == pytest.approx((25, 20), abs=0.1)


def test_events_tell_which_unit_arrived():
    with sidle.World(16, 16) as world:
        unit = world.create_unit((4, 4), user=7)
        unit.go((6, 4))
        arrived = []
        for _ in range(90):
            world.step()
            arrived += [event for event in world.events if event.type == sidle.EventType.ARRIVED]
        assert [(event.unit, event.user, event.arrival) for event in arrived] == [(unit, 7, sidle.Arrival.AT_GOAL)]


def test_refused_call_raises_its_result_and_changes_nothing():
    with sidle.World(16, 16) as world:
        unit = world.create_unit((4, 4))
        before = world.hash()
        with pytest.raises(sidle.Error) as refusal:
            unit.go((100, 4))
        assert refusal.value.result == sidle.Result.ARGUMENT
        assert str(refusal.value) == "an argument is a null pointer or outside its range"
        assert world.hash() == before


def test_wrong_profile_is_refused_with_the_name_of_the_parameter():
    with sidle.World() as world, pytest.raises(sidle.Error, match="patience: it is outside its range"):
        world.add_profile(sidle.Profile(0.5, 2, patience=-1))
    with pytest.raises(AttributeError, match="patence"):
        sidle.Profile(0.5, 2, patence=1)
    with pytest.raises(AttributeError, match="tresh"):
        sidle.Profile(tuning={"tresh": 1})


def test_profile_of_a_world_is_what_was_added():
    with sidle.World() as world:
        kind = world.add_profile(sidle.Profile(0.75, 1, ladder=[2, 3, 0, 0], tuning={"graze": 0.25}))
        read = world.profile(kind)
        assert (read.radius, read.tuning.graze, list(read.ladder)) == (0.75, 0.25, [2, 3, 0, 0])


def test_closed_world_and_groups_raise_instead_of_crashing():
    world = sidle.World()
    unit, groups, recorder = world.create_unit((4, 4)), sidle.Groups(world), sidle.Recorder(world)
    world.close()
    world.close()
    for call in (world.step, world.hash, lambda: unit.go((5, 5)), lambda: unit.state, groups.update, groups.hash,
                 recorder.end):
        with pytest.raises(ValueError, match="is closed"):
            call()


def test_destroyed_unit_is_stale():
    with sidle.World() as world:
        unit = world.create_unit((4, 4))
        unit.destroy()
        assert not unit.valid
        with pytest.raises(sidle.Error) as refusal:
            unit.go((5, 5))
        assert refusal.value.result == sidle.Result.STALE


def test_snapshot_is_bytes_that_go_on_to_the_same_hash():
    with sidle.World(16, 16) as world, sidle.World() as other:
        world.create_unit((4, 4)).go((12, 12))
        world.step()
        other.load(world.save())
        assert other.difference(world) is None
        world.step()
        assert "tick is 1 in the one and 2 in the other" in other.difference(world)
        other.step()
        assert other.hash() == world.hash()
        with pytest.raises(sidle.Error):
            other.load(b"no snapshot")


def test_terrain_of_an_array_stops_units_and_is_found_by_queries():
    cells = np.zeros((8, 12), np.uint8)
    cells[:, 6] = sidle.Terrain.VOID
    with sidle.World(cells=cells) as world:
        assert (world.width, world.height) == (12, 8)
        unit = world.create_unit((3, 4))
        assert not world.fits(0, (6.2, 4))
        assert world.query.terrain((3, 4), (9, 4), 0, 1).x == 6
        assert world.query.disc((3, 4), 2)["unit"].tolist() == [unit.id]
        assert len(world.query.disc((9, 4), 2)) == 0


def test_query_with_a_filter_of_python_leaves_units_out():
    with sidle.World(32, 32) as world:
        units = [world.create_unit((2 + 2 * k, 5), team=k % 2, user=k) for k in range(10)]
        odd = world.query.box((0, 0), (32, 32), sidle.Filter(teams=1 << 1))
        assert odd["user"].tolist() == [1, 3, 5, 7, 9]
        far = world.query.box((0, 0), (32, 32), sidle.Filter(accept=lambda hit: hit.position.x > 12))
        assert far["user"].tolist() == [6, 7, 8, 9]
        rest = world.query.nearest((2, 5), 32, 3, sidle.Filter(except_=units[0]))
        assert rest["user"].tolist() == [1, 2, 3]


def test_query_finds_more_units_than_its_first_guess():
    with sidle.World(64, 64) as world:
        world.create_units([(2 + 2 * (k % 20), 2 + 2 * (k // 20)) for k in range(200)])
        assert len(world.query.box((0, 0), (64, 64))) == 200
        assert len(world.query.box((0, 0), (64, 64), most=5)) == 5


def test_group_marches_and_is_over_when_all_have_arrived():
    with sidle.World(48, 24) as world:
        groups = sidle.Groups(world)
        units = [world.create_unit((4 + 2 * (k % 3), 8 + 2 * (k // 3))) for k in range(6)]
        group = groups.go(units, (35, 12), sidle.Formation(sidle.Shape.LINE, heading=(1, 0)))
        kinds = []
        for _ in range(1200):
            groups.update()
            kinds += [event.type for event in groups.events]
            world.step()
        assert sidle.GroupEventType.ARRIVED in kinds
        assert not groups.valid(group)
        assert abs(np.ptp([unit.position[0] for unit in units])) < 0.5


def test_own_offsets_must_be_one_for_each_unit():
    with sidle.World() as world, pytest.raises(ValueError, match="found 1 offsets, expected 2"):
        units = [world.create_unit((4, 4)), world.create_unit((8, 4))]
        sidle.Groups(world).go(units, (20, 20), sidle.Formation(sidle.Shape.OFFSETS, offsets=[(0, 0)]))


def test_recording_is_replayed_to_the_same_hash():
    with sidle.World(16, 16) as world, sidle.Recorder(world) as recorder:
        world.create_unit((4, 4)).go((8, 8))
        world.step()
        recorder.end()
        recording, hash = recorder.bytes, world.hash()
    replay = ctypes.c_void_p()
    assert raw.replay_create(None, recording, len(recording), 0, ctypes.byref(replay)) == 0
    assert raw.replay_tick(replay) == 0
    assert raw.world_hash(raw.replay_world(replay)) == hash
    raw.replay_destroy(replay)


def test_parameters_are_those_of_the_table():
    rows = {row.name.decode(): row for row in sidle.parameters()}
    assert rows["threshold"].unit == b""
    assert rows["radius"].max == 4096
