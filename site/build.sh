#!/bin/sh
# build.sh SOURCE OUTPUT [--films]: builds the site of the clone SOURCE into the folder OUTPUT, which opens from a
# server or as files. Beside OUTPUT it keeps OUTPUT.work with a venv and the pages in Markdown.
# With --films it also makes the films of the parameters: this needs SIDLE or SOURCE/build/sidle, and ffmpeg.
# Exits with 77 where Python has no venv, or pip cannot fetch what requirements.txt names. Where web/build.sh misses a
# tool, the site is built without the playground.
set -eu
source=$(realpath "$1") output=$(realpath -m "$2")
shift 2
work=$output.work
mkdir -p "$work"
if ! cmp -s "$source/site/requirements.txt" "$work/installed.txt"; then
    rm -rf "$work/venv"
    python3 -m venv "$work/venv" > "$work/pip.log" 2>&1 &&
        "$work/venv/bin/pip" install -q -r "$source/site/requirements.txt" >> "$work/pip.log" 2>&1 ||
        { tail -3 "$work/pip.log" >&2; echo "site: pip could not install MkDocs" >&2; exit 77; }
    cp "$source/site/requirements.txt" "$work/installed.txt"
fi
playground=$work/web/playground.html
web=0
sh "$source/web/build.sh" "$source" "$work/web" > "$work/web.log" 2>&1 || web=$?
case $web in
0) ;;
77) rm -f "$playground"; echo "site: without the playground: $(tail -1 "$work/web.log")" ;;
*) cat "$work/web.log" >&2; echo "site: the playground could not be built" >&2; exit 1 ;;
esac
python3 "$source/site/generate/main.py" "$source" "$work" --playground "$playground" "$@"
NO_MKDOCS_2_WARNING=1 "$work/venv/bin/mkdocs" build --strict -f "$work/mkdocs.yml" -d "$output" > "$work/mkdocs.log" 2>&1 ||
    { grep -v '^INFO' "$work/mkdocs.log" >&2; exit 1; }
