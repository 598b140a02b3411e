project = "Vuori computing guide"
language = "en"
extensions = ["myst_parser", "sphinx_tabs.tabs", "sphinx.ext.todo"]
source_suffix = {".rst": "restructuredtext", ".md": "markdown"}
root_doc = "index"
exclude_patterns = ["parts/**"]
todo_include_todos = True
html_theme = "basic"
html_permalinks = False
myst_enable_extensions = [
    "amsmath", "attrs_image", "colon_fence", "deflist", "dollarmath", "fieldlist", "strikethrough", "substitution",
    "tasklist",
]
myst_heading_anchors = 4
myst_substitutions = {"centre": "the **Vuori** centre", "support": "<help@vuori.example>"}
