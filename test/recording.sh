#!/bin/sh
# Recordings by the command: fixtures of all kinds replay to the hash of their run, damage is found, and two
# recordings are told apart.
#
#   recording.sh SIDLE SOURCE
set -u
sidle=$(realpath "$1") source=$2
maps=$source/maps
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0 passed=0

# says NAME STATUS TEXT ARGUMENTS...: the command line has this exit status, and TEXT in what it says.
says() {
    name=$1 status=$2 text=$3
    shift 3
    "$sidle" "$@" > out 2>&1 < /dev/null
    got=$?
    if test $got -eq "$status" && grep -qF -- "$text" out; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $name: sidle $* gave $got, expected $status with '$text'; it said:"
        cat out
    fi
}

# put BYTE AT FILE: writes the byte, in octal, at this place.
put() {
    printf "\\$1" | dd of="$3" bs=1 seek="$2" conv=notrunc 2> /dev/null
}

# Orders of all kinds, groups in formation, buildings, queues, flow fields, units that die.
for fixture in doorway_two_way building patrol chase flee leader march_gap march_under_fire two_bridges; do
    "$sidle" run "$maps/$fixture.map" --seconds 12 > plain
    says "$fixture is recorded" 0 'recorded ' run "$maps/$fixture.map" --seconds 12 --record $fixture.rec
    hash=$(sed -n 's/^ *hash *//p' plain)
    grep -q "hash *$hash" out || { failed=$((failed + 1)); echo "FAILED: $fixture goes another way when it is recorded"; }
    says "$fixture replays" 0 "ticks 0 to 360 are as recorded, hash $hash" replay $fixture.rec
    says "$fixture replays from a snapshot" 0 "ticks 300 to 360 are as recorded, hash $hash" replay $fixture.rec --from 310
    says "$fixture is the same as itself" 0 'the same to their end, tick 360' diff $fixture.rec $fixture.rec
done
says 'flow fields are recorded' 0 'recorded ' run "$maps/two_bridges.map" --pathfinder flow --seconds 5 --record flow.rec
says 'flow fields replay' 0 'ticks 0 to 150 are as recorded' replay flow.rec
says 'threads change nothing' 0 'ticks 0 to 150 are as recorded' replay flow.rec --threads 3

# ---- damage ----

size=$(wc -c < chase.rec)
for at in 0 9 700 $((size / 2)) $((size - 5)); do
    cp chase.rec bad.rec
    byte=$(dd if=chase.rec bs=1 skip=$at count=1 2> /dev/null | od -An -to1 | tr -d ' ')
    if test "$byte" = 125; then put 124 $at bad.rec; else put 125 $at bad.rec; fi
    says "byte $at" 2 'bad.rec: ' replay bad.rec
done
says 'the middle of a recording' 2 'damaged here' replay bad.rec
head -c $((size / 2)) chase.rec > cut.rec
says 'a cut recording' 2 'cut or damaged here' replay cut.rec
grep -q 'cut.rec: tick [1-9]' out || { failed=$((failed + 1)); echo 'FAILED: a cut recording without its tick'; }
: > empty.rec
says 'an empty file' 2 'found no recording' replay empty.rec
says 'another file' 2 'found no recording' replay "$maps/chase.map"
says 'no such file' 2 'cannot be read' replay nothing.rec
says 'a recording that cannot be written' 2 'cannot be written' run "$maps/chase.map" --seconds 1 --record no/where.rec
says 'two files' 2 'expected one' replay chase.rec flee.rec
if test -w /dev/full; then says 'a full disk' 1 'cannot be written' run "$maps/chase.map" --seconds 1 --record /dev/full; fi

# ---- where two part ----

# The same scene, and the one edit of it two seconds later.
sed 's/^edit at=[0-9.]*/edit at=5/' "$maps/building.map" > early.map
sed 's/^edit at=[0-9.]*/edit at=7/' "$maps/building.map" > late.map
for name in early late; do
    "$sidle" run $name.map --seconds 12 --record $name.rec > /dev/null
done
says 'an edit that is late' 1 'tick 151, ' diff early.rec late.rec
grep -q 'cell\|terrain\|unit' out || { failed=$((failed + 1)); echo 'FAILED: no word of what differs'; cat out; }
"$sidle" run early.map --seconds 6 --record shorter.rec > /dev/null
says 'one ends' 1 'tick 180: shorter.rec ends here, and the other one goes on' diff shorter.rec early.rec
says 'one ends, too' 1 'tick 180: shorter.rec ends here, and the other one goes on' diff early.rec shorter.rec
says 'one file' 2 'expected two' diff early.rec
says 'a damaged file' 2 'bad.rec' diff bad.rec chase.rec
says 'the help' 0 '--from TICK' replay --help

echo "recording: $passed passed, $failed failed"
test $failed -eq 0
