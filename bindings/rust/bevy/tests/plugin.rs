//! A game without a window: entities walk, send events, and leave.
use bevy_app::{App, FixedUpdate};
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use sidle::{EventType, Vec2};
use sidle_bevy::*;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(SidlePlugin { width: 40, height: 20, dt: 1.0 / 64.0 });
    app
}

fn run(app: &mut App, steps: u32) -> Vec<UnitEvent> {
    let mut found = vec![];
    for _ in 0..steps {
        app.world_mut().run_schedule(FixedUpdate);
        found.extend(app.world_mut().resource_mut::<Events<UnitEvent>>().drain());
    }
    found
}

#[test]
fn a_body_with_a_goal_walks_round_another_one() {
    let mut app = app();
    let scout = app.world_mut().resource_mut::<Sidle>().profile(0.4, 3.0).unwrap();
    let body = Body { profile: scout, team: 0 };
    let walker = app.world_mut().spawn((body, Transform::from_xyz(4.0, 10.0, 0.0), Goal(Vec2::new(36.0, 10.0)))).id();
    app.world_mut().spawn((Body::default(), Transform::from_xyz(20.0, 10.0, 0.0)));
    let events = run(&mut app, 1200);
    let arrived = events.iter().find(|e| e.event.kind == EventType::Arrived).expect("an arrival");
    assert_eq!(arrived.entity, walker);
    let at = app.world().get::<Transform>(walker).unwrap().translation;
    assert!((at.x - 36.0).abs() < 0.5 && (at.y - 10.0).abs() < 0.5, "{at}");
}

#[test]
fn a_changed_goal_is_a_new_order_and_a_despawned_entity_leaves_the_map() {
    let mut app = app();
    let walker = app.world_mut().spawn((Body::default(), Transform::from_xyz(20.0, 10.0, 0.0))).id();
    run(&mut app, 10);
    assert_eq!(app.world().get::<Transform>(walker).unwrap().translation.x, 20.0);
    app.world_mut().entity_mut(walker).insert(Goal(Vec2::new(30.0, 10.0)));
    run(&mut app, 64);
    assert!(app.world().get::<Transform>(walker).unwrap().translation.x > 20.5);
    app.world_mut().despawn(walker);
    assert_eq!(app.world().resource::<Sidle>().map.unit_count(), 0);
}

#[test]
fn a_body_outside_the_map_is_refused() {
    let mut app = app();
    let outside = app.world_mut().spawn((Body::default(), Transform::from_xyz(-5.0, 10.0, 0.0))).id();
    app.world_mut().run_schedule(FixedUpdate);
    let refused: Vec<Refused> = app.world_mut().resource_mut::<Events<Refused>>().drain().collect();
    assert_eq!((refused[0].entity, refused[0].error), (outside, sidle::Error::NoRoom));
}
