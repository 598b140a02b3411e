#!/usr/bin/python3
"""Builds a Sphinx site by Sphinx and by kbuild, and compares the structure of its pages.

Usage: tests/compare/site.py DIRECTORY [--program KBUILD] [--least PERCENT] [--diff]
Prints the F1 of the lines that normalise.py makes of each page that differs, and of all pages together. Exit 1 where
that is less than PERCENT.
"""
import argparse
import collections
import contextlib
import difflib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile

from normalise import asked_classes, normalise


def by_sphinx(source):
    from sphinx.application import Sphinx
    bodies = {}
    with tempfile.TemporaryDirectory() as directory:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            app = Sphinx(source, source, os.path.join(directory, "built"), os.path.join(directory, "doctrees"), "html",
                         freshenv=True, status=None, warning=io.StringIO())
            app.connect("html-page-context",
                        lambda app, page, template, context, tree: bodies.update({page: context.get("body")}))
            app.build(force_all=True)
            paths = {name: app.env.doc2path(name, base=False) for name in app.env.found_docs}
    return {paths[name]: body for name, body in bodies.items() if name in paths and body}


def by_kbuild(program, source):
    with tempfile.TemporaryDirectory() as directory:
        copy, out = os.path.join(directory, "source"), os.path.join(directory, "site")
        shutil.copytree(source, copy)
        subprocess.run([os.path.abspath(program), "--config", "conf.py", "--out", out], cwd=copy, capture_output=True,
                       check=False)
        pages = {}
        for path, _, names in os.walk(out):
            for name in names:
                if name.endswith(".html"):
                    with open(os.path.join(path, name), encoding="utf-8") as file:
                        pages[os.path.relpath(os.path.join(path, name), out)] = article_of(file.read())
        return pages


def article_of(page):
    """The page without the theme's frame, formulas as their TeX."""
    page = re.search(r"(?s)<article.*</article>", page).group()
    return re.sub(r"(?s)<math.*?<annotation[^>]*>(.*?)</annotation>.*?</math>", r"\1", page)


def links_as_text(line):
    """Where links lead is judged by kbuild's own check; the two sites have other addresses."""
    return re.sub(r"<a [^>]*>", "<a>", line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory")
    parser.add_argument("--program", default=".build/check/kbuild")
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--diff", action="store_true")
    options = parser.parse_args()
    source = os.path.abspath(options.directory)
    theirs, ours = by_sphinx(source), by_kbuild(options.program, source)
    common = total = 0
    equal = 0
    for path in sorted(theirs):
        stem = os.path.splitext(path)[0]
        places = [stem + ".html", stem + "/index.html"]
        if os.path.basename(stem) == "index":
            places.append(os.path.join(os.path.dirname(stem), "index.html"))
        html = next((ours[place] for place in places if place in ours), None)
        with open(os.path.join(source, path), encoding="utf-8") as file:
            kept = asked_classes(file.read())
        forms = [[links_as_text(line) for line in normalise(html, kept)] if html else [] for html in (theirs[path], html)]
        same = sum((collections.Counter(forms[0]) & collections.Counter(forms[1])).values())
        size = len(forms[0]) + len(forms[1])
        common, total = common + 2 * same, total + size
        equal += forms[0] == forms[1]
        if forms[0] != forms[1]:
            print(f"{path}: {200 * same / max(size, 1):.1f} %")
            if options.diff:
                print("\n".join(list(difflib.unified_diff(*forms, lineterm="", n=1))[2:]))
    f1 = 100 * common / max(total, 1)
    print(f"{len(theirs)} pages, {equal} equal, structure F1 {f1:.2f} %")
    sys.exit(1 if f1 < options.least else 0)


if __name__ == "__main__":
    main()
