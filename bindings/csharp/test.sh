#!/usr/bin/env bash
# Compiles the sources of the Unity package with mono, and runs the tests and the example of the README with them.
#
#     test.sh LIBRARY STORY OVERHEAD
set -euo pipefail
library=$(realpath "$1") story=$(realpath "$2") overhead=$(realpath "$3")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../test/house/source.sh"
for tool in mcs mono; do
    command -v $tool > /dev/null || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo 'class None { }' > None.cs
mcs -target:library -r:System.Json.dll None.cs 2> /dev/null || { echo "System.Json is not installed"; exit 77; }

"$here/package.py" packages "$library"
diff -r packages/unity/com.sidle.sidle/Runtime packages/godot/addons/sidle \
    --exclude=*.meta --exclude=plugin.* --exclude=*.asmdef --exclude=Sidle.props --exclude=native --exclude=Plugins \
    --exclude=README.md --exclude=LICENSE
# Unity ignores a file without its meta, and the ids must differ.
(
    cd packages/unity/com.sidle.sidle
    find . -mindepth 1 ! -name '*.meta' -exec test -e {}.meta \; -o ! -name '*.meta' -print | sed 's/$/ has no meta/' > ../missing
    cat ../missing && [ ! -s ../missing ]
    [ -z "$(find . -name '*.meta' -exec grep -h ^guid {} + | sort | uniq -d)" ]
    python3 -c 'import json; assert json.load(open("package.json"))["version"][0].isdigit()'
)
sources=(packages/unity/com.sidle.sidle/Runtime/*.cs packages/unity/com.sidle.sidle/Runtime/Generated/*.cs)
export LD_LIBRARY_PATH=$work/packages/godot/addons/sidle/native

compile() { mcs -langversion:latest -warnaserror "$@"; }
python3 "$here/../generate/csharp_refusals.py" > RefusedCalls.cs
example csharp "$here/README.md" > First.cs
compile -target:library -out:Sidle.dll "${sources[@]}"
compile -r:Sidle.dll First.cs
compile -r:System.Json.dll -out:tests.exe "${sources[@]}" "$here"/tests/{Story,Refusals,Tests}.cs RefusedCalls.cs
compile -r:Sidle.dll "$here/tests/Overhead.cs" -out:overhead.exe

mono First.exe | tee first.txt
grep -q 'Arrived at 20,12' first.txt
"$here/../same_sum.sh" "$overhead" mono overhead.exe
mono tests.exe "$story"
