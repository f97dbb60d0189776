#!/usr/bin/env bash
# stories.sh DRIVER FOLDER: plays the kept stories of each style, then random ones, more with
# SIDLE_LONG=1. What breaks is told in words, with the call and the tick.
set -uo pipefail
driver=$(realpath "$1") folder=$(realpath "$2") passed=0 failed=0
many=150
if [ -n "${SIDLE_LONG:-}" ]; then many=20000; fi
cd "$(mktemp -d)" || exit 2
play() {
    if "$driver" "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
for style in calls crowd doors lone troops; do
    shopt -s nullglob
    kept=("$folder/kept/$style"/*)
    if ((${#kept[@]})); then play "$style" "${kept[@]}"; fi
    play "$style" --random "$many" 1
done
if ((failed)); then echo "the stories that broke are in $PWD"; else rm -rf "$PWD"; fi
echo "fuzz: $passed passed, $failed failed"
exit $((failed > 0))
