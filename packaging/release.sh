#!/usr/bin/env bash
# Makes all files of a release from a commit, and checks what they hold, their versions and their licences. The same
# commit and the same tools give the same bytes. Nothing is published.
#
#     release.sh COMMIT FOLDER URL
#
# FOLDER: new, for the files. URL: where the files of the release will lie; the recipes fetch them there. README.md
# beside this script lists the tools that it needs.
set -euo pipefail
test $# -eq 3 || { sed -n '2,/^set/{/^#/p}' "$0" | cut -c3-; exit 2; }
export LC_ALL=C TZ=UTC
umask 022
repository=$(cd "$(dirname "$0")/.." && pwd)
mkdir "$2"
out=$(realpath "$2") url=$3
commit=$(git -C "$repository" rev-parse --verify "$1^{commit}")
SOURCE_DATE_EPOCH=$(git -C "$repository" log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH
. "$repository/test/house/source.sh"
version=$(git -C "$repository" show "$commit:include/sidle/types.h" | version_of)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# All but the tarball is made from what the tarball holds.
sources=$work/sidle-$version
tarball=$out/sidle-$version.tar.xz

# A part of the release: its name and the function that makes it. The log is shown when it fails.
part() {
    echo "$1"
    set +e
    (set -e && "$2") > "$work/log" 2>&1 # not as a condition itself: there no command would end it
    local result=$?
    set -e
    if test $result -ne 0; then
        cat "$work/log"
        echo "release: $1: failed" >&2
        exit 1
    fi
}

source_tarball() {
    git -C "$repository" archive --prefix="sidle-$version/" "$commit" | xz --threads=1 > "$tarball"
    tar xJf "$tarball" -C "$work"
}

# Packs a folder as a zip without the times of its files, in the order of their names.
zip_folder() {
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    (cd "$1" && find . -type f -printf '%P\n' | sort | zip -q -X -9 -@ "$2")
}

two_files() {
    python3 "$sources/src/package/two_files.py" "$sources" "$work/two-files"
    zip_folder "$work/two-files" "$out/sidle-$version-two-files.zip"
}

python_packages() {
    mkdir "$out/python"
    "$sources/bindings/python/package.sh" "$out/python"
    twine check --strict "$out"/python/*
}

rust_crates() {
    mkdir "$out/rust"
    "$sources/bindings/rust/package.sh" "$work/rust" "$url"
    if grep '^warning' "$work/log"; then return 1; fi
    cp "$work"/rust/target/package/*.crate "$out/rust"
}

npm_package() {
    mkdir "$out/npm"
    sh "$sources/web/build.sh" "$sources" "$work/web"
    cd "$work/web/package"
    npm pack --dry-run
    npm pack --pack-destination "$out/npm"
    if grep -i 'npm warn' "$work/log"; then return 1; fi
}

# The library as Meson builds it, for the machine that the further arguments tell of.
shared_library() {
    meson setup "$work/$1" "$sources" -Ddefault_library=shared -Dcommand=disabled -Dtests=disabled --strip "${@:2}"
    meson compile -C "$work/$1"
}

# NuGet reads a zip with a .nuspec; the two XML files beside it say where that is.
nuget_package() {
    shared_library linux-x64
    shared_library win-x64 --cross-file "$sources/test/house/mingw-w64.ini" -Dc_link_args=-Wl,--no-insert-timestamp
    "$sources/bindings/csharp/package.py" "$work/csharp" "$work"/linux-x64/libsidle.so "$work"/win-x64/libsidle*.dll
    local unity=$work/csharp/unity/com.sidle.sidle nuget=$work/nuget
    cp -r "$sources/packaging/nuget" "$nuget"
    fill "$nuget/sidle.nuspec"
    cp "$sources/bindings/csharp/README.md" "$sources/LICENSE" "$nuget"
    mkdir -p "$nuget"/contentFiles/cs/any "$nuget"/runtimes/{linux-x64,win-x64}/native "$out/nuget"
    rm "$unity"/Runtime/{,*/}*.meta
    mv "$unity/Runtime/Plugins/libsidle.so" "$nuget/runtimes/linux-x64/native"
    mv "$unity/Runtime/Plugins/sidle.dll" "$nuget/runtimes/win-x64/native"
    rmdir "$unity/Runtime/Plugins"
    rm "$unity/Runtime/Sidle.asmdef"
    mv "$unity/Runtime" "$nuget/contentFiles/cs/any/sidle"
    zip_folder "$nuget" "$out/nuget/sidle.$version.nupkg"
}

debian_source() {
    mkdir "$out/debian"
    cp "$tarball" "$out/debian/sidle_$version.orig.tar.xz"
    cp -r "$sources/packaging/debian" "$sources"
    cd "$out/debian"
    dpkg-source --build "$sources"
    rm -r "$sources/debian"
    lintian --fail-on error,warning ./*.dsc
}

# Fills in what only the release knows.
fill() {
    sed -i "s|@VERSION@|$version|g; s|@URL@|$url|g; s|@SHA256@|$(sha256sum < "$tarball" | cut -d' ' -f1)|g
        s|@SHA512@|$(sha512sum < "$tarball" | cut -d' ' -f1)|g" "$@"
}

# The program of the examples is the host of the README.
recipes() {
    cp -r "$sources/packaging/recipes" "$out/recipes"
    find "$out/recipes" -type f -print0 | while IFS= read -r -d '' file; do fill "$file"; done
    for recipe in conan/test_package cmake meson; do
        example c "$sources/README.md" > "$out/recipes/$recipe/host.c"
    done
}

part 'source tarball' source_tarball
part 'two files' two_files
part 'Python' python_packages
part 'Rust' rust_crates
part 'npm' npm_package
part 'NuGet' nuget_package
part 'Debian' debian_source
part 'recipes' recipes
python3 "$sources/packaging/check.py" "$out" "$sources"
(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum > SHA256SUMS)
