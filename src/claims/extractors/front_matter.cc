// What front matter says: the systems of a catalogue's entry, and the author's explicit statement
// of versions,
//   product: PyTorch
//   versions:
//     - {version: 2.7.1, system: LUMI, status: default, module: pytorch/2.7, date: 2025-06-26}
//     - {version: 2.6.0, systems: [Puhti, Mahti]}
// which wins over everything that is inferred.
#include "base/text.h"
#include "claims/extraction/extraction.h"
#include "page/front_matter_keys.h"

namespace kbuild::claims {

namespace {

using namespace diag::literals;
using meta::Value;

/// A system written as a string, as {name: X, status: s}, or as {X: note}.
struct Availability {
  std::string system;
  ClaimStatus status = ClaimStatus::available;
};

Availability availability_of(const Value& item) {
  if (item.is_scalar()) return {item.text()};
  if (!item.is_mapping() || item.members.empty()) return {};
  Availability out{item["system"].text(item["name"].text())};
  if (out.system.empty()) out.system = item.members.front().key.text();
  parse_status(item["status"].text(), out.status);
  return out;
}

void claim_available_on(Extraction& extraction) {
  const Value& available = page::stated_systems(extraction.page);
  if (!extraction.product) return;
  auto claim = [&](const Value& item) {
    Availability availability = availability_of(item);
    if (availability.system.empty()) return;
    source::Span place = item.span ? item.span : available.span;
    Draft draft{*extraction.product,
                {},
                availability.status,
                ClaimKind::front_matter,
                "catalog-available-on"};
    extraction.add_at(draft,
                      extraction.vocabulary.name(extraction.vocabulary.add(
                          vocabulary::NameKind::system, availability.system)),
                      {}, place);
  };
  for (const Value& item : available.items) claim(item);
  if (available.is_scalar()) claim(available);
}

void claim_statement(Extraction& extraction, std::uint32_t product, const Value& item) {
  Draft draft{product, item.is_scalar() ? item.text() : item["version"].text(),
              ClaimStatus::available, ClaimKind::explicit_statement, "front-matter-versions"};
  if (std::string word = item["status"].text(); !word.empty() && !parse_status(word, draft.status))
    extraction.diagnostics.push_back({"KB0608"_code, item["status"].span, {word}});
  draft.module = item["module"].text();
  draft.date = item["date"].text(item["since"].text());
  std::vector<std::string> systems =
      item["system"] ? item["system"].texts() : item["systems"].texts();
  if (draft.version.empty()) {
    extraction.diagnostics.push_back({"KB0607"_code, item.span, {}});
    return;
  }
  if (systems.empty())
    for (std::uint32_t system : extraction.page_systems)
      systems.push_back(extraction.vocabulary.name(system));
  if (systems.empty()) systems.emplace_back();
  for (const std::string& system : systems) extraction.add_at(draft, system, {}, item.span);
}

}  // namespace

void extract_front_matter(Extraction& extraction) {
  claim_available_on(extraction);
  const Value& matter = extraction.page.content.front_matter;
  page::check_statement(matter, extraction.diagnostics);
  if (page::stated_product(matter).empty() || !extraction.product) return;
  const Value& versions = matter["versions"];
  for (const Value& item : versions.items) claim_statement(extraction, *extraction.product, item);
  // {LUMI: [2.7.1, 2.6.0]}: one list for each system.
  for (const auto& [system, list] : versions.members)
    for (const std::string& version : list.texts()) {
      Draft draft{*extraction.product, version, ClaimStatus::available,
                  ClaimKind::explicit_statement, "front-matter-versions"};
      extraction.add_at(draft, system.text(), {}, list.span ? list.span : system.span);
    }
}

}  // namespace kbuild::claims
