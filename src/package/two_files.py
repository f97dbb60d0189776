#!/usr/bin/env python3
"""Makes sidle.c and sidle.h, all of the library, to drop into any project.

    two_files.py SOURCE_ROOT OUTPUT_FOLDER [DEPFILE]
"""
import re
import sys
from pathlib import Path

HOW_TO = """Two files are all of sidle: add sidle.c to the C sources of your project, and include sidle.h.
Made from the sources of sidle; change those instead."""

INCLUDE = re.compile(r'#include (?:"(?P<own>[^"]+)"|<sidle/(?P<public>[^>]+)>)\n')


class Unit:
    """A file with all that it includes of ours, each once."""

    def __init__(self, folders):
        self.folders = folders
        self.taken = []
        self.text = []

    def find(self, name):
        return next(f / name for f in self.folders if (f / name).exists())

    def take(self, path):
        if path in self.taken:
            return
        self.taken.append(path)
        self.text.append(f"\n/* ======== {path.name} ======== */\n\n")
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            include = INCLUDE.fullmatch(line)
            if not include:
                self.text.append(line)
            elif include["own"]:
                self.take(self.find(include["own"]))

    def write(self, path, opening):
        text = opening + "".join(self.text)
        path.write_text(re.sub(r"\n{3,}", "\n\n", text), encoding="utf-8", newline="\n")


def comment(*paragraphs):
    lines = "\n\n".join(paragraphs).splitlines()
    return "/* " + "\n".join(" * " + line if line else " *" for line in lines)[3:] + " */\n"


def main():
    root, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    public = root / "include" / "sidle"
    words = comment(HOW_TO, (root / "LICENSE").read_text(encoding="utf-8").strip())

    header = Unit([public])
    header.take(public / "sidle.h")
    header.write(output / "sidle.h", words)

    source = Unit([root / "src"])
    source.take(root / "src" / "sidle.c")
    place = source.text.index("#define SIDLE_BUILDING\n") + 1
    source.text.insert(place, '\n#include "sidle.h"\n')
    source.write(output / "sidle.c", words)

    if len(sys.argv) > 3:
        used = " ".join(str(p).replace(" ", "\\ ") for p in header.taken + source.taken)
        Path(sys.argv[3]).write_text(f"{output / 'sidle.c'}: {used}\n", encoding="utf-8")


main()
