"""The programs that define each dialect, as functions from inputs to HTML.

An input is `(name, text, files)`, where `files` are texts that stand beside it. Each function gives a list of HTML
texts, None where the program failed. Packages: Debian's python3-docutils, python3-sphinx, python3-myst-parser,
python3-markdown, python3-pymdownx; `kbuild` is this project's own.
"""
import contextlib
import io
import json
import os
import re
import subprocess
import tempfile

# What kbuild takes for on where no configuration says, without what reads other pages. A case may name its own list.
MARKDOWN_EXTENSIONS = {
    "abbr": {}, "admonition": {}, "attr_list": {}, "def_list": {}, "footnotes": {}, "md_in_html": {}, "tables": {},
    "toc": {"permalink": False}, "pymdownx.arithmatex": {"generic": True},
    "pymdownx.caret": {}, "pymdownx.critic": {}, "pymdownx.details": {}, "pymdownx.emoji": {},
    "pymdownx.highlight": {}, "pymdownx.inlinehilite": {}, "pymdownx.keys": {},
    "pymdownx.mark": {}, "pymdownx.superfences": {},
    "pymdownx.tabbed": {"alternate_style": True}, "pymdownx.tasklist": {}, "pymdownx.tilde": {},
}
SPHINX_SETTINGS = {
    "extensions": ["sphinx.ext.mathjax", "sphinx.ext.todo", "sphinx.ext.ifconfig", "sphinx.ext.doctest"],
    "html_theme": "basic", "todo_include_todos": True, "html_permalinks": False, "suppress_warnings": [],
    "html_copy_source": False, "html_use_index": False,
}
MYST_SETTINGS = {
    "extensions": SPHINX_SETTINGS["extensions"] + ["myst_parser", "sphinx_tabs.tabs"],
    # All but those that change plain text, as kbuild reads pages without a configuration.
    "myst_enable_extensions": ["amsmath", "attrs_image", "colon_fence", "deflist", "dollarmath", "fieldlist",
                               "strikethrough", "substitution", "tasklist"],
    "myst_heading_anchors": 6,
}


def with_files(directory, files):
    for path, text in files.items():
        full = os.path.join(directory, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="") as out:
            out.write(text)


def docutils(inputs):
    import docutils.core
    settings = {"report_level": 5, "halt_level": 5, "doctitle_xform": False, "math_output": "MathJax",
                "syntax_highlight": "none", "embed_stylesheet": False, "toc_backlinks": False, "smart_quotes": False,
                "_disable_config": True, "sectsubtitle_xform": False, "rfc_base_url": "https://datatracker.ietf.org/doc/html/"}
    out = []
    for name, text, files in inputs:
        with tempfile.TemporaryDirectory() as directory, contextlib.redirect_stderr(io.StringIO()):
            with_files(directory, files)
            try:
                parts = docutils.core.publish_parts(text, source_path=os.path.join(directory, "input.rst"),
                                                    writer_name="html5", settings_overrides=settings)
                out.append(parts["html_body"])
            except Exception as error:  # the program's own faults
                out.append(None)
                print(f"{name}: docutils fails: {error!r}")
    return out


def sphinx_site(inputs, suffix, settings):
    """One site of all inputs, each in a directory of its own, and the body of each page."""
    from sphinx.application import Sphinx
    bodies = {}

    def keep_body(app, page, template, context, tree):
        bodies[page] = context.get("body")

    with tempfile.TemporaryDirectory() as directory:
        source, built = os.path.join(directory, "source"), os.path.join(directory, "built")
        for number, (_, text, files) in enumerate(inputs):
            with_files(os.path.join(source, f"page{number}"), {**files, f"input{suffix}": text})
        with_files(source, {"index.rst": ":orphan:\n\nIndex\n=====\n", "conf.py": ""})
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            app = Sphinx(source, None, built, os.path.join(directory, "doctrees"), "html", freshenv=True,
                         confoverrides={**SPHINX_SETTINGS, **settings}, status=None, warning=io.StringIO())
            app.connect("html-page-context", keep_body)
            app.build(force_all=True)
    return [alone(bodies.get(f"page{number}/input")) for number in range(len(inputs))]


def alone(body):
    """A page without what leads to the others of the site, whose names it does not mean; files as it names them."""
    if body is None:
        return None
    body = re.sub(r'(?s)<a [^>]*href="\.\./page\d+/input\.html[^>]*>(.*?)</a>', r"\1", body)
    return re.sub(r'"\.\./_downloads/[0-9a-f]+/', '"', body)


def sphinx(inputs):
    return sphinx_site(inputs, ".rst", {})


def myst(inputs):
    return sphinx_site(inputs, ".md", MYST_SETTINGS)


def markdown_program(listed):
    """Python-Markdown with the extensions of a case, as `markdown_extensions` of a mkdocs.yml, or with those above."""
    import markdown
    import pymdownx.emoji
    import yaml
    settings = dict(MARKDOWN_EXTENSIONS)
    if listed:
        items = [item if isinstance(item, dict) else {item: {}} for item in yaml.safe_load(listed)]
        settings = {name: own or {} for item in items for name, own in item.items()}
        settings = {"toc": {}, "tables": {}, "fenced_code": {}, **settings}
    # Signs, not images of them.
    if "pymdownx.emoji" in settings:
        settings["pymdownx.emoji"] = {"emoji_generator": pymdownx.emoji.to_alt, **settings["pymdownx.emoji"]}
    return markdown.Markdown(extensions=list(settings), extension_configs=settings)


def python_markdown(inputs):
    out = []
    for name, text, files in inputs:
        try:
            out.append(markdown_program(files.get("extensions")).convert(text))
        except Exception as error:  # the program's own faults
            out.append(None)
            print(f"{name}: Python-Markdown fails: {error!r}")
    return out


def kbuild(program, dialect, inputs):
    lines = [json.dumps({"id": name, "from": dialect, "input": text, "files": files,
                         "markdown_extensions": files.get("extensions", "")}) for name, text, files in inputs]
    run = subprocess.run([program, "render", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True,
                         check=True)
    # JSON Lines end at "\n" alone.
    answers = [json.loads(line) for line in run.stdout.split("\n") if line]
    return [answer["html"] if not answer["err"] else None for answer in answers]


# What `./dev compare` calls a dialect -> how kbuild calls it, its suffixes, the program that defines it.
DIALECTS = {
    "rst": ("rst", (".rst",), docutils),
    "sphinx": ("rst", (".rst",), sphinx),
    "myst": ("myst", (".md", ".myst"), myst),
    "mkdocs": ("mkdocs", (".md", ".mkdocs"), python_markdown),
}
