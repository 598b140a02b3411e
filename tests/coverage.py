#!/usr/bin/env python3
"""Prints which share of the lines of src/ the tests ran, by directory.

Usage: tests/coverage.py BUILD SOURCE [--files PREFIX]
BUILD was compiled with --coverage and its tests were run; SOURCE is the tree that it was compiled from. gcov reads what
each object left behind; a line of a header counts as run where any object ran it. With --files, the files below
src/PREFIX are listed as well, each with the lines that nothing ran.
"""
import collections
import json
import os
import subprocess
import sys


def objects(build):
    """Those of the program: each line of a test runs, or the test fails."""
    for directory, _, names in os.walk(build):
        if os.sep + "tests" + os.sep in directory[len(build):] + os.sep:
            continue
        for name in names:
            if name.endswith(".gcno"):
                yield os.path.join(directory, name)


def read_counts(build, source):
    """File below src/ -> line -> how often it ran."""
    counts = collections.defaultdict(dict)
    root = os.path.realpath(os.path.join(source, "src")) + os.sep
    for path in objects(build):
        text = subprocess.run(["gcov", "--json-format", "--stdout", path], capture_output=True, check=True,
                              cwd=os.path.dirname(path)).stdout
        for line in text.splitlines():
            data = json.loads(line)
            for file in data["files"]:
                name = os.path.realpath(os.path.join(data["current_working_directory"], file["file"]))
                if not name.startswith(root):
                    continue
                lines = counts[name[len(root):]]
                for row in file["lines"]:
                    number = row["line_number"]
                    lines[number] = max(lines.get(number, 0), row["count"])
    return counts


def ranges(numbers):
    out = []
    for number in numbers:
        if out and number == out[-1][1] + 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def main():
    build, source = map(os.path.realpath, sys.argv[1:3])
    prefix = sys.argv[4] if len(sys.argv) > 4 and sys.argv[3] == "--files" else None
    counts = read_counts(build, source)
    if not counts:
        sys.exit(f"no object below {build} was compiled with --coverage")
    directories = collections.defaultdict(lambda: [0, 0])
    for file, lines in counts.items():
        ran = sum(count > 0 for count in lines.values())
        directory = os.path.dirname(file) or "."
        groups = {directory, directory.split("/")[0] + "/...", "all of src"}
        for group in groups:
            directories[group][0] += ran
            directories[group][1] += len(lines)
    for name in sorted(directories):
        ran, total = directories[name]
        print(f"{100 * ran / total:6.1f} %  {ran:6d} of {total:6d}  {name}")
    if prefix is None:
        return
    for file in sorted(counts):
        if file.startswith(prefix):
            missing = sorted(number for number, count in counts[file].items() if not count)
            total = len(counts[file])
            if not total:
                continue
            print(f"{100 * (total - len(missing)) / total:6.1f} %  {file}: {ranges(missing)}")


main()
