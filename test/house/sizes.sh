#!/bin/sh
# Sizes that keep files and functions readable: 500 lines in a file of tests, and 38 in a function of the
# core. A function is counted from its first line to its closing brace, as clang-format lays them out.
#
#   sizes.sh SOURCE
set -u
cd "$1" || exit 1
passed=0 failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
}

for file in $(find test web/test -name '*.[ch]' -o -name '*.cpp' -o -name '*.sh' -o -name '*.py' -o -name '*.*js'); do
    lines=$(wc -l < "$file")
    if test "$lines" -gt 500; then fail "$file has $lines lines, 500 are the most: part it by subject"; else passed=$((passed + 1)); fi
done

# functions_of FILE: a line for each, of its name and its length.
functions_of() {
    awk '
        /^[a-zA-Z].*[^;]$/ && !begin { begin = NR; name = $0 }
        begin && !inside && /{$/ {
            inside = name ~ /\(/ && name !~ /=|^(typedef|struct|enum|union|extern "C")/
            if (!inside) begin = 0
        }
        !inside && /[;}]$/ { begin = 0 }
        inside && /^}/ {
            sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
            print name, NR - begin + 1
            begin = inside = 0
        }' "$1"
}

found=0
for file in $(find src -name '*.[ch]' | grep -v '^src/\(command\|examples\|pathfinding\|support\)/'); do
    for line in $(functions_of "$file" | tr ' ' ':'); do
        found=$((found + 1))
        if test "${line#*:}" -gt 38; then fail "$file: ${line%:*} has ${line#*:} lines, 38 are the most"; else passed=$((passed + 1)); fi
    done
done
test $found -gt 1000 || fail "only $found functions of the core were found"

echo "sizes: $passed passed, $failed failed"
test $failed -eq 0
