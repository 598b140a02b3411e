// [http://url text], bare URLs, and MediaWiki's magic links RFC, PMID and ISBN.
#include <algorithm>

#include "base/percent.h"
#include "base/text.h"
#include "html/entities.h"
#include "read/mediawiki/text/passes.h"
#include "source/letter_boundary.h"
#include "source/unicode.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr std::string_view kProtocols[] = {
    "bitcoin:",  "ftp://",   "ftps://",      "geo:",         "git://",   "gopher://",
    "http://",   "https://", "irc://",       "ircs://",      "magnet:",  "mailto:",
    "matrix:",   "mms://",   "news:",        "nntp://",      "redis://", "sftp://",
    "sip:",      "sips:",    "sms:",         "ssh://",       "svn://",   "tel:",
    "telnet://", "urn:",     "wikipedia://", "worldwind://", "xmpp:"};

bool is_url_stop(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7f || c == '[' || c == ']' || c == '<' || c == '>' || c == '"';
}

/// Length of the blank of Unicode's class Zs at `at`; 0 if there is none.
std::size_t blank_length(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == ' ') return 1;
  if (static_cast<unsigned char>(text[at]) < 0x80) return 0;
  auto c = base::decode_utf8(text, at);
  return c.value == 0xFFFD || source::general_category(c.value) == "Zs" ? c.length : 0;
}

/// The end of a URL before an entity for '<', '>' or, in bare URLs, a no-break space; else npos.
std::size_t find_stopping_entity(std::string_view url, bool bare) {
  for (std::size_t at = url.find('&'); at != url.npos; at = url.find('&', at + 1)) {
    auto reference = html::read_reference(url, at, html::ReferenceRule::wiki);
    if (!reference) continue;
    bool named_angle = url.substr(at, 4) == "&lt;" || url.substr(at, 4) == "&gt;";
    if (named_angle ||
        (bare && (reference->text == "<" || reference->text == ">" || reference->text == "\u00a0")))
      return at;
  }
  return url.npos;
}

/// Bytes that a URL in HTML holds: entities decoded, brackets (but those of an IPv6 address) and
/// bars escaped, invisible characters out.
std::string clean_url(std::string_view url) {
  std::string decoded = html::decode_references(url, html::ReferenceRule::wiki), out;
  std::size_t host = base::bracketed_host_length(decoded);
  out += decoded.substr(0, host);
  for (std::size_t at = host; at < decoded.size();) {
    auto c = base::decode_utf8(decoded, at);
    bool invisible = c.value == 0xAD || c.value == 0x34F ||
                     (c.value >= 0x200B && c.value <= 0x200D) || c.value == 0x2060 ||
                     c.value == 0xFEFF || (c.value >= 0xFE00 && c.value <= 0xFE0F);
    std::string_view bytes = std::string_view(decoded).substr(at, c.length);
    if (bytes == "[" || bytes == "]" || bytes == "|" || bytes == "<" || bytes == ">" ||
        bytes == "\"" || bytes == "\\" || bytes == "^" || bytes == "`") {
      constexpr std::string_view digits = "0123456789ABCDEF";
      auto byte = static_cast<unsigned char>(bytes[0]);
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else if (bytes == " ") {
      out += '+';
    } else if (!invisible) {
      out += bytes;
    }
    at += c.length;
  }
  return out;
}

void append_url_link(WikiText& out, std::string url, WikiText text, bool aside, Context& context,
                     Range range) {
  context.open(out, "a", {{std::string(kUrlAttribute), std::move(url)}}, range);
  if (aside)
    context.put(out, std::move(text));
  else
    out.append(text);
  out.append("</a>");
}

// ---- Brackets

class Brackets {
 public:
  Brackets(const WikiText& text, Context& context)
      : text_(text), view_(text.view()), context_(context) {}

  WikiText run() {
    out_.reserve(view_.size() + 64);
    for (std::size_t at = 0; at < view_.size();) {
      std::size_t open = std::min(view_.find('[', at), view_.size());
      out_.append(text_, at, open);
      if (open == view_.size()) break;
      at = read(open);
    }
    return std::move(out_);
  }

 private:
  std::size_t read(std::size_t open) {
    std::size_t protocol = protocol_length(view_.substr(open + 1));
    std::size_t url_begin = open + 1,
                url_stop = protocol ? url_end(view_, url_begin + protocol) : 0;
    bool linked = protocol && url_stop > url_begin + protocol && url_stop >= barren_until_;
    std::size_t text_begin = url_stop;
    while (linked && blank_length(view_, text_begin)) text_begin += blank_length(view_, text_begin);
    std::size_t close = text_begin;
    while (linked && close < view_.size() && view_[close] != ']' && view_[close] != '\n' &&
           static_cast<unsigned char>(view_[close]) >= 9)
      ++close;
    if (!linked || close >= view_.size() || view_[close] != ']') {
      if (linked) barren_until_ = close;
      out_.append(text_, open, open + 1);
      return open + 1;
    }
    std::string_view url = view_.substr(url_begin, url_stop - url_begin);
    WikiText text = text_.slice(text_begin, close);
    // An escaped '<' or '>' ends the URL and begins the text.
    if (std::size_t stop = find_stopping_entity(url, false); stop != url.npos) {
      WikiText longer = text_.slice(url_begin + stop, url_stop);
      if (!text.empty()) longer.append(" ");
      longer.append(text);
      text = std::move(longer);
      url = url.substr(0, stop);
    }
    if (text.empty()) text = WikiText('[' + std::to_string(++context_.external_numbers) + ']');
    append_url_link(out_, clean_url(url), std::move(text), false, context_,
                    text_.range(open, close + 1));
    return close + 1;
  }

  const WikiText& text_;
  std::string_view view_;
  Context& context_;
  WikiText out_;
  /// No ']' that could end a link is before this offset.
  std::size_t barren_until_ = 0;
};

// ---- Bare URLs and magic links

class BareLinks {
 public:
  BareLinks(const WikiText& text, Context& context)
      : text_(text), view_(text.view()), context_(context) {}

  WikiText run() {
    out_.reserve(view_.size() + 64);
    std::size_t copied = 0, at = 0;
    while (at < view_.size()) {
      char c = view_[at];
      if (c == '<') {
        at = skip_tag(at);
      } else if (c == kStripMark) {
        std::size_t end = view_.find(kStripMark, at + 1);
        at = end == view_.npos ? view_.size() : end + 1;
      } else if (base::is_alpha(c) && at_word_start(at)) {
        std::size_t end = try_link(at, copied);
        if (end == at) {
          while (at < view_.size() && base::is_alnum(view_[at])) ++at;
        } else {
          at = copied = end;
        }
      } else {
        ++at;
      }
    }
    out_.append(text_, copied, view_.size());
    return std::move(out_);
  }

 private:
  bool at_word_start(std::size_t at) const {
    if (at == 0) return true;
    auto before = static_cast<unsigned char>(view_[at - 1]);
    if (before >= 0x80) {
      std::size_t begin = source::letter_boundary(view_, at - 1);
      return !source::is_word_character(base::decode_utf8(view_, begin).value);
    }
    return !base::is_alnum(view_[at - 1]) && view_[at - 1] != '_';
  }

  /// Past a tag; past a whole link, whose text gets no links.
  std::size_t skip_tag(std::size_t at) const {
    TagMark mark = read_mark(view_, at);
    if (mark.name != "a" || mark.closing) return mark.end;
    std::size_t close = view_.find("</a>", mark.end);
    return close == view_.npos ? mark.end : close + 4;
  }

  std::size_t try_link(std::size_t at, std::size_t copied) {
    std::string_view rest = view_.substr(at);
    switch (base::to_lower(view_[at])) {
      case 'r':
        if (rest.starts_with("RFC"))
          return try_number(at, 3, "https://datatracker.ietf.org/doc/html/rfc", "", copied);
        break;
      case 'p':
        if (rest.starts_with("PMID"))
          return try_number(at, 4, "//www.ncbi.nlm.nih.gov/pubmed/", "?dopt=Abstract", copied);
        break;
      case 'i':
        if (rest.starts_with("ISBN")) return try_isbn(at, copied);
        break;
      default: break;
    }
    std::size_t protocol = protocol_length(rest);
    return protocol ? try_url(at, protocol, copied) : at;
  }

  std::size_t skip_magic_blanks(std::size_t at) const {
    while (true) {
      std::size_t length = blank_length(view_, at);
      if (!length && at < view_.size() && view_[at] == '\t') length = 1;
      if (!length && at < view_.size() && view_[at] == '&') {
        auto reference = html::read_reference(view_, at, html::ReferenceRule::wiki);
        if (reference && reference->text == "\u00a0") length = reference->length;
      }
      if (!length) return at;
      at += length;
    }
  }

  std::size_t try_number(std::size_t at, std::size_t word, std::string_view before,
                         std::string_view after, std::size_t copied) {
    std::size_t digits = skip_magic_blanks(at + word), end = digits;
    while (end < view_.size() && base::is_digit(view_[end])) ++end;
    bool ends = end >= view_.size() || !(base::is_alnum(view_[end]) || view_[end] == '_');
    if (digits == at + word || digits == end || !ends) return at;
    std::string_view number = view_.substr(digits, end - digits);
    out_.append(text_, copied, at);
    append_url_link(out_, std::string(before) + std::string(number) + std::string(after),
                    WikiText(std::string(view_.substr(at, word)) + ' ' + std::string(number)), true,
                    context_, text_.range(at, end));
    return end;
  }

  /// Ten or thirteen digits with single blanks or hyphens between; the last of ten may be X.
  std::size_t try_isbn(std::size_t at, std::size_t copied) {
    std::size_t begin = skip_magic_blanks(at + 4), here = begin, end = at;
    if (begin == at + 4) return at;
    std::string digits;
    while (here < view_.size()) {
      bool digit = base::is_digit(view_[here]);
      bool check = (view_[here] == 'X' || view_[here] == 'x') && digits.size() == 9;
      if (digit || check) {
        digits += base::to_upper(view_[here]);
        end = ++here;
        if (check) break;
        continue;
      }
      std::size_t length = view_[here] == '-' ? 1 : skip_magic_blanks(here) - here;
      bool digit_follows = here + length < view_.size() &&
                           (base::is_digit(view_[here + length]) ||
                            (digits.size() == 9 && base::to_upper(view_[here + length]) == 'X'));
      if (length == 0 || digits.empty() || !digit_follows || digits.size() == 13) break;
      here += length;
    }
    bool ends = end >= view_.size() || !(base::is_alnum(view_[end]) || view_[end] == '_');
    bool valid = digits.size() == 10 ||
                 (digits.size() == 13 && (digits.starts_with("978") || digits.starts_with("979")));
    if (!valid || !ends) return at;
    out_.append(text_, copied, at);
    WikiText text("ISBN ");
    text.append(text_, begin, end);
    context_.open(out_, "a", {{std::string(kPageAttribute), "Special:BookSources/" + digits}},
                  text_.range(at, end));
    context_.put(out_, std::move(text));
    out_.append("</a>");
    return end;
  }

  std::size_t try_url(std::size_t at, std::size_t protocol, std::size_t copied) {
    std::size_t end = url_end(view_, at + protocol);
    std::string_view url = view_.substr(at, end - at);
    if (std::size_t stop = find_stopping_entity(url, true); stop != url.npos)
      url = url.substr(0, stop);
    // Punctuation at the end belongs to the sentence, and so does ')' without a '('.
    std::string_view separators = url.find('(') == url.npos ? ",;.:!?\\)" : ",;.:!?\\";
    std::size_t size = url.size();
    while (size > 0 && separators.find(url[size - 1]) != separators.npos) --size;
    if (size < url.size() && url[size] == ';' && ends_with_entity(url.substr(0, size))) ++size;
    if (size <= protocol) return at;
    url = url.substr(0, size);
    out_.append(text_, copied, at);
    std::string target = clean_url(url);
    WikiText shown =
        target == url ? text_.slice(at, at + size) : WikiText(base::escape_html(target));
    append_url_link(out_, std::move(target), std::move(shown), true, context_,
                    text_.range(at, at + size));
    return at + size;
  }

  /// Whether text ends with an entity except for its ';'.
  static bool ends_with_entity(std::string_view text) {
    std::size_t amp = text.rfind('&');
    if (amp == text.npos || amp + 1 == text.size()) return false;
    std::string_view name = text.substr(amp + 1);
    if (name[0] == '#') name.remove_prefix(1);
    return !name.empty() && std::all_of(name.begin(), name.end(), base::is_alnum);
  }

  const WikiText& text_;
  std::string_view view_;
  Context& context_;
  WikiText out_;
};

}  // namespace

std::size_t protocol_length(std::string_view text) {
  if (text.starts_with("//")) return 2;
  if (text.empty() || !base::is_alpha(text[0])) return 0;
  for (std::string_view protocol : kProtocols)
    if (base::to_lower(text[0]) == protocol[0] && base::starts_with_ignoring_case(text, protocol))
      return protocol.size();
  return 0;
}

std::size_t url_end(std::string_view text, std::size_t at) {
  // An IPv6 address is the one place for brackets.
  if (at < text.size() && text[at] == '[') {
    std::size_t end = at + 1;
    while (end < text.size() && (base::is_hex(text[end]) || text[end] == ':' || text[end] == '.'))
      ++end;
    if (end < text.size() && text[end] == ']' && end > at + 1) at = end + 1;
  }
  while (at < text.size() && !is_url_stop(text[at])) {
    if (static_cast<unsigned char>(text[at]) >= 0x80) {
      if (blank_length(text, at)) break;
      at += base::decode_utf8(text, at).length;
    } else {
      ++at;
    }
  }
  return at;
}

WikiText mark_bracketed_urls(const WikiText& text, Context& context) {
  if (text.view().find('[') == std::string_view::npos) return text;
  return Brackets(text, context).run();
}

WikiText mark_urls(const WikiText& text, Context& context) {
  return BareLinks(mark_bracketed_urls(text, context), context).run();
}

}  // namespace kbuild::read::mediawiki
