#!/usr/bin/env bash
# Tests the Rust packages with cargo.
#
#     test.sh STORY TARGET_FOLDER OVERHEAD
#
# On Debian 12, `apt-get install cargo librust-cc-dev librust-json-dev` is all it needs: the crates come from there
# if they are installed, else from crates.io.
set -euo pipefail
command -v cargo > /dev/null || exit 77
SIDLE_STORY=$(realpath "$1")
CARGO_TARGET_DIR=$(realpath "$2")
overhead=$(realpath "$3")
export SIDLE_STORY CARGO_TARGET_DIR
cd "$(dirname "$0")"
source ./registry.sh
cargo test "${options[@]}" -- --include-ignored
../same_sum.sh "$overhead" cargo run -q "${options[@]}" -p sidle --example overhead --
