#!/bin/sh
# Recordings by the command: fixtures of all kinds replay to the hash of their run, damage is found, and two
# recordings are told apart.
#
#   recording.sh SIDLE SOURCE
. "$2/test/command/cases.sh"

# put BYTE AT FILE: writes the byte, in octal, at this place.
put() {
    printf "\\$1" | dd of="$3" bs=1 seek="$2" conv=notrunc 2> /dev/null
}

# Orders of all kinds, groups in formation, buildings, queues, flow fields, units that die.
for fixture in doorway_two_way building patrol chase flee leader march_gap march_under_fire two_bridges; do
    "$sidle" run "$maps/$fixture.map" --seconds 11 > plain
    case_ "$fixture is recorded" 0 'recorded ' run "$maps/$fixture.map" --seconds 11 --record $fixture.rec
    hash=$(sed -n 's/^ *hash *//p' plain)
    check "$fixture goes the same way when it is recorded" 'grep -q "hash *$hash" out'
    case_ "$fixture replays" 0 "ticks 0 to 330 are as recorded, hash $hash" replay $fixture.rec
    case_ "$fixture replays from a snapshot" 0 "ticks 300 to 330 are as recorded, hash $hash" replay $fixture.rec --from 310
    case_ "$fixture is the same as itself" 0 'the same to their end, tick 330' diff $fixture.rec $fixture.rec
done
case_ 'flow fields are recorded' 0 'recorded ' run "$maps/two_bridges.map" --pathfinder flow --seconds 5 --record flow.rec
case_ 'flow fields replay' 0 'ticks 0 to 150 are as recorded' replay flow.rec
case_ 'threads change nothing' 0 'ticks 0 to 150 are as recorded' replay flow.rec --threads 3

# ---- damage ----

size=$(wc -c < chase.rec)
for at in 0 9 700 $((size / 2)) $((size - 5)); do
    cp chase.rec bad.rec
    byte=$(dd if=chase.rec bs=1 skip=$at count=1 2> /dev/null | od -An -to1 | tr -d ' ')
    if test "$byte" = 125; then put 124 $at bad.rec; else put 125 $at bad.rec; fi
    case_ "byte $at" 2 'bad.rec: ' replay bad.rec
done
case_ 'the middle of a recording' 2 'damaged here' replay bad.rec
head -c $((size / 2)) chase.rec > cut.rec
case_ 'a cut recording' 2 'cut or damaged here' replay cut.rec
check 'a cut recording with its tick' 'grep -q "cut.rec: tick [1-9]" err'
: > empty.rec
case_ 'an empty file' 2 'found no recording' replay empty.rec
case_ 'another file' 2 'found no recording' replay "$maps/chase.map"
case_ 'no such file' 2 'cannot be read' replay nothing.rec
case_ 'a recording that cannot be written' 2 'cannot be written' run "$maps/chase.map" --seconds 1 --record no/where.rec
case_ 'two files' 2 'expected one' replay chase.rec flee.rec
if test -w /dev/full; then case_ 'a full disk' 1 'cannot be written' run "$maps/chase.map" --seconds 1 --record /dev/full; fi

# ---- where two part ----

# The same scene, and the one edit of it two seconds later.
sed 's/^edit at=[0-9.]*/edit at=5/' "$maps/building.map" > early.map
sed 's/^edit at=[0-9.]*/edit at=7/' "$maps/building.map" > late.map
for name in early late; do
    "$sidle" run $name.map --seconds 12 --record $name.rec > /dev/null
done
case_ 'an edit that is late' 1 'tick 151, ' diff early.rec late.rec
check 'what differs is told' 'grep -q "cell\|terrain\|unit" out'
"$sidle" run early.map --seconds 6 --record shorter.rec > /dev/null
case_ 'one ends' 1 'tick 180: shorter.rec ends here, and the other one goes on' diff shorter.rec early.rec
case_ 'one ends, too' 1 'tick 180: shorter.rec ends here, and the other one goes on' diff early.rec shorter.rec
case_ 'one file' 2 'expected two' diff early.rec
case_ 'a damaged file' 2 'bad.rec' diff bad.rec chase.rec
case_ 'the help' 0 '--from TICK' replay --help

end_cases recording
