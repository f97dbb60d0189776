#!/usr/bin/env bash
# Packs the sources with the licence, the library in two files and the raw layer, and builds a wheel of them alone:
# FOLDER/*.tar.gz and FOLDER/*.whl. It needs git and, from PyPI, what packaging/requirements.txt names.
#
#     package.sh FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath "$1")
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
cd "$sources"
cp -r "$here/README.md" "$here/meson.build" "$here/sidle" .
mkdir made
python3 "$here/../../src/package/two_files.py" "$here/../.." made
python3 "$here/../generate/python.py" > made/_raw.py
cp "$here/../../LICENSE" .
sed 's/^license = .*/license = {file = "LICENSE"}/' "$here/pyproject.toml" > pyproject.toml

# Meson packs what a commit holds, with its time.
git init --quiet
git add .
date=@${SOURCE_DATE_EPOCH:-$(date +%s)}
GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git -c user.name=sidle -c user.email= commit --quiet --message sources
python3 -m build --no-isolation --outdir made-by-meson
mv made-by-meson/*.tar.gz "$folder"
# The library is loaded by ctypes: one wheel serves every Python 3, on every Linux with the glibc that auditwheel finds.
wheel tags --remove --python-tag py3 --abi-tag none made-by-meson/*.whl
auditwheel repair --wheel-dir "$folder" made-by-meson/*.whl
