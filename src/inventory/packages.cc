// What managers of packages and containers list: Spack, conda and pip as JSON, labels of
// containers, names of EasyBuild's files, and images of uenv.
#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "inventory/formats.h"
#include "inventory/module_name.h"

namespace kbuild::inventory::packages {

namespace {

using base::Json;

bool is_package(const Json& object) {
  return object.is_object() && object.contains("name") && object.contains("version") &&
         object["name"].is_string() && object["version"].is_string();
}

/// The labels of an image: where `apptainer inspect --json` and `--labels --json` put them.
const Json* labels_of(const Json& document) {
  const Json* at = &document;
  for (const char* key : {"data", "attributes", "labels"}) {
    if (!at->is_object() || !at->contains(key)) return nullptr;
    at = &(*at)[key];
  }
  return at->is_object() ? at : nullptr;
}

/// Labels that name the software and its version, in order of trust.
constexpr std::pair<const char*, const char*> kProductLabels[] = {
    {"org.opencontainers.image.title", "org.opencontainers.image.version"},
    {"org.label-schema.name", "org.label-schema.version"},
    {"name", "version"},
    {"Name", "Version"},
};

/// Where the version begins in "SciPy-bundle-2023.07-gfbf-2023a": behind the first hyphen before a
/// digit, or before a "v" and a digit.
std::size_t version_begin(std::string_view name) {
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] != '-') continue;
    bool lettered = name[i + 1] == 'v' && i + 2 < name.size();
    if (base::is_digit(name[i + (lettered ? 2 : 1)])) return i + 1;
  }
  return name.npos;
}

/// The version without the toolchain and what follows it: "7.1.1-34" of
/// "7.1.1-34-GCCcore-13.2.0". A part that begins with a letter begins the toolchain.
std::string_view without_toolchain(std::string_view version) {
  for (std::size_t i = 0; i + 1 < version.size(); ++i)
    if (version[i] == '-' && base::is_alpha(version[i + 1])) return version.substr(0, i);
  return version;
}

}  // namespace

bool matches_json(const Text& text) {
  return text.json && text.json->is_array() && !text.json->empty() &&
         is_package(text.json->front());
}

base::Result<Inventory> read_json(const Text& text) {
  if (!text.json || !text.json->is_array())
    return base::fail("is no JSON array of packages with `name` and `version`");
  Collector list;
  Places places(text);
  std::size_t number = 0;
  for (const Json& package : *text.json) {
    ++number;
    if (!is_package(package))
      return base::fail(base::format("has no name and version in package {}", number));
    Entry entry{.product = package["name"].get<std::string>(),
                .version = package["version"].get<std::string>(),
                .module = member_text(package, "module")};
    if (entry.product.empty())
      return base::fail(base::format("has no name and version in package {}", number));
    entry.is_default = package.contains("default") && package["default"] == true;
    places.place(entry.product, entry);
    list.add(std::move(entry));
  }
  return list.finish("a list of packages");
}

bool matches_container(const Text& text) {
  return text.json && labels_of(*text.json);
}

base::Result<Inventory> read_container(const Text& text) {
  const Json* labels = text.json ? labels_of(*text.json) : nullptr;
  if (!labels) return base::fail("has no labels of a container");
  Collector list;
  Places places(text);
  for (const auto& [title, version] : kProductLabels) {
    Entry entry{.product = member_text(*labels, title), .version = member_text(*labels, version)};
    if (entry.product.empty() || entry.version.empty() || !list.empty()) continue;
    places.place(entry.product, entry);
    list.add(std::move(entry));
  }
  if (list.empty())
    return base::fail("has no labels that name a product and its version",
                      "label the image with org.opencontainers.image.title and .version");
  return list.finish("labels of a container");
}

bool matches_easybuild(const Text& text) {
  bool any = false;
  for (const Line& line : text.lines) {
    std::string_view name = base::trim(line.text);
    if (name.empty()) continue;
    if (!name.ends_with(".eb")) return false;
    any = true;
  }
  return any;
}

base::Result<Inventory> read_easybuild(const Text& text) {
  Collector list;
  for (const Line& line : text.lines) {
    std::string_view name = base::file_name(base::trim(line.text));
    if (name.empty()) continue;
    std::size_t begin = name.ends_with(".eb") ? version_begin(name) : name.npos;
    if (begin == name.npos)
      return base::fail(base::format("line {} is no name of an EasyBuild file: '{}'", line.number,
                                     name.substr(0, 80)),
                        "such a name is PRODUCT-VERSION-TOOLCHAIN.eb");
    auto place = line.begin + static_cast<std::uint32_t>(name.data() - line.text.data());
    std::string_view version = name.substr(begin, name.size() - 3 - begin);
    list.add({.product = std::string(name.substr(0, begin - 1)),
              .version = std::string(without_toolchain(version)),
              .line = line.number,
              .begin = place,
              .end = place + static_cast<std::uint32_t>(name.size())});
  }
  return list.finish("names of EasyBuild's files");
}

bool matches_uenv(const Text& text) {
  if (text.lines.empty()) return false;
  std::vector<std::string_view> words = base::split_words(text.lines[0].text);
  return words.size() >= 4 && words[0] == "uenv" && words[1] == "arch" && words[2] == "system";
}

base::Result<Inventory> read_uenv(const Text& text) {
  Collector list;
  for (const Line& line : text.lines) {
    std::vector<std::string_view> words = base::split_words(line.text);
    if (words.empty() || words[0] == "uenv") continue;
    std::size_t slash = words[0].find('/');
    if (words.size() < 4 || slash == words[0].npos || slash == 0 || slash + 1 == words[0].size())
      return base::fail(base::format("line {} is no image NAME/VERSION: '{}'", line.number,
                                     base::trim(line.text).substr(0, 80)));
    auto place = line.begin + static_cast<std::uint32_t>(words[0].data() - line.text.data());
    // "24.11:v1": the tag behind the colon numbers builds of one version.
    std::string_view version = words[0].substr(slash + 1);
    list.add({.product = std::string(words[0].substr(0, slash)),
              .version = std::string(version.substr(0, version.find(':'))),
              .line = line.number,
              .begin = place,
              .end = place + static_cast<std::uint32_t>(words[0].size())});
  }
  return list.finish("`uenv image ls`");
}

}  // namespace kbuild::inventory::packages
