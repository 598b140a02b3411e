// The format of golden cases; see txtar.h.
#include "support/txtar.h"

namespace kbuild::test {

namespace {

/// The name in a line "-- name --", or "".
std::string_view section_name(std::string_view line) {
  if (!line.starts_with("-- ") || !line.ends_with(" --") || line.size() < 7) return {};
  return line.substr(3, line.size() - 6);
}

}  // namespace

const Section* Case::find(std::string_view name) const {
  for (const Section& section : sections)
    if (section.name == name) return &section;
  return nullptr;
}

void Case::set(std::string_view name, std::string text) {
  for (Section& section : sections) {
    if (section.name != name) continue;
    section.text = std::move(text);
    return;
  }
  sections.push_back({std::string(name), std::move(text)});
}

Case parse_case(std::string_view text) {
  Case golden;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    std::string_view rest = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (std::string_view name = section_name(line); !name.empty()) {
      golden.sections.push_back({std::string(name), ""});
    } else {
      std::string& target = golden.sections.empty() ? golden.comment : golden.sections.back().text;
      target += text.substr(0, text.size() - rest.size());
    }
    text = rest;
  }
  return golden;
}

std::string print_case(const Case& golden) {
  std::string out = golden.comment;
  for (const Section& section : golden.sections) {
    out += "-- " + section.name + " --\n" + section.text;
    if (!out.ends_with('\n')) out += '\n';
  }
  return out;
}

}  // namespace kbuild::test
