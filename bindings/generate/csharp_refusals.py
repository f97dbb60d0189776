#!/usr/bin/env python3
"""Writes the refusal test of the C# binding to standard output: the calls of api.refusals through the raw layer."""
from api import GOOD, HUGE, INFINITE, NAN, NULL, ONE, STALE, Api, enumerator, pascal, refusals
from csharp import HEAD, Writer

VALUES = {"float": {NAN: "float.NaN", INFINITE: "float.NegativeInfinity", HUGE: "1e30f"},
          "double": {NAN: "double.NaN", INFINITE: "double.NegativeInfinity", HUGE: "1e300"},
          "sidle_vec2": {NAN: "new Vec2(float.NaN, 0)", INFINITE: "new Vec2(0, float.PositiveInfinity)",
                         HUGE: "new Vec2(1e30f, -1e30f)"},
          "uint32_t": {HUGE: "uint.MaxValue", ONE: "1"}, "int32_t": {HUGE: "int.MinValue"},
          "uint64_t": {HUGE: "ulong.MaxValue"}, "uint8_t": {HUGE: "byte.MaxValue"},
          "size_t": {HUGE: "(UIntPtr)uint.MaxValue", ONE: "(UIntPtr)1"}}


class Refusals:
    def __init__(self, api):
        self.api, self.writer = api, Writer(api)

    def value(self, function, param, value):
        kind = param["type"]
        name = self.writer.native_type(function, param)
        if name.startswith("ref "):
            return f"ref {'None' if value == NULL else 'Good'}<{name[4:]}>()"
        if kind.get("pointer"):
            return f"{'No' if value == NULL else 'A'}{pascal(kind['name'])}()"
        if value == GOOD:
            return {"UnitId": "unit", "GroupId": "group"}.get(name, "default")
        if value == STALE:
            return f"Stale<{name}>()"
        return VALUES[kind["name"]][value] if kind["name"] in VALUES else f"({name})int.MaxValue"

    def call(self, function, values, must_refuse):
        given = ", ".join(self.value(function, p, v) for p, v in zip(function["params"], values))
        call, text = f"Native.{function['name']}({given})", f'"{function["name"]}({", ".join(values)})"'
        if function["result"]["name"] != "sidle_result":
            return f"            {call};\n"
        named = {v["name"]: enumerator(self.api.enum("sidle_result"), v) for v in self.api.enum("sidle_result")["values"]}
        documented = ", ".join(f"Result.{pascal(named[e['name']])}" for e in function["errors"])
        return f"            Expect({text}, {call}, {str(must_refuse).lower()}, {documented});\n"

    def text(self):
        made = {}
        for function, values, must_refuse in refusals(self.api):
            made.setdefault(function["name"], []).append(self.call(function, values, must_refuse))
        tests = "".join(f"\n        private static void {pascal(name)}()\n        {{\n{''.join(calls)}        }}\n"
                        for name, calls in made.items())
        all_of_them = "".join(f"            {pascal(name)}();\n" for name in made)
        return (f"{HEAD}using System;\n\nnamespace Sidle\n{{\n    internal static partial class Refusals\n    {{\n"
                f"        private static void CallAll()\n        {{\n{all_of_them}        }}\n{tests}    }}\n}}\n")


print(Refusals(Api()).text(), end="")
