"""Pages of different programs as one form: the structure that a reader sees, one node a line.

`normalise(html, kept)` gives lines such as "  item" or "p: see <a /x>it</a>". What programs write differently without
a reader noticing is made one (divisions, ids, wrapping of code), and what only decorates is dropped. Classes are kept
where `kept` names them: those that the input itself asks for.
"""
import re
import urllib.parse

import html5lib

BLOCKS = set("""address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption
figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr
ul""".split())
DROPPED_TAGS = set("script style head template noscript colgroup title input label svg".split())
DROPPED_CLASSES = set("""headerlink header-anchor footnote-backref fn-backref backrefs brackets-back system-message
system-messages linenos lineno ln fn-bracket colon toctree-wrapper viewcode-link permalink index-label""".split())
CODE_STYLES = {"tt", "code", "samp"}
SAME_TAG = {"i": "em", "var": "em", "dfn": "em", "b": "strong", "strike": "del", "s": "del", "u": "ins",
            "acronym": "abbr"}
INLINE_TAGS = {"em", "strong", "del", "ins", "sub", "sup", "cite", "abbr", "kbd", "mark", "small", "big", "q"}
VERSION_NOTES = {"versionadded", "versionchanged", "deprecated", "versionremoved"}
LIST_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
              "arabic": "decimal", "loweralpha": "lower-alpha", "upperalpha": "upper-alpha",
              "lowerroman": "lower-roman", "upperroman": "upper-roman"}
BLANKS = re.compile(r"[ \t\r\n\f\v\u00a0\u2028\u2029\u2002\u2003\u2009]+")
QUOTES = str.maketrans({0x2018: "'", 0x2019: "'", 0x201c: '"', 0x201d: '"', 0x2026: "...", 0x2013: "--",
                        0x2014: "---"})


def classes(element):
    return (element.get("class") or "").split()


def name_of(element):
    return element.tag.lower() if isinstance(element.tag, str) else ""


def text_of(element):
    return "".join(element.itertext())


def first(element, test):
    return next((e for e in element.iter() if isinstance(e.tag, str) and test(e)), None)


def content_of(document):
    for test in (lambda e: name_of(e) == "main", lambda e: name_of(e) == "article",
                 lambda e: name_of(e) == "div" and "document" in classes(e), lambda e: name_of(e) == "body"):
        found = first(document, test)
        if found is not None:
            return found
    return document


class Normaliser:
    def __init__(self, kept):
        self.kept = kept
        self.notes = []
        self.owners = {}
        self.levels = []

    def page(self, html):
        root = content_of(html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False))
        self.name_ids(root)
        self.levels = sorted({name_of(e) for e in root.iter() if re.fullmatch("h[1-6]", name_of(e))})
        lines = self.joined(self.blocks(root))
        # Programs differ in where notes stand, which each page's style hides.
        return lines + [line for note in sorted(self.notes) for line in note]

    def joined(self, lines):
        """Formulas that follow each other are one display to some programs."""
        out = []
        for line in lines:
            before, here = (re.match(r" *math: ", text) for text in (out[-1] if out else "", line))
            if before and here and before.group() == here.group():
                out[-1] += line[here.end():]
            else:
                out.append(line)
        return out

    # ---- Ids by what they stand on, since every program writes its own

    def name_ids(self, root):
        def heading_text(element):
            title = next((e for e in element.iter() if re.fullmatch("h[1-6]", name_of(e))), None)
            return self.plain(title) if title is not None else None

        for element in root.iter():
            if isinstance(element.tag, str) and element.get("id"):
                holds = name_of(element) in ("div", "section", "span") and heading_text(element)
                own = self.plain(element) if re.fullmatch("h[1-6]", name_of(element)) else None
                self.owners[element.get("id")] = holds or own or "^"

    def plain(self, element):
        out = []

        def walk(e):
            if isinstance(e.tag, str) and not set(classes(e)) & DROPPED_CLASSES:
                out.append(e.text or "")
                for child in e:
                    walk(child)
                    out.append(child.tail or "")
        walk(element)
        return BLANKS.sub(" ", "".join(out)).strip()

    def address(self, href):
        href = urllib.parse.unquote(href or "")
        href = re.sub(r"^(https://datatracker.ietf.org/doc/html/rfc\d+)\.html", r"\1", href)
        if href.startswith("#"):
            return "#" + self.owners.get(href[1:], "?")
        return href

    # ---- Blocks

    def blocks(self, parent, skip=()):
        """Lines of the children; runs of text become paragraphs."""
        out, run = [], [parent.text or ""]

        def close():
            text = self.tidy("".join(run))
            run.clear()
            if text:
                out.append("p: " + text)
        for child in parent:
            if isinstance(child.tag, str) and child not in skip:
                if self.is_block(child):
                    close()
                    out += self.block(child)
                elif self.is_picture(child) and not "".join(run).strip() and not (child.tail or "").strip():
                    close()
                    run.append(self.inline(child))
                    close()
                else:
                    run.append(self.inline(child))
            run.append(child.tail or "")
        close()
        return out

    def is_block(self, element):
        name, own = name_of(element), set(classes(element))
        if name in BLOCKS:
            return True
        # A link or span around blocks is looked through.
        return name in ("a", "span", "center") and any(name_of(e) in BLOCKS for e in element.iter() if e is not element) \
            and "footnote-reference" not in own

    def is_picture(self, element):
        """Whether it is an image alone, which docutils writes without a paragraph."""
        return name_of(element) in ("img", "object") or (
            name_of(element) == "a" and [name_of(e) for e in element] == ["img"] and not text_of(element).strip())

    def nested(self, head, element, skip=()):
        return [head] + ["  " + line for line in self.blocks(element, skip)]

    def mark(self, element):
        shown = [c for c in classes(element) if c in self.kept]
        return "".join("." + c for c in sorted(shown))

    def block(self, element):
        name, own = name_of(element), set(classes(element))
        if name in DROPPED_TAGS or own & DROPPED_CLASSES:
            return []
        if name == "div" and (element.get("role") == "tablist" or "tabbed-labels" in own):
            return [f"tab: {self.plain(child)}" for child in element if name_of(child) in ("button", "label")]
        for rule in (self.note, self.aside, self.code, self.figure_or_table, self.listing):
            lines = rule(element, name, own)
            if lines is not None:
                return lines
        if re.fullmatch("h[1-6]", name):
            return [f"h{self.levels.index(name) + 1}: {self.inlines(element)}"]
        if name == "hr":  # kbuild draws a rule above all notes
            return [] if "footnotes" in own else ["hr"]
        if name == "blockquote":
            return self.nested("quote" + self.mark(element), element)
        if name == "p" and own & {"rubric", "attribution", "centered", "subtitle"}:
            kind = "attribution" if "attribution" in own else "rubric" if "rubric" in own else "centered"
            return [kind + ": " + self.inlines(element).lstrip("-— ")]
        lines = self.blocks(element)
        mark = self.mark(element)
        # A class belongs to what it is put around.
        return [re.sub(r"^\w+", lambda word: word.group() + mark, lines[0])] + lines[1:] if mark and lines else lines

    def note(self, element, name, own):
        """Footnotes and citations, which stand where they are written or at the end."""
        if name in ("aside", "div", "li", "dd") and own & {"footnote", "citation"} and not first(
                element, lambda e: e is not element and (set(classes(e)) & {"footnote"} or name_of(e) == "ol")):
            return self.keep_note(element)
        if name == "dl" and own & {"footnote", "citation"}:
            for item in element:
                if name_of(item) == "dd":
                    self.keep_note(item)
            return []
        if "footnote" in own and name == "div" and first(element, lambda e: name_of(e) == "ol") is not None:
            for item in element.iter("li"):
                if (item.get("id") or "").startswith("fn"):
                    self.keep_note(item)
            return []
        return None

    def keep_note(self, element):
        skip = [e for e in element if set(classes(e)) & {"label"}]
        self.notes.append(self.nested("note", element, skip))
        return []

    def aside(self, element, name, own):
        title = next((e for e in element if set(classes(e)) & {"admonition-title", "topic-title", "sidebar-title"}
                      or name_of(e) == "summary"), None)
        shown = " " + self.inlines(title) if title is not None else ""
        skip = [title] if title is not None else []
        if own & {"contents", "toc"} and name in ("div", "nav", "aside"):
            return self.nested("toc" + shown, element, skip)
        if own & VERSION_NOTES:
            kind = next(c for c in own if c in VERSION_NOTES)
            return self.nested("admonition " + kind, element)
        if "admonition" in own:
            kinds = [c for c in classes(element) if c != "admonition" and not c.startswith("admonition-")
                     and c not in self.kept]
            # Titles of the type are each program's own words.
            kind = kinds[0] if kinds else "todo" if "admonition-todo" in own else ""
            head = f"admonition {kind}".rstrip() + ("" if re.sub("[ !]", "", shown.lower()) == kind else shown)
            return self.nested(head + self.mark(element), element, skip)
        if name == "details":
            return self.nested("details" + shown, element, skip)
        if own & {"topic"}:
            return self.nested("topic" + shown, element, skip)
        if own & {"sidebar"}:
            return self.nested("sidebar" + shown, element, skip)
        if "line-block" in own:
            return self.nested("lines", element)
        if "line" in own and name == "div":
            return ["line: " + self.inlines(element)]
        if own & {"math", "arithmatex"} and name in ("div", "p"):
            return ["math: " + self.formula(text_of(element))]
        return None

    def code(self, element, name, own):
        if name == "pre" and own & {"math"}:
            return ["math: " + self.formula(text_of(element))]
        if name == "pre":
            return self.code_lines(element, "")
        caption = first(element, lambda e: set(classes(e)) & {"filename", "code-block-caption"})
        if caption is None or name not in ("div", "figure") or caption not in list(element):
            return None
        body = first(element, lambda e: name_of(e) == "pre" and not set(classes(e)) & DROPPED_CLASSES)
        return self.code_lines(body, " " + self.plain(caption)) if body is not None else None

    def code_lines(self, pre, title):
        text = []

        def walk(element):
            if set(classes(element)) & DROPPED_CLASSES:
                return
            if set(classes(element)) & {"footnote-reference", "footnote-ref", "citation-reference"}:
                text.append(self.inline(element))
                return
            name = SAME_TAG.get(name_of(element), name_of(element))
            if name == "sup" and first(element, lambda e: "footnote-ref" in classes(e)) is not None:
                name = ""
            tag = name if name in INLINE_TAGS or name == "a" and element.get("href") else ""
            if tag and "problematic" not in text_of(element):
                text.append(f"<{tag}>")
            text.append(element.text or "")
            for child in element:
                if isinstance(child.tag, str):
                    walk(child)
                text.append(child.tail or "")
            if tag:
                text.append(f"</{tag}>")
        text.append(pre.text or "")
        for child in pre:
            if isinstance(child.tag, str):
                walk(child)
            text.append(child.tail or "")
        lines = [line.rstrip() for line in "".join(text).expandtabs().split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
        return ["code" + title + self.mark(pre)] + ["  |" + line for line in lines]

    def figure_or_table(self, element, name, own):
        if name == "figure" or (name == "div" and "figure" in own):
            return self.nested("figure" + self.mark(element), element)
        if name == "figcaption":
            legend = [e for e in element if "legend" in classes(e)]
            caption = ["  " + line for line in self.blocks(element, legend)]
            out = ["caption"] + caption if caption else []
            for part in legend:
                out += self.nested("legend", part)
            return out
        if name == "caption":
            return ["caption: " + self.inlines(element)]
        if name == "table" and own & {"highlighttable"}:
            body = first(element, lambda e: name_of(e) == "pre" and "linenodiv" not in classes(e)
                         and not set(classes(e)) & DROPPED_CLASSES)
            found = [e for e in element.iter("pre")]
            return self.code_lines(found[-1] if found else body, "")
        if name == "table" and own & {"hlist"}:
            # Sphinx parts one list into columns.
            return ["ul"] + [line for part in element.iter("ul") for line in self.nested("ul", part)[1:]]
        if name in ("table",):
            return self.nested("table" + self.mark(element), element)
        if name == "tr":
            return self.nested("row", element)
        if name in ("td", "th"):
            spans = "".join(f" {key}={element.get(key + 'span')}" for key in ("col", "row")
                            if element.get(key + "span") not in (None, "1"))
            return self.nested(("head" if name == "th" else "cell") + spans, element)
        return None

    def listing(self, element, name, own):
        if name in ("ul", "ol"):
            style = ""
            if name == "ol":
                style = next((LIST_TYPES[c] for c in classes(element) if c in LIST_TYPES), None) \
                    or LIST_TYPES.get(element.get("type") or "1", "")
                start = element.get("start") or "1"
                style = f" {style}" + (f" from {start}" if start != "1" else "")
            return self.nested(name + style + self.mark(element), element)
        if name == "li":
            return self.nested("item", element)
        if name == "dl":
            for term in element if "describe" in own else ():
                term.set("data-object", "")
            return self.nested("dl" + self.mark(element), element)
        if name == "dt":
            signature = "sig" in own or element.get("data-object") is not None
            text = self.plain(element) if signature else self.inlines(element)
            text = re.sub(r"[\s¶]+", "", text) if signature else text.rstrip(":")
            return [("sig: " if signature else "dt: ") + text]
        if name == "dd":
            return self.nested("dd", element)
        return None

    # ---- Inlines

    def inlines(self, parent):
        out = [parent.text or ""]
        for child in parent:
            if isinstance(child.tag, str):
                out.append(self.inline(child))
            out.append(child.tail or "")
        return self.tidy("".join(out))

    def inner(self, element):
        return BLANKS.sub(" ", "".join([element.text or ""] + [
            (self.inline(c) if isinstance(c.tag, str) else "") + (c.tail or "") for c in element]))

    def inline(self, element):
        name, own = name_of(element), set(classes(element))
        if name in DROPPED_TAGS or own & DROPPED_CLASSES:
            return ""
        if name == "br":
            return "<br>"
        if name in ("img", "object"):
            source = urllib.parse.unquote(element.get("src") or element.get("data") or "")
            source = source if "://" in source else source.rsplit("/", 1)[-1]
            alt = element.get("alt") or ""
            # Programs without an alternative text put the address there.
            alt = "" if alt.rsplit("/", 1)[-1] == source or alt == element.get("src") else alt
            return f"<img {source}{alt and ' '}{alt}>"
        if own & {"footnote-reference", "footnote-ref", "citation-reference"}:
            return "[^" + re.sub(r"[\[\]\s]", "", text_of(element)) + "]"
        if name == "sup" and first(element, lambda e: "footnote-ref" in classes(e)) is not None:
            return self.inner(element).strip()
        if own & {"math", "arithmatex"}:
            return "<math " + self.formula(text_of(element)) + ">"
        if name in CODE_STYLES or (name == "span" and own & {"literal", "docutils literal"} and "pre" not in own):
            text = BLANKS.sub(" ", text_of(element)).strip()
            return f"<code{self.mark(element)}>{text}</code>" if text else ""
        if name == "a" and [name_of(e) for e in element] == ["span"] and not element.text and \
                element[0].get("class") is None and re.fullmatch(r"\[[^]]+\]", text_of(element)):
            return "[^" + text_of(element)[1:]  # Sphinx's citation
        if name == "a" and element.get("href") is not None and "toc-backref" not in own:
            inner = self.inner(element)
            if "problematic" in "".join(c for e in element for c in classes(e)):
                return inner
            return self.around(f"<a {self.address(element.get('href'))}>", inner, "</a>")
        name = SAME_TAG.get(name, name)
        inner = self.inner(element)
        if name == "kbd":
            # Keys within keys and the whole as keys are one.
            return "<kbd>" + BLANKS.sub(" ", text_of(element)) + "</kbd>"
        if name == "abbr" and element.get("title"):
            return f"<abbr {element.get('title')}>{inner}</abbr>"
        if name in INLINE_TAGS:
            return self.around(f"<{name}{self.mark(element)}>", inner, f"</{name}>")
        mark = self.mark(element)
        return f"<{mark}>{inner}</>" if mark else inner

    def around(self, begin, inner, end):
        """Blanks at the edges stand outside; empty marks vanish."""
        body = inner.strip(" ")
        if not body:
            return inner
        return inner[:len(inner) - len(inner.lstrip(" "))] + begin + body + end + inner[len(inner.rstrip(" ")):]

    def formula(self, text):
        text = text.replace("\\\\", " ")
        text = re.sub(r"\\[\[\]()]|\\(begin|end)\{(equation|align|split|aligned|gather|multline)\*?\}", " ", text)
        return re.sub(r"[\s$&]+", "", re.sub(r"\(\d+\)¶?|¶", "", text))

    def tidy(self, text):
        text = BLANKS.sub(" ", text.translate(QUOTES)).strip()
        return re.sub(r" ?<br> ?", "<br>", text)


def normalise(html, kept=()):
    return Normaliser(set(kept)).page(html)


def asked_classes(source):
    """Classes that the text itself gives to something, by any dialect's means."""
    found = set()
    for match in re.finditer(r"(?m)^\s*(?::\w*-?class:|\.\. (?:rst-)?class::|\.\. container::|\.\. role::)[ \t]*(.*)", source):
        for word in re.split(r"[\s()]+", match.group(1)):
            found.add(re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-"))
    for match in re.finditer(r"\{:?[^}\n]*?\.([A-Za-z][\w-]*)[^}\n]*\}", source):
        found.add(match.group(1))
    return found - {"", "admonition", "note", "math", "literal", "code", "raw", "html"}
