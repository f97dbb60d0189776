# For the scripts beside it: the array `options` has cargo take the crates that Debian 12 has, where they are
# installed; else cargo asks crates.io.
debian=/usr/share/cargo/registry
options=()
if compgen -G "$debian/cc-*" > /dev/null && compgen -G "$debian/json-*" > /dev/null; then
    options=(--offline --config 'source.crates-io.replace-with="debian"'
        --config "source.debian.directory=\"$debian\"")
fi
