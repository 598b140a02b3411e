// The table of extractors; see extract.h.
#include "claims/extractors/extract.h"

#include "claims/extraction/extraction.h"

namespace kbuild::claims {

namespace {

struct ExtractorRow {
  std::string_view name;
  void (*extract)(Extraction&);
};

/// In the order in which they run: sources of more trust first. News come after tables, which say
/// what "all systems" are.
constexpr ExtractorRow kExtractors[] = {
    {"front-matter", extract_front_matter},
    {"tables", extract_tables},
    {"lists", extract_lists},
    {"console", extract_console},
    {"module-loads", extract_module_loads},
    {"containers", extract_containers},
    {"user-installs", extract_user_installs},
    {"headings", extract_headings},
    {"news", extract_news},
    {"prose", extract_prose},
    {"defaults", extract_defaults},
    {"constraints", extract_constraints},
    {"named-modules", extract_named_modules},
};

}  // namespace

std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics) {
  const meta::Value& front = page.content.front_matter;
  if (front["draft"].boolean().value_or(false) || !front["claims"].boolean().value_or(true))
    return {};
  Extraction extraction(page, diagnostics);
  for (const ExtractorRow& row : kExtractors) row.extract(extraction);
  return extraction.take();
}

}  // namespace kbuild::claims
