#!/bin/sh
# The cost of a step that no other load on the machine can hide or feign: how many instructions it takes
# for each unit and tick, counted by callgrind inside sidle_world_step alone.
#
#   instructions.sh SIDLE FILE HASH_COST            fails when a scene takes over 5 % more than FILE says
#   instructions.sh SIDLE FILE HASH_COST --renew    writes FILE
#
# HASH_COST hashes a crowd in the open after each step: that may take 5.2 % of the step. SIDLE must be a release build. Compilers differ by more than 5 %, so FILE says which one made it.
set -eu
export LC_ALL=C
sidle=$(realpath "$1") file=$2 hash_cost=$(realpath "$3") renew=${4:-}
again="renew the figures with: meson compile -C BUILD renew-instructions"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Scenes, and their seconds: a crowd in the open, a dense one, a jam before a door, one that stands.
scenes='@scale1000 2
@dense1000 2
@door200 40
@standing5000 1'

compiler=$(readelf -p .comment "$sidle" | sed -n 's/^ *\[ *[0-9a-f]*\] *//p' | head -n 1)
made="$compiler, $(uname -m)"

number_of() { sed -n "s/^ *\"$1\": \([0-9.]*\),*$/\1/p" "$work/json"; }

count() {
    valgrind --tool=callgrind --toggle-collect=sidle_world_step --callgrind-out-file="$work/calls" \
        "$sidle" run "$1" --seconds "$2" --json "$work/json" > "$work/out" 2>&1 || {
        cat "$work/out" >&2
        exit 1
    }
    sum=$(sed -n 's/^summary: *\([0-9]*\).*/\1/p' "$work/calls")
    awk -v sum="$sum" -v units="$(number_of units)" -v ticks="$(number_of ticks)" \
        'BEGIN { printf "%.1f", sum / units / ticks }'
}

if test "$renew" = --renew; then
    {
        echo "# Instructions of a step for each unit and tick; see test/house/instructions.sh."
        echo "# Made by $made"
        echo "$scenes" | while read -r scene seconds; do
            found=$(count "$scene" "$seconds")
            echo "$scene $seconds $found"
        done
    } > "$work/new"
    cp "$work/new" "$file"
    cat "$file"
    exit 0
fi

passed=0 failed=0
then=$(sed -n 's/^# Made by //p' "$file")
differs=
test "$then" = "$made" || differs=" (that figure is of $then; this is $made)"
grep -v '^#' "$file" > "$work/figures"
while read -r scene seconds expected; do
    found=$(count "$scene" "$seconds")
    change=$(awk -v f="$found" -v e="$expected" 'BEGIN { printf "%+.1f", 100 * (f / e - 1) }')
    echo "$scene: $found instructions for each unit and tick, $change %"
    case $(awk -v c="$change" 'BEGIN { print (c > 5) - (c < -5) }') in
    1)
        failed=$((failed + 1))
        echo "FAILED: $scene takes $found instructions, expected $expected and at most 5 % more$differs"
        echo "If it has to, $again"
        ;;
    -1)
        passed=$((passed + 1))
        echo "$scene takes less than it did$differs; so that it stays so, $again"
        ;;
    *) passed=$((passed + 1)) ;;
    esac
done < "$work/figures"

# Instructions of a function in 60 ticks of 1000 units, for each unit and tick.
count_beside_hash() {
    valgrind --tool=callgrind --toggle-collect="$1" --callgrind-out-file="$work/calls" "$hash_cost" 1000 60 \
        > "$work/out" 2>&1 || {
        cat "$work/out" >&2
        exit 1
    }
    awk '/^summary:/ { printf "%.1f", $2 / 1000 / 60 }' "$work/calls"
}

step=$(count_beside_hash sidle_world_step) hash=$(count_beside_hash sidle_world_hash)
share=$(awk -v h="$hash" -v s="$step" 'BEGIN { printf "%.2f", 100 * h / s }')
echo "the hash of each tick: $hash instructions for each unit, $share % of a step"
if awk -v s="$share" 'BEGIN { exit !(s > 0 && s < 5.2) }'; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED: the hash takes $share % of a step, expected less than 5.2 %"
fi
echo "instructions: $passed passed, $failed failed"
test $failed -eq 0
