// See declared.h. Readers leave the attributes of the class as "data-system" and so on.
#include "claims/reader/declared.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "vocabulary/dates.h"

namespace kbuild::claims::reader {

namespace {

using namespace diag::literals;

const std::vector<std::string_view> kKeys = {"system", "systems", "product", "date", "status"};

bool can_declare(ClaimKind kind) {
  return kind == ClaimKind::table || kind == ClaimKind::list || kind == ClaimKind::console;
}

/// "Puhti, Mahti", as the vocabulary spells them.
std::vector<std::string> systems_of(const Declaration& declaration,
                                    const vocabulary::Vocabulary& vocabulary) {
  std::vector<std::string> systems;
  for (const std::string& written : declaration.systems) {
    auto known = vocabulary.whole(written, vocabulary::NameKind::system);
    systems.push_back(known ? vocabulary.name(*known) : written);
  }
  return systems;
}

bool is_date(std::string_view text) {
  std::size_t length = 0;
  return !vocabulary::parse_date(text, length).empty() && length == text.size();
}

void report_attributes(const Declaration& declaration, source::Span span,
                       diag::Diagnostics& diagnostics) {
  for (const std::string& key : declaration.unknown_keys) {
    std::string_view meant = base::nearest(key, kKeys);
    diagnostics.push_back({"KB0641"_code, span, {key, std::string(meant)}});
  }
  ClaimStatus status = ClaimStatus::available;
  if (!declaration.status.empty() && !parse_status(declaration.status, status))
    diagnostics.push_back({"KB0608"_code, span, {declaration.status}});
  if (!declaration.date.empty() && !is_date(declaration.date))
    diagnostics.push_back({"KB0614"_code, span, {declaration.date}});
}

/// An assertion of several versions, one for each; of one, itself.
void add_each_version(Assertion assertion, Assertions& out) {
  std::string versions = std::move(assertion.version);
  for (std::string_view version : base::split(versions, ',')) {
    assertion.version = base::trim(version);
    out.push_back(assertion);
  }
}

}  // namespace

std::shared_ptr<const Declaration> declaration_of(const doc::Attributes& attributes,
                                                  source::Span span) {
  if (!attributes.has_class("versions")) return nullptr;
  Declaration declaration;
  declaration.span = span;
  for (const auto& [name, value] : attributes.items) {
    if (!name.starts_with("data-")) continue;
    std::string_view key = std::string_view(name).substr(5);
    if (key == "product") declaration.product = value;
    if (key == "date") declaration.date = value;
    if (key == "status") declaration.status = value;
    if (key == "system" || key == "systems")
      for (std::string_view system : base::split(value, ','))
        if (!base::trim(system).empty()) declaration.systems.emplace_back(base::trim(system));
    if (!base::nearest(key, kKeys).empty() &&
        std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
      declaration.unknown_keys.emplace_back(key);
  }
  return std::make_shared<const Declaration>(std::move(declaration));
}

void declare(Assertions& assertions, const Outline& outline, const Subject& subject,
             diag::Diagnostics& diagnostics) {
  std::map<const Declaration*, std::size_t> read;
  for (const Passage& passage : outline.passages)
    if (passage.declared) read.emplace(passage.declared.get(), 0);
  if (read.empty()) return;
  Assertions out;
  for (Assertion& assertion : assertions) {
    const Declaration* declaration =
        assertion.passage == kNone ? nullptr : outline.passages[assertion.passage].declared.get();
    std::vector<std::string> systems;
    if (declaration) systems = systems_of(*declaration, subject.vocabulary);
    bool several = assertion.version.find(',') != std::string::npos;
    if (!declaration || !can_declare(assertion.kind) || (several && systems.empty())) {
      out.push_back(std::move(assertion));
      continue;
    }
    ++read[declaration];
    assertion.kind = ClaimKind::explicit_statement;
    if (assertion.systems.empty() || several) assertion.systems = std::move(systems);
    if (assertion.date.empty() && is_date(declaration->date)) assertion.date = declaration->date;
    if (assertion.status == ClaimStatus::available)
      parse_status(declaration->status, assertion.status);
    add_each_version(std::move(assertion), out);
  }
  assertions = std::move(out);
  for (std::size_t i = 0; i < outline.passages.size(); ++i) {
    const Declaration* declaration = outline.passages[i].declared.get();
    auto found = declaration ? read.find(declaration) : read.end();
    if (found == read.end()) continue;
    report_attributes(*declaration, declaration->span, diagnostics);
    if (found->second == 0)
      diagnostics.push_back(
          {product_above(outline, subject, i).empty() ? "KB0642"_code : "KB0643"_code,
           declaration->span,
           {}});
    read.erase(found);
  }
}

}  // namespace kbuild::claims::reader
