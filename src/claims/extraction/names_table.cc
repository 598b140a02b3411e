// Decides what the headers of table columns are; see names_table.h.
#include "claims/extraction/names_table.h"

#include <algorithm>

#include "base/text.h"
#include "claims/extraction/names.h"
#include "claims/extraction/scope.h"
#include "vocabulary/nouns.h"
#include "vocabulary/word_list.h"

namespace kbuild::claims {

namespace {

/// Maximum length of a status in words ("no longer", "deprecated"), in bytes.
constexpr std::size_t kMaxStatusLength = 24;
/// Headers of columns of versions that aren't systems.
constexpr std::string_view kNotNames[] = {
    "version",   "default",     "latest",        "stable",      "newest",     "current",
    "old",       "module",      "minimum",       "maximum",     "tested",     "oldest",
    "supported", "required",    "release",       "recommended", "versio",     "uusin",
    "oletus",    "legacy",      "previous",      "upstream",    "notes",      "conda",
    "container", "modules",     "modern",        "production",  "testing",    "beta",
    "ubuntu",    "centos",      "rocky",         "serial",      "parallel",   "double",
    "mixed",     "interactive", "installed",     "available",   "deprecated", "status",
    "comment",   "comments",    "documentation", "academic",    "commercial", "free",
    "licence",   "license",     "training",      "inference",   "threads",    "distributed"};

/// Whether the text is also the heading of a section: software that the page goes on to describe.
bool is_heading(const Extraction& extraction, std::string_view text) {
  return std::any_of(extraction.passages.begin(), extraction.passages.end(),
                     [&](const Passage& passage) {
                       return passage.kind == PassageKind::heading && !text.empty() &&
                              base::equals_ignoring_case(base::trim(passage.text()), text);
                     });
}

/// Whether a column has a header but no content.
bool is_blank(const Grid& grid, std::size_t body, std::size_t column) {
  if (!can_be_system(bare_word(base::trim(grid.rows[body - 1][column].text())))) return false;
  return std::all_of(grid.rows.begin() + static_cast<std::ptrdiff_t>(body), grid.rows.end(),
                     [&](const auto& row) { return base::trim(row[column].text()).empty(); });
}

}  // namespace

bool is_other_header(std::string_view header) {
  return vocabulary::is_one_of(kNotNames, base::to_lower(header));
}

bool may_be_place(const vocabulary::Vocabulary& vocabulary, std::string_view header) {
  return can_be_system(header) && !is_no_place(header) && !is_other_header(header) &&
         vocabulary.find(header, vocabulary::Expectation::name).empty();
}

bool is_name_with_remark(std::string_view text) {
  std::size_t open = text.find(" (");
  if (open == text.npos || !text.ends_with(')')) return false;
  std::string_view name = text.substr(0, open);
  std::string_view remark = text.substr(open + 2, text.size() - open - 3);
  return can_be_system(name) && !vocabulary::is_one_of(kNotNames, base::to_lower(name)) &&
         !remark.empty() && std::all_of(remark.begin(), remark.end(), [](char c) {
           return base::is_alnum(c) || c == '-' || c == '_';
         });
}

bool is_systems_header(std::string_view header) {
  if (base::starts_with_ignoring_case(header, "hpc ")) header = header.substr(4);
  return vocabulary::is_system_noun(header.substr(0, header.find_first_of(" (")));
}

bool is_version_column(const Extraction& extraction, const Grid& grid, std::size_t body,
                       std::size_t column) {
  if (column == 0) return false;
  auto header_of = [&](std::size_t at) {
    return bare_word(base::trim(grid.rows[body - 1][at].text()));
  };
  auto holds_versions = [&](std::size_t at) {
    std::size_t filled = 0, numbers = 0, dotted = 0;
    for (std::size_t row = body; row < grid.rows.size(); ++row) {
      std::string_view text = base::trim(grid.rows[row][at].text());
      filled += read_mark(text, false).meaning == Mark::Meaning::other;
      numbers += !text.empty() && base::is_digit(text[0]);
      dotted += vocabulary::match_version(text, 0).dotted;
    }
    return dotted > 0 && numbers * 2 >= filled;
  };
  auto is_known = [&](std::size_t at) {
    return extraction.vocabulary.whole(header_of(at), vocabulary::NameKind::system).has_value();
  };
  auto counts = [&](std::size_t at) {
    std::string_view header = header_of(at);
    return can_be_system(header) && !vocabulary::is_one_of(kNotNames, base::to_lower(header)) &&
           extraction.vocabulary.find(header, vocabulary::Expectation::name).empty() &&
           holds_versions(at);
  };
  if (!counts(column)) return false;
  std::size_t products = 0, columns = 0, known = 0, rows = grid.rows.size() - body;
  for (std::size_t row = body; row < grid.rows.size(); ++row) {
    std::string_view text = base::trim(grid.rows[row][0].text());
    products += extraction.vocabulary.whole(text, vocabulary::NameKind::product) ||
                is_heading(extraction, text);
  }
  for (std::size_t at = 1; at < grid.columns(); ++at) {
    columns += counts(at) || is_blank(grid, body, at);
    known += is_known(at) && holds_versions(at);
  }
  // If another column is a known system, a few known names of software are enough.
  if (known > 0) return products * 8 >= rows;
  return products * 2 >= rows && columns > 1;
}

bool is_column_of_marks(const Grid& grid, std::size_t body, std::size_t column) {
  std::size_t filled = 0, marks = 0;
  for (std::size_t row = body; row < grid.rows.size(); ++row) {
    std::string_view text = base::trim(grid.rows[row][column].text());
    Mark::Meaning meaning = read_mark(text, false).meaning;
    bool words = text.size() <= kMaxStatusLength && (!vocabulary::find_cues(text).empty() ||
                                                     base::starts_with_ignoring_case(text, "no "));
    filled += meaning != Mark::Meaning::none;
    marks += meaning != Mark::Meaning::none && (meaning != Mark::Meaning::other || words);
  }
  return filled > 0 && marks * 5 >= filled * 4;
}

}  // namespace kbuild::claims
