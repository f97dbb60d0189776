#!/usr/bin/env python3
"""The table of the numbers that somebody chose: docs/constants.md.

    constants.py SOURCE           is the page what the sources say, and does each number have its reason?
    constants.py SOURCE --renew   writes the page

A comment stands above each number: its unit, a colon, the reason. A unit of NOT_CHOSEN says that nobody chose it.
A number that is another name, times 1, 2 or a half, is not counted; nor are 0, 1, 2 and a half in the code itself.
"""
import glob
import os
import re
import sys

PLACES = ["src/base/measures.h", "src/world/patience.h", "src/world/place.h"]
PLACES += [f"src/{room}/*.[ch]" for room in ("planner", "orders", "places", "jam", "motion", "groups")]
MOST = 60
MOST_INDIFFERENT = 0
PAGE = "docs/constants.md"
NOT_CHOSEN = {
    "Format": "part of what is stored",
    "Mark": "a value that stands for something else than a number",
    "Size": "of a table; no result depends on it",
    "Mathematics": "it follows from geometry or from the arithmetic",
}
SCALES = "SIDLE_VALUE_UNIT"  # a share of a scale is a number like any other
PLAIN = {0, 0.5, 1, 2}
HEAD = """# Constants

The numbers on which the behaviour and the speed of the units depend and that are no parameters: those of the rooms
`orders`, `places`, `jam`, `planner`, `motion` and `groups`, and the measures that they share. The script
`test/house/constants.py` writes this page from the comments of the sources. The test `constants` refuses a page that is
not up to date, a number without a name, a unit or a reason, and more numbers than there are now.

Not counted: what follows from another number by 1, 2 or a half; and what nobody chose: %s.

"""

DECLARED = re.compile(
    r"(?P<comment>^ */\*(?:(?!\*/).)*\*/\n)?"
    r"^ *(?:static const (?:float|u?int\d*_t|int) (?P<floats>[A-Z][^;\[\]]*);"
    r"|enum \{(?P<enum>[^}]*)\};"
    r"|#define (?P<macro>[A-Z][A-Z_0-9]*) +(?P<value>[-(\d.][^\n]*))", re.S | re.M)


def without_comments(source):
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), source, flags=re.S)


def words_of(comment):
    text = re.sub(r"^ *\* ?", "", re.sub(r"/\*|\*/", "", comment or ""), flags=re.M)
    return " ".join(text.split())


def declared_in(path):
    """(name, value, unit, path, reason) of each number that has a name."""
    for m in DECLARED.finditer(open(path).read()):
        text = f"{m['macro']} = {m['value']}" if m["macro"] else m["floats"] or m["enum"]
        unit, colon, reason = words_of(m["comment"]).partition(": ")
        if not colon or len(unit.split()) > 12 or re.search(r"[.;]", unit):
            unit, reason = "", ""
        for part in re.split(r",(?=\s*[A-Z])", without_comments(text)):
            name, equals, value = part.partition("=")
            if equals:
                yield name.strip(), " ".join(value.split()), unit, path, reason


def numbers_in(value):
    return [float(n) for n in re.findall(r"(?<![\w.])(\d+\.?\d*(?:e-?\d+)?|\.\d+)f?u?(?![\w.])", value)]


def follows_from_another(value):
    names = re.findall(r"[A-Z_]{3,}", re.sub(SCALES, "", value))
    return names and all(n in PLAIN for n in numbers_in(value))


def without_name(path):
    """Numbers in the code itself: fractions, and whole ones that something is multiplied by."""
    code = re.sub(r'"[^"\n]*"', '""', without_comments(open(path).read()))
    tables = r"const sidle_vec2 \w+\[[^;]*;|static const (?:float|u?int\d*_t|int) [^;\[]*;|#define [^\n]*"
    code = re.sub(tables, lambda m: re.sub(r"[^\n]", " ", m[0]), code, flags=re.S)
    number = r"(?<![\w.])(\d*\.\d+f?|\d+\.\d*f?)(?![\w.])|(?<![\w.])(\d+) \* [a-z]|lanes_all\((\d+)\)"
    for k, line in enumerate(code.split("\n")):
        for found in re.findall(number, line):
            value = "".join(found)
            if float(value.rstrip("f")) not in PLAIN and path != "src/groups/snapshot.c":
                yield f"{path}:{k + 1}: {value} has no name"


def is_indifferent(reason):
    return re.search(r"(gives? the|are the|is the) same|no more than (its|their) seeds|hardly more than their", reason)


def survey():
    paths = [path for place in PLACES for path in sorted(glob.glob(place))]
    chosen, faults = [], [fault for path in paths for fault in without_name(path)]
    for number in (n for path in paths for n in declared_in(path)):
        name, value, unit, path, reason = number
        if follows_from_another(value) or unit in NOT_CHOSEN:
            continue
        chosen.append(number)
        if not reason:
            faults.append(f"{path}: {name} needs a comment with its unit, a colon, and its reason")
    indifferent = [n[0] for n in chosen if is_indifferent(n[4])]
    if len(chosen) > MOST:
        faults.append(f"{len(chosen)} numbers, expected at most {MOST}: use one of src/base/measures.h, or of the unit")
    if len(indifferent) > MOST_INDIFFERENT:
        faults.append(f"half or double gives the same, so no number is needed: {', '.join(indifferent)}")
    return chosen, indifferent, faults


def row(name, value, unit, path, reason):
    value = re.sub(r"(?<=\d)f\b", "", value)
    return f"| `{name}` | {value} | {unit} | {reason.replace('|', 'or')} | `{path[4:]}` |\n"


def page_of(chosen):
    text = HEAD % "; ".join(f"*{unit}*, {what}" for unit, what in NOT_CHOSEN.items())
    text += f"## {len(chosen)} numbers\n\n| name | value | unit | reason, and how it was found | file in `src` |\n"
    return text + "|---|---|---|---|---|\n" + "".join(row(*number) for number in chosen)


def main():
    os.chdir(sys.argv[1])
    chosen, indifferent, faults = survey()
    page = page_of(chosen)
    if "--renew" in sys.argv[2:]:
        open(PAGE, "w").write(page)
    elif not os.path.exists(PAGE) or open(PAGE).read() != page:
        faults.append(f"{PAGE} differs from the sources: test/house/constants.py . --renew writes it")
    for fault in faults:
        print("FAILED: " + fault)
    print(f"{len(chosen)} numbers; of {len(indifferent)} of them half or double gives the same")
    print(f"constants: {0 if faults else 1} passed, {len(faults)} failed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
