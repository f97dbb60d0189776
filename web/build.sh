#!/bin/sh
# build.sh SOURCE_ROOT FOLDER: builds FOLDER/package, the npm package with its module, and
# FOLDER/playground.html, the page in one file. Exits with 77 where a tool is missing.
set -eu
root=$(cd "$1" && pwd) folder=$2
command -v node > /dev/null || { echo "web: there is no node; install nodejs" >&2; exit 77; }
mkdir -p "$folder/package"
cp "$root"/web/package/* "$folder/package"
cp "$root/LICENSE" "$folder/package"
"$root/web/wasm.sh" "$root" "$folder/package/sidle.wasm"
node "$root/web/types.mjs" "$folder/package"
node "$root/web/page.mjs" "$root" "$folder/package" "$folder/playground.html"
