#!/bin/sh
# `sidle watch` as a person uses it: keys are sent to a terminal of tmux, and its screen is read.
#
#   watch.sh SIDLE SOURCE
set -u
export LC_ALL=C.UTF-8
sidle=$(realpath "$1") maps=$(realpath "$2")/maps
work=$(mktemp -d)
opened=0
terminal="tmux -L sidle-$$-0 -f /dev/null"
trap '$terminal kill-server 2> /dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

if ! command -v tmux > found; then
    echo "skipped: tmux is not installed"
    exit 77
fi

check() {
    if eval "$2"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
        $terminal capture-pane -p
    fi
}

# open WIDTH HEIGHT ARGUMENTS...: a shell that runs `sidle watch` and tells what it left behind.
open() {
    width=$1 height=$2
    shift 2
    rm -f back
    # A server of its own each time: the one before may still be on its way out.
    $terminal kill-server 2> /dev/null
    opened=$((opened + 1))
    terminal="tmux -L sidle-$$-$opened -f /dev/null"
    cat > session.sh <<END
stty -g > before
sh -c 'echo \$\$ > pid; exec $sidle watch $*' 2> errors
echo \$? > status
stty -g > after
echo it is back > back
sleep 60
END
    $terminal new-session -d -x "$width" -y "$height" "sh session.sh"
    sees "of .* arrived"
}

screen() { $terminal capture-pane -p; }
keys() { $terminal send-keys "$@"; }

# Waits up to ten seconds for a line of that pattern.
sees() {
    for k in $(seq 100); do
        screen > seen
        if grep -q -e "$1" seen; then return 0; fi
        sleep 0.1
    done
    return 1
}

gone() {
    for k in $(seq 100); do
        test -e back && return 0
        sleep 0.1
    done
    return 1
}

# What stands beside the units is left out: it is not the map.
map_of() { screen | sed '1d' | cut -c 1-46; }

tick_of() { sed -n 's/.*tick \([0-9]*\) .*/\1/p' "$1"; }

# Steps on or back to the tick, from less than a second away.
goto_tick() {
    sleep 0.3
    screen > at
    while test "$(tick_of at)" -lt "$1"; do keys . && sees "tick $(($(tick_of at) + 1)) " && screen > at; done
    while test "$(tick_of at)" -gt "$1"; do keys , && sees "tick $(($(tick_of at) - 1)) " && screen > at; done
}

# ---- 80 x 24 ----
open 80 24 "$maps/doorway_two_way.map" --paused
check "the head tells file, time and state" 'sees "doorway_two_way.map  0.00 s  tick 0  paused  x1  0 of 48 arrived"'
check "the map shows both groups and the wall" 'map_of > map; grep -q "aaaa.*##.*bbbb" map'
check "the legend names the decisions" 'sees "o detour"'
check "a paused run shows the hash of its state" 'sees "hash [0-9a-f]\{16\}"'
check "the foot names the keys" 'sees "space pause"'
keys .
check "a step is one tick" 'sees "0.03 s  tick 1 "'
keys ] ] ]
check "three seconds on" 'sees "3.03 s  tick 91 "'
keys Tab
check "a unit is selected, with its group and profile" 'sees "unit 1  a  default"'
check "it tells why" 'sees "drives freely\|detours\|free"'
map_of > then
keys ] ]
check "two seconds on" 'sees "5.03 s  tick 151 "'
check "units have moved" 'map_of > later; ! cmp -s then later'
check "the grid of its look is shown with its traces" 'sees "its look, .* u ahead:" && sees "\^" && sees "||*"'
keys [ [
check "back again" 'sees "3.03 s  tick 91 "'
check "the past is what it was" 'map_of > again; cmp -s then again'
keys BTab
check "the unit before the first is the last" 'sees "unit 48  b  default"'
keys ">"
check "faster" 'sees "paused  x2 "'
keys 0 Space
check "it runs" 'sees " [2-9].* s  tick .*  runs  x2"'
keys Space
check "it is paused" 'sees "paused  x2"'
check "quit is in sight, and no key is cut" 'screen | tail -n 1 | grep -q "tab unit  n trouble .*  ? help  q quit$"'
keys ?
check "help" 'sees "one second forwards, back"'
check "the help is not cut" 'sees "tab        next unit; shift-tab the one before; mouse" && sees "A config that is saved takes hold at the next tick\."'
keys ?
keys 0 n
check "the run goes on to the first unit in trouble, and it is selected" \
    'sees "  tick [1-9][0-9]*  paused" && sees "unit [0-9]*  [ab]  default" && sees "asks for a path\|pushes\|blocked"'
keys } } } } } } } } } } } } n
check "at the end no unit is in trouble" 'sees "no unit is in trouble from [0-9.]* to [0-9.]* s .*q quit"'
keys = 0
screen_colours() { $terminal capture-pane -p -e; }
check "decisions have colours" 'screen_colours > seen; test "$(grep -c "$(printf "\033")\[.*3[0-9].*m[ab]" seen)" -gt 2'

# ---- back and forward ----
hash_of() { sed -n 's/.*hash \([0-9a-f]*\).*/\1/p' "$1"; }

# hash_at TICK KEYS...: the keys lead to the tick; its hash.
hash_at() {
    tick=$1
    shift
    keys "$@"
    sees "tick $tick " && sees "hash [0-9a-f]\{16\}" && hash_of seen
}

for scene in "doorway_two_way.map" "horde.map --pathfinder flow" "march_gap.map" "two_bridges.map --congestion"; do
    open 100 30 "$maps/$scene" --paused
    start=$(hash_at 0 0) first=$(hash_at 151 "]" "]" "]" "]" "]" .) last=$(hash_at 331 "]" "]" "]" "]" "]" "]")
    check "$scene: ticks have hashes of their own" 'test -n "$start" -a "$start" != "$first" -a "$first" != "$last"'
    check "$scene: back from a moment between" 'test "$(hash_at 151 "[" "[" "[" "[" "[" "[")" = "$first"'
    check "$scene: one tick back and one on" 'keys , && sees "tick 150 " && test "$(hash_at 151 .)" = "$first"'
    check "$scene: forward again" 'test "$(hash_at 331 "]" "]" "]" "]" "]" "]")" = "$last"'
    check "$scene: at the start" 'test "$(hash_at 0 0)" = "$start"'
    check "$scene: and to the end of it once more" 'test "$(hash_at 331 "}" . "]")" = "$last"'
    check "$scene: the run of its own has that hash" \
        'test "$("$sidle" run $maps/$scene --seconds 11.0333 --json - | sed -n "s/.*\"hash\": *\"\([0-9a-f]*\)\".*/\1/p")" = "$last"'
    keys q
    gone
done
open 80 24 "$maps/doorway_two_way.map" --paused

# ---- sizes ----
for size in "160 50" "40 10" "12 3" "1 1" "100 30"; do
    # shellcheck disable=SC2086
    $terminal resize-window -x ${size% *} -y ${size#* }
    sleep 0.3
    test "${size% *}" -ge 40 && check "q quit at $size" 'sees "q quit"'
done
check "after all sizes the screen is drawn anew" 'sees "space pause" && sees "doorway_two_way.map"'
check "in a large terminal, too, all of the map is seen" 'screen | grep -q "a.*#.*b"'

# ---- out of it ----
keys q
check "q ends it" 'gone'
check "q leaves with status 0" 'test "$(cat status)" = 0'
given_back() {
    cmp -s before after && test "$($terminal display -p "#{alternate_on}#{cursor_flag}#{mouse_any_flag}")" = 010
}
check "q gives the terminal back" given_back
for signal in INT TERM HUP QUIT SEGV ABRT; do
    open 80 24 "$maps/doorway_two_way.map"
    kill -$signal "$(cat pid)"
    check "$signal ends it" gone
    check "$signal is what it dies of" 'test "$(cat status)" -gt 128'
    check "$signal gives the terminal back" given_back
done

# ---- a config that is saved ----
printf '[default]\ntop_speed = 2\n' > my.ini
open 100 30 "$maps/rally.map" --config my.ini --pace 0.25
keys Tab
printf '[default]\ntop_speed = 0.5\n' > my.ini
check "new values take hold" 'sees "new values from .* s on"'
check "and slow the units down" 'sees "  0.5 u/s"'
printf '[default]\ntop_speed = 0.5\nspeeed = 3\nradius = -1\n' > my.ini
check "a bad file is told with its lines" 'sees "my.ini:3:1: found the key .speeed., expected a parameter; did you" && sees "my.ini:4:10: found .-1. for radius"'
check "and the run goes on with what was good" 'sees " runs " && sees "  0.5 u/s"'
printf '[default]\ntop_speed = 3\n' > new.ini && mv new.ini my.ini
check "a file that is put in place of the other is read" 'sees "new values from"'
check "and holds" 'sees "  [23].[0-9] u/s"'
keys Space ] ]
sees "[2-9]\..* s  tick .*  paused"
screen > then
keys 0
check "to the start" 'sees "0.00 s  tick 0 "'
keys ] ] ] [
goto_tick "$(tick_of then)"
check "nothing has changed" 'screen > now; cmp -s then now'
printf '[default]\ntop_speed = 1\n' > my.ini
keys r
check "r begins anew with what the files say" 'sees "0.00 s  tick 0 " && sees "read again from the files"'
keys q
gone

# ---- the loop of docs/designers.md: from nothing to a difference that is seen ----
"$sidle" init mine > said
check "init tells the next line as the shell takes it" 'grep -qxF "  $sidle watch mine/my.map --config mine/my.ini" said'
open 80 24 mine/my.map --config mine/my.ini
keys Tab
check "the starter map runs" 'sees "my.map .* runs "'
sed -i 's/^top_speed = .*/top_speed = 4/' mine/my.ini
check "a parameter was changed, and the difference is seen" 'sees "new values from" && sees "  [34].[0-9] u/s"'
sed -i 's/^top_speed = .*/topspeed = 4/' mine/my.ini
check "an error is read to its end beside the panel" 'sees "mine/my.ini:13:1: found the key .topspeed.," && sees "^.top_speed.?  *|"'
keys q
gone

echo "watch: $passed passed, $failed failed"
test $failed -eq 0
