// What front matter says: the systems of a catalogue's entry, and the author's explicit statement
// of versions,
//   product: PyTorch
//   versions:
//     - {version: 2.7.1, system: LUMI, status: default, module: pytorch/2.7, date: 2025-06-26}
//     - {version: 2.6.0, systems: [Puhti, Mahti]}
// or {LUMI: [2.7.1, 2.6.0]}, which wins over everything that is read.
#include "claims/reader/assertion.h"
#include "page/front_matter_keys.h"

namespace kbuild::claims::reader {

namespace {

using namespace diag::literals;
using meta::Value;

class StatementReader {
 public:
  StatementReader(const Subject& subject, diag::Diagnostics& diagnostics, Assertions& out)
      : subject_(subject), diagnostics_(diagnostics), out_(out) {}

  /// A system written as a string, as {name: X, status: s}, or as {X: {status: s}}; other mappings
  /// say something else of the catalogue's entry, such as {web_interfaces: [X]}.
  void read_availability(const Value& item, source::Span place) {
    Assertion made = assertion("catalog-available-on", ClaimKind::front_matter, place);
    std::string system = item.text();
    if (item.is_mapping() && !item.members.empty()) {
      system = item["system"].text(item["name"].text());
      const Value& status = item["status"] ? item["status"] : item.members.front().value["status"];
      if (system.empty()) {
        if (!item.members.front().value.is_mapping()) return;
        system = item.members.front().key.text();
      }
      parse_status(status.text(), made.status);
    }
    if (system.empty()) return;
    made.systems = {spelled(system)};
    out_.push_back(std::move(made));
  }

  void read_version(const Value& item) {
    Assertion made = assertion("front-matter-versions", ClaimKind::explicit_statement, item.span);
    made.version = item.is_scalar() ? item.text() : item["version"].text();
    if (made.version.empty()) {
      diagnostics_.push_back({"KB0607"_code, item.span, {}});
      return;
    }
    if (std::string word = item["status"].text(); !word.empty() && !parse_status(word, made.status))
      diagnostics_.push_back({"KB0608"_code, item["status"].span, {word}});
    made.module = item["module"].text();
    made.date = item["date"].text(item["since"].text());
    const Value& systems = item["system"] ? item["system"] : item["systems"];
    for (const std::string& system : systems.texts()) made.systems.push_back(spelled(system));
    if (made.systems.empty()) made.systems = subject_.systems;
    out_.push_back(std::move(made));
  }

  void read_versions_of(const std::string& system, const Value& versions, source::Span key) {
    for (const std::string& version : versions.texts()) {
      Assertion made = assertion("front-matter-versions", ClaimKind::explicit_statement,
                                 versions.span ? versions.span : key);
      made.version = version;
      made.systems = {spelled(system)};
      out_.push_back(std::move(made));
    }
  }

 private:
  Assertion assertion(std::string_view rule, ClaimKind kind, source::Span place) const {
    Assertion made{subject_.product};
    made.rule = rule;
    made.kind = kind;
    made.place = place;
    return made;
  }

  std::string spelled(const std::string& system) const {
    auto known = subject_.vocabulary.whole(system, vocabulary::NameKind::system);
    return known ? subject_.vocabulary.name(*known) : system;
  }

  const Subject& subject_;
  diag::Diagnostics& diagnostics_;
  Assertions& out_;
};

}  // namespace

Assertions assert_front_matter(const Outline& outline, const Subject& subject,
                               diag::Diagnostics& diagnostics) {
  Assertions out;
  StatementReader reader(subject, diagnostics, out);
  const Value& matter = outline.page.content.front_matter;
  page::check_statement(matter, diagnostics);
  if (subject.product.empty()) return out;
  const Value& available = page::stated_systems(outline.page);
  for (const Value& item : available.items)
    reader.read_availability(item, item.span ? item.span : available.span);
  if (available.is_scalar()) reader.read_availability(available, available.span);
  if (page::stated_product(matter).empty()) return out;
  const Value& versions = matter["versions"];
  for (const Value& item : versions.items) reader.read_version(item);
  for (const auto& [system, list] : versions.members)
    reader.read_versions_of(system.text(), list, system.span);
  return out;
}

}  // namespace kbuild::claims::reader
