// The table of readers, and the choice of one by suffix or content.
#include "read/readers/readers.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "read/commonmark/reader.h"
#include "read/mediawiki/reader.h"
#include "read/mkdocs/reader.h"
#include "read/myst/reader.h"
#include "read/rst/reader.h"
#include "read/twiki/reader.h"

namespace kbuild::read {

namespace {

using source::FileId;
using source::SourceStore;

struct Row {
  Dialect dialect;
  std::string_view name;
  ReadResult (*read)(const SourceStore&, FileId, const Options&);
};

constexpr Row kReaders[] = {
    {Dialect::commonmark, "commonmark",
     [](const SourceStore& sources, FileId file, const Options& options) {
       return read_commonmark(sources, file, Dialect::commonmark, options);
     }},
    {Dialect::gfm, "gfm",
     [](const SourceStore& sources, FileId file, const Options& options) {
       return read_commonmark(sources, file, Dialect::gfm, options);
     }},
    {Dialect::mkdocs, "mkdocs", read_mkdocs},
    {Dialect::myst, "myst", read_myst},
    {Dialect::rst, "rst", read_rst},
    {Dialect::mediawiki, "mediawiki", read_mediawiki},
    {Dialect::twiki, "twiki", read_twiki},
};

struct Suffix {
  std::string_view suffix;
  Dialect dialect;
};
constexpr Suffix kSuffixes[] = {
    {".md", Dialect::mkdocs},      {".markdown", Dialect::mkdocs},
    {".rst", Dialect::rst},        {".mediawiki", Dialect::mediawiki},
    {".wiki", Dialect::mediawiki}, {".xml", Dialect::mediawiki},
    {".twiki", Dialect::twiki},
};

bool is_adornment(std::string_view line) {
  line = base::trim_right(line);
  return line.size() >= 3 && base::is_punctuation(line[0]) &&
         line.find_first_not_of(line[0]) == line.npos;
}

}  // namespace

ReadResult read(const SourceStore& sources, FileId file, Dialect dialect, const Options& options) {
  for (const Row& row : kReaders)
    if (row.dialect == dialect) return row.read(sources, file, options);
  return {};
}

std::string_view dialect_name(Dialect dialect) {
  for (const Row& row : kReaders)
    if (row.dialect == dialect) return row.name;
  return "";
}

std::optional<Dialect> find_dialect(std::string_view name) {
  for (const Row& row : kReaders)
    if (row.name == name) return row.dialect;
  return std::nullopt;
}

Dialect detect_dialect(std::string_view path, std::string_view text) {
  for (const Suffix& row : kSuffixes)
    if (base::extension(path) == row.suffix) return row.dialect;
  int mediawiki = 0, twiki = 0, rst = 0, markdown = 0;
  std::string_view previous;
  bool fenced = false;
  for (std::string_view line : base::split_lines(text)) {
    if (line.starts_with("```") || line.starts_with("~~~")) {
      fenced = !fenced;
      markdown += 2;
    }
    if (fenced) continue;
    if (line.starts_with("{|") || line.starts_with("{{")) mediawiki += 2;
    if (line.size() > 4 && line.starts_with("==") && base::trim_right(line).ends_with("==") &&
        !is_adornment(line))
      mediawiki += 2;
    std::size_t open = line.find("[["), bar = line.find('|', open == line.npos ? 0 : open);
    if (open != line.npos && bar != line.npos && line.find("]]", bar) != line.npos) mediawiki += 2;
    if (line.starts_with("%META:") || line.starts_with("---+") || line.starts_with("%TOC"))
      twiki += 3;
    if (line.starts_with(".. ") && line.find("::") != line.npos) rst += 3;
    if (line.starts_with(".. _") || line.find(":ref:`") != line.npos ||
        line.find(":doc:`") != line.npos)
      rst += 3;
    bool adorned = is_adornment(line) && !base::trim(previous).empty() &&
                   !base::is_space(previous[0]) && !is_adornment(previous) &&
                   base::count_code_points(previous) <= line.size();
    // "---" and "===" below text are headings in Markdown, too.
    if (adorned && line[0] != '|')
      (line[0] == '=' || line[0] == '-') ? ++rst, ++markdown : rst += 3;
    if (line.starts_with("# ") || line.starts_with("## ") || line.starts_with("### "))
      markdown += 2;
    if (line.find("](") != line.npos) markdown += 2;
    previous = line;
  }
  int best = std::max({mediawiki, twiki, rst, markdown});
  if (best == 0 || markdown == best) return Dialect::mkdocs;
  if (rst == best) return Dialect::rst;
  return mediawiki == best ? Dialect::mediawiki : Dialect::twiki;
}

}  // namespace kbuild::read
