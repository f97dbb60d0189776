#!/usr/bin/env bash
# Compiles the extension for this machine, and lays out the add-on.
#
#     package.sh FOLDER [HEADER]
#
# Makes FOLDER/addons/sidle_world. HEADER: gdextension_interface.h of Godot 4.2 or later, as
# `godot --dump-gdextension-interface` writes it. Without it cargo fetches a crate that contains it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
addon=$1/addons/sidle_world header=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$addon"

if [ -z "$header" ]; then
    printf '[package]\nname = "header"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "/dev/null"\n[dependencies]\n%s\n' \
        'gdextension-api = "=0.2.2"' > "$work/Cargo.toml"
    (cd "$work" && cargo vendor -q > /dev/null) ||
        { echo "no gdextension_interface.h: give one, or install cargo 1.68 or later (on Debian 12 cargo-web)"; exit 77; }
    header=$work/vendor/gdextension-api/versions/4.2/res/gdextension_interface.h
fi
cp "$header" "$work/gdextension_interface.h"
python3 "$root/src/package/two_files.py" "$root" "$work"
${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Werror -fPIC -fvisibility=hidden -shared -I"$work" \
    "$here/sidle_world.c" "$work/sidle.c" -lm -o "$addon/libsidle_godot.so"
cp "$here/sidle_world.gdextension" "$here/README.md" "$root/LICENSE" "$addon"
