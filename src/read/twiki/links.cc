// Links of TML; see links.h. Patterns as in Foswiki's Foswiki.pm ("regex") and Render.pm.
#include "read/twiki/links.h"

#include <algorithm>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "read/twiki/marks.h"
#include "source/unicode.h"

namespace kbuild::read::twiki {

namespace {

constexpr std::string_view kProtocols[] = {"https",  "http", "ftp",  "file",
                                           "gopher", "irc",  "sftp", "ssh"};
constexpr std::string_view kImageSuffixes[] = {".gif", ".jpg", ".jpeg", ".png", ".svg", ".webp"};
constexpr std::size_t kMaxWordLength = 2000;

/// The length of "protocol:" at the start of `text`, or 0.
std::size_t protocol_length(std::string_view text) {
  for (std::string_view protocol : kProtocols)
    if (base::starts_with_ignoring_case(text, protocol) &&
        text.substr(protocol.size()).starts_with(':'))
      return protocol.size() + 1;
  return 0;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && !base::is_space(c);
}

/// Upper, lower (digits count as such), or neither; letters of all scripts.
enum class LetterCase { none, upper, lower };
LetterCase case_of(std::string_view text, std::size_t at, std::size_t& length) {
  length = 1;
  if (at >= text.size()) return LetterCase::none;
  char c = text[at];
  if (base::is_upper(c)) return LetterCase::upper;
  if (base::is_lower(c) || base::is_digit(c)) return LetterCase::lower;
  if (static_cast<signed char>(c) >= 0) return LetterCase::none;
  auto decoded = base::decode_utf8(text, at);
  length = decoded.length;
  if (source::is_upper_case(decoded.value)) return LetterCase::upper;
  return source::is_lower_case(decoded.value) ? LetterCase::lower : LetterCase::none;
}

std::size_t skip_case(std::string_view text, std::size_t at, LetterCase wanted) {
  std::size_t length = 0;
  while (case_of(text, at, length) == wanted) at += length;
  return at;
}

bool is_address_character(char c) {
  constexpr std::string_view signs = "!#$%&'*+-/=?^_`{|}~.";
  return base::is_alnum(c) || signs.find(c) != signs.npos;
}

std::size_t anchor_length(std::string_view text) {
  if (!text.starts_with('#') || text.size() < 2 || !(base::is_alnum(text[1]) || text[1] == '_'))
    return 0;
  std::size_t end = 1;
  while (end < text.size() && (base::is_alnum(text[end]) || text[end] == '_')) ++end;
  return end;
}

/// Whether `text` is a web's name: words that begin with a capital, joined by '.' or '/'.
bool is_web(std::string_view text) {
  bool begins = true;
  for (char c : text) {
    if (begins && !base::is_upper(c)) return false;
    begins = c == '.' || c == '/';
    if (!begins && !base::is_alnum(c) && c != '_') return false;
  }
  return !text.empty() && !begins;
}

/// ABC or ABCs, not within a longer word.
std::size_t acronym_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && base::is_upper(text[end])) ++end;
  if (end < 3) return 0;
  std::size_t plural = end < text.size() && text[end] == 's' ? end + 1 : end;
  auto is_boundary = [&](std::size_t at) {
    return at >= text.size() || !(base::is_alnum(text[at]) || text[at] == '_');
  };
  return is_boundary(plural) ? plural : is_boundary(end) ? end : 0;
}

std::string without_marks(const Page& page, std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = 0;
    if (find_object(page, text, i, end)) {
      i = end;
      continue;
    }
    if (!is_control(text[i]) || text[i] == kAttachment) out += text[i];
    ++i;
  }
  return out;
}

/// A topic's name as written in brackets: words are joined and capitalised, signs of emphasis and
/// what no name may hold are dropped.
std::string topic_name(std::string_view written) {
  constexpr std::string_view dropped = "*=~^$@%`\"'&;|<>[]?";
  std::string out;
  bool emphasised = written.starts_with('_');
  for (std::string_view word : base::split_words(written)) {
    std::string name;
    for (char c : word)
      if (dropped.find(c) == dropped.npos) name += c == '/' ? '.' : c;
    if (emphasised) {
      while (name.starts_with('_')) name.erase(0, 1);
      while (name.ends_with('_')) name.pop_back();
    }
    if (!name.empty()) name[0] = base::to_upper(name[0]);
    out += name;
  }
  return out;
}

}  // namespace

std::size_t wiki_word_length(std::string_view text) {
  std::size_t first = skip_case(text, 0, LetterCase::upper);
  std::size_t second = skip_case(text, first, LetterCase::lower);
  std::size_t third = skip_case(text, second, LetterCase::upper);
  if (first == 0 || second == first || third == second) return 0;
  std::size_t end = third, length = 0;
  while (case_of(text, end, length) != LetterCase::none) end += length;
  return end;
}

bool is_image_url(std::string_view url) {
  return std::any_of(
      std::begin(kImageSuffixes), std::end(kImageSuffixes), [&](std::string_view suffix) {
        return url.size() > suffix.size() &&
               base::equals_ignoring_case(url.substr(url.size() - suffix.size()), suffix);
      });
}

std::optional<WordLink> find_url(std::string_view text, std::size_t at) {
  bool attachment = text.substr(at, 1) == std::string_view(&kAttachment, 1);
  constexpr std::string_view before = "-*(|";
  bool may_begin =
      at == 0 || base::is_space(text[at - 1]) || before.find(text[at - 1]) != before.npos;
  if (!may_begin && !attachment) return std::nullopt;
  std::string_view rest = text.substr(at, kMaxWordLength);
  std::size_t begin = attachment ? 1 : protocol_length(rest);
  if (begin == 0) return std::nullopt;
  std::size_t end = begin;
  constexpr std::string_view stops = "<>\"|", trailing = "*.,!?;:)";
  while (end < rest.size() && !base::is_space(rest[end]) && !is_control(rest[end]) &&
         stops.find(rest[end]) == stops.npos)
    ++end;
  while (end > begin && trailing.find(rest[end - 1]) != trailing.npos) --end;
  if (end < begin + 2) return std::nullopt;
  std::string url(rest.substr(0, end));
  return WordLink{doc::LinkKind::target, url, url, end};
}

std::optional<WordLink> find_address(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at, kMaxWordLength);
  std::size_t begin = base::starts_with_ignoring_case(rest, "mailto:") ? 7 : 0, sign = begin;
  while (sign < rest.size() && is_address_character(rest[sign])) ++sign;
  if (sign == begin || sign >= rest.size() || rest[sign] != '@') return std::nullopt;
  std::size_t end = sign + 1;
  while (end < rest.size() && (base::is_alnum(rest[end]) || rest[end] == '.' || rest[end] == '-'))
    ++end;
  while (end > sign + 1 && !base::is_alnum(rest[end - 1])) --end;
  std::string_view host = rest.substr(sign + 1, end - sign - 1);
  if (host.empty() || host.find('.') == host.npos || !ends_word(rest, end)) return std::nullopt;
  return WordLink{doc::LinkKind::email, std::string(rest.substr(begin, end - begin)),
                  std::string(rest.substr(0, end)), end};
}

std::optional<WordLink> find_interwiki(const Page& page, std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at, kMaxWordLength);
  std::size_t colon = 0;
  while (colon < rest.size() && base::is_alnum(rest[colon])) ++colon;
  if (colon < 2 || !base::is_upper(rest[0]) || !rest.substr(colon).starts_with(':'))
    return std::nullopt;
  auto found = page.options.definitions.find("interwiki:" + std::string(rest.substr(0, colon)));
  if (found == page.options.definitions.end()) return std::nullopt;
  std::size_t end = colon + 1;
  constexpr std::string_view stops = "<>\"|[]", trailing = "*.,!?;:)";
  while (end < rest.size() && !base::is_space(rest[end]) && !is_control(rest[end]) &&
         stops.find(rest[end]) == stops.npos)
    ++end;
  while (end > colon + 1 && trailing.find(rest[end - 1]) != trailing.npos) --end;
  if (end == colon + 1) return std::nullopt;
  std::string name(rest.substr(colon + 1, end - colon - 1));
  std::string url = found->second;
  std::size_t place = url.find("$page");
  if (place != url.npos) {
    url = base::replace_all(url, "$page", name);
  } else if (place = url.find("$1"); place != url.npos) {
    url.replace(place, 2, name);
  } else {
    url += name;
  }
  return WordLink{doc::LinkKind::target, std::move(url), std::string(rest.substr(0, end)), end};
}

std::optional<WordLink> find_wiki_word(const Page& page, std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at, kMaxWordLength);
  std::size_t size = 0;
  while (size < rest.size() &&
         (base::is_alnum(rest[size]) || rest[size] == '_' || rest[size] == '.' ||
          rest[size] == '/' || static_cast<signed char>(rest[size]) < 0))
    ++size;
  std::string_view word = rest.substr(0, size);
  // The longest web that leaves a topic behind it.
  std::size_t begin = 0, length = 0;
  for (std::size_t dot = word.rfind('.'); dot != word.npos && dot > 0;
       dot = word.rfind('.', dot - 1)) {
    length = is_web(word.substr(0, dot)) ? wiki_word_length(word.substr(dot + 1)) : 0;
    if (length == 0) continue;
    begin = dot + 1;
    break;
  }
  if (length == 0) length = wiki_word_length(word);
  if (length == 0) {
    length = acronym_length(word);
    bool known = length > 0 && page.options.article &&
                 page.options.article(word.substr(0, length)).has_value();
    if (!known) return std::nullopt;
  }
  std::size_t anchor = anchor_length(rest.substr(begin + length));
  std::string target = base::replace_all(rest.substr(0, begin + length), "/", ".");
  std::string shown(rest.substr(begin, length + anchor));
  target += rest.substr(begin + length, anchor);
  // The home topic of another web is shown by the web's name.
  if (begin > 0 && shown == "WebHome") shown = rest.substr(0, begin - 1);
  return WordLink{doc::LinkKind::page, std::move(target), std::move(shown),
                  begin + length + anchor};
}

std::optional<BracketLink> find_bracket_link(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "[[") return std::nullopt;
  std::string_view rest = text.substr(at, kMaxWordLength);
  std::size_t host = base::bracketed_host_length(base::trim_left(rest.substr(2)));
  if (host > 0) host += rest.size() - 2 - base::trim_left(rest.substr(2)).size();
  std::size_t close = rest.find_first_of("[]", 2 + host);
  if (close == rest.npos || close == 2 || rest[close] != ']') return std::nullopt;
  std::string_view target = rest.substr(2, close - 2);
  if (rest.substr(close + 1, 1) == "]") return BracketLink{target, at + 2, at + close, close + 2};
  if (rest.substr(close + 1, 1) != "[") return std::nullopt;
  std::size_t end = rest.find(']', close + 2);
  if (end == rest.npos || rest.substr(end + 1, 1) != "]") return std::nullopt;
  return BracketLink{target, at + close + 2, at + end, end + 2};
}

doc::Link make_url_target(const Page& page, std::string_view url) {
  doc::Link link;
  if (url.starts_with(kAttachment)) {
    url.remove_prefix(1);
    std::string own = "/pub/" + page.web + "/" + page.topic + "/";
    link.kind = doc::LinkKind::download;
    link.target = url.starts_with(own) ? url.substr(own.size()) : url;
    return link;
  }
  constexpr std::string_view view = "/bin/view/";
  if (url.starts_with(view)) {
    std::string_view topic = url.substr(view.size());
    std::size_t query = topic.find('?'), anchor = topic.find('#');
    link.kind = doc::LinkKind::page;
    link.target = base::replace_all(topic.substr(0, std::min(query, anchor)), "/", ".");
    if (anchor != topic.npos) link.target += topic.substr(anchor);
    return link;
  }
  link.target = url;
  return link;
}

doc::Link make_target(const Page& page, std::string_view written) {
  std::string text = without_marks(page, base::trim(written));
  bool is_url = protocol_length(text) > 0 || base::starts_with_ignoring_case(text, "mailto:") ||
                text.starts_with('/') || text.starts_with('#') || text.starts_with(kAttachment);
  if (is_url) return make_url_target(page, text);
  if (!page.options.definitions.empty())
    if (auto site = find_interwiki(page, text, 0); site && site->length == text.size()) {
      doc::Link link;
      link.target = site->target;
      return link;
    }
  std::size_t anchor = text.find('#');
  std::string_view name = std::string_view(text).substr(0, anchor);
  name = name.substr(0, name.find('?'));
  doc::Link link;
  link.kind = doc::LinkKind::page;
  link.target = topic_name(name);
  if (anchor != text.npos) link.target += text.substr(anchor);
  return link;
}

}  // namespace kbuild::read::twiki
