#!/usr/bin/env python3
"""Prints the bill of materials of kbuild as it is built on this machine: SPDX 2.3 in JSON.

Usage: .ci/sbom.py --linked "PACKAGES" --loaded "PACKAGES" --tools "PACKAGES", called by ./dev sbom with its lists.
Everything comes from dpkg: of a package that is compiled against, the libraries it depends on, and theirs in turn,
because their code runs in the program as well. The same packages give the same bytes; the time is that of
SOURCE_DATE_EPOCH, else of the last commit.
"""
import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

# Names of licences in Debian's copyright files (DEP-5), and what SPDX calls them.
LICENCES = {name: name for name in ("Apache-2.0", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MPL-2.0", "X11", "Zlib")}
LICENCES |= {
    "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause", "Expat": "MIT", "GPL-2": "GPL-2.0-only",
    "GPL-2+": "GPL-2.0-or-later", "GPL-3": "GPL-3.0-only", "GPL-3+": "GPL-3.0-or-later",
    "LGPL-2+": "LGPL-2.0-or-later", "LGPL-2.1": "LGPL-2.1-only", "LGPL-2.1+": "LGPL-2.1-or-later",
    "LGPL-3": "LGPL-3.0-only", "LGPL-3+": "LGPL-3.0-or-later", "zlib": "Zlib",
}
FIELDS = ("Package", "Architecture", "Version", "Section", "Depends", "source:Package", "source:Version")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def installed():
    """Package -> its fields, of everything that is installed."""
    form = "\\t".join("${%s}" % field for field in FIELDS) + "\\t${db:Status-Status}\\n"
    lines = subprocess.run(["dpkg-query", "-W", "-f", form], capture_output=True, check=True, text=True).stdout
    rows = (line.split("\t") for line in lines.splitlines())
    return {row[0]: dict(zip(FIELDS, row)) for row in rows if row[-1] == "installed"}


def libraries_of(names, packages):
    """The libraries that packages depend on, directly or not."""
    found, rest = set(), list(names)
    while rest:
        for clause in packages[rest.pop()]["Depends"].split(","):
            choices = [re.split(r"[ :(]", choice.strip())[0] for choice in clause.split("|")]
            name = next((choice for choice in choices if choice in packages), None)
            if name and packages[name]["Section"].split("/")[-1] == "libs" and name not in found:
                found.add(name)
                rest.append(name)
    return found


def licence_of(name):
    """SPDX's name of the licence of most of a package's files, and Debian's names of all."""
    try:
        with open("/usr/share/doc/%s/copyright" % name, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return "NOASSERTION", []
    if not text.startswith("Format:"):
        return "NOASSERTION", []
    main, all_names = "NOASSERTION", set()
    for stanza in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:\s*(.*)$", stanza, re.M)
        licence = re.search(r"^License:\s*(\S.*)$", stanza, re.M)
        if files and licence:
            short = licence.group(1).strip()
            all_names.add(short)
            if files.group(1).strip() == "*":
                main = LICENCES.get(short, "NOASSERTION")
    return main, sorted(all_names)


def spdx_id(name):
    return "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", lambda match: "-%x-" % ord(match.group()), name)


def describe(fields):
    name = fields["Package"]
    licence, all_names = licence_of(name)
    package = {
        "SPDXID": spdx_id(name),
        "name": name,
        "versionInfo": fields["Version"],
        "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "sourceInfo": "Debian's source package %s %s" % (fields["source:Package"], fields["source:Version"]),
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": "pkg:deb/debian/%s@%s?arch=%s" % (
                name.replace("+", "%2B"), fields["Version"].replace("+", "%2B").replace(":", "%3A"),
                fields["Architecture"]),
        }],
    }
    if all_names:
        package["licenseComments"] = "Names in Debian's copyright file: " + "; ".join(all_names)
    return package


def time_of_sources():
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or subprocess.run(
        ["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, check=True, text=True).stdout
    time = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def own_version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(kbuild VERSION ([0-9.]+)", file.read()).group(1)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--linked", "--loaded", "--tools"):
        parser.add_argument(option, type=str.split, required=True)
    given = parser.parse_args()
    packages = installed()
    missing = [name for name in given.linked + given.loaded + given.tools if name not in packages]
    if missing:
        sys.exit("sbom: not installed: " + " ".join(missing))

    kbuild = "SPDXRef-Package-kbuild"
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", kbuild)]
    libraries = libraries_of(given.linked, packages)
    for name in given.linked:
        # The code of a package that brings no library is in its headers.
        shared = libraries_of([name], packages) & {
            other for other in libraries if packages[other]["source:Package"] == packages[name]["source:Package"]}
        relations.append((spdx_id(name), "BUILD_DEPENDENCY_OF", kbuild) if shared else
                         (kbuild, "STATIC_LINK", spdx_id(name)))
    relations += [(kbuild, "DYNAMIC_LINK", spdx_id(name)) for name in libraries]
    loaded = set(given.loaded) | libraries_of(given.loaded, packages)
    relations += [(spdx_id(name), "RUNTIME_DEPENDENCY_OF", kbuild) for name in loaded - libraries]
    relations += [(spdx_id(name), "BUILD_TOOL_OF", kbuild) for name in given.tools]

    version = own_version()
    own = {"SPDXID": kbuild, "name": "kbuild", "versionInfo": version, "downloadLocation": "NOASSERTION",
           "filesAnalyzed": False, "licenseConcluded": "GPL-3.0-or-later", "licenseDeclared": "GPL-3.0-or-later",
           "copyrightText": "NOASSERTION"}
    names = sorted(set(given.linked) | libraries | loaded | set(given.tools))
    body = {
        "packages": [own] + [describe(packages[name]) for name in names],
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in sorted(relations)],
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    head = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": "kbuild-" + version,
        "documentNamespace": "https://spdx.org/spdxdocs/kbuild-%s-%s" % (version, digest),
        "creationInfo": {"created": time_of_sources(), "creators": ["Tool: kbuild-sbom"]},
    }
    print(json.dumps({**head, **body}, indent=1))


if __name__ == "__main__":
    main()
