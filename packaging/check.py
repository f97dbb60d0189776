#!/usr/bin/env python3
"""Checks the files that release.sh has made: what they hold, their versions and their licences.

    check.py FOLDER SOURCES

FOLDER: the release. SOURCES: its source tarball, unpacked. contents/*.txt lists what each file of the release holds;
@VERSION@ stands for the version.
"""
import re
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Each file of the release: where it lies, its list of contents, and what says its version.
ARTEFACTS = {
    "sidle-@VERSION@-two-files.zip": ("two-files", "sidle.h", r'#define SIDLE_VERSION +"(.*)"'),
    "python/sidle-@VERSION@.tar.gz": ("sdist", "sidle-@VERSION@/PKG-INFO", r"^Version: (.*)"),
    "python/sidle-@VERSION@-py3-none-*.whl": ("wheel", "sidle-@VERSION@.dist-info/METADATA", r"^Version: (.*)"),
    "rust/sidle-sys-@VERSION@.crate": ("sidle-sys", "sidle-sys-@VERSION@/Cargo.toml", r'^version = "(.*)"'),
    "rust/sidle-@VERSION@.crate": ("sidle", "sidle-@VERSION@/Cargo.toml", r'^version = "(.*)"'),
    "npm/sidle-@VERSION@.tgz": ("npm", "package/package.json", r'"version": "(.*)"'),
    "nuget/sidle.@VERSION@.nupkg": ("nuget", "sidle.nuspec", r"<version>(.*)</version>"),
}

# Each version that stands in the sources beside that of include/sidle/types.h.
VERSIONS = {
    "meson.build": r"^  version: '(.*)'",
    "CHANGELOG.md": r"(?s)\A.*?\n## \D*([\d.]+)",
    "CITATION.cff": r"^version: (.*)",
    "bindings/sidle_api.json": r'"version": "(.*)"',
    "bindings/python/meson.build": r"^  version: '(.*)'",
    "bindings/rust/sidle-sys/Cargo.toml": r'^version = "(.*)"',
    "bindings/rust/sidle/Cargo.toml": r'\bversion = "(\d+\.\d+\.\d+)"',  # and of sidle-sys
    "web/package/package.json": r'"version": "(.*)"',
    "packaging/debian/changelog": r"\Asidle \((.*)-",
    "packaging/debian/libsidle0.symbols": r'" (.*)$',
}


def read(artefact):
    """Text of each file in an archive; what is not text is left empty."""
    if zipfile.is_zipfile(artefact):
        with zipfile.ZipFile(artefact) as archive:
            files = {i.filename: archive.read(i) for i in archive.infolist() if not i.is_dir()}
    else:
        with tarfile.open(artefact) as archive:
            files = {m.name: archive.extractfile(m).read() for m in archive if m.isfile()}
    return {name: data.decode("utf-8", "ignore") for name, data in files.items()}


def words(text):
    """Text without layout and without the marks of a comment in C."""
    return " ".join(re.sub(r"(?m)^[ /]\*", "", text).split())


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def that(self, holds, text):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {text}")

    def equal(self, found, expected, text):
        self.that(found == expected, f"{text}: found {found}, expected {expected}")

    def same_names(self, found, expected, text):
        # Newer cargos pack the lock file of a library, too.
        found, expected = set(found) - {n for n in found if n.endswith("/Cargo.lock")}, set(expected)
        self.that(found == expected, f"{text}: missing {sorted(expected - found)}, not in its list "
                                     f"{sorted(found - expected)}")


def check_sources(checks, sources, version):
    for name, pattern in VERSIONS.items():
        text = (sources / name).read_text(encoding="utf-8")
        found = re.findall(pattern, text, re.MULTILINE)
        checks.equal(set(found), {version}, f"version of {name}")


def check_artefact(checks, folder, place, version, licence):
    contents, metadata, pattern = ARTEFACTS[place]
    found = sorted(folder.glob(place.replace("@VERSION@", version)))
    checks.equal(len(found), 1, f"files called {place}")
    if not found:
        return
    files = read(found[0])
    expected = (HERE / "contents" / f"{contents}.txt").read_text().replace("@VERSION@", version).split("\n")[:-1]
    checks.same_names(files, expected, found[0].name)
    metadata = files.get(metadata.replace("@VERSION@", version), "")
    checks.equal(re.findall(pattern, metadata, re.MULTILINE)[:1], [version], f"version of {found[0].name}")
    checks.that(any(licence in words(text) for text in files.values()), f"{found[0].name} has no text of the licence")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, sources = map(Path, sys.argv[1:])
    header = (sources / "include" / "sidle" / "types.h").read_text(encoding="utf-8")
    version = re.search(r'#define SIDLE_VERSION +"(.*)"', header)[1]
    licence = words((sources / "LICENSE").read_text(encoding="utf-8"))

    checks = Checks()
    check_sources(checks, sources, version)
    for place in ARTEFACTS:
        check_artefact(checks, folder, place, version, licence)
    for recipe in sorted(p for p in (folder / "recipes").rglob("*") if p.is_file()):
        text = recipe.read_text(encoding="utf-8")
        other = set(re.findall(r"@[A-Z0-9]+@|\b\d+\.\d+\.\d+\b", text)) - {version}
        checks.equal(other, set(), f"versions and open places of {recipe.relative_to(folder)}")
    print(f"release: {checks.passed} passed, {checks.failed} failed")
    sys.exit(checks.failed > 0)


main()
