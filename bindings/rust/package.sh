#!/usr/bin/env bash
# Lays out the crates as crates.io takes them, with the licence and what a clone makes by Python, packs them, and builds
# them as packed. They lie in FOLDER/target/package.
#
#     package.sh FOLDER HOMEPAGE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/registry.sh"
mkdir -p "$1"
cd "$1"
cp -r "$here/Cargo.toml" "$here/sidle-sys" "$here/sidle" .
mkdir sidle-sys/made packed
python3 "$here/../../src/package/two_files.py" "$here/../.." sidle-sys/made
python3 "$here/../generate/rust.py" sidle-sys/made
for crate in sidle-sys sidle; do
    cp "$here/../../LICENSE" $crate
    sed -i "s|^license = .*|&\nhomepage = \"$2\"|" $crate/Cargo.toml
done

export CARGO_TARGET_DIR=$PWD/target
cargo package "${options[@]}" -p sidle-sys --no-verify
tar xzf target/package/sidle-sys-*.crate -C packed
# This builds both: the crate sidle takes the packed sidle-sys, as if it came from crates.io.
cargo package "${options[@]}" -p sidle --config "patch.crates-io.sidle-sys.path=\"$(echo packed/sidle-sys-*)\""
