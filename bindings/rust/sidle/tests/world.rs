//! What Rust adds to the library: ownership, slices, lists and errors.
use sidle::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

const DT: f32 = 1.0 / 30.0;

fn meadow() -> World {
    World::new(&WorldDef::default()).unwrap()
}

fn stand(world: &mut World, x: f32, y: f32) -> UnitId {
    world.create(&UnitDef { position: Vec2::new(x, y), ..UnitDef::default() }).unwrap()
}

#[test]
fn the_crate_has_the_version_of_the_library() {
    let parts: Vec<u32> = env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse().unwrap()).collect();
    assert_eq!(version(), parts[0] * 10000 + parts[1] * 100 + parts[2]);
}

#[test]
fn a_world_moves_to_another_thread_and_is_read_by_several() {
    fn shared<T: Send + Sync>(_: &T) {}
    let mut world = meadow();
    let unit = stand(&mut world, 5.0, 5.0);
    shared(&world);
    let world = std::thread::spawn(move || {
        world.go(unit, Vec2::new(9.0, 5.0)).unwrap();
        world.step(DT).unwrap();
        world
    })
    .join()
    .unwrap();
    let hash = world.hash();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(world.hash(), hash));
        }
    });
}

fn two_threads(_: u32, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}

static PIECES: AtomicU32 = AtomicU32::new(0);

fn no_thread(parts: u32, _: &(dyn Fn() + Sync)) {
    assert!(parts > 0);
    PIECES.fetch_add(1, Relaxed);
}

#[test]
fn steps_on_threads_give_the_same_bits() {
    let hash = |mut world: World| {
        for k in 0..400 {
            let unit = stand(&mut world, 2.0 + (k % 20) as f32 * 3.0, 2.0 + (k / 20) as f32 * 3.0);
            world.go(unit, Vec2::new(32.0, 32.0)).unwrap();
        }
        for _ in 0..60 {
            world.step(DT).unwrap();
        }
        world.hash()
    };
    let expected = hash(meadow());
    for run in [two_threads as Run, no_thread] {
        assert_eq!(hash(World::on_threads(&WorldDef::default(), run).unwrap()), expected);
    }
    assert!(PIECES.load(Relaxed) >= 60);
}

#[test]
fn a_stale_id_is_an_error_and_leaves_the_world_unchanged() {
    let mut world = meadow();
    let unit = stand(&mut world, 5.0, 5.0);
    world.destroy(unit).unwrap();
    let before = world.hash();
    assert_eq!(world.go(unit, Vec2::new(9.0, 5.0)), Err(Error::Stale));
    assert_eq!(world.unit(unit).unwrap_err(), Error::Stale);
    assert_eq!(Error::Stale.to_string(), "the id names no living unit or no profile of this world");
    assert_eq!(world.hash(), before);
}

#[test]
fn cells_must_be_as_many_as_the_world_has() {
    let def = WorldDef { width: 4, height: 3, cells: Some(&[0; 11]), ..WorldDef::default() };
    assert_eq!(World::new(&def).unwrap_err(), Error::Argument);
    let world = World::new(&WorldDef { cells: Some(&[1; 12]), ..def }).unwrap();
    assert_eq!(world.cell(3, 2), Terrain::SWAMP);
    assert_eq!(world.cell(4, 2), Terrain::VOID);
}

#[test]
fn columns_are_read_into_slices_of_the_host() {
    let mut world = meadow();
    let (first, second) = (stand(&mut world, 5.0, 5.0), stand(&mut world, 8.0, 5.0));
    world.destroy(first).unwrap();
    let mut ids = vec![UnitId::NULL; world.rows()];
    let mut positions = vec![Vec2::default(); world.rows()];
    let rows = world.read(&mut Columns::new().ids(&mut ids).positions(&mut positions)).unwrap();
    assert_eq!((rows, ids[0], ids[1]), (2, UnitId::NULL, second));
    assert_eq!(positions[1], Vec2::new(8.0, 5.0));
}

#[test]
fn the_shortest_slice_limits_the_rows() {
    let mut world = meadow();
    let ids = [stand(&mut world, 5.0, 5.0), stand(&mut world, 8.0, 5.0)];
    let (mut positions, mut users) = ([Vec2::default(); 2], [7; 1]);
    assert_eq!(world.read(&mut Columns::new().positions(&mut positions).users(&mut users)), Ok(1));
    assert_eq!((positions[1], users), (Vec2::default(), [0]));
    let short = world.read_units(&ids, &mut Columns::new().users(&mut users));
    assert_eq!(short, Err(Error::Argument));
}

#[test]
fn a_bulk_order_takes_one_goal_for_each_unit_or_one_for_all() {
    let mut world = meadow();
    let ids = [stand(&mut world, 5.0, 5.0), stand(&mut world, 8.0, 5.0), UnitId::NULL];
    let goal = Vec2::new(20.0, 20.0);
    let mut results = [Outcome::default(); 3];
    assert_eq!(world.go_of(&ids, &[goal], Some(&mut results)), Err(Error::Stale));
    assert_eq!(results.map(Outcome::result), [Ok(()), Ok(()), Err(Error::Stale)]);
    assert_eq!(world.unit(ids[1]).unwrap().goal, goal);
    assert_eq!(world.go_of(&ids, &[goal; 2], None), Err(Error::Argument));
    assert_eq!(world.go_of(&ids, &[goal; 3], Some(&mut results[..2])), Err(Error::Argument));
}

#[test]
fn a_flow_field_and_offsets_of_another_size_are_refused() {
    let mut world = meadow();
    let ids = [stand(&mut world, 5.0, 5.0), stand(&mut world, 8.0, 5.0)];
    assert_eq!(world.set_flow_of(&ids, &[0; 100], 8, None), Err(Error::Argument));
    let one = [Vec2::default()];
    let form = Formation { shape: Shape::Offsets, offsets: &one, ..Formation::default() };
    assert_eq!(world.group_go(&ids, Vec2::new(20.0, 20.0), &form), Err(Error::Argument));
}

#[test]
fn a_list_of_hits_grows_to_what_is_found() {
    let mut world = meadow();
    let ids: Vec<UnitId> = (0..20).map(|k| stand(&mut world, 3.0 + 2.0 * k as f32, 5.0)).collect();
    let mut hits = Vec::new();
    world.query_disc(Vec2::new(3.0, 5.0), 100.0, &Filter::default(), &mut hits).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.unit).collect::<Vec<_>>(), ids);
    let but_first = Filter { except: ids[0], ..Filter::default() };
    world.query_nearest(Vec2::new(3.0, 5.0), 100.0, &but_first, 2, &mut hits).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.unit).collect::<Vec<_>>(), ids[1..3]);
    let mut cells = Vec::new();
    assert_eq!(world.query_congestion(16.0, &Filter::default(), &mut cells), Ok(4));
    assert_eq!(cells.iter().map(|cell| cell.units).sum::<u32>(), 20);
}

#[test]
fn a_snapshot_brings_the_world_back() {
    let mut world = meadow();
    let ids = [stand(&mut world, 5.0, 5.0), stand(&mut world, 8.0, 5.0)];
    world.group_go(&ids, Vec2::new(40.0, 40.0), &Formation::default()).unwrap();
    let (mut saved, mut groups) = (Vec::new(), Vec::new());
    world.save(&mut saved).unwrap();
    world.save_groups(&mut groups).unwrap();
    world.step(DT).unwrap();
    let (hash, groups_hash) = (world.hash(), world.groups_hash());
    let mut other = meadow();
    assert!(other.difference(&world).is_some());
    other.load(&saved).unwrap();
    other.load_groups(&groups).unwrap();
    other.step(DT).unwrap();
    assert_eq!((other.hash(), other.groups_hash()), (hash, groups_hash));
    assert_eq!(other.difference(&world), None);
    assert_eq!(other.load(&saved[1..]), Err(Error::Snapshot));
}

#[test]
fn a_recording_is_replayed_to_the_same_world() {
    let mut world = meadow();
    let unit = stand(&mut world, 5.0, 5.0);
    world.start_recording(300, 1).unwrap();
    assert_eq!(world.start_recording(300, 1), Err(Error::Argument));
    world.go(unit, Vec2::new(20.0, 5.0)).unwrap();
    (0..10).for_each(|_| world.step(DT).unwrap());
    let recording = world.end_recording().unwrap();
    assert_eq!(world.end_recording(), Err(Error::Argument));
    let mut replay = Replay::new(recording, 0).unwrap();
    while !replay.over() {
        replay.tick().unwrap();
    }
    assert_eq!(replay.world().hash(), world.hash());
    assert_eq!(replay.text(), "");
    assert_eq!(Replay::new(vec![1, 2, 3], 0).unwrap_err(), Error::Recording);
}

#[test]
fn a_group_sends_its_events_and_names_its_units() {
    let mut world = meadow();
    let ids = [stand(&mut world, 5.0, 5.0), stand(&mut world, 8.0, 5.0)];
    let group = world.group_go(&ids, Vec2::new(20.0, 20.0), &Formation::default()).unwrap();
    let mut members = Vec::new();
    world.group_units(group, &mut members).unwrap();
    assert_eq!((members.as_slice(), world.groups().collect::<Vec<_>>()), (&ids[..], vec![group]));
    let mut kinds = Vec::new();
    for _ in 0..900 {
        world.step(DT).unwrap();
        kinds.extend(world.group_events().iter().map(|event| event.kind));
    }
    assert_eq!(kinds.last(), Some(&GroupEventType::Arrived));
    assert!(!world.contains_group(group));
}

#[test]
fn an_agent_arrives_by_steering() {
    let mut agent = Agent::default();
    let target = Vec2::new(5.0, 3.0);
    for _ in 0..300 {
        let force = steer::arrive(&agent, target, 2.0, 0.1, DT);
        steer::step(&mut agent, force, DT).unwrap();
    }
    assert!((agent.position.x - 5.0).abs() < 0.1 && (agent.position.y - 3.0).abs() < 0.1);
    assert_eq!(steer::step(&mut agent, Vec2::new(f32::NAN, 0.0), DT), Err(Error::NotFinite));
}
