#!/usr/bin/env bash
# Makes the release of the last commit twice, and builds each recipe from it, without a network: the recipes fetch from
# the folder of the release. The tools of PyPI come from there once, into a virtual environment of the build.
#
#     test.sh SOURCE BUILD
#
# SIDLE_LONG=1: the Debian packages, too, are built twice to the same bytes.
set -uo pipefail # a host that prints its line and then crashes fails
source=$(realpath "$1") build=$(realpath "$2")
export LC_ALL=C
needs() {
    for tool in "$@"; do command -v "$tool" > /dev/null || { echo "packages: there is no $tool"; exit 77; }; done
}
needs git cargo npm node zip unzip xz cmake lintian dh ruby luac5.4 mcs mono x86_64-w64-mingw32-gcc
commit=$(git -C "$source" rev-parse HEAD 2> /dev/null) || { echo "packages: $source is no clone"; exit 77; }

venv=$build/packaging/venv
if ! cmp -s "$source/packaging/requirements.txt" "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv" || exit 77
    "$venv/bin/pip" install -q --disable-pip-version-check -r "$source/packaging/requirements.txt" ||
        { echo "packages: pip finds no packages"; exit 77; }
    cp "$source/packaging/requirements.txt" "$venv"
fi
with_venv=$venv/bin:$PATH # for the release and Conan; the recipes are built with the tools of the system

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
release=$work/release recipes=$work/release/recipes
. "$source/test/house/source.sh"
. "$source/test/house/way.sh"
version=$(version_of "$source/include/sidle/types.h")

twice_the_same_bytes() {
    PATH=$with_venv "$source/packaging/release.sh" "$commit" "$PWD/again" "file://$release" > again.log 2>&1 &
    PATH=$with_venv "$source/packaging/release.sh" "$commit" "$release" "file://$release"
    wait $! || { cat again.log && return 1; }
    diff -r "$release" again
}

# A damaged release is told from a good one.
damage_is_found() {
    mkdir sources
    tar xJf "$release/sidle-$version.tar.xz" --strip-components=1 -C sources
    cp -r "$release" damaged
    zip -q -d "damaged/sidle-$version-two-files.zip" sidle.h
    sed -i "s/^sidle ($version/sidle ($version.1/" sources/packaging/debian/changelog
    if python3 sources/packaging/check.py damaged sources > out; then return 1; fi
    grep "FAILED: sidle-$version-two-files.zip: missing \['sidle.h'\]" out
    grep 'FAILED: version of packaging/debian/changelog' out
}

plays() { "$@" | grep 'arrived after'; }

# Compiles a host together with the two files.
host_with_two_files() {
    unzip -q "$release/sidle-$version-two-files.zip"
    mkdir sidle
    mv sidle.h sidle
    cc -I. -Isidle sidle.c "$1" -lm -o host
}

two_files() {
    host_with_two_files "$recipes/cmake/host.c"
    plays ./host
}

cmake_fetch_content() {
    cmake -S "$recipes/cmake" -B build
    cmake --build build
    plays build/game
}

meson_wrap() {
    cp -r "$recipes/meson" game
    meson setup build game
    meson compile -C build
    plays build/game
}

conan_recipe() {
    export CONAN_HOME=$PWD/conan PATH=$with_venv
    conan profile detect
    conan create "$recipes/conan" -o "sidle/*:shared=$1" --no-remote
}

has_hash() { grep -F "$("$1" < "$release/sidle-$version.tar.xz" | cut -d' ' -f1)" "$2"; }

# Without vcpkg: what CMake and Python see of the port.
vcpkg_port() {
    local port=$recipes/vcpkg/sidle
    if command -v vcpkg && test -n "${VCPKG_ROOT:-}"; then
        vcpkg install sidle --overlay-ports="$port" --x-install-root="$PWD/root" --x-buildtrees-root="$PWD/trees" \
            --x-packages-root="$PWD/packages" --downloads-root="$PWD/downloads" --binarysource=clear
        sed 's|^FetchContent_MakeA.*|find_package(sidle CONFIG REQUIRED)|; /^FetchContent_D/,/URL_HASH/d' \
            "$recipes/cmake/CMakeLists.txt" > CMakeLists.txt
        cp "$recipes/cmake/host.c" .
        cmake -S . -B build -DCMAKE_PREFIX_PATH="$(echo "$PWD"/root/*-*)"
        cmake --build build
        plays build/game
    else
        has_hash sha512sum "$port/portfile.cmake"
        python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["version"] == sys.argv[2]' \
            "$port/vcpkg.json" "$version"
        if cmake -DVERSION="$version" -P "$port/portfile.cmake" > out 2>&1; then return 1; fi
        grep 'Unknown CMake command "vcpkg_download_distfile"' out
    fi
}

# Without xmake: what Lua sees of the package.
xrepo_package() {
    local package=$recipes/xrepo/packages/s/sidle/xmake.lua
    if command -v xrepo; then
        export XMAKE_GLOBALDIR=$PWD/xmake XMAKE_ROOT=y
        cat > xmake.lua << end
add_repositories("sidle $recipes/xrepo")
add_requires("sidle")
target("game")
    add_files("$recipes/cmake/host.c")
    add_packages("sidle")
end
        xmake global --network=private
        xmake --yes
        plays xmake run game
    else
        luac5.4 -p "$package"
        has_hash sha256sum "$package"
        grep "add_versions(\"$version\"" "$package"
    fi
}

# Without Homebrew: the test of the formula, with the two files.
homebrew_formula() {
    local formula=$recipes/homebrew/sidle.rb
    ruby -c "$formula"
    has_hash sha256sum "$formula"
    grep "/sidle-$version.tar.xz\"" "$formula"
    sed -n '/<<~C$/,/^ *C$/{//!p}' "$formula" | sed "s/#{version}/$version/" > test.c
    host_with_two_files test.c
    ./host
}

debian_binary() {
    mkdir "$1"
    cp "$release"/debian/* "$1"
    (cd "$1" && dpkg-source -x ./*.dsc sidle && cd sidle && dpkg-buildpackage -b -us -uc)
}

debian_packages() {
    debian_binary first
    lintian --fail-on error,warning first/*.changes
    for package in first/*.deb; do dpkg -x "$package" root; done
    if test -n "${SIDLE_LONG:-}"; then
        debian_binary second
        for package in first/*.deb; do cmp "$package" "second/${package##*/}"; done
    fi
    root/usr/bin/sidle --version | grep -F "$version"
    test -e root/usr/share/man/man1/sidle.1.gz
    PKG_CONFIG_LIBDIR=$(dirname "$(find "$PWD/root" -name sidle.pc)")
    export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR=$PWD/root
    # shellcheck disable=SC2046
    cc "$recipes/cmake/host.c" $(pkg-config --cflags --libs sidle) -o host
    LD_LIBRARY_PATH=$(dirname "$(find "$PWD/root" -name libsidle.so.0)") plays ./host
}

python_wheel() {
    python3 -m venv --system-site-packages --without-pip empty
    "$venv/bin/pip" --python empty/bin/python install -q "$release"/python/*.whl
    example python "$source/bindings/python/README.md" > example.py
    empty/bin/python -P example.py | grep 'are behind the wall'
}

nuget_package() {
    unzip -q "$release/nuget/sidle.$version.nupkg" -d package
    example csharp "$source/bindings/csharp/README.md" > First.cs
    mcs -langversion:latest First.cs $(find package/contentFiles -name '*.cs')
    LD_LIBRARY_PATH=package/runtimes/linux-x64/native mono First.exe | grep 'Arrived'
}

way twice-the-same-bytes twice_the_same_bytes
if test $failed -eq 0; then
    # Side by side with the others: each way compiles on one core.
    (
        work=$work/beside passed=0 failed=0
        mkdir "$work"
        way conan-static 'conan_recipe False'
        way conan-shared 'conan_recipe True'
        way cmake-fetch-content cmake_fetch_content
        way meson-wrap meson_wrap
        way vcpkg vcpkg_port
        echo "$passed $failed" > "$work/counts"
    ) > "$work/beside.txt" & beside=$!
    way damage-is-found damage_is_found
    way two-files two_files
    way xrepo xrepo_package
    way homebrew homebrew_formula
    way debian debian_packages
    way python-wheel python_wheel
    way nuget nuget_package
    wait $beside
    cat "$work/beside.txt"
    read -r more_passed more_failed < "$work/beside/counts"
    passed=$((passed + more_passed)) failed=$((failed + more_failed))
fi
echo "packages: $passed passed, $failed failed"
test $failed -eq 0
