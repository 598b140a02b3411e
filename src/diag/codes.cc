// The table of diagnostics, made from codes.def.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "diag/diagnostic.h"

namespace kbuild::diag {

namespace {

std::string fill(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    bool argument = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' &&
                    base::is_digit(pattern[i + 1]);
    if (!argument) {
      out += pattern[i];
      continue;
    }
    auto index = static_cast<std::size_t>(pattern[i + 1] - '0');
    if (index < arguments.size()) out += arguments[index];
    i += 2;
  }
  return out;
}

std::string kebab(std::string_view name) {
  return base::replace_all(name, "_", "-");
}

}  // namespace

const std::vector<CodeInfo>& code_table() {
  static const std::vector<CodeInfo> table = [] {
    std::vector<CodeInfo> rows = {
#define KB(number, level, name, message, hint) \
  CodeInfo{Code{number}, Level::level, #name, message, hint},
#include "diag/codes.def"
#undef KB
    };
    static std::vector<std::string> names;
    names.reserve(rows.size());
    for (CodeInfo& row : rows) row.name = names.emplace_back(kebab(row.name));
    std::sort(rows.begin(), rows.end(),
              [](const CodeInfo& a, const CodeInfo& b) { return a.code < b.code; });
    return rows;
  }();
  return table;
}

const CodeInfo* find_code(Code code) {
  const auto& table = code_table();
  auto found = std::lower_bound(table.begin(), table.end(), code,
                                [](const CodeInfo& row, Code wanted) { return row.code < wanted; });
  return found != table.end() && found->code == code ? &*found : nullptr;
}

const CodeInfo* find_code(std::string_view code_or_name) {
  for (const CodeInfo& row : code_table())
    if (row.name == code_or_name || base::equals_ignoring_case(code_text(row.code), code_or_name))
      return &row;
  return nullptr;
}

std::string code_text(Code code) {
  return base::format("KB{:04}", code.number);
}

std::string_view level_text(Level level) {
  switch (level) {
    case Level::style: return "style";
    case Level::warning: return "warning";
    case Level::error: return "error";
    case Level::unsupported: return "unsupported";
  }
  return "error";
}

std::string message_of(const Diagnostic& diagnostic) {
  const CodeInfo* info = find_code(diagnostic.code);
  return info ? fill(info->message, diagnostic.arguments)
              : "unregistered code " + code_text(diagnostic.code);
}

std::string hint_of(const Diagnostic& diagnostic) {
  if (!diagnostic.hint.empty()) return diagnostic.hint;
  const CodeInfo* info = find_code(diagnostic.code);
  if (!info) return "";
  // A hint whose argument is empty ("did you mean ''?") helps nobody.
  for (std::size_t i = 0; i < 10; ++i) {
    bool empty = i >= diagnostic.arguments.size() || diagnostic.arguments[i].empty();
    if (empty && info->hint.find('{' + std::to_string(i) + '}') != std::string_view::npos)
      return "";
  }
  return fill(info->hint, diagnostic.arguments);
}

}  // namespace kbuild::diag
