#!/usr/bin/env bash
# Makes the rock, installs it for each Lua that is there, and runs the tests, the example of the README and the one
# for LÖVE. It is skipped where one of these is not installed and the rest passes.
#
#     test.sh STORY OVERHEAD
set -euo pipefail
story=$(realpath "$1") overhead=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../test/house/source.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 "$here/package.py" rock
python3 "$here/../generate/lua_refusals.py" > refusals.lua
example lua "$here/README.md" > first.lua
# The library is the same for all; the binding is compiled with the headers of each.
${CC:-cc} -O2 -fPIC -c rock/sidle.c -o sidle.o

build() { # FOLDER INCLUDE
    mkdir "$1"
    ${CC:-cc} -O2 -Wall -Wextra -Werror -fPIC -shared -I"$2" -Irock rock/module.c sidle.o -lm -o "$1/sidle.so"
}

failed=0 skipped=0
for lua in lua5.1 lua5.2 lua5.3 lua5.4 luajit; do
    include=$(pkg-config --variable=includedir luajit 2> /dev/null || true)
    [[ $lua == luajit ]] || include=/usr/include/$lua
    command -v $lua > /dev/null && [ -e "$include/lua.h" ] && $lua -e 'require("dkjson")' 2> /dev/null ||
        { echo "$lua, its headers or dkjson is not installed"; skipped=77; continue; }
    build $lua "$include"
    export LUA_CPATH="$work/$lua/?.so" LUA_PATH="$here/tests/?.lua;$work/?.lua;;"
    echo "== $lua"
    $lua first.lua | tee first.txt
    grep -q 'arrived at 20,12' first.txt || failed=1
    $lua "$here/tests/tests.lua" "$story" || failed=1
    "$here/../same_sum.sh" "$overhead" $lua "$here/tests/overhead.lua" || failed=1
done

# A crowd on a screen that nobody sees.
if command -v love > /dev/null && command -v Xvfb > /dev/null && [ -d luajit ]; then
    Xvfb -displayfd 8 -screen 0 1024x768x24 8> display 2> /dev/null & xvfb=$!
    trap 'kill $xvfb; rm -rf "$work"' EXIT
    until [ -s display ]; do sleep 0.1; done
    LUA_CPATH="$work/luajit/?.so" SDL_AUDIODRIVER=dummy HOME=$work DISPLAY=:$(< display) \
        timeout 60 love "$here/love" --seconds 1 | tee love.txt
    grep -qE '^[1-9][0-9]* frames, tick [1-9]' love.txt || failed=1
else
    echo "love, Xvfb or LuaJIT is not installed"
    skipped=77
fi
((failed == 0)) || exit 1
exit $skipped
