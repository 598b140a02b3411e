// Wrapper of ICU; see unicode.h. Collators are made on first use, one per thread and language.
#include "source/unicode.h"

#include <unicode/coll.h>
#include <unicode/datefmt.h>
#include <unicode/msgfmt.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

#include "base/text.h"

namespace kbuild::source {

namespace {

using icu::UnicodeString;

UnicodeString to_icu(std::string_view text) {
  return UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

std::string to_utf8(const UnicodeString& text) {
  std::string out;
  text.toUTF8String(out);
  return out;
}

/// The offset of the first byte from `at` on that is not ASCII; else the size of the text.
std::size_t find_beyond_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if (eight & kHighBits) break;
  }
  while (at < text.size() && static_cast<signed char>(text[at]) >= 0) ++at;
  return at;
}

bool is_ascii(std::string_view text) {
  return find_beyond_ascii(text, 0) == text.size();
}

std::string normalise(std::string_view text, const icu::Normalizer2* (*form)(UErrorCode&)) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normaliser = form(status);
  if (U_FAILURE(status)) return std::string(text);
  UnicodeString out = normaliser->normalize(to_icu(text), status);
  return U_FAILURE(status) ? std::string(text) : to_utf8(out);
}

std::string decode_with(const char* encoding, std::string_view bytes) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter* converter = ucnv_open(encoding, &status);
  if (U_FAILURE(status)) return std::string(bytes);
  UnicodeString text(bytes.data(), static_cast<int32_t>(bytes.size()), converter, status);
  ucnv_close(converter);
  return U_FAILURE(status) ? std::string(bytes) : to_utf8(text);
}

/// Whether a repair is what somebody may have written: European letters and punctuation, or several
/// letters of any script. Else it is an accident of two neighbours, as in "d’être".
bool is_likely_text(std::string_view repaired, std::size_t damaged_size) {
  for (std::size_t at = 0; at < repaired.size();) {
    auto [c, length] = base::decode_utf8(repaired, at);
    bool latin =
        (c >= 0xa0 && c <= 0x17f) || (c >= 0x2010 && c <= 0x203a) || c == 0x20ac || c == 0x2122;
    if (!latin && !(damaged_size >= 6 && u_isalpha(static_cast<UChar32>(c)))) return false;
    at += length;
  }
  return true;
}

/// The message of a pattern whose arguments are whole ("on line {line}") and read as they are;
/// nullopt for one that needs a formatter. Small numbers have no marks between their digits.
std::optional<std::string> fill_plain(
    std::string_view pattern, const std::vector<std::pair<std::string, std::string>>& arguments) {
  constexpr std::size_t kDigitsWithoutMark = 3;
  if (pattern.find('\'') != pattern.npos) return std::nullopt;
  std::string out;
  std::size_t at = 0;
  for (std::size_t open; (open = pattern.find('{', at)) != pattern.npos;) {
    std::size_t close = pattern.find('}', open);
    std::string_view name = pattern.substr(open + 1, close - open - 1);
    auto argument = std::find_if(arguments.begin(), arguments.end(),
                                 [&](const auto& given) { return given.first == name; });
    if (close == pattern.npos || argument == arguments.end()) return std::nullopt;
    const std::string& value = argument->second;
    if (base::parse_integer(value) &&
        (value.size() > kDigitsWithoutMark || !base::is_digit(value[0]) || value[0] == '0'))
      return std::nullopt;
    out.append(pattern, at, open - at).append(value);
    at = close + 1;
  }
  return pattern.find('}', at) == pattern.npos ? std::optional(out.append(pattern, at))
                                               : std::nullopt;
}

/// Folds ASCII and precomposed Latin-1 letters, as most texts have no others; false where ICU is
/// needed.
bool fold_latin(std::string_view word, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < word.size(); ++i) {
    auto c = static_cast<unsigned char>(word[i]);
    if (c < 0x80) {
      out += base::to_lower(word[i]);
      continue;
    }
    if (c != 0xc3 || i + 1 == word.size()) return false;
    auto low = static_cast<unsigned char>(word[++i]);
    if ((low & 0xc0) != 0x80) return false;
    if (low == 0x9f) {
      out += "ss";
    } else {
      bool upper = low >= 0x80 && low <= 0x9e && low != 0x97;
      out += static_cast<char>(c);
      out += static_cast<char>(upper ? low + 0x20 : low);
    }
  }
  return true;
}

}  // namespace

std::string fold_case(std::string_view text) {
  if (is_ascii(text)) return base::to_lower(text);
  std::string folded;
  if (fold_latin(text, folded)) return folded;
  return normalise(text, icu::Normalizer2::getNFKCCasefoldInstance);
}

std::string lower_case(std::string_view text) {
  if (is_ascii(text)) return base::to_lower(text);
  return to_utf8(to_icu(text).toLower(icu::Locale::getRoot()));
}

std::string strip_marks(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  UnicodeString wide = to_icu(normalise(text, icu::Normalizer2::getNFKDInstance)), out;
  for (int32_t i = 0; i < wide.length(); i = wide.moveIndex32(i, 1)) {
    UChar32 c = wide.char32At(i);
    if (u_charType(c) != U_NON_SPACING_MARK) out.append(c);
  }
  return to_utf8(out);
}

std::string to_ascii(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::string out = normalise(text, icu::Normalizer2::getNFKDInstance);
  std::erase_if(out, [](char c) { return static_cast<signed char>(c) < 0; });
  return out;
}

std::string normalise_nfc(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  return normalise(text, icu::Normalizer2::getNFCInstance);
}

bool is_letter(char32_t c) {
  return u_isalpha(static_cast<UChar32>(c));
}
bool is_alphanumeric(char32_t c) {
  return u_isalnum(static_cast<UChar32>(c));
}
bool is_word_character(char32_t c) {
  return c == '_' || u_isalnum(static_cast<UChar32>(c));
}
bool is_unicode_space(char32_t c) {
  return u_isUWhiteSpace(static_cast<UChar32>(c));
}
bool is_upper_case(char32_t c) {
  return u_isupper(static_cast<UChar32>(c));
}
bool is_lower_case(char32_t c) {
  return u_islower(static_cast<UChar32>(c));
}

namespace {

std::map<std::string, std::string, std::less<>> list_emoji() {
  std::map<std::string, std::string, std::less<>> out;
  // Digits and signs below are emoji only with others.
  for (UChar32 c = 0x2000; c < 0x1fb00; ++c) {
    if (c == 0x3300) c = 0x1f000;
    if (!u_hasBinaryProperty(c, UCHAR_EMOJI)) continue;
    char buffer[100];
    UErrorCode error = U_ZERO_ERROR;
    u_charName(c, U_UNICODE_CHAR_NAME, buffer, sizeof buffer, &error);
    if (U_FAILURE(error)) continue;
    std::string name = base::to_lower(buffer);
    std::replace(name.begin(), name.end(), ' ', '_');
    std::string text;
    base::append_utf8(text, static_cast<char32_t>(c));
    // Drawn as a sign of text without the selector.
    if (!u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION)) text += "\ufe0f";
    for (std::string_view ending : {"_face", "_symbol"})
      if (name.ends_with(ending)) out.emplace(name.substr(0, name.size() - ending.size()), text);
    out.insert_or_assign(std::move(name), std::move(text));
  }
  return out;
}

}  // namespace

std::string emoji_of(std::string_view name) {
  static const auto emoji = list_emoji();
  auto found = emoji.find(name);
  return found == emoji.end() ? std::string() : found->second;
}

std::string flag_of(std::string_view region) {
  if (region.size() != 2 || !base::is_all(region, base::is_lower)) return {};
  std::string out;
  for (char letter : region)
    base::append_utf8(out, static_cast<char32_t>(0x1f1e6 + (letter - 'a')));
  return out;
}

std::string_view general_category(char32_t c) {
  static constexpr std::array<std::string_view, U_CHAR_CATEGORY_COUNT> names = {
      "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Me", "Mc", "Nd", "Nl", "No", "Zs", "Zl", "Zp",
      "Cc", "Cf", "Co", "Cs", "Pd", "Ps", "Pe", "Pc", "Po", "Sm", "Sc", "Sk", "So", "Pi", "Pf"};
  return names[static_cast<std::size_t>(u_charType(static_cast<UChar32>(c)))];
}

int display_width(char32_t c) {
  auto category = u_charType(static_cast<UChar32>(c));
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR)
    return 0;
  auto width = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

int display_width(std::string_view text) {
  int width = 0;
  for (std::size_t at = 0; at < text.size();) {
    auto [c, length] = base::decode_utf8(text, at);
    width += display_width(c);
    at += length;
  }
  return width;
}

int compare_for_language(std::string_view a, std::string_view b, std::string_view language) {
  thread_local std::map<std::string, std::unique_ptr<icu::Collator>> collators;
  auto& collator = collators[std::string(language)];
  UErrorCode status = U_ZERO_ERROR;
  if (!collator)
    collator.reset(
        icu::Collator::createInstance(icu::Locale(std::string(language).c_str()), status));
  if (U_FAILURE(status) || !collator) return a.compare(b);
  UErrorCode compare_status = U_ZERO_ERROR;
  int order = collator->compareUTF8(icu::StringPiece(a.data(), static_cast<int32_t>(a.size())),
                                    icu::StringPiece(b.data(), static_cast<int32_t>(b.size())),
                                    compare_status);
  return order != 0 ? order : a.compare(b);
}

std::string format_message(std::string_view pattern, std::string_view language,
                           const std::vector<std::pair<std::string, std::string>>& arguments) {
  if (auto plain = fill_plain(pattern, arguments)) return std::move(*plain);
  UErrorCode status = U_ZERO_ERROR;
  icu::MessageFormat format(to_icu(pattern), icu::Locale(std::string(language).c_str()), status);
  if (U_FAILURE(status)) return std::string(pattern);
  std::vector<UnicodeString> names;
  std::vector<icu::Formattable> values;
  for (const auto& [name, value] : arguments) {
    names.push_back(to_icu(name));
    if (auto number = base::parse_integer(value)) {
      values.emplace_back(static_cast<int64_t>(*number));
    } else {
      values.emplace_back(to_icu(value));
    }
  }
  UnicodeString out;
  format.format(names.data(), values.data(), static_cast<int32_t>(names.size()), out, status);
  return U_FAILURE(status) ? std::string(pattern) : to_utf8(out);
}

std::string format_long_date(long long seconds, std::string_view language) {
  // Making a format takes a hundred times as long as using it, which changes it.
  static thread_local std::map<std::string, std::unique_ptr<icu::DateFormat>, std::less<>> formats;
  auto known = formats.find(language);
  if (known == formats.end()) {
    icu::Locale locale(std::string(language).c_str());
    known =
        formats
            .emplace(language, icu::DateFormat::createDateInstance(icu::DateFormat::kLong, locale))
            .first;
    if (known->second) known->second->setTimeZone(*icu::TimeZone::getGMT());
  }
  const auto& format = known->second;
  if (!format) return "";
  UnicodeString out;
  format->format(static_cast<UDate>(seconds) * 1000, out);
  return to_utf8(out);
}

DecodedText decode_bytes(std::string bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) return {bytes.substr(3), "UTF-8", true};
  if (bytes.starts_with("\xff\xfe"))
    return {decode_with("UTF-16LE", std::string_view(bytes).substr(2)), "UTF-16LE", true};
  if (bytes.starts_with("\xfe\xff"))
    return {decode_with("UTF-16BE", std::string_view(bytes).substr(2)), "UTF-16BE", true};
  if (base::is_valid_utf8(bytes)) return {std::move(bytes), "UTF-8", false};
  UErrorCode status = U_ZERO_ERROR;
  UCharsetDetector* detector = ucsdet_open(&status);
  std::string encoding = "windows-1252";
  ucsdet_setText(detector, bytes.data(), static_cast<int32_t>(bytes.size()), &status);
  const UCharsetMatch* match = ucsdet_detect(detector, &status);
  if (U_SUCCESS(status) && match) {
    const char* name = ucsdet_getName(match, &status);
    // Latin-1 never uses 0x80-0x9f for text; browsers read it as Windows-1252, and so do we. A weak
    // match for a language that this text need not be in is no better than that.
    bool sure = ucsdet_getConfidence(match, &status) >= 50;
    if (U_SUCCESS(status) && name && sure && std::string_view(name) != "ISO-8859-1")
      encoding = name;
  }
  ucsdet_close(detector);
  return {decode_with(encoding.c_str(), bytes), encoding, false};
}

namespace {

/// An encoding for which UTF-8 may be mistaken, with its characters for the lead and continuation
/// bytes of UTF-8.
struct Misreading {
  const char* encoding;
  std::string_view name;
  std::u32string begins, goes_on;

  Misreading(const char* of, std::string_view shown) : encoding(of), name(shown) {
    std::string bytes;
    for (int byte = 0x80; byte <= 0xf4; ++byte) bytes += static_cast<char>(byte);
    const std::string text = decode_with(of, bytes);
    for (std::size_t at = 0, byte = 0x80; at < text.size(); ++byte) {
      auto [read, length] = base::decode_utf8(text, at);
      if (byte < 0xc0) goes_on += read;
      if (byte > 0xc1) begins += read;
      at += length;
    }
  }
  /// Whether the first two characters of a run can be one of UTF-8: those of words cannot.
  bool may_begin(std::string_view run) const {
    auto [first, length] = base::decode_utf8(run, 0);
    return begins.find(first) != begins.npos && length < run.size() &&
           goes_on.find(base::decode_utf8(run, length).value) != goes_on.npos;
  }
};

}  // namespace

std::vector<Mojibake> find_mojibake(std::string_view text) {
  static const Misreading kMisreadings[] = {{"macintosh", "Mac Roman"},
                                            {"windows-1252", "Windows-1252"}};
  std::vector<Mojibake> found;
  for (std::size_t at = 0; (at = find_beyond_ascii(text, at)) < text.size();) {
    std::size_t end = at;
    while (end < text.size() && static_cast<signed char>(text[end]) < 0) ++end;
    std::string_view run = text.substr(at, end - at);
    // A run of two or more code points that, written in the single-byte encoding, is valid UTF-8 of
    // fewer characters, was UTF-8 read in that encoding.
    for (const Misreading& misreading : kMisreadings) {
      if (!misreading.may_begin(run)) continue;
      UErrorCode status = U_ZERO_ERROR;
      UConverter* converter = ucnv_open(misreading.encoding, &status);
      if (U_FAILURE(status)) continue;
      ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                            &status);
      UnicodeString wide = to_icu(run);
      std::string bytes(static_cast<std::size_t>(wide.length()) * 4 + 1, '\0');
      int32_t length = ucnv_fromUChars(converter, bytes.data(), static_cast<int32_t>(bytes.size()),
                                       wide.getBuffer(), wide.length(), &status);
      ucnv_close(converter);
      if (U_FAILURE(status)) continue;
      bytes.resize(static_cast<std::size_t>(length));
      bool repaired = base::is_valid_utf8(bytes) && !is_ascii(bytes) &&
                      base::count_code_points(bytes) < base::count_code_points(run) &&
                      is_likely_text(bytes, base::count_code_points(run));
      if (!repaired) continue;
      found.push_back({at, end, std::move(bytes), std::string(misreading.name)});
      break;
    }
    at = end;
  }
  return found;
}

}  // namespace kbuild::source
