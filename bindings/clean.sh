#!/usr/bin/env bash
# Installs each package by its ordinary tool in a clean Debian 12, runs the first example of its README there, and
# prints the minutes of each. What is committed is what is installed.
#
#     sudo bindings/clean.sh FOLDER [cpp | rust | csharp | python | lua ...]
#
# Needs debootstrap, and a network for Debian's packages and those of PyPI. FOLDER keeps a bare Debian for the next run.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/test/house/source.sh"
folder=$1
languages=("${@:2}")
((${#languages[@]})) || languages=(cpp rust csharp python lua)

# ---- in the container: /sidle is the clone, the present folder is the game ----

install() { apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends "$@" > /dev/null; }

library() {
    install gcc libc6-dev meson pkg-config libstb-dev
    meson setup /sidle/build /sidle --prefix /usr --libdir lib > /dev/null
    meson install -C /sidle/build > /dev/null
}

cpp() {
    library
    install g++
    example cpp /sidle/bindings/cpp/README.md > host.cpp
    cp /sidle/bindings/cpp/sidle.hpp .
    g++ -std=c++17 host.cpp $(pkg-config --cflags --libs sidle) -o host
    ./host
}

rust() {
    install cargo libc6-dev librust-cc-dev python3
    mkdir -p ~/.cargo
    printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n' \
        > ~/.cargo/config.toml
    cargo init -q --name game
    cargo add -q --path /sidle/bindings/rust/sidle
    example rust /sidle/bindings/rust/sidle/README.md > src/main.rs
    cargo run -q --release
}

csharp() {
    library
    install mono-mcs mono-runtime
    /sidle/bindings/csharp/package.py out /sidle/build/libsidle.so
    example csharp /sidle/bindings/csharp/README.md > First.cs
    mcs -langversion:latest First.cs out/unity/com.sidle.sidle/Runtime/{,Generated/}*.cs
    mono First.exe
}

python() {
    install gcc libc6-dev python3-venv
    python3 -m venv venv
    . venv/bin/activate
    pip install -q --disable-pip-version-check /sidle/bindings/python
    example python /sidle/bindings/python/README.md > first.py
    python3 first.py
}

lua() {
    install gcc libc6-dev lua5.4 liblua5.4-dev luarocks python3
    /sidle/bindings/lua/package.py rock
    (cd rock && luarocks --lua-version 5.4 make > /dev/null)
    example lua /sidle/bindings/lua/README.md > first.lua
    lua5.4 first.lua
}

# ---- outside ----

# Mounts end with the processes of a container; its folder is removed here, after a failure, too.
box=
trap 'rm -rf --one-file-system "$box"' EXIT
if [ ! -e "$folder/debian" ]; then
    mkdir -p "$folder"
    box=$folder/debian.new
    rm -rf --one-file-system "$box"
    debootstrap --variant=minbase bookworm "$box" > "$folder/debootstrap.log"
    mv "$box" "$folder/debian"
fi
certificates=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
for language in "${languages[@]}"; do
    box=$(mktemp -d "$folder/$language.XXXX")
    cp -a "$folder/debian/." "$box"
    mkdir "$box/sidle" "$box/game"
    git -C "$root" archive HEAD | tar x -C "$box/sidle"
    cp "$certificates" "$box/etc/certificates.crt" # of a network that has its own
    cp /etc/resolv.conf /etc/hosts "$box/etc"
    began=$SECONDS
    echo "== $language"
    unshare --mount --pid --fork --mount-proc="$box/proc" chroot "$box" env -i HOME=/root LANG=C.UTF-8 \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/certificates.crt bash -euc \
        "$(declare -f install example library "$language"); cd /game; apt-get update -qq; $language"
    echo "$language: $(((SECONDS - began) * 10 / 60))" | sed -E 's/([0-9])$/.\1/; s/ \./ 0./; s/$/ minutes/'
    rm -rf --one-file-system "$box"
done
