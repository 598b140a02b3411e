// Inline mathematics (pymdownx.arithmatex), keys (pymdownx.keys), emoji and icons (pymdownx.emoji
// with Material's index).
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

namespace {

bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t slashes = 0;
  while (slashes < at && text[at - 1 - slashes] == '\\') ++slashes;
  return slashes % 2 == 1;
}

/// (?<!\\)(\$)(?!\s)((?:\\.|[^\\$])+?)(?<!\s)(?:\$), without the looks at blanks where `smart` is
/// false: offset of the closing mark.
std::size_t dollar_end(std::string_view text, std::size_t at, bool smart) {
  if (at + 1 >= text.size() || (smart && base::is_space(text[at + 1]))) return kNone;
  std::size_t i = at + 1;
  for (; i < text.size() && text[i] != '$'; ++i)
    if (text[i] == '\\') ++i;
  if (i >= text.size() || i == at + 1 || (smart && base::is_space(text[i - 1]))) return kNone;
  return i;
}

/// (?<!\\)(\\\()((?:\\[^)]|[^\\])+?)(?:\\\)): offset of the closing backslash.
std::size_t parenthesis_end(std::string_view text, std::size_t at) {
  std::size_t i = at + 2;
  for (; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') continue;
    if (text[i + 1] == ')') return i > at + 2 ? i : kNone;
    ++i;
  }
  return kNone;
}

/// Icons of Material's bundled sets; their names are not checked.
constexpr std::string_view kIconSets[] = {"material-", "fontawesome-", "octicons-", "simple-"};

bool is_icon(std::string_view name) {
  return std::any_of(std::begin(kIconSets), std::end(kIconSets), [&](std::string_view set) {
    return name.starts_with(set) && name.size() > set.size();
  });
}

}  // namespace

void InlineParser::math(Work& work, std::size_t) {
  std::string_view text = work.text;
  Work out;
  std::size_t copied = 0;
  bool parenthesis_left = true;
  for (std::size_t at = find_either(text, '$', '\\', 0); at != kNone;
       at = find_either(text, '$', '\\', at)) {
    std::size_t end = kNone, width = 1;
    if (text[at] == '$' && !is_escaped(text, at)) {
      end = dollar_end(text, at, page_.on.smart_dollar);
    } else if (text.substr(at, 2) == "\\(" && !is_escaped(text, at) && parenthesis_left) {
      end = parenthesis_end(text, at);
      parenthesis_left = end != kNone;
      width = 2;
    }
    if (end == kNone) {
      ++at;
      continue;
    }
    out.append(work, copied, at);
    Stashed item;
    item.node.value = doc::Math{unescape(work, at + width, end)};
    item.source = unescape(work, at, end + width);
    copied = end + width;
    stash(out, work, at, copied, std::move(item));
    at = copied;
  }
  work.become(std::move(out), copied);
}

// \+{2}((?:(?:[\w\-]+|"(?:\\.|[^"])+"|'(?:\\.|[^'])+')(\+))*?(?:[\w\-]+|"..."|'...'))\+{2}
void InlineParser::keys(Work& work, std::size_t) {
  std::string_view text = work.text;
  Work out;
  std::size_t copied = 0;
  for (std::size_t at = text.find("++"); at != kNone; at = text.find("++", at)) {
    std::vector<std::string> names;
    std::size_t i = at + 2;
    bool good = !is_escaped(text, at);
    while (good) {
      std::size_t end = i;
      if (i < text.size() && (text[i] == '"' || text[i] == '\'')) {
        end = text.find(text[i], i + 1);
        good = end != kNone && end > i + 1;
        if (good) names.emplace_back(text.substr(i + 1, end - i - 1));
        i = good ? end + 1 : i;
      } else {
        while (end < text.size() &&
               (base::is_alnum(text[end]) || text[end] == '-' || text[end] == '_'))
          ++end;
        std::string_view key = find_key(text.substr(i, end - i));
        good = end > i && !key.empty();
        if (good) names.emplace_back(key);
        i = end;
      }
      if (!good || text.substr(i, 2) == "++") break;
      good = i < text.size() && text[i] == '+';
      ++i;
    }
    if (!good || names.empty() || text.substr(i, 2) != "++") {
      at += 2;
      continue;
    }
    out.append(work, copied, at);
    Stashed item;
    item.node.value = doc::Keys{std::move(names)};
    copied = i + 2;
    stash(out, work, at, copied, std::move(item));
    at = copied;
  }
  work.become(std::move(out), copied);
}

void InlineParser::icons(Work& work, std::size_t) {
  std::string_view text = work.text;
  Work out;
  std::size_t copied = 0;
  for (std::size_t at = text.find(':'); at != kNone; at = text.find(':', at)) {
    std::size_t end = at + 1;
    while (end < text.size() &&
           (base::is_alnum(text[end]) || text[end] == '-' || text[end] == '_' || text[end] == '+'))
      ++end;
    std::string_view name = text.substr(at + 1, end - at - 1);
    std::string character = end < text.size() && text[end] == ':' ? find_emoji(name) : "";
    if (name.empty() || end >= text.size() || text[end] != ':' ||
        (character.empty() && !is_icon(name))) {
      at = std::max(end, at + 1);
      continue;
    }
    out.append(work, copied, at);
    Stashed item;
    item.node.value = doc::Icon{std::string(name), std::move(character)};
    copied = end + 1;
    stash(out, work, at, copied, std::move(item));
    at = copied;
  }
  work.become(std::move(out), copied);
}

}  // namespace kbuild::read::mkdocs
