// Reports code blocks that differ between a translation and its original. The blocks are aligned by
// content (longest common subsequence), so that an added block doesn't affect others. One finding
// for each page.
#include <algorithm>

#include "check/site_checks.h"

namespace kbuild::check {

namespace {

using namespace diag::literals;
using Marks = std::vector<snippets::CodeMark>;

constexpr std::size_t kMaxBlocks = 400;

Marks code_of(const CheckedPage& page) {
  Marks out;
  if (!page.code) return out;
  for (const snippets::CodeMark& mark : *page.code)
    if (mark.digest != 0) out.push_back(mark);
  if (out.size() > kMaxBlocks) out.resize(kMaxBlocks);
  return out;
}

struct Drift {
  /// Blocks of the translation that the original lacks, and vice versa.
  std::vector<std::size_t> here, there;
};

Drift align(const Marks& here, const Marks& there) {
  std::size_t n = here.size(), m = there.size();
  std::vector<std::vector<std::uint16_t>> length(n + 1, std::vector<std::uint16_t>(m + 1, 0));
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = m; k-- > 0;)
      length[i][k] = here[i].digest == there[k].digest
                         ? static_cast<std::uint16_t>(length[i + 1][k + 1] + 1)
                         : std::max(length[i + 1][k], length[i][k + 1]);
  Drift out;
  std::size_t i = 0, k = 0;
  while (i < n || k < m) {
    if (i < n && k < m && here[i].digest == there[k].digest) {
      ++i;
      ++k;
    } else if (k == m || (i < n && length[i + 1][k] >= length[i][k + 1])) {
      out.here.push_back(i++);
    } else {
      out.there.push_back(k++);
    }
  }
  return out;
}

}  // namespace

void check_code_drift(const SiteInput& input, diag::Diagnostics& out) {
  const std::vector<std::string>& languages = input.index.languages();
  for (const CheckedPage& checked : input.pages) {
    const site::SitePage& page = input.index.pages()[checked.page];
    if (page.is_fallback() || page.language == languages.front()) continue;
    site::PageId original = input.index.translations(checked.page).front();
    if (original == site::kNoPage || input.index.pages()[original].is_fallback()) continue;
    Marks here = code_of(checked), there = code_of(input.pages[original]);
    Drift drift = align(here, there);
    if (drift.here.empty() && drift.there.empty()) continue;
    page::Place place = drift.here.empty() ? checked.places->title : here[drift.here.front()].place;
    diag::Diagnostic finding{"KB0714"_code,
                             input.locate(checked.page, place),
                             {input.index.pages()[original].path, std::to_string(drift.here.size()),
                              std::to_string(drift.there.size())}};
    if (!drift.there.empty())
      finding.notes.push_back({input.locate(original, there[drift.there.front()].place),
                               "the original begins to differ here"});
    out.push_back(std::move(finding));
  }
}

}  // namespace kbuild::check
