#!/usr/bin/env bash
# Installs the package with pip into a virtual environment in the present folder, and runs its tests, its example, the
# story of all bindings and a short form of the overhead there.
#
#     test.sh COMMAND STORY OVERHEAD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export SIDLE_COMMAND=$(realpath "$1") SIDLE_STORY=$(realpath "$2")
overhead=$(realpath "$3")
unset SIDLE_LIBRARY PYTHONPATH
venv=$PWD/python-venv

python3 -m venv "$venv" > /dev/null 2>&1 || { echo "python3 has no venv: on Debian install python3-venv"; exit 77; }
needs() {
    python3 - "$here/pyproject.toml" <<'END'
import sys, tomllib
project = tomllib.load(open(sys.argv[1], "rb"))
extras = [need for name, needs in project["project"]["optional-dependencies"].items() for need in needs]
print("\n".join(need for need in project["build-system"]["requires"] + project["project"]["dependencies"] + extras
                + ["ninja"] if not need.startswith("sidle")))
END
}
# Only without a package index the test is skipped.
needs > "$venv/needs.txt"
pip=("$venv/bin/pip" --disable-pip-version-check -q)
if ! "${pip[@]}" install -r "$venv/needs.txt"; then
    "${pip[@]}" download --no-deps -d "$venv" numpy && exit 1
    echo "pip finds no packages"
    exit 77
fi
PATH=$venv/bin:$PATH "${pip[@]}" install --no-build-isolation --no-deps --force-reinstall "$here"

cd "$venv"
status=0
"$here/../same_sum.sh" "$overhead" bin/python -P "$here/overhead.py" || status=1
bin/python -m pytest -q --durations=3 -p no:cacheprovider --rootdir "$here" "$here/tests" | tee tests.txt || status=1
count() { grep -oE "[0-9]+ $1" tests.txt | tail -1 | grep -oE "[0-9]+" || echo 0; }
echo "bindings_python: $(count passed) passed, $(count failed) failed"
exit $status
