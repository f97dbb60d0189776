#!/usr/bin/env python3
"""Writes the raw layer of the Rust crate sidle-sys, and the test of its refusals.

    rust.py OUTPUT_FOLDER    writes raw.rs and refusals.rs

Functions keep their names in C and take enumerators as numbers; types have the names that Rust has for
them. The terrain is a number with names, as the host has classes of its own.
"""
import struct
import sys
from pathlib import Path

import api as shared

NAMES = {"void": "c_void", "char": "c_char", "float": "f32", "double": "f64", "uint8_t": "u8", "int32_t": "i32",
         "uint32_t": "u32", "uint64_t": "u64", "size_t": "usize", "_Bool": "bool"}
KEYWORDS = {"type": "kind"}
OPEN_ENUMS = ("sidle_terrain",)


def docs(doc, indent="", width=100):
    text = doc
    for sign in "[]<>*_":
        text = text.replace(sign, "\\" + sign)
    return "".join(f"{indent}/// {line}\n" for line in shared.lines(text, width - len(indent) - 4))


def shortest(value):
    """The shortest text that is the same float."""
    single = struct.pack("f", value)
    return next(repr(float(text)) for text in (f"{value:.{digits}g}" for digits in range(1, 10))
                if struct.pack("f", float(text)) == single)


class Rust:
    def __init__(self):
        self.api = shared.Api()

    # ---- types ----

    def name(self, kind_of, enums_as_numbers=False):
        if kind_of["name"] in NAMES:
            return NAMES[kind_of["name"]]
        if enums_as_numbers and self.api.kind(kind_of) == "enum":
            return "u32"
        return shared.pascal(kind_of["name"])

    def type(self, kind_of, enums_as_numbers=False):
        if kind_of["name"] == "function":
            return self.callback(kind_of["of"])
        if self.api.kind(kind_of) == "callback":
            return self.callback(next(c["type"] for c in self.api.callbacks if c["name"] == kind_of["name"]))
        made = self.name(kind_of, enums_as_numbers)
        for level in range(kind_of.get("pointer", 0)):
            made = ("*const " if kind_of["const"] and level == 0 else "*mut ") + made
        return f"[{made}; {kind_of['array']}]" if "array" in kind_of else made

    def callback(self, text):
        result, params = shared.signature(text)
        takes = ", ".join(self.type(p, True) for p in params)
        return f"Option<unsafe extern \"C\" fn({takes}){self.gives(result)}>"

    def gives(self, result):
        return "" if result["name"] == "void" and "pointer" not in result else f" -> {self.type(result, True)}"

    # ---- constants, enums, structs, functions ----

    def constant(self, one):
        number = f"{one['value']}" if one["type"] == "uint32_t" else shortest(one["value"])
        return f"{docs(one['doc'])}pub const {shared.bare(one['name'])}: {NAMES[one['type']]} = {number};\n"

    def enum(self, one):
        values = [(shared.enumerator(one, v), v) for v in one["values"]]
        if one["name"] in OPEN_ENUMS:
            return self.open_enum(one, values)
        if one["name"] == "sidle_result":
            return self.error(one, values[1:])
        rows = "".join(f"{docs(v['doc'], '    ')}    {shared.pascal(name)} = {v['value']},\n" for name, v in values)
        return (f"{docs(one['doc'])}#[repr(u32)]\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n"
                f"pub enum {shared.pascal(one['name'])} {{\n{rows}}}\n")

    def open_enum(self, one, values):
        name = shared.pascal(one["name"])
        rows = "".join(f"{docs(v['doc'], '    ')}    pub const {key}: Self = Self({v['value']});\n" for key, v in values)
        return (f"{docs(one['doc'])}#[repr(transparent)]\n"
                "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]\n"
                f"pub struct {name}(pub u32);\n\nimpl {name} {{\n{rows}}}\n")

    def error(self, one, values):
        rows = "".join(f"{docs(v['doc'], '    ')}    {shared.pascal(name)} = {v['value']},\n" for name, v in values)
        arms = "".join(f"        {v['value']} => Err(Error::{shared.pascal(name)}),\n" for name, v in values)
        return ("/// Why a call was refused: all results of the library but SIDLE\\_OK.\n"
                "#[repr(u32)]\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[non_exhaustive]\n"
                f"pub enum Error {{\n{rows}}}\n\n"
                "/// The result of a call as Rust has it.\npub fn check(result: u32) -> Result<(), Error> {\n"
                f"    match result {{\n        0 => Ok(()),\n{arms}"
                "        other => panic!(\"the library returned the unknown result {}\", other),\n    }\n}\n")

    def compares(self, one):
        """Without pointers, also in its members."""
        return all("pointer" not in f["type"] and f["type"]["name"] != "function" and
                   (self.api.kind(f["type"]) != "struct" or self.compares(self.api.struct(f["type"]["name"])))
                   for f in one["fields"])

    def zeros_are_a_default(self, one):
        """False also where the library has a default of its own, and where 0 is a choice among enumerators."""
        own = "layout" in one or any(f["name"] == one["name"] + "_default" for f in self.api.functions)
        return self.compares(one) and not own and all(
            self.api.kind(f["type"]) == "number" or f["type"]["name"] in OPEN_ENUMS or
            (self.api.kind(f["type"]) == "struct" and self.zeros_are_a_default(self.api.struct(f["type"]["name"])))
            for f in one["fields"])

    def derives(self, one):
        return (["Clone", "Copy", "Debug"] + ["PartialEq"] * self.compares(one) +
                ["Default"] * self.zeros_are_a_default(one) +
                (["Eq", "Hash", "PartialOrd", "Ord"] if one["name"] in shared.IDS else []))

    def struct(self, one):
        rows = "".join(f"{docs(f['doc'], '    ')}    pub {KEYWORDS.get(f['name'], f['name'])}: {self.type(f['type'])},\n"
                       for f in one["fields"])
        name = shared.pascal(one["name"])
        layout = (f"\nimpl {name} {{\n    /// What its fill function takes.\n"
                  f"    pub const LAYOUT: u32 = std::mem::size_of::<Self>() as u32\n"
                  f"        | VERSION_MINOR << 16\n        | VERSION_MAJOR << 24;\n}}\n") if "layout" in one else ""
        return (f"{docs(one['doc'])}#[repr(C)]\n#[derive({', '.join(self.derives(one))})]\n"
                f"pub struct {name} {{\n{rows}}}\n{layout}")

    def function(self, one):
        params = ", ".join(f"{KEYWORDS.get(p['name'], p['name'])}: {self.type(p['type'], True)}" for p in one["params"])
        return f"{docs(one['doc'], '    ')}    pub fn {one['name']}({params}){self.gives(one['result'])};\n"

    def raw(self):
        api = self.api
        parts = ["use std::os::raw::{c_char, c_void};\n"]
        parts += [self.constant(c) for c in api.constants]
        parts += [self.enum(e) for e in api.enums]
        parts += [f"/// Known to the library alone.\n#[repr(C)]\npub struct {shared.pascal(h['name'])} {{\n"
                  "    _private: [u8; 0],\n}\n" for h in api.handles]
        parts += [self.struct(s) for s in api.structs]
        parts.append("extern \"C\" {\n" + "\n".join(self.function(f) for f in api.functions) + "}\n")
        parts.append(self.layouts())
        return "\n".join(parts)

    def layouts(self):
        """A test of sizes and offsets, as measured in C."""
        rows = []
        for s in self.api.structs:
            name = shared.pascal(s["name"])
            rows.append(f"        assert_eq!(std::mem::size_of::<{name}>(), {s['size']}, \"{name}\");")
            rows.append(f"        let one = std::mem::MaybeUninit::<{name}>::zeroed();\n        let at = one.as_ptr();")
            for f in s["fields"]:
                field = KEYWORDS.get(f["name"], f["name"])
                rows.append(f"        assert_eq!(unsafe {{ std::ptr::addr_of!((*at).{field}) }} as usize - at as usize, "
                            f"{f['offset']}, \"{name}.{field}\");")
        return ("#[cfg(all(test, target_pointer_width = \"64\"))]\nmod layouts {\n    use super::*;\n\n"
                "    #[test]\n    fn sizes_and_offsets_are_those_of_c() {\n" + "\n".join(rows) + "\n    }\n}\n")

    # ---- refusals ----

    def argument(self, kind_of, value):
        made = self.type(kind_of, True)
        if kind_of.get("pointer"):
            return "null_mut()" if value == shared.NULL else f"live.give::<{made}>()"
        if value == shared.GOOD:
            return {"UnitId": "live.unit", "GroupId": "live.group", "bool": "false"}.get(made, f"zeroed::<{made}>()")
        if self.api.kind(kind_of) == "struct":
            return f"{value}::<{made}>()"
        if value == shared.HUGE and made not in ("f32", "f64"):
            return f"{made}::MAX"
        return {shared.NAN: f"{made}::NAN", shared.INFINITE: f"{made}::INFINITY", shared.HUGE: f"1e30_{made}",
                shared.ONE: f"1_{made}"}[value]

    def refusal(self, function, values, must_refuse):
        arguments = ", ".join(self.argument(p["type"], v) for p, v in zip(function["params"], values))
        call = f"{function['name']}({arguments})"
        if function["result"]["name"] != "sidle_result":
            return f"    live.returns(\"{call_text(function, values)}\", |live| {{ {call}; }});"
        errors = [e["name"] for e in function["errors"]]
        numbers = {v["name"]: v["value"] for v in self.api.enum("sidle_result")["values"]}
        allowed = ", ".join(str(numbers[e]) for e in errors)
        return (f"    live.refused(\"{call_text(function, values)}\", &[{allowed}], {str(must_refuse).lower()}, "
                f"|live| {call});")

    def refusals(self):
        rows = [self.refusal(*one) for one in shared.refusals(self.api)]
        return "#[allow(unused_variables, clippy::all)]\nunsafe fn all_calls(live: &mut Live) {\n" + "\n".join(rows) + "\n}\n"


def call_text(function, values):
    return f"{function['name']}({', '.join(values)})"


def main():
    folder, rust = Path(sys.argv[1]), Rust()
    (folder / "raw.rs").write_text(rust.raw(), encoding="utf-8")
    (folder / "refusals.rs").write_text(rust.refusals(), encoding="utf-8")


main()
