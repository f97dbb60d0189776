#!/bin/sh
# packed.sh ROOT PACKAGE TOOLS: the package as npm packs it, installed in another folder: it loads there,
# holds no more than it says, and its types fit a program that uses them.
set -u
root=$1 package=$2 tools=$3
passed=0 failed=0
check() {
    if test "$1" = "$2"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $3: found '$1', expected '$2'"; fi
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root/web/test/types.ts" "$work"
(cd "$package" && npm pack --silent --pack-destination "$work" > "$work/packed" 2> /dev/null)
archive=$work/$(tail -1 "$work/packed")
check "$(tar tzf "$archive" | sort | tr '\n' ' ')" \
    "$(sort "$root/packaging/contents/npm.txt" | tr '\n' ' ')" \
    'the files of the package'
cd "$work" || exit 1
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --offline "$archive" > /dev/null 2>&1
check "$(node -e "import('sidle').then(async (m) => console.log((await m.load()).version))")" \
    "$(sed -n 's/^ *"version": "\(.*\)",/\1/p' "$package/package.json")" 'the version of the installed package'
"$tools/node_modules/.bin/tsc" --noEmit --strict --module nodenext --target es2022 --lib es2022,dom types.ts > tsc.log 2>&1
check "$?" 0 "the types: $(head -5 tsc.log)"
echo "web: $passed passed, $failed failed"
test $failed -eq 0
