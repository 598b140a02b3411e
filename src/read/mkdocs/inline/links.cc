// Links and images in all their forms, and references to footnotes. Rules: LinkInlineProcessor,
// ReferenceInlineProcessor and related processors of markdown/inlinepatterns.py.
#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "read/mkdocs/inline/inline.h"
#include "source/unicode.h"

namespace kbuild::read::mkdocs {

namespace {

/// For each '[' of the text the offset of its ']', by counting brackets; kNone for others.
class Brackets {
 public:
  explicit Brackets(std::string_view text) {
    std::vector<std::uint32_t> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '[') {
        open.push_back(static_cast<std::uint32_t>(pairs_.size()));
        pairs_.push_back({i, kNone});
      } else if (text[i] == ']' && !open.empty()) {
        pairs_[open.back()].close = i;
        open.pop_back();
      }
    }
  }
  /// Asked for rising offsets.
  std::size_t close_of(std::size_t open) {
    while (next_ < pairs_.size() && pairs_[next_].open < open) ++next_;
    return next_ < pairs_.size() && pairs_[next_].open == open ? pairs_[next_].close : kNone;
  }

 private:
  struct Pair {
    std::size_t open;
    std::size_t close;
  };
  std::vector<Pair> pairs_;
  std::size_t next_ = 0;
};

/// Labels are compared without case; a line end with the blanks around it is one blank.
std::string fold_label(std::string_view label) {
  if (label.find('\n') == kNone) return source::lower_case(label);
  std::string joined;
  for (std::string_view line : split(label)) {
    if (!joined.empty()) joined += ' ';
    joined += base::trim(line);
  }
  return source::lower_case(joined);
}

/// A label that a site-wide index of identifiers may know (mkdocs-autorefs): one word with a '.',
/// '-', '_' or ':' inside, such as "module.Class" or "ref-storage".
bool looks_like_identifier(std::string_view label) {
  if (label.size() < 3 || !base::is_alpha(label[0]) || !base::is_alnum(label.back())) return false;
  bool joint = false;
  for (char c : label) {
    if (c == '.' || c == '-' || c == '_' || c == ':')
      joint = true;
    else if (!base::is_alnum(c))
      return false;
  }
  return joint;
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && base::is_space(text[at])) ++at;
  return at;
}

/// Whether a "]" precedes a "[", with at most one blank between them.
bool holds_two_brackets(std::string_view text) {
  for (std::size_t at = text.find(']'); at != kNone; at = text.find(']', at + 1)) {
    std::string_view behind = text.substr(at + 1, 2);
    if (behind.starts_with('[') ||
        (behind.size() == 2 && base::is_space(behind[0]) && behind[1] == '['))
      return true;
  }
  return false;
}

/// The title in quotes around it: 'x' and "x" lose them.
std::string_view dequote(std::string_view text) {
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0])
    return text.substr(1, text.size() - 2);
  return text;
}

/// The last byte before `end` that is no white space.
char last_before(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin && base::is_space(text[end - 1])) --end;
  return end > begin ? text[end - 1] : '\0';
}

}  // namespace

void InlineParser::footnote_references(Work& work, std::size_t) {
  if (page_.footnotes.empty()) return;
  constexpr std::size_t kMaxLabel = 1'000;
  Work out;
  std::string_view text = work.text;
  Seeker brackets(text, "]");
  std::size_t copied = 0;
  for (std::size_t at = text.find("[^"); at != kNone; at = text.find("[^", at)) {
    std::size_t close = brackets.next(at);
    if (close == kNone) break;
    bool long_label = close - at > kMaxLabel;
    std::string label = long_label ? "" : unescape(work, at + 2, close);
    if (long_label || !page_.footnote_numbers.contains(label)) {
      at += 2;
      continue;
    }
    out.append(work, copied, at);
    Stashed item;
    item.node.value = doc::NoteReference{doc::NoteKind::footnote, label};
    copied = close + 1;
    stash(out, work, at, copied, std::move(item));
    at = copied;
  }
  work.become(std::move(out), copied);
}

void InlineParser::references(Work& work, std::size_t next) {
  link_pass(work, next, LinkForm::reference, LinkUse::link);
}
void InlineParser::inline_links(Work& work, std::size_t next) {
  link_pass(work, next, LinkForm::inline_link, LinkUse::link);
}
void InlineParser::inline_images(Work& work, std::size_t next) {
  link_pass(work, next, LinkForm::inline_link, LinkUse::image);
}
void InlineParser::image_references(Work& work, std::size_t next) {
  link_pass(work, next, LinkForm::reference, LinkUse::image);
}
void InlineParser::short_references(Work& work, std::size_t next) {
  link_pass(work, next, LinkForm::short_reference, LinkUse::link);
}
void InlineParser::short_images(Work& work, std::size_t next) {
  link_pass(work, next, LinkForm::short_reference, LinkUse::image);
}

void InlineParser::link_pass(Work& work, std::size_t next, LinkForm form, LinkUse use) {
  bool image = use == LinkUse::image;
  std::string_view text = work.text;
  if (image && text.find("![") == kNone) return;
  if (form == LinkForm::inline_link ? text.find("](") == kNone
      : form == LinkForm::reference ? !holds_two_brackets(text)
                                    : page_.links.empty())
    return;
  Brackets brackets(text);
  Seeker parentheses(text, ")");
  Work out;
  std::size_t copied = 0;
  for (std::size_t at = text.find('['); at != kNone; at = text.find('[', at)) {
    std::size_t close = brackets.close_of(at);
    bool after_mark = at > copied && text[at - 1] == '!';
    if (close == kNone || after_mark != image) {
      ++at;
      continue;
    }
    std::size_t begin = image ? at - 1 : at, end = close + 1;
    LinkTarget target;
    if (form == LinkForm::inline_link) {
      std::optional<Destination> destination;
      if (end < text.size() && text[end] == '(' && parentheses.next(end) != kNone)
        destination = read_destination(work, end);
      if (!destination) {
        ++at;
        continue;
      }
      target = {std::move(destination->url), std::move(destination->title)};
      end = destination->end;
    } else {
      std::size_t label_begin = at + 1, label_end = close;
      if (form == LinkForm::reference) {
        std::size_t open = end < text.size() && base::is_space(text[end]) ? end + 1 : end;
        std::size_t label_close =
            open < text.size() && text[open] == '[' ? text.find(']', open) : kNone;
        if (label_close == kNone) {
          ++at;
          continue;
        }
        end = label_close + 1;
        if (label_close > open + 1) {
          label_begin = open + 1;
          label_end = label_close;
        }
      }
      std::string label = unescape(work, label_begin, label_end);
      auto known = page_.links.find(fold_label(label));
      bool site_label = known == page_.links.end() && form == LinkForm::reference && !image &&
                        label_begin > close && looks_like_identifier(label);
      if (known == page_.links.end() && !site_label) {
        // What the brackets hold is not looked at again by this pattern.
        at = end;
        continue;
      }
      if (site_label) {
        Stashed item;
        doc::Link link;
        link.kind = doc::LinkKind::reference;
        link.target = label;
        item.node.value = std::move(link);
        item.content = work.slice(at + 1, close);
        item.has_content = true;
        ++links_around_;
        apply(item.content, next);
        --links_around_;
        out.append(work, copied, begin);
        copied = end;
        stash(out, work, begin, end, std::move(item));
        at = end;
        continue;
      }
      if (!page_.budget.take_text(known->second.url.size() + known->second.title.size(),
                                  span(work, begin, end))) {
        at = end;
        continue;
      }
      target = known->second;
    }
    out.append(work, copied, begin);
    copied = end;
    stash_link(out, work, begin, end, work.slice(at + 1, close), std::move(target), use, next);
    at = end;
  }
  work.become(std::move(out), copied);
}

void InlineParser::stash_link(Work& out, const Work& work, std::size_t begin, std::size_t end,
                              Work text, LinkTarget target, LinkUse use, std::size_t next) {
  Stashed item;
  if (use == LinkUse::image) {
    std::string alt = base::replace_all(unescape(text, 0, text.size()), "\n", " ");
    item.node.value =
        doc::Image{std::move(target.url), html::decode_references(alt, html::ReferenceRule::strict),
                   std::move(target.title)};
  } else {
    doc::Link link;
    link.target = std::move(target.url);
    link.title = std::move(target.title);
    constexpr std::string_view mail = "mailto:";
    if (base::starts_with_ignoring_case(link.target, mail) && link.target.find('?') == kNone) {
      link.kind = doc::LinkKind::email;
      link.target.erase(0, mail.size());
    }
    item.node.value = std::move(link);
    item.content = std::move(text);
    item.has_content = true;
    ++links_around_;
    apply(item.content, next);
    --links_around_;
  }
  stash(out, work, begin, end, std::move(item));
}

// The destination and title behind "](": brackets nest in the one, and a title in quotes ends at a
// quote before the closing bracket. Two kinds of quotes are followed, as either may be the title's.
std::optional<InlineParser::Destination> InlineParser::read_destination(const Work& work,
                                                                        std::size_t at) {
  // Farther than that no link is followed; a page full of links that do not end is followed less.
  constexpr std::size_t kMaxWindow = 10'000, kShortWindow = 300;
  std::size_t window = page_.may_follow() ? kMaxWindow : kShortWindow;
  std::string_view text = std::string_view(work.text).substr(0, std::min(work.size(), at + window));
  Destination out;
  auto finish = [&](std::size_t begin, std::size_t end, std::size_t title, std::size_t title_end,
                    bool titled) {
    out.url = html::decode_references(base::trim(unescape(work, begin, std::max(begin, end))),
                                      html::ReferenceRule::strict);
    if (!titled) return;
    std::string raw = unescape(work, title, std::max(title, title_end));
    out.title = html::decode_references(base::collapse_spaces(dequote(base::trim(raw))),
                                        html::ReferenceRule::strict);
  };
  std::size_t start = skip_space(text, at + 1);
  if (start < text.size() && text[start] == '<') {
    std::size_t close = text.find_first_of("<>", start + 1);
    if (close != kNone && text[close] == '>') {
      std::size_t rest = skip_space(text, close + 1), title = rest, title_end = rest;
      if (rest < text.size() && (text[rest] == '"' || text[rest] == '\'')) {
        title_end = text.find(text[rest], rest + 1);
        if (title_end != kNone) {
          title = rest + 1;
          rest = skip_space(text, title_end + 1);
        }
      }
      if (rest < text.size() && text[rest] == ')') {
        finish(start + 1, close, title, title_end, title != title_end);
        out.end = rest + 1;
        return out;
      }
    }
  }

  // [text](<link> "title") does not apply: follow brackets and quotes.
  struct Quote {
    char mark = 0;
    std::size_t begin = kNone;
    std::size_t end = kNone;
  };
  Quote first, second;
  int depth = 1, backup = 1;
  std::size_t backup_end = kNone, index = start;
  bool in_title = false;
  char last = 0;
  for (; index < text.size() && depth != 0; ++index) {
    char c = text[index];
    if (c == '(') {
      if (!in_title)
        ++depth;
      else if (backup > 0)
        --backup;
    } else if (c == ')') {
      bool after_quote = (first.end != kNone && first.mark == last) ||
                         (second.end != kNone && second.mark == last);
      if (after_quote) {
        depth = 0;
      } else if (!in_title) {
        --depth;
      } else if (backup > 0 && --backup == 0) {
        backup_end = index + 1;
      }
    } else if (c == '\'' || c == '"') {
      if (first.mark == 0) {
        in_title = true;
        backup = depth;
        depth = 1;
        first = {c, index + 1, kNone};
      } else if (c != first.mark && second.mark == 0) {
        second = {c, index + 1, kNone};
      } else if (c == first.mark) {
        first.end = index + 1;
      } else {
        second.end = index + 1;
      }
    }
    if (!base::is_space(c)) last = c;
    // The bracket itself is not part of the text before the next one.
    if (depth == 0) last = index > start ? last_before(text, start, index) : '\0';
  }
  if (depth != 0 && backup == 0 && backup_end != kNone) {
    index = backup_end;
    depth = 0;
    last = last_before(text, start, index - 1);
    first.end = second.end = kNone;
  }
  if (depth != 0) {
    page_.followed += index - at;
    return std::nullopt;
  }
  if (first.end != kNone && first.mark == last)
    finish(start, first.begin - 1, first.begin, first.end - 1, true);
  else if (second.end != kNone && second.mark == last)
    finish(start, second.begin - 1, second.begin, second.end - 1, true);
  else
    finish(start, index - 1, 0, 0, false);
  out.end = index;
  return out;
}

}  // namespace kbuild::read::mkdocs
