#!/usr/bin/env python3
"""Lays out the packages for Unity and Godot from one set of sources.

    package.py FOLDER [LIBRARY ...]

Makes FOLDER/unity/com.sidle.sidle, a package for Unity's package manager, and FOLDER/godot/addons/sidle, an add-on
for Godot with .NET. LIBRARY: built forms of the library for the platforms of the game, such as libsidle.so,
sidle.dll and libsidle.dylib.
"""
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = json.loads((HERE.parent / "sidle_api.json").read_text(encoding="utf-8"))["version"]
PLATFORMS = {".so": "Linux64", ".dll": "Win64", ".dylib": "OSXUniversal"}
EDITORS = {".so": "Linux", ".dll": "Windows", ".dylib": "OSX"}


def sources(folder):
    """The sources by hand and the generated ones."""
    subprocess.run([sys.executable, HERE.parent / "generate" / "csharp.py", folder / "Generated"], check=True)
    for source in sorted((HERE / "src").glob("*.cs")):
        shutil.copy(source, folder)


def copy(source, target):
    """A file with its version filled in."""
    target.write_text(source.read_text().replace("@VERSION@", VERSION))


def put_libraries(libraries, folder):
    """Under the name by which the sources load them: a file may have a version behind its ending, or be a link."""
    folder.mkdir(parents=True)
    for library in libraries:
        ending = next(e for e in PLATFORMS if e in library.name)
        shutil.copy(library.resolve(), folder / f"{'' if ending == '.dll' else 'lib'}sidle{ending}")


def meta(path, root):
    """What Unity stores beside each file and folder of a package; the id is a hash of the place, so that it stays."""
    place = path.relative_to(root).as_posix()
    text = f"fileFormatVersion: 2\nguid: {hashlib.md5(f'sidle/{place}'.encode()).hexdigest()}\n"
    if path.is_dir():
        text += "folderAsset: yes\nDefaultImporter:\n"
    elif path.suffix == ".cs":
        text += "MonoImporter:\n  serializedVersion: 2\n"
    elif path.suffix == ".asmdef":
        text += "AssemblyDefinitionImporter:\n"
    elif path.suffix in PLATFORMS:
        text += ("PluginImporter:\n  serializedVersion: 2\n  isPreloaded: 0\n  platformData:\n"
                 "  - first:\n      Any: \n    second:\n      enabled: 0\n"
                 f"  - first:\n      Editor: Editor\n    second:\n      enabled: 1\n      settings:\n"
                 f"        CPU: AnyCPU\n        OS: {EDITORS[path.suffix]}\n"
                 f"  - first:\n      Standalone: {PLATFORMS[path.suffix]}\n    second:\n      enabled: 1\n")
    else:
        text += "DefaultImporter:\n" if path.suffix not in (".md", ".json") else "TextScriptImporter:\n"
    path.with_name(path.name + ".meta").write_text(text)


def unity(folder, libraries):
    package = folder / "unity" / "com.sidle.sidle"
    runtime = package / "Runtime"
    runtime.mkdir(parents=True)
    sources(runtime)
    copy(HERE / "unity" / "package.json", package / "package.json")
    copy(HERE / "unity" / "Sidle.asmdef", runtime / "Sidle.asmdef")
    put_libraries(libraries, runtime / "Plugins")
    shutil.copy(HERE / "README.md", package)
    shutil.copy(ROOT / "LICENSE", package / "LICENSE.md")
    for path in sorted(package.rglob("*")):
        meta(path, package)


def godot(folder, libraries):
    addon = folder / "godot" / "addons" / "sidle"
    addon.mkdir(parents=True)
    sources(addon)
    for name in ("plugin.cfg", "plugin.gd", "Sidle.props"):
        copy(HERE / "godot" / name, addon / name)
    put_libraries(libraries, addon / "native")
    shutil.copy(HERE / "README.md", addon)
    shutil.copy(ROOT / "LICENSE", addon / "LICENSE")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, libraries = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    for made in ("unity", "godot"):
        shutil.rmtree(folder / made, ignore_errors=True)
    unity(folder, libraries)
    godot(folder, libraries)


if __name__ == "__main__":
    main()
