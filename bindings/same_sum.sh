#!/usr/bin/env bash
# Runs the program of overhead.c and that of a binding for 10 ticks: both have to print the same sum.
#
#     same_sum.sh OVERHEAD COMMAND...
set -euo pipefail
expected=$("$1" 10) found=$("${@:2}" 10)
printf '%s\n' "$expected" "$found"
[[ ${found##*, sum } == "${expected##*, sum }" ]] || { echo "the sums differ"; exit 1; }
