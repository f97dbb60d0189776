#!/usr/bin/env python3
"""Describes the interface of sidle in JSON, for those who bind it to another language.

    describe.py [--check] [--cc CC] [--clang CLANG]

Reads the public headers by the syntax tree of clang, and the values of constants, the layout of
structs and the texts by a program that it compiles. Writes sidle_api.json beside this file;
--check compares with it, and fails when it differs.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
TARGET = Path(__file__).resolve().parent / "sidle_api.json"
HEADERS = ["types", "world", "query", "bulk", "group", "debug", "save", "record", "steering"]


def words_of(comment):
    """The text of a comment, as one line; points of a list keep theirs."""
    text = re.sub(r"^/\*|\*/$", "", comment.strip())
    lines = [re.sub(r"^\s*\* ?", "", line).strip() for line in text.split("\n")]
    text = " ".join(line if not line.startswith("- ") else "\n" + line for line in lines).strip()
    return re.sub(r" +", " ", text)


class Header:
    """The text of a header, with the comments before, behind and above what it declares."""

    def __init__(self, name):
        self.name = name
        self.text = (INCLUDE / "sidle" / f"{name}.h").read_text()
        self.sections = [(m.start(), m.group(1)) for m in
                         re.finditer(r"^/\* ---- (.*?) ---- \*/$", self.text, re.M)]

    def before(self, offset):
        """The comment that ends on the line above, or some declarations above in one block."""
        start = self.text.rfind("\n", 0, offset) + 1
        block = self.text[:start]
        while not block.endswith("\n\n"):
            if block.rstrip(" ").endswith("*/\n"):
                comment = block[block.rfind("/*"):]
                return "" if comment.startswith("/* ----") else words_of(comment)
            block = block[:block.rfind("\n", 0, len(block) - 1) + 1]
            if not block:
                break
        return ""

    def of_field(self, offset):
        """The comment above a field, or behind it on its line."""
        end = self.text.find("\n", offset)
        line = self.text[offset:end]
        if "/*" in line:
            begin = self.text.find("/*", offset)
            return words_of(self.text[begin:self.text.find("*/", begin) + 2])
        start = self.text.rfind("\n", 0, offset) + 1
        above = self.text[:start].rstrip(" ")
        if not above.endswith("*/\n"):
            return ""
        comment = above[above.rfind("/*"):]
        line_begin = above.rfind("\n", 0, len(above) - len(comment)) + 1
        alone = not above[line_begin:len(above) - len(comment)].strip()
        return words_of(comment) if alone else ""

    def section(self, offset):
        """The title of the section, and what its comments above say of all the calls below them."""
        last = [s for s in self.sections if s[0] < offset]
        if not last:
            return "", ""
        at, title = last[-1]
        alone = re.findall(r"^(/\*(?:(?!\*/).)*\*/)\n\n", self.text[at:offset], re.M | re.S)
        return title, "\n".join(words_of(c) for c in alone if not c.startswith("/* ----"))


def type_of(text):
    """const sidle_vec2 * becomes {"name": "sidle_vec2", "pointer": 1, "const": true}."""
    made = {"name": re.sub(r"\bconst\b|\bstruct\b|\benum\b|\*|\[.*\]", "", text).strip()}
    if "(" in text:
        made = {"name": "function", "of": text}
    elif "*" in text:
        made["pointer"] = text.count("*")
        made["const"] = text.startswith("const ")
    array = re.search(r"\[(\d+)\]", text)
    if array:
        made["array"] = int(array.group(1))
    return made


def errors_of(*docs):
    """The results that the texts behind "Errors:" name, with what they say of each."""
    found = {}
    for doc in docs:
        for part in re.findall(r"Errors(?: also| of all)?: ([^\n]*)", doc):
            for name, why in re.findall(r"\b([A-Z][A-Z_]{3,})\b(?: \(([^)]*)\))?", part):
                found[name] = found.get(name) or why
    return [{"name": n, "when": w} if w else {"name": n} for n, w in found.items()]


def calls_named_in(doc):
    """Calls whose errors are those of this one, too: "Errors: those of ...", or of a bulk call the one for one unit."""
    parts = re.findall(r"(?:Errors(?: also)?: t|[;,] t|T|Results: t)hose of ([^;.]*)", doc)
    parts += re.findall(r"^(sidle_unit\w+)\.$", doc)
    return [name for part in parts for name in re.findall(r"\bsidle_\w+\b", part)]


def merge_errors(functions, results):
    """Gives each call the errors of those that it names, by the names of the enumerators."""
    full = {re.sub("^SIDLE_(ERROR_)?", "", name): name for name in results}
    by_name = {f["name"]: f for f in functions}

    def errors_of_call(name, seen):
        f = by_name.get(name)
        if not f or name in seen or "errors" not in f:
            return []
        found = {e["name"]: e for e in f["errors"]}
        for other in f["also"]:
            for e in errors_of_call(other, seen | {name}):
                found.setdefault(e["name"], {"name": e["name"]})
        return list(found.values())

    merged = {name: errors_of_call(name, set()) for name in by_name}
    for f in functions:
        if f.pop("also", None) is not None:
            f["errors"] = [{**e, "name": full[e["name"]]} for e in merged[f["name"]] if e["name"] in full]


class Reader:
    """Walks the syntax tree. In its JSON a file or a line that is the same as before is left out."""

    def __init__(self, clang):
        self.headers = {name: Header(name) for name in HEADERS}
        done = subprocess.run([clang, "-std=c99", f"-I{INCLUDE}", "-fsyntax-only", "-Xclang", "-ast-dump=json",
                               "-include", str(INCLUDE / "sidle" / "sidle.h"), "-x", "c", "/dev/null"],
                              check=True, capture_output=True, text=True)
        self.file = ""
        self.api = {"enums": [], "handles": [], "structs": [], "callbacks": [], "functions": []}
        self.records = {}
        for node in json.loads(done.stdout)["inner"]:
            self.take(node)
        results = next(e for e in self.api["enums"] if e["name"] == "sidle_result")
        merge_errors(self.api["functions"], [v["name"] for v in results["values"]])

    def header_of(self, node):
        """The header in which the node stands; None: another file."""
        for place in (node.get("loc", {}), node.get("range", {}).get("begin", {})):
            place = place.get("expansionLoc", place)
            if "file" in place:
                self.file = place["file"]
        path = Path(self.file)
        return self.headers.get(path.stem) if path.parent.name == "sidle" else None

    @staticmethod
    def offset_of(node):
        begin = node["range"]["begin"]
        return begin.get("expansionLoc", begin)["offset"]

    def take(self, node):
        header = self.header_of(node)
        if not header or node.get("isImplicit"):
            return
        kind = node["kind"]
        if kind == "EnumDecl":
            self.take_enum(node, header)
        elif kind == "RecordDecl":
            self.take_record(node, header)
        elif kind == "TypedefDecl":
            self.take_typedef(node, header)
        elif kind == "FunctionDecl":
            self.take_function(node, header)

    def take_enum(self, node, header):
        offset = self.offset_of(node)
        values = []
        for one in node["inner"]:
            if one["kind"] == "EnumConstantDecl" and not one["name"].endswith("_COUNT"):
                begin = one["range"]["begin"]
                own = "expansionLoc" not in begin
                values.append({"name": one["name"], "doc": header.of_field(begin["offset"]) if own else ""})
        self.api["enums"].append({"name": node["name"], "header": header.name, "doc": header.before(offset),
                                  "values": values})

    def take_record(self, node, header):
        if not node.get("completeDefinition"):
            return
        fields = [{"name": f["name"], "type": type_of(f["type"]["qualType"]),
                   "doc": header.of_field(self.offset_of(f))}
                  for f in node["inner"] if f["kind"] == "FieldDecl"]
        self.records[node["name"]] = True
        self.api["structs"].append({"name": node["name"], "header": header.name,
                                    "doc": header.before(self.offset_of(node)), "fields": fields})

    def take_typedef(self, node, header):
        text = node["type"]["qualType"]
        doc = header.before(self.offset_of(node))
        if "(*)" in text:
            self.api["callbacks"].append({"name": node["name"], "header": header.name, "doc": doc, "type": text})
        elif re.fullmatch(rf"struct {node['name']}", text) and node["name"] not in self.records:
            self.api["handles"].append({"name": node["name"], "header": header.name})

    def take_function(self, node, header):
        offset = self.offset_of(node)
        params = [{"name": p["name"], "type": type_of(p["type"]["qualType"])}
                  for p in node.get("inner", []) if p["kind"] == "ParmVarDecl"]
        doc, (title, of_all) = header.before(offset), header.section(offset)
        result = type_of(node["type"]["qualType"].split("(")[0].strip())
        made = {"name": node["name"], "header": header.name, "section": title, "doc": doc,
                "result": result, "params": params}
        if result["name"] == "sidle_result":
            made["errors"] = errors_of(of_all, doc)
            made["also"] = calls_named_in(of_all) + calls_named_in(doc)
        if node.get("inline"):
            made["inline"] = True
        self.api["functions"].append(made)


def constants(headers):
    """Macros that stand for a number."""
    found = []
    for header in headers.values():
        for m in re.finditer(r"^#define (SIDLE_[A-Z0-9_]+)[ ]+\(?-?[\d(U(S]", header.text, re.M):
            found.append({"name": m.group(1), "header": header.name, "doc": header.before(m.start())})
    return [c for c in found if c["name"] not in ("SIDLE_VERSION",)]


def measure(api, cc):
    """What only a compiled program can tell."""
    lines = ["#include <sidle/sidle.h>", "#include <stddef.h>", "#include <stdio.h>", "int main(void) {",
             'printf("{");']
    for c in api["constants"]:
        lines.append(f'printf("\\"{c["name"]}\\": [\\"%s\\", %.*g],", _Generic({c["name"]}, float: "float", '
                     f'default: "uint32_t"), _Generic({c["name"]}, float: 9, default: 10), (double)({c["name"]}));')
    for e in api["enums"]:
        for v in e["values"]:
            lines.append(f'printf("\\"{v["name"]}\\": %d,", (int){v["name"]});')
    for s in api["structs"]:
        lines.append(f'printf("\\"{s["name"]}\\": %zu,", sizeof({s["name"]}));')
        if s["fields"][0]["name"] == "cookie":
            lines.append(f'printf("\\"{s["name"]}.layout\\": %u,", (unsigned)SIDLE_LAYOUT({s["name"]}));')
        for f in s["fields"]:
            lines.append(f'printf("\\"{s["name"]}.{f["name"]}\\": %zu,", offsetof({s["name"]}, {f["name"]}));')
    lines += ['printf("\\"\\": 0}\\n[");',
              'for (int k = 0; k < SIDLE_RESULT_COUNT; k++) printf("%s\\"%s\\"", k ? "," : "", '
              'sidle_result_text((sidle_result)k));',
              'printf("]\\n[");', "uint32_t count;", "const sidle_param *row = sidle_params(&count);",
              "for (uint32_t k = 0; k < count; k++, row++)",
              'printf("%s{\\"name\\": \\"%s\\", \\"type\\": %d, \\"unit\\": \\"%s\\", \\"min\\": %.9g, \\"max\\": %.9g, '
              '\\"default\\": %.9g, \\"follows\\": %d, \\"offset\\": %zu, \\"help\\": \\"%s\\"}", k ? "," : "", row->name, '
              "row->type, row->unit, (double)row->min, (double)row->max, (double)row->default_value, row->follows, "
              "row->offset, row->help);",
              'printf("]\\n%s\\n", SIDLE_VERSION);', "return 0;", "}"]
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "measure.c", Path(folder) / "measure"
        source.write_text("\n".join(lines))
        subprocess.run([cc, "-std=gnu11", f"-I{INCLUDE}", f"-I{ROOT / 'src'}", str(source), str(ROOT / "src" / "sidle.c"),
                        "-lm", "-o", str(program)], check=True)
        said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split("\n")
    return json.loads(said[0]), json.loads(said[1]), json.loads(said[2]), said[3]


def describe(clang, cc):
    reader = Reader(clang)
    api = {"constants": constants(reader.headers), **reader.api}
    numbers, texts, params, version = measure(api, cc)
    for c in api["constants"]:
        c["type"], c["value"] = numbers[c["name"]]
    for e in api["enums"]:
        for v in e["values"]:
            v["value"] = numbers[v["name"]]
        if e["name"] == "sidle_result":
            for v in e["values"]:
                v["doc"] = texts[v["value"]]
    for s in api["structs"]:
        s["size"] = numbers[s["name"]]
        if f"{s['name']}.layout" in numbers:
            s["layout"] = numbers[f"{s['name']}.layout"]
        for f in s["fields"]:
            f["offset"] = numbers[f"{s['name']}.{f['name']}"]
    for p in params:
        for field, enum in (("type", "sidle_param_type"), ("follows", "sidle_follows")):
            values = next(e["values"] for e in api["enums"] if e["name"] == enum)
            p[field] = next(v["name"] for v in values if v["value"] == p[field])
    return {"library": "sidle", "version": version, "layout": "64-bit, little endian", **api, "parameters": params}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compares with sidle_api.json and writes nothing")
    parser.add_argument("--clang", default="clang", help="clang, for the syntax tree")
    parser.add_argument("--cc", default="cc", help="C compiler, for values and layouts")
    asked = parser.parse_args()
    text = json.dumps(describe(asked.clang, asked.cc), indent=1, ensure_ascii=False) + "\n"
    if not asked.check:
        TARGET.write_text(text)
    elif not TARGET.exists() or TARGET.read_text() != text:
        sys.exit("bindings/sidle_api.json differs from the headers: run bindings/describe.py")


if __name__ == "__main__":
    main()
