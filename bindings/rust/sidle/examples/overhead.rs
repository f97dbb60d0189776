//! The program of bindings/overhead.c in Rust.
use sidle::*;
use std::os::raw::c_long;

const SIDE: usize = 100;
const UNITS: usize = SIDE * SIDE;
const EXTENT: u32 = 320;

extern "C" {
    /// The processor time, which Rust does not have: in microseconds on POSIX.
    fn clock() -> c_long;
}

fn main() -> Result<()> {
    let ticks = std::env::args().nth(1).map_or(300_u32, |text| text.parse().expect("a number of ticks"));
    let mut world = World::new(&WorldDef { width: EXTENT, height: EXTENT, ..WorldDef::default() })?;
    for k in 0..UNITS {
        let position = Vec2::new(10.0 + 3.0 * (k % SIDE) as f32, 10.0 + 3.0 * (k / SIDE) as f32);
        let unit = world.create(&UnitDef { position, ..UnitDef::default() })?;
        world.go(unit, Vec2::new(EXTENT as f32 - position.x, EXTENT as f32 - position.y))?;
    }
    let mut positions = vec![Vec2::default(); UNITS];
    let mut sum = 0.0;
    let begin = unsafe { clock() };
    for _ in 0..ticks {
        world.step(1.0 / 30.0)?;
        world.read(&mut Columns::new().positions(&mut positions))?;
        sum += positions.iter().map(|p| f64::from(p.x) + f64::from(p.y)).sum::<f64>();
    }
    let ns = 1e3 * (unsafe { clock() } - begin) as f64;
    println!("Rust: {:.0} ns a unit and tick, sum {:.3}", ns / UNITS as f64 / f64::from(ticks), sum);
    Ok(())
}
