// The table of front matter keys, their JSON Schema and the check; see front_matter_keys.h.
#include "page/front_matter_keys.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "meta/schema.h"
#include "vocabulary/dates.h"

namespace kbuild::page {

namespace {

using namespace diag::literals;
using meta::KeyRow;
using meta::KeyType;
using meta::Value;

constexpr std::string_view kEntry = "versions[].";
constexpr std::string_view kDates[] = {"date", "since", "until"};

const std::vector<KeyRow>& front_matter_keys() {
  static const std::string entry = "catalog.";
  static const meta::CatalogKeys usual;
  static const std::string licence = entry + usual.licence, web = entry + usual.web,
                           disciplines = entry + usual.disciplines, systems = entry + usual.systems;
  static const std::vector<KeyRow> keys = {
      {"title", KeyType::text, "The page's title; else its first heading"},
      {"description", KeyType::text, "One sentence for search engines and lists of pages"},
      {"date", KeyType::text, "Of the last change that readers should know of"},
      {"draft", KeyType::boolean, "Not published, and claims nothing"},
      {"claims", KeyType::text,
       "read; declared: only what authors declare is published; off: an example or a manual, of "
       "which nothing is inferred"},
      {"order", KeyType::any, "Place among the pages beside it"},
      {"tags", KeyType::text_list, "Words to find the page by"},
      {"search", KeyType::mapping, "How search treats the page"},
      {"search.boost", KeyType::any, "Factor of its rank"},
      {"search.exclude", KeyType::boolean, "Not to be found"},
      {"catalog", KeyType::mapping, "Entry of a catalogue of software"},
      {"catalog.name", KeyType::text, "The software's name"},
      {"catalog.description", KeyType::text, "What it does"},
      {licence, KeyType::text, "Kind of its licence"},
      {disciplines, KeyType::text_list, "Fields that use it"},
      {systems, KeyType::any, "Systems: names, or a mapping of a name to {status}"},
      {web, KeyType::text_list, "Systems where a browser reaches it"},
      {"product", KeyType::text, "What 'versions' are versions of"},
      {"versions", KeyType::mapping_list,
       "The author's own statement: wins over all that is inferred"},
      {"versions[].version", KeyType::text, "2.7.1; a series 2.7 names every 2.7.x"},
      {"versions[].system", KeyType::text, "One system"},
      {"versions[].systems", KeyType::text_list, "Several; without any the page's systems"},
      {"versions[].status", KeyType::text,
       "default, available, limited, deprecated, unavailable or removed"},
      {"versions[].module", KeyType::text, "What to load: example/2.7"},
      {"versions[].date", KeyType::text, "When the statement was made"},
      {"versions[].since", KeyType::text, "First day that it holds; stands for 'date'"},
      {"versions[].until", KeyType::text, "Last day that it holds"},
      {"versions[].note", KeyType::text, "A remark for readers"},
  };
  return keys;
}

std::vector<std::string_view> entry_keys() {
  std::vector<std::string_view> keys;
  for (const KeyRow& row : front_matter_keys())
    if (row.path.starts_with(kEntry)) keys.push_back(row.path.substr(kEntry.size()));
  return keys;
}

void check_entry(const Value& entry, diag::Diagnostics& out) {
  static const std::vector<std::string_view> known = entry_keys();
  for (const auto& [name, value] : entry.members) {
    if (std::find(known.begin(), known.end(), name.scalar) == known.end())
      out.push_back({"KB0611"_code,
                     name.span,
                     {name.scalar, std::string(base::nearest(name.scalar, known))}});
    bool dated = std::find(std::begin(kDates), std::end(kDates), name.scalar) != std::end(kDates);
    std::size_t length = 0;
    if (dated &&
        (vocabulary::parse_date(value.text(), length).empty() || length != value.text().size()))
      out.push_back({"KB0614"_code, value.span ? value.span : name.span, {value.text()}});
  }
}

/// Reports a misspelt partner key: "verions" next to "product".
void check_misspelt(const Value& front_matter, std::string_view meant, diag::Diagnostics& out) {
  if (front_matter[meant]) return;
  for (const auto& [name, value] : front_matter.members)
    if (name.scalar != "version" && base::nearest(name.scalar, {meant}) == meant)
      out.push_back({"KB0611"_code, name.span, {name.scalar, std::string(meant)}});
}

}  // namespace

std::string front_matter_schema() {
  base::Json schema =
      base::Json::parse(meta::json_schema(front_matter_keys(), "front matter of a page of kbuild"));
  schema.erase("additionalProperties");
  for (const char* open : {"catalog", "search"})
    schema["properties"][open].erase("additionalProperties");
  // Also {LUMI: [2.7.1, 2.6.0]}: one list for each system.
  base::Json list = schema["properties"]["versions"];
  schema["properties"]["versions"] = {{"description", list["description"]},
                                      {"oneOf", {list, {{"type", "object"}}}}};
  return schema.dump(2) + "\n";
}

std::string stated_product(const Value& front_matter) {
  return front_matter["product"].text(front_matter["catalog"]["name"].text());
}

const Value& stated_systems(const Page& page) {
  return page.content.front_matter["catalog"][page.names.catalog.systems];
}

void check_statement(const Value& front_matter, diag::Diagnostics& out) {
  const Value& versions = front_matter["versions"];
  bool named = !stated_product(front_matter).empty();
  bool stated = versions.is_mapping() ||
                std::any_of(versions.items.begin(), versions.items.end(),
                            [](const Value& item) { return item.is_mapping() && item["version"]; });
  if (front_matter["product"].is_scalar()) check_misspelt(front_matter, "versions", out);
  if (!stated) return;
  if (!named) {
    std::size_t before = out.size();
    check_misspelt(front_matter, "product", out);
    if (out.size() == before) out.push_back({"KB0612"_code, versions.span, {}});
  }
  for (const Value& item : versions.items) check_entry(item, out);
}

}  // namespace kbuild::page
