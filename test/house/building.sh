#!/bin/sh
# All ways to build sidle in: by Meson alone and as a subproject, by CMake alone, as a part and as a
# package that either build has installed, as two files, beside a host that uses the same names, and
# for Windows. Each one has to play a crowd to the same hashes as the library in the build folder.
#
#   building.sh SOURCE CROWD_HASH
set -u
exec 3>&1
export LC_ALL=C
source=$(realpath "$1") crowd_hash=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$crowd_hash" > "$work/expected"
crowd="$source/test/support/crowd.c $source/test/support/crowd_hash.c"
cc=${CC:-cc}
. "$source/test/house/source.sh"
. "$source/test/house/way.sh"
version=$(version_of "$source/include/sidle/types.h")
version=${version%.*} # without the patch

same_hashes() { LD_LIBRARY_PATH="${2:-}" "$1" | cmp - "$work/expected"; }

# As on a machine that has a C compiler and Meson, and nothing else.
bare_meson() {
    folder=$1
    shift
    CXX=/nonexistent CMAKE=/nonexistent PKG_CONFIG_LIBDIR=/nonexistent \
        meson setup --buildtype debug "$folder" "$source" "$@"
}

only_the_library() {
    test "$(find "$1" -name '*.o' | wc -l)" -eq 1
    test ! -e "$1/sidle"
}

meson_alone() {
    bare_meson build -Ddefault_library="$1"
    meson compile -C build
    only_the_library build
    DESTDIR=$PWD/root meson install -C build --quiet
    libdir=$(dirname "$(find root -name 'libsidle.*' | head -n 1)")
    # shellcheck disable=SC2086
    $cc -std=gnu11 -Iroot/usr/local/include $crowd -L"$libdir" -lsidle -lm -o game
    same_hashes ./game "$libdir"
}

# Who asks for what cannot be built is told so.
meson_tells_what_is_missing() {
    if bare_meson build "-D$1=enabled" > out; then return 1; fi
    grep "ERROR: Dependency \"$2\" not found" out
}

write_meson_game() {
    mkdir -p subprojects
    ln -s "$source" subprojects/sidle
    sed -n '/^\[wrap-git\]$/,/^```$/p' "$source/docs/building.md" | sed '/^```/d' > subprojects/sidle.wrap
    cat > meson.build << end
project('game', 'c')
executable('game', '$source/test/support/crowd.c', '$source/test/support/crowd_hash.c',
  dependencies: [dependency('sidle'), meson.get_compiler('c').find_library('m', required: false)])
end
}

meson_subproject() {
    write_meson_game
    grep dependency_names subprojects/sidle.wrap
    meson setup --buildtype debug build . "$@"
    meson compile -C build
    only_the_library build/subprojects/sidle
    same_hashes build/game
}

# The first lines say how the game gets sidle.
write_cmake_game() {
    cat > CMakeLists.txt << end
cmake_minimum_required(VERSION 3.14)
project(game C)
$1
add_executable(game $source/test/support/crowd.c $source/test/support/crowd_hash.c)
target_link_libraries(game sidle::sidle m)
end
}

cmake_game() {
    write_cmake_game "$1"
    shift
    cmake -S . -B game -DCMAKE_BUILD_TYPE=Debug "$@"
    cmake --build game
    same_hashes game/game
}

cmake_alone() {
    cmake -S "$source" -B build -DBUILD_SHARED_LIBS="$1"
    cmake --build build
    only_the_library build
    cmake --install build --prefix "$PWD/first"
    mv first moved
    cmake_game "find_package(sidle $version REQUIRED CONFIG)" -DCMAKE_PREFIX_PATH="$PWD/moved"
    case $1 in
    ON) LD_TRACE_LOADED_OBJECTS=1 game/game | grep "$PWD/moved/" ;;
    *) test -z "$(find moved -name '*.so*')" ;;
    esac
}

cmake_package_of_meson() {
    bare_meson build -Ddefault_library="$1" -Dlibdir="$2"
    shift 2
    meson compile -C build
    DESTDIR=$PWD/first meson install -C build --quiet
    mv first/usr/local moved
    cmake_game "find_package(sidle $version REQUIRED CONFIG)" -DCMAKE_PREFIX_PATH="$PWD/moved" "$@"
}

another_version_is_no_match() {
    bare_meson build -Ddefault_library=static
    meson compile -C build
    DESTDIR=$PWD/root meson install -C build --quiet
    for other in 0.99 1.0 "$version.99"; do
        write_cmake_game "find_package(sidle $other REQUIRED CONFIG)"
        if cmake -S . -B "game-$other" -DCMAKE_PREFIX_PATH="$PWD/root/usr/local"; then return 1; fi
    done
}

two_files() {
    python3 "$source/src/package/two_files.py" "$source" two/sidle
    mkdir game
    # shellcheck disable=SC2086
    "$@" -Wall -Wextra -Werror two/sidle/sidle.c -Itwo $crowd -lm -o game/game
    same_hashes game/game
}

# A host may use all the names that are not ours; those of the files of the core are the likeliest.
same_names() {
    bare_meson build -Ddefault_library=static
    meson compile -C build
    nm -g --defined-only build/libsidle.a | awk 'NF == 3 { print $3 }' > names
    test "$(wc -l < names)" -gt 40
    if grep -v '^sidle_' names; then return 1; fi
    for name in terrain_set terrain_fits vec unit_named decide look_around line_join move_all \
        nearby_sort units_free way_left wish_aim contact_resolve arithmetic_holds NO_ROUTE; do
        echo "int $name(void); int $name(void) { return 1; }"
    done > names.c
    # shellcheck disable=SC2086
    $cc -I"$source/include" names.c $crowd build/libsidle.a -lm -o game
    same_hashes ./game
}

# A file of the core includes what it uses: it compiles by itself, in whatever order sidle.c has it.
each_file() {
    sed -n "s|^#include \"\(.*\.c\)\"$|$source/src/\1|p" "$source/src/sidle.c" > files
    test "$(wc -l < files)" -gt 50
    while read -r file; do
        $cc -std=gnu11 -fsyntax-only -Wall -Wextra -Werror=implicit-function-declaration \
            -I"$source/include" -I"$source/src" "$file"
    done < files
}

# Both forms of the library, a host by hand and one by CMake, which finds what Meson has installed.
# A busy machine's wine may fail by itself, so it is tried three times; a program that fails, fails
# each time.
in_wine() {
    for try in 1 2 3; do
        wine "$1" > with-returns && return 0
        echo "windows: try $try of $1 under wine ended with $?" >&3
        wineserver -w || true
    done
    return 1
}

windows() {
    # Without its browser and its .NET, which are a large part of what wine sets up.
    export WINEPREFIX="$PWD/wine" WINEDEBUG=fixme-all WINEDLLOVERRIDES=mscoree,mshtml=
    meson setup --buildtype debug --cross-file "$source/test/house/mingw-w64.ini" build "$source"
    meson compile -C build
    DESTDIR=$PWD/first meson install -C build --quiet
    mv first/usr/local moved
    # shellcheck disable=SC2086
    $mingw -O1 -Imoved/include $crowd moved/lib/libsidle.a -o static.exe
    write_cmake_game "find_package(sidle $version REQUIRED CONFIG)"
    cmake -S . -B game -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=$mingw \
        -DCMAKE_FIND_ROOT_PATH="$PWD/moved" -DCMAKE_BUILD_TYPE=Debug
    cmake --build game
    cp moved/bin/libsidle-0.dll game
    command -v wine || return 0
    for game in static.exe game/game.exe; do
        in_wine "$game"
        tr -d '\r' < with-returns | cmp - "$work/expected"
    done
    wineserver -w || true
}

way meson-static 'meson_alone static'
way meson-shared 'meson_alone shared'
way meson-without-command 'meson_tells_what_is_missing command stb'
way meson-without-tests 'meson_tells_what_is_missing tests cmocka'
way meson-subproject 'meson_subproject'
way meson-subproject-shared 'meson_subproject -Dsidle:default_library=shared'
way same-names same_names
way each-file each_file
way two-files 'two_files $cc -std=gnu11'
way two-files-c11 'two_files $cc -std=c11 -pedantic -O2'
if command -v clang > /dev/null; then way two-files-clang 'two_files clang -std=gnu11 -O1'; fi
# One that knows nothing of GNU: the plain forms of what compilers differ in.
if command -v tcc > /dev/null; then way two-files-tcc 'two_files tcc'; fi
if command -v cmake > /dev/null; then
    way cmake-static 'cmake_alone OFF'
    way cmake-shared 'cmake_alone ON'
    way cmake-subdirectory 'cmake_game "add_subdirectory($source sidle)"'
    way cmake-subdirectory-shared 'cmake_game "add_subdirectory($source sidle)" -DBUILD_SHARED_LIBS=ON'
    way cmake-fetch 'cmake_game "include(FetchContent)
        FetchContent_Declare(sidle SOURCE_DIR $source)
        FetchContent_MakeAvailable(sidle)"'
    way cmake-finds-static 'cmake_package_of_meson static lib64'
    way cmake-finds-shared 'cmake_package_of_meson shared lib/x86_64-linux-gnu'
    way cmake-finds-either 'cmake_package_of_meson both lib'
    way cmake-finds-chosen 'cmake_package_of_meson both lib -DSIDLE_STATIC=ON'
    way cmake-other-version another_version_is_no_match
fi
mingw=x86_64-w64-mingw32-gcc
if command -v $mingw > /dev/null && command -v cmake > /dev/null; then way windows windows; fi
echo "building: $passed passed, $failed failed"
test $failed -eq 0
