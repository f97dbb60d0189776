# Cases of the command, for tests that read this file: sourced with the command and the sources as
# their arguments. They run in a folder that goes with them; end_cases tells the count.
set -u
sidle=$(realpath "$1") source=$2
maps=$source/maps
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0 passed=0

# case_ NAME STATUS TEXT ARGUMENTS...: TEXT must stand in the output, which for bad input (2) is one line
# on standard error and nothing on standard output. The output is in out and err.
case_() {
    name=$1 status=$2 text=$3
    shift 3
    "$sidle" "$@" > out 2> err < /dev/null
    got=$?
    good=yes
    test $got -eq "$status" || good=no
    cat out err | grep -qF -- "$text" || good=no
    if test "$status" -eq 2; then test ! -s out && test "$(wc -l < err)" -eq 1 || good=no; fi
    if test $good = yes; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $name: sidle $* gave $got, expected $status with '$text'; it said:"
        cat out err
    fi
}

# check NAME CONDITION: the condition, which is evaluated, must hold.
check() {
    if eval "$2"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $1"; fi
}

# end_cases NAME: of the test.
end_cases() {
    echo "$1: $passed passed, $failed failed"
    test $failed -eq 0
}
