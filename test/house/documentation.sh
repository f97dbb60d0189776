#!/bin/sh
# What is written beside the code: the README is short, no link of a page leads nowhere, and Doxygen makes
# pages of the public headers without a warning, where it is installed.
#
#   documentation.sh SOURCE
set -u
export LC_ALL=C
source=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source" || exit 1
. test/house/source.sh
passed=0 failed=0

expect() {
    if "$@" > "$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $*"
        cat "$work/said"
    fi
}

is_short() { test "$(wc -l < "$1")" -le 200; }

# Targets of links and pictures in the folder of the page; those of the web, and of headings, are left out.
links_lead_somewhere() {
    sed '/^```/,/^```/d' "$1" | grep -o ']([^)]*)' | sed 's/^](//; s/)$//; s/#.*//' > "$work/links"
    missing=0
    while read -r link; do
        case $link in '' | *://*) continue ;; esac
        test -e "$(dirname "$1")/$link" || { echo "$1: $link"; missing=1; }
    done < "$work/links"
    return $missing
}

# Headings that a page links to in itself or in another one.
headings_are_there() {
    grep -o '](\([^):]*\)#[^)]*)' "$1" | sed 's/^](//; s/)$//' > "$work/links"
    missing=0
    while read -r link; do
        page=${link%%#*} heading=${link#*#}
        test -n "$page" && page=$(dirname "$1")/$page || page=$1
        sed -n 's/^#* //p' "$page" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9\n-' | grep -qx "$heading" ||
            { echo "$1: $link"; missing=1; }
    done < "$work/links"
    return $missing
}

# The table of rules in the architecture page is that of the code.
rules_are_in_the_page() {
    sed -n '/decision_rule RULES/,/^};/s/^ *\([a-z_]*\), *\/\* \(.*\) \*\/$/| `\1` | \2 |/p' src/planner/decide.c > "$work/rules"
    sed -n '/^| rule | when/,/^$/s/^| `.*/&/p' src/README.md | cmp - "$work/rules" && test -s "$work/rules"
}

# So are the activities and their transitions; a transition that changes nothing is not drawn.
activities_are_in_the_page() {
    sed -n '/^    \/\* .* \*\/$/{ s/^    \/\* \(.*\) \*\/$/\1/; h; n; s/^    ACTIVITY_\([A-Z_]*\) = .*/\1/; G; s/\(.*\)\n\(.*\)/| `\1` | \2 |/; p; }' \
        src/world/activity.h > "$work/activities"
    sed -n '/^| activity | the unit/,/^$/s/^| `.*/&/p' src/README.md | diff - "$work/activities" && test -s "$work/activities"
}

transitions_are_in_the_page() {
    sed -n 's/^    LEADS(\([A-Z_]*\), \([A-Z_]*\), \([A-Z_]*\)),$/\1 \3 \2/p' src/world/transitions.c |
        awk '$1 != $2 { way = $1 " --> " $2; if (!(way in by)) order[++n] = way; by[way] = by[way] (by[way] ? ", " : "") tolower($3) }
             END { for (k = 1; k <= n; k++) { gsub("_", " ", by[order[k]]); print "    " order[k] ": " by[order[k]] } }' > "$work/drawing"
    sed -n '/^stateDiagram/,/^```/s/^    .*/&/p' src/README.md | diff - "$work/drawing" && test -s "$work/drawing"
}

citation_has_the_version() {
    version=$(version_of include/sidle/types.h)
    test -n "$version" && grep -qx "version: $version" CITATION.cff
}

pages_without_warnings() {
    (cat Doxyfile && echo "OUTPUT_DIRECTORY = $work") | doxygen - > "$work/log" 2>&1
    status=$?
    cat "$work/log"
    return $status
}

functions_have_pages() {
    missing=0
    for name in $(sed -n 's/^SIDLE_API .*[ *]\(sidle_[a-z_]*\)(.*/\1/p' include/sidle/*.h); do
        grep -q ">$name<\|$name()" "$work"/html/*.html || { echo "$name"; missing=1; }
    done
    return $missing
}

# is_shown_in EXAMPLE PAGE: the page shows the part of the example between its two lines of dashes, which a test
# compiles and runs.
is_shown_in() {
    example c "$2" > "$work/shown"
    sed -n '/^\/\* -------- \*\/$/,/^\/\* -------- \*\/$/p' "$1" | sed '/^\/\* -------- \*\/$/d' > "$work/part"
    test -s "$work/part" && diff "$work/part" "$work/shown"
}

expect is_short README.md
expect rules_are_in_the_page
expect activities_are_in_the_page
expect transitions_are_in_the_page
expect citation_has_the_version
expect is_shown_in src/examples/group_host.c docs/groups.md
for page in *.md ./docs/*.md ./*/README.md ./*/*/README.md; do
    test -e "$page" || continue
    expect links_lead_somewhere "$page"
    expect headings_are_there "$page"
done
if command -v doxygen > "$work/found"; then
    expect pages_without_warnings
    expect functions_have_pages
else
    echo "left out: Doxygen is not installed"
fi
echo "documentation: $passed passed, $failed failed"
test $failed -eq 0
