#!/usr/bin/env python3
"""The table of the numbers that were chosen: docs/constants.md.

    constants.py SOURCE           is the page what the sources say? No more numbers than MOST?
    constants.py SOURCE --renew   writes the page

What counts: each named number of the rooms below, and of src/base/measures.h, on which the behaviour
of a unit depends. A name counts unless the first word of its comment says what else it is (KINDS), or
its value is another name with no number but 0, 1, 2 and 1/2. Floats without a name are refused where
they are no such number, no power of ten and no direction of a table.
"""
import glob
import os
import re
import sys

ROOMS = ["planner", "orders", "motion", "groups"]
MEASURES = "src/base/measures.h"
MOST = 60
PAGE = "docs/constants.md"
KINDS = {
    "Format": "of what is stored",
    "Mark": "a value that is no number",
    "Size": "of memory, or the largest number that fits; changes no result within it",
    "Cost": "a bound of work or of rounding: at half and at double of it the table of bits keeps all hashes",
    "Mathematics": "nobody chose it",
}
PLAIN = {0, 0.5, 1, 2}
HEAD = """# Constants

The numbers that somebody chose and on which the behaviour of a unit depends, in the rooms `planner`, `orders`,
`motion` and `groups`. `test/house/constants.py . --renew` writes this page from the comments of the sources, and the
test `constants` refuses a page that differs, a number without a reason, and more than %d numbers.

A named number counts unless its comment begins with one of these words: %s.
A whole or a half of a unit's own measure, or twice that, needs no name: half a radius, a radius, a diameter.
"""

BLOCK = re.compile(
    r"(?P<comment>^ */\*(?:(?!\*/).)*\*/\n)?"
    r"^ *(?:static const (?:float|u?int\d*_t|int) (?P<floats>[A-Z][^;\[\]]*);"
    r"|enum \{(?P<enum>[^}]*)\};"
    r"|#define (?P<macro>[A-Z][A-Z_0-9]*) +(?P<value>[-(\d.][^\n]*))", re.S | re.M)


def bare(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def words_of(comment):
    text = re.sub(r"^ *\* ?", "", re.sub(r"/\*|\*/", "", comment or ""), flags=re.M)
    return " ".join(text.split())


def constants_of(path):
    """(name, value, words) of each constant with a value of its own."""
    source = open(path).read()
    for m in BLOCK.finditer(source):
        if m["macro"]:
            parts = [m["macro"] + " = " + bare(m["value"])]
        else:
            parts = re.split(r",(?=\s*[A-Z][A-Z_0-9]*\b(?: *=|\s*(?:,|$)))", bare(m["floats"] or m["enum"]))
        for part in parts:
            name, equals, value = part.partition("=")
            if equals:
                yield name.strip(), " ".join(value.split()), words_of(m["comment"])


def numbers_in(value):
    return [float(n) for n in re.findall(r"(?<![\w.])(\d+\.?\d*(?:e-?\d+)?|\.\d+)f?u?(?![\w.])", value)]


def is_derived(value):
    return re.search(r"[A-Z_]{3,}", value) and all(n in PLAIN for n in numbers_in(value))


def kind_of(words):
    first = words.split(":")[0]
    return first if first in KINDS else None


def unnamed_floats(path):
    """Floats in the code itself, with their lines."""
    source = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), open(path).read(), flags=re.S)
    source = re.sub(r'"[^"\n]*"', '""', source)
    tables = r"const sidle_vec2 \w+\[[^;]*;|static const (?:float|u?int\d*_t|int) [^;\[]*;|#define [^\n]*"
    named = re.sub(tables, lambda m: re.sub(r"[^\n]", " ", m[0]), source, flags=re.S)
    for k, line in enumerate(named.split("\n")):
        for number in re.findall(r"(?<![\w.])(\d*\.\d+f?|\d+\.\d*f?|\d+e-?\d+f?)(?![\w.])", line):
            value = float(number.rstrip("f"))
            if value not in PLAIN and not re.match(r"1e-?\d+f?$", number):
                yield f"{path}:{k + 1}: {number}"


def survey(root):
    os.chdir(root)
    counted, others, faults = [], [], []
    for path in [MEASURES] + [p for room in ROOMS for p in sorted(glob.glob(f"src/{room}/*.[ch]"))]:
        faults += [f + ": a number without a name" for f in unnamed_floats(path)]
        for name, value, words in constants_of(path):
            if kind_of(words) or is_derived(value):
                others.append((name, value, path, words))
                continue
            counted.append((name, value, path, words))
            if not words:
                faults.append(f"{path}: {name} has no comment that gives its reason")
            if re.search(r"(gives? the|are the) same", words):
                faults.append(f"{path}: the neighbours of {name} give the same; it needs no value of its own")
    if len(counted) > MOST:
        faults.append(f"{len(counted)} numbers, and no more than {MOST} are wanted")
    return counted, others, faults


def row(name, value, path, words):
    value = re.sub(r"(?<=\d)f\b", "", value)
    return f"| `{name}` | {value} | {words.replace('|', 'or')} | `{path[4:]}` |\n"


def page_of(counted, others):
    head = "| name | value | what it is, how it was found | file in `src/` |\n|---|---|---|---|\n"
    kinds = ", ".join(f"*{k}* ({v})" for k, v in KINDS.items())
    text = HEAD % (MOST, kinds) + f"\n## Chosen: {len(counted)}\n\n" + head
    text += "".join(row(*c) for c in counted)
    text += f"\n## Not counted: {len(others)}\n\nFormats, marks, sizes, bounds of cost, mathematics, "
    text += "and what follows from another name.\n\n" + head
    return text + "".join(row(*c) for c in others)


def main():
    counted, others, faults = survey(sys.argv[1])
    page = page_of(counted, others)
    if "--renew" in sys.argv[2:]:
        open(PAGE, "w").write(page)
    elif not os.path.exists(PAGE) or open(PAGE).read() != page:
        faults.append(f"{PAGE} differs from the sources; test/house/constants.py . --renew writes it")
    for fault in faults:
        print("FAILED: " + fault)
    print(f"constants: {len(counted)} chosen, {len(others)} others, {len(faults)} failed")
    sys.exit(1 if faults else 0)


main()
