// Parses the target of a request; see target.h.
#include "serve/http/target.h"

#include <algorithm>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"

namespace kbuild::serve {

namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// The text with its percent-encoding undone; nothing where it is wrong or hides what may not be.
std::optional<std::string> decoded(std::string_view text) {
  for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 1))
    if (at + 2 >= text.size() || !base::is_hex(text[at + 1]) || !base::is_hex(text[at + 2]))
      return std::nullopt;
  std::string out = base::decode_percent(text);
  if (std::any_of(out.begin(), out.end(), is_control) || !base::is_valid_utf8(out))
    return std::nullopt;
  return out;
}

}  // namespace

const std::string* Target::find(std::string_view name) const {
  for (const auto& [key, value] : parameters)
    if (key == name) return &value;
  return nullptr;
}

std::optional<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/') || text.find('#') != text.npos) return std::nullopt;
  std::size_t mark = std::min(text.find('?'), text.size());
  auto path = decoded(text.substr(0, mark));
  if (!path) return std::nullopt;
  Target target;
  target.path = base::normalise_path(*path);
  // The root has a slash at its end however it is written ("/.", "/a/..").
  target.slash_at_end = path->ends_with('/') || target.path == "/";
  if (mark == text.size()) return target;
  target.query = text.substr(mark + 1);
  for (std::string_view part : base::split(target.query, '&')) {
    std::size_t equals = std::min(part.find('='), part.size());
    auto name = decoded(base::replace_all(part.substr(0, equals), "+", " "));
    auto value =
        decoded(base::replace_all(part.substr(std::min(equals + 1, part.size())), "+", " "));
    if (!name || !value) return std::nullopt;
    if (!name->empty()) target.parameters.emplace_back(std::move(*name), std::move(*value));
  }
  return target;
}

}  // namespace kbuild::serve
