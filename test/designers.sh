#!/bin/sh
# The tools for level designers, used as a person would: what docs/designers.md shows, and what each tool
# promises in its help.
#
#   designers.sh SIDLE SOURCE
set -u
export LC_ALL=C.UTF-8
sidle=$(realpath "$1") source=$(realpath "$2")
maps=$source/maps
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

check() {
    if eval "$2"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
        tail -n 20 out err 2> /dev/null
    fi
}

# Runs the command; its output is in out and err, its status in $status.
say() {
    "$sidle" "$@" > out 2> err < /dev/null
    status=$?
}

has() { command -v "$1" > found; }

# ---- run --live ----
printf '[default]\ntop_speed = 2\n' > live.ini
"$sidle" run @oncoming --config live.ini --live --pace 4 --seconds 12 > out 2> err < /dev/null &
run=$!
sleep 0.5
printf '[default]\nspeeed = 2\n' > live.ini
sleep 0.5
printf '[default]\ntop_speed = 4\n' > live.ini
wait $run
check "run --live tells what is wrong with a saved file, and goes on" \
    'grep -q "live.ini:2:1: found the key .speeed." err && grep -q "goes on with the last good values" err'
check "run --live takes new values" 'grep -q "[1-9]\.[0-9]* s: new values" err'
sed -n 's/.*the last after \([0-9.]*\) s.*/\1/p' out > with_change
printf '[default]\ntop_speed = 2\n' > live.ini
say run @oncoming --config live.ini
sed -n 's/.*the last after \([0-9.]*\) s.*/\1/p' out > without
check "and the units are there earlier" 'test "$(cat with_change | tr -d .)" -lt "$(cat without | tr -d .)"'

echo "designers: $passed passed, $failed failed"
test $failed -eq 0
