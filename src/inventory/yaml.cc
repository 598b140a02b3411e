// A list that a maintainer writes by hand, for what no tool lists:
//   system: LUMI
//   date: 2026-11-20
//   software: {PyTorch: [2.7.1, 2.9.1]}   or   [{name, version, module, default, hidden}]
#include "base/format.h"
#include "base/text.h"
#include "inventory/formats.h"
#include "meta/value.h"

namespace kbuild::inventory::yaml {

namespace {

bool is_date(std::string_view text) {
  return text.size() == 10 && text[4] == '-' && text[7] == '-' &&
         base::is_all(text, [](char c) { return base::is_digit(c) || c == '-'; });
}

}  // namespace

bool matches(const Text& text) {
  if (text.json) return false;
  for (const Line& line : text.lines) {
    if (line.text.empty() || line.text[0] == '#' || line.text == "---") continue;
    for (std::string_view start : {"system:", "date:", "software:", "- {name:", "- name:"})
      if (line.text.starts_with(start)) return true;
    return false;
  }
  return false;
}

base::Result<Inventory> read(const Text& text) {
  source::SourceStore sources;
  source::FileId file = sources.add(std::string(text.path), std::string(text.whole));
  meta::ParsedYaml parsed =
      meta::parse_yaml(sources, {file, 0, static_cast<std::uint32_t>(text.whole.size())});
  if (parsed.error)
    return base::fail(base::format("is no YAML in line {}: {}",
                                   sources.begin(parsed.error_span).line, *parsed.error));
  const meta::Value& document = parsed.value;
  const meta::Value& software = document.is_sequence() ? document : document["software"];
  Collector list;
  list.inventory().system = document["system"].text();
  list.inventory().date = document["date"].text();
  if (!list.inventory().date.empty() && !is_date(list.inventory().date))
    return base::fail(base::format("has the date '{}'", list.inventory().date),
                      "write it as YYYY-MM-DD");
  auto add = [&](Entry entry, source::Span span) {
    entry.line = sources.begin(span).line;
    entry.begin = span.begin;
    entry.end = span.end;
    list.add(std::move(entry));
  };
  for (const auto& [name, versions] : software.members)
    for (const std::string& version : versions.texts())
      add({.product = name.text(), .version = version}, versions.span);
  for (const meta::Value& item : software.items) {
    if (item["name"].text().empty())
      return base::fail(
          base::format("has an entry without `name` in line {}", sources.begin(item.span).line));
    add({.product = item["name"].text(),
         .version = item["version"].text(),
         .module = item["module"].text(),
         .is_default = item["default"].boolean().value_or(false),
         .hidden = item["hidden"].boolean().value_or(false)},
        item.span);
  }
  return list.finish("a list in YAML");
}

}  // namespace kbuild::inventory::yaml
