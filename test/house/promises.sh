#!/bin/sh
# Each promise of docs/promises.md names its tests; all of them are there, and each line of a table names one.
#
#   promises.sh SOURCE
set -u
cd "$1" || exit 1
page=docs/promises.md
passed=0 failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
}

work=$(mktemp)
trap 'rm -f "$work"' EXIT
grep -o '`test/[a-z_/]*\.[ch]: [a-z_0-9]*`' $page | tr -d '`' > "$work"
while IFS=': ' read -r file name; do
    if grep -qs "\b$name[()]" "$file"; then passed=$((passed + 1)); else fail "$page: $file has no $name"; fi
done < "$work"
# Rows of the script stand there by their names, those of both compilers as $cc-, of threads by their number.
sed -n '/^## The same bits/,/^Not promised/p' $page | grep '^|' | grep -o '`[a-z][a-zA-Z0-9-]*`' | tr -d '`' > "$work"
while read -r name; do
    of_both=$(echo "$name" | sed 's/^gcc-/$cc-/; s/^clang-/$cc-/; s/^threads-.*/threads-$threads/')
    if grep -qF -e " $name " -e " $name;" -e "\"$of_both\"" test/bits/bits.sh; then
        passed=$((passed + 1))
    else
        fail "$page: test/bits/bits.sh has no row $name"
    fi
done < "$work"
sed -n '/^|---/,/^$/p' $page | grep '^|' | grep -v '^|---' | grep -v '`' > "$work"
while read -r line; do fail "$page: a promise without a test: $line"; done < "$work"
test $passed -gt 30 || fail "$page: only $passed tests"
echo "promises_page: $passed passed, $failed failed"
test $failed -eq 0
