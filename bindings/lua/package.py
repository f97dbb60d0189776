#!/usr/bin/env python3
"""Lays out the sources of the rock: the binding, the library in two files, and the rockspec.

    package.py FOLDER
"""
import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    version = json.loads((HERE.parent / "sidle_api.json").read_text(encoding="utf-8"))["version"]
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, ROOT / "src" / "package" / "two_files.py", ROOT, folder], check=True)
    with open(folder / "calls.h", "w", encoding="utf-8") as calls:
        subprocess.run([sys.executable, HERE.parent / "generate" / "lua.py"], check=True, stdout=calls)
    for name in ("module.c", "values.h", "boxes.h", "arrays.h", "README.md"):
        shutil.copy(HERE / name, folder)
    shutil.copy(ROOT / "LICENSE", folder)
    spec = (HERE / "sidle.rockspec").read_text(encoding="utf-8").replace("@VERSION@", version)
    (folder / f"sidle-{version}-1.rockspec").write_text(spec, encoding="utf-8")


if __name__ == "__main__":
    main()
