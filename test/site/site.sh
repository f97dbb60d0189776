#!/bin/sh
# site.sh ROOT BUILD SIDLE: builds the site with its films, and checks its links, the commands on its pages, the examples to
# start from, and how it looks on a phone and on a desk in Chromium. Skipped where pip cannot fetch MkDocs.
#
# NODE_TOOLS is a folder with playwright-core; without it the test fetches that. What needs a tool that is not there is left out; where CI
# is set, this is a failure.
set -u
root=$(realpath "$1") build=$(realpath "$2") sidle=$(realpath "$3")
site=$build/site
SIDLE=$sidle sh "$root/site/build.sh" "$root" "$site" --films || exit $?
passed=0 failed=0

# Counts the lines `ok` and `FAILED` that a part of the test prints.
part() {
    "$@" > "$site.work/part.txt" || echo "FAILED: $1 $2 ended early" >> "$site.work/part.txt"
    grep -v '^ok' "$site.work/part.txt"
    passed=$((passed + $(grep -c '^ok' "$site.work/part.txt")))
    failed=$((failed + $(grep -c '^FAILED' "$site.work/part.txt")))
}

left_out() {
    echo "${CI:+FAILED: }left out: $1"
    test -z "${CI:-}" || failed=$((failed + 1))
}

test -e "$site/playground.html" || left_out "the playground: $(tail -1 "$site.work/web.log")"
part python3 "$root/test/site/links.py" "$site"
part python3 "$root/test/site/commands.py" "$root" "$site.work/pages" "$build" "$sidle"
part python3 "$root/test/site/films.py" "$root" "$site"
part python3 "$root/test/site/start.py" "$root" "$site.work/pages/start.md"

tools=${NODE_TOOLS:-$build/web/tools}
. "$root/test/house/node_tools.sh"
test -n "${NODE_TOOLS:-}" || node_tools "$root" "$tools"
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
if test -n "$chromium" && test -d "$tools/node_modules/playwright-core" && command -v node > "$site.work/found"; then
    cp "$root/test/site/looks.mjs" "$site.work"
    ln -sfn "$tools/node_modules" "$site.work/node_modules"
    part node "$site.work/looks.mjs" "$site" "$chromium"
else
    left_out "the pictures, without node, Chromium, or the tools that the test web installs"
fi
echo "site: $passed passed, $failed failed"
test $failed -eq 0
