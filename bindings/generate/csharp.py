#!/usr/bin/env python3
"""Writes the generated C# sources of the binding: the raw layer, and the calls that follow from it by rule.

    csharp.py FOLDER

Types.cs: constants, enums and structs. Native.cs: the functions as the library has them, internal. Calls.cs: a
method for each function whose arguments are plain: an error becomes an exception, a value that the call writes
becomes the result, an array becomes a span. The rest is written by hand in bindings/csharp/src.
"""
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from api import Api, bare, camel, enumerator, lines, pascal
from calls import BY_HAND, arguments, holds_pointers

TYPES = {"float": "float", "double": "double", "uint8_t": "byte", "uint32_t": "uint", "int32_t": "int",
         "uint64_t": "ulong", "size_t": "UIntPtr", "_Bool": "byte", "void": "byte", "char": "byte"}
# Names that a file of Unity or of .NET has already.
RENAMED = {"sidle_range": "UnitRange", "sidle_terrain": "TerrainClass", "sidle_event": "UnitEvent",
           "sidle_event_type": "UnitEventType"}
KEYWORDS = {"event", "in", "out", "ref", "params", "object", "base", "is", "as", "this"}
# Structs that hold a pointer to an array of the host, and have a class of their own by hand.
WRAPPED = {"sidle_formation", "sidle_flow"}
# Functions of which the methods are written by hand for a form that C# has.
BY_HAND = BY_HAND | {"sidle_unit_create", "sidle_units_set_path"}
HEAD = "// Generated from bindings/sidle_api.json by bindings/generate/csharp.py.\n"


class Writer:
    def __init__(self, api):
        self.api = api

    # ---- names and types ----

    def type_name(self, name):
        kind = self.api.kinds[name]
        if kind == "handle":
            return pascal(name) + "Handle"
        if kind == "struct" and self.is_raw(name):
            return "Raw" + pascal(name)
        return RENAMED.get(name) or TYPES.get(name) or pascal(name)

    def is_raw(self, name):
        """A struct with pointers, for the binding alone."""
        return name != "sidle_filter" and holds_pointers(self.api, name)

    @staticmethod
    def local(name):
        made = camel(name)
        return "@" + made if made in KEYWORDS else made

    @staticmethod
    def doc(text, indent):
        if not text:
            return ""
        made = lines(escape(text), 110 - len(indent))
        if len(made) == 1:
            return f"{indent}/// <summary>{made[0]}</summary>\n"
        return "".join(f"{indent}/// {line}\n" for line in ["<summary>", *made, "</summary>"])

    # ---- Types.cs ----

    def types(self):
        out = [HEAD, "using System;\nusing System.Runtime.InteropServices;\n\nnamespace Sidle\n{\n",
               "    /// <summary>Limits and other constants of the library.</summary>\n"
               "    public static class Limits\n    {\n"]
        for c in self.api.constants:
            out.append(self.doc(c["doc"], " " * 8) + f"        public const {self.constant(c)};\n")
        out.append("    }\n")
        out += [self.enum(e) for e in self.api.enums]
        out += [self.struct(s) for s in self.api.structs]
        return "".join(out) + "}\n"

    def constant(self, c):
        kind = TYPES[c["type"]]
        return f"{kind} {pascal(c['name'])} = {c['value']!r}{'f' if kind == 'float' else ''}"

    def enum(self, e):
        out = ["\n" + self.doc(e["doc"], " " * 4), f"    public enum {self.type_name(e['name'])}\n    {{\n"]
        for v in e["values"]:
            out.append(self.doc(v["doc"], " " * 8) + f"        {pascal(enumerator(e, v))} = {v['value']},\n")
        return "".join(out) + "    }\n"

    def struct(self, s):
        raw = self.is_raw(s["name"])
        out = ["\n" + self.doc(s["doc"], " " * 4),
               f"    [StructLayout(LayoutKind.Sequential, Size = {s['size']})]\n",
               f"    {'internal' if raw else 'public'} partial struct {self.type_name(s['name'])}\n    {{\n"]
        if "layout" in s:
            out.append(f"        internal const uint Layout = {s['layout']};\n")
        out += [self.field(s, f) for f in s["fields"]]
        return "".join(out) + "    }\n"

    def field(self, s, f):
        name, kind, doc = pascal(f["name"]), f["type"], self.doc(f["doc"], " " * 8)
        if f["name"] == "cookie":
            return "        internal uint Cookie;\n"
        if kind.get("pointer") or kind["name"] == "function":
            return f"        internal IntPtr {name};\n"
        if "array" in kind:
            return self.array_field(name, kind, doc)
        if kind["name"] == "_Bool" or self.api.is_switch(s, f):
            one, cell = camel(f["name"]), self.type_name(kind["name"])
            return (f"        private {cell} {one};\n{doc}        public bool {name}\n        {{\n"
                    f"            get {{ return {one} != 0; }}\n            set {{ {one} = value ? ({cell})1 : ({cell})0; }}\n"
                    "        }\n")
        named = f["doc"].split(",")[0]
        cs = self.type_name(named if self.api.kinds.get(named) == "enum" and kind["name"] == "uint32_t" else kind["name"])
        return f"{doc}        public {cs} {name};\n"

    def array_field(self, name, kind, doc):
        """An array within a struct: a field each, and a method that counts through them."""
        cell = self.type_name(kind["name"])
        first = name[0].lower() + name[1:]
        fields = "".join(f"        private {cell} {first}{k};\n" for k in range(kind["array"]))
        span = f"MemoryMarshal.CreateSpan(ref {first}0, {kind['array']})"
        return (f"#pragma warning disable 0169\n{fields}#pragma warning restore 0169\n"
                f"{doc}        public {cell} Get{name}(int at)\n        {{\n            return {span}[at];\n        }}\n"
                f"{doc}        public void Set{name}(int at, {cell} value)\n        {{\n            var all = {span};\n            all[at] = value;\n        }}\n")

    # ---- Native.cs ----

    def native(self):
        out = [HEAD, "using System;\nusing System.Runtime.InteropServices;\nusing System.Security;\n\n"
               "namespace Sidle\n{\n    [SuppressUnmanagedCodeSecurity]\n    internal static class Native\n    {\n"
               "#if UNITY_IOS && !UNITY_EDITOR\n        private const string Library = \"__Internal\";\n"
               "#else\n        private const string Library = \"sidle\";\n#endif\n"]
        for f in self.api.functions:
            params = ", ".join(f"{self.native_type(f, p)} {self.local(p['name'])}" for p in f["params"])
            out.append("\n        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n"
                       f"        internal static extern {self.result_type(f)} {f['name']}({params});\n")
        return "".join(out) + "    }\n}\n"

    def result_type(self, f):
        kind = f["result"]
        if kind.get("pointer"):
            return "IntPtr"
        return "void" if kind["name"] == "void" else self.type_name(kind["name"])

    def native_type(self, f, p):
        kind = p["type"]
        pointers = kind.get("pointer", 0)
        if not pointers:
            return self.type_name(kind["name"])
        if self.api.kind(kind) == "handle" and pointers == 1:
            return "IntPtr" if f["name"] == kind["name"] + "_destroy" else self.type_name(kind["name"])
        return "ref IntPtr" if pointers > 1 else f"ref {self.type_name(kind['name'])}"

    # ---- Calls.cs ----

    def calls(self):
        owners = {}
        for f in self.api.functions:
            if f["name"] not in BY_HAND:
                owner, method = self.method(f)
                owners.setdefault(owner, []).append(method)
        heads = {"World": "public sealed partial class World", "Unit": "public readonly partial struct Unit",
                 "Groups": "public sealed partial class Groups", "Replay": "public sealed partial class Replay",
                 "Steering": "public static partial class Steering", "Library": "public static partial class Library"}
        out = [HEAD, "using System;\nusing System.Runtime.InteropServices;\n\nnamespace Sidle\n{"]
        for owner, methods in owners.items():
            out.append(f"\n    {heads[owner]}\n    {{\n" + "\n".join(methods) + "    }\n")
        return "".join(out) + "}\n"

    @staticmethod
    def place_of(f, given):
        """The class of a method, and its name there."""
        parts, first = bare(f["name"]).split("_"), given[0] if given else None
        if parts[0] in ("steer", "agent"):
            return "Steering", pascal("_".join(parts[parts[0] == "steer":]))
        if not first or first.kind != "self":
            return "Library", pascal("_".join(parts))
        owner = pascal(first.type)
        second = given[1] if len(given) > 1 else None
        if owner == "World" and second and second.name == "id" and second.type == "sidle_unit_id":
            return "Unit", pascal("_".join(p for p in parts if p != "unit"))
        dropped = {"World": ("world",), "Groups": ("groups", "group"), "Replay": ("replay",)}[owner]
        return owner, pascal("_".join(parts[parts[0] in dropped:]))

    def method(self, f):
        given = arguments(self.api, f)
        owner, name = self.place_of(f, given)
        call = Call(self, f, owner, given)
        signature = f"        public {'static ' if owner in ('Steering', 'Library') else ''}{call.result} {name}({', '.join(call.params)})"
        body = "".join(f"            {line}\n" for line in call.body())
        return owner, self.doc(f["doc"], " " * 8) + signature + f"\n        {{\n{body}        }}\n"


class Call:
    """The body of one method: what stands before the call, its arguments, and what follows from its result."""

    def __init__(self, writer, function, owner, given):
        self.writer, self.function, self.owner, self.arguments = writer, function, owner, given
        self.params, self.before, self.given, self.results, self.after = [], [], [], [], []
        self.fails = function["result"]["name"] == "sidle_result"
        self.many = any(a.kind == "written" and a.name == "results" for a in given)
        for a in given:
            getattr(self, "take_" + a.kind)(a)
        self.result = self.result_type()

    def name(self, a):
        return self.writer.local(a.name)

    def kind(self, a):
        return self.writer.type_name(a.type)

    def take_self(self, a):
        self.given.append("world.Handle" if self.owner == "Unit" else "Handle")

    def take_value(self, a):
        if self.owner == "Unit" and a.name == "id":
            self.given.append("Id")
        elif a.type == "_Bool":
            self.params.append(f"bool {self.name(a)}")
            self.given.append(f"{self.name(a)} ? (byte)1 : (byte)0")
        else:
            self.params.append(f"{self.kind(a)} {self.name(a)}")
            self.given.append(self.name(a))

    def take_struct(self, a):
        if a.type in WRAPPED:
            self.params.append(f"{pascal(a.type)} {self.name(a)}")
            check = "CheckOffsets(ids.Length)" if a.type == "sidle_formation" else \
                "CheckCells(Cells)" if self.owner == "World" else "CheckCells(world.Cells)"
            self.before.append(f"{self.name(a)}.{check};")
            self.given.append(f"ref {self.name(a)}.Raw")
            self.after.append(f"GC.KeepAlive({self.name(a)});")
        elif a.type == "sidle_agent":
            self.params.append(f"ref {self.kind(a)} {self.name(a)}")
            self.given.append(f"ref {self.name(a)}")
        elif a.type == "sidle_filter":
            name, last = self.name(a), "" if self.followed(a) else " = null"
            self.params.append(f"Filter? {name}{last}")
            self.before += [f"Filter filled = {name}.GetValueOrDefault();",
                            f"Span<Filter> passed = {name}.HasValue ? MemoryMarshal.CreateSpan(ref filled, 1) : default;"]
            self.given.append("ref MemoryMarshal.GetReference(passed)")
        else:
            self.params.append(f"{self.kind(a)} {self.name(a)}")
            self.given.append(f"ref {self.name(a)}")

    def followed(self, a):
        """Is there an argument behind this one?"""
        return any(k.kind != "out" for k in self.arguments[self.arguments.index(a) + 1:])

    def take_list(self, a):
        self.params.append(f"ReadOnlySpan<{self.kind(a)}> {self.name(a)}")
        self.given += [f"ref MemoryMarshal.GetReference({self.name(a)})", f"(uint){self.name(a)}.Length"]

    def take_per_unit(self, a):
        name, kind = self.name(a), self.kind(a)
        self.params.append(f"ReadOnlySpan<{kind}> {name}")
        self.before += [f"Failure.CheckOneEach(ids.Length, {name}.Length, nameof({name}));",
                        f"int stride = {name}.Length == 1 ? 0 : Marshal.SizeOf<{kind}>();"]
        self.given += [f"ref MemoryMarshal.GetReference({name})", "(UIntPtr)stride"]

    def take_written(self, a):
        name, kind = self.name(a), self.kind(a)
        optional = " = default" if a.name == "results" else ""
        self.params.append(f"Span<{kind}> {name}{optional}")
        self.before.append(f"Failure.CheckRoom(ids.Length, {name}.Length, nameof({name}), {str(bool(optional)).lower()});")
        self.given.append(f"ref MemoryMarshal.GetReference({name})")

    def take_found(self, a):
        self.params.append(f"Span<{self.kind(a)}> {self.name(a)}")
        self.before.append("uint count = 0;")
        self.given += [f"ref MemoryMarshal.GetReference({self.name(a)})", f"(uint){self.name(a)}.Length", "ref count"]
        self.results.append(("int", "(int)count"))

    def take_bytes(self, a):
        self.params.append(f"ReadOnlySpan<byte> {self.name(a)}")
        self.given += [f"ref MemoryMarshal.GetReference({self.name(a)})", f"(UIntPtr){self.name(a)}.Length"]

    def take_saved(self, a):
        self.params.append(f"Span<byte> {self.name(a)}")
        self.before.append("UIntPtr needed = default;")
        self.given += [f"ref MemoryMarshal.GetReference({self.name(a)})", f"(UIntPtr){self.name(a)}.Length", "ref needed"]
        self.results.append(("int", "checked((int)needed)"))

    def take_text(self, a):
        self.before += ["Span<byte> text = stackalloc byte[1024];"]
        self.given += ["ref MemoryMarshal.GetReference(text)", "(UIntPtr)text.Length"]

    def take_out(self, a):
        name, kind = self.name(a), self.kind(a)
        self.before.append(f"{kind} {name} = default;")
        self.results.append((kind, name))
        self.given.append(f"ref {name}")

    def take_in_out(self, a):
        self.params.append(f"ref {self.kind(a)} {self.name(a)}")
        self.given.append(f"ref {self.name(a)}")

    # ---- what it returns ----

    def own_result(self):
        kind = self.function["result"]
        if self.fails:
            return []
        if any(a.kind == "text" for a in self.arguments):
            return [("string", "Failure.TextOf(text, returned)")]
        if kind.get("pointer"):
            return [("string", "Marshal.PtrToStringAnsi(returned)")]
        if kind["name"] == "_Bool":
            return [("bool", "returned != 0")]
        return [(self.writer.type_name(kind["name"]), "returned")] if kind["name"] != "void" else []

    def result_type(self):
        self.results = self.own_result() + self.results
        if self.many:
            return "Result"
        if len(self.results) > 1:  # such as a bool, and a point
            self.params += [f"out {kind} {name}" for kind, name in self.results[1:]]
            self.before = [line for line in self.before if not line.endswith("= default;")]
            self.before += [f"{name} = default;" for _, name in self.results[1:]]
        return self.results[0][0] if self.results else "void"

    def body(self):
        call = f"Native.{self.function['name']}({', '.join(self.given)})"
        lines = list(self.before)
        plain = self.fails and not self.many
        if plain:
            lines.append(f"Failure.Check({call});")
        elif self.many or self.results:
            lines.append(f"var returned = {call};")
        else:
            lines.append(f"{call};")
        lines += self.after
        if self.many:
            lines.append("return returned;")
        elif self.results:
            lines.append(f"return {self.results[0][1]};")
        return lines


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    writer = Writer(Api())
    for name, text in (("Types", writer.types()), ("Native", writer.native()), ("Calls", writer.calls())):
        (folder / f"{name}.cs").write_text(text)


if __name__ == "__main__":
    main()
