//! The threads of the host as those of a step.
use crate::sys::Hooks;
use std::{
    mem::transmute,
    os::raw::c_void,
    panic::{catch_unwind, AssertUnwindSafe},
    process::abort,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// A function of the host. It calls `work` once on each thread that is to help, and returns when all calls have
/// returned. `parts`: more threads than that find nothing to do.
///
/// ```
/// fn two_threads(_parts: u32, work: &(dyn Fn() + Sync)) {
///     std::thread::scope(|scope| {
///         scope.spawn(work);
///         work();
///     });
/// }
/// # use sidle::*;
/// let mut world = World::on_threads(&WorldDef::default(), two_threads)?;
/// world.step(1.0 / 30.0)?;
/// # sidle::Result::Ok(())
/// ```
pub type Run = fn(parts: u32, work: &(dyn Fn() + Sync));

pub(crate) fn hooks(run: Run) -> Hooks {
    Hooks { context: run as *mut c_void, run: Some(run_parts), phase: None }
}

type Task = unsafe extern "C" fn(*mut c_void, u32);

/// Each part is run once, whatever the host does.
unsafe extern "C" fn run_parts(context: *mut c_void, task: Option<Task>, work: *mut c_void, parts: u32) {
    let run = transmute::<*mut c_void, Run>(context);
    let task = task.expect("the library passes a task");
    let (next, work) = (AtomicU32::new(0), work as usize);
    let take = || next.fetch_update(Relaxed, Relaxed, |part| (part < parts).then_some(part + 1));
    let rest = || {
        while let Ok(part) = take() {
            task(work as *mut c_void, part);
        }
    };
    // A panic must not pass through C.
    if catch_unwind(AssertUnwindSafe(|| run(parts, &rest))).is_err() {
        abort();
    }
    rest();
}
