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
    in_out     a pointer to one value, read and written by the call

A function of which a parameter is nothing of these has to stand in BY_HAND.
"""
WRITTEN = {"places", "results"}
# What a binding writes by hand: whatever creates, ends or reads something that it owns, and the few calls whose
# parameters are none of these kinds. The allocator, unit_fields and draw are for hosts in C.
BY_HAND = {"sidle_world_create", "sidle_world_destroy", "sidle_world_allocator", "sidle_world_events", "sidle_params",
           "sidle_world_def_fill", "sidle_profile_fill", "sidle_unit_def_fill", "sidle_formation_fill",
           "sidle_recorder_def_fill", "sidle_profile_check", "sidle_query_congestion", "sidle_world_read",
           "sidle_units_read", "sidle_unit_fields", "sidle_world_differs", "sidle_difference_text", "sidle_world_draw",
           "sidle_groups_create", "sidle_groups_destroy", "sidle_groups_differ", "sidle_groups_events",
           "sidle_world_copy", "sidle_recorder_create", "sidle_recorder_end", "sidle_recorder_bytes",
           "sidle_recorder_destroy", "sidle_replay_create", "sidle_replay_destroy", "sidle_replay_world",
           "sidle_replay_groups", "sidle_replay_hash"}


class Argument:
    def __init__(self, kind, params):
        self.kind = kind
        self.params = params
        self.name = params[0]["name"]
        self.type = params[0]["type"]["name"]


def holds_pointers(api, name):
    """Has the struct, or a struct within it, a field that is a pointer?"""
    return any(f["type"].get("pointer") or f["type"]["name"] == "function" or
               (api.kind(f["type"]) == "struct" and holds_pointers(api, f["type"]["name"]))
               for f in api.struct(name)["fields"])


def arguments(api, function):
    """The arguments of a function that is not written by hand."""
    left, found = list(function["params"]), []
    while left:
        kind, length = kind_of(api, left, not found)
        if not kind:
            raise ValueError(f"{function['name']}: {left[0]['name']} is of no kind; add the function to BY_HAND")
        # Steering functions keep their state in values of the host.
        if kind == "out" and function["header"] == "steering" and left[0]["type"]["name"] != "sidle_vec2":
            kind = "in_out"
        found.append(Argument(kind, left[:length]))
        del left[:length]
    return found


def kind_of(api, left, first):
    """The kind of the next argument, and of how many parameters it is made."""
    one = left[0]["type"]
    names = [p["name"] for p in left[1:3]] + ["", ""]
    if not one.get("pointer"):
        return "value", 1
    if one["pointer"] > 1 or one["name"] == "function":
        return None, 0
    if api.kind(one) == "handle":
        return ("self", 1) if first else (None, 0)
    if one["name"] == "char":
        return ("text", 2) if names[0] == "size" and not one["const"] else (None, 0)
    if one["const"]:
        return kind_read(one, names)
    if one["name"] == "void":
        return "saved", 3
    if names[0] == "capacity":
        return ("found", 3) if names[1] == "count" else (None, 0)
    return ("written" if left[0]["name"] in WRITTEN else "out"), 1


def kind_read(one, names):
    if names[0] in ("count", "point_count"):
        return "list", 2
    if names[0] == "stride":
        return "per_unit", 2
    return ("bytes", 2) if one["name"] == "void" else ("struct", 1)
