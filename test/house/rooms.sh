#!/bin/sh
# The rooms around the library: which room may include from which. An include names the room and the
# file, "scenes/scene.h", or a file of its own room, "scene.h"; it never climbs. The library itself
# neither prints nor opens a file, and no files of the core use each other in a circle.
set -u
cd "$1/src" || exit 1
known=
failed=0 passed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
}

# check_file FILE ROOM ALLOWED...
check_file() {
    file=$1 room=$2
    shift 2
    bad=
    for name in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        case $name in
            *..*) bad="$bad $name" ;;
            */*)
                good=no
                for allowed; do test "${name%/*}" = "$allowed" && good=yes; done
                test $good = yes || bad="$bad $name"
                ;;
            *) test -e "$room/$name" || bad="$bad $name" ;;
        esac
    done
    if test -n "$bad"; then fail "src/$file includes$bad, but $room may include from: $*"; else passed=$((passed + 1)); fi
}

# may ROOM ALLOWED...: checks the files of the room itself, not those of the rooms below it.
may() {
    room=$1
    shift
    known="$known $room "
    test -n "$(ls "$room"/*.c)" || fail "there is no room $room"
    for file in "$room"/*.[ch]; do check_file "$file" "$room" "$@"; done
}

# In the core a room takes from itself and from those before it.
before=
for room in base world orders places jam planner motion queries; do
    before="$before $room"
    # shellcheck disable=SC2086
    may $room $before
done
# Groups stand on the public headers as a host would; of the library they take its base, and the form of a recording, to
# report their calls.
may groups groups base world
# So does the replay; it has the form of a recording from the one that writes it.
may replay replay base world
may support
may examples
may pathfinding support
may command/terminal support
may command/scenes terminal support
may command/metrics scenes terminal support
may command/tiled pictures scenes terminal support
may command/input tiled metrics scenes terminal support
may command/insight scenes terminal support
may command/pictures insight scenes terminal support
may command/simulation pictures metrics scenes terminal pathfinding examples support
may command/benchmarks simulation metrics scenes terminal examples support
may command/watch simulation pictures insight input metrics scenes terminal support
may command tiled watch benchmarks simulation pictures insight input metrics scenes terminal examples support

for folder in command/*/; do
    case $known in *" ${folder%/} "*) ;; *) fail "src/$folder stands in no line of this test" ;; esac
done
for file in $(find . -name '*.[ch]' | grep -v '^./\(command\|examples\|pathfinding\|support\)/'); do
    if grep -q '<stdio\.h>\|<unistd\.h>' "$file"; then fail "src/$file can print or open files"; else passed=$((passed + 1)); fi
done

if grep -h '^#include "[^g]' groups/*.[ch] | grep -v '"base/\|"world/recording.h"'; then fail 'src/groups looks inside the library'; else passed=$((passed + 1)); fi

if grep -h '^#include "[^r]' replay/*.[ch] | grep -v '"base/\|"world/recording.h"'; then fail 'src/replay looks inside the library'; else passed=$((passed + 1)); fi

# A unit reads the record of another one by what world/shown.h lets it.
for file in $(find . -name '*.[ch]'); do
    case $file in ./world/shown.h) continue ;; esac
    if grep -q 'record_behind' "$file"; then fail "src/$file reads what another unit does not show"; fi
done
for file in orders/*.c places/*.c jam/*.c planner/*.c motion/*.c; do
    case $file in planner/debug.c) continue ;; esac
    if grep -q '[^_a-z]unit_of_slot(' "$file"; then fail "src/$file reads another unit's record itself"; fi
done
if grep -q 'record_behind' world/shown.h; then passed=$((passed + 1)); else fail 'there is no world/shown.h'; fi

# stands_in WHAT PATTERN FILE...: the pattern stands in these files of the core, and in no others. A line with a match of
# $but does not count.
but='^$'
stands_in() {
    what=$1 pattern=$2
    shift 2
    found=$(grep -HE -- "$pattern" base/*.[ch] world/*.[ch] orders/*.[ch] places/*.[ch] jam/*.[ch] planner/*.[ch] motion/*.[ch] queries/*.[ch] tick.c | grep -vE -- "$but" | cut -d: -f1 | sort -u | tr '\n' ' ')
    listed=$(printf '%s\n' "$@" | sort | tr '\n' ' ')
    if test "$found" = "$listed"; then passed=$((passed + 1)); else fail "$what is in $found, and has to be in $listed"; fi
}

# Which files write a field of a unit: by =, |=, ++ and the like, or for other threads to read. A unit may have any name;
# these names write a field of the same name of something else. A write through a pointer to the field itself is not seen.
but='(^|[^a-z_])(best->place|found->corner|cold(\[slot\]|\[at\])?[.>-]+order|m->position|n->asked|s->position|sum->as(ide|ked)|t->velocity|world->events)[^a-z_]'
while read -r field files; do
    # shellcheck disable=SC2086
    stands_in "a write to $field" "->$field(\.[a-z_]+)*( *[-+*|&^]?=[^=]|\+\+|--)|store_shared\(&[^,]*->$field," $files
done << end
aside world/transitions.c
awaits world/transitions.c
aim world/transitions.c world/unit.h orders/approach.c jam/jam.c orders/orders.c orders/path_following.c places/place_want.c orders/steer_target.c places/way_round.c
goal orders/approach.c orders/orders.c orders/path_following.c orders/steer_target.c
order orders/condition.c orders/orders.c orders/path_following.c orders/steer_target.c
arrival orders/condition.c orders/orders.c places/places.c orders/steer_target.c
pace orders/orders.c
path_point world/snapshot_read.c world/unit.h orders/orders.c
place places/claims.c orders/orders.c
corner places/place_want.c places/way_round.c
turned_at world/unit.h orders/path_following.c
towed orders/facing.c
way_left places/way_round.c
decision world/unit.h
drive_target world/unit.h
facing world/transitions.c orders/facing.c orders/path_following.c orders/unit_change.c motion/drive.c
queue_state orders/queue.c
asked orders/path_following.c orders/requests.c
brake jam/jam.c planner/decide.c planner/headway.c
look_next planner/look_schedule.c
elapsed orders/path_following.c planner/decide.c planner/look_schedule.c planner/progress.c
waits_for world/unit_store.c orders/unit_state.c tick.c
events world/unit.h world/unit_store.c orders/orders.c orders/path_following.c tick.c
position orders/unit_state.c
heading orders/unit_change.c motion/drive.c
velocity orders/path_following.c orders/unit_change.c orders/unit_state.c motion/move.c
speed_kind world/ground.c
profile orders/unit_change.c
rank orders/unit_change.c
ghost orders/unit_change.c
awaited orders/unit_state.c
look jam/jam.c planner/decide.c
progress orders/condition.c jam/jam.c orders/path_following.c places/places.c
escalation jam/jam.c orders/orders.c orders/path_following.c places/places.c orders/queue.c orders/requests.c places/way_round.c planner/decide.c planner/escalation.c planner/progress.c
flags motion/move.c orders/approach.c orders/condition.c jam/jam.c orders/orders.c orders/path_following.c places/place_want.c places/places.c orders/queue.c orders/steer_target.c orders/want.c orders/unit_change.c places/way_round.c planner/decide.c planner/escalation.c world/ground.c world/transitions.c world/unit.h world/unit_store.c
end
but='^$'

# The aspects of an activity that are flags change by its transitions, and so does the mark beside it; a new unit has it.
stands_in 'a change of the activity' '(flags [|&^]?=[^=]|unit_unmark).*(ASPECT|ACTIVITY|UNIT_CLEARS)' world/transitions.c world/unit_store.c

# One idea has one measure: the times of patience, and the top speed as the profile has it.
stands_in 'a read of patience' '->(patience|wait_time|push_time)' world/patience.h
stands_in 'a read of the top speed' '(p|profile|\))->top_speed' world/state.h world/parameters.c

# A file uses another one by its header. No circle of files: each can be read after those that it uses.
pairs=$(mktemp)
trap 'rm -f "$pairs"' EXIT
for file in $(find base world orders places jam planner motion queries steering groups replay -name '*.c') tick.c; do
    for name in $(sed -n 's/^#include "\(.*\)\.h"$/\1/p' "$file"); do
        if test "$name.c" != "$file" && test -e "$name.c"; then echo "${file%.c} $name" >> "$pairs"; fi
    done
done
test "$(wc -l < "$pairs")" -gt 100 || fail 'the files of the core include no headers'
if tsort "$pairs" > /dev/null 2>&1; then passed=$((passed + 1)); else fail "files use each other in a circle: $(tsort "$pairs" 2>&1 > /dev/null | tr '\n' ' ')"; fi

echo "rooms: $passed passed, $failed failed"
test $failed -eq 0
