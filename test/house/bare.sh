#!/usr/bin/env bash
# The two commands of the README in a minimal Debian 12: both pass, no test fails and none is skipped. Prints the
# processor time of each.
#
#     sudo test/house/bare.sh SOURCE FOLDER
#
# Needs debootstrap or mmdebstrap, and a network for Debian's packages. FOLDER keeps the bare Debian for the next run.
# The commit that is checked out is what is tested.
set -euo pipefail
source=$(realpath "$1") folder=$2
if [ "$(id -u)" != 0 ] || ! { command -v mmdebstrap || command -v debootstrap; } > /dev/null; then
    echo "bare: needs root, and debootstrap or mmdebstrap"
    exit 77
fi
mkdir -p "$folder"
folder=$(realpath "$folder")
if [ ! -e "$folder/debian" ]; then
    rm -rf --one-file-system "$folder/debian.new"
    if command -v mmdebstrap > /dev/null; then
        mmdebstrap --quiet --variant=minbase bookworm "$folder/debian.new" > "$folder/log" 2>&1
    else
        debootstrap --variant=minbase bookworm "$folder/debian.new" > "$folder/log" 2>&1
    fi || { tail "$folder/log"; exit 1; }
    mv "$folder/debian.new" "$folder/debian"
fi

# Mounts end with the processes of the box.
box=$(mktemp -d "$folder/box.XXXX")
trap 'rm -rf --one-file-system "$box"' EXIT
cp -a "$folder/debian/." "$box"
mkdir "$box/sidle"
git -C "$source" archive HEAD | tar x -C "$box/sidle"
cp /etc/resolv.conf /etc/hosts "$box/etc"

first=$(sed -n '/^## Try it/,/^## /p' "$source/README.md" | sed -n '/^```sh$/,/^```$/p' | sed '/^```/d; s/\bsudo //g')
second=$(sed -n '/^## Try it/,/^## /p' "$source/README.md" | sed -n 's/.*`\(meson test[^`]*\)`.*/\1/p' | head -n 1)
[ -n "$first" ] && [ -n "$second" ] || { echo "FAILED: the README does not have both commands"; exit 1; }

# run COMMAND LOG: prints the seconds of processor time.
run() {
    local TIMEFORMAT='%U %S' status=0
    { time unshare --mount --pid --fork --mount-proc="$box/proc" chroot "$box" env -i HOME=/root LANG=C.UTF-8 \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
        bash -c "cd /sidle && $1" > "$2" 2>&1; } 2> "$folder/time" || status=1
    awk '{ printf "%.0f s of a processor\n", $1 + $2 }' "$folder/time"
    return $status
}

passed=0 failed=0
expect() {
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $1"; fi
}
ends_with_0() { grep -Eq "^$1: +0 *\$" "$folder/second"; }

echo "$first"
expect "the first command" run "$first" "$folder/first"
expect "it draws a picture" test -s "$box/sidle/bridge.png"
echo "$second"
expect "the second command" run "$second" "$folder/second"
expect "no test is skipped" ends_with_0 Skipped
expect "no test fails" ends_with_0 Fail
((failed == 0)) || tail -n 40 "$folder/first" "$folder/second"
tail -n 8 "$folder/second"
echo "bare: $passed passed, $failed failed"
exit $((failed > 0))
