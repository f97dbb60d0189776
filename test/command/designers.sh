#!/bin/sh
# The tools for level designers, used as a person would: what docs/designers.md shows, and what each tool
# promises in its help.
#
#   designers.sh SIDLE SOURCE
set -u
export LC_ALL=C.UTF-8
sidle=$(realpath "$1") source=$(realpath "$2")
maps=$source/maps
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

check() {
    if eval "$2"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
        tail -n 20 out err 2> /dev/null
    fi
}

# Runs the command; its output is in out and err, its status in $status.
say() {
    "$sidle" "$@" > out 2> err < /dev/null
    status=$?
}

has() { command -v "$1" > found; }

is_png() { head -c 8 "$1" | od -An -tx1 | grep -q "89 50 4e 47 0d 0a 1a 0a"; }

# ---- run --live ----
printf '[default]\ntop_speed = 2\n' > live.ini
"$sidle" run @oncoming --config live.ini --live --pace 4 --seconds 12 > out 2> err < /dev/null &
run=$!
sleep 0.5
printf '[default]\nspeeed = 2\n' > live.ini
sleep 0.5
printf '[default]\ntop_speed = 4\n' > live.ini
wait $run
check "run --live tells what is wrong with a saved file, and goes on" \
    'grep -q "live.ini:2:1: found the key .speeed." err && grep -q "goes on with the last good values" err'
check "run --live takes new values" 'grep -q "[1-9]\.[0-9]* s: new values" err'
sed -n 's/.*the last after \([0-9.]*\) s.*/\1/p' out > with_change
printf '[default]\ntop_speed = 2\n' > live.ini
say run @oncoming --config live.ini
sed -n 's/.*the last after \([0-9.]*\) s.*/\1/p' out > without
check "and the units are there earlier" 'test "$(cat with_change | tr -d .)" -lt "$(cat without | tr -d .)"'

# ---- explain ----
say explain "$maps/doorway_two_way.map" --unit 1 --at 5 --png look.png
check "explain says why, in words" 'grep -q "unit 1 of group a, profile default, at 5.00 s: [a-z]" out'
check "explain tells what the look read" 'grep -q "^  ahead       hits 0" out && grep -q "^  sides       ahead 0.*left.*right" out'
check "explain draws the grid with its traces" 'grep -q -e "-O\|O-" out && grep -q "\^" out'
check "explain paints it" 'is_png look.png'
say explain "$maps/corner.map" --unit 1 --at 60
check "explain of a unit that stands" 'grep -q "at 60.00 s: stands" out && test $status -eq 0'
say explain "$maps/corner.map" --unit 99 --at 1
check "explain of no unit" 'test $status -eq 2 && grep -q "found 99, expected 1 to 8" err'
printf 'type octile\nheight 1\nwidth 9\ngroup a move=7,0 dies=1\nmap\na........\n' > dies.map
say explain dies.map --unit 1 --at 2
check "explain of a unit that is no more" 'test $status -eq 2 && grep -q "it is no more" err'

# ---- pictures, films and heat ----
say run "$maps/corner.map" --png early.png --at 1 --size 300
say run "$maps/corner.map" --png late.png --size 300
check "a picture of a time is not that of the end" 'is_png early.png && is_png late.png && ! cmp -s early.png late.png'
say run "$maps/corner.map" --png never.png --at 1000
check "a time after the run is told" 'test $status -eq 2 && grep -q "found 1000 s, expected a time of the run" err && test ! -e never.png'
wide() { od -An -tu1 -j16 -N4 "$1" | awk '{print $3 * 256 + $4}'; }
say run "$maps/corner.map" --png big.png --at 0 --size 2400
check "a picture has the size that is asked for" 'test "$(wide big.png)" -eq 2400'
say run "$maps/corner.map" --png part.png --at 0 --size 300 --crop 2,2,4,3
check "a part of the map is painted alone" 'test $status -eq 0 && test "$(wide part.png)" -eq 300 && ! cmp -s part.png early.png'
say run "$maps/corner.map" --png part.png --crop 2,2,400,3
check "a part beyond the map is refused" 'test $status -eq 2 && grep -q "crop: found .2,2,400,3., expected cells X,Y,W,H inside" err'
for kind in congestion overlap waiting turning; do
    say run "$maps/doorway_two_way.map" --heat $kind --png $kind.png --size 400
    check "heat of $kind" 'is_png $kind.png && grep -q "heat      $kind: [0-9.]* [rs].* in all; most" out'
done
check "no two kinds of heat look the same" 'test "$(cat congestion.png overlap.png waiting.png turning.png | wc -c)" -gt 0 && ! cmp -s congestion.png waiting.png && ! cmp -s overlap.png turning.png'
say run @oncoming --heat waitng
check "unknown heat" 'test $status -eq 2 && grep -q "did you mean .waiting." err'
mkdir empty
PATH=$work/empty "$sidle" run @oncoming --gif none.gif > out 2> err
check "without ffmpeg a film is refused in words" 'test $? -eq 1 && grep -q "films need ffmpeg, which cannot be started" err && test ! -e none.gif' 
if has ffmpeg; then
    say run @oncoming --seconds 4 --gif film.gif --apng film.png --mp4 film.mp4 --size 200
    frames() { ffprobe -v error -count_frames -show_entries stream=codec_name,nb_read_frames -of csv=p=0 "$1"; }
    check "a GIF of fifteen frames a second" 'test "$(frames film.gif)" = gif,61'
    check "an animated PNG" 'test "$(frames film.png)" = apng,61'
    check "an MP4" 'test "$(frames film.mp4)" = h264,61'
    say run @oncoming --seconds 4 --gif fast.gif --size 200 --pace 4 --fps 10
    check "a film at four times the pace" 'test "$(frames fast.gif)" = gif,11'
    say run @oncoming --seconds 1 --gif nowhere/x.gif
    check "a film that cannot be written is told before the run" 'test $status -eq 2 && grep -q "nowhere/x.gif: cannot be written" err && test ! -s out'
else
    echo "skipped: films, as ffmpeg is not installed"
fi

# ---- maps of Tiled, and pictures ----
hash_of() { "$sidle" run "$1" --seconds 10 --json - 2> err | grep hash; }
pack() { # PACKING FROM TO: writes the layer of a map in another way
    python3 - "$@" << 'END'
import base64, gzip, re, struct, subprocess, sys, zlib
packing, source, target = sys.argv[1:]
text = open(source).read()
match = re.search(r'<data encoding="csv">(.*?)</data>', text, re.S)
cells = [int(cell) for cell in match.group(1).split(',')]
raw = struct.pack('<%dI' % len(cells), *cells)
raw = {'plain': lambda b: b, 'zlib': zlib.compress, 'gzip': gzip.compress,
       'zstd': lambda b: subprocess.run(['zstd', '-q', '-c'], input=b, stdout=subprocess.PIPE).stdout,
       'tiles': lambda b: b}[packing](raw)
if packing == 'tiles':
    data = '<data>' + ''.join('<tile gid="%d"/>' % cell for cell in cells) + '</data>'
else:
    kind = '' if packing == 'plain' else ' compression="%s"' % packing
    data = '<data encoding="base64"%s>%s</data>' % (kind, base64.b64encode(raw).decode())
open(target, 'w').write(text[:match.start()] + data + text[match.end():])
END
}
reads_tmx=yes
"$sidle" convert "$maps/corner.map" corner.tmx && "$sidle" check corner.tmx > out 2> err || reads_tmx=no
grep -q "built without libxml2" err && echo "skipped: .tmx, as libxml2 is missing"
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$work" # no window
for map in doorway_two_way meadow building mixed_radii patrol chase march_patrol march_under_fire; do
    hash_of "$maps/$map.map" > wanted
    for kind in tmj map; do
        "$sidle" convert "$maps/$map.map" there.$kind
        check "$map as .$kind plays the same" 'hash_of there.$kind > got && cmp -s wanted got && test -s got'
    done
    test $reads_tmx = yes || continue
    "$sidle" convert "$maps/$map.map" there.tmx
    check "$map as .tmx plays the same" 'hash_of there.tmx > got && cmp -s wanted got'
    has tiled || continue
    tiled --export-map json there.tmx tiled.tmj > said 2>&1
    tiled --export-map tmx there.tmj tiled.tmx > said 2>&1
    check "$map as Tiled writes it as JSON" 'hash_of tiled.tmj > got && cmp -s wanted got'
    check "$map as Tiled writes it as XML" 'hash_of tiled.tmx > got && cmp -s wanted got'
done
printf 'type octile\nheight 3\nwidth 9\nprofile default terrain_factor=1+swamp:0.5 ladder=wait+push passable=ground+swamp+water\n' > slow.map
printf 'profile b queue=no threshold=0.3\ngroup a move=7,0\ngroup b profile=b goal=8.5,2.5 start=1\nmap\na..SSS...\nb..SSW...\n.........\n' >> slow.map
hash_of slow.map > wanted
for kind in tmj map; do
    "$sidle" convert slow.map there.$kind
    check "values of all types are the same as .$kind" 'hash_of there.$kind > got && cmp -s wanted got && test -s got'
done
if has tmxrasterizer && test $reads_tmx = yes; then
    check "Tiled draws the map" 'tmxrasterizer there.tmx drawn.png > said 2>&1 && is_png drawn.png'
else
    echo "skipped: maps as Tiled itself reads and writes them, as it is not installed"
fi
if test $reads_tmx = yes; then
    "$sidle" convert slow.map there.tmx
    hash_of there.tmx > got
    check "values of all types are the same as .tmx" 'cmp -s wanted got'
    "$sidle" convert "$maps/meadow.map" there.tmx
    hash_of there.tmx > wanted
    for packing in plain tiles zlib gzip zstd; do
        test $packing = zstd && ! has zstd && continue
        pack $packing there.tmx packed.tmx
        hash_of packed.tmx > got
        if grep -q "built without" err; then echo "skipped: layers by $packing"; continue; fi
        check "a layer by $packing" 'cmp -s wanted got && test -s got'
    done
    sed 's/class="unit"\|type="unit"/type="unitt"/' there.tmx > wrong.tmx
    say check wrong.tmx
    check "an unknown object names the nearest one" 'test $status -eq 2 && grep -q "of class .unitt., expected unit.*did you mean .unit." err'
    sed 's/orthogonal/isometric/' there.tmx > wrong.tmx
    say check wrong.tmx
    check "another orientation is refused" 'test $status -eq 2 && grep -q "found the orientation .isometric." err'
    head -c 2000 there.tmx > wrong.tmx
    say check wrong.tmx
    check "half a map is refused" 'test $status -eq 2 && grep -q "wrong.tmx:[0-9]*: found no XML" err'
    sed 's/value="trees"/value="treez"/' there.tmx > wrong.tmx
    say check wrong.tmx
    check "an unknown terrain names the nearest one" 'test $status -eq 2 && grep -q "did you mean .trees." err'
    sed 's/encoding="csv">/encoding="csv">7,/' there.tmx > wrong.tmx
    say check wrong.tmx
    check "too many tiles are refused" 'test $status -eq 2 && grep -q "tiles in the layer .terrain., expected one for each cell" err'
fi
# A map by hand, and what a file may hold that nobody drew.
tmj() { # OBJECTS: a map of 6 x 4 tiles of 10 pixels
    printf '{"type":"map","orientation":"orthogonal","width":6,"height":4,"tilewidth":10,"tileheight":10,"layers":[' > hand.tmj
    printf '{"type":"tilelayer","name":"water","data":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7,7,7,7,7,7]},' >> hand.tmj
    printf '{"type":"objectgroup","name":"units","objects":[%s]}]}' "$1" >> hand.tmj
}
tmj '{"id":1,"type":"unit","name":"a","x":10,"y":0,"width":20,"height":20},{"id":2,"type":"goal","name":"a","point":true,"x":45,"y":15}'
say convert hand.tmj hand.map
check "a rectangle is a unit in each cell, a layer may name its terrain, a point is a goal" \
    'test "$(grep -c "^unit a" hand.map)" -eq 4 && grep -q "^unit a 2.5,1.5$" hand.map && tail -n 1 hand.map | grep -q WWWWWW && grep -q "^group a goal=4.5,1.5$" hand.map'
tmj '{"id":1,"type":"unit","name":"a","x":-1e30,"y":-1e30,"width":2e30,"height":2e30}'
say check hand.tmj
check "a rectangle beyond all bounds ends at the map" 'test $status -eq 0 || test "$(wc -l < err)" -ge 1'
for odd in '{"id":"x","type":5,"name":[]}' '{"type":"goal","name":"a","x":{},"y":null}' '7' '{"type":"via","name":"a","polyline":[1,2]}'; do
    tmj "$odd"
    say check hand.tmj
    check "an odd object is refused or means nothing: $odd" 'test $status -eq 2 || test $status -eq 0'
done
echo '{"layers":[[],{"layers":7}],"tilesets":[3]}' > odd.tmj
say check odd.tmj
check "a map without anything is refused" 'test $status -eq 2 && grep -q "odd.tmj: found the orientation" err'
printf 'type octile\nheight 2\nwidth 3\nmap\n.@T\nWS.\n' > mask.map
say run mask.map --png mask.png --size 64
python3 - << 'END'
import struct, zlib
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
rows = b'\0\xff\xff\xff\0\0\0\0\x80\0' + b'\0\0\0\xff\x80\x80\0\xf0\xf0\xf0'
open('mask.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 3, 2, 8, 2, 0, 0, 0)) +
                             chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
END
say convert mask.png read.map
check "a picture is read, a pixel a cell" 'cmp -s mask.map read.map'
echo no picture > no.png
say check no.png
check "what is no picture is refused" 'test $status -eq 2 && grep -q "no.png: found no PNG" err'
say convert @town,task=melee,seed=1,units=400 crowd.map
check "a scene with more orders than letters is refused" 'test $status -eq 2 && grep -q "expected a letter for each" err'
say convert @door20 door.map
check "a generated scene becomes a fixture" 'hash_of door.map > got && hash_of @door20 > wanted && cmp -s got wanted'
say convert @town,task=second,seed=7,units=20 town.map
check "a random town with its later orders becomes a fixture" 'hash_of town.map > got && hash_of @town,task=second,seed=7,units=20 > wanted && cmp -s got wanted'

# ---- compare ----
printf '[default]\ntop_speed = 4\nacceleration = 16\n' > quick.ini
printf '[default]\ntop_speed = 2\n' > as_is.ini
say compare as_is.ini quick.ini "$maps/corner.map" @oncoming --seeds 2 --shifts 2 --html report.html
check "compare says what got better, in words and figures" \
    'test $status -eq 0 && grep -q "^  better  makespan  *[0-9.]* -> [0-9.]* s (-[0-9]* %), spread [0-9.e-]* and [0-9.e-]*, in 4 of 4 runs: when the last" out'
check "compare says how often jams resolve" 'test "$(grep -c "jams    all resolved in 4 of 4 runs before, in 4 after" out)" -eq 2'
check "compare sums up" 'grep -q "quick.ini is better in [1-9][0-9]* figures and worse in" out'
films=0
has ffmpeg && films=4
check "the report has films of both and pictures of where units waited, and the runs as dots" \
    'test "$(grep -c "data:image/png;base64,iVBOR" report.html)" -eq $((8 - films)) && test "$(grep -c "data:video/mp4;base64,AAAA" report.html)" -eq $films &&
    grep -q "<circle" report.html && tail -n 1 report.html | grep -q "</html>"'
PATH=$work/empty "$sidle" compare as_is.ini quick.ini @oncoming --seeds 1 --shifts 1 --html still.html > out 2> err
check "without ffmpeg pictures stand in place of the films" 'test $? -eq 0 && test "$(grep -c "data:image/png;base64,iVBOR" still.html)" -eq 4'
say compare as_is.ini default "$maps/corner.map" --seeds 2
check "a config that says the same is no different" 'grep -q "default is better in 0 figures and worse in 0; 0 differ" out'
"$sidle" compare as_is.ini quick.ini @door20 --seeds 3 --jobs 2 --json 2> err | grep -v us_per > two_jobs
"$sidle" compare as_is.ini quick.ini @door20 --seeds 3 --json 2> err | grep -v us_per > one_job
check "the number of jobs changes no figure" 'cmp -s one_job two_jobs && grep -q hash one_job'
"$sidle" compare as_is.ini quick.ini @door20 @door200 @door100 @door60 --progress --state stopped.json > out 2> err &
compare=$!
until grep -q door200 err; do sleep 0.1; done
kill -INT $compare
wait $compare
check "Ctrl-C ends compare with the scenes that are done" \
    'test $? -eq 0 && grep -q "^@door20, 10 runs each" out && ! grep -q "^@door60" out && grep -q "stopped after 1 of 4 scenes. The same command goes on from stopped.json" err'
say compare as_is.ini quick.ini @oncoming @corner --seeds 1 --shifts 1 --state some.json
cp out all_at_once && sed -i 's/"makespan": [0-9.]*/"makespan": 99.0/' some.json
say compare as_is.ini quick.ini @oncoming @corner --seeds 1 --shifts 1 --state some.json --progress
check "compare takes what is known from its state" '! cmp -s out all_at_once && grep -q "100 %" err'
say compare as_is.ini quick.ini @oncoming --seeds 1 --shifts 1 --state some.json
check "the state of another comparison is refused" 'test $status -eq 2 && grep -q "found no state of this comparison" err'
cp "$maps/corner.map" changing.map
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --state changing.json
sed 's/^top_speed = .*/top_speed = 3/' quick.ini > saved && mv saved quick.ini
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --state changing.json
check "so is a state from before a config was changed" 'test $status -eq 2 && grep -q "found no state of this comparison" err'
printf '[default]\ntop_speed = 4\nacceleration = 16\n' > quick.ini
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --state changing.json
check "with its old values the state is good again" 'test $status -eq 0'
sed 's/goal=24,/goal=23,/' changing.map > saved && ! cmp -s saved changing.map && mv saved changing.map
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --state changing.json
check "or a map" 'test $status -eq 2 && grep -q "found no state of this comparison" err'
sed 's/goal=23,/goal=24,/' changing.map > saved && mv saved changing.map
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --state changing.json
sed 's/"version": "[^"]*"/"version": "0.0.0"/' changing.json > older.json
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --state older.json
check "or the version" 'test $status -eq 2 && grep -q "found no state of this comparison" err'
say compare as_is.ini quick.ini changing.map --seeds 1 --shifts 1 --pathfinder flow --state flow.json
check "a state tells how its scenes begin, so that a build that plays them otherwise is found out" \
    'grep "\"world\"" changing.json > starts && test -s starts && grep "\"world\"" flow.json > others && ! cmp -s starts others'
cp changing.map "$(printf 'no\377.map')"
say compare as_is.ini quick.ini "$(printf 'no\377.map')" --seeds 1 --shifts 1 --state no.json
check "a name that the state cannot hold is refused" 'test $status -eq 2 && grep -q "that is not UTF-8" err && test ! -e no.json'
say compare as_is.ini quick.ini "$(printf 'no\377.map')" --seeds 1 --shifts 1
check "but only with a state" 'test $status -eq 0'
say compare as_is.ini "$maps/corner.map"
check "compare without a scene" 'test $status -eq 2 && grep -q "expected two configs and at least one scene" err'
say compare as_is.ini missing.ini "$maps/corner.map"
check "compare with a config that is not there" 'test $status -eq 2 && grep -q "missing.ini: cannot be read" err && test ! -s out'

# ---- init, the manual page, completion ----
say init fresh
check "init writes a map and a config" 'test $status -eq 0 && grep -q "sidle watch fresh/my.map --config fresh/my.ini" out'
say check --run fresh/my.map fresh/my.ini
check "both are good, and the map does what it says" 'grep -q "fresh/my.map: holds" out && grep -q "fresh/my.ini: good" out'
"$sidle" run fresh/my.map --json - | grep hash > bare
"$sidle" run fresh/my.map --config fresh/my.ini --json - | grep hash > with_config
sed 's/^; \([a-z_]* = \)/\1/' fresh/my.ini > all.ini
"$sidle" run fresh/my.map --config all.ini --json - | grep hash > with_all
check "its values are the built-in ones, with and without the comments" 'cmp -s bare with_config && cmp -s bare with_all && test -s bare'
sed 's/^top_speed = .*/top_speed = 4/' fresh/my.ini > changed.ini
"$sidle" run fresh/my.map --config changed.ini --json - | grep hash > changed
check "a change in it is another run" '! cmp -s bare changed && test -s changed'
say init fresh
check "init replaces nothing" 'test $status -eq 2 && grep -q "is there already" err'
"$sidle" man > sidle.1
"$sidle" completion bash > sidle.bash
"$sidle" completion zsh > _sidle
for command in init run watch explain compare tune check convert bench towns params help completion; do
    "$sidle" $command --help | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p' | grep -v '^help$' > options
    sed -n "/^\.SS sidle $command\$/,/^\.S[SH] /p" sidle.1 | sed -n 's/^\.B \\-\\-\([a-z0-9\\-]*\).*/\1/p' | tr -d '\\' > in_man
    check "the manual page has the options of $command" 'cmp -s options in_man'
    for option in $(cat options); do
        grep -q "^    $command) options=.* --$option[ ']" sidle.bash || echo "bash: $command --$option"
        sed -n "/^        $command) /,/;;\$/p" _sidle | grep -q -e "'\*\?--$option\[" || echo "zsh: $command --$option"
    done > missing
    check "both completions have the options of $command: $(cat missing)" 'test ! -s missing'
done
if has man && has groff; then
    check "man shows the page without a warning" 'man -l --warnings -P cat sidle.1 > page 2> said && test ! -s said && grep -q "EXIT STATUS" page'
fi
if has bash; then
    complete_bash() { # WORDS...: what the last word may become
        bash -c 'source <("$1" completion bash); shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sidle; printf "%s\n" "${COMPREPLY[@]}"' - "$sidle" "$@" > completed 2> err
    }
    complete_bash sidle wat
    check "bash completes a command" 'test "$(cat completed)" = watch'
    complete_bash sidle run --pathf
    check "bash completes an option" 'test "$(cat completed)" = --pathfinder'
    complete_bash sidle run --pathfinder f
    check "bash completes a choice" 'test "$(cat completed)" = flow'
    complete_bash sidle run --heat wa
    check "bash completes a kind of heat" 'test "$(cat completed)" = waiting'
    complete_bash sidle run @hallway_
    check "bash completes a scene" 'test "$(cat completed)" = @hallway_four_way'
    complete_bash sidle watch --set default.top
    check "bash completes a parameter" 'test "$(cat completed)" = default.top_speed='
    complete_bash sidle check fresh/my.i
    check "bash completes a file" 'test "$(cat completed)" = fresh/my.ini'
fi
if has zsh && has tmux; then
    terminal="tmux -L sidle-z-$$ -f /dev/null"
    mkdir -p functions && "$sidle" completion zsh > functions/_sidle
    printf 'fpath=(%s/functions $fpath)\nautoload -U compinit\ncompinit -u -D\nPS1="> "\nalias sidle=%s\n' "$work" "$sidle" > .zshrc
    ZDOTDIR=$work $terminal new-session -d -x 100 -y 30 "cd $work && exec zsh -i"
    completes() { # KEYS PATTERN
        $terminal send-keys C-u "$1" Tab
        for k in $(seq 50); do
            $terminal capture-pane -p > seen
            grep -q -e "$2" seen && return 0
            sleep 0.1
        done
        return 1
    }
    sleep 1
    check "zsh completes a command" 'completes "sidle expl" "sidle explain"'
    check "zsh completes an option" 'completes "sidle run --pathf" "sidle run --pathfinder"'
    check "zsh completes a scene" 'completes "sidle run @hallway_f" "sidle run @hallway_four_way"'
    $terminal kill-server
fi

# ---- tune ----
tuned="$maps/corner.map --for makespan,turning --params headway,threshold,wait_time --seeds 1 --seconds 25"
# shellcheck disable=SC2086
say tune $tuned --evaluations 6 --state straight.json --out straight.ini --progress
if grep -q "built without NLopt" err; then
    echo "skipped: tune, as NLopt is missing"
else
    check "tune writes the best as a config" 'test $status -eq 0 && grep -q "Wrote straight.ini: [+-][0-9.]* % after 6 sets" out && "$sidle" check straight.ini > said'
    check "which says what it gained, on seeds seen and unseen" \
        'grep -q "^;   makespan  *[0-9.]* -> [0-9.]* s" straight.ini && grep -q "on seeds that the search has not seen" straight.ini'
    check "and what each value was" '! grep -q " = " straight.ini || grep -q "^; was [0-9.]*.*; " straight.ini'
    check "a bar tells how far it is, and how long it takes" 'tr "\r" "\n" < err | grep -q "^\[##*\.*\] [0-9]* %, [0-9]* s left, 3 of 6 sets, best [+-]"'
    check "words tell what got better and worse" 'grep -q "^the best is better in [0-9]* figures and worse in" out && grep -q "^  \(better\|worse\|unclear\) " out'
    # shellcheck disable=SC2086
    "$sidle" tune $tuned --evaluations 100000 --state stop.json --out stop.ini --html stop.html --progress > out 2> err &
    tune=$!
    until grep -q "2 of 100000 sets" err; do sleep 0.1; done
    kill -INT $tune
    wait $tune
    check "Ctrl-C ends tune with the best so far, and a report" \
        'test $? -eq 0 && "$sidle" check stop.ini > said && grep -q "stopped after [0-9]* of 100000 sets of values. The same command goes on from stop.json" err && grep -q "From the start to the best" stop.html'
    say tune @oncoming --for makespan --params headway --profile tank
    check "a profile that no unit has is refused" 'test $status -eq 2 && grep -q "found no unit of the profile .tank., expected --profile with one that each scene uses: here default" err'
    say tune "$maps/mixed_radii.map" --for makespan --params headway
    check "also the default one" 'test $status -eq 2 && grep -q "profile .default.*: here tank, foot, light" err'
    # shellcheck disable=SC2086
    say tune $tuned --evaluations 3 --state cut.json --out cut.ini
    # shellcheck disable=SC2086
    say tune $tuned --evaluations 6 --state cut.json --out cut.ini --jobs 2
    check "a search that was cut off goes on, by other jobs, to the same end" 'cmp -s cut.json straight.json && cmp -s cut.ini straight.ini'
    # shellcheck disable=SC2086
    say tune $tuned --set default.graze=0.1 --evaluations 3 --state cut.json
    check "the state of another search is refused" 'test $status -eq 2 && grep -q "found the state of another search" err'
    cp "$maps/corner.map" changing.map
    # shellcheck disable=SC2086
    say tune changing.map ${tuned#* } --evaluations 1 --state searched.json
    sed 's/goal=24,/goal=23,/' changing.map > saved && mv saved changing.map
    # shellcheck disable=SC2086
    say tune changing.map ${tuned#* } --evaluations 1 --state searched.json
    check "so is one from before a map was changed" 'test $status -eq 2 && grep -q "found the state of another search" err'
    # shellcheck disable=SC2086
    for start in 1 2; do say tune $tuned --evaluations 3 --start $start --out start$start.ini; done
    check "searches from other places find other values" \
        'head -qn 1 start1.ini start2.ini | grep -c "best of 3 sets of values for makespan,turning, [+-][0-9.]* %" | grep -qx 2 && ! cmp -s start1.ini start2.ini'
    say tune $tuned --evaluations 3 --state straight.ini
    check "what is no state is refused" 'test $status -eq 2 && grep -q "straight.ini:.*found no state of" err'
fi
say tune @oncoming --for makespam
check "an unknown figure names the nearest" 'test $status -eq 2 && grep -q "did you mean .makespan." err'
say tune @oncoming --for stretch --params hedway
check "an unknown parameter names the nearest" 'test $status -eq 2 && grep -q "did you mean .headway." err && test ! -s out'

# ---- towns ----
slow="--set default.wait_time=60 --set default.patience=60"
# shellcheck disable=SC2086
say towns second swap --map "$maps/doorway_two_way.map" --scenes 6 --units 60 $slow --jobs 2 --html worst.html --keep "the worst" --progress
check "towns of an own map, with their share" 'test $status -eq 0 && grep -q "^| swap | 6 | [0-9.]* % |" out && grep -q "^second, seed [0-9]*: of 60: [0-9]* " out && grep -q "100 %" err'
grep -c "^[a-z]*, seed" out > bad
check "the page has each of the worst, with what is wrong" 'test "$(grep -c "^<div><h2>" worst.html)" -eq "$(cat bad)" && grep -q "moved after being told" worst.html && grep -q "sidle watch .the worst/second-[0-9]*.map.<" worst.html'
check "with its film" 'test $films -eq 0 || test "$(grep -c "data:video/mp4;base64,AAAA" worst.html)" -eq "$(cat bad)"'
check "and each as a map, in a folder that was made" 'test "$(ls "the worst" | wc -l)" -eq "$(cat bad)" && "$sidle" check "the worst"/*.map > said'
# A run does not know how long a free drive takes, so it is silent about one that is only late.
for kept in "the worst"/*.map; do
    say run "$kept"
    if grep -q "not clean" out; then break; fi
done
check "which is as bad" 'grep -q "not clean" out'
touch no_folder
say towns swap --scenes 1 --units 2 --keep no_folder/worst
check "a folder that cannot be made is told before any town is played" 'test $status -eq 2 && grep -q "^no_folder/worst: cannot be made: " err && test ! -s out'
many="attack --units 250 --scenes 1 --seed 300 --pathfinder flow --congestion" # over 47 targets: more than a map has letters
mkdir too_many && touch too_many/attack-300.map # from an earlier run
# shellcheck disable=SC2086
say towns $many --html many.html --keep too_many
command="@town,task=attack,seed=300,units=250 --pathfinder flow --congestion"
check "the printed command has the options of the pathfinder" 'test $status -eq 0 && grep -q "^sidle run $command  # of " out'
check "a town that no map can hold has its name on the page" 'test ! -s too_many/attack-300.map && grep -q "<code>sidle watch $command</code>" many.html'
mkdir fails
printf '#!/bin/sh\ncat > /dev/null\nexit 1\n' > fails/ffmpeg && chmod +x fails/ffmpeg
PATH=$work/fails:$PATH "$sidle" compare as_is.ini quick.ini @oncoming --seeds 1 --shifts 1 --html no_film.html > out 2> err
check "a film that ffmpeg does not make is told once, and pictures stand in place of the next" 'test $? -eq 0 && test "$(cat err)" = "sidle: ffmpeg has made no film; the report is without it" && test "$(grep -c "data:image/png;base64,iVBOR" no_film.html)" -eq 3'
printf '[foot]\nradius = 0.4\n[tank]\nradius = 1\n[boat]\nradius = 0.5\npassable = water\n' > kinds.ini
say towns rally --scenes 2 --units 20 --config kinds.ini
check "kinds that share no ground are refused" 'test $status -eq 2 && grep -q "profiles that pass other terrain, .foot. and .boat." err'
sed -i '/boat/,$d' kinds.ini
say towns rally --scenes 2 --units 20 --config kinds.ini --json
check "own units in random towns" 'test $status -eq 0 && grep -q "\"scenes\": 2" out'
say towns rally --scenes 2 --units 20 --map "$maps/doorway_two_way.map" --set default.radius=5
check "a unit that is too large for the cells is refused" 'test $status -eq 2 && test "$(wc -l < err)" -eq 1 && grep -q "found the radius 5 u of .default., expected at most 4 cells" err'
printf 'type octile\nheight 2\nwidth 3\nmap\n.@.\n.@.\n' > tiny.map
say towns rally --scenes 2 --map tiny.map
check "a map without room is told" 'test $status -eq 2 && grep -q "found no room for a crowd" err'
"$sidle" towns rally --scenes 100000 --units 20 --progress > out 2> err &
towns=$!
until grep -q " s left\| min left\| h left" err; do sleep 0.1; done
kill -INT $towns
wait $towns
check "Ctrl-C ends towns with those that are done" 'test $? -eq 0 && grep -q "^| rally | [0-9]* | [0-9.]* % |" out && ! grep -q "100000" out'
rm err # the bar of the run above
"$sidle" towns rally --scenes 100000 --units 1000 --progress > out 2> err &
towns=$!
until test -s err; do sleep 0.1; done
kill -INT $towns
wait $towns
check "towns that was stopped before one is done has no result" 'test $? -eq 1'
say towns raly
check "an unknown task names the nearest" 'test $status -eq 2 && grep -q "did you mean .rally." err'

# ---- the pages ----
sed -n '/^```map/,/^```$/p' "$source/docs/designers.md" | grep -v '^```' > page.map
say run page.map
check "the map of docs/designers.md is good, and its gate opens" 'grep -q "page.map: 10 of 10 movers arrived" out'
for page in "$source"/docs/designers.md "$source"/docs/tiled.md; do
    sed -n '/^```sh/,/^```/p' "$page" | sed -e ':more' -e '/\\$/{N;s/\\\n//;b more' -e '}' | grep -o 'build/sidle [^|;#]*' > lines
    while read -r _ command rest; do
        "$sidle" "$command" --help > help 2> err || echo "$command"
        for word in $rest; do
            case $word in --*) grep -q -e "^  $word\( \|$\)" help || echo "$command $word" ;; esac
        done
    done < lines > unknown
    check "commands and options of ${page##*/} exist: $(cat unknown)" 'test ! -s unknown && test "$(wc -l < lines)" -ge 3'
    for word in $(grep -o '\(maps\|docs\)/[a-z_]*\.[a-z]*' "$page"); do test -e "$source/$word" || echo "$word"; done > missing
    check "files of ${page##*/} exist: $(cat missing)" 'test ! -s missing'
done

echo "designers: $passed passed, $failed failed"
test $failed -eq 0
