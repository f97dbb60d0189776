#!/bin/sh
# The host with a window, driven as a person would: by a script of mouse and keys, without a screen.
#
#   sdl_host.sh SDL_HOST
set -u
export LC_ALL=C SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software
host=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

expect() {
    if test "$2" "$3" "$4"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1: found $2, expected $3 $4"
    fi
}

# value NAME: the word behind the name in what the host said last
value() { sed -n "s/^$1 \([^ ]*\).*/\1/p" "$work/said"; }
play() { frames=$1; shift; "$host" --frames "$frames" --script "$work/script" "$@" > "$work/said" 2>&1; }

# Nobody touches the mouse: nobody is selected, nobody moves.
: > "$work/script"
play 20
expect 'ticks without a pause' "$(value ticks)" -eq 20
expect 'selected without a drag' "$(value selected)" -eq 0

# A drag round the first two rows of the own team selects those; the other team is not to be selected.
cat > "$work/script" << 'END'
1 press left 16 165
2 move 300 200
3 release left 880 214
END
play 10
expect 'selected by a drag' "$(value selected)" -eq 12
expect 'centre before the order' "$(value centre)" -eq 6

# Sent by a right click; ten frames are a pause. The unit under the mouse says what it does.
cat >> "$work/script" << 'END'
5 press right 330 100
6 release right 330 100
9 move 330 100
20 key space
30 key space
END
play 420 --screenshot "$work/picture.png"
expect 'ticks with a pause' "$(value ticks)" -eq 410
expect 'selected at the end' "$(value selected)" -eq 12
expect 'arrived' "$(value arrived)" -eq 12
expect 'where they went, x' "$(value centre)" -ge 20
expect 'where they went, x' "$(value centre)" -le 22
expect 'words under the mouse' "$(grep -c '^under the mouse: [a-z]' "$work/said")" -eq 1
expect 'the picture' "$(head -c 4 "$work/picture.png" | tail -c 3)" = PNG
expect 'bytes of the picture' "$(wc -c < "$work/picture.png")" -gt 10000

# A line that is none ends the run.
echo '1 shout' > "$work/script"
play 5
expect 'status of a wrong script' $? -eq 1
expect 'a wrong script is named' "$(grep -c '1 shout' "$work/said")" -eq 1

echo "sdl_host: $passed passed, $failed failed"
test $failed -eq 0
