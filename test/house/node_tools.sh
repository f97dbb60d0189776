# node_tools ROOT FOLDER: the node packages by which the tests drive browsers, from the registry, once. False: no network.
node_tools() {
    cmp -s "$1/web/test/package-lock.json" "$2/package-lock.json" && test -d "$2/node_modules" && return
    mkdir -p "$2"
    cp "$1/web/test/package.json" "$1/web/test/package-lock.json" "$2"
    (cd "$2" && npm ci --no-audit --no-fund --ignore-scripts > npm.log 2>&1) && return
    rm -rf "$2/node_modules"
    tail -3 "$2/npm.log"
    return 1
}
