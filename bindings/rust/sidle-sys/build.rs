//! Compiles the two-file form of the library, and writes the raw layer.
//!
//! In a clone of sidle both are made by scripts of the repository. A packaged crate has them in the folder `made`.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const MADE: [&str; 4] = ["sidle.c", "sidle.h", "raw.rs", "refusals.rs"];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let made = here.join("made");
    if made.exists() {
        println!("cargo:rerun-if-changed=made");
        for file in MADE {
            fs::copy(made.join(file), out.join(file)).expect("the crate has its made files");
        }
    } else {
        make(&here.join("../../.."), &out);
    }
    compile(&out);
}

fn make(root: &Path, out: &Path) {
    for part in ["src", "include", "bindings/generate", "bindings/sidle_api.json"] {
        println!("cargo:rerun-if-changed={}", root.join(part).display());
    }
    run(Command::new("python3").arg(root.join("src/package/two_files.py")).arg(root).arg(out));
    run(Command::new("python3").arg(root.join("bindings/generate/rust.py")).arg(out));
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|e| panic!("{:?}: {}", command, e));
    assert!(status.success(), "{:?} failed", command);
}

/// With the flags of the library's own build: they decide that it gives the same bits everywhere, and how fast it is.
fn compile(out: &Path) {
    let mut build = cc::Build::new();
    build.file(out.join("sidle.c")).include(out).opt_level(3).warnings(false);
    for flag in ["-std=gnu11", "-ffp-contract=off", "-fno-fast-math", "-fno-math-errno"] {
        build.flag_if_supported(flag);
    }
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86") {
        build.flag("-msse2").flag("-mfpmath=sse");
    }
    build.compile("sidle");
    if env::var_os("CARGO_CFG_UNIX").is_some() {
        println!("cargo:rustc-link-lib=m");
    }
}
