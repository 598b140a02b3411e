#!/usr/bin/python3
"""Shows where kbuild reads inputs otherwise than the program that defines their dialect.

Usage: ./dev compare DIALECT DIRECTORY|FILE... [--program KBUILD] [--quiet] [--html] [--only WORD]
DIALECT is rst (docutils), sphinx, myst or mkdocs (Python-Markdown with pymdown-extensions). Every file with a suffix of
the dialect is an input, and so is every golden case, whose first section is the input and whose others stand beside it.
Both outputs go through normalise.py; what differs is printed as a diff, `-` the reference program's lines and `+` those
of kbuild. A section `extensions` is the list `markdown_extensions` of a mkdocs.yml. A golden case whose comment has a line "Differs: WHY" is expected to differ and counted by itself.
Exit 1 where another differs, or where one that is said to differ agrees.
"""
import argparse
import difflib
import os
import re
import signal
import sys

from normalise import asked_classes, normalise
from programs import DIALECTS, kbuild

SECTION = re.compile(r"(?m)^-- (\S.*) --\n")


def read_input(path, suffixes):
    """(text, files beside it, reason why it differs), or None for files that are no input."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    if path.endswith(suffixes):
        return text, {}, ""
    parts = SECTION.split(text)
    if not path.endswith(".txt") or len(parts) < 3 or not parts[1].startswith("input.") \
            or not ("." + parts[1].split(".", 1)[1]).endswith(suffixes):
        return None
    reason = re.search(r"(?ms)^Differs: (.*?)$", parts[0])
    beside = {name: body for name, body in zip(parts[3::2], parts[4::2]) if name not in
              ("ast", "html", "text", "claims", "diag")}
    return parts[2], beside, reason.group(1) if reason else ""


def find_inputs(paths, suffixes, only):
    out = []
    for path in paths:
        files = [path] if os.path.isfile(path) else sorted(
            os.path.join(directory, name) for directory, _, names in os.walk(path) for name in names)
        for file in files:
            found = read_input(file, suffixes) if only in file else None
            if found:
                out.append((os.path.relpath(file), *found))
    return out


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialect", choices=DIALECTS)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--program", default="kbuild")
    parser.add_argument("--quiet", action="store_true", help="names and counts alone")
    parser.add_argument("--html", action="store_true", help="print what both programs wrote for those that differ")
    parser.add_argument("--only", default="", help="inputs whose path holds this")
    options = parser.parse_args()
    own, suffixes, reference = DIALECTS[options.dialect]
    found = find_inputs(options.paths, suffixes, options.only)
    if not found:
        sys.exit(f"no input of {options.dialect} in {' '.join(options.paths)}")
    inputs = [(name, text, files) for name, text, files, _ in found]
    equal = expected = wrong = 0
    for (name, text, _, reason), theirs, ours in zip(found, reference(inputs), kbuild(options.program, own, inputs)):
        kept = asked_classes(text)
        forms = [normalise(html, kept) if html is not None else ["(no output)"] for html in (theirs, ours)]
        same = forms[0] == forms[1]
        equal, expected = equal + (same and not reason), expected + (not same and bool(reason))
        if same == (not reason):
            continue
        wrong += 1
        print(f"== {name}" + (": agrees now, though its comment says that it differs" if same else ""))
        if not same and not options.quiet:
            print("\n".join(list(difflib.unified_diff(*forms, lineterm="", n=2))[2:]))
        if not same and options.html:
            print(f"-- the reference\n{theirs}\n-- kbuild\n{ours}")
    print(f"{len(found)} inputs: {equal} equal, {expected} differ as said, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
