"""What the generators of all languages share: the description of the interface with its types
resolved, names by the habits of other languages, and the calls that the library must refuse."""
import json
import re
import textwrap
from pathlib import Path

DESCRIPTION = Path(__file__).resolve().parent.parent / "sidle_api.json"
NUMBERS = ("float", "double", "uint8_t", "int32_t", "uint32_t", "uint64_t", "size_t", "_Bool")
IDS = ("sidle_unit_id", "sidle_profile_id", "sidle_group_id")


# ---- names ----

def bare(name):
    """sidle_unit_go becomes unit_go, SIDLE_MAX_UNITS becomes MAX_UNITS."""
    return re.sub("^(sidle|SIDLE)_", "", name)


def pascal(name):
    return "".join(word.capitalize() for word in bare(name).lower().split("_"))


def camel(name):
    word = pascal(name)
    return word[:1].lower() + word[1:]


def enumerator(enum, value):
    """SIDLE_GIVE_WAY_ALL of sidle_give_way becomes ALL, SIDLE_ERROR_STALE of sidle_result becomes STALE."""
    if enum["name"] == "sidle_result":
        return re.sub("^ERROR_", "", bare(value["name"]))
    names = [v["name"].split("_") for v in enum["values"]]
    shared = 0
    while all(len(n) > shared + 1 and n[shared] == names[0][shared] for n in names):
        shared += 1
    return "_".join(value["name"].split("_")[shared:])


# ---- texts ----

def lines(doc, width):
    """A text as lines of at most this width; points of its lists begin lines."""
    return [line for part in doc.split("\n") if part
            for line in textwrap.wrap(part, width, subsequent_indent="  " if part.startswith("- ") else "")]


# ---- the description ----

class Api:
    def __init__(self, path=DESCRIPTION):
        made = json.loads(Path(path).read_text(encoding="utf-8"))
        self.version = made["version"]
        self.constants = made["constants"]
        self.enums = made["enums"]
        self.handles = made["handles"]
        self.structs = made["structs"]
        self.callbacks = made["callbacks"]
        self.parameters = made["parameters"]
        # What a foreign language cannot link: it calls the ..._fill functions instead.
        self.functions = [f for f in made["functions"] if not f.get("inline")]
        self.kinds = {"void": "void", "char": "char", **{name: "number" for name in NUMBERS}}
        for kind, entries in (("enum", self.enums), ("handle", self.handles), ("struct", self.structs),
                              ("callback", self.callbacks)):
            self.kinds.update({e["name"]: kind for e in entries})

    def kind(self, kind_of):
        """Of a type without its pointers: void, char, number, enum, handle, struct, callback or function."""
        return "function" if kind_of["name"] == "function" else self.kinds[kind_of["name"]]

    def struct(self, name):
        return next(s for s in self.structs if s["name"] == name)

    def enum(self, name):
        return next(e for e in self.enums if e["name"] == name)

    def is_switch(self, struct, field):
        """Is the field a parameter that is 0 or 1?"""
        return struct["name"] == "sidle_profile" and any(
            p["name"] == field["name"] and p["type"] == "SIDLE_PARAM_SWITCH" for p in self.parameters)


def signature(text):
    """bool (*)(void *context, const sidle_hit *hit) as the type of the result and those of the parameters."""
    result, params = re.fullmatch(r"(.*?)\(\*\)\((.*)\)", text).groups()
    return plain_type(result), [plain_type(p) for p in params.split(", ")]


def plain_type(text):
    made = {"name": re.sub(r"\bconst\b|\*", "", text).strip()}
    if "*" in text:
        made["pointer"] = text.count("*")
        made["const"] = text.strip().startswith("const ")
    return made


# ---- calls that are refused ----

# The arguments of a call. Each language has its own way to write them.
NULL = "null"          # a pointer
STALE = "stale"        # an id of a unit, group or profile that no world has
NAN = "nan"            # a number, or a member of a point
INFINITE = "infinite"  # the same
HUGE = "huge"          # a number or an enumerator far outside its range
GOOD = "good"          # a live object or id, a definition with its defaults; zeros for all else
ONE = "one"            # a good number of entries

# Parameters of which the headers allow null.
MAY_BE_NULL = {"filter", "clear_of", "results", "group", "param", "reason"}


def may_be_null(function, param):
    """place: only nearest_fit needs one; def: only a replay goes without."""
    name = function["name"]
    return (param["name"] in MAY_BE_NULL or name.endswith("_near") and param["name"] in ("place", "waypoints")
            or (name, param["name"]) == ("sidle_replay_create", "def"))


def is_count(param):
    """A number of entries: the library cannot know that the array of the host is shorter."""
    return param["type"]["name"] in ("uint32_t", "size_t") and re.search(r"count|capacity|size|stride", param["name"])


def bad_values(api, function, param):
    """Each with whether the library has to refuse it."""
    kind_of = param["type"]
    if kind_of.get("pointer"):
        return [(NULL, not may_be_null(function, param))]
    if kind_of["name"] in IDS:
        return [(STALE, True)]
    if kind_of["name"] in ("float", "double", "sidle_vec2"):
        return [(NAN, True), (INFINITE, True), (HUGE, False)]
    if kind_of["name"] == "_Bool" or is_count(param):
        return []
    return [(HUGE, False)]


def skipped(function):
    """Why a function is left out of the refusals; "" for most."""
    if function["header"] == "steering" and function["result"]["name"] != "sidle_result":
        return "pure: its arguments must be right, as the header says"
    if function["name"].endswith("_destroy"):
        return "takes null, and frees what the other calls need"
    return ""


def refusals(api):
    """Calls as (function, values of its parameters, whether the library has to refuse them). First all parameters of a
    function are bad. Then one is, and all others are good, so that only the check of this one can refuse the call.
    The result must be one that the function documents; where the function has no result, the call must return.

    Python makes a new world for each call, and gives snapshots, orders and points that are right. The other languages
    share one world, and give zeros there."""
    for function in api.functions:
        if skipped(function):
            continue
        bad = [bad_values(api, function, param) for param in function["params"]]
        good = [ONE if is_count(param) and param["name"] != "stride" else GOOD for param in function["params"]]
        yield function, [values[0][0] if values else good[at] for at, values in enumerate(bad)], True
        for at, values in enumerate(bad):
            for value, refused in values:
                yield function, [*good[:at], value, *good[at + 1:]], refused
