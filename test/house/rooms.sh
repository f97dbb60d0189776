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

# Groups stand on the public headers as a host would; of the library they take the marks of its files, and the form of a
# recording, to report their calls.
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

if grep -h '^#include "[^g]' groups/*.[ch] | grep -v '"base/vec.h"\|"base/measures.h"\|"world/recording.h"'; then fail 'src/groups looks inside the library'; else passed=$((passed + 1)); fi

if grep -h '^#include "[^r]' replay/*.[ch] | grep -v '"base/text.h"\|"world/recording.h"'; then fail 'src/replay looks inside the library'; else passed=$((passed + 1)); fi

# A unit reads the record of another one by what world/shown.h lets it.
for file in $(find . -name '*.[ch]'); do
    case $file in ./world/shown.h) continue ;; esac
    if grep -q 'record_behind' "$file"; then fail "src/$file reads what another unit does not show"; fi
done
for file in orders/*.c planner/*.c motion/*.c; do
    case $file in planner/debug.c) continue ;; esac
    if grep -q '[^_a-z]unit_of_slot(' "$file"; then fail "src/$file reads another unit's record itself"; fi
done
if grep -q 'record_behind' world/shown.h; then passed=$((passed + 1)); else fail 'there is no world/shown.h'; fi

# A file uses another one by its header. No circle of files: each can be read after those that it uses.
pairs=$(mktemp)
trap 'rm -f "$pairs"' EXIT
for file in $(find base world orders planner motion queries steering groups replay -name '*.c') tick.c; do
    for name in $(sed -n 's/^#include "\(.*\)\.h"$/\1/p' "$file"); do
        if test "$name.c" != "$file" && test -e "$name.c"; then echo "${file%.c} $name" >> "$pairs"; fi
    done
done
test "$(wc -l < "$pairs")" -gt 100 || fail 'the files of the core include no headers'
if tsort "$pairs" > /dev/null 2>&1; then passed=$((passed + 1)); else fail "files use each other in a circle: $(tsort "$pairs" 2>&1 > /dev/null | tr '\n' ' ')"; fi

echo "rooms: $passed passed, $failed failed"
test $failed -eq 0
