#!/usr/bin/env python3
"""Writes the raw layer of the Python package: sidle_api.json as declarations for ctypes.

    python.py > _raw.py

The names are those of C without the prefix sidle_ or SIDLE_. Enums become IntEnum in words of one capital
(sidle_event_type: EventType). All pointers are addresses (c_void_p), so that a call takes an array of NumPy,
a struct by byref(), or None.
"""
from api import NUMBERS, Api, bare, enumerator, lines, pascal, signature

CTYPES = {**{name: "c_" + name.removesuffix("_t") for name in NUMBERS}, "_Bool": "c_bool", "size_t": "c_size_t"}

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


def comment(text, indent=""):
    for line in lines(text, 116 - len(indent)):
        print(f"{indent}# {line}")


class Types:
    """The ctypes type for a type of the description."""

    def __init__(self, api):
        self.api = api

    def of(self, described):
        if self.api.kind(described) == "function":
            result, arguments = signature(described["of"])
            return f"CFUNCTYPE({', '.join(self.of(t) for t in [result, *arguments])})"
        if self.is_text(described):
            return "c_char_p"
        if described.get("pointer") or self.api.kind(described) == "callback":
            return "c_void_p"
        return self.of_value(described) + (f" * {described['array']}" if "array" in described else "")

    def is_text(self, described):
        return described["name"] == "char" and described["const"] and described["pointer"] == 1

    def of_value(self, described):
        kind, name = self.api.kind(described), described["name"]
        return {"void": "None", "enum": "c_int32", "struct": bare(name)}.get(kind) or CTYPES[name]


def write_constants(api):
    print()
    for c in api.constants:
        comment(c["doc"])
        print(f"{bare(c['name'])} = {c['value']}")


def write_enum(enum):
    print(f"\n\nclass {pascal(enum['name'])}(IntEnum):")
    comment(enum["doc"], "    ")
    for v in enum["values"]:
        comment(v["doc"], "    ")
        print(f"    {enumerator(enum, v)} = {v['value']}")


def write_struct(struct, types):
    print(f"\n\nclass {bare(struct['name'])}(Structure):")
    comment(struct["doc"], "    ")
    print("    __slots__ = ()")
    print(f"    size = {struct['size']}")
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
    api = Api()
    types = Types(api)
    print(HEAD, end="")
    write_constants(api)
    for enum in api.enums:
        write_enum(enum)
    for struct in api.structs:
        write_struct(struct, types)
    print()
    for function in api.functions:
        write_function(function, types)


if __name__ == "__main__":
    main()
