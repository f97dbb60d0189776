#!/bin/sh
# The cost of a step that no other load on the machine can hide or feign: how many instructions it takes
# for each unit and tick, counted by callgrind inside sidle_world_step alone; how many branches a simulated
# processor predicts wrongly; and how often it reaches beyond the last cache for data. That cache is
# simulated and small, so that a small crowd overflows it as a large one does that of a machine.
#
#   instructions.sh SIDLE FILE HASH_COST            fails when a row takes over 5 % more than FILE says
#   instructions.sh SIDLE FILE HASH_COST --renew    writes FILE
#
# HASH_COST hashes a crowd in the open after each step: that may take 5.2 % of the step. SIDLE must be a release build. Compilers differ by more than 5 %, so FILE says which one made it.
set -eu
export LC_ALL=C
sidle=$(realpath "$1") file=$2 hash_cost=$(realpath "$3") renew=${4:-}
again="renew the figures with: meson compile -C BUILD renew-instructions"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is counted, scenes, and their seconds: a crowd in the open, a dense one, one that claims places
# everywhere, a jam before a door, one that stands, two armies that attack.
rows='instructions @scale1000 2
instructions @dense1000 2
instructions @near8000 2.5
instructions @door200 40
instructions @standing5000 1
instructions @battle100 8
mispredictions @scale1000 2
mispredictions @dense1000 1
misses @scale2000 1.5
misses @dense2000 1
misses @door_two_way300 12'

# Bytes, ways and bytes a line: of both first caches, and of the last one.
caches='--cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=131072,8,64'

compiler=$(readelf -p .comment "$sidle" | sed -n 's/^ *\[ *[0-9a-f]*\] *//p' | head -n 1)
made="$compiler, $(uname -m)"

number_of() { sed -n "s/^ *\"$1\": \([0-9.]*\),*$/\1/p" "$work/json"; }

# count WHAT SCENE SECONDS
count() {
    flags=
    events='Ir'
    case $1 in
    mispredictions) flags='--branch-sim=yes' events='Bcm Bim' ;;
    misses) flags=$caches events='DLmr DLmw' ;;
    esac
    # shellcheck disable=SC2086
    valgrind --tool=callgrind $flags --toggle-collect=sidle_world_step --callgrind-out-file="$work/calls" \
        "$sidle" run "$2" --seconds "$3" --json "$work/json" > "$work/out" 2>&1 || {
        cat "$work/out" >&2
        exit 1
    }
    awk -v wanted=" $events " -v of="$(number_of units)" -v ticks="$(number_of ticks)" '
        /^events:/ { for (k = 2; k <= NF; k++) counts[k] = index(wanted, " " $k " ") > 0 }
        /^summary:/ { for (k = 2; k <= NF; k++) sum += counts[k] * $k }
        END { printf "%.2f", sum / of / ticks }' "$work/calls"
}

if test "$renew" = --renew; then
    {
        echo "# Instructions of a step for each unit and tick, mispredicted branches, or data misses of the last"
        echo "# cache; see test/house/instructions.sh."
        echo "# Made by $made"
        echo "$rows" | while read -r what scene seconds; do
            found=$(count "$what" "$scene" "$seconds")
            echo "$what $scene $seconds $found"
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
while read -r what scene seconds expected; do
    found=$(count "$what" "$scene" "$seconds")
    change=$(awk -v f="$found" -v e="$expected" 'BEGIN { printf "%+.1f", 100 * (f / e - 1) }')
    echo "$scene: $found $what for each unit and tick, $change %"
    case $(awk -v c="$change" 'BEGIN { print (c > 5) - (c < -5) }') in
    1)
        failed=$((failed + 1))
        echo "FAILED: $scene takes $found $what, expected $expected and at most 5 % more$differs"
        echo "If it has to, $again"
        ;;
    -1)
        passed=$((passed + 1))
        echo "$scene takes fewer $what than it did$differs; so that it stays so, $again"
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
