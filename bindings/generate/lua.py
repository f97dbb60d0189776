#!/usr/bin/env python3
"""Writes calls.h of the Lua binding to standard output: the layouts of the structs, a C function for each function
whose arguments are plain, and the tables of methods and constants.

How values look in Lua stands in bindings/lua/values.h. module.c has what is written by hand.
"""
from api import Api, bare, enumerator
from calls import BY_HAND, arguments

# Structs that module.c reads or writes.
BY_HAND_STRUCTS = {"sidle_world_def", "sidle_formation", "sidle_event", "sidle_group_event", "sidle_param",
                   "sidle_recorder_def", "sidle_congestion", "sidle_profile"}
DEFAULTS = {"sidle_world_def", "sidle_unit_def", "sidle_formation", "sidle_recorder_def",
            "sidle_agent"}
KINDS = {"float": "FLOAT", "double": "DOUBLE", "uint8_t": "BYTE", "uint32_t": "WHOLE", "int32_t": "SIGNED",
         "uint64_t": "LONG", "size_t": "SIZE", "_Bool": "BOOL", "sidle_vec2": "POINT", "sidle_unit_id": "ID",
         "sidle_group_id": "ID", "sidle_profile_id": "WHOLE"}
READ = {"float": "(float)luaL_checknumber(L, {})", "double": "luaL_checknumber(L, {})", "uint32_t": "to_whole(L, {})",
        "int32_t": "(int32_t)whole(L, {}, NULL, INT32_MIN, INT32_MAX)", "uint64_t": "to_long(L, {})",
        "size_t": "(size_t)to_long(L, {})", "_Bool": "lua_toboolean(L, {})", "sidle_vec2": "to_point(L, {})",
        "sidle_unit_id": "to_unit(L, {})", "sidle_group_id": "to_group(L, {})",
        "sidle_profile_id": "(sidle_profile_id){{to_whole(L, {})}}"}
PUSH = {"float": "lua_pushnumber(L, (lua_Number){});", "uint32_t": "push_whole(L, {});", "uint64_t": "push_long(L, {});",
        "size_t": "push_long(L, {});", "_Bool": "lua_pushboolean(L, {});", "sidle_vec2": "push_point(L, {});",
        "sidle_unit_id": "push_id(L, {0}.slot, {0}.generation);", "sidle_group_id": "push_id(L, {0}.slot, {0}.generation);",
        "sidle_profile_id": "push_whole(L, {}.index);"}


class Structs:
    """The tables of fields, for those structs that are used."""

    def __init__(self, api):
        self.api = api
        self.used = set(BY_HAND_STRUCTS)

    def layout(self, name):
        self.used.add(name)
        return f"&layout_{bare(name)}"

    def text(self):
        for s in reversed(self.api.structs):  # a struct stands behind those that it holds
            if s["name"] in self.used:
                for f in s["fields"]:
                    if self.kind(s, f) == "STRUCT":
                        self.used.add(f["type"]["name"])
        return "".join(self.one(s) for s in self.api.structs if s["name"] in self.used)

    def kind(self, s, f):
        kind = f["type"]
        if kind["name"] == "char":
            return "TEXT"
        if kind.get("pointer") and kind["const"]:
            return "HAND"
        if kind.get("pointer") or self.api.kind(kind) == "function" or f["name"] == "cookie":
            return None
        if self.api.kind(kind) == "enum":
            return "WHOLE"
        if self.api.is_switch(s, f):
            return "SWITCH"
        return KINDS.get(kind["name"]) or ("STRUCT" if kind["name"] not in ("sidle_allocator", "sidle_hooks") else None)

    def one(self, s):
        name, fields, fill = bare(s["name"]), [], "NULL"
        for f in s["fields"]:
            kind = self.kind(s, f)
            if kind:
                of = f"&layout_{bare(f['type']['name'])}" if kind == "STRUCT" else "NULL"
                fields.append(f'    {{"{f["name"]}", KIND_{kind}, offsetof({s["name"]}, {f["name"]}), '
                              f'{f["type"].get("array", 0)}, {of}}},\n')
        text = ""
        if s["name"] in DEFAULTS:
            fill = f"fill_{name}"
            text = f"static void {fill}(void *to) {{\n    *({s['name']} *)to = {s['name']}_default();\n}}\n"
        return (f"{text}static const field fields_{name}[] = {{\n{''.join(fields)}}};\n"
                f'static const layout layout_{name} = {{"{name}", sizeof({s["name"]}), {fill}, fields_{name}, '
                f"{len(fields)}}};\n\n")


class Call:
    """The C function that Lua calls for one function of the library."""

    def __init__(self, structs, function, given):
        self.structs, self.api, self.function, self.arguments = structs, structs.api, function, given
        self.at, self.lines, self.passed, self.pushes, self.values = 1, [], [], [], 0
        self.after_call = None
        for a in given:
            getattr(self, "take_" + a.kind)(a)

    def next(self, count=1):
        self.at += count
        return self.at - count

    def push(self, line, values=1):
        self.pushes.append(line)
        self.values += values

    # ---- arguments ----

    def take_self(self, a):
        self.lines.append(f"{a.type} *{a.name} = to_{bare(a.type)}(L, {self.next()});")
        self.passed.append(a.name)

    def take_value(self, a):
        text = READ.get(a.type) or f"({a.type})to_whole(L, {{}})"
        at = self.next(2 if a.type == "sidle_vec2" else 1)
        self.lines.append(f"{a.type} {a.name} = {text.format(at)};")
        self.passed.append(a.name)

    def take_struct(self, a):
        at = self.next()
        if a.type == "sidle_flow":
            world = "world" if self.passed[0] == "world" else "world_of_groups(L)"
            self.lines.append(f"const sidle_flow *{a.name} = to_flow(L, {at}, {world});")
            self.passed.append(a.name)
            return
        self.lines.append(f"{a.type} {a.name};")
        if a.type == "sidle_formation":
            self.lines.append(f"to_formation(L, {at}, ids_count, &{a.name});")
        elif a.type == "sidle_profile":
            self.lines.append(f"to_profile(L, {at}, &{a.name});")
        else:
            self.lines.append(f"to_struct(L, {at}, {self.structs.layout(a.type)}, &{a.name});")
        self.passed.append(f"lua_isnoneornil(L, {at}) ? NULL : &{a.name}" if a.type == "sidle_filter" else f"&{a.name}")

    def list_of(self, a, at, count):
        if a.type == "sidle_vec2":
            return f"sidle_vec2 *{a.name} = to_points(L, {at}, &{count});"
        if a.type == "sidle_unit_id":
            return f"sidle_unit_id *{a.name} = to_units(L, {at}, &{count});"
        if a.type == "sidle_path":
            return f"sidle_path *{a.name} = to_paths(L, {at}, &{count});"
        return f"{a.type} *{a.name} = to_structs(L, {at}, {self.structs.layout(a.type)}, &{count});"

    def take_list(self, a):
        count = f"{a.name}_count"
        self.lines += [f"uint32_t {count};", self.list_of(a, self.next(), count)]
        self.passed += [a.name, count]

    def take_per_unit(self, a):
        count, at = f"{a.name}_count", self.next()
        self.lines += [f"uint32_t {count};", self.list_of(a, at, count)]
        self.passed += [a.name, f"stride_of(L, {at}, {count}, ids_count, sizeof *{a.name})"]

    def take_written(self, a):
        at = self.next()
        self.lines.append(f"{a.type} *{a.name} = room(L, ids_count, sizeof *{a.name});")
        self.passed.append(a.name)
        if a.name == "results":
            self.lines.append("memset(results, 0, ids_count * sizeof *results);")
            self.after_call = f"write_results(L, {at}, results, ids_count);"
        else:
            self.push(f"push_points(L, {at}, {a.name}, ids_count);")

    def take_found(self, a):
        most, into = self.next(2), self.at - 1
        self.lines += [f"uint32_t most = lua_isnoneornil(L, {most}) ? MOST : to_whole(L, {most}), count;",
                       f"{a.type} *{a.name} = room(L, most, sizeof *{a.name});"]
        self.passed += [a.name, "most", "&count"]
        self.push("push_whole(L, count);")
        written = "count < most ? count : most"
        if a.type == "sidle_vec2":
            self.push(f"push_points(L, {into}, {a.name}, {written});")
        elif a.type == "sidle_unit_id":
            self.push(f"push_units(L, {into}, {a.name}, {written});")
        else:
            self.push(f"push_structs(L, {into}, {self.structs.layout(a.type)}, {a.name}, {written});")

    def take_bytes(self, a):
        self.lines += ["size_t size;", f"const char *{a.name} = luaL_checklstring(L, {self.next()}, &size);"]
        self.passed += [a.name, "size"]

    def take_saved(self, a):
        first = self.passed[0]
        self.lines += ["size_t needed = 0;", f"{self.function['name']}({first}, NULL, 0, &needed);",
                       f"void *{a.name} = room(L, needed, 1);"]
        self.passed += [a.name, "needed", "&needed"]
        self.push(f"lua_pushlstring(L, {a.name}, needed);")

    def take_text(self, a):
        self.lines.append(f"char {a.name}[1024];")
        self.passed += [a.name, f"sizeof {a.name}"]
        self.push(f"lua_pushstring(L, {a.name});")

    def take_out(self, a):
        self.lines.append(f"{a.type} {a.name} = {{0}};" if self.api.kinds[a.type] == "struct" else f"{a.type} {a.name} = 0;")
        self.passed.append(f"&{a.name}")
        if a.type in PUSH:
            self.push(PUSH[a.type].format(a.name), 2 if a.type == "sidle_vec2" else 1)
        else:
            self.push(f"push_struct_into(L, {self.next()}, {self.structs.layout(a.type)}, &{a.name});")

    def take_in_out(self, a):
        at = self.next()
        self.passed.append(f"&{a.name}")
        if a.type == "uint32_t":
            self.lines.append(f"uint32_t {a.name} = to_whole(L, {at});")
            self.push(f"push_whole(L, {a.name});")
        else:
            self.lines += [f"{a.type} {a.name};", f"to_struct(L, {at}, {self.structs.layout(a.type)}, &{a.name});"]
            self.push(f"push_struct_into(L, {at}, {self.structs.layout(a.type)}, &{a.name});")

    # ---- the whole ----

    def own_value(self):
        """How the result is pushed, before all others, and how many values it is."""
        kind = self.function["result"]
        if kind["name"] == "sidle_result" or kind["name"] == "void" or \
                any(a.kind == "text" for a in self.arguments):
            return None, 0
        if kind.get("pointer"):
            return "lua_pushstring(L, returned);", 1
        if "hash" in self.function["name"]:
            return "push_hash(L, returned);", 1
        if kind["name"] in PUSH:
            return PUSH[kind["name"]].format("returned"), 2 if kind["name"] == "sidle_vec2" else 1
        if self.api.kinds[kind["name"]] == "struct":
            return f"push_struct_into(L, {self.next()}, {self.structs.layout(kind['name'])}, &returned);", 1
        return "push_whole(L, returned);", 1

    def text(self):
        name, kind = self.function["name"], self.function["result"]
        call = f"{name}({', '.join(self.passed)})"
        own, values = self.own_value()
        lines = [f"lua_settop(L, {self.at - 1}); /* so that what is left out is nil */", *self.lines]
        if kind["name"] == "sidle_result":
            lines += self.checked(call)
        else:
            of = "const char *" if kind.get("pointer") else kind["name"].replace("_Bool", "bool") + " "
            lines.append(f"{of}returned = {call};" if own else f"{call};")
            lines += ([own] if own else []) + self.pushes + [f"return {values + self.values};"]
        return f"static int call_{bare(name)}(lua_State *L) {{\n" + "".join(f"    {line}\n" for line in lines) + "}\n\n"

    def checked(self, call):
        if not self.pushes and not self.after_call:
            return [f"return give(L, {call});"]
        lines = [f"sidle_result returned = {call};"]
        if self.after_call:
            return lines + [self.after_call, "return give(L, returned);"]
        return lines + ["if (returned != SIDLE_OK) return refuse(L, returned);", *self.pushes, f"return {self.values};"]


def method_of(function, given):
    """The table of a function, and its name there."""
    name = bare(function["name"])
    if not given or given[0].kind != "self":
        return "module", name
    owner = bare(given[0].type)
    for prefix in {"world": ["world_"], "groups": ["groups_", "group_"], "replay": ["replay_"]}[owner]:
        name = name.removeprefix(prefix)
    return owner, name


def constants(api):
    """Names and values of the constants and of the enumerators, without their prefix."""
    for c in api.constants:
        yield bare(c["name"]), c["name"]
    for e in api.enums:
        if e["name"] != "sidle_result":
            for v in e["values"]:
                yield bare(v["name"]), v["name"]


def main():
    api = Api()
    structs, calls, methods = Structs(api), [], {}
    for function in api.functions:
        if function["name"] not in BY_HAND:
            given = arguments(api, function)
            calls.append(Call(structs, function, given).text())
            owner, name = method_of(function, given)
            methods.setdefault(owner, []).append(f'    {{"{name}", call_{bare(function["name"])}}},\n')
    result = api.enum("sidle_result")
    print("/* Generated from bindings/sidle_api.json by bindings/generate/lua.py. */\n")
    print(structs.text() + "".join(calls), end="")
    for owner, entries in methods.items():
        print(f"static const luaL_Reg {owner}_calls[] = {{\n{''.join(entries)}    {{NULL, NULL}}}};\n")
    print("static const struct {\n    const char *name;\n    double value;\n} constants[] = {")
    for name, value in constants(api):
        print(f'    {{"{name}", (double){value}}},')
    print("};\n\nstatic const char *const result_names[] = {")
    for v in result["values"]:
        print(f'    [{v["name"]}] = "{enumerator(result, v)}",')
    print("};")


if __name__ == "__main__":
    main()
