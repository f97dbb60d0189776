#!/usr/bin/env bash
# Makes the crate sidle-sys as crates.io takes it, with the files that a clone makes by Python, and builds it from there.
#
#     package.sh TARGET_FOLDER
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export CARGO_TARGET_DIR=$1
made=$root/bindings/rust/sidle-sys/made
mkdir "$made"
trap 'rm -r "$made"' EXIT
python3 "$root/src/package/two_files.py" "$root" "$made"
python3 "$root/bindings/generate/rust.py" "$made"
cd "$root/bindings/rust/sidle-sys"
cargo package --allow-dirty
