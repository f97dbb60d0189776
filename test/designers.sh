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

is_png() { head -c 8 "$1" | od -An -tx1 | grep -q "89 50 4e 47 0d 0a 1a 0a"; }

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

# ---- explain ----
say explain "$maps/doorway_two_way.map" --unit 1 --at 5 --png look.png
check "explain says why, in words" 'grep -q "unit 1 of group a, profile default, at 5.00 s: detours" out'
check "explain tells what the look read" 'grep -q "^  ahead       hits 0" out && grep -q "^  sides       ahead 0.*left.*right" out'
check "explain draws the grid with its traces" 'grep -q "^ *-*OX-" out && grep -q "\^" out'
check "explain paints it" 'is_png look.png'
say explain "$maps/corner.map" --unit 1 --at 60
check "explain of a unit that stands" 'grep -q "at 60.00 s: stands" out && test $status -eq 0'
say explain "$maps/corner.map" --unit 99 --at 1
check "explain of no unit" 'test $status -eq 2 && grep -q "found 99, expected 1 to 8" err'
printf 'type octile\nheight 1\nwidth 9\ngroup a move=7,0 dies=1\nmap\na........\n' > dies.map
say explain dies.map --unit 1 --at 2
check "explain of a unit that is no more" 'test $status -eq 2 && grep -q "it is no more" err'

# ---- pictures, films and heat ----
say run "$maps/corner.map" --png early.png --at 1 --size 300
say run "$maps/corner.map" --png late.png --size 300
check "a picture of a time is not that of the end" 'is_png early.png && is_png late.png && ! cmp -s early.png late.png'
say run "$maps/corner.map" --png never.png --at 1000
check "a time after the run is told" 'test $status -eq 2 && grep -q "found 1000 s, expected a time of the run" err && test ! -e never.png'
for kind in congestion overlap waiting turning; do
    say run "$maps/doorway_two_way.map" --heat $kind --png $kind.png --size 400
    check "heat of $kind" 'is_png $kind.png && grep -q "heat      $kind: [0-9.]* [rs].* in all; most" out'
done
check "no two kinds of heat look the same" 'test "$(cat congestion.png overlap.png waiting.png turning.png | wc -c)" -gt 0 && ! cmp -s congestion.png waiting.png && ! cmp -s overlap.png turning.png'
say run @oncoming --heat waitng
check "unknown heat" 'test $status -eq 2 && grep -q "did you mean .waiting." err'
mkdir empty
PATH=$work/empty "$sidle" run @oncoming --gif none.gif > out 2> err
check "without ffmpeg a film is refused in words" 'test $? -eq 1 && grep -q "films need ffmpeg, which cannot be started" err && test ! -e none.gif' 
if has ffmpeg; then
    say run @oncoming --seconds 4 --gif film.gif --apng film.png --mp4 film.mp4 --size 200
    frames() { ffprobe -v error -count_frames -show_entries stream=codec_name,nb_read_frames -of csv=p=0 "$1"; }
    check "a GIF of fifteen frames a second" 'test "$(frames film.gif)" = gif,61'
    check "an animated PNG" 'test "$(frames film.png)" = apng,61'
    check "an MP4" 'test "$(frames film.mp4)" = h264,61'
    say run @oncoming --seconds 4 --gif fast.gif --size 200 --pace 4 --fps 10
    check "a film at four times the pace" 'test "$(frames fast.gif)" = gif,11'
    say run @oncoming --seconds 1 --gif nowhere/x.gif
    check "a film that cannot be written is told before the run" 'test $status -eq 2 && grep -q "nowhere/x.gif: cannot be written" err && test ! -s out'
else
    echo "skipped: films, as ffmpeg is not installed"
fi

echo "designers: $passed passed, $failed failed"
test $failed -eq 0
