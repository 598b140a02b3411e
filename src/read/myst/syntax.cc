// Reads the settings of MyST; see syntax.h. Their names are those of the manual of myst-parser,
// "Configuration".
#include "read/myst/syntax.h"

#include "base/text.h"

namespace kbuild::read::myst {

namespace {

struct Extension {
  std::string_view name;
  bool Syntax::* member;
};
constexpr Extension kExtensions[] = {
    {"amsmath", &Syntax::amsmath},
    {"attrs_block", &Syntax::attrs_block},
    {"attrs_image", &Syntax::attrs_inline},
    {"attrs_inline", &Syntax::attrs_inline},
    {"colon_fence", &Syntax::colon_fence},
    {"deflist", &Syntax::deflist},
    {"dollarmath", &Syntax::dollarmath},
    {"fieldlist", &Syntax::fieldlist},
    {"html_admonition", &Syntax::html_admonition},
    {"html_image", &Syntax::html_image},
    {"linkify", &Syntax::linkify},
    {"replacements", &Syntax::replacements},
    {"smartquotes", &Syntax::smartquotes},
    {"strikethrough", &Syntax::strikethrough},
    {"substitution", &Syntax::substitution},
    {"tasklist", &Syntax::tasklist},
};

struct Setting {
  std::string_view name;
  bool Syntax::* member;
};
constexpr Setting kSettings[] = {
    {"footnote_transition", &Syntax::footnote_rule},
    {"dmath_allow_labels", &Syntax::math_labels},
    {"dmath_allow_space", &Syntax::math_spaces},
    {"dmath_allow_digits", &Syntax::math_digits},
    {"dmath_double_inline", &Syntax::math_double_inline},
    {"title_to_header", &Syntax::title_to_header},
    {"all_links_external", &Syntax::all_links_external},
};

bool is_true(std::string_view text) {
  return text == "True" || text == "true";
}

void enable(Syntax& syntax, const std::vector<std::string_view>& names) {
  for (const Extension& row : kExtensions) syntax.*row.member = false;
  for (std::string_view name : names)
    for (const Extension& row : kExtensions)
      if (row.name == name) syntax.*row.member = true;
}

}  // namespace

Syntax read_syntax(const Options& options, const meta::Value& front_matter) {
  Syntax syntax;
  auto find = [&](std::string_view name) -> const std::string* {
    auto found = options.definitions.find("setting:myst_" + std::string(name));
    return found == options.definitions.end() ? nullptr : &found->second;
  };
  if (const std::string* names = find("enable_extensions")) {
    enable(syntax, base::split_words(*names));
  } else {
    // Those that change plain text (linkify, replacements, smartquotes) have to be asked for.
    enable(syntax, {"amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist",
                    "dollarmath", "fieldlist", "strikethrough", "substitution", "tasklist"});
    syntax.heading_anchors = 6;
  }
  if (const std::string* level = find("heading_anchors"))
    syntax.heading_anchors = static_cast<int>(base::parse_integer(*level).value_or(0));
  for (const Setting& row : kSettings)
    if (const std::string* value = find(row.name)) syntax.*row.member = is_true(*value);

  const meta::Value& own = front_matter["myst"];
  if (const meta::Value& names = own["enable_extensions"]) {
    std::vector<std::string> texts = names.texts();
    enable(syntax, {texts.begin(), texts.end()});
  }
  if (const meta::Value& level = own["heading_anchors"])
    syntax.heading_anchors = static_cast<int>(base::parse_integer(level.text()).value_or(0));
  for (const Setting& row : kSettings)
    if (const meta::Value& value = own[row.name]) syntax.*row.member = is_true(value.text());
  return syntax;
}

}  // namespace kbuild::read::myst
