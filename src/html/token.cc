// Cuts HTML into tokens in one pass; see token.h.
#include "html/token.h"

#include <algorithm>

#include "base/text.h"
#include "html/entities.h"

namespace kbuild::html {

namespace {

constexpr std::size_t kMaxAttributes = 200;

/// Elements whose content the standard's tokeniser does not search for tags.
constexpr std::string_view kRawElements[] = {
    "iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"};

bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/// Reads attributes from `at` up to and with the '>' that ends the tag. False where the text ends
/// first.
bool read_attribute_list(std::string_view text, std::size_t& at,
                         std::vector<HtmlAttribute>& attributes, bool& self_closing) {
  while (true) {
    while (at < text.size() && (is_html_space(text[at]) || text[at] == '/')) {
      self_closing = text[at] == '/' && at + 1 < text.size() && text[at + 1] == '>';
      ++at;
    }
    if (at >= text.size()) return false;
    if (text[at] == '>') {
      ++at;
      return true;
    }
    self_closing = false;
    std::size_t name = at++;
    while (at < text.size() && !is_html_space(text[at]) && text[at] != '/' && text[at] != '>' &&
           text[at] != '=')
      ++at;
    HtmlAttribute attribute{base::to_lower(text.substr(name, at - name)), {}};
    std::size_t equals = at;
    while (equals < text.size() && is_html_space(text[equals])) ++equals;
    if (equals < text.size() && text[equals] == '=') {
      at = equals + 1;
      while (at < text.size() && is_html_space(text[at])) ++at;
      if (at >= text.size()) return false;
      std::size_t begin = at, end;
      if (text[at] == '"' || text[at] == '\'') {
        end = text.find(text[at], ++begin);
        if (end == text.npos) return false;
        at = end + 1;
      } else {
        while (at < text.size() && !is_html_space(text[at]) && text[at] != '>') ++at;
        end = at;
      }
      attribute.value = decode_references(text.substr(begin, end - begin), ReferenceRule::lenient);
    }
    auto same = [&](const HtmlAttribute& other) { return other.name == attribute.name; };
    if (attributes.size() < kMaxAttributes &&
        std::none_of(attributes.begin(), attributes.end(), same))
      attributes.push_back(std::move(attribute));
  }
}

/// One past the end of the comment whose "<!--" is at `at`; npos where it does not end.
std::size_t comment_end(std::string_view text, std::size_t at) {
  if (text.substr(at + 4, 1) == ">") return at + 5;
  if (text.substr(at + 4, 2) == "->") return at + 6;
  for (std::size_t dash = text.find("--", at + 4); dash != text.npos;
       dash = text.find("--", dash + 1)) {
    if (text.substr(dash + 2, 1) == ">") return dash + 3;
    if (text.substr(dash + 2, 2) == "!>") return dash + 4;
  }
  return text.npos;
}

}  // namespace

bool HtmlTokeniser::next(HtmlToken& token) {
  token = {};
  if (at_ >= text_.size()) return false;
  if (!raw_element_.empty() && read_raw_text(token)) return true;
  if (text_[at_] == '<' && read_markup(token)) return true;
  // A '<' that begins no markup is text, too.
  std::size_t end = std::min(text_.find('<', at_ + 1), text_.size());
  token.raw = text_.substr(at_, end - at_);
  at_ = end;
  return true;
}

bool HtmlTokeniser::read_raw_text(HtmlToken& token) {
  std::size_t end = at_;
  for (; end < text_.size(); ++end) {
    end = std::min(text_.find("</", end), text_.size());
    std::size_t after = end + 2 + raw_element_.size();
    if (raw_element_ != "plaintext" &&
        base::starts_with_ignoring_case(text_.substr(std::min(end + 2, text_.size())),
                                        raw_element_) &&
        (after >= text_.size() || is_html_space(text_[after]) || text_[after] == '/' ||
         text_[after] == '>'))
      break;
  }
  raw_element_.clear();
  end = std::min(end, text_.size());
  if (end == at_) return false;
  token.raw = text_.substr(at_, end - at_);
  token.raw_text = true;
  at_ = end;
  return true;
}

bool HtmlTokeniser::read_markup(HtmlToken& token) {
  char after = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  std::size_t end = at_;
  if (after == '!' || after == '?' ||
      (after == '/' && at_ + 2 < text_.size() && !base::is_alpha(text_[at_ + 2]))) {
    bool comment = text_.substr(at_, 4) == "<!--";
    token.kind = after == '!' || after == '/' ? HtmlKind::comment : HtmlKind::other;
    end = comment ? comment_end(text_, at_) : text_.find('>', at_);
    end = end == text_.npos ? text_.size() : end + (comment ? 0 : 1);
  } else {
    bool closing = after == '/';
    std::size_t name = at_ + (closing ? 2 : 1);
    if (name >= text_.size() || !base::is_alpha(text_[name])) return false;
    end = name;
    while (end < text_.size() && !is_html_space(text_[end]) && text_[end] != '/' &&
           text_[end] != '>')
      ++end;
    token.kind = closing ? HtmlKind::end_tag : HtmlKind::start_tag;
    token.name = base::to_lower(text_.substr(name, end - name));
    if (unfinished_ || !read_attribute_list(text_, end, token.attributes, token.self_closing)) {
      // For a browser the rest of the text is inside this tag; here it stays readable as text.
      unfinished_ = true;
      token = {};
      token.kind = HtmlKind::other;
      end = at_ + 1;
    }
    if (token.kind == HtmlKind::end_tag) token.attributes.clear();
    if (token.kind == HtmlKind::start_tag &&
        std::find(std::begin(kRawElements), std::end(kRawElements), token.name) !=
            std::end(kRawElements))
      raw_element_ = token.name;
  }
  token.raw = text_.substr(at_, end - at_);
  at_ = end;
  return true;
}

bool read_tag(std::string_view text, HtmlToken& token) {
  HtmlTokeniser tokens(text);
  return tokens.next(token) && token.raw.size() == text.size() &&
         (token.kind == HtmlKind::start_tag || token.kind == HtmlKind::end_tag);
}

std::vector<HtmlAttribute> read_attributes(std::string_view text) {
  std::vector<HtmlAttribute> attributes;
  std::string tag = std::string(text) + '>';
  bool self_closing = false;
  std::size_t at = 0;
  read_attribute_list(tag, at, attributes, self_closing);
  return attributes;
}

}  // namespace kbuild::html
