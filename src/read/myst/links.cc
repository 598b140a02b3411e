// Links and substitutions of MyST; see inline.h. The rules of targets are those of myst-parser's
// render_link and of its reference resolver.
#include <algorithm>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "read/myst/inline.h"

namespace kbuild::read::myst {

using namespace diag::literals;
using doc::LinkKind;

namespace {

bool has_scheme(std::string_view target) {
  constexpr std::string_view kSchemes[] = {"http:", "https:", "ftp:", "//"};
  return std::any_of(std::begin(kSchemes), std::end(kSchemes), [&](std::string_view scheme) {
    return base::starts_with_ignoring_case(target, scheme);
  });
}

/// "inv:project:domain:type#name" as roles write it: "project:name".
std::string inventory_name(std::string_view target) {
  std::size_t hash = target.find('#');
  if (hash == target.npos) return std::string(target);
  std::string_view project = target.substr(0, std::min(hash, target.find(':')));
  std::string name(target.substr(hash + 1));
  return project.empty() || project == "*" ? name : std::string(project) + ":" + name;
}

/// Whether a target is a path of a page or file rather than a label.
bool is_path(std::string_view target) {
  std::string_view path = target.substr(0, target.find_first_of("#?"));
  return path.find('/') != path.npos || !base::extension(path).empty() || target != path;
}

}  // namespace

doc::Inline make_link(Context& context, std::string target, std::string title,
                      doc::Inlines children, rst::Span span) {
  doc::Link link{LinkKind::target, std::move(target), std::move(title), std::move(children)};
  auto node = [&] { return doc::Inline{std::move(link), span, {}}; };
  if (base::starts_with_ignoring_case(link.target, "mailto:")) {
    link.kind = LinkKind::email;
    link.target.erase(0, 7);
    return node();
  }
  if (has_scheme(link.target) || context.syntax.all_links_external) return node();
  if (link.target.starts_with("inv:")) {
    link.kind = LinkKind::reference;
    link.target = inventory_name(std::string_view(link.target).substr(4));
    return node();
  }
  if (link.target.starts_with("path:")) {
    link.kind = LinkKind::download;
    link.target.erase(0, 5);
    return node();
  }
  if (link.target.starts_with("project:")) link.target.erase(0, 8);
  link.target = base::decode_percent(link.target);
  // Places of this page are resolved when all of it is read.
  if (link.target.starts_with('#') || link.target.empty() || is_path(link.target)) return node();
  std::string label = rst::normalise_name(link.target);
  std::string written = link.target;
  link.kind = LinkKind::reference;
  link.target = label;
  return context.page.wait({rst::PendingKind::label, label, written, span}, std::move(link));
}

namespace {

bool is_name(std::string_view text) {
  return !text.empty() && !base::is_digit(text[0]) &&
         base::is_all(text, [](char c) { return base::is_alnum(c) || c == '_'; });
}

}  // namespace

std::optional<std::string> substitute(Context& context, std::string_view expression,
                                      rst::Span span) {
  std::string name(expression), shown = "{{ " + name + " }}";
  if (!is_name(name) && !context.substitutions.contains(name)) {
    context.page.report("KB0440"_code, span, {shown});
    return std::nullopt;
  }
  auto found = context.substitutions.find(name);
  if (found == context.substitutions.end()) {
    context.page.report("KB0441"_code, span, {shown});
    return std::nullopt;
  }
  const auto& open = context.substituting;
  if (std::find(open.begin(), open.end(), name) != open.end()) {
    context.page.report("KB0442"_code, span, {shown});
    return std::nullopt;
  }
  if (!context.page.budget.take_text(found->second.size(), span)) return std::nullopt;
  return found->second;
}

}  // namespace kbuild::read::myst
