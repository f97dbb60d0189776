#!/bin/sh
# web.sh ROOT BUILD SIDLE: builds the module, the package and the page; runs the package under node, as
# it is packed and installed; and the page in Chromium, Firefox and WebKit. Skipped where a tool is missing.
set -u
root=$(realpath "$1") folder=$(realpath "$2")/web sidle=$(realpath "$3")
sh "$root/web/build.sh" "$root" "$folder" || exit $?
command -v npm > /dev/null || { echo "web: there is no npm"; exit 77; }

failed=0
node "$root/web/test/node.mjs" "$folder/package" "$root" "$sidle" || failed=1

# Without a network what needs these tools is left out.
. "$root/test/house/node_tools.sh"
tools=$folder/tools
if ! node_tools "$root" "$tools"; then
    test $failed -eq 0 && exit 77
    exit 1
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
