#!/bin/sh
# The command at its door: each case is a command line, its exit status, and what its output must hold.
# Prints TAP-free lines and a count; exit status 1 when a case failed.
. "$2/test/command/cases.sh"

printf 'type octile\nheight 2\nwidth 2\nmap\n..\n.\n' > ragged.map
printf 'type octile\nheight 0\nwidth 2\nmap\n' > zero.map
printf 'type octile\nheight 100000\nwidth 4\nmap\n....\n' > huge.map
printf 'type octile\nheight 2\nwidth 4\ngroup a move=-1,0\nunit a 2.8,0.5\nmap\n...@\n...@\n' > in_wall.map
printf 'type octile\nheight 1\nwidth 2\nprofile scout radius=0.3\ngroup a profile=scuot\nmap\na.\n' > profile.map
printf '[scout]\nradius = 0.3\n[b]\nlike = scuot\n' > like.ini
printf 'type octile\nheight 1\nwidth 2\ngroup a patroll=3,3\nmap\na.\n' > keys.map
printf 'type octile\nheight 1\nwidth 2\nexpct arrived = 1\nmap\n..\n' > line.map
printf 'type octile\nheight 1\nwidth 2\nedit at=1 cells=0,0,1,1 class=swam\nmap\n..\n' > class.map
printf 'type octile\nheight 1\nwidth 2\nmap\n.x\n' > letter.map
printf 'type octile\nheight 1\nwidth 2\ngroup a goal=1,0 hold\nmap\na.\n' > aims.map
printf 'type octile\nheight 1\nwidth 2\ngroup a pursue=b\nmap\na.\n' > prey.map
printf '[default]\nradius = nan\n' > nan.ini
printf '[default]\nradius = -1\n' > negative.ini
printf '[default]\nraduis = 1\n' > key.ini
printf 'type octile\nheight 1\nwidth 6\ngroup a move=3,0\nexpect arrived = 0\nmap\na.....\n' > wrong.map

printf 'type octile\nheight 1\nwidth 6\ngroup a move=3,0\nexpect arived = 1\nmap\na.....\n' > figure.map
printf 'type octile\nheight 1\nwidth 6\ncell 1\ncell 2\nmap\n......\n' > twice.map
printf 'type octile\nheight 1\nwidth 6\nprofile p like=p\nmap\n......\n' > itself.map
printf '[a]\nlike = a\n' > itself.ini
{
    printf 'type octile\nheight 1\nwidth 6\n'
    for k in $(seq 1024); do echo "profile p$k radius=0.4"; done
    printf 'map\n......\n'
} > profiles.map
{
    printf 'type octile\nheight 1\nwidth 6\ngroup a patrol=1,0'
    for k in $(seq 65536); do printf ';%d,0' $((k % 5)); done
    printf '\nmap\na.....\n'
} > points.map
printf 'type octile\nheight 9\nwidth 60\ncell 0.1\nprofile small radius=0.3\ngroup a profile=small\n' > fine.map
printf 'unit a 4,4\nmap\n' >> fine.map
for k in 1 2 3 4 5 6 7 8 9; do printf '%060d\n' 0 | tr 0 .; done >> fine.map

# Of the five problems of the first file two have an end in the water or among the trees, and of the two
# of the other file both.
printf 'type octile\nheight 3\nwidth 4\nmap\n....\n.WT.\n....\n' > pond.map
problems() { printf 'version 1\n' && for ends; do printf '0\tpond.map\t4\t3\t%s\t1\n' "$(echo "$ends" | tr , '\t')"; done; }
problems 0,0,3,2 1,1,3,2 3,0,0,2 0,2,2,1 3,2,0,0 > pond.scen
problems 0,0,1,1 2,1,3,2 > drowned.scen

case_ "version" 0 "0." --version
case_ "help" 0 "usage: sidle" --help
case_ "unknown command" 2 "found the command 'fly'" fly
case_ "missing file" 2 "nothing.map: cannot be read" run nothing.map
case_ "no file" 2 "expected one scene" run
case_ "ragged map" 2 "ragged.map:6:2: found a row of 1 characters, expected 2" run ragged.map
case_ "zero-sized map" 2 "zero.map:2:8: found '0'" run zero.map
case_ "huge map" 2 "huge.map:2:8: found '100000'" run huge.map
case_ "unit in a wall" 2 "in_wall.map:5:8: found a unit" run in_wall.map
case_ "unknown letter" 2 "letter.map:5:2: found 'x'" run letter.map
case_ "NaN in a config" 2 "nan.ini:2:10: found 'nan' for radius" run "$maps/corner.map" --config nan.ini
case_ "negative radius" 2 "negative.ini:2:10: found '-1' for radius" run "$maps/corner.map" --config negative.ini
case_ "unknown key" 2 "did you mean 'radius'" check key.ini
case_ "unknown key, by one of its words" 2 "found the key 'speeed', expected a parameter; did you mean 'top_speed'?" run @oncoming --set default.speeed=3
case_ "unknown profile" 2 "expected one of this scene; did you mean 'default'?" run @oncoming --set defualt.radius=1
case_ "unknown profile in a group" 2 "did you mean 'scout'?" check profile.map
case_ "unknown profile in a config" 2 "like.ini:4:8: found the profile 'scuot', expected one that stands above; did you mean 'scout'?" check like.ini
case_ "unknown key of a group" 2 "keys.map:4:9: found 'patroll=3,3', expected profile=" check keys.map
case_ "nearest key of a group" 2 "with=; did you mean 'patrol'?" check keys.map
case_ "unknown line" 2 "or map; did you mean 'expect'?" check line.map
case_ "unknown class" 2 "void; did you mean 'swamp'?" check class.map
case_ "unknown class in a mask" 2 "did you mean 'water'?" run @oncoming --set default.passable=ground+watr
case_ "unknown rung" 2 "did you mean 'replan'?" run @oncoming --set "default.ladder=replann wait"
case_ "unknown command, the nearest" 2 "did you mean 'bench'?" bensh
case_ "unknown option, the nearest" 2 "did you mean '--seconds'?" run @oncoming --secnds 3
case_ "unknown option with its value" 2 "did you mean '--threads'?" bench --thread5=3
case_ "unknown scene, the nearest" 2 "did you mean '@door'?" run @dor200
case_ "scene without its @" 2 "door200: found no such file; did you mean '@door200'?" run door200
case_ "unknown row, the nearest" 2 "did you mean 'oncoming'?" bench onkoming
case_ "unknown pathfinder, the nearest" 2 "did you mean 'astar'?" run @oncoming --pathfinder astr
case_ "nothing near" 2 "found the key 'xyzzy', expected a parameter (" run @oncoming --set default.xyzzy=3
case_ "bad --set" 2 "expected PROFILE.KEY=VALUE" run "$maps/corner.map" --set radius=1
case_ "bad --hz" 2 "--hz: found 'x'" run "$maps/corner.map" --hz x
case_ "bad --units" 2 "--units: found '0'" run "$maps/corner.map" --units 0
case_ "bad --threads" 2 "--threads: found '0', expected a number from 1 to 64" run "$maps/corner.map" --threads 0
case_ "too many --threads" 2 "--threads: found '65'" run "$maps/corner.map" --threads 65
case_ "no whole --threads" 2 "--threads: found '1.5', expected a whole number" bench oncoming --threads 1.5
case_ "bad pathfinder" 2 "--pathfinder: found 'bus'" run "$maps/corner.map" --pathfinder bus
case_ "unknown option" 2 "found '--fly'" run "$maps/corner.map" --fly
case_ "bench of one row" 0 '| `@oncoming`' bench oncoming --seeds 1 --check
case_ "bench in JSON" 0 '"stretch_mean"' bench oncoming --seeds 1 --json
case_ "time of a tick" 0 '| `@scale100`' bench --scale 100
case_ "time of a tick by two threads, in JSON" 0 '"allocations": 0' bench --scale --threads 2 --json standing100
case_ "unknown scene for its time" 2 "found no such scene" bench --scale 100 nowhere7
case_ "unknown row" 2 "found the row 'nowhere'" bench nowhere
case_ "bad --seeds" 2 "--seeds: found '0'" bench --seeds 0
case_ "unknown scene" 2 "found no such scene" run @nowhere7
case_ "JSON that cannot be written" 2 "cannot be written" run "$maps/corner.map" --json nowhere/x.json
case_ "picture that cannot be written" 2 "cannot be written" run "$maps/corner.map" --png nowhere/x.png
case_ "unreachable goal is no error" 0 "(no path leads to the goals of 1)" run "$maps/dead_end.map"
case_ "two aims" 2 "aims.map:4:18: found 'hold', expected one aim of a group" check aims.map
case_ "nobody to pursue" 2 "prey.map:4:16: found 'b', expected the letter of a group" run prey.map
case_ "summary of a hunt" 0 "hunters   touched 100 % of their prey" run "$maps/lost.map"
case_ "summary without goals" 0 "lost      18 orders, their target gone" run "$maps/lost.map"
case_ "summary" 0 "8 of 8 movers arrived" run "$maps/corner.map"
case_ "JSON on standard output" 0 '"static_overlaps": 0' run "$maps/corner.map" --json -
case_ "flow field" 0 '"arrived": 1.0' run "$maps/corner.map" --pathfinder flow --json -
case_ "picture" 0 "movers arrived" run "$maps/corner.map" --png corner.png
case_ "tick rate" 0 '"ticks": 60,' run "$maps/crossing.map" --hz 60 --seconds 1 --json -
case_ "check" 0 "corner.map: good" check "$maps/corner.map"
case_ "check of a config" 0 "armies.ini: good" check "$maps/armies.ini"
case_ "run with a config" 0 "60 of 60 movers arrived" run "$maps/crossing.map" --config "$maps/armies.ini"
case_ "check --run" 0 "corner.map: holds" check --run "$maps/corner.map"
case_ "expectation that fails" 1 "wrong.map:5: found arrived = 1, expected = 0" check --run wrong.map
case_ "check without files" 2 "found no file name" check
case_ "format of maps" 0 "  via=X,Y;X,Y..." help map
case_ "help of a command" 0 "usage: sidle params" help params
case_ "help of nothing" 2 "sidle help: found the command 'parms', expected map, init, run, replay, diff, watch, explain, compare, tune, check, convert, bench, towns, params, help, man or completion; did you mean 'params'?" help parms
case_ "help of a misspelt topic" 2 "expected map, init, run, replay, diff, watch, explain, compare, tune, check, convert, bench, towns, params, help, man or completion; did you mean 'map'?" help mpa
case_ "help of all" 0 "  watch      show a scene" help
case_ "help of two" 2 "found 2 topics, expected one" help run map
case_ "params" 0 "push_coefficient" params
case_ "params as Markdown" 0 '| `radius` |' params --markdown

case_ "expectation of an unknown figure" 2 "figure.map:5:8: found 'arived', expected a figure of the JSON; did you mean 'arrived'?" check figure.map
case_ "key given twice" 2 "twice.map:5:1: found this a second time" check twice.map
case_ "profile like itself" 2 "itself.map:4:16: found 'p', expected the name of another profile" check itself.map
case_ "section like itself" 2 "itself.ini:2:8: found the profile 'a', expected another one" check itself.ini
case_ "one profile too many" 2 "profiles.map:1027:9: found one profile more, expected at most 1024" check profiles.map
case_ "too many points" 2 "points.map:4:16: found 65537 points, expected at most 65536" check points.map
case_ "default that no unit uses" 0 "fine.map: good" check fine.map
case_ "default that no unit uses, in a run" 0 "1 units" run fine.map --seconds 1
case_ "default that a unit uses" 2 "profile 'default' does not suit this map: found radius 9 u" run "$maps/corner.map" --set default.radius=9
case_ "problems in the water" 0 "3 of 3 movers arrived" run pond.scen
case_ "skipped problems in the summary" 0 "s run; 2 problems skipped" run pond.scen
case_ "skipped problems in JSON" 0 '"skipped": 2,' run pond.scen --units 2 --json -
case_ "no skipped problems in JSON" 0 '"skipped": 0,' run pond.scen --set default.passable=all --json -
case_ "a town whose units are told to stop" 0 '"clean": 1,' run @town,task=stop,seed=2850024 --json -
case_ "a town is run until all are unloaded" 0 '"clean": 1,' run @town,task=unload,seed=2850017 --json -
case_ "a town ends whose goals lie in walls" 0 '"clean": 1,' run @town,task=unreachable,seed=880001 --json -
case_ "check of a scenario with water" 0 "pond.scen: good, 2 problems skipped" check pond.scen
case_ "every problem in the water" 2 "drowned.scen:2:20: found a goal at 1,1" check drowned.scen

# The picture is a PNG, and the same run gives the same bytes and the same hash.
check "the picture is a PNG" 'head -c 8 corner.png | od -An -tx1 | grep -q "89 50 4e 47 0d 0a 1a 0a"'
"$sidle" run @blocks20 --json - | grep hash > first
"$sidle" run @blocks20 --json - | grep hash > second
check "a run repeats to the bit" 'cmp -s first second && test -s first'
"$sidle" run @blocks20 --seed 1 --json - | grep hash > third
check "another seed is another run" '! cmp -s first third'
for threads in 1 2 3 8; do
    for scene in "@scale1000 --seconds 2" "@door200 --seconds 20" "$maps/chase.map" "$maps/leader.map"; do
        # shellcheck disable=SC2086
        "$sidle" run $scene --threads $threads --json - | grep hash
    done > threads$threads
done
for threads in 2 3 8; do
    check "$threads threads give the same bits as one" \
        "test \$(wc -l < threads1) -eq 4 && cmp -s threads1 threads$threads"
done
# lost NAME WHERE ARGUMENTS...: standard output goes WHERE all is lost; one line says so, the status is 1.
lost() {
    name=$1 where=$2
    shift 2
    eval '"$sidle" "$@" 2> err < /dev/null' "$where"
    got=$?
    check "$name: sidle $* $where: status $got, $(cat err)" \
        'test $got -eq 1 && test $(wc -l < err) -eq 1 && grep -q "cannot be written" err'
}
for where in '> /dev/full' '>&-'; do
    lost "lost version" "$where" --version
    lost "lost help" "$where" --help
    lost "lost help of a command" "$where" bench --help
    lost "lost summary" "$where" run "$maps/corner.map"
    lost "lost JSON" "$where" run "$maps/corner.map" --json -
    lost "lost check" "$where" check "$maps/corner.map" "$maps/armies.ini"
    lost "lost parameters" "$where" params
    lost "lost row" "$where" bench oncoming --seeds 1
    lost "lost row in JSON" "$where" bench oncoming --seeds 1 --json
    lost "lost times" "$where" bench --scale 10
    lost "lost times in JSON" "$where" bench --scale 10 --json
done
for command in params "check $maps/corner.map" "run @oncoming --seconds 1" "bench oncoming --seeds 1"; do
    # shellcheck disable=SC2086
    { sleep 0.2 && "$sidle" $command 2> err; echo $? > status; } | true # which is gone by then
    check "broken pipe: $command" 'test "$(cat status)" = 1 && test $(wc -l < err) -eq 1 && grep -q "Broken pipe" err'
done
lost "lost picture" '> out' run "$maps/corner.map" --png /dev/full
check "a lost picture costs no figures" 'grep -q "8 of 8 movers arrived" out'
lost "lost JSON file" '> out' run "$maps/corner.map" --json /dev/full --png beside.png
check "a lost JSON file costs no picture" 'test -s beside.png'
echo old > old.png
size=$(ulimit -S -f)
ulimit -S -f 8
lost "picture beyond the limit" '> out' run "$maps/corner.map" --png cut.png
lost "old picture beyond the limit" '> out' run "$maps/corner.map" --png old.png
ulimit -S -f "$size"
check "half a picture is no picture" 'test ! -e cut.png && test "$(cat old.png)" = old'
check "no temporary file is left" 'test -z "$(find . -name ".sidle*")"'
chmod 640 old.png && ln -s old.png link.png
"$sidle" run "$maps/corner.map" --png link.png > out
check "a file that is written anew keeps its name and its permissions" \
    'test -L link.png && cmp -s old.png corner.png && test "$(stat -c %a old.png)" = 640'
"$sidle" run "$maps/corner.map" --json /dev/stdout > both
check "what is printed follows what a file of ours got" 'grep -q "\"hash\"" both && tail -n 1 both | grep -q "  hash"'
"$sidle" run "$maps/corner.map" --json nowhere/x.json > out 2> err
check "what cannot be written is told before the run" 'test ! -s out'

# starved ARGUMENTS...: from hardly enough memory to begin with to enough, the status is 1 and one line says
# why, or it is 0.
starved() {
    step=$1 limit=$least starving=0 got=1
    shift
    while test $got -eq 1; do
        (ulimit -v "$limit" && exec "$sidle" "$@" > out 2> err < /dev/null)
        got=$?
        if test $got -eq 1; then
            test "$(wc -l < err)" -eq 1 && grep -q "there is not enough memory\|no . threads" err || got=broken
            starving=$((starving + 1))
        fi
        limit=$((limit + step))
        test "$got" = broken && break
    done
    check "without memory: sidle $*: $got with $limit kB, $(cat err)" 'test "$got" = 0 && test $starving -ge 1'
}
# A sanitizer needs more room than that for itself.
if (ulimit -v 1000000 && exec "$sidle" --version) > out 2>&1; then
    least=2048
    until (ulimit -v $least && exec "$sidle" --version) > out 2>&1; do least=$((least + 16)); done
    starved 4000 run @scale100000 --seconds 0.04
    starved 500 run "$maps/bridge.map" --seconds 1 --png p.png --json p.json
    starved 10 run "$maps/chase.map" --seconds 1 --pathfinder flow
    starved 3000 run @blocks20 --seconds 1 --threads 3
    starved 10 run pond.scen --config "$maps/armies.ini"
    starved 10 check "$maps/bridge.map"
    starved 10 bench oncoming --seeds 1 --json
    starved 100 bench --scale 500
    check "nothing half done is left without memory" 'test -z "$(find . -name ".sidle*")"'
else
    echo "skipped: what happens without memory"
fi

"$sidle" params --markdown > tables
sed "/^$/Q" tables > table
sed "1,/^$/d" tables > tuning
check "the page of the parameters holds their table" \
    'sed -n "/^| parameter/,\$p" "$source/docs/parameters.md" | cmp -s - table'
check "the page about tuning holds its table" \
    'sed -n "/^| tuning/,\$p" "$source/docs/tuning.md" | cmp -s - tuning'
"$sidle" help map --markdown > table
check "docs/maps.md is the format of maps" 'cmp -s "$source/docs/maps.md" table'


end_cases command
