//! Plays the story of all bindings: see bindings/story/README.md.
use json::JsonValue;
use sidle::*;

/// The world of the story, and the ids of what it creates, by number.
struct Player {
    world: World,
    profiles: Vec<ProfileId>,
    units: Vec<UnitId>,
    groups: Vec<GroupId>,
    saved: [Vec<u8>; 2],
    events: usize,
    group_events: usize,
}

/// As the nearest float: the crate's own conversion does not round.
fn number(value: &JsonValue) -> f32 {
    value.dump().parse().unwrap()
}

fn vec2(value: &JsonValue) -> Vec2 {
    Vec2::new(number(&value[0]), number(&value[1]))
}

fn points(list: &JsonValue) -> Vec<Vec2> {
    list.members().map(vec2).collect()
}

fn range(value: &JsonValue) -> Range {
    Range { most: number(&value["most"]), least: number(&value["least"]), sight: value["sight"].as_u32().unwrap() }
}

fn profile(args: &JsonValue) -> Profile {
    let mut made = Profile::new(number(&args["radius"]), number(&args["top_speed"]));
    for (name, value) in args["fields"].entries() {
        match name {
            "give_way" => made.give_way = value.as_u32().unwrap(),
            "priority" => made.priority = value.as_u32().unwrap(),
            "queue" => made.queue = value.as_u32().unwrap(),
            "push_enemies" => made.push_enemies = value.as_u32().unwrap(),
            "passable" => made.passable = value.as_u32().unwrap(),
            "layer" => made.layer = value.as_u32().unwrap(),
            "turn_rate" => made.turn_rate = number(value),
            "patience" => made.patience = number(value),
            "ladder" => value.members().zip(&mut made.ladder).for_each(|(v, to)| *to = v.as_u8().unwrap()),
            "terrain_factor" => value.members().zip(&mut made.terrain_factor).for_each(|(v, to)| *to = number(v)),
            "tuning" => value.entries().for_each(|(name, value)| {
                let to = match name {
                    "threshold" => &mut made.tuning.threshold,
                    "look_interval" => &mut made.tuning.look_interval,
                    "detour_max" => &mut made.tuning.detour_max,
                    "waypoint_radius" => &mut made.tuning.waypoint_radius,
                    other => panic!("the story sets `{}`", other),
                };
                *to = number(value);
            }),
            other => panic!("the story sets `{}`", other),
        }
    }
    made
}

const SHAPES: [Shape; 7] =
    [Shape::Box, Shape::Line, Shape::Column, Shape::Wedge, Shape::Disc, Shape::Standing, Shape::Offsets];

fn formation<'a>(value: &JsonValue, offsets: &'a [Vec2]) -> Formation<'a> {
    Formation {
        shape: SHAPES[value["shape"].as_usize().unwrap()],
        columns: value["columns"].as_u32().unwrap(),
        gap: number(&value["gap"]),
        heading: vec2(&value["heading"]),
        march: value["march"].as_bool().unwrap(),
        keep_places: value["keep_places"].as_bool().unwrap(),
        offsets,
    }
}

fn create_world(args: &JsonValue) -> World {
    let cells: Vec<u8> =
        args["cells"].members().flat_map(|row| row.as_str().unwrap().bytes()).map(|b| b - b'0').collect();
    let (width, height) = (args["width"].as_u32().unwrap(), args["height"].as_u32().unwrap());
    let cell_size = number(&args["cell_size"]);
    World::new(&WorldDef { width, height, cell_size, cells: Some(&cells), units: 0 }).unwrap()
}

impl Player {
    /// Keeps the id of a new unit or group; the null id if it was refused.
    fn keep<T>(ids: &mut Vec<T>, null: T, made: Result<T>) -> Result<()> {
        let result = made.as_ref().map(|_| ()).map_err(|e| *e);
        ids.push(made.unwrap_or(null));
        result
    }

    fn step(&mut self, dt: f32, count: u32) -> Result<()> {
        for _ in 0..count {
            self.world.step(dt)?;
            self.events += self.world.events().len();
            self.group_events += self.world.group_events().len();
        }
        Ok(())
    }

    fn make(&mut self, name: &str, args: &JsonValue) -> Result<()> {
        let f = |name: &str| number(&args[name]);
        let n = |name: &str| args[name].as_u32().unwrap();
        let p = |name: &str| vec2(&args[name]);
        let terrain = || Terrain(n("terrain"));
        let (units, profiles, groups) = (self.units.clone(), self.profiles.clone(), self.groups.clone());
        let unit = |name: &str| units[args[name].as_usize().unwrap()];
        let id = || unit("id");
        let group = || groups[args["group"].as_usize().unwrap()];
        let ids: Vec<UnitId> = args["ids"].members().map(|k| units[k.as_usize().unwrap()]).collect();
        let offsets = points(&args["formation"]["offsets"]);
        let form = || formation(&args["formation"], &offsets);
        let next: Vec<u32> = args["flow"]["next"].members().map(|v| v.as_u32().unwrap()).collect();
        let ahead = || args["flow"]["ahead"].as_u32().unwrap();
        let w = &mut self.world;
        match name {
            "world_set_allies" => w.set_allies(n("team"), n("allies").into()),
            "world_set_cells" => w.set_cells(n("x"), n("y"), n("width"), n("height"), terrain()),
            "world_set_cell_list" => {
                let one = |c: &JsonValue| [0, 1, 2].map(|k| c[k].as_u32().unwrap());
                let to_cell = |[x, y, class]: [u32; 3]| Cell { x, y, terrain: Terrain(class) };
                w.set_cell_list(&args["cells"].members().map(one).map(to_cell).collect::<Vec<_>>())
            }
            "world_vacate" => w.vacate(n("x"), n("y"), n("width"), n("height"), terrain(), f("reach")).map(|_| ()),
            "profile_add" => Self::keep(&mut self.profiles, ProfileId::BUILT_IN, w.add_profile(&profile(args))),
            "profile_set" => w.set_profile(profiles[args["id"].as_usize().unwrap()], &profile(args)),
            "unit_create" => {
                let def = UnitDef {
                    profile: profiles[args["profile"].as_usize().unwrap()],
                    position: p("position"),
                    heading: p("heading"),
                    team: n("team"),
                    rank: n("rank"),
                    user: n("user").into(),
                    ..UnitDef::default()
                };
                Self::keep(&mut self.units, UnitId::NULL, w.create(&def))
            }
            "unit_destroy" => w.destroy(id()),
            "unit_hold" => w.hold(id()),
            "unit_stop" => w.stop(id()),
            "unit_set_profile" => w.set_unit_profile(id(), profiles[args["profile"].as_usize().unwrap()]),
            "unit_set_team" => w.set_team(id(), n("team")),
            "unit_set_heading" => w.set_heading(id(), p("heading")),
            "unit_set_rank" => w.set_rank(id(), n("rank")),
            "unit_set_user" => w.set_user(id(), n("user").into()),
            "unit_set_speed_factor" => w.set_speed_factor(id(), f("factor")),
            "unit_set_ghost" => w.set_ghost(id(), args["ghost"].as_bool().unwrap()),
            "unit_stow" => w.stow(id(), [Pursuers::Lose, Pursuers::Wait][args["pursuers"].as_usize().unwrap()]),
            "unit_unstow" => w.unstow(id(), p("position")),
            "unit_unstow_near" => w.unstow_near(id(), p("position"), f("reach"), Some(&Filter::default())).map(|_| ()),
            "unit_teleport" => w.teleport(id(), p("position")),
            "unit_teleport_near" => {
                w.teleport_near(id(), p("position"), f("reach"), Some(&Filter::default())).map(|_| ())
            }
            "unit_face" => w.face(id(), p("heading")),
            "unit_go" => w.go(id(), p("goal")),
            "unit_go_near" => w.go_near(id(), p("goal"), &points(&args["waypoints"]), f("reach"), None).map(|_| ()),
            "unit_patrol" => w.patrol(id(), &points(&args["points"])),
            "unit_pursue" => w.pursue(id(), unit("target")),
            "unit_follow" => w.follow(id(), unit("leader")),
            "unit_evade" => w.evade(id(), unit("hunter")),
            "unit_flee" => w.flee(id(), p("danger")),
            "unit_wander" => w.wander(id(), p("centre"), f("radius")),
            "unit_approach" => w.approach(id(), unit("target"), &range(&args["range"])),
            "unit_approach_point" => w.approach_point(id(), p("point"), &range(&args["range"])),
            "unit_set_range" => w.set_range(id(), &range(&args["range"])),
            "unit_set_path" => w.set_path(id(), &points(&args["waypoints"])),
            "unit_set_guide" => w.set_guide(id(), p("waypoint")),
            "unit_set_pace" => w.set_pace(id(), f("speed")),
            "unit_reserve" => w.reserve(id(), n("sight")),
            "unit_answer" => w.answer(id(), if n("step") == 2 { Step::Wait } else { Step::Push }),
            "units_go" => w.go_of(&ids, &points(&args["goals"]), None),
            "units_set_path" => {
                let lists: Vec<Vec<Vec2>> = args["paths"].members().map(points).collect();
                let paths: Result<Vec<Path>> = lists.iter().map(|list| Path::new(list)).collect();
                w.set_path_of(&ids, &paths?, None)
            }
            "units_set_guide" => w.set_guide_of(&ids, &points(&args["points"]), None),
            "units_set_range" => w.set_range_of(&ids, &args["ranges"].members().map(range).collect::<Vec<_>>(), None),
            "units_set_flow" => w.set_flow_of(&ids, &next, ahead(), None),
            "group_go" => Self::keep(&mut self.groups, GroupId::NULL, w.group_go(&ids, p("goal"), &form())),
            "group_patrol" => {
                let made = w.group_patrol(&ids, &points(&args["points"]), &form());
                Self::keep(&mut self.groups, GroupId::NULL, made)
            }
            "group_approach" => {
                let made = w.group_approach(&ids, unit("target"), &range(&args["range"]), &form());
                Self::keep(&mut self.groups, GroupId::NULL, made)
            }
            "group_approach_point" => {
                let made = w.group_approach_point(&ids, p("point"), &range(&args["range"]), &form());
                Self::keep(&mut self.groups, GroupId::NULL, made)
            }
            "group_set_path" => w.group_set_path(group(), &points(&args["waypoints"])),
            "group_set_flow" => w.group_set_flow(group(), &next, ahead()),
            "group_join" => w.group_join(group(), &ids),
            "group_leave" => w.group_leave(unit("unit")),
            "group_disband" => w.group_disband(group()),
            "step" => self.step(f("dt"), n("count")),
            "save" => w.save(&mut self.saved[0]).and_then(|()| w.save_groups(&mut self.saved[1])),
            "load" => w.load(&self.saved[0]).and_then(|()| w.load_groups(&self.saved[1])),
            other => panic!("no call is named `{}`", other),
        }
    }

    /// What the call gives, as the story has it.
    fn outcome(&mut self, call: &JsonValue) -> JsonValue {
        let name = call["call"].as_str().unwrap();
        if name != "hash" {
            return self.make(name, &call["args"]).map_or_else(|error| error as u32, |()| 0).into();
        }
        json::object! {
            world: self.world.hash().to_string(),
            groups: self.world.groups_hash().to_string(),
            events: self.events,
            group_events: self.group_events,
        }
    }
}

#[test]
#[ignore = "SIDLE_STORY must name the story that the build of the C library makes"]
fn the_story_ends_with_the_hashes_of_the_c_library() {
    let path = std::env::var("SIDLE_STORY").expect("SIDLE_STORY is set");
    let story = json::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut player = Player {
        world: create_world(&story[0]["args"]),
        profiles: vec![ProfileId::BUILT_IN],
        units: vec![],
        groups: vec![],
        saved: [vec![], vec![]],
        events: 0,
        group_events: 0,
    };
    for (at, call) in story.members().enumerate().skip(1) {
        assert_eq!(player.outcome(call), call["result"], "call {}: {}", at, call["call"]);
    }
    assert_eq!(player.world.tick(), 1430, "the story ends after another tick");
}
