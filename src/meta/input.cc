// Reads the files of a configuration; see input.h.
#include "meta/input.h"

#include "base/format.h"
#include "base/path.h"
#include "meta/toml.h"
#include "source/unicode.h"

namespace kbuild::meta {

using base::fail;
using base::format;
using base::Result;

Result<std::string> read_input(const base::Disk& disk, const std::string& path, std::uint64_t limit,
                               Inputs& inputs) {
  if (auto admitted = inputs.enclosure.admit("file", path); !admitted)
    return tl::unexpected(admitted.error());
  base::FileStatus status = disk.status(path);
  auto text = disk.read(path, limit);
  if (!text) return text;
  inputs.record.files.emplace_back(path, status);
  inputs.record.digest = base::Hasher().add(inputs.record.digest).add(path).add(*text).finish();
  return text;
}

Result<ConfigFile> read_config_file(const base::Disk& disk, source::SourceStore& sources,
                                    const std::string& path, Inputs& inputs) {
  auto text = read_input(disk, path, 16u << 20, inputs);
  if (!text) return tl::unexpected(text.error());
  source::FileId file = sources.add(path, source::decode_bytes(std::move(*text)).text);
  auto size = static_cast<std::uint32_t>(sources.text(file).size());
  bool toml = path.ends_with(".toml");
  ParsedYaml parsed = toml ? parse_toml(sources, file) : parse_yaml(sources, {file, 0, size});
  if (parsed.error) {
    source::Position at = sources.begin(parsed.error_span);
    return fail(format("{}:{}:{}: not valid {}: {}", path, at.line, at.column,
                       toml ? "TOML" : "YAML", *parsed.error));
  }
  return ConfigFile{std::move(parsed.value), std::string(base::parent_path(path))};
}

}  // namespace kbuild::meta
