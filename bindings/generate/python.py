#!/usr/bin/env python3
"""Writes the raw layer of the Python package: sidle_api.json as declarations for ctypes.

    python.py > _raw.py

The names are those of C without the prefix sidle_ or SIDLE_. Enums become IntEnum in words of one capital
(sidle_event_type: EventType). All pointers are addresses (c_void_p), so that a call takes an array of NumPy,
a struct by byref(), or None.
"""
import json
import re
import sys
import textwrap
from pathlib import Path

API = Path(__file__).resolve().parent.parent / "sidle_api.json"
NUMBERS = {"_Bool": "c_bool", "float": "c_float", "double": "c_double", "size_t": "c_size_t",
           **{f"{sign}int{bits}_t": f"c_{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}

HEAD = '''"""The functions and structs of the C library, as ctypes sees them. Generated from sidle_api.json."""
import ctypes
from ctypes import (CFUNCTYPE, Structure, c_bool, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint8, c_uint32,
                    c_uint64, c_void_p)
from enum import IntEnum

from ._library import load

_library = load()


def _function(name, result, *arguments):
    made = getattr(_library, name)
    made.restype = result
    made.argtypes = arguments
    return made
'''


def bare(name):
    return re.sub("^(sidle|SIDLE)_", "", name)


def class_of(enum):
    return "".join(word.capitalize() for word in bare(enum).split("_"))


def common_prefix(names):
    """The words that all enumerators share: SIDLE_EVENT_ of SIDLE_EVENT_WAYPOINT."""
    words = [name.split("_") for name in names]
    shared = 0
    while all(len(w) > shared + 1 and w[shared] == words[0][shared] for w in words):
        shared += 1
    return "_".join(words[0][:shared]) + "_"


def comment(text, indent=""):
    for paragraph in text.split("\n"):
        for line in textwrap.wrap(paragraph, 116 - len(indent)):
            print(f"{indent}# {line}")


class Types:
    """The ctypes type for a type of the description."""

    def __init__(self, api):
        self.structs = {s["name"] for s in api["structs"]}
        self.enums = {e["name"] for e in api["enums"]}

    def plain(self, name):
        if name in self.structs:
            return bare(name)
        return "c_int32" if name in self.enums else NUMBERS[name]

    def callback(self, text):
        """bool (*)(void *, sidle_phase): a type of functions."""
        result, arguments = re.fullmatch(r"(.*?)\(\*\)\((.*)\)", text).groups()
        return f"CFUNCTYPE({', '.join(self.of_text(t) for t in [result, *arguments.split(',')])})"

    def of_text(self, text):
        name = re.sub(r"\bconst\b", "", text).strip()
        if name == "void":
            return "None"
        return "c_void_p" if "*" in name or name == "sidle_task" else self.plain(name)

    def of(self, described):
        name = described["name"]
        if name == "function":
            return self.callback(described["of"])
        if described.get("pointer"):
            return "c_char_p" if name == "char" and described["const"] and described["pointer"] == 1 else "c_void_p"
        if name == "void":
            return "None"
        return self.plain(name) + (f" * {described['array']}" if "array" in described else "")


def write_constants(api):
    print()
    for c in api["constants"]:
        comment(c["doc"])
        print(f"{bare(c['name'])} = {c['value']}")


def write_enum(enum):
    print(f"\n\nclass {class_of(enum['name'])}(IntEnum):")
    prefix = common_prefix([v["name"] for v in enum["values"]])
    if enum["doc"]:
        comment(enum["doc"], "    ")
    for v in enum["values"]:
        comment(v["doc"], "    ")
        print(f"    {v['name'].removeprefix(prefix)} = {v['value']}")


def write_struct(struct, types):
    print(f"\n\nclass {bare(struct['name'])}(Structure):")
    comment(struct["doc"], "    ")
    print("    __slots__ = ()")
    if "layout" in struct:
        print(f"    layout = {struct['layout']}")
    print("    _fields_ = [")
    for f in struct["fields"]:
        comment(f["doc"], "        ")
        print(f"        (\"{f['name']}\", {types.of(f['type'])}),")
    print("    ]")


def write_function(function, types):
    result = types.of(function["result"])
    arguments = [types.of(p["type"]) for p in function["params"]]
    names = ", ".join(p["name"] for p in function["params"])
    print()
    comment(f"({names}) {function['doc']}")
    print(f"{bare(function['name'])} = _function({', '.join([repr(function['name']), result, *arguments])})")


def main():
    api = json.loads(API.read_text())
    types = Types(api)
    print(HEAD, end="")
    write_constants(api)
    for enum in api["enums"]:
        write_enum(enum)
    for struct in api["structs"]:
        write_struct(struct, types)
    print()
    for function in api["functions"]:
        if not function.get("inline"):
            write_function(function, types)


if __name__ == "__main__":
    sys.exit(main())
