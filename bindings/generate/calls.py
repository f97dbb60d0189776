"""Tells for each function of sidle_api.json what its parameters are for, so that a generator of a binding writes
its calls by rule.

The parameters of C that belong together become one argument:

    self       the handle that the function belongs to: a world, groups, a recorder, a replay
    value      a number, an enum, an id or a vector, passed by value
    struct     a const pointer to one struct, read by the call
    list       a const pointer and the number of its entries
    per_unit   an array with one entry for each entry of the list of ids; `stride` chooses one entry for all
    written    an array with one entry for each entry of the list of ids, written by the call
    found      an array of the host with its capacity, and the number of entries that there are
    bytes      a const pointer to bytes and their number
    saved      a buffer for bytes, its size, and the number of bytes that there are
    text       a buffer for text and its size; the call returns the length of the text
    out        a pointer to one value, written by the call

A function of which a parameter is nothing of these is left to be written by hand: arguments() returns None.
"""
import json
from pathlib import Path

API = Path(__file__).resolve().parent.parent / "sidle_api.json"
WRITTEN = {"places", "results"}
NUMBERS = {"float", "double", "uint8_t", "uint32_t", "int32_t", "uint64_t", "size_t", "_Bool"}


class Argument:
    def __init__(self, kind, params):
        self.kind = kind
        self.params = params
        self.name = params[0]["name"]
        self.type = params[0]["type"]["name"]
        self.strided = len(params) > 1 and params[1]["name"] == "stride"

    def __repr__(self):
        return f"{self.kind} {self.type} {self.name}"


class Api:
    def __init__(self, path=API):
        self.api = json.loads(path.read_text())
        self.version = self.api["version"]
        self.constants = self.api["constants"]
        self.enums = {e["name"]: e for e in self.api["enums"]}
        self.handles = {h["name"] for h in self.api["handles"]}
        self.structs = {s["name"]: s for s in self.api["structs"]}
        self.functions = [f for f in self.api["functions"] if not f.get("inline")]
        self.parameters = self.api["parameters"]

    def holds_pointers(self, name):
        """Has the struct, or a struct within it, a field that is a pointer?"""
        return any(f["type"].get("pointer") or f["type"]["name"] == "function" or
                   (f["type"]["name"] in self.structs and self.holds_pointers(f["type"]["name"]))
                   for f in self.structs[name]["fields"])

    def arguments(self, function):
        """The arguments of the function, or None."""
        left, found = list(function["params"]), []
        while left:
            argument = self.next_argument(left, not found)
            if not argument:
                return None
            found.append(argument)
            del left[:len(argument.params)]
        return found

    def next_argument(self, left, first):
        kind, length = self.kind_of(left, first)
        return Argument(kind, left[:length]) if kind else None

    def kind_of(self, left, first):
        """The kind of the next argument, and of how many parameters it is made."""
        one = left[0]["type"]
        names = [p["name"] for p in left[1:3]] + ["", ""]
        if not one.get("pointer"):
            return "value", 1
        if one["pointer"] > 1 or one["name"] == "function":
            return None, 0
        if one["name"] in self.handles:
            return ("self", 1) if first else (None, 0)
        if one["name"] == "char":
            return ("text", 2) if names[0] == "size" and not one["const"] else (None, 0)
        if one["const"]:
            return self.kind_read(one, names)
        if one["name"] == "void":
            return "saved", 3
        if names[0] == "capacity":
            return ("found", 3) if names[1] == "count" else (None, 0)
        return ("written" if left[0]["name"] in WRITTEN else "out"), 1

    def kind_read(self, one, names):
        if names[0] in ("count", "point_count"):
            return "list", 2
        if names[0] == "stride":
            return "per_unit", 2
        if one["name"] == "void":
            return "bytes", 2
        return "struct", 1


def words(name):
    """sidle_unit_set_path becomes ["unit", "set", "path"]."""
    return name.removeprefix("sidle_").split("_")


def pascal(name):
    return "".join(w.capitalize() for w in words(name.lower()))


def camel(name):
    made = pascal(name)
    return made[0].lower() + made[1:]
