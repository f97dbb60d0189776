#!/bin/sh
# web.sh ROOT BUILD SIDLE: builds the module, the package and the page; runs the package under node, as
# it is packed and installed; and the page in Chromium, Firefox and WebKit. Skipped where a tool is missing.
set -u
root=$(realpath "$1") folder=$(realpath "$2")/web sidle=$(realpath "$3")
sh "$root/web/build.sh" "$root" "$folder" || exit $?
command -v npm > /dev/null || { echo "web: there is no npm"; exit 77; }

failed=0
node "$root/web/test/node.mjs" "$folder/package" "$root" "$sidle" || failed=1

# The tools of the tests come from the registry, once; without a network what needs them is left out.
tools=$folder/tools
if ! cmp -s "$root/web/test/package-lock.json" "$tools/package-lock.json" || ! test -d "$tools/node_modules"; then
    mkdir -p "$tools"
    cp "$root/web/test/package.json" "$root/web/test/package-lock.json" "$tools"
    if ! (cd "$tools" && npm ci --no-audit --no-fund --ignore-scripts > npm.log 2>&1); then
        rm -rf "$tools/node_modules"
        tail -3 "$tools/npm.log"
        test $failed -eq 0 && exit 77
        exit 1
    fi
fi
sh "$root/web/test/packed.sh" "$root" "$folder/package" "$tools" || failed=1

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
firefox=${FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
webkit=$(command -v WebKitWebDriver || true)
missing=
test -n "$chromium" || missing=chromium
test -n "$firefox" || missing="$missing firefox-esr"
test -n "$webkit" && command -v xvfb-run > /dev/null || missing="$missing webkit2gtk-driver xvfb xauth"
mkdir -p "$tools/page" && cp "$root"/web/test/page/*.mjs "$tools/page"
if test -n "$chromium"; then
    (cd "$tools" && node page/run.mjs "$folder/playground.html" "$root" "$sidle" "$chromium") || failed=1
fi
if test -z "$missing"; then
    (cd "$tools" && node page/browsers.mjs "$folder/playground.html" "$sidle" "$firefox" "$webkit") || failed=1
else
    echo "web: without all tests of the page; install $missing"
    test $failed -eq 0 && exit 77
fi
exit $failed
