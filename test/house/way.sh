# For scripts that try several ways to the same end in the folder $work.
passed=0 failed=0

# Runs a way in a folder of its own; it fails with its first command that does. The log names each
# command, the last of them is the one that failed.
way() {
    mkdir "$work/$1"
    # Not as the condition itself: there no command would end it.
    (cd "$work/$1" && set -eux && eval "$2") > "$work/log" 2>&1
    result=$?
    if test $result -eq 0; then
        passed=$((passed + 1))
        echo "$1: ok"
    else
        failed=$((failed + 1))
        echo "FAILED: $1, with $result; $(df -h "$work" | awk 'END { print $4 }') of disk are free"
        tail -n 12 "$work/log"
    fi
    rm -rf "${work:?}/$1"
}
