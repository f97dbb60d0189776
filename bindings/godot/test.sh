#!/usr/bin/env bash
# Makes the add-on, checks what its library exports, and runs the example of the README and tests.gd in Godot. It is
# skipped where Godot is not installed and the rest passes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../test/house/source.sh"
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cd "$project"
godot() { HOME=$project command godot --headless "$@"; }
header=()
if type -P godot > /dev/null; then
    godot --dump-gdextension-interface
    header=(gdextension_interface.h)
fi
"$here/package.sh" . "${header[@]}"
exported=$(nm -D --defined-only --format=just-symbols addons/sidle_world/libsidle_godot.so)
[ "$exported" = sidle_godot_init ] || { echo "exports: $exported"; exit 1; }
grep -q "entry_symbol = \"$exported\"" addons/sidle_world/sidle_world.gdextension
((${#header[@]})) || { echo "Godot is not installed: the extension is compiled and not run"; exit 77; }

echo 'config_version=5' > project.godot
mkdir .godot
echo 'res://addons/sidle_world/sidle_world.gdextension' > .godot/extension_list.cfg
example gdscript "$here/README.md" > first.gd
cp "$here/tests.gd" .
godot --script first.gd | tee first.txt
grep -q '(20.0, 12.0)' first.txt
godot --script tests.gd
