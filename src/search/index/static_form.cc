// Writes blocks, texts and word lists in the format of the static index; see static_form.h.
#include "search/index/static_form.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/text.h"
#include "search/index/rows.h"
#include "search/language/analyser.h"

namespace kbuild::search {

namespace {

constexpr char kWord = static_cast<char>(Field::word);
constexpr char kStem = static_cast<char>(Relation::stem);
constexpr char kLemma = static_cast<char>(Relation::lemma);
constexpr char kRoot = static_cast<char>(Relation::root);
constexpr char kBetween = '\f';
/// Languages that the reader has a stemmer for.
constexpr std::array<std::string_view, 2> kStemmed = {"en", "fi"};

class BlockPacker {
 public:
  BlockPacker(std::string_view content, std::string_view language)
      : rows_(read_rows(content)),
        stems_(std::find(kStemmed.begin(), kStemmed.end(), language) != kStemmed.end()) {}

  std::string run() {
    // References are distances between rows that stay.
    std::vector<std::string> data;
    for (const Row& row : rows_) {
      data.push_back(packed(row));
      places_.push_back(data.back().empty() ? kNowhere : next_place_++);
    }
    std::string texts, entries;
    std::string_view before;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (data[i].empty()) continue;
      if (!texts.empty()) (texts += '\n', entries += '\n');
      add_rest(texts, before, rows_[i].text);
      before = rows_[i].text;
      for_each_entry(std::string_view(data[i]).substr(1), [&](std::string_view entry) {
        bool refers = entry[0] == kLemma || entry[0] == kRoot;
        if (entry[0] != kWord) (entries += '\t') += entry[0];
        entries += refers ? with_references(i, entry.substr(1)) : entry.substr(1);
      });
    }
    return texts + kBetween + entries;
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  /// The entries of a row that stay, a TAB before each; lemmas' and roots' as they are.
  std::string packed(const Row& row) {
    std::string out;
    if (row.text.find(kBetween) != row.text.npos || row.data.find(kBetween) != row.data.npos)
      return out;
    for_each_entry(row.data, [&](std::string_view entry) {
      std::optional<std::string> kept = packed(row, entry[0], entry.substr(1));
      if (kept) (((out += '\t') += entry[0]) += *kept);
    });
    return out;
  }
  std::optional<std::string> packed(const Row& row, char letter, std::string_view entry) {
    switch (letter) {
      case static_cast<char>(Relation::part): return std::nullopt;
      case kStem:
        if (!stems_) break;
        return without(row, entry, [&](const Row& form) { return has(form, kWord); });
      case kLemmasOfForm:
        return without(row, entry, [&](const Row& key) { return names(key, kLemma, row.text); });
      case kRootsOfForm:
        return without(row, entry, [&](const Row& key) { return names(key, kRoot, row.text); });
      case kPartsOfForm:
        if (entry == last_parts_) return "";
        last_parts_ = entry;
        break;
      case kPartsByVocabulary: return split(row.text, entry);
      default: break;
    }
    return std::string(entry);
  }

  static bool has(const Row& row, char letter) { return !entry_of(row.data, letter).empty(); }
  static bool names(const Row& key, char letter, std::string_view form) {
    std::vector<std::string> forms = read_forms(key.text, entry_of(key.data, letter));
    return std::find(forms.begin(), forms.end(), form) != forms.end();
  }

  /// Calls body(form as written, row of the form or null) for each.
  template <class Body>
  void for_each_form(const Row& row, std::string_view forms, Body body) const {
    for (std::size_t at = 0; at < forms.size();) {
      std::size_t end = std::min(forms.find(' ', at), forms.size());
      std::string_view written = forms.substr(at, end - at);
      at = end + 1;
      std::vector<std::string> form = read_forms(row.text, written);
      if (!form.empty()) body(written, find_row(rows_, form.front()));
    }
  }
  /// The forms except those of this block for which `known` is true; nullopt if none is left.
  template <class Known>
  std::optional<std::string> without(const Row& row, std::string_view forms, Known known) const {
    std::string out;
    for_each_form(row, forms, [&](std::string_view written, const Row* here) {
      if (here && known(*here)) return;
      if (!out.empty()) out += ' ';
      out += written;
    });
    if (out.empty()) return std::nullopt;
    return out;
  }
  /// Forms; those of this block as references without inlined postings.
  std::string with_references(std::size_t at, std::string_view forms) const {
    std::string references, others;
    std::uint32_t last = places_[at];
    for_each_form(rows_[at], forms, [&](std::string_view written, const Row* here) {
      std::uint32_t place =
          here ? places_[static_cast<std::size_t>(here - rows_.data())] : kNowhere;
      bool first = references.empty();
      if (place == kNowhere || (!first && place <= last)) {
        (others += ' ') += written;
        return;
      }
      if (first)
        add_number(references, place < last ? (last - place) * 2 - 1 : (place - last) * 2);
      else
        add_number(references, place - last - 1);
      last = place;
    });
    return references + others;
  }

  static std::string split(std::string_view text, std::string_view parts) {
    std::size_t plus = parts.find('+');
    std::string_view left = parts.substr(0, plus);
    std::size_t length = base::count_code_points(left);
    bool whole = plus != parts.npos && length < kDigits.size() && text.starts_with(left) &&
                 text.substr(left.size()) == parts.substr(plus + 1);
    return whole ? std::string(1, kDigits[length]) : std::string(parts);
  }

  const Rows rows_;
  const bool stems_;
  std::string_view last_parts_;
  /// By row, its number among those that stay.
  std::vector<std::uint32_t> places_;
  std::uint32_t next_place_ = 0;
};

/// Adds a text in which none of these characters may occur.
void add_field(std::string& out, std::string_view text, std::string_view separators) {
  for (char c : text) out += separators.find(c) == separators.npos ? c : ' ';
}
constexpr std::string_view kOfTexts = "\v\f", kOfNames = "\t\v\f";

}  // namespace

std::string script_of(std::string_view text) {
  std::string out = "kb`";
  for (char c : text) {
    if (c == '`' || c == '\\' || c == '$') out += '\\';
    out += c == '\r' ? ' ' : c;
  }
  return out + "`";
}

std::string packed_block(std::string_view content, std::string_view language) {
  return BlockPacker(content, language).run();
}

std::string packed_texts(const StoredPage& page, const StoredTexts& texts, std::uint32_t begin,
                         std::uint32_t end) {
  std::string out;
  add_field(out, page.url, kOfNames);
  out += '\t';
  add_field(out, page.title, kOfNames);
  for (std::uint32_t s = begin; s < end && s < texts.sections.size(); ++s) {
    const SectionText& text = texts.sections[s];
    out += '\f';
    if (text.headings.empty() || anchor_of(text.headings.back()) != text.anchor)
      add_field(out, text.anchor, kOfNames);
    for (const std::string& heading : text.headings) {
      out += '\t';
      add_field(out, heading, kOfNames);
    }
    out += '\v';
    add_field(out, text.body, kOfTexts);
    if (text.code.empty()) continue;
    out += '\v';
    add_field(out, text.code, kOfTexts);
  }
  return out;
}

std::string anchor_of(std::string_view heading) {
  std::string out;
  for (char c : heading) {
    if (static_cast<unsigned char>(c) >= 0x80) return "";
    if (base::is_alnum(c) || c == '_')
      out += base::to_lower(c);
    else if ((c == ' ' || c == '-') && !out.empty() && out.back() != '-')
      out += '-';
  }
  if (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

}  // namespace kbuild::search
