//! sidle for Bevy: bodies and goals go in as components, transforms and events come out.
//!
//! An entity with a [`Body`] and a `Transform` becomes a unit; a [`Goal`] sends it there. The plugin steps the
//! world in `FixedUpdate` and writes the transforms: x and y are those of the map, the unit looks along its x.
//!
//! All other calls of sidle are made on the resource [`Sidle`], with the id in the component [`Unit`].
use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use sidle::{Columns, Error, Profile, ProfileId, UnitDef, UnitId, Vec2, World as Map, WorldDef};

/// Adds the resource [`Sidle`] and the systems.
pub struct SidlePlugin {
    /// Cells.
    pub width: u32,
    /// Cells.
    pub height: u32,
    /// s, the time step of `FixedUpdate`; the one of Bevy is 1/64 s.
    pub dt: f32,
}

/// The world of the units.
#[derive(Resource)]
pub struct Sidle {
    pub map: Map,
    dt: f32,
    ids: Vec<UnitId>,
    users: Vec<u64>,
    positions: Vec<Vec2>,
    headings: Vec<Vec2>,
}

impl Sidle {
    /// A profile for bodies with this radius (u) and top speed (u/s).
    pub fn profile(&mut self, radius: f32, top_speed: f32) -> sidle::Result<ProfileId> {
        self.map.add_profile(&Profile::new(radius, top_speed))
    }
}

/// An entity that is to be a unit; it begins where its transform is.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Transform)]
pub struct Body {
    pub profile: ProfileId,
    pub team: u32,
}

/// Where the unit goes; each change is a new order.
#[derive(Component, Clone, Copy, Debug)]
pub struct Goal(pub Vec2);

/// The unit of an entity, as the plugin made it.
#[derive(Component, Clone, Copy, Debug)]
pub struct Unit(pub UnitId);

/// What happened to a unit in the last step.
#[derive(Event, Clone, Copy, Debug)]
pub struct UnitEvent {
    pub entity: Entity,
    pub event: sidle::Event,
}

/// A body found no room, or its goal lies outside the map.
#[derive(Event, Clone, Copy, Debug)]
pub struct Refused {
    pub entity: Entity,
    pub error: Error,
}

impl Plugin for SidlePlugin {
    fn build(&self, app: &mut App) {
        let def = WorldDef { width: self.width, height: self.height, ..WorldDef::default() };
        let map = Map::new(&def).expect("a world of this size");
        app.insert_resource(Sidle {
            map,
            dt: self.dt,
            ids: vec![],
            users: vec![],
            positions: vec![],
            headings: vec![],
        })
        .add_event::<UnitEvent>()
        .add_event::<Refused>()
        .add_systems(FixedUpdate, (create, order, step, place).chain())
        .add_observer(destroy);
    }
}

fn create(
    mut sidle: ResMut<Sidle>,
    bodies: Query<(Entity, &Body, &Transform), Added<Body>>,
    mut commands: Commands,
    mut refused: EventWriter<Refused>,
) {
    for (entity, body, transform) in &bodies {
        let def = UnitDef {
            profile: body.profile,
            team: body.team,
            position: Vec2::new(transform.translation.x, transform.translation.y),
            user: entity.to_bits(),
            ..UnitDef::default()
        };
        match sidle.map.create(&def) {
            Ok(id) => drop(commands.entity(entity).insert(Unit(id))),
            Err(error) => drop(refused.write(Refused { entity, error })),
        }
    }
}

fn order(
    mut sidle: ResMut<Sidle>,
    goals: Query<(Entity, &Unit, &Goal), Or<(Changed<Goal>, Added<Unit>)>>,
    mut refused: EventWriter<Refused>,
) {
    for (entity, unit, goal) in &goals {
        if let Err(error) = sidle.map.go(unit.0, goal.0) {
            refused.write(Refused { entity, error });
        }
    }
}

fn step(mut sidle: ResMut<Sidle>, mut events: EventWriter<UnitEvent>) {
    let dt = sidle.dt;
    sidle.map.step(dt).expect("a time step that sidle allows, and memory");
    for event in sidle.map.events() {
        events.write(UnitEvent { entity: Entity::from_bits(event.user), event: *event });
    }
}

/// Writes all transforms from columns that are used again in each tick.
fn place(mut sidle: ResMut<Sidle>, mut transforms: Query<&mut Transform, With<Unit>>) {
    let Sidle { map, ids, users, positions, headings, .. } = &mut *sidle;
    let rows = map.rows();
    ids.resize(rows, UnitId::NULL);
    users.resize(rows, 0);
    positions.resize(rows, Vec2::default());
    headings.resize(rows, Vec2::default());
    let mut columns = Columns::new().ids(ids).users(users).positions(positions).headings(headings);
    map.read(&mut columns).expect("slices for all rows");
    for row in (0..rows).filter(|row| !ids[*row].is_null()) {
        if let Ok(mut transform) = transforms.get_mut(Entity::from_bits(users[row])) {
            transform.translation.x = positions[row].x;
            transform.translation.y = positions[row].y;
            let angle = headings[row].y.atan2(headings[row].x);
            transform.rotation = bevy_math::Quat::from_rotation_z(angle);
        }
    }
}

/// The entity was despawned, or is no unit any more.
fn destroy(trigger: Trigger<OnRemove, Unit>, units: Query<&Unit>, mut sidle: ResMut<Sidle>) {
    if let Ok(unit) = units.get(trigger.target()) {
        // A host may have destroyed the unit itself.
        let _ = sidle.map.destroy(unit.0);
    }
}
