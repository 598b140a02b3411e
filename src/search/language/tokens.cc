// The tokeniser: cuts text into chunks and these into words, code tokens and versions; see
// tokens.h.
#include "search/language/tokens.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "search/language/versions.h"
#include "source/unicode.h"
#include "vocabulary/finnish.h"
#include "vocabulary/version.h"

namespace kbuild::search {

namespace {

bool is_combining_mark(char32_t c) {
  return c >= 0x300 && c <= 0x36f;
}

/// Whether a code point belongs to words.
bool in_word(char32_t c) {
  if (c < 0x80) return base::is_alnum(static_cast<char>(c));
  if (c >= 0xc0 && c <= 0x24f) return c != 0xd7 && c != 0xf7;
  return is_combining_mark(c) || source::is_alphanumeric(c);
}

/// What a byte of ASCII can be.
enum : std::uint8_t { kSpace = 1, kOpening = 2, kClosing = 4, kConnector = 8 };

constexpr std::array<std::uint8_t, 256> kBytes = [] {
  std::array<std::uint8_t, 256> out{};
  auto mark = [&](std::string_view bytes, std::uint8_t as) {
    for (char c : bytes) out[static_cast<unsigned char>(c)] |= as;
  };
  mark(" \t\n\r\f\v", kSpace);
  mark("\"'`([{<*,;!?|>)]}~^&\\", kOpening);
  mark("\"'`)]}>*,;.!?:|([{<~^&\\", kClosing);
  mark("_/=:.-@+$#", kConnector);
  return out;
}();

bool is(char c, std::uint8_t what) {
  return kBytes[static_cast<unsigned char>(c)] & what;
}
/// Quotes and brackets that surround a chunk, in ASCII and as UTF-8.
std::size_t opening_length(std::string_view text) {
  if (base::is_ascii(text.front())) return is(text.front(), kOpening) ? 1 : 0;
  if (text.starts_with("\u00ab") || text.starts_with("\u00bb")) return 2;
  if (text.starts_with("\u2018") || text.starts_with("\u2019") || text.starts_with("\u201c") ||
      text.starts_with("\u201d") || text.starts_with("\u201e"))
    return 3;
  return 0;
}
std::size_t closing_length(std::string_view text) {
  // "3.*" means every 3.
  if (text.back() == '*' && text.size() > 2 && text.ends_with(".*") &&
      base::is_digit(text[text.size() - 3]))
    return 0;
  if (base::is_ascii(text.back())) return is(text.back(), kClosing) ? 1 : 0;
  if (text.ends_with("\u00ab") || text.ends_with("\u00bb")) return 2;
  if (text.ends_with("\u2018") || text.ends_with("\u2019") || text.ends_with("\u201c") ||
      text.ends_with("\u201d") || text.ends_with("\u201e") || text.ends_with("\u2026"))
    return 3;
  return 0;
}

class Tokeniser {
 public:
  Tokeniser(std::string_view text, std::string_view language)
      : text_(text), finnish_(language == "fi") {}

  std::vector<Token> run() {
    constexpr std::size_t kUsualLength = 6;
    out_.reserve(text_.size() / kUsualLength + 1);
    std::size_t begin = 0, end = 0;
    for (bool more = next_chunk(0, begin, end); more;) {
      std::size_t following = 0, following_end = 0;
      more = next_chunk(end, following, following_end);
      std::string_view between = text_.substr(end, following - end);
      bool same_line = more && std::find(between.begin(), between.end(), '\n') == between.end();
      std::string_view next = same_line ? text_.substr(following, following_end - following) : "";
      chunk(begin, end, next);
      begin = following;
      end = following_end;
    }
    return std::move(out_);
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  bool next_chunk(std::size_t from, std::size_t& begin, std::size_t& end) const {
    begin = from;
    for (std::size_t length; begin < text_.size() && (length = space_length(begin)) > 0;)
      begin += length;
    end = begin;
    while (end < text_.size() && !space_length(end)) ++end;
    return begin < end;
  }
  /// Length of the white space at `at`: ASCII, or a no-break space.
  std::size_t space_length(std::size_t at) const {
    if (base::is_ascii(text_[at])) return is(text_[at], kSpace) ? 1 : 0;
    return text_[at] == '\xc2' && at + 1 < text_.size() && text_[at + 1] == '\xa0' ? 2 : 0;
  }

  void chunk(std::size_t begin, std::size_t end, std::string_view next) {
    std::string_view rest = text_.substr(begin, end - begin);
    while (!rest.empty()) {
      std::size_t length = opening_length(rest);
      if (length == 0) break;
      rest.remove_prefix(length);
      begin += length;
    }
    while (!rest.empty()) {
      std::size_t length = closing_length(rest);
      if (length == 0) break;
      rest.remove_suffix(length);
    }
    end = begin + rest.size();
    if (rest.empty()) return;
    if (is_plain_word(rest)) {
      Token& token = out_.emplace_back();
      token.kind = TokenKind::word;
      token.text = fold(rest);
      token.begin = static_cast<std::uint32_t>(begin);
      token.end = static_cast<std::uint32_t>(end);
      chunk_first_ = out_.size();
      return;
    }
    if (finnish_) end = begin + without_case_ending(rest);
    rest = text_.substr(begin, end - begin);
    std::vector<FoundVersion> versions;
    if (vocabulary::has_digit(rest)) versions = find_versions(rest);
    bool quantity =
        !versions.empty() && versions.back().end == rest.size() && is_unit(trimmed(next));
    bool code = is_code(rest, versions);
    if (code) add_code(begin, end);
    for (const FoundVersion& version : versions)
      if (!(quantity && &version == &versions.back()))
        add({TokenKind::version, code, version.text}, begin + version.begin, begin + version.end);
    add_words(begin, end, versions, code);
    if (out_.size() > chunk_first_ + 1)
      std::stable_sort(out_.begin() + static_cast<std::ptrdiff_t>(chunk_first_), out_.end(),
                       [](const Token& a, const Token& b) { return a.begin < b.begin; });
    chunk_first_ = out_.size();
  }

  /// Whether a chunk is one word and nothing else, as most are: ASCII and Latin-1 letters and
  /// digits, capitals only at its beginning.
  static bool is_plain_word(std::string_view chunk) {
    if (chunk.size() > kMaxTokenLength) return false;
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      char c = chunk[i];
      if (base::is_lower(c) || (i == 0 && base::is_upper(c))) continue;
      if (c != '\xc3' || ++i == chunk.size()) return false;
      // The signs of multiplication and division are no letters.
      bool letter = (static_cast<unsigned char>(chunk[i]) & 0xc0) == 0x80;
      if (!letter || chunk[i] == '\x97' || chunk[i] == '\xb7') return false;
    }
    return true;
  }

  static std::string_view trimmed(std::string_view next) {
    while (!next.empty() && closing_length(next) == 1) next.remove_suffix(1);
    return next;
  }

  /// "GPU:ita" -> 3: the length without a Finnish case ending after a colon.
  static std::size_t without_case_ending(std::string_view chunk) {
    std::size_t colon = chunk.rfind(':');
    if (colon == chunk.npos || colon == 0 ||
        !vocabulary::is_ending_after_colon(chunk.substr(colon + 1)))
      return chunk.size();
    if (!base::is_alnum(chunk[colon - 1]) || chunk.find_first_of("=/@") != chunk.npos)
      return chunk.size();
    return colon;
  }

  static bool is_code(std::string_view chunk, const std::vector<FoundVersion>& versions) {
    bool connected =
        std::any_of(chunk.begin(), chunk.end(), [](char c) { return is(c, kConnector); });
    bool letter = std::any_of(chunk.begin(), chunk.end(), [](char c) { return base::is_alpha(c); });
    if (!connected || !letter || chunk.find("://") != chunk.npos) return false;
    bool only_version =
        versions.size() == 1 && versions[0].begin == 0 && versions[0].end == chunk.size();
    return !only_version && base::count_code_points(chunk) <= kMaxTokenLength;
  }

  void add_code(std::size_t begin, std::size_t end) {
    std::string text = fold(text_.substr(begin, end - begin));
    if (text.starts_with("$"))
      std::erase_if(text, [](char c) { return c == '$' || c == '{' || c == '}'; });
    while (text.ends_with('/') || text.ends_with('-') || text.ends_with('=')) text.pop_back();
    // "$PATH" is the word "path".
    bool word = std::all_of(text.begin(), text.end(), [](char c) { return base::is_alnum(c); });
    if (text.size() > 1 && !word) add({TokenKind::code, false, std::move(text)}, begin, end);
  }

  void add_words(std::size_t begin, std::size_t end, const std::vector<FoundVersion>& versions,
                 bool code) {
    std::size_t at = begin;
    while (at < end) {
      const FoundVersion* inside = version_at(versions, at - begin);
      if (inside) {
        at = begin + inside->end;
        continue;
      }
      auto [c, length] = code_point(at);
      if (!in_word(c) || is_combining_mark(c)) {
        at += length;
        continue;
      }
      std::size_t first = at;
      while (at < end && !version_at(versions, at - begin)) {
        auto [next, next_length] = code_point(at);
        if (!in_word(next)) break;
        at += next_length;
      }
      add_word({first, at}, code);
      at = past_apostrophe(at, end);
    }
  }

  base::DecodedCodePoint code_point(std::size_t at) const {
    if (base::is_ascii(text_[at])) return {static_cast<char32_t>(text_[at]), 1};
    return base::decode_utf8(text_, at);
  }

  static const FoundVersion* version_at(const std::vector<FoundVersion>& versions,
                                        std::size_t offset) {
    for (const FoundVersion& version : versions)
      if (offset >= version.begin && offset < version.end) return &version;
    return nullptr;
  }

  /// Past the 's and 't of "LUMI's" and "don't".
  std::size_t past_apostrophe(std::size_t at, std::size_t end) const {
    std::size_t length = 0;
    if (at < end && text_[at] == '\'') length = 1;
    if (text_.substr(at, 3) == "\u2019") length = 3;
    if (length == 0) return at;
    std::size_t stop = at + length;
    while (stop < end && base::is_alpha(text_[stop])) ++stop;
    std::size_t letters = stop - at - length;
    return letters >= 1 && letters <= 2 ? stop : at;
  }

  void add_word(Range range, bool code) {
    std::string_view word = text_.substr(range.begin, range.end - range.begin);
    if (word.size() > kMaxTokenLength && base::count_code_points(word) > kMaxTokenLength) return;
    add({TokenKind::word, code, fold(word)}, range.begin, range.end);
    add_camel_parts(range);
  }

  /// "DistributedDataParallel" -> distributed, data, parallel; "PyTorch" -> py, torch.
  void add_camel_parts(Range range) {
    std::size_t first = range.begin;
    auto at = [&](std::size_t i) { return i < range.end ? text_[i] : '\0'; };
    for (std::size_t i = range.begin + 1; i <= range.end; ++i) {
      bool hump = base::is_upper(at(i)) && base::is_lower(at(i - 1));
      bool acronym =
          base::is_upper(at(i)) && base::is_upper(at(i - 1)) && base::is_lower(at(i + 1));
      if (i < range.end && !hump && !acronym) continue;
      if (i == range.end && first == range.begin) return;
      if (i - first >= 3)
        add({TokenKind::word, true, fold(text_.substr(first, i - first))}, first, i);
      first = i;
    }
  }

  void add(Token token, std::size_t begin, std::size_t end) {
    if (token.text.empty()) return;
    token.begin = static_cast<std::uint32_t>(begin);
    token.end = static_cast<std::uint32_t>(end);
    out_.push_back(std::move(token));
  }

  std::string_view text_;
  bool finnish_;
  std::vector<Token> out_;
  std::size_t chunk_first_ = 0;
};

}  // namespace

std::string fold(std::string_view word) {
  return source::fold_case(word);
}

std::vector<Token> tokenise(std::string_view text, std::string_view language) {
  return Tokeniser(text, language).run();
}

std::vector<std::string> code_chain(std::string_view code) {
  std::vector<std::string> out{std::string(code)};
  for (std::size_t at = code.size(); at-- > 1;) {
    if (std::string_view("=:/.@").find(code[at]) == std::string_view::npos) continue;
    std::string_view prefix = code.substr(0, at);
    if (prefix.find_first_not_of("-./:=@") != prefix.npos && prefix.size() > 1)
      out.emplace_back(prefix);
  }
  return out;
}

}  // namespace kbuild::search
