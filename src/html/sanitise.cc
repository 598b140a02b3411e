// The sanitiser's pass over tokens; see sanitise.h. Balancing is a stack of open elements with the
// implied ends of the HTML standard for paragraphs, list items and table parts.
#include "html/sanitise.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"
#include "html/address.h"
#include "html/entities.h"
#include "html/sanitise_rules.h"

namespace kbuild::html {

namespace {

void note(std::vector<std::string>& dropped, std::string what) {
  if (dropped.size() < 1000 && std::find(dropped.begin(), dropped.end(), what) == dropped.end())
    dropped.push_back(std::move(what));
}

/// Every candidate of a srcset must be safe.
bool is_safe_source_set(std::string_view value) {
  for (std::string_view candidate : base::split(value, ','))
    if (!is_safe_url(base::trim(candidate), AddressUse::stranger)) return false;
  return true;
}

std::ptrdiff_t count_declarations(std::string_view style) {
  auto parts = base::split(style, ';');
  return std::count_if(parts.begin(), parts.end(),
                       [](std::string_view part) { return !base::trim(part).empty(); });
}

void append_start_tag(std::string& out, std::string_view name,
                      const std::vector<HtmlAttribute>& attributes) {
  out += '<';
  out += name;
  for (const HtmlAttribute& attribute : attributes) {
    out += ' ' + attribute.name + "=\"";
    base::append_escaped_html(out, attribute.value);
    out += '"';
  }
  out += '>';
}

void append_end_tag(std::string& out, std::string_view name) {
  out += "</";
  out += name;
  out += '>';
}

class Sanitiser {
 public:
  explicit Sanitiser(std::string_view html) : tokens_(html) {}

  SanitiseResult run() {
    HtmlToken token;
    while (tokens_.next(token)) take(token);
    close_down_to(0);
    return std::move(result_);
  }

 private:
  void take(HtmlToken& token) {
    if (!dropping_.empty()) {
      if (token.name != dropping_) return;
      if (token.kind == HtmlKind::start_tag && !token.self_closing) ++dropping_depth_;
      if (token.kind == HtmlKind::end_tag && --dropping_depth_ == 0) dropping_.clear();
      return;
    }
    switch (token.kind) {
      case HtmlKind::text:
        base::append_escaped_html(
            result_.html, token.raw_text ? std::string(token.raw)
                                         : decode_references(token.raw, ReferenceRule::lenient));
        break;
      case HtmlKind::start_tag: start(token); break;
      case HtmlKind::end_tag: end(token); break;
      case HtmlKind::comment: note(result_.dropped, "comment"); break;
      case HtmlKind::other:
        if (token.raw == "<")
          result_.html += "&lt;";
        else
          note(result_.dropped, "processing instruction");
        break;
    }
  }

  void start(HtmlToken& token) {
    const HtmlElementRule* rule = find_element_rule(token.name);
    if (!rule) {
      note(result_.dropped, '<' + token.name + '>');
      if (drops_content(token.name) && !token.self_closing) {
        dropping_ = token.name;
        dropping_depth_ = 1;
      }
      return;
    }
    imply_ends(*rule);
    bool lost = ends_sibling("tbody", rule->name) && !is_open("table");
    if (lost || open_.size() >= base::kMaxNesting) {
      note(result_.dropped, '<' + token.name + '>');
      return;
    }
    append_start_tag(result_.html, rule->name,
                     sanitise_attributes(rule->name, std::move(token.attributes), result_.dropped));
    if (rule->shape != HtmlShape::empty) open_.push_back(rule);
  }

  void end(const HtmlToken& token) {
    for (std::size_t i = open_.size(); i > 0; --i) {
      if (open_[i - 1]->name == token.name) return close_down_to(i - 1);
      // An end tag inside a cell does not reach out of its table.
      if (open_[i - 1]->name == "table") return;
    }
  }

  void imply_ends(const HtmlElementRule& rule) {
    for (std::size_t i = open_.size(); i > 0; --i) {
      const HtmlElementRule& open = *open_[i - 1];
      if (rule.shape == HtmlShape::item ? bounds_siblings(rule.name, open.name)
                                        : open.name == "table" || open.shape == HtmlShape::item)
        break;
      bool ends = rule.shape == HtmlShape::item
                      ? ends_sibling(rule.name, open.name)
                      : rule.shape == HtmlShape::block && open.name == "p";
      // Of table parts the outermost one that ends takes the inner ones with it.
      if (ends) close_down_to(i - 1);
    }
  }

  bool is_open(std::string_view name) const {
    return std::any_of(open_.begin(), open_.end(),
                       [&](const HtmlElementRule* rule) { return rule->name == name; });
  }

  void close_down_to(std::size_t size) {
    for (; open_.size() > size; open_.pop_back()) append_end_tag(result_.html, open_.back()->name);
  }

  HtmlTokeniser tokens_;
  SanitiseResult result_;
  std::vector<const HtmlElementRule*> open_;
  /// The element whose content is being dropped, and how many of its name are open.
  std::string dropping_;
  int dropping_depth_ = 0;
};

}  // namespace

SanitiseResult sanitise_html(std::string_view html) {
  return Sanitiser(html).run();
}

std::string sanitise_tag(std::string_view tag) {
  HtmlToken token;
  if (!read_tag(tag, token)) return {};
  const HtmlElementRule* rule = find_element_rule(token.name);
  if (!rule) return {};
  std::string out;
  std::vector<std::string> dropped;
  if (token.kind == HtmlKind::start_tag)
    append_start_tag(out, rule->name,
                     sanitise_attributes(rule->name, std::move(token.attributes), dropped));
  else if (rule->shape != HtmlShape::empty)
    append_end_tag(out, rule->name);
  return out;
}

bool sanitise_attribute(HtmlAttribute& attribute) {
  if (!is_known_attribute(attribute.name)) return false;
  if (is_url_attribute(attribute.name)) return is_safe_url(attribute.value, AddressUse::stranger);
  if (attribute.name == "srcset") return is_safe_source_set(attribute.value);
  if (attribute.name != "style") return true;
  attribute.value = sanitise_style(attribute.value);
  return !attribute.value.empty();
}

std::vector<HtmlAttribute> sanitise_attributes(std::string_view element,
                                               std::vector<HtmlAttribute> attributes,
                                               std::vector<std::string>& dropped) {
  std::vector<HtmlAttribute> kept;
  const HtmlElementRule* rule = find_element_rule(element);
  if (!rule) return kept;
  bool opens_window = false;
  for (HtmlAttribute& attribute : attributes) {
    bool safe = is_allowed_attribute(*rule, attribute.name);
    if (safe && is_url_attribute(attribute.name))
      safe = is_safe_url(attribute.value, AddressUse::stranger);
    if (safe && attribute.name == "srcset") safe = is_safe_source_set(attribute.value);
    if (safe && attribute.name == "style") {
      std::string style = sanitise_style(attribute.value);
      safe = !style.empty();
      if (safe && count_declarations(style) < count_declarations(attribute.value))
        note(dropped, "part of the style of <" + std::string(element) + '>');
      attribute.value = std::move(style);
    }
    if (safe && attribute.name == "target") safe = opens_window = attribute.value == "_blank";
    if (safe && attribute.name == "rel") continue;
    if (safe)
      kept.push_back(std::move(attribute));
    else
      note(dropped, attribute.name + " of <" + std::string(element) + '>');
  }
  if (opens_window) kept.push_back({"rel", "noopener noreferrer"});
  return kept;
}

}  // namespace kbuild::html
